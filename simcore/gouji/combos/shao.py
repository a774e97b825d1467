"""How a hand divides for Shao Pai: C1, then combinations with a joker each, then F (GJ-47).

With m natural ranks and j jokers left after C1 a division exists where something is left and
j >= m - 1: F takes one rank, each other rank needs a joker of its own.
"""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.listing import lead_at, lead_count, pick_reply, reply_count
from simcore.gouji.combos.packed import (
    ALL_WILD,
    LANE_BITS,
    at_least,
    bits_in,
    combo_naturals,
    combo_rank,
    combo_reds,
    combo_wilds,
    count_of,
    distinct,
    hand_size,
    make_combo,
    whole_hand,
)
from simcore.gouji.rules import ShaoTwoTest
from simcore.jit import helper, kernel

FORM_A, FORM_B, SINGLE = 1, 2, 4
"""Bits of the forms that are open: two plays, more plays, the whole hand at once."""
MOST_DIVISIONS = 64
"""Divisions listed of a hand, in their order, where a policy chooses by chance."""
NO_PLAYS = 99
MINIMAL = int(ShaoTwoTest.MINIMAL)


@kernel
def _jokers(wilds: Any) -> Any:
    return ((wilds >> 8) & 255) + (wilds >> 16)


@helper
def is_short(naturals: Any, wilds: Any) -> Any:
    """Whether a hand has few enough ranks for its jokers: C1 uses up one, F takes one (GJ-47)."""
    return distinct(naturals) <= _jokers(wilds) + 2


@kernel
def _forms_after(naturals: Any, wilds: Any, is_one: Any, rules: Any) -> Any:
    """Forms open with what is left after C1; `is_one`: the hand was a single combination."""
    if naturals == 0 and wilds == 0:
        return SINGLE if rules["shao_single_allowed"] else 0
    ranks, jokers = distinct(naturals), _jokers(wilds)
    forms = 0
    if ranks <= 1 and not (is_one and rules["shao_two_test"] == MINIMAL):
        forms = FORM_A
    if jokers >= max(1, ranks - 1) and hand_size(naturals, wilds) > 1:
        forms |= FORM_B
    return forms


@kernel
def shao_forms(naturals: Any, wilds: Any, table: Any, rules: Any, enough: Any) -> Any:
    """Return the forms of Shao Pai open to a hand, as bits; 0 where it may not announce (GJ-47).

    Parameters
    ----------
    naturals, wilds : int64
        The hand.
    table : int64
        Packed combination that C1 has to beat.
    rules : record of `records.RULES`
    enough : int64
        Bits of which one will do: the search stops there. 0 finds all forms.
    """
    if not is_short(naturals, wilds):
        return 0
    is_one = whole_hand(naturals, wilds) != 0
    forms = 0
    for i in range(reply_count(naturals, wilds, table, rules)):
        first = pick_reply(naturals, wilds, table, rules, i)
        forms |= _forms_after(
            naturals - combo_naturals(first), wilds - combo_wilds(first), is_one, rules
        )
        if forms & enough:
            break
    return forms


@kernel
def _next_block(naturals: Any, wilds: Any, least: Any, cursor: Any) -> Any:
    """Find the next joker combination, in the order of n, twos, blacks, reds.

    Its rank is the lowest left, since the combinations of a division are put in rising order.

    Parameters
    ----------
    naturals, wilds : int64
        What is left of the hand.
    least : int64
        Packed combination that it may not precede.
    cursor : int64
        Where to go on searching, 0 at first.

    Returns
    -------
    combo, cursor : int64
        `combo` is 0 where there is none left.
    """
    held, rank = 0, ALL_WILD
    if naturals:
        rank = bits_in((naturals & -naturals) - 1) // LANE_BITS
        held = count_of(naturals, rank)
    twos, blacks, reds = (wilds & 255) + 1, ((wilds >> 8) & 255) + 1, (wilds >> 16) + 1
    end = max(held, 1) * twos * blacks * reds
    while cursor < end:
        red, rest = cursor % reds, cursor // reds
        black, rest = rest % blacks, rest // blacks
        two, n = rest % twos, rest // twos
        cursor += 1
        if held:
            n += 1
        if red + black == 0:
            continue
        if combo_rank(least) == rank:
            key = (n << 24) | (two << 16) | (black << 8) | red
            other = ((least & 255) << 24) | ((least << 8) & 0xFF0000)
            other |= ((least >> 8) & 0xFF00) | ((least >> 24) & 255)
            if key < other:
                continue
        left = naturals - (n << (LANE_BITS * rank) if n else 0)
        spare = wilds - (two | (black << 8) | (red << 16))
        done = left == 0 and spare == 0
        if done or _jokers(spare) >= max(1, distinct(left)):
            return make_combo(n, rank, two, black, red), cursor
    return 0, cursor


@kernel
def _blocks(naturals: Any, wilds: Any, length: Any, move: Any, found: Any, wanted: Any) -> Any:
    """Count the ways to cut cards into joker combinations, up to `MOST_DIVISIONS` in all.

    Way number `wanted` is written into ``move["chain"]`` from place `length` on, and
    ``move["length"]`` is set. Returns `found` plus the ways.
    """
    trail = move["trail"]
    depth = 0
    trail[0, 0], trail[0, 1], trail[0, 2], trail[0, 3] = naturals, wilds, 0, 0
    while depth >= 0:
        left, spare = trail[depth, 0], trail[depth, 1]
        if left == 0 and spare == 0:
            if found == wanted:
                for i in range(depth):
                    move["chain"][length + i] = trail[i + 1, 3]
                move["length"] = length + depth
                return found + 1
            found += 1
            if found >= MOST_DIVISIONS:
                return found
            depth -= 1
            continue
        combo, trail[depth, 2] = _next_block(left, spare, trail[depth, 3], trail[depth, 2])
        if combo == 0:
            depth -= 1
            continue
        depth += 1
        trail[depth, 0] = left - combo_naturals(combo)
        trail[depth, 1] = spare - combo_wilds(combo)
        trail[depth, 2], trail[depth, 3] = 0, combo
    return found


@kernel
def pick_division(naturals: Any, wilds: Any, table: Any, rules: Any, move: Any, wanted: Any) -> Any:
    """Count a hand's divisions up to `MOST_DIVISIONS`, or write number `wanted` of them.

    Order: C1 as replies are ordered, then F as leads are, then the joker combinations.

    Parameters
    ----------
    naturals, wilds, table, rules
        As for `shao_forms`.
    move : record of `records.MOVE`
        Its chain and length are overwritten where the wanted division is found; its trail is room.
    wanted : int64
        -1 to count.

    Returns
    -------
    int64
        Divisions counted; with `wanted` found, ``wanted + 1``.
    """
    found = 0
    is_one = whole_hand(naturals, wilds) != 0
    for i in range(reply_count(naturals, wilds, table, rules)):
        first = pick_reply(naturals, wilds, table, rules, i)
        left, spare = naturals - combo_naturals(first), wilds - combo_wilds(first)
        forms = _forms_after(left, spare, is_one, rules)
        if forms == 0:
            continue
        move["chain"][0] = first
        if forms == SINGLE:
            if found == wanted:
                move["length"] = 1
                return found + 1
            found += 1
        cards = hand_size(left, 0)
        for k in range(lead_count(cards, spare)):
            last = lead_at(cards, left, spare, k)
            rest, wild = left - combo_naturals(last), spare - combo_wilds(last)
            if rest == 0 and wild == 0:
                found += 1 if forms & FORM_A else 0
                if forms & FORM_A and found - 1 == wanted:
                    move["length"] = 1
            elif _jokers(wild) >= max(1, distinct(rest)):
                found = _blocks(rest, wild, 1, move, found, wanted)
            if 0 <= wanted < found:
                move["chain"][move["length"]] = last
                move["length"] += 1
                return found
            if found >= MOST_DIVISIONS:
                return found
        if found >= MOST_DIVISIONS:
            return found
    return found


@kernel
def _plays_after(naturals: Any, wilds: Any, forms: Any) -> Any:
    """Plays of the shortest division, C1 included; NO_PLAYS where none is open."""
    if forms & SINGLE:
        return 1
    if forms & FORM_A:
        return 2
    return max(3, distinct(naturals) + 1) if forms & FORM_B else NO_PLAYS


@kernel
def fewest_plays(
    naturals: Any, wilds: Any, table: Any, rules: Any, move: Any, is_careful: Any
) -> Any:
    """Write a division with the fewest plays into ``move["chain"]``; return its plays, 0 for none.

    The lowest rank left goes last with all spare wild cards, since F cannot be interrupted
    (GJ-53); the others take one joker each, reds for the lowest. C1 is the first that will do; to
    be careful, one that nothing beats if there is one: with a red (GJ-26).
    """
    best, chosen = 2 * NO_PLAYS, 0
    is_one = whole_hand(naturals, wilds) != 0
    if not is_short(naturals, wilds):
        return 0
    for i in range(reply_count(naturals, wilds, table, rules)):
        first = pick_reply(naturals, wilds, table, rules, i)
        left, spare = naturals - combo_naturals(first), wilds - combo_wilds(first)
        cost = 2 * _plays_after(left, spare, _forms_after(left, spare, is_one, rules))
        if is_careful and combo_reds(first):
            cost -= 1
        if cost < best:
            best, chosen = cost, first
    if chosen == 0 or best >= 2 * NO_PLAYS - 1:
        return 0
    best = (best + 1) // 2
    chain = move["chain"]
    chain[0] = chosen
    move["length"] = best
    left, spare = naturals - combo_naturals(chosen), wilds - combo_wilds(chosen)
    if best == 1:
        return best
    ranks = at_least(left, 1)
    last_rank = ALL_WILD
    if ranks:
        last_rank = bits_in((ranks & -ranks) - 1) // LANE_BITS
        ranks &= ranks - 1
    for place in range(1, best - 1):
        rank, n = ALL_WILD, 0
        if ranks:
            rank = bits_in((ranks & -ranks) - 1) // LANE_BITS
            ranks &= ranks - 1
            n = count_of(left, rank)
        red = 1 if spare >> 16 else 0
        spare -= 1 << (16 if red else 8)
        chain[place] = make_combo(n, rank, 0, 1 - red, red)
    n = count_of(left, last_rank) if last_rank < ALL_WILD else 0
    chain[best - 1] = make_combo(n, last_rank, 0, 0, 0) | (spare << 8)
    return best

"""The combinations a hand holds, counted by arithmetic and named by number without a list.

The order is that of the rule page: natural ranks ascending and all-wild last; inside a rank of a
lead by natural cards, twos, blacks, reds; inside a rank of a reply, whose size is given, by twos,
blacks, reds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import index, select
from simcore.gouji.combos.beats import ALL_JOKERS, EXACT, NEVER, PURE_ONLY
from simcore.gouji.combos.packed import (
    ALL_WILD,
    COPIES,
    EVEN_LANES,
    LANE_BITS,
    RANKS,
    TENS,
    above,
    at_least,
    bits_in,
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    count_of,
    make_combo,
)
from simcore.jit import U64, helper, kernel

NONE, ANY, JOKERS_ONLY, PURE = -1, 0, 1, 2
"""All-wild sets: none, any, jokers only, all twos or all jokers."""
HALF = 512
"""Highest bit of a 10-bit field."""
HALVES = HALF * TENS
FIELDS = (1 << 60) - 1
"""Six fields of ten bits."""


@kernel
def _lane_at(lanes: Any, k: Any) -> Any:
    """Rank index of field number k (from 0, lowest first) of those marked."""
    return np.int64(index(select(U64(lanes), U64(k)))) // LANE_BITS


@kernel
def _wild_kind(table: Any, rules: Any) -> Any:
    """Which all-wild sets beat a table without a red: NONE, ANY, JOKERS_ONLY or PURE."""
    if combo_n(table) == 0:
        return JOKERS_ONLY
    if combo_blacks(table) == 0:
        return PURE if rules["mixed_wild_over_natural"] == PURE_ONLY else ANY
    allowed = rules["allwild_vs_black_mixed"]
    if allowed == NEVER:
        return NONE
    return JOKERS_ONLY if allowed == ALL_JOKERS else ANY


@kernel
def can_beat(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Whether a hand holds any combination that beats the table.

    Parameters
    ----------
    naturals, wilds : int64
        The hand.
    table : int64
        Packed combination.
    rules : record of `records.RULES`
    """
    if combo_reds(table):
        return False
    size, blacks = combo_size(table), combo_blacks(table)
    twos, jokers, reds = wilds & 255, ((wilds >> 8) & 255) + (wilds >> 16), wilds >> 16
    if reds < blacks:
        return False
    if combo_n(table) == 0:
        return jokers >= size
    helpers = twos + jokers
    if blacks and rules["red_for_black"] == EXACT:
        helpers -= reds - blacks
    least = max(1, size - helpers)
    if least <= COPIES and at_least(naturals, least) & above(combo_rank(table)):
        return True
    if twos + jokers < size:
        return False
    if blacks == 0:
        return rules["mixed_wild_over_natural"] != PURE_ONLY or twos >= size or jokers >= size
    allowed = rules["allwild_vs_black_mixed"]
    return allowed != NEVER and (allowed != ALL_JOKERS or jokers >= size)


@helper
def _triples(most: Any) -> Any:
    """Six times the triples of numbers from 0 on with a sum of at most `most`."""
    n = max(most + 1, 0)
    return n * (n + 1) * (n + 2)


@kernel
def _wild_sets(most: Any, twos: Any, blacks: Any, low: Any, high: Any) -> Any:
    """Count sets of at most `most` wild cards that have `low` to `high` reds."""
    if blacks + high == 0:
        return max(0, min(most, twos) + 1)
    # Triples (twos, blacks, reds above `low`), less those with too many of one kind, and so on.
    room, two, black, red = most - low, twos + 1, blacks + 1, high - low + 1
    total = _triples(room) - _triples(room - two) - _triples(room - black) - _triples(room - red)
    room -= two
    total += _triples(room - black) + _triples(room - red) - _triples(room - black - red)
    return (total + _triples(room + two - black - red)) // 6


@kernel
def _all_wild(
    size: Any, twos: Any, blacks: Any, low: Any, high: Any, kind: Any, wanted: Any
) -> Any:
    """Count all-wild sets of a size, or name number `wanted` (from 0) of them."""
    found = 0
    if twos + blacks + high < size:
        return found
    for two in range(min(twos, size) + 1):
        if two and (kind == JOKERS_ONLY or (kind == PURE and two != size)):
            continue
        for black in range(min(blacks, size - two) + 1):
            red = size - two - black
            if low <= red <= high:
                if found == wanted:
                    return make_combo(0, ALL_WILD, two, black, red)
                found += 1
    return found


@kernel
def _natural(
    rank: Any, held: Any, size: Any, twos: Any, blacks: Any, low: Any, high: Any, wanted: Any
) -> Any:
    """Name combination number `wanted` of a rank and a size."""
    if twos + blacks + high == 0:
        return make_combo(size, rank, 0, 0, 0)
    for two in range(twos + 1):
        for black in range(blacks + 1):
            first = max(low, size - held - two - black)
            last = min(high, size - 1 - two - black)
            if last >= first:
                if wanted <= last - first:
                    red = first + wanted
                    return make_combo(size - two - black - red, rank, two, black, red)
                wanted -= last - first + 1
    return 0


@helper
def reply_menu(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Count the combinations of a hand that beat the table (GJ-24 to GJ-34).

    Returns
    -------
    ways : int64
        All of them; the other numbers are what `pick_from` needs besides.
    natural : int64
        Those with natural cards, which come first.
    ranks : int64
        Fields of the ranks they have.
    every : int64
        How many a rank has that is held often enough to do without wild cards.
    most : int64
        Reds they may have at most.
    """
    if combo_reds(table):
        return 0, 0, 0, 0, 0
    size, low = combo_size(table), combo_blacks(table)
    higher = above(combo_rank(table)) if combo_n(table) else 0
    if wilds == 0:
        ranks = at_least(naturals, size) & higher if low == 0 and size <= COPIES else 0
        ways = bits_in(ranks)
        return ways, ways, ranks, 1, 0
    twos, blacks, high = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    if high < low:
        return 0, 0, 0, 0, 0
    most = low if low and rules["red_for_black"] == EXACT else high
    least = max(1, size - twos - blacks - most)
    ranks = at_least(naturals, least) & higher if least <= COPIES else 0
    every = natural = 0
    if ranks:
        every = _wild_sets(size - 1, twos, blacks, low, most)
        natural = every * bits_in(ranks)
        if least < size:
            whole = at_least(naturals, size) if size <= COPIES else 0
            part = ranks & ~whole
            while part:
                lane = part & -part
                part ^= lane
                held = count_of(naturals, bits_in(lane - 1) // LANE_BITS)
                natural -= _wild_sets(size - 1 - held, twos, blacks, low, most)
    ways = natural
    kind = _wild_kind(table, rules)
    if kind != NONE and twos + blacks + high >= size:
        ways += _all_wild(size, twos, blacks, low, high, kind, -1)
    return ways, natural, ranks, every, most


@kernel
def pick_from(
    naturals: Any, wilds: Any, table: Any, rules: Any, natural: Any, ranks: Any, every: Any,
    most: Any, number: Any,
) -> Any:  # fmt: skip
    """Name reply `number`, from 0, of a `reply_menu` as a packed combination."""
    size, low = combo_size(table), combo_blacks(table)
    twos, blacks, high = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    if number >= natural:
        kind = _wild_kind(table, rules)
        return _all_wild(size, twos, blacks, low, high, kind, number - natural)
    if every == 1 and natural == bits_in(ranks):
        # one way a rank: without wild cards, or with just as many as there are
        rank = _lane_at(ranks, number)
        return _natural(rank, count_of(naturals, rank), size, twos, blacks, low, most, 0)
    while True:
        lane = ranks & -ranks
        ranks ^= lane
        rank = bits_in(lane - 1) // LANE_BITS
        held = count_of(naturals, rank)
        ways = every
        if held < size:
            ways -= _wild_sets(size - 1 - held, twos, blacks, low, most)
        if number < ways:
            return _natural(rank, held, size, twos, blacks, low, most, number)
        number -= ways


@kernel
def reply_count(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Count the combinations of a hand that beat the table (GJ-24 to GJ-34)."""
    return reply_menu(naturals, wilds, table, rules)[0]


@kernel
def pick_reply(naturals: Any, wilds: Any, table: Any, rules: Any, number: Any) -> Any:
    """Name reply `number`, 0 .. `reply_count` - 1, as a packed combination."""
    _, natural, ranks, every, most = reply_menu(naturals, wilds, table, rules)
    return pick_from(naturals, wilds, table, rules, natural, ranks, every, most, number)


@kernel
def lead_count(cards: Any, wilds: Any) -> Any:
    """Count the combinations of a hand with `cards` natural cards (GJ-19, GJ-21)."""
    ways = ((wilds & 255) + 1) * (((wilds >> 8) & 255) + 1) * ((wilds >> 16) + 1)
    return ways * (cards + 1) - 1


@kernel
def lead_at(cards: Any, naturals: Any, wilds: Any, number: Any) -> Any:
    """Name lead `number`, 0 .. `lead_count` - 1, of a hand with `cards` natural cards."""
    rank = two = black = red = 0
    if wilds:
        # Unsigned division is the fast one.
        twos, blacks, reds = (wilds & 255) + 1, ((wilds >> 8) & 255) + 1, (wilds >> 16) + 1
        ways = U64(twos * blacks * reds)
        if U64(number) >= ways * U64(cards):
            number += 1  # all-wild: the empty set is no combination
        which = U64(number) % ways
        number = np.int64(U64(number) // ways)
        red = np.int64(which % U64(reds))
        which = which // U64(reds)
        black, two = np.int64(which % U64(blacks)), np.int64(which // U64(blacks))
    # Cards up to each rank, two ranks a 10-bit field: of the odd lanes and of the even ones.
    odd = (naturals >> LANE_BITS) & EVEN_LANES
    upto = (((naturals & EVEN_LANES) + odd) * TENS) & FIELDS
    before = upto - odd
    limit = (number + HALF) * TENS
    rank = bits_in((limit - upto) & HALVES) + bits_in((limit - before) & HALVES)
    if rank:
        number -= ((upto if rank & 1 == 0 else before) >> ((rank - 1) // 2 * 10)) & 1023
    return make_combo(number + 1 if rank < RANKS else 0, rank, two, black, red)

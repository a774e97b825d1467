"""What `heuristic` leads."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, lowest, top_index
from simcore.jit import kernel
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import (
    bits_in,
    bottoms,
    clear,
    longest_run,
    n_within,
    put_kinds,
    run_cards,
)
from simcore.shengji.policies.common import least_wanted
from simcore.shengji.policies.heuristic.table import known_ruffs, not_below, unseen
from simcore.shengji.records import MAX_PARTS, N_SUITS, TRUMPS
from simcore.streams import stay_call

TRUMPS_UNTIL = 12
"""Cards left from which sure pairs of trumps are led."""
RUFFED = 8
"""Half cards by which a suit counts as shorter where opponents may ruff it, longer where partners
may."""
MANY = 64


@kernel
def _from_top(cards: Any, others: Any) -> Any:
    """Cards of a side suit that no card of `others` is higher than; see `table.not_below`."""
    return cards & ~((ONE << top_index(others)) - ONE) if others != ZERO else cards


@kernel
def _lead_sure(
    view: Any, own: Any, frame: Any, rules: Any, theirs: Any, mended: Any, work: Any, cards: Any
) -> Any:
    """Lead the most cards of one suit that nobody can beat in it; False without any.

    `work.room` is left with the cards not seen; `theirs` is what opponents may ruff.
    """
    room, hand = work["room"], own["hand"]
    unseen(view, own, rules, room)
    best, singles, pairs = 0, ZERO, ZERO
    for suit in range(N_SUITS):
        mask = frame["suit"][suit]
        held = hand["p0"] & mask
        is_ruffed = suit < TRUMPS and (theirs >> suit) & 1
        if held == ZERO or (is_ruffed and not mended):
            continue
        if suit == TRUMPS:
            # trumps are drawn in pairs; the last ones win anyway when it matters
            if view["left"][own["seat"]] > TRUMPS_UNTIL:
                continue
            sure_pairs, alone = not_below(hand["p1"] & mask, room["p1"] & mask, frame), ZERO
        else:
            sure_pairs = _from_top(hand["p1"] & mask, room["p1"] & mask)
            # any trump takes a single, only a pair of them a pair
            alone = ZERO if is_ruffed else _from_top(held, room["p0"] & mask) & ~sure_pairs
        if rules["throws"] == 0:
            if sure_pairs != ZERO:
                sure_pairs, alone = lowest(sure_pairs), ZERO
            else:
                alone = lowest(alone)
        value = 4 * (2 * bits_in(sure_pairs) + bits_in(alone))
        if suit < TRUMPS and value > 0:
            value += 2
        if value > best:
            best, singles, pairs = value, alone, sure_pairs
    if best == 0:
        return False
    clear(cards)
    put_kinds(cards, singles, 1)
    put_kinds(cards, pairs, 2)
    return True


@kernel
def _lead_tractor(own: Any, frame: Any, rules: Any, cards: Any) -> Any:
    """Lead the longest tractor of pairs, the highest of equal ones; False without any."""
    hand = own["hand"]
    if rules["tractor_min_width"] > 2:
        return False
    line = line_of(hand["p1"], frame)
    length = longest_run(line, MAX_PARTS, frame)
    if length < rules["tractor_min_length"]:
        return False
    found = bottoms(line, length, frame)
    clear(cards)
    top = ONE << top_index(found)
    put_kinds(cards, run_cards(hand["p1"], top, length, frame), 2)
    return True


@kernel
def _pair(hand: Any, declares: Any, frame: Any, ours: Any, room: Any) -> Any:
    """Card of a pair to lead that others may beat; none where no pair should be led.

    Few hold a higher pair, and where somebody does it was to be lost anyway.  Side suits come
    first, those with the fewest higher pairs out, but not where a partner would have to ruff.  Of
    trumps declarers lead the highest pair, and so does who has nothing but trumps.

    Parameters
    ----------
    hand : records.CARDS
    declares : int64
        1: a declarer leads.
    frame : records.FRAME
    ours : int64
        Suits that partners may ruff, as bits.
    room : records.CARDS
        Cards not seen.
    """
    best, least = ZERO, MANY
    trumps = frame["suit"][TRUMPS]
    for suit in range(TRUMPS):
        held = hand["p1"] & frame["suit"][suit]
        if held != ZERO and not (ours >> suit) & 1:
            top = ONE << top_index(held)
            above = bits_in(room["p1"] & frame["suit"][suit] & ~(top - ONE))
            if above < least:
                best, least = top, above
    if best != ZERO:
        return best
    held = hand["p1"] & trumps
    if held != ZERO and (declares or hand["p0"] & ~trumps == ZERO):
        return ONE << top_index(held)
    return ZERO


@kernel
def _single(hand: Any, declares: Any, frame: Any, theirs: Any, ours: Any, mended: Any) -> Any:
    """Card to lead that others may beat: low, of the longest side suit.

    Of a suit that a partner may ruff it is a card of points.  Low trumps to pull the others' are
    not led while there is a side suit: tried, they cost more than they brought.

    Parameters
    ----------
    hand : records.CARDS
    declares : int64
        1: a declarer leads.
    frame : records.FRAME
    theirs, ours : int64
        Suits that opponents and partners may ruff, as bits.
    mended : bool
    """
    points = frame["fives"] | frame["tens"]
    best, longest, gives = ZERO, 0, False
    for suit in range(TRUMPS):
        held = hand["p0"] & frame["suit"][suit]
        if held != ZERO:
            n = 2 * n_within(hand, frame["suit"][suit])
            n += 1 if held & ~points != ZERO else 0
            n -= RUFFED if (theirs >> suit) & 1 else 0
            is_ours = mended and (ours >> suit) & 1 == 1
            n += RUFFED if is_ours else 0
            if best == ZERO or n > longest:
                best, longest, gives = held, n, is_ours
    if best == ZERO:
        if mended and not declares:
            # the last trick is what an opponent saves high trumps for, even before points
            return lowest(hand["p0"])
        best = hand["p0"]
    return least_wanted(best, frame, gives)


@kernel
def heuristic_lead(
    view: Any, own: Any, frame: Any, rules: Any, mended: Any, work: Any, move: Any
) -> None:
    """Cash what is sure, then tractors, then pairs, else lead a single card."""
    stay_call()
    cards = move["cards"]
    theirs, ours = known_ruffs(view, own, rules["players"])
    if _lead_sure(view, own, frame, rules, theirs, mended, work, cards):
        return
    if _lead_tractor(own, frame, rules, cards):
        return
    clear(cards)
    declares = (view["declarers"] >> own["seat"]) & 1
    if mended:
        pair = _pair(own["hand"], declares, frame, ours, work["room"])
        if pair != ZERO:
            put_kinds(cards, pair, 2)
            return
    cards["p0"] = _single(own["hand"], declares, frame, theirs, ours, mended)

"""Sets of cards as copy planes: count, take away, put to, and rows of neighbouring levels.

A set of cards is a `records.CARDS`: plane k has the bit of a card that is there k + 1 times or
more.  Taking away and putting to work on all cards at once, copy count by copy count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, popcount, select, top_index
from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import line_of, off_line

_FIVE, _TEN = U64(5), U64(10)


@kernel
def bits_in(mask: Any) -> Any:
    """Set bits of a mask, as an int64."""
    return np.int64(popcount(mask))


@kernel
def n_cards(cards: Any) -> Any:
    """Number of cards."""
    low = popcount(cards["p0"]) + popcount(cards["p1"])
    return np.int64(low + popcount(cards["p2"]) + popcount(cards["p3"]))


@kernel
def n_within(cards: Any, mask: Any) -> Any:
    """Number of cards among those of a mask."""
    low = popcount(cards["p0"] & mask) + popcount(cards["p1"] & mask)
    return np.int64(low + popcount(cards["p2"] & mask) + popcount(cards["p3"] & mask))


@kernel
def points_of(cards: Any, frame: Any) -> Any:
    """Card points (SJ-4)."""
    return 5 * n_within(cards, frame["fives"]) + 10 * n_within(cards, frame["tens"])


@kernel
def fill(cards: Any, p0: Any, p1: Any, p2: Any, p3: Any) -> None:
    """Set the planes of a set of cards."""
    cards["p0"], cards["p1"], cards["p2"], cards["p3"] = p0, p1, p2, p3


@kernel
def clear(cards: Any) -> None:
    """Make a set empty."""
    fill(cards, ZERO, ZERO, ZERO, ZERO)


@kernel
def copy(source: Any, cards: Any) -> None:
    """Make `cards` equal to `source`."""
    fill(cards, source["p0"], source["p1"], source["p2"], source["p3"])


@kernel
def copy_within(source: Any, mask: Any, cards: Any) -> None:
    """Make `cards` the cards of `source` that are in a mask."""
    fill(cards, source["p0"] & mask, source["p1"] & mask, source["p2"] & mask, source["p3"] & mask)


@kernel
def holds(hand: Any, cards: Any) -> Any:
    """Whether all of `cards`, copies counted, are in `hand`."""
    missing = (cards["p0"] & ~hand["p0"]) | (cards["p1"] & ~hand["p1"])
    return missing | (cards["p2"] & ~hand["p2"]) | (cards["p3"] & ~hand["p3"]) == ZERO


@kernel
def take(hand: Any, cards: Any) -> None:
    """Take `cards` out of `hand`; copies that are not there are not missed."""
    h0, h1, h2, h3 = hand["p0"], hand["p1"], hand["p2"], hand["p3"]
    c0, c1, c2, c3 = cards["p0"], cards["p1"], cards["p2"], cards["p3"]
    once, twice = c0 & ~c1, c1 & ~c2
    hand["p0"] = (h0 & ~c0) | (h1 & once) | (h2 & twice) | (h3 & c2 & ~c3)
    hand["p1"] = (h1 & ~c0) | (h2 & once) | (h3 & twice)
    hand["p2"] = (h2 & ~c0) | (h3 & once)
    hand["p3"] = h3 & ~c0


@kernel
def put(hand: Any, cards: Any) -> None:
    """Put `cards` to `hand`."""
    h0, h1, h2, h3 = hand["p0"], hand["p1"], hand["p2"], hand["p3"]
    c0, c1, c2, c3 = cards["p0"], cards["p1"], cards["p2"], cards["p3"]
    hand["p0"] = h0 | c0
    hand["p1"] = h1 | (h0 & c0) | c1
    hand["p2"] = h2 | (h1 & c0) | (h0 & c1) | c2
    hand["p3"] = h3 | (h2 & c0) | (h1 & c1) | (h0 & c2) | c3


@kernel
def cover(known: Any, cards: Any) -> None:
    """Make `known` hold at least `cards`: of each card the greater number of copies."""
    known["p0"] |= cards["p0"]
    known["p1"] |= cards["p1"]
    known["p2"] |= cards["p2"]
    known["p3"] |= cards["p3"]


@kernel
def take_kinds(hand: Any, kinds: Any, width: Any) -> None:
    """Take `width` copies of each card of a mask out of `hand`, which has them."""
    for _ in range(width):
        hand["p0"] = (hand["p0"] & ~kinds) | (hand["p1"] & kinds)
        hand["p1"] = (hand["p1"] & ~kinds) | (hand["p2"] & kinds)
        hand["p2"] = (hand["p2"] & ~kinds) | (hand["p3"] & kinds)
        hand["p3"] &= ~kinds


@kernel
def put_kinds(hand: Any, kinds: Any, width: Any) -> None:
    """Put `width` copies of each card of a mask to `hand`."""
    for _ in range(width):
        hand["p3"] |= hand["p2"] & kinds
        hand["p2"] |= hand["p1"] & kinds
        hand["p1"] |= hand["p0"] & kinds
        hand["p0"] |= kinds


@kernel
def plane(cards: Any, width: Any) -> Any:
    """Cards that are there `width` times or more, 1 .. 4; none from 5 on."""
    if width == 1:
        return cards["p0"]
    if width == 2:
        return cards["p1"]
    if width == 3:
        return cards["p2"]
    return cards["p3"] if width == 4 else ZERO


@kernel
def cards_at(cards: Any, width: Any, whole: Any) -> Any:
    """Cards that are there at least `width` times; with `whole` exactly so often."""
    mask = plane(cards, width)
    return mask & ~plane(cards, width + 1) if whole else mask


@kernel
def highest_first(cards: Any, frame: Any) -> Any:
    """One card of a mask: of the highest level, and of that level the first of S H D C."""
    bit = ONE << top_index(cards)
    return lowest(cards & frame["off"]) if bit & frame["off"] != ZERO else bit


@kernel
def place_of(cards: Any, frame: Any) -> Any:
    """Place on the line of the highest card of a mask, which is not empty."""
    return np.int64(top_index(line_of(cards, frame)))


@kernel
def bottoms(line: Any, length: Any, frame: Any) -> Any:
    """Places from which `length` neighbouring levels of the line are all there."""
    found = line
    climbs = line & frame["step"]
    for _ in range(length - 1):
        found = climbs & (found >> ONE)
    return found


@kernel
def longest_run(line: Any, most: Any, frame: Any) -> Any:
    """Length of the longest row of neighbouring levels, at most `most`; 0 without any level."""
    if line == ZERO:
        return 0
    found = line
    climbs = line & frame["step"]
    length = 1
    while length < most:
        found = climbs & (found >> ONE)
        if found == ZERO:
            return length
        length += 1
    return length


@kernel
def _around_off(length: Any, frame: Any) -> Any:
    """Bottoms of rows of that length that would pass the level with several cards."""
    off = frame["off_bit"]
    found = off
    for i in range(1, length):
        found |= off >> U64(i)
    return found


@kernel
def n_runs(cards: Any, found: Any, length: Any, frame: Any) -> Any:
    """Number of rows with the given bottoms, those through different cards counted apart.

    Parameters
    ----------
    cards : uint64
        Cards that may take part.
    found : uint64
        From `bottoms` of their line.
    length : int64
    frame : records.FRAME
    """
    n = bits_in(found)
    n_off = bits_in(cards & frame["off"])
    if n_off > 1:
        n += (n_off - 1) * bits_in(found & _around_off(length, frame))
    return n


@kernel
def run_cards(cards: Any, bottom: Any, length: Any, frame: Any) -> Any:
    """Cards of the row from a bottom up; of several on one level the first of S H D C."""
    places = bottom * ((ONE << U64(length)) - ONE)
    kinds = off_line(places, frame) & cards
    several = kinds & frame["off"]
    return kinds ^ several ^ lowest(several)


@kernel
def kth_run(cards: Any, found: Any, length: Any, k: Any, frame: Any) -> Any:
    """Row number k of those counted by `n_runs`: bottoms ascending, on one bottom S H D C.

    Returns
    -------
    (uint64, int64)
        Its cards, and the place of its top.
    """
    off = cards & frame["off"]
    n_off = bits_in(off)
    at = U64(k)
    other = ZERO
    if n_off > 1:
        around = _around_off(length, frame) & found
        if around != ZERO:
            below = found & (lowest(around) - ONE)
            n_below, n_around = bits_in(below), bits_in(around)
            if k >= n_below + n_around * n_off:
                at = U64(k - n_around * (n_off - 1))
            elif k >= n_below:
                at = U64(n_below + (k - n_below) // n_off)
                other = select(off, U64((k - n_below) % n_off))
    bottom = select(found, at)
    kinds = run_cards(cards, bottom, length, frame)
    if other != ZERO:
        kinds = (kinds & ~off) | other
    return kinds, np.int64(index(bottom)) + length - 1


@kernel
def kth_run_down(cards: Any, found: Any, length: Any, k: Any, frame: Any) -> Any:
    """Like `kth_run`, with the bottoms descending and still S H D C on one bottom."""
    n_off = bits_in(cards & frame["off"])
    n = bits_in(found)
    if n_off <= 1:
        return kth_run(cards, found, length, n - 1 - k, frame)
    around = _around_off(length, frame) & found
    above = bits_in(found & ~((lowest(around) - ONE) | around)) if around != ZERO else n
    n_around = bits_in(around)
    total = n + n_around * (n_off - 1)
    if k < above or k >= above + n_around * n_off:
        return kth_run(cards, found, length, total - 1 - k, frame)
    below = n - above - n_around
    group, which = (k - above) // n_off, (k - above) % n_off
    return kth_run(cards, found, length, below + (n_around - 1 - group) * n_off + which, frame)

"""Stairs, full houses and straights of a hand, counted and picked by position.

A *scan* takes a position k.  Below zero (`COUNT`) it returns how many combos there are; otherwise
combo number k, or ``~(k - count)`` where there are no more than k, so that one scan can go on
where another ended.  A wished rank w (0: none) keeps only combos that can meet the wish (TI-34).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ONE, ZERO, popcount, select
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import MAH
from simcore.tichu.combos.shape import (
    ACE,
    FULL_HOUSE,
    HIGHEST,
    NATURALS,
    SHORTEST_RUN,
    STAIRS,
    STRAIGHT,
    UNITS,
    VALID,
    above,
    rank_at,
    spread,
    unit_of,
    window,
)

COUNT = np.int64(-1)
LONGEST_STRAIGHT, MOST_PAIRS = 14, 7
_FOUR = U64(4)


@kernel
def band(w: Any, size: Any) -> Any:
    """Unit mask of the top ranks of windows of `size` ranks that hold rank w; all for w = 0."""
    if w == 0:
        return FULL
    return above(w - 1) & ~above(min(w + size - 1, 15))


@kernel
def scan_stairs(one: Any, two: Any, phx: Any, size: Any, over: Any, w: Any, k: Any) -> Any:
    """Stairs (TI-16) of `size` ranks (0: any size) whose top rank lies in `over`."""
    stay_call()
    alone = one & ~two if phx else ZERO
    full, lacking = two, alone
    n = np.int64(0)
    for ranks in range(2, MOST_PAIRS + 1):
        lacking = (two & (lacking << _FOUR)) | (alone & (full << _FOUR))
        full = two & (full << _FOUR)
        if full | lacking == ZERO or ranks > size > 0:
            break
        if 0 < size != ranks:
            continue
        tops = over & band(w, ranks)
        each = ranks + 1 if phx else 1
        here = each * np.int64(popcount(full & tops)) + np.int64(popcount(lacking & tops))
        if k < 0:
            n += here
        elif k >= here:
            k -= here
        else:
            tops &= full | lacking
            while True:
                high = rank_at(tops)
                ways = each if full & tops & (ZERO - tops) else 1
                if k < ways:
                    break
                k -= ways
                tops &= tops - ONE
            if ways == 1 and phx:
                wild = rank_at(window(high, ranks) & alone)
            else:
                wild = high - ranks + k if k else 0
            return STAIRS | 2 * ranks << 4 | high << 9 | wild << 16
    return n if k < 0 else ~k


@kernel
def scan_houses(
    one: Any, two: Any, three: Any, four: Any, phx: Any, over: Any, w: Any, rules: Any, k: Any
) -> Any:
    """Full houses (TI-17) whose triple's rank lies in `over`."""
    stay_call()
    triples = (two if phx else three) & over
    wished = unit_of(w) if w else FULL
    n = np.int64(0)
    while triples:
        triple = triples & (ZERO - triples)
        triples ^= triple
        # the pair must hold the wished rank unless the triple does
        pair = FULL if triple & wished else wished
        natural = 1 if three & triple and two & pair & ~triple else 0
        wilds = ZERO
        if phx:
            if three & triple:
                wilds = one & pair & ~triple
            twins = two & pair & ~triple
            if rules["phoenix_declaration"] == HIGHEST:
                twins &= triple - ONE
            same = rules["fullhouse_same_rank"] == VALID and four & triple & pair
            if twins or same:
                wilds |= triple
        ways = natural + np.int64(popcount(wilds))
        if k < 0:
            n += ways
        elif k >= ways:
            k -= ways
        else:
            wild = 0
            if k >= natural:
                wild = rank_at(select(wilds, U64(k - natural)))
            return FULL_HOUSE | 5 << 4 | rank_at(triple) << 9 | wild << 16
    return n if k < 0 else ~k


@kernel
def _wilds(high: Any, size: Any, missing: Any, w: Any, rules: Any) -> Any:
    """Ranks that the Phoenix may stand for in one window of a straight (TI-18, TI-21, TI-34c).

    `missing` is the one rank of the window that the hand lacks, or zero.
    """
    wilds = missing if missing else window(high, size) & UNITS
    low = high - size + 1
    if rules["phoenix_declaration"] == HIGHEST and high < ACE:
        wilds &= ~unit_of(low)  # the same cards also make the straight one rank higher
    if w and not rules["phoenix_fulfils_wish"]:
        wilds &= ~unit_of(w)
    return wilds


@kernel
def scan_straights(
    hand: Any, one: Any, two: Any, flush: Any, phx: Any, length: Any, over: Any, w: Any,
    rules: Any, k: Any,
) -> Any:  # fmt: skip
    """Straights (TI-18) of `length` cards (0: any) whose top rank lies in `over`.

    A window held in one suit only, once each, is a bomb and no straight (TI-12).
    """
    stay_call()
    runs = one | (hand & MAH)
    if not phx:
        ahead = runs & (runs << _FOUR)
        if ahead & (ahead << U64(8)) & (runs << U64(16)) == ZERO:
            return 0 if k < 0 else ~k
    natural = hand & NATURALS
    full, suited = runs, natural
    solo = one & ~two
    lacking = UNITS & ~runs if phx else ZERO
    n = np.int64(0)
    for size in range(2, LONGEST_STRAIGHT + 1):
        if phx:
            lacking = ((runs & (lacking << _FOUR)) | (~runs & (full << _FOUR))) & UNITS
        full = runs & (full << _FOUR)
        if flush:
            suited = natural & (suited << _FOUR)
            solo &= solo << _FOUR
        if full | lacking == ZERO or size > length > 0:
            break
        if size < SHORTEST_RUN or 0 < length != size:
            continue
        tops = over & band(w, size) & (full | lacking)
        bombs = spread(suited) & solo if flush else ZERO
        if not phx:
            here = np.int64(popcount(tops & ~bombs))
            if k < 0:
                n += here
            elif k >= here:
                k -= here
            else:
                high = rank_at(select(tops & ~bombs, U64(k)))
                return STRAIGHT | size << 4 | high << 9
            continue
        while tops:
            top = tops & (ZERO - tops)
            tops ^= top
            high = rank_at(top)
            plain = 1 if full & top & ~bombs else 0
            missing = ZERO if full & top else window(high, size) & ~runs
            wilds = _wilds(high, size, missing, w, rules)
            ways = plain + np.int64(popcount(wilds))
            if k < 0:
                n += ways
            elif k >= ways:
                k -= ways
            else:
                wild = 0
                if k >= plain:
                    wild = rank_at(select(wilds, U64(k - plain)))
                return STRAIGHT | size << 4 | high << 9 | wild << 16
    return n if k < 0 else ~k

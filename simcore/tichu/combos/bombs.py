"""Bombs of a hand (TI-19, TI-20, TI-24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, popcount, select
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.combos.runs import band
from simcore.tichu.combos.shape import (
    BOMB4,
    BOMB_SF,
    NATURALS,
    SHORTEST_RUN,
    UNITS,
    above,
    rank_at,
    spread,
)

LONGEST_FLUSH = 13
_ONE_RANK = np.int64(1)
_FOUR = U64(4)


@kernel
def bomb_masks(hand: Any) -> Any:
    """Ranks held four times (unit mask), and lowest cards of five of a suit in a row.

    Both are zero for most hands, which then skip everything about bombs.
    """
    half = hand & (hand >> ONE)
    natural = hand & NATURALS
    two = natural & (natural >> _FOUR)
    five = two & (two >> U64(8)) & (natural >> U64(16))
    return half & (half >> U64(2)) & UNITS, five


@kernel
def scan_bombs(hand: Any, quads: Any, flush: Any, top: Any, w: Any, k: Any) -> Any:
    """Bombs that beat `top` (TI-19, TI-20, TI-24); 0 leads.

    Parameters
    ----------
    hand, quads, flush : uint64
        The cards and their `bomb_masks`.
    top, w, k : int64
        Combo on the table, wished rank or 0, position or `COUNT`.

    Returns
    -------
    int64
        Number of bombs, or bomb number k.
    """
    stay_call()
    kind, high = top & 15, top >> 9 & 127
    if kind >= BOMB4:
        quads = quads & above(high) if kind == BOMB4 else ZERO
    quads &= band(w, _ONE_RANK)
    n = np.int64(popcount(quads))
    if 0 <= k < n:
        return BOMB4 | 4 << 4 | rank_at(select(quads, U64(k))) << 9
    if k >= 0:
        k -= n
    if flush == ZERO:
        return n if k < 0 else ~k
    longest = (top >> 4) & 15 if kind == BOMB_SF else 0
    natural = hand & NATURALS
    suited = natural
    for size in range(2, LONGEST_FLUSH + 1):
        suited = natural & (suited << _FOUR)
        if size < SHORTEST_RUN or size < longest:
            continue
        if suited == ZERO:
            break
        tops = spread(suited) & band(w, size)
        if size == longest:
            tops &= above(high)
        here = np.int64(popcount(tops))
        if k < 0:
            n += here
        elif k >= here:
            k -= here
        else:
            return BOMB_SF | size << 4 | rank_at(select(tops, U64(k))) << 9
    return n if k < 0 else ~k

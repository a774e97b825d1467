"""What a hand without bombs can lead when nothing binds it: counted once, then picked."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ZERO, index, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.tichu.cards import MAH, PHX
from simcore.tichu.combos.menus import alike, alike_at, single_at, singles
from simcore.tichu.combos.runs import COUNT, scan_houses, scan_stairs, scan_straights
from simcore.tichu.combos.shape import (
    FULL_HOUSE,
    NONE,
    PAIR,
    SHORTEST_RUN,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    held,
)
from simcore.tichu.streams import keep_apart

_FOUR = U64(4)
_KIND_BITS = U64(9)
_KIND_MASK = 511


@kernel
def lead_counts(hand: Any, rules: Any) -> Any:
    """Count what a hand without bombs can lead, by kind: 9 bits each, singles lowest.

    The same combos in the same order as `scan` with nothing on the table and no wish, counted
    once; `lead_at` then goes straight to the kind of the combo that was drawn.
    """
    keep_apart()
    one, two, three, four = held(hand)
    phx = hand & PHX
    packed = popcount(singles(hand, COUNT, NONE))
    packed |= popcount(alike(hand, PAIR, FULL)) << _KIND_BITS
    packed |= popcount(alike(hand, TRIPLE, FULL)) << (_KIND_BITS * U64(2))
    if phx or two & (two << _FOUR):
        n = scan_stairs(one, two, phx, NONE, FULL, NONE, COUNT)
        packed |= U64(n) << (_KIND_BITS * U64(3))
    if popcount(hand) >= U64(SHORTEST_RUN):
        if phx or three:
            n = scan_houses(one, two, three, four, phx, FULL, NONE, rules, COUNT)
            packed |= U64(n) << (_KIND_BITS * U64(4))
        ahead = (one | (hand & MAH)) & (one << _FOUR)
        if phx or ahead & (ahead << U64(8)):
            n = scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, COUNT)
            packed |= U64(n) << (_KIND_BITS * U64(5))
    return np.int64(packed)


@helper
def n_of_lead(packed: Any) -> Any:
    """Sum of the counts of `lead_counts`."""
    n = NONE
    for _ in range(STRAIGHT):
        n += packed & _KIND_MASK
        packed >>= np.int64(_KIND_BITS)
    return n


@kernel
def lead_at(hand: Any, packed: Any, k: Any, rules: Any) -> Any:
    """Combo number k of the lead of a hand without bombs, counted by `lead_counts`."""
    keep_apart()
    kind = SINGLE
    while k >= packed & _KIND_MASK:
        k -= packed & _KIND_MASK
        packed >>= np.int64(_KIND_BITS)
        kind += 1
    if kind == SINGLE:
        return single_at(np.int64(index(select(singles(hand, COUNT, NONE), U64(k)))), COUNT)
    if kind <= TRIPLE:
        return alike_at(np.int64(index(select(alike(hand, kind, FULL), U64(k)))), kind)
    one, two, three, four = held(hand)
    phx = hand & PHX
    if kind == STAIRS:
        return scan_stairs(one, two, phx, NONE, FULL, NONE, k)
    if kind == FULL_HOUSE:
        return scan_houses(one, two, three, four, phx, FULL, NONE, rules, k)
    return scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, k)

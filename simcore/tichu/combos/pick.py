"""From a combo to cards: which suits are laid, and which pair fills a full house (TI-58)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, popcount, select
from simcore.jit import U64, kernel
from simcore.rng import below
from simcore.tichu.cards import DOG, DRG, MAH, PHX
from simcore.tichu.combos.shape import (
    BOMB4,
    BOMB_SF,
    FULL_HOUSE,
    HIGHEST,
    NATURALS,
    SINGLE,
    STAIRS,
    STRAIGHT,
    VALID,
    held,
    rank_at,
    unit_of,
    window,
)

_NIBBLE = U64(15)
_FOUR = U64(4)
_ONE_CARD = np.int64(1)
_TWO_OF_FOUR = U64(0xCA9653)
"""The six ways to take two of four, a nibble each."""


@kernel
def _taken(hand: Any, rank: Any, count: Any, streams: Any, row: Any, drawing: Any) -> Any:
    """`count` cards of one rank, uniform over their suits, or the lowest suits."""
    shift = U64(4 * (rank - 1))
    cards = (hand >> shift) & _NIBBLE
    n = np.int64(popcount(cards))
    if n == count:
        return cards << shift
    if count == 1:
        k = below(streams, row, U64(n)) if drawing else ZERO
        return select(cards, k) << shift
    if n == count + 1:
        # one of them stays behind: the highest where nothing is drawn
        k = below(streams, row, U64(n)) if drawing else U64(n - 1)
        return (cards ^ select(cards, k)) << shift
    k = below(streams, row, U64(6)) if drawing else ZERO
    return ((_TWO_OF_FOUR >> (k * _FOUR)) & _NIBBLE) << shift


@kernel
def _pair_rank(
    hand: Any, triple: Any, wild: Any, w: Any, rules: Any, streams: Any, row: Any, drawing: Any
) -> Any:
    """Rank of the pair of a full house: uniform over the ranks that do, or the lowest."""
    if wild != 0 and wild != triple:
        return wild
    two, four = held(hand)[1], held(hand)[3]
    own = unit_of(triple)
    pairs = two & ~own
    if wild != 0:
        if rules["phoenix_declaration"] == HIGHEST:
            pairs &= own - ONE
        if rules["fullhouse_same_rank"] == VALID:
            pairs |= four & own
    if w and w != triple:
        pairs &= unit_of(w)
    k = below(streams, row, popcount(pairs)) if drawing else ZERO
    return rank_at(select(pairs, k))


@kernel
def _straight(hand: Any, ranks: Any, is_wild: Any, streams: Any, row: Any, drawing: Any) -> Any:
    """One card of each rank of a unit mask; never a flush, which would be a bomb (TI-12)."""
    while True:
        cards = spare = ZERO
        common = ZERO if ranks & MAH else _NIBBLE
        rest = ranks
        while rest:
            shift = index(rest)
            rest &= rest - ONE
            here = (hand >> shift) & (_NIBBLE if shift else ONE)
            n = popcount(here)
            card = select(here, below(streams, row, n) if drawing else ZERO)
            common &= card
            cards |= card << shift
            if n > ONE:
                spare = shift
        if is_wild or common == ZERO:
            return cards
        if not drawing:
            # the lowest cards are a flush: the next suit in the highest rank that has one
            here = (hand >> spare) & _NIBBLE
            return (cards & ~(_NIBBLE << spare)) | lowest(here & (here - ONE)) << spare


@kernel
def cards_of(
    hand: Any, combo: Any, w: Any, rules: Any, streams: Any, row: Any, drawing: Any
) -> Any:
    """Cards of a combo that `scan` found in the hand.

    Parameters
    ----------
    hand : uint64
    combo : int64
    w : int64
        Wished rank that the cards must hold, or 0.
    rules : records.RULES
    streams, row
        Stream to draw from.
    drawing : bool
        True: uniform over pairs of a full house, then over suits.  False: the lowest; nothing
        is drawn.

    Returns
    -------
    uint64
    """
    kind, length = combo & 15, (combo >> 4) & 15
    value, rank, wild = (combo >> 8) & 255, (combo >> 9) & 127, combo >> 16
    if kind == SINGLE:
        if value & 1:
            return PHX
        if rank == 0:
            return DOG
        if rank == 1:
            return MAH
        if rank > 14:
            return DRG
        return _taken(hand, rank, _ONE_CARD, streams, row, drawing)
    cards = PHX if wild else ZERO
    if kind == STRAIGHT:
        ranks = window(rank, length)
        if wild:
            ranks ^= unit_of(wild)
        return cards | _straight(hand, ranks, wild != 0, streams, row, drawing)
    if kind == BOMB_SF:
        natural = hand & NATURALS
        suited = natural
        for _ in range(length - 1):
            suited = natural & (suited << _FOUR)
        suited &= _NIBBLE << U64(4 * (rank - 1))
        top = select(suited, below(streams, row, popcount(suited)) if drawing else ZERO)
        for _ in range(length):
            cards |= top
            top >>= _FOUR
        return cards
    if kind == BOMB4:
        return _NIBBLE << U64(4 * (rank - 1))
    if kind == STAIRS:
        for r in range(rank - (length >> 1) + 1, rank + 1):
            cards |= _taken(hand, r, 1 if r == wild else 2, streams, row, drawing)
        return cards
    if kind == FULL_HOUSE:
        pair = _pair_rank(hand, rank, wild, w, rules, streams, row, drawing)
        if pair == rank:
            return cards | _NIBBLE << U64(4 * (rank - 1))
        n = 2 if wild == rank else 3
        cards |= _taken(hand, rank, n, streams, row, drawing)
        return cards | _taken(hand, pair, 1 if wild == pair else 2, streams, row, drawing)
    return cards | _taken(hand, rank, length - 1 if wild else length, streams, row, drawing)

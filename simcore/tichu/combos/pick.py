"""From a combo to cards: which suits are laid, and which pair fills a full house (TI-58)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.streams import draw, stay_call
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

DRAW, LOWEST = np.int64(-1), np.int64(-2)
LUCK = 12
"""A draw below LUCK chooses evenly among 1, 2, 3, 4 or 6 ways."""

_NIBBLE = U64(15)
_FOUR = U64(4)
_ONE_CARD, _SIX = np.int64(1), np.int64(6)
_TWO_OF_FOUR = U64(0xCA9653)
"""The six ways to take two of four, a nibble each."""


@helper
def lucky(n: Any, luck: Any) -> Any:
    """Choose one of n = 1, 2, 3, 4 or 6 ways by a draw below LUCK; int64 to uint64."""
    return U64(luck * n // LUCK)


@helper
def _chosen(n: Any, streams: Any, row: Any, luck: Any) -> Any:
    """One of n ways (int64): by luck already drawn, by a draw, or the first."""
    if n == 1 or luck == LOWEST:
        return ZERO
    return lucky(n, luck) if luck >= 0 else draw(streams, row, U64(n))


@kernel
def _taken(hand: Any, rank: Any, count: Any, streams: Any, row: Any, luck: Any) -> Any:
    """`count` cards of one rank, uniform over their suits, or the lowest suits."""
    shift = U64(4 * (rank - 1))
    cards = (hand >> shift) & _NIBBLE
    n = np.int64(popcount(cards))
    if n == count:
        return cards << shift
    if count == 1:
        return select(cards, _chosen(n, streams, row, luck)) << shift
    if n == count + 1:
        # one of them stays behind: the highest where nothing is drawn
        k = U64(n - 1) - _chosen(n, streams, row, luck)
        return (cards ^ select(cards, k)) << shift
    return ((_TWO_OF_FOUR >> (_chosen(_SIX, streams, row, luck) * _FOUR)) & _NIBBLE) << shift


@helper
def single_card(hand: Any, combo: Any, luck: Any) -> Any:
    """Card of a single; `luck` is a draw below LUCK that chooses the suit."""
    value = (combo >> 8) & 255
    if value & 1 or not 4 <= value <= 28:
        if value & 1:
            return PHX
        if value == 0:
            return DOG
        return MAH if value == 2 else DRG
    shift = U64(2 * value - 4)
    cards = (hand >> shift) & _NIBBLE
    return select(cards, lucky(np.int64(popcount(cards)), luck)) << shift


@kernel
def _pair_rank(
    hand: Any, triple: Any, wild: Any, w: Any, rules: Any, streams: Any, row: Any, luck: Any
) -> Any:
    """Rank of the pair of a full house: uniform over the ranks that do, or the lowest."""
    stay_call()
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
    k = ZERO if luck == LOWEST else draw(streams, row, popcount(pairs))
    return rank_at(select(pairs, k))


@kernel
def _straight(hand: Any, ranks: Any, is_wild: Any, streams: Any, row: Any, luck: Any) -> Any:
    """One card of each rank of a unit mask; never a flush, which would be a bomb (TI-12)."""
    stay_call()
    while True:
        cards = spare = ZERO
        common = ZERO if ranks & MAH else _NIBBLE
        rest = ranks
        while rest:
            shift = index(rest)
            rest &= rest - ONE
            here = (hand >> shift) & (_NIBBLE if shift else ONE)
            n = np.int64(popcount(here))
            card = here
            if n > 1:
                card = select(here, _chosen(n, streams, row, luck))
                spare = shift
                if luck >= 0:
                    luck = DRAW
            common &= card
            cards |= card << shift
        if is_wild or common == ZERO:
            return cards
        if luck == LOWEST:
            # the lowest cards are a flush: the next suit in the highest rank that has one
            here = (hand >> spare) & _NIBBLE
            return (cards & ~(_NIBBLE << spare)) | lowest(here & (here - ONE)) << spare


@kernel
def cards_of(hand: Any, combo: Any, w: Any, rules: Any, streams: Any, row: Any, luck: Any) -> Any:
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
    luck : int64
        LOWEST: the lowest pair of a full house, the lowest suits; nothing is drawn.  DRAW:
        uniform over pairs, then over suits.  Otherwise a draw below LUCK, which serves for the
        first suits.

    Returns
    -------
    uint64
    """
    stay_call()
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
        return _taken(hand, rank, _ONE_CARD, streams, row, luck)
    cards = PHX if wild else ZERO
    if kind == STRAIGHT:
        ranks = window(rank, length)
        if wild:
            ranks ^= unit_of(wild)
        return cards | _straight(hand, ranks, wild != 0, streams, row, luck)
    if kind == BOMB_SF:
        natural = hand & NATURALS
        suited = natural
        for _ in range(length - 1):
            suited = natural & (suited << _FOUR)
        suited &= _NIBBLE << U64(4 * (rank - 1))
        top = select(suited, _chosen(np.int64(popcount(suited)), streams, row, luck))
        for _ in range(length):
            cards |= top
            top >>= _FOUR
        return cards
    if kind == BOMB4:
        return _NIBBLE << U64(4 * (rank - 1))
    if kind == STAIRS:
        for r in range(rank - (length >> 1) + 1, rank + 1):
            cards |= _taken(hand, r, 1 if r == wild else 2, streams, row, luck)
            if luck >= 0:
                luck = DRAW
        return cards
    if kind == FULL_HOUSE:
        pair = _pair_rank(hand, rank, wild, w, rules, streams, row, luck)
        if pair == rank:
            return cards | _NIBBLE << U64(4 * (rank - 1))
        n = 2 if wild == rank else 3
        cards |= _taken(hand, rank, n, streams, row, luck)
        luck = DRAW if luck >= 0 else luck
        return cards | _taken(hand, pair, 1 if wild == pair else 2, streams, row, luck)
    return cards | _taken(hand, rank, length - 1 if wild else length, streams, row, luck)

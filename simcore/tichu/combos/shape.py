"""What a set of cards is, and what beats what (TI-12 to TI-24, TI-38 to TI-44).

A classified set is one integer, the combo::

    bits 0..3   kind: 1 single, 2 pair, 3 triple, 4 stairs, 5 full house, 6 straight,
                7 bomb4, 8 bomb_sf
    bits 4..7   length: number of cards
    bits 8..15  value: twice the rank, so that the half steps of a lone Phoenix are integers
                (Dog 0, Mah Jong 2, led Phoenix 3, 2 = 4, ..., A = 28, Dragon 30)
    bits 16..19 rank that the Phoenix stands for inside a combination, 0 without it

Zero is a pass, and on the table it means that somebody leads.  Two combos of equal kind and
length agree in their low byte, and then the greater value wins.

A *unit mask* has one bit a rank, bit 4 * (rank - 1): the lowest bit of the rank's nibble.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ONE, ZERO, index, popcount, top_index
from simcore.jit import U64, helper, kernel
from simcore.tichu.cards import DOG, DRG, HAND, MAH, PHX, SUIT
from simcore.tichu.rules import Declaration, SameRank

PASS = 0
SINGLE, PAIR, TRIPLE, STAIRS, FULL_HOUSE, STRAIGHT, BOMB4, BOMB_SF = range(1, 9)
KINDS = (
    "pass", "single", "pair", "triple", "stairs", "full_house", "straight", "bomb4", "bomb_sf",
)  # fmt: skip
"""Name of each kind number."""

NATURALS = U64(0x00FFFFFFFFFFFFF0)
"""The 52 cards of ranks 2..A."""
UNITS = SUIT
"""Unit bits of ranks 2..A."""
RUN_UNITS = UNITS | MAH
"""Unit bits of ranks 1..A."""
ACE = 14
SHORTEST_RUN = 5
VALUE_DRAGON, VALUE_LED_PHOENIX = 30, 3
SAME_SHAPE = 0xFF
SINGLE_CARD = SINGLE | 1 << 4
HIGHEST = int(Declaration.HIGHEST)
VALID = int(SameRank.VALID)

NONE = np.int64(0)
"""No rank, no combo: typed, since a bare 0 would compile a callee once more for the literal."""

_PAIR_BITS = U64(0x5555555555555555)
_NIBBLE_BITS = U64(0x3333333333333333)
_THREE, _SIXTY = U64(3), U64(60)


@kernel
def combo_of(kind: Any, length: Any, value: Any, phoenix: Any) -> Any:
    """Pack a combo; all arguments and the result are int64."""
    return kind | length << 4 | value << 8 | phoenix << 16


@kernel
def kind_of(combo: Any) -> Any:
    """Kind 1..8, 0 for a pass."""
    return combo & 15


@kernel
def length_of(combo: Any) -> Any:
    """Number of cards."""
    return (combo >> 4) & 15


@kernel
def value_of(combo: Any) -> Any:
    """Twice the rank: 0 (Dog) .. 30 (Dragon)."""
    return (combo >> 8) & 255


@kernel
def rank_of(combo: Any) -> Any:
    """Rank, rounded down where a lone Phoenix lies half a step above it."""
    return (combo >> 9) & 127


@kernel
def phoenix_of(combo: Any) -> Any:
    """Rank that the Phoenix stands for inside a combination, 0 without it."""
    return combo >> 16


@helper
def unit_of(rank: Any) -> Any:
    """Unit bit of rank 1..14."""
    return ONE << U64(4 * (rank - 1))


@helper
def rank_at(unit: Any) -> Any:
    """Rank 1..14 of the lowest card of a mask without Dog, Phoenix and Dragon, as int64."""
    return np.int64(index(unit) >> U64(2)) + 1


@helper
def above(rank: Any) -> Any:
    """Mask of all bits of ranks greater than `rank` (0..15)."""
    return FULL << U64(4 * rank)


@helper
def spread(cards: Any) -> Any:
    """Unit mask of the ranks 2..A that occur."""
    cards |= cards >> ONE
    return (cards | (cards >> U64(2))) & UNITS


@helper
def held(cards: Any) -> Any:
    """Unit masks of the ranks 2..A held at least once, twice, three times, and four times."""
    cards &= NATURALS
    counts = cards - ((cards >> ONE) & _PAIR_BITS)
    counts = (counts & _NIBBLE_BITS) + ((counts >> U64(2)) & _NIBBLE_BITS)
    half, quarter = counts >> ONE, counts >> U64(2)
    return (
        (counts | half | quarter) & UNITS,
        (half | quarter) & UNITS,
        ((counts & half) | quarter) & UNITS,
        quarter & UNITS,
    )


@helper
def window(top: Any, size: Any) -> Any:
    """Unit mask of the `size` ranks up to `top`; they lie within 1..14."""
    return (RUN_UNITS & ~(FULL << U64(4 * size))) << U64(4 * (top - size))


@kernel
def single_of(card: Any, top: Any) -> Any:
    """Combo of one card laid on `top`, which settles the worth of a Phoenix (TI-38 to TI-40)."""
    if card == PHX:
        value = (top >> 8) & 255
        if top & SAME_SHAPE != SINGLE_CARD or value == 0 or value == VALUE_DRAGON:
            return SINGLE_CARD | VALUE_LED_PHOENIX << 8
        return SINGLE_CARD | (value + 1) << 8
    if card == DOG:
        return SINGLE_CARD
    if card == DRG:
        return SINGLE_CARD | VALUE_DRAGON << 8
    return SINGLE_CARD | rank_at(card) << 9


@kernel
def _is_one_suit(cards: Any) -> Any:
    """Whether natural cards all have one suit."""
    suit = SUIT << (index(cards) & _THREE)
    return cards & ~suit == ZERO


@kernel
def _classify_natural(cards: Any, n: Any, distinct: Any, is_run: Any, high: Any) -> Any:
    """Combo of two or more cards without Dog, Dragon and Phoenix; 0 where they are no play."""
    one, two, three, four = held(cards)
    if distinct == n:
        if n < SHORTEST_RUN or not is_run:
            return 0
        kind = STRAIGHT
        if not cards & MAH and _is_one_suit(cards):
            kind = BOMB_SF
        return kind | n << 4 | high << 9
    if cards & MAH:
        return 0
    if distinct == 1:
        kind = BOMB4 if n == 4 else n  # a pair's number is 2, a triple's 3
        return kind | n << 4 | high << 9
    if n == 5 and distinct == 2:
        if four:
            return 0
        return FULL_HOUSE | 5 << 4 | rank_at(three) << 9
    if is_run and two == one and not three:
        return STAIRS | n << 4 | high << 9
    return 0


@kernel
def _classify_phoenix(
    cards: Any, n: Any, distinct: Any, is_run: Any, high: Any, declared: Any, rules: Any
) -> Any:
    """Combo of the Phoenix with one or more cards, at the declared rank (0: the highest)."""
    one, two, three, four = held(cards)
    runs = one | (cards & MAH)
    if distinct == n - 1 and n >= SHORTEST_RUN:
        low = rank_at(runs)
        wild = 0
        if is_run:
            if high < ACE and (declared == 0 or declared == high + 1):
                wild = high + 1
            elif low > 2 and (high == ACE or rules["phoenix_declaration"] != HIGHEST):
                wild = low - 1
        elif high - low + 1 == n:
            wild = rank_at(window(high, n) & ~runs)
        if wild == 0 or (declared != 0 and declared != wild):
            return 0
        return STRAIGHT | n << 4 | max(high, wild) << 9 | wild << 16
    if cards & MAH:
        return 0
    if distinct == 1:
        if (n == 5 and rules["fullhouse_same_rank"] != VALID) or n == 4:
            return 0
        if declared != 0 and declared != high:
            return 0
        kind = FULL_HOUSE if n == 5 else n
        return kind | n << 4 | high << 9 | high << 16
    if n == 5 and distinct == 2 and not four:
        if three:
            triple, wild = rank_at(three), rank_at(one & ~two)
        else:
            triple = high
            if declared != 0 and declared != high and rules["phoenix_declaration"] != HIGHEST:
                triple = rank_at(two)
            wild = triple
        if declared != 0 and declared != wild:
            return 0
        return FULL_HOUSE | 5 << 4 | triple << 9 | wild << 16
    alone = one & ~two
    if is_run and popcount(alone) == ONE and not three:
        wild = rank_at(alone)
        if declared != 0 and declared != wild:
            return 0
        return STAIRS | n << 4 | high << 9 | wild << 16
    return 0


@kernel
def classify(cards: Any, declared: Any, top: Any, rules: Any) -> Any:
    """Combo of a set of cards (TI-12 to TI-21, TI-38 to TI-44).

    Parameters
    ----------
    cards : uint64
    declared : int64
        Rank that the Phoenix is said to stand for, 0 where nothing is said; then the highest
        reading counts (TI-21).
    top : int64
        Combo on the table (0: none), which settles the worth of a lone Phoenix.
    rules : records.RULES

    Returns
    -------
    int64
        0 where the cards form no play, or not with that declaration.
    """
    n = np.int64(popcount(cards))
    if n == 0 or n > HAND or (cards & (DOG | DRG) and n > 1):
        return 0
    if n == 1:
        return 0 if declared != 0 else single_of(cards, top)
    runs = spread(cards & NATURALS) | (cards & MAH)
    distinct = np.int64(popcount(runs))
    high = np.int64(top_index(runs) >> U64(2)) + 1
    is_run = high - rank_at(runs) + 1 == distinct
    if cards & PHX:
        return _classify_phoenix(cards & ~PHX, n, distinct, is_run, high, declared, rules)
    return 0 if declared != 0 else _classify_natural(cards, n, distinct, is_run, high)


@kernel
def beats(reply: Any, top: Any) -> Any:
    """Whether one combo beats another (TI-22 to TI-24); the Dog beats nothing (TI-35).

    `top` is not a Dog: nothing can be laid on it (TI-36), so the engine never leaves it there.
    """
    kind = reply & 15
    if kind >= BOMB4:
        if top & 15 < BOMB4:
            return True
        # more cards first, then the higher rank: length is the greater digit
        return ((reply & 0xF0) << 8 | (reply >> 8 & 255)) > ((top & 0xF0) << 8 | (top >> 8 & 255))
    return reply & SAME_SHAPE == top & SAME_SHAPE and (reply >> 8 & 255) > (top >> 8 & 255)

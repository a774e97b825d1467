"""Singles, pairs and triples of a hand as menus: one bit for each combo, in their fixed order."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO
from simcore.jit import U64, helper
from simcore.tichu.cards import DRG, MAH, PHX
from simcore.tichu.combos.shape import (
    NATURALS,
    NONE,
    PAIR,
    SINGLE,
    SINGLE_CARD,
    VALUE_DRAGON,
    VALUE_LED_PHOENIX,
    above,
    held,
    spread,
    unit_of,
)

_FIRST_RANK_BIT = 4
_DRAGON_UP = U64(53)  # from bit 3 of the hand to bit 56 of a menu


@helper
def singles(hand: Any, value: Any, w: Any) -> Any:
    """Menu of singles above `value` (-1: all): Dog, Mah Jong, Phoenix, then a bit a rank, Dragon.

    Laid on a single the Phoenix is half a step above it, so it is the lowest that beats it.
    """
    if value == VALUE_DRAGON:
        return ZERO
    menu = spread(hand & NATURALS) | (hand & PHX) | ((hand & DRG) << _DRAGON_UP)
    if value >= 0:
        menu &= above(value >> 1) | PHX
    else:
        menu |= ((hand >> ONE) & ONE) | ((hand & MAH) << ONE)
    if w:
        menu &= unit_of(w)
    return menu


@helper
def single_at(bit: Any, value: Any) -> Any:
    """Combo of bit number `bit` of a menu of singles."""
    if bit < _FIRST_RANK_BIT:
        # a byte each for the Dog, the Mah Jong and the Phoenix
        phoenix = value + 1 if value >= 0 else VALUE_LED_PHOENIX
        return SINGLE_CARD | ((2 << 8 | phoenix << 16) >> 8 * bit & 255) << 8
    return SINGLE_CARD | ((bit >> 2) + 1) << 9  # the Dragon stands where rank 15 would


@helper
def alike(hand: Any, kind: Any, over: Any) -> Any:
    """Menu of pairs or triples of the ranks in `over`.

    Bit 0 of a rank's nibble: natural; bit 1: with the Phoenix.
    """
    _, two, three, _ = held(hand)
    fewer = two
    if kind == PAIR:
        fewer, three = spread(hand & NATURALS), two
    return (three | (fewer << ONE if hand & PHX else ZERO)) & over


@helper
def alike_at(bit: Any, kind: Any) -> Any:
    """Combo of bit number `bit` of a menu of pairs or triples."""
    rank = (bit >> 2) + 1
    return kind | kind << 4 | rank << 9 | (rank << 16 if bit & 1 else 0)


@helper
def simple_menu(hand: Any, top: Any) -> Any:
    """Menu of combos that beat a single, pair or triple, bombs and wishes apart."""
    if top & 15 == SINGLE:
        return singles(hand, (top >> 8) & 255, NONE)
    return alike(hand, top & 15, above(top >> 9 & 127))


@helper
def simple_at(bit: Any, top: Any) -> Any:
    """Combo of bit number `bit` of a `simple_menu`; all int64."""
    if top & 15 == SINGLE:
        return single_at(bit, (top >> 8) & 255)
    return alike_at(bit, top & 15)

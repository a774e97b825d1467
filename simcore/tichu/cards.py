"""The Tichu deck as one word.

Bit layout, one nibble a rank, so that straights are runs with stride 4::

    bits 55..52  51..48  ...  7..4    3    2    1    0
         A       K            2      Drg  Phx  Dog  Mah
         t p s j t p s j      t p s j

The Mah Jong sits at the bottom of the rank column (rank 1, TI-32); the other specials fill its
nibble.  Ranks are 2..14 (ace high only, TI-3), suits j, s, p, t = 0..3.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from simcore.bits import mask_of, positions
from simcore.cards import RANKS, read
from simcore.jit import U64
from simcore.options import are
from simcore.status import KaipaiError

SUITS = "jspt"
SEATS = 4
HAND = 14
FIRST = 8
"""Cards seen before the Grand Tichu answer (TI-5, TI-6)."""

NAMES = ("Mah", "Dog", "Phx", "Drg", *(rank + suit for rank in RANKS for suit in SUITS))
"""Token of each bit number."""
NUMBER = {name: number for number, name in enumerate(NAMES)}
N_CARDS = len(NAMES)

DECK = U64((1 << N_CARDS) - 1)
DECK_WORDS = np.array([DECK], dtype=np.uint64)
MAH, DOG, PHX, DRG = U64(1), U64(2), U64(4), U64(8)
SPECIALS = U64(15)
SUIT = U64(0x0011111111111110)
"""Suit j of every rank; shift left by the suit's number for the others."""


def pack(numbers: Iterable[int]) -> np.uint64:
    """Mask of card numbers."""
    return mask_of(numbers)


def unpack(mask: int) -> list[str]:
    """Tokens of a mask, lowest card first."""
    return [NAMES[number] for number in positions(mask)]


def read_hand(text: str) -> np.uint64:
    """Read cards of one hand; more than a hand holds are refused.

    Raises
    ------
    KaipaiError
        A token is wrong, a card stands twice, or there are more than 14.
    """
    numbers = read(text, NUMBER)
    if len(numbers) > HAND:
        raise KaipaiError(f"a Tichu hand has {HAND} cards, {are(len(numbers), 'cards')} given")
    return pack(numbers)

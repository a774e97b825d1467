"""Sheng Ji cards: 54 types in copy planes.

Bit ``13 * suit + rank - 2`` is a plain card (suits S, H, D, C = 0..3, ranks 2..14), bit 52 the
black and bit 53 the red joker.  A hand of D packs is D words, its *copy planes*: bit i of plane
k is set when the hand holds at least k + 1 copies of type i.  So pairs are plane 1, and the
dealt words (copy c of each type in word c) become planes by sorting each bit column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from simcore.cards import RANKS, SUITS, read
from simcore.jit import U64
from simcore.options import are
from simcore.shengji.rules import PACK
from simcore.status import KaipaiError

NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "BJ", "RJ")
"""Token of each type."""
NUMBER = {name: number for number, name in enumerate(NAMES)}
BJ, RJ = 52, 53
PACK_WORD = U64((1 << PACK) - 1)
MAX_SEATS = 6
MAX_DECKS = 4


def deck_words(decks: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Words of the whole stock: one a pack."""
    return np.full(decks, PACK_WORD, dtype=np.uint64)


def pack(types: Iterable[int], decks: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Copy planes of a list of types; each type at most `decks` times."""
    planes = [0] * decks
    for kind in types:
        plane = next(k for k in range(decks) if not planes[k] >> kind & 1)
        planes[plane] |= 1 << kind
    return np.array(planes, dtype=np.uint64)


def unpack(planes: Sequence[int]) -> list[str]:
    """Tokens of copy planes, by type, copies side by side."""
    return [NAMES[kind] for kind in range(PACK) for plane in planes if int(plane) >> kind & 1]


def read_hand(text: str, decks: int, size: int) -> list[int]:
    """Read the types of cards of one hand.

    Raises
    ------
    KaipaiError
        A token is wrong, there are more copies than packs, or more than `size` cards.
    """
    types = read(text, NUMBER, decks)
    if len(types) > size:
        raise KaipaiError(f"this hand has {size} cards, {are(len(types), 'cards')} given")
    return types

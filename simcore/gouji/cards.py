"""The Gou Ji deck as four words of 216 cards.

Words 0..2 hold the ranks 3..A as twelve 16-bit lanes, four lanes a word; word 3 the wilds::

    word 0   lanes 3 4 5 6        a lane:  15..12  11..8  7..4  3..0
    word 1   lanes 7 8 9 T                 clubs   dia.   hea.  spades   (four packs each)
    word 2   lanes J Q K A
    word 3   bits 0..15 twos (a lane), 16..19 black jokers, 20..23 red jokers

So a count is the popcount of a lane, and two threes of a suit are a nibble with two bits (GJ-14).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from simcore.bits import positions
from simcore.cards import SUITS, CardError, read, tokens
from simcore.jit import U64
from simcore.options import are
from simcore.status import KaipaiError

SEATS = 6
HAND = 36
WORDS = 4
PACKS = 4
N_CARDS = 216
NATURALS = "3456789TJQKA"
"""Natural ranks from the lowest (GJ-2); index 0..11."""
RANK_NAMES = (*NATURALS, "2", "BJ", "RJ")
"""Tokens of play, from the lowest."""

TWOS = U64(0xFFFF)
BLACKS = U64(0xF) << U64(16)
REDS = U64(0xF) << U64(20)
WILDS = TWOS | BLACKS | REDS
LANE = U64(0xFFFF)
DECK_WORDS = np.array([2**64 - 1, 2**64 - 1, 2**64 - 1, int(WILDS)], dtype=np.uint64)


def _name(number: int) -> str:
    word, bit = divmod(number, 64)
    if word == 3 and bit >= 16:
        return "BJ" if bit < 20 else "RJ"
    rank = "2" if word == 3 else NATURALS[4 * word + bit // 16]
    return rank + SUITS[bit % 16 // 4]


NAMES = tuple(_name(number) for number in range(N_CARDS))
"""Token of card number ``64 * word + bit``; the four packs' copies share a token."""
FIRST_COPY = {name: NAMES.index(name) for name in dict.fromkeys(NAMES)}
"""Number of the first copy of each token; copies are consecutive."""


def pack(numbers: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Words of card numbers."""
    words = [0] * WORDS
    for number in numbers:
        words[number // 64] |= 1 << number % 64
    return np.array(words, dtype=np.uint64)


def unpack(words: Iterable[int]) -> list[str]:
    """Tokens of four words, lowest card number first."""
    return [NAMES[64 * w + bit] for w, word in enumerate(words) for bit in positions(word)]


def read_hand(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Read cards of one hand; a rank alone (``2``) stands for any of its copies not yet named.

    Raises
    ------
    KaipaiError
        A token is wrong, there are more of it than the deck has, or more than 36 cards.
    """
    tokens_known = {name: k for k, name in enumerate((*FIRST_COPY, *NATURALS, "2"))}
    names = list(tokens_known)
    copies = {name: 16 if name in NATURALS or name == "2" else PACKS for name in names}
    written = [names[k] for k in read(text, tokens_known, copies)]
    if len(written) > HAND:
        raise KaipaiError(f"a Gou Ji hand has {HAND} cards, {are(len(written), 'cards')} given")
    free = set(range(N_CARDS))
    # Cards with a suit come first, so that a rank alone never takes a copy that is named.
    for name in sorted(written, key=lambda name: name not in FIRST_COPY):
        # A rank alone goes through the suits in turn: copy by copy, not suit by suit.
        alike = [
            n for n in free if NAMES[n] == name or (name not in FIRST_COPY and NAMES[n][0] == name)
        ]
        if not alike:
            start, last = [
                token for token in tokens(text) if token[1].upper().replace("10", "T")[0] == name
            ][-1]
            raise CardError(text, start, last, f"the deck has {name} only 16 times")
        free.remove(min(alike, key=lambda n: (n % PACKS, n)))
    return pack(set(range(N_CARDS)) - free)

"""Hands as counts and combinations as one integer, since suits do not matter in play (GJ-21).

A hand in play is two int64::

    naturals   twelve 5-bit fields, rank 3 lowest: the field at bit 5q counts rank index q, 0..16
    wilds      three bytes: twos, black jokers, red jokers

A combination is one int64 of bytes ``n, twos, blacks, reds, rank`` from the lowest, so that its
upper three count bytes are a `wilds` word.  Rank index 12 stands for all-wild (n = 0, GJ-23);
zero is no combination: a pass.  A five-bit field at most 16 leaves room for a comparison of all
twelve ranks in one addition (`at_least`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.gouji.cards import NATURALS
from simcore.jit import U64, kernel

LANE_BITS = 5
LANE = 31
RANKS = len(NATURALS)
ALL_WILD = RANKS
"""Rank index of a combination without natural cards."""
UNITS = sum(1 << LANE_BITS * q for q in range(RANKS))
"""One in each field."""
TOPS = UNITS << 4
"""Highest bit of each field."""
EVEN_LANES = sum(LANE << 2 * LANE_BITS * i for i in range(RANKS // 2))
TENS = sum(1 << 2 * LANE_BITS * i for i in range(RANKS // 2))
"""Times a word of six 10-bit fields, their sum stands in the highest field."""
COPIES = 16
WILD_MASK = 0xFFFFFF
NO_COMBO = 0

_LOW_BYTES = U64(0x00FF00FF00FF00FF)
_ODD_BITS = U64(0x5555555555555555)
_PAIR_BITS = U64(0x3333333333333333)
_NIBBLES = U64(0x0F0F0F0F0F0F0F0F)
_FIELD = U64(LANE)


@kernel
def make_combo(n: Any, rank: Any, twos: Any, blacks: Any, reds: Any) -> Any:
    """Pack a combination; `rank` is `ALL_WILD` where `n` is 0."""
    return n | (twos << 8) | (blacks << 16) | (reds << 24) | (rank << 32)


@kernel
def combo_n(combo: Any) -> Any:
    """Natural cards of a combination."""
    return combo & 255


@kernel
def combo_twos(combo: Any) -> Any:
    """Twos of a combination."""
    return (combo >> 8) & 255


@kernel
def combo_blacks(combo: Any) -> Any:
    """Black jokers of a combination."""
    return (combo >> 16) & 255


@kernel
def combo_reds(combo: Any) -> Any:
    """Red jokers of a combination."""
    return (combo >> 24) & 255


@kernel
def combo_rank(combo: Any) -> Any:
    """Rank index of a combination, `ALL_WILD` without natural cards."""
    return combo >> 32


@kernel
def combo_wilds(combo: Any) -> Any:
    """Wild cards of a combination as a `wilds` word."""
    return (combo >> 8) & WILD_MASK


@kernel
def combo_size(combo: Any) -> Any:
    """Cards of a combination."""
    return (combo & 255) + ((combo >> 8) & 255) + ((combo >> 16) & 255) + ((combo >> 24) & 255)


@kernel
def combo_naturals(combo: Any) -> Any:
    """Natural cards of a combination as a `naturals` word."""
    return (combo & 255) << (LANE_BITS * (combo >> 32))


@kernel
def count_of(naturals: Any, q: Any) -> Any:
    """Cards of rank index q."""
    return (naturals >> (LANE_BITS * q)) & LANE


@kernel
def at_least(naturals: Any, least: Any) -> Any:
    """Fields that count `least` (1..16) or more, as their highest bits."""
    return (naturals + (COPIES - least) * UNITS) & TOPS


@kernel
def above(rank: Any) -> Any:
    """Mask of the fields of all ranks above a rank index."""
    return -1 << (LANE_BITS * (rank + 1))


@kernel
def bits_in(mask: Any) -> Any:
    """Set bits of a non-negative int64, as an int64."""
    return np.int64(popcount(U64(mask)))


@kernel
def distinct(naturals: Any) -> Any:
    """Natural ranks held (GJ-47 counts them)."""
    return bits_in(at_least(naturals, 1))


@kernel
def hand_size(naturals: Any, wilds: Any) -> Any:
    """Cards of a hand."""
    pairs = (naturals & EVEN_LANES) + ((naturals >> LANE_BITS) & EVEN_LANES)
    total = ((pairs * TENS) >> 50) & 1023
    return total + (wilds & 255) + ((wilds >> 8) & 255) + (wilds >> 16)


@kernel
def holds(naturals: Any, wilds: Any, combo: Any) -> Any:
    """Whether a hand holds the cards of a combination."""
    fits = combo_n(combo) == 0 or count_of(naturals, combo_rank(combo)) >= combo_n(combo)
    fits = fits and (wilds & 255) >= combo_twos(combo)
    fits = fits and ((wilds >> 8) & 255) >= combo_blacks(combo)
    return fits and (wilds >> 16) >= combo_reds(combo)


@kernel
def whole_hand(naturals: Any, wilds: Any) -> Any:
    """The whole hand as a combination, `NO_COMBO` where it has two natural ranks (GJ-21)."""
    if naturals == 0:
        return 0 if wilds == 0 else (wilds << 8) | (ALL_WILD << 32)
    held = at_least(naturals, 1)
    if held & (held - 1):
        return 0
    rank = bits_in(held - 1) // LANE_BITS
    return count_of(naturals, rank) | (wilds << 8) | (rank << 32)


@kernel
def class_of_card(naturals: Any, wilds: Any, number: Any) -> Any:
    """Class 0..14 (3..A, 2, black, red) of card `number` of a hand, lowest card first."""
    for rank in range(RANKS):
        held = naturals & LANE
        if number < held:
            return rank
        number -= held
        naturals >>= LANE_BITS
    if number < wilds & 255:
        return RANKS
    return RANKS + 1 if number - (wilds & 255) < (wilds >> 8) & 255 else RANKS + 2


@kernel
def _lane_counts(word: Any) -> Any:
    """Four packed 5-bit counts of the four 16-bit lanes of a word."""
    pairs = word - ((word >> U64(1)) & _ODD_BITS)
    nibbles = (pairs & _PAIR_BITS) + ((pairs >> U64(2)) & _PAIR_BITS)
    octets = (nibbles + (nibbles >> U64(4))) & _NIBBLES
    lanes = (octets + (octets >> U64(8))) & _LOW_BYTES
    packed = (lanes & _FIELD) | ((lanes >> U64(11)) & (_FIELD << U64(5)))
    packed |= (lanes >> U64(22)) & (_FIELD << U64(10))
    return np.int64(packed | ((lanes >> U64(33)) & (_FIELD << U64(15))))


@kernel
def counts_of_words(first: Any, second: Any, third: Any, wild: Any) -> Any:
    """Turn the four words of a hand (`simcore.gouji.cards`) into (naturals, wilds)."""
    naturals = _lane_counts(first) | (_lane_counts(second) << 20) | (_lane_counts(third) << 40)
    twos = np.int64(popcount(wild & U64(0xFFFF)))
    blacks = np.int64(popcount(wild & U64(0xF0000)))
    reds = np.int64(popcount(wild & U64(0xF00000)))
    return naturals, twos | (blacks << 8) | (reds << 16)


def read_combo(tokens: Iterable[str]) -> int:
    """Pack rank tokens; `NO_COMBO` where they are none or have two natural ranks (GJ-21).

    Parameters
    ----------
    tokens : iterable of str
        Of ``3..A``, ``2``, ``BJ``, ``RJ``.
    """
    cards = list(tokens)
    naturals = sorted({card for card in cards if card in NATURALS})
    if not cards or len(naturals) > 1:
        return NO_COMBO
    n = sum(card in NATURALS for card in cards)
    rank = NATURALS.index(naturals[0]) if naturals else ALL_WILD
    wilds = [cards.count(token) for token in ("2", "BJ", "RJ")]
    return int(make_combo(n, rank, *wilds))


def counts_of_ranks(tokens: Iterable[str]) -> tuple[int, int]:
    """Turn rank tokens into a hand: (naturals, wilds)."""
    naturals = wilds = 0
    for token in tokens:
        if token in NATURALS:
            naturals += 1 << LANE_BITS * NATURALS.index(token)
        else:
            wilds += 1 << 8 * ("2", "BJ", "RJ").index(token)
    return naturals, wilds


def show_combo(combo: int) -> list[str]:
    """Rank tokens of a combination: naturals, twos, blacks, reds."""
    code = int(combo)
    n, twos, blacks, reds, rank = (code >> shift & 255 for shift in (0, 8, 16, 24, 32))
    natural = NATURALS[rank] if n else ""
    return [natural] * n + ["2"] * twos + ["BJ"] * blacks + ["RJ"] * reds

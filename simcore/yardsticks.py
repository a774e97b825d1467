"""Yardsticks: plain work that every speed is measured against, fixed and never improved.

A speed in nanoseconds says as much about the machine as about the code; the ratio to a yardstick
timed in the same run says something about the code.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, high_product
from simcore.jit import U64, kernel

_GOLDEN = U64(0x9E3779B97F4A7C15)
_MIX_1 = U64(0xBF58476D1CE4E5B9)
_MIX_2 = U64(0x94D049BB133111EB)
_STRIDE = U64(0xD1342543DE82EF95)


@kernel
def fisher_yates(seed: Any, first: Any, n: Any, cards: Any) -> Any:
    """Shuffle `n` decks one after another, last card to first, into the same array.

    One 64-bit splitmix64 word a card, Lemire's multiply with rejection, no masks.

    Parameters
    ----------
    seed, first, n : uint64
    cards : ndarray of uint8, shape (deck,)
        Overwritten.

    Returns
    -------
    uint64
        A checksum, so that no shuffle can be optimised away.
    """
    size = cards.size
    checksum = ZERO
    for i in range(n):
        counter = seed + (first + U64(i)) * _STRIDE
        for card in range(size):
            cards[card] = card
        for last in range(size - 1, 0, -1):
            bound = U64(last + 1)
            while True:
                counter += _GOLDEN
                word = (counter ^ (counter >> U64(30))) * _MIX_1
                word = (word ^ (word >> U64(27))) * _MIX_2
                word ^= word >> U64(31)
                low = word * bound
                if low >= bound or low >= (ZERO - bound) % bound:
                    break
            other = high_product(word, bound)
            kept = cards[last]
            cards[last] = cards[other]
            cards[other] = kept
        checksum ^= U64(cards[0]) + (U64(cards[size - 1]) << ONE)
    return checksum

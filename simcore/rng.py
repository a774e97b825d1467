"""Counter-based random words: a word is a function of (seed, stream, match, round, index).

Threefry2x64-20 of Random123 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC 2011).  Key = (seed, stream); counter = (place, block), where the place packs match
and round.  Nothing is carried from one word to the next, so threads, chunks, machines and the
draws of a policy cannot move a card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, helper, kernel

DEAL, ORDER, CHANCE, ASK = U64(0), U64(1), U64(2), U64(3)
"""Streams: hands; order inside a hand; chance rules; hidden cards of a question."""
POLICY = U64(16)
"""Stream of seat s is POLICY + s."""

ROUND_BITS = U64(20)
MAX_ROUNDS = 1 << 20
MAX_MATCHES = 1 << 43

_PARITY = U64(0x1BD11BDAA9FC1A22)
_W64 = U64(64)

BUFFER_WORDS = 16
"""Words that a stream row holds at a time: 32 draws of 32 bits."""
ROW = 4 + BUFFER_WORDS
"""Length of a stream row: seed, stream, place, next draw, then the buffer."""
_DRAWS_MASK = U64(2 * BUFFER_WORDS - 1)
_LOW32 = U64(0xFFFFFFFF)
_W32 = U64(32)


@helper
def _mix(a: Any, b: Any, c: Any, d: Any, left: Any) -> Any:
    """One round of two blocks (a, b) and (c, d)."""
    right = _W64 - left
    a += b
    c += d
    b = ((b << left) | (b >> right)) ^ a
    d = ((d << left) | (d >> right)) ^ c
    return a, b, c, d


@helper
def threefry_pair(p0: Any, p1: Any, q0: Any, q1: Any, k0: Any, k1: Any) -> Any:
    """Threefry2x64-20 of two counters (p0, p1) and (q0, q1): two words of each.

    A round needs the result of the round before; two counters in step fill the waiting time.
    """
    k2 = _PARITY ^ k0 ^ k1
    a, b, c, d = p0 + k0, p1 + k1, q0 + k0, q1 + k1
    a, b, c, d = _mix(a, b, c, d, U64(16))
    a, b, c, d = _mix(a, b, c, d, U64(42))
    a, b, c, d = _mix(a, b, c, d, U64(12))
    a, b, c, d = _mix(a, b, c, d, U64(31))
    a, b, c, d = a + k1, b + (k2 + U64(1)), c + k1, d + (k2 + U64(1))
    a, b, c, d = _mix(a, b, c, d, U64(16))
    a, b, c, d = _mix(a, b, c, d, U64(32))
    a, b, c, d = _mix(a, b, c, d, U64(24))
    a, b, c, d = _mix(a, b, c, d, U64(21))
    a, b, c, d = a + k2, b + (k0 + U64(2)), c + k2, d + (k0 + U64(2))
    a, b, c, d = _mix(a, b, c, d, U64(16))
    a, b, c, d = _mix(a, b, c, d, U64(42))
    a, b, c, d = _mix(a, b, c, d, U64(12))
    a, b, c, d = _mix(a, b, c, d, U64(31))
    a, b, c, d = a + k0, b + (k1 + U64(3)), c + k0, d + (k1 + U64(3))
    a, b, c, d = _mix(a, b, c, d, U64(16))
    a, b, c, d = _mix(a, b, c, d, U64(32))
    a, b, c, d = _mix(a, b, c, d, U64(24))
    a, b, c, d = _mix(a, b, c, d, U64(21))
    a, b, c, d = a + k1, b + (k2 + U64(4)), c + k1, d + (k2 + U64(4))
    a, b, c, d = _mix(a, b, c, d, U64(16))
    a, b, c, d = _mix(a, b, c, d, U64(42))
    a, b, c, d = _mix(a, b, c, d, U64(12))
    a, b, c, d = _mix(a, b, c, d, U64(31))
    return a + k2, b + (k0 + U64(5)), c + k2, d + (k0 + U64(5))


@helper
def threefry(c0: Any, c1: Any, k0: Any, k1: Any) -> Any:
    """Threefry2x64-20: two words from a two-word counter and a two-word key (all uint64)."""
    a, b, _, _ = threefry_pair(c0, c1, c0, c1, k0, k1)  # the compiler drops the second block
    return a, b


@kernel
def place_of(match: Any, round_: Any) -> Any:
    """Counter word of a round: match 0..2^43 - 1 above, round 0..2^20 - 1 below."""
    return (match << ROUND_BITS) | round_


@kernel
def open_stream(streams: Any, row: Any, seed: Any, stream: Any, place: Any) -> None:
    """Set a row of `streams` to the first draw of a stream.

    Parameters
    ----------
    streams : ndarray of uint64, shape (rows, ROW)
        Overwritten in one row.
    row : int
    seed, stream, place : uint64
    """
    streams[row, 0] = seed
    streams[row, 1] = stream
    streams[row, 2] = place
    streams[row, 3] = ZERO


@kernel
def _refill(streams: Any, row: Any, first: Any) -> None:
    place = streams[row, 2]
    for i in range(0, BUFFER_WORDS // 2, 2):
        block = first + U64(i)
        a, b, c, d = threefry_pair(
            place, block, place, block + ONE, streams[row, 0], streams[row, 1]
        )
        streams[row, 4 + 2 * i] = a
        streams[row, 5 + 2 * i] = b
        streams[row, 6 + 2 * i] = c
        streams[row, 7 + 2 * i] = d


@kernel
def _draw32(streams: Any, row: Any) -> Any:
    """Take the next 32 random bits of a row; draw i of a stream is always the same bits."""
    i = streams[row, 3]
    slot = i & _DRAWS_MASK
    if slot == ZERO:
        _refill(streams, row, i >> U64(2))
    streams[row, 3] = i + ONE
    return (streams[row, 4 + (slot >> ONE)] >> ((slot & ONE) << U64(5))) & _LOW32


@kernel
def below(streams: Any, row: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1 without bias (Lemire's multiply and reject on 32 bits).

    Parameters
    ----------
    streams : ndarray of uint64, shape (rows, ROW)
        See `open_stream`; the row's next draw advances.
    row : int
    n : uint64
        1 .. 2^32 - 1.  With n = 1 nothing is drawn.

    Returns
    -------
    uint64
    """
    if n <= ONE:
        return ZERO
    product = _draw32(streams, row) * n
    low = product & _LOW32
    if low < n:
        floor = ((ONE << _W32) - n) % n
        while low < floor:
            product = _draw32(streams, row) * n
            low = product & _LOW32
    return product >> _W32


@kernel
def bounded(word: Any, n: Any) -> Any:
    """Map a 32-bit word to 0..n-1, or to n where it must be rejected (the rule behind `below`)."""
    product = (word & _LOW32) * n
    low = product & _LOW32
    if low < ((ONE << _W32) - n) % n:
        return n
    return product >> _W32


@kernel
def chance(streams: Any, row: Any, numerator: Any, denominator: Any) -> Any:
    """Return True with probability numerator / denominator, exactly."""
    return below(streams, row, denominator) < numerator


def new_streams(rows: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Room for `rows` streams; each is opened by `open_stream` before use."""
    return np.zeros((rows, ROW), dtype=np.uint64)

"""The random streams of a round as one record.

Kernels pass a record as one pointer; an array would travel as nine words and be counted in and
out of every call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.rng import BUFFER_WORDS, CHANCE, POLICY, ROW, below, open_stream, place_of

NEXT, WORDS = U64(3), U64(4)
"""Places in a row: number of the next draw, first buffered word (see `rng.open_stream`)."""
LAST_DRAW = U64(2 * BUFFER_WORDS - 1)
LOW32 = U64(0xFFFFFFFF)
CHANCE_ROW = 6
"""Row of what the rules leave to chance; rows 0..5 are the seats'."""
STREAMS = np.dtype([("rows", "u8", (CHANCE_ROW + 1, ROW))], align=True)


@kernel
def _draw_anew(streams: Any, row: Any, n: Any) -> Any:
    """`draw` by the shared code, which fills the buffer and rejects words."""
    return np.int64(below(streams["rows"], row, U64(n)))


@kernel
def draw(streams: Any, row: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1 from a row, as an int64; with n = 1 nothing is drawn.

    Parameters
    ----------
    streams : record of STREAMS
    row, n : int64
        n from 1 to 2^32 - 1.
    """
    if n <= 1:
        return 0
    # The same draw as `rng.below` makes, without a call for each.
    rows, at = streams["rows"], U64(row)
    number = rows[at, NEXT]
    slot = number & LAST_DRAW
    product = ((rows[at, WORDS + (slot >> ONE)] >> ((slot & ONE) << U64(5))) & LOW32) * U64(n)
    if slot == ZERO or product & LOW32 < U64(n):  # the buffer is used up, or perhaps to be rejected
        return _draw_anew(streams, row, n)
    rows[at, NEXT] = number + ONE
    return np.int64(product >> U64(32))


@kernel
def open_streams(streams: Any, seed: Any, match: Any, round_: Any) -> None:
    """Open the streams of a round: one a seat, one for chance (all uint64)."""
    place = place_of(match, round_)
    rows = streams["rows"]
    for seat in range(CHANCE_ROW):
        open_stream(rows, seat, seed, POLICY + U64(seat), place)
    open_stream(rows, CHANCE_ROW, seed, CHANCE, place)

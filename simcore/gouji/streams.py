"""The random streams of a round as one record: one a seat, one for chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import U64, kernel
from simcore.rng import CHANCE, POLICY, open_stream, place_of
from simcore.streams import draw as draw_word
from simcore.streams import streams_dtype

CHANCE_ROW = 6
"""Row of what the rules leave to chance; rows 0..5 are the seats'."""
STREAMS = streams_dtype(CHANCE_ROW + 1)


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
    return np.int64(draw_word(streams, row, U64(n)))


@kernel
def open_streams(streams: Any, seed: Any, match: Any, round_: Any) -> None:
    """Open the streams of a round: one a seat, one for chance (all uint64)."""
    place = place_of(match, round_)
    rows = streams["rows"]
    for seat in range(CHANCE_ROW):
        open_stream(rows, seat, seed, POLICY + U64(seat), place)
    open_stream(rows, CHANCE_ROW, seed, CHANCE, place)

"""The random streams of a round as one record: one a seat, one for chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import U64, kernel
from simcore.rng import CHANCE, POLICY, open_stream, place_of
from simcore.streams import streams_dtype

CHANCE_ROW = np.int64(4)
"""Row of what the rules leave to chance; rows 0..3 are the seats'."""
STREAMS = streams_dtype(5)


@kernel
def open_streams(streams: Any, seed: Any, match: Any, round_: Any) -> None:
    """Open the streams of a round: one a seat, one for chance (all uint64)."""
    place = place_of(match, round_)
    rows = streams["rows"]
    for seat in range(CHANCE_ROW):
        open_stream(rows, seat, seed, POLICY + U64(seat), place)
    open_stream(rows, CHANCE_ROW, seed, CHANCE, place)

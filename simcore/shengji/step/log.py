"""The event log: rows of integers that `trace` turns into a transcript.

Columns after the kind of the event::

    COUNT_OFF     shuffler; packed cards
    HAND          seat, cards in this row; ten cards to a column of six bits each, in drawing order
    KITTY         0, cards in this row; likewise, in stock order
    DECLARE       seat, kind, count; cards drawn by all so far
    TURN_UP       0, cards; likewise as HAND
    REDEAL        seat (-1 nobody), a `records.Redeal`
    TRUMP         suit 0..3 or 4, dealer
    BURY          seat; four planes by type
    OVERCALL      seat, kind, count
    CALL          type (-1 nobody), ordinal
    THROW_FAILED  seat; four planes by type
    PLAY          seat; four planes by type
    FRIEND        seat
    TRICK         winner, points
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.jit import kernel
from simcore.shengji.cards import MAX_DECKS
from simcore.shengji.combos.frame import to_types
from simcore.shengji.combos.planes import plane
from simcore.shengji.records import COLUMNS, LOG, MAX_EVENTS
from simcore.streams import stay_call

FIRST = 4
"""First column of cards."""
PACKED = 10
"""Cards in a column."""
IN_ROW = PACKED * (COLUMNS - FIRST)


@kernel
def emit(log: Any, kind: Any, a: Any, b: Any, c: Any) -> None:
    """Append a row without cards; a full log only counts on."""
    stay_call()
    at = log["n"]
    if at < 0:
        return
    log["n"] = at + 1
    if at < MAX_EVENTS:
        row = log["rows"]
        row[at, 0], row[at, 1], row[at, 2], row[at, 3] = kind, a, b, c
        for column in range(FIRST, COLUMNS):
            row[at, column] = 0


@kernel
def emit_cards(log: Any, kind: Any, seat: Any, cards: Any, frame: Any, room: Any) -> None:
    """Append a row with cards of a frame.

    Parameters
    ----------
    log : records.LOG
    kind, seat : int64
    cards : records.CARDS
    frame : records.FRAME
    room : records.CARDS
        Overwritten.
    """
    stay_call()
    if log["n"] < 0:
        return
    emit(log, kind, seat, 0, 0)
    at = log["n"] - 1
    if at < MAX_EVENTS:
        to_types(cards, frame, room)
        for k in range(MAX_DECKS):
            log["rows"][at, FIRST + k] = np.int64(plane(room, k + 1))


@kernel
def emit_list(log: Any, kind: Any, seat: Any, types: Any, row: Any, n: Any) -> None:
    """Append rows with a list of types.

    Parameters
    ----------
    log : records.LOG
    kind, seat : int64
    types : ndarray of uint8, shape (rows, cards)
    row, n : int64
        The first n of this row.
    """
    stay_call()
    if log["n"] < 0:
        return
    start = 0
    while start < n or start == 0:
        size = min(n - start, IN_ROW)
        emit(log, kind, seat, size, 0)
        at = log["n"] - 1
        if at < MAX_EVENTS:
            for i in range(size):
                column, shift = FIRST + i // PACKED, 6 * (i % PACKED)
                log["rows"][at, column] |= np.int64(types[row, start + i]) << shift
        start += IN_ROW


def new_log(is_on: bool) -> npt.NDArray[np.void]:
    """Room for the events of one round; where it is off, nothing will be written."""
    log = np.zeros(1, dtype=LOG)
    log["n"] = 0 if is_on else -1
    return log

"""Stages of a round, and what every part of the step room does to the STATE."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, popcount
from simcore.jit import U64, helper, kernel
from simcore.status import Status
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.rules import TichuTiming

(
    STAY, PREPARE, EXCHANGE, SWAP, LEAD, CALLS, LAID, ACTED, WINDOW, BOMBERS, CLOSE, TURN, THROW,
    PLAY,
) = (np.int64(i) for i in range(14))  # fmt: skip
"""Where `advance` goes on after an answer; STAY: the next question is asked already."""

YES, NO = np.int64(1), np.int64(0)
ALL = np.int64(15)
ILLEGAL, TOO_LONG, CARDS_LOST, POINTS_LOST = (
    np.int64(int(code))
    for code in (Status.ILLEGAL_MOVE, Status.STEP_LIMIT, Status.CARDS_LOST, Status.POINTS_LOST)
)
ANY_TIME, OWN_TURN = int(TichuTiming.ANY_TIME), int(TichuTiming.OWN_TURN_ONLY)


@kernel
def note(log: Any, code: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Write an event down; all int64."""
    stay_call()
    n = log["n"]
    row = log["rows"][n]
    row[0] = code
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    log["n"] = n + 1


@helper
def next_active(view: Any, seat: Any) -> Any:
    """Return the next seat after `seat` that still holds cards, perhaps itself (TI-25)."""
    active = U64(view["active"])
    ring = (active | active << U64(4)) >> U64(seat + 1)
    return (seat + 1 + np.int64(index(ring))) & 3


@helper
def from_queue(state: Any, among: Any) -> Any:
    """Take the first seat of the queue that is in the mask `among`; -1 when there is none."""
    seats = U64(among)
    start = state["actor"] + 1
    queue = U64(state["queue"]) & ((seats | seats << U64(4)) >> U64(start))
    if queue == ZERO:
        return -1
    state["queue"] = np.int64(queue & (queue - ONE))
    return (start + np.int64(index(queue))) & 3


@helper
def ask(view: Any, seat: Any, question: Any) -> None:
    """Put a question to a seat."""
    view["seat"] = seat
    view["ask"] = question


@kernel
def stop(state: Any, status: Any) -> Any:
    """End the round without a score; the runner reports the status."""
    state["record"]["status"] = status
    state["view"]["ask"] = rec.ASK_NOTHING
    return STAY


@helper
def to_turn(state: Any, rules: Any) -> None:
    """Ask the seat on turn, for a Tichu first where it may still call one (TI-8 c)."""
    view = state["view"]
    seat = state["turn"]
    if state["callers"] >> seat & 1:
        view["point"] = rec.POINT_C
        state["queue"] = NO
        state["then"] = PLAY
        ask(view, seat, rec.ASK_TICHU)
    else:
        ask(view, seat, rec.ASK_TURN)


@helper
def passes_to_close(view: Any, seat: Any, rules: Any) -> Any:
    """Passes in succession that close the trick after a play of this seat (TI-27)."""
    active = view["active"]
    others = np.int64(popcount(U64(active & ~(1 << seat))))
    return others + 1 if rules["self_beat"] and active >> seat & 1 else others

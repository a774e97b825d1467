"""From an answer to the next question: calls, bomb windows, turns (TI-8, TI-29, TI-57)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, index, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.streams import draw, stay_call
from simcore.tichu import records as rec
from simcore.tichu.combos.bombs import scan_bombs
from simcore.tichu.combos.runs import COUNT
from simcore.tichu.combos.shape import NONE
from simcore.tichu.rules import BombPriority, BombWindows
from simcore.tichu.step.ending import after_play, end_trick, finish_round
from simcore.tichu.step.laying import lay
from simcore.tichu.step.opening import prepare
from simcore.tichu.step.stages import (
    ACTED,
    ALL,
    ANY_TIME,
    BOMBERS,
    CALLS,
    CLOSE,
    LAID,
    LEAD,
    PLAY,
    STAY,
    THROW,
    TOO_LONG,
    TURN,
    WINDOW,
    YES,
    ask,
    from_queue,
    next_active,
    passes_to_close,
    stop,
    to_turn,
)
from simcore.tichu.streams import CHANCE_ROW

_EACH_ACTION, _EACH_PLAY = int(BombWindows.EACH_ACTION), int(BombWindows.EACH_PLAY_AND_CLOSE)
_IN_TURN = int(BombWindows.IN_TURN_ONLY)
_RANDOM_ORDER = int(BombPriority.RANDOM)


@kernel
def _ready_bombers(state: Any, rules: Any) -> Any:
    """Seats that hold a bomb for the play on top, as a mask (TI-29, TI-31).

    A wish that binds windows too (TI-34f) may leave such a seat without one that it may throw.
    """
    stay_call()
    view = state["view"]
    ready = 0
    for seat in range(4):
        if state["bombers"] >> seat & 1 and (rules["bomb_own_trick"] or seat != view["owner"]):
            own = state["own"][seat]
            if scan_bombs(own["hand"], own["quads"], own["flush"], view["top"], NONE, COUNT) > 0:
                ready |= 1 << seat
    return ready


@helper
def _is_window(view: Any, needed: Any, rules: Any) -> Any:
    """Whether the action just done opens a window (TI-29)."""
    windows = rules["bomb_windows"]
    if windows == _EACH_ACTION:
        return True
    if windows == _IN_TURN:
        return False
    return needed == 0 or (windows == _EACH_PLAY and view["passed"] == 0)


@helper
def next_quietly(state: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """Return the seat on turn after a pass or play that asks nobody anything; -1: not so simple.

    Does what `advance` would do from this stage, for the three actions in four that end nothing:
    nobody is asked for a Tichu or holds a bomb for the play on top, no seat is out by it, and the
    trick goes on.  Each such action takes a card from a hand or a pass from those that close the
    trick, so `advance` comes soon and may count the steps for both.
    """
    view = state["view"]
    callers = state["callers"]
    if (callers & ~state["patient"]) | state["ready"] | state["is_final"] | state["is_over"]:
        return -1
    if stage == LAID:
        if view["left"][U64(seat)] == 0 or view["top"] == 0:
            return -1
        if state["bombers"] and _ready_bombers(state, rules):
            return -1
        state["needed"] = passes_to_close(view, seat, rules)
    elif stage != ACTED or state["needed"] == 0:
        return -1
    follower = next_active(view, seat)
    return -1 if callers >> follower & 1 else follower


@kernel
def _random_bomber(state: Any, streams: Any) -> Any:
    """Take a seat at random out of the queue, here a mask of seats; -1 when it is empty."""
    stay_call()
    queue = U64(state["queue"])
    if queue == ZERO:
        return -1
    seat = select(queue, draw(streams, CHANCE_ROW, popcount(queue)))
    state["queue"] = np.int64(queue ^ seat)
    return np.int64(index(seat))


@helper
def advance(state: Any, stage: Any, rules: Any, log: Any, streams: Any) -> None:
    """Move on from a stage to the next question of the play, or to the end of the round."""
    view, record = state["view"], state["record"]
    timing = rules["small_tichu_timing"]
    if record["plays"] + record["passes"] > rec.MAX_ACTIONS:
        stop(state, TOO_LONG)
        return
    while stage != STAY:
        if stage <= LEAD:
            prepare(state, rules, log)
            return
        if stage == THROW:
            thrown = state["thrown"]
            stage = lay(state, view["seat"], thrown["combo"], thrown["cards"], YES, rules, log)
        if stage == LAID:
            if state["bombers"]:
                state["ready"] = _ready_bombers(state, rules)
            stage = after_play(state, rules, log)
        if stage == ACTED:
            stage = WINDOW
            if state["callers"] & ~state["patient"] and timing == ANY_TIME:
                view["point"] = rec.POINT_E
                state["queue"] = ALL
                state["then"] = WINDOW
                stage = CALLS
        if stage == CALLS:
            seat = from_queue(state, state["callers"] & ~state["patient"])
            if seat >= 0:
                ask(view, seat, rec.ASK_TICHU)
                return
            stage = state["then"]
        if stage == WINDOW:
            stage = CLOSE
            can_bomb = state["ready"] != 0 and view["top"] != 0 and not state["is_final"]
            if can_bomb and _is_window(view, state["needed"], rules):
                is_random = rules["bomb_priority"] == _RANDOM_ORDER
                state["queue"] = state["ready"] if is_random else ALL
                stage = BOMBERS
        if stage == BOMBERS:
            if rules["bomb_priority"] == _RANDOM_ORDER:
                seat = _random_bomber(state, streams)
            else:
                seat = from_queue(state, state["ready"])
            if seat >= 0:
                ask(view, seat, rec.ASK_BOMB)
                return
            stage = CLOSE
        if stage == CLOSE:
            stage = TURN
            if state["is_over"]:
                if view["top"] == 0:
                    finish_round(state, rules)
                    return
                state["needed"] = 0
            if view["top"] != 0 and not (state["is_final"] and not state["is_over"]):
                if state["needed"] > 0:
                    state["turn"] = next_active(view, state["actor"])
                else:
                    stage = end_trick(state, rules, log)
                    if stage == CALLS:
                        continue
        if stage == TURN:
            to_turn(state, rules)
        elif stage == PLAY:
            ask(view, state["turn"], rec.ASK_TURN)
        return

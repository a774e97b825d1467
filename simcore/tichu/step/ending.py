"""Seats going out, tricks and the round coming to their ends (TI-27, TI-28, TI-35 to TI-53)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, index, popcount
from simcore.jit import U64, helper, kernel
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.deals import points_of
from simcore.tichu.rules import DogPartnerOut, FinalTrick, Leave
from simcore.tichu.scoring import is_double_victory, receivers_of, settle
from simcore.tichu.step.stages import (
    ACTED,
    ALL,
    ANY_TIME,
    CALLS,
    CARDS_LOST,
    CLOSE,
    ILLEGAL,
    NO,
    POINTS_LOST,
    STAY,
    TURN,
    ask,
    next_active,
    note,
    passes_to_close,
    stop,
)

_FORBIDDEN = int(Leave.FORBIDDEN)
_AFTER_SELF = int(DogPartnerOut.NEXT_AFTER_SELF)
_COMPLETE = int(FinalTrick.COMPLETE)


@helper
def after_play(state: Any, rules: Any, log: Any) -> Any:
    """Note who is out and see whether the round is over; the next stage (TI-47 to TI-49)."""
    view = state["view"]
    seat = state["actor"]
    stage = ACTED
    if state["is_final"]:
        state["is_over"] = 1
        stage = CLOSE
    elif view["left"][seat] == 0:
        place = view["n_out"]
        view["finish"][place] = seat
        view["n_out"] = place + 1
        view["active"] &= ~(1 << seat)
        if log["n"] >= 0:
            note(log, rec.EVENT_OUT, seat, place + 1, NO, NO)
        if rules["tichu_after_first_out"] == _FORBIDDEN:
            state["callers"] = 0
        if is_double_victory(view):
            state["is_over"] = 1
            stage = CLOSE
        elif place == 2:
            if rules["final_trick"] == _COMPLETE and view["top"] != 0:
                state["is_final"] = 1
                state["turn"] = next_active(view, seat)
            else:
                state["is_over"] = 1
                stage = CLOSE
    if view["top"] == 0:
        _pass_lead(state, seat, rules)
    elif not state["is_over"]:
        state["needed"] = passes_to_close(view, seat, rules)
    return stage


@kernel
def _pass_lead(state: Any, seat: Any, rules: Any) -> None:
    """Hand the lead to the Dog's receiver (TI-36)."""
    view = state["view"]
    if state["is_over"]:
        return
    to = (seat + 2) & 3
    if not view["active"] >> to & 1:
        to = next_active(view, seat if rules["dog_partner_out"] == _AFTER_SELF else to)
    state["turn"] = to
    state["record"]["dog_to"] = to


@kernel
def end_trick(state: Any, rules: Any, log: Any) -> Any:
    """Give the trick away, or ask whom to give the Dragon's to; the next stage (TI-28, TI-45)."""
    view = state["view"]
    receivers = receivers_of(view, state["is_over"], rules)
    state["receivers"] = receivers
    if receivers & (receivers - 1):
        ask(view, view["owner"], rec.ASK_GIFT)
        return STAY
    return _close_trick(state, np.int64(index(U64(receivers))), rules, log)


@kernel
def _close_trick(state: Any, to: Any, rules: Any, log: Any) -> Any:
    """Book the trick, and find the next leader; the next stage."""
    stay_call()
    view, record = state["view"], state["record"]
    owner = view["owner"]
    points = points_of(view["pile"])
    view["points"][to] += points
    record["tricks"] += 1
    if to != owner:
        view["dragon_from"] = owner
        view["dragon_to"] = to
        record["dragon_from"] = owner
        record["dragon_to"] = to
        record["dragon_points"] = points
    if log["n"] >= 0:
        note(log, rec.EVENT_TRICK, owner, to, points, NO)
    if state["is_over"]:
        finish_round(state, rules)
        return STAY
    view["top"] = 0
    view["top_cards"] = ZERO
    view["pile"] = ZERO
    view["owner"] = -1
    view["passed"] = 0
    state["turn"] = owner if view["active"] >> owner & 1 else next_active(view, owner)
    callers = state["callers"] & ~state["patient"]
    if to != owner and callers and rules["small_tichu_timing"] == ANY_TIME:
        # only the gift is an action of its own (TI-8 e)
        state["actor"] = owner
        view["point"] = rec.POINT_E
        state["queue"] = ALL
        state["then"] = TURN
        return CALLS
    return TURN


@kernel
def answer_gift(state: Any, to: Any, rules: Any, log: Any) -> Any:
    """Give the Dragon's trick to an opponent (TI-45)."""
    stay_call()
    if not state["receivers"] >> to & 1:
        return stop(state, ILLEGAL)
    return _close_trick(state, to, rules, log)


@kernel
def finish_round(state: Any, rules: Any) -> None:
    """Score the round and complete its record (TI-48 to TI-53)."""
    stay_call()
    view, record = state["view"], state["record"]
    rest = ZERO
    trick_points = 0
    n_left = np.int64(0)
    for seat in range(4):
        hand = state["own"][seat]["hand"]
        rest |= hand
        n_left += np.int64(popcount(hand))
        record["left"][seat] = popcount(hand)
        record["points"][seat] = view["points"][seat]
        record["place"][seat] = 4
        trick_points += view["points"][seat]
    for place in range(view["n_out"]):
        record["finish"][place] = view["finish"][place]
        record["place"][view["finish"][place]] = place + 1
    last_hand = points_of(rest)
    settle(view, last_hand, rules, record)
    deck = state["deck"]
    is_whole = rest | view["played"] == deck and rest & view["played"] == ZERO
    if not is_whole or n_left != np.int64(popcount(rest)):
        record["status"] = CARDS_LOST
    elif not record["double_victory"] and trick_points + last_hand != points_of(deck):
        record["status"] = POINTS_LOST
    view["ask"] = rec.ASK_NOTHING

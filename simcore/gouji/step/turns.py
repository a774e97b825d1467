"""The play of a round: `advance` takes an answer and goes on to the next question."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.listing import can_beat
from simcore.gouji.combos.packed import combo_reds
from simcore.gouji.records import Ask, Event, Phase
from simcore.gouji.rules import EndgameOrder
from simcore.gouji.step.chain import CHAIN, announce, interrupt, next_of_chain
from simcore.gouji.step.duel import (
    BY_STARTER,
    DUEL,
    RANG,
    WINDOW,
    WORD,
    after_window,
    duel_pass,
    duel_play,
    note_end,
    settle,
    word_play,
)
from simcore.gouji.step.moves import (
    ILLEGAL,
    LEAD,
    OVER,
    REPLY,
    SEAT_ORDER,
    ask,
    can_reply,
    close,
    emit,
    fault,
    first_from,
    mark_pass,
)
from simcore.gouji.step.order import CYCLE, RUNS, candidates, is_alternating, take_slot
from simcore.jit import U64, helper, kernel

VOLUNTEER, TURN = int(Phase.VOLUNTEER), int(Phase.TURN)
ASK_LEAD, ASK_FOLLOW, ASK_DUEL = int(Ask.LEAD), int(Ask.FOLLOW), int(Ask.DUEL)
ASK_WORD, ASK_SHAO, ASK_INTERRUPT = int(Ask.WORD), int(Ask.SHAO), int(Ask.INTERRUPT)
ASK_RANG, ASK_VOLUNTEER, NOTHING = int(Ask.RANG), int(Ask.VOLUNTEER), int(Ask.NOTHING)
RANG_EVENT = int(Event.RANG)
TEAM_CHOICE = int(EndgameOrder.TEAM_CHOICE)


@kernel
def _next_slot(state: Any, due: Any, mode: Any) -> Any:
    """Seat with the next slot of a free order (GJ-58, GJ-59); -1 where its team is asked first."""
    view = state["view"]
    able = candidates(state, due, mode)
    seat = first_from(able, view["last"] + 1)
    if able & (able - 1) == 0:
        take_slot(state, seat)
        return seat
    n = 0
    while able:
        seat = first_from(able, view["last"] + 1)
        state["queue"][n] = seat
        able &= ~(1 << seat)
        n += 1
    state["queued"], state["next"] = n, 0
    state["phase"] = VOLUNTEER
    return -1


@helper
def _reply(state: Any, rules: Any, log: Any) -> Any:
    """Find who replies next in normal rotation; return a question, NOTHING if none came up."""
    view = state["view"]
    due = view["active"] & ~view["passed"] & ~(1 << view["owner"])
    mode = SEAT_ORDER
    if rules["endgame_order"] == TEAM_CHOICE and view["n_out"] >= 2:
        mode = CYCLE if is_alternating(view["active"]) else RUNS
    is_given = state["phase"] == TURN
    state["phase"] = REPLY
    table, last = view["table"], view["last"]
    while due:
        if is_given:
            seat = state["turn"]
            is_given = False
        elif mode == SEAT_ORDER:
            seat = first_from(due, last + 1)
        else:
            seat = _next_slot(state, due, mode)
            if seat < 0:
                return NOTHING
        at = U64(seat)
        # Asked is who has a reply in his hand and is not bound by a Rang Pai.
        if seat != state["bound"] and can_beat(
            state["naturals"][at], state["wilds"][at], table, rules
        ):
            return ask(state, ASK_FOLLOW, seat)
        mark_pass(state, seat, log)
        due &= ~(1 << seat)
        last = seat
    close(state, rules, log)
    return NOTHING


@kernel
def _take_turn(state: Any, seat: Any) -> None:
    """Give a slot of the free order to a seat."""
    take_slot(state, seat)
    if seat != state["queue"][0]:
        state["record"]["volunteers"] += 1
    state["turn"] = seat
    state["phase"] = TURN


@kernel
def _carry_out(state: Any, answer: Any, move: Any, rules: Any, streams: Any, log: Any) -> None:
    """Carry out any answer but a lead, a reply and its pass."""
    view = state["view"]
    asked, seat = view["ask"], view["seat"]
    if asked == ASK_DUEL:
        if answer == 0:
            duel_pass(state, rules, streams, log)
        else:
            duel_play(state, answer, rules, streams, log)
    elif asked == ASK_RANG:
        emit(log, RANG_EVENT, view["asker"], seat, 1 if answer else 0, 0)
        state["record"]["rang_asked"] += 1
        if answer:
            state["record"]["rang_granted"] += 1
            state["bound"] = seat
        view["asker"] = -1
        state["phase"] = REPLY
    elif asked == ASK_WORD:
        word_play(state, answer, rules, log)
    elif asked in (ASK_VOLUNTEER, ASK_SHAO, ASK_INTERRUPT):
        if answer == 0:
            state["next"] += 1
        elif asked == ASK_VOLUNTEER:
            _take_turn(state, seat)
        elif asked == ASK_SHAO:
            announce(state, seat, move, rules, log)
        else:
            interrupt(state, seat, answer, rules, streams, log)
    else:
        fault(state, ILLEGAL)


@kernel
def _go_on(state: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Go on from any phase but normal rotation; return a question, NOTHING if none came up."""
    phase = state["phase"]
    if phase == DUEL:
        if can_reply(state, state["turn"], rules):
            return ask(state, ASK_DUEL, state["turn"])
        duel_pass(state, rules, streams, log)
    elif phase == RANG:
        return ask(state, ASK_RANG, state["turn"])
    elif phase == WORD:
        if combo_reds(state["view"]["table"]):
            note_end(state, BY_STARTER)
            close(state, rules, log)
        elif can_reply(state, state["turn"], rules):
            return ask(state, ASK_WORD, state["turn"])
        else:
            word_play(state, 0, rules, log)
    elif phase == CHAIN:
        next_of_chain(state, rules, log)
    elif state["next"] < state["queued"]:
        asked = ASK_SHAO if phase == WINDOW else ASK_INTERRUPT
        if phase == VOLUNTEER:
            asked = ASK_VOLUNTEER
        return ask(state, asked, state["queue"][state["next"]])
    elif phase == WINDOW:
        after_window(state, log)
    elif phase == VOLUNTEER:
        _take_turn(state, state["queue"][0])
    else:
        state["phase"] = CHAIN
    return NOTHING


@kernel
def advance(state: Any, answer: Any, move: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Carry out the answer to the question in the view, if there is one; go on to the next.

    An answer that the rules do not allow ends the round with the status ILLEGAL_MOVE.

    Parameters
    ----------
    state : record of `records.STATE`
        Changed; its view then holds the question and who is asked.
    answer : int64
        See `records.MOVE`; without a question it does not matter.
    move : record of `records.MOVE`
        Holds the division where Shao Pai is announced.
    rules : record of `records.RULES`
    streams : record of `streams.STREAMS`
        Only the row of the chance rules is drawn from.
    log : record of `records.LOG`

    Returns
    -------
    int64
        A `records.Ask`; NOTHING when the round is over.
    """
    view = state["view"]
    asked, seat = view["ask"], view["seat"]
    if asked == ASK_FOLLOW and answer == 0:
        mark_pass(state, seat, log)
    elif asked == ASK_LEAD or (asked == ASK_FOLLOW and beats(view["table"], answer, rules)):
        settle(state, seat, answer, rules, streams, log)
    elif asked:
        _carry_out(state, answer, move, rules, streams, log)
    view["ask"] = NOTHING
    while True:
        phase = state["phase"]
        if phase in (REPLY, TURN):
            asked = _reply(state, rules, log)
        elif phase == LEAD:
            return ask(state, ASK_LEAD, state["turn"])
        elif phase == OVER:
            return NOTHING
        else:
            asked = _go_on(state, rules, streams, log)
        if asked:
            return asked

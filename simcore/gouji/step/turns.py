"""The two strokes of a round: `advance` to the next question, `apply` an answer."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.listing import can_beat
from simcore.gouji.combos.packed import combo_reds
from simcore.gouji.records import Ask, Event, Phase
from simcore.gouji.rules import EndgameOrder
from simcore.gouji.step.chain import CHAIN, INTERRUPT, announce, interrupt, next_of_chain
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
    REPLY,
    ask,
    close,
    emit,
    fault,
    first_from,
    mark_pass,
)
from simcore.gouji.step.order import CYCLE, RUNS, candidates, is_alternating, take_slot
from simcore.jit import kernel

VOLUNTEER, TURN = int(Phase.VOLUNTEER), int(Phase.TURN)
ASK_LEAD, ASK_FOLLOW, ASK_DUEL = int(Ask.LEAD), int(Ask.FOLLOW), int(Ask.DUEL)
ASK_WORD, ASK_SHAO, ASK_INTERRUPT = int(Ask.WORD), int(Ask.SHAO), int(Ask.INTERRUPT)
ASK_RANG, ASK_VOLUNTEER, NOTHING = int(Ask.RANG), int(Ask.VOLUNTEER), int(Ask.NOTHING)
RANG_EVENT = int(Event.RANG)
TEAM_CHOICE = int(EndgameOrder.TEAM_CHOICE)


@kernel
def _can_answer(state: Any, seat: Any, rules: Any) -> Any:
    return can_beat(
        state["naturals"][seat], state["wilds"][seat], state["view"]["table"], rules
    )  # fmt: skip


@kernel
def _reply(state: Any, rules: Any, log: Any) -> Any:
    """Find who replies next in normal rotation; return a question, NOTHING if none came up."""
    view = state["view"]
    active = view["active"]
    due = active & ~view["passed"] & ~(1 << view["owner"])
    free = rules["endgame_order"] == TEAM_CHOICE and view["n_out"] >= 2
    while due:
        if free:
            mode = CYCLE if is_alternating(active) else RUNS
            able = candidates(state, due, mode)
            seat = first_from(able, view["last"] + 1)
            if able & (able - 1):
                n = 0
                while able:
                    state["queue"][n] = first_from(able, view["last"] + 1)
                    able &= ~(1 << state["queue"][n])
                    n += 1
                state["queued"], state["next"] = n, 0
                state["phase"] = VOLUNTEER
                return NOTHING
            take_slot(state, seat)
        else:
            seat = first_from(due, view["last"] + 1)
        if seat != state["bound"] and _can_answer(state, seat, rules):
            return ask(state, ASK_FOLLOW, seat)
        mark_pass(state, seat, log)
        due &= ~(1 << seat)
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
def advance(state: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Carry on to the next question.

    Parameters
    ----------
    state : record of `records.STATE`
        Changed; its view then holds the question and who is asked.
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
    while True:
        phase = state["phase"]
        asked = NOTHING
        if phase == REPLY:
            asked = _reply(state, rules, log)
        elif phase == LEAD:
            asked = ask(state, ASK_LEAD, state["turn"])
        elif phase == DUEL:
            if _can_answer(state, state["turn"], rules):
                asked = ask(state, ASK_DUEL, state["turn"])
            else:
                duel_pass(state, rules, streams, log)
        elif phase == WINDOW:
            if state["next"] < state["queued"]:
                asked = ask(state, ASK_SHAO, state["queue"][state["next"]])
            else:
                after_window(state, log)
        elif phase == VOLUNTEER:
            if state["next"] < state["queued"]:
                asked = ask(state, ASK_VOLUNTEER, state["queue"][state["next"]])
            else:
                _take_turn(state, state["queue"][0])
        elif phase == TURN:
            state["phase"] = REPLY
            seat = state["turn"]
            if seat != state["bound"] and _can_answer(state, seat, rules):
                asked = ask(state, ASK_FOLLOW, seat)
            else:
                mark_pass(state, seat, log)
        elif phase == RANG:
            asked = ask(state, ASK_RANG, state["turn"])
        elif phase == WORD:
            if combo_reds(view["table"]):
                note_end(state, BY_STARTER)
                close(state, rules, log)
            elif _can_answer(state, state["turn"], rules):
                asked = ask(state, ASK_WORD, state["turn"])
            else:
                word_play(state, 0, rules, log)
        elif phase == CHAIN:
            next_of_chain(state, rules, log)
        elif phase == INTERRUPT:
            if state["next"] < state["queued"]:
                asked = ask(state, ASK_INTERRUPT, state["queue"][state["next"]])
            else:
                state["phase"] = CHAIN
        else:
            view["ask"] = NOTHING
            return NOTHING
        if asked:
            return asked


@kernel
def apply(state: Any, answer: Any, move: Any, rules: Any, streams: Any, log: Any) -> None:
    """Carry out the answer to the question that `advance` returned.

    An answer that the rules do not allow ends the round with the status ILLEGAL_MOVE.

    Parameters
    ----------
    state, rules, streams, log
        As for `advance`.
    answer : int64
        See `records.MOVE`.
    move : record of `records.MOVE`
        Holds the division where Shao Pai is announced.
    """
    view = state["view"]
    asked, seat = view["ask"], view["seat"]
    if asked == ASK_FOLLOW:
        if answer == 0:
            mark_pass(state, seat, log)
        elif beats(view["table"], answer, rules):
            settle(state, seat, answer, rules, streams, log)
        else:
            fault(state, ILLEGAL)
    elif asked == ASK_LEAD:
        settle(state, seat, answer, rules, streams, log)
    elif asked == ASK_DUEL:
        if answer == 0:
            duel_pass(state, rules, streams, log)
        else:
            duel_play(state, answer, rules, streams, log)
    elif asked == ASK_VOLUNTEER:
        if answer:
            _take_turn(state, seat)
        else:
            state["next"] += 1
    elif asked == ASK_SHAO:
        if answer:
            announce(state, seat, move, rules, log)
        else:
            state["next"] += 1
    elif asked == ASK_INTERRUPT:
        if answer:
            interrupt(state, seat, answer, rules, streams, log)
        else:
            state["next"] += 1
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
    else:
        fault(state, ILLEGAL)

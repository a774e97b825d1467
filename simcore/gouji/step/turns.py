"""The play of a round: `advance` takes an answer and goes on to the next question."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
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
    can_reply,
    close,
    emit,
    fault,
    first_from,
    mark_passes,
)
from simcore.gouji.step.order import CYCLE, RUNS, candidates, is_alternating, take_slot
from simcore.jit import helper, kernel

VOLUNTEER, TURN = int(Phase.VOLUNTEER), int(Phase.TURN)
ASK_LEAD, ASK_FOLLOW, ASK_DUEL = int(Ask.LEAD), int(Ask.FOLLOW), int(Ask.DUEL)
ASK_WORD, ASK_SHAO, ASK_INTERRUPT = int(Ask.WORD), int(Ask.SHAO), int(Ask.INTERRUPT)
ASK_RANG, ASK_VOLUNTEER, NOTHING = int(Ask.RANG), int(Ask.VOLUNTEER), int(Ask.NOTHING)
RANG_EVENT = int(Event.RANG)
TEAM_CHOICE = int(EndgameOrder.TEAM_CHOICE)


@kernel
def _may_reply(state: Any, seat: Any, rules: Any) -> Any:
    """Whether a seat has anything to decide: a reply in its hand, and no Rang Pai that binds it."""
    return seat != state["bound"] and can_reply(state, seat, rules)


@helper
def _reply(state: Any, rules: Any, log: Any) -> Any:
    """Find who replies next in normal rotation; return a question, NOTHING if none came up."""
    view = state["view"]
    due = view["active"] & ~view["passed"] & ~(1 << view["owner"])
    if rules["endgame_order"] == TEAM_CHOICE and view["n_out"] >= 2:
        return _free_reply(state, due, rules, log)
    start = view["last"] + 1
    skipped = 0
    while due:
        seat = first_from(due, start)
        if _may_reply(state, seat, rules):
            if skipped:
                mark_passes(state, skipped, log)
            return ask(state, ASK_FOLLOW, seat)
        skipped |= 1 << seat
        due &= ~(1 << seat)
    if skipped:
        mark_passes(state, skipped, log)
    close(state, rules, log)
    return NOTHING


@kernel
def _free_reply(state: Any, due: Any, rules: Any, log: Any) -> Any:
    """`_reply` where the teams choose their order (GJ-58, GJ-59)."""
    view = state["view"]
    mode = CYCLE if is_alternating(view["active"]) else RUNS
    while due:
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
        if _may_reply(state, seat, rules):
            return ask(state, ASK_FOLLOW, seat)
        mark_passes(state, 1 << seat, log)
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


@helper
def _carry_out(state: Any, answer: Any, move: Any, rules: Any, streams: Any, log: Any) -> None:
    """Carry out the answer to the question in the view."""
    view = state["view"]
    asked, seat = view["ask"], view["seat"]
    if asked == ASK_FOLLOW and answer == 0:
        mark_passes(state, 1 << seat, log)
    elif asked in (ASK_FOLLOW, ASK_LEAD):
        if asked == ASK_LEAD or beats(view["table"], answer, rules):
            settle(state, seat, answer, rules, streams, log)
        else:
            fault(state, ILLEGAL)
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
    if view["ask"]:
        _carry_out(state, answer, move, rules, streams, log)
    view["ask"] = NOTHING
    while True:
        phase = state["phase"]
        asked = NOTHING
        if phase == REPLY:
            asked = _reply(state, rules, log)
        elif phase == LEAD:
            asked = ask(state, ASK_LEAD, state["turn"])
        elif phase == DUEL:
            if can_reply(state, state["turn"], rules):
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
            if _may_reply(state, seat, rules):
                asked = ask(state, ASK_FOLLOW, seat)
            else:
                mark_passes(state, 1 << seat, log)
        elif phase == RANG:
            asked = ask(state, ASK_RANG, state["turn"])
        elif phase == WORD:
            if combo_reds(view["table"]):
                note_end(state, BY_STARTER)
                close(state, rules, log)
            elif can_reply(state, state["turn"], rules):
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
            return NOTHING
        if asked:
            return asked

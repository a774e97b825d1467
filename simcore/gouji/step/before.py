"""The two strokes of an opening: `prepare` to a question or deal, `respond` with an answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.gouji.cards import SEATS
from simcore.gouji.combos.beats import triggers
from simcore.gouji.combos.packed import (
    LANE,
    LANE_BITS,
    RANKS,
    counts_of_words,
    distinct,
    hand_size,
    make_combo,
)
from simcore.gouji.records import Ask, Event
from simcore.gouji.step.moves import ILLEGAL, ask, emit, fault, start
from simcore.gouji.step.opening import (
    ALWAYS,
    DEALING,
    DRAWER,
    EARLIEST,
    MOST,
    REVOLT,
    SHOWN,
    THREES,
    declare,
    name_drawer,
    next_threes,
    open_revolt,
    open_threes,
    revolt_due,
    show_threes,
    throw_in,
)
from simcore.gouji.step.tribute import (
    DUTY,
    RETURN,
    SWAP,
    WAIVE,
    give,
    open_duty,
    open_tribute,
    set_duties,
    take_back,
)
from simcore.jit import kernel

NOTHING, DEAL = int(Ask.NOTHING), int(Ask.DEAL)
ASK_DRAWER, ASK_THREES, ASK_REVOLUTION = int(Ask.DRAWER), int(Ask.THREES), int(Ask.REVOLUTION)
ASK_SWAP, ASK_WAIVE, ASK_RETURN = int(Ask.SWAP), int(Ask.WAIVE), int(Ask.RETURN)
DEALT = int(Event.DEAL)


@kernel
def tempo_of(naturals: Any, wilds: Any, rules: Any) -> Any:
    """Distinct ranks less controls: jokers, twos, ranks at their threshold without a wild card."""
    tempo = distinct(naturals) - (wilds & 255) - ((wilds >> 8) & 255) - (wilds >> 16)
    for rank in range(RANKS):
        n = (naturals >> (LANE_BITS * rank)) & LANE
        if n and triggers(make_combo(n, rank, 0, 0, 0), rules):
            tempo -= 1
    return tempo


@kernel
def take_hands(hands: Any, deal: Any, state: Any, drawn: Any, rules: Any, log: Any) -> None:
    """Put a deal into the state, as answer to the question DEAL.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 6, 4)
        Words as in `simcore.gouji.cards`.
    deal : int64
        Which of them.
    state : record of `records.STATE`
    drawn : record of `records.DRAW`
        Holds the order of the draw in the first round of a game.
    """
    out = state["record"]
    for seat in range(SEATS):
        naturals, wilds = counts_of_words(
            hands[deal, seat, 0], hands[deal, seat, 1], hands[deal, seat, 2], hands[deal, seat, 3]
        )
        state["naturals"][seat], state["wilds"][seat] = naturals, wilds
        state["left"][seat] = hand_size(naturals, wilds)
        out["twos"][seat] = wilds & 255
        out["blacks"][seat] = (wilds >> 8) & 255
        out["reds"][seat] = wilds >> 16
        out["tempo"][seat] = tempo_of(naturals, wilds, rules)
    start(state, rules, 0)
    out["deals"] = min(MOST, np.int64(out["deals"]) + 1)
    emit(log, DEALT, state["attempt"], 0, 0, 0)
    state["after"] = 0
    open_threes(state, drawn, rules)


@kernel
def _after_threes(state: Any, rules: Any, log: Any) -> None:
    if state["record"]["threes"] >= 0:
        emit(log, SHOWN, state["record"]["threes"], 0, 0, 0)
    if revolt_due(state, rules, 0):
        open_revolt(state, rules)
    else:
        _to_tribute(state, rules)


@kernel
def _to_tribute(state: Any, rules: Any) -> None:
    if state["match"]["hand"] > 1:
        open_tribute(state, rules)
    else:
        state["duties"] = state["duty"] = 0
        state["phase"] = DUTY


@kernel
def _to_lead(state: Any, rules: Any) -> None:
    out = state["record"]
    out["first_drawer"], out["leader"] = state["first_drawer"], state["leader"]
    start(state, rules, state["leader"])


@kernel
def prepare(state: Any, drawn: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Carry an opening on to its next question.

    Parameters
    ----------
    state : record of `records.STATE`
        From `opening.begin`; changed.
    drawn : record of `records.DRAW`
    rules : record of `records.RULES`
    streams : record of `streams.STREAMS`
        Only the row of the chance rules is drawn from.
    log : record of `records.LOG`

    Returns
    -------
    int64
        A `records.Ask`; DEAL for `take_hands`; NOTHING when the play begins.
    """
    while True:
        phase = state["phase"]
        if phase == THREES:
            seat = next_threes(state, drawn, rules)
            if seat < 0:
                _after_threes(state, rules, log)
            elif rules["three_pair_announce"] == EARLIEST:
                show_threes(state, drawn, seat, rules)
            else:
                return ASK_THREES
        elif phase == REVOLT:
            if state["agreed"] >= rules["revolution_quorum"]:
                throw_in(state, rules, streams, log)
            elif state["next"] < state["queued"]:
                seat = state["queue"][state["next"]]
                if rules["revolution_policy"] != ALWAYS:
                    return ask(state, ASK_REVOLUTION, seat)
                declare(state, seat)
            elif state["after"]:
                _to_lead(state, rules)
            else:
                _to_tribute(state, rules)
        elif phase == DUTY:
            if state["duty"] < state["duties"]:
                open_duty(state, rules, log)
            else:
                state["after"] = 1
                if revolt_due(state, rules, 1):
                    open_revolt(state, rules)
                else:
                    _to_lead(state, rules)
        elif phase == DEALING:
            return DEAL
        elif phase == DRAWER:
            return ask(state, ASK_DRAWER, state["match"]["finish"][5])
        elif phase == SWAP:
            if state["next"] < state["queued"]:
                return ask(state, ASK_SWAP, state["queue"][state["next"]])
            set_duties(state, rules)
        elif phase == WAIVE:
            if state["next"] < 2:
                return ask(state, ASK_WAIVE, state["queue"][state["next"]])
            give(state, rules, log)
        elif phase == RETURN:
            return ask(state, ASK_RETURN, state["view"]["receiver"])
        else:
            return NOTHING


@kernel
def respond(state: Any, answer: Any, move: Any, drawn: Any, rules: Any, log: Any) -> None:
    """Carry out the answer to a question of `prepare`.

    Parameters
    ----------
    state, drawn, rules, log
        As for `prepare`.
    answer : int64
        See `records.MOVE`.
    move : record of `records.MOVE`
        Holds the cards that are returned in tribute.
    """
    phase, seat = state["phase"], state["view"]["seat"]
    if phase == THREES:
        if answer:
            show_threes(state, drawn, seat, rules)
    elif phase == REVOLT:
        if answer:
            declare(state, seat)
        else:
            state["next"] += 1
    elif phase == DRAWER:
        if 0 <= answer < SEATS:
            name_drawer(state, answer, log)
        else:
            fault(state, ILLEGAL)
    elif phase == RETURN:
        take_back(state, move, log)
    else:
        if answer:
            state["agreed"] += 1
        state["next"] += 1

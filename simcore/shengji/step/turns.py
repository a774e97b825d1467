"""The two strokes of a round: `advance` to the next question, `apply` an answer."""

from __future__ import annotations

from typing import Any

from simcore.jit import kernel
from simcore.shengji.records import Ask, Stage
from simcore.shengji.step.draw import DONE, advance_draw, apply_declare, emit_deal, lay_draws
from simcore.shengji.step.exchange import (
    GO_ON,
    ILLEGAL,
    advance_overcall,
    apply_bury,
    apply_friend,
    apply_overcall,
    begin_play,
    settle,
)
from simcore.shengji.step.tricks import apply_follow, apply_lead
from simcore.status import Status

DEALING, DRAWING, OVERCALLS, ASKED, OVER = (int(stage) for stage in Stage)
DECLARE, OVERCALL, BURY, FRIEND, LEAD, PICK, FOLLOW, DEAL, NOTHING = (int(ask) for ask in Ask)
ILLEGAL_MOVE = int(Status.ILLEGAL_MOVE)


@kernel
def start(state: Any, rules: Any, streams: Any, log: Any) -> None:
    """Begin to draw a deal.

    Parameters
    ----------
    state : records.STATE
        `dealt`, `attempt`, `seed`, `place`, and in its view rank, dealer (-1 unknown), first
        drawer, sizes of hand and kitty, `is_first`; where `is_given`, also both orders.
    rules : records.RULES
    streams : records.STREAMS
    log : records.LOG
    """
    lay_draws(state, rules, streams)
    emit_deal(state, rules, streams, log)
    state["stage"] = DRAWING
    state["status"] = 0
    for seat in range(rules["players"]):
        for k in range(4):
            state["own"][seat]["memo"][k] = 0


@kernel
def advance(state: Any, rules: Any, table: Any, streams: Any, log: Any, record: Any) -> Any:
    """Go on to the next question.

    Parameters
    ----------
    state : records.STATE
    rules : records.RULES
    table : records.TABLE
    streams : records.STREAMS
        Only the ORDER rows are drawn from.
    log : records.LOG
    record : records.RECORD
        Of the round.

    Returns
    -------
    int64
        A `records.Ask`, also in the view with the seat that is asked; DEAL asks the engine for
        new cards and `start`, NOTHING means that the round is over.
    """
    view = state["view"]
    ask = view["ask"]
    stage = state["stage"]
    if stage == DRAWING:
        seat = advance_draw(state, rules)
        if seat != DONE:
            view["seat"] = seat
            ask = DECLARE
        else:
            ask = settle(state, rules, table, streams, log, record)
    elif stage == OVERCALLS:
        frame = table["frames"][view["rank"], view["trump"]]
        ask = advance_overcall(state, frame, rules, record)
        if ask == LEAD:
            begin_play(state, frame, rules, record)
    elif stage == OVER:
        ask = NOTHING
    view["ask"] = ask
    return ask


@kernel
def apply(
    state: Any, move: Any, rules: Any, table: Any, frame: Any, log: Any, record: Any, work: Any
) -> Any:
    """Carry out the answer to the question in the view.

    Parameters
    ----------
    state : records.STATE
        After a move that is not allowed the round is over and `status` says so.
    move : records.MOVE
    rules, table, log, record
        As for `advance`.
    frame : records.FRAME
        Of the trump rank and suit in the view; any while trump is not fixed.
    work : records.WORK

    Returns
    -------
    int64
        The `records.Ask` that follows, also in the view; -1 where `advance` finds it.
    """
    view = state["view"]
    ask = view["ask"]
    then = GO_ON
    if ask == FOLLOW:
        then = apply_follow(state, move, frame, rules, log, record, work)
    elif ask == LEAD or ask == PICK:
        then = apply_lead(state, move, ask == PICK, frame, rules, log, record, work)
    elif ask == DECLARE:
        if not apply_declare(state, move, rules, log, record):
            then = ILLEGAL
    elif ask == BURY:
        if not apply_bury(state, move, frame, rules, log, work["room"]):
            then = ILLEGAL
    elif ask == OVERCALL:
        then = apply_overcall(state, move, rules, table, log, record, work["room"])
    else:
        then = ILLEGAL
        if apply_friend(state, move, frame, rules, log):
            begin_play(state, frame, rules, record)
            then = LEAD
    if then == ILLEGAL:
        state["status"] = ILLEGAL_MOVE
        state["stage"] = OVER
        then = NOTHING
    if then >= 0:
        view["ask"] = then
    return then

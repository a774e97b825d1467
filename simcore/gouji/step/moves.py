"""What moves do to a state: laying cards, clearing, passing, asking."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import index
from simcore.gouji.cards import SEATS
from simcore.gouji.combos.listing import can_beat
from simcore.gouji.combos.packed import (
    combo_naturals,
    combo_size,
    combo_wilds,
    holds,
)
from simcore.gouji.records import EVEN, MAX_EVENTS, ODD, Ask, Event, Order, Phase
from simcore.gouji.rules import HandSizes, WindCatcher
from simcore.jit import U64, helper, kernel
from simcore.status import Status

MOST_PLAYS = 215
"""Each play sheds a card, and the Big Loser keeps one."""
ALARM = 10
"""Hand sizes known to all under ``hand_sizes_public=at_10`` (GJ-72)."""

LEAD, REPLY, OVER = int(Phase.LEAD), int(Phase.REPLY), int(Phase.OVER)
SEAT_ORDER, NOTHING = int(Order.SEATS), int(Ask.NOTHING)
AT_10 = int(HandSizes.AT_10)
NEXT_TEAMMATE = int(WindCatcher.NEXT_TEAMMATE)
PASS, CLEAR, WIND, OUT = int(Event.PASS), int(Event.CLEAR), int(Event.WIND), int(Event.OUT)
ILLEGAL, STEP_LIMIT = int(Status.ILLEGAL_MOVE), int(Status.STEP_LIMIT)


@kernel
def emit(log: Any, kind: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Write an event into the log, where one is kept.

    Parameters
    ----------
    log : record of `records.LOG`
    kind : int64
        A `records.Event`.
    a, b, c, d : int64
        Values, as `trace` names them.
    """
    n = log["n"]
    if 0 <= n < MAX_EVENTS:
        row = log["rows"][n]
        row[0], row[1], row[2] = kind, a, b
        row[3], row[4] = c, d
        log["n"] = n + 1


@kernel
def duimen_of(seat: Any) -> Any:
    """Return the seat opposite (GJ-4)."""
    return seat + 3 if seat < 3 else seat - 3


@kernel
def first_from(seats: Any, start: Any) -> Any:
    """First of some seats (bits, not empty) counter-clockwise from seat `start` (0..6)."""
    turned = ((seats | (seats << SEATS)) >> start) & 63
    seat = start + np.int64(index(U64(turned)))
    return seat - SEATS if seat >= SEATS else seat


@kernel
def start(state: Any, rules: Any, leader: Any) -> None:
    """Set up the play of dealt hands.

    Parameters
    ----------
    state : record of `records.STATE`
        ``naturals``, ``wilds``, ``left`` hold the hands; what belongs to the play is overwritten.
    rules : record of `records.RULES`
    leader : int64
    """
    view = state["view"]
    state["leader"] = leader
    deck = deck_wilds = active = 0
    for seat in range(SEATS):
        left = state["left"][seat]
        deck += state["naturals"][seat]
        deck_wilds += state["wilds"][seat]
        active |= (1 if left else 0) << seat
        view["left"][seat] = left
        if rules["hand_sizes_public"] == AT_10 and left > ALARM:
            view["left"][seat] = -1
        view["finish"][seat] = -1
        view["played"][seat] = 0
        view["played_wilds"][seat] = 0
    state["deck"], state["deck_wilds"] = deck, deck_wilds
    view["ask"] = NOTHING
    view["active"] = active
    view["n_out"] = 0
    view["last"] = view["starter"] = view["announcer"] = view["asker"] = -1
    view["form"] = view["chain_left"] = 0
    view["giver"] = view["receiver"] = -1
    view["cards"] = view["got"] = view["got_wilds"] = 0
    state["status"] = 0
    state["kind"] = -1
    state["shown"] = 0
    lead(state, leader)


@kernel
def lead(state: Any, seat: Any) -> None:
    """Clear the table and all pass marks, and let a seat lead (GJ-45)."""
    wipe(state)
    state["view"]["starter"] = -1
    state["turn"] = seat
    state["phase"] = LEAD


@kernel
def wipe(state: Any) -> None:
    """Take the cards off the table and erase all pass marks."""
    view = state["view"]
    view["table"] = 0
    view["owner"] = -1
    view["passed"] = 0
    state["bound"] = -1


@kernel
def rotate(state: Any) -> None:
    """Go on in normal rotation, from the right of the last actor; a free order begins anew."""
    state["view"]["starter"] = -1
    state["order"] = SEAT_ORDER
    state["phase"] = REPLY


@kernel
def ask(state: Any, what: Any, seat: Any) -> Any:
    """Put a question into the view and return it."""
    view = state["view"]
    view["ask"] = what
    view["seat"] = seat
    at = U64(seat)
    state["own"], state["own_wilds"] = state["naturals"][at], state["wilds"][at]
    return what


@kernel
def fault(state: Any, status: Any) -> None:
    """End the round with a bad status."""
    state["status"] = status
    state["phase"] = OVER


@helper
def lay_here(state: Any, seat: Any, combo: Any, rules: Any, log: Any) -> Any:
    """Move a combination from a hand to the table.

    Returns
    -------
    bool
        Whether the round goes on (GJ-60); False also after a broken invariant.
    """
    at = U64(seat)  # unsigned: no test for places counted from the end
    naturals, wilds = state["naturals"][at], state["wilds"][at]
    if combo <= 0 or not holds(naturals, wilds, combo):
        fault(state, ILLEGAL)
        return False
    out = state["record"]
    plays = np.int64(out["plays"]) + 1
    out["plays"] = plays
    out["seat_plays"][at] += 1
    if plays > MOST_PLAYS:
        fault(state, STEP_LIMIT)
        return False
    view = state["view"]
    natural = combo_naturals(combo)
    state["naturals"][at] = naturals - natural
    state["wilds"][at] = wilds - combo_wilds(combo)
    view["played"][at] += natural
    view["played_wilds"][at] += combo_wilds(combo)
    left = state["left"][at] - combo_size(combo)
    state["left"][at] = left
    view["left"][at] = left if left <= ALARM or rules["hand_sizes_public"] != AT_10 else -1
    view["table"] = combo
    view["owner"] = view["last"] = seat
    view["passed"] &= ~(1 << seat)
    if left:
        return True
    view["active"] &= ~(1 << seat)
    view["finish"][view["n_out"]] = seat
    view["n_out"] += 1
    emit(log, OUT, seat, view["n_out"], 0, 0)
    active = view["active"]
    over = active & (active - 1) == 0
    if rules["stop_when_team_out"] and (active & EVEN == 0 or active & ODD == 0):
        over = True
    if over:
        state["phase"] = OVER
    return not over


@kernel
def lay(state: Any, seat: Any, combo: Any, rules: Any, log: Any) -> Any:
    """`lay_here`, as a call: for plays that are rare."""
    return lay_here(state, seat, combo, rules, log)


@helper
def can_reply(state: Any, seat: Any, rules: Any) -> Any:
    """Whether a seat holds anything that beats the table."""
    at = U64(seat)
    return can_beat(state["naturals"][at], state["wilds"][at], state["view"]["table"], rules)


@kernel
def mark_pass(state: Any, seat: Any, log: Any) -> None:
    """Let a seat pass in normal rotation (GJ-44)."""
    view = state["view"]
    view["passed"] |= 1 << seat
    view["last"] = seat
    state["record"]["passes"] += 1
    if state["bound"] == seat:
        state["bound"] = -1
    emit(log, PASS, seat, 0, 0, 0)


@kernel
def close(state: Any, rules: Any, log: Any) -> None:
    """Nobody beats the table: its owner leads, or the wind is caught (GJ-45, GJ-56)."""
    view = state["view"]
    seat, active = view["owner"], view["active"]
    if (active >> seat) & 1:
        emit(log, CLEAR, seat, 0, 0, 0)
    else:
        mates = active & (ODD if seat & 1 else EVEN)
        if rules["wind_catcher"] != NEXT_TEAMMATE or mates == 0:
            mates = active
        seat = first_from(mates, seat + 1)
        state["record"]["wind"] += 1
        state["record"]["wind_by"][seat] += 1
        emit(log, WIND, seat, 0, 0, 0)
    lead(state, seat)

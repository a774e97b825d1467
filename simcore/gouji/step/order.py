"""Who acts next in normal rotation, with the free order of the endgame (GJ-58, GJ-59)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.records import EVEN, ODD, Order
from simcore.gouji.step.moves import first_from
from simcore.jit import kernel

RUNS, CYCLE = int(Order.RUNS), int(Order.CYCLE)


def _alternates(active: int) -> bool:
    teams = [seat & 1 for seat in range(6) if active >> seat & 1]
    return teams in ([0, 1, 0, 1], [1, 0, 1, 0])


ALTERNATING = sum(1 << active for active in range(63) if _alternates(active))
"""Bit a is set where the seats a, as bits, are four and sit alternately."""


@kernel
def is_alternating(active: Any) -> Any:
    """Whether four players are left, each between two opponents (GJ-59)."""
    return (ALTERNATING >> active) & 1 == 1


@kernel
def due_run(due: Any, start: Any) -> Any:
    """First seats of those due, counter-clockwise from `start`, as far as they share a team."""
    seat = first_from(due, start)
    team = ODD if seat & 1 else EVEN
    run = 0
    for _ in range(6):
        if due == 0:
            break
        seat = first_from(due, start)
        if (team >> seat) & 1 == 0:
            break
        run |= 1 << seat
        due &= ~(1 << seat)
    return run


@kernel
def candidates(state: Any, due: Any, mode: Any) -> Any:
    """Seats of which the team to act may choose one, as bits.

    Parameters
    ----------
    state : record of `records.STATE`
        Run or cycle are brought up to the slot that is due.
    due : int64
        Seats that still have a reply, as bits; not empty.
    mode : int64
        RUNS or CYCLE.
    """
    view = state["view"]
    if state["order"] != mode:
        state["order"] = mode
        state["run"] = state["cycle"] = 0
        state["slot_team"] = -1
    start = view["last"] + 1
    if mode == RUNS:
        run = state["run"] & due
        if run == 0:
            run = due_run(due, start)
        state["run"] = run
        return run
    team = state["slot_team"]
    cycle = state["cycle"]
    if team < 0:
        team = first_from(due, start) & 1
    able = 0
    while able == 0:
        if cycle == 0:
            cycle = view["active"]
        mine = cycle & (ODD if team else EVEN)
        able = mine & due
        if able == 0:
            # The slot lapses: a player who has passed uses it up, before the owner does.
            lapsed = mine & view["passed"]
            if lapsed == 0:
                lapsed = mine
            cycle &= ~(lapsed & -lapsed)
            team = 1 - team
    state["cycle"], state["slot_team"] = cycle, team
    return able


@kernel
def take_slot(state: Any, seat: Any) -> None:
    """Note that a seat takes the opportunity that is due in a free order."""
    if state["order"] == RUNS:
        state["run"] &= ~(1 << seat)
    elif state["order"] == CYCLE:
        state["cycle"] &= ~(1 << seat)
        state["slot_team"] = 1 - state["slot_team"]

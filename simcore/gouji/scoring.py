"""A finished round: places, points, what carries over (GJ-60 to GJ-63, GJ-71)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.cards import SEATS
from simcore.gouji.records import EVEN, ODD, Phase
from simcore.jit import kernel
from simcore.status import Status

CARDS_LOST, POINTS_LOST = int(Status.CARDS_LOST), int(Status.POINTS_LOST)
OVER = int(Phase.OVER)


@kernel
def complete_finish(state: Any) -> None:
    """Rank those who still hold cards behind the others, the fewer the better, then by seat.

    That is the Big Loser alone, or a team that is left over under ``stop_when_team_out`` (GJ-60).
    """
    view = state["view"]
    active = view["active"]
    place = view["n_out"]
    while active:
        best = -1
        for seat in range(SEATS):
            if (active >> seat) & 1 and (best < 0 or state["left"][seat] < state["left"][best]):
                best = seat
        view["finish"][place] = best
        active &= ~(1 << best)
        place += 1


@kernel
def is_sweep(finish: Any) -> Any:
    """Whether one team took the first three places (GJ-62)."""
    return finish[0] & 1 == finish[1] & 1 and finish[0] & 1 == finish[2] & 1


@kernel
def score_round(finish: Any, rules: Any, points: Any) -> None:
    """Put the points of even and odd team into `points` (GJ-61, GJ-62).

    Parameters
    ----------
    finish : ndarray of int64, shape (6,)
        Seats in finishing order.
    rules : record of `records.RULES`
    points : ndarray of int, shape (2,)
        Overwritten.
    """
    factor = rules["sweep_multiplier"] if is_sweep(finish) else 1
    even = odd = 0
    for place in range(SEATS):
        value = factor * rules["finish_points"][place]
        if finish[place] & 1:
            odd += value
        else:
            even += value
    points[0], points[1] = even, odd


@kernel
def check_round(state: Any) -> Any:
    """Status of a finished round: are hands and plays together the cards that were dealt."""
    if state["status"]:
        return state["status"]
    view = state["view"]
    naturals = wilds = cards = 0
    for seat in range(SEATS):
        naturals += state["naturals"][seat] + view["played"][seat]
        wilds += state["wilds"][seat] + view["played_wilds"][seat]
        cards += state["left"][seat]
    if naturals != state["deck"] or wilds != state["deck_wilds"] or state["phase"] != OVER:
        return CARDS_LOST
    places = 0
    for place in range(SEATS):
        places |= 1 << view["finish"][place]
    return 0 if places == EVEN | ODD else POINTS_LOST

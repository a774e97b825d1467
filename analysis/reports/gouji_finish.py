"""Finishing places by seat, by wilds dealt and by tempo; sweeps, wind, Rang Pai.

Tempo is the number of ranks in a dealt hand less its controls: jokers, twos, and ranks at their
Gou Ji threshold.  The worth of a card is the slope of points, or of the place, on how many of it
a hand was dealt, the rest of the hand varying as it does.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, add_figures, column, rows_of, share
from analysis.intervals import standard_deviation
from analysis.reports import Report
from analysis.reports._gouji import COLUMNS, SEATS, jokers, own_points, where, wilds
from analysis.rows import row
from analysis.tally import Tally

POINTS_SD = "points_even_sd"
MOST_WILDS = 9
MOST_JOKERS = 4
TEMPOS = (-2, 11)
"""Beyond these a tempo counts as the limit."""
CARDS: dict[str, tuple[Reader, int]] = {
    "red joker": (column("reds"), 4),
    "black joker": (column("blacks"), 4),
    "two": (column("twos"), 16),
}
"""Reader of a hand's cards, and how many there are in all."""
MEASURES: tuple[tuple[str, str, Reader], ...] = (
    ("place", "place", column("place")),
    ("points_of_team", "points", own_points),
)


def from_leader(records: Records) -> Any:
    """Place in turn order of each seat, counted from the leader, shape (n, 6)."""
    return (np.arange(SEATS) - records["leader"].astype(np.int64)[:, None]) % SEATS


def among(read: Reader, low: int, high: int, k: int) -> Reader:
    """Whether a reader, cut to low..high, gives k."""
    return lambda records: np.clip(read(records), low, high) == k


def slope(value: Reader, held: Reader, total: int) -> tuple[Reader, Reader]:
    """Numerator and denominator of the slope of a value on cards held, within each round.

    The six hands hold `total` such cards, so that 6 x - total is six times the distance from the
    mean, without fractions.
    """

    def off(records: Records) -> Any:
        return SEATS * held(records).astype(np.int64) - total

    return (
        lambda records: SEATS * off(records) * value(records),
        lambda records: off(records) ** 2,
    )


def gap(records: Records) -> Any:
    """Distance between the places of each two Dui Men, shape (n, 3)."""
    place = records["place"].astype(np.int64)
    return np.abs(place[:, :3] - place[:, 3:])


def together(a: int, b: int) -> Reader:
    """Whether two places went to team mates."""

    def read(records: Records) -> Any:
        seats = [np.argmax(records["place"] == place, axis=1) for place in (a, b)]
        return (seats[0] - seats[1]) % 2 == 0

    return read


def slopes() -> list[Figure]:
    """List what a card is worth; the denominators are squares, not units."""
    return [
        Figure(f"{metric}_per_card", unit, *slope(value, held, total), group=name)
        for metric, unit, value in MEASURES
        for name, (held, total) in CARDS.items()
    ]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        Figure("place", "place", _seat(column("place"), seat), group=f"seat {seat}")
        for seat in range(SEATS)
    ]
    steps = {"leader": 0} | {f"leader + {k}": k for k in range(1, SEATS)}
    splits: list[tuple[str, Reader]] = [
        (name, among(from_leader, 0, SEATS, k)) for name, k in steps.items()
    ]
    splits += [(f"wilds {_cut(k, MOST_WILDS)}", among(wilds, 0, MOST_WILDS, k))
               for k in range(MOST_WILDS + 1)]  # fmt: skip
    splits += [(f"jokers {_cut(k, MOST_JOKERS)}", among(jokers, 0, MOST_JOKERS, k))
               for k in range(MOST_JOKERS + 1)]  # fmt: skip
    low, high = TEMPOS
    splits += [(f"tempo {_cut(k, high, low)}", among(column("tempo"), low, high, k))
               for k in range(low, high + 1)]  # fmt: skip
    for metric, unit, value in MEASURES:
        found += [Figure(metric, unit, where(at, value), at, group=name) for name, at in splits]
    found += [
        share("first_place", where(at, lambda r: r["place"] == 1), at, group=name)
        for name, at in splits[:SEATS]
    ]
    return [
        *found,
        share("sweep", column("sweep"), random=0.1),
        share("first_and_sixth_team_mates", together(1, 6), random=0.4),
        share("second_and_fifth_team_mates", together(2, 5), random=0.4),
        share("fifth_and_sixth_team_mates", together(5, 6), random=0.4),
        Figure("duimen_gap", "places", gap, beside={"random": 7 / 3}),
        Figure("wind", "winds", column("wind"), kind="count"),
        Figure("points_of_wind_catcher", "points", _weighted("wind_by"), column("wind_by")),
        Figure("rang_asked", "requests", column("rang_asked"), kind="count"),
        share("rang_granted", column("rang_granted"), column("rang_asked")),
        Figure("volunteers", "acts", column("volunteers"), kind="count"),
        Figure("cards_left", "cards", lambda r: r["cards_left"].astype(int).sum(axis=1)),
    ]  # fmt: skip


def _seat(read: Reader, seat: int) -> Reader:
    return lambda records: read(records)[:, seat]


def _weighted(field: str) -> Reader:
    return lambda records: own_points(records) * records[field]


def _cut(k: int, high: int, low: int = 0) -> str:
    """Name a number that stands for all beyond it at the ends."""
    if k == high:
        return f"{k} or more"
    return f"{k} or fewer" if k == low < 0 else str(k)


def add(tally: Tally, records: Records, rules: Any) -> None:
    """Count what slopes need, and the points of the even team for their standard deviation."""
    add_figures(tally, slopes(), records, records["match"])
    tally.add_histogram(POINTS_SD, records["points"][:, 0])


def more_rows(tally: Tally, level: float, rules: Any) -> list[dict[str, Any]]:
    """Estimate slopes, and the standard deviation of the points of a team in a round."""
    powers = tally.powers(POINTS_SD)
    found = [{**each, "n": SEATS * powers[0]} for each in rows_of(slopes(), tally, level)]
    if powers[0] > 1:
        spread = standard_deviation(*powers, level)
        found.append(row(POINTS_SD, "points", spread, **_spread(rules)))
    return found


def _spread(rules: Any) -> dict[str, float]:
    """Standard deviation where all 20 patterns of the teams' places are alike."""
    points = rules.finish_points
    scores = []
    for places in combinations(range(SEATS), SEATS // 2):
        own = sum(points[place] for place in places)
        swept = places == (0, 1, 2) or places == (3, 4, 5)
        scores.append(own * (rules.sweep_multiplier if swept else 1))
    return {"random": float(np.std(scores))}


REPORT = Report(
    game="gouji", source="matches", figures=figures, main="sweep", columns=COLUMNS, add=add,
    more_rows=more_rows, by_seat=False,
    notes=("random: what it would be if all finishing orders were equally likely",),
)  # fmt: skip

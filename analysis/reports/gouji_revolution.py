"""Revolution: hands dealt (exact beside simulated), redeals, and what declaring is worth.

The worth is taken from the first round of each match in which somebody may declare: played on
(never) against thrown in (always).  Until then both run alike, so that the deals, the totals and
the order of the round before are the same.  The figures are those of the seat that is asked
first and of its team.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, share
from analysis.paired import Variant, Ways, carry, first_of_match
from analysis.reports import Report
from analysis.reports._gouji import (
    COLUMNS,
    SEATS,
    deals_by_seat,
    own_points,
    revolution_exact,
)

NEVER, ALWAYS = "never", "always"
DEALT = ("may_declare", "first_drawer", "leader", "tempo")
"""What is known before anybody declares."""
TEMPOS: dict[str, tuple[int, int]] = {
    "tempo up to 7": (-99, 7),
    "tempo 8 or 9": (8, 9),
    "tempo from 10": (10, 99),
}


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    return [
        share(
            "revolution_hand", column("may_declare"), deals_by_seat, exact=revolution_exact("Q1")
        ),
        share(
            "revolution_somewhere", lambda r: (r["may_declare"] > 0).any(axis=1),
            exact=revolution_exact("Q2"),
        ),
        share("declared", column("declared"), column("may_declare")),
        share(
            "revolution", column("revolutions"), column("deals"),
            exact=revolution_exact("Q2", all_declare=True),
        ),
        Figure(
            "redeals", "deals", column("revolutions"), kind="count",
            exact=revolution_exact("Q4", all_declare=True),
        ),
    ]  # fmt: skip


def asked(records: Records) -> Any:
    """Tell the seat asked first, shape (n, 6)."""
    distance = (np.arange(SEATS) - records["first_drawer"].astype(np.int64)[:, None]) % SEATS
    distance = np.where(records["may_declare"] > 0, distance, SEATS)
    nearest = distance.min(axis=1)
    return (distance == nearest[:, None]) & (nearest < SEATS)[:, None]


def of_asked(value: Reader, among: Reader | None = None) -> tuple[Reader, Reader]:
    """Sum a value of each seat over the seat asked first, and count it."""

    def picked(records: Records) -> Any:
        return asked(records) if among is None else asked(records) & among(records)

    return lambda records: np.where(picked(records), value(records), 0), picked


def leads(records: Records) -> Any:
    """Tell the seat that leads the round, shape (n, 6)."""
    return np.arange(SEATS) == records["leader"][:, None]


def tempo_in(low: int, high: int) -> Reader:
    """Whether each hand's tempo lies between two limits."""
    return lambda records: (records["tempo"] >= low) & (records["tempo"] <= high)


def paired(rules: Any) -> list[Figure]:
    """List the figures of the seat asked first, declaring and playing on."""
    groups: dict[str | None, Reader | None] = {None: None, "leads": leads}
    groups["does not lead"] = lambda records: ~leads(records)
    groups |= {name: tempo_in(*limits) for name, limits in TEMPOS.items()}
    found = [
        Figure("points_of_team", "points", *of_asked(own_points, among), group=name)
        for name, among in groups.items()
    ]
    return [
        *found,
        Figure("place", "place", *of_asked(column("place"))),
        share("first_place", *of_asked(lambda r: r["place"] == 1)),
        share("big_loser", *of_asked(lambda r: r["place"] == SEATS)),
    ]


def variants(rules: Any) -> Ways:
    """Play on with every Revolution hand, or throw every one in."""
    return {
        NEVER: Variant({"revolution": "on", "revolution_policy": "never"}),
        ALWAYS: Variant({"revolution": "on", "revolution_policy": "always"}, base=NEVER),
    }


def align(played: Mapping[str, Records]) -> Mapping[str, Records]:
    """Keep the first round of each match in which somebody may declare."""
    cut = {
        name: first_of_match(records, (records["may_declare"] > 0).any(axis=1))
        for name, records in played.items()
    }
    return carry(cut, NEVER, DEALT)


REPORT = Report(
    game="gouji", source="matches", figures=figures, main="revolution_hand", columns=COLUMNS,
    variants=variants, paired=paired, align=align,
    notes=(
        "never / always: the first round of a match in which a seat may declare, played on and "
        "thrown in; points and place of the seat asked first",
    ),
)  # fmt: skip

"""The main figures of Gou Ji: Revolution, Gou Ji, Shao Pai, sweeps, points."""

from __future__ import annotations

from typing import Any

from analysis.figures import Figure, column, share
from analysis.reports import Report
from analysis.reports._gouji import (
    COLUMNS,
    deals_by_seat,
    lead,
    revolution_exact,
    winner,
)


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    return [
        share(
            "revolution_hand", column("may_declare"), deals_by_seat, exact=revolution_exact("Q1")
        ),
        share(
            "revolution", column("revolutions"), column("deals"),
            exact=revolution_exact("Q2", all_declare=True),
        ),
        Figure("gouji", "duels", column("gouji"), kind="count"),
        Figure("shao_announced", "announcements", column("shao_announced"), kind="count"),
        share("shao_made", column("shao_made"), column("shao_announced")),
        Figure("wind", "winds", column("wind"), kind="count"),
        share("sweep", column("sweep")),
        Figure("liberation", "refusals", column("liberation"), kind="count"),
        Figure("points_even", "points", lambda r: r["points"][:, 0]),
        Figure("plays", "plays", column("plays"), kind="count"),
    ]  # fmt: skip


REPORT = Report(
    game="gouji", source="matches", figures=figures, main="gouji", columns=COLUMNS, lead=lead,
    winner=winner,
)  # fmt: skip

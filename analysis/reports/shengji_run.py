"""The main figures of Sheng Ji: points, kitty, take-overs, throws, levels gained."""

from __future__ import annotations

from typing import Any

from analysis.figures import Figure, column, share
from analysis.reports import Report
from analysis.reports._shengji import (
    COLUMNS,
    gain_declarers,
    gain_opponents,
    lead,
    one,
    winner,
)


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    return [
        Figure("opponent_points", "points", column("opponent_points")),
        Figure("trick_points", "points", column("trick_points")),
        Figure("kitty_points", "points", column("kitty_points")),
        share("takeover", column("swap")),
        share("last_trick_opponents", column("last_opponents")),
        Figure("throws_tried", "throws", lambda r: _sum(r["throws_tried"]), kind="count"),
        Figure("throws_stood", "throws", lambda r: _sum(r["throws_stood"]), kind="count"),
        Figure("gain_declarers", "levels", gain_declarers, kind="count"),
        Figure("gain_opponents", "levels", gain_opponents, kind="count"),
        Figure("tricks", "tricks", column("tricks"), kind="count"),
        Figure("rounds_per_match", "rounds", one, column("match_over"), kind="count"),
    ]


def _sum(by_size: Any) -> Any:
    return by_size.astype(int).sum(axis=1)


REPORT = Report(
    game="shengji", source="matches", figures=figures, main="takeover", columns=COLUMNS,
    by_seat=False, lead=lead, winner=winner,
)  # fmt: skip

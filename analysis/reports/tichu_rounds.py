"""Tichu rounds: double victories, tricks, points, score differences, rounds per match.

Published human figures stand beside ours where there are any.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Records, share
from analysis.reports import Report
from analysis.reports import tichu_run as run
from analysis.reports._tichu import (
    COLUMNS,
    GRAND,
    SMALL,
    called,
    human,
    made,
    matches_ended,
    one,
    own_score,
)


def plain(records: Records) -> Any:
    """Whether card points were counted: no double victory."""
    return records["double_victory"] == 0


def first_out(records: Records) -> Any:
    """Whether each seat was first out."""
    return records["place"] == 1


def leading_seat(records: Records) -> Any:
    """Whether the seat that led the first trick was first out."""
    return records["finish"][:, 0] == records["leader"]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    return [
        share("double_victory", lambda r: r["double_victory"]),
        share("first_out", first_out),
        share("leader_first_out", leading_seat),
        Figure("tricks", "tricks", lambda r: r["tricks"], kind="count"),
        Figure("plays", "plays", lambda r: r["plays"], kind="count"),
        Figure("passes", "passes", lambda r: r["passes"], kind="count"),
        Figure(
            "card_points_lead", "points",
            lambda r: np.abs(np.diff(r["cards"].astype(np.int64), axis=1)[:, 0]) * plain(r), plain,
        ),
        Figure("last_hand", "points", lambda r: r["last_hand"] * plain(r), plain),
        Figure("round_score", "points", own_score),
        Figure(run.DIFFERENCE, "points", run.difference),
        Figure(
            "rounds_per_match", "rounds", one, matches_ended, kind="count",
            beside=human("rounds_per_match"),
        ),
        share("tichu_call", called(SMALL), **human("tichu_call")),
        share("tichu_made", made(SMALL), called(SMALL), **human("tichu_made")),
        share("grand_call", called(GRAND), **human("grand_call")),
        share("grand_made", made(GRAND), called(GRAND), **human("grand_made")),
    ]  # fmt: skip


REPORT = Report(
    game="tichu", source="matches", figures=figures, main="double_victory", columns=COLUMNS,
    add=run.add, more_rows=run.more_rows,
)  # fmt: skip

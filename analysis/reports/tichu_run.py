"""The main figures of Tichu: calls, bombs, tricks, scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Records, share
from analysis.intervals import standard_deviation
from analysis.reports import UNDECIDED, Report
from analysis.reports._tichu import (
    COLUMNS,
    GRAND,
    SMALL,
    called,
    holds_bomb,
    human,
    made,
    matches_ended,
    one,
)
from analysis.rows import row
from analysis.tally import Tally

DIFFERENCE = "score_difference"


def difference(records: Records) -> Any:
    """Round score of seats 0 and 2 minus that of seats 1 and 3."""
    return records["score"][:, 0].astype(np.int64) - records["score"][:, 1]


def winner(records: Records) -> Any:
    """Team that won the match with this round; see `Report.winner`."""
    return np.where(records["last"] == 1, records["winner"], UNDECIDED)


def actions(records: Records) -> Any:
    """Plays and passes of each round."""
    return records["plays"].astype(np.int64) + records["passes"]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    return [
        share("tichu_call", called(SMALL), **human("tichu_call")),
        share("tichu_made", made(SMALL), called(SMALL), **human("tichu_made")),
        share("grand_call", called(GRAND), **human("grand_call")),
        share("grand_made", made(GRAND), called(GRAND), **human("grand_made")),
        share("bomb_after_exchange", holds_bomb, **human("bomb_after_exchange")),
        share("double_victory", lambda r: r["double_victory"]),
        Figure("bombs_played", "bombs", lambda r: r["bombs_by"].sum(axis=1), kind="count"),
        Figure("tricks", "tricks", lambda r: r["tricks"], kind="count"),
        Figure("actions", "actions", actions, kind="count"),
        Figure(DIFFERENCE, "points", difference),
        Figure(
            "rounds_per_match", "rounds", one, matches_ended, kind="count",
            beside=human("rounds_per_match"),
        ),
    ]  # fmt: skip


def add(tally: Tally, records: Records, rules: Any) -> None:
    """Count every score difference, for its standard deviation."""
    tally.add_histogram(DIFFERENCE, difference(records))


def more_rows(tally: Tally, level: float, rules: Any) -> list[dict[str, Any]]:
    """Estimate the standard deviation of the score difference over rounds."""
    powers = tally.powers(DIFFERENCE)
    if powers[0] < 2:
        return []
    return [row(f"{DIFFERENCE}_sd", "points", standard_deviation(*powers, level))]


REPORT = Report(
    game="tichu",
    source="matches",
    figures=figures,
    main="tichu_call",
    columns=COLUMNS,
    add=add,
    more_rows=more_rows,
    lead=difference,
    winner=winner,
)

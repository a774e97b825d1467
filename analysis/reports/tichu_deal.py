"""What dealt Tichu hands hold: bombs, honours, card points; exact beside simulated.

Hands are those before the exchange; the first eight are those of the Grand Tichu answer (TI-6).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analysis.exact import Quantity, quantity
from analysis.figures import Figure, Reader, Records, column, equals, share
from analysis.reports import Report

PHOENIX_OR_DRAGON = 0b1100
MOST_ACES = 4


def exactly(metric: str) -> Callable[[Any], Quantity]:
    """Name the exact figure beside a simulated one."""
    return lambda rules: quantity("tichu", metric)


def bombs(end: str = "") -> Reader:
    """Whether each hand (or first eight, ``end="_8"``) holds a bomb."""

    def read(records: Records) -> Any:
        return (records["fours" + end] > 0) | (records["flushes" + end] > 0)

    return read


def honours(end: str = "") -> Reader:
    """Dragon, Phoenix and aces of each hand."""

    def read(records: Records) -> Any:
        jokers = np.bitwise_count(records["specials" + end] & PHOENIX_OR_DRAGON)
        return jokers.astype(np.int64) + records["aces" + end]

    return read


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        share("four_of_a_kind", lambda r: r["fours"] > 0, exact=exactly("T1")),
        share("straight_flush", lambda r: r["flushes"] > 0, exact=exactly("T3")),
        share("bomb", bombs(), exact=exactly("T5")),
        share("bomb_first_8", bombs("_8"), exact=exactly("T6")),
        share("bomb_somewhere", lambda r: bombs()(r).any(axis=1), exact=exactly("T9")),
        share("both_jokers", lambda r: (r["specials"] & 12) == 12, exact=exactly("T14.hand")),
    ]
    found += [
        share("aces", equals(column("aces"), k), group=k, exact=exactly(f"T17.{k}"))
        for k in range(MOST_ACES + 1)
    ]
    found += [
        share(
            "honours_first_8",
            equals(honours("_8"), k),
            group=k,
            exact=exactly(f"T19.{k}"),
        )
        for k in range(MOST_ACES + 3)
    ]
    return [
        *found,
        Figure("points_first_8", "points", column("points_8"), exact=exactly("T23.8")),
        share("points_negative", lambda r: r["points"] < 0, exact=exactly("T25.negative")),
        share("straight", lambda r: r["run_phoenix"] >= 5, exact=exactly("T27")),
        Figure("longest_run", "cards", column("run_phoenix"), exact=exactly("T28.14")),
    ]


REPORT = Report(game="tichu", source="deals", figures=figures, main="bomb")

"""What dealt Gou Ji hands hold: wilds, jokers, Revolution hands; exact beside simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analysis.exact import Quantity, quantity
from analysis.figures import Figure, Records, column, equals, share
from analysis.reports import Report

MOST_JOKERS = 8
MOST_REDS = 4
MOST_WILDS = 12
"""More wilds are too rare to tell apart: one hand in 20,000."""


def exactly(metric: str) -> Callable[[Any], Quantity]:
    """Name the exact figure beside a simulated one."""
    return lambda rules: quantity("gouji", metric)


def jokers(records: Records) -> Any:
    """Jokers of each hand."""
    return records["reds"].astype(np.int64) + records["blacks"]


def wilds(records: Records) -> Any:
    """Jokers and twos of each hand."""
    return jokers(records) + records["twos"]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        share("revolution_hand", lambda r: wilds(r) == 0, exact=exactly("Q1")),
        share("revolution_somewhere", lambda r: (wilds(r) == 0).any(axis=1), exact=exactly("Q2")),
        share("liberation_hand", lambda r: r["reds"] == MOST_REDS, exact=exactly("Q5")),
        share("no_joker", lambda r: jokers(r) == 0, exact=exactly("Q9.0")),
        Figure("ranks_held", "ranks", column("distinct"), exact=exactly("Q30")),
        share("longest_rank_6", lambda r: r["longest"] >= 6, exact=exactly("Q32.6")),
        share("longest_rank_7", lambda r: r["longest"] >= 7, exact=exactly("Q32.7")),
        share("gouji_set", lambda r: r["sets"] > 0, exact=exactly("Q27")),
        share("two_threes_of_a_suit", lambda r: r["threes"] >= 2, exact=exactly("Q16")),
    ]
    found += [
        share("wilds", equals(wilds, k), group=k, exact=exactly(f"Q13.{k}"))
        for k in range(MOST_WILDS + 1)
    ]
    found += [
        share("jokers", equals(jokers, k), group=k, exact=exactly(f"Q9.{k}"))
        for k in range(MOST_JOKERS + 1)
    ]
    found += [
        share("reds", equals(column("reds"), k), group=k, exact=exactly(f"Q11.{k}"))
        for k in range(MOST_REDS + 1)
    ]
    return found


REPORT = Report(game="gouji", source="deals", figures=figures, main="revolution_hand")

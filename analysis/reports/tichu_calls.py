"""Tichu and Grand Tichu: how often called and made, and what it earns, by honours and bombs.

Honours are Dragon, Phoenix and aces: among the first eight cards for Grand Tichu, after the
exchange for Tichu.  Points are the round score of the caller's team minus that of the other.
"""

from __future__ import annotations

from typing import Any

from analysis.figures import Figure, column, equals, share
from analysis.reports import Report
from analysis.reports._tichu import (
    COLUMNS,
    GRAND,
    SMALL,
    both,
    called,
    holds_bomb,
    honours,
    human,
    made,
    own_score,
    where,
)

MOST_HONOURS = 6
POINTS = ("before_exchange", "after_exchange", "own_turn", "before_bomb", "any_time")
"""Call points a to e of TI-8, codes 1 to 5."""


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    tichu, grand = called(SMALL), called(GRAND)
    found = [
        share("tichu_call", tichu, **human("tichu_call")),
        share("tichu_made", made(SMALL), tichu, **human("tichu_made")),
        Figure("tichu_points", "points", where(tichu, own_score), tichu),
        share("grand_call", grand, **human("grand_call")),
        share("grand_made", made(GRAND), grand, **human("grand_made")),
        Figure("grand_points", "points", where(grand, own_score), grand),
        share(
            "tichu_call_with_bomb", both(tichu, holds_bomb), holds_bomb,
            **human("tichu_call_with_bomb"),
        ),
        share(
            "tichu_made_with_bomb", both(made(SMALL), holds_bomb), both(tichu, holds_bomb),
            **human("tichu_made_with_bomb"),
        ),
    ]  # fmt: skip
    for bet, name, field in ((SMALL, "tichu", "honours"), (GRAND, "grand", "honours_8")):
        for k in range(MOST_HONOURS + 1):
            holding = equals(honours(field), k)
            calls = both(called(bet), holding)
            found += [
                share(f"{name}_call_by_honours", calls, holding, group=k),
                share(f"{name}_made_by_honours", both(made(bet), holding), calls, group=k),
                Figure(
                    f"{name}_points_by_honours", "points", where(calls, own_score), calls, group=k
                ),
            ]
    for code, point in enumerate(POINTS, start=1):
        at = both(tichu, equals(column("point"), code))
        found += [share("tichu_call_at", at, tichu, group=point)]
        found += [share("tichu_made_at", both(made(SMALL), at), at, group=point)]
    return found


REPORT = Report(game="tichu", source="matches", figures=figures, main="tichu_call", columns=COLUMNS)

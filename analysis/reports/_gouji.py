"""What the Gou Ji reports share: readers of round records, and the round before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analysis.exact import Quantity, quantity
from analysis.figures import Labels, Reader, Records
from analysis.groups import numbered
from analysis.reports import UNDECIDED
from simcore.gouji.rules import Choice, RevolutionTiming
from simcore.options import Switch

SEATS = 6
LATE_ROUND = 11

COLUMNS: dict[str, Labels] = {
    "round": lambda records: numbered(records["hand"] + 1, LATE_ROUND),
    "sweep": lambda records: records["sweep"].astype(bool),
}
"""What every Gou Ji report groups by; the rounds of a game past the tenth are one group."""


def own_points(records: Records) -> Any:
    """Points of each seat's team in the round, shape (n, 6)."""
    return np.tile(records["points"].astype(np.int64), (1, SEATS // 2))


def lead(records: Records) -> Any:
    """Points of seats 0, 2 and 4; the other team has the same with the other sign (GJ-63)."""
    return records["points"][:, 0].astype(np.int64)


def winner(records: Records) -> Any:
    """Team that won the match with this round; see `Report.winner`."""
    return np.where(records["match_over"] == 1, records["winner"], UNDECIDED)


def jokers(records: Records) -> Any:
    """Jokers dealt to each seat."""
    return records["reds"].astype(np.int64) + records["blacks"]


def wilds(records: Records) -> Any:
    """Jokers and twos dealt to each seat."""
    return jokers(records) + records["twos"]


def where(condition: Reader, value: Reader) -> Reader:
    """Value where a condition holds, else 0."""
    return lambda records: np.where(condition(records), value(records), 0)


def deals_by_seat(records: Records) -> Any:
    """Deals of the round once a seat, shape (n, 6)."""
    return np.repeat(records["deals"].astype(np.int64)[:, None], SEATS, axis=1)


def revolution_exact(metric: str, all_declare: bool = False) -> Callable[[Any], Quantity | None]:
    """Name an exact figure of dealt hands that may be thrown in.

    Parameters
    ----------
    metric : str
        Row of the exact figures.
    all_declare : bool
        Whether it holds only where one declaration suffices and none is withheld.
    """

    def exact(rules: Any) -> Quantity | None:
        as_dealt = rules.revolution_timing == RevolutionTiming.BEFORE_TRIBUTE
        if rules.revolution != Switch.ON or not as_dealt:
            return None
        if all_declare and (
            rules.revolution_policy != Choice.ALWAYS or rules.revolution_quorum != 1
        ):
            return None
        return quantity("gouji", metric)

    return exact

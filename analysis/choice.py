"""Several options on the same deals: integer sums, estimates, and a verdict.

For each metric the sums and the sums of products of all options are kept, which is all that any
paired difference needs.  The verdict is sequential: each look spends its own share of the error
probability (`intervals.look_level`), split among the rivals of the best option (Bonferroni).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.estimate import Estimate
from analysis.intervals import look_level, mean_t, proportion
from analysis.limits import normal_quantile
from analysis.questions import POINTS, Measure
from analysis.rows import row

TOO_CLOSE = "too_close"
FEWEST = 30
"""Deals without which nothing is decided."""


class Sums:
    """Sums over deals of what each option brought.

    Parameters
    ----------
    metrics : sequence of str
    n_options : int
    """

    def __init__(self, metrics: Sequence[str], n_options: int) -> None:
        self.n = 0
        self.metrics = tuple(metrics)
        self.firsts: dict[str, list[int]] = {metric: [0] * n_options for metric in metrics}
        self.seconds: dict[str, list[list[int]]] = {
            metric: [[0] * n_options for _ in range(n_options)] for metric in metrics
        }

    def add(self, values: dict[str, Any]) -> None:
        """Add some deals.

        Parameters
        ----------
        values : dict of str to ndarray of int64, shape (deals, options)
        """
        for metric, table in values.items():
            firsts, seconds = table.sum(axis=0).tolist(), (table.T @ table).tolist()
            self._add(metric, firsts, seconds)
        self.n += len(next(iter(values.values())))

    def merge(self, other: Sums) -> None:
        """Add the deals of another."""
        for metric in self.metrics:
            self._add(metric, other.firsts[metric], other.seconds[metric])
        self.n += other.n

    def _add(self, metric: str, firsts: list[int], seconds: list[list[int]]) -> None:
        self.firsts[metric] = [a + b for a, b in zip(self.firsts[metric], firsts, strict=True)]
        self.seconds[metric] = [
            [a + b for a, b in zip(mine, more, strict=True)]
            for mine, more in zip(self.seconds[metric], seconds, strict=True)
        ]

    def best(self, metric: str) -> int:
        """Option with the greatest sum; of equal ones the first."""
        sums = self.firsts[metric]
        return sums.index(max(sums))

    def second(self, metric: str) -> int:
        """Best option but for the first."""
        sums, best = self.firsts[metric], self.best(metric)
        return max((k for k in range(len(sums)) if k != best), key=lambda k: (sums[k], -k))

    def mean(self, measure: Measure, k: int, level: float) -> Estimate:
        """Estimate a figure of option k."""
        first = self.firsts[measure.metric][k]
        if measure.kind == "proportion":
            return proportion(first, self.n, level)
        return mean_t(self.n, first, self.seconds[measure.metric][k][k], level)

    def difference(self, metric: str, base: int, k: int, level: float) -> Estimate:
        """Estimate how much more option k brings than option `base` on the same deals."""
        firsts, seconds = self.firsts[metric], self.seconds[metric]
        squares = seconds[k][k] - 2 * seconds[k][base] + seconds[base][base]
        return mean_t(self.n, firsts[k] - firsts[base], squares, level)

    def digest(self) -> str:
        """SHA-256 of all sums."""
        text = json.dumps([self.n, self.firsts, self.seconds], separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """What the deals so far say.

    Attributes
    ----------
    best : int
        Option with the greatest sum.
    is_clear : bool
        Whether it is better than every other at the level.
    rival : int
        The option that is hardest to tell from it.
    needed : int or None
        Deals that would tell them apart if the difference is as it looks; None where none was
        seen.
    """

    best: int
    is_clear: bool
    rival: int
    needed: int | None


def decide(sums: Sums, level: float, look: int | None = None, metric: str = POINTS) -> Verdict:
    """Judge the options by their points, or by another metric.

    Parameters
    ----------
    sums : Sums
        Of two options or more.
    level : float
        Probability that no wrong option is called the best.
    look : int or None
        Which look this is, from 1; None where nobody looks but once.
    metric : str
    """
    best = sums.best(metric)
    rivals = [k for k in range(len(sums.firsts[metric])) if k != best]
    share = (1 - level) / len(rivals)
    this_level = 1 - share if look is None else look_level(1 - share, look)
    if sums.n < FEWEST:
        return Verdict(best, False, rivals[0], None)
    found = {k: sums.difference(metric, k, best, this_level) for k in rivals}
    rival = min(rivals, key=lambda k: _clearness(found[k]))
    nearest = found[rival]
    needed = None
    if nearest.estimate > 0:
        reach = normal_quantile(1 - share) * nearest.se / nearest.estimate
        needed = max(math.ceil(sums.n * reach * reach), FEWEST)
    return Verdict(best, all(each.low > 0 for each in found.values()), rival, needed)


def _clearness(difference: Estimate) -> float:
    """Difference in standard errors; infinite for one that never varied."""
    if difference.se > 0:
        return difference.estimate / difference.se
    return math.inf if difference.estimate > 0 else 0.0


def rows_of(
    sums: Sums, measures: Sequence[Measure], actions: Sequence[str], best: int, level: float,
    decides: str = POINTS,
) -> list[dict[str, Any]]:  # fmt: skip
    """One row a metric and option, the best option first, with its difference to the best.

    Parameters
    ----------
    sums : Sums
    measures : sequence of Measure
    actions : sequence of str
    best : int
        Option that differences are taken to.
    level : float
        Of each interval.
    decides : str
        The metric that orders the options after the best.
    """
    points = sums.firsts[decides]
    order = sorted(range(len(actions)), key=lambda k: (k != best, -points[k]))
    found = []
    for measure in measures:
        for k in order:
            gap = sums.difference(measure.metric, best, k, level)
            found.append(
                row(
                    measure.metric, measure.unit, sums.mean(measure, k, level),
                    action=actions[k], base=actions[best], difference=gap.estimate,
                    difference_low=gap.low, difference_high=gap.high,
                )
            )  # fmt: skip
    return found


def values_of(measures: Sequence[Measure], records: Sequence[Any]) -> dict[str, Any]:
    """Read every metric off the records of all options.

    Parameters
    ----------
    measures : sequence of Measure
    records : sequence of structured ndarray
        One array an option, of the same deals.
    """
    return {
        measure.metric: np.stack(
            [np.asarray(measure.read(each), dtype=np.int64) for each in records], axis=1
        )
        for measure in measures
    }

"""Every exact figure of dealt cards beside its simulated twin, with a verdict.

Each row gets the interval at a level so high that all rows together are wrong with the stated
familywise probability (Bonferroni); a row agrees when its interval holds the exact value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from analysis.estimate import Estimate, undefined
from analysis.exact import Quantity
from analysis.intervals import clopper_pearson, mean_t, variance
from analysis.rows import plain
from analysis.tally import Tally

FAMILYWISE = 0.999
"""Probability that every row of a table agrees when the dealing is right."""
FEWEST_DEALS = 1000
"""With fewer deals the intervals of rare means are too rough to judge by."""


def sampled(quantities: Iterable[Quantity]) -> list[Quantity]:
    """Keep the figures that simulated deals can show."""
    return [quantity for quantity in quantities if quantity.sample is not None]


def count(quantities: Sequence[Quantity], deals: Any, index: Any, tally: Tally) -> None:
    """Add some deals to a tally.

    Parameters
    ----------
    quantities : sequence of Quantity
        With samples.
    deals : ndarray of the game's DEAL records, shape (n,)
    index : ndarray of int64, shape (n,)
        Number of each deal; it picks the seat that "a given hand" means.
    tally : Tally
        Receives a histogram, or for ratios the sums of numerator and denominator.
    """
    for quantity in quantities:
        if quantity.sample is None:
            continue
        values = quantity.sample(deals, index)
        if quantity.per is not None:
            tally.add_pairs(quantity.metric, values, quantity.per(deals, index))
        else:
            tally.add_histogram(quantity.metric, values)


def estimate(quantity: Quantity, tally: Tally, level: float) -> Estimate:
    """Estimate one figure from its counts."""
    if quantity.per is not None:
        return _ratio(quantity, tally, level)
    n, s1, s2, s3, s4 = tally.powers(quantity.metric)
    if n == 0 or (n == 1 and quantity.unit == "variance"):
        return undefined(level)
    if quantity.unit == "probability":
        return clopper_pearson(s1, n, level)
    if quantity.unit == "variance":
        return variance(n, s1, s2, s3, s4, level)
    return mean_t(n, s1, s2, level)


def _ratio(quantity: Quantity, tally: Tally, level: float) -> Estimate:
    from analysis.clusters import ratio_clustered

    sums = tally.sums(quantity.metric)
    return undefined(level) if sums is None else ratio_clustered(*sums.pair(), level=level)


def z_score(exact: Fraction, found: Estimate, quantity: Quantity) -> float | None:
    """Distance of the estimate from the exact value in standard errors.

    A probability's standard error is the one that the exact value implies.  None where no
    standard error is known.
    """
    se = found.se
    if found.n == 0:
        return None
    if quantity.unit == "probability" and quantity.per is None:
        p = float(exact)
        se = math.sqrt(p * (1 - p) / found.n)
    return (found.estimate - float(exact)) / se if se > 0 else None


def rows(
    quantities: Sequence[Quantity],
    tally: Tally,
    familywise: float = FAMILYWISE,
    *,
    level: float | None = None,
    **extra: Any,
) -> list[dict[str, Any]]:
    """Return a row a figure: metric, exact_value, estimate, low, high, n, z, agree.

    `agree` is None where there are too few deals to judge by.

    Parameters
    ----------
    quantities : sequence of Quantity
    tally : Tally
        Filled by `count`, and covering the deals that were counted.
    familywise : float
        Probability that all rows agree when all exact values are right.
    level : float or None
        Of the interval shown; None shows the one that decides.
    **extra
        Further fields of each row.
    """
    enough = tally.matches >= FEWEST_DEALS
    deciding = 1 - (1 - familywise) / max(1, len(quantities))
    found = []
    for quantity in quantities:
        exact = quantity.exact()
        judge = estimate(quantity, tally, deciding)
        guess = judge if level is None else estimate(quantity, tally, level)
        fields = {
            "metric": quantity.metric,
            "text": quantity.text,
            "unit": quantity.unit,
            "exact_value": float(exact),
            "fraction": f"{exact.numerator}/{exact.denominator}",
            "estimate": guess.estimate,
            "low": guess.low,
            "high": guess.high,
            "n": guess.n,
            "level": guess.level,
            "method": guess.method,
            "z": z_score(exact, guess, quantity),
            "agree": bool(judge.low <= float(exact) <= judge.high) if enough else None,
        }
        found.append({key: plain(value) for key, value in (fields | extra).items()})
    return found


def deal_numbers(start: int, stop: int) -> Any:
    """Numbers of consecutive deals."""
    return np.arange(start, stop, dtype=np.int64)

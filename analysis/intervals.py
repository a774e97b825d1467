"""Integer counts and sums -> estimates with intervals that say how they were made.

Every function takes exact integers and turns to floating point once, at the end: a variance that
is a small difference of large sums stays right, and equal tallies give equal figures anywhere.
Sources: Wilson 1927; Clopper and Pearson 1934; see `analysis.clusters` for rounds within matches.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, SupportsIndex

from analysis.clusters import difference_paired, ratio_clustered
from analysis.estimate import Estimate, exact_value, root, t_estimate, undefined
from analysis.limits import (
    FEW,
    checked_alpha,
    checked_counts,
    checked_size,
    exact_limits,
    integer,
    normal_quantile,
    t_quantile,
    wilson_limits,
)

__all__ = [
    "Estimate",
    "clopper_pearson",
    "difference_paired",
    "exact_value",
    "is_precise",
    "look_level",
    "mean_t",
    "proportion",
    "ratio_clustered",
    "standard_deviation",
    "undefined",
    "variance",
    "wilson",
]


def wilson(k: SupportsIndex, n: SupportsIndex, level: float = 0.95) -> Estimate:
    """Wilson score interval of a proportion.

    Parameters
    ----------
    k, n : int
        Successes and independent trials, ``0 <= k <= n``, ``n >= 1``.
    level : float
        Nominal coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        Limits inside [0, 1], never of width 0.

    Raises
    ------
    ValueError
        If ``k``, ``n`` or ``level`` is out of range or not a whole number.
    """
    hits, trials = checked_counts(k, n)
    low, high = wilson_limits(hits, trials - hits, normal_quantile(level))
    return _proportion_estimate(hits, trials, low, high, level, "wilson")


def clopper_pearson(k: SupportsIndex, n: SupportsIndex, level: float = 0.95) -> Estimate:
    """Exact (Clopper-Pearson) interval of a proportion: coverage is never below `level`.

    Parameters
    ----------
    k, n : int
        Successes and independent trials, ``0 <= k <= n``, ``n >= 1``.
    level : float
        Nominal coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        Limits inside [0, 1]; the lower is exactly 0 for ``k = 0``, the upper exactly 1 for
        ``k = n``.

    Raises
    ------
    ValueError
        If ``k``, ``n`` or ``level`` is out of range or not a whole number.
    """
    hits, trials = checked_counts(k, n)
    low, high = exact_limits(hits, trials - hits, checked_alpha(level))
    return _proportion_estimate(hits, trials, low, high, level, "clopper-pearson")


def proportion(
    k: SupportsIndex,
    n: SupportsIndex,
    level: float = 0.95,
    method: Literal["auto", "wilson", "exact"] = "auto",
) -> Estimate:
    """Interval of a proportion of independent trials: Wilson's, or the exact one where it is rare.

    Parameters
    ----------
    k, n : int
        Successes and independent trials.
    level : float
        Nominal coverage, strictly between 0 and 1.
    method : {"auto", "wilson", "exact"}
        ``"auto"`` takes the exact interval when fewer than 10 successes, or failures, were seen.

    Returns
    -------
    Estimate
        The estimate; its `method` names the interval used.

    Raises
    ------
    ValueError
        If an argument is out of range or the method unknown.
    """
    if method not in ("auto", "wilson", "exact"):
        raise ValueError(f"method must be auto, wilson or exact, not {method!r}")
    hits, trials = checked_counts(k, n)
    is_exact = method == "exact" or (method == "auto" and min(hits, trials - hits) < FEW)
    return (clopper_pearson if is_exact else wilson)(hits, trials, level)


def mean_t(
    n: SupportsIndex, total: SupportsIndex, total_sq: SupportsIndex, level: float = 0.95
) -> Estimate:
    """Student's t interval of a mean of independent integers.

    Parameters
    ----------
    n : int
        How many values, at least 1.  One value gives an unbounded interval.
    total, total_sq : int
        Sum of the values and of their squares, exact.
    level : float
        Nominal coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        Mean and limits.  Equal values give ``se = 0`` and a width of 0: use a proportion, or
        ``kind="count"`` of `ratio_clustered`, where "never seen" must stay possible.

    Raises
    ------
    ValueError
        If `n` is below 1, the sums belong to no set of integers, or `level` is out of range.
    """
    count = checked_size(n)
    first, second = integer("total", total), integer("total_sq", total_sq)
    mean = Fraction(first, count)
    if count == 1:
        checked_alpha(level)
        return Estimate(float(mean), math.nan, -math.inf, math.inf, 1, level, "t")
    spread = centred(count, first, second)
    return t_estimate(mean, Fraction(spread, count * count * (count - 1)), count, count, level)


def variance(
    n: SupportsIndex,
    s1: SupportsIndex,
    s2: SupportsIndex,
    s3: SupportsIndex,
    s4: SupportsIndex,
    level: float = 0.95,
) -> Estimate:
    """Variance of independent integers, with a large-sample interval.

    Parameters
    ----------
    n : int
        How many values, at least 2.
    s1, s2, s3, s4 : int
        Sums of the first four powers of the values, exact.
    level : float
        Nominal coverage, strictly between 0 and 1.

    Returns
    -------
    Estimate
        The unbiased variance.  Its standard error comes from the fourth central moment; the
        limits are taken on the logarithm, so that they stay positive.

    Raises
    ------
    ValueError
        If `n` is below 2, the sums belong to no set of integers, or `level` is out of range.
    """
    count = checked_size(n, least=2)
    first, second, third, fourth = (
        integer(name, value) for name, value in (("s1", s1), ("s2", s2), ("s3", s3), ("s4", s4))
    )
    spread = centred(count, first, second)
    quantile = t_quantile(level, count - 1)
    method = "log-normal"
    if spread == 0:
        return Estimate(0.0, 0.0, 0.0, 0.0, count, level, method)
    # n**3 times the sum of fourth powers about the mean, in integers.
    fourfold = (
        count**3 * fourth
        - 4 * count**2 * first * third
        + 6 * count * first**2 * second
        - 3 * first**4
    )
    kurtosis = Fraction(fourfold, spread * spread)
    if kurtosis < 1:
        raise ValueError("s3 and s4 belong to no set of integers with these s1 and s2")
    relative = math.sqrt(max(0.0, float(kurtosis - Fraction(count - 3, count - 1))) / count)
    value = float(Fraction(spread, count * (count - 1)))
    reach = quantile * relative
    low = value * math.exp(-reach)
    high = value * math.exp(reach) if reach < 700 else math.inf
    return Estimate(value, value * relative, low, high, count, level, method)


def standard_deviation(
    n: SupportsIndex,
    s1: SupportsIndex,
    s2: SupportsIndex,
    s3: SupportsIndex,
    s4: SupportsIndex,
    level: float = 0.95,
) -> Estimate:
    """Take the root of `variance` and of its limits: a standard deviation.

    Parameters
    ----------
    n, s1, s2, s3, s4, level
        As for `variance`.

    Returns
    -------
    Estimate
        In the units of the values.

    Raises
    ------
    ValueError
        As for `variance`.
    """
    squared = variance(n, s1, s2, s3, s4, level)
    root = math.sqrt(squared.estimate)
    se = squared.se / (2 * root) if root else 0.0
    low, high = math.sqrt(squared.low), math.sqrt(squared.high)
    return Estimate(root, se, low, high, squared.n, level, squared.method)


def look_level(level: float, look: int) -> float:
    """Level to use at one of many looks so that all looks together keep the promised level.

    Looking again and again at an ordinary interval and stopping when it excludes zero errs far
    more often than promised.  Look ``j`` is given the share ``1 / (j (j + 1))`` of the error; the
    shares of all looks, however many, add to 1.

    Parameters
    ----------
    level : float
        Coverage promised for the whole sequence, strictly between 0 and 1.
    look : int
        Which look this is, from 1.

    Returns
    -------
    float
        The level of the interval to compute at this look.

    Raises
    ------
    ValueError
        If `look` is below 1 or `level` out of range.
    """
    alpha = checked_alpha(level)
    if integer("look", look) < 1:
        raise ValueError(f"look must be at least 1, not {look}")
    return 1.0 - alpha / (look * (look + 1))


def is_precise(estimate: Estimate, target: float, relative: bool = False) -> bool:
    """Tell whether an interval is narrow enough to stop a run.

    Parameters
    ----------
    estimate : Estimate
        The figure so far.
    target : float
        Half-width wanted, above 0: in the units of the figure, or as a share of it.
    relative : bool
        Whether `target` is a share of the absolute value of the estimate.

    Returns
    -------
    bool
        False for a sampled figure of width 0: no variation seen yet is no precision.

    Raises
    ------
    ValueError
        If `target` is not above 0.
    """
    if not target > 0:
        raise ValueError(f"the half-width to reach must be above 0, not {target!r}")
    if estimate.exact:
        return True
    wanted = target * abs(estimate.estimate) if relative else target
    return 0 < estimate.half_width <= wanted


def _proportion_estimate(
    hits: int, trials: int, low: float, high: float, level: float, method: str
) -> Estimate:
    """Assemble the estimate of a proportion of independent trials."""
    share = hits / trials
    se = root(Fraction(hits * (trials - hits), trials**3))
    return Estimate(share, se, min(low, share), max(high, share), trials, level, method)


def centred(n: int, first: int, second: int) -> int:
    """Return ``n`` times the sum of squares about the mean, exactly."""
    spread = n * second - first * first
    if spread < 0:
        raise ValueError(f"no {n} numbers have sum {first} and sum of squares {second}")
    return spread

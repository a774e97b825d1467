"""Intervals from sums over independent clusters: ratios, and paired differences of ratios.

Rounds of one match share levels, dealer and tribute, so they are not independent; matches are.
The variance is therefore taken between clusters (matches), from exact integer sums: the linearised
ratio variance of Cochran, Sampling Techniques, chapter 6.  Rare events get exact limits with an
effective sample size, as Korn and Graubard (1998) do for surveys.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import SupportsIndex

from analysis.estimate import KINDS, Estimate, Kind, root, t_estimate, undefined
from analysis.limits import (
    FEW,
    checked_alpha,
    checked_size,
    exact_limits,
    integer,
    normal_quantile,
    t_quantile,
    wilson_limits,
)

# A spread between clusters smaller than independent trials would show is believed from here on.
MANY_CLUSTERS = 30


def ratio_clustered(
    n: SupportsIndex,
    y: SupportsIndex,
    x: SupportsIndex,
    yy: SupportsIndex,
    xy: SupportsIndex,
    xx: SupportsIndex,
    level: float = 0.95,
    kind: Kind = "real",
) -> Estimate:
    """Ratio of two sums over independent clusters, such as points per round or made per called.

    Parameters
    ----------
    n : int
        Clusters (matches).
    y, x : int
        Sum over clusters of the numerator and of the denominator (``x >= 0``).
    yy, xy, xx : int
        Sums over clusters of the squares and of the product of the two.
    level : float
        Nominal coverage, strictly between 0 and 1.
    kind : {"real", "count", "proportion"}
        ``"real"``: any ratio; t interval with the linearised variance and ``n - 1`` degrees of
        freedom.  ``"count"``: ``y >= 0`` counts events, the lower limit is not below 0, and fewer
        than 10 events take the exact Poisson interval.  ``"proportion"``: ``y`` successes among
        ``x`` trials, ``0 <= y <= x`` in each cluster; Wilson or exact with as many trials as the
        clusters are worth, never of width 0.

    Returns
    -------
    Estimate
        With ``n = x``, the units divided by.  ``x = 0`` gives an estimate of NaN with ``n = 0``.

    Raises
    ------
    ValueError
        If the sums contradict each other or `level` or `kind` is out of range.

    Notes
    -----
    A proportion's design effect is the variance between clusters over that of independent trials.
    Few successes say little about it, so it is shrunk towards the worst case (all trials of a
    cluster alike, ``xx / x``) with the weight of one success: with no success at all the bound is
    the exact one on clusters.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    clusters = checked_size(n)
    top, base = integer("y", y), integer("x", x)
    products = [integer("yy", yy), integer("xy", xy), integer("xx", xx)]
    alpha = checked_alpha(level)
    if base < 0 or products[0] < 0 or products[2] < 0:
        raise ValueError("x, yy and xx must not be negative")
    if kind != "real" and top < 0:
        raise ValueError(f"y must not be negative for a {kind}, but is {top}")
    if kind == "proportion" and top > base:
        raise ValueError(f"a proportion needs y <= x, but y = {top} and x = {base}")
    if base == 0:
        return undefined(level, kind)
    value = Fraction(top, base)
    gradient = (Fraction(1, base), -value / base)
    variance_of = linearised(clusters, gradient, products)
    if kind == "proportion":
        return _clustered_proportion(clusters, top, base, products[2], variance_of, level)
    if kind == "count" and top < FEW:
        return _clustered_count(top, base, variance_of, alpha, level)
    estimate = t_estimate(value, variance_of, base, clusters, level, "t, clustered")
    if kind == "count" and estimate.low < 0:
        return Estimate(
            estimate.estimate, estimate.se, 0.0, estimate.high, base, level, estimate.method
        )
    return estimate


def difference_paired(
    n: SupportsIndex,
    sums: Sequence[int],
    products: Sequence[int],
    level: float = 0.95,
    kind: Kind = "real",
) -> Estimate:
    """Difference of two ratios measured on the same clusters: that of `vs` minus that of `base`.

    Parameters
    ----------
    n : int
        Clusters, each holding both variants.
    sums : sequence of int
        The four sums over clusters of ``y_base, x_base, y_vs, x_vs``.  For a plain difference of
        means per cluster both x are 1 in each cluster.
    products : sequence of int
        The ten sums of products, row by row of the upper triangle: ``yy, yx, yy', yx', xx, xy',
        xx', y'y', y'x', x'x'``.
    level : float
        Nominal coverage, strictly between 0 and 1.
    kind : {"real", "count", "proportion"}
        ``"proportion"`` keeps the limits in [-1, 1].

    Returns
    -------
    Estimate
        With ``n`` clusters.  Variants that agree in every cluster give exactly 0 with limits 0
        and 0; a variant that was never measured gives NaN.

    Raises
    ------
    ValueError
        If the number of sums is wrong, or they contradict each other, or `level` is out of range.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    clusters = checked_size(n)
    if len(sums) != 4 or len(products) != 10:
        raise ValueError(
            f"a paired difference needs 4 sums and 10 products, not {len(sums)} and {len(products)}"
        )
    y_base, x_base, y_vs, x_vs = (integer("sums", value) for value in sums)
    terms = [integer("products", value) for value in products]
    checked_alpha(level)
    if x_base < 0 or x_vs < 0:
        raise ValueError("the denominators of a paired difference must not be negative")
    bound = 1.0 if kind == "proportion" else math.inf
    if x_base == 0 or x_vs == 0:
        return Estimate(math.nan, math.nan, -bound, bound, 0, level, "none")
    base, vs = Fraction(y_base, x_base), Fraction(y_vs, x_vs)
    gradient = (-Fraction(1, x_base), base / x_base, Fraction(1, x_vs), -vs / x_vs)
    variance_of = linearised(clusters, gradient, terms)
    estimate = t_estimate(vs - base, variance_of, clusters, clusters, level, "t, paired")
    low, high = max(estimate.low, -bound), min(estimate.high, bound)
    return Estimate(estimate.estimate, estimate.se, low, high, clusters, level, estimate.method)


def linearised(n: int, gradient: Sequence[Fraction], products: Sequence[int]) -> Fraction | None:
    """Variance of a smooth function of cluster totals whose residuals sum to zero.

    `products` is the upper triangle of the sums of products, row by row; `gradient` the
    derivatives by the totals.  None for a single cluster, which shows no variance.
    """
    if n == 1:
        return None
    total = Fraction(0)
    index = 0
    for i, left in enumerate(gradient):
        for j in range(i, len(gradient)):
            factor = 1 if i == j else 2
            total += factor * left * gradient[j] * products[index]
            index += 1
    if total < 0:
        raise ValueError("the sums of squares and products contradict each other")
    return total * Fraction(n, n - 1)


def _clustered_proportion(
    clusters: int, hits: int, trials: int, xx: int, variance_of: Fraction | None, level: float
) -> Estimate:
    """Wilson or exact limits with as many trials as the clusters are worth."""
    misses = trials - hits
    few = min(hits, misses)
    worst = xx / trials
    effect = worst
    if variance_of is not None and few:
        # Its own t quantile pays for a variance taken from a limited number of clusters.
        seen = float(variance_of * Fraction(trials**3, hits * misses))
        seen *= (t_quantile(level, clusters - 1) / normal_quantile(level)) ** 2
        effect = (few * seen + worst) / (few + 1)
        if few < FEW or clusters < MANY_CLUSTERS:
            effect = max(effect, 1.0)
    share = hits / trials
    worth, unworth = hits / effect, misses / effect
    if min(worth, unworth) < FEW:
        low, high = exact_limits(worth, unworth, checked_alpha(level))
        method = "clopper-pearson, clustered"
    else:
        low, high = wilson_limits(worth, unworth, normal_quantile(level))
        method = "wilson, clustered"
    se = math.nan if variance_of is None else root(variance_of)
    return Estimate(share, se, min(low, share), max(high, share), trials, level, method)


def _clustered_count(
    events: int, base: int, variance_of: Fraction | None, alpha: float, level: float
) -> Estimate:
    """Garwood limits of a rare rate, widened where events come in bunches within clusters."""
    from scipy.special import gammainccinv, gammaincinv

    rate = events / base
    effect = 1.0
    if variance_of is not None and events:
        effect = max(effect, float(variance_of * Fraction(base * base, events)))
    worth = events / effect
    low = float(gammaincinv(worth, alpha / 2)) * effect / base if events else 0.0
    high = float(gammainccinv(worth + 1, alpha / 2)) * effect / base
    se = math.nan if variance_of is None else root(variance_of)
    return Estimate(rate, se, low, high, base, level, "poisson, clustered")

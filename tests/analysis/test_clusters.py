"""Ratios over matches, and paired differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.intervals import clopper_pearson, difference_paired, ratio_clustered, wilson


def sums_of(y, x):
    y, x = np.asarray(y), np.broadcast_to(x, np.shape(y))
    return [int(v) for v in (len(y), y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum())]


def paired_sums(*columns):
    columns = [np.broadcast_to(np.asarray(column), np.shape(columns[0])) for column in columns]
    products = [
        int((left * right).sum()) for i, left in enumerate(columns) for right in columns[i:]
    ]
    return len(columns[0]), [int(column.sum()) for column in columns], products


def test_the_linearised_variance_of_a_ratio():
    rng = np.random.default_rng(3)
    x = rng.integers(1, 12, size=60)
    y = rng.integers(-50, 80, size=60) + 7 * x
    found = ratio_clustered(*sums_of(y, x))
    ratio = y.sum() / x.sum()
    residuals = y - ratio * x
    se = math.sqrt(60 / 59 * (residuals**2).sum()) / x.sum()
    assert found.estimate == pytest.approx(ratio)
    assert found.se == pytest.approx(se)
    assert found.high - ratio == pytest.approx(stats.t.isf(0.025, 59) * se)
    assert found.n == x.sum()


def test_a_ratio_over_ones_is_a_mean():
    y = np.random.default_rng(4).integers(-9, 9, size=25)
    found = ratio_clustered(*sums_of(y, 1))
    low, high = stats.ttest_1samp(y, 0).confidence_interval()
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize(("k", "n", "method"), [(300, 1000, wilson), (4, 2000, clopper_pearson)])
def test_clusters_of_one_trial_are_independent_trials(k, n, method):
    found = ratio_clustered(n, k, n, k, k, n, kind="proportion")
    plain = method(k, n)
    assert found.method == f"{plain.method}, clustered"
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=0.01)


def test_no_success_is_bounded_by_the_clusters_not_the_trials():
    found = ratio_clustered(*sums_of([0] * 1000, 10), kind="proportion")
    assert (found.low, found.se) == (0, 0)
    assert found.high == clopper_pearson(0, 1000).high
    assert found.n == 10_000
    sure = ratio_clustered(*sums_of([10] * 1000, 10), kind="proportion")
    assert sure.high == 1
    assert sure.low == pytest.approx(1 - found.high)
    # Clusters of unequal size are worth fewer.
    uneven = ratio_clustered(*sums_of([0] * 1000, [19, 1] * 500), kind="proportion")
    assert found.high < uneven.high < clopper_pearson(0, 500).high


def test_equal_shares_in_every_cluster_still_have_a_width():
    found = ratio_clustered(*sums_of([2] * 50, 4), kind="proportion")
    assert found.se == 0
    assert 0 < found.half_width < wilson(100, 200).half_width
    few = ratio_clustered(*sums_of([2] * 5, 4), kind="proportion")
    assert few.half_width == pytest.approx(wilson(10, 20).half_width)


def test_bunched_successes_widen_the_interval():
    rng = np.random.default_rng(6)
    whole = rng.binomial(1, 0.3, size=400) * 10
    loose = rng.binomial(10, 0.3, size=400)
    bunched = ratio_clustered(*sums_of(whole, 10), kind="proportion")
    free = ratio_clustered(*sums_of(loose, 10), kind="proportion")
    assert bunched.half_width / free.half_width == pytest.approx(math.sqrt(10), rel=0.1)
    assert bunched.half_width == pytest.approx(wilson(whole.sum() // 10, 400).half_width, rel=0.01)


def test_one_cluster_tells_little():
    share = ratio_clustered(*sums_of([3], 10), kind="proportion")
    assert math.isnan(share.se)
    assert share.low < 0.05
    assert share.high > 0.95
    points = ratio_clustered(*sums_of([3], 10))
    assert (points.low, points.high) == (-math.inf, math.inf)


def test_rare_counts_take_poisson_limits():
    none = ratio_clustered(*sums_of([0] * 500, 2), kind="count")
    assert none.low == 0
    assert none.high == pytest.approx(-math.log(0.025) / 1000)
    few = ratio_clustered(*sums_of([1] * 4 + [0] * 496, 2), kind="count")
    low, high = stats.chi2.ppf(0.025, 8) / 2000, stats.chi2.isf(0.025, 10) / 2000
    assert (few.low, few.high) == pytest.approx((low, high), rel=0.02)
    bunched = ratio_clustered(*sums_of([4] + [0] * 499, 2), kind="count")
    assert bunched.estimate == few.estimate
    assert bunched.half_width > 1.5 * few.half_width
    many = ratio_clustered(*sums_of([30] + [0] * 499, 2), kind="count")
    assert (many.low, many.method) == (0, "t, clustered")


def test_nothing_to_divide_by():
    for kind, high in (("real", math.inf), ("count", math.inf), ("proportion", 1)):
        found = ratio_clustered(*sums_of([0, 0], 0), kind=kind)
        assert math.isnan(found.estimate)
        assert (found.high, found.n) == (high, 0)


@pytest.mark.parametrize(
    ("sums", "kind", "message"),
    [
        ((10, 5, 4, 5, 5, 4), "proportion", "y <= x, but y = 5 and x = 4"),
        ((10, -1, 4, 1, 1, 4), "proportion", "y must not be negative"),
        ((10, -1, 4, 1, 1, 4), "count", "y must not be negative for a count"),
        ((10, 1, -4, 1, 1, 4), "real", "must not be negative"),
        ((0, 0, 0, 0, 0, 0), "real", "n must be at least 1"),
        ((10, 1.5, 4, 1, 1, 4), "real", "y must be a whole number"),
        ((10, 8, 8, 1, 99, 1), "real", "contradict"),
        ((10, 1, 4, 1, 1, 4), "share", "real, count, proportion"),
    ],
)
def test_contradictory_sums_are_refused(sums, kind, message):
    with pytest.raises(ValueError, match=message):
        ratio_clustered(*sums, kind=kind)


def test_large_sums_are_exact():
    n = 10**12
    shift = ratio_clustered(n, 2 * 10**15, n, 2 * 10**15 * 2000 + n * 25, 2 * 10**15, n)
    assert shift.se == pytest.approx(5 / math.sqrt(n), rel=1e-9)


def test_identical_variants_differ_by_exactly_nothing():
    rng = np.random.default_rng(7)
    y, x = rng.integers(-300, 300, size=80), rng.integers(5, 15, size=80)
    found = difference_paired(*paired_sums(y, x, y, x))
    assert (found.estimate, found.se, found.low, found.high) == (0, 0, 0, 0)
    assert found.n == 80


def test_a_paired_difference_of_means_agrees_with_scipy():
    rng = np.random.default_rng(8)
    base = rng.integers(0, 100, size=40)
    vs = base + rng.integers(-3, 6, size=40)
    found = difference_paired(*paired_sums(base, 1, vs, 1), level=0.9)
    low, high = stats.ttest_rel(vs, base).confidence_interval(0.9)
    assert found.estimate == pytest.approx((vs - base).mean())
    assert (found.low, found.high) == pytest.approx((low, high))


def test_swapping_the_variants_flips_the_sign():
    rng = np.random.default_rng(9)
    columns = [rng.integers(low, 20, size=50) for low in (0, 5, 0, 5)]
    forth = difference_paired(*paired_sums(*columns))
    back = difference_paired(*paired_sums(*columns[2:], *columns[:2]))
    assert (back.estimate, back.low, back.high) == (-forth.estimate, -forth.high, -forth.low)
    assert back.se == forth.se


@given(st.integers(2, 50))
def test_scaling_the_points_scales_the_difference(factor):
    rng = np.random.default_rng(10)
    columns = [rng.integers(low, 20, size=30) for low in (0, 5, 0, 5)]
    y_base, x_base, y_vs, x_vs = columns
    once = difference_paired(*paired_sums(*columns))
    more = difference_paired(*paired_sums(y_base * factor, x_base, y_vs * factor, x_vs))
    assert more.estimate == pytest.approx(once.estimate * factor)
    assert more.half_width == pytest.approx(once.half_width * factor)


def test_paired_shares_stay_between_minus_one_and_one():
    found = difference_paired(*paired_sums([0, 1, 0], 1, [1, 1, 1], 1), kind="proportion")
    assert found.high == 1
    assert found.estimate == pytest.approx(2 / 3)
    missing = difference_paired(*paired_sums([0, 1], 1, [0, 0], 0), kind="proportion")
    assert math.isnan(missing.estimate)
    assert (missing.low, missing.high, missing.n) == (-1, 1, 0)


def test_paired_sums_of_the_wrong_shape_are_refused():
    with pytest.raises(ValueError, match="4 sums and 10 products, not 2 and 3"):
        difference_paired(5, [1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="must not be negative"):
        difference_paired(5, [1, -2, 1, 2], [1] * 10)
    with pytest.raises(ValueError, match="real, count, proportion"):
        difference_paired(5, [1, 2, 1, 2], [1] * 10, kind="mean")

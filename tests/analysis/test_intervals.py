"""Intervals of independent trials and values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.intervals import (
    clopper_pearson,
    exact_value,
    is_precise,
    look_level,
    mean_t,
    proportion,
    standard_deviation,
    undefined,
    variance,
    wilson,
)

# k, n, Wilson low and high, exact low and high, all at 95 %.
REFERENCE = [
    (0, 18, 0.0, 0.17587922364665773, 0.0, 0.18530196813785224),
    (0, 1_000, 0.0, 0.003826758485555125, 0.0, 0.003682083896865672),
    (
        1, 1_000_000,
        1.7652457674537176e-07, 5.664911804311445e-06,
        2.5317807663794178e-08, 5.571630655166941e-06,
    ),
    (
        500_000_000, 1_000_000_000,
        0.4999690102484443, 0.5000309897515557,
        0.4999690097484223, 0.5000309902515777,
    ),
]  # fmt: skip


def counts():
    return st.integers(1, 10**12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case[0]} of {case[1]}")
def test_reference_values_of_both_intervals(case):
    k, n, *expected = case
    score, exact = wilson(k, n), clopper_pearson(k, n)
    got = [score.low, score.high, exact.low, exact.high]
    assert got == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_ends_are_exact_and_never_of_width_zero():
    for n in (1, 2, 18, 38, 77, 1000, 10**9):
        for method in (wilson, clopper_pearson, proportion):
            none, all_ = method(0, n), method(n, n)
            assert (none.low, all_.high) == (0.0, 1.0)
            assert 0 < none.high < 1
            assert none.high == pytest.approx(1 - all_.low, rel=1e-6)
    assert clopper_pearson(18, 18).low == pytest.approx(0.8146980318621478, rel=1e-12)


def test_the_exact_upper_limit_at_a_tiny_error():
    alpha = 1e-7
    limit = clopper_pearson(0, 1000, 1 - alpha).high
    assert limit == pytest.approx(0.0166707224, abs=1e-10)
    assert limit == pytest.approx(1 - (alpha / 2) ** (1 / 1000), rel=1e-8)
    # With one success the limit still puts alpha / 2 beyond it.
    upper = clopper_pearson(1, 1000, 1 - alpha).high
    assert stats.binom.cdf(1, 1000, upper) == pytest.approx(alpha / 2, rel=1e-6)


@pytest.mark.parametrize(("k", "n"), [(1, 7), (3, 10), (40, 41), (123, 4567), (9, 10**7)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_exact_limits_leave_half_the_error_beyond_each(k, n, level):
    found = clopper_pearson(k, n, level)
    half = (1 - level) / 2
    assert stats.binom.sf(k - 1, n, found.low) == pytest.approx(half, rel=1e-8)
    assert stats.binom.cdf(k, n, found.high) == pytest.approx(half, rel=1e-8)


@pytest.mark.parametrize("n", [10**11, 10**15, 10**18])
def test_exact_limits_stay_right_where_the_beta_quantile_fails(n):
    for k in (n // 2, n // 10, n // 1000):
        exact, score = clopper_pearson(k, n), wilson(k, n)
        width = score.high - score.low
        assert abs(exact.low - score.low) < 3e-5 * width
        assert abs(exact.high - score.high) < 3e-5 * width
        assert exact.high - exact.low > width * (1 - 1e-12)


@given(counts(), st.sampled_from([0.5, 0.9, 0.95, 0.999999]))
def test_limits_hold_the_estimate_and_stay_inside_0_and_1(case, level):
    k, n = case
    for method in (wilson, clopper_pearson, proportion):
        found = method(k, n, level)
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.low < found.high
        assert found.n == n
        assert found.level == level


def test_rare_events_take_the_exact_interval():
    methods = {k: proportion(k, 1000).method for k in (0, 9, 10, 500, 990, 991, 1000)}
    assert [k for k, name in methods.items() if name == "clopper-pearson"] == [0, 9, 991, 1000]
    assert proportion(500, 1000, method="exact").method == "clopper-pearson"
    assert proportion(0, 1000, method="wilson").method == "wilson"
    with pytest.raises(ValueError, match="auto, wilson or exact"):
        proportion(1, 2, method="normal")


def test_no_wins_is_no_narrow_interval():
    found = proportion(0, 1000)
    assert found.high == pytest.approx(0.003682083896865672)
    assert not is_precise(found, 0.001)
    assert is_precise(found, 0.002)


@pytest.mark.parametrize(
    ("k", "n", "level", "message"),
    [
        (-1, 10, 0.95, "k must be between 0 and n = 10, not -1"),
        (11, 10, 0.95, "k must be between 0 and n = 10, not 11"),
        (0, 0, 0.95, "n must be at least 1, not 0"),
        (0, -5, 0.95, "n must be at least 1, not -5"),
        (1.5, 10, 0.95, "k must be a whole number, not 1.5"),
        (1, 10.0, 0.95, "n must be a whole number, not 10.0"),
        ("1", 10, 0.95, "k must be a whole number, not '1'"),
        (1, 10, 0, "level must be between 0 and 1"),
        (1, 10, 1.0, "level must be between 0 and 1"),
        (1, 10, 95, "level must be between 0 and 1"),
        (1, 10, math.nan, "level must be between 0 and 1"),
        (1, 10, True, "level must be between 0 and 1"),
        (1, 10, "0.95", "level must be between 0 and 1"),
    ],
)
def test_bad_counts_and_levels_are_refused(k, n, level, message):
    for method in (wilson, clopper_pearson, proportion):
        with pytest.raises(ValueError, match=message):
            method(k, n, level)


def test_numpy_integers_are_counts():
    assert wilson(np.int32(3), np.uint64(10)) == wilson(3, 10)


def test_the_mean_agrees_with_scipy():
    values = np.random.default_rng(5).integers(-20, 30, size=37)
    found = mean_t(len(values), values.sum(), (values * values).sum(), 0.9)
    reference = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    assert found.estimate == pytest.approx(values.mean())
    assert found.se == pytest.approx(stats.sem(values))
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high))


def test_a_variance_far_from_zero_loses_no_digits():
    values = [10**9 + step for step in (4, 7, 13, 16)]
    powers = [sum(value**power for value in values) for power in range(5)]
    assert mean_t(*powers[:3]).se == pytest.approx(math.sqrt(30 / 4), rel=1e-15)
    assert variance(*powers).estimate == 30.0


@pytest.mark.parametrize("n", [2**24 + 2, 2**31 + 2, 2**53 + 2, 2**62])
def test_large_counts_keep_their_mean(n):
    found = mean_t(n, n // 2, n // 2)
    assert found.estimate == 0.5
    assert found.se == pytest.approx(0.5 / math.sqrt(n), rel=1e-6)
    assert found.half_width == pytest.approx(1.959964 * found.se, rel=1e-5)


def test_one_value_and_equal_values():
    one = mean_t(1, 5, 25)
    assert one.estimate == 5
    assert (one.low, one.high) == (-math.inf, math.inf)
    equal = mean_t(100, 500, 2500)
    assert (equal.se, equal.low, equal.high) == (0, 5, 5)
    assert not is_precise(equal, 0.1)
    assert not is_precise(one, 0.1)


def test_impossible_sums_are_refused():
    with pytest.raises(ValueError, match="no 4 numbers have sum 10 and sum of squares 20"):
        mean_t(4, 10, 20)
    with pytest.raises(ValueError, match="total must be a whole number"):
        mean_t(4, 10.5, 200)
    with pytest.raises(ValueError, match="n must be at least 2"):
        variance(1, 5, 25, 125, 625)
    with pytest.raises(ValueError, match="s3 and s4 belong to no set"):
        variance(4, 10, 30, 100, 0)


def test_variance_and_standard_deviation_agree_with_numpy():
    values = np.random.default_rng(8).integers(-100, 100, size=400)
    powers = [int((values.astype(object) ** power).sum()) for power in range(5)]
    spread, deviation = variance(*powers), standard_deviation(*powers)
    assert spread.estimate == pytest.approx(values.var(ddof=1))
    assert deviation.estimate == pytest.approx(values.std(ddof=1))
    assert 0 < spread.low < spread.estimate < spread.high
    assert deviation.low == pytest.approx(math.sqrt(spread.low))
    assert deviation.high == pytest.approx(math.sqrt(spread.high))
    # The standard error of a variance is sqrt((m4 - var**2) / n) in large samples.
    fourth = ((values - values.mean()) ** 4).mean()
    assert spread.se == pytest.approx(math.sqrt((fourth - values.var() ** 2) / 400), rel=0.01)
    assert standard_deviation(3, 6, 12, 24, 48).high == 0


def test_the_variance_interval_covers_as_promised():
    rng = np.random.default_rng(99)
    samples = rng.integers(-3, 4, size=(2000, 200))
    truth, held = 4.0, 0
    sums = [(samples**power).sum(axis=1).tolist() for power in range(5)]
    for powers in zip(*sums, strict=True):
        found = variance(*powers)
        held += found.low <= truth <= found.high
    # Nominal 1,900; 3.3 standard deviations are 32.
    assert abs(held - 1900) <= 32


def test_exact_figures_have_no_width():
    found = exact_value(Fraction(13, 55))
    assert found.low == found.estimate == found.high == 13 / 55
    assert found.exact
    assert is_precise(found, 1e-9)
    with pytest.raises(ValueError, match="finite"):
        exact_value(math.inf)


def test_a_figure_without_cases_is_undefined():
    found = undefined(kind="proportion")
    assert math.isnan(found.estimate)
    assert (found.low, found.high, found.n) == (0, 1, 0)
    assert undefined().low == -math.inf
    assert undefined(kind="count").low == 0


def test_precision_can_be_relative():
    found = proportion(2500, 10_000)
    assert found.half_width == pytest.approx(0.0085, abs=1e-4)
    assert is_precise(found, 0.009)
    assert not is_precise(found, 0.008)
    assert is_precise(found, 0.035, relative=True)
    assert not is_precise(found, 0.033, relative=True)
    for target in (0, -1, math.nan):
        with pytest.raises(ValueError, match="above 0"):
            is_precise(found, target)


def test_all_looks_share_one_error():
    spent = sum(1 - look_level(0.95, look) for look in range(1, 2000))
    assert 0.0499 < spent < 0.05
    assert look_level(0.95, 1) == pytest.approx(0.975)
    with pytest.raises(ValueError, match="look must be at least 1"):
        look_level(0.95, 0)

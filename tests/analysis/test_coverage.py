"""The intervals hold the truth as often as they say (benchmarks/interval_coverage.py)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "interval_coverage.py"


@pytest.fixture(scope="module")
def coverage():
    spec = importlib.util.spec_from_file_location("kaipai_coverage", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_coverage_of_proportions_by_exact_summation(coverage, capsys):
    assert coverage.binomial_table() == []
    printed = capsys.readouterr().out
    assert printed.count("p = ") == len(coverage.CHANCES) * len(coverage.TRIALS) == 35
    assert "wilson: mean 94.875, lowest 90.483" in printed
    assert "exact: mean 96.689, lowest 95.044" in printed


@pytest.mark.parametrize(
    ("method", "p", "n", "expected"),
    [
        ("wilson", 0.02, 50, 0.922),
        ("exact", 0.02, 50, 0.982),
        ("wilson", 0.001, 1000, 0.920),
        ("exact", 0.001, 1000, 0.981),
        ("wilson", 0.25, 100, 0.951),
        ("exact", 0.25, 100, 0.963),
        ("auto", 0.02, 50, 0.982),
    ],
)
def test_coverage_in_single_cells(coverage, method, p, n, expected):
    assert coverage.binomial_coverage(method, p, n) == pytest.approx(expected, abs=0.0006)


def test_coverage_of_a_mean(coverage):
    values, weights = np.arange(-3, 4), np.array([1, 2, 3, 8, 3, 2, 1]) / 20
    # 10,000 replications: 3.29 standard errors are 0.72 points.
    assert 0.943 < coverage.mean_coverage(values, weights, 30, 10_000, seed=1) < 0.957


@pytest.mark.parametrize("sameness", [0.0, 0.3])
def test_coverage_of_clustered_proportions(coverage, sameness):
    assert 0.93 < coverage.clustered_coverage(200, 0.3, sameness, 1500, seed=2) < 0.97
    assert coverage.clustered_coverage(200, 0.002, sameness, 500, seed=3) > 0.97


def test_repeated_looks_keep_their_promise_and_naive_ones_do_not(coverage):
    assert coverage.false_alarms(20, 50, 2000, seed=4, guarded=True) <= 0.055
    assert coverage.false_alarms(20, 50, 500, seed=4, guarded=False) > 0.15

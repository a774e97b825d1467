"""Measure how often the intervals hold the truth.

Run as `python benchmarks/interval_coverage.py [--replications N]`.

Proportions by exact summation: every outcome k of n trials is weighted with its binomial
probability, so the coverage printed has no sampling error.  Means, clustered ratios and repeated
looks by replications from a fixed seed.  Exit status 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from scipy.stats import binom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from analysis.clusters import ratio_clustered
from analysis.estimate import Estimate
from analysis.intervals import clopper_pearson, look_level, mean_t, proportion, wilson

CHANCES = (1e-4, 1e-3, 0.01, 0.02, 0.1, 0.25, 0.5)
TRIALS = (50, 200, 1_000, 10_000, 100_000)
METHODS = {"wilson": wilson, "exact": clopper_pearson, "auto": proportion}
# Outcomes beyond this tail probability are counted as misses: the coverage is rounded down.
TAIL = 1e-12


def binomial_coverage(method: str, p: float, n: int, level: float = 0.95) -> float:
    """Sum the probability of all outcomes whose interval holds `p`.

    Parameters
    ----------
    method : {"wilson", "exact", "auto"}
        Which interval.
    p : float
        True chance.
    n : int
        Trials.
    level : float
        Nominal coverage.

    Returns
    -------
    float
        Coverage in 0..1, too low by at most 2e-12.
    """
    first, last = int(binom.ppf(TAIL, n, p)), int(binom.isf(TAIL, n, p))
    outcomes = range(max(first, 0), min(last, n) + 1)
    limits = [METHODS[method](k, n, level) for k in outcomes]
    is_held = np.array([limit.low <= p <= limit.high for limit in limits])
    return float(binom.pmf(np.array(outcomes), n, p)[is_held].sum())


def mean_coverage(values: np.ndarray, weights: np.ndarray, n: int, runs: int, seed: int) -> float:
    """Share of `runs` samples of `n` integers whose t interval holds the true mean."""
    rng = np.random.default_rng(seed)
    truth = float((values * weights).sum())
    held = 0
    for _ in range(runs):
        sample = rng.choice(values, size=n, p=weights)
        estimate = mean_t(n, int(sample.sum()), int((sample * sample).sum()))
        held += estimate.low <= truth <= estimate.high
    return held / runs


def clustered_sample(
    rng: np.random.Generator, clusters: int, chance: float, sameness: float
) -> tuple[np.ndarray, np.ndarray]:
    """Successes and trials of clusters of 5 to 15 trials whose chances vary (beta-binomial)."""
    trials = rng.integers(5, 16, size=clusters)
    if sameness > 0:
        weight = (1 - sameness) / sameness
        chances = rng.beta(chance * weight, (1 - chance) * weight, size=clusters)
    else:
        chances = np.full(clusters, chance)
    return rng.binomial(trials, chances), trials


def ratio_of(y: np.ndarray, x: np.ndarray) -> Estimate:
    """Clustered proportion of one sample."""
    sums = (y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum())
    return ratio_clustered(len(y), *sums, kind="proportion")


def clustered_coverage(
    clusters: int, chance: float, sameness: float, runs: int, seed: int
) -> float:
    """Share of clustered samples whose interval holds the true chance."""
    rng = np.random.default_rng(seed)
    held = 0
    for _ in range(runs):
        estimate = ratio_of(*clustered_sample(rng, clusters, chance, sameness))
        held += estimate.low <= chance <= estimate.high
    return held / runs


def false_alarms(looks: int, step: int, runs: int, seed: int, guarded: bool) -> float:
    """Share of runs of equal policies that are called different at one of `looks` looks."""
    rng = np.random.default_rng(seed)
    alarms = 0
    for _ in range(runs):
        sample = rng.integers(-3, 4, size=looks * step)
        totals, squares = sample.cumsum(), (sample * sample).cumsum()
        for look in range(1, looks + 1):
            n = look * step
            level = look_level(0.95, look) if guarded else 0.95
            estimate = mean_t(n, totals[n - 1], squares[n - 1], level)
            if estimate.low > 0 or estimate.high < 0:
                alarms += 1
                break
    return alarms / runs


def binomial_table() -> list[str]:
    """Print the coverage of proportions; return the promises broken."""
    broken = []
    cells: dict[str, list[float]] = {name: [] for name in METHODS}
    print("proportions, coverage in % (exact sums)        wilson    exact     auto")
    for p in CHANCES:
        for n in TRIALS:
            row = {name: binomial_coverage(name, p, n) for name in METHODS}
            for name, value in row.items():
                cells[name].append(value)
            shown = "".join(f"{100 * value:9.3f}" for value in row.values())
            print(f"  p = {p:<8g} n = {n:<8d}                    {shown}")
    for name, values in cells.items():
        print(f"  {name}: mean {100 * np.mean(values):.3f}, lowest {100 * min(values):.3f}")
    if min(cells["exact"]) < 0.95:
        broken.append("the exact interval covers less than 95 % in a cell")
    if not 0.945 <= np.mean(cells["wilson"]) <= 0.955:
        broken.append("Wilson's mean coverage is outside 94.5 .. 95.5 %")
    if min(cells["wilson"]) < 0.90:
        broken.append("Wilson covers less than 90 % in a cell")
    if min(cells["auto"]) < min(cells["wilson"]):
        broken.append("the automatic choice covers less than Wilson at its worst")
    return broken


def sampled_table(runs: int, seed: int) -> list[str]:
    """Print the coverage of means, clustered ratios and looks; return the promises broken."""
    broken = []
    reach = 3.29 * (0.95 * 0.05 / runs) ** 0.5
    values = np.arange(-3, 4)
    weights = np.array([1, 2, 3, 8, 3, 2, 1]) / 20
    print(f"\nmean of small integers, t interval, {runs} replications")
    for n in (10, 100):
        held = mean_coverage(values, weights, n, runs, seed + n)
        print(f"  n = {n:<6d} {100 * held:.2f} (95 +- {100 * reach:.2f})")
        if abs(held - 0.95) > reach:
            broken.append(f"the t interval of {n} values covers {held:.4f}")
    print("\nproportion in clusters of 5 to 15 trials (sameness = correlation within a cluster)")
    for clusters in (5, 30, 300):
        for chance in (0.002, 0.05, 0.5):
            shown = []
            for sameness in (0.0, 0.05, 0.3):
                held = clustered_coverage(clusters, chance, sameness, max(runs // 5, 1), seed)
                shown.append(f"{100 * held:7.2f}")
            print(f"  clusters = {clusters:<5d} p = {chance:<6g} {''.join(shown)}")
    print("\nfalse alarms in % of 20 looks between equal policies (at most 5 promised)")
    for guarded in (False, True):
        share = false_alarms(20, 50, max(runs // 2, 1), seed, guarded)
        print(f"  {'each look at its own level' if guarded else 'every look at 95 %'}: {share:.2%}")
        if guarded and share > 0.055:
            broken.append(f"repeated looks alarm falsely in {share:.2%} of runs")
    return broken


def main() -> int:
    """Print all tables; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replications", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=20_260)
    options = parser.parse_args()
    broken = binomial_table() + sampled_table(options.replications, options.seed)
    for line in broken:
        print(f"BROKEN: {line}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure how often the interval of a run stopped by ``--until`` holds the truth.

Run as `python benchmarks/until_coverage.py [--fast]`; without `--fast` it takes some minutes.

Exact summation, so that the figures have no sampling error: the probability of every number of
events among the runs still going is carried from look to look, and the rule of `analysis.until`
decides for each of them whether the run stops there.  Rounds are independent.  Looks come every
1,000 rounds, every 10,000, and as the program itself spaces them.  Exit status 1 when an interval
of nominal 95 % holds the truth in fewer than 94 % of the runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import numpy as np
from scipy.stats import binom

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from analysis.clusters import ratio_clustered
from analysis.rows import row
from analysis.until import Target, is_met, looks, parse_target, unspent_level

PROMISED = 0.94
CASES = (
    (0.5, "0.02"), (0.5, "0.01"), (0.5, "5%"), (0.5, "2%"),
    (0.035, "0.01"), (0.035, "0.005"), (0.035, "0.002"), (0.035, "30%"), (0.035, "10%"),
    (0.035, "5%"),
    (0.0003, "0.001"), (0.0003, "0.0003"), (0.0003, "0.0001"), (0.0003, "50%"), (0.0003, "30%"),
    (0.0, "0.001"), (0.0, "0.0002"),
    (0.97, "5%"), (0.97, "1%"), (0.97, "0.5%"), (0.9997, "0.1%"), (1.0, "0.1%"),
)  # fmt: skip
"""True chance, and half-width asked for."""
FAST = ((0.5, "0.02"), (0.035, "0.005"), (0.035, "30%"), (0.0003, "0.0003"), (0.0, "0.0002"),
        (0.97, "1%"))  # fmt: skip
NEGLIGIBLE = 1e-13
"""Counts less likely than this are dropped, and so counted as misses."""
UNFINISHED = 1e-7
"""Runs still going are dropped, and counted as misses, when they are so few."""


def spacings() -> dict[str, Iterator[int]]:
    """Look after how many rounds, by name."""
    return {"1,000": count(1_000, 1_000), "10,000": count(10_000, 10_000), "own": looks()}


def coverage(
    p: float, target: Target, at: Iterable[int], level: float = 0.95
) -> tuple[float, float]:
    """Return the share of runs whose interval holds `p`, and the mean rounds played.

    Parameters
    ----------
    p : float
        Chance of the event in each round.
    target : Target
        Half-width asked for.
    at : iterable of int
        Numbers of rounds after which the run looks.
    level : float
        Nominal coverage.
    """
    first, weights = 0, np.ones(1)
    before = 0
    held = rounds = 0.0
    for n in at:
        more = n - before
        low = max(int(binom.ppf(NEGLIGIBLE, more, p)), 0)
        steps = binom.pmf(np.arange(low, int(binom.isf(NEGLIGIBLE, more, p)) + 1), more, p)
        first, weights = first + low, np.convolve(weights, steps)
        before = n
        for i in np.flatnonzero(weights > NEGLIGIBLE):
            k = first + int(i)
            estimate = ratio_clustered(n, k, n, k, k, n, unspent_level(level), "proportion")
            if is_met(row("event", "probability", estimate), target):
                rounds += weights[i] * n
                held += weights[i] * (estimate.low <= p <= estimate.high)
                weights[i] = 0.0
        alive = np.flatnonzero(weights > NEGLIGIBLE)
        if not alive.size or weights.sum() < UNFINISHED:
            break
        first, weights = first + int(alive[0]), weights[alive[0] : alive[-1] + 1]
    return held, rounds


def main() -> int:
    """Print the table; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fast", action="store_true", help="six cases only")
    options = parser.parse_args()
    broken = 0
    print("coverage in % of nominal 95 % intervals, and mean rounds, looking every")
    print(f"{'chance':>8} {'asked':>8}" + "".join(f"{name:>22}" for name in spacings()))
    for p, text in FAST if options.fast else CASES:
        shown = ""
        for at in spacings().values():
            held, rounds = coverage(p, parse_target(text), at)
            broken += held < PROMISED
            shown += f"{100 * held:9.2f} {rounds:12,.0f}"
        print(f"{p:>8g} {text:>8}{shown}", flush=True)
    print(f"{broken} below {100 * PROMISED:g} %")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

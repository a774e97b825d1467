"""Every deal equally often: `python benchmarks/deal_exact.py [--deals N] [--threads T] [--seed S]`.

Eight cards to four seats, two each: 2,520 different deals, few enough to count each of them.
The cards lie in one word, or spread over two or four words.  Prints chi-square and its p-value;
exit status 1 when a p-value is below one in ten thousand.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2

if __name__ == "__main__":
    # in place of this folder: the project itself
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from simcore.deal import Plan, deal_batch, plan
from simcore.jit import U64

SEATS = 4
CARDS = 8
DEALS = 2520
ALARM = 1e-4
CHUNK = 250_000
DECKS = {
    1: [0b10110101 << 20 | 1 << 63 | 1 << 2 | 1],
    2: [1 | 1 << 33 | 1 << 63, 0b11111 << 7],
    4: [0b11, 1 << 63, 0b111, 0b11 << 40],
}
"""Eight cards each, by words."""

Counts = npt.NDArray[np.int64]


def count_deals(deal: Plan, deck: list[int], seed: int, first: int, n: int) -> Counts:
    """Count each of the 2,520 deals among deals ``first`` .. ``first + n - 1`` of a seed."""
    words = np.array(deck, dtype=np.uint64)
    hands = np.zeros((n, SEATS, words.size), dtype=np.uint64)
    deal_batch(
        U64(seed), U64(first), U64(0), words, deal.steps, deal.slots, deal.n_words, hands
    )  # fmt: skip
    code = np.zeros(n, dtype=np.int64)
    digit = 0
    for w, mask in enumerate(deck):
        for bit in range(64):
            if mask >> bit & 1:
                for seat in range(1, SEATS):
                    held = (hands[:, seat, w] >> U64(bit)) & U64(1)
                    code += held.astype(np.int64) * (seat * SEATS**digit)
                digit += 1
    return np.bincount(code, minlength=SEATS**CARDS)


def possible_codes() -> Counts:
    """Codes of the deals that give every seat two cards."""
    code = np.arange(SEATS**CARDS)
    digits = np.stack([code // SEATS**i % SEATS for i in range(CARDS)])
    even = [(digits == seat).sum(axis=0) == CARDS // SEATS for seat in range(SEATS)]
    return np.flatnonzero(np.logical_and.reduce(even))


def chi_square(counts: Counts) -> tuple[float, float]:
    """Chi-square of equal frequency and its p-value; impossible deals make it infinite."""
    possible = possible_codes()
    seen = counts[possible].astype(float)
    if seen.sum() != counts.sum():
        return float("inf"), 0.0
    expected = seen.sum() / DEALS
    statistic = float(((seen - expected) ** 2).sum() / expected)
    return statistic, float(chi2.sf(statistic, DEALS - 1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000_000, help="deals of each deck")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", type=int, nargs="*", choices=sorted(DECKS), default=[1])
    options = parser.parse_args()
    deal = plan([CARDS // SEATS] * SEATS)
    worst = 1.0
    for n_words in options.words:
        start = time.perf_counter()
        starts = range(0, options.deals, CHUNK)
        with ThreadPoolExecutor(options.threads) as pool:
            counts = sum(
                pool.map(
                    lambda first, deck=DECKS[n_words]: count_deals(
                        deal, deck, options.seed, first, min(CHUNK, options.deals - first)
                    ),
                    starts,
                )
            )
        statistic, p = chi_square(counts)
        worst = min(worst, p)
        seconds = time.perf_counter() - start
        print(
            f"{options.deals:,} deals of 8 cards in {n_words} word(s): chi2 {statistic:.1f} "
            f"with {DEALS - 1} degrees of freedom, p = {p:.4f}, {seconds:.0f} s"
        )
    return int(worst < ALARM)


if __name__ == "__main__":
    sys.exit(main())

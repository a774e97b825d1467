"""Card by seat: every card should reach every hand equally often.

The exact figures rotate the seat they look at, so a shuffle that favours a seat could pass them.
This chi-square cannot be fooled that way.  Over n independent uniform deals

    (N - 1) / N * sum (O - E)^2 / E

has the chi-square law with (types - 1) * (parts - 1) degrees of freedom, where N is the number
of cards and each type has equally many copies: the covariance of a deal is that of a random
permutation, which is N / (N - 1) times that of independent cards.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.rows import plain

METRIC = "deal.card_by_seat"


def cards_seen(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Count how often each card lay in each part of the deal.

    Parameters
    ----------
    words : ndarray of uint64, shape (n, parts, W)
        Masks of cards.

    Returns
    -------
    ndarray of int64, shape (W * 64, parts)
        A row a bit position, also for those that no card uses.
    """
    octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    seen = np.unpackbits(octets, axis=-1, bitorder="little").sum(axis=0, dtype=np.int64)
    return np.asarray(seen.T, dtype=np.int64)


def chi_square(counts: NDArray[np.int64], copies: int) -> tuple[float, int]:
    """Return the statistic and its degrees of freedom.

    Parameters
    ----------
    counts : ndarray of int64, shape (types, parts)
        Cards of each type seen in each part, every type with equally many copies.
    copies : int
    """
    types, parts = counts.shape
    cards = types * copies
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    return statistic, (types - 1) * (parts - 1)


def row(counts: NDArray[np.int64], copies: int, deals: int, level: float) -> dict[str, Any]:
    """Return the row of `validate`: the degrees of freedom are what the statistic should be.

    Parameters
    ----------
    counts, copies
        As for `chi_square`.
    deals : int
    level : float
        The row agrees with this probability when the shuffle is right.
    """
    from scipy.stats import chi2  # a second to import, which a misspelt card need not wait for

    statistic, freedom = chi_square(counts, copies)
    least, most = chi2.interval(level, freedom)
    fields = {
        "metric": METRIC,
        "text": "chi-square of cards by seat; the exact value is its mean under a right shuffle",
        "unit": "chi-square",
        "exact_value": float(freedom),
        "fraction": str(freedom),
        "estimate": statistic,
        "low": max(0.0, statistic - (most - freedom)),
        "high": statistic + (freedom - least),
        "n": deals,
        "level": level,
        "method": "chi-square",
        "z": (statistic - freedom) / math.sqrt(2 * freedom),
        "agree": bool(least <= statistic <= most),
    }
    return {key: plain(value) for key, value in fields.items()}

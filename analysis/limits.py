"""What the intervals are made of: argument checks, quantiles, and limits as plain floats.

The distributions are SciPy's, imported on first use.
"""

from __future__ import annotations

import math
import operator
from typing import SupportsIndex

# Below this many successes (or failures) Wilson's coverage sags, and the exact interval is used.
FEW = 10
# From here on the inverse beta function loses digits; the continuity-corrected score limits do not.
MANY = 3e9


def integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as a Python int; floats and text are refused."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def checked_size(n: SupportsIndex, least: int = 1) -> int:
    """Return a sample size as int, at least `least`."""
    count = integer("n", n)
    if count < least:
        raise ValueError(f"n must be at least {least}, not {count}")
    return count


def checked_counts(k: SupportsIndex, n: SupportsIndex) -> tuple[int, int]:
    """Return successes and trials as ints, in range."""
    trials = checked_size(n)
    hits = integer("k", k)
    if not 0 <= hits <= trials:
        raise ValueError(f"k must be between 0 and n = {trials}, not {hits}")
    return hits, trials


def checked_alpha(level: float) -> float:
    """Return ``1 - level`` for a level strictly between 0 and 1."""
    if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1 (as 0.95), not {level!r}")
    return 1.0 - float(level)


def normal_quantile(level: float) -> float:
    """Two-sided normal quantile."""
    from scipy.special import ndtri

    return -float(ndtri(checked_alpha(level) / 2))


def t_quantile(level: float, freedom: int) -> float:
    """Two-sided Student quantile with `freedom` degrees of freedom, at least 1."""
    from scipy.special import stdtrit

    return -float(stdtrit(freedom, checked_alpha(level) / 2))


def wilson_limits(hits: float, misses: float, z: float) -> tuple[float, float]:
    """Wilson limits; `hits` and `misses` may be fractions of a trial."""
    trials = hits + misses
    squared = z * z
    reach = z * math.sqrt(squared + 4 * hits * misses / trials)
    low = (2 * hits + squared - reach) / (2 * (trials + squared)) if hits else 0.0
    high = (2 * hits + squared + reach) / (2 * (trials + squared)) if misses else 1.0
    return max(low, 0.0), min(high, 1.0)


def exact_limits(hits: float, misses: float, alpha: float) -> tuple[float, float]:
    """Clopper-Pearson limits; in closed form where quantile functions fail or lose digits."""
    from scipy.special import betainccinv, betaincinv, ndtri

    tail = alpha / 2
    trials = hits + misses
    if min(hits, misses) > MANY:
        # Half a trial each way is all that parts the exact limits from Wilson's at this size.
        z = -float(ndtri(tail))
        low, _ = wilson_limits(hits - 0.5, misses + 0.5, z)
        _, high = wilson_limits(hits + 0.5, misses - 0.5, z)
        return low, high
    if not hits:
        low = 0.0
    elif not misses:
        low = math.exp(math.log(tail) / trials)
    else:
        low = float(betaincinv(hits, misses + 1, tail))
    if not misses:
        high = 1.0
    elif not hits:
        high = -math.expm1(math.log(tail) / trials)
    else:
        high = float(betainccinv(hits + 1, misses, tail))
    return low, high

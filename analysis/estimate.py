"""An estimate with its interval, and the estimates that need no sample."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from analysis.limits import t_quantile

Kind = Literal["real", "count", "proportion"]
KINDS: tuple[Kind, ...] = ("real", "count", "proportion")


@dataclass(frozen=True)
class Estimate:
    """One figure with its interval.

    Parameters
    ----------
    estimate : float
        The figure itself; NaN where there was nothing to divide by.
    se : float
        Standard error; 0 where no variation was seen, NaN where it cannot be known.
    low, high : float
        Limits of the interval, ``low <= estimate <= high``; infinite where one cluster is too few.
    n : int
        Units behind the figure (trials, rounds, calls, or paired clusters).
    level : float
        Nominal coverage of the interval, for example 0.95; 1 for a computed figure.
    method : str
        How the interval was made, for example ``"wilson"``.
    exact : bool
        True where the figure was computed, not sampled.
    """

    estimate: float
    se: float
    low: float
    high: float
    n: int
    level: float
    method: str
    exact: bool = False

    @property
    def half_width(self) -> float:
        """Half the width of the interval, in the units of the estimate."""
        return (self.high - self.low) / 2


def exact_value(x: float | Fraction, n: int = 0) -> Estimate:
    """Wrap a computed figure: no error, both limits equal to it.

    Parameters
    ----------
    x : float or Fraction
        The figure, finite.
    n : int
        Cases enumerated, where that means something.

    Returns
    -------
    Estimate
        With ``exact = True``, ``level = 1`` and method ``"computed"``.

    Raises
    ------
    ValueError
        If `x` is not finite.
    """
    value = float(x)
    if not math.isfinite(value):
        raise ValueError(f"an exact value must be finite, not {value}")
    return Estimate(value, 0.0, value, value, n, 1.0, "computed", exact=True)


def undefined(level: float = 0.95, kind: Kind = "real") -> Estimate:
    """Stand in for a figure with nothing to divide by, such as calls made when none was called.

    Parameters
    ----------
    level : float
        Nominal coverage asked for.
    kind : {"real", "count", "proportion"}
        The lower limit is 0 unless ``"real"``, the upper 1 for ``"proportion"``.

    Returns
    -------
    Estimate
        NaN between the widest limits, ``n = 0``, method ``"none"``.
    """
    low = -math.inf if kind == "real" else 0.0
    high = 1.0 if kind == "proportion" else math.inf
    return Estimate(math.nan, math.nan, low, high, 0, level, "none")


def t_estimate(
    value: Fraction,
    variance_of: Fraction | None,
    n: int,
    clusters: int,
    level: float,
    method: str = "t",
) -> Estimate:
    """Symmetric t interval about an exact value; unbounded when the variance is unknown."""
    centre = float(value)
    if variance_of is None:
        return Estimate(centre, math.nan, -math.inf, math.inf, n, level, method)
    se = root(variance_of)
    reach = se * t_quantile(level, clusters - 1)
    return Estimate(centre, se, centre - reach, centre + reach, n, level, method)


def root(value: Fraction) -> float:
    """Square root of a non-negative fraction whose parts may exceed the range of a float."""
    return math.sqrt(float(value))

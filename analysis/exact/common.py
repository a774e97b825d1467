"""What the exact figures of the three games share: Quantity, counting helpers, polynomials."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Unit = Literal["probability", "mean", "variance", "count"]
Deals = np.ndarray[Any, np.dtype[Any]]
Integers = npt.NDArray[np.int64]
Sample = Callable[[Deals, Integers], Integers]


@dataclass(frozen=True)
class Quantity:
    """One exact figure about dealt cards, and how to read its counterpart off simulated deals.

    Attributes
    ----------
    metric : str
        The id `validate` and `odds` print, such as ``Q8.twos``, ``Q-EKITTY-2`` or ``T16.0``.
    game : str
        ``gouji``, ``shengji`` or ``tichu``.
    text : str
        One line that says what the figure is.
    unit : {"probability", "mean", "variance", "count"}
        What the samples estimate: their mean, except for a variance; a count has no samples.
    compute : callable
        Returns the exact value; nothing is computed before it is asked for.
    sample : callable or None
        ``sample(deals, index)`` gives one int64 a deal: 0 or 1 for a probability, the value
        itself for a mean or a variance. `index` holds the deal numbers; a figure about "a given
        hand" reads seat ``index % seats``, so draws stay independent and no seat goes untested.
        None where dealt cards do not show the figure.
    per : callable or None
        Where it is given the figure is a ratio: the estimate is ``sum(sample) / sum(per)``, and
        ``sample - exact * per`` has mean zero.
    decks : int or None
        Packs the figure is about (Sheng Ji with four players); None elsewhere.
    """

    metric: str
    game: str
    text: str
    unit: Unit
    compute: Callable[[], Fraction]
    sample: Sample | None = None
    per: Sample | None = None
    decks: int | None = None

    def exact(self) -> Fraction:
        """Return the exact value."""
        return self.compute()


def falling(n: int, k: int) -> int:
    """Return ``n (n-1) ... (n-k+1)``, the number of ways to fill k labelled places from n."""
    product = 1
    for i in range(k):
        product *= n - i
    return product


def multinomial(*parts: int) -> int:
    """Return the number of ways to share ``sum(parts)`` cards over hands of these sizes."""
    ways = factorial(sum(parts))
    for part in parts:
        ways //= factorial(part)
    return ways


def hypergeometric(k: int, marked: int, deck: int, hand: int) -> Fraction:
    """Return P(a hand of `hand` out of `deck` cards holds exactly k of the `marked` ones)."""
    if k > hand:
        return Fraction(0)
    return Fraction(comb(marked, k) * comb(deck - marked, hand - k), comb(deck, hand))


def at_least(k: int, marked: int, deck: int, hand: int) -> Fraction:
    """Return P(a hand of `hand` out of `deck` cards holds k or more of the `marked` ones)."""
    return 1 - sum((hypergeometric(j, marked, deck, hand) for j in range(k)), Fraction(0))


def hypergeometric_variance(marked: int, deck: int, hand: int) -> Fraction:
    """Return the variance of the number of `marked` cards in a hand."""
    share = Fraction(marked, deck)
    return hand * share * (1 - share) * Fraction(deck - hand, deck - 1)


def total_variance(values: dict[int, int], deck: int, hand: int) -> Fraction:
    """Return the variance of a hand's total when ``values[v]`` cards of the deck are worth v each.

    Cards absent from `values` are worth 0.
    """
    first = sum(v * n for v, n in values.items())
    second = sum(v * v * n for v, n in values.items())
    spread = Fraction(second, deck) - Fraction(first, deck) ** 2
    return hand * spread * Fraction(deck - hand, deck - 1)


def exactly_without(k: int, marked: int, deck: int, hand: int, seats: int) -> Fraction:
    """Return P(exactly k of `seats` hands hold none of the `marked` cards), by inclusion-exclusion.

    Cards left over after ``seats * hand`` stay undealt.
    """
    total = Fraction(0)
    for j in range(k, seats + 1):
        empty = Fraction(comb(deck - marked, hand * j), comb(deck, hand * j))
        total += (-1) ** (j - k) * comb(j, k) * comb(seats, j) * empty
    return total


def someone_without(marked: int, deck: int, hand: int, seats: int) -> Fraction:
    """Return P(at least one of `seats` hands holds none of the `marked` cards)."""
    return 1 - exactly_without(0, marked, deck, hand, seats)


# --- polynomials: a list of integers, index = power of x (the number of cards taken)


def multiply(a: Sequence[int], b: Sequence[int], degree: int) -> list[int]:
    """Return the product of two polynomials, dropping powers above `degree`."""
    product = [0] * min(degree + 1, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b[: len(product) - i]):
                product[i + j] += x * y
    return product


def power(a: Sequence[int], n: int, degree: int) -> list[int]:
    """Return the n-th power of a polynomial, dropping powers above `degree`."""
    result = [1]
    for _ in range(n):
        result = multiply(result, a, degree)
    return result


def add(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Return the sum of two polynomials."""
    size = max(len(a), len(b))
    return [(a[i] if i < len(a) else 0) + (b[i] if i < len(b) else 0) for i in range(size)]


def choose(n: int, below: int | None = None) -> list[int]:
    """Return ``(1 + x)^n``, cut off before ``x^below`` where that is given."""
    return [comb(n, k) for k in range(n + 1 if below is None else min(n + 1, below))]


def hands(ways: Sequence[int], rest: int, hand: int) -> int:
    """Count hands: ``ways[k]`` picks of k cards from one group, the others from `rest` cards."""
    return sum(w * comb(rest, hand - k) for k, w in enumerate(ways[: hand + 1]))


def share_of_hands(ways: Sequence[int], rest: int, deck: int, hand: int) -> Fraction:
    """Return the probability of the hands that `hands` counts."""
    return Fraction(hands(ways, rest, hand), comb(deck, hand))

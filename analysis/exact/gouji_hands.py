"""Counting behind the Gou Ji figures that need no order: 216 cards, six hands of 36."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from analysis.exact.common import (
    add,
    at_least,
    choose,
    hands,
    multiply,
    power,
    share_of_hands,
    someone_without,
)

DECK = 216
SEATS = 6
HAND = 36
EACH = 16  # cards of one rank
WILDS = 24
RANKS = 12  # 3..A
# natural cards that make a Gou Ji set without a wild (GJ-36)
THRESHOLDS = {"A": 2, "K": 2, "Q": 3, "J": 4, "T": 5}
FINISH_POINTS = (4, 2, 0, 0, -2, -4)  # GJ-61
SWEEP = 2  # GJ-62


def expected_redeals() -> Fraction:
    """Return how many deals are thrown in per round when whoever may declare does (GJ-17)."""
    someone = someone_without(WILDS, DECK, HAND, SEATS)
    return someone / (1 - someone)


@cache
def largest_holding(marked: int, size: int, seats: int = SEATS) -> Fraction:
    """Return P(one of `seats` hands, all of the deck, holds `size` or more `marked` cards)."""
    fewer = power(choose(DECK // seats, below=size), seats, marked)
    kept = fewer[marked] if len(fewer) > marked else 0
    return 1 - Fraction(kept, comb(DECK, marked))


def same_suit_threes(size: int) -> Fraction:
    """Return P(a hand holds `size` or more 3s of some suit)."""
    fewer = power(choose(4, below=size), 4, EACH)
    return 1 - share_of_hands(fewer, DECK - EACH, DECK, HAND)


@cache
def without_sets(wilds: bool) -> Fraction:
    """Return P(no natural Gou Ji set), and no wild either where `wilds` is False (GJ-36)."""
    ways = [1]
    for threshold in THRESHOLDS.values():
        ways = multiply(ways, choose(EACH, below=threshold), HAND)
    rest = DECK - EACH * len(THRESHOLDS) - (0 if wilds else WILDS)
    return share_of_hands(ways, rest, DECK, HAND)


def some_set() -> Fraction:
    """Return P(a hand holds a Gou Ji set of natural cards alone)."""
    return 1 - without_sets(wilds=True)


def expected_sets() -> Fraction:
    """Return the mean number of the ranks A, K, Q, J, T held up to their threshold."""
    return sum((at_least(size, EACH, DECK, HAND) for size in THRESHOLDS.values()), Fraction(0))


@cache
def distinct_ranks(k: int) -> Fraction:
    """Return P(a hand holds cards of exactly k of the ranks 3..A)."""
    present = add(choose(EACH), [-1])
    return comb(RANKS, k) * share_of_hands(power(present, k, HAND), WILDS, DECK, HAND)


def expected_ranks() -> Fraction:
    """Return the mean number of ranks 3..A in a hand."""
    return RANKS * at_least(1, EACH, DECK, HAND)


@cache
def longest_rank(size: int) -> Fraction:
    """Return P(a hand holds `size` or more natural cards of some rank 3..A)."""
    fewer = power(choose(EACH, below=size), RANKS, HAND)
    return 1 - share_of_hands(fewer, WILDS, DECK, HAND)


def highest_card(index: int) -> Fraction:
    """Return P(the highest card of a hand is a red, black, 2, A, K), index 0..4 (GJ-2)."""
    above = (0, 4, 8, 24, 40, 56)
    without = [Fraction(comb(DECK - n, HAND), comb(DECK, HAND)) for n in above]
    return without[index] - without[index + 1]


def holdings() -> Fraction:
    """Return how many hands differ when only ranks and joker colours count."""
    ways = multiply(power([1] * (EACH + 1), RANKS + 1, HAND), power([1] * 5, 2, HAND), HAND)
    return Fraction(hands(ways, 0, HAND))


@cache
def finishing_patterns() -> tuple[tuple[frozenset[int], int], ...]:
    """List every set of three places a team can take (1..6) with its points (GJ-61, GJ-62)."""
    patterns = []
    for places in combinations(range(1, SEATS + 1), 3):
        points = sum(FINISH_POINTS[place - 1] for place in places)
        swept = places in ((1, 2, 3), (4, 5, 6))
        patterns.append((frozenset(places), points * SWEEP if swept else points))
    return tuple(patterns)


def team_points(points: int) -> Fraction:
    """Return P(a team scores `points`) when all finishing orders are equally likely."""
    patterns = finishing_patterns()
    return Fraction(sum(scored == points for _, scored in patterns), len(patterns))


def points_moment(order: int) -> Fraction:
    """Return the mean of ``|points|**order`` of a team, all finishing orders equally likely."""
    patterns = finishing_patterns()
    return Fraction(sum(abs(points) ** order for _, points in patterns), len(patterns))


def points_mean() -> Fraction:
    """Return the mean points of a team, all finishing orders equally likely."""
    patterns = finishing_patterns()
    return Fraction(sum(points for _, points in patterns), len(patterns))


def points_variance() -> Fraction:
    """Return the variance of a team's points, all finishing orders equally likely."""
    return points_moment(2) - points_mean() ** 2


def together(*pairs: tuple[int, int]) -> Fraction:
    """Return P(both places of every pair go to one team), all finishing orders equally likely."""
    patterns = finishing_patterns()
    good = sum(
        all((first in places) == (second in places) for first, second in pairs)
        for places, _ in patterns
    )
    return Fraction(good, len(patterns))


def sweep() -> Fraction:
    """Return P(one team takes the first three places), all finishing orders equally likely."""
    return together((1, 2), (2, 3))

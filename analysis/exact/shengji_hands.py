"""Counting behind the Sheng Ji figures: four players, one to three packs, stock uniformly shuffled.

The trump suit and rank are fixed without looking at the cards; hands are those before the kitty is
taken up.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from analysis.exact.common import (
    add,
    choose,
    falling,
    multiply,
    power,
    share_of_hands,
    total_variance,
)

SEATS = 4
TYPES = 54
SUITS = 4
HAND = {1: 12, 2: 25, 3: 39}  # cards drawn by each of four players (SJ-2)
KITTY = {1: 6, 2: 8, 3: 6}
# cards in ONE pack
TRUMPS = 18  # a suited round: 13 of the suit, 3 other rank cards, 2 jokers
TRUMPS_NT = 6
POINT_CARDS = 12
RANK_CARDS = 4
FIVES = 4
TENS = 8  # tens and kings, 10 points each
SIDE_SUIT = 12
PLAIN_LEVELS = 12


def deck(decks: int) -> int:
    """Return the number of cards in `decks` packs."""
    return TYPES * decks


def kitty_points_mean(decks: int) -> Fraction:
    """Return the mean points in the stock left for the kitty (SJ-4)."""
    return Fraction(KITTY[decks] * 100 * decks, deck(decks))


@cache
def kitty_points(points: int, decks: int) -> Fraction:
    """Return P(the stock left for the kitty holds exactly `points`)."""
    size = KITTY[decks]
    zero = deck(decks) - POINT_CARDS * decks
    count = 0
    for fives in range(points // 5 + 1):
        tens, rest = divmod(points - 5 * fives, 10)
        if rest == 0 and fives + tens <= size:
            cards = comb(FIVES * decks, fives) * comb(TENS * decks, tens)
            count += cards * comb(zero, size - fives - tens)
    return Fraction(count, comb(deck(decks), size))


def kitty_points_variance(decks: int) -> Fraction:
    """Return the variance of the points in the stock left for the kitty."""
    return total_variance({5: FIVES * decks, 10: TENS * decks}, deck(decks), KITTY[decks])


def whole_sets(decks: int) -> Fraction:
    """Return the mean number of types of which a hand holds every copy."""
    return TYPES * same_hand(decks, decks)


def same_hand(cards: int, decks: int) -> Fraction:
    """Return P(one given hand holds all of `cards` named cards)."""
    return Fraction(falling(HAND[decks], cards), falling(deck(decks), cards))


@cache
def without_multiple(copies: int, decks: int) -> Fraction:
    """Return P(a hand holds fewer than `copies` of every type)."""
    ways = power(choose(decks, below=copies), TYPES, HAND[decks])
    return share_of_hands(ways, 0, deck(decks), HAND[decks])


def pairs(k: int) -> Fraction:
    """Return P(a hand of the two-pack game holds exactly k pairs of identical cards)."""
    hand = HAND[2]
    singles = hand - 2 * k
    ways = comb(TYPES, k) * comb(TYPES - k, singles) * 2**singles
    return Fraction(ways, comb(deck(2), hand))


def pairs_apart(n: int) -> Fraction:
    """Return P(each of n named pairs of the two-pack game lies whole in some hand)."""
    count = 0
    for owners in product(range(SEATS), repeat=n):
        ways = 1
        for seat in range(SEATS):
            ways *= falling(HAND[2], 2 * owners.count(seat))
        count += ways
    return Fraction(count, falling(deck(2), 2 * n))


@cache
def some_pair_whole(named: int, seats: int) -> Fraction:
    """Return P(one given hand, or any of four, holds at least one of `named` pairs), two packs.

    Parameters
    ----------
    named : int
        How many named pairs: 2 for the jokers, 4 for the cards of trump rank.
    seats : int
        1 for a given hand, 4 for any.
    """
    total = Fraction(0)
    for n in range(1, named + 1):
        whole = same_hand(2 * n, 2) if seats == 1 else pairs_apart(n)
        total += (-1) ** (n + 1) * comb(named, n) * whole
    return total


@cache
def _no_adjacent_pairs(levels: tuple[int, ...]) -> list[int]:
    """Count the ways to hold cards of a suit without pairs on two levels in a row, two packs.

    Parameters
    ----------
    levels : tuple of int
        Types on each level, lowest level first; most levels have one.

    Returns
    -------
    list of int
        Ways by number of cards.
    """
    degree = HAND[2]
    open_, paired = [1], [0]  # by whether the level just passed holds a pair
    for types in levels:
        without = power(choose(2, below=2), types, degree)
        some = add(power(choose(2), types, degree), [-w for w in without])
        reached = add(open_, paired)
        open_, paired = multiply(reached, without, degree), multiply(open_, some, degree)
    return add(open_, paired)


@cache
def some_tractor(no_trump: bool) -> Fraction:
    """Return P(a hand of the two-pack game holds a tractor of two pairs or more) (SJ-7, SJ-10)."""
    side = _no_adjacent_pairs((1,) * PLAIN_LEVELS)
    if no_trump:
        groups = power(side, SUITS, HAND[2])
        trumps = _no_adjacent_pairs((SUITS, 1, 1))
    else:
        groups = power(side, SUITS - 1, HAND[2])
        trumps = _no_adjacent_pairs((1,) * PLAIN_LEVELS + (SUITS - 1, 1, 1, 1))
    return 1 - share_of_hands(multiply(groups, trumps, HAND[2]), 0, deck(2), HAND[2])


def count_off(offset: int) -> Fraction:
    """Return P(the count starts the draw `offset` seats after the shuffler) (SJ-16)."""
    numbers = range(1, 14)
    return Fraction(sum((n - 1) % SEATS == offset for n in numbers), len(numbers))

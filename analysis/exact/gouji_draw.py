"""Gou Ji figures that hang on the order of the draw: threes, Kai Pai, partnership draw."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from analysis.exact.common import falling

DECK = 216
SEATS = 6
HAND = 36
THREES = 16  # four of each suit
SUITS = 4
JOKERS = 8
NATURAL_RANKS = 13  # A, 2..9, T, J, Q, K by the count of GJ-8


@cache
def _pairless_ways() -> dict[tuple[int, ...], int]:
    """Count how the drawn threes can spread over the seats with no two of one suit at a seat.

    Keyed by the threes per seat; the value counts which threes are among those drawn and which
    seat each has.
    """
    ways: Counter[tuple[int, ...]] = Counter({(0,) * SEATS: 1})
    for _ in range(SUITS):
        grown: Counter[tuple[int, ...]] = Counter()
        for held, n in ways.items():
            for drawn in range(5):
                # which threes of the suit are out, and who holds which of them
                labels = n * comb(4, drawn) * falling(drawn, drawn)
                for seats in combinations(range(SEATS), drawn):
                    after = list(held)
                    for seat in seats:
                        after[seat] += 1
                    grown[tuple(after)] += labels
        ways = grown
    return dict(ways)


@cache
def _profiles(early: int) -> dict[tuple[int, ...], int]:
    """Add up `_pairless_ways` over spreads that weigh the same.

    The first `early` seats have drawn one card more than the others, and inside each of the two
    groups only the multiset of counts matters.
    """
    merged: Counter[tuple[int, ...]] = Counter()
    for held, n in _pairless_ways().items():
        merged[tuple(sorted(held[:early])) + tuple(sorted(held[early:]))] += n
    return dict(merged)


@cache
def no_pair_among(n: int) -> Fraction:
    """Return P(no seat holds two 3s of one suit after n cards of the draw) (GJ-13, GJ-14).

    Parameters
    ----------
    n : int
        Cards drawn by all seats together, 0..216.

    Returns
    -------
    Fraction
    """
    turns, early = divmod(n, SEATS)
    places = [[falling(cards, k) for k in range(5)] for cards in (turns + 1, turns)]
    undrawn = [falling(DECK - n, k) for k in range(THREES + 1)]
    count = 0
    for held, ways in _profiles(early).items():
        product = ways * undrawn[THREES - sum(held)]
        for seat, k in enumerate(held):
            product *= places[seat >= early][k]
        count += product
    return Fraction(count, falling(DECK, THREES))


@cache
def announced_at() -> tuple[Fraction, ...]:
    """Return P(the first pair of 3s of one suit is complete with card number n), n = 0..216.

    Numbers count from 1; item 0 is 0. The sum is the probability that anybody can announce.
    """
    kept = [no_pair_among(n) for n in range(DECK + 1)]
    return (Fraction(0), *(kept[n - 1] - kept[n] for n in range(1, DECK + 1)))


def announcer_offset(offset: int) -> Fraction:
    """Return P(the first announcer sits `offset` seats after the first drawer)."""
    return sum(announced_at()[offset + 1 :: SEATS], Fraction(0))


def somebody_announces() -> Fraction:
    """Return P(some seat is dealt two 3s of one suit)."""
    return 1 - no_pair_among(DECK)


def first_drawer_leads() -> Fraction:
    """Return P(the first drawer leads the first round: he speaks first, or nobody can) (GJ-15)."""
    return no_pair_among(DECK) + announcer_offset(0)


def announcement_mean() -> Fraction:
    """Return the mean number (from 1) of the card that makes the first pair, given there is one."""
    law = announced_at()
    return sum((n * p for n, p in enumerate(law)), Fraction(0)) / sum(law, Fraction(0))


def announcement_median() -> Fraction:
    """Return the first card number by which somebody has announced in half of all deals.

    Deals in which nobody can count as never.
    """
    reached = Fraction(0)
    number = 0
    while 2 * reached < 1:
        number += 1
        reached += announced_at()[number]
    return Fraction(number)


def count_off(offset: int) -> Fraction:
    """Return P(a turned card, no joker, points `offset` seats on, himself being one) (GJ-8)."""
    values = range(1, NATURAL_RANKS + 1)
    return Fraction(sum((value - 1) % SEATS == offset for value in values), NATURAL_RANKS)


def first_drawer_offset(offset: int, replacement: bool) -> Fraction:
    """Return P(the first drawer sits `offset` seats after the Kai Pai first chosen) (GJ-9).

    Parameters
    ----------
    offset : int
        0..5.
    replacement : bool
        Whether a turned joker can be turned again.
    """
    law = [count_off(k) for k in range(SEATS)]
    if replacement:
        # a geometric run of jokers, folded onto the seats: rounds of six jokers change nothing
        joker = Fraction(JOKERS, DECK)
        runs = [joker**j * (1 - joker) / (1 - joker**SEATS) for j in range(SEATS)]
    else:
        runs = [
            Fraction(falling(JOKERS, j), falling(DECK, j)) * Fraction(DECK - JOKERS, DECK - j)
            for j in range(JOKERS + 1)
        ]
    return sum((p * law[(offset - j) % SEATS] for j, p in enumerate(runs)), Fraction(0))


def partnership_tie() -> Fraction:
    """Return P(third and fourth highest of the six drawn cards are equal), order of GJ-2 (GJ-5)."""
    classes = [16] * NATURAL_RANKS + [4, 4]
    tied = 0
    lower = DECK
    higher = 0
    for size in reversed(classes):
        lower -= size
        for above in range(3):
            for inside in range(4 - above, SEATS - above + 1):
                rest = comb(lower, SEATS - above - inside)
                tied += comb(higher, above) * comb(size, inside) * rest
        higher += size
    return Fraction(tied, comb(DECK, SEATS))

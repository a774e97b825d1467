"""Counting behind the Tichu figures: 56 cards, four hands of 14, of which 8 come first.

Hands are those dealt, before the exchange.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import comb, factorial, prod

from analysis.exact.common import (
    add,
    at_least,
    choose,
    falling,
    hands,
    hypergeometric,
    multinomial,
    multiply,
    power,
    share_of_hands,
)

DECK = 56
SEATS = 4
HAND = 14
FIRST = 8
RANKS = 13
SUITS = 4
SPECIALS = 4
WINDOWS = 9  # five ranks in a row, 2..6 to T..A
FLUSH = 5  # cards of the shortest straight flush (TI-20)
TOP = 14  # rank of the ace; the Mah Jong is rank 1
# cards by points, where they are worth any (TI-4)
POINTS = {5: 4, 10: 8, 25: 1, -25: 1}

# The number of deals in which no hand holds a bomb of either kind. It takes a dynamic programme
# over 3,876 states of owners and runs, too long to run here, so the published count stands in:
# row 36 of the table of exact quantities, from which rows 9 and 36 follow.
DEALS_WITHOUT_BOMB = 10012008435809707582212430679040


def all_deals() -> int:
    """Count the deals: who holds which cards."""
    return multinomial(*[HAND] * SEATS)


def staged_deals() -> int:
    """Count the deals when the first eight cards of a hand are told from the other six."""
    return multinomial(*[FIRST, HAND - FIRST] * SEATS)


# --- bombs in one hand


def four_of_a_kind(cards: int) -> Fraction:
    """Return P(`cards` cards hold four of one rank)."""
    no_four = power(choose(SUITS, below=SUITS), RANKS, cards)
    return 1 - share_of_hands(no_four, SPECIALS, DECK, cards)


@cache
def no_five_in_a_row() -> list[int]:
    """Count the sets of ranks 2..A without five in a row, by number of ranks 0..13."""
    by_run = [[1]] + [[0]] * (FLUSH - 1)
    for _ in range(RANKS):
        skipped: list[int] = [0]
        for ways in by_run:
            skipped = add(skipped, ways)
        by_run = [skipped] + [[0, *ways] for ways in by_run[:-1]]
    total: list[int] = [0]
    for ways in by_run:
        total = add(total, ways)
    return (total + [0] * (RANKS + 1))[: RANKS + 1]


def straight_flush(cards: int) -> Fraction:
    """Return P(`cards` cards hold five or more of one suit in a row) (TI-20)."""
    no_flush = power(no_five_in_a_row(), SUITS, cards)
    return 1 - share_of_hands(no_flush, SPECIALS, DECK, cards)


@cache
def any_bomb(cards: int) -> Fraction:
    """Return P(`cards` cards hold a bomb of either kind), rank by rank.

    The state is how long the run that reaches the present rank is in each suit; suits are alike,
    so it is kept sorted.
    """
    states: dict[tuple[int, ...], list[int]] = {(0,) * SUITS: [1]}
    choices = [held for held in product((0, 1), repeat=SUITS) if sum(held) < SUITS]
    for _ in range(RANKS):
        grown: dict[tuple[int, ...], list[int]] = {}
        for runs, ways in states.items():
            for held in choices:
                after = tuple(sorted((run + 1) * h for run, h in zip(runs, held, strict=True)))
                if after[-1] < FLUSH:
                    shifted = ([0] * sum(held) + ways)[: cards + 1]
                    grown[after] = add(grown.get(after, [0]), shifted)
        states = grown
    no_bomb: list[int] = [0]
    for ways in states.values():
        no_bomb = add(no_bomb, ways)
    return 1 - share_of_hands(no_bomb, SPECIALS, DECK, cards)


# --- bombs in several hands


@cache
def some_four_of_a_kind(seats: int) -> Fraction:
    """Return P(at least one of `seats` hands holds four of one rank), by inclusion-exclusion."""
    none = 0
    rest = DECK - seats * HAND
    for fours in product(range(HAND // SUITS + 1), repeat=seats):
        n = sum(fours)
        if n > RANKS:
            continue
        ranks = multinomial(*fours, RANKS - n)
        deals = multinomial(*(HAND - SUITS * k for k in fours), rest)
        none += ranks * deals * (-1 if n % 2 else 1)
    return 1 - Fraction(none, multinomial(*[HAND] * seats, rest))


@cache
def _suit_owners() -> dict[tuple[int, ...], int]:
    """Count the owners of one suit's ranks 2..A with no seat holding five in a row.

    Keyed by the cards each seat gets of the suit. A suit is built from whole runs of one owner.
    """
    # built[n][seat]: the first n ranks are given away, `seat` has the last run
    start: Counter[tuple[int, ...]] = Counter({(0,) * SEATS: 1})
    built: list[list[Counter[tuple[int, ...]]]] = []
    for n in range(1, RANKS + 1):
        ending: list[Counter[tuple[int, ...]]] = []
        for seat in range(SEATS):
            ways: Counter[tuple[int, ...]] = Counter()
            for run in range(1, min(n, FLUSH - 1) + 1):
                others = (
                    [start]
                    if run == n
                    else [held for other, held in enumerate(built[n - run - 1]) if other != seat]
                )
                for held in others:
                    for counts, k in held.items():
                        after = (*counts[:seat], counts[seat] + run, *counts[seat + 1 :])
                        ways[after] += k
            ending.append(ways)
        built.append(ending)
    total: Counter[tuple[int, ...]] = Counter()
    for ways in built[-1]:
        total.update(ways)
    return dict(total)


def _merge(
    a: dict[tuple[int, ...], int], b: dict[tuple[int, ...], int]
) -> dict[tuple[int, ...], int]:
    """Combine the owners of two groups of cards, dropping hands of more than 14."""
    merged: Counter[tuple[int, ...]] = Counter()
    for x, m in a.items():
        for y, n in b.items():
            held = (x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3])
            if max(held) <= HAND:
                merged[held] += m * n
    return dict(merged)


@cache
def deals_without_flush() -> int:
    """Count the deals in which no hand holds a straight flush bomb."""
    two_suits = _merge(_suit_owners(), _suit_owners())
    specials = Counter(
        tuple(owners.count(seat) for seat in range(SEATS))
        for owners in product(range(SEATS), repeat=SPECIALS)
    )
    rest = _merge(two_suits, dict(specials))
    return sum(n * rest.get(tuple(HAND - k for k in held), 0) for held, n in two_suits.items())


def some_straight_flush() -> Fraction:
    """Return P(at least one of the four hands holds a straight flush bomb)."""
    return 1 - Fraction(deals_without_flush(), all_deals())


def some_bomb() -> Fraction:
    """Return P(at least one of the four hands holds any bomb), from `DEALS_WITHOUT_BOMB`."""
    return 1 - Fraction(DEALS_WITHOUT_BOMB, all_deals())


def fours_per_deal() -> Fraction:
    """Return the mean number of fours of a kind in the four hands together."""
    return SEATS * RANKS * same_hand(SUITS, HAND)


def flush_windows_per_deal() -> Fraction:
    """Return the mean number of five-card straight flushes in the four hands together.

    A run of six counts twice.
    """
    return SEATS * SUITS * WINDOWS * same_hand(FLUSH, HAND)


# --- who holds which honours


def same_hand(named: int, cards: int) -> Fraction:
    """Return P(one given set of `cards` cards holds all of `named` named cards)."""
    return Fraction(falling(cards, named), falling(DECK, named))


def apart(cards: int, others: int) -> Fraction:
    """Return P(one card lies in a given set of `cards`, another in a disjoint one of `others`)."""
    return Fraction(cards * others, DECK * (DECK - 1))


def joker_rule() -> Fraction:
    """Return P(the first 8 hold Dragon and Phoenix, or one of them and an ace)."""
    both = comb(DECK - 2, FIRST - 2)
    one = 2 * (comb(DECK - 2, FIRST - 1) - comb(DECK - 2 - SUITS, FIRST - 1))
    return Fraction(both + one, comb(DECK, FIRST))


def ace_split(pattern: tuple[int, ...]) -> Fraction:
    """Return P(the four aces lie over the hands as in `pattern`, in any order of seats)."""
    ways = sum(prod(comb(HAND, k) for k in held) for held in set(permutations(pattern)))
    return Fraction(ways, comb(DECK, sum(pattern)))


def points_law(cards: int) -> dict[int, Fraction]:
    """Return the law of the card points in `cards` cards."""
    worthless = DECK - sum(POINTS.values())
    counts: Counter[int] = Counter()
    for held in product(*(range(n + 1) for n in POINTS.values())):
        rest = cards - sum(held)
        if rest >= 0:
            picks = prod(comb(n, k) for n, k in zip(POINTS.values(), held, strict=True))
            points = sum(value * k for value, k in zip(POINTS, held, strict=True))
            counts[points] += picks * comb(worthless, rest)
    return {points: Fraction(n, comb(DECK, cards)) for points, n in sorted(counts.items()) if n}


def negative_points() -> Fraction:
    """Return P(the 14 cards of a hand are worth less than nothing)."""
    return sum((p for points, p in points_law(HAND).items() if points < 0), Fraction(0))


def no_points() -> Fraction:
    """Return P(the 14 cards of a hand are worth 0 points)."""
    return points_law(HAND)[0]


def extreme_points(largest: bool) -> Fraction:
    """Return the least, or the largest, points of 14 cards."""
    law = points_law(HAND)
    return Fraction(max(law) if largest else min(law))


# --- runs of ranks 1..14


def _runs_up_to(limit: int, filled: bool, cards: int) -> list[int]:
    """Count sets of cards other than the Phoenix whose longest run of ranks is at most `limit`.

    Parameters
    ----------
    limit : int
        0..14.
    filled : bool
        Whether the Phoenix stands in for one missing rank 2..A (TI-18).
    cards : int
        Largest number of cards of interest.

    Returns
    -------
    list of int
        Ways by number of cards.
    """
    some = add(choose(SUITS), [-1])
    # (run that ends at the present rank, the same with one rank filled in)
    states: dict[tuple[int, int], list[int]] = {(0, 0): [1]}
    for rank in range(1, TOP + 1):
        present = [0, 1] if rank == 1 else some
        grown: dict[tuple[int, int], list[int]] = {}
        for (run, longer), ways in states.items():
            missing = (0, run + 1) if filled and rank > 1 else (0, 0)
            held = (run + 1, longer + 1 if filled else 0)
            for after, polynomial in ((missing, ways), (held, multiply(ways, present, cards))):
                if max(after) <= limit:
                    grown[after] = add(grown.get(after, [0]), polynomial)
        states = grown
    total: list[int] = [0]
    for ways in states.values():
        total = add(total, ways)
    return multiply(total, choose(2), cards)  # the Dog and the Dragon are in no run


@cache
def longest_run_counts(cards: int, phoenix: bool) -> tuple[int, ...]:
    """Count the sets of `cards` cards by the length of their longest run of ranks, Mah Jong to A.

    Parameters
    ----------
    cards : int
        14 or 8.
    phoenix : bool
        Whether a Phoenix that is held fills the best missing rank 2..A; else it is no use.

    Returns
    -------
    tuple of int
        Item i: sets whose longest run has i ranks, i = 0..14.
    """
    up_to = []
    for limit in range(TOP + 1):
        bare = _runs_up_to(limit, False, cards)
        with_phoenix = _runs_up_to(limit, True, cards) if phoenix else bare
        up_to.append(hands(bare, 0, cards) + hands(with_phoenix, 0, cards - 1))
    return (up_to[0], *(b - a for a, b in pairwise(up_to)))


def straight(cards: int, phoenix: bool) -> Fraction:
    """Return P(the longest run has five ranks or more), the Phoenix helping or not (TI-18)."""
    return Fraction(sum(longest_run_counts(cards, phoenix)[5:]), comb(DECK, cards))


def mean_run(cards: int) -> Fraction:
    """Return the mean length of the longest run, the Phoenix helping."""
    counts = longest_run_counts(cards, True)
    return Fraction(sum(length * n for length, n in enumerate(counts)), comb(DECK, cards))


# --- ranks in a hand, and how many hands there are


def mean_ranks(times: int) -> Fraction:
    """Return the mean number of ranks 2..A held exactly `times` times in 14 cards."""
    return RANKS * hypergeometric(times, SUITS, DECK, HAND)


def no_multiple(size: int, cards: int) -> Fraction:
    """Return P(`cards` cards hold fewer than `size` of every rank 2..A, Phoenix unused)."""
    ways = power(choose(SUITS, below=size), RANKS, cards)
    return share_of_hands(ways, SPECIALS, DECK, cards)


def some_three() -> Fraction:
    """Return P(14 cards hold three or four of some rank)."""
    return 1 - no_multiple(3, HAND)


def _suit_cycles() -> Iterator[list[int]]:
    """Yield the lengths of the cycles of every renaming of the four suits."""
    for renaming in permutations(range(SUITS)):
        lengths, seen = [], set()
        for suit in range(SUITS):
            length = 0
            while suit not in seen:
                seen.add(suit)
                suit = renaming[suit]
                length += 1
            if length:
                lengths.append(length)
        yield lengths


def holdings(cards: int) -> Fraction:
    """Return how many different sets of `cards` cards there are."""
    return Fraction(comb(DECK, cards))


def holdings_by_suit(cards: int) -> Fraction:
    """Return how many sets of `cards` cards differ after any renaming of the suits (Burnside)."""
    fixed = 0
    for lengths in _suit_cycles():
        ways = choose(SPECIALS)
        for length in lengths:
            cycle = [1] + [0] * (length - 1) + [1]  # all cards of the cycle, or none
            ways = multiply(ways, power(cycle, RANKS, cards), cards)
        fixed += hands(ways, 0, cards)
    return Fraction(fixed, factorial(SUITS))


def holdings_by_rank(cards: int) -> Fraction:
    """Return how many sets of `cards` cards differ when suits do not count."""
    ways = multiply(power([1] * (SUITS + 1), RANKS, cards), choose(SPECIALS), cards)
    return Fraction(hands(ways, 0, cards))


def honours(size: int) -> Fraction:
    """Return P(the first 8 hold `size` or more of Dragon, Phoenix and the aces)."""
    return at_least(size, 2 + SUITS, DECK, FIRST)

"""What a Gou Ji deal holds: one DEAL record from six hands, no play."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ONE, ZERO, index, popcount, select
from simcore.cards import CardError, tokens
from simcore.deal import Plan, Words, deal_batch, plan
from simcore.gouji.cards import (
    BLACKS,
    DECK_WORDS,
    HAND,
    LANE,
    N_CARDS,
    NATURALS,
    REDS,
    SEATS,
    WORDS,
    read_hand,
)
from simcore.gouji.records import DEAL
from simcore.gouji.rules import Rules
from simcore.jit import U64, kernel
from simcore.rng import CHANCE, ORDER, ROW, below, open_stream, place_of

RANKS = len(NATURALS)
DECK = U64(N_CARDS)
N_JOKERS = U64(8)
PLACES = U64((1 << HAND) - 1)
"""The turns in which a seat draws."""
# classes of cards past the rank indices, in the order of GJ-2
TWO = 12
BLACK = 13
RED = 14


@kernel
def rank_count(hand: Any, q: Any) -> Any:
    """Count the cards of rank index q (0..11 for 3..A) in a hand of four words."""
    return popcount((hand[q // 4] >> U64(16 * (q % 4))) & LANE)


@kernel
def most_threes(hand: Any) -> Any:
    """Return the largest number of 3s of one suit; the suits are the nibbles of the first lane."""
    most = ZERO
    for suit in range(4):
        most = max(most, popcount((hand[0] >> U64(4 * suit)) & U64(0xF)))
    return most


@kernel
def class_of(card: Any) -> Any:
    """Return the class of card number ``64 * word + bit``: rank index, TWO, BLACK or RED."""
    if card < 64 * 3:
        return card // 16
    bit = card - 64 * 3
    if bit < 16:
        return TWO
    return BLACK if bit < 20 else RED


@kernel
def count_of(kind: Any) -> Any:
    """Return what a turned card counts by its class: ace 1, two 2 .. king 13, joker 0 (GJ-8)."""
    if kind >= BLACK:
        return 0
    if kind == TWO:
        return 2
    return 1 if kind == RANKS - 1 else kind + 3


@kernel
def fill_deals(hands: Any, out: Any) -> None:
    """Describe the hands of each deal.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 6, 4)
    out : ndarray of `records.DEAL`, shape (n,)
        Overwritten but for the fields of `fill_draws`.
    """
    for i in range(hands.shape[0]):
        deal = out[i]
        for seat in range(SEATS):
            hand = hands[i, seat]
            deal["reds"][seat] = popcount(hand[3] & REDS)
            deal["blacks"][seat] = popcount(hand[3] & BLACKS)
            deal["twos"][seat] = popcount(hand[3] & LANE)
            distinct = 0
            longest = ZERO
            sets = ZERO
            for q in range(RANKS):
                n = rank_count(hand, q)
                deal["ranks"][seat, q] = n
                longest = max(longest, n)
                if n > ZERO:
                    distinct += 1
                # from the ace down to the ten: 2, 2, 3, 4, 5 cards (GJ-36)
                below_ace = RANKS - 1 - q
                if below_ace < 5 and n >= U64(max(2, below_ace + 1)):
                    sets |= ONE << U64(below_ace)
            deal["distinct"][seat] = distinct
            deal["longest"][seat] = longest
            deal["sets"][seat] = sets
            deal["threes"][seat] = most_threes(hand)


@kernel
def _card(hand: Any, k: Any) -> Any:
    """Return the number of the k-th card (from 0, lowest first) of a hand, as int64."""
    for w in range(WORDS):
        n = popcount(hand[w])
        if k < n:
            return np.int64(64 * w) + np.int64(index(select(hand[w], k)))
        k -= n
    return np.int64(-1)


@kernel
def _draw_seat(hand: Any, seat: Any, streams: Any, tops: Any) -> Any:
    """Order one hand as far as the figures need: its first two cards, and all its 3s.

    Puts the classes of the two cards into `tops` and returns the number (from 1) of the card that
    gives the seat two 3s of one suit, 0 where it has none.
    """
    first = below(streams, 0, U64(HAND))
    second = below(streams, 0, U64(HAND - 1))
    if second >= first:
        second += ONE
    top, next_top = _card(hand, first), _card(hand, second)
    tops[seat] = class_of(top)
    tops[SEATS + seat] = class_of(next_top)
    earliest = 0
    free = PLACES & ~U64(3)
    for suit in range(4):
        left = popcount((hand[0] >> U64(4 * suit)) & U64(0xF))
        places = ZERO  # in which turns of the seat a 3 of this suit comes
        if top // 4 == suit:
            places |= ONE
            left -= ONE
        if next_top // 4 == suit:
            places |= U64(2)
            left -= ONE
        while left:
            place = select(free, below(streams, 0, popcount(free)))
            free ^= place
            places |= place
            left -= ONE
        pair = places & (places - ONE)
        if pair:
            number = SEATS * np.int64(index(pair)) + seat + 1
            if earliest == 0 or number < earliest:
                earliest = number
    return earliest


@kernel
def _is_tied(tops: Any) -> Any:
    """Return 1 where the third and the fourth highest of the first six cards are equal (GJ-5)."""
    third = fourth = -1
    for seat in range(SEATS):
        above = ties = 0
        for other in range(SEATS):
            if tops[other] > tops[seat]:
                above += 1
            elif tops[other] == tops[seat]:
                ties += 1
        if above < 3 and above + ties >= 3:
            third = tops[seat]
        if above < 4 and above + ties >= 4:
            fourth = tops[seat]
    return 1 if third == fourth else 0


@kernel
def fill_draws(
    hands: Any, seed: Any, first_match: Any, round_: Any, streams: Any, tops: Any, out: Any
) -> None:
    """Add what hangs on the order of the draw, seat 0 drawing first (GJ-13).

    The order inside each hand comes from the stream ORDER, and is drawn only as far as needed.
    The first cards of the draw also serve as the cards that a Kai Pai turns and that the
    partnership draw shows, since any part of a shuffled deck has the same law: each figure is
    right by itself, but they are not independent of each other. Where jokers go back into the
    deck, the turned cards come from the stream CHANCE.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 6, 4)
    seed, first_match, round_ : uint64
        Deal i is that of match ``first_match + i``.
    streams : ndarray of uint64, shape (1, ROW)
        Room for the draws; overwritten.
    tops : ndarray of int64, shape (12,)
        Room for the classes of the first twelve cards; overwritten.
    out : ndarray of `records.DEAL`, shape (n,)
        The fields of order are overwritten.
    """
    for i in range(hands.shape[0]):
        deal = out[i]
        place = place_of(first_match + U64(i), round_)
        open_stream(streams, 0, seed, ORDER, place)
        announced = 0
        for seat in range(SEATS):
            number = _draw_seat(hands[i, seat], seat, streams, tops)
            if number and (announced == 0 or number < announced):
                announced = number
        deal["announced"] = announced
        deal["announcer"] = (announced - 1) % SEATS if announced else -1

        deal["turned"] = count_of(tops[0])
        turns = 0
        while count_of(tops[turns]) == 0:  # at most the eight jokers come first (GJ-9)
            turns += 1
        deal["kai_pai"] = (turns + count_of(tops[turns]) - 1) % SEATS

        open_stream(streams, 0, seed, CHANCE, place)
        turns = -1
        card = ZERO
        while card < N_JOKERS:
            turns += 1
            card = below(streams, 0, DECK)
        deal["kai_pai_back"] = (turns + np.int64(card % U64(13))) % SEATS
        deal["partnership_tie"] = _is_tied(tops)


@cache
def _plan() -> Plan:
    return plan([HAND] * SEATS)


def new_words(n: int, rules: Rules) -> Words:
    """Room for `n` deals: the hand of each seat."""
    del rules
    return np.empty((n, SEATS, WORDS), dtype=np.uint64)


def deal_words(seed: int, first: int, words: Words, rules: Rules) -> None:
    """Deal the first round of consecutive matches into room of `new_words`; no order, no figures.

    Parameters
    ----------
    seed : int
        0 .. 2^64 - 1.
    first : int
        Deal i is that of match ``first + i``.
    words : ndarray of uint64
        Overwritten.
    rules : Rules
    """
    del rules
    split = _plan()
    deal_batch(
        U64(seed), U64(first), ONE, DECK_WORDS, split.steps, split.slots, split.n_words, words
    )


def _describe(hands: Words, seed: int, first: int) -> npt.NDArray[np.void]:
    """Records of dealt hands, with the figures of their order."""
    out = np.zeros(len(hands), dtype=DEAL)
    fill_deals(hands, out)
    streams = np.zeros((1, ROW), dtype=np.uint64)
    tops = np.zeros(2 * SEATS, dtype=np.int64)
    fill_draws(hands, U64(seed), U64(first), ONE, streams, tops, out)
    return out


def deal_records(rules: Rules, seed: int, first: int, n: int) -> npt.NDArray[np.void]:
    """Deal the first round of consecutive matches and describe the hands and the draw.

    Parameters
    ----------
    rules : Rules
        No option bears on the deal; taken so that the games have one door.
    seed : int
        0 .. 2^64 - 1.
    first, n : int
        Matches ``first .. first + n - 1``.

    Returns
    -------
    ndarray of `records.DEAL`, shape (n,)
    """
    hands = new_words(n, rules)
    deal_words(seed, first, hands, rules)
    return _describe(hands, seed, first)


def deals_given(rules: Rules, seed: int, first: int, n: int, cards: str) -> npt.NDArray[np.void]:
    """Deal what is unseen when seat 0 holds some known cards, and describe all hands.

    Parameters
    ----------
    rules : Rules
    seed, first, n : int
        As for `deal_records`.
    cards : str
        Cards that seat 0 holds, at most a hand.  Their suits bear on no figure but those of 3s
        (GJ-14), so only a 3 needs its suit.

    Returns
    -------
    ndarray of `records.DEAL`, shape (n,)

    Raises
    ------
    KaipaiError
        A card that does not exist, a 3 without its suit, or too many.
    """
    del rules
    known = read_hand(cards)
    for start, token in tokens(cards):
        if token == "3":
            raise CardError(cards, start, token, "a 3 needs its suit here, as in 3S (GJ-14)")
    held = sum(int(word).bit_count() for word in known)
    split = plan([HAND - held, *[HAND] * (SEATS - 1)])
    hands = np.empty((n, SEATS, WORDS), dtype=np.uint64)
    deck = DECK_WORDS & ~known
    deal_batch(U64(seed), U64(first), ONE, deck, split.steps, split.slots, split.n_words, hands)
    hands[:, 0] |= known
    return _describe(hands, seed, first)

"""What a Tichu deal holds: one DEAL record from four hands, no play."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ONE, popcount, select
from simcore.deal import Plan, Words, deal_batch, plan
from simcore.jit import U64, kernel
from simcore.rng import ASK, below, new_streams, open_stream, place_of
from simcore.tichu.cards import (
    DECK,
    DECK_WORDS,
    DRG,
    FIRST,
    HAND,
    PHX,
    SEATS,
    SPECIALS,
    SUIT,
    read_hand,
)
from simcore.tichu.records import DEAL
from simcore.tichu.rules import Rules

NATURALS = DECK & ~SPECIALS
UNITS = SUIT
"""Lowest bit of the nibble of each rank 2..A."""
FIVES = U64(0xF << 16)
TENS_KINGS = U64((0xF << 36) | (0xF << 48))
ACES = U64(0xF << 52)
TOP = 14
_ODD_BITS = U64(0x5555555555555555)
_PAIR_BITS = U64(0x3333333333333333)


@kernel
def fours_of(cards: Any) -> Any:
    """Count the ranks 2..A that a hand holds four times (TI-19)."""
    both = cards & (cards >> U64(1))
    return popcount(both & (both >> U64(2)) & UNITS)


@kernel
def flush_windows(cards: Any) -> Any:
    """Count the sets of five cards of one suit in a row; no Mah Jong, no Phoenix (TI-20).

    A suit has stride 4, so one shift steps all four suits up a rank.
    """
    cards &= NATURALS
    two = cards & (cards >> U64(4))
    four = two & (two >> U64(8))
    return popcount(four & (cards >> U64(16)))


@kernel
def points_of(cards: Any) -> Any:
    """Return the card points of a hand as int64 (TI-4)."""
    fives = np.int64(popcount(cards & FIVES))
    tens = np.int64(popcount(cards & TENS_KINGS))
    dragon = np.int64(popcount(cards & DRG))
    phoenix = np.int64(popcount(cards & PHX))
    return 5 * fives + 10 * tens + 25 * (dragon - phoenix)


@kernel
def longest_runs(cards: Any) -> Any:
    """Return the longest run of ranks 1..14 without and with the Phoenix, as two integers (TI-18).

    The second equals the first where the Phoenix is not held.
    """
    present = cards | (cards >> U64(1))
    present = ((present | (present >> U64(2))) & UNITS) | (cards & ONE)
    run = helped = longest = longest_helped = 0
    for rank in range(1, TOP + 1):
        if present & ONE:
            run += 1
            helped += 1
        else:
            # the Phoenix here joins the run below to the run above; it is never a Mah Jong
            helped = run + 1 if rank > 1 else 0
            run = 0
        present >>= U64(4)
        longest = max(longest, run)
        longest_helped = max(longest_helped, helped)
    if not cards & PHX:
        longest_helped = longest
    return longest, longest_helped


@kernel
def rank_counts(cards: Any) -> Any:
    """Return a word whose nibble r - 1 is the number of cards of rank r, for r = 2..14."""
    cards &= NATURALS
    pairs = cards - ((cards >> U64(1)) & _ODD_BITS)
    return (pairs & _PAIR_BITS) + ((pairs >> U64(2)) & _PAIR_BITS)


@kernel
def fill_deals(hands: Any, first: Any, out: Any) -> None:
    """Describe the hands of each deal.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 4)
        All 14 cards of each seat.
    first : ndarray of uint64, shape (n, 4)
        The 8 of them that were dealt first.
    out : ndarray of `records.DEAL`, shape (n,)
        Overwritten.
    """
    for i in range(hands.shape[0]):
        deal = out[i]
        for seat in range(SEATS):
            cards = hands[i, seat]
            deal["points"][seat] = points_of(cards)
            deal["fours"][seat] = fours_of(cards)
            deal["flushes"][seat] = flush_windows(cards)
            deal["aces"][seat] = popcount(cards & ACES)
            deal["specials"][seat] = cards & SPECIALS
            run, helped = longest_runs(cards)
            deal["run"][seat] = run
            deal["run_phoenix"][seat] = helped
            counts = rank_counts(cards)
            one, two, four = counts & UNITS, (counts >> U64(1)) & UNITS, (counts >> U64(2)) & UNITS
            deal["times"][seat, 0] = popcount(UNITS & ~(one | two | four))
            deal["times"][seat, 1] = popcount(one & ~two)
            deal["times"][seat, 2] = popcount(two & ~one)
            deal["times"][seat, 3] = popcount(one & two)
            deal["times"][seat, 4] = popcount(four)

            cards = first[i, seat]
            deal["points_8"][seat] = points_of(cards)
            deal["fours_8"][seat] = fours_of(cards)
            deal["flushes_8"][seat] = flush_windows(cards)
            deal["aces_8"][seat] = popcount(cards & ACES)
            deal["specials_8"][seat] = cards & SPECIALS
            run, helped = longest_runs(cards)
            deal["run_8"][seat] = run
            deal["run_8_phoenix"][seat] = helped
            counts = rank_counts(cards)
            deal["pairs_8"][seat] = popcount(((counts >> U64(1)) | (counts >> U64(2))) & UNITS)


@cache
def deal_plan() -> Plan:
    """How the deck is split into the first 8 and the last 6 cards of each seat."""
    return plan([HAND] * SEATS, heads=[FIRST] * SEATS)


def new_words(n: int, rules: Rules) -> Words:
    """Room for `n` deals: parts 0..3 are the first 8 cards of the seats, parts 4..7 the last 6."""
    del rules
    return np.empty((n, 2 * SEATS, 1), dtype=np.uint64)


@cache
def _hands_plan() -> Plan:
    """How the deck is split into four hands of 14."""
    return plan([HAND] * SEATS)


def new_hands(n: int, rules: Rules) -> Words:
    """Room for `n` deals of four whole hands, where nobody asks which cards came first."""
    del rules
    return np.empty((n, SEATS, 1), dtype=np.uint64)


def deal_words(seed: int, first: int, words: Words, rules: Rules) -> None:
    """Deal the first round of consecutive matches into room of `new_words`; no order, no figures.

    Parameters
    ----------
    seed : int
        0 .. 2^64 - 1.
    first : int
        Deal i is that of match ``first + i``.
    words : ndarray of uint64
        Overwritten; of `new_words`, or of `new_hands` for whole hands.
    rules : Rules
    """
    del rules
    split = deal_plan() if words.shape[1] > SEATS else _hands_plan()
    deal_batch(
        U64(seed), U64(first), ONE, DECK_WORDS, split.steps, split.slots, split.n_words, words
    )


def _describe(parts: Words) -> npt.NDArray[np.void]:
    """Records of dealt heads and rests."""
    heads = np.ascontiguousarray(parts[:, :SEATS, 0])
    out = np.zeros(len(parts), dtype=DEAL)
    fill_deals(heads | parts[:, SEATS:, 0], heads, out)
    return out


def deal_records(rules: Rules, seed: int, first: int, n: int) -> npt.NDArray[np.void]:
    """Deal the first round of consecutive matches and describe the hands.

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
    parts = new_words(n, rules)
    deal_words(seed, first, parts, rules)
    return _describe(parts)


@kernel
def _pick_first(hands: Any, seed: Any, first: Any, streams: Any, heads: Any) -> None:
    """Choose, for seat 0, which eight of its 14 cards came first; all choices alike likely."""
    for i in range(hands.shape[0]):
        open_stream(streams, 0, seed, ASK, place_of(first + U64(i), ONE))
        left = hands[i]
        for k in range(HAND - FIRST):
            left ^= select(left, below(streams, 0, U64(HAND - k)))
        heads[i] = left


def deals_given(rules: Rules, seed: int, first: int, n: int, cards: str) -> npt.NDArray[np.void]:
    """Deal what is unseen when seat 0 holds some known cards, and describe all hands.

    Parameters
    ----------
    rules : Rules
    seed, first, n : int
        As for `deal_records`.
    cards : str
        Cards that seat 0 holds, at most a hand.  Up to eight are among the first eight;
        of more, any eight may have come first.

    Returns
    -------
    ndarray of `records.DEAL`, shape (n,)

    Raises
    ------
    KaipaiError
        A card that does not exist, or too many.
    """
    del rules
    known = read_hand(cards)
    held = int(known).bit_count()
    early = held <= FIRST
    heads = [FIRST - held if early else 0, *[FIRST] * (SEATS - 1)]
    split = plan([HAND - held, *[HAND] * (SEATS - 1)], heads=heads)
    parts = np.empty((n, 2 * SEATS, 1), dtype=np.uint64)
    deck = DECK_WORDS & ~known
    deal_batch(U64(seed), U64(first), ONE, deck, split.steps, split.slots, split.n_words, parts)
    if early:
        parts[:, 0, 0] |= known
    else:
        whole = parts[:, SEATS, 0] | known
        picked = np.zeros(n, dtype=np.uint64)
        _pick_first(whole, U64(seed), U64(first), new_streams(1), picked)
        parts[:, 0, 0], parts[:, SEATS, 0] = picked, whole ^ picked
    return _describe(parts)

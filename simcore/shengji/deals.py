"""What a Sheng Ji deal holds: one DEAL record from the hands and the kitty, no play.

Tractors follow the default of the rules: the trump rank is bridged, and every level of the trump
suit may take part (SJ-10, SJ-11).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ONE, ZERO, popcount
from simcore.deal import Plan, Words, deal_batch, plan
from simcore.jit import U64, kernel
from simcore.rng import CHANCE, ORDER, ROW, below, open_stream, place_of
from simcore.shengji.cards import deck_words, pack, read_hand
from simcore.shengji.records import DEAL
from simcore.shengji.rules import Rules, hand_size, kitty_size

RANKS = 13
SUITS = 4
SUIT = U64((1 << RANKS) - 1)
BLACK = U64(1 << 52)
RED = U64(1 << 53)
JOKERS = BLACK | RED
EVERY_SUIT = U64(1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The twos, which are the lowest bit of each suit."""
FIVES = EVERY_SUIT << U64(3)
TENS_KINGS = (EVERY_SUIT << U64(8)) | (EVERY_SUIT << U64(11))


@kernel
def sort_copies(parts: Any) -> None:
    """Turn labelled copies into copy planes, in place.

    Parameters
    ----------
    parts : ndarray of uint64, shape (n, parts, decks)
        On entry bit i of word c is copy c of type i; on return plane k has bit i where the part
        holds k + 1 copies or more.
    """
    for i in range(parts.shape[0]):
        for part in range(parts.shape[1]):
            planes = parts[i, part]
            for copy in range(1, planes.shape[0]):
                # bits already on a plane rise to the next one
                rising = planes[copy]
                planes[copy] = ZERO
                for k in range(copy + 1):
                    held = planes[k]
                    planes[k] = held | rising
                    rising &= held


@kernel
def count_in(planes: Any, mask: Any) -> Any:
    """Count the cards of a hand (its copy planes) whose type is in `mask`."""
    n = ZERO
    for copy in range(planes.shape[0]):
        n += popcount(planes[copy] & mask)
    return n


@kernel
def points_in(planes: Any) -> Any:
    """Return the card points of a hand (SJ-4)."""
    return U64(5) * count_in(planes, FIVES) + U64(10) * count_in(planes, TENS_KINGS)


@kernel
def plain_levels(pairs: Any, suit: Any, rank: Any) -> Any:
    """Return the pairs of a suit as 12 bits, lowest level first, the trump rank left out (SJ-7).

    Parameters
    ----------
    pairs : uint64
        Types held twice or more.
    suit, rank : uint64
        0..3 and 2..14.
    """
    of_suit = (pairs >> (suit * U64(RANKS))) & SUIT
    below_rank = (ONE << (rank - U64(2))) - ONE
    return (of_suit & below_rank) | ((of_suit >> ONE) & ~below_rank)


@kernel
def longest_stretch(levels: Any) -> Any:
    """Return the number of bits in the longest stretch of set bits."""
    n = 0
    while levels:
        levels &= levels >> ONE
        n += 1
    return n


@kernel
def longest_tractor(pairs: Any, trump: Any, rank: Any) -> Any:
    """Return the pairs in a hand's longest tractor in a suited round, 0 for none (SJ-10).

    Parameters
    ----------
    pairs : uint64
        Types held twice or more.
    trump, rank : uint64
        0..3 and 2..14.
    """
    rank_pairs = pairs & (EVERY_SUIT << (rank - U64(2)))
    suit_rank = ONE << (trump * U64(RANKS) + rank - U64(2))
    levels = plain_levels(pairs, trump, rank) | ((pairs & JOKERS) >> U64(52 - 14))
    if rank_pairs & ~suit_rank:
        levels |= U64(1 << 12)
    if rank_pairs & suit_rank:
        levels |= U64(1 << 13)
    longest = longest_stretch(levels)
    for s in range(SUITS):
        if U64(s) != trump:
            longest = max(longest, longest_stretch(plain_levels(pairs, U64(s), rank)))
    return longest if longest > 1 else 0


@kernel
def longest_tractor_nt(pairs: Any, rank: Any) -> Any:
    """Return the pairs in a hand's longest tractor in a no-trump round, 0 for none (SJ-11).

    The pairs of trump rank share the lowest level of the trumps, below the jokers.
    """
    levels = (pairs & JOKERS) >> U64(52 - 1)
    if pairs & (EVERY_SUIT << (rank - U64(2))):
        levels |= ONE
    longest = longest_stretch(levels)
    for s in range(SUITS):
        longest = max(longest, longest_stretch(plain_levels(pairs, U64(s), rank)))
    return longest if longest > 1 else 0


@kernel
def fill_deals(hands: Any, trump: Any, rank: Any, out: Any) -> None:
    """Describe the hands and the kitty of each deal for one trump suit and rank.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, seats + 1, decks)
        Copy planes of each seat (seats up to 6), and last of the kitty.
    trump, rank : uint64
        Suit 0..3 (S, H, D, C) and rank 2..14, fixed without regard to the cards.
    out : ndarray of `records.DEAL`, shape (n,)
        Overwritten but for the fields of `fill_draws`; absent seats are left as they are.
    """
    seats = hands.shape[1] - 1
    decks = hands.shape[2]
    of_rank = EVERY_SUIT << (rank - U64(2))
    suit_trumps = (SUIT << (trump * U64(RANKS))) | of_rank | JOKERS
    for i in range(hands.shape[0]):
        deal = out[i]
        for seat in range(seats):
            planes = hands[i, seat]
            pairs = planes[1] if decks > 1 else ZERO
            triples = planes[2] if decks > 2 else ZERO
            deal["points"][seat] = points_in(planes)
            deal["trumps"][seat] = count_in(planes, suit_trumps)
            deal["trumps_nt"][seat] = count_in(planes, of_rank | JOKERS)
            for turn in range(SUITS):
                suit = SUIT << (((trump + U64(turn)) & U64(3)) * U64(RANKS))
                deal["suits"][seat, turn] = count_in(planes, suit & ~of_rank)
            deal["rank_cards"][seat] = count_in(planes, of_rank)
            deal["reds"][seat] = count_in(planes, RED)
            deal["blacks"][seat] = count_in(planes, BLACK)
            deal["pairs"][seat] = popcount(pairs)
            deal["triples"][seat] = popcount(triples)
            deal["rank_pairs"][seat] = popcount(pairs & of_rank)
            deal["tractor"][seat] = longest_tractor(pairs, trump, rank)
            deal["tractor_nt"][seat] = longest_tractor_nt(pairs, rank)
            lowest = plain_levels(pairs, trump, rank) & U64(3)
            deal["low_tractor"][seat] = ONE if lowest == U64(3) else ZERO
        kitty = hands[i, seats]
        deal["kitty_points"] = points_in(kitty)
        deal["kitty_trumps"] = count_in(kitty, suit_trumps)
        deal["kitty_rank_cards"] = count_in(kitty, of_rank)


@kernel
def fill_draws(
    hands: Any, seed: Any, first_match: Any, round_: Any, streams: Any, out: Any
) -> None:
    """Add what hangs on the order of the cards: the top of the kitty, and the count-off.

    The kitty's order comes from the stream ORDER, the turned cards from CHANCE.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, seats + 1, decks)
        As in `fill_deals`.
    seed, first_match, round_ : uint64
        Deal i is that of match ``first_match + i``.
    streams : ndarray of uint64, shape (1, ROW)
        Room for the draws; overwritten.
    out : ndarray of `records.DEAL`, shape (n,)
        Two fields are overwritten.
    """
    kitty_at = hands.shape[1] - 1
    decks = U64(hands.shape[2])
    for i in range(hands.shape[0]):
        deal = out[i]
        place = place_of(first_match + U64(i), round_)
        kitty = hands[i, kitty_at]
        open_stream(streams, 0, seed, ORDER, place)
        top = below(streams, 0, count_in(kitty, ~ZERO))
        deal["kitty_opens_joker"] = ONE if top < count_in(kitty, JOKERS) else ZERO

        open_stream(streams, 0, seed, CHANCE, place)
        jokers = U64(2) * decks
        numbers = U64(SUITS * RANKS) * decks
        card = below(streams, 0, jokers + numbers)
        while card >= numbers:  # a turned joker is put aside (SJ-16)
            jokers -= ONE
            card = below(streams, 0, jokers + numbers)
        deal["turned"] = card % U64(RANKS) + ONE


@cache
def _plan(players: int, hand: int, kitty: int) -> Plan:
    return plan([hand] * players, kitty=kitty)


def new_words(n: int, rules: Rules) -> Words:
    """Room for `n` deals: the copy planes of each seat, then those of the kitty."""
    return np.empty((n, rules.players + 1, rules.decks), dtype=np.uint64)


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
    split = _plan(rules.players, hand_size(rules), kitty_size(rules))
    deal_batch(
        U64(seed),
        U64(first),
        ONE,
        deck_words(rules.decks),
        split.steps,
        split.slots,
        split.n_words,
        words,
    )
    sort_copies(words)


def _describe(hands: Words, seed: int, first: int, trump: int, rank: int) -> npt.NDArray[np.void]:
    """Records of dealt copy planes, with the figures of their order."""
    out = np.zeros(len(hands), dtype=DEAL)
    fill_deals(hands, U64(trump), U64(rank), out)
    streams = np.zeros((1, ROW), dtype=np.uint64)
    fill_draws(hands, U64(seed), U64(first), ONE, streams, out)
    return out


def deal_records(
    rules: Rules, seed: int, first: int, n: int, trump: int = 0, rank: int = 2
) -> npt.NDArray[np.void]:
    """Deal the first round of consecutive matches and describe hands and kitty.

    Parameters
    ----------
    rules : Rules
        Players, packs and the size of the kitty count.
    seed : int
        0 .. 2^64 - 1.
    first, n : int
        Matches ``first .. first + n - 1``.
    trump, rank : int
        Suit 0..3 (S, H, D, C) and rank 2..14, fixed without regard to the cards.

    Returns
    -------
    ndarray of `records.DEAL`, shape (n,)
    """
    hands = new_words(n, rules)
    deal_words(seed, first, hands, rules)
    return _describe(hands, seed, first, trump, rank)


def deals_given(rules: Rules, seed: int, first: int, n: int, cards: str) -> npt.NDArray[np.void]:
    """Deal what is unseen when seat 0 holds some known cards, and describe all hands.

    Parameters
    ----------
    rules : Rules
    seed, first, n : int
        As for `deal_records`.
    cards : str
        Cards that seat 0 holds, at most a hand.

    Returns
    -------
    ndarray of `records.DEAL`, shape (n,)

    Raises
    ------
    KaipaiError
        A card that does not exist, or too many.
    """
    size = hand_size(rules)
    types = read_hand(cards, rules.decks, size)
    known = pack(types, rules.decks)
    split = plan([size - len(types), *[size] * (rules.players - 1)], kitty=kitty_size(rules))
    hands = np.empty((n, rules.players + 1, rules.decks), dtype=np.uint64)
    # Known copies are the first of their type; which copy is which makes no difference.
    deck = deck_words(rules.decks) & ~known
    deal_batch(U64(seed), U64(first), ONE, deck, split.steps, split.slots, split.n_words, hands)
    hands[:, 0] |= known
    sort_copies(hands)
    return _describe(hands, seed, first, 0, 2)

"""Cards of the 216-card deck as plain tokens such as ``"7S"``, ``"TH"``, ``"BJ"`` (GJ-1, GJ-2).

In play only the rank counts, so a play is a list of rank tokens: ``"8"``, ``"2"``, ``"RJ"``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

SEATS = tuple(range(6))
NATURALS = tuple("3456789TJQKA")
JOKERS = ("BJ", "RJ")
WILDS = ("2", *JOKERS)
HEIGHT = {rank: height for height, rank in enumerate((*NATURALS, *WILDS))}
SUITS = "SHDC"
SUITED = tuple(rank + suit for rank in (*NATURALS, "2") for suit in SUITS)
FACES = (*SUITED, *JOKERS)
COPIES = 4
COLOR = {"S": "black", "C": "black", "H": "red", "D": "red"}


def duimen(seat: int) -> int:
    """Return the seat opposite, always an opponent (GJ-4)."""
    return (seat + 3) % 6


def same_team(one: int, other: int) -> bool:
    """Tell whether two seats share a team: teams are the even and the odd seats (GJ-3)."""
    return (one - other) % 2 == 0


def around(start: int) -> list[int]:
    """Return the six seats in turn order, `start` first."""
    return [(start + step) % 6 for step in range(6)]


def rank_of(card: str) -> str:
    """Return the rank token of a suited card, of a joker or of a bare rank."""
    return card if card in JOKERS else card[:1]


def ranks_of(cards: Iterable[str]) -> Counter[str]:
    """Count the ranks in a list of cards."""
    return Counter(rank_of(card) for card in cards)


def highest(hand: Counter[str], count: int) -> list[str]:
    """Return the `count` highest cards of a hand of ranks, highest first (GJ-2)."""
    return sorted(hand.elements(), key=HEIGHT.__getitem__, reverse=True)[:count]


def full_deck() -> list[str]:
    """Return the 216 cards: four packs of 54 (GJ-1)."""
    return [face for face in FACES for _ in range(COPIES)]


def shuffled_hands(rng: random.Random, cards: list[str] | None = None) -> list[list[str]]:
    """Deal a shuffled deck, or the given cards, into six equal hands in drawing order."""
    deck = full_deck() if cards is None else list(cards)
    rng.shuffle(deck)
    size = len(deck) // 6
    return [deck[seat * size : (seat + 1) * size] for seat in SEATS]

"""Card tokens and what trump makes of them: effective suit, level, which levels are neighbours."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .rules import RANKS, Rules

SUITS = "SHDC"
JOKERS = ("BJ", "RJ")
KINDS: tuple[str, ...] = (*(r + s for s in SUITS for r in RANKS), *JOKERS)
POINTS = {"5": 5, "T": 10, "K": 10}

OFF_RANK, SUIT_RANK, BLACK, RED = 12, 13, 14, 15


def is_joker(card: str) -> bool:
    return card in JOKERS


def points_of(cards: Iterable[str]) -> int:
    """Points on the cards: 5 for a five, 10 for a ten or a king (SJ-4)."""
    return sum(POINTS.get(c[0], 0) for c in cards if not is_joker(c))


def full_deck(decks: int) -> list[str]:
    return [kind for kind in KINDS for _ in range(decks)]


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether `cards` can be taken out of `hand`, copies counted."""
    have = Counter(hand)
    return all(have[c] >= n for c, n in Counter(cards).items())


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """`hand` less one copy for each of `cards`, order kept."""
    gone = Counter(cards)
    left = []
    for card in hand:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return left


class Frame:
    """One round's trump rank and suit (or ``NT``) under given rules.

    `suit(card)` is ``T`` or a printed suit (SJ-5), `level(card)` its height in it (SJ-7),
    `above[suit][level]` the next level up where a tractor may go on (SJ-10, SJ-11, SJ-68).
    """

    def __init__(self, rank: str, trump: str, rules: Rules) -> None:
        if rank not in list(RANKS) or trump not in ("S", "H", "D", "C", "NT"):
            raise ValueError(f"no such trump: {rank!r} {trump!r}")
        self.rank, self.trump, self.rules = rank, trump, rules
        self.fives = {"off": (), "hearts": ("5H",), "red": ("5D", "5H")}[rules["hong_wu"]]
        self._suit: dict[str, str] = {}
        self._level: dict[str, int] = {}
        for kind in KINDS:
            self._suit[kind], self._level[kind] = self._place(kind)
        self.kinds_at: dict[tuple[str, int], list[str]] = {}
        for kind in KINDS:  # KINDS runs S, H, D, C: the order SJ-32 asks for at a shared level
            self.kinds_at.setdefault((self._suit[kind], self._level[kind]), []).append(kind)
        self.above = {s: self._ladder(s) for s in "SHDCT"}
        self.memo: dict[Any, Any] = {}

    def _place(self, kind: str) -> tuple[str, int]:
        suited = self.trump != "NT"
        top = RED if suited else 2
        if kind == "RJ":
            return "T", top
        if kind == "BJ":
            return "T", top - 1
        if kind in self.fives:
            return "T", top + 1 + self.fives.index(kind)
        rank, suit = kind
        if rank == self.rank:
            if not suited:
                return "T", 0
            return "T", SUIT_RANK if suit == self.trump else OFF_RANK
        level = RANKS.replace(self.rank, "").index(rank)
        return ("T" if suit == self.trump else suit), level

    def suit(self, card: str) -> str:
        return self._suit[card]

    def level(self, card: str) -> int:
        return self._level[card]

    def _slots(self, suit: str) -> list[int | None]:
        """Levels from the bottom; None marks a place that a rank card or a red five has left."""
        slots: list[int | None] = []
        printed = self.trump if suit == "T" else suit
        if printed in SUITS:
            for rank in RANKS:
                kind = rank + printed
                plain = rank != self.rank and kind not in self.fives
                slots.append(self._level[kind] if plain else None)
        if suit == "T":
            low = 0 if self.trump == "NT" else OFF_RANK
            high = max(self._level[k] for k in KINDS if self._suit[k] == "T")
            for level in range(low, high + 1):
                slots.append(level if ("T", level) in self.kinds_at else None)
        return slots

    def _ladder(self, suit: str) -> dict[int, int]:
        rules = self.rules
        above: dict[int, int] = {}
        below: int | None = None
        gap = False
        for slot in self._slots(suit):
            if slot is None:
                gap = True
                continue
            if below is not None and self._step_allowed(suit, below, slot, gap, rules):
                above[below] = slot
            below, gap = slot, False
        return above

    def _step_allowed(self, suit: str, low: int, high: int, gap: bool, rules: Rules) -> bool:
        if gap and rules["tractor_rank_gap"] == "break":
            return False
        if suit != "T":
            return True
        suited = self.trump != "NT"
        black = BLACK if suited else 1
        if low == black and not rules["joker_tractor"]:
            return False
        if rules["tractor_trump_top"] == "none":
            return suited and high < OFF_RANK
        if rules["tractor_trump_top"] == "no_offsuit" and suited:
            return OFF_RANK not in (low, high)
        return True

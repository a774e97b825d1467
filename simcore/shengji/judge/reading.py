"""Fields of a case, read with errors that name the field, and a table to put them on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.options import change, coded
from simcore.shengji.cards import MAX_DECKS, NAMES, NUMBER, pack
from simcore.shengji.combos.duty import is_legal_follow, set_duty
from simcore.shengji.combos.fit import DOWN, fit, takes_trick
from simcore.shengji.combos.frame import frame_table
from simcore.shengji.combos.parts import THROW, divide, suit_of
from simcore.shengji.combos.planes import place_of
from simcore.shengji.combos.throws import ASKS, STANDS, check_lead
from simcore.shengji.records import CARDS, PARTS, STATE, STREAMS, WORK, rules_record
from simcore.shengji.rules import Rules, check
from simcore.status import KaipaiError

Case = Mapping[str, Any]
Answer = dict[str, Any]

SUITS = ("S", "H", "D", "C", "NT")
SIDES = ("declarers", "opponents")


def field_of(case: Case, name: str, kind: type | tuple[type, ...] = object) -> Any:
    """Return a field of a case.

    Raises
    ------
    KaipaiError
        It is missing, or not of that kind; naming it.
    """
    if name not in case:
        raise KaipaiError(f"field '{name}' is missing")
    value = case[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise KaipaiError(f"field '{name}' has the wrong form: {value!r}")
    return value


def number_of(case: Case, name: str, low: int = 0, high: int = 10**9) -> int:
    """Return an integer field between limits."""
    value: int = field_of(case, name, int)
    if not low <= value <= high:
        raise KaipaiError(f"field '{name}': {value} is not between {low} and {high}")
    return value


def word_of(case: Case, name: str, known: Sequence[str]) -> int:
    """Return the index of a field that is one of a few words."""
    value = field_of(case, name, str)
    if value not in known:
        raise KaipaiError(f"field '{name}': '{value}' is none of {', '.join(known)}")
    return list(known).index(value)


def rank_of(case: Case, name: str = "rank") -> int:
    """Return the index 0..12 of a rank field."""
    return word_of(case, name, RANKS)


def types_of(name: str, tokens: Any, copies: int, least: int = 1) -> list[int]:
    """Return the types of a list of card tokens.

    Raises
    ------
    KaipaiError
        No list, an unknown card, more copies than `copies`, or fewer than `least` cards.
    """
    if not isinstance(tokens, list | tuple):
        raise KaipaiError(f"field '{name}' is no list of cards: {tokens!r}")
    for token in tokens:
        if not isinstance(token, str) or token not in NUMBER:
            raise KaipaiError(f"field '{name}': '{token}' is no card of Sheng Ji")
        if tokens.count(token) > copies:
            raise KaipaiError(f"field '{name}': the packs have {token} only {copies} times")
    if len(tokens) < least:
        raise KaipaiError(f"field '{name}' has too few cards")
    return [NUMBER[token] for token in tokens]


def lists_of(case: Case, name: str) -> list[Any]:
    """Return a field that is a list of something."""
    return list(field_of(case, name, (list, tuple)))


def rules_of(case: Case) -> Rules:
    """Return the default rules with the options that the case changes.

    `decks` and `players` stand at the top level; six players take three packs unless told.
    """
    changes = case.get("rules", {})
    if not isinstance(changes, Mapping):
        raise KaipaiError(f"field 'rules' is no object: {changes!r}")
    changes = dict(changes)
    for name in ("decks", "players"):
        if name in case:
            changes[name] = case[name]
    if changes.get("players") == 6:
        changes.setdefault("decks", 3)
    rules: Rules = change(coded(Rules()), changes)
    check(rules)
    return rules


class Table:
    """A trick on a table under given trump and rules; cards are types 0..53.

    Parameters
    ----------
    rank, trump : int
        0..12, and 0..3 or 4 for no trump.
    rules : Rules
    """

    def __init__(self, rank: int, trump: int, rules: Rules) -> None:
        self.rules = rules
        self.law = rules_record(rules)[0]
        self.frame = frame_table(rules)[0]["frames"][rank, trump]
        self.state = np.zeros(1, dtype=STATE)
        self.view = self.state[0]["view"]
        self.view["rank"], self.view["trump"] = rank, trump
        self.work = np.zeros(1, dtype=WORK)[0]
        self.tested = np.zeros(1, dtype=PARTS)[0]
        self.streams = np.zeros(1, dtype=STREAMS)[0]

    def cards(self, types: Sequence[int]) -> np.void:
        """Return cards of the frame as a CARDS record."""
        out = np.zeros(1, dtype=CARDS)
        out[0] = tuple(pack([int(self.frame["bit"][kind]) for kind in types], MAX_DECKS))
        record: np.void = out[0]
        return record

    def names(self, kinds: int, width: int = 1) -> list[str]:
        """Return the tokens of a mask of the frame, each `width` times."""
        bits = [bit for bit in range(64) if int(kinds) >> bit & 1]
        return [NAMES[int(self.frame["kind"][bit])] for bit in bits for _ in range(width)]

    def lead(self, types: Sequence[int]) -> int | None:
        """Put a lead down as it is; return its `records.Led`, None where no lead is possible."""
        cards = self.cards(types)
        suit = int(suit_of(cards, self.frame))
        if suit < 0:
            return None
        view = self.view
        led = int(divide(cards, self.frame, self.law, self.work, view["parts"]))
        view["leader"], view["suit"], view["n_cards"], view["shape"] = 0, suit, len(types), led
        set_duty(view, self.law)
        top = int(view["parts"]["tops"][0])
        if led == THROW:
            fit(cards, view["form"], self.frame, self.work, DOWN, False)
            self._note_tops(cards)
            top = int(self.work["tops"][0])
        view["key"] = np.uint64(1 << top)
        return led

    def _note_tops(self, cards: np.void) -> None:
        n = int(self.view["form"]["n"])
        self.view["best_tops"][:n] = self.work["tops"][:n]
        self.view["best_highest"] = place_of(cards["p0"], self.frame)

    def takes(self, types: Sequence[int]) -> bool:
        """Put a later play down; return whether it wins the trick so far."""
        cards = self.cards(types)
        key = takes_trick(self.view, cards, self.frame, self.law, self.work)
        if key:
            self.view["key"] = key
            if self.view["shape"] == THROW:
                self._note_tops(cards)
        return bool(key)

    def is_legal(self, hand: Sequence[int], play: Sequence[int]) -> bool:
        """Whether a follower with this hand may play these cards."""
        return bool(
            is_legal_follow(
                self.view, self.cards(hand), self.cards(play), self.frame, self.law, self.work,
                self.streams,
            )
        )  # fmt: skip

    def check(
        self, others: Sequence[Sequence[int]], players: int, declarers: int = 0b010101
    ) -> tuple[bool, list[list[str]]]:
        """Judge the lead that lies down, made by seat 0.

        Parameters
        ----------
        others : sequence of sequence of int
            Hands of the seats 1, 2, ...
        players : int
        declarers : int
            Seats as bits; everybody knows them.

        Returns
        -------
        (bool, list)
            Whether it stands; else the components one of which is led.
        """
        view = self.view
        for seat, hand in enumerate(others, start=1):
            self.state[0]["own"][seat]["hand"] = self.cards(hand)
        view["sides_known"], view["declarers"] = 1, declarers
        whole = [int(self.view["parts"]["kinds"][0])]
        what, part, _ = check_lead(
            view, self.state[0]["own"], players, self.frame, self.law, self.tested
        )
        if what == STANDS:
            return True, []
        if what == ASKS:
            numbers = [int(i) for i in view["beaten"][: view["n_beaten"]]]
        elif part < 0:
            return False, [self.names(whole[0])]
        else:
            numbers = [int(part)]
        tested = self.tested
        return False, [
            self.names(int(tested["kinds"][i]), int(tested["widths"][i])) for i in numbers
        ]


def table_of(case: Case) -> Table:
    """Return the table of a case with `rank` and `trump`."""
    return Table(rank_of(case), word_of(case, "trump", SUITS), rules_of(case))

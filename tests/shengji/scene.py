"""A table under the kernels: cards in words, tricks on a table, rounds answered move by move."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import U64
from simcore.options import change, coded
from simcore.shengji.cards import NAMES, NUMBER, pack
from simcore.shengji.combos.planes import place_of
from simcore.shengji.engine import Scratch, lay_out, set_match
from simcore.shengji.judge import Table
from simcore.shengji.records import RECORD, Ask
from simcore.shengji.rules import Rules, check
from simcore.shengji.scoring import close_round, score_round
from simcore.shengji.step import advance, apply, start
from simcore.shengji.step.rounds import check_round, open_round, take_given
from simcore.status import Status

RANKS = "23456789TJQKA"
SUITS = ("S", "H", "D", "C", "NT")


def cards(text: str) -> list[str]:
    """Tokens of cards: ``S:AAK 22 RJ`` is AS AS KS 2S 2S RJ."""
    found: list[str] = []
    suit = ""
    for token in text.split():
        head, colon, ranks = token.rpartition(":")
        suit = head or suit
        if colon or set(token) <= set(RANKS):
            found += [rank + suit for rank in ranks]
        else:
            found.append(token)
    return found


def make(**changes: Any) -> Rules:
    """Coded rules that differ from the default in these options."""
    rules: Rules = change(coded(Rules()), changes)
    check(rules)
    return rules


def types(text: str | list[str]) -> list[int]:
    """Types of cards written as for `cards`, or of tokens."""
    tokens = cards(text) if isinstance(text, str) else text
    return [NUMBER[token] for token in tokens]


def table(rank: str = "7", trump: str = "C", **changes: Any) -> Table:
    return Table(RANKS.index(rank), SUITS.index(trump), make(**changes))


def parts(text: str, rank: str = "7", trump: str = "C", **changes: Any) -> list[list[str]]:
    """Components of a lead as the kernels divide it, each as sorted tokens."""
    desk = table(rank, trump, **changes)
    assert desk.lead(types(text)) is not None
    found = desk.view["parts"]
    return [
        sorted(desk.names(int(found["kinds"][i]), int(found["widths"][i])))
        for i in range(int(found["n"]))
    ]


def groups(*texts: str) -> list[list[str]]:
    """What `parts` returns, written by hand."""
    return [sorted(cards(text)) for text in texts]


def winner(plays: str, rank: str = "7", trump: str = "C", **changes: Any) -> int:
    """Number of the play that wins, plays parted by ``/``."""
    desk = table(rank, trump, **changes)
    laid = [types(part) for part in plays.split("/")]
    desk.lead(laid[0])
    best = 0
    for i, play in enumerate(laid[1:], start=1):
        best = i if desk.takes(play) else best
    return best


def may(lead: str, hand: str, play: str, rank: str = "7", trump: str = "C", **changes: Any) -> bool:
    """Whether the kernels let a hand follow a lead with a play."""
    desk = table(rank, trump, **changes)
    desk.lead(types(lead))
    return desk.is_legal(types(hand), types(play))


def cut(lead: str, *others: str, rank: str = "7", trump: str = "C", **changes: Any) -> Any:
    """What a lead of seat 0 becomes: None where it stands, else the components to choose from."""
    desk = table(rank, trump, **changes)
    desk.lead(types(lead))
    stands, forced = desk.check([types(hand) for hand in others], len(others) + 1)
    return None if stands else [" ".join(part) for part in forced]


def suit(card: str, rank: str = "7", trump: str = "C", **changes: Any) -> str:
    """Effective suit of a card."""
    frame = table(rank, trump, **changes).frame
    return "SHDCT"[int(frame["suit_of"][int(frame["bit"][NUMBER[card]])])]


def level(card: str, rank: str = "7", trump: str = "C", **changes: Any) -> int:
    """Level of a card, counted from the lowest card of its effective suit."""
    frame = table(rank, trump, **changes).frame
    own = int(frame["bit"][NUMBER[card]])
    mask = int(frame["suit"][int(frame["suit_of"][own])])
    bottom = mask & -mask
    return int(place_of(U64(1 << own), frame)) - int(place_of(U64(bottom), frame))


class Scene:
    """One round from given cards, with every question answered by the test.

    Parameters
    ----------
    hands, kitty : str
        Cards in drawing order and stock order; hands are parted by ``/``.
    rank : str
        Rank of every unit.
    dealer : int or None
        None in a first round.
    first : int
        Who draws first.
    """

    def __init__(
        self,
        hands: str,
        kitty: str,
        rank: str = "7",
        dealer: int | None = 0,
        first: int = 0,
        **changes: Any,
    ) -> None:
        self.rules = make(**changes)
        self.scratch = Scratch(self.rules, 1, is_logged=True)
        dealt = [types(hand) for hand in hands.split("/")]
        lay_out(self.scratch, dealt, types(kitty), self.rules)
        levels = [RANKS.index(rank)] * (5 if self.rules.players == 5 else 2)
        set_match(self.scratch, self.rules, levels, -1 if dealer is None else dealer)
        self.law = self.scratch.rules[0]
        self.state, self.match = self.scratch.state[0], self.scratch.match[0]
        self.log, self.move = self.scratch.log[0], self.scratch.move[0]
        self.work, self.streams = self.scratch.work[0], self.scratch.streams[0]
        self.frames = self.scratch.frames[0]
        self.record = np.zeros(1, dtype=RECORD)[0]
        self.view = self.state["view"]
        size, left = (int(n) for n in self.scratch.sizes[:2])
        open_round(
            self.state,
            self.match,
            U64(1),
            U64(0),
            size,
            left,
            self.law,
            self.streams,
            self.log,
            self.record,
        )
        self.view["first_drawer"] = first
        self.deal()

    def deal(self) -> None:
        """Deal the given cards, perhaps again, and go to the first question."""
        take_given(self.state, self.scratch.given[0], self.rules.players)
        start(self.state, self.law, self.streams, self.log)
        self._advance()

    def _advance(self) -> None:
        advance(self.state, self.law, self.frames, self.streams, self.log, self.record)

    @property
    def ask(self) -> Ask:
        return Ask(int(self.view["ask"]))

    @property
    def seat(self) -> int:
        return int(self.view["seat"])

    @property
    def trump(self) -> str:
        return SUITS[int(self.view["trump"])]

    @property
    def dealer(self) -> int:
        return int(self.view["dealer"])

    @property
    def frame(self) -> Any:
        rank, trump = int(self.view["rank"]), max(int(self.view["trump"]), 0)
        return self.frames["frames"][rank, trump]

    def tokens(self, planes: Any) -> list[str]:
        """Tokens of cards of the frame, sorted."""
        kind, words = self.frame["kind"], [int(word) for word in planes]
        found = [NAMES[int(kind[b])] for w in words for b in range(64) if w >> b & 1]
        return sorted(found)

    def hand(self, seat: int) -> list[str]:
        return self.tokens(self.state["own"][seat]["hand"])

    def _answer(self) -> None:
        then = apply(
            self.state,
            self.move,
            self.law,
            self.frames,
            self.frame,
            self.log,
            self.record,
            self.work,
        )
        if then < 0:
            self._advance()

    def _checked(self) -> Scene:
        assert self.state["status"] == 0, f"refused at {self.ask}"
        return self

    def _declaration(self, text: str | None) -> None:
        shown = cards(text) if text else []
        assert len(set(shown)) < 2
        self.move["kind"], self.move["count"] = -1, len(shown)
        if shown:
            jokers = {"BJ": 4, "RJ": 5}
            self.move["kind"] = jokers.get(shown[0], "SHDC".find(shown[0][1]))

    def _lay(self, text: str) -> None:
        bits = [int(self.frame["bit"][kind]) for kind in types(text)]
        self.move["cards"] = tuple(pack(bits, 4))

    def _fill(self, text: str | None) -> None:
        if self.ask in (Ask.DECLARE, Ask.OVERCALL):
            self._declaration(text)
        elif self.ask is Ask.FRIEND:
            name, _, number = (text or "").partition("#")
            self.move["kind"] = NUMBER[name] if name else -1
            self.move["count"] = int(number or 1)
        elif self.ask is Ask.PICK:
            self.move["part"] = int(text or 0)
        else:
            assert text is not None
            self._lay(text)

    def say(self, *texts: str | None) -> Scene:
        """Answer the questions that follow: cards, None to decline, ``AS#2`` to call a copy."""
        for text in texts:
            self._fill(text)
            self._answer()
            self._checked()
        return self

    def refuses(self, text: str | None) -> bool:
        """Whether an answer is not allowed; nothing is changed."""
        kept = self.state.copy(), self.record.copy(), self.log.copy()
        self._fill(text)
        self._answer()
        refused = int(self.state["status"]) == Status.ILLEGAL_MOVE
        self.scratch.state[0], self.scratch.log[0] = kept[0], kept[2]
        for name in RECORD.names or ():
            self.record[name] = kept[1][name]
        return refused

    def decline(self) -> Scene:
        """Decline every declaration."""
        while self.ask in (Ask.DECLARE, Ask.OVERCALL):
            self.say(None)
        return self

    def finish(self, limit: int = 1000) -> Any:
        """Score the round and apply it to the match; return the record."""
        assert self.ask is Ask.NOTHING
        score_round(self.state, self.law, self.frame, self.work, self.record)
        close_round(self.match, self.record, self.law, limit)
        assert check_round(self.state, self.law, self.record) == 0
        return self.record


def at_lead(hands: str, kitty: str = "2C", **setting: Any) -> Scene:
    """A round at its first lead: nobody declares, the kitty sets the trump and is buried again."""
    scene = Scene(hands, kitty, **setting).decline()
    assert scene.ask is Ask.BURY
    scene.say(kitty)
    if scene.ask is Ask.FRIEND:
        return scene
    assert scene.ask is Ask.LEAD
    return scene

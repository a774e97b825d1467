"""Rounds driven through the kernels by a script of answers, told in a short notation.

`Table` plays from given hands on: ``0 K K`` is what seat 0 plays, ``0 pass`` that it passes,
``1 shao A A / 5 5`` an announcement, ``4 cut 2 2`` an interruption, ``4 yes`` any other answer.
Questions that the script does not speak of are answered by a pass or a no; a lead has to be in the
script, and a pass that is no choice may be. ``-`` lets everybody pass until somebody is to lead.
What happened is told likewise: ``0! K K`` starts a Gou Ji, ``clear 0``, ``wind 1``, ``out 0 1``,
``shao 1 0 A / A A / 5 5``, ``cut 4! 2 2``, ``rang 0 4 yes``. `Opening` does the same from the first
drawer to the first lead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from simcore.gouji import combos
from simcore.gouji.cards import FIRST_COPY, NAMES, NATURALS, pack
from simcore.gouji.game import GAME
from simcore.gouji.records import DRAW, LOG, MOVE, STATE, Ask, Event, Phase, rules_row
from simcore.gouji.step import advance, begin, prepare, respond, start, take_hands
from simcore.gouji.streams import CHANCE_ROW, STREAMS, open_streams
from simcore.gouji.trace import told as events_of
from simcore.jit import U64
from simcore.status import Status
from simcore.streams import BUFFER, NEXT

PLENTY = "3 3 3 4 4 4"  # held by a seat that a script does not speak of
YES_OR_NO = {"yes": 1, "no": 0}
ANSWERS = {Ask.RETURN: ("returns",), Ask.DRAWER: ("names",)}
PLAYS = {Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.WORD}


def row(**changes: Any) -> Any:
    """Return the record of the default rules with some options changed."""
    return rules_row(GAME.make_rules("seed", changes))[0]


def combo(text: str) -> int:
    """Pack a combination."""
    return combos.read_combo(text.split())


def hand(text: str) -> tuple[int, int]:
    """Pack a hand of ranks: (naturals, wilds)."""
    return combos.counts_of_ranks(text.split())


def cards_of(naturals: int, wilds: int) -> str:
    """Name the ranks of a packed hand, lowest first."""
    told = [name for q, name in enumerate(NATURALS) for _ in range(naturals >> 5 * q & 31)]
    for i, name in enumerate(("2", "BJ", "RJ")):
        told += [name] * (wilds >> 8 * i & 255)
    return " ".join(told)


def numbers(hands: Sequence[str]) -> list[list[int]]:
    """Turn hands of cards with suits, or of ranks alone, into card numbers."""
    used: Counter[str] = Counter()
    found = []
    for text in hands:
        taken = []
        for token in text.split():
            suits = ("",) if token in FIRST_COPY else ("S", "H", "D", "C")
            name = next(token + s for s in suits if used[token + s] < 4)
            taken.append(FIRST_COPY[name] + used[name])
            used[name] += 1
        found.append(taken)
    return found


def loaded(draws: Sequence[tuple[int, int]], streams: Any) -> None:
    """Load the stream of chance: draw number i is out of ``n`` and shall give ``value``."""
    words = streams["rows"]
    for i, (n, value) in enumerate(draws, 1):
        word = ((value << 32) + (1 << 31)) // n
        at = BUFFER + U64(i // 2)
        keep = int(words[CHANCE_ROW, at]) & (0xFFFFFFFF << 32 * (1 - i % 2))
        words[CHANCE_ROW, at] = U64(keep | word << 32 * (i % 2))
    words[CHANCE_ROW, NEXT] = U64(1)


def told_of(event: dict[str, Any]) -> str:
    """Put an event into the notation."""
    name, seat = event["event"], event.get("seat")
    cards = " ".join(event.get("cards", ()))
    if name in ("play", "interrupt"):
        told = f"{seat}{'!' if event['gouji'] else ''} {cards}"
        return told if name == "play" else f"cut {told}"
    if name == "pass":
        return f"{seat} pass"
    if name == "out":
        return f"out {seat} {event['place']}"
    if name == "shao":
        chain = " / ".join(map(" ".join, event["chain"]))
        return f"shao {seat} {event['attacker']} {event['form']} / {chain}"
    if name == "rang":
        granted = "yes" if event["granted"] else "no"
        return f"rang {event['asker']} {event['asked']} {granted}"
    if name == "kai_pai":
        turns = " ".join(f"{turn['seat']}:{turn['card']}" for turn in event["turns"])
        return f"kai_pai {turns} -> {event['first_drawer']}"
    if name == "drawer":
        return f"drawer {event['by']} {event['first_drawer']}"
    if name == "tribute":
        pair = f"{event['giver']} {event['receiver']}"
        return f"tribute {pair}: {cards} for {' '.join(event['back'])}"
    if name == "waive":
        return f"waive {event['giver']} {event['receiver']}"
    if name == "liberation":
        return f"liberation {seat} {event['receiver']}"
    return name if seat is None else f"{name} {seat}"


class Room:
    """The records that the kernels of a round work on."""

    def __init__(self, rules: dict[str, Any], seed: int = 1) -> None:
        self.rules = row(**rules)
        self.state = np.zeros(1, dtype=STATE)[0]
        self.drawn = np.zeros(1, dtype=DRAW)[0]
        self.move = np.zeros(1, dtype=MOVE)[0]
        self.streams = np.zeros(1, dtype=STREAMS)[0]
        self.log = np.zeros(1, dtype=LOG)[0]
        open_streams(self.streams, U64(seed), U64(0), U64(1))
        self.view = self.state["view"]
        self.asked: list[str] = []
        self.question = ""
        self.deals: list[list[list[int]]] = []

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened, as in a transcript."""
        rows = self.log["rows"][: self.log["n"]].astype(np.int64)
        return events_of(rows, lambda _, attempt: self.deals[attempt])

    @property
    def told(self) -> list[str]:
        """What happened, in the notation."""
        return [told_of(event) for event in self.events]

    @property
    def is_illegal(self) -> bool:
        """Whether the last answer broke a rule."""
        return bool(self.state["status"] == Status.ILLEGAL_MOVE)

    @property
    def record(self) -> Any:
        """The record of the round so far."""
        return self.state["record"]

    def held(self, seat: int) -> str:
        """Name the ranks that a seat holds."""
        return cards_of(int(self.state["naturals"][seat]), int(self.state["wilds"][seat]))


class Table(Room):
    """Play from given hands on; see the notation above."""

    def __init__(
        self,
        hands: dict[int, str],
        acts: Sequence[str],
        out: Sequence[int] = (),
        seed: int = 1,
        **rules: Any,
    ) -> None:
        super().__init__(rules, seed)
        state = self.state
        for seat in range(6):
            text = hands.get(seat, "" if seat in out else PLENTY)
            state["naturals"][seat], state["wilds"][seat] = hand(text)
            state["left"][seat] = len(text.split())
        self.record["shao_first"] = -1
        start(state, self.rules, int(acts[0].split()[0]))
        for place, seat in enumerate(out):
            self.view["finish"][place] = seat
        self.view["n_out"] = len(out)
        self._play(list(acts))

    def _advance(self, answer: int) -> Ask:
        return Ask(advance(self.state, answer, self.move, self.rules, self.streams, self.log))

    def _play(self, acts: list[str]) -> None:
        asked = self._advance(0)
        mark = 0
        while asked:
            seat = int(self.view["seat"])
            self.question = f"{asked.name} {seat}"
            self.asked.append(self.question)
            while acts and acts[0].endswith(" pass") and self._has_passed(acts[0], mark):
                del acts[0]
            if acts and acts[0] == "-" and asked == Ask.LEAD:
                del acts[0]
            if not acts:
                return
            answer = self._answer(asked, seat, acts[0])
            if answer is None:
                assert asked != Ask.LEAD, f"{self.question} where {acts[0]} was to come"
                answer = 0
            else:
                del acts[0]
                mark = int(self.log["n"])
            asked = self._advance(answer)
        assert acts in ([], ["-"]), f"{acts} is left over after {self.told}"
        self.question = ""

    def _has_passed(self, act: str, mark: int) -> bool:
        """Tell whether the seat of an act passed unasked since place `mark` of the log."""
        rows = self.log["rows"][mark : self.log["n"], :2].tolist()
        return [int(Event.PASS), int(act[0])] in rows

    def _answer(self, asked: Ask, seat: int, act: str) -> int | None:
        """Return the answer if the act is meant for this question."""
        who, _, rest = act.partition(" ")
        if who != str(seat):
            return None
        word, _, cards = rest.partition(" ")
        if asked == Ask.SHAO:
            if word != "shao":
                return None
            chain = [combo(part) for part in cards.split(" / ")]
            self.move["length"] = len(chain)
            self.move["chain"][: len(chain)] = chain
            return 1
        if asked == Ask.INTERRUPT:
            if word == "no":
                return 0
            return combo(cards) if word == "cut" else None
        if asked in PLAYS:
            if word in ("shao", "cut", "yes", "no"):
                return None
            return 0 if rest == "pass" else combo(rest)
        return YES_OR_NO.get(word)


class Opening(Room):
    """From the first drawer to the first lead.

    Answers: ``3 yes``, ``5 names 2``, ``0 returns 3 4``; unless told otherwise seats say no, the
    Big Loser names himself and tribute comes back as it went.
    """

    def __init__(
        self,
        deals: Sequence[Sequence[str]],
        answers: Sequence[str] = (),
        finish: Sequence[int] = (),
        draws: Sequence[tuple[int, int]] = (),
        starts: int = -1,
        seed: int = 1,
        **rules: Any,
    ) -> None:
        super().__init__(rules, seed)
        self.deals = [numbers(deal) for deal in deals]
        match = self.state["match"]
        match["round"] = match["hand"] = 2 if finish else 1
        match["starts"] = starts
        for place, seat in enumerate(finish):
            match["finish"][place] = seat
        if draws:
            loaded(draws, self.streams)
        begin(self.state, self.drawn, self.rules, self.streams, self.log)
        self.seen: list[str] = []
        self._open(list(answers))

    def _deal(self, at: int) -> None:
        self.drawn["order"] = -1
        words = np.zeros((1, 6, 4), dtype=np.uint64)
        for seat, cards in enumerate(self.deals[at]):
            words[0, seat] = pack(cards)
            self.drawn["order"][seat, : len(cards)] = cards
        take_hands(words, 0, self.state, self.drawn, self.rules, self.log)

    def _open(self, answers: list[str]) -> None:
        args = (self.state, self.drawn, self.rules, self.streams, self.log)
        while asked := Ask(prepare(*args)):
            if asked == Ask.DEAL:
                at = int(self.state["attempt"])
                if at == len(self.deals):
                    self.question = "DEAL"
                    return
                self._deal(at)
                continue
            seat = int(self.view["seat"])
            self.asked.append(f"{asked.name} {seat}")
            self.seen.append(cards_of(int(self.state["own"]), int(self.state["own_wilds"])))
            answer = self._answer(asked, seat, answers)
            respond(self.state, answer, self.move, self.drawn, self.rules, self.log)
        assert not answers, f"{answers} is left over after {self.asked}"
        assert self.is_illegal or self.state["phase"] == Phase.LEAD

    def _answer(self, asked: Ask, seat: int, answers: list[str]) -> int:
        word = cards = ""
        if answers:
            who, word, *rest = answers[0].split()
            fits = word in ANSWERS.get(asked, ("yes", "no")) and who == str(seat)
            word, cards = (word, " ".join(rest)) if fits else ("", "")
        if word:
            del answers[0]
        if asked == Ask.RETURN:
            back = hand(cards) if word else (self.view["got"], self.view["got_wilds"])
            self.move["naturals"], self.move["wilds"] = back
            return 1
        if asked == Ask.DRAWER:
            return int(cards) if word else seat
        return YES_OR_NO[word or "no"]

    @property
    def leader(self) -> int:
        """Who leads."""
        return int(self.state["leader"])

    @property
    def first_drawer(self) -> int:
        """Who drew first."""
        return int(self.state["first_drawer"])


__all__ = ["NAMES", "Opening", "Room", "Table", "cards_of", "combo", "hand", "loaded", "row"]

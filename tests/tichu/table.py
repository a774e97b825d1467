"""A round of Tichu answered by hand: every question the kernels put, and what may be answered.

Lines of a story: ``0 Kj Ks`` plays, ``0 -`` passes, ``bomb 1 5j 5s 5p 5t``, ``tichu 2``,
``wish 0 9`` (or ``-``), ``gift 3 0``, ``grand 1``, ``exchange 0 7j 8j 9j``.  Offers that a story
does not mention (Tichu, bombs out of turn, Grand Tichu) are declined.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.options import change, coded
from simcore.tichu import combos, step
from simcore.tichu import records as rec
from simcore.tichu.cards import NAMES, NUMBER, pack, unpack
from simcore.tichu.combos.listing import MAX_COMBOS
from simcore.tichu.engine import given_hands
from simcore.tichu.judge.cases import meets_wish
from simcore.tichu.rules import Rules
from simcore.tichu.streams import STREAMS, open_streams
from simcore.tichu.trace import events_of

U64 = np.uint64
KINDS = {
    int(rec.ASK_GRAND): "grand",
    int(rec.ASK_TICHU): "tichu",
    int(rec.ASK_EXCHANGE): "exchange",
    int(rec.ASK_TURN): "turn",
    int(rec.ASK_BOMB): "bomb",
    int(rec.ASK_WISH): "wish",
    int(rec.ASK_GIFT): "gift",
    int(rec.ASK_NOTHING): "over",
}
POINTS = {
    int(rec.POINT_A): "a",
    int(rec.POINT_B): "b",
    int(rec.POINT_C): "c",
    int(rec.POINT_D): "d",
    int(rec.POINT_E): "e",
}


def make_rules(**options: Any) -> Rules:
    """Default rules with some options changed."""
    rules: Rules = change(coded(Rules()), options)
    return rules


def rules_of(**options: Any) -> Any:
    """Rules as kernels take them."""
    return rec.rules_record(make_rules(**options))[0]


def rank_number(token: str) -> int:
    return RANKS.index(token) + 2


def mask(text: str) -> np.uint64:
    """Cards as a word; a declaration is left out."""
    return pack(NUMBER[token[:3]] for token in text.split())


def combo_of(text: str, table: int = 0, **options: Any) -> int:
    """What the cards are, with ``Phx=8`` declaring; 0: no play."""
    declared = [rank_number(token[4:]) for token in text.split() if token.startswith("Phx=")]
    wild = np.int64(declared[0] if declared else 0)
    return int(combos.classify(mask(text), wild, np.int64(table), rules_of(**options)))


def kind(text: str, **options: Any) -> tuple[str, float] | None:
    """Kind and rank of the cards; None where they are no play."""
    combo = combo_of(text, **options)
    return (combos.KINDS[combo & 15], (combo >> 8 & 255) / 2) if combo else None


def beats(reply: str, *table: str) -> bool:
    """Whether the reply beats the last of the plays on the table, laid one on another."""
    top = 0
    for text in table:
        top = combo_of(text, top)
        assert top, f"{text} is no play"
    combo = combo_of(reply, top)
    return combo != 0 and bool(combos.beats(combo, top))


def filled(*hands: str) -> list[str]:
    """Four hands of 14: these cards first, then the rest of the deck from the top down."""
    named = [hand.split() for hand in [*hands, "", "", "", ""][:4]]
    rest = [card for card in NAMES if not any(card in hand for hand in named)]
    return [" ".join([*hand, *(rest.pop() for _ in range(14 - len(hand)))]) for hand in named]


class Table:
    """A round under way; keyword arguments other than `leader` are options."""

    def __init__(self, *hands: str, leader: int = 0, seed: int = 1, **options: Any) -> None:
        self._set(seed, options)
        numbers = [[NUMBER[card] for card in hand.split()] for hand in hands]
        self._stage = step.start_given(
            self._states, step.blank_state(), given_hands(numbers), leader, U64(0), 1, 0, 0,
            self.rules, self.log,
        )  # fmt: skip
        self._advance()

    @classmethod
    def dealt(cls, *hands: str, seed: int = 1, **options: Any) -> Table:
        """A round from its deal: hands of 14, the first 8 of which are seen first."""
        table = cls.__new__(cls)
        table._set(seed, options)
        words = np.zeros((1, 8), dtype=np.uint64)
        for seat, hand in enumerate(filled(*hands)):
            cards = hand.split()
            words[0, seat] = mask(" ".join(cards[:8]))
            words[0, seat + 4] = mask(" ".join(cards[8:]))
        table._stage = step.start(
            table._states, step.blank_state(), words, 0, U64(0), 1, 0, 0, table.rules, table.log
        )
        table._advance()
        return table

    def _set(self, seed: int, options: dict[str, Any]) -> None:
        self.rules = rules_of(**options)
        self._states = step.blank_state()
        self.state = self._states[0]
        self.log = np.zeros(1, dtype=rec.LOG)[0]
        self.streams = np.zeros(1, dtype=STREAMS)[0]
        open_streams(self.streams, U64(seed), U64(0), U64(1))
        self.asked: list[str] = []
        self.points: list[str] = []  # call point of each Tichu question

    def _advance(self) -> None:
        step.advance(self.state, self._stage, self.rules, self.log, self.streams)
        self.asked.append(self.question)
        if self.question.startswith("tichu"):
            self.points.append(POINTS[int(self.view["point"])])

    @property
    def view(self) -> Any:
        return self.state["view"]

    @property
    def record(self) -> Any:
        return self.state["record"]

    @property
    def question(self) -> str:
        """What is asked now, and whom; ``over`` when the round is."""
        name = KINDS[int(self.view["ask"])]
        return name if name == "over" else f"{name} {self.view['seat']}"

    @property
    def events(self) -> list[dict[str, Any]]:
        return list(events_of(self.log))

    @property
    def tricks(self) -> list[tuple[int, int, int]]:
        """Winner, receiver and points of the tricks so far."""
        return [(e["winner"], e["to"], e["points"]) for e in self.events if e["event"] == "trick"]

    def hand(self, seat: int) -> list[str]:
        return unpack(int(self.state["own"][seat]["hand"]))

    # -- what may be done --------------------------------------------------------------------------

    def may(self, text: str) -> bool:
        """Whether the kernels list these cards (``-``: a pass) for the seat that is asked."""
        view, seat = self.view, int(self.view["seat"])
        hand, top, wish = self.state["own"][seat]["hand"], int(view["top"]), int(view["wish"])
        quads, flush = map(U64, combos.bomb_masks(hand))
        if self.question.startswith("bomb"):
            n, w = combos.window_menu(hand, quads, flush, top, wish, self.rules)
            listed = [combos.scan_bombs(hand, quads, flush, top, w, k) for k in range(n)]
            bound = w_bombs = w
        else:
            extra = top != 0 and view["owner"] == seat
            out = np.zeros(MAX_COMBOS, dtype=rec.MOVE)
            n, may_pass = combos.list_moves(hand, top, wish, extra, self.rules, self.streams, out)
            if text == "-":
                return bool(may_pass)
            listed = out["combo"][:n].tolist()
            _, bound, w_bombs = combos.turn_menu(hand, quads, flush, top, wish, extra, self.rules)
        cards = mask(text)
        combo = self._combo(text)
        if combo & 15 >= combos.BOMB4:
            bound = w_bombs
        is_held = int(cards) & ~int(hand) == 0
        return is_held and combo in listed and meets_wish(int(cards), combo, bound, self.rules)

    def _combo(self, text: str) -> int:
        declared = [rank_number(t[4:]) for t in text.split() if t.startswith("Phx=")]
        wild = np.int64(declared[0] if declared else 0)
        return int(combos.classify(mask(text), wild, self.view["top"], self.rules))

    # -- doing it ----------------------------------------------------------------------------------

    def until(self, question: str) -> Table:
        """Decline offers until this is asked."""
        while self.question != question:
            name = self.question.partition(" ")[0]
            if name == "tichu":
                self._stage = step.answer_tichu(self.state, rec.NOT_NOW, self.rules, self.log)
            elif name == "bomb":
                self._stage = step.answer_bomb(self.state, rec.NO_BET, U64(0), self.rules, self.log)
            elif name == "grand":
                self._stage = step.answer_grand(self.state, False, self.rules, self.log)
            else:
                raise AssertionError(f"{self.question} is asked, not {question}")
            self._advance()
        return self

    def go(self, *lines: str) -> Table:
        """Tell a story; each act must be among those the kernels allow."""
        for line in lines:
            self._do(line.split(), True)
        return self

    def force(self, line: str) -> int:
        """Do something whether allowed or not; the status of the round afterwards."""
        self._do(line.split(), False)
        return int(self.record["status"])

    def _do(self, words: list[str], checked: bool) -> None:
        verb = "turn" if words[0].isdigit() else words.pop(0)
        self.until(f"{verb} {words[0]}")
        text = " ".join(words[1:])
        if verb in ("turn", "bomb") and checked:
            assert self.may(text), f"{text} is not allowed to seat {words[0]}"
        state, rules, log = self.state, self.rules, self.log
        if verb == "turn":
            combo, cards = (0, "") if text == "-" else (self._combo(text), text)
            self._stage = step.answer_turn(state, int(words[0]), combo, mask(cards), rules, log)
        elif verb == "bomb":
            self._stage = step.answer_bomb(state, self._combo(text), mask(text), rules, log)
        elif verb == "tichu":
            self._stage = step.answer_tichu(state, rec.CALL, rules, log)
        elif verb == "wish":
            rank = 0 if text == "-" else rank_number(text)
            self._stage = step.answer_wish(state, rank, rules, log)
        elif verb == "gift":
            self._stage = step.answer_gift(state, int(text), rules, log)
        elif verb == "grand":
            self._stage = step.answer_grand(state, True, rules, log)
        else:
            self._stage = step.answer_exchange(state, *map(mask, words[1:]))
        self._advance()

    def pass_on(self, *seats: int) -> Table:
        """Let these seats pass one after another."""
        return self.go(*(f"{seat} -" for seat in seats))

    def to_the_end(self) -> Table:
        return self.until("over")


def clean(table: Table) -> bool:
    """Whether the round ended without a broken invariant."""
    return table.question == "over" and int(table.record["status"]) == 0

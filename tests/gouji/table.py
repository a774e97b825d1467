"""A round driven by hand: hands and answers in, questions and events out."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.gouji.combos import counts_of_ranks, hand_size, read_combo
from simcore.gouji.game import GAME
from simcore.gouji.records import LOG, MOVE, STATE, Ask, rules_row
from simcore.gouji.scoring import complete_finish
from simcore.gouji.step import advance, start
from simcore.gouji.streams import STREAMS, open_streams
from simcore.gouji.trace import told
from simcore.jit import U64

CARDS = (Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.WORD, Ask.INTERRUPT)


class Table:
    """The play of one round from given hands; an empty one is that of a player who is out.

    Who holds nothing that beats the table is passed over by the kernels themselves, so hands decide
    who is asked. `ask` and `seat` are the question now open. Shao Pai is off unless it is changed.
    """

    def __init__(self, hands: list[str], leader: int = 0, **changes: Any) -> None:
        self.rules = rules_row(GAME.make_rules("seed", {"shao_pai": "off"} | changes))[0]
        self.states = np.zeros(1, dtype=STATE)
        self.state = self.states[0]
        self.move = np.zeros(1, dtype=MOVE)[0]
        self.streams = np.zeros(1, dtype=STREAMS)[0]
        self.log = np.zeros(1, dtype=LOG)[0]
        open_streams(self.streams, U64(1), U64(2), U64(3))
        for seat, hand in enumerate(hands):
            naturals, wilds = counts_of_ranks(hand.split())
            self.state["naturals"][seat], self.state["wilds"][seat] = naturals, wilds
            self.state["left"][seat] = hand_size(naturals, wilds)
        start(self.state, self.rules, leader)
        out = [seat for seat, hand in enumerate(hands) if not hand]
        self.state["view"]["finish"][: len(out)] = out
        self.state["view"]["n_out"] = len(out)
        self._go(0)

    def _go(self, answer: int) -> Table:
        self.ask = Ask(advance(self.state, answer, self.move, self.rules, self.streams, self.log))
        return self

    @property
    def seat(self) -> int:
        """Who is asked."""
        return int(self.state["view"]["seat"])

    @property
    def is_over(self) -> bool:
        """Whether the round is over without a fault."""
        return self.ask == Ask.NOTHING and not self.state["status"]

    def finish(self) -> list[int]:
        """Seats in finishing order, of a finished round."""
        complete_finish(self.state)
        return [int(seat) for seat in self.state["view"]["finish"]]

    def play(self, seat: int, cards: str) -> Table:
        """Let the seat that must be asked lay cards."""
        assert self.ask in CARDS, self.ask
        assert self.seat == seat, f"seat {self.seat} is asked"
        return self._go(read_combo(cards.split()))

    def skip(self, *seats: int) -> Table:
        """Let seats decline one after the other: pass, announce or interrupt nothing."""
        for seat in seats:
            assert self.ask not in (Ask.LEAD, Ask.NOTHING)
            assert self.seat == seat, f"seat {self.seat} is asked {self.ask}"
            self._go(0)
        return self

    def agree(self, seat: int) -> Table:
        """Let a seat say yes."""
        assert self.seat == seat, f"seat {self.seat} is asked {self.ask}"
        return self._go(1)

    def announce(self, seat: int, division: str) -> Table:
        """Let a seat announce Shao Pai with a division like ``A A / 5 5 5``."""
        assert self.ask == Ask.SHAO
        assert self.seat == seat, f"seat {self.seat} is asked"
        chain = [read_combo(part.split()) for part in division.split("/")]
        self.move["length"] = len(chain)
        self.move["chain"][: len(chain)] = chain
        return self._go(1)

    def events(self, *names: str) -> list[tuple[Any, ...]]:
        """Events so far as (name, seat, cards), those of some names only if given."""
        rows = self.log["rows"][: int(self.log["n"])]
        found = told(rows, lambda round_, attempt: [])
        return [
            (event["event"], event.get("seat"), " ".join(event.get("cards", [])))
            for event in found
            if not names or event["event"] in names
        ]

    def starts(self) -> list[bool]:
        """Whether each play or interruption started a Gou Ji."""
        rows = self.log["rows"][: int(self.log["n"])]
        return [event["gouji"] for event in told(rows, lambda r, a: []) if "gouji" in event]

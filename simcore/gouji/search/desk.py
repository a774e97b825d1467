"""Arrays in which rounds are played; one desk for each thread."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.deal import Plan, new_room, plan
from simcore.gouji.cards import DECK_WORDS, HAND, SEATS, WORDS
from simcore.gouji.records import DRAW, LOG, MOVE, STATE, rules_row
from simcore.gouji.rules import Rules
from simcore.gouji.search.playout import play_on
from simcore.gouji.streams import STREAMS
from simcore.jit import U64

Array = npt.NDArray[Any]


@cache
def deal_plan() -> Plan:
    """Plan of the splits of the deck into six hands."""
    return plan([HAND] * SEATS)


class Desk:
    """What `play_on` works in."""

    def __init__(self, rules: Rules) -> None:
        splits = deal_plan()
        self.options = rules
        self.rules = rules_row(rules)
        self.deal = (DECK_WORDS, splits.steps, splits.slots, splits.n_words)
        self.spare = new_room(splits, WORDS, 1)
        self.hands = np.zeros((1, SEATS, WORDS), dtype=np.uint64)
        self.state = np.zeros(1, dtype=STATE)
        self.blank = np.zeros(1, dtype=STATE)
        self.draw = np.zeros(1, dtype=DRAW)
        self.move = np.zeros(1, dtype=MOVE)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.log = np.zeros(1, dtype=LOG)
        self.log["n"] = -1
        self.given = np.zeros((0, SEATS, WORDS), dtype=np.uint64)

    def play_on(
        self, mode: int, seed: int, first: int, round_: int, positions: Array, option: Array,
        policies: Array, out: Array,
    ) -> int:  # fmt: skip
        """Call `playout.play_on`."""
        return play_on(  # type: ignore[no-any-return]
            mode, U64(seed), U64(first), U64(round_), positions, option, self.rules, policies,
            *self.deal, self.spare, self.hands, self.given, self.state, self.draw, self.move,
            self.streams, self.log, out,
        )  # fmt: skip

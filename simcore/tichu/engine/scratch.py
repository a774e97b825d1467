"""What a thread works in when it plays rounds, and the policies as kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from simcore.deal import LANES, new_room
from simcore.status import KaipaiError
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK_WORDS, SEATS
from simcore.tichu.deals import deal_plan
from simcore.tichu.engine.batch import AHEAD
from simcore.tichu.policies import Policy, is_policy
from simcore.tichu.rules import Rules
from simcore.tichu.search import Lookahead
from simcore.tichu.step import blank_state
from simcore.tichu.streams import STREAMS

_MOST_SPARE = 8


class Scratch:
    """Arrays that `play_batch` and `play_round` work in; one for each thread."""

    _spare: ClassVar[list[Scratch]] = []

    @classmethod
    def borrow(cls, rules: Rules) -> Scratch:
        """Return a spare one for these rules, or a new one; `give_back` ends the loan."""
        try:
            spare = cls._spare.pop()  # a list's pop and append are atomic
        except IndexError:
            return cls(rules)
        return spare if spare.made_for == rules else cls(rules)

    def give_back(self) -> None:
        """Keep it for the next borrower; a few are enough."""
        if len(self._spare) < _MOST_SPARE:
            self._spare.append(self)

    def __init__(self, rules: Rules) -> None:
        split_plan = deal_plan()
        self.made_for = rules
        self.rules = rec.rules_record(rules)
        self.deal = (DECK_WORDS, split_plan.steps, split_plan.slots, split_plan.n_words)
        self.room = new_room(split_plan, 1, LANES)
        self.words = np.zeros((LANES + AHEAD, 2 * SEATS), dtype=np.uint64)
        self.state = np.zeros(1, dtype=rec.STATE)
        self.blank = blank_state()
        self.streams = np.zeros(1, dtype=STREAMS)
        self.begin = np.zeros(5, dtype=np.int64)
        self.given = np.zeros((0, SEATS), dtype=np.uint64)
        self.log = np.zeros(1, dtype=rec.LOG)
        self.log["n"] = -1
        self.desk: Lookahead | None = None  # made when a seat first looks ahead


def policy_array(policies: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return four policy numbers as an array.

    Raises
    ------
    KaipaiError
        Not four, or no such policy.
    """
    if len(policies) != SEATS or not all(map(is_policy, policies)):
        names = ", ".join(policy.name.lower() for policy in Policy)
        raise KaipaiError(f"Tichu needs four policies out of {names}")
    return np.array([int(policy) for policy in policies], dtype=np.int64)

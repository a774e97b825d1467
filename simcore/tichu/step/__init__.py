"""A round, question by question: who acts, and what an answer does to the STATE (TI-57).

`start` leads to the first question.  A question stands in the view: `ask` says what, `seat` says
who.  The answer goes to the function of its kind, which changes the state and says at which
stage to go on; `advance` goes on from there to the next question, until `ask` is ASK_NOTHING.
Nothing here decides anything, and no question is asked that has only one answer: nobody is
asked for bombs he does not hold (TI-29) or for a Tichu he may not call (TI-8).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.tichu import records as rec
from simcore.tichu.step.answers import take_answer
from simcore.tichu.step.ending import answer_gift
from simcore.tichu.step.flow import advance, next_quietly
from simcore.tichu.step.laying import answer_bomb, answer_turn, answer_wish, lay
from simcore.tichu.step.opening import (
    answer_exchange,
    answer_grand,
    answer_tichu,
    honours_of,
    start,
    start_given,
)
from simcore.tichu.step.stages import STAY, next_active

__all__ = [
    "STAY",
    "advance",
    "answer_bomb",
    "answer_exchange",
    "answer_gift",
    "answer_grand",
    "answer_tichu",
    "answer_turn",
    "answer_wish",
    "blank_state",
    "honours_of",
    "lay",
    "next_active",
    "next_quietly",
    "start",
    "start_given",
    "take_answer",
]


def blank_state() -> np.ndarray[Any, np.dtype[np.void]]:
    """Return the state that every round starts from, as an array of one STATE."""
    blank = np.zeros(1, dtype=rec.STATE)
    view, record = blank["view"], blank["record"]
    view["active"] = 15
    for name in ("finish", "leader", "owner", "wisher", "dragon_from", "dragon_to"):
        view[name] = -1
    for name in (
        "winner", "finish", "gave", "leader", "wisher", "wish_met_by", "dragon_from", "dragon_to",
        "dog_from", "dog_to", "phoenix_by",
    ):  # fmt: skip
        record[name] = -1
    blank["callers"] = 15
    return blank

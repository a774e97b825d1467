"""The policy `search`: look at what comes of each option in deals that could be the real one.

Looked at are burials, leads and follows; declarations, overcalls, the friend and what a failed
throw is cut to are left to `heuristic`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore import lookahead
from simcore.jit import U64
from simcore.shengji.combos.frame import frame_table
from simcore.shengji.policies import Policy
from simcore.shengji.records import MATCH, MOVE, RECORD, STATE, STREAMS, WORK, Ask, rules_record
from simcore.shengji.rules import Rules
from simcore.shengji.search.imagine import ROOM, imagine
from simcore.shengji.search.listing import LIST, MOST, list_options
from simcore.shengji.search.memory import MEMORY
from simcore.shengji.search.playout import AGAIN, ASKED, BEGIN, DONE, NAMED, OPTION, OWN, play_on
from simcore.shengji.step import new_log
from simcore.status import RoundError

Array = npt.NDArray[Any]

WEIGHTS = (0.5, 0.7, 3.0)
"""Levels that a step of points, the next deal and the match count beside those won."""
CAUTION = 1.0
"""Standard errors by which another option must be better than what `heuristic` would do."""
MORE_TO_BURY = 4
"""Times the budget for a burial: it is asked for once a round, and much hangs on it."""
PLACES = 1024
"""Imagined deals kept at a time; of more, each is imagined anew for every option."""


@dataclass
class Situation:
    """A round that stands at a question, as the arrays of one that `play_on` moves."""

    state: Array
    record: Array
    begin: Array
    """The match before the round."""
    limit: int
    memory: Array
    move: Array
    """What the seat would do without looking."""


class Desk:
    """Arrays to look ahead with; one for each thread."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules_record(rules)
        self.frames = frame_table(rules)
        self.seats = np.full(rules.players, int(Policy.HEURISTIC), dtype=np.int64)
        self.weights = np.array(WEIGHTS, dtype=np.float64)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.state = np.zeros(1, dtype=STATE)
        self.match = np.zeros(1, dtype=MATCH)
        self.work = np.zeros(1, dtype=WORK)
        self.move = np.zeros(1, dtype=MOVE)
        self.log = new_log(False)
        self.memory = np.zeros(0, dtype=MEMORY)
        self.room = np.zeros(1, dtype=ROOM)
        self.list = np.zeros(1, dtype=LIST)
        self.options = np.zeros(MOST, dtype=OPTION)
        self.blank = np.zeros(1, dtype=STATE)
        self.make_place(lookahead.DEFAULT_BUDGET)

    def make_place(self, n: int) -> None:
        """Make room for so many imagined deals."""
        self.states = np.zeros(n, dtype=STATE)
        self.records = np.zeros(n, dtype=RECORD)
        self.out = np.zeros(n, dtype=RECORD)

    def list_options(self, where: Situation) -> int:
        """Fill `options`, the policy's own answer first; return how many there are."""
        return int(
            list_options(
                where.state, where.move, self.rules, self.frames, self.streams, self.work,
                self.list, self.options,
            )
        )  # fmt: skip

    def imagine(self, where: Situation, key: int, first: int, n: int, at: int = 0) -> None:
        """Imagine deals first .. first + n - 1 of a decision in places at .. at + n - 1."""
        imagine(
            U64(key), first, where.state, where.record, where.memory, self.rules, self.frames,
            self.streams, self.room, self.blank, self.states[at : at + n],
            self.records[at : at + n],
        )  # fmt: skip

    def play(self, where: Situation, at: int, n: int, k: int) -> Array:
        """Play option k out in places at .. at + n - 1; return what each is worth to the seat.

        Raises
        ------
        RoundError
            A round broke an invariant.
        """
        values = np.zeros(n)
        status = play_on(
            U64(0), U64(0), self.states[at : at + n], self.records[at : at + n],
            self.options[k : k + 1], self.rules, self.seats, self.frames, self.streams,
            self.state, where.begin, self.match, where.limit, self.work, self.move, self.log,
            self.memory, self.weights, self.out, values,
        )  # fmt: skip
        if status != DONE:
            record = where.record[0]
            raise RoundError(
                int(status), "shengji", 0, int(record["match"]), int(record["round"])
            )  # fmt: skip
        return values


def decide(desk: Desk, where: Situation, key: int, budget: int) -> Array:
    """Choose what to bury, to lead or to follow with.

    Parameters
    ----------
    desk : Desk
    where : Situation
    key : int
        Seed of the decision.
    budget : int
        Deals to imagine.

    Returns
    -------
    ndarray of `playout.OPTION`, shape (1,)
    """
    n_options = desk.list_options(where)
    if n_options == 1:
        return desk.options[:1]
    if where.state[0]["view"]["ask"] == Ask.BURY:
        budget *= MORE_TO_BURY
    places = min(budget, PLACES)
    if places > len(desk.states):
        desk.make_place(places)
    block, filled = 0, 0

    def play(first: int, n: int, k: int) -> Array:
        nonlocal block, filled
        values = np.zeros(n)
        done = 0
        while done < n:
            wanted, at = divmod(first + done, places)
            size = min(n - done, places - at)
            if wanted != block:
                block, filled = wanted, 0
            if at + size > filled:
                desk.imagine(where, key, block * places + filled, at + size - filled, filled)
                filled = at + size
            values[done : done + size] = desk.play(where, at, size, k)
            done += size
        return values

    k = lookahead.best(n_options, budget, play, CAUTION)
    return desk.options[k : k + 1]


__all__ = [
    "AGAIN",
    "ASKED",
    "BEGIN",
    "DONE",
    "MEMORY",
    "NAMED",
    "OPTION",
    "OWN",
    "Desk",
    "Situation",
    "decide",
    "play_on",
]

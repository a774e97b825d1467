"""The policy that looks ahead: options weighed by rounds played out in imagined deals.

At each decision hidden cards are drawn that agree with what the seat has seen (`imagine`), each
option (`listing`) is forced in each of those deals, and `heuristic` plays the rounds out in every
seat (`playout`).  The option with the best mean difference of the round's scores is taken.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simcore.jit import U64
from simcore.lookahead import DEFAULT_BUDGET, best, budget_of, code_of, decision_seed
from simcore.status import RoundError
from simcore.tichu import records as rec
from simcore.tichu.cards import SEATS
from simcore.tichu.policies import Policy
from simcore.tichu.search.imagine import ROOM, imagine
from simcore.tichu.search.listing import MOST, list_options
from simcore.tichu.search.playout import OPTION, OVER, OWN, WAITING, play_on
from simcore.tichu.step import STAY
from simcore.tichu.streams import STREAMS

CAUTION = 1.0
"""Standard errors by which another option must beat what `heuristic` would do."""

Array = npt.NDArray[Any]
NO_POSITIONS = np.zeros(0, dtype=rec.STATE)
_ALL_HEURISTIC = np.full(SEATS, int(Policy.HEURISTIC), dtype=np.int64)


class OpenRound(NamedTuple):
    """Where a round is played: its state, its streams and its events, all of shape (1,)."""

    states: Array
    streams: Array
    logs: Array


class Lookahead:
    """Arrays in which one thread looks ahead."""

    def __init__(self, rules: Array) -> None:
        self.rules = rules
        self.states = np.zeros(1, dtype=rec.STATE)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.logs = np.zeros(1, dtype=rec.LOG)
        self.logs["n"] = -1
        self.events = np.zeros(1, dtype=rec.LOG)  # of the real round, where nobody else wants them
        self.options = np.zeros(MOST, dtype=OPTION)
        self.scores = np.zeros(MOST, dtype=np.int64)
        self.room = np.zeros(ROOM, dtype=np.uint64)
        self.needs = np.zeros(SEATS, dtype=np.int64)
        self.imagined = np.zeros(0, dtype=rec.STATE)
        self.records = np.zeros(0, dtype=rec.RECORD)

    def make_room(self, budget: int) -> None:
        """Have room for so many imagined deals."""
        if len(self.imagined) < budget:
            self.imagined = np.zeros(budget, dtype=rec.STATE)
            self.records = np.zeros(budget, dtype=rec.RECORD)


def decide(
    desk: Lookahead, states: Array, option: Array, events: Array, budget: int, seed: int
) -> None:
    """Answer the question that is asked in a round.

    Parameters
    ----------
    desk : Lookahead
    states : ndarray of records.STATE, shape (1,)
        The round.  What the seat that is asked cannot see is not looked at.
    option : ndarray of OPTION, shape (1,)
        What `heuristic` would answer; overwritten by the answer.
    events : ndarray of records.LOG, shape (1,)
        What happened in the round so far.
    budget : int
        Imagined deals, at least 2.
    seed : int
        Of the imagined deals.

    Raises
    ------
    RoundError
        An imagined round broke an invariant.
    """
    desk.options[0] = option[0]
    n_options = list_options(states, desk.rules, desk.streams, desk.options, desk.scores)
    if n_options < 2:
        return
    team = int(states[0]["view"]["seat"]) & 1
    desk.make_room(budget)
    n_imagined = 0

    def play(first: int, n: int, k: int) -> Array:
        nonlocal n_imagined
        if first + n > n_imagined:
            imagine(
                U64(seed), U64(n_imagined), states, desk.rules, desk.streams, events, desk.room,
                desk.needs, desk.imagined[n_imagined : first + n],
            )  # fmt: skip
            n_imagined = first + n
        status = play_on(
            U64(seed), U64(first), desk.imagined[first : first + n], desk.options[k : k + 1],
            STAY, desk.rules, _ALL_HEURISTIC, desk.states, desk.streams, desk.logs,
            desk.records[:n],
        )  # fmt: skip
        if status != OVER:
            round_ = int(states[0]["view"]["round"])
            raise RoundError(int(status), "tichu", seed, first, round_)
        scores = desk.records["score"][:n]
        ahead: Array = scores[:, team] - scores[:, 1 - team]
        return ahead

    option[0] = desk.options[best(n_options, budget, play, CAUTION)]


def play_out(
    desk: Lookahead, table: OpenRound, seats: Array, seed: int, match: int, positions: Array,
    option: Array, stage: Any, out: Array,
) -> int:  # fmt: skip
    """Play a round on to its end, looking ahead for the seats that do.

    Parameters
    ----------
    desk : Lookahead
    table : OpenRound
        Where the round is played; without a position, the round that stands there.
    seats : ndarray of int64, shape (4,)
        Policies with their budgets.
    seed, match : int
        Of the round.
    positions : ndarray of records.STATE, shape (0,) or (1,)
    option : ndarray of OPTION, shape (1,)
        The first answer, or OWN; overwritten.
    stage : int64
        As for `play_on`.
    out : ndarray of records.RECORD, shape (1,)
        Overwritten.

    Returns
    -------
    int
        Status of the round.
    """
    codes = np.array([code_of(policy) for policy in seats.tolist()], dtype=np.int64)
    count = 0
    while True:
        status = play_on(
            U64(seed), U64(match), positions, option, stage, desk.rules, codes, table.states,
            table.streams, table.logs, out,
        )  # fmt: skip
        if status != WAITING:
            return int(status)
        view = table.states[0]["view"]
        chosen = decision_seed(seed, match, int(view["round"]), count)
        budget = budget_of(int(seats[view["seat"]])) or DEFAULT_BUDGET
        decide(desk, table.states, option, table.logs, budget, chosen)
        count += 1
        positions, stage = NO_POSITIONS, STAY


__all__ = [
    "NO_POSITIONS",
    "OPTION",
    "OWN",
    "Lookahead",
    "OpenRound",
    "decide",
    "play_on",
    "play_out",
]

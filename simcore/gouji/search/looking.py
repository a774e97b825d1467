"""One decision by looking ahead, and a round in which some seats decide so."""

from __future__ import annotations

from itertools import combinations
from math import erf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.gouji.cards import SEATS
from simcore.gouji.policies import Policy
from simcore.gouji.records import MOVE, RECORD, STATE
from simcore.gouji.rules import Rules
from simcore.gouji.search.desk import Desk
from simcore.gouji.search.imagine import ROOM, imagine
from simcore.gouji.search.listing import MOST_OPTIONS, list_options
from simcore.gouji.search.playout import BEGIN, FORCE, OPTION, RESUME, STOPPED
from simcore.gouji.streams import STREAMS
from simcore.jit import U64
from simcore.lookahead import best, budget_of, decision_seed
from simcore.status import RoundError

Array = npt.NDArray[Any]

CAUTION = 2.0
"""Standard errors by which an option has to beat what the heuristic would do."""
SLOPE = 1e-4
"""Worth of a point where the game is decided: enough to tell equal options apart."""
PLAYOUT_ROUND = 1
"""Playouts are numbered as first rounds of matches; their seed is the decision's own."""


def spread_of(rules: Rules) -> float:
    """Standard deviation of the difference of points of a round whose places fall by chance."""
    points = rules.finish_points
    squares = []
    for ours in combinations(range(SEATS), SEATS // 2):
        is_sweep = ours in ((0, 1, 2), (3, 4, 5))
        gain = 2 * sum(points[place] for place in ours) - sum(points)
        squares.append((gain * (rules.sweep_multiplier if is_sweep else 1)) ** 2)
    return sqrt(sum(squares) / len(squares))


def chance_to_win(lead: float, spread: float) -> float:
    """Chance of a lead to last, with `spread` the deviation of what is still to be won (GJ-71)."""
    if spread > 0:
        return 0.5 * (1 + erf(lead / (spread * sqrt(2))))
    return 0.5 * (1 + (lead > 0) - (lead < 0))


class Looker:
    """Decides by looking ahead; has a desk of its own, so a round under way is left as it is."""

    def __init__(self, rules: Rules) -> None:
        self.desk = Desk(rules)
        self.hands_per_game = int(rules.hands_per_game)
        self.spread = spread_of(rules)
        self.policies = np.full(SEATS, int(Policy.HEURISTIC), dtype=np.int64)
        self.options = np.zeros(MOST_OPTIONS, dtype=OPTION)
        self.move = np.zeros(1, dtype=MOVE)
        self.room = np.zeros(1, dtype=ROOM)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.positions = np.zeros(0, dtype=STATE)
        self.records = np.zeros(0, dtype=RECORD)
        self.states = self.desk.state
        self.seed = self.imagined = 0

    def open(self, states: Array, seed: int, match: int, round_: int, most: int) -> int:
        """Turn to the question in a state; return how many options there are.

        Parameters
        ----------
        states : ndarray of records.STATE, shape (1,)
            Left as it is, and looked at until the next question.
        seed, match, round_ : int
            Of the round.
        most : int
            Deals to imagine at most.
        """
        if len(self.positions) < most:
            self.positions = np.zeros(most, dtype=STATE)
            self.records = np.zeros(most, dtype=RECORD)
        self.states = states
        self.seed = decision_seed(seed, match, round_, _count(states[0]))
        self.imagined = 0
        return int(list_options(states, self.desk.rules, self.move, self.options))

    def gains(self, first: int, n: int, k: int) -> Array:
        """Play option k out in imagined deals first .. first + n - 1.

        Returns
        -------
        ndarray of int
            Points of the asker's team less those of the other, a deal each.

        Raises
        ------
        RoundError
            An imagined round broke an invariant.
        """
        positions, records = self.positions[first : first + n], self.records[:n]
        if self.imagined < first + n:
            imagine(
                U64(self.seed), U64(first), self.states, self.desk.rules, self.room, self.streams,
                positions,
            )  # fmt: skip
            self.imagined = first + n
        status = self.desk.play_on(
            FORCE, self.seed, first, PLAYOUT_ROUND, positions, self.options[k : k + 1],
            self.policies, records,
        )  # fmt: skip
        if status:
            raise RoundError(int(status), "gouji", self.seed, first, PLAYOUT_ROUND)
        team = int(self.states["view"]["seat"][0]) & 1
        gains: Array = records["points"][:, team] - records["points"][:, 1 - team]
        return gains

    def decide(self, states: Array, seed: int, match: int, round_: int, budget: int) -> Array:
        """Answer the question in a state.

        Parameters
        ----------
        states : ndarray of records.STATE, shape (1,)
            Left as it is. Beyond what the asked seat knows nothing bears on the answer.
        seed, match, round_ : int
            Of the round.
        budget : int
            Deals to imagine, from 2 on.

        Returns
        -------
        ndarray of playout.OPTION, shape (1,)
            To be used before the next call.

        Raises
        ------
        RoundError
            An imagined round broke an invariant.
        """
        n_options = self.open(states, seed, match, round_, budget)
        if n_options == 1:
            return self.options[:1]
        view = states["view"][0]
        team = int(view["seat"]) & 1
        lead = int(view["total"][team]) - int(view["total"][1 - team])
        spread = self.spread * sqrt(max(0, self.hands_per_game - int(view["hand"])))
        known: dict[int, float] = {}

        def value(gain: int) -> float:
            if gain not in known:
                known[gain] = chance_to_win(lead + gain, spread) + SLOPE * gain
            return known[gain]

        def play(first: int, n: int, k: int) -> Array:
            return np.array([value(gain) for gain in self.gains(first, n, k).tolist()])

        k = best(n_options, budget, play, CAUTION)
        return self.options[k : k + 1]


def _count(state: Any) -> int:
    """Number a decision within its round by what all can see."""
    record, view = state["record"], state["view"]
    acts = int(record["plays"]) << 16 | int(record["passes"])
    return acts << 16 | int(state["duty"]) << 8 | int(view["ask"]) << 3 | int(view["seat"])


def finish_round(
    desk: Desk, looker: Looker, status: int, seed: int, match: int, round_: int, policies: Array,
    out: Array,
) -> int:  # fmt: skip
    """Play a round to its end once `Desk.play_on` has stopped, or take its status.

    Parameters
    ----------
    desk, looker : Desk, Looker
    status : int
        What `Desk.play_on` returned.
    seed, match, round_ : int
        As it was called.
    policies : ndarray of int64, shape (6,)
    out : ndarray of records.RECORD, shape (1,)
        Overwritten.

    Returns
    -------
    int
        Status of the round.
    """
    while status == STOPPED:
        budget = budget_of(int(policies[desk.state["view"]["seat"][0]]))
        option = looker.decide(desk.state, seed, match, round_, budget)
        status = desk.play_on(RESUME, seed, match, round_, desk.state, option, policies, out)
    return status


def next_round(
    desk: Desk, looker: Looker, seed: int, match: int, last_round: int, policies: Array,
    out: Array,
) -> int:  # fmt: skip
    """Play the next round of the match on a desk, or the first one of a match.

    Parameters
    ----------
    desk, looker : Desk, Looker
    seed, match : int
    last_round : int
        Round after which the match ends in any case.
    policies : ndarray of int64, shape (6,)
    out : ndarray of records.RECORD, shape (1,)
        Overwritten.

    Returns
    -------
    int
        Status of the round.
    """
    if desk.state["match"]["round"][0] == 0:
        desk.state[:] = desk.blank
        at = desk.state["match"]
        at["match"], at["starts"], at["last_round"] = match, -1, last_round
        at["fixed"] = 1 if len(desk.given) else 0
    desk.state["record"] = desk.blank["record"]
    desk.state["match"]["round"] += 1
    desk.state["match"]["hand"] += 1
    round_ = int(desk.state["match"]["round"][0])
    status = desk.play_on(BEGIN, seed, match, round_, desk.state, looker.options[:1], policies, out)
    return finish_round(desk, looker, status, seed, match, round_, policies, out)

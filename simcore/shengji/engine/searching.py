"""Rounds in which some seat looks ahead: the same rounds, stopped at each of its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore import lookahead
from simcore.deal import deal_lanes, set_lane
from simcore.jit import U64, kernel
from simcore.rng import DEAL
from simcore.shengji.policies import Policy
from simcore.shengji.records import RECORD, STATE
from simcore.shengji.search import (
    AGAIN,
    ASKED,
    BEGIN,
    MEMORY,
    OPTION,
    Desk,
    Situation,
    decide,
    play_on,
)
from simcore.shengji.step.rounds import open_round, take_deal, take_given
from simcore.status import Status

Array = npt.NDArray[Any]
NO_STATES, NO_RECORDS = np.zeros(0, dtype=STATE), np.zeros(0, dtype=RECORD)
NO_VALUES = np.zeros(0, dtype=np.float64)


def is_searching(policies: Sequence[int] | Array) -> bool:
    """Whether some seat looks ahead."""
    return any(lookahead.code_of(policy) == Policy.SEARCH for policy in policies)


@kernel
def lay_deal(
    seed: Any, number: Any, opens: Any, rules_array: Any, spare: Any, deck: Any, steps: Any,
    slots: Any, n_random: Any, sizes: Any, streams_array: Any, states: Any, matches: Any,
    logs: Any, given: Any, out: Any,
) -> None:  # fmt: skip
    """Open a round, or not, and fetch its cards: those that `engine.batch.play_batch` deals.

    Parameters
    ----------
    seed, number : uint64
        Seed, and number of the match.
    opens : bool
        False where the cards are dealt again.
    rules_array, spare, deck, steps, slots, n_random, sizes, streams_array, states, matches,
    logs, given
        As for `play_batch`.
    out : ndarray of records.RECORD, shape (1,)
        Zeroed where the round is opened.
    """
    rules, state, match, streams = rules_array[0], states[0], matches[0], streams_array[0]
    if opens:
        open_round(
            state, match, seed, number, sizes[0], sizes[1], rules, streams, logs[0], out[0]
        )  # fmt: skip
    if given.shape[0]:
        take_given(state, given[0], rules["players"])
        return
    # a lane holds the same words whatever is dealt beside it
    set_lane(spare, 0, number, U64(match["round"] + 1), U64(state["attempt"]))
    deal_lanes(seed, DEAL, deck, steps, n_random, spare, 1)
    take_deal(state, spare, 0, slots, rules["decks"])


class Round:
    """A round that is moved on by `play_on` and stops where a seat looks ahead.

    Parameters
    ----------
    scratch : engine.Scratch
        Rules, frames, streams, state, match, work, move and log of the round.
    desk : Desk
    policies : ndarray of int64
        With budgets.
    seed, match, round_ : int
        Of the round.
    limit : int
        Rounds after which the match ends at the latest.
    """

    def __init__(
        self, scratch: Any, desk: Desk, policies: Array, seed: int, match: int, round_: int,
        limit: int,
    ) -> None:  # fmt: skip
        self.scratch, self.desk, self.limit = scratch, desk, limit
        self.at = seed, match, round_
        self.codes = np.array([lookahead.code_of(p) for p in policies], dtype=np.int64)
        self.budgets = [lookahead.budget_of(p) for p in policies]
        self.begin = scratch.match.copy()
        self.memory = np.zeros(1, dtype=MEMORY)
        self.out = np.zeros(1, dtype=RECORD)
        self.count = 0

    def move(
        self, option: Array, states: Array = NO_STATES, records: Array = NO_RECORDS,
        values: Array = NO_VALUES,
    ) -> int:  # fmt: skip
        """Force an option and play on; see `play_on` for what is returned."""
        table, desk = self.scratch, self.desk
        seed, match, _ = self.at
        return int(
            play_on(
                U64(seed), U64(match), states, records, option, table.rules, self.codes,
                table.frames, table.streams, table.state, self.begin, table.match, self.limit,
                table.work, table.move, table.log, self.memory, desk.weights, self.out, values,
            )
        )  # fmt: skip

    def finish(self, code: int) -> int:
        """Look ahead at each decision until the round is over, or has to be dealt again."""
        table = self.scratch
        while code == ASKED:
            seat = int(table.state[0]["view"]["seat"])
            where = Situation(
                table.state, self.out, self.begin, self.limit, self.memory, table.move
            )
            key = lookahead.decision_seed(*self.at, self.count)
            self.count += 1
            code = self.move(decide(self.desk, where, key, self.budgets[seat]))
        return code


def search_round(
    scratch: Any, desk: Desk, seed: int, match: int, policies: Array, limit: int, most_deals: int
) -> Array:
    """Play the next round of the match that stands in `scratch.match`.

    Parameters
    ----------
    scratch : engine.Scratch
    desk : Desk
    seed, match : int
    policies : ndarray of int64
        With budgets.
    limit : int
        Rounds after which the match ends at the latest.
    most_deals : int
        Deals of the round at most.

    Returns
    -------
    ndarray of `records.RECORD`, shape (1,)
        Perhaps with a bad status.
    """
    number = int(scratch.match[0]["round"])
    table = Round(scratch, desk, policies, seed, match, number, limit)
    begin = np.zeros(1, dtype=OPTION)
    begin["how"] = BEGIN
    deck, steps, slots, n_random = scratch.deal
    code = AGAIN
    for attempt in range(most_deals):
        lay_deal(
            U64(seed), U64(match), attempt == 0, scratch.rules, scratch.spare, deck, steps, slots,
            n_random, scratch.sizes, scratch.streams, scratch.state, scratch.match, scratch.log,
            scratch.given, table.out,
        )  # fmt: skip
        code = table.finish(table.move(begin))
        if code != AGAIN:
            return table.out
    table.out["status"] = int(Status.STEP_LIMIT)
    return table.out

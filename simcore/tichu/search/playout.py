"""From an answer to the next one that a seat looks ahead for, or to the end of the round."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import U64, kernel
from simcore.tichu import records as rec
from simcore.tichu.policies import HEURISTIC, SEARCH, choose
from simcore.tichu.step import advance, answer_turn, next_quietly, take_answer
from simcore.tichu.streams import open_streams

OPTION = np.dtype(
    [
        ("value", "i8"),  # yes or no, the Tichu answer, rank, seat, or the combo (0 passes);
        # OWN: what the policy itself answers
        ("cards", "u8", (3,)),  # of a play in the first item; of an exchange all three
    ],
    align=True,
)
"""One way to decide."""

OWN = np.int64(-9)
OVER, WAITING = np.int64(0), np.int64(-1)
"""How `play_on` ends: with the round, or before the answer of a seat that looks ahead."""


@kernel
def play_on(
    seed: Any, first: Any, positions: Any, option: Any, stage: Any, rules_array: Any,
    policies: Any, states: Any, streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Force an option in each position and let the policies play on.

    Parameters
    ----------
    seed, first : uint64
        The random words are those of rounds first, first + 1, ...: every option meets the same.
    positions : ndarray of records.STATE, shape (n,)
        Left as they are.  None: the round in `states` goes on, with the streams as they are.
    option : ndarray of OPTION, shape (1,)
        Overwritten by what `heuristic` would answer where the kernel ends WAITING.
    stage : int64
        Stage of a round just started, STAY where the question is asked already.
    rules_array : ndarray of records.RULES, shape (1,)
    policies : ndarray of int64, shape (4,)
        With SEARCH among them there is one position at most.
    states : ndarray of records.STATE, shape (1,)
        Where the round is played.
    streams_array : ndarray of streams.STREAMS, shape (1,)
    logs : ndarray of records.LOG, shape (1,)
    out : ndarray of records.RECORD, shape (max(n, 1),)
        Overwritten by rounds that ended.

    Returns
    -------
    int64
        OVER, WAITING or the first bad status.
    """
    rules, streams, log = rules_array[0], streams_array[0], logs[0]
    state = states[0]
    view, record = state["view"], state["record"]
    value = option[0]["value"]
    cards = option[0]["cards"]
    first_card, second_card, third_card = cards[0], cards[1], cards[2]
    for i in range(out.shape[0]):
        if positions.shape[0]:
            states[0] = positions[i]
            open_streams(streams, seed, first + U64(i), U64(view["round"]))
        number, a, b, c = value, first_card, second_card, third_card
        is_forced = value != OWN
        to = stage
        while True:
            advance(state, to, rules, log, streams)
            if view["ask"] == rec.ASK_NOTHING:
                break
            while True:
                seat = view["seat"]
                if not is_forced:
                    policy, own = policies[U64(seat)], state["own"][U64(seat)]
                    is_searched = policy == SEARCH
                    if is_searched:
                        policy = HEURISTIC
                    number, a, b, c = choose(policy, view, own, rules, streams, seat)
                    if is_searched:
                        option[0]["value"] = number
                        cards[0], cards[1], cards[2] = a, b, c
                        return WAITING
                is_forced = False
                if view["ask"] != rec.ASK_TURN:
                    to = take_answer(state, number, a, b, c, rules, log)
                    break
                to = answer_turn(state, seat, number, a, rules, log)
                follower = next_quietly(state, seat, to, rules)
                if follower < 0:
                    break
                view["seat"] = follower
        out[i] = record
        if record["status"] != 0:
            return np.int64(record["status"])
    return OVER

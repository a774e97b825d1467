"""Matches in which a seat looks ahead: the kernel plays up to its questions, Python answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from simcore.deal import deal_batch
from simcore.jit import U64
from simcore.tichu.cards import SEATS
from simcore.tichu.scoring import match_over
from simcore.tichu.search import NO_POSITIONS, OPTION, OWN, Lookahead, OpenRound, play_out
from simcore.tichu.step import start, start_given
from simcore.tichu.streams import open_streams

if TYPE_CHECKING:
    from simcore.tichu.engine.scratch import Scratch

Array = npt.NDArray[Any]


def play_looking_ahead(
    scratch: Scratch, seed: int, first_match: int, n_matches: int, seats: Array, rounds: int,
    round_limit: int, out: Array,
) -> tuple[int, int]:  # fmt: skip
    """Play whole matches as `play_batch` does: the same deals, the same words, the same records.

    Parameters
    ----------
    scratch : Scratch
    seed, first_match, n_matches : int
    seats : ndarray of int64, shape (4,)
        Policies with their budgets.
    rounds, round_limit : int
        As for `play_batch`.
    out : ndarray of records.RECORD
        Records of whole matches, in order.

    Returns
    -------
    tuple of int
        Records written and matches played.  A match that might not fit is not begun; a round
        with a bad status ends the batch.
    """
    rules = scratch.rules[0]
    longest = rounds if rounds > 0 else round_limit
    if rounds == 0 and rules["max_rounds"] > 0:
        longest = min(longest, int(rules["max_rounds"]))
    n = 0
    for m in range(n_matches):
        if n + longest > len(out):
            return n, m
        played, even, odd = map(int, scratch.begin[:3]) if m == 0 else (0, 0, 0)
        is_over = False
        while not is_over:
            played += 1
            status = _play_round(
                scratch, seed, first_match + m, seats, played, even, odd, out[n : n + 1]
            )
            even += int(out[n]["score"][0])
            odd += int(out[n]["score"][1])
            is_over, winner = match_over(even, odd, played, rounds, round_limit, rules)
            out[n]["last"] = is_over
            out[n]["winner"] = winner
            n += 1
            if status or n == scratch.begin[3]:
                return n, m
    return n, n_matches


def _play_round(
    scratch: Scratch, seed: int, match: int, seats: Array, played: int, even: int, odd: int,
    out: Array,
) -> int:  # fmt: skip
    """Play one round into `out` and return its status."""
    if scratch.desk is None:
        scratch.desk = Lookahead(scratch.rules)
    desk = scratch.desk
    logs = scratch.log
    if logs[0]["n"] < 0:
        logs = desk.events
        logs["n"] = 0
    table = OpenRound(scratch.state, scratch.streams, logs)
    open_streams(scratch.streams[0], U64(seed), U64(match), U64(played))
    if len(scratch.given):
        stage = start_given(
            scratch.state, scratch.blank, scratch.given, int(scratch.begin[4]), U64(match), played,
            even, odd, scratch.rules[0], logs[0],
        )  # fmt: skip
    else:
        words = np.empty((1, 2 * SEATS, 1), dtype=np.uint64)
        deck, steps, slots, n_random = scratch.deal
        deal_batch(U64(seed), U64(match), U64(played), deck, steps, slots, n_random, words)
        stage = start(
            scratch.state, scratch.blank, words[:, :, 0], 0, U64(match), played, even, odd,
            scratch.rules[0], logs[0],
        )  # fmt: skip
    option = np.zeros(1, dtype=OPTION)
    option["value"] = OWN
    return play_out(desk, table, seats, seed, match, NO_POSITIONS, option, stage, out)

"""Whole matches: deal, ask a policy, hand its answer to the step room, keep records."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO
from simcore.deal import deal_lanes, set_lane
from simcore.jit import U64, kernel
from simcore.rng import DEAL
from simcore.shengji.policies import choose, is_settled, sees_draws
from simcore.shengji.records import Ask
from simcore.shengji.scoring import close_round, score_round
from simcore.shengji.step import advance, apply, see_draws, start
from simcore.shengji.step.rounds import (
    check_round,
    open_match,
    open_round,
    take_deal,
    take_given,
)
from simcore.status import Status

AHEAD = 16
"""Rounds of a match that are dealt at once."""
MOST_DEALS = 500
"""Deals of one round: with so many redeals in a row nobody ever declares."""

DECLARE, DEAL_ASK, NOTHING = int(Ask.DECLARE), int(Ask.DEAL), int(Ask.NOTHING)
STEP_LIMIT = int(Status.STEP_LIMIT)


@kernel
def play_batch(
    seed: Any, first_match: Any, n_matches: Any, rules_array: Any, policies: Any, limit: Any,
    tables: Any, room: Any, spare: Any, deck: Any, steps: Any, slots: Any, n_random: Any,
    sizes: Any, streams_array: Any, states: Any, matches: Any, works: Any, moves: Any, logs: Any,
    given: Any, most: Any, out: Any,
) -> Any:  # fmt: skip
    """Play whole matches and write one RECORD a round.

    One long loop on purpose: numba compiles everything that a kernel calls anew with the kernel,
    so that each layer between this loop and the policies would cost seconds.

    Parameters
    ----------
    seed, first_match : uint64
    n_matches : int64
    rules_array : ndarray of records.RULES, shape (1,)
    policies : ndarray of int64, shape (seats,)
    limit : int64
        Rounds after which a match ends at the latest.
    tables : ndarray of records.TABLE, shape (1,)
    room, spare, deck, steps, slots, n_random
        Rooms for AHEAD deals and for one, the deck and its `deal.Plan`.
    sizes : ndarray of int64, shape (3,)
        Cards of a hand, of the kitty, and rounds that a match is going to have at most.
    streams_array, states, matches, works, moves, logs
        Room; overwritten.
    given : ndarray of records.STATE
        Empty; or one state with `dealt`, `order` and `kitty_order`, which every round deals.
    most : int64
        The first match is the one in `matches`, and at most so many rounds of it are played;
        0: every match begins afresh.
    out : ndarray of records.RECORD
        Zeroed by the caller.

    Returns
    -------
    tuple of int64
        Records written and whole matches they make; a match that does not fit is not counted,
        though records of it may lie behind.  A round with a bad status ends the batch with it.
    """
    rules, state, match = rules_array[0], states[0], matches[0]
    work, move, log = works[0], moves[0], logs[0]
    table, streams = tables[0], streams_array[0]
    view = state["view"]
    decks, players = rules["decks"], rules["players"]
    n = 0
    for m in range(n_matches):
        first = n
        number = first_match + U64(m)
        dealt = -1
        if most == 0:
            open_match(match, rules)
        while not match["is_over"]:
            if n >= out.shape[0]:
                return first, m
            record = out[n]
            open_round(state, match, seed, number, sizes[0], sizes[1], rules, streams, log, record)
            ask = DEAL_ASK
            while ask != NOTHING:
                if ask == DEAL_ASK:
                    attempt = state["attempt"]
                    if attempt >= MOST_DEALS:
                        state["status"] = STEP_LIMIT
                        break
                    if given.shape[0]:
                        take_given(state, given[0], players)
                    elif attempt == 0:
                        block = match["round"] // AHEAD
                        if block != dealt:
                            dealt = block
                            ahead = min(AHEAD, max(sizes[2] - block * AHEAD, 1))
                            for i in range(ahead):
                                set_lane(room, i, number, U64(block * AHEAD + 1 + i), ZERO)
                            deal_lanes(seed, DEAL, deck, steps, n_random, room, ahead)
                        take_deal(state, room, match["round"] % AHEAD, slots, decks)
                    else:
                        set_lane(spare, 0, number, U64(match["round"] + 1), U64(attempt))
                        deal_lanes(seed, DEAL, deck, steps, n_random, spare, 1)
                        take_deal(state, spare, 0, slots, decks)
                    start(state, rules, streams, log)
                    ask = advance(state, rules, table, streams, log, record)
                    continue
                seat = view["seat"]
                policy, own = policies[seat], state["own"][seat]
                if ask == DECLARE and sees_draws(policy):
                    see_draws(state, seat, rules, streams)
                    if is_settled(view, own):
                        ask = advance(state, rules, table, streams, log, record)
                        continue
                frame = table["frames"][view["rank"], max(view["trump"], 0)]
                choose(policy, view, own, frame, rules, streams, seat, work, move)
                ask = apply(state, move, rules, table, frame, log, record, work)
                if ask < 0:
                    ask = advance(state, rules, table, streams, log, record)
            status = state["status"]
            if status == 0:
                frame = table["frames"][view["rank"], view["trump"]]
                score_round(state, rules, frame, work, record)
                close_round(match, record, rules, limit)
                status = check_round(state, rules, record)
            record["status"] = status
            n += 1
            if status != 0:
                return n, m + 1
            if n == most:
                return n, m
    return n, n_matches

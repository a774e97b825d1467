"""Rounds in the middle: force an option, play on, and stop where somebody looks ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.deal import deal_lanes, draw_order, read_lane, set_lane
from simcore.gouji.cards import SEATS
from simcore.gouji.policies import SEARCH, choose
from simcore.gouji.records import MOST_COMBOS, Ask, Phase
from simcore.gouji.step import advance, begin, close_round, prepare, respond, take_hands
from simcore.gouji.streams import open_streams
from simcore.jit import U64, kernel
from simcore.rng import DEAL, place_of

OPTION = np.dtype(
    [
        ("value", "i8"),  # the answer, see `records.MOVE`
        ("length", "i8"),  # plays of a Shao Pai
        ("chain", "i8", (MOST_COMBOS,)),
        ("naturals", "i8"),  # cards returned
        ("wilds", "i8"),
    ],
    align=True,
)
"""One way to decide."""

FORCE, BEGIN, RESUME = 0, 1, 2
"""Force an option in positions; begin the round of the state; force an option in the state."""
STOPPED = -1
"""What `play_on` returns where a seat that looks ahead is asked."""
NOTHING, NEXT_DEAL = int(Ask.NOTHING), int(Ask.DEAL)
FIRST_OF_PLAY = int(Phase.LEAD)


@kernel
def play_on(
    mode: Any, seed: Any, first: Any, round_: Any, positions: Any, option: Any, rules_array: Any,
    policies: Any, deck: Any, steps: Any, slots: Any, n_random: Any, spare: Any, hands: Any,
    given: Any, states: Any, draws: Any, moves: Any, streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Let the policies play rounds out, up to a seat that looks ahead.

    Parameters
    ----------
    mode : int64
        FORCE, BEGIN or RESUME.
    seed : uint64
    first : uint64
        Match of the first position, which opens its streams and deals anew what is thrown in. The
        next positions have the next numbers, so every option meets the same random words.
    round_ : uint64
        Round of those matches.
    positions : ndarray of records.STATE, shape (n,)
        Left as they are. With BEGIN and RESUME any array of length 1: the round is in `states`.
    option : ndarray of OPTION, shape (1,)
        Forced, but for BEGIN.
    rules_array : ndarray of records.RULES, shape (1,)
    policies : ndarray of int64, shape (6,)
        A policy number for each seat.
    deck, steps, slots, n_random
        The deck's words and the `deal.Plan`.
    spare, hands
        Room for a deal: of `deal.new_room` with one lane, and uint64 of shape (1, 6, 4).
    given : ndarray of uint64, shape (n, 6, 4)
        As for `engine.batch.play_batch`.
    states, draws, moves, streams_array, logs
        Shape (1,); overwritten. Where the kernel stops they hold the round.
    out : ndarray of records.RECORD, shape (n,)
        Overwritten.

    Returns
    -------
    int64
        STOPPED, the first bad status, or 0.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state, drawn, move = states[0], draws[0], moves[0]
    view, match, record = state["view"], state["match"], state["record"]
    for i in range(positions.shape[0]):
        number = first + U64(i)
        answer = np.int64(0)
        if mode == FORCE:
            states[0] = positions[i]
        if mode != RESUME:
            open_streams(streams, seed, number, round_)
        if mode == BEGIN:
            begin(state, drawn, rules, streams, log)
        else:
            answer = option[0]["value"]
            move["length"] = option[0]["length"]
            for k in range(MOST_COMBOS):
                move["chain"][k] = option[0]["chain"][k]
            move["naturals"], move["wilds"] = option[0]["naturals"], option[0]["wilds"]
            if state["phase"] < FIRST_OF_PLAY:
                respond(state, answer, move, drawn, rules, log)
        while True:
            if state["phase"] < FIRST_OF_PLAY:
                asked = prepare(state, drawn, rules, streams, log)
                if asked == NOTHING:
                    continue
            else:
                asked = advance(state, answer, move, rules, streams, log)
                if asked == NOTHING:
                    break
            if asked == NEXT_DEAL:
                if given.shape[0]:
                    deal = min(np.int64(round_), given.shape[0]) - 1
                    take_hands(given, deal, state, drawn, rules, log)
                    continue
                attempt = U64(state["attempt"])
                set_lane(spare, 0, number, round_, attempt)
                deal_lanes(seed, DEAL, deck, steps, n_random, spare, 1)
                read_lane(spare, 0, slots, hands[0])
                if match["hand"] == 1:
                    place = place_of(number, round_)
                    for seat in range(SEATS):
                        draw_order(
                            seed, place, attempt, U64(seat), hands[0, seat], drawn["order"][seat]
                        )
                take_hands(hands, 0, state, drawn, rules, log)
                continue
            seat = view["seat"]
            if policies[seat] >= SEARCH:
                return np.int64(STOPPED)
            answer = choose(
                policies[seat], view, state["own"], state["own_wilds"], streams, seat, rules, move
            )
            if state["phase"] < FIRST_OF_PLAY:
                respond(state, answer, move, drawn, rules, log)
        close_round(state, rules, log)
        out[i] = record
        if record["status"] != 0:
            return np.int64(record["status"])
    return np.int64(0)

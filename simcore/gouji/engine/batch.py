"""Whole matches in one kernel: ask a policy, hand its answer to the step room, keep the records."""

from __future__ import annotations

from typing import Any

from simcore.deal import LANES, deal_lanes, draw_order, read_lane, set_lane
from simcore.gouji.cards import SEATS
from simcore.gouji.policies import choose
from simcore.gouji.records import Ask, Phase
from simcore.gouji.step import advance, begin, close_round, prepare, respond, take_hands
from simcore.gouji.streams import open_streams
from simcore.jit import U64, kernel
from simcore.rng import DEAL, place_of

FIRST_OF_PLAY = int(Phase.LEAD)
NOTHING, NEXT_DEAL = int(Ask.NOTHING), int(Ask.DEAL)


@kernel
def play_batch(
    seed: Any, first_match: Any, n_matches: Any, planned: Any, last_round: Any, rules_array: Any,
    policies: Any, deck: Any, steps: Any, slots: Any, n_random: Any, lanes: Any, spare: Any,
    hands: Any, states: Any, blank: Any, draws: Any, moves: Any, streams_array: Any, logs: Any,
    given: Any, most: Any, out: Any,
) -> Any:  # fmt: skip
    """Play matches and write a record a round.

    Parameters
    ----------
    seed, first_match : uint64
    n_matches : int64
    planned : int64
        Rounds that every match has at least; the others are extra rounds (GJ-71).
    last_round : int64
        Round after which a match ends in any case.
    rules_array : ndarray of `records.RULES`, shape (1,)
    policies : ndarray of int64, shape (6,)
        A `Policy` for each seat.
    deck, steps, slots, n_random
        The deck's words and the `deal.Plan`.
    lanes, spare : ndarrays of uint64, from `deal.new_room` with LANES lanes and with one
    hands : ndarray of uint64, shape (1, 6, 4)
        Overwritten.
    states, blank : ndarrays of `records.STATE`, shape (1,)
        With ``match["round"]`` above 0 in `states` the first match goes on from there. `blank` is
        a zeroed state.
    draws, moves, streams_array : ndarrays of `records.DRAW`, `records.MOVE`, `streams.STREAMS`
        Shape (1,); overwritten.
    logs : ndarray of `records.LOG`, shape (1,)
    given : ndarray of uint64, shape (n, 6, 4)
        Without rows the hands are dealt. With rows round k has hands k, later ones the last; the
        order of their draw stands in `draws` then.
    most : int64
        Rounds to play at most, 0 for no limit.
    out : ndarray of `records.RECORD`
        Overwritten from the front.

    Returns
    -------
    records, matches : int64
        Records written, and finished matches. A match that runs into the end of `out` is not
        finished: its records are there, and `states` holds where it stands. A round with a bad
        status ends the batch.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state, drawn, move = states[0], draws[0], moves[0]
    view, match, record = state["view"], state["match"], state["record"]
    at, dealt = 0, -1
    for m in range(n_matches):
        number = first_match + U64(m)
        if m > 0 or match["round"] == 0:
            states[0] = blank[0]
            match["match"], match["starts"], match["last_round"] = number, -1, last_round
            match["fixed"] = 1 if given.shape[0] else 0
        while match["over"] == 0:
            if at >= out.shape[0] or (most and at >= most):
                return at, m
            state["record"] = blank[0]["record"]
            match["round"] += 1
            match["hand"] += 1
            round_ = match["round"]
            open_streams(streams, seed, number, U64(round_))
            begin(state, drawn, rules, streams, log)
            answer = 0
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
                        deal = min(round_, given.shape[0]) - 1
                        take_hands(given, deal, state, drawn, rules, log)
                        continue
                    attempt = U64(state["attempt"])
                    if attempt == U64(0) and round_ <= planned:
                        i = m * planned + round_ - 1
                        if i // LANES != dealt:
                            dealt = i // LANES
                            count = min(LANES, n_matches * planned - dealt * LANES)
                            for lane in range(count):
                                k = dealt * LANES + lane
                                set_lane(
                                    lanes, lane, first_match + U64(k // planned),
                                    U64(k % planned + 1), U64(0),
                                )  # fmt: skip
                            deal_lanes(seed, DEAL, deck, steps, n_random, lanes, count)
                        read_lane(lanes, i % LANES, slots, hands[0])
                    else:
                        set_lane(spare, 0, number, U64(round_), attempt)
                        deal_lanes(seed, DEAL, deck, steps, n_random, spare, 1)
                        read_lane(spare, 0, slots, hands[0])
                    if match["hand"] == 1:
                        place = place_of(number, U64(round_))
                        for seat in range(SEATS):
                            draw_order(
                                seed, place, attempt, U64(seat), hands[0, seat],
                                drawn["order"][seat],
                            )  # fmt: skip
                    take_hands(hands, 0, state, drawn, rules, log)
                    continue
                seat = view["seat"]
                answer = choose(
                    policies[U64(seat)], view, state["own"], state["own_wilds"], streams, seat,
                    rules, move,
                )  # fmt: skip
                if state["phase"] < FIRST_OF_PLAY:
                    respond(state, answer, move, drawn, rules, log)
            close_round(state, rules, log)
            out[at] = record
            at += 1
            if record["status"]:
                return at, m
    return at, n_matches

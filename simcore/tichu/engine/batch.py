"""Matches of policies that need no look ahead, played whole inside one kernel."""

from __future__ import annotations

from typing import Any

from simcore import split
from simcore.bits import ZERO
from simcore.deal import LANES, deal_lanes, set_lane
from simcore.jit import U64, kernel
from simcore.rng import DEAL
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.policies import HEURISTIC, RANDOM, choose
from simcore.tichu.policies.heuristic import heuristic_turn
from simcore.tichu.policies.reference import random_turn
from simcore.tichu.scoring import match_over
from simcore.tichu.step import advance, answer_turn, next_quietly, start, start_given, take_answer
from simcore.tichu.streams import open_streams

AHEAD = 16
"""Rounds of a match that are dealt in one go; most matches need no more."""


@kernel
def deal_block(
    seed: Any, first_match: Any, n_matches: Any, first_round: Any, n_rounds: Any, deck: Any,
    steps: Any, slots: Any, n_random: Any, room: Any, words: Any, at: Any,
) -> None:  # fmt: skip
    """Deal some rounds of some matches into `words`, match by match.

    Parameters
    ----------
    seed, first_match : uint64
    n_matches, first_round, n_rounds : int64
        ``n_matches * n_rounds`` is at most LANES.
    deck, steps, slots, n_random
        The deck and its `deal.Plan`.
    room : ndarray of uint64
        From `deal.new_room`.
    words : ndarray of uint64, shape (n, 8)
        Overwritten from row `at` on: first 8 cards of each seat, then the other 6.
    at : int64
    """
    stay_call()
    for lane in range(n_matches * n_rounds):
        match = first_match + U64(lane // n_rounds)
        set_lane(room, lane, match, U64(first_round + lane % n_rounds), ZERO)
    deal_lanes(seed, DEAL, deck, steps, n_random, room, n_matches * n_rounds)
    for part in range(slots.size):
        row = split.SLOTS + slots[part]
        for lane in range(n_matches * n_rounds):
            words[at + lane, part] = room[row, lane]


@kernel
def play_batch(
    seed: Any, first_match: Any, n_matches: Any, rules_array: Any, policies: Any, rounds: Any,
    round_limit: Any, deck: Any, steps: Any, slots: Any, n_random: Any, room: Any, words: Any,
    states: Any, blank: Any, streams_array: Any, logs: Any, begin: Any, given: Any, out: Any,
) -> Any:  # fmt: skip
    """Play whole matches and write one RECORD a round.

    Parameters
    ----------
    seed, first_match : uint64
    n_matches : int64
    rules_array : ndarray of records.RULES, shape (1,)
    policies : ndarray of int64, shape (4,)
    rounds : int64
        Rounds of a match, 0 to play to its end.
    round_limit : int64
        Rounds after which a match is given up.
    deck, steps, slots, n_random
        The deck and its `deal.Plan`.
    room : ndarray of uint64, shape (rows, LANES)
    words : ndarray of uint64, shape (LANES + AHEAD, 8)
        Deals: first the first rounds of some matches, then later rounds of one match.
    states, blank : ndarrays of records.STATE, shape (1,)
    streams_array : ndarray of streams.STREAMS, shape (1,)
    logs : ndarray of records.LOG, shape (1,)
        `n` = -1: nothing is written down; 0: the events of the one round played.
    begin : ndarray of int64, shape (5,)
        Where the first match stands: rounds played and the two totals; then the greatest number
        of rounds to play in this call (0: no limit), and who leads given hands without the
        Mah Jong.
    given : ndarray of uint64, shape (n, 4)
        Empty, or in its first row hands that every round starts from, at the first lead.
    out : ndarray of records.RECORD
        Records of whole matches, in order.

    Returns
    -------
    tuple of int64
        Records written and matches played.  A match that might not fit is not begun; a round
        with a bad status ends the batch.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state = states[0]
    view, record = state["view"], state["record"]
    longest = rounds if rounds > 0 else round_limit
    if rounds == 0 and rules["max_rounds"] > 0:
        longest = min(longest, rules["max_rounds"])
    ahead = min(longest, AHEAD)
    at_once = LANES // ahead
    begun = -1  # first match whose deals lie in `words`, in units of `at_once`
    n = 0
    for m in range(n_matches):
        if n + longest > out.size:
            return n, m
        match = first_match + U64(m)
        played, even, odd = begin[0], begin[1], begin[2]
        if m > 0:
            even = odd = played = 0
        over = False
        while not over:
            # where the deal lies; n_rounds > 0: it is the first of a block not yet dealt
            n_rounds = 0
            if played < ahead:
                at, lane = 0, m % at_once * ahead + played
                first, many, first_round = m, min(at_once, n_matches - m), 1
                if m // at_once != begun:
                    begun, n_rounds = m // at_once, ahead
            else:
                at, lane = LANES, (played - ahead) % AHEAD
                first, many, first_round = m, 1, played + 1 - lane
                if lane == 0 or n == 0:  # n = 0: the call begins inside a block
                    n_rounds = AHEAD
            if n_rounds > 0 and given.shape[0] == 0:
                deal_block(
                    seed, first_match + U64(first), many, first_round, n_rounds, deck, steps,
                    slots, n_random, room, words, at,
                )  # fmt: skip
            played += 1
            open_streams(streams, seed, match, U64(played))
            if given.shape[0]:
                stage = start_given(
                    states, blank, given, begin[4], match, played, even, odd, rules, log
                )
            else:
                stage = start(states, blank, words, at + lane, match, played, even, odd, rules, log)
            while True:
                advance(state, stage, rules, log, streams)
                if view["ask"] == rec.ASK_NOTHING:
                    break
                seat = view["seat"]
                if view["ask"] != rec.ASK_TURN:
                    policy, own = policies[U64(seat)], state["own"][U64(seat)]
                    number, a, b, c = choose(policy, view, own, rules, streams, seat)
                    stage = take_answer(state, number, a, b, c, rules, log)
                    continue
                while True:  # one turn after another, as long as nothing comes between them
                    policy, own = policies[U64(seat)], state["own"][U64(seat)]
                    # what `choose` does, without the way round
                    if policy == RANDOM:
                        number, a = random_turn(view, own, rules, streams, seat)
                    elif policy == HEURISTIC:
                        number, a = heuristic_turn(view, own, rules, streams, seat, True)
                    else:
                        number, a, _, _ = choose(policy, view, own, rules, streams, seat)
                    stage = answer_turn(state, seat, number, a, rules, log)
                    follower = next_quietly(state, seat, stage, rules)
                    if follower < 0:
                        break
                    seat = follower
                    view["seat"] = seat
            even += record["score"][0]
            odd += record["score"][1]
            over, winner = match_over(even, odd, played, rounds, round_limit, rules)
            record["last"] = 1 if over else 0
            record["winner"] = winner
            out[n] = record
            n += 1
            if record["status"] != 0 or n == begin[3]:
                return n, m
    return n, n_matches

"""Whole matches: ask a policy, hand its answer to the step room, keep the records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.deal import LANES, Plan, deal_lanes, draw_order, new_room, plan, read_lane, set_lane
from simcore.gouji.cards import DECK_WORDS, HAND, SEATS, WORDS
from simcore.gouji.policies import Policy, choose
from simcore.gouji.records import (
    DRAW,
    LOG,
    MAX_EVENTS,
    MOVE,
    RECORD,
    STATE,
    Ask,
    Event,
    Phase,
    rules_row,
)
from simcore.gouji.rules import GameTie, Rules
from simcore.gouji.scoring import check_round, complete_finish, is_sweep, score_round
from simcore.gouji.step import advance, begin, emit, prepare, respond, take_hands
from simcore.gouji.streams import STREAMS, open_streams
from simcore.jit import U64, kernel
from simcore.rng import DEAL, place_of
from simcore.status import KaipaiError, RoundError

Words = npt.NDArray[np.uint64]
Records = npt.NDArray[np.void]
Hands = Sequence[Sequence[int]]
"""Card numbers of six hands in the order drawn."""

ROUND_LIMIT = 10_000
"""Rounds after which a match ends as it stands, where a game goes on as long as it is equal."""
MOST_EXTRA = 64
"""Extra rounds that room is kept for at first."""

FIRST_OF_PLAY = int(Phase.LEAD)
NOTHING, NEXT_DEAL = int(Ask.NOTHING), int(Ask.DEAL)
SCORE, END = int(Event.SCORE), int(Event.END)
TIE_IS_DRAW = int(GameTie.DRAW)


@kernel
def close_round(state: Any, rules: Any, log: Any) -> None:
    """Score a finished round, put it into its record and take the match on (GJ-60 to GJ-71)."""
    view, match, out = state["view"], state["match"], state["record"]
    complete_finish(state)
    out["status"] = check_round(state)
    if out["status"]:
        match["over"] = 1
        return
    finish = view["finish"]
    score_round(finish, rules, out["points"])
    for team in range(2):
        match["total"][team] += out["points"][team]
        out["total"][team] = match["total"][team]
    for place in range(SEATS):
        match["finish"][place] = finish[place]
        out["place"][finish[place]] = place + 1
        out["cards_left"][place] = state["left"][place]
    out["sweep"] = 1 if is_sweep(finish) else 0
    emit(log, SCORE, out["sweep"], out["points"][0], out["points"][1], 0)
    for place in range(SEATS):
        emit(log, SCORE, finish[place], 0, 0, 0)
    ahead = match["total"][0] - match["total"][1]
    at_limit = match["round"] >= match["last_round"]
    played = match["hand"] >= rules["hands_per_game"]
    is_done = at_limit or (played and (ahead != 0 or rules["game_tie"] == TIE_IS_DRAW))
    if is_done:
        out["game_over"] = 1
        if ahead:
            match["wins"][0 if ahead > 0 else 1] += 1
    out["wins"][0], out["wins"][1] = match["wins"][0], match["wins"][1]
    if at_limit or (is_done and match["game"] + 1 >= rules["games_per_session"]):
        match["over"] = out["match_over"] = 1
        lead = match["wins"][0] - match["wins"][1]
        if lead:
            out["winner"] = 0 if lead > 0 else 1
        emit(log, END, out["winner"], match["round"], match["total"][0], match["total"][1])
    elif is_done:
        match["game"] += 1
        match["hand"] = 0
        match["total"][0] = match["total"][1] = 0


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


@cache
def deal_plan() -> Plan:
    """Plan of the splits of the deck into six hands."""
    return plan([HAND] * SEATS)


class Scratch:
    """Arrays that `play_batch` works in; one for each thread."""

    def __init__(self, rules: Rules) -> None:
        splits = deal_plan()
        self.rules = rules_row(rules)
        self.deal = (DECK_WORDS, splits.steps, splits.slots, splits.n_words)
        self.rooms = (
            new_room(splits, WORDS, LANES),
            new_room(splits, WORDS, 1),
            np.zeros((1, SEATS, WORDS), dtype=np.uint64),
        )
        self.state = np.zeros(1, dtype=STATE)
        self.blank = np.zeros(1, dtype=STATE)
        self.draw = np.zeros(1, dtype=DRAW)
        self.move = np.zeros(1, dtype=MOVE)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.log = np.zeros(1, dtype=LOG)
        self.log["n"] = -1
        self.given = np.zeros((0, SEATS, WORDS), dtype=np.uint64)

    def run(
        self, seed: int, start: int, n: int, planned: int, last_round: int,
        seats: npt.NDArray[np.int64], most: int, out: Records,
    ) -> tuple[int, int]:  # fmt: skip
        """Call `play_batch`."""
        return play_batch(  # type: ignore[no-any-return]
            U64(seed), U64(start), n, planned, last_round, self.rules, seats, *self.deal,
            *self.rooms, self.state, self.blank, self.draw, self.move, self.streams, self.log,
            self.given, most, out,
        )  # fmt: skip


def policy_array(policies: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return six policy numbers as kernels take them.

    Raises
    ------
    KaipaiError
        Not six, or no such policy.
    """
    if len(policies) != SEATS or any(int(p) not in set(map(int, Policy)) for p in policies):
        names = ", ".join(policy.name.lower() for policy in Policy)
        raise KaipaiError(f"Gou Ji needs six policies out of {names}")
    return np.array([int(policy) for policy in policies], dtype=np.int64)


def _limits(rules: Rules, rounds: int, round_limit: int) -> tuple[int, int]:
    """Rounds that every match has, and the round that ends a match in any case."""
    every = int(rules.hands_per_game) * int(rules.games_per_session)
    if rounds:
        return min(rounds, every), rounds
    return every, max(every, round_limit)


def _raise_if_bad(records: Records, seed: int) -> None:
    if len(records) and records[-1]["status"]:
        bad = records[-1]
        raise RoundError(int(bad["status"]), "gouji", seed, int(bad["match"]), int(bad["round"]))


def play(
    seed: int, start: int, stop: int, rules: Rules, policies: Sequence[int], rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> Records:  # fmt: skip
    """Play matches; may be called from several threads at once.

    Parameters
    ----------
    seed : int
        0 .. 2^64 - 1.
    start, stop : int
        Matches ``start .. stop - 1``.
    rules : Rules
        Coded.
    policies : sequence of int
        A `Policy` for each seat.
    rounds : int
        Play stops after so many rounds of a match; 0 plays matches to their end.
    round_limit : int
        Rounds after which a match ends as it stands, unless more are planned.

    Returns
    -------
    ndarray of `records.RECORD`
        One a round, in order of match and round.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    planned, last_round = _limits(rules, rounds, round_limit)
    scratch, seats = Scratch(rules), policy_array(policies)
    parts = []
    while start < stop:
        out = np.zeros(
            (stop - start) * planned + (MOST_EXTRA if last_round > planned else 0), dtype=RECORD
        )
        n, done = scratch.run(seed, start, stop - start, planned, last_round, seats, 0, out)
        parts.append(out[:n])
        _raise_if_bad(parts[-1], seed)
        start += done
    return np.concatenate(parts) if parts else np.zeros(0, dtype=RECORD)


def _logged(
    scratch: Scratch, seed: int, match: int, planned: int, last_round: int, policies: Sequence[int],
    given: Sequence[Hands] = (),
) -> list[tuple[Records, npt.NDArray[np.int64]]]:  # fmt: skip
    """Play one match round by round with a log of each."""
    found: list[tuple[Records, npt.NDArray[np.int64]]] = []
    seats = policy_array(policies)
    while not scratch.state["match"]["over"][0]:
        scratch.log["n"] = 0
        if given:
            scratch.draw["order"] = -1
            for seat, cards in enumerate(given[min(len(found), len(given) - 1)]):
                scratch.draw["order"][0, seat, : len(cards)] = cards
        out = np.zeros(1, dtype=RECORD)
        scratch.run(seed, match, 1, planned, last_round, seats, 1, out)
        _raise_if_bad(out, seed)
        n = int(scratch.log["n"][0])
        if n >= MAX_EVENTS:
            raise KaipaiError(f"round {len(found) + 1} of match {match} has too many events")
        found.append((out, scratch.log["rows"][0, :n].copy()))
    return found


def play_logged(
    seed: int, match: int, rules: Rules, policies: Sequence[int], rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> list[tuple[Records, npt.NDArray[np.int64]]]:  # fmt: skip
    """Play one match as `play` does; return record and event log (`records.LOG` rows) a round."""
    return _logged(Scratch(rules), seed, match, *_limits(rules, rounds, round_limit), policies)


def play_given(
    hands: Sequence[Hands], seed: int, match: int, rules: Rules, policies: Sequence[int],
    rounds: int = 1,
) -> list[tuple[Records, npt.NDArray[np.int64]]]:  # fmt: skip
    """Play a match from given hands, which may be short; nothing is thrown in (GJ-16).

    Parameters
    ----------
    hands : sequence of deals
        Card numbers of six hands in the order drawn, 1 to 36 each. Round k has deal k, later
        rounds the last one.
    seed, match : int
        Of the chance rules and the policies.
    rules : Rules
    policies : sequence of int
    rounds : int
        Rounds to play at most.

    Returns
    -------
    list of (record, log)
        As of `play_logged`.
    """
    scratch = Scratch(rules)
    scratch.given = np.zeros((len(hands), SEATS, WORDS), dtype=np.uint64)
    for i, deal in enumerate(hands):
        for seat, cards in enumerate(deal):
            for card in cards:
                scratch.given[i, seat, card // 64] |= U64(1 << card % 64)
    return _logged(scratch, seed, match, *_limits(rules, rounds, ROUND_LIMIT), policies, hands)


def hands_of(seed: int, match: int, round_: int, attempt: int = 0) -> npt.NDArray[np.int64]:
    """Card numbers of the six hands of a deal in the order drawn.

    Parameters
    ----------
    seed, match : int
    round_ : int
        From 1.
    attempt : int
        Number of the deal within the round, from 0.

    Returns
    -------
    ndarray of int64, shape (6, 36)
    """
    splits = deal_plan()
    room = new_room(splits, WORDS, 1)
    set_lane(room, 0, U64(match), U64(round_), U64(attempt))
    deal_lanes(U64(seed), DEAL, DECK_WORDS, splits.steps, splits.n_words, room, 1)
    hands = np.zeros((SEATS, WORDS), dtype=np.uint64)
    read_lane(room, 0, splits.slots, hands)
    order = np.zeros((SEATS, HAND), dtype=np.int64)
    # A word that a kernel returns is a plain int here, and would compile as a signed one.
    place = U64(place_of(U64(match), U64(round_)))
    for seat in range(SEATS):
        draw_order(U64(seed), place, U64(attempt), U64(seat), hands[seat], order[seat])
    return order

"""Whole matches in one kernel, and the Python side that gives it room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simcore.deal import LANES, Plan, deal_lanes, new_room, plan, read_lane, set_lane
from simcore.gouji.cards import DECK_WORDS, HAND, SEATS, WORDS
from simcore.gouji.engine.opening import N_ROWS
from simcore.gouji.engine.rounds import (
    choose_drawer,
    close_round,
    open_match,
    open_round,
    order_needed,
    play_out,
    set_order,
    settle_deal,
    take_hands,
)
from simcore.gouji.records import MATCH, MOVE, RECORD, STATE, rules_row
from simcore.gouji.rules import Rules
from simcore.gouji.step import new_log
from simcore.jit import U64, kernel
from simcore.rng import DEAL, new_streams

Words = npt.NDArray[np.uint64]
Records = npt.NDArray[np.void]

ROUND_LIMIT = 10_000
"""Rounds after which a match ends that extra rounds would prolong for ever."""


class Room(NamedTuple):
    """Scratch of one thread: what `play_batch` overwrites."""

    games: Records
    states: Records
    moves: Records
    streams: Words
    lanes: Words
    spare: Words
    hands: Words


@cache
def deal_plan() -> Plan:
    """Plan of the splits of the deck into six hands."""
    return plan([HAND] * SEATS)


def new_scratch() -> Room:
    """Allocate the scratch of one thread."""
    splits = deal_plan()
    return Room(
        np.zeros(1, MATCH),
        np.zeros(1, STATE),
        np.zeros(1, MOVE),
        new_streams(N_ROWS),
        new_room(splits, WORDS, LANES),
        new_room(splits, WORDS, 1),
        np.zeros((SEATS, WORDS), np.uint64),
    )


@kernel
def _deal_block(
    block: Any, planned: Any, n: Any, seed: Any, first_match: Any, deck: Any, steps: Any,
    n_random: Any, lanes: Any,
) -> None:  # fmt: skip
    """Deal LANES planned rounds at once: number i is round i % planned + 1 of a match."""
    count = min(LANES, n - block * LANES)
    for lane in range(count):
        i = block * LANES + lane
        round_ = U64(i % planned + 1)
        set_lane(lanes, lane, first_match + U64(i // planned), round_, U64(0))
    deal_lanes(seed, DEAL, deck, steps, n_random, lanes, count)


@kernel
def _deal_one(
    match: Any, round_: Any, attempt: Any, seed: Any, deck: Any, steps: Any, n_random: Any,
    spare: Any,
) -> None:  # fmt: skip
    """Deal one round by itself."""
    set_lane(spare, 0, match, U64(round_), U64(attempt))
    deal_lanes(seed, DEAL, deck, steps, n_random, spare, 1)


@kernel
def play_batch(
    seed: Any, first_match: Any, n_matches: Any, planned: Any, last_round: Any, rules: Any,
    policies: Any, deck: Any, steps: Any, slots: Any, n_random: Any, games: Any, states: Any,
    moves: Any, streams: Any, lanes: Any, spare: Any, hands: Any, log: Any, out: Any,
) -> Any:  # fmt: skip
    """Play whole matches and write a record a round.

    Parameters
    ----------
    seed, first_match : uint64
    n_matches : int64
    planned : int64
        Rounds that every match has at least; the rest are extra rounds (GJ-71).
    last_round : int64
        Round after which a match ends in any case.
    rules : ndarray of `records.RULES`, shape (1,)
    policies : ndarray of int64, shape (6,)
        A `Policy` for each seat.
    deck, steps, slots, n_random
        The deck's words and the `Plan` of the deal.
    games, states, moves, streams, lanes, spare, hands
        A `Room`; overwritten.
    log : ndarray of int64
        From `step.new_log`; written only where it has rows.
    out : ndarray of `records.RECORD`
        Zeroed by the caller.

    Returns
    -------
    records, matches : int64
        Records written and whole matches they make. A match that does not fit is not counted,
        though its records may lie behind; a bad status ends the batch with its round.
    """
    game, state, move, law = games[0], states[0], moves[0], rules[0]
    at = 0
    dealt = -1
    for m in range(n_matches):
        match = first_match + U64(m)
        first = at
        open_match(game)
        over = False
        while not over:
            if at >= out.shape[0]:
                return first, m
            row = out[at]
            open_round(game, seed, match, streams, row)
            choose_drawer(game, state, move, policies, law, streams, log, row)
            while True:
                if game["attempt"] == 0 and game["round"] <= planned:
                    i = m * planned + game["round"] - 1
                    if i // LANES != dealt:
                        dealt = i // LANES
                        _deal_block(
                            dealt, planned, n_matches * planned, seed, first_match, deck, steps,
                            n_random, lanes,
                        )  # fmt: skip
                    read_lane(lanes, i % LANES, slots, hands)
                else:
                    _deal_one(
                        match, game["round"], game["attempt"], seed, deck, steps, n_random, spare
                    )
                    read_lane(spare, 0, slots, hands)
                if order_needed(game):
                    set_order(hands, game, seed, match, streams)
                take_hands(hands, game, state, law, log, row)
                if settle_deal(game, state, move, policies, law, streams, True, log, row):
                    break
            play_out(state, move, policies, law, streams, log, row)
            over = close_round(game, state, law, last_round, log, row)
            at += 1
            if row["status"]:
                return at, m + 1
    return at, n_matches


@kernel
def play_dealt(
    seed: Any, match: Any, last_round: Any, rules: Any, policies: Any, given: Any, orders: Any,
    games: Any, states: Any, moves: Any, streams: Any, log: Any, out: Any,
) -> Any:  # fmt: skip
    """Play one match from given hands: round k has the deal k, and the last deal ever after.

    Parameters
    ----------
    given : ndarray of uint64, shape (n, 6, 4)
    orders : ndarray of int64, shape (n, 6, 36)
        Card numbers in the order drawn, -1 beyond the hand.

    Returns
    -------
    int64
        Records written.
    """
    game, state, move, law = games[0], states[0], moves[0], rules[0]
    open_match(game)
    for at in range(out.shape[0]):
        row = out[at]
        deal = min(at, given.shape[0] - 1)
        open_round(game, seed, match, streams, row)
        choose_drawer(game, state, move, policies, law, streams, log, row)
        for seat in range(SEATS):
            for place in range(HAND):
                game["order"][seat, place] = orders[deal, seat, place]
        take_hands(given[deal], game, state, law, log, row)
        settle_deal(game, state, move, policies, law, streams, False, log, row)
        play_out(state, move, policies, law, streams, log, row)
        if close_round(game, state, law, last_round, log, row):
            return at + 1
    return out.shape[0]


def planned_rounds(rules: Rules, rounds: int = 0) -> int:
    """Rounds that every match has: those of its games, or `rounds` where that is fewer."""
    every = int(rules.hands_per_game) * int(rules.games_per_session)
    return min(rounds, every) if rounds else every


def _limits(rules: Rules, rounds: int, round_limit: int) -> tuple[int, int]:
    """Planned rounds, and the round that ends a match in any case."""
    planned = planned_rounds(rules, rounds)
    return planned, rounds if rounds else max(planned, round_limit)


def play(
    seed: int,
    start: int,
    stop: int,
    rules: Rules,
    policies: Sequence[int],
    rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> Records:
    """Play matches ``start .. stop - 1``; safe to call from several threads at once.

    Parameters
    ----------
    seed : int
        0 .. 2^64 - 1.
    start, stop : int
        Numbers of matches.
    rules : Rules
        Coded.
    policies : sequence of int
        A `Policy` for each of the six seats.
    rounds : int
        Play stops after so many rounds of a match; 0 plays matches to their end.
    round_limit : int
        Rounds after which a match ends as it stands, unless it has more planned.

    Returns
    -------
    ndarray of `records.RECORD`
        One a round, in order. After a bad status nothing follows.
    """
    planned, last_round = _limits(rules, rounds, round_limit)
    splits = deal_plan()
    scratch = new_scratch()
    law = rules_row(rules)
    seats = np.array(policies, dtype=np.int64)
    log = new_log(0)
    found: list[Records] = []
    slack = 0 if last_round == planned else 8
    while start < stop:
        out = np.zeros((stop - start) * planned + slack, dtype=RECORD)
        written, matches = play_batch(
            U64(seed), U64(start), stop - start, planned, last_round, law, seats, DECK_WORDS,
            splits.steps, splits.slots, splits.n_words, *scratch, log, out,
        )  # fmt: skip
        found.append(out[:written])
        if written and found[-1]["status"][-1]:
            break
        start += matches
        slack *= 2
    return np.concatenate(found) if len(found) != 1 else found[0]


def play_logged(
    seed: int,
    match: int,
    rules: Rules,
    policies: Sequence[int],
    rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> tuple[Records, npt.NDArray[np.int64]]:
    """Play one match with its event log; see `play`.

    Returns
    -------
    records, log
        The log without its first row.
    """
    planned, last_round = _limits(rules, rounds, round_limit)
    splits = deal_plan()
    scratch = new_scratch()
    seats = np.array(policies, dtype=np.int64)
    rows, room = 512 * min(planned, 64), planned
    while True:
        log, out = new_log(rows), np.zeros(room, dtype=RECORD)
        written, matches = play_batch(
            U64(seed), U64(match), 1, planned, last_round, rules_row(rules), seats, DECK_WORDS,
            splits.steps, splits.slots, splits.n_words, *scratch, log, out,
        )  # fmt: skip
        if matches and log[0, 0] < rows:
            return out[:written], log[1 : log[0, 0] + 1]
        room *= 1 if matches else 2
        rows = max(rows, 2 * int(log[0, 0]))


def play_given(
    hands: Sequence[Sequence[Sequence[int]]],
    seed: int,
    match: int,
    rules: Rules,
    policies: Sequence[int],
    rounds: int = 1,
) -> tuple[Records, npt.NDArray[np.int64]]:
    """Play a match from given hands, which may be short; nothing is thrown in (GJ-16).

    Parameters
    ----------
    hands : sequence of deals, each six sequences of card numbers
        In the order drawn, 1 to 36 cards a hand; the last deal serves for all later rounds.
    seed, match : int
        Of the chance rules and the policies.
    rules : Rules
    policies : sequence of int
    rounds : int
        Rounds to play at most.

    Returns
    -------
    records, log
        As `play_logged`.
    """
    given = np.zeros((len(hands), SEATS, WORDS), dtype=np.uint64)
    orders = np.full((len(hands), SEATS, HAND), -1, dtype=np.int64)
    for i, deal in enumerate(hands):
        for seat, cards in enumerate(deal):
            for place, card in enumerate(cards):
                orders[i, seat, place] = card
                given[i, seat, card // 64] |= U64(1 << card % 64)
    room = new_scratch()
    seats = np.array(policies, dtype=np.int64)
    log, out = new_log(4096 * rounds), np.zeros(rounds, dtype=RECORD)
    written = play_dealt(
        U64(seed), U64(match), rounds, rules_row(rules), seats, given, orders, room.games,
        room.states, room.moves, room.streams, log, out,
    )  # fmt: skip
    return out[:written], log[1 : log[0, 0] + 1]


@kernel
def _hands_in_order(
    seed: Any, match: Any, round_: Any, attempt: Any, deck: Any, steps: Any, slots: Any,
    n_random: Any, games: Any, streams: Any, spare: Any, hands: Any,
) -> None:  # fmt: skip
    game = games[0]
    game["round"], game["attempt"] = round_, attempt
    _deal_one(match, round_, attempt, seed, deck, steps, n_random, spare)
    read_lane(spare, 0, slots, hands)
    set_order(hands, game, seed, match, streams)


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
    room = new_scratch()
    _hands_in_order(
        U64(seed), U64(match), round_, attempt, DECK_WORDS, splits.steps, splits.slots,
        splits.n_words, room.games, room.streams, room.spare, room.hands,
    )  # fmt: skip
    return np.array(room.games["order"][0], dtype=np.int64)

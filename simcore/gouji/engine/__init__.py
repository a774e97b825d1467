"""Whole matches and their records: by one kernel, or round by round where seats look ahead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simcore.deal import LANES, deal_lanes, draw_order, new_room, read_lane, set_lane
from simcore.gouji.cards import DECK_WORDS, HAND, SEATS, WORDS
from simcore.gouji.engine.batch import play_batch
from simcore.gouji.policies import SEARCH, Policy
from simcore.gouji.records import MAX_EVENTS, RECORD
from simcore.gouji.rules import Rules
from simcore.gouji.search import Desk, Looker, deal_plan, next_round
from simcore.jit import U64
from simcore.lookahead import (
    DEFAULT_BUDGET,
    LEAST_BUDGET,
    MAX_BUDGET,
    budget_of,
    code_of,
    number,
)
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


class Scratch(Desk):
    """What `play_batch` works in besides; one for each thread."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.lanes = new_room(deal_plan(), WORDS, LANES)

    def run(
        self, seed: int, start: int, n: int, planned: int, last_round: int,
        seats: npt.NDArray[np.int64], most: int, out: Records,
    ) -> tuple[int, int]:  # fmt: skip
        """Call `play_batch`."""
        return play_batch(  # type: ignore[no-any-return]
            U64(seed), U64(start), n, planned, last_round, self.rules, seats, *self.deal,
            self.lanes, self.spare, self.hands, self.state, self.blank, self.draw, self.move,
            self.streams, self.log, self.given, most, out,
        )  # fmt: skip


def policy_array(policies: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return six policy numbers as kernels take them; one that looks ahead has a budget.

    Raises
    ------
    KaipaiError
        Not six, no such policy, or a budget that makes no sense.
    """
    found = []
    for policy in map(int, policies):
        code, budget = code_of(policy), budget_of(policy)
        if code == SEARCH:
            budget = budget or DEFAULT_BUDGET
        if code not in set(map(int, Policy)) or (code != SEARCH and budget):
            break
        if code == SEARCH and not LEAST_BUDGET <= budget <= MAX_BUDGET:
            raise KaipaiError(
                f"a budget is {LEAST_BUDGET} to {MAX_BUDGET} imagined deals, not {budget}"
            )
        found.append(number(code, budget))
    if len(found) != SEATS or len(policies) != SEATS:
        names = ", ".join(policy.name.lower() for policy in Policy)
        raise KaipaiError(f"Gou Ji needs six policies out of {names}")
    return np.array(found, dtype=np.int64)


def looks_ahead(policies: npt.NDArray[np.int64]) -> bool:
    """Whether a seat has the policy `search`."""
    return bool((policies >= SEARCH).any())


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
    if looks_ahead(seats):
        return _play_looking(scratch, seed, start, stop, last_round, seats)
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


def _play_looking(
    desk: Desk, seed: int, start: int, stop: int, last_round: int, seats: npt.NDArray[np.int64]
) -> Records:
    """Play matches as `play` does where seats look ahead."""
    looker = Looker(desk.options)
    parts = []
    for match in range(start, stop):
        desk.state[:] = desk.blank
        while not desk.state["match"]["over"][0]:
            parts.append(np.zeros(1, dtype=RECORD))
            next_round(desk, looker, seed, match, last_round, seats, parts[-1])
            _raise_if_bad(parts[-1], seed)
    return np.concatenate(parts) if parts else np.zeros(0, dtype=RECORD)


def _logged(
    scratch: Scratch, seed: int, match: int, planned: int, last_round: int, policies: Sequence[int],
    given: Sequence[Hands] = (),
) -> list[tuple[Records, npt.NDArray[np.int64]]]:  # fmt: skip
    """Play one match round by round with a log of each."""
    found: list[tuple[Records, npt.NDArray[np.int64]]] = []
    seats = policy_array(policies)
    looker = Looker(scratch.options) if looks_ahead(seats) else None
    while not scratch.state["match"]["over"][0]:
        scratch.log["n"] = 0
        if given:
            scratch.draw["order"] = -1
            for seat, cards in enumerate(given[min(len(found), len(given) - 1)]):
                scratch.draw["order"][0, seat, : len(cards)] = cards
        out = np.zeros(1, dtype=RECORD)
        if looker is None:
            scratch.run(seed, match, 1, planned, last_round, seats, 1, out)
        else:
            next_round(scratch, looker, seed, match, last_round, seats, out)
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

"""Whole rounds and matches: ask a policy, hand its answer to the step room, keep the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from simcore import split
from simcore.bits import ZERO
from simcore.deal import LANES, deal_lanes, new_room, set_lane
from simcore.jit import U64, kernel
from simcore.rng import DEAL
from simcore.status import KaipaiError, RoundError
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK_WORDS, SEATS, pack
from simcore.tichu.deals import deal_plan
from simcore.tichu.policies import HEURISTIC, NUMBERS, RANDOM, Policy, choose
from simcore.tichu.policies.heuristic import heuristic_turn
from simcore.tichu.policies.reference import random_turn
from simcore.tichu.rules import Rules
from simcore.tichu.scoring import match_over
from simcore.tichu.step import (
    advance,
    answer_bomb,
    answer_exchange,
    answer_gift,
    answer_grand,
    answer_tichu,
    answer_turn,
    answer_wish,
    blank_state,
    next_quietly,
    start,
    start_given,
)
from simcore.tichu.streams import STREAMS, open_streams

Records = npt.NDArray[np.void]
Words = npt.NDArray[np.uint64]

ROUND_LIMIT = 1000
"""Rounds after which a match that nobody wins is given up."""
_MOST_SPARE = 8
AHEAD = 16
"""Rounds of a match that are dealt in one go; most matches need no more."""


@kernel
def take_answer(state: Any, number: Any, a: Any, b: Any, c: Any, rules: Any, log: Any) -> Any:
    """Take the answer to the question in the view, a turn's excepted.

    Parameters
    ----------
    state : records.STATE
    number, a, b, c
        What `policies.choose` returned.
    rules : records.RULES
    log : records.LOG

    Returns
    -------
    int64
        Stage for `step.advance`.
    """
    stay_call()
    question = state["view"]["ask"]
    if question == rec.ASK_TICHU:
        return answer_tichu(state, number, rules, log)
    if question == rec.ASK_BOMB:
        return answer_bomb(state, number, a, rules, log)
    if question == rec.ASK_WISH:
        return answer_wish(state, number, rules, log)
    if question == rec.ASK_GIFT:
        return answer_gift(state, number, rules, log)
    if question == rec.ASK_EXCHANGE:
        return answer_exchange(state, a, b, c)
    return answer_grand(state, number, rules, log)


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
                        number, a = heuristic_turn(view, own, rules, streams, seat)
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


class Scratch:
    """Arrays that `play_batch` and `play_round` work in; one for each thread."""

    _spare: ClassVar[list[Scratch]] = []

    @classmethod
    def borrow(cls, rules: Rules) -> Scratch:
        """Return a spare one for these rules, or a new one; `give_back` ends the loan."""
        try:
            spare = cls._spare.pop()  # a list's pop and append are atomic
        except IndexError:
            return cls(rules)
        return spare if spare.made_for == rules else cls(rules)

    def give_back(self) -> None:
        """Keep it for the next borrower; a few are enough."""
        if len(self._spare) < _MOST_SPARE:
            self._spare.append(self)

    def __init__(self, rules: Rules) -> None:
        split_plan = deal_plan()
        self.made_for = rules
        self.rules = rec.rules_record(rules)
        self.deal = (DECK_WORDS, split_plan.steps, split_plan.slots, split_plan.n_words)
        self.room = new_room(split_plan, 1, LANES)
        self.words = np.zeros((LANES + AHEAD, 2 * SEATS), dtype=np.uint64)
        self.state = np.zeros(1, dtype=rec.STATE)
        self.blank = blank_state()
        self.streams = np.zeros(1, dtype=STREAMS)
        self.begin = np.zeros(5, dtype=np.int64)
        self.given = np.zeros((0, SEATS), dtype=np.uint64)
        self.log = np.zeros(1, dtype=rec.LOG)
        self.log["n"] = -1


def policy_array(policies: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return four policy numbers as kernels take them.

    Raises
    ------
    KaipaiError
        Not four, or no such policy.
    """
    if len(policies) != SEATS or not NUMBERS.issuperset(map(int, policies)):
        names = ", ".join(policy.name.lower() for policy in Policy)
        raise KaipaiError(f"Tichu needs four policies out of {names}")
    return np.array([int(policy) for policy in policies], dtype=np.int64)


def _run(
    scratch: Scratch, seed: int, start: int, n: int, seats: npt.NDArray[np.int64], rounds: int,
    round_limit: int, out: Records,
) -> tuple[int, int]:  # fmt: skip
    """Call `play_batch`; raise for a round that broke an invariant."""
    n_rounds, done = play_batch(
        U64(seed), U64(start), n, scratch.rules, seats, rounds, round_limit, *scratch.deal,
        scratch.room, scratch.words, scratch.state, scratch.blank, scratch.streams, scratch.log,
        scratch.begin, scratch.given, out,
    )  # fmt: skip
    if n_rounds and out[n_rounds - 1]["status"]:
        bad = out[n_rounds - 1]
        raise RoundError(int(bad["status"]), "tichu", seed, int(bad["match"]), int(bad["round"]))
    return int(n_rounds), int(done)


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
    policies : sequence of int
        `Policy` of each seat.
    rounds : int
        Rounds of a match, 0 to play to its end.
    round_limit : int
        Rounds after which a match that nobody has won is given up.

    Returns
    -------
    ndarray of `records.RECORD`
        One a round, in order of match and round.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    scratch = Scratch.borrow(rules)
    seats = policy_array(policies)
    longest = rounds if rounds > 0 else round_limit
    size = max(longest, min((stop - start) * (rounds if rounds > 0 else 12), 1 << 16))
    parts = []
    while start < stop:
        out = np.empty(size, dtype=rec.RECORD)
        n, done = _run(scratch, seed, start, stop - start, seats, rounds, round_limit, out)
        parts.append(out[:n])
        start += done
    scratch.give_back()
    if len(parts) == 1 and 2 * parts[0].size > size:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=rec.RECORD)


def play_round(
    scratch: Scratch, seed: int, match: int, seats: npt.NDArray[np.int64], played: int,
    total: Sequence[int], rounds: int = 0, round_limit: int = ROUND_LIMIT,
) -> Any:  # fmt: skip
    """Play one round of a match and leave its events in ``scratch.log``.

    Parameters
    ----------
    scratch : Scratch
        Its `given` holds hands to start from, if any.
    seed, match : int
    seats : ndarray of int64, shape (4,)
    played : int
        Rounds of the match before this one.
    total : sequence of int
        Totals before the round.
    rounds, round_limit : int
        As for `play`.

    Returns
    -------
    void of `records.RECORD`

    Raises
    ------
    RoundError
        The round broke an invariant.
    """
    scratch.begin[:] = played, total[0], total[1], 1, 0
    scratch.log["n"] = 0
    out = np.zeros(max(rounds, round_limit), dtype=rec.RECORD)
    _run(scratch, seed, match, 1, seats, rounds, round_limit, out)
    return out[0]


def play_given(
    hands: Sequence[Iterable[int]], rules: Rules, policies: Sequence[int], seed: int = 0,
    n: int = 1, leader: int = 0,
) -> Records:  # fmt: skip
    """Play single rounds from given hands, which may be short, starting at the first lead.

    Parameters
    ----------
    hands : sequence of iterables of int
        Card numbers of four hands.
    rules : Rules
    policies : sequence of int
    seed : int
    n : int
        Rounds: those of matches 0 .. n - 1.
    leader : int
        Who leads where nobody holds the Mah Jong.

    Returns
    -------
    ndarray of `records.RECORD`, shape (n,)

    Raises
    ------
    KaipaiError
        Not four hands, an empty one, or a card twice.
    RoundError
        A round broke an invariant.
    """
    scratch = Scratch(rules)
    scratch.given = given_hands(hands)
    scratch.begin[4] = leader
    out = np.zeros(n, dtype=rec.RECORD)
    _run(scratch, seed, 0, n, policy_array(policies), 1, 1, out)
    return out


def given_hands(hands: Sequence[Iterable[int]]) -> Words:
    """Return card numbers of four hands as kernels take them.

    Raises
    ------
    KaipaiError
        Not four hands, an empty one, or a card twice.
    """
    numbers = [list(hand) for hand in hands]
    flat = [number for hand in numbers for number in hand]
    if len(numbers) != SEATS or not all(numbers):
        raise KaipaiError("a round starts from four hands with at least a card each")
    if len(set(flat)) != len(flat):
        raise KaipaiError("a card lies in two hands, or twice in one")
    return np.array([[pack(hand) for hand in numbers]], dtype=np.uint64)

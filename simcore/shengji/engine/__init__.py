"""Rounds and matches for Python: `play`, `play_given`, and one round after the other."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from simcore import lookahead
from simcore.deal import Plan, new_room, plan
from simcore.jit import U64
from simcore.shengji.cards import MAX_DECKS, deck_words, pack
from simcore.shengji.combos.frame import frame_table
from simcore.shengji.engine.batch import AHEAD, MOST_DEALS, play_batch
from simcore.shengji.engine.searching import is_searching, search_round
from simcore.shengji.policies import Policy
from simcore.shengji.records import (
    MATCH,
    MAX_HAND,
    MAX_KITTY,
    MOVE,
    RECORD,
    STATE,
    STREAMS,
    WORK,
    rules_record,
)
from simcore.shengji.rules import Rules, hand_size, kitty_size
from simcore.shengji.search import Desk
from simcore.shengji.step import new_log
from simcore.shengji.step.rounds import open_match
from simcore.status import KaipaiError, RoundError

Records = npt.NDArray[np.void]
Words = npt.NDArray[np.uint64]

ROUND_LIMIT = 1000
"""Rounds after which a match that nobody wins is given up."""


@cache
def deal_plan(players: int, hand: int, kitty: int) -> Plan:
    """Plan of the splits of the packs into hands and kitty."""
    return plan([hand] * players, kitty=kitty)


class Scratch:
    """Arrays that `play_batch` works in; one for each thread."""

    def __init__(self, rules: Rules, limit: int, is_logged: bool = False) -> None:
        hand, kitty = hand_size(rules), kitty_size(rules)
        split_plan = deal_plan(rules.players, hand, kitty)
        self.rules = rules_record(rules)
        self.frames = frame_table(rules)
        self.room = new_room(split_plan, rules.decks, AHEAD)
        self.spare = new_room(split_plan, rules.decks, 1)
        deck = deck_words(rules.decks)
        self.deal = (deck, split_plan.steps, split_plan.slots, split_plan.n_words)
        longest = limit if rules.max_rounds < 0 else min(limit, rules.max_rounds)
        self.sizes = np.array([hand, kitty, longest], dtype=np.int64)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.state = np.zeros(1, dtype=STATE)
        self.match = np.zeros(1, dtype=MATCH)
        self.work = np.zeros(1, dtype=WORK)
        self.move = np.zeros(1, dtype=MOVE)
        self.log = new_log(is_logged)
        self.given = np.zeros(0, dtype=STATE)
        self._rules = rules

    @cached_property
    def desk(self) -> Desk:
        """What a seat looks ahead with."""
        return Desk(self._rules)


_of_thread = threading.local()


def _scratch(rules: Rules, limit: int) -> Scratch:
    """Scratch of this thread, kept from call to call: to make one takes as long as some rounds."""
    key = (tuple(rules), limit)
    if getattr(_of_thread, "key", None) != key:
        _of_thread.scratch, _of_thread.key = Scratch(rules, limit), key
    found: Scratch = _of_thread.scratch
    return found


def policy_array(policies: Sequence[int], players: int) -> npt.NDArray[np.int64]:
    """Return policy numbers as kernels take them.

    Raises
    ------
    KaipaiError
        Not one for each seat, or no such policy, or `SEARCH` without a budget.
    """
    known = set(map(int, Policy))
    codes = [lookahead.code_of(policy) for policy in policies]
    budgets = [lookahead.budget_of(policy) for policy in policies]
    fit = all(
        code in known and (budget >= lookahead.LEAST_BUDGET) == (code == Policy.SEARCH)
        for code, budget in zip(codes, budgets, strict=True)
    )
    if len(policies) != players or not fit:
        names = ", ".join(policy.name.lower() for policy in Policy)
        raise KaipaiError(f"Sheng Ji with {players} players needs as many policies out of {names}")
    return np.array([int(policy) for policy in policies], dtype=np.int64)


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
    limit = rounds if rounds > 0 else round_limit
    scratch = _scratch(rules, limit)
    seats = policy_array(policies, rules.players)
    if is_searching(seats):
        return _play_searching(scratch, seed, range(start, stop), seats, limit)
    size = min((stop - start) * min(limit, 24), 1 << 16)
    parts = []
    while start < stop:
        out = np.zeros(size, dtype=RECORD)
        n, done = play_batch(
            U64(seed), U64(start), stop - start, scratch.rules, seats, limit, scratch.frames,
            scratch.room, scratch.spare, *scratch.deal, scratch.sizes, scratch.streams,
            scratch.state, scratch.match, scratch.work, scratch.move, scratch.log,
            scratch.given, 0, out,
        )  # fmt: skip
        if n and out[n - 1]["status"]:
            bad = out[n - 1]
            raise RoundError(
                int(bad["status"]), "shengji", seed, int(bad["match"]), int(bad["round"])
            )
        if done == 0:
            size *= 2
        else:
            parts.append(out[:n])
        start += done
    return np.concatenate(parts) if parts else np.zeros(0, dtype=RECORD)


def _play_searching(
    scratch: Scratch, seed: int, matches: range, seats: npt.NDArray[np.int64], limit: int
) -> Records:
    """Play matches in which some seat looks ahead."""
    parts = [np.zeros(0, dtype=RECORD)]
    for match in matches:
        open_match(scratch.match[0], scratch.rules[0])
        while not scratch.match[0]["is_over"]:
            parts.append(next_round(scratch, seed, match, seats, limit))
    return np.concatenate(parts)


def next_round(
    scratch: Scratch, seed: int, match: int, policies: npt.NDArray[np.int64], limit: int
) -> Records:
    """Play the next round of the match that stands in `scratch.match`.

    Parameters
    ----------
    scratch : Scratch
        Its `log`, where it is on, holds the events afterwards.
    seed, match : int
    policies : ndarray of int64, from `policy_array`
    limit : int
        Rounds after which the match ends at the latest.

    Returns
    -------
    ndarray of `records.RECORD`, shape (1,)

    Raises
    ------
    RoundError
        The round broke an invariant.
    """
    if scratch.log[0]["n"] > 0:
        scratch.log["n"] = 0
    if is_searching(policies):
        out = search_round(scratch, scratch.desk, seed, match, policies, limit, MOST_DEALS)
    else:
        out = np.zeros(1, dtype=RECORD)
        play_batch(
            U64(seed), U64(match), 1, scratch.rules, policies, limit, scratch.frames, scratch.room,
            scratch.spare, *scratch.deal, scratch.sizes, scratch.streams, scratch.state,
            scratch.match, scratch.work, scratch.move, scratch.log, scratch.given, 1, out,
        )  # fmt: skip
    if out[0]["status"]:
        raise RoundError(int(out[0]["status"]), "shengji", seed, match, int(out[0]["round"]))
    return out


def lay_out(
    scratch: Scratch, hands: Sequence[Sequence[int]], kitty: Sequence[int], rules: Rules
) -> None:
    """Have every round deal cards that are laid out by hand.

    Parameters
    ----------
    scratch : Scratch
    hands : sequence of sequence of int
        Types of each hand in drawing order; equally many cards, no more than 54.
    kitty : sequence of int
        Types of the kitty in stock order.
    rules : Rules

    Raises
    ------
    KaipaiError
        Wrong number of hands, hands of unequal size, or too many copies of a card.
    """
    sizes = {len(hand) for hand in hands}
    if len(hands) != rules.players or len(sizes) != 1 or not 0 < max(sizes) <= MAX_HAND:
        raise KaipaiError(f"{rules.players} hands of equal size are needed, up to {MAX_HAND} cards")
    if not 0 < len(kitty) <= MAX_KITTY:
        raise KaipaiError(f"the kitty takes 1 to {MAX_KITTY} cards")
    every = [card for part in (*hands, kitty) for card in part]
    if any(every.count(card) > rules.decks for card in set(every)):
        raise KaipaiError(f"more copies of a card than there are packs (decks={rules.decks})")
    given = np.zeros(1, dtype=STATE)
    for part, cards in enumerate((*hands, kitty)):
        given[0]["dealt"][part] = tuple(pack(cards, MAX_DECKS))
    for seat, hand in enumerate(hands):
        given[0]["order"][seat][: len(hand)] = hand
    given[0]["kitty_order"][0][: len(kitty)] = kitty
    scratch.given = given
    scratch.sizes[:2] = len(hands[0]), len(kitty)


def set_match(scratch: Scratch, rules: Rules, levels: Sequence[int], dealer: int) -> None:
    """Set where the match stands before the next round.

    Parameters
    ----------
    scratch : Scratch
    rules : Rules
    levels : sequence of int
        Rank 0..12 of each unit; empty for the start rank.
    dealer : int
        -1 in a first round.
    """
    match = scratch.match[0]
    open_match(match, scratch.rules[0])
    for unit, level in enumerate(levels):
        match["levels"][unit] = level
    match["dealer"] = dealer


def play_given(
    hands: Sequence[Sequence[int]], kitty: Sequence[int], rules: Rules, policies: Sequence[int],
    seed: int = 0, match: int = 0, levels: Sequence[int] = (), dealer: int = -1,
) -> Records:  # fmt: skip
    """Play one round from given cards.

    Parameters
    ----------
    hands, kitty
        Types as for `lay_out`; hands may be short.
    rules : Rules
    policies : sequence of int
        `Policy` of each seat.
    seed, match : int
        Of the policies' draws and of the choice of the first drawer.
    levels : sequence of int
        Rank 0..12 of each unit; empty for the start rank.
    dealer : int
        -1: a first round, whose dealer is found by declaring.

    Returns
    -------
    ndarray of `records.RECORD`, shape (1,)

    Raises
    ------
    KaipaiError
        Impossible cards or policies; a round that broke an invariant.
    """
    scratch = Scratch(rules, 1)
    lay_out(scratch, hands, kitty, rules)
    set_match(scratch, rules, levels, dealer)
    return next_round(scratch, seed, match, policy_array(policies, rules.players), 1)

"""Whole rounds and matches: deal, ask a policy, hand its answer to the step room, keep records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ZERO
from simcore.deal import Plan, deal_lanes, new_room, plan, set_lane
from simcore.jit import U64, kernel
from simcore.rng import CHANCE, DEAL, POLICY, open_stream, place_of
from simcore.shengji.cards import BJ, MAX_DECKS, MAX_SEATS, deck_words, pack
from simcore.shengji.combos.frame import frame_table
from simcore.shengji.combos.planes import clear, copy, n_cards, plane, put, put_kinds
from simcore.shengji.policies import Policy, choose, sees_draws
from simcore.shengji.records import (
    MATCH,
    MAX_HAND,
    MAX_KITTY,
    MOVE,
    RECORD,
    STATE,
    STREAMS,
    WORK,
    Ask,
    Event,
    rules_record,
)
from simcore.shengji.rules import (
    FirstDrawer,
    Rules,
    ShufflerSeat,
    hand_size,
    kitty_size,
)
from simcore.shengji.scoring import close_round, score_round
from simcore.shengji.step import advance, apply, new_log, see_draws, start
from simcore.shengji.step.draw import CHANCE_ROW
from simcore.shengji.step.log import emit, emit_list
from simcore.split import SLOTS
from simcore.status import KaipaiError, RoundError, Status
from simcore.streams import draw, stay_call

Records = npt.NDArray[np.void]
Words = npt.NDArray[np.uint64]

ROUND_LIMIT = 1000
"""Rounds after which a match that nobody wins is given up."""
AHEAD = 16
"""Rounds of a match that are dealt at once."""
MOST_DEALS = 500
"""Deals of one round: with so many redeals in a row nobody ever declares."""

DECLARE, DEAL_ASK, NOTHING = int(Ask.DECLARE), int(Ask.DEAL), int(Ask.NOTHING)
COUNT_OFF_EVENT = int(Event.COUNT_OFF)
SHUFFLER, COUNT_OFF = int(FirstDrawer.SHUFFLER), int(FirstDrawer.COUNT_OFF)
BY_DEALER, ROTATE = int(ShufflerSeat.DEALER), int(ShufflerSeat.ROTATE)
STEP_LIMIT, CARDS_LOST, POINTS_LOST = (
    int(Status.STEP_LIMIT), int(Status.CARDS_LOST), int(Status.POINTS_LOST)
)  # fmt: skip
RANKS = 13


@kernel
def open_match(match: Any, rules: Any) -> None:
    """Begin a match: every unit at the start rank, no dealer yet (SJ-14, SJ-18)."""
    stay_call()
    for unit in range(MAX_SEATS):
        match["levels"][unit] = rules["start_rank"] if unit < 2 or rules["players"] == 5 else 0
    match["round"] = 0
    match["dealer"] = -1
    match["shuffler"] = -1
    match["is_over"] = 0
    match["winners"] = 0


@kernel
def first_drawer(match: Any, rules: Any, streams: Any, room: Any, log: Any) -> Any:
    """Find who draws first, by shuffler and count-off (SJ-16); the shuffler is kept in `match`."""
    stay_call()
    players = rules["players"]
    how = rules["shuffler_seat"]
    if how == BY_DEALER and match["dealer"] >= 0:
        shuffler = match["dealer"]
    elif how == ROTATE and match["shuffler"] >= 0:
        shuffler = (match["shuffler"] + 1) % players
    else:
        shuffler = np.int64(draw(streams, CHANCE_ROW, U64(players)))
    match["shuffler"] = shuffler
    if rules["first_drawer"] == SHUFFLER:
        return shuffler
    if rules["first_drawer"] != COUNT_OFF:
        return np.int64(draw(streams, CHANCE_ROW, U64(players)))
    # a turned joker is put aside and the next card turned
    decks = rules["decks"]
    left, n = BJ * decks, 0
    jokers = 2 * decks
    while True:
        k = np.int64(draw(streams, CHANCE_ROW, U64(left + jokers)))
        if k < left:
            break
        room[0, n] = BJ + _joker(room, n, decks, k - left)
        n += 1
        jokers -= 1
    card = k // decks
    room[0, n] = card
    emit(log, COUNT_OFF_EVENT, shuffler, 0, 0)
    emit_list(log, COUNT_OFF_EVENT, shuffler, room, 0, n + 1)
    return count_off(shuffler, card % RANKS, players)


@kernel
def _joker(room: Any, n: Any, decks: Any, k: Any) -> Any:
    """Color (0 black, 1 red) of joker number k among those not yet turned."""
    black = decks
    for i in range(n):
        black -= 1 if room[0, i] == BJ else 0
    return 0 if k < black else 1


@kernel
def count_off(shuffler: Any, rank: Any, players: Any) -> Any:
    """Seat reached by counting from the shuffler, who is 1, to a rank 0..12; the ace is 1."""
    number = 1 if rank == RANKS - 1 else rank + 2
    return (shuffler + number - 1) % players


@kernel
def open_round(
    state: Any, match: Any, seed: Any, number: Any, size: Any, kitty: Any, rules: Any,
    streams: Any, log: Any, record: Any,
) -> None:  # fmt: skip
    """Begin the next round of a match.

    Parameters
    ----------
    state : records.STATE
        Overwritten where the round begins; the cards are dealt later.
    match : records.MATCH
    seed, number : uint64
        Seed, and number of the match.
    size, kitty : int64
        Cards of each hand and of the kitty.
    rules, streams, log
        As for `step.start`; all streams are opened.
    record : records.RECORD
        Zeroed.
    """
    stay_call()
    view = state["view"]
    players = rules["players"]
    place = place_of(number, U64(match["round"] + 1))
    for seat in range(players):
        open_stream(streams["rows"], seat, seed, POLICY + U64(seat), place)
        state["own"][seat]["seat"] = seat
    open_stream(streams["rows"], CHANCE_ROW, seed, CHANCE, place)
    state["seed"], state["place"], state["attempt"] = seed, place, 0
    view["round"] = match["round"]
    units = 5 if players == 5 else 2
    for unit in range(MAX_SEATS):
        view["levels"][unit] = match["levels"][unit]
        record["levels"][unit] = match["levels"][unit] if unit < units else 0
    view["dealer"] = match["dealer"]
    view["is_first"] = 1 if match["dealer"] < 0 else 0
    view["rank"] = match["levels"][max(match["dealer"], 0) % units] % RANKS
    view["hand_size"], view["kitty_size"] = size, kitty
    view["friend_kind"], view["friend_ordinal"], view["friend"] = -1, 0, -1
    view["first_drawer"] = first_drawer(match, rules, streams, state["kitty_order"], log)
    record["match"] = np.int64(number)
    record["round"] = match["round"]
    record["rank"] = view["rank"]
    record["first_drawer"] = view["first_drawer"]
    record["friend"], record["friend_trick"], record["declarer"] = -1, -1, -1
    record["declared_after"], record["first_after"] = -1, -1


@kernel
def take_deal(state: Any, room: Any, lane: Any, slots: Any, decks: Any) -> None:
    """Fetch the hands and the kitty of a lane, copies sorted into planes."""
    stay_call()
    for part in range(slots.size):
        cards = state["dealt"][part]
        clear(cards)
        row = SLOTS + slots[part] * decks
        for w in range(decks):
            put_kinds(cards, room[row + w, lane], 1)


@kernel
def take_given(state: Any, given: Any, players: Any) -> None:
    """Fetch hands and kitty that were laid out by hand, with the order in which they come."""
    stay_call()
    for part in range(players + 1):
        copy(given["dealt"][part], state["dealt"][part])
    for seat in range(players):
        for i in range(state["view"]["hand_size"]):
            state["order"][seat, i] = given["order"][seat, i]
    for i in range(state["view"]["kitty_size"]):
        state["kitty_order"][0, i] = given["kitty_order"][0, i]
    state["is_given"] = 1


@kernel
def check_round(state: Any, rules: Any, record: Any) -> Any:
    """Return the status of a finished round: every card once, every point once (SJ-74)."""
    stay_call()
    view = state["view"]
    if state["status"] != 0:
        return state["status"]
    put(view["played"], state["kitty"])
    total = rules["players"] * view["hand_size"] + view["kitty_size"]
    if n_cards(view["played"]) != total:
        return CARDS_LOST
    points = np.int64(record["kitty_points"])
    for seat in range(rules["players"]):
        points += view["points"][seat]
        if state["own"][seat]["hand"]["p0"] != ZERO:
            return CARDS_LOST
    if not state["is_given"] and total == 54 * rules["decks"]:
        full = (U64(1) << U64(54)) - U64(1)
        for k in range(rules["decks"]):
            if plane(view["played"], k + 1) != full:
                return CARDS_LOST
        if points != 100 * rules["decks"]:
            return POINTS_LOST
    return 0


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
                policy = policies[seat]
                if ask == DECLARE and sees_draws(policy):
                    see_draws(state, seat, rules, streams)
                frame = table["frames"][view["rank"], max(view["trump"], 0)]
                own = state["own"][seat]
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


def policy_array(policies: Sequence[int], players: int) -> npt.NDArray[np.int64]:
    """Return policy numbers as kernels take them.

    Raises
    ------
    KaipaiError
        Not one for each seat, or no such policy.
    """
    if len(policies) != players or any(int(p) not in set(map(int, Policy)) for p in policies):
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
    scratch = Scratch(rules, limit)
    seats = policy_array(policies, rules.players)
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
    out = np.zeros(1, dtype=RECORD)
    play_batch(
        U64(seed), U64(match), 1, scratch.rules, policies, limit, scratch.frames, scratch.room,
        scratch.spare, *scratch.deal, scratch.sizes, scratch.streams, scratch.state, scratch.match,
        scratch.work, scratch.move, scratch.log, scratch.given, 1, out,
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

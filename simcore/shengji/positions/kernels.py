"""From hidden cards to a STATE in which seat 0 buries, and from an option to a record."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import to_frame
from simcore.shengji.combos.planes import clear, copy
from simcore.shengji.engine import check_round, open_match, open_round
from simcore.shengji.policies import choose
from simcore.shengji.records import CARDS, TRUMPS, Ask
from simcore.shengji.scoring import close_round, score_round
from simcore.shengji.step import advance, apply, start

GIVEN = np.dtype(
    [
        ("rank", "i8"),  # trump rank 0..12
        ("trump", "i8"),  # trump suit 0..3, 4 none
        ("levels", "i8", (2,)),  # of the asker's team and of the other, 0..12
        ("hand", CARDS),  # seat 0's cards by type, as drawn
        ("kitty", CARDS),  # the cards it has taken up
    ],
    align=True,
)
"""What the dealer knows when it buries."""

OPTION = np.dtype([("cards", CARDS)], align=True)
"""Cards to bury, by type."""

BURY, NOTHING = int(Ask.BURY), int(Ask.NOTHING)
BLACK_JOKER = 4
"""Declaring kind that stands for no trump."""


@kernel
def _sort_copies(hands: Any, i: Any, part: Any, decks: Any, cards: Any) -> None:
    """Turn words of copies into copy planes."""
    clear(cards)
    for w in range(decks):
        rising = hands[i, part, w]
        for k in range(w + 1):
            held = cards["p"][k]
            cards["p"][k] = held | rising
            rising &= held


@kernel
def reach_bury(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, frame_table: Any, sizes: Any,
    streams: Any, states: Any, matches: Any, logs: Any, out: Any, records: Any,
) -> Any:  # fmt: skip
    """Set up the round of a dealer who has taken up the kitty.

    Parameters
    ----------
    seed, first : uint64
    hands : ndarray of uint64, shape (n, seats - 1, decks)
        Cards of the other seats, words of copies.
    givens : ndarray of GIVEN, shape (1,)
    rules_array, frame_table, sizes, streams, states, matches, logs
        As for `engine.play_batch`; nothing is written down.  No hand is thrown in (SJ-27).
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    records : ndarray of records.RECORD, shape (n,)
        Zeroed before; the records of the rounds so far.

    Returns
    -------
    bool
        False where the dealer is not asked to bury.
    """
    rules, state, match, log = rules_array[0], states[0], matches[0], logs[0]
    given, view = givens[0], states[0]["view"]
    players, decks = rules["players"], rules["decks"]
    for i in range(hands.shape[0]):
        number = first + U64(i)
        open_match(match, rules)
        match["levels"][0], match["levels"][1] = given["levels"][0], given["levels"][1]
        match["dealer"], match["round"] = 0, 1
        open_round(state, match, seed, number, sizes[0], sizes[1], rules, streams, log, records[i])
        copy(given["hand"], state["dealt"][0])
        copy(given["kitty"], state["dealt"][players])
        for part in range(players - 1):
            _sort_copies(hands, i, part, decks, state["dealt"][part + 1])
        start(state, rules, streams, log)
        # the draw is over, and what it brought is known
        view["after"] = players * sizes[0]
        state["is_final"], state["polled"], state["acted"] = 1, players, 0
        view["declarer"], view["declared_count"] = 0, 1
        view["declared"] = given["trump"] if given["trump"] < TRUMPS else BLACK_JOKER
        ask = advance(state, rules, frame_table, streams, log, records[i])
        if ask != BURY or view["seat"] != 0:
            return False
        out[i] = state
    return True


@kernel
def own_bury(
    state: Any, policy: Any, frame_table: Any, rules: Any, streams: Any, work: Any, move: Any
) -> None:
    """Ask a policy what it would bury; the cards stand in the move, in the frame."""
    view = state["view"]
    choose(
        policy, view, state["own"][0], frame_table[view["rank"], view["trump"]], rules, streams, 0,
        work, move,
    )  # fmt: skip


@kernel
def play_option(
    seed: Any, first: Any, positions: Any, begun: Any, option: Any, givens: Any, rules_array: Any,
    policies: Any, frame_table: Any, sizes: Any, streams: Any, states: Any, matches: Any,
    works: Any, moves: Any, logs: Any, blank: Any, out: Any,
) -> Any:  # fmt: skip
    """Bury some cards in each position and let the policies play the round out.

    Parameters
    ----------
    positions : ndarray of records.STATE, shape (n,)
    begun : ndarray of records.RECORD, shape (n,)
        Both are left as they are.
    option : ndarray of OPTION, shape (1,)
    blank : ndarray of records.RECORD, shape (1,)
        Overwritten: streams are opened with it.
    out : ndarray of records.RECORD, shape (n,)
        Overwritten.
    seed, first, givens, rules_array, policies, frame_table, sizes, streams, states, matches,
    works, moves, logs
        As for `reach_bury`.  Every option meets the same random words.

    Returns
    -------
    int64
        The first bad status, or 0.
    """
    rules, state, match = rules_array[0], states[0], matches[0]
    work, move, log, given = works[0], moves[0], logs[0], givens[0]
    view = state["view"]
    for i in range(positions.shape[0]):
        open_match(match, rules)
        match["levels"][0], match["levels"][1] = given["levels"][0], given["levels"][1]
        match["dealer"], match["round"] = 0, 1
        open_round(
            state, match, seed, first + U64(i), sizes[0], sizes[1], rules, streams, log, blank[0]
        )
        states[0] = positions[i]
        out[i] = begun[i]
        record = out[i]
        frame = frame_table[view["rank"], view["trump"]]
        to_frame(option[0]["cards"], frame, move["cards"])
        ask = apply(state, move, rules, frame_table, frame, log, record, work)
        if ask < 0:
            ask = advance(state, rules, frame_table, streams, log, record)
        while ask != NOTHING:
            seat = view["seat"]
            frame = frame_table[view["rank"], view["trump"]]
            choose(
                policies[seat], view, state["own"][seat], frame, rules, streams, seat, work, move
            )
            ask = apply(state, move, rules, frame_table, frame, log, record, work)
            if ask < 0:
                ask = advance(state, rules, frame_table, streams, log, record)
        status = state["status"]
        if status == 0:
            score_round(state, rules, frame_table[view["rank"], view["trump"]], work, record)
            close_round(match, record, rules, 2)
            status = check_round(state, rules, record)
        record["status"] = status
        if status != 0:
            return np.int64(status)
    return np.int64(0)

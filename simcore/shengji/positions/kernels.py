"""From hidden cards to a STATE in which seat 0 decides."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.rng import ASK, below, open_stream, place_of
from simcore.shengji.cards import MAX_SEATS
from simcore.shengji.combos.frame import to_frame
from simcore.shengji.combos.planes import clear, copy, n_cards, points_of, put_kinds
from simcore.shengji.records import CARDS, TRUMPS, Ask, Stage
from simcore.shengji.step import advance, apply, start
from simcore.shengji.step.exchange import begin_play
from simcore.shengji.step.rounds import open_match, open_round

GIVEN = np.dtype(
    [
        ("rank", "i8"),  # trump rank 0..12
        ("trump", "i8"),  # trump suit 0..3, 4 none
        ("levels", "i8", (MAX_SEATS,)),  # 0..12 of the two teams, or of five players
        ("dealer", "i8"),
        ("hand", CARDS),  # seat 0's cards by type; those as drawn where it is to bury
        ("kitty", CARDS),  # the cards it has taken up, or buried; empty where it knows neither
        # --- a trick under way
        ("played", CARDS),  # cards of earlier tricks, by type
        ("points", "i8"),  # card points of the opponents' tricks
        ("n_plays", "i8"),  # plays laid in this trick
        ("plays", CARDS, (MAX_SEATS,)),  # in order
    ],
    align=True,
)
"""What seat 0 knows of a round."""

BURY = int(Ask.BURY)
LEAD, FOLLOW, ASKED = int(Ask.LEAD), int(Ask.FOLLOW), int(Stage.ASKED)
BLACK_JOKER = 4
"""Declaring kind that stands for no trump."""


@kernel
def _sort_copies(hands: Any, i: Any, part: Any, decks: Any, cards: Any) -> None:
    """Turn words of copies into copy planes."""
    clear(cards)
    for w in range(decks):
        put_kinds(cards, hands[i, part, w], 1)


@kernel
def deal_apart(
    seed: Any, first: Any, attempt: Any, cards: Any, n_free: Any, needs: Any, n_void: Any,
    streams: Any, out: Any,
) -> None:  # fmt: skip
    """Deal hidden cards where some seats are known to lack a suit.

    Parameters
    ----------
    seed, first, attempt : uint64
    cards : ndarray of int64, shape (k,)
        ``64 * copy + type``, the cards of the lacking suit last.
    n_free : int64
        Cards of other suits.
    needs : ndarray of int64, shape (hands,)
        Cards of each hand, those of the lacking seats first.
    n_void : int64
        How many lack the suit.
    streams : ndarray of uint64, shape (1, rng.ROW)
    out : ndarray of uint64, shape (n, hands, decks)
        Overwritten, words of copies.
    """
    pool = cards.copy()
    for i in range(out.shape[0]):
        open_stream(streams, 0, seed, ASK, place_of(first + U64(i), attempt))
        for k in range(cards.size):
            pool[k] = cards[k]
        at = 0
        for h in range(needs.size):
            for w in range(out.shape[2]):
                out[i, h, w] = ZERO
            end = n_free if h < n_void else cards.size
            for _ in range(needs[h]):
                pick = at + np.int64(below(streams, 0, U64(end - at)))
                card = pool[pick]
                pool[pick] = pool[at]
                pool[at] = card
                at += 1
                out[i, h, card // 64] |= ONE << U64(card % 64)


@kernel
def _open(
    state: Any, match: Any, seed: Any, number: Any, given: Any, rules: Any, sizes: Any,
    streams: Any, log: Any, record: Any,
) -> None:  # fmt: skip
    """Open a later round of a match whose dealer and levels are known."""
    open_match(match, rules)
    for unit in range(MAX_SEATS):
        match["levels"][unit] = given["levels"][unit]
    match["dealer"], match["round"] = given["dealer"], 1
    open_round(state, match, seed, number, sizes[0], sizes[1], rules, streams, log, record)


@kernel
def reach_trick(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, tables: Any, sizes: Any,
    streams_array: Any, states: Any, matches: Any, works: Any, moves: Any, logs: Any, out: Any,
    records: Any, fits: Any,
) -> None:  # fmt: skip
    """Set up a trick in which seat 0 is next.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, seats, decks)
        Cards of seats 1, 2, ... before the trick, words of copies; the last item is the kitty,
        where seat 0 does not know it.
    works, moves
        As for `engine.play_batch`.
    fits : ndarray of bool, shape (n,)
        True already: left alone.  Becomes True where the trick could be played as it was.
    seed, first, givens, rules_array, tables, sizes, streams, states, matches, logs, out,
    records
        As for `reach_bury`.
    """
    rules, state, match, log = rules_array[0], states[0], matches[0], logs[0]
    given, view = givens[0], states[0]["view"]
    table, streams = tables[0], streams_array[0]
    work, move = works[0], moves[0]
    players, decks = rules["players"], rules["decks"]
    rank, trump, dealer = given["rank"], given["trump"], given["dealer"]
    frame = table["frames"][rank, trump]
    for i in range(hands.shape[0]):
        if fits[i]:
            continue
        record = records[i]
        _open(state, match, seed, first + U64(i), given, rules, sizes, streams, log, record)
        copy(given["hand"], state["dealt"][0])
        for seat in range(1, players):
            _sort_copies(hands, i, seat - 1, decks, state["dealt"][seat])
        if dealer == 0:
            copy(given["kitty"], state["dealt"][players])
        else:
            _sort_copies(hands, i, players - 1, decks, state["dealt"][players])
        start(state, rules, streams, log)
        view["after"] = players * sizes[0]
        view["trump"], view["dealer"] = trump, dealer
        view["declarer"], view["declared_count"] = dealer, 1
        view["declared"] = trump if trump < TRUMPS else BLACK_JOKER
        for seat in range(players):
            to_frame(state["dealt"][seat], frame, state["own"][seat]["hand"])
            clear(view["exposed"][seat])
        to_frame(state["dealt"][players], frame, state["kitty"])
        copy(state["kitty"], state["own"][dealer]["buried"])
        state["own"][dealer]["has_buried"] = 1
        state["buried_by"] = dealer
        state["stage"] = ASKED
        record["kitty_points"] = points_of(state["kitty"], frame)
        begin_play(state, frame, rules, record)
        to_frame(given["played"], frame, view["played"])
        for seat in range(players):
            view["left"][seat] = n_cards(state["own"][seat]["hand"])
        opponent = 1 if dealer % 2 == 0 else 0
        view["points"][opponent] = given["points"]
        view["points"][dealer] = points_of(view["played"], frame) - given["points"]
        view["tricks"] = 1 if view["played"]["p0"] != ZERO else 0
        n_plays = given["n_plays"]
        leader = (players - n_plays) % players
        view["leader"] = view["seat"] = leader
        view["ask"] = LEAD
        for k in range(n_plays):
            to_frame(given["plays"][k], frame, move["cards"])
            ask = apply(state, move, rules, table, frame, log, record, work)
            if ask != FOLLOW:
                break
        fits[i] = (
            state["status"] == 0 and view["failed"][leader] == 0 and view["n_plays"] == n_plays
        )
        out[i] = state


@kernel
def reach_bury(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, tables: Any, sizes: Any,
    streams_array: Any, states: Any, matches: Any, logs: Any, out: Any, records: Any,
) -> Any:  # fmt: skip
    """Set up the round of a dealer who has taken up the kitty.

    Parameters
    ----------
    seed, first : uint64
    hands : ndarray of uint64, shape (n, seats - 1, decks)
        Cards of the other seats, words of copies.
    givens : ndarray of GIVEN, shape (1,)
    rules_array, tables, sizes, streams, states, matches, logs
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
    table, streams = tables[0], streams_array[0]
    players, decks = rules["players"], rules["decks"]
    for i in range(hands.shape[0]):
        _open(state, match, seed, first + U64(i), given, rules, sizes, streams, log, records[i])
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
        ask = advance(state, rules, table, streams, log, records[i])
        if ask != BURY or view["seat"] != 0:
            return False
        out[i] = state
    return True

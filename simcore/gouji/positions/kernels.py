"""From hidden cards to a STATE in which seat 0 decides."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.deal import draw_order
from simcore.gouji.cards import HAND, SEATS
from simcore.gouji.combos.packed import (
    class_of_card,
    combo_naturals,
    combo_wilds,
    counts_of_words,
    hand_size,
)
from simcore.gouji.policies import choose
from simcore.gouji.records import Ask, Phase
from simcore.gouji.step import advance, begin, prepare, respond, start, take_hands
from simcore.gouji.streams import open_streams
from simcore.jit import U64, kernel
from simcore.rng import ASK, below, open_stream, place_of

GIVEN = np.dtype(
    [
        ("ask", "i8"),  # the question seat 0 is to be asked, an `Ask`
        ("total", "i8", (2,)),  # points of this game before the round, even and odd team
        ("played", "i8", (6,)),  # natural cards gone, the play on the table apart
        ("played_wilds", "i8", (6,)),
        ("finish", "i8", (6,)),  # seats out, in order; -1 beyond
        ("n_out", "i8"),
        ("active", "i8"),  # bit s: seat s holds cards before the play on the table
        ("passed", "i8"),  # seats that have passed on this table, as bits
        ("owner", "i8"),  # who laid the play on the table; -1: seat 0 leads
        ("combo", "i8"),
        ("starter", "i8"),  # who started the duel in which it was laid; -1 no duel
        ("giver", "i8"),  # who gave tribute; -1 none
        ("cards", "i8"),  # how many cards
        ("got", "i8"),  # which, as naturals and wilds
        ("got_wilds", "i8"),
    ],
    align=True,
)
"""What is known of a round under way, hands apart."""

ROUND = U64(1)
NOTHING, NEXT_DEAL, LEAD = int(Ask.NOTHING), int(Ask.DEAL), int(Ask.LEAD)
FOLLOW, DUEL, WORD, RETURN = int(Ask.FOLLOW), int(Ask.DUEL), int(Ask.WORD), int(Ask.RETURN)
FIRST_OF_PLAY, DUELLING = int(Phase.LEAD), int(Phase.DUEL)
RETURNING = int(Phase.RETURN)


@kernel
def deal_apart(
    seed: Any, first: Any, cards: Any, n_low: Any, needs: Any, streams: Any, out: Any
) -> None:
    """Deal hidden cards where the first hand may hold some of them only.

    Parameters
    ----------
    seed, first : uint64
    cards : ndarray of int64, shape (k,)
        Card numbers; those the first hand may hold stand first.  Put into another order.
    n_low : int64
        How many those are.
    needs : ndarray of int64, shape (hands,)
        Cards of each hand; the first one's are drawn from its own, the others' from all the rest.
    streams : ndarray of uint64, shape (1, rng.ROW)
    out : ndarray of uint64, shape (n, hands, 4)
        Zeroed before; one deal a row.
    """
    for i in range(out.shape[0]):
        open_stream(streams, 0, seed, ASK, place_of(first + U64(i), ROUND))
        cards.sort()  # so that a deal does not depend on those before it
        at = 0
        for h in range(needs.size):
            end = n_low if h == 0 else cards.size
            for _ in range(needs[h]):
                k = at + np.int64(below(streams, 0, U64(end - at)))
                card = cards[k]
                cards[k] = cards[at]
                cards[at] = card
                at += 1
                out[i, h, card // 64] |= ONE << U64(card % 64)


@kernel
def _set_match(state: Any, number: Any, hand: Any, given: Any) -> None:
    """Begin a match that ends after its round."""
    match = state["match"]
    match["match"], match["starts"] = number, -1
    match["round"] = match["hand"] = hand
    match["last_round"] = hand
    match["total"][0], match["total"][1] = given["total"][0], given["total"][1]
    record = state["record"]
    record["threes"] = -1
    for seat in range(SEATS):
        for i in range(2):
            record["receiver"][seat, i] = -1
        for i in range(3):
            record["gave"][seat, i] = record["got"][seat, i] = -1


@kernel
def _take_hidden(state: Any, hands: Any, i: Any) -> None:
    """Put the hands of position i into the state."""
    for seat in range(SEATS):
        naturals, wilds = counts_of_words(
            hands[i, seat, 0], hands[i, seat, 1], hands[i, seat, 2], hands[i, seat, 3]
        )
        state["naturals"][seat], state["wilds"][seat] = naturals, wilds
        state["left"][seat] = hand_size(naturals, wilds)


@kernel
def reach_revolution(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, policies: Any, states: Any,
    blank: Any, draws: Any, moves: Any, streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Open the first round of a match up to the question whether seat 0 declares Revolution.

    Parameters
    ----------
    seed, first : uint64
    hands : ndarray of uint64, shape (n, 6, 4)
    givens : ndarray of GIVEN, shape (1,)
    rules_array, policies, states, blank, draws, moves, streams_array, logs
        As for `engine.batch.play_batch`; nothing is written down.
    out : ndarray of records.STATE, shape (n,)
        Overwritten.

    Returns
    -------
    bool
        False where the rules never ask seat 0.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state, drawn, move = states[0], draws[0], moves[0]
    view, given = state["view"], givens[0]
    for i in range(hands.shape[0]):
        states[0] = blank[0]
        number = first + U64(i)
        _set_match(state, number, 1, given)
        open_streams(streams, seed, number, ROUND)
        begin(state, drawn, rules, streams, log)
        is_dealt = False
        while True:
            asked = prepare(state, drawn, rules, streams, log)
            if asked == given["ask"] and view["seat"] == 0:
                break
            if asked == NEXT_DEAL:
                if is_dealt:
                    return False
                is_dealt = True
                place = place_of(number, ROUND)
                for seat in range(SEATS):
                    draw_order(seed, place, ZERO, U64(seat), hands[i, seat], drawn["order"][seat])
                take_hands(hands, i, state, drawn, rules, log)
                continue
            if asked == NOTHING:
                return False
            answer = 0
            if asked != given["ask"]:  # who was asked before has not declared
                seat = view["seat"]
                answer = choose(
                    policies[seat], view, state["own"], state["own_wilds"], streams, seat, rules,
                    move,
                )  # fmt: skip
            respond(state, answer, move, drawn, rules, log)
        out[i] = state
    return True


@kernel
def reach_return(
    first: Any, hands: Any, givens: Any, rules_array: Any, states: Any, blank: Any, draws: Any,
    streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Set up the second round of a game where seat 0 has received tribute.

    Parameters
    ----------
    first, hands, givens, rules_array, states, blank, draws, streams_array, logs, out
        As for `reach_revolution`.

    Returns
    -------
    bool
        True.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state, drawn, given = states[0], draws[0], givens[0]
    view = state["view"]
    for i in range(hands.shape[0]):
        states[0] = blank[0]
        _set_match(state, first + U64(i), 2, given)
        _take_hidden(state, hands, i)
        for seat in range(SEATS):
            state["left"][seat] = HAND  # as dealt, and again once the tribute is settled
        giver = given["giver"]
        start(state, rules, giver)
        view["hand"] = 2
        for team in range(2):
            view["total"][team] = given["total"][team]
        state["leader"] = state["first_drawer"] = giver
        state["duties"] = 1
        state["giver"][0], state["receiver"][0], state["cards"][0] = giver, 0, given["cards"]
        view["giver"], view["receiver"], view["cards"] = giver, 0, given["cards"]
        view["got"], view["got_wilds"] = given["got"], given["got_wilds"]
        for k in range(given["cards"]):
            place = given["cards"] - 1 - k  # highest first
            record = state["record"]
            record["gave"][giver, k] = class_of_card(given["got"], given["got_wilds"], place)
        state["record"]["receiver"][giver, 0] = 0
        state["phase"] = RETURNING
        prepare(state, drawn, rules, streams, log)
        out[i] = state
    return True


@kernel
def reach_play(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, states: Any, blank: Any,
    moves: Any, streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Set up a table and go on to the question seat 0 is asked; the others decline until then.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 6, 4)
        Cards of each seat; the owner's before it laid the play on the table.
    seed, first, givens, rules_array, states, blank, moves, streams_array, logs, out
        As for `reach_revolution`.

    Returns
    -------
    bool
        False where the question does not come up.
    """
    rules, log, streams = rules_array[0], logs[0], streams_array[0]
    state, move, given = states[0], moves[0], givens[0]
    view = state["view"]
    for i in range(hands.shape[0]):
        states[0] = blank[0]
        number = first + U64(i)
        _set_match(state, number, 1, given)
        open_streams(streams, seed, number, ROUND)
        _take_hidden(state, hands, i)
        owner, combo = given["owner"], given["combo"]
        start(state, rules, max(owner, 0))
        view["hand"] = 1
        for team in range(2):
            view["total"][team] = given["total"][team]
        for seat in range(SEATS):
            view["played"][seat] = given["played"][seat]
            view["played_wilds"][seat] = given["played_wilds"][seat]
            state["deck"] += given["played"][seat]
            state["deck_wilds"] += given["played_wilds"][seat]
            view["finish"][seat] = given["finish"][seat]
        view["n_out"], view["active"] = given["n_out"], given["active"]
        view["passed"] = given["passed"]
        answer = 0
        if owner >= 0 and given["starter"] < 0:
            view["ask"], view["seat"] = LEAD, owner
            answer = combo
        elif owner >= 0:
            state["naturals"][owner] -= combo_naturals(combo)
            state["wilds"][owner] -= combo_wilds(combo)
            state["left"][owner] = hand_size(state["naturals"][owner], state["wilds"][owner])
            view["left"][owner] = state["left"][owner]
            view["played"][owner] += combo_naturals(combo)
            view["played_wilds"][owner] += combo_wilds(combo)
            view["table"], view["owner"], view["last"] = combo, owner, owner
            view["starter"], state["kind"] = given["starter"], 0
            state["turn"] = 0
            state["phase"] = DUELLING
        while True:
            asked = advance(state, answer, move, rules, streams, log)
            answer = 0
            is_reply = asked in (DUEL, WORD)
            if view["seat"] == 0 and (
                asked == given["ask"] or (given["ask"] == FOLLOW and is_reply)
            ):
                break
            if asked == NOTHING:
                return False
        out[i] = state
    return True

"""From hidden cards to a STATE in which seat 0 decides, and from an option to a record."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO
from simcore.jit import U64, kernel
from simcore.tichu import records as rec
from simcore.tichu.combos.shape import NONE
from simcore.tichu.policies import choose
from simcore.tichu.rules import PartnerCall
from simcore.tichu.step import (
    advance,
    answer_bomb,
    answer_grand,
    answer_tichu,
    answer_turn,
    answer_wish,
    start,
    start_given,
)
from simcore.tichu.streams import open_streams

GIVEN = np.dtype(
    [
        ("ask", "i8"),  # the question seat 0 is to be asked, an ASK code
        ("round", "i8"),  # number of the round, for the streams
        ("total", "i8", (2,)),
        ("bets", "i8", (4,)),
        ("callers", "i8"),  # bit s: seat s may still call Tichu
        ("points", "i8", (4,)),  # card points of the tricks each seat has won
        ("active", "i8"),  # bit s: seat s holds cards before the play on the table
        ("finish", "i8", (3,)),  # seats out before it, in order; -1 not yet
        ("n_out", "i8"),
        ("wish", "i8"),  # rank wished and not yet met, 0 none
        ("played", "u8"),  # cards laid before the play on the table
        ("pile", "u8"),  # those of them that lie in the trick
        ("owner", "i8"),  # who laid the play on the table; -1: seat 0 leads
        ("combo", "i8"),  # what it is
        ("cards", "u8"),  # its cards
    ],
    align=True,
)
"""What is known of a round under way, hands apart."""

_ONE_PER_TEAM = int(PartnerCall.ONE_PER_TEAM)
_NO = np.int64(0)


@kernel
def _call_as_told(state: Any, bets: Any, rules: Any) -> None:
    """Put down the small bets that are known to have been called before the exchange."""
    view = state["view"]
    for seat in range(4):
        if bets[seat] == rec.SMALL:
            view["bets"][seat] = rec.SMALL
            state["record"]["point"][seat] = rec.POINT_A
            barred = 1 << seat
            if rules["partner_double_call"] == _ONE_PER_TEAM:
                barred |= 1 << (seat ^ 2)
            state["callers"] &= ~barred


@kernel
def reach_early(
    seed: Any, first: Any, words: Any, givens: Any, rules_array: Any, policies: Any, states: Any,
    blank: Any, streams_array: Any, logs: Any, out: Any, fits: Any,
) -> Any:  # fmt: skip
    """Play each deal to a question before the first lead.

    Parameters
    ----------
    seed, first : uint64
        The deals are those of positions first, first + 1, ...
    words : ndarray of uint64, shape (n, 8)
        First 8 cards of each seat, then the other 6.
    givens : ndarray of GIVEN, shape (1,)
    rules_array, policies, states, blank, streams_array, logs
        As for `engine.play_batch`; nothing is written down.
    out : ndarray of records.STATE, shape (n,)
        Overwritten where `fits` is False before the call.
    fits : ndarray of bool, shape (n,)
        True already: left alone.  Becomes True where each other seat's policy answers the Grand
        question as is told.

    Returns
    -------
    bool
        False where the rules never ask seat 0 that question.
    """
    rules, streams, log = rules_array[0], streams_array[0], logs[0]
    given = givens[0]
    state = states[0]
    view = state["view"]
    for i in range(words.shape[0]):
        if fits[i]:
            continue
        open_streams(streams, seed, first + U64(i), U64(given["round"]))
        stage = start(
            states, blank, words, i, first + U64(i), given["round"], given["total"][0],
            given["total"][1], rules, log,
        )  # fmt: skip
        is_fit = True
        is_told = False
        while True:
            advance(state, stage, rules, log, streams)
            ask, seat = view["ask"], view["seat"]
            if ask != rec.ASK_GRAND and not is_told:
                _call_as_told(state, given["bets"], rules)
                is_told = True
            if ask == given["ask"] and seat == 0:
                break
            if ask == rec.ASK_GRAND:
                call = np.int64(1 if given["bets"][seat] == rec.GRAND else 0)
                if seat != 0:
                    own = state["own"][seat]
                    would, _, _, _ = choose(policies[seat], view, own, rules, streams, seat)
                    is_fit = is_fit and (would != 0) == (call != 0)
                stage = answer_grand(state, call, rules, log)
            elif ask == rec.ASK_TICHU:
                stage = answer_tichu(state, rec.NOT_NOW, rules, log)
            else:
                return False
        out[i] = state
        fits[i] = is_fit
    return True


@kernel
def reach_late(
    seed: Any, first: Any, hands: Any, givens: Any, rules_array: Any, states: Any, blank: Any,
    streams_array: Any, logs: Any, out: Any,
) -> Any:  # fmt: skip
    """Set up a trick under way and go on to the question seat 0 is asked.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 4)
        Cards of each seat; the owner's before he laid the play on the table.
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    seed, first, givens, rules_array, states, blank, streams_array, logs
        As for `reach_early`.

    Returns
    -------
    bool
        False where the question does not come up after that play.
    """
    rules, streams, log = rules_array[0], streams_array[0], logs[0]
    given = givens[0]
    state = states[0]
    view = state["view"]
    for i in range(hands.shape[0]):
        open_streams(streams, seed, first + U64(i), U64(given["round"]))
        stage = start_given(
            states, blank, hands[i : i + 1], _NO, first + U64(i), given["round"],
            given["total"][0], given["total"][1], rules, log,
        )  # fmt: skip
        state["callers"] = _NO
        advance(state, stage, rules, log, streams)
        state["callers"] = given["callers"]
        state["deck"] |= given["played"]
        view["played"] = given["played"]
        view["pile"] = given["pile"]
        view["active"] = given["active"]
        view["n_out"] = given["n_out"]
        for k in range(3):
            view["finish"][k] = given["finish"][k]
        for seat in range(4):
            view["points"][seat] = given["points"][seat]
            view["bets"][seat] = given["bets"][seat]
        view["ask"] = rec.ASK_TURN
        turn = given["owner"] if given["combo"] != 0 else _NO
        view["seat"] = turn
        state["turn"] = turn
        if given["combo"] != 0:
            stage = answer_turn(state, turn, given["combo"], given["cards"], rules, log)
            while True:
                advance(state, stage, rules, log, streams)
                ask, seat = view["ask"], view["seat"]
                if ask == given["ask"] and seat == 0:
                    break
                if ask == rec.ASK_TURN and seat != 0:
                    stage = answer_turn(state, seat, NONE, ZERO, rules, log)
                elif ask == rec.ASK_WISH:
                    stage = answer_wish(state, given["wish"], rules, log)
                elif ask == rec.ASK_TICHU:
                    stage = answer_tichu(state, rec.NOT_NOW, rules, log)
                elif ask == rec.ASK_BOMB:
                    stage = answer_bomb(state, NONE, ZERO, rules, log)
                else:
                    return False
        if given["ask"] != rec.ASK_WISH:
            view["wish"] = given["wish"]
        out[i] = state
    return True

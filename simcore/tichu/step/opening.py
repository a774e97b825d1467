"""A round before its first lead: deal, Grand Tichu, first calls, exchange (TI-5 to TI-11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, index, popcount
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.cards import MAH
from simcore.tichu.combos.bombs import bomb_masks
from simcore.tichu.rules import Exchange, GrandOrder, PartnerCall
from simcore.tichu.step.stages import (
    ALL,
    CALLS,
    EXCHANGE,
    ILLEGAL,
    LEAD,
    NO,
    OWN_TURN,
    PREPARE,
    STAY,
    SWAP,
    THROW,
    ask,
    from_queue,
    note,
    stop,
    to_turn,
)

_ACES = U64(0xF << 52)
_ONE_PER_TEAM = int(PartnerCall.ONE_PER_TEAM)
_SEQUENTIAL = int(GrandOrder.SEQUENTIAL)
_NO_EXCHANGE = int(Exchange.NONE)


@kernel
def honours_of(hand: Any) -> Any:
    """Aces in bits 0..2, then Phoenix, Dragon, Mah Jong, Dog (see `records.RECORD`)."""
    aces = popcount(hand & _ACES)
    return aces | (hand & U64(12)) << ONE | (hand & U64(3)) << U64(5)


@kernel
def _clear(now: Any, match: Any, round_: Any, even: Any, odd: Any, rules: Any) -> None:
    """Write the head of a round into a blank state."""
    view, record = now["view"], now["record"]
    view["round"] = round_
    view["total"][0] = even
    view["total"][1] = odd
    record["match"] = match
    record["round"] = round_
    record["total"][0] = even
    record["total"][1] = odd
    for seat in range(4):
        now["own"][seat]["seat"] = seat
    if rules["stake_small"] == 0:
        now["callers"] = 0


@kernel
def start(
    state: Any, blank: Any, words: Any, i: Any, match: Any, round_: Any, even: Any, odd: Any,
    rules: Any, log: Any,
) -> Any:  # fmt: skip
    """Deal eight cards each and ask for Grand Tichu (TI-5, TI-6).

    Parameters
    ----------
    state : ndarray of `records.STATE`, shape (1,)
        Overwritten.
    blank : ndarray of `records.STATE`, shape (1,)
        From `blank_state`.
    words : ndarray of uint64, shape (n, 8)
        Deals: the first 8 cards of each seat, then the other 6.
    i : int64
        Which of them.
    match : uint64
    round_, even, odd : int64
        Number of the round from 1, and the totals of the teams before it.
    rules : records.RULES
    log : records.LOG
        `n` is -1 where nothing is written down, otherwise 0.

    Returns
    -------
    int64
        Stage for `advance`.
    """
    stay_call()
    state[0] = blank[0]
    now = state[0]
    view, record = now["view"], now["record"]
    _clear(now, match, round_, even, odd, rules)
    for seat in range(4):
        first = words[i, seat]
        hand = first | words[i, seat + 4]
        now["full"][seat] = hand
        now["own"][seat]["hand"] = first
        view["left"][seat] = 8
        record["honours_8"][seat] = honours_of(first)
        record["honours_14"][seat] = honours_of(hand)
        quads, flush = bomb_masks(hand)
        record["quads_dealt"][seat] = popcount(quads)
        record["flush_dealt"][seat] = 1 if flush else 0
        if log["n"] >= 0:
            note(log, rec.EVENT_DEAL, seat, np.int64(first), np.int64(hand ^ first), NO)
    if rules["stake_grand"] > 0:
        ask(view, NO, rec.ASK_GRAND)
        return STAY
    return _deal_rest(now, rules, log)


@kernel
def start_given(
    state: Any, blank: Any, hands: Any, leader: Any, match: Any, round_: Any, even: Any,
    odd: Any, rules: Any, log: Any,
) -> Any:  # fmt: skip
    """Start at the first lead from given hands of any size.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 4)
        First row: cards of each seat, none empty and pairwise different.
    leader : int64
        Who leads where nobody holds the Mah Jong.
    state, blank, match, round_, even, odd, rules, log
        As for `start`.

    Returns
    -------
    int64
        Stage for `advance`.
    """
    stay_call()
    state[0] = blank[0]
    now = state[0]
    _clear(now, match, round_, even, odd, rules)
    for seat in range(4):
        hand = hands[0, seat]
        now["own"][seat]["hand"] = hand
        now["view"]["left"][seat] = np.int64(popcount(hand))
        if log["n"] >= 0:
            note(log, rec.EVENT_DEAL, seat, np.int64(hand), NO, NO)
    now["actor"] = (leader + 3) & 3
    now["then"] = LEAD
    return PREPARE


@kernel
def answer_grand(state: Any, is_call: Any, rules: Any, log: Any) -> Any:
    """Take a seat's Grand Tichu answer (TI-6, TI-9, TI-59)."""
    stay_call()
    view = state["view"]
    seat = view["seat"]
    one_per_team = rules["partner_double_call"] == _ONE_PER_TEAM
    if rules["grand_tichu_order"] == _SEQUENTIAL:
        if is_call:
            view["bets"][seat] = rec.GRAND
        seat += 1
        while seat < 4 and one_per_team and seat >= 2 and view["bets"][seat - 2] != rec.NO_BET:
            seat += 1
    else:
        if is_call:
            state["called"] |= 1 << seat
        seat += 1
    if seat < 4:
        view["seat"] = seat
        return STAY
    for s in range(4):
        # hidden answers: of two partners the lower seat's call stands (TI-59)
        barred = one_per_team and s >= 2 and view["bets"][s - 2] != rec.NO_BET
        if state["called"] >> s & 1 and not barred:
            view["bets"][s] = rec.GRAND
    state["called"] = 0
    return _deal_rest(state, rules, log)


@kernel
def _deal_rest(state: Any, rules: Any, log: Any) -> Any:
    """Deal six more cards each and go on to the calls before the exchange (TI-7, TI-8 a)."""
    stay_call()
    view = state["view"]
    callers = 0
    for seat in range(4):
        own = state["own"][seat]
        own["hand"] = state["full"][seat]
        view["left"][seat] = 14
        if view["bets"][seat] == rec.GRAND:
            callers |= 1 << seat
            state["record"]["point"][seat] = rec.POINT_GRAND
    if log["n"] >= 0:
        note(log, rec.EVENT_GRAND, np.int64(callers), NO, NO, NO)
    barred = callers
    if rules["partner_double_call"] == _ONE_PER_TEAM:
        barred |= (callers << 2 | callers >> 2) & 15
    state["callers"] &= ~barred
    state["actor"] = 3
    view["point"] = rec.POINT_A
    state["queue"] = ALL
    stage = PREPARE
    if rules["exchange"] == _NO_EXCHANGE:
        state["then"] = LEAD
    elif rules["repass_after_tichu"]:
        # chosen once the calls are known, which is choosing again where there was one (TI-57)
        state["then"] = EXCHANGE
    else:
        state["then"] = SWAP
        ask(view, NO, rec.ASK_EXCHANGE)
        stage = STAY
    if rules["small_tichu_timing"] == OWN_TURN:
        state["queue"] = 0
    return stage


@kernel
def prepare(state: Any, rules: Any, log: Any) -> None:
    """Ask the next Tichu question before the first lead, or go on to what comes after them."""
    stay_call()
    view = state["view"]
    while True:
        seat = from_queue(state, state["callers"] & ~state["patient"])
        if seat >= 0:
            ask(view, seat, rec.ASK_TICHU)
            return
        if state["called"] and view["point"] == rec.POINT_A:
            # a pass over the seats brought a call: ask round again (TI-57)
            state["called"] = 0
            state["queue"] = ALL
            continue
        if state["then"] == EXCHANGE:
            ask(view, NO, rec.ASK_EXCHANGE)
            return
        if state["then"] == LEAD:
            _first_lead(state, rules)
            return
        _swap(state, log)
        view["point"] = rec.POINT_B
        state["then"] = LEAD
        state["queue"] = NO if rules["small_tichu_timing"] == OWN_TURN else ALL


@kernel
def answer_exchange(state: Any, to_next: Any, to_partner: Any, to_previous: Any) -> Any:
    """Take the three cards a seat gives away (TI-10); they change hands when all have chosen."""
    stay_call()
    view = state["view"]
    seat = view["seat"]
    own = state["own"][seat]
    given = to_next | to_partner | to_previous
    if popcount(given) != U64(3) or given & ~own["hand"] or popcount(to_next) != ONE:
        return stop(state, ILLEGAL)
    own["gave"][0] = to_next
    own["gave"][1] = to_partner
    own["gave"][2] = to_previous
    if seat < 3:
        view["seat"] = seat + 1
        return STAY
    state["then"] = SWAP
    return PREPARE


@kernel
def _swap(state: Any, log: Any) -> None:
    """Hand over the exchanged cards."""
    stay_call()
    record = state["record"]
    for seat in range(4):
        own = state["own"][seat]
        for k in range(3):
            card = own["gave"][k]
            to = state["own"][(seat + 1 + k) & 3]
            own["hand"] ^= card
            to["hand"] ^= card
            to["got"][2 - k] = card
            record["gave"][seat, k] = index(card)
        if log["n"] >= 0:
            note(
                log, rec.EVENT_EXCHANGE, seat, np.int64(own["gave"][0]),
                np.int64(own["gave"][1]), np.int64(own["gave"][2]),
            )  # fmt: skip


@kernel
def _first_lead(state: Any, rules: Any) -> None:
    """Let the holder of the Mah Jong lead (TI-11); in given hands without it, the actor's next."""
    stay_call()
    view, record = state["view"], state["record"]
    leader = (state["actor"] + 1) & 3
    bombers = 0
    for seat in range(4):
        own = state["own"][seat]
        hand = own["hand"]
        if hand & MAH:
            leader = seat
        quads, flush = bomb_masks(hand)
        own["quads"] = quads
        own["flush"] = flush
        if quads | flush:
            bombers |= 1 << seat
        record["quads"][seat] = popcount(quads)
        record["flush"][seat] = 1 if flush else 0
        record["honours"][seat] = honours_of(hand)
        state["deck"] |= hand
    state["bombers"] = bombers
    view["leader"] = leader
    record["leader"] = leader
    state["turn"] = leader
    to_turn(state, rules)


@kernel
def answer_tichu(state: Any, answer: Any, rules: Any, log: Any) -> Any:
    """Take a Tichu answer (TI-8, TI-9): NOT_NOW, CALL, NEVER or ON_TURN."""
    view = state["view"]
    seat = view["seat"]
    point = view["point"]
    if answer == rec.CALL:
        view["bets"][seat] = rec.SMALL
        barred = 1 << seat
        if rules["partner_double_call"] == _ONE_PER_TEAM:
            barred |= 1 << (seat ^ 2)
        state["callers"] &= ~barred
        state["called"] = 1
        state["record"]["point"][seat] = point
        state["record"]["called_out"][seat] = view["n_out"]
        if log["n"] >= 0:
            note(log, rec.EVENT_TICHU, seat, NO, NO, NO)
    elif answer == rec.NEVER:
        state["callers"] &= ~(1 << seat)
    elif answer == rec.ON_TURN:
        state["patient"] |= 1 << seat
    if point <= rec.POINT_B:
        return PREPARE
    return THROW if state["then"] == THROW else CALLS

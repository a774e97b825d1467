"""A round, question by question: who acts, and what an answer does to the STATE (TI-57).

`start` leads to the first question.  A question stands in the view: `ask` says what, `seat` says
who.  The answer goes to the function of its kind, which changes the state and says at which
stage to go on; `advance` goes on from there to the next question, until `ask` is ASK_NOTHING.
Nothing here decides anything, and no question is asked that has only one answer: nobody is
asked for bombs he does not hold (TI-29) or for a Tichu he may not call (TI-8).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.status import Status
from simcore.tichu import records as rec
from simcore.tichu.cards import MAH, PHX
from simcore.tichu.combos.listing import COUNT, bomb_masks, scan_bombs
from simcore.tichu.combos.shape import (
    BOMB4,
    NONE,
    SINGLE_CARD,
    VALUE_DRAGON,
    beats,
)
from simcore.tichu.deals import points_of
from simcore.tichu.rules import (
    BombPriority,
    BombWindows,
    DogPartnerOut,
    Exchange,
    FinalTrick,
    GrandOrder,
    Leave,
    PartnerCall,
    TichuTiming,
    Wish,
)
from simcore.tichu.scoring import is_double_victory, receivers_of, settle
from simcore.tichu.streams import CHANCE_ROW, draw, keep_apart

(
    STAY, _PREPARE, _EXCHANGE, _SWAP, _LEAD, _CALLS, _LAID, _ACTED, _WINDOW, _BOMBERS, _CLOSE,
    _TURN, _THROW, _PLAY,
) = (np.int64(i) for i in range(14))  # fmt: skip
"""Stages: where `advance` goes on after an answer; STAY: the next question is asked already."""

_ALL = np.int64(15)
_YES, _NO = np.int64(1), np.int64(0)
_ACES = U64(0xF << 52)
_OK, _ILLEGAL, _TOO_LONG, _CARDS_LOST, _POINTS_LOST = (
    np.int64(int(code))
    for code in (
        Status.OK, Status.ILLEGAL_MOVE, Status.STEP_LIMIT, Status.CARDS_LOST, Status.POINTS_LOST,
    )
)  # fmt: skip
_DRAGON = SINGLE_CARD | VALUE_DRAGON << 8

_ANY_TIME, _OWN_TURN = int(TichuTiming.ANY_TIME), int(TichuTiming.OWN_TURN_ONLY)
_ONE_PER_TEAM = int(PartnerCall.ONE_PER_TEAM)
_SEQUENTIAL = int(GrandOrder.SEQUENTIAL)
_FORBIDDEN = int(Leave.FORBIDDEN)
_NO_EXCHANGE = int(Exchange.NONE)
_EACH_ACTION, _EACH_PLAY = int(BombWindows.EACH_ACTION), int(BombWindows.EACH_PLAY_AND_CLOSE)
_CLOSE_ONLY, _IN_TURN = int(BombWindows.CLOSE_ONLY), int(BombWindows.IN_TURN_ONLY)
_RANDOM_ORDER = int(BombPriority.RANDOM)
_AFTER_SELF = int(DogPartnerOut.NEXT_AFTER_SELF)
_COMPLETE = int(FinalTrick.COMPLETE)
_WISH_OFF, _WISH_MUST = int(Wish.OFF), int(Wish.MANDATORY)


# --- small things ---------------------------------------------------------------------------------


@kernel
def _note(log: Any, code: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Write an event down; all int64."""
    keep_apart()
    n = log["n"]
    row = log["rows"][n]
    row[0] = code
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    log["n"] = n + 1


@helper
def next_active(view: Any, seat: Any) -> Any:
    """Return the next seat after `seat` that still holds cards, perhaps itself (TI-25)."""
    active = U64(view["active"])
    ring = (active | active << U64(4)) >> U64(seat + 1)
    return (seat + 1 + np.int64(index(ring))) & 3


@kernel
def honours_of(hand: Any) -> Any:
    """Aces in bits 0..2, then Phoenix, Dragon, Mah Jong, Dog (see `records.RECORD`)."""
    aces = popcount(hand & _ACES)
    return aces | (hand & U64(12)) << ONE | (hand & U64(3)) << U64(5)


@helper
def _from_queue(state: Any, among: Any) -> Any:
    """Take the first seat of the queue that is in the mask `among`; -1 when there is none."""
    seats = U64(among)
    start = state["actor"] + 1
    queue = U64(state["queue"]) & ((seats | seats << U64(4)) >> U64(start))
    if queue == ZERO:
        return -1
    state["queue"] = np.int64(queue & (queue - ONE))
    return (start + np.int64(index(queue))) & 3


@helper
def _ask(view: Any, seat: Any, ask: Any) -> None:
    view["seat"] = seat
    view["ask"] = ask


@kernel
def _stop(state: Any, status: Any) -> Any:
    """End the round without a score; the runner reports the status."""
    state["record"]["status"] = status
    state["view"]["ask"] = rec.ASK_NOTHING
    return STAY


# --- before the first lead ------------------------------------------------------------------------


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
    keep_apart()
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
            _note(log, rec.EVENT_DEAL, seat, np.int64(first), np.int64(hand ^ first), _NO)
    if rules["stake_grand"] > 0:
        _ask(view, _NO, rec.ASK_GRAND)
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
    keep_apart()
    state[0] = blank[0]
    now = state[0]
    _clear(now, match, round_, even, odd, rules)
    for seat in range(4):
        hand = hands[0, seat]
        now["own"][seat]["hand"] = hand
        now["view"]["left"][seat] = np.int64(popcount(hand))
        if log["n"] >= 0:
            _note(log, rec.EVENT_DEAL, seat, np.int64(hand), _NO, _NO)
    now["actor"] = (leader + 3) & 3
    now["then"] = _LEAD
    return _PREPARE


@kernel
def answer_grand(state: Any, is_call: Any, rules: Any, log: Any) -> Any:
    """Take a seat's Grand Tichu answer (TI-6, TI-9, TI-59)."""
    keep_apart()
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
    keep_apart()
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
        _note(log, rec.EVENT_GRAND, np.int64(callers), _NO, _NO, _NO)
    barred = callers
    if rules["partner_double_call"] == _ONE_PER_TEAM:
        barred |= (callers << 2 | callers >> 2) & 15
    state["callers"] &= ~barred
    state["actor"] = 3
    view["point"] = rec.POINT_A
    state["queue"] = _ALL
    stage = _PREPARE
    if rules["exchange"] == _NO_EXCHANGE:
        state["then"] = _LEAD
    elif rules["repass_after_tichu"]:
        # chosen once the calls are known, which is choosing again where there was one (TI-57)
        state["then"] = _EXCHANGE
    else:
        state["then"] = _SWAP
        _ask(view, _NO, rec.ASK_EXCHANGE)
        stage = STAY
    if rules["small_tichu_timing"] == _OWN_TURN:
        state["queue"] = 0
    return stage


@kernel
def _prepare(state: Any, rules: Any, log: Any) -> None:
    """Ask the next Tichu question before the first lead, or go on to what comes after them."""
    keep_apart()
    view = state["view"]
    while True:
        seat = _from_queue(state, state["callers"])
        if seat >= 0:
            _ask(view, seat, rec.ASK_TICHU)
            return
        if state["called"] and view["point"] == rec.POINT_A:
            # a pass over the seats brought a call: ask round again (TI-57)
            state["called"] = 0
            state["queue"] = _ALL
            continue
        if state["then"] == _EXCHANGE:
            _ask(view, _NO, rec.ASK_EXCHANGE)
            return
        if state["then"] == _LEAD:
            _first_lead(state, rules)
            return
        _swap(state, log)
        view["point"] = rec.POINT_B
        state["then"] = _LEAD
        state["queue"] = _NO if rules["small_tichu_timing"] == _OWN_TURN else _ALL


@kernel
def answer_exchange(state: Any, to_next: Any, to_partner: Any, to_previous: Any) -> Any:
    """Take the three cards a seat gives away (TI-10); they change hands when all have chosen."""
    keep_apart()
    view = state["view"]
    seat = view["seat"]
    own = state["own"][seat]
    given = to_next | to_partner | to_previous
    if popcount(given) != U64(3) or given & ~own["hand"] or popcount(to_next) != ONE:
        return _stop(state, _ILLEGAL)
    own["gave"][0] = to_next
    own["gave"][1] = to_partner
    own["gave"][2] = to_previous
    if seat < 3:
        view["seat"] = seat + 1
        return STAY
    state["then"] = _SWAP
    return _PREPARE


@kernel
def _swap(state: Any, log: Any) -> None:
    """Hand over the exchanged cards."""
    keep_apart()
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
            _note(
                log, rec.EVENT_EXCHANGE, seat, np.int64(own["gave"][0]),
                np.int64(own["gave"][1]), np.int64(own["gave"][2]),
            )  # fmt: skip


@kernel
def _first_lead(state: Any, rules: Any) -> None:
    """Let the holder of the Mah Jong lead (TI-11); in given hands without it, the actor's next."""
    keep_apart()
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
    _to_turn(state, rules)


# --- calls ----------------------------------------------------------------------------------------


@kernel
def answer_tichu(state: Any, answer: Any, rules: Any, log: Any) -> Any:
    """Take a Tichu answer (TI-8, TI-9): NOT_NOW, CALL or NEVER."""
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
            _note(log, rec.EVENT_TICHU, seat, _NO, _NO, _NO)
    elif answer == rec.NEVER:
        state["callers"] &= ~(1 << seat)
    if point <= rec.POINT_B:
        return _PREPARE
    return _THROW if state["then"] == _THROW else _CALLS


# --- play -----------------------------------------------------------------------------------------


@helper
def _to_turn(state: Any, rules: Any) -> None:
    """Ask the seat on turn, for a Tichu first where it may still call one (TI-8 c)."""
    view = state["view"]
    seat = state["turn"]
    if state["callers"] >> seat & 1:
        view["point"] = rec.POINT_C
        state["queue"] = _NO
        state["then"] = _PLAY
        _ask(view, seat, rec.ASK_TICHU)
    else:
        _ask(view, seat, rec.ASK_TURN)


@kernel
def _ready_bombers(state: Any, rules: Any) -> Any:
    """Seats that hold a bomb for the play on top, as a mask (TI-29, TI-31).

    A wish that binds windows too (TI-34f) may leave such a seat without one that it may throw.
    """
    keep_apart()
    view = state["view"]
    ready = 0
    for seat in range(4):
        if state["bombers"] >> seat & 1 and (rules["bomb_own_trick"] or seat != view["owner"]):
            own = state["own"][seat]
            if scan_bombs(own["hand"], own["quads"], own["flush"], view["top"], NONE, COUNT) > 0:
                ready |= 1 << seat
    return ready


@helper
def _is_window(view: Any, needed: Any, rules: Any) -> Any:
    """Whether the action just done opens a window (TI-29)."""
    windows = rules["bomb_windows"]
    if windows == _EACH_ACTION:
        return True
    if windows == _IN_TURN:
        return False
    return needed == 0 or (windows == _EACH_PLAY and view["passed"] == 0)


@helper
def _passes_to_close(view: Any, seat: Any, rules: Any) -> Any:
    """Passes in succession that close the trick after a play of this seat (TI-27)."""
    active = view["active"]
    others = np.int64(popcount(U64(active & ~(1 << seat))))
    return others + 1 if rules["self_beat"] and active >> seat & 1 else others


@helper
def next_quietly(state: Any, seat: Any, stage: Any, rules: Any) -> Any:
    """Return the seat on turn after a pass or play that asks nobody anything; -1: not so simple.

    Does what `advance` would do from this stage, for the three actions in four that end nothing:
    nobody may call Tichu or holds a bomb for the play on top, no seat is out by it, and the
    trick goes on.  Each such action takes a card from a hand or a pass from those that close the
    trick, so `advance` comes soon and may count the steps for both.
    """
    view = state["view"]
    if state["callers"] | state["ready"] | state["is_final"] | state["is_over"]:
        return -1
    if stage == _LAID:
        if state["bombers"] or view["left"][seat] == 0 or view["top"] == 0:
            return -1
        state["needed"] = _passes_to_close(view, seat, rules)
    elif stage != _ACTED or state["needed"] == 0:
        return -1
    return next_active(view, seat)


@kernel
def _random_bomber(state: Any, streams: Any) -> Any:
    """Take a seat at random out of the queue, here a mask of seats; -1 when it is empty."""
    keep_apart()
    queue = U64(state["queue"])
    if queue == ZERO:
        return -1
    seat = select(queue, draw(streams, CHANCE_ROW, popcount(queue)))
    state["queue"] = np.int64(queue ^ seat)
    return np.int64(index(seat))


@helper
def advance(state: Any, stage: Any, rules: Any, log: Any, streams: Any) -> None:
    """Move on from a stage to the next question of the play, or to the end of the round."""
    view, record = state["view"], state["record"]
    if record["plays"] + record["passes"] > rec.MAX_ACTIONS:
        _stop(state, _TOO_LONG)
        return
    while stage != STAY:
        if stage <= _LEAD:
            _prepare(state, rules, log)
            return
        if stage == _THROW:
            thrown = state["thrown"]
            stage = lay(state, view["seat"], thrown["combo"], thrown["cards"], _YES, rules, log)
        if stage == _LAID:
            if state["bombers"]:
                state["ready"] = _ready_bombers(state, rules)
            stage = _after_play(state, rules, log)
        if stage == _ACTED:
            stage = _WINDOW
            if state["callers"] and rules["small_tichu_timing"] == _ANY_TIME:
                view["point"] = rec.POINT_E
                state["queue"] = _ALL
                state["then"] = _WINDOW
                stage = _CALLS
        if stage == _CALLS:
            seat = _from_queue(state, state["callers"])
            if seat >= 0:
                _ask(view, seat, rec.ASK_TICHU)
                return
            stage = state["then"]
        if stage == _WINDOW:
            stage = _CLOSE
            can_bomb = state["ready"] != 0 and view["top"] != 0 and not state["is_final"]
            if can_bomb and _is_window(view, state["needed"], rules):
                is_random = rules["bomb_priority"] == _RANDOM_ORDER
                state["queue"] = state["ready"] if is_random else _ALL
                stage = _BOMBERS
        if stage == _BOMBERS:
            if rules["bomb_priority"] == _RANDOM_ORDER:
                seat = _random_bomber(state, streams)
            else:
                seat = _from_queue(state, state["ready"])
            if seat >= 0:
                _ask(view, seat, rec.ASK_BOMB)
                return
            stage = _CLOSE
        if stage == _CLOSE:
            stage = _TURN
            if state["is_over"]:
                if view["top"] == 0:
                    _finish(state, rules)
                    return
                state["needed"] = 0
            if view["top"] != 0 and not (state["is_final"] and not state["is_over"]):
                if state["needed"] > 0:
                    state["turn"] = next_active(view, state["actor"])
                else:
                    stage = _end_trick(state, rules, log)
                    if stage == _CALLS:
                        continue
        if stage == _TURN:
            _to_turn(state, rules)
        elif stage == _PLAY:
            _ask(view, state["turn"], rec.ASK_TURN)
        return


@kernel
def _end_trick(state: Any, rules: Any, log: Any) -> Any:
    """Give the trick away, or ask whom to give the Dragon's to; the next stage (TI-28, TI-45)."""
    view = state["view"]
    receivers = receivers_of(view, state["is_over"], rules)
    state["receivers"] = receivers
    if receivers & (receivers - 1):
        _ask(view, view["owner"], rec.ASK_GIFT)
        return STAY
    return _close_trick(state, np.int64(index(U64(receivers))), rules, log)


@kernel
def _close_trick(state: Any, to: Any, rules: Any, log: Any) -> Any:
    """Book the trick, and find the next leader; the next stage."""
    keep_apart()
    view, record = state["view"], state["record"]
    owner = view["owner"]
    points = points_of(view["pile"])
    view["points"][to] += points
    record["tricks"] += 1
    if to != owner:
        view["dragon_from"] = owner
        view["dragon_to"] = to
        record["dragon_from"] = owner
        record["dragon_to"] = to
        record["dragon_points"] = points
    if log["n"] >= 0:
        _note(log, rec.EVENT_TRICK, owner, to, points, _NO)
    if state["is_over"]:
        _finish(state, rules)
        return STAY
    view["top"] = 0
    view["top_cards"] = ZERO
    view["pile"] = ZERO
    view["owner"] = -1
    view["passed"] = 0
    state["turn"] = owner if view["active"] >> owner & 1 else next_active(view, owner)
    if to != owner and state["callers"] and rules["small_tichu_timing"] == _ANY_TIME:
        # only the gift is an action of its own (TI-8 e)
        state["actor"] = owner
        view["point"] = rec.POINT_E
        state["queue"] = _ALL
        state["then"] = _TURN
        return _CALLS
    return _TURN


@kernel
def answer_gift(state: Any, to: Any, rules: Any, log: Any) -> Any:
    """Give the Dragon's trick to an opponent (TI-45)."""
    keep_apart()
    if not state["receivers"] >> to & 1:
        return _stop(state, _ILLEGAL)
    return _close_trick(state, to, rules, log)


@helper
def answer_turn(state: Any, seat: Any, combo: Any, cards: Any, rules: Any, log: Any) -> Any:
    """Take the play or, with combo 0, the pass of the seat on turn (TI-25)."""
    view = state["view"]
    if combo != 0:
        return lay(state, seat, combo, cards, _NO, rules, log)
    if view["top"] == 0:
        return _stop(state, _ILLEGAL)
    state["record"]["passes"] += 1
    view["passed"] |= 1 << seat
    state["needed"] -= 1
    state["actor"] = seat
    if log["n"] >= 0:
        _note(log, rec.EVENT_PASS, seat, _NO, _NO, _NO)
    if state["is_final"]:
        state["is_over"] = 1
        return _CLOSE
    return _ACTED


@kernel
def answer_bomb(state: Any, combo: Any, cards: Any, rules: Any, log: Any) -> Any:
    """Take a bomb out of turn, or with combo 0 the refusal to throw one (TI-29)."""
    view = state["view"]
    seat = view["seat"]
    if combo == 0:
        return _BOMBERS
    if combo & 15 < BOMB4:
        return _stop(state, _ILLEGAL)
    state["thrown"]["combo"] = combo
    state["thrown"]["cards"] = cards
    if state["callers"] >> seat & 1 and rules["small_tichu_timing"] != _OWN_TURN:
        view["point"] = rec.POINT_D
        state["then"] = _THROW
        _ask(view, seat, rec.ASK_TICHU)
        return STAY
    return _THROW


@kernel
def _record_play(state: Any, seat: Any, combo: Any, cards: Any, is_thrown: Any) -> None:
    """Count what is rare in a play: bombs, Phoenix, a bombed Dragon."""
    keep_apart()
    view, record = state["view"], state["record"]
    kind = combo & 15
    if kind >= BOMB4:
        record["bombs_by"][seat] += 1
        if kind == BOMB4:
            record["bombs_4"][is_thrown] += 1
        else:
            record["bombs_sf"][is_thrown] += 1
        if view["top"] == _DRAGON:
            record["dragon_bombed"] = 1
    if cards & PHX:
        record["phoenix_by"] = seat
        if cards != PHX:
            record["phoenix"] = rec.PHOENIX_JOINED
        else:
            record["phoenix"] = rec.PHOENIX_LAID if view["top"] else rec.PHOENIX_LED


@kernel
def _meet_wish(state: Any, seat: Any, combo: Any, cards: Any, rules: Any) -> None:
    """End the wish if the play holds the wished rank (TI-33)."""
    keep_apart()
    view, record = state["view"], state["record"]
    wish = view["wish"]
    met = cards & (U64(15) << U64(4 * (wish - 1))) != ZERO
    if met or (rules["phoenix_fulfils_wish"] and combo >> 16 == wish):
        view["wish"] = 0
        record["wish_met_by"] = seat
        record["wish_met_after"] = record["plays"] - state["wish_plays"]


@helper
def lay(state: Any, seat: Any, combo: Any, cards: Any, is_thrown: Any, rules: Any, log: Any) -> Any:
    """Put a play on the table, on a turn or (`is_thrown`) out of turn."""
    view, record = state["view"], state["record"]
    own = state["own"][seat]
    n = combo >> 4 & 15
    top = view["top"]
    if cards & ~own["hand"] or popcount(cards) != U64(n) or (top != 0 and not beats(combo, top)):
        return _stop(state, _ILLEGAL)
    record["plays"] += 1
    if combo & 15 >= BOMB4 or cards & PHX:
        _record_play(state, seat, combo, cards, is_thrown)
    hand = own["hand"] ^ cards
    own["hand"] = hand
    view["left"][seat] -= n
    view["laid"][seat] |= cards
    view["played"] |= cards
    state["callers"] &= ~(1 << seat)
    if state["bombers"] >> seat & 1:
        quads, flush = bomb_masks(hand)
        own["quads"] = quads
        own["flush"] = flush
        if quads | flush == ZERO:
            state["bombers"] ^= 1 << seat
    if log["n"] >= 0:
        code = rec.EVENT_BOMB if is_thrown else rec.EVENT_PLAY
        _note(log, code, seat, np.int64(cards), combo, _NO)
    state["actor"] = seat
    state["ready"] = 0
    if combo == SINGLE_CARD:
        record["dog_from"] = seat
    else:
        view["top"] = combo
        view["top_cards"] = cards
        view["owner"] = seat
        view["passed"] = 0
        view["pile"] |= cards
        if view["wish"]:
            _meet_wish(state, seat, combo, cards, rules)
        if cards & MAH:
            view["wisher"] = seat
            record["wisher"] = seat
            record["mah_length"] = n
            if rules["wish"] != _WISH_OFF:
                state["wish_plays"] = record["plays"]
                _ask(view, seat, rec.ASK_WISH)
                return STAY
    return _LAID


@kernel
def answer_wish(state: Any, rank: Any, rules: Any, log: Any) -> Any:
    """Take the rank wished with the Mah Jong, 0 to decline (TI-33)."""
    view = state["view"]
    if (rank != 0 and not 2 <= rank <= 14) or (rank == 0 and rules["wish"] == _WISH_MUST):
        return _stop(state, _ILLEGAL)
    view["wish"] = rank
    state["record"]["wish"] = rank
    if log["n"] >= 0:
        _note(log, rec.EVENT_WISH, view["seat"], rank, _NO, _NO)
    return _LAID


@helper
def _after_play(state: Any, rules: Any, log: Any) -> Any:
    """Note who is out and see whether the round is over; the next stage (TI-47 to TI-49)."""
    view = state["view"]
    seat = state["actor"]
    stage = _ACTED
    if state["is_final"]:
        state["is_over"] = 1
        stage = _CLOSE
    elif view["left"][seat] == 0:
        place = view["n_out"]
        view["finish"][place] = seat
        view["n_out"] = place + 1
        view["active"] &= ~(1 << seat)
        if log["n"] >= 0:
            _note(log, rec.EVENT_OUT, seat, place + 1, _NO, _NO)
        if rules["tichu_after_first_out"] == _FORBIDDEN:
            state["callers"] = 0
        if is_double_victory(view):
            state["is_over"] = 1
            stage = _CLOSE
        elif place == 2:
            if rules["final_trick"] == _COMPLETE and view["top"] != 0:
                state["is_final"] = 1
                state["turn"] = next_active(view, seat)
            else:
                state["is_over"] = 1
                stage = _CLOSE
    if view["top"] == 0:
        _pass_lead(state, seat, rules)
    elif not state["is_over"]:
        state["needed"] = _passes_to_close(view, seat, rules)
    return stage


@kernel
def _pass_lead(state: Any, seat: Any, rules: Any) -> None:
    """Hand the lead to the Dog's receiver (TI-36)."""
    view = state["view"]
    if state["is_over"]:
        return
    to = (seat + 2) & 3
    if not view["active"] >> to & 1:
        to = next_active(view, seat if rules["dog_partner_out"] == _AFTER_SELF else to)
    state["turn"] = to
    state["record"]["dog_to"] = to


# --- the end --------------------------------------------------------------------------------------


@kernel
def _finish(state: Any, rules: Any) -> None:
    """Score the round and complete its record (TI-48 to TI-53)."""
    keep_apart()
    view, record = state["view"], state["record"]
    rest = ZERO
    trick_points = 0
    n_left = np.int64(0)
    for seat in range(4):
        hand = state["own"][seat]["hand"]
        rest |= hand
        n_left += np.int64(popcount(hand))
        record["left"][seat] = popcount(hand)
        record["points"][seat] = view["points"][seat]
        record["place"][seat] = 4
        trick_points += view["points"][seat]
    for place in range(view["n_out"]):
        record["finish"][place] = view["finish"][place]
        record["place"][view["finish"][place]] = place + 1
    last_hand = points_of(rest)
    settle(view, last_hand, rules, record)
    deck = state["deck"]
    is_whole = rest | view["played"] == deck and rest & view["played"] == ZERO
    if not is_whole or n_left != np.int64(popcount(rest)):
        record["status"] = _CARDS_LOST
    elif not record["double_victory"] and trick_points + last_hand != points_of(deck):
        record["status"] = _POINTS_LOST
    view["ask"] = rec.ASK_NOTHING


def blank_state() -> np.ndarray[Any, np.dtype[np.void]]:
    """Return the state that every round starts from, as an array of one STATE."""
    blank = np.zeros(1, dtype=rec.STATE)
    view, record = blank["view"], blank["record"]
    view["active"] = 15
    for name in ("finish", "leader", "owner", "wisher", "dragon_from", "dragon_to"):
        view[name] = -1
    for name in (
        "winner", "finish", "gave", "leader", "wisher", "wish_met_by", "dragon_from", "dragon_to",
        "dog_from", "dog_to", "phoenix_by",
    ):  # fmt: skip
        record[name] = -1
    blank["callers"] = 15
    return blank

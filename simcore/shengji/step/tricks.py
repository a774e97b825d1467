"""The tricks: leads and failed throws, follows, who wins (SJ-30 to SJ-53, SJ-71)."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.shengji.combos.duty import set_duty
from simcore.shengji.combos.fit import DOWN, fit, takes_trick
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.parts import SINGLE, THROW, TRACTOR, TUPLE, add_part, divide, suit_of
from simcore.shengji.combos.planes import (
    clear,
    copy,
    cover,
    fill,
    holds,
    n_cards,
    n_within,
    place_of,
    points_of,
    put,
    put_kinds,
    take,
    take_kinds,
)
from simcore.shengji.combos.throws import ASKS, STANDS, check_lead
from simcore.shengji.records import SIZES, TRUMPS, Ask, Event, Stage
from simcore.shengji.step.exchange import ILLEGAL, clear_trick
from simcore.shengji.step.log import emit, emit_cards
from simcore.streams import stay_call

ASK_LEAD, ASK_PICK, ASK_FOLLOW = int(Ask.LEAD), int(Ask.PICK), int(Ask.FOLLOW)
NOTHING = int(Ask.NOTHING)
OVER = int(Stage.OVER)
THROW_FAILED, PLAY, FRIEND, TRICK = (
    int(Event.THROW_FAILED), int(Event.PLAY), int(Event.FRIEND), int(Event.TRICK)
)  # fmt: skip


@kernel
def _size(n: Any) -> Any:
    """Item of a size in the arrays of RECORD."""
    return min(n, SIZES) - 1


@kernel
def _lay(
    state: Any, seat: Any, cards: Any, frame: Any, players: Any, log: Any, record: Any, work: Any
) -> None:
    """Put a play on the table."""
    view = state["view"]
    hand, exposed, laid = state["own"][seat]["hand"], view["exposed"][seat], view["laid"][seat]
    n = view["n_cards"]
    if n == 1:
        card = cards["p0"]
        take_kinds(hand, card, 1)
        put_kinds(view["played"], card, 1)
        fill(laid, card, ZERO, ZERO, ZERO)
        if card & frame["tens"] != ZERO:
            view["pot"] += 10
        elif card & frame["fives"] != ZERO:
            view["pot"] += 5
    else:
        take(hand, cards)
        put(view["played"], cards)
        copy(cards, laid)
        view["pot"] += points_of(cards, frame)
    if exposed["p0"] != ZERO:
        take(exposed, cards)
    view["left"][seat] -= n
    view["n_plays"] += 1
    record["plays"] += 1
    if log["n"] >= 0:
        emit_cards(log, PLAY, seat, cards, frame, work["room"])
    if not view["sides_known"]:
        called = ONE << U64(frame["bit"][view["friend_kind"]])
        view["friend_seen"] += n_within(cards, called)
        if view["friend_seen"] >= view["friend_ordinal"]:
            view["sides_known"] = 1
            if seat != view["dealer"]:
                view["friend"] = seat
                view["declarers"] |= 1 << seat
                record["friend"] = seat
                record["friend_trick"] = view["tricks"]
                emit(log, FRIEND, seat, 0, 0)


@kernel
def _lay_lead(
    state: Any, cards: Any, led: Any, frame: Any, rules: Any, log: Any, record: Any, work: Any
) -> None:
    """Lay a lead that stands, whose components are in the view."""
    view = state["view"]
    leader = view["leader"]
    set_duty(view, rules)
    view["shape"] = led
    view["n_cards"] = n_cards(cards)
    view["best"] = leader
    if led == THROW:
        fit(cards, view["form"], frame, work, DOWN, False)
        for i in range(view["form"]["n"]):
            view["best_tops"][i] = work["tops"][i]
        view["best_highest"] = place_of(cards["p0"], frame)
        view["key"] = ONE << U64(work["tops"][0])
    else:
        view["key"] = ONE << U64(view["parts"]["tops"][0])
        if led == TRACTOR:
            record["tractors"][_size(view["parts"]["lengths"][0])] += 1
    _lay(state, leader, cards, frame, rules["players"], log, record, work)
    view["seat"] = (leader + 1) % rules["players"]


@kernel
def _force(state: Any, parts: Any, tested: Any, part: Any, frame: Any, log: Any, work: Any) -> Any:
    """Cut a failed throw to one component (SJ-37), which becomes the only one of the view.

    Parameters
    ----------
    state : records.STATE
    parts : records.PARTS
        Of the view.
    tested : records.PARTS
    part : int64
        Number of the component in `tested`; -1 for one card of a tuple.
    frame, log, work
        Records; `work.taken` receives the cards.

    Returns
    -------
    int64
        A `records.Led`.
    """
    stay_call()
    view, cards = state["view"], work["taken"]
    leader = view["leader"]
    width, length, top, kinds = 1, 1, parts["tops"][0], parts["kinds"][0]
    if part >= 0:
        width, length = tested["widths"][part], tested["lengths"][part]
        top, kinds = tested["tops"][part], tested["kinds"][part]
    clear(cards)
    put_kinds(cards, kinds, width)
    parts["n"] = 0
    add_part(parts, width, length, top, kinds)
    view["n_beaten"] = 0
    view["failed"][leader] += 1
    cover(view["exposed"][leader], state["attempt_cards"])
    emit_cards(log, THROW_FAILED, leader, state["attempt_cards"], frame, work["room"])
    if length > 1:
        return TRACTOR
    return SINGLE if width == 1 else TUPLE


@kernel
def apply_lead(
    state: Any, move: Any, is_pick: Any, frame: Any, rules: Any, log: Any, record: Any, work: Any
) -> Any:
    """Carry out a lead, or the choice of what a failed throw is cut to.

    Returns
    -------
    int64
        The `records.Ask` that follows, ILLEGAL where it may not be led or picked.
    """
    stay_call()
    view = state["view"]
    leader, cards, parts = view["leader"], move["cards"], view["parts"]
    if is_pick:
        part = -1
        for k in range(view["n_beaten"]):
            if view["beaten"][k] == move["part"]:
                part = move["part"]
        if part < 0:
            return ILLEGAL
        led = _force(state, parts, parts, part, frame, log, work)
        cards = work["taken"]
    else:
        if not holds(state["own"][leader]["hand"], cards):
            return ILLEGAL
        suit = suit_of(cards, frame)
        if suit < 0:
            return ILLEGAL
        view["suit"] = suit
        led = divide(cards, frame, rules, work, parts)
        if led == THROW and not rules["throws"]:
            return ILLEGAL
        if led != SINGLE:
            tested = work["tested"]
            what, part, picker = check_lead(
                view, state["own"], rules["players"], frame, rules, tested
            )
            if led == THROW:
                size = _size(n_cards(cards))
                record["throws_tried"][size] += 1
                record["throws_stood"][size] += 1 if what == STANDS else 0
            if what != STANDS:
                copy(cards, state["attempt_cards"])
                if what == ASKS:
                    view["seat"] = picker
                    return ASK_PICK
                led = _force(state, parts, tested, part, frame, log, work)
                cards = work["taken"]
    _lay_lead(state, cards, led, frame, rules, log, record, work)
    return ASK_FOLLOW


@kernel
def _close(state: Any, frame: Any, rules: Any, log: Any, record: Any) -> Any:
    """Give a complete trick to its winner, who leads next; return the next question."""
    stay_call()
    view = state["view"]
    winner, leader, players = view["best"], view["leader"], rules["players"]
    view["points"][winner] += view["pot"]
    emit(log, TRICK, winner, view["pot"], 0)
    if frame["red"] != ZERO:
        for seat in range(players):
            state["fives_lost"][seat, winner] += n_within(view["laid"][seat], frame["red"])
    if view["shape"] == THROW and view["suit"] != TRUMPS:
        if view["laid"][winner]["p0"] & frame["suit"][TRUMPS] != ZERO:
            record["throws_ruffed"][_size(view["n_cards"])] += 1
    state["last_leader"], state["last_winner"] = leader, winner
    view["tricks"] += 1
    view["leader"] = winner
    view["seat"] = winner
    if view["left"][winner] == 0:
        state["stage"] = OVER
        return NOTHING
    clear_trick(view)
    return ASK_LEAD


@kernel
def apply_follow(
    state: Any, move: Any, frame: Any, rules: Any, log: Any, record: Any, work: Any
) -> Any:
    """Carry out a follow; return the next question, ILLEGAL where cards or suit are wrong.

    The form of the play (SJ-41 to SJ-45) is the business of whoever made it; `combos.duty` says
    what is legal, and the referee of the tests looks at every play.
    """
    view = state["view"]
    seat, n, cards = view["seat"], view["n_cards"], move["cards"]
    hand = state["own"][seat]["hand"]
    suit = frame["suit"][view["suit"]]
    if n == 1:
        card = cards["p0"]
        lone = card & (card - ONE) == ZERO and cards["p1"] == ZERO
        if not lone or card & hand["p0"] == ZERO:
            return ILLEGAL
        key = ZERO
        if card & suit == ZERO:
            if hand["p0"] & suit != ZERO:
                return ILLEGAL
            view["void"][seat] |= 1 << view["suit"]
        if card & (suit | frame["suit"][TRUMPS]) != ZERO:
            key = line_of(card, frame)
            key = key if key > view["key"] else ZERO
    else:
        if n_cards(cards) != n or not holds(hand, cards):
            return ILLEGAL
        followed = n_within(cards, suit)
        if followed < n:
            if followed < n_within(hand, suit):
                return ILLEGAL
            view["void"][seat] |= 1 << view["suit"]
        key = takes_trick(view, cards, frame, rules, work)
    if key != ZERO:
        view["best"] = seat
        view["key"] = key
        if view["shape"] == THROW:
            for i in range(view["form"]["n"]):
                view["best_tops"][i] = work["tops"][i]
            view["best_highest"] = place_of(cards["p0"], frame)
    _lay(state, seat, cards, frame, rules["players"], log, record, work)
    if view["n_plays"] == rules["players"]:
        return _close(state, frame, rules, log, record)
    view["seat"] = (seat + 1) % rules["players"]
    return ASK_FOLLOW

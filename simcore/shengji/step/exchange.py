"""From the last poll to the first lead: trump, dealer, redeals, kitty, friend (SJ-18 to SJ-29)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.shengji.cards import BJ
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.declare import BLACK, has_declaration, may_declare
from simcore.shengji.combos.frame import to_frame, to_types
from simcore.shengji.combos.planes import (
    bits_in,
    clear,
    copy,
    holds,
    n_cards,
    n_within,
    points_of,
    put,
    put_kinds,
    take,
)
from simcore.shengji.records import KINDS, TRUMPS, Ask, Event, Redeal, Stage
from simcore.shengji.rules import (
    FirstDealer,
    FirstRoundNobody,
    FriendCard,
    KittyJoker,
    NoDeclareRule,
)
from simcore.shengji.step.draw import (
    emit_declaration,
    fill_kitty_order,
    kind_type,
    note_declaration,
)
from simcore.shengji.step.log import emit, emit_cards, emit_list
from simcore.streams import stay_call

DEAL_AGAIN, DRAWING, OVERCALLS, ASKED = (
    int(Stage.DEAL), int(Stage.DRAW), int(Stage.OVERCALL), int(Stage.ASKED)
)  # fmt: skip
ASK_DEAL, ASK_BURY, ASK_OVERCALL = int(Ask.DEAL), int(Ask.BURY), int(Ask.OVERCALL)
ASK_FRIEND, ASK_LEAD = int(Ask.FRIEND), int(Ask.LEAD)
REDEAL, TURN_UP, TRUMP, BURY, OVERCALL, CALL = (
    int(Event.REDEAL), int(Event.TURN_UP), int(Event.TRUMP), int(Event.BURY),
    int(Event.OVERCALL), int(Event.CALL),
)  # fmt: skip
NOBODY, JOKER_TURNED, NO_TRUMP, NO_POINTS = (int(reason) for reason in Redeal)
RULE_FIRST, RULE_REDEAL, RULE_NO_TRUMP = (
    int(NoDeclareRule.KITTY_FIRST), int(NoDeclareRule.REDEAL), int(NoDeclareRule.NO_TRUMP)
)  # fmt: skip
FINAL = int(FirstDealer.FINAL_DECLARER)
AGAIN = int(FirstRoundNobody.REDEAL)
JOKER_REDEALS = int(KittyJoker.REDEAL)
ANY_CARD = int(FriendCard.ANY)
GO_ON, ILLEGAL = -1, -2
"""Answers of `turns.apply` that are no question: `advance` finds it, or the move is not allowed."""


@kernel
def _deal_again(state: Any, seat: Any, reason: Any, log: Any, record: Any) -> Any:
    """Throw the deal in; the next one starts afresh."""
    emit(log, REDEAL, seat, reason, 0)
    record["redeals"][reason] += 1
    record["declarations"], record["overrides"], record["secured"] = 0, 0, 0
    record["declared_after"], record["first_after"] = -1, -1
    record["turned"] = 0
    state["attempt"] += 1
    state["stage"] = DEAL_AGAIN
    return ASK_DEAL


@kernel
def turn_up(state: Any, rules: Any, log: Any, record: Any) -> Any:
    """Turn kitty cards until they name a suit; return it (SJ-25)."""
    stay_call()
    view = state["view"]
    rule = rules["no_declare_rule"]
    if rule == RULE_NO_TRUMP:
        return TRUMPS
    order = state["kitty_order"]
    highest, suit, n = -1, TRUMPS, 0
    while n < view["kitty_size"]:
        card = np.int64(order[0, n])
        n += 1
        put_kinds(view["turned"], ONE << U64(card), 1)
        if card < BJ:
            found = rule == RULE_FIRST or card % 13 == view["rank"]
            if found or card % 13 > highest:
                highest, suit = card % 13, card // 13
            if found:
                break
    emit_list(log, TURN_UP, 0, order, 0, n)
    record["turned"] = n
    return suit


@kernel
def _undeclared(state: Any, rules: Any, streams: Any, log: Any, record: Any) -> Any:
    """Fix trump without a declaration.

    Returns
    -------
    int64
        The suit, or -1 - reason where the cards are dealt again.
    """
    view = state["view"]
    rule = rules["no_declare_rule"]
    if rule == RULE_REDEAL or (view["is_first"] and rules["first_round_nobody"] == AGAIN):
        return -1 - NOBODY
    if rule == RULE_NO_TRUMP:
        return TRUMPS
    fill_kitty_order(state, rules, streams)
    if rules["kitty_joker"] == JOKER_REDEALS and state["kitty_order"][0, 0] >= BJ:
        return -1 - JOKER_TURNED
    return turn_up(state, rules, log, record)


@kernel
def _claim(state: Any, frame: Any, rules: Any) -> Any:
    """Find who forces a redeal with his drawn hand, and why (SJ-27); -1 nobody."""
    if not rules["redeal_no_trump"] and not rules["redeal_no_points"]:
        return -1, 0
    for k in range(rules["players"]):
        seat = (state["view"]["first_drawer"] + k) % rules["players"]
        hand = state["own"][seat]["hand"]
        if rules["redeal_no_trump"] and hand["p0"] & frame["suit"][TRUMPS] == ZERO:
            return seat, NO_TRUMP
        if rules["redeal_no_points"] and points_of(hand, frame) == 0:
            return seat, NO_POINTS
    return -1, 0


@kernel
def settle(state: Any, rules: Any, table: Any, streams: Any, log: Any, record: Any) -> Any:
    """Fix trump and dealer after the draw, and have the dealer bury; or deal again.

    Returns
    -------
    int64
        The `records.Ask` that follows.
    """
    stay_call()
    view = state["view"]
    players = rules["players"]
    record["nobody"] = 1 if view["declarer"] < 0 else 0
    if view["declarer"] >= 0:
        trump = min(view["declared"], TRUMPS)
    else:
        trump = _undeclared(state, rules, streams, log, record)
        if trump < 0:
            return _deal_again(state, -1, -1 - trump, log, record)
    if view["is_first"]:
        last = rules["first_dealer"] == FINAL
        dealer = view["rank_last"] if last else view["rank_first"]
        view["dealer"] = dealer if dealer >= 0 else view["first_drawer"]
    view["trump"] = trump
    emit(log, TRUMP, trump, view["dealer"], 0)
    frame = table["frames"][view["rank"], trump]
    for seat in range(players):
        to_frame(state["dealt"][seat], frame, state["own"][seat]["hand"])
    seat, reason = _claim(state, frame, rules)
    if seat >= 0:
        return _deal_again(state, seat, reason, log, record)
    to_frame(state["dealt"][players], frame, state["kitty"])
    for seat in range(players):
        clear(view["exposed"][seat])
        for kind in range(KINDS):
            if view["shown"][seat, kind] > 0:
                _expose(view, seat, kind, view["shown"][seat, kind], frame)
    record["declarer"], record["declared_count"] = view["declarer"], view["declared_count"]
    record["kitty_before"] = points_of(state["kitty"], frame)
    return _to_bury(state, view["dealer"], frame, record)


@kernel
def _expose(view: Any, seat: Any, kind: Any, count: Any, frame: Any) -> None:
    """Everybody knows that a seat holds the cards it showed."""
    bit = ONE << U64(frame["bit"][kind_type(kind, view["rank"])])
    exposed = view["exposed"][seat]
    while n_within(exposed, bit) < count:
        put_kinds(exposed, bit, 1)


@kernel
def _to_bury(state: Any, seat: Any, frame: Any, record: Any) -> Any:
    """Give the kitty to a seat and have it bury as many cards."""
    hand = state["own"][seat]["hand"]
    put(hand, state["kitty"])
    record["bury_trumps"] = n_within(hand, frame["suit"][TRUMPS])
    record["bury_jokers"] = n_within(hand, frame["jokers"])
    state["view"]["seat"] = seat
    state["stage"] = ASKED
    return ASK_BURY


@kernel
def apply_bury(state: Any, move: Any, frame: Any, rules: Any, log: Any, room: Any) -> Any:
    """Lay the cards of an answer down as kitty; False where they may not be."""
    stay_call()
    view = state["view"]
    seat = view["seat"]
    own, cards = state["own"][seat], move["cards"]
    size = view["kitty_size"]
    if n_cards(cards) != size or not holds(own["hand"], cards):
        return False
    bound = kept(own["hand"], frame, rules)
    spare = n_cards(own["hand"]) - n_within(own["hand"], bound)
    if n_within(cards, bound) > max(0, size - spare):
        return False
    take(own["hand"], cards)
    copy(cards, state["kitty"])
    copy(cards, own["buried"])
    for other in range(rules["players"]):
        state["own"][other]["has_buried"] = 1 if other == seat else 0
    state["buried_by"] = seat
    emit_cards(log, BURY, seat, cards, frame, room)
    state["passes"] = 0
    state["stage"] = OVERCALLS
    return True


@kernel
def _count_held(view: Any, own: Any, frame: Any) -> None:
    """Count the cards of declaring kinds in a hand after the draw."""
    for kind in range(KINDS):
        bit = ONE << U64(frame["bit"][kind_type(kind, view["rank"])])
        own["held"][kind] = n_within(own["hand"], bit)


@kernel
def advance_overcall(state: Any, frame: Any, rules: Any, record: Any) -> Any:
    """Go on to the next seat that may overcall, or else to the call of a friend or the lead.

    Returns
    -------
    int64
        The `records.Ask` that follows.
    """
    stay_call()
    view = state["view"]
    players = rules["players"]
    while rules["chao_dipi"] and state["passes"] < players - 1:
        state["passes"] += 1
        seat = (state["buried_by"] + state["passes"]) % players
        _count_held(view, state["own"][seat], frame)
        if has_declaration(view, state["own"][seat], True, rules):
            view["seat"] = seat
            state["stage"] = ASKED
            return ASK_OVERCALL
    record["kitty_points"] = points_of(state["kitty"], frame)
    view["seat"] = view["dealer"]
    state["stage"] = ASKED
    return ASK_FRIEND if players == 5 else ASK_LEAD


@kernel
def apply_overcall(
    state: Any, move: Any, rules: Any, table: Any, log: Any, record: Any, room: Any
) -> Any:
    """Carry out an answer to the offer to overcall (SJ-29).

    Returns
    -------
    int64
        The `records.Ask` that follows; GO_ON where declined, ILLEGAL where not allowed.
    """
    stay_call()
    view = state["view"]
    seat, kind, count = view["seat"], move["kind"], move["count"]
    if kind < 0:
        state["stage"] = OVERCALLS
        return GO_ON
    held = count >= 1 and kind < KINDS and state["own"][seat]["held"][kind] >= count
    if not held or not may_declare(view, seat, kind, count, True, rules):
        return ILLEGAL
    note_declaration(state, seat, kind, count, record)
    record["overcalls"] += 1
    emit_declaration(log, OVERCALL, seat, kind, count, view["after"])
    old = table["frames"][view["rank"], view["trump"]]
    view["trump"] = TRUMPS if kind >= BLACK else kind
    frame = table["frames"][view["rank"], view["trump"]]
    emit(log, TRUMP, view["trump"], view["dealer"], 0)
    for other in range(rules["players"]):
        own = state["own"][other]
        _renumber(own["hand"], old, frame, room)
        _renumber(own["buried"], old, frame, room)
        _renumber(view["exposed"][other], old, frame, room)
    _renumber(state["kitty"], old, frame, room)
    _expose(view, seat, kind, count, frame)
    return _to_bury(state, seat, frame, record)


@kernel
def _renumber(cards: Any, old: Any, frame: Any, room: Any) -> None:
    to_types(cards, old, room)
    to_frame(room, frame, cards)


@kernel
def apply_friend(state: Any, move: Any, frame: Any, rules: Any, log: Any) -> Any:
    """Enter the card that calls a friend (SJ-71); False where it may not be called."""
    stay_call()
    view = state["view"]
    card, ordinal = move["kind"], move["count"]
    if card >= 0:
        if card > BJ + 1 or ordinal < 1 or ordinal > rules["decks"]:
            return False
        if rules["friend_card"] != ANY_CARD and frame["suit_of"][frame["bit"][card]] == TRUMPS:
            return False
    view["friend_kind"] = card
    view["friend_ordinal"] = ordinal if card >= 0 else 0
    emit(log, CALL, card, view["friend_ordinal"], 0)
    return True


@kernel
def begin_play(state: Any, frame: Any, rules: Any, record: Any) -> None:
    """Set the table for the first lead."""
    stay_call()
    view = state["view"]
    players, dealer = rules["players"], view["dealer"]
    solo = players == 5
    view["sides_known"] = 0 if solo and view["friend_kind"] >= 0 else 1
    view["declarers"] = 0
    for seat in range(players):
        if seat == dealer or (not solo and (seat - dealer) % 2 == 0):
            view["declarers"] |= 1 << seat
        hand = state["own"][seat]["hand"]
        view["left"][seat] = view["hand_size"]
        view["void"][seat] = 0
        view["points"][seat] = 0
        view["failed"][seat] = 0
        trumps = frame["suit"][TRUMPS]
        record["trumps"][seat] = n_within(hand, trumps)
        record["jokers"][seat] = n_within(hand, frame["jokers"])
        record["trump_pairs"][seat] = bits_in(hand["p1"] & trumps)
        voids = 0
        for suit in range(TRUMPS):
            if frame["suit"][suit] != ZERO and hand["p0"] & frame["suit"][suit] == ZERO:
                voids += 1
        record["voids"][seat] = voids
        for other in range(players):
            state["fives_lost"][seat, other] = 0
    view["friend_seen"] = 0
    view["friend"] = -1
    view["tricks"] = 0
    view["leader"] = dealer
    view["n_beaten"] = 0
    clear(view["played"])
    clear_trick(view)


@kernel
def clear_trick(view: Any) -> None:
    """Begin a trick."""
    view["n_plays"] = 0
    view["n_cards"] = 0
    view["suit"] = -1
    view["best"] = -1
    view["key"] = ZERO
    view["pot"] = 0

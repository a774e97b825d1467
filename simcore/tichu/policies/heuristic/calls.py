"""Bets, wish and Dragon gift of the heuristic."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO
from simcore.jit import U64, kernel
from simcore.tichu.cards import DOG, DRG, PHX
from simcore.tichu.combos.shape import NATURALS, NONE, held, rank_at
from simcore.tichu.policies.heuristic.follow import heuristic_turn
from simcore.tichu.policies.heuristic.plan import LOW, STRONG, count, remember
from simcore.tichu.policies.heuristic.weights import (
    CALL_ACE,
    CALL_DOG,
    CALL_DRAGON,
    CALL_LOW,
    CALL_LOW_GROUP,
    CALL_PHOENIX,
    CALL_THREE_ACES,
    CALL_TWO_ACES,
    COUNTER,
    GRAND_ACE,
    GRAND_BEHIND,
    GRAND_CALL,
    GRAND_DOG,
    GRAND_DRAGON,
    GRAND_GROUP,
    GRAND_KING,
    GRAND_LOW,
    GRAND_PHOENIX,
    GRAND_QUAD,
    TICHU_CALL,
)
from simcore.tichu.records import CALL, NEVER, NO_BET, NOT_NOW
from simcore.tichu.streams import keep_apart

_ACES, _KINGS = U64(0xF << 52), U64(0xF << 48)
_BELOW_SEVEN = U64(0x111110)
_ACE = 14


@kernel
def heuristic_grand(view: Any, own: Any) -> Any:
    """Call Grand Tichu on enough honours and few losers; sooner when far behind."""
    keep_apart()
    hand = own["hand"]
    one, two, three, four = held(hand)
    worth = GRAND_ACE * count(hand & _ACES) + GRAND_KING * count(hand & _KINGS)
    worth += GRAND_LOW * count(one & ~two & _BELOW_SEVEN)
    worth += GRAND_QUAD * count(four) + GRAND_GROUP * (count(two) + count(three))
    if hand & DRG:
        worth += GRAND_DRAGON
    if hand & PHX:
        worth += GRAND_PHOENIX
    if hand & DOG:
        worth += GRAND_DOG
    team = own["seat"] & 1
    behind = view["total"][1 - team] - view["total"][team]
    worth += GRAND_BEHIND * min(max(behind // 200, -2), 2)
    return worth >= GRAND_CALL


@kernel
def call_cost(hand: Any, cost: Any) -> Any:
    """Cost of a hand with which one would have to go out first.

    Beside the plan's cost, which serves the play: groups count that decide who is first.
    """
    one, two = held(hand)[:2]
    cost += CALL_LOW * count(one & ~two & LOW) + CALL_LOW_GROUP * count(two & LOW)
    if hand & DOG:
        cost += CALL_DOG
    if hand & PHX:
        cost += CALL_PHOENIX
    if hand & DRG:
        cost += CALL_DRAGON
    aces = count(hand & _ACES)
    if aces == 1:
        cost += CALL_ACE
    elif aces > 1:
        cost += CALL_TWO_ACES if aces == 2 else CALL_THREE_ACES
    return cost


@kernel
def heuristic_tichu(view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Call before the first card laid, if the plan has hardly more losers than winners."""
    keep_apart()
    seat = own["seat"]
    if view["bets"][seat ^ 2] != NO_BET or view["n_out"] > 0:
        return NEVER
    if own["gave"][0] == ZERO and view["leader"] < 0:
        return NOT_NOW  # the exchange is still to come
    has_rival = view["bets"][seat ^ 1] != NO_BET or view["bets"][seat ^ 3] != NO_BET
    if own["memo"][0] == 0:
        cost = call_cost(own["hand"], remember(own)[2])
        if cost > TICHU_CALL:
            return NEVER
        if cost <= TICHU_CALL - COUNTER:
            own["memo"][0] |= STRONG
    if has_rival and not own["memo"][0] & STRONG:
        return NEVER
    if view["leader"] < 0:
        return NOT_NOW
    before = (seat + 3) & 3
    if view["played"] == ZERO:
        return CALL if view["leader"] == seat else NOT_NOW
    if view["top"] == 0:
        return CALL if view["laid"][seat ^ 2] & DOG else NOT_NOW
    if view["owner"] != before and not view["passed"] >> before & 1:
        return NOT_NOW
    if view["owner"] == before and view["passed"] != 0:
        return NOT_NOW
    combo, _ = heuristic_turn(view, own, rules, streams, row)
    return CALL if combo != 0 else NOT_NOW


@kernel
def heuristic_wish(view: Any, own: Any) -> Any:
    """Wish the ace from a betting neighbour, else the card passed to him, else a rank not held."""
    keep_apart()
    hand, seat = own["hand"], own["seat"]
    unseen = NATURALS & ~hand & ~view["played"]
    after = (seat + 1) & 3
    if view["bets"][after] != NO_BET and hand & _ACES == ZERO and unseen & _ACES:
        return NONE + _ACE
    gave = own["gave"][0] & unseen
    if gave:
        return rank_at(gave)
    best, rank = -1, 0
    for r in range(2, 15):
        here = U64(15) << U64(4 * (r - 1))
        n = count(unseen & here)
        if n > best and not hand & here:
            best, rank = n, r
    return NONE + (rank if rank else 2)


@kernel
def heuristic_gift(view: Any, own: Any) -> Any:
    """Give the Dragon's trick to the opponent with more cards, to the next one when equal."""
    seat = own["seat"]
    after, before = (seat + 1) & 3, (seat + 3) & 3
    return before if view["left"][before] > view["left"][after] else after

"""Bets, wish and Dragon gift of the heuristic."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DOG, DRG, MAH, PHX, SPECIALS
from simcore.tichu.combos.shape import NATURALS, NONE, held, rank_at
from simcore.tichu.policies.heuristic.plan import (
    LOW,
    MID,
    STRONG,
    WEIGHED,
    count,
    remember,
)
from simcore.tichu.policies.heuristic.weights import (
    CALL_ACE,
    CALL_CARDS,
    CALL_DOG,
    CALL_DRAGON,
    CALL_FLUSH,
    CALL_LATEST,
    CALL_LOW,
    CALL_MAH,
    CALL_MID,
    CALL_PHOENIX,
    CALL_PLAN,
    CALL_THREE_ACES,
    CALL_TWO_ACES,
    COUNTER,
    COUNTER_V2,
    GRAND_ACE,
    GRAND_BEHIND,
    GRAND_CALL,
    GRAND_DOG,
    GRAND_DRAGON,
    GRAND_GROUP,
    GRAND_KING,
    GRAND_PHOENIX,
    GRAND_QUAD,
    TICHU_CALL,
    TICHU_CALL_V2,
)
from simcore.tichu.records import CALL, NEVER, NO_BET, ON_TURN

_ACES, _KINGS = U64(0xF << 52), U64(0xF << 48)
_ACE = 14


@kernel
def heuristic_grand(view: Any, own: Any) -> Any:
    """Call Grand Tichu on enough honours, the Dog among them: it brings the lead back.

    Sooner when far behind.
    """
    stay_call()
    hand = own["hand"]
    _, two, three, four = held(hand)
    worth = GRAND_ACE * count(hand & _ACES) + GRAND_KING * count(hand & _KINGS)
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
def call_cost(hand: Any, flush: Any, kept: Any, cost: Any) -> Any:
    """Cost of a hand with which one would have to go out first.

    Beside the plan's cost, which serves the play, winners count that decide who is first.
    `kept` holds the runs of the plan.
    """
    loose_one, loose_two = held(hand & ~kept)[:2]
    single = loose_one & ~loose_two
    cost = CALL_PLAN * cost + CALL_LOW * count(single & LOW) + CALL_MID * count(single & MID)
    if hand & SPECIALS:
        cost += CALL_MAH if hand & MAH else 0
        cost += CALL_DOG if hand & DOG else 0
        cost += CALL_PHOENIX if hand & PHX else 0
        cost += CALL_DRAGON if hand & DRG else 0
    if flush:
        cost += CALL_FLUSH
    aces = count(hand & _ACES)
    if aces == 1:
        cost += CALL_ACE
    elif aces > 1:
        cost += CALL_TWO_ACES if aces == 2 else CALL_THREE_ACES
    return cost


@kernel
def heuristic_tichu(view: Any, own: Any, mended: Any) -> Any:
    """Call with the first card laid, if the plan has hardly more losers than winners.

    Never beside a betting partner, nor against an opponent who is nearly out; against a bet or
    late in the round with a better hand only.
    """
    stay_call()
    seat = own["seat"]
    if view["bets"][seat ^ 2] != NO_BET or view["n_out"] > 0:
        return NEVER
    if view["leader"] < 0:
        return ON_TURN
    after, before = (seat + 1) & 3, (seat + 3) & 3
    if min(view["left"][after], view["left"][before]) <= CALL_LATEST:
        return NEVER
    if not own["memo"][0] & WEIGHED:
        first, second, cost = remember(own)
        cost = call_cost(own["hand"], own["flush"], first | second, cost)
        limit, counter = (TICHU_CALL, COUNTER) if mended else (TICHU_CALL_V2, COUNTER_V2)
        if cost > limit:
            return NEVER
        own["memo"][0] |= WEIGHED | STRONG if cost <= limit - counter else WEIGHED
    is_hard = count(view["played"]) > CALL_CARDS
    if view["bets"][after] != NO_BET or view["bets"][before] != NO_BET:
        is_hard = True
    return NEVER if is_hard and not own["memo"][0] & STRONG else CALL


@kernel
def heuristic_wish(view: Any, own: Any) -> Any:
    """Wish the ace from a betting neighbour, else the card passed to him, else a rank not held."""
    stay_call()
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

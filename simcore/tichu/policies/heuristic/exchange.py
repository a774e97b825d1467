"""Cards that the heuristic gives away (TI-10)."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, lowest, top_index
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DOG, DRG, PHX
from simcore.tichu.combos.bombs import bomb_masks
from simcore.tichu.combos.shape import NATURALS, held, rank_at
from simcore.tichu.policies.heuristic.plan import make_plan
from simcore.tichu.policies.heuristic.weights import (
    GIVE_PAIR,
    GIVE_QUAD,
    GIVE_RUN,
    GIVE_TRIPLE,
    KEEP,
    KEEP_V2,
    PARITY_RANKS,
    WEAK,
)
from simcore.tichu.records import GRAND, NO_BET

PARITY, BEST, GROUPS = 1, 2, 4
"""Conventions, a bit each: parity to the opponents, the best card to the partner, groups kept
together.  `benchmarks/tichu_conventions.py` measures what each of them does by leaving it out.
"""

_ACES = U64(0xF << 52)
_NIBBLE = U64(15)
_EVEN = U64(sum(15 << 4 * (rank - 1) for rank in range(2, 15, 2)))
_ODD = NATURALS & ~_EVEN
_BELOW_ACE = NATURALS & ~_ACES


@kernel
def _worst(cards: Any, parity: Any, loose: Any, two: Any, three: Any, quads: Any) -> Any:
    """Card that is missed least: low, and no part of a group; zero of none.

    One that is not of the parity is taken where it is missed less by more than PARITY_RANKS.
    """
    stay_call()
    alone = cards & loose & ~((two | quads) * _NIBBLE)
    if alone:
        fit, other = alone & parity, alone & ~parity
        if fit == ZERO:
            return lowest(other)
        fit = lowest(fit)
        if other == ZERO or rank_at(fit) <= rank_at(lowest(other)) + PARITY_RANKS:
            return fit
        return lowest(other)
    best, pick = 1 << 30, ZERO
    while cards:
        card = lowest(cards)
        cards ^= card
        rank = rank_at(card)
        unit = U64(1) << U64(4 * (rank - 1))
        cost = rank
        if quads & unit:
            cost += GIVE_QUAD
        elif not loose & card:
            cost += GIVE_RUN
        elif three & unit:
            cost += GIVE_TRIPLE
        elif two & unit:
            cost += GIVE_PAIR
        if not parity & card:
            cost += PARITY_RANKS
        if cost < best:
            best, pick = cost, card
    return pick


@kernel
def _for_opponent(
    cards: Any, parity: Any, loose: Any, two: Any, three: Any, quads: Any, mended: Any
) -> Any:
    """Card for an opponent; without the mend any card of the parity goes before all others."""
    stay_call()
    if not mended:
        card = _worst(cards & parity, NATURALS, loose, two, three, quads)
        if card:
            return card
        parity = NATURALS
    return _worst(cards, parity, loose, two, three, quads)


@kernel
def _highest(cards: Any) -> Any:
    return ONE << top_index(cards) if cards else ZERO


@kernel
def heuristic_exchange(view: Any, own: Any, without: Any, mended: Any) -> Any:
    """Low cards by parity to the opponents, the best that can be spared to the partner.

    Even ranks go to the next seat and odd ones to the previous: partners then never send one
    opponent the same rank.  A group is not broken for it, nor an ace sent.  `without` is a mask of
    conventions to do without.
    """
    stay_call()
    hand, seat = own["hand"], own["seat"]
    quads, flush = bomb_masks(hand)
    first, second, cost = make_plan(hand, quads, flush)
    loose = hand & NATURALS & ~(first | second)
    _, two, three, _ = held(loose)
    after, before = (seat + 1) & 3, (seat + 3) & 3

    has_bet = view["bets"][seat] != NO_BET
    partner_bet = view["bets"][seat ^ 2] != NO_BET
    to_partner = ZERO
    if has_bet:
        to_partner = hand & DOG
    elif partner_bet:
        to_partner = hand & DRG
        if to_partner == ZERO:
            to_partner = _highest(hand & _ACES)
        if to_partner == ZERO:
            to_partner = hand & PHX
    elif cost > WEAK and not without & BEST:
        to_partner = hand & DRG
        if to_partner == ZERO:
            to_partner = _highest(hand & _ACES)
    elif cost > (KEEP if mended else KEEP_V2) and not without & BEST:
        to_partner = _highest(hand & _ACES)
    singles = loose & ~((two | quads) * _NIBBLE)
    if to_partner == ZERO:
        to_partner = _highest(singles & _BELOW_ACE)
    if to_partner == ZERO:
        to_partner = _worst(hand & NATURALS, NATURALS, loose, two, three, quads)
    rest = hand & NATURALS & ~to_partner
    if without & GROUPS:
        loose, two, three, quads = rest, ZERO, ZERO, ZERO
    even, odd = _EVEN, _ODD
    if without & PARITY:
        even = odd = NATURALS
    to_next = to_previous = ZERO
    if hand & DOG & ~to_partner:
        if view["bets"][after] == GRAND:
            to_next = DOG
        elif view["bets"][before] == GRAND:
            to_previous = DOG
    if to_next == ZERO:
        to_next = _for_opponent(rest, even, loose, two, three, quads, mended)
    rest &= ~to_next
    if to_previous == ZERO:
        to_previous = _for_opponent(rest, odd, loose, two, three, quads, mended)
    return to_next, to_partner, to_previous

"""What a trick is worth, and how likely a play wins it."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO
from simcore.jit import helper, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DRG, PHX
from simcore.tichu.combos.shape import NATURALS, PAIR, SINGLE, above, held
from simcore.tichu.policies.heuristic.plan import count
from simcore.tichu.policies.heuristic.weights import (
    DANGER,
    DANGER_V2,
    HIGHER,
    LEAD,
    LEAD_V2,
    NEAR_DANGER,
    NEAR_DANGER_V2,
    OWN_BET,
)
from simcore.tichu.records import NO_BET

SURE = 16
"""Chance, in sixteenths, of a play that nobody can beat."""


@kernel
def urgency(view: Any, own: Any, mended: Any) -> Any:
    """Worth of winning the trick on the table, its points left out.

    To a bettor his partner, who may be out before him, is as dangerous as an opponent.
    """
    stay_call()
    seat = own["seat"]
    after, before = (seat + 1) & 3, (seat + 3) & 3
    worth = LEAD if mended else LEAD_V2
    fewest = 14
    if view["n_out"] == 0 and view["bets"][seat] != NO_BET:
        worth += OWN_BET
        if mended:
            fewest = view["left"][seat ^ 2]
    for other in (after, before):
        if view["active"] >> other & 1:
            fewest = min(fewest, view["left"][other])
    if fewest <= 2:
        worth += DANGER if mended else DANGER_V2
    elif fewest <= 4:
        worth += NEAR_DANGER if mended else NEAR_DANGER_V2
    return worth


@helper
def group_win(unseen: Any, size: Any, rank: Any) -> Any:
    """Chance in sixteenths that nobody beats a single, pair or triple above rank `rank`."""
    one, two, three, _ = held(unseen)
    over = above(rank)
    plain, helped, weight = unseen & NATURALS, ZERO, HIGHER
    if size != SINGLE:
        is_pair = size == PAIR
        plain, weight = (two, 3) if is_pair else (three, 2)
        helped = one if is_pair else two
        if unseen & PHX == ZERO:
            helped = ZERO
    higher = count(plain & over) + count(helped & over)
    if size == SINGLE:
        higher += count(unseen & (PHX | DRG))
    return max(SURE - weight * higher, 0)


@helper
def run_win(most: Any, size: Any, high: Any) -> Any:
    """The same for a straight or stairs; `most` cards are left to an opponent."""
    if most < size:
        return SURE
    return min(6 + size + (high - 8) // 2, 15)

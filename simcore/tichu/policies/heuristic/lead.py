"""What the heuristic leads: losers while winners remain, winners first when one loser is left."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, lowest
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DECK, DOG, DRG, MAH, PHX
from simcore.tichu.combos.shape import NATURALS, NONE, PAIR, SINGLE, TRIPLE, classify, held, rank_at
from simcore.tichu.policies.heuristic.plan import count, group_cost, groups_of, recall
from simcore.tichu.policies.heuristic.table import SURE, group_win, run_win
from simcore.tichu.policies.heuristic.weights import (
    DOG_LEAD,
    DRAGON,
    HOUSE,
    LEAD_CARD,
    LEAD_DANGER,
    LEAD_DANGER_V2,
    LEAD_PARTNER,
    LEAD_RANK,
    LEAD_RANK_V2,
    LEAD_RUN,
    LEAD_WORTH,
    LEAD_WORTH_V2,
    MAH_LEAD,
)
from simcore.tichu.records import NO_BET

_NIBBLE = U64(15)
_UPPER = U64(0xFF << 48)
_NEVER = np.int64(-(1 << 20))
_LATE, _LAST = np.int64(-200), np.int64(-400)
"""Scores of a lead that can wait (a bomb), and of one that is thrown away (the lone Phoenix)."""
_DOG_LOST, _DOG_BETTOR, _DOG_AHEAD = -160, 400, 100
"""Added to the score of the Dog: the partner is out, has bet, or holds fewer cards."""
_NO_RANK = np.int64(0)


@kernel
def lead(view: Any, own: Any, rules: Any, mended: Any) -> Any:
    """Combo and cards to lead; no wish binds.

    With at most one group left that can be beaten, the others go first: they keep the lead.  The
    Mah Jong goes before the Dog and all losers, while many cards are left to wish for.
    """
    stay_call()
    hand, seat, quads = own["hand"], own["seat"], own["quads"]
    first, second = recall(own)
    loose = hand & ~(first | second) & ~(quads * _NIBBLE)
    groups = groups_of(loose, first, second, quads)
    if groups <= 3:
        combo = classify(hand, _NO_RANK, NONE, rules)
        if combo != 0:
            return combo, hand
    unseen = DECK & ~hand & ~view["played"]
    partner = seat ^ 2
    most, fewest = 0, 14
    for other in ((seat + 1) & 3, (seat + 3) & 3):
        if view["active"] >> other & 1:
            most = max(most, view["left"][other])
            fewest = min(fewest, view["left"][other])
    left = view["left"][partner]
    by_win = LEAD_WORTH if mended else LEAD_WORTH_V2
    by_rank = LEAD_RANK if mended else LEAD_RANK_V2
    too_low = LEAD_DANGER if mended else LEAD_DANGER_V2
    one, two, three, _ = held(loose)
    spare = two & ~three & ~_UPPER
    if spare == ZERO:
        spare = two & ~three
    best, pick = _NEVER, ZERO
    best_sure, sure = _NEVER, ZERO
    unsure = 0
    menu = one
    while menu:
        unit = lowest(menu)
        menu ^= unit
        rank = rank_at(unit)
        cards = loose & (unit * _NIBBLE)
        size = count(cards)
        gain = group_cost(size, rank)
        win = group_win(unseen, size, rank)
        if size == TRIPLE and spare:
            pair = lowest(spare)
            cards |= loose & (pair * _NIBBLE)
            gain += group_cost(PAIR, rank_at(pair)) - HOUSE
            size = 5
        if most < size:
            win = SURE
        score = 16 * (gain + LEAD_CARD * size) + by_win * win - by_rank * rank
        if win < SURE and fewest == size and size <= 2:
            score += 16 * (rank - too_low)
        elif size <= 2 and size == left:
            score += 16 * LEAD_PARTNER
        if win == SURE:
            if score > best_sure:
                best_sure, sure = score, cards
        else:
            unsure += 1
        if score > best:
            best, pick = score, cards
    for run in (first, second):
        if run:
            size = count(run)
            high = rank_at(U64(1) << U64(52)) if run & _UPPER else 10
            win = run_win(most, size, high)
            score = 16 * (LEAD_RUN + LEAD_CARD * size) + by_win * win
            if win == SURE:
                if score > best_sure:
                    best_sure, sure = score, run
            else:
                unsure += 1
            if score > best:
                best, pick = score, run
    if hand & MAH & loose:
        score = 16 * (group_cost(SINGLE, 2) + 1 + (MAH_LEAD if mended else 0))
        unsure += 1
        if score > best:
            best, pick = score, MAH
    if hand & DOG:
        score = 16 * DOG_LEAD
        if not view["active"] >> partner & 1:
            score += _DOG_LOST
        elif view["n_out"] == 0 and view["bets"][partner] != NO_BET:
            score += _DOG_BETTOR
        elif view["left"][partner] < count(hand) and view["bets"][seat] == NO_BET:
            score += _DOG_AHEAD
        unsure += 1
        if score > best:
            best, pick = score, DOG
    if hand & DRG and best_sure < 16 * DRAGON:
        best_sure, sure = np.int64(16 * DRAGON), DRG
    if quads and best_sure < _LATE:
        best_sure, sure = _LATE, lowest(quads) * _NIBBLE
    if best < best_sure:
        best, pick = best_sure, sure
    if hand & PHX & loose and best < _LAST:
        pick = PHX
    cards = sure if unsure <= 1 and sure else pick
    size = count(cards)
    if size <= TRIPLE and cards & NATURALS:
        return NONE + size | size << 4 | rank_at(cards) << 9, cards  # kinds 1, 2 and 3
    return classify(cards, _NO_RANK, NONE, rules), cards

"""The policy `random`: uniform over what is allowed, as far as that can be said in one line each.

It passes with 1/3, declares, agrees, announces, interrupts, grants and volunteers with 1/2, and
announces two 3s at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.gouji.combos.listing import lead_at, lead_count, pick_reply, reply_count
from simcore.gouji.combos.packed import LANE_BITS, RANKS, hand_size
from simcore.gouji.combos.shao import pick_division
from simcore.gouji.policies.common import (
    DRAWER,
    DUEL,
    FOLLOW,
    INTERRUPT,
    LEAD,
    RETURN,
    SHAO,
    THREES,
    WORD,
    class_of_card,
    give_back,
)
from simcore.jit import U64, kernel
from simcore.rng import below


@kernel
def _draw(streams: Any, row: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1 as an int64."""
    return np.int64(below(streams, row, U64(n)))


@kernel
def _return_any(view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, move: Any) -> Any:
    """Return uniformly drawn cards, those just received included."""
    cards = hand_size(naturals, wilds)
    for _ in range(view["cards"]):
        kind = class_of_card(naturals, wilds, _draw(streams, row, cards))
        give_back(move, kind)
        if kind < RANKS:
            naturals -= 1 << (LANE_BITS * kind)
        else:
            wilds -= 1 << (8 * (kind - RANKS))
        cards -= 1
    return 1


@kernel
def random_move(
    view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Answer the question in the view; see `policies.choose`."""
    asked = view["ask"]
    if asked == LEAD:
        cards = hand_size(naturals, wilds)
        return lead_at(naturals, wilds, _draw(streams, row, lead_count(cards, wilds)))
    if asked in (FOLLOW, DUEL, WORD, INTERRUPT):
        if _draw(streams, row, 2 if asked == INTERRUPT else 3) == 0:
            return 0
        table = view["table"]
        n = reply_count(naturals, wilds, table, rules)
        return pick_reply(naturals, wilds, table, rules, _draw(streams, row, n))
    if asked == DRAWER:
        return _draw(streams, row, 6)
    if asked == THREES:
        return 1
    if asked == RETURN:
        return _return_any(view, naturals, wilds, streams, row, move)
    yes = _draw(streams, row, 2)
    if asked == SHAO and yes:
        n = pick_division(naturals, wilds, view["table"], rules, move, -1)
        pick_division(naturals, wilds, view["table"], rules, move, _draw(streams, row, n))
    return yes

"""The policy `random`: uniform over what is allowed, as far as that can be said in one line each.

It passes with 1/3, declares, agrees, announces, interrupts, grants and volunteers with 1/2, and
announces two 3s at once.
"""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.listing import lead_at, lead_count, pick_from, reply_menu
from simcore.gouji.combos.packed import LANE_BITS, RANKS, class_of_card, hand_size
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
    give_back,
)
from simcore.gouji.streams import draw
from simcore.jit import kernel


@kernel
def _return_any(view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, move: Any) -> Any:
    """Return uniformly drawn cards, those just received included."""
    cards = hand_size(naturals, wilds)
    move["naturals"] = move["wilds"] = 0
    for _ in range(view["cards"]):
        kind = class_of_card(naturals, wilds, draw(streams, row, cards))
        give_back(move, kind)
        if kind < RANKS:
            naturals -= 1 << (LANE_BITS * kind)
        else:
            wilds -= 1 << (8 * (kind - RANKS))
        cards -= 1
    return 1


@kernel
def _any_reply(naturals: Any, wilds: Any, table: Any, streams: Any, row: Any, rules: Any) -> Any:
    """Uniform over what beats the table."""
    ways, natural, ranks, every, most = reply_menu(naturals, wilds, table, rules)
    number = draw(streams, row, ways)
    return pick_from(naturals, wilds, table, rules, natural, ranks, every, most, number)


@kernel
def _any_answer(
    view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Answer anything but a lead, a reply and an interruption."""
    asked = view["ask"]
    if asked == DRAWER:
        return draw(streams, row, 6)
    if asked == THREES:
        return 1
    if asked == RETURN:
        return _return_any(view, naturals, wilds, streams, row, move)
    yes = draw(streams, row, 2)
    if asked == SHAO and yes:
        n = pick_division(naturals, wilds, view["table"], rules, move, -1)
        pick_division(naturals, wilds, view["table"], rules, move, draw(streams, row, n))
    return yes


@kernel
def random_move(
    view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Answer the question in the view; see `policies.choose`."""
    asked = view["ask"]
    if asked in (FOLLOW, DUEL, WORD, INTERRUPT):
        if draw(streams, row, 2 if asked == INTERRUPT else 3) == 0:
            return 0
        return _any_reply(naturals, wilds, view["table"], streams, row, rules)
    if asked == LEAD:
        cards = hand_size(naturals, 0)
        return lead_at(cards, naturals, wilds, draw(streams, row, lead_count(cards, wilds)))
    return _any_answer(view, naturals, wilds, streams, row, rules, move)

"""The policy `lowest`: the lowest cards that will do, no chance, no thought of the others.

It declares every Revolution, waives tribute between team mates, keeps the losers' duties, names
itself as drawer, grants every Rang Pai, keeps seat order and never interrupts. Shao Pai it
announces whenever it may, in as few plays as it can.
"""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.packed import (
    ALL_WILD,
    COPIES,
    LANE_BITS,
    RANKS,
    above,
    at_least,
    bits_in,
    class_of_card,
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    count_of,
    make_combo,
    whole_hand,
)
from simcore.gouji.combos.shao import fewest_plays
from simcore.gouji.policies.common import (
    DRAWER,
    DUEL,
    FOLLOW,
    INTERRUPT,
    LEAD,
    RETURN,
    SHAO,
    SWAP,
    VOLUNTEER,
    WORD,
    give_back,
)
from simcore.jit import kernel


@kernel
def lowest_lead(naturals: Any, wilds: Any) -> Any:
    """All natural cards of the lowest rank; the wild cards together once nothing else is left."""
    if naturals == 0:
        return whole_hand(naturals, wilds)
    rank = bits_in((naturals & -naturals) - 1) // LANE_BITS
    return make_combo(count_of(naturals, rank), rank, 0, 0, 0)


@kernel
def plain_reply(naturals: Any, wilds: Any, table: Any) -> Any:
    """Cheapest reply without a joker: fewest twos, then the lowest rank; 0 for none (GJ-27, 28)."""
    if combo_n(table) == 0 or combo_blacks(table) or combo_reds(table):
        return 0
    size, held_twos = combo_size(table), wilds & 255
    higher = above(combo_rank(table))
    for twos in range(min(size - 1, held_twos) + 1):
        if size - twos <= COPIES:
            ranks = at_least(naturals, size - twos) & higher
            if ranks:
                rank = bits_in((ranks & -ranks) - 1) // LANE_BITS
                return make_combo(size - twos, rank, twos, 0, 0)
    return make_combo(0, ALL_WILD, size, 0, 0) if held_twos >= size else 0


@kernel
def lowest_reply(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Cheapest reply; jokers only in a play that empties the hand; 0 passes."""
    combo = plain_reply(naturals, wilds, table)
    if combo == 0:
        combo = whole_hand(naturals, wilds)
        if combo and not beats(table, combo, rules):
            combo = 0
    return combo


@kernel
def lowest_return(view: Any, naturals: Any, wilds: Any, move: Any) -> Any:
    """Return the lowest cards; those just received only if nothing else is held."""
    cards = view["cards"]
    move["naturals"] = move["wilds"] = 0
    own, own_wilds = naturals - view["got"], wilds - view["got_wilds"]
    for _ in range(cards):
        if own == 0 and own_wilds == 0:
            own, own_wilds = view["got"], view["got_wilds"]
        kind = class_of_card(own, own_wilds, 0)
        give_back(move, kind)
        if kind < RANKS:
            own -= 1 << (LANE_BITS * kind)
        else:
            own_wilds -= 1 << (8 * (kind - RANKS))
    return 1


@kernel
def lowest_move(view: Any, naturals: Any, wilds: Any, rules: Any, move: Any) -> Any:
    """Answer the question in the view; see `policies.choose`."""
    asked = view["ask"]
    if asked == LEAD:
        return lowest_lead(naturals, wilds)
    if asked in (FOLLOW, DUEL, WORD):
        return lowest_reply(naturals, wilds, view["table"], rules)
    if asked == SHAO:
        fewest_plays(naturals, wilds, view["table"], rules, move, False)
        return 1
    if asked == DRAWER:
        return view["seat"]
    if asked == RETURN:
        return lowest_return(view, naturals, wilds, move)
    return 0 if asked in (SWAP, INTERRUPT, VOLUNTEER) else 1

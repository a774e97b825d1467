"""The policy `heuristic`: sheds whole ranks, saves wild cards, watches who is nearly out.

Each kind of decision is one function below. The policy keeps one combination a rank in mind: a
set that is led or laid whole costs nothing later, a set that is broken leaves a rest to get rid of.
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
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    distinct,
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
from simcore.gouji.policies.lowest import lowest_lead, lowest_return, plain_reply
from simcore.gouji.records import EVEN, ODD
from simcore.jit import kernel

QUEEN = 9
NINE = 6
"""Rank indices up to which a card is cheap: for a team mate's set, for a broken set."""
NEAR_OUT = 10
"""An opponent with so few cards is stopped at the cost of a broken set or a two."""
LAST_CARDS = 5
"""With so few he is stopped at any cost."""
FEW_COMBOS = 4
"""With so few ranks left a hand spends its wild cards to go out."""
UNKNOWN = 20
"""Cards that a seat is taken to hold where its number is not known."""


@kernel
def _lowest_rank(lanes: Any) -> Any:
    """Rank index of the lowest field marked."""
    return bits_in((lanes & -lanes) - 1) // LANE_BITS


@kernel
def danger(view: Any) -> Any:
    """Fewest cards that an opponent of the asked seat holds."""
    seat = view["seat"]
    others = view["active"] & (EVEN if seat & 1 else ODD)
    fewest = UNKNOWN
    for other in range(6):
        if (others >> other) & 1:
            left = view["left"][other]
            if 0 <= left < fewest:
                fewest = left
    return fewest


@kernel
def choose_lead(naturals: Any, wilds: Any) -> Any:
    """Lead: the whole hand, a step of a sure way out, else the lowest rank whole.

    With a red for each rank but one nobody can stop the hand: each rank goes with a red, which
    nothing beats (GJ-26), and the last needs none.
    """
    combo = whole_hand(naturals, wilds)
    if combo:
        return combo
    reds = wilds >> 16
    combo = lowest_lead(naturals, wilds)
    if reds >= distinct(naturals) - 1:
        combo |= 1 << 24
    return combo


@kernel
def whole_reply(naturals: Any, table: Any) -> Any:
    """Cheapest reply that lays all cards of a rank without wild cards, 0 for none (GJ-27)."""
    size = combo_size(table)
    if size > COPIES or combo_blacks(table) or combo_n(table) == 0:
        return 0
    exact = at_least(naturals, size) & above(combo_rank(table))
    if size < COPIES:
        exact &= ~at_least(naturals, size + 1)
    return make_combo(size, _lowest_rank(exact), 0, 0, 0) if exact else 0


@kernel
def joker_reply(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Return a reply with as few wild cards as will do, jokers allowed; 0 for none."""
    size, need = combo_size(table), combo_blacks(table)
    twos, blacks, reds = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    if combo_reds(table) or reds < need:
        return 0
    if combo_n(table):
        for missing in range(need, min(size - 1, twos + blacks + reds) + 1):
            if size - missing > COPIES:
                continue
            ranks = at_least(naturals, size - missing) & above(combo_rank(table))
            if ranks:
                two = min(twos, missing - need)
                black = min(blacks, missing - need - two)
                red = missing - two - black
                combo = make_combo(size - missing, _lowest_rank(ranks), two, black, red)
                if red <= reds and beats(table, combo, rules):
                    return combo
        if twos >= size and need == 0:
            return make_combo(0, ALL_WILD, size, 0, 0)
    black = min(blacks, size - need)
    if black < size - reds:
        return 0
    combo = make_combo(0, ALL_WILD, 0, black, size - black)
    return combo if beats(table, combo, rules) else 0


@kernel
def choose_reply(view: Any, naturals: Any, wilds: Any, rules: Any) -> Any:
    """Follow: go out if possible, shed whole ranks, spend more the nearer an opponent is to out."""
    table, seat = view["table"], view["seat"]
    combo = whole_hand(naturals, wilds)
    if combo and beats(table, combo, rules):
        return combo
    combo = whole_reply(naturals, table)
    if (view["owner"] - seat) & 1 == 0:
        return combo if combo and combo_rank(combo) < QUEEN else 0
    threat = danger(view)
    ranks = distinct(naturals)
    if combo and (combo_rank(combo) < RANKS - 1 or threat <= NEAR_OUT or ranks <= FEW_COMBOS):
        return combo
    combo = plain_reply(naturals, wilds, table)
    if combo:
        is_broken = combo_n(combo) == combo_size(combo)
        if is_broken and combo_rank(combo) <= NINE:
            return combo
        if threat <= NEAR_OUT or ranks <= FEW_COMBOS:
            return combo
    if threat <= LAST_CARDS or (wilds >> 16) + 1 >= ranks:
        return joker_reply(naturals, wilds, table, rules)
    return 0


@kernel
def choose_answer(view: Any, naturals: Any, wilds: Any, rules: Any) -> Any:
    """Duel and last word: the cheapest answer; jokers towards the end of either hand."""
    table = view["table"]
    combo = whole_hand(naturals, wilds)
    if combo and beats(table, combo, rules):
        return combo
    combo = whole_reply(naturals, table)
    if combo == 0:
        combo = plain_reply(naturals, wilds, table)
    if combo:
        return combo
    rival = view["left"][view["owner"]]
    if distinct(naturals) <= FEW_COMBOS or 0 <= rival <= LAST_CARDS + 1:
        return joker_reply(naturals, wilds, table, rules)
    return 0


@kernel
def choose_shao(view: Any, naturals: Any, wilds: Any, rules: Any, move: Any) -> Any:
    """Shao Pai: in two plays always; in more if at most one of them can be beaten at all."""
    plays = fewest_plays(naturals, wilds, view["table"], rules, move)
    weak = 0
    for i in range(plays - 1):
        weak += 0 if combo_reds(move["chain"][i]) else 1
    return 1 if plays <= 2 or weak <= 1 else 0


@kernel
def choose_interruption(view: Any, naturals: Any, wilds: Any, rules: Any) -> Any:
    """Break an opponent's Shao Pai, with jokers too once only its last combination is to come."""
    if (view["announcer"] - view["seat"]) & 1 == 0:
        return 0
    combo = plain_reply(naturals, wilds, view["table"])
    if combo == 0 and view["chain_left"] <= 1:
        combo = joker_reply(naturals, wilds, view["table"], rules)
    return combo


@kernel
def choose_return(view: Any, naturals: Any, wilds: Any, move: Any) -> Any:
    """Tribute: return the lowest cards that stand alone in their rank, else the lowest cards."""
    own = naturals - view["got"]
    alone = at_least(own, 1) & ~at_least(own, 2)
    if bits_in(alone) < view["cards"]:
        return lowest_return(view, naturals, wilds, move)
    move["naturals"] = move["wilds"] = 0
    for _ in range(view["cards"]):
        rank = _lowest_rank(alone)
        alone &= alone - 1
        give_back(move, rank)
    return 1


@kernel
def heuristic_move(
    view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Answer the question in the view; see `policies.choose`. Nothing is drawn."""
    asked = view["ask"]
    if asked == FOLLOW:
        return choose_reply(view, naturals, wilds, rules)
    if asked == LEAD:
        return choose_lead(naturals, wilds)
    if asked in (DUEL, WORD):
        return choose_answer(view, naturals, wilds, rules)
    if asked == SHAO:
        return choose_shao(view, naturals, wilds, rules, move)
    if asked == INTERRUPT:
        return choose_interruption(view, naturals, wilds, rules)
    if asked == RETURN:
        return choose_return(view, naturals, wilds, move)
    if asked == DRAWER:
        return view["seat"]
    return 0 if asked in (SWAP, VOLUNTEER) else 1

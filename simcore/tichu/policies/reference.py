"""The two reference policies: `random`, and `lowest`, which lays the lowest thing that fits.

Every function takes what its seat may see (`records.VIEW`, its own `records.OWN`), the rules,
and its seat's stream; the step room calls it for one kind of question.  A decision with one
option draws nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ONE, ZERO, index, lowest, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.streams import draw, stay_call
from simcore.tichu.cards import DOG, DRG, MAH, PHX
from simcore.tichu.combos.bombs import scan_bombs
from simcore.tichu.combos.listing import may_meet, scan, turn_menu, window_menu
from simcore.tichu.combos.menus import alike, alike_at, simple_at, simple_menu, single_at, singles
from simcore.tichu.combos.pick import DRAW, LOWEST, LUCK, cards_of, single_card
from simcore.tichu.combos.runs import COUNT, scan_houses, scan_stairs, scan_straights
from simcore.tichu.combos.shape import (
    BOMB4,
    FULL_HOUSE,
    NATURALS,
    NONE,
    PAIR,
    SINGLE,
    SINGLE_CARD,
    TRIPLE,
    VALUE_DRAGON,
    VALUE_LED_PHOENIX,
    held,
    rank_at,
    unit_of,
)
from simcore.tichu.records import CALL, NEVER
from simcore.tichu.rules import Wish

_OPTIONAL = int(Wish.OPTIONAL)
_RANKS = 13
_DOG_COMBO = np.int64(SINGLE_CARD)
_PAIR, _TRIPLE = np.int64(PAIR), np.int64(TRIPLE)
_FOUR, _FIVE = U64(4), U64(5)
_ONE_LUCK, _TWO_LUCKS = U64(LUCK), U64(2 * LUCK)

# --- random ---------------------------------------------------------------------------------------


@kernel
def random_grand(streams: Any, row: Any) -> Any:
    """Call Grand Tichu with 5 %."""
    return draw(streams, row, U64(20)) == ZERO


@kernel
def random_tichu(streams: Any, row: Any) -> Any:
    """Call at the first call point with 10 %, else never this round."""
    return CALL if draw(streams, row, U64(10)) == ZERO else NEVER


@kernel
def random_exchange(own: Any, streams: Any, row: Any) -> Any:
    """Give three different cards, uniform over ordered triples."""
    stay_call()
    hand = own["hand"]
    n = popcount(hand)
    first = select(hand, draw(streams, row, n))
    hand ^= first
    second = select(hand, draw(streams, row, n - ONE))
    hand ^= second
    return first, second, select(hand, draw(streams, row, n - U64(2)))


@kernel
def _random_lead(hand: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Uniform combo that a hand without bombs can lead, and the luck left over for its suits.

    In the order of `combos.listing`; each kind is counted once, and only the drawn one is gone
    through again.
    """
    stay_call()
    one, two, three, four = held(hand)
    phx = hand & PHX
    lone = singles(hand, COUNT, NONE)
    pairs, triples = alike(hand, _PAIR, FULL), alike(hand, _TRIPLE, FULL)
    n_lone = np.int64(popcount(lone))
    n_pairs, n_triples = np.int64(popcount(pairs)), np.int64(popcount(triples))
    n_stairs = n_houses = n_straights = NONE
    if phx or two & (two << _FOUR):
        n_stairs = scan_stairs(one, two, phx, NONE, FULL, NONE, COUNT)
    if popcount(hand) >= _FIVE:
        if phx or three:
            n_houses = scan_houses(one, two, three, four, phx, FULL, NONE, rules, COUNT)
        ahead = (one | (hand & MAH)) & (one << _FOUR)
        if phx or ahead & (ahead << U64(8)):
            n_straights = scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, COUNT)
    n = n_lone + n_pairs + n_triples + n_stairs + n_houses + n_straights
    k, luck = NONE, DRAW
    if n > 1:
        drawn = draw(streams, row, U64(LUCK) * U64(n))
        k = np.int64(drawn // _ONE_LUCK)
        luck = np.int64(drawn) - k * LUCK
    if k < n_lone:
        return single_at(np.int64(index(select(lone, U64(k)))), COUNT), luck
    k -= n_lone
    if k < n_pairs:
        return alike_at(np.int64(index(select(pairs, U64(k)))), _PAIR), luck
    k -= n_pairs
    if k < n_triples:
        return alike_at(np.int64(index(select(triples, U64(k)))), _TRIPLE), luck
    k -= n_triples
    if k < n_stairs:
        return scan_stairs(one, two, phx, NONE, FULL, NONE, k), luck
    k -= n_stairs
    if k < n_houses:
        return scan_houses(one, two, three, four, phx, FULL, NONE, rules, k), luck
    k -= n_houses
    return scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, k), luck


@helper
def random_turn(view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Pass with 1/3 where that is allowed, else lay a uniform combo in uniform suits.

    One draw decides about the pass, the combo and the first suits.
    """
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    wish = view["wish"]
    n = w = w_bombs = combo = NONE
    luck = DRAW
    menu = ZERO
    if quads | flush or (wish and may_meet(hand, wish, rules)):
        is_extra = top != 0 and view["owner"] == own["seat"]
        n, w, w_bombs = turn_menu(hand, quads, flush, top, wish, is_extra, rules)
    elif top == 0:
        combo, luck = _random_lead(hand, rules, streams, row)
    elif top & 15 <= TRIPLE:
        menu = simple_menu(hand, top)
        n = np.int64(popcount(menu))
    elif view["left"][U64(row)] < top >> 4 & 15:
        return NONE, ZERO
    else:
        n = scan(hand, quads, flush, top, w, w_bombs, rules, COUNT)
    k = NONE
    if top != 0 and w == 0:
        # nothing to lay and a pass that was drawn are one branch: neither can be foreseen
        drawn = draw(streams, row, U64(3 * LUCK) * U64(n))
        if drawn < U64(LUCK) * U64(n) or n == 0:
            return NONE, ZERO
        drawn -= U64(LUCK) * U64(n)
        k = np.int64(drawn // _TWO_LUCKS)
        luck = np.int64(drawn) - k * (2 * LUCK)
        if luck >= LUCK:
            luck -= LUCK
    elif n > 1:
        drawn = draw(streams, row, U64(LUCK * n))
        k = np.int64(drawn // _ONE_LUCK)
        luck = np.int64(drawn) - k * LUCK
    if menu:
        combo = simple_at(np.int64(index(select(menu, U64(k)))), top)
    elif combo == 0:
        combo = scan(hand, quads, flush, top, w, w_bombs, rules, k)
    if luck >= 0 and combo & 15 == SINGLE:
        return combo, single_card(hand, combo, luck)
    return combo, cards_of(hand, combo, w, rules, streams, row, luck)


@kernel
def random_move(view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """`random_turn`, not merged into the caller."""
    stay_call()
    return random_turn(view, own, rules, streams, row)


@kernel
def random_bomb(view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Throw with 1/4, uniform over the bombs that may be thrown."""
    stay_call()
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    n, w = window_menu(hand, quads, flush, top, view["wish"], rules)
    if n == 0 or draw(streams, row, U64(4)) != ZERO:
        return NONE, ZERO
    combo = scan_bombs(hand, quads, flush, top, w, np.int64(draw(streams, row, U64(n))))
    return combo, cards_of(hand, combo, w, rules, streams, row, DRAW)


@kernel
def random_wish(rules: Any, streams: Any, row: Any) -> Any:
    """Wish uniformly among 2..A and, where that is allowed, nothing."""
    n = _RANKS + 1 if rules["wish"] == _OPTIONAL else _RANKS
    k = np.int64(draw(streams, row, U64(n)))
    return k + 2 if k < _RANKS else NONE


@kernel
def random_gift(own: Any, streams: Any, row: Any) -> Any:
    """Give the Dragon's trick to either opponent."""
    return (own["seat"] + 1 + 2 * np.int64(draw(streams, row, U64(2)))) & 3


# --- lowest ---------------------------------------------------------------------------------------


@kernel
def _lowest_card(hand: Any) -> Any:
    """Lowest card in the order Dog, Mah Jong, 2..A, Phoenix, Dragon."""
    for card in (DOG, MAH):
        if hand & card:
            return card
    if hand & NATURALS:
        return lowest(hand & NATURALS)
    return lowest(hand)


@kernel
def lowest_exchange(own: Any) -> Any:
    """Lowest card to the next seat, second to the previous one, third to the partner."""
    stay_call()
    hand = own["hand"]
    first = _lowest_card(hand)
    second = _lowest_card(hand ^ first)
    return first, _lowest_card(hand ^ first ^ second), second


@kernel
def _lowest_lead(hand: Any) -> Any:
    """Dog, else the lowest rank and the longest combo of it without bomb and Phoenix."""
    if hand & DOG:
        return _DOG_COMBO
    if hand & MAH:
        return _DOG_COMBO | 2 << 8
    natural = hand & NATURALS
    if natural == ZERO:
        if hand & DRG:
            return _DOG_COMBO | VALUE_DRAGON << 8
        return _DOG_COMBO | VALUE_LED_PHOENIX << 8
    rank = rank_at(natural)
    _, two, three, _ = held(hand)
    unit = unit_of(rank)
    if three & unit:
        if two & ~unit:
            return FULL_HOUSE | 5 << 4 | rank << 9
        return TRIPLE | 3 << 4 | rank << 9
    if two & unit:
        return PAIR | 2 << 4 | rank << 9
    return SINGLE | 1 << 4 | rank << 9


@kernel
def lowest_turn(view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Lead as `_lowest_lead`; follow with the lowest combo, bombs only under the wish."""
    stay_call()
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    is_extra = top != 0 and view["owner"] == own["seat"]
    n, w, w_bombs = turn_menu(hand, quads, flush, top, view["wish"], is_extra, rules)
    best = NONE
    if top == 0 and w == 0:
        best = _lowest_lead(hand)
    else:
        worst = 1 << 30
        for k in range(n):
            combo = scan(hand, quads, flush, top, w, w_bombs, rules, k)
            kind, length = combo & 15, combo >> 4 & 15
            is_bomb = kind >= BOMB4
            if is_bomb and w == 0:
                continue
            is_phoenix = combo >> 16 != 0 or (kind == SINGLE and combo >> 8 & 1)
            # bombs last, then the Phoenix, then the rank; a bomb's size counts before its rank
            cost = (combo >> 8 & 255) << 4 | (15 - length)
            if is_bomb:
                cost = 1 << 20 | length << 8 | (combo >> 8 & 255)
            elif is_phoenix:
                cost |= 1 << 16
            if cost < worst:
                worst, best = cost, combo
    if best == 0:
        return NONE, ZERO
    return best, cards_of(hand, best, w, rules, streams, row, LOWEST)


@kernel
def lowest_wish(rules: Any) -> Any:
    """Decline to wish; where a rank must be named, a 2."""
    return NONE if rules["wish"] == _OPTIONAL else NONE + 2

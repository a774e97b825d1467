"""The options that `search` weighs, `heuristic`'s own answer first."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, top_index
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK, DOG, DRG, PHX
from simcore.tichu.combos.bombs import scan_bombs
from simcore.tichu.combos.listing import scan, turn_menu, window_menu
from simcore.tichu.combos.pick import LOWEST, cards_of
from simcore.tichu.combos.shape import BOMB4, NATURALS, NONE
from simcore.tichu.policies.heuristic import heuristic_exchange
from simcore.tichu.policies.heuristic.plan import cost_of
from simcore.tichu.rules import Wish

MOST = 16
"""Options of one decision at most."""

_MUST_WISH = int(Wish.MANDATORY)
_PLAIN = 7
"""All conventions of the exchange left out (`policies.heuristic.exchange`)."""
_PER_RANK = 2
"""What a rank less laid is worth when plays are sifted, in sixteenths of the plan's cost."""
_BOMB = 100
_ACES = U64(0xF << 52)


@kernel
def _add(options: Any, n: Any, value: Any, a: Any, b: Any, c: Any) -> Any:
    """Append an option that is not listed yet, if there is room; how many there are then."""
    if n >= MOST:
        return n
    for k in range(n):
        cards = options[k]["cards"]
        if options[k]["value"] == value and cards[0] == a and cards[1] == b and cards[2] == c:
            return n
    options[n]["value"] = value
    cards = options[n]["cards"]
    cards[0], cards[1], cards[2] = a, b, c
    return n + 1


@kernel
def _plays(view: Any, own: Any, rules: Any, streams: Any, options: Any, scores: Any) -> Any:
    """List the pass and the plays; of too many those that leave most of the plan behind."""
    stay_call()
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    is_extra = top != 0 and view["owner"] == own["seat"]
    found, w, w_bombs = turn_menu(hand, quads, flush, top, view["wish"], is_extra, rules)
    mine = options[0]["value"]
    n = np.int64(1)
    if top != 0 and w == 0:
        n = _add(options, n, NONE, ZERO, ZERO, ZERO)
    kept = n
    before = cost_of(hand)
    for k in range(found):
        combo = scan(hand, quads, flush, top, w, w_bombs, rules, k)
        if combo == mine:
            continue
        cards = cards_of(hand, combo, w, rules, streams, NONE, LOWEST)
        score = NONE
        if found + kept > MOST and cards != hand:
            score = 16 * (before - cost_of(hand ^ cards)) - _PER_RANK * (combo >> 9 & 127)
            if combo & 15 >= BOMB4:
                score -= _BOMB
        at = n
        if n == MOST:
            at = n - 1
            if score <= scores[at]:
                continue
        else:
            n += 1
        while at > kept and scores[at - 1] < score:
            options[at] = options[at - 1]
            scores[at] = scores[at - 1]
            at -= 1
        scores[at] = score
        options[at]["value"] = combo
        chosen = options[at]["cards"]
        chosen[0], chosen[1], chosen[2] = cards, ZERO, ZERO
    return n


@kernel
def _bombs(view: Any, own: Any, rules: Any, streams: Any, options: Any) -> Any:
    """List keeping and throwing bombs."""
    stay_call()
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    found, w = window_menu(hand, quads, flush, top, view["wish"], rules)
    n = _add(options, np.int64(1), rec.HOLD, ZERO, ZERO, ZERO)
    for k in range(found):
        combo = scan_bombs(hand, quads, flush, top, w, k)
        if combo != options[0]["value"]:
            cards = cards_of(hand, combo, w, rules, streams, NONE, LOWEST)
            n = _add(options, n, combo, cards, ZERO, ZERO)
    return n


@kernel
def _lowest_other(hand: Any, a: Any, b: Any) -> Any:
    """Lowest natural card beside two others."""
    return lowest(hand & NATURALS & ~(a | b))


@kernel
def _gifts(view: Any, own: Any, options: Any) -> Any:
    """List ways to give three cards away (TI-10).

    What the heuristic gives with some or all of its conventions left out, other cards for the
    partner, the Dog for anybody, and the cards for the opponents exchanged.
    """
    stay_call()
    hand = own["hand"]
    n = np.int64(1)
    plain_a, plain_b, plain_c = heuristic_exchange(view, own, NONE + _PLAIN, True)
    n = _add(options, n, NONE, plain_a, plain_b, plain_c)
    cards = options[0]["cards"]
    a, b, c = cards[0], cards[1], cards[2]
    below = hand & NATURALS & ~_ACES
    for k in range(6):
        card = ZERO
        if k == 0:
            card = hand & DRG
        elif k == 1:
            card = ONE << top_index(hand & _ACES) if hand & _ACES else ZERO
        elif k == 2:
            card = hand & PHX
        elif k == 3:
            card = hand & DOG
        elif k == 4:
            card = ONE << top_index(below) if below else ZERO
        else:
            card = plain_b
        if card == ZERO:
            continue
        to_next, to_previous = a, c
        if to_next == card:
            to_next = _lowest_other(hand, card, to_previous)
        if to_previous == card:
            to_previous = _lowest_other(hand, card, to_next)
        if to_next and to_previous:
            n = _add(options, n, NONE, to_next, card, to_previous)
    if hand & DOG:
        to_partner = b if b != DOG else plain_b
        if to_partner != DOG:
            if c != DOG and c != to_partner:
                n = _add(options, n, NONE, DOG, to_partner, c)
            if a != DOG and a != to_partner:
                n = _add(options, n, NONE, a, to_partner, DOG)
    return _add(options, n, NONE, c, b, a)


@kernel
def list_options(
    states: Any, rules_array: Any, streams_array: Any, options: Any, scores: Any
) -> Any:
    """Write the options of the question that is asked.

    Parameters
    ----------
    states : ndarray of records.STATE, shape (1,)
    rules_array : ndarray of records.RULES, shape (1,)
    streams_array : ndarray of streams.STREAMS, shape (1,)
        Not drawn from.
    options : ndarray of playout.OPTION, shape (MOST,)
        The first is what `heuristic` answers; the others are overwritten.
    scores : ndarray of int64, shape (MOST,)
        Overwritten.

    Returns
    -------
    int64
        Options written; 1 where nothing else is worth a look.
    """
    state, rules, streams = states[0], rules_array[0], streams_array[0]
    view = state["view"]
    question, own = view["ask"], state["own"][view["seat"]]
    mine = options[0]["value"]
    n = np.int64(1)
    if question == rec.ASK_TURN:
        return _plays(view, own, rules, streams, options, scores)
    if question == rec.ASK_BOMB:
        return _bombs(view, own, rules, streams, options)
    if question == rec.ASK_EXCHANGE:
        return _gifts(view, own, options)
    if question == rec.ASK_GRAND:
        return _add(options, n, 1 - mine, ZERO, ZERO, ZERO)
    if question == rec.ASK_TICHU:
        if mine == rec.CALL:
            n = _add(options, n, rec.NEVER, ZERO, ZERO, ZERO)
            return _add(options, n, rec.ON_TURN, ZERO, ZERO, ZERO)
        return _add(options, n, rec.CALL, ZERO, ZERO, ZERO)
    if question == rec.ASK_WISH:
        if rules["wish"] != _MUST_WISH:
            n = _add(options, n, NONE, ZERO, ZERO, ZERO)
        unseen = NATURALS & DECK & ~own["hand"] & ~view["played"]
        for rank in range(2, 15):
            if unseen & (U64(15) << U64(4 * (rank - 1))):
                n = _add(options, n, NONE + rank, ZERO, ZERO, ZERO)
        return n
    receivers = U64(state["receivers"])
    while receivers:
        n = _add(options, n, np.int64(index(receivers)), ZERO, ZERO, ZERO)
        receivers &= receivers - ONE
    return n

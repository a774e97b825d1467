"""What a decision is searched over: the heuristic's own answer first, then a pruned list.

Searched are leads, replies of every kind, Shao Pai, Rang Pai, who acts first in a free order, the
cards returned in tribute, and whether tribute between team mates and the losers' duties change.
The other questions have one good answer, and `heuristic` gives it.
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
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    count_of,
    distinct,
    holds,
    make_combo,
)
from simcore.gouji.combos.shao import fewest_plays
from simcore.gouji.policies.common import (
    DUEL,
    FOLLOW,
    INTERRUPT,
    LEAD,
    RANG,
    RETURN,
    SHAO,
    SWAP,
    VOLUNTEER,
    WAIVE,
    WORD,
)
from simcore.gouji.policies.heuristic import heuristic_move
from simcore.gouji.records import MOST_COMBOS
from simcore.jit import kernel

MOST_OPTIONS = 16
"""Options of a decision at most."""
FEW_RANKS = 6
"""With so few ranks left a lead is tried with wild cards too."""
LOW_CLASSES = 4
"""Lowest classes of which cards are returned."""


@kernel
def _put(options: Any, n: Any, value: Any) -> Any:
    """List an answer that needs no more than an integer, unless it is listed; return how many."""
    for i in range(n):
        if options[i]["value"] == value:
            return n
    if n == MOST_OPTIONS:
        return n
    options[n]["value"] = value
    options[n]["length"] = options[n]["naturals"] = options[n]["wilds"] = 0
    return n + 1


@kernel
def _put_move(options: Any, n: Any, value: Any, move: Any) -> Any:
    """List an answer with what stands in a move; return how many there are."""
    if n == MOST_OPTIONS:
        return n
    options[n]["value"] = value
    options[n]["length"] = move["length"] if value else 0
    for k in range(MOST_COMBOS):
        options[n]["chain"][k] = move["chain"][k]
    options[n]["naturals"], options[n]["wilds"] = move["naturals"], move["wilds"]
    return n + 1


@kernel
def _put_chain(options: Any, n: Any, move: Any) -> Any:
    """List a division for Shao Pai, unless it is listed; return how many there are."""
    for i in range(n):
        is_same = options[i]["value"] == 1 and options[i]["length"] == move["length"]
        for k in range(move["length"]):
            is_same = is_same and options[i]["chain"][k] == move["chain"][k]
        if is_same:
            return n
    return _put_move(options, n, 1, move)


@kernel
def _put_return(options: Any, n: Any, move: Any) -> Any:
    """List cards to return, unless they are listed; return how many there are."""
    for i in range(n):
        if options[i]["naturals"] == move["naturals"] and options[i]["wilds"] == move["wilds"]:
            return n
    return _put_move(options, n, 1, move)


@kernel
def _leads(view: Any, naturals: Any, wilds: Any, options: Any, n: Any) -> Any:
    """List whole ranks; with few left also with wild cards, and these alone."""
    twos, blacks, reds = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    for rank in range(RANKS):
        held = count_of(naturals, rank)
        if held:
            n = _put(options, n, make_combo(held, rank, 0, 0, 0))
    most = RANKS if distinct(naturals) <= FEW_RANKS else 1
    if most > 1 and twos:
        n = _put(options, n, make_combo(0, ALL_WILD, twos, 0, 0))
    for rank in range(RANKS):
        held = count_of(naturals, rank)
        if held == 0 or most == 0:
            continue
        most -= 1
        if reds:
            n = _put(options, n, make_combo(held, rank, 0, 0, 1))
        if blacks:
            n = _put(options, n, make_combo(held, rank, 0, 1, 0))
        if twos and most:
            n = _put(options, n, make_combo(held, rank, twos, 0, 0))
    return n


@kernel
def _replies(naturals: Any, wilds: Any, table: Any, rules: Any, options: Any, n: Any) -> Any:
    """List the pass, whole ranks, the lowest splits, the cheapest with wild cards, a sure one."""
    n = _put(options, n, 0)
    size, need = combo_size(table), combo_blacks(table)
    twos, blacks, reds = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    if combo_reds(table) or reds < need:
        return n
    first = 0
    if combo_n(table):
        first = combo_rank(table) + 1
        if need == 0 and size <= COPIES:
            splits = 0
            for rank in range(first, RANKS):
                held = count_of(naturals, rank)
                if held == size or (held > size and splits < 3):
                    n = _put(options, n, make_combo(size, rank, 0, 0, 0))
                    splits += 1 if held > size else 0
        for missing in range(max(1, need), min(size - 1, twos + blacks + reds) + 1):
            if size - missing > COPIES:
                continue
            ranks = at_least(naturals, size - missing) & above(first - 1)
            listed = 0
            for rank in range(first, RANKS):
                if (ranks >> (LANE_BITS * rank + 4)) & 1 == 0 or listed == 2:
                    continue
                listed += 1
                two = min(twos, missing - need)
                black = min(blacks, missing - need - two)
                combo = make_combo(size - missing, rank, two, black, missing - two - black)
                if holds(naturals, wilds, combo) and beats(table, combo, rules):
                    n = _put(options, n, combo)
                if listed == 1 and missing > need:
                    # The same with a red, which nothing beats (GJ-26).
                    two = min(twos, missing - need - 1)
                    black = min(blacks, missing - need - 1 - two)
                    combo = make_combo(size - missing, rank, two, black, missing - two - black)
                    if holds(naturals, wilds, combo) and beats(table, combo, rules):
                        n = _put(options, n, combo)
    combo = make_combo(0, ALL_WILD, size, 0, 0)
    if twos >= size and beats(table, combo, rules):
        n = _put(options, n, combo)
    black = min(blacks, size - need)
    combo = make_combo(0, ALL_WILD, 0, black, size - black)
    if size - black <= reds and beats(table, combo, rules):
        n = _put(options, n, combo)
    red = min(reds, size)
    combo = make_combo(0, ALL_WILD, 0, size - red, red)
    if size - red <= blacks and beats(table, combo, rules):
        n = _put(options, n, combo)
    return n


@kernel
def _returns(view: Any, naturals: Any, wilds: Any, options: Any, n: Any, move: Any) -> Any:
    """List the lowest cards, and what was just received."""
    move["naturals"], move["wilds"] = view["got"], view["got_wilds"]
    n = _put_return(options, n, move)
    found = 0
    move["wilds"] = 0
    for low in range(RANKS):
        held = count_of(naturals, low)
        if held == 0 or found == LOW_CLASSES:
            continue
        found += 1
        if view["cards"] == 1:
            move["naturals"] = 1 << (LANE_BITS * low)
            n = _put_return(options, n, move)
            continue
        others = 0
        for high in range(low, RANKS):
            if count_of(naturals, high) < (2 if high == low else 1) or others == 3:
                continue
            others += 1
            move["naturals"] = (1 << (LANE_BITS * low)) + (1 << (LANE_BITS * high))
            n = _put_return(options, n, move)
    return n


@kernel
def list_options(states: Any, rules_array: Any, moves: Any, options: Any) -> Any:
    """List the options of the question in a state, the heuristic's own answer first.

    Parameters
    ----------
    states : ndarray of records.STATE, shape (1,)
        Only the view and the hand of the seat that is asked are looked at.
    rules_array : ndarray of records.RULES, shape (1,)
    moves : ndarray of records.MOVE, shape (1,)
        Overwritten.
    options : ndarray of playout.OPTION, shape (MOST_OPTIONS,)
        Overwritten from the front.

    Returns
    -------
    int64
        How many, from 1 on.
    """
    rules, move, state = rules_array[0], moves[0], states[0]
    view, naturals, wilds = state["view"], state["own"], state["own_wilds"]
    asked = view["ask"]
    answer = heuristic_move(view, naturals, wilds, rules, move, True)
    n = _put_move(options, 0, answer, move)
    if asked == LEAD:
        n = _leads(view, naturals, wilds, options, n)
    elif asked in (FOLLOW, DUEL, WORD, INTERRUPT):
        n = _replies(naturals, wilds, view["table"], rules, options, n)
    elif asked == SHAO:
        if answer:
            n = _put(options, n, 0)
        for is_careful in range(2):
            if fewest_plays(naturals, wilds, view["table"], rules, move, is_careful == 1):
                n = _put_chain(options, n, move)
    elif asked == RETURN:
        n = _returns(view, naturals, wilds, options, n, move)
    elif asked in (RANG, VOLUNTEER, WAIVE, SWAP):
        n = _put(options, n, 0 if answer else 1)
    return n

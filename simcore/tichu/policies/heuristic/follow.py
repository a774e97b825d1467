"""Following and bombs: progress of the hand against the worth of the trick.

Every way to play is scored by what it takes off the hand's cost (`plan`), sixteen times, plus
the chance in sixteenths that it wins the trick times the worth of winning it.  Passing scores 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, lowest, popcount, top_index
from simcore.jit import U64, helper, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DECK, DRG, PHX
from simcore.tichu.combos.bombs import scan_bombs
from simcore.tichu.combos.listing import may_meet, scan, turn_menu, window_menu
from simcore.tichu.combos.menus import simple_menu
from simcore.tichu.combos.pick import LOWEST, cards_of
from simcore.tichu.combos.shape import (
    BOMB4,
    NATURALS,
    NONE,
    PAIR,
    SINGLE,
    SINGLE_CARD,
    TRIPLE,
    VALUE_DRAGON,
    above,
    beats,
    classify,
    held,
    rank_at,
)
from simcore.tichu.deals import points_of
from simcore.tichu.policies.heuristic.lead import lead
from simcore.tichu.policies.heuristic.plan import (
    cost_now,
    cost_of,
    count,
    group_cost,
    groups_of,
    make_plan,
    recall,
)
from simcore.tichu.policies.heuristic.table import SURE, group_win, urgency
from simcore.tichu.policies.heuristic.weights import (
    BETTOR_BOMB,
    BETTOR_CARDS,
    BOMB_GROUPS,
    BOMB_WORTH,
    DRAGON,
    LAST,
    NEAR_OUT,
    PARTNER_GAIN,
    PARTNER_TOP,
    PHOENIX,
    PHOENIX_LOW,
    PHOENIX_PAIR,
    POINT,
    RUN_TOP,
    RUSH,
)
from simcore.tichu.records import HOLD, NO_BET
from simcore.tichu.rules import BombWindows

_NIBBLE = U64(15)
_NEVER = np.int64(-(1 << 20))
_DRAGON = SINGLE_CARD | VALUE_DRAGON << 8
_EACH_ACTION, _IN_TURN = int(BombWindows.EACH_ACTION), int(BombWindows.IN_TURN_ONLY)
_TOPS = U64(0xFFFFF << 36)
"""Cards from 10 to ace."""
_NO_RANK = np.int64(0)
_BOMB_KEPT = 200
"""Taken off the score of a bomb that a wish would accept: anything else goes first."""


# --- any legal play -------------------------------------------------------------------------------


@kernel
def _any_play(
    view: Any, own: Any, rules: Any, streams: Any, row: Any, n: Any, w: Any, w_bombs: Any,
    worth: Any, floor: Any,
) -> Any:  # fmt: skip
    """Best of all plays by what it leaves behind; zeros where none scores above `floor`."""
    stay_call()
    hand, quads, flush, top = own["hand"], own["quads"], own["flush"], view["top"]
    before = cost_now(own)
    has_bombs = quads | flush != ZERO
    best, pick, chosen = floor, NONE, ZERO
    for k in range(n):
        combo = scan(hand, quads, flush, top, w, w_bombs, rules, k)
        if combo & 15 >= BOMB4 and w == 0:
            break
        cards = cards_of(hand, combo, w, rules, streams, row, LOWEST)
        win = (combo >> 8 & 255) >> 1
        rest = hand ^ cards
        after = cost_of(rest) if has_bombs else make_plan(rest, ZERO, ZERO)[2]
        score = 16 * (before - after) + worth * win
        if combo & 15 >= BOMB4:
            score -= _BOMB_KEPT
        if score > best:
            best, pick, chosen = score, combo, cards
    return pick, chosen


# --- following ------------------------------------------------------------------------------------


@helper
def _of_top_rank(cards: Any) -> Any:
    """Natural cards of the highest rank among some; zero of none."""
    return cards & _NIBBLE << (top_index(cards) & ~U64(3)) if cards else ZERO


@kernel
def _follow_alike(
    view: Any, own: Any, loose: Any, first: Any, second: Any, worth: Any, points: Any, floor: Any,
    mended: Any,
) -> Any:  # fmt: skip
    """Single, pair or triple to lay on one of its kind: combo and cards, or zeros."""
    stay_call()
    hand, top = own["hand"], view["top"]
    kind, value = top & 15, top >> 8 & 255
    unseen = DECK & ~hand & ~view["played"]
    one, two, three, _ = held(loose)
    over = above(value >> 1)
    is_wild = hand & loose & PHX != ZERO
    best, pick, size = floor, ZERO, np.int64(0)
    whole = worth + points
    menu = one if kind == SINGLE or (kind == PAIR and is_wild) else two
    if kind == TRIPLE and not is_wild:
        menu = three
    menu &= over
    seat, left = own["seat"], view["left"]
    is_rush = left[(seat + 1) & 3] == kind or left[(seat + 3) & 3] == kind
    rush = RUSH if mended and is_rush else 0
    while menu:
        unit = lowest(menu)
        menu ^= unit
        rank = rank_at(unit)
        has = 1 + (1 if two & unit else 0) + (1 if three & unit else 0)
        # what is left of the group stays in the hand
        gain = group_cost(has, rank) - group_cost(max(has - kind, 0), rank)
        gain += PHOENIX - PHOENIX_PAIR if has < kind else 0
        score = 16 * gain + whole * group_win(unseen, kind, rank) + rush * rank
        if score > best:
            best, pick, size = score, unit, min(has, kind)
    combo, cards = NONE, ZERO
    tops = (first | second) & _TOPS & (over * _NIBBLE)
    if mended and tops and kind != TRIPLE:
        for run in (first & tops, second & tops):
            high = _of_top_rank(run)
            if count(high) == kind:
                score = whole * group_win(unseen, kind, rank_at(high)) - 16 * RUN_TOP
                if score > best:
                    best, pick, cards = score, ZERO, high
                    combo = kind | kind << 4 | rank_at(high) << 9
    if pick:
        rank = rank_at(pick)
        combo = kind | kind << 4 | rank << 9
        cards = loose & (pick * _NIBBLE)
        while count(cards) > size:
            cards &= cards - ONE
        if size < kind:
            combo |= rank << 16
            cards |= PHX
    if kind == SINGLE and value < VALUE_DRAGON:
        if is_wild:
            low = max(13 - (value >> 1), 0)
            score = 16 * (PHOENIX - PHOENIX_LOW * low) + whole * group_win(
                unseen, SINGLE, value >> 1
            )
            if score > best:
                best, combo, cards = score, SINGLE_CARD | (value + 1) << 8, PHX
        if hand & DRG:
            # the points go to an opponent
            score = 16 * DRAGON + (worth - points) * SURE
            if score > best:
                combo, cards = NONE + _DRAGON, DRG
    return combo, cards


@helper
def _is_hopeless(hand: Any, top: Any) -> Any:
    """Whether plainly nothing but a bomb beats the table: most turns end here."""
    kind = top & 15
    if kind <= TRIPLE:
        return simple_menu(hand, top) == ZERO
    can_top = hand & (NATURALS & above(top >> 9 & 127) | PHX)
    return can_top == ZERO or popcount(hand) < U64(top >> 4 & 15)


@helper
def follow(view: Any, own: Any, rules: Any, streams: Any, row: Any, mended: Any) -> Any:
    """Lay on the table or pass; no wish binds."""
    hand, top, owner, seat = own["hand"], view["top"], view["owner"], own["seat"]
    partner = seat ^ 2
    kind = top & 15
    n = np.int64(popcount(hand))
    has_bombs = own["quads"] | own["flush"] != ZERO
    is_friend = owner == partner
    after = (seat + 1) & 3
    if is_friend and view["n_out"] == 0 and view["bets"][partner] != NO_BET:
        return NONE, ZERO
    if n == top >> 4 & 15 or (has_bombs and n >= 4):
        combo = classify(hand, _NO_RANK, top, rules)
        if combo != 0 and beats(combo, top):
            return combo, hand
    if kind >= BOMB4 or _is_hopeless(hand, top):
        return NONE, ZERO
    if kind == SINGLE and view["left"][after] == 1 and not view["passed"] >> after & 1:
        is_friend = False  # the partner's card may not be high enough to stop him
    if mended and view["n_out"] == 0 and view["bets"][seat] != NO_BET:
        is_friend = False  # nor may he be out before a bettor
    floor = np.int64(0)
    points = np.int64(0)
    worth = np.int64(0)
    if is_friend:
        if kind > PAIR or top >> 9 & 127 > PARTNER_TOP or view["left"][partner] <= 2:
            return NONE, ZERO
        floor = 16 * PARTNER_GAIN
    else:
        points = np.int64(points_of(view["pile"])) * POINT // 10
        worth = np.int64(urgency(view, own, mended))
        others = view["active"] & ~view["passed"] & ~(1 << owner)
        if mended and not others & (10 >> (seat & 1)):
            worth += LAST
    first, second = recall(own)
    loose = hand & ~(first | second) & ~(own["quads"] * _NIBBLE)
    if not is_friend and groups_of(loose, first, second, own["quads"]) <= 3:
        worth += NEAR_OUT
    if kind <= TRIPLE:
        return _follow_alike(view, own, loose, first, second, worth, points, floor, mended)
    found, w, w_bombs = turn_menu(hand, own["quads"], own["flush"], top, NONE, False, rules)
    if found == 0:
        return NONE, ZERO
    return _any_play(view, own, rules, streams, row, found, w, w_bombs, worth + points, floor)


# --- doors ----------------------------------------------------------------------------------------


@kernel
def heuristic_bomb(view: Any, own: Any, rules: Any, streams: Any, row: Any, mended: Any) -> Any:
    """Bomb opponents where much is at stake, or where the rest of the hand then runs out.

    Not before everybody has passed, if there is a window then: another may yet beat them.
    """
    stay_call()
    seat, top = own["seat"], view["top"]
    if (view["owner"] ^ seat) & 1 == 0:
        return HOLD, ZERO
    hand, quads, flush = own["hand"], own["quads"], own["flush"]
    w = ZERO
    others = view["active"] & ~view["passed"] & ~(1 << view["owner"])
    is_early = mended and others != 0 and rules["bomb_windows"] != _IN_TURN
    if not is_early:
        n, w = window_menu(hand, quads, flush, top, view["wish"], rules)
        if n == 0:
            return HOLD, ZERO
    worth = urgency(view, own, mended) + np.int64(points_of(view["pile"])) * POINT // 10
    for other in ((seat + 1) & 3, (seat + 3) & 3):
        has_bet = view["n_out"] == 0 and view["bets"][other] != NO_BET
        if has_bet and view["left"][other] <= BETTOR_CARDS:
            worth += BETTOR_BOMB
    if worth < BOMB_WORTH:
        first, second = recall(own)
        loose = hand & ~(first | second) & ~(quads * _NIBBLE)
        if groups_of(loose, first, second, quads) > 1 + BOMB_GROUPS:
            return HOLD, ZERO
    if is_early:
        return NONE, ZERO
    combo = scan_bombs(hand, quads, flush, top, w, np.int64(0))
    return combo, cards_of(hand, combo, w, rules, streams, row, LOWEST)


@kernel
def heuristic_turn(view: Any, own: Any, rules: Any, streams: Any, row: Any, mended: Any) -> Any:
    """Choose combo and cards of a regular turn, or zeros to pass."""
    stay_call()
    hand, top, wish = own["hand"], view["top"], view["wish"]
    is_extra = top != 0 and view["owner"] == own["seat"]
    if is_extra:
        return NONE, ZERO
    if wish and may_meet(hand, wish, rules):
        n, w, w_bombs = turn_menu(hand, own["quads"], own["flush"], top, wish, is_extra, rules)
        if w != 0:
            worth = urgency(view, own, mended)
            return _any_play(view, own, rules, streams, row, n, w, w_bombs, worth, _NEVER)
    if top == 0:
        return lead(view, own, rules, mended)
    combo, cards = follow(view, own, rules, streams, row, mended)
    has_bombs = own["quads"] | own["flush"] != ZERO
    if combo == 0 and has_bombs and rules["bomb_windows"] != _EACH_ACTION:
        combo, cards = heuristic_bomb(view, own, rules, streams, row, mended)
        if combo == HOLD:
            combo = NONE
    return combo, cards

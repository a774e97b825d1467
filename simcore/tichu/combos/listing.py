"""Which combos a hand can lay: counted and picked by position, without listing them.

The list of a hand's combos has a fixed order: kinds as numbered (single, pair, triple, stairs,
full house, straight, bomb4, bomb_sf), within a kind sizes ascending, then ranks ascending, then
the rank of the Phoenix ascending, with "no Phoenix" first.  A lone Phoenix stands where its
worth belongs.  Which pair fills a full house, and which suits are laid, is no part of a combo.
Positions count as in `combos.runs`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ONE, ZERO, index, popcount, select
from simcore.jit import U64, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import PHX
from simcore.tichu.combos.bombs import bomb_masks, scan_bombs
from simcore.tichu.combos.menus import alike, alike_at, single_at, singles
from simcore.tichu.combos.pick import LOWEST, cards_of
from simcore.tichu.combos.runs import COUNT, scan_houses, scan_stairs, scan_straights
from simcore.tichu.combos.shape import (
    BOMB4,
    FULL_HOUSE,
    NONE,
    PAIR,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    above,
    held,
    unit_of,
)
from simcore.tichu.rules import WishScope

MAX_COMBOS = 512
"""More than any hand of 14 cards can choose from."""
ANY_PLAY = int(WishScope.ANY_PLAY)


@kernel
def scan(
    hand: Any, quads: Any, flush: Any, top: Any, w: Any, w_bombs: Any, rules: Any, k: Any
) -> Any:
    """Combos of a hand that beat `top` (0: that it can lead), in the order of this module.

    Parameters
    ----------
    hand, quads, flush : uint64
        The cards and their `bomb_masks`.
    top : int64
        Combo on the table, 0 when leading.
    w, w_bombs : int64
        Rank that combos, and that bombs, must be able to hold; 0: none.
    rules : records.RULES
    k : int64
        Position from 0, or `COUNT`.

    Returns
    -------
    int64
        Number of combos, or combo number k (0 where there are no more than k).
    """
    stay_call()
    kind = top & 15
    phx = hand & PHX
    n = np.int64(0)
    if kind <= SINGLE:
        value = (top >> 8) & 255 if top else -1
        menu = singles(hand, value, w)
        n = np.int64(popcount(menu))
        if 0 <= k < n:
            return single_at(np.int64(index(select(menu, U64(k)))), value)
        k = k - n if k >= 0 else k
    if kind != SINGLE and kind < BOMB4:
        one, two, three, four = held(hand)
        over = above(top >> 9 & 127)
        length = top >> 4 & 15
        wished = unit_of(w) | unit_of(w) << ONE if w else FULL
        for part in range(kind if kind else PAIR, (kind if kind else STRAIGHT) + 1):
            if part <= TRIPLE:
                menu = alike(hand, part, over & wished)
                found = np.int64(popcount(menu))
                if 0 <= k < found:
                    return alike_at(np.int64(index(select(menu, U64(k)))), part)
                found = found if k < 0 else ~(k - found)
            elif part == STAIRS:
                found = scan_stairs(one, two, phx, length >> 1, over, w, k)
            elif part == FULL_HOUSE:
                found = scan_houses(one, two, three, four, phx, over, w, rules, k)
            else:
                found = scan_straights(hand, one, two, flush, phx, length, over, w, rules, k)
            if k < 0:
                n += found
            elif found > 0:
                return found
            else:
                k = ~found
    if quads | flush:
        found = scan_bombs(hand, quads, flush, top, w_bombs, k)
        return found if k >= 0 else n + found
    return n if k < 0 else ~k


@kernel
def may_meet(hand: Any, wish: Any, rules: Any) -> Any:
    """Whether any combo of the hand could meet the wish at all (TI-34c)."""
    if hand & (U64(15) << U64(4 * (wish - 1))):
        return True
    return hand & PHX != ZERO and rules["phoenix_fulfils_wish"] != 0


@kernel
def turn_menu(
    hand: Any, quads: Any, flush: Any, top: Any, wish: Any, is_extra: Any, rules: Any
) -> Any:
    """What a player may lay on his regular turn (TI-25, TI-31, TI-34).

    Parameters
    ----------
    hand, quads, flush : uint64
    top, wish : int64
    is_extra : bool
        The owner's extra turn of ``self_beat``, which no wish binds (TI-27).
    rules : records.RULES

    Returns
    -------
    tuple of int64
        Number of combos, and the two wished ranks to `scan` them with.  A passing player needs
        a table and no duty: ``top != 0 and w == 0``.
    """
    stay_call()
    w = w_bombs = NONE
    if wish and not is_extra and may_meet(hand, wish, rules):
        w = w_bombs = wish
    while True:
        n = scan(hand, quads, flush, top, w, w_bombs, rules, COUNT)
        if n == 0 and w != 0:
            w = w_bombs = NONE  # he cannot comply and is free (TI-34e)
        elif w_bombs != 0 and quads | flush != ZERO and rules["wish_bomb_escape"]:
            w_bombs = NONE  # any bomb will do as well
        else:
            return n, w, w_bombs


@kernel
def window_menu(hand: Any, quads: Any, flush: Any, top: Any, wish: Any, rules: Any) -> Any:
    """Bombs that a player may throw in an open window (TI-29, TI-34f).

    Parameters
    ----------
    As for `turn_menu`; ``quads | flush`` is not zero.

    Returns
    -------
    tuple of int64
        Number of bombs, and the wished rank to `scan_bombs` them with.
    """
    stay_call()
    w = NONE
    is_bound = wish != 0 and rules["wish_scope"] == ANY_PLAY and not rules["wish_bomb_escape"]
    if is_bound and may_meet(hand, wish, rules):
        w = wish if scan(hand, quads, flush, top, wish, wish, rules, COUNT) else NONE
    return scan_bombs(hand, quads, flush, top, w, COUNT), w


@kernel
def list_moves(
    hand: Any, top: Any, wish: Any, is_extra: Any, rules: Any, streams: Any, out: Any
) -> Any:
    """Write every combo that a player may lay, each with its lowest cards.

    Parameters
    ----------
    hand : uint64
    top, wish : int64
    is_extra : bool
    rules : records.RULES
    streams : streams.STREAMS
        Not drawn from.
    out : ndarray of `records.MOVE`
        Overwritten from the front.

    Returns
    -------
    tuple of int64
        Number of moves written, and 1 where the player may also pass, else 0.
    """
    quads, flush = bomb_masks(hand)
    n, w, w_bombs = turn_menu(hand, quads, flush, top, wish, is_extra, rules)
    for k in range(n):
        combo = scan(hand, quads, flush, top, w, w_bombs, rules, k)
        out[k]["combo"] = combo
        out[k]["cards"] = cards_of(hand, combo, w, rules, streams, NONE, LOWEST)
    return n, 1 if top != 0 and w == 0 else 0

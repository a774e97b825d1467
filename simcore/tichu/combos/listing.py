"""Which combos a hand can lay: counted and picked by position, without listing them.

The list of a hand's combos has a fixed order: kinds as numbered (single, pair, triple, stairs,
full house, straight, bomb4, bomb_sf), within a kind sizes ascending, then ranks ascending, then
the rank of the Phoenix ascending, with "no Phoenix" first.  A lone Phoenix stands where its
worth belongs.  Which pair fills a full house, and which suits are laid, is no part of a combo.

Every `scan` takes a position k.  Below zero (`COUNT`) it returns how many combos there are;
otherwise combo number k, or ``~(k - count)`` where there are no more than k, so that one scan can
go on where another ended.  A wished rank w (0: none) keeps only combos that can meet the wish
(TI-34).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import FULL, ONE, ZERO, index, popcount, select
from simcore.jit import U64, helper, kernel
from simcore.tichu.cards import DRG, MAH, PHX
from simcore.tichu.combos.pick import LOWEST, cards_of
from simcore.tichu.combos.shape import (
    ACE,
    BOMB4,
    BOMB_SF,
    FULL_HOUSE,
    HIGHEST,
    NATURALS,
    NONE,
    PAIR,
    SHORTEST_RUN,
    SINGLE,
    SINGLE_CARD,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    UNITS,
    VALID,
    VALUE_DRAGON,
    VALUE_LED_PHOENIX,
    above,
    held,
    rank_at,
    spread,
    unit_of,
    window,
)
from simcore.tichu.rules import WishScope
from simcore.tichu.streams import keep_apart

MAX_COMBOS = 512
"""More than any hand of 14 cards can choose from."""
LONGEST_STRAIGHT, LONGEST_FLUSH, MOST_PAIRS = 14, 13, 7
COUNT = np.int64(-1)
_ONE_RANK = np.int64(1)
ANY_PLAY = int(WishScope.ANY_PLAY)

_FOUR = U64(4)
_KIND_BITS = U64(9)
_KIND_MASK = 511
_DOG_BIT, _MAH_BIT, _PHX_BIT, _DRAGON_BIT = 0, 1, 2, 56
_DRAGON_UP = U64(53)  # from bit 3 of the hand to bit 56 of a menu


@kernel
def band(w: Any, size: Any) -> Any:
    """Unit mask of the top ranks of windows of `size` ranks that hold rank w; all for w = 0."""
    if w == 0:
        return FULL
    return above(w - 1) & ~above(min(w + size - 1, 15))


@kernel
def bomb_masks(hand: Any) -> Any:
    """Ranks held four times (unit mask), and lowest cards of five of a suit in a row.

    Both are zero for most hands, which then skip everything about bombs.
    """
    half = hand & (hand >> ONE)
    natural = hand & NATURALS
    two = natural & (natural >> _FOUR)
    five = two & (two >> U64(8)) & (natural >> U64(16))
    return half & (half >> U64(2)) & UNITS, five


@helper
def _singles(hand: Any, value: Any, w: Any) -> Any:
    """Menu of singles above `value` (-1: all): Dog, Mah Jong, Phoenix, then a bit a rank, Dragon.

    Laid on a single the Phoenix is half a step above it, so it is the lowest that beats it.
    """
    if value == VALUE_DRAGON:
        return ZERO
    menu = spread(hand & NATURALS) | (hand & PHX) | ((hand & DRG) << _DRAGON_UP)
    if value >= 0:
        menu &= above(value >> 1) | PHX
    else:
        menu |= ((hand >> ONE) & ONE) | ((hand & MAH) << ONE)
    if w:
        menu &= unit_of(w)
    return menu


@helper
def _single_at(bit: Any, value: Any) -> Any:
    """Combo of bit number `bit` of a menu of singles."""
    if bit == _DOG_BIT:
        return SINGLE_CARD
    if bit == _MAH_BIT:
        return SINGLE_CARD | 2 << 8
    if bit == _PHX_BIT:
        return SINGLE_CARD | (value + 1 if value >= 0 else VALUE_LED_PHOENIX) << 8
    if bit == _DRAGON_BIT:
        return SINGLE_CARD | VALUE_DRAGON << 8
    return SINGLE_CARD | ((bit >> 2) + 1) << 9


@helper
def _alike(hand: Any, kind: Any, over: Any) -> Any:
    """Menu of pairs or triples of the ranks in `over`.

    Bit 0 of a rank's nibble: natural; bit 1: with the Phoenix.
    """
    _, two, three, _ = held(hand)
    fewer = two
    if kind == PAIR:
        fewer, three = spread(hand & NATURALS), two
    return (three | (fewer << ONE if hand & PHX else ZERO)) & over


@helper
def _alike_at(bit: Any, kind: Any) -> Any:
    """Combo of bit number `bit` of a menu of pairs or triples."""
    rank = (bit >> 2) + 1
    return kind | kind << 4 | rank << 9 | (rank << 16 if bit & 1 else 0)


@helper
def simple_menu(hand: Any, top: Any) -> Any:
    """Menu of combos that beat a single, pair or triple, bombs and wishes apart."""
    if top & 15 == SINGLE:
        return _singles(hand, (top >> 8) & 255, NONE)
    return _alike(hand, top & 15, above(top >> 9 & 127))


@helper
def simple_at(bit: Any, top: Any) -> Any:
    """Combo of bit number `bit` of a `simple_menu`; all int64."""
    if top & 15 == SINGLE:
        return _single_at(bit, (top >> 8) & 255)
    return _alike_at(bit, top & 15)


@kernel
def _scan_stairs(one: Any, two: Any, phx: Any, size: Any, over: Any, w: Any, k: Any) -> Any:
    """Stairs (TI-16) of `size` ranks (0: any size) whose top rank lies in `over`."""
    keep_apart()
    alone = one & ~two if phx else ZERO
    full, lacking = two, alone
    n = np.int64(0)
    for ranks in range(2, MOST_PAIRS + 1):
        lacking = (two & (lacking << _FOUR)) | (alone & (full << _FOUR))
        full = two & (full << _FOUR)
        if full | lacking == ZERO or ranks > size > 0:
            break
        if 0 < size != ranks:
            continue
        tops = over & band(w, ranks)
        each = ranks + 1 if phx else 1
        here = each * np.int64(popcount(full & tops)) + np.int64(popcount(lacking & tops))
        if k < 0:
            n += here
        elif k >= here:
            k -= here
        else:
            tops &= full | lacking
            while True:
                high = rank_at(tops)
                ways = each if full & tops & (ZERO - tops) else 1
                if k < ways:
                    break
                k -= ways
                tops &= tops - ONE
            if ways == 1 and phx:
                wild = rank_at(window(high, ranks) & alone)
            else:
                wild = high - ranks + k if k else 0
            return STAIRS | 2 * ranks << 4 | high << 9 | wild << 16
    return n if k < 0 else ~k


@kernel
def _scan_houses(
    one: Any, two: Any, three: Any, four: Any, phx: Any, over: Any, w: Any, rules: Any, k: Any
) -> Any:
    """Full houses (TI-17) whose triple's rank lies in `over`."""
    keep_apart()
    triples = (two if phx else three) & over
    wished = unit_of(w) if w else FULL
    n = np.int64(0)
    while triples:
        triple = triples & (ZERO - triples)
        triples ^= triple
        # the pair must hold the wished rank unless the triple does
        pair = FULL if triple & wished else wished
        natural = 1 if three & triple and two & pair & ~triple else 0
        wilds = ZERO
        if phx:
            if three & triple:
                wilds = one & pair & ~triple
            twins = two & pair & ~triple
            if rules["phoenix_declaration"] == HIGHEST:
                twins &= triple - ONE
            same = rules["fullhouse_same_rank"] == VALID and four & triple & pair
            if twins or same:
                wilds |= triple
        ways = natural + np.int64(popcount(wilds))
        if k < 0:
            n += ways
        elif k >= ways:
            k -= ways
        else:
            wild = 0
            if k >= natural:
                wild = rank_at(select(wilds, U64(k - natural)))
            return FULL_HOUSE | 5 << 4 | rank_at(triple) << 9 | wild << 16
    return n if k < 0 else ~k


@kernel
def _wilds(high: Any, size: Any, missing: Any, w: Any, rules: Any) -> Any:
    """Ranks that the Phoenix may stand for in one window of a straight (TI-18, TI-21, TI-34c).

    `missing` is the one rank of the window that the hand lacks, or zero.
    """
    wilds = missing if missing else window(high, size) & UNITS
    low = high - size + 1
    if rules["phoenix_declaration"] == HIGHEST and high < ACE:
        wilds &= ~unit_of(low)  # the same cards also make the straight one rank higher
    if w and not rules["phoenix_fulfils_wish"]:
        wilds &= ~unit_of(w)
    return wilds


@kernel
def _scan_straights(
    hand: Any, one: Any, two: Any, flush: Any, phx: Any, length: Any, over: Any, w: Any,
    rules: Any, k: Any,
) -> Any:  # fmt: skip
    """Straights (TI-18) of `length` cards (0: any) whose top rank lies in `over`.

    A window held in one suit only, once each, is a bomb and no straight (TI-12).
    """
    keep_apart()
    runs = one | (hand & MAH)
    if not phx:
        ahead = runs & (runs << _FOUR)
        if ahead & (ahead << U64(8)) & (runs << U64(16)) == ZERO:
            return 0 if k < 0 else ~k
    natural = hand & NATURALS
    full, suited = runs, natural
    solo = one & ~two
    lacking = UNITS & ~runs if phx else ZERO
    n = np.int64(0)
    for size in range(2, LONGEST_STRAIGHT + 1):
        if phx:
            lacking = ((runs & (lacking << _FOUR)) | (~runs & (full << _FOUR))) & UNITS
        full = runs & (full << _FOUR)
        if flush:
            suited = natural & (suited << _FOUR)
            solo &= solo << _FOUR
        if full | lacking == ZERO or size > length > 0:
            break
        if size < SHORTEST_RUN or 0 < length != size:
            continue
        tops = over & band(w, size) & (full | lacking)
        bombs = spread(suited) & solo if flush else ZERO
        if not phx:
            here = np.int64(popcount(tops & ~bombs))
            if k < 0:
                n += here
            elif k >= here:
                k -= here
            else:
                high = rank_at(select(tops & ~bombs, U64(k)))
                return STRAIGHT | size << 4 | high << 9
            continue
        while tops:
            top = tops & (ZERO - tops)
            tops ^= top
            high = rank_at(top)
            plain = 1 if full & top & ~bombs else 0
            missing = ZERO if full & top else window(high, size) & ~runs
            wilds = _wilds(high, size, missing, w, rules)
            ways = plain + np.int64(popcount(wilds))
            if k < 0:
                n += ways
            elif k >= ways:
                k -= ways
            else:
                wild = 0
                if k >= plain:
                    wild = rank_at(select(wilds, U64(k - plain)))
                return STRAIGHT | size << 4 | high << 9 | wild << 16
    return n if k < 0 else ~k


@kernel
def scan_bombs(hand: Any, quads: Any, flush: Any, top: Any, w: Any, k: Any) -> Any:
    """Bombs that beat `top` (TI-19, TI-20, TI-24); 0 leads.

    Parameters
    ----------
    hand, quads, flush : uint64
        The cards and their `bomb_masks`.
    top, w, k : int64
        Combo on the table, wished rank or 0, position or `COUNT`.

    Returns
    -------
    int64
        Number of bombs, or bomb number k.
    """
    keep_apart()
    kind, high = top & 15, top >> 9 & 127
    if kind >= BOMB4:
        quads = quads & above(high) if kind == BOMB4 else ZERO
    quads &= band(w, _ONE_RANK)
    n = np.int64(popcount(quads))
    if 0 <= k < n:
        return BOMB4 | 4 << 4 | rank_at(select(quads, U64(k))) << 9
    if k >= 0:
        k -= n
    if flush == ZERO:
        return n if k < 0 else ~k
    longest = (top >> 4) & 15 if kind == BOMB_SF else 0
    natural = hand & NATURALS
    suited = natural
    for size in range(2, LONGEST_FLUSH + 1):
        suited = natural & (suited << _FOUR)
        if size < SHORTEST_RUN or size < longest:
            continue
        if suited == ZERO:
            break
        tops = spread(suited) & band(w, size)
        if size == longest:
            tops &= above(high)
        here = np.int64(popcount(tops))
        if k < 0:
            n += here
        elif k >= here:
            k -= here
        else:
            return BOMB_SF | size << 4 | rank_at(select(tops, U64(k))) << 9
    return n if k < 0 else ~k


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
    keep_apart()
    kind = top & 15
    phx = hand & PHX
    n = np.int64(0)
    if kind <= SINGLE:
        value = (top >> 8) & 255 if top else -1
        menu = _singles(hand, value, w)
        n = np.int64(popcount(menu))
        if 0 <= k < n:
            return _single_at(np.int64(index(select(menu, U64(k)))), value)
        k = k - n if k >= 0 else k
    if kind != SINGLE and kind < BOMB4:
        one, two, three, four = held(hand)
        over = above(top >> 9 & 127)
        length = top >> 4 & 15
        wished = unit_of(w) | unit_of(w) << ONE if w else FULL
        for part in range(kind if kind else PAIR, (kind if kind else STRAIGHT) + 1):
            if part <= TRIPLE:
                menu = _alike(hand, part, over & wished)
                found = np.int64(popcount(menu))
                if 0 <= k < found:
                    return _alike_at(np.int64(index(select(menu, U64(k)))), part)
                found = found if k < 0 else ~(k - found)
            elif part == STAIRS:
                found = _scan_stairs(one, two, phx, length >> 1, over, w, k)
            elif part == FULL_HOUSE:
                found = _scan_houses(one, two, three, four, phx, over, w, rules, k)
            else:
                found = _scan_straights(hand, one, two, flush, phx, length, over, w, rules, k)
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
def lead_counts(hand: Any, rules: Any) -> Any:
    """Count what a hand without bombs can lead, by kind: 9 bits each, singles lowest.

    The same combos in the same order as `scan` with nothing on the table and no wish, counted
    once; `lead_at` then goes straight to the kind of the combo that was drawn.
    """
    keep_apart()
    one, two, three, four = held(hand)
    phx = hand & PHX
    packed = popcount(_singles(hand, COUNT, NONE))
    packed |= popcount(_alike(hand, PAIR, FULL)) << _KIND_BITS
    packed |= popcount(_alike(hand, TRIPLE, FULL)) << (_KIND_BITS * U64(2))
    if phx or two & (two << _FOUR):
        n = _scan_stairs(one, two, phx, NONE, FULL, NONE, COUNT)
        packed |= U64(n) << (_KIND_BITS * U64(3))
    if popcount(hand) >= U64(SHORTEST_RUN):
        if phx or three:
            n = _scan_houses(one, two, three, four, phx, FULL, NONE, rules, COUNT)
            packed |= U64(n) << (_KIND_BITS * U64(4))
        ahead = (one | (hand & MAH)) & (one << _FOUR)
        if phx or ahead & (ahead << U64(8)):
            n = _scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, COUNT)
            packed |= U64(n) << (_KIND_BITS * U64(5))
    return np.int64(packed)


@helper
def n_of_lead(packed: Any) -> Any:
    """Sum of the counts of `lead_counts`."""
    n = NONE
    for _ in range(STRAIGHT):
        n += packed & _KIND_MASK
        packed >>= np.int64(_KIND_BITS)
    return n


@kernel
def lead_at(hand: Any, packed: Any, k: Any, rules: Any) -> Any:
    """Combo number k of the lead of a hand without bombs, counted by `lead_counts`."""
    keep_apart()
    kind = SINGLE
    while k >= packed & _KIND_MASK:
        k -= packed & _KIND_MASK
        packed >>= np.int64(_KIND_BITS)
        kind += 1
    if kind == SINGLE:
        return _single_at(np.int64(index(select(_singles(hand, COUNT, NONE), U64(k)))), COUNT)
    if kind <= TRIPLE:
        return _alike_at(np.int64(index(select(_alike(hand, kind, FULL), U64(k)))), kind)
    one, two, three, four = held(hand)
    phx = hand & PHX
    if kind == STAIRS:
        return _scan_stairs(one, two, phx, NONE, FULL, NONE, k)
    if kind == FULL_HOUSE:
        return _scan_houses(one, two, three, four, phx, FULL, NONE, rules, k)
    return _scan_straights(hand, one, two, ZERO, phx, NONE, FULL, NONE, rules, k)


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
    keep_apart()
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
    keep_apart()
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

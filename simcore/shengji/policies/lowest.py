"""The policy `lowest`: the lowest cards that will do, as the page of policies says."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, lowest, top_index
from simcore.jit import U64, kernel
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.declare import may_declare
from simcore.shengji.combos.duty import (
    is_legal_follow,
)
from simcore.shengji.combos.fit import takes_trick
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import (
    bottoms,
    clear,
    copy,
    copy_within,
    kth_run,
    n_cards,
    n_within,
    plane,
    put_kinds,
    take_kinds,
)
from simcore.shengji.policies.common import (
    BREAKS_ALL,
    is_against,
    lowest_side,
    move_card,
    serve_low,
)
from simcore.shengji.records import TRUMPS
from simcore.streams import stay_call

RANK_KINDS = 4


@kernel
def lowest_declare(view: Any, own: Any, overcall: Any, rules: Any, move: Any) -> None:
    """Declare one rank card where nobody has, add to an own declaration; never overcall (SJ-22)."""
    stay_call()
    move["kind"] = -1
    if overcall:
        return
    seat = own["seat"]
    if view["declarer"] < 0:
        for kind in range(RANK_KINDS):
            if own["held"][kind] > 0 and may_declare(view, seat, kind, 1, False, rules):
                move["kind"], move["count"] = kind, 1
                return
    elif view["declarer"] == seat:
        kind, count = view["declared"], own["held"][view["declared"]]
        if count > view["declared_count"] and may_declare(view, seat, kind, count, False, rules):
            move["kind"], move["count"] = kind, count


@kernel
def bury_low(room: Any, cards: Any, n: Any, mask: Any, frame: Any) -> Any:
    """Move up to n cards of a mask: side cards without points, with points, then trumps.

    Returns
    -------
    int64
        How many are still to go.
    """
    points = frame["fives"] | frame["tens"]
    trumps = frame["suit"][TRUMPS]
    while n > 0 and room["p0"] & mask != ZERO:
        held = room["p0"] & mask
        card = lowest_side(held & ~trumps & ~points, frame)
        if card == ZERO:
            card = lowest_side(held & ~trumps, frame)
        if card == ZERO:
            card = lowest(held)
        move_card(room, cards, card)
        n -= 1
    return n


@kernel
def lowest_bury(view: Any, own: Any, frame: Any, rules: Any, work: Any, move: Any) -> None:
    """Bury the lowest side cards, points after those without, trumps last."""
    stay_call()
    room, cards = work["room"], move["cards"]
    copy(own["hand"], room)
    clear(cards)
    bound = kept(room, frame, rules)
    left = bury_low(room, cards, view["kitty_size"], ~bound, frame)
    bury_low(room, cards, left, bound, frame)


@kernel
def lowest_lead(own: Any, frame: Any, move: Any) -> None:
    """Lead the lowest card of the longest side suit, else the lowest trump."""
    stay_call()
    hand, cards = own["hand"], move["cards"]
    longest, held = 0, hand["p0"]
    for suit in range(TRUMPS):
        n = n_within(hand, frame["suit"][suit])
        if n > longest:
            longest, held = n, hand["p0"] & frame["suit"][suit]
    clear(cards)
    cards["p0"] = lowest(held)


@kernel
def raise_part(room: Any, cards: Any, width: Any, length: Any, above: Any, frame: Any) -> Any:
    """Move the lowest component of a form whose top is above a place; False without one.

    Parameters
    ----------
    room, cards : records.CARDS
    width, length : int64
    above : int64
        Place on the line, -1 for any.
    frame : records.FRAME
    """
    kinds = plane(room, width)
    found = bottoms(line_of(kinds, frame), length, frame)
    bottom = above - length + 2
    if bottom > 0:
        found &= ~((ONE << U64(bottom)) - ONE)
    if found == ZERO:
        return False
    taken, _top = kth_run(kinds, found, length, 0, frame)
    take_kinds(room, taken, width)
    put_kinds(cards, taken, width)
    return True


@kernel
def beat_cheaply(
    view: Any, hand: Any, suit: Any, frame: Any, rules: Any, streams: Any, work: Any, cards: Any
) -> Any:
    """Find the cheapest legal play of one suit that takes the trick.

    The primary component is the lowest that is high enough, the others the lowest of all.

    Parameters
    ----------
    view : records.VIEW
    hand : records.CARDS
    suit : uint64
        Cards of the led suit or of trumps.
    frame, rules, streams, work
        As for `policies.choose`.
    cards : records.CARDS
        Overwritten with the play.

    Returns
    -------
    bool
        False where there is none.
    """
    stay_call()
    n = view["n_cards"]
    clear(cards)
    room = work["spare"]
    copy_within(hand, suit, room)
    if n_cards(room) < n:
        return False
    above = np.int64(top_index(view["key"]))
    form = view["form"]
    for i in range(form["n"]):
        if not raise_part(room, cards, form["widths"][i], form["lengths"][i], above, frame):
            return False
        above = -1
    if form["n"] > 1 and takes_trick(view, cards, frame, rules, work) == ZERO:
        return False
    if rules["tuple_protect"] == BREAKS_ALL:
        return True
    return is_legal_follow(view, hand, cards, frame, rules, work, streams)


@kernel
def lowest_follow(
    view: Any, own: Any, frame: Any, rules: Any, streams: Any, work: Any, move: Any
) -> None:
    """Beat an opponent as cheaply as can be, else play the lowest cards."""
    stay_call()
    hand, cards = own["hand"], move["cards"]
    mask = frame["suit"][view["suit"]]
    if is_against(view, own["seat"], view["best"]):
        held = n_within(hand, mask)
        if held >= view["n_cards"]:
            if beat_cheaply(view, hand, mask, frame, rules, streams, work, cards):
                return
        elif held == 0:
            trumps = frame["suit"][TRUMPS]
            if beat_cheaply(view, hand, trumps, frame, rules, streams, work, cards):
                return
    serve_low(view, hand, False, frame, rules, streams, work, cards)

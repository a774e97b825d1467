"""What `heuristic` follows with.

`heuristic_kitty` holds a trump that nobody can beat back for the last trick where that multiplies
the kitty by more than two.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, lowest, top_index
from simcore.jit import kernel
from simcore.shengji.combos.frame import line_of, off_line
from simcore.shengji.combos.planes import clear, n_within
from simcore.shengji.policies.common import is_against, least_wanted, lowest_of, serve_low
from simcore.shengji.policies.heuristic.table import (
    is_beatable,
    is_safe,
    kitty_factor,
    may_overruff,
    not_below,
    unseen,
)
from simcore.shengji.policies.lowest import beat_cheaply
from simcore.shengji.records import TRUMPS
from simcore.streams import stay_call

LATE = 2
"""Cards left from which the twin saves a sure trump for the last trick."""


@kernel
def _low_card(cards: Any, hand: Any, frame: Any) -> Any:
    """Card to throw away: no points, no part of a pair, low."""
    alone = cards & ~hand["p1"] & ~(frame["fives"] | frame["tens"])
    return lowest_of(alone, frame) if alone != ZERO else least_wanted(cards, frame, False)


@kernel
def _ruff(higher: Any, pot: Any, is_risky: Any, feeds: Any, frame: Any) -> Any:
    """Trump to ruff with while others are still to play; none where a ruff is not worth it.

    Parameters
    ----------
    higher : uint64
        Trumps that would win so far.
    pot : int64
    is_risky : bool
        An opponent still to play may ruff too.
    feeds : bool
        A partner plays last.
    frame : records.FRAME
    """
    points = frame["fives"] | frame["tens"]
    rich, plain = higher & points, higher & ~points
    if rich != ZERO and not is_risky:
        return lowest(rich)
    if plain != ZERO and is_risky and pot >= 5 and not feeds:
        return ONE << top_index(plain)
    if pot >= 5:
        return lowest(plain) if plain != ZERO else lowest(higher)
    return ZERO


@kernel
def _single(view: Any, own: Any, frame: Any, rules: Any, keen: Any, mended: Any, work: Any) -> Any:
    """Card to follow a single with."""
    hand, players = own["hand"], rules["players"]
    cards, mask = hand["p0"], frame["suit"][view["suit"]]
    trumps, points = frame["suit"][TRUMPS], frame["fives"] | frame["tens"]
    suited = cards & mask
    is_last = view["n_plays"] == players - 1
    is_third = mended and view["n_plays"] == players - 2
    pot, key = view["pot"], view["key"]
    playable = suited if suited != ZERO else cards
    if not is_against(view, own["seat"], view["best"]):
        if is_safe(view, own, frame, rules, work["room"]):
            return least_wanted(playable, frame, True)
        if not is_third:
            return _low_card(playable, hand, frame)
        # third hand: what the partner would not keep is played for as if it were lost
    is_ruff = suited == ZERO
    strong = cards & trumps if is_ruff else suited
    line = line_of(strong, frame)
    higher = strong & off_line(line & ~((key << ONE) - ONE), frame)
    feeds = False
    if mended and view["n_plays"] == players - 3 and (is_ruff or view["suit"] == TRUMPS):
        # the last but one before a partner, who plays last and may yet take the trick
        if not is_against(view, own["seat"], (view["leader"] + players - 1) % players):
            feeds = is_beatable(view, own, frame, rules, work["room"])
    if higher == ZERO:
        return least_wanted(playable, frame, True) if feeds else _low_card(playable, hand, frame)
    spares = keen and view["left"][own["seat"]] <= LATE and kitty_factor(rules) > 2
    if is_last:
        if higher & points != ZERO:
            return lowest(higher & points)
        cheap = lowest(higher)
        if spares and cheap & trumps != ZERO:
            unseen(view, own, rules, work["room"])
            spares = not_below(cheap, work["room"]["p0"] & trumps, frame) != ZERO
        if pot > 0 and not (spares and cheap & trumps != ZERO):
            return cheap
        return cheap if cheap & ~trumps != ZERO else _low_card(playable, hand, frame)
    if is_ruff:
        if mended:
            card = _ruff(higher, pot, may_overruff(view, own, players), feeds, frame)
            if card != ZERO:
                return card
        elif pot >= 10 or (pot >= 5 and not spares):
            plain = higher & ~points
            return lowest(plain) if plain != ZERO else lowest(higher)
        side = cards & ~trumps
        if feeds and side != ZERO:
            return least_wanted(side, frame, True)
        return _low_card(playable, hand, frame)
    unseen(view, own, rules, work["room"])
    sure = not_below(higher, work["room"]["p0"] & mask, frame)
    if sure != ZERO and (pot > 0 or view["suit"] != TRUMPS):
        return lowest(sure)
    if pot >= 10:
        return ONE << top_index(higher)
    if is_third:
        # third hand high: the last one shall not have it for nothing
        plain = higher & ~points & ~hand["p1"] & ~sure
        if plain != ZERO:
            return lowest(plain)
    return least_wanted(playable, frame, True) if feeds else _low_card(playable, hand, frame)


@kernel
def heuristic_follow(
    view: Any, own: Any, frame: Any, rules: Any, keen: Any, mended: Any, streams: Any, work: Any,
    move: Any,
) -> None:  # fmt: skip
    """Give points to a partner who is winning, take tricks that are worth it, else save cards."""
    stay_call()
    cards, hand = move["cards"], own["hand"]
    n = view["n_cards"]
    if n == 1:
        card = _single(view, own, frame, rules, keen, mended, work)
        clear(cards)
        cards["p0"] = card
        return
    gives = False
    if is_against(view, own["seat"], view["best"]):
        mask = frame["suit"][view["suit"]]
        held = n_within(hand, mask)
        suit = mask
        if held == 0 and (view["pot"] >= 5 or n >= 4):
            suit = frame["suit"][TRUMPS]
        if held >= n or held == 0:
            if beat_cheaply(view, hand, suit, frame, rules, streams, work, cards):
                return
    else:
        # few can beat several cards
        gives = mended or is_safe(view, own, frame, rules, work["room"])
    serve_low(view, hand, gives, frame, rules, streams, work, cards)

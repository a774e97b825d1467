"""What several policies need: who is on whose side, cards by chance and from the lowest up."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, popcount, select
from simcore.jit import kernel
from simcore.shengji.combos.duty import compelled, is_whole, owes_nothing, serve_most
from simcore.shengji.combos.planes import (
    bits_in,
    clear,
    copy_within,
    n_cards,
    n_within,
    put,
    put_kinds,
    take,
    take_kinds,
)
from simcore.shengji.records import RUN_NONE, TRUMPS, Ask
from simcore.shengji.rules import TupleProtect
from simcore.streams import draw, stay_call

DECLARE, OVERCALL, BURY, FRIEND, LEAD, PICK, FOLLOW, _DEAL, _NOTHING = (int(ask) for ask in Ask)

BREAKS_ALL = int(TupleProtect.NONE)


@kernel
def is_against(view: Any, seat: Any, other: Any) -> Any:
    """Whether two seats are opponents, as far as is known.

    Before the friend shows himself, the dealer and everybody else are.
    """
    one, two = (view["declarers"] >> seat) & 1, (view["declarers"] >> other) & 1
    return one != two


@kernel
def move_card(room: Any, cards: Any, card: Any) -> None:
    """Move one copy of a card (a bit) from `room` to `cards`."""
    take_kinds(room, card, 1)
    put_kinds(cards, card, 1)


@kernel
def draw_types(room: Any, cards: Any, n: Any, streams: Any, row: Any) -> None:
    """Move n cards from `room` to `cards`, each uniform over the faces that are left."""
    for _ in range(n):
        faces = room["p0"]
        k = draw(streams, row, popcount(faces))
        move_card(room, cards, select(faces, k))


@kernel
def draw_copies(room: Any, cards: Any, n: Any, mask: Any, streams: Any, row: Any) -> None:
    """Move n cards of a mask from `room` to `cards`, each uniform over the cards that are left."""
    stay_call()
    for _ in range(n):
        p0, p1, p2, p3 = room["p0"] & mask, room["p1"] & mask, room["p2"] & mask, room["p3"] & mask
        n0, n1, n2, n3 = popcount(p0), popcount(p1), popcount(p2), popcount(p3)
        k = draw(streams, row, n0 + n1 + n2 + n3)
        if k < n0:
            card = select(p0, k)
        elif k < n0 + n1:
            card = select(p1, k - n0)
        elif k < n0 + n1 + n2:
            card = select(p2, k - n0 - n1)
        else:
            card = select(p3, k - n0 - n1 - n2)
        move_card(room, cards, card)


@kernel
def lowest_side(cards: Any, frame: Any) -> Any:
    """Lowest card of some cards outside trumps, the first of S H D C on equal levels."""
    stay_call()
    best, low = ZERO, 64
    for suit in range(TRUMPS):
        held = cards & frame["suit"][suit]
        if held != ZERO:
            level = np.int64(index(held)) - np.int64(index(frame["suit"][suit]))
            if level < low:
                best, low = held & (ZERO - held), level
    return best


@kernel
def lowest_of(cards: Any, frame: Any) -> Any:
    """Lowest of some cards: side suits before trumps."""
    side = lowest_side(cards & ~frame["suit"][TRUMPS], frame)
    return side if side != ZERO else cards & (ZERO - cards)


@kernel
def least_wanted(cards: Any, frame: Any, gives: Any) -> Any:
    """Card of a mask to part with first: trumps last, before that points last, low ones first.

    Where one gives to a partner, points of side suits come first, tens and kings before fives.
    """
    stay_call()
    trumps = frame["suit"][TRUMPS]
    points = frame["fives"] | frame["tens"]
    if gives:
        for part in (cards & frame["tens"] & ~trumps, cards & points & ~trumps):
            if part != ZERO:
                return lowest_of(part, frame)
        if cards & ~trumps == ZERO and cards & points != ZERO:
            return lowest_of(cards & points, frame)
    for part in (cards & ~trumps & ~points, cards & ~trumps, cards & ~points, cards):
        if part != ZERO:
            return lowest_of(part, frame)
    return ZERO


@kernel
def part_with(room: Any, cards: Any, n: Any, gives: Any, frame: Any) -> None:
    """Move the n cards that are least wanted from `room` to `cards`."""
    for _ in range(n):
        move_card(room, cards, least_wanted(room["p0"], frame, gives))


@kernel
def serve_low(
    view: Any, hand: Any, gives: Any, frame: Any, rules: Any, streams: Any, work: Any, cards: Any
) -> None:
    """Follow with the cards least wanted: what is owed, then any; with `gives`, points first."""
    stay_call()
    n = view["n_cards"]
    mask = frame["suit"][view["suit"]]
    n_held = n_within(hand, mask)
    clear(cards)
    room = work["held"]
    if n_held <= n:
        copy_within(hand, mask, cards)
        copy_within(hand, ~mask, room)
        part_with(room, cards, n - n_held, gives, frame)
        return
    copy_within(hand, mask, room)
    duty = view["duty"]
    if not owes_nothing(view):
        plain = rules["tuple_protect"] == BREAKS_ALL and rules["decks"] < 3
        if plain and duty["n"] == 1 and (view["run_duty"] == RUN_NONE or duty["lengths"][0] == 1):
            for _ in range(duty["lengths"][0]):
                pair = least_wanted(room["p1"], frame, gives)
                if pair != ZERO:
                    take_kinds(room, pair, 2)
                    put_kinds(cards, pair, 2)
        else:
            whole = is_whole(rules)
            compelled(view, room, frame, rules, work["spare"])
            serve_most(work["spare"], duty, view["run_duty"], frame, whole, rules, work, streams)
            put(cards, work["most"])
            take(room, cards)
    part_with(room, cards, n - n_cards(cards), gives, frame)


@kernel
def call_outside(view: Any, own: Any, frame: Any, move: Any) -> None:
    """Call the ace of the shortest side suit whose ace one does not hold; else nobody (SJ-71)."""
    stay_call()
    move["kind"], move["count"] = -1, 1
    least = 64
    for suit in range(TRUMPS):
        cards = frame["suit"][suit]
        if cards != ZERO:
            top = cards & ~(cards >> ONE)
            n = bits_in(own["hand"]["p0"] & cards) + bits_in(own["hand"]["p1"] & cards)
            if own["hand"]["p0"] & top == ZERO and n < least:
                least = n
                move["kind"] = frame["kind"][index(top)]


@kernel
def pick_smallest(view: Any, frame: Any, move: Any) -> None:
    """Of the components that may be forced, pick the smallest, then lowest (SJ-37)."""
    parts = view["parts"]
    best, least = 0, 0
    for k in range(view["n_beaten"]):
        i = view["beaten"][k]
        weight = parts["widths"][i] * parts["lengths"][i] * 64 + parts["tops"][i]
        if k == 0 or weight < least:
            best, least = i, weight
    move["part"] = best

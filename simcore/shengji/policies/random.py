"""The policy `random`: every decision by chance, as the page of policies says."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, popcount, select
from simcore.jit import U64, kernel
from simcore.shengji.cards import BJ
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.declare import kth_declaration, n_declarations
from simcore.shengji.combos.duty import (
    ANY,
    can_spoil,
    compelled,
    is_best,
    is_whole,
    owes_nothing,
    serve,
    serve_most,
)
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import (
    bottoms,
    clear,
    copy,
    copy_within,
    kth_run,
    longest_run,
    n_cards,
    n_runs,
    n_within,
    plane,
    put,
    put_kinds,
    take,
    take_kinds,
)
from simcore.shengji.policies.common import draw_copies, draw_types
from simcore.shengji.records import MAX_PARTS, N_SUITS, TRUMPS
from simcore.shengji.rules import FriendCard
from simcore.streams import draw, stay_call

ONE_IN_FOUR, ONE_IN_TWENTY = U64(4), U64(20)
MOST_TRIES = 100
"""Fresh starts where an early choice spoiled a later one, before the lowest way is taken."""
ANY_CARD = int(FriendCard.ANY)


@kernel
def random_declare(
    view: Any, own: Any, overcall: Any, rules: Any, streams: Any, row: Any, move: Any
) -> None:
    """Declare with probability 1/4, then any declaration that may be made."""
    stay_call()
    move["kind"] = -1
    if draw(streams, row, ONE_IN_FOUR) == ZERO:
        n = n_declarations(view, own, overcall, rules)
        k = np.int64(draw(streams, row, U64(n)))
        move["kind"], move["count"] = kth_declaration(view, own, overcall, k, rules)


@kernel
def random_bury(
    view: Any, own: Any, frame: Any, rules: Any, streams: Any, row: Any, work: Any, move: Any
) -> None:
    """Bury any cards; those that may go only for want of others last."""
    stay_call()
    room, cards = work["room"], move["cards"]
    copy(own["hand"], room)
    clear(cards)
    bound = kept(room, frame, rules)
    size = view["kitty_size"]
    spare = min(size, n_cards(room) - n_within(room, bound))
    draw_copies(room, cards, spare, ~bound, streams, row)
    draw_copies(room, cards, size - spare, bound, streams, row)


@kernel
def random_friend(frame: Any, rules: Any, streams: Any, row: Any, move: Any) -> None:
    """Call the first copy of any card that may be called."""
    stay_call()
    n = 0
    for card in range(BJ + 2):
        if rules["friend_card"] == ANY_CARD or frame["suit_of"][frame["bit"][card]] != TRUMPS:
            n += 1
    k = np.int64(draw(streams, row, U64(n)))
    for card in range(BJ + 2):
        if rules["friend_card"] == ANY_CARD or frame["suit_of"][frame["bit"][card]] != TRUMPS:
            if k == 0:
                move["kind"], move["count"] = card, 1
                return
            k -= 1


@kernel
def _tractor(room: Any, cards: Any, k: Any, frame: Any, rules: Any) -> Any:
    """Count the tractors in `room`, or with k >= 0 move tractor number k to `cards`.

    They are numbered by width, then length, then level.
    """
    total = 0
    for width in range(rules["tractor_min_width"], rules["decks"] + 1):
        kinds = plane(room, width)
        if kinds == ZERO:
            break
        line = line_of(kinds, frame)
        most = longest_run(line, MAX_PARTS, frame)
        for length in range(rules["tractor_min_length"], most + 1):
            found = bottoms(line, length, frame)
            n = n_runs(kinds, found, length, frame)
            if 0 <= k < total + n:
                taken, _top = kth_run(kinds, found, length, k - total, frame)
                take_kinds(room, taken, width)
                put_kinds(cards, taken, width)
                return 0
            total += n
    return total


@kernel
def random_part(room: Any, cards: Any, frame: Any, rules: Any, streams: Any, row: Any) -> None:
    """Move a single, tuple or tractor from `room` to `cards`: its kind by chance, then which."""
    stay_call()
    p0, p1, p2, p3 = room["p0"], room["p1"], room["p2"], room["p3"]
    tractors = 0
    kinds = 1
    if p1 != ZERO:
        kinds = 2
        tractors = _tractor(room, cards, -1, frame, rules)
        if tractors > 0:
            kinds = 3
    kind = draw(streams, row, U64(kinds))
    width, card = 1, ZERO
    if kind == U64(2):
        k = np.int64(draw(streams, row, U64(tractors)))
        _tractor(room, cards, k, frame, rules)
        return
    if kind == U64(1):
        n1, n2, n3 = popcount(p1), popcount(p2), popcount(p3)
        k = draw(streams, row, n1 + n2 + n3)
        if k < n1:
            width, card = 2, select(p1, k)
        elif k < n1 + n2:
            width, card = 3, select(p2, k - n1)
        else:
            width, card = 4, select(p3, k - n1 - n2)
    else:
        card = select(p0, draw(streams, row, popcount(p0)))
    take_kinds(room, card, width)
    put_kinds(cards, card, width)


@kernel
def random_lead(
    own: Any, frame: Any, rules: Any, streams: Any, row: Any, work: Any, move: Any
) -> None:
    """Lead from any suit a component of any kind, and now and then a throw of two to four."""
    stay_call()
    hand, room, cards = own["hand"], work["room"], move["cards"]
    n_suits = 0
    for suit in range(N_SUITS):
        n_suits += 1 if hand["p0"] & frame["suit"][suit] != ZERO else 0
    k = np.int64(draw(streams, row, U64(n_suits)))
    mask = ZERO
    for suit in range(N_SUITS):
        if hand["p0"] & frame["suit"][suit] != ZERO:
            if k == 0:
                mask = frame["suit"][suit]
            k -= 1
    copy_within(hand, mask, room)
    clear(cards)
    parts = 1
    several = room["p0"] & (room["p0"] - ONE) != ZERO or room["p1"] != ZERO
    if several and rules["throws"] and draw(streams, row, ONE_IN_TWENTY) == ZERO:
        parts = 2 + np.int64(draw(streams, row, U64(3)))
    for _ in range(parts):
        if room["p0"] != ZERO:
            random_part(room, cards, frame, rules, streams, row)


@kernel
def _random_duty(
    view: Any, frame: Any, rules: Any, streams: Any, row: Any, work: Any, cards: Any
) -> None:
    """Add what the lead obliges to, each choice by chance; starts afresh where one was bad."""
    stay_call()
    held, spare = work["held"], work["spare"]
    duty, run_duty = view["duty"], view["run_duty"]
    whole = is_whole(rules)
    compelled(view, held, frame, rules, spare)
    if not can_spoil(duty, run_duty, rules):
        copy(spare, work["room"])
        serve(work, duty, run_duty, frame, whole, ANY, streams, row)
        put(cards, work["taken"])
        return
    serve_most(spare, duty, run_duty, frame, whole, rules, work, streams)
    for _ in range(MOST_TRIES):
        copy(spare, work["room"])
        serve(work, duty, run_duty, frame, whole, ANY, streams, row)
        if is_best(work):
            put(cards, work["taken"])
            return
    put(cards, work["most"])


@kernel
def random_follow(
    view: Any, own: Any, frame: Any, rules: Any, streams: Any, row: Any, work: Any, move: Any
) -> None:
    """Follow by chance: first what is owed, then any cards."""
    hand, cards = own["hand"], move["cards"]
    n = view["n_cards"]
    mask = frame["suit"][view["suit"]]
    suited = hand["p0"] & mask
    if n == 1:
        faces = suited if suited != ZERO else hand["p0"]
        clear(cards)
        cards["p0"] = select(faces, draw(streams, row, popcount(faces)))
        return
    room = work["room"]
    n_held = n_within(hand, mask)
    clear(cards)
    if n_held > n:
        held = work["held"]
        copy_within(hand, mask, held)
        if not owes_nothing(view):
            _random_duty(view, frame, rules, streams, row, work, cards)
            take(held, cards)
        copy(held, room)
        draw_types(room, cards, n - n_cards(cards), streams, row)
        return
    copy_within(hand, mask, cards)
    copy_within(hand, ~mask, room)
    draw_types(room, cards, n - n_held, streams, row)


@kernel
def random_pick(view: Any, streams: Any, row: Any, move: Any) -> None:
    """Force any of the components that may be forced."""
    k = np.int64(draw(streams, row, U64(view["n_beaten"])))
    move["part"] = view["beaten"][k]

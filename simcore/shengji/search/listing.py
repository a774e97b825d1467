"""The options that a seat looks at: what it would do anyway first, then others worth a look.

Cards that come to the same are listed once: of one suit, of equal points, both or neither of a
pair, and without a hidden card between them.  Where the legal plays are few all of them are
listed, else those that differ in kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, top_index
from simcore.jit import kernel
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.duty import owes_nothing
from simcore.shengji.combos.frame import line_of, to_types
from simcore.shengji.combos.listing import list_follows
from simcore.shengji.combos.parts import THROW, divide
from simcore.shengji.combos.planes import (
    bits_in,
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
    put_kinds,
    run_cards,
    take,
    take_kinds,
)
from simcore.shengji.policies.common import BREAKS_ALL, least_wanted, move_card, serve_low
from simcore.shengji.policies.heuristic import DEAR, not_below, reluctance, unseen
from simcore.shengji.policies.lowest import beat_cheaply
from simcore.shengji.records import CARDS, MAX_PARTS, N_SUITS, TRUMPS, Ask
from simcore.streams import stay_call

MOST = 24
"""Options at most."""
MOST_SINGLES = 12
"""Single cards listed as they are; of more, those that differ in kind."""
MOST_SETS = 150
"""Sets of cards looked through for all legal follows."""
WHOLE_SUIT = 8
"""Cards of a suit that may be thrown whole."""
SWAPS = 4
"""Cards of a burial that are changed, and cards each is changed for."""
BURY, LEAD = int(Ask.BURY), int(Ask.LEAD)
NEVER = 1 << 30

LIST = np.dtype(
    [
        ("n", "i8"),
        ("found", CARDS, (MOST,)),  # the options, in the frame
        ("follows", CARDS, (MOST,)),
        ("cards", CARDS),  # an option under way
        ("pool", CARDS),
        ("unseen", CARDS),
        ("last", "u8", (6,)),  # last card of each class, and which of its like is listed
        ("stands", "u8", (6,)),
        ("dislike", "i8", (64,)),  # reluctance to bury each card
    ],
    align=True,
)
"""Room for a list."""


@kernel
def _add(room: Any) -> None:
    """Append the option under way, unless it is there already or there is no place."""
    stay_call()
    n, cards = room["n"], room["cards"]
    if n >= MOST:
        return
    for i in range(n):
        found = room["found"][i]
        if (
            found["p0"] == cards["p0"] and found["p1"] == cards["p1"]
            and found["p2"] == cards["p2"] and found["p3"] == cards["p3"]
        ):  # fmt: skip
            return
    copy(cards, room["found"][n])
    room["n"] = n + 1


@kernel
def _distinct(cards: Any, hand: Any, own: Any, key: Any, frame: Any, room: Any) -> Any:
    """One card of each kind among some cards; of those like `own` that one.

    Parameters
    ----------
    cards : uint64
    hand : records.CARDS
    own : uint64
    key : uint64
        Place on the line that must be beaten; 0 none.
    frame : records.FRAME
    room : LIST
        `unseen` holds the cards that others may hold.
    """
    stay_call()
    found = ZERO
    last, stands = room["last"], room["stands"]
    for suit in range(N_SUITS):
        hidden = line_of(room["unseen"]["p0"] & frame["suit"][suit], frame)
        for c in range(6):
            last[c] = ZERO
        left = cards & frame["suit"][suit]
        while left != ZERO:
            card = lowest(left)
            left ^= card
            kind = 2 if card & frame["tens"] != ZERO else (1 if card & frame["fives"] else 0)
            kind += 3 if hand["p1"] & card != ZERO else 0
            place = line_of(card, frame)
            was = last[kind]
            between = (place - ONE) & ~((was << ONE) - ONE)
            alike = was != ZERO and hidden & between == ZERO and not (was < key and key <= place)
            if not alike:
                found |= card
                stands[kind] = card
            elif card == own:
                found = (found ^ stands[kind]) | card
                stands[kind] = card
            last[kind] = place
    return found


@kernel
def _telling(cards: Any, hand: Any, key: Any, frame: Any) -> Any:
    """Few cards of each suit that differ in kind: low, of points, just high enough, high."""
    stay_call()
    found = ZERO
    points = frame["fives"] | frame["tens"]
    for suit in range(N_SUITS):
        held = cards & frame["suit"][suit]
        if held != ZERO:
            found |= lowest(held & ~points) | lowest(held & ~points & ~hand["p1"])
            found |= lowest(held & frame["fives"]) | lowest(held & frame["tens"])
            found |= ONE << top_index(held)
            high = held
            while high != ZERO and line_of(lowest(high), frame) <= key:
                high ^= lowest(high)
            found |= lowest(high)
    return found


@kernel
def _add_each(kinds: Any, width: Any, room: Any) -> None:
    """Append each card of a mask, `width` times."""
    while kinds != ZERO:
        card = lowest(kinds)
        kinds ^= card
        clear(room["cards"])
        put_kinds(room["cards"], card, width)
        _add(room)


@kernel
def _add_singles(cards: Any, hand: Any, own: Any, key: Any, frame: Any, room: Any) -> None:
    """Append single cards that differ."""
    found = _distinct(cards, hand, own, key, frame, room)
    if bits_in(found) > MOST_SINGLES:
        found = _telling(found, hand, key, frame)
    _add_each(found, 1, room)


@kernel
def _add_lead(frame: Any, rules: Any, work: Any, room: Any) -> None:
    """Append a lead, unless it is a throw that may not be led."""
    cards = room["cards"]
    if cards["p0"] == ZERO:
        return
    if rules["throws"] == 0:
        if divide(cards, frame, rules, work, work["tested"]) == THROW:
            return
    _add(room)


@kernel
def _list_leads(own: Any, move: Any, frame: Any, rules: Any, work: Any, room: Any) -> None:
    """List leads: tractors, sure throws, whole suits, tuples, then single cards."""
    stay_call()
    hand, cards = own["hand"], room["cards"]
    hidden = room["unseen"]
    for suit in range(N_SUITS):
        mask = frame["suit"][suit]
        for width in range(2, rules["decks"] + 1):
            kinds = plane(hand, width) & mask
            length = longest_run(line_of(kinds, frame), MAX_PARTS, frame)
            if length >= rules["tractor_min_length"] and width >= rules["tractor_min_width"]:
                found = bottoms(line_of(kinds, frame), length, frame)
                while found != ZERO:
                    bottom = lowest(found)
                    found ^= bottom
                    clear(cards)
                    put_kinds(cards, run_cards(kinds, bottom, length, frame), width)
                    _add_lead(frame, rules, work, room)
    for suit in range(N_SUITS):
        mask = frame["suit"][suit]
        singles = not_below(hand["p0"] & mask, hidden["p0"] & mask, frame)
        pairs = not_below(hand["p1"] & mask, hidden["p1"] & mask, frame)
        clear(cards)
        put_kinds(cards, pairs, 2)
        _add_lead(frame, rules, work, room)
        put_kinds(cards, singles & ~pairs, 1)
        _add_lead(frame, rules, work, room)
        if n_within(hand, mask) <= WHOLE_SUIT:
            copy_within(hand, mask, cards)
            _add_lead(frame, rules, work, room)
    for suit in range(N_SUITS):
        for width in range(rules["decks"], 1, -1):
            kinds = plane(hand, width) & frame["suit"][suit]
            if bits_in(kinds) > 3:
                kinds = _telling(kinds, hand, ZERO, frame)
            _add_each(kinds, width, room)
    own_card = move["cards"]["p0"] if n_cards(move["cards"]) == 1 else ZERO
    _add_singles(hand["p0"], hand, own_card, ZERO, frame, room)


@kernel
def _n_sets(pool: Any, n: Any) -> Any:
    """Sets of n out of so many cards, or a number past MOST_SETS."""
    found = 1
    for i in range(n):
        found = found * (pool - i) // (i + 1)
        if found > MOST_SETS:
            return found
    return found


@kernel
def _list_many(
    view: Any, own: Any, frame: Any, rules: Any, streams: Any, work: Any, room: Any
) -> None:
    """List follows of several cards."""
    stay_call()
    hand, cards, pool = own["hand"], room["cards"], room["pool"]
    n, mask = view["n_cards"], frame["suit"][view["suit"]]
    n_held = n_within(hand, mask)
    loose = n_held if n_held > n else n_cards(hand) - n_held
    if _n_sets(loose, n if n_held > n else n - n_held) <= MOST_SETS:
        found = list_follows(view, hand, frame, rules, work, streams, room["follows"])
        if found < MOST:
            for i in range(found):
                copy(room["follows"][i], cards)
                _add(room)
            return
    for turn in range(2):
        serve_low(view, hand, turn == 1, frame, rules, streams, work, cards)
        _add(room)
    for turn in range(2):
        suit = mask if turn == 0 else frame["suit"][TRUMPS]
        if (turn == 0 and n_held >= n) or (turn == 1 and n_held == 0):
            if beat_cheaply(view, hand, suit, frame, rules, streams, work, cards):
                _add(room)
    duty = view["duty"]
    if n_held > n and not owes_nothing(view):
        width, length = duty["widths"][0], duty["lengths"][0]
        if duty["n"] == 1 and width * length == n and rules["tuple_protect"] == BREAKS_ALL:
            kinds = plane(hand, width) & mask
            found = bottoms(line_of(kinds, frame), length, frame)
            for k in range(n_runs(kinds, found, length, frame)):
                taken, _top = kth_run(kinds, found, length, k, frame)
                clear(cards)
                put_kinds(cards, taken, width)
                _add(room)
    if n_held < n:
        for suit in range(N_SUITS):
            for turn in range(2):
                copy_within(hand, mask, cards)
                copy_within(hand, ~mask, pool)
                for _ in range(n - n_held):
                    left = pool["p0"] & frame["suit"][suit]
                    left = left if left != ZERO else pool["p0"]
                    move_card(pool, cards, least_wanted(left, frame, turn == 1))
                _add(room)


@kernel
def _dearest(cards: Any, n: Any, high: Any, room: Any) -> Any:
    """The n cards of a mask that one is most, or least, reluctant to bury."""
    found = ZERO
    for _ in range(n):
        best, most = ZERO, -NEVER
        left = cards & ~found
        while left != ZERO:
            card = lowest(left)
            left ^= card
            dislike = room["dislike"][index(card)] * (1 if high else -1)
            if dislike > most:
                best, most = card, dislike
        found |= best
    return found


@kernel
def _list_burials(view: Any, own: Any, move: Any, frame: Any, rules: Any, room: Any) -> None:
    """List burials: side suits buried whole, more points, none, and single cards changed."""
    stay_call()
    hand, cards, pool = own["hand"], room["cards"], room["pool"]
    size = view["kitty_size"]
    bound = kept(hand, frame, rules)
    strong = n_within(hand, frame["suit"][TRUMPS]) + 2 * n_within(hand, frame["jokers"])
    left = hand["p0"]
    while left != ZERO:
        card = lowest(left)
        left ^= card
        room["dislike"][index(card)] = reluctance(card, hand, frame, strong, DEAR)
    side = ~frame["suit"][TRUMPS]
    points = (frame["fives"] | frame["tens"]) & side
    if bound == ZERO:
        for turn in range(TRUMPS + 2):
            # first the cards of a suit, or points, or all but points; then what goes easiest
            wanted = frame["suit"][turn] if turn < TRUMPS else points
            if turn == TRUMPS + 1:
                wanted = side & ~points
            if turn < TRUMPS and n_within(hand, wanted) > size:
                continue
            clear(cards)
            copy(hand, pool)
            for _ in range(size):
                mask = pool["p0"] & wanted
                if turn == TRUMPS:
                    mask &= ~hand["p1"]
                if mask == ZERO:
                    mask = pool["p0"] & side
                if mask == ZERO:
                    mask = pool["p0"]
                move_card(pool, cards, _dearest(mask, 1, False, room))
            _add(room)
    copy(hand, pool)
    take(pool, move["cards"])
    out = _dearest(move["cards"]["p0"], min(SWAPS, bits_in(move["cards"]["p0"])), True, room)
    into = pool["p0"] & ~bound
    into = _dearest(into, min(SWAPS, bits_in(into)), False, room)
    while out != ZERO:
        gone = lowest(out)
        out ^= gone
        left = into
        while left != ZERO:
            card = lowest(left)
            left ^= card
            if card != gone:
                copy(move["cards"], cards)
                take_kinds(cards, gone, 1)
                put_kinds(cards, card, 1)
                _add(room)


@kernel
def list_options(
    states: Any, moves: Any, rules_array: Any, tables: Any, streams_array: Any, works: Any,
    rooms: Any, options: Any,
) -> Any:  # fmt: skip
    """List what the seat that is asked may look at.

    Parameters
    ----------
    states : ndarray of records.STATE, shape (1,)
        At a question to bury, to lead or to follow.
    moves : ndarray of records.MOVE, shape (1,)
        What it would do without looking.
    rules_array, tables, streams_array, works
        As for `playout.play_on`; nothing is drawn.
    rooms : ndarray of LIST, shape (1,)
    options : ndarray of playout.OPTION, shape (MOST,)
        Overwritten; the first is that of `moves`.

    Returns
    -------
    int64
        How many there are.
    """
    rules, room, work = rules_array[0], rooms[0], works[0]
    view, move, streams = states[0]["view"], moves[0], streams_array[0]
    own = states[0]["own"][view["seat"]]
    frame = tables[0]["frames"][view["rank"], view["trump"]]
    hand = own["hand"]
    room["n"] = 0
    copy(move["cards"], room["cards"])
    _add(room)
    if view["ask"] == BURY:
        _list_burials(view, own, move, frame, rules, room)
    else:
        unseen(view, own, rules, room["unseen"])
        if view["ask"] == LEAD:
            _list_leads(own, move, frame, rules, work, room)
        elif view["n_cards"] > 1:
            _list_many(view, own, frame, rules, streams, work, room)
        else:
            suited = hand["p0"] & frame["suit"][view["suit"]]
            cards = suited if suited != ZERO else hand["p0"]
            _add_singles(cards, hand, move["cards"]["p0"], view["key"], frame, room)
    for i in range(room["n"]):
        to_types(room["found"][i], frame, options[i]["cards"])
        options[i]["how"] = 0
    return room["n"]

"""What a follower owes to a lead (SJ-39 to SJ-46), and how to serve it.

The duty is one list of numbers, the *vector*: for each component of the lead, largest first, the
tuple sizes that can be supplied (SJ-45), a zero, the lengths of the rows among the tuples of full
width (SJ-42), a zero.  A play is legal when the vector of its cards is at least that of the hand.

`serve` takes cards for one component after the other, always the best that is left, and asks
`pick` which of several will do.  With one component, or two packs and a single tractor, that is
the greatest vector whatever is picked (rows of greatest length are whole stretches and do not
overlap).  Otherwise an early choice can spoil a later one, and all lists of choices are tried.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, select
from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import line_of, off_line
from simcore.shengji.combos.parts import MOST_WAYS, choice, next_choice
from simcore.shengji.combos.planes import (
    bits_in,
    bottoms,
    cards_at,
    clear,
    copy,
    copy_within,
    holds,
    kth_run,
    longest_run,
    n_cards,
    n_runs,
    n_within,
    plane,
    put_kinds,
    take_kinds,
)
from simcore.shengji.records import RUN_MAXIMAL, RUN_NONE, RUN_SAME
from simcore.shengji.rules import FollowThrow, FollowTractor, TupleProtect
from simcore.streams import draw, stay_call

LISTED, ANY, REPRESENTATIVE = range(3)
"""How `pick` chooses: by the list of choices in WORK, by chance, or by that list with one card
standing for all that are there equally often."""

QUIET = 64
"""Added to entries of a vector that steer the search but are no part of the duty."""

MAXIMAL, SAME_LENGTH = int(FollowTractor.MAXIMAL), int(FollowTractor.SAME_LENGTH)
NO_TRACTOR = int(FollowTractor.NONE)
PAIRS_ONLY, SUIT_ONLY = int(FollowThrow.PAIRS_ONLY), int(FollowThrow.SUIT_ONLY)
LONGER, TRACTORS, BOTH = (
    int(TupleProtect.LONGER_TUPLES), int(TupleProtect.TRACTORS), int(TupleProtect.BOTH)
)  # fmt: skip


@kernel
def set_duty(view: Any, rules: Any) -> None:
    """Derive `form`, `duty` and `run_duty` of a view from the components of the lead.

    Both list components by size; among equal ones `form` puts tractors first (SJ-49) and `duty`
    the wider ones (SJ-44), which differ only with three packs or more.
    """
    parts, form, duty = view["parts"], view["form"], view["duty"]
    n = parts["n"]
    form["n"] = n
    for i in range(n):
        form["widths"][i] = parts["widths"][i]
        form["lengths"][i] = parts["lengths"][i]
    if n > 1 and rules["decks"] > 2:
        _sort_shape(form, True)
    follow = rules["follow_tractor"]
    view["run_duty"] = RUN_NONE
    if follow == MAXIMAL:
        view["run_duty"] = RUN_MAXIMAL
    elif follow == SAME_LENGTH:
        view["run_duty"] = RUN_SAME
    duty["n"] = 0
    if n > 1:
        if rules["follow_throw"] == SUIT_ONLY:
            return
        if rules["follow_throw"] == PAIRS_ONLY:
            view["run_duty"] = RUN_NONE
    without_tractors = follow == NO_TRACTOR and not (n > 1 and rules["follow_throw"] == PAIRS_ONLY)
    at = 0
    for i in range(n):
        width, length = parts["widths"][i], parts["lengths"][i]
        if width > 1 and not (length > 1 and without_tractors):
            duty["widths"][at] = width
            duty["lengths"][at] = length
            at += 1
    duty["n"] = at
    if at > 1 and rules["decks"] > 2:
        _sort_shape(duty, False)


@kernel
def _sort_shape(shape: Any, tractors_first: Any) -> None:
    """Sort components: larger first, then (if so told) tractors, then the wider."""
    for i in range(1, shape["n"]):
        j = i
        while j > 0:
            w, m = shape["widths"][j], shape["lengths"][j]
            v, k = shape["widths"][j - 1], shape["lengths"][j - 1]
            before = w * m - v * k
            if before == 0 and tractors_first:
                before = (1 if m > 1 else 0) - (1 if k > 1 else 0)
            if before == 0:
                before = w - v
            if before <= 0:
                break
            shape["widths"][j], shape["lengths"][j] = v, k
            shape["widths"][j - 1], shape["lengths"][j - 1] = w, m
            j -= 1


@kernel
def pick(work: Any, at: Any, count: Any, mode: Any, streams: Any, row: Any) -> Any:
    """Number of the option to take at choice number `at`."""
    if mode == ANY:
        return np.int64(draw(streams, row, U64(count)))
    return choice(work, at, count)


@kernel
def note(work: Any, value: Any) -> None:
    """Append a number to the vector under way."""
    work["vec"][work["n_vec"]] = value
    work["n_vec"] += 1


@kernel
def _serve_tuples(
    work: Any, total: Any, width: Any, stop: Any, quiet: Any, whole: Any, at: Any, mode: Any,
    streams: Any, row: Any,
) -> Any:  # fmt: skip
    """Take tuples worth at most `total` cards, wide ones first, none of `stop` or fewer cards.

    Returns
    -------
    int64
        Number of choices made so far.
    """
    room = work["room"]
    cap = width
    while True:
        size = min(cap, total)
        while size > stop and cards_at(room, size, whole) == ZERO:
            size -= 1
        if size <= stop:
            return at
        kinds = cards_at(room, size, whole)
        if mode == REPRESENTATIVE:
            # one card for each number of copies that are there
            few = ZERO
            for copies in range(size, 5):
                exact = cards_at(room, copies, True) & kinds
                few |= exact & (ZERO - exact)
            kinds = few
        k = pick(work, at, bits_in(kinds), mode, streams, row)
        at += 1
        card = select(kinds, U64(k))
        take_kinds(room, card, size)
        put_kinds(work["taken"], card, size)
        note(work, quiet + size)
        total -= size
        cap = size


@kernel
def _note_sizes(work: Any, total: Any, width: Any, whole: Any) -> Any:
    """Note the tuple sizes that could be taken, whatever the neighbours; count the full ones."""
    counts_1 = bits_in(cards_at(work["room"], 1, True))
    counts_2 = bits_in(cards_at(work["room"], 2, True))
    counts_3 = bits_in(cards_at(work["room"], 3, True))
    counts_4 = bits_in(cards_at(work["room"], 4, True))
    cap, full = width, 0
    while True:
        size = min(cap, total)
        # cut from the fewest copies that will do: the order makes no difference to the sizes
        while size > 1:
            if size == 2 and counts_2 > 0:
                counts_2 -= 1
                break
            if size <= 3 and counts_3 > 0 and (size == 3 or not whole):
                counts_3 -= 1
                counts_1 += 1
                break
            if counts_4 > 0 and (size == 4 or not whole):
                counts_4 -= 1
                if size == 3:
                    counts_1 += 1
                elif size == 2:
                    counts_2 += 1
                break
            size -= 1
        if size <= 1:
            note(work, 0)
            return full
        note(work, size)
        full += 1 if size == width else 0
        total -= size
        cap = size


@kernel
def tractor_cards(held: Any, frame: Any, rules: Any) -> Any:
    """Cards that take part in some tractor of the hand."""
    stay_call()
    length = rules["tractor_min_length"]
    kinds = ZERO
    for width in range(rules["tractor_min_width"], 5):
        cards = plane(held, width)
        places = bottoms(line_of(cards, frame), length, frame)
        for _ in range(length - 1):
            places |= places << ONE
        kinds |= off_line(places, frame) & cards
    return kinds


@kernel
def _serve_part(
    work: Any, width: Any, length: Any, run_duty: Any, frame: Any, whole: Any, at: Any, mode: Any,
    streams: Any, row: Any,
) -> Any:  # fmt: skip
    """Serve one component from `work.room`; return the number of choices made so far."""
    total = width * length
    if run_duty == RUN_NONE or length == 1:
        at = _serve_tuples(work, total, width, 1, 0, whole, at, mode, streams, row)
        note(work, 0)
        return at
    full = _note_sizes(work, total, width, whole)
    left = full
    while left > 0:
        cards = cards_at(work["room"], width, whole)
        line = line_of(cards, frame)
        step = longest_run(line, left, frame)
        if run_duty == RUN_SAME and (left < length or step < length):
            break
        found = bottoms(line, step, frame)
        k = pick(work, at, n_runs(cards, found, step, frame), mode, streams, row)
        at += 1
        kinds, _top = kth_run(cards, found, step, k, frame)
        take_kinds(work["room"], kinds, width)
        put_kinds(work["taken"], kinds, width)
        note(work, step)
        left -= step
    note(work, 0)
    if left > 0:
        tuples = left * width
        at = _serve_tuples(work, tuples, width, width - 1, QUIET, whole, at, mode, streams, row)
    rest = total - full * width
    if rest > 1:
        at = _serve_tuples(work, rest, width, 1, QUIET, whole, at, mode, streams, row)
    return at


@kernel
def serve(
    work: Any, duty: Any, run_duty: Any, frame: Any, whole: Any, mode: Any, streams: Any, row: Any
) -> Any:
    """Take out of `work.room` what a duty asks for; see the head of the module.

    Parameters
    ----------
    work : records.WORK
        `room` holds the cards that may be used; it keeps the rest.  `taken` and `vec` are
        overwritten.
    duty : records.SHAPE
    run_duty : int64
        A RUN code.
    frame : records.FRAME
    whole : bool
        Only tuples that are used up count (SJ-45).
    mode : int64
        LISTED, ANY or REPRESENTATIVE.
    streams, row
        See `simcore.rng.below`; drawn from only with ANY.

    Returns
    -------
    int64
        Number of choices made.
    """
    stay_call()
    clear(work["taken"])
    work["n_vec"] = 0
    at = 0
    for i in range(duty["n"]):
        at = _serve_part(
            work, duty["widths"][i], duty["lengths"][i], run_duty, frame, whole, at, mode,
            streams, row,
        )  # fmt: skip
    return at


@kernel
def can_spoil(duty: Any, run_duty: Any, rules: Any) -> Any:
    """Whether an early choice may stand in the way of a later one."""
    if duty["n"] < 2:
        return False
    if rules["decks"] > 2:
        return True
    return run_duty != RUN_NONE and duty["lengths"][1] > 1


@kernel
def _compare(vec: Any, n_vec: Any, best: Any, n_best: Any) -> Any:
    """Positive where the first list is greater, negative where smaller, 0 where equal."""
    for i in range(min(n_vec, n_best)):
        if vec[i] != best[i]:
            return vec[i] - best[i]
    return n_vec - n_best


@kernel
def _is_full(vec: Any, n_vec: Any, duty: Any, run_duty: Any) -> Any:
    """Whether a vector is that of the lead itself, which nothing can exceed."""
    at = 0
    for i in range(duty["n"]):
        width, length = duty["widths"][i], duty["lengths"][i]
        for _ in range(length):
            if at >= n_vec or vec[at] != width:
                return False
            at += 1
        at += 1
        if run_duty != RUN_NONE and length > 1:
            if at >= n_vec or vec[at] != length:
                return False
            at += 2
    return True


@kernel
def serve_most(
    supply: Any, duty: Any, run_duty: Any, frame: Any, whole: Any, rules: Any, work: Any,
    streams: Any,
) -> None:  # fmt: skip
    """Serve as much of a duty as some cards can, with the lowest cards where any will do.

    `work.best` receives the vector, quiet entries left out, and `work.most` the cards.
    """
    stay_call()
    work["depth"] = 0
    several = can_spoil(duty, run_duty, rules)
    mode = REPRESENTATIVE
    if run_duty != RUN_NONE:
        for i in range(1, duty["n"]):
            if duty["lengths"][i] > 1:
                mode = LISTED
    for way in range(MOST_WAYS):
        copy(supply, work["room"])
        depth = serve(work, duty, run_duty, frame, whole, mode, streams, 0)
        vec, n_vec = work["vec"], work["n_vec"]
        if way == 0 or _compare(vec, n_vec, work["best"], work["n_best"]) > 0:
            for i in range(n_vec):
                work["best"][i] = vec[i]
            work["n_best"] = n_vec
            copy(work["taken"], work["most"])
        if not several or _is_full(vec, n_vec, duty, run_duty) or not next_choice(work, depth):
            break
    n = 0
    for i in range(work["n_best"]):
        if work["best"][i] < QUIET:
            work["best"][n] = work["best"][i]
            n += 1
    work["n_best"] = n


@kernel
def is_best(work: Any) -> Any:
    """Whether the vector under way is `work.best`; quiet entries do not count."""
    n = 0
    for i in range(work["n_vec"]):
        value = work["vec"][i]
        if value < QUIET:
            if n >= work["n_best"] or value != work["best"][n]:
                return False
            n += 1
    return n == work["n_best"]


@kernel
def is_whole(rules: Any) -> Any:
    """Whether tuples count only as the hand holds them (SJ-45)."""
    return rules["tuple_protect"] == LONGER or rules["tuple_protect"] == BOTH


@kernel
def compelled(view: Any, held: Any, frame: Any, rules: Any, cards: Any) -> None:
    """Cards of the led suit that a duty may call for: all, or those outside tractors (SJ-41).

    Parameters
    ----------
    held, cards : records.CARDS
        The follower's cards of the suit; overwritten with the result.
    """
    stay_call()
    copy(held, cards)
    protect = rules["tuple_protect"]
    if protect == TRACTORS or protect == BOTH:
        for i in range(view["parts"]["n"]):
            if view["parts"]["lengths"][i] > 1:
                return
        kinds = tractor_cards(held, frame, rules)
        copy_within(cards, ~kinds, cards)


@kernel
def owes_nothing(view: Any) -> Any:
    """Whether any cards of the led suit will do (SJ-40)."""
    return view["duty"]["n"] == 0


@kernel
def meets_duty(
    view: Any, held: Any, play: Any, frame: Any, rules: Any, work: Any, streams: Any
) -> Any:
    """Whether a play of cards of the led suit gives the best form that the hand allows.

    Parameters
    ----------
    view : records.VIEW
        With the lead.
    held, play : records.CARDS
        Cards of the led suit in the hand, more than were led, and those of them played.
    frame, rules, work, streams
        Records, and stream rows that nothing is drawn from.
    """
    if owes_nothing(view):
        return True
    whole = is_whole(rules)
    spare = work["spare"]
    compelled(view, held, frame, rules, spare)
    serve_most(spare, view["duty"], view["run_duty"], frame, whole, rules, work, streams)
    n = work["n_best"]
    for i in range(n):
        work["served"][i] = work["best"][i]
    work["n_served"] = n
    copy(play, spare)
    if whole:
        parted = (held["p0"] ^ play["p0"]) | (held["p1"] ^ play["p1"])
        parted |= (held["p2"] ^ play["p2"]) | (held["p3"] ^ play["p3"])
        spare["p1"] &= ~parted
        spare["p2"] &= ~parted
        spare["p3"] &= ~parted
    serve_most(spare, view["duty"], view["run_duty"], frame, whole, rules, work, streams)
    return _compare(work["best"], work["n_best"], work["served"], work["n_served"]) >= 0


@kernel
def is_legal_follow(
    view: Any, hand: Any, play: Any, frame: Any, rules: Any, work: Any, streams: Any
) -> Any:
    """Whether a follower may play these cards (SJ-30, SJ-39 to SJ-46).

    Parameters
    ----------
    view : records.VIEW
        With the lead.
    hand, play : records.CARDS
    frame, rules : records.FRAME, records.RULES
    work : records.WORK
    streams : records.STREAMS
        Nothing is drawn.

    Returns
    -------
    bool
    """
    stay_call()
    n = view["n_cards"]
    if n_cards(play) != n or not holds(hand, play):
        return False
    suit = frame["suit"][view["suit"]]
    n_held = n_within(hand, suit)
    if n_within(play, suit) < min(n, n_held):
        return False
    if n_held <= n:
        return True
    held = work["held"]
    copy_within(hand, suit, held)
    return meets_duty(view, held, play, frame, rules, work, streams)

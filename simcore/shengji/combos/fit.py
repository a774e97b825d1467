"""Whether a play can win: the shape of the lead fitted into it, and which of two is higher.

A play in the led suit or in trumps counts if it divides into the components of the lead; of all
ways to divide it the one with the highest tops counts (SJ-47 to SJ-49).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, top_index
from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.parts import MOST_WAYS, choice, next_choice
from simcore.shengji.combos.planes import (
    bits_in,
    bottoms,
    copy,
    copy_within,
    kth_run,
    kth_run_down,
    n_runs,
    n_within,
    place_of,
    plane,
    take_kinds,
)
from simcore.shengji.rules import ThrowCompare
from simcore.streams import stay_call

LARGEST, ALL, HIGHEST = (
    int(ThrowCompare.LARGEST_COMPONENT), int(ThrowCompare.ALL_COMPONENTS),
    int(ThrowCompare.HIGHEST_CARD),
)  # fmt: skip
DOWN, UP = True, False


@kernel
def _fit_singles(work: Any, at: Any, frame: Any) -> None:
    """Write the levels of all cards that are left, highest first."""
    room, tops = work["room"], work["tops"]
    while room["p0"] != ZERO:
        place = place_of(room["p0"], frame)
        kinds = room["p0"] & frame["off"]
        if ONE << U64(place) != frame["off_bit"]:
            kinds = ONE << top_index(room["p0"])
        for _ in range(n_within(room, kinds)):
            tops[at] = place
            at += 1
        copy_within(room, ~kinds, room)


@kernel
def fit(cards: Any, form: Any, frame: Any, work: Any, down: Any, is_next: Any) -> Any:
    """Divide cards into the components of a form.

    Parameters
    ----------
    cards : records.CARDS
        Of one effective suit, as many as the form has.
    form : records.SHAPE
        In the order of SJ-49.
    frame : records.FRAME
    work : records.WORK
        `tops` receives the places of the components' tops, in the order of the form.
    down : bool
        High cards are tried first, so that the first fit has the greatest tops; else low ones.
    is_next : bool
        Go on from the fit found before.

    Returns
    -------
    bool
        Whether there is a fit, or another one.
    """
    stay_call()
    if is_next:
        if not next_choice(work, work["n_vec"]):
            return False
    else:
        work["depth"] = 0
    room, tops = work["room"], work["tops"]
    for _ in range(MOST_WAYS):
        copy(cards, room)
        depth = 0
        fits = True
        for i in range(form["n"]):
            width, length = form["widths"][i], form["lengths"][i]
            if width == 1:
                _fit_singles(work, i, frame)
                break
            kinds = plane(room, width)
            found = bottoms(line_of(kinds, frame), length, frame)
            if i > 0 and width == form["widths"][i - 1] and length == form["lengths"][i - 1]:
                # equal components from the highest down
                found &= (U64(2) << U64(tops[i - 1] - length + 1)) - ONE
            n = n_runs(kinds, found, length, frame)
            if n == 0:
                fits = False
                break
            k = choice(work, depth, n)
            depth += 1
            if down:
                kinds, tops[i] = kth_run_down(kinds, found, length, k, frame)
            else:
                kinds, tops[i] = kth_run(kinds, found, length, k, frame)
            take_kinds(room, kinds, width)
        work["n_vec"] = depth
        if fits:
            return True
        if not next_choice(work, depth):
            return False
    return False


@kernel
def is_higher(view: Any, tops: Any, highest: Any, rules: Any) -> Any:
    """Whether a later play of the suit that is winning takes the trick (SJ-49, SJ-50).

    Parameters
    ----------
    view : records.VIEW
        Of a trick led with several components.
    tops : ndarray of int64
        Places of the play's tops, in the order of `view.form`.
    highest : int64
        Place of its highest card.
    rules : records.RULES
    """
    form, best = view["form"], view["best_tops"]
    compare = rules["throw_compare"]
    if compare == LARGEST:
        return tops[0] > best[0]
    if compare == HIGHEST:
        return highest > view["best_highest"]
    n = form["n"]
    if compare == ALL:
        for i in range(n):
            if tops[i] <= best[i]:
                return False
        return True
    only_singles = form["widths"][0] == 1
    for i in range(n):
        if (only_singles or form["widths"][i] > 1) and tops[i] != best[i]:
            return tops[i] > best[i]
    return False


@kernel
def _key_of_part(play: Any, width: Any, length: Any, n: Any, frame: Any) -> Any:
    """Top, as a bit of the line, of a play that is one tuple or tractor; 0 where it is not."""
    kinds = plane(play, width)
    if bits_in(kinds) != length or width * length != n:
        return ZERO
    line = line_of(kinds, frame)
    if length > 1 and bottoms(line, length, frame) == ZERO:
        return ZERO
    return ONE << top_index(line)


@kernel
def takes_trick(view: Any, play: Any, frame: Any, rules: Any, work: Any) -> Any:
    """Whether a play, laid after the others, wins the trick as it stands (SJ-46 to SJ-50).

    Parameters
    ----------
    view : records.VIEW
        Of the trick before the play.
    play : records.CARDS
        As many cards as were led.
    frame, rules, work
        Records; `work.tops` receives the tops after a throw.

    Returns
    -------
    uint64
        Its top as a bit of the line; 0 where it does not win.
    """
    cards = play["p0"]
    trumps = frame["suit"][4]
    if cards & ~trumps != ZERO and cards & ~frame["suit"][view["suit"]] != ZERO:
        return ZERO
    n = view["n_cards"]
    if n == 1:
        key = line_of(cards, frame)
        return key if key > view["key"] else ZERO
    form = view["form"]
    if form["n"] == 1:
        key = _key_of_part(play, form["widths"][0], form["lengths"][0], n, frame)
        return key if key > view["key"] else ZERO
    highest = ONE << U64(place_of(cards, frame))
    if highest <= view["key"] and rules["throw_compare"] == LARGEST:
        return ZERO
    if rules["decks"] < 3:
        # most throws are out of reach for want of pairs
        pairs = 0
        for i in range(form["n"]):
            pairs += form["lengths"][i] if form["widths"][i] > 1 else 0
        if bits_in(play["p1"]) < pairs:
            return ZERO
    if not fit(play, form, frame, work, DOWN, False):
        return ZERO
    key = ONE << U64(work["tops"][0])
    was_trump = view["key"] & line_of(trumps, frame) != ZERO
    is_trump = cards & trumps != ZERO
    if is_trump != was_trump:
        return key if is_trump else ZERO
    high = np.int64(top_index(highest))
    return key if is_higher(view, work["tops"], high, rules) else ZERO

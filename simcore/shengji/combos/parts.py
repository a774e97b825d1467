"""What cards of one effective suit are made of: singles, tuples, tractors (SJ-31, SJ-32).

With up to two packs the longest rows of pairs come first, and nothing has to be chosen.  With
more, a tuple may serve several tractors of different widths; then all ways to take the largest
component are tried, each from the start by its list of choices (`next_choice`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, top_index
from simcore.jit import kernel
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import (
    bits_in,
    bottoms,
    cards_at,
    copy,
    highest_first,
    kth_run_down,
    longest_run,
    n_runs,
    place_of,
    plane,
    run_cards,
    take_kinds,
)
from simcore.shengji.records import MAX_PARTS, Led
from simcore.streams import stay_call

SINGLE, TUPLE, TRACTOR, THROW = (int(led) for led in Led)
MOST_WAYS = 1 << 16
"""Ways to divide that are tried at most; real leads have a handful."""


@kernel
def next_choice(work: Any, depth: Any) -> Any:
    """Move on to the next list of choices, where the last one made `depth` choices.

    Returns
    -------
    bool
        False after the last list.
    """
    while depth > 0:
        depth -= 1
        if work["picks"][depth] + 1 < work["counts"][depth]:
            work["picks"][depth] += 1
            work["depth"] = depth + 1
            return True
    return False


@kernel
def choice(work: Any, at: Any, count: Any) -> Any:
    """Option to take at choice number `at`, which has `count` options."""
    if at >= work["depth"]:
        work["picks"][at] = 0
    work["counts"][at] = count
    return work["picks"][at]


@kernel
def add_part(parts: Any, width: Any, length: Any, top: Any, kinds: Any) -> None:
    """Append a component."""
    at = parts["n"]
    parts["widths"][at] = width
    parts["lengths"][at] = length
    parts["tops"][at] = top
    parts["kinds"][at] = kinds
    parts["n"] = at + 1


@kernel
def _add_each(parts: Any, kinds: Any, width: Any, frame: Any) -> None:
    """Append each card of a mask as a component of its own, the highest first."""
    while kinds != ZERO:
        card = highest_first(kinds, frame)
        kinds ^= card
        add_part(parts, width, 1, place_of(card, frame), card)


@kernel
def _divide_pairs(cards: Any, frame: Any, rules: Any, parts: Any) -> None:
    """Divide cards of at most two packs."""
    stay_call()
    parts["n"] = 0
    pairs = cards["p1"]
    alone = cards["p0"] & ~pairs
    least = rules["tractor_min_length"]
    while pairs != ZERO and rules["tractor_min_width"] <= 2:
        line = line_of(pairs, frame)
        length = longest_run(line, MAX_PARTS, frame)
        if length < least:
            break
        found = bottoms(line, length, frame)
        while found != ZERO:  # the longest rows do not overlap
            place = top_index(found)
            found ^= ONE << place
            kinds = run_cards(pairs, ONE << place, length, frame)
            add_part(parts, 2, length, np.int64(place) + length - 1, kinds)
            pairs &= ~kinds
    _add_each(parts, pairs, 2, frame)
    _add_each(parts, alone, 1, frame)


@kernel
def _largest(room: Any, frame: Any, rules: Any) -> Any:
    """Size of the largest component, the largest tuple, and whether there is a tractor."""
    widest = 0
    while plane(room, widest + 1) != ZERO:
        widest += 1
    best, has_tractor = widest, False
    for width in range(rules["tractor_min_width"], widest + 1):
        length = longest_run(line_of(plane(room, width), frame), MAX_PARTS, frame)
        if length >= rules["tractor_min_length"]:
            has_tractor = True
            best = max(best, width * length)
    return best, widest, has_tractor


@kernel
def _take_largest(work: Any, best: Any, widest: Any, at: Any, frame: Any, rules: Any) -> None:
    """Take a component of the size `best`: tractors narrow ones first and high ones first."""
    room, parts = work["room"], work["parts"]
    least, narrow = rules["tractor_min_length"], rules["tractor_min_width"]
    total = 0
    for width in range(narrow, widest + 1):
        length = best // width
        if length * width == best and length >= least:
            cards = plane(room, width)
            found = bottoms(line_of(cards, frame), length, frame)
            total += n_runs(cards, found, length, frame)
    if best == widest:
        total += bits_in(plane(room, widest))
    k = choice(work, at, total)
    for width in range(narrow, widest + 1):
        length = best // width
        if length * width == best and length >= least:
            cards = plane(room, width)
            found = bottoms(line_of(cards, frame), length, frame)
            n = n_runs(cards, found, length, frame)
            if k < n:
                kinds, top = kth_run_down(cards, found, length, k, frame)
                add_part(parts, width, length, top, kinds)
                take_kinds(room, kinds, width)
                return
            k -= n
    tuples = plane(room, widest)
    card = highest_first(tuples, frame)
    while k > 0:
        tuples ^= card
        card = highest_first(tuples, frame)
        k -= 1
    add_part(parts, widest, 1, place_of(card, frame), card)
    take_kinds(room, card, widest)


@kernel
def _merit(new: Any, old: Any) -> Any:
    """Positive where the division `new` is better than `old`, negative where worse (SJ-32)."""
    n = min(new["n"], old["n"])
    tractors = 0
    for i in range(n):
        size = new["widths"][i] * new["lengths"][i]
        other = old["widths"][i] * old["lengths"][i]
        if size != other:
            return size - other
        tractors += 1 if new["lengths"][i] > 1 else 0
        tractors -= 1 if old["lengths"][i] > 1 else 0
    return tractors


@kernel
def _rank_below(parts: Any, i: Any, j: Any, frame: Any) -> Any:
    """Whether component i comes after component j in the order of PARTS."""
    size = parts["widths"][i] * parts["lengths"][i] - parts["widths"][j] * parts["lengths"][j]
    if size != 0:
        return size < 0
    if parts["lengths"][i] != parts["lengths"][j]:
        return parts["lengths"][i] < parts["lengths"][j]
    if parts["tops"][i] != parts["tops"][j]:
        return parts["tops"][i] < parts["tops"][j]
    off = frame["off"]
    return parts["kinds"][i] & off > parts["kinds"][j] & off


@kernel
def _swap(parts: Any, i: Any, j: Any) -> None:
    width, length = parts["widths"][i], parts["lengths"][i]
    top, kinds = parts["tops"][i], parts["kinds"][i]
    parts["widths"][i], parts["lengths"][i] = parts["widths"][j], parts["lengths"][j]
    parts["tops"][i], parts["kinds"][i] = parts["tops"][j], parts["kinds"][j]
    parts["widths"][j], parts["lengths"][j] = width, length
    parts["tops"][j], parts["kinds"][j] = top, kinds


@kernel
def copy_parts(source: Any, parts: Any) -> None:
    """Make `parts` equal to `source`."""
    parts["n"] = 0
    for i in range(source["n"]):
        add_part(
            parts, source["widths"][i], source["lengths"][i], source["tops"][i],
            source["kinds"][i],
        )  # fmt: skip


@kernel
def _divide_tuples(cards: Any, frame: Any, rules: Any, work: Any, parts: Any) -> None:
    """Divide cards of three packs or more."""
    stay_call()
    work["depth"] = 0
    parts["n"] = 0
    trial = work["parts"]
    for way in range(MOST_WAYS):
        copy(cards, work["room"])
        trial["n"] = 0
        depth = 0
        while work["room"]["p0"] != ZERO:
            best, widest, has_tractor = _largest(work["room"], frame, rules)
            if not has_tractor:
                for width in range(widest, 0, -1):
                    _add_each(trial, cards_at(work["room"], width, True), width, frame)
                break
            _take_largest(work, best, widest, depth, frame, rules)
            depth += 1
        if way == 0 or _merit(trial, parts) > 0:
            copy_parts(trial, parts)
        if not next_choice(work, depth):
            break
    for i in range(1, parts["n"]):
        j = i
        while j > 0 and _rank_below(parts, j - 1, j, frame):
            _swap(parts, j - 1, j)
            j -= 1


@kernel
def divide(cards: Any, frame: Any, rules: Any, work: Any, parts: Any) -> Any:
    """Divide cards of one effective suit into components, the canonical way (SJ-32).

    Parameters
    ----------
    cards : records.CARDS
        Not empty.
    frame : records.FRAME
    rules : records.RULES
    work : records.WORK
    parts : records.PARTS
        Overwritten.

    Returns
    -------
    int64
        A `records.Led`.
    """
    p0 = cards["p0"]
    if p0 & (p0 - ONE) == ZERO:
        width = 1
        while plane(cards, width + 1) != ZERO:
            width += 1
        parts["n"] = 0
        add_part(parts, width, 1, place_of(p0, frame), p0)
        return SINGLE if width == 1 else TUPLE
    if cards["p2"] == ZERO:
        _divide_pairs(cards, frame, rules, parts)
    else:
        _divide_tuples(cards, frame, rules, work, parts)
    return THROW if parts["n"] > 1 else TRACTOR


@kernel
def suit_of(cards: Any, frame: Any) -> Any:
    """Effective suit 0..4 of all the cards, -1 where they have none in common or there are none."""
    for suit in range(5):
        if cards["p0"] & frame["suit"][suit] != ZERO:
            return suit if cards["p0"] & ~frame["suit"][suit] == ZERO else -1
    return -1

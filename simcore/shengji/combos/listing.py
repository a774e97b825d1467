"""Every legal follow of a hand, as sets of cards (SJ-39 to SJ-46)."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO, lowest
from simcore.jit import kernel
from simcore.shengji.combos.duty import meets_duty
from simcore.shengji.combos.planes import (
    clear,
    copy,
    copy_within,
    n_cards,
    n_within,
    put_kinds,
)


@kernel
def _choose_from(work: Any, start: Any, n: Any, faces: Any) -> None:
    """Choose n cards from face `start` on: of each as many as there are, until it is enough."""
    for i in range(start, faces):
        work["used"][i] = min(n, work["copies"][i])
        n -= work["used"][i]


@kernel
def _choose_next(work: Any, faces: Any) -> Any:
    """Choose the next set of as many cards; False after the last one."""
    freed, room = 0, 0
    for i in range(faces - 1, -1, -1):
        if work["used"][i] > 0 and room > freed:
            work["used"][i] -= 1
            _choose_from(work, i + 1, freed + 1, faces)
            return True
        freed += work["used"][i]
        room += work["copies"][i]
    return False


@kernel
def list_follows(
    view: Any, hand: Any, frame: Any, rules: Any, work: Any, streams: Any, out: Any
) -> Any:
    """List every legal follow once, identical cards not told apart.

    The number grows quickly with the hand; this is for short ones and for questions.

    Parameters
    ----------
    view : records.VIEW
        With the lead.
    hand : records.CARDS
        At least as many cards as were led.
    frame, rules, work, streams
        Records; nothing is drawn.
    out : ndarray of records.CARDS, shape (room,)
        Overwritten from the front.

    Returns
    -------
    int64
        How many there are; more than the room of `out` means that not all are listed.
    """
    n, suit = view["n_cards"], frame["suit"][view["suit"]]
    n_held = n_within(hand, suit)
    held, base, pool = work["held"], work["attempt"], work["pool"]
    copy_within(hand, suit, held)
    if n_held > n:
        clear(base)
        copy(held, pool)
    else:
        copy(held, base)
        copy_within(hand, ~suit, pool)
    faces = 0
    left = pool["p0"]
    while left != ZERO:
        face = lowest(left)
        left ^= face
        work["faces"][faces] = face
        work["copies"][faces] = n_within(pool, face)
        faces += 1
    _choose_from(work, 0, n - n_cards(base), faces)
    found = 0
    play = work["play"]
    while True:
        copy(base, play)
        for i in range(faces):
            put_kinds(play, work["faces"][i], work["used"][i])
        if n_held <= n or meets_duty(view, held, play, frame, rules, work, streams):
            if found < out.shape[0]:
                copy(play, out[found])
            found += 1
        if not _choose_next(work, faces):
            return found

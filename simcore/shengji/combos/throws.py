"""Does a lead stand, and what is led if it does not (SJ-33 to SJ-37)."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, select
from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.parts import add_part
from simcore.shengji.combos.planes import bits_in, bottoms, highest_first, place_of, plane
from simcore.shengji.rules import (
    LoneTuple,
    MultiDeckExempt,
    ThrowCheck,
    ThrowFailPick,
    ThrowTractor,
)
from simcore.streams import stay_call

PAIRS_FIRST, LOWEST_ANY = int(ThrowFailPick.PAIRS_FIRST), int(ThrowFailPick.LOWEST_ANY)
LEADER, CHALLENGER = int(ThrowFailPick.LEADER), int(ThrowFailPick.CHALLENGER)
FIRST_FOUND = int(ThrowFailPick.FIRST_FOUND)
ANY_TRACTOR = int(MultiDeckExempt.ANY_TRACTOR)
CHECKED = int(ThrowTractor.CHECKED)
CUT = int(LoneTuple.CUT_TO_SINGLE)
OPPONENTS = int(ThrowCheck.OPPONENTS_ONLY)

STANDS, FALLS, ASKS = range(3)
"""A lead stands; it falls and the component is settled; it falls and somebody picks."""


@kernel
def is_beaten(parts: Any, i: Any, hand: Any, suit: Any, frame: Any) -> Any:
    """Whether a hand alone holds something higher of a component's own form and suit (SJ-36).

    Parameters
    ----------
    parts : records.PARTS
    i : int64
        Number of the component.
    hand : records.CARDS
    suit : uint64
        Cards of the suit.
    frame : records.FRAME
    """
    length = parts["lengths"][i]
    line = line_of(plane(hand, parts["widths"][i]) & suit, frame)
    if length > 1:
        line = bottoms(line, length, frame)
    return line >> U64(parts["tops"][i] - length + 1) > ONE


@kernel
def tested_parts(parts: Any, frame: Any, rules: Any, tested: Any) -> Any:
    """List the components as SJ-34 has them tested: a narrow tractor counts as its tuples.

    Returns
    -------
    bool
        Whether `tested` differs from `parts`.
    """
    tested["n"] = 0
    differs = False
    apart = rules["decks"] > 2 and rules["multi_deck_exempt"] != ANY_TRACTOR
    for i in range(parts["n"]):
        width, length, kinds = parts["widths"][i], parts["lengths"][i], parts["kinds"][i]
        if apart and length > 1 and width < rules["decks"]:
            differs = True
            while kinds != ZERO:
                card = highest_first(kinds, frame)
                kinds ^= card
                add_part(tested, width, 1, place_of(card, frame), card)
        else:
            add_part(tested, width, length, parts["tops"][i], kinds)
    return differs


@kernel
def challengers(view: Any, players: Any, rules: Any) -> Any:
    """Seats whose hands may break the leader's throw, as bits (SJ-35).

    Before the sides are known nobody is known to be on the leader's.
    """
    seats = ((1 << players) - 1) & ~(1 << view["leader"])
    if rules["throw_check"] == OPPONENTS and view["sides_known"]:
        if view["declarers"] >> view["leader"] & 1:
            return seats & ~view["declarers"]
        return seats & view["declarers"]
    return seats


@kernel
def _precedes(parts: Any, i: Any, j: Any, by_size: Any, frame: Any) -> Any:
    """Whether component i is the smaller, then lower, then first in S H D C; or lower first."""
    size = parts["widths"][i] * parts["lengths"][i] - parts["widths"][j] * parts["lengths"][j]
    top = parts["tops"][i] - parts["tops"][j]
    first, second = (size, top) if by_size else (top, size)
    if first != 0:
        return first < 0
    if second != 0:
        return second < 0
    off = frame["off"]
    return parts["kinds"][i] & off < parts["kinds"][j] & off


@kernel
def _least(parts: Any, wanted: Any, by_size: Any, wide: Any, frame: Any) -> Any:
    """First component by `_precedes` among those wanted (bits); with `wide` of two cards or more.

    Returns
    -------
    int64
        -1 where there is none.
    """
    best = -1
    for i in range(parts["n"]):
        size = parts["widths"][i] * parts["lengths"][i]
        fits = (wanted >> U64(i)) & ONE != ZERO and (size > 1 or not wide)
        if fits and (best < 0 or _precedes(parts, i, best, by_size, frame)):
            best = i
    return best


@kernel
def find_beaten(
    hands: Any, seats: Any, players: Any, leader: Any, parts: Any, suit: Any, exempt: Any,
    frame: Any,
) -> Any:  # fmt: skip
    """Find the components that some hand beats.

    Parameters
    ----------
    hands : ndarray of records.OWN
        Item s is seat s.
    seats : int64
        Seats that may challenge, as bits.
    players, leader : int64
    parts : records.PARTS
    suit : uint64
    exempt : bool
        Tractors are not tested.
    frame : records.FRAME

    Returns
    -------
    (uint64, int64, uint64)
        Components as bits; the nearest seat that beats one, -1 nobody; those it beats.
    """
    beaten, own = ZERO, ZERO
    who = -1
    for k in range(1, players):
        seat = (leader + k) % players
        if seats >> seat & 1:
            for i in range(parts["n"]):
                tested = parts["lengths"][i] == 1 or not exempt
                if tested and is_beaten(parts, i, hands[seat]["hand"], suit, frame):
                    beaten |= ONE << U64(i)
                    if who < 0:
                        who = seat
                    if who == seat:
                        own |= ONE << U64(i)
    return beaten, who, own


@kernel
def check_lead(view: Any, hands: Any, players: Any, frame: Any, rules: Any, tested: Any) -> Any:
    """Judge a lead whose components are in the view (SJ-33 to SJ-37).

    Parameters
    ----------
    view : records.VIEW
        `leader`, `suit`, `parts`; where somebody picks, `beaten` is filled and `parts` become the
        components as tested.
    hands : ndarray of records.OWN
    players : int64
    frame, rules : records.FRAME, records.RULES
    tested : records.PARTS
        Overwritten: the components as tested.

    Returns
    -------
    (int64, int64, int64)
        STANDS, FALLS or ASKS; the component of `tested` that is led (-1: a single card cut from
        the tuple); the seat that picks.
    """
    stay_call()
    parts = view["parts"]
    n = parts["n"]
    decks = rules["decks"]
    if n == 1 and decks < 3:
        return STANDS, 0, -1
    suit = frame["suit"][view["suit"]]
    leader = view["leader"]
    if n == 1 and parts["lengths"][0] == 1:
        width = parts["widths"][0]
        if width == 1 or width == decks or rules["lone_tuple"] != CUT:
            return STANDS, 0, -1
        tested_parts(parts, frame, rules, tested)
        seats = challengers(view, players, rules)
        beaten, _who, _own = find_beaten(hands, seats, players, leader, tested, suit, False, frame)
        return (STANDS, 0, -1) if beaten == ZERO else (FALLS, -1, -1)
    differs = tested_parts(parts, frame, rules, tested)
    if n == 1 and not differs:
        return STANDS, 0, -1
    seats = challengers(view, players, rules)
    exempt = rules["throw_tractor"] != CHECKED
    beaten, who, own = find_beaten(hands, seats, players, leader, tested, suit, exempt, frame)
    if beaten == ZERO:
        return STANDS, 0, -1
    if n == 1:
        return FALLS, _least(tested, beaten, False, False, frame), -1
    how = rules["throw_fail_pick"]
    if how == LOWEST_ANY:
        return FALLS, _least(tested, ~ZERO, False, False, frame), -1
    if how == FIRST_FOUND:
        first = own & (ZERO - own)
        for i in range(tested["n"]):
            if first == ONE << U64(i):
                return FALLS, i, -1
    if how == LEADER or how == CHALLENGER:
        choices = beaten if how == LEADER else own
        picker = leader if how == LEADER else who
        for k in range(tested["n"]):
            add = k
            parts["widths"][k], parts["lengths"][k] = tested["widths"][k], tested["lengths"][k]
            parts["tops"][k], parts["kinds"][k] = tested["tops"][k], tested["kinds"][add]
        parts["n"] = tested["n"]
        view["n_beaten"] = bits_in(choices)
        for k in range(bits_in(choices)):
            view["beaten"][k] = bits_in(select(choices, U64(k)) - ONE)
        return ASKS, view["beaten"][0], picker
    if how == PAIRS_FIRST:
        wide = _least(tested, beaten, True, True, frame)
        if wide >= 0:
            return FALLS, wide, -1
    return FALLS, _least(tested, beaten, True, False, frame), -1

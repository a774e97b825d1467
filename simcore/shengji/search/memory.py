"""What the plays of a round have shown: kept beside a round that is played for real.

A view tells who lacks a suit.  Who followed a pair without a pair holds no other pair of that suit
either, and where a throw stood nobody who could have broken it holds anything higher.  Such facts
are planes of cards that a hand cannot hold so often (`lacks`), and they stay true: hands shrink.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.shengji.cards import MAX_SEATS
from simcore.shengji.combos.frame import line_of, off_line
from simcore.shengji.combos.planes import bits_in, clear, longest_run, n_within, put
from simcore.shengji.combos.throws import challengers
from simcore.shengji.records import CARDS, MAX_PARTS, N_SUITS, RUN_MAXIMAL, RUN_NONE, Led
from simcore.shengji.rules import TupleProtect
from simcore.streams import stay_call

MEMORY = np.dtype(
    [
        ("lacks", CARDS, (MAX_SEATS,)),  # plane k: cards not held k + 1 times or more
        ("runs", "i8", (MAX_SEATS, N_SUITS)),  # longest row of pairs in a suit; 0 not known
        ("played", CARDS, (MAX_SEATS,)),  # cards that each seat has played
        ("buriers", "i8"),  # seats that have buried, as bits
        ("later", "i8", (MAX_SEATS,)),  # seats that took the kitty up after each of them, as bits
    ],
    align=True,
)
"""What everybody could remember of a round; cards in the frame."""

THROW = int(Led.THROW)
BREAKS_ALL = int(TupleProtect.NONE)


@kernel
def forget(memory: Any) -> None:
    """Begin a round."""
    stay_call()
    memory["buriers"] = 0
    for seat in range(MAX_SEATS):
        clear(memory["lacks"][seat])
        clear(memory["played"][seat])
        memory["later"][seat] = 0
        for suit in range(N_SUITS):
            memory["runs"][seat, suit] = 0


@kernel
def note_bury(memory: Any, seat: Any) -> None:
    """Note that a seat has buried: what others buried before is his or lies in the kitty."""
    for other in range(MAX_SEATS):
        memory["later"][other] |= 1 << seat
    memory["later"][seat] = 0
    memory["buriers"] |= 1 << seat


@kernel
def _note_form(view: Any, cards: Any, lacks: Any, runs: Any, seat: Any, frame: Any) -> None:
    """Note what a follow of the led suit alone says about the rest of the suit.

    Cards played and kept made a hand out of which no better form could be served (SJ-41 to SJ-46).
    """
    stay_call()
    duty = view["duty"]
    suit = frame["suit"][view["suit"]]
    p0, p1, p2, p3 = cards["p0"], cards["p1"], cards["p2"], cards["p3"]
    n, width, length = duty["n"], duty["widths"][0], duty["lengths"][0]
    owed, narrow = 0, True
    for i in range(n):
        owed += duty["lengths"][i]
        narrow = narrow and duty["widths"][i] == 2
    if p1 == ZERO:
        lacks["p1"] |= suit
        lacks["p0"] |= p0
    elif narrow:
        served = bits_in(p1) + bits_in(p3)
        if served < owed:
            lacks["p1"] |= suit
            lacks["p0"] |= (p0 & ~p1) | (p2 & ~p3)
        elif n == 1 and length > 1 and view["run_duty"] != RUN_NONE:
            most = longest_run(line_of(p1, frame), MAX_PARTS, frame)
            if most < length:
                if view["run_duty"] != RUN_MAXIMAL:
                    most = length - 1
                known = runs[seat, view["suit"]]
                runs[seat, view["suit"]] = most if known == 0 else min(most, known)
    elif n == 1 and length == 1 and p2 == ZERO and width > 2:
        lacks["p2"] |= suit
        lacks["p1"] |= p0
        lacks["p0"] |= p1
    elif n == 1 and length == 1 and p3 == ZERO and width > 3:
        lacks["p3"] |= suit
        lacks["p2"] |= p0
        lacks["p1"] |= p1
        lacks["p0"] |= p2


@kernel
def note_follow(memory: Any, view: Any, cards: Any, frame: Any, rules: Any) -> None:
    """Note a follow that is about to be made.

    Parameters
    ----------
    memory : MEMORY
    view : records.VIEW
        Before the play.
    cards : records.CARDS
    frame, rules : records.FRAME, records.RULES
    """
    stay_call()
    seat = view["seat"]
    lacks = memory["lacks"][seat]
    suit = frame["suit"][view["suit"]]
    if n_within(cards, suit) < view["n_cards"]:
        lacks["p0"] |= suit
    elif view["duty"]["n"] > 0 and rules["tuple_protect"] == BREAKS_ALL:
        _note_form(view, cards, lacks, memory["runs"], seat, frame)
    put(memory["played"][seat], cards)


@kernel
def note_lead(memory: Any, view: Any, frame: Any, rules: Any) -> None:
    """Note a lead that has been laid: where it is a throw, it stood (SJ-35)."""
    stay_call()
    leader = view["leader"]
    put(memory["played"][leader], view["laid"][leader])
    if view["shape"] != THROW:
        return
    parts = view["parts"]
    seats = challengers(view, rules["players"], rules)
    for i in range(parts["n"]):
        if parts["lengths"][i] == 1:
            above = ~((U64(2) << U64(parts["tops"][i])) - ONE)
            higher = off_line(above, frame) & frame["suit"][view["suit"]]
            for seat in range(rules["players"]):
                if seats >> seat & 1:
                    lacks, width = memory["lacks"][seat], parts["widths"][i]
                    if width == 1:
                        lacks["p0"] |= higher
                    elif width == 2:
                        lacks["p1"] |= higher
                    elif width == 3:
                        lacks["p2"] |= higher
                    else:
                        lacks["p3"] |= higher

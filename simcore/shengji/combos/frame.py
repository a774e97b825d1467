"""Cards renumbered for a trump rank and suit: the table of frames, and the way in and out.

`records.FRAME` says what a frame is.  There are 13 * 5 of them under given rules; each is built
once, in Python, level by level as SJ-6 lists them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ZERO
from simcore.jit import U64, kernel
from simcore.shengji.cards import BJ, RJ
from simcore.shengji.records import N_SUITS, TABLE, TRUMPS
from simcore.shengji.rules import PACK, HongWu, Rules, TractorRankGap, TractorTrumpTop

N_RANKS = 13
FIVE, TEN, KING = 3, 8, 11
HEARTS, DIAMONDS = 1, 2
RED_FIVES = {
    HongWu.OFF: (),
    HongWu.HEARTS: (HEARTS * N_RANKS + FIVE,),
    HongWu.RED: (DIAMONDS * N_RANKS + FIVE, HEARTS * N_RANKS + FIVE),
}
"""Types of the red fives, the lower one first (SJ-68)."""

_W64 = U64(64)
_W63 = U64(63)


class Ladder:
    """The levels of one effective suit, from the bottom, and which of them are neighbours."""

    def __init__(self, bridges: bool) -> None:
        self.bridges = bridges
        self.levels: list[list[int]] = []
        """Types on each level."""
        self.climbs: list[bool] = []
        """Whether a tractor may go on from each level to the next one."""
        self._gap = False

    def add(self, types: list[int], climbs: bool = True) -> None:
        """Put a level on top; `climbs`: it and the level below it may be neighbours.

        Without types, a card that belongs here has gone elsewhere and leaves a gap (SJ-11).
        """
        if not types:
            self._gap = True
            return
        if self.levels:
            self.climbs[-1] = climbs and (self.bridges or not self._gap)
        self.levels.append(types)
        self.climbs.append(False)
        self._gap = False


def ladders(rank: int, trump: int, rules: Rules) -> list[Ladder]:
    """Return the levels of S, H, D, C and trumps for a trump rank and suit (SJ-5 to SJ-7).

    Parameters
    ----------
    rank : int
        0..12.
    trump : int
        0..3, or 4 for no trump.
    rules : Rules
    """
    fives = RED_FIVES[HongWu(rules.hong_wu)]
    top = TractorTrumpTop(rules.tractor_trump_top)
    bridges = rules.tractor_rank_gap == TractorRankGap.BRIDGE
    found = [Ladder(bridges) for _ in range(N_SUITS)]
    for suit in range(4):
        for r in range(N_RANKS):
            kind = suit * N_RANKS + r
            away = r == rank or kind in fives
            found[TRUMPS if suit == trump else suit].add([] if away else [kind])
    trumps = found[TRUMPS]
    suited = trump != TRUMPS
    full, joined = top is TractorTrumpTop.FULL, top is not TractorTrumpTop.NONE
    of_rank = [suit * N_RANKS + rank for suit in range(4)]
    trumps.add([k for s, k in enumerate(of_rank) if s != trump and k not in fives], full)
    on_off = True
    if suited:
        on_off = of_rank[trump] in fives
        trumps.add([] if on_off else [of_rank[trump]], full)
    trumps.add([BJ], full if suited and on_off else joined)
    trumps.add([RJ], joined and bool(rules.joker_tractor))
    for kind in fives:
        trumps.add([kind], joined)
    return found


def _mask(bits: list[int]) -> int:
    return sum(1 << bit for bit in bits)


def _fill(frame: Any, rank: int, trump: int, rules: Rules) -> None:
    """Write one frame."""
    found = ladders(rank, trump, rules)
    bit, line, climbs = 0, 0, 0
    frame["kind"], frame["suit_of"] = -1, -1
    for suit, ladder in enumerate(found):
        first = bit
        for types, climb in zip(ladder.levels, ladder.climbs, strict=True):
            if suit == TRUMPS and any(kind % N_RANKS == rank and kind < BJ for kind in types):
                at_off = all(kind // N_RANKS != trump for kind in types)
                if at_off and not frame["off"]:
                    frame["off"] = _mask(list(range(bit, bit + len(types))))
                    frame["off_bit"] = 1 << bit
                    frame["shift"] = len(types) - 1
                    frame["low"] = (1 << bit) - 1
                    frame["high"] = _mask(list(range(bit + len(types), 64)))
            for kind in types:
                frame["kind"][bit] = kind
                frame["bit"][kind] = bit
                frame["suit_of"][bit] = suit
                bit += 1
            climbs |= int(climb) << line
            line += 1
        frame["suit"][suit] = _mask(list(range(first, bit)))
    frame["step"] = climbs
    bits = frame["bit"]
    plain = range(PACK - 2)
    frame["fives"] = _mask([bits[k] for k in plain if k % N_RANKS == FIVE])
    frame["tens"] = _mask([bits[k] for k in plain if k % N_RANKS in (TEN, KING)])
    red = RED_FIVES[HongWu(rules.hong_wu)]
    frame["of_rank"] = _mask([bits[k] for k in plain if k % N_RANKS == rank and k not in red])
    frame["red"] = _mask([bits[k] for k in red])
    frame["jokers"] = _mask([bits[BJ], bits[RJ]])
    turns: dict[int, int] = {}
    for kind in range(PACK):
        up = (int(bits[kind]) - kind) % 64
        turns[up] = turns.get(up, 0) | 1 << kind
    frame["n_moves"] = len(turns)
    for i, (up, mask) in enumerate(turns.items()):
        frame["moves"][i] = mask, up


@cache
def _table(options: tuple[int, ...]) -> npt.NDArray[np.void]:
    names = ("tractor_rank_gap", "tractor_trump_top", "joker_tractor", "hong_wu")
    rules = Rules()._replace(**dict(zip(names, options, strict=True)))
    out = np.zeros(1, dtype=TABLE)
    for rank in range(N_RANKS):
        for trump in range(N_SUITS):
            _fill(out[0]["frames"][rank, trump], rank, trump, rules)
    out.flags.writeable = False
    return out


def frame_table(rules: Rules) -> npt.NDArray[np.void]:
    """Return the frames of every trump rank (0..12) and suit (0..3, 4 none) under the rules.

    Returns
    -------
    ndarray of `records.TABLE`, shape (1,)
        Shared and read-only.
    """
    return _table(
        (
            int(rules.tractor_rank_gap), int(rules.tractor_trump_top),
            int(rules.joker_tractor), int(rules.hong_wu),
        )
    )  # fmt: skip


@kernel
def _rotate(word: Any, up: Any) -> Any:
    return (word << up) | (word >> ((_W64 - up) & _W63))


@kernel
def _number(types: Any, frame: Any) -> Any:
    """Renumber a mask of types to cards of a frame."""
    if types == ZERO:
        return ZERO
    out = ZERO
    for i in range(frame["n_moves"]):
        out |= _rotate(types & frame["moves"][i, 0], frame["moves"][i, 1])
    return out


@kernel
def _type(cards: Any, frame: Any) -> Any:
    """Renumber cards of a frame to a mask of types."""
    if cards == ZERO:
        return ZERO
    out = ZERO
    for i in range(frame["n_moves"]):
        mask, up = frame["moves"][i, 0], frame["moves"][i, 1]
        out |= _rotate(cards, (_W64 - up) & _W63) & mask
    return out


@kernel
def to_frame(types: Any, frame: Any, cards: Any) -> None:
    """Renumber cards from types to a frame.

    Parameters
    ----------
    types, cards : records.CARDS
        Read, and overwritten; may be the same.
    frame : records.FRAME
    """
    cards["p0"] = _number(types["p0"], frame)
    cards["p1"] = _number(types["p1"], frame)
    cards["p2"] = _number(types["p2"], frame)
    cards["p3"] = _number(types["p3"], frame)


@kernel
def to_types(cards: Any, frame: Any, types: Any) -> None:
    """Renumber cards from a frame back to types; see `to_frame`."""
    types["p0"] = _type(cards["p0"], frame)
    types["p1"] = _type(cards["p1"], frame)
    types["p2"] = _type(cards["p2"], frame)
    types["p3"] = _type(cards["p3"], frame)


@kernel
def line_of(cards: Any, frame: Any) -> Any:
    """Levels of some cards as bits of the line."""
    off = frame["off_bit"] if cards & frame["off"] != ZERO else ZERO
    return (cards & frame["low"]) | off | ((cards & frame["high"]) >> frame["shift"])


@kernel
def off_line(places: Any, frame: Any) -> Any:
    """All cards on some places of the line."""
    off = frame["off_bit"]
    group = frame["off"] if places & off != ZERO else ZERO
    above = places & ~(frame["low"] | off)
    return (places & frame["low"]) | group | ((above << frame["shift"]) & frame["high"])

"""Does a lead stand, and what is led if it does not (SJ-33 to SJ-37)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import Frame
from .shapes import Component, decompose, one_suit, runs, suit_order


class Verdict(NamedTuple):
    stands: bool
    may_lead: list[list[str]]  # the attempt itself, or what the leader may be held to


def beaten_by(part: Component, hand: Sequence[str], frame: Frame) -> bool:
    """Whether `hand` alone holds something higher of the part's own form and suit (SJ-36)."""
    suit = frame.suit(part.kinds[0])
    counts = Counter(c for c in hand if frame.suit(c) == suit)
    if part.length == 1:
        return any(n >= part.width and frame.level(k) > part.top for k, n in counts.items())
    return any(
        frame.level(kinds[-1]) > part.top
        for kinds in runs(counts, suit, part.width, part.length, frame)
    )


def _tuples(part: Component, frame: Frame) -> list[Component]:
    return [Component(part.width, 1, frame.level(k), (k,)) for k in part.kinds]


def tested_parts(lead: Sequence[str], frame: Frame) -> list[Component]:
    """The components as SJ-34 has them tested: a narrow tractor counts as its tuples."""
    rules = frame.rules
    parts: list[Component] = []
    for part in decompose(lead, frame):
        narrow = part.length > 1 and rules["decks"] >= 3 and part.width < rules["decks"]
        if narrow and rules["multi_deck_exempt"] == "full_tuples":
            parts += sorted(_tuples(part, frame), key=lambda p: -p.top)
        else:
            parts.append(part)
    return parts


def _smallest(part: Component) -> tuple[int, int, int]:
    return part.size, part.top, suit_order(part.kinds[-1])


def _lowest(part: Component) -> tuple[int, int, int]:
    return part.top, part.size, suit_order(part.kinds[-1])


def check_lead(lead: Sequence[str], others: Sequence[Sequence[str]], frame: Frame) -> Verdict:
    """Judge a legal lead against the hands that may challenge it, in order of play.

    `others` are the hands that `throw_check` lets count, nearest to the leader's right first.
    Where a person picks (`leader`, `challenger`) every beatable component is listed; each of
    them can be asked for by a player who beats it.
    """
    rules = frame.rules
    if one_suit(lead, frame) is None:
        raise ValueError("a lead is of one effective suit (SJ-31)")
    whole = decompose(lead, frame)
    parts = tested_parts(lead, frame)
    as_led = Verdict(True, [list(lead)])

    if len(whole) == 1:
        part = whole[0]
        if part.length == 1:
            full = part.width in (1, rules["decks"])
            cut = rules["lone_tuple"] == "cut_to_single" and rules["decks"] >= 3 and not full
            if cut and any(beaten_by(part, hand, frame) for hand in others):
                return Verdict(False, [list(part.kinds)])
            return as_led
        if parts == whole:  # exempt: a tractor of full tuples, or any under any_tractor
            return as_led
        beaten = [p for p in parts if any(beaten_by(p, hand, frame) for hand in others)]
        if not beaten:
            return as_led
        return Verdict(False, [min(beaten, key=_lowest).cards])

    def may_fail(part: Component) -> bool:
        return part.length == 1 or rules["throw_tractor"] == "checked"

    beaten = [p for p in parts if may_fail(p) and any(beaten_by(p, hand, frame) for hand in others)]
    if not beaten:
        return as_led
    pick = rules["throw_fail_pick"]
    if pick in ("leader", "challenger"):
        return Verdict(False, [p.cards for p in beaten])
    if pick == "lowest_any":
        return Verdict(False, [min(parts, key=_lowest).cards])
    if pick == "first_found":
        for hand in others:
            for part in beaten:
                if beaten_by(part, hand, frame):
                    return Verdict(False, [part.cards])
    if pick == "pairs_first":
        beaten = [p for p in beaten if p.size > 1] or beaten
    return Verdict(False, [min(beaten, key=_smallest).cards])

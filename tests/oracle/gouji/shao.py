"""Shao Pai: who may announce it, and in which divisions of his hand (GJ-46, GJ-47)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .cards import JOKERS, NATURALS, duimen
from .combos import Combo, beats, leads, replies
from .options import Rules


class Division(NamedTuple):
    """A hand cut into C1, the joker combinations in sorted order, and F (None: C1 is all)."""

    first: Combo
    middle: tuple[Combo, ...]
    last: Combo | None

    def chain(self) -> list[Combo]:
        """Return the combinations in the order in which they are played."""
        return [self.first, *self.middle] + ([] if self.last is None else [self.last])

    @property
    def form(self) -> str:
        """``"A"`` without joker combinations between C1 and F, else ``"B"``."""
        return "B" if self.middle else "A"


def without(hand: Counter[str], combo: Combo) -> Counter[str]:
    """Return what is left of a hand when a combination has been taken out."""
    rest = hand.copy()
    rest.subtract(combo.cards())
    return +rest


def is_one_combo(hand: Counter[str]) -> bool:
    """Tell whether a whole hand is a single combination."""
    return bool(hand) and sum(rank in NATURALS for rank in hand) <= 1


def _joker_covers(rest: Counter[str], most: Combo | None = None) -> set[tuple[Combo, ...]]:
    """Return every way to cut cards into joker combinations, in falling order."""
    if not rest:
        return {()}
    found = set()
    for combo in leads(rest):
        if combo.jokers and (most is None or combo <= most):
            for others in _joker_covers(without(rest, combo), combo):
                found.add((combo, *others))
    return found


def divisions(hand: Counter[str], table: Combo, rules: Rules) -> set[Division]:
    """Return every division with which a hand may announce against a table (short hands)."""
    found = set()
    for first in replies(hand, table, rules):
        rest = without(hand, first)
        if not rest:
            if rules["shao_single_allowed"]:
                found.add(Division(first, (), None))
            continue
        for last in leads(rest):
            for middle in _joker_covers(without(rest, last)):
                found.add(Division(first, tuple(sorted(middle)), last))
    return {division for division in found if _passes_two_test(hand, division, rules)}


def _passes_two_test(hand: Counter[str], division: Division, rules: Rules) -> bool:
    two = division.last is not None and not division.middle
    return not (two and rules["shao_two_test"] == "minimal" and is_one_combo(hand))


def forms(hand: Counter[str], table: Combo, rules: Rules) -> set[str]:
    """Return the forms open to a hand, by counting ranks and jokers (GJ-47).

    After C1, m natural ranks and j jokers are left: a cut exists where j >= m - 1.  ``"1"``
    stands for the whole hand as C1.
    """
    found = set()
    for first in replies(hand, table, rules):
        rest = without(hand, first)
        ranks = sum(rank in NATURALS for rank in rest)
        jokers = sum(rest[joker] for joker in JOKERS)
        if not rest:
            if rules["shao_single_allowed"]:
                found.add("1")
            continue
        if ranks <= 1 and not (rules["shao_two_test"] == "minimal" and is_one_combo(hand)):
            found.add("A")
        if jokers >= max(1, ranks - 1) and rest.total() > 1:
            found.add("B")
    return found


def division_fault(
    hand: Counter[str], table: Combo, chain: list[Combo], form: str, rules: Rules
) -> str | None:
    """Say what is wrong with an announced division, or None (GJ-47)."""
    if not chain:
        return "the division is empty"
    if sum((Counter(combo.cards()) for combo in chain), Counter()) != hand:
        return "the division is not the whole hand"
    if not beats(table, chain[0], rules):
        return "C1 does not beat the table"
    if len(chain) == 1 and not rules["shao_single_allowed"]:
        return "one combination is no Shao Pai"
    if not all(combo.jokers for combo in chain[1:-1]):
        return "a combination between C1 and F holds no joker"
    if form != ("B" if len(chain) > 2 else "A"):
        return f"a division of {len(chain)} is not form {form}"
    if len(chain) == 2 and rules["shao_two_test"] == "minimal" and is_one_combo(hand):
        return "the hand is a single combination"
    return None


def announcers(attacker: int, active: set[int], marks: set[int], rules: Rules) -> list[int]:
    """Return the seats that may announce against an attacker, in order of priority (GJ-46, GJ-48).

    With ``shao_priority=random`` the order returned is the turn order; any other is as good.
    """
    if rules["shao_pai"] == "off":
        return []
    opposite = duimen(attacker)
    seats = [(attacker + step) % 6 for step in (1, 3, 5)]
    if rules["shao_eligible"] == "non_duimen":
        seats.remove(opposite)
    elif rules["shao_priority"] == "duimen_first":
        seats.sort(key=lambda seat: seat != opposite)
    barred = set() if rules["shao_after_pass"] else marks
    return [seat for seat in seats if seat in active and seat not in barred]


def interrupters(
    announcer: int, attacker: int, active: set[int], marks: set[int], rules: Rules
) -> list[int]:
    """Return the seats that may beat a combination of the run, in the order asked (GJ-50)."""
    seats = [attacker] + [(announcer + step) % 6 for step in range(1, 6)]
    seats = [seat for place, seat in enumerate(seats) if seat not in seats[:place]]
    if rules["shao_interrupters"] == "attacker_only":
        seats = [attacker]
    elif rules["shao_interrupters"] == "opponents_only":
        seats = [seat for seat in seats if (seat - announcer) % 2]
    barred = set() if rules["shao_after_pass"] else marks
    return [seat for seat in seats if seat in active and seat not in barred]

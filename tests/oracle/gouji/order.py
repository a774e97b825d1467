"""Who may act next in normal play, with the free order once two players are out (GJ-58, GJ-59).

Where the clauses leave two readings open both are allowed, so that the referee never faults a
choice the rules may grant; the readings are named in the comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .cards import around, same_team

CycleState = tuple[int, frozenset[int]]  # team whose slot it is, seats without a slot so far


class View(NamedTuple):
    """What decides the order: who holds cards, who has passed, whose combination lies there."""

    active: frozenset[int]
    marks: frozenset[int]
    owner: int
    last: int
    free: bool  # endgame_order = team_choice

    def is_due(self, seat: int) -> bool:
        """Tell whether a seat still has a reply to this combination."""
        return seat in self.active and seat not in self.marks and seat != self.owner

    def due_from(self, seat: int) -> list[int]:
        """Return the seats still to reply, counter-clockwise from the right of `seat`."""
        return [other for other in around(seat + 1) if self.is_due(other)]


def alternates(active: frozenset[int]) -> bool:
    """Tell whether four players are left, each between two opponents (GJ-59)."""
    ring = sorted(active)
    return len(ring) == 4 and all(not same_team(ring[place - 1], ring[place]) for place in range(4))


class Order:
    """The memory the free order needs; a new one whenever normal rotation begins."""

    def __init__(self, mode: str = "seats") -> None:
        self.start(mode)

    def start(self, mode: str) -> None:
        """Forget runs and cycles and take up a mode: ``seats``, ``runs`` or ``cycle``."""
        self.mode = mode
        self.pending: set[int] = set()
        self.run_end: int | None = None
        self.states: set[CycleState] = set()

    def options(self, view: View) -> dict[int, Callable[[], None]]:
        """Return the seats that may act now, in seat order, each with the note to make of it."""
        due = view.due_from(view.last)
        mode = "seats"
        if view.free and len(view.active) <= 4:
            mode = "cycle" if alternates(view.active) else "runs"
        if mode != self.mode:
            self.start(mode)
        if not due or mode == "seats":
            return {seat: lambda: None for seat in due[:1]}
        found = self._runs(view) if mode == "runs" else self._cycle(view)
        return {seat: found[seat] for seat in due if seat in found}

    def _runs(self, view: View) -> dict[int, Callable[[], None]]:
        pending = [seat for seat in view.due_from(view.last) if seat in self.pending]
        if pending:
            return {seat: self._note_run(seat, pending, self.run_end) for seat in pending}
        # A run is over: the next one starts right of the last actor (as GJ-58 words it) or right
        # of the run's last seat (so that nobody in it is asked twice).
        found: dict[int, Callable[[], None]] = {}
        for start in (self.run_end, view.last):
            due = view.due_from(view.last if start is None else start)
            run = []
            for seat in due:
                if not same_team(seat, due[0]):
                    break
                run.append(seat)
            found |= {seat: self._note_run(seat, run, run[-1]) for seat in run}
        return found

    def _note_run(self, seat: int, run: list[int], end: int | None) -> Callable[[], None]:
        def note() -> None:
            self.pending, self.run_end = set(run) - {seat}, end

        return note

    def _cycle(self, view: View) -> dict[int, Callable[[], None]]:
        states = self.states
        if not states:
            # The first slot is the team's whose player comes next, or whose player sits next.
            seats = [view.due_from(view.last)[0]]
            seats += [seat for seat in around(view.last + 1) if seat in view.active][:1]
            states = {(seat % 2, view.active) for seat in seats}
        moves: dict[int, set[CycleState]] = {}
        for team, unused in states:
            for seat, state in self._slots(view, team, unused, 0):
                moves.setdefault(seat, set()).add(state)
        return {seat: self._note_cycle(after) for seat, after in moves.items()}

    def _note_cycle(self, after: set[CycleState]) -> Callable[[], None]:
        def note() -> None:
            self.states = after

        return note

    def _slots(
        self, view: View, team: int, unused: frozenset[int], depth: int
    ) -> list[tuple[int, CycleState]]:
        """List who may fill the next slot; a player who has passed makes his slot lapse."""
        if depth > 12:  # three cycles: nobody is due any more
            return []
        if not unused:
            return self._slots(view, team, view.active, depth + 1)
        mine = [seat for seat in unused if seat % 2 == team]
        able = [seat for seat in mine if view.is_due(seat)]
        found = [(seat, (1 - team, unused - {seat})) for seat in able]
        # The team may give a slot to its player who has passed, and must if it has no other.
        lapsing = [seat for seat in mine if seat in view.marks]
        if not able and not lapsing:
            lapsing = mine or [-1]
        for seat in lapsing[:1]:
            found += self._slots(view, 1 - team, unused - {seat}, depth + 1)
        return found

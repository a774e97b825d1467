"""Outcome codes of kernels, and the error that a bad one becomes.

A kernel cannot raise; it leaves a status in the record.  The runner turns the first status that
is not `OK` into a `RoundError`, which carries the command that replays the match.
"""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What became of a round."""

    OK = 0
    ILLEGAL_MOVE = 1
    """A policy returned a move that the rules do not allow."""
    STEP_LIMIT = 2
    """A round went past the proven bound on its steps."""
    CARDS_LOST = 3
    """Hands, table and captured cards no longer make the whole deck."""
    POINTS_LOST = 4
    """Points of both sides do not add up to the deck's."""


INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


class KaipaiError(Exception):
    """A failure that a person can mend; one line saying what, why and what to do.

    Parameters
    ----------
    message : str
    exit_code : int
        1 a failed run, 2 usage, 3 a broken installation, 4 a precision target not reached,
        5 nothing matched, INTERRUPTED.
    """

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class RoundError(KaipaiError):
    """A round that broke an invariant, with the command that replays it."""

    def __init__(self, status: int, game: str, seed: int, match: int, round_: int) -> None:
        name = Status(status).name.lower().replace("_", " ")
        super().__init__(
            f"round {round_} of match {match} ended with '{name}'; please report it with the "
            f"output of: kaipai replay {game} --seed {seed} --match {match}",
            exit_code=1,
        )
        self.status = Status(status)

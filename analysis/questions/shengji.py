"""Questions of Sheng Ji: the opponents' points, levels won, success."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.questions import POINTS, Measure, Question

LEVELS = "levels"
"""Decides where the options differ in who declares: points are then won on different sides."""


def is_declarer(records: Any) -> Any:
    """Whether the asker's side declares."""
    return (records["declarers"] & 1) == 1


def points(records: Any) -> Any:
    """Points of the opponents, counted against the asker where his side declares."""
    found = records["opponent_points"].astype(np.int64)
    return np.where(is_declarer(records), -found, found)


def is_won(records: Any) -> Any:
    """Whether the asker's side won the round: its next dealer is one of it."""
    return is_declarer(records) == (records["swap"] == 0)


def levels(records: Any) -> Any:
    """Levels gained by the asker's side less those of the other."""
    gain = records["gain"].astype(np.int64)
    return np.where(is_won(records), gain, -gain)


_MEASURES = (
    Measure(POINTS, "points", points),
    Measure("success", "probability", is_won, "proportion"),
    Measure(LEVELS, "levels", levels),
)
_NOTES = (
    "points: those of the opponents, kitty included; against you where your side declares",
    "success: your side deals next; levels: your side's less the other's",
)

QUESTIONS = {
    "declare": Question("what to declare now?", _MEASURES, _NOTES, decides=LEVELS),
    "bury": Question("what to bury?", _MEASURES, _NOTES),
    "lead": Question("what to lead?", _MEASURES, _NOTES),
    "follow": Question("what to lay on this?", _MEASURES, _NOTES),
}

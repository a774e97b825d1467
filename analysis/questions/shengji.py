"""Questions of Sheng Ji: the opponents' points, levels won, success."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.questions import POINTS, Measure, Question


def net_levels(records: Any) -> Any:
    """Levels gained by the declarers less those of the opponents; the asker declares."""
    gain = records["gain"].astype(np.int64)
    return np.where(records["swap"] == 0, gain, -gain)


_DECLARING = (
    Measure(POINTS, "points", lambda records: -records["opponent_points"]),
    Measure("success", "probability", lambda records: records["swap"] == 0, "proportion"),
    Measure("levels", "levels", net_levels),
)

QUESTIONS = {
    "bury": Question(
        "what to bury?",
        _DECLARING,
        (
            "points: those of the opponents, kitty included, counted against you",
            "success: the opponents do not take over; levels: yours less theirs",
        ),
    ),
}

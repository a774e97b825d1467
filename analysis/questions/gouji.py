"""Questions of Gou Ji: round points of the asker's team, success, finishing place."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.questions import POINTS, Measure, Question


def lead_of_team(records: Any) -> Any:
    """Round points of the asker's team minus those of the other."""
    return records["points"][:, 0].astype(np.int64) - records["points"][:, 1]


_MEASURES = (
    Measure(POINTS, "points", lead_of_team),
    Measure("success", "probability", lambda records: lead_of_team(records) > 0, "proportion"),
    Measure("place", "places", lambda records: records["place"][:, 0]),
)
_NOTES = (
    "points: round points of your team minus those of the other",
    "success: your team gets more points in the round",
)

QUESTIONS = {
    "revolution": Question("declare Revolution on this hand?", _MEASURES, _NOTES),
    "lead": Question("what to lead?", _MEASURES, _NOTES),
    "follow": Question("what to lay on this?", _MEASURES, _NOTES),
    "shao": Question("announce Shao Pai?", _MEASURES, _NOTES),
    "return": Question("which cards to give back?", _MEASURES, _NOTES),
}

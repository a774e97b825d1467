"""Questions of Tichu: round score of the asker's team, success, finishing place."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.questions import POINTS, Measure, Question


def lead_of_team(records: Any) -> Any:
    """Round score of the asker's team minus that of the other."""
    return records["score"][:, 0].astype(np.int64) - records["score"][:, 1]


def is_first(records: Any) -> Any:
    """Whether the asker went out first."""
    return records["place"][:, 0] == 1


def is_ahead(records: Any) -> Any:
    """Whether the asker's team scored more than the other."""
    return records["score"][:, 0] > records["score"][:, 1]


_POINTS = Measure(POINTS, "points", lead_of_team)
_PLACE = Measure("place", "places", lambda records: records["place"][:, 0])
_BET = (_POINTS, Measure("success", "probability", is_first, "proportion"), _PLACE)
_PLAY = (_POINTS, Measure("success", "probability", is_ahead, "proportion"), _PLACE)
_SCORE = "points: round score of your team minus the other's, bets included"
_BET_NOTES = (_SCORE, "success: you go out first, which makes the bet")
_PLAY_NOTES = (_SCORE, "success: your team scores more in the round")

QUESTIONS = {
    "grand": Question("Grand Tichu on these eight?", _BET, _BET_NOTES),
    "tichu": Question("Tichu on these cards?", _BET, _BET_NOTES),
    "exchange": Question("which cards to pass (next / partner / previous)?", _PLAY, _PLAY_NOTES),
    "lead": Question("what to lead?", _PLAY, _PLAY_NOTES),
    "follow": Question("what to lay on this?", _PLAY, _PLAY_NOTES),
    "dragon": Question("who gets the Dragon's trick?", _PLAY, _PLAY_NOTES),
    "wish": Question("what to wish?", _PLAY, _PLAY_NOTES),
}

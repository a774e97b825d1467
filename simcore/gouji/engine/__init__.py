"""Matches: `play` by the number of the match, `play_given` from given hands."""

from __future__ import annotations

from simcore.gouji.engine.matches import (
    ROUND_LIMIT,
    hands_of,
    play,
    play_batch,
    play_given,
    play_logged,
)

__all__ = ["ROUND_LIMIT", "hands_of", "play", "play_batch", "play_given", "play_logged"]

"""One round as a state that goes from question to question, up to the Big Loser.

`begin`, then `prepare` and `respond` lead through the opening; `advance` through the play. They do
everything that needs no decision and stop at the next question, which they put into the view. Any
state can be copied and played on from where it stands.
"""

from __future__ import annotations

from simcore.gouji.step.before import prepare, respond, take_hands
from simcore.gouji.step.closing import close_round
from simcore.gouji.step.moves import emit, start
from simcore.gouji.step.opening import begin
from simcore.gouji.step.turns import advance

__all__ = [
    "advance", "begin", "close_round", "emit", "prepare", "respond", "start", "take_hands",
]  # fmt: skip

"""One round as a state that moves in two strokes, from its opening to the Big Loser.

`prepare` (before the play) and `advance` (in it) do everything that needs no decision and stop at
the next question, which they put into the view; `respond` and `apply` carry out the answer. Any
state can be copied and played on from where it stands.
"""

from __future__ import annotations

from simcore.gouji.step.before import prepare, respond, take_hands
from simcore.gouji.step.moves import emit, start
from simcore.gouji.step.opening import begin
from simcore.gouji.step.turns import advance, apply

__all__ = ["advance", "apply", "begin", "emit", "prepare", "respond", "start", "take_hands"]

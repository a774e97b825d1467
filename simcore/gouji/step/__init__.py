"""One round from the first lead to the Big Loser: `start`, `advance`, `apply`.

A round is a state that moves in two strokes. `advance` does everything that needs no decision
(passes of those who hold nothing that beats the table, clears, the plays of a Shao Pai) and stops
at the next question, which it puts into the view. `apply` carries out the answer. Any state can be
copied and played on from where it stands.
"""

from __future__ import annotations

from simcore.gouji.step.log import emit, new_log
from simcore.gouji.step.moves import start
from simcore.gouji.step.turns import advance, apply

__all__ = ["advance", "apply", "emit", "new_log", "start"]

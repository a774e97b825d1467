"""One round from the first card drawn to the last trick: `start`, `advance`, `apply`.

A round is a state that moves in two strokes. `advance` does everything that needs no decision
(draws that let nobody declare, turning the kitty up, offers that nobody can take) and stops at the
next question, which it puts into the view. `apply` carries out the answer. Any state can be copied
and played on from where it stands.
"""

from __future__ import annotations

from simcore.shengji.step.draw import see_draws
from simcore.shengji.step.log import new_log
from simcore.shengji.step.turns import advance, apply, start

__all__ = ["advance", "apply", "new_log", "see_draws", "start"]

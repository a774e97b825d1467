"""Rules questions one at a time, answered by the kernels' rules, with the clause that decides."""

from simcore.tichu.judge.cases import judge
from simcore.tichu.judge.question import ask

__all__ = ["ask", "judge"]

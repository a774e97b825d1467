"""Rules questions one at a time, answered by the kernels' rules, with the clause that decides."""

from simcore.shengji.judge.cases import judge
from simcore.shengji.judge.question import ask
from simcore.shengji.judge.reading import Table

__all__ = ["Table", "ask", "judge"]

"""Questions: what is measured of the rounds that follow from a decision.

The game's ``positions`` room knows the options and how to force them; a module here, one a game,
says for each question what of a record counts for the asker, who is seat 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from analysis.estimate import Kind
from simcore.catalog import Game
from simcore.options import suggestion
from simcore.status import KaipaiError

POINTS = "points"
"""The metric that the verdict is about, where a question does not name another."""


@dataclass(frozen=True)
class Measure:
    """One figure of each option.

    Attributes
    ----------
    metric, unit : str
    read : callable
        From records to one integer a record.
    kind : {"real", "proportion"}
        A proportion reads 0 or 1.
    """

    metric: str
    unit: str
    read: Callable[[Any], Any]
    kind: Kind = "real"


@dataclass(frozen=True)
class Question:
    """What is measured for one question.

    Attributes
    ----------
    title : str
        What is asked, in a few words.
    measures : tuple of Measure
        The first is the points.
    notes : tuple of str
        What the figures mean.
    decides : str
        The metric that the verdict is about.
    """

    title: str
    measures: tuple[Measure, ...]
    notes: tuple[str, ...] = ()
    decides: str = POINTS

    def measure(self, metric: str) -> Measure:
        """Return the measure of a metric."""
        return next(each for each in self.measures if each.metric == metric)


def load_question(game: Game, name: str) -> Question:
    """Return what is measured for a question of a game.

    Raises
    ------
    KaipaiError
        The game has no such question.
    """
    folded = name.strip().lower()
    if folded not in game.questions:
        known = ", ".join(game.questions) or "none yet"
        raise KaipaiError(
            f"unknown question '{name}'{suggestion(folded, game.questions)}; {game.title} has "
            f"{known}"
        )
    questions: dict[str, Question] = import_module(f"{__name__}.{game.name}").QUESTIONS
    return questions[folded]

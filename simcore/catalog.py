"""The games there are, and what each one offers: `TITLES`, `Game` and `load_game`.

Nothing here imports a kernel: a game's modules are loaded when one of its fields is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from simcore.options import change, coded, suggestion
from simcore.status import KaipaiError

TITLES = {"gouji": "Gou Ji", "shengji": "Sheng Ji", "tichu": "Tichu"}


@dataclass(frozen=True)
class Game:
    """Everything the shell and the reports need to know of a game.

    Attributes
    ----------
    name, title : str
    version : str
        Rises whenever a game's results change on purpose.
    rules : type
        The Rules NamedTuple; its defaults are the seed's rules.
    presets : dict
        Name to changed options, as `simcore.options.change` takes them.
    check_rules : callable
        Raises `KaipaiError` for combinations of options that exclude each other.
    seats : int
        Largest number of seats.
    policies : tuple of str
    questions : dict
        Name to the givens that the question takes.
    rooms : dict
        Kernel-side entry points by name, as ``module:function``; loaded on use.
    """

    name: str
    title: str
    version: str
    rules: type[Any]
    presets: dict[str, dict[str, Any]]
    check_rules: Callable[[Any], None]
    seats: int
    policies: tuple[str, ...] = ()
    questions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)

    def room(self, name: str) -> Any:
        """Load and return a kernel-side entry point.

        Raises
        ------
        KaipaiError
            The game does not offer it.
        """
        if name not in self.rooms:
            raise KaipaiError(f"{self.title} does not offer '{name}'")
        module, _, attribute = self.rooms[name].partition(":")
        return getattr(import_module(f"simcore.{self.name}.{module}"), attribute)

    def make_rules(self, preset: str = "seed", *changes: dict[str, Any]) -> Any:
        """Return coded rules: a preset, then each set of changes on top.

        Raises
        ------
        KaipaiError
            Unknown preset, option or value, or options that exclude each other.
        """
        if preset not in self.presets:
            raise KaipaiError(
                f"unknown preset '{preset}'{suggestion(preset, self.presets)}; "
                f"{self.title} has {', '.join(self.presets)}"
            )
        rules = change(coded(self.rules()), self.presets[preset])
        for part in changes:
            rules = change(rules, part)
        self.check_rules(rules)
        return rules


def load_game(name: str) -> Game:
    """Return the descriptor of a game.

    Raises
    ------
    KaipaiError
        No such game.
    """
    if name not in TITLES:
        raise KaipaiError(
            f"unknown game '{name}'{suggestion(name, TITLES)}; games are {', '.join(TITLES)}"
        )
    game = import_module(f"simcore.{name}.game").GAME
    assert isinstance(game, Game)
    return game

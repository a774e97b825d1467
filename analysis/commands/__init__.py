"""Bodies of the commands: options in, one `Answer` out; `cli` prints it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from analysis.progress import Progress
from simcore import __version__
from simcore.catalog import Game
from simcore.options import as_json

if TYPE_CHECKING:
    from simcore.runner import Run

T = TypeVar("T")

OK, FAILED, INTERRUPTED = 0, 1, 130


@dataclass
class Answer:
    """What a command has to say.

    Attributes
    ----------
    document : dict
        The object of ``--format json``.
    title : str
    notes : list of str
        Lines under the table.
    columns : list of str or None
        Of the table; None for those of the command.
    exit_code : int
    """

    document: dict[str, Any]
    title: str = ""
    notes: list[str] = field(default_factory=list)
    columns: list[str] | None = None
    exit_code: int = OK


@dataclass(frozen=True)
class Sampling:
    """Options that every simulating command takes.

    Attributes
    ----------
    n : int
    seed : int or None
        None draws one.
    threads : int or None
        None takes every core.
    chunk : int or None
    level : float
    progress : bool or None
    quiet : bool
    """

    n: int
    seed: int | None = None
    threads: int | None = None
    chunk: int | None = None
    level: float = 0.95
    progress: bool | None = None
    quiet: bool = False

    def settings(self) -> dict[str, Any]:
        """Keyword arguments for `analysis.simulation.Request`, with a seed drawn where none is."""
        from analysis.simulation import draw_seed

        given = {"threads": self.threads, "chunk": self.chunk}
        settings: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        settings["seed"] = draw_seed() if self.seed is None else self.seed
        return settings | {"n": self.n, "level": self.level}

    def run(
        self, work: Callable[[int, int], T], consume: Callable[[T], None], progress: Progress
    ) -> Run[T]:
        """Run of deals 0..n-1 with these settings."""
        from simcore.runner import DEFAULT_CHUNK, Run, default_threads

        return Run(
            work, consume, self.n, threads=self.threads or default_threads(),
            chunk=self.chunk or DEFAULT_CHUNK, on_progress=progress.update,
        )  # fmt: skip

    def watch(self, unit: str) -> Progress:
        """Progress bar of the run."""
        return Progress(self.n, unit, False if self.quiet else self.progress)


def say(text: str, quiet: bool = False) -> None:
    """Tell the person at the terminal something that is no result."""
    # With standard error closed, print would take standard output instead.
    if not quiet and sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def warn_of_compiling(game: Game, quiet: bool) -> None:
    """Say that kernels are about to be compiled, where none lie in the cache."""
    from simcore.jit import is_compiled

    if not is_compiled(game.name):
        say(f"compiling the kernels of {game.title}, once for this version and machine ...", quiet)


def base_document(command: str, game: Game, rules: Any, **fields: Any) -> dict[str, Any]:
    """Build the document of a simulating command."""
    from analysis.rows import document

    return document(
        command=command,
        game=game.name,
        version=__version__,
        rules=as_json(rules),
        game_version=game.version,
        **fields,
    )

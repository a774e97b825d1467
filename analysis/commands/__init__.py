"""Bodies of the commands: options in, one `Answer` out; `cli` prints it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from analysis.progress import Progress
from simcore import __version__
from simcore.catalog import Game
from simcore.options import as_json
from simcore.status import INTERRUPTED

if TYPE_CHECKING:
    from analysis.until import Target, Watch
    from simcore.runner import Outcome, Run

T = TypeVar("T")

OK, FAILED = 0, 1
PLAY, PLAY_ON, DEAL = "play_batch", "play_on", "*"
"""Kernels that play matches, and that play a round on from a decision: once one is in the cache, so
is everything that it calls.  Where hands are only dealt, any kernel tells."""
TIMED_CHUNK = 256
"""Matches of a piece of work where ``--max-time`` counts and ``--chunk`` does not say."""
WHOLE_MATCH = 16
"""As how many rounds a match counts that is played to its end, where a piece of work is to have
so many rounds that its records take some megabytes."""
LOOKING_CHUNK, KEPT_LOOKING_CHUNK = 2, 64
"""Matches of one where a policy looks ahead, which takes as long as thousands of other matches; and
where its records are kept, a file a piece."""


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
    until : Target or None
        Stop when a figure is so precise.
    max_time : float or None
        Stop after so many seconds.
    """

    n: int
    seed: int | None = None
    threads: int | None = None
    chunk: int | None = None
    level: float = 0.95
    progress: bool | None = None
    quiet: bool = False
    until: Target | None = None
    max_time: float | None = None

    def settings(self) -> dict[str, Any]:
        """Keyword arguments for `analysis.simulation.Request`, with a seed drawn where none is."""
        from analysis.simulation import draw_seed

        given = {"threads": self.threads, "chunk": self.chunk or self._small_chunk()}
        settings: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        settings["seed"] = draw_seed() if self.seed is None else self.seed
        return settings | {"n": self.n, "level": self.level}

    def _small_chunk(self) -> int | None:
        """Chunk of a run that looks at the clock after each; None where any will do."""
        return None if self.max_time is None else TIMED_CHUNK

    def paced(self, policies: Iterable[int], rounds: int) -> Sampling:
        """Return the same for matches, cut into pieces that suit them.

        Parameters
        ----------
        policies : iterable of int
            With one that looks ahead pieces are smallest.
        rounds : int
            Rounds a match, 0 to its end: a piece has as many rounds, however long matches are.
        """
        from simcore.runner import DEFAULT_CHUNK

        if self.chunk is not None:
            return self
        if entry_of(policies) == PLAY_ON:
            return replace(self, chunk=LOOKING_CHUNK)
        chunk = max(1, DEFAULT_CHUNK // (rounds or WHOLE_MATCH))
        return replace(self, chunk=min(chunk, self._small_chunk() or chunk))

    def run(
        self,
        work: Callable[[int, int], T],
        consume: Callable[[T], None],
        progress: Progress,
        watch: Watch | None = None,
    ) -> Run[T]:
        """Run of deals 0..n-1 with these settings."""
        from simcore.runner import DEFAULT_CHUNK, Run, default_threads

        return Run(
            work, consume, self.n, threads=self.threads or default_threads(),
            chunk=self.chunk or self._small_chunk() or DEFAULT_CHUNK, on_progress=progress.update,
            should_stop=None if watch is None else watch.should_stop,
            pauses=None if watch is None else watch.pauses(),
        )  # fmt: skip

    def watch(self, unit: str) -> Progress:
        """Progress bar of the run."""
        from analysis.until import UNLIMITED

        total = None if self.n == UNLIMITED else self.n
        return Progress(total, unit, False if self.quiet else self.progress)

    def watch_over(
        self, rows: Callable[[float], list[dict[str, Any]]], metrics: list[str], main: str,
        progress: Progress, is_itself: Callable[[Mapping[str, Any]], bool] | None = None,
    ) -> Watch:  # fmt: skip
        """Watch over a run for ``--until`` and ``--max-time``.

        Parameters
        ----------
        rows : callable
            As for `analysis.until.Watch`.
        metrics : list of str
            Those that ``--until`` may name.
        main : str
            The one it means without a name.
        progress : Progress
        is_itself : callable or None
            As for `analysis.until.Watch`.

        Raises
        ------
        KaipaiError
            ``--until`` names another metric.
        """
        from analysis.until import Watch, refuse_metric

        metric = main
        if self.until is not None and self.until.metric is not None:
            metric = self.until.metric
            if metric not in metrics:
                refuse_metric(metric, metrics)
        return Watch(
            rows, self.until, metric, self.level, self.max_time, tell=progress.note,
            is_itself=is_itself,
        )  # fmt: skip


def say(text: str, quiet: bool = False) -> None:
    """Tell the person at the terminal something that is no result."""
    # With standard error closed, print would take standard output instead.
    if not quiet and sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def warn_of_compiling(game: Game, quiet: bool, *entries: str) -> None:
    """Say that kernels are about to be compiled, where they do not lie in the cache.

    Parameters
    ----------
    game : Game
    quiet : bool
    entries : str
        The kernels that Python is going to call.
    """
    from simcore.jit import is_compiled

    if not all(is_compiled(game.name, entry) for entry in entries):
        say(f"compiling the kernels of {game.title}, once for this version and machine ...", quiet)


def entry_of(policies: Iterable[int]) -> str:
    """Name the kernel that plays matches of these policies, one a seat."""
    from simcore.lookahead import budget_of

    return PLAY_ON if any(budget_of(policy) for policy in policies) else PLAY


def ending(outcome: Outcome, watch: Watch) -> int:
    """Exit code of a run: interrupted, not precise enough, or well."""
    return INTERRUPTED if outcome.interrupted else watch.exit_code()


def changed_rules(game: Game, rules: Any) -> dict[str, Any]:
    """Return the options of rules that differ from the default, as JSON writes them."""
    default = as_json(game.make_rules())
    return {name: value for name, value in as_json(rules).items() if value != default[name]}


def base_document(command: str, game: Game, rules: Any, **fields: Any) -> dict[str, Any]:
    """Build the document of a simulating command."""
    from analysis.rows import document

    return document(
        command=command,
        game=game.name,
        version=__version__,
        rules=as_json(rules),
        changed=changed_rules(game, rules),
        game_version=game.version,
        **fields,
    )

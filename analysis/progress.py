"""Progress on standard error: only on a terminal, only past one second (Rich)."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PATIENCE = 1.0


class Progress:
    """A progress bar that stays silent for the first second and off a terminal.

    Parameters
    ----------
    total : int or None
        Matches or deals asked for; None: as many as it takes.
    unit : str
        What they are called.
    wanted : bool or None
        None: where standard error is a terminal.
    """

    def __init__(self, total: int | None, unit: str, wanted: bool | None = None) -> None:
        self.total = total
        self.unit = unit
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.wanted = is_terminal if wanted is None else wanted and sys.stderr is not None
        self.began = time.perf_counter()
        self.said = ""
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Progress:
        return self

    def note(self, text: str) -> None:
        """Show a word beside the rate from now on, such as the present half-width."""
        self.said = text

    def update(self, done: int) -> None:
        """Show that so many are done: rate and time left."""
        seconds = time.perf_counter() - self.began
        if not self.wanted or (self.bar is None and seconds < PATIENCE):
            return
        if self.bar is None:
            self._start()
        rate = f"{done / seconds:,.0f} {self.unit}/s {self.said}".rstrip()
        self.bar.update(self.task, completed=done, rate=rate)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        counted = "{task.percentage:3.0f}%" if self.total else "{task.completed:,.0f}"
        self.bar = Progress(
            TextColumn(counted),
            BarColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.bar.add_task("", total=self.total, rate="")
        self.bar.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

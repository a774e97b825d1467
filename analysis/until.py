"""Stop when precise enough (``--until``) or when the time is up (``--max-time``).

The half-width is looked at after fixed numbers of matches, whatever the threads and the chunks,
so that the same seed stops at the same place.  Stopping on a half-width is nearly harmless, since
the half-width hardly knows on which side of the truth the estimate lies; what it costs is paid in
advance: the interval of the target is made at a level that leaves a quarter of the error
probability unspent, and looks grow further apart.  benchmarks/until_coverage.py measures it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from analysis.estimate import Estimate
from analysis.intervals import is_precise
from simcore.options import amount, suggestion
from simcore.runner import Outcome
from simcore.status import KaipaiError

FIRST, STEP, GROWTH = 1_000, 100, 1.1
"""Looks: the first, what they are multiples of, and how much further each one is."""
SPENT = 0.75
"""Share of the error probability that the interval of a target uses."""
LEAST_EVENTS = 10
"""A half-width relative to a rare share is not believed before so many events."""
NEVER_VARIED = 10_000
"""Where nothing at all varied, an interval of width 0 is believed after so many units."""
SHARES = ("probability", "proportion")
UNLIMITED = 10**9
"""Matches or deals of a command that stops by itself and was given no ``-n``."""
MISSED = 4
"""Exit code where time or n ended before the target was met."""

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Target:
    """How precise a figure is wanted.

    Attributes
    ----------
    width : float
        Half-width, above 0.
    is_relative : bool
        Whether it is a share of the estimate.
    metric : str or None
        None is the main metric of the command.
    """

    width: float
    is_relative: bool = False
    metric: str | None = None


def parse_target(text: str) -> Target:
    """Read ``0.001``, ``5%``, ``METRIC=0.001`` or ``METRIC=5%``.

    Raises
    ------
    ValueError
        It is none of these, or not above 0.
    """
    name, equals, number = text.strip().rpartition("=")
    digits = number.strip().removesuffix("%")
    try:
        width = float(digits)
    except ValueError:
        width = math.nan
    if not (0 < width < math.inf) or (equals and not name.strip()):
        raise ValueError(f"'{text}' is no half-width such as 0.001, 5%, METRIC=0.001 or METRIC=5%")
    is_relative = number.strip().endswith("%")
    return Target(width / 100 if is_relative else width, is_relative, name.strip() or None)


def unspent_level(level: float) -> float:
    """Level of a target's interval: part of the error probability pays for the looks."""
    return 1 - (1 - level) * SPENT


def looks(step: int | None = None) -> Iterator[int]:
    """Yield after how many matches to look, without end.

    Parameters
    ----------
    step : int or None
        What looks are multiples of, where records are kept in files of so many matches.
    """
    unit = STEP if step is None else step
    at = max(FIRST, unit)
    while True:
        at = -(-at // unit) * unit
        yield at
        at = max(at + 1, math.ceil(at * GROWTH))


def estimate_of(row: Mapping[str, Any]) -> Estimate | None:
    """Figure of a row, or its difference where it has one; None where it is not yet known."""
    names = ("estimate", "low", "high")
    if "difference" in row:
        names = ("difference", "difference_low", "difference_high")
    value, low, high = (row[name] for name in names)
    if value is None or low is None or high is None:
        return None
    return Estimate(value, math.nan, low, high, row["n"], row["level"], "", row["exact"])


def is_met(row: Mapping[str, Any], target: Target) -> bool:
    """Whether a row is as precise as wanted.

    Parameters
    ----------
    row : mapping
        Its interval was made at `unspent_level`.
    target : Target
    """
    found = estimate_of(row)
    if found is None:
        return False
    # a share near 1 is not rare: a width relative to it is nearly a plain one
    is_rare = found.estimate * found.n < LEAST_EVENTS and not found.exact
    if target.is_relative and row["unit"] in SHARES and "difference" not in row and is_rare:
        return False
    if found.half_width == 0 and found.n >= NEVER_VARIED:
        return True
    return is_precise(found, target.width, target.is_relative)


@dataclass
class Watch:
    """Watches over one run: tells it where to pause and when to stop.

    Attributes
    ----------
    rows : callable
        From a level to the rows of the target's metric, as counted so far.
    target : Target or None
    metric : str
        The metric meant.
    level : float
        Nominal coverage of the command.
    max_time : float or None
        Seconds.
    step : int or None
        As for `looks`.
    tell : callable or None
        Is told the present half-width as text.
    is_itself : callable or None
        Whether a row is compared with itself: its difference is 0, and need not become known.
    """

    rows: Callable[[float], Rows]
    target: Target | None
    metric: str
    level: float
    max_time: float | None = None
    step: int | None = None
    tell: Callable[[str], None] | None = None
    is_itself: Callable[[Mapping[str, Any]], bool] | None = None
    is_reached: bool = False
    is_late: bool = False
    is_interrupted: bool = False
    n: int = UNLIMITED
    n_looks: int = 0
    _looks: Iterator[int] = field(init=False)
    _next: int = 0

    def __post_init__(self) -> None:
        self._looks = looks(self.step)
        self._next = next(self._looks)

    def pauses(self) -> Iterator[int] | None:
        """After how many matches the run has to pause; None: it need not."""
        return None if self.target is None else looks(self.step)

    def should_stop(self, done: int, seconds: float) -> bool:
        """Answer as `simcore.runner.Run` asks."""
        if self.target is not None and done >= self._next:
            while self._next <= done:
                self._next = next(self._looks)
            self._look(self.target)
        self.is_late = self.max_time is not None and seconds >= self.max_time
        return self.is_reached or self.is_late

    def _look(self, target: Target) -> None:
        self.n_looks += 1
        found = checked(self.rows(unspent_level(self.level)), self.metric)
        if self.is_itself is not None:
            found = [row for row in found if not self.is_itself(row)]
        self.is_reached = all(is_met(row, target) for row in found)
        if self.tell is not None:
            known = [figure for row in found if (figure := estimate_of(row)) is not None]
            if known:
                self.tell(f"+- {max(figure.half_width for figure in known):.2g}")

    def close(self, outcome: Outcome, n: int) -> None:
        """Remember how a run ended; look once more where that was between two looks.

        Parameters
        ----------
        outcome : Outcome
        n : int
            Matches that were asked for.
        """
        self.n, self.is_interrupted = n, outcome.interrupted
        is_whole = not outcome.interrupted and 0 < outcome.done == n
        if self.target is not None and is_whole and not self.is_reached:
            self._look(self.target)

    def apply(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Give the rows of the target the interval that the run was stopped by."""
        if self.target is None:
            return rows
        wide = {
            _place(row): row
            for row in self.rows(unspent_level(self.level))
            if row["metric"] == self.metric
        }
        found = []
        for row in rows:
            other = wide.get(_place(row))
            if other is not None and not row["exact"]:
                method = f"{row['method']}, sequential"
                found.append({**other, "level": row["level"], "method": method})
            else:
                found.append(row)
        return found

    def facts(self) -> dict[str, Any]:
        """Fields of the document: ``until`` and ``stopped``."""
        facts: dict[str, Any] = {}
        if self.target is not None:
            facts["until"] = {
                "metric": self.metric,
                "half_width": self.target.width,
                "relative": self.target.is_relative,
                "reached": self.is_reached,
                "looks": self.n_looks,
            }
        if self.target is not None or self.max_time is not None:
            ends = {
                "until": self.is_reached,
                "interrupted": self.is_interrupted,
                "max_time": self.is_late,
            }
            facts["stopped"] = next((end for end, is_so in ends.items() if is_so), "n")
        return facts

    def notes(self, done: int, unit: str) -> list[str]:
        """Lines for people about how the run ended."""
        lines = []
        reached = amount(done, unit)
        if self.n != UNLIMITED:
            reached = f"{done:,} of {amount(self.n, unit)}"
        if self.target is not None:
            wanted = shown(self.target)
            if self.is_reached:
                lines.append(f"{self.metric} is known to within {wanted}: stopped by --until")
            else:
                why = f"all {amount(done, unit)} {'was' if done == 1 else 'were'} played"
                if self.is_interrupted:
                    why = f"the run was interrupted after {reached}"
                elif self.is_late:
                    why = "the time was up"
                lines.append(f"NOT PRECISE ENOUGH: {self.metric} to within {wanted}, but {why}")
            lines.append(
                f"its interval is that of a run that may stop early, looked at "
                f"{amount(self.n_looks, 'times')}"
            )
        elif self.is_interrupted:
            lines.append(f"interrupted after {reached}; intervals are honest")
        elif self.is_late:
            lines.append(f"stopped by --max-time after {amount(done, unit)}; intervals are honest")
        return lines

    def exit_code(self) -> int:
        """`MISSED` where the target was not met, else 0."""
        return MISSED if self.target is not None and not self.is_reached else 0


def typed(target: Target) -> str:
    """Write a target as `parse_target` reads it."""
    width = f"{100 * target.width:.12g}%" if target.is_relative else f"{target.width:.12g}"
    return width if target.metric is None else f"{target.metric}={width}"


def look_of(n: int, at: Iterable[int]) -> int:
    """Number of the look at which a run that ended after n stands: of the last look, or past it.

    Parameters
    ----------
    n : int
    at : iterable of int
        Ascending: after how many it looks.
    """
    return 1 + sum(1 for _ in takewhile(lambda place: place < n, at))


def shown(target: Target) -> str:
    """Write a target as a person types it."""
    if target.is_relative:
        return f"{100 * target.width:g}% of it"
    return f"{target.width:g}"


def checked(rows: Rows, metric: str) -> Rows:
    """Rows of a metric.

    Raises
    ------
    KaipaiError
        There are none.
    """
    found = [row for row in rows if row["metric"] == metric]
    if not found:
        refuse_metric(metric, [row["metric"] for row in rows])
    return found


def refuse_metric(metric: str, known: Sequence[str]) -> None:
    """Say that a metric is none of those known.

    Raises
    ------
    KaipaiError
        Always.
    """
    names = list(dict.fromkeys(known))
    raise KaipaiError(
        f"--until: unknown metric '{metric}'{suggestion(metric, names)}; there are "
        f"{', '.join(names)}"
    )


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in ("metric", "group", "base", "vs", "action"))

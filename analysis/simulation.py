"""Simulation: a request becomes a run, its records become one tally."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from analysis.paired import play_variants
from analysis.reports import Report
from analysis.tally import Tally
from analysis.until import Target, Watch, refuse_metric
from simcore.catalog import Game
from simcore.runner import DEFAULT_CHUNK, Outcome, Run, default_threads, execute

SEED_LIMIT = 1 << 53
"""A drawn seed is below this, so that it survives JSON readers that know only doubles."""


def draw_seed() -> int:
    """Draw a fresh seed, 0..2^53 - 1."""
    return secrets.randbelow(SEED_LIMIT)


Fetch = Callable[[int, int, Callable[[int, int], Any]], Any]
"""``fetch(start, stop, play)`` returns a chunk's records: kept ones, or what `play` makes."""


@dataclass(frozen=True)
class Request:
    """What to simulate; together with the version this determines every digit.

    Attributes
    ----------
    game : Game
    rules : Rules
        Coded, checked.
    seed : int
        0..2^64 - 1.
    n : int
        Deals or matches.
    policies : tuple of int
        One a seat; empty where only dealing is asked.
    rounds : int
        Rounds a match; 0 plays matches to their end.
    threads, chunk : int
        How the work is shared; no result depends on them.
    level : float
        Nominal coverage of the intervals.
    by : str or None
        Column to group by.
    on_progress : callable or None
        As for `simcore.runner.Run`.
    until : Target or None
        Stop when a figure is so precise.
    max_time : float or None
        Stop after so many seconds.
    look_step : int or None
        As for `analysis.until.looks`.
    tell : callable or None
        Is told the present half-width.
    """

    game: Game
    rules: Any
    seed: int
    n: int
    policies: tuple[int, ...] = ()
    rounds: int = 0
    threads: int = field(default_factory=default_threads)
    chunk: int = DEFAULT_CHUNK
    level: float = 0.95
    by: str | None = None
    on_progress: Callable[[int], None] | None = None
    until: Target | None = None
    max_time: float | None = None
    look_step: int | None = None
    tell: Callable[[str], None] | None = None


def records_of(request: Request, source: str, start: int, stop: int) -> Any:
    """Deal, or play, matches start..stop-1 and return their records."""
    if source == "deals":
        return request.game.room("deals")(request.rules, request.seed, start, stop - start)
    return records_under(request, request.rules, request.policies, start, stop)


def records_under(
    request: Request, rules: Any, policies: tuple[int, ...], start: int, stop: int
) -> Any:
    """Play matches start..stop-1 of a request under other rules or policies."""
    return request.game.room("play")(request.seed, start, stop, rules, policies, request.rounds)


def simulate(
    request: Request, report: Report, fetch: Fetch | None = None
) -> tuple[Tally, int, Outcome, Watch]:
    """Play a request and count it.

    Parameters
    ----------
    request : Request
    report : Report
    fetch : callable or None
        Where records come from; None plays them.

    Returns
    -------
    tally : Tally
        Covers the matches or deals that were done.
    n_records : int
        Rounds, or deals.
    outcome : Outcome
    watch : Watch
        How the run came to its end.
    """
    total = Tally()
    watch = watch_over(request, report, total)
    n_records = 0

    def play(start: int, stop: int) -> Any:
        return records_of(request, report.source, start, stop)

    def work(start: int, stop: int) -> tuple[Tally, int]:
        records = play(start, stop) if fetch is None else fetch(start, stop, play)
        tally = report.tally(records, request.rules, request.by)
        report.add_variants(
            tally,
            request.rules,
            lambda ways: play_variants(
                request.game, request.rules, request.policies, ways,
                lambda rules, seats: records_under(request, rules, seats, start, stop), records,
            ),
            start,
            stop,
        )  # fmt: skip
        tally.cover(start, stop)
        return tally, len(records)

    def consume(part: tuple[Tally, int]) -> None:
        nonlocal n_records
        total.merge(part[0])
        n_records += part[1]

    outcome = execute(
        Run(
            work=work,
            consume=consume,
            n=request.n,
            threads=request.threads,
            chunk=request.chunk,
            on_progress=request.on_progress,
            should_stop=watch.should_stop,
            pauses=watch.pauses(),
        )
    )
    watch.close(outcome, request.n)
    return total, n_records, outcome, watch


def watch_over(request: Request, report: Report, tally: Tally) -> Watch:
    """Watch over the simulation of a report.

    Raises
    ------
    KaipaiError
        The target names a metric that the report does not have.
    """
    metric = report.main
    if request.until is not None and request.until.metric is not None:
        metric = request.until.metric
        known = report.metrics(request.rules)
        if metric not in known and report.more_rows is None:
            refuse_metric(metric, known)
    return Watch(
        lambda level: report.rows(tally, level, request.rules, metric),
        request.until, metric, request.level, request.max_time, request.look_step, request.tell,
    )  # fmt: skip

"""Benchmark harness: short bursts of ours and of a yardstick in turn, ratio of minima.

Other work on the machine slows both sides alike, and the minimum over many bursts is the time
without interruption; so ratios hold where absolute times do not.  Times are CPU time of the
thread, except for the scaling over threads, which is wall time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from analysis.seating import n_seats
from simcore.catalog import TITLES, Game, load_game
from simcore.jit import U64
from simcore.runner import Run, execute
from simcore.yardsticks import fisher_yates

Burst = Callable[[int], Any]
"""Does that many items of work."""

BURST_SECONDS = 0.002
SCALING_SECONDS, SCALING_CHUNKS = 0.04, 4
"""Of a run on one thread: short, so that some runs meet no other work on the machine."""
ARGSORT_ROWS = 2000
DECK_SIZES = {"gouji": 216, "shengji": 108, "tichu": 56}
MOST_ITEMS = 1 << 16
THREADS = "threads2"


@dataclass(frozen=True)
class Workload:
    """One thing that is measured.

    Attributes
    ----------
    metric : str
    burst : callable
    yardsticks : tuple of str
    """

    metric: str
    burst: Burst
    yardsticks: tuple[str, ...]


def yardstick(name: str) -> Burst:
    """Return the burst of a yardstick, ``fisher_yates_N`` or ``numpy_argsort_N``."""
    kind, _, cards = name.rpartition("_")
    size = int(cards)
    if kind == "fisher_yates":
        deck = np.zeros(size, dtype=np.uint8)
        return lambda n: fisher_yates(U64(1), U64(0), U64(n), deck)
    generator = np.random.default_rng(1)

    def argsort(n: int) -> None:
        for start in range(0, n, ARGSORT_ROWS):
            rows = min(ARGSORT_ROWS, n - start)
            generator.random((rows, size), dtype=np.float32).argsort(axis=1)

    return argsort


def calibrate(burst: Burst, seconds: float = BURST_SECONDS) -> int:
    """Number of items that take about the given CPU time; the first call compiles."""
    burst(1)
    n = 1
    while True:
        # The least of three: one burst that was interrupted must not pass for a slow one.
        took = min(_cpu_seconds(burst, n) for _ in range(3))
        if took >= seconds / 2 or n >= MOST_ITEMS:
            return int(max(1, min(MOST_ITEMS, n * seconds / max(took, 1e-9))))
        n *= 4


def _cpu_seconds(burst: Burst, n: int) -> float:
    began = time.thread_time_ns()
    burst(n)
    return (time.thread_time_ns() - began) / 1e9


def alternate(bursts: list[tuple[Burst, int]], rounds: int) -> list[float]:
    """Run bursts in turn and return the least nanoseconds an item of each.

    Parameters
    ----------
    bursts : list of (callable, int)
        Each with its items a burst.
    rounds : int
    """
    least = [float("inf")] * len(bursts)
    for _ in range(rounds):
        for i, (burst, n) in enumerate(bursts):
            began = time.thread_time_ns()
            burst(n)
            least[i] = min(least[i], (time.thread_time_ns() - began) / n)
    return least


def measure(workload: Workload, rounds: int) -> list[dict[str, Any]]:
    """Measure a workload beside its yardsticks: one row a yardstick."""
    bursts = [workload.burst, *map(yardstick, workload.yardsticks)]
    least = alternate([(burst, calibrate(burst)) for burst in bursts], rounds)
    return [
        {
            "metric": workload.metric,
            "unit": "ns",
            "estimate": least[0],
            "yardstick": name,
            "yardstick_estimate": figure,
            "ratio": least[0] / figure,
        }
        for name, figure in zip(workload.yardsticks, least[1:], strict=True)
    ]


def scaling(new_bursts: dict[str, Callable[[], Burst]], rounds: int) -> list[dict[str, Any]]:
    """Measure the throughput of two threads over one, through the runner itself.

    Parameters
    ----------
    new_bursts : dict of str to callable
        By metric; each makes a burst with room of its own, and every chunk gets one from a pool
        of two.  All take turns.
    rounds : int
        Pairs of runs of each.

    Returns
    -------
    list of dict
        One row a metric.
    """
    runs = {metric: _threaded(new_burst) for metric, new_burst in new_bursts.items()}
    least = {metric: {1: float("inf"), 2: float("inf")} for metric in runs}
    for _ in range(rounds):
        for metric, run in runs.items():
            for threads in least[metric]:
                outcome = execute(replace(run, threads=threads))
                if outcome.interrupted:
                    raise KeyboardInterrupt
                least[metric][threads] = min(least[metric][threads], outcome.seconds)
    return [
        {"metric": metric, "unit": "x", "estimate": took[1] / took[2]}
        for metric, took in least.items()
    ]


def _threaded(new_burst: Callable[[], Burst]) -> Run[None]:
    """Return a run of a few chunks that may be executed again and again."""
    free = [new_burst(), new_burst()]
    size = calibrate(free[0], SCALING_SECONDS / SCALING_CHUNKS)

    def work(start: int, stop: int) -> None:
        # A list's pop and append are atomic, and no more than two chunks are under way.
        burst = free.pop()
        burst(stop - start)
        free.append(burst)

    return Run(work, lambda _: None, SCALING_CHUNKS * size, chunk=size, first_alone=False)


def deal_burst(game: Game, room: str = "new_words") -> Callable[[], Burst]:
    """Return a maker of bursts that deal under the default rules into the same room."""
    rules = game.make_rules()
    new_words, deal_words = game.room(room), game.room("deal_words")

    def new() -> Burst:
        words = new_words(MOST_ITEMS, rules)
        return lambda n: deal_words(1, 0, words[:n], rules)

    return new


def round_burst(game: Game, policy: str) -> Callable[[], Burst]:
    """Return a maker of bursts that play single rounds of a policy under the default rules."""
    rules = game.make_rules()
    play = game.room("play")
    policies = (game.policies.index(policy),) * n_seats(game, rules)

    def new() -> Burst:
        return lambda n: play(1, 0, n, rules, policies, 1)

    return new


def workloads(names: Iterable[str] = TITLES) -> Iterable[tuple[Game, list[Workload]]]:
    """What is measured of each game: deals, and rounds of each policy that has no look-ahead."""
    for name in names:
        game = load_game(name)
        size = DECK_SIZES[name]
        shuffle = f"fisher_yates_{size}"
        yardsticks = (shuffle, f"numpy_argsort_{size}")
        # A game that deals in stages (Tichu's first eight) is measured without and with them.
        whole = "new_hands" if "new_hands" in game.rooms else "new_words"
        found = [Workload(f"{name}.deal", deal_burst(game, whole)(), yardsticks)]
        if whole != "new_words":
            found.append(Workload(f"{name}.deal.staged", deal_burst(game)(), yardsticks))
        found += [
            Workload(f"{name}.round.{policy}", round_burst(game, policy)(), (shuffle,))
            for policy in ("random", "lowest", "heuristic")
            if policy in game.policies
        ]
        yield game, found


def table(names: Iterable[str] = TITLES, rounds: int = 100, only: str = "") -> list[dict[str, Any]]:
    """Measure everything whose metric begins with `only`.

    Parameters
    ----------
    names : iterable of str
        Games.
    rounds : int
        Bursts of each side.
    only : str

    Returns
    -------
    list of dict
        Rows: metric, unit, estimate, yardstick, yardstick_estimate, ratio.
    """
    rows = []
    for game, found in workloads(names):
        for workload in found:
            if workload.metric.startswith(only):
                rows += measure(workload, rounds)
        if f"{game.name}.{THREADS}".startswith(only):
            policy = next((p for p in ("heuristic", "random") if p in game.policies), None)
            new = deal_burst(game) if policy is None else round_burst(game, policy)
            shuffle = f"fisher_yates_{DECK_SIZES[game.name]}"
            # what the machine itself gives for a second thread, measured in turn with ours
            makers: dict[str, Callable[[], Burst]] = {
                f"{game.name}.{THREADS}": new,
                f"{game.name}.deal.{THREADS}": deal_burst(game),
                f"{shuffle}.{THREADS}": partial(yardstick, shuffle),
            }
            rows += scaling(makers, max(5, rounds))
    return rows

"""Run -> chunks -> results: threads, progress, interruption.

Work is cut into chunks of consecutive matches (or deals).  Kernels release the GIL, so a pool
of threads plays several chunks at once; results are handed on in the order of the chunks and
everything added is an integer, so threads and chunk size cannot change a digit.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

DEFAULT_CHUNK = 8192


@dataclass
class Run(Generic[T]):
    """One run over ``first .. first + n - 1``.

    Attributes
    ----------
    work : callable
        ``work(start, stop)`` plays matches start..stop-1 and returns their result; it is called
        from several threads at once.
    consume : callable
        ``consume(result)`` adds a chunk's result; called in chunk order from one thread.
    n : int
    first : int
        Number of the first match.
    threads : int
    chunk : int
    on_progress : callable or None
        ``on_progress(done)`` after each chunk.
    should_stop : callable or None
        ``should_stop(done, seconds)`` is asked after each chunk; True ends the run early.
    """

    work: Callable[[int, int], T]
    consume: Callable[[T], None]
    n: int
    first: int = 0
    threads: int = 1
    chunk: int = DEFAULT_CHUNK
    on_progress: Callable[[int], None] | None = None
    should_stop: Callable[[int, float], bool] | None = None


@dataclass(frozen=True)
class Outcome:
    """What a run did: matches done, wall seconds, whether Ctrl-C or `should_stop` cut it."""

    done: int
    seconds: float
    interrupted: bool = False
    stopped: bool = False


def default_threads() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks(first: int, n: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of consecutive chunks."""
    for start in range(first, first + n, size):
        yield start, min(start + size, first + n)


def execute(run: Run[T]) -> Outcome:
    """Play a run.

    The first chunk is played alone, so that kernels compile once and not in every thread.
    After Ctrl-C the chunks under way are finished and counted.

    Returns
    -------
    Outcome
    """
    began = time.perf_counter()
    todo = chunks(run.first, run.n, run.chunk)
    waiting: deque[tuple[int, Future[T]]] = deque()
    done = 0
    interrupted = stopped = False

    def take(result: T, size: int) -> None:
        nonlocal done, stopped
        run.consume(result)
        done += size
        if run.on_progress is not None:
            run.on_progress(done)
        if run.should_stop is not None and not stopped:
            stopped = run.should_stop(done, time.perf_counter() - began)

    with ThreadPoolExecutor(max(1, run.threads), thread_name_prefix="kaipai") as pool:

        def submit() -> bool:
            for start, stop in todo:
                waiting.append((stop - start, pool.submit(run.work, start, stop)))
                return True
            return False

        submit()
        try:
            while waiting and not stopped:
                size, future = waiting[0]
                result = future.result()
                waiting.popleft()
                take(result, size)
                while not stopped and len(waiting) < 2 * run.threads and submit():
                    pass
        except KeyboardInterrupt:
            interrupted = True
            _finish(waiting, take)
        finally:
            for _, future in waiting:
                future.cancel()
    return Outcome(done, time.perf_counter() - began, interrupted, stopped and done < run.n)


def _finish(waiting: deque[tuple[int, Future[T]]], take: Callable[[T, int], None]) -> None:
    """Count the chunks that have begun, up to the first one that has not."""
    for _, future in reversed(waiting):
        future.cancel()
    while waiting and not waiting[0][1].cancelled():
        size, future = waiting.popleft()
        take(future.result(), size)

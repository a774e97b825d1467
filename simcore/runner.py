"""Run -> chunks -> results: threads, progress, interruption.

Work is cut into chunks of consecutive matches (or deals).  Kernels release the GIL, so a pool
of threads plays several chunks at once; results are handed on in the order of the chunks and
everything added is an integer, so threads and chunk size cannot change a digit.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
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
    pauses : iterator of int or None
        Ascending: no chunk reaches across that many matches done, so that `should_stop` is asked
        there whatever the chunk.
    first_alone : bool
        Whether the first chunk is played before any other begins, so that kernels are loaded or
        compiled while no other thread waits for them.
    """

    work: Callable[[int, int], T]
    consume: Callable[[T], None]
    n: int
    first: int = 0
    threads: int = 1
    chunk: int = DEFAULT_CHUNK
    on_progress: Callable[[int], None] | None = None
    should_stop: Callable[[int, float], bool] | None = None
    pauses: Iterator[int] | None = None
    first_alone: bool = True


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


def chunks(
    first: int, n: int, size: int, pauses: Iterator[int] | None = None
) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of consecutive chunks; none reaches across a pause."""
    start, end = first, first + n
    pause = end if pauses is None else first
    while start < end:
        while pauses is not None and pause <= start:
            pause = first + next(pauses, n)
        stop = min(start + size, pause, end)
        yield start, stop
        start = stop


class Interruption:
    """Whether Ctrl-C was pressed since the run began."""

    def __init__(self) -> None:
        self.came = False

    def note(self, number: int, frame: FrameType | None) -> None:
        """Remember the first Ctrl-C, as a signal handler; a second one is no longer held back."""
        if self.came:
            raise KeyboardInterrupt
        self.came = True


@contextmanager
def interruption() -> Iterator[Interruption]:
    """Note Ctrl-C instead of raising it, so that it never strikes between two additions.

    Only the main thread may set a handler, and only where Ctrl-C means the usual thing; anywhere
    else nothing is changed and nothing noted.
    """
    noted = Interruption()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield noted
        return
    signal.signal(signal.SIGINT, noted.note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def execute(run: Run[T]) -> Outcome:
    """Play a run.

    After Ctrl-C the chunks under way are finished and counted; a second Ctrl-C leaves at once.

    Returns
    -------
    Outcome

    Raises
    ------
    Exception
        Whatever `work`, `consume` or a callback raises: of several chunks that fail, the first in
        order.  Chunks under way are waited for, the others dropped.
    KeyboardInterrupt
        At a second Ctrl-C, and at the first one outside the main thread.
    """
    began = time.perf_counter()
    todo = chunks(run.first, run.n, run.chunk, run.pauses)
    waiting: deque[tuple[int, Future[T]]] = deque()
    done = 0
    stopped = False
    pool = ThreadPoolExecutor(max(1, run.threads), thread_name_prefix="kaipai")

    def submit(most: int) -> None:
        while len(waiting) < most:
            piece = next(todo, None)
            if piece is None:
                return
            waiting.append((piece[1] - piece[0], pool.submit(run.work, *piece)))

    def take() -> None:
        nonlocal done
        size, future = waiting.popleft()
        run.consume(future.result())
        done += size
        if run.on_progress is not None:
            run.on_progress(done)

    with interruption() as noted:
        try:
            submit(1 if run.first_alone else 2 * run.threads)
            while waiting and not (noted.came or stopped):
                take()
                if run.should_stop is not None:
                    stopped = run.should_stop(done, time.perf_counter() - began)
                if not (noted.came or stopped):
                    submit(2 * run.threads)
            if noted.came:
                for _, future in reversed(waiting):
                    future.cancel()
                # Chunks begin in order, so those that had begun come first.
                while waiting and not waiting[0][1].cancelled():
                    take()
        except BaseException as error:
            pool.shutdown(wait=not isinstance(error, KeyboardInterrupt), cancel_futures=True)
            raise
        pool.shutdown(cancel_futures=True)
    return Outcome(done, time.perf_counter() - began, noted.came, stopped and done < run.n)

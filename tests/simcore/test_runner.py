"""The runner: order, threads, errors, stopping early, Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from simcore.runner import Run, chunks, default_threads, execute

USUAL = signal.default_int_handler


def spans(**options):
    """Run that collects the spans it was asked to play."""
    seen = []
    run = Run(work=lambda start, stop: (start, stop), consume=seen.append, **options)
    return seen, execute(run)


@pytest.mark.parametrize("threads", [1, 2, 8, 64])
@pytest.mark.parametrize("chunk", [1, 7, 100, 65536])
def test_every_match_is_played_once_and_in_order(threads, chunk):
    seen, outcome = spans(n=100, first=5, threads=threads, chunk=chunk)
    assert [match for start, stop in seen for match in range(start, stop)] == list(range(5, 105))
    assert all(stop - start == chunk for start, stop in seen[:-1])
    assert (outcome.done, outcome.interrupted, outcome.stopped) == (100, False, False)
    assert outcome.seconds > 0


def test_chunks_need_not_fit():
    assert list(chunks(3, 10, 4)) == [(3, 7), (7, 11), (11, 13)]
    assert list(chunks(0, 0, 4)) == []


def test_nothing_to_do_is_done_at_once():
    seen, outcome = spans(n=0, threads=2)
    assert (seen, outcome.done) == ([], 0)


def test_results_come_in_chunk_order_though_later_chunks_end_first():
    ended = []

    def work(start, stop):
        time.sleep(0.05 if start in (1, 3) else 0)
        ended.append(start)
        return start

    seen = []
    execute(Run(work, seen.append, n=6, threads=3, chunk=1))
    assert seen == [0, 1, 2, 3, 4, 5]
    assert ended != seen


@pytest.mark.parametrize(("alone", "most"), [(True, 1), (False, 2)])
def test_the_first_chunk_is_alone_unless_told_otherwise(alone, most):
    running = 0
    beside = []
    lock = threading.Lock()

    def work(start, stop):
        nonlocal running
        with lock:
            running += 1
        time.sleep(0.05)
        with lock:
            beside.append((start, running))
        time.sleep(0.05)
        with lock:
            running -= 1

    execute(Run(work, lambda _: None, n=2, threads=2, chunk=1, first_alone=alone))
    assert max(n for _, n in beside) == most


def test_work_runs_on_the_threads_asked_for_and_consume_on_this_one():
    names, consumers = set(), set()

    def work(start, stop):
        time.sleep(0.01)
        names.add(threading.current_thread().name)

    execute(
        Run(work, lambda _: consumers.add(threading.current_thread()), n=12, threads=3, chunk=1)
    )
    assert len(names) == 3
    assert all(name.startswith("kaipai") for name in names)
    assert consumers == {threading.current_thread()}


def test_progress_is_told_after_each_chunk():
    told = []
    execute(Run(lambda a, b: 0, lambda _: None, n=10, chunk=4, threads=2, on_progress=told.append))
    assert told == [4, 8, 10]


def test_a_run_stops_when_told_and_counts_what_it_took():
    asked = []

    def enough(done, seconds):
        asked.append(done)
        assert seconds >= 0
        return done >= 8

    seen = []
    run = Run(lambda a, b: a, seen.append, n=100, chunk=4, threads=2, should_stop=enough)
    outcome = execute(run)
    assert (outcome.done, outcome.stopped, outcome.interrupted) == (8, True, False)
    assert (seen, asked) == ([0, 4], [4, 8])


def test_a_run_that_is_told_to_stop_at_its_end_was_not_cut():
    _, outcome = spans(n=8, chunk=4, should_stop=lambda done, seconds: done == 8)
    assert (outcome.done, outcome.stopped) == (8, False)


def test_the_first_error_in_order_is_raised_and_the_rest_dropped():
    begun, seen = [], []

    def work(start, stop):
        begun.append(start)
        if start >= 5:
            time.sleep(0.02 if start == 5 else 0)
            raise ValueError(f"chunk {start}")
        return start

    with pytest.raises(ValueError, match="chunk 5"):
        execute(Run(work, seen.append, n=1000, threads=4, chunk=1))
    assert seen == [0, 1, 2, 3, 4]
    assert len(begun) < 20
    assert not [t for t in threading.enumerate() if t.name.startswith("kaipai")]


def test_an_error_in_consume_ends_the_run():
    def consume(result):
        raise RuntimeError("full")

    before = signal.getsignal(signal.SIGINT)  # ignored in a job that a shell put behind
    with pytest.raises(RuntimeError, match="full"):
        execute(Run(lambda a, b: a, consume, n=100, threads=2, chunk=1))
    assert signal.getsignal(signal.SIGINT) is before


def press():
    """Press Ctrl-C in this process."""
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def _usual_handler():
    before = signal.signal(signal.SIGINT, USUAL)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_usual_handler")
@pytest.mark.parametrize("threads", [1, 3])
def test_after_ctrl_c_the_chunks_under_way_are_counted_and_no_other(threads):
    begun, seen = [], []

    def work(start, stop):
        begun.append(start)
        time.sleep(0.03)
        if start == 4:
            press()
        return start

    outcome = execute(Run(work, seen.append, n=1000, threads=threads, chunk=1))
    assert outcome.interrupted
    assert seen == list(range(outcome.done))
    assert sorted(begun) == seen
    assert 5 <= outcome.done <= 5 + 2 * threads
    assert signal.getsignal(signal.SIGINT) is USUAL


@pytest.mark.usefixtures("_usual_handler")
def test_ctrl_c_never_strikes_in_the_middle_of_an_addition():
    total = [0, 0]

    def consume(n):
        total[0] += n
        if total[0] == 4:
            press()
            time.sleep(0.02)
        total[1] += n

    outcome = execute(Run(lambda a, b: b - a, consume, n=100, threads=2, chunk=1))
    assert outcome.interrupted
    assert total == [outcome.done, outcome.done]


@pytest.mark.usefixtures("_usual_handler")
def test_a_second_ctrl_c_leaves_at_once():
    release = threading.Event()

    def work(start, stop):
        press()
        time.sleep(0.1)
        press()
        release.wait(20)

    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            execute(Run(work, lambda _: None, n=10, threads=2, chunk=1))
        assert time.perf_counter() - began < 10
        assert signal.getsignal(signal.SIGINT) is USUAL
    finally:
        release.set()


def test_a_run_works_outside_the_main_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(spans(n=10, chunk=3, threads=2)))
    thread.start()
    thread.join()
    assert found[0][1].done == 10


def test_someone_elses_handler_is_left_in_place():
    def own(number, frame):
        raise AssertionError("pressed")

    before = signal.signal(signal.SIGINT, own)
    try:
        during = []
        run = Run(lambda a, b: a, lambda _: during.append(signal.getsignal(signal.SIGINT)), n=1)
        execute(run)
        assert during == [own]
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)


def test_default_threads_are_the_cores_this_process_may_use():
    assert 1 <= default_threads() <= (os.cpu_count() or 1)


@pytest.mark.parametrize("chunk", [1, 7, 30, 1000])
def test_no_chunk_reaches_across_a_pause(chunk):
    pauses = [10, 25, 70]
    pieces = list(chunks(5, 100, chunk, iter(pauses)))
    assert [match for start, stop in pieces for match in range(start, stop)] == list(range(5, 105))
    ends = {stop - 5 for _, stop in pieces}
    assert ends >= {*pauses, 100}
    assert all(stop - start <= chunk for start, stop in pieces)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("chunk", [3, 64])
def test_a_run_is_asked_at_its_pauses_whatever_the_chunk(threads, chunk):
    asked = []

    def enough(done, seconds):
        asked.append(done)
        return done == 40

    _, outcome = spans(
        n=200, threads=threads, chunk=chunk, should_stop=enough, pauses=iter([20, 40, 80])
    )
    assert {20, 40} <= set(asked)
    assert (outcome.done, outcome.stopped) == (40, True)

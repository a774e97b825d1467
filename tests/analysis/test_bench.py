"""The benchmark harness, with clocks that the tests turn."""

from __future__ import annotations

import threading
import time

import pytest

from analysis import bench
from analysis.bench import MOST_ITEMS, Workload, alternate, calibrate, measure, scaling, yardstick
from simcore.catalog import TITLES, load_game
from simcore.runner import Outcome


@pytest.fixture
def clock(monkeypatch):
    """CPU clock that stands still unless a burst moves it."""
    now = [0]
    monkeypatch.setattr(bench.time, "thread_time_ns", lambda: now[0])
    return now


def burst_of(clock, ns, first=0):
    """Burst whose items take so long; its first call takes longer."""
    calls = []

    def burst(n):
        calls.append(n)
        clock[0] += ns * n + (first if len(calls) == 1 else 0)

    return burst


@pytest.mark.parametrize("ns", [50, 1_000, 333_333])
def test_a_burst_is_made_as_long_as_asked(clock, ns):
    n = calibrate(burst_of(clock, ns, first=10**9), seconds=0.002)
    assert n == pytest.approx(min(2_000_000 / ns, MOST_ITEMS), rel=0.2, abs=1)


def test_a_burst_has_an_item_at_least_and_an_end(clock):
    assert calibrate(burst_of(clock, 10**9)) == 1
    assert calibrate(burst_of(clock, 0)) == MOST_ITEMS


def test_the_least_time_counts_and_sides_take_turns(clock):
    order = []
    times = {"a": iter([900, 300, 500]), "b": iter([40, 80, 60])}

    def burst(name):
        def run(n):
            order.append((name, n))
            clock[0] += next(times[name])

        return run

    assert alternate([(burst("a"), 3), (burst("b"), 2)], 3) == [100, 20]
    assert order == 3 * [("a", 3), ("b", 2)]


def test_a_row_a_yardstick(clock, monkeypatch):
    costs = {"fisher_yates_56": 400, "numpy_argsort_56": 100}
    monkeypatch.setattr(bench, "yardstick", lambda name: burst_of(clock, costs[name]))
    rows = measure(Workload("x.deal", burst_of(clock, 200), tuple(costs)), 3)
    assert [(row["yardstick"], row["estimate"], row["ratio"]) for row in rows] == [
        ("fisher_yates_56", 200, 0.5), ("numpy_argsort_56", 200, 2),
    ]  # fmt: skip
    assert {row["unit"] for row in rows} == {"ns"}


def test_two_threads_sleep_twice_as_fast(monkeypatch):
    monkeypatch.setattr(bench, "calibrate", lambda burst, seconds: 20)
    lock, inside, most = threading.Lock(), [0], [0]

    def new_burst():
        def burst(n):
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            time.sleep(n * 0.002)
            with lock:
                inside[0] -= 1

        return burst

    rows = scaling({"x.threads2": new_burst, "y.threads2": new_burst}, 2)
    assert most[0] == 2
    assert [(row["metric"], row["unit"]) for row in rows] == [
        ("x.threads2", "x"), ("y.threads2", "x"),
    ]  # fmt: skip
    assert all(1.5 < row["estimate"] < 2.2 for row in rows)


def test_ctrl_c_ends_the_benchmark(monkeypatch):
    monkeypatch.setattr(bench, "calibrate", lambda burst, seconds: 1)
    monkeypatch.setattr(bench, "execute", lambda run: Outcome(1, 1.0, interrupted=True))
    with pytest.raises(KeyboardInterrupt):
        scaling({"x.threads2": lambda: lambda n: None}, 2)


@pytest.mark.parametrize("name", ["fisher_yates_56", "numpy_argsort_56"])
def test_yardsticks_take_any_number_of_decks(name):
    burst = yardstick(name)
    for n in (1, 3, bench.ARGSORT_ROWS + 1):
        burst(n)


@pytest.mark.parametrize("name", TITLES)
def test_metrics_that_scripts_rely_on(name):
    (game, found), = bench.workloads([name])  # fmt: skip
    metrics = {workload.metric: workload.yardsticks for workload in found}
    size = bench.DECK_SIZES[name]
    assert metrics[f"{name}.deal"] == (f"fisher_yates_{size}", f"numpy_argsort_{size}")
    for policy in ("random", "heuristic"):
        assert (f"{name}.round.{policy}" in metrics) == (policy in game.policies)


def test_the_deal_burst_deals_that_many(monkeypatch):
    game, dealt = load_game("tichu"), []
    rooms = {
        "new_words": lambda n, rules: [None] * n,
        "deal_words": lambda seed, first, words, rules: dealt.append(len(words)),
    }
    monkeypatch.setattr(bench.Game, "room", lambda self, name: rooms[name])
    burst = bench.deal_burst(game)()
    burst(3)
    burst(MOST_ITEMS)
    assert dealt == [3, MOST_ITEMS]


@pytest.mark.parametrize("name", TITLES)
def test_the_round_burst_seats_as_many_as_play(monkeypatch, name):
    game, played = load_game(name), []
    monkeypatch.setattr(bench.Game, "room", lambda self, room: lambda *asked: played.append(asked))
    bench.round_burst(game, game.policies[0])()(3)
    (_, start, stop, _, policies, rounds), = played  # fmt: skip
    assert (start, stop, rounds) == (0, 3, 1)
    assert len(policies) == {"gouji": 6, "shengji": 4, "tichu": 4}[name]


def test_only_what_was_asked_for_is_measured():
    assert bench.table(["tichu"], only="no such metric") == []

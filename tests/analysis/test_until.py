"""Stopping when precise: what is asked for, when it is looked at, when it is met."""

from __future__ import annotations

import importlib.util
from itertools import count, islice, pairwise
from pathlib import Path

import pytest

from analysis.estimate import Estimate, exact_value, undefined
from analysis.intervals import proportion
from analysis.rows import row
from analysis.until import (
    FIRST,
    GROWTH,
    UNLIMITED,
    Target,
    Watch,
    is_met,
    look_of,
    looks,
    parse_target,
    typed,
    unspent_level,
)
from simcore.runner import Outcome
from simcore.status import KaipaiError

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "until_coverage.py"


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("0.001", Target(0.001)),
        ("5%", Target(0.05, True)),
        ("gouji=0.5", Target(0.5, False, "gouji")),
        (" tichu_call = 2.5% ", Target(0.025, True, "tichu_call")),
        ("1e-4", Target(1e-4)),
    ],
)
def test_what_is_asked_for(text, target):
    assert parse_target(text) == target


@pytest.mark.parametrize("text", ["", "0", "-1", "x", "nan", "inf", "=0.1", "m=", "0.1%%", "a=b=c"])
def test_what_is_no_half_width(text):
    with pytest.raises(ValueError, match="no half-width"):
        parse_target(text)


def test_looks_grow_apart_and_are_round():
    first = list(islice(looks(), 40))
    assert first[:4] == [1000, 1100, 1300, 1500]
    assert all(at % 100 == 0 for at in first)
    assert all(GROWTH <= later / at < GROWTH + 0.1 for at, later in pairwise(first))
    by_file = list(islice(looks(8192), 3))
    assert by_file == [8192, 16384, 24576]


def seen(estimate: Estimate, unit: str = "probability", **extra):
    return row("m", unit, estimate, **extra)


def test_a_share_is_met_by_half_its_interval():
    found = seen(proportion(500, 1000))
    half = (found["high"] - found["low"]) / 2
    assert is_met(found, Target(half * 1.001))
    assert not is_met(found, Target(half * 0.999))
    assert is_met(found, Target(half / 0.5 * 1.001, True))
    assert not is_met(found, Target(half / 0.5 * 0.999, True))


def test_few_events_say_nothing_about_a_relative_width():
    assert not is_met(seen(proportion(9, 10**6)), Target(10.0, True))
    assert is_met(seen(proportion(10, 10**6)), Target(10.0, True))
    assert not is_met(seen(proportion(0, 10**6)), Target(10.0, True))
    assert is_met(seen(proportion(0, 10**6)), Target(0.001))


@pytest.mark.parametrize("hits", [970, 997, 1000])
def test_a_share_near_1_is_not_rare(hits):
    found = seen(proportion(hits, 1000))
    half = (found["high"] - found["low"]) / 2
    assert is_met(found, Target(half / (hits / 1000) * 1.001, True))
    assert not is_met(found, Target(half / (hits / 1000) * 0.999, True))


def test_what_was_never_seen_is_not_precise_and_what_is_computed_is():
    assert not is_met(seen(undefined(0.95, "real"), "points"), Target(1e9))
    assert is_met(seen(exact_value(0.25)), Target(1e-9, True))


def test_a_difference_is_measured_by_its_own_interval():
    wide = Estimate(3.0, 1.0, -100.0, 106.0, 50, 0.95, "t")
    found = seen(wide, "points", difference=2.0, difference_low=1.0, difference_high=3.0)
    assert is_met(found, Target(1.0))
    assert is_met(found, Target(0.5, True))
    assert not is_met(found, Target(0.49, True))
    equal = found | {"difference_low": 2.0, "difference_high": 2.0}
    assert not is_met(equal, Target(1.0)), "no variation seen yet is no precision"
    assert is_met(equal | {"n": 10_000}, Target(1.0)), "but in the long run it is"


def rows_of(hits, n):
    return lambda level: [seen(proportion(hits, n, level))]


def test_a_watch_looks_only_at_its_own_places():
    asked = []

    def rows(level):
        asked.append(level)
        return [seen(proportion(500, 1000, level))]

    watch = Watch(rows, Target(1e-6), "m", 0.95)
    assert not any(watch.should_stop(done, 0.0) for done in (200, 500, 999))
    assert asked == []
    assert not watch.should_stop(FIRST, 0.0)
    assert not watch.should_stop(FIRST + 50, 0.0)
    assert asked == [pytest.approx(0.9625)]
    assert watch.exit_code() == 4
    assert "NOT PRECISE" in watch.notes(1050, "matches")[0]


def test_a_watch_stops_where_the_target_is_met():
    watch = Watch(rows_of(500, 1000), Target(0.05), "m", 0.95)
    assert watch.should_stop(FIRST, 0.0)
    assert watch.exit_code() == 0
    assert watch.facts()["stopped"] == "until"
    assert watch.facts()["until"] == {
        "metric": "m", "half_width": 0.05, "relative": False, "reached": True, "looks": 1,
    }  # fmt: skip


def test_a_row_compared_with_itself_need_not_become_known():
    def rows(level):
        gap = Estimate(2.0, 0.1, 1.8, 2.2, 1000, level, "t")
        none = Estimate(0.0, 0.0, 0.0, 0.0, 1000, level, "t")
        return [
            seen(gap, "points", action=name, base="a", difference=each.estimate,
                 difference_low=each.low, difference_high=each.high)
            for name, each in (("a", none), ("b", gap), ("c", same))
        ]  # fmt: skip

    same = Estimate(2.0, 0.1, 1.9, 2.1, 1000, 0.95, "t")
    itself = lambda row: row["action"] == row["base"]  # noqa: E731
    assert not Watch(rows, Target(0.3), "m", 0.95).should_stop(FIRST, 0.0)
    assert Watch(rows, Target(0.3), "m", 0.95, is_itself=itself).should_stop(FIRST, 0.0)
    same = Estimate(0.0, 0.0, 0.0, 0.0, 1000, 0.95, "t")  # another option, so far the same
    assert not Watch(rows, Target(0.3), "m", 0.95, is_itself=itself).should_stop(FIRST, 0.0)


@pytest.mark.parametrize(
    ("n", "target", "words"),
    [
        (UNLIMITED, None, "interrupted after 1,200 matches; intervals are honest"),
        (5000, None, "interrupted after 1,200 of 5,000 matches; intervals are honest"),
        (5000, Target(1e-6), "but the run was interrupted after 1,200 of 5,000 matches"),
        (UNLIMITED, Target(1e-6), "but the run was interrupted after 1,200 matches"),
    ],
)
def test_an_interruption_is_called_so(n, target, words):
    watch = Watch(rows_of(500, 1000), target, "m", 0.95)
    watch.should_stop(1200, 0.0)
    watch.close(Outcome(1200, 1.0, interrupted=True), n)
    assert words in watch.notes(1200, "matches")[0]
    assert watch.facts().get("stopped") == (None if target is None else "interrupted")


def test_a_run_that_was_whole_is_not_called_interrupted():
    watch = Watch(rows_of(500, 1000), Target(1e-6), "m", 0.95)
    watch.close(Outcome(1200, 1.0), 1200)
    assert "but all 1,200 matches were played" in watch.notes(1200, "matches")[0]
    assert (watch.facts()["stopped"], watch.n_looks) == ("n", 1)
    plain = Watch(rows_of(500, 1000), None, "m", 0.95)
    plain.close(Outcome(1200, 1.0), 1200)
    assert plain.notes(1200, "matches") == []


@pytest.mark.parametrize("text", ["0.001", "5%", "gouji=0.5", "tichu_call=2.5%", "1e-06", "0.3"])
def test_a_target_is_written_as_it_is_read(text):
    assert typed(parse_target(text)) == text
    assert parse_target(typed(parse_target(text))) == parse_target(text)


def test_which_look_a_run_ended_at():
    places = (500, 1000, 2000)
    assert [look_of(n, places) for n in (1, 500, 501, 1000, 1001)] == [1, 1, 2, 2, 3]


def test_the_time_stops_with_or_without_a_target():
    timed = Watch(rows_of(1, 2), None, "m", 0.95, max_time=2.0)
    assert not timed.should_stop(5, 1.9)
    assert timed.should_stop(6, 2.0)
    assert timed.exit_code() == 0
    assert timed.facts() == {"stopped": "max_time"}
    both = Watch(rows_of(1, 2), Target(0.01), "m", 0.95, max_time=2.0)
    assert both.should_stop(6, 2.0)
    assert both.exit_code() == 4


def test_the_targets_row_carries_the_interval_that_stopped_the_run():
    watch = Watch(rows_of(500, 1000), Target(0.05), "m", 0.95)
    other = row("other", "probability", proportion(500, 1000))
    plain = seen(proportion(500, 1000))
    widened, kept = watch.apply([plain, other])
    assert kept == other
    assert widened["level"] == 0.95
    assert widened["method"] == "wilson, sequential"
    wide = proportion(500, 1000, unspent_level(0.95))
    assert (widened["low"], widened["high"]) == (wide.low, wide.high)
    assert widened["low"] < plain["low"]


def test_an_unknown_metric_is_named():
    watch = Watch(rows_of(1, 2), Target(0.1), "n", 0.95)
    with pytest.raises(KaipaiError, match="unknown metric 'n'"):
        watch.should_stop(FIRST, 0.0)


@pytest.fixture(scope="module")
def coverage():
    spec = importlib.util.spec_from_file_location("kaipai_until", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.coverage


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.5, "0.02"),
        (0.035, "0.01"),
        (0.035, "30%"),
        (0.0003, "0.001"),
        (0, "0.001"),
        (0.97, "1%"),
        (1, "0.1%"),
    ],
)
@pytest.mark.parametrize("every", [1_000, 10_000, None])
def test_the_interval_holds_the_truth_as_often_as_it_says(coverage, p, text, every):
    at = looks() if every is None else count(every, every)
    held, rounds = coverage(p, parse_target(text), at)
    assert 0.94 <= held <= 1 + 1e-9
    assert rounds >= FIRST

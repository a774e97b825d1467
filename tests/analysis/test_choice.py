"""Options compared on the same deals: sums, differences, verdicts."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.choice import FEWEST, Sums, decide, rows_of, values_of
from analysis.commands.ask import _said, _signed
from analysis.intervals import mean_t
from analysis.questions import Measure

POINTS = Measure("points", "points", lambda records: records["points"])
WON = Measure("success", "probability", lambda records: records["points"] > 0, "proportion")


def sums_of(table, measure=POINTS):
    table = np.asarray(table, dtype=np.int64)
    found = Sums([measure.metric], table.shape[1])
    found.add({measure.metric: table})
    return found


def draws(means, n, seed, spread=20):
    rng = np.random.default_rng(seed)
    shared = rng.integers(-100, 101, size=(n, 1))
    own = rng.integers(-spread, spread + 1, size=(n, len(means)))
    return shared + own + np.asarray(means)


def test_sums_add_whatever_the_pieces():
    table = draws([0, 3, -5], 100, 1)
    whole = sums_of(table)
    parts = Sums(["points"], 3)
    for piece in np.array_split(table, 7):
        parts.merge(sums_of(piece))
    assert (parts.n, parts.firsts, parts.seconds) == (whole.n, whole.firsts, whole.seconds)
    assert parts.digest() == whole.digest()
    assert sums_of(table + 1).digest() != whole.digest()


def test_a_paired_difference_is_that_of_the_differences():
    table = draws([0, 3, -5], 200, 2)
    gap = table[:, 2] - table[:, 0]
    expected = mean_t(200, int(gap.sum()), int((gap * gap).sum()))
    assert sums_of(table).difference("points", 0, 2, 0.95) == expected


def test_pairing_takes_what_is_shared_out():
    table = draws([0, 3], 400, 3)
    found = sums_of(table)
    apart = found.mean(POINTS, 0, 0.95).se
    assert found.difference("points", 0, 1, 0.95).se < apart / 3


def test_a_clear_best_is_named():
    verdict = decide(sums_of(draws([0, 12, -5], 400, 4)), 0.95)
    assert (verdict.best, verdict.is_clear, verdict.rival) == (1, True, 0)


def test_a_close_choice_says_how_many_deals_it_takes():
    table = draws([0, 1], 200, 5)
    verdict = decide(sums_of(table), 0.95)
    assert not verdict.is_clear
    gap = sums_of(table).difference("points", 1 - verdict.best, verdict.best, 0.95)
    reach = 1.959964 * gap.se / gap.estimate
    assert verdict.needed == pytest.approx(200 * reach**2, abs=1.5)
    more = decide(sums_of(np.tile(table, (verdict.needed // 200 + 2, 1))), 0.95)
    assert more.is_clear


def test_equal_options_are_too_close_for_any_number():
    table = draws([0], 200, 6)
    verdict = decide(sums_of(np.hstack([table, table])), 0.95)
    assert (verdict.best, verdict.is_clear, verdict.needed) == (0, False, None)


def test_a_constant_lead_is_clear():
    table = draws([0], 50, 7)
    assert decide(sums_of(np.hstack([table, table + 1])), 0.95).is_clear


def test_few_deals_decide_nothing():
    table = draws([0, 500], FEWEST - 1, 8)
    assert not decide(sums_of(table), 0.95).is_clear


def test_looking_often_and_many_rivals_do_not_make_a_verdict():
    """Equal options: a run of looks names a best one in at most 5 % of the cases."""
    rng = np.random.default_rng(9)
    wrong = 0
    for _ in range(400):
        table = rng.integers(-50, 51, size=(3200, 4))
        wrong += any(
            decide(sums_of(table[: 100 * 2**look]), 0.95, look + 1).is_clear for look in range(6)
        )
    assert wrong <= 400 * 0.05


def test_rows_begin_with_the_best_and_carry_their_difference_to_it():
    table = draws([0, 12, -5], 400, 4)
    found = Sums(["points", "success"], 3)
    found.add({"points": table, "success": (table > 0).astype(np.int64)})
    rows = rows_of(found, [POINTS, WON], ["a", "b", "c"], 1, 0.95)
    assert [row["action"] for row in rows] == ["b", "a", "c"] * 2
    assert all(row["base"] == "b" for row in rows)
    first = rows[0]
    assert first["difference"] == first["difference_low"] == first["difference_high"] == 0
    assert all(row["difference_high"] < 0 for row in rows[1:3])
    assert rows[3]["unit"] == "probability"
    assert 0 <= rows[3]["low"] <= rows[3]["estimate"] <= rows[3]["high"] <= 1


def test_values_are_read_option_by_option():
    records = [np.array([(1,), (-2,)], dtype=[("points", "i4")]),
               np.array([(5,), (0,)], dtype=[("points", "i4")])]  # fmt: skip
    found = values_of([POINTS, WON], records)
    assert found["points"].tolist() == [[1, 5], [-2, 0]]
    assert found["success"].tolist() == [[1, 1], [0, 0]]


def test_the_second_best_is_the_best_of_the_others():
    sums = Sums(("points",), 4)
    sums.add({"points": np.array([[1, 5, 3, 3]])})
    assert (sums.best("points"), sums.second("points")) == (1, 2)


def test_a_difference_is_never_written_as_nothing():
    assert _signed(1.234, 1) == "+1.2"
    assert _signed(0.004, 2) == "+0.004"
    assert _signed(0.00012345, 2) == "+0.00012"


def test_the_verdict_is_against_the_second_best_not_against_the_hardest_to_tell():
    noise = np.arange(400) % 2 * 60
    sums = sums_of(np.stack([np.full(400, 50), np.full(400, 49), noise], axis=1))
    verdict = decide(sums, 0.95)
    assert (verdict.best, verdict.is_clear, verdict.rival) == (0, True, 2)
    assert _said(verdict, "ABC", sums, POINTS, 0.95) == "verdict: A (+1.0 points against B)"

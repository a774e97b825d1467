"""Exact beside simulated: verdicts, error shared over the rows, cards by seat."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from analysis.estimate import Estimate
from analysis.exact import Quantity
from analysis.marginals import cards_seen, chi_square, row
from analysis.tally import Tally
from analysis.validation import FEWEST_DEALS, count, deal_numbers, rows, sampled, z_score

N = 4000
INDEX = deal_numbers(0, N)
DICE = np.random.default_rng(5).integers(1, 7, N)


def quantity(metric, unit, exact, sample, per=None):
    return Quantity(metric, "tichu", f"about {metric}", unit, lambda: Fraction(exact), sample, per)


SIX = quantity("six", "probability", Fraction(1, 6), lambda d, i: (d == 6).astype(np.int64))
MEAN = quantity("mean", "mean", Fraction(7, 2), lambda d, i: d)
SPREAD = quantity("spread", "variance", Fraction(35, 12), lambda d, i: d)
RATIO = quantity(
    "ratio", "probability", Fraction(1, 3), lambda d, i: (d == 6).astype(np.int64),
    lambda d, i: (d > 3).astype(np.int64),
)  # fmt: skip
UNSEEN = Quantity("unseen", "tichu", "no sample", "count", lambda: Fraction(6))
ALL = [SIX, MEAN, SPREAD, RATIO]


def tallied(quantities, dice=DICE):
    tally = Tally()
    count(quantities, dice, deal_numbers(0, len(dice)), tally)
    tally.cover(0, len(dice))
    return tally


def test_figures_without_a_sample_are_left_out():
    assert sampled([*ALL, UNSEEN]) == ALL
    assert rows(ALL, tallied([*ALL, UNSEEN])) == rows(ALL, tallied(ALL))


def test_right_dice_agree():
    found = rows(ALL, tallied(ALL))
    assert [r["metric"] for r in found] == ["six", "mean", "spread", "ratio"]
    assert all(r["agree"] is True for r in found)
    six, mean, spread, ratio = found
    assert six["estimate"] == (DICE == 6).mean()
    assert six["method"] == "clopper-pearson"
    assert mean["estimate"] == pytest.approx(DICE.mean())
    assert spread["estimate"] == pytest.approx(DICE.var(ddof=1))
    assert ratio["estimate"] == pytest.approx((DICE == 6).sum() / (DICE > 3).sum())
    assert (six["fraction"], six["exact_value"]) == ("1/6", pytest.approx(1 / 6))


def test_loaded_dice_disagree():
    loaded = np.where(np.arange(N) % 20 == 0, 6, DICE)
    assert [r["agree"] for r in rows(ALL, tallied(ALL, loaded))] == [False, False, False, False]


def test_a_figure_of_a_given_hand_takes_the_seats_in_turn():
    seats = np.tile([1, 2, 3, 4], (N, 1))
    hand = quantity("hand", "mean", Fraction(5, 2), lambda d, i: d[np.arange(len(i)), i % 4])
    tally = Tally()
    count([hand], seats, INDEX, tally)
    assert tally.histogram("hand") == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


def test_the_permitted_error_is_shared():
    alone = rows([MEAN], tallied(ALL), 0.99)[0]
    among = rows(ALL, tallied(ALL), 0.99)[1]
    assert alone["level"] == pytest.approx(0.99)
    assert among["level"] == pytest.approx(0.9975)
    assert among["low"] < alone["low"] < alone["high"] < among["high"]


def test_the_interval_shown_need_not_be_the_one_that_decides():
    # 2.6 standard errors off: outside a 95% interval, inside the deciding one.
    off = MEAN.compute() + Fraction(26, 10) * Fraction(171, 100) / Fraction(N**0.5)
    shifted = quantity("mean", "mean", off + Fraction(DICE.mean()) - Fraction(7, 2), MEAN.sample)
    found = rows([shifted], tallied([MEAN]), 0.999, level=0.95)[0]
    assert found["exact_value"] > found["high"]
    assert found["level"] == 0.95
    assert found["agree"] is True


def test_z_of_a_probability_uses_the_error_that_the_exact_value_implies():
    found = Estimate(0.0, 0.0, 0.0, 0.1, 100, 0.95, "any")
    assert z_score(Fraction(1, 2), found, SIX) == pytest.approx(-10)
    assert z_score(Fraction(1, 2), found, MEAN) is None


@pytest.mark.parametrize("n", [1, 2, FEWEST_DEALS - 1])
def test_too_few_deals_are_not_judged(n):
    found = rows(ALL, tallied(ALL, DICE[:n]))
    assert {r["agree"] for r in found} == {None}
    assert found[0]["n"] == n


def test_one_deal_shows_no_variance():
    row = rows([SPREAD], tallied([SPREAD], DICE[:1]))[0]
    assert (row["estimate"], row["z"], row["n"]) == (None, None, 0)


def test_extra_fields_are_carried():
    assert rows([SIX], tallied([SIX]), game="tichu")[0]["game"] == "tichu"


# --- cards by seat


def dealt(n, shuffle):
    """Masks of 12 cards in three hands of four."""
    generator = np.random.default_rng(8)
    words = np.zeros((n, 3, 1), dtype=np.uint64)
    for i in range(n):
        order = shuffle(generator)
        for part in range(3):
            for card in order[4 * part : 4 * part + 4]:
                words[i, part, 0] |= np.uint64(1) << np.uint64(card)
    return words


def test_cards_are_counted_where_they_lie():
    words = np.array([[[0b011, 1 << 63], [0b100, 0]], [[0b001, 0], [0b110, 0]]], dtype=np.uint64)
    seen = cards_seen(words)
    assert seen.shape == (128, 2)
    assert seen[:3].tolist() == [[2, 0], [1, 1], [0, 2]]
    assert seen[127].tolist() == [1, 0]
    assert seen.sum() == 7


def test_the_statistic_has_the_law_it_is_held_against():
    values = []
    for seed in range(400):
        generator = np.random.default_rng(seed)
        counts = np.zeros((12, 3), dtype=np.int64)
        for _ in range(40):
            order = generator.permutation(12)
            for part in range(3):
                counts[order[4 * part : 4 * part + 4], part] += 1
        statistic, freedom = chi_square(counts, 1)
        values.append(statistic)
    assert freedom == 22
    assert stats.kstest(values, stats.chi2(freedom).cdf).pvalue > 0.001


def test_a_shuffle_that_favours_a_seat_is_found():
    fair = cards_seen(dealt(500, lambda g: g.permutation(12)))[:12]
    assert row(fair, 1, 500, 0.999)["agree"] is True

    def lucky(generator):
        order = list(generator.permutation(12))
        if generator.random() < 0.3:
            order.remove(0)
            order.insert(0, 0)
        return order

    loaded = row(cards_seen(dealt(500, lucky))[:12], 1, 500, 0.999)
    assert loaded["agree"] is False
    assert loaded["z"] > 5
    assert loaded["low"] <= loaded["estimate"] <= loaded["high"]

"""The exact figures against the published table, against each other, and against enumeration."""

import csv
import time
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod
from pathlib import Path

import pytest

from analysis.exact import Quantity, common, gouji_draw, quantities, quantity, tichu_hands

GAMES = ("gouji", "shengji", "tichu")
DATA = Path(__file__).parents[1] / "data" / "exact"


def published(game: str) -> list[dict[str, str]]:
    with (DATA / f"{game}.csv").open(newline="") as lines:
        return list(csv.DictReader(lines))


def figures() -> list[tuple[str, dict[str, str]]]:
    return [(game, row) for game in GAMES for row in published(game)]


@pytest.mark.parametrize(
    ("game", "row"), figures(), ids=lambda value: value["metric"] if isinstance(value, dict) else ""
)
def test_figure_equals_the_published_one(game: str, row: dict[str, str]) -> None:
    assert row["exact"] or row["decimal"]
    value = quantity(game, row["metric"]).exact()
    assert type(value) is Fraction
    if row["exact"]:
        assert value == Fraction(row["exact"])
    if row["decimal"]:
        printed = Decimal(row["decimal"])
        step = Fraction(10) ** int(printed.as_tuple().exponent)
        assert abs(value - Fraction(printed)) <= Fraction(51, 100) * step


@pytest.mark.parametrize("game", GAMES)
def test_no_published_figure_is_left_out_and_none_is_doubled(game: str) -> None:
    ours = [q.metric for q in quantities(game)]
    assert len(ours) == len(set(ours))
    assert set(ours) == {row["metric"] for row in published(game)}


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_describes_itself(game: str) -> None:
    for q in quantities(game):
        assert q.game == game
        assert q.text
        assert "\n" not in q.text
        assert q.text.isascii()
        assert (q.decks in (1, 2, 3)) == (game == "shengji")
        if q.unit == "probability":
            assert 0 <= q.exact() <= 1
        if q.unit == "variance":
            assert q.exact() > 0
        if q.unit == "count":
            assert q.exact().denominator == 1
            assert q.sample is None


def test_only_figures_that_no_deal_shows_go_without_samples() -> None:
    bare = {q.metric.split(".")[0] for game in GAMES for q in quantities(game) if q.sample is None}
    assert bare == {"Q19", "Q35", "Q36", "Q37", "T25", "T33", "T34", "T35", "T36"}


def test_packs_narrow_down_the_sheng_ji_figures_only() -> None:
    by_packs = [quantities("shengji", decks) for decks in (1, 2, 3)]
    assert sum(map(len, by_packs)) == len(quantities("shengji"))
    assert all(q.decks == decks for decks, some in enumerate(by_packs, 1) for q in some)
    assert quantities("tichu", 2) == quantities("tichu")


@pytest.mark.parametrize(("game", "metric"), [("bridge", "Q1"), ("gouji", "Q99"), ("tichu", "Q1")])
def test_an_unknown_figure_is_a_key_error(game: str, metric: str) -> None:
    with pytest.raises(KeyError):
        quantity(game, metric)


def test_a_figure_is_worked_out_only_when_asked_for() -> None:
    asked = []

    def compute() -> Fraction:
        asked.append(1)
        return Fraction(1, 2)

    q = Quantity("X1", "tichu", "a coin", "probability", compute)
    assert not asked
    assert q.exact() == Fraction(1, 2)


def test_all_figures_take_well_under_ten_seconds() -> None:
    start = time.process_time()
    for game in GAMES:
        for q in quantities(game):
            q.exact()
    assert time.process_time() - start < 10


# --- identities between figures


def law(game: str, row: str, separator: str = ".") -> dict[int, Fraction]:
    start = row + separator
    rows = [q for q in quantities(game) if q.metric.startswith(start)]
    named = {q.metric.removeprefix(start): q.exact() for q in rows}
    return {int(k): value for k, value in named.items() if k.lstrip("-").isdecimal()}


def exact(game: str, metric: str) -> Fraction:
    return quantity(game, metric).exact()


def moments(values: dict[int, Fraction]) -> tuple[Fraction, Fraction]:
    mean = sum((k * p for k, p in values.items()), Fraction(0))
    return mean, sum((k * k * p for k, p in values.items()), Fraction(0)) - mean**2


COMPLETE_LAWS = [
    *(("gouji", row, ".") for row in ("Q9", "Q11", "Q20", "Q21", "Q22", "Q35")),
    *(("tichu", row, ".") for row in ("T16", "T17", "T18", "T19")),
    *(("shengji", f"Q-RANKCARDS-{decks}", "-") for decks in (1, 2, 3)),
    *(("shengji", f"Q-KITTY-{decks}", "-") for decks in (1, 2, 3)),
    ("shengji", "Q-PAIRS-2", "-"),
    ("shengji", "Q-COUNTOFF", "-"),
]


@pytest.mark.parametrize(("game", "row", "separator"), COMPLETE_LAWS)
def test_a_complete_law_adds_up_to_one(game: str, row: str, separator: str) -> None:
    assert sum(law(game, row, separator).values()) == 1


def test_ace_splits_add_up_to_one() -> None:
    splits = [q.exact() for q in quantities("tichu") if q.metric.startswith("T22.")]
    assert len(splits) == 5
    assert sum(splits) == 1


@pytest.mark.parametrize(
    ("game", "row", "separator", "mean", "variance"),
    [
        ("gouji", "Q9", ".", "Q8.jokers", "Q8.jokers_var"),
        ("gouji", "Q11", ".", "Q8.reds", "Q8.reds_var"),
        ("gouji", "Q35", ".", "Q35.mean", "Q35.var"),
        ("shengji", "Q-KITTY-1", "-", "Q-EKITTY-1", "Q-KITTYVAR-1"),
        ("shengji", "Q-KITTY-2", "-", "Q-EKITTY-2", "Q-KITTYVAR-2"),
        ("shengji", "Q-KITTY-3", "-", "Q-EKITTY-3", "Q-KITTYVAR-3"),
    ],
)
def test_mean_and_variance_follow_from_the_law(
    game: str, row: str, separator: str, mean: str, variance: str
) -> None:
    assert moments(law(game, row, separator)) == (exact(game, mean), exact(game, variance))


def test_means_follow_from_the_laws_of_pairs_and_rank_cards() -> None:
    assert moments(law("shengji", "Q-PAIRS-2", "-"))[0] == exact("shengji", "Q-EPAIRS-2")
    for decks, cards, hand in ((1, 54, 12), (2, 108, 25), (3, 162, 39)):
        mean = moments(law("shengji", f"Q-RANKCARDS-{decks}", "-"))[0]
        assert mean == Fraction(hand * 4 * decks, cards)


def test_tichu_points_of_a_hand_have_the_moments_of_their_law() -> None:
    for cards in (8, 14, 28):
        mean, variance = moments(tichu_hands.points_law(cards))
        assert mean == exact("tichu", f"T23.{cards}")
        assert variance == exact("tichu", f"T24.{cards}")


def test_announcers_and_silent_deals_make_up_all_gou_ji_deals() -> None:
    assert sum(law("gouji", "Q17").values()) == exact("gouji", "Q15")
    assert exact("gouji", "Q14") + exact("gouji", "Q15") == 1
    assert exact("gouji", "Q18") == exact("gouji", "Q14") + exact("gouji", "Q17.0")


def test_no_three_can_be_announced_before_the_second_card_of_a_seat() -> None:
    assert gouji_draw.no_pair_among(6) == 1
    first = Fraction(16, 216) * Fraction(3, 215)  # seat 0: any three, then one of its suit
    assert gouji_draw.announced_at()[7] == first


def test_revolution_hands_agree_between_one_seat_and_six() -> None:
    some = law("gouji", "Q3")
    assert exact("gouji", "Q2") > sum(some.values())  # four and five remain
    assert exact("gouji", "Q1") * 6 > moments(some)[0]
    assert exact("gouji", "Q1") * 6 - moments(some)[0] < Fraction(1, 10**6)
    p = exact("gouji", "Q2")
    assert exact("gouji", "Q4") == sum(p**k for k in range(1, 40)) + p**40 / (1 - p)


def test_bombs_of_either_kind_are_bounded_by_the_single_kinds() -> None:
    for four, flush, either in (("T1", "T3", "T5"), ("T2", "T4", "T6"), ("T7", "T8", "T9")):
        a, b, c = (exact("tichu", metric) for metric in (four, flush, either))
        assert max(a, b) < c < a + b


def test_ranks_of_a_tichu_hand_add_up() -> None:
    ranks = law("tichu", "T30")
    assert sum(ranks.values()) == 13
    assert moments(ranks)[0] == Fraction(14 * 52, 56)


def test_longest_runs_have_the_published_counts() -> None:
    bare = [823939091, 191081890011, 1038053472841, 1490830710841, 1247066459576, 827713859248]
    bare += [490983905472, 273127997696, 141206200320, 66174746624, 26951286784, 8788115456]
    bare += [1862270976, 67108864]
    helped = [420760917, 121868138893, 726357032227, 1155668267463, 1160188124100, 970626661992]
    helped += [692138089440, 450632760768, 271898308608, 148812554240, 71142080512, 27555266560]
    helped += [7138705408, 285212672]
    assert tichu_hands.longest_run_counts(14, False) == (0, *bare)
    assert tichu_hands.longest_run_counts(14, True) == (0, *helped)
    assert sum(helped) == comb(56, 14)


# --- the counting helpers against plain enumeration of small cases


def test_rank_sets_without_five_in_a_row_by_enumeration() -> None:
    counts: Counter[int] = Counter()
    for mask in range(1 << 13):
        if not any(mask >> start & 0b11111 == 0b11111 for start in range(9)):
            counts[mask.bit_count()] += 1
    assert tichu_hands.no_five_in_a_row() == [counts[k] for k in range(14)]


def test_shares_of_hands_by_enumeration_of_a_small_deck() -> None:
    deck, hand = 9, 4
    hands = [set(cards) for cards in combinations(range(deck), hand)]
    marked = {0, 1, 2}
    for k in range(hand + 1):
        share = Fraction(sum(len(marked & cards) == k for cards in hands), len(hands))
        assert common.hypergeometric(k, len(marked), deck, hand) == share
    held = [len(marked & cards) for cards in hands]
    mean = Fraction(sum(held), len(hands))
    variance = Fraction(sum(k * k for k in held), len(hands)) - mean**2
    assert common.hypergeometric_variance(3, deck, hand) == variance
    worth = {0: 5, 1: 5, 2: -3}
    totals = [sum(worth.get(card, 0) for card in cards) for cards in hands]
    spread = (
        Fraction(sum(t * t for t in totals), len(hands)) - Fraction(sum(totals), len(hands)) ** 2
    )
    assert common.total_variance({5: 2, -3: 1}, deck, hand) == spread


def test_hands_without_marked_cards_by_enumeration_of_a_small_deal() -> None:
    # 8 cards, three hands of two, two cards undealt; cards 0 and 1 are marked
    empty: Counter[int] = Counter()
    deals = list(permutations(range(8), 6))
    for deal in deals:
        empty[sum(set(deal[i : i + 2]).isdisjoint({0, 1}) for i in (0, 2, 4))] += 1
    for k in range(4):
        share = Fraction(empty[k], len(deals))
        assert common.exactly_without(k, marked=2, deck=8, hand=2, seats=3) == share


def test_polynomials_multiply_like_numbers_in_a_large_base() -> None:
    a, b, base = [3, 0, 7, 2], [1, 5, 4], 10**6

    def number(polynomial: list[int]) -> int:
        return sum(c * base**i for i, c in enumerate(polynomial))

    assert number(common.multiply(a, b, 9)) == number(a) * number(b)
    assert number(common.power(a, 3, 9)) == number(a) ** 3
    assert number(common.add(a, b)) == number(a) + number(b)
    assert common.multiply(a, b, 2) == common.multiply(a, b, 9)[:3]
    assert common.choose(4) == [1, 4, 6, 4, 1]
    assert common.choose(4, below=2) == [1, 4]


def test_partnership_ties_by_enumeration_of_the_classes() -> None:
    sizes = (16,) * 13 + (4, 4)
    tied = 0

    def add_draws(index: int, left: int, drawn: tuple[int, ...]) -> None:
        nonlocal tied
        if index == len(sizes):
            if left == 0:
                order = [i for i, k in enumerate(drawn) for _ in range(k)]
                if order[2] == order[3]:
                    tied += prod(map(comb, sizes, drawn))
            return
        for k in range(min(left, sizes[index]) + 1):
            add_draws(index + 1, left - k, (*drawn, k))

    add_draws(0, 6, ())
    assert gouji_draw.partnership_tie() == Fraction(tied, comb(216, 6))

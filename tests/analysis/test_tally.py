"""Tallies add up to the same integers in any order and survive a trip through JSON."""

from __future__ import annotations

import copy
import json
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.intervals import difference_paired, mean_t, ratio_clustered, variance
from analysis.stored import from_dict, to_dict
from analysis.tally import MOST_VALUES, ClusterSums, Tally


def chunk(start: int, stop: int) -> Tally:
    """Tally made-up results of some matches, each a function of its number alone."""
    tally = Tally()
    tally.cover(start, stop)
    match = np.arange(start, stop)
    rounds = match % 7 + 3
    points = (match * 37) % 401 - 200
    tally.add_count("rounds", int(rounds.sum()))
    tally.add_histogram("points", points)
    tally.add_histogram("seat", match % 4, by=(match % 3, match % 2 == 0))
    tally.add_pairs("points_per_round", points, rounds)
    tally.add_pairs("won", match % 2, 1, by=np.array(["J", "Q", "K"])[match % 3])
    tally.add_paired("gain", points, rounds, points + match % 5, rounds + 1)
    return tally


@pytest.mark.parametrize("order", range(5))
def test_merging_in_any_order_gives_the_same_bits(order):
    parts = [chunk(a, b) for a, b in pairwise([0, 1, 8, 100, 101, 640, 1000])]
    random.Random(order).shuffle(parts)
    before = copy.deepcopy(parts)
    whole = chunk(0, 1000)
    merged = Tally.merged(parts)
    assert merged == whole
    assert merged.digest() == whole.digest()
    assert (merged.matches, merged.spans) == (1000, [(0, 1000)])
    assert (parts[0] + parts[1]) + (parts[2] + (parts[3] + (parts[4] + parts[5]))) == whole
    assert parts == before


def test_counts_are_summed_not_copied():
    parts = [chunk(start, start + 10) for start in range(0, 320, 10)]
    merged = Tally.merged(parts)
    assert merged.sums("points_per_round").n == 320
    assert sum(merged.histogram("points").values()) == 320
    assert merged.count("rounds") == sum(part.count("rounds") for part in parts)


def test_a_match_cannot_be_counted_twice():
    tally = chunk(0, 10)
    before = copy.deepcopy(tally)
    for other in (chunk(0, 10), chunk(9, 12), chunk(3, 4)):
        with pytest.raises(ValueError, match="counted twice"):
            tally.merge(other)
    assert tally == before
    tally.merge(chunk(20, 30))
    assert tally.spans == [(0, 10), (20, 30)]
    with pytest.raises(ValueError, match="matches 20 to 24 would be counted twice"):
        tally.merge(chunk(10, 25))
    tally.merge(chunk(10, 20))
    assert tally == chunk(0, 30)
    for start, stop in ((-1, 3), (5, 4)):
        with pytest.raises(ValueError, match="no range"):
            tally.cover(start, stop)
    tally.cover(30, 30)
    assert tally.matches == 30


def test_the_digest_sees_every_integer_name_and_group():
    tally = chunk(0, 50)
    digests = {tally.digest(), chunk(0, 49).digest(), Tally().digest()}
    for change in (
        lambda t: t.add_count("rounds", 1),
        lambda t: t.add_count("round", 1),
        lambda t: t.add_histogram("points", [7]),
        lambda t: t.add_histogram("points", [8]),
        lambda t: t.add_histogram("points", [7], by=1),
        lambda t: t.add_histogram("points", [7], by="1"),
        lambda t: t.add_histogram("points", [7], by=("1",)),
        lambda t: t.add_pairs("won", [1], 1, by="J"),
        lambda t: t.add_pairs("won", [0], 1, by="J"),
        lambda t: t.cover(50, 51),
    ):
        changed = chunk(0, 50)
        change(changed)
        digests.add(changed.digest())
    assert len(digests) == 13
    assert all(len(digest) == 64 and int(digest, 16) >= 0 for digest in digests)
    # Pinned: a digest that moves without a change of format breaks stored results.
    assert chunk(0, 3).digest() == PINNED


PINNED = "74aabfc485427df32a55a3c80672f48c23475768121a469f948db9747c793ea8"


def test_json_keeps_values_and_types():
    tally = chunk(0, 200)
    tally.add_histogram("mixed", [-3, 5, 5], by="5")
    tally.add_histogram("mixed", [1], by=5)
    tally.add_histogram("mixed", [1], by=("5", 5, None))
    tally.add_count("big", 2**80)
    back = from_dict(json.loads(json.dumps(to_dict(tally))))
    assert back == tally
    assert back.digest() == tally.digest()
    assert back.groups("mixed") == [5, "5", ("5", 5, None)]
    assert [type(group) for group in back.groups("mixed")] == [int, str, tuple]
    assert all(type(value) is int for value in back.histogram("mixed", "5"))
    assert back.count("big") == 2**80
    back.merge(chunk(200, 210))
    assert back.matches == 210


def broken_documents():
    good = to_dict(chunk(0, 5))
    yield {}
    yield {**good, "spans": [[0, 5], [3, 9]]}
    yield {**good, "spans": [[0, 5.0]]}
    yield {**good, "counts": [{"name": "a", "group": None, "count": True}]}
    yield {**good, "counts": [{"name": "a", "group": None, "count": "3"}]}
    yield {**good, "counts": [{"name": "", "group": None, "count": 3}]}
    yield {**good, "counts": [{"name": "a", "group": 1.5, "count": 3}]}
    yield {
        **good,
        "histograms": [{"name": "a", "group": None, "values": [1, 2], "counts": [3]}],
    }
    yield {**good, "histograms": [{"name": "a", "group": None, "values": [], "counts": []}]}
    yield {**good, "histograms": [{"name": "a", "group": None, "values": [1], "counts": [0]}]}
    entry = good["clusters"][0]
    yield {**good, "clusters": [{**entry, "products": entry["products"][:-1]}]}
    yield {**good, "clusters": [{**entry, "n": 0}]}


@pytest.mark.parametrize("data", list(broken_documents()))
def test_data_that_is_no_tally_is_refused(data):
    with pytest.raises(ValueError, match="this is not a stored tally"):
        from_dict(data)


def test_histograms_and_their_powers():
    tally = Tally()
    values = np.array([[3, -2, 3], [0, 7, -2]], dtype=np.int8)
    tally.add_histogram("x", values)
    tally.add_counts("x", [7, 8, 9], [2, 1, 0])
    assert tally.histogram("x") == {-2: 2, 0: 1, 3: 2, 7: 3, 8: 1}
    assert list(tally.histogram("x")) == [-2, 0, 3, 7, 8]
    flat = [-2, -2, 0, 3, 3, 7, 7, 7, 8]
    powers = tally.powers("x")
    assert powers == tuple(sum(value**power for value in flat) for power in range(5))
    assert variance(*powers).estimate == pytest.approx(np.var(flat, ddof=1))
    assert mean_t(*powers[:3]).estimate == pytest.approx(np.mean(flat))
    assert tally.histogram("y") == {}
    assert tally.powers("y") == (0, 0, 0, 0, 0)


def test_groups_split_the_values():
    tally = Tally()
    seat = np.array([0, 1, 2, 3] * 3)
    is_red = seat > 1
    tally.add_histogram("places", np.arange(12) % 6, by=seat)
    tally.add_histogram("both", np.arange(12) % 6, by=(seat, is_red))
    tally.add_histogram("fixed", np.arange(12) % 6, by=("even", seat))
    assert tally.groups("places") == [0, 1, 2, 3]
    assert tally.histogram("places", 1) == {1: 1, 3: 1, 5: 1}
    assert tally.groups("both") == [(0, "no"), (1, "no"), (2, "yes"), (3, "yes")]
    assert tally.histogram("both", (1, "no")) == tally.histogram("places", np.int64(1))
    assert tally.groups("fixed") == [("even", s) for s in range(4)]
    assert tally.names() == ["both", "fixed", "places"]
    assert tally.groups("other") == []
    with pytest.raises(ValueError, match="3 groups given for 12 values"):
        tally.add_histogram("places", np.arange(12), by=[1, 2, 3])
    with pytest.raises(TypeError, match="a group is text, a whole number"):
        tally.add_histogram("places", [1, 2], by=[0.5, 1.5])


def test_pairs_feed_ratios():
    rng = np.random.default_rng(1)
    y, x = rng.integers(-9, 9, size=30), rng.integers(1, 5, size=30)
    tally = Tally()
    tally.add_pairs("points", y, x)
    tally.add_pairs("mean", y)
    sums = tally.sums("points").pair()
    assert sums == (30, y.sum(), x.sum(), (y * y).sum(), (y * x).sum(), (x * x).sum())
    assert ratio_clustered(*sums).estimate == pytest.approx(y.sum() / x.sum())
    assert tally.sums("mean").pair()[2:] == (30, (y * y).sum(), y.sum(), 30)
    assert tally.sums("points", "no such group") is None
    with pytest.raises(ValueError, match="a pair has two columns"):
        ClusterSums(1, (1,), (1,)).pair()


def test_paired_sums_feed_differences():
    rng = np.random.default_rng(2)
    y, x = rng.integers(-9, 9, size=30), rng.integers(1, 5, size=30)
    tally = Tally()
    tally.add_paired("points", y, x, y + 2 * x, x)
    sums = tally.sums("points")
    found = difference_paired(sums.n, sums.sums, sums.products)
    assert found.estimate == 2
    assert found.se == pytest.approx(0, abs=1e-12)


def test_rows_are_summed_within_their_match():
    match = np.array([5, 5, 7, 5, 9, 7])
    y = np.array([1, 2, 10, 4, -3, 20])
    level = np.array([2, 3, 2, 2, 2, 2])
    tally = Tally()
    tally.add_rows("all", match, y, 1)
    tally.add_rows("by", match, y, 1, by=level)
    direct = Tally()
    direct.add_pairs("all", [7, 30, -3], [3, 2, 1])
    direct.add_pairs("by", [5, 30, -3], [2, 2, 1], by=2)
    direct.add_pairs("by", [2], [1], by=3)
    assert tally == direct
    with pytest.raises(ValueError, match="equal lengths"):
        tally.add_rows("all", match, y[:-1], 1)
    with pytest.raises(ValueError, match="too large to be summed"):
        tally.add_rows("all", [1, 1], [2**62, 2**62], 1)


def test_nothing_added_leaves_no_trace():
    tally = Tally()
    empty = np.array([], dtype=np.int64)
    tally.add_histogram("a", empty)
    tally.add_histogram("a", [], by=[])
    tally.add_pairs("b", empty, empty)
    tally.add_rows("c", empty, empty, 1)
    tally.add_count("d", 0)
    tally.add_counts("e", [4], [0])
    assert tally == Tally()
    assert tally.digest() == Tally().digest()


@pytest.mark.parametrize("start", [2**24 - 1, 2**31 - 1, 2**32 - 1, 2**53 - 1, 2**63 - 1])
def test_counters_pass_the_edges_of_machine_numbers(start):
    tally = Tally()
    tally.add_count("n", start)
    tally.add_counts("h", [1], [start])
    for _ in range(3):
        tally.add_count("n", 1)
        tally.add_histogram("h", [1])
    assert tally.count("n") == start + 3
    assert tally.histogram("h") == {1: start + 3}


@pytest.mark.parametrize("size", [2**20, 2**31, 3 * 10**9, 2**62, 2**63 - 1])
def test_sums_and_products_never_wrap(size):
    tally = Tally()
    y, x = [size, -size, size], [size, size, 1]
    tally.add_pairs("p", np.array(y), np.array(x))
    assert tally.sums("p").pair() == (
        3, size, 2 * size + 1, 3 * size**2, size, 2 * size**2 + 1,
    )  # fmt: skip
    lowest = np.array([-(2**63)] * 2)
    tally.add_clusters("low", lowest)
    assert tally.sums("low").sums == (-(2**64),)
    assert tally.sums("low").products == (2**127,)


@given(
    st.lists(st.tuples(st.integers(-(2**40), 2**40), st.integers(0, 2**30)), min_size=1),
    st.integers(0, 100),
)
def test_any_split_adds_up(pairs, cut):
    def of(part):
        tally = Tally()
        if part:
            tally.add_pairs("p", *(np.array(column) for column in zip(*part, strict=True)))
            tally.add_histogram("h", [x % 5 for _, x in part])
        return tally

    cut %= len(pairs) + 1
    assert of(pairs[cut:]) + of(pairs[:cut]) == of(pairs)
    assert of(pairs).sums("p").products[0] == sum(y * y for y, _ in pairs)


def test_only_integers_are_tallied():
    tally = Tally()
    for values in ([0.5], ["1"], np.array([2**70])):
        with pytest.raises(TypeError, match="integers are tallied"):
            tally.add_histogram("x", values)
    with pytest.raises(ValueError, match="does not fit 64 bits"):
        tally.add_histogram("x", np.array([2**63], dtype=np.uint64))
    tally.add_histogram("x", np.array([True, False, True]))
    tally.add_histogram("x", np.array([2**63 - 1], dtype=np.uint64))
    assert tally.histogram("x") == {0: 1, 1: 2, 2**63 - 1: 1}


def test_misuse_is_refused():
    tally = Tally()
    with pytest.raises(ValueError, match="counts never fall"):
        tally.add_count("n", -1)
    with pytest.raises(ValueError, match="negative count"):
        tally.add_counts("h", [1], [-1])
    with pytest.raises(ValueError, match="2 values but 1 counts"):
        tally.add_counts("h", [1, 2], [1])
    with pytest.raises(ValueError, match=f"more than {MOST_VALUES} distinct values"):
        tally.add_histogram("h", np.arange(MOST_VALUES + 1))
    with pytest.raises(ValueError, match="lists of equal length"):
        tally.add_pairs("p", [1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="5 columns"):
        tally.add_clusters("p", *([[1]] * 5))
    with pytest.raises(ValueError, match="named by text"):
        tally.add_count(3, 1)
    tally.add_pairs("p", [1], [1])
    with pytest.raises(ValueError, match="2 and of 1 columns"):
        tally.add_clusters("p", [1])


def test_memory_does_not_grow_with_n():
    small, large = chunk(0, 2_000), chunk(0, 200_000)
    sizes = [len(json.dumps(to_dict(tally))) for tally in (small, large)]
    assert sizes[1] < 1.5 * sizes[0]
    assert large.sums("points_per_round").n == 200_000

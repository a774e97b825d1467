"""Deals: sizes, uniformity, independence of batches, deals given known cards, drawing order."""

from __future__ import annotations

import hashlib
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2, hypergeom

from benchmarks.deal_exact import DECKS, chi_square, count_deals
from simcore import bits, deal, rng, split
from simcore.jit import JIT_ON, U64

PACK = (1 << 54) - 1
TICHU = [(1 << 56) - 1]
GOUJI = [(1 << 64) - 1] * 3 + [(1 << 24) - 1]
ALARM = 1e-5
"""A fixed seed either passes for ever or shows a fault; a fault of any size is far beyond this."""


def dealt(deck, n, sizes, kitty=0, heads=(), seed=1, first=0, round_=0, tune=None):
    """Deals as an array (n, parts, words), and the plan they follow."""
    way = deal.plan(sizes, kitty, heads)
    if tune:
        tune(way.steps)
    words = np.array(deck, dtype=np.uint64)
    out = np.zeros((n, way.slots.size, words.size), dtype=np.uint64)
    deal.deal_batch(
        U64(seed), U64(first), U64(round_), words, way.steps, way.slots, way.n_words, out
    )
    return out


def sizes_of(out):
    return np.bitwise_count(out).sum(axis=2)


def assert_partition(out, deck, sizes):
    """Every card of the deck lies in exactly one part, and the parts have their sizes."""
    assert (sizes_of(out) == np.array(sizes)).all()
    assert (np.bitwise_or.reduce(out, axis=1) == np.array(deck, dtype=np.uint64)).all()
    assert sum(sizes) == sum(word.bit_count() for word in deck)


def card_by_part(out, deck):
    """p-value of the hypothesis that every card is in every part as often as sizes say.

    Cards of one part exclude each other, which the factor (cards - 1) / cards makes good.
    """
    n = out.shape[0]
    sizes = sizes_of(out)[0]
    used = np.flatnonzero(sizes)
    seen = []
    for w, mask in enumerate(deck):
        for bit in bits.positions(mask):
            seen.append(((out[:, used, w] >> U64(bit)) & U64(1)).sum(axis=0))
    seen = np.array(seen, dtype=float)
    cards = len(seen)
    expected = n * sizes[used] / cards
    statistic = ((seen - expected) ** 2 / expected).sum() * (cards - 1) / cards
    return float(chi2.sf(statistic, (cards - 1) * (len(used) - 1)))


SHENGJI = [
    # packs, players, kitty: the sizes of SJ-2, then unusual kitties
    (1, 4, 6), (2, 4, 8), (3, 4, 6), (4, 4, 8), (2, 5, 8), (3, 6, 6),
    (1, 4, 2), (1, 4, 22), (2, 4, 12), (2, 5, 3), (2, 5, 13), (3, 6, 12), (4, 4, 4), (4, 4, 100),
]  # fmt: skip
SHAPES = {
    "tichu": (TICHU, {"sizes": [14] * 4}),
    "tichu heads": (TICHU, {"sizes": [14] * 4, "heads": [8] * 4}),
    "gouji": (GOUJI, {"sizes": [36] * 6}),
    "one seat": (TICHU, {"sizes": [56]}),
    "unequal": ([PACK, 0b1011 << 9], {"sizes": [0, 40, 1, 0, 9], "kitty": 7}),
    "three words": ([0xFFFF, PACK, 0xF0F0], {"sizes": [13, 2, 25], "kitty": 38}),
    "uneven heads": (TICHU, {"sizes": [14, 20, 22], "heads": [0, 19, 22]}),
    "large first part": (GOUJI, {"sizes": [150, 66]}),
    "large kitty": (GOUJI, {"sizes": [20, 6], "kitty": 190}),
}
SHAPES |= {
    f"{packs} packs, {players} players, kitty {kitty}": (
        [PACK] * packs,
        {"sizes": [(54 * packs - kitty) // players] * players, "kitty": kitty},
    )
    for packs, players, kitty in SHENGJI
}


def part_sizes(sizes, kitty=0, heads=()):
    tops = list(heads) + [n - h for n, h in zip(sizes, heads, strict=True)] if heads else sizes
    return list(tops) + ([kitty] if kitty else [])


@pytest.mark.parametrize("name", SHAPES)
def test_every_card_is_in_every_part_as_often_as_sizes_say(name):
    deck, shape = SHAPES[name]
    out = dealt(deck, 20_000, **shape, seed=12)
    assert_partition(out, deck, part_sizes(**shape))
    if out.shape[1] > 1:
        assert card_by_part(out, deck) > ALARM


def exact_p(n, words=1, seed=1, tune=None):
    way = deal.plan([2] * 4)
    if tune:
        tune(way.steps)
    return chi_square(count_deals(way, DECKS[words], seed, 0, n))[1]


def test_all_2520_deals_of_eight_cards_are_equally_likely():
    assert exact_p(1_000_000) > ALARM


@pytest.mark.parametrize("words", [2, 4])
def test_the_same_over_several_words(words):
    assert exact_p(250_000, words, seed=2) > ALARM


def with_drift(steps):
    """Move the sums down after each class, as for large hands; most lanes then need picks."""
    steps[:, deal.DRIFT] = 1
    steps[:, deal.END] = split.ORIGIN + steps[:, deal.TAKE] - (1 << split.LABELS)


def with_thinning(steps):
    """Split off from a thinned set, which is often too small."""
    steps[:, deal.HALVINGS] = 1


def with_one_set_of_words(steps):
    """All splits by the same words: whatever is shared, the law is exact."""
    steps[:, deal.FIRST] = 0


@pytest.mark.parametrize("tune", [with_drift, with_thinning, with_one_set_of_words])
def test_no_setting_of_a_plan_can_make_a_deal_likelier(tune):
    """Settings decide how often picks are needed, never which deal comes out."""
    assert exact_p(250_000, seed=3, tune=tune) > ALARM


def test_unequal_parts_and_a_kitty_are_exact_too():
    """Seven cards to parts of 1, 3, 1 (kitty) after heads: each of 840 outcomes."""
    deck = [0b1110010111]
    out = dealt(deck, 200_000, sizes=[2, 4], kitty=1, heads=[1, 1], seed=4)
    assert_partition(out, deck, [1, 1, 1, 3, 1])
    base = 1 << 10
    code = np.zeros(len(out), dtype=np.int64)
    for part in range(4):
        code = code * base + out[:, part, 0].astype(np.int64)
    _, seen = np.unique(code, return_counts=True)
    outcomes = math.factorial(7) // math.factorial(3)
    assert seen.size == outcomes
    expected = len(out) / outcomes
    assert chi2.sf(((seen - expected) ** 2).sum() / expected, outcomes - 1) > ALARM


def test_a_biased_shuffle_is_found():
    """Swap with any position, the classic mistake, put through the same two tests."""
    generator = np.random.default_rng(5)
    n, cards = 100_000, 8
    order = np.tile(np.arange(cards), (n, 1))
    rows = np.arange(n)
    for i in range(cards):
        other = generator.integers(0, cards, n)
        order[rows, i], order[rows, other] = order[rows, other], order[rows, i].copy()
    hands = np.zeros((n, 4, 1), dtype=np.uint64)
    code = np.zeros(n, dtype=np.int64)
    for i in range(cards):
        hands[:, i // 2, 0] |= U64(1) << order[:, i].astype(np.uint64)
        code += (i // 2) * 4 ** order[:, i]
    assert chi_square(np.bincount(code, minlength=4**cards))[1] < 1e-12
    assert card_by_part(hands, [(1 << cards) - 1]) < 1e-12


@pytest.mark.parametrize("seat", range(6))
def test_a_rank_count_is_hypergeometric(seat):
    """Eight jokers and sixteen 2s in 216 cards: how many of a seat's 36 are among them."""
    n = 50_000
    out = dealt(GOUJI, n, sizes=[36] * 6, seed=6)
    seen = np.bincount(np.bitwise_count(out[:, seat, 3]), minlength=25).astype(float)
    expected = n * hypergeom(216, 24, 36).pmf(np.arange(25))
    usual = expected > 5
    pooled = np.append(seen[usual], seen[~usual].sum())
    wanted = np.append(expected[usual], expected[~usual].sum())
    assert chi2.sf(((pooled - wanted) ** 2 / wanted).sum(), usual.sum()) > ALARM


def test_pairs_of_cards_meet_in_a_hand_as_often_as_any_pair():
    n = 40_000
    out = dealt(TICHU, n, sizes=[14] * 4, seed=7)
    held = np.unpackbits(out.view(np.uint8), axis=-1, bitorder="little").reshape(n, 4, 64)
    held = held[:, :, :56].reshape(4 * n, 56).astype(np.float32)
    together = (held.T @ held)[np.triu_indices(56, 1)]
    p = 13 / 55
    z = (together - n * p) / math.sqrt(n * p * (1 - p))
    assert abs(z.mean()) < 0.01  # the sum over all pairs is fixed
    assert 0.9 < z.var() < 1.1
    assert abs(z).max() < 5.5


BATCHES = {"tichu": 150, "gouji": 150, "2 packs, 4 players, kitty 8": 150, "unequal": 150}


@pytest.mark.parametrize("name", BATCHES)
def test_a_deal_is_the_same_in_every_batch(name):
    deck, shape = SHAPES[name]
    n = 2 * deal.LANES + 7
    whole = dealt(deck, n, **shape, first=40, round_=3)
    for cut in (1, 2, 63, 64, 65, deal.LANES, deal.LANES + 1):
        head = dealt(deck, cut, **shape, first=40, round_=3)
        tail = dealt(deck, n - cut, **shape, first=40 + cut, round_=3)
        assert (np.concatenate([head, tail]) == whole).all()


def lanes_of(name, lanes, marks, seed=1):
    """Deals of arbitrary (match, round, attempt) in the lanes of one room."""
    deck, shape = SHAPES[name]
    way = deal.plan(**shape)
    words = np.array(deck, dtype=np.uint64)
    room = deal.new_room(way, words.size, lanes)
    room[:] = U64(0xDEADBEEF)  # nothing of an earlier use may matter
    out = np.zeros((len(marks), way.slots.size, words.size), dtype=np.uint64)
    for start in range(0, len(marks), lanes):
        some = marks[start : start + lanes]
        for lane, mark in enumerate(some):
            deal.set_lane(room, lane, *(U64(m) for m in mark))
        deal.deal_lanes(U64(seed), rng.DEAL, words, way.steps, way.n_words, room, len(some))
        for lane in range(len(some)):
            deal.read_lane(room, lane, way.slots, out[start + lane])
    return out


@pytest.mark.parametrize("name", ["tichu heads", "gouji", "3 packs, 6 players, kitty 6"])
def test_lanes_hold_any_deals_in_any_order(name):
    deck, shape = SHAPES[name]
    marks = [(m, r, a) for m in (0, 9, 1 << 40) for r in (0, 5) for a in (0, 1, 2)]
    alone = lanes_of(name, 1, marks)
    for lanes in (2, 5, 18, 70):
        order = np.random.default_rng(lanes).permutation(len(marks))
        together = lanes_of(name, lanes, [marks[i] for i in order])
        assert (together == alone[order]).all()
    for (match, round_, attempt), hands in zip(marks, alone, strict=True):
        if attempt == 0:
            assert (dealt(deck, 1, **shape, first=match, round_=round_)[0] == hands).all()
    assert len({hands.tobytes() for hands in alone}) == len(marks)


def test_redeals_are_uniform_and_independent_of_the_first_deal():
    marks = [(match, 0, attempt) for match in range(10_000) for attempt in (0, 1)]
    out = lanes_of("tichu", 50, marks, seed=8)
    assert card_by_part(out[1::2], TICHU) > ALARM
    both = out[0::2, 0] & out[1::2, 0]
    common = np.bincount(np.bitwise_count(both)[:, 0], minlength=15).astype(float)
    expected = 10_000 * hypergeom(56, 14, 14).pmf(np.arange(15))
    usual = expected > 5
    pooled = np.append(common[usual], common[~usual].sum())
    wanted = np.append(expected[usual], expected[~usual].sum())
    assert chi2.sf(((pooled - wanted) ** 2 / wanted).sum(), usual.sum()) > ALARM


def test_seeds_that_share_their_lower_half_differ():
    a = dealt(TICHU, 20, sizes=[14] * 4, seed=1)
    b = dealt(TICHU, 20, sizes=[14] * 4, seed=(1 << 32) + 1)
    assert not (a == b).all(axis=(1, 2)).any()


@pytest.mark.parametrize(
    ("unseen", "needs"),
    [
        ([0x00FF00FF00FF0F], [5, 0, 10, 11]),
        ([PACK, 0xFFF], [25, 25, 8]),
        (GOUJI, [36, 30, 0, 36, 12, 100]),
        ([0, 0b1111111], [2, 1]),
        ([0b1, 0, 1 << 63], [0, 1]),
        ([0, 0], [0, 0, 0]),
    ],
)
def test_deals_given_known_cards(unseen, needs):
    out = deal.deal_given(np.array(unseen, dtype=np.uint64), needs, seed=9, first=100, n=20_000)
    total = sum(word.bit_count() for word in unseen)
    rest = total - sum(needs)
    assert_partition(out, unseen, needs + ([rest] if rest else []))
    if total:
        assert card_by_part(out, unseen) > ALARM
    later = deal.deal_given(np.array(unseen, dtype=np.uint64), needs, seed=9, first=150, n=40)
    assert (later == out[50:90]).all()


def test_deals_given_known_cards_have_a_stream_of_their_own():
    words = np.array(TICHU, dtype=np.uint64)
    asked = deal.deal_given(words, [14] * 4, seed=1, first=0, n=10)
    assert not (asked == dealt(TICHU, 10, sizes=[14] * 4)).all(axis=(1, 2)).any()
    same = deal.deal_given(words, [14] * 4, seed=1, first=0, n=10, stream=int(rng.DEAL))
    assert (same == dealt(TICHU, 10, sizes=[14] * 4)).all()


def test_more_cards_than_there_are_cannot_be_given():
    with pytest.raises(ValueError, match="4 cards are needed, 3 are unseen"):
        deal.deal_given(np.array([0b111], dtype=np.uint64), [2, 2], seed=1, first=0, n=1)


@pytest.mark.parametrize(
    ("sizes", "kitty", "heads"),
    [([], 0, ()), ([-1, 5], 0, ()), ([5], -1, ()), ([100, 100], 17, ()), ([4, 4], 0, [5, 1]),
     ([4, 4], 0, [1])],
)  # fmt: skip
def test_impossible_plans(sizes, kitty, heads):
    with pytest.raises(ValueError, match="cannot"):
        deal.plan(sizes, kitty, heads)


def ordered(hand, seed=1, match=0, round_=0, attempt=0, part=0):
    words = np.array(hand, dtype=np.uint64)
    order = np.full(216, -1, dtype=np.int64)
    place = U64(rng.place_of(U64(match), U64(round_)))
    n = deal.draw_order(U64(seed), place, U64(attempt), U64(part), words, order)
    assert (order[n:] == -1).all()
    return order[:n].tolist()


@pytest.mark.parametrize("hand", [[0], [1 << 63], [0b101], TICHU, [PACK, 0, 1], GOUJI])
def test_an_order_is_a_permutation_of_the_hand(hand):
    cards = [64 * w + bit for w, word in enumerate(hand) for bit in bits.positions(word)]
    assert sorted(ordered(hand)) == cards


def test_each_order_of_a_hand_is_equally_likely():
    hand = [1 << 5, 0, 0b1001 | 1 << 40]
    n = 24_000
    seen: dict[tuple[int, ...], int] = {}
    for match in range(n):
        order = tuple(ordered(hand, match=match))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    statistic = sum((count - n / 24) ** 2 for count in seen.values()) / (n / 24)
    assert chi2.sf(statistic, 23) > ALARM


def test_each_card_of_a_large_hand_comes_at_each_turn():
    hand = [PACK]
    n = 6000
    table = np.zeros((54, 54))
    for match in range(n):
        table[ordered(hand, match=match), np.arange(54)] += 1
    expected = n / 54
    statistic = ((table - expected) ** 2).sum() / expected * 53 / 54
    assert 1e-4 < chi2.sf(statistic, 53 * 53) < 1 - 1e-4


def test_orders_of_deals_attempts_and_parts_differ():
    marks = [
        {"match": m, "round_": r, "attempt": a, "part": p}
        for m in range(2) for r in range(2) for a in range(2) for p in range(3)
    ]  # fmt: skip
    assert len({tuple(ordered(TICHU, **mark)) for mark in marks}) == len(marks)


def some_deals():
    """Digest of a few deals and orders of every shape."""
    digest = hashlib.sha256()
    for deck, shape in SHAPES.values():
        digest.update(dealt(deck, 12, **shape, seed=77, first=5, round_=1).tobytes())
    given = deal.deal_given(np.array(GOUJI, dtype=np.uint64), [40, 3, 0, 9], 5, 3, 12)
    digest.update(given.tobytes())
    digest.update(str(ordered(GOUJI, part=2)).encode())
    return digest.hexdigest()


def test_the_digest_is_pinned():
    """A change here moves every deal of every seed: results of earlier versions are lost."""
    assert some_deals() == "00f41f0cb17de78dc7fa1f0809ccf6ce75166c71a09334bfc1a4bb42a7df14d4"


@pytest.mark.slow
@pytest.mark.parametrize(
    "switch", [{"NUMBA_DISABLE_JIT": "1"}, {"KAIPAI_PDEP": "0"}], ids=["plain", "without pdep"]
)
def test_plain_python_and_portable_code_deal_the_same(switch):
    code = "import sys; sys.path[:0] = sys.argv[1:]; import test_deal as t; print(t.some_deals())"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, str(root), str(Path(__file__).parent)],
        env=os.environ | switch,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == some_deals()


@pytest.mark.skipif(not JIT_ON, reason="nothing is compiled")
def test_no_kernel_takes_or_returns_floats_and_each_has_one_signature():
    """A uint64 that meets a signed integer becomes float64 without a word."""
    streams = rng.new_streams(1)
    one = U64(1)
    rng.open_stream(streams, 0, one, one, one)
    rng.below(streams, 0, U64(6))
    rng.chance(streams, 0, one, U64(6))
    rng.bounded(one, U64(6))
    rng.threefry(one, one, one, one)
    rng.threefry_pair(one, one, one, one, one, one)
    bits.lowest(one)
    bits.select(one, U64(0))
    bits.select_portable(one, U64(0))
    lanes_of("gouji", 2, [(0, 0, 0)])
    dealt(TICHU, 1, sizes=[14] * 4)
    ordered(TICHU)
    room = np.zeros((60, 2), dtype=np.uint64)
    split.draw_words(room, split.SLOTS, 2, split.PLACE, one, one, 2)
    split.thin(room, 20, 21, 30, 1, 1, 2)
    split.count_classes(room, 20, 30, 1, 2)
    split.choose_classes(room, U64(2), U64(0), 2)
    split.take_classes(room, 21, 20, 30, 1, 2)
    room[split.TAKEN] = 0
    split.repair(room, 20, 21, U64(0), 1, 2, one, one, 0)
    split.remove(room, 20, 21, 1, 2)
    deal.room_rows(3, 5, 1)
    for module in (bits, rng, split, deal):
        for name, kernel in vars(module).items():
            if not hasattr(kernel, "overloads") or kernel.py_func.__module__ != module.__name__:
                continue
            overloads = kernel.overloads | kernel.callee().overloads
            signatures = [compiled.signature for compiled in overloads.values()]
            # Streams are rows of an array in tests and of a record, as long as the game has
            # streams, in an engine: all rows of records count as one way of calling.
            ways = {re.sub(r"NestedArray\([^)]*\)\)", "Row", str(one.args)) for one in signatures}
            allowed = 2 if module is rng and name in ("open_stream", "below", "chance") else 1
            assert len(ways) <= allowed or name.startswith("_"), name
            for signature in signatures:
                assert "float" not in f"{signature.args} {signature.return_type}", name

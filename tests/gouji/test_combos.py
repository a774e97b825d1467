"""Combinations: what is one, what beats what, what a hand holds (GJ-21 to GJ-37, GJ-47)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from simcore.gouji import combos
from simcore.gouji.cards import NATURALS, RANK_NAMES
from simcore.gouji.game import GAME
from simcore.gouji.records import MOVE, rules_row
from simcore.jit import kernel
from tests.oracle import gouji as oracle
from tests.oracle.gouji.combos import types_of_size

BEATS = [
    dict(red_for_black=red, allwild_vs_black_mixed=black, mixed_wild_over_natural=mixed)
    for red, black, mixed in itertools.product(
        ("at_least", "exact"),
        ("never", "all_jokers", "reds_cover"),
        ("yes", "all_twos_or_all_jokers_only"),
    )
]


@kernel
def all_pairs(codes: Any, rules: Any, out: Any) -> None:
    """Fill out[i, j] with whether combination j beats combination i."""
    for i in range(codes.size):
        for j in range(codes.size):
            out[i, j] = combos.beats(codes[i], codes[j], rules[0])


def beats_of(types: list[oracle.Combo], **changes: Any) -> np.ndarray:
    codes = np.array([combos.read_combo(combo.cards()) for combo in types])
    out = np.zeros((len(types), len(types)), dtype=bool)
    all_pairs(codes, rules_row(GAME.make_rules("seed", changes)), out)
    return out


def row_of(**changes: Any) -> Any:
    return rules_row(GAME.make_rules("seed", changes))[0]


@pytest.mark.clause("GJ-21")
@pytest.mark.clause("GJ-22")
@pytest.mark.clause("GJ-23")
def test_a_combination_packs_and_unpacks():
    for size in range(1, 6):
        for combo in types_of_size(size):
            code = combos.read_combo(reversed(combo.cards()))
            assert combos.show_combo(code) == combo.cards()
            assert combos.combo_size(code) == size
            rank = NATURALS.index(combo.rank) if combo.n else combos.ALL_WILD
            assert combos.combo_rank(code) == rank
    for cards in ("", "8 9", "8 9 2", "3 4 5"):
        assert combos.read_combo(cards.split()) == combos.NO_COMBO


@pytest.mark.clause("GJ-24")
@pytest.mark.clause("GJ-25")
@pytest.mark.clause("GJ-26")
@pytest.mark.clause("GJ-27")
@pytest.mark.clause("GJ-28")
@pytest.mark.clause("GJ-29")
@pytest.mark.clause("GJ-30")
@pytest.mark.clause("GJ-31")
@pytest.mark.clause("GJ-32")
@pytest.mark.clause("GJ-33")
@pytest.mark.clause("GJ-34")
@pytest.mark.parametrize("changes", BEATS, ids=lambda c: "-".join(c.values()))
def test_all_pairs_to_size_four_as_the_oracle_says(changes):
    types = [combo for size in range(1, 5) for combo in types_of_size(size)]
    rules = oracle.full_rules(changes)
    expected = np.array([[oracle.beats(x, y, rules) for y in types] for x in types])
    assert np.array_equal(beats_of(types, **changes), expected)


@pytest.mark.clause("GJ-25")
@pytest.mark.clause("GJ-32")
@pytest.mark.parametrize(
    ("changes", "pairs"),
    [
        ({}, [105, 744, 2944, 8589, 20558, 41394]),
        (
            {"allwild_vs_black_mixed": "reds_cover"},
            [105, 780, 3124, 9129, 21698, 43314],
        ),
    ],
)
def test_number_of_pairs(changes, pairs):
    for size, expected in enumerate(pairs, start=1):
        types = types_of_size(size)
        found = beats_of(types, **changes)
        assert found.sum() == expected
        assert not (found & found.T).any()  # neither reflexive nor symmetric
        if size <= 4:  # transitive
            assert not ((found.astype(int) @ found.astype(int) > 0) & ~found).any()


@pytest.mark.clause("GJ-35")
def test_the_relation_is_card_by_card_when_reds_cover():
    types = [combo for size in range(1, 5) for combo in types_of_size(size)]
    found = beats_of(types, allwild_vs_black_mixed="reds_cover")
    expected = [[oracle.positional_beats(x, y) for y in types] for x in types]
    assert np.array_equal(found, np.array(expected))


@pytest.mark.clause("GJ-36")
@pytest.mark.clause("GJ-37")
@pytest.mark.parametrize(
    "changes",
    [{}, {"gouji_twos_count": False}, {"gouji_thresholds": {"T": 1, "A": 4}}],
)
def test_triggers_as_the_oracle_says(changes):
    row, rules = row_of(**changes), oracle.full_rules(changes)
    for size in range(1, 7):
        for combo in types_of_size(size):
            code = combos.read_combo(combo.cards())
            assert bool(combos.triggers(code, row)) == oracle.triggers(combo, rules)


@pytest.mark.clause("GJ-39")
def test_whatever_beats_a_trigger_is_a_trigger():
    row = row_of()
    for size in range(1, 6):
        types = types_of_size(size)
        is_trigger = np.array(
            [bool(combos.triggers(combos.read_combo(c.cards()), row)) for c in types]
        )
        found = beats_of(types)
        assert not (found[is_trigger][:, ~is_trigger]).any()


def hands(n: int, seed: int) -> list[tuple[Counter[str], oracle.Combo]]:
    rng = random.Random(seed)
    found = []
    while len(found) < n:
        pool = [rank for rank in rng.sample(NATURALS, 3) for _ in range(4)]
        pool += ["2"] * 3 + ["BJ"] * rng.choice((0, 1, 3)) + ["RJ"] * rng.choice((0, 1, 3))
        table = rng.choice(types_of_size(rng.choice((1, 2, 3, 4))))
        found.append((Counter(rng.sample(pool, rng.choice((1, 2, 4, 5, 6, 9)))), table))
    return found


@pytest.mark.clause("GJ-19")
@pytest.mark.clause("GJ-20")
@pytest.mark.clause("GJ-47")
@pytest.mark.parametrize("changes", [*BEATS[::3], {"shao_single_allowed": True}])
def test_what_a_hand_holds_as_the_oracle_says(changes):
    row, rules = row_of(**changes), oracle.full_rules(changes)
    move = np.zeros(1, dtype=MOVE)[0]
    for hand, table in hands(150, 7):
        naturals, wilds = combos.counts_of_ranks(hand.elements())
        cards, laid = combos.hand_size(naturals, 0), combos.read_combo(table.cards())
        leads = [
            combos.lead_at(cards, naturals, wilds, k)
            for k in range(combos.lead_count(cards, wilds))
        ]
        assert sorted(leads) == sorted(combos.read_combo(c.cards()) for c in oracle.leads(hand))
        expected = oracle.replies(hand, table, rules)
        replies = [
            combos.pick_reply(naturals, wilds, laid, row, k)
            for k in range(combos.reply_count(naturals, wilds, laid, row))
        ]
        assert sorted(replies) == sorted(combos.read_combo(c.cards()) for c in expected)
        assert bool(combos.can_beat(naturals, wilds, laid, row)) == bool(expected)
        forms = combos.shao_forms(naturals, wilds, laid, row, 0)
        named = {"A": combos.FORM_A, "B": combos.FORM_B, "1": combos.SINGLE}
        assert {name for name, bit in named.items() if forms & bit} == oracle.forms(
            hand, table, rules
        )
        if hand.total() <= 5:
            every = oracle.divisions(hand, table, rules)
            n = combos.pick_division(naturals, wilds, laid, row, move, -1)
            assert n == min(combos.MOST_DIVISIONS, len(every))
            plays = combos.fewest_plays(naturals, wilds, laid, row, move, False)
            assert plays == min((len(d.chain()) for d in every), default=0)


@pytest.mark.clause("GJ-1")
def test_counts_of_words_and_of_ranks_agree():
    rng = np.random.default_rng(3)
    for _ in range(200):
        first, second, third, wild = (int(w) for w in rng.integers(0, 2**63, 4, dtype=np.uint64))
        wild &= 0xFFFFFF
        counts = [(word >> 16 * lane & 0xFFFF).bit_count()
                  for word in (first, second, third) for lane in range(4)]  # fmt: skip
        tokens = [name for name, n in zip(RANK_NAMES, counts, strict=False) for _ in range(n)]
        tokens += ["2"] * (wild & 0xFFFF).bit_count() + ["BJ"] * (wild >> 16 & 15).bit_count()
        tokens += ["RJ"] * (wild >> 20).bit_count()
        words = [np.uint64(word) for word in (first, second, third, wild)]
        assert combos.counts_of_words(*words) == combos.counts_of_ranks(tokens)
        assert combos.hand_size(*combos.counts_of_ranks(tokens)) == len(tokens)

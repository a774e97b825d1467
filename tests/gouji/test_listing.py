"""Plays that the kernels list against those of the oracle, as sets."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from simcore.gouji import combos
from simcore.gouji.cards import NATURALS
from simcore.gouji.records import MOVE
from tests.gouji.kernels import row
from tests.oracle import gouji as oracle
from tests.oracle.gouji.combos import types_of_size

CHANGES = [
    {
        "red_for_black": red,
        "allwild_vs_black_mixed": black,
        "mixed_wild_over_natural": mixed,
        "shao_two_test": two,
        "shao_single_allowed": single,
    }
    for red, black, mixed, two, single in itertools.product(
        ("at_least", "exact"),
        ("never", "all_jokers", "reds_cover"),
        ("yes", "all_twos_or_all_jokers_only"),
        ("exists", "minimal"),
        (False, True),
    )
]
RULES = [(row(**change), oracle.full_rules(change)) for change in CHANGES]


def code(combo: oracle.Combo) -> int:
    return combos.read_combo(combo.cards())


def short_position(rng: random.Random) -> tuple[Counter[str], oracle.Combo]:
    """Draw a hand of few ranks that is rich in wild cards, and a table."""
    ranks = rng.sample(NATURALS, rng.choice((1, 2, 3, 4, 6)))
    pool = [rank for rank in ranks for _ in range(rng.choice((1, 2, 3, 5)))]
    pool += ["2"] * rng.choice((0, 0, 1, 2, 4)) + ["BJ"] * rng.choice((0, 1, 2, 4))
    pool += ["RJ"] * rng.choice((0, 1, 2, 4))
    hand = Counter(rng.sample(pool, min(len(pool), rng.choice((1, 2, 3, 4, 6, 9, 14)))))
    while True:
        n = rng.choice((0, 0, 1, 1, 1, 2, 2, 3, 4))
        rank = rng.choice(NATURALS[:7] if rng.random() < 0.7 else NATURALS) if n else ""
        wilds = rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 0, 1, 1, 2, 3))
        table = oracle.Combo(n, rank, *wilds, int(rng.random() < 0.04))
        if table.size:
            return hand, table


def full_position(rng: random.Random, deck: list[str]) -> tuple[Counter[str], oracle.Combo]:
    """Draw a hand of 36 cards and a table as it might lie there."""
    hand = Counter(rng.sample(deck, 36))
    return hand, rng.choice(types_of_size(rng.choice((1, 2, 3, 5, 8))))


DECK = [rank for rank in (*NATURALS, "2") for _ in range(16)] + ["BJ", "RJ"] * 4


def listed(hand: Counter[str], table: oracle.Combo, rules: np.void) -> list[int]:
    held, laid = combos.counts_of_ranks(hand.elements()), code(table)
    n = combos.reply_count(*held, laid, rules)
    return [combos.pick_reply(*held, laid, rules, i) for i in range(n)]


def compare(hand: Counter[str], table: oracle.Combo, which: int) -> int:
    """Compare the replies; return how many there are."""
    rules, words = RULES[which]
    expected = {code(combo) for combo in oracle.replies(hand, table, words)}
    found = listed(hand, table, rules)
    told = f"hand {sorted(hand.elements())}, table {table.cards()}, {CHANGES[which]}"
    assert len(found) == len(set(found)), told
    assert set(found) == expected, told
    held = combos.counts_of_ranks(hand.elements())
    assert bool(combos.can_beat(*held, code(table), rules)) == bool(expected), told
    return len(found)


def test_replies_of_short_hands_rich_in_wild_cards():
    rng = random.Random(1)
    total = sum(compare(*short_position(rng), rng.randrange(len(RULES))) for _ in range(3000))
    assert total > 3000


def test_replies_of_whole_hands():
    rng = random.Random(2)
    total = sum(compare(*full_position(rng, DECK), rng.randrange(len(RULES))) for _ in range(150))
    assert total > 500


EDGES = [
    "3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3",
    " ".join(["A"] * 16 + ["2"] * 16 + ["BJ"] * 2 + ["RJ"] * 2),
    " ".join(["2"] * 16 + ["BJ"] * 4 + ["RJ"] * 4),
    " ".join(["BJ"] * 4 + ["RJ"] * 4),
    "3 4 5 6 7 8 9 T J Q K A 2 BJ RJ",
    "A", "2", "BJ", "RJ",
]  # fmt: skip


@pytest.mark.parametrize("cards", EDGES)
def test_replies_at_the_edges(cards):
    hand = Counter(cards.split())
    tables = [oracle.Combo(n, "3", 0, b, 0) for n in (1, 2, 15, 16) for b in (0, 1, 2, 4)]
    tables += [oracle.Combo(16, "K", t, 0, 0) for t in (0, 1, 16)]
    tables += [oracle.Combo(0, "", t, b, 0) for t in (0, 1, 2, 8) for b in (0, 1, 2, 4) if t + b]
    tables += [oracle.Combo(n, "A", 0, 0, 1) for n in (0, 1)]
    tables[-2] = oracle.Combo(0, "", 0, 0, 1)
    for table in tables:
        for which in (0, 9, 21, len(RULES) - 1):
            compare(hand, table, which)


def test_leads_are_every_combination_of_a_hand():
    rng = random.Random(3)
    hands = [short_position(rng)[0] for _ in range(300)]
    hands += [Counter(rng.sample(DECK, 36)) for _ in range(20)]
    for hand in hands:
        naturals, wilds = combos.counts_of_ranks(hand.elements())
        size = combos.hand_size(naturals, 0)
        n = combos.lead_count(size, wilds)
        found = [combos.lead_at(size, naturals, wilds, i) for i in range(n)]
        assert len(found) == len(set(found))
        assert set(found) == {code(combo) for combo in oracle.leads(hand)}


def test_forms_and_divisions_of_shao_pai():
    rng = random.Random(4)
    move = np.zeros(1, dtype=MOVE)[0]
    names = {"A": combos.FORM_A, "B": combos.FORM_B, "1": combos.SINGLE}
    seen: Counter[str] = Counter()
    for _ in range(2500):
        hand, table = short_position(rng)
        rules, words = rng.choice(RULES)
        held, laid = combos.counts_of_ranks(hand.elements()), code(table)
        forms = combos.shao_forms(*held, laid, rules, 0)
        assert {name for name, bit in names.items() if forms & bit} == oracle.forms(
            hand, table, words
        )
        assert bool(combos.shao_forms(*held, laid, rules, 7)) == bool(forms)
        if not forms or hand.total() > 6:
            continue
        every = {
            (code(d.first), tuple(sorted(map(code, d.middle))), d.last and code(d.last))
            for d in oracle.divisions(hand, table, words)
        }
        n = combos.pick_division(*held, laid, rules, move, -1)
        assert n == min(combos.MOST_DIVISIONS, len(every))
        found = set()
        for k in range(n):
            combos.pick_division(*held, laid, rules, move, k)
            found.add(chain_of(move))
        assert len(found) == n
        assert found <= every
        plays = combos.fewest_plays(*held, laid, rules, move, False)
        assert plays == min(1 + len(middle) + (last is not None) for _, middle, last in every)
        assert chain_of(move) in every
        seen[str(min(plays, 4))] += 1
    assert set(seen) == {"1", "2", "3", "4"}


def chain_of(move: np.void) -> tuple[int, tuple[int, ...], int | None]:
    """Return a division as C1, the joker combinations in any order, F."""
    chain = move["chain"][: move["length"]].tolist()
    last = chain[-1] if len(chain) > 1 else None
    return chain[0], tuple(sorted(chain[1:-1])), last


def test_beats_and_triggers_agree_on_all_small_combinations():
    kinds = [kind for size in (1, 2, 3) for kind in types_of_size(size)]
    for which in range(0, len(RULES), 4):
        rules, words = RULES[which]
        by_size: dict[int, list[tuple[oracle.Combo, int]]] = {}
        for kind in kinds:
            by_size.setdefault(min(kind.size, 2), []).append((kind, code(kind)))
        rng = random.Random(which)
        for (x, one), (y, two) in (
            pair
            for same in by_size.values()
            for pair in zip(same, rng.sample(same, len(same)), strict=True)
        ):
            assert bool(combos.beats(one, two, rules)) == oracle.beats(x, y, words), (x, y)
    for counted in (True, False):
        change = {"gouji_twos_count": counted, "gouji_thresholds": {"T": 3, "A": 1, "K": 2}}
        rules, words = row(**change), oracle.full_rules(change)
        for kind in kinds:
            assert bool(combos.triggers(code(kind), rules)) == oracle.triggers(kind, words)

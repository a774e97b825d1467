"""Deal records: every field against an obvious count, and the frequencies against exact figures."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analysis.exact import Quantity, quantities, samples
from simcore.catalog import load_game
from simcore.gouji import deals as gouji
from simcore.gouji.records import DEAL as GOUJI_DEAL
from simcore.rng import ROW
from simcore.shengji import deals as shengji
from simcore.shengji.records import DEAL as SHENGJI_DEAL
from simcore.tichu import deals as tichu
from simcore.tichu.records import DEAL as TICHU_DEAL

U64 = np.uint64
GAMES = ("gouji", "shengji", "tichu")
ROOT = Path(__file__).parents[2]


def word(bits: Any) -> int:
    return sum(1 << int(bit) for bit in bits)


def longest_row(numbers: Any) -> int:
    """Length of the longest run of consecutive integers."""
    held = set(numbers)
    best = 0
    for start in held:
        n = 0
        while start + n in held:
            n += 1
        best = max(best, n)
    return best


# --- Tichu: cards are numbers 0..55; 0..3 the specials, then four of each rank 2..14


def tichu_hands() -> Iterator[tuple[list[int], list[int]]]:
    """Yield hands (14 cards, the first 8): of the whole deck, and of few ranks or few suits."""
    random = np.random.default_rng(5)
    ranks = range(2, 15)
    decks = [
        list(range(56)),
        [*range(4), *(4 * (r - 1) + s for r in range(5, 10) for s in range(4))],
        [*range(4), *(4 * (r - 1) + s for r in ranks for s in (1, 2))],
        [0, *(4 * (r - 1) + 3 for r in ranks)],
        [0, 2, *(4 * (r - 1) + s for r in (2, 3, 4, 5, 12, 13, 14) for s in range(4))],
    ]
    for deck in decks:
        for _ in range(300):
            hand = [int(card) for card in random.permutation(deck)[:14]]
            yield hand, hand[:8]


def tichu_counts(cards: list[int]) -> dict[str, Any]:
    naturals = [(card // 4 + 1, card % 4) for card in cards if card > 3]
    ranks = Counter(rank for rank, _ in naturals)
    worth = {5: 5, 10: 10, 13: 10}
    reach = {rank for rank, _ in naturals} | ({1} if 0 in cards else set())
    run = longest_row(reach)
    helped = max(longest_row(reach | {r}) for r in range(2, 15)) if 2 in cards else run
    return {
        "points": sum(worth.get(r, 0) for r, _ in naturals) + 25 * ((3 in cards) - (2 in cards)),
        "fours": sum(n == 4 for n in ranks.values()),
        "flushes": sum(
            all((low + step, suit) in naturals for step in range(5))
            for suit in range(4)
            for low in range(2, 11)
        ),
        "aces": ranks[14],
        "specials": word(card for card in cards if card < 4),
        "run": run,
        "run_phoenix": helped,
        "times": [sum(ranks[rank] == k for rank in range(2, 15)) for k in range(5)],
        "pairs": sum(n >= 2 for n in ranks.values()),
    }


def test_tichu_records_count_what_the_hands_hold() -> None:
    hands = list(tichu_hands())
    full = np.array([word(hand) for hand, _ in hands], dtype=U64).reshape(-1, 4)
    first = np.array([word(eight) for _, eight in hands], dtype=U64).reshape(-1, 4)
    out = np.zeros(len(full), dtype=TICHU_DEAL)
    tichu.fill_deals(full, first, out)
    names_14 = ("points", "fours", "flushes", "aces", "specials", "run", "run_phoenix", "times")
    names_8 = {
        "points": "points_8",
        "fours": "fours_8",
        "flushes": "flushes_8",
        "aces": "aces_8",
        "specials": "specials_8",
        "run": "run_8",
        "run_phoenix": "run_8_phoenix",
        "pairs": "pairs_8",
    }
    assert {*names_14, *names_8.values()} == set(TICHU_DEAL.names or ())
    for i, (hand, eight) in enumerate(hands):
        deal, seat = out[i // 4], i % 4
        expected = tichu_counts(hand)
        for name in names_14:
            assert deal[name][seat].tolist() == expected[name], (name, hand)
        expected = tichu_counts(eight)
        for name, field in names_8.items():
            assert deal[field][seat] == expected[name], (field, eight)
    assert out["flushes"].max() == 9  # a whole suit
    assert out["fours"].max() >= 3


# --- Gou Ji: cards are numbers 64 * word + bit


def gouji_decks() -> Iterator[list[int]]:
    """Yield decks cut into six hands: well shuffled ones, and ones left nearly in order."""
    random = np.random.default_rng(6)
    for _ in range(150):
        yield [int(card) for card in random.permutation(216)]
    for spread in (8, 30, 80):
        for _ in range(40):
            keys = np.arange(216) + random.normal(scale=spread, size=216)
            yield [int(card) for card in np.argsort(keys)]


def gouji_words(cards: list[int]) -> list[int]:
    return [word(card - 64 * w for card in cards if card // 64 == w) for w in range(4)]


def gouji_counts(cards: list[int]) -> dict[str, Any]:
    jokers = [card - 192 for card in cards if card >= 208]
    ranks = Counter(card // 16 for card in cards if card < 192)
    least = {11: 2, 10: 2, 9: 3, 8: 4, 7: 5}
    threes = Counter(card // 4 for card in cards if card < 16)
    return {
        "reds": sum(bit >= 20 for bit in jokers),
        "blacks": sum(bit < 20 for bit in jokers),
        "twos": sum(192 <= card < 208 for card in cards),
        "ranks": [ranks[q] for q in range(12)],
        "distinct": len(ranks),
        "longest": max(ranks.values()),
        "sets": word(bit for bit, (q, size) in enumerate(least.items()) if ranks[q] >= size),
        "threes": max(threes.values(), default=0),
    }


ORDER_FIELDS = {"announcer", "announced", "turned", "kai_pai", "kai_pai_back", "partnership_tie"}


def test_gouji_records_count_what_the_hands_hold() -> None:
    decks = [[deck[36 * s : 36 * s + 36] for s in range(6)] for deck in gouji_decks()]
    hands = np.array([[gouji_words(hand) for hand in deck] for deck in decks], dtype=U64)
    out = np.zeros(len(hands), dtype=GOUJI_DEAL)
    gouji.fill_deals(hands, out)
    for deal, deck in zip(out, decks, strict=True):
        for seat, hand in enumerate(deck):
            expected = gouji_counts(hand)
            assert set(expected) == set(GOUJI_DEAL.names or ()) - ORDER_FIELDS
            for name, value in expected.items():
                assert deal[name][seat].tolist() == value, (name, hand)
    assert out["threes"].max() == 4
    assert out["longest"].max() == 16


def drawn(hands: np.ndarray[Any, Any], seed: int = 3) -> np.ndarray[Any, Any]:
    out = np.zeros(len(hands), dtype=GOUJI_DEAL)
    gouji.fill_deals(hands, out)
    streams, tops = np.zeros((1, ROW), dtype=U64), np.zeros(12, dtype=np.int64)
    gouji.fill_draws(hands, U64(seed), U64(0), U64(0), streams, tops, out)
    return out


@pytest.mark.clause("GJ-14")
def test_somebody_announces_exactly_where_a_hand_has_two_threes_of_a_suit() -> None:
    decks = [[deck[36 * s : 36 * s + 36] for s in range(6)] for deck in gouji_decks()]
    hands = np.array([[gouji_words(hand) for hand in deck] for deck in decks], dtype=U64)
    out = drawn(hands)
    can = (out["threes"] >= 2).any(axis=1)
    assert can.any()
    assert np.array_equal(out["announced"] > 0, can)
    assert np.array_equal(out["announcer"] >= 0, can)
    # the two 3s take two turns at least, and the number tells the seat (GJ-13)
    assert (out["announced"][can] > 6).all()
    assert np.array_equal(out["announcer"][can], (out["announced"][can].astype(int) - 1) % 6)
    speakers = out["announcer"][can].astype(int)
    assert (out["threes"][np.flatnonzero(can), speakers] >= 2).all()


@pytest.mark.clause("GJ-8")
@pytest.mark.clause("GJ-9")
def test_the_turned_card_counts_off_the_first_drawer_and_jokers_move_the_role() -> None:
    # card classes from the 3 to the red joker
    counts = [int(gouji.count_of(kind)) for kind in range(15)]
    assert counts == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 0, 0]
    out = load_records("gouji", 2000)
    plain = out["turned"] > 0
    assert 0 < plain.sum() < 2000
    turned = out["turned"].astype(int)
    assert np.array_equal(out["kai_pai"][plain], (turned[plain] - 1) % 6)
    assert set(out["kai_pai"][~plain].tolist()) == set(range(6))


def test_the_first_cards_come_from_the_hands_that_draw_them() -> None:
    # seat s holds cards 36 s .. 36 s + 35: seat 0 the 3s, 4s and some 5s, seat 5 all jokers
    hands = np.array([[gouji_words(list(range(36 * s, 36 * s + 36))) for s in range(6)]] * 400)
    out = drawn(hands.astype(U64))
    assert set(out["turned"].tolist()) == {3, 4, 5}
    assert (out["announcer"] == 0).all()
    # the third and fourth highest are those of seats 3 and 2, which share the 9s: 12 and 4 of 36
    assert abs(out["partnership_tie"].mean() - 1 / 27) < 0.04
    assert out["partnership_tie"].any()


@pytest.mark.clause("GJ-5")
def test_a_partnership_tie_is_an_equal_third_and_fourth_card() -> None:
    random = np.random.default_rng(8)
    seen = set()
    for kinds in random.integers(0, 6, size=(500, 6)):
        order = sorted(kinds, reverse=True)
        tied = int(order[2] == order[3])
        seen.add(tied)
        assert gouji._is_tied(np.concatenate([kinds, kinds]).astype(np.int64)) == tied
    assert seen == {0, 1}


# --- Sheng Ji: card types 13 * suit + rank - 2, 52 and 53 the jokers


def shengji_level(kind: int, trump: int, rank: int, no_trump: bool) -> tuple[str, int]:
    """Return effective suit and level of a card type (SJ-5, SJ-7)."""
    if kind >= 52:
        return "trump", (1 if no_trump else 14) + kind - 52
    suit, printed = kind // 13, kind % 13 + 2
    if printed == rank:
        return "trump", 0 if no_trump else 13 if suit == trump else 12
    plain = printed - 2 - (printed > rank)
    return ("trump" if suit == trump and not no_trump else "SHDC"[suit]), plain


def shengji_counts(cards: list[int], trump: int, rank: int) -> dict[str, Any]:
    held = Counter(cards)
    plain = [card for card in cards if card < 52]
    rank_cards = [card for card in plain if card % 13 + 2 == rank]
    others = [card for card in plain if card % 13 + 2 != rank]
    longest = []
    low = False
    for no_trump in (False, True):
        levels: dict[str, set[int]] = {}
        for kind, n in held.items():
            if n >= 2:
                suit, level = shengji_level(kind, trump, rank, no_trump)
                levels.setdefault(suit, set()).add(level)
        stretch = max(map(longest_row, levels.values()), default=0)
        longest.append(stretch if stretch > 1 else 0)
        low = low or (not no_trump and {0, 1} <= levels.get("trump", set()))
    return {
        "points": sum({3: 5, 8: 10, 11: 10}.get(card % 13, 0) for card in plain),
        "trumps": sum(shengji_level(card, trump, rank, False)[0] == "trump" for card in cards),
        "trumps_nt": sum(shengji_level(card, trump, rank, True)[0] == "trump" for card in cards),
        "suits": [sum(card // 13 == (trump + t) % 4 for card in others) for t in range(4)],
        "rank_cards": len(rank_cards),
        "reds": held[53],
        "blacks": held[52],
        "pairs": sum(n >= 2 for n in held.values()),
        "triples": sum(n >= 3 for n in held.values()),
        "rank_pairs": sum(held[kind] >= 2 for kind in set(rank_cards)),
        "tractor": longest[0],
        "tractor_nt": longest[1],
        "low_tractor": int(low),
    }


SHENGJI_TABLES = [(4, 1, 12), (4, 2, 25), (4, 3, 39), (4, 4, 52), (5, 2, 20), (6, 3, 26)]


@pytest.mark.parametrize(("players", "decks", "hand"), SHENGJI_TABLES)
def test_shengji_records_count_what_hands_and_kitty_hold(
    players: int, decks: int, hand: int
) -> None:
    random = np.random.default_rng(100 * players + decks)
    for trump, rank, spread in ((0, 2, 0), (1, 7, 0), (2, 13, 6), (3, 14, 2), (1, 5, 2), (2, 2, 1)):
        parts = []
        for _ in range(12):
            keys = np.repeat(np.arange(54), decks) + random.normal(scale=spread, size=54 * decks)
            stock = np.argsort(keys) if spread else random.permutation(54 * decks)
            cuts = [hand * seat for seat in range(1, players + 1)]
            parts.append([[int(c) for c in cards] for cards in np.split(stock, cuts)])
        # card number decks * type + copy
        words = [
            [
                [word(c // decks for c in cards if c % decks == copy) for copy in range(decks)]
                for cards in deal
            ]
            for deal in parts
        ]
        hands = np.array(words, dtype=U64)
        shengji.sort_copies(hands)
        out = np.zeros(len(hands), dtype=SHENGJI_DEAL)
        shengji.fill_deals(hands, U64(trump), U64(rank), out)
        for deal, parts_of_deal, planes in zip(out, parts, hands, strict=True):
            for seat in range(players):
                cards = [c // decks for c in parts_of_deal[seat]]
                held = Counter(cards)
                for copy in range(decks):
                    assert planes[seat][copy] == word(k for k, n in held.items() if n > copy)
                expected = shengji_counts(cards, trump, rank)
                for name, value in expected.items():
                    assert deal[name][seat].tolist() == value, (name, trump, rank, sorted(cards))
            kitty = shengji_counts([c // decks for c in parts_of_deal[players]], trump, rank)
            assert deal["kitty_points"] == kitty["points"]
            assert deal["kitty_trumps"] == kitty["trumps"]
            assert deal["kitty_rank_cards"] == kitty["rank_cards"]
            for name in expected:
                assert not deal[name][players:].any()


@pytest.mark.clause("SJ-10")
@pytest.mark.parametrize(
    ("pairs", "suited", "no_trump"),
    [
        ("5H 4H", 2, 2),
        ("JC TC 9C 8C", 4, 4),
        ("8H 6H", 2, 2),  # the trump rank between them is skipped
        ("7C 7H AC", 3, 0),
        ("RJ BJ 7C", 3, 3),
        ("TH 8H", 0, 0),
        ("9H 8D", 0, 0),
        ("7H 6H", 0, 0),
        ("7C 6C", 0, 0),
        ("7H 7D", 0, 0),
        ("AH 2H", 0, 0),
        ("AC KC 7H 7C BJ RJ", 6, 3),
    ],
)
def test_tractors_with_seven_of_clubs_trump(pairs: str, suited: int, no_trump: int) -> None:
    jokers = {"BJ": 52, "RJ": 53}
    kinds = [
        jokers[token]
        if token in jokers
        else 13 * "SHDC".index(token[1]) + "23456789TJQKA".index(token[0])
        for token in pairs.split()
    ]
    held, clubs, seven = U64(word(kinds)), U64(3), U64(7)
    assert shengji.longest_tractor(held, clubs, seven) == suited
    assert shengji.longest_tractor_nt(held, seven) == no_trump


def test_the_first_kitty_card_is_a_joker_exactly_where_all_or_no_cards_are() -> None:
    hands = np.zeros((2, 7, 3), dtype=U64)
    hands[0, 6] = word((52, 53))  # six jokers of three packs
    hands[1, 6] = word((0, 1))
    out = np.zeros(2, dtype=SHENGJI_DEAL)
    streams = np.zeros((1, ROW), dtype=U64)
    for seed in range(20):
        shengji.fill_draws(hands, U64(seed), U64(0), U64(0), streams, out)
        assert out["kitty_opens_joker"].tolist() == [1, 0]
        assert ((out["turned"] >= 1) & (out["turned"] <= 13)).all()


# --- all games


def load_records(game: str, n: int, seed: int = 11, first: int = 0, **options: Any) -> Any:
    rules = load_game(game).make_rules("seed", options)
    return import_module(f"simcore.{game}.deals").deal_records(rules, seed, first, n)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_depends_on_seed_and_match_alone(game: str) -> None:
    whole = load_records(game, 300)
    parts = [load_records(game, n, first=first) for first, n in ((0, 7), (7, 130), (137, 163))]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(load_records(game, 300, seed=12), whole)


def digest_of_all(n: int) -> str:
    digest = hashlib.sha256()
    for game in GAMES:
        digest.update(load_records(game, n).tobytes())
    return digest.hexdigest()


def test_records_are_the_same_without_the_compiler() -> None:
    code = "import test_deals; print(test_deals.digest_of_all(25))"
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest_of_all(25)


N = 150_000
BATCHES: list[tuple[str, int | None]] = [
    ("gouji", None),
    ("tichu", None),
    ("shengji", 1),
    ("shengji", 2),
    ("shengji", 3),
]


def surprise(figure: Quantity, deals: Any, index: Any) -> float:
    """Return the two-sided chance of a sample at least as far off as this one."""
    assert figure.sample is not None
    values = figure.sample(deals, index)
    assert values.dtype == np.int64
    assert values.shape == index.shape
    exact = figure.exact()
    if figure.per is not None:
        values = values - float(exact) * figure.per(deals, index)
        exact = exact * 0
    elif figure.unit == "probability":
        assert set(np.unique(values).tolist()) <= {0, 1}
        return float(stats.binomtest(int(values.sum()), len(values), float(exact)).pvalue)
    elif figure.unit == "variance":
        values = (values - values.mean()) ** 2
    spread = values.std() / np.sqrt(len(values))
    return float(2 * stats.norm.sf(abs(values.mean() - float(exact)) / spread))


@pytest.mark.parametrize(("game", "decks"), BATCHES)
def test_simulated_frequencies_agree_with_the_exact_figures(game: str, decks: int | None) -> None:
    options = {"decks": decks} if decks else {}
    deals = load_records(game, N, seed=20, **options)
    index = np.arange(N, dtype=np.int64)
    figures = [q for q in quantities(game, decks) if q.sample is not None]
    chances = {q.metric: surprise(q, deals, index) for q in figures}
    assert len(chances) > 25
    # with some 370 figures in all, one below 1e-6 is no accident
    assert {metric: p for metric, p in chances.items() if p < 1e-6} == {}
    assert sum(p < 0.05 for p in chances.values()) < 0.2 * len(chances)


def test_the_frequency_check_notices_a_figure_that_is_slightly_wrong() -> None:
    deals = load_records("tichu", N, seed=20)
    index = np.arange(N, dtype=np.int64)
    right = next(q for q in quantities("tichu") if q.metric == "T13.same_player")
    wrong = Quantity(
        "X", "tichu", right.text, right.unit, lambda: right.exact() * 21 / 20, right.sample
    )
    assert surprise(right, deals, index) > 1e-3
    assert surprise(wrong, deals, index) < 1e-4


def test_a_given_hand_goes_round_the_table() -> None:
    deals = np.zeros(8, dtype=[("aces", "u1", (4,))])
    deals["aces"] = np.arange(32).reshape(8, 4)
    index = np.arange(100, 108, dtype=np.int64)
    own = samples.hands("aces", 4)
    assert samples.read(own)(deals, index).tolist() == [0, 5, 10, 15, 16, 21, 26, 31]
    partner = samples.read(samples.shifted(own, 2))
    assert partner(deals, index).tolist() == [2, 7, 8, 13, 18, 23, 24, 29]
    team = samples.read(samples.team(own))
    assert team(deals, index).tolist() == [2, 12, 18, 28, 34, 44, 50, 60]
    assert samples.read(samples.table(own))(deals, index)[1] == 4 + 5 + 6 + 7
    assert samples.read(samples.most(own))(deals, index)[1] == 7


def test_samples_do_not_depend_on_how_the_deals_are_cut() -> None:
    for game in GAMES:
        deals = load_records(game, 60)
        index = np.arange(60, dtype=np.int64)
        for q in quantities(game, 2):
            if q.sample is not None:
                parts = [q.sample(deals[a:b], index[a:b]) for a, b in ((0, 13), (13, 60))]
                assert np.array_equal(np.concatenate(parts), q.sample(deals, index)), q.metric

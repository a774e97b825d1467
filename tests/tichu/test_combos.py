"""Plays that the kernels list, pick and classify, against the plain oracle."""

from random import Random

import numpy as np
import pytest

from simcore.options import as_json
from simcore.tichu import combos
from simcore.tichu.cards import NAMES, NUMBER, pack, unpack
from simcore.tichu.combos.listing import COUNT, MAX_COMBOS
from simcore.tichu.combos.pick import DRAW
from simcore.tichu.judge.cases import meets_wish
from simcore.tichu.judge.sets import expand
from simcore.tichu.records import MOVE, rules_record
from simcore.tichu.streams import STREAMS, open_streams
from tests.oracle import tichu as oracle
from tests.oracle.tichu.moves import legal_patterns
from tests.tichu.table import make_rules

U64 = np.uint64
KIND = {name: number for number, name in enumerate(combos.KINDS)}
BY_RANK = NAMES[4:]
OPTIONS = {
    "fullhouse_same_rank": ("invalid", "valid"),
    "phoenix_declaration": ("declare", "highest"),
    "phoenix_fulfils_wish": (False, True),
    "wish_bomb_escape": (False, True),
    "wish_scope": ("turn_only", "any_play"),
}


def numbered(combo):
    """Write the oracle's combo as the kernels' integer."""
    value = int(2 * combo.rank) << 8
    return KIND[combo.kind] | combo.length << 4 | value | (combo.phoenix or 0) << 16


class Position:
    """Two hands, something of the second on the table, perhaps a wish, some options."""

    def __init__(self, rng, hard, most):
        chosen = {name: rng.choice(values) for name, values in OPTIONS.items()} if hard else {}
        rules = make_rules(**chosen)
        self.record = rules_record(rules)[0]
        self.known = oracle.make_rules(**as_json(rules))
        self.hand, theirs = mean_hands(rng, most) if hard else plain_hands(rng, most)
        self.word = pack(NUMBER[card] for card in self.hand)
        self.table = None
        if rng.random() < 0.65:
            found = [p.combo for p in legal_patterns(theirs, None, None, self.known)[0]]
            kinds = sorted({c.kind for c in found if c.rank})
            if kinds:
                kind = rng.choice(kinds)
                self.table = rng.choice([c for c in found if c.kind == kind and c.rank])
        self.top = numbered(self.table) if self.table else 0
        self.wish = 0
        if rng.random() < 0.5:
            held = [oracle.rank_of(c) for c in self.hand if c != "Phx"]
            self.wish = rng.choice([*(r for r in held if 2 <= r <= 14), rng.randint(2, 14)])
        self.extra = self.top != 0 and rng.random() < 0.05
        self.masks = tuple(map(U64, combos.bomb_masks(self.word)))

    def __repr__(self):
        return f"{self.hand} on {self.table}, wish {self.wish}, {self.extra}, {self.known}"

    def listed(self, out, streams):
        """Combos in the kernels' order with their cards, and whether he may pass."""
        n, may_pass = combos.list_moves(
            self.word, self.top, self.wish, self.extra, self.record, streams, out
        )
        return out[:n].tolist(), bool(may_pass)

    def menu(self):
        return combos.turn_menu(
            self.word, *self.masks, self.top, self.wish, self.extra, self.record
        )


def plain_hands(rng, most):
    cards = rng.sample(NAMES, 28)
    return cards[: rng.randint(1, most)], cards[14:]


def mean_hands(rng, most):
    """Few ranks, one suit or a long run, the Phoenix more often than not."""
    low = rng.randint(0, 8)
    style = rng.randrange(4)
    if style == 0:
        pool = [c for r in rng.sample(range(13), 4) for c in BY_RANK[4 * r : 4 * r + 4]]
    elif style == 1:
        pool = list(BY_RANK[4 * low : 4 * low + 16])
    elif style == 2:
        pool = list(dict.fromkeys([*BY_RANK[rng.randrange(4) :: 4], *rng.sample(BY_RANK, 6)]))
    else:
        pool = list(BY_RANK[4 * (low // 2) : 4 * (low // 2) + 32])
    rng.shuffle(pool)
    n = rng.randint(1, min(most, len(pool)) - 1)
    mine, theirs = pool[:n], pool[n : n + 8]
    theirs += [c for c in rng.sample(BY_RANK, 14) if c not in pool]
    specials = [c for c in NAMES[:4] if rng.random() < (0.6 if c == "Phx" else 0.2)]
    for card in specials:
        (mine if rng.random() < 0.7 else theirs).append(card)
    return mine[-most:], theirs[:14]


@pytest.fixture(scope="module")
def streams():
    found = np.zeros(1, dtype=STREAMS)[0]
    open_streams(found, U64(1), U64(2), U64(3))
    return found


@pytest.fixture(scope="module")
def out():
    return np.zeros(MAX_COMBOS, dtype=MOVE)


@pytest.mark.parametrize(("hard", "n"), [(False, 1500), (True, 3000)])
def test_listed_combos_are_the_oracles(hard, n, streams, out):
    rng = Random(f"combos {hard}")
    n_plays = n_bound = 0
    for _ in range(n):
        here = Position(rng, hard, 14)
        patterns, may_pass = legal_patterns(
            here.hand, here.table, here.wish or None, here.known, here.extra
        )
        expected = {numbered(pattern.combo) for pattern in patterns}
        listed, got_pass = here.listed(out, streams)
        got = [combo for _, combo in listed]
        assert set(got) == expected, here
        assert got_pass == may_pass, here
        assert len(got) == len(expected) == here.menu()[0], here
        assert got == sorted(got, key=lambda c: (c & 15, c >> 4 & 15, c >> 8 & 255, c >> 16)), here
        n_plays += len(got)
        n_bound += here.top != 0 and not may_pass
    assert n_plays > 2 * n
    assert n_bound > n / 50


@pytest.mark.parametrize(("hard", "n"), [(False, 500), (True, 1500)])
def test_legal_plays_are_the_oracles_as_sets_of_cards(hard, n, streams, out):
    rng = Random(f"sets {hard}")
    for _ in range(n):
        here = Position(rng, hard, 9)
        expected, _ = oracle.legal_plays(
            here.hand, here.table, here.wish or None, here.known, here.extra
        )
        _, w, w_bombs = here.menu()
        got = set()
        for _, combo in here.listed(out, streams)[0]:
            bound = w_bombs if combo & 15 >= combos.BOMB4 else w
            for cards in expand(int(here.word), combo, here.record):
                if meets_wish(cards, combo, bound, here.record):
                    got.add((frozenset(unpack(cards)), combo >> 16 or None))
        assert got == expected, here


def test_picked_cards_are_legal_and_every_suit_comes_up(streams, out):
    rng = Random("picked")
    for _ in range(400):
        here = Position(rng, True, 9)
        expected, _ = oracle.legal_plays(
            here.hand, here.table, here.wish or None, here.known, here.extra
        )
        _, w, _ = here.menu()
        listed, _ = here.listed(out, streams)
        for lowest, combo in rng.sample(listed, min(3, len(listed))):
            drawn = combos.cards_of(here.word, combo, w, here.record, streams, np.int64(0), DRAW)
            for cards in (lowest, drawn):
                play = (frozenset(unpack(int(cards))), combo >> 16 or None)
                assert play in expected, (here, play)
    # all four suits of a single, all six pairs, all four triples, and each pair of a full house
    hand = pack(NUMBER[c] for c in ["7j", "7s", "7p", "7t", "9j", "9s", "Tp", "Tt"])
    rules = rules_record(make_rules())[0]
    for combo, ways in ((1 | 1 << 4 | 14 << 8, 4), (2 | 2 << 4 | 14 << 8, 6),
                        (3 | 3 << 4 | 14 << 8, 4), (5 | 5 << 4 | 14 << 8, 8)):  # fmt: skip
        seen = [
            int(combos.cards_of(hand, combo, 0, rules, streams, np.int64(0), DRAW))
            for _ in range(60 * ways)
        ]
        counts = [seen.count(cards) for cards in set(seen)]
        assert len(counts) == ways
        assert min(counts) > 30  # 60 expected


def test_windows_offer_the_oracles_bombs(streams, out):
    rng = Random("windows")
    n_bombs = n_less = 0
    for _ in range(2500):
        here = Position(rng, True, 12)
        quads, flush = here.masks
        if here.top == 0 or not quads | flush:
            continue
        expected = oracle.legal_bombs(here.hand, here.table, here.wish or None, here.known)
        n, w = combos.window_menu(here.word, quads, flush, here.top, here.wish, here.record)
        got = set()
        for k in range(n):
            combo = combos.scan_bombs(here.word, quads, flush, here.top, w, np.int64(k))
            got |= {
                frozenset(unpack(cards))
                for cards in expand(int(here.word), combo, here.record)
                if meets_wish(cards, combo, w, here.record)
            }
        assert got == expected, here
        n_bombs += len(got)
        n_less += w != 0
    assert n_bombs > 100
    assert n_less > 3


def test_sets_of_cards_are_classified_as_by_the_oracle():
    rng = Random("classified")
    plays = 0
    for _ in range(4000):
        here = Position(rng, True, 14)
        cards = rng.sample(here.hand, rng.randint(1, min(len(here.hand), 8)))
        word = pack(NUMBER[card] for card in cards)
        for declared in (0, rng.randint(2, 14), rng.randint(2, 14)):
            combo = oracle.classify(cards, declared or None, here.known, here.table)
            got = combos.classify(word, np.int64(declared), np.int64(here.top), here.record)
            assert got == (numbered(combo) if combo else 0), (here, cards, declared)
            if combo and here.table:
                beaten = oracle.beats(combo, here.table)
                assert bool(combos.beats(got, here.top)) == beaten, (here, cards)
            plays += combo is not None
    assert plays > 1000


def test_positions_count_on_from_one_scan_to_the_next(streams, out):
    rng = Random("positions")
    for _ in range(300):
        here = Position(rng, True, 14)
        n, w, w_bombs = here.menu()
        scan = (here.word, *here.masks, here.top, w, w_bombs, here.record)
        assert combos.scan(*scan, COUNT) == n
        listed = [combo for _, combo in here.listed(out, streams)[0]]
        assert [combos.scan(*scan, np.int64(k)) for k in range(n)] == listed

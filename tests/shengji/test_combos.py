"""The kernels' combinations against the oracle's, position by position."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from simcore.shengji.cards import NUMBER
from simcore.shengji.judge import Table
from simcore.shengji.policies.common import serve_low
from simcore.shengji.policies.random import random_follow
from simcore.shengji.records import CARDS, MOVE, OWN, STREAMS
from tests.oracle.shengji import Frame, check_lead, decompose, legal_follows, trick_winner
from tests.oracle.shengji import make_rules as oracle_rules
from tests.oracle.shengji.follow import submultisets
from tests.oracle.shengji.positions import small_hand
from tests.shengji.scene import RANKS, SUITS, make

VARIED = {
    "tractor_rank_gap": ("bridge", "break"),
    "tractor_trump_top": ("full", "no_offsuit", "none"),
    "joker_tractor": (True, False),
    "tractor_min_length": (2, 2, 3),
    "tractor_min_width": (2, 2, 3),
    "throw_check": ("all_others", "opponents_only"),
    "throw_tractor": ("checked", "exempt"),
    "throw_fail_pick": (
        "smallest", "pairs_first", "lowest_any", "leader", "challenger", "first_found",
    ),
    "multi_deck_exempt": ("full_tuples", "any_tractor"),
    "lone_tuple": ("stand", "cut_to_single"),
    "follow_tractor": ("maximal", "same_length", "pairs_only", "none"),
    "follow_throw": ("structured", "pairs_only", "suit_only"),
    "tuple_protect": ("none", "longer_tuples", "tractors", "both"),
    "throw_compare": ("largest_component", "all_components", "highest_card", "unit_length"),
    "hong_wu": ("off", "hearts", "red"),
}  # fmt: skip


class Position:
    """A trump, rules at random, and the same table in kernels and oracle."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        changes: dict[str, Any] = {"decks": rng.choice([1, 2, 2, 3, 3, 4])}
        for name, values in VARIED.items():
            if rng.random() < 0.35:
                changes[name] = rng.choice(values)
        self.decks = changes["decks"]
        self.rank, self.trump = rng.choice(RANKS), rng.choice(SUITS)
        self.frame = Frame(self.rank, self.trump, oracle_rules(**changes))
        rules = make(**changes)
        self.table = Table(RANKS.index(self.rank), SUITS.index(self.trump), rules)

    def cards(self, suit: str, n: int) -> list[str]:
        return small_hand(self.rng, self.frame, suit, n, self.decks)

    def suit(self) -> str:
        return self.rng.choice([s for s in "SHDCT" if self.frame.kinds_at.get((s, 0))])

    def lead(self, most: int = 6) -> list[str]:
        suit = self.suit()
        return sorted(self.cards(suit, self.rng.randint(1, most)))

    def put(self, lead: list[str]) -> None:
        assert self.table.lead([NUMBER[card] for card in lead]) is not None


def numbers(cards: Any) -> list[int]:
    return [NUMBER[card] for card in cards]


@pytest.mark.parametrize("block", range(4))
def test_legal_follows_are_those_of_the_oracle(block):
    bound = 0
    for seed in range(500 * block, 500 * block + 500):
        at = Position(seed)
        lead = at.lead()
        led = at.frame.suit(lead[0])
        hand = at.cards(led, at.rng.randint(1, 9))
        if at.rng.random() < 0.5:
            hand += [c for c in at.cards(at.suit(), 3) if c not in hand]
        if len(hand) < len(lead):
            continue
        at.put(lead)
        every = [tuple(sorted(p)) for p in submultisets(Counter(hand), len(lead))]
        if len(every) > 150:
            continue
        right = legal_follows(lead, hand, at.frame)
        found = {play for play in every if at.table.is_legal(numbers(hand), numbers(play))}
        assert found == right, (seed, lead, hand)
        bound += len(right) < len(every)
    assert bound > 150


def test_divisions_are_those_of_the_oracle():
    several = 0
    for seed in range(1500):
        at = Position(seed)
        lead = at.lead(12)
        at.put(lead)
        found = at.table.view["parts"]
        n = int(found["n"])
        got = sorted(
            (int(found["lengths"][i]), sorted(
                at.table.names(int(found["kinds"][i]), int(found["widths"][i]))))
            for i in range(n)
        )  # fmt: skip
        right = sorted((p.length, sorted(p.cards)) for p in decompose(lead, at.frame))
        shape = [(length, len(cards)) for length, cards in got]
        assert sorted(shape) == sorted((length, len(cards)) for length, cards in right), seed
        if at.decks < 3:
            assert got == right, (seed, lead)
        several += n > 1
    assert several > 500


def test_throws_stand_and_fall_as_the_oracle_says():
    fallen = 0
    for seed in range(1500):
        at = Position(seed)
        lead = at.lead(7)
        suit = at.frame.suit(lead[0])
        pool = at.cards(suit, 14)
        held = Counter(lead)
        stock = [k for k in set(pool) | set(lead) for _ in range(at.decks - held[k])]
        at.rng.shuffle(stock)
        cuts = sorted(at.rng.randint(0, len(stock)) for _ in range(2))
        others = [stock[: cuts[0]], stock[cuts[0] : cuts[1]], stock[cuts[1] :]]
        at.put(lead)
        stands, forced = at.table.check([numbers(hand) for hand in others], 4)
        heard = others
        if at.frame.rules["throw_check"] == "opponents_only":
            heard = [others[0], others[2]]
        right = check_lead(lead, heard, at.frame)
        assert stands == right.stands, (seed, lead, others)
        if stands:
            continue
        fallen += 1
        forced, allowed = (sorted(map(sorted, some)) for some in (forced, right.may_lead))
        if at.frame.rules["throw_fail_pick"] == "challenger":
            assert all(part in allowed for part in forced), (seed, lead, others)
        else:
            assert forced == allowed, (seed, lead, others)
    assert fallen > 200


def test_winners_are_those_of_the_oracle():
    taken = 0
    for seed in range(2500):
        at = Position(seed)
        lead = at.lead()
        suit = at.frame.suit(lead[0])
        plays = [lead]
        for _ in range(3):
            play = at.cards(at.rng.choice([suit, "T", "T", at.suit()]), len(lead))
            if at.rng.random() < 0.5:  # the lead's own levels, moved to trumps
                move = {k: at.frame.level(k) for k in lead}
                shift = at.rng.randint(-2, 6)
                moved = [at.frame.kinds_at.get(("T", move[k] + shift)) for k in lead]
                if all(moved):
                    play = [kinds[0] for kinds in moved if kinds]
            if len(play) == len(lead) and max(Counter(play).values()) <= at.decks:
                plays.append(play)
        at.put(lead)
        best = 0
        for i, play in enumerate(plays[1:], start=1):
            best = i if at.table.takes(numbers(play)) else best
        assert best == trick_winner(plays, at.frame), (seed, plays)
        taken += best > 0
    assert taken > 500


def test_random_follows_reach_every_legal_play_and_no_other():
    own, move = np.zeros(1, dtype=OWN)[0], np.zeros(1, dtype=MOVE)[0]
    low = np.zeros(1, dtype=CARDS)[0]
    whole = 0
    streams = np.zeros(1, dtype=STREAMS)[0]
    for seed in range(120):
        at = Position(seed)
        lead = at.lead(5)
        hand = at.cards(at.frame.suit(lead[0]), at.rng.randint(1, 8))
        hand += [c for c in at.cards(at.suit(), 2) if c not in hand]
        if len(hand) < len(lead):
            continue
        at.put(lead)
        desk = at.table
        right = legal_follows(lead, hand, at.frame)
        own["hand"] = desk.cards(numbers(hand))
        streams["rows"][0, :3] = seed, 16, 1
        streams["rows"][0, 3] = 0
        seen = set()
        for _ in range(60):
            random_follow(desk.view, own, desk.frame, desk.law, streams, 0, desk.work, move)
            seen.add(tokens(desk, move["cards"]))
        assert seen <= right, (seed, lead, hand)
        if len(right) < 6:
            assert seen == right, (seed, lead, hand)
            whole += len(right) > 1
        serve_low(desk.view, own["hand"], False, desk.frame, desk.law, streams, desk.work, low)
        assert tokens(desk, low) in right, (seed, lead, hand)
    assert whole > 15


def tokens(desk: Table, cards: Any) -> tuple[str, ...]:
    return tuple(sorted(name for word in cards for name in desk.names(int(word))))

"""Random positions, half of them rich in pairs, tractors and throws; kernels against the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.options import change, coded
from simcore.shengji.cards import NAMES, NUMBER
from simcore.shengji.combos.listing import list_follows
from simcore.shengji.judge import Table
from simcore.shengji.records import CARDS
from simcore.shengji.rules import Rules
from tests.oracle import shengji as oracle
from tests.oracle.shengji.shapes import runs
from tests.oracle.shengji.tricks import sorted_shape

TRUMPS = ("S", "H", "D", "C", "NT")
FORM_OPTIONS: dict[str, tuple[Any, ...]] = {
    "tractor_rank_gap": ("bridge", "break"),
    "tractor_trump_top": ("full", "no_offsuit", "none"),
    "joker_tractor": (True, False),
    "hong_wu": ("off", "hearts", "red"),
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
}  # fmt: skip
"""Options that decide what cards are and may do."""

ROOM = 4096
LISTED = 400
"""Most sets of follows that the oracle is asked to look through."""


@dataclass
class World:
    """One trump rank and suit under one set of rules, for kernels and oracle."""

    changes: dict[str, Any]
    table: Table
    frame: oracle.Frame


def world(rng: random.Random, packs: Sequence[int] = (1, 2, 2, 2, 3), odd: float = 0.35) -> World:
    """Return rules, each form option away from its default with probability `odd`."""
    changes = {
        name: rng.choice(values) if rng.random() < odd else values[0]
        for name, values in FORM_OPTIONS.items()
    }
    changes["decks"] = rng.choice(packs)
    rules = change(coded(Rules()), changes)
    rank, trump = rng.randrange(13), rng.randrange(5)
    frame = oracle.Frame(RANKS[rank], TRUMPS[trump], oracle.make_rules(**changes))
    return World(changes, Table(rank, trump, rules), frame)


def numbers(cards: Sequence[str]) -> list[int]:
    return [NUMBER[card] for card in cards]


class Position:
    """A lead, three hands that may follow it, and the cards that nobody holds."""

    def __init__(self, rng: random.Random, where: World) -> None:
        self.rng, self.world = rng, where
        frame = where.frame
        deck = oracle.full_deck(where.changes["decks"])
        self.suit = rng.choice(sorted({frame.suit(card) for card in deck}))
        self.lead = self._lead([c for c in deck if frame.suit(c) == self.suit])
        left = list((Counter(deck) - Counter(self.lead)).elements())
        rng.shuffle(left)
        suited = [c for c in left if frame.suit(c) == self.suit]
        others = [c for c in left if frame.suit(c) != self.suit]
        n = len(self.lead)
        self.hands = []
        for _ in range(3):
            held = suited[: rng.randint(0, rng.choice((n, n + 2, n + 4, n + 6)))]
            suited = suited[len(held) :]
            spare = max(0, n - len(held)) + rng.randint(0, 3)
            self.hands.append(held + others[:spare])
            others = others[spare:]
        self.rest = suited + others

    def _lead(self, suited: list[str]) -> list[str]:
        """Cards of the suit: any, or several of few faces that lie close together."""
        rng, frame = self.rng, self.world.frame
        n = rng.choice((1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8))
        if rng.random() < 0.5:
            return rng.sample(suited, min(n, len(suited)))
        faces = sorted(set(suited), key=lambda c: (frame.level(c), c))
        many = rng.randint(1, min(len(faces), 6))
        first = rng.randint(0, len(faces) - many)
        lead: list[str] = []
        for face in faces[first : first + many]:
            copies = min(suited.count(face), rng.choice((1, 2, 2, 3)))
            if len(lead) + copies <= n:
                lead += [face] * copies
        return lead or [faces[first]]

    def follows(self, hand: list[str]) -> list[list[str]]:
        """Plays to try: any cards, or cards laid aside while the rest still meets the duty."""
        rng, frame, n = self.rng, self.world.frame, len(self.lead)
        duty = oracle.Duty(self.lead, hand, frame)
        tries = []
        for _ in range(2):
            cards = rng.sample(hand, len(hand))
            if rng.random() < 0.8:
                keep = [c for c in cards if frame.suit(c) == self.suit]
                if rng.random() < 0.5:
                    keep.sort(key=lambda c: -hand.count(c))
                for card in list(keep):
                    fewer = list(keep)
                    fewer.remove(card)
                    if len(keep) > n and (rng.random() < 0.1 or duty.met_by(fewer)):
                        keep = fewer
                cards = keep + [c for c in cards if frame.suit(c) != self.suit]
            tries.append(cards[:n])
        return tries

    def replies(self) -> list[list[str]]:
        """Plays of a trick, most of them in the shape of the lead, in its suit or trumps."""
        rng, frame, n = self.rng, self.world.frame, len(self.lead)
        left = Counter(oracle.full_deck(self.world.changes["decks"])) - Counter(self.lead)
        plays: list[list[str]] = []
        for _ in range(3):
            suit = rng.choice([self.suit, "T"])
            pool = Counter({c: k for c, k in left.items() if frame.suit(c) == suit})
            play: list[str] = []
            if rng.random() < 0.8:
                for width, length in sorted_shape(self.lead, frame):
                    found = list(runs(dict(pool), suit, width, length, frame))
                    if found:
                        part = [k for k in rng.choice(found) for _ in range(width)]
                        play += part
                        pool -= Counter(part)
            spare = list(pool.elements()) or list((left - Counter(play)).elements())
            play += rng.sample(spare, max(0, min(n - len(play), len(spare))))
            if len(play) == n:
                plays.append(play)
                left -= Counter(play)
        return plays


def compare(position: Position) -> tuple[Counter[str], list[str]]:
    """Judge a position by kernels and by the oracle.

    Returns
    -------
    (Counter, list of str)
        What was judged, and every difference.
    """
    where, lead = position.world, position.lead
    table, frame = where.table, where.frame
    seen: Counter[str] = Counter()
    wrong: list[str] = []

    def differ(what: str, ours: Any, right: Any) -> None:
        wrong.append(
            f"{what} at {frame.rank} {frame.trump} {where.changes}: lead {lead}: {ours} != {right}"
        )

    table.lead(numbers(lead))
    parts = table.view["parts"]
    ours = [
        (int(parts["widths"][i]), int(parts["lengths"][i]), sorted(table.names(parts["kinds"][i])))
        for i in range(parts["n"])
    ]
    right = [(p.width, p.length, sorted(p.kinds)) for p in oracle.decompose(lead, frame)]
    seen["divide"] += 1
    if ours != right:
        differ("divide", ours, right)

    _compare_follows(position, seen, differ)
    _compare_winner(position, seen, differ)
    _compare_throw(position, seen, differ)
    return seen, wrong


def _compare_follows(position: Position, seen: Counter[str], differ: Any) -> None:
    where, lead, rng = position.world, position.lead, position.rng
    table, frame = where.table, where.frame
    for hand in position.hands:
        for play in position.follows(hand):
            legal = table.is_legal(numbers(hand), numbers(play))
            seen["legal" if legal else "illegal"] += 1
            if legal != oracle.legal_follow(lead, hand, play, frame):
                differ(f"follow {play} from {hand}", legal, not legal)
    hand = position.hands[0]
    held = sum(frame.suit(card) == position.suit for card in hand)
    if rng.random() < 0.25 and _ways(hand, len(lead), held, position.suit, frame) <= LISTED:
        ours = listed(table, hand)
        right = oracle.legal_follows(lead, hand, frame)
        seen["listed"] += 1
        if ours != right:
            differ(f"follows from {hand}", sorted(ours - right), sorted(right - ours))


def _ways(hand: list[str], n: int, held: int, suit: str, frame: oracle.Frame) -> int:
    """Number of sets of cards that the rule of suit leaves."""
    pool = [c for c in hand if (frame.suit(c) == suit) == (held > n)]
    ways = [1] + [0] * n
    for copies in Counter(pool).values():
        ways = [sum(ways[max(0, k - copies) : k + 1]) for k in range(n + 1)]
    return ways[n if held > n else n - held]


def listed(table: Table, hand: list[str]) -> set[tuple[str, ...]]:
    """Every legal follow of a hand by the kernel, as the oracle writes them."""
    out = np.zeros(ROOM, dtype=CARDS)
    n = int(
        list_follows(
            table.view, table.cards(numbers(hand)), table.frame, table.law, table.work,
            table.streams, out,
        )
    )  # fmt: skip
    assert n <= ROOM
    kinds = table.frame["kind"]
    found = {
        tuple(
            sorted(
                NAMES[int(kinds[bit])]
                for word in cards
                for bit in range(54)
                if int(word) >> bit & 1
            )
        )
        for cards in out[:n]
    }
    assert len(found) == n
    return found


def _compare_winner(position: Position, seen: Counter[str], differ: Any) -> None:
    table, frame = position.world.table, position.world.frame
    plays = position.replies()
    winner = 0
    for i, play in enumerate(plays, start=1):
        if table.takes(numbers(play)):
            winner = i
    right = oracle.trick_winner([position.lead, *plays], frame)
    seen[f"winner {'lead' if winner == 0 else 'later'}"] += 1
    if winner != right:
        differ(f"winner of {plays}", winner, right)


def _compare_throw(position: Position, seen: Counter[str], differ: Any) -> None:
    where, lead = position.world, position.lead
    stands, forced = where.table.check([numbers(hand) for hand in position.hands], 4)
    opponents = where.changes["throw_check"] == "opponents_only"
    heard = [hand for i, hand in enumerate(position.hands) if not opponents or i != 1]
    right = oracle.check_lead(lead, heard, where.frame)
    ours, theirs = sorted(map(sorted, forced)), sorted(map(sorted, right.may_lead))
    seen["stands" if stands else "falls"] += 1
    if stands != right.stands:
        differ(f"throw against {position.hands}", stands, right.stands)
    elif not stands and where.changes["throw_fail_pick"] == "challenger":
        if not ours or any(cards not in theirs for cards in ours):
            differ(f"cut against {position.hands}", ours, theirs)
    elif not stands and ours != theirs:
        differ(f"cut against {position.hands}", ours, theirs)

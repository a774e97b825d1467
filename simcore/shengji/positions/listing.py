"""The options of each question of Sheng Ji."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.decisions import refused
from simcore.jit import U64
from simcore.shengji.cards import BJ, MAX_DECKS, NAMES
from simcore.shengji.combos.duty import is_legal_follow
from simcore.shengji.combos.frame import line_of, to_frame, to_types
from simcore.shengji.combos.parts import suit_of
from simcore.shengji.combos.planes import bottoms, kth_run, n_runs
from simcore.shengji.positions.givens import Cards, planes_of, suit_number
from simcore.shengji.records import CARDS, N_SUITS, STREAMS, WORK, rules_record
from simcore.shengji.rules import BuryRestriction, Rules, hand_size
from simcore.status import KaipaiError

MOST_SETS = 4000
"""Sets of cards that are looked through for those that may follow."""


def in_frame(cards: Cards, frame: Any) -> Any:
    """CARDS record in the frame."""
    found = np.zeros(1, dtype=CARDS)
    found[0] = planes_of(cards)
    to_frame(found[0], frame, found[0])
    return found[0]


def by_type(cards: Any, frame: Any) -> Cards:
    """Cards of a CARDS record in the frame."""
    types = np.zeros(1, dtype=CARDS)
    to_types(cards, frame, types[0])
    return counted(types[0])


def counted(types: Any) -> Cards:
    """Cards of a CARDS record by type."""
    return Counter(
        kind for kind in range(len(NAMES)) for plane in types.item() if plane >> kind & 1
    )


def leads(hand: Cards, frame: Any, rules: Rules) -> list[Cards]:
    """Every single, tuple and tractor of a hand; throws are left to who asks."""
    found = [Counter({kind: n}) for kind in sorted(hand) for n in range(1, hand[kind] + 1)]
    held = in_frame(hand, frame)
    for suit in range(N_SUITS):
        for width in range(2, rules.decks + 1):
            kinds = U64(held[f"p{width - 1}"] & frame["suit"][suit])
            for length in range(2, 14):
                at = U64(bottoms(U64(line_of(kinds, frame)), length, frame)) if kinds else U64(0)
                if not at:
                    break
                for k in range(int(n_runs(kinds, at, length, frame))):
                    cards = np.zeros(1, dtype=CARDS)
                    row = int(kth_run(kinds, at, length, k, frame)[0])
                    cards[0] = tuple(row if copy < width else 0 for copy in range(MAX_DECKS))
                    found.append(by_type(cards[0], frame))
    return found


def check_lead(cards: Cards, frame: Any) -> None:
    """Refuse a lead of several suits.

    Raises
    ------
    KaipaiError
    """
    if suit_of(in_frame(cards, frame), frame) < 0:
        raise refused("a lead is of one suit (SJ-30)")


def follow_test(view: Any, hand: Cards, frame: Any, rules: Rules) -> Callable[[Cards], bool]:
    """Tell which cards may follow the lead in a view."""
    held, law = in_frame(hand, frame), rules_record(rules)[0]
    work, streams = np.zeros(1, dtype=WORK)[0], np.zeros(1, dtype=STREAMS)[0]

    def is_legal(cards: Cards) -> bool:
        play = in_frame(cards, frame)
        return bool(is_legal_follow(view, held, play, frame, law, work, streams))

    return is_legal


def follows(
    view: Any, hand: Cards, rank: int, trump: int, is_legal: Callable[[Cards], bool]
) -> list[Cards]:
    """Every play that may follow.

    Raises
    ------
    KaipaiError
        There are too many to look through.
    """
    n, suit = int(view["n_cards"]), int(view["suit"])
    inside = [kind for kind in sorted(hand.elements()) if suit_number(kind, rank, trump) == suit]
    outside = sorted((hand - Counter(inside)).elements())
    forced = Counter(inside) if len(inside) < n else Counter[int]()
    pool = outside if forced else inside if len(inside) >= n else outside
    found = []
    for looked, cards in enumerate(_sets(pool, n - forced.total())):
        if looked >= MOST_SETS:
            raise KaipaiError("there are too many plays to list: name some with --options 'A | B'")
        if is_legal(forced + cards):
            found.append(forced + cards)
    return found


def _sets(pool: list[int], n: int) -> Iterator[Cards]:
    """Different sets of n cards."""
    seen = set()
    for chosen in combinations(pool, n):
        if chosen not in seen:
            seen.add(chosen)
            yield Counter(chosen)


def near(own: Cards, hand: Cards) -> list[Cards]:
    """A burial and all that differ from it in one card."""
    kept = hand - own
    return [own] + [
        own - Counter([out]) + Counter([put])
        for out in sorted(own)
        for put in sorted(kept)
        if out != put
    ]


def is_bound(kind: int, rank: int, trump: int, rules: Rules) -> bool:
    """Whether a card may only be buried for want of others (SJ-28)."""
    if rules.bury_restriction == BuryRestriction.NO_POINTS:
        return kind < BJ and RANKS[kind % 13] in "5TK"
    if rules.bury_restriction == BuryRestriction.NO_TRUMP:
        return suit_number(kind, rank, trump) == N_SUITS - 1
    return False


def may_bury(
    cards: Cards, hand: Cards, rank: int, trump: int, rules: Rules, spare: int = 0
) -> bool:
    """Whether no card is buried that may only be buried for want of others (SJ-28).

    Parameters
    ----------
    cards, hand : Counter
        Those buried, and those that they were chosen from.
    rank, trump : int
    rules : Rules
    spare : int
        Other cards held besides the hand that may be buried freely.
    """
    free = sum(n for kind, n in hand.items() if not is_bound(kind, rank, trump, rules))
    bound = sum(n for kind, n in cards.items() if is_bound(kind, rank, trump, rules))
    return bound <= max(0, cards.total() - free - spare)


def check_buried(
    buried: Cards, hand: Cards, played: Cards, frame: tuple[int, int], rules: Rules
) -> None:
    """Refuse a burial that the rules did not allow, whichever of the cards played the dealer held.

    Parameters
    ----------
    buried, hand, played : Counter
        The hand is what the dealer still holds; those played are of all seats.
    frame : tuple of int
        Rank and trump.
    rules : Rules

    Raises
    ------
    KaipaiError
    """
    own = hand_size(rules) - hand.total()
    bound = sum(n for kind, n in played.items() if is_bound(kind, *frame, rules))
    if not may_bury(buried, hand + buried, *frame, rules, spare=max(0, own - bound)):
        name = BuryRestriction(rules.bury_restriction).name.lower()
        raise refused(f"--buried: bury_restriction={name} forbids these cards (SJ-28)")

"""Before the first trick: what `heuristic` declares, buries and calls.

`heuristic_kitty` buries more points where the last trick does not multiply them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest
from simcore.jit import U64, kernel
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.declare import BLACK, may_declare
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import bits_in, clear, copy, n_cards, n_within
from simcore.shengji.policies.common import move_card
from simcore.shengji.policies.heuristic.table import kitty_factor
from simcore.shengji.records import KINDS, N_SUITS, TRUMPS
from simcore.streams import stay_call

DECLARE_FROM, DECLARE_EASIER, FIRST_ROUND_BONUS = 28, 10, 4
"""Half points of trump strength that a declaration takes: before the first card, less by the end
of the draw, and less where the dealership is at stake."""
OVERRIDE_BY = 6
"""Half points by which another suit must be better before an opponent is overridden."""
KNOWN = 64
"""More than any of the numbers that a declaration is decided by."""
SUIT = U64((1 << 13) - 1)
OF_RANK = U64(1 | 1 << 13 | 1 << 26 | 1 << 39)
JOKERS = U64(3 << 52)
DEAR, CHEAP = 4, 1
"""Quarters of a card's points that speak against burying it, three times so with few trumps."""
NEVER = 1 << 30


@kernel
def trump_strength(own: Any, rank: Any, kind: Any) -> Any:
    """Half points of the cards drawn so far as trumps: one a trump, 2.5 a pair, two a joker.

    Parameters
    ----------
    own : records.OWN
    rank : int64
        0..12.
    kind : int64
        Suit 0..3; from 4 on no trump.
    """
    mask = (OF_RANK << U64(rank)) | JOKERS
    if kind < BLACK:
        mask |= SUIT << U64(13 * kind)
    hand = own["hand"]
    trumps, pairs = n_within(hand, mask), bits_in(hand["p1"] & mask)
    return 2 * trumps + 5 * pairs + 4 * n_within(hand, JOKERS)


@kernel
def _case(view: Any, own: Any) -> Any:
    """Number for the cards and the declaration that a declaration is decided by."""
    case = (own["n_drawn"] * KNOWN + view["declarer"] + 1) * KNOWN + view["declared"] + 1
    return case * KNOWN + view["declared_count"]


@kernel
def is_settled(view: Any, own: Any) -> Any:
    """Whether `heuristic_declare` has declined before in just this case; 3 polls in 4 are such."""
    return view["after"] < own["memo"][1] and own["memo"][0] == _case(view, own)


@kernel
def heuristic_declare(view: Any, own: Any, overcall: Any, rules: Any, move: Any) -> None:
    """Declare the suit with enough trumps, the more readily the later; secure it at once."""
    stay_call()
    move["kind"] = -1
    if overcall:
        return
    seat, declarer = own["seat"], view["declarer"]
    total = rules["players"] * view["hand_size"]
    easier = DECLARE_EASIER * view["after"] // total
    least = DECLARE_FROM - easier
    if view["is_first"]:
        least -= FIRST_ROUND_BONUS
    if declarer >= 0 and declarer != seat:
        if (seat - declarer) % 2 == 0 and rules["players"] != 5:
            least = NEVER
        else:
            least = max(least, trump_strength(own, view["rank"], view["declared"]) + OVERRIDE_BY)
    best = least - 1
    for kind in range(KINDS):
        count = own["held"][kind]
        if count > 0 and may_declare(view, seat, kind, count, False, rules):
            strength = trump_strength(own, view["rank"], kind)
            if declarer == seat:
                strength = NEVER
            if strength > best:
                best = strength
                move["kind"], move["count"] = kind, count
    if move["kind"] < 0:
        # in this case, and until so many cards are drawn that it takes less
        own["memo"][0] = _case(view, own)
        own["memo"][1] = ((easier + 1) * total + DECLARE_EASIER - 1) // DECLARE_EASIER


@kernel
def reluctance(card: Any, hand: Any, frame: Any, trumps: Any, price: Any) -> Any:
    """Reluctance to bury a card (a bit).

    Parameters
    ----------
    hand : records.CARDS
        With the kitty.
    trumps : int64
        Trumps and twice the jokers in it.
    price : int64
        DEAR or CHEAP.
    """
    stay_call()
    suit = frame["suit_of"][index(card)]
    held = frame["suit"][suit]
    level = np.int64(index(card)) - np.int64(index(held))
    if suit == TRUMPS:
        return 200 + level
    worth = level
    if card & ~(held >> ONE) & held != ZERO:
        worth += 40
    if hand["p1"] & card != ZERO:
        worth += 25
        if line_of(hand["p1"] & held, frame) & ((card << ONE) | (card >> ONE)) != ZERO:
            worth += 15
    points = 10 if card & frame["tens"] != ZERO else (5 if card & frame["fives"] != ZERO else 0)
    if trumps <= 12:
        worth += 3 * points * price // 4
    elif trumps >= 18:
        worth -= points // 3
    else:
        worth += points * price // 4
    n = n_within(hand, held)
    return worth + 3 * min(n, 8)


@kernel
def _find_first(
    held: Any, room: Any, frame: Any, strong: Any, price: Any, firsts: Any, dislikes: Any
) -> None:
    """Find the card of a suit that is buried before the others of it."""
    suit = frame["suit_of"][index(held)]
    firsts[suit], dislikes[suit] = ZERO, NEVER
    while held != ZERO:
        card = lowest(held)
        held ^= card
        worth = reluctance(card, room, frame, strong, price)
        if worth < dislikes[suit]:
            firsts[suit], dislikes[suit] = card, worth


@kernel
def heuristic_bury(
    view: Any, own: Any, frame: Any, rules: Any, keen: Any, work: Any, move: Any
) -> None:
    """Bury what is worth least: low cards of short side suits, no aces, pairs or trumps."""
    stay_call()
    room, cards = work["room"], move["cards"]
    copy(own["hand"], room)
    clear(cards)
    bound = kept(room, frame, rules)
    strong = n_within(room, frame["suit"][TRUMPS]) + 2 * n_within(room, frame["jokers"])
    price = CHEAP if keen and kitty_factor(rules) == 1 else DEAR
    trumps = frame["suit"][TRUMPS]
    # of each suit the card that goes first, none where that is to be found, and its reluctance
    firsts, dislikes = work["faces"], work["copies"]
    for suit in range(N_SUITS):
        firsts[suit] = ZERO
    for _ in range(view["kitty_size"]):
        left = room["p0"] & ~bound
        if left == ZERO:
            left = room["p0"]
        if left & ~trumps != ZERO:  # any trump is worth more than any other card
            left &= ~trumps
        taken, least = 0, NEVER
        for suit in range(N_SUITS):
            held = left & frame["suit"][suit]
            if held != ZERO:
                if firsts[suit] == ZERO:
                    _find_first(held, room, frame, strong, price, firsts, dislikes)
                if dislikes[suit] < least:
                    taken, least = suit, dislikes[suit]
        move_card(room, cards, firsts[taken])
        firsts[taken] = ZERO


@kernel
def heuristic_friend(view: Any, own: Any, frame: Any, move: Any) -> None:
    """Call the first ace of a side suit one does not hold, the shortest suit first (SJ-71)."""
    stay_call()
    move["kind"], move["count"] = -1, 1
    least = NEVER
    for suit in range(TRUMPS):
        held = frame["suit"][suit]
        if held != ZERO:
            top = held & ~(held >> ONE)
            n = n_within(own["hand"], held)
            if own["hand"]["p0"] & top == ZERO and 0 < n < least:
                least = n
                move["kind"] = frame["kind"][index(top)]
    if move["kind"] < 0 and n_cards(own["hand"]) > 0:
        # holding every ace: the second copy of one of them, which is with somebody else
        for suit in range(TRUMPS):
            held = frame["suit"][suit]
            top = held & ~(held >> ONE)
            if own["hand"]["p0"] & top != ZERO and own["hand"]["p1"] & top == ZERO:
                move["kind"], move["count"] = frame["kind"][index(top)], 2

"""The plan of a hand: which cards are kept together as runs, and what the whole still costs.

A plan is two masks of cards, each a straight or stairs kept together (a straight may hold the
Phoenix).  All other cards group themselves by rank.  It is made once and kept in the seat's memo;
it is made anew when a play broke one of its runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.bits import ONE, ZERO, lowest, popcount
from simcore.jit import U64, helper, kernel
from simcore.streams import stay_call
from simcore.tichu.cards import DECK, DOG, DRG, MAH, PHX, SPECIALS
from simcore.tichu.combos.bombs import bomb_masks
from simcore.tichu.combos.shape import (
    NATURALS,
    SHORTEST_RUN,
    UNITS,
    held,
    rank_at,
    window,
)
from simcore.tichu.policies.heuristic.weights import (
    DOG_COST,
    DRAGON,
    FLUSH,
    HOUSE,
    MAH_ALONE,
    PAIR_ACE,
    PAIR_KING,
    PAIR_LOW,
    PAIR_MID,
    PHOENIX,
    QUAD,
    SINGLE_ACE,
    SINGLE_KING,
    SINGLE_LOW,
    SINGLE_MID,
    STAIRS,
    STAIRS_HIGH,
    STAIRS_RANK,
    STRAIGHT,
    STRAIGHT_CARD,
    STRAIGHT_HIGH,
    TRIPLE_HIGH,
    TRIPLE_LOW,
    TRIPLE_MID,
)

_FOUR, _EIGHT, _SIXTEEN = U64(4), U64(8), U64(16)
_NIBBLE = U64(15)
LOW = U64(sum(1 << 4 * (rank - 1) for rank in range(2, 10)))
MID = U64(sum(1 << 4 * (rank - 1) for rank in range(10, 13)))
_KING, _ACE = U64(1 << 48), U64(1 << 52)
_UPPER = _KING | _ACE
_SEVENS, _THREES = U64(0x77777777777777), U64(0x33333333333333)
_ONES = U64(0x11111111111111)
_PLANNED = U64(1 << 62)
_ABOVE, _SIZE = U64(56), U64(15 << 56)
_OFFSET = 64
"""Above the deck the memo holds how many cards a hand had and what they cost, plus _OFFSET."""
WEIGHED, STRONG = np.int64(1 << 60), np.int64(1 << 61)
"""Bits of the memo: good enough to call, and good enough to call against a bet."""
_QUEEN = 12


def _group_costs() -> npt.NDArray[np.int64]:
    """Costs by ``16 * size + rank``: looked up, since no branch on a rank is foreseen."""
    low_mid_king_ace = (
        (SINGLE_LOW, SINGLE_MID, SINGLE_KING, SINGLE_ACE),
        (PAIR_LOW, PAIR_MID, PAIR_KING, PAIR_ACE),
        (TRIPLE_LOW, TRIPLE_MID, TRIPLE_HIGH, TRIPLE_HIGH),
    )
    costs = np.zeros((4, 16), dtype=np.int64)
    for size, (low, mid, king, ace) in enumerate(low_mid_king_ace, start=1):
        costs[size, 2:10], costs[size, 10:13], costs[size, 13], costs[size, 14] = (
            low,
            mid,
            king,
            ace,
        )
    return costs.ravel()


_COSTS = _group_costs()


@helper
def count(mask: Any) -> Any:
    """Set bits as int64."""
    return np.int64(popcount(mask))


@kernel
def loose_cost(one: Any, two: Any, three: Any) -> Any:
    """Cost of cards grouped by rank; unit masks of the ranks held once, twice, three times."""
    single, pair = one & ~two, two & ~three
    cost = (
        SINGLE_LOW * count(single & LOW)
        + SINGLE_MID * count(single & MID)
        + PAIR_LOW * count(pair & LOW)
        + PAIR_MID * count(pair & MID)
    )
    if one & _UPPER:
        if single & _UPPER:
            cost += SINGLE_KING * count(single & _KING) + SINGLE_ACE * count(single & _ACE)
        if pair & _UPPER:
            cost += PAIR_KING * count(pair & _KING) + PAIR_ACE * count(pair & _ACE)
    if three:
        cost += TRIPLE_LOW * count(three & LOW) + TRIPLE_MID * count(three & MID)
        cost += TRIPLE_HIGH * count(three & _UPPER)
        cost -= HOUSE * min(count(three), count(pair & ~_UPPER))
    return cost


@helper
def _first_of_rank(cards: Any) -> Any:
    """Lowest card of each rank."""
    out = cards & ~((cards & _SEVENS) << ONE)
    return out & ~((cards & _THREES) << U64(2)) & ~((cards & _ONES) << U64(3))


@kernel
def run_cost(high: Any, size: Any) -> Any:
    """Cost of a straight of `size` cards up to rank `high`."""
    cost = STRAIGHT - STRAIGHT_CARD * (size - SHORTEST_RUN)
    return cost - STRAIGHT_HIGH if high >= _QUEEN else cost


@kernel
def _best_straight(one: Any, two: Any, three: Any, mah: Any, phx: Any, base: Any) -> Any:
    """Straight that lowers the cost most: cost, window of ranks (zero: none), Phoenix used."""
    stay_call()
    runs = one | mah
    solo = (one & ~two) | mah
    best, pick, wild = base, ZERO, ZERO
    full = runs
    lacking = UNITS & ~runs if phx else ZERO
    for size in range(2, 15):
        lacking = ((runs & (lacking << _FOUR)) | (~runs & (full << _FOUR))) & UNITS if phx else ZERO
        full = runs & (full << _FOUR)
        tops = full | lacking
        if tops == ZERO:
            break
        if size < SHORTEST_RUN:
            continue
        # a lone card next to the window belongs into it
        tops &= ~((solo >> _FOUR) | (solo << U64(4 * size)))
        while tops:
            top = lowest(tops)
            tops ^= top
            high = rank_at(top)
            ranks = window(high, size) & runs
            cost = run_cost(high, size) + loose_cost(
                (one & ~ranks) | (two & ranks), (two & ~ranks) | (three & ranks), three & ~ranks
            )
            if mah and not ranks & MAH:
                cost += MAH_ALONE
            if phx and full & top:
                cost += PHOENIX
            if cost < best:
                best, pick = cost, ranks
                wild = ZERO if full & top else PHX
    return best, pick, wild


@kernel
def _best_stairs(one: Any, two: Any, three: Any, base: Any) -> Any:
    """Stairs that lower the cost most: cost and window of ranks (zero: none)."""
    stay_call()
    best, pick = base, ZERO
    full = two
    for size in range(2, 8):
        full = two & (full << _FOUR)
        if full == ZERO:
            break
        tops = full
        while tops:
            top = lowest(tops)
            tops ^= top
            high = rank_at(top)
            ranks = window(high, size)
            cost = STAIRS - STAIRS_RANK * (size - 2) - (STAIRS_HIGH if high >= _QUEEN else 0)
            cost += loose_cost((one & ~ranks) | (three & ranks), two & ~ranks, three & ~ranks)
            if cost < best:
                best, pick = cost, ranks
    return best, pick


@kernel
def make_plan(hand: Any, quads: Any, flush: Any) -> Any:
    """Runs to be kept together, and the cost of the hand.

    Parameters
    ----------
    hand, quads, flush : uint64
        The cards and their `bomb_masks`.

    Returns
    -------
    tuple
        Two masks of cards (uint64, zero: no run) and the cost (int64).
    """
    stay_call()
    rest = hand & ~(quads * _NIBBLE)
    total = QUAD * count(quads)
    if hand & DRG:
        total += DRAGON
    if hand & DOG:
        total += DOG_COST
    first = second = ZERO
    if flush:
        card = run = lowest(flush)
        for _ in range(4):
            card <<= _FOUR
            run |= card
        while (card << _FOUR) & rest & NATURALS:
            card <<= _FOUR
            run |= card
        if run & ~rest == ZERO:
            first = run
            rest ^= run
            total += FLUSH
    one, two, three, _ = held(rest)
    loose = loose_cost(one, two, three)
    while True:
        mah, phx = rest & MAH, rest & PHX
        extra = (MAH_ALONE if mah else 0) + (PHOENIX if phx else 0)
        if second:
            break
        runs = one | mah
        ahead = runs & (runs << _FOUR)
        pick = wild = ZERO
        best = loose + extra
        if phx or ahead & (ahead << _EIGHT) & (runs << _SIXTEEN):
            best, pick, wild = _best_straight(one, two, three, mah, phx, best)
        low = _first_of_rank(rest & NATURALS)
        cards = low & (pick * _NIBBLE) | (rest & pick & MAH) | wild
        if two & (two << _FOUR):
            better, ranks = _best_stairs(one, two, three, best - extra)
            if ranks:
                cards = (low | _first_of_rank((rest & NATURALS) ^ low)) & (ranks * _NIBBLE)
                best = better + extra
        if cards == ZERO:
            break
        # the run's own cost: what the rest costs is counted again, and may yet fall
        rest ^= cards
        one, two, three, _ = held(rest)
        loose = loose_cost(one, two, three)
        total += best - loose
        total -= (MAH_ALONE if rest & MAH else 0) + (PHOENIX if rest & PHX else 0)
        if first:
            second = cards
        else:
            first = cards
    return first, second, total + loose + extra


@kernel
def remember(own: Any) -> Any:
    """Make the plan of a hand, keep it in the memo, and return it."""
    first, second, cost = make_plan(own["hand"], own["quads"], own["flush"])
    own["memo"][0] = np.int64(first | popcount(own["hand"]) << _ABOVE | _PLANNED)
    own["memo"][1] = np.int64(second | U64(cost + _OFFSET) << _ABOVE)
    return first, second, cost


@helper
def recall(own: Any) -> Any:
    """Runs of the plan in the memo, made anew where it does not fit the hand any more."""
    hand = own["hand"]
    kept = U64(own["memo"][0])
    first, second = kept & DECK, U64(own["memo"][1]) & DECK
    if hand & first == ZERO:
        first = ZERO
    if hand & second == ZERO:
        second = ZERO
    if kept & _PLANNED == ZERO or (first | second) & ~hand:
        first, second, _ = remember(own)
    return first, second


@kernel
def cost_of(hand: Any) -> Any:
    """Cost of any hand, planned afresh."""
    quads, flush = bomb_masks(hand)
    return make_plan(hand, quads, flush)[2]


@kernel
def cost_now(own: Any) -> Any:
    """Cost of the seat's hand, planned afresh once for as long as it stays as it is."""
    stay_call()
    kept, more = U64(own["memo"][0]), U64(own["memo"][1])
    size = popcount(own["hand"]) << _ABOVE
    if kept & _SIZE == size:
        return np.int64(more >> _ABOVE) - _OFFSET
    cost = make_plan(own["hand"], own["quads"], own["flush"])[2]
    own["memo"][0] = np.int64(kept & ~_SIZE | size)
    own["memo"][1] = np.int64(more & DECK | U64(cost + _OFFSET) << _ABOVE)
    return cost


@helper
def group_cost(size: Any, rank: Any) -> Any:
    """Cost of a single, pair or triple of rank 2..14; of no card at all, 0."""
    return _COSTS[U64(16 * size + rank)]


@helper
def groups_of(loose: Any, first: Any, second: Any, quads: Any) -> Any:
    """Plays that the hand still needs, as planned; a lone special is one, a full house is one."""
    one, two, three, _ = held(loose)
    n = count(one) + count(loose & SPECIALS) + count(quads)
    n += (1 if first else 0) + (1 if second else 0)
    return n - min(count(three), count(two & ~three))

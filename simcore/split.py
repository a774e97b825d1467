"""Split a given number of cards, uniformly, off a set of cards: many lanes in step.

Three random words give each card of the set a class 0..7, one bit a word.  All that is looked at
is how many cards each class has.  Some choice of classes nearly always holds the wanted number
of cards together; which one is found by the classic bit set of reachable sums: bit s is set when
some choice among the classes so far holds s cards, and a class of n cards adds the same set
moved up by n.  Walking back from the wanted sum tells which classes to take.  Where no choice
fits, the next larger sum is taken and the surplus is removed by uniform picks.

All passes but the last are branch-free loops over the lanes (deals) of a room, so that they
compile to SIMD code.  A room is one uint64 array (rows, lanes), see `simcore.deal.new_room`.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import (
    FULL,
    ONE,
    ZERO,
    high_product,
    index,
    lowest,
    popcount,
    select,
    shift_left,
    shift_right,
)
from simcore.jit import U64, helper, kernel
from simcore.rng import threefry, threefry_pair

PLACE, BLOCK, COUNTS, TAKEN, LANE, FIX_PLACE, FIX_BLOCK, FIX_WORD, _SPARE, SLOTS = range(10)
"""Rows of a room.  By lane: its counter (`rng.place_of`, first block), cards of the eight classes
(a byte each), classes taken (a bit each, and `INEXACT`).  By inexact lane: its number, its
counter, its random words.  Then the slots."""

LABELS = 3
"""Random words that make the classes."""
MAX_SUM = 62
"""Largest sum whose bit set needs no drift: the sum above it still has a bit."""
ORIGIN = 31
"""Bit of the empty sum where there is drift."""
INEXACT = U64(8)

MAX_PICKS = 7
"""Picks from one word: 216^7 < 2^55, so a word is rejected less than once in 500."""
ATTEMPT_SHIFT = U64(32)
FIX_SHIFT = U64(16)
"""Blocks of a lane: attempt << 32, plus (step + 1) << 16 for the picks of a step, plus number."""

_BYTE = U64(0xFF)


@kernel
def draw_words(
    room: Any, row: Any, n: Any, places: Any, seed: Any, stream: Any, lanes: Any
) -> None:
    """Fill `n` rows (one more if n is odd) from `row` on with the first words of each lane.

    The counters of the lanes stand in rows `places` and ``places + 1``.
    """
    n_blocks = (n + 1) // 2
    pairs = n_blocks // 2
    for i in range(pairs):
        first = row + 4 * i
        for lane in range(lanes):
            place, block = room[places, lane], room[places + 1, lane] + U64(2 * i)
            a, b, c, d = threefry_pair(place, block, place, block + ONE, seed, stream)
            room[first, lane] = a
            room[first + 1, lane] = b
            room[first + 2, lane] = c
            room[first + 3, lane] = d
    if n_blocks % 2:
        first = row + 4 * pairs
        for lane in range(lanes):
            block = room[places + 1, lane] + U64(2 * pairs)
            a, b = threefry(room[places, lane], block, seed, stream)
            room[first, lane] = a
            room[first + 1, lane] = b


@kernel
def thin(
    room: Any, pool: Any, src: Any, words: Any, halvings: Any, n_words: Any, lanes: Any
) -> None:
    """Keep in `pool` a random part of slot `src`: each card with probability 2^-halvings."""
    for w in range(n_words):
        for lane in range(lanes):
            room[pool + w, lane] = room[src + w, lane] & room[words + w, lane]
        for j in range(1, halvings):
            for lane in range(lanes):
                room[pool + w, lane] &= room[words + j * n_words + w, lane]


@kernel
def count_classes(room: Any, pool: Any, words: Any, n_words: Any, lanes: Any) -> None:
    """Count the cards of each class; byte i of the count is class i, its bits (b0, b1, b2)."""
    for lane in range(lanes):
        room[COUNTS, lane] = ZERO
    for w in range(n_words):
        for lane in range(lanes):
            cards = room[pool + w, lane]
            b0 = room[words + w, lane]
            b1 = room[words + n_words + w, lane]
            b2 = room[words + 2 * n_words + w, lane]
            low, high = cards & ~b2, cards & b2
            low0, low1 = low & ~b1, low & b1
            high0, high1 = high & ~b1, high & b1
            room[COUNTS, lane] += (
                popcount(low0 & ~b0)
                | (popcount(low0 & b0) << U64(8))
                | (popcount(low1 & ~b0) << U64(16))
                | (popcount(low1 & b0) << U64(24))
                | (popcount(high0 & ~b0) << U64(32))
                | (popcount(high0 & b0) << U64(40))
                | (popcount(high1 & ~b0) << U64(48))
                | (popcount(high1 & b0) << U64(56))
            )


@helper
def _reach(sums: Any, n: Any, drift: Any) -> Any:
    """Reachable sums with one more class of n cards."""
    return (sums | shift_left(sums, n)) >> drift


@helper
def _walk(at: Any, sums: Any, n: Any, drift: Any, bit: Any, taken: Any) -> Any:
    """Go back over one class: leave it out where that reaches, else take it."""
    at <<= drift
    without = at & sums
    left_out = without != ZERO
    at = without if left_out else shift_right(at, n)
    return at, taken if left_out else taken | bit


@helper
def _choose(counts: Any, empty: Any, wanted: Any, drift: Any) -> Any:
    """Classes to take, a bit each, and `INEXACT`; see `choose_classes`."""
    n0 = counts & _BYTE
    n1 = (counts >> U64(8)) & _BYTE
    n2 = (counts >> U64(16)) & _BYTE
    n3 = (counts >> U64(24)) & _BYTE
    n4 = (counts >> U64(32)) & _BYTE
    n5 = (counts >> U64(40)) & _BYTE
    n6 = (counts >> U64(48)) & _BYTE
    n7 = counts >> U64(56)
    sums1 = _reach(empty, n0, drift)
    sums2 = _reach(sums1, n1, drift)
    sums3 = _reach(sums2, n2, drift)
    sums4 = _reach(sums3, n3, drift)
    sums5 = _reach(sums4, n4, drift)
    sums6 = _reach(sums5, n5, drift)
    sums7 = _reach(sums6, n6, drift)
    at = lowest(_reach(sums7, n7, drift) & ~(wanted - ONE))
    taken = ZERO if at == wanted else ONE << INEXACT
    at, taken = _walk(at, sums7, n7, drift, U64(128), taken)
    at, taken = _walk(at, sums6, n6, drift, U64(64), taken)
    at, taken = _walk(at, sums5, n5, drift, U64(32), taken)
    at, taken = _walk(at, sums4, n4, drift, U64(16), taken)
    at, taken = _walk(at, sums3, n3, drift, U64(8), taken)
    at, taken = _walk(at, sums2, n2, drift, U64(4), taken)
    at, taken = _walk(at, sums1, n1, drift, U64(2), taken)
    at, taken = _walk(at, empty, n0, drift, U64(1), taken)
    return taken


@kernel
def choose_classes(room: Any, end: Any, drift: Any, lanes: Any) -> None:
    """Choose the classes that hold the wanted number of cards, or else the next larger number.

    Sums are bits of a word.  Large sums would not fit, so after each class all of them move
    down by `drift`, about the part of the wanted sum that falls to one class; sums that leave
    the word on either side are given up.  `end` is the bit of the wanted sum after all classes.
    """
    if drift:
        for lane in range(lanes):
            room[TAKEN, lane] = _choose(room[COUNTS, lane], ONE << U64(ORIGIN), ONE << end, drift)
    else:  # the same with the moves folded away, for they are a fifth of it
        for lane in range(lanes):
            room[TAKEN, lane] = _choose(room[COUNTS, lane], ONE, ONE << end, ZERO)


@helper
def _spread(bits: Any, k: Any) -> Any:
    """Bit k as a mask of all bits."""
    return ZERO - ((bits >> k) & ONE)


@kernel
def take_classes(room: Any, dst: Any, pool: Any, words: Any, n_words: Any, lanes: Any) -> None:
    """Put into slot `dst` the cards of `pool` whose class is taken."""
    for w in range(n_words):
        for lane in range(lanes):
            taken = room[TAKEN, lane]
            differ = taken ^ (taken >> ONE)
            b0 = room[words + w, lane]
            b1 = room[words + n_words + w, lane]
            b2 = room[words + 2 * n_words + w, lane]
            low0 = _spread(taken, U64(0)) ^ (_spread(differ, U64(0)) & b0)
            low1 = _spread(taken, U64(2)) ^ (_spread(differ, U64(2)) & b0)
            high0 = _spread(taken, U64(4)) ^ (_spread(differ, U64(4)) & b0)
            high1 = _spread(taken, U64(6)) ^ (_spread(differ, U64(6)) & b0)
            low0 ^= (low0 ^ low1) & b1
            high0 ^= (high0 ^ high1) & b1
            room[dst + w, lane] = room[pool + w, lane] & (low0 ^ ((low0 ^ high0) & b2))


@kernel
def remove(room: Any, src: Any, dst: Any, n_words: Any, lanes: Any) -> None:
    """Take the cards of slot `dst` out of slot `src`."""
    for w in range(n_words):
        for lane in range(lanes):
            room[src + w, lane] ^= room[dst + w, lane]


@helper
def _list_inexact(room: Any, step: Any, lanes: Any) -> Any:
    """List the inexact lanes and the counters of their picks; return how many there are."""
    n = 0
    for first in range(0, lanes, 64):
        flags = ZERO
        for i in range(min(64, lanes - first)):
            flags |= (room[TAKEN, first + i] >> INEXACT) << U64(i)
        while flags:
            lane = U64(first) + index(flags)
            flags &= flags - ONE
            room[LANE, n] = lane
            room[FIX_PLACE, n] = room[PLACE, lane]
            room[FIX_BLOCK, n] = room[BLOCK, lane] + (U64(step + 1) << FIX_SHIFT)
            n += 1
    return n


@kernel
def repair(
    room: Any, src: Any, dst: Any, take: Any, n_words: Any, lanes: Any, seed: Any, stream: Any,
    step: Any,
) -> None:  # fmt: skip
    """Bring slot `dst` (part of slot `src`) of the inexact lanes to `take` cards by picks.

    Several bounded picks come from one word (Brackett-Rozinsky and Lemire, arXiv 2408.06213).
    """
    n_inexact = _list_inexact(room, step, lanes)
    draw_words(room, FIX_WORD, 1, FIX_PLACE, seed, stream, n_inexact)
    for i in range(n_inexact):
        lane = room[LANE, i]
        block = room[FIX_BLOCK, i]
        word = room[FIX_WORD, i]
        held = ZERO
        whole = ZERO
        for w in range(n_words):
            held += popcount(room[dst + w, lane])
            whole += popcount(room[src + w, lane])
        surplus = held > take
        missing = held - take if surplus else take - held
        total = held if surplus else whole - held
        # picks are made among dst itself, or among the rest of src
        others = ZERO if surplus else FULL
        while missing > ZERO:
            picks = min(missing, U64(MAX_PICKS))
            low = word
            product = ONE
            for k in range(picks):
                low *= total - U64(k)
                product *= total - U64(k)
            if low >= product or low >= (ZERO - product) % product:
                missing -= picks
                while picks > ZERO:
                    picks -= ONE
                    j = high_product(word, total)
                    word *= total
                    total -= ONE
                    for w in range(n_words):
                        # past the word of the pick, j has wrapped round and is larger than any n
                        among = room[dst + w, lane] ^ (room[src + w, lane] & others)
                        n = popcount(among)
                        picked = j < n
                        bit = select(among, j if picked else ZERO)
                        room[dst + w, lane] ^= bit if picked else ZERO
                        j -= n
            if missing > ZERO:
                block += ONE
                word, _ = threefry(room[PLACE, lane], block, seed, stream)

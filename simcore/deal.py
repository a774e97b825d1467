"""Uniform deals into card masks, many at a time, for any deck and any hand sizes.

Method.  A hand is split off a set of cards by looking at a few random words: all XOR
combinations of the words are candidate subsets, and the one whose size is nearest to the wanted
size is taken (ties by candidate number, never by value).  What is missing or too much is put
right by uniform picks.  Every step looks at sizes only, so it treats all cards alike: the
resulting law is invariant under permutations of the deck, the permutations act transitively on
deals of fixed sizes, hence every deal is equally likely, exactly, whatever the words share.
Where the wanted share is far from one half, the set is thinned by a random mask of density
k/16 first, which only makes exact hits more frequent.

Candidates are tried for 64 deals ("lanes") in step, in branch-free loops that compile to SIMD
code; only lanes without an exact hit take the scalar path.  A lane's words depend on its own
(seed, match, round, attempt) and on nothing else, so a deal is the same in every batch.
Several bounded picks come from one word (Brackett-Rozinsky and Lemire, arXiv 2408.06213).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simcore.bits import ONE, ZERO, high_product, popcount, select
from simcore.jit import U64, kernel
from simcore.rng import DEAL, place_of, threefry

Words = npt.NDArray[np.uint64]

LANES = 64
SPAN = 4
"""Random words whose XOR combinations are the candidates of one split."""
FRESH = 2
"""Words of a split that the split above it has not used."""
THIN = 4
"""Words behind the random mask that thins a set."""
MAX_PICKS = 7
"""Picks from one word: 216^7 < 2^55, so a word is rejected less than once in 500."""
ATTEMPT_SHIFT = U64(32)
FIX_BLOCK = U64(1 << 16)
FIX_WORDS = 2
_FAR = U64(1 << 40)

SRC, DST, TAKE, FIRST, LAST, DENSITY = range(6)
"""Columns of a plan: split `TAKE` cards off slot `SRC` into slot `DST`, using random words
`FIRST`..`LAST`-1 (none: picks only) after thinning to `DENSITY`/16 (0: no thinning)."""


class Plan(NamedTuple):
    """How a deck is split into hands: made by `plan`, obeyed by `deal_lanes`."""

    steps: npt.NDArray[np.int64]
    """Shape (splits, 6), columns as above; slot 0 is the deck at the start."""
    slots: npt.NDArray[np.int64]
    """Slot in which part i of the deal lies at the end."""
    n_words: int
    """Random words a lane needs for each word of the deck."""


@kernel
def _draw_words(words: Any, n: Any, seed: Any, places: Any, base: Any, lanes: Any) -> None:
    """Fill rows 0..n-1 of `words` (rows, LANES) with the first words of each lane's stream."""
    for i in range((n + 1) // 2):
        for lane in range(lanes):
            a, b = threefry(places[lane], base + U64(i), seed, DEAL)
            words[2 * i, lane] = a
            words[2 * i + 1, lane] = b


@kernel
def _thin(mask: Any, words: Any, first: Any, density: Any, n_words: Any, lanes: Any) -> None:
    """Keep each card of `mask` (deck words, LANES) with probability density/16."""
    for w in range(n_words):
        for lane in range(lanes):
            thin = ZERO
            for bit in range(THIN):
                word = words[(first + bit) * n_words + w, lane]
                thin = (word | thin) if (density >> bit) & 1 else (word & thin)
            mask[w, lane] &= thin


@kernel
def _choose(
    nodes: Any, src: Any, dst: Any, take: Any, words: Any, first: Any, last: Any, n_words: Any,
    lanes: Any, parts: Any, subset: Any, count: Any, miss: Any, choice: Any,
) -> None:  # fmt: skip
    """Put into slot `dst` the candidate subset of slot `dst` whose size is nearest to `take`.

    On entry slot `dst` holds the (thinned) source.  `miss` receives the squared distance of the
    size.  Candidate number i is the XOR of the words in the Gray code of i.
    """
    for lane in range(lanes):
        miss[lane] = _FAR
        choice[lane] = ZERO
    for w in range(n_words):
        for lane in range(lanes):
            subset[w, lane] = ZERO
        for j in range(last - first):
            for lane in range(lanes):
                parts[j * n_words + w, lane] = (
                    words[(first + j) * n_words + w, lane] & nodes[dst, w, lane]
                )
    for i in range(1, 1 << (last - first)):
        flip = 0
        while not (i >> flip) & 1:
            flip += 1
        gray = U64(i ^ (i >> 1))
        for lane in range(lanes):
            count[lane] = ZERO
        for w in range(n_words):
            for lane in range(lanes):
                part = subset[w, lane] ^ parts[flip * n_words + w, lane]
                subset[w, lane] = part
                count[lane] += popcount(part)
        for lane in range(lanes):
            off = count[lane] - take
            off *= off
            nearer = off < miss[lane]
            miss[lane] = off if nearer else miss[lane]
            choice[lane] = gray if nearer else choice[lane]
    for w in range(n_words):
        for lane in range(lanes):
            subset[w, lane] = ZERO
        for j in range(last - first):
            for lane in range(lanes):
                chosen = ZERO - ((choice[lane] >> U64(j)) & ONE)
                subset[w, lane] ^= parts[j * n_words + w, lane] & chosen
        for lane in range(lanes):
            nodes[dst, w, lane] = subset[w, lane]


@kernel
def _fix(
    nodes: Any, src: Any, dst: Any, take: Any, n_words: Any, lane: Any, seed: Any, place: Any,
    base: Any, fixes: Any, n_fixes: Any, rest: Any, sizes: Any,
) -> None:  # fmt: skip
    """Bring slot `dst` (part of slot `src`) of one lane to `take` cards by uniform picks."""
    held = ZERO
    for w in range(n_words):
        held += popcount(nodes[dst, w, lane])
    surplus = held > take
    missing = held - take if surplus else take - held
    total = ZERO
    for w in range(n_words):
        mask = nodes[dst, w, lane]
        if not surplus:
            mask ^= nodes[src, w, lane]
        rest[w] = mask
        sizes[w] = popcount(mask)
        total += sizes[w]
    while missing > ZERO:
        i = n_fixes[lane]
        n_fixes[lane] = i + ONE
        if i < U64(FIX_WORDS):
            word = fixes[i, lane]
        else:
            a, b = threefry(place, base + FIX_BLOCK + (i >> ONE), seed, DEAL)
            word = b if i & ONE else a
        picks = min(missing, U64(MAX_PICKS))
        low = word
        product = ONE
        for k in range(picks):
            low *= total - U64(k)
            product *= total - U64(k)
        if low < product and low < (ZERO - product) % product:
            continue
        low = word
        for _ in range(picks):
            j = high_product(low, total)
            low *= total
            w = 0
            while j >= sizes[w]:
                j -= sizes[w]
                w += 1
            bit = select(rest[w], j)
            rest[w] ^= bit
            sizes[w] -= ONE
            total -= ONE
            nodes[dst, w, lane] ^= bit
        missing -= picks


@kernel
def deal_lanes(
    seed: Any, places: Any, attempt: Any, deck: Any, steps: Any, n_random: Any, nodes: Any,
    words: Any, fixes: Any, scratch: Any, n_fixes: Any, rest: Any, sizes: Any, lanes: Any,
) -> None:  # fmt: skip
    """Deal up to LANES decks in step; slot s of lane i ends in ``nodes[s, :, i]``.

    Parameters
    ----------
    seed, attempt : uint64
        `attempt` numbers the deals of one round (a redeal is attempt 1, 2, ...).
    places : ndarray of uint64, shape (LANES,)
        `rng.place_of` of each lane.
    deck : ndarray of uint64, shape (W,)
    steps, n_random
        Of a `Plan`.
    nodes, words, fixes, scratch, n_fixes, rest, sizes
        Room from `new_room`; overwritten.
    lanes : int
        1..LANES; the others are not touched.
    """
    n_words = deck.size
    base = attempt << ATTEMPT_SHIFT
    _draw_words(words, n_random * n_words, seed, places, base, lanes)
    _draw_words(fixes, FIX_WORDS, seed, places, base + FIX_BLOCK, lanes)
    count = scratch[0]
    miss = scratch[1]
    choice = scratch[2]
    subset = scratch[3 : 3 + n_words]
    parts = scratch[3 + n_words :]
    for lane in range(lanes):
        n_fixes[lane] = ZERO
    for w in range(n_words):
        for lane in range(lanes):
            nodes[0, w, lane] = deck[w]
    for s in range(steps.shape[0]):
        src, dst, first, last = steps[s, SRC], steps[s, DST], steps[s, FIRST], steps[s, LAST]
        take = U64(steps[s, TAKE])
        if first == last:
            for w in range(n_words):
                for lane in range(lanes):
                    nodes[dst, w, lane] = ZERO
            for lane in range(lanes):
                miss[lane] = ONE
        else:
            for w in range(n_words):
                for lane in range(lanes):
                    nodes[dst, w, lane] = nodes[src, w, lane]
            if steps[s, DENSITY]:
                _thin(nodes[dst], words, n_random - THIN, steps[s, DENSITY], n_words, lanes)
            _choose(
                nodes, src, dst, take, words, first, last, n_words, lanes, parts, subset, count,
                miss, choice,
            )  # fmt: skip
        for lane in range(lanes):
            if miss[lane] != ZERO:
                _fix(
                    nodes, src, dst, take, n_words, lane, seed, places[lane], base, fixes,
                    n_fixes, rest, sizes,
                )  # fmt: skip
        for w in range(n_words):
            for lane in range(lanes):
                nodes[src, w, lane] ^= nodes[dst, w, lane]


@kernel
def deal_batch(
    seed: Any, first_match: Any, round_: Any, deck: Any, steps: Any, slots: Any, n_random: Any,
    out: Any,
) -> None:  # fmt: skip
    """Deal one round of consecutive matches.

    Parameters
    ----------
    seed, first_match, round_ : uint64
        Deal i is that of match ``first_match + i`` in the given round.
    deck, steps, slots, n_random
        The deck's words and a `Plan`.
    out : ndarray of uint64, shape (n, parts, W)
        Overwritten: the cards of part p of deal i.
    """
    n_words = deck.size
    n_slots = slots.size
    nodes = np.zeros((n_slots, n_words, LANES), dtype=np.uint64)
    words = np.zeros((n_random * n_words + 1, LANES), dtype=np.uint64)
    fixes = np.zeros((FIX_WORDS, LANES), dtype=np.uint64)
    scratch = np.zeros((3 + n_words * (1 + n_random), LANES), dtype=np.uint64)
    n_fixes = np.zeros(LANES, dtype=np.uint64)
    places = np.zeros(LANES, dtype=np.uint64)
    rest = np.zeros(n_words, dtype=np.uint64)
    sizes = np.zeros(n_words, dtype=np.uint64)
    n = out.shape[0]
    for start in range(0, n, LANES):
        lanes = min(LANES, n - start)
        for lane in range(lanes):
            places[lane] = place_of(first_match + U64(start + lane), round_)
        deal_lanes(
            seed, places, ZERO, deck, steps, n_random, nodes, words, fixes, scratch, n_fixes,
            rest, sizes, lanes,
        )  # fmt: skip
        for lane in range(lanes):
            for part in range(n_slots):
                for w in range(n_words):
                    out[start + lane, part, w] = nodes[slots[part], w, lane]


def _density(take: int, size: int) -> int:
    """Sixteenths to which a set is thinned so that half of it is about `take`; 0 for not at all."""
    sixteenths = max(1, round(32 * take / size))
    return 0 if sixteenths >= 14 else sixteenths


def plan(sizes: Sequence[int], kitty: int = 0, heads: Sequence[int] = ()) -> Plan:
    """Plan the splits that turn a deck into hands.

    Parameters
    ----------
    sizes : sequence of int
        Cards of each hand, in seat order; their sum and the kitty make the deck.
    kitty : int
        Cards set aside first; the last part of the deal.
    heads : sequence of int
        If given, hand i is split once more: part i becomes its first ``heads[i]`` cards, and
        the rest of hand i is part ``len(sizes) + i``.

    Returns
    -------
    Plan
        Parts: the hands (or their heads), then the rests, then the kitty, where there are any.
    """
    steps: list[list[int]] = []
    slot_of = dict.fromkeys(range(len(sizes)), 0)
    n_slots = 1
    depths = 1

    def split(src: int, take: int, size: int, depth: int) -> int:
        nonlocal n_slots, depths
        dst, n_slots = n_slots, n_slots + 1
        depths = max(depths, depth + 1)
        first = FRESH * depth
        steps.append([src, dst, take, first, first + SPAN, _density(take, size)])
        return dst

    def share(seats: list[int], slot: int, depth: int) -> None:
        if len(seats) == 1:
            slot_of[seats[0]] = slot
            return
        near, far = seats[: len(seats) // 2], seats[len(seats) // 2 :]
        if sum(sizes[s] for s in near) > sum(sizes[s] for s in far):
            near, far = far, near
        take, size = sum(sizes[s] for s in near), sum(sizes[s] for s in seats)
        share(near, split(slot, take, size, depth), depth + 1)
        share(far, slot, depth + 1)

    kitty_slot = 0
    if kitty:
        kitty_slot, n_slots = 1, 2
        steps.append([0, 1, kitty, 0, 0, 0])
    share(list(range(len(sizes))), 0, 0)
    parts = [slot_of[seat] for seat in range(len(sizes))]
    if heads:
        depth = depths
        rests = list(parts)
        parts = [
            split(slot, head, size, depth)
            for slot, head, size in zip(rests, heads, sizes, strict=True)
        ]
        parts += rests
    if kitty:
        parts.append(kitty_slot)
    n_words = FRESH * (depths - 1) + SPAN + THIN
    return Plan(np.array(steps, dtype=np.int64).reshape(-1, 6), np.array(parts, np.int64), n_words)

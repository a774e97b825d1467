"""Uniform deals into card masks, many at a time, for any deck and any hand sizes.

A deal is a tree of splits (`simcore.split`): the deck into halves of the table, those into
hands, each time by the sizes of random classes of cards and uniform picks.  Every step looks at
sizes only, so it treats all cards alike: the resulting law is invariant under permutations of
the deck, the permutations act transitively on deals of fixed sizes, hence every deal is equally
likely, exactly.  That holds whatever the splits share, and so a split uses again one of the
words of the split above it; the two halves of a split use the same words.

A lane's words depend on its own (seed, stream, match, round, attempt) and on nothing else, so a
deal is the same in every batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simcore import split
from simcore.bits import ONE, ZERO, high_product, index
from simcore.jit import U64, kernel
from simcore.rng import ASK, DEAL, ORDER, place_of, threefry

Words = npt.NDArray[np.uint64]

LANES = 128
"""Lanes of a batch: the calls of a step are shared by so many, and a room stays in cache."""
FRESH = 2
"""Words of a split that the split above it has not used."""
ROOMY = 2.5
"""A set is thinned by halves as long as it keeps this many times the wanted cards."""
MAX_CARDS = 216

SRC, DST, TAKE, FIRST, HALVINGS, DRIFT, END = range(7)
"""Columns of a plan: split `TAKE` cards off slot `SRC` into slot `DST` by the random words from
`FIRST` on, after thinning by `HALVINGS`; `DRIFT` and `END` see `split.choose_classes`."""


class Plan(NamedTuple):
    """How a deck is split into hands: made by `plan`, obeyed by the kernels."""

    steps: npt.NDArray[np.int64]
    """Shape (splits, 7), columns as above; slot 0 is the deck at the start."""
    slots: npt.NDArray[np.int64]
    """Slot in which part i of the deal lies at the end."""
    n_words: int
    """Random words a lane needs for each word of the deck."""


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

    Raises
    ------
    ValueError
        If there is no hand, a size is negative, a head larger than its hand, or the deck larger
        than 216 cards.
    """
    if not sizes or min(*sizes, kitty, 0) < 0 or sum(sizes) + kitty > MAX_CARDS:
        raise ValueError(f"cannot deal hands of {list(sizes)} and {kitty} cards")
    if heads and (
        len(heads) != len(sizes) or any(not 0 <= h <= n for h, n in zip(heads, sizes, strict=True))
    ):
        raise ValueError(f"cannot split hands of {list(sizes)} cards after {list(heads)}")
    steps: list[list[int]] = []
    needed = 0

    def split_off(slot: int, take: int, size: int, depth: int) -> tuple[int, int]:
        """Plan one split; return the slots of the `take` cards and of the rest."""
        nonlocal needed
        fewer = min(take, size - take)
        halvings = 0
        while fewer and size >> (halvings + 1) >= ROOMY * fewer:
            halvings += 1
        classes = 1 << split.LABELS
        drift = fewer // classes if fewer > split.MAX_SUM else 0
        end = fewer - classes * drift + (split.ORIGIN if drift else 0)
        first = FRESH * depth
        needed = max(needed, first + split.LABELS + halvings)
        new = len(steps) + 1
        steps.append([slot, new, fewer, first, halvings, drift, end])
        return (new, slot) if fewer == take else (slot, new)

    def share(seats: range, slot: int, depth: int) -> None:
        """Plan the splits among some neighbours whose cards lie in `slot`."""
        if len(seats) == 1:
            parts[seats[0]] = slot
            return
        near, far = seats[: len(seats) // 2], seats[len(seats) // 2 :]
        take, size = sum(sizes[s] for s in near), sum(sizes[s] for s in seats)
        first, second = split_off(slot, take, size, depth)
        share(near, first, depth + 1)
        share(far, second, depth + 1)

    slot = 0
    if kitty:
        kitty_slot, slot = split_off(0, kitty, sum(sizes) + kitty, 0)
    parts = [0] * len(sizes)
    share(range(len(sizes)), slot, 0)
    if heads:
        depth = (len(sizes) - 1).bit_length()
        pairs = [
            split_off(slot, head, size, depth)
            for slot, head, size in zip(parts, heads, sizes, strict=True)
        ]
        parts = [head for head, _ in pairs] + [rest for _, rest in pairs]
    if kitty:
        parts.append(kitty_slot)
    return Plan(
        np.array(steps, dtype=np.int64).reshape(-1, END + 1),
        np.array(parts, dtype=np.int64),
        needed,
    )


@kernel
def room_rows(n_splits: Any, n_random: Any, n_words: Any) -> Any:
    """Rows of a room: see `new_room`."""
    return split.SLOTS + (n_splits + 2 + n_random) * n_words + 1


def new_room(deal: Plan, n_words: int, lanes: int = 1) -> Words:
    """Return room for `lanes` deals in step.

    Parameters
    ----------
    deal : Plan
    n_words : int
        Words of the deck, 1..4.
    lanes : int

    Returns
    -------
    ndarray of uint64, shape (rows, lanes)
        Rows as in `simcore.split`; behind the slots lie the thinned set and the random words.
    """
    return np.zeros((room_rows(len(deal.steps), deal.n_words, n_words), lanes), dtype=np.uint64)


@kernel
def set_lane(room: Any, lane: Any, match: Any, round_: Any, attempt: Any) -> None:
    """Say which deal of which round a lane of a room is to hold (a redeal is attempt 1, 2, ...).

    Parameters
    ----------
    room : ndarray of uint64, from `new_room`
    lane : int
    match, round_, attempt : uint64
        Attempt below 2^32, the others as in `rng.place_of`.
    """
    room[split.PLACE, lane] = place_of(match, round_)
    room[split.BLOCK, lane] = attempt << split.ATTEMPT_SHIFT


@kernel
def deal_lanes(
    seed: Any, stream: Any, deck: Any, steps: Any, n_random: Any, room: Any, lanes: Any
) -> None:
    """Deal one deck in each lane of a room; `read_lane` fetches the hands.

    Parameters
    ----------
    seed, stream : uint64
    deck : ndarray of uint64, shape (W,)
        As many cards as the plan deals.
    steps, n_random
        ``steps`` and ``n_words`` of a `Plan`.
    room : ndarray of uint64, from `new_room`
        Each lane was set by `set_lane`.  The rest is overwritten, so that a room serves again.
    lanes : int
        The first so many lanes are dealt.
    """
    n_words = deck.size
    pool = split.SLOTS + (steps.shape[0] + 1) * n_words
    words = pool + n_words
    split.draw_words(room, words, n_random * n_words, split.PLACE, seed, stream, lanes)
    for w in range(n_words):
        for lane in range(lanes):
            room[split.SLOTS + w, lane] = deck[w]
    for s in range(steps.shape[0]):
        src = split.SLOTS + steps[s, SRC] * n_words
        dst = split.SLOTS + steps[s, DST] * n_words
        labels = words + steps[s, FIRST] * n_words
        whole = src
        if steps[s, HALVINGS]:
            whole = pool
            more = labels + split.LABELS * n_words
            split.thin(room, pool, src, more, steps[s, HALVINGS], n_words, lanes)
        split.count_classes(room, whole, labels, n_words, lanes)
        split.choose_classes(room, U64(steps[s, END]), U64(steps[s, DRIFT]), lanes)
        split.take_classes(room, dst, whole, labels, n_words, lanes)
        split.repair(room, src, dst, U64(steps[s, TAKE]), n_words, lanes, seed, stream, s)
        split.remove(room, src, dst, n_words, lanes)


@kernel
def read_lane(room: Any, lane: Any, slots: Any, hands: Any) -> None:
    """Copy the parts of a lane's deal into `hands` (parts, W); `slots` is that of the `Plan`."""
    n_words = hands.shape[1]
    for part in range(slots.size):
        row = split.SLOTS + slots[part] * n_words
        for w in range(n_words):
            hands[part, w] = room[row + w, lane]


@kernel
def deal_many(
    seed: Any, stream: Any, first_match: Any, round_: Any, deck: Any, steps: Any, slots: Any,
    n_random: Any, out: Any,
) -> None:  # fmt: skip
    """Deal one round of consecutive matches from a stream; see `deal_batch`."""
    n_words = deck.size
    rows = room_rows(steps.shape[0], n_random, n_words)
    room = np.zeros((rows, LANES), dtype=np.uint64)
    n = out.shape[0]
    for start in range(0, n, LANES):
        lanes = min(LANES, n - start)
        for lane in range(lanes):
            set_lane(room, lane, first_match + U64(start + lane), round_, ZERO)
        deal_lanes(seed, stream, deck, steps, n_random, room, lanes)
        for part in range(slots.size):
            row = split.SLOTS + slots[part] * n_words
            for w in range(n_words):
                # views, because plain indices into three dimensions take twice the time
                dealt = room[row + w]
                to = out[start:, part, w]
                for lane in range(lanes):
                    to[lane] = dealt[lane]


def deal_batch(
    seed: np.uint64, first_match: np.uint64, round_: np.uint64, deck: Words,
    steps: npt.NDArray[np.int64], slots: npt.NDArray[np.int64], n_random: int, out: Words,
) -> None:  # fmt: skip
    """Deal one round of consecutive matches (for the Python side; kernels call `deal_lanes`).

    Parameters
    ----------
    seed, first_match, round_ : uint64
        Deal i is that of match ``first_match + i`` in the given round (attempt 0).
    deck : ndarray of uint64, shape (W,)
        As many cards as the plan deals.
    steps, slots, n_random
        Of a `Plan`.
    out : ndarray of uint64, shape (n, parts, W)
        Overwritten: the cards of part p of deal i.
    """
    deal_many(seed, DEAL, first_match, round_, deck, steps, slots, n_random, out)


def deal_given(
    unseen: Words, needs: Sequence[int], seed: int, first: int, n: int, stream: int = int(ASK)
) -> Words:
    """Deal the unseen cards to the seats that hold them, given how many each holds.

    Parameters
    ----------
    unseen : ndarray of uint64, shape (W,)
        Cards whose seat is not known.
    needs : sequence of int
        Unseen cards of each seat; what remains (a kitty) is one more part.
    seed : int
        0..2^64 - 1.
    first, n : int
        Deals ``first`` .. ``first + n - 1``, numbered like matches.
    stream : int
        Purpose of the random words.

    Returns
    -------
    ndarray of uint64, shape (n, parts, W)
        Parts: one for each seat, then the rest if there is any.

    Raises
    ------
    ValueError
        If the seats need more cards than there are, or a size is negative.
    """
    deck = np.ascontiguousarray(unseen, dtype=np.uint64)
    rest = int(np.bitwise_count(deck).sum()) - sum(needs)
    if rest < 0:
        raise ValueError(f"{sum(needs)} cards are needed, {sum(needs) + rest} are unseen")
    deal = plan(needs, kitty=rest)
    out = np.zeros((n, deal.slots.size, deck.size), dtype=np.uint64)
    deal_many(
        U64(seed), U64(stream), U64(first), ZERO, deck, deal.steps, deal.slots, deal.n_words, out
    )
    return out


@kernel
def draw_order(seed: Any, place: Any, attempt: Any, part: Any, hand: Any, order: Any) -> Any:
    """Put the cards of one hand into the order in which they were drawn, all orders alike.

    The order comes from the stream ORDER, so that no mask depends on it.

    Parameters
    ----------
    seed, place, attempt : uint64
        As for the deal; `place` is `rng.place_of`.
    part : uint64
        Which hand of the deal, below 2^16.
    hand : ndarray of uint64, shape (W,)
    order : ndarray of int64, shape (at least cards of the hand,)
        Overwritten from the front: cards as ``64 * word + bit``, first drawn first.

    Returns
    -------
    int
        Cards of the hand.
    """
    n = 0
    for w in range(hand.size):
        mask = hand[w]
        while mask:
            order[n] = 64 * w + np.int64(index(mask))
            mask &= mask - ONE
            n += 1
    left = U64(n)
    block = (attempt << split.ATTEMPT_SHIFT) + (part << split.FIX_SHIFT)
    while left > ONE:
        word, spare = threefry(place, block, seed, ORDER)
        block += ONE
        for _ in range(2):
            picks = min(left - ONE, U64(split.MAX_PICKS))
            low = word
            product = ONE
            for k in range(picks):
                low *= left - U64(k)
                product *= left - U64(k)
            if low >= product or low >= (ZERO - product) % product:
                for _ in range(picks):
                    j = high_product(word, left)
                    word *= left
                    left -= ONE
                    card = order[j]
                    order[j] = order[left]
                    order[left] = card
            word = spare
    return n

"""Who wins a trick (SJ-47 to SJ-51)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import Frame
from .shapes import Counts, decompose, less, one_suit, runs

Shape = tuple[int, int]  # width, length


class Strength(NamedTuple):
    trump: bool
    tops: tuple[int, ...]  # one a component, in the order of `sorted_shape`
    highest: int


def sorted_shape(lead: Sequence[str], frame: Frame) -> tuple[Shape, ...]:
    """Components by size, a tractor before a tuple of its size (SJ-49)."""
    shapes = [p.shape for p in decompose(lead, frame)]
    return tuple(sorted(shapes, key=lambda s: (-s[0] * s[1], s[1] == 1, -s[0])))


def best_tops(
    counts: Counts, shape: Sequence[Shape], suit: str, frame: Frame
) -> tuple[int, ...] | None:
    """Greatest tops over all partitions of the cards into that shape, None without one (SJ-48)."""
    dead: set[tuple[tuple[tuple[str, int], ...], int, int]] = set()

    def fit(left: Counts, index: int, ceiling: int) -> tuple[int, ...] | None:
        if all(s == (1, 1) for s in shape[index:]):
            levels = [frame.level(k) for k, n in left.items() for _ in range(n)]
            return tuple(sorted(levels, reverse=True))
        key = (tuple(sorted(left.items())), index, ceiling)
        if key in dead:
            return None
        width, length = shape[index]
        same_next = index + 1 < len(shape) and shape[index + 1] == shape[index]
        for kinds in runs(left, suit, width, length, frame):  # highest top first
            top = frame.level(kinds[-1])
            if top <= ceiling:
                rest = fit(less(left, kinds, width), index + 1, top if same_next else 99)
                if rest is not None:
                    return (top, *rest)
        dead.add(key)
        return None

    return fit(counts, 0, 99)


def strength(play: Sequence[str], lead: Sequence[str], frame: Frame) -> Strength | None:
    """What a play counts for in the trick, None where it cannot win (SJ-46, SJ-47)."""
    led = one_suit(lead, frame)
    suit = one_suit(play, frame)
    if suit is None or suit not in (led, "T") or len(play) != len(lead):
        return None
    tops = best_tops(dict(Counter(play)), sorted_shape(lead, frame), suit, frame)
    if tops is None:
        return None
    return Strength(suit == "T", tops, max(frame.level(c) for c in play))


def is_higher(new: Strength, old: Strength, shape: Sequence[Shape], compare: str) -> bool:
    """Whether `new`, played later, takes the trick from `old` (SJ-49, SJ-50)."""
    if new.trump != old.trump:
        return new.trump
    if compare == "largest_component":
        return new.tops[0] > old.tops[0]
    if compare == "highest_card":
        return new.highest > old.highest
    pairs = list(zip(shape, new.tops, old.tops, strict=True))
    if compare == "all_components":
        return all(a > b for _, a, b in pairs)
    if any(s != (1, 1) for s in shape):  # unit_length: singles count only among singles
        pairs = [p for p in pairs if p[0] != (1, 1)]
    for _, a, b in pairs:
        if a != b:
            return a > b
    return False


def trick_winner(plays: Sequence[Sequence[str]], frame: Frame) -> int:
    """Index of the winning play, the first being the lead; the earlier of equals wins (SJ-8)."""
    lead = plays[0]
    shape = sorted_shape(lead, frame)
    best = strength(lead, lead, frame)
    if best is None:
        raise ValueError("the lead does not fit its own shape")
    winner = 0
    for index, play in enumerate(plays[1:], 1):
        found = strength(play, lead, frame)
        if found is not None and is_higher(found, best, shape, frame.rules["throw_compare"]):
            winner, best = index, found
    return winner

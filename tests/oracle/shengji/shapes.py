"""What cards of one effective suit are made of: singles, tuples, tractors (SJ-31, SJ-32)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .cards import SUITS, Frame

Counts = dict[str, int]


class Component(NamedTuple):
    width: int
    length: int
    top: int
    kinds: tuple[str, ...]  # one kind a level, lowest first

    @property
    def size(self) -> int:
        return self.width * self.length

    @property
    def shape(self) -> tuple[int, int]:
        return self.width, self.length

    @property
    def cards(self) -> list[str]:
        return [kind for kind in self.kinds for _ in range(self.width)]


def suit_order(kind: str) -> int:
    """S, H, D, C, then jokers: the order in which SJ-37 settles equal levels."""
    return SUITS.index(kind[1]) if kind[1] in SUITS else len(SUITS)


def one_suit(cards: Iterable[str], frame: Frame) -> str | None:
    """The effective suit of all `cards`, None where they have none in common."""
    suits = {frame.suit(c) for c in cards}
    return suits.pop() if len(suits) == 1 else None


def runs(
    counts: Counts, suit: str, width: int, length: int, frame: Frame, exact: bool = False
) -> Iterator[tuple[str, ...]]:
    """Every run of `length` neighbouring levels with `width` identical cards at each.

    With `exact`, a kind counts only if exactly `width` copies are there.
    """

    def kinds(level: int) -> list[str]:
        found = frame.kinds_at.get((suit, level), [])
        if exact:
            return [k for k in found if counts.get(k, 0) == width]
        return [k for k in found if counts.get(k, 0) >= width]

    def climb(level: int, left: int) -> Iterator[tuple[str, ...]]:
        for kind in kinds(level):
            if left == 1:
                yield (kind,)
            elif level in frame.above[suit]:
                for rest in climb(frame.above[suit][level], left - 1):
                    yield (kind, *rest)

    for level in sorted({frame.level(k) for k, n in counts.items() if n >= width}, reverse=True):
        yield from climb(level, length)


def longest_run(
    counts: Counts, suit: str, width: int, frame: Frame, most: int, exact: bool = False
) -> int:
    """Length of the longest run of that width, at most `most`; 0 without any such tuple."""

    def holds(level: int) -> bool:
        found = (counts.get(k, 0) for k in frame.kinds_at.get((suit, level), []))
        return any(n == width if exact else n >= width for n in found)

    best = 0
    for level in {frame.level(k) for k, n in counts.items() if n >= width}:
        length = 0
        here: int | None = level
        while here is not None and length < most and holds(here):
            length += 1
            here = frame.above[suit].get(here)
        best = max(best, length)
    return best


def less(counts: Counts, kinds: Iterable[str], width: int) -> Counts:
    left = dict(counts)
    for kind in kinds:
        left[kind] -= width
    return {k: n for k, n in left.items() if n}


def _whole_tuples(counts: Counts, frame: Frame) -> list[Component]:
    return [Component(n, 1, frame.level(k), (k,)) for k, n in counts.items()]


def _split(counts: Counts, suit: str, frame: Frame) -> list[Component]:
    rules = frame.rules
    widest = max(counts.values(), default=0)
    best = widest
    tractor = False
    for width in range(rules["tractor_min_width"], widest + 1):
        length = longest_run(counts, suit, width, frame, len(counts))
        if length >= rules["tractor_min_length"]:
            tractor = True
            best = max(best, width * length)
    if not tractor:
        return _whole_tuples(counts, frame)
    choices: list[Component] = []
    for width in range(rules["tractor_min_width"], widest + 1):
        length, rest = divmod(best, width)
        if rest == 0 and length >= rules["tractor_min_length"]:
            for kinds in runs(counts, suit, width, length, frame):
                choices.append(Component(width, length, frame.level(kinds[-1]), kinds))
    choices += [Component(best, 1, frame.level(k), (k,)) for k, n in counts.items() if n >= best]
    found: list[list[Component]] = []
    for choice in choices:
        rest_of = _split(less(counts, choice.kinds, choice.width), suit, frame)
        found.append([choice, *rest_of])
    return max(found, key=_merit)  # max keeps the first of equals: tractors lead, suits run S H D C


def _merit(parts: list[Component]) -> tuple[list[int], int, int]:
    sizes = sorted((p.size for p in parts), reverse=True)
    return sizes, sum(p.length > 1 for p in parts), -len(parts)


def decompose(cards: Iterable[str], frame: Frame) -> list[Component]:
    """Components of cards of one effective suit, in the canonical way, largest first (SJ-32)."""
    key = ("split", tuple(sorted(cards)))
    if key not in frame.memo:
        counts = Counter(key[1])
        suit = one_suit(counts, frame)
        if suit is None:
            raise ValueError(f"not of one effective suit: {key[1]}")
        ordered = {k: counts[k] for k in sorted(counts, key=lambda k: (suit_order(k), k))}
        parts = _split(ordered, suit, frame)
        frame.memo[key] = sorted(
            parts, key=lambda p: (-p.size, -p.length, -p.width, -p.top, suit_order(p.kinds[-1]))
        )
    return list(frame.memo[key])


def lead_kind(cards: list[str], frame: Frame) -> str:
    """`single`, `pair`, `triple`, `quad`, `tractor`, `throw` or `illegal_lead`."""
    if not cards or one_suit(cards, frame) is None:
        return "illegal_lead"
    parts = decompose(cards, frame)
    if len(parts) > 1:
        return "illegal_lead" if frame.rules["throws"] == "off" else "throw"
    if parts[0].length > 1:
        return "tractor"
    return ("single", "pair", "triple", "quad")[parts[0].width - 1]


def legal_lead(cards: list[str], frame: Frame) -> bool:
    """Whether the cards may be led at all; whether they stand is another matter (SJ-31)."""
    return lead_kind(cards, frame) != "illegal_lead"

"""What a follower owes to a lead (SJ-39 to SJ-46), as one vector that a play must reach.

For each component of the lead, largest first, the vector holds the tuple sizes that can be
supplied (SJ-45; with two packs: how many pairs) and the lengths of the runs among the full-width
ones (SJ-42). It is the lexicographic greatest over all ways to use each card once (SJ-44).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .cards import Frame, contains
from .shapes import decompose, longest_run, one_suit, runs

Vector = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
State = tuple[tuple[str, int], ...]  # what is left: kind and copies, sorted; copies alone matter
#                                      once no run is owed any more (kinds are then numbered afresh)


class _Supply:
    """Ways to take tuples and runs out of a hand, cards used once."""

    def __init__(self, suit: str, whole: bool, frame: Frame) -> None:
        self.suit, self.whole, self.frame = suit, whole, frame

    def gives(self, copies: int, size: int) -> bool:
        return copies == size if self.whole else copies >= size

    def flat(self, state: State) -> State:
        copies = sorted((n for _, n in state), reverse=True)
        return tuple((str(i).zfill(3), n) for i, n in enumerate(copies))

    def tuples(self, states: set[State], n: int, cap: int, stop: int = 1) -> tuple[list[int], Any]:
        """Take tuples worth at most `n` cards, each of at most `cap`, none of `stop` or fewer."""
        taken: list[int] = []
        while True:
            size = min(cap, n)
            while size > stop and not any(self.gives(c, size) for s in states for _, c in s):
                size -= 1
            if size <= stop:
                return taken, states
            states = {
                self._less(s, (k,), size) for s in states for k, c in s if self.gives(c, size)
            }
            taken.append(size)
            n, cap = n - size, size

    def _less(self, state: State, kinds: Iterable[str], width: int) -> State:
        left = dict(state)
        for kind in kinds:
            left[kind] -= width
        return tuple((k, c) for k, c in sorted(left.items()) if c)

    def run_length(self, state: State, width: int, most: int) -> int:
        return longest_run(dict(state), self.suit, width, self.frame, most, self.whole)

    def take_runs(self, states: set[State], width: int, length: int) -> set[State]:
        return {
            self._less(s, kinds, width)
            for s in states
            for kinds in runs(dict(s), self.suit, width, length, self.frame, self.whole)
        }


def _vector(
    counts: dict[str, int], parts: Sequence[tuple[int, int]], run_duty: str, supply: _Supply
) -> Vector:
    """Greatest vector that `counts` can supply for the components `parts` (width, length)."""
    states: set[State] = {tuple(sorted((k, n) for k, n in counts.items() if n))}
    owed: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for index, (width, length) in enumerate(parts):
        total = width * length
        later = run_duty != "off" and any(m > 1 for _, m in parts[index + 1 :])
        if run_duty == "off" or length == 1:
            if not later:
                states = {supply.flat(s) for s in states}
            sizes, states = supply.tuples(states, total, width)
            owed.append((tuple(sizes), ()))
            continue
        # The sizes of each state alone, without regard to neighbours; only the best stay.
        sizes_of = {s: supply.tuples({supply.flat(s)}, total, width)[0] for s in states}
        sizes = max(sizes_of.values())
        states = {s for s in states if sizes_of[s] == sizes}
        left = sizes.count(width)
        lengths: list[int] = []
        if run_duty == "same_length":
            longest = max(supply.run_length(s, width, length) for s in states)
            if left == length == longest:
                states = supply.take_runs(states, width, length)
                lengths, left = [length], 0
        else:
            while left:
                step = max(supply.run_length(s, width, left) for s in states)
                if step == 1 and not later:
                    lengths += [1] * left
                    break
                states = supply.take_runs(states, width, step)
                lengths.append(step)
                left -= step
        if not later:
            states = {supply.flat(s) for s in states}
        if left:  # full-width tuples whose neighbours do not matter
            _, states = supply.tuples(states, left * width, width, width - 1)
        taken = sizes.count(width) * width
        _, states = supply.tuples(states, total - taken, width)
        owed.append((tuple(sizes), tuple(lengths)))
    return tuple(owed)


def _owed_parts(lead: Sequence[str], frame: Frame) -> tuple[list[tuple[int, int]], str]:
    """Components that put a duty on followers, and the kind of run duty (SJ-43, SJ-44)."""
    rules = frame.rules
    parts = sorted((p.shape for p in decompose(lead, frame)), key=lambda p: (-p[0] * p[1], -p[0]))
    run_duty = {"maximal": "maximal", "same_length": "same_length"}.get(
        rules["follow_tractor"], "off"
    )
    if len(parts) > 1:
        if rules["follow_throw"] == "suit_only":
            return [], "off"
        if rules["follow_throw"] == "pairs_only":
            return [p for p in parts if p[0] > 1], "off"
    if rules["follow_tractor"] == "none":
        parts = [p for p in parts if p[1] == 1]
    return [p for p in parts if p[0] > 1], run_duty


def tractor_kinds(counts: dict[str, int], suit: str, frame: Frame) -> set[str]:
    """Kinds that take part in some tractor of the hand."""
    rules = frame.rules
    return {
        kind
        for width in range(rules["tractor_min_width"], max(counts.values(), default=0) + 1)
        for kinds in runs(counts, suit, width, rules["tractor_min_length"], frame)
        for kind in kinds
    }


class Duty:
    """What one hand owes to one lead."""

    def __init__(self, lead: Sequence[str], hand: Sequence[str], frame: Frame) -> None:
        suit = one_suit(lead, frame)
        if suit is None:
            raise ValueError("a lead is of one effective suit (SJ-31)")
        self.n, self.suit, self.frame = len(lead), suit, frame
        self.hand = list(hand)
        self.held = [c for c in hand if frame.suit(c) == suit]
        self.counts = Counter(self.held)
        self.parts, self.run_duty = _owed_parts(lead, frame)
        self.protect = frame.rules["tuple_protect"]
        self.whole = self.protect in ("longer_tuples", "both")
        self.owed: Vector = ()
        if self.parts and len(self.held) > self.n:
            compelled = dict(self.counts)
            has_tractor = any(p.length > 1 for p in decompose(lead, frame))
            if self.protect in ("tractors", "both") and not has_tractor:
                for kind in tractor_kinds(self.counts, suit, frame):
                    del compelled[kind]
            self.owed = self._vector_of(compelled)

    def _vector_of(self, counts: dict[str, int]) -> Vector:
        supply = _Supply(self.suit, self.whole, self.frame)
        return _vector(counts, self.parts, self.run_duty, supply)

    def met_by(self, cards: Iterable[str]) -> bool:
        """Whether these cards of the led suit, possibly more than n, hold all that is owed."""
        if not self.owed:
            return True
        counts = dict(Counter(cards))
        if self.whole:  # a tuple counts only as the hand holds it, uncut (SJ-45)
            counts = {k: n if n == self.counts[k] else 1 for k, n in counts.items()}
        return self._vector_of(counts) >= self.owed

    def fault(self, play: Sequence[str]) -> str | None:
        """Why the play is not legal, None where it is."""
        if len(play) != self.n:
            return f"plays {len(play)} cards to a lead of {self.n} (SJ-30)"
        if not contains(self.hand, play):
            return "plays cards that are not in the hand"
        followed = [c for c in play if self.frame.suit(c) == self.suit]
        if len(followed) < min(self.n, len(self.held)):
            return "keeps back cards of the led suit (SJ-39)"
        if not self.met_by(followed):
            return "does not give the best form that the hand allows (SJ-41 to SJ-45)"
        return None

    def plays(self) -> set[tuple[str, ...]]:
        """Every legal play, as a sorted tuple."""
        if len(self.held) <= self.n:
            rest = Counter(self.hand) - self.counts
            return {
                tuple(sorted([*self.held, *extra]))
                for extra in submultisets(rest, self.n - len(self.held))
            }
        return {
            tuple(sorted(cards))
            for cards in submultisets(self.counts, self.n)
            if self.met_by(cards)
        }


def submultisets(counts: dict[str, int], n: int) -> Iterator[list[str]]:
    """All ways to take n cards, identical ones not told apart."""
    kinds = sorted(k for k in counts if counts[k] > 0)

    def pick(index: int, left: int) -> Iterator[list[str]]:
        if left == 0:
            yield []
            return
        if index == len(kinds):
            return
        for copies in range(min(left, counts[kinds[index]]), -1, -1):
            for rest in pick(index + 1, left - copies):
                yield [kinds[index]] * copies + rest

    yield from pick(0, n)


def legal_follow(
    lead: Sequence[str], hand: Sequence[str], play: Sequence[str], frame: Frame
) -> bool:
    return Duty(lead, hand, frame).fault(play) is None


def legal_follows(lead: Sequence[str], hand: Sequence[str], frame: Frame) -> set[tuple[str, ...]]:
    return Duty(lead, hand, frame).plays()

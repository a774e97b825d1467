"""Two ways to choose at every decision: evenly at random, and with a taste for large forms."""

import random
from collections import Counter
from collections.abc import Sequence

from .cards import KINDS, Frame, without
from .declare import restricted
from .follow import Duty
from .shapes import Counts, legal_lead, runs
from .tricks import sorted_shape


class RandomChooser:
    """Any legal choice may come out; throws are tried now and then."""

    throw_chance = 0.05
    declare_chance = 0.25

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def declare(self, options: Sequence[list[str]]) -> list[str] | None:
        """One of the legal declarations or overcalls, or none."""
        return self.rng.choice(options) if self.rng.random() < self.declare_chance else None

    def bury(self, hand: Sequence[str], size: int, frame: Frame) -> list[str]:
        free = [c for c in hand if not restricted(c, frame)]
        self.rng.shuffle(free)
        bound = without(hand, free)
        self.rng.shuffle(bound)
        return (free + bound)[:size]

    def friend(self, frame: Frame) -> tuple[str | None, int | None]:
        if self.rng.random() < 0.1:
            return None, None
        any_card = frame.rules["friend_card"] == "any"
        cards = [k for k in KINDS if any_card or frame.suit(k) != "T"]
        return self.rng.choice(cards), self.rng.randint(1, frame.rules["decks"])

    def pick(self, choices: Sequence[list[str]]) -> list[str]:
        """What a failed throw is cut to, where a person decides."""
        return self.rng.choice(choices)

    def components(self, counts: Counts, suit: str, frame: Frame) -> dict[str, list[list[str]]]:
        """Leads of one component, by kind; those impossible are left out."""
        found: dict[str, list[list[str]]] = {"single": [[k] for k in counts]}
        tuples = [[k] * w for k, n in counts.items() for w in range(2, n + 1)]
        tractors = [
            [k for k in kinds for _ in range(width)]
            for width in range(frame.rules["tractor_min_width"], max(counts.values()) + 1)
            for length in range(frame.rules["tractor_min_length"], len(counts) + 1)
            for kinds in runs(counts, suit, width, length, frame)
        ]
        if tuples:
            found["tuple"] = tuples
        if tractors:
            found["tractor"] = tractors
        return found

    def _throw(self, counts: Counts, suit: str, frame: Frame) -> list[str]:
        left, cards = dict(counts), list[str]()
        for _ in range(self.rng.randint(2, 4)):
            if not left:
                break
            kinds = self.components(left, suit, frame)
            part = self.rng.choice(kinds[self.rng.choice(sorted(kinds))])
            cards += part
            left = {k: n for k, n in (Counter(left) - Counter(part)).items() if n}
        return cards

    def _kind(self, kinds: Sequence[str]) -> str:
        return self.rng.choice(kinds)

    def lead(self, hand: Sequence[str], frame: Frame) -> list[str]:
        suit = self.rng.choice(sorted({frame.suit(c) for c in hand}))
        counts = dict(Counter(c for c in hand if frame.suit(c) == suit))
        if self.rng.random() < self.throw_chance:
            cards = self._throw(counts, suit, frame)
            if legal_lead(cards, frame):
                return cards
        kinds = self.components(counts, suit, frame)
        choices = [c for c in kinds[self._kind(sorted(kinds))] if legal_lead(c, frame)]
        return self.rng.choice(choices)

    def _drop_order(self, cards: Sequence[str]) -> list[str]:
        order = list(cards)
        self.rng.shuffle(order)
        return order

    def _free(self, rest: Sequence[str], n: int, duty: Duty, lead: Sequence[str]) -> list[str]:
        return self.rng.sample(list(rest), n)

    def follow(self, lead: Sequence[str], hand: Sequence[str], frame: Frame) -> list[str]:
        """A legal follow: cards are laid aside as long as the rest still meets the duty."""
        duty = Duty(lead, hand, frame)
        if len(duty.held) <= duty.n:
            rest = without(hand, duty.held)
            return duty.held + self._free(rest, duty.n - len(duty.held), duty, lead)
        keep = self._drop_order(duty.held)
        for card in list(keep):
            if len(keep) == duty.n:
                break
            fewer = without(keep, [card])
            if duty.met_by(fewer):
                keep = fewer
        return keep


class BoldChooser(RandomChooser):
    """Prefers tractors, tuples and throws, follows in kind and ruffs in kind."""

    throw_chance = 0.4
    declare_chance = 0.7

    def _kind(self, kinds: Sequence[str]) -> str:
        for kind in ("tractor", "tuple"):
            if kind in kinds and self.rng.random() < 0.8:
                return kind
        return self.rng.choice(kinds)

    def _drop_order(self, cards: Sequence[str]) -> list[str]:
        counts = Counter(cards)
        order = super()._drop_order(cards)
        return sorted(order, key=lambda c: counts[c])

    def _free(self, rest: Sequence[str], n: int, duty: Duty, lead: Sequence[str]) -> list[str]:
        frame = duty.frame
        if duty.held or duty.suit == "T" or self.rng.random() < 0.2:
            return super()._free(rest, n, duty, lead)
        left: Counts = dict(Counter(c for c in rest if frame.suit(c) == "T"))
        cards: list[str] = []
        for width, length in sorted_shape(lead, frame):
            found = list(runs(left, "T", width, length, frame))
            if not found:
                return super()._free(rest, n, duty, lead)
            part = [k for k in self.rng.choice(found) for _ in range(width)]
            cards += part
            left = dict(Counter(left) - Counter(part))
        return cards

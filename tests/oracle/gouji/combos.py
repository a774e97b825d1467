"""Combinations: what is one, what beats what, what starts a Gou Ji (GJ-21 to GJ-37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from operator import gt
from typing import NamedTuple

from .cards import HEIGHT, NATURALS, WILDS, ranks_of
from .options import Rules


class Combo(NamedTuple):
    """A combination up to the choice of suits; `rank` is empty where `n` is 0 (all-wild)."""

    n: int
    rank: str
    twos: int
    blacks: int
    reds: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.n + self.twos + self.blacks + self.reds

    @property
    def jokers(self) -> int:
        """Number of jokers of both colours."""
        return self.blacks + self.reds

    def cards(self) -> list[str]:
        """Return the rank tokens."""
        wilds = ["2"] * self.twos + ["BJ"] * self.blacks + ["RJ"] * self.reds
        return [self.rank] * self.n + wilds


def classify(cards: Iterable[str]) -> Combo | None:
    """Return the combination some cards form, or None where they form none (GJ-21)."""
    counts = ranks_of(cards)
    naturals = [rank for rank in counts if rank in NATURALS]
    if not counts or len(naturals) > 1 or set(counts) - {*NATURALS, *WILDS}:
        return None
    rank = naturals[0] if naturals else ""
    return Combo(counts[rank], rank, counts["2"], counts["BJ"], counts["RJ"])


def beats(x: Combo, y: Combo, rules: Rules) -> bool:
    """Tell whether `y` may be laid on `x` (GJ-24 to GJ-34)."""
    if y.size != x.size or x.reds:
        return False
    if x.n and y.n:
        if HEIGHT[y.rank] <= HEIGHT[x.rank]:
            return False
        if x.blacks and rules["red_for_black"] == "exact":
            return y.reds == x.blacks
        return y.reds >= x.blacks
    if x.n and not x.blacks:
        pure = y.jokers in (0, y.size)
        return pure or rules["mixed_wild_over_natural"] == "yes"
    if x.n:
        allowed = rules["allwild_vs_black_mixed"]
        if allowed == "never" or (allowed == "all_jokers" and y.twos):
            return False
        return y.reds >= x.blacks
    return y.jokers == y.size and y.reds >= x.blacks


@cache
def _positions(combo: Combo) -> tuple[int, ...]:
    two = combo.rank or "2"
    named = [two if card == "2" else card for card in combo.cards()]
    return tuple(sorted((HEIGHT[card] for card in named), reverse=True))


def positional_beats(x: Combo, y: Combo) -> bool:
    """Compare card by card from the top: the same relation under ``reds_cover`` (GJ-35)."""
    theirs, mine = _positions(x), _positions(y)
    return len(mine) == len(theirs) and all(map(gt, mine, theirs))


def triggers(combo: Combo, rules: Rules) -> bool:
    """Tell whether a combination is of the sort that starts a Gou Ji (GJ-36, GJ-37)."""
    if combo.jokers or not combo.n:
        return True
    counted = combo.n + (combo.twos if rules["gouji_twos_count"] else 0)
    threshold = rules["gouji_thresholds"].get(combo.rank)
    return threshold is not None and counted >= threshold


def leads(hand: Counter[str], size: int | None = None) -> set[Combo]:
    """Return every combination a hand of ranks holds, or those of one size (GJ-19, GJ-21)."""
    found = set()
    for reds in range(hand["RJ"] + 1):
        for blacks in range(hand["BJ"] + 1):
            for twos in range(hand["2"] + 1):
                wild = reds + blacks + twos
                if size is not None and wild > size:
                    continue
                if wild and size in (None, wild):
                    found.add(Combo(0, "", twos, blacks, reds))
                for rank in NATURALS:
                    most = hand[rank]
                    wanted = range(1, most + 1) if size is None else (size - wild,)
                    for n in wanted:
                        if 1 <= n <= most:
                            found.add(Combo(n, rank, twos, blacks, reds))
    return found


def replies(hand: Counter[str], table: Combo, rules: Rules) -> set[Combo]:
    """Return every combination of a hand that beats the table."""
    if table.reds:
        return set()
    return {combo for combo in leads(hand, table.size) if beats(table, combo, rules)}


def types_of_size(size: int) -> list[Combo]:
    """Return every combination of a size that the deck allows."""
    deck = Counter(dict.fromkeys((*NATURALS, "2"), 16))
    deck.update({"BJ": 4, "RJ": 4})
    return sorted(leads(deck, size))

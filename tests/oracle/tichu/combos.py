"""What a set of cards is, and what beats what (TI-12 to TI-24, TI-38 to TI-44)."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .cards import RANK_NUMBER, rank_of, split_declared, suit_of
from .rules import DEFAULTS, Rules

BOMBS = ("bomb4", "bomb_sf")
LED_PHOENIX = 1.5


class Combo(NamedTuple):
    """One reading of a set of cards; also the class of interchangeable plays it belongs to."""

    kind: str
    length: int  # number of cards
    rank: float  # Dog 0, Mah Jong 1, 2..14, Dragon 15; a lone Phoenix 1.5 or v + 0.5
    phoenix: int | None  # rank the Phoenix stands for inside a combination


def _shape(ranks: list[int], wild: bool, one_suit: bool, rules: Rules) -> tuple[str, int] | None:
    """Kind and rank of two or more cards whose ranks are all settled."""
    counts = Counter(ranks)
    n = len(ranks)
    present = sorted(counts)
    consecutive = present == list(range(present[0], present[0] + len(present)))
    if len(present) == n:
        if n >= 5 and consecutive:
            return ("bomb_sf" if one_suit and not wild else "straight"), present[-1]
        return None
    if present[0] == 1:
        return None  # outside straights the Mah Jong joins nothing (TI-14, TI-32)
    if len(present) == 1:
        if n == 2:
            return "pair", present[0]
        if n == 3:
            return "triple", present[0]
        if n == 4 and not wild:
            return "bomb4", present[0]
        if n == 5 and wild and rules["fullhouse_same_rank"] == "valid":
            return "full_house", present[0]
        return None
    if n == 5 and sorted(counts.values()) == [2, 3]:
        return "full_house", next(r for r in present if counts[r] == 3)
    if consecutive and set(counts.values()) == {2}:
        return "stairs", present[-1]
    return None


def interpretations(
    cards: Iterable[str], rules: Rules = DEFAULTS, table: Combo | None = None
) -> list[Combo]:
    """Every legal reading of a set of cards, highest rank first (TI-12 to TI-21).

    Parameters
    ----------
    cards : iterable of str
        Bare tokens; the order does not matter.
    rules : dict
        Options used: ``fullhouse_same_rank``, ``phoenix_declaration``.
    table : Combo, optional
        The play to be beaten; it settles the value of a lone Phoenix (TI-38, TI-39).

    Returns
    -------
    list of Combo
        Empty where the cards form no play.
    """
    cards = list(cards)
    n = len(cards)
    if n == 0 or len(set(cards)) != n:
        return []
    if n == 1:
        if cards[0] != "Phx":
            return [Combo("single", 1, rank_of(cards[0]), None)]
        on_single = table is not None and table.kind == "single" and 1 <= table.rank < 15
        rank = table.rank + 0.5 if on_single and table is not None else LED_PHOENIX
        return [Combo("single", 1, rank, None)]
    if "Dog" in cards or "Drg" in cards:
        return []
    natural = [rank_of(c) for c in cards if c != "Phx"]
    suits = {suit_of(c) for c in cards}
    one_suit = len(suits) == 1 and None not in suits
    found = []
    for stands_for in range(2, 15) if "Phx" in cards else (None,):
        ranks = natural if stands_for is None else [*natural, stands_for]
        shape = _shape(ranks, stands_for is not None, one_suit, rules)
        if shape is not None:
            found.append(Combo(shape[0], n, shape[1], stands_for))
    found.sort(key=lambda combo: -combo.rank)
    return found[:1] if rules["phoenix_declaration"] == "highest" else found


def classify(
    cards: Iterable[str],
    phoenix: int | str | None = None,
    rules: Rules = DEFAULTS,
    table: Combo | None = None,
) -> Combo | None:
    """The play a set of cards is, with the Phoenix as declared, else at its highest (TI-21).

    Parameters
    ----------
    cards : iterable of str
        Tokens; ``Phx=8`` declares too.
    phoenix : int or str, optional
        Declared rank, 2..14 or a rank token.
    rules, table
        See `interpretations`.

    Returns
    -------
    Combo or None
        ``None`` where the cards form no play, or not with that declaration.
    """
    bare, declared = split_declared(cards)
    if isinstance(phoenix, str):
        phoenix = RANK_NUMBER[phoenix]
    if phoenix is None:
        phoenix = declared
    for combo in interpretations(bare, rules, table):
        if phoenix is None or combo.phoenix == phoenix:
            return combo
    return None


def beats(reply: Combo, table: Combo) -> bool:
    """Whether one classified play beats another (TI-22 to TI-24; Dog TI-35, TI-36).

    A lone Phoenix must have been classified on that table, so that its rank is settled;
    on the Dragon it keeps 1.5 and loses (TI-40).
    """
    if reply.rank == 0 or table.rank == 0:
        return False
    if reply.kind in BOMBS:
        if table.kind not in BOMBS:
            return True
        return (reply.length, reply.rank) > (table.length, table.rank)
    return reply.kind == table.kind and reply.length == table.length and reply.rank > table.rank

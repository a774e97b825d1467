"""Fields of a case, read with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.options import change, coded
from simcore.status import KaipaiError
from simcore.tichu import combos
from simcore.tichu.cards import NUMBER, SEATS, pack
from simcore.tichu.rules import Rules, check
from simcore.tichu.streams import STREAMS

Case = Mapping[str, Any]
Answer = dict[str, Any]


def field_of(case: Case, name: str, kind: type | tuple[type, ...] = object) -> Any:
    """Return a field of a case.

    Raises
    ------
    KaipaiError
        It is missing, or not of that kind; naming it.
    """
    if name not in case:
        raise KaipaiError(f"field '{name}' is missing")
    value = case[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise KaipaiError(f"field '{name}' has the wrong form: {value!r}")
    return value


def token_of(name: str, token: Any) -> tuple[str, int]:
    """Card and declared rank (0: none) of one token of a field."""
    text = str(token)
    card, _, declared = text.partition("=")
    if card not in NUMBER or (declared and (card != "Phx" or declared not in RANKS)):
        raise KaipaiError(f"field '{name}': '{text}' is no card of Tichu")
    return card, RANKS.index(declared) + 2 if declared else 0


def read_cards(name: str, tokens: Any) -> tuple[np.uint64, int]:
    """Mask and declared rank of a list of cards."""
    if not isinstance(tokens, list | tuple):
        raise KaipaiError(f"field '{name}' is no list of cards: {tokens!r}")
    read = [token_of(name, token) for token in tokens]
    if len({card for card, _ in read}) != len(read):
        raise KaipaiError(f"field '{name}' has a card twice")
    return pack(NUMBER[card] for card, _ in read), max((d for _, d in read), default=0)


def seat_of(name: str, value: Any) -> int:
    """Return a seat out of a field."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < SEATS:
        raise KaipaiError(f"field '{name}': {value!r} is no seat")
    return value


def seats_of(name: str, values: Any) -> list[int]:
    """Return different seats out of a field."""
    if not isinstance(values, list | tuple) or len(set(map(str, values))) != len(values):
        raise KaipaiError(f"field '{name}' is no list of different seats")
    return [seat_of(name, value) for value in values]


def numbers_of(case: Case, name: str, n: int) -> list[int]:
    """Return a field of n integers."""
    values = field_of(case, name, (list, tuple))
    if len(values) != n or any(not isinstance(v, int) or isinstance(v, bool) for v in values):
        raise KaipaiError(f"field '{name}' should hold {n} integers")
    return list(values)


def rules_of(case: Case) -> Rules:
    """Return the default rules with the options that the case changes."""
    rules: Rules = change(coded(Rules()), dict(case.get("rules", {})))
    check(rules)
    return rules


def wish_of(case: Case) -> int:
    """Rank wished, 0 where there is none."""
    wish = case.get("wish")
    if wish is None:
        return 0
    if not isinstance(wish, str) or wish not in RANKS:
        raise KaipaiError(f"field 'wish': {wish!r} is no rank")
    return RANKS.index(wish) + 2


def laid(name: str, tokens: Any, top: int, rules: np.void) -> tuple[int, np.uint64]:
    """Combo and cards of a play laid on `top`; it must be one, but need not beat `top`."""
    cards, declared = read_cards(name, tokens)
    combo = int(combos.classify(cards, np.int64(declared), np.int64(top), rules))
    if combo == 0:
        raise KaipaiError(f"field '{name}': {' '.join(map(str, tokens))} is no play (TI-12)")
    return combo, cards


def table_of(case: Case, rules: np.void) -> int:
    """Combo to be beaten: of one play, or of singles laid one after another."""
    table = case.get("table")
    if not table:
        return 0
    plays = table if isinstance(table[0], list) else [table]
    top = 0
    for tokens in plays:
        top, _ = laid("table", tokens, top, rules)
    return top


def no_stream() -> Any:
    """Record of streams that nothing is drawn from."""
    return np.zeros(1, dtype=STREAMS)[0]


def hand_of(case: Case) -> np.uint64:
    """Cards of the field ``hand``."""
    return read_cards("hand", field_of(case, "hand", (list, tuple)))[0]


def masks_of(hand: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Bomb masks of a hand, typed as kernels take them."""
    quads, flush = combos.bomb_masks(hand)
    return np.uint64(quads), np.uint64(flush)

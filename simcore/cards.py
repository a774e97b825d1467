"""Card tokens: split a list, read each token, point at the one that is wrong.

One notation for all games: rank and suit (``7S``, ``TH``), jokers ``BJ`` and ``RJ``, the four
Tichu specials.  A game's own ``cards`` room says which tokens it has; this module reads and
writes them.  Case and ``10`` for ``T`` are forgiven on input and never written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from simcore.options import suggestion
from simcore.status import KaipaiError

RANKS = "23456789TJQKA"
"""Rank tokens from the lowest; the rank number of ``RANKS[i]`` is i + 2."""
SUITS = "SHDC"

_TOKEN = re.compile(r"[^\s,]+")


class CardError(KaipaiError):
    """A list of cards with a token that is wrong; the message underlines it in its place."""

    def __init__(self, text: str, start: int, token: str, why: str) -> None:
        self.token = token
        pointer = " " * start + "^" * max(1, len(token))
        super().__init__(f"{why}\n  {text}\n  {pointer}")


def rank_token(rank: int) -> str:
    """Token of rank number 2..14."""
    return RANKS[rank - 2]


def tokens(text: str) -> list[tuple[int, str]]:
    """Split a list of cards at blanks and commas into (column, token as written)."""
    return [(found.start(), found.group()) for found in _TOKEN.finditer(text)]


def read(text: str, known: Mapping[str, int], copies: int | Mapping[str, int] = 1) -> list[int]:
    """Read a list of cards.

    Parameters
    ----------
    text : str
        Tokens separated by blanks or commas.
    known : mapping of str to int
        Number of each token in its written form.
    copies : int, or mapping of str to int
        How many of each token the deck has.

    Returns
    -------
    list of int
        Numbers in the order written.

    Raises
    ------
    CardError
        A token is unknown, or there are more of it than the deck has.
    """
    folded = {token.upper(): token for token in known}
    counts: dict[str, int] = {}
    numbers = []
    for start, written in tokens(text):
        key = written.upper()
        if key.startswith("10"):
            key = "T" + key[2:]
        token = folded.get(key)
        if token is None:
            hint = suggestion(written, known)
            raise CardError(text, start, written, f"'{written}' is no card of this game{hint}")
        counts[token] = counts.get(token, 0) + 1
        most = copies if isinstance(copies, int) else copies[token]
        if counts[token] > most:
            once = "once" if most == 1 else f"{most} times"
            raise CardError(text, start, written, f"the deck has {token} only {once}")
        numbers.append(known[token])
    return numbers


def write(numbers: Sequence[int], names: Sequence[str]) -> str:
    """Write cards as one blank-separated list."""
    return " ".join(names[number] for number in numbers)

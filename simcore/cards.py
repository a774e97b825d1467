"""Card tokens: split a list, read each token, point at the one that is wrong.

One notation for all games: rank and suit (``7S``, ``TH``), jokers ``BJ`` and ``RJ``, the four
Tichu specials.  A game's own ``cards`` room says which tokens it has; this module reads and
writes them.  Case and ``10`` for ``T`` are forgiven on input and never written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from simcore.options import suggestion
from simcore.status import KaipaiError

RANKS = "23456789TJQKA"
"""Rank tokens from the lowest; the rank number of ``RANKS[i]`` is i + 2."""
SUITS = "SHDC"

_TOKEN = re.compile(r"[^\s,]+")


MOST_SHOWN = 100
"""Columns of a list of cards that an error repeats."""


def _columns(sign: str) -> int:
    """Columns that a terminal gives a printable character."""
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


class CardError(KaipaiError):
    """A list of cards with a token that is wrong; the message underlines it in its place.

    Parameters
    ----------
    text : str
        The list as it was given.  What cannot be printed, line ends and tabs included, is shown
        as ``?`` or a blank, so that the line stays one line and drives no terminal.
    start : int
        Where the token begins in it.
    token : str
        The token as written.
    why : str
    """

    def __init__(self, text: str, start: int, token: str, why: str) -> None:
        self.token = token
        line = [sign if sign.isprintable() else "?" if sign.strip() else " " for sign in text]
        first = max(0, start - MOST_SHOWN // 2)
        last = min(len(line), first + MOST_SHOWN)
        shown = "".join(line[first:last])
        before = sum(map(_columns, line[first:start]))
        width = sum(map(_columns, line[start : min(last, start + len(token))]))
        head, tail = "..." if first else "", "..." if last < len(line) else ""
        pointer = " " * (len(head) + before) + "^" * max(1, width)
        super().__init__(f"{why}\n  {head}{shown}{tail}\n  {pointer}")


def _named(token: str) -> str:
    """Repeat a token in a message: printable, and cut where it is long."""
    text = "".join(sign if sign.isprintable() else "?" for sign in token)
    return f"'{text[:20]}...'" if len(text) > 20 else f"'{text}'"


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
            why = f"{_named(written)} is no card of this game{hint}"
            raise CardError(text, start, written, why)
        counts[token] = counts.get(token, 0) + 1
        most = copies if isinstance(copies, int) else copies[token]
        if counts[token] > most:
            once = {1: "once", 2: "twice"}.get(most, f"{most} times")
            raise CardError(text, start, written, f"the deck has {token} only {once}")
        numbers.append(known[token])
    return numbers


def write(numbers: Sequence[int], names: Sequence[str]) -> str:
    """Write cards as one blank-separated list."""
    return " ".join(names[number] for number in numbers)

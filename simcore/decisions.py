"""What the questions of all games share: a decision with its options, and how givens are read.

A game's ``positions`` room turns what a player knows into a `Decision`: positions that agree with
it, with the hidden cards drawn anew in each, and a way to play them out once an option is forced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from simcore.cards import CardError, read
from simcore.options import suggestion
from simcore.status import KaipaiError

IMPOSSIBLE = 5
"""Exit code of givens that no deal agrees with."""
UNLIMITED = 1 << 20
"""Copies of a card, where only the spelling is looked at."""

Given = Mapping[str, str]
Records = npt.NDArray[Any]


@dataclass(frozen=True)
class Decision:
    """One decision of seat 0 on what it knows.

    Attributes
    ----------
    actions : tuple of str
        The options, as they are named; at least two, all different.
    deal : callable
        ``deal(seed, first, n)`` returns positions number first..first + n - 1: the same hidden
        cards for the same number, whatever the others.
    play : callable
        ``play(seed, first, positions, k)`` forces option k in each position and returns a record
        a position.  May be called from several threads.
    notes : tuple of str
        What was taken for granted, for people.
    """

    actions: tuple[str, ...]
    deal: Callable[[int, int, int], Any]
    play: Callable[[int, int, Any, int], Records]
    notes: tuple[str, ...] = ()


def silent() -> None:
    """Tell nobody anything."""


def impossible(why: str) -> KaipaiError:
    """Error of givens that contradict each other or the deck."""
    return KaipaiError(f"no deal agrees with this: {why}", exit_code=IMPOSSIBLE)


def refused(why: str) -> KaipaiError:
    """Error of a question that the rules or the state of the table leave nothing of."""
    return KaipaiError(why, exit_code=IMPOSSIBLE)


def check_names(given: Given, known: Sequence[str], question: str, needed: Sequence[str]) -> None:
    """Refuse givens that a question does not know, or lacks.

    Parameters
    ----------
    given : mapping of str to str
        By name without dashes.
    known, needed : sequence of str
        Names that the question takes, and those it cannot do without.
    question : str

    Raises
    ------
    KaipaiError
        Naming the option.
    """
    for name in given:
        if name not in known:
            raise KaipaiError(
                f"'{question}' takes no --{name}{suggestion(name, known)}; it takes "
                + ", ".join(f"--{each}" for each in known)
            )
    for name in needed:
        if not given.get(name, "").strip():
            raise KaipaiError(f"'{question}' needs --{name}")


def check_form(given: Given, forms: Sequence[Sequence[str]], how: str) -> None:
    """Refuse options of a rules question that do not make one of its forms.

    Parameters
    ----------
    given : mapping of str to str
        By name; empty ones were not given.
    forms : sequence of sequence of str
        Names that go together.
    how : str
        What to write instead.

    Raises
    ------
    KaipaiError
    """
    names = {name for name, text in given.items() if text}
    if names not in [set(form) for form in forms]:
        raise KaipaiError(how)


def read_given(
    name: str, text: str, known: Mapping[str, int], copies: int | Mapping[str, int] = 1
) -> list[int]:
    """Read a list of cards; more of a card than the deck has are impossible, not misspelt.

    Parameters
    ----------
    name : str
        Of the option.
    text, known, copies
        As for `simcore.cards.read`.

    Raises
    ------
    KaipaiError
    """
    try:
        return read(text, known, copies)
    except CardError as error:
        read(text, known, UNLIMITED)
        error.exit_code = IMPOSSIBLE
        raise
    except KaipaiError as error:
        raise KaipaiError(f"--{name}: {error}") from None


def read_numbers(name: str, text: str, n: int) -> list[int]:
    """Read n whole numbers between commas or colons.

    Raises
    ------
    KaipaiError
        There are not n, or one is no whole number.
    """
    parts = text.replace(":", ",").split(",")
    try:
        values = [int(part) for part in parts]
    except ValueError:
        values = []
    if len(values) != n:
        raise KaipaiError(f"--{name} '{text}' should hold {n} whole numbers between commas")
    return values


def read_seats(name: str, text: str, seats: int) -> list[int]:
    """Read different seats between commas or blanks.

    Raises
    ------
    KaipaiError
        One is no seat, or stands twice.
    """
    found = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and int(word) < seats):
            raise KaipaiError(f"--{name}: '{word}' is no seat; seats are 0 to {seats - 1}")
        found.append(int(word))
    if len(set(found)) < len(found):
        raise KaipaiError(f"--{name} names a seat twice")
    return found


def read_seat(name: str, text: str, seats: int) -> int:
    """Read one seat.

    Raises
    ------
    KaipaiError
    """
    found = read_seats(name, text, seats)
    if len(found) != 1:
        raise KaipaiError(f"--{name} takes one seat, not '{text}'")
    return found[0]


def named_options(text: str) -> list[str]:
    """Split ``A | B`` into the options named.

    Raises
    ------
    KaipaiError
        There are fewer than two.
    """
    found = [" ".join(part.split()) for part in text.split("|") if part.strip()]
    if len(found) < 2:
        raise KaipaiError("--options names at least two options, parted by '|'")
    return found

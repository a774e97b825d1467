"""Who plays what: policies by seat from what a person typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcore.catalog import Game
from simcore.options import suggestion
from simcore.status import KaipaiError

DEFAULT_POLICY = "heuristic"


def n_seats(game: Game, rules: Any) -> int:
    """Seats that play under the rules."""
    return int(getattr(rules, "players", game.seats))


def policy_number(game: Game, name: str) -> int:
    """Code of a policy of a game.

    Raises
    ------
    KaipaiError
        The game has no such policy.
    """
    folded = name.strip().lower()
    if folded not in game.policies:
        known = ", ".join(game.policies) or "none yet"
        raise KaipaiError(
            f"unknown policy '{name}'{suggestion(folded, game.policies)}; {game.title} has {known}"
        )
    return game.policies.index(folded)


def policies_from(game: Game, rules: Any, words: Iterable[str]) -> tuple[int, ...]:
    """Return the policy of each seat.

    Parameters
    ----------
    game : Game
    rules : Rules
    words : iterable of str
        ``NAME`` for every seat, ``SEAT=NAME`` for one; later words win.

    Raises
    ------
    KaipaiError
        An unknown policy, or a seat that does not exist.
    """
    seats = n_seats(game, rules)
    given = list(words)
    if not given or "=" in given[0]:
        given.insert(0, DEFAULT_POLICY)
    chosen = [0] * seats
    for word in given:
        seat, equals, name = word.partition("=")
        if not equals:
            chosen = [policy_number(game, word)] * seats
            continue
        if not (seat.isascii() and seat.isdigit() and int(seat) < seats):
            raise KaipaiError(
                f"--policy {word}: {game.title} has seats 0 to {seats - 1}, not '{seat}'"
            )
        chosen[int(seat)] = policy_number(game, name)
    return tuple(chosen)


def policy_names(game: Game, policies: Iterable[int]) -> list[str]:
    """Names of policies by seat."""
    return [game.policies[policy] for policy in policies]

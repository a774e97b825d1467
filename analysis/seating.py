"""Who plays what: policies by seat from what a person typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcore import lookahead
from simcore.catalog import Game
from simcore.options import suggestion
from simcore.status import KaipaiError

DEFAULT_POLICY = "heuristic"


def n_seats(game: Game, rules: Any) -> int:
    """Seats that play under the rules."""
    return int(getattr(rules, "players", game.seats))


def policy_number(game: Game, name: str) -> int:
    """Code of a policy of a game; ``search:40`` is the look-ahead with 40 imagined deals.

    Raises
    ------
    KaipaiError
        The game has no such policy, or it takes no such budget.
    """
    folded, colon, budget = name.strip().lower().partition(":")
    if folded not in game.policies:
        known = ", ".join(game.policies) or "none yet"
        raise KaipaiError(
            f"unknown policy '{name}'{suggestion(folded, game.policies)}; {game.title} has {known}"
        )
    code = game.policies.index(folded)
    if folded == lookahead.NAME:
        return lookahead.number(code, _budget(name, budget if colon else None))
    if colon:
        raise KaipaiError(f"policy '{name}': only {lookahead.NAME} takes a budget")
    return code


def _budget(name: str, text: str | None) -> int:
    """Imagined deals of a decision, as they were typed."""
    if text is None:
        return lookahead.DEFAULT_BUDGET
    most = lookahead.MAX_BUDGET
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        found = 0
    else:
        found = int(text)
    if not lookahead.LEAST_BUDGET <= found <= most:
        raise KaipaiError(
            f"policy '{name}': the budget is a whole number of deals to imagine at a decision, "
            f"{lookahead.LEAST_BUDGET} to {most:,}, such as {lookahead.NAME}:40"
        )
    return found


def policies_from(
    game: Game, rules: Any, words: Iterable[str], more: Iterable[str] = ()
) -> tuple[int, ...]:
    """Return the policy of each seat.

    Parameters
    ----------
    game : Game
    rules : Rules
    words : iterable of str
        ``NAME`` for every seat, ``SEAT=NAME`` for one; later words win.
    more : iterable of str
        The same of one variant, on top.

    Raises
    ------
    KaipaiError
        An unknown policy, a seat that does not exist, or two policies for the same.
    """
    seats = n_seats(game, rules)
    words, more = list(words), list(more)
    for source in (words, more):
        _refuse_twice(source)
    given = [*words, *more]
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


def _refuse_twice(words: Iterable[str]) -> None:
    """Refuse two different policies for one seat, and two for every seat."""
    seen: dict[str, str] = {}
    for word in words:
        seat, equals, name = word.rpartition("=")
        whose = f"seat {seat.strip()}" if equals else "every seat"
        if seen.setdefault(whose, name.strip().lower()) != name.strip().lower():
            raise KaipaiError(f"--policy {word}: {whose} has been given a policy already")


def policy_names(game: Game, policies: Iterable[int]) -> list[str]:
    """Names of policies by seat, as `policy_number` reads them."""
    return [policy_name(game, policy) for policy in policies]


def policy_name(game: Game, policy: int) -> str:
    """Name of a policy, with its budget if it has one."""
    name = game.policies[lookahead.code_of(policy)]
    budget = lookahead.budget_of(policy)
    return f"{name}:{budget}" if budget else name

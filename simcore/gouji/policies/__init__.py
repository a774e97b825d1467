"""Decision rules of a seat: `Policy` names them, `choose` asks one.

A policy kernel receives the public view, its own hand, the streams with its own row and the rules,
and nothing else. It draws from its own row only. Its answer is one integer (`records.MOVE` says
which), with a division or returned cards written into the move.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simcore.gouji.policies.common import SHAO
from simcore.gouji.policies.heuristic import heuristic_move
from simcore.gouji.policies.lowest import lowest_move
from simcore.gouji.policies.random import random_move
from simcore.jit import helper
from simcore.lookahead import budget_of, code_of


class Policy(IntEnum):
    """Policies by the integer that kernels switch on."""

    RANDOM = 0
    LOWEST = 1
    HEURISTIC = 2
    HEURISTIC_RANDOM_SHAO = 3
    HEURISTIC_V2 = 4
    """The heuristic as version 2 of the game had it."""
    SEARCH = 5
    """Looks ahead; its numbers carry a budget (`simcore.lookahead.number`), so they are largest."""


RANDOM, LOWEST = int(Policy.RANDOM), int(Policy.LOWEST)
RANDOM_SHAO, V2 = int(Policy.HEURISTIC_RANDOM_SHAO), int(Policy.HEURISTIC_V2)
SEARCH = int(Policy.SEARCH)


@helper
def choose(
    policy: Any, view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Ask a policy the question in the view.

    Parameters
    ----------
    policy : int64
        A `Policy`. What looks ahead is not asked here: it answers as `heuristic` does.
    view : record of `records.VIEW`
    naturals, wilds : int64
        The hand of the seat that is asked.
    streams, row
        The seat's stream: row `row` of `streams`.
    rules : record of `records.RULES`
    move : record of `records.MOVE`
        Filled where the answer is more than an integer.

    Returns
    -------
    int64
        See `records.MOVE`.
    """
    if policy == RANDOM or (policy == RANDOM_SHAO and view["ask"] == SHAO):
        return random_move(view, naturals, wilds, streams, row, rules, move)
    if policy == LOWEST:
        return lowest_move(view, naturals, wilds, rules, move)
    return heuristic_move(view, naturals, wilds, rules, move, policy != V2)


def name_of(policy: int) -> str:
    """Name a policy, with its budget where it looks ahead."""
    name = Policy(code_of(policy)).name.lower()
    return f"{name}:{budget_of(policy)}" if budget_of(policy) else name


__all__ = ["SEARCH", "Policy", "choose", "name_of"]

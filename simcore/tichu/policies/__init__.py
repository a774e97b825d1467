"""Decision rules, one integer each; a policy sees the VIEW, its own cards and its own stream.

Each `choose_*` answers one kind of question.  Arguments: the policy's number, `records.VIEW`,
the seat's own `records.OWN`, `records.RULES`, the streams and the row of the seat's stream.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simcore.bits import ZERO
from simcore.jit import helper, kernel
from simcore.tichu.combos.shape import NONE
from simcore.tichu.policies import heuristic, reference
from simcore.tichu.records import NEVER


class Policy(IntEnum):
    """Policies by number."""

    RANDOM = 0
    LOWEST = 1
    HEURISTIC = 2


_RANDOM, _LOWEST, _HEURISTIC = (int(policy) for policy in Policy)


@kernel
def choose_grand(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Whether to call Grand Tichu on the first eight cards (TI-6)."""
    if policy == _RANDOM:
        return reference.random_grand(streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_grand(view, own)
    return False


@kernel
def choose_tichu(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Answer a Tichu question: NOT_NOW, CALL or NEVER (TI-8)."""
    if policy == _RANDOM:
        return reference.random_tichu(streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_tichu(view, own, rules, streams, row)
    return NEVER


@kernel
def choose_exchange(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Choose cards for the next seat, the partner and the previous seat (TI-10)."""
    if policy == _RANDOM:
        return reference.random_exchange(own, streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_exchange(view, own)
    return reference.lowest_exchange(own)


@helper
def choose_turn(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Choose combo and cards of a regular turn, or zeros to pass (TI-25)."""
    if policy == _RANDOM:
        return reference.random_turn(view, own, rules, streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_turn(view, own, rules, streams, row)
    return reference.lowest_turn(view, own, rules, streams, row)


@kernel
def choose_bomb(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Choose a bomb to throw out of turn, or zeros (TI-29)."""
    if policy == _RANDOM:
        return reference.random_bomb(view, own, rules, streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_bomb(view, own, rules, streams, row)
    return NONE, ZERO


@kernel
def choose_wish(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Rank to wish with the Mah Jong, 0 for none (TI-33)."""
    if policy == _RANDOM:
        return reference.random_wish(rules, streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_wish(view, own)
    return reference.lowest_wish(rules)


@kernel
def choose_gift(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Opponent who gets the Dragon's trick; both may be named (TI-45)."""
    if policy == _RANDOM:
        return reference.random_gift(own, streams, row)
    if policy == _HEURISTIC:
        return heuristic.heuristic_gift(view, own)
    return (own["seat"] + 1) & 3

"""Decision rules, one integer each; a policy sees the VIEW, its own cards and its own stream."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from simcore.bits import ZERO
from simcore.jit import kernel
from simcore.lookahead import MAX_BUDGET, NAME, budget_of, code_of
from simcore.streams import stay_call
from simcore.tichu.combos.shape import NONE
from simcore.tichu.policies import heuristic, reference
from simcore.tichu.records import (
    ASK_BOMB,
    ASK_EXCHANGE,
    ASK_GRAND,
    ASK_TICHU,
    ASK_TURN,
    ASK_WISH,
    CALL,
    NEVER,
    ON_TURN,
    POINT_C,
)


class Policy(IntEnum):
    """Policies by number; HEURISTIC_V2 is the heuristic as it was in version 2 of the game."""

    RANDOM = 0
    LOWEST = 1
    HEURISTIC = 2
    HEURISTIC_V2 = 3
    SEARCH = 4


_CONVENTIONS = 4


def doing_without(conventions: int) -> int:
    """Number of the heuristic that leaves out some conventions of its exchange.

    Parameters
    ----------
    conventions : int
        Sum of `PARITY`, `BEST`, `GROUPS` of `heuristic.exchange`.
    """
    return int(Policy.HEURISTIC) | conventions << _CONVENTIONS


NUMBERS = frozenset(
    [
        *map(int, (Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC_V2)),
        *map(doing_without, range(8)),
    ]
)
"""Numbers that `choose` knows: all but the policy that looks ahead, which asks it itself."""
RANDOM, HEURISTIC, SEARCH = (
    np.int64(policy) for policy in (Policy.RANDOM, Policy.HEURISTIC, Policy.SEARCH)
)
_RANDOM, _LOWEST, _HEURISTIC, _V2 = map(
    int, (Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC, Policy.HEURISTIC_V2)
)


def is_policy(number: int) -> bool:
    """Whether this is the number of a policy; one that looks ahead may have its budget in it."""
    if code_of(number) == Policy.SEARCH:
        return budget_of(number) != 1 and 0 <= budget_of(number) <= MAX_BUDGET
    return int(number) in NUMBERS


def looks_ahead(policies: Iterable[int]) -> bool:
    """Whether one of the policies is `search`."""
    return any(code_of(policy) == Policy.SEARCH for policy in policies)


def policy_name(number: int) -> str:
    """Name of a policy as it is typed, its budget included."""
    if code_of(number) == Policy.SEARCH and budget_of(number):
        return f"{NAME}:{budget_of(number)}"
    return Policy(code_of(number) & 15).name.lower()


@kernel
def choose(policy: Any, view: Any, own: Any, rules: Any, streams: Any, row: Any) -> Any:
    """Answer the question in the view.

    Parameters
    ----------
    policy : int64
        One of NUMBERS, never SEARCH.
    view : records.VIEW
    own : records.OWN
        Of the seat that is asked.
    rules : records.RULES
    streams : streams.STREAMS
    row : int64
        The seat's stream, the only one drawn from.

    Returns
    -------
    tuple of int64, uint64, uint64, uint64
        Grand: whether to call (TI-6).  Tichu: NOT_NOW, CALL, NEVER or ON_TURN (TI-8).  Exchange:
        zero, then the cards for the next seat, the partner and the previous one (TI-10).  Turn
        and bomb: combo, zero for none, and its cards (TI-25, TI-29).  Wish: rank, zero for none
        (TI-33).  Gift: an opponent; both may be named (TI-45).
    """
    stay_call()
    question, seat = view["ask"], own["seat"]
    without = policy >> _CONVENTIONS
    policy &= 15
    mended = policy != _V2
    if policy == _V2:
        policy = _HEURISTIC
    answer = NONE
    a = b = c = ZERO
    if question == ASK_TURN:
        if policy == _HEURISTIC:
            answer, a = heuristic.heuristic_turn(view, own, rules, streams, row, mended)
        elif policy == _LOWEST:
            answer, a = reference.lowest_turn(view, own, rules, streams, row)
        else:
            answer, a = reference.random_move(view, own, rules, streams, row)
    elif question == ASK_TICHU:
        if policy == _HEURISTIC:
            answer = heuristic.heuristic_tichu(view, own, mended)
            if answer == CALL and view["top"] != 0 and view["point"] == POINT_C:
                # late is best: with the first card, not with a pass
                combo, _ = heuristic.heuristic_turn(view, own, rules, streams, row, mended)
                answer = CALL if combo != 0 else ON_TURN
        else:
            answer = reference.random_tichu(streams, row) if policy == _RANDOM else NEVER
    elif question == ASK_BOMB:
        if policy == _HEURISTIC:
            answer, a = heuristic.heuristic_bomb(view, own, rules, streams, row, mended)
        elif policy == _RANDOM:
            answer, a = reference.random_bomb(view, own, rules, streams, row)
    elif question == ASK_EXCHANGE:
        if policy == _HEURISTIC:
            a, b, c = heuristic.heuristic_exchange(view, own, without, mended)
        elif policy == _LOWEST:
            a, b, c = reference.lowest_exchange(own)
        else:
            a, b, c = reference.random_exchange(own, streams, row)
    elif question == ASK_GRAND:
        if policy == _HEURISTIC:
            answer = NONE + heuristic.heuristic_grand(view, own)
        elif policy == _RANDOM:
            answer = NONE + reference.random_grand(streams, row)
    elif question == ASK_WISH:
        if policy == _HEURISTIC:
            answer = heuristic.heuristic_wish(view, own)
        elif policy == _LOWEST:
            answer = reference.lowest_wish(rules)
        else:
            answer = reference.random_wish(rules, streams, row)
    elif policy == _HEURISTIC:
        answer = heuristic.heuristic_gift(view, own)
    elif policy == _LOWEST:
        answer = NONE + ((seat + 1) & 3)
    else:
        answer = reference.random_gift(own, streams, row)
    return answer, a, b, c

"""Decision rules of a seat: `Policy` names them, `choose` asks one.

A policy kernel receives the public view, what only its own seat sees, the frame (which follows
from trump rank and suit), the rules, and the streams with its own row; it draws from that row
only.  Its answer is written into a `records.MOVE`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simcore import lookahead
from simcore.jit import kernel
from simcore.shengji.policies.common import (
    BURY,
    DECLARE,
    FOLLOW,
    FRIEND,
    LEAD,
    OVERCALL,
    call_outside,
    pick_smallest,
)
from simcore.shengji.policies.heuristic import (
    heuristic_bury,
    heuristic_declare,
    heuristic_follow,
    heuristic_friend,
    heuristic_lead,
    is_settled,
)
from simcore.shengji.policies.lowest import (
    lowest_bury,
    lowest_declare,
    lowest_follow,
    lowest_lead,
)
from simcore.shengji.policies.random import (
    random_bury,
    random_declare,
    random_follow,
    random_friend,
    random_lead,
    random_pick,
)


class Policy(IntEnum):
    """Policies by the integer that kernels switch on."""

    RANDOM = 0
    LOWEST = 1
    HEURISTIC = 2
    HEURISTIC_KITTY = 3
    HEURISTIC_V2 = 4
    """As version 2 of the game had it, to measure what has been mended since."""
    SEARCH = 5
    """Looks ahead (`simcore.shengji.search`); where it does not, it is `heuristic`."""


RANDOM, LOWEST = int(Policy.RANDOM), int(Policy.LOWEST)
KEEN, BEFORE = int(Policy.HEURISTIC_KITTY), int(Policy.HEURISTIC_V2)


def policy_name(policy: int) -> str:
    """Name of a policy number, with its budget if it has one."""
    name = Policy(lookahead.code_of(policy)).name.lower()
    budget = lookahead.budget_of(policy)
    return f"{name}:{budget}" if budget else name


@kernel
def sees_draws(policy: Any) -> Any:
    """Whether a policy looks at all its cards, not only the declaring ones, while drawing."""
    return policy > LOWEST


@kernel
def choose(
    policy: Any, view: Any, own: Any, frame: Any, rules: Any, streams: Any, row: Any, work: Any,
    move: Any,
) -> None:  # fmt: skip
    """Ask a policy the question in the view.

    Parameters
    ----------
    policy : int64
        A `Policy`.
    view : records.VIEW
    own : records.OWN
        Of the seat that is asked.
    frame : records.FRAME
        Of the trump rank and suit in the view; any while trump is not fixed.
    rules : records.RULES
    streams, row
        The seat's stream: row `row` of `streams`.
    work : records.WORK
        Room; nothing is kept in it.
    move : records.MOVE
        Overwritten.
    """
    ask = view["ask"]
    keen, mended = policy == KEEN, policy != BEFORE
    if ask == FOLLOW:
        if policy == RANDOM:
            random_follow(view, own, frame, rules, streams, row, work, move)
        elif policy == LOWEST:
            lowest_follow(view, own, frame, rules, streams, work, move)
        else:
            heuristic_follow(view, own, frame, rules, keen, mended, streams, work, move)
    elif ask == LEAD:
        if policy == RANDOM:
            random_lead(own, frame, rules, streams, row, work, move)
        elif policy == LOWEST:
            lowest_lead(own, frame, move)
        else:
            heuristic_lead(view, own, frame, rules, mended, work, move)
    elif ask == DECLARE or ask == OVERCALL:
        if policy == RANDOM:
            random_declare(view, own, ask == OVERCALL, rules, streams, row, move)
        elif policy == LOWEST:
            lowest_declare(view, own, ask == OVERCALL, rules, move)
        else:
            heuristic_declare(view, own, ask == OVERCALL, rules, move)
    elif ask == BURY:
        if policy == RANDOM:
            random_bury(view, own, frame, rules, streams, row, work, move)
        elif policy == LOWEST:
            lowest_bury(view, own, frame, rules, work, move)
        else:
            heuristic_bury(view, own, frame, rules, keen, work, move)
    elif ask == FRIEND:
        if policy == RANDOM:
            random_friend(frame, rules, streams, row, move)
        elif policy > LOWEST:
            heuristic_friend(view, own, frame, move)
        else:
            call_outside(view, own, frame, move)
    elif policy == RANDOM:
        random_pick(view, streams, row, move)
    else:
        pick_smallest(view, frame, move)


__all__ = ["Policy", "choose", "is_settled", "policy_name", "sees_draws"]

"""The policy `heuristic`: plain good sense, decision by decision; and its twins.

`heuristic_kitty` also minds what the kitty will be worth.  `heuristic_v2` is `heuristic` as it was
in version 2 of the game: it has ``mended`` off, which the kernels changed since then take.
"""

from simcore.shengji.policies.heuristic.follow import heuristic_follow
from simcore.shengji.policies.heuristic.lead import heuristic_lead
from simcore.shengji.policies.heuristic.opening import (
    DEAR,
    heuristic_bury,
    heuristic_declare,
    heuristic_friend,
    is_settled,
    reluctance,
)
from simcore.shengji.policies.heuristic.table import not_below, unseen

__all__ = [
    "DEAR",
    "heuristic_bury",
    "heuristic_declare",
    "heuristic_follow",
    "heuristic_friend",
    "heuristic_lead",
    "is_settled",
    "not_below",
    "reluctance",
    "unseen",
]

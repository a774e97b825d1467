"""The heuristic policy of Tichu: a plan of the hand, and the worth of the lead."""

from simcore.tichu.policies.heuristic.calls import (
    heuristic_gift,
    heuristic_grand,
    heuristic_tichu,
    heuristic_wish,
)
from simcore.tichu.policies.heuristic.exchange import heuristic_exchange
from simcore.tichu.policies.heuristic.follow import heuristic_bomb, heuristic_turn

__all__ = [
    "heuristic_bomb",
    "heuristic_exchange",
    "heuristic_gift",
    "heuristic_grand",
    "heuristic_tichu",
    "heuristic_turn",
    "heuristic_wish",
]

"""What several policies need: single cards of a hand, and the questions by number."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.packed import LANE_BITS, RANKS
from simcore.gouji.records import Ask
from simcore.jit import kernel

LEAD, FOLLOW, DUEL, WORD = int(Ask.LEAD), int(Ask.FOLLOW), int(Ask.DUEL), int(Ask.WORD)
SHAO, INTERRUPT, RANG = int(Ask.SHAO), int(Ask.INTERRUPT), int(Ask.RANG)
VOLUNTEER, THREES, DRAWER = int(Ask.VOLUNTEER), int(Ask.THREES), int(Ask.DRAWER)
REVOLUTION, SWAP, WAIVE = int(Ask.REVOLUTION), int(Ask.SWAP), int(Ask.WAIVE)
RETURN = int(Ask.RETURN)


@kernel
def give_back(move: Any, kind: Any) -> None:
    """Add a card of a class to the cards returned in tribute."""
    if kind < RANKS:
        move["naturals"] += 1 << (LANE_BITS * kind)
    else:
        move["wilds"] += 1 << (8 * (kind - RANKS))

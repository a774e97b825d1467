"""What several policies need: single cards of a hand, and the questions by number."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.packed import LANE, LANE_BITS, RANKS
from simcore.gouji.records import Ask
from simcore.jit import kernel

LEAD, FOLLOW, DUEL, WORD = int(Ask.LEAD), int(Ask.FOLLOW), int(Ask.DUEL), int(Ask.WORD)
SHAO, INTERRUPT, RANG = int(Ask.SHAO), int(Ask.INTERRUPT), int(Ask.RANG)
VOLUNTEER, THREES, DRAWER = int(Ask.VOLUNTEER), int(Ask.THREES), int(Ask.DRAWER)
REVOLUTION, SWAP, WAIVE = int(Ask.REVOLUTION), int(Ask.SWAP), int(Ask.WAIVE)
RETURN = int(Ask.RETURN)


@kernel
def class_of_card(naturals: Any, wilds: Any, number: Any) -> Any:
    """Class 0..14 (3..A, 2, black, red) of card `number` of a hand, lowest card first."""
    for rank in range(RANKS):
        held = naturals & LANE
        if number < held:
            return rank
        number -= held
        naturals >>= LANE_BITS
    if number < wilds & 255:
        return RANKS
    return RANKS + 1 if number - (wilds & 255) < (wilds >> 8) & 255 else RANKS + 2


@kernel
def give_back(move: Any, kind: Any) -> None:
    """Add a card of a class to the cards returned in tribute."""
    if kind < RANKS:
        move["naturals"] += 1 << (LANE_BITS * kind)
    else:
        move["wilds"] += 1 << (8 * (kind - RANKS))

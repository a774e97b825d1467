"""What the Tichu reports share: readers of round records, and the published human figures.

The human figures come from 21.3 million rounds logged by an online Tichu server, as counted by
the project tichu-essentials; they are there to compare with, and nothing is tuned to one of them
alone (see docs/method.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Labels, Reader, Records
from analysis.groups import numbered

SMALL, GRAND = 1, 2
ACES, PHOENIX_BIT, DRAGON_BIT, MAH_BIT, DOG_BIT = 7, 8, 16, 32, 64
LATE_ROUND = 11
SEATS = 4

HUMAN = {
    "tichu_call": 0.139,
    "tichu_made": 0.734,
    "grand_call": 0.078,
    "grand_made": 0.618,
    "bomb_after_exchange": 0.117,
    "rounds_per_match": 9.4,
    "tichu_call_with_bomb": 0.237,
    "tichu_made_with_bomb": 0.793,
}

COLUMNS: dict[str, Labels] = {
    "round": lambda records: numbered(records["round"], LATE_ROUND),
    "double_victory": lambda records: records["double_victory"].astype(bool),
}
"""What every Tichu report groups by; the rounds of a match past the tenth are one group."""


def human(metric: str) -> dict[str, Any]:
    """Fields of a row that show the human figure beside ours."""
    return {"human": HUMAN[metric]}


def called(bet: int) -> Reader:
    """Whether each seat called this bet."""
    return lambda records: records["bet"] == bet


def made(bet: int) -> Reader:
    """Whether each seat called this bet and won it."""
    return lambda records: (records["bet"] == bet) & (records["made"] == 1)


def holds_bomb(records: Records) -> Any:
    """Whether each hand holds a bomb after the exchange."""
    return (records["quads"] > 0) | (records["flush"] > 0)


def honours(field: str = "honours") -> Reader:
    """Dragon, Phoenix and aces of each hand."""

    def read(records: Records) -> Any:
        word = records[field].astype(np.int64)
        return (word & ACES) + (word & PHOENIX_BIT > 0) + (word & DRAGON_BIT > 0)

    return read


def both(first: Reader, second: Reader) -> Reader:
    """Whether both of two readers say yes."""
    return lambda records: np.asarray(first(records), bool) & np.asarray(second(records), bool)


def own_score(records: Records) -> Any:
    """Round score of each seat's team minus that of the other team."""
    lead = records["score"][:, 0].astype(np.int64) - records["score"][:, 1]
    return np.stack([lead, -lead] * (SEATS // 2), axis=1)


def where(condition: Reader, value: Reader) -> Reader:
    """Value where a condition holds, else 0."""
    return lambda records: np.where(condition(records), value(records), 0)


def matches_ended(records: Records) -> Any:
    """Tell the last round of each match."""
    return records["last"]


def one(records: Records) -> Any:
    """Count one a round."""
    return np.ones(len(records), dtype=np.int64)

"""What the kitty may take (SJ-28)."""

from __future__ import annotations

from typing import Any

from simcore.bits import ZERO
from simcore.jit import kernel
from simcore.shengji.records import TRUMPS
from simcore.shengji.rules import BuryRestriction

KEEP_POINTS, KEEP_TRUMPS = int(BuryRestriction.NO_POINTS), int(BuryRestriction.NO_TRUMP)


@kernel
def kept(hand: Any, frame: Any, rules: Any) -> Any:
    """Cards of a hand that may be buried only for want of others (SJ-28), as a mask."""
    if rules["bury_restriction"] == KEEP_POINTS:
        return hand["p0"] & (frame["fives"] | frame["tens"])
    if rules["bury_restriction"] == KEEP_TRUMPS:
        return hand["p0"] & frame["suit"][TRUMPS]
    return ZERO

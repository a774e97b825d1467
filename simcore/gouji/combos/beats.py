"""What beats what, and what starts a Gou Ji (GJ-24 to GJ-37)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.packed import (
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    combo_twos,
)
from simcore.gouji.rules import AllwildVsBlackMixed, MixedWildOverNatural, RedForBlack
from simcore.jit import kernel

EXACT = int(RedForBlack.EXACT)
NEVER, ALL_JOKERS = int(AllwildVsBlackMixed.NEVER), int(AllwildVsBlackMixed.ALL_JOKERS)
PURE_ONLY = int(MixedWildOverNatural.ALL_TWOS_OR_ALL_JOKERS_ONLY)


@kernel
def same_sized(x: Any, y: Any) -> Any:
    """Whether two combinations have the same number of cards (GJ-24)."""
    return combo_size(x) == combo_size(y)


@kernel
def beats(x: Any, y: Any, rules: Any) -> Any:
    """Whether combination y may be laid on combination x (GJ-24 to GJ-34).

    Parameters
    ----------
    x, y : int64
        Packed combinations, neither of them `NO_COMBO`.
    rules : record of `records.RULES`
    """
    if combo_reds(x) or not same_sized(x, y):
        return False
    blacks, reds, twos = combo_blacks(x), combo_reds(y), combo_twos(y)
    if combo_n(x) == 0:
        return combo_n(y) == 0 and twos == 0 and reds >= blacks
    if combo_n(y):
        if combo_rank(y) <= combo_rank(x):
            return False
        if blacks and rules["red_for_black"] == EXACT:
            return reds == blacks
        return reds >= blacks
    if blacks == 0:
        pure = twos == 0 or twos == combo_size(y)
        return pure or rules["mixed_wild_over_natural"] != PURE_ONLY
    allowed = rules["allwild_vs_black_mixed"]
    if allowed == NEVER or (allowed == ALL_JOKERS and twos):
        return False
    return reds >= blacks


@kernel
def triggers(combo: Any, rules: Any) -> Any:
    """Whether a combination is of the kind that starts a Gou Ji (GJ-36, GJ-37)."""
    if combo_n(combo) == 0 or combo_blacks(combo) or combo_reds(combo):
        return True
    counted = combo_n(combo)
    if rules["gouji_twos_count"]:
        counted += combo_twos(combo)
    threshold = rules["gouji_thresholds"][combo_rank(combo)]
    return threshold > 0 and counted >= threshold


def clause_of(x: int, y: int) -> str:
    """Clause that decides whether y beats x.

    Parameters
    ----------
    x, y : int
        Packed combinations; y may be `NO_COMBO`, cards that form no combination.
    """
    if not y:
        return "GJ-21"
    if not same_sized(x, y):
        return "GJ-24"
    if combo_reds(x):
        return "GJ-26"
    if combo_n(x) == 0:
        return "GJ-33" if combo_blacks(x) else "GJ-29"
    if combo_n(y) == 0:
        return "GJ-32" if combo_blacks(x) else "GJ-28"
    if combo_blacks(x):
        return "GJ-31"
    return "GJ-30" if combo_blacks(y) or combo_reds(y) else "GJ-27"

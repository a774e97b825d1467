"""What the Sheng Ji reports share: readers of round records, and the score under any rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Labels, Reader, Records
from analysis.reports import UNDECIDED
from simcore.cards import RANKS
from simcore.options import NONE_INT
from simcore.shengji.rules import CAP_STEP, DeadZone, KittyMode, Rules

NO_TRUMP = 4
LAST_MULTIPLIER = 1 << 20
"""Powers are cut here: a kitty of five points has long decided the round."""
TEAMS = 2
SOLO_TABLE = 5
"""Players at a table where each has a rank of his own."""


def _ranks(records: Records) -> Any:
    return np.array(list(RANKS))[records["rank"]]


COLUMNS: dict[str, Labels] = {
    "rank": _ranks,
    "trump": lambda records: np.where(records["trump"] == NO_TRUMP, "no_trump", "suit"),
    "first_round": lambda records: records["round"] == 0,
}
"""What every Sheng Ji report groups by."""


def where(condition: Reader, value: Reader) -> Reader:
    """Value where a condition holds, else 0."""
    return lambda records: np.where(condition(records), value(records), 0)


def one(records: Records) -> Any:
    """Count one a round."""
    return np.ones(len(records), dtype=np.int64)


def held(records: Records) -> Any:
    """Whether the declarers held."""
    return records["swap"] == 0


def gain_declarers(records: Records) -> Any:
    """Levels gained by the declarers."""
    return records["gain"] * held(records)


def gain_opponents(records: Records) -> Any:
    """Levels gained by the opponents."""
    return records["gain"] * (records["swap"] == 1)


def net_gain(records: Records) -> Any:
    """Levels gained by the declarers less those of the opponents."""
    return np.where(held(records), records["gain"], -records["gain"])


def lead(records: Records) -> Any:
    """Levels gained by seat 0's team less those of the other team."""
    declares = records["declarers"] & 1
    return np.where(declares == 1, net_gain(records), -net_gain(records))


def winner(records: Records) -> Any:
    """Team that won the match with this round; see `Report.winner`."""
    team = records["winners"].astype(np.int64) - 1
    return np.where(records["match_over"] == 1, team, UNDECIDED)


def alone(records: Records) -> Any:
    """Whether the declarers are one seat."""
    return np.bitwise_count(records["declarers"]) == 1


def multiplier(kitty_mult: int, records: Records) -> Any:
    """Factor of the kitty under a coded rule (SJ-58), also where the declarers won the last trick.

    Parameters
    ----------
    kitty_mult : int
        As in `Rules`: mode, and cap times CAP_STEP.
    records : structured ndarray, shape (n,)

    Returns
    -------
    ndarray of int64, shape (n,)
        At most LAST_MULTIPLIER.
    """
    cap, mode = divmod(kitty_mult, CAP_STEP)
    cards, component, pairs = (
        records[name].astype(np.int64) for name in ("last_cards", "last_component", "last_pairs")
    )
    if mode == KittyMode.PLAIN:
        factor = np.ones_like(cards)
    elif mode == KittyMode.CARDS:
        factor = 2 * cards
    elif mode == KittyMode.COMPONENT:
        factor = 2 * component
    elif mode == KittyMode.POW_COMPONENT:
        factor = 2 ** np.minimum(component, 62)
    elif mode == KittyMode.POW_PAIRS:
        factor = 2 ** (pairs + 1)
    elif mode == KittyMode.TWO_FOUR:
        factor = np.where(pairs > 0, 4, 2)
    else:
        factor = np.full_like(cards, 2)
    limit = min(cap or LAST_MULTIPLIER, LAST_MULTIPLIER)
    lowered: Any = np.minimum(factor, limit)
    return lowered


def kitty_added(kitty_mult: int, records: Records) -> Any:
    """Points that the kitty adds under a coded rule (SJ-55)."""
    taken = records["last_opponents"] * records["kitty_points"].astype(np.int64)
    return taken * multiplier(kitty_mult, records)


def points_under(kitty_mult: int, records: Records) -> Any:
    """Points that the round would be scored by under a coded rule (SJ-38, SJ-55)."""
    points = records["trick_points"] + kitty_added(kitty_mult, records) + records["fine"]
    return np.maximum(points, 0)


def step_of(rules: Rules) -> int:
    """Points between two outcomes (SJ-61)."""
    return 20 * rules.decks + rules.step_adjust


def outcome(points: Any, solo: Any, rules: Rules) -> tuple[Any, Any]:
    """Whether the opponents take over, and the levels of the winning side (SJ-60 to SJ-63, SJ-71).

    Parameters
    ----------
    points : ndarray of int
        Points of the opponents.
    solo : ndarray of bool
        Whether one seat declares alone.
    rules : Rules
        Coded.
    """
    step = step_of(rules)
    swap = points >= 2 * step
    taken = (points - 2 * step) // step + (1 if rules.dead_zone == DeadZone.NONE else 0)
    if rules.opp_gain_cap != NONE_INT:
        taken = np.minimum(taken, rules.opp_gain_cap)
    kept = np.select([points == 0, points < step], [rules.declarer_zero_bonus, 2], 1)
    if rules.players == SOLO_TABLE:
        kept = kept + rules.solo_bonus * solo
    return swap, np.where(swap, taken, kept)


def outcome_under(kitty_mult: int, records: Records, rules: Rules) -> tuple[Any, Any]:
    """Outcome of each round had only the rule for the kitty been another."""
    return outcome(points_under(kitty_mult, records), alone(records), rules)

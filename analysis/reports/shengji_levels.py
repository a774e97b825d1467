"""Opponents' points, take-overs and gains by level, match length, fairness of the threshold."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, equals, round_before, share
from analysis.reports import Report
from analysis.reports._shengji import (
    COLUMNS,
    SOLO_TABLE,
    TEAMS,
    gain_declarers,
    gain_opponents,
    held,
    net_gain,
    one,
    step_of,
    where,
)
from simcore.cards import RANKS
from simcore.shengji.rules import Rules

OVER = column("match_over")


def reaches(points: int) -> Reader:
    """Whether the opponents reach so many points."""
    return lambda records: records["opponent_points"] >= points


def held_before(records: Records) -> Any:
    """Whether the round before was held by its declarers."""
    index, known = round_before(records)
    return known & held(records)[index]


def unit(seats: Any, rules: Rules) -> Any:
    """What a seat plays for: its team, or itself with five players."""
    return seats.astype(np.int64) % (SOLO_TABLE if rules.players == SOLO_TABLE else TEAMS)


def first_dealer(records: Records) -> Any:
    """Dealer of the first round of each record's match."""
    order = np.lexsort((records["round"], records["match"]))
    _, first, which = np.unique(records["match"][order], return_index=True, return_inverse=True)
    dealers = np.empty(len(records), dtype=np.int64)
    dealers[order] = records["dealer"][order][first][which]
    return dealers


def figures(rules: Rules) -> list[Figure]:
    """List the figures of the table."""
    step = step_of(rules)

    def dealer_wins(records: Records) -> Any:
        won = records["winners"].astype(np.int64) >> unit(first_dealer(records), rules)
        return where(OVER, lambda r: won & 1)(records)

    def decided(records: Records) -> Any:
        return (records["match_over"] == 1) & (records["winners"] > 0)

    measures: list[tuple[str, str, Reader]] = [
        ("opponent_points", "points", column("opponent_points")),
        ("takeover", "probability", column("swap")),
        ("gain_declarers", "levels", gain_declarers),
        ("gain_opponents", "levels", gain_opponents),
        ("net_gain", "levels", net_gain),
        ("shut_out", "probability", equals(column("opponent_points"), 0)),
    ]
    found = []
    for metric, name, value in measures:
        found.append(_figure(metric, name, value, one, None))
        for rank, token in enumerate(RANKS):
            at = equals(column("rank"), rank)
            found.append(_figure(metric, name, where(at, value), at, token))
    found += [
        share("reach", reaches(points), group=points)
        for points in range(step, 4 * step + 1, max(5, step // 4 // 5 * 5))
    ]
    found += [
        Figure("rounds_at_rank", "rounds", equals(column("rank"), rank), OVER, group=token,
               kind="count")
        for rank, token in enumerate(RANKS)
    ]  # fmt: skip
    return [
        *found,
        share("held_again", where(held_before, held), held_before),
        share("first_dealer_wins_match", dealer_wins, decided),
        share("match_drawn", lambda r: OVER(r) * (r["winners"] == 0), OVER),
        Figure("rounds_per_match", "rounds", one, OVER, kind="count"),
    ]


def _figure(metric: str, name: str, top: Reader, bottom: Reader, group: str | None) -> Figure:
    if name == "probability":
        return share(metric, top, bottom, group)
    return Figure(metric, name, top, bottom, group)


REPORT = Report(
    game="shengji", source="matches", figures=figures, main="takeover", columns=COLUMNS,
    by_seat=False,
    notes=("reach: share of rounds in which the opponents' points reach the number",),
)  # fmt: skip

"""Throws: tried, standing, ruffed; tractors by length; the cost of a failed throw.

Throws are leads of several components.  Failed leads are all that were cut down: with three packs
or more a tractor of narrow tuples is tested too, and counts here without being a throw (SJ-34).
What a fine changes is a matter of scoring: the same rounds with so many points for each failed
throw.  The worth of throws as such is taken on the same deals, played with throws and without.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, share
from analysis.paired import Variant, Ways
from analysis.reports import Report
from analysis.reports._shengji import COLUMNS, alone, net_gain, outcome, where
from simcore.shengji.records import SIZES
from simcore.shengji.rules import Rules

OFF, ON = "off", "on"
LEAST = 2
"""Cards of the smallest throw, tuples of the shortest tractor."""
DECLARERS, OPPONENTS = 0, 1
SIDES = ("declarers", "opponents")
FINES = (0, 10, 20)
"""Points for a failed throw that the rounds are scored with."""


def total(field: str) -> Reader:
    """Sum over all sizes."""
    return lambda records: records[field].astype(np.int64).sum(axis=1)


def of_size(field: str, size: int) -> Reader:
    """Number of a size; the largest stands for more."""
    return lambda records: records[field][:, size - 1]


def failed(records: Records) -> Any:
    """Failed throws of a round."""
    return records["throws_failed"].astype(np.int64).sum(axis=1)


def failed_by(side: int) -> Reader:
    """Whether a side, and it alone, failed with a throw."""
    return lambda records: (
        (records["throws_failed"][:, side] > 0) & (records["throws_failed"][:, 1 - side] == 0)
    )


def none_failed(records: Records) -> Any:
    """Whether no throw failed."""
    return failed(records) == 0


def scored(fine: int, rules: Rules) -> Reader:
    """Take-over and levels of each round with a fine for failed throws (SJ-38), shape (n, 2)."""

    def read(records: Records) -> Any:
        failures = records["throws_failed"].astype(np.int64)
        points = records["trick_points"] + records["multiplier"] * records["kitty_points"]
        points = points + fine * (failures[:, DECLARERS] - failures[:, OPPONENTS])
        swap, gain = outcome(np.maximum(points, 0), alone(records), rules)
        return np.stack([swap, gain], axis=1)

    return read


def decided(fine: int, rules: Rules) -> Reader:
    """Whether a fine changes who takes over or by how many levels."""
    with_fine, without = scored(fine, rules), scored(0, rules)
    return lambda records: (with_fine(records) != without(records)).any(axis=1)


def figures(rules: Rules) -> list[Figure]:
    """List the figures of the table."""
    tried, stood, ruffed = (total(f"throws_{what}") for what in ("tried", "stood", "ruffed"))
    found = [
        Figure("throws_tried", "throws", tried, kind="count"),
        share("throws_stood", stood, tried),
        share("throws_ruffed", ruffed, stood),
    ]
    for size in range(LEAST, SIZES + 1):
        name = f"{size} cards" if size < SIZES else f"{size} cards or more"
        tried, stood, ruffed = (
            of_size(f"throws_{what}", size) for what in ("tried", "stood", "ruffed")
        )
        found += [
            Figure("throws_tried", "throws", tried, kind="count", group=name),
            share("throws_stood", stood, tried, group=name),
            share("throws_ruffed", ruffed, stood, group=name),
        ]
    found.append(Figure("tractors", "tractors", total("tractors"), kind="count"))
    for size in range(LEAST, SIZES + 1):
        name = f"{size} tuples" if size < SIZES else f"{size} tuples or more"
        found.append(
            Figure("tractors", "tractors", of_size("tractors", size), kind="count", group=name)
        )
    found += [
        Figure("failed_leads", "leads", _by(side), kind="count", group=name)
        for side, name in enumerate(SIDES)
    ]
    found.append(
        Figure("fine", "points", lambda r: np.abs(r["fine"].astype(np.int64)), failed, kind="count")
    )
    rounds: dict[str, Reader] = {
        f"failed by {name}": failed_by(side) for side, name in enumerate(SIDES)
    }
    rounds["none failed"] = none_failed
    for name, at in rounds.items():
        found += [
            share("takeover", where(at, column("swap")), at, group=name),
            Figure(
                "opponent_points", "points", where(at, column("opponent_points")), at, group=name
            ),
        ]
    for fine in FINES:
        name = f"fine of {fine}"
        found.append(share("takeover", _first(scored(fine, rules)), group=name))
        if fine:
            found.append(share("decided_by_fine", decided(fine, rules), group=name))
    return found


def _first(read: Reader) -> Reader:
    return lambda records: read(records)[:, 0]


def _by(side: int) -> Reader:
    return lambda records: records["throws_failed"][:, side]


def paired(rules: Any) -> list[Figure]:
    """List the figures with throws and without."""
    return [
        Figure("played_opponent_points", "points", column("opponent_points")),
        share("played_takeover", column("swap")),
        Figure("played_net_gain", "levels", net_gain),
        share("played_last_trick_opponents", column("last_opponents")),
        Figure("played_tricks", "tricks", column("tricks")),
    ]


def variants(rules: Any) -> Ways:
    """Play without throws and with them."""
    return {OFF: Variant({"throws": "off"}), ON: Variant({"throws": "on"}, base=OFF)}


REPORT = Report(
    game="shengji", source="matches", figures=figures, main="throws_tried", columns=COLUMNS,
    by_seat=False, variants=variants, paired=paired,
    notes=(
        "failed by: rounds in which that side alone failed with a throw; they differ in more "
        "than the throw",
        "off / on: whole matches without and with throws",
    ),
)  # fmt: skip

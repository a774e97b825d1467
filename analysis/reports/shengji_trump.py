"""Trump: who declares, when, overrides, no-trump, nobody declares, redeals.

Positions are counted from the dealer in turn order; in a first round the declaration makes the
dealer, so that these are left out there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, equals, share
from analysis.reports import Report
from analysis.reports._shengji import COLUMNS, NO_TRUMP, where
from simcore.shengji.records import Redeal
from simcore.shengji.rules import Rules, hand_size

TENTHS = 10
FOUR_SEATS = {0: "dealer", 1: "right", 2: "partner", 3: "left"}
TRUMPS = ((0, 7), (8, 9), (10, 11), (12, 13), (14, 255))
EARLY, LATE = "first round", "later rounds"


def declared(records: Records) -> Any:
    """Whether somebody fixed trump in the draw."""
    return records["declarer"] >= 0


def first_round(records: Records) -> Any:
    """Whether the dealer was still to be found."""
    return records["round"] == 0


def position(records: Records, players: int) -> Any:
    """Seats from the dealer to the declarer; -1 in a first round, and where nobody declared."""
    distance = (records["declarer"].astype(np.int64) - records["dealer"]) % players
    return np.where(declared(records) & ~first_round(records), distance, -1)


def by_opponents(records: Records) -> Any:
    """Whether the declarer of trump turned out an opponent."""
    bit = records["declarers"] >> np.maximum(records["declarer"], 0) & 1
    return declared(records) & (bit == 0)


def tenth(field: str, rules: Rules) -> Reader:
    """Tenth of the draw in which a declaration fell, 1 to 10; 0 for none."""
    cards = hand_size(rules) * rules.players

    def read(records: Records) -> Any:
        after = records[field].astype(np.int64)
        return np.where(after < 0, 0, np.clip((after * TENTHS + cards - 1) // cards, 1, TENTHS))

    return read


def dealer_trumps(records: Records) -> Any:
    """Trumps that the dealer holds at his first lead."""
    return np.take_along_axis(records["trumps"], records["dealer"][:, None].astype(int), 1)[:, 0]


def _and(*readers: Reader) -> Reader:
    return lambda records: np.logical_and.reduce([np.asarray(r(records), bool) for r in readers])


def _not(read: Reader) -> Reader:
    return lambda records: ~np.asarray(read(records), bool)


def _at(k: int, players: int) -> Reader:
    return lambda records: position(records, players) == k


def _placed(records: Records) -> Any:
    return declared(records) & ~first_round(records)


def _trumps_in(low: int, high: int) -> Reader:
    return lambda records: (dealer_trumps(records) >= low) & (dealer_trumps(records) <= high)


def figures(rules: Rules) -> list[Figure]:
    """List the figures of the table."""
    players = rules.players
    moments: dict[str, Reader] = {EARLY: first_round, LATE: _not(first_round)}
    found = []
    for metric, read in (
        ("declared", declared),
        ("nobody", equals(column("nobody"), 1)),
        ("no_trump", equals(column("trump"), NO_TRUMP)),
    ):
        found.append(share(metric, read))
        found += [share(metric, _and(at, read), at, group=name) for name, at in moments.items()]
    names = FOUR_SEATS if players == len(FOUR_SEATS) else {k: str(k) for k in range(players)}
    found += [
        share("declared_by", _at(k, players), _placed, group=name) for k, name in names.items()
    ]
    found.append(share("declared_by_opponents", by_opponents, declared))
    for metric in ("first_after", "declared_after"):
        found.append(Figure(metric, "cards", where(declared, column(metric)), declared))
        found += [
            share(f"{metric}_tenth", equals(tenth(metric, rules), k), declared, group=k)
            for k in range(1, TENTHS + 1)
        ]
    found += [
        Figure("cards_shown", "cards", where(declared, column("declared_count")), declared),
        Figure("declarations", "declarations", column("declarations"), kind="count"),
        Figure("overrides", "overrides", column("overrides"), kind="count"),
        share("secured", where(declared, column("secured")), declared),
        Figure("overcalls", "overcalls", column("overcalls"), kind="count"),
        Figure("turned", "cards", column("turned"), equals(column("nobody"), 1), kind="count"),
    ]
    found += [
        Figure("redeals", "deals", _redeals(reason), kind="count", group=reason.name.lower())
        for reason in Redeal
    ]
    kinds: dict[str, Reader] = {
        "declared by dealer's side": _and(declared, _not(by_opponents)),
        "declared by opponents": by_opponents,
        "not declared": _not(declared),
        "suit": _not(equals(column("trump"), NO_TRUMP)),
        "no trump": equals(column("trump"), NO_TRUMP),
    }
    kinds |= {_span(low, high): _trumps_in(low, high) for low, high in TRUMPS}
    points = column("opponent_points")
    for name, at in kinds.items():
        found += [
            share("takeover", where(at, column("swap")), at, group=name),
            Figure("opponent_points", "points", where(at, points), at, group=name),
        ]
    return found


def _redeals(reason: Redeal) -> Reader:
    return lambda records: records["redeals"][:, reason]


def _span(low: int, high: int) -> str:
    what = f"{low} or more" if high >= 255 else f"{low} to {high}"
    return f"dealer holds {what} trumps"


REPORT = Report(
    game="shengji", source="matches", figures=figures, main="declared", columns=COLUMNS,
    by_seat=False,
)  # fmt: skip

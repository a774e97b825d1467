"""What tests of the Gou Ji reports share: empty rounds, and what a report says about some."""

from __future__ import annotations

import numpy as np

from analysis.reports import load_report
from analysis.tally import Tally
from simcore.catalog import load_game
from simcore.gouji.records import RECORD

RULES = load_game("gouji").make_rules()
PLAYING = ("gouji-run", "gouji-revolution", "gouji-duels", "gouji-shao", "gouji-tribute",
           "gouji-finish")  # fmt: skip
POINTS = (4, 2, 0, 0, -2, -4)
SEATS = 6


def new_rounds(n):
    """Empty rounds, with -1 where the records say nobody or none."""
    records = np.zeros(n, dtype=RECORD)
    for name in ("receiver", "gave", "got", "shao_first", "winner", "kai_pai", "threes"):
        records[name] = -1
    records["deals"] = 1
    return records


def set_places(records, places):
    """Set finishing places by seat, and what follows from them."""
    for row, place in zip(records, places, strict=True):
        row["place"] = place
        even = sorted(place[::2])
        row["sweep"] = even in ([1, 2, 3], [4, 5, 6])
        gained = sum(POINTS[k - 1] for k in even) * (2 if row["sweep"] else 1)
        row["points"] = gained, -gained


def told(name, records, by=None):
    """Rows of a report over some records, by metric and group."""
    report = load_report(name)
    tally = report.tally(records, RULES, by)
    rows = [row for row in report.rows(tally, 0.95, RULES) if "vs" not in row]
    found = {(row["metric"], row["group"]): row for row in rows}
    assert len(found) == len(rows)
    return found


def told_of(name, played, n):
    """Rows of those of a report's variants that were played, by metric and group."""
    report = load_report(name)
    tally = Tally()
    nothing = new_rounds(0)
    report.add_variants(tally, RULES, lambda ways: {k: played.get(k, nothing) for k in ways}, 0, n)
    rows = [row for row in report.rows(tally, 0.95, RULES) if row.get("base") in played]
    found = {(row["metric"], row["group"]): row for row in rows}
    assert len(found) == len(rows)
    return found

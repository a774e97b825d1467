"""What tests of the Sheng Ji reports share: empty rounds, and what a report says about some."""

from __future__ import annotations

import numpy as np

from analysis.reports import load_report
from analysis.reports._shengji import multiplier, outcome
from analysis.tally import Tally
from simcore.catalog import load_game
from simcore.shengji.records import RECORD

GAME = load_game("shengji")
RULES = GAME.make_rules()
PLAYING = ("shengji-run", "shengji-kitty", "shengji-levels", "shengji-trump", "shengji-throws")
EVEN, ODD = 0b0101, 0b1010


def new_rounds(n):
    """Empty rounds, with -1 where the records say nobody."""
    records = np.zeros(n, dtype=RECORD)
    for name in ("declarer", "declared_after", "first_after", "friend", "friend_trick"):
        records[name] = -1
    return records


def score(records, rules=RULES):
    """Fill in what follows from tricks, kitty and fine under the rules."""
    factor = multiplier(rules.kitty_mult, records) * records["last_opponents"]
    points = records["trick_points"] + factor * records["kitty_points"] + records["fine"]
    records["multiplier"] = factor
    records["opponent_points"] = np.maximum(points, 0)
    alone = np.bitwise_count(records["declarers"]) == 1
    swap, gain = outcome(records["opponent_points"], alone, rules)
    records["swap"], records["gain"] = swap, gain


def told(name, records, by=None, rules=RULES):
    """Rows of a report over some records, by metric and group."""
    report = load_report(name)
    tally = report.tally(records, rules, by)
    rows = [row for row in report.rows(tally, 0.95, rules) if "vs" not in row]
    found = {(row["metric"], row["group"]): row for row in rows}
    assert len(found) == len(rows)
    return found


def told_of(name, played, n, rules=RULES):
    """Rows of a report's variants, by metric and the variant compared."""
    report = load_report(name)
    tally = Tally()
    report.add_variants(tally, rules, lambda ways: {key: played[key] for key in ways}, 0, n)
    rows = [row for row in report.rows(tally, 0.95, rules) if "vs" in row]
    return {(row["metric"], row["vs"]): row for row in rows}

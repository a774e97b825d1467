"""The Sheng Ji reports on rounds by chance: every figure moves, parts add up, commands run."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.reports import load_report
from analysis.reports._shengji import outcome_under
from analysis.tally import Tally
from tests.analysis.shengji_rounds import (
    EVEN,
    GAME,
    ODD,
    PLAYING,
    RULES,
    new_rounds,
    score,
    told,
)

# Figures that say nothing but how the rule works: tricks and kitty hold all points together.
FIXED = {("multiplier", "double"), ("multiplier", "plain"), ("all_points_passed", "plain")}


def random_rounds(seed, n_matches=150, length=4, rules=RULES):
    """Rounds that keep the invariants of records and are otherwise by chance."""
    rng = np.random.default_rng(seed)
    n = n_matches * length
    records = new_rounds(n)
    records["match"] = np.repeat(np.arange(n_matches), length)
    records["round"] = np.tile(np.arange(length), n_matches)
    ends = rng.random(n_matches) < 0.9
    keep = np.ones(n, dtype=bool)
    keep[np.flatnonzero(records["round"] == length - 1)[~ends]] = False
    last = records["round"] == length - 1 - (~ends).repeat(length)
    records["match_over"] = last
    records["winners"] = last * rng.integers(0, 3, n)
    records["dealer"] = rng.integers(0, 4, n)
    records["declarers"] = np.where(records["dealer"] % 2, ODD, EVEN)
    records["rank"] = rng.integers(0, 13, n)
    records["trump"] = rng.integers(0, 5, n)
    records["trick_points"] = 5 * rng.binomial(40, 0.4, n) * (rng.random(n) < 0.8)
    for name in ("kitty_points", "kitty_before"):
        records[name] = 5 * rng.integers(0, 9, n)
    records["last_opponents"] = rng.integers(0, 2, n)
    pairs = records["last_pairs"] = rng.integers(0, 5, n)
    records["last_component"] = np.maximum(1, 2 * pairs - 2 * (rng.random(n) < 0.4) * (pairs > 1))
    records["last_cards"] = np.maximum(records["last_component"], rng.integers(1, 10, n))
    records["tricks"] = rng.integers(15, 26, n)
    score(records, rules)
    records["bury_trumps"] = rng.integers(5, 20, n)
    records["bury_jokers"] = rng.integers(0, 5, n)
    declared = rng.random(n) < 0.8
    records["declarer"] = np.where(declared, rng.integers(0, 4, n), -1)
    records["nobody"] = ~declared
    records["turned"] = rng.integers(1, 5, n) * ~declared
    first = rng.integers(1, 101, n)
    records["first_after"] = np.where(declared, first, -1)
    records["declared_after"] = np.where(declared, np.minimum(100, first + first // 3), -1)
    for name in ("declared_count", "declarations"):
        records[name] = rng.integers(1, 3, n) * declared
    records["secured"] = rng.integers(0, 2, n) * declared
    records["overrides"], records["overcalls"] = rng.integers(0, 3, (2, n))
    records["redeals"] = rng.integers(0, 2, (n, 4))
    records["trumps"] = rng.integers(4, 18, records["trumps"].shape)
    records["throws_tried"] = rng.integers(0, 4, records["throws_tried"].shape)
    records["throws_stood"] = records["throws_tried"] * (rng.random((n, 8)) < 0.6)
    records["throws_ruffed"] = records["throws_stood"] * (rng.random((n, 8)) < 0.6)
    records["throws_failed"] = rng.integers(0, 3, (n, 2))
    records["fine"] = 10 * rng.integers(-2, 3, n)
    records["tractors"] = rng.integers(0, 3, records["tractors"].shape)
    return records[keep]


@pytest.mark.parametrize("name", PLAYING)
def test_no_figure_stands_still(name):
    batches = [told(name, random_rounds(seed)) for seed in (1, 2, 3)]
    assert batches[0].keys() == batches[1].keys() == batches[2].keys()
    still = {key for key in batches[0] if len({batch[key]["estimate"] for batch in batches}) == 1}
    assert still == (FIXED if name == "shengji-kitty" else set())
    for row in batches[0].values():
        assert row["low"] <= row["estimate"] <= row["high"]


@pytest.mark.parametrize("name", PLAYING)
def test_tallies_of_chunks_add_up(name):
    records = random_rounds(4)
    report = load_report(name)
    whole = report.tally(records, RULES)
    cut = np.searchsorted(records["match"], 60)
    parts = [report.tally(part, RULES) for part in (records[cut:], records[:cut])]
    assert Tally.merged(parts) == whole


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [{}, {"kitty_mult": "cards+capped:6", "throw_fail_points": 10}, {"players": 5},
     {"kitty_mult": "pow_pairs", "dead_zone": "none", "opp_gain_cap": None},
     {"players": 5, "solo_bonus": 1, "kitty_mult": "component"},
     {"decks": 3, "step_adjust": 5, "declarer_zero_bonus": 2, "kitty_mult": "two_four"}],
)  # fmt: skip
def test_rescored_rounds_are_what_the_engine_scored(changes):
    rules = GAME.make_rules("seed", changes)
    records = GAME.room("play")(11, 0, 40, rules, (0,) * rules.players, 5)
    swap, gain = outcome_under(rules.kitty_mult, records, rules)
    assert swap.tolist() == (records["swap"] == 1).tolist()
    assert gain.tolist() == records["gain"].tolist()
    assert len(set(records["multiplier"].tolist())) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"report {name}" for name in PLAYING[1:]] + ["run shengji"])
def test_reports_run_from_the_command_line(say, name):
    said = say(
        *name.split(), "-n", "20", "--rounds", "4", "--seed", "3", "--policy", "random",
        "--format", "json", "-q",
    )  # fmt: skip
    assert said.code == 0, said.err
    document = json.loads(said.out)
    assert document["rounds"] == 80
    assert len(document["table"]) > 4
    for row in document["table"]:
        assert row["estimate"] is None or (
            (row["low"] is None or row["low"] <= row["estimate"])
            and (row["high"] is None or row["estimate"] <= row["high"])
        )

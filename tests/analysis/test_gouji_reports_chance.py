"""The Gou Ji reports on rounds by chance: every figure moves, parts add up, commands run."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.reports import load_report
from analysis.tally import Tally
from tests.analysis.gouji_rounds import (
    PLAYING,
    RULES,
    SEATS,
    new_rounds,
    set_places,
    told,
    told_of,
)


def random_rounds(seed, n_matches=150, length=4):
    """Rounds that keep the invariants of records and are otherwise by chance."""
    rng = np.random.default_rng(seed)
    n = n_matches * length
    records = new_rounds(n)
    records["match"] = np.repeat(np.arange(n_matches), length)
    records["round"] = records["hand"] = np.tile(np.arange(length), n_matches)
    records["match_over"] = records["round"] == length - 1
    set_places(records, (rng.permuted(np.tile(np.arange(1, 7), (n, 1)), axis=1)).tolist())
    for name in ("leader", "first_drawer"):
        records[name] = rng.integers(0, SEATS, n)
    records["may_declare"] = rng.random((n, SEATS)) < 0.15
    records["declared"] = records["may_declare"] * (rng.random((n, SEATS)) < 0.5)
    records["revolutions"] = (records["declared"] > 0).any(axis=1)
    records["deals"] = 1 + records["revolutions"]
    for name, total in (("reds", 4), ("blacks", 4), ("twos", 16)):
        records[name] = rng.multinomial(total, [1 / SEATS] * SEATS, size=n)
    records["tempo"] = rng.integers(-3, 13, (n, SEATS))
    known = (records["hand"] > 0)[:, None]
    pays = rng.random((n, SEATS)) < 0.4
    records["tribute"][:, :, 0] = rng.integers(1, 4, (n, SEATS)) * (pays & known)
    records["receiver"][:, :, 0] = np.where(pays & known, rng.integers(0, SEATS, (n, SEATS)), -1)
    for name in ("gave", "got"):
        cards = rng.integers(0, 15, (n, SEATS))
        records[name][:, :, 0] = np.where(records["tribute"][:, :, 0] == 1, cards, -1)
    records["liberation"] = (records["tribute"] == 3).sum(axis=(1, 2))
    records["swapped"] = known[:, 0] * rng.integers(0, 2, n)
    records["gouji_ends"] = rng.poisson(0.5, (n, 9, 4))
    records["gouji"] = records["gouji_ends"].sum(axis=(1, 2))
    records["gouji_by"][:, :5] = rng.integers(0, 2, (n, 5))
    records["reentries"] = rng.integers(0, 3, n)
    records["shao_ends"] = rng.poisson(0.3, (n, 2, 5, 2))
    records["shao_announced"] = records["shao_ends"].sum(axis=(1, 2, 3))
    records["shao_made"] = records["shao_ends"][..., 1].sum(axis=(1, 2))
    records["shao_chances"] = rng.integers(0, 2, (n, SEATS))
    records["shao_chances"][:, 0] += records["shao_announced"]
    first = rng.integers(0, SEATS, n)
    records["shao_first"] = np.where(records["shao_announced"] > 0, first, -1)
    for name in ("wind", "rang_asked", "volunteers"):
        records[name] = rng.integers(0, 3, n)
    records["wind_by"] = rng.integers(0, 2, (n, SEATS))
    records["rang_granted"] = records["rang_asked"] // 2
    records["plays"], records["passes"] = rng.integers(60, 120, (2, n))
    records["cards_left"][:, 0] = rng.integers(1, 9, n)
    return records


@pytest.mark.parametrize("name", PLAYING)
def test_no_figure_stands_still(name):
    batches = [told(name, random_rounds(seed)) for seed in (1, 2)]
    assert batches[0].keys() == batches[1].keys()
    still = [
        key for key, row in batches[0].items() if row["estimate"] == batches[1][key]["estimate"]
    ]
    assert still == []
    for row in batches[0].values():
        assert row["low"] <= row["estimate"] <= row["high"]


@pytest.mark.parametrize(
    ("name", "variants"),
    [("gouji-revolution", ("never", "always")), ("gouji-shao", ("off", "on")),
     ("gouji-tribute", ("off", "on"))],
)  # fmt: skip
def test_no_difference_stands_still(name, variants):
    def differences(seed):
        played = {name: random_rounds(seed + k) for k, name in enumerate(variants)}
        if name == "gouji-revolution":
            same = ("may_declare", "first_drawer")
            for field in same:
                played["always"][field] = played["never"][field]
        return {key: row["difference"] for key, row in told_of(name, played, 150).items()}

    runs = [differences(seed) for seed in (10, 20, 30)]
    assert runs[0].keys() == runs[1].keys() == runs[2].keys()
    assert [key for key in runs[0] if len({run[key] for run in runs}) == 1] == []
    assert not {metric for metric, _ in runs[0]} & {
        figure.metric for figure in load_report(name).figures(RULES)
    }


@pytest.mark.parametrize("name", PLAYING)
def test_tallies_of_chunks_add_up(name):
    records = random_rounds(3)
    report = load_report(name)
    whole = report.tally(records, RULES)
    cut = np.searchsorted(records["match"], 60)
    parts = [report.tally(part, RULES) for part in (records[cut:], records[:cut])]
    assert Tally.merged(parts) == whole


@pytest.mark.parametrize("column", ["round", "sweep"])
def test_groups_split_the_rounds(column):
    records = random_rounds(4)
    found = told("gouji-run", records, by=column)
    groups = {group for metric, group in found if metric == "plays"}
    assert groups == ({"1", "2", "3", "4"} if column == "round" else {"no", "yes"})
    assert sum(found["plays", group]["n"] for group in groups) == len(records)


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"report {name}" for name in PLAYING[1:]] + ["run gouji"])
def test_reports_run_from_the_command_line(say, tmp_path, name):
    said = say(
        *name.split(), "-n", "20", "--seed", "3", "--policy", "lowest", "--format", "json", "-q"
    )
    assert said.code == 0, said.err
    document = json.loads(said.out)
    assert document["rounds"] == 200
    assert len(document["table"]) > 4
    for row in document["table"]:
        assert row["estimate"] is None or (
            (row["low"] is None or row["low"] <= row["estimate"])
            and (row["high"] is None or row["estimate"] <= row["high"])
        )

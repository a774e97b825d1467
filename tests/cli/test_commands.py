"""The commands' results: shape, figures, exit codes, determinism."""

from __future__ import annotations

import csv
import io
import json

import pytest

RESULT = {
    "format", "command", "game", "version", "rules", "policies", "seed", "seconds", "digest",
    "table",
}  # fmt: skip
ROW = {
    "metric", "group", "unit", "n", "estimate", "se", "low", "high", "level", "method", "exact",
}  # fmt: skip
DEAL_REPORTS = ("gouji-deal", "shengji-deal", "tichu-deal")


def result(said):
    assert said.code == 0, said.err
    return json.loads(said.out)


@pytest.mark.parametrize("name", DEAL_REPORTS)
def test_a_deal_report_prints_one_object_of_tidy_rows(say, name):
    found = result(say("report", name, "-n", "2k", "--seed", "7", "--format", "json", "-q"))
    assert set(found) >= RESULT
    assert (found["deals"], found["seed"], found["command"]) == (2000, 7, "report")
    assert len(found["table"]) >= 10
    for row in found["table"]:
        assert set(row) >= ROW
        assert row["low"] <= row["estimate"] <= row["high"]


@pytest.mark.parametrize("name", DEAL_REPORTS)
def test_simulated_figures_lie_near_the_exact_ones_beside_them(say, name):
    found = result(
        say(
            "report",
            name,
            "-n",
            "20k",
            "--seed",
            "5",
            "--level",
            "0.99999",
            "--format",
            "json",
            "-q",
        )
    )
    beside = [row for row in found["table"] if row.get("exact_value") is not None]
    assert len(beside) >= 8
    for row in beside:
        assert row["low"] <= row["exact_value"] <= row["high"], row


def test_seats_are_told_apart_and_add_up(say):
    whole = result(say("report", "tichu-deal", "-n", "3k", "--seed", "3", "--format", "json", "-q"))
    split = result(
        say(
            "report",
            "tichu-deal",
            "-n",
            "3k",
            "--seed",
            "3",
            "--by",
            "seat",
            "--format",
            "json",
            "-q",
        )
    )
    pooled = {(r["metric"], r["group"]): r for r in whole["table"]}
    bombs = [r for r in split["table"] if r["metric"] == "bomb"]
    assert [r["group"] for r in bombs] == [0, 1, 2, 3]
    assert sum(r["estimate"] for r in bombs) / 4 == pytest.approx(pooled["bomb", None]["estimate"])


def test_more_packs_change_the_deal(say):
    two = result(say("report", "shengji-deal", "-n", "2k", "--seed", "1", "--format", "json", "-q"))
    three = result(
        say(
            "report",
            "shengji-deal",
            "-n",
            "2k",
            "--seed",
            "1",
            "--rule",
            "decks=3",
            "--format",
            "json",
            "-q",
        )
    )
    assert three["rules"]["decks"] == 3
    trumps = [
        next(r["estimate"] for r in x["table"] if r["metric"] == "trumps") for x in (two, three)
    ]
    assert trumps == pytest.approx([25 / 3, 13], rel=0.02)


def test_the_digest_depends_on_seed_and_n_alone(say):
    def digest(*extra):
        return result(
            say(
                "report",
                "gouji-deal",
                "--format",
                "json",
                "-q",
                "--seed",
                "9",
                "-n",
                "5000",
                *extra,
            )
        )["digest"]

    base = digest()
    for extra in (["--threads", "1"], ["--threads", "8"], ["--chunk", "7"], ["--chunk", "65536"]):
        assert digest(*extra) == base
    assert digest("--seed", "10") != base
    assert digest("-n", "5001") != base


def test_a_drawn_seed_is_printed_and_replays(say):
    first = result(say("report", "tichu-deal", "-n", "100", "--format", "json", "-q"))
    assert 0 <= first["seed"] < 2**53
    again = result(
        say(
            "report",
            "tichu-deal",
            "-n",
            "100",
            "--seed",
            str(first["seed"]),
            "--format",
            "json",
            "-q",
        )
    )
    assert again["digest"] == first["digest"]


def test_counts_are_understood_as_people_write_them(say):
    for written, meant in (("2k", 2000), ("1e3", 1000), ("1_000", 1000), ("1.5k", 1500)):
        found = result(
            say("report", "tichu-deal", "-n", written, "--seed", "1", "--format", "json", "-q")
        )
        assert found["deals"] == meant


def test_csv_and_markdown_hold_the_same_rows(say):
    base = ["report", "tichu-deal", "-n", "500", "--seed", "2", "-q", "--format"]
    rows = result(say(*base, "json"))["table"]
    table = list(csv.DictReader(io.StringIO(say(*base, "csv").out)))
    assert [float(r["estimate"]) for r in table] == [r["estimate"] for r in rows]
    assert say(*base, "md").out.count("\n| ") >= len(rows)


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_report_is_drawn(say, tmp_path, suffix):
    path = tmp_path / f"figure.{suffix}"
    said = say("report", "tichu-deal", "-n", "500", "--seed", "2", "--plot", str(path))
    assert said.code == 0
    assert path.stat().st_size > 5000


@pytest.mark.parametrize("game", ["gouji", "shengji", "tichu"])
def test_validate_agrees_on_at_least_fifteen_figures(say, game):
    found = result(say("validate", game, "-n", "10k", "--seed", "4", "--format", "json", "-q"))
    assert len(found["table"]) >= 15
    for row in found["table"]:
        assert row["agree"] is True, row
        assert row["low"] <= row["estimate"] <= row["high"]
        assert {"metric", "exact_value", "z", "n"} <= set(row)


def test_validate_of_all_games_is_one_object(say):
    found = result(say("validate", "-n", "1k", "--seed", "4", "--format", "json", "-q"))
    assert found["game"] == "all"
    assert {row["game"] for row in found["table"]} == {"gouji", "shengji", "tichu"}


def test_odds_of_one_figure_and_of_a_family(say):
    one = result(say("odds", "gouji", "q2", "-n", "2k", "--seed", "1", "--format", "json", "-q"))
    assert [row["metric"] for row in one["table"]] == ["Q2"]
    assert one["table"][0]["exact_value"] == pytest.approx(0.0567175254899)
    family = result(say("odds", "gouji", "Q9", "-n", "2k", "--seed", "1", "--format", "json", "-q"))
    assert [row["metric"] for row in family["table"]] == [f"Q9.{k}" for k in range(9)]
    counted = result(say("odds", "tichu", "T33", "--format", "json", "-q", "-n", "10"))
    assert {row["exact_value"] for row in counted["table"]} >= {1420494075.0, 453765.0}


def test_odds_without_a_figure_lists_them(say):
    found = result(say("odds", "tichu", "--format", "json"))
    assert len(found["table"]) > 60
    assert all(row["text"] for row in found["table"])


def test_games_and_rules_list_what_there_is(say):
    found = json.loads(say("games", "--format", "json").out)
    assert [row["game"] for row in found["table"]] == ["gouji", "shengji", "tichu"]
    assert all(f"{row['game']}-deal" in row["reports"] for row in found["table"])
    rules = json.loads(say("rules", "shengji", "--format", "json").out)["table"]
    assert set(rules[0]) == {"option", "values", "default", "value", "clause", "help"}
    assert all(row["clause"].startswith("SJ-") and row["help"] for row in rules)


def test_rules_diff_keeps_what_was_changed(say):
    said = say("rules", "shengji", "--rule", "decks=3", "--diff", "--format", "json")
    assert [row["option"] for row in json.loads(said.out)["table"]] == ["decks"]


@pytest.mark.slow
def test_bench_prints_ratios(say):
    found = result(
        say("bench", "tichu", "--only", "tichu.deal", "-n", "3", "--format", "json", "-q")
    )
    assert [row["yardstick"] for row in found["table"]] == ["fisher_yates_56", "numpy_argsort_56"]
    for row in found["table"]:
        assert row["unit"] == "ns"
        assert row["ratio"] == pytest.approx(row["estimate"] / row["yardstick_estimate"])
    assert say("bench", "tichu", "--only", "nothing").code == 5

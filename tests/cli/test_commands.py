"""The commands' results: shape, figures, exit codes, determinism."""

from __future__ import annotations

import csv
import io
import json
import math

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
                "700",
                *extra,
            )
        )["digest"]

    base = digest()
    for extra in (["--threads", "1"], ["--threads", "8"], ["--chunk", "7"], ["--chunk", "65536"]):
        assert digest(*extra) == base
    assert digest("--seed", "10") != base
    assert digest("-n", "701") != base


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
    for written, meant in (("2k", 2000), ("1e+3", 1000), ("1_000", 1000), ("1.50k", 1500)):
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


def test_cards_given_are_counted_under_the_packs_of_each_figure(say):
    base = ["--cards", "3H", "-n", "4k", "--seed", "1", "--format", "json", "-q"]
    family = result(say("odds", "shengji", "Q-NOTRUMP", *base))["table"]
    one = [
        result(say("odds", "shengji", f"Q-NOTRUMP-NT-{k}", *base))["table"][0] for k in (1, 2, 3)
    ]
    found = {row["metric"]: row["estimate"] for row in family}
    assert [found[row["metric"]] for row in one] == [row["estimate"] for row in one]
    assert found["Q-NOTRUMP-NT-1"] > 4 * found["Q-NOTRUMP-NT-2"] > 0


def near(row, p):
    return abs(row["estimate"] - p) < 4.5 * math.sqrt(p * (1 - p) / row["n"])


def test_cards_given_change_the_odds_as_counting_says(say):
    def odds(*arguments):
        said = say("odds", *arguments, "-n", "20k", "--seed", "3", "--format", "json", "-q")
        return result(said)["table"][0]

    # Three naturals known: 33 more of 213 cards, none of the 24 twos and jokers.
    known = odds("gouji", "Q1", "--cards", "8 8 9")
    assert near(known, math.comb(189, 33) / math.comb(213, 33))
    # Four wilds known to lie elsewhere: 20 of 212 are left.
    other = odds("gouji", "Q1", "--cards", "2 2 bj RJ", "--seat", "1")
    assert near(other, math.comb(192, 36) / math.comb(212, 36))
    # A 3 of spades: no second one, and at most one 3 of each other suit.
    lonely = sum(math.comb(3, k) * 4**k * math.comb(200, 35 - k) for k in range(4))
    assert near(odds("gouji", "Q16", "--cards", "3S"), 1 - lonely / math.comb(215, 35))
    # Three sevens among the first eight: the fourth is one of three cards out of 51.
    assert near(odds("tichu", "T6", "--cards", "7j 7s 7p 9t Drg"), 3 / 51)
    assert odds("tichu", "T5", "--cards", "7j 7s 7p 7t")["estimate"] == 1


def test_validate_judges_every_figure(say):
    found = result(say("validate", "tichu", "-n", "1k", "--seed", "4", "--format", "json", "-q"))
    assert {row["agree"] for row in found["table"]} == {True}
    assert found["interrupted"] is False
    few = result(say("odds", "tichu", "T24", "-n", "1", "--format", "json", "-q"))["table"]
    assert few
    assert {row["agree"] for row in few} == {None}


def test_rules_diff_against_a_file(say, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text("game = 'shengji'\n[rules]\ndecks = 3\n")

    def diff(*extra):
        said = say("rules", "shengji", *extra, "--diff", str(path), "--format", "json")
        return [(r["option"], r["value"], r["against"]) for r in json.loads(said.out)["table"]]

    assert diff() == [("decks", 2, 3)]
    assert diff("--rule", "decks=3") == []
    assert diff("--rules", str(path)) == []
    assert diff("--preset", "forty_points") == [("decks", 1, 3)]


def test_an_empty_map_is_written_as_none(say):
    said = say("rules", "gouji", "--rule", "gouji_thresholds=none", "--diff", "--format", "csv")
    row = next(csv.DictReader(io.StringIO(said.out)))
    assert (row["option"], row["value"]) == ("gouji_thresholds", "none")


def test_without_a_command_the_help_is_shown(say):
    said = say()
    assert (said.code, said.err) == (0, "")
    assert "Commands:" in said.out
    assert say("--version").out.startswith("kaipai, version ")


def test_rules_diff_keeps_what_was_changed(say):
    said = say("rules", "shengji", "--rule", "decks=3", "--diff", "--format", "json")
    assert [row["option"] for row in json.loads(said.out)["table"]] == ["decks"]


@pytest.mark.slow
def test_bench_prints_ratios(say):
    found = result(
        say("bench", "tichu", "--only", "tichu.deal", "-n", "3", "--format", "json", "-q")
    )
    deals = [row["yardstick"] for row in found["table"] if row["metric"] == "tichu.deal"]
    assert deals == ["fisher_yates_56", "numpy_argsort_56"]
    for row in found["table"]:
        assert row["unit"] == "ns"
        assert row["ratio"] == pytest.approx(row["estimate"] / row["yardstick_estimate"])
    assert say("bench", "tichu", "--only", "nothing").code == 5


@pytest.mark.parametrize("game", ["tichu", "gouji"])
def test_rounds_are_numbered_from_one(say, game):
    found = result(
        say("run", game, "-n", "3", "--rounds", "1", "--by", "round", "--format", "json", "-q")
    )
    assert {row["group"] for row in found["table"]} - {None} == {"1"}


def test_late_rounds_are_one_group_that_says_so(say, tmp_path):
    given = ("run", "tichu", "-n", "2", "--rounds", "13", "--rule", "target_score=5000", "-q")
    given = (*given, "--by", "round", "--format", "json", "--out", str(tmp_path / "kept"))
    found = result(say(*given))
    tricks = {row["group"]: row["n"] for row in found["table"] if row["metric"] == "tricks"}
    assert list(tricks) == [*map(str, range(1, 11)), "11+"]
    assert set(tricks.values()) - {tricks["11+"]} == {2}
    kept = ("report", "tichu-rounds", "--from", str(tmp_path / "kept"), "--by", "round")
    again = result(say(*kept, "--format", "json", "-q"))
    assert {r["group"]: r["n"] for r in again["table"] if r["metric"] == "tricks"} == tricks


FEW = ("-n", "2", "--rounds", "1", "--seed", "1", "-q")


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (("run", "shengji"), "2 rounds, heuristic"),
        (("run", "shengji", "--rule", "players=5"), "2 rounds, heuristic, players=5"),
        (("run", "shengji", "--rule", "players=4"), "2 rounds, heuristic"),
        (("report", "tichu-rounds", "--policy", "1=lowest"), "2 rounds, heuristic, 1=lowest"),
        (("run", "tichu", "--policy", "lowest"), "2 rounds, lowest"),
        (
            ("match", "tichu", "--a", "lowest", "--b", "heuristic", "--rule", "wish=off"),
            "4 rounds, a=lowest, b=heuristic, wish=off",
        ),
        (
            ("compare", "tichu", "--base", "wish=off policy=2=random", "--vs", "wish=mandatory"),
            "rounds, heuristic, 2=random, wish=off",
        ),
    ],
)
def test_the_last_line_says_who_played_and_what_is_not_the_default(say, arguments, end):
    said = say(*arguments, *FEW)
    assert said.code == 0, said.err
    assert said.out.splitlines()[-1].endswith(end)


def test_presets_and_variants_of_a_file_are_written_out(say, tmp_path):
    said = say("run", "shengji", "--preset", "online", *FEW)
    listed = say("rules", "shengji", "--preset", "online", "--diff", "--format", "csv").out
    changed = [",".join((line.split(",")[0],)) for line in listed.splitlines()[1:]]
    assert changed
    assert all(f", {name}=" in said.out.splitlines()[-1] for name in changed)
    path = tmp_path / "house.toml"
    path.write_text(
        'game = "tichu"\n[[variant]]\nname = "mild"\npolicy = "2=lowest"\n'
        'rules = { wish = "off" }\n'
    )
    said = say("compare", "tichu", "--rules", str(path), *FEW)
    assert "mild: heuristic, 2=lowest, wish=off\n" in said.out


def test_exact_odds_say_for_how_many_decks(say):
    said = say("odds", "shengji", "Q-KITTY-1-0", "-n", "1k", "--seed", "1", "-q")
    assert said.code == 0, said.err
    assert "1,000 deals" in said.out.splitlines()[-1]

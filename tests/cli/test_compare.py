"""``compare`` and ``match`` on the command line: pairs of rounds on the same deals."""

from __future__ import annotations

import json

import pytest

from analysis.commands.compare import NO_ADAPTING
from simcore.catalog import load_game

PLAYED = ("--seed", "7", "--policy", "lowest", "--rounds", "1", "-n", "300", "-q")


def result(said, code=0):
    assert said.code == code, said.err
    return json.loads(said.out)


def compare(say, game, *arguments):
    return result(say("compare", game, *PLAYED, *arguments, "--format", "json"))


def rows_of(found, metric):
    return [row for row in found["table"] if row["metric"] == metric]


# --- compare --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tichu", "gouji", "shengji"])
def test_identical_variants_differ_by_exactly_nothing(say, game):
    found = compare(say, game, "--vs", "policy=lowest")
    assert len(found["table"]) > 5
    for row in found["table"]:
        ends = [row[key] for key in ("difference", "difference_low", "difference_high")]
        assert ends == [0, 0, 0], row
        assert row["estimate"] == row["base_estimate"]


def test_a_difference_is_that_of_the_same_matches(say):
    """Recomputed from the records of both sides, match by match."""
    game = load_game("tichu")
    seats = (game.policies.index("random"),) * 4
    play = game.room("play")
    base, vs = (
        play(7, 0, 300, game.make_rules("seed", rules), seats, 1) for rules in ({}, {"wish": "off"})
    )
    change = vs["tricks"].astype(float) - base["tricks"]
    found = compare(say, "tichu", "--base", "policy=random", "--vs", "wish=off policy=random")
    (row,) = rows_of(found, "tricks")
    assert row["difference"] == pytest.approx(change.mean())
    assert row["estimate"] == pytest.approx(vs["tricks"].mean())
    half = (row["difference_high"] - row["difference_low"]) / 2
    assert half == pytest.approx(1.968 * change.std(ddof=1) / 300**0.5, rel=0.01)
    apart = base["tricks"].var(ddof=1) + vs["tricks"].var(ddof=1)
    assert row["variance_ratio"] == pytest.approx(apart / change.var(ddof=1), rel=0.02)


def test_blind_policies_agree_with_the_report_on_one_set_of_rounds(say):
    """`heuristic` does not see the multiplier: scoring anew is what playing anew gives."""
    run = ("--rounds", "1", "--seed", "5", "-n", "2000", "-q", "--format", "json")
    found = result(
        say("compare", "shengji", *run, "--base", "kitty_mult=double", "--vs", "kitty_mult=cards")
    )
    report = result(say("report", "shengji-kitty", *run))
    played = {
        row["base"].partition(",")[0]: row["base_estimate"]
        for row in rows_of(report, "played_opponent_points")
    }
    (points,) = rows_of(found, "opponent_points")
    assert points["base_estimate"] == pytest.approx(played["double"], abs=1e-9)
    assert points["estimate"] == pytest.approx(played["cards"], abs=1e-9)
    assert points["difference_low"] > 0
    assert points["variance_ratio"] > 5
    for row in found["table"]:
        if row["metric"] in ("trick_points", "tricks", "kitty_points"):
            assert (row["difference"], row["difference_low"], row["difference_high"]) == (0, 0, 0)


def test_the_table_prints_what_pairing_won_and_that_nobody_adapted(say):
    said = say("compare", "tichu", *PLAYED, "--base", "policy=random", "--vs",
               "wish=off policy=random")  # fmt: skip
    assert said.code == 0
    assert "variance won" in said.out.splitlines()[1]
    assert NO_ADAPTING in said.out.replace("\n", " ")


def test_variants_come_from_a_file_too(say, tmp_path):
    path = tmp_path / "variants.toml"
    path.write_text(
        'game = "tichu"\n'
        '[[variant]]\nname = "no wish"\nrules = { wish = "off" }\n'
        '[[variant]]\nname = "by chance"\npolicy = "random"\n'
    )
    found = compare(say, "tichu", "--rules", str(path), "--vs", "wish=off")
    assert list(found["variants"]) == ["wish=off", "no wish", "by chance"]
    assert found["variants"]["by chance"]["policies"] == ["random"] * 4
    assert found["variants"]["no wish"]["policies"] == ["lowest"] * 4
    named = {row["vs"]: row["difference"] for row in rows_of(found, "tricks")}
    assert named["no wish"] == named["wish=off"] != named["by chance"]


def test_the_metrics_of_a_report_are_compared_as_well(say):
    found = compare(say, "tichu", "--report", "tichu-bombs", "--vs", "policy=random")
    assert {row["metric"] for row in found["table"]} > {"bombs_played"}
    assert any(row["difference"] for row in found["table"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [((), "nothing to compare"),
     (("--vs", "wish=off", "--vs", "wish=off"), "same name"),
     (("--vs", "wihs=off"), "did you mean"),
     (("--vs", "policy=lowst"), "did you mean"),
     (("--report", "tichu-deal", "--vs", "wish=off"), "no report about matches")],
)  # fmt: skip
def test_a_comparison_that_is_none_is_refused(say, arguments, told):
    said = say("compare", "tichu", *PLAYED, *arguments)
    assert said.code == 2
    assert told in said.err
    assert said.out == ""


# --- match ----------------------------------------------------------------------------------------


def match(say, game, *arguments):
    run = ("--seed", "7", "-n", "40", "-q", "--format", "json")
    return result(say("match", game, *arguments, *run))


@pytest.mark.parametrize("game", ["tichu", "gouji", "shengji"])
def test_a_policy_against_itself_wins_half_of_its_matches(say, game):
    """Each deal is played from both sides, so that the luck of the seats cancels to the digit."""
    found = match(say, game, "--a", "lowest", "--b", "lowest")
    (win,) = rows_of(found, "match_win")
    (points,) = rows_of(found, "points_per_round")
    assert win["estimate"] == 0.5
    assert points["estimate"] == 0
    assert (found["deals"], found["matches"]) == (40, 80)


def test_names_change_sides(say):
    one = match(say, "tichu", "--a", "lowest", "--b", "random", "--rounds", "2")
    other = match(say, "tichu", "--a", "random", "--b", "lowest", "--rounds", "2")
    (win,), (lost,) = rows_of(one, "match_win"), rows_of(other, "match_win")
    assert win["estimate"] == pytest.approx(1 - lost["estimate"])
    assert win["low"] == pytest.approx(1 - lost["high"], abs=1e-6)
    (ahead,), (behind,) = rows_of(one, "points_per_round"), rows_of(other, "points_per_round")
    assert ahead["estimate"] == pytest.approx(-behind["estimate"])
    assert ahead["estimate"] != 0


def test_a_match_is_the_two_runs_that_it_says(say):
    game = load_game("tichu")
    a, b = game.policies.index("lowest"), game.policies.index("random")
    play = game.room("play")
    rules = game.make_rules()
    won = 0.0
    for turn, seats in enumerate([(a, b, a, b), (b, a, b, a)]):
        records = play(7, 0, 40, rules, seats, 1)
        lead = records["score"][:, turn] - records["score"][:, 1 - turn]
        won += (lead > 0).sum() + (lead == 0).sum() / 2
    found = match(say, "tichu", "--a", "lowest", "--b", "random", "--rounds", "1")
    (win,) = rows_of(found, "match_win")
    assert win["estimate"] == pytest.approx(won / 80)


def test_a_match_needs_two_teams_and_policies_that_exist(say):
    five = say(
        "match", "shengji", "--a", "lowest", "--b", "random", "--rule", "players=5", "-n", "3"
    )
    assert (five.code, "two teams" in five.err) == (2, True)
    unknown = say("match", "tichu", "--a", "lowst", "--b", "random", "-n", "3")
    assert (unknown.code, "did you mean" in unknown.err) == (2, True)


# --- policies that look ahead ---------------------------------------------------------------------


def test_a_look_ahead_is_told_with_its_budget_and_played_in_small_pieces(say, monkeypatch):
    pieces = []
    play = load_game("tichu").room("play")

    def watched(seed, start, stop, *others):
        pieces.append(stop - start)
        return play(seed, start, stop, *others)

    monkeypatch.setattr("simcore.tichu.engine.play", watched)
    arguments = ("--a", "search:2", "--b", "lowest", "--rounds", "1", "-n", "5", "--seed", "3")
    found = result(say("match", "tichu", *arguments, "-q", "--format", "json"))
    assert found["policies"] == ["search:2", "lowest"]
    assert sum(pieces) == 2 * 5
    assert max(pieces) == 2
    whole = result(say("match", "tichu", *arguments, "--chunk", "5", "-q", "--format", "json"))
    assert whole["digest"] == found["digest"]


def test_records_of_a_look_ahead_are_kept_in_files_of_a_few_matches(say, tmp_path):
    folder = tmp_path / "kept"
    run = ("run", "tichu", "--policy", "lowest", "--policy", "0=search:2", "--rounds", "1")
    said = say(*run, "-n", "3", "--seed", "3", "-q", "--format", "json", "--out", str(folder))
    assert json.loads((folder / "_manifest.json").read_text())["chunk"] == 64
    again = say(*run, "-n", "3", "--seed", "3", "-q", "--format", "json", "--out", str(folder))
    assert result(again)["digest"] == result(said)["digest"]

"""``ask`` on the command line."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest

EIGHT = "Drg Phx Aj As Ap Kj Ks 3t"
FOURTEEN = "Drg Phx Aj As Ap Kj Ks Kt Qj Qs 8j 8s 8t 3t"
RESULT = {
    "format", "command", "game", "version", "rules", "policies", "seed", "deals", "seconds",
    "digest", "table", "verdict", "question",
}  # fmt: skip
ROW = {
    "metric", "action", "group", "unit", "n", "estimate", "se", "low", "high", "level", "method",
    "exact", "base", "difference", "difference_low", "difference_high",
}  # fmt: skip
GRAND = ("ask", "tichu", "grand", "--cards", EIGHT)


def asked(say, *arguments):
    said = say(*arguments, "--format", "json", "-q")
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_the_answer_is_one_object_of_tidy_rows(say):
    found = asked(say, *GRAND, "-n", "300", "--seed", "4")
    assert set(found) >= RESULT
    assert (found["command"], found["deals"], found["seed"]) == ("ask", 300, 4)
    assert {row["action"] for row in found["table"]} == {"grand", "no_call"}
    assert {row["metric"] for row in found["table"]} == {"points", "success", "place"}
    for row in found["table"]:
        assert set(row) >= ROW
        assert row["n"] == 300
        assert row["low"] <= row["estimate"] <= row["high"]
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]
    assert found["verdict"] in ("grand", "no_call", "too_close")
    assert found["given"] == {"cards": EIGHT}


@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("chunk", ["50", "1000"])
def test_threads_and_chunks_change_nothing(say, threads, chunk):
    plain = asked(say, *GRAND, "-n", "300", "--seed", "4")
    other = asked(say, *GRAND, "-n", "300", "--seed", "4", "--threads", threads, "--chunk", chunk)
    assert (other["digest"], other["table"]) == (plain["digest"], plain["table"])


def test_without_n_it_stops_when_the_verdict_is_clear_and_can_be_repeated(say):
    found = asked(say, *GRAND, "--seed", "4")
    assert found["verdict"] == "grand"
    assert found["deals"] % 500 == 0
    again = asked(say, *GRAND, "--seed", "4", "-n", str(found["deals"]))
    assert again["digest"] == found["digest"]


def test_many_options_are_screened_to_twenty(say):
    found = asked(say, "ask", "tichu", "exchange", "--cards", FOURTEEN, "-n", "40", "--seed", "1")
    assert len(found["options"]) == 20
    assert len(found["table"]) == 60
    again = asked(say, "ask", "tichu", "exchange", "--cards", FOURTEEN, "-n", "40", "--seed", "1",
                  "--threads", "1")  # fmt: skip
    assert again["options"] == found["options"]


EXCHANGE = ("ask", "tichu", "exchange", "--cards", FOURTEEN, "--seed", "1")


@pytest.mark.parametrize("policy", ["heuristic", "search:2"])
def test_the_time_counts_while_options_are_chosen_and_what_was_compared_is_named(say, policy):
    given = (*EXCHANGE, "--policy", policy, "--max-time", "0.05")
    said = say(*given)
    assert said.code == 0
    assert "the time ended while options were chosen: the best" in said.out
    (again,) = [line for line in said.out.splitlines() if line.startswith("again: kaipai ")]
    words = shlex.split(again)[2:]
    assert words[words.index("--options") + 1].count("|") >= 1
    first = [line for line in said.out.splitlines() if line.startswith("points ")]
    second = [line for line in say(*words).out.splitlines() if line.startswith("points ")]
    assert [" ".join(line.split()) for line in first] == [" ".join(line.split()) for line in second]


def test_a_policy_that_looks_ahead_keeps_the_time_too(say):
    found = asked(say, *GRAND, "--policy", "search:8", "--max-time", "0.3", "--seed", "1")
    assert found["stopped"] == "max_time"
    assert 1 <= found["deals"] < 500
    assert found["seconds"] < 2


def test_options_may_be_named(say):
    found = asked(say, "ask", "tichu", "exchange", "--cards", FOURTEEN, "-n", "60", "--seed", "1",
                  "--options", "3t/8j/8s | 8j / Ap / 3T")  # fmt: skip
    assert found["options"] == ["3t / 8j / 8s", "8j / Ap / 3t"]


def test_people_read_a_verdict_and_the_command_that_repeats_it(say):
    said = say(*GRAND, "-n", "300", "--seed", "4")
    assert said.code == 0
    assert "verdict: grand" in said.out
    assert f"again: kaipai ask tichu grand --cards '{EIGHT}' --seed 4 -n 300" in said.out


def test_a_hand_over_several_lines_comes_back_on_one(say):
    pasted = EIGHT.replace("Aj", "\n     Aj").replace("Kj ", "Kj\t ")
    said = say("ask", "tichu", "grand", "--cards", pasted, "-n", "40", "--seed", "4")
    assert f"again: kaipai ask tichu grand --cards '{EIGHT}' --seed 4 -n 40\n" in said.out


def test_a_close_question_says_so(say):
    said = say("ask", "tichu", "wish", "--cards", "Phx Aj 3t", "--table", "Mah", "--left",
               "3,14,14,14", "--played", "2j 2s 2p 2t 4j 4s 4p 4t 5j 5s", "--options", "6 | 7",
               "-n", "40", "--seed", "2")  # fmt: skip
    assert said.code == 0
    assert "verdict: too close" in said.out


def test_with_a_score_it_says_what_the_verdict_counts(say):
    told = "the verdict counts the points of this round alone"
    assert told in say(*GRAND, "-n", "40", "--score", "900:850").out
    assert told not in say(*GRAND, "-n", "40").out


@pytest.mark.parametrize("score", ["900:850", "1000:1000", "-300:999"])
def test_a_score_at_which_the_match_goes_on_is_taken(say, score):
    assert say(*GRAND, "-n", "40", f"--score={score}").code == 0


BETS = ("tichu", "exchange", "--cards", FOURTEEN, "--bets")


@pytest.mark.parametrize(
    ("arguments", "why", "code"),
    [
        (("tichu", "grand", "--cards", "Drg Phx"), "2 cards are given", 5),
        (("tichu", "grand", "--cards", EIGHT.replace("3t", "Aj")), "only once", 5),
        (("tichu", "grant", "--cards", EIGHT), "did you mean 'grand'", 2),
        (("tichu", "grand", "--cards", EIGHT.replace("3t", "3x")), "no card", 2),
        (("tichu", "grand", "--cards", EIGHT, "--table", "3t"), "takes no --table", 2),
        (("tichu", "grand"), "needs --cards", 2),
        (("tichu", "grand", "--cards", EIGHT, "--policy", "lowes"), "unknown policy", 2),
        (("tichu", "grand", "--cards", EIGHT, "--score", "1000:40"), "error: at 1000 : 40 the", 5),
        (("tichu", "grand", "--cards", EIGHT, "--score", "3:1200"), "the match is over", 5),
        (("tichu", "grand", "--cards", "Drg"), "no deal agrees with this: 1 card is given", 5),
        ((*BETS, "1=tichu,1=grand"), "--bets names seat 1 twice", 2),
        ((*BETS, "1=tichu,2=none,1=tichu"), "--bets names seat 1 twice", 2),
        (("tichu", "lead", "--cards", "Aj", "--table", "3s"), "error: who leads has an empty", 5),
        (("tichu", "wish", "--cards", "Aj As", "--table", "Kj"), "error: only who lays the Mah", 5),
    ],
)
def test_wrong_questions_are_refused_at_once(say, arguments, why, code):
    said = say("ask", *arguments)
    assert said.code == code
    assert why in said.err
    assert said.out == ""


def test_every_question_that_is_listed_has_its_measures():
    from analysis.questions import load_question
    from simcore.catalog import TITLES, load_game

    for name in TITLES:
        game = load_game(name)
        assert game.questions
        for question in game.questions:
            found = load_question(game, question)
            assert found.measures[0].metric == "points"
            assert found.title.endswith("?")


def test_until_plays_on_till_the_difference_is_known(say):
    found = asked(say, *GRAND, "--seed", "4", "--until", "4")
    assert found["stopped"] == "until"
    assert found["until"]["metric"] == "points"
    rows = [row for row in found["table"] if row["metric"] == "points"]
    (other,) = [row for row in rows if row["action"] != found["best"]]
    assert 3 < (other["difference_high"] - other["difference_low"]) / 2 <= 4
    assert other["method"].endswith(", sequential")
    assert found["deals"] > 1_000  # where the verdict alone would have been clear
    assert found["verdict"] == "grand"
    again = asked(say, *GRAND, "--seed", "4", "--until", "4", "--threads", "1", "--chunk", "77")
    assert (again["digest"], again["table"]) == (found["digest"], found["table"])


def test_until_may_name_another_metric(say):
    found = asked(say, *GRAND, "--seed", "4", "--until", "success=0.02")
    (row,) = [
        row for row in found["table"]
        if row["metric"] == "success" and row["action"] != found["best"]
    ]  # fmt: skip
    assert (row["difference_high"] - row["difference_low"]) / 2 <= 0.02
    said = say(*GRAND, "--until", "sucess=0.02", "-q")
    assert (said.code, "did you mean" in said.err) == (2, True)


@pytest.mark.parametrize("end", [("-n", "300"), ("--max-time", "0.01")])
def test_what_ends_before_it_is_precise_says_so(say, end):
    said = say(*GRAND, "--seed", "4", "--until", "0.01", *end, "-q")
    assert said.code == 4
    assert "NOT PRECISE ENOUGH" in said.out
    assert "grand" in said.out


def again_of(said):
    (line,) = [line for line in said.out.splitlines() if "again: kaipai " in line]
    return shlex.split(line.partition("again: kaipai ")[2])


def test_until_is_met_long_before_ten_thousand_deals(say):
    found = asked(say, *GRAND, "--seed", "4", "--until", "10")
    assert found["stopped"] == "until"
    assert found["deals"] <= 2_000


@pytest.mark.parametrize(
    "ends", [("--level", "0.99"), ("--until", "8"), ("--until", "points=20%", "--level", "0.9")]
)
def test_what_is_played_again_has_the_same_verdict_and_intervals(say, ends):
    command = (*GRAND, "--seed", "4", *ends)
    first = asked(say, *command)
    words = again_of(say(*command))
    assert set(ends) <= set(words)
    again = asked(say, *words)
    for key in ("verdict", "best", "rival", "deals", "digest", "table"):
        assert again[key] == first[key], key


def test_the_usual_level_is_not_written(say):
    assert "--level" not in again_of(say(*GRAND, "--seed", "4", "-n", "40"))


CLOSE = ("ask", "tichu", "wish", "--cards", "Phx Aj 3t", "--table", "Mah", "--left", "3,14,14,14",
         "--played", "2j 2s 2p 2t 4j 4s 4p 4t 5j 5s")  # fmt: skip


@pytest.mark.parametrize("is_clear_once", [True, False])
def test_a_verdict_that_looking_made_too_close_names_the_other(say, monkeypatch, is_clear_once):
    from analysis import choice
    from analysis.commands import ask as body

    def looked(sums, level, look=None, metric="points"):
        found = choice.decide(sums, level, look, metric)
        return replace(found, is_clear=look is None and is_clear_once)

    monkeypatch.setattr(body, "decide", looked)
    said = say(*CLOSE, "--options", "6 | 7", "--seed", "2", "--max-time", "0.01")
    assert "verdict: too close" in said.out
    assert ("again says " in said.out) is is_clear_once


REFUSED = {
    "tichu": [
        ("grand", {"cards": "Drg Phx"}),
        ("exchange", {"cards": FOURTEEN, "options": "3t / 8j / 2s | 8j / Ap / 3t"}),
        ("lead", {"cards": "Aj As", "played": "Mah Aj"}),
        ("follow", {"cards": "Aj As", "table": "Kj", "left": "3,14,14,14"}),
        ("follow", {"cards": "Aj As", "table": "Kx"}),
        ("wish", {"cards": "Aj As", "table": "Mah", "wish": "4"}),
    ],
    "gouji": [
        ("revolution", {"cards": "3 3"}),
        ("return", {"cards": "3 3", "received": "BJ", "to": "1"}),
        ("follow", {"cards": "9 A", "table": "8", "passed": "5"}),
    ],
    "shengji": [
        ("bury", {"cards": "3S", "rank": "2", "trump": "S"}),
        ("lead", {"cards": "3S", "rank": "2", "trump": "S", "dealer": "1"}),
        ("declare", {"cards": "3S 3H", "rank": "2"}),
    ],
}


@pytest.mark.parametrize("game", REFUSED)
def test_what_is_impossible_is_told_before_anything_is_compiled(say, monkeypatch, game):
    from simcore import jit

    monkeypatch.setattr(jit, "is_compiled", lambda *_: False)
    for question, given in REFUSED[game]:
        options = [word for name, value in given.items() for word in (f"--{name}", value)]
        said = say("ask", game, question, *options)
        assert said.code in (2, 5), said.out
        assert "compiling" not in said.err, question


def test_what_is_possible_says_that_it_compiles(say, monkeypatch):
    from simcore import jit

    monkeypatch.setattr(jit, "is_compiled", lambda *_: False)
    said = say(*GRAND, "-n", "40", "--seed", "1")
    assert said.code == 0
    assert said.err.count("compiling the kernels of Tichu") == 1

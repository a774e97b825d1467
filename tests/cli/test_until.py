"""``--until`` and ``--max-time`` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module

import pytest

from simcore.runner import execute


def result(said, code=0):
    assert said.code == code, said.err
    return json.loads(said.out)


def until(say, *arguments, code=0):
    return result(say(*arguments, "--seed", "5", "--format", "json", "-q"), code)


DEALS = ("report", "tichu-deal", "--until", "bomb=0.003")


def test_a_report_stops_where_its_figure_is_known(say):
    found = until(say, *DEALS)
    assert found["stopped"] == "until"
    assert found["until"]["reached"] is True
    assert 1_000 < found["deals"] < 100_000
    (row,) = [row for row in found["table"] if row["metric"] == "bomb"]
    assert 0.0025 < (row["high"] - row["low"]) / 2 <= 0.003
    assert row["method"].endswith(", sequential")
    assert row["level"] == 0.95


@pytest.mark.parametrize(("threads", "chunk"), [("1", "8192"), ("2", "300"), ("3", "7")])
def test_threads_and_chunks_do_not_move_the_stop(say, threads, chunk):
    plain = until(say, *DEALS)
    other = until(say, *DEALS, "--threads", threads, "--chunk", chunk)
    assert (other["digest"], other["deals"]) == (plain["digest"], plain["deals"])
    assert other["table"] == plain["table"]


def test_what_was_stopped_can_be_played_again_by_its_n(say):
    found = until(say, *DEALS)
    again = until(say, "report", "tichu-deal", "-n", str(found["deals"]))
    assert again["digest"] == found["digest"]


def test_where_n_ends_first_the_result_is_printed_flagged_and_exits_4(say):
    found = until(say, "report", "tichu-deal", "--until", "1e-6", "-n", "1500", code=4)
    assert (found["stopped"], found["until"]["reached"], found["deals"]) == ("n", False, 1500)
    assert found["until"]["metric"] == "bomb"
    said = say("report", "tichu-deal", "--until", "1e-6", "-n", "1500", "-q")
    assert said.code == 4
    assert "NOT PRECISE ENOUGH: bomb to within 1e-06" in said.out


def test_where_time_ends_first_the_same(say):
    found = until(say, "report", "tichu-deal", "--until", "1e-6", "--max-time", "0.01", code=4)
    assert found["stopped"] == "max_time"
    assert found["deals"] > 0


def test_the_time_alone_ends_a_run_well(say):
    found = until(say, "report", "tichu-deal", "--max-time", "0.01")
    assert found["stopped"] == "max_time"
    assert "until" not in found


@pytest.mark.parametrize("text", ["0", "abc", "bomb=", "-3%"])
def test_a_wrong_half_width_is_refused(say, text):
    said = say("report", "tichu-deal", "--until", text)
    assert said.code == 2
    assert "half-width" in said.err


def test_an_unknown_metric_is_refused_with_the_nearest(say):
    said = say("report", "tichu-deal", "--until", "bomps=0.1", "--seed", "1")
    assert said.code == 2
    assert "did you mean 'bomb'?" in said.err


def test_kept_records_cannot_be_played_on(say, tmp_path):
    said = say("report", "tichu-deal", "--from", str(tmp_path), "--until", "0.1")
    assert said.code == 2
    assert "--until" in said.err


@pytest.mark.parametrize(
    ("command", "unit"),
    [
        (("run", "tichu", "--rounds", "1", "--policy", "lowest", "--until", "tricks=0.2"),
         "tricks"),
        (("match", "tichu", "--a", "lowest", "--b", "random", "--rounds", "1", "--until", "3%"),
         "match_win"),
        (("compare", "tichu", "--rounds", "1", "--policy", "lowest", "--vs", "wish=off", "--until",
          "tricks=0.2"), "tricks"),
    ],
)  # fmt: skip
def test_run_match_and_compare_stop_too(say, command, unit):
    found = until(say, *command)
    assert found["until"]["metric"] == unit
    assert found["stopped"] == "until"


def test_a_variant_that_is_the_base_is_known_at_once(say):
    found = until(
        say, "compare", "tichu", "--rounds", "1", "--policy", "lowest", "--vs", "policy=lowest",
        "--until", "tricks=0.001",
    )  # fmt: skip
    assert found["matches"] == 1000
    (row,) = [row for row in found["table"] if row["metric"] == "tricks"]
    assert row["difference"] == row["difference_low"] == row["difference_high"] == 0
    # nobody computed the figure itself: only its difference to itself needs no sample
    assert row["exact"] is False
    assert row["low"] < row["estimate"] < row["high"]
    assert row["method"].endswith(", sequential")


CUT = {
    "report": ("report", "tichu-deal"),
    "run": ("run", "tichu", "--rounds", "1", "--policy", "lowest"),
    "match": ("match", "tichu", "--a", "lowest", "--b", "random", "--rounds", "1"),
    "compare": ("compare", "tichu", "--rounds", "1", "--policy", "lowest", "--vs", "wish=off"),
    "ask": ("ask", "tichu", "grand", "--cards", "Drg Phx Aj As Ap Kj Ks 3t"),
}
AT = {"report": "simulation", "run": "simulation"}


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("target", [(), ("--until", "1e-6")])
def test_what_was_cut_says_so(say, monkeypatch, name, target):
    module = import_module(f"analysis.{AT.get(name, f'commands.{name}')}")
    command = (*CUT[name], *target, "-n", "300", "--seed", "1", "-q")
    plain = say(*command)
    assert plain.code == (4 if target else 0)
    assert "interrupted" not in plain.out
    monkeypatch.setattr(module, "execute", lambda run: replace(execute(run), interrupted=True))
    said = say(*command)
    assert said.code == 130
    assert "interrupted after 300 of 300" in said.out
    assert "were played" not in said.out
    found = result(say(*command, "--format", "json"), 130)
    assert found["interrupted"] is True
    assert found.get("stopped") == ("interrupted" if target else None)

"""Worked cases and single questions, answered by the kernels."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from simcore.gouji.judge import ask, judge
from simcore.gouji.rules import Rules
from simcore.options import change, coded
from simcore.status import KaipaiError

CASES = Path(__file__).parents[1] / "data" / "cases" / "gouji.jsonl"
LINES = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
EXPECTED = {"beats": "legal", "trigger": "triggers"}
DEFAULT = coded(Rules())


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["id"])
def test_case(case):
    name = EXPECTED[case["type"]]
    assert judge(case) == {name: case[name]}


def test_the_cases_cover_both_types_and_both_answers():
    seen = Counter((case["type"], case[EXPECTED[case["type"]]]) for case in LINES)
    assert min(seen.values()) >= 8
    assert len(seen) == 4


@pytest.mark.parametrize("case", [c for c in LINES if c["type"] == "beats"], ids=lambda c: c["id"])
def test_the_option_form_agrees_and_names_a_clause_of_the_case(case):
    rules = change(DEFAULT, case.get("rules", {}))
    answer, clause = ask(rules, table=" ".join(case["table"]), reply=" ".join(case["reply"]))
    assert answer == ("legal" if case["legal"] else "illegal")
    assert clause in case["why"] or clause in {"GJ-26", "GJ-24", "GJ-21"}


BEATS = {"type": "beats", "table": ["8"], "reply": ["9"]}
TRIGGER = {"type": "trigger", "play": ["2"]}


@pytest.mark.parametrize(
    ("case", "named"),
    [
        ({}, "type"),
        ({"type": "windows"}, "type"),
        (BEATS | {"type": None}, "type"),
        ({"type": "beats", "reply": ["9"]}, "table"),
        ({"type": "beats", "table": ["8"]}, "reply"),
        ({"type": "trigger"}, "play"),
        (BEATS | {"table": "8 8"}, "table"),
        (BEATS | {"table": []}, "table"),
        (BEATS | {"table": ["8", "9"]}, "table"),
        (BEATS | {"table": ["8S"]}, "table"),
        (BEATS | {"reply": ["1"]}, "reply"),
        (BEATS | {"reply": [9]}, "reply"),
        (BEATS | {"reply": []}, "reply"),
        (BEATS | {"reply": ["RJ"] * 5}, "reply"),
        (BEATS | {"reply": ["9"] * 17}, "reply"),
        (TRIGGER | {"play": None}, "play"),
        (TRIGGER | {"play": ["A", "K"]}, "play"),
        (BEATS | {"rules": ["tribute"]}, "rules"),
        (BEATS | {"rules": {"bombs": "on"}}, "bombs"),
        (BEATS | {"rules": {"red_for_black": "some"}}, "red_for_black"),
        (BEATS | {"rules": {"gouji_thresholds": {"9": 3}}}, "gouji_thresholds"),
    ],
)
def test_a_malformed_case_is_refused_by_name(case, named):
    with pytest.raises(KaipaiError, match=named):
        judge(case)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({"table": "8 8 BJ", "reply": "9 9 RJ"}, ("legal", "GJ-31")),
        ({"table": "8 8", "reply": "9 9 9"}, ("illegal", "GJ-24")),
        ({"table": "8 8 RJ", "reply": "A A RJ"}, ("illegal", "GJ-26")),
        ({"table": "8 8", "reply": "9 T"}, ("illegal", "GJ-21")),
        ({"table": "2 2", "reply": "BJ RJ"}, ("legal", "GJ-29")),
        ({"table": "BJ", "reply": "RJ"}, ("legal", "GJ-33")),
        ({"table": "A", "reply": "2"}, ("legal", "GJ-28")),
        ({"table": "A BJ", "reply": "RJ RJ"}, ("illegal", "GJ-32")),
        ({"table": "8 8", "reply": "9 BJ"}, ("legal", "GJ-30")),
        ({"table": "8", "reply": "9"}, ("legal", "GJ-27")),
        ({"table": "K K", "hand": "A A 5 5 5"}, ("Shao Pai: form A", "GJ-47")),
        ({"table": "K K", "hand": "A A 5 5 6 RJ"}, ("Shao Pai: form B", "GJ-47")),
        ({"table": "K K", "hand": "A A 5 6"}, ("no Shao Pai", "GJ-47")),
    ],
)
def test_one_question_by_options(question, answer):
    assert ask(DEFAULT, **question) == answer


def test_the_trigger_question_names_the_clause():
    yes, why = ask(DEFAULT, cards="A 2")
    assert why == "GJ-37"
    no, other = ask(change(DEFAULT, {"gouji_twos_count": False}), cards="A 2")
    assert other == "GJ-37"
    assert yes != no
    assert ask(DEFAULT, cards="A A") == (yes, "GJ-36")
    assert ask(DEFAULT, cards="9 9 9") == (no, "GJ-36")


@pytest.mark.parametrize(
    "question", [{}, {"table": "8"}, {"reply": "9"}, {"table": "8 9", "reply": "9"}]
)
def test_an_incomplete_question_is_refused(question):
    with pytest.raises(KaipaiError):
        ask(DEFAULT, **question)

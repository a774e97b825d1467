"""Worked cases and questions through the kernels' rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.gouji.game import GAME
from simcore.gouji.judge import ask, judge
from simcore.status import KaipaiError

CASES = Path(__file__).parent.parent / "data" / "cases" / "gouji.jsonl"


def test_worked_cases():
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    assert len(cases) > 50
    for case in cases:
        got = judge(case)
        assert got == {key: case[key] for key in got}, case["id"]


@pytest.mark.clause("GJ-31")
@pytest.mark.clause("GJ-37")
@pytest.mark.clause("GJ-47")
def test_questions_by_options():
    rules = GAME.make_rules()
    assert ask(rules, table="8 8 BJ", reply="9 9 RJ") == ("legal", "GJ-31")
    assert ask(rules, table="8,8", reply="9 10") == ("illegal", "GJ-21")
    assert ask(rules, table="K K", reply="A") == ("illegal", "GJ-24")
    assert ask(rules, table="8 RJ", reply="9 RJ") == ("illegal", "GJ-26")
    assert ask(rules, table="8", reply="9") == ("legal", "GJ-27")
    assert ask(rules, table="8", reply="BJ") == ("legal", "GJ-28")
    assert ask(rules, table="2", reply="A") == ("illegal", "GJ-29")
    assert ask(rules, table="8 8", reply="9 BJ") == ("legal", "GJ-30")
    assert ask(rules, table="8 BJ", reply="BJ RJ") == ("illegal", "GJ-32")
    assert ask(rules, table="BJ", reply="RJ") == ("legal", "GJ-33")
    assert ask(rules, cards="t t t 2 2") == ("starts a Gou Ji", "GJ-37")
    assert ask(rules, cards="9 9 9 9") == ("starts no Gou Ji", "GJ-36")
    assert ask(rules, cards="9 8") == ("no combination", "GJ-21")
    assert ask(rules, table="K K", hand="A A 5 5 7 BJ") == ("Shao Pai: form B", "GJ-47")
    assert ask(rules, table="K K", hand="A A 5 5 7") == ("no Shao Pai", "GJ-47")


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ({"type": "x"}, "'type'"),
        ({"type": "beats", "table": ["8"]}, "'reply'"),
        ({"type": "beats", "table": "8", "reply": ["9"]}, "'table'"),
        ({"type": "beats", "table": ["8", "9"], "reply": ["9"]}, "GJ-21"),
        ({"type": "trigger", "play": ["8S"]}, "8S"),
        ({"type": "trigger", "play": []}, "'play'"),
        ({"type": "trigger", "play": ["BJ"] * 5}, "4 times"),
        ({"type": "trigger", "play": ["8"], "rules": ["x"]}, "'rules'"),
        ({"type": "trigger", "play": ["8"], "rules": {"shao_fail_penalty": "none"}}, "unknown"),
    ],
)
def test_malformed_cases_are_named(case, told):
    with pytest.raises(KaipaiError, match=told):
        judge(case)


def test_options_that_make_no_question():
    for question in ({}, {"table": "8"}, {"reply": "8"}, {"cards": "11"}):
        with pytest.raises(KaipaiError):
            ask(GAME.make_rules(), **question)

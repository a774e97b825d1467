"""Worked cases and questions, answered by the kernels' rules."""

import json
from pathlib import Path

import pytest

from simcore.status import KaipaiError
from simcore.tichu.judge import ask, judge
from simcore.tichu.rules import Rules
from tests.oracle.tichu import example_fits
from tests.tichu.table import make_rules

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "cases" / "tichu.jsonl")
    .read_text(encoding="ascii")
    .splitlines()
]
FIELDS = {
    "classify": {"kind", "rank"},
    "beats": {"legal"},
    "wish": {"must_fulfil", "example"},
    "replies": {"legal_replies", "may_pass"},
    "window": {"legal"},
    "flow": {"trick_to", "next_lead", "turn_next", "wish_after", "round_over"},
    "trick": {"winner", "points", "dragon_gift"},
    "last_trick": {"trick_to"},
    "round": {"score"},
    "match_end": {"after", "game_over", "winner"},
}


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"], marks=[pytest.mark.clause(w) for w in c["why"]]) for c in CASES],
)
def test_worked_case(case):
    got = judge(case)
    assert set(got) == FIELDS[case["type"]]
    for field in got.keys() & case.keys():
        if field == "legal_replies":
            assert sorted(map(sorted, got[field])) == sorted(map(sorted, case[field]))
        elif field == "example":
            assert example_fits(case, got[field])
        else:
            assert got[field] == case[field], field


def test_cases_of_every_type_are_there():
    assert {case["type"] for case in CASES} == set(FIELDS)


GOOD = {
    "classify": {"type": "classify", "cards": ["7j"]},
    "beats": {"type": "beats", "table": ["7j"], "reply": ["8j"]},
    "wish": {"type": "wish", "hand": ["8j"], "wish": "8"},
    "window": {"type": "window", "table": ["7j"], "out_of_turn_bomb": ["8j", "8s", "8p", "8t"]},
    "flow": {"type": "flow", "active": [0, 1, 2, 3], "lead": 0, "actions": [[0, ["5j"]]]},
    "trick": {"type": "trick", "plays": [[0, ["5j"]], [1, ["6j"]]]},
    "last_trick": {"type": "last_trick", "finish": [0, 1, 2], "last_trick": [[2, ["5j"]]]},
    "round": {
        "type": "round", "finish": [0, 1, 2], "tricks": [25, 25, 25, 25], "last_hand": 0,
        "bets": {},
    },
    "match_end": {"type": "match_end", "before": [0, 0], "round": [50, 50]},
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_the_forms_that_are_bent_below_are_good(name):
    assert set(judge(GOOD[name])) == FIELDS[name]


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("classify", "type", "colour"),
        ("classify", "type", None),
        ("classify", "cards", "7j"),
        ("classify", "cards", ["7x"]),
        ("classify", "cards", ["7j", "7j"]),
        ("classify", "cards", ["7j=8"]),
        ("classify", "cards", ["Phx=1"]),
        ("beats", "table", 7),
        ("beats", "table", ["7j", "8s"]),
        ("beats", "reply", [None]),
        ("wish", "wish", "1"),
        ("wish", "wish", 8),
        ("wish", "hand", "8j"),
        ("window", "out_of_turn_bomb", ["8j", "9s"]),
        ("window", "table", ["7j", "8s"]),
        ("flow", "active", [0, 0]),
        ("flow", "active", [4]),
        ("flow", "lead", "0"),
        ("flow", "lead", True),
        ("flow", "actions", [[0]]),
        ("flow", "actions", [[0, ["5j"]], [2, "pass"]]),
        ("flow", "actions", [[0, ["5j"]], [1, ["4j"]]]),
        ("flow", "actions", [[0, ["5j"]], [1, ["5j"]]]),
        ("trick", "plays", []),
        ("trick", "plays", [[0, ["5j"]], [1, ["4j"]]]),
        ("trick", "plays", [[5, ["5j"]]]),
        ("last_trick", "finish", [0, 1]),
        ("last_trick", "finish", [0]),
        ("round", "tricks", [1, 2, 3]),
        ("round", "tricks", [1, 2, 3, "4"]),
        ("round", "bets", {"0": "large"}),
        ("round", "bets", {"4": "tichu"}),
        ("match_end", "before", [0]),
        ("match_end", "round", [0.5, 1]),
    ],
)
def test_a_malformed_case_is_refused_by_the_name_of_the_field(name, field, value):
    with pytest.raises(KaipaiError, match=f"'{field}'"):
        judge(GOOD[name] | {field: value})


@pytest.mark.parametrize(
    ("name", "field"),
    [(name, field) for name, case in GOOD.items() for field in case
     if field not in ("before", "round") and (name, field) not in
     {("wish", "wish"), ("window", "table"), ("round", "last_hand")}],
)  # fmt: skip
def test_a_missing_field_is_named(name, field):
    case = {key: value for key, value in GOOD[name].items() if key != field}
    with pytest.raises(KaipaiError, match=f"'{field}' is missing"):
        judge(case)


@pytest.mark.clause("TI-17")
@pytest.mark.clause("TI-21")
@pytest.mark.parametrize(
    ("hand", "cards", "options"),
    [
        ("Qj Qs Qp Qt Ts Tt Phx", "Qj Qs Qp Qt Phx", {"fullhouse_same_rank": "valid"}),
        ("6j 6s 4p 4t 3j 3s Phx", "4p 4t 6j 6s Phx=4", {"phoenix_declaration": "declare"}),
    ],
)
def test_replies_hold_the_full_houses_that_the_options_allow(hand, cards, options):
    other = {"fullhouse_same_rank": "invalid", "phoenix_declaration": "highest"}
    case = {"type": "replies", "hand": hand.split(), "table": ["2j", "2s", "2p", "3p", "3t"]}
    for rules, expected in ((options, True), (other, False)):
        replies = judge(case | {"rules": rules})["legal_replies"]
        found = {frozenset(reply) for reply in replies}
        assert (frozenset(cards.split()) in found) == expected, rules
        bare = [frozenset(card[:3] for card in reply) for reply in replies]
        assert len(bare) > 2


def test_unknown_options_and_values_are_refused():
    for rules in ({"wish": "maybe"}, {"colour": 1}, {"stake_small": -1}):
        with pytest.raises(KaipaiError, match=next(iter(rules))):
            judge(GOOD["classify"] | {"rules": rules})


@pytest.mark.parametrize(
    ("question", "answer", "clause"),
    [
        ({"cards": "7j 7s"}, "pair, rank 7, 2 cards", "TI-14"),
        ({"cards": "7j 8s"}, "no play", "TI-12"),
        ({"cards": "2p,3p,4p,5p,6p"}, "bomb_sf, rank 6, 5 cards", "TI-20"),
        ({"table": "7j", "reply": "8j"}, "legal", "TI-22"),
        ({"table": "7j", "reply": "7s"}, "illegal", "TI-22"),
        ({"table": "Drg", "reply": "Phx"}, "illegal", "TI-40"),
        ({"table": "Drg", "reply": "As"}, "illegal", "TI-44"),
        ({"table": "Aj / Phx", "reply": "Drg"}, "legal", "TI-39"),
        ({"table": "Phx", "reply": "2j"}, "legal", "TI-38"),
        ({"table": "Kj", "reply": "8j 8s 8p 8t"}, "legal", "TI-23"),
        ({"table": "9j 9s 9p 9t", "reply": "8j 8s 8p 8t"}, "illegal", "TI-24"),
        ({"table": "Kj", "reply": "Dog"}, "illegal", "TI-35"),
        ({"table": "Dog", "reply": "8j 8s 8p 8t"}, "illegal", "TI-36"),
        ({"table": "5j", "hand": "8s 9j", "wish": "8"}, "must meet the wish", "TI-34"),
        ({"table": "9s", "hand": "8s Tj", "wish": "8"}, "is free", "TI-34"),
        ({"table": "5j", "hand": "8s 9j", "wish": "8", "reply": "9j"}, "illegal", "TI-34"),
        ({"table": "5j", "hand": "8s 9j", "wish": "8", "reply": "8s"}, "legal", "TI-22"),
        ({"reply": "8s"}, "legal", "TI-13"),
    ],
)
def test_a_question_is_answered_with_the_clause_that_decides(question, answer, clause):
    assert ask(Rules(), **question) == (answer, clause)


def test_questions_follow_the_options():
    question = {"hand": "8s Kj Ks Kp Kt", "table": "5j", "wish": "8", "reply": "Kj Ks Kp Kt"}
    assert ask(Rules(), **question)[0] == "illegal"
    assert ask(make_rules(wish_bomb_escape=True), **question)[0] == "legal"


@pytest.mark.parametrize(
    "question",
    [{}, {"table": "7j"}, {"cards": "7x"}, {"hand": "8s", "wish": "Z"},
     {"hand": "8s", "wish": "8", "reply": "9s"}],
)  # fmt: skip
def test_what_is_no_question_is_refused(question):
    with pytest.raises(KaipaiError):
        ask(Rules(), **question)

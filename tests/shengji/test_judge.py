"""Every worked case, and malformed ones, through the kernels' judge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.shengji.judge import ask, judge
from simcore.status import KaipaiError
from tests.shengji.scene import make

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/cases/shengji.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"], marks=[pytest.mark.clause(w) for w in c["why"]]) for c in CASES],
)
def test_worked_cases(case):
    got = judge(case)
    asked = [name for name in got if name in case]
    assert asked
    for name in asked:
        if name == "led":
            assert sorted(got[name]) == sorted(case[name])
        else:
            assert got[name] == case[name]


KIND = {"type": "kind", "rank": "7", "trump": "C", "cards": ["9S"]}
FOLLOW = {**KIND, "type": "follow", "lead": ["9S"], "hand": ["2S"], "play": ["2S"]}
WINNER = {**KIND, "type": "winner", "plays": [["9S"], ["TS"]]}
THROW = {**KIND, "type": "throw", "attempt": ["9S", "8S"], "others": [["2S"]]}
KITTY = {
    **KIND, "type": "kitty", "last_lead": ["9S"], "kitty_points": 5,
    "last_trick_side": "opponents", "multiplier": {"double": 2},
}  # fmt: skip
DECLARE = {"type": "declare", "rank": "9", "sequence": [[0, ["9H"]]]}
DEALER = {"type": "next_dealer", "dealer": 0, "swap": False}

MALFORMED = [
    ({}, "type"),
    ({"type": "bid"}, "type"),
    ({**KIND, "rank": "1"}, "rank"),
    ({**KIND, "rank": 7}, "rank"),
    ({**KIND, "trump": "X"}, "trump"),
    ({**KIND, "cards": "9S"}, "cards"),
    ({**KIND, "cards": ["9X"]}, "cards"),
    ({**KIND, "cards": []}, "cards"),
    ({**KIND, "cards": ["9S"] * 3}, "cards"),
    ({"type": "kind", "trump": "C", "cards": ["9S"]}, "rank"),
    ({"type": "kind", "rank": "7", "trump": "C"}, "cards"),
    ({**KIND, "rules": []}, "rules"),
    ({**KIND, "rules": {"throw": "on"}}, "throw"),
    ({**KIND, "rules": {"throws": "maybe"}}, "throws"),
    ({**KIND, "decks": 5}, "decks"),
    ({**KIND, "players": 5, "decks": 3}, "players"),
    ({**FOLLOW, "lead": ["9S", "9H"]}, "lead"),
    ({**FOLLOW, "hand": ["2S", None]}, "hand"),
    ({**FOLLOW, "play": []}, "play"),
    ({**WINNER, "plays": []}, "plays"),
    ({**WINNER, "plays": [["9S"], ["TS", "JS"]]}, r"plays\[1\]"),
    ({**WINNER, "plays": [["9S", "9D"]]}, r"plays\[0\]"),
    ({**WINNER, "plays": 3}, "plays"),
    ({**THROW, "attempt": ["9S", "8H"]}, "attempt"),
    ({**THROW, "others": [["2S"]] * 6}, "others"),
    ({**THROW, "others": ["2S"]}, r"others\[0\]"),
    ({**KITTY, "kitty_points": -5}, "kitty_points"),
    ({**KITTY, "last_trick_side": "both"}, "last_trick_side"),
    ({**KITTY, "multiplier": {"triple": 3}}, "multiplier"),
    ({"type": "score"}, "opponent_points"),
    ({"type": "score", "opponent_points": True}, "opponent_points"),
    ({"type": "score", "opponent_points": "80"}, "opponent_points"),
    ({"type": "rank", "score": "9"}, "gain"),
    ({"type": "rank", "score": "Z", "gain": 1}, "score"),
    ({**DECLARE, "sequence": [[4, ["9H"]]]}, r"sequence\[0\]"),
    ({**DECLARE, "sequence": [[0]]}, r"sequence\[0\]"),
    ({"type": "no_declare", "rank": "9", "kitty": ["5D"], "rules": {"no_declare_rule": "redeal"}},
     "rules"),
    ({"type": "count_off", "shuffler": 4, "card": "JD"}, "shuffler"),
    ({"type": "count_off", "shuffler": 0, "card": "RJ"}, "card"),
    ({**DEALER, "dealer": -1}, "dealer"),
    ({**DEALER, "swap": 1}, "swap"),
    ({**DEALER, "players": 5, "friend": 5}, "friend"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "field"), MALFORMED)
def test_malformed_cases_are_refused_by_name(case, field):
    with pytest.raises(KaipaiError, match=field):
        judge(case)


def test_one_question_answered_in_a_word():
    rules = make()
    here = {"rank": "7", "trump": "C"}
    assert ask(rules, cards="5S 5S 4S 4S", **here) == ("tractor", "SJ-10")
    assert ask(rules, cards="5S 4H", **here) == ("illegal lead", "SJ-31")
    assert ask(rules, plays="9S / KS / AS / AS", **here) == ("play 3 wins", "SJ-50")
    assert ask(rules, lead="9S 9S", others="AS AS / 2S", **here) == ("stands", "SJ-33")
    assert ask(rules, lead="AS 9S", others="TS / 2S", **here) == ("cut to 9S", "SJ-37")
    follow = {"lead": "9S 9S", "hand": "2S 2S 4S 3H", **here}
    assert ask(rules, play="2S 2S", **follow) == ("legal", "SJ-41")
    assert ask(rules, play="2S 4S", **follow) == ("illegal", "SJ-41")
    assert ask(rules, play="2S 3H", **follow) == ("illegal", "SJ-39")
    assert ask(rules, play="2S", **follow) == ("illegal", "SJ-30")
    for question in ({"rank": "1"}, {"trump": "X"}, {"lead": "9S"}, {"cards": "9X"},
                     {"lead": "9S 9H", "others": "2S"}, {**follow, "play": "AS AS"}):  # fmt: skip
        with pytest.raises(KaipaiError):
            ask(rules, **question)

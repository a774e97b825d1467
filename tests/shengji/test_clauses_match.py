"""Ranks, the end of the match, hooks and red fives (SJ-65 to SJ-68)."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.shengji.engine import play
from simcore.shengji.judge import judge
from simcore.shengji.records import MATCH, RECORD, rules_record
from simcore.shengji.scoring import close_round, next_standing
from simcore.status import KaipaiError
from tests.shengji.scene import RANKS, at_lead, cards, level, make, may, parts, suit, winner


def stand(rank, gain=0, *, at=None, declared=True, hooked=False, fives=0, lap=0, **changes):
    """Rank after a round, ``win`` where the last rank is passed; `at` is the trump rank."""
    law = rules_record(make(**changes))[0]
    trump = RANKS.index(at or rank)
    after, passed = next_standing(
        RANKS.index(rank) + 13 * lap, trump, gain, declared, hooked, fives, law
    )
    return "win" if passed else RANKS[int(after) % 13] + "'" * (int(after) // 13)


@pytest.mark.clause("SJ-65")
def test_a_side_that_goes_beyond_the_ace_wins():
    assert stand("9", 2) == "J"
    assert stand("K", 1) == "A"
    assert stand("A", 0) == "A"
    assert stand("A", 1) == stand("K", 2) == "win"
    assert stand("T", 0, match_end="pass:T") == "T"
    assert stand("9", 2, match_end="pass:T") == "win"
    assert stand("9", 1, match_end="pass:T") == "T"
    wrap = {"match_end": "wrap", "max_rounds": 5}
    assert stand("K", 2, **wrap) == "2'"
    assert stand("A", 3, lap=1, **wrap) == "4''"
    for changes in ({"match_end": "wrap"}, {"match_end": "pass:T", "start_rank": "J"}):
        with pytest.raises(KaipaiError, match="SJ-65"):
            make(**changes)


def close(levels, gain, swap=0, dealer=0, limit=1000, played=0, **changes):
    """Apply a round to a match; whether it ends, and who wins, as bits."""
    match, record = np.zeros(1, dtype=MATCH)[0], np.zeros(1, dtype=RECORD)[0]
    rules = make(**changes)
    for unit, token in enumerate(levels):
        match["levels"][unit] = RANKS.index(token[0]) + 13 * token.count("'")
    match["round"] = played
    record["gain"], record["swap"], record["dealer"] = gain, swap, dealer
    record["rank"] = int(match["levels"][dealer % (5 if rules.players == 5 else 2)]) % 13
    record["declarers"] = 1 << dealer if rules.players == 5 else 0b0101 << dealer % 2
    close_round(match, record, rules_record(rules)[0], limit)
    after = [RANKS[int(n) % 13] + "'" * (int(n) // 13) for n in match["levels"][: len(levels)]]
    assert record["levels_after"][: len(levels)].tolist() == match["levels"][: len(levels)].tolist()
    return bool(record["match_over"]), int(record["winners"]), after


@pytest.mark.clause("SJ-65")
def test_how_a_match_ends():
    assert close(["K", "5"], 1) == (False, 0, ["A", "5"])
    assert close(["A", "5"], 1)[:2] == (True, 0b01)
    assert close(["5", "A"], 1, swap=1)[:2] == (True, 0b10)
    assert close(["5", "A"], 1) == (False, 0, ["6", "A"])
    assert close(["5", "A"], 1, dealer=3)[:2] == (True, 0b10)
    last = {"max_rounds": 3, "played": 2}
    assert close(["5", "7"], 1, **last) == (True, 0b10, ["6", "7"])
    assert close(["5", "6"], 1, **last) == (True, 0, ["6", "6"])
    assert close(["5", "7"], 1, max_rounds=3, played=1)[0] is False
    assert close(["5", "7"], 3, played=2, limit=3) == (True, 0b01, ["8", "7"])
    wrap = {"match_end": "wrap", **last}
    assert close(["3'", "K"], 1, **wrap)[:2] == (True, 0b01)
    assert close(["K", "3"], 3, **wrap) == (True, 0b01, ["3'", "3"])


@pytest.mark.clause("SJ-65")
def test_matches_are_played_until_a_side_is_past_the_last_rank():
    out = play(3, 0, 12, make(start_rank="Q"), [0] * 4)
    over = out[out["match_over"] == 1]
    assert len(over) == 12
    for record in over:
        team = {1: 0, 2: 1}[int(record["winners"])]
        assert record["levels_after"][team] > 12 >= record["levels_after"][1 - team]
    assert (out[out["match_over"] == 0]["levels_after"][:, :2] <= 12).all()
    out = play(3, 0, 6, make(max_rounds=2), [0] * 4)
    assert out["match_over"].tolist() == [0, 1] * 6


@pytest.mark.clause("SJ-66")
def test_a_gain_stops_at_the_first_mandatory_rank_above():
    stops = {"mandatory_ranks": ["5", "T", "K"]}
    assert stand("4", 2, **stops) == "5"
    assert stand("4", 2) == "6"
    assert stand("5", 3, **stops) == "8"
    assert stand("9", 3, **stops) == "T"
    assert stand("3", 3, declared=False, **stops) == "5"
    assert stand("Q", 3, mandatory_ranks=["A"]) == "A"
    defended = {"mandatory_leave": "defended", **stops}
    assert stand("5", 2, **defended) == "7"
    assert stand("5", 2, declared=False, at="8", **defended) == "5"
    assert stand("5", 2, declared=False, at="8", **stops) == "7"
    assert stand("6", 2, declared=False, at="8", **defended) == "8"
    assert stand("A", 1, declared=False, at="8", mandatory_ranks=["A"]) == "win"
    assert (
        stand("A", 1, declared=False, at="8", mandatory_ranks=["A"], mandatory_leave="defended")
        == "A"
    )
    case = {"type": "rank", "score": "4", "gain": 2, "rules": stops}
    assert judge(case)["result"] == "5"


def hook(play_, rank="J", last="opponents", trump="C", **rules):
    """Rank of the declarers after a last trick; a lead before ``/`` that the play beats."""
    lead, _, winning = play_.rpartition("/")
    case = {"type": "hook", "rank": rank, "trump": trump, "last_winner": last}
    case["swap"] = rules.pop("swap", True)
    case["winning_play"] = cards(winning)
    if lead:
        case["lead"] = cards(lead)
    return judge({**case, "rules": {"hook": "both", **rules}})["declarer_score"]


@pytest.mark.clause("SJ-67")
def test_when_the_last_trick_sets_the_declarers_back():
    assert hook("JS") == "2"
    assert hook("AS", "A") == "J"
    assert hook("JS", last="declarers") == "J"
    assert hook("QC") == "J"
    assert hook("BJ") == "J"
    assert hook("TS", "T") == "T"
    assert hook("JS", hook="off") == "J"
    assert hook("JS", hook="A") == hook("AS", "A", hook="J").replace("A", "J") == "J"
    assert hook("JS", hook="J") == "2"
    assert hook("AS", "A", hook="A") == "J"
    # what the play must be made of
    throw = "S:KQ/BJ JS"
    for trigger, right in (
        ("contains", ["2", "2", "2", "J"]),
        ("single_only", ["2", "J", "J", "J"]),
        ("primary", ["2", "J", "2", "J"]),
    ):
        plays = ("JS", throw, "S:99/JS JS", "BJ")
        assert [hook(p, hook_trigger=trigger) for p in plays] == right
    assert hook("S:KKQQ/JS JS AC AC", hook_trigger="primary") == "J"
    assert hook("S:9988/JC JC JS JS", hook_trigger="primary") == "2"
    # only with a swap
    assert hook("JS", swap=False) == "2"
    assert hook("JS", swap=False, hook_needs_swap=True) == "J"
    assert hook("JS", swap=True, hook_needs_swap=True) == "2"


@pytest.mark.clause("SJ-67")
def test_the_gain_is_added_afterwards_and_nobody_rises():
    assert stand("J", 2, hooked=True) == "4"
    assert stand("A", 1, hooked=True) == "Q"
    lost = {"hook_keep_gain": False}
    assert stand("J", 2, hooked=True, **lost) == "2"
    assert stand("A", 1, hooked=True, **lost) == "J"
    assert stand("J", 2, **lost) == "K"
    assert stand("5", 0, at="A", hooked=True) == "5"
    wrap = {"match_end": "wrap", "max_rounds": 9}
    assert stand("J", 0, hooked=True, lap=1, **wrap) == "2'"


@pytest.mark.clause("SJ-67")
def test_a_hook_in_play_meets_the_declarers_alone():
    for option, after in (("J", ["2", "J"]), ("off", ["J", "J"])):
        # kitty AC: trump clubs; seat 1 takes the last trick with a jack
        scene = at_lead("S:A2/JS TD/S:56/S:89", "KC", rank="J", hook=option)
        scene.say("AS", "TD", "5S", "8S", "2S", "JS", "6S", "9S")
        record = scene.finish()
        assert int(record["hooked"]) == (option == "J")
        assert int(record["opponent_points"]) == 20
        gained = 2  # below 40 points
        base = RANKS.index(after[0]) + gained
        assert record["levels_after"][:2].tolist() == [base, RANKS.index("J")]


@pytest.mark.clause("SJ-68")
def test_red_fives_are_the_highest_trumps():
    hearts, red = {"hong_wu": "hearts"}, {"hong_wu": "red"}
    assert (suit("5H"), suit("5D")) == ("H", "D")
    assert (suit("5H", **hearts), suit("5D", **hearts)) == ("T", "D")
    assert (suit("5H", **red), suit("5D", **red)) == ("T", "T")
    assert winner("RJ/5H", **hearts) == 1
    assert winner("RJ/5D/5H/5D", **red) == 2
    assert winner("5H/5D", **red) == 0
    assert (level("6H", **hearts), level("6H")) == (3, 4)
    # the suit it left closes up, unless gaps break runs
    assert len(parts("H:4466", **hearts)) == 1
    assert len(parts("H:4466")) == 2
    assert len(parts("H:4466", tractor_rank_gap="break", **hearts)) == 2
    assert len(parts("5H 5H RJ RJ", **hearts)) == 1
    assert len(parts("5H 5H 5D 5D", **red)) == 1
    assert not may("9H", "3H 5H", "5H", **hearts)
    assert may("9C", "3H 5H", "5H", **hearts)
    assert not may("9C", "3H 5H", "3H", **hearts)


@pytest.mark.clause("SJ-68")
def test_a_red_five_shows_its_printed_suit_in_a_declaration():
    case = {"type": "declare", "rank": "5", "sequence": [[0, ["5H"]]]}
    assert judge({**case, "rules": {"hong_wu": "hearts"}}) == {"accepted": [True], "trump": "H"}
    kitty = {"type": "no_declare", "rank": "9", "kitty": ["5H"], "rules": {"hong_wu": "hearts"}}
    assert judge(kitty)["trump"] == "H"


@pytest.mark.clause("SJ-68")
def test_each_red_five_lost_costs_ranks():
    assert stand("9", 1, fives=1) == "9"
    assert stand("9", 0, fives=2, hong_wu_penalty=3) == "3"
    assert stand("9", 1, fives=2, hong_wu_penalty=0) == "T"
    assert stand("3", 0, fives=4) == "2"
    assert stand("A", 1, fives=1) == "A"  # before the test for winning
    wrap = {"match_end": "wrap", "max_rounds": 9}
    assert stand("3", 0, fives=4, lap=1, **wrap) == "2'"
    for option in ("hearts", "red"):
        # the five of hearts wins, and the five of diamonds falls to a partner
        scene = at_lead("9S 2S/TS 5H/4S 3S/5D 6S", "KC", hong_wu=option)
        scene.say("9S", "TS", "4S", "6S")
        assert scene.seat == 1
        scene.say("5H", "3S", "5D", "2S")
        assert scene.finish()["fives_lost"].tolist() == [0, 0]
    scene = at_lead("5D 2S/9S 5H/4S 3S/8S 6S", "KC", hong_wu="red", hong_wu_penalty=2)
    scene.say("2S", "9S", "4S", "8S", "5H", "3S", "6S", "5D")
    record = scene.finish()
    assert record["fives_lost"].tolist() == [1, 0]
    held = RANKS.index("7") + int(record["gain"]) * (1 - int(record["swap"])) - 2
    assert int(record["levels_after"][0]) == held

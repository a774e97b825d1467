"""Questions of Gou Ji: what is known, which options there are, what forcing one does."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.catalog import load_game
from simcore.gouji.combos.packed import counts_of_ranks
from simcore.gouji.positions import QUESTIONS, question
from simcore.gouji.records import Ask
from simcore.status import KaipaiError

GAME = load_game("gouji")
RULES = GAME.make_rules()
HEURISTIC = (2,) * 6
DULL = "3 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 9 9 9 T T T J J J Q Q Q K K K A A"
GONE = " ".join(
    rank
    for rank, n in (("3", 16), ("4", 16), ("5", 8), ("6", 16), ("7", 16), ("8", 4), ("9", 10))
    for _ in range(n)
)
LATE = {"cards": "9 9 9 A A K 2 RJ", "played": GONE}


def decide(name, rules=RULES, **given):
    return question(name, rules, given, HEURISTIC)


def rounds_of(decision, n=30, seed=3):
    positions = decision.deal(seed, 0, n)
    return positions, [decision.play(seed, 0, positions, k) for k in range(len(decision.actions))]


def test_the_game_offers_its_questions():
    assert set(GAME.questions) == set(QUESTIONS)


@pytest.mark.clause("GJ-17")
def test_a_declared_revolution_deals_again():
    decision = decide("revolution", cards=DULL)
    assert decision.actions == ("declare", "play_on")
    positions, (declared, played) = rounds_of(decision)
    assert (positions["naturals"][:, 0] == counts_of_ranks(DULL.split())[0]).all()
    assert (declared["declared"][:, 0] >= 1).all()
    assert (declared["deals"] >= 2).all()
    assert (played["declared"][:, 0] == 0).all()


def test_hidden_cards_make_up_the_deck():
    for name, given in (("revolution", {"cards": DULL}), ("lead", LATE)):
        state = decide(name, **given).deal(1, 0, 4)
        whole = counts_of_ranks([r for r in "3456789TJQKA" for _ in range(16)])[0]
        held = state["naturals"].sum(axis=1) + state["view"]["played"].sum(axis=1)
        assert (held == whole).all()
        assert (state["deck"] == whole).all()


def test_a_position_does_not_depend_on_the_others():
    given = {"cards": DULL, "received": "BJ 2", "to": "3"}
    for name, more in (("revolution", {"cards": DULL}), ("follow", LATE | {"table": "8 8"}),
                       ("return", given)):  # fmt: skip
        decision = decide(name, **more)
        many, few = decision.deal(3, 0, 12), decision.deal(3, 7, 3)
        assert many[7:10].tobytes() == few.tobytes()
        assert decision.play(3, 0, many, 1)[7:10].tobytes() == decision.play(3, 7, few, 1).tobytes()


@pytest.mark.clause("GJ-64")
def test_cards_given_back_reach_the_giver():
    decision = decide("return", cards=DULL, received="BJ 2", to="3", options="3 3 | A A")
    positions, (low, high) = rounds_of(decision)
    assert (positions["view"]["ask"] == int(Ask.RETURN)).all()
    assert (low["got"][:, 3, :2] == [0, 0]).all()
    assert (high["got"][:, 3, :2] == [11, 11]).all()
    # the giver gave his highest cards: nothing above a 2 is left to him
    assert (positions["wilds"][:, 3] >> 8 == 0).all()


@pytest.mark.clause("GJ-19")
def test_leads_are_the_plays_of_the_hand():
    decision = decide("lead", cards="5 5 8 RJ", played=GONE)
    assert set(decision.actions) == {
        "5", "5 5", "5 RJ", "5 5 RJ", "8", "8 RJ", "RJ",
    }  # fmt: skip
    _, played = rounds_of(decision, n=10)
    assert all((records["status"] == 0).all() for records in played)


@pytest.mark.clause("GJ-24")
def test_replies_beat_the_table():
    decision = decide("follow", **LATE, table="8 8")
    assert decision.actions[0] == "pass"
    assert "9 9" in decision.actions
    assert "9 9 9" not in decision.actions
    positions, _ = rounds_of(decision, n=4)
    assert (positions["view"]["owner"] == 5).all()
    assert (positions["view"]["ask"] == int(Ask.FOLLOW)).all()


@pytest.mark.clause("GJ-40")
def test_the_opposite_seat_answers_a_gou_ji():
    for more in ({"table": "A A", "owner": "3"}, {"table": "K K", "duel": "0,3"}):
        positions, _ = rounds_of(decide("follow", **LATE, **more), n=4)
        assert (positions["view"]["ask"] == int(Ask.DUEL)).all()
        assert (positions["view"]["starter"] == (0 if "duel" in more else 3)).all()


@pytest.mark.clause("GJ-47")
def test_divisions_for_shao_pai_are_listed():
    decision = decide("shao", cards="9 9 A A RJ", played=GONE, table="K K", owner="3")
    assert decision.actions[0] == "no_shao"
    assert "A A / 9 9 RJ" in decision.actions
    _, played = rounds_of(decision, n=8)
    assert (played[1]["shao_announced"] >= 1).all()
    assert (played[1]["shao_first"] == 0).all()


def test_seats_that_are_out_stay_out():
    left = "8,0,30,30,31,31"
    positions, played = rounds_of(decide("lead", **LATE, left=left), n=5)
    assert (positions["view"]["finish"][:, 0] == 1).all()
    assert all((records["place"][:, 1] == 1).all() for records in played)


IMPOSSIBLE = [
    ("revolution", {"cards": DULL[:-2]}, "35 cards are given"),
    ("revolution", {"cards": DULL[:-1] + "2"}, "no joker and no 2"),
    ("return", {"cards": DULL, "received": "RJ", "to": "0"}, "another seat"),
    ("return", {"cards": DULL, "received": "4 4 4", "to": "1"}, "one card or two"),
    ("return", {"cards": DULL, "received": "3", "to": "1"}, "without a higher"),
    ("lead", LATE | {"table": "8"}, "takes no --table"),
    ("lead", {"cards": DULL[2:]}, "more than five hands"),
    ("lead", LATE | {"left": "8,1,1,1,1,1"}, "are unseen"),
    ("follow", LATE | {"table": "8 8", "options": "pass | 9 9 9"}, "does not beat"),
    ("follow", LATE | {"table": "8 8", "options": "pass | Q Q"}, "not in the hand"),
    ("follow", LATE | {"table": "A A", "owner": "1"}, "Dui Men of seat 1, seat 4, alone may"),
    ("follow", LATE | {"table": "8 RJ"}, "red joker cannot be beaten"),
    ("follow", LATE | {"table": "8 8", "options": "pass | pass"}, "only one option: pass"),
    ("follow", LATE | {"table": "K K", "duel": "0,2"}, "duels with seat 3"),
    ("follow", LATE | {"table": "8 8", "passed": "0"}, "has passed"),
    ("shao", LATE | {"table": "8 8", "owner": "1"}, "starts no Gou Ji"),
    ("shao", LATE | {"table": "A A", "owner": "2"}, "only opponents"),
]


@pytest.mark.parametrize(("name", "given", "why"), IMPOSSIBLE)
def test_impossible_givens_are_refused(name, given, why):
    with pytest.raises(KaipaiError, match=why) as found:
        decide(name, **given)
    assert found.value.exit_code == (2 if "takes no" in why else 5)
    about_deals = why in ("35 cards are given", "without a higher", "more than five hands",
                          "are unseen")  # fmt: skip
    assert str(found.value).startswith("no deal agrees with this: ") == about_deals


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("revolution", {}, "needs --cards"),
        ("return", {"cards": DULL, "to": "1"}, "needs --received"),
        ("follow", LATE | {"table": "8 9"}, "no combination"),
        ("follow", LATE | {"table": "8 8", "owner": "7"}, "no seat"),
        ("revolution", {"cards": DULL, "options": "declare | rest"}, "the options are"),
    ],
)
def test_malformed_givens_are_refused(name, given, why):
    with pytest.raises(KaipaiError, match=why) as found:
        decide(name, **given)
    assert found.value.exit_code == 2


def test_points_are_those_of_the_round_alone():
    _, (low, high) = rounds_of(decide("return", cards=DULL, received="BJ 2", to="3",
                                      options="3 4 | 5 6", total="3:9"))  # fmt: skip
    assert (np.abs(low["points"].sum(axis=1)) < 9).all()
    assert (low["total"] - low["points"] == [3, 9]).all()
    assert len(low) == len(high)

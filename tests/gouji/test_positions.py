"""Questions of Gou Ji: what is known, which options there are, what forcing one does."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from simcore.catalog import load_game
from simcore.gouji.combos import read_combo
from simcore.gouji.combos.packed import counts_of_ranks
from simcore.gouji.engine import Scratch
from simcore.gouji.positions import QUESTIONS, question
from simcore.gouji.positions.givens import read_table
from simcore.gouji.positions.options import named_shao
from simcore.gouji.positions.situation import check_table
from simcore.gouji.records import MOVE, Ask
from simcore.gouji.rules import SameTeamTribute, ShaoTwoTest
from simcore.gouji.step.chain import is_division
from simcore.options import Switch
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


def played_of(cards, table, others):
    """Cards gone, the lowest, where the others still hold so many."""
    deck = [rank for rank in "3456789TJQKA2" for _ in range(16)] + ["BJ"] * 4 + ["RJ"] * 4
    for card in f"{cards} {table}".split():
        deck.remove(card)
    return " ".join(deck[: len(deck) - others])


def late_of(cards, table, left):
    played = played_of(cards, table, sum(map(int, left.split(","))) - len(cards.split()))
    return {"cards": cards, "played": played, "left": left} | ({"table": table} if table else {})


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
        assert (positions["view"]["starter"] == 3).all()
    positions, _ = rounds_of(decide("follow", **LATE, table="A A", duel="0,3"), n=4)
    assert (positions["view"]["starter"] == 0).all()


TENS = (*(0,) * 7, 3, *(0,) * 4)


def starter_of(cards, **changes):
    rules = RULES._replace(**changes)
    table = read_table(LATE | {"table": cards, "duel": "0,3"}, "follow")
    check_table(table, rules, Scratch(rules).rules[0])
    return table.starter


@pytest.mark.clause("GJ-39")
@pytest.mark.parametrize(
    ("table", "changes", "starter"),
    [
        ("A A", {}, 0),  # a pair of kings began
        ("K K", {}, 3),  # nothing that triggers is lower: seat 3 began, whoever is named first
        ("J J J", {"gouji_thresholds": TENS}, 0),
        ("T T T", {"gouji_thresholds": TENS}, 3),
        ("9 9 9", {}, None),
        ("Q Q", {}, None),
        ("A A", {"gouji_thresholds": (0,) * 12}, None),
        ("2 2", {"gouji_thresholds": (0,) * 12}, 3),
        ("T T T T 2", {"gouji_twos_count": False}, None),
        ("T T T T 2", {}, 3),
    ],
)
def test_a_duel_is_begun_by_what_triggers(table, changes, starter):
    if starter is None:
        with pytest.raises(KaipaiError, match="neither starts a Gou Ji") as found:
            starter_of(table, **changes)
        assert found.value.exit_code == 5
    else:
        assert starter_of(table, **changes) == starter


@pytest.mark.clause("GJ-38")
def test_a_duel_needs_as_many_players_as_the_rules_say():
    given = late_of(LATE["cards"], "A A", "8,0,20,20,0,20") | {"finished": "4,1", "duel": "3,0"}
    decide("follow", RULES._replace(gouji_min_active=4), **given)
    with pytest.raises(KaipaiError, match=r"4 players .*GJ-38"):
        decide("follow", RULES._replace(gouji_min_active=5), **given)


@pytest.mark.clause("GJ-43")
def test_a_duellist_who_is_out_ends_the_duel():
    given = late_of("9 9 A A", "K K", "4,10,10,0,10,10")
    with pytest.raises(KaipaiError, match=r"--duel: seat 3 is out.*GJ-43") as found:
        decide("follow", **given, duel="0,3")
    assert found.value.exit_code == 5
    positions, played = rounds_of(decide("follow", **given, owner="3"), n=5)
    assert (positions["view"]["starter"] == -1).all()
    assert all((records["place"][:, 3] == 1).all() for records in played)


@pytest.mark.clause("GJ-47")
@pytest.mark.parametrize(
    "changes", [{}, {"shao_single_allowed": True}, {"shao_two_test": ShaoTwoTest.MINIMAL}]
)
@pytest.mark.parametrize("cards", ["9 A A BJ RJ", "A A 2 RJ", "2 2 BJ RJ"])
def test_divisions_named_are_those_the_step_room_takes(cards, changes):
    rules = RULES._replace(**changes)
    given = {"cards": cards, "played": GONE, "table": "K K", "owner": "3"}
    state = decide("shao", rules, **given).deal(1, 0, 1)[0]
    table, coded, move = read_table(given, "shao"), Scratch(rules).rules[0], np.zeros(1, dtype=MOVE)
    words, answers = cards.split(), set()
    for places in product(range(4), repeat=len(words)):
        if set(places) != set(range(max(places) + 1)):
            continue
        parts = [[w for w, p in zip(words, places, strict=True) if p == k] for k in set(places)]
        chain = [int(read_combo(part)) for part in parts]
        move[0]["length"], move[0]["chain"][: len(chain)] = len(chain), chain
        is_right = all(chain) and is_division(state, 0, move[0], coded)
        answers.add(is_right)
        text = " / ".join(map(" ".join, parts))
        if is_right:
            assert named_shao(text, table, coded)[1][0]["length"] == len(chain)
        else:
            with pytest.raises(KaipaiError, match="GJ-47") as found:
                named_shao(text, table, coded)
            assert found.value.exit_code == 5
    assert answers == {True, False}


def test_a_wrong_division_is_refused_before_it_is_played():
    given = late_of("A A 5 5 7 BJ", "K K", "6,10,10,10,10,10") | {"owner": "1"}
    with pytest.raises(KaipaiError, match=r"--options 'A A / 5 5 / 7 BJ': 5 5 .*GJ-47"):
        decide("shao", **given, options="A A / 5 5 / 7 BJ | no_shao")


@pytest.mark.clause("GJ-60")
def test_a_round_is_over_when_a_team_is_out_and_the_rules_say_so():
    given = late_of("9 9 A A", "", "4,0,20,0,20,0") | {"finished": "1,3,5"}
    decide("lead", **given)
    with pytest.raises(KaipaiError, match="GJ-60"):
        decide("lead", RULES._replace(stop_when_team_out=True), **given)


@pytest.mark.clause("GJ-66")
@pytest.mark.parametrize(
    ("changes", "to", "clause"),
    [
        ({"tribute": Switch.OFF}, "3", "GJ-64"),
        ({"same_team_tribute": SameTeamTribute.WAIVE}, "2", "GJ-66"),
        ({"hands_per_game": 1}, "3", "GJ-70"),
    ],
)
def test_nothing_is_given_back_where_nothing_was_given(changes, to, clause):
    given = {"cards": DULL, "received": "BJ 2", "to": to}
    decide("return", **given)
    with pytest.raises(KaipaiError, match=clause) as found:
        decide("return", RULES._replace(**changes), **given)
    assert found.value.exit_code == 5


def test_tribute_between_the_teams_is_not_skipped():
    rules = RULES._replace(same_team_tribute=SameTeamTribute.WAIVE)
    assert len(decide("return", rules, cards=DULL, received="BJ 2", to="3").actions) > 1


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
    ("follow", LATE | {"table": "8 8", "passed": "5"}, "who laid the play"),
    ("follow", LATE | {"table": "8 8", "passed": "1", "left": "8,0,30,30,30,30"}, "who is out"),
    ("follow", LATE | {"table": "K RJ", "duel": "0,3"}, "GJ-42"),
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

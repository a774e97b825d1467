"""Shao Pai by constructed hands (GJ-46 to GJ-54)."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.gouji.records import Ask
from simcore.status import Status
from tests.gouji.table import Table

FILL = "3 4 5 6"


def table(hands: list[str], leader: int = 0, **changes: Any) -> Table:
    return Table(hands, leader, shao_pai="on", **changes)


@pytest.mark.clause("GJ-46")
@pytest.mark.clause("GJ-48")
@pytest.mark.parametrize(
    ("changes", "order"),
    [
        ({}, [1, 3, 5]),
        ({"shao_priority": "duimen_first"}, [3, 1, 5]),
        ({"shao_eligible": "non_duimen"}, [1, 5]),
        ({"shao_pai": "off"}, []),
    ],
)
def test_who_is_asked_in_which_order(changes, order):
    able = "A A 5 5"
    hands = ["K K 3", able, able, able, able, able]
    asked = Table(hands, 0, **({"shao_pai": "on"} | changes)).play(0, "K K")
    for seat in order:
        assert (asked.ask, asked.seat) == (Ask.SHAO, seat)
        asked.skip(seat)
    assert (asked.ask, asked.seat) == (Ask.DUEL, 3)


@pytest.mark.clause("GJ-48")
def test_a_random_priority_asks_the_same_players():
    able = "A A 5 5"
    hands = ["K K 3", able, FILL, able, FILL, able]
    asked = table(hands, shao_priority="random").play(0, "K K")
    seats = []
    while asked.ask == Ask.SHAO:
        seats.append(asked.seat)
        asked.skip(asked.seat)
    assert sorted(seats) == [1, 3, 5]


@pytest.mark.clause("GJ-46")
@pytest.mark.parametrize("may", [True, False])
def test_a_player_who_passed_may_announce_unless_barred(may):
    hands = ["5 5 K K 3", "A A 7 7", FILL, FILL, FILL, "6 6 3"]
    asked = table(hands, shao_after_pass=may).play(0, "5 5").skip(1).play(5, "6 6")
    asked.play(0, "K K")
    assert (asked.ask == Ask.SHAO) is may


@pytest.mark.clause("GJ-46")
def test_a_second_window_after_the_dui_men_passed():
    hands = ["K K 3", "A A 5 5", FILL, "A A 5 6 7", FILL, FILL]
    asked = table(hands, shao_window="after_duimen_pass").play(0, "K K").skip(1).skip(3)
    assert (asked.ask, asked.seat) == (Ask.SHAO, 1)
    asked.skip(1)
    assert asked.events()[-1] == ("clear", 0, "")


@pytest.mark.clause("GJ-46")
def test_a_window_after_each_play_of_the_duel():
    hands = ["K K 2 2 3 4 5", "BJ BJ 5", "2 2 5", "A A 3 4 5", FILL, FILL]
    asked = table(hands, shao_window="every_duel_play").play(0, "K K").skip(1).play(3, "A A")
    # now the opponents of seat 3 are asked
    assert (asked.ask, asked.seat) == (Ask.SHAO, 2)


@pytest.mark.clause("GJ-47")
@pytest.mark.clause("GJ-49")
@pytest.mark.clause("GJ-53")
def test_form_a_goes_through():
    hands = ["K K 3", "A A 5 5 5", FILL, FILL, "6 6 6 6", FILL]
    done = table(hands).play(0, "K K").announce(1, "A A / 5 5 5")
    events = done.events()
    assert events[1:6] == [
        ("shao", 1, ""),
        ("play", 1, "A A"),
        ("clear", 1, ""),
        ("play", 1, "5 5 5"),
        ("out", 1, ""),
    ]
    # F is an ordinary last play, which others may beat
    assert (done.ask, done.seat) == (Ask.FOLLOW, 4)
    record = done.state["record"]
    assert (record["shao_made"], record["shao_ends"][0, 0].tolist()) == (1, [0, 1])
    done.skip(4)
    assert done.events("wind") == [("wind", 2, "")]


@pytest.mark.clause("GJ-50")
def test_form_a_broken_by_the_attacker_starts_his_gouji():
    hands = ["K K 2 2 3", "A A 5 5 5", FILL, FILL, "2 2 3 4", FILL]
    run = table(hands).play(0, "K K").announce(1, "A A / 5 5 5")
    assert (run.ask, run.seat) == (Ask.INTERRUPT, 0)
    run.play(0, "2 2")
    assert run.starts()[-1] is True
    assert run.events()[-2:] == [("pass", 3, ""), ("clear", 0, "")]
    assert run.state["left"][1] == 3
    assert run.state["record"]["shao_ends"][0, 0].tolist() == [1, 0]


@pytest.mark.clause("GJ-50")
@pytest.mark.clause("GJ-24")
def test_form_a_broken_by_the_dui_men_of_the_announcer():
    hands = ["K K 2 2 3", "A A 5 5 5", FILL, FILL, "2 2 3 4", FILL]
    run = table(hands).play(0, "K K").announce(1, "A A / 5 5 5").skip(0)
    assert (run.ask, run.seat) == (Ask.INTERRUPT, 4)
    run.play(4, "2 2")
    assert run.events()[-2:] == [("pass", 1, ""), ("clear", 4, "")]


@pytest.mark.clause("GJ-50")
@pytest.mark.parametrize(
    ("option", "seats"),
    [("any_other", [2, 3, 5]), ("attacker_only", []), ("opponents_only", [2])],
)
def test_who_may_interrupt(option, seats):
    hands = ["K K 3 4 5", "A A 5 5 5", "2 2 3 4", "2 2 3 4", FILL, "2 2 3 4"]
    run = table(hands, shao_interrupters=option).play(0, "K K").announce(1, "A A / 5 5 5")
    for seat in seats:
        assert (run.ask, run.seat) == (Ask.INTERRUPT, seat)
        run.skip(seat)
    assert run.events("out") == [("out", 1, "")]


@pytest.mark.clause("GJ-50")
def test_marks_stand_where_the_dui_men_of_the_interrupter_is_out():
    hands = ["2 2 3 4", "A A 5 5 5", "K K 3 4", "", FILL, FILL]
    run = table(hands, leader=2).play(2, "K K").announce(1, "A A / 5 5 5")
    assert (run.ask, run.seat) == (Ask.INTERRUPT, 0)
    run.play(0, "2 2")
    assert run.starts()[-1] is False
    assert run.events()[-1] == ("clear", 0, "")


@pytest.mark.clause("GJ-51")
@pytest.mark.clause("GJ-53")
def test_form_b_goes_through():
    hands = [FILL, FILL, FILL, "A A 3 4 5", "2 2 7 7 RJ 6", FILL]
    run = table(hands, leader=3).play(3, "A A").announce(4, "2 2 / 7 7 RJ / 6")
    assert [event[2] for event in run.events("play")] == ["A A", "2 2", "7 7 RJ", "6"]
    assert run.events("out") == [("out", 4, "")]
    assert run.state["record"]["shao_ends"][1, 1].tolist() == [0, 1]


@pytest.mark.clause("GJ-52")
@pytest.mark.parametrize(("option", "starts"), [("normal_rotation", False), ("gouji", True)])
def test_form_b_broken(option, starts):
    hands = ["9 9 RJ 3", FILL, FILL, "A A 3 4 5", "2 2 7 7 BJ 6", FILL]
    run = table(hands, leader=3, shao_chain_break=option).play(3, "A A")
    run.announce(4, "2 2 / 7 7 BJ / 6")
    assert (run.ask, run.seat) == (Ask.INTERRUPT, 0)
    run.play(0, "9 9 RJ")
    assert run.starts()[-1] is starts
    assert run.state["left"][4] == 1
    passes = [] if starts else [("pass", seat, "") for seat in (1, 2, 3, 4, 5)]
    assert run.events()[-1 - len(passes) :] == [*passes, ("clear", 0, "")]


@pytest.mark.clause("GJ-47")
def test_the_arithmetic_of_divisions():
    for hand, forms in (("A A 5 5 7", 0), ("A A 5 5 7 BJ", 2), ("A A 5 5", 1), ("A A", 0)):
        hands = ["K K 3", hand, FILL, FILL, FILL, FILL]
        asked = table(hands).play(0, "K K")
        assert (asked.ask == Ask.SHAO) is (forms > 0), hand


@pytest.mark.clause("GJ-47")
def test_the_whole_hand_as_one_combination():
    hands = ["K K 3", "A A", FILL, "A A", FILL, FILL]
    asked = table(hands).play(0, "K K")
    assert (asked.ask, asked.seat) == (Ask.DUEL, 3)
    asked = table(hands, shao_single_allowed=True).play(0, "K K").announce(1, "A A")
    assert asked.events("out") == [("out", 1, "")]


@pytest.mark.clause("GJ-47")
@pytest.mark.parametrize(("test", "may"), [("exists", True), ("minimal", False)])
def test_a_hand_that_is_one_combination_in_form_a(test, may):
    asked = table(["K K 3", "A A A A", *[FILL] * 4], shao_two_test=test).play(0, "K K")
    assert (asked.ask == Ask.SHAO) is may


@pytest.mark.clause("GJ-47")
@pytest.mark.parametrize(
    "division", ["A A / 5 5", "5 5 / A A 5", "A A / 5 / 5 5", "A A / 5 5 5 / 3", "A A 5 5 5"]
)
def test_a_division_that_is_none_ends_the_round(division):
    run = table(["K K 3", "A A 5 5 5", *[FILL] * 4]).play(0, "K K").announce(1, division)
    assert run.state["status"] == Status.ILLEGAL_MOVE


@pytest.mark.clause("GJ-54")
def test_a_gouji_from_an_interruption_has_a_window_of_its_own():
    hands = ["K K 2 2 3", "A A 5 5 5", FILL, FILL, FILL, "BJ BJ 7 7"]
    run = table(hands).play(0, "K K").announce(1, "A A / 5 5 5").play(0, "2 2")
    assert (run.ask, run.seat) == (Ask.SHAO, 5)
    run.announce(5, "BJ BJ / 7 7")
    assert run.events("out") == [("out", 5, "")]

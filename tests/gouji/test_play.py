"""Play of a round by constructed hands: turns, duels, going out, free order."""

from __future__ import annotations

import pytest

from simcore.gouji.records import Ask
from simcore.gouji.step.moves import MOST_PLAYS, duimen_of, first_from
from simcore.gouji.step.order import is_alternating
from simcore.status import Status
from tests.gouji.table import Table

FILL = "3 4"
"""Two cards with which nobody can do anything."""


@pytest.mark.clause("GJ-3")
@pytest.mark.clause("GJ-4")
def test_the_dui_men_sits_opposite_in_the_other_team():
    for seat in range(6):
        assert duimen_of(duimen_of(seat)) == seat
        assert (duimen_of(seat) - seat) % 2 == 1
        assert duimen_of(seat) in (seat + 3, seat - 3)


def test_first_of_some_seats_in_turn():
    for seats in range(1, 64):
        for start in range(7):
            order = [(start + k) % 6 for k in range(6)]
            assert first_from(seats, start) == next(s for s in order if seats >> s & 1)


@pytest.mark.clause("GJ-19")
def test_the_leader_may_lead_anything_but_may_not_pass():
    table = Table(["8 8 3", FILL, FILL, FILL, FILL, FILL])
    assert (table.ask, table.seat) == (Ask.LEAD, 0)
    table._go(0)
    assert table.state["status"] == Status.ILLEGAL_MOVE


@pytest.mark.clause("GJ-20")
@pytest.mark.clause("GJ-44")
@pytest.mark.clause("GJ-45")
def test_turns_go_round_and_who_passed_waits_for_the_clear():
    table = Table(["4 8 3", "9 9 3", "6 9 3", "9 3", "9 3", "9 3"])
    table.play(0, "4").skip(1).play(2, "6").skip(3, 4, 5).play(0, "8")
    assert (table.ask, table.seat) == (Ask.FOLLOW, 2)
    table.skip(2)
    assert (table.ask, table.seat) == (Ask.LEAD, 0)
    assert table.events("clear") == [("clear", 0, "")]


@pytest.mark.clause("GJ-20")
def test_a_reply_must_beat_and_be_held():
    for cards in ("7", "K", "9 9"):
        table = Table(["8 3", "9 7 3", FILL, FILL, FILL, FILL]).play(0, "8").play(1, cards)
        assert table.state["status"] == Status.ILLEGAL_MOVE


@pytest.mark.clause("GJ-36")
@pytest.mark.clause("GJ-40")
@pytest.mark.clause("GJ-42")
def test_a_duel_is_between_two():
    table = Table(["K K 2 2 3", "A A 3", "A A 3", "A A 3 3", "A A 3", "A A 3"])
    table.play(0, "K K")
    assert (table.ask, table.seat) == (Ask.DUEL, 3)
    table.play(3, "A A").play(0, "2 2")
    # seat 3 holds no answer and is passed over; seat 0 clears, then seat 1 is next to reply
    assert table.events()[-2:] == [("pass", 3, ""), ("clear", 0, "")]
    table.play(0, "3")
    assert table.starts() == [True, False, False, False]
    assert table.is_over or table.seat == 1


@pytest.mark.clause("GJ-42")
def test_the_loser_of_a_duel_gives_the_lead_to_the_other():
    table = Table(["K K A 3", "A A 3", FILL, "A A 3 3", FILL, FILL])
    table.play(0, "K K").play(3, "A A")
    assert (table.ask, table.seat) == (Ask.LEAD, 3)
    assert table.state["record"]["gouji_ends"][7].tolist() == [0, 1, 0, 0]


@pytest.mark.clause("GJ-41")
def test_a_dui_men_who_passed_comes_back():
    table = Table(["5 5 K K 3", "8 8 3", FILL, "A A 3", FILL, FILL])
    table.play(0, "5 5").play(1, "8 8").skip(3).play(0, "K K")
    assert (table.ask, table.seat) == (Ask.DUEL, 3)
    table.play(3, "A A")
    assert table.state["record"]["reentries"] == 1
    assert (table.ask, table.seat) == (Ask.LEAD, 3)


@pytest.mark.clause("GJ-26")
@pytest.mark.clause("GJ-42")
def test_a_red_joker_ends_the_duel_without_a_pass():
    table = Table([FILL, FILL, "3 3 RJ 4", FILL, FILL, "RJ RJ RJ 4"], leader=2)
    table.play(2, "3 3 RJ")
    assert table.events() == [("play", 2, "3 3 RJ"), ("clear", 2, "")]
    assert (table.ask, table.seat) == (Ask.LEAD, 2)


@pytest.mark.clause("GJ-57")
@pytest.mark.clause("GJ-38")
def test_no_gouji_against_a_dui_men_who_is_out():
    table = Table(["3 4", "3 Q Q Q 4", "K K K 4", FILL, "5", FILL], leader=4)
    table.play(4, "5")  # out, nobody beats it: seat 1 cannot, seat 2 has kings
    table.skip(1, 2)
    assert table.events("wind") == [("wind", 5, "")]
    table.play(5, "3")
    while table.seat != 1:
        table.skip(table.seat)
    table.play(1, "Q")
    while table.ask != Ask.LEAD:
        table.skip(table.seat)
    assert table.seat == 1
    table.play(1, "Q Q")
    assert table.starts()[-1] is False


@pytest.mark.clause("GJ-38")
def test_a_trigger_as_last_play_is_normal_play():
    hands = ["A A", "2 2 3", "2 2 3", "2 2 3", "2 2 3", "2 2 3"]
    table = Table(hands).play(0, "A A")
    assert table.starts() == [False]
    assert (table.ask, table.seat) == (Ask.FOLLOW, 1)
    table.skip(1, 2, 3, 4, 5)
    assert table.events("wind") == [("wind", 1, "")]
    table = Table(hands, gouji_on_last_play="duimen_only").play(0, "A A")
    assert table.starts() == [True]
    assert (table.ask, table.seat) == (Ask.WORD, 3)
    table.play(3, "2 2")
    assert (table.ask, table.seat) == (Ask.LEAD, 3)


@pytest.mark.clause("GJ-38")
def test_gouji_stops_below_a_number_of_players():
    hands = ["7", "K K 3 4", "A A 3 4", "A A 3 4", "A A 3 4", "8 A A 3"]
    for fewest, starts in ((5, True), (6, False)):
        table = Table(hands, gouji_min_active=fewest).play(0, "7")
        while table.ask != Ask.LEAD:
            table.skip(table.seat)
        assert table.seat == 1
        table.play(1, "K K")
        assert table.starts()[-1] is starts


@pytest.mark.clause("GJ-43")
@pytest.mark.clause("GJ-56")
def test_going_out_inside_a_duel():
    more = "K K K K 3"
    hands = ["J J J J K K K K 3", more, more, "Q Q Q Q", more, more]
    table = Table(hands).play(0, "J J J J").play(3, "Q Q Q Q")
    for seat in (4, 5, 0, 1, 2):
        assert (table.ask, table.seat) == (Ask.FOLLOW, seat)
        table.skip(seat)
    assert table.events("wind") == [("wind", 4, "")]
    table = Table(hands, gouji_exit="opponent_only").play(0, "J J J J").play(3, "Q Q Q Q")
    assert (table.ask, table.seat) == (Ask.WORD, 0)
    table.play(0, "K K K K")
    assert (table.ask, table.seat) == (Ask.LEAD, 0)


@pytest.mark.clause("GJ-43")
def test_who_passed_before_a_duel_stays_out_of_what_follows_it():
    more = "2 2 3"
    table = Table(["K K 2 2 3", more, more, "A A", more, "6 6 5 5 2 2"], leader=5)
    table.play(5, "6 6").play(0, "K K")  # seat 1 and the others have not been asked yet
    table.play(3, "A A")
    assert table.seat == 4
    table = Table(["9 9 2 2 3", "Q Q 2 2 3", more, "A A", "K K 3", more], leader=1)
    table.play(1, "Q Q").skip(2).skip(3).play(4, "K K")
    assert table.starts()[-1] is True
    table.play(1, "2 2")
    assert (table.ask, table.seat) == (Ask.LEAD, 1)


@pytest.mark.clause("GJ-56")
def test_the_wind_passes_an_empty_seat_or_goes_to_a_team_mate():
    hands = ["3 5", "7", "6", "3 5", "3 5", "3 5"]
    for option, catcher in (("right_neighbour", 3), ("next_teammate", 3)):
        table = Table(hands, leader=2, wind_catcher=option)
        table.play(2, "6").play(1, "7")
        assert table.events("wind")[-1] == ("wind", catcher, "")
    hands = ["3 5", "7", "3 5", "3 5", "3 5", "3 5"]
    for option, catcher in (("right_neighbour", 2), ("next_teammate", 3)):
        table = Table(hands, leader=1, wind_catcher=option).play(1, "7")
        assert table.events("wind")[-1] == ("wind", catcher, "")


@pytest.mark.clause("GJ-55")
def test_rang_pai_is_asked_of_the_team_mate_before_the_dui_men_s_neighbour():
    hands = ["7 7 T T 3", FILL, FILL, "9 9 3", "J J 3", "Q Q 3"]
    table = Table(hands).play(0, "7 7").play(3, "9 9")
    assert (table.ask, table.seat) == (Ask.RANG, 4)
    assert table.state["view"]["asker"] == 0
    table.agree(4)
    assert table.events()[-1] == ("pass", 4, "")  # bound, though he holds J J
    assert (table.ask, table.seat) == (Ask.FOLLOW, 5)
    table = Table(hands).play(0, "7 7").play(3, "9 9").skip(4)
    assert (table.ask, table.seat) == (Ask.FOLLOW, 4)
    table = Table(hands, rang_pai="off").play(0, "7 7").play(3, "9 9")
    assert (table.ask, table.seat) == (Ask.FOLLOW, 4)


@pytest.mark.clause("GJ-55")
def test_no_rang_pai_where_somebody_between_still_may_play():
    table = Table(["7 7 3", "8 8 3", FILL, "9 9 3", "J J 3", FILL])
    table.play(0, "7 7").play(1, "8 8").play(3, "9 9")
    assert table.ask == Ask.FOLLOW


@pytest.mark.clause("GJ-58")
def test_team_mates_due_in_a_row_choose_who_acts():
    hands = ["8 8 3", "", "9 9 3", "6 7 3", "", ""]
    table = Table(hands, leader=3).play(3, "6")
    assert (table.ask, table.seat) == (Ask.VOLUNTEER, 0)
    table.skip(0).agree(2)
    assert (table.ask, table.seat) == (Ask.FOLLOW, 2)
    table.play(2, "9")
    assert table.state["record"]["volunteers"] == 1
    # control leaves the run once seat 0, who holds no answer, has had its opportunity too
    assert table.events()[-1] == ("clear", 2, "")
    table = Table(hands, leader=3).play(3, "6").skip(0, 2)
    assert (table.ask, table.seat) == (Ask.FOLLOW, 0)
    table = Table(hands, leader=3, endgame_order="seat_order").play(3, "6")
    assert (table.ask, table.seat) == (Ask.FOLLOW, 0)


@pytest.mark.clause("GJ-58")
def test_a_lone_member_of_a_run_is_not_asked_to_volunteer():
    table = Table(["8 3", "9 3", "", "", "", "6 6 3"], leader=5).play(5, "6")
    assert (table.ask, table.seat) == (Ask.FOLLOW, 0)


@pytest.mark.clause("GJ-59")
def test_four_players_in_turn_choose_within_the_slots_of_a_cycle():
    # seats 0 and 1 are out: 2, 3, 4, 5 are left, each between two opponents
    hands = ["", "", "6 A A 3", "7 A A 3", "8 Q Q 3", "9 K K 3"]
    table = Table(hands, leader=2).play(2, "6")
    assert (table.ask, table.seat) == (Ask.VOLUNTEER, 3)
    table.skip(3).agree(5).play(5, "9")
    # the second slot is the even team's: seat 4 or seat 2, whose lead was no opportunity
    assert (table.ask, table.seat) == (Ask.VOLUNTEER, 2)
    table.skip(2).agree(4).play(4, "Q")
    assert (table.ask, table.seat) == (Ask.FOLLOW, 3)  # seat 5 has had its slot of this cycle
    table.skip(3)
    assert (table.ask, table.seat) == (Ask.FOLLOW, 2)
    table.skip(2)
    # a new cycle: only seat 5 is left to reply
    assert (table.ask, table.seat) == (Ask.FOLLOW, 5)
    assert is_alternating(0b111100)
    assert not is_alternating(0b110110)


@pytest.mark.clause("GJ-60")
def test_the_big_loser_is_the_last_with_cards():
    table = Table(["4", "5", "6", "7", "8", "3 3"], endgame_order="seat_order")
    for seat, cards in enumerate("45678"):
        table.play(seat, cards)
    assert table.is_over
    assert table.finish() == [0, 1, 2, 3, 4, 5]
    assert MOST_PLAYS == 215


@pytest.mark.clause("GJ-60")
def test_a_round_may_stop_when_a_team_is_out():
    hands = ["4", "9 3 3", "5", "9 3", "6", "9 3"]
    table = Table(hands, stop_when_team_out=True)
    table.play(0, "4").skip(1).play(2, "5").skip(3).play(4, "6")
    assert table.is_over
    assert table.finish() == [0, 2, 4, 3, 5, 1]


@pytest.mark.clause("GJ-72")
@pytest.mark.parametrize(("option", "shown"), [("true", 11), ("at_10", -1)])
def test_hand_sizes_are_public_always_or_from_ten(option, shown):
    hands = ["4 4 5 5 6 6 7 7 8 8 9", "3 3", *["3 3"] * 4]
    table = Table(hands, hand_sizes_public=option)
    assert table.state["view"]["left"].tolist() == [shown, 2, 2, 2, 2, 2]
    table.play(0, "9")
    assert table.state["view"]["left"][0] == 10

"""Pieces of Gou Ji rounds: what the rules let happen next, and what not (GJ-19 to GJ-60)."""

from __future__ import annotations

import pytest

from tests.oracle.gouji_script import Script

PASSES = ["1 pass", "2 pass", "3 pass", "4 pass", "5 pass"]


def test_duel_is_between_opposite_seats_and_its_winner_leads():
    script = Script({0: "K K 2 2 5 6", 3: "A A 7 7", 4: "A A 9", 1: "A A 6"}, ["0! K K"])
    for other in (1, 2, 4, 5):
        assert not script.allows(f"{other} pass")
    assert not script.allows("1: A A")
    assert not script.allows("3! A A")
    script.acts += ["3: A A", "0: 2 2", "3 pass"]
    assert not script.allows("clear 3")
    script.acts += ["clear 0", "0: 5"]
    assert script.allows("1: 6")
    assert not script.allows("3 pass")


def test_duimen_who_has_passed_answers_a_gouji():
    hands = {0: "5 5 K K 6", 1: "8 8 9", 3: "A A 7 6", 2: "A A"}
    script = Script(hands, ["0: 5 5", "1: 8 8", "2 pass", "3 pass", "4 pass", "5 pass", "0! K K"])
    assert not script.allows("1 pass")
    assert script.allows("3: A A", "0 pass", "clear 3", "3: 7", "4 pass")


def test_red_joker_ends_a_duel_at_once():
    script = Script({2: "3 3 RJ 9 8", 3: "A A A", 5: "RJ RJ RJ"}, ["2! 3 3 RJ"])
    assert script.allows("clear 2", "2: 9", "3 pass")
    assert not script.allows("5 pass")
    assert not script.allows("shao 3 2 A / A A A / 3")


def test_no_gouji_where_the_duimen_is_out():
    script = Script({1: "Q Q Q 5", 2: "K K K 5"}, ["1: Q Q Q"], out=(4,))
    assert script.allows("2! K K K")  # seat 2's own opposite, seat 5, is still in
    assert not Script({1: "Q Q Q 5"}, ["1! Q Q Q"], out=(4,)).allows()


def test_last_play_is_no_gouji_and_the_wind_goes_to_the_right():
    script = Script({0: "A A"}, ["0: A A", "out 0 1"])
    assert script.allows(*PASSES, "wind 1", "1: 3 3 3")
    assert not script.allows(*PASSES, "wind 2")
    assert not script.allows(*PASSES, "clear 1")
    assert not script.allows("3 pass")
    assert not Script({0: "A A"}, ["0! A A"]).allows()


@pytest.mark.parametrize(("rule", "heir"), [("right_neighbour", 3), ("next_teammate", 3)])
def test_wind_passes_over_an_empty_seat(rule, heir):
    acts = ["1: 5 5", "out 1 2", "3 pass", "4 pass", "5 pass", "0 pass"]
    script = Script({1: "5 5"}, acts, {"wind_catcher": rule}, out=(2,))
    assert script.allows(f"wind {heir}")
    assert not script.allows("wind 2")


def test_wind_to_the_next_team_mate():
    acts = ["0: 5 5", "out 0 1", *PASSES]
    script = Script({0: "5 5"}, acts, {"wind_catcher": "next_teammate"})
    assert script.allows("wind 2")
    assert not script.allows("wind 1")


def test_last_play_that_only_the_duimen_may_answer():
    rules = {"gouji_on_last_play": "duimen_only"}
    script = Script({0: "A A", 3: "2 2 5"}, ["0! A A", "out 0 1"], rules)
    assert script.allows("3: 2 2", "clear 3", "3: 5")
    assert script.allows("3 pass", "wind 1")
    assert not script.allows("1 pass")
    ends = Script({0: "A A", 3: "2 2"}, ["0! A A", "out 0 1", "3: 2 2", "out 3 2"], rules)
    assert ends.allows("wind 4")
    assert not ends.allows("4 pass")


def test_going_out_inside_a_duel_opens_it_to_all():
    acts = ["0! J J J J", "3: Q Q Q Q", "out 3 1"]
    hands = {0: "J J J J 5", 3: "Q Q Q Q"}
    script = Script(hands, acts)
    assert script.allows("4 pass", "5 pass", "0 pass", "1 pass", "2 pass", "wind 4")
    assert not script.allows("0 pass")
    alone = Script(hands, acts, {"gouji_exit": "opponent_only"})
    assert alone.allows("0 pass", "wind 4")
    assert not alone.allows("4 pass")


def test_who_had_passed_before_the_duel_stays_out_of_it():
    hands = {0: "5 5 K K 6", 1: "8 8 9", 3: "A A"}
    acts = ["0: 5 5", "1: 8 8", "2 pass", "3 pass", "4 pass", "5 pass", "0! K K", "3: A A"]
    script = Script(hands, [*acts, "out 3 1"])
    assert script.allows("0 pass", "1 pass", "wind 4")
    assert not script.allows("4 pass")


def test_gouji_with_few_players_left():
    rules = {"gouji_min_active": 5}
    script = Script({0: "K K 5"}, ["0: K K"], rules, out=(1, 2))
    assert script.allows("3 pass")
    assert not Script({0: "K K 5"}, ["0! K K"], rules, out=(1, 2)).allows()
    assert Script({0: "K K 5"}, ["0! K K"], rules, out=(1,)).allows()


SHAO_A = {0: "K K 2 2 7 8", 1: "A A 5 5 5", 4: "2 2 8", 5: "A A 6"}
RUN_A = ["0! K K", "shao 1 0 A / A A / 5 5 5", "1: A A"]


def test_shao_pai_of_two_goes_through():
    script = Script(SHAO_A, [*RUN_A, "clear 1", "1: 5 5 5", "out 1 1"])
    assert script.allows("2 pass", "3 pass", "4 pass", "5 pass", "0 pass", "wind 2")
    assert not script.allows("0 pass")
    assert not Script(SHAO_A, [*RUN_A, "1: 5 5 5"]).allows()


def test_shao_pai_of_two_broken_by_the_attacker():
    script = Script(SHAO_A, [*RUN_A, "cut 0! 2 2"])
    assert script.allows("3 pass", "clear 0", "0: 7", "1 pass")
    assert not script.allows("1 pass")
    assert not Script(SHAO_A, [*RUN_A, "cut 0: 2 2"]).allows()
    assert not Script(SHAO_A, [*RUN_A, "cut 5! A A"]).allows()


def test_shao_pai_broken_by_the_seat_opposite_the_announcer():
    script = Script(SHAO_A, [*RUN_A, "cut 4! 2 2"])
    assert script.allows("1 pass", "clear 4")
    assert not script.allows("1: 5 5 5")
    only = {"shao_interrupters": "attacker_only"}
    assert not Script(SHAO_A, [*RUN_A, "cut 4! 2 2"], only).allows()
    assert Script(SHAO_A, [*RUN_A, "cut 0! 2 2"], only).allows()


def test_interrupter_who_goes_out_leaves_normal_play():
    hands = SHAO_A | {4: "2 2"}
    script = Script(hands, [*RUN_A, "cut 4: 2 2", "out 4 1"])
    assert script.allows("5 pass", "0 pass", "1 pass", "2 pass", "3 pass", "wind 5")
    marked = ["5: 9 9", "0! K K", *RUN_A[1:], "cut 4: 2 2", "out 4 1"]
    hands |= {5: "9 9 6", 0: "K K 7"}
    assert Script(hands, marked).allows("5 pass", "0 pass", "1 pass")


def test_marks_stand_when_the_interrupter_goes_out():
    hands = SHAO_A | {4: "2 2", 5: "9 9 6"}
    acts = ["4 pass", "5 pass", "0! K K", *RUN_A[1:], "cut 4: 2 2", "out 4 1"]
    script = Script(hands | {3: "6 6 3 3"}, ["3: 6 6", *acts])
    assert not script.allows("5 pass")  # he passed before, seat 4 too, who could still cut in
    assert script.allows("0 pass", "1 pass", "2 pass", "3 pass", "wind 5")


RUN_B = ["3! A A", "shao 4 3 B / 2 2 / 7 7 {} / 6", "4: 2 2", "clear 4", "4: 7 7 {}"]


def script_b(joker, rules=None):
    hands = {3: "A A 5 5", 4: f"2 2 7 7 {joker} 6", 0: "9 9 RJ 4", 5: "9 9 9 4"}
    return Script(hands, [act.format(joker) for act in RUN_B], rules or {})


def test_chain_with_a_red_joker_goes_through():
    script = script_b("RJ")
    assert script.allows("clear 4", "4: 6", "out 4 1", "5 pass")
    assert not script.allows("cut 0: 9 9 RJ")
    assert not script.allows("cut 5: 9 9 9")


def test_chain_broken_after_c1_starts_no_gouji():
    script = script_b("BJ")
    after = ["1 pass", "2 pass", "3 pass", "4 pass", "5 pass", "clear 0"]
    assert script.allows("cut 0: 9 9 RJ", *after)
    assert not script.allows("cut 0! 9 9 RJ")
    assert not script.allows("cut 5: 9 9 9")
    gouji = script_b("BJ", {"shao_chain_break": "gouji"})
    assert gouji.allows("cut 0! 9 9 RJ", "clear 0")


@pytest.mark.parametrize(
    "shao",
    [
        "shao 1 0 A / A A / 5 5",
        "shao 1 0 B / A A / 5 5 5",
        "shao 1 3 A / A A / 5 5 5",
        "shao 2 0 A / 3 3 3 / 4 4 4",
        "shao 1 0 A / 5 5 / A A 5",
        "shao 1 0 B / A A / 5 5 / 5",
        "shao 5 0 B / A A / 6 / 6",
    ],
)
def test_announcements_that_are_not_in_order(shao):
    assert not Script(SHAO_A, ["0! K K"]).allows(shao)
    assert Script(SHAO_A, ["0! K K"]).allows(RUN_A[1])


def test_one_combination_is_no_shao_pai_unless_allowed():
    hands = {0: "K K 5", 1: "A A", 3: "A A"}
    assert not Script(hands, ["0! K K", "shao 1 0 A / A A"]).allows()
    allowed = Script(hands, ["0! K K", "shao 1 0 A / A A"], {"shao_single_allowed": True})
    assert allowed.allows("1: A A", "out 1 1", "2 pass", "3 pass")
    assert Script(hands, ["0! K K", "3: A A", "out 3 1"]).allows("4 pass")


def test_second_shao_window_after_the_duimen_passed():
    acts = ["0! K K", "3 pass", "shao 1 0 A / A A / 5 5 5", "1: A A"]
    assert not Script(SHAO_A, acts).allows()
    assert Script(SHAO_A, acts, {"shao_window": "after_duimen_pass"}).allows("clear 1")


def test_shao_window_after_every_play_of_a_duel():
    hands = {0: "K K 4 4 4", 3: "A A 8", 2: "2 2 9"}
    acts = ["0! K K", "3: A A", "shao 2 3 A / 2 2 / 9", "2: 2 2", "clear 2", "2: 9"]
    assert not Script(hands, acts).allows()
    assert Script(hands, acts, {"shao_window": "every_duel_play"}).allows("out 2 1", "3 pass")


def test_interruption_opens_a_window_of_its_own():
    hands = SHAO_A | {3: "BJ BJ 9 9"}
    script = Script(hands, [*RUN_A, "cut 0! 2 2", "shao 3 0 A / BJ BJ / 9 9"])
    assert script.allows("3: BJ BJ", "clear 3", "3: 9 9", "out 3 1")


RANG = {0: "7 7 T T K K", 3: "9 9 8", 4: "J J 8", 5: "Q Q 8"}
ASKED = ["0: 7 7", "1 pass", "2 pass", "3: 9 9"]


def test_rang_pai_granted_binds():
    script = Script(RANG, [*ASKED, "rang 0 4 yes"])
    assert script.allows("4 pass", "5 pass", "0: T T", "3 pass")
    assert script.allows("4 pass", "5 pass", "0! K K", "3 pass", "clear 0")
    assert not script.allows("4: J J")
    assert not script.allows("5 pass")


def test_rang_pai_refused_or_out_of_place():
    assert Script(RANG, [*ASKED, "rang 0 4 no"]).allows("4: J J", "5 pass")
    assert not Script(RANG, [*ASKED, "rang 3 1 yes"]).allows()
    assert not Script(RANG, [*ASKED, "rang 0 2 yes"]).allows()
    assert not Script(RANG, [*ASKED, "rang 0 4 yes"], {"rang_pai": "off"}).allows()
    early = Script(RANG | {1: "8 8 3"}, ["0: 7 7", "1: 8 8", "2 pass", "3: 9 9"])
    assert early.allows("4 pass")
    assert not early.allows("rang 0 4 yes")


def test_pass_locks_until_the_table_is_cleared():
    acts = ["0: 4", "1 pass", "2: 6", "3 pass", "4 pass", "5 pass", "0: 8"]
    script = Script({0: "4 8 5 5", 1: "9 9 5", 2: "6 9 5"}, acts)
    assert not script.allows("1: 9")
    assert script.allows("2 pass", "clear 0", "0: 5", "1: 9")
    assert script.allows("2: 9", "0 pass", "clear 2")


def test_leader_cannot_pass_nor_lead_two_ranks():
    hands = {0: "5 6 2 7"}
    assert not Script(hands, ["0 pass"]).allows()
    assert not Script(hands, ["0: 5 6"]).allows()
    assert not Script(hands, ["0: 5 5"]).allows()
    assert not Script(hands, ["0: 5S"]).allows()
    assert Script(hands, ["0: 5 2"]).allows()


def test_free_order_late_in_the_round():
    hands = {3: "5 6 7", 2: "8 9", 0: "9 8"}
    script = Script(hands, ["3: 5"], out=(1, 4, 5))
    assert script.allows("2: 8", "0: 9", "3 pass")
    assert script.allows("0: 8", "2: 9", "3 pass")
    assert not script.allows("2: 8", "3: 6")
    fixed = Script(hands, ["3: 5"], {"endgame_order": "seat_order"}, out=(1, 4, 5))
    assert not fixed.allows("2: 8")


def test_round_ends_with_one_player_or_one_team_left():
    hands = {0: "5", 1: "6 7"}
    last = Script(hands, ["0: 5", "out 0 5"], out=(2, 3, 4, 5))
    assert not last.allows("clear 1")
    fault, play = last.play()
    assert fault is None
    assert play.ranking() == [2, 3, 4, 5, 0, 1]
    hands = {0: "5", 1: "6 7", 3: "8", 5: "9 9"}
    team = Script(hands, ["0: 5", "out 0 3"], {"stop_when_team_out": True}, out=(2, 4))
    assert team.play()[1].ranking() == [2, 4, 0, 3, 1, 5]
    assert Script(hands, ["0: 5", "out 0 3"], out=(2, 4)).allows("1 pass", "3: 8")

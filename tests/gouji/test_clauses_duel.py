"""Gou Ji as a duel, passing, Rang Pai and the wind, as the kernels play (GJ-38 to GJ-57)."""

from __future__ import annotations

import pytest

from simcore.gouji.records import End, Trigger
from tests.gouji.kernels import Table


def without(hands: dict[int, str], seat: int) -> dict[int, str]:
    """Return hands less that of a seat that is out."""
    return {other: cards for other, cards in hands.items() if other != seat}


PASSES = ["1 pass", "2 pass", "3 pass", "4 pass", "5 pass"]


@pytest.mark.clause("GJ-3", "GJ-4")
@pytest.mark.parametrize("seat", range(6))
def test_turns_go_to_the_next_seat_and_a_duel_to_the_one_across(seat):
    order = [(seat + step) % 6 for step in range(1, 6)]
    across = (seat + 3) % 6
    hands = {s: "5 7 K K" for s in range(6)} | {across: "A A 8"}
    table = Table(hands, [f"{seat} 5", "-"])
    assert table.told == [f"{seat} 5", *(f"{s} pass" for s in order), f"clear {seat}"]
    assert table.asked == [f"LEAD {seat}", *(f"FOLLOW {s}" for s in order), f"LEAD {seat}"]
    duel = Table(hands, [f"{seat} K K", f"{across} pass"])
    assert duel.told == [f"{seat}! K K", f"{across} pass", f"clear {seat}"]


@pytest.mark.clause("GJ-38")
def test_a_trigger_led_or_replied_starts_a_gouji():
    hands = {0: "8 8 K K 5", 1: "K K 5", 4: "A A 7", 3: "5 5 5"}
    assert Table(hands, ["0 K K"]).told[0] == "0! K K"
    assert Table(hands, ["0 8 8", "1 K K"]).told == ["0 8 8", "1! K K"]
    assert Table(hands, ["0 8 8", "1 K K"], shao_pai="off").question == "DUEL 4"
    assert Table(hands, ["0 K"]).told[0] == "0 K"


@pytest.mark.clause("GJ-38")
def test_a_trigger_as_last_play_is_an_ordinary_play_unless_the_duimen_may_answer_it():
    hands = {0: "A A", 3: "2 2 5", 1: "2 2 5"}
    normal = Table(hands, ["0 A A"])
    assert normal.told == ["0 A A", "out 0 1"]
    assert normal.question == "FOLLOW 1"
    rules = {"gouji_on_last_play": "duimen_only"}
    alone = Table(hands, ["0 A A"], **rules)
    assert alone.told == ["0! A A", "out 0 1"]
    assert alone.question == "WORD 3"
    assert Table(hands, ["0 A A", "3 2 2"], **rules).told[2:] == ["3 2 2", "clear 3"]
    assert Table(hands, ["0 A A", "3 2 2"], **rules).question == "LEAD 3"
    assert Table(hands, ["0 A A", "3 pass"], **rules).told[2:] == ["3 pass", "wind 1"]
    both_out = Table(hands | {3: "2 2"}, ["0 A A", "3 2 2"], **rules)
    assert both_out.told[2:] == ["3 2 2", "out 3 2", "wind 4"]
    assert not Table(hands | {0: "8 8"}, ["0 8 8"], **rules).told[0].startswith("0!")


@pytest.mark.clause("GJ-38")
@pytest.mark.parametrize("least", [2, 3, 4, 5, 6])
def test_a_gouji_needs_enough_seats_with_cards_after_the_play(least):
    for n_out in range(5):
        out = (1, 2, 4, 5)[:n_out]
        table = Table({0: "K K 5"}, ["0 K K"], out=out, gouji_min_active=least)
        assert (table.told[0] == "0! K K") == (6 - n_out >= least)
    last = {"gouji_on_last_play": "duimen_only", "gouji_min_active": least}
    for n_out in range(4):
        table = Table({0: "K K"}, ["0 K K"], out=(1, 2, 4, 5)[:n_out], **last)
        assert (table.told[0] == "0! K K") == (5 - n_out >= least)


@pytest.mark.clause("GJ-39")
def test_any_reply_inside_a_duel_continues_it():
    hands = {0: "T T T J J 5", 3: "Q Q 7 7"}
    own = {"gouji_thresholds": {"T": 2}}
    table = Table(hands, ["0 T T", "3 Q Q"], **own)
    assert table.told == ["0! T T", "3 Q Q", "0 pass", "clear 3"]
    weak = Table(hands | {0: "T T K K 5"}, ["0 T T", "3 Q Q", "0 K K"], **own)
    assert weak.told == ["0! T T", "3 Q Q", "0 K K", "3 pass", "clear 0"]


@pytest.mark.clause("GJ-40", "GJ-42")
def test_the_two_answer_in_turn_and_who_passes_first_loses():
    hands = {0: "K K 2 2 5 6", 3: "A A 7 7", 1: "A A 6", 2: "2 2 7", 4: "A A 9", 5: "2 2 7"}
    table = Table(hands, ["0 K K", "3 A A", "0 2 2", "0 5", "1 6"], shao_pai="off")
    assert table.asked == ["LEAD 0", "DUEL 3", "DUEL 0", "LEAD 0", "FOLLOW 1", "FOLLOW 2"]
    assert table.told == ["0! K K", "3 A A", "0 2 2", "3 pass", "clear 0", "0 5", "1 6"]
    assert table.view["passed"] == 0
    lost = Table(hands, ["0 K K", "3 A A", "0 pass"], shao_pai="off")
    assert lost.told[2:] == ["0 pass", "clear 3"]
    assert lost.record["gouji_ends"][Trigger.KINGS].tolist() == [0, 1, 0, 0]
    assert table.record["gouji_ends"][Trigger.KINGS, End.STARTER] == 1
    assert table.record["gouji"] == 1
    assert Table(hands, ["0 K K", "3 7 7"], shao_pai="off").is_illegal


@pytest.mark.clause("GJ-41", "GJ-42")
def test_the_duimen_answers_although_he_has_passed():
    hands = {0: "5 5 K K 6", 1: "8 8 9", 3: "A A 7 6"}
    acts = ["0 5 5", "1 8 8", "3 pass", "0 K K"]
    table = Table(hands, [*acts, "3 A A"])
    assert table.told[-4:] == ["0! K K", "3 A A", "0 pass", "clear 3"]
    assert "2 pass" in table.told
    assert table.record["reentries"] == 1
    # After the clear all marks are gone: seats 4 and 5, who had passed, are asked again.
    later = Table(hands | {4: "8 3", 5: "8 3"}, [*acts, "3 A A", "3 7"])
    assert later.question == "FOLLOW 4"


@pytest.mark.clause("GJ-42")
def test_a_red_joker_ends_a_duel_without_a_question():
    led = Table({2: "3 3 RJ 9 8", 5: "RJ RJ RJ 4"}, ["2 3 3 RJ"])
    assert led.told == ["2! 3 3 RJ", "clear 2"]
    assert led.record["passes"] == 0
    hands = {0: "K K 5 6", 3: "A RJ 7"}
    answered = Table(hands, ["0 K K", "3 A RJ"], shao_window="every_duel_play")
    assert answered.told == ["0! K K", "3 A RJ", "clear 3"]
    assert answered.question == "LEAD 3"


EXIT = {0: "J J J J 5", 3: "Q Q Q Q", 4: "K K K K 6", 5: "3 5"}


@pytest.mark.clause("GJ-43")
def test_going_out_inside_a_duel_opens_the_table_to_all_unmarked():
    table = Table(EXIT, ["0 J J J J", "3 Q Q Q Q", "4 pass", "-"], shao_pai="off")
    assert table.told == [
        *("0! J J J J", "3 Q Q Q Q", "out 3 1", "4 pass", "5 pass", "0 pass", "1 pass", "2 pass"),
        "wind 4",
    ]
    assert table.record["gouji_ends"][Trigger.JACKS, End.EXIT] == 1
    beaten = Table(EXIT, ["0 J J J J", "3 Q Q Q Q", "4 K K K K"], shao_pai="off")
    assert beaten.told[3] == "4! K K K K"
    alone = {"gouji_exit": "opponent_only", "shao_pai": "off"}
    assert Table(EXIT, ["0 J J J J", "3 Q Q Q Q", "-"], **alone).told[3:] == ["0 pass", "wind 4"]
    strong = EXIT | {0: "J J J J A A A A 5"}
    won = Table(strong, ["0 J J J J", "3 Q Q Q Q", "0 A A A A"], **alone)
    assert won.told[3:] == ["0 A A A A", "clear 0"]
    assert won.question == "LEAD 0"


@pytest.mark.clause("GJ-43", "GJ-44")
def test_marks_from_before_the_duel_stand_but_for_the_other_duellist():
    hands = {0: "5 5 K K 2 2 6", 1: "8 8 9", 3: "A A", 4: "2 2 6"}
    acts = ["0 5 5", "1 8 8", "4 pass", "0 K K", "3 A A"]
    table = Table(hands, [*acts, "0 2 2"], shao_pai="off", rang_pai="off")
    at = table.told.index("0! K K")
    assert table.told[:at] == ["0 5 5", "1 8 8", "2 pass", "3 pass", "4 pass", "5 pass"]
    assert table.told[at : at + 4] == ["0! K K", "3 A A", "out 3 1", "0 2 2"]
    # The other duellist answers though he too is marked: here he starts it as a marked Dui Men.
    hands = {0: "2 2 8 8 6", 3: "5 5 K K", 4: "6 6 4", 5: "7 7 4", 1: "9 9 4"}
    acts = ["3 5 5", "4 6 6", "5 7 7", "0 pass", "1 9 9", "3 K K", "0 2 2"]
    again = Table(hands | {3: "5 5 K K 4 4"}, acts, shao_pai="off", rang_pai="off")
    assert again.told[-3:] == ["0 2 2", "3 pass", "clear 0"]
    assert again.record["reentries"] == 1


@pytest.mark.clause("GJ-44")
def test_a_seat_that_passed_does_not_act_again_in_the_series():
    hands = {0: "5 9 3", 1: "8 K 3", 2: "7 Q 3", 3: "T 3 3"}
    table = Table(hands, ["0 5", "1 pass", "2 7", "3 T", "0 pass", "2 Q"])
    assert [act for act in table.asked if act.endswith(" 1")] == ["FOLLOW 1"]
    assert table.told[-1] == "clear 2"
    fresh = Table(hands, ["0 5", "1 pass", "2 7", "3 T", "0 pass", "2 Q", "2 3", "-"])
    assert fresh.asked.count("FOLLOW 1") == 2


@pytest.mark.clause("GJ-45")
def test_the_owner_clears_when_all_others_are_marked():
    hands = {0: "5 9 3", 2: "9 3 3", 4: "T 3"}
    table = Table(hands, ["0 5", "2 9", "4 T", "-"])
    assert table.told == [
        *("0 5", "1 pass", "2 9", "3 pass", "4 T", "5 pass", "0 pass", "2 pass", "clear 4")
    ]
    assert table.view["passed"] == 0
    assert table.view["table"] == 0
    gone = Table({0: "9", 1: "3 3"}, ["0 9", "-"])
    assert gone.told == ["0 9", "out 0 1", *PASSES, "wind 1"]


RANG = {0: "7 7 4 4", 3: "9 9 4", 4: "J J 4", 5: "T T 4", 1: "8 3", 2: "8 3"}


@pytest.mark.clause("GJ-55")
def test_the_owner_may_ask_his_team_mate_to_pass():
    granted = Table(RANG, ["0 7 7", "3 9 9", "4 yes", "5 T T"])
    assert granted.told[:7] == [
        *("0 7 7", "1 pass", "2 pass", "3 9 9", "rang 0 4 yes", "4 pass", "5 T T")
    ]
    assert granted.record["rang_granted"] == granted.record["rang_asked"] == 1
    refused = Table(RANG, ["0 7 7", "3 9 9", "4 no", "4 J J"])
    assert refused.told[3:6] == ["3 9 9", "rang 0 4 no", "4 J J"]
    assert refused.record["rang_granted"] == 0
    off = Table(RANG, ["0 7 7", "3 9 9"], rang_pai="off")
    assert off.question == "FOLLOW 4"


@pytest.mark.clause("GJ-55")
@pytest.mark.parametrize(
    ("hands", "acts", "is_asked"),
    [
        ({3: "9 9"}, ["0 7 7", "3 9 9"], True),  # P+3 may go out by it
        ({1: "8 8 3"}, ["0 7 7", "1 8 8", "3 9 9"], False),  # P is not the owner
        ({3: "K K 4"}, ["0 7 7", "3 K K"], False),  # a Gou Ji
        ({3: "4 4 4 4"}, ["0 7 7", "4 J J"], False),  # P+3 did not beat it
        ({0: "7 7"}, ["0 7 7", "3 9 9"], False),  # P is out
    ],
)
def test_rang_pai_is_asked_where_p_plus_3_beats_p_in_normal_play(hands, acts, is_asked):
    assert ("RANG 4" in Table(RANG | hands, acts).asked) == is_asked


@pytest.mark.clause("GJ-55")
def test_rang_pai_needs_a_team_mate_with_a_turn_and_two_active_seats_that_passed():
    # P+4 passed before: seat 1 owns, 2 and 3 are marked, 4 beats; 5 is asked unless marked too.
    marked = {0: "5 5 4", 1: "6 6 8 8 4", 4: "7 7 9 9 4", 5: "T T 4"}
    acts = ["0 5 5", "1 6 6", "4 7 7", "5 pass", "1 8 8", "4 9 9"]
    assert not any(asked.startswith("RANG") for asked in Table(marked, acts).asked[6:])
    fresh = ["0 5 5", "1 8 8", "4 9 9"]
    assert "RANG 5" in Table(marked, fresh).asked
    out = Table(without(RANG, 1), ["0 7 7", "3 9 9"], out=(1,))
    assert "RANG 4" not in out.asked
    assert "RANG 4" in Table(without(RANG, 5), ["0 7 7", "3 9 9"], out=(5,)).asked
    gone = Table(without(RANG, 4), ["0 7 7", "3 9 9"], out=(4,))
    assert not any(question.startswith("RANG") for question in gone.asked)


@pytest.mark.clause("GJ-56")
def test_an_unbeaten_last_play_gives_the_lead_to_the_right():
    hands = {1: "9 9", 2: "A A 5", 3: "3 3", 4: "5 5 5"}
    table = Table(hands, ["1 9 9", "-"])
    assert table.told == [
        *("1 9 9", "out 1 1", "2 pass", "3 pass", "4 pass", "5 pass", "0 pass", "wind 2")
    ]
    assert table.record["wind"] == 1
    assert table.record["wind_by"].tolist() == [0, 0, 1, 0, 0, 0]
    mate = Table(hands, ["1 9 9", "-"], wind_catcher="next_teammate")
    assert mate.told[-1] == "wind 3"
    beaten = Table(hands, ["1 9 9", "2 A A"])
    assert beaten.told[2] == "2! A A"
    for rule in ("right_neighbour", "next_teammate"):
        past = Table({1: "9 9"}, ["1 9 9", "-"], out=(2,), wind_catcher=rule)
        assert past.told[-1] == "wind 3"
    skips = Table({1: "9 9"}, ["1 9 9", "-"], out=(3,), wind_catcher="next_teammate")
    assert skips.told[-1] == "wind 5"
    nobody = Table({1: "9 9"}, ["1 9 9", "-"], out=(3, 5), wind_catcher="next_teammate")
    assert nobody.told[-1] == "wind 2"


@pytest.mark.clause("GJ-57")
def test_an_out_seat_takes_no_turn_and_is_no_duimen():
    hands = {1: "Q Q Q 5", 2: "K K K 5", 4: "A A A A", 0: "A A A 5 5 5"}
    table = Table(without(hands, 4), ["1 Q Q Q", "-"], out=(4,), shao_pai="on")
    assert table.told[0] == "1 Q Q Q"
    assert "4 pass" not in table.told
    assert "FOLLOW 2" in table.asked
    assert not any(asked.startswith(("SHAO", "DUEL")) for asked in table.asked)
    assert Table(hands, ["1 Q Q Q"]).told[0] == "1! Q Q Q"

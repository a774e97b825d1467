"""Shao Pai in rounds that the kernels play (GJ-46 to GJ-54)."""

from __future__ import annotations

import pytest

from simcore.gouji import combos
from tests.gouji.kernels import Table, combo, hand, row

# Seat 0 starts with kings; seats 1, 3 and 5 may announce against him.
HANDS = {0: "K K 2 2 7 8", 1: "A A 5 5 5", 3: "A A 4 4", 4: "2 2 8", 5: "A A 6"}
RUN = ["0 K K", "1 shao A A / 5 5 5"]
TOLD = ["0! K K", "shao 1 0 A / A A / 5 5 5", "1 A A"]


def forms(cards: str, table: str, **rules: object) -> set[str]:
    found = combos.shao_forms(*hand(cards), combo(table), row(**rules), 0)
    names = {combos.FORM_A: "A", combos.FORM_B: "B", combos.SINGLE: "whole"}
    return {name for bit, name in names.items() if found & bit}


def windows(table: Table) -> list[str]:
    return [asked for asked in table.asked if asked.startswith("SHAO")]


@pytest.mark.clause("GJ-46")
def test_opponents_of_the_starter_are_asked_before_his_duimen_acts():
    table = Table(HANDS, ["0 K K", "3 A A"])
    assert table.asked == ["LEAD 0", "SHAO 1", "SHAO 3", "SHAO 5", "DUEL 3", "DUEL 0"]
    assert table.record["shao_chances"].tolist() == [0, 1, 0, 1, 0, 1]
    assert not windows(Table(HANDS, ["0 K K", "3 A A"], shao_pai="off"))
    without = Table(HANDS, ["0 K K", "3 A A"], shao_eligible="non_duimen")
    assert windows(without) == ["SHAO 1", "SHAO 5"]
    # Team mates of the starter and seats that are out have no part in it.
    gone = {seat: cards for seat, cards in HANDS.items() if seat != 5}
    assert windows(Table(gone, ["0 K K", "3 A A"], out=(5,))) == ["SHAO 1", "SHAO 3"]


MARKED = {0: "5 5 K K 7 8", 1: "A A 6 6", 2: "8 8 9", 3: "A A 4 4", 4: "2 2 8", 5: "Q 9"}


@pytest.mark.clause("GJ-46")
def test_seats_that_passed_may_announce_and_interrupt_unless_barred():
    acts = ["0 5 5", "1 pass", "2 8 8", "3 pass", "4 pass", "0 K K"]
    assert windows(Table(MARKED, [*acts, "3 A A"])) == ["SHAO 1", "SHAO 3"]
    barred = Table(MARKED, [*acts, "3 A A"], shao_after_pass=False)
    assert windows(barred) == []
    run = [*acts, "1 shao A A / 6 6"]
    assert "cut 4! 2 2" in Table(MARKED, [*run, "4 cut 2 2"]).told
    later = MARKED | {1: "A A 9 9 6 6"}
    # Here seat 1 has not passed, seat 4 has.
    acts = ["0 5 5", "1 6 6", "2 8 8", "3 pass", "4 pass", "0 pass", "1 9 9", "2 K K"]
    later |= {2: "8 8 K K 3 3", 1: "A A 6 6 9 9 5", 5: "A A 4 4"}
    free = Table(later, [*acts, "5 A A"])
    assert windows(free) == ["SHAO 3", "SHAO 5", "SHAO 1"]
    tight = Table(later, [*acts, "5 A A"], shao_after_pass=False)
    assert windows(tight) == ["SHAO 1"]


@pytest.mark.clause("GJ-46")
def test_those_who_passed_cannot_interrupt_where_they_are_barred():
    hands = {0: "5 5 K K 7 8", 1: "9 9 A A 6 6", 4: "2 2 8", 2: "8 8 9", 3: "3 3 4"}
    acts = ["0 5 5", "1 9 9", "2 pass", "4 pass", "0 K K", "1 shao A A / 6 6"]
    assert "cut 4! 2 2" in Table(hands, [*acts, "4 cut 2 2"]).told
    barred = Table(hands, [*acts, "-"], shao_after_pass=False)
    assert "INTERRUPT 4" not in barred.asked
    assert barred.record["shao_made"] == 1


@pytest.mark.clause("GJ-46")
def test_the_windows_that_shao_window_adds():
    hands = {0: "K K 4 4 4", 3: "A A 8", 2: "2 2 9", 1: "A A 5 5 5"}
    default = Table(hands, ["0 K K", "3 A A", "0 pass"])
    assert windows(default) == ["SHAO 1", "SHAO 3"]
    every = Table(hands, ["0 K K", "3 A A", "-"], shao_window="every_duel_play")
    assert windows(every) == ["SHAO 1", "SHAO 3", "SHAO 2"]
    run = ["0 K K", "3 A A", "2 shao 2 2 / 9", "-"]
    taken = Table(hands, run, shao_window="every_duel_play")
    assert taken.told[2:6] == ["shao 2 3 A / 2 2 / 9", "2 2 2", "clear 2", "2 9"]
    again = {"shao_window": "after_duimen_pass"}
    second = Table(hands, ["0 K K", "3 pass", "-"], **again)
    assert second.asked == ["LEAD 0", "SHAO 1", "SHAO 3", "DUEL 3", "SHAO 1", "SHAO 3", "LEAD 0"]
    assert second.told == ["0! K K", "3 pass", "clear 0"]
    late = {0: "K K 4 4 4", 3: "A A 8", 1: "5 5 5"}
    assert Table(late, ["0 K K", "3 pass", "-"], **again).asked[3:] == ["SHAO 3", "LEAD 0"]
    barred = Table(late, ["0 K K", "3 pass", "-"], shao_after_pass=False, **again)
    assert barred.asked == ["LEAD 0", "SHAO 3", "DUEL 3", "LEAD 0"]
    # It is the pass of the Dui Men alone that opens it again.
    other = Table(hands, ["0 K K", "3 A A", "0 pass"], **again)
    assert windows(other) == ["SHAO 1", "SHAO 3"]
    assert other.told[-1] == "clear 3"


@pytest.mark.clause("GJ-47")
def test_which_hands_may_be_cut():
    assert forms("A A 5 5 5", "K K") == {"A"}
    assert forms("A A 5 5 6", "K K") == set()
    assert forms("A A 5 5 6 RJ", "K K") == {"B"}
    assert forms("A A 5 6 7 RJ", "K K") == set()
    assert forms("A A 5 6 7 RJ BJ", "K K") == {"B"}
    assert forms("A A 5 RJ", "K K") == {"A", "B"}
    assert forms("Q Q 5 5 5", "K K") == set()
    assert forms("A A BJ", "K K") == {"A"}
    assert forms("A A BJ 2", "K K") == {"A", "B"}
    assert forms("A RJ 7 7", "K K") == {"A"}  # C1 needs a joker here, and may have it
    assert forms("A A", "K K") == set()


@pytest.mark.clause("GJ-47")
def test_what_the_two_options_change():
    one = "A A A A"
    assert forms(one, "K K") == {"A"}
    assert forms(one, "K K", shao_two_test="minimal") == set()
    assert forms("A A 5 5", "K K", shao_two_test="minimal") == {"A"}
    assert forms("A A 2 2", "K K", shao_two_test="minimal") == set()
    assert "B" in forms("A A A RJ", "K K", shao_two_test="minimal")
    assert forms("A A", "K K", shao_single_allowed=True) == {"whole"}
    assert forms("A A 5", "K K", shao_single_allowed=True) == {"A"}


@pytest.mark.clause("GJ-47")
@pytest.mark.parametrize(
    ("cards", "cut"),
    [
        ("A A 5 5 5", "A A / 5 5"),  # not the whole hand
        ("A A 5 5 5", "5 5 / A A 5"),  # C1 does not beat the table
        ("A A 5 5 5", "A A / 5 5 / 5"),  # no joker between C1 and F
        ("A A 5 5 5", "A A / 5 5 5 5"),  # more than the hand
        ("A A 5 5 5 RJ", "A A / 5 5 5 / RJ"),  # the joker is in F
        ("A A 5 5 5", "A A 5 5 5"),
    ],
)
def test_a_cut_that_is_none_is_refused(cards, cut):
    assert Table(HANDS | {1: cards}, ["0 K K", f"1 shao {cut}"]).is_illegal


@pytest.mark.clause("GJ-47")
def test_the_cut_is_shown_with_its_form():
    cards = {1: "A A 5 5 5 RJ 6"}
    table = Table(HANDS | cards, ["0 K K", "1 shao A A / 5 5 5 RJ / 6", "-"])
    assert table.told[1] == "shao 1 0 B / A A / 5 5 5 RJ / 6"
    assert Table(HANDS, RUN).told[1] == TOLD[1]
    minimal = Table(
        HANDS | {1: "A A A A"}, ["0 K K", "1 shao A A / A A", "-"], shao_two_test="exists"
    )
    assert minimal.told[1] == "shao 1 0 A / A A / A A"
    single = HANDS | {1: "A A"}
    assert "SHAO 1" not in Table(single, ["0 K K", "3 A A"]).asked
    acts = ["0 K K", "1 shao A A", "4 2 2"]
    whole = Table(single, acts, shao_single_allowed=True)
    assert whole.told[1:6] == ["shao 1 0 A / A A", "1 A A", "out 1 1", "2 pass", "3 pass"]
    assert whole.told[6] == "4 2 2"  # no Gou Ji: its Dui Men is out
    before = {0: "5 5 K K 7", 1: "A A", 2: "6 6 9 9", 4: "2 2 8", 5: "8 8 2 2 7"}
    marks = ["0 5 5", "2 6 6", "4 pass", "5 8 8", "0 K K", "1 shao A A", "5 2 2"]
    kept = Table(before, marks, shao_single_allowed=True)
    at = kept.told.index("1 A A")
    assert "4 pass" in kept.told[:at]
    assert "4 pass" not in kept.told[at:]


@pytest.mark.clause("GJ-48")
def test_of_several_willing_the_first_in_turn_goes():
    table = Table(HANDS, ["0 K K", "5 shao A A / 6"])
    assert windows(table) == ["SHAO 1", "SHAO 3", "SHAO 5"]
    taken = Table(HANDS, ["0 K K", "3 shao A A / 4 4"])
    assert windows(taken) == ["SHAO 1", "SHAO 3"]
    first = Table(HANDS, ["0 K K", "3 A A"], shao_priority="duimen_first")
    assert windows(first) == ["SHAO 3", "SHAO 1", "SHAO 5"]
    orders = {
        tuple(windows(Table(HANDS, ["0 K K", "3 A A"], seed=seed, shao_priority="random")))
        for seed in range(80)
    }
    assert len(orders) == 6
    assert all(sorted(order) == ["SHAO 1", "SHAO 3", "SHAO 5"] for order in orders)


@pytest.mark.clause("GJ-49")
def test_form_a_goes_through_if_nobody_interrupts():
    table = Table(HANDS, [*RUN, "-"])
    assert table.told == [
        *(*TOLD, "clear 1", "1 5 5 5", "out 1 1"),
        *("2 pass", "3 pass", "4 pass", "5 pass", "0 pass", "wind 2"),
    ]
    assert table.record["shao_made"] == 1
    # F is a last play that may be beaten, and marks from before the run are gone.
    hands = HANDS | {0: "5 5 K K 7 8", 4: "7 7 7", 1: "A A 5 5 5", 2: "6 6 9"}
    acts = ["0 5 5", "2 6 6", "3 pass", "4 pass", "5 pass", "0 K K"]
    beaten = Table(hands, [*acts, "1 shao A A / 5 5 5", "4 7 7 7"])
    at = beaten.told.index("out 1 1")
    assert beaten.told[at + 1 : at + 5] == ["2 pass", "3 pass", "4 7 7 7", "out 4 2"]


@pytest.mark.clause("GJ-50")
def test_who_may_interrupt_and_in_which_order():
    strong = {seat: "2 2 8 8" for seat in (2, 3, 4, 5)} | {0: "K K 2 2 7", 1: "A A 5 5 5"}
    cuts = ["INTERRUPT 0", "INTERRUPT 2", "INTERRUPT 3", "INTERRUPT 4", "INTERRUPT 5"]
    table = Table(strong, [*RUN, "-"])
    assert [asked for asked in table.asked if asked.startswith("INT")] == cuts
    for rule, expected in (("attacker_only", cuts[:1]), ("opponents_only", [cuts[0], *cuts[1::2]])):
        narrow = Table(strong, [*RUN, "-"], shao_interrupters=rule)
        found = [asked for asked in narrow.asked if asked.startswith("INT")]
        assert found == expected
    # C1 against seat 5: he is asked first, then round from the right of the announcer.
    turned = {(seat + 5) % 6: cards for seat, cards in strong.items()}
    other = Table(turned, ["5 K K", "0 shao A A / 5 5 5", "-"])
    found = [int(asked[-1]) for asked in other.asked if asked.startswith("INT")]
    assert found == [5, 1, 2, 3, 4]
    weak = Table(strong, [*RUN, "4 cut 8 8"])
    assert weak.is_illegal


@pytest.mark.clause("GJ-50")
def test_an_interrupter_starts_a_gouji_with_his_duimen():
    by_attacker = Table(HANDS, [*RUN, "0 cut 2 2", "0 7"])
    assert by_attacker.told[3:7] == ["cut 0! 2 2", "3 pass", "clear 0", "0 7"]
    by_mate = Table(HANDS, [*RUN, "4 cut 2 2", "-"])
    assert by_mate.told[3:] == ["cut 4! 2 2", "1 pass", "clear 4"]
    assert by_mate.held(1) == "5 5 5"
    keeps = HANDS | {1: "A A BJ BJ"}
    back = Table(keeps, ["0 K K", "1 shao A A / BJ BJ", "4 cut 2 2", "1 BJ BJ"])
    assert back.told[3:6] == ["cut 4! 2 2", "1 BJ BJ", "out 1 1"]


@pytest.mark.clause("GJ-50")
def test_there_is_no_duel_if_the_interrupter_or_his_duimen_is_out():
    gone = Table(HANDS | {4: "2 2"}, [*RUN, "4 cut 2 2", "-"])
    assert gone.told[3:] == [
        *("cut 4 2 2", "out 4 1", "5 pass", "0 pass", "1 pass", "2 pass", "3 pass", "wind 5")
    ]
    hands = {0: "K K 7 8", 5: "A A 5 5 5", 1: "2 2 8", 2: "6 6", 3: "3 4"}
    alone = Table(hands, ["0 K K", "5 shao A A / 5 5 5", "1 cut 2 2", "-"], out=(4,))
    assert alone.told[3:] == [*("cut 1 2 2", "2 pass", "3 pass", "5 pass", "0 pass", "clear 1")]


@pytest.mark.clause("GJ-50")
def test_marks_after_an_interruption_are_those_before_the_run_without_the_two():
    hands = {3: "6 6 3 3", 5: "9 9 6", 0: "K K 7", 1: "A A 5 5 5", 4: "2 2", 2: "3 4"}
    acts = ["3 6 6", "4 pass", "5 9 9", "0 K K", "1 shao A A / 5 5 5", "4 cut 2 2", "-"]
    table = Table(hands, acts)
    at = table.told.index("out 4 1")
    assert table.told[:at].count("4 pass") == 1  # marked, and may interrupt all the same
    assert table.told[at:] == [
        *("out 4 1", "5 pass", "0 pass", "1 pass", "2 pass", "3 pass", "wind 5")
    ]
    # Seats 5 and 2 had passed: only they are left out afterwards; announcer 1 was marked too.
    hands = {0: "5 5 K K 7 8", 1: "A A 5 5 5", 2: "8 8 9", 3: "4 4 3", 4: "2 2", 5: "9 3"}
    acts = ["0 5 5", "1 pass", "2 8 8", "3 pass", "4 pass", "0 K K", "1 shao A A / 5 5 5"]
    table = Table(hands, [*acts, "4 cut 2 2", "-"], rang_pai="off")
    at = table.told.index("out 4 1")
    assert table.told[at + 1 :] == ["0 pass", "1 pass", "2 pass", "wind 5"]


RUN_B = {3: "A A 5 5", 4: "2 2 7 7 BJ 6", 0: "9 9 RJ 4", 5: "9 9 9 4"}
CHAIN = ["3 A A", "4 shao 2 2 / 7 7 BJ / 6"]
CHAIN_TOLD = ["3! A A", "shao 4 3 B / 2 2 / 7 7 BJ / 6", "4 2 2", "clear 4", "4 7 7 BJ"]


@pytest.mark.clause("GJ-51")
def test_form_b_is_played_out_with_a_clear_before_each_lead():
    table = Table(RUN_B, [*CHAIN, "-"])
    assert table.told[:8] == [*CHAIN_TOLD, "clear 4", "4 6", "out 4 1"]
    assert "INTERRUPT 0" in table.asked
    twice = RUN_B | {4: "2 2 7 BJ 8 RJ 6"}
    table = Table(twice, ["3 A A", "4 shao 2 2 / 7 BJ / 8 RJ / 6", "-"])
    assert table.told[2:10] == [
        *("4 2 2", "clear 4", "4 7 BJ", "clear 4", "4 8 RJ", "clear 4", "4 6", "out 4 1")
    ]


@pytest.mark.clause("GJ-52")
def test_an_interruption_of_form_b_goes_on_in_normal_turns():
    table = Table(RUN_B, [*CHAIN, "0 cut 9 9 RJ", "-"])
    assert table.told == [
        *(*CHAIN_TOLD, "cut 0 9 9 RJ"),
        *("1 pass", "2 pass", "3 pass", "4 pass", "5 pass", "clear 0"),
    ]
    assert table.record["gouji"] == 1
    gouji = Table(RUN_B, [*CHAIN, "0 cut 9 9 RJ", "-"], shao_chain_break="gouji")
    assert gouji.told[5:] == ["cut 0! 9 9 RJ", "clear 0"]
    hands = RUN_B | {0: "BJ BJ 4 4 4", 3: "A A 5 5"}
    first = Table(hands, [*CHAIN, "0 cut BJ BJ", "-"])
    assert first.told[3] == "cut 0 BJ BJ"
    started = Table(hands, [*CHAIN, "0 cut BJ BJ", "-"], shao_chain_break="gouji")
    assert started.told[3:] == ["cut 0! BJ BJ", "3 pass", "clear 0"]


@pytest.mark.clause("GJ-52")
def test_marks_are_restored_where_c1_fell_and_gone_where_a_later_lead_fell():
    hands = {
        3: "6 6 A A 5 5",
        4: "8 8 2 2 7 7 BJ",
        5: "3 3 9 9 9",
        0: "BJ BJ 9 9 RJ 4",
        1: "3",
        2: "3",
    }
    hands |= {1: "3 4 4", 2: "3 4 4", 4: "8 8 2 2 7 7 BJ 6"}
    acts = ["3 6 6", "4 8 8", "5 pass", "0 pass", "3 A A", "4 shao 2 2 / 7 7 BJ / 6"]
    c1 = Table(hands, [*acts, "0 cut BJ BJ", "-"], rang_pai="off")
    at = c1.told.index("cut 0 BJ BJ")
    assert c1.told[:at].count("1 pass") == 1
    assert c1.told[at + 1 :] == ["3 pass", "4 pass", "clear 0"]
    later = Table(hands, [*acts, "0 no", "0 cut 9 9 RJ", "-"], rang_pai="off")
    at = later.told.index("cut 0 9 9 RJ")
    assert later.told[at + 1 :] == ["1 pass", "2 pass", "3 pass", "4 pass", "5 pass", "clear 0"]


@pytest.mark.clause("GJ-53")
def test_f_cannot_be_interrupted_only_beaten_in_turn():
    hands = HANDS | {0: "K K 7 7 7 8", 4: "8 8 8 2 2", 1: "A A 5 5 5"}
    table = Table(hands, [*RUN, "0 7 7 7"])
    at = table.asked.index("FOLLOW 4")
    assert [asked for asked in table.asked[at:] if asked.startswith("INTERRUPT")] == []
    assert table.told[3:11] == [
        *("clear 1", "1 5 5 5", "out 1 1", "2 pass", "3 pass", "4 pass", "5 pass", "0 7 7 7")
    ]
    kings = Table(hands | {4: "K K K 2 2 6"}, [*RUN, "4 K K K"])
    assert "4 K K K" in kings.told  # its Dui Men is out, so it starts nothing


@pytest.mark.clause("GJ-54")
def test_the_gouji_of_an_interrupter_has_a_window_of_its_own():
    hands = HANDS | {3: "BJ BJ 9 9"}
    acts = [*RUN, "0 cut 2 2", "3 shao BJ BJ / 9 9", "-"]
    table = Table(hands, acts)
    assert table.told[3:8] == [
        *("cut 0! 2 2", "shao 3 0 A / BJ BJ / 9 9", "3 BJ BJ", "clear 3", "3 9 9")
    ]
    # The broken announcer kept his cards and may announce again, here and later.
    keeps = HANDS | {1: "A A BJ BJ 5"}
    again = Table(keeps, ["0 K K", "1 shao A A / BJ BJ / 5", "0 cut 2 2", "3 pass"])
    assert again.told[3] == "cut 0 2 2"
    mate = {0: "K K 7 8", 1: "A A BJ BJ", 4: "2 2 8", 3: "RJ RJ 9", 5: "A 3"}
    window = Table(mate, ["0 K K", "1 shao A A / BJ BJ", "4 cut 2 2", "1 BJ BJ"])
    assert [asked for asked in window.asked[4:] if asked.startswith("SHAO")] == ["SHAO 3"]
    assert "out 1 1" in window.told

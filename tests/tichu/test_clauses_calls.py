"""Calls: when they are asked for, who may bet, cards chosen anew (TI-8, TI-9, TI-59)."""

import pytest

from simcore.tichu import records as rec
from tests.tichu.table import Table

SWAPS = [f"exchange {seat} 2{suit} 3{suit} 4{suit}" for seat, suit in enumerate("jspt")]
LOWS = ("2j 3j 4j 5j", "2s 3s 4s", "2p 3p 4p", "2t 3t 4t Mah")
QUADS = ("Mah 2j 3j", "8s 9s", "3s 7s", "4s Kj Ks Kp Kt")


def points_seen(timing: str) -> set[str]:
    table = Table.dealt(*LOWS, small_tichu_timing=timing).go(*SWAPS)
    table.until("turn 3")
    seen = set(table.points)
    thrower = Table(*QUADS, small_tichu_timing=timing)
    thrower.go("0 2j", "bomb 3 Kj Ks Kp Kt", "0 -")
    return seen | set(thrower.points)


@pytest.mark.clause("TI-8")
@pytest.mark.parametrize(
    ("timing", "points"),
    [("any_time", "abcde"), ("decision_points", "abcd"), ("own_turn_only", "c")],
)
def test_the_timing_settles_at_which_points_tichu_is_asked_for(timing, points):
    assert points_seen(timing) == set(points)


@pytest.mark.clause("TI-8")
def test_all_four_are_asked_before_and_after_the_exchange():
    table = Table.dealt(*LOWS, small_tichu_timing="decision_points")
    table.until("exchange 0")
    assert table.asked[4:] == ["tichu 0", "tichu 1", "tichu 2", "tichu 3", "exchange 0"]
    assert table.points == ["a"] * 4
    table.go(*SWAPS).until("turn 3")
    assert table.points == ["a"] * 4 + ["b"] * 4 + ["c"]
    assert table.asked[-6:] == ["tichu 0", "tichu 1", "tichu 2", "tichu 3", "tichu 3", "turn 3"]


@pytest.mark.clause("TI-8")
def test_point_a_is_kept_without_an_exchange():
    table = Table.dealt("Mah", exchange="none", small_tichu_timing="decision_points")
    table.until("turn 0")
    assert table.points == ["a"] * 4 + ["c"]


@pytest.mark.clause("TI-8")
def test_after_an_act_seats_are_asked_from_the_one_behind_the_actor():
    table = Table("Mah 2j 3j", "8s 9s", "3s 7s", "4s 6s").go("0 2j").until("turn 1")
    # seat 0 has laid a card, the others are asked; then seat 1 at the start of its turn
    assert table.asked == [
        "tichu 0", "turn 0", "tichu 1", "tichu 2", "tichu 3", "tichu 1", "turn 1",
    ]  # fmt: skip
    assert table.points == ["c", "e", "e", "e", "c"]
    table.go("1 -").until("turn 2")
    assert table.asked[7:] == ["tichu 2", "tichu 3", "tichu 1", "tichu 2", "turn 2"]


@pytest.mark.clause("TI-8")
@pytest.mark.clause("TI-57")
def test_the_question_comes_before_the_bomb_window_and_after_the_wish():
    table = Table(*QUADS).go("0 Mah", "wish 0 A").until("bomb 3")
    assert table.asked == [
        "tichu 0", "turn 0", "wish 0", "tichu 1", "tichu 2", "tichu 3", "bomb 3",
    ]  # fmt: skip


@pytest.mark.clause("TI-8")
@pytest.mark.parametrize("timing", ["any_time", "decision_points", "own_turn_only"])
def test_a_call_may_come_right_before_a_bomb(timing):
    table = Table(*QUADS, small_tichu_timing=timing)
    table.go("0 2j", "bomb 3 Kj Ks Kp Kt")
    if timing == "own_turn_only":
        assert not table.question.startswith("tichu 3")
        return
    assert (table.question, table.points[-1]) == ("tichu 3", "d")
    table.go("tichu 3")
    assert table.view["bets"].tolist() == [0, 0, 0, 1]
    assert table.record["point"][3] == rec.POINT_D
    assert table.events[-2:] == [
        {"event": "tichu", "seat": 3},
        {"event": "bomb", "seat": 3, "kind": "bomb4", "rank": 13} | {"cards": QUADS[3].split()[1:]},
    ]


@pytest.mark.clause("TI-8")
def test_after_the_dragon_gift_all_are_asked_again():
    hands = ("Mah 2j 3j", "8s 9s", "Kj 3s", "Drg 4s")
    table = Table(*hands).go("0 2j").pass_on(1, 2).go("3 Drg").pass_on(0, 1, 2)
    asked = len(table.until("gift 3").asked)
    table.go("gift 3 0").until("turn 3")
    assert table.asked[asked:] == ["tichu 1", "tichu 2", "turn 3"]
    assert table.points[-2:] == ["e", "e"]
    # a trick that its owner keeps is no act of its own
    table = Table(*hands).go("0 2j").pass_on(1).go("2 Kj").pass_on(3, 0, 1)
    table.until("turn 2")
    assert table.asked[-1] == "turn 2"
    assert table.tricks == [(2, 2, 10)]
    assert "tichu" in table.asked[-2]
    table = Table(*hands, small_tichu_timing="decision_points").go("0 2j").pass_on(1, 2)
    asked = len(table.go("3 Drg").pass_on(0, 1, 2).until("gift 3").asked)
    assert table.go("gift 3 0").asked[asked:] == ["turn 3"]


@pytest.mark.clause("TI-8")
def test_who_has_laid_a_card_cannot_call_a_bomb_and_the_dog_included():
    dog = Table("Dog 2j", "8s 9s", "3s 7s", "4s 6s").go("0 Dog").until("turn 2")
    assert "tichu 0" not in dog.asked[2:]
    bomb = Table(*QUADS).go("0 2j", "bomb 3 Kj Ks Kp Kt").until("tichu 3")
    bomb.pass_on(0, 1, 2).until("turn 3")
    assert bomb.points[-1] != "c"
    assert bomb.asked.count("tichu 3") == 2  # after the lead, and at point d
    # who has only passed, or given cards in the exchange, may
    assert Table(*QUADS).go("0 2j", "1 -", "tichu 1").view["bets"][1] == rec.SMALL
    swapped = Table.dealt(*LOWS).go(*SWAPS, "tichu 1")
    assert swapped.record["point"][1] == rec.POINT_B


@pytest.mark.clause("TI-8")
def test_a_call_is_possible_out_of_turn():
    table = Table(*QUADS).go("0 2j", "tichu 2")
    assert table.view["bets"].tolist() == [0, 0, 1, 0]
    assert table.record["point"][2] == rec.POINT_E
    assert table.until("turn 1").question == "turn 1"


@pytest.mark.clause("TI-8")
@pytest.mark.parametrize("leave", ["allowed", "forbidden"])
def test_a_call_after_somebody_is_out_is_lost_if_it_is_allowed(leave):
    table = Table("Mah", "Kj 6j", "Ap 7j", "Drg 3j", tichu_after_first_out=leave)
    table.go("0 Mah", "wish 0 -")
    if leave == "forbidden":
        assert not any(question.startswith("tichu") for question in table.asked[1:])
        table.go("1 Kj")
        return
    table.go("tichu 2", "1 Kj", "2 Ap", "3 Drg").pass_on(1, 2).go("gift 3 0", "3 3j", "1 6j")
    assert table.question == "over"
    assert table.record["bets"].tolist() == [-100, 0]
    assert table.record["called_out"].tolist() == [0, 0, 1, 0]


@pytest.mark.clause("TI-8")
def test_no_question_follows_the_act_that_ends_the_round():
    table = Table("Mah", "Kj 6j", "Ap", "Drg 3j").go("0 Mah", "wish 0 -", "1 -", "2 Ap")
    assert table.question == "over"
    assert table.asked[-2:] == ["turn 2", "over"]
    table = Table("Mah", "Kj", "3p 4p", "As", small_tichu_timing="any_time")
    table.go("0 Mah", "wish 0 -", "1 Kj", "2 -", "3 As")
    assert table.asked[-2:] == ["turn 3", "over"]


@pytest.mark.clause("TI-9")
def test_only_the_caller_himself_going_out_first_wins_his_bet():
    hands = ("Mah", "Kj 6j", "Ap 7j", "Drg 3j")
    story = ("1 Kj", "2 Ap", "3 Drg", "1 -", "2 -", "gift 3 2", "3 3j", "1 6j")
    won = Table(*hands).go("tichu 0", "0 Mah", "wish 0 -", *story)
    assert won.record["finish"].tolist() == [0, 3, 1, -1]
    assert won.record["bets"].tolist() == [100, 0]
    assert won.record["made"].tolist() == [1, 0, 0, 0]
    partner = Table(*hands).go("0 Mah", "wish 0 -", "tichu 2", *story)
    assert partner.record["bets"].tolist() == [-100, 0]
    assert partner.record["made"].tolist() == [0, 0, 0, 0]
    both = Table(*hands).go("tichu 0", "0 Mah", "wish 0 -", "tichu 2", "tichu 3", *story)
    assert both.record["bets"].tolist() == [0, -100]


@pytest.mark.clause("TI-9")
def test_a_grand_caller_cannot_add_a_tichu():
    table = Table.dealt(*LOWS).go("grand 1").until("exchange 0")
    assert table.asked[-4:] == ["tichu 0", "tichu 2", "tichu 3", "exchange 0"]
    table.go(*SWAPS).until("turn 3")
    assert "tichu 1" not in table.asked
    assert table.view["bets"].tolist() == [0, 2, 0, 0]
    small = Table.dealt(*LOWS).go("tichu 1", *SWAPS).until("turn 3")
    assert small.asked.count("tichu 1") == 1


@pytest.mark.clause("TI-9")
@pytest.mark.parametrize("leave", ["allowed", "one_per_team"])
def test_partners_may_both_bet_unless_one_bet_a_team_is_all(leave):
    small = Table.dealt(*LOWS, partner_double_call=leave).go("tichu 1").until("exchange 0")
    after = small.asked[small.asked.index("tichu 1") + 1 :]
    assert ("tichu 3" in after) == (leave == "allowed")
    assert "tichu 2" in after
    grand = Table.dealt(*LOWS, partner_double_call=leave).go("grand 3").until("exchange 0")
    assert ("tichu 1" in grand.asked) == (leave == "allowed")
    assert "tichu 0" in grand.asked
    heard = Table.dealt(*LOWS, partner_double_call=leave, grand_tichu_order="sequential")
    heard.go("grand 0").until("exchange 0")
    assert ("grand 2" in heard.asked) == (leave == "allowed")
    assert "grand 3" in heard.asked
    late = Table(*QUADS, partner_double_call=leave).go("tichu 0", "0 2j").until("bomb 3")
    assert ("tichu 2" in late.asked) == (leave == "allowed")


@pytest.mark.clause("TI-59")
def test_of_two_hidden_grand_calls_of_a_team_the_lower_seats_stands():
    team = Table.dealt(*LOWS, partner_double_call="one_per_team")
    team.go("grand 0", "grand 1", "grand 2", "grand 3")
    assert team.view["bets"].tolist() == [2, 2, 0, 0]
    assert team.events[1] == {"event": "grand", "calls": [0, 1]}
    alone = Table.dealt(*LOWS, partner_double_call="one_per_team").go("grand 2", "grand 3")
    assert alone.view["bets"].tolist() == [0, 0, 2, 2]
    free = Table.dealt(*LOWS).go("grand 0", "grand 1", "grand 2", "grand 3")
    assert free.view["bets"].tolist() == [2, 2, 2, 2]


@pytest.mark.clause("TI-9")
def test_a_stake_of_nothing_takes_the_bet_off_the_table():
    table = Table.dealt(*LOWS, stake_grand=0)
    assert table.question == "tichu 0"
    table = Table.dealt(*LOWS, stake_small=0).go(*SWAPS).until("turn 3")
    assert table.points == []
    assert table.asked[:5] == ["grand 0", "grand 1", "grand 2", "grand 3", "exchange 0"]


@pytest.mark.clause("TI-9")
@pytest.mark.clause("TI-52")
def test_stakes_are_what_is_won_and_lost():
    hands = ("Mah", "Kj 6j", "Ap", "Drg 3j")
    table = Table(*hands, stake_small=70)
    table.go("tichu 0", "0 Mah", "wish 0 -", "tichu 1", "1 -", "2 Ap")
    assert table.record["bets"].tolist() == [70, -70]


@pytest.mark.clause("TI-9")
def test_after_an_early_call_the_cards_for_the_exchange_may_be_chosen_anew():
    anew = Table.dealt(*LOWS, repass_after_tichu=True).go("tichu 2")
    anew.until("exchange 0")
    assert anew.view["bets"].tolist() == [0, 0, 1, 0]  # known when the cards are chosen
    fixed = Table.dealt(*LOWS, repass_after_tichu=False).go(*SWAPS, "tichu 2")
    asked = [q for q in fixed.asked if not q.startswith("grand")]
    assert asked[:7] == [*(f"exchange {s}" for s in range(4)), "tichu 0", "tichu 1", "tichu 2"]
    fixed.until("turn 3")
    assert fixed.asked.count("exchange 0") == 1
    assert "2s" in fixed.hand(2)


@pytest.mark.clause("TI-57")
def test_before_the_exchange_the_question_goes_round_again_after_a_call():
    table = Table.dealt(*LOWS).go("tichu 3").until("exchange 0")
    assert table.asked[4:] == [
        "tichu 0", "tichu 1", "tichu 2", "tichu 3", "tichu 0", "tichu 1", "tichu 2", "exchange 0",
    ]  # fmt: skip
    table.go(*SWAPS, "tichu 1").until("turn 3")
    assert table.points[7:] == ["b"] * 3  # once, though it brings a call

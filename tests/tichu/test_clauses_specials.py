"""The Dog, and the Dragon's trick (TI-35 to TI-37, TI-45, TI-46)."""

import pytest

from simcore.status import Status
from tests.tichu.table import Table, beats, combo_of, kind

QUIET = {"stake_small": 0}
NO_BOMBS = QUIET | {"bomb_windows": "in_turn_only"}


@pytest.mark.clause("TI-35")
def test_the_dog_is_without_rank_and_lies_on_no_play():
    assert kind("Dog") == ("single", 0)
    for play in ("Mah", "2j", "Phx", "Drg", "2j 2s", "2j 2s 2p 2t"):
        assert not beats("Dog", play)
    table = Table("2j 3j", "Dog 4j", "5p", "6p", leader=0, **QUIET).go("0 2j").until("turn 1")
    assert not table.may("Dog")
    assert table.force("1 Dog") == Status.ILLEGAL_MOVE
    assert Table("Dog 3j", "4j", "5p", "6p", leader=0, **QUIET).may("Dog")


@pytest.mark.clause("TI-35")
def test_nothing_else_is_led_with_the_dog():
    for others in ("Phx", "Mah", "2j", "Drg"):
        assert combo_of(f"Dog {others}") == 0


@pytest.mark.clause("TI-36")
def test_after_the_dog_the_partner_leads_at_once():
    for seat in range(4):
        hands = ["2j 3j", "2s 3s", "2p 3p", "2t 3t"]
        hands[seat] += " Dog"
        table = Table(*hands, leader=seat, **QUIET).go(f"{seat} Dog")
        assert table.asked == [f"turn {seat}", f"turn {(seat + 2) % 4}"]
        assert table.view["top"] == 0
        assert not table.may("-")
        assert table.record["dog_from"] == seat
        assert table.record["dog_to"] == (seat + 2) % 4


@pytest.mark.clause("TI-36")
@pytest.mark.parametrize(("search", "leader"), [("next_after_partner", 3), ("next_after_self", 1)])
def test_if_the_partner_is_out_the_lead_is_searched_for(search, leader):
    hands = ("Kp Dog 2j", "3j 3s", "As", "4j 4s")
    table = Table(*hands, leader=2, dog_partner_out=search, **QUIET)
    table.go("2 As").pass_on(3, 0, 1)
    assert table.question == "turn 3"
    table.go("3 4j", "0 Kp", "1 -", "3 -", "0 Dog")
    assert table.question == f"turn {leader}"


@pytest.mark.clause("TI-36")
def test_the_lead_may_come_back_to_the_player_of_the_dog():
    # partner 2 and the seat behind him are out: seat 0 is the first still in
    hands = ("Kp Dog 2j", "3j 3s", "As", "5t")
    table = Table(*hands, leader=3, **QUIET).go("3 5t", "0 Kp", "1 -", "2 As", "0 -", "1 -")
    assert table.question == "turn 0"
    assert table.go("0 Dog").question == "turn 0"
    after_self = Table(*hands, leader=3, dog_partner_out="next_after_self", **QUIET)
    after_self.go("3 5t", "0 Kp", "1 -", "2 As", "0 -", "1 -", "0 Dog")
    assert after_self.question == "turn 1"


@pytest.mark.clause("TI-37")
def test_the_dog_makes_no_trick_and_leaves_a_wish_open():
    table = Table("Dog 2j", "3j 3s", "9s 4p", "4j 4s", leader=0, **QUIET)
    table.view["wish"] = 9
    table.go("0 Dog")
    assert table.tricks == []
    assert table.record["tricks"] == 0
    assert table.view["points"].tolist() == [0] * 4
    assert table.view["pile"] == 0
    assert table.view["wish"] == 9
    assert table.may("9s")
    assert not table.may("4p")


@pytest.mark.clause("TI-37")
def test_the_dog_may_be_the_last_card():
    table = Table("Dog", "3j 3s", "9s 4p", "4j 4s", leader=0, **QUIET).go("0 Dog")
    assert table.events[-1] == {"event": "out", "seat": 0, "place": 1}
    assert table.question == "turn 2"
    # it may end the round; then there is no trick to hand out
    for final in ("immediate", "complete"):
        table = Table("2j", "3j", "Kp Dog", "4j 4s", leader=0, final_trick=final, **QUIET)
        table.go("0 2j", "1 3j", "2 Kp", "3 -", "2 Dog")
        assert table.question == "over"
        assert table.tricks == [(2, 2, 10)]
        assert table.record["finish"].tolist() == [0, 1, 2, -1]
        assert table.record["dog_to"] == -1
        assert int(table.record["status"]) == 0


# --- the Dragon's trick ---------------------------------------------------------------------------

DRAGON = ("2j 3j", "Drg 5j", "Kp 6j", "4s Ts")


@pytest.mark.clause("TI-45")
def test_the_dragons_player_gives_the_trick_to_either_opponent_and_leads():
    for to in (0, 2):
        table = Table(*DRAGON, leader=2, **QUIET).go("2 Kp", "3 -", "0 -", "1 Drg")
        table.pass_on(2, 3, 0)
        assert table.question == "gift 1"
        table.go(f"gift 1 {to}")
        assert table.tricks == [(1, to, 35)]
        assert table.view["points"][to] == 35
        assert table.view["points"][1] == 0
        assert (table.view["dragon_from"], table.view["dragon_to"]) == (1, to)
        assert table.question == "turn 1"
    for to in (1, 3):
        table = Table(*DRAGON, leader=2, **QUIET).go("2 Kp", "3 -", "0 -", "1 Drg")
        assert table.pass_on(2, 3, 0).force(f"gift 1 {to}") == Status.ILLEGAL_MOVE


@pytest.mark.clause("TI-45")
@pytest.mark.parametrize("recipient", ["any_opponent", "active_only"])
def test_an_opponent_who_is_out_can_get_it_unless_the_option_forbids(recipient):
    table = Table("2j", "Drg 5j", "Kp 6j", "4s Ts", leader=0, dragon_recipient=recipient, **QUIET)
    table.go("0 2j", "1 Drg").pass_on(2, 3)
    if recipient == "active_only":
        assert table.tricks == [(1, 2, 25)]
        assert table.question == "turn 1"
    else:
        assert table.go("gift 1 0").tricks == [(1, 0, 25)]


@pytest.mark.clause("TI-45")
@pytest.mark.parametrize("recipient", ["any_opponent", "active_only"])
def test_active_only_asks_for_an_opponent_who_is_still_in_if_there_is_one(recipient):
    # seat 3 ends the round with the Dragon: of its opponents 0 is out and 2 is not
    hands = ("2j", "3j", "Ap 5p", "Drg")
    table = Table(*hands, leader=0, dragon_recipient=recipient, **QUIET)
    table.go("0 2j", "1 3j", "2 -", "3 Drg")
    assert (table.question == "gift 3") == (recipient == "any_opponent")
    if recipient == "active_only":
        assert table.tricks == [(3, 2, 25)]
    # both opponents of the last player are out when he plays it: either may be chosen
    hands = ("2j", "3j", "Drg 5p", "4s")
    table = Table(*hands, leader=0, dragon_recipient=recipient, final_trick="complete", **QUIET)
    table.go("0 2j", "1 3j", "2 -", "3 4s", "2 Drg")
    assert table.question == "gift 2"
    assert table.go("gift 2 3").tricks == [(2, 3, 25)]


@pytest.mark.clause("TI-45")
def test_the_gift_makes_the_next_seat_lead_if_the_giver_is_out():
    table = Table("2j 3j", "Drg", "Kp 6j", "4s Ts", leader=0, **QUIET).go("0 2j", "1 Drg")
    table.pass_on(2, 3, 0).go("gift 1 2")
    assert table.question == "turn 2"


@pytest.mark.clause("TI-46")
def test_a_bombed_dragon_stays_with_the_bomber():
    hands = ("2j 3j", "Drg 5j", "8j 8s 8p 8t 6j", "4s Ts")
    table = Table(*hands, leader=0, **NO_BOMBS).go("0 2j", "1 Drg", "2 8j 8s 8p 8t")
    table.pass_on(3, 0, 1)
    assert table.tricks == [(2, 2, 25)]
    assert table.question == "turn 2"
    assert table.record["dragon_bombed"] == 1
    assert table.record["dragon_from"] == -1


@pytest.mark.clause("TI-46")
@pytest.mark.parametrize("last", ["give", "keep"])
def test_the_trick_that_ends_the_round_is_given_away_like_any_other_or_kept(last):
    hands = ("2j", "Kj", "Ap 7j", "Drg")
    table = Table(*hands, leader=0, dragon_last_trick=last, **QUIET)
    table.go("0 2j", "1 Kj", "2 -", "3 Drg")
    if last == "keep":
        assert table.tricks == [(3, 3, 35)]
        assert table.question == "over"
    else:
        assert table.question == "gift 3"
        assert table.go("gift 3 0").tricks == [(3, 0, 35)]
        assert table.question == "over"
    # an earlier trick is given away under both
    earlier = Table(*DRAGON, leader=2, dragon_last_trick=last, **QUIET)
    earlier.go("2 Kp", "3 -", "0 -", "1 Drg").pass_on(2, 3, 0)
    assert earlier.question == "gift 1"


@pytest.mark.clause("TI-46")
def test_after_a_double_victory_nothing_is_handed_over():
    table = Table("2j", "3j 3s", "Drg", "4j 4s", leader=0, dragon_last_trick="give", **QUIET)
    table.go("0 2j", "1 3j", "2 Drg")
    assert table.question == "over"
    assert table.tricks == [(2, 2, 25)]
    assert table.record["cards"].tolist() == [200, 0]

"""Turns, passes, the end of a trick, bombs out of turn (TI-25 to TI-31)."""

import pytest

from simcore.status import Status
from tests.tichu.table import Table

QUAD = "Kj Ks Kp Kt"
BOMBER = ("Mah 2j 3j", "8s 9s", "3s 7s", f"4s {QUAD}")


@pytest.mark.clause("TI-25")
def test_the_turn_passes_over_seats_that_are_out():
    table = Table("5j", "6j 2j", "7j 2s", "8j 2t", leader=0).go("0 5j", "1 6j", "2 7j", "3 8j")
    table.until("turn 1")
    assert "turn 0" not in table.asked[2:]


@pytest.mark.clause("TI-25")
def test_the_leader_must_play_and_who_follows_may_pass_with_a_better_card():
    table = Table("5j 9j", "6j Aj", "7j 2s", "8j 2t", leader=0).until("turn 0")
    assert not table.may("-")
    assert table.may("5j")
    table.go("0 5j").until("turn 1")
    assert table.may("Aj")
    assert table.may("-")
    refused = Table("5j 9j", "6j Aj", "7j 2s", "8j 2t", leader=0)
    assert refused.force("0 -") == Status.ILLEGAL_MOVE


@pytest.mark.clause("TI-26")
def test_a_pass_does_not_shut_a_player_out():
    table = Table("5j 9j", "6j Aj", "7j 2s", "8j 2t", leader=0)
    table.go("0 5j", "1 -", "2 7j", "3 -", "0 9j").until("turn 1")
    assert table.may("Aj")
    table.go("1 Aj")
    assert table.view["owner"] == 1


@pytest.mark.clause("TI-27")
def test_the_trick_is_over_when_all_still_in_but_the_owner_have_passed():
    quick = {"stake_small": 0}
    four = Table("5j 9j", "6j Aj", "7j 2s", "8j 2t", leader=0, **quick).go("0 5j").pass_on(1, 2)
    assert four.tricks == []
    assert four.pass_on(3).tricks == [(0, 0, 5)]
    assert four.question == "turn 0"
    three = Table("5j", "6j 4j", "Kj 2s", "8j 2t", leader=0, **quick).go("0 5j", "1 -", "2 Kj")
    assert three.pass_on(3).tricks == []
    assert three.pass_on(1).tricks == [(2, 2, 15)]
    two = Table("5j", "Kj", "7j 2s", "As 2t", leader=0, **quick).go("0 5j", "1 Kj", "2 -", "3 As")
    assert two.tricks == []
    assert two.pass_on(2).tricks == [(3, 3, 15)]


@pytest.mark.clause("TI-27")
def test_if_the_owner_is_out_all_still_in_must_pass():
    table = Table("5j 3j", "Kj", "7j 2s", "8j 2t", leader=0, stake_small=0).go("0 5j", "1 Kj")
    assert table.pass_on(2, 3).tricks == []
    assert table.pass_on(0).tricks == [(1, 1, 15)]


@pytest.mark.clause("TI-27")
def test_passes_count_from_the_play_on_top():
    table = Table("5j 3j", "6j 2j", "7j 2s", "8j 2t", leader=0, stake_small=0)
    table.go("0 5j", "1 -", "2 -", "3 8j").pass_on(0, 1)
    assert table.tricks == []
    assert table.pass_on(2).tricks == [(3, 3, 5)]


@pytest.mark.clause("TI-27")
def test_by_option_the_owner_may_beat_his_own_play_when_all_have_passed():
    hands = ("Mah 5j 9j", "Kj 2s", "Ap 7j", "As 3j")
    told = Table(*hands, self_beat=False, stake_small=0).go("0 5j").pass_on(1, 2, 3)
    assert told.tricks == [(0, 0, 5)]
    asked = Table(*hands, self_beat=True, stake_small=0).go("0 5j").pass_on(1, 2, 3)
    assert asked.tricks == []
    assert asked.question == "turn 0"
    assert asked.may("9j")
    assert not asked.may("Mah")
    # his own pass ends the trick
    ended = Table(*hands, self_beat=True, stake_small=0).go("0 5j").pass_on(1, 2, 3, 0)
    assert ended.tricks == [(0, 0, 5)]
    # his play is a play: all others must pass again
    asked.go("0 9j").pass_on(1, 2, 3)
    assert asked.tricks == []
    assert asked.pass_on(0).tricks == [(0, 0, 5)]


@pytest.mark.clause("TI-27")
def test_no_wish_binds_the_owners_extra_turn():
    table = Table("Mah 9j 9s 2j", "Kj 2s", "Ap 7j", "As 3j", self_beat=True, stake_small=0)
    table.go("0 Mah", "wish 0 9").pass_on(1, 2, 3)
    assert table.question == "turn 0"
    assert table.may("-")
    assert table.may("2j")
    table.pass_on(0)
    assert table.tricks == [(0, 0, 0)]
    assert not table.may("2j")  # leading he is bound again


@pytest.mark.clause("TI-27")
def test_an_owner_who_is_out_gets_no_extra_turn():
    hands = ("5j", "6j 2s", "7p 7j", "8s 3j")
    table = Table(*hands, leader=0, self_beat=True, stake_small=0).go("0 5j").pass_on(1, 2, 3)
    assert table.tricks == [(0, 0, 5)]
    assert table.question == "turn 1"


@pytest.mark.clause("TI-28")
def test_the_owner_of_the_top_takes_the_trick_and_leads():
    table = Table("5j 3j", "Kj 2j", "7j 2s", "8j 2t", leader=0, stake_small=0)
    table.go("0 5j", "1 Kj").pass_on(2, 3, 0)
    assert table.view["points"].tolist() == [0, 15, 0, 0]
    assert table.question == "turn 1"
    assert table.view["top"] == 0
    assert not table.may("-")


@pytest.mark.clause("TI-28")
def test_if_the_owner_is_out_the_next_seat_still_in_leads():
    table = Table("5j 3j", "Kj", "7j 2s", "8j 2t", leader=0, stake_small=0)
    table.go("0 5j", "1 Kj").pass_on(2, 3, 0)
    assert table.question == "turn 2"
    # one further where that seat is out too
    table = Table("5j 3j", "Kj 2j", "As", "4p 2t", leader=1, stake_small=0)
    table.go("1 2j", "2 As").pass_on(3, 0, 1)
    assert table.question == "turn 3"
    table = Table("5j 3j", "Kj", "Ap 2s", "As", leader=1, stake_small=0)
    table.go("1 Kj", "2 Ap").pass_on(3, 0).until("turn 2")


WINDOWS = {
    "each_action": ["play", "pass", "pass", "close"],
    "each_play_and_close": ["play", "close"],
    "close_only": ["close"],
    "in_turn_only": [],
}


@pytest.mark.clause("TI-29")
@pytest.mark.parametrize("windows", WINDOWS)
def test_windows_open_after_plays_and_passes_as_the_option_says(windows):
    hands = ("Mah 2j 3j", "8s 9s", "3s 7s", f"4s {QUAD}")
    table = Table(*hands, bomb_windows=windows, stake_small=0)
    seen = []
    for line, act in (("0 2j", "play"), ("1 -", "pass"), ("2 -", "pass"), ("3 -", "close")):
        if table.go(line).question == "bomb 3":
            seen.append(act)
    assert seen == WINDOWS[windows]
    table.until("turn 0")
    assert table.asked.count("bomb 3") == len(seen)


@pytest.mark.clause("TI-29")
def test_after_a_bomb_a_closing_window_opens_only_when_all_have_passed_over_it():
    hands = ("Mah 2j 3j", "8s Aj As Ap At", "3s 7s", f"4s {QUAD}")
    table = Table(*hands, bomb_windows="close_only", stake_small=0)
    table.go("0 2j", "1 -", "2 -", "3 -", f"bomb 3 {QUAD}")
    assert table.question == "turn 0"
    table.go("0 -", "1 -", "2 -")
    assert table.question == "bomb 1"


@pytest.mark.clause("TI-29")
@pytest.mark.clause("TI-27")
def test_with_an_extra_turn_the_closing_window_follows_the_owners_pass():
    table = Table(*BOMBER, bomb_windows="close_only", self_beat=True, stake_small=0)
    table.go("0 2j").pass_on(1, 2, 3)
    assert table.question == "turn 0"
    assert table.pass_on(0).question == "bomb 3"


@pytest.mark.clause("TI-29")
def test_the_window_goes_round_from_behind_the_actor_and_ends_with_him():
    hands = (
        "Mah 2j Tj Ts Tp Tt", "8s Qj Qs Qp Qt", "3s Aj As Ap At", f"4s {QUAD}",
    )  # fmt: skip
    table = Table(*hands, stake_small=0).go("0 2j")
    asked = len(table.asked)
    table.until("turn 1")
    assert table.asked[asked - 1 :] == ["bomb 1", "bomb 2", "bomb 3", "bomb 0", "turn 1"]
    asked = len(table.go("1 -").asked)
    table.until("turn 2")
    assert table.asked[asked - 1 :] == ["bomb 2", "bomb 3", "bomb 0", "bomb 1", "turn 2"]
    # the first to throw does so, and everything starts again from his bomb
    asked = len(table.go("2 -", f"bomb 3 {QUAD}").asked)
    table.until("turn 0")
    assert table.asked[asked - 1 :] == ["bomb 2", "turn 0"]  # the aces alone beat the kings


@pytest.mark.clause("TI-29")
@pytest.mark.clause("TI-30")
def test_a_bomb_may_be_thrown_when_everybody_has_passed():
    table = Table(*BOMBER, stake_small=0).go("0 2j").pass_on(1, 2, 3)
    assert table.tricks == []
    table.go(f"bomb 3 {QUAD}")
    assert table.view["owner"] == 3
    assert table.pass_on(0, 1, 2).tricks == [(3, 3, 40)]


@pytest.mark.clause("TI-29")
def test_only_a_bomb_that_beats_the_top_may_be_thrown_by_who_holds_one():
    hands = ("Mah 2j 3j Aj As Ap At", "8s 9s Tj Ts", "3s 7s", f"4s {QUAD}")
    table = Table(*hands, leader=0, stake_small=0)
    table.go("0 2j").until("bomb 3")
    assert table.may(QUAD)
    assert not table.may("Kj Ks")
    assert not table.may("4s")
    assert table.force("bomb 3 4s") == Status.ILLEGAL_MOVE
    table = Table(*hands, stake_small=0).go("0 Aj As Ap At")
    assert table.question == "turn 1"  # kings do not beat aces


@pytest.mark.clause("TI-29")
def test_by_option_the_round_of_offers_is_shuffled():
    hands = ("Mah 2j Tj Ts Tp Tt", "8s Qj Qs Qp Qt", "3s Aj As Ap At", f"4s {QUAD}")
    orders = {}
    for seed in range(60):
        table = Table(*hands, bomb_priority="random", stake_small=0, seed=seed).go("0 2j")
        asked = len(table.asked)
        table.until("turn 1")
        order = tuple(table.asked[asked - 1 : -1])
        assert sorted(order) == [f"bomb {seat}" for seat in range(4)]
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) > 15  # of 24
    assert {order[0] for order in orders} == {f"bomb {seat}" for seat in range(4)}
    for seed in range(5):
        table = Table(*hands, bomb_priority="turn_order", stake_small=0, seed=seed).go("0 2j")
        assert table.question == "bomb 1"


@pytest.mark.clause("TI-30")
def test_a_bomb_out_of_turn_takes_the_top_and_wipes_out_the_passes():
    table = Table(*BOMBER, stake_small=0).go("0 2j", "1 -", f"bomb 3 {QUAD}")
    assert table.view["owner"] == 3
    assert table.view["passed"] == 0
    # the turn goes on behind the thrower; all three must pass anew
    assert table.question == "turn 0"
    table.pass_on(0, 1)
    assert table.tricks == []
    assert table.pass_on(2).tricks == [(3, 3, 40)]
    assert table.question == "turn 3"


@pytest.mark.clause("TI-31")
def test_a_bomb_may_be_led_and_laid_on_a_turn():
    assert Table(f"Mah {QUAD}", "8s", "3s", "4s").until("turn 0").may(QUAD)
    table = Table("Mah 2j", f"8s {QUAD}", "3s 5s", "4s 6s", bomb_windows="in_turn_only")
    table.go("0 2j", f"1 {QUAD}")
    assert table.events[-1]["event"] == "play"
    assert table.view["owner"] == 1


@pytest.mark.clause("TI-31")
def test_nobody_bombs_at_an_empty_table_or_at_the_dog():
    hands = ("Mah 2j 3j", "8s 9s", "Dog 7s 5p", f"4s {QUAD}")
    table = Table(*hands, leader=0, stake_small=0)
    assert table.asked == ["turn 0"]
    table.go("0 2j").pass_on(1)
    table.go("2 7s").pass_on(3, 0, 1).until("turn 2")
    asked = len(table.asked)
    table.go("2 Dog")
    assert table.asked[asked:] == ["turn 0"]  # the partner leads, and nobody is offered a window
    assert table.view["top"] == 0


@pytest.mark.clause("TI-31")
@pytest.mark.parametrize("own", [True, False])
def test_bombing_ones_own_play_is_an_option(own):
    hands = ("Mah 2j", "Drg 5j 5s 5p 5t 3j", "2s 6j", "2p 4s")
    table = Table(*hands, bomb_own_trick=own, stake_small=0).go("0 2j", "1 Drg")
    assert (table.question == "bomb 1") == own
    if own:
        table.go("bomb 1 5j 5s 5p 5t")
        assert table.view["owner"] == 1
        assert table.pass_on(2, 3, 0).tricks == [(1, 1, 45)]
    else:
        table.pass_on(2, 3, 0)
        assert table.question == "gift 1"
        assert "bomb 1" not in table.asked[table.asked.index("turn 2") :]
    # on the play of another he is offered a window either way
    table = Table(*hands, bomb_own_trick=own, stake_small=0).go("0 2j")
    assert table.question == "bomb 1"


@pytest.mark.clause("TI-31")
@pytest.mark.clause("TI-27")
def test_the_extra_turn_of_the_owner_allows_a_bomb_whatever_windows_do():
    hands = ("Mah 2j 5j 5s 5p 5t", "Kj 3j", "2s 6j", "2p 4s")
    table = Table(*hands, bomb_own_trick=False, self_beat=True, stake_small=0)
    table.go("0 2j").pass_on(1, 2, 3)
    assert table.question == "turn 0"
    assert "bomb 0" not in table.asked
    assert table.may("5j 5s 5p 5t")

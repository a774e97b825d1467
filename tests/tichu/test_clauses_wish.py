"""The wish (TI-33, TI-34)."""

import pytest

from simcore.status import Status
from simcore.tichu import step
from simcore.tichu.judge import judge
from tests.tichu.table import Table

QUIET = {"stake_small": 0}
QUAD = "Kj Ks Kp Kt"


def wished(rank: str, *hands: str, **options: object) -> Table:
    """Seat 0 has laid the Mah Jong and wished; seat 1 is on turn."""
    table = Table(*hands, **(QUIET | options)).go("0 Mah", f"wish 0 {rank}")
    return table.until("turn 1")


@pytest.mark.clause("TI-33")
@pytest.mark.parametrize(
    ("hand", "play"),
    [("Mah 2j", "Mah"), ("Mah 2j 3s 4p 5t 9j", "Mah 2j 3s 4p 5t"), ("Mah", "Mah")],
)
def test_who_lays_the_mah_jong_may_name_a_rank_even_as_his_last_card(hand, play):
    table = Table(hand, "8s 9s", "3p 7s", "4s 6s", **QUIET).go(f"0 {play}")
    assert table.question == "wish 0"
    table.go("wish 0 A")
    assert table.view["wish"] == 14
    names = [event["event"] for event in table.events]
    assert names[1:3] == ["play", "wish"]
    assert names[3:] == (["out"] if hand == play else [])
    declined = Table(hand, "8s 9s", "3p 7s", "4s 6s", **QUIET).go(f"0 {play}", "wish 0 -")
    assert declined.view["wish"] == 0


@pytest.mark.clause("TI-33")
def test_a_play_without_the_mah_jong_brings_no_wish():
    table = Table("Mah 2j", "8s 9s", "3p 7s", "4s 6s", **QUIET).go("0 2j")
    assert table.question == "turn 1"


@pytest.mark.clause("TI-33")
def test_declining_and_wishing_are_options():
    hands = ("Mah 2j", "8s 9s", "3p 7s", "4s 6s")
    assert Table(*hands, wish="mandatory").go("0 Mah").force("wish 0 -") == Status.ILLEGAL_MOVE
    assert Table(*hands, wish="optional").go("0 Mah").force("wish 0 -") == Status.OK
    assert Table(*hands, wish="mandatory").go("0 Mah").force("wish 0 8") == Status.OK
    off = Table(*hands, wish="off", **QUIET).go("0 Mah")
    assert off.question == "turn 1"
    assert "wish" not in [event["event"] for event in off.events]


@pytest.mark.clause("TI-33")
def test_only_ranks_from_2_to_ace_can_be_named():
    for rank, status in ((2, Status.OK), (14, Status.OK), (1, Status.ILLEGAL_MOVE), (15, 1)):
        table = Table("Mah 2j", "8s 9s", "3p 7s", "4s 6s").go("0 Mah")
        step.answer_wish(table.state, rank, table.rules, table.log)
        assert int(table.record["status"]) == status


@pytest.mark.clause("TI-33")
def test_the_wish_binds_everybody_its_maker_and_partner_included_and_outlives_the_trick():
    table = wished("9", "Mah 9j 2j", "As 2s", "9s 3s", "4s 6s")
    table.go("1 As").until("turn 2").go("2 -", "3 -", "0 -").until("turn 1")
    assert table.tricks == [(1, 1, 0)]
    assert table.view["wish"] == 9
    table.go("1 2s").until("turn 2")
    assert not table.may("3s")
    assert not table.may("-")
    table = wished("9", "Mah 9j 2j", "8s 2s", "3p 3s", "4s 6s")
    table.go("1 8s").pass_on(2, 3).until("turn 0")
    assert not table.may("-")
    assert table.may("9j")


@pytest.mark.clause("TI-33")
def test_a_natural_card_of_the_rank_in_any_play_ends_the_wish():
    for play, hand in (("9s", "9s 2s 3s"), ("9j 9s 9p 9t", "9j 9s 9p 9t 2s")):
        table = wished("9", "Mah 2j", hand, "5s 3p", "4s 6s").go(f"1 {play}")
        assert table.view["wish"] == 0
        assert table.record["wish_met_by"] == 1
    table = wished("9", "Mah 2j", "Ts 2s", "5s 3p", "4s 6s").go("1 Ts")
    assert table.view["wish"] == 9
    # laid as a part of something longer
    table = Table("Mah 2j 3s 4p 5t 6j 4j", "5p 6s 7s 8j 9t 2s", "5s 3p", "4s 9j", **QUIET)
    table.go("0 2j 3s 4p 5t 6j")
    table.view["wish"] = 7
    assert table.go("1 5p 6s 7s 8j 9t").view["wish"] == 0


@pytest.mark.clause("TI-33")
@pytest.mark.clause("TI-34")
def test_a_bomb_out_of_turn_ends_the_wish_too():
    hands = ("Mah 2j 3j", "8s 9s", "3s 7s", f"4s {QUAD}")
    table = Table(*hands, **QUIET).go("0 Mah", "wish 0 K", f"bomb 3 {QUAD}")
    assert table.view["wish"] == 0
    assert table.record["wish_met_by"] == 3
    other = Table(*hands, **QUIET).go("0 Mah", "wish 0 8", f"bomb 3 {QUAD}")
    assert other.view["wish"] == 8


@pytest.mark.clause("TI-33")
def test_what_was_laid_together_with_the_mah_jong_does_not_end_it():
    table = Table("Mah 2j 3s 4p 5t 9j", "5j 9s", "3p 7s", "4s 6s", **QUIET)
    table.go("0 Mah 2j 3s 4p 5t", "wish 0 5")
    assert table.view["wish"] == 5
    table.pass_on(1, 2, 3).go("0 9j").until("turn 1")
    assert table.view["wish"] == 5


@pytest.mark.clause("TI-33")
def test_a_rank_of_which_no_card_is_left_has_no_effect():
    table = wished("A", "Mah 2j", "8s 9s", "3p 7s", "4s 6s")
    assert table.may("-")
    assert table.may("8s")
    assert table.view["wish"] == 14


@pytest.mark.clause("TI-33")
def test_the_wish_ends_with_the_round():
    flow = {"type": "flow", "lead": 0, "actions": [[0, ["Kj"]], [3, ["As"]]], "wish": "9"}
    going = {**flow, "active": [0, 3, 2], "actions": flow["actions"][:1]}
    assert judge(going)["wish_after"] == "9"
    over = judge({**flow, "active": [0, 3], "goes_out": {"0": ["Kj"]}, "actions": [[0, ["Kj"]]]})
    assert over["round_over"]
    assert over["wish_after"] is None
    # and a round starts without one
    assert Table("Mah 2j", "8s 9s", "3p 7s", "4s 6s", **QUIET).view["wish"] == 0


# --- the duty -------------------------------------------------------------------------------------


@pytest.mark.clause("TI-34")
def test_who_can_meet_the_wish_must_and_chooses_how():
    hand = "8s 8p 9j 9s Kp"
    table = Table("Mah 3j 3s 5j", hand, "4p 7s", "4s 6s", **QUIET)
    table.go("0 Mah", "wish 0 8").until("turn 1")
    assert table.may("8s")
    assert table.may("8p")
    for other in ("-", "9j", "Kp"):
        assert not table.may(other), other
    # leading, anything with an 8 in it
    lead = Table("Mah As 3j", "Drg 8s 8p 9j 9s Kp", "4p 7s", "4s 6s", **QUIET)
    lead.go("0 Mah", "wish 0 8")
    lead.view["wish"] = 0
    lead.go("1 Drg").pass_on(2, 3, 0).go("gift 1 0")
    lead.view["wish"] = 8
    for play in ("8s", "8s 8p", "8s 8p 9j 9s"):
        assert lead.may(play), play
    for play in ("9j", "9j 9s", "Kp"):
        assert not lead.may(play), play


@pytest.mark.clause("TI-34")
def test_a_when_following_the_play_must_beat_the_top():
    table = Table("Mah Tj 3j", "8s Js", "4p 7s", "4s 6s", **QUIET)
    table.go("0 Tj")
    table.view["wish"] = 8
    table.until("turn 1")
    assert table.may("-")
    assert table.may("Js")
    assert not table.may("8s")
    # if only a bomb with the rank in it does, he has to bomb
    for bomb in ("8j 8s 8p 8t", "6p 7p 8p 9p Tp"):
        table = Table("Mah Tj 3j", f"{bomb} Js", "4p 7s", "4s 6s", **QUIET).go("0 Tj")
        table.view["wish"] = 8
        table.until("turn 1")
        assert table.may(bomb)
        assert not table.may("-")
        assert not table.may("Js")


@pytest.mark.clause("TI-34")
@pytest.mark.parametrize(
    ("led", "hand", "play"),
    [
        ("4j 4s", "8s Phx 2s", "8s Phx"),
        ("4j 4s 4p", "8s 8j Phx 2s", "8s 8j Phx"),
        ("4j 4s 5p 5t", "8s 8j 9j Phx 2s", "8s 8j 9j Phx"),
        ("3j 3s 3p 2p 2t", "8s 8j 8p Tj Phx", "8s 8j 8p Tj Phx"),
        ("2j 3s 4p 5t 6j", "6s 7s 8j Tp Phx 2s", "6s 7s 8j Phx Tp"),
    ],
)
def test_b_the_phoenix_must_help_in_whatever_kind(led, hand, play):
    table = Table(f"Mah {led} Aj", hand, "4t 7t", "5s 6t", leader=0, **QUIET).go(f"0 {led}")
    table.view["wish"] = 8
    table.until("turn 1")
    assert table.may(play)
    assert not table.may("-")
    without = Table(
        f"Mah {led} Aj", hand.replace("Phx", "Ks"), "4t 7t", "5s 6t", leader=0, **QUIET
    ).go(f"0 {led}")
    without.view["wish"] = 8
    assert without.until("turn 1").may("-")


@pytest.mark.clause("TI-34")
@pytest.mark.parametrize("counts", [False, True])
def test_c_the_phoenix_itself_is_no_card_of_the_rank_except_by_option(counts):
    hand = "6s 7s Phx 9p Tj Ks"
    table = Table("Mah 2j 3s 4p 5t 6j Aj", hand, "4t 7t", "5s 6t", leader=0,
                  phoenix_fulfils_wish=counts, **QUIET)  # fmt: skip
    table.go("0 2j 3s 4p 5t 6j")
    table.view["wish"] = 8
    table.until("turn 1")
    assert table.may("-") == (not counts)
    assert table.may("6s 7s Phx 9p Tj")
    table.go("1 6s 7s Phx 9p Tj")
    assert table.view["wish"] == (0 if counts else 8)
    # alone it is never an 8
    single = Table("Mah 7p Aj", "Phx Ks", "4t 7t", "5s 6t", phoenix_fulfils_wish=counts, **QUIET)
    single.go("0 7p")
    single.view["wish"] = 8
    assert single.until("turn 1").may("-")
    # with an 8 of his own he may not use the Phoenix as the 8 and leave the natural one out
    pair = Table("Mah 4p 4s Aj", "8s Phx 9s 9j", "4t 7t", "5s 6t", **QUIET).go("0 4p 4s")
    pair.view["wish"] = 8
    pair.until("turn 1")
    assert pair.may("8s Phx")
    assert not pair.may("9s 9j")
    assert not pair.may("9s Phx")


@pytest.mark.clause("TI-34")
def test_d_a_leader_with_the_rank_leads_it_and_not_the_dog():
    for hand, may_lead_the_dog in (("Dog 8s 2j", False), ("Dog 9s 2j", True)):
        table = Table(hand, "3s 4s", "5s 6s", "7s 9j", leader=0, **QUIET)
        table.view["wish"] = 8
        assert table.may("Dog") == may_lead_the_dog
        assert table.may("2j") == may_lead_the_dog
        assert table.may(hand.split()[1])


@pytest.mark.clause("TI-34")
def test_e_who_has_no_such_play_is_free():
    table = wished("8", "Mah 2j", "9s Ks", "3p 7s", "4s 6s")
    for choice in ("9s", "Ks", "-"):
        assert table.may(choice)


@pytest.mark.clause("TI-34")
@pytest.mark.parametrize("scope", ["turn_only", "any_play"])
def test_f_a_bomb_in_a_window_owes_nothing_to_the_wish_unless_the_scope_says_so(scope):
    hands = ("Mah 2j 3j", f"8s {QUAD}", "2s 6j", "2p 4s")
    bound = Table(*hands, wish_scope=scope, **QUIET).go("0 Mah", "wish 0 8")
    if scope == "any_play" and not bound.question.startswith("bomb"):
        allowed = False
    else:
        allowed = bound.until("bomb 1").may(QUAD)
    assert allowed == (scope == "turn_only")
    assert bound.until("turn 1").may("8s")  # keeping silent stays allowed
    # a bomb with the rank in it is free, and so is who could not meet the wish anyway
    eights = ("Mah 2j 3j", "8j 8s 8p 8t Kj", "9s 6j", "2p 4s")
    table = Table(*eights, wish_scope=scope, **QUIET).go("0 Mah", "wish 0 8")
    assert table.until("bomb 1").may("8j 8s 8p 8t")
    table = Table(*eights, wish_scope=scope, **QUIET).go("0 Mah", "wish 0 9")
    assert table.until("bomb 1").may("8j 8s 8p 8t")


@pytest.mark.clause("TI-34")
def test_f_an_eight_that_cannot_be_played_binds_no_window():
    hands = ("Mah Tj 3j", f"8s {QUAD}", "2s 6j", "2p 4s")
    table = Table(*hands, wish_scope="any_play", **QUIET).go("0 Tj")
    assert table.question == "bomb 1"
    table.view["wish"] = 8
    assert table.may(QUAD)
    table = Table("Mah 7j 3j", *hands[1:], wish_scope="any_play", **QUIET).go("0 7j")
    table.view["wish"] = 8
    assert not table.may(QUAD)


@pytest.mark.clause("TI-34")
@pytest.mark.parametrize("escape", [False, True])
def test_f_by_option_any_bomb_answers_the_duty(escape):
    hands = ("Mah 2j 3j", f"8s {QUAD} 9s", "2s 6j", "2p 4s")
    options = {"wish_bomb_escape": escape, "bomb_windows": "in_turn_only"} | QUIET
    table = Table(*hands, **options).go("0 Mah", "wish 0 8").until("turn 1")
    assert table.may(QUAD) == escape
    assert table.may("8s")
    assert not table.may("-")
    assert not table.may("9s")
    # led
    lead = Table(f"8s {QUAD} 9s", "2j 3j", "2s 6j", "2p 4s", leader=0, **options)
    lead.view["wish"] = 8
    assert lead.may(QUAD) == escape
    assert not lead.may("9s")
    # thrown in a window that the wish binds
    thrown = Table(*hands, wish_scope="any_play", wish_bomb_escape=escape, **QUIET)
    thrown.go("0 Mah", "wish 0 8")
    can_throw = thrown.question == "bomb 1" and thrown.may(QUAD)
    assert can_throw == escape


@pytest.mark.clause("TI-34")
def test_g_breaking_a_pair_a_straight_or_a_bomb_is_no_excuse():
    for hand in ("8s 8p Ks", "6s 7s 8j 9p Tj", "8j 8s 8p 8t Ks", "5s 6s 7s 8s 9s"):
        table = wished("8", "Mah 2j", hand, "3p 7j", "4s 6j")
        card = next(card for card in hand.split() if card[0] == "8")
        assert table.may(card)
        assert not table.may("-")

"""Small scripted rounds of Sheng Ji: opening, sides, fines, friends."""

import random

import pytest

from tests.oracle.shengji import Frame, Race, make_rules, play_match, random_chooser
from tests.oracle.shengji.declare import bury_fault
from tests.oracle.shengji.positions import cards, frame
from tests.oracle.shengji.referee_opening import drawn
from tests.oracle.shengji.table import Round


def scripted(tricks, buried=(), failed=(), called=None, ordinal=None, **changes):
    """Play tricks of single cards, dealer 0 leading, and give the table back."""
    rules = make_rules(**changes)
    hands = [[t[s] for t in tricks] for s in range(rules["players"])]
    fr = Frame("7", "C", rules)
    table = Round(rules, "7", 0, fr, hands, list(buried), called, ordinal)
    table.failed = list(failed)
    for trick in tricks:
        for _ in trick:
            table.play([trick[table.to_play]])
        table.close_trick()
    return table


@pytest.mark.clause("SJ-15")
def test_cards_drawn_so_far():
    hand = cards("S:23456")
    assert drawn(hand, 2, 2, 4, 1) == ["2S"]
    assert drawn(hand, 3, 2, 4, 1) == []
    assert drawn(hand, 1, 2, 4, 4) == ["2S"]
    assert drawn(hand, 2, 2, 4, 5) == cards("S:23")
    assert drawn(hand, 0, 2, 4, 20) == hand


@pytest.mark.clause("SJ-14")
@pytest.mark.clause("SJ-19")
@pytest.mark.clause("SJ-17")
@pytest.mark.clause("SJ-26")
def test_rank_dealer_and_order_of_declarations_over_a_match():
    lines = play_match(random.Random(8), make_rules(max_rounds=4), random_chooser)
    rounds = [e for e in lines if e["event"] == "round"]
    for before, e in zip([None, *rounds], rounds, strict=False):
        dealer = e["dealer"]
        assert (dealer is None) == (before is None)
        assert e["rank"] == e["levels"][0 if dealer is None else dealer % 2]
    after, silent = 0, True
    for e in lines:
        if e["event"] == "deal":
            after, silent = 0, True
        elif e["event"] == "declare":
            assert e["after"] >= after
            after, silent = e["after"], False
        elif e["event"] == "turn_up":
            assert silent


@pytest.mark.clause("SJ-28")
def test_restricted_cards_are_buried_last():
    fr = frame(bury_restriction="no_points")
    hand = cards("S:KT2 H:3")
    assert bury_fault(hand, cards("2S 3H"), fr) is None
    assert bury_fault(hand, cards("2S KS"), fr)
    assert bury_fault(hand, cards("2S 3H KS"), fr) is None
    trumps = frame(bury_restriction="no_trump")
    assert bury_fault([*hand, "7H"], ["7H"], trumps)
    assert bury_fault(hand, ["KS"], trumps) is None
    assert bury_fault(hand, ["KS"], frame()) is None


@pytest.mark.clause("SJ-29")
def test_an_overcall_is_stronger_and_may_come_from_anybody():
    race = Race("9", False, make_rules(partner_override=False))
    race.accept(0, ["9H"])
    assert race.fault(2, ["9C"], overcall=True)
    assert race.fault(2, ["9C", "9C"], overcall=True) is None
    assert race.fault(2, ["9C", "9C"])
    assert race.fault(0, ["9C", "9C"], overcall=True) is None


@pytest.mark.clause("SJ-30")
@pytest.mark.clause("SJ-52")
@pytest.mark.clause("SJ-54")
@pytest.mark.clause("SJ-55")
def test_only_the_opponents_points_count_and_the_winner_leads():
    table = scripted([["2S", "KS", "5S", "3S"], ["4H", "6H", "KH", "3H"]], ["TD"])
    assert [winner for _, _, winner in table.taken] == [1, 2]
    assert [leader for leader, _, _ in table.taken] == [0, 1]
    result = table.result()
    assert (result.trick_points, result.multiplier, result.opponent_points) == (15, 0, 15)
    table = scripted([["4H", "6H", "KH", "3H"], ["2S", "5S", "4S", "KS"]], ["TD"])
    assert (table.result().trick_points, table.result().opponent_points) == (15, 35)


@pytest.mark.clause("SJ-38")
def test_fines_move_points_and_never_below_zero():
    tricks = [["4H", "6H", "KH", "3H"], ["2S", "KS", "5S", "3S"]]
    points = {
        failed: scripted(tricks, failed=failed, throw_fail_points=10).result().opponent_points
        for failed in ((), (0,), (1,), (0, 2), (1, 3), (1, 3, 1))
    }
    assert points == {(): 15, (0,): 25, (1,): 5, (0, 2): 35, (1, 3): 0, (1, 3, 1): 0}
    assert scripted(tricks, failed=(0,)).result().opponent_points == 15


@pytest.mark.clause("SJ-70")
@pytest.mark.clause("SJ-71")
def test_the_friend_is_whoever_plays_the_copy():
    tricks = [["2S", "KS", "AS", "3S", "4S"], ["AD", "3D", "4D", "AS", "6D"]]
    first = scripted(tricks, called="AS", ordinal=1, players=5)
    assert first.friend == 2
    assert first.declarers == {0, 2}
    assert first.result().trick_points == 0
    second = scripted(tricks, called="AS", ordinal=2, players=5)
    assert second.friend == 3
    assert second.result().trick_points == 10  # points taken before the reveal are kept
    assert second.result().gain == [2, 0, 0, 2, 0]
    alone = scripted(tricks, players=5, solo_bonus=1)
    assert alone.declarers == {0}
    assert alone.result().gain == [3, 0, 0, 0, 0]
    mine = scripted(tricks, called="AD", ordinal=1, players=5)
    assert mine.friend is None
    assert mine.revealed
    buried = scripted(tricks, ["AH"], called="AH", ordinal=1, players=5)
    assert buried.declarers == {0}
    assert not buried.revealed


@pytest.mark.clause("SJ-35")
def test_challengers_follow_in_order_of_play():
    table = Round(make_rules(), "7", 1, frame(), [["2S"]] * 4, [])
    assert table.challengers() == [2, 3, 0]
    rules = make_rules(throw_check="opponents_only")
    assert Round(rules, "7", 1, Frame("7", "C", rules), [["2S"]] * 4, []).challengers() == [2, 0]
    five = make_rules(throw_check="opponents_only", players=5)
    unknown = Round(five, "7", 1, Frame("7", "C", five), [["2S"]] * 5, [], "AS", 1)
    assert unknown.challengers() == [2, 3, 4, 0]


@pytest.mark.clause("SJ-68")
def test_red_fives_lost_are_counted_by_side():
    tricks = [["5H", "3C", "4C", "2C"], ["2S", "KS", "AS", "5H"]]
    changes = scripted(tricks, hong_wu="hearts").result().changes
    assert [c.fives_lost for c in changes] == [0, 0]
    tricks = [["3C", "5D", "5H", "2C"], ["2S", "5D", "AS", "KS"]]
    changes = scripted(tricks, hong_wu="red").result().changes
    assert [c.fives_lost for c in changes] == [0, 1]  # the second five ruffs and is kept

"""Who wins a trick and what becomes of its cards (SJ-47 to SJ-53)."""

from __future__ import annotations

import pytest

from simcore.shengji.engine import play
from simcore.shengji.records import Ask
from tests.shengji.scene import at_lead, make, winner


@pytest.mark.clause("SJ-47")
def test_only_the_led_suit_or_trumps_in_the_leads_widths_and_lengths_can_win():
    assert winner("S:99/S:AK") == 0
    assert winner("S:99/S:TT") == 1
    assert winner("S:99/C:23") == 0
    assert winner("S:99/C:22") == 1
    assert winner("S:99/AS 2C") == 0
    assert winner("S:9988/S:AAJJ") == 0
    assert winner("S:9988/S:AAKK") == 1
    assert winner("S:9988/C:2244") == 0
    assert winner("S:9988/C:2233") == 1
    assert winner("S:555666/S:88 99 TT", decks=3) == 0
    assert winner("S:555666/S:888999", decks=3) == 1


@pytest.mark.clause("SJ-48")
def test_a_throw_is_ruffed_part_by_part_and_larger_forms_may_be_split():
    assert winner("S:AK/C:23") == 1
    assert winner("S:AKK/C:223") == 1
    assert winner("S:AKK/C:234") == 0
    assert winner("S:A9988/C:22334") == 1
    assert winner("S:A9988/C:22446") == 0
    assert winner("S:AKK/C:222", decks=3) == 1
    assert winner("S:AAQQ/C:2233") == 1  # a tractor serves as two pairs
    # the strongest division counts: the higher pair is the one that decides
    assert winner("S:AAQQ/C:3344/C:2255") == 2
    assert winner("S:A9988/C:33448/C:44559") == 2
    three = {"decks": 3}
    assert winner("S:AQQ/C:444/C:335", **three) == 1


@pytest.mark.clause("SJ-49")
def test_the_top_of_the_largest_component_decides():
    assert winner("S:AKK/C:99J/C:88A") == 1
    assert winner("S:AKK/C:88J/C:99 2") == 2
    assert winner("S:AQ/C:2K/C:A3/C:K8") == 2  # of several alike the highest counts
    assert winner("S:AKKQQ/C:A3344/C:25566") == 2
    # of equal size a tractor comes before a tuple: 5566 before 4444
    lead, low, high = "S:KKQQ 9999", "C:3344 AAAA", "C:5566 2222"
    four = {"decks": 4}
    assert winner(f"{lead}/{low}/{high}", **four) == 2
    assert winner(f"{lead}/{high}/{low}", **four) == 1


@pytest.mark.clause("SJ-49")
def test_other_ways_to_compare_throws():
    ways = ("largest_component", "all_components", "highest_card", "unit_length")

    def all_ways(plays, **changes):
        return [winner(plays, throw_compare=way, **changes) for way in ways]

    assert all_ways("S:AKK/C:88J/C:99T") == [2, 1, 1, 2]
    assert all_ways("S:AKK/C:88J/C:99Q") == [2, 2, 2, 2]
    assert all_ways("S:AKK/C:88J/C:88Q") == [1, 1, 2, 1]
    assert all_ways("S:AKKQQ/C:33 44 J/C:5566T") == [2, 1, 1, 2]
    assert all_ways("S:AAQQ4/C:99338/C:99448") == [1, 1, 1, 2]
    assert all_ways("S:AQ/C:K2/C:K3") == [1, 1, 1, 2]
    assert all_ways("S:AQ/C:K3/C:A2") == [2, 1, 2, 2]
    # one component leaves nothing to choose
    assert all_ways("S:99/S:TT/S:AA") == [2, 2, 2, 2]


@pytest.mark.clause("SJ-50")
def test_a_fitting_play_of_trumps_beats_every_other_and_the_first_of_equals_stays():
    assert winner("S:AA/C:22/S:KK") == 1
    assert winner("S:AK/C:23/S:98") == 1
    assert winner("S:99/S:TT/C:22/C:33") == 3
    assert winner("S:99/7S 7S/7D 7D/7H 7H") == 1
    assert winner("S:AK/7S 2C/7D 3C") == 1
    assert winner("C:22/C:33/7D 7D/7H 7H") == 2
    for way in ("largest_component", "all_components", "highest_card", "unit_length"):
        assert winner("S:AK/C:23/S:98", throw_compare=way) == 1


@pytest.mark.clause("SJ-51")
def test_the_first_of_two_tractors_with_equal_tops_wins():
    assert winner("S:5566/S:6688/S:6688", decks=4) == 1
    assert winner("S:5566/S:5566/S:5566", decks=4) == 0
    assert winner("S:5566/S:8899/S:8899", decks=4) == 1
    assert winner("C:AA 7S 7S/C:AA 7H 7H", decks=4) == 0


@pytest.mark.clause("SJ-52")
def test_the_winner_takes_the_cards_and_only_the_opponents_points_count():
    hands = "S:2K TH 4D/S:35 KH 5D/S:46 2H TD/S:89 3H 6D"
    scene = at_lead(hands)
    scene.say("KS", "5S", "4S", "8S")  # 15 to the declarers
    assert scene.view["points"].tolist() == [15, 0, 0, 0, 0, 0]
    scene.say("TH", "KH", "2H", "3H")  # 20 to seat 1
    scene.say("5D", "TD", "6D", "4D")  # 15 to seat 2
    assert scene.view["points"].tolist() == [15, 20, 15, 0, 0, 0]
    scene.say("6S", "9S", "2S", "3S")
    record = scene.finish()
    assert int(record["trick_points"]) == 20
    assert record["points"].tolist() == [15, 20, 15, 0, 0, 0]


@pytest.mark.clause("SJ-53")
def test_all_cards_are_played_out():
    scene = at_lead("S:A3/S:4K/S:5T/S:89")
    scene.say("AS", "KS", "TS", "8S")
    assert scene.ask is Ask.LEAD  # every point is taken, and the last trick is still played
    scene.say("3S", "4S", "5S", "9S")
    assert scene.ask is Ask.NOTHING
    out = play(1, 0, 5, make(), [1] * 4, 2)
    assert (out["tricks"] > 0).all()
    # `lowest` leads single cards only
    assert (out["tricks"] == 25).all()
    assert (out["plays"] == 100).all()

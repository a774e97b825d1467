"""What followers owe (SJ-39 to SJ-46); trump is 7 of clubs unless told."""

from __future__ import annotations

import pytest

from tests.shengji.scene import at_lead, may, winner


@pytest.mark.clause("SJ-39")
def test_cards_of_the_suit_must_be_played_as_long_as_there_are_any():
    assert may("9S", "2S 3H", "2S")
    assert not may("9S", "2S 3H", "3H")
    assert may("S:99", "2S 3H 4H", "2S 3H")
    assert not may("S:99", "2S 3H 4H", "3H 4H")
    assert may("S:99", "3H 4C", "3H 4C")  # free without the suit
    assert may("8C", "7S 3H", "7S")  # an off-suit rank card is a trump
    assert not may("8C", "7S 3H", "3H")
    assert may("S:9", "7S 3H", "3H")
    scene = at_lead("9S 2S/4S 3H/5S 6S/8S TS").say("9S")
    assert scene.refuses("3H")
    assert not scene.refuses("4S")


@pytest.mark.clause("SJ-40")
def test_to_a_single_any_card_of_the_suit():
    for card in ["2S", "5S", "AS"]:
        assert may("9S", "S:225A 3H", card)


@pytest.mark.clause("SJ-41")
def test_to_a_pair_a_pair_if_there_is_one_whichever():
    hand = "S:22445 3H 3H"
    assert may("S:99", hand, "S:22")
    assert may("S:99", hand, "S:44")
    assert not may("S:99", hand, "S:25")
    assert not may("S:99", hand, "3H 3H")
    assert may("S:99", "S:245 3H 3H", "S:25")
    assert may("S:99", "S:5566 2", "S:55")
    assert may("S:99", "S:555 2", "S:55", decks=3)
    assert not may("S:99", "S:555 2", "5S 2S", decks=3)


@pytest.mark.clause("SJ-41")
def test_tuple_protect_compels_nobody_to_cut_a_longer_form():
    longer, tractors = {"tuple_protect": "longer_tuples"}, {"tuple_protect": "tractors"}
    both, three = {"tuple_protect": "both"}, {"decks": 3}
    assert may("S:99", "S:5552", "5S 2S", **three, **longer)
    assert not may("S:99", "S:5552", "5S 2S", **three, **tractors)
    assert may("S:99", "S:5552", "5S 2S", **three, **both)
    assert not may("S:99", "S:55662", "5S 2S")
    assert not may("S:99", "S:55662", "5S 2S", **longer)
    assert may("S:99", "S:55662", "5S 2S", **tractors)
    assert may("S:99", "S:55662", "5S 2S", **both)
    assert may("S:99", "S:55662", "S:55", **tractors)
    assert not may("S:99", "S:55882", "5S 2S", **tractors)
    # to a tractor the pairs of a tractor are owed
    assert not may("S:TT99", "S:556623", "S:5623", **tractors)
    assert not may("S:TT99", "S:556623", "S:5623", **both)


@pytest.mark.clause("SJ-42")
def test_to_a_tractor_as_many_pairs_as_possible_and_the_longest_run():
    lead = "S:QQJJTT"
    assert may(lead, "S:2233445", "S:223344")
    assert not may(lead, "S:2233445", "S:223345")
    hand = "S:22338899"
    assert may(lead, hand, "S:223388")
    assert may(lead, hand, "S:228899")
    split = "S:2233668A"
    assert may("S:QQJJ", split, "S:2233")
    assert not may("S:QQJJ", split, "S:2266")
    assert may("S:QQJJ", "S:22558A", "S:2255")
    assert not may("S:QQJJ", "S:22558A", "S:2258")
    assert may("S:QQJJ", "S:22458A", "S:2248")
    assert not may("S:QQJJ", "S:22458A", "S:458A")
    assert may("S:3322", "S:TTJJ8", "S:TTJJ")  # height is free
    assert not may(lead, "S:2233668A", "S:22668A")
    four = "S:KKQQJJTT"
    assert may(four, "S:2233446699", "S:22334466")
    assert not may(four, "S:2233446699", "S:22336699")


@pytest.mark.clause("SJ-43")
def test_other_duties_to_a_tractor():
    lead, hand = "S:QQJJTT", "S:2233668A"
    plays = {"the run and a pair": "S:223366", "cut run": "S:22668A", "no pair": "S:23668A"}
    rights = {duty: [True, False, False] for duty in ("maximal", "same_length", "pairs_only")}
    for duty, right in {**rights, "none": [True, True, True]}.items():
        assert [may(lead, hand, p, follow_tractor=duty) for p in plays.values()] == right
    lead, hand = "S:QQJJTT", "S:22336699"
    for play, right in (("S:223366", [True, True, True]), ("S:226699", [False, True, True])):
        found = [
            may(lead, hand, play, follow_tractor=duty)
            for duty in ("maximal", "same_length", "pairs_only")
        ]
        assert found == right
    lead, hand = "S:QQJJ", "S:223366"
    duties = ("maximal", "same_length", "pairs_only", "none")
    assert [may(lead, hand, "S:2266", follow_tractor=d) for d in duties] == [
        False, False, True, True,
    ]  # fmt: skip
    assert [may(lead, hand, "S:2336", follow_tractor=d) for d in duties] == [
        False, False, False, True,
    ]  # fmt: skip
    assert not may("S:QQ", "S:2236", "S:36", follow_tractor="none")


@pytest.mark.clause("SJ-44")
def test_to_a_throw_the_duties_add_up():
    lead, hand = "S:AKKQQ", "S:22335589"
    assert may(lead, hand, "S:22335")
    assert may(lead, hand, "S:22338")
    assert not may(lead, hand, "S:22558")
    assert may(lead, hand, "S:22558", follow_throw="pairs_only")
    assert not may(lead, hand, "S:22589", follow_throw="pairs_only")
    assert may(lead, hand, "S:22589", follow_throw="suit_only")
    assert not may(lead, hand + " 2H", "S:2233 2H", follow_throw="suit_only")
    two = "S:AAQQ5"
    assert may(two, "S:223345", "S:22334")
    assert not may(two, "S:223345", "S:22345")
    # each card is used once: the tractor takes the run, the pair what is left
    assert may("S:QQJJ99", "S:22334468", "S:223344")
    assert not may("S:QQJJ99", "S:22334468", "S:223368")
    # pairs are owed to throws even where tractors oblige to nothing
    none = {"follow_tractor": "none"}
    assert may(lead, hand, "S:22589", **none)
    assert not may(lead, hand, "S:22589", follow_throw="pairs_only", **none)


@pytest.mark.clause("SJ-45")
def test_wider_components_ask_for_the_best_division_into_tuples():
    three = {"decks": 3}
    assert may("S:999", "S:555 22 3", "S:555", **three)
    assert not may("S:999", "S:555223", "S:223", **three)
    assert may("S:999", "S:55223", "S:552", **three)
    assert not may("S:999", "S:552346", "S:523", **three)
    assert may("S:999", "S:52346", "S:523", **three)
    # a triple and a pair before two pairs and a single, and only full width needs to run
    lead = "S:QQQJJJ"
    assert may(lead, "S:5552234", "S:555223", **three)
    assert not may(lead, "S:5552234", "S:552234", **three)
    assert may(lead, "S:555666 33 4".replace(" 33 4", "334"), "S:555666", **three)
    hand = "S:222444555"
    assert may(lead, hand, "S:444555", **three)
    assert not may(lead, hand, "S:222555", **three)
    assert may(lead, "S:222 888 3", "S:222888", **three)


@pytest.mark.clause("SJ-45")
def test_longer_tuples_count_for_their_own_size_only():
    longer = {"decks": 3, "tuple_protect": "longer_tuples"}
    assert may("S:99", "S:555223", "S:22", **longer)
    assert not may("S:99", "S:555223", "S:55", **longer)  # a cut one does not stand in for a pair
    assert not may("S:99", "S:555223", "S:53", **longer)
    assert may("S:99", "S:5553", "S:55", **longer)
    assert may("S:99", "S:555223", "S:55", decks=3)
    assert may("S:QQJJ", "S:3334422 5", "S:2244", **longer)
    assert not may("S:QQJJ", "S:33344225", "S:3344", **longer)


@pytest.mark.clause("SJ-46")
def test_only_without_the_suit_one_plays_freely_and_side_cards_never_win():
    assert may("S:99", "2S AH AH", "2S AH")
    assert not may("S:99", "2S AH AH", "AH AH")
    assert may("S:99", "2H 8C 8C", "2H 8C")
    assert may("S:99", "2H 8C 8C", "8C 8C")
    assert winner("9S/AH/TS/AD") == 2
    assert winner("9S/AH/2C/AS") == 2
    assert winner("S:99/H:AA/2S AD/D:KK") == 0
    assert winner("S:99/8C AH/2C 2H/8S 8S") == 0

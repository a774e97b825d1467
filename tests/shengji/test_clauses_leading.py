"""What may be led, how it divides, whether it stands (SJ-30 to SJ-38)."""

from __future__ import annotations

import pytest

from simcore.shengji.judge import judge
from simcore.shengji.records import Ask
from tests.shengji.scene import at_lead, cards, cut, groups, parts, table, types


@pytest.mark.clause("SJ-30")
def test_the_dealer_leads_first_then_each_tricks_winner():
    scene = at_lead("S:2K/S:34/S:A6/S:89", dealer=1)
    assert (scene.ask, scene.seat) == (Ask.LEAD, 1)
    for seat, card in ((1, "3S"), (2, "AS"), (3, "8S"), (0, "2S")):
        assert scene.seat == seat
        scene.say(card)
    assert (scene.ask, scene.seat) == (Ask.LEAD, 2)
    scene.say("6S", "9S", "KS", "4S")
    assert scene.ask is Ask.NOTHING
    assert int(scene.finish()["last_winner"]) == 0


@pytest.mark.clause("SJ-30")
def test_everybody_plays_as_many_cards_as_were_led():
    scene = at_lead("S:AAKK3/H:23456/S:22445/H:8899T").say("S:AAKK")
    for text in ("2H", "H:234", "H:23456"):
        assert scene.refuses(text), text
    assert scene.refuses("H:2388")  # not in the hand
    assert not scene.refuses("H:2345")


@pytest.mark.clause("SJ-31")
def test_a_lead_has_one_effective_suit_and_may_be_a_throw():
    hands = "S:332 4H 7D 7C/H:223455/D:223455/H:88TTJJ"
    scene = at_lead(hands)
    for text in ("3S 4H", "7D 4H", "2S 7D"):
        assert scene.refuses(text), text
    for text in ("2S", "S:33", "S:332", "7D 7C"):
        assert not scene.refuses(text), text
    off = at_lead(hands, throws="off")
    assert off.refuses("S:332")
    assert off.refuses("7D 7C")
    assert not off.refuses("S:33")
    case = {"type": "kind", "rank": "7", "trump": "C", "cards": cards("S:332")}
    assert judge(case)["kind"] == "throw"
    assert judge({**case, "rules": {"throws": "off"}})["kind"] == "illegal_lead"


@pytest.mark.clause("SJ-32")
def test_the_sizes_largest_first_are_lexicographically_greatest():
    assert parts("S:A9988443") == groups("S:9988", "S:44", "AS", "3S")
    assert parts("S:33445566TT99") == groups("S:33445566", "S:TT99")
    three = {"decks": 3}
    assert parts("S:55666", **three) == groups("S:5566", "6S")
    assert parts("S:555666", **three) == groups("S:555666")
    assert parts("S:444556", **three) == groups("S:4455", "6S", "4S")
    assert parts("S:444555666", **three) == groups("S:444555666")
    assert parts("S:44455566", **three) == groups("S:444555", "S:66")
    assert parts("S:4444", decks=4) == groups("S:4444")


@pytest.mark.clause("SJ-32")
def test_then_more_tractors_and_off_suit_rank_pairs_by_s_h_d_c():
    # a quadruple and a pair, or a tractor and a pair, have the same sizes
    assert parts("S:555566", decks=4) == groups("S:5566", "S:55")
    assert parts("C:AA 7D 7D 7S 7S") == groups("C:AA 7S 7S", "7D 7D")
    assert parts("C:AA 7D 7D 7H 7H") == groups("C:AA 7H 7H", "7D 7D")
    assert parts("2H 2H 2S 2S BJ BJ", "2", "NT") == groups("BJ BJ 2S 2S", "2H 2H")


@pytest.mark.clause("SJ-33")
def test_singles_pairs_and_tractors_always_stand_with_two_packs():
    assert cut("2S", "AS") is None
    assert cut("S:22", "S:AA") is None
    assert cut("S:2233", "S:AAKK") is None
    assert cut("S:22A", "S:33") == ["2S 2S"]
    scene = at_lead("S:22334/S:AAKKQ/H:22334/D:22334").say("S:2233")
    assert int(scene.view["n_cards"]) == 4
    assert int(scene.view["failed"][0]) == 0


@pytest.mark.clause("SJ-34")
def test_with_three_packs_only_full_tuples_and_their_tractors_stand_unchecked():
    three = {"decks": 3}
    assert cut("S:222", "S:AAA", **three) is None
    assert cut("S:222333", "S:AAAKKK", **three) is None
    # a narrower tractor is tested tuple by tuple, and cut to its lowest beatable one
    assert cut("S:5566", "S:88", **three) == ["5S 5S"]
    assert cut("S:5566", "S:66 8S", **three) == ["5S 5S"]
    assert cut("S:5566", "S:44 8S", **three) is None
    assert cut("S:555666", "S:888", decks=4) == ["5S 5S 5S"]
    assert cut("S:KKQQ", "S:AA", "S:22", **three) == ["QS QS"]
    assert cut("S:5566", "S:88", multi_deck_exempt="any_tractor", **three) is None


@pytest.mark.clause("SJ-34")
def test_a_lone_narrower_tuple_stands_or_is_cut_to_one_card():
    three, cuts = {"decks": 3}, {"lone_tuple": "cut_to_single"}
    assert cut("S:55", "S:88", **three) is None
    assert cut("S:55", "S:88", **three, **cuts) == ["5S"]
    assert cut("S:55", "S:8 A", **three, **cuts) is None
    assert cut("S:555", "S:888", **three, **cuts) is None
    assert cut("S:55", "S:88", **cuts) is None  # two packs: full
    assert cut("S:5", "S:8", **three, **cuts) is None
    scene = at_lead("S:554/S:883/H:223/D:223", decks=3, **cuts).say("S:55")
    assert scene.tokens(scene.view["laid"][0]) == ["5S"]
    assert scene.hand(0) == ["4S", "5S"]


@pytest.mark.clause("SJ-35")
def test_a_throw_stands_unless_some_other_hand_beats_a_component():
    assert cut("S:AKK", "S:QQ", "S:JJ", "H:AAKK") is None
    assert cut("S:AK", "H:AA", "7C", "S:Q") is None  # trumps beat nothing here
    assert cut("S:KQQ", "S:J", "S:2", "S:A") == ["KS"]
    # seat 2 is the partner of seat 0
    both = {"throw_check": "opponents_only"}
    assert cut("S:KQQ", "S:J", "S:A", "S:2") == ["KS"]
    assert cut("S:KQQ", "S:J", "S:A", "S:2", **both) is None
    assert cut("S:KQQ", "S:J", "S:2", "S:A", **both) == ["KS"]
    desk = table()
    desk.lead(types("S:KQQ"))
    assert not desk.check([types("S:J"), types("S:A")], 3, 0b101)[0]


@pytest.mark.clause("SJ-36")
def test_what_beats_a_component():
    assert cut("S:A66", "S:88") == ["6S 6S"]
    assert cut("S:A66", "S:89") is None  # two cards are no pair
    assert cut("S:A66", "S:55") is None
    assert cut("S:A6655", "S:9988") == cut("S:A6655", "S:TT99 8") == ["5S 5S 6S 6S"]
    assert cut("S:A6655", "S:TT88 4") is None  # no run
    assert cut("S:A6655", "S:4455 6") is None
    assert cut("S:A6655", "S:889944") == ["5S 5S 6S 6S"]
    assert cut("7S 7D", "7H 7H") is None  # equal does not beat
    assert cut("7S 7D", "7C") == ["7S"]
    assert cut("7H 7D", "7C") == ["7H"]
    assert cut("S:A555", "S:8888", decks=4) == ["5S 5S 5S"]
    assert cut("S:A555", "S:88", decks=4) is None
    exempt = {"throw_tractor": "exempt"}
    assert cut("S:A6655", "S:9988", **exempt) is None
    assert cut("S:K6655", "S:9988 A", **exempt) == ["KS"]


@pytest.mark.clause("SJ-37")
def test_which_component_a_failed_throw_is_cut_to():
    throw = "S:QT99553"
    right, others = "S:4JJ", ("S:KK8", "H:AA")

    def left(**changes):
        return cut(throw, right, *others, **changes)

    assert left() == ["3S"]
    assert left(throw_fail_pick="pairs_first") == ["5S 5S"]
    assert left(throw_fail_pick="lowest_any") == ["3S"]
    assert left(throw_fail_pick="first_found") == ["9S 9S"]
    assert sorted(left(throw_fail_pick="leader")) == ["3S", "5S 5S", "9S 9S", "QS", "TS"]
    assert sorted(left(throw_fail_pick="challenger")) == ["3S", "5S 5S", "9S 9S", "TS"]


@pytest.mark.clause("SJ-37")
def test_the_smallest_is_fewest_cards_then_lowest_then_by_suit():
    assert cut("S:K2244", "S:A33") == ["KS"]
    assert cut("S:AQQ3322", "S:KK 6655") == ["QS QS"]
    assert cut("S:AQQ44", "S:KK") == ["4S 4S"]
    assert cut("S:QT", "S:KJ") == ["TS"]
    assert cut("7D 7H", "BJ") == ["7H"]
    # the lowest of all need not be beatable, and goes by level before size
    assert cut("S:Q22", "S:K", throw_fail_pick="lowest_any") == ["2S 2S"]
    assert cut("S:Q22", "S:K", throw_fail_pick="pairs_first") == ["QS"]
    assert cut("S:Q22", "S:K") == ["QS"]


@pytest.mark.clause("SJ-37")
def test_leader_or_challenger_picks_among_the_beatable():
    hands = "S:QT9955/S:4JJ32A/S:KK8866/H:AAKKQQ"
    scene = at_lead(hands, throw_fail_pick="leader").say("S:QT9955")
    assert (scene.ask, scene.seat) == (Ask.PICK, 0)
    asked = scene.view["beaten"][: int(scene.view["n_beaten"])]
    assert asked.tolist() == [0, 1, 2, 3]
    assert scene.refuses("4")
    scene.say("1")
    assert scene.tokens(scene.view["laid"][0]) == ["5S", "5S"]
    scene = at_lead("S:AT9955/S:4JJ324/S:KK8866/H:AAKKQQ", throw_fail_pick="challenger")
    scene.say("S:AT9955")
    assert (scene.ask, scene.seat) == (Ask.PICK, 1)  # the nearest who beats one
    assert scene.refuses("2")  # the ace stands
    scene.say("3")
    assert scene.tokens(scene.view["laid"][0]) == ["TS"]
    assert (scene.ask, scene.seat) == (Ask.FOLLOW, 1)


@pytest.mark.clause("SJ-37")
@pytest.mark.clause("SJ-73")
def test_the_rest_is_taken_back_and_everybody_has_seen_it():
    scene = at_lead("S:KQQ2/S:A344/S:5566/S:8899").say("S:KQQ")
    assert scene.tokens(scene.view["laid"][0]) == ["KS"]
    assert scene.hand(0) == ["2S", "QS", "QS"]
    assert scene.tokens(scene.view["exposed"][0]) == ["QS", "QS"]
    assert int(scene.view["n_cards"]) == 1


@pytest.mark.clause("SJ-38")
def test_failed_throws_cost_points_and_never_below_zero():
    for fine, total in ((0, 5), (10, 15)):
        scene = at_lead("S:KQ/S:A3/S:56/S:89", throw_fail_points=fine)
        scene.say("S:KQ", "AS", "5S", "8S", "3S", "6S", "9S", "KS")
        record = scene.finish()
        assert record["throws_failed"].tolist() == [1, 0]
        assert int(record["trick_points"]) == 5
        assert int(record["fine"]) == fine
        assert int(record["opponent_points"]) == total
    for fine, total in ((0, 20), (10, 10), (30, 0)):
        scene = at_lead("S:2A 4H/S:KQJ/S:36 8H/S:89 TH", throw_fail_points=fine)
        scene.say("2S", "JS", "3S", "8S", "S:KQ", "6S", "9S", "AS", "4H", "KS", "8H", "TH")
        record = scene.finish()
        assert record["throws_failed"].tolist() == [0, 1]
        assert int(record["opponent_points"]) == total
    # after the kitty: 20 in tricks and twice 10 below
    scene = at_lead("S:2A 4H/S:KQJ/S:36 8H/S:89 TH", "TD", throw_fail_points=30)
    scene.say("2S", "JS", "3S", "8S", "S:KQ", "6S", "9S", "AS", "4H", "KS", "8H", "TH")
    assert int(scene.finish()["opponent_points"]) == 20 + 2 * 10 - 30

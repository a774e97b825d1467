"""Tribute before later rounds, as the kernels settle it (GJ-64 to GJ-70)."""

from __future__ import annotations

import pytest

from simcore.gouji.records import Tribute
from tests.gouji.kernels import Opening

# Each hand has one card of its own rank above the others.
HANDS = ["3S 4S 5S", "3H 4H 5H", "3D 4D 5D", "9S TS JS", "9H TH QH", "9D TD KD"]
MIXED = [0, 1, 2, 3, 4, 5]  # fifth 4, sixth 5: opponents of those they owe
SWEEP = [0, 2, 4, 1, 3, 5]
MATES = [5, 4, 0, 1, 2, 3]  # fifth 2 owes second 4, sixth 3 owes first 5: team mates
LOSERS = [0, 3, 4, 1, 2, 5]
PAIR = [1, 0, 2, 4, 3, 5]  # fifth 3, sixth 5: one team


def dealt(finish: list[int], answers: list[str] = (), hands: list[str] = HANDS, **rules: object):
    return Opening([hands], answers, finish, revolution="off", **rules)


def tributes(opening: Opening) -> list[str]:
    names = ("tribute", "waive", "liberation")
    return [told for told in opening.told if told.startswith(names)]


@pytest.mark.clause("GJ-64")
def test_sixth_gives_two_highest_to_first_and_fifth_one_to_second():
    opening = dealt(MIXED, ["0 returns 3 4", "1 returns 3"])
    assert tributes(opening) == ["tribute 5 0: K T for 3 4", "tribute 4 1: Q for 3"]
    assert [opening.held(seat) for seat in range(6)] == [
        *("5 T K", "4 5 Q", "3 4 5", "9 T J", "3 9 T", "3 4 9")
    ]
    assert opening.record["gave"][5].tolist() == [10, 7, -1]
    assert opening.record["got"][5].tolist() == [0, 1, -1]
    off = dealt(MIXED, tribute="off")
    assert not tributes(off)
    assert off.asked == ["DRAWER 5"]
    assert off.held(0) == "3 4 5"


@pytest.mark.clause("GJ-64")
def test_the_receiver_sees_the_cards_and_may_return_the_same():
    same = dealt(MIXED, ["0 returns K T"])
    assert tributes(same)[0] == "tribute 5 0: K T for T K"
    assert same.held(5) == "9 T K"
    assert same.seen[same.asked.index("RETURN 0")] == "3 4 5 T K"
    for wrong in ("0 returns 3", "0 returns 3 4 5", "0 returns 9 9", "0 returns K K"):
        assert dealt(MIXED, [wrong]).is_illegal, wrong
    fewer = dealt(MIXED, ["1 returns 3 4"])
    assert fewer.is_illegal


@pytest.mark.clause("GJ-64")
def test_donors_give_from_the_hand_as_dealt():
    # Seat 5 returns a king to the sixth first; the fifth still gives the best it was dealt.
    hands = [*HANDS[:4], "9H TH QH", "AD KD 9D"]
    opening = dealt(MIXED, ["0 returns A K"], hands)
    assert tributes(opening) == ["tribute 5 0: A K for K A", "tribute 4 1: Q for Q"]
    jokers = [*HANDS[:4], "2S BJ RJ", "2H RJ BJ"]
    assert tributes(dealt(MIXED, [], jokers))[0] == "tribute 5 0: RJ BJ for BJ RJ"
    assert tributes(dealt(MIXED, [], jokers))[1] == "tribute 4 1: RJ for RJ"


@pytest.mark.clause("GJ-65")
def test_an_exchange_is_in_the_view_of_its_two_seats_only():
    opening = dealt(MIXED)
    view = opening.view
    assert (view["giver"], view["receiver"], view["cards"], view["got"]) == (-1, -1, 0, 0)
    # What is seen of it while it goes on is asked of the receiver himself, nobody else.
    asked = [question for question in opening.asked if not question.startswith("DRAWER")]
    assert asked == ["RETURN 0", "RETURN 1"]


@pytest.mark.clause("GJ-66")
def test_team_mates_may_drop_an_exchange_if_both_agree():
    both = dealt(MATES, ["3 yes", "5 yes", "2 yes", "4 yes"])
    assert tributes(both) == ["waive 3 5", "waive 2 4"]
    assert [asked for asked in both.asked if asked.startswith("WAIVE")] == [
        *("WAIVE 3", "WAIVE 5", "WAIVE 2", "WAIVE 4")
    ]
    one = dealt(MATES, ["3 yes", "5 no", "2 no", "4 yes"])
    assert tributes(one) == ["tribute 3 5: J T for T J", "tribute 2 4: 5 for 5"]
    always = dealt(MATES, same_team_tribute="exchange")
    assert tributes(always) == tributes(one)
    assert not any(asked.startswith("WAIVE") for asked in always.asked)
    waived = dealt(MATES, same_team_tribute="waive")
    assert tributes(waived) == ["waive 3 5", "waive 2 4"]
    assert waived.record["tribute"][3, 0] == Tribute.WAIVED
    opponents = dealt(MIXED, same_team_tribute="waive")
    assert len(tributes(opponents)) == 2
    assert tributes(opponents)[0].startswith("tribute 5 0")


@pytest.mark.clause("GJ-67")
def test_fifth_and_sixth_of_one_team_may_trade_duties():
    assert tributes(dealt(PAIR))[0].startswith("tribute 5 1: K T")
    both = dealt(PAIR, ["3 yes", "5 yes"])
    assert both.asked[1:3] == ["SWAP 3", "SWAP 5"]
    assert both.record["swapped"] == 1
    rest = [told.partition(" for")[0] for told in tributes(both)]
    assert rest == ["tribute 3 1: J T", "tribute 5 0: K"]
    one = dealt(PAIR, ["3 yes", "5 no"])
    assert tributes(one)[0].startswith("tribute 5 1")
    always = dealt(PAIR, loser_swap="always")
    assert tributes(always) == tributes(both)
    assert not any(asked.startswith("SWAP") for asked in always.asked)
    never = dealt(PAIR, loser_swap="never")
    assert not any(asked.startswith("SWAP") for asked in never.asked)
    assert tributes(never) == tributes(one)
    # Fifth and sixth of two teams keep theirs.
    apart = dealt(MIXED, loser_swap="always")
    assert tributes(apart)[0].startswith("tribute 5 0")


@pytest.mark.clause("GJ-68")
def test_after_a_sweep_each_of_the_others_gives_one_to_his_duimen():
    opposite = dealt(SWEEP)
    assert tributes(opposite) == [
        *("tribute 1 4: 5 for 5", "tribute 3 0: J for J", "tribute 5 2: K for K")
    ]
    assert not any(asked.startswith("SWAP") for asked in opposite.asked)
    off = dealt(SWEEP, ["3 no"], sweep_tribute="off")
    assert [told[:11] for told in tributes(off)] == ["tribute 5 0", "tribute 3 2"]
    assert "SWAP 3" in off.asked
    more = dealt(SWEEP, ["0 returns 3 4", "2 returns 3"], sweep_tribute="additional")
    assert [told.partition(" for")[0] for told in tributes(more)] == [
        *("tribute 5 0: K T", "tribute 3 2: J", "tribute 1 4: 5", "tribute 3 0: T"),
        "tribute 5 2: 9",
    ]
    assert not any(asked.startswith("SWAP") for asked in more.asked)
    # The record keeps both exchanges of a seat apart: classes of king, ten and nine.
    assert more.record["receiver"][[5, 1]].tolist() == [[0, 2], [-1, 4]]
    assert more.record["gave"][5].tolist() == [10, 7, 6]
    assert more.record["tribute"][[5, 1]].tolist() == [[1, 1], [0, 1]]
    for rule in ("opposite_one", "additional", "off"):
        assert [t[:11] for t in tributes(dealt(LOSERS, sweep_tribute=rule))] == [
            *("tribute 5 0", "tribute 2 3")
        ]


REDS = [*HANDS[:5], "9D RJ RJ RJ RJ KD"]


@pytest.mark.clause("GJ-69")
def test_a_donor_with_four_reds_refuses():
    opening = dealt(MIXED, [], REDS)
    assert tributes(opening) == ["liberation 5 0", "tribute 4 1: Q for Q"]
    assert opening.record["liberation"] == 1
    assert opening.held(0) == "3 4 5"
    off = dealt(MIXED, [], REDS, liberation="off")
    assert tributes(off)[0] == "tribute 5 0: RJ RJ for RJ RJ"
    three = [*HANDS[:4], "9H TH RJ", "9D RJ RJ RJ KD"]
    assert tributes(dealt(MIXED, [], three))[0] == "tribute 5 0: RJ RJ for RJ RJ"
    # It is the hand as dealt that counts: reds received in tribute free nobody.
    got = ["RJ 3S", "RJ 3H", "RJ 3D", "RJ 9S", "9H TH", "9D TD"]
    assert "liberation" not in " ".join(dealt(MIXED, [], got).told)


@pytest.mark.clause("GJ-69", "GJ-66")
def test_towards_a_team_mate_the_waiver_is_asked_first():
    reds = [*HANDS[:3], "9S RJ RJ RJ RJ", *HANDS[4:]]
    asked = dealt(MATES, ["3 yes", "5 yes"], reds)
    assert tributes(asked)[0] == "waive 3 5"
    refused = dealt(MATES, ["3 no"], reds)
    assert refused.asked[1:3] == ["WAIVE 3", "WAIVE 5"]
    assert tributes(refused)[0] == "liberation 3 5"


@pytest.mark.clause("GJ-70")
def test_the_first_round_of_a_game_has_no_tribute_and_a_revolution_keeps_the_places():
    assert not tributes(Opening([HANDS], revolution="off"))
    wild = ["4S 2S", "4H 5H", "4D 5D", "BJ 5C", "6S 2H", "6H RJ"]
    again = Opening([wild, HANDS], ["1 yes"], MIXED)
    assert again.told[2:4] == ["deal", "revolution 1"]
    assert tributes(again) == ["tribute 5 0: K T for T K", "tribute 4 1: Q for Q"]

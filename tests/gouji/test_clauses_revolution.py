"""Revolution and the order of a round, as the kernels run them (GJ-16 to GJ-18)."""

from __future__ import annotations

import pytest

from simcore.gouji.cards import FIRST_COPY
from tests.gouji.kernels import Opening

PLAIN = ["4S 5S", "4H 5H", "4D 5D", "4C 5C", "6S 2S", "6H 2H"]
THREES = ["4S 5S", "3S 3S", "4D 5D", "4C 5C", "3H 3H", "2S 6H"]
LATER = [1, 2, 3, 0, 5, 4]  # finish of the round before: seat 4 is the Big Loser


def card(name: str) -> tuple[int, int]:
    """A draw out of the deck that turns a card up."""
    return 216, FIRST_COPY[name]


FIRST = {seat: [(6, seat), card("AS")] for seat in range(6)}  # an ace counts to the Kai Pai himself


def revolts(opening: Opening) -> list[str]:
    return [asked for asked in opening.asked if asked.startswith("REVOLUTION")]


# Seats 1, 2 and 4 hold neither a joker nor a two.
WILD = ["4S 2S", "4H 5H", "4D 5D", "BJ 5C", "6S 7S", "6H RJ"]


@pytest.mark.clause("GJ-16")
def test_a_seat_without_joker_and_two_may_declare_revolution():
    opening = Opening([WILD], draws=FIRST[0])
    assert revolts(opening) == ["REVOLUTION 1", "REVOLUTION 2", "REVOLUTION 4"]
    assert opening.record["may_declare"].tolist() == [0, 1, 1, 0, 1, 0]
    thrown = Opening([WILD], ["2 yes"], draws=FIRST[0])
    assert thrown.told[-1] == "revolution 2"
    assert thrown.question == "DEAL"
    off = Opening([WILD], draws=FIRST[0], revolution="off")
    assert not revolts(off)
    assert off.record["may_declare"].tolist() == [0] * 6
    never = Opening([WILD], draws=FIRST[0], revolution_policy="never")
    assert not revolts(never)
    assert "revolution" not in " ".join(never.told)
    always = Opening([WILD], draws=FIRST[0], revolution_policy="always")
    assert not revolts(always)
    assert always.told[-1] == "revolution 1"


@pytest.mark.clause("GJ-17")
def test_the_first_yes_in_drawing_order_ends_the_asking():
    assert revolts(Opening([WILD], draws=FIRST[4])) == [f"REVOLUTION {seat}" for seat in (4, 1, 2)]
    opening = Opening([WILD], ["1 yes"], draws=FIRST[0])
    assert revolts(opening) == ["REVOLUTION 1"]
    assert opening.record["declared"].tolist() == [0, 1, 0, 0, 0, 0]
    again = Opening([WILD, WILD, PLAIN], ["1 yes", "4 yes"], draws=FIRST[0])
    assert again.told[2:] == ["deal", "revolution 1", "deal", "revolution 4", "deal"]
    assert again.record["deals"] == 3
    assert again.record["revolutions"] == 2
    assert again.first_drawer == 0


@pytest.mark.clause("GJ-17")
def test_a_quorum_of_two_and_a_new_count():
    two = Opening([WILD], ["1 yes", "4 yes"], draws=FIRST[0], revolution_quorum=2)
    assert two.told[-2:] == ["revolution 1", "revolution 4"]
    one = Opening([WILD], ["1 yes"], draws=FIRST[0], revolution_quorum=2)
    assert "revolution 1" not in one.told
    assert revolts(one) == ["REVOLUTION 1", "REVOLUTION 2", "REVOLUTION 4"]
    alone = [*WILD[:2], "4D 2D", *WILD[3:4], "6S 2S", WILD[5]]
    assert not revolts(Opening([alone], draws=FIRST[0], revolution_quorum=2))
    assert revolts(Opening([alone], draws=FIRST[0])) == ["REVOLUTION 1"]
    draws = [*FIRST[0], (6, 3), card("2S")]
    counted = Opening(
        [WILD, PLAIN], ["1 yes"], draws=draws, revolution_redeal_drawer="repeat_procedure"
    )
    assert counted.told[3:6] == ["revolution 1", "kai_pai 3:2S -> 4", "deal"]
    assert counted.first_drawer == 4
    same = Opening([WILD, PLAIN], ["1 yes"], draws=draws)
    assert same.first_drawer == 0


@pytest.mark.clause("GJ-17")
def test_threes_start_again_and_debts_stay_after_a_revolution():
    first = [*WILD[:1], "3H 3H", *WILD[2:]]
    opening = Opening([first, THREES], ["1 yes", "2 yes", "1 no", "4 yes"], draws=FIRST[0])
    assert opening.told[2:] == ["deal", "threes 1", "revolution 2", "deal", "threes 4"]
    assert opening.leader == 4
    later = Opening([WILD, PLAIN], ["1 yes"], LATER)
    assert later.told[-2:] == ["tribute 4 1: 2 6 for 6 2", "tribute 5 2: 2 for 2"]


@pytest.mark.clause("GJ-17", "GJ-18")
def test_the_order_of_a_round_and_wilds_judged_before_or_after_tribute():
    # Seat 4 gives its two away: as drawn it may not declare, after tribute it may.
    hands = ["9S 2S", "4H 5H", "4D 5D", "BJ 5C", "2S 7S", "RJ 6H"]
    answers = ["4 names 0", "1 returns 4 5", "2 returns 4"]
    early = Opening([hands], answers, LATER)
    assert early.asked == ["DRAWER 4", *(f"REVOLUTION {s}" for s in (1, 2)), "RETURN 1", "RETURN 2"]
    assert early.told == [
        *("round", "drawer 4 0", "deal", "tribute 4 1: 2 7 for 4 5", "tribute 5 2: RJ for 4")
    ]
    after = Opening([hands], answers, LATER, revolution_timing="after_tribute")
    assert after.asked == [*("DRAWER 4", "RETURN 1", "RETURN 2", "REVOLUTION 4", "REVOLUTION 5")]
    thrown = Opening([hands], [*answers, "4 yes"], LATER, revolution_timing="after_tribute")
    assert thrown.told[-1] == "revolution 4"
    first = Opening([THREES], ["1 yes"], draws=FIRST[0])
    assert first.asked[0] == "THREES 1"
    assert revolts(first)[0] == "REVOLUTION 0"
    assert first.asked.index("THREES 1") < first.asked.index("REVOLUTION 0")
    assert not any("tribute" in told for told in first.told)

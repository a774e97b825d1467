"""The bury and the overcalls after it (SJ-28, SJ-29)."""

from __future__ import annotations

import pytest

from simcore.shengji.records import Ask
from tests.shengji.scene import Scene


def burying(hands="9S KS 3C/2H 3H 4H/5H 6H 8H/2D 3D 4D", kitty="2C AS", **setting):
    scene = Scene(hands, kitty, **setting).decline()
    assert scene.ask is Ask.BURY
    return scene


@pytest.mark.clause("SJ-28")
def test_the_dealer_takes_the_kitty_and_buries_as_many_cards():
    scene = burying()
    assert scene.seat == 0
    assert scene.hand(0) == sorted(["9S", "KS", "3C", "2C", "AS"])
    for text in ("9S", "9S KS AS", "9S 2H", "9S 9S"):
        assert scene.refuses(text), text
    scene.say("9S 2C")
    assert scene.hand(0) == sorted(["KS", "3C", "AS"])
    assert scene.tokens(scene.state["own"][0]["buried"]) == ["2C", "9S"]
    assert (scene.ask, scene.seat) == (Ask.LEAD, 0)


@pytest.mark.clause("SJ-28")
def test_restricted_cards_are_buried_only_when_the_others_do_not_suffice():
    assert not burying().refuses("KS 2C")
    points = burying(bury_restriction="no_points")
    assert points.refuses("KS 9S")
    assert not points.refuses("2C 9S")
    trumps = burying(bury_restriction="no_trump")
    assert trumps.refuses("2C 9S")
    assert not trumps.refuses("KS 9S")
    rich = "KS TS KD/2H 3H 4H/5H 6H 8H/2D 3D 4D"
    few = burying(rich, "2C 5S", bury_restriction="no_points")
    assert few.refuses("KS TS")
    assert not few.refuses("KS 2C")
    poor = burying("3C 4C 7S/2H 3H 4H/5H 6H 8H/2D 3D 4D", "2C 5C", bury_restriction="no_trump")
    assert not poor.refuses("3C 4C")


OVER = "9S KS 7S/7H 7H 4H/7D 6H 8H/7C 7C 4D"


@pytest.mark.clause("SJ-29")
def test_after_the_bury_the_others_may_overcall_from_the_dealers_right():
    assert burying(OVER).say("KS AS").ask is Ask.LEAD
    scene = Scene(OVER, "2C AS", chao_dipi="on")
    while scene.seat != 0:
        scene.say(None)
    scene.say("7S").decline()
    assert (scene.ask, scene.trump) == (Ask.BURY, "S")
    scene.say("9S KS")
    assert (scene.ask, scene.seat) == (Ask.OVERCALL, 1)
    assert scene.refuses("7H")  # as strong as the single 7 that stands
    scene.say("7H 7H")
    # he takes the buried cards, sets the trump and buries again; the dealer stays
    assert (scene.ask, scene.seat, scene.trump, scene.dealer) == (Ask.BURY, 1, "H", 0)
    assert scene.hand(1) == sorted(["7H", "7H", "4H", "9S", "KS"])
    scene.say("KS 4H")
    # seat 3 has a pair as well, which is no stronger; nobody else is asked
    assert (scene.ask, scene.seat) == (Ask.LEAD, 0)
    assert scene.tokens(scene.view["exposed"][1]) == ["7H", "7H"]
    assert int(scene.view["declarers"]) == 0b0101
    assert scene.record["kitty_points"] == 10


@pytest.mark.clause("SJ-29")
def test_overcalls_go_on_until_all_others_pass_in_a_row():
    scene = Scene(
        "9S KS 7S/7H 7H 4H/BJ BJ 8H/7C 7C 4D",
        "2C AS",
        chao_dipi="on",
        nt_declare="joker_pair",
        partner_override=False,
    )
    while scene.seat != 0:
        scene.say(None)
    scene.say("7S").decline().say("9S KS")
    assert scene.seat == 1
    scene.say(None)
    assert (scene.ask, scene.seat) == (Ask.OVERCALL, 2)  # strength alone counts, partner or not
    scene.say(None)
    assert scene.seat == 3
    scene.say("7C 7C", "4D KS")
    # seat 0 holds nothing stronger, seat 1 only another pair
    assert (scene.ask, scene.seat) == (Ask.OVERCALL, 2)
    scene.say("BJ BJ")
    assert (scene.ask, scene.trump) == (Ask.BURY, "NT")
    scene.say("8H KS")
    assert (scene.ask, scene.seat, scene.dealer) == (Ask.LEAD, 0, 0)
    assert scene.record["overcalls"] == 2

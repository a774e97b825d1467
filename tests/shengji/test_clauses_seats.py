"""Five and six players, what is public, what a record holds (SJ-70 to SJ-74)."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from simcore.shengji.engine import play
from simcore.shengji.policies import choose
from simcore.shengji.records import OWN, VIEW, Ask, rules_record
from simcore.shengji.scoring import next_dealer
from simcore.shengji.trace import transcript
from simcore.status import KaipaiError
from tests.shengji.scene import RANKS, at_lead, make

FIVE = "S:2A/S:3K/S:46/S:58/S:9T"


def five(call, plays, hands=FIVE, **changes):
    scene = at_lead(hands, "2C", players=5, **changes)
    assert (scene.ask, scene.seat) == (Ask.FRIEND, scene.dealer)
    scene.say(call)
    assert scene.ask is Ask.LEAD
    scene.say(*plays)
    return scene


PLAYS = ("2S", "KS", "4S", "5S", "9S", "3S", "6S", "8S", "TS", "AS")


@pytest.mark.clause("SJ-70")
@pytest.mark.clause("SJ-71")
def test_the_dealer_calls_a_card_whose_holder_is_his_friend():
    scene = five("KS", PLAYS[:1])
    assert int(scene.view["sides_known"]) == 0
    assert int(scene.view["declarers"]) == 0b00001
    scene.say("KS")
    assert int(scene.view["friend"]) == 1
    assert int(scene.view["sides_known"]) == 1
    assert int(scene.view["declarers"]) == 0b00011
    scene.say(*PLAYS[2:])
    record = scene.finish()
    assert (int(record["friend"]), int(record["friend_trick"])) == (1, 0)
    # seat 1 took 15 points, which count for the side it turned out to be on
    assert int(record["trick_points"]) == 0
    three = [RANKS.index("7") + 3] * 2 + [RANKS.index("7")] * 3
    assert record["levels_after"][:5].tolist() == three
    assert int(record["next_dealer"]) == 1


@pytest.mark.clause("SJ-71")
def test_which_card_and_which_copy_may_be_called():
    scene = at_lead(FIVE, "2C", players=5)
    for text in ("2C", "7D", "RJ", "AS#3", "AS#0"):
        assert scene.refuses(text), text
    for text in ("AS", "AS#2", "2H", None):
        assert not scene.refuses(text)
    anything = at_lead(FIVE, "2C", players=5, friend_card="any")
    for text in ("2C", "7D", "RJ", "RJ#2"):
        assert not anything.refuses(text), text


@pytest.mark.clause("SJ-71")
def test_the_copy_is_counted_over_all_plays():
    hands = "S:2A/S:3K/S:46/S:58/S:9K"
    scene = five("KS#2", ("2S", "KS", "4S", "5S", "9S"), hands)
    assert int(scene.view["friend_seen"]) == 1
    assert int(scene.view["friend"]) == -1
    scene.say("3S", "6S", "8S", "KS", "AS")
    assert int(scene.view["friend"]) == 4


@pytest.mark.clause("SJ-71")
def test_a_dealer_alone_who_holds_gains_the_bonus():
    for call in ("AS", None, "2H"):  # his own card, nobody, a card that is never played
        scene = five(call, PLAYS)
        assert int(scene.view["friend"]) == -1
        record = scene.finish()
        assert int(record["trick_points"]) == 15
        assert int(record["gain"]) == 2
        assert int(five(call, PLAYS, solo_bonus=1).finish()["gain"]) == 3
        assert int(record["next_dealer"]) == 0
    assert int(five("KS", PLAYS, solo_bonus=1).finish()["gain"]) == 3  # the shut-out alone
    assert int(five("TS", PLAYS, solo_bonus=1).finish()["gain"]) == 2
    lost = five(None, PLAYS, solo_bonus=1, step_adjust=-35).finish()  # 15 points, a step of 5
    assert (int(lost["swap"]), int(lost["gain"])) == (1, 1)


@pytest.mark.clause("SJ-71")
def test_gains_meet_each_of_a_side_and_the_next_dealer_comes_from_the_winners():
    record = five("KS", PLAYS, step_adjust=-25).finish()
    assert (record["levels_after"][:5] > record["levels"][:5]).tolist() == [1, 1, 0, 0, 0]
    law = rules_record(make(players=5))[0]
    assert next_dealer(0, False, 0b01001, 2, law) == 3
    assert next_dealer(0, False, 0b00001, 2, law) == 0
    assert next_dealer(0, True, 0b00011, 2, law) == 2
    assert next_dealer(4, True, 0b10001, 2, law) == 1
    out = play(5, 0, 30, make(players=5, decks=2), [0] * 5, 4)
    for r in out:
        side = [int(r["declarers"]) >> s & 1 for s in range(5)]
        gains = [int(r["gain"]) if bool(d) != bool(r["swap"]) else 0 for d in side]
        old, new = r["levels"][:5].tolist(), r["levels_after"][:5].tolist()
        assert new == [a + b for a, b in zip(old, gains, strict=True)]
        assert int(r["rank"]) == old[int(r["dealer"])] % 13 or r["round"] == 0


@pytest.mark.clause("SJ-71")
def test_all_who_pass_the_last_rank_in_one_round_share_the_match():
    plays = ("2S", "KS", "4S", "5S", "9S", "3S", "6S", "8S", "TS", "QS")
    record = five("KS", plays, FIVE.replace("A", "Q"), rank="A").finish()
    assert int(record["match_over"]) == 1
    assert int(record["winners"]) == 0b00011
    line = transcript(4, 0, make(players=5, max_rounds=1), [0] * 5)[-1]
    ahead = [s for s, token in enumerate(line["levels"]) if token == max(line["levels"])]
    assert line["winner"] in (ahead, ahead[0], None)


SIX = "S:2A/S:3K/S:46/S:58/S:9T/S:Q9"


@pytest.mark.clause("SJ-72")
def test_six_players_form_two_sides_in_alternate_seats():
    scene = at_lead(SIX, "2C", players=6, decks=3)
    assert scene.ask is Ask.LEAD
    assert int(scene.view["declarers"]) == 0b010101
    scene.say("2S", "KS", "4S", "5S", "9S", "QS", "3S", "6S", "8S", "TS", "9S", "AS")
    record = scene.finish()
    assert int(record["trick_points"]) == 15
    assert int(record["next_dealer"]) == 2
    law = rules_record(make(players=6, decks=3))[0]
    assert [int(next_dealer(d, False, 0b010101, 0, law)) for d in (0, 2, 4)] == [2, 4, 0]
    assert [int(next_dealer(d, True, 0b010101, 0, law)) for d in (0, 2, 4)] == [1, 3, 5]
    with pytest.raises(KaipaiError, match="SJ-2"):
        make(players=6, decks=2)


@pytest.mark.clause("SJ-73")
def test_a_policy_is_given_the_public_view_and_its_own_cards_alone():
    names = list(inspect.signature(getattr(choose, "py_func", choose)).parameters)
    assert names == [
        "policy", "view", "own", "frame", "rules", "streams", "row", "work", "move",
    ]  # fmt: skip
    assert not {"own", "dealt", "kitty", "order", "hand", "buried"} & set(VIEW.names or ())
    assert {"hand", "buried"} <= set(OWN.names or ())
    scene = at_lead("S:2K 2H/S:34 3H/S:56 4H/S:89 6H").say("KS", "3S", "5S", "8S")
    view = scene.view
    assert scene.tokens(view["played"]) == sorted(["KS", "3S", "5S", "8S"])
    assert view["points"].tolist() == [15, 0, 0, 0, 0, 0]
    assert view["left"][:4].tolist() == [2] * 4
    scene.say("2H")
    assert scene.tokens(view["laid"][0]) == ["2H"]


@pytest.mark.clause("SJ-73")
def test_who_buried_alone_knows_the_kitty():
    scene = at_lead("S:2K/S:34/S:56/S:89", "9C")
    own = scene.state["own"]
    assert own["has_buried"][:4].tolist() == [1, 0, 0, 0]
    assert scene.tokens(own[0]["buried"]) == ["9C"]
    assert scene.tokens(own[1]["buried"]) == []


@pytest.mark.clause("SJ-74")
def test_points_make_a_hundred_a_pack_and_each_card_is_played_once_or_buried():
    for players, decks in ((4, 1), (4, 2), (4, 3), (5, 2), (6, 3)):
        rules = make(players=players, decks=decks)
        out = play(9, 0, 6, rules, [0] * players, 2)
        assert (out["points"].sum(axis=1) + out["kitty_points"] == 100 * decks).all()
        lines = transcript(9, 0, rules, [0] * players, 1)
        deal = next(e for e in lines if e["event"] == "deal")
        stock = sorted(card for part in (*deal["hands"], deal["kitty"]) for card in part)
        laid = [c for e in lines if e["event"] == "play" for c in e["cards"]]
        bury = [e for e in lines if e["event"] == "bury"][-1]
        assert sorted(laid + bury["cards"]) == stock


@pytest.mark.clause("SJ-74")
def test_a_rounds_record_is_that_of_its_transcript():
    for match in range(3):
        lines = transcript(9, match, make(), [0, 1, 0, 1], 3)
        scores = [e for e in lines if e["event"] == "score"]
        out = play(9, match, match + 1, make(), [0, 1, 0, 1], 3)
        for record, score in zip(out, scores, strict=True):
            assert int(record["opponent_points"]) == score["opponent_points"]
            assert int(record["kitty_points"]) == score["kitty_points"]
            assert int(record["next_dealer"]) == score["next_dealer"]
        assert np.array_equal(out["match"], [match] * 3)

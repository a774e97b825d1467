"""What to bury in Sheng Ji: what is known, which options there are, what forcing one does."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.catalog import load_game
from simcore.shengji.cards import NUMBER
from simcore.shengji.positions import QUESTIONS, question
from simcore.shengji.records import Ask
from simcore.status import KaipaiError

GAME = load_game("shengji")
RULES = GAME.make_rules()
HAND = (
    "RJ BJ 2S 2S 2H AS KS QS JS TS 9S 7S 6S AH AH KH 9H 8H 4H AD KD 5D 4D 3D QC TC 9C 8C 7C 5C 4C "
    "4C 3C"
)
LOW = "4H 8H 9H 3D 4D 3C 7C 8C"
POINTS = "KH KD 5D 5C TC KS TS 3C"


def decide(rules=RULES, seats=4, **given):
    return question("bury", rules, {"cards": HAND, "rank": "2", "trump": "S"} | given, (2,) * seats)


def rounds_of(decision, n=20, seed=3):
    positions = decision.deal(seed, 0, n)
    return positions, [decision.play(seed, 0, positions, k) for k in range(len(decision.actions))]


def test_the_game_offers_its_questions():
    assert set(GAME.questions) == set(QUESTIONS)


@pytest.mark.clause("SJ-28")
def test_the_cards_named_are_buried():
    decision = decide(options=f"{LOW} | {POINTS}")
    (states, _), (low, high) = rounds_of(decision)
    assert (states["view"]["ask"] == int(Ask.BURY)).all()
    assert (states["view"]["seat"] == 0).all()
    assert (low["kitty_points"] == 0).all()
    assert (high["kitty_points"] == 10 + 10 + 5 + 5 + 10 + 10 + 10).all()
    for records in (low, high):
        assert (records["dealer"] == 0).all()
        assert (records["trump"] == 0).all()
        assert (records["rank"] == 0).all()


def test_hidden_cards_differ_and_are_the_same_for_every_option():
    decision = decide(options=f"{LOW} | {POINTS}")
    (states, _), (low, high) = rounds_of(decision)
    hands = states["dealt"]["p"][:, 1].reshape(len(states), -1)
    assert len({tuple(row) for row in hands.tolist()}) == len(states)
    assert (low["trumps"][:, 1:4] == high["trumps"][:, 1:4]).all()


def test_a_position_does_not_depend_on_the_others():
    decision = decide(options=f"{LOW} | {POINTS}")
    many, few = decision.deal(3, 0, 10), decision.deal(3, 6, 3)
    whole, part = decision.play(3, 0, many, 1), decision.play(3, 6, few, 1)
    assert whole[6:9].tobytes() == part.tobytes()


def test_the_policy_s_burial_and_its_neighbours_are_listed():
    decision = decide()
    assert all(len(action.split()) == 8 for action in decision.actions)
    own = set(decision.actions[0].split())
    assert all(len(set(action.split()) ^ own) <= 2 for action in decision.actions)
    assert any("listed" in note for note in decision.notes)


def test_no_trump_and_levels():
    decision = decide(trump="NT", levels="2:K", options=f"{LOW} | {POINTS}")
    (_, _), (low, _) = rounds_of(decision, n=3)
    assert (low["trump"] == 4).all()
    assert (low["levels"][:, :2] == [0, 11]).all()


@pytest.mark.clause("SJ-28")
def test_a_restricted_bury_leaves_points_alone():
    rules = GAME.make_rules("seed", {"bury_restriction": "no_points"})
    points = {kind for name, kind in NUMBER.items() if name[0] in "5TK"}
    for action in decide(rules).actions:
        assert not {NUMBER[card] for card in action.split()} & points
    with pytest.raises(KaipaiError, match="fewer than two"):
        decide(rules, options=f"{LOW} | {POINTS}")


def test_six_players_bury_too():
    rules = GAME.make_rules("seed", {"players": 6, "decks": 3})
    hand = " ".join([HAND] * 2).split()
    cards = " ".join(hand[: 26 + 6])
    decision = decide(rules, 6, cards=cards)
    _, played = rounds_of(decision, n=2)
    assert all((records["status"] == 0).all() for records in played[:3])


@pytest.mark.parametrize(
    ("given", "why", "code"),
    [
        ({"cards": "RJ BJ"}, "2 cards are given", 5),
        ({"cards": HAND.replace("3C", "RJ").replace("BJ", "RJ")}, "RJ only twice", 5),
        ({"levels": "3:2"}, "its own level", 5),
        ({"options": f"{LOW} | 4H"}, "and 8 are buried", 5),
        ({"options": f"{LOW} | 4H 8H 9H 3D 4D 3C 7C 2C"}, "not in the hand", 5),
        ({"rank": "1"}, "no rank", 2),
        ({"trump": "X"}, "none of S, H, D, C, NT", 2),
        ({"cards": HAND.replace("3C", "3X")}, "no card", 2),
        ({"table": "3C"}, "takes no --table", 2),
    ],
)
def test_wrong_givens_are_refused(given, why, code):
    with pytest.raises(KaipaiError, match=why) as found:
        decide(**given)
    assert found.value.exit_code == code


def test_five_players_are_refused():
    rules = GAME.make_rules("seed", {"players": 5})
    with pytest.raises(KaipaiError, match="five players"):
        decide(rules, 5)


def test_the_asker_sees_nothing_hidden():
    states, _ = decide().deal(8, 0, 20)
    view = states["view"]
    for name in ("rank", "trump", "dealer", "declarer", "levels", "left", "after"):
        assert (view[name] == view[name][0]).all(), name
    own = states["own"]["hand"]["p"][:, 0]
    assert (own == own[0]).all()
    assert np.unique(states["own"]["hand"]["p"][:, 1, 0]).size > 1

"""Questions of Sheng Ji: what is known, which options there are, what forcing one does."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.catalog import load_game
from simcore.shengji.cards import NUMBER
from simcore.shengji.positions import QUESTIONS, question
from simcore.shengji.positions.givens import Trick, fill_trick, read_types
from simcore.shengji.positions.kernels import GIVEN
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


SPADES = {"rank": "2", "trump": "S"}


def decide(rules=RULES, seats=4, name="bury", **given):
    return question(name, rules, {"cards": HAND} | SPADES | given, (2,) * seats)


def lay(name, cards, **given):
    return question(name, RULES, {"cards": cards} | SPADES | given, (2,) * 4)


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
    assert len(set(states["dealt"][:, 1].tolist())) == len(states)
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
        ({"options": f"{LOW} | 4H"}, "1 card instead of 8", 5),
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


FIVE = GAME.make_rules("seed", {"players": 5})
HAND_OF_FIVE = " ".join(HAND.split()[:28])


def test_with_five_players_the_side_of_the_dealer_is_that_of_the_friend():
    decision = decide(FIVE, 5, cards=HAND_OF_FIVE, levels="2,3,4,5,6")
    _, played = rounds_of(decision, n=200)
    for records in played[:3]:
        assert (records["status"] == 0).all()
        assert (records["dealer"] == 0).all()
        assert (records["levels"][:, :5] == [0, 1, 2, 3, 4]).all()
        assert (records["declarers"] & 1).all()
        friends = {int(side) & ~1 for side in records["declarers"]}
        assert friends == {2, 4, 8, 16}  # whoever has been dealt the card called


@pytest.mark.parametrize("question", ["lead", "follow"])
def test_with_five_players_play_is_not_asked_about(question):
    with pytest.raises(KaipaiError, match="who is with whom") as found:
        decide(FIVE, 5, question, cards=HAND_OF_FIVE)
    assert found.value.exit_code == 5


@pytest.mark.parametrize(
    ("levels", "why"), [("2:2", "of each player"), ("3,2,2,2,2", "its own level")]
)
def test_with_five_players_each_has_a_level(levels, why):
    with pytest.raises(KaipaiError, match=why):
        decide(FIVE, 5, cards=HAND_OF_FIVE, levels=levels)


def test_the_asker_sees_nothing_hidden():
    states, _ = decide().deal(8, 0, 20)
    view = states["view"]
    for name in ("rank", "trump", "dealer", "declarer", "levels", "left", "after"):
        assert (view[name] == view[name][0]).all(), name
    own = states["own"]["hand"][:, 0]
    assert (own == own[0]).all()
    assert np.unique(states["own"]["hand"]["p0"][:, 1]).size > 1


# --- tricks ---------------------------------------------------------------------------------------

FIRST = "RJ BJ 2S 2H AS KS QS JS TS 9S AH AH KH 9H AD AD KD 5D QC QC TC 9C 8C 7C 5C"
BURIED = "3H 4H 6H 7H 3D 4D 6D 3C"


@pytest.mark.clause("SJ-30")
def test_the_dealer_leads_singles_tuples_and_tractors():
    decision = lay("lead", FIRST, buried=BURIED)
    assert {"AH", "AH AH", "AD AD", "QC QC", "RJ"} <= set(decision.actions)
    assert len(decision.actions) == len(set(FIRST.split())) + 3
    tractor = lay("lead", FIRST.replace("9H", "KH").replace("8C", "KC"), buried=BURIED)
    assert "KH KH AH AH" in tractor.actions
    (states, _), played = rounds_of(decision, n=6)
    assert (states["view"]["ask"] == int(Ask.LEAD)).all()
    assert (states["view"]["seat"] == 0).all()
    assert all((records["status"] == 0).all() for records in played)
    assert all((records["declarers"] == 0b0101).all() for records in played)


@pytest.mark.clause("SJ-34")
def test_throws_are_led_where_they_are_named():
    decision = lay("lead", FIRST, buried=BURIED, options="AH AH KH | KD 5D | RJ")
    _, (good, bad, single) = rounds_of(decision, n=8)
    assert (good["throws_tried"].sum(axis=1) >= 1).all()
    assert (bad["throws_failed"][:, 0] >= 1).any()
    assert (single["status"] == 0).all()


def test_what_lies_in_the_trick_has_left_the_hands():
    decision = lay("follow", FIRST, dealer="1", trick="AC / 3C / 4C")
    states, _ = decision.deal(2, 0, 12)
    view = states["view"]
    assert (view["leader"] == 1).all()
    assert (view["best"] == 1).all()
    assert (view["left"][:, :4] == [25, 24, 24, 24]).all()
    assert (states["own"]["has_buried"][:, 1] == 1).all()
    assert set(decision.actions) == {"QC", "TC", "9C", "8C", "7C", "5C"}


@pytest.mark.clause("SJ-39")
def test_a_seat_that_did_not_follow_is_out_of_the_suit():
    decision = lay("follow", FIRST, dealer="1", trick="AC / 3H / 4C")
    states, _ = decision.deal(2, 0, 40)
    frame = states["view"]["suit"]
    assert (states["view"]["void"][:, 2] == 1 << 3).all()
    clubs = [NUMBER[rank + "C"] for rank in "3456789TJQKA"]
    dealt = states["dealt"]["p0"][:, 2]
    assert not any(int(word) >> kind & 1 for word in dealt for kind in clubs)
    other = states["dealt"]["p0"][:, 3]
    assert any(int(word) >> kind & 1 for word in other for kind in clubs)
    assert (frame == 3).all()


@pytest.mark.clause("SJ-41")
def test_a_pair_is_followed_by_a_pair():
    with pytest.raises(KaipaiError, match="nothing to choose"):
        lay("follow", FIRST, dealer="1", trick="KC KC / 3C 3C / 4C 4C")
    free = lay("follow", FIRST.replace("QC QC", "QC 6C"), dealer="1", trick="KC KC / 3C 3C / 4C 4C")
    assert len(free.actions) == 21
    assert all(word.endswith("C") for action in free.actions for word in action.split())


def test_late_tricks_take_what_was_played_and_its_points():
    cards = "AS KS QS"
    deck = [card for card in NUMBER for _ in range(2)]
    for card in cards.split():
        deck.remove(card)
    for card in BURIED.split():
        deck.remove(card)
    played = " ".join(deck[: 22 * 4])
    decision = lay("lead", cards, buried=BURIED, played=played, points="45")
    (states, _), outcomes = rounds_of(decision, n=4)
    view = states["view"]
    assert (view["left"][:, :4] == 3).all()
    assert (view["points"][:, 1] == 45).all()
    assert all((records["status"] == 0).all() for records in outcomes)


def late_of(cards, buried, first=(), **given):
    """Three cards are left to each; of those gone the cards named `first`, then any."""
    deck = [card for card in NUMBER for _ in range(2)]
    for card in f"{cards} {buried} {' '.join(first)}".split():
        deck.remove(card)
    played = [*first, *deck][: 22 * 4]
    return {"cards": cards, "played": " ".join(played), "buried": buried} | given


@pytest.mark.clause("SJ-30")
def test_later_any_seat_may_lead():
    given = late_of("AS KS QS", "") | {"dealer": "1"}
    assert len(question("lead", RULES, SPADES | given, (2,) * 4).actions) == 3


@pytest.mark.clause("SJ-4")
@pytest.mark.parametrize(("points", "why"), [("3", "in 5s"), ("45", ""), ("50", "")])
def test_points_come_in_fives(points, why):
    given = SPADES | late_of("AS KS QS", BURIED, points=points)
    if not why:
        question("lead", RULES, given, (2,) * 4)
        return
    with pytest.raises(KaipaiError, match=why) as found:
        question("lead", RULES, given, (2,) * 4)
    assert found.value.exit_code == 5


def test_without_a_five_points_come_in_tens():
    cards = "2S 3S 4S 6S 7S 8S 9S JS QS AS 3H 4H 6H 7H 8H 9H JH QH AH 3C 4C 6C 7C 8C"
    given = SPADES | {"cards": cards, "buried": BURIED, "played": "TS KS 9D JD"}
    question("lead", RULES, given | {"points": "10"}, (2,) * 4)
    with pytest.raises(KaipaiError, match="in 10s"):
        question("lead", RULES, given | {"points": "5"}, (2,) * 4)


TRUMPS_GONE = [
    name for name in NUMBER if (name[-1] in "SJ" or name[0] == "2") and name[0] not in "AKQ3"
    for _ in range(2)
]  # fmt: skip
WORTH = BURIED.replace("3C", "5H")
BURIED_TRUMP = BURIED.replace("3C", "3S")


@pytest.mark.clause("SJ-28")
@pytest.mark.parametrize(
    ("restriction", "given", "is_right"),
    [
        ("no_points", {"cards": FIRST, "buried": BURIED}, True),
        ("no_points", {"cards": FIRST, "buried": WORTH}, False),
        ("no_points", late_of("AS KS QS", WORTH), False),
        ("no_trump", {"cards": FIRST, "buried": BURIED_TRUMP}, False),
        # of the cards gone the dealer may have held trumps alone, and had seven others to bury
        ("no_trump", late_of("AS KS QS", BURIED_TRUMP, TRUMPS_GONE), True),
    ],
)
def test_a_burial_that_was_forbidden_is_refused(restriction, given, is_right):
    rules = GAME.make_rules("seed", {"bury_restriction": restriction})
    question("lead", RULES, SPADES | given, (2,) * 4)
    if is_right:
        question("lead", rules, SPADES | given, (2,) * 4)
        return
    with pytest.raises(KaipaiError, match=f"bury_restriction={restriction}") as found:
        question("lead", rules, SPADES | given, (2,) * 4)
    assert found.value.exit_code == 5


@pytest.mark.parametrize(
    ("name", "given", "why", "code"),
    [
        ("lead", {"buried": BURIED, "trick": "AC"}, "leave --trick out", 5),
        ("lead", {}, "know the 8 cards --buried", 5),
        ("lead", {"dealer": "1", "buried": BURIED}, "only the dealer", 5),
        ("lead", {"dealer": "1"}, "dealer leads first .*: seat 0 leads", 5),
        ("follow", {"dealer": "2", "trick": "AC"}, "dealer leads first .*: seat 3 leads", 5),
        ("lead", {"buried": BURIED, "played": "3C"}, "--played names 1", 5),
        ("lead", {"dealer": "7"}, "no seat", 2),
        ("lead", {"buried": BURIED, "options": "AH AD | AH"}, "of one suit", 5),
        ("lead", {"buried": BURIED, "options": "3C | AH"}, "not in the hand", 5),
        ("follow", {"dealer": "1"}, "give them with --trick", 5),
        ("follow", {"dealer": "1", "trick": "AC / 3C 3C"}, "equally many", 5),
        ("follow", {"dealer": "3", "trick": "AC 3H"}, "not of one suit", 5),
        ("follow", {"dealer": "3", "trick": "AC", "options": "AH | QC"}, "may not follow", 5),
        ("follow", {"dealer": "3", "trick": "QC"}, "3 of QC", 5),
    ],
)
def test_wrong_tables_are_refused(name, given, why, code):
    with pytest.raises(KaipaiError, match=why) as found:
        lay(name, FIRST, **given)
    assert found.value.exit_code == code


def test_trick_positions_do_not_depend_on_the_others():
    decision = lay("follow", FIRST, dealer="1", trick="AC AC KC / 3C 3C 4C / 5C 6C 6C")
    many, few = decision.deal(3, 0, 9), decision.deal(3, 5, 2)
    assert many[0][5:7].tobytes() == few[0].tobytes()
    whole, part = decision.play(3, 0, many, 0), decision.play(3, 5, few, 0)
    assert whole[5:7].tobytes() == part.tobytes()


@pytest.mark.clause("SJ-4")
@pytest.mark.parametrize(
    ("played", "half"), [("KS 3S 4S 6S", 0), ("KS 5S 4S 6S", 5), ("KS TS KH 5H", 15), ("3S", 0)]
)
def test_half_of_the_points_is_a_sum_that_tricks_can_have(played, half):
    record = np.zeros(1, dtype=GIVEN)
    trick = Trick(read_types("cards", "3H", RULES), read_types("played", played, RULES), [])
    fill_trick(record, trick, {})
    assert record["points"][0] == half

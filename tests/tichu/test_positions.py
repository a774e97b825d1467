"""Questions of Tichu: what is known, which options there are, what forcing one does."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.catalog import load_game
from simcore.status import KaipaiError
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK, NUMBER, PHX
from simcore.tichu.deals import points_of
from simcore.tichu.positions import QUESTIONS, question

GAME = load_game("tichu")
RULES = GAME.make_rules()
HEURISTIC = (2, 2, 2, 2)
EIGHT = "Drg Phx Aj As Ap Kj Ks 3t"
FOURTEEN = "Drg Phx Aj As Ap Kj Ks Kt Qj Qs 8j 8s 8t 3t"
LATER = {
    "cards": "Phx Aj As 5t",
    "played": "Mah 2j 2s 3j 4j 5j 6j 7j 8j 8s 9j 9s",
    "left": "4,14,13,13",
}


def decide(name, rules=RULES, policies=HEURISTIC, **given):
    return question(name, rules, given, policies)


def rounds_of(decision, n=60, seed=3):
    positions = decision.deal(seed, 0, n)
    return positions, [decision.play(seed, 0, positions, k) for k in range(len(decision.actions))]


def mask(text):
    return sum(1 << NUMBER[word] for word in text.split())


def test_the_game_offers_its_questions():
    assert set(GAME.questions) == set(QUESTIONS)


@pytest.mark.clause("TI-6")
def test_grand_is_decided_on_eight_cards_and_forced():
    decision = decide("grand", cards=EIGHT)
    assert decision.actions == ("grand", "no_call")
    positions, (called, declined) = rounds_of(decision)
    assert (positions["view"]["ask"] == rec.ASK_GRAND).all()
    assert (positions["own"]["hand"][:, 0] == mask(EIGHT)).all()
    assert (called["bet"][:, 0] == rec.GRAND).all()
    assert (declined["bet"][:, 0] != rec.GRAND).all()
    assert set(np.abs(called["bets"][:, 0]).tolist()) >= {200}


def test_hidden_cards_make_up_the_deck_and_are_the_same_for_every_option():
    decision = decide("grand", cards=EIGHT)
    positions, played = rounds_of(decision)
    full = positions["full"]
    whole = full[:, 0] | full[:, 1] | full[:, 2] | full[:, 3]
    assert (whole == DECK).all()
    assert len({tuple(row) for row in full.tolist()}) == len(full), "each deal is another"
    assert (played[0]["honours_14"] == played[1]["honours_14"]).all()


def test_a_position_does_not_depend_on_the_others():
    decision = decide("exchange", cards=FOURTEEN)
    many, few = decision.deal(3, 0, 40), decision.deal(3, 17, 5)
    assert many[17:22].tobytes() == few.tobytes()
    assert decision.play(3, 0, many, 5)[17:22].tobytes() == decision.play(3, 17, few, 5).tobytes()


def test_playing_leaves_positions_as_they_are():
    decision = decide("tichu", cards=FOURTEEN)
    positions = decision.deal(1, 0, 10)
    before = positions.tobytes()
    decision.play(1, 0, positions, 0)
    assert positions.tobytes() == before


@pytest.mark.clause("TI-8")
def test_tichu_is_called_before_the_exchange_or_never():
    _, (called, declined) = rounds_of(decide("tichu", cards=FOURTEEN))
    assert (called["bet"][:, 0] == rec.SMALL).all()
    assert (called["point"][:, 0] == rec.POINT_A).all()
    assert (declined["bet"][:, 0] == rec.NO_BET).all()


@pytest.mark.clause("TI-10")
def test_the_cards_named_are_the_cards_given():
    decision = decide("exchange", cards=FOURTEEN, options="3t / Ap / 8j | 8j / 3t / Ap")
    assert decision.actions == ("3t / Ap / 8j", "8j / 3t / Ap")
    _, (first, second) = rounds_of(decision)
    cards = [NUMBER[word] for word in ("3t", "Ap", "8j")]
    assert (first["gave"][:, 0] == cards).all()
    assert (second["gave"][:, 0] == [cards[2], cards[0], cards[1]]).all()


def test_all_exchanges_are_listed_once_with_equal_ranks_in_one_order():
    actions = decide("exchange", cards="2j 2s 2p 2t 3j 3s 3p 3t 4j 4s 4p 4t 5j 5s").actions
    ranks = {"".join(word[0] for word in action.split(" / ")) for action in actions}
    assert len(actions) - len(ranks) <= 1, "only the policy's own choice may differ in suits"
    assert len(ranks) == 4**3 - 1, "three 5s are not there"


@pytest.mark.clause("TI-25")
def test_leads_are_all_plays_of_the_hand_without_a_pass():
    decision = decide("lead", **LATER)
    assert "pass" not in decision.actions
    assert {"5t", "Aj", "Phx", "Aj As", "Aj As Phx=A", "5t Phx=5", "Aj Phx=A"} == set(
        decision.actions
    )
    positions, played = rounds_of(decision)
    assert (positions["view"]["left"][:, :] == [4, 14, 13, 13]).all()
    for action, records in zip(decision.actions, played, strict=True):
        if "Phx" in action:
            assert (records["phoenix_by"] == 0).all()


def test_card_points_add_up_whatever_is_given():
    for more in ({}, {"points": "0,5,0,0"}, {"points": "0,0,5,0"}):
        for name, extra in (("lead", {}), ("follow", {"table": "Kj Ks", "left": "4,14,13,11"})):
            positions = decide(name, **(LATER | extra | more)).deal(1, 0, 3)
            view = positions[0]["view"]
            hands = np.bitwise_or.reduce(positions[0]["own"]["hand"])
            total = int(points_of(np.uint64(hands))) + int(points_of(view["pile"]))
            assert total + int(view["points"].sum()) == 100
            assert int(hands) | int(view["played"]) == int(DECK)


def test_points_that_nobody_won_lie_in_the_trick():
    decision = decide("follow", **(LATER | {"table": "Kj", "left": "4,14,13,12"}),
                      points="0,0,0,0")  # fmt: skip
    pile = int(decision.deal(1, 0, 1)[0]["view"]["pile"])
    assert pile & mask("5j")
    assert pile & mask("Kj")


@pytest.mark.clause("TI-25")
def test_a_reply_follows_the_seats_that_passed():
    decision = decide("follow", **(LATER | {"table": "Kj", "owner": "1", "left": "4,13,13,13"}))
    assert set(decision.actions) == {"pass", "Aj", "Phx"}
    view = decision.deal(5, 0, 2)[0]["view"]
    assert (view["owner"], view["passed"], view["seat"]) == (1, 0b1100, 0)
    assert view["left"].tolist() == [4, 13, 13, 13]


@pytest.mark.parametrize(("owner", "left"), [(1, [14, 9, 14, 14]), (3, [14, 14, 14, 9])])
def test_hand_sizes_follow_from_the_first_play(owner, left):
    cards = "2j 2s 2p 3j 4j 5j 6j 7j 8j 8s 9j 9s Ts Qj"
    found = decide("follow", cards=cards, table="Mah 2t 3t 4t 5t", owner=str(owner))
    assert found.deal(1, 0, 1)[0]["view"]["left"].tolist() == left


@pytest.mark.clause("TI-34")
def test_a_wish_binds_the_options():
    free, bound = decide("lead", **LATER), decide("lead", **LATER, wish="A")
    assert set(free.actions) - set(bound.actions) == {"5t", "Phx", "5t Phx=5"}
    assert set(bound.actions) < set(free.actions)


def test_one_option_is_no_decision():
    with pytest.raises(KaipaiError, match="only one option: Aj") as found:
        decide("follow", **(LATER | {"table": "Kj", "left": "4,14,13,12"}), wish="A")
    assert found.value.exit_code == 5


@pytest.mark.clause("TI-33")
def test_every_rank_may_be_wished():
    decision = decide("wish", cards="Phx Aj As Ap Kj Ks Kt 3t 4j 5j 6j 7s 8t", table="Mah")
    assert decision.actions == ("none", *"23456789TJQKA")
    _, played = rounds_of(decision, n=4)
    assert [int(records["wish"][0]) for records in played] == [0, *range(2, 15)]
    must = GAME.make_rules("seed", {"wish": "mandatory"})
    assert "none" not in decide("wish", must, cards="Phx Aj 3t", table="Mah", left="3,14,14,14",
                                played="2j 2s 2p 2t 4j 4s 4p 4t 5j 5s").actions  # fmt: skip


@pytest.mark.clause("TI-45")
def test_the_dragons_trick_goes_to_an_opponent():
    decision = decide("dragon", **(LATER | {"table": "Drg", "left": "4,14,13,12"}))
    assert decision.actions == ("1", "3")
    _, played = rounds_of(decision, n=6)
    assert [int(records["dragon_to"][0]) for records in played] == [1, 3]
    assert all((records["dragon_from"] == 0).all() for records in played)


def test_bets_are_what_is_told():
    decision = decide("exchange", cards=FOURTEEN, bets="1=grand,2=tichu", score="200:950")
    _, played = rounds_of(decision, n=3)
    for records in played[:2]:
        assert (records["bet"] == [0, rec.GRAND, rec.SMALL, 0]).all() or (
            records["bet"][:, [1, 2]] == [rec.GRAND, rec.SMALL]
        ).all()
        assert (records["total"] == [200, 950]).all()


def test_hands_of_bettors_are_such_as_the_policy_bets_on():
    def honours(bets):
        found = decide("tichu", cards="2j 2s 3j 4j 5j 6j 7j 8j 8s 9j 9s Tj Jj 3s", bets=bets)
        full = found.deal(1, 0, 200)["full"][:, 1]
        return float(np.bitwise_count(full & np.uint64(0xF << 52 | 12)).mean())

    assert honours("1=grand") > honours("") + 0.8


ON_TURN = GAME.make_rules("seed", {"small_tichu_timing": "own_turn_only"})
THIRTEEN = "Phx Aj As Ap Kj Ks Kt 3t 4j 5j 6j 7s 8t"


@pytest.mark.clause("TI-8")
@pytest.mark.parametrize(
    ("name", "given", "is_right"),
    [
        ("exchange", {"cards": FOURTEEN, "bets": "2=tichu"}, False),
        ("exchange", {"cards": FOURTEEN, "bets": "2=grand"}, True),
        ("wish", {"cards": THIRTEEN, "table": "Mah", "bets": "0=tichu"}, True),
        ("wish", {"cards": THIRTEEN, "table": "Mah", "bets": "1=tichu"}, False),
        ("follow", {"cards": FOURTEEN, "table": "Mah", "owner": "2", "bets": "3=tichu"}, True),
        ("follow", {"cards": FOURTEEN, "table": "Mah", "owner": "2", "bets": "1=tichu"}, False),
        ("lead", LATER | {"bets": "1=tichu"}, True),
    ],
)
def test_on_one_s_own_turn_only_who_has_had_none_has_called_no_tichu(name, given, is_right):
    decide(name, **given)
    if is_right:
        decide(name, ON_TURN, **given)
        return
    with pytest.raises(KaipaiError, match="has had no turn") as found:
        decide(name, ON_TURN, **given)
    assert found.value.exit_code == 5


IMPOSSIBLE = [
    ("grand", {"cards": "Drg Phx Aj"}, "3 cards are given, and 8 are held"),
    ("tichu", {"cards": EIGHT}, "8 cards are given, and 14 are held"),
    ("grand", {"cards": "Drg Drg Aj As Ap At Kj Ks"}, "only once"),
    ("tichu", {"cards": FOURTEEN, "bets": "0=tichu"}, "has bet already"),
    ("lead", {"cards": "Aj As"}, "Mah Jong leads first"),
    ("lead", {"cards": "Mah As", "table": "Kj"}, "empty table"),
    ("lead", LATER | {"left": "4,14,13,14"}, "are unseen"),
    ("lead", LATER | {"left": "5,14,13,13"}, "--left says 5"),
    ("lead", LATER | {"played": "Mah Aj"}, "Aj is held and was played"),
    ("lead", LATER | {"points": "100,0,0,0"}, "points"),
    (
        "lead",
        LATER | {"wish": "7", "played": "Ts 2j 2s 3j 4j 5j 6j 7j 8j 8s 9j 9s"},
        "no wish before",
    ),
    ("follow", LATER | {"table": "Kj", "owner": "0"}, "another seat"),
    ("follow", LATER | {"table": "Dog"}, "Dog"),
    ("follow", LATER | {"table": "Kj", "left": "4,14,13,12", "options": "pass | Ap"}, "not in"),
    ("follow", LATER | {"table": "Kj", "left": "4,14,13,12", "options": "pass | 5t"}, "may not"),
    ("lead", LATER | {"points": "3,2,0,0"}, "in fives"),
    ("wish", {"cards": "Aj As", "table": "Kj"}, "Mah Jong"),
    ("dragon", LATER | {"table": "Kj"}, "Dragon"),
]


@pytest.mark.parametrize(("name", "given", "why"), IMPOSSIBLE)
def test_impossible_givens_leave_with_5(name, given, why):
    with pytest.raises(KaipaiError, match=why) as found:
        decide(name, **given)
    assert found.value.exit_code == 5


MALFORMED = [
    ("grand", {}, "needs --cards"),
    ("grand", {"cards": EIGHT, "table": "Kj"}, "takes no --table"),
    ("grand", {"cards": "Drg Phx Aj As Ap Kj Ks 3x"}, "no card"),
    ("grand", {"cards": EIGHT, "score": "1"}, "2 whole numbers"),
    ("tichu", {"cards": FOURTEEN, "bets": "9=tichu"}, "no seat"),
    ("tichu", {"cards": FOURTEEN, "bets": "1=huge"}, "SEAT=tichu"),
    ("wish", {"cards": "Aj As", "table": "Mah", "wish": "4"}, "takes no --wish"),
    ("follow", LATER, "needs --table"),
    ("follow", LATER | {"table": "Kj Qj", "left": "4,13,13,12"}, "no play"),
    ("exchange", {"cards": FOURTEEN, "options": "3t / 8j"}, "at least two"),
    ("exchange", {"cards": FOURTEEN, "options": "3t / 8j | 3t / 8j / 8s"}, "three cards"),
    ("grand", {"cards": EIGHT, "options": "grand | maybe"}, "the options are"),
]


@pytest.mark.parametrize(("name", "given", "why"), MALFORMED)
def test_malformed_givens_leave_with_2(name, given, why):
    with pytest.raises(KaipaiError, match=why) as found:
        decide(name, **given)
    assert found.value.exit_code == 2


def test_the_asker_sees_nothing_hidden():
    """Positions that agree in what seat 0 knows offer the same options."""
    decision = decide("follow", **(LATER | {"table": "Kj", "left": "4,14,13,12"}))
    positions = decision.deal(8, 0, 30)
    view = positions["view"]
    for name in ("left", "points", "top", "owner", "passed", "played", "active", "bets"):
        assert (view[name] == view[name][0]).all(), name
    assert (positions["own"]["hand"][:, 0] == positions["own"]["hand"][0, 0]).all()
    assert int(PHX) & int(positions["own"]["hand"][0, 0])

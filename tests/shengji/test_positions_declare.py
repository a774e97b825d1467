"""The question what to declare: the draw so far, what may be shown, what follows."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from simcore import lookahead
from simcore.catalog import load_game
from simcore.shengji.cards import NUMBER
from simcore.shengji.policies import Policy
from simcore.shengji.positions import question
from simcore.shengji.records import Ask
from simcore.status import KaipaiError

GAME = load_game("shengji")
RULES = GAME.make_rules()
DRAWN = "3S 2S 2S RJ 9D 4H 2H AC"
STRONG = "2S 2S AS AS KS KS QS JS TS 9S 8S RJ RJ BJ 5H"
HEURISTIC = int(Policy.HEURISTIC)
SEATS, SIZE, KITTY = 4, 25, 8


def ask(rules=RULES, policy=HEURISTIC, **given):
    seats = (policy,) * rules.players
    return question("declare", rules, {"cards": DRAWN, "rank": "2"} | given, seats)


def drawn_by(view, seat, after):
    """Cards that a seat has drawn when so many are drawn by all."""
    turn = (seat - int(view["first_drawer"])) % SEATS
    return (after - turn + SEATS - 1) // SEATS


def counts(types):
    return Counter(int(kind) for kind in types)


@pytest.mark.clause("SJ-17")
@pytest.mark.parametrize("dealer", [None, "0", "3"])
@pytest.mark.parametrize("declared", [None, "1 2D", "3: 2D", "0 2S"])
def test_seat_0_is_polled_right_after_its_card(dealer, declared):
    given = {"dealer": dealer, "declared": declared}
    decision = ask(**{name: value for name, value in given.items() if value})
    states, records = decision.deal(7, 0, 60)
    mine = counts(NUMBER[card] for card in DRAWN.split())
    for state, record in zip(states, records, strict=True):
        view, after = state["view"], int(state["view"]["after"])
        assert (view["ask"], view["seat"]) == (int(Ask.DECLARE), 0)
        assert (after - 1 - (-int(view["first_drawer"]))) % SEATS == 0  # the last draw is its own
        assert drawn_by(view, 0, after) == len(DRAWN.split())
        assert counts(state["order"][0, : len(DRAWN.split())]) == mine
        everything = sum((counts(state["order"][seat, :SIZE]) for seat in range(SEATS)), Counter())
        everything += counts(state["kitty_order"][0, :KITTY])
        assert set(everything.values()) == {RULES.decks}
        assert everything.total() == 54 * RULES.decks
        assert view["is_first"] == (dealer is None)
        if declared is None:
            assert view["declarer"] == -1
            continue
        seat, cards = int(declared[0]), declared.replace(":", "").split()[1:]
        assert (view["declarer"], view["declared_count"]) == (seat, len(cards))
        assert record["declarations"] == 1
        shown = counts(state["order"][seat, : drawn_by(view, seat, after)])
        assert shown[NUMBER[cards[0]]] >= len(cards)


def test_where_declared_cards_lie_and_everything_else_is_by_chance():
    states, _ = ask(declared="1 2D").deal(7, 0, 400)
    places = {int(np.flatnonzero(s["order"][1, :SIZE] == NUMBER["2D"])[0]) for s in states}
    assert places == set(range(8)) or places == set(range(7))
    assert len({bytes(state["kitty_order"]) for state in states}) == 400
    assert len(set(states["view"]["first_drawer"].tolist())) == SEATS


def test_a_deal_depends_on_its_number_alone():
    decision = ask(declared="1 2D")
    whole, part = decision.deal(7, 0, 12), decision.deal(7, 5, 3)
    for name in ("order", "kitty_order"):
        assert (whole[0][name][5:8] == part[0][name]).all()
    for k in range(len(decision.actions)):
        records, some = decision.play(7, 0, whole, k), decision.play(7, 5, part, k)
        for name in records.dtype.names:
            assert (records[name][5:8] == some[name]).all(), name


@pytest.mark.clause("SJ-21")
@pytest.mark.parametrize(
    ("given", "options"),
    [({}, {"wait", "2S", "2S 2S", "2H"}),
     ({"dealer": "1"}, {"wait", "2S", "2S 2S", "2H"}),
     ({"dealer": "1", "declared": "1 2D"}, {"wait", "2S 2S"}),
     ({"dealer": "1", "declared": "0 2S"}, {"wait", "2S 2S"}),
     ({"dealer": "1", "cards": "RJ RJ 2S"}, {"wait", "RJ RJ", "2S"})],
)  # fmt: skip
def test_what_may_be_declared_is_listed(given, options):
    rules = GAME.make_rules("seed", {"nt_declare": "joker_pair"})
    assert set(ask(rules, **given).actions) == options


def test_what_is_named_is_compared():
    assert ask(options="2h | wait").actions == ("2H", "wait")


@pytest.mark.clause("SJ-20")
def test_what_is_declared_happens():
    decision = ask(cards=STRONG, options="2S 2S | 2S | wait")
    positions = decision.deal(7, 0, 80)
    afters = positions[0]["view"]["after"]
    pair, single, wait = (decision.play(7, 0, positions, k) for k in range(3))
    for records in (pair, single):
        assert (records["first_after"] == afters)[records["redeals"].sum(axis=1) == 0].all()
    stands = pair["overrides"] == 0
    assert stands.any()
    assert (pair["declarer"][stands] == 0).all()
    assert (pair["trump"][stands] == 0).all()
    assert (pair["dealer"][stands] == 0).all()
    assert (pair["declared_count"][stands] == 2).all()
    assert (single["secured"] == 1).any()  # with the second one, later
    # somebody else may declare at the same card, later in the pass
    assert (wait["first_after"] >= afters)[wait["redeals"].sum(axis=1) == 0].all()
    assert (wait["first_after"] > afters).any()


def test_in_a_later_round_the_dealer_stays():
    decision = ask(cards=STRONG, dealer="3", options="2S 2S | wait")
    positions = decision.deal(7, 0, 40)
    for k in range(2):
        assert (decision.play(7, 0, positions, k)["dealer"] == 3).all()


@pytest.mark.clause("SJ-26")
def test_a_deal_that_is_thrown_in_is_dealt_again():
    decision = ask(cards="2S", options="2S | wait", policy=int(Policy.LOWEST))
    rules = GAME.make_rules("seed", {"redeal_no_points": "on"})
    again = ask(rules, cards="2S 3S", options="2S | wait")
    assert len(decision.actions) == len(again.actions) == 2
    positions = again.deal(7, 0, 300)
    records = again.play(7, 0, positions, 1)
    thrown_in = records["redeals"].sum(axis=1) > 0
    assert (records["status"] == 0).all()
    assert thrown_in.any()
    assert not thrown_in.all()


@pytest.mark.parametrize(
    ("given", "told"),
    [({"cards": "3S 4S"}, "nothing that it may declare"),
     ({"cards": STRONG + " 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"}, "a hand has 25"),
     ({"declared": "1 3S"}, "declares nothing"),
     ({"declared": "1 2S 2H"}, "declares nothing"),
     ({"declared": "1 2S"}, "3 of 2S are named"),
     ({"declared": "0 2D"}, "not among --cards"),
     ({"cards": "2S", "declared": "0 2S"}, "all that you have drawn"),
     ({"cards": "2S 2S", "declared": "1 2D 2D 2D"}, "only twice"),
     ({"declared": "2 2D 2D"}, "nothing that it may declare"),
     ({"declared": "0 2H"}, "nothing that it may declare"),
     ({"levels": "2,3"}, "everybody is at --rank"),
     ({"options": "2S | 2D"}, "not among what may be declared"),
     ({"options": "2S | 2S"}, "nothing to choose")],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_once(given, told):
    with pytest.raises(KaipaiError, match=told) as refusal:
        ask(**given)
    assert refusal.value.exit_code == 5


@pytest.mark.parametrize(
    ("given", "told"),
    [({"rank": "1"}, "no rank"), ({"declared": "7 2D"}, "is no seat"), ({"declared": "1"}, "seat"),
     ({"dealer": "4"}, "is no seat"), ({"trump": "S"}, "takes no --trump"),
     ({"cards": "2S 2X"}, "2X")],
)  # fmt: skip
def test_what_is_misspelt_is_named(given, told):
    with pytest.raises(KaipaiError, match=told) as refusal:
        ask(**given)
    assert refusal.value.exit_code == 2


def test_six_players_draw_too():
    rules = GAME.make_rules("seed", {"players": 6, "decks": 3})
    decision = ask(rules, cards="2S 2S 2S 3S 4S 5S 6S")
    assert set(decision.actions) == {"wait", "2S", "2S 2S", "2S 2S 2S"}
    records = decision.play(7, 0, decision.deal(7, 0, 10), 1)
    assert (records["status"] == 0).all()


def test_the_round_may_be_played_out_by_looking_ahead():
    policy = lookahead.number(int(Policy.SEARCH), 2)
    decision = ask(cards=STRONG, policy=policy, options="2S 2S | wait")
    positions = decision.deal(7, 0, 2)
    ahead, plain = decision.play(7, 0, positions, 0), ask(cards=STRONG, options="2S 2S | wait")
    usual = plain.play(7, 0, positions, 0)
    assert (ahead["declarer"] == usual["declarer"]).all()
    assert (ahead["status"] == 0).all()


def test_the_command_answers_in_levels(say):
    said = say(
        "ask", "shengji", "declare", "--cards", STRONG, "--rank", "2", "--seed", "3", "-q",
        "--format", "json",
    )  # fmt: skip
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["verdict"] == "2S 2S"
    (row,) = [row for row in found["table"] if (row["metric"], row["action"]) == ("levels", "wait")]
    assert row["difference_high"] < 0

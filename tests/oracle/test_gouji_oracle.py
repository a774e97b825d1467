"""The Gou Ji oracle against worked cases, counted tables and scenarios of the rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.oracle.gouji import (
    Combo,
    beats,
    classify,
    divisions,
    forms,
    full_rules,
    judge,
    leads,
    positional_beats,
    replies,
    triggers,
)
from tests.oracle.gouji.cards import full_deck, ranks_of, shuffled_hands
from tests.oracle.gouji.combos import types_of_size
from tests.oracle.gouji.match import ahead, round_points
from tests.oracle.gouji.opening import (
    check_kai_pai,
    drawn_teams,
    revolution_choice,
    revolutionaries,
    three_leaders,
)
from tests.oracle.gouji.order import Order, View
from tests.oracle.gouji.shao import announcers, division_fault, interrupters
from tests.oracle.gouji.table import Fault
from tests.oracle.gouji.tribute import Exchange, duties

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/cases/gouji.jsonl").read_text().splitlines()
]
RULES = full_rules()
COVER = full_rules({"allwild_vs_black_mixed": "reds_cover"})


def combo(text: str) -> Combo:
    found = classify(text.split())
    assert found is not None
    return found


# -- combinations --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_oracle_answers_the_worked_case(case):
    answer = judge(case)
    assert answer == {name: case[name] for name in answer}


@pytest.mark.parametrize(
    ("size", "n_types", "pairs", "pairs_cover"),
    [
        (1, 15, 105, 105),
        (2, 54, 744, 780),
        (3, 130, 2944, 3124),
        (4, 255, 8589, 9129),
        (5, 439, 20558, 21698),
    ],
)
def test_types_and_beating_pairs_have_the_known_counts(size, n_types, pairs, pairs_cover):
    types = types_of_size(size)
    assert len(types) == n_types
    pool = list(product(types, types))
    found = {(x, y) for x, y in pool if beats(x, y, RULES)}
    cover = {(x, y) for x, y in pool if beats(x, y, COVER)}
    assert (len(found), len(cover)) == (pairs, pairs_cover)
    assert cover == {(x, y) for x, y in pool if positional_beats(x, y)}
    assert found <= cover
    assert all(x.n and x.blacks and not y.n for x, y in cover - found)
    assert all((y, x) not in found for x, y in found)
    assert all(triggers(y, RULES) for x, y in found if triggers(x, RULES))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_beats_is_transitive_under_the_defaults(size):
    types = types_of_size(size)
    over = {x: {y for y in types if beats(x, y, RULES)} for x in types}
    assert all(over[y] <= over[x] for x in types for y in over[x])


def test_no_combination_beats_one_of_another_size():
    types = [kind for size in (1, 2, 3) for kind in types_of_size(size)]
    assert not any(beats(x, y, RULES) for x in types for y in types if x.size != y.size)


def test_leads_are_all_sets_a_hand_can_form():
    hand = Counter(["5", "5", "7", "2", "BJ", "RJ", "RJ"])
    cards = sorted(hand.elements())
    subsets = [
        [card for place, card in enumerate(cards) if number >> place & 1]
        for number in range(1, 2 ** len(cards))
    ]
    assert leads(hand) == {classify(cards) for cards in subsets} - {None}
    table = combo("4 4")
    assert replies(hand, table, RULES) == {
        kind for kind in leads(hand) if kind.size == 2 and beats(table, kind, RULES)
    }


@pytest.mark.parametrize("cards", ["", "5 6", "5 5 6", "5 X"])
def test_what_is_no_combination(cards):
    assert classify(cards.split()) is None


def test_replies_grow_with_the_hand():
    rng = random.Random(1)
    tables = [kind for size in (1, 2, 3) for kind in types_of_size(size)]
    for table in rng.sample(tables, 150):
        cards = ranks_of(rng.sample(full_deck(), 12))
        less = cards - Counter([rng.choice(sorted(cards.elements()))])
        assert replies(less, table, RULES) <= replies(cards, table, RULES)


# -- Shao Pai ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{}, {"shao_single_allowed": True}, {"shao_two_test": "minimal"}]
)
def test_counting_ranks_and_jokers_tells_the_forms_of_all_divisions(changes):
    rules = full_rules(changes)
    rng = random.Random(2)
    pool = [card for card in full_deck() if card[0] in "25T" or card in ("BJ", "RJ")]
    seen: Counter[str] = Counter()
    for _ in range(400):
        hand = ranks_of(rng.sample(pool, rng.randint(1, 6)) + rng.sample(["7S", "9S", "JS"], 1))
        table = combo(rng.choice(["4", "4 4", "8 2", "2", "BJ", "6 BJ", "2 2"]))
        found = divisions(hand, table, rules)
        told = {"1" if cut.last is None else cut.form for cut in found}
        assert forms(hand, table, rules) == told
        for cut in found:
            assert division_fault(hand, table, cut.chain(), cut.form, rules) is None
        seen.update(told)
    assert seen["A"] > 20
    assert seen["B"] > 20
    assert (seen["1"] > 0) == rules["shao_single_allowed"]


def test_all_divisions_of_a_small_hand():
    hand = Counter(["9", "5", "5", "BJ"])
    found = {
        " / ".join(" ".join(sorted(part.cards())) for part in cut.chain())
        for cut in divisions(hand, combo("8"), RULES)
    }
    assert found == {
        "9 / 5 5 BJ",
        "9 / BJ / 5 5",
        "9 / 5 BJ / 5",
    }


@pytest.mark.parametrize(
    ("hand", "table", "told"),
    [
        ("A A 5 5 5", "K K", {"A"}),
        ("A A 5 5 7", "K K", set()),
        ("A A 5 5 7 BJ", "K K", {"B"}),
        ("A A", "K K", set()),
        ("2 2 7 7 RJ 6", "A A", {"B"}),
        ("A A 5 5 5", "K K RJ", set()),
    ],
)
def test_who_may_announce(hand, table, told):
    assert forms(Counter(hand.split()), combo(table), RULES) == told


def test_minimal_test_bars_a_hand_that_is_one_combination():
    hand, table = Counter(["A", "A", "A", "A"]), combo("K K")
    assert forms(hand, table, RULES) == {"A"}
    assert forms(hand, table, full_rules({"shao_two_test": "minimal"})) == set()


@pytest.mark.parametrize(
    ("changes", "marks", "seats"),
    [
        ({}, {1}, [1, 3, 5]),
        ({"shao_eligible": "non_duimen"}, set(), [1, 5]),
        ({"shao_priority": "duimen_first"}, set(), [3, 1, 5]),
        ({"shao_after_pass": False}, {1}, [3, 5]),
        ({"shao_pai": "off"}, set(), []),
    ],
)
def test_order_of_announcers_against_seat_0(changes, marks, seats):
    assert announcers(0, set(range(6)), marks, full_rules(changes)) == seats


@pytest.mark.parametrize(
    ("changes", "marks", "seats"),
    [
        ({}, {2}, [0, 2, 3, 4, 5]),
        ({"shao_interrupters": "attacker_only"}, set(), [0]),
        ({"shao_interrupters": "opponents_only"}, set(), [0, 2, 4]),
        ({"shao_after_pass": False}, {2, 4}, [0, 3, 5]),
    ],
)
def test_order_of_interrupters_of_seat_1_against_seat_0(changes, marks, seats):
    assert interrupters(1, 0, set(range(6)), marks, full_rules(changes)) == seats


# -- free order ----------------------------------------------------------------------------------


def allowed(order, active, marks, owner, last):
    view = View(frozenset(active), frozenset(marks), owner, last, True)
    return order.options(view)


def test_team_mates_due_one_after_the_other_choose_their_order():
    order = Order()
    options = allowed(order, {0, 2, 3}, set(), 3, 3)
    assert list(options) == [0, 2]
    options[2]()
    assert list(allowed(order, {0, 2, 3}, {2}, 3, 2)) == [0]


def test_a_player_who_has_passed_does_not_part_team_mates():
    assert list(allowed(Order(), {0, 1, 2, 3}, {1}, 3, 3)) == [0, 2]


def test_four_who_alternate_choose_within_their_team_once_a_cycle():
    order = Order()
    acts = {0, 1, 2, 3}  # 4 and 5 are out, 0 leads
    options = allowed(order, acts, set(), 0, 0)
    assert list(options) == [1, 3]
    options[3]()
    options = allowed(order, acts, {3}, 0, 3)
    assert list(options) == [2]
    options[2]()
    options = allowed(order, acts, {2, 3}, 0, 2)
    assert list(options) == [1]
    options[1]()  # plays, so the leader is asked as well
    options = allowed(order, acts, {2, 3}, 1, 1)
    assert list(options) == [0]


def test_a_beaten_leader_may_take_his_teams_first_slot():
    order = Order()
    allowed(order, {0, 1, 2, 3}, set(), 0, 0)[1]()
    assert set(allowed(order, {0, 1, 2, 3}, set(), 1, 1)) == {0, 2}


# -- before the play and after it ----------------------------------------------------------------


def turns(*pairs):
    return [{"seat": seat, "card": card} for seat, card in pairs]


@pytest.mark.parametrize(
    ("turned", "drawer", "holders"),
    [
        (turns((4, "KS")), 4, (4, 4)),
        (turns((4, "8H")), 5, (4, 4)),
        (turns((4, "BJ"), (5, "3C")), 1, (4, 5)),
        (turns((0, "AD")), 0, (0, 0)),
        (turns((0, "2D")), 1, (0, 0)),
    ],
)
def test_count_of_the_kai_pai(turned, drawer, holders):
    event = {"turns": turned, "first_drawer": drawer}
    assert check_kai_pai(event, {turned[0]["seat"]}, RULES) == holders
    with pytest.raises(Fault):
        check_kai_pai(event | {"first_drawer": (drawer + 1) % 6}, set(range(6)), RULES)


def hands_with(cards_at):
    """Fill hands with sixes; `cards_at` maps a card number (first drawer 0) to a card."""
    deck = [cards_at.get(number, "6S") for number in range(216)]
    return [deck[seat::6] for seat in range(6)]


def test_first_pair_of_threes_leads():
    # Seat 2 draws cards 20 and 50, seat 5 cards 41 and 47.
    dealt = hands_with({20: "3S", 50: "3S", 41: "3H", 47: "3H"})
    earliest = full_rules({"three_pair_announce": "earliest"})
    assert three_leaders(dealt, 0, earliest) == {5}
    assert three_leaders(dealt, 0, RULES) == {2, 5}
    assert three_leaders(dealt, 0, full_rules({"three_pair_announce": "never"})) == set()
    # With first drawer 3 the same seats draw earlier or later, not in another turn.
    assert three_leaders(dealt, 3, earliest) == {5}


def test_threes_match_by_suit_or_color_and_may_be_overcalled():
    dealt = hands_with({0: "3H", 6: "3D", 1: "3S", 7: "3S", 8: "3C", 14: "3C", 20: "3C"})
    announce = {"three_pair_announce": "earliest"}
    assert three_leaders(dealt, 0, full_rules(announce)) == {1}
    assert three_leaders(dealt, 0, full_rules(announce | {"three_pair_match": "color"})) == {0}
    assert three_leaders(dealt, 0, full_rules(announce | {"three_pair_overcall": True})) == {2}


def test_revolution_is_asked_in_drawing_order():
    hands = [Counter({"5": 36}) for _ in range(6)]
    hands[1]["BJ"] = hands[4]["2"] = 1
    assert revolutionaries(hands, 3) == [3, 5, 0, 2]
    assert revolution_choice([3], RULES) == (True, False)
    assert revolution_choice([3], full_rules({"revolution_policy": "always"})) == (True, True)
    assert revolution_choice([3], full_rules({"revolution_quorum": 2})) == (False, False)
    assert revolution_choice([3], full_rules({"revolution": "off"})) == (False, False)


def test_partnership_draw_by_play_order_and_by_count():
    draw = {0: "RJ", 1: "KS", 2: "AS", 3: "3S", 4: "2S", 5: "QS"}
    assert drawn_teams([draw], RULES) == ({0, 2, 4}, set())
    by_count = full_rules({"partnership_draw_order": "kai_pai_order"})
    assert drawn_teams([draw], by_count) == ({0, 1, 5}, set())


def test_tied_players_draw_again_or_are_parted_by_lot():
    draw = {0: "RJ", 1: "KS", 2: "AS", 3: "KH", 4: "KD", 5: "QS"}
    again = {1: "3S", 3: "4S", 4: "3H"}
    assert drawn_teams([draw, again], RULES) == ({0, 2, 3}, set())
    lot = full_rules({"partnership_tie": "random"})
    assert drawn_teams([draw], lot) == ({0, 2}, {1, 3, 4})
    with pytest.raises(Fault):
        drawn_teams([draw], RULES)
    with pytest.raises(Fault):
        drawn_teams([draw, again], full_rules({"partnership_tie": "redraw_all"}))


@pytest.mark.parametrize(
    ("finish", "points"),
    [
        ([0, 1, 2, 3, 4, 5], [2, -2]),
        ([0, 2, 1, 3, 4, 5], [4, -4]),
        ([0, 2, 4, 1, 3, 5], [12, -12]),
        ([1, 3, 0, 5, 2, 4], [-6, 6]),
    ],
)
def test_points_of_a_round(finish, points):
    assert round_points(finish, RULES) == points
    assert ahead(points) == int(points[1] > points[0])


USUAL, SWEEP = [0, 1, 2, 3, 4, 5], [0, 2, 4, 1, 3, 5]
LOSERS = [0, 1, 3, 5, 2, 4]


@pytest.mark.parametrize(
    ("finish", "changes", "stages"),
    [
        (USUAL, {"loser_swap": "always"}, [[[(5, 0, 2), (4, 1, 1)]]]),
        (LOSERS, {"loser_swap": "never"}, [[[(4, 0, 2), (2, 1, 1)]]]),
        (LOSERS, {"loser_swap": "always"}, [[[(2, 0, 2), (4, 1, 1)]]]),
        (LOSERS, {}, [[[(4, 0, 2), (2, 1, 1)], [(2, 0, 2), (4, 1, 1)]]]),
        (SWEEP, {}, [[[(1, 4, 1), (3, 0, 1), (5, 2, 1)]]]),
        (
            SWEEP,
            {"sweep_tribute": "additional"},
            [[[(5, 0, 2), (3, 2, 1)]], [[(1, 4, 1), (3, 0, 1), (5, 2, 1)]]],
        ),
        (SWEEP, {"sweep_tribute": "off", "loser_swap": "never"}, [[[(5, 0, 2), (3, 2, 1)]]]),
    ],
)
def test_duties_after_a_round(finish, changes, stages):
    told = [[[Exchange(*duty) for duty in plan] for plan in stage] for stage in stages]
    assert duties(finish, full_rules(changes)) == told


def test_unknown_options_are_refused():
    for changes in ({"bombs": "on"}, {"shao_pai": True}, {"revolution_quorum": 3}):
        with pytest.raises(ValueError, match="rule"):
            full_rules(changes)


def test_a_shuffled_deal_is_the_deck():
    hands = shuffled_hands(random.Random(3))
    assert [len(hand) for hand in hands] == [36] * 6
    assert Counter(card for hand in hands for card in hand) == Counter(full_deck())

"""The Sheng Ji reports count what they say: figures of a few rounds worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.reports import DRAWN, UNDECIDED, load_report
from analysis.reports._shengji import multiplier, outcome
from analysis.reports.shengji_kitty import AWARE, UNAWARE
from simcore.shengji.rules import KITTY_MULT
from tests.analysis.shengji_rounds import (
    EVEN,
    GAME,
    ODD,
    RULES,
    new_rounds,
    score,
    told,
    told_of,
)

SPADES, NO_TRUMP = 0, 4


@pytest.fixture
def four():
    """Two matches of two rounds: a plain hold, a take-over by the kitty, a shut-out, 195 points."""
    records = new_rounds(4)
    records["match"] = 0, 0, 1, 1
    records["round"] = 0, 1, 0, 1
    records["match_over"] = 0, 1, 0, 1
    records["winners"] = 0, 0b10, 0, 0
    records["dealer"] = 0, 2, 1, 3
    records["declarers"] = EVEN, EVEN, ODD, ODD
    records["rank"] = 0, 1, 0, 3
    records["trump"] = SPADES, SPADES, NO_TRUMP, SPADES
    records["trick_points"] = 60, 70, 0, 155
    records["kitty_points"] = 20, 10, 25, 10
    records["kitty_before"] = 10, 15, 20, 5
    records["last_opponents"] = 0, 1, 0, 1
    records["last_cards"] = 1, 2, 1, 4
    records["last_component"] = 1, 2, 1, 4
    records["last_pairs"] = 0, 1, 0, 2
    records["tricks"] = 20, 22, 25, 18
    score(records)
    assert records["opponent_points"].tolist() == [60, 90, 0, 175]
    assert records["swap"].tolist() == [0, 1, 0, 1]
    assert records["gain"].tolist() == [1, 0, 3, 2]
    return records


def check(found, expected):
    """Compare estimates, and see to it that no metric is left out."""
    for key, value in expected.items():
        got = found[key]["estimate"]
        assert got == (None if value is None else pytest.approx(value)), key
    assert {metric for metric, _ in found} == {metric for metric, _ in expected}


def test_main_figures(four):
    four["throws_tried"][0, [1, 3]] = 2, 1
    four["throws_stood"][0, 1] = 1
    check(
        told("shengji-run", four),
        {
            ("opponent_points", None): 325 / 4,
            ("trick_points", None): 285 / 4,
            ("kitty_points", None): 65 / 4,
            ("takeover", None): 2 / 4,
            ("last_trick_opponents", None): 2 / 4,
            ("throws_tried", None): 3 / 4,
            ("throws_stood", None): 1 / 4,
            ("gain_declarers", None): (1 + 3) / 4,
            ("gain_opponents", None): 2 / 4,
            ("tricks", None): 85 / 4,
            ("rounds_per_match", None): 2,
        },
    )
    split = told("shengji-run", four, by="trump")
    assert split["takeover", "no_trump"]["estimate"] == 0
    assert split["takeover", "suit"]["estimate"] == pytest.approx(2 / 3)
    ranks = told("shengji-run", four, by="rank")
    assert ranks["opponent_points", "2"]["estimate"] == 30
    assert {group for metric, group in ranks if metric == "tricks"} == {"2", "3", "5"}
    first = told("shengji-run", four, by="first_round")
    assert first["kitty_points", "yes"]["estimate"] == 45 / 2


def test_lead_and_winner_are_those_of_seat_0s_team(four):
    report = load_report("shengji-run")
    assert report.lead(four).tolist() == [1, 0, -3, 2]
    assert report.winner(four).tolist() == [UNDECIDED, 1, UNDECIDED, DRAWN]


# Cards of each play, cards of the largest component and tuples of the last lead; factors under
# double, plain, cards, component, pow_component, pow_pairs, two_four.
LAST_TRICKS = [
    ((1, 1, 0), (2, 1, 2, 2, 2, 2, 2)),
    ((2, 2, 1), (2, 1, 4, 4, 4, 4, 4)),
    ((3, 2, 1), (2, 1, 6, 4, 4, 4, 4)),
    ((4, 2, 2), (2, 1, 8, 4, 4, 8, 4)),
    ((4, 4, 2), (2, 1, 8, 8, 16, 8, 4)),
    ((4, 1, 0), (2, 1, 8, 2, 2, 2, 2)),
    ((6, 6, 3), (2, 1, 12, 12, 64, 16, 4)),
    ((8, 8, 4), (2, 1, 16, 16, 256, 32, 4)),
]
MODES = ("double", "plain", "cards", "component", "pow_component", "pow_pairs", "two_four")


@pytest.mark.clause("SJ-58")
@pytest.mark.clause("SJ-59")
@pytest.mark.parametrize(("sizes", "factors"), LAST_TRICKS)
def test_every_kitty_rule_multiplies_as_it_says(sizes, factors):
    record = new_rounds(1)
    for name, size in zip(("last_cards", "last_component", "last_pairs"), sizes, strict=True):
        record[name] = size
    for mode, factor in zip(MODES, factors, strict=True):
        for cap in (None, 1, 3, 8, 1000):
            rule = mode if cap is None else f"{mode}+capped:{cap}"
            expected = factor if cap is None else min(factor, cap)
            assert multiplier(KITTY_MULT.parse(rule), record).tolist() == [expected], rule


@pytest.mark.clause("SJ-60")
@pytest.mark.clause("SJ-61")
@pytest.mark.parametrize(
    ("points", "changes", "expected"),
    [
        (0, {}, (0, 3)), (5, {}, (0, 2)), (35, {}, (0, 2)), (40, {}, (0, 1)), (75, {}, (0, 1)),
        (80, {}, (1, 0)), (115, {}, (1, 0)), (120, {}, (1, 1)), (160, {}, (1, 2)),
        (200, {}, (1, 3)), (400, {}, (1, 3)), (240, {"opp_gain_cap": None}, (1, 4)),
        (0, {"declarer_zero_bonus": 2}, (0, 2)), (80, {"dead_zone": "none"}, (1, 1)),
        (115, {"dead_zone": "none"}, (1, 1)), (119, {"step_adjust": 20}, (0, 1)),
        (120, {"step_adjust": 20}, (1, 0)), (40, {"decks": 1}, (1, 0)), (60, {"decks": 1}, (1, 1)),
        (120, {"decks": 3}, (1, 0)), (180, {"decks": 3}, (1, 1)),
    ],
)  # fmt: skip
def test_outcomes_by_points(points, changes, expected):
    rules = GAME.make_rules("seed", changes)
    swap, gain = outcome(np.array([points]), np.array([True]), rules)
    assert (int(swap[0]), int(gain[0])) == expected


@pytest.mark.clause("SJ-71")
def test_holding_alone_earns_more_where_the_rules_say_so():
    rules = GAME.make_rules("seed", {"players": 5, "solo_bonus": 1})
    swap, gain = outcome(np.array([40, 40, 90]), np.array([True, False, True]), rules)
    assert (swap.tolist(), gain.tolist()) == ([False, False, True], [2, 1, 0])


def test_kitty(four):
    four["bury_trumps"], four["bury_jokers"] = (8, 9, 12, 15), (0, 1, 2, 5)
    found = told("shengji-kitty", four)
    # opponents' points under plain: 60, 80, 0, 165; cards and pow_pairs: 60, 110, 0, 235
    check(
        found,
        {
            ("kitty_before", None): 50 / 4,
            ("kitty_points", None): 65 / 4,
            ("kitty_points", "trumps 0 to 8"): 20,
            ("kitty_points", "trumps 9 to 10"): 10,
            ("kitty_points", "trumps 13 to 14"): None,
            ("kitty_points", "trumps 15 or more"): 10,
            ("kitty_points", "jokers 2"): 25,
            ("kitty_points", "jokers 3 or more"): 10,
            ("kitty_points_lost", None): 10,
            ("last_trick_opponents", None): 2 / 4,
            ("last_trick_opponents", "points 5 to 10"): 1,
            ("last_trick_opponents", "points 25 or more"): 0,
            ("last_trick_opponents", "trumps 9 to 10"): 1,
            ("last_trick_opponents", "jokers 0"): 0,
            ("last_trick_opponents", "cards 1"): 0,
            ("last_trick_opponents", "cards 4"): 1,
            ("last_trick_size", "cards 1"): 2 / 4,
            ("last_trick_size", "cards 2"): 1 / 4,
            ("last_trick_size", "cards 8 or more"): 0,
            ("buried", "points 0"): 0,
            ("buried", "points 5 to 10"): 2 / 4,
            ("buried", "points 15 to 20"): 1 / 4,
            ("multiplier", "double"): 2,
            ("multiplier", "plain"): 1,
            ("multiplier", "cards"): (4 + 8) / 2,
            ("multiplier", "component"): (4 + 8) / 2,
            ("multiplier", "pow_component"): (4 + 16) / 2,
            ("multiplier", "two_four"): 4,
            ("kitty_added", "plain"): 20 / 4,
            ("kitty_added", "pow_component"): (40 + 160) / 4,
            ("takeover", "plain"): 2 / 4,
            ("takeover", "double"): 2 / 4,
            ("gain_declarers", "plain"): 1,
            ("gain_opponents", "plain"): (0 + 2) / 4,
            ("gain_opponents", "double"): (0 + 2) / 4,
            ("gain_opponents", "cards"): (0 + 3) / 4,
            ("gain_opponents", "pow_component"): (0 + 3) / 4,
            ("all_points_passed", "double"): 0,
            ("all_points_passed", "cards"): 1 / 4,
            ("decided", "double"): 0,
            ("decided", "cards"): 1 / 4,
            ("decided_if_lost", "cards"): 1 / 2,
        },
    )
    assert ("decided", "plain") not in found
    assert found["kitty_before", None]["exact_value"] == pytest.approx(400 / 27)


def test_a_take_over_that_only_the_multiplier_brings(four):
    four["trick_points"][1] = 65
    found = told("shengji-kitty", four)
    assert found["takeover", "plain"]["estimate"] == 1 / 4
    assert found["takeover", "double"]["estimate"] == 2 / 4
    assert found["decided", "double"]["estimate"] == 1 / 4
    assert found["gain_declarers", "plain"]["estimate"] == 5 / 4
    assert found["gain_declarers", "double"]["estimate"] == 1


def test_a_capped_rule_in_force_gets_rows_of_its_own(four):
    rules = GAME.make_rules("seed", {"kitty_mult": "cards+capped:6"})
    found = told("shengji-kitty", four, rules=rules)
    assert found["multiplier", "cards+capped:6"]["estimate"] == (4 + 6) / 2
    assert ("multiplier", "cards") in found


def test_no_exact_kitty_where_deals_are_thrown_in():
    report = load_report("shengji-kitty")

    def exact(**changes):
        rules = GAME.make_rules("seed", changes)
        figure = next(f for f in report.figures(rules) if f.metric == "kitty_before")
        return figure.exact(rules)

    assert exact() is not None
    assert exact(decks=3) is not None
    for change in (
        {"redeal_no_trump": "on"}, {"redeal_no_points": "on"}, {"kitty_joker": "redeal"},
        {"no_declare_rule": "redeal"}, {"first_round_nobody": "redeal"}, {"kitty_size": 12},
    ):  # fmt: skip
        assert exact(**change) is None, change


def test_policies_are_compared_under_each_rule(four, monkeypatch):
    module = load_report("shengji-kitty")
    offered = type("Game", (), {"policies": ("random", "lowest", UNAWARE, AWARE)})
    monkeypatch.setattr("analysis.reports.shengji_kitty.load_game", lambda name: offered)
    ways = module.variants(RULES)
    assert len(ways) == 2 * len(MODES)
    assert ways[f"cards, {AWARE}"].rules == {"kitty_mult": "cards"}
    assert ways[f"cards, {AWARE}"].base == f"cards, {UNAWARE}"
    other = four.copy()
    other["kitty_points"] = 0
    other["last_opponents"] = 0
    other["last_cards"] = 3
    score(other)
    played = {name: other if name.endswith(AWARE) else four for name in ways}
    found = told_of("shengji-kitty", played, 2)
    check(
        found,
        {
            ("played_kitty_points", f"cards, {AWARE}"): 0,
            ("played_last_trick_opponents", f"plain, {AWARE}"): 0,
            ("played_last_cards", f"plain, {AWARE}"): 3,
            ("played_opponent_points", f"two_four, {AWARE}"): 285 / 4,
            ("played_takeover", f"cards, {AWARE}"): 1 / 4,
            ("played_net_gain", f"cards, {AWARE}"): (1 + 1 + 3 - 1) / 4,
        },
    )
    row = found["played_kitty_points", f"cards, {AWARE}"]
    assert (row["base"], row["difference"]) == (f"cards, {UNAWARE}", -65 / 4)
    assert found["played_net_gain", f"cards, {AWARE}"]["difference"] == 1 - 2 / 4


def test_levels(four):
    check(
        told("shengji-levels", four[[3, 1, 0, 2]]),
        {
            ("opponent_points", None): 325 / 4,
            ("opponent_points", "2"): 30,
            ("opponent_points", "3"): 90,
            ("opponent_points", "A"): None,
            ("takeover", None): 2 / 4,
            ("takeover", "2"): 0,
            ("takeover", "5"): 1,
            ("gain_declarers", None): 1,
            ("gain_declarers", "2"): 2,
            ("gain_opponents", "5"): 2,
            ("net_gain", None): (1 - 0 + 3 - 2) / 4,
            ("shut_out", None): 1 / 4,
            ("shut_out", "2"): 1 / 2,
            ("reach", 40): 3 / 4,
            ("reach", 60): 3 / 4,
            ("reach", 70): 2 / 4,
            ("reach", 80): 2 / 4,
            ("reach", 100): 1 / 4,
            ("reach", 160): 1 / 4,
            ("rounds_at_rank", "2"): 1,
            ("rounds_at_rank", "3"): 1 / 2,
            ("held_again", None): 0,
            # the first dealers are seats 0 and 1; match 0 went to the odd team, 1 to nobody
            ("first_dealer_wins_match", None): 0,
            ("match_drawn", None): 1 / 2,
            ("rounds_per_match", None): 2,
        },
    )
    four["winners"] = 0, 0b01, 0, 0b01
    found = told("shengji-levels", four)
    assert found["first_dealer_wins_match", None]["estimate"] == 1 / 2
    four["swap"][1] = 0
    assert told("shengji-levels", four)["held_again", None]["estimate"] == 1 / 2


def test_trump(four):
    four["declarer"] = 0, 3, -1, 1
    four["declared_after"] = 30, 100, -1, 41
    four["first_after"] = 10, 55, -1, 41
    four["declared_count"] = 1, 2, 0, 1
    four["declarations"] = 1, 3, 0, 1
    four["overrides"] = 0, 1, 0, 0
    four["secured"] = 0, 1, 0, 0
    four["nobody"] = 0, 0, 1, 0
    four["turned"] = 0, 0, 2, 0
    four["overcalls"] = 0, 0, 0, 1
    four["redeals"][2, 1] = 3
    four["trumps"][[0, 1, 2, 3], [0, 2, 1, 3]] = 14, 9, 7, 9
    check(
        told("shengji-trump", four),
        {
            ("declared", None): 3 / 4,
            ("declared", "first round"): 1 / 2,
            ("declared", "later rounds"): 1,
            ("nobody", None): 1 / 4,
            ("nobody", "first round"): 1 / 2,
            ("no_trump", None): 1 / 4,
            ("no_trump", "later rounds"): 0,
            # later rounds only: seat 3 for dealer 2, seat 1 for dealer 3
            ("declared_by", "right"): 1 / 2,
            ("declared_by", "partner"): 1 / 2,
            ("declared_by", "dealer"): 0,
            ("declared_by_opponents", None): 1 / 3,
            ("first_after", None): 106 / 3,
            ("first_after_tenth", 1): 1 / 3,
            ("first_after_tenth", 6): 1 / 3,
            ("first_after_tenth", 5): 1 / 3,
            ("declared_after", None): 171 / 3,
            ("declared_after_tenth", 3): 1 / 3,
            ("declared_after_tenth", 10): 1 / 3,
            ("cards_shown", None): 4 / 3,
            ("declarations", None): 5 / 4,
            ("overrides", None): 1 / 4,
            ("secured", None): 1 / 3,
            ("overcalls", None): 1 / 4,
            ("turned", None): 2,
            ("redeals", "joker_turned"): 3 / 4,
            ("redeals", "nobody"): 0,
            ("takeover", "declared by dealer's side"): 1 / 2,
            ("takeover", "declared by opponents"): 1,
            ("takeover", "not declared"): 0,
            ("takeover", "suit"): 2 / 3,
            ("takeover", "no trump"): 0,
            ("takeover", "dealer holds 8 to 9 trumps"): 1,
            ("takeover", "dealer holds 14 or more trumps"): 0,
            ("opponent_points", "declared by dealer's side"): (60 + 175) / 2,
            ("opponent_points", "dealer holds 0 to 7 trumps"): 0,
        },
    )


def test_throws(four):
    four["throws_tried"][:, 1] = 2, 0, 1, 0
    four["throws_tried"][:, 7] = 0, 0, 1, 0
    four["throws_stood"][:, 1] = 1, 0, 1, 0
    four["throws_ruffed"][:, 1] = 0, 0, 1, 0
    four["throws_failed"] = [[1, 0], [2, 0], [0, 1], [0, 0]]
    four["tractors"][:, 1] = 0, 1, 1, 1
    four["tractors"][:, 2] = 0, 0, 0, 2
    four["fine"] = 10, 20, -10, 0
    check(
        told("shengji-throws", four),
        {
            ("throws_tried", None): 4 / 4,
            ("throws_tried", "2 cards"): 3 / 4,
            ("throws_tried", "8 cards or more"): 1 / 4,
            ("throws_stood", None): 2 / 4,
            ("throws_stood", "2 cards"): 2 / 3,
            ("throws_stood", "8 cards or more"): 0,
            ("throws_ruffed", None): 1 / 2,
            ("throws_ruffed", "2 cards"): 1 / 2,
            ("throws_ruffed", "3 cards"): None,
            ("tractors", None): 5 / 4,
            ("tractors", "2 tuples"): 3 / 4,
            ("tractors", "3 tuples"): 2 / 4,
            ("failed_leads", "declarers"): 3 / 4,
            ("failed_leads", "opponents"): 1 / 4,
            ("fine", None): 40 / 4,
            ("takeover", "failed by declarers"): 1 / 2,
            ("takeover", "failed by opponents"): 0,
            ("takeover", "none failed"): 1,
            ("opponent_points", "failed by declarers"): (60 + 90) / 2,
            ("opponent_points", "none failed"): 175,
            # 60, 90, 0, 175 points; with 20: 80, 130, 0, 175
            ("takeover", "fine of 0"): 2 / 4,
            ("takeover", "fine of 10"): 2 / 4,
            ("takeover", "fine of 20"): 3 / 4,
            ("decided_by_fine", "fine of 10"): 0,
            ("decided_by_fine", "fine of 20"): 2 / 4,
        },
    )


def test_throws_are_weighed_on_the_same_deals(four):
    on = four.copy()
    on["trick_points"] += 40
    on["tricks"] -= 1
    on["last_opponents"] = 1
    score(on)
    found = told_of("shengji-throws", {"off": four, "on": on}, 2)
    check(
        found,
        {
            # 60 + 40 + 2 x 20, 90 + 40, 40 + 50, 175 + 40
            ("played_opponent_points", "on"): (140 + 130 + 90 + 215) / 4,
            ("played_takeover", "on"): 1,
            ("played_net_gain", "on"): -(1 + 1 + 0 + 3) / 4,
            ("played_last_trick_opponents", "on"): 1,
            ("played_tricks", "on"): 81 / 4,
        },
    )
    assert found["played_takeover", "on"]["difference"] == 1 / 2
    assert found["played_tricks", "on"]["difference"] == -1

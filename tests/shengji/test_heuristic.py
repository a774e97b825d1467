"""What `heuristic` does otherwise than `heuristic_v2`, in small hands, and how much it wins by it.

Trump is clubs, the trump rank 7; seats 0 and 2 declare, and seat 0 leads first.  Cards that nobody
holds are unseen to everybody.
"""

from __future__ import annotations

import numpy as np
import pytest

from simcore.shengji.engine import play
from simcore.shengji.policies import Policy, choose
from simcore.shengji.records import MOVE
from tests.shengji.scene import Scene, at_lead, cards, make

NEW, OLD = int(Policy.HEURISTIC), int(Policy.HEURISTIC_V2)
RANDOM, LOWEST = int(Policy.RANDOM), int(Policy.LOWEST)


def answer(scene: Scene, policy: int) -> list[str]:
    """Cards that a policy would lay."""
    move = np.zeros(1, dtype=MOVE)
    own = scene.state["own"][scene.seat]
    work = scene.scratch.work.copy()
    choose(
        policy, scene.view, own, scene.frame, scene.law, scene.streams, scene.seat, work[0], move[0]
    )  # fmt: skip
    return scene.tokens(move[0]["cards"])


def check(scene: Scene, old: str, new: str) -> None:
    """Compare what both do."""
    assert answer(scene, OLD) == sorted(cards(old))
    assert answer(scene, NEW) == sorted(cards(new))


# --- leads


@pytest.mark.parametrize(
    ("hand", "old", "new"),
    [
        ("H:345 S:99", "3H", "S:99"),  # few can beat a pair, any higher card beats a single
        ("H:55 S:TT 3D", "TS", "S:TT"),  # the pair with fewer higher ones out
        ("H:345 C:88", "3H", "C:88"),  # a declarer pulls two trumps of each with a pair of them
        ("C:889 BJ RJ", "8C", "C:88"),
        ("H:345 S:AA", "S:AA", "S:AA"),  # what nobody can beat was led before
        ("H:345 S:9 D:8", "3H", "3H"),
    ],
)
def test_pairs_are_led_before_single_cards(hand, old, new):
    check(at_lead(f"{hand}/S:2346 2H/S:234 2D 8S/S:568J 3H"), old, new)


def test_an_opponent_leads_no_pair_of_trumps_from_a_side_suit():
    scene = at_lead("S:3 H:246 D:2/S:A H:3 C:889/S:4 H:89 D:34/S:5 H:TJ D:56")
    scene.say("3S", "AS", "4S", "5S")
    check(scene, "3H", "3H")


def test_sure_pairs_are_led_though_an_opponent_may_ruff():
    """A single card would fall to any trump of his, the pair only to a pair (SJ-47)."""
    scene = at_lead("S:AAKK H:2/C:3489 D:2/S:2346 H:3/S:5689 H:4")
    scene.say("S:K", "D:2", "S:2", "S:5")
    check(scene, "2H", "S:AA")


def test_a_partner_who_may_ruff_is_led_points():
    scene = at_lead("S:A3K H:24/S:2468 H:3/C:34 D:234/S:5689 H:4")
    scene.say("S:A", "S:2", "D:2", "S:5")
    check(scene, "3S", "KS")


def test_an_opponent_with_trumps_alone_keeps_the_high_ones():
    scene = at_lead("S:3 H:24/S:A C:59/S:4 H:89/S:5 H:TJ")
    scene.say("3S", "AS", "4S", "5S")
    check(scene, "9C", "5C")


# --- follows


def test_points_ruff_where_nobody_is_known_to_ruff_over_them():
    hands = "S:3K H:246/C:359 D:23/S:49 H:89T/S:56 H:TJQ"
    check(at_lead(hands).say("KS"), "3C", "5C")
    check(at_lead(hands).say("3S"), "2D", "5C")


def test_where_the_last_player_may_ruff_too_it_is_done_with_a_high_trump():
    scene = at_lead("S:A3 H:24 D:A/S:4K H:35 D:K/S:2 H:6 C:359/D:2 C:46 H:TJ")
    scene.say("AS", "4S", "2S", "2D").say("3S", "KS")
    check(scene, "3C", "9C")


def test_third_hand_plays_high():
    scene = at_lead("S:38 H:24/S:46 H:35/S:39QJ/S:5J H:TJ").say("3S", "4S")
    check(scene, "3S", "9S")


def test_third_hand_takes_over_what_the_partner_would_lose():
    hands = "S:38 H:24/S:46 H:35/S:4A H:68/S:5J H:TJ"
    check(at_lead(hands).say("8S", "4S"), "4S", "AS")


def test_a_partner_who_plays_last_is_given_points_unless_the_trick_is_lost():
    hands = "S:3A H:24/H:K3 D:23/S:49 H:89/S:56 H:TJ"
    check(at_lead(hands).say("3S"), "2D", "KH")
    check(at_lead(hands).say("AS"), "2D", "2D")


def test_a_partner_s_pair_is_given_points():
    hands = "S:99 H:24/S:46 H:35/S:3TK H:6/S:5J H:TJ"
    check(at_lead(hands).say("S:99", "S:46"), "S:3T", "S:TK")


# --- how much


def wins(own: int, other: int, seed: int, matches: int, rounds: int = 0) -> float:
    """Share of matches that a policy wins, from both sides of the same deals."""
    found = []
    for seats, team in (([own, other] * 2, 1), ([other, own] * 2, 2)):
        records = play(seed, 0, matches, make(), seats, rounds)
        found += [winners == team for winners in records["winners"][records["match_over"] == 1]]
    return float(np.mean(found))


def test_it_wins_against_lesser_policies():
    assert wins(NEW, RANDOM, 21, 100) >= 0.98
    assert wins(NEW, LOWEST, 22, 100) >= 0.85


def test_it_wins_against_what_it_was():
    assert wins(NEW, OLD, 23, 150) > 0.9


def test_rounds_of_the_heuristic_are_even():
    records = play(24, 0, 400, make(), [NEW] * 4, 8)
    assert 60 < records["opponent_points"].mean() < 110
    assert 0.35 < records["swap"].mean() < 0.65

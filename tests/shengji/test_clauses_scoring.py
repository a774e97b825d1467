"""Points, the kitty, gains, the next dealer (SJ-54 to SJ-64)."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.shengji.engine import play
from simcore.shengji.judge import judge
from simcore.shengji.records import rules_record
from simcore.shengji.rules import KITTY_MULT
from simcore.shengji.scoring import last_sizes, multiplier, next_dealer, round_gain
from simcore.status import KaipaiError
from tests.shengji.scene import at_lead, make, table, types

LAST = "S:2A/S:34/S:56/S:89"


def last_trick(cards, kitty="KC TC", **changes):
    """Play `LAST`, 5 points of which the declarers take, and return the record."""
    scene = at_lead(LAST, kitty, **changes)
    scene.say(*cards)
    return scene.finish()


HELD = ("2S", "3S", "5S", "8S", "9S", "AS", "4S", "6S")
LOST = ("AS", "3S", "5S", "8S", "2S", "4S", "6S", "9S")


@pytest.mark.clause("SJ-54")
@pytest.mark.clause("SJ-55")
def test_the_kitty_counts_only_when_the_opponents_take_the_last_trick():
    record = last_trick(HELD)
    assert int(record["kitty_points"]) == 20
    assert int(record["multiplier"]) == 0
    assert int(record["last_opponents"]) == 0
    assert int(record["opponent_points"]) == int(record["trick_points"]) == 5
    record = last_trick(LOST)
    assert int(record["multiplier"]) == 2
    assert int(record["last_opponents"]) == 1
    assert int(record["trick_points"]) == 0
    assert int(record["opponent_points"]) == 40
    assert int(last_trick(LOST, kitty_mult="plain")["opponent_points"]) == 20


def sizes(lead, **changes):
    """Cards of the play, of the largest component, and tuples in a lead (SJ-56)."""
    desk = table(**changes)
    desk.lead(types(lead))
    return tuple(int(n) for n in last_sizes(desk.view))


@pytest.mark.clause("SJ-56")
def test_what_a_multiplier_looks_at():
    assert sizes("9S") == (1, 1, 0)
    assert sizes("S:99") == (2, 2, 1)
    assert sizes("S:9988A") == (5, 4, 2)
    assert sizes("S:99 55") == (4, 2, 2)
    assert sizes("S:AKQ") == (3, 1, 0)
    assert sizes("S:999", decks=3) == (3, 3, 1)
    assert sizes("S:999888 22", decks=3) == (8, 6, 3)


@pytest.mark.clause("SJ-56")
@pytest.mark.clause("SJ-57")
def test_the_lead_of_the_last_trick_counts_as_it_was_led():
    # a throw that is ruffed by a tractor: two pairs were led
    hands = "S:AAQQ/S:2345/C:3344/S:889T"
    for mode, factor in (("cards", 8), ("component", 4), ("pow_component", 4), ("pow_pairs", 8)):
        scene = at_lead(hands, "KC", dealer=0, kitty_mult=mode)
        scene.say("S:AAQQ", "S:2345", "C:3344", "S:889T")
        assert int(scene.finish()["multiplier"]) == 0
        scene = at_lead(hands, "KC", dealer=0, kitty_mult=mode)
        record = play_over(scene, ("S:AAQQ", "S:2345", "C:3344", "S:889T"), 1)
        assert int(record["multiplier"]) == factor
        assert int(record["last_cards"]) == 4
        assert int(record["last_component"]) == 2
        assert int(record["last_pairs"]) == 2


def play_over(scene, plays, declarers):
    """Finish a trick with the declaring side exchanged, as if the other side had dealt."""
    scene.say(*plays)
    scene.view["declarers"] = 0b1010 if declarers else 0b0101
    return scene.finish()


MODES = ("double", "plain", "cards", "component", "pow_component", "pow_pairs", "two_four")


def factors(lead, modes=MODES, **changes):
    n, largest, tuples = sizes(lead, **changes)
    return [int(multiplier(KITTY_MULT.parse(mode), n, largest, tuples)) for mode in modes]


@pytest.mark.clause("SJ-58")
def test_what_multiplies_the_kitty():
    assert factors("9S") == [2, 1, 2, 2, 2, 2, 2]
    assert factors("S:99") == [2, 1, 4, 4, 4, 4, 4]
    assert factors("S:AKQ") == [2, 1, 6, 2, 2, 2, 2]
    assert factors("S:9988A") == [2, 1, 10, 8, 16, 8, 4]
    capped = [mode + "+capped:5" for mode in MODES]
    assert factors("S:9988A", capped) == [2, 1, 5, 5, 5, 5, 4]
    assert factors("S:9988A", ["double+capped:1"]) == [1]
    for mode in ("triple", "double+capped:0", "double+5"):
        with pytest.raises(KaipaiError, match="kitty_mult"):
            make(kitty_mult=mode)
    case = {"type": "kitty", "rank": "7", "trump": "C", "last_lead": ["9S"], "kitty_points": 20}
    held = judge({**case, "last_trick_side": "declarers", "multiplier": {"cards": 0}})
    assert held == {"multiplier": {"cards": 0}, "added": {"cards": 0}}


@pytest.mark.clause("SJ-59")
def test_two_separate_pairs_and_a_tractor_of_three():
    four = ("cards", "component", "pow_component", "pow_pairs")
    assert factors("S:99 55", four) == [8, 4, 4, 8]
    assert factors("S:998866", four) == [12, 12, 64, 16]


def gain(points, **changes):
    swap, levels = round_gain(points, rules_record(make(**changes))[0])
    return ("+" if swap else "-") + str(int(levels))


@pytest.mark.clause("SJ-60")
def test_windows_of_forty_points_with_two_packs():
    windows = {
        "-3": (0, 0), "-2": (5, 35), "-1": (40, 75), "+0": (80, 115), "+1": (120, 155),
        "+2": (160, 195), "+3": (200, 395),
    }  # fmt: skip
    for right, (low, high) in windows.items():
        assert {gain(points) for points in range(low, high + 5, 5)} == {right}


@pytest.mark.clause("SJ-61")
def test_the_step_is_twenty_a_pack_and_two_steps_swap():
    for decks, adjust in ((1, 0), (3, 0), (4, 0), (2, 20), (2, -10)):
        step = 20 * decks + adjust
        rules = {"decks": decks, "step_adjust": adjust}
        at = [step - 5, step, 2 * step - 5, 2 * step, 3 * step, 4 * step, 5 * step, 6 * step]
        assert [gain(p, **rules) for p in at] == ["-2", "-1", "-1", "+0", "+1", "+2", "+3", "+3"]
    assert gain(240, opp_gain_cap=None) == "+4"
    assert gain(240) == "+3"
    with pytest.raises(KaipaiError, match="SJ-61"):
        make(decks=1, step_adjust=-20)
    with pytest.raises(KaipaiError, match="step_adjust"):
        make(step_adjust=3)


@pytest.mark.clause("SJ-62")
def test_taking_over_gives_no_rank_by_itself():
    assert gain(80) == "+0"
    none = {"dead_zone": "none"}
    assert [gain(p, **none) for p in (75, 80, 115, 120, 160, 240)] == [
        "-1", "+1", "+1", "+2", "+3", "+3",
    ]  # fmt: skip


@pytest.mark.clause("SJ-63")
def test_the_gain_for_a_shut_out():
    assert (gain(0), gain(0, declarer_zero_bonus=2)) == ("-3", "-2")
    assert gain(5, declarer_zero_bonus=2) == "-2"


def dealer_after(dealer, swap, last, declarers=None, **changes):
    seats = 0b0101 << dealer % 2 if declarers is None else declarers
    return int(next_dealer(dealer, swap, seats, last, rules_record(make(**changes))[0]))


@pytest.mark.clause("SJ-64")
def test_who_deals_next():
    last = {"next_dealer_on_swap": "last_trick_winner"}
    for dealer in range(4):
        assert dealer_after(dealer, False, 1) == (dealer + 2) % 4
        assert dealer_after(dealer, True, (dealer + 3) % 4) == (dealer + 1) % 4
        assert dealer_after(dealer, True, (dealer + 3) % 4, **last) == (dealer + 3) % 4
        assert dealer_after(dealer, True, (dealer + 2) % 4, **last) == (dealer + 1) % 4
        assert dealer_after(dealer, False, (dealer + 3) % 4, **last) == (dealer + 2) % 4


@pytest.mark.clause("SJ-54")
@pytest.mark.clause("SJ-55")
@pytest.mark.clause("SJ-60")
@pytest.mark.clause("SJ-64")
def test_played_rounds_are_scored_by_these_rules():
    out = play(8, 0, 150, make(), [0] * 4, 4)
    declared = (out["declarers"][:, None] >> np.arange(4)) & 1 == 1
    taken = (out["points"][:, :4] * ~declared).sum(axis=1)
    assert np.array_equal(taken, out["trick_points"])
    assert np.array_equal(out["multiplier"] > 0, out["last_opponents"] == 1)
    total = out["trick_points"] + out["multiplier"] * out["kitty_points"]
    assert np.array_equal(total, out["opponent_points"])
    assert np.array_equal(out["swap"] == 1, total >= 80)
    after = np.where(out["swap"] == 1, out["dealer"] + 1, out["dealer"] + 2) % 4
    assert np.array_equal(after, out["next_dealer"])
    assert set(out["swap"].tolist()) == {0, 1}

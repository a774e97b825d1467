"""Options of Tichu: what is right under one value must be wrong under another."""

import copy
import re
from pathlib import Path
from random import Random

import pytest

from tests.oracle.test_tichu_oracle import clause_marks, dense_hands
from tests.oracle.test_tichu_stories import STORIES
from tests.oracle.tichu import (
    OPTIONS,
    PRESETS,
    bold_chooser,
    make_rules,
    play_match,
    random_chooser,
    referee,
)

# Each row: transcripts made under the first value must be refused under the second.
CROSSED = [
    ("grand", "stake_grand", 200, 0, "TI-9"),
    ("small", "stake_small", 100, 0, "TI-9"),
    ("stake of Grand", "stake_grand", 200, 150, "TI-47 to TI-53"),
    ("stake of Tichu", "stake_small", 100, 70, "TI-47 to TI-53"),
    ("timing", "small_tichu_timing", "any_time", "decision_points", "TI-8"),
    ("own turn", "small_tichu_timing", "decision_points", "own_turn_only", "TI-8"),
    ("both partners", "partner_double_call", "allowed", "one_per_team", "TI-9"),
    ("exchange made", "exchange", "standard", "none", "TI-10"),
    ("exchange left out", "exchange", "none", "standard", ""),
    ("owner not asked", "self_beat", False, True, "TI-27"),
    ("owner asked", "self_beat", True, False, "TI-27"),
    ("bomb after a play", "bomb_windows", "each_play_and_close", "close_only", "TI-29"),
    ("wish made", "wish", "optional", "off", "TI-33"),
    ("wish declined", "wish", "optional", "mandatory", "TI-33"),
    ("wish never asked", "wish", "off", "optional", "wish"),
    ("Dog, next after partner", "dog_partner_out", "next_after_partner", "next_after_self", ""),
    ("Dog, next after self", "dog_partner_out", "next_after_self", "next_after_partner", ""),
    ("last act missing", "final_trick", "immediate", "complete", "TI-27"),
    ("last act made", "final_trick", "complete", "immediate", ""),
    ("double victory", "double_victory_points", 200, 100, "TI-47 to TI-53"),
    ("last player's tricks", "last_player_tricks", "first_out", "opponents", "TI-47 to TI-53"),
    ("tricks to opponents", "last_player_tricks", "opponents", "first_out", "TI-47 to TI-53"),
]


@pytest.mark.parametrize(
    ("name", "option", "made", "judged", "clause"),
    [pytest.param(*row, id=row[0], marks=clause_marks(row[-1])) for row in CROSSED],
)
def test_options_are_told_apart(name, option, made, judged, clause):
    rules = make_rules(**{option: made})
    for i in range(60):
        rng = Random(f"{name} {i}")
        hands = dense_hands(rng) if made != "none" else None
        events = play_match(rng, rules, bold_chooser, hands=hands, stop_after=1)
        assert referee(events, hands=hands, stop_after=1) == []
        events[0]["rules"][option] = judged
        faults = referee(events, hands=hands, stop_after=1)
        if faults:
            assert re.search(clause, faults[0]), faults[0]
            return
    pytest.fail("no transcript tells the two values apart")


def test_the_rule_page_lists_the_same_options():
    page = (Path(__file__).parents[2] / "docs" / "rules" / "tichu.md").read_text(encoding="ascii")
    assert re.findall(r"^- \*\*TI-(\d+)\*\* ", page, re.M) == [str(n) for n in range(1, 61)]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| TI-", page, re.M)
    listed = {name: (values, default.strip("`")) for name, values, default in rows}
    assert set(listed) - set(OPTIONS) == {"direction", "phoenix_led_value"}
    for name, (values, default) in OPTIONS.items():
        shown, shown_default = listed[name]
        assert shown_default == (str(default).lower() if default is not None else "none"), name
        if isinstance(values, tuple):
            assert re.findall(r"`(\w+)`", shown) == [str(v).lower() for v in values]
        else:
            assert shown.startswith("integer")
    presets = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|$", page, re.M))
    for name, changes in PRESETS.items():
        told = {f"{key}={str(value).lower()}" for key, value in changes.items()}
        assert set(re.findall(r"`(.*?)`", presets[name])) == told


def test_every_option_that_shapes_play_is_crossed():
    crossed = {option for _, option, *_ in CROSSED}
    crossed |= {option for *_, right, change, _ in STORIES for option in [*right, *change]}
    # no bystander sees these: hidden answers, choices laid out twice, who was offered first,
    # and those of the end of a match, which have tests of their own
    unseen = {"grand_tichu_order", "repass_after_tichu", "bomb_priority"}
    assert crossed | unseen | {"target_score", "max_rounds", "game_tie"} == set(OPTIONS)


@pytest.mark.clause("TI-54")
@pytest.mark.clause("TI-55")
@pytest.mark.clause("TI-56")
def test_match_ends_where_the_rules_say():
    rules = make_rules(max_rounds=2)
    events = play_match(Random(4), rules, random_chooser)
    assert referee(events) == []
    for option, value in (("max_rounds", 3), ("max_rounds", 1), ("target_score", 1)):
        other = copy.deepcopy(events)
        other[0]["rules"][option] = value
        assert re.search("TI-54", referee(other)[0])
    tied = make_rules(target_score=50, stake_small=0, stake_grand=0, game_tie="draw")
    for i in range(200):
        events = play_match(Random(i), tied, random_chooser)
        if events[-1]["winner"] is None:
            break
    assert events[-1]["total"][0] == events[-1]["total"][1] >= 50
    assert referee(events) == []
    events[0]["rules"]["game_tie"] = "extra_round"
    assert re.search("TI-54", referee(events)[0])


@pytest.mark.clause("TI-59")
@pytest.mark.clause("TI-57")
@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_of_two_calling_partners_the_lower_seat_stands(order):
    def eager(rng, decision, seat, options):
        if decision in ("grand", "tichu"):
            return True
        return random_chooser(rng, decision, seat, options)

    rules = make_rules(partner_double_call="one_per_team", grand_tichu_order=order)
    events = play_match(Random(2), rules, eager, stop_after=1)
    assert events[3] == {"event": "grand", "calls": [0, 1]}
    assert not [e for e in events if e["event"] == "tichu"]
    assert referee(events, stop_after=1) == []
    events[3]["calls"] = [0, 2]
    assert re.search("TI-59", referee(events, stop_after=1)[0])

"""The Sheng Ji referee: accepts what the simulator writes, under every option, and nothing else."""

import json
import random
from pathlib import Path

import pytest

from tests.oracle.shengji import (
    make_rules,
    play_match,
    random_chooser,
    referee,
)
from tests.oracle.shengji.positions import CHOOSERS, dense_stock, random_rules
from tests.oracle.shengji.rules import KITTY_MODES, OPTIONS

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/cases/shengji.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("seed", range(20))
def test_accepts_random_options(seed):
    rng = random.Random(seed)
    for _ in range(3):
        rules = random_rules(rng)
        cut = rng.choice([6, 9]) if rng.random() < 0.8 else None
        lines = play_match(rng, rules, rng.choice(CHOOSERS), cards_each=cut)
        assert referee(lines, given=cut is not None) == []


@pytest.mark.parametrize(("players", "decks"), [(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)])
def test_accepts_full_matches(players, decks):
    for seed, chooser in enumerate(CHOOSERS[:2]):
        rules = make_rules(players=players, decks=decks, max_rounds=2)
        lines = play_match(random.Random(seed), rules, chooser)
        assert referee(lines) == []
        assert lines == json.loads(json.dumps(lines))


def test_accepts_a_match_to_the_ace():
    lines = play_match(random.Random(1), make_rules(start_rank="Q"), random_chooser)
    assert lines[-1]["winner"] in (0, 1)
    assert referee(lines) == []


# Every option: a transcript written under one value is refused under another

ONE = {"decks": 1}
JACK = {"start_rank": "J", "hook": "both"}
OBEYED = [
    ("start_rank", "5", {"full": True}),
    ("kitty_size", 12, {"full": True}),
    ("first_drawer", "count_off", {}),
    ("first_drawer", "random", {"max_rounds": 3}),
    ("shuffler_seat", "random", {"max_rounds": 3}),
    ("shuffler_seat", "rotate", {"max_rounds": 3}),
    ("first_dealer", "final_declarer", {}),
    ("first_round_nobody", "redeal", {**ONE, "no_declare_rule": "no_trump"}),
    ("self_override", True, {}),
    ("partner_override", False, {}),
    ("nt_declare", "joker_pair", {}),
    ("nt_declare", "joker_single", {}),
    ("no_declare_rule", "kitty_until_rank", ONE),
    ("no_declare_rule", "redeal", ONE),
    ("no_declare_rule", "no_trump", ONE),
    ("kitty_joker", "redeal", {"no_rank_cards": True}),
    ("redeal_no_trump", "on", {**ONE, "nt_declare": "joker_single", "full": True}),
    ("redeal_no_points", "on", {**ONE, "full": True}),
    ("bury_restriction", "no_points", {"full": True}),
    ("bury_restriction", "no_trump", {"full": True}),
    ("chao_dipi", "on", {}),
    ("throws", "off", {}),
    ("throw_check", "opponents_only", {}),
    ("throw_fail_pick", "leader", {"full": True}),
    ("throw_fail_pick", "challenger", {"full": True}),
    ("throw_fail_points", 10, {}),
    ("multi_deck_exempt", "any_tractor", {"decks": 3, "full": True}),
    ("lone_tuple", "cut_to_single", {"decks": 3}),
    ("tuple_protect", "longer_tuples", {"decks": 3}),
    ("tuple_protect", "both", {"decks": 3}),
    ("kitty_mult", "cards", {}),
    ("dead_zone", "none", {}),
    ("step_adjust", 20, {}),
    ("declarer_zero_bonus", 2, ONE),
    ("next_dealer_on_swap", "last_trick_winner", {}),
    ("match_end", "pass:2", {"max_rounds": 3}),
    ("match_end", "wrap", {"start_rank": "A", "max_rounds": 2}),
    ("max_rounds", 2, {}),
    ("mandatory_ranks", ["3"], {}),
    ("mandatory_leave", "defended", {"mandatory_ranks": ["2"], "full": True}),
    ("hook", "J", {"start_rank": "J"}),
    ("hook", "A", {"start_rank": "A"}),
    ("hook", "both", {"start_rank": "J"}),
    ("hook_needs_swap", True, JACK),
    ("hook_keep_gain", False, JACK),
    ("hong_wu", "hearts", {"full": True}),
    ("hong_wu", "red", {"full": True}),
    ("hong_wu_penalty", 2, {"hong_wu": "red", "start_rank": "8", "full": True}),
    ("solo_bonus", 1, {"players": 5}),
    ("friend_card", "any", {"players": 5}),
]


@pytest.mark.parametrize(("name", "value", "context"), OBEYED)
def test_option_is_obeyed(name, value, context):
    base = {"max_rounds": 1, **context}
    full, rank_cards = base.pop("full", False), not base.pop("no_rank_cards", False)
    one, other = make_rules(**{**base, name: value}), make_rules(**base)
    for seed in range(160):
        for mine, wrong in ((one, other), (other, one)):
            rng = random.Random(seed)
            extra = {} if full else dense_stock(rng, mine, rank_cards)
            lines = play_match(rng, mine, CHOOSERS[seed % 4], **extra)
            assert referee(lines, given=not full) == []
            lines[0] = {**lines[0], "rules": wrong}
            if referee(lines, given=not full):
                return
    pytest.fail(f"the referee does not look at {name}={value}")


def test_every_offered_value_is_tried():
    """Either by a transcript above or by a worked case; two leave no trace in either."""
    tried = {(n, str(v)) for n, v, _ in OBEYED}
    for case in CASES:
        tried |= {(n, str(v)) for n, v in case.get("rules", {}).items()}
        tried |= {(n, str(case[n])) for n in ("decks", "players") if n in case}
        for mode in case.get("multiplier", {}):
            tried.add(("kitty_mult", mode))
    for name, (values, default) in OPTIONS.items():
        if name in ("final_window", "start_rank"):  # a poll more or less cannot be told apart
            continue
        offered = KITTY_MODES if name == "kitty_mult" else values
        if isinstance(offered, tuple):
            for value in offered:
                assert value == default or (name, str(value)) in tried, (name, value)
        else:
            assert any(n == name for n, _ in tried) or name.startswith("tractor_min"), name

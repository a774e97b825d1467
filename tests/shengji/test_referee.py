"""Matches of the kernels, refereed by the oracle, and records against their transcripts."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from simcore.catalog import load_game
from simcore.shengji.cards import NUMBER
from simcore.shengji.engine import play, play_given
from simcore.shengji.policies import Policy
from simcore.shengji.trace import text, transcript, transcript_given
from tests.oracle.shengji import make_rules as oracle_rules
from tests.oracle.shengji import referee
from tests.oracle.shengji.positions import dense_stock
from tests.oracle.shengji.rules import KITTY_MODES, OPTIONS
from tests.shengji.scene import RANKS, make

TABLES = [(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)]
AT_ONCE = [policy for policy in Policy if policy is not Policy.SEARCH]
"""Policies that do not look ahead."""
NUMBERS: dict[str, tuple[Any, ...]] = {
    "kitty_size": (12, 16),
    "tractor_min_length": (3,),
    "tractor_min_width": (3,),
    "throw_fail_points": (10,),
    "kitty_mult": (*KITTY_MODES, "cards+capped:5"),
    "step_adjust": (-15, 20),
    "match_end": ("wrap", "pass:T"),
    "max_rounds": (1, 2),
    "mandatory_ranks": (["3", "5"], ["A"]),
    "hong_wu_penalty": (0, 2),
}
CONTEXT: dict[str, dict[str, Any]] = {
    "tractor_min_width": {"decks": 3},
    "multi_deck_exempt": {"decks": 3},
    "lone_tuple": {"decks": 3},
    "tuple_protect": {"decks": 3},
    "hook": {"start_rank": "J"},
    "hook_trigger": {"start_rank": "J", "hook": "both"},
    "hook_needs_swap": {"start_rank": "J", "hook": "both"},
    "hook_keep_gain": {"start_rank": "J", "hook": "both"},
    "hong_wu_penalty": {"hong_wu": "red", "start_rank": "8"},
    "mandatory_leave": {"mandatory_ranks": ["2", "3"]},
    "solo_bonus": {"players": 5},
    "friend_card": {"players": 5},
    "kitty_joker": {"decks": 1},
    "no_declare_rule": {"decks": 1},
    "first_round_nobody": {"decks": 1},
    "redeal_no_trump": {"decks": 1},
    "redeal_no_points": {"decks": 1},
}


def grid() -> list[tuple[str, Any]]:
    """Every option with every value, apart from the table itself."""
    found: list[tuple[str, Any]] = []
    for name, (values, _) in OPTIONS.items():
        if name not in ("players", "decks"):
            offered = NUMBERS.get(name, values)
            found += [(name, value) for value in offered]
    return found


def rules_with(name: str, value: Any) -> dict[str, Any]:
    changes = {**CONTEXT.get(name, {}), name: value}
    if value == "wrap":
        changes.update(max_rounds=3, start_rank="K")
    if name == "start_rank":
        changes["max_rounds"] = 1
    return changes


@pytest.mark.parametrize("policy", AT_ONCE, ids=lambda policy: policy.name.lower())
def test_every_value_of_every_option_is_played_without_a_fault(policy):
    for match, (name, value) in enumerate(grid()):
        changes = rules_with(name, value)
        seats = [int(policy)] * changes.get("players", 4)
        if match % 2:
            seats[::2] = [int(Policy.RANDOM)] * len(seats[::2])
        lines = transcript(31, match, make(**changes), seats, 1)
        faults = referee(lines, rounds_limit=1)
        assert not faults, (name, value, faults)


def test_the_grid_takes_every_option_there_is():
    names = {name for name, _ in grid()} | {"players", "decks"}
    assert names == set(load_game("shengji").rules._fields)


@pytest.mark.parametrize(("players", "decks"), TABLES)
@pytest.mark.parametrize("policy", AT_ONCE, ids=lambda policy: policy.name.lower())
def test_every_table_is_played_without_a_fault(policy, players, decks):
    rules = make(players=players, decks=decks)
    for match in range(2):
        lines = transcript(32, match, rules, [int(policy)] * players, 2)
        assert referee(lines, rounds_limit=2) == []
        assert lines == json.loads(json.dumps(lines))


@pytest.mark.parametrize("preset", ["seed", "online", "portal", "forty_points"])
def test_every_preset_is_played_to_the_end_without_a_fault(preset):
    rules = load_game("shengji").make_rules(preset, {"start_rank": "Q", "max_rounds": 8})
    lines = transcript(33, 0, rules, [0, 1, 0, 1])
    assert referee(lines) == []
    assert lines[-1]["event"] == "end"


def drawn_rules(rng: random.Random) -> dict[str, Any]:
    """Options by chance; what is refused is drawn again."""
    while True:
        players, decks = rng.choice(TABLES)
        changes: dict[str, Any] = {"players": players, "decks": decks}
        for name, value in rng.sample(grid(), 20):
            if name not in ("kitty_size", "start_rank", "match_end"):
                changes[name] = value
        try:
            oracle_rules(**changes)
        except ValueError:
            continue
        return changes


def test_short_hands_reach_rare_branches_without_a_fault():
    rng = random.Random(34)
    events: set[str] = set()
    for turn in range(260):
        changes = drawn_rules(rng)
        if turn % 3 == 0:  # a partner who has to wait until after the bury
            changes.update(chao_dipi="on", partner_override=False)
        full = oracle_rules(**changes)
        players, size = changes["players"], full["kitty_size"]
        cards = dense_stock(rng, full)["stock"]
        each = min((len(cards) - size) // players, 9)
        if each < 1:
            continue
        rng.shuffle(cards)
        cuts = [each * seat for seat in range(players + 1)]
        hands = [cards[a:b] for a, b in itertools.pairwise(cuts)]
        kitty = cards[cuts[-1] : cuts[-1] + size]
        given = [[NUMBER[card] for card in part] for part in (*hands, kitty)]
        levels = [RANKS.index(rng.choice("2JA"))] * (5 if players == 5 else 2)
        redeals = ("redeal_no_trump", "redeal_no_points", "first_round_nobody", "kitty_joker")
        changes.update({n: OPTIONS[n][1] for n in redeals}, match_end="pass_ace", max_rounds=None)
        if changes.get("no_declare_rule") == "redeal":
            del changes["no_declare_rule"]
        seats = [rng.choice([0, 0, 1]) for _ in range(players)]
        setting = {"seed": turn, "levels": levels, "dealer": rng.randrange(-1, players)}
        lines = transcript_given(given[:-1], given[-1], make(**changes), seats, **setting)
        faults = referee(lines, given=True, rounds_limit=1)
        assert not faults, (turn, changes, faults)
        events |= {line["event"] for line in lines}
        record = play_given(given[:-1], given[-1], make(**changes), seats, **setting)[0]
        score = next(line for line in lines if line["event"] == "score")
        assert int(record["opponent_points"]) == score["opponent_points"]
    assert {"declare", "turn_up", "overcall", "throw_failed", "call_friend", "friend"} <= events


SHAPES = {
    "match": {"event", "game", "format", "seed", "match", "rules", "policies"},
    "round": {"event", "round", "levels", "rank", "dealer", "first_drawer"},
    "deal": {"event", "hands", "kitty"},
    "declare": {"event", "seat", "cards", "after"},
    "turn_up": {"event", "cards"},
    "redeal": {"event", "seat", "reason"},
    "trump": {"event", "suit", "dealer"},
    "bury": {"event", "seat", "cards"},
    "overcall": {"event", "seat", "cards"},
    "call_friend": {"event", "card", "ordinal"},
    "throw_failed": {"event", "seat", "attempt", "led"},
    "play": {"event", "seat", "cards"},
    "friend": {"event", "seat"},
    "trick": {"event", "winner", "points"},
    "score": {
        "event", "trick_points", "kitty_points", "multiplier", "opponent_points", "swap", "gain",
        "levels", "next_dealer",
    },
    "end": {"event", "winner", "rounds", "levels"},
}  # fmt: skip


def test_each_line_has_its_fields_and_a_sentence():
    seen = set()
    for match, changes in enumerate(
        [
            {"chao_dipi": "on", "partner_override": False},
            {"players": 5},
            {"decks": 1, "redeal_no_points": "on", "redeal_no_trump": "on"},
            {"first_drawer": "count_off"},
        ]
    ):
        rules, seats = make(**changes), [0] * changes.get("players", 4)
        for m in range(12):
            lines = transcript(35, 100 * match + m, rules, seats, 2)
            for line in lines:
                extra = {"shuffler", "turned"} if "first_drawer" in changes else set()
                name = line["event"]
                assert set(line) == SHAPES[name] | (extra if name == "round" else set())
                seen.add(name)
            assert len(text(lines).splitlines()) >= len(lines)
    assert seen >= set(SHAPES) - {"turn_up"}


def shown(out, lines, players):
    """Numbers that records and transcripts both tell, one row a round."""
    rounds: list[dict[str, Any]] = []
    for line in lines:
        event = line["event"]
        if event == "round":
            rounds.append(dict.fromkeys(("plays", "tricks", "failed", "overcalls", "redeals"), 0))
            rounds[-1].update(rank=line["rank"], declarations=0, points=[0] * players)
            rounds[-1]["first_drawer"] = line["first_drawer"]
        here = rounds[-1] if rounds else {}
        if event == "play":
            here["plays"] += 1
        elif event == "trick":
            here["tricks"] += 1
            here["points"][line["winner"]] += line["points"]
        elif event == "throw_failed":
            here["failed"] += 1
        elif event in ("declare", "overcall"):
            here["declarations"] += 1
            here["overcalls"] += event == "overcall"
        elif event == "redeal":
            here["redeals"] += 1
            here["declarations"] = 0
        elif event == "score":
            here.update({name: line[name] for name in
                         ("trick_points", "kitty_points", "multiplier", "opponent_points",
                          "swap", "next_dealer", "gain")})  # fmt: skip
    return rounds


@pytest.mark.parametrize(
    "changes",
    [
        {}, {"players": 5}, {"players": 6, "decks": 3}, {"chao_dipi": "on"},
        {"decks": 1, "redeal_no_points": "on"}, {"throw_fail_points": 10, "decks": 4},
    ],
)  # fmt: skip
def test_records_tell_what_their_transcripts_tell(changes):
    rules, players = make(**changes), changes.get("players", 4)
    seats = [0, 1, 0, 0, 1, 0][:players]
    for match in range(4):
        lines = transcript(36, match, rules, seats, 2)
        out = play(36, match, match + 1, rules, seats, 2)
        for record, told in zip(out, shown(out, lines, players), strict=True):
            assert record["points"][:players].tolist() == told.pop("points")
            assert RANKS[int(record["rank"])] == told.pop("rank")
            assert int(record["throws_failed"].sum()) == told.pop("failed")
            assert int(record["redeals"].sum()) == told.pop("redeals")
            assert int(record["gain"]) == max([*told.pop("gain"), 0])
            for name, value in told.items():
                assert int(record[name]) == int(value), name
            tried = int(record["throws_tried"].sum())
            assert tried >= int(record["throws_stood"].sum()) >= int(record["throws_ruffed"].sum())
            assert (record["status"], record["match"]) == (0, match)

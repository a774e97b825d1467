"""Random values of every option, and matches under them read by the referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from simcore.shengji.game import GAME
from simcore.shengji.rules import Rules
from simcore.shengji.trace import transcript
from tests.oracle import shengji as oracle
from tests.shengji.positions import FORM_OPTIONS

TABLES = ((4, 1), (4, 2), (4, 2), (4, 2), (4, 3), (4, 4), (5, 2), (5, 2), (6, 3))
"""(players, packs)."""
OTHER_KITTIES = {(4, 1): 6, (4, 2): 12, (4, 3): 10, (4, 4): 4, (5, 2): 13, (6, 3): 12}

OPTIONS: dict[str, tuple[Any, ...]] = {
    **FORM_OPTIONS,
    "start_rank": tuple("23456789TJQKA"),
    "first_drawer": ("shuffler", "count_off", "random"),
    "shuffler_seat": ("dealer", "random", "rotate"),
    "first_dealer": ("first_declarer", "final_declarer"),
    "first_round_nobody": ("first_drawer", "redeal"),
    "final_window": (True, False),
    "self_override": (False, True),
    "partner_override": (True, False),
    "nt_declare": ("off", "joker_pair", "joker_single"),
    "no_declare_rule": ("kitty_first", "kitty_until_rank", "redeal", "no_trump"),
    "kitty_joker": ("next", "redeal"),
    "redeal_no_trump": ("off", "on"),
    "redeal_no_points": ("off", "on"),
    "bury_restriction": ("none", "no_points", "no_trump"),
    "chao_dipi": ("off", "on"),
    "throws": ("on", "off"),
    "throw_fail_points": (0, 10),
    "kitty_mult": (
        "double", "plain", "cards", "component", "pow_component", "pow_pairs", "two_four",
        "component+capped:8", "pow_component+capped:4",
    ),
    "opp_gain_cap": (3, None),
    "dead_zone": ("one_step", "none"),
    "step_adjust": (0, 5, -5, 10),
    "declarer_zero_bonus": (3, 2),
    "next_dealer_on_swap": ("right", "last_trick_winner"),
    "match_end": ("pass_ace", "pass:K", "pass:5", "wrap"),
    "max_rounds": (None, 3),
    "mandatory_ranks": ([], ["5", "T", "K", "A"], ["A"]),
    "mandatory_leave": ("stop_only", "defended"),
    "hook": ("off", "J", "A", "both"),
    "hook_trigger": ("contains", "single_only", "primary"),
    "hook_needs_swap": (False, True),
    "hook_keep_gain": (True, False),
    "hong_wu_penalty": (1, 2, 0),
    "solo_bonus": (0, 1),
    "friend_card": ("non_trump", "any"),
}  # fmt: skip
"""Values of each option; the first is the default."""


ODD = 0.35
"""How often an option is taken away from its default."""


def random_rules(
    rng: random.Random, held: Mapping[str, Any] = MappingProxyType({})
) -> tuple[dict[str, Any], Rules]:
    """Return options by chance, but for those held, and the rules."""
    changes = {
        name: rng.choice(values) if rng.random() < ODD else values[0]
        for name, values in OPTIONS.items()
    }
    table = rng.choice(TABLES)
    changes["players"], changes["decks"] = table
    if rng.random() < 0.2:
        changes["kitty_size"] = OTHER_KITTIES[table]
    if changes["match_end"] == "wrap":
        changes["max_rounds"] = 4
    if changes["match_end"] in ("pass:K", "pass:5"):
        changes["start_rank"] = rng.choice("2345")
    elif changes["hook"] != "off":
        changes["start_rank"] = rng.choice("TJKA")
    changes |= held
    return changes, GAME.make_rules("seed", changes)


def referee_match(
    rules: Rules, policies: list[int], seed: int, match: int, rounds: int
) -> tuple[Counter[str], list[str]]:
    """Play a match of some rounds; return its events counted and the referee's faults."""
    lines = transcript(seed, match, rules, policies, rounds=rounds)
    return Counter(line["event"] for line in lines), oracle.referee(lines, rounds_limit=rounds)

"""Rule options: every name with more than one value, its values and its default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cards import NATURALS

Rules = dict[str, Any]
ON_OFF = ("on", "off")
SWITCH = (False, True)

# name -> values, the default first
CHOICES: dict[str, tuple[Any, ...]] = {
    "partnership": ("fixed", "draw"),
    "partnership_draw_order": ("play_order", "kai_pai_order"),
    "partnership_tie": ("redraw_tied", "redraw_all", "random"),
    "kai_pai_first": ("random", "highest_partnership_card"),
    "kai_pai_joker": ("no_replacement", "replacement"),
    "kai_pai_succession": ("final_holder", "initial_holder"),
    "big_loser_drawer": ("policy", "self", "random"),
    "three_pair_announce": ("policy", "earliest", "never"),
    "three_pair_match": ("suit", "color"),
    "three_pair_overcall": SWITCH,
    "later_hand_lead": ("big_loser", "first_drawer"),
    "revolution": ON_OFF,
    "revolution_policy": ("policy", "always", "never"),
    "revolution_timing": ("before_tribute", "after_tribute"),
    "revolution_quorum": (1, 2),
    "revolution_redeal_drawer": ("same", "repeat_procedure"),
    "red_for_black": ("at_least", "exact"),
    "allwild_vs_black_mixed": ("never", "all_jokers", "reds_cover"),
    "mixed_wild_over_natural": ("yes", "all_twos_or_all_jokers_only"),
    "gouji_twos_count": (True, False),
    "gouji_on_last_play": ("normal_play", "duimen_only"),
    "gouji_exit": ("normal_play", "opponent_only"),
    "gouji_min_active": (2, 3, 4, 5, 6),
    "shao_pai": ON_OFF,
    "shao_eligible": ("all_opponents", "non_duimen"),
    "shao_window": ("on_trigger", "after_duimen_pass", "every_duel_play"),
    "shao_priority": ("turn_order", "duimen_first", "random"),
    "shao_after_pass": (True, False),
    "shao_interrupters": ("any_other", "attacker_only", "opponents_only"),
    "shao_chain_break": ("normal_rotation", "gouji"),
    "shao_two_test": ("exists", "minimal"),
    "shao_single_allowed": SWITCH,
    "rang_pai": ("signal", "off"),
    "wind_catcher": ("right_neighbour", "next_teammate"),
    "endgame_order": ("team_choice", "seat_order"),
    "stop_when_team_out": SWITCH,
    "tribute": ON_OFF,
    "same_team_tribute": ("policy", "exchange", "waive"),
    "loser_swap": ("policy", "never", "always"),
    "sweep_tribute": ("opposite_one", "additional", "off"),
    "liberation": ON_OFF,
    "game_tie": ("draw", "extra_hand"),
    "hand_sizes_public": (True, "at_10"),
}


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _positive(value: object) -> bool:
    return _whole(value) and value >= 1  # type: ignore[operator]


def _thresholds(value: object) -> bool:
    return isinstance(value, dict) and all(
        rank in NATURALS and _positive(count) for rank, count in value.items()
    )


def _points(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 6 and all(map(_whole, value))


def _limit(value: object) -> bool:
    return value is None or _positive(value)


# name -> (default, test of a value)
FREE: dict[str, tuple[Any, Callable[[object], bool]]] = {
    "gouji_thresholds": ({"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}, _thresholds),
    "finish_points": ([4, 2, 0, 0, -2, -4], _points),
    "sweep_multiplier": (2, _whole),
    "hands_per_game": (10, _positive),
    "games_per_session": (1, _positive),
    "max_rounds": (None, _limit),
}
# Names with a single value: a transcript may carry them, nothing depends on them.
FIXED = {"revolution_effect": "redeal", "shao_fail_penalty": "none"}
# A round limit is no rule of the game, so a transcript may leave it out.
OPTIONAL = {"max_rounds", *FIXED}

DEFAULTS: Rules = {name: values[0] for name, values in CHOICES.items()} | {
    name: default for name, (default, _) in FREE.items()
}


def _is_among(value: object, values: tuple[Any, ...]) -> bool:
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def rule_faults(rules: Rules) -> list[str]:
    """Name every option that is unknown, missing or has a value the rules do not offer."""
    faults = [f"rule {name} is missing" for name in DEFAULTS if name not in {*rules, *OPTIONAL}]
    for name, value in rules.items():
        if name in CHOICES:
            known = _is_among(value, CHOICES[name])
        elif name in FREE:
            known = FREE[name][1](value)
        else:
            known = FIXED.get(name) == value
        if not known:
            faults.append(f"rule {name} cannot be {value!r}")
    return faults


def full_rules(changes: Rules | None = None) -> Rules:
    """Return the defaults with some options changed.

    Raises
    ------
    ValueError
        If an option is unknown or its value is not offered.
    """
    rules = DEFAULTS | (changes or {})
    faults = rule_faults(rules)
    if faults:
        raise ValueError("; ".join(faults))
    return rules

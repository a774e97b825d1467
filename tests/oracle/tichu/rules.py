"""Rule options that can take more than one value, and the named presets."""

from typing import Any

Rules = dict[str, Any]

_INT = "int"
_INT_OR_NONE = "int or none"

OPTIONS: dict[str, tuple[Any, Any]] = {
    # option: (allowed values, default)
    "target_score": (_INT, 1000),
    "max_rounds": (_INT_OR_NONE, None),
    "game_tie": (("extra_round", "draw"), "extra_round"),
    "grand_tichu_order": (("simultaneous", "sequential"), "simultaneous"),
    "small_tichu_timing": (("any_time", "decision_points", "own_turn_only"), "any_time"),
    "tichu_after_first_out": (("allowed", "forbidden"), "allowed"),
    "partner_double_call": (("allowed", "one_per_team"), "allowed"),
    "repass_after_tichu": ((True, False), True),
    "exchange": (("standard", "none"), "standard"),
    "fullhouse_same_rank": (("invalid", "valid"), "invalid"),
    "phoenix_declaration": (("declare", "highest"), "declare"),
    "phoenix_fulfils_wish": ((False, True), False),
    "self_beat": ((False, True), False),
    "bomb_windows": (
        ("each_action", "each_play_and_close", "close_only", "in_turn_only"),
        "each_action",
    ),
    "bomb_priority": (("turn_order", "random"), "turn_order"),
    "bomb_own_trick": ((True, False), True),
    "wish": (("optional", "mandatory", "off"), "optional"),
    "wish_scope": (("turn_only", "any_play"), "turn_only"),
    "wish_bomb_escape": ((False, True), False),
    "dog_partner_out": (("next_after_partner", "next_after_self"), "next_after_partner"),
    "dragon_recipient": (("any_opponent", "active_only"), "any_opponent"),
    "dragon_last_trick": (("give", "keep"), "give"),
    "final_trick": (("immediate", "complete"), "immediate"),
    "double_victory_points": (_INT, 200),
    "last_player_tricks": (("first_out", "opponents"), "first_out"),
    "stake_small": (_INT, 100),
    "stake_grand": (_INT, 200),
}

DEFAULTS: Rules = {name: default for name, (_, default) in OPTIONS.items()}

# In transcripts, but without influence on play: a label, and an option with a single value.
INERT: dict[str, tuple[Any, ...]] = {"direction": ("ccw", "cw"), "phoenix_led_value": (1.5,)}

PRESETS: dict[str, Rules] = {
    "seed": {},
    "official": {"grand_tichu_order": "sequential"},
    "bsw": {"game_tie": "draw"},
    "goettingen": {
        "stake_grand": 0,
        "double_victory_points": 100,
        "dragon_last_trick": "keep",
        "self_beat": True,
    },
    "tichu_one": {"partner_double_call": "one_per_team", "max_rounds": 6},
}


def value_fits(name: str, value: Any) -> bool:
    """Whether `value` is one that option `name` offers."""
    allowed = OPTIONS[name][0] if name in OPTIONS else INERT[name]
    if allowed == _INT_OR_NONE:
        return value is None or (type(value) is int and value >= 1)
    if allowed == _INT:
        return type(value) is int and value >= (1 if name == "target_score" else 0)
    return any(value == v and type(value) is type(v) for v in allowed)


def rule_faults(rules: Rules) -> list[str]:
    """Say what is wrong with a full set of options: missing, unknown or out of range."""
    faults = [f"option {name} is missing" for name in OPTIONS if name not in rules]
    for name, value in rules.items():
        if name not in OPTIONS and name not in INERT:
            faults.append(f"unknown option {name}")
        elif not value_fits(name, value):
            faults.append(f"option {name} does not offer {value!r}")
    return faults


def make_rules(preset: str = "seed", **changes: Any) -> Rules:
    """Defaults, changed by a preset, changed by single options.

    Parameters
    ----------
    preset : str
        A key of `PRESETS`.
    **changes
        Options that differ.

    Returns
    -------
    dict
        Every option of `OPTIONS`.

    Raises
    ------
    ValueError
        Naming the option and the value that is not offered.
    """
    rules = DEFAULTS | PRESETS[preset] | changes
    faults = rule_faults(rules)
    if faults:
        raise ValueError("; ".join(faults))
    return rules

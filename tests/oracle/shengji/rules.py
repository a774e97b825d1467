"""Sheng Ji options that can take more than one value, their defaults, presets and limits."""

from typing import Any

Rules = dict[str, Any]

RANKS = "23456789TJQKA"
KITTY_MODES = ("double", "plain", "cards", "component", "pow_component", "pow_pairs", "two_four")

_ON = ("off", "on")
_FLAG = (False, True)

# Option -> (offered values, or the name of a test below; default).
OPTIONS: dict[str, tuple[Any, Any]] = {
    "decks": ((1, 2, 3, 4), 2),
    "players": ((4, 5, 6), 4),
    "kitty_size": ("count", None),  # None: the size that SJ-2 derives
    "start_rank": (tuple(RANKS), "2"),
    "first_drawer": (("shuffler", "count_off", "random"), "shuffler"),
    "shuffler_seat": (("dealer", "random", "rotate"), "dealer"),
    "first_dealer": (("first_declarer", "final_declarer"), "first_declarer"),
    "first_round_nobody": (("first_drawer", "redeal"), "first_drawer"),
    "final_window": (_FLAG, True),
    "self_override": (_FLAG, False),
    "partner_override": (_FLAG, True),
    "nt_declare": (("off", "joker_pair", "joker_single"), "off"),
    "no_declare_rule": (
        ("kitty_first", "kitty_until_rank", "redeal", "no_trump"),
        "kitty_first",
    ),
    "kitty_joker": (("next", "redeal"), "next"),
    "redeal_no_trump": (_ON, "off"),
    "redeal_no_points": (_ON, "off"),
    "bury_restriction": (("none", "no_points", "no_trump"), "none"),
    "chao_dipi": (_ON, "off"),
    "tractor_rank_gap": (("bridge", "break"), "bridge"),
    "tractor_trump_top": (("full", "no_offsuit", "none"), "full"),
    "joker_tractor": (_FLAG, True),
    "tractor_min_length": ("two_or_more", 2),
    "tractor_min_width": ("two_or_more", 2),
    "throws": (_ON, "on"),
    "throw_check": (("all_others", "opponents_only"), "all_others"),
    "throw_tractor": (("checked", "exempt"), "checked"),
    "throw_fail_pick": (
        ("smallest", "pairs_first", "lowest_any", "leader", "challenger", "first_found"),
        "smallest",
    ),
    "throw_fail_points": ("natural", 0),
    "multi_deck_exempt": (("full_tuples", "any_tractor"), "full_tuples"),
    "lone_tuple": (("stand", "cut_to_single"), "stand"),
    "follow_tractor": (("maximal", "same_length", "pairs_only", "none"), "maximal"),
    "follow_throw": (("structured", "pairs_only", "suit_only"), "structured"),
    "tuple_protect": (("none", "longer_tuples", "tractors", "both"), "none"),
    "throw_compare": (
        ("largest_component", "all_components", "highest_card", "unit_length"),
        "largest_component",
    ),
    "kitty_mult": ("kitty_mode", "double"),
    "opp_gain_cap": ((3, None), 3),
    "dead_zone": (("one_step", "none"), "one_step"),
    "step_adjust": ("step", 0),
    "declarer_zero_bonus": ((3, 2), 3),
    "next_dealer_on_swap": (("right", "last_trick_winner"), "right"),
    "match_end": ("match_end", "pass_ace"),
    "max_rounds": ("count", None),
    "mandatory_ranks": ("rank_set", []),
    "mandatory_leave": (("stop_only", "defended"), "stop_only"),
    "hook": (("off", "J", "A", "both"), "off"),
    "hook_trigger": (("contains", "single_only", "primary"), "contains"),
    "hook_needs_swap": (_FLAG, False),
    "hook_keep_gain": (_FLAG, True),
    "hong_wu": (("off", "hearts", "red"), "off"),
    "hong_wu_penalty": ("natural", 1),
    "solo_bonus": ((0, 1), 0),
    "friend_card": (("non_trump", "any"), "non_trump"),
}

DEFAULTS: Rules = {name: default for name, (_, default) in OPTIONS.items()}

PRESETS: dict[str, Rules] = {
    "seed": {},
    "online": {
        "nt_declare": "joker_pair",
        "first_dealer": "final_declarer",
        "kitty_mult": "component",
        "opp_gain_cap": None,
        "mandatory_ranks": ["A"],
        "mandatory_leave": "defended",
        "throw_compare": "all_components",
    },
    "portal": {
        "nt_declare": "joker_pair",
        "kitty_mult": "two_four",
        "throw_fail_points": 10,
        "mandatory_ranks": ["A"],
        "mandatory_leave": "defended",
    },
    "forty_points": {"decks": 1},
}


def _is_int(value: Any, low: int) -> bool:
    return type(value) is int and value >= low


def split_kitty_mode(text: str) -> tuple[str, int | None]:
    """Mode and cap of a `kitty_mult` value such as ``component+capped:8`` (SJ-58)."""
    mode, plus, cap = text.partition("+")
    if mode not in KITTY_MODES:
        raise ValueError(f"unknown kitty multiplier {text!r}")
    if not plus:
        return mode, None
    word, _, number = cap.partition(":")
    if word != "capped" or not number.isdigit() or int(number) < 1:
        raise ValueError(f"unknown kitty multiplier {text!r}")
    return mode, int(number)


def last_rank(rules: Rules) -> str | None:
    """The rank that must be passed to win, None where ranks wrap round (SJ-65)."""
    end = rules["match_end"]
    if end == "wrap":
        return None
    return "A" if end == "pass_ace" else str(end).removeprefix("pass:")


def value_fits(name: str, value: Any) -> bool:
    """Whether option `name` offers `value`."""
    offered = OPTIONS[name][0]
    if offered == "count":
        return value is None or _is_int(value, 1)
    if offered == "natural":
        return _is_int(value, 0)
    if offered == "two_or_more":
        return _is_int(value, 2)
    if offered == "step":
        return type(value) is int and value % 5 == 0
    if offered == "rank_set":
        return isinstance(value, list) and all(
            isinstance(r, str) and len(r) == 1 and r in RANKS for r in value
        )
    if offered == "match_end":
        return value in ("pass_ace", "wrap") or (
            isinstance(value, str) and value.startswith("pass:") and value[5:] in list(RANKS)
        )
    if offered == "kitty_mode":
        try:
            split_kitty_mode(value)
        except (ValueError, AttributeError):
            return False
        return True
    return any(value == v and type(value) is type(v) for v in offered)


def derived_kitty(players: int, decks: int) -> int:
    """Smallest kitty of at least five cards that leaves equal hands (SJ-2)."""
    size = 5
    while (54 * decks - size) % players:
        size += 1
    return size


def rule_faults(rules: Rules) -> list[str]:
    """What is wrong with a set of options; unknown names are left to the caller."""
    faults = [f"option {name} is missing" for name in OPTIONS if name not in rules]
    faults += [
        f"option {name} does not offer {rules[name]!r}"
        for name in OPTIONS
        if name in rules and not value_fits(name, rules[name])
    ]
    if faults:
        return faults
    players, decks = rules["players"], rules["decks"]
    if (players, decks) not in {(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)}:
        faults.append(f"{players} players do not play with {decks} packs (SJ-2)")
    kitty = rules["kitty_size"]
    if kitty is not None and (54 * decks - kitty) % players:
        faults.append(f"a kitty of {kitty} does not leave equal hands (SJ-2)")
    if kitty is not None and kitty > 54 * decks - players:
        faults.append(f"a kitty of {kitty} leaves no hands (SJ-2)")
    if 20 * decks + rules["step_adjust"] <= 0:
        faults.append("step_adjust leaves no step (SJ-61)")
    if rules["match_end"] == "wrap" and rules["max_rounds"] is None:
        faults.append("wrap needs max_rounds (SJ-65)")
    limit = last_rank(rules)
    if limit is not None and RANKS.index(rules["start_rank"]) > RANKS.index(limit):
        faults.append("start_rank is past the rank that ends the match (SJ-65)")
    return faults


def make_rules(preset: str = "seed", **changes: Any) -> Rules:
    """A full set of options: defaults, then a preset, then `changes`; ValueError if refused."""
    unknown = set(changes) - set(OPTIONS)
    if unknown:
        raise ValueError(f"unknown options {sorted(unknown)}")
    rules: Rules = {**DEFAULTS, **PRESETS[preset], **changes}
    rules["mandatory_ranks"] = sorted(set(rules["mandatory_ranks"]), key=RANKS.index)
    faults = rule_faults(rules)
    if faults:
        raise ValueError("; ".join(faults))
    if rules["kitty_size"] is None:
        rules["kitty_size"] = derived_kitty(rules["players"], rules["decks"])
    return rules


def hand_size(rules: Rules) -> int:
    """Cards each player draws (SJ-2)."""
    return int((54 * rules["decks"] - rules["kitty_size"]) // rules["players"])

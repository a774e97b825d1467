"""Answers to worked cases, one case type a function."""

from collections.abc import Callable
from typing import Any

from .cards import Frame
from .declare import Race, counted_off, redeal_claims, turned_up
from .follow import legal_follow
from .rules import KITTY_MODES, Rules, hand_size, make_rules
from .score import (
    Change,
    hooked,
    lead_sizes,
    multiplier,
    next_dealer,
    next_standing,
    rank_of,
    round_gain,
    standing_of,
    teams_of,
)
from .shapes import lead_kind
from .throws import check_lead
from .tricks import trick_winner

Case = dict[str, Any]


def case_rules(case: Case) -> Rules:
    """Options of a case: `rules`, with `decks` and `players` at the top level."""
    changes = dict(case.get("rules", {}))
    for name in ("decks", "players"):
        if name in case:
            changes[name] = case[name]
    if changes.get("players") == 6:
        changes.setdefault("decks", 3)
    return make_rules(**changes)


def _frame(case: Case) -> Frame:
    return Frame(case["rank"], case["trump"], case_rules(case))


def _kind(case: Case) -> Case:
    return {"kind": lead_kind(case["cards"], _frame(case))}


def _follow(case: Case) -> Case:
    return {"legal": legal_follow(case["lead"], case["hand"], case["play"], _frame(case))}


def _winner(case: Case) -> Case:
    return {"winner": trick_winner(case["plays"], _frame(case))}


def _throw(case: Case) -> Case:
    verdict = check_lead(case["attempt"], case["others"], _frame(case))
    return {"stands": verdict.stands, "led": verdict.may_lead[0]}


def _kitty(case: Case) -> Case:
    sizes = lead_sizes(case["last_lead"], _frame(case))
    names = list(case.get("multiplier") or case.get("added") or KITTY_MODES)
    mult = {name: multiplier(name, *sizes) for name in names}
    won = case["last_trick_side"] == "opponents"
    return {
        "multiplier": {name: m if won else 0 for name, m in mult.items()},
        "added": {name: m * case["kitty_points"] if won else 0 for name, m in mult.items()},
    }


def _outcome(points: int, rules: Rules) -> Case:
    swap, gain = round_gain(points, rules)
    return {"gain_side": "opponents" if swap else "declarers", "gain": gain, "swap": swap}


def _score(case: Case) -> Case:
    return _outcome(case["opponent_points"], case_rules(case))


def _round(case: Case) -> Case:
    rules, n = case_rules(case), case["n_cards"]
    points = case["trick_points"]
    if case["last_trick_side"] == "opponents":
        needs_shape = rules["kitty_mult"].split("+")[0] not in ("double", "plain", "cards")
        if needs_shape and n > 1:
            raise ValueError("n_cards alone does not give this multiplier")
        points += case["kitty_points"] * multiplier(rules["kitty_mult"], n, 1, 0)
    return {"P": points, **_outcome(points, rules)}


def _rank(case: Case) -> Case:
    declared = case.get("as", "declarers") == "declarers"
    change = Change(case["score"], case["gain"], declared)
    after, passed = next_standing(standing_of(case["score"]), change, case_rules(case))
    return {"result": "win" if passed else rank_of(after)}


def _hook(case: Case) -> Case:
    rank, winning = case["rank"], case["winning_play"]
    frame = Frame(rank, case.get("trump", "NT"), case_rules(case))
    lead = case.get("lead", winning)
    swap = case.get("swap", True)
    hit = hooked(rank, case["last_winner"] == "opponents", winning, lead, swap, frame)
    after, _ = next_standing(standing_of(rank), Change(rank, hooked=hit), frame.rules)
    return {"declarer_score": rank_of(after)}


def _race(case: Case, first_round: bool) -> tuple[Race, list[bool]]:
    race = Race(case["rank"], first_round, case_rules(case))
    accepted = []
    for seat, cards in case["sequence"]:
        good = race.fault(seat, cards) is None
        accepted.append(good)
        if good:
            race.accept(seat, cards)
    return race, accepted


def _declare(case: Case) -> Case:
    race, accepted = _race(case, False)
    return {"accepted": accepted, "trump": race.trump}


def _first_dealer(case: Case) -> Case:
    race, accepted = _race(case, True)
    return {"accepted": accepted, "dealer": race.dealer, "trump": race.trump}


def _no_declare(case: Case) -> Case:
    turned, trump = turned_up(case["kitty"], case["rank"], case_rules(case))
    return {"turned": turned, "trump": trump}


def _redeal(case: Case) -> Case:
    reasons = redeal_claims(case["hand"], _frame(case))
    return {"no_trump": "no_trump" in reasons, "no_points": "no_points" in reasons}


def _deal(case: Case) -> Case:
    rules = case_rules(case)
    return {"hand": hand_size(rules), "kitty": rules["kitty_size"]}


def _count_off(case: Case) -> Case:
    players = case.get("players", 4)
    return {"first_drawer": counted_off(case["shuffler"], case["card"], players)}


def _next_dealer(case: Case) -> Case:
    rules = case_rules(case)
    dealer = case["dealer"]
    declarers = teams_of(rules["players"], dealer, case.get("friend"))
    last = case.get("last_trick_winner", dealer)
    return {"next": next_dealer(dealer, case["swap"], declarers, last, rules)}


TYPES: dict[str, Callable[[Case], Case]] = {
    "kind": _kind,
    "follow": _follow,
    "winner": _winner,
    "throw": _throw,
    "kitty": _kitty,
    "score": _score,
    "round": _round,
    "rank": _rank,
    "hook": _hook,
    "declare": _declare,
    "first_dealer": _first_dealer,
    "no_declare": _no_declare,
    "redeal": _redeal,
    "deal": _deal,
    "count_off": _count_off,
    "next_dealer": _next_dealer,
}


def judge(case: Case) -> Case:
    """The computed fields of a worked case; ValueError or KeyError where it is malformed."""
    if case.get("type") not in TYPES:
        raise ValueError(f"unknown case type {case.get('type')!r}")
    return TYPES[case["type"]](case)

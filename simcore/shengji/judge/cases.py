"""Answers to worked cases, one case type a function; the kernels' rules decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.cards import RANKS
from simcore.shengji.cards import BJ, NAMES
from simcore.shengji.combos.declare import BLACK, may_declare
from simcore.shengji.combos.planes import points_of
from simcore.shengji.judge.reading import (
    SIDES,
    SUITS,
    Answer,
    Case,
    Table,
    field_of,
    lists_of,
    number_of,
    rank_of,
    rules_of,
    table_of,
    types_of,
    word_of,
)
from simcore.shengji.records import RECORD, STATE, rules_record
from simcore.shengji.rules import (
    CAP_STEP,
    KITTY_MULT,
    FirstDealer,
    KittyMode,
    NoDeclareRule,
    Rules,
    hand_size,
    kitty_size,
)
from simcore.shengji.scoring import (
    is_hooked,
    last_sizes,
    multiplier,
    next_dealer,
    next_standing,
    round_gain,
)
from simcore.shengji.step.draw import note_declaration, type_kind
from simcore.shengji.step.exchange import turn_up
from simcore.shengji.step.log import new_log
from simcore.shengji.step.rounds import count_off
from simcore.status import KaipaiError

KINDS = ("single", "pair", "tractor", "throw")
TUPLES = ("single", "pair", "triple", "quad")


def kind_name(table: Table, types: list[int]) -> str:
    """Name what these cards are as a lead (SJ-31)."""
    led = table.lead(types)
    if led is None or (KINDS[led] == "throw" and not table.rules.throws):
        return "illegal_lead"
    return TUPLES[len(types) - 1] if led < 2 else KINDS[led]


def _kind(case: Case) -> Answer:
    table = table_of(case)
    return {"kind": kind_name(table, types_of("cards", case.get("cards"), table.rules.decks))}


def _led(table: Table, case: Case, name: str) -> list[int]:
    """Types of a field of a case that is laid down as a lead."""
    types = types_of(name, case.get(name), table.rules.decks)
    if kind_name(table, types) == "illegal_lead":
        raise KaipaiError(f"field '{name}' cannot be led (SJ-31)")
    return types


def _follow(case: Case) -> Answer:
    table = table_of(case)
    decks = table.rules.decks
    _led(table, case, "lead")
    hand = types_of("hand", case.get("hand"), decks)
    return {"legal": table.is_legal(hand, types_of("play", case.get("play"), decks))}


def _winner(case: Case) -> Answer:
    table = table_of(case)
    plays = lists_of(case, "plays")
    if not plays:
        raise KaipaiError("field 'plays' is empty")
    winner = 0
    _led(table, {"plays[0]": plays[0]}, "plays[0]")
    for i, play in enumerate(plays[1:], start=1):
        types = types_of(f"plays[{i}]", play, table.rules.decks)
        if len(types) != len(plays[0]):
            raise KaipaiError(f"field 'plays[{i}]' has not as many cards as the lead (SJ-30)")
        winner = i if table.takes(types) else winner
    return {"winner": winner}


def _throw(case: Case) -> Answer:
    table = table_of(case)
    decks = table.rules.decks
    _led(table, case, "attempt")
    hands = lists_of(case, "others")
    if len(hands) > 5:
        raise KaipaiError("field 'others' has more hands than there are other players")
    others = [types_of(f"others[{i}]", hand, decks, 0) for i, hand in enumerate(hands)]
    stands, forced = table.check(others, len(others) + 1)
    return {"stands": stands, "led": list(case["attempt"]) if stands else forced[0]}


def _kitty(case: Case) -> Answer:
    table = table_of(case)
    _led(table, case, "last_lead")
    n, largest, tuples = (int(size) for size in last_sizes(table.view))
    points = number_of(case, "kitty_points")
    won = word_of(case, "last_trick_side", SIDES) == 1
    modes = case.get("multiplier") or case.get("added") or {}
    names = list(modes) if isinstance(modes, dict) else []
    names = names or [mode.name.lower() for mode in KittyMode]
    factors = {}
    for name in names:
        try:
            mode = KITTY_MULT.parse(name)
        except ValueError as error:
            raise KaipaiError(f"field 'multiplier': '{name}' is no kitty_mult: {error}") from None
        factors[name] = int(multiplier(mode, n, largest, tuples)) if won else 0
    return {
        "multiplier": factors,
        "added": {name: factor * points for name, factor in factors.items()},
    }


def _outcome(points: int, rules: Rules) -> Answer:
    swap, gain = round_gain(points, rules_record(rules)[0])
    return {"gain_side": SIDES[bool(swap)], "gain": int(gain), "swap": bool(swap)}


def _score(case: Case) -> Answer:
    return _outcome(number_of(case, "opponent_points"), rules_of(case))


def _round(case: Case) -> Answer:
    rules = rules_of(case)
    points, n = number_of(case, "trick_points"), number_of(case, "n_cards", 1)
    if word_of(case, "last_trick_side", SIDES) == 1:
        mode = rules.kitty_mult % CAP_STEP
        if n > 1 and mode not in (KittyMode.DOUBLE, KittyMode.PLAIN, KittyMode.CARDS):
            raise KaipaiError("field 'n_cards' alone does not settle this kitty_mult (SJ-56)")
        points += int(multiplier(rules.kitty_mult, n, 1, 0)) * number_of(case, "kitty_points")
    return {"P": points, **_outcome(points, rules)}


def _rank(case: Case) -> Answer:
    rules = rules_of(case)
    score = rank_of(case, "score")
    declared = word_of({"as": "declarers", **case}, "as", SIDES) == 0
    after, passed = next_standing(
        score, score, number_of(case, "gain"), declared, False, 0, rules_record(rules)[0]
    )
    return {"result": "win" if passed else RANKS[int(after) % len(RANKS)]}


def _hook(case: Case) -> Answer:
    table = table_of({"trump": "NT", **case})
    rank = rank_of(case)
    winning = types_of("winning_play", case.get("winning_play"), table.rules.decks)
    _led(table, {"lead": case["winning_play"], **case}, "lead")
    opponents = word_of(case, "last_winner", SIDES) == 1
    swap = bool(case.get("swap", True))
    hooked = is_hooked(
        rank, opponents, swap, table.cards(winning), table.view["form"], table.frame, table.law,
        table.work,
    )  # fmt: skip
    after, _ = next_standing(rank, rank, 0, True, bool(hooked), 0, table.law)
    return {"declarer_score": RANKS[int(after) % len(RANKS)]}


def _race(case: Case, is_first: bool) -> tuple[Any, list[bool]]:
    """Play a sequence of declarations; return the view and which ones were accepted."""
    rules = rules_of(case)
    law = rules_record(rules)[0]
    state, record = np.zeros(1, dtype=STATE)[0], np.zeros(1, dtype=RECORD)[0]
    view = state["view"]
    view["rank"], view["is_first"], view["dealer"] = rank_of(case), int(is_first), -1
    for name in ("declarer", "declared", "rank_first", "rank_last"):
        view[name] = -1
    accepted = []
    for i, item in enumerate(lists_of(case, "sequence")):
        name = f"sequence[{i}]"
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise KaipaiError(f"field '{name}' is not a seat and its cards")
        seat = number_of({name: item[0]}, name, 0, rules.players - 1)
        types = types_of(name, item[1], rules.decks)
        kind = int(type_kind(types[0], view["rank"]))
        good = kind >= 0 and len(set(types)) == 1
        good = good and bool(may_declare(view, seat, kind, len(types), False, law))
        if good:
            note_declaration(state, seat, kind, len(types), record)
        accepted.append(good)
    return view, accepted


def _trump(view: Any) -> str | None:
    if view["declared"] < 0:
        return None
    return SUITS[min(int(view["declared"]), BLACK)]


def _declare(case: Case) -> Answer:
    view, accepted = _race(case, False)
    return {"accepted": accepted, "trump": _trump(view)}


def _first_dealer(case: Case) -> Answer:
    view, accepted = _race(case, True)
    last = rules_of(case).first_dealer == FirstDealer.FINAL_DECLARER
    dealer = int(view["rank_last" if last else "rank_first"])
    return {
        "accepted": accepted,
        "dealer": dealer if dealer >= 0 else None,
        "trump": _trump(view),
    }


def _no_declare(case: Case) -> Answer:
    rules = rules_of(case)
    state = np.zeros(1, dtype=STATE)[0]
    kitty = types_of("kitty", case.get("kitty"), rules.decks)
    state["view"]["rank"], state["view"]["kitty_size"] = rank_of(case), len(kitty)
    state["kitty_order"][0][: len(kitty)] = kitty
    if rules.no_declare_rule == NoDeclareRule.REDEAL:
        raise KaipaiError("field 'rules': with no_declare_rule=redeal nothing is turned (SJ-25)")
    record = np.zeros(1, dtype=RECORD)[0]
    suit = turn_up(state, rules_record(rules)[0], new_log(False)[0], record)
    turned = [NAMES[kind] for kind in kitty[: int(record["turned"])]]
    return {"turned": turned, "trump": SUITS[int(suit)]}


def _redeal(case: Case) -> Answer:
    table = table_of(case)
    hand = table.cards(types_of("hand", case.get("hand"), table.rules.decks))
    return {
        "no_trump": not int(hand["p0"]) & int(table.frame["suit"][4]),
        "no_points": int(points_of(hand, table.frame)) == 0,
    }


def _deal(case: Case) -> Answer:
    rules = rules_of(case)
    return {"hand": hand_size(rules), "kitty": kitty_size(rules)}


def _count_off(case: Case) -> Answer:
    rules = rules_of(case)
    shuffler = number_of(case, "shuffler", 0, rules.players - 1)
    card = types_of("card", [case.get("card")], rules.decks)[0]
    if card >= BJ:
        raise KaipaiError("field 'card' is a joker, after which another card is turned (SJ-16)")
    return {"first_drawer": int(count_off(shuffler, card % len(RANKS), rules.players))}


def _next_dealer(case: Case) -> Answer:
    rules = rules_of(case)
    players = rules.players
    dealer = number_of(case, "dealer", 0, players - 1)
    declarers = 1 << dealer
    if players == 5 and case.get("friend") is not None:
        declarers |= 1 << number_of(case, "friend", 0, players - 1)
    elif players != 5:
        declarers = sum(1 << seat for seat in range(players) if (seat - dealer) % 2 == 0)
    last = number_of({"last_trick_winner": dealer, **case}, "last_trick_winner", 0, players - 1)
    swap = field_of(case, "swap", bool)
    return {"next": int(next_dealer(dealer, swap, declarers, last, rules_record(rules)[0]))}


TYPES: dict[str, Callable[[Case], Answer]] = {
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


def judge(case: Case) -> Answer:
    """Answer a worked case.

    Parameters
    ----------
    case : mapping
        ``type`` and the fields that its type needs; ``rules`` for options that differ from the
        default, ``decks`` and ``players`` at the top level.

    Returns
    -------
    dict
        The computed fields.

    Raises
    ------
    KaipaiError
        Unknown type or option, or a field that is missing or wrong; naming it.
    """
    kind = case.get("type")
    if kind not in TYPES:
        raise KaipaiError(f"field 'type': {kind!r} is none of {', '.join(TYPES)}")
    return TYPES[kind](case)

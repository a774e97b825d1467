"""Answers to single rules questions, in the form of the worked cases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .cards import RANK_NUMBER, RANK_TOKEN, points_of, rank_of, split_declared
from .combos import Combo, beats, classify, interpretations
from .moves import Play, ends_wish, legal_bombs, legal_plays
from .rules import Rules, make_rules
from .scoring import is_double_victory, match_over, settle, trick_receivers

Case = Mapping[str, Any]


def _top(table: Any, rules: Rules) -> Combo | None:
    """The play to be beaten: cards of one play, or the singles of a trick, oldest first."""
    if not table:
        return None
    plays = table if isinstance(table[0], list) else [table]
    top: Combo | None = None
    for cards in plays:
        combo = classify(cards, None, rules, top)
        if combo is None:
            raise ValueError(f"{cards} on the table is no play")
        top = combo
    return top


def _wish(case: Case) -> int | None:
    return RANK_NUMBER[case["wish"]] if case.get("wish") else None


def _tokens(play: Play, rules: Rules) -> list[str]:
    """Cards in rank order; the Phoenix declared where the set can be read in two ways."""
    cards, phoenix = play
    ranked = sorted(c for c in cards if c != "Phx")
    ranked.sort(key=rank_of)
    if "Phx" in cards:
        choice = phoenix is not None and len(interpretations(cards, rules)) > 1
        ranked.append(f"Phx={RANK_TOKEN[phoenix]}" if choice and phoenix else "Phx")
    return ranked


def _by_size(play: Play) -> tuple[int, list[int], list[str], int]:
    cards, phoenix = play
    ranks = sorted(rank_of(c) for c in cards if c != "Phx")
    return len(cards), ranks, sorted(cards), phoenix or 0


def _fulfilling(case: Case, rules: Rules) -> list[Play]:
    """Plays of the case's hand that meet the wish on its table, smallest first."""
    wish = _wish(case)
    if wish is None:
        return []
    plays, _ = legal_plays(case["hand"], _top(case.get("table"), rules), None, rules)
    return sorted((p for p in plays if ends_wish(p[0], p[1], wish, rules)), key=_by_size)


def _classify(case: Case, rules: Rules) -> dict[str, Any]:
    combo = classify(case["cards"], None, rules)
    if combo is None:
        return {"kind": "invalid", "rank": None}
    return {"kind": combo.kind, "rank": combo.rank}


def _beats(case: Case, rules: Rules) -> dict[str, Any]:
    top = _top(case["table"], rules)
    reply = classify(case["reply"], None, rules, top)
    return {"legal": reply is not None and top is not None and beats(reply, top)}


def _wish_duty(case: Case, rules: Rules) -> dict[str, Any]:
    plays = _fulfilling(case, rules)
    return {
        "must_fulfil": bool(plays),
        "example": _tokens(plays[0], rules) if plays else [],
    }


def _replies(case: Case, rules: Rules) -> dict[str, Any]:
    table = _top(case.get("table"), rules)
    plays, may_pass = legal_plays(case["hand"], table, _wish(case), rules)
    listed = [_tokens(p, rules) for p in sorted(plays, key=_by_size)]
    return {"legal_replies": listed, "may_pass": may_pass}


def _window(case: Case, rules: Rules) -> dict[str, Any]:
    bomb = case["out_of_turn_bomb"]
    hand = case.get("hand", bomb)
    own = "seat" in case and case.get("table_owner") == case["seat"]
    allowed = legal_bombs(hand, _top(case.get("table"), rules), _wish(case), rules, own)
    return {"legal": frozenset(bomb) in allowed}


def _choice(seats: Sequence[int]) -> int | str:
    return seats[0] if len(seats) == 1 else "|".join(str(s) for s in sorted(seats))


def _next_active(seat: int, finish: Sequence[int]) -> int:
    return next(s % 4 for s in range(seat + 1, seat + 5) if s % 4 not in finish)


def _flow(case: Case, rules: Rules) -> dict[str, Any]:
    """Follow the actions of one trick; ``goes_out`` names the last cards of a seat."""
    active = list(case["active"])
    finish = list(case.get("finished", [s for s in range(4) if s not in active]))
    leaving = {int(s): cards for s, cards in case.get("goes_out", {}).items()}
    wish = _wish(case)
    answer: dict[str, Any] = {"trick_to": None, "next_lead": None, "turn_next": case["lead"]}
    top, owner, passed = None, case["lead"], set[int]()
    over = closed = False
    for seat, act in case["actions"]:
        if act == "pass":
            passed.add(seat)
        else:
            combo = classify(act, None, rules, top)
            if combo is None or (top is not None and not beats(combo, top)):
                raise ValueError(f"{act} cannot be laid")
            bare, _ = split_declared(act)
            if wish is not None and ends_wish(bare, combo.phoenix, wish, rules):
                wish = None
            last = leaving.get(seat)
            if last is not None and set([last] if isinstance(last, str) else last) == set(act):
                finish.append(seat)
            over = is_double_victory(finish) or len(finish) >= 3
            if combo.rank == 0:
                closed = True
                partner = (seat + 2) % 4
                if not over and partner in finish:
                    after = rules["dog_partner_out"] == "next_after_partner"
                    partner = _next_active(partner if after else seat, finish)
                answer["next_lead"] = None if over else partner
                break
            top, owner, passed = combo, seat, set()
        others = [s for s in range(4) if s not in finish and s != owner]
        asks_owner = rules["self_beat"] and owner not in finish
        closed = over or (passed >= {*others, owner} if asks_owner else passed >= set(others))
        if closed:
            break
        ahead = passed >= set(others)
        answer["turn_next"] = owner if ahead else _next_active(seat, finish)
    if closed:
        answer["turn_next"] = None
        if top is not None:
            receivers = trick_receivers(owner, top.rank == 15, finish, over, rules)
            answer["trick_to"] = _choice(receivers)
            if not over:
                answer["next_lead"] = _next_active(owner, finish) if owner in finish else owner
    answer["round_over"] = over
    answer["wish_after"] = None if wish is None or over else RANK_TOKEN[wish]
    return answer


def _trick(case: Case, rules: Rules) -> dict[str, Any]:
    top = None
    for _, cards in case["plays"]:
        combo = classify(cards, None, rules, top)
        if combo is None or (top is not None and not beats(combo, top)):
            raise ValueError(f"{cards} cannot be laid")
        top = combo
    laid = [c for _, cards in case["plays"] for c in split_declared(cards)[0]]
    dragon = top is not None and top.rank == 15
    return {"winner": case["plays"][-1][0], "points": points_of(laid), "dragon_gift": dragon}


def _last_trick(case: Case, rules: Rules) -> dict[str, Any]:
    owner, cards = case["last_trick"][-1]
    finish = case["finish"]
    receivers = trick_receivers(owner, list(cards) == ["Drg"], finish, True, rules)
    return {"trick_to": _choice(receivers)}


def _round(case: Case, rules: Rules) -> dict[str, Any]:
    bets = {int(seat): bet for seat, bet in case["bets"].items()}
    settled = settle(case["finish"], case["tricks"], case["last_hand"], bets, rules)
    return {"score": settled.score}


def _match_end(case: Case, rules: Rules) -> dict[str, Any]:
    after = case.get("after")
    if "before" in case and "round" in case:
        after = [b + r for b, r in zip(case["before"], case["round"], strict=True)]
    assert after is not None
    over, winner = match_over(after, case.get("rounds_played", 1), rules)
    return {"after": after, "game_over": over, "winner": winner}


_JUDGES: dict[str, Callable[[Case, Rules], dict[str, Any]]] = {
    "classify": _classify,
    "beats": _beats,
    "wish": _wish_duty,
    "replies": _replies,
    "window": _window,
    "flow": _flow,
    "trick": _trick,
    "last_trick": _last_trick,
    "round": _round,
    "match_end": _match_end,
}


def judge(case: Case) -> dict[str, Any]:
    """Answer one worked case.

    Parameters
    ----------
    case : mapping
        ``type`` and the fields of that type; ``rules`` holds options that differ.

    Returns
    -------
    dict
        Every field the type can be asked for; only those present in the case are expected.

    Raises
    ------
    ValueError
        For an unknown type, an unknown option, or plays that cannot follow each other.
    """
    if case.get("type") not in _JUDGES:
        raise ValueError(f"unknown case type {case.get('type')!r}")
    return _JUDGES[case["type"]](case, make_rules(**case.get("rules", {})))


def example_fits(case: Case, example: Sequence[str]) -> bool:
    """Whether `example` is a play that meets the wish of a ``wish`` case; empty = there is none."""
    rules = make_rules(**case.get("rules", {}))
    plays = _fulfilling(case, rules)
    if not example:
        return not plays
    bare, declared = split_declared(example)
    return any(cards == frozenset(bare) and declared in (None, phoenix) for cards, phoenix in plays)

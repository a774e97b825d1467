"""Worked cases, type by type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simcore.cards import rank_token
from simcore.status import KaipaiError
from simcore.tichu import combos
from simcore.tichu import records as rec
from simcore.tichu.cards import SEATS
from simcore.tichu.combos.listing import MAX_COMBOS
from simcore.tichu.combos.pick import LOWEST
from simcore.tichu.deals import points_of
from simcore.tichu.judge.flow import follow
from simcore.tichu.judge.reading import (
    Answer,
    Case,
    field_of,
    hand_of,
    laid,
    masks_of,
    no_stream,
    numbers_of,
    read_cards,
    rules_of,
    seat_of,
    seats_of,
    table_of,
    wish_of,
)
from simcore.tichu.judge.sets import expand, tokens_of
from simcore.tichu.rules import BombWindows
from simcore.tichu.scoring import match_over, receivers_of, settle

_ROUND_LIMIT = 1 << 30
_DRAGON = combos.SINGLE | 1 << 4 | 30 << 8


def _classify(case: Case, rules: np.void) -> Answer:
    cards, declared = read_cards("cards", field_of(case, "cards", (list, tuple)))
    combo = int(combos.classify(cards, np.int64(declared), np.int64(0), rules))
    value = combo >> 8 & 255
    rank = None if combo == 0 else (value // 2 if value % 2 == 0 else value / 2)
    return {"kind": combos.KINDS[combo & 15] if combo else "invalid", "rank": rank}


def _beats(case: Case, rules: np.void) -> Answer:
    field_of(case, "table", (list, tuple))
    top = table_of(case, rules)
    cards, declared = read_cards("reply", field_of(case, "reply", (list, tuple)))
    combo = int(combos.classify(cards, np.int64(declared), np.int64(top), rules))
    return {"legal": is_reply(combo, top)}


def is_reply(combo: int, top: int) -> bool:
    """Whether a combo may be laid on another; nothing lies on a Dog (TI-36)."""
    is_dog = top != 0 and top >> 8 & 255 == 0
    return combo != 0 and top != 0 and not is_dog and bool(combos.beats(combo, top))


def _wish_duty(case: Case, rules: np.void) -> Answer:
    hand, wish, top = hand_of(case), wish_of(case), table_of(case, rules)
    quads, flush = masks_of(hand)
    _, w, _ = combos.turn_menu(hand, quads, flush, top, wish, False, rules)
    if w == 0:
        return {"must_fulfil": False, "example": []}
    combo = combos.scan(hand, quads, flush, top, w, w, rules, np.int64(0))
    cards = combos.cards_of(hand, combo, w, rules, no_stream(), np.int64(0), LOWEST)
    return {"must_fulfil": True, "example": tokens_of(cards, combo, rules)}


def _replies(case: Case, rules: np.void) -> Answer:
    hand, wish, top = hand_of(case), wish_of(case), table_of(case, rules)
    out = np.zeros(MAX_COMBOS, dtype=rec.MOVE)
    n, may_pass = combos.list_moves(hand, top, wish, False, rules, no_stream(), out)
    quads, flush = masks_of(hand)
    _, w, w_bombs = combos.turn_menu(hand, quads, flush, top, wish, False, rules)
    replies = []
    for combo in out["combo"][:n].tolist():
        bound = w_bombs if combo & 15 >= combos.BOMB4 else w
        for cards in expand(int(hand), combo, rules):
            if meets_wish(cards, combo, bound, rules):
                replies.append(tokens_of(cards, combo, rules))
    return {"legal_replies": replies, "may_pass": bool(may_pass)}


def meets_wish(cards: int, combo: int, wish: int, rules: np.void) -> bool:
    """Whether a play meets the wish (TI-34a, TI-34c); always without one."""
    if wish == 0 or cards & (15 << 4 * wish - 4):
        return True
    return bool(rules["phoenix_fulfils_wish"]) and combo >> 16 == wish


def _window(case: Case, rules: np.void) -> Answer:
    tokens = field_of(case, "out_of_turn_bomb", (list, tuple))
    combo, cards = laid("out_of_turn_bomb", tokens, 0, rules)
    hand = hand_of(case) if "hand" in case else cards
    top = table_of(case, rules)
    own = "seat" in case and case.get("table_owner") == case["seat"]
    quads, flush = masks_of(hand)
    legal = (
        rules["bomb_windows"] != BombWindows.IN_TURN_ONLY
        and not (own and not rules["bomb_own_trick"])
        and combo & 15 >= combos.BOMB4
        and int(cards) & ~int(hand) == 0
        and is_reply(combo, top)
    )
    if legal:
        _, w = combos.window_menu(hand, quads, flush, top, wish_of(case), rules)
        legal = meets_wish(int(cards), combo, w, rules)
    return {"legal": bool(legal)}


def _plays(name: str, plays: Any, rules: np.void) -> tuple[int, int, np.uint64]:
    """Owner, combo on top and cards of a trick, each play beating the one before."""
    if not isinstance(plays, list | tuple) or not plays:
        raise KaipaiError(f"field '{name}' is no list of plays")
    owner, top, pile = 0, 0, np.uint64(0)
    for play in plays:
        if not isinstance(play, list | tuple) or len(play) != 2:
            raise KaipaiError(f"field '{name}': {play!r} should be a seat and its cards")
        owner = seat_of(name, play[0])
        combo, cards = laid(name, play[1], top, rules)
        if top and not is_reply(combo, top):
            raise KaipaiError(f"field '{name}': {' '.join(play[1])} does not beat the play before")
        top, pile = combo, pile | cards
    return owner, top, pile


def _trick(case: Case, rules: np.void) -> Answer:
    owner, top, pile = _plays("plays", field_of(case, "plays"), rules)
    return {"winner": owner, "points": int(points_of(pile)), "dragon_gift": top == _DRAGON}


def _seen(finish: Sequence[int]) -> np.ndarray[Any, np.dtype[np.void]]:
    """Array of one VIEW with these seats out."""
    views = np.zeros(1, dtype=rec.VIEW)
    views["finish"] = -1
    views["n_out"] = len(finish)
    views["finish"][0, : len(finish)] = finish
    views["active"] = 15 & ~sum(1 << seat for seat in finish)
    return views


def _choice(mask: int) -> int | str:
    """One seat of a mask, or ``1|3`` where its owner chooses."""
    seats = [seat for seat in range(SEATS) if mask >> seat & 1]
    return seats[0] if len(seats) == 1 else "|".join(map(str, seats))


def _finish(case: Case) -> list[int]:
    finish = seats_of("finish", field_of(case, "finish"))
    if not 2 <= len(finish) <= 3:
        raise KaipaiError("field 'finish' should hold two partners or three seats")
    if len(finish) == 2 and (finish[0] ^ finish[1]) & 1:
        raise KaipaiError("field 'finish': the round goes on until a third seat is out (TI-48)")
    return finish


def _last_trick(case: Case, rules: np.void) -> Answer:
    views = _seen(_finish(case))
    owner, top, _ = _plays("last_trick", field_of(case, "last_trick"), rules)
    views["owner"], views["top"] = owner, top
    return {"trick_to": _choice(int(receivers_of(views[0], 1, rules)))}


def _round(case: Case, rules: np.void) -> Answer:
    views = _seen(_finish(case))
    views["points"][0] = numbers_of(case, "tricks", SEATS)
    for seat, bet in field_of(case, "bets", dict).items():
        if str(seat) not in "0123" or bet not in ("tichu", "grand"):
            raise KaipaiError(f"field 'bets': {seat!r}: {bet!r} is no bet")
        views["bets"][0, int(seat)] = rec.SMALL if bet == "tichu" else rec.GRAND
    last_hand = case.get("last_hand") or 0
    records = np.zeros(1, dtype=rec.RECORD)
    settle(views[0], np.int64(last_hand), rules, records[0])
    return {"score": records[0]["score"].tolist()}


def _match_end(case: Case, rules: np.void) -> Answer:
    if "before" in case and "round" in case:
        parts = zip(numbers_of(case, "before", 2), numbers_of(case, "round", 2), strict=True)
        after = [before + won for before, won in parts]
    else:
        after = numbers_of(case, "after", 2)
    over, winner = match_over(
        after[0], after[1], case.get("rounds_played", 1), 0, _ROUND_LIMIT, rules
    )
    return {
        "after": after,
        "game_over": bool(over),
        "winner": int(winner) if over and winner >= 0 else None,
    }


def _flow(case: Case, rules: np.void) -> Answer:
    active = seats_of("active", field_of(case, "active"))
    finished = [seat for seat in range(SEATS) if seat not in active]
    actions: list[tuple[int, int, int]] = []
    top = 0
    for action in field_of(case, "actions", (list, tuple)):
        if not isinstance(action, list | tuple) or len(action) != 2:
            raise KaipaiError(f"field 'actions': {action!r} should be a seat and what it does")
        seat = seat_of("actions", action[0])
        if action[1] == "pass":
            actions.append((seat, 0, 0))
        else:
            top, cards = laid("actions", action[1], top, rules)
            actions.append((seat, top, int(cards)))
    leaving: dict[int, int] = {}
    for name, tokens in case.get("goes_out", {}).items():
        words = [tokens] if isinstance(tokens, str) else tokens
        leaving[seat_of("goes_out", int(name) if str(name).isdigit() else name)] = int(
            read_cards("goes_out", words)[0]
        )
    answer = follow(
        active,
        seats_of("finished", case.get("finished", finished)),
        seat_of("lead", field_of(case, "lead")),
        actions,
        leaving,
        wish_of(case),
        rules,
    )
    receivers = answer.pop("receivers")
    wish = answer.pop("wish")
    return {
        "trick_to": _choice(receivers) if receivers else None,
        "wish_after": rank_token(wish) if wish else None,
        **answer,
    }


_JUDGES: dict[str, Callable[[Case, np.void], Answer]] = {
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


def judge(case: Case) -> Answer:
    """Answer a worked case.

    Parameters
    ----------
    case : mapping
        ``type``, the fields of that type, and ``rules`` for options that differ.

    Returns
    -------
    dict
        Every field that cases of this type may expect.

    Raises
    ------
    KaipaiError
        Unknown type or option, or a field that is missing or wrong; naming it.
    """
    kind = field_of(case, "type", str)
    if kind not in _JUDGES:
        raise KaipaiError(f"field 'type': '{kind}' is none of {', '.join(_JUDGES)}")
    return _JUDGES[kind](case, rec.rules_record(rules_of(case))[0])

"""What a turn, a bomb out of turn and a wish do to the STATE (TI-25 to TI-33)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, popcount
from simcore.jit import U64, helper, kernel
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.cards import MAH, PHX
from simcore.tichu.combos.bombs import bomb_masks
from simcore.tichu.combos.shape import BOMB4, SINGLE_CARD, VALUE_DRAGON, beats
from simcore.tichu.rules import Wish
from simcore.tichu.step.stages import (
    ACTED,
    BOMBERS,
    CLOSE,
    ILLEGAL,
    LAID,
    NO,
    OWN_TURN,
    STAY,
    THROW,
    ask,
    note,
    stop,
)

_DRAGON = SINGLE_CARD | VALUE_DRAGON << 8
_WISH_OFF, _WISH_MUST = int(Wish.OFF), int(Wish.MANDATORY)


@kernel
def _record_play(state: Any, seat: Any, combo: Any, cards: Any, is_thrown: Any) -> None:
    """Count what is rare in a play: bombs, Phoenix, a bombed Dragon."""
    stay_call()
    view, record = state["view"], state["record"]
    kind = combo & 15
    if kind >= BOMB4:
        record["bombs_by"][seat] += 1
        if kind == BOMB4:
            record["bombs_4"][is_thrown] += 1
        else:
            record["bombs_sf"][is_thrown] += 1
        if view["top"] == _DRAGON:
            record["dragon_bombed"] = 1
    if cards & PHX:
        record["phoenix_by"] = seat
        if cards != PHX:
            record["phoenix"] = rec.PHOENIX_JOINED
        else:
            record["phoenix"] = rec.PHOENIX_LAID if view["top"] else rec.PHOENIX_LED


@kernel
def _meet_wish(state: Any, seat: Any, combo: Any, cards: Any, rules: Any) -> None:
    """End the wish if the play holds the wished rank (TI-33)."""
    stay_call()
    view, record = state["view"], state["record"]
    wish = view["wish"]
    met = cards & (U64(15) << U64(4 * (wish - 1))) != ZERO
    if met or (rules["phoenix_fulfils_wish"] and combo >> 16 == wish):
        view["wish"] = 0
        record["wish_met_by"] = seat
        record["wish_met_after"] = record["plays"] - state["wish_plays"]


@helper
def lay(state: Any, seat: Any, combo: Any, cards: Any, is_thrown: Any, rules: Any, log: Any) -> Any:
    """Put a play on the table, on a turn or (`is_thrown`) out of turn."""
    view, record = state["view"], state["record"]
    s = U64(seat)
    own = state["own"][s]
    n = combo >> 4 & 15
    top = view["top"]
    if cards & ~own["hand"] or popcount(cards) != U64(n) or (top != 0 and not beats(combo, top)):
        return stop(state, ILLEGAL)
    record["plays"] += 1
    if combo & 15 >= BOMB4 or cards & PHX:
        _record_play(state, seat, combo, cards, is_thrown)
    hand = own["hand"] ^ cards
    own["hand"] = hand
    view["left"][s] -= n
    view["laid"][s] |= cards
    view["played"] |= cards
    state["callers"] &= ~(1 << seat)
    if state["bombers"] >> seat & 1:
        quads, flush = bomb_masks(hand)
        own["quads"] = quads
        own["flush"] = flush
        if quads | flush == ZERO:
            state["bombers"] ^= 1 << seat
    if log["n"] >= 0:
        code = rec.EVENT_BOMB if is_thrown else rec.EVENT_PLAY
        note(log, code, seat, np.int64(cards), combo, NO)
    state["actor"] = seat
    state["ready"] = 0
    if combo == SINGLE_CARD:
        record["dog_from"] = seat
    else:
        view["top"] = combo
        view["top_cards"] = cards
        view["owner"] = seat
        view["passed"] = 0
        view["pile"] |= cards
        if view["wish"]:
            _meet_wish(state, seat, combo, cards, rules)
        if cards & MAH:
            view["wisher"] = seat
            record["wisher"] = seat
            record["mah_length"] = n
            if rules["wish"] != _WISH_OFF:
                state["wish_plays"] = record["plays"]
                ask(view, seat, rec.ASK_WISH)
                return STAY
    return LAID


@helper
def answer_turn(state: Any, seat: Any, combo: Any, cards: Any, rules: Any, log: Any) -> Any:
    """Take the play or, with combo 0, the pass of the seat on turn (TI-25)."""
    view = state["view"]
    if combo != 0:
        return lay(state, seat, combo, cards, NO, rules, log)
    if view["top"] == 0:
        return stop(state, ILLEGAL)
    state["record"]["passes"] += 1
    view["passed"] |= 1 << seat
    state["needed"] -= 1
    state["actor"] = seat
    if log["n"] >= 0:
        note(log, rec.EVENT_PASS, seat, NO, NO, NO)
    if state["is_final"]:
        state["is_over"] = 1
        return CLOSE
    return ACTED


@kernel
def answer_bomb(state: Any, combo: Any, cards: Any, rules: Any, log: Any) -> Any:
    """Take a bomb out of turn, or with combo 0 or HOLD the refusal to throw one (TI-29)."""
    view = state["view"]
    seat = view["seat"]
    if combo == rec.HOLD:
        state["ready"] &= ~(1 << seat)
    if combo <= 0:
        return BOMBERS
    if combo & 15 < BOMB4:
        return stop(state, ILLEGAL)
    state["thrown"]["combo"] = combo
    state["thrown"]["cards"] = cards
    if state["callers"] >> seat & 1 and rules["small_tichu_timing"] != OWN_TURN:
        view["point"] = rec.POINT_D
        state["then"] = THROW
        ask(view, seat, rec.ASK_TICHU)
        return STAY
    return THROW


@kernel
def answer_wish(state: Any, rank: Any, rules: Any, log: Any) -> Any:
    """Take the rank wished with the Mah Jong, 0 to decline (TI-33)."""
    view = state["view"]
    if (rank != 0 and not 2 <= rank <= 14) or (rank == 0 and rules["wish"] == _WISH_MUST):
        return stop(state, ILLEGAL)
    view["wish"] = rank
    state["record"]["wish"] = rank
    if log["n"] >= 0:
        note(log, rec.EVENT_WISH, view["seat"], rank, NO, NO)
    return LAID

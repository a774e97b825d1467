"""Drawing the cards: in which order they come, who is polled, what is declared (SJ-15 to SJ-24).

Hands are dealt as sets.  Where a card of declaring kind stands in its hand comes from the stream
ORDER; the order of all other cards is settled only when somebody asks for it (a policy that looks
at its cards while drawing, or a transcript), from streams of its own, so that asking moves nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, select
from simcore.jit import U64, kernel
from simcore.rng import ORDER, open_stream
from simcore.shengji.cards import BJ
from simcore.shengji.combos.declare import has_declaration, may_declare
from simcore.shengji.combos.planes import bits_in, clear, plane, put_kinds
from simcore.shengji.records import KINDS, Ask, Event
from simcore.shengji.rules import NtDeclare
from simcore.shengji.step.log import emit, emit_list
from simcore.streams import draw, stay_call

ORDER_ROW, CHANCE_ROW, REST_ROW = 6, 7, 8
"""Rows of the streams after those of the seats."""
REST_SHIFT, ATTEMPT_SHIFT = U64(16), U64(32)
OF_KITTY = U64(1)

DECLARE = int(Ask.DECLARE)
DECLARED, HAND, KITTY = int(Event.DECLARE), int(Event.HAND), int(Event.KITTY)
NT_OFF = int(NtDeclare.OFF)
DONE = -1


@kernel
def kind_type(kind: Any, rank: Any) -> Any:
    """Type of a declaring kind 0..5 at a trump rank 0..12."""
    return 13 * kind + rank if kind < 4 else BJ + kind - 4


@kernel
def type_kind(card: Any, rank: Any) -> Any:
    """Declaring kind of a type, -1 where it declares nothing."""
    if card >= BJ:
        return card - BJ + 4
    return card // 13 if card % 13 == rank else -1


@kernel
def _open(state: Any, streams: Any, row: Any, which: Any) -> None:
    """Open one of the ORDER streams of this deal."""
    stream = ORDER + (which << REST_SHIFT) + (U64(state["attempt"]) << ATTEMPT_SHIFT)
    open_stream(streams["rows"], row, state["seed"], stream, state["place"])


@kernel
def _shuffle(types: Any, row: Any, n: Any, streams: Any) -> None:
    for i in range(n - 1, 0, -1):
        j = np.int64(draw(streams, REST_ROW, U64(i + 1)))
        kept = types[row, i]
        types[row, i] = types[row, j]
        types[row, j] = kept


@kernel
def _add_draw(state: Any, at: Any, kind: Any) -> None:
    """Insert a draw among those noted, by number."""
    n = state["n_draws"]
    when, what = state["draw_at"], state["draw_kind"]
    i = n
    while i > 0 and when[i - 1] > at:
        when[i], what[i] = when[i - 1], what[i - 1]
        i -= 1
    when[i], what[i] = at, kind
    state["n_draws"] = n + 1


@kernel
def _turn(state: Any, seat: Any, players: Any) -> Any:
    """How many draw before a seat in each turn."""
    turn = seat - state["view"]["first_drawer"]
    return turn + players if turn < 0 else turn


@kernel
def lay_draws(state: Any, rules: Any, streams: Any) -> None:
    """Settle when the cards of declaring kinds are drawn, and forget the deal before.

    Parameters
    ----------
    state : records.STATE
        With `dealt`, `attempt`, and the round's head in `view`; where `is_given`, with `order`.
    rules : records.RULES
    streams : records.STREAMS
    """
    stay_call()
    view = state["view"]
    players, rank, size = rules["players"], view["rank"], view["hand_size"]
    state["n_draws"] = 0
    most = KINDS if rules["nt_declare"] != NT_OFF else 4
    if not state["is_given"]:
        _open(state, streams, ORDER_ROW, ZERO)
    for seat in range(players):
        turn = _turn(state, seat, players)
        if state["is_given"]:
            for i in range(size):
                kind = type_kind(np.int64(state["order"][seat, i]), rank)
                if 0 <= kind < most:
                    _add_draw(state, i * players + turn, kind)
        else:
            hand = state["dealt"][seat]
            free = (ONE << U64(size)) - ONE
            for kind in range(most):
                bit = ONE << U64(kind_type(kind, rank))
                for k in range(rules["decks"]):
                    if plane(hand, k + 1) & bit == ZERO:
                        break
                    place = select(free, draw(streams, ORDER_ROW, U64(bits_in(free))))
                    free ^= place
                    _add_draw(state, np.int64(index(place)) * players + turn, kind)
            state["is_ordered"][seat] = 0
        own = state["own"][seat]
        clear(own["hand"])
        own["n_drawn"] = 0
        own["has_buried"] = 0
        for kind in range(KINDS):
            own["held"][kind] = 0
            view["shown"][seat, kind] = 0
    clear(view["turned"])
    state["next_draw"] = 0
    state["is_final"] = 0
    state["polled"] = players
    state["acted"] = 0
    state["able"] = 0
    view["after"] = 0
    view["trump"] = -1
    view["declarer"], view["declared"], view["declared_count"] = -1, -1, 0
    view["rank_first"], view["rank_last"] = -1, -1
    if view["is_first"]:
        view["dealer"] = -1


@kernel
def fill_order(state: Any, seat: Any, rules: Any, streams: Any) -> None:
    """Settle the order in which a seat draws all its cards."""
    stay_call()
    if state["is_ordered"][seat] or state["is_given"]:
        return
    state["is_ordered"][seat] = 1
    view = state["view"]
    players, rank, size = rules["players"], view["rank"], view["hand_size"]
    most = KINDS if rules["nt_declare"] != NT_OFF else 4
    order = state["order"]
    _open(state, streams, REST_ROW, U64(seat + 2))
    n = 0
    for k in range(rules["decks"]):
        left = plane(state["dealt"][seat], k + 1)
        while left != ZERO:
            card = np.int64(index(left))
            left &= left - ONE
            kind = type_kind(card, rank)
            if kind < 0 or kind >= most:
                order[seat, n] = card
                n += 1
    _shuffle(order, seat, n, streams)
    # spread them from the end over the places that the declaring kinds leave
    turn = _turn(state, seat, players)
    draw = state["n_draws"] - 1
    for i in range(size - 1, -1, -1):
        while draw >= 0 and state["draw_at"][draw] > i * players + turn:
            draw -= 1
        if draw >= 0 and state["draw_at"][draw] == i * players + turn:
            order[seat, i] = kind_type(state["draw_kind"][draw], rank)
        else:
            n -= 1
            order[seat, i] = order[seat, n]


@kernel
def fill_kitty_order(state: Any, rules: Any, streams: Any) -> None:
    """Settle the stock order of the kitty."""
    stay_call()
    if state["is_given"]:
        return
    _open(state, streams, REST_ROW, OF_KITTY)
    n = 0
    for k in range(rules["decks"]):
        left = plane(state["dealt"][rules["players"]], k + 1)
        while left != ZERO:
            state["kitty_order"][0, n] = np.int64(index(left))
            left &= left - ONE
            n += 1
    _shuffle(state["kitty_order"], 0, n, streams)


@kernel
def emit_deal(state: Any, rules: Any, streams: Any, log: Any) -> None:
    """Write the hands and the kitty down, as they are drawn."""
    stay_call()
    if log["n"] < 0:
        return
    view = state["view"]
    for seat in range(rules["players"]):
        fill_order(state, seat, rules, streams)
        emit_list(log, HAND, seat, state["order"], seat, view["hand_size"])
    fill_kitty_order(state, rules, streams)
    emit_list(log, KITTY, 0, state["kitty_order"], 0, view["kitty_size"])


@kernel
def see_draws(state: Any, seat: Any, rules: Any, streams: Any) -> None:
    """Bring the cards that a seat has drawn so far up to date."""
    if not state["is_ordered"][seat]:
        fill_order(state, seat, rules, streams)
    view, own = state["view"], state["own"][seat]
    players = rules["players"]
    n, at = own["n_drawn"], own["n_drawn"] * players + _turn(state, seat, players)
    while at < view["after"]:
        put_kinds(own["hand"], ONE << U64(state["order"][seat, n]), 1)
        n, at = n + 1, at + players
    own["n_drawn"] = n


@kernel
def _note_able(state: Any, seat: Any, rules: Any) -> None:
    """Note whether a seat may declare anything: its cards or what is declared has changed."""
    bit = 1 << seat
    if has_declaration(state["view"], state["own"][seat], False, rules):
        state["able"] |= bit
    else:
        state["able"] &= ~bit


@kernel
def advance_draw(state: Any, rules: Any) -> Any:
    """Draw on to the next seat that may declare something.

    While nobody may, draws that bring no card of declaring kind change nothing and are passed
    over.

    Returns
    -------
    int64
        The seat that is polled, DONE after the last poll.
    """
    stay_call()
    view = state["view"]
    players = rules["players"]
    total = players * view["hand_size"]
    while True:
        if state["able"] == 0:
            state["polled"] = players
        elif state["polled"] < players:
            if state["polled"] == 0:
                state["drawer"] = (view["first_drawer"] + view["after"] - 1) % players
            while state["polled"] < players:
                seat = state["drawer"] + state["polled"]
                seat -= players if seat >= players else 0
                state["polled"] += 1
                if state["able"] >> seat & 1:
                    return seat
        if state["acted"]:
            state["acted"] = 0
            state["polled"] = 0
            continue
        if view["after"] == total:
            if state["is_final"] or not rules["final_window"]:
                return DONE
            state["is_final"] = 1
            state["polled"] = 0
            continue
        target = total
        if state["able"] != 0:
            target = view["after"] + 1
        elif state["next_draw"] < state["n_draws"]:
            target = state["draw_at"][state["next_draw"]] + 1
        view["after"] = target
        state["polled"] = 0
        while (
            state["next_draw"] < state["n_draws"] and state["draw_at"][state["next_draw"]] < target
        ):
            at = state["next_draw"]
            seat = (view["first_drawer"] + state["draw_at"][at]) % players
            state["own"][seat]["held"][state["draw_kind"][at]] += 1
            state["next_draw"] = at + 1
            _note_able(state, seat, rules)


@kernel
def note_declaration(state: Any, seat: Any, kind: Any, count: Any, record: Any) -> None:
    """Enter an accepted declaration or overcall."""
    view = state["view"]
    if view["declarer"] >= 0 and view["declarer"] != seat:
        record["overrides"] += 1
    record["secured"] = 1 if view["declarer"] == seat and view["declared"] == kind else 0
    record["declarations"] += 1
    view["declarer"], view["declared"], view["declared_count"] = seat, kind, count
    view["shown"][seat, kind] = max(view["shown"][seat, kind], count)
    if kind < 4:
        if view["rank_first"] < 0:
            view["rank_first"] = seat
        view["rank_last"] = seat


@kernel
def apply_declare(state: Any, move: Any, rules: Any, log: Any, record: Any) -> Any:
    """Carry out an answer to a poll.

    Returns
    -------
    bool
        False where the declaration is not allowed.
    """
    stay_call()
    kind, count = move["kind"], move["count"]
    if kind < 0:
        return True
    view = state["view"]
    seat = view["seat"]
    if count < 1 or kind >= KINDS or state["own"][seat]["held"][kind] < count:
        return False
    if not may_declare(view, seat, kind, count, False, rules):
        return False
    note_declaration(state, seat, kind, count, record)
    record["declared_after"] = view["after"]
    if record["declarations"] == 1:
        record["first_after"] = view["after"]
    state["acted"] = 1
    for other in range(rules["players"]):
        _note_able(state, other, rules)
    emit_declaration(log, DECLARED, seat, kind, count, view["after"])
    return True


@kernel
def emit_declaration(log: Any, event: Any, seat: Any, kind: Any, count: Any, after: Any) -> None:
    """Write down a declaration or overcall."""
    emit(log, event, seat, kind, count)
    if 0 < log["n"] <= log["rows"].shape[0]:
        log["rows"][log["n"] - 1, 4] = after

"""Around a round: open a match and a round, fetch the cards, check that none was lost."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO
from simcore.jit import U64, kernel
from simcore.rng import CHANCE, POLICY, open_stream, place_of
from simcore.shengji.cards import BJ, MAX_SEATS
from simcore.shengji.combos.planes import clear, copy, n_cards, plane, put, put_kinds
from simcore.shengji.records import Event
from simcore.shengji.rules import FirstDrawer, ShufflerSeat
from simcore.shengji.step.draw import CHANCE_ROW
from simcore.shengji.step.log import emit, emit_list
from simcore.split import SLOTS
from simcore.status import Status
from simcore.streams import draw, stay_call

COUNT_OFF_EVENT = int(Event.COUNT_OFF)
SHUFFLER, COUNT_OFF = int(FirstDrawer.SHUFFLER), int(FirstDrawer.COUNT_OFF)
BY_DEALER, ROTATE = int(ShufflerSeat.DEALER), int(ShufflerSeat.ROTATE)
CARDS_LOST, POINTS_LOST = int(Status.CARDS_LOST), int(Status.POINTS_LOST)
RANKS = 13


@kernel
def open_match(match: Any, rules: Any) -> None:
    """Begin a match: every unit at the start rank, no dealer yet (SJ-14, SJ-18)."""
    stay_call()
    for unit in range(MAX_SEATS):
        match["levels"][unit] = rules["start_rank"] if unit < 2 or rules["players"] == 5 else 0
    match["round"] = 0
    match["dealer"] = -1
    match["shuffler"] = -1
    match["is_over"] = 0
    match["winners"] = 0


@kernel
def first_drawer(match: Any, rules: Any, streams: Any, room: Any, log: Any) -> Any:
    """Find who draws first, by shuffler and count-off (SJ-16); the shuffler is kept in `match`."""
    stay_call()
    players = rules["players"]
    how = rules["shuffler_seat"]
    if how == BY_DEALER and match["dealer"] >= 0:
        shuffler = match["dealer"]
    elif how == ROTATE and match["shuffler"] >= 0:
        shuffler = (match["shuffler"] + 1) % players
    else:
        shuffler = np.int64(draw(streams, CHANCE_ROW, U64(players)))
    match["shuffler"] = shuffler
    if rules["first_drawer"] == SHUFFLER:
        return shuffler
    if rules["first_drawer"] != COUNT_OFF:
        return np.int64(draw(streams, CHANCE_ROW, U64(players)))
    # a turned joker is put aside and the next card turned
    decks = rules["decks"]
    left, n = BJ * decks, 0
    jokers = 2 * decks
    while True:
        k = np.int64(draw(streams, CHANCE_ROW, U64(left + jokers)))
        if k < left:
            break
        room[0, n] = BJ + _joker(room, n, decks, k - left)
        n += 1
        jokers -= 1
    card = k // decks
    room[0, n] = card
    emit(log, COUNT_OFF_EVENT, shuffler, 0, 0)
    emit_list(log, COUNT_OFF_EVENT, shuffler, room, 0, n + 1)
    return count_off(shuffler, card % RANKS, players)


@kernel
def _joker(room: Any, n: Any, decks: Any, k: Any) -> Any:
    """Color (0 black, 1 red) of joker number k among those not yet turned."""
    black = decks
    for i in range(n):
        black -= 1 if room[0, i] == BJ else 0
    return 0 if k < black else 1


@kernel
def count_off(shuffler: Any, rank: Any, players: Any) -> Any:
    """Seat reached by counting from the shuffler, who is 1, to a rank 0..12; the ace is 1."""
    number = 1 if rank == RANKS - 1 else rank + 2
    return (shuffler + number - 1) % players


@kernel
def open_round(
    state: Any, match: Any, seed: Any, number: Any, size: Any, kitty: Any, rules: Any,
    streams: Any, log: Any, record: Any,
) -> None:  # fmt: skip
    """Begin the next round of a match.

    Parameters
    ----------
    state : records.STATE
        Overwritten where the round begins; the cards are dealt later.
    match : records.MATCH
    seed, number : uint64
        Seed, and number of the match.
    size, kitty : int64
        Cards of each hand and of the kitty.
    rules, streams, log
        As for `step.start`; all streams are opened.
    record : records.RECORD
        Zeroed.
    """
    stay_call()
    view = state["view"]
    players = rules["players"]
    place = place_of(number, U64(match["round"] + 1))
    for seat in range(players):
        open_stream(streams["rows"], seat, seed, POLICY + U64(seat), place)
        state["own"][seat]["seat"] = seat
    open_stream(streams["rows"], CHANCE_ROW, seed, CHANCE, place)
    state["seed"], state["place"], state["attempt"] = seed, place, 0
    view["round"] = match["round"]
    units = 5 if players == 5 else 2
    for unit in range(MAX_SEATS):
        view["levels"][unit] = match["levels"][unit]
        record["levels"][unit] = match["levels"][unit] if unit < units else 0
    view["dealer"] = match["dealer"]
    view["is_first"] = 1 if match["dealer"] < 0 else 0
    view["rank"] = match["levels"][max(match["dealer"], 0) % units] % RANKS
    view["hand_size"], view["kitty_size"] = size, kitty
    view["friend_kind"], view["friend_ordinal"], view["friend"] = -1, 0, -1
    view["first_drawer"] = first_drawer(match, rules, streams, state["kitty_order"], log)
    record["match"] = np.int64(number)
    record["round"] = match["round"]
    record["rank"] = view["rank"]
    record["first_drawer"] = view["first_drawer"]
    record["friend"], record["friend_trick"], record["declarer"] = -1, -1, -1
    record["declared_after"], record["first_after"] = -1, -1


@kernel
def take_deal(state: Any, room: Any, lane: Any, slots: Any, decks: Any) -> None:
    """Fetch the hands and the kitty of a lane, copies sorted into planes."""
    stay_call()
    for part in range(slots.size):
        cards = state["dealt"][part]
        clear(cards)
        row = SLOTS + slots[part] * decks
        for w in range(decks):
            put_kinds(cards, room[row + w, lane], 1)


@kernel
def take_given(state: Any, given: Any, players: Any) -> None:
    """Fetch hands and kitty that were laid out by hand, with the order in which they come."""
    stay_call()
    for part in range(players + 1):
        copy(given["dealt"][part], state["dealt"][part])
    for seat in range(players):
        for i in range(state["view"]["hand_size"]):
            state["order"][seat, i] = given["order"][seat, i]
    for i in range(state["view"]["kitty_size"]):
        state["kitty_order"][0, i] = given["kitty_order"][0, i]
    state["is_given"] = 1


@kernel
def check_round(state: Any, rules: Any, record: Any) -> Any:
    """Return the status of a finished round: every card once, every point once (SJ-74)."""
    stay_call()
    view = state["view"]
    if state["status"] != 0:
        return state["status"]
    put(view["played"], state["kitty"])
    total = rules["players"] * view["hand_size"] + view["kitty_size"]
    if n_cards(view["played"]) != total:
        return CARDS_LOST
    points = np.int64(record["kitty_points"])
    for seat in range(rules["players"]):
        points += view["points"][seat]
        if state["own"][seat]["hand"]["p0"] != ZERO:
            return CARDS_LOST
    if not state["is_given"] and total == 54 * rules["decks"]:
        full = (U64(1) << U64(54)) - U64(1)
        for k in range(rules["decks"]):
            if plane(view["played"], k + 1) != full:
                return CARDS_LOST
        if points != 100 * rules["decks"]:
            return POINTS_LOST
    return 0

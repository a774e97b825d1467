"""Hidden cards drawn anew: what a seat cannot know is dealt again, what it knows is kept.

Known to the seat that is asked, besides its own hand and everything played:

- the whole hand of whoever has announced Shao Pai, for he has shown it (GJ-47);
- the red jokers of a donor who was freed by them (GJ-69), and two 3s of who showed them (GJ-14);
- of an exchange in which it took part, the cards that the other has from it, as long as he has not
  played as many of that rank (GJ-65); and that a donor is left without cards above those that he
  gave, but for what he got back (GJ-64).

A pass tells nothing for sure, since nobody has to beat (GJ-20).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.gouji.cards import SEATS
from simcore.gouji.combos.packed import LANE, LANE_BITS, RANKS, hand_size
from simcore.gouji.records import Phase, Tribute
from simcore.gouji.step.chain import queue_interrupters
from simcore.gouji.step.duel import open_window
from simcore.gouji.streams import CHANCE_ROW, draw
from simcore.jit import U64, kernel
from simcore.rng import ASK, CHANCE, open_stream, place_of

CLASSES = RANKS + 3
"""Classes of cards that play tells apart: 3..A, twos, black and red jokers."""
NO_LIMIT = CLASSES - 1
UNSEEN = 5 * 38
"""Room for the cards of five hands, of which two may hold tribute still to be answered."""
WINDOW, INTERRUPT = int(Phase.WINDOW), int(Phase.INTERRUPT)
FIRST_OF_PLAY = int(Phase.LEAD)
LIBERATED, GIVEN = int(Tribute.LIBERATED), int(Tribute.GIVEN)
NO_ROUND = U64(0)

ROOM = np.dtype(
    [
        ("known", "i8", (SEATS,)),  # natural cards that a hidden hand is known to hold
        ("known_wilds", "i8", (SEATS,)),
        ("limit", "i8", (SEATS,)),  # highest class of its other cards
        ("order", "i8", (SEATS,)),  # hidden seats, the most limited first
        ("sorted", "i8", (UNSEEN,)),  # classes of the other cards, rising
        ("cards", "i8", (UNSEEN,)),  # the same, being dealt
        ("upto", "i8", (CLASSES,)),  # how many are of a class or a lower one
    ],
    align=True,
)
"""Room for `imagine`."""


@kernel
def _count(naturals: Any, wilds: Any, kind: Any) -> Any:
    """Cards of a class in a hand."""
    if kind < RANKS:
        return (naturals >> (LANE_BITS * kind)) & LANE
    return (wilds >> (8 * (kind - RANKS))) & 255


@kernel
def _know(state: Any, room: Any, seat: Any, kind: Any, cards: Any) -> None:
    """Note that a hand holds some cards of a class besides those known, less what was played."""
    view = state["view"]
    cards -= _count(view["played"][seat], view["played_wilds"][seat], kind)
    cards = min(cards, _count(state["naturals"][seat], state["wilds"][seat], kind))
    known = _count(room["known"][seat], room["known_wilds"][seat], kind)
    if cards > known:
        if kind < RANKS:
            room["known"][seat] += (cards - known) << (LANE_BITS * kind)
        else:
            room["known_wilds"][seat] += (cards - known) << (8 * (kind - RANKS))


@kernel
def _know_exchanges(state: Any, room: Any, me: Any, other: Any) -> None:
    """Note what is known of a hand by the exchanges of the round."""
    record = state["record"]
    gone = 0  # cards that went from it to a third seat
    lowest = np.int64(NO_LIMIT)
    for giver in range(SEATS):
        for slot in range(3):
            kind = np.int64(record["gave"][giver, slot])
            if kind < 0:
                continue
            receiver = np.int64(record["receiver"][giver, slot // 2])
            if giver == other and receiver == me:
                lowest = kind if kind < lowest else lowest
            elif (giver == other and receiver != me) or (giver != me and receiver == other):
                gone += 1
    if gone == 0:
        room["limit"][other] = lowest
    for each in range(CLASSES):
        held = -gone
        for slot in range(3):
            stage = slot // 2
            if np.int64(record["receiver"][me, stage]) == other:
                held += 1 if np.int64(record["gave"][me, slot]) == each else 0
                held -= 1 if np.int64(record["got"][me, slot]) == each else 0
            if np.int64(record["receiver"][other, stage]) == me:
                held += 1 if np.int64(record["got"][other, slot]) == each else 0
                if stage and np.int64(record["gave"][other, slot]) == each:
                    held -= 1  # it may be what was got before
        if held > 0:
            _know(state, room, other, each, held)


@kernel
def _sort_out(state: Any, room: Any, me: Any) -> Any:
    """See who hides what: returns the hidden seats and the cards that are not known."""
    record, match = state["record"], state["match"]
    n = n_cards = naturals = wilds = 0
    for seat in range(SEATS):
        room["known"][seat] = room["known_wilds"][seat] = 0
        room["limit"][seat] = NO_LIMIT
        if seat == me or (state["shown"] >> seat) & 1 or state["left"][seat] == 0:
            continue
        if record["tribute"][seat, 0] == LIBERATED or record["tribute"][seat, 1] == LIBERATED:
            _know(state, room, seat, NO_LIMIT, 4)
        if match["hand"] == 1 and np.int64(record["threes"]) == seat:
            _know(state, room, seat, 0, 2)
        _know_exchanges(state, room, me, seat)
        naturals += state["naturals"][seat] - room["known"][seat]
        wilds += state["wilds"][seat] - room["known_wilds"][seat]
        at = n
        while at > 0 and room["limit"][room["order"][at - 1]] > room["limit"][seat]:
            room["order"][at] = room["order"][at - 1]
            at -= 1
        room["order"][at] = seat
        n += 1
    for kind in range(CLASSES):
        for _ in range(_count(naturals, wilds, kind)):
            room["sorted"][n_cards] = kind
            n_cards += 1
        room["upto"][kind] = n_cards
    return n, n_cards


@kernel
def _queue_again(state: Any, me: Any, rules: Any, streams: Any) -> None:
    """Ask after this seat those who may answer with the hands imagined."""
    phase = state["phase"]
    if phase == WINDOW:
        open_window(state, state["passed_window"], rules, streams)
    elif phase == INTERRUPT:
        queue_interrupters(state, rules)
    else:
        return
    at = 0
    while at < state["queued"] - 1 and state["queue"][at] != me:
        at += 1
    state["next"] = at


@kernel
def imagine(
    seed: Any, first: Any, states: Any, rules_array: Any, rooms: Any, streams_array: Any, out: Any
) -> None:
    """Write positions that agree with what the asked seat knows.

    Parameters
    ----------
    seed, first : uint64
        Position i is imagined from the words of (seed, first + i), whatever the others are.
    states : ndarray of records.STATE, shape (1,)
        The round as it is; the hands of the others bear on nothing but what is known of them.
    rules_array : ndarray of records.RULES, shape (1,)
    rooms : ndarray of ROOM, shape (1,)
    streams_array : ndarray of streams.STREAMS, shape (1,)
        Overwritten.
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    """
    rules, room, streams = rules_array[0], rooms[0], streams_array[0]
    me = states[0]["view"]["seat"]
    hidden, n_cards = _sort_out(states[0], room, me)
    for i in range(out.shape[0]):
        out[i] = states[0]
        state = out[i]
        place = place_of(first + U64(i), NO_ROUND)
        open_stream(streams["rows"], 0, seed, ASK, place)
        open_stream(streams["rows"], CHANCE_ROW, seed, CHANCE, place)
        for k in range(n_cards):
            room["cards"][k] = room["sorted"][k]
        at = 0
        for h in range(hidden):
            seat = room["order"][h]
            naturals, wilds = room["known"][seat], room["known_wilds"][seat]
            need = hand_size(state["naturals"][seat], state["wilds"][seat])
            need -= hand_size(naturals, wilds)
            # Should the cards not suffice, the limit is the softer part of what is known.
            end = max(room["upto"][room["limit"][seat]], min(at + need, n_cards))
            for _ in range(need):
                k = at + draw(streams, 0, end - at)
                kind = room["cards"][k]
                room["cards"][k] = room["cards"][at]
                at += 1
                if kind < RANKS:
                    naturals += 1 << (LANE_BITS * kind)
                else:
                    wilds += 1 << (8 * (kind - RANKS))
            state["naturals"][seat], state["wilds"][seat] = naturals, wilds
            if state["phase"] < FIRST_OF_PLAY:
                # Four reds free from a tribute that is still to come, as dealt (GJ-69).
                is_past = state["record"]["tribute"][seat, 0] == GIVEN
                state["record"]["reds"][seat] = 0 if is_past else wilds >> 16
        _queue_again(state, me, rules, streams)

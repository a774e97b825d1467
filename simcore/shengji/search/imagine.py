"""Deals that agree with everything one seat has seen.

Hidden cards go to bins: the other hands, the kitty where the seat does not know it, and cards
that are not in the game where it was dealt by hand.  Suits that most bins lack are handed out
first, each card to a bin in proportion to the places left there; with one seat known to lack one
suit, that makes all deals equally likely.  A card that finds no place is changed for another; where
that fails the deal is begun anew, and after some tries the softest knowledge is let go.

The kitty of another seat is then made one that this seat could have buried: while it holds a card
that its owner would rather keep than one in his hand, the two change places.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, index, lowest
from simcore.jit import U64, kernel
from simcore.rng import ASK, open_stream
from simcore.shengji.cards import MAX_SEATS
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import (
    clear,
    copy,
    fill,
    longest_run,
    n_cards,
    n_within,
    points_of,
    put,
    put_kinds,
    take,
    take_kinds,
)
from simcore.shengji.policies.heuristic import DEAR, reluctance
from simcore.shengji.records import CARDS, KINDS, MAX_PARTS, N_SUITS, TRUMPS, Ask
from simcore.streams import draw, stay_call

KITTY, NOWHERE, BINS = MAX_SEATS, MAX_SEATS + 1, MAX_SEATS + 2
"""Bins after those of the seats, and how many there are."""
TRIES, FORMS_UNTIL, VOIDS_UNTIL = 8, 5, 7
"""Deals tried; those that mind forms not held, and those that mind cards not held at all."""
BURY = int(Ask.BURY)
BOUND = 1000
"""More than any reluctance to bury a card."""

ROOM = np.dtype(
    [
        ("hidden", CARDS),
        ("handed", CARDS),  # hidden cards the seat gave away in a kitty that others took up
        ("takers", "i8"),  # bins in which those are, as bits
        ("hands", CARDS, (BINS,)),
        ("fixed", CARDS, (BINS,)),  # cards known to be there
        ("known", CARDS, (BINS,)),  # what is known not to be there, as in `memory.MEMORY`
        ("lacks", CARDS, (BINS,)),  # what of that is minded
        ("needs", "i8", (BINS,)),  # cards to come beside the fixed ones
        ("left", "i8", (BINS,)),
        ("order", "i8", (N_SUITS,)),  # suits in the order in which they are handed out
        ("special", "u8"),  # cards that some bin lacks, though not their suit
        ("context", CARDS),
        ("dislike", "i8", (64,)),  # reluctance to bury each card
    ],
    align=True,
)
"""Room for one deal."""


@kernel
def _bars(lacks: Any, hand: Any, card: Any) -> Any:
    """Whether one copy more of a card (a bit) is too many for a bin."""
    barred = lacks["p0"] | (lacks["p1"] & hand["p0"])
    barred |= (lacks["p2"] & hand["p1"]) | (lacks["p3"] & hand["p2"])
    return barred & card != ZERO


@kernel
def _fix(room: Any, bin_: Any, card: Any) -> None:
    """Put a hidden card where it is known to be, unless that cannot be."""
    if room["hidden"]["p0"] & card == ZERO or room["needs"][bin_] == 0:
        return
    if _bars(room["known"][bin_], room["fixed"][bin_], card):
        return
    take_kinds(room["hidden"], card, 1)
    put_kinds(room["fixed"][bin_], card, 1)
    room["needs"][bin_] -= 1


@kernel
def _note_handed(view: Any, own: Any, memory: Any, room: Any) -> None:
    """Find the hidden cards that lie with whoever took up the seat's own burial."""
    stay_call()
    clear(room["handed"])
    seat = view["seat"]
    later = memory["later"][seat]
    room["takers"] = later | 1 << KITTY | 1 << NOWHERE
    if own["has_buried"] or not memory["buriers"] >> seat & 1 or later == 0:
        return
    left = own["buried"]["p0"]
    while left != ZERO:
        card = lowest(left)
        left ^= card
        n = n_within(own["buried"], card)
        if view["ask"] == BURY:
            n -= n_within(own["hand"], card)
        for other in range(MAX_SEATS):
            if later >> other & 1:
                n -= n_within(memory["played"][other], card)
        for _ in range(min(n, n_within(room["hidden"], card))):
            put_kinds(room["handed"], card, 1)


@kernel
def _survey(state: Any, memory: Any, frame: Any, rules: Any, room: Any) -> None:
    """Find what is hidden from the seat that is asked, and what it knows of the bins."""
    stay_call()
    view = state["view"]
    seat, players, decks = view["seat"], rules["players"], rules["decks"]
    own = state["own"][seat]
    buries = view["ask"] == BURY
    pack = ZERO
    for suit in range(N_SUITS):
        pack |= frame["suit"][suit]
    hidden = room["hidden"]
    fill(
        hidden, pack, pack if decks > 1 else ZERO, pack if decks > 2 else ZERO,
        pack if decks > 3 else ZERO,
    )  # fmt: skip
    take(hidden, own["hand"])
    if not buries:
        take(hidden, view["played"])
        if own["has_buried"]:
            take(hidden, own["buried"])
    room["needs"][KITTY] = 0 if buries or own["has_buried"] else view["kitty_size"]
    total = room["needs"][KITTY]
    for b in range(BINS):
        clear(room["fixed"][b])
        clear(room["known"][b])
        if b < MAX_SEATS:
            room["needs"][b] = 0
            if b < players and b != seat:
                room["needs"][b] = view["hand_size"] if buries else view["left"][b]
                if not buries:
                    copy(memory["lacks"][b], room["known"][b])
                    for suit in range(N_SUITS):
                        if view["void"][b] >> suit & 1:
                            room["known"][b]["p0"] |= frame["suit"][suit]
            total += room["needs"][b]
    room["needs"][NOWHERE] = max(0, n_cards(hidden) - total)
    for b in range(players):
        if b != seat:
            left = view["exposed"][b]["p0"]
            while left != ZERO:
                card = lowest(left)
                left ^= card
                for _ in range(n_within(view["exposed"][b], card)):
                    _fix(room, b, card)
    _note_handed(view, own, memory, room)
    take(hidden, room["handed"])
    room["special"] = ZERO
    for suit in range(N_SUITS):
        at, mask = suit, frame["suit"][suit]
        lacking = _lacking(room, mask)
        while at > 0 and _lacking(room, frame["suit"][room["order"][at - 1]]) < lacking:
            room["order"][at] = room["order"][at - 1]
            at -= 1
        room["order"][at] = suit
        for b in range(BINS):
            if room["needs"][b] > 0 and room["known"][b]["p0"] & mask != mask:
                room["special"] |= room["known"][b]["p0"] & mask


@kernel
def _lacking(room: Any, mask: Any) -> Any:
    """Number of bins that lack a suit."""
    n = 0
    for b in range(BINS):
        if room["needs"][b] > 0 and room["known"][b]["p0"] & mask == mask:
            n += 1
    return n


@kernel
def _make_place(room: Any, card: Any, bins: Any) -> Any:
    """Put a card into a full bin, out of which another moves to one with places left."""
    stay_call()
    for b in range(BINS):
        hand = room["hands"][b]
        if not bins >> b & 1 or room["needs"][b] == 0 or _bars(room["lacks"][b], hand, card):
            continue
        movable = hand["p0"] & ~room["fixed"][b]["p0"]
        while movable != ZERO:
            other = lowest(movable)
            movable ^= other
            for c in range(BINS):
                fits = c != b and room["left"][c] > 0
                if fits and not _bars(room["lacks"][c], room["hands"][c], other):
                    take_kinds(hand, other, 1)
                    put_kinds(hand, card, 1)
                    put_kinds(room["hands"][c], other, 1)
                    room["left"][c] -= 1
                    return True
    return False


@kernel
def _place(room: Any, card: Any, bins: Any, streams: Any) -> Any:
    """Put a card into one of some bins (bits), each as likely as it has places left."""
    total = 0
    open_bins = 0
    for b in range(BINS):
        left = room["left"][b]
        if left > 0 and bins >> b & 1 and not _bars(room["lacks"][b], room["hands"][b], card):
            total += left
            open_bins |= 1 << b
    if total == 0:
        return _make_place(room, card, bins)
    k = np.int64(draw(streams, 0, U64(total)))
    for b in range(BINS):
        if open_bins >> b & 1:
            k -= room["left"][b]
            if k < 0:
                put_kinds(room["hands"][b], card, 1)
                room["left"][b] -= 1
                return True
    return False


@kernel
def _deal(room: Any, frame: Any, streams: Any) -> Any:
    """Hand all hidden cards out; False where one found no place."""
    stay_call()
    for b in range(BINS):
        copy(room["fixed"][b], room["hands"][b])
        room["left"][b] = room["needs"][b]
    every = (1 << BINS) - 1
    left = room["handed"]["p0"]
    while left != ZERO:
        card = lowest(left)
        left ^= card
        for _ in range(n_within(room["handed"], card)):
            if not _place(room, card, room["takers"], streams) and not _place(
                room, card, every, streams
            ):
                return False
    for k in range(N_SUITS):
        mask = frame["suit"][room["order"][k]]
        for turn in range(2):
            left = room["hidden"]["p0"] & mask
            left &= room["special"] if turn == 0 else ~room["special"]
            while left != ZERO:
                card = lowest(left)
                left ^= card
                for _ in range(n_within(room["hidden"], card)):
                    if not _place(room, card, every, streams):
                        return False
    return True


@kernel
def _keeps_runs(room: Any, memory: Any, frame: Any) -> Any:
    """Whether no hand has a longer row of pairs than it has shown it can have."""
    for seat in range(MAX_SEATS):
        if room["needs"][seat] > 0:
            for suit in range(N_SUITS):
                most = memory["runs"][seat, suit]
                if most > 0:
                    pairs = room["hands"][seat]["p1"] & frame["suit"][suit]
                    if longest_run(line_of(pairs, frame), MAX_PARTS, frame) > most:
                        return False
    return True


@kernel
def _shape_kitty(room: Any, seat: Any, memory: Any, size: Any, frame: Any, rules: Any) -> None:
    """Have the kitty be what the seat that buried it would rather bury than keep."""
    stay_call()
    hand, kitty, all_ = room["hands"][seat], room["hands"][KITTY], room["context"]
    copy(hand, all_)
    put(all_, kitty)
    put(all_, memory["played"][seat])
    bound = kept(all_, frame, rules)
    strong = n_within(all_, frame["suit"][TRUMPS]) + 2 * n_within(all_, frame["jokers"])
    left = hand["p0"] | kitty["p0"]
    while left != ZERO:
        card = lowest(left)
        left ^= card
        dislike = reluctance(card, all_, frame, strong, DEAR)
        room["dislike"][index(card)] = dislike + (BOUND if card & bound != ZERO else 0)
    for _ in range(size):
        out, dearest = ZERO, -BOUND
        left = kitty["p0"]
        while left != ZERO:
            card = lowest(left)
            left ^= card
            pairs_up = card & hand["p0"] != ZERO
            barred = pairs_up and memory["runs"][seat, frame["suit_of"][index(card)]] > 0
            barred = barred or _bars(room["lacks"][seat], hand, card)
            if room["dislike"][index(card)] > dearest and not barred:
                out, dearest = card, room["dislike"][index(card)]
        put_in, least = ZERO, dearest
        left = hand["p0"] & ~room["fixed"][seat]["p0"]
        while left != ZERO:
            card = lowest(left)
            left ^= card
            if room["dislike"][index(card)] < least:
                put_in, least = card, room["dislike"][index(card)]
        if put_in == ZERO:
            return
        take_kinds(kitty, out, 1)
        put_kinds(hand, out, 1)
        take_kinds(hand, put_in, 1)
        put_kinds(kitty, put_in, 1)


@kernel
def _hide(state: Any, players: Any) -> None:
    """Forget whatever the seat that is asked cannot see."""
    stay_call()
    view = state["view"]
    seat = view["seat"]
    knows = view["ask"] == BURY or state["own"][seat]["has_buried"] != 0
    for part in range(MAX_SEATS + 1):
        clear(state["dealt"][part])
    if not knows:
        clear(state["kitty"])
    state["n_draws"] = 0
    for other in range(MAX_SEATS):
        for i in range(state["order"].shape[1]):
            state["order"][other, i] = 0
        own = state["own"][other]
        if other != seat:
            clear(own["hand"])
            clear(own["buried"])
            own["n_drawn"] = 0
            for kind in range(KINDS):
                own["held"][kind] = 0
            for k in range(4):
                own["memo"][k] = 0
    for i in range(state["kitty_order"].shape[1]):
        state["kitty_order"][0, i] = 0


@kernel
def imagine(
    key: Any, first: Any, states: Any, begun: Any, memories: Any, rules_array: Any,
    tables: Any, streams_array: Any, rooms: Any, blanks: Any, out: Any, records: Any,
) -> None:  # fmt: skip
    """Draw everything that is hidden from the seat that is asked anew.

    Parameters
    ----------
    key : uint64
        Seed of the decision.
    first : int64
        Number of the first deal; each depends on its number alone.
    states : ndarray of records.STATE, shape (1,)
        The round, at a question to bury, to lead or to follow.
    begun : ndarray of records.RECORD, shape (1,)
        Its record so far.
    memories : ndarray of memory.MEMORY, shape (1,)
    rules_array, tables
        As for `playout.play_on`.
    streams_array : ndarray of records.STREAMS, shape (1,)
        Its first row is overwritten.
    rooms : ndarray of ROOM, shape (1,)
    blanks : ndarray of records.STATE, shape (1,)
        Overwritten.
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    records : ndarray of records.RECORD, shape (n,)
        Overwritten, with the points of the imagined kitty.
    """
    rules, room, memory = rules_array[0], rooms[0], memories[0]
    streams = streams_array[0]
    blanks[0] = states[0]
    blank = blanks[0]
    view = blank["view"]
    players, seat, burier = rules["players"], view["seat"], blank["buried_by"]
    frame = tables[0]["frames"][view["rank"], view["trump"]]
    _survey(blank, memory, frame, rules, room)
    _hide(blank, players)
    hides_kitty = room["needs"][KITTY] > 0
    for i in range(out.shape[0]):
        open_stream(streams["rows"], 0, key, ASK, U64(first + i))
        for attempt in range(TRIES):
            for b in range(BINS):
                clear(room["lacks"][b])
                if attempt < FORMS_UNTIL:
                    copy(room["known"][b], room["lacks"][b])
                elif attempt < VOIDS_UNTIL:
                    room["lacks"][b]["p0"] = room["known"][b]["p0"]
            if _deal(room, frame, streams):
                if attempt >= FORMS_UNTIL or _keeps_runs(room, memory, frame):
                    break
        if hides_kitty and burier != seat:
            _shape_kitty(room, burier, memory, view["kitty_size"], frame, rules)
        out[i] = blank
        records[i] = begun[0]
        state = out[i]
        for other in range(players):
            if other != seat:
                copy(room["hands"][other], state["own"][other]["hand"])
        if hides_kitty:
            copy(room["hands"][KITTY], state["kitty"])
            copy(room["hands"][KITTY], state["own"][burier]["buried"])
            records[i]["kitty_points"] = points_of(state["kitty"], frame)

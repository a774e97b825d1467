"""Rounds that look like the one under way to the seat that is asked, everything hidden drawn anew.

Certain and always kept: the seat's own cards, all cards laid, the size of each hand, the cards
that the seat gave away and that were not laid since, and that a seat under the duty of the wish
which did not meet it holds none of that rank.  Likely, and dropped after `TRIES` deals: whoever
has bet holds cards on which `heuristic` bets, whoever has laid cards without a bet does not.
What nobody can know of another seat's plans is what `heuristic` would make of the imagined cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, lowest, popcount, select
from simcore.jit import U64, kernel
from simcore.rng import ASK, open_stream, place_of
from simcore.streams import draw, stay_call
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK, FIRST, HAND
from simcore.tichu.combos.bombs import bomb_masks, scan_bombs
from simcore.tichu.combos.runs import COUNT
from simcore.tichu.combos.shape import NONE, SINGLE
from simcore.tichu.policies.heuristic import heuristic_exchange, heuristic_grand
from simcore.tichu.policies.heuristic.calls import call_cost
from simcore.tichu.policies.heuristic.plan import make_plan
from simcore.tichu.policies.heuristic.weights import TICHU_CALL
from simcore.tichu.rules import BombPriority, GrandOrder, Leave, PartnerCall

TRIES = 8
"""Deals drawn for one imagined round before one that no bet speaks for is taken."""

ROOM = 12
"""Numbers that `imagine` works in: cards that a seat needs, known to hold, and cannot hold."""

_ROW = np.int64(0)
_NEEDS, _HOLDS, _LACKS = 0, 4, 8
_ONE_PER_TEAM, _FORBIDDEN = int(PartnerCall.ONE_PER_TEAM), int(Leave.FORBIDDEN)
_SIMULTANEOUS = int(GrandOrder.SIMULTANEOUS)
_RANDOM_ORDER = int(BombPriority.RANDOM)


@kernel
def find_lacking(log: Any, rules: Any, room: Any) -> None:
    """Write down which seats, bound by a wish, showed that they hold no card of its rank (TI-34).

    Passing on a lower single, or leading something else, shows it for certain; passing on a
    combination shows nothing of single cards.
    """
    stay_call()
    for seat in range(4):
        room[_LACKS + seat] = ZERO
    wish = top = NONE
    owner = np.int64(-1)
    rank = ZERO
    for i in range(max(log["n"], 0)):
        row = log["rows"][i]
        code, seat = row[0], row[1]
        if code == rec.EVENT_WISH:
            wish = row[2]
            rank = U64(15) << U64(4 * (wish - 1)) if wish else ZERO
        elif code == rec.EVENT_TRICK:
            top = NONE
        elif code == rec.EVENT_PASS:
            is_lower = top & 15 == SINGLE and top >> 9 & 127 < wish
            if wish and is_lower and seat != owner:
                room[_LACKS + seat] |= rank
        elif code == rec.EVENT_PLAY or code == rec.EVENT_BOMB:
            cards, combo = U64(row[2]), row[3]
            met = cards & rank != ZERO or (rules["phoenix_fulfils_wish"] and combo >> 16 == wish)
            if wish and code == rec.EVENT_PLAY and not met and combo & 15 <= 6:
                if top == 0 or (top & 15 == SINGLE and top >> 9 & 127 < wish):
                    room[_LACKS + seat] |= rank
            if wish and met:
                wish = NONE
                rank = ZERO
            if combo >> 8 & 255 or combo & 15 != SINGLE:  # the Dog leaves nothing to beat
                top = combo
                owner = seat


@kernel
def _deal(free: Any, room: Any, needs: Any, now: Any, streams: Any) -> None:
    """Deal the cards nobody is known to hold, first those that not every seat may hold."""
    stay_call()
    lacking = ZERO
    left = np.int64(popcount(free))
    for s in range(4):
        needs[s] = np.int64(room[_NEEDS + s])
        own = now["own"][s]
        own["hand"] = room[_HOLDS + s]
        lacking |= room[_LACKS + s]
    bound = free & lacking
    while bound:
        card = lowest(bound)
        bound ^= card
        total = NONE
        for s in range(4):
            if not room[_LACKS + s] & card:
                total += needs[s]
        is_free = total == 0  # what was shown cannot be kept with these sizes
        if is_free:
            total = left
        k = np.int64(draw(streams, _ROW, U64(total)))
        for s in range(4):
            if is_free or not room[_LACKS + s] & card:
                if k < needs[s]:
                    own = now["own"][s]
                    own["hand"] |= card
                    needs[s] -= 1
                    break
                k -= needs[s]
        free ^= card
        left -= 1
    for s in range(4):
        rest = free
        if needs[s] == left:
            rest = ZERO
        else:
            for drawn in range(needs[s]):
                rest ^= select(rest, draw(streams, _ROW, U64(left - drawn)))
        own = now["own"][s]
        own["hand"] |= free ^ rest
        free = rest
        left -= needs[s]


@kernel
def _is_likely(now: Any, seat: Any, is_swapped: Any) -> Any:
    """Whether the bets made and not made are those of `heuristic`."""
    stay_call()
    view = now["view"]
    for s in range(4):
        if s == seat:
            continue
        own = now["own"][s]
        bet, laid = view["bets"][s], view["laid"][s]
        hand = own["hand"]
        if bet == rec.GRAND:
            own["hand"] = hand | laid
            would = heuristic_grand(view, own)
            own["hand"] = hand
            if not would:
                return False
        elif is_swapped and (
            bet == rec.SMALL or (laid != ZERO and view["bets"][s ^ 2] == rec.NO_BET)
        ):
            whole = hand | laid
            quads, flush = bomb_masks(whole)
            first, second, cost = make_plan(whole, quads, flush)
            would = call_cost(whole, flush, first | second, cost) <= TICHU_CALL
            if would != (bet == rec.SMALL):
                return False
    return True


@kernel
def _first_eight(hand: Any, streams: Any) -> Any:
    """Choose which cards of a hand came first."""
    head = hand
    n = np.int64(popcount(hand))
    while n > FIRST:
        head ^= select(head, draw(streams, _ROW, U64(n)))
        n -= 1
    return head


@kernel
def _deal_grand(now: Any, seat: Any, rules: Any, streams: Any) -> Any:
    """Hold back the cards not yet seen at the Grand question; whether bets agree with the rest."""
    stay_call()
    view = now["view"]
    called = np.int64(0)
    is_likely = True
    for s in range(4):
        own = now["own"][s]
        now["full"][s] = own["hand"]
        if s == seat:
            continue
        own["hand"] = _first_eight(own["hand"], streams)
        if s < seat:
            would = heuristic_grand(view, own)
            if rules["grand_tichu_order"] == _SIMULTANEOUS:
                called |= (1 if would else 0) << s
            elif would != (view["bets"][s] == rec.GRAND):
                is_likely = False
    now["called"] = called
    return is_likely


@kernel
def _complete(now: Any, real: Any, seat: Any, is_swapped: Any, rules: Any) -> None:
    """Fill in what follows from the imagined hands, and forget what only others know."""
    stay_call()
    view = now["view"]
    mine = real["own"][seat]
    bombers = np.int64(real["bombers"] & (1 << seat))
    ready = np.int64(real["ready"] & (1 << seat))
    callers = np.int64(real["callers"] & (1 << seat))
    patient = np.int64(real["patient"] & (1 << seat))
    has_play = view["leader"] >= 0
    for s in range(4):
        if s == seat:
            continue
        own = now["own"][s]
        hand = own["hand"]
        own["memo"][0] = 0
        own["memo"][1] = 0
        own["quads"] = ZERO
        own["flush"] = ZERO
        for k in range(3):
            own["gave"][k] = ZERO
            own["got"][k] = ZERO
        if is_swapped:
            k = (seat - s - 1) & 3
            own["gave"][k] = mine["got"][2 - k]
            own["got"][k] = mine["gave"][2 - k]
        elif real["own"][s]["gave"][0] != ZERO:
            a, b, c = heuristic_exchange(view, own, NONE, True)
            own["gave"][0] = a
            own["gave"][1] = b
            own["gave"][2] = c
        if has_play:
            quads, flush = bomb_masks(hand)
            own["quads"] = quads
            own["flush"] = flush
            if quads | flush:
                bombers |= 1 << s
                # a bomb not thrown yet may wait for the pass that ends the trick
                if view["top"] != 0 and (rules["bomb_own_trick"] or s != view["owner"]):
                    if scan_bombs(hand, quads, flush, view["top"], NONE, COUNT) > 0:
                        ready |= 1 << s
        may_call = rules["stake_small"] > 0 and view["bets"][s] == rec.NO_BET
        if view["left"][s] < HAND and view["ask"] != rec.ASK_GRAND:
            may_call = False
        if view["bets"][s ^ 2] != rec.NO_BET and rules["partner_double_call"] == _ONE_PER_TEAM:
            may_call = False
        if view["n_out"] and rules["tichu_after_first_out"] == _FORBIDDEN:
            may_call = False
        if may_call:
            callers |= 1 << s
            if has_play:
                patient |= 1 << s
    now["bombers"] = bombers
    now["ready"] = ready
    now["callers"] = callers
    now["patient"] = patient
    if view["ask"] == rec.ASK_BOMB and rules["bomb_priority"] == _RANDOM_ORDER:
        now["queue"] = ready & ~(1 << seat)


@kernel
def imagine(
    seed: Any, first: Any, states: Any, rules_array: Any, streams_array: Any, logs: Any,
    room: Any, needs: Any, out: Any,
) -> None:  # fmt: skip
    """Write rounds that look alike to the seat that is asked.

    Parameters
    ----------
    seed, first : uint64
        The rounds are number first, first + 1, ...: the same for the same number.
    states : ndarray of records.STATE, shape (1,)
        The round under way, where a question is asked.
    rules_array : ndarray of records.RULES, shape (1,)
    streams_array : ndarray of streams.STREAMS, shape (1,)
        Its first row is opened anew.
    logs : ndarray of records.LOG, shape (1,)
        Events of the round; with `n` = -1 nothing is concluded from them.
    room : ndarray of uint64, shape (ROOM,)
    needs : ndarray of int64, shape (4,)
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    """
    real, rules, streams = states[0], rules_array[0], streams_array[0]
    view = real["view"]
    seat = view["seat"]
    mine = real["own"][seat]
    is_grand = view["ask"] == rec.ASK_GRAND
    is_swapped = mine["got"][0] != ZERO
    find_lacking(logs[0], rules, room)
    deck = real["deck"] if real["deck"] else DECK
    free = deck & ~mine["hand"] & ~view["played"]
    for s in range(4):
        room[_HOLDS + s] = mine["hand"] if s == seat else ZERO
        room[_NEEDS + s] = U64(HAND if is_grand else view["left"][s])
    if is_swapped:
        for k in range(3):
            room[_HOLDS + ((seat + 1 + k) & 3)] = mine["gave"][k] & free
    for s in range(4):
        if s != seat:
            free &= ~room[_HOLDS + s]
        room[_NEEDS + s] -= popcount(room[_HOLDS + s])
    for i in range(out.shape[0]):
        out[i] = real
        now = out[i]
        open_stream(streams["rows"], _ROW, seed, ASK, place_of(first + U64(i), ONE))
        for _ in range(TRIES):
            _deal(free, room, needs, now, streams)
            if is_grand:
                is_likely = _deal_grand(now, seat, rules, streams)
                now["own"][seat]["hand"] = mine["hand"]
            else:
                is_likely = _is_likely(now, seat, is_swapped or view["leader"] >= 0)
            if is_likely:
                break
        _complete(now, real, seat, is_swapped, rules)
        if not is_grand:
            for s in range(4):
                now["full"][s] = now["own"][s]["hand"]

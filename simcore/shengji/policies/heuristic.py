"""The policy `heuristic`: plain good sense, decision by decision; and its twin `heuristic_kitty`.

The twin also minds what the kitty will be worth: it buries more points where the last trick does
not multiply them, and where it multiplies by more than two it holds a trump that nobody can beat
back for that trick.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO, index, lowest, top_index
from simcore.jit import U64, kernel
from simcore.shengji.combos.bury import kept
from simcore.shengji.combos.declare import BLACK, may_declare
from simcore.shengji.combos.frame import line_of, off_line
from simcore.shengji.combos.planes import (
    bits_in,
    bottoms,
    clear,
    copy,
    fill,
    longest_run,
    n_cards,
    n_within,
    put_kinds,
    run_cards,
    take,
)
from simcore.shengji.policies.common import (
    is_against,
    least_wanted,
    lowest_of,
    move_card,
    serve_low,
)
from simcore.shengji.policies.lowest import beat_cheaply
from simcore.shengji.records import KINDS, MAX_PARTS, N_SUITS, TRUMPS
from simcore.shengji.rules import CAP_STEP, KittyMode
from simcore.streams import stay_call

DECLARE_FROM, DECLARE_EASIER, FIRST_ROUND_BONUS = 28, 10, 4
"""Half points of trump strength that a declaration takes: before the first card, less by the end
of the draw, and less where the dealership is at stake."""
OVERRIDE_BY = 6
"""Half points by which another suit must be better before an opponent is overridden."""
KNOWN = 64
"""More than any of the numbers that a declaration is decided by."""
SUIT = U64((1 << 13) - 1)
OF_RANK = U64(1 | 1 << 13 | 1 << 26 | 1 << 39)
JOKERS = U64(3 << 52)
TRUMPS_UNTIL = 12
"""Cards left from which sure pairs of trumps are led."""
LATE = 2
"""Cards left from which the twin saves a sure trump for the last trick."""
DEAR, CHEAP = 4, 1
"""Quarters of a card's points that speak against burying it, three times so with few trumps."""
DOUBLE, PLAIN = int(KittyMode.DOUBLE), int(KittyMode.PLAIN)
NEVER = 1 << 30
PACK = U64((1 << 54) - 1)


@kernel
def _kitty_factor(rules: Any) -> Any:
    """Least factor that a last trick of the opponents puts on the kitty, as far as 3 (SJ-58)."""
    mode, cap = rules["kitty_mult"] % CAP_STEP, rules["kitty_mult"] // CAP_STEP
    if mode == PLAIN or cap == 1:
        return 1
    return 2 if mode == DOUBLE or cap == 2 else 3


@kernel
def trump_strength(own: Any, rank: Any, kind: Any) -> Any:
    """Half points of the cards drawn so far as trumps: one a trump, 2.5 a pair, two a joker.

    Parameters
    ----------
    own : records.OWN
    rank : int64
        0..12.
    kind : int64
        Suit 0..3; from 4 on no trump.
    """
    mask = (OF_RANK << U64(rank)) | JOKERS
    if kind < BLACK:
        mask |= SUIT << U64(13 * kind)
    hand = own["hand"]
    trumps, pairs = n_within(hand, mask), bits_in(hand["p1"] & mask)
    return 2 * trumps + 5 * pairs + 4 * n_within(hand, JOKERS)


@kernel
def _known(view: Any, own: Any, rules: Any) -> Any:
    """Number for all that a declaration is decided by; never 0."""
    total = rules["players"] * view["hand_size"]
    known = (own["n_drawn"] + 1) * KNOWN + DECLARE_EASIER * view["after"] // total
    known = known * KNOWN + view["declarer"] + 1
    return (known * KNOWN + view["declared"] + 1) * KNOWN + view["declared_count"] + 1


@kernel
def is_settled(view: Any, own: Any, rules: Any) -> Any:
    """Whether `heuristic_declare` has declined before in just this case; 3 polls in 4 are such."""
    return own["memo"][0] == _known(view, own, rules)


@kernel
def heuristic_declare(view: Any, own: Any, overcall: Any, rules: Any, move: Any) -> None:
    """Declare the suit with enough trumps, the more readily the later; secure it at once."""
    stay_call()
    move["kind"] = -1
    if overcall:
        return
    seat, declarer = own["seat"], view["declarer"]
    total = rules["players"] * view["hand_size"]
    least = DECLARE_FROM - DECLARE_EASIER * view["after"] // total
    if view["is_first"]:
        least -= FIRST_ROUND_BONUS
    if declarer >= 0 and declarer != seat:
        if (seat - declarer) % 2 == 0 and rules["players"] != 5:
            least = NEVER
        else:
            least = max(least, trump_strength(own, view["rank"], view["declared"]) + OVERRIDE_BY)
    best = least - 1
    for kind in range(KINDS):
        count = own["held"][kind]
        if count > 0 and may_declare(view, seat, kind, count, False, rules):
            strength = trump_strength(own, view["rank"], kind)
            if declarer == seat:
                strength = NEVER
            if strength > best:
                best = strength
                move["kind"], move["count"] = kind, count
    if move["kind"] < 0:
        own["memo"][0] = _known(view, own, rules)


@kernel
def reluctance(card: Any, hand: Any, frame: Any, trumps: Any, price: Any) -> Any:
    """Reluctance to bury a card (a bit).

    Parameters
    ----------
    hand : records.CARDS
        With the kitty.
    trumps : int64
        Trumps and twice the jokers in it.
    price : int64
        DEAR or CHEAP.
    """
    stay_call()
    suit = frame["suit_of"][index(card)]
    held = frame["suit"][suit]
    level = np.int64(index(card)) - np.int64(index(held))
    if suit == TRUMPS:
        return 200 + level
    worth = level
    if card & ~(held >> ONE) & held != ZERO:
        worth += 40
    if hand["p1"] & card != ZERO:
        worth += 25
        if line_of(hand["p1"] & held, frame) & ((card << ONE) | (card >> ONE)) != ZERO:
            worth += 15
    points = 10 if card & frame["tens"] != ZERO else (5 if card & frame["fives"] != ZERO else 0)
    if trumps <= 12:
        worth += 3 * points * price // 4
    elif trumps >= 18:
        worth -= points // 3
    else:
        worth += points * price // 4
    n = n_within(hand, held)
    return worth + 3 * min(n, 8)


@kernel
def heuristic_bury(
    view: Any, own: Any, frame: Any, rules: Any, keen: Any, work: Any, move: Any
) -> None:
    """Bury what is worth least: low cards of short side suits, no aces, pairs or trumps."""
    stay_call()
    room, cards = work["room"], move["cards"]
    copy(own["hand"], room)
    clear(cards)
    bound = kept(room, frame, rules)
    strong = n_within(room, frame["suit"][TRUMPS]) + 2 * n_within(room, frame["jokers"])
    price = CHEAP if keen and _kitty_factor(rules) == 1 else DEAR
    trumps = frame["suit"][TRUMPS]
    for _ in range(view["kitty_size"]):
        left = room["p0"] & ~bound
        if left == ZERO:
            left = room["p0"]
        if left & ~trumps != ZERO:  # any trump is worth more than any other card
            left &= ~trumps
        best, least = ZERO, NEVER
        while left != ZERO:
            card = lowest(left)
            left ^= card
            worth = reluctance(card, room, frame, strong, price)
            if worth < least:
                best, least = card, worth
        move_card(room, cards, best)


@kernel
def unseen(view: Any, own: Any, rules: Any, room: Any) -> None:
    """Cards that a seat has seen neither played nor in its hand."""
    stay_call()
    decks = rules["decks"]
    fill(
        room, PACK, PACK if decks > 1 else ZERO, PACK if decks > 2 else ZERO,
        PACK if decks > 3 else ZERO,
    )  # fmt: skip
    take(room, view["played"])
    take(room, own["hand"])
    if own["has_buried"]:
        take(room, own["buried"])


@kernel
def not_below(cards: Any, others: Any, frame: Any) -> Any:
    """Cards of one suit that no card of `others` is higher than."""
    line = line_of(others, frame)
    if line == ZERO:
        return cards
    least = ~((ONE << top_index(line)) - ONE)
    return cards & off_line(line_of(cards, frame) & least, frame)


@kernel
def _may_ruff(view: Any, own: Any, suit: Any, players: Any) -> Any:
    """Whether some opponent is known to lack a side suit and may hold trumps."""
    for seat in range(players):
        if seat != own["seat"] and is_against(view, own["seat"], seat):
            void = view["void"][seat]
            if (void >> suit) & 1 and not (void >> TRUMPS) & 1:
                return True
    return False


@kernel
def _lead_sure(view: Any, own: Any, frame: Any, rules: Any, work: Any, cards: Any) -> Any:
    """Lead the most cards of one suit that nobody can beat in it; False without any."""
    room, hand = work["room"], own["hand"]
    unseen(view, own, rules, room)
    players = rules["players"]
    best, singles, pairs = 0, ZERO, ZERO
    for suit in range(N_SUITS):
        mask = frame["suit"][suit]
        held = hand["p0"] & mask
        if held == ZERO or (suit < TRUMPS and _may_ruff(view, own, suit, players)):
            continue
        sure = not_below(held, room["p0"] & mask, frame)
        sure_pairs = not_below(hand["p1"] & mask, room["p1"] & mask, frame)
        alone = sure & ~sure_pairs
        if suit == TRUMPS:
            # trumps are drawn in pairs; the last ones win anyway when it matters
            if view["left"][own["seat"]] > TRUMPS_UNTIL:
                continue
            alone = ZERO
        if rules["throws"] == 0:
            if sure_pairs != ZERO:
                sure_pairs, alone = lowest(sure_pairs), ZERO
            else:
                alone = lowest(alone)
        value = 4 * (2 * bits_in(sure_pairs) + bits_in(alone))
        if suit < TRUMPS and value > 0:
            value += 2
        if value > best:
            best, singles, pairs = value, alone, sure_pairs
    if best == 0:
        return False
    clear(cards)
    put_kinds(cards, singles, 1)
    put_kinds(cards, pairs, 2)
    return True


@kernel
def _lead_tractor(own: Any, frame: Any, rules: Any, cards: Any) -> Any:
    """Lead the longest tractor of pairs, the highest of equal ones; False without any."""
    hand = own["hand"]
    if rules["tractor_min_width"] > 2:
        return False
    line = line_of(hand["p1"], frame)
    length = longest_run(line, MAX_PARTS, frame)
    if length < rules["tractor_min_length"]:
        return False
    found = bottoms(line, length, frame)
    clear(cards)
    top = ONE << top_index(found)
    put_kinds(cards, run_cards(hand["p1"], top, length, frame), 2)
    return True


@kernel
def heuristic_lead(view: Any, own: Any, frame: Any, rules: Any, work: Any, move: Any) -> None:
    """Cash what is sure, then tractors, else lead a low card of the longest side suit.

    Low trumps to pull the others' are not led while there is a side suit: tried, they cost more
    than they brought.
    """
    stay_call()
    cards, hand = move["cards"], own["hand"]
    if _lead_sure(view, own, frame, rules, work, cards):
        return
    if _lead_tractor(own, frame, rules, cards):
        return
    clear(cards)
    points = frame["fives"] | frame["tens"]
    best, longest = ZERO, 0
    for suit in range(TRUMPS):
        held = hand["p0"] & frame["suit"][suit]
        if held != ZERO:
            n = 2 * n_within(hand, frame["suit"][suit])
            n += 1 if held & ~points != ZERO else 0
            n -= 8 if _may_ruff(view, own, suit, rules["players"]) else 0
            if best == ZERO or n > longest:
                best, longest = held, n
    if best == ZERO:
        best = hand["p0"]
    cards["p0"] = least_wanted(best, frame, False)


@kernel
def _is_safe(view: Any, own: Any, frame: Any, rules: Any, room: Any) -> Any:
    """Whether the trick will most likely stay with whoever is winning it."""
    if view["n_plays"] == rules["players"] - 1:
        return True
    trumps = frame["suit"][TRUMPS]
    key = view["key"]
    is_trump = key & line_of(trumps, frame) != ZERO
    mask = trumps if is_trump else frame["suit"][view["suit"]]
    unseen(view, own, rules, room)
    others = room["p0"] if view["n_cards"] == 1 else room["p1"]
    if line_of(others & mask, frame) > (key << ONE) - ONE:
        return False
    if is_trump:
        return True
    for k in range(view["n_plays"] + 1, rules["players"]):
        seat = (view["leader"] + k) % rules["players"]
        if is_against(view, own["seat"], seat) and (view["void"][seat] >> view["suit"]) & 1:
            return False
    return True


@kernel
def _low_card(cards: Any, hand: Any, frame: Any) -> Any:
    """Card to throw away: no points, no part of a pair, low."""
    alone = cards & ~hand["p1"] & ~(frame["fives"] | frame["tens"])
    return lowest_of(alone, frame) if alone != ZERO else least_wanted(cards, frame, False)


@kernel
def _single(view: Any, own: Any, frame: Any, rules: Any, keen: Any, work: Any) -> Any:
    """Card to follow a single with."""
    hand = own["hand"]
    cards, mask = hand["p0"], frame["suit"][view["suit"]]
    trumps, points = frame["suit"][TRUMPS], frame["fives"] | frame["tens"]
    suited = cards & mask
    is_last = view["n_plays"] == rules["players"] - 1
    against = is_against(view, own["seat"], view["best"])
    pot, key = view["pot"], view["key"]
    playable = suited if suited != ZERO else cards
    if not against:
        if _is_safe(view, own, frame, rules, work["room"]):
            return least_wanted(playable, frame, True)
        return _low_card(playable, hand, frame)
    strong = suited if suited != ZERO else cards & trumps
    line = line_of(strong, frame)
    higher = strong & off_line(line & ~((key << ONE) - ONE), frame)
    if higher == ZERO:
        return _low_card(playable, hand, frame)
    is_ruff = suited == ZERO
    spares = keen and view["left"][own["seat"]] <= LATE and _kitty_factor(rules) > 2
    if is_last:
        if higher & points != ZERO:
            return lowest(higher & points)
        cheap = lowest(higher)
        if spares and cheap & trumps != ZERO:
            unseen(view, own, rules, work["room"])
            spares = not_below(cheap, work["room"]["p0"] & trumps, frame) != ZERO
        if pot > 0 and not (spares and cheap & trumps != ZERO):
            return cheap
        return cheap if cheap & ~trumps != ZERO else _low_card(playable, hand, frame)
    if is_ruff:
        if pot >= 10 or (pot >= 5 and not spares):
            plain = higher & ~points
            return lowest(plain) if plain != ZERO else lowest(higher)
        return _low_card(playable, hand, frame)
    unseen(view, own, rules, work["room"])
    sure = not_below(higher, work["room"]["p0"] & mask, frame)
    if sure != ZERO and (pot > 0 or view["suit"] != TRUMPS):
        return lowest(sure)
    if pot >= 10:
        return ONE << top_index(higher)
    return _low_card(playable, hand, frame)


@kernel
def heuristic_follow(
    view: Any, own: Any, frame: Any, rules: Any, keen: Any, streams: Any, work: Any, move: Any
) -> None:
    """Give points to a partner who is winning, take tricks that are worth it, else save cards."""
    stay_call()
    cards, hand = move["cards"], own["hand"]
    n = view["n_cards"]
    if n == 1:
        card = _single(view, own, frame, rules, keen, work)
        clear(cards)
        cards["p0"] = card
        return
    gives = False
    if is_against(view, own["seat"], view["best"]):
        mask = frame["suit"][view["suit"]]
        held = n_within(hand, mask)
        suit = mask
        if held == 0 and (view["pot"] >= 5 or n >= 4):
            suit = frame["suit"][TRUMPS]
        if held >= n or held == 0:
            if beat_cheaply(view, hand, suit, frame, rules, streams, work, cards):
                return
    else:
        gives = _is_safe(view, own, frame, rules, work["room"])
    serve_low(view, hand, gives, frame, rules, streams, work, cards)


@kernel
def heuristic_friend(view: Any, own: Any, frame: Any, move: Any) -> None:
    """Call the first ace of a side suit one does not hold, the shortest suit first (SJ-71)."""
    stay_call()
    move["kind"], move["count"] = -1, 1
    least = NEVER
    for suit in range(TRUMPS):
        held = frame["suit"][suit]
        if held != ZERO:
            top = held & ~(held >> ONE)
            n = n_within(own["hand"], held)
            if own["hand"]["p0"] & top == ZERO and 0 < n < least:
                least = n
                move["kind"] = frame["kind"][index(top)]
    if move["kind"] < 0 and n_cards(own["hand"]) > 0:
        # holding every ace: the second copy of one of them, which is with somebody else
        for suit in range(TRUMPS):
            held = frame["suit"][suit]
            top = held & ~(held >> ONE)
            if own["hand"]["p0"] & top != ZERO and own["hand"]["p1"] & top == ZERO:
                move["kind"], move["count"] = frame["kind"][index(top)], 2

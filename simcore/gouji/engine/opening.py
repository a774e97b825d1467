"""Before the deal: teams, first drawer (GJ-5 to GJ-12); in it: who leads, Revolution (to GJ-17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import index, select
from simcore.gouji.cards import HAND, SEATS, WORDS
from simcore.gouji.combos.packed import LANE_BITS, RANKS
from simcore.gouji.deals import class_of, count_of
from simcore.gouji.policies import choose
from simcore.gouji.records import Ask, Event
from simcore.gouji.rules import (
    BigLoserDrawer,
    Choice,
    DrawOrder,
    DrawTie,
    KaiPaiJoker,
    KaiPaiSuccession,
    ThreePairAnnounce,
    ThreePairMatch,
)
from simcore.gouji.step.log import emit
from simcore.gouji.step.moves import ask, first_from
from simcore.jit import U64, kernel
from simcore.rng import below

CHANCE_ROW, ORDER_ROW, N_ROWS = 6, 7, 8
"""Rows of the streams; rows 0..5 are the seats' policies."""
DECK = 216
FIRST_JOKER = 208
PLAY_ORDER = int(DrawOrder.PLAY_ORDER)
REDRAW_ALL, TIE_BY_CHANCE = int(DrawTie.REDRAW_ALL), int(DrawTie.RANDOM)
REPLACEMENT = int(KaiPaiJoker.REPLACEMENT)
FINAL_HOLDER = int(KaiPaiSuccession.FINAL_HOLDER)
NAMES_SELF, NAMED_BY_CHANCE = int(BigLoserDrawer.SELF), int(BigLoserDrawer.RANDOM)
NEVER_ANNOUNCED, EARLIEST = int(ThreePairAnnounce.NEVER), int(ThreePairAnnounce.EARLIEST)
COLOR = int(ThreePairMatch.COLOR)
ALWAYS, NEVER = int(Choice.ALWAYS), int(Choice.NEVER)
ASK_DRAWER, ASK_THREES = int(Ask.DRAWER), int(Ask.THREES)
ASK_REVOLUTION = int(Ask.REVOLUTION)
PARTNERSHIP, KAI_PAI = int(Event.PARTNERSHIP), int(Event.KAI_PAI)
FIRST_DRAWER, DRAWER = int(Event.FIRST_DRAWER), int(Event.DRAWER)
THREES, REVOLUTION = int(Event.THREES), int(Event.REVOLUTION)


@kernel
def _chance(streams: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1 from the stream of chance rules."""
    return np.int64(below(streams, CHANCE_ROW, U64(n)))


@kernel
def draw_height(card: Any, order: Any) -> Any:
    """Height of a card in the partnership draw (GJ-5)."""
    kind = class_of(card)
    if order == PLAY_ORDER:
        return kind
    return kind + 1 if kind > RANKS else count_of(kind)  # jokers above the king's 13


@kernel
def draw_partners(game: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Draw cards for the teams and seat the players; return who sits with the highest (GJ-5).

    Players are numbers until they sit down; the log names them so, and says where they sit last.
    """
    among, places, high, number = 63, 3, 0, 0
    while True:
        number += 1
        for player in range(SEATS):
            if (among >> player) & 1:
                card = -1
                while card < 0:
                    card = _chance(streams, DECK)
                    for other in range(player):
                        if (among >> other) & 1 and game["drawn"][other] == card:
                            card = -1
                            break
                game["drawn"][player] = card
                if number == 1 or rules["partnership_tie"] == REDRAW_ALL:
                    game["height"][player] = draw_height(card, rules["partnership_draw_order"])
                emit(log, PARTNERSHIP, number, player, card, 0)
        above = tied = sure = equal = 0
        for player in range(SEATS):
            if (among >> player) & 1:
                mine = draw_height(game["drawn"][player], rules["partnership_draw_order"])
                higher = same = 0
                for other in range(SEATS):
                    if (among >> other) & 1:
                        height = draw_height(
                            game["drawn"][other], rules["partnership_draw_order"]
                        )  # fmt: skip
                        higher += 1 if height > mine else 0
                        same += 1 if height == mine else 0
                if higher + same <= places:
                    above |= 1 << player
                    sure += 1
                elif higher < places:
                    tied |= 1 << player
                    equal += 1
        if tied == 0:
            high |= above
            break
        if rules["partnership_tie"] == TIE_BY_CHANCE:
            high |= above
            while sure < places:
                pick = select(U64(tied), U64(_chance(streams, equal)))
                high |= np.int64(pick)
                tied &= ~np.int64(pick)
                equal -= 1
                sure += 1
            break
        if rules["partnership_tie"] != REDRAW_ALL:
            high |= above
            among = tied
            places -= sure
    side = _chance(streams, 2)
    for team in range(2):
        seats = 0b010101 << (side if team == 0 else 1 - side)
        left = 3
        for player in range(SEATS):
            if (high >> player) & 1 == 1 - team:
                pick = select(U64(seats), U64(_chance(streams, left)))
                seats &= ~np.int64(pick)
                left -= 1
                game["sits"][player] = np.int64(index(pick))
                emit(log, PARTNERSHIP, 0, player, game["sits"][player], 0)
    best = ties = 0
    for player in range(SEATS):
        if game["height"][player] > best:
            best, ties = game["height"][player], 0
        if game["height"][player] == best:
            ties |= 1 << player
    n = 0
    for player in range(SEATS):
        n += (ties >> player) & 1
    return game["sits"][np.int64(index(select(U64(ties), U64(_chance(streams, n)))))]


@kernel
def count_off(game: Any, rules: Any, streams: Any, log: Any, out: Any) -> None:
    """Turn cards until one counts to the first drawer (GJ-7 to GJ-11)."""
    holder = game["starts"]
    if holder < 0:
        holder = _chance(streams, SEATS)
    initial = holder
    turned = value = turns = 0
    while value == 0:
        card = _chance(streams, DECK)
        if card >= FIRST_JOKER:
            if (turned >> (card - FIRST_JOKER)) & 1:
                continue  # this joker is out of the deck
            if rules["kai_pai_joker"] != REPLACEMENT:
                turned |= 1 << (card - FIRST_JOKER)
        emit(log, KAI_PAI, holder, card, 0, 0)
        turns += 1
        value = count_of(class_of(card))
        if value == 0:
            holder = (holder + 1) % SEATS
    game["first_drawer"] = (holder + value - 1) % SEATS
    kept = holder if rules["kai_pai_succession"] == FINAL_HOLDER else initial
    game["starts"] = (kept + 1) % SEATS
    out["kai_pai"] = holder
    out["kai_turns"] = min(255, turns)
    emit(log, FIRST_DRAWER, game["first_drawer"], 0, 0, 0)


@kernel
def name_drawer(
    game: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any, log: Any, out: Any
) -> Any:
    """Let the Big Loser name the first drawer (GJ-12); return whether the name is a seat's."""
    loser = game["finish"][5]
    named = loser
    if rules["big_loser_drawer"] == NAMED_BY_CHANCE:
        named = _chance(streams, SEATS)
    elif rules["big_loser_drawer"] != NAMES_SELF:
        ask(state, ASK_DRAWER, loser)
        named = choose(policies[loser], state["view"], 0, 0, streams, loser, rules, move)
    game["first_drawer"] = named
    out["named_by"] = loser
    emit(log, DRAWER, loser, named, 0, 0)
    return 0 <= named < SEATS


@kernel
def draw_order(hands: Any, game: Any, streams: Any) -> None:
    """Put each hand into the order in which it is drawn, uniformly (GJ-13).

    Parameters
    ----------
    hands : ndarray of uint64, shape (6, 4)
    game : record of `records.MATCH`
        Its order is overwritten.
    streams : ndarray of uint64
        Drawn from in row ORDER_ROW.
    """
    order = game["order"]
    for seat in range(SEATS):
        n = 0
        for w in range(WORDS):
            rest = hands[seat, w]
            while rest:
                order[seat, n] = 64 * w + np.int64(index(rest))
                rest &= rest - U64(1)
                n += 1
        for left in range(n, 1, -1):
            j = np.int64(below(streams, ORDER_ROW, U64(left)))
            card = order[seat, j]
            order[seat, j] = order[seat, left - 1]
            order[seat, left - 1] = card
        for place in range(n, HAND):
            order[seat, place] = -1


@kernel
def announced(game: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any) -> Any:
    """Return who shows two 3s and so leads the first round of a game, -1 for nobody (GJ-14).

    A player who is asked has, besides the question, the cards he has drawn so far.
    """
    leader, best = -1, 0
    if rules["three_pair_announce"] == NEVER_ANNOUNCED:
        return leader
    for seat in range(SEATS):
        game["threes"][seat] = 0
    for turn in range(HAND):
        for i in range(SEATS):
            seat = (game["first_drawer"] + i) % SEATS
            card = game["order"][seat, turn]
            if card < 0 or card >= 16:
                continue
            suit = card // 4
            if rules["three_pair_match"] == COLOR:
                suit = 1 if suit == 1 or suit == 2 else 0
            game["threes"][seat] += 1 << (4 * suit)
            held = (game["threes"][seat] >> (4 * suit)) & 15
            if held < 2 or held <= best or seat == leader:
                continue
            says = 1
            if rules["three_pair_announce"] != EARLIEST:
                naturals = wilds = 0
                for k in range(turn + 1):
                    kind = class_of(game["order"][seat, k])
                    if kind < RANKS:
                        naturals += 1 << (LANE_BITS * kind)
                    else:
                        wilds += 1 << (8 * (kind - RANKS))
                ask(state, ASK_THREES, seat)
                says = choose(
                    policies[seat], state["view"], naturals, wilds, streams, seat, rules, move
                )
            if says:
                leader, best = seat, held
                if not rules["three_pair_overcall"]:
                    return leader
    return leader


@kernel
def is_thrown_in(
    game: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any, log: Any, out: Any
) -> Any:
    """Ask those without joker and two for a Revolution, in drawing order (GJ-16, GJ-17)."""
    able = 0
    n = 0
    for seat in range(SEATS):
        if state["wilds"][seat] == 0:
            able |= 1 << seat
            n += 1
            out["may_declare"][seat] = min(255, out["may_declare"][seat] + 1)
    if n < rules["revolution_quorum"] or rules["revolution_policy"] == NEVER:
        return False
    said = count = 0
    left = able
    while left and count < rules["revolution_quorum"]:
        seat = first_from(left, game["first_drawer"])
        left &= ~(1 << seat)
        says = 1
        if rules["revolution_policy"] != ALWAYS:
            ask(state, ASK_REVOLUTION, seat)
            says = choose(
                policies[seat], state["view"], state["naturals"][seat], 0, streams, seat, rules,
                move,
            )  # fmt: skip
        if says:
            said |= 1 << seat
            count += 1
    if count < rules["revolution_quorum"]:
        return False
    while said:
        seat = first_from(said, game["first_drawer"])
        said &= ~(1 << seat)
        out["declared"][seat] = min(255, out["declared"][seat] + 1)
        emit(log, REVOLUTION, seat, 0, 0, 0)
    return True

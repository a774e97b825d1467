"""Before the play: teams, first drawer, threes, Revolution (GJ-5 to GJ-18)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import index, select
from simcore.gouji.cards import HAND, SEATS
from simcore.gouji.combos.packed import LANE_BITS, RANKS
from simcore.gouji.deals import class_of, count_of
from simcore.gouji.records import Ask, Event, Phase
from simcore.gouji.rules import (
    BigLoserDrawer,
    Choice,
    DrawOrder,
    DrawTie,
    KaiPaiFirst,
    KaiPaiJoker,
    KaiPaiSuccession,
    LaterHandLead,
    Partnership,
    RedealDrawer,
    RevolutionTiming,
    ThreePairAnnounce,
    ThreePairMatch,
)
from simcore.gouji.step.moves import ask, emit, first_from, start
from simcore.gouji.streams import CHANCE_ROW, draw
from simcore.jit import U64, kernel
from simcore.options import Switch

DECK = 216
FIRST_JOKER = 208
ON = int(Switch.ON)
DRAWN = int(Partnership.DRAW)
PLAY_ORDER = int(DrawOrder.PLAY_ORDER)
REDRAW_ALL, TIE_BY_CHANCE = int(DrawTie.REDRAW_ALL), int(DrawTie.RANDOM)
HIGHEST_CARD = int(KaiPaiFirst.HIGHEST_PARTNERSHIP_CARD)
REPLACEMENT = int(KaiPaiJoker.REPLACEMENT)
FINAL_HOLDER = int(KaiPaiSuccession.FINAL_HOLDER)
NAMES_SELF, NAMED_BY_CHANCE = int(BigLoserDrawer.SELF), int(BigLoserDrawer.RANDOM)
NEVER_ANNOUNCED, EARLIEST = int(ThreePairAnnounce.NEVER), int(ThreePairAnnounce.EARLIEST)
COLOR = int(ThreePairMatch.COLOR)
BIG_LOSER_LEADS = int(LaterHandLead.BIG_LOSER)
ALWAYS, NEVER = int(Choice.ALWAYS), int(Choice.NEVER)
BEFORE_TRIBUTE = int(RevolutionTiming.BEFORE_TRIBUTE)
COUNT_AGAIN = int(RedealDrawer.REPEAT_PROCEDURE)
ASK_THREES = int(Ask.THREES)
DRAWER, DEALING, THREES = int(Phase.DRAWER), int(Phase.DEALING), int(Phase.THREES)
REVOLT, SWAP = int(Phase.REVOLT), int(Phase.SWAP)
PARTNERSHIP, KAI_PAI, ROUND = int(Event.PARTNERSHIP), int(Event.KAI_PAI), int(Event.ROUND)
FIRST_DRAWER, NAMED = int(Event.FIRST_DRAWER), int(Event.DRAWER)
SHOWN, THROWN_IN = int(Event.THREES), int(Event.REVOLUTION)
MOST = 255
"""Where small counts of a record stop."""


@kernel
def draw_height(card: Any, order: Any) -> Any:
    """Height of a card in the partnership draw (GJ-5)."""
    kind = class_of(card)
    if order == PLAY_ORDER:
        return kind
    return kind + 1 if kind > RANKS else count_of(kind)  # jokers above the king's 13


@kernel
def _draw_cards(among: Any, number: Any, drawn: Any, streams: Any, log: Any) -> None:
    """Let some players draw a card each from the shuffled deck."""
    for player in range(SEATS):
        if (among >> player) & 1:
            card = -1
            while card < 0:
                card = draw(streams, CHANCE_ROW, DECK)
                for other in range(player):
                    if (among >> other) & 1 and drawn["drawn"][other] == card:
                        card = -1
            drawn["drawn"][player] = card
            emit(log, PARTNERSHIP, number, player, card, 0)


@kernel
def _bits_of(mask: Any) -> Any:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def _take(mask: Any, streams: Any) -> Any:
    """One of the set bits of a mask by chance, as a mask."""
    return np.int64(select(U64(mask), U64(draw(streams, CHANCE_ROW, _bits_of(mask)))))


@kernel
def draw_partners(drawn: Any, rules: Any, streams: Any, log: Any) -> Any:
    """Draw cards for the teams and seat the players; return who sits with the highest (GJ-5).

    Players are numbers until they sit down; the log names them so, and says where they sit last.
    """
    order, tie = rules["partnership_draw_order"], rules["partnership_tie"]
    among, places, high, number = 63, 3, 0, 0
    while places:
        number += 1
        _draw_cards(among, number, drawn, streams, log)
        above = tied = 0
        for player in range(SEATS):
            if (among >> player) & 1:
                mine = draw_height(drawn["drawn"][player], order)
                if number == 1 or tie == REDRAW_ALL:
                    drawn["height"][player] = mine
                higher = same = 0
                for other in range(SEATS):
                    if (among >> other) & 1:
                        height = draw_height(drawn["drawn"][other], order)
                        higher += 1 if height > mine else 0
                        same += 1 if height == mine else 0
                if higher + same <= places:
                    above |= 1 << player
                elif higher < places:
                    tied |= 1 << player
        if tied and tie == REDRAW_ALL:
            continue
        high |= above
        places -= _bits_of(above)
        among = tied
        while places and tie == TIE_BY_CHANCE:
            pick = _take(tied, streams)
            high |= pick
            tied ^= pick
            places -= 1
    side = draw(streams, CHANCE_ROW, 2)
    seats_high, seats_low = 0b010101 << side, 0b101010 >> side
    for player in range(SEATS):
        if (high >> player) & 1:
            pick = _take(seats_high, streams)
            seats_high ^= pick
        else:
            pick = _take(seats_low, streams)
            seats_low ^= pick
        drawn["sits"][player] = np.int64(index(U64(pick)))
        emit(log, PARTNERSHIP, 0, player, drawn["sits"][player], 0)
    best, ties = -1, 0
    for player in range(SEATS):
        if drawn["height"][player] > best:
            best, ties = drawn["height"][player], 0
        if drawn["height"][player] == best:
            ties |= 1 << player
    return drawn["sits"][np.int64(index(U64(_take(ties, streams))))]


@kernel
def count_off(state: Any, rules: Any, streams: Any, log: Any) -> None:
    """Turn cards until one counts to the first drawer (GJ-7 to GJ-11)."""
    match = state["match"]
    holder = match["starts"]
    if holder < 0:
        holder = draw(streams, CHANCE_ROW, SEATS)
    initial = holder
    turned = value = turns = 0
    while value == 0:
        card = draw(streams, CHANCE_ROW, DECK)
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
    state["first_drawer"] = (holder + value - 1) % SEATS
    kept = holder if rules["kai_pai_succession"] == FINAL_HOLDER else initial
    match["starts"] = (kept + 1) % SEATS
    state["record"]["kai_pai"] = holder
    state["record"]["kai_turns"] = min(MOST, turns)
    emit(log, FIRST_DRAWER, state["first_drawer"], 0, 0, 0)


@kernel
def begin(state: Any, drawn: Any, rules: Any, streams: Any, log: Any) -> None:
    """Begin the round that the match is at: teams, first drawer (GJ-5 to GJ-12).

    Parameters
    ----------
    state : record of `records.STATE`
        Its match is at the round to play and its record is zeroed; the rest is overwritten.
    drawn : record of `records.DRAW`
    rules : record of `records.RULES`
    streams : record of `streams.STREAMS`
        Opened.
    log : record of `records.LOG`
    """
    match, view, out = state["match"], state["view"], state["record"]
    for seat in range(SEATS):
        state["naturals"][seat] = state["wilds"][seat] = state["left"][seat] = 0
        out["receiver"][seat, 0] = out["receiver"][seat, 1] = -1
        for i in range(3):
            out["gave"][seat, i] = out["got"][seat, i] = -1
    start(state, rules, 0)
    view["hand"] = match["hand"]
    out["match"], out["round"] = match["match"], match["round"] - 1
    out["game"], out["hand"] = match["game"], match["hand"] - 1
    for team in range(2):
        view["total"][team] = match["total"][team]
    out["kai_pai"] = out["named_by"] = out["threes"] = out["shao_first"] = out["winner"] = -1
    state["attempt"] = 0
    state["phase"] = DEALING
    if match["round"] == 1 and rules["partnership"] == DRAWN:
        highest = draw_partners(drawn, rules, streams, log)
        if rules["kai_pai_first"] == HIGHEST_CARD:
            match["starts"] = highest
    emit(log, ROUND, match["round"], match["game"] + 1, match["total"][0], match["total"][1])
    if match["hand"] == 1:
        count_off(state, rules, streams, log)
    elif rules["big_loser_drawer"] == NAMED_BY_CHANCE:
        name_drawer(state, draw(streams, CHANCE_ROW, SEATS), log)
    elif rules["big_loser_drawer"] == NAMES_SELF:
        name_drawer(state, match["finish"][5], log)
    else:
        state["phase"] = DRAWER


@kernel
def name_drawer(state: Any, seat: Any, log: Any) -> None:
    """Take down whom the Big Loser names as first drawer (GJ-12)."""
    loser = state["match"]["finish"][5]
    state["first_drawer"] = seat
    state["record"]["named_by"] = loser
    emit(log, NAMED, loser, seat, 0, 0)
    state["phase"] = DEALING


@kernel
def open_threes(state: Any, drawn: Any, rules: Any) -> None:
    """After a deal: who leads, unless 3s are shown (GJ-14, GJ-15)."""
    match = state["match"]
    state["leader"] = state["first_drawer"]
    state["record"]["threes"] = -1
    state["phase"] = THREES
    drawn["cursor"] = SEATS * HAND
    if match["hand"] == 1:
        if rules["three_pair_announce"] != NEVER_ANNOUNCED:
            drawn["cursor"] = drawn["best"] = 0
            for seat in range(SEATS):
                drawn["threes"][seat] = 0
    elif rules["later_hand_lead"] == BIG_LOSER_LEADS:
        state["leader"] = match["finish"][5]


@kernel
def _had_drawn(state: Any, drawn: Any, seat: Any, cards: Any) -> None:
    """Show a seat that is asked the cards it has drawn so far."""
    naturals = wilds = 0
    for k in range(cards):
        kind = class_of(drawn["order"][seat, k])
        if kind < RANKS:
            naturals += 1 << (LANE_BITS * kind)
        else:
            wilds += 1 << (8 * (kind - RANKS))
    state["own"], state["own_wilds"] = naturals, wilds


@kernel
def next_threes(state: Any, drawn: Any, rules: Any) -> Any:
    """Go through the draw to the next player who may show matching 3s; return who, or -1."""
    cursor = drawn["cursor"]
    while cursor < SEATS * HAND:
        turn, seat = cursor // SEATS, (state["first_drawer"] + cursor % SEATS) % SEATS
        cursor += 1
        card = drawn["order"][seat, turn]
        if card < 0 or card >= 16:
            continue
        suit = card // 4
        if rules["three_pair_match"] == COLOR:
            suit = 1 if suit in (1, 2) else 0
        drawn["threes"][seat] += 1 << (4 * suit)
        held = (drawn["threes"][seat] >> (4 * suit)) & 15
        if held < 2 or held <= drawn["best"] or seat == state["record"]["threes"]:
            continue
        drawn["cursor"] = cursor
        ask(state, ASK_THREES, seat)
        _had_drawn(state, drawn, seat, turn + 1)
        state["agreed"] = held
        return seat
    return -1


@kernel
def show_threes(state: Any, drawn: Any, seat: Any, rules: Any) -> None:
    """Let a player who shows 3s lead (GJ-14)."""
    state["record"]["threes"] = state["leader"] = seat
    drawn["best"] = state["agreed"]
    if not rules["three_pair_overcall"]:
        drawn["cursor"] = SEATS * HAND


@kernel
def open_revolt(state: Any, rules: Any) -> None:
    """Queue those without joker and two, in drawing order (GJ-16, GJ-17)."""
    able = n = 0
    for seat in range(SEATS):
        if state["wilds"][seat] == 0:
            able |= 1 << seat
            count = state["record"]["may_declare"][seat]
            state["record"]["may_declare"][seat] = min(MOST, np.int64(count) + 1)
    while able:
        seat = first_from(able, state["first_drawer"])
        able &= ~(1 << seat)
        state["queue"][n] = seat
        n += 1
    if n < rules["revolution_quorum"] or rules["revolution_policy"] == NEVER:
        n = 0
    state["queued"] = n
    state["next"] = state["agreed"] = state["said"] = 0
    state["phase"] = REVOLT


@kernel
def revolt_due(state: Any, rules: Any, is_after: Any) -> Any:
    """Whether Revolution is asked for here (GJ-17)."""
    early = rules["revolution_timing"] == BEFORE_TRIBUTE
    may = rules["revolution"] == ON and state["match"]["fixed"] == 0
    return may and early != (is_after != 0)


@kernel
def declare(state: Any, seat: Any) -> None:
    """Count a declaration."""
    state["said"] |= 1 << seat
    state["agreed"] += 1
    state["next"] += 1


@kernel
def throw_in(state: Any, rules: Any, streams: Any, log: Any) -> None:
    """Throw the hands in; a new deal follows (GJ-17)."""
    said, out = state["said"], state["record"]
    while said:
        seat = first_from(said, state["first_drawer"])
        said &= ~(1 << seat)
        out["declared"][seat] = min(MOST, np.int64(out["declared"][seat]) + 1)
        emit(log, THROWN_IN, seat, 0, 0, 0)
    out["revolutions"] = min(MOST, np.int64(out["revolutions"]) + 1)
    state["attempt"] += 1
    if rules["revolution_redeal_drawer"] == COUNT_AGAIN:
        state["match"]["starts"] = -1
        count_off(state, rules, streams, log)
    state["phase"] = DEALING

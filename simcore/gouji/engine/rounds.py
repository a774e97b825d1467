"""One round of a match: opening, play, score."""

from __future__ import annotations

from typing import Any

from simcore.gouji.cards import SEATS
from simcore.gouji.combos.beats import triggers
from simcore.gouji.combos.packed import (
    LANE,
    LANE_BITS,
    RANKS,
    counts_of_words,
    distinct,
    hand_size,
    make_combo,
)
from simcore.gouji.engine.opening import (
    CHANCE_ROW,
    ORDER_ROW,
    announced,
    count_off,
    draw_order,
    draw_partners,
    is_thrown_in,
    name_drawer,
)
from simcore.gouji.engine.tribute import pay_tribute
from simcore.gouji.policies import choose
from simcore.gouji.records import Event
from simcore.gouji.rules import (
    GameTie,
    KaiPaiFirst,
    LaterHandLead,
    Partnership,
    RedealDrawer,
    RevolutionTiming,
    Switch,
)
from simcore.gouji.scoring import check_round, complete_finish, is_sweep, score_round
from simcore.gouji.step import advance, apply, emit, start
from simcore.jit import U64, kernel
from simcore.rng import CHANCE, ORDER, POLICY, open_stream, place_of
from simcore.status import Status

ON = int(Switch.ON)
DRAWN = int(Partnership.DRAW)
HIGHEST_CARD = int(KaiPaiFirst.HIGHEST_PARTNERSHIP_CARD)
BIG_LOSER_LEADS = int(LaterHandLead.BIG_LOSER)
BEFORE_TRIBUTE = int(RevolutionTiming.BEFORE_TRIBUTE)
COUNT_AGAIN = int(RedealDrawer.REPEAT_PROCEDURE)
DRAW = int(GameTie.DRAW)
ROUND, DEAL = int(Event.ROUND), int(Event.DEAL)
LEADER, SCORE, END = int(Event.THREES), int(Event.SCORE), int(Event.END)
ILLEGAL = int(Status.ILLEGAL_MOVE)
ATTEMPT_DRAWS = U64(32)
"""Draws of a stream that belong to one deal: 2^32, so that each deal has an order of its own."""


@kernel
def open_match(game: Any) -> None:
    """Set a `records.MATCH` to the start of a match."""
    game["round"] = game["game"] = game["hand"] = 0
    game["starts"] = -1
    for team in range(2):
        game["total"][team] = game["wins"][team] = 0


@kernel
def open_round(game: Any, seed: Any, match: Any, streams: Any, out: Any) -> None:
    """Begin the next round of a match: its streams, and its numbers in a zeroed record."""
    game["round"] += 1
    game["hand"] += 1
    game["attempt"] = 0
    place = place_of(match, U64(game["round"]))
    for seat in range(SEATS):
        open_stream(streams, seat, seed, POLICY + U64(seat), place)
        for i in range(3):
            out["gave"][seat, i] = out["got"][seat, i] = -1
        out["receiver"][seat, 0] = out["receiver"][seat, 1] = -1
    open_stream(streams, CHANCE_ROW, seed, CHANCE, place)
    out["match"] = match
    out["round"] = game["round"] - 1
    out["game"] = game["game"]
    out["hand"] = game["hand"] - 1
    out["kai_pai"] = out["named_by"] = out["threes"] = out["winner"] = -1
    out["shao_first"] = -1


@kernel
def open_order(game: Any, seed: Any, match: Any, streams: Any) -> None:
    """Open the stream of the drawing order of the deal `game["attempt"]` (GJ-13)."""
    open_stream(streams, ORDER_ROW, seed, ORDER, place_of(match, U64(game["round"])))
    streams[ORDER_ROW, 3] = U64(game["attempt"]) << ATTEMPT_DRAWS


@kernel
def choose_drawer(
    game: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any, log: Any, out: Any
) -> None:
    """Settle everything before the deal (GJ-5 to GJ-12)."""
    view = state["view"]
    for seat in range(SEATS):
        state["naturals"][seat] = state["wilds"][seat] = state["left"][seat] = 0
    start(state, rules, 0)
    view["hand"] = game["hand"]
    view["total"][0], view["total"][1] = game["total"][0], game["total"][1]
    if game["round"] == 1 and rules["partnership"] == DRAWN:
        highest = draw_partners(game, rules, streams, log)
        if rules["kai_pai_first"] == HIGHEST_CARD:
            game["starts"] = highest
    emit(log, ROUND, game["round"], game["game"] + 1, game["total"][0], game["total"][1])
    if game["hand"] == 1:
        count_off(game, rules, streams, log, out)
    elif not name_drawer(game, state, move, policies, rules, streams, log, out):
        state["status"] = ILLEGAL


@kernel
def tempo_of(naturals: Any, wilds: Any, rules: Any) -> Any:
    """Distinct ranks less controls: jokers, twos, ranks at their threshold without a wild card."""
    tempo = distinct(naturals) - (wilds & 255) - ((wilds >> 8) & 255) - (wilds >> 16)
    for rank in range(RANKS):
        n = (naturals >> (LANE_BITS * rank)) & LANE
        if n and triggers(make_combo(n, rank, 0, 0, 0), rules):
            tempo -= 1
    return tempo


@kernel
def take_hands(hands: Any, game: Any, state: Any, rules: Any, log: Any, out: Any) -> None:
    """Put a deal into the state and describe it in the record.

    Parameters
    ----------
    hands : ndarray of uint64, shape (6, 4)
        Words as in `simcore.gouji.cards`.
    """
    for seat in range(SEATS):
        naturals, wilds = counts_of_words(
            hands[seat, 0], hands[seat, 1], hands[seat, 2], hands[seat, 3]
        )
        state["naturals"][seat], state["wilds"][seat] = naturals, wilds
        state["left"][seat] = hand_size(naturals, wilds)
        out["twos"][seat] = wilds & 255
        out["blacks"][seat] = (wilds >> 8) & 255
        out["reds"][seat] = wilds >> 16
        out["tempo"][seat] = tempo_of(naturals, wilds, rules)
    start(state, rules, 0)
    out["deals"] = min(255, out["deals"] + 1)
    emit(log, DEAL, game["attempt"], game["first_drawer"], 0, 0)


@kernel
def settle_deal(
    game: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any, may_throw: Any,
    log: Any, out: Any,
) -> Any:  # fmt: skip
    """Do everything between a deal and the first lead (GJ-14 to GJ-18, GJ-64 to GJ-70).

    Parameters
    ----------
    may_throw : bool
        Whether there can be another deal; False ends all Revolutions.

    Returns
    -------
    bool
        Whether the hands stand; False where they are thrown in (`game["attempt"]` is then next).
    """
    leader = game["first_drawer"]
    out["threes"] = -1
    if game["hand"] == 1:
        shows = announced(game, state, move, policies, rules, streams)
        if shows >= 0:
            leader = shows
            out["threes"] = shows
            emit(log, LEADER, shows, 0, 0, 0)
    elif rules["later_hand_lead"] == BIG_LOSER_LEADS:
        leader = game["finish"][5]
    may_throw = may_throw and rules["revolution"] == ON
    early = rules["revolution_timing"] == BEFORE_TRIBUTE
    thrown = may_throw and early and is_thrown_in(
        game, state, move, policies, rules, streams, log, out
    )  # fmt: skip
    if not thrown and game["hand"] > 1 and rules["tribute"] == ON:
        if not pay_tribute(game["finish"], state, move, policies, rules, streams, log, out):
            state["status"] = ILLEGAL
        thrown = may_throw and not early and is_thrown_in(
            game, state, move, policies, rules, streams, log, out
        )  # fmt: skip
    elif not early and may_throw:
        thrown = is_thrown_in(game, state, move, policies, rules, streams, log, out)
    if thrown:
        game["attempt"] += 1
        out["revolutions"] = min(255, out["revolutions"] + 1)
        if rules["revolution_redeal_drawer"] == COUNT_AGAIN:
            game["starts"] = -1
            count_off(game, rules, streams, log, out)
        return False
    status = state["status"]
    start(state, rules, leader)
    state["status"] = status
    out["first_drawer"] = game["first_drawer"]
    out["leader"] = leader
    return True


@kernel
def play_out(
    state: Any, move: Any, policies: Any, rules: Any, streams: Any, log: Any, out: Any
) -> None:
    """Play a round from where the state stands to its end."""
    view = state["view"]
    while state["status"] == 0:
        if advance(state, rules, streams, log, out) == 0:
            break
        seat = view["seat"]
        answer = choose(
            policies[seat], view, state["naturals"][seat], state["wilds"][seat], streams, seat,
            rules, move,
        )  # fmt: skip
        apply(state, answer, move, rules, streams, log, out)


@kernel
def close_round(game: Any, state: Any, rules: Any, last_round: Any, log: Any, out: Any) -> Any:
    """Score a round and add it to the match; return whether the match is over (GJ-60 to GJ-71).

    Parameters
    ----------
    last_round : int64
        Number of the round after which the match ends in any case.
    """
    view = state["view"]
    complete_finish(state)
    status = check_round(state)
    out["status"] = status
    finish = view["finish"]
    if status:
        out["match_over"] = 1
        return True
    score_round(finish, rules, out["points"])
    for team in range(2):
        game["total"][team] += out["points"][team]
        out["total"][team] = game["total"][team]
    for place in range(SEATS):
        game["finish"][place] = finish[place]
        out["place"][finish[place]] = place + 1
        out["cards_left"][place] = state["left"][place]
    out["sweep"] = 1 if is_sweep(finish) else 0
    emit(log, SCORE, out["sweep"], out["points"][0], out["points"][1], 0)
    for place in range(SEATS):
        emit(log, SCORE, -1, finish[place], 0, 0)
    ahead = game["total"][0] - game["total"][1]
    at_limit = game["round"] >= last_round
    done = game["hand"] >= rules["hands_per_game"] and (ahead != 0 or rules["game_tie"] == DRAW)
    if done or at_limit:
        out["game_over"] = 1
        if ahead > 0:
            game["wins"][0] += 1
        elif ahead < 0:
            game["wins"][1] += 1
    out["wins"][0], out["wins"][1] = game["wins"][0], game["wins"][1]
    if at_limit or (done and game["game"] + 1 >= rules["games_per_session"]):
        out["match_over"] = 1
        lead = game["wins"][0] - game["wins"][1]
        if lead:
            out["winner"] = 0 if lead > 0 else 1
        emit(log, END, out["winner"], game["round"], game["total"][0], game["total"][1])
        return True
    if done:
        game["game"] += 1
        game["hand"] = 0
        game["total"][0] = game["total"][1] = 0
    return False


@kernel
def order_needed(game: Any) -> Any:
    """Whether the drawing order of the next deal is looked at (GJ-14)."""
    return game["hand"] == 1


@kernel
def set_order(hands: Any, game: Any, seed: Any, match: Any, streams: Any) -> None:
    """Draw the order of a deal from its own stream."""
    open_order(game, seed, match, streams)
    draw_order(hands, game, streams)

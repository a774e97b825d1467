"""Play on from any position until the round is over, or until a seat is asked that looks ahead.

One kernel plays out what is imagined and what `positions` asks about, and moves the rounds on in
which some seat looks ahead: numba would compile every decision rule again for a second one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ZERO, index
from simcore.jit import U64, kernel
from simcore.rng import POLICY, open_stream, place_of
from simcore.shengji.combos.frame import to_frame, to_types
from simcore.shengji.combos.planes import n_cards
from simcore.shengji.policies import Policy, choose, sees_draws
from simcore.shengji.records import CARDS, Ask
from simcore.shengji.scoring import close_round, n_units, score_round
from simcore.shengji.search.memory import forget, note_bury, note_follow, note_lead
from simcore.shengji.step import advance, apply, see_draws, start
from simcore.shengji.step.draw import type_kind
from simcore.shengji.step.rounds import check_round
from simcore.streams import stay_call

OPTION = np.dtype([("cards", CARDS), ("how", "i8")], align=True)
"""Cards to show, to bury or to lay, by type, and how they come: one of the codes that follow."""
NAMED, OWN, BEGIN = range(3)
"""Those cards; the policy's choice, which is written down in the option; there is no question, for
the cards have just been dealt."""

DONE, ASKED, AGAIN = 0, -1, -2
"""Answers of `play_on` beside a bad status: over; a seat that looks ahead is asked; deal again."""

SEARCH = int(Policy.SEARCH)
DECLARE, BURY, LEAD, PICK, FOLLOW, DEAL_ASK, NOTHING = (
    int(Ask.DECLARE), int(Ask.BURY), int(Ask.LEAD), int(Ask.PICK), int(Ask.FOLLOW),
    int(Ask.DEAL), int(Ask.NOTHING),
)  # fmt: skip
GO_ON = -1

PER_STEP, TO_DEAL, TO_WIN = range(3)
"""Weights beside the levels won: the points of a level, to deal next, to win the match."""
MOST_STEPS = 5


@kernel
def worth(record: Any, seat: Any, rules: Any, weights: Any) -> Any:
    """What a finished round is worth to a seat, in levels.

    Parameters
    ----------
    record : records.RECORD
        Scored, the match closed.
    seat : int64
    rules : records.RULES
    weights : ndarray of float64, shape (3,)
        PER_STEP, TO_DEAL, TO_WIN.
    """
    stay_call()
    units = n_units(rules)
    own = seat if units > 2 else seat % 2
    value = 0.0
    for unit in range(units):
        gained = float(np.int64(record["levels_after"][unit]) - np.int64(record["levels"][unit]))
        value += gained if unit == own else -gained / (units - 1)
    step = 20 * rules["decks"] + rules["step_adjust"]
    points = min(float(record["opponent_points"]) / step, float(MOST_STEPS))
    declared = np.int64(record["declarers"]) >> seat & 1
    value += weights[PER_STEP] * (-points if declared else points)
    dealer = np.int64(record["next_dealer"])
    deals = dealer == seat if units > 2 else dealer % 2 == own
    value += weights[TO_DEAL] if deals else -weights[TO_DEAL]
    if record["match_over"] != 0 and record["winners"] != 0:
        won = np.int64(record["winners"]) >> own & 1
        value += weights[TO_WIN] if won else -weights[TO_WIN]
    return value


@kernel
def play_on(
    seed: Any, first: Any, positions: Any, begun: Any, option: Any, rules_array: Any,
    policies: Any, tables: Any, streams_array: Any, states: Any, begins: Any, matches: Any,
    limit: Any, works: Any, moves: Any, logs: Any, memories: Any, weights: Any, out: Any,
    values: Any,
) -> Any:  # fmt: skip
    """Force an option, then let the policies play.

    Parameters
    ----------
    seed, first : uint64
        Of the policies' draws, and the number of the first position.
    positions : ndarray of records.STATE, shape (n,)
    begun : ndarray of records.RECORD, shape (n,)
        Both are left as they are.  Without any, the round in `states[0]`, `out[0]`, `matches` and
        the streams goes on.
    option : ndarray of OPTION, shape (1,)
    rules_array : ndarray of records.RULES, shape (1,)
    policies : ndarray of int64, shape (seats,)
        Without budgets.
    tables : ndarray of records.TABLE, shape (1,)
    streams_array, states, matches, works, moves, logs
        Room.  Where a seat is asked that looks ahead, the position stays in `states[0]`, and
        `moves[0]` holds what it would do without looking.
    begins : ndarray of records.MATCH, shape (1,)
        The match before the round of the positions.
    limit : int64
        Rounds after which the match ends at the latest.
    memories : ndarray of MEMORY, shape (1,) or (0,)
        Kept up to date; nothing is noted where there is none.
    weights : ndarray of float64, shape (3,)
        See `worth`.
    out : ndarray of records.RECORD
        Overwritten, a record a position.
    values : ndarray of float64, shape (n,)
        Overwritten: what each round is worth to the seat that was asked first.

    Returns
    -------
    int64
        DONE, ASKED, AGAIN or the first bad status.
    """
    rules, state, match = rules_array[0], states[0], matches[0]
    work, move, log = works[0], moves[0], logs[0]
    table, streams = tables[0], streams_array[0]
    view = state["view"]
    notes = memories.shape[0] > 0
    resumes = positions.shape[0] == 0
    for i in range(max(1, positions.shape[0])):
        record = out[i]
        if not resumes:
            matches[0] = begins[0]
            place = place_of(first + U64(i), U64(match["round"] + 1))
            for seat in range(rules["players"]):
                open_stream(streams["rows"], seat, seed, POLICY + U64(seat), place)
            states[0] = positions[i]
            out[i] = begun[i]
        asker, forced, ask = view["seat"], True, view["ask"]
        if option[0]["how"] == BEGIN:
            start(state, rules, streams, log)
            if notes:
                forget(memories[0])
            forced, ask = False, GO_ON
        while True:
            if ask < 0:
                ask = advance(state, rules, table, streams, log, record)
            if ask == NOTHING:
                break
            if ask == DEAL_ASK:
                return AGAIN
            seat = view["seat"]
            policy = policies[seat]
            frame = table["frames"][view["rank"], max(view["trump"], 0)]
            if forced and option[0]["how"] == NAMED:
                named = option[0]["cards"]
                if ask == DECLARE:
                    shows = named["p0"] != ZERO
                    move["kind"] = (
                        type_kind(np.int64(index(named["p0"])), view["rank"]) if shows else -1
                    )
                    move["count"] = n_cards(named)
                else:
                    to_frame(named, frame, move["cards"])
            else:
                if ask == DECLARE and sees_draws(policy):
                    see_draws(state, seat, rules, streams)
                own = state["own"][seat]
                choose(policy, view, own, frame, rules, streams, seat, work, move)
                if forced:
                    to_types(move["cards"], frame, option[0]["cards"])
                elif policy == SEARCH and (ask == FOLLOW or ask == LEAD or ask == BURY):
                    return ASKED
            forced = False
            then = ask
            if notes and ask == FOLLOW:
                note_follow(memories[0], view, move["cards"], frame, rules)
            ask = apply(state, move, rules, table, frame, log, record, work)
            if notes:
                if then == BURY:
                    note_bury(memories[0], seat)
                elif ask == FOLLOW and (then == LEAD or then == PICK):
                    note_lead(memories[0], view, frame, rules)
        status = state["status"]
        if status == 0:
            score_round(state, rules, table["frames"][view["rank"], view["trump"]], work, record)
            close_round(match, record, rules, limit)
            status = check_round(state, rules, record)
        record["status"] = status
        if status != 0:
            return np.int64(status)
        if not resumes:
            values[i] = worth(record, asker, rules, weights)
    return np.int64(DONE)

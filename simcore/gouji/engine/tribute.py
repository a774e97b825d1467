"""Tribute before the second and later rounds of a game (GJ-64 to GJ-70)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.cards import SEATS
from simcore.gouji.combos.packed import (
    LANE,
    LANE_BITS,
    RANKS,
    hand_size,
)
from simcore.gouji.policies import choose
from simcore.gouji.policies.common import class_of_card
from simcore.gouji.records import Ask, Event, Tribute
from simcore.gouji.rules import LoserSwap, SameTeamTribute, SweepTribute, Switch
from simcore.gouji.scoring import is_sweep
from simcore.gouji.step.log import emit
from simcore.gouji.step.moves import ask, duimen_of
from simcore.jit import kernel

ON = int(Switch.ON)
ASKED_TEAM, WAIVED_TEAM = int(SameTeamTribute.POLICY), int(SameTeamTribute.WAIVE)
ASKED_SWAP, NO_SWAP = int(LoserSwap.POLICY), int(LoserSwap.NEVER)
OPPOSITE_ONE, ADDITIONAL = int(SweepTribute.OPPOSITE_ONE), int(SweepTribute.ADDITIONAL)
GIVEN, WAIVED, LIBERATED = int(Tribute.GIVEN), int(Tribute.WAIVED), int(Tribute.LIBERATED)
ASK_SWAP, ASK_WAIVE, ASK_RETURN = int(Ask.SWAP), int(Ask.WAIVE), int(Ask.RETURN)
LIBERATION, WAIVE, TRIBUTE = int(Event.LIBERATION), int(Event.WAIVE), int(Event.TRIBUTE)
ALL_REDS = 4


@kernel
def _asked(
    seat: Any, what: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any
) -> Any:
    """Ask a seat a question about tribute."""
    ask(state, what, seat)
    return choose(
        policies[seat], state["view"], state["naturals"][seat], state["wilds"][seat], streams,
        seat, rules, move,
    )  # fmt: skip


@kernel
def _highest(naturals: Any, wilds: Any) -> Any:
    """Class of the highest card of a hand, -1 of an empty one (GJ-2)."""
    if wilds >> 16:
        return RANKS + 2
    if wilds >> 8:
        return RANKS + 1
    if wilds:
        return RANKS
    if naturals == 0:
        return -1
    rank = RANKS - 1
    while (naturals >> (LANE_BITS * rank)) & LANE == 0:
        rank -= 1
    return rank


@kernel
def _fits(naturals: Any, wilds: Any, part: Any, part_wilds: Any) -> Any:
    """Whether some cards (two words) are part of a hand."""
    if part < 0 or part_wilds < 0:
        return False
    for rank in range(RANKS):
        if (part >> (LANE_BITS * rank)) & LANE > (naturals >> (LANE_BITS * rank)) & LANE:
            return False
    fits = part_wilds & 255 <= wilds & 255
    fits = fits and (part_wilds >> 8) & 255 <= (wilds >> 8) & 255
    return fits and part_wilds >> 16 <= wilds >> 16


@kernel
def _exchange(
    giver: Any, receiver: Any, cards: Any, stage: Any, state: Any, move: Any, policies: Any,
    rules: Any, streams: Any, log: Any, out: Any,
) -> Any:  # fmt: skip
    """Settle one duty; return False where the receiver returns what he may not.

    Parameters
    ----------
    stage : int64
        0, or 1 for the exchanges that a sweep adds.
    """
    view = state["view"]
    out["receiver"][giver, stage] = receiver
    if (giver - receiver) & 1 == 0:
        waived = rules["same_team_tribute"] == WAIVED_TEAM
        if rules["same_team_tribute"] == ASKED_TEAM:
            view["giver"], view["receiver"], view["cards"] = giver, receiver, cards
            first = _asked(giver, ASK_WAIVE, state, move, policies, rules, streams)
            second = _asked(receiver, ASK_WAIVE, state, move, policies, rules, streams)
            waived = first != 0 and second != 0
        if waived:
            out["tribute"][giver, stage] = WAIVED
            emit(log, WAIVE, giver, receiver, 0, 0)
            return True
    if rules["liberation"] == ON and out["reds"][giver] == ALL_REDS:
        out["tribute"][giver, stage] = LIBERATED
        out["liberation"] += 1
        emit(log, LIBERATION, giver, receiver, 0, 0)
        return True
    given = given_wilds = 0
    moved = 0
    for i in range(cards):
        naturals, wilds = state["naturals"][giver], state["wilds"][giver]
        kind = _highest(naturals, wilds)
        if kind < 0:
            break
        if kind < RANKS:
            state["naturals"][giver] = naturals - (1 << (LANE_BITS * kind))
            given += 1 << (LANE_BITS * kind)
        else:
            state["wilds"][giver] = wilds - (1 << (8 * (kind - RANKS)))
            given_wilds += 1 << (8 * (kind - RANKS))
        out["gave"][giver, 2 * stage + i] = kind
        moved += 1
    state["naturals"][receiver] += given
    state["wilds"][receiver] += given_wilds
    move["naturals"] = move["wilds"] = 0
    if moved:
        view["giver"], view["receiver"], view["cards"] = giver, receiver, moved
        view["got"], view["got_wilds"] = given, given_wilds
        _asked(receiver, ASK_RETURN, state, move, policies, rules, streams)
        view["got"] = view["got_wilds"] = 0
    back, back_wilds = move["naturals"], move["wilds"]
    if not _fits(state["naturals"][receiver], state["wilds"][receiver], back, back_wilds):
        return False
    if hand_size(back, back_wilds) != moved:
        return False
    state["naturals"][receiver] -= back
    state["wilds"][receiver] -= back_wilds
    state["naturals"][giver] += back
    state["wilds"][giver] += back_wilds
    for i in range(moved):
        out["got"][giver, 2 * stage + i] = class_of_card(back, back_wilds, i)
    out["tribute"][giver, stage] = GIVEN
    emit(log, TRIBUTE, giver, receiver, 2 * stage, moved)
    for i in range(moved):
        gave, got = out["gave"][giver, 2 * stage + i], out["got"][giver, 2 * stage + i]
        emit(log, TRIBUTE, -1, gave, got, 0)
    return True


@kernel
def pay_tribute(
    finish: Any, state: Any, move: Any, policies: Any, rules: Any, streams: Any, log: Any, out: Any
) -> Any:
    """Carry out the exchanges that the round before has left (GJ-64 to GJ-69).

    Parameters
    ----------
    finish : ndarray of int64, shape (6,)
        Order of that round.
    out : record of `records.RECORD`
        Its ``reds`` hold what each seat was dealt.

    Returns
    -------
    bool
        False where a policy returned cards that it may not.
    """
    fifth, sixth = finish[4], finish[5]
    swept = is_sweep(finish)
    ok = True
    if not (swept and rules["sweep_tribute"] == OPPOSITE_ONE):
        if (fifth - sixth) & 1 == 0 and not (swept and rules["sweep_tribute"] == ADDITIONAL):
            swap = rules["loser_swap"] != NO_SWAP
            if rules["loser_swap"] == ASKED_SWAP:
                first = _asked(fifth, ASK_SWAP, state, move, policies, rules, streams)
                second = _asked(sixth, ASK_SWAP, state, move, policies, rules, streams)
                swap = first != 0 and second != 0
            if swap:
                fifth, sixth = sixth, fifth
                out["swapped"] = 1
        ok = _exchange(
            sixth, finish[0], 2, 0, state, move, policies, rules, streams, log, out
        ) and _exchange(fifth, finish[1], 1, 0, state, move, policies, rules, streams, log, out)
    if swept and (rules["sweep_tribute"] == OPPOSITE_ONE or rules["sweep_tribute"] == ADDITIONAL):
        stage = 1 if rules["sweep_tribute"] == ADDITIONAL else 0
        for place in range(3, SEATS):
            giver = finish[place]
            ok = ok and _exchange(
                giver, duimen_of(giver), 1, stage, state, move, policies, rules, streams, log, out
            )
    state["view"]["giver"] = state["view"]["receiver"] = -1
    state["view"]["cards"] = 0
    return ok

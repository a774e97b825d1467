"""Tribute before the second and later rounds of a game (GJ-64 to GJ-70)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.cards import SEATS
from simcore.gouji.combos.packed import LANE, LANE_BITS, RANKS, class_of_card, hand_size
from simcore.gouji.records import Event, Phase, Tribute
from simcore.gouji.rules import LoserSwap, SameTeamTribute, SweepTribute
from simcore.gouji.scoring import is_sweep
from simcore.gouji.step.moves import ILLEGAL, duimen_of, emit, fault
from simcore.jit import kernel
from simcore.options import Switch

ON = int(Switch.ON)
ASKED_TEAM, WAIVED_TEAM = int(SameTeamTribute.POLICY), int(SameTeamTribute.WAIVE)
ASKED_SWAP, NO_SWAP = int(LoserSwap.POLICY), int(LoserSwap.NEVER)
OPPOSITE_ONE, ADDITIONAL = int(SweepTribute.OPPOSITE_ONE), int(SweepTribute.ADDITIONAL)
GIVEN, WAIVED, LIBERATED = int(Tribute.GIVEN), int(Tribute.WAIVED), int(Tribute.LIBERATED)
SWAP, DUTY, WAIVE, RETURN = int(Phase.SWAP), int(Phase.DUTY), int(Phase.WAIVE), int(Phase.RETURN)
LIBERATION, WAIVES, GIVES = int(Event.LIBERATION), int(Event.WAIVE), int(Event.TRIBUTE)
ALL_REDS = 4


@kernel
def _highest(naturals: Any, wilds: Any) -> Any:
    """Class of the highest card of a hand, -1 of an empty one (GJ-2)."""
    if wilds >> 16:
        return RANKS + 2
    if wilds >> 8:
        return RANKS + 1
    if wilds:
        return RANKS
    rank = RANKS - 1
    while rank >= 0 and (naturals >> (LANE_BITS * rank)) & LANE == 0:
        rank -= 1
    return rank


@kernel
def _is_part(naturals: Any, wilds: Any, part: Any, part_wilds: Any) -> Any:
    """Whether some cards are part of a hand."""
    if part < 0 or part_wilds < 0 or part_wilds >> 16 > wilds >> 16:
        return False
    for rank in range(RANKS):
        if (part >> (LANE_BITS * rank)) & LANE > (naturals >> (LANE_BITS * rank)) & LANE:
            return False
    return part_wilds & 255 <= wilds & 255 and (part_wilds >> 8) & 255 <= (wilds >> 8) & 255


@kernel
def _owe(state: Any, giver: Any, receiver: Any, cards: Any, stage: Any) -> None:
    """Add a duty."""
    n = state["duties"]
    state["giver"][n], state["receiver"][n] = giver, receiver
    state["cards"][n], state["stage"][n] = cards, stage
    state["duties"] = n + 1
    state["record"]["receiver"][giver, stage] = receiver


@kernel
def open_tribute(state: Any, rules: Any) -> None:
    """See what the round before has left to settle: the losers' swap first (GJ-64 to GJ-68)."""
    finish = state["match"]["finish"]
    fifth, sixth = finish[4], finish[5]
    state["duties"] = state["duty"] = state["next"] = state["agreed"] = 0
    state["queue"][0], state["queue"][1] = fifth, sixth
    state["queued"] = 0
    state["phase"] = SWAP
    if rules["tribute"] != ON:
        state["phase"] = DUTY
        return
    barred = is_sweep(finish) and rules["sweep_tribute"] in (OPPOSITE_ONE, ADDITIONAL)
    if (fifth - sixth) & 1 == 0 and not barred and rules["loser_swap"] != NO_SWAP:
        state["queued"] = 2
        view = state["view"]
        view["giver"], view["receiver"], view["cards"] = sixth, finish[0], 2
        if rules["loser_swap"] != ASKED_SWAP:
            state["next"] = state["agreed"] = 2


@kernel
def set_duties(state: Any, rules: Any) -> None:
    """List the exchanges, once it is known whether fifth and sixth swap."""
    finish = state["match"]["finish"]
    fifth, sixth = finish[4], finish[5]
    if state["agreed"] == 2:
        fifth, sixth = sixth, fifth
        state["record"]["swapped"] = 1
    swept = is_sweep(finish)
    stage = 0
    if not (swept and rules["sweep_tribute"] == OPPOSITE_ONE):
        _owe(state, sixth, finish[0], 2, 0)
        _owe(state, fifth, finish[1], 1, 0)
        stage = 1
    if swept and rules["sweep_tribute"] in (OPPOSITE_ONE, ADDITIONAL):
        for place in range(3, SEATS):
            _owe(state, finish[place], duimen_of(finish[place]), 1, stage)
    state["phase"] = DUTY


@kernel
def open_duty(state: Any, rules: Any, log: Any) -> None:
    """Begin an exchange: between team mates they are asked first whether to skip it (GJ-66)."""
    k = state["duty"]
    giver, receiver = state["giver"][k], state["receiver"][k]
    state["queue"][0], state["queue"][1] = giver, receiver
    state["next"] = state["agreed"] = 0
    if (giver - receiver) & 1 == 0:
        if rules["same_team_tribute"] == ASKED_TEAM:
            view = state["view"]
            view["giver"], view["receiver"], view["cards"] = giver, receiver, state["cards"][k]
            state["phase"] = WAIVE
            return
        if rules["same_team_tribute"] == WAIVED_TEAM:
            state["agreed"] = 2
    give(state, rules, log)


@kernel
def _end_duty(state: Any, outcome: Any) -> None:
    k = state["duty"]
    state["record"]["tribute"][state["giver"][k], state["stage"][k]] = outcome
    view = state["view"]
    view["giver"] = view["receiver"] = -1
    view["cards"] = view["got"] = view["got_wilds"] = 0
    state["duty"] = k + 1
    state["phase"] = DUTY


@kernel
def give(state: Any, rules: Any, log: Any) -> None:
    """Move the highest cards, unless the exchange is skipped or refused (GJ-64, GJ-66, GJ-69)."""
    k = state["duty"]
    giver, receiver, stage = state["giver"][k], state["receiver"][k], state["stage"][k]
    out = state["record"]
    if state["agreed"] == 2:
        emit(log, WAIVES, giver, receiver, 0, 0)
        _end_duty(state, WAIVED)
        return
    if rules["liberation"] == ON and out["reds"][giver] == ALL_REDS:
        out["liberation"] += 1
        emit(log, LIBERATION, giver, receiver, 0, 0)
        _end_duty(state, LIBERATED)
        return
    given = given_wilds = moved = 0
    for i in range(state["cards"][k]):
        kind = _highest(state["naturals"][giver] - given, state["wilds"][giver] - given_wilds)
        if kind < 0:
            break
        if kind < RANKS:
            given += 1 << (LANE_BITS * kind)
        else:
            given_wilds += 1 << (8 * (kind - RANKS))
        out["gave"][giver, 2 * stage + i] = kind
        moved += 1
    state["naturals"][giver] -= given
    state["wilds"][giver] -= given_wilds
    state["naturals"][receiver] += given
    state["wilds"][receiver] += given_wilds
    view = state["view"]
    view["giver"], view["receiver"], view["cards"] = giver, receiver, moved
    view["got"], view["got_wilds"] = given, given_wilds
    state["phase"] = RETURN


@kernel
def take_back(state: Any, move: Any, log: Any) -> None:
    """Move the cards that the receiver returns (GJ-64)."""
    k = state["duty"]
    giver, receiver, stage = state["giver"][k], state["receiver"][k], state["stage"][k]
    back, back_wilds, moved = move["naturals"], move["wilds"], state["view"]["cards"]
    held, held_wilds = state["naturals"][receiver], state["wilds"][receiver]
    if not _is_part(held, held_wilds, back, back_wilds) or hand_size(back, back_wilds) != moved:
        fault(state, ILLEGAL)
        return
    state["naturals"][receiver] = held - back
    state["wilds"][receiver] = held_wilds - back_wilds
    state["naturals"][giver] += back
    state["wilds"][giver] += back_wilds
    out = state["record"]
    emit(log, GIVES, giver, receiver, moved, 0)
    for i in range(moved):
        kind = class_of_card(back, back_wilds, i)
        out["got"][giver, 2 * stage + i] = kind
        emit(log, GIVES, -1, out["gave"][giver, 2 * stage + i], kind, 0)
    _end_duty(state, GIVEN)

"""Shao Pai once it is announced: its plays, who may break it, what follows (GJ-49 to GJ-54)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.packed import (
    combo_blacks,
    combo_naturals,
    combo_reds,
    combo_size,
    combo_wilds,
    holds,
    whole_hand,
)
from simcore.gouji.combos.shao import FORM_A, FORM_B, MINIMAL
from simcore.gouji.records import MOST_COMBOS, End, Event, Phase
from simcore.gouji.rules import ShaoChainBreak, ShaoInterrupters
from simcore.gouji.step.duel import INTERRUPTION, PLAY, begin_duel, note_end, note_gouji
from simcore.gouji.step.moves import (
    CLEAR,
    ILLEGAL,
    can_reply,
    duimen_of,
    emit,
    fault,
    lay,
    rotate,
    wipe,
)
from simcore.jit import kernel

CHAIN, INTERRUPT = int(Phase.CHAIN), int(Phase.INTERRUPT)
BY_SHAO = int(End.SHAO)
SHAO, CHAINED, BROKEN = int(Event.SHAO), int(Event.CHAIN), int(Event.INTERRUPT)
ATTACKER_ONLY = int(ShaoInterrupters.ATTACKER_ONLY)
OPPONENTS_ONLY = int(ShaoInterrupters.OPPONENTS_ONLY)
CHAIN_GOUJI = int(ShaoChainBreak.GOUJI)


@kernel
def is_division(state: Any, seat: Any, move: Any, rules: Any) -> Any:
    """Whether an announced division is one the seat may announce (GJ-47)."""
    length, chain = move["length"], move["chain"]
    if length < 1 or length > MOST_COMBOS:
        return False
    if not beats(state["view"]["table"], chain[0], rules):
        return False
    naturals, wilds = state["naturals"][seat], state["wilds"][seat]
    if length == 1 and not rules["shao_single_allowed"]:
        return False
    if length == 2 and rules["shao_two_test"] == MINIMAL and whole_hand(naturals, wilds):
        return False
    for i in range(length):
        combo = chain[i]
        if combo <= 0 or not holds(naturals, wilds, combo):
            return False
        if 0 < i < length - 1 and combo_blacks(combo) + combo_reds(combo) == 0:
            return False
        naturals -= combo_naturals(combo)
        wilds -= combo_wilds(combo)
    return naturals == 0 and wilds == 0


@kernel
def announce(state: Any, seat: Any, move: Any, rules: Any, log: Any) -> None:
    """Break off the duel: `seat` plays out his hand as the move says (GJ-47)."""
    if not is_division(state, seat, move, rules):
        fault(state, ILLEGAL)
        return
    view = state["view"]
    length = move["length"]
    view["announcer"] = seat
    view["form"] = FORM_B if length > 2 else FORM_A
    view["starter"] = -1
    emit(log, SHAO, seat, state["attacker"], view["form"], length)
    for i in range(length):
        state["chain"][i] = move["chain"][i]
        emit(log, CHAINED, move["chain"][i], 0, 0, 0)
    state["chain_length"] = length
    state["chain_at"] = -1
    state["held_reds"] = state["wilds"][seat] >> 16
    state["bound"] = -1
    state["shown"] |= 1 << seat
    state["record"]["shao_announced"] += 1
    if state["record"]["shao_first"] < 0:
        state["record"]["shao_first"] = seat
    note_end(state, BY_SHAO)
    state["phase"] = CHAIN


@kernel
def _end_chain(state: Any, made: Any) -> None:
    view = state["view"]
    state["record"]["shao_ends"][view["form"] - 1, state["held_reds"], made] += 1
    view["announcer"] = -1
    view["form"] = view["chain_left"] = 0


@kernel
def next_of_chain(state: Any, rules: Any, log: Any) -> None:
    """Play the next combination of the run and queue those who can break it (GJ-49 to GJ-51)."""
    view = state["view"]
    seat = view["announcer"]
    at = state["chain_at"] + 1
    state["chain_at"] = at
    if at:
        emit(log, CLEAR, seat, 0, 0, 0)
        wipe(state)
        state["record"]["leads"] += 1
    combo = state["chain"][at]
    view["chain_left"] = state["chain_length"] - at - 1
    emit(log, PLAY, seat, combo, 0, 0)
    goes_on = lay(state, seat, combo, rules, log)
    if view["chain_left"] == 0:
        state["record"]["shao_made"] += 1
        _end_chain(state, 1)
        if goes_on:
            rotate(state)
        return
    queue_interrupters(state, rules)


@kernel
def queue_interrupters(state: Any, rules: Any) -> None:
    """Queue those who can beat the play of the run that lies on the table (GJ-50)."""
    view = state["view"]
    seat = view["announcer"]
    n = 0
    barred = 0 if rules["shao_after_pass"] else view["passed"]
    for i in range(6):
        other = state["attacker"] if i == 0 else (seat + i) % 6
        if i and other == state["attacker"]:
            continue
        if i and rules["shao_interrupters"] == ATTACKER_ONLY:
            continue
        if rules["shao_interrupters"] == OPPONENTS_ONLY and (other - seat) & 1 == 0:
            continue
        if (view["active"] & ~barred) >> other & 1 and can_reply(state, other, rules):
            state["queue"][n] = other
            n += 1
    state["queued"] = n
    state["next"] = 0
    state["phase"] = INTERRUPT if n else CHAIN


@kernel
def interrupt(state: Any, seat: Any, combo: Any, rules: Any, streams: Any, log: Any) -> None:
    """Break the run with a combination that beats the table (GJ-50, GJ-52)."""
    view = state["view"]
    if not beats(view["table"], combo, rules):
        fault(state, ILLEGAL)
        return
    starts = view["form"] == FORM_A or rules["shao_chain_break"] == CHAIN_GOUJI
    starts = starts and combo_size(combo) < state["left"][seat]
    starts = starts and (view["active"] >> duimen_of(seat)) & 1 == 1
    emit(log, BROKEN, seat, combo, 1 if starts else 0, 0)
    _end_chain(state, 0)
    if not lay(state, seat, combo, rules, log):
        return
    if starts:
        note_gouji(state, seat, INTERRUPTION)
        begin_duel(state, seat, rules, streams, log)
    else:
        rotate(state)

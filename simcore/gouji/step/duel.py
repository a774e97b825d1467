"""Gou Ji: what starts one, its windows for Shao Pai, its answers and its ends (GJ-36 to GJ-48)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats, triggers
from simcore.gouji.combos.packed import (
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
)
from simcore.gouji.combos.shao import FORM_A, FORM_B, SINGLE, is_short, shao_forms
from simcore.gouji.records import End, Event, Phase, Trigger
from simcore.gouji.rules import (
    GoujiExit,
    GoujiOnLastPlay,
    RangPai,
    ShaoEligible,
    ShaoPriority,
    ShaoWindow,
)
from simcore.gouji.step.moves import (
    ILLEGAL,
    PASS,
    close,
    duimen_of,
    emit,
    fault,
    lay,
    lay_here,
    lead,
    rotate,
)
from simcore.gouji.streams import CHANCE_ROW, draw
from simcore.jit import helper, kernel
from simcore.options import Switch

DUEL, WORD, WINDOW, RANG = int(Phase.DUEL), int(Phase.WORD), int(Phase.WINDOW), int(Phase.RANG)
PLAY, CLEARED = int(Event.PLAY), int(Event.CLEAR)
BY_STARTER, BY_DUIMEN, BY_EXIT = int(End.STARTER), int(End.DUIMEN), int(End.EXIT)
INTERRUPTION, RED = int(Trigger.INTERRUPTION), int(Trigger.RED)
BLACK, TWOS, TENS = int(Trigger.BLACK), int(Trigger.TWOS), int(Trigger.TENS)
RANK_OF_TENS = 7
ON = int(Switch.ON)
LAST_PLAY_NORMAL = int(GoujiOnLastPlay.NORMAL_PLAY)
OPPONENT_ONLY = int(GoujiExit.OPPONENT_ONLY)
NON_DUIMEN = int(ShaoEligible.NON_DUIMEN)
AFTER_DUIMEN_PASS = int(ShaoWindow.AFTER_DUIMEN_PASS)
EVERY_DUEL_PLAY = int(ShaoWindow.EVERY_DUEL_PLAY)
DUIMEN_FIRST, BY_CHANCE = int(ShaoPriority.DUIMEN_FIRST), int(ShaoPriority.RANDOM)
SIGNAL = int(RangPai.SIGNAL)
ANY_FORM = FORM_A | FORM_B | SINGLE


@kernel
def trigger_kind(combo: Any) -> Any:
    """Name what triggers in a combination, a `records.Trigger`."""
    if combo_reds(combo):
        return RED
    if combo_blacks(combo):
        return BLACK
    return TENS + combo_rank(combo) - RANK_OF_TENS if combo_n(combo) else TWOS


@kernel
def opens_gouji(state: Any, seat: Any, combo: Any, rules: Any) -> Any:
    """Whether a lead or a normal reply, not yet laid, starts a Gou Ji (GJ-38)."""
    active = state["view"]["active"]
    if (active >> duimen_of(seat)) & 1 == 0 or not triggers(combo, rules):
        return False
    goes_out = combo_size(combo) == state["left"][seat]
    if goes_out and rules["gouji_on_last_play"] == LAST_PLAY_NORMAL:
        return False
    players = 6 - state["view"]["n_out"] - (1 if goes_out else 0)
    return players >= rules["gouji_min_active"]


@kernel
def rang_seat(state: Any, seat: Any, rules: Any) -> Any:
    """Who can be asked to pass once `seat` has replied, or -1 (GJ-55)."""
    view = state["view"]
    asker = duimen_of(seat)
    if view["owner"] != asker or rules["rang_pai"] != SIGNAL:
        return -1
    asked = (asker + 4) % 6
    between = (1 << (asker + 1) % 6) | (1 << (asker + 2) % 6)
    both = (1 << asker) | (1 << asked)
    if view["active"] & both != both or view["active"] & view["passed"] & between != between:
        return -1
    return -1 if (view["passed"] >> asked) & 1 else asked


@helper
def settle(state: Any, seat: Any, combo: Any, rules: Any, streams: Any, log: Any) -> None:
    """Lay a lead or a normal reply and see what it starts."""
    view = state["view"]
    is_lead = view["table"] == 0
    starts = opens_gouji(state, seat, combo, rules)
    asked = -1 if is_lead else rang_seat(state, seat, rules)
    emit(log, PLAY, seat, combo, 1 if starts else 0, 0)
    if is_lead:
        state["record"]["leads"] += 1
    if starts:
        note_gouji(state, seat, trigger_kind(combo))
    if not lay_here(state, seat, combo, rules, log):
        note_end(state, BY_STARTER)
        return
    if starts:
        if state["left"][seat]:
            begin_duel(state, seat, rules, streams, log)
        else:
            view["starter"] = seat
            last_word(state, duimen_of(seat))
    elif asked >= 0:
        view["asker"] = duimen_of(seat)
        state["turn"] = asked
        state["phase"] = RANG
    elif is_lead:
        rotate(state)


@kernel
def note_gouji(state: Any, seat: Any, kind: Any) -> None:
    """Count a Gou Ji."""
    state["kind"] = kind
    state["record"]["gouji"] += 1
    state["record"]["gouji_by"][seat] += 1


@kernel
def note_end(state: Any, end: Any) -> None:
    """Count how the Gou Ji under way ended; nothing where there is none."""
    if state["kind"] >= 0:
        state["record"]["gouji_ends"][state["kind"], end] += 1
        state["kind"] = -1


@kernel
def win_duel(state: Any, log: Any) -> None:
    """Let the owner of the table clear it after a duel and lead (GJ-42)."""
    view = state["view"]
    seat = view["owner"]
    note_end(state, BY_STARTER if seat == view["starter"] else BY_DUIMEN)
    emit(log, CLEARED, seat, 0, 0, 0)
    lead(state, seat)


@kernel
def begin_duel(state: Any, seat: Any, rules: Any, streams: Any, log: Any) -> None:
    """Start the duel of `seat`, whose combination lies on the table (GJ-40)."""
    view = state["view"]
    state["bound"] = -1
    view["starter"] = seat
    state["turn"] = duimen_of(seat)
    if combo_reds(view["table"]):
        win_duel(state, log)
    else:
        open_window(state, 0, rules, streams)


@kernel
def open_window(state: Any, passed: Any, rules: Any, streams: Any) -> None:
    """Queue those who may announce Shao Pai against the owner of the table (GJ-46 to GJ-48).

    Parameters
    ----------
    passed : int64
        1 where the Dui Men has just passed, so that the duel is over if nobody announces.
    """
    view = state["view"]
    attacker = view["owner"]
    state["attacker"] = attacker
    state["passed_window"] = passed
    state["phase"] = WINDOW
    n = 0
    if rules["shao_pai"] == ON:
        priority = rules["shao_priority"]
        barred = 0 if rules["shao_after_pass"] else view["passed"]
        for i in range(3):
            step = 2 * i + 1
            if priority == DUIMEN_FIRST and i < 2:
                step = 4 - step
            seat = (attacker + step) % 6
            if step == 3 and rules["shao_eligible"] == NON_DUIMEN:
                continue
            if (view["active"] & ~barred) >> seat & 1 == 0:
                continue
            naturals, wilds = state["naturals"][seat], state["wilds"][seat]
            if is_short(naturals, wilds) and shao_forms(
                naturals, wilds, view["table"], rules, ANY_FORM
            ):
                state["record"]["shao_chances"][seat] += 1
                state["queue"][n] = seat
                n += 1
        if priority == BY_CHANCE:
            for left in range(n, 1, -1):
                j = draw(streams, CHANCE_ROW, left)
                moved = state["queue"][j]
                state["queue"][j] = state["queue"][left - 1]
                state["queue"][left - 1] = moved
    state["queued"] = n
    state["next"] = 0


@kernel
def after_window(state: Any, log: Any) -> None:
    """Nobody announced: the duel goes on, or is over (GJ-46)."""
    if state["passed_window"]:
        win_duel(state, log)
    else:
        state["phase"] = DUEL


@kernel
def duel_pass(state: Any, rules: Any, streams: Any, log: Any) -> None:
    """Let the duellist whose turn it is pass; the other wins (GJ-42)."""
    view = state["view"]
    seat = state["turn"]
    view["passed"] |= 1 << seat
    state["record"]["passes"] += 1
    emit(log, PASS, seat, 0, 0, 0)
    second = rules["shao_window"] == AFTER_DUIMEN_PASS
    if second and seat == duimen_of(view["starter"]):
        open_window(state, 1, rules, streams)
    else:
        win_duel(state, log)


@kernel
def duel_play(state: Any, combo: Any, rules: Any, streams: Any, log: Any) -> None:
    """Lay an answer in a duel (GJ-40, GJ-41, GJ-43)."""
    view = state["view"]
    seat = state["turn"]
    if not beats(view["table"], combo, rules):
        fault(state, ILLEGAL)
        return
    if (view["passed"] >> seat) & 1:
        state["record"]["reentries"] += 1
    emit(log, PLAY, seat, combo, 0, 0)
    if not lay(state, seat, combo, rules, log):
        note_end(state, BY_EXIT)
        return
    other = duimen_of(seat)
    if state["left"][seat] == 0:
        note_end(state, BY_EXIT)
        if rules["gouji_exit"] == OPPONENT_ONLY:
            last_word(state, other)
        else:
            rotate(state)  # the other is not marked: he has laid the combination before
        return
    state["turn"] = other
    if combo_reds(combo):
        win_duel(state, log)
    elif rules["shao_window"] == EVERY_DUEL_PLAY:
        open_window(state, 0, rules, streams)
    else:
        state["phase"] = DUEL


@kernel
def last_word(state: Any, seat: Any) -> None:
    """Let one seat alone answer a last play (GJ-38, GJ-43)."""
    state["turn"] = seat
    state["phase"] = WORD


@kernel
def word_play(state: Any, combo: Any, rules: Any, log: Any) -> None:
    """Answer a last play, or pass (0); then the table is closed either way."""
    view = state["view"]
    seat = state["turn"]
    if combo == 0:
        state["record"]["passes"] += 1
        emit(log, PASS, seat, 0, 0, 0)
        note_end(state, BY_STARTER)
    else:
        if not beats(view["table"], combo, rules):
            fault(state, ILLEGAL)
            return
        emit(log, PLAY, seat, combo, 0, 0)
        note_end(state, BY_DUIMEN)
        if not lay(state, seat, combo, rules, log):
            return
    view["starter"] = -1
    close(state, rules, log)

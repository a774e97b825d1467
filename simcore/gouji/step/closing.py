"""The end of a round: its score, its record, and where that leaves the match (GJ-60 to GJ-71)."""

from __future__ import annotations

from typing import Any

from simcore.gouji.cards import SEATS
from simcore.gouji.records import Event
from simcore.gouji.rules import GameTie
from simcore.gouji.scoring import check_round, complete_finish, is_sweep, score_round
from simcore.gouji.step.moves import emit
from simcore.jit import kernel

SCORE, END = int(Event.SCORE), int(Event.END)
TIE_IS_DRAW = int(GameTie.DRAW)


@kernel
def close_round(state: Any, rules: Any, log: Any) -> None:
    """Score a finished round, put it into its record and take the match on (GJ-60 to GJ-71)."""
    view, match, out = state["view"], state["match"], state["record"]
    complete_finish(state)
    out["status"] = check_round(state)
    if out["status"]:
        match["over"] = 1
        return
    finish = view["finish"]
    score_round(finish, rules, out["points"])
    for team in range(2):
        match["total"][team] += out["points"][team]
        out["total"][team] = match["total"][team]
    for place in range(SEATS):
        match["finish"][place] = finish[place]
        out["place"][finish[place]] = place + 1
        out["cards_left"][place] = state["left"][place]
    out["sweep"] = 1 if is_sweep(finish) else 0
    emit(log, SCORE, out["sweep"], out["points"][0], out["points"][1], 0)
    for place in range(SEATS):
        emit(log, SCORE, finish[place], 0, 0, 0)
    ahead = match["total"][0] - match["total"][1]
    at_limit = match["round"] >= match["last_round"]
    played = match["hand"] >= rules["hands_per_game"]
    is_done = at_limit or (played and (ahead != 0 or rules["game_tie"] == TIE_IS_DRAW))
    if is_done:
        out["game_over"] = 1
        if ahead:
            match["wins"][0 if ahead > 0 else 1] += 1
    out["wins"][0], out["wins"][1] = match["wins"][0], match["wins"][1]
    if at_limit or (is_done and match["game"] + 1 >= rules["games_per_session"]):
        match["over"] = out["match_over"] = 1
        lead = match["wins"][0] - match["wins"][1]
        if lead:
            out["winner"] = 0 if lead > 0 else 1
        emit(log, END, out["winner"], match["round"], match["total"][0], match["total"][1])
    elif is_done:
        match["game"] += 1
        match["hand"] = 0
        match["total"][0] = match["total"][1] = 0

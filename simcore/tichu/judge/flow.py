"""One trick followed action by action, through the step room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcore.status import KaipaiError
from simcore.tichu import records as rec
from simcore.tichu import step
from simcore.tichu.cards import DECK, MAH, SEATS
from simcore.tichu.streams import STREAMS


def _hands(
    active: Sequence[int], actions: Sequence[tuple[int, int, int]], leaving: Mapping[int, int]
) -> list[int]:
    """Cards of each seat: what it lays, and one more unless these are its last."""
    hands = [0] * SEATS
    for seat, _, cards in actions:
        if hands[seat] & cards:
            raise KaipaiError(f"field 'actions': seat {seat} lays a card twice")
        hands[seat] |= cards
    used = 0
    for hand in hands:
        if used & hand:
            raise KaipaiError("field 'actions': a card is laid by two seats")
        used |= hand
    spare = int(DECK) & ~used & ~int(MAH)
    for seat in active:
        is_last = seat in leaving and any(
            s == seat and cards == leaving[seat] for s, _, cards in actions
        )
        if not is_last:
            card = spare & -spare
            hands[seat] |= card
            spare ^= card
    return hands


def follow(
    active: Sequence[int],
    finished: Sequence[int],
    lead: int,
    actions: Sequence[tuple[int, int, int]],
    leaving: Mapping[int, int],
    wish: int,
    rules: np.void,
) -> dict[str, Any]:
    """Play the actions of one trick; nobody bombs out of turn or calls but for them.

    Parameters
    ----------
    active : sequence of int
        Seats that hold cards.
    finished : sequence of int
        The others in the order of going out.
    lead : int
    actions : sequence of (seat, combo, cards)
        Combo 0 is a pass.
    leaving : mapping of int to int
        Last cards of seats that go out.
    wish : int
        Rank wished, or 0.
    rules : records.RULES

    Returns
    -------
    dict
        ``receivers`` (mask, 0 without a finished trick), ``next_lead``, ``turn_next``,
        ``wish``, ``round_over``.

    Raises
    ------
    KaipaiError
        An action that is not possible where it stands.
    """
    if lead not in active:
        raise KaipaiError(f"field 'lead': seat {lead} is out")
    blank = step.blank_state()
    state = blank[0]
    view = state["view"]
    streams = np.zeros(1, dtype=STREAMS)[0]
    logs = np.zeros(1, dtype=rec.LOG)
    log = logs[0]
    state["callers"] = 0
    view["active"] = sum(1 << seat for seat in active)
    view["n_out"] = len(finished)
    view["finish"][: len(finished)] = finished
    view["wish"] = wish
    for seat, hand in enumerate(_hands(active, actions, leaving)):
        state["own"][seat]["seat"] = seat
        state["own"][seat]["hand"] = hand
        view["left"][seat] = hand.bit_count()
        state["deck"] |= np.uint64(hand)
    view["seat"], view["ask"] = lead, rec.ASK_TURN
    for seat, combo, cards in actions:
        if view["ask"] != rec.ASK_TURN:
            raise KaipaiError("field 'actions': the trick is over before the last of them")
        on_turn = seat == view["seat"]
        wish_before = int(view["wish"])
        if on_turn:
            stage = step.answer_turn(state, seat, combo, np.uint64(cards), rules, log)
        else:
            view["seat"] = seat
            if combo == 0 or view["top"] == 0 or seat not in active:
                raise KaipaiError(f"field 'actions': seat {seat} is not on turn (TI-25)")
            stage = step.answer_bomb(state, combo, np.uint64(cards), rules, log)
        step.advance(state, stage, rules, log, streams)
        if view["ask"] == rec.ASK_WISH:
            stage = step.answer_wish(state, 2, rules, log)
            # no wish is named here but the case's, which nothing laid with the Mah Jong meets
            view["wish"] = wish_before
            step.advance(state, stage, rules, log, streams)
        if state["record"]["status"]:
            raise KaipaiError(f"field 'actions': seat {seat} may not do that (TI-22 to TI-25)")
    receivers = 0
    if view["ask"] == rec.ASK_GIFT:
        receivers = int(state["receivers"])
        to = (receivers & -receivers).bit_length() - 1
        step.advance(state, step.answer_gift(state, to, rules, log), rules, log, streams)
    else:
        for row in log["rows"][: log["n"]]:
            if row[0] == rec.EVENT_TRICK:
                receivers = 1 << int(row[2])
    over = view["ask"] == rec.ASK_NOTHING
    is_lead = not over and view["top"] == 0
    return {
        "receivers": receivers,
        "next_lead": int(view["seat"]) if is_lead else None,
        "turn_next": None if over or is_lead else int(view["seat"]),
        "wish": 0 if over else int(view["wish"]),
        "round_over": bool(over),
    }

"""Decisions of Tichu: what a seat knows, the options, and the rounds that follow from each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.deal import Plan, deal_given, deal_many, plan
from simcore.decisions import (
    Decision,
    Given,
    Records,
    check_names,
    named_options,
    refused,
    silent,
)
from simcore.jit import U64
from simcore.rng import ASK
from simcore.status import RoundError
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK, DECK_WORDS, FIRST, HAND, SEATS
from simcore.tichu.engine import policy_array
from simcore.tichu.policies import Policy, looks_ahead
from simcore.tichu.positions.givens import (
    Table,
    check_calls,
    read_bets,
    read_hand,
    read_score,
    read_table,
    score_note,
)
from simcore.tichu.positions.kernels import GIVEN, reach_early, reach_late
from simcore.tichu.positions.options import (
    Options,
    exchange_options,
    gift_options,
    grand_options,
    named_exchange,
    named_simple,
    named_turn,
    option,
    tichu_options,
    turn_options,
    wish_options,
)
from simcore.tichu.questions import EARLY, QUESTIONS
from simcore.tichu.rules import Exchange, PartnerCall, Rules
from simcore.tichu.search import OWN, Lookahead, OpenRound, play_on, play_out
from simcore.tichu.step import STAY, blank_state
from simcore.tichu.streams import STREAMS

NO_CALL = {
    "grand": "no_call: no Grand Tichu; a Tichu may still be called later in the round",
    "tichu": "no_call: no Tichu in this whole round; the cards are those dealt, before the "
    "exchange",
}
ATTEMPTS = 64
"""Deals tried for a position before one is taken whose bets the policies would not have made."""
ROUND = 1

Array = npt.NDArray[Any]


class Desk:
    """Arrays that the kernels work in; a new one for each call, since threads call at once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rec.rules_record(rules)
        self.states = np.zeros(1, dtype=rec.STATE)
        self.blank = blank_state()
        self.streams = np.zeros(1, dtype=STREAMS)
        self.logs = np.zeros(1, dtype=rec.LOG)
        self.logs["n"] = -1


@dataclass(frozen=True)
class Setting:
    """What is the same in every position of a question."""

    rules: Rules
    policies: Array
    given: Array
    hand: int


def question(
    name: str, rules: Rules, given: Given, policies: Sequence[int],
    before: Callable[[], object] = silent,
) -> Decision:  # fmt: skip
    """Turn a question into a decision.

    Parameters
    ----------
    name : str
        One of `QUESTIONS`.
    rules : Rules
    given : mapping of str to str
        Options of the command line by name.
    policies : sequence of int
        Policy of each seat.
    before : callable
        Is told when the givens are read, and kernels are about to be called.

    Returns
    -------
    Decision

    Raises
    ------
    KaipaiError
        A given is malformed (exit code 2), or no deal agrees with it (exit code 5).
    """
    check_names(
        given, QUESTIONS[name], name, ("cards", "table") if name == "follow" else ("cards",)
    )
    if name in EARLY:
        return _early(name, rules, given, policy_array(policies), before)
    return _late(name, rules, given, policy_array(policies), before)


# --- before the first lead ------------------------------------------------------------------------


def _early(
    name: str, rules: Rules, given: Given, policies: Array, before: Callable[[], object]
) -> Decision:
    hand = read_hand(given, FIRST if name == "grand" else HAND)
    bets = read_bets(given, rules)
    _check_early(name, rules, bets)
    score = read_score(given, rules)
    named = named_options(given["options"]) if "options" in given else []
    gifts = dict(named_exchange(text, hand) for text in named if name == "exchange")
    before()
    record = np.zeros(1, dtype=GIVEN)
    asks = {"grand": rec.ASK_GRAND, "tichu": rec.ASK_TICHU, "exchange": rec.ASK_EXCHANGE}
    record["ask"], record["round"] = asks[name], ROUND
    record["total"], record["bets"] = score, bets
    # what a policy that looks ahead is sure of before it looks: bets, and gifts among the options
    sure = np.array(
        [int(Policy.HEURISTIC) if looks_ahead([policy]) else policy for policy in policies]
    )
    setting = Setting(rules, sure, record, hand)

    def deal(seed: int, first: int, n: int) -> Array:
        return _deal_early(setting, seed, first, n)

    if name == "grand":
        listed = grand_options()
    elif name == "tichu":
        listed = tichu_options()
    elif gifts:
        listed = gifts
    else:
        gift = _play(setting, option(int(OWN)), 0, 0, deal(0, 0, 1))["gave"][0, 0]
        listed = exchange_options(hand, tuple(map(int, gift)))
    if named and not gifts:
        listed = dict(named_simple(text, listed) for text in named)
    notes = (*((NO_CALL[name],) if name in NO_CALL else ()), *score_note(given))
    return _decision(replace(setting, policies=policies), listed, deal, notes)


def _check_early(name: str, rules: Rules, bets: Sequence[int]) -> None:
    """Refuse questions that the rules or the bets leave no room for."""
    stakes = {"grand": rules.stake_grand, "tichu": rules.stake_small}
    if not stakes.get(name, 1):
        raise refused(f"there is no {name} under these rules (TI-52)")
    if name == "exchange" and rules.exchange == Exchange.NONE:
        raise refused("there is no exchange under these rules (TI-10)")
    if name == "tichu" and bets[0]:
        raise refused("seat 0 has bet already")
    if name == "tichu" and bets[2] and rules.partner_double_call == PartnerCall.ONE_PER_TEAM:
        raise refused("the partner has bet, and only one of a team may (TI-9)")
    check_calls(bets, (), rules)


def _heads_plan(hand: int) -> Plan:
    """Split of the unseen cards: first 8 of each seat, then the others."""
    held = hand.bit_count()
    head = FIRST - held if held <= FIRST else 0
    return plan([HAND - held, *[HAND] * (SEATS - 1)], heads=[head, *[FIRST] * (SEATS - 1)])


def _deal_early(setting: Setting, seed: int, first: int, n: int) -> Array:
    """Positions at an early question.

    Raises
    ------
    KaipaiError
        The rules never ask it there.
    """
    split = _heads_plan(setting.hand)
    deck = DECK_WORDS & ~U64(setting.hand)
    own = [bit for bit in range(int(DECK).bit_length()) if setting.hand >> bit & 1]
    head = sum(1 << bit for bit in own[:FIRST])
    parts = np.zeros((n, split.slots.size, 1), dtype=np.uint64)
    out = np.zeros(n, dtype=rec.STATE)
    fits = np.zeros(n, dtype=np.bool_)
    desk = Desk(setting.rules)
    for attempt in range(ATTEMPTS):
        deal_many(
            U64(seed), ASK, U64(first), U64(attempt), deck, split.steps, split.slots,
            split.n_words, parts,
        )  # fmt: skip
        words = np.ascontiguousarray(parts[:, :, 0])
        words[:, 0] |= np.uint64(head)
        words[:, SEATS] |= np.uint64(setting.hand & ~head)
        is_asked = reach_early(
            U64(seed), U64(first), words, setting.given, desk.rules, setting.policies,
            desk.states, desk.blank, desk.streams, desk.logs, out, fits,
        )  # fmt: skip
        if not is_asked:
            raise refused("under these rules seat 0 is not asked that before the first lead")
        if fits.all():
            break
    return out


# --- in the play ----------------------------------------------------------------------------------


def _late(
    name: str, rules: Rules, given: Given, policies: Array, before: Callable[[], object]
) -> Decision:
    table = read_table(given, rules, name, before)
    asks = {"wish": rec.ASK_WISH, "dragon": rec.ASK_GIFT}
    record = np.zeros(1, dtype=GIVEN)
    view = record[0]
    view["ask"], view["round"] = asks.get(name, rec.ASK_TURN), ROUND
    view["total"], view["bets"], view["points"] = table.total, table.bets, table.points
    view["callers"] = _callers(table, rules)
    laid = table.cards.bit_count()
    sizes = [
        left + (laid if seat == table.owner else 0) for seat, left in enumerate(table.left)
    ]  # fmt: skip
    view["active"] = sum(1 << seat for seat in range(SEATS) if sizes[seat])
    view["finish"] = [*table.finish, -1, -1, -1][:3]
    view["n_out"], view["wish"] = len(table.finish), table.wish
    view["played"], view["pile"] = table.played, table.pile
    view["owner"], view["combo"], view["cards"] = table.owner, table.combo, table.cards
    setting = Setting(rules, policies, record, table.hand)

    def deal(seed: int, first: int, n: int) -> Array:
        return _deal_late(setting, table, seed, first, n)

    if name == "wish":
        listed = wish_options(rules)
    elif name == "dragon":
        listed = gift_options(table, int(deal(0, 0, 1)[0]["receivers"]))
    else:
        listed = turn_options(table, rules)
    if "options" in given:
        if name in ("wish", "dragon"):
            named = [named_simple(text, listed) for text in named_options(given["options"])]
        else:
            named = [
                named_turn(text, table, rules, listed) for text in named_options(given["options"])
            ]
        listed = dict(named)
    notes = [f"cards left, by seat: {', '.join(map(str, table.left))}", *score_note(given)]
    if "points" not in given and table.played:
        notes.append("points won so far: taken as equal on both sides, since --points is not given")
    return _decision(setting, listed, deal, tuple(notes))


def _callers(table: Table, rules: Rules) -> int:
    """Seats that may still call Tichu: all their cards in hand, and no bet (TI-8)."""
    found = 0
    for seat in range(SEATS):
        partner = table.bets[seat ^ 2] and rules.partner_double_call == PartnerCall.ONE_PER_TEAM
        if rules.stake_small and table.left[seat] == HAND and not table.bets[seat] and not partner:
            found |= 1 << seat
    return found


def _deal_late(setting: Setting, table: Table, seed: int, first: int, n: int) -> Array:
    """Positions in a trick under way.

    Raises
    ------
    KaipaiError
        The question does not come up after the play on the table.
    """
    unseen = int(DECK) & ~table.hand & ~table.played & ~table.cards
    parts = deal_given(np.array([unseen], dtype=np.uint64), table.left[1:], seed, first, n)
    hands = np.zeros((n, SEATS), dtype=np.uint64)
    hands[:, 0] = table.hand
    hands[:, 1:] = parts[:, : SEATS - 1, 0]
    if table.owner >= 0:
        hands[:, table.owner] |= np.uint64(table.cards)
    out = np.zeros(n, dtype=rec.STATE)
    desk = Desk(setting.rules)
    is_asked = reach_late(
        U64(seed), U64(first), hands, setting.given, desk.rules, desk.states, desk.blank,
        desk.streams, desk.logs, out,
    )  # fmt: skip
    if not is_asked:
        raise refused("seat 0 is not asked that after this play")
    return out


# --- playing out ----------------------------------------------------------------------------------


def _decision(
    setting: Setting, listed: Options, deal: Callable[[int, int, int], Array],
    notes: tuple[str, ...],
) -> Decision:  # fmt: skip
    """Put options and positions together.

    Raises
    ------
    KaipaiError
        There is nothing to choose.
    """
    if len(listed) < 2:
        raise refused(f"there is only one option: {', '.join(listed)}")
    options = list(listed.values())

    def play(seed: int, first: int, positions: Array, k: int) -> Records:
        return _play(setting, options[k], seed, first, positions)

    return Decision(tuple(listed), deal, play, notes)


def _play(setting: Setting, forced: Array, seed: int, first: int, positions: Array) -> Records:
    """Play positions out with one option.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    desk = Desk(setting.rules)
    out = np.zeros(len(positions), dtype=rec.RECORD)
    if looks_ahead(setting.policies):
        status = _look_ahead(setting, forced, seed, first, positions, desk, out)
    else:
        status = play_on(
            U64(seed), U64(first), positions, forced, STAY, desk.rules, setting.policies,
            desk.states, desk.streams, desk.logs, out,
        )  # fmt: skip
    if status:
        raise RoundError(int(status), "tichu", seed, first, ROUND)
    return out


def _look_ahead(
    setting: Setting, forced: Array, seed: int, first: int, positions: Array, desk: Desk,
    out: Records,
) -> int:  # fmt: skip
    """Play positions out one by one, for policies that look ahead; the first bad status."""
    lookahead = Lookahead(desk.rules)
    table = OpenRound(desk.states, desk.streams, desk.logs)
    for i in range(len(positions)):
        desk.logs["n"] = 0
        status = play_out(
            lookahead, table, setting.policies, seed, first + i, positions[i : i + 1],
            forced.copy(), STAY, out[i : i + 1],
        )  # fmt: skip
        if status:
            return status
    return 0


__all__ = ["QUESTIONS", "question"]

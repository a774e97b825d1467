"""Decisions of Gou Ji: what a seat knows, the options, and the rounds that follow from each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.deal import deal_given
from simcore.decisions import (
    Decision,
    Given,
    Records,
    check_names,
    impossible,
    named_options,
    read_seat,
    refused,
    silent,
)
from simcore.gouji.cards import DECK_WORDS, HAND, N_CARDS, RANK_NAMES, SEATS, WORDS
from simcore.gouji.cards import read_hand as read_dealt
from simcore.gouji.combos import triggers
from simcore.gouji.combos.packed import combo_reds
from simcore.gouji.engine import Scratch, looks_ahead, policy_array
from simcore.gouji.positions.givens import (
    Cards,
    Table,
    check_deck,
    mask_of,
    packed,
    read_cards,
    read_hand,
    read_table,
    read_total,
    score_note,
    shares_of,
    shown,
)
from simcore.gouji.positions.kernels import (
    GIVEN,
    deal_apart,
    reach_play,
    reach_return,
    reach_revolution,
)
from simcore.gouji.positions.options import (
    Options,
    named_play,
    named_return,
    named_shao,
    named_simple,
    play_options,
    return_options,
    revolution_options,
    shao_options,
)
from simcore.gouji.positions.situation import check_return, check_table
from simcore.gouji.questions import QUESTIONS
from simcore.gouji.records import RECORD, STATE, Ask
from simcore.gouji.rules import Choice, Rules
from simcore.gouji.search import FORCE, Looker, finish_round
from simcore.jit import U64
from simcore.options import Switch
from simcore.rng import new_streams
from simcore.status import RoundError

NEEDED = {"follow": ("cards", "table"), "shao": ("cards", "table"),
          "return": ("cards", "received", "to")}  # fmt: skip
ASKS = {"revolution": Ask.REVOLUTION, "lead": Ask.LEAD, "follow": Ask.FOLLOW, "shao": Ask.SHAO,
        "return": Ask.RETURN}  # fmt: skip
ROUND = 1
"""Number of the round whose words the policies and redeals draw."""
FIRST_ROUND = "the round is the first of a match, before any tribute"

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Setting:
    """What is the same in every position of a question."""

    rules: Rules
    policies: Array
    given: Array


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
    check_names(given, QUESTIONS[name], name, NEEDED.get(name, ("cards",)))
    record = np.zeros(1, dtype=GIVEN)
    record["ask"], record["total"] = int(ASKS[name]), read_total(given)
    record["owner"] = record["starter"] = record["giver"] = -1
    record["finish"] = -1
    setting = Setting(rules, policy_array(policies), record)
    if name == "revolution":
        return _revolution(setting, given, before)
    if name == "return":
        return _return(setting, given, before)
    return _play(name, setting, given, before)


# --- the three situations -------------------------------------------------------------------------


def _revolution(setting: Setting, given: Given, before: Callable[[], object]) -> Decision:
    rules = setting.rules
    hand = read_hand(given, HAND)
    if hand["2"] or hand["BJ"] or hand["RJ"]:
        raise refused("a Revolution hand has no joker and no 2 (GJ-16)")
    if rules.revolution != Switch.ON or rules.revolution_policy != Choice.POLICY:
        raise refused("under these rules nobody is asked for a Revolution (GJ-17)")
    own = read_dealt(given["cards"])

    def deal(seed: int, first: int, n: int) -> Array:
        hands = np.zeros((n, SEATS, WORDS), dtype=np.uint64)
        hands[:, 0] = own
        hands[:, 1:] = deal_given(DECK_WORDS & ~own, [HAND] * (SEATS - 1), seed, first, n)
        desk, out = Scratch(rules), np.zeros(n, dtype=STATE)
        is_asked = reach_revolution(
            U64(seed), U64(first), hands, setting.given, desk.rules, setting.policies, desk.state,
            desk.blank, desk.draw, desk.move, desk.streams, desk.log, out,
        )  # fmt: skip
        if not is_asked:
            raise refused("under these rules seat 0 is not asked")
        return out

    listed = revolution_options()
    if "options" in given:
        listed = dict(named_simple(text, listed) for text in named_options(given["options"]))
    before()
    return _decision(setting, listed, deal, (FIRST_ROUND, *score_note(given)))


def _return(setting: Setting, given: Given, before: Callable[[], object]) -> Decision:
    got = read_cards("received", given["received"])
    n = got.total()
    if not 1 <= n <= 2:
        raise refused("tribute is one card or two (GJ-64)")
    hand = read_hand(given, HAND, HAND + n)
    if hand.total() == HAND:
        hand = hand + got
    check_deck(hand)
    if got - hand:
        raise impossible(f"{shown(got - hand)} was received and is not in the hand")
    giver = read_seat("to", given["to"], SEATS)
    if giver == 0:
        raise refused("seat 0 gives back to another seat")
    check_return(giver, setting.rules)
    record = setting.given
    record["giver"], record["cards"] = giver, n
    record["got"], record["got_wilds"] = packed(got)
    own = mask_of(hand, Cards())
    lowest = min(RANK_NAMES.index(rank) for rank in got)
    limit = 16 * (lowest + 1) if lowest < 13 else 208 + 4 * (lowest - 12)
    hidden = [k for k in range(N_CARDS) if not int(own[k // 64]) >> k % 64 & 1]
    n_low = sum(k < limit for k in hidden)
    if n_low < HAND - n:
        raise impossible("the giver cannot be without a higher card than those given (GJ-64)")
    others = [giver, *(seat for seat in range(1, SEATS) if seat != giver)]
    needs = np.array([HAND - n] + [HAND] * (SEATS - 2), dtype=np.int64)

    def deal(seed: int, first: int, count: int) -> Array:
        parts = np.zeros((count, SEATS - 1, WORDS), dtype=np.uint64)
        cards = np.array(hidden, dtype=np.int64)
        deal_apart(U64(seed), U64(first), cards, n_low, needs, new_streams(1), parts)
        hands = np.zeros((count, SEATS, WORDS), dtype=np.uint64)
        hands[:, 0] = own
        hands[:, others] = parts
        desk, out = Scratch(setting.rules), np.zeros(count, dtype=STATE)
        reach_return(
            U64(first), hands, record, desk.rules, desk.state, desk.blank, desk.draw, desk.streams,
            desk.log, out,
        )  # fmt: skip
        return out

    listed = return_options(hand, n)
    if "options" in given:
        listed = dict(named_return(text, hand, n) for text in named_options(given["options"]))
    notes = (
        *score_note(given),
        f"the giver, seat {giver}, holds no higher card than those given, and leads",
    )
    before()
    return _decision(setting, listed, deal, notes)


def _play(name: str, setting: Setting, given: Given, before: Callable[[], object]) -> Decision:
    table = read_table(given, name)
    rules = setting.rules
    coded = Scratch(rules).rules[0]
    check_table(table, rules, coded)
    before()
    record = setting.given
    laid = table.cards.total()
    sizes = [left + (laid if seat == table.owner else 0) for seat, left in enumerate(table.left)]
    record["active"] = sum(1 << seat for seat in range(SEATS) if sizes[seat])
    record["passed"] = sum(1 << seat for seat in table.passed)
    record["finish"][0, : len(table.finish)] = table.finish
    record["n_out"] = len(table.finish)
    record["owner"], record["combo"], record["starter"] = table.owner, table.combo, table.starter
    gone = shares_of(table.played, [max(HAND - cards, 0) for cards in sizes])
    for seat, cards in enumerate(gone):
        record["played"][0, seat], record["played_wilds"][0, seat] = packed(cards)
    own, play = mask_of(table.hand, Cards()), mask_of(table.cards, table.hand)
    off = mask_of(table.played, table.hand + table.cards)

    def deal(seed: int, first: int, n: int) -> Array:
        unseen = DECK_WORDS & ~own & ~play & ~off
        hands = np.zeros((n, SEATS, WORDS), dtype=np.uint64)
        hands[:, 0] = own
        hands[:, 1:] = deal_given(unseen, table.left[1:], seed, first, n)[:, : SEATS - 1]
        if table.owner >= 0:
            hands[:, table.owner] |= play
        desk, out = Scratch(rules), np.zeros(n, dtype=STATE)
        is_asked = reach_play(
            U64(seed), U64(first), hands, record, desk.rules, desk.state, desk.blank, desk.move,
            desk.streams, desk.log, out,
        )  # fmt: skip
        if not is_asked:
            raise refused(_why_not(name, table, coded))
        return out

    notes = [f"cards left, by seat: {', '.join(map(str, table.left))}", *score_note(given)]
    if name == "shao":
        listed, is_whole = shao_options(table, coded), True
    else:
        listed, is_whole = play_options(table, coded)
    if "options" in given:
        texts = named_options(given["options"])
        if name == "shao":
            listed = dict(named_shao(text, table, coded) for text in texts)
        else:
            listed = dict(named_play(text, table, coded) for text in texts)
    elif not is_whole:
        notes.append("plays that split a rank and spend wild cards are not listed; --options names "
                     "any")  # fmt: skip
    return _decision(setting, listed, deal, tuple(notes))


def _why_not(name: str, table: Table, rules: np.void) -> str:
    """Say why seat 0 is not asked on a table."""
    if name == "lead":
        return "seat 0 is not to lead here"
    starts = bool(triggers(table.combo, rules))
    duimen = (table.owner + SEATS // 2) % SEATS
    if name == "shao":
        if rules["shao_pai"] == Switch.OFF:
            return "there is no Shao Pai under these rules (GJ-46)"
        if table.owner % 2 == 0:
            return "only opponents of who starts a Gou Ji announce Shao Pai (GJ-46)"
        if not starts:
            return "this play starts no Gou Ji (GJ-36, GJ-37), so there is no Shao Pai (GJ-46)"
        return "seat 0 may not announce Shao Pai on this play with these cards (GJ-46, GJ-47)"
    if combo_reds(table.combo):
        return "nobody is asked: a set with a red joker cannot be beaten (GJ-26, GJ-42)"
    if starts and duimen != 0:
        return (
            f"this play starts a Gou Ji (GJ-36), which the Dui Men of seat {table.owner}, seat "
            f"{duimen}, alone may answer (GJ-40); others may ask 'shao'"
        )
    return "seat 0's turn does not come on this table (GJ-20, GJ-44)"


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
    deal(0, 0, 1)  # what never comes up is refused at once, and with its reason
    if len(listed) < 2:
        raise refused(f"there is only one option: {', '.join(listed)}")
    options = list(listed.values())

    def play(seed: int, first: int, positions: Array, k: int) -> Records:
        desk, option, seats = Scratch(setting.rules), options[k], setting.policies
        out = np.zeros(len(positions), dtype=RECORD)
        if not looks_ahead(seats):
            status = desk.play_on(FORCE, seed, first, ROUND, positions, option, seats, out)
            if status:
                raise RoundError(int(status), "gouji", seed, first, ROUND)
            return out
        looker = Looker(setting.rules)
        for i in range(len(positions)):
            number, one, kept = first + i, positions[i : i + 1], out[i : i + 1]
            status = desk.play_on(FORCE, seed, number, ROUND, one, option, seats, kept)
            status = finish_round(desk, looker, status, seed, number, ROUND, seats, kept)
            if status:
                raise RoundError(int(status), "gouji", seed, number, ROUND)
        return out

    return Decision(tuple(listed), deal, play, notes)


__all__ = ["QUESTIONS", "question"]

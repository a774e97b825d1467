"""Decisions of Sheng Ji: what a dealer knows, what it may bury, and the rounds that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.cards import RANKS, SUITS
from simcore.deal import deal_given
from simcore.decisions import (
    Decision,
    Given,
    Records,
    check_names,
    impossible,
    named_options,
    read_given,
)
from simcore.jit import U64
from simcore.options import Switch
from simcore.rng import new_streams
from simcore.shengji.cards import MAX_DECKS, NAMES, NUMBER, deck_words, pack
from simcore.shengji.combos.frame import to_types
from simcore.shengji.engine import Scratch, policy_array
from simcore.shengji.positions.kernels import GIVEN, OPTION, own_bury, play_option, reach_bury
from simcore.shengji.records import CARDS, RECORD, STATE, TRUMPS
from simcore.shengji.rules import BuryRestriction, Rules, hand_size, kitty_size
from simcore.shengji.step import N_STREAMS
from simcore.status import KaipaiError, RoundError

QUESTIONS = ("bury",)
KNOWN = ("cards", "rank", "trump", "levels", "options")
NEEDED = ("cards", "rank", "trump")
SOLO_TABLE = 5
NO_TRUMP = "NT"

Array = npt.NDArray[Any]
Cards = Counter[int]
"""How many of each type."""


def question(name: str, rules: Rules, given: Given, policies: Sequence[int]) -> Decision:
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

    Returns
    -------
    Decision

    Raises
    ------
    KaipaiError
        A given is malformed (exit code 2), or no deal agrees with it (exit code 5).
    """
    check_names(given, KNOWN, name, NEEDED)
    if rules.players == SOLO_TABLE:
        raise impossible("five players: the friend is not known when the dealer buries (SJ-70)")
    size, kitty = hand_size(rules), kitty_size(rules)
    hand = Counter(read_given("cards", given["cards"], NUMBER, rules.decks))
    if hand.total() != size + kitty:
        raise impossible(
            f"{hand.total()} cards are given; hand and kitty are {size} and {kitty} cards"
        )
    record = _given_record(rules, given, hand, size)
    rules = rules._replace(redeal_no_trump=Switch.OFF, redeal_no_points=Switch.OFF)
    seats = policy_array(policies, rules.players)

    def deal(seed: int, first: int, n: int) -> tuple[Array, Array]:
        unseen = deck_words(rules.decks)
        for kind, held in hand.items():
            for copy in range(held):
                unseen[copy] &= ~U64(1 << kind)
        parts = deal_given(unseen, [size] * (rules.players - 1), seed, first, n)
        desk = Scratch(rules, 2)
        states, records = np.zeros(n, dtype=STATE), np.zeros(n, dtype=RECORD)
        is_asked = reach_bury(
            U64(seed), U64(first), parts, record, desk.rules, desk.frames, desk.sizes,
            desk.streams, desk.state, desk.match, desk.log, states, records,
        )  # fmt: skip
        if not is_asked:
            raise impossible("under these rules the dealer does not bury these cards")
        return states, records

    if "options" in given:
        listed = [_read_bury(text, hand, rules, kitty) for text in named_options(given["options"])]
        notes = []
    else:
        own = _own_bury(deal(0, 0, 1)[0], rules, int(seats[0]))
        listed = _near(own, hand)
        notes = [f"listed: what the policy buries ({name_of(own)}) and every change of one card"]
    listed = [cards for cards in listed if _is_allowed(cards, hand, record, rules)]
    options = {name_of(cards): _option(cards, rules) for cards in listed}
    if len(options) < 2:
        raise impossible("there is nothing to choose: fewer than two of these may be buried")
    coded = list(options.values())

    def play(seed: int, first: int, positions: Any, k: int) -> Records:
        states, records = positions
        desk = Scratch(rules, 2)
        out = np.zeros(len(states), dtype=RECORD)
        status = play_option(
            U64(seed), U64(first), states, records, coded[k], record, desk.rules, seats,
            desk.frames, desk.sizes, desk.streams, desk.state, desk.match, desk.work, desk.move,
            desk.log, np.zeros(1, dtype=RECORD), out,
        )  # fmt: skip
        if status:
            raise RoundError(int(status), "shengji", seed, first, 1)
        return out

    notes.append("you are the dealer, seat 0, and nobody has shown cards")
    return Decision(tuple(options), deal, play, tuple(notes))


def _given_record(rules: Rules, given: Given, hand: Cards, size: int) -> Array:
    """What the kernels are told."""
    record = np.zeros(1, dtype=GIVEN)
    rank = _rank_of("rank", given["rank"])
    levels = [rank, rank]
    if "levels" in given:
        words = given["levels"].replace(":", ",").split(",")
        if len(words) != 2:
            raise KaipaiError(f"--levels '{given['levels']}' should hold two ranks, yours first")
        levels = [_rank_of("levels", word) for word in words]
        if levels[0] != rank:
            raise impossible("the dealer's team plays its own level: --levels begins with --rank")
    suit = given["trump"].strip().upper()
    if suit != NO_TRUMP and suit not in tuple(SUITS):
        raise KaipaiError(f"--trump '{given['trump']}' is none of S, H, D, C, NT")
    record["rank"], record["levels"] = rank, levels
    record["trump"] = TRUMPS if suit == NO_TRUMP else SUITS.index(suit)
    types = sorted(hand.elements())
    record["hand"]["p"][0, : rules.decks] = pack(types[:size], rules.decks)
    record["kitty"]["p"][0, : rules.decks] = pack(types[size:], rules.decks)
    return record


def _rank_of(name: str, word: str) -> int:
    token = word.strip().upper().replace("10", "T")
    if token not in tuple(RANKS):
        raise KaipaiError(f"--{name} '{word}' is no rank: 2 to 9, T, J, Q, K, A")
    return RANKS.index(token)


# --- what may be buried ---------------------------------------------------------------------------


def name_of(cards: Cards) -> str:
    """Write cards by suit and rank."""
    return " ".join(NAMES[kind] for kind in sorted(cards.elements()))


def _option(cards: Cards, rules: Rules) -> Array:
    found = np.zeros(1, dtype=OPTION)
    found["cards"]["p"][0, : rules.decks] = pack(sorted(cards.elements()), rules.decks)
    return found


def _read_bury(text: str, hand: Cards, rules: Rules, size: int) -> Cards:
    """Read cards to bury."""
    cards = Counter(read_given("options", text, NUMBER, rules.decks))
    if cards.total() != size:
        raise impossible(f"'{text}' are {cards.total()} cards, and {size} are buried")
    if cards - hand:
        raise impossible(f"'{text}' is not in the hand")
    return cards


def _own_bury(positions: Array, rules: Rules, policy: int) -> Cards:
    """Cards that a policy buries."""
    desk = Scratch(rules, 2)
    own_bury(
        positions[0], policy, desk.frames, desk.rules[0], new_streams(N_STREAMS), desk.work[0],
        desk.move[0],
    )  # fmt: skip
    view = positions[0]["view"]
    types = np.zeros(1, dtype=CARDS)
    to_types(desk.move[0]["cards"], desk.frames[view["rank"], view["trump"]], types[0])
    planes = [int(plane) for plane in types[0]["p"][:MAX_DECKS]]
    return Counter(kind for kind in range(len(NAMES)) for p in planes if p >> kind & 1)


def _near(own: Cards, hand: Cards) -> list[Cards]:
    """The policy's burial and all that differ from it in one card."""
    kept = hand - own
    found = [own]
    for out in sorted(own):
        for put in sorted(kept):
            if out != put:
                found.append(own - Counter([out]) + Counter([put]))
    return found


def _is_allowed(cards: Cards, hand: Cards, record: Array, rules: Rules) -> bool:
    """Whether no card is buried that may only be buried for want of others (SJ-28)."""
    if rules.bury_restriction == BuryRestriction.NO_POINTS:
        bound = {kind for kind in hand if kind < 52 and RANKS[kind % 13] in "5TK"}
    elif rules.bury_restriction == BuryRestriction.NO_TRUMP:
        rank, trump = int(record["rank"][0]), int(record["trump"][0])
        bound = {kind for kind in hand if kind >= 52 or kind % 13 == rank or kind // 13 == trump}
    else:
        return True
    spare = sum(n for kind, n in hand.items() if kind not in bound)
    return sum(n for kind, n in cards.items() if kind in bound) <= max(0, cards.total() - spare)


__all__ = ["QUESTIONS", "question"]

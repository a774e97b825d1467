"""Decisions of Sheng Ji: what a seat knows, what it may do, and the rounds that follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simcore.deal import deal_given
from simcore.decisions import (
    Decision,
    Given,
    Records,
    check_names,
    impossible,
    named_options,
    refused,
    silent,
)
from simcore.jit import U64
from simcore.options import Switch, amount, are
from simcore.rng import new_streams
from simcore.shengji.cards import NAMES, deck_words
from simcore.shengji.engine import Scratch, policy_array
from simcore.shengji.engine.searching import Round, is_searching
from simcore.shengji.positions.drawing import declare
from simcore.shengji.positions.givens import (
    SOLO_TABLE,
    Array,
    Cards,
    Trick,
    fill_trick,
    name_of,
    option_of,
    planes_of,
    read_frame,
    read_trick,
    read_types,
    suit_number,
)
from simcore.shengji.positions.kernels import (
    deal_apart,
    reach_bury,
    reach_trick,
)
from simcore.shengji.positions.listing import (
    check_buried,
    check_lead,
    counted,
    follow_test,
    follows,
    leads,
    may_bury,
    near,
)
from simcore.shengji.questions import QUESTIONS
from simcore.shengji.records import RECORD, STATE
from simcore.shengji.rules import Rules, hand_size, kitty_size
from simcore.shengji.search import MEMORY, OWN, play_on
from simcore.status import RoundError

NEEDED = ("cards", "rank", "trump")
ATTEMPTS = 64
"""Deals tried for a position until the trick so far could be played as it was."""

LAST_ROUND = 2
"""Rounds of the match in which a position stands: one has been played, and this is the last."""

Deal = Callable[[int, int, int], tuple[Array, Array]]


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
    check_names(given, QUESTIONS[name], name, NEEDED[: 2 if name == "declare" else 3])
    if rules.players == SOLO_TABLE and name in ("lead", "follow"):
        raise refused(
            "with five players it is not known in play who is with whom (SJ-71): 'declare' and "
            "'bury' may be asked"
        )
    seats = policy_array(policies, rules.players)
    if name == "declare":
        return declare(rules, given, seats, before)
    if name == "bury":
        return _bury(rules, given, seats, before)
    return _trick(name, rules, given, seats, before)


# --- the two situations ---------------------------------------------------------------------------


def _bury(rules: Rules, given: Given, seats: Array, before: Callable[[], object]) -> Decision:
    size, kitty = hand_size(rules), kitty_size(rules)
    hand = read_types("cards", given["cards"], rules)
    if hand.total() != size + kitty:
        raise impossible(
            f"{are(hand.total(), 'cards')} given; hand and kitty are {size} and {kitty} cards"
        )
    record = read_frame(given, 0, rules)
    types = sorted(hand.elements())
    record[0]["hand"], record[0]["kitty"] = (
        planes_of(Cards(types[:size])), planes_of(Cards(types[size:]))
    )  # fmt: skip
    # a dealer who is about to bury knows that nobody has thrown his hand in
    rules = rules._replace(redeal_no_trump=Switch.OFF, redeal_no_points=Switch.OFF)

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
            raise refused("under these rules the dealer does not bury these cards")
        return states, records

    listed = _named(given, hand, rules, kitty)
    before()
    notes = ["you are the dealer, seat 0, and nobody has shown cards"]
    if "options" not in given:
        forced = option_of(Cards())
        forced["how"] = OWN
        _play(rules, seats, record, forced, 0, 0, deal(0, 0, 1))
        own = counted(forced[0]["cards"])
        listed = near(own, hand)
        notes.append(f"listed: the policy's burial ({name_of(own)}) and every change of one card")
    rank, trump = int(record["rank"][0]), int(record["trump"][0])
    listed = [cards for cards in listed if may_bury(cards, hand, rank, trump, rules)]
    return _decision(rules, seats, record, listed, deal, notes)


def _trick(
    name: str, rules: Rules, given: Given, seats: Array, before: Callable[[], object]
) -> Decision:
    trick = read_trick(given, rules, name)
    record = read_frame(given, trick.dealer, rules)
    fill_trick(record, trick, given)
    rank, trump = int(record["rank"][0]), int(record["trump"][0])
    check_buried(trick.buried, trick.hand, trick.played, (rank, trump), rules)
    deal = _trick_dealer(trick, record, rules)
    listed = _named(given, trick.hand, rules, trick.plays[0].total() if trick.plays else None)
    before()
    view = deal(0, 0, 1)[0][0]["view"]
    frame = Scratch(rules, 2).frames[0]["frames"][rank, trump]
    is_legal = follow_test(view, trick.hand, frame, rules)
    notes = []
    if "options" in given:
        for cards in listed:
            if name == "lead":
                check_lead(cards, frame)
            elif not is_legal(cards):
                raise refused(f"'{name_of(cards)}' may not follow (SJ-39 to SJ-46)")
    elif name == "lead":
        listed = leads(trick.hand, frame, rules)
        notes.append("listed: singles, tuples and tractors; --options names throws")
    else:
        listed = follows(view, trick.hand, rank, trump, is_legal)
    if trick.played and "points" not in given:
        notes.append("--points of the opponents so far: taken as half of those played")
    return _decision(rules, seats, record, listed, deal, notes)


def _trick_dealer(trick: Trick, record: Array, rules: Rules) -> Deal:
    """Return what deals the hidden cards of a trick."""
    players, n_plays = rules.players, len(trick.plays)
    rank, trump = int(record["rank"][0]), int(record["trump"][0])
    seen = sum((*trick.plays, trick.buried), trick.hand + trick.played)
    voids: set[int] = set()
    suit = -1
    if n_plays:
        suits = {suit_number(kind, rank, trump) for kind in trick.plays[0]}
        if len(suits) != 1:
            raise refused("the lead in --trick is not of one suit (SJ-30)")
        (suit,) = suits
        for k, cards in enumerate(trick.plays):
            if any(suit_number(kind, rank, trump) != suit for kind in cards):
                voids.add((players - n_plays + k) % players)
    laid = {(players - n_plays + k) % players: cards for k, cards in enumerate(trick.plays)}
    hidden = [
        (suit_number(kind, rank, trump) == suit, 64 * copy + kind)
        for kind in range(len(NAMES))
        for copy in range(seen[kind], rules.decks)
    ]
    pool = np.array([card for _, card in sorted(hidden)], dtype=np.int64)
    n_free = sum(not is_led for is_led, _ in hidden)
    others = sorted(range(1, players), key=lambda seat: (seat not in voids, seat))
    needs = [trick.hand.total() - (laid[s].total() if s in laid else 0) for s in others]
    if trick.dealer:
        others.append(players)
        needs.append(kitty_size(rules))
    if sum(needs) != len(pool):
        raise impossible(
            f"{are(len(pool), 'cards')} unseen, and {are(sum(needs), 'cards')} held by others"
        )
    if sum(needs[: len(voids)]) > n_free:
        raise impossible("so many seats cannot be out of the suit led")
    at = [seat - 1 for seat in others]
    # a play in the trick comes from the hand: the copies above those that seat 0 sees elsewhere
    base = trick.hand + trick.played + trick.buried
    shown = np.zeros((players, rules.decks), dtype=np.uint64)
    for seat, play in sorted(laid.items()):
        for kind, n in play.items():
            for copy in range(base[kind], base[kind] + n):
                shown[seat - 1, copy] |= U64(1 << kind)
        base = base + play

    def deal(seed: int, first: int, n: int) -> tuple[Array, Array]:
        desk = Scratch(rules, 2)
        states, records = np.zeros(n, dtype=STATE), np.zeros(n, dtype=RECORD)
        fits = np.zeros(n, dtype=np.bool_)
        parts = np.zeros((n, len(needs), rules.decks), dtype=np.uint64)
        for attempt in range(ATTEMPTS):
            deal_apart(
                U64(seed), U64(first), U64(attempt), pool, n_free,
                np.array(needs, dtype=np.int64), len(voids), new_streams(1), parts,
            )  # fmt: skip
            hands = np.zeros((n, players, rules.decks), dtype=np.uint64)
            hands[:, at] = parts
            hands |= shown
            records[~fits] = np.zeros(1, dtype=RECORD)[0]
            reach_trick(
                U64(seed), U64(first), hands, record, desk.rules, desk.frames, desk.sizes,
                desk.streams, desk.state, desk.match, desk.work, desk.move, desk.log, states,
                records, fits,
            )  # fmt: skip
            if fits.all():
                return states, records
        raise impossible("the plays in --trick could hardly ever be made")

    return deal


# --- options and playing out ----------------------------------------------------------------------


def _named(given: Given, hand: Cards, rules: Rules, size: int | None) -> list[Cards]:
    """Options that are named, read without any kernel; none where the tool is to list them."""
    if "options" not in given:
        return []
    return [_read_play(text, hand, rules, size) for text in named_options(given["options"])]


def _read_play(text: str, hand: Cards, rules: Rules, size: int | None) -> Cards:
    """Read cards to bury or to lay."""
    cards = read_types("options", text, rules)
    if size is not None and cards.total() != size:
        raise refused(f"'{text}': {amount(cards.total(), 'cards')} instead of {size}")
    if cards - hand:
        raise refused(f"'{text}' is not in the hand")
    return cards


def _decision(
    rules: Rules, seats: Array, record: Array, listed: list[Cards], deal: Deal, notes: list[str]
) -> Decision:
    """Put options and positions together.

    Raises
    ------
    KaipaiError
        There is nothing to choose.
    """
    options = {name_of(cards): option_of(cards) for cards in listed}
    if len(options) < 2:
        raise refused("there is nothing to choose: fewer than two of these are allowed")
    coded = list(options.values())

    def play(seed: int, first: int, positions: Any, k: int) -> Records:
        return _play(rules, seats, record, coded[k], seed, first, positions)

    return Decision(tuple(options), deal, play, tuple(notes))


def _play(
    rules: Rules, seats: Array, record: Array, forced: Array, seed: int, first: int,
    positions: tuple[Array, Array],
) -> Records:  # fmt: skip
    """Play positions out with one option.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    states, records = positions
    table = Scratch(rules, LAST_ROUND)
    table.match[0]["levels"] = record["levels"][0]
    table.match[0]["dealer"], table.match[0]["round"] = record["dealer"][0], 1
    out, values = np.zeros(len(states), dtype=RECORD), np.zeros(len(states))
    if is_searching(seats):
        for i in range(len(states)):
            one = slice(i, i + 1)
            played = Round(table, table.desk, seats, seed, first + i, 1, LAST_ROUND)
            played.finish(played.move(forced, states[one], records[one], values))
            out[i] = played.out[0]
            table.match[:] = played.begin
    else:
        play_on(
            U64(seed), U64(first), states, records, forced, table.rules, seats, table.frames,
            table.streams, table.state, table.match.copy(), table.match, LAST_ROUND, table.work,
            table.move, table.log, np.zeros(0, dtype=MEMORY), table.desk.weights, out, values,
        )  # fmt: skip
    if out["status"].any():
        status = int(out["status"][out["status"] > 0][0])
        raise RoundError(status, "shengji", seed, first, 1)
    return out


__all__ = ["QUESTIONS", "question"]

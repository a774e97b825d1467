"""Whether to declare while the cards are being drawn: the position, the options, the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.decisions import (
    Decision,
    Given,
    Records,
    impossible,
    named_options,
    read_seat,
    refused,
    silent,
)
from simcore.jit import U64, kernel
from simcore.options import are
from simcore.rng import ASK, open_stream, place_of
from simcore.shengji.cards import BJ, MAX_SEATS, NAMES
from simcore.shengji.combos.declare import may_declare
from simcore.shengji.combos.planes import clear, put_kinds
from simcore.shengji.engine import Scratch
from simcore.shengji.engine.batch import MOST_DEALS
from simcore.shengji.engine.searching import Round, lay_deal
from simcore.shengji.positions.givens import (
    Array,
    Cards,
    name_of,
    option_of,
    read_levels,
    read_types,
)
from simcore.shengji.records import KINDS, RECORD, STATE, Ask
from simcore.shengji.rules import Rules, hand_size, kitty_size
from simcore.shengji.search import AGAIN, BEGIN, OPTION
from simcore.shengji.step import advance, apply, start
from simcore.shengji.step.draw import REST_ROW, kind_type
from simcore.shengji.step.rounds import open_match, open_round
from simcore.status import KaipaiError, RoundError, Status
from simcore.streams import draw

WAIT = "wait"
NOTHING = "seat 0 has nothing that it may declare after this card"
RANKS = 13
NOBODY = -1
DECLARE = int(Ask.DECLARE)
GO_ON = -1
ALL_ASKED = -1


@kernel
def _place_among(state: Any, seat: Any, n: Any, card: Any, count: Any, streams: Any) -> None:
    """Spread `count` cards over the first n draws of a seat, which are free (0 marks them)."""
    left = count
    for place in range(n):
        if left > 0 and np.int64(draw(streams, REST_ROW, U64(n - place))) < left:
            state["order"][seat, place] = card + 1
            left -= 1


@kernel
def reach_declare(
    seed: Any, first: Any, drawn: Any, unseen: Any, told: Any, givens: Any, rules_array: Any,
    tables: Any, sizes: Any, streams_array: Any, states: Any, matches: Any, works: Any,
    moves: Any, logs: Any, pool: Any, out: Any, records: Any,
) -> Any:  # fmt: skip
    """Draw on to the poll of seat 0 right after the last card that it has drawn.

    Parameters
    ----------
    seed, first : uint64
    drawn : ndarray of int64, shape (k,)
        Types of the cards of seat 0, in order.
    unseen : ndarray of int64
        Types of the cards nobody has shown and seat 0 does not hold.
    told : ndarray of int64, shape (3,)
        Seat, kind and count of what is declared; seat NOBODY where nothing is.
    pool : ndarray of int64, shape of `unseen`
        Room.
    out : ndarray of records.STATE, shape (n,)
        Overwritten.
    records : ndarray of records.RECORD, shape (n,)
        Zeroed before; the records of the rounds so far.
    givens, rules_array, tables, sizes, streams_array, states, matches, works, moves, logs
        As for `kernels.reach_trick`.

    Returns
    -------
    int64
        ALL_ASKED, or the first position in which seat 0 is not asked, or the declaration told
        could not have been made.
    """
    rules, state, match, log = rules_array[0], states[0], matches[0], logs[0]
    given, view, table = givens[0], states[0]["view"], tables[0]
    streams, work, move = streams_array[0], works[0], moves[0]
    players, k = rules["players"], drawn.size
    for i in range(out.shape[0]):
        record = records[i]
        open_match(match, rules)
        for unit in range(MAX_SEATS):
            match["levels"][unit] = given["levels"][unit]
        match["dealer"], match["round"] = given["dealer"], 1 if given["dealer"] >= 0 else 0
        open_round(
            state, match, seed, first + U64(i), sizes[0], sizes[1], rules, streams, log, record
        )
        open_stream(streams["rows"], REST_ROW, seed, ASK, place_of(first + U64(i), ZERO))
        for c in range(unseen.size):
            j = np.int64(draw(streams, REST_ROW, U64(c + 1)))
            pool[c] = pool[j]
            pool[j] = unseen[c]
        at = 0
        turn = (players - view["first_drawer"]) % players
        for seat in range(players):
            for place in range(sizes[0]):
                state["order"][seat, place] = 0
            own_turn = (seat - view["first_drawer"] + players) % players
            before = k if own_turn <= turn else k - 1
            if seat == 0:
                for place in range(k):
                    state["order"][0, place] = drawn[place] + 1
            elif seat == told[0]:
                if before < told[2]:
                    return np.int64(i)
                shown = kind_type(told[1], view["rank"])
                _place_among(state, seat, before, shown, told[2], streams)
            clear(state["dealt"][seat])
            for place in range(sizes[0]):
                card = np.int64(state["order"][seat, place]) - 1
                if card < 0:
                    card = pool[at]
                    at += 1
                state["order"][seat, place] = card
                put_kinds(state["dealt"][seat], ONE << U64(card), 1)
        clear(state["dealt"][players])
        for place in range(sizes[1]):
            state["kitty_order"][0, place] = pool[at]
            put_kinds(state["dealt"][players], ONE << U64(pool[at]), 1)
            at += 1
        state["is_given"] = 1
        start(state, rules, streams, log)
        after = (k - 1) * players + turn + 1
        waits = told[0] != NOBODY
        frame = table["frames"][view["rank"], 0]
        ask = GO_ON
        while True:
            if ask < 0:
                ask = advance(state, rules, table, streams, log, record)
            if ask != DECLARE or view["after"] > after:
                return np.int64(i)
            seat = view["seat"]
            if seat == 0 and view["after"] == after and not waits:
                break
            move["kind"] = -1
            if waits and seat == told[0] and state["own"][seat]["held"][told[1]] >= told[2]:
                move["kind"], move["count"] = told[1], told[2]
                waits = False
            ask = apply(state, move, rules, table, frame, log, record, work)
        out[i] = state
    return np.int64(ALL_ASKED)


def declare(
    rules: Rules, given: Given, seats: Array, before: Callable[[], object] = silent
) -> Decision:
    """The question what to declare.

    Parameters
    ----------
    rules : Rules
    given : mapping of str to str
        Givens, cards and rank among them.
    seats : ndarray of int64
        Policies.
    before : callable
        Is told when kernels are about to be called.

    Raises
    ------
    KaipaiError
        A given is malformed (exit code 2), or impossible (5).
    """
    hand = read_types("cards", given["cards"], rules)
    size = hand_size(rules)
    if hand.total() > size:
        raise impossible(f"{are(hand.total(), 'cards')} given; a hand has {size}")
    dealer = NOBODY
    if given.get("dealer", "").strip():
        dealer = read_seat("dealer", given["dealer"], rules.players)
    if dealer == NOBODY and "levels" in given:
        raise refused("in the first round, without --dealer, everybody is at --rank")
    record = read_levels(given, dealer, rules)
    rank = int(record["rank"][0])
    if not any(kind >= BJ or kind % RANKS == rank for kind in hand):
        raise refused(NOTHING)  # seen without any kernel
    told, shown = _read_declared(given, hand, rank, rules)
    drawn, unseen = _known(hand, shown if told[0] > 0 else Counter(), told, rank, rules)

    def deal(seed: int, first: int, n: int) -> tuple[Array, Array]:
        desk = Scratch(rules, 1 if dealer == NOBODY else 2)
        states, records = np.zeros(n, dtype=STATE), np.zeros(n, dtype=RECORD)
        failed = reach_declare(
            U64(seed), U64(first), drawn, unseen, told, record, desk.rules, desk.frames,
            desk.sizes, desk.streams, desk.state, desk.match, desk.work, desk.move, desk.log,
            np.zeros_like(unseen), states, records,
        )  # fmt: skip
        if failed != ALL_ASKED:
            raise refused(NOTHING)
        return states, records

    before()
    listed = _options(hand, deal(0, 0, 1)[0][0], rules)
    if "options" in given:
        named = [_read_option(text, listed) for text in named_options(given["options"])]
        listed = {name: listed[name] for name in named}
    if len(listed) < 2:
        raise refused("there is nothing to choose: name two options at least")
    coded = [option_of(cards) for cards in listed.values()]

    def play(seed: int, first: int, positions: tuple[Array, Array], k: int) -> Records:
        return _play(rules, seats, record, coded[k], seed, first, positions)

    notes = [
        f"you have drawn {hand.total()} of {size} cards, the last of them just now",
        "that the others have not declared so far tells nothing about their cards here",
    ]
    if dealer == NOBODY:
        notes.insert(0, "the first round: who declares deals (--dealer names one of a later round)")
    return Decision(tuple(listed), deal, play, tuple(notes))


def _read_declared(given: Given, hand: Cards, rank: int, rules: Rules) -> tuple[Array, Cards]:
    """Seat, kind and count of what is declared, and its cards."""
    text = given.get("declared", "").strip()
    if not text:
        return np.array([NOBODY, 0, 0], dtype=np.int64), Counter()
    seat_text, _, cards_text = text.partition(" ")
    seat = read_seat("declared", seat_text.rstrip(":"), rules.players)
    if not cards_text.strip():
        raise KaipaiError(f"--declared '{text}' should be a seat and its cards, such as '1 2H'")
    cards = read_types("declared", cards_text, rules)
    kinds = [kind for kind in range(KINDS) if kind_type(kind, rank) in cards]
    if len(cards) != 1 or not kinds:
        raise refused(
            f"'{cards_text.strip()}' declares nothing: one card of the trump rank, or jokers, "
            "or several of the same (SJ-21)"
        )
    if seat == 0 and cards - hand:
        raise refused("you have declared with cards that are not among --cards")
    if seat == 0 and cards.total() == hand.total():
        raise refused("you have declared with all that you have drawn")
    for kind, n in (cards + hand if seat else hand).items():
        if n > rules.decks:
            raise impossible(f"{n} of {NAMES[kind]} are named, there are {rules.decks} packs")
    return np.array([seat, kinds[0], cards.total()], dtype=np.int64), cards


def _known(hand: Cards, shown: Cards, told: Array, rank: int, rules: Rules) -> tuple[Array, Array]:
    """Seat 0's cards in an order of drawing, what it has shown first, and the unseen ones."""
    deck = Counter({kind: rules.decks for kind in range(len(NAMES))})
    unseen = deck - hand - shown
    held = sorted(hand.elements())
    if told[0] == 0:
        first = int(kind_type(int(told[1]), rank))
        held.sort(key=lambda kind: kind != first)
    size = rules.players * hand_size(rules) + kitty_size(rules)
    drawn = np.array(held, dtype=np.int64)
    rest = np.array(sorted(unseen.elements()), dtype=np.int64)
    assert drawn.size + rest.size + shown.total() == size
    return drawn, rest


def _options(hand: Cards, state: Any, rules: Rules) -> dict[str, Cards]:
    """Waiting, and everything that may be declared."""
    view, desk = state["view"], Scratch(rules, 1)
    found = {WAIT: Cards()}
    for kind in range(KINDS):
        card = int(kind_type(kind, int(view["rank"])))
        for count in range(1, hand[card] + 1):
            if may_declare(view, 0, kind, count, False, desk.rules[0]):
                cards = Cards({card: count})
                found[name_of(cards)] = cards
    return found


def _read_option(text: str, listed: dict[str, Cards]) -> str:
    """Name of an option as a person typed it."""
    name = " ".join(text.split())
    for known in listed:
        if name.lower() == known.lower():
            return known
    raise refused(f"'{text}' is not among what may be declared: {', '.join(listed)}")


def _play(
    rules: Rules, seats: Array, record: Array, forced: Array, seed: int, first: int,
    positions: tuple[Array, Array],
) -> Records:  # fmt: skip
    """Play positions out with one option; cards that are thrown in are dealt again.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    states, records = positions
    played = 1 if record["dealer"][0] >= 0 else 0
    table = Scratch(rules, played + 1)
    deck, steps, slots, n_random = table.deal
    begin = np.zeros(1, dtype=OPTION)
    begin["how"] = BEGIN
    out, value = np.zeros(len(states), dtype=RECORD), np.zeros(1)
    open_match(table.match[0], table.rules[0])
    table.match[0]["levels"] = record["levels"][0]
    table.match[0]["dealer"], table.match[0]["round"] = record["dealer"][0], played
    for i in range(len(states)):
        number = first + i
        one = slice(i, i + 1)
        round_ = Round(table, table.desk, seats, seed, number, played, played + 1)
        code = round_.finish(round_.move(forced.copy(), states[one], records[one], value))
        deals = 1
        while code == AGAIN and deals < MOST_DEALS:
            table.state[0]["is_given"] = 0
            lay_deal(
                U64(seed), U64(number), False, table.rules, table.spare, deck, steps, slots,
                n_random, table.sizes, table.streams, table.state, table.match, table.log,
                table.given, round_.out,
            )  # fmt: skip
            code = round_.finish(round_.move(begin))
            deals += 1
        if code:
            raise RoundError(
                int(Status.STEP_LIMIT) if code == AGAIN else code, "shengji", seed, number, 1
            )
        out[i] = round_.out[0]
        table.match[:] = round_.begin
    return out

"""What a player of Sheng Ji knows, read from the options of a question."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.cards import RANKS, SUITS
from simcore.decisions import Given, impossible, read_given, read_numbers, read_seat, refused
from simcore.shengji.cards import BJ, MAX_DECKS, NAMES, NUMBER, pack
from simcore.shengji.positions.kernels import GIVEN
from simcore.shengji.records import TRUMPS
from simcore.shengji.rules import Rules, hand_size, kitty_size
from simcore.shengji.search import OPTION
from simcore.status import KaipaiError

Array = npt.NDArray[Any]
Cards = Counter[int]
"""How many of each type."""
NO_TRUMP = "NT"
SOLO_TABLE = 5
"""Players who have a level each (SJ-71); others have it by team."""
POINTS = {"5": 5, "T": 10, "K": 10}


@dataclass
class Trick:
    """A trick under way as seat 0 sees it."""

    hand: Cards
    played: Cards
    plays: list[Cards]
    buried: Cards = field(default_factory=Counter)
    dealer: int = 0


def read_types(name: str, text: str, rules: Rules) -> Cards:
    """Read cards."""
    return Counter(read_given(name, text, NUMBER, rules.decks))


def name_of(cards: Cards) -> str:
    """Write cards by suit and rank."""
    return " ".join(NAMES[kind] for kind in sorted(cards.elements()))


def points_in(cards: Cards) -> int:
    """Card points (SJ-4)."""
    return sum(POINTS.get(NAMES[kind][0], 0) * n for kind, n in cards.items() if kind < BJ)


def planes_of(cards: Cards) -> tuple[int, ...]:
    """Copy planes of cards by type, as a CARDS record takes them."""
    return tuple(int(plane) for plane in pack(sorted(cards.elements()), MAX_DECKS))


def option_of(cards: Cards) -> Array:
    """OPTION record of some cards."""
    found = np.zeros(1, dtype=OPTION)
    found[0]["cards"] = planes_of(cards)
    return found


def _rank_of(name: str, word: str) -> int:
    token = word.strip().upper().replace("10", "T")
    if token not in tuple(RANKS):
        raise KaipaiError(f"--{name} '{word}' is no rank: 2 to 9, T, J, Q, K, A")
    return RANKS.index(token)


def read_levels(given: Given, dealer: int, rules: Rules) -> Array:
    """Rank, levels and dealer (-1 nobody yet) as kernels are told them.

    Raises
    ------
    KaipaiError
        Malformed, or levels that do not go with the rank.
    """
    record = np.zeros(1, dtype=GIVEN)
    rank = _rank_of("rank", given["rank"])
    units = SOLO_TABLE if rules.players == SOLO_TABLE else 2
    levels = [rank] * units
    if "levels" in given:
        words = given["levels"].replace(":", ",").split(",")
        if len(words) != units:
            number = "two ranks" if units == 2 else "a rank of each player"
            raise KaipaiError(f"--levels '{given['levels']}' should hold {number}, yours first")
        levels = [_rank_of("levels", word) for word in words]
        if levels[max(dealer, 0) % units] != rank:
            raise refused("the dealer's side plays its own level: --rank is not in its --levels")
    record["rank"], record["dealer"] = rank, dealer
    record["levels"][0, :units] = levels
    return record


def read_frame(given: Given, dealer: int, rules: Rules) -> Array:
    """Rank, levels, dealer and trump as kernels are told them.

    Raises
    ------
    KaipaiError
        As for `read_levels`, or no such suit.
    """
    record = read_levels(given, dealer, rules)
    suit = given["trump"].strip().upper()
    if suit != NO_TRUMP and suit not in tuple(SUITS):
        raise KaipaiError(f"--trump '{given['trump']}' is none of S, H, D, C, NT")
    record["trump"] = TRUMPS if suit == NO_TRUMP else SUITS.index(suit)
    return record


def suit_number(kind: int, rank: int, trump: int) -> int:
    """Effective suit 0..4 of a type (SJ-5)."""
    if kind >= BJ or kind % 13 == rank or kind // 13 == trump:
        return TRUMPS
    return kind // 13


def read_trick(given: Given, rules: Rules, question: str) -> Trick:
    """Read the state of a trick.

    Parameters
    ----------
    given : mapping of str to str
    rules : Rules
    question : {"lead", "follow"}

    Raises
    ------
    KaipaiError
        Malformed, or impossible (exit code 5).
    """
    size, kitty = hand_size(rules), kitty_size(rules)
    hand = read_types("cards", given["cards"], rules)
    played = read_types("played", given.get("played", ""), rules)
    parts = [part for part in given.get("trick", "").split("/") if part.strip()]
    plays = [read_types("trick", part, rules) for part in parts]
    dealer = read_seat("dealer", given.get("dealer", "0"), rules.players)
    buried = read_types("buried", given.get("buried", ""), rules)
    if (question == "follow") != bool(plays):
        raise refused(
            "who follows has plays before him: give them with --trick"
            if question == "follow"
            else "who leads has no play before him: leave --trick out, or ask 'follow'"
        )
    if len(plays) >= rules.players or len({cards.total() for cards in plays}) > 1:
        raise refused(f"--trick holds up to {rules.players - 1} plays of equally many cards")
    if dealer == 0 and buried.total() != kitty:
        raise refused(f"you are the dealer and know the {kitty} cards --buried")
    if dealer and buried.total():
        raise refused("only the dealer knows what is --buried, and --dealer is another seat")
    leader = -len(plays) % rules.players
    if hand.total() == size and dealer != leader:
        raise refused(
            f"--dealer: nothing is played, and the dealer leads first (SJ-30): seat {leader} leads"
        )
    gone = rules.players * (size - hand.total())
    if hand.total() > size or played.total() != gone:
        raise impossible(
            f"with {hand.total()} of {size} cards in hand {max(gone, 0)} are played, and --played "
            f"names {played.total()}"
        )
    if plays and plays[0].total() > hand.total():
        raise impossible("the lead has more cards than you hold")
    for kind, n in sum((*plays, buried), hand + played).items():
        if n > rules.decks:
            raise impossible(f"{n} of {NAMES[kind]} are named, there are {rules.decks} packs")
    return Trick(hand, played, plays, buried, dealer)


def fill_trick(record: Array, trick: Trick, given: Given) -> None:
    """Tell the kernels about a trick."""
    view = record[0]
    view["hand"], view["kitty"] = planes_of(trick.hand), planes_of(trick.buried)
    view["played"] = planes_of(trick.played)
    view["n_plays"] = len(trick.plays)
    for k, cards in enumerate(trick.plays):
        view["plays"][k] = planes_of(cards)
    total = points_in(trick.played)
    has_five = any(NAMES[kind][0] == "5" for kind in trick.played if kind < BJ)
    unit = 5 if has_five else 10
    view["points"] = total // (2 * unit) * unit
    if "points" in given:
        (view["points"],) = read_numbers("points", given["points"], 1)
        if not 0 <= view["points"] <= total:
            raise impossible(f"the cards --played are worth {total} points")
        if view["points"] % unit:
            raise impossible(f"--points: points of the cards --played come in {unit}s (SJ-4)")

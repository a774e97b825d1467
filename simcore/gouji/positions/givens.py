"""What a player of Gou Ji knows, read from the options of a question; suits do not matter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from simcore.decisions import (
    Given,
    impossible,
    read_given,
    read_numbers,
    read_seat,
    read_seats,
    refused,
)
from simcore.gouji.cards import FIRST_COPY, HAND, RANK_NAMES, SEATS, WORDS
from simcore.gouji.combos import read_combo
from simcore.gouji.combos.packed import counts_of_ranks
from simcore.options import amount, are
from simcore.status import KaipaiError

Cards = Counter[str]
"""How many of each rank token."""
COPIES = {name: 4 if name in ("BJ", "RJ") else 16 for name in RANK_NAMES}
TOKENS = (*RANK_NAMES, *(name for name in FIRST_COPY if name not in RANK_NAMES))
KNOWN = {name: k for k, name in enumerate(TOKENS)}
MOST = {name: COPIES.get(name, 4) for name in TOKENS}
FIRST = {name: 16 * k if k < 13 else 208 + 4 * (k - 13) for k, name in enumerate(RANK_NAMES)}
"""Number of the first copy of each rank; copies are consecutive."""
OPPOSITE = 3
TEAM_BEFORE = 5


@dataclass
class Table:
    """A round under way as seat 0 sees it."""

    hand: Cards
    total: tuple[int, int] = (0, 0)
    played: Cards = field(default_factory=Counter)
    left: list[int] = field(default_factory=lambda: [HAND] * SEATS)
    finish: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    owner: int = -1
    combo: int = 0
    cards: Cards = field(default_factory=Counter)
    starter: int = -1


def read_cards(name: str, text: str) -> Cards:
    """Read cards by rank; a suit may be written and is forgotten."""
    tokens = [TOKENS[k] for k in read_given(name, text, KNOWN, MOST)]
    cards = Counter(token if token in COPIES else token[0] for token in tokens)
    check_deck(cards)
    return cards


def check_deck(cards: Cards) -> None:
    """Refuse more of a rank than the deck has."""
    for rank, n in cards.items():
        if n > COPIES[rank]:
            raise impossible(f"{n} of {rank} are named, the deck has {COPIES[rank]}")


def read_total(given: Given) -> tuple[int, int]:
    """Points of the asker's team and of the other in this game."""
    if "total" not in given:
        return 0, 0
    ours, theirs = read_numbers("total", given["total"], 2)
    return ours, theirs


def score_note(given: Given) -> tuple[str, ...]:
    """Line about what the totals are good for, where they are given."""
    if "total" not in given:
        return ()
    return (
        "the verdict counts the points of this round alone: --total bears on what 'search' "
        "decides, no other policy looks at it",
    )


def read_hand(given: Given, *sizes: int) -> Cards:
    """Cards of the asker; of one of the sizes, where they are known."""
    hand = read_cards("cards", given["cards"])
    if hand.total() > (max(sizes) if sizes else HAND) or (sizes and hand.total() not in sizes):
        wanted = " or ".join(map(str, sizes or (HAND,)))
        raise impossible(f"{are(hand.total(), 'cards')} given, and {wanted} are held")
    return hand


def read_play(name: str, text: str) -> tuple[int, Cards]:
    """Combination and cards of a play.

    Raises
    ------
    KaipaiError
        They are no combination (GJ-21).
    """
    cards = read_cards(name, text)
    combo = read_combo(list(cards.elements()))
    if not combo:
        raise KaipaiError(f"--{name}: '{text}' is no combination (GJ-21)")
    return combo, cards


def read_table(given: Given, question: str) -> Table:
    """Read the state of a table.

    Parameters
    ----------
    given : mapping of str to str
    question : {"lead", "follow", "shao"}

    Raises
    ------
    KaipaiError
        Malformed, or impossible (exit code 5).
    """
    table = Table(read_hand(given), read_total(given))
    table.played = read_cards("played", given.get("played", ""))
    if question == "lead":
        if given.get("table", "").strip():
            raise refused("who leads has an empty table: leave --table out, or ask 'follow'")
    else:
        table.combo, table.cards = read_play("table", given["table"])
        default = OPPOSITE if question == "shao" or "duel" in given else TEAM_BEFORE
        table.owner = read_seat("owner", given.get("owner", str(default)), SEATS)
        if table.owner == 0:
            raise refused("seat 0 asks, so the play on the table is another seat's")
    check_deck(table.hand + table.played + table.cards)
    table.passed = read_seats("passed", given.get("passed", ""), SEATS)
    if "duel" in given:
        pair = read_seats("duel", given["duel"], SEATS)
        if sorted(pair) != [0, OPPOSITE]:
            raise refused(f"seat 0 duels with seat {OPPOSITE} opposite (GJ-40)")
        if table.owner != OPPOSITE:
            raise refused("in a duel the play on the table is the other duellist's")
        table.starter = pair[0]
    _read_left(table, given)
    return table


def _read_left(table: Table, given: Given) -> None:
    """Cards of each seat now, and who is out."""
    own, laid = table.hand.total(), table.cards.total()
    unseen = sum(COPIES.values()) - own - laid - table.played.total()
    if "left" in given:
        table.left = read_numbers("left", given["left"], SEATS)
        if min(table.left) < 0 or max(table.left) > HAND:
            raise impossible(f"--left: a hand has 0 to {HAND} cards")
        if table.left[0] != own:
            raise impossible(f"--left says {table.left[0]} for seat 0, --cards holds {own}")
        if sum(table.left[1:]) != unseen:
            raise impossible(
                f"{are(unseen, 'cards')} unseen, and --left gives "
                f"{sum(table.left[1:])} to the others"
            )
    else:
        share, more = divmod(unseen + laid, SEATS - 1)
        table.left = [own] + [share + (seat <= more) for seat in range(1, SEATS)]
        if max(table.left[1:]) > HAND:
            raise impossible(
                f"{are(unseen, 'cards')} unseen, more than five hands hold: name the cards --played"
            )
        if laid:
            table.left[table.owner] = max(table.left[table.owner] - laid, 0)
            table.left[table.owner] += unseen - sum(table.left[1:])
    if table.owner >= 0 and table.left[table.owner] + laid > HAND:
        raise impossible(
            f"seat {table.owner} has laid {amount(laid, 'cards')} and holds too many others"
        )
    out = [seat for seat in range(SEATS) if table.left[seat] == 0]
    if laid and table.owner in out:
        out.remove(table.owner)  # by the play on the table
    table.finish = read_seats("finished", given.get("finished", " ".join(map(str, out))), SEATS)
    if sorted(table.finish) != out:
        raise impossible(f"--finished names {table.finish}, without cards are {out}")
    if 0 in out or len(out) >= SEATS - 1:
        raise refused("the round is over")
    if len(out) > 1 and "finished" not in given:
        raise KaipaiError(f"seats {out} are out: --finished says in which order")
    if 0 in table.passed and table.starter < 0:
        raise refused("seat 0 has passed on this table and is not asked again")


def mask_of(cards: Cards, after: Cards) -> npt.NDArray[np.uint64]:
    """Words of some cards, taking the copies that follow those of other cards."""
    words = [0] * WORDS
    for rank, n in cards.items():
        begin = FIRST[rank] + after[rank]
        for number in range(begin, begin + n):
            words[number // 64] |= 1 << number % 64
    return np.array(words, dtype=np.uint64)


def packed(cards: Cards) -> tuple[int, int]:
    """Naturals and wilds of some cards, as `combos` packs them."""
    return counts_of_ranks(list(cards.elements()))


def shown(cards: Cards) -> str:
    """Write cards in rising order."""
    return " ".join(rank for rank in RANK_NAMES for _ in range(cards[rank]))


def shares_of(cards: Cards, sizes: list[int]) -> list[Cards]:
    """Share out cards whose player is not known to seats that have played so many."""
    pool = [rank for rank in RANK_NAMES for _ in range(cards[rank])]
    found = []
    for size in sizes:
        found.append(Counter(pool[:size]))
        pool = pool[size:]
    found[-1] += Counter(pool)
    return found

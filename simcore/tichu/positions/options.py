"""The options of each question of Tichu: what they are called, and what is forced."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from simcore.bits import positions
from simcore.cards import rank_token
from simcore.decisions import refused
from simcore.status import KaipaiError
from simcore.tichu import combos
from simcore.tichu import records as rec
from simcore.tichu.cards import NAMES, SEATS
from simcore.tichu.positions.givens import Table, mask_of_text, name_of_play, play_of_text
from simcore.tichu.rules import Rules, Wish
from simcore.tichu.search import OPTION
from simcore.tichu.streams import STREAMS

MOST_MOVES = 4096
"""Room for the plays of one hand; a hand of 14 has far fewer."""

Options = dict[str, np.ndarray[Any, Any]]
"""Name of each option with its OPTION record, shape (1,)."""


def option(value: int, *cards: int) -> np.ndarray[Any, Any]:
    """Build an OPTION record."""
    found = np.zeros(1, dtype=OPTION)
    found[0]["value"] = value
    for k, mask in enumerate(cards):
        found[0]["cards"][k] = mask
    return found


def grand_options() -> Options:
    """Call or not."""
    return {"grand": option(1), "no_call": option(0)}


def tichu_options() -> Options:
    """Call, or never in this round."""
    return {"tichu": option(int(rec.CALL)), "no_call": option(int(rec.NEVER))}


def _exchange_name(cards: tuple[int, ...]) -> str:
    return " / ".join(NAMES[card] for card in cards)


def exchange_options(hand: int, own: tuple[int, ...]) -> Options:
    """Every way to give three cards away, of equal ranks only the lowest suits.

    Parameters
    ----------
    hand : int
        14 cards.
    own : tuple of int
        Card numbers that the policy would give; always among the options.
    """
    ranks: dict[Any, list[int]] = {}
    for number in positions(hand):
        ranks.setdefault(number if number < 4 else number // 4 * 4, []).append(number)
    copies = [(rank, k) for rank, cards in ranks.items() for k in range(min(len(cards), 3))]
    found = {}
    for chosen in permutations(copies, 3):
        kept = [rank for rank, _ in chosen]
        if any(k != kept[:i].count(rank) for i, (rank, k) in enumerate(chosen)):
            continue  # the same ranks in another order of their suits
        cards = tuple(ranks[rank][k] for rank, k in chosen)
        found[_exchange_name(cards)] = option(1, *(1 << card for card in cards))
    found.setdefault(_exchange_name(own), option(1, *(1 << card for card in own)))
    return found


def named_exchange(name: str, hand: int) -> tuple[str, np.ndarray[Any, Any]]:
    """Read ``3s / Ap / 5t``: to the next seat, the partner, the previous one."""
    parts = [mask_of_text("options", part) for part in name.split("/")]
    given = 0
    for mask in parts:
        given |= mask
    if len(parts) != 3 or any(mask.bit_count() != 1 for mask in parts):
        raise KaipaiError(f"--options '{name}': write three cards as next / partner / previous")
    if given.bit_count() != 3 or given & ~hand:
        raise refused(f"'{name}' are not three cards of the hand")
    shown = _exchange_name(tuple(mask.bit_length() - 1 for mask in parts))
    return shown, option(1, *parts)


def turn_options(table: Table, rules: Rules) -> Options:
    """Every play that seat 0 may lay, and the pass where it is allowed (TI-25, TI-34)."""
    moves = np.zeros(MOST_MOVES, dtype=rec.MOVE)
    n, may_pass = combos.list_moves(
        np.uint64(table.hand), np.int64(table.combo), np.int64(table.wish), False,
        rec.rules_record(rules)[0], np.zeros(1, dtype=STREAMS)[0], moves,
    )  # fmt: skip
    found = {}
    if may_pass:
        found["pass"] = option(0)
    for move in moves[:n]:
        combo, cards = int(move["combo"]), int(move["cards"])
        found[name_of_play(cards, combo)] = option(combo, cards)
    return found


def named_turn(
    name: str, table: Table, rules: Rules, listed: Options
) -> tuple[str, np.ndarray[Any, Any]]:
    """Read a play or ``pass``; the suits may differ from those listed."""
    if name.lower() == "pass":
        if "pass" not in listed:
            raise refused("seat 0 may not pass (TI-25, TI-34)")
        return "pass", listed["pass"]
    record = rec.rules_record(rules)[0]
    combo, cards = play_of_text("options", name, table.combo, record)
    if cards & ~table.hand:
        raise refused(f"'{name}' is not in the hand")
    if not any(int(each[0]["value"]) == combo for each in listed.values()):
        raise refused(f"'{name}' may not be laid now (TI-22 to TI-25, TI-34)")
    return name_of_play(cards, combo), option(combo, cards)


def wish_options(rules: Rules) -> Options:
    """Every rank, and none where one may decline (TI-33)."""
    found = {} if rules.wish == Wish.MANDATORY else {"none": option(0)}
    return found | {rank_token(rank): option(rank) for rank in range(2, 15)}


def gift_options(table: Table, receivers: int) -> Options:
    """Opponents who may be given the trick (TI-45)."""
    return {str(seat): option(seat) for seat in range(SEATS) if receivers >> seat & 1}


def named_simple(name: str, listed: Options) -> tuple[str, np.ndarray[Any, Any]]:
    """Find an option by its name, case forgiven."""
    folded = {each.lower(): each for each in listed}
    key = name.lower().replace("10", "t")
    if key not in folded:
        raise KaipaiError(f"--options '{name}': the options are {', '.join(listed)}")
    return folded[key], listed[folded[key]]

"""The options of each question of Gou Ji: what they are called, and what is forced."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from simcore.decisions import refused
from simcore.gouji.cards import RANK_NAMES
from simcore.gouji.combos import beats, read_combo, show_combo
from simcore.gouji.combos.listing import lead_at, lead_count, pick_reply, reply_count
from simcore.gouji.combos.packed import (
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_wilds,
    count_of,
    hand_size,
    whole_hand,
)
from simcore.gouji.combos.shao import MINIMAL, pick_division
from simcore.gouji.positions.givens import Cards, Table, packed, read_cards, read_play, shown
from simcore.gouji.records import MOST_COMBOS, MOVE
from simcore.gouji.search import OPTION
from simcore.status import KaipaiError

MOST_LISTED = 150
"""Plays listed; of hands with more, those that split a rank and spend wild cards are left out."""
NO_SHAO = "no_shao"

Option = np.ndarray[Any, Any]
Options = dict[str, Option]
"""Name of each option with its OPTION record, shape (1,)."""


def option(value: int, naturals: int = 0, wilds: int = 0) -> Option:
    """Build an OPTION record."""
    found = np.zeros(1, dtype=OPTION)
    found[0]["value"], found[0]["naturals"], found[0]["wilds"] = value, naturals, wilds
    return found


def chain_option(chain: list[int]) -> Option:
    """Announce Shao Pai with a division."""
    found = option(1)
    found[0]["length"] = len(chain)
    found[0]["chain"][: len(chain)] = chain
    return found


def revolution_options() -> Options:
    """Declare, or play the hands dealt."""
    return {"declare": option(1), "play_on": option(0)}


def name_of(combo: int) -> str:
    """Write a combination."""
    return " ".join(show_combo(combo)) if combo else "pass"


def play_options(table: Table, rules: np.void) -> tuple[Options, bool]:
    """Leads or replies of the hand, and the pass on a table; and whether these are all of them."""
    naturals, wilds = packed(table.hand)
    if table.combo:
        n = int(reply_count(naturals, wilds, table.combo, rules))
        plays = [int(pick_reply(naturals, wilds, table.combo, rules, k)) for k in range(n)]
    else:
        cards = int(hand_size(naturals, 0))
        n = int(lead_count(cards, wilds))
        plays = [int(lead_at(cards, naturals, wilds, k)) for k in range(n)]
    n_all = len(plays)
    if len(plays) > MOST_LISTED:
        plays = [combo for combo in plays if _is_natural(combo, naturals)]
    if len(plays) > MOST_LISTED:
        plays = [combo for combo in plays if combo_wilds(combo) == 0] or plays[:MOST_LISTED]
    found = {"pass": option(0)} if table.combo else {}
    found |= {name_of(combo): option(combo) for combo in plays}
    return found, len(plays) == n_all


def _is_natural(combo: int, naturals: int) -> bool:
    """Whether a play spends no wild card on a rank that it splits."""
    n = int(combo_n(combo))
    return combo_wilds(combo) == 0 or n == 0 or n == count_of(naturals, combo_rank(combo))


def named_play(name: str, table: Table, rules: np.void) -> tuple[str, Option]:
    """Read a play or ``pass``."""
    if name.lower() == "pass":
        if not table.combo:
            raise refused("who leads may not pass (GJ-19)")
        return "pass", option(0)
    combo, cards = read_play("options", name)
    if cards - table.hand:
        raise refused(f"'{name}' is not in the hand")
    if table.combo and not beats(table.combo, combo, rules):
        raise refused(f"'{name}' does not beat the table (GJ-24 to GJ-34)")
    return name_of(combo), option(combo)


def shao_options(table: Table, rules: np.void) -> Options:
    """No Shao Pai, and every division of the hand, up to those that are listed (GJ-47)."""
    naturals, wilds = packed(table.hand)
    found = {NO_SHAO: option(0)}
    moves = np.zeros(1, dtype=MOVE)
    n = int(pick_division(naturals, wilds, table.combo, rules, moves[0], -1))
    for wanted in range(n):
        pick_division(naturals, wilds, table.combo, rules, moves[0], wanted)
        chain = [int(combo) for combo in moves[0]["chain"][: moves[0]["length"]]]
        found[" / ".join(map(name_of, chain))] = chain_option(chain)
    return found


def named_shao(name: str, table: Table, rules: np.void) -> tuple[str, Option]:
    """Read ``C1 / ... / F`` or ``no_shao`` (GJ-47)."""
    if name.lower() == NO_SHAO:
        return NO_SHAO, option(0)
    parts = [read_cards("options", part) for part in name.split("/")]
    chain = [int(read_combo(list(cards.elements()))) for cards in parts]
    whole = sum(parts, start=Cards())
    if not all(chain) or len(chain) > MOST_COMBOS or whole != table.hand:
        raise refused(f"'{name}' does not divide the hand into combinations (GJ-47)")
    if why := _wrong_division(chain, table, rules):
        raise refused(f"--options '{name}': {why} (GJ-47)")
    return " / ".join(map(name_of, chain)), chain_option(chain)


def _wrong_division(chain: list[int], table: Table, rules: np.void) -> str:
    """Say why combinations that make up the hand may not be announced; empty where they may."""
    if not beats(table.combo, chain[0], rules):
        return f"{name_of(chain[0])} does not beat the table"
    if len(chain) == 1 and not rules["shao_single_allowed"]:
        return "the whole hand as one combination is no Shao Pai under these rules"
    if len(chain) == 2 and rules["shao_two_test"] == MINIMAL and whole_hand(*packed(table.hand)):
        return "under these rules a hand that is one combination is not announced as two"
    for combo in chain[1:-1]:
        if combo_blacks(combo) + combo_reds(combo) == 0:
            return f"{name_of(combo)} between first and last holds no joker"
    return ""


def return_options(hand: Cards, n: int) -> Options:
    """Every choice of n cards of the hand."""
    found = {}
    ranks = [rank for rank in RANK_NAMES if hand[rank]]
    for chosen in combinations_with_replacement(ranks, n):
        cards = Cards(chosen)
        if not cards - hand:
            found[shown(cards)] = option(0, *packed(cards))
    return found


def named_return(name: str, hand: Cards, n: int) -> tuple[str, Option]:
    """Read the cards given back."""
    cards = read_cards("options", name)
    if cards.total() != n or cards - hand:
        raise refused(f"'{name}' are not {n} cards of the hand (GJ-64)")
    return shown(cards), option(0, *packed(cards))


def named_simple(name: str, listed: Options) -> tuple[str, Option]:
    """Find an option by its name."""
    key = name.lower()
    if key not in listed:
        raise KaipaiError(f"--options '{name}': the options are {', '.join(listed)}")
    return key, listed[key]

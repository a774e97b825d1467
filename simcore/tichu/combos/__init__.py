"""Classified sets of cards: what they are, what beats what, which ones a hand can lay."""

from simcore.tichu.combos.bombs import bomb_masks, scan_bombs
from simcore.tichu.combos.listing import (
    MAX_COMBOS,
    list_moves,
    scan,
    turn_menu,
    window_menu,
)
from simcore.tichu.combos.pick import cards_of
from simcore.tichu.combos.runs import COUNT
from simcore.tichu.combos.shape import (
    BOMB4,
    BOMB_SF,
    FULL_HOUSE,
    KINDS,
    PAIR,
    PASS,
    SINGLE,
    STAIRS,
    STRAIGHT,
    TRIPLE,
    beats,
    classify,
    combo_of,
    held,
    kind_of,
    length_of,
    phoenix_of,
    rank_of,
    value_of,
)

__all__ = [
    "BOMB4",
    "BOMB_SF",
    "COUNT",
    "FULL_HOUSE",
    "KINDS",
    "MAX_COMBOS",
    "PAIR",
    "PASS",
    "SINGLE",
    "STAIRS",
    "STRAIGHT",
    "TRIPLE",
    "beats",
    "bomb_masks",
    "cards_of",
    "classify",
    "combo_of",
    "held",
    "kind_of",
    "length_of",
    "list_moves",
    "phoenix_of",
    "rank_of",
    "scan",
    "scan_bombs",
    "turn_menu",
    "value_of",
    "window_menu",
]

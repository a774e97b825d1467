"""Plain-Python Tichu: slow, literal, written from the numbered clauses and from nothing else.

It is the second opinion on move lists, the referee over transcripts, and the judge of worked cases.
Cards are token strings (``7j``, ``Tp``, ``Mah``, ``Dog``, ``Phx``, ``Drg``), rules a dict of
options.
"""

from .cards import DECK, points_of, rank_of, suit_of
from .combos import Combo, beats, classify, interpretations
from .judge import example_fits, judge
from .moves import (
    legal_bombs,
    legal_classes,
    legal_plays,
    pair_rank,
    patterns,
    to_classes,
)
from .referee import referee, referee_round
from .rules import DEFAULTS, OPTIONS, PRESETS, make_rules, rule_faults
from .scoring import match_over, settle
from .simulate import bold_chooser, play_match, random_chooser

__all__ = [
    "DECK",
    "DEFAULTS",
    "OPTIONS",
    "PRESETS",
    "Combo",
    "beats",
    "bold_chooser",
    "classify",
    "example_fits",
    "interpretations",
    "judge",
    "legal_bombs",
    "legal_classes",
    "legal_plays",
    "make_rules",
    "match_over",
    "pair_rank",
    "patterns",
    "play_match",
    "points_of",
    "random_chooser",
    "rank_of",
    "referee",
    "referee_round",
    "rule_faults",
    "settle",
    "suit_of",
    "to_classes",
]

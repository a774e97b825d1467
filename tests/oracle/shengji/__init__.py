"""Plain-Python Sheng Ji: slow, literal, written from the numbered clauses and from nothing else.

It is the second opinion on follows, throws and winners, the referee over transcripts, and the judge
of worked cases. Cards are token strings (``7S``, ``TH``, ``BJ``, ``RJ``), rules a dict of options,
and a `Frame` is one round's trump rank and suit under them.
"""

from .cards import KINDS, Frame, full_deck, points_of
from .declare import Race, redeal_claims, turned_up
from .follow import Duty, legal_follow, legal_follows
from .judge import judge
from .referee import referee
from .rules import DEFAULTS, OPTIONS, PRESETS, make_rules, rule_faults
from .score import (
    Change,
    hooked,
    lead_sizes,
    multiplier,
    next_dealer,
    next_standing,
    rank_of,
    round_gain,
    standing_of,
)
from .shapes import Component, decompose, lead_kind, legal_lead
from .simulate import bold_chooser, play_match, random_chooser
from .throws import check_lead
from .tricks import trick_winner

__all__ = [
    "DEFAULTS",
    "KINDS",
    "OPTIONS",
    "PRESETS",
    "Change",
    "Component",
    "Duty",
    "Frame",
    "Race",
    "bold_chooser",
    "check_lead",
    "decompose",
    "full_deck",
    "hooked",
    "judge",
    "lead_kind",
    "lead_sizes",
    "legal_follow",
    "legal_follows",
    "legal_lead",
    "make_rules",
    "multiplier",
    "next_dealer",
    "next_standing",
    "play_match",
    "points_of",
    "random_chooser",
    "rank_of",
    "redeal_claims",
    "referee",
    "round_gain",
    "rule_faults",
    "standing_of",
    "trick_winner",
    "turned_up",
]

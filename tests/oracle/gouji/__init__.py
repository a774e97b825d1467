"""Gou Ji in plain Python, written from the rule page alone: second opinion and referee."""

from .combos import Combo, beats, classify, leads, positional_beats, replies, triggers
from .judge import judge
from .options import CHOICES, DEFAULTS, FREE, full_rules
from .referee import Reader, follow, referee
from .shao import Division, announcers, divisions, forms, interrupters
from .simulator import mean_chooser, play_match, random_chooser, short_hands
from .table import Fault, Play

__all__ = [
    "CHOICES",
    "DEFAULTS",
    "FREE",
    "Combo",
    "Division",
    "Fault",
    "Play",
    "Reader",
    "announcers",
    "beats",
    "classify",
    "divisions",
    "follow",
    "forms",
    "full_rules",
    "interrupters",
    "judge",
    "leads",
    "mean_chooser",
    "play_match",
    "positional_beats",
    "random_chooser",
    "referee",
    "replies",
    "short_hands",
    "triggers",
]

"""Record dtypes of Gou Ji."""

from __future__ import annotations

import numpy as np

DEAL = np.dtype(
    [
        # --- each hand of 36 as dealt; item s belongs to seat s
        ("reds", "u1", (6,)),  # red jokers, 0..4
        ("blacks", "u1", (6,)),  # black jokers, 0..4
        ("twos", "u1", (6,)),  # 0..16
        ("ranks", "u1", (6, 12)),  # cards of each rank 3..A, 0..16
        ("distinct", "u1", (6,)),  # ranks 3..A held
        ("longest", "u1", (6,)),  # cards of the longest rank 3..A
        ("sets", "u1", (6,)),  # bits 0..4: 2 A, 2 K, 3 Q, 4 J, 5 T without wilds (GJ-36)
        ("threes", "u1", (6,)),  # most 3s of one suit, 0..4 (GJ-14)
        # --- figures of order with seat 0 as first drawer, filled by `deals.fill_draws`
        ("announcer", "i1"),  # seat that first holds two 3s of a suit; -1 nobody (GJ-14)
        ("announced", "u1"),  # number of the card that does it, 1..216; 0 nobody
        ("turned", "u1"),  # count of the top card, ace 1 .. king 13; 0 a joker (GJ-8)
        ("kai_pai", "u1"),  # seats from the first Kai Pai to the first drawer (GJ-9)
        ("kai_pai_back", "u1"),  # the same where turned jokers go back into the deck
        ("partnership_tie", "u1"),  # 1: third and fourth of the first six cards are equal (GJ-5)
    ]
)
"""What a deal holds (unsigned where not said)."""

"""Record dtypes of Sheng Ji."""

from __future__ import annotations

import numpy as np

from simcore.shengji.cards import MAX_SEATS

DEAL = np.dtype(
    [
        # --- each hand before the kitty is taken up; item s belongs to seat s, 0 at absent seats
        ("points", "u2", (MAX_SEATS,)),  # card points (SJ-4)
        ("trumps", "u1", (MAX_SEATS,)),  # cards of the trump suit, of the rank, and jokers (SJ-5)
        ("trumps_nt", "u1", (MAX_SEATS,)),  # cards of the rank and jokers
        ("suits", "u1", (MAX_SEATS, 4)),  # cards without the rank: trump suit, then on in S H D C
        ("rank_cards", "u1", (MAX_SEATS,)),  # cards of the trump rank
        ("reds", "u1", (MAX_SEATS,)),  # red jokers
        ("blacks", "u1", (MAX_SEATS,)),  # black jokers
        ("pairs", "u1", (MAX_SEATS,)),  # card types held twice or more (SJ-9)
        ("triples", "u1", (MAX_SEATS,)),  # card types held three times or more
        ("rank_pairs", "u1", (MAX_SEATS,)),  # the pairs among cards of the trump rank, 0..4
        ("tractor", "u1", (MAX_SEATS,)),  # pairs in the longest tractor, suited; 0 none (SJ-10)
        ("tractor_nt", "u1", (MAX_SEATS,)),  # the same in a no-trump round
        ("low_tractor", "u1", (MAX_SEATS,)),  # 1: pairs on the two lowest levels of the trump suit
        # --- the cards left for the kitty
        ("kitty_points", "u2"),
        ("kitty_trumps", "u1"),
        ("kitty_rank_cards", "u1"),
        # --- figures of order, filled by `deals.fill_draws`
        ("kitty_opens_joker", "u1"),  # 1: the first card of the kitty is a joker (SJ-25)
        ("turned", "u1"),  # number of the count-off, ace 1 .. king 13 (SJ-16)
    ]
)
"""What a deal holds for one trump suit and rank (unsigned; nothing is ever missing)."""

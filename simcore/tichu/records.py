"""Record dtypes of Tichu."""

from __future__ import annotations

import numpy as np

DEAL = np.dtype(
    [
        # --- the 14 cards as dealt, before the exchange; item s belongs to seat s
        ("points", "i2", (4,)),  # card points, -25..125 (TI-4)
        ("fours", "u1", (4,)),  # ranks held four times, 0..3
        ("flushes", "u1", (4,)),  # five of a suit in a row; a run of six counts 2, 0..9 (TI-20)
        ("aces", "u1", (4,)),  # 0..4
        ("specials", "u1", (4,)),  # bit 0 Mah Jong, 1 Dog, 2 Phoenix, 3 Dragon
        ("run", "u1", (4,)),  # longest run of ranks Mah Jong..A, Phoenix unused, 0..14
        ("run_phoenix", "u1", (4,)),  # the same; the Phoenix, if held, fills a missing rank 2..A
        ("times", "u1", (4, 5)),  # item k: ranks 2..A held exactly k times; sums to 13
        # --- the first 8 of them
        ("points_8", "i2", (4,)),
        ("fours_8", "u1", (4,)),
        ("flushes_8", "u1", (4,)),
        ("aces_8", "u1", (4,)),
        ("specials_8", "u1", (4,)),
        ("run_8", "u1", (4,)),
        ("run_8_phoenix", "u1", (4,)),
        ("pairs_8", "u1", (4,)),  # ranks held twice or more, 0..4
    ]
)
"""What a deal holds (unsigned where not said; nothing is ever missing)."""

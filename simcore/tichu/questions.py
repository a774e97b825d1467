"""The questions of Tichu, and the givens that each takes."""

from __future__ import annotations

EARLY = {
    "grand": ("cards", "score", "options"),
    "tichu": ("cards", "bets", "score", "options"),
    "exchange": ("cards", "bets", "score", "options"),
}
"""Those before the first lead."""
TABLE = (
    "cards", "table", "owner", "played", "left", "finished", "wish", "bets", "points", "score",
    "options",
)  # fmt: skip
ASKED_WISH = tuple(name for name in TABLE if name != "wish")
"""Who is asked for a wish has just laid the Mah Jong: none is open yet."""
QUESTIONS = EARLY | dict.fromkeys(("lead", "follow", "dragon"), TABLE) | {"wish": ASKED_WISH}

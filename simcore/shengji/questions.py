"""The questions of Sheng Ji, and the givens that each takes."""

from __future__ import annotations

DRAWING = ("cards", "rank", "declared", "dealer", "levels", "options")
TRICK = (
    "cards", "rank", "trump", "dealer", "trick", "played", "buried", "points", "levels", "options",
)  # fmt: skip
QUESTIONS = {
    "declare": DRAWING,
    "bury": ("cards", "rank", "trump", "levels", "options"),
    "lead": TRICK,
    "follow": TRICK,
}

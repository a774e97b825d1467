"""The questions of Gou Ji, and the givens that each takes."""

from __future__ import annotations

TABLE = (
    "cards", "table", "owner", "played", "left", "finished", "passed", "duel", "total", "options",
)  # fmt: skip
QUESTIONS = {
    "revolution": ("cards", "total", "options"),
    "lead": ("cards", "played", "left", "finished", "total", "options"),
    "follow": TABLE,
    "shao": TABLE,
    "return": ("cards", "received", "to", "total", "options"),
}

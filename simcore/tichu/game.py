"""The door of Tichu: its descriptor."""

from __future__ import annotations

from simcore.catalog import Game
from simcore.tichu.questions import QUESTIONS
from simcore.tichu.rules import PRESETS, Rules, check

GAME = Game(
    name="tichu",
    title="Tichu",
    version="3",
    rules=Rules,
    presets=PRESETS,
    check_rules=check,
    seats=4,
    policies=("random", "lowest", "heuristic", "heuristic_v2", "search"),
    questions=QUESTIONS,
    rooms={
        "play": "engine:play",
        "play_given": "engine:play_given",
        "transcript": "trace:transcript",
        "text": "trace:text",
        "question": "positions:question",
        "judge": "judge:judge",
        "ask_rules": "judge:ask",
        "deals": "deals:deal_records",
        "deals_given": "deals:deals_given",
        "deal_words": "deals:deal_words",
        "new_words": "deals:new_words",
        "new_hands": "deals:new_hands",
    },
)

"""Golden transcripts: short matches kept word for word.

They are renewed on purpose only, where the play itself is meant to change::

    python -m tests.gouji.golden
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy
from simcore.gouji.trace import transcript

FOLDER = Path(__file__).parents[1] / "data" / "golden" / "gouji"
RANDOM, LOWEST, HEURISTIC = Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC
MATCHES: dict[str, tuple[int, int, dict[str, Any], list[Policy]]] = {
    "random": (11, 3, {"hands_per_game": 2}, [RANDOM] * 6),
    "lowest": (
        12,
        5,
        {"hands_per_game": 3, "allwild_vs_black_mixed": "reds_cover", "same_team_tribute": "waive"},
        [LOWEST] * 6,
    ),
    "heuristic": (
        14,
        2,
        {"hands_per_game": 4, "same_team_tribute": "exchange"},
        [HEURISTIC] * 6,
    ),
    "heuristic_v2": (
        14,
        2,
        {"hands_per_game": 4, "same_team_tribute": "exchange"},
        [Policy.HEURISTIC_V2] * 6,
    ),
    "mixed": (
        13,
        8,
        {
            "hands_per_game": 1,
            "games_per_session": 2,
            "partnership": "draw",
            "shao_window": "every_duel_play",
            "endgame_order": "seat_order",
            "kai_pai_first": "highest_partnership_card",
        },
        [RANDOM, LOWEST] * 3,
    ),
}


def lines_of(name: str) -> list[str]:
    """Play a golden match; return its transcript as lines of JSON."""
    seed, match, changes, policies = MATCHES[name]
    events = transcript(seed, match, GAME.make_rules("seed", changes), policies)
    return [json.dumps(event, separators=(",", ":")) for event in events]


def main() -> None:
    """Write all golden transcripts anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MATCHES:
        text = "".join(f"{line}\n" for line in lines_of(name))
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Golden transcripts of Tichu: five short matches that must not change by accident.

Renew them only on purpose, after a change of the rules, the random words or a policy:

    python -m tests.tichu.golden
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simcore.tichu.policies import Policy
from simcore.tichu.trace import transcript
from tests.tichu.table import make_rules

FOLDER = Path(__file__).parents[1] / "data" / "golden" / "tichu"

RANDOM, LOWEST, HEURISTIC, V2 = map(
    int, (Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC, Policy.HEURISTIC_V2)
)
MATCHES: dict[str, dict[str, Any]] = {
    "random": {"seed": 1, "match": 0, "seats": [RANDOM] * 4, "rounds": 2, "options": {}},
    "lowest": {"seed": 2, "match": 5, "seats": [LOWEST] * 4, "rounds": 2, "options": {}},
    "heuristic": {"seed": 4, "match": 2, "seats": [HEURISTIC] * 4, "rounds": 2, "options": {}},
    "heuristic_v2": {"seed": 4, "match": 2, "seats": [V2] * 4, "rounds": 2, "options": {}},
    "options": {
        "seed": 3,
        "match": 1,
        "seats": [RANDOM, LOWEST, LOWEST, RANDOM],
        "rounds": 0,
        "options": {
            "max_rounds": 3, "self_beat": True, "bomb_priority": "random", "wish": "mandatory",
            "final_trick": "complete", "partner_double_call": "one_per_team",
        },
    },
}  # fmt: skip


def replayed(name: str) -> list[dict[str, Any]]:
    """Play a golden match again."""
    match = MATCHES[name]
    rules = make_rules(**match["options"])
    return transcript(match["seed"], match["match"], rules, match["seats"], match["rounds"])


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MATCHES:
        lines = [json.dumps(event, separators=(",", ":")) for event in replayed(name)]
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()

"""``replay``: one match as text or JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

from analysis.commands import entry_of, warn_of_compiling
from analysis.rulebook import rules_from
from analysis.seating import policies_from
from simcore.catalog import load_game

STYLES = ("text", "jsonl")


def replay(
    name: str,
    seed: int,
    match: int,
    style: str = "text",
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    rounds: int | None = None,
) -> str:
    """Write one match again, from its seed and number.

    Parameters
    ----------
    name : str
        Game.
    seed, match : int
    style : {"text", "jsonl"}
        For people, or one JSON object a line.
    preset, path, pairs, words, rounds
        Rules, policies and length as in the run that is replayed.

    Returns
    -------
    str
        Lines without a newline at the end.
    """
    game = load_game(name)
    rules = rules_from(game, preset, path, pairs)
    policies = policies_from(game, rules, words)
    warn_of_compiling(game, False, entry_of(policies))
    events = game.room("transcript")(seed, match, rules, policies, rounds=rounds or 0)
    if style == "jsonl":
        return "\n".join(json.dumps(event, separators=(",", ":")) for event in events)
    return str(game.room("text")(events))

"""``games`` and ``rules``: what there is, and every option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analysis.commands import Answer
from analysis.reports import report_names
from analysis.rows import FORMAT_VERSION, plain
from analysis.rulebook import rules_from
from simcore import __version__
from simcore.catalog import TITLES, load_game
from simcore.options import as_json, as_text, describe


def _document(command: str, rows: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    table = [{key: plain(value) for key, value in row.items()} for row in rows]
    return {"format": FORMAT_VERSION, "command": command, **fields, "version": __version__} | {
        "table": table
    }


def games() -> Answer:
    """List games with version, policies, reports and questions."""
    rows: list[dict[str, Any]] = []
    for name in TITLES:
        game = load_game(name)
        rows.append(
            {
                "game": name,
                "version": game.version,
                "policies": list(game.policies),
                "reports": report_names(name),
                "questions": list(game.questions),
            }
        )
    return Answer(_document("games", rows), columns=list(rows[0]))


def rules(
    name: str,
    preset: str | None,
    path: Path | None,
    pairs: tuple[str, ...],
    diff: bool = False,
    against: str | None = None,
) -> Answer:
    """List every option of a game: values, default, value in force, clause, help.

    Parameters
    ----------
    name : str
        Game.
    preset, path, pairs
        As for `analysis.rulebook.rules_from`.
    diff : bool
        Keep only the options whose value is not the default, or differs from that of `against`.
    against : str or None
        Rule file to compare with; its values are in the column ``against``.
    """
    game = load_game(name)
    found = rules_from(game, preset, path, pairs)
    rows, other = describe(found), "default"
    if against is not None:
        other = "against"
        values = as_json(rules_from(game, path=against))
        rows = [row | {other: values[row["option"]]} for row in rows]
    if diff:
        rows = [row for row in rows if row["value"] != row[other]]
    notes = [f"presets: {', '.join(game.presets)}"]
    if diff and not rows:
        as_in = "its default" if against is None else f"the value it has in {against}"
        notes.insert(0, f"every option has {as_in}")
    return Answer(_document("rules", rows, game=name), game.title, notes)


def as_people_read(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write lists and option values as the command line takes them."""
    return [
        {
            key: " ".join(value) if key in ("policies", "reports", "questions") else as_text(value)
            for key, value in row.items()
        }
        for row in rows
    ]

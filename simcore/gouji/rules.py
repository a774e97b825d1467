"""Rules of Gou Ji: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from typing import NamedTuple

PRESETS: dict[str, dict[str, object]] = {"seed": {}}


class Rules(NamedTuple):
    """Options of a match; dealing has none."""


def check(rules: Rules) -> None:
    """Refuse options that exclude each other; dealing has none."""

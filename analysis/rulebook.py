"""Rule files: TOML data in, checked rules out; nothing in a file is ever executed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from simcore.catalog import Game
from simcore.options import change, coded, suggestion
from simcore.status import KaipaiError

LARGEST_FILE = 1 << 20
KEYS = ("game", "preset", "rules", "variant")
VARIANT_KEYS = ("name", "preset", "policy", "rules")


def read_file(path: str | Path) -> dict[str, Any]:
    """Read a TOML file of at most one megabyte.

    Raises
    ------
    KaipaiError
        Naming the file, and the line where the parser knows it.
    """
    path = Path(path)
    try:
        # Devices have no size beforehand, so what counts is what comes.
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise KaipaiError(f"{path} is larger than a rule file can be (1 MiB)")
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise KaipaiError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise KaipaiError(f"{path} is not UTF-8 text; a rule file is TOML") from None
    except ValueError as error:
        # Among them TOMLDecodeError, and numbers with more digits than Python reads.
        raise KaipaiError(f"{path} is not valid TOML: {error}") from None
    except RecursionError:
        raise KaipaiError(f"{path} is nested too deeply for a rule file") from None


def rules_in(path: str | Path, game: Game) -> tuple[str | None, dict[str, Any]]:
    """Return preset (or None) and changed options of a rule file.

    Raises
    ------
    KaipaiError
        The file is for another game, or holds an unknown key or a wrong type.
    """
    data = read_file(path)
    for key in data:
        if key not in KEYS:
            raise KaipaiError(
                f"{path}: unknown key '{key}'{suggestion(key, KEYS)}; a rule file has "
                f"{', '.join(KEYS)}"
            )
    if data.get("game") != game.name:
        found = f"game is {data['game']!r}" if "game" in data else "no game is named"
        raise KaipaiError(f"{path}: {found}, but rules of '{game.name}' are asked for")
    preset, changes = data.get("preset"), data.get("rules", {})
    if preset is not None and not isinstance(preset, str):
        raise KaipaiError(f"{path}: preset takes a name, not {preset!r}")
    if not isinstance(changes, dict):
        raise KaipaiError(f"{path}: rules is a table of options, not {changes!r}")
    _check(game, preset, changes, str(path))
    return preset, changes


def _check(game: Game, preset: str | None, changes: dict[str, Any], place: str) -> None:
    """Refuse what a file says with the name of the file."""
    try:
        if preset is not None:
            game.make_rules(preset)
        change(coded(game.rules()), changes)
    except KaipaiError as error:
        raise KaipaiError(f"{place}: {error}") from None


def variants_in(
    path: str | Path, game: Game
) -> list[tuple[str, tuple[str | None, dict[str, Any]], str | None]]:
    """Return name, (preset, changed options) and policy of each ``[[variant]]`` of a file.

    Raises
    ------
    KaipaiError
        A variant without a name, an unknown key, or a wrong type.
    """
    rules_in(path, game)
    found = []
    variants = read_file(path).get("variant", [])
    if not isinstance(variants, list) or not all(isinstance(v, dict) for v in variants):
        raise KaipaiError(f"{path}: variants are written as [[variant]]")
    for variant in variants:
        for key in variant:
            if key not in VARIANT_KEYS:
                raise KaipaiError(
                    f"{path}: unknown key '{key}' in a variant{suggestion(key, VARIANT_KEYS)}; "
                    f"there are {', '.join(VARIANT_KEYS)}"
                )
        name, preset, policy = (variant.get(key) for key in ("name", "preset", "policy"))
        changes = variant.get("rules", {})
        if not isinstance(name, str) or not name:
            raise KaipaiError(f"{path}: every variant needs a name")
        if not all(value is None or isinstance(value, str) for value in (preset, policy)):
            raise KaipaiError(f"{path}: preset and policy of variant '{name}' take a name")
        if not isinstance(changes, dict):
            raise KaipaiError(f"{path}: rules of variant '{name}' is a table of options")
        _check(game, preset, changes, f"{path}, variant '{name}'")
        found.append((name, (preset, changes), policy))
    return found


def parse_changes(pairs: Iterable[str]) -> dict[str, str]:
    """Read ``KEY=VALUE`` arguments.

    Raises
    ------
    KaipaiError
        An argument without ``=``, or a key that stands twice.
    """
    changes: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise KaipaiError(f"--rule takes KEY=VALUE, not '{pair}'")
        if key.strip() in changes:
            raise KaipaiError(f"rule {key.strip()} is given twice")
        changes[key.strip()] = value
    return changes


def rules_from(
    game: Game,
    preset: str | None = None,
    path: str | Path | None = None,
    pairs: Iterable[str] = (),
    more: Mapping[str, Any] | None = None,
) -> Any:
    """Return checked rules: a preset, changed by a file, changed by options.

    Parameters
    ----------
    game : Game
    preset : str or None
        Wins over the file's preset; ``seed`` where neither is given.
    path : path or None
        A TOML file.
    pairs : iterable of str
        ``KEY=VALUE``.
    more : mapping or None
        Changes on top, as TOML writes them.

    Raises
    ------
    KaipaiError
        Anything unknown or impossible, by name.
    """
    of_file: str | None = None
    changes: dict[str, Any] = {}
    if path is not None:
        of_file, changes = rules_in(path, game)
    start = next((name for name in (preset, of_file) if name is not None), "seed")
    return game.make_rules(start, changes, parse_changes(pairs), dict(more or {}))

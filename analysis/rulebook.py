"""Rule files: TOML data in, checked rules out; nothing in a file is ever executed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simcore.catalog import Game
from simcore.options import suggestion
from simcore.status import KaipaiError

LARGEST_FILE = 1 << 20
KEYS = ("game", "preset", "rules")


def read_file(path: str | Path) -> dict[str, Any]:
    """Read a TOML file of at most one megabyte.

    Raises
    ------
    KaipaiError
        Naming the file, and the line where the parser knows it.
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise KaipaiError(f"{path} is larger than a rule file can be (1 MiB)")
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise KaipaiError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise KaipaiError(f"{path} is not UTF-8 text; a rule file is TOML") from None
    except tomllib.TOMLDecodeError as error:
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
        raise KaipaiError(
            f"{path}: game = {data.get('game')!r}, but rules of {game.name!r} are asked for"
        )
    preset, changes = data.get("preset"), data.get("rules", {})
    if preset is not None and not isinstance(preset, str):
        raise KaipaiError(f"{path}: preset takes a name, not {preset!r}")
    if not isinstance(changes, dict):
        raise KaipaiError(f"{path}: rules is a table of options, not {changes!r}")
    return preset, changes


def parse_changes(pairs: Iterable[str]) -> dict[str, str]:
    """Read ``KEY=VALUE`` arguments; the last of equal keys counts.

    Raises
    ------
    KaipaiError
        An argument without ``=``.
    """
    changes = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise KaipaiError(f"--rule takes KEY=VALUE, not '{pair}'")
        changes[key.strip()] = value
    return changes


def rules_from(
    game: Game, preset: str | None = None, path: str | Path | None = None, pairs: Iterable[str] = ()
) -> Any:
    """Return checked rules: a preset, changed by a file, changed by options.

    Parameters
    ----------
    game : Game
    preset : str or None
        Wins over the file's preset; ``seed`` where neither names one.
    path : path or None
        A TOML file.
    pairs : iterable of str
        ``KEY=VALUE``.

    Raises
    ------
    KaipaiError
        Anything unknown or impossible, by name.
    """
    of_file: str | None = None
    changes: dict[str, Any] = {}
    if path is not None:
        of_file, changes = rules_in(path, game)
    return game.make_rules(preset or of_file or "seed", changes, parse_changes(pairs))

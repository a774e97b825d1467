"""``judge``: rules questions, one at a time or a file of cases."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from analysis.rulebook import rules_from
from simcore.catalog import load_game
from simcore.options import suggestion
from simcore.status import KaipaiError

EXAMPLES = ("example",)
"""Fields of which any right value would do, so that they are not compared."""


def read_cases(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and case of a file of JSON lines; blank lines are passed over.

    Raises
    ------
    KaipaiError
        The file cannot be read, or a line is no JSON object; naming the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise KaipaiError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise KaipaiError(f"{path} is not UTF-8 text") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise KaipaiError(f"{path} line {number} is not JSON: {error}") from None
        if not isinstance(case, dict):
            raise KaipaiError(f"{path} line {number} is no JSON object")
        yield number, case


def is_expected(case: dict[str, Any], key: str) -> bool:
    """Whether a case says what this computed field should be."""
    return key in case and key not in EXAMPLES


def agrees(expected: Any, got: Any) -> bool:
    """Compare an expected with a computed value.

    ``"1|3"`` accepts either; the order of a list of lists (a set of plays) and of the cards in
    each of them does not matter.
    """
    if isinstance(expected, str) and "|" in expected:
        return got == expected or str(got) in expected.split("|")
    if isinstance(expected, list) and isinstance(got, list):
        return _sorted(expected) == _sorted(got)
    return bool(expected == got)


def _sorted(values: list[Any]) -> list[Any]:
    if all(isinstance(value, list) for value in values):
        return sorted(sorted(map(str, value)) for value in values)
    return values


def ask(
    name: str,
    arguments: list[str],
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
) -> str:
    """Answer one rules question asked by options.

    Parameters
    ----------
    name : str
        Game.
    arguments : list of str
        ``--table``, a value, ``--reply``, a value, ... as the game's judge takes them.
    preset, path, pairs
        Rules.

    Returns
    -------
    str
        The answer and the clause that decides it, such as ``legal  (GJ-31)``.

    Raises
    ------
    KaipaiError
        An option that this game's judge does not know, or one without a value.
    """
    game = load_game(name)
    rules = rules_from(game, preset, path, pairs)
    question = game.room("ask_rules")
    known = [
        p.name
        for p in inspect.signature(question).parameters.values()
        if p.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    options = ", ".join(f"--{key}" for key in known)
    given: dict[str, str] = {}
    words = [part for word in arguments for part in _halves(word)]
    for option, value in zip(words[::2], [*words[1::2], None], strict=False):
        key = option.removeprefix("--")
        if not option.startswith("--") or key not in known:
            raise KaipaiError(
                f"unknown option '{option}'{suggestion(key, known)}; a question about "
                f"{game.title} is asked by {options}"
            )
        if value is None or value.startswith("--"):
            raise KaipaiError(f"{option} needs a value, for example {option} '5 5'")
        given[key] = value
    if not given:
        raise KaipaiError(f"ask by {options}, or give --cases FILE")
    answer, clause = question(rules, **given)
    return f"{answer}  ({clause})"


def _halves(word: str) -> list[str]:
    """Split ``--key=value``."""
    key, equals, value = word.partition("=")
    return [key, value] if word.startswith("--") and equals else [word]


def judge_file(name: str, path: Path) -> tuple[list[str], bool]:
    """Judge every case of a file.

    Returns
    -------
    lines : list of str
        One JSON object a case: ``id``, ``ok``, ``got``.
    agree : bool
        Whether all expected fields agree.

    Raises
    ------
    KaipaiError
        A case is malformed or of an unknown type, naming the line.
    """
    judge = load_game(name).room("judge")
    lines, agree = [], True
    for number, case in read_cases(path):
        try:
            got = judge(case)
        except KaipaiError as error:
            raise KaipaiError(f"{path} line {number}: {error}") from None
        ok = all(agrees(case[key], value) for key, value in got.items() if is_expected(case, key))
        agree &= ok
        lines.append(json.dumps({"id": case.get("id"), "ok": ok, "got": got}))
    return lines, agree

"""``judge``: rules questions, one at a time or a file of cases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simcore.catalog import load_game
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

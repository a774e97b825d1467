"""Groups of a tally: their canonical form, their order, and rows split by them."""

from __future__ import annotations

from typing import Any

import numpy as np

Scalar = str | int | None
Group = Scalar | tuple[Scalar, ...]


def split(by: Any, size: int) -> list[tuple[Group, Any]]:
    """Return (group, rows) for each group; all rows in one group unless `by` holds arrays."""
    parts = by if isinstance(by, tuple) else (by,)
    if not any(np.ndim(part) for part in parts):
        return [(canonical(by), slice(None))]
    arrays = [np.asarray(part).ravel() if np.ndim(part) else np.full(size, part) for part in parts]
    codes = np.zeros(size, dtype=np.int64)
    levels = []
    for array in arrays:
        if array.size != size:
            raise ValueError(f"{array.size} groups given for {size} values")
        distinct, code = np.unique(array, return_inverse=True)
        codes = codes * len(distinct) + code
        levels.append(distinct.tolist())
    result: list[tuple[Group, Any]] = []
    for cell in np.unique(codes).tolist():
        rest, labels = cell, []
        for distinct in reversed(levels):
            rest, index = divmod(rest, len(distinct))
            labels.append(distinct[index])
        label = tuple(reversed(labels)) if isinstance(by, tuple) else labels[0]
        result.append((canonical(label), np.flatnonzero(codes == cell)))
    return result


def scalar(label: Any) -> Scalar:
    """Return one part of a group as str, int or None."""
    if isinstance(label, (bool, np.bool_)):
        return "yes" if label else "no"
    if isinstance(label, np.integer):
        return int(label)
    if label is None or isinstance(label, (str, int)):
        return label if label is None or isinstance(label, int) else str(label)
    raise TypeError(f"a group is text, a whole number, None or a tuple of these, not {label!r}")


def canonical(label: Any) -> Group:
    """Return a group in its canonical form."""
    if isinstance(label, tuple):
        return tuple(scalar(part) for part in label)
    return scalar(label)


def numbered(numbers: Any, late: int) -> Any:
    """Name whole numbers from 1 as groups: ``"1"``, ``"2"`` ..., and ``"11+"`` where late is 11."""
    names = np.array([*map(str, range(late)), f"{late}+"])
    return names[np.minimum(numbers, late)]


def scalar_order(part: Scalar) -> tuple[int, int, str]:
    """Order None, then numbers, also written as in `numbered`, then text."""
    if part is None:
        return 0, 0, ""
    if isinstance(part, int):
        return 1, part, ""
    digits = part.removesuffix("+")
    return (1, int(digits), part) if digits.isascii() and digits.isdigit() else (2, 0, part)


def group_order(group: Group) -> tuple[bool, tuple[tuple[int, int, str], ...]]:
    """Order single groups before tuples."""
    if isinstance(group, tuple):
        return True, tuple(scalar_order(part) for part in group)
    return False, (scalar_order(group),)

"""Tidy rows and the one document of a command, in values that JSON knows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

from analysis.estimate import Estimate
from analysis.numerals import clean
from simcore.options import amount, as_text

FORMAT_VERSION = 1

# The order of a tidy row's fields; other fields follow in the order in which they first appear.
TIDY = (
    "metric", "action", "group", "unit", "n", "estimate", "se", "low", "high", "level", "method",
    "exact",
)  # fmt: skip


def row(
    metric: str, unit: str, estimate: Estimate, group: Any = None, **extra: Any
) -> dict[str, Any]:
    """Build one tidy row.

    Parameters
    ----------
    metric : str
        Name of the figure.
    unit : str
        ``"probability"`` or ``"proportion"`` for shares, else what is counted, as ``"points"``.
    estimate : Estimate
        The figure with its interval.
    group : str, int, None or a tuple of them
        The group; a tuple becomes text such as ``"3/yes"``.
    **extra
        Further fields, for example ``base`` and ``vs``.

    Returns
    -------
    dict
        Plain values in the order of `TIDY`; NaN and infinities become None.
    """
    label = "/".join(str(part) for part in group) if isinstance(group, tuple) else group
    fields: dict[str, Any] = {
        "metric": metric,
        "group": label,
        "unit": unit,
        "n": estimate.n,
        "estimate": estimate.estimate,
        "se": estimate.se,
        "low": estimate.low,
        "high": estimate.high,
        "level": estimate.level,
        "method": estimate.method,
        "exact": estimate.exact,
    }
    return {key: plain(value) for key, value in (fields | extra).items()}


def document(
    *,
    command: str,
    game: str,
    version: str,
    rules: Mapping[str, Any],
    policies: Sequence[str],
    seed: int,
    seconds: float,
    digest: str,
    rows: Iterable[Mapping[str, Any]],
    matches: int | None = None,
    rounds: int | None = None,
    deals: int | None = None,
    **extra: Any,
) -> dict[str, Any]:
    """Build the one object that a command prints as JSON.

    Parameters
    ----------
    command, game, version : str
        What ran.
    rules : mapping
        Every option with its value.
    policies : sequence of str
        One a seat, or those compared.
    seed : int
        The seed in use, also where it was drawn.
    seconds : float
        Wall time.
    digest : str
        Of the integer results.
    rows : iterable of mapping
        The table.
    matches, rounds, deals : int, optional
        How much was simulated; left out where None.
    **extra
        Further fields, such as ``verdict``.

    Returns
    -------
    dict
        Plain values only, ready for JSON.
    """
    fields: dict[str, Any] = {
        "format": FORMAT_VERSION,
        "command": command,
        "game": game,
        "version": version,
        "rules": dict(rules),
        "policies": list(policies),
        "seed": seed,
    }
    amounts = {"deals": deals, "matches": matches, "rounds": rounds}
    fields |= {key: number for key, number in amounts.items() if number is not None}
    fields |= {"seconds": seconds, "digest": digest} | extra
    fields["table"] = [dict(each) for each in rows]
    return {key: plain(value) for key, value in fields.items()}


def footer(fields: Mapping[str, Any]) -> str:
    """Say in one line how a document's figures can be made again.

    Parameters
    ----------
    fields : mapping
        A document.

    Returns
    -------
    str
        For example ``"kaipai 0.1.0, tichu, seed 7, 1,000 matches, 9,800 rounds, heuristic,
        1=lowest, wish=off"``: who plays, seats of their own, rules other than the default.
    """
    parts = [f"kaipai {fields['version']}", str(fields["game"]), f"seed {fields['seed']}"]
    for key in ("deals", "matches", "rounds"):
        if fields.get(key) is not None:
            parts.append(amount(int(fields[key]), key))
    if "a" in fields and "b" in fields:
        parts += [f"a={fields['a']}", f"b={fields['b']}"]
    else:
        parts += seated(list(map(str, fields.get("policies", ()))))
    parts += [f"{name}={as_text(value)}" for name, value in fields.get("changed", {}).items()]
    return clean(", ".join(parts))


def seated(policies: Sequence[str]) -> list[str]:
    """Write policies by seat as they are typed: the commonest one, then ``SEAT=NAME`` of others."""
    if not policies:
        return []
    common = max(policies, key=policies.count)
    others = [f"{seat}={name}" for seat, name in enumerate(policies) if name != common]
    return [common, *others]


def plain(value: Any) -> Any:
    """Turn a value into what JSON knows.

    Parameters
    ----------
    value : Any
        NumPy scalars and arrays, enum members (their name in lower case), fractions, tuples,
        sets (sorted) and mappings included.

    Returns
    -------
    Any
        None, bool, int, float, str, list or dict; NaN and infinities become None.

    Raises
    ------
    TypeError
        If the value has no plain form.
    """
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, (float, Fraction)):
        number = float(value)
        return number if math.isfinite(number) else None
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return [plain(part) for part in sorted(value)]
    if hasattr(value, "tolist"):  # NumPy scalars and arrays, pandas series
        return plain(value.tolist())
    raise TypeError(f"{type(value).__name__} has no plain form: {value!r}")

"""One rules question at a time: the worked cases."""

from __future__ import annotations

from typing import Any

from .combos import beats, classify, triggers
from .options import full_rules


def judge(case: dict[str, Any]) -> dict[str, Any]:
    """Answer a worked case of type ``beats`` or ``trigger``.

    Returns
    -------
    dict
        ``{"legal": bool}`` or ``{"triggers": bool}``.

    Raises
    ------
    ValueError
        If the type is unknown, or the combination asked about is none.
    """
    rules = full_rules(case.get("rules"))
    if case["type"] == "beats":
        table, reply = classify(case["table"]), classify(case["reply"])
        if table is None:
            raise ValueError(f"{case['table']} cannot lie on the table")
        return {"legal": reply is not None and beats(table, reply, rules)}
    if case["type"] == "trigger":
        play = classify(case["play"])
        if play is None:
            raise ValueError(f"{case['play']} is no combination")
        return {"triggers": triggers(play, rules)}
    raise ValueError(f"unknown case type {case['type']!r}")

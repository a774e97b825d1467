"""Rules questions one at a time, answered by the kernels' rules, with the clause that decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcore.cards import read
from simcore.decisions import check_form
from simcore.gouji.cards import RANK_NAMES
from simcore.gouji.combos import (
    FORM_A,
    FORM_B,
    SINGLE,
    beats,
    clause_of,
    combo_blacks,
    combo_n,
    combo_reds,
    combo_twos,
    counts_of_ranks,
    read_combo,
    shao_forms,
    triggers,
)
from simcore.gouji.records import rules_row
from simcore.gouji.rules import Rules, check
from simcore.options import change, coded
from simcore.status import KaipaiError

Case = Mapping[str, Any]
COPIES = {name: 4 if name in ("BJ", "RJ") else 16 for name in RANK_NAMES}
KNOWN = {name: number for number, name in enumerate(RANK_NAMES)}


def _tokens(case: Case, name: str) -> list[str]:
    """Rank tokens of a field of a case."""
    if name not in case:
        raise KaipaiError(f"field '{name}' is missing")
    value = case[name]
    if not isinstance(value, list | tuple) or not all(isinstance(card, str) for card in value):
        raise KaipaiError(f"field '{name}' is no list of cards: {value!r}")
    for card in value:
        if card not in KNOWN:
            raise KaipaiError(
                f"field '{name}': '{card}' is no card of Gou Ji; play has ranks alone"
            )
    return _of_deck(list(value), f"field '{name}'")


def _of_deck(cards: list[str], where: str) -> list[str]:
    """Return cards unless there are none, or more of one than the deck has."""
    if not cards:
        raise KaipaiError(f"{where} has no cards")
    for card in set(cards):
        if cards.count(card) > COPIES[card]:
            raise KaipaiError(f"{where}: the deck has {card} only {COPIES[card]} times")
    return cards


def _combo(cards: Sequence[str], where: str) -> int:
    combo = read_combo(cards)
    if not combo:
        raise KaipaiError(f"{where}: {' '.join(cards)} is no combination (GJ-21)")
    return combo


def rules_of(case: Case) -> Rules:
    """Return the default rules with the options that the case changes."""
    changes = case.get("rules", {})
    if not isinstance(changes, Mapping):
        raise KaipaiError(f"field 'rules' is no object: {changes!r}")
    rules: Rules = change(coded(Rules()), dict(changes))
    check(rules)
    return rules


def _beats(case: Case, rules: np.void) -> dict[str, Any]:
    table = _combo(_tokens(case, "table"), "field 'table'")
    reply = read_combo(_tokens(case, "reply"))
    return {"legal": bool(reply and beats(table, reply, rules))}


def _trigger(case: Case, rules: np.void) -> dict[str, Any]:
    return {"triggers": bool(triggers(_combo(_tokens(case, "play"), "field 'play'"), rules))}


_JUDGES = {"beats": _beats, "trigger": _trigger}


def judge(case: Case) -> dict[str, Any]:
    """Answer a worked case.

    Parameters
    ----------
    case : mapping
        ``type``: ``beats`` with ``table`` and ``reply``, or ``trigger`` with ``play``, lists of
        rank tokens; ``rules`` for options that differ from the default.

    Returns
    -------
    dict
        ``legal`` or ``triggers``.

    Raises
    ------
    KaipaiError
        Unknown type or option, or a field that is missing or wrong; naming it.
    """
    kind = case.get("type")
    if kind not in _JUDGES:
        raise KaipaiError(f"field 'type': {kind!r} is none of {', '.join(_JUDGES)}")
    return _JUDGES[kind](case, rules_row(rules_of(case))[0])


def _read(text: str, where: str) -> list[str]:
    return _of_deck([RANK_NAMES[number] for number in read(text, KNOWN, COPIES)], where)


def _why_triggers(combo: int, answer: bool, rules: np.void) -> str:
    """Clause that decides whether a combination starts a Gou Ji."""
    if combo_n(combo) and combo_twos(combo) and not (combo_blacks(combo) or combo_reds(combo)):
        plain = combo & 255 | combo >> 32 << 32
        if bool(triggers(plain, rules)) != answer or not rules["gouji_twos_count"]:
            return "GJ-37"
    return "GJ-36"


FORMS = (("cards",), ("table", "reply"), ("table", "hand"))
ASK = "ask with --cards, with --table and --reply, or with --table and --hand, and nothing else"


def ask(
    rules: Rules, *, cards: str = "", table: str = "", reply: str = "", hand: str = ""
) -> tuple[str, str]:
    """Answer one question.

    Parameters
    ----------
    rules : Rules
    cards : str
        Do these cards start a Gou Ji (the Dui Men holds cards, and the player keeps some)?
    table, reply : str
        May the reply be laid on the table?
    hand : str
        With a table: may a player with this hand announce Shao Pai on it?

    Returns
    -------
    tuple of str
        The answer, such as ``legal``, and the id of the clause.

    Raises
    ------
    KaipaiError
        A card is wrong, or the options make no question.
    """
    given = dict(cards=cards, table=table, reply=reply, hand=hand)
    check_form(given, FORMS, ASK)
    row = rules_row(rules)[0]
    if cards:
        combo = read_combo(_read(cards, "cards"))
        if not combo:
            return "no combination", "GJ-21"
        starts = bool(triggers(combo, row))
        answer = "starts a Gou Ji" if starts else "starts no Gou Ji"
        return answer, _why_triggers(combo, starts, row)
    laid = _combo(_read(table, "table"), "table")
    if reply:
        answered = read_combo(_read(reply, "reply"))
        legal = bool(answered and beats(laid, answered, row))
        return "legal" if legal else "illegal", clause_of(laid, answered)
    naturals, wilds = counts_of_ranks(_read(hand, "hand"))
    forms = int(shao_forms(naturals, wilds, laid, row, 0))
    names = {FORM_A: "form A", FORM_B: "form B", SINGLE: "the whole hand"}
    found = [name for bit, name in names.items() if forms & bit]
    return f"Shao Pai: {', '.join(found)}" if found else "no Shao Pai", "GJ-47"

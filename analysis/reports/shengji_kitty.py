"""Kitty multipliers: points buried, last tricks, rounds decided, gains under each rule.

Figures grouped by a rule score the very same rounds under it, a change of the scoring alone:
players who knew the rule would play otherwise.  What they might do shows in the rows that set
two policies against each other, `heuristic` and one that minds the multiplier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, equals, share
from analysis.paired import Variant, Ways
from analysis.reports import Report
from analysis.reports._shengji import (
    COLUMNS,
    kitty_added,
    multiplier,
    net_gain,
    outcome_under,
    points_under,
    where,
)
from analysis.reports.shengji_deal import exactly
from simcore.catalog import load_game
from simcore.shengji.rules import (
    KITTY_MULT,
    FirstRoundNobody,
    KittyJoker,
    KittyMode,
    NoDeclareRule,
    Rules,
)

UNAWARE, AWARE = "heuristic", "heuristic_kitty"
PLAIN = int(KittyMode.PLAIN)
MOST_CARDS = 8
BURIED = ((0, 0), (5, 10), (15, 20), (25, 999))
TRUMPS = ((0, 8), (9, 10), (11, 12), (13, 14), (15, 255))
JOKERS = ((0, 0), (1, 1), (2, 2), (3, 255))


def scoring_rules(rules: Rules) -> dict[str, int]:
    """Name of each rule for the kitty with its code; the one in force too where it has a cap."""
    found = {mode.name.lower(): int(mode) for mode in KittyMode}
    return found | {str(KITTY_MULT.show(rules.kitty_mult)): int(rules.kitty_mult)}


def within(read: Reader, low: int, high: int) -> Reader:
    """Whether a reader gives a number between two limits."""
    return lambda records: (read(records) >= low) & (read(records) <= high)


def span(name: str, low: int, high: int) -> str:
    """Name a range."""
    if high >= 255:
        return f"{name} {low} or more"
    return f"{name} {low}" if low == high else f"{name} {low} to {high}"


def opponents_last(records: Records) -> Any:
    """Whether the opponents won the last trick."""
    return records["last_opponents"] == 1


def last_cards(records: Records) -> Any:
    """Cards of each play in the last trick, cut at MOST_CARDS."""
    return np.minimum(records["last_cards"], MOST_CARDS)


def under(rule: int, rules: Rules) -> dict[str, Reader]:
    """Readers of the rounds as one rule scores them."""

    def scored(records: Records) -> tuple[Any, Any]:
        return outcome_under(rule, records, rules)

    def taken(records: Records) -> Any:
        return scored(records)[0]

    def decided(records: Records) -> Any:
        swap, gain = scored(records)
        plain_swap, plain_gain = outcome_under(PLAIN, records, rules)
        return (swap != plain_swap) | (gain != plain_gain)

    def of_opponents(records: Records) -> Any:
        swap, gain = scored(records)
        return np.where(swap, gain, 0)

    def of_declarers(records: Records) -> Any:
        swap, gain = scored(records)
        return np.where(swap, 0, gain)

    return {
        "takeover": taken,
        "decided": decided,
        "gain_opponents": of_opponents,
        "gain_declarers": of_declarers,
        "all_points_passed": lambda r: points_under(rule, r) > 100 * rules.decks,
    }


def dealt_freely(rules: Rules) -> bool:
    """Whether no deal is thrown in for what lies in the kitty or in the hands."""
    return not (
        rules.no_declare_rule == NoDeclareRule.REDEAL
        or rules.first_round_nobody == FirstRoundNobody.REDEAL
        or rules.kitty_joker == KittyJoker.REDEAL
        or rules.redeal_no_trump
        or rules.redeal_no_points
    )


def exact_kitty(rules: Rules) -> Any:
    """Exact mean of the points in the kitty as dealt."""
    return exactly("Q-EKITTY-{decks}")(rules) if dealt_freely(rules) else None


def figures(rules: Rules) -> list[Figure]:
    """List the figures of the table."""
    buried = column("kitty_points")
    found = [
        Figure("kitty_before", "points", column("kitty_before"), exact=exact_kitty),
        Figure("kitty_points", "points", buried),
        share("last_trick_opponents", opponents_last),
        Figure(
            "kitty_points_lost", "points", where(opponents_last, buried), opponents_last
        ),
    ]  # fmt: skip
    for low, high in BURIED:
        some = within(buried, low, high)
        name = span("points", low, high)
        found += [
            share("buried", some, group=name),
            share("last_trick_opponents", _both(some, opponents_last), some, group=name),
        ]
    for field, spans in (("bury_trumps", TRUMPS), ("bury_jokers", JOKERS)):
        for low, high in spans:
            some = within(column(field), low, high)
            name = span(field.removeprefix("bury_"), low, high)
            found += [
                Figure("kitty_points", "points", where(some, buried), some, group=name),
                share("last_trick_opponents", _both(some, opponents_last), some, group=name),
            ]
    for k in range(1, MOST_CARDS + 1):
        size = equals(last_cards, k)
        name = span("cards", k, k if k < MOST_CARDS else 255)
        found += [
            share("last_trick_size", size, group=name),
            share("last_trick_opponents", _both(size, opponents_last), size, group=name),
        ]
    for name, rule in scoring_rules(rules).items():
        readers = under(rule, rules)
        found += [
            Figure(
                "multiplier", "times", where(opponents_last, _of(multiplier, rule)),
                opponents_last, group=name, kind="count",
            ),
            Figure("kitty_added", "points", _of(kitty_added, rule), group=name, kind="count"),
            share("takeover", readers["takeover"], group=name),
            Figure("gain_declarers", "levels", readers["gain_declarers"], group=name),
            Figure("gain_opponents", "levels", readers["gain_opponents"], group=name),
            share("all_points_passed", readers["all_points_passed"], group=name),
        ]  # fmt: skip
        if rule != PLAIN:
            found += [
                share("decided", readers["decided"], group=name),
                share(
                    "decided_if_lost", _both(opponents_last, readers["decided"]), opponents_last,
                    group=name,
                ),
            ]  # fmt: skip
    return found


def _of(read: Callable[[int, Records], Any], rule: int) -> Reader:
    return lambda records: read(rule, records)


def _both(first: Reader, second: Reader) -> Reader:
    return lambda records: np.asarray(first(records), bool) & np.asarray(second(records), bool)


def paired(rules: Rules) -> list[Figure]:
    """List the figures of rounds played by policies that do and do not mind the multiplier."""
    return [
        Figure("played_kitty_points", "points", column("kitty_points")),
        share("played_last_trick_opponents", opponents_last),
        Figure("played_last_cards", "cards", column("last_cards")),
        Figure("played_opponent_points", "points", column("opponent_points")),
        share("played_takeover", column("swap")),
        Figure("played_net_gain", "levels", net_gain),
    ]


def variants(rules: Rules) -> Ways:
    """Play under each rule by either policy, where there is one that minds the multiplier."""
    found: dict[str, Variant] = {}
    if AWARE not in load_game("shengji").policies:
        return found
    for name in scoring_rules(rules):
        change = {"kitty_mult": name}
        base = f"{name}, {UNAWARE}"
        found[base] = Variant(change, UNAWARE)
        found[f"{name}, {AWARE}"] = Variant(change, AWARE, base)
    return found


REPORT = Report(
    game="shengji", source="matches", figures=figures, main="last_trick_opponents",
    columns=COLUMNS, by_seat=False, variants=variants, paired=paired,
    notes=(
        "groups named by a rule: the same rounds, only scored otherwise",
        "decided: take-over or levels differ from those under plain",
    ),
)  # fmt: skip

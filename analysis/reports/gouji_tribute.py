"""Tribute: its worth by finishing place and cards given, persistence with and without it.

With and without are played on the same deals.  A seat's place is that of the round before; what
it owes or is owed follows from the places alone, so that both sides are told apart alike whether
or not the cards change hands.  The worth by the highest card given is taken from the second round
of a match, which has the same places before and the same hands with and without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, round_before, share
from analysis.paired import Variant, Ways
from analysis.reports import Report
from analysis.reports._gouji import COLUMNS, SEATS, own_points, where
from simcore.gouji.records import Tribute
from simcore.gouji.rules import RANK_NAMES

OFF, ON = "off", "on"
N_CLASSES = 15
"""Classes of cards in the records: 3 to A, 2, black joker, red joker."""
GIVEN = {"RJ": (14, 14), "BJ": (13, 13), "2": (12, 12), "A": (11, 11), "K or lower": (0, 10)}
RETURNED = {token: (kind, kind) for kind, token in enumerate(RANK_NAMES)} | {"wild": (12, 14)}
"""Groups of classes, from the lowest to the highest of each."""
SECOND = 1
"""Number of the second round, from 0."""
DUTIES = {
    -2: "gives 2",
    -1: "gives 1",
    0: "neither",
    1: "gets 1",
    2: "gets 2",
}
TO_OPPONENT, TO_TEAM = "opponent", "team mate"


def places_before(records: Records) -> Any:
    """Place of each seat in the round before of the same game, shape (n, 6); 0 in a first one."""
    index, known = round_before(records, "game")
    return records["place"][index].astype(np.int64) * known[:, None]


def later(records: Records) -> Any:
    """Whether there is a round before in the same game."""
    return round_before(records, "game")[1]


def balance(records: Records) -> Any:
    """Cards that each seat gets, or negative gives, by the places alone (GJ-64, GJ-68).

    After a sweep each of the losers gives one card to his Dui Men.
    """
    place = places_before(records)
    index, known = round_before(records, "game")
    swept = (records["sweep"][index] * known)[:, None] == 1
    usual = np.select([place == 1, place == 2, place == 5, place == 6], [2, 1, -1, -2], 0)
    after_sweep = np.where(place == 0, 0, np.where(place <= 3, 1, -1))
    return np.where(swept, after_sweep, usual)


def before_is(place: int) -> Reader:
    """Whether each seat had a place in the round before."""
    return lambda records: places_before(records) == place


def owes(cards: int) -> Reader:
    """Whether each seat of a later round has a balance of so many cards."""
    return lambda records: (balance(records) == cards) & later(records)[:, None]


def handed(field: str, low: int, high: int) -> Reader:
    """Cards of some classes that changed hands."""
    return lambda records: ((records[field] >= low) & (records[field] <= high)).sum(axis=(1, 2))


def any_handed(field: str) -> Reader:
    """Cards that changed hands."""
    return lambda records: (records[field] >= 0).sum(axis=(1, 2))


def to_team(records: Records) -> Any:
    """Whether each duty is between team mates, shape (n, 6, 2)."""
    giver = np.arange(SEATS)[:, None]
    receiver = records["receiver"].astype(np.int64)
    return (receiver >= 0) & ((receiver - giver) % 2 == 0)


def duties(among: Reader | None, *states: Tribute) -> Reader:
    """Count the duties of the round that ended in one of these ways."""

    def read(records: Records) -> Any:
        ended = np.isin(records["tribute"], [int(state) for state in states])
        return (ended if among is None else ended & among(records)).sum(axis=(1, 2))

    return read


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    every = (Tribute.GIVEN, Tribute.WAIVED, Tribute.LIBERATED)
    between = {TO_OPPONENT: lambda r: ~to_team(r), TO_TEAM: to_team}
    found = [
        Figure("cards_given", "cards", where(later, any_handed("gave")), later, kind="count"),
        share("losers_swap", where(later, column("swapped")), later),
    ]
    for metric, state in (("given", Tribute.GIVEN), ("waived", Tribute.WAIVED)):
        found.append(share(metric, duties(None, state), duties(None, *every)))
        found += [
            share(metric, duties(among, state), duties(among, *every), group=who)
            for who, among in between.items()
        ]
    freed = where(liberated, own_points)
    found += [
        share(
            "liberation",
            duties(None, Tribute.LIBERATED),
            duties(None, Tribute.GIVEN, Tribute.LIBERATED),
        ),
        Figure("points_after_liberation", "points", freed, liberated),
        share("kept", any_kept, any_handed("got")),
    ]
    for metric, field, groups in (
        ("card_given", "gave", GIVEN),
        ("card_returned", "got", RETURNED),
    ):
        found += [
            share(metric, handed(field, *classes), any_handed(field), group=name)
            for name, classes in groups.items()
        ]
    return found


def liberated(records: Records) -> Any:
    """Whether each seat refused tribute, shape (n, 6)."""
    return (records["tribute"] == Tribute.LIBERATED).any(axis=2)


def any_kept(records: Records) -> Any:
    """Count cards returned that are of a class just given by the same seat."""
    kept = np.zeros(len(records), dtype=np.int64)
    first, rest = slice(0, 2), slice(2, 3)
    for part in (first, rest):
        for kind in range(N_CLASSES):
            gave = (records["gave"][:, :, part] == kind).sum(axis=2)
            got = (records["got"][:, :, part] == kind).sum(axis=2)
            kept += np.minimum(gave, got).sum(axis=1)
    return kept


def won_before(records: Records) -> Any:
    """Whether each team scored in the round before, shape (n, 2)."""
    index, known = round_before(records, "game")
    return (records["points"][index] > 0) & known[:, None]


def again(sign: int) -> Reader:
    """Whether the team that scored in the round before scores (1) or concedes (-1) in this one."""
    return lambda records: (won_before(records) & (sign * records["points"] > 0)).any(axis=1)


def same_place(place: int) -> Reader:
    """Whether the seat that had a place in the round before has it again."""
    return lambda records: ((places_before(records) == place) & (records["place"] == place)).any(1)


def gave_at_most(low: int, high: int) -> Reader:
    """Whether each seat gave in the second round, its highest card of some classes."""

    def read(records: Records) -> Any:
        highest = records["gave"].max(axis=2)
        second = (records["round"] == SECOND)[:, None]
        return second & (highest >= low) & (highest <= high)

    return read


def paired(rules: Any) -> list[Figure]:
    """List the figures with and without tribute."""

    def won_any(records: Records) -> Any:
        return won_before(records).any(axis=1)

    found = [
        share("winners_win_again", again(1), won_any),
        share("winners_lose", again(-1), won_any),
        share("first_again", same_place(1), later),
        share("big_loser_again", same_place(SEATS), later),
    ]
    for metric, unit, value in (
        ("points_of_team", "points", own_points),
        ("next_place", "place", column("place")),
    ):
        found += [
            Figure(metric, unit, where(before_is(k), value), before_is(k), group=f"place {k}")
            for k in range(1, SEATS + 1)
        ]
        found += [
            Figure(metric, unit, where(owes(cards), value), owes(cards), group=name)
            for cards, name in DUTIES.items()
        ]
    for metric, unit, value in (
        ("points_of_giver", "points", own_points),
        ("place_of_giver", "place", column("place")),
    ):
        everybody = gave_at_most(0, N_CLASSES)
        found.append(Figure(metric, unit, where(everybody, value), everybody))
        found += [
            Figure(metric, unit, where(gave_at_most(*classes), value), gave_at_most(*classes),
                   group=f"highest {name}")
            for name, classes in GIVEN.items()
        ]  # fmt: skip
    return found


def second_rounds(records: Records) -> Any:
    """Places of the second rounds of each match's first game, by match."""
    places = np.flatnonzero((records["round"] == SECOND) & (records["hand"] == SECOND))
    return places[np.argsort(records["match"][places], kind="stable")]


def align(played: Mapping[str, Records]) -> Mapping[str, Records]:
    """Tell the second rounds without tribute what would have been given."""
    off, on = played[OFF].copy(), played[ON]
    off["gave"] = -1
    off["gave"][second_rounds(off)] = on["gave"][second_rounds(on)]
    return {OFF: off, ON: on}


def variants(rules: Any) -> Ways:
    """Play without tribute and with it."""
    return {OFF: Variant({"tribute": "off"}), ON: Variant({"tribute": "on"}, base=OFF)}


REPORT = Report(
    game="gouji", source="matches", figures=figures, main="cards_given", columns=COLUMNS,
    by_seat=False, variants=variants, paired=paired, align=align,
    notes=(
        "off / on: whole matches without and with tribute; groups are places of the round before "
        "and what these places owe",
        "giver: second rounds alone, the same hands without and with tribute",
    ),
)  # fmt: skip

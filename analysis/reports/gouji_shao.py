"""Shao Pai: chances, announcements, success by form and by reds held, points with and without.

Form A is two combinations, form B more, all but the first and last with a joker (GJ-47).  Points
with and without are taken from the first round of each match in which somebody might announce,
where somebody did: played with Shao Pai and without.  They are those of the team that announced
first.  What choosing is worth shows beside a twin of the heuristic that announces by chance: there
all rounds with an announcement count, each way its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, share
from analysis.paired import Variant, Ways, carry, first_of_match
from analysis.reports import Report
from analysis.reports._gouji import COLUMNS, SEATS, own_points

OFF, ON = "off", "on"
CHANCE, CHOICE = "heuristic_random_shao", "heuristic"
FORMS = ("A", "B")
MOST_REDS = 4
BROKEN, MADE = 0, 1


def chances(records: Records) -> Any:
    """Openings of the round in which somebody might announce."""
    return records["shao_chances"].astype(np.int64).sum(axis=1)


def ended(form: int | None, reds: int | None, *ends: int) -> Reader:
    """Shao Pai of a form (None: both) and a number of reds (None: any) with these ends."""
    of_form = slice(None) if form is None else slice(form, form + 1)
    of_reds = slice(None) if reds is None else slice(reds, reds + 1)

    def read(records: Records) -> Any:
        part = records["shao_ends"][:, of_form, of_reds].astype(np.int64)
        return part[..., list(ends)].sum(axis=(1, 2, 3))

    return read


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    announced = column("shao_announced")
    found = [
        Figure("shao_chances", "chances", column("shao_chances"), kind="count"),
        Figure("shao_announced", "announcements", announced, kind="count"),
        share("announced_per_chance", announced, chances),
        share("shao_made", column("shao_made"), announced),
    ]
    parts: dict[str, tuple[int | None, int | None]] = {
        f"form {name}": (form, None) for form, name in enumerate(FORMS)
    }
    parts |= {f"reds {reds}": (None, reds) for reds in range(MOST_REDS + 1)}
    parts |= {
        f"form {name}, reds {reds}": (form, reds)
        for form, name in enumerate(FORMS)
        for reds in range(MOST_REDS + 1)
    }
    for group, part in parts.items():
        every = ended(*part, BROKEN, MADE)
        found += [
            share("announced_as", every, announced, group=group),
            share("shao_made", ended(*part, MADE), every, group=group),
            share("interrupted", ended(*part, BROKEN), every, group=group),
        ]
    return found


def first(records: Records) -> Any:
    """Tell the seat that announced first, shape (n, 6)."""
    return np.arange(SEATS) == records["shao_first"][:, None]


def of_first(value: Reader) -> tuple[Reader, Reader]:
    """Sum a value of each seat over the seat that announced first, and count it."""
    return lambda records: np.where(first(records), value(records), 0), first


def attempts(records: Records) -> Any:
    """Announcements; one in a round where nobody could but somebody did in the other way."""
    return np.where(records["shao_first"] >= 0, np.maximum(records["shao_announced"], 1), 0)


def paired(rules: Any) -> list[Figure]:
    """List the figures of the first announcer, with Shao Pai and without, by choice and chance."""
    return [
        share("shao_success", column("shao_made"), attempts),
        Figure("points_of_team", "points", *of_first(own_points)),
        Figure("place", "place", *of_first(column("place"))),
        share("first_place", *of_first(lambda r: r["place"] == 1)),
        share("big_loser", *of_first(lambda r: r["place"] == SEATS)),
    ]


def variants(rules: Any) -> Ways:
    """Play with Shao Pai and without; let heuristic seats announce by chance and by choice."""
    return {
        OFF: Variant({"shao_pai": "off"}),
        ON: Variant({"shao_pai": "on"}, base=OFF),
        CHANCE: Variant({"shao_pai": "on"}, policy=CHANCE),
        CHOICE: Variant({"shao_pai": "on"}, policy=CHOICE, base=CHANCE),
    }


def align(played: Mapping[str, Records]) -> Mapping[str, Records]:
    """Keep the first round of each match with an opening; the announcer of those played with.

    Where chance is compared with choice everything stays: each way has announcers of its own.
    """
    if CHANCE in played:
        return played
    with_shao = first_of_match(played[ON], chances(played[ON]) > 0)
    round_of = dict(zip(with_shao["match"].tolist(), with_shao["round"].tolist(), strict=True))
    without = played[OFF]
    same = [round_of.get(m) == k for m, k in without[["match", "round"]].tolist()]
    cut = {ON: with_shao, OFF: first_of_match(without, np.array(same, dtype=bool))}
    return carry(cut, ON, ("shao_first",))


REPORT = Report(
    game="gouji", source="matches", figures=figures, main="shao_announced", columns=COLUMNS,
    variants=variants, paired=paired, align=align,
    notes=(
        "off / on: the first round of a match in which a seat may announce, where one does, "
        "played without and with Shao Pai; points and place of the first to announce",
        "heuristic_random_shao / heuristic: all rounds, announced by chance and by choice; points "
        "and place of the first to announce in each",
    ),
)  # fmt: skip

"""Gou Ji: how many a round, what triggers them, who wins, Dui Men who re-enter.

A duel ends in one of four ways: its starter clears the table, his Dui Men does, a duellist goes
out by a play in it, or a Shao Pai breaks it off.
"""

from __future__ import annotations

from typing import Any

from analysis.figures import Figure, Reader, Records, column, share
from analysis.reports import Report
from analysis.reports._gouji import COLUMNS, own_points
from simcore.gouji.records import End, Trigger

ENDS = {
    "starter_wins": End.STARTER,
    "duimen_wins": End.DUIMEN,
    "ended_by_exit": End.EXIT,
    "ended_by_shao": End.SHAO,
}


def started(trigger: Trigger) -> Reader:
    """Gou Ji that a kind of combination started."""
    return lambda records: records["gouji_ends"][:, trigger].astype(int).sum(axis=1)


def ended(end: End, trigger: Trigger | None = None) -> Reader:
    """Gou Ji that ended in a way, of one trigger or of all."""
    if trigger is None:
        return lambda records: records["gouji_ends"][:, :, end].astype(int).sum(axis=1)
    return lambda records: records["gouji_ends"][:, trigger, end]


def points_of_starters(records: Records) -> Any:
    """Points of the teams of those who started a Gou Ji, once for each."""
    return own_points(records) * records["gouji_by"]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    every = column("gouji")
    found = [
        Figure("gouji", "duels", every, kind="count"),
        Figure("gouji_started", "duels", column("gouji_by"), kind="count"),
        Figure("reentries", "answers", column("reentries"), every, kind="count"),
        Figure("points_of_starters", "points", points_of_starters, column("gouji_by")),
    ]
    found += [
        share("trigger", started(trigger), every, group=trigger.name.lower()) for trigger in Trigger
    ]
    for metric, end in ENDS.items():
        found.append(share(metric, ended(end), every))
        found += [
            share(metric, ended(end, trigger), started(trigger), group=trigger.name.lower())
            for trigger in Trigger
        ]
    return found


REPORT = Report(game="gouji", source="matches", figures=figures, main="gouji", columns=COLUMNS)

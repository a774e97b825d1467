"""The wish of the Mah Jong: made, declined, fulfilled, by whom and how soon."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, share
from analysis.reports import Report
from analysis.reports._tichu import COLUMNS, SEATS
from simcore.cards import rank_token

RANKS = range(2, 15)
WHO = ("wisher", "next", "partner", "previous")
"""Places in turn order, counted from the wisher."""


def laid(records: Records) -> Any:
    """Whether the Mah Jong was laid."""
    return records["mah_length"] > 0


def made(records: Records) -> Any:
    """Whether a rank was wished."""
    return records["wish"] > 0


def met(records: Records) -> Any:
    """Whether the wish was met."""
    return records["wish_met_by"] >= 0


def met_by(step: int) -> Reader:
    """Whether the seat so many places after the wisher met the wish."""

    def read(records: Records) -> Any:
        distance = (records["wish_met_by"].astype(np.int64) - records["wisher"]) % SEATS
        return met(records) & (distance == step)

    return read


def of_rank(rank: int) -> Reader:
    """Whether this rank was wished."""
    return lambda records: records["wish"] == rank


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        share("mah_jong_laid", laid),
        share("mah_jong_in_straight", lambda r: r["mah_length"] > 1, laid),
        share("wish_made", made, laid),
        share("wish_met", met, made),
        Figure("plays_until_met", "plays", lambda r: r["wish_met_after"] * met(r), met),
    ]
    found += [share("wish_met_by", met_by(k), met, group=who) for k, who in enumerate(WHO)]
    for rank in RANKS:
        wished = of_rank(rank)
        token = rank_token(rank)
        found += [share("rank_wished", wished, made, group=token)]
        found += [share("rank_met", _both(wished), wished, group=token)]
    return found


def _both(wished: Reader) -> Reader:
    return lambda records: wished(records) & met(records)


REPORT = Report(
    game="tichu", source="matches", figures=figures, main="wish_met", columns=COLUMNS, by_seat=False
)

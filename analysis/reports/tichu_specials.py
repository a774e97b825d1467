"""Tichu's special cards: Dragon gifts, Dog leads, uses of the Phoenix."""

from __future__ import annotations

from typing import Any

import numpy as np

from analysis.figures import Figure, Reader, Records, column, equals, share
from analysis.reports import Report
from analysis.reports._tichu import COLUMNS, SEATS

PHOENIX_USES = ("never_laid", "led_alone", "on_a_single", "in_a_combination")
"""Codes 0 to 3 of the records."""
RECEIVERS = {1: "next", 3: "previous"}


def given(records: Records) -> Any:
    """Whether a Dragon trick was given away."""
    return records["dragon_from"] >= 0


def given_to(step: int) -> Reader:
    """Whether it went to the seat so many places on."""

    def read(records: Records) -> Any:
        distance = (records["dragon_to"].astype(np.int64) - records["dragon_from"]) % SEATS
        return given(records) & (distance == step)

    return read


def led(records: Records) -> Any:
    """Whether the Dog was led."""
    return records["dog_from"] >= 0


def to_partner(records: Records) -> Any:
    """Whether the Dog brought the lead to the partner."""
    return led(records) & ((records["dog_from"].astype(np.int64) + 2) % SEATS == records["dog_to"])


def dog_and_first(records: Records) -> Any:
    """Whether the team that led the Dog was first out."""
    team = records["dog_from"].astype(np.int64) % 2
    return led(records) & (records["finish"][:, 0] % 2 == team)


def phoenix_first(records: Records) -> Any:
    """Whether the seat that laid the Phoenix was first out."""
    return (records["phoenix_by"] >= 0) & (records["finish"][:, 0] == records["phoenix_by"])


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        share("dragon_gift", given),
        Figure("dragon_gift_points", "points", lambda r: r["dragon_points"] * given(r), given),
        share("dragon_bombed", column("dragon_bombed")),
    ]
    found += [
        share("dragon_gift_to", given_to(step), given, group=who) for step, who in RECEIVERS.items()
    ]
    found += [
        share("dog_led", led),
        share("dog_to_partner", to_partner, led),
        share("dog_team_first_out", dog_and_first, led),
    ]
    found += [
        share("phoenix_use", equals(column("phoenix"), code), group=use)
        for code, use in enumerate(PHOENIX_USES)
    ]
    return [
        *found,
        share("phoenix_first_out", phoenix_first, lambda r: r["phoenix_by"] >= 0),
        share("mah_jong_leader_first_out", lambda r: r["finish"][:, 0] == r["leader"]),
    ]


REPORT = Report(
    game="tichu", source="matches", figures=figures, main="dragon_gift", columns=COLUMNS,
    by_seat=False,
)  # fmt: skip

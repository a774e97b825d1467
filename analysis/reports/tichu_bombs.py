"""Tichu bombs: dealt (exact beside simulated), after the exchange, played, by kind and moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analysis.exact import Quantity, quantity
from analysis.figures import Figure, Reader, Records, share
from analysis.reports import Report
from analysis.reports._tichu import COLUMNS, holds_bomb, human, own_score, where

IN_TURN, OUT_OF_TURN = 0, 1


def exactly(metric: str) -> Callable[[Any], Quantity]:
    """Name the exact figure beside a simulated one."""
    return lambda rules: quantity("tichu", metric)


def dealt(records: Records) -> Any:
    """Whether each hand holds a bomb as dealt."""
    return (records["quads_dealt"] > 0) | (records["flush_dealt"] > 0)


def laid(kind: str, moment: int) -> Reader:
    """Bombs of a kind laid in turn or out of turn."""
    return lambda records: records[kind][:, moment]


def figures(rules: Any) -> list[Figure]:
    """List the figures of the table."""
    found = [
        share("four_dealt", lambda r: r["quads_dealt"] > 0, exact=exactly("T1")),
        share("flush_dealt", lambda r: r["flush_dealt"] > 0, exact=exactly("T3")),
        share("bomb_dealt", dealt, exact=exactly("T5")),
        share("bomb_dealt_somewhere", lambda r: dealt(r).any(axis=1), exact=exactly("T9")),
        share("four_after_exchange", lambda r: r["quads"] > 0),
        share("flush_after_exchange", lambda r: r["flush"] > 0),
        share("bomb_after_exchange", holds_bomb, **human("bomb_after_exchange")),
        share("bomb_after_exchange_somewhere", lambda r: holds_bomb(r).any(axis=1)),
        Figure("bombs_played", "bombs", lambda r: r["bombs_by"].sum(axis=1), kind="count"),
    ]
    for kind, name in (("bombs_4", "four"), ("bombs_sf", "flush")):
        for moment, label in ((IN_TURN, "in_turn"), (OUT_OF_TURN, "out_of_turn")):
            found.append(
                Figure(f"{name}_played", "bombs", laid(kind, moment), kind="count", group=label)
            )
    return [
        *found,
        share("dragon_bombed", lambda r: r["dragon_bombed"]),
        Figure("points_with_bomb", "points", where(holds_bomb, own_score), holds_bomb),
    ]


REPORT = Report(
    game="tichu", source="matches", figures=figures, main="bomb_after_exchange", columns=COLUMNS
)

"""What dealt Sheng Ji hands hold: trumps, points, pairs, kitty, redeal hands; exact beside.

The trump suit and rank are fixed in advance (spades and twos), as for the exact figures: a suit
chosen by the declaring player depends on the hands.  Exact figures exist for four players with
one to three packs and the usual kitty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from analysis.exact import Quantity, quantity
from analysis.figures import Figure, Reader, column, equals, share
from analysis.reports import Report
from simcore.shengji.rules import Rules, kitty_size

FOUR_PLAYERS = 4
KITTY_STEP = 5
MOST_SHOWN = 60
"""Richer kitties are too rare to tell apart: fewer than one in 10,000."""


def exactly(metric: str, *packs: int) -> Callable[[Any], Quantity | None]:
    """Name the exact figure beside a simulated one, for the numbers of packs that have it."""

    def find(rules: Rules) -> Quantity | None:
        usual = Rules(decks=rules.decks, players=FOUR_PLAYERS)
        alike = rules.players == FOUR_PLAYERS and kitty_size(rules) == kitty_size(usual)
        if not alike or rules.decks not in (packs or (1, 2, 3)):
            return None
        return quantity("shengji", metric.format(decks=rules.decks))

    return find


def seats(name: str, players: int) -> Reader:
    """Read a per-seat field of the seats that play."""
    return lambda records: records[name][:, :players].astype(np.int64)


def figures(rules: Rules) -> list[Figure]:
    """List the figures of the table."""
    players = rules.players

    def at(name: str) -> Reader:
        return seats(name, players)

    def none_of(name: str) -> Reader:
        return equals(at(name), 0)

    def anywhere(read: Reader) -> Reader:
        return lambda records: read(records).any(axis=1)

    found = [
        Figure("trumps", "cards", at("trumps"), exact=exactly("Q-EMEANTRUMP-{decks}")),
        share("no_trump", none_of("trumps"), exact=exactly("Q-NOTRUMP-{decks}")),
        share(
            "no_trump_somewhere", anywhere(none_of("trumps")),
            exact=exactly("Q-ANY-NOTRUMP-{decks}"),
        ),
        share("no_points", none_of("points"), exact=exactly("Q-NOPOINTS-{decks}")),
        share(
            "no_points_somewhere", anywhere(none_of("points")),
            exact=exactly("Q-ANY-NOPOINTS-{decks}"),
        ),
        Figure("points", "points", at("points")),
        Figure("pairs", "pairs", at("pairs"), exact=exactly("Q-EPAIRS-2", 2)),
        share("no_pair", none_of("pairs"), exact=exactly("Q-NOPAIR-{decks}", 2, 3)),
        share("tractor", lambda r: at("tractor")(r) > 0, exact=exactly("Q-TRACTOR-2", 2)),
        share("rank_pair", lambda r: at("rank_pairs")(r) > 0, exact=exactly("Q-RANKPAIR-2", 2)),
        share(
            "rank_pair_somewhere", lambda r: (at("rank_pairs")(r) > 0).any(axis=1),
            exact=exactly("Q-RANKPAIR-ANY-2", 2),
        ),
        Figure("triples", "triples", at("triples"), exact=exactly("Q-ETRIPLES-3", 3)),
        Figure("kitty_points", "points", column("kitty_points"), exact=exactly("Q-EKITTY-{decks}")),
    ]  # fmt: skip
    most = min(10 * kitty_size(rules), MOST_SHOWN)
    found += [
        share(
            "kitty_points_share", equals(column("kitty_points"), k), group=k,
            exact=exactly(f"Q-KITTY-{{decks}}-{k}"),
        )
        for k in range(0, most + 1, KITTY_STEP)
    ]  # fmt: skip
    return found


REPORT = Report(
    game="shengji", source="deals", figures=figures, main="trumps",
    notes=("the trump suit is spades and the rank two",),
)  # fmt: skip

"""Rules of Sheng Ji: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simcore.options import NONE_INT, Option, OptionalInt
from simcore.status import KaipaiError

PACK = 54
SMALLEST_KITTY = 5
TABLES = {(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)}
"""(players, packs) that are offered (SJ-2)."""

PRESETS: dict[str, dict[str, object]] = {"seed": {}, "forty_points": {"decks": 1}}


class Rules(NamedTuple):
    """Options of a match."""

    decks: Annotated[int, Option("SJ-1", "packs shuffled together", low=1, high=4)] = 2
    players: Annotated[int, Option("SJ-2", "seats at the table", low=4, high=6)] = 4
    kitty_size: Annotated[
        OptionalInt,
        Option("SJ-2", "cards left over for the dealer; none: as the table says", low=1),
    ] = OptionalInt(NONE_INT)


def check(rules: Rules) -> None:
    """Refuse tables that are not offered and kitties that do not leave equal hands (SJ-2)."""
    if (rules.players, rules.decks) not in TABLES:
        raise KaipaiError(
            f"players={rules.players} with decks={rules.decks} is not offered (SJ-2): take 4 "
            "players with 1 to 4 packs, 5 players with 2, or 6 players with 3"
        )
    kitty, cards = kitty_size(rules), PACK * rules.decks
    if kitty >= cards or (cards - kitty) % rules.players:
        raise KaipaiError(
            f"kitty_size={kitty} does not leave equal hands for {rules.players} players out of "
            f"{cards} cards (SJ-2)"
        )


def kitty_size(rules: Rules) -> int:
    """Cards of the kitty: the option, or the least from 5 that leaves equal hands (SJ-2)."""
    if rules.kitty_size != NONE_INT:
        return int(rules.kitty_size)
    cards = PACK * rules.decks
    return SMALLEST_KITTY + (cards - SMALLEST_KITTY) % rules.players


def hand_size(rules: Rules) -> int:
    """Cards that each player draws (SJ-2)."""
    return (PACK * rules.decks - kitty_size(rules)) // rules.players

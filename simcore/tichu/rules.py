"""Rules of Tichu: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from simcore.options import NONE_INT, Option, OptionalInt


class GameTie(IntEnum):
    """What equal totals at or above the target do (TI-55)."""

    EXTRA_ROUND = 0
    DRAW = 1


class GrandOrder(IntEnum):
    """How the Grand Tichu question is answered (TI-6)."""

    SIMULTANEOUS = 0
    SEQUENTIAL = 1


class TichuTiming(IntEnum):
    """Which of the call points of TI-8 are offered."""

    ANY_TIME = 0
    DECISION_POINTS = 1
    OWN_TURN_ONLY = 2


class Leave(IntEnum):
    """Written ``allowed`` or ``forbidden``."""

    ALLOWED = 0
    FORBIDDEN = 1


class PartnerCall(IntEnum):
    """Whether both partners may bet (TI-9)."""

    ALLOWED = 0
    ONE_PER_TEAM = 1


class Exchange(IntEnum):
    """Whether cards are exchanged before play (TI-10)."""

    STANDARD = 0
    NONE = 1


class SameRank(IntEnum):
    """Whether four of a rank and the Phoenix are a full house (TI-17)."""

    INVALID = 0
    VALID = 1


class Declaration(IntEnum):
    """Who fixes the rank of an ambiguous Phoenix (TI-21)."""

    DECLARE = 0
    HIGHEST = 1


class BombWindows(IntEnum):
    """When bombs may be thrown out of turn (TI-29)."""

    EACH_ACTION = 0
    EACH_PLAY_AND_CLOSE = 1
    CLOSE_ONLY = 2
    IN_TURN_ONLY = 3


class BombPriority(IntEnum):
    """Who is asked first in a window (TI-29)."""

    TURN_ORDER = 0
    RANDOM = 1


class Wish(IntEnum):
    """Whether the Mah Jong names a rank (TI-33)."""

    OPTIONAL = 0
    MANDATORY = 1
    OFF = 2


class WishScope(IntEnum):
    """Which plays a wish binds (TI-34)."""

    TURN_ONLY = 0
    ANY_PLAY = 1


class DogPartnerOut(IntEnum):
    """Where the search for the next leader starts when the partner is out (TI-36)."""

    NEXT_AFTER_PARTNER = 0
    NEXT_AFTER_SELF = 1


class DragonRecipient(IntEnum):
    """Who may be given a Dragon trick (TI-45)."""

    ANY_OPPONENT = 0
    ACTIVE_ONLY = 1


class DragonLastTrick(IntEnum):
    """Whether a Dragon trick that ends the round is given away (TI-46)."""

    GIVE = 0
    KEEP = 1


class FinalTrick(IntEnum):
    """Whether the last player may act once after the third has gone out (TI-48)."""

    IMMEDIATE = 0
    COMPLETE = 1


class LastTricks(IntEnum):
    """Who gets the tricks of the last player (TI-50)."""

    FIRST_OUT = 0
    OPPONENTS = 1


MAX_POINTS = 100_000
"""Largest stake or prize; keeps a round's score well inside 32 bits."""


class Rules(NamedTuple):
    """Options of a match.

    The direction of play (TI-1) only names the seats, and a led Phoenix is always worth one and
    a half (TI-38), so neither is an option here.
    """

    target_score: Annotated[
        int, Option("TI-54", "total at which the match ends", low=1, high=1_000_000)
    ] = 1000
    max_rounds: Annotated[
        OptionalInt,
        Option("TI-56", "rounds after which the match ends anyway", low=1, high=1_000_000),
    ] = OptionalInt(NONE_INT)
    game_tie: Annotated[GameTie, Option("TI-55", "equal totals at or above the target")] = (
        GameTie.EXTRA_ROUND
    )
    grand_tichu_order: Annotated[
        GrandOrder, Option("TI-6", "Grand Tichu answered hidden and at once, or seat after seat")
    ] = GrandOrder.SIMULTANEOUS
    small_tichu_timing: Annotated[
        TichuTiming, Option("TI-8", "after every action, at decisions only, or on one's turn only")
    ] = TichuTiming.ANY_TIME
    tichu_after_first_out: Annotated[
        Leave, Option("TI-8", "small Tichu once somebody is out (lost, but possible)")
    ] = Leave.ALLOWED
    partner_double_call: Annotated[
        PartnerCall, Option("TI-9", "bets of both partners in one round")
    ] = PartnerCall.ALLOWED
    repass_after_tichu: Annotated[
        bool, Option("TI-9", "a Tichu before the exchange lets all choose their cards again")
    ] = True
    exchange: Annotated[Exchange, Option("TI-10", "three cards given before play")] = (
        Exchange.STANDARD
    )
    fullhouse_same_rank: Annotated[
        SameRank, Option("TI-17", "four of a rank and the Phoenix as a full house")
    ] = SameRank.INVALID
    phoenix_declaration: Annotated[
        Declaration, Option("TI-21", "player declares an ambiguous Phoenix, or it is the highest")
    ] = Declaration.DECLARE
    phoenix_fulfils_wish: Annotated[
        bool, Option("TI-34", "a Phoenix standing for the wished rank counts as that rank")
    ] = False
    self_beat: Annotated[
        bool, Option("TI-27", "the owner may beat his own play after all others have passed")
    ] = False
    bomb_windows: Annotated[
        BombWindows, Option("TI-29", "when bombs may be thrown out of turn")
    ] = BombWindows.EACH_ACTION
    bomb_priority: Annotated[
        BombPriority, Option("TI-29", "order in which seats may throw a bomb")
    ] = BombPriority.TURN_ORDER
    bomb_own_trick: Annotated[bool, Option("TI-31", "the owner may bomb his own play")] = True
    wish: Annotated[Wish, Option("TI-33", "the rank named with the Mah Jong")] = Wish.OPTIONAL
    wish_scope: Annotated[
        WishScope, Option("TI-34", "wish binds regular turns only, or bombs out of turn too")
    ] = WishScope.TURN_ONLY
    wish_bomb_escape: Annotated[
        bool, Option("TI-34", "any bomb is allowed in place of the wished rank")
    ] = False
    dog_partner_out: Annotated[
        DogPartnerOut, Option("TI-36", "where the Dog's lead goes when the partner is out")
    ] = DogPartnerOut.NEXT_AFTER_PARTNER
    dragon_recipient: Annotated[
        DragonRecipient, Option("TI-45", "opponents who may get a Dragon trick")
    ] = DragonRecipient.ANY_OPPONENT
    dragon_last_trick: Annotated[
        DragonLastTrick, Option("TI-46", "a Dragon trick that ends the round")
    ] = DragonLastTrick.GIVE
    final_trick: Annotated[
        FinalTrick, Option("TI-48", "last player's answer after the third has gone out")
    ] = FinalTrick.IMMEDIATE
    double_victory_points: Annotated[
        int, Option("TI-49", "points of a double victory", low=0, high=MAX_POINTS)
    ] = 200
    last_player_tricks: Annotated[LastTricks, Option("TI-50", "tricks of the last player")] = (
        LastTricks.FIRST_OUT
    )
    stake_small: Annotated[
        int, Option("TI-52", "stake of a small Tichu; 0: not offered", low=0, high=MAX_POINTS)
    ] = 100
    stake_grand: Annotated[
        int, Option("TI-52", "stake of a Grand Tichu; 0: not offered", low=0, high=MAX_POINTS)
    ] = 200


PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "official": {"grand_tichu_order": "sequential"},
    "bsw": {"game_tie": "draw"},
    "goettingen": {
        "stake_grand": 0,
        "double_victory_points": 100,
        "dragon_last_trick": "keep",
        "self_beat": True,
    },
    "tichu_one": {"partner_double_call": "one_per_team", "max_rounds": 6},
}
"""Named rule sets: options that differ from the defaults."""


def check(rules: Rules) -> None:
    """Accept any combination: no two options of Tichu exclude each other."""

"""Rules of Gou Ji: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, NamedTuple

from simcore.options import Codec, Option, Switch, whole_number
from simcore.status import KaipaiError

PRESETS: dict[str, dict[str, object]] = {"seed": {}}

RANK_NAMES = "3456789TJQKA"
"""Natural ranks from the lowest; rank index 0..11."""
THRESHOLD_RANKS = "TJQKA"
"""Ranks that may have a Gou Ji threshold (GJ-36)."""
MOST_ROUNDS = 1 << 19
"""Largest number of planned rounds of a match; extra rounds come on top."""
MOST_POINTS = 1000


class Partnership(IntEnum):
    """Who sits with whom (GJ-5)."""

    FIXED = 0
    DRAW = 1


class DrawOrder(IntEnum):
    """Order of the cards in the partnership draw (GJ-5)."""

    PLAY_ORDER = 0
    KAI_PAI_ORDER = 1


class DrawTie(IntEnum):
    """What breaks a tie across third and fourth place of the draw (GJ-5)."""

    REDRAW_TIED = 0
    REDRAW_ALL = 1
    RANDOM = 2


class KaiPaiFirst(IntEnum):
    """Who turns the first card of a match (GJ-7)."""

    RANDOM = 0
    HIGHEST_PARTNERSHIP_CARD = 1


class KaiPaiJoker(IntEnum):
    """What happens to a turned joker before the next card is turned (GJ-9)."""

    NO_REPLACEMENT = 0
    REPLACEMENT = 1


class KaiPaiSuccession(IntEnum):
    """Whose right neighbour turns the card in the next game (GJ-10)."""

    FINAL_HOLDER = 0
    INITIAL_HOLDER = 1


class BigLoserDrawer(IntEnum):
    """Who names the first drawer of a later round (GJ-12)."""

    POLICY = 0
    SELF = 1
    RANDOM = 2


class ThreePairAnnounce(IntEnum):
    """Whether two 3s of a suit are announced (GJ-14)."""

    POLICY = 0
    EARLIEST = 1
    NEVER = 2


class ThreePairMatch(IntEnum):
    """What two 3s must share (GJ-14)."""

    SUIT = 0
    COLOR = 1


class LaterHandLead(IntEnum):
    """Who leads a later round (GJ-15)."""

    BIG_LOSER = 0
    FIRST_DRAWER = 1


class Choice(IntEnum):
    """Whether a permission is used: asked, always or never (GJ-17)."""

    POLICY = 0
    ALWAYS = 1
    NEVER = 2


class RevolutionTiming(IntEnum):
    """When a Revolution is declared (GJ-17)."""

    BEFORE_TRIBUTE = 0
    AFTER_TRIBUTE = 1


class RedealDrawer(IntEnum):
    """Who draws first after a Revolution (GJ-17)."""

    SAME = 0
    REPEAT_PROCEDURE = 1


class RedForBlack(IntEnum):
    """Reds needed against blacks (GJ-31)."""

    AT_LEAST = 0
    EXACT = 1


class AllwildVsBlackMixed(IntEnum):
    """All-wild replies to naturals with a black joker (GJ-32)."""

    NEVER = 0
    ALL_JOKERS = 1
    REDS_COVER = 2


class MixedWildOverNatural(IntEnum):
    """All-wild replies to naturals without a joker (GJ-28)."""

    YES = 0
    ALL_TWOS_OR_ALL_JOKERS_ONLY = 1


class GoujiOnLastPlay(IntEnum):
    """A trigger that empties the hand (GJ-38)."""

    NORMAL_PLAY = 0
    DUIMEN_ONLY = 1


class GoujiExit(IntEnum):
    """Who may beat the last play of a player who goes out in a duel (GJ-43)."""

    NORMAL_PLAY = 0
    OPPONENT_ONLY = 1


class ShaoEligible(IntEnum):
    """Who may announce Shao Pai (GJ-46)."""

    ALL_OPPONENTS = 0
    NON_DUIMEN = 1


class ShaoWindow(IntEnum):
    """When Shao Pai may be announced (GJ-46)."""

    ON_TRIGGER = 0
    AFTER_DUIMEN_PASS = 1
    EVERY_DUEL_PLAY = 2


class ShaoPriority(IntEnum):
    """Who goes first of several willing (GJ-48)."""

    TURN_ORDER = 0
    DUIMEN_FIRST = 1
    RANDOM = 2


class ShaoInterrupters(IntEnum):
    """Who may beat a play of a Shao Pai (GJ-50)."""

    ANY_OTHER = 0
    ATTACKER_ONLY = 1
    OPPONENTS_ONLY = 2


class ShaoChainBreak(IntEnum):
    """What follows when a Shao Pai of form B is beaten (GJ-52)."""

    NORMAL_ROTATION = 0
    GOUJI = 1


class ShaoTwoTest(IntEnum):
    """What "exactly two combinations" means in form A (GJ-47)."""

    EXISTS = 0
    MINIMAL = 1


class RangPai(IntEnum):
    """Whether a player may ask his team mate to pass (GJ-55)."""

    OFF = 0
    SIGNAL = 1


class WindCatcher(IntEnum):
    """Who leads after an unbeaten last play (GJ-56)."""

    RIGHT_NEIGHBOUR = 0
    NEXT_TEAMMATE = 1


class EndgameOrder(IntEnum):
    """Whether team mates due in a row choose who acts first (GJ-58)."""

    TEAM_CHOICE = 0
    SEAT_ORDER = 1


class SameTeamTribute(IntEnum):
    """Tribute between team mates (GJ-66)."""

    POLICY = 0
    EXCHANGE = 1
    WAIVE = 2


class LoserSwap(IntEnum):
    """Whether fifth and sixth of one team swap duties (GJ-67)."""

    POLICY = 0
    NEVER = 1
    ALWAYS = 2


class SweepTribute(IntEnum):
    """Tribute after a sweep (GJ-68)."""

    OPPOSITE_ONE = 0
    ADDITIONAL = 1
    OFF = 2


class GameTie(IntEnum):
    """Equal totals after the last round of a game (GJ-71)."""

    DRAW = 0
    EXTRA_HAND = 1


class HandSizes(IntEnum):
    """Which hand sizes all players know (GJ-72)."""

    TRUE = 0
    AT_10 = 1


def _parse_hand_sizes(value: Any) -> int:
    if value is True or (isinstance(value, str) and value.strip().lower() == "true"):
        return int(HandSizes.TRUE)
    if isinstance(value, str) and value.strip().lower() == "at_10":
        return int(HandSizes.AT_10)
    raise ValueError("true or at_10")


HAND_SIZES = Codec(
    "true, at_10", _parse_hand_sizes, lambda value: "at_10" if value == HandSizes.AT_10 else True
)


def _integer(value: Any, low: int, high: int) -> int | None:
    """Read an integer between limits; None where it is none."""
    number = whole_number(value)
    return number if number is not None and low <= number <= high else None


_THRESHOLD_HELP = (
    "a count from 1 to 32 for some of T, J, Q, K, A, like T:5,J:4,Q:3,K:2,A:2; or none"
)


def _parse_thresholds(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        text = value.strip()
        parts = [] if text.lower() == "none" else [part.partition(":") for part in text.split(",")]
        value = {name.strip().upper(): count for name, _, count in parts}
        if len(value) < len(parts):
            raise ValueError(_THRESHOLD_HELP)
    if not isinstance(value, Mapping):
        raise ValueError(_THRESHOLD_HELP)
    counts = [0] * len(RANK_NAMES)
    for name, given in value.items():
        count = _integer(given, 1, 32)
        key = "T" if name == "10" else name
        if count is None or not isinstance(key, str) or len(key) != 1 or key not in THRESHOLD_RANKS:
            raise ValueError(_THRESHOLD_HELP)
        counts[RANK_NAMES.index(key)] = count
    return tuple(counts)


THRESHOLDS = Codec(
    "map of T, J, Q, K, A to a count",
    _parse_thresholds,
    lambda value: {name: int(n) for name, n in zip(RANK_NAMES, value, strict=True) if n},
)


def _parse_points(value: Any) -> tuple[int, ...]:
    wrong = f"six integers from {-MOST_POINTS} to {MOST_POINTS}, first place to sixth"
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list | tuple) or len(value) != 6:
        raise ValueError(wrong)
    points = [_integer(item, -MOST_POINTS, MOST_POINTS) for item in value]
    if None in points:
        raise ValueError(wrong)
    return tuple(point for point in points if point is not None)


POINTS = Codec("six integers", _parse_points, lambda value: [int(item) for item in value])


class Rules(NamedTuple):
    """Options of a match."""

    partnership: Annotated[
        Partnership, Option("GJ-5", "teams as they sit, or drawn by cards before the match")
    ] = Partnership.FIXED
    partnership_draw_order: Annotated[
        DrawOrder, Option("GJ-5", "order of the cards drawn for the teams")
    ] = DrawOrder.PLAY_ORDER
    partnership_tie: Annotated[
        DrawTie, Option("GJ-5", "what settles equal cards in third and fourth place of the draw")
    ] = DrawTie.REDRAW_TIED
    kai_pai_first: Annotated[
        KaiPaiFirst,
        Option("GJ-7", "who turns the first card; without a drawn partnership always by chance"),
    ] = KaiPaiFirst.RANDOM
    kai_pai_joker: Annotated[
        KaiPaiJoker, Option("GJ-9", "may a turned joker be turned again by the next player")
    ] = KaiPaiJoker.NO_REPLACEMENT
    kai_pai_succession: Annotated[
        KaiPaiSuccession, Option("GJ-10", "whose right neighbour turns the card in the next game")
    ] = KaiPaiSuccession.FINAL_HOLDER
    big_loser_drawer: Annotated[
        BigLoserDrawer, Option("GJ-12", "how the first drawer of a later round is named")
    ] = BigLoserDrawer.POLICY
    three_pair_announce: Annotated[
        ThreePairAnnounce, Option("GJ-14", "are two matching 3s announced for the first lead")
    ] = ThreePairAnnounce.POLICY
    three_pair_match: Annotated[
        ThreePairMatch, Option("GJ-14", "must the two 3s share suit or color")
    ] = ThreePairMatch.SUIT
    three_pair_overcall: Annotated[
        bool, Option("GJ-14", "may a player with more 3s of one suit take the lead over")
    ] = False
    later_hand_lead: Annotated[
        LaterHandLead, Option("GJ-15", "who leads from the second round of a game on")
    ] = LaterHandLead.BIG_LOSER
    revolution: Annotated[
        Switch, Option("GJ-16", "may a hand without joker and two be thrown in")
    ] = Switch.ON
    revolution_policy: Annotated[
        Choice, Option("GJ-17", "is the player asked, or does he always or never declare")
    ] = Choice.POLICY
    revolution_timing: Annotated[
        RevolutionTiming, Option("GJ-17", "Revolution before or after tribute")
    ] = RevolutionTiming.BEFORE_TRIBUTE
    revolution_quorum: Annotated[
        int, Option("GJ-17", "declarations that a Revolution takes", low=1, high=2)
    ] = 1
    revolution_redeal_drawer: Annotated[
        RedealDrawer, Option("GJ-17", "first drawer of the new deal: the same, or a new count")
    ] = RedealDrawer.SAME
    red_for_black: Annotated[
        RedForBlack, Option("GJ-31", "reds needed against black jokers among naturals")
    ] = RedForBlack.AT_LEAST
    allwild_vs_black_mixed: Annotated[
        AllwildVsBlackMixed,
        Option("GJ-32", "may wild cards alone beat naturals with a black joker"),
    ] = AllwildVsBlackMixed.NEVER
    mixed_wild_over_natural: Annotated[
        MixedWildOverNatural, Option("GJ-28", "may twos and jokers together beat naturals")
    ] = MixedWildOverNatural.YES
    gouji_thresholds: Annotated[
        tuple[int, ...],
        Option("GJ-36", "cards of a rank that start a Gou Ji", codec=THRESHOLDS),
    ] = (0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 2)
    gouji_twos_count: Annotated[bool, Option("GJ-37", "do twos count towards the threshold")] = True
    gouji_on_last_play: Annotated[
        GoujiOnLastPlay, Option("GJ-38", "who may answer a trigger that empties the hand")
    ] = GoujiOnLastPlay.NORMAL_PLAY
    gouji_exit: Annotated[
        GoujiExit, Option("GJ-43", "who may beat the play with which a duellist goes out")
    ] = GoujiExit.NORMAL_PLAY
    gouji_min_active: Annotated[
        int, Option("GJ-38", "players who must hold cards for a Gou Ji", low=2, high=6)
    ] = 2
    shao_pai: Annotated[Switch, Option("GJ-46", "is there Shao Pai")] = Switch.ON
    shao_eligible: Annotated[
        ShaoEligible, Option("GJ-46", "may the Dui Men announce Shao Pai too")
    ] = ShaoEligible.ALL_OPPONENTS
    shao_window: Annotated[ShaoWindow, Option("GJ-46", "when Shao Pai may be announced")] = (
        ShaoWindow.ON_TRIGGER
    )
    shao_priority: Annotated[
        ShaoPriority, Option("GJ-48", "who goes first of several willing to announce")
    ] = ShaoPriority.TURN_ORDER
    shao_after_pass: Annotated[
        bool, Option("GJ-46", "may those who passed announce or interrupt")
    ] = True
    shao_interrupters: Annotated[
        ShaoInterrupters, Option("GJ-50", "who may beat a play of a Shao Pai")
    ] = ShaoInterrupters.ANY_OTHER
    shao_chain_break: Annotated[
        ShaoChainBreak, Option("GJ-52", "does an interrupted form B start a Gou Ji")
    ] = ShaoChainBreak.NORMAL_ROTATION
    shao_two_test: Annotated[
        ShaoTwoTest, Option("GJ-47", "is a hand that is one combination barred from form A")
    ] = ShaoTwoTest.EXISTS
    shao_single_allowed: Annotated[
        bool, Option("GJ-47", "may the whole hand be announced as one combination")
    ] = False
    rang_pai: Annotated[RangPai, Option("GJ-55", "may a player ask his team mate to pass")] = (
        RangPai.SIGNAL
    )
    wind_catcher: Annotated[
        WindCatcher, Option("GJ-56", "who leads after an unbeaten last play")
    ] = WindCatcher.RIGHT_NEIGHBOUR
    endgame_order: Annotated[
        EndgameOrder, Option("GJ-58", "may team mates due in a row choose their order")
    ] = EndgameOrder.TEAM_CHOICE
    stop_when_team_out: Annotated[
        bool, Option("GJ-60", "does the round end when one team is out")
    ] = False
    finish_points: Annotated[
        tuple[int, ...], Option("GJ-61", "points of the six places", codec=POINTS)
    ] = (4, 2, 0, 0, -2, -4)
    sweep_multiplier: Annotated[
        int, Option("GJ-62", "factor for first, second and third in one team", low=0, high=100)
    ] = 2
    tribute: Annotated[Switch, Option("GJ-64", "is there tribute")] = Switch.ON
    same_team_tribute: Annotated[
        SameTeamTribute, Option("GJ-66", "tribute between team mates: asked, given or skipped")
    ] = SameTeamTribute.POLICY
    loser_swap: Annotated[
        LoserSwap, Option("GJ-67", "may fifth and sixth of one team swap their duties")
    ] = LoserSwap.POLICY
    sweep_tribute: Annotated[
        SweepTribute, Option("GJ-68", "one card to the Dui Men after a sweep: instead, also, not")
    ] = SweepTribute.OPPOSITE_ONE
    liberation: Annotated[Switch, Option("GJ-69", "do four red jokers refuse tribute")] = Switch.ON
    hands_per_game: Annotated[int, Option("GJ-6", "rounds of a game", low=1, high=MOST_ROUNDS)] = 10
    games_per_session: Annotated[
        int, Option("GJ-6", "games of a match", low=1, high=MOST_ROUNDS)
    ] = 1
    game_tie: Annotated[GameTie, Option("GJ-71", "equal totals: a draw, or one more round")] = (
        GameTie.DRAW
    )
    hand_sizes_public: Annotated[
        HandSizes, Option("GJ-72", "hand sizes known always or from 10 down", codec=HAND_SIZES)
    ] = HandSizes.TRUE


def check(rules: Rules) -> None:
    """Refuse a match of more rounds than a stream of random words can number (GJ-6).

    Raises
    ------
    KaipaiError
    """
    if rules.hands_per_game * rules.games_per_session > MOST_ROUNDS:
        raise KaipaiError(
            f"hands_per_game={rules.hands_per_game} with "
            f"games_per_session={rules.games_per_session} makes more than {MOST_ROUNDS} rounds "
            "a match (GJ-6): lower one of them"
        )

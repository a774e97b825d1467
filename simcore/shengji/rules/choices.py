"""What the options of Sheng Ji choose among; the numbers are what kernels see."""

from __future__ import annotations

from enum import IntEnum


class FirstDrawer(IntEnum):
    """Who draws first (SJ-16)."""

    SHUFFLER = 0
    COUNT_OFF = 1
    RANDOM = 2


class ShufflerSeat(IntEnum):
    """Who shuffles (SJ-16)."""

    DEALER = 0
    RANDOM = 1
    ROTATE = 2


class FirstDealer(IntEnum):
    """Which declaration makes the first dealer (SJ-18)."""

    FIRST_DECLARER = 0
    FINAL_DECLARER = 1


class FirstRoundNobody(IntEnum):
    """What follows when nobody declares in the first round (SJ-26)."""

    FIRST_DRAWER = 0
    REDEAL = 1


class NtDeclare(IntEnum):
    """Which jokers declare no trump (SJ-24)."""

    OFF = 0
    JOKER_PAIR = 1
    JOKER_SINGLE = 2


class NoDeclareRule(IntEnum):
    """How trump is found when nobody declares (SJ-25)."""

    KITTY_FIRST = 0
    KITTY_UNTIL_RANK = 1
    REDEAL = 2
    NO_TRUMP = 3


class KittyJoker(IntEnum):
    """What a joker does as the first card turned (SJ-25)."""

    NEXT = 0
    REDEAL = 1


class BuryRestriction(IntEnum):
    """What may not be buried while something else is left (SJ-28)."""

    NONE = 0
    NO_POINTS = 1
    NO_TRUMP = 2


class TractorRankGap(IntEnum):
    """Whether the neighbours of the trump rank are adjacent (SJ-11)."""

    BRIDGE = 0
    BREAK = 1


class TractorTrumpTop(IntEnum):
    """How high tractors of trumps go (SJ-11)."""

    FULL = 0
    NO_OFFSUIT = 1
    NONE = 2


class ThrowCheck(IntEnum):
    """Whose hands break a throw (SJ-35)."""

    ALL_OTHERS = 0
    OPPONENTS_ONLY = 1


class ThrowTractor(IntEnum):
    """Whether tractors inside a throw are tested (SJ-36)."""

    CHECKED = 0
    EXEMPT = 1


class ThrowFailPick(IntEnum):
    """Which component is forced (SJ-37)."""

    SMALLEST = 0
    PAIRS_FIRST = 1
    LOWEST_ANY = 2
    LEADER = 3
    CHALLENGER = 4
    FIRST_FOUND = 5


class MultiDeckExempt(IntEnum):
    """Which tractors stand untested with three packs or more (SJ-34)."""

    FULL_TUPLES = 0
    ANY_TRACTOR = 1


class LoneTuple(IntEnum):
    """What becomes of a beatable tuple led alone (SJ-34)."""

    STAND = 0
    CUT_TO_SINGLE = 1


class FollowTractor(IntEnum):
    """What followers of a tractor owe (SJ-43)."""

    MAXIMAL = 0
    SAME_LENGTH = 1
    PAIRS_ONLY = 2
    NONE = 3


class FollowThrow(IntEnum):
    """What followers of a throw owe (SJ-44)."""

    STRUCTURED = 0
    PAIRS_ONLY = 1
    SUIT_ONLY = 2


class TupleProtect(IntEnum):
    """Which forms are never broken up to follow (SJ-41, SJ-45)."""

    NONE = 0
    LONGER_TUPLES = 1
    TRACTORS = 2
    BOTH = 3


class ThrowCompare(IntEnum):
    """What decides between two plays of one shape (SJ-49)."""

    LARGEST_COMPONENT = 0
    ALL_COMPONENTS = 1
    HIGHEST_CARD = 2
    UNIT_LENGTH = 3


class KittyMode(IntEnum):
    """What multiplies the points of the kitty (SJ-58)."""

    DOUBLE = 0
    PLAIN = 1
    CARDS = 2
    COMPONENT = 3
    POW_COMPONENT = 4
    POW_PAIRS = 5
    TWO_FOUR = 6


class DeadZone(IntEnum):
    """Whether a bare take-over earns nothing (SJ-62)."""

    ONE_STEP = 0
    NONE = 1


class NextDealerOnSwap(IntEnum):
    """Who deals after a take-over (SJ-64)."""

    RIGHT = 0
    LAST_TRICK_WINNER = 1


class MandatoryLeave(IntEnum):
    """How a mandatory rank is left (SJ-66)."""

    STOP_ONLY = 0
    DEFENDED = 1


class Hook(IntEnum):
    """Ranks at which the last trick sets the declarers back (SJ-67)."""

    OFF = 0
    J = 1
    A = 2
    BOTH = 3


class HookTrigger(IntEnum):
    """What the winning play must be made of (SJ-67)."""

    CONTAINS = 0
    SINGLE_ONLY = 1
    PRIMARY = 2


class HongWu(IntEnum):
    """Red fives as the highest trumps (SJ-68)."""

    OFF = 0
    HEARTS = 1
    RED = 2


class FriendCard(IntEnum):
    """Which cards may call a friend (SJ-71)."""

    NON_TRUMP = 0
    ANY = 1

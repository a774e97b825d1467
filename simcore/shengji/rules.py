"""Rules of Sheng Ji: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, NamedTuple

from simcore.cards import RANKS
from simcore.options import NONE_INT, Codec, Option, OptionalInt, Switch, suggestion
from simcore.status import KaipaiError

PACK = 54
SMALLEST_KITTY = 5
TABLES = {(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)}
"""(players, packs) that are offered (SJ-2)."""
LAST_RANK = len(RANKS) - 1
"""Rank index of the ace; that of the two is 0."""
WRAP = -1
"""Coded `match_end` without a last rank (SJ-65)."""
CAP_STEP = 8
"""A coded `kitty_mult` is its mode plus this many times the cap (0: no cap)."""
LARGEST = 10**9

PRESETS: dict[str, dict[str, object]] = {
    "seed": {},
    "online": {
        "nt_declare": "joker_pair",
        "first_dealer": "final_declarer",
        "kitty_mult": "component",
        "opp_gain_cap": None,
        "mandatory_ranks": ["A"],
        "mandatory_leave": "defended",
        "throw_compare": "all_components",
    },
    "portal": {
        "nt_declare": "joker_pair",
        "kitty_mult": "two_four",
        "throw_fail_points": 10,
        "mandatory_ranks": ["A"],
        "mandatory_leave": "defended",
    },
    "forty_points": {"decks": 1},
}


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


def _rank_index(value: Any) -> int | None:
    """Index 0..12 of a rank token, None where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    text = value.strip().upper()
    text = "T" if text == "10" else text
    return RANKS.index(text) if len(text) == 1 and text in RANKS else None


def _parse_rank(value: Any) -> int:
    rank = _rank_index(value)
    if rank is None:
        raise ValueError("a rank 2..9, T, J, Q, K, A")
    return rank


RANK = Codec("2..9, T, J, Q, K, A", _parse_rank, lambda value: RANKS[value])


def _parse_ranks(value: Any) -> int:
    wrong = "ranks like 5,T,A, or none"
    if isinstance(value, str):
        value = [] if value.strip().lower() == "none" else value.split(",")
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError(wrong)
    mask = 0
    for item in value:
        rank = _rank_index(item)
        if rank is None:
            raise ValueError(wrong)
        mask |= 1 << rank
    return mask


RANK_SET = Codec(
    "set of ranks, or none",
    _parse_ranks,
    lambda value: [rank for i, rank in enumerate(RANKS) if value >> i & 1],
)


def _parse_end(value: Any) -> int:
    if isinstance(value, str):
        text = value.strip()
        if text.lower() == "wrap":
            return WRAP
        if text.lower() == "pass_ace":
            return LAST_RANK
        if text.lower().startswith("pass:"):
            rank = _rank_index(text[5:])
            if rank is not None:
                return rank
    raise ValueError("pass_ace, pass:RANK or wrap")


def _show_end(value: int) -> str:
    if value == WRAP:
        return "wrap"
    return "pass_ace" if value == LAST_RANK else f"pass:{RANKS[value]}"


MATCH_END = Codec("pass_ace, pass:RANK, wrap", _parse_end, _show_end)

_MODES = [mode.name.lower() for mode in KittyMode]


def _parse_mult(value: Any) -> int:
    wrong = f"one of {', '.join(_MODES)}, perhaps with +capped:K"
    if not isinstance(value, str):
        raise ValueError(wrong)
    name, plus, rest = value.strip().lower().partition("+")
    if name not in _MODES:
        raise ValueError(wrong + suggestion(name, _MODES))
    cap = 0
    if plus:
        word, _, digits = rest.partition(":")
        if word != "capped" or not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise ValueError(wrong)
        cap = int(digits)
        if cap < 1:
            raise ValueError(wrong)
    return _MODES.index(name) + CAP_STEP * cap


def _show_mult(value: int) -> str:
    cap, mode = divmod(value, CAP_STEP)
    return _MODES[mode] + (f"+capped:{cap}" if cap else "")


KITTY_MULT = Codec(f"{', '.join(_MODES)}; each with +capped:K", _parse_mult, _show_mult)


def _parse_cap(value: Any) -> int:
    if value is None or (isinstance(value, str) and value.strip().lower() == "none"):
        return NONE_INT
    if not isinstance(value, bool) and str(value).strip() == "3":
        return 3
    raise ValueError("3 or none")


GAIN_CAP = Codec("3, none", _parse_cap, lambda value: None if value == NONE_INT else int(value))


def _parse_hook(value: Any) -> int:
    names = {"off": 0, "j": 1, "a": 2, "both": 3}
    if value is False:
        return 0
    if isinstance(value, str) and value.strip().lower() in names:
        return names[value.strip().lower()]
    raise ValueError("one of off, J, A, both")


HOOK = Codec("off, J, A, both", _parse_hook, lambda value: ("off", "J", "A", "both")[value])


class Rules(NamedTuple):
    """Options of a match."""

    decks: Annotated[int, Option("SJ-1", "packs shuffled together", low=1, high=4)] = 2
    players: Annotated[int, Option("SJ-2", "seats at the table", low=4, high=6)] = 4
    kitty_size: Annotated[
        OptionalInt,
        Option("SJ-2", "cards left over for the dealer; none: as the table says", low=1),
    ] = OptionalInt(NONE_INT)
    start_rank: Annotated[int, Option("SJ-14", "rank both sides start at", codec=RANK)] = 0
    first_drawer: Annotated[FirstDrawer, Option("SJ-16", "who draws the first card")] = (
        FirstDrawer.SHUFFLER
    )
    shuffler_seat: Annotated[ShufflerSeat, Option("SJ-16", "who shuffles after round 1")] = (
        ShufflerSeat.DEALER
    )
    first_dealer: Annotated[
        FirstDealer, Option("SJ-18", "which declarer deals in the first round")
    ] = FirstDealer.FIRST_DECLARER
    first_round_nobody: Annotated[
        FirstRoundNobody, Option("SJ-26", "first round without a declaration")
    ] = FirstRoundNobody.FIRST_DRAWER
    final_window: Annotated[
        bool, Option("SJ-17", "is everybody asked once more after the last card")
    ] = True
    self_override: Annotated[bool, Option("SJ-23", "may the declarer change the suit")] = False
    partner_override: Annotated[bool, Option("SJ-23", "may his partner override him")] = True
    nt_declare: Annotated[NtDeclare, Option("SJ-24", "jokers that declare no trump")] = (
        NtDeclare.OFF
    )
    no_declare_rule: Annotated[NoDeclareRule, Option("SJ-25", "trump when nobody declares")] = (
        NoDeclareRule.KITTY_FIRST
    )
    kitty_joker: Annotated[KittyJoker, Option("SJ-25", "first card turned is a joker")] = (
        KittyJoker.NEXT
    )
    redeal_no_trump: Annotated[Switch, Option("SJ-27", "redeal for a hand without trump")] = (
        Switch.OFF
    )
    redeal_no_points: Annotated[Switch, Option("SJ-27", "redeal for a hand without points")] = (
        Switch.OFF
    )
    bury_restriction: Annotated[BuryRestriction, Option("SJ-28", "what may not be buried")] = (
        BuryRestriction.NONE
    )
    chao_dipi: Annotated[Switch, Option("SJ-29", "may others overcall and bury anew")] = Switch.OFF
    tractor_rank_gap: Annotated[
        TractorRankGap, Option("SJ-11", "are the neighbours of the trump rank adjacent")
    ] = TractorRankGap.BRIDGE
    tractor_trump_top: Annotated[
        TractorTrumpTop, Option("SJ-11", "tractors among the highest trumps")
    ] = TractorTrumpTop.FULL
    joker_tractor: Annotated[bool, Option("SJ-11", "do both joker pairs make a tractor")] = True
    tractor_min_length: Annotated[
        int, Option("SJ-13", "least tuples of a tractor", low=2, high=26)
    ] = 2
    tractor_min_width: Annotated[
        int, Option("SJ-13", "least width of a tractor's tuples", low=2, high=4)
    ] = 2
    throws: Annotated[Switch, Option("SJ-31", "may combinations be led")] = Switch.ON
    throw_check: Annotated[ThrowCheck, Option("SJ-35", "whose hands break a throw")] = (
        ThrowCheck.ALL_OTHERS
    )
    throw_tractor: Annotated[ThrowTractor, Option("SJ-36", "are tractors in a throw tested")] = (
        ThrowTractor.CHECKED
    )
    throw_fail_pick: Annotated[ThrowFailPick, Option("SJ-37", "what a failed throw leads")] = (
        ThrowFailPick.SMALLEST
    )
    throw_fail_points: Annotated[
        int, Option("SJ-38", "points that a failed throw costs", low=0, high=LARGEST)
    ] = 0
    multi_deck_exempt: Annotated[
        MultiDeckExempt, Option("SJ-34", "tractors that stand untested")
    ] = MultiDeckExempt.FULL_TUPLES
    lone_tuple: Annotated[LoneTuple, Option("SJ-34", "a beatable tuple led alone")] = (
        LoneTuple.STAND
    )
    follow_tractor: Annotated[FollowTractor, Option("SJ-43", "what a tractor obliges to")] = (
        FollowTractor.MAXIMAL
    )
    follow_throw: Annotated[FollowThrow, Option("SJ-44", "what a throw obliges to")] = (
        FollowThrow.STRUCTURED
    )
    tuple_protect: Annotated[TupleProtect, Option("SJ-45", "forms that need not be broken up")] = (
        TupleProtect.NONE
    )
    throw_compare: Annotated[ThrowCompare, Option("SJ-49", "what wins between two throws")] = (
        ThrowCompare.LARGEST_COMPONENT
    )
    kitty_mult: Annotated[
        int, Option("SJ-58", "factor of the kitty for the last trick", codec=KITTY_MULT)
    ] = 0
    opp_gain_cap: Annotated[int, Option("SJ-61", "most levels of a take-over", codec=GAIN_CAP)] = 3
    dead_zone: Annotated[DeadZone, Option("SJ-62", "a bare take-over: no level, or one")] = (
        DeadZone.ONE_STEP
    )
    step_adjust: Annotated[
        int,
        Option(
            "SJ-61", "points added to the step of 20 a pack", low=-LARGEST, high=LARGEST, step=5
        ),
    ] = 0
    declarer_zero_bonus: Annotated[int, Option("SJ-63", "levels for a shut-out", low=2, high=3)] = 3
    next_dealer_on_swap: Annotated[
        NextDealerOnSwap, Option("SJ-64", "who deals after a take-over")
    ] = NextDealerOnSwap.RIGHT
    match_end: Annotated[int, Option("SJ-65", "how a match ends", codec=MATCH_END)] = LAST_RANK
    max_rounds: Annotated[
        OptionalInt, Option("SJ-65", "rounds after which the side ahead wins", low=1, high=1 << 19)
    ] = OptionalInt(NONE_INT)
    mandatory_ranks: Annotated[int, Option("SJ-66", "ranks that nobody skips", codec=RANK_SET)] = 0
    mandatory_leave: Annotated[MandatoryLeave, Option("SJ-66", "how they are left")] = (
        MandatoryLeave.STOP_ONLY
    )
    hook: Annotated[Hook, Option("SJ-67", "hook and needle", codec=HOOK)] = Hook.OFF
    hook_trigger: Annotated[HookTrigger, Option("SJ-67", "the play that hooks")] = (
        HookTrigger.CONTAINS
    )
    hook_needs_swap: Annotated[bool, Option("SJ-67", "only with a take-over")] = False
    hook_keep_gain: Annotated[bool, Option("SJ-67", "is the round's gain kept")] = True
    hong_wu: Annotated[HongWu, Option("SJ-68", "red fives as highest trumps")] = HongWu.OFF
    hong_wu_penalty: Annotated[
        int, Option("SJ-68", "ranks a lost red five costs", low=0, high=LARGEST)
    ] = 1
    solo_bonus: Annotated[int, Option("SJ-71", "levels more for holding alone", low=0, high=1)] = 0
    friend_card: Annotated[FriendCard, Option("SJ-71", "cards that may call a friend")] = (
        FriendCard.NON_TRUMP
    )


def check(rules: Rules) -> None:
    """Refuse options that exclude each other (SJ-2, SJ-61, SJ-65).

    Raises
    ------
    KaipaiError
        A table that is not offered, a kitty that leaves no equal hands, a step of nothing, or a
        match that could not end.
    """
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
    if 20 * rules.decks + rules.step_adjust <= 0:
        raise KaipaiError(
            f"step_adjust={rules.step_adjust} leaves no step of points with decks={rules.decks} "
            "(SJ-61): raise it"
        )
    if rules.match_end == WRAP and rules.max_rounds == NONE_INT:
        raise KaipaiError("match_end=wrap never ends by itself (SJ-65): set max_rounds")
    if rules.match_end != WRAP and rules.start_rank > rules.match_end:
        raise KaipaiError(
            f"start_rank={RANKS[rules.start_rank]} lies past match_end="
            f"{_show_end(rules.match_end)} (SJ-65): lower it"
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


def n_units(rules: Rules) -> int:
    """How many hold a rank of their own: two teams, or five players (SJ-14, SJ-71)."""
    return 5 if rules.players == 5 else 2

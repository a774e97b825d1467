"""Rules of Sheng Ji: every option with its default, clause and one line of meaning."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simcore.cards import RANKS
from simcore.options import NONE_INT, Option, OptionalInt, Switch
from simcore.shengji.rules.choices import (
    BuryRestriction,
    DeadZone,
    FirstDealer,
    FirstDrawer,
    FirstRoundNobody,
    FollowThrow,
    FollowTractor,
    FriendCard,
    HongWu,
    Hook,
    HookTrigger,
    KittyJoker,
    KittyMode,
    LoneTuple,
    MandatoryLeave,
    MultiDeckExempt,
    NextDealerOnSwap,
    NoDeclareRule,
    NtDeclare,
    ShufflerSeat,
    ThrowCheck,
    ThrowCompare,
    ThrowFailPick,
    ThrowTractor,
    TractorRankGap,
    TractorTrumpTop,
    TupleProtect,
)
from simcore.shengji.rules.codecs import (
    CAP_STEP,
    GAIN_CAP,
    HOOK,
    KITTY_MULT,
    LAST_RANK,
    MATCH_END,
    RANK,
    RANK_SET,
    WRAP,
    show_end,
)
from simcore.status import KaipaiError

PACK = 54
SMALLEST_KITTY = 5
TABLES = {(4, 1), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)}
"""(players, packs) that are offered (SJ-2)."""
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
            f"{show_end(rules.match_end)} (SJ-65): lower it"
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


__all__ = [
    "CAP_STEP",
    "KITTY_MULT",
    "LAST_RANK",
    "PACK",
    "PRESETS",
    "WRAP",
    "BuryRestriction",
    "DeadZone",
    "FirstDealer",
    "FirstDrawer",
    "FirstRoundNobody",
    "FollowThrow",
    "FollowTractor",
    "FriendCard",
    "HongWu",
    "Hook",
    "HookTrigger",
    "KittyJoker",
    "KittyMode",
    "LoneTuple",
    "MandatoryLeave",
    "MultiDeckExempt",
    "NextDealerOnSwap",
    "NoDeclareRule",
    "NtDeclare",
    "Rules",
    "ShufflerSeat",
    "ThrowCheck",
    "ThrowCompare",
    "ThrowFailPick",
    "ThrowTractor",
    "TractorRankGap",
    "TractorTrumpTop",
    "TupleProtect",
    "check",
    "hand_size",
    "kitty_size",
    "n_units",
]

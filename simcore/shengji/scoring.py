"""From captured points to levels, the next dealer and the end of the match (SJ-52 to SJ-68, SJ-71).

A *unit* is what holds a rank of its own: teams 0 (even seats) and 1, or each of five players.  Its
standing is 0 for the rank 2 up to 12 for the ace; where ranks wrap it goes on, 13 to a lap.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import U64, kernel
from simcore.shengji.combos.fit import DOWN, fit
from simcore.shengji.combos.frame import off_line
from simcore.shengji.combos.planes import n_cards, plane
from simcore.shengji.rules import (
    CAP_STEP,
    WRAP,
    DeadZone,
    Hook,
    HookTrigger,
    KittyMode,
    MandatoryLeave,
    NextDealerOnSwap,
)
from simcore.streams import stay_call

PLAIN, CARDS, COMPONENT = (
    int(KittyMode.PLAIN), int(KittyMode.CARDS), int(KittyMode.COMPONENT)
)  # fmt: skip
POW_COMPONENT, POW_PAIRS, TWO_FOUR = (
    int(KittyMode.POW_COMPONENT), int(KittyMode.POW_PAIRS), int(KittyMode.TWO_FOUR)
)  # fmt: skip
HOOK_J, HOOK_A, HOOK_BOTH = int(Hook.J), int(Hook.A), int(Hook.BOTH)
CONTAINS, SINGLE_ONLY = int(HookTrigger.CONTAINS), int(HookTrigger.SINGLE_ONLY)
DEFENDED = int(MandatoryLeave.DEFENDED)
LAST_WINNER = int(NextDealerOnSwap.LAST_TRICK_WINNER)
NO_DEAD_ZONE = int(DeadZone.NONE)
RANKS = 13
TWO, JACK, ACE = 0, 9, 12
HIGHEST = (1 << 31) - 1


@kernel
def multiplier(coded: Any, n: Any, largest: Any, tuples: Any) -> Any:
    """Factor of the kitty after a last trick of the opponents (SJ-58).

    Parameters
    ----------
    coded : int64
        Rule `kitty_mult`: mode plus CAP_STEP times the cap.
    n, largest, tuples : int64
        Cards of each play; cards of the largest component of the lead; tuples of two cards or
        more in it (SJ-56).
    """
    mode, cap = coded % CAP_STEP, coded // CAP_STEP
    value = 2
    if mode == PLAIN:
        value = 1
    elif mode == CARDS:
        value = 2 * n
    elif mode == COMPONENT:
        value = 2 * largest
    elif mode == POW_COMPONENT:
        value = 1 << largest
    elif mode == POW_PAIRS:
        value = 1 << (tuples + 1)
    elif mode == TWO_FOUR:
        value = 4 if tuples > 0 else 2
    return min(value, cap) if cap > 0 else value


@kernel
def round_gain(opponent_points: Any, rules: Any) -> Any:
    """Whether the sides swap, and the levels won by those who declare next (SJ-60 to SJ-63)."""
    step = 20 * rules["decks"] + rules["step_adjust"]
    if opponent_points == 0:
        return False, rules["declarer_zero_bonus"]
    if opponent_points < 2 * step:
        return False, 2 if opponent_points < step else 1
    gain = (opponent_points - 2 * step) // step
    if rules["dead_zone"] == NO_DEAD_ZONE:
        gain += 1
    if rules["opp_gain_cap"] >= 0:
        gain = min(gain, rules["opp_gain_cap"])
    return True, gain


@kernel
def is_hooked(
    rank: Any, opponents_last: Any, swap: Any, winning: Any, form: Any, frame: Any, rules: Any,
    work: Any,
) -> Any:  # fmt: skip
    """Whether the last trick sets the declarers back (SJ-67).

    Parameters
    ----------
    rank : int64
        Trump rank 0..12.
    opponents_last, swap : bool
    winning : records.CARDS
        The play that won the last trick.
    form : records.SHAPE
        Of its lead.
    frame, rules, work
        Records.
    """
    hook = rules["hook"]
    wanted = (rank == JACK and (hook == HOOK_J or hook == HOOK_BOTH)) or (
        rank == ACE and (hook == HOOK_A or hook == HOOK_BOTH)
    )
    if not wanted or not opponents_last or (rules["hook_needs_swap"] and not swap):
        return False
    held = winning["p0"] & frame["of_rank"]
    if rules["hook_trigger"] == CONTAINS:
        return held != ZERO
    if rules["hook_trigger"] == SINGLE_ONLY:
        return held != ZERO and n_cards(winning) == 1
    if not fit(winning, form, frame, work, DOWN, False):
        return False
    of_rank = plane(winning, form["widths"][0]) & frame["of_rank"]
    for k in range(form["lengths"][0]):
        if off_line(ONE << U64(work["tops"][0] - k), frame) & of_rank == ZERO:
            return False
    return True


@kernel
def next_standing(
    standing: Any, rank: Any, gain: Any, declared: Any, hooked: Any, fives_lost: Any, rules: Any
) -> Any:
    """Standing of a unit after a round, and whether it passed the last rank (SJ-65 to SJ-68).

    Parameters
    ----------
    standing : int64
    rank : int64
        Trump rank of the round, 0..12.
    gain : int64
    declared, hooked : bool
        Whether the unit was of the declarers, and is set back.
    fives_lost : int64
        Red fives its side lost.
    rules : records.RULES
    """
    limit = rules["match_end"]
    lap = standing - standing % RANKS
    if hooked:
        standing = min(standing, lap + (TWO if rank == JACK else JACK))
        if not rules["hook_keep_gain"]:
            gain = 0
    mandatory = rules["mandatory_ranks"]
    if rules["mandatory_leave"] == DEFENDED and (mandatory >> (standing % RANKS)) & 1:
        if not (declared and gain > 0 and standing % RANKS == rank):
            gain = 0
    if mandatory == 0:
        standing += gain
        gain = 0
    while gain > 0:
        standing += 1
        gain -= 1
        if limit != WRAP and standing > ACE:
            # past the ace there is nothing left to stop at
            standing += gain
            break
        if (mandatory >> (standing % RANKS)) & 1:
            break
    standing = min(standing, HIGHEST)
    floor = 0 if limit != WRAP else standing - standing % RANKS
    standing = max(floor, standing - rules["hong_wu_penalty"] * fives_lost)
    return standing, limit != WRAP and standing > limit


@kernel
def next_dealer(dealer: Any, swap: Any, declarers: Any, last_winner: Any, rules: Any) -> Any:
    """Who deals next (SJ-64, SJ-71, SJ-72); `declarers` are seats as bits."""
    if swap and rules["next_dealer_on_swap"] == LAST_WINNER:
        if not (declarers >> last_winner) & 1:
            return last_winner
    players = rules["players"]
    for k in range(1, players + 1):
        seat = (dealer + k) % players
        if ((declarers >> seat) & 1 == 1) != swap:
            return seat
    return dealer


@kernel
def last_sizes(view: Any) -> Any:
    """Cards of each play of the last trick, of its largest component, tuples in it (SJ-56)."""
    parts = view["parts"]
    tuples = 0
    for i in range(parts["n"]):
        if parts["widths"][i] > 1:
            tuples += parts["lengths"][i]
    return view["n_cards"], parts["widths"][0] * parts["lengths"][0], tuples


@kernel
def score_round(state: Any, rules: Any, frame: Any, work: Any, record: Any) -> None:
    """Fill the result of a finished round into its record (SJ-54 to SJ-64, SJ-71)."""
    stay_call()
    view = state["view"]
    players, declarers = rules["players"], view["declarers"]
    trick_points, fine = 0, 0
    failed_declarers, failed = 0, 0
    lost_declarers, lost_opponents = 0, 0
    for seat in range(players):
        declared = (declarers >> seat) & 1
        record["points"][seat] = view["points"][seat]
        fine += view["failed"][seat] * (1 if declared else -1)
        failed_declarers += view["failed"][seat] * declared
        failed += view["failed"][seat]
        if not declared:
            trick_points += view["points"][seat]
        if frame["red"] != ZERO:
            for winner in range(players):
                if (declarers >> winner) & 1 != declared:
                    lost_declarers += state["fives_lost"][seat, winner] if declared else 0
                    lost_opponents += 0 if declared else state["fives_lost"][seat, winner]
    fine *= rules["throw_fail_points"]
    winner = state["last_winner"]
    opponents_last = not (declarers >> winner) & 1
    n, largest, tuples = last_sizes(view)
    factor = multiplier(rules["kitty_mult"], n, largest, tuples) if opponents_last else 0
    kitty = np.int64(record["kitty_points"])
    total = max(0, trick_points + factor * kitty + fine)
    swap, gain = round_gain(total, rules)
    if players == 5 and view["friend"] < 0 and not swap:
        gain += rules["solo_bonus"]
    hooked = is_hooked(
        view["rank"], opponents_last, swap, view["laid"][winner], view["form"], frame, rules, work
    )
    record["trick_points"] = trick_points
    record["fine"] = fine
    record["throws_failed"][0] = failed_declarers
    record["throws_failed"][1] = failed - failed_declarers
    record["multiplier"] = factor
    record["opponent_points"] = total
    record["swap"] = 1 if swap else 0
    record["gain"] = gain
    record["dealer"] = view["dealer"]
    record["declarers"] = declarers
    record["trump"] = view["trump"]
    record["next_dealer"] = next_dealer(view["dealer"], swap, declarers, winner, rules)
    record["tricks"] = view["tricks"]
    record["last_winner"] = winner
    record["last_opponents"] = 1 if opponents_last else 0
    record["last_cards"] = n
    record["last_component"] = largest
    record["last_pairs"] = tuples
    record["hooked"] = 1 if hooked else 0
    record["fives_lost"][0] = lost_declarers
    record["fives_lost"][1] = lost_opponents


@kernel
def n_units(rules: Any) -> Any:
    """Units of a match: two teams, or five players."""
    return 5 if rules["players"] == 5 else 2


@kernel
def _leaders(match: Any, units: Any) -> Any:
    """Units that are ahead, as bits (SJ-65); none where it is a draw."""
    best, leaders, n = -1, 0, 0
    for unit in range(units):
        standing = match["levels"][unit]
        if standing > best:
            best, leaders, n = standing, 0, 0
        if standing == best:
            leaders |= 1 << unit
            n += 1
    return leaders if n == 1 or (units == 5 and n < units) else 0


@kernel
def close_round(match: Any, record: Any, rules: Any, limit: Any) -> None:
    """Apply a scored round to the match, and end it where it ends (SJ-64 to SJ-68, SJ-71).

    Parameters
    ----------
    match : records.MATCH
    record : records.RECORD
        `levels_after`, `match_over` and `winners` are filled.
    rules : records.RULES
    limit : int64
        Rounds after which the match ends at the latest; 0 none.
    """
    stay_call()
    units = n_units(rules)
    swap, declarers = record["swap"] != 0, np.int64(record["declarers"])
    passed = 0
    for unit in range(units):
        if units == 5:
            declared = (declarers >> unit) & 1 == 1
        else:
            declared = np.int64(record["dealer"]) % 2 == unit
        gain = np.int64(record["gain"]) if declared != swap else 0
        lost = np.int64(record["fives_lost"][0 if declared else 1])
        hooked = declared and record["hooked"] != 0
        standing, is_past = next_standing(
            match["levels"][unit], np.int64(record["rank"]), gain, declared, hooked, lost, rules
        )
        match["levels"][unit] = standing
        record["levels_after"][unit] = standing
        if is_past:
            passed |= 1 << unit
    match["round"] += 1
    match["dealer"] = np.int64(record["next_dealer"])
    most = rules["max_rounds"]
    ends = (most > 0 and match["round"] >= most) or (limit > 0 and match["round"] >= limit)
    if passed != 0 or ends:
        match["is_over"] = 1
        match["winners"] = passed if passed != 0 else _leaders(match, units)
        record["match_over"] = 1
        record["winners"] = match["winners"]

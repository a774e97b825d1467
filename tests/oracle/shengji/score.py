"""From captured points to levels, the next dealer and the end of the match (SJ-52 to SJ-68, SJ-71).

A standing is a number: 0 for rank 2 up to 12 for the ace; under `wrap` it goes on past 12,
13 to a lap.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import Frame
from .rules import RANKS, Rules, last_rank, split_kitty_mode
from .shapes import decompose
from .tricks import best_tops, sorted_shape


def rank_of(standing: int) -> str:
    return RANKS[standing % 13]


def standing_of(rank: str) -> int:
    return RANKS.index(rank)


def multiplier(kitty_mult: str, n_cards: int, largest: int, tuples: int) -> int:
    """Kitty multiplier from the last trick: cards a player, largest component, tuples (SJ-58)."""
    mode, cap = split_kitty_mode(kitty_mult)
    value = {
        "plain": 1,
        "double": 2,
        "cards": 2 * n_cards,
        "component": 2 * largest,
        "pow_component": 2**largest,
        "pow_pairs": 2 ** (tuples + 1),
        "two_four": 4 if tuples else 2,
    }[mode]
    return value if cap is None else min(value, cap)


def lead_sizes(lead: Sequence[str], frame: Frame) -> tuple[int, int, int]:
    """The three inputs of `multiplier` for a lead as it was played (SJ-56)."""
    parts = decompose(lead, frame)
    return len(lead), max(p.size for p in parts), sum(p.length for p in parts if p.width > 1)


def round_gain(opponent_points: int, rules: Rules) -> tuple[bool, int]:
    """Whether the sides swap, and the levels gained by those who declare next (SJ-60 to SJ-63)."""
    step = 20 * rules["decks"] + rules["step_adjust"]
    if opponent_points == 0:
        return False, rules["declarer_zero_bonus"]
    if opponent_points < 2 * step:
        return False, 2 if opponent_points < step else 1
    gain = (opponent_points - 2 * step) // step
    if rules["dead_zone"] == "none":
        gain += 1
    if rules["opp_gain_cap"] is not None:
        gain = min(gain, rules["opp_gain_cap"])
    return True, gain


def hooked(
    rank: str,
    opponents_won_last: bool,
    winning: Sequence[str],
    lead: Sequence[str],
    swap: bool,
    frame: Frame,
) -> bool:
    """Whether the last trick sets the declarers back (SJ-67)."""
    rules = frame.rules
    if rules["hook"] not in (rank, "both") or rank not in ("J", "A") or not opponents_won_last:
        return False
    if rules["hook_needs_swap"] and not swap:
        return False
    held = [c for c in winning if c[0] == rank]  # jokers start with B or R
    if rules["hook_trigger"] == "contains":
        return bool(held)
    if rules["hook_trigger"] == "single_only":
        return bool(held) and len(winning) == 1
    # primary: the largest component, at its best, is made of rank cards only
    shape = sorted_shape(lead, frame)
    counts = {c: list(winning).count(c) for c in winning}
    tops = best_tops(counts, shape, frame.suit(winning[0]), frame)
    if tops is None:
        return False
    width, length = shape[0]
    level: int | None = tops[0]
    below = {high: low for low, high in frame.above["T"].items()}
    for _ in range(length):
        at_level = frame.kinds_at.get(("T", level), []) if level is not None else []
        if not any(k in held and counts[k] >= width for k in at_level):
            return False
        level = below.get(level) if level is not None else None
    return True


@dataclass(frozen=True)
class Change:
    """What one round does to one standing."""

    round_rank: str
    gain: int = 0
    declared: bool = False  # on the declarers' side
    hooked: bool = False
    fives_lost: int = 0


def next_standing(standing: int, change: Change, rules: Rules) -> tuple[int, bool]:
    """Standing after the round, and whether it passed the last rank (SJ-65 to SJ-68)."""
    limit = last_rank(rules)
    gain = change.gain
    lap = standing - standing % 13
    if change.hooked:
        standing = min(standing, lap + standing_of("2" if change.round_rank == "J" else "J"))
        if not rules["hook_keep_gain"]:
            gain = 0
    mandatory = set(rules["mandatory_ranks"])
    if rules["mandatory_leave"] == "defended" and rank_of(standing) in mandatory:
        defended = change.declared and gain > 0 and rank_of(standing) == change.round_rank
        if not defended:
            gain = 0
    for _ in range(gain):
        standing += 1
        if limit is not None and standing > 12:
            continue  # past the ace there is nothing left to stop at
        if rank_of(standing) in mandatory:
            break
    floor = 0 if limit is not None else standing - standing % 13
    standing = max(floor, standing - rules["hong_wu_penalty"] * change.fives_lost)
    return standing, limit is not None and standing > standing_of(limit)


def teams_of(players: int, dealer: int, friend: int | None) -> set[int]:
    """Seats on the declarers' side."""
    if players == 5:
        return {dealer} | ({friend} if friend is not None else set())
    return {s for s in range(players) if (s - dealer) % 2 == 0}


def next_dealer(
    dealer: int, swap: bool, declarers: Iterable[int], last_winner: int, rules: Rules
) -> int:
    """Who deals next (SJ-64, SJ-71, SJ-72)."""
    players, side = rules["players"], set(declarers)
    if swap and rules["next_dealer_on_swap"] == "last_trick_winner" and last_winner not in side:
        return last_winner
    for step in [*range(1, players), 0]:
        seat = (dealer + step) % players
        if (seat in side) != swap:
            return seat
    raise ValueError("nobody on the winning side")


def leaders(standings: Sequence[int]) -> list[int]:
    """Those ahead when the rounds run out (SJ-65): more laps, then the higher rank."""
    return [i for i, s in enumerate(standings) if s == max(standings)]


def match_winner(winners: Sequence[int], sides: int, single: bool) -> int | list[int] | None:
    """The `winner` field: a side, a list where five players share, None for a draw."""
    if len(winners) == 1:
        return winners[0]
    if single and 0 < len(winners) < sides:
        return list(winners)
    return None

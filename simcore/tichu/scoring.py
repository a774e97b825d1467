"""Who gets what: a trick, a finished round, a match (TI-45 to TI-56)."""

from __future__ import annotations

from typing import Any

from simcore.jit import kernel
from simcore.streams import stay_call
from simcore.tichu.combos.shape import SINGLE_CARD, VALUE_DRAGON
from simcore.tichu.records import GRAND, NO_BET
from simcore.tichu.rules import DragonLastTrick, DragonRecipient, GameTie, LastTricks

NO_WINNER = -1
"""Of a match that goes on, or was drawn."""

_KEEP = int(DragonLastTrick.KEEP)
_ACTIVE_ONLY = int(DragonRecipient.ACTIVE_ONLY)
_FIRST_OUT = int(LastTricks.FIRST_OUT)
_EXTRA_ROUND = int(GameTie.EXTRA_ROUND)
_DRAGON = SINGLE_CARD | VALUE_DRAGON << 8
_EVEN_SEATS, _ODD_SEATS = 0b0101, 0b1010


@kernel
def is_double_victory(view: Any) -> Any:
    """Whether the first two out are partners (TI-49)."""
    return view["n_out"] >= 2 and (view["finish"][0] ^ view["finish"][1]) & 1 == 0


@kernel
def receivers_of(view: Any, is_over: Any, rules: Any) -> Any:
    """Seats that may get the trick on the table, as a bit mask (TI-28, TI-45, TI-46).

    Parameters
    ----------
    view : records.VIEW
        A play lies on top.
    is_over : int64
        1 when the round ends with this trick.
    rules : records.RULES

    Returns
    -------
    int64
        One seat, or two opponents among whom the owner chooses.
    """
    owner = view["owner"]
    if view["top"] != _DRAGON:
        return 1 << owner
    if is_over and (rules["dragon_last_trick"] == _KEEP or is_double_victory(view)):
        return 1 << owner
    opponents = _EVEN_SEATS if owner & 1 else _ODD_SEATS
    if rules["dragon_recipient"] == _ACTIVE_ONLY and opponents & view["active"]:
        opponents &= view["active"]
    return opponents


@kernel
def settle(view: Any, last_hand: Any, rules: Any, record: Any) -> None:
    """Score a finished round (TI-49 to TI-53).

    Parameters
    ----------
    view : records.VIEW
        Reads `finish`, `n_out`, `points` and `bets`.
    last_hand : int64
        Card points in the last player's hand; without meaning after a double victory.
    rules : records.RULES
    record : records.RECORD
        Receives `double_victory`, `cards`, `bets`, `score`, `bet`, `made`, `last_hand`.
    """
    stay_call()
    first = view["finish"][0]
    double = is_double_victory(view)
    record["double_victory"] = 1 if double else 0
    record["last_hand"] = 0 if double else last_hand
    if double:
        record["cards"][first & 1] = rules["double_victory_points"]
        record["cards"][1 - (first & 1)] = 0
    else:
        last = 6 - first - view["finish"][1] - view["finish"][2]
        even = odd = 0
        for seat in range(4):
            heir = seat
            if seat == last:
                heir = first if rules["last_player_tricks"] == _FIRST_OUT else seat + 1
            if heir & 1:
                odd += view["points"][seat]
            else:
                even += view["points"][seat]
        if last & 1:
            even += last_hand
        else:
            odd += last_hand
        record["cards"][0] = even
        record["cards"][1] = odd
    won_even = won_odd = 0
    for seat in range(4):
        bet = view["bets"][seat]
        stake = 0
        if bet != NO_BET:
            stake = rules["stake_grand"] if bet == GRAND else rules["stake_small"]
        made = bet != NO_BET and seat == first
        record["bet"][seat] = bet
        record["made"][seat] = 1 if made else 0
        if not made:
            stake = -stake
        if seat & 1:
            won_odd += stake
        else:
            won_even += stake
    record["bets"][0] = won_even
    record["bets"][1] = won_odd
    record["score"][0] = record["cards"][0] + won_even
    record["score"][1] = record["cards"][1] + won_odd


@kernel
def match_over(even: Any, odd: Any, played: Any, rounds: Any, round_limit: Any, rules: Any) -> Any:
    """Whether a match has ended, and who won it (TI-54 to TI-56).

    Parameters
    ----------
    even, odd : int64
        Totals of the teams of seats 0, 2 and 1, 3.
    played : int64
        Rounds played.
    rounds : int64
        Length of a match of fixed length, 0 for one that is played out.
    round_limit : int64
        Rounds after which a match that nobody has won is given up.
    rules : records.RULES

    Returns
    -------
    tuple of bool, int64
        Over; the winning team, or `NO_WINNER`.
    """
    ahead = NO_WINNER if even == odd else (0 if even > odd else 1)
    if rounds > 0:
        if played < rounds:
            ahead = NO_WINNER
        return played >= rounds, ahead
    if 0 < rules["max_rounds"] <= played:
        return True, ahead
    if max(even, odd) >= rules["target_score"] and (
        ahead != NO_WINNER or rules["game_tie"] != _EXTRA_ROUND
    ):
        return True, ahead
    return played >= round_limit, NO_WINNER

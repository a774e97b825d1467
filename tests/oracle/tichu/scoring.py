"""Who gets what: tricks, a finished round, a match (TI-45 to TI-56)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .rules import Rules


class Settlement(NamedTuple):
    """The figures of a finished round; pairs are per team (seats 0 and 2, seats 1 and 3)."""

    cards: list[int]
    bets: list[int]
    score: list[int]


def opponents(seat: int) -> list[int]:
    """The two seats of the other team, next in turn first (TI-1)."""
    return [(seat + 1) % 4, (seat + 3) % 4]


def is_double_victory(finish: Sequence[int]) -> bool:
    """Whether the first two out are partners (TI-49)."""
    return len(finish) >= 2 and finish[0] % 2 == finish[1] % 2


def trick_receivers(
    owner: int, is_dragon: bool, finish: Sequence[int], round_over: bool, rules: Rules
) -> list[int]:
    """Seats that may get the finished trick; several where the owner chooses (TI-28, TI-45, TI-46).

    Parameters
    ----------
    owner : int
        Seat whose play is on top.
    is_dragon : bool
        Whether that play is the Dragon.
    finish : sequence of int
        Seats already out.
    round_over : bool
        Whether the round ends with this trick.
    rules : dict
        All options.
    """
    kept = round_over and (is_double_victory(finish) or rules["dragon_last_trick"] == "keep")
    if not is_dragon or kept:
        return [owner]
    receivers = opponents(owner)
    if rules["dragon_recipient"] == "active_only":
        receivers = [s for s in receivers if s not in finish] or receivers
    return receivers


def settle(
    finish: Sequence[int],
    tricks: Sequence[int],
    last_hand: int | None,
    bets: Mapping[int, str],
    rules: Rules,
) -> Settlement:
    """Score a finished round (TI-49 to TI-53).

    Parameters
    ----------
    finish : sequence of int
        Seats in the order of going out: two partners, or three seats.
    tricks : sequence of int
        Card points taken by each of the four seats, Dragon gifts included.
    last_hand : int or None
        Card points left in the last player's hand; not used after a double victory.
    bets : mapping of int to str
        Seat to ``"tichu"`` or ``"grand"``.
    rules : dict
        All options.
    """
    cards = [0, 0]
    if is_double_victory(finish):
        cards[finish[0] % 2] = rules["double_victory_points"]
    else:
        last = next(s for s in range(4) if s not in finish)
        piles = list(tricks)
        heir = finish[0] if rules["last_player_tricks"] == "first_out" else opponents(last)[0]
        given, piles[last] = piles[last], 0
        piles[heir] += given
        for seat in range(4):
            cards[seat % 2] += piles[seat]
        cards[1 - last % 2] += last_hand or 0
    won = [0, 0]
    for seat, bet in bets.items():
        stake = rules["stake_grand"] if bet == "grand" else rules["stake_small"]
        won[seat % 2] += stake if seat == finish[0] else -stake
    return Settlement(cards, won, [cards[0] + won[0], cards[1] + won[1]])


def match_over(
    total: Sequence[int], rounds: int, rules: Rules, stop_after: int | None = None
) -> tuple[bool, int | None]:
    """Whether the match has ended, and the winner; ``None`` = draw or not over (TI-54 to TI-56).

    Parameters
    ----------
    total : sequence of int
        Totals of the two teams after `rounds` rounds.
    rounds : int
        Rounds played.
    rules : dict
        All options.
    stop_after : int, optional
        Play exactly that many rounds, whatever the totals.
    """
    ahead = None if total[0] == total[1] else int(total[1] > total[0])
    if stop_after is not None:
        return rounds >= stop_after, ahead if rounds >= stop_after else None
    if rules["max_rounds"] is not None and rounds >= rules["max_rounds"]:
        return True, ahead
    if max(total) < rules["target_score"]:
        return False, None
    if ahead is None and rules["game_tie"] == "extra_round":
        return False, None
    return True, ahead

"""Whole rounds and matches: ask a policy, hand its answer to the step room, keep the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.jit import U64
from simcore.status import KaipaiError, RoundError
from simcore.tichu import records as rec
from simcore.tichu.cards import SEATS, pack
from simcore.tichu.engine.batch import play_batch
from simcore.tichu.engine.scratch import Scratch, policy_array
from simcore.tichu.engine.searching import play_looking_ahead
from simcore.tichu.policies import looks_ahead
from simcore.tichu.rules import Rules

Records = npt.NDArray[np.void]
Words = npt.NDArray[np.uint64]

ROUND_LIMIT = 1000
"""Rounds after which a match that nobody wins is given up."""


def _run(
    scratch: Scratch, seed: int, start: int, n: int, seats: npt.NDArray[np.int64], rounds: int,
    round_limit: int, out: Records,
) -> tuple[int, int]:  # fmt: skip
    """Play matches by the kernel or, where a seat looks ahead, decision by decision.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    if looks_ahead(seats):
        n_rounds, done = play_looking_ahead(
            scratch, seed, start, n, seats, rounds, round_limit, out
        )
    else:
        n_rounds, done = play_batch(
            U64(seed), U64(start), n, scratch.rules, seats, rounds, round_limit, *scratch.deal,
            scratch.room, scratch.words, scratch.state, scratch.blank, scratch.streams,
            scratch.log, scratch.begin, scratch.given, out,
        )  # fmt: skip
    if n_rounds and out[n_rounds - 1]["status"]:
        bad = out[n_rounds - 1]
        raise RoundError(int(bad["status"]), "tichu", seed, int(bad["match"]), int(bad["round"]))
    return int(n_rounds), int(done)


def play(
    seed: int, start: int, stop: int, rules: Rules, policies: Sequence[int], rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> Records:  # fmt: skip
    """Play matches; may be called from several threads at once.

    Parameters
    ----------
    seed : int
        0 .. 2^64 - 1.
    start, stop : int
        Matches ``start .. stop - 1``.
    rules : Rules
    policies : sequence of int
        `Policy` of each seat.
    rounds : int
        Rounds of a match, 0 to play to its end.
    round_limit : int
        Rounds after which a match that nobody has won is given up.

    Returns
    -------
    ndarray of `records.RECORD`
        One a round, in order of match and round.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    scratch = Scratch.borrow(rules)
    seats = policy_array(policies)
    longest = rounds if rounds > 0 else round_limit
    size = max(longest, min((stop - start) * (rounds if rounds > 0 else 12), 1 << 16))
    parts = []
    while start < stop:
        out = np.empty(size, dtype=rec.RECORD)
        n, done = _run(scratch, seed, start, stop - start, seats, rounds, round_limit, out)
        parts.append(out[:n])
        start += done
    scratch.give_back()
    if len(parts) == 1 and 2 * parts[0].size > size:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=rec.RECORD)


def play_round(
    scratch: Scratch, seed: int, match: int, seats: npt.NDArray[np.int64], played: int,
    total: Sequence[int], rounds: int = 0, round_limit: int = ROUND_LIMIT,
) -> Any:  # fmt: skip
    """Play one round of a match and leave its events in ``scratch.log``.

    Parameters
    ----------
    scratch : Scratch
        Its `given` holds hands to start from, if any.
    seed, match : int
    seats : ndarray of int64, shape (4,)
    played : int
        Rounds of the match before this one.
    total : sequence of int
        Totals before the round.
    rounds, round_limit : int
        As for `play`.

    Returns
    -------
    void of `records.RECORD`

    Raises
    ------
    RoundError
        The round broke an invariant.
    """
    scratch.begin[:] = played, total[0], total[1], 1, 0
    scratch.log["n"] = 0
    out = np.zeros(max(rounds, round_limit), dtype=rec.RECORD)
    _run(scratch, seed, match, 1, seats, rounds, round_limit, out)
    return out[0]


def play_given(
    hands: Sequence[Iterable[int]], rules: Rules, policies: Sequence[int], seed: int = 0,
    n: int = 1, leader: int = 0,
) -> Records:  # fmt: skip
    """Play single rounds from given hands, which may be short, starting at the first lead.

    Parameters
    ----------
    hands : sequence of iterables of int
        Card numbers of four hands.
    rules : Rules
    policies : sequence of int
    seed : int
    n : int
        Rounds: those of matches 0 .. n - 1.
    leader : int
        Who leads where nobody holds the Mah Jong.

    Returns
    -------
    ndarray of `records.RECORD`, shape (n,)

    Raises
    ------
    KaipaiError
        Not four hands, an empty one, or a card twice.
    RoundError
        A round broke an invariant.
    """
    scratch = Scratch(rules)
    scratch.given = given_hands(hands)
    scratch.begin[4] = leader
    out = np.zeros(n, dtype=rec.RECORD)
    _run(scratch, seed, 0, n, policy_array(policies), 1, 1, out)
    return out


def given_hands(hands: Sequence[Iterable[int]]) -> Words:
    """Return card numbers of four hands as kernels take them.

    Raises
    ------
    KaipaiError
        Not four hands, an empty one, or a card twice.
    """
    numbers = [list(hand) for hand in hands]
    flat = [number for hand in numbers for number in hand]
    if len(numbers) != SEATS or not all(numbers):
        raise KaipaiError("a round starts from four hands with at least a card each")
    if len(set(flat)) != len(flat):
        raise KaipaiError("a card lies in two hands, or twice in one")
    return np.array([[pack(hand) for hand in numbers]], dtype=np.uint64)


__all__ = [
    "ROUND_LIMIT",
    "Scratch",
    "given_hands",
    "play",
    "play_given",
    "play_round",
    "policy_array",
]

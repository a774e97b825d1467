"""What the look-ahead policies of all games share: their numbers, their seeds, how they choose.

A policy ``search`` imagines deals that agree with what its seat has seen, plays each option out in
each of them, and takes the option that does best.  All options meet the same imagined deals, so
what tells them apart is the option and not the luck of the cards; options that fall behind are
dropped early (sequential halving: Karnin, Koren, Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

NAME = "search"
DEFAULT_BUDGET = 32
"""Imagined deals of a decision, where none are told."""
LEAST_BUDGET, MAX_BUDGET = 2, 100_000
_SHIFT = 16
_CODE = (1 << _SHIFT) - 1

Values = npt.NDArray[Any]


def number(code: int, budget: int) -> int:
    """Policy number of a look-ahead policy with its budget.

    Parameters
    ----------
    code : int
        The policy's number among the game's policies.
    budget : int
        Imagined deals of a decision, `LEAST_BUDGET` .. `MAX_BUDGET`.
    """
    return code | budget << _SHIFT


def code_of(policy: int) -> int:
    """Policy number without a budget."""
    return int(policy) & _CODE


def budget_of(policy: int) -> int:
    """Imagined deals of a decision; 0 for a policy that does not look ahead."""
    return int(policy) >> _SHIFT


def decision_seed(seed: int, match: int, round_: int, count: int) -> int:
    """Seed of the deals imagined for one decision.

    Parameters
    ----------
    seed, match, round_ : int
        Of the round that is played.
    count : int
        Decisions looked at in this round so far.

    Returns
    -------
    int
        0 .. 2^64 - 1.
    """
    words = struct.pack("<4Q", seed, match, round_, count)
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")


def best(
    n_options: int, budget: int, play: Callable[[int, int, int], Values], caution: float = 1.0
) -> int:
    """Return the option that does best over imagined deals.

    Parameters
    ----------
    n_options : int
        At least 1; option 0 is what the policy would do without looking ahead.
    budget : int
        Imagined deals that the last options left have been played in.
    play : callable
        ``play(first, n, k)`` returns the values of option k in imagined deals
        first .. first + n - 1, the same deals for every k.
    caution : float
        Standard errors of the paired difference by which another option must beat option 0.

    Returns
    -------
    int
    """
    if n_options == 1:
        return 0
    left = list(range(n_options))
    values = np.zeros((n_options, budget))
    done, halvings = 0, max(1, (n_options - 1).bit_length())
    for stage in range(halvings, -1, -1):
        if len(left) == 1:
            break
        upto = budget if stage == 0 else max(2, budget >> stage)
        if upto > done:
            for k in left:
                values[k, done:upto] = play(done, upto - done, k)
            done = upto
        if stage > 0:
            # the better half goes on, and what would be done anyway
            order = sorted(left, key=lambda k: -float(values[k, :done].mean()))
            left = sorted({0, *order[: (len(left) + 1) // 2]})
    found = max(left, key=lambda k: float(values[k, :done].mean()))
    if found != 0:
        ahead = values[found, :done] - values[0, :done]
        error = float(ahead.std(ddof=1)) / np.sqrt(done)
        if float(ahead.mean()) <= caution * error:
            return 0
    return found

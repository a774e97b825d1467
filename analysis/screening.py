"""Which of many options are worth comparing: the best few on some deals of their own.

Rounds of successive halving (here quartering): the weaker options drop out after few deals.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from analysis.questions import Measure
from simcore.decisions import Decision
from simcore.runner import interruption
from simcore.status import INTERRUPTED, KaipaiError

MOST_OPTIONS = 20
"""Options that are compared; of more the most promising ones."""
SCREENING = 1 << 42
"""Number of the first deal on which options are screened, far from those they are compared on."""
FIRST_SCREEN, KEPT_SHARE = 32, 4
TIME_SHARE = 0.5
"""Share of the time, where it is limited, that choosing may take."""
LEAST = 2


@dataclass(frozen=True)
class Chosen:
    """The options that are compared.

    Attributes
    ----------
    options : list of int
        Their numbers, in the order in which they are listed.
    n_tried : int
        How many options were looked at at all.
    is_late : bool
        Whether the time ended before the choice was made.
    seconds : float
        Time that it took.
    """

    options: list[int]
    n_tried: int
    is_late: bool
    seconds: float


def chosen(
    decision: Decision, measure: Measure, seed: int, threads: int, piece: int,
    limit: float | None = None,
) -> Chosen:  # fmt: skip
    """Choose the options worth comparing: all, or the best few.

    Parameters
    ----------
    decision : Decision
    measure : Measure
        What the options are judged by.
    seed, threads : int
    piece : int
        Deals between two looks at the clock, and of a piece of the comparison that follows.
    limit : float or None
        Seconds for the whole question.  Where they end the choice, no more options are kept than
        the rest of the time allows to compare.

    Raises
    ------
    KaipaiError
        Ctrl-C was pressed (exit code 130).
    """
    began = time.perf_counter()
    n_options = len(decision.actions)
    left, is_late = list(range(n_options)), False
    sums, played = [0] * n_options, [0] * n_options
    first, n = SCREENING, FIRST_SCREEN

    def spent() -> float:
        return time.perf_counter() - began

    with interruption() as noted, ThreadPoolExecutor(threads) as pool:
        while len(left) > MOST_OPTIONS and not is_late:
            of_round = dict.fromkeys(left, 0)
            # In no order, lest those looked at when the time ends are all of one kind.
            order = Random(seed).sample(left, len(left))
            for start in range(first, first + n, piece):
                size = min(piece, first + n - start)
                positions = decision.deal(seed, start, size)
                must = () if any(played) else order[:LEAST]

                def points(
                    k: int, start: int = start, dealt: Any = positions, must: Any = must
                ) -> int | None:
                    is_over = limit is not None and spent() >= TIME_SHARE * limit
                    if noted.came or (is_over and k not in must):
                        return None
                    records = decision.play(seed, start, dealt, k)
                    return int(np.asarray(measure.read(records), dtype=np.int64).sum())

                for k, value in zip(order, pool.map(points, order), strict=True):
                    if value is None:
                        is_late = True
                        continue
                    of_round[k] += value
                    sums[k] += value
                    played[k] += size
                if is_late:
                    break
            if not is_late:
                kept = max(MOST_OPTIONS, len(left) // KEPT_SHARE)
                left = sorted(sorted(left, key=lambda k: -of_round[k])[:kept])
                first, n = first + n, n * KEPT_SHARE
    if noted.came:
        raise KaipaiError("interrupted while the options to compare were chosen", INTERRUPTED)
    if is_late:
        assert limit is not None
        of_piece = piece * threads * spent() / sum(played)
        kept = min(MOST_OPTIONS, max(LEAST, int((limit - spent()) / of_piece)))
        tried = [k for k in left if played[k]]
        left = sorted(sorted(tried, key=lambda k: -sums[k] / played[k])[:kept])
    n_tried = sum(map(bool, played)) or n_options
    return Chosen(left, n_tried, is_late, spent())

"""The event log: rows of integers that `trace` turns into a transcript."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.jit import kernel

COLUMNS = 6
"""Kind of the event, then its values; row 0 holds how many rows are used."""


@kernel
def emit(log: Any, kind: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Append a row; a full log only counts on, so that the caller sees how much room it takes.

    Parameters
    ----------
    log : ndarray of int64, shape (rows, COLUMNS)
        Without rows nothing is written.
    kind : int64
        A `records.Event`.
    a, b, c, d : int64
        Values, as `trace` names them.
    """
    if log.shape[0]:
        at = log[0, 0] + 1
        log[0, 0] = at
        if at < log.shape[0]:
            log[at, 0], log[at, 1], log[at, 2] = kind, a, b
            log[at, 3], log[at, 4] = c, d


def new_log(rows: int) -> npt.NDArray[np.int64]:
    """Room for a log; 0 rows log nothing."""
    return np.zeros((rows, COLUMNS), dtype=np.int64)

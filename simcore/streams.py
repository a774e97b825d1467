"""Random streams held in a record, and a mark that keeps kernels small.

Kernels pass records as one pointer; an array would travel as nine words and be counted in and out
of every call.  A game's streams are therefore a record with one field ``rows``, rows of
`simcore.rng.ROW` words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import JIT_ON, U64, helper, kernel
from simcore.rng import BUFFER_WORDS, ROW, below

if JIT_ON:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def stay_call(typing_context: Any) -> Any:
        """Have LLVM leave the kernel that says this a call in each of its callers.

        For code that is long and rarely run: merged into its callers it would be compiled again
        with each of them, and crowd the short code around it.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), generate

else:

    def stay_call() -> None:
        """Do nothing: there is no compiler to tell."""


NEXT, BUFFER = 3, 4
"""Places in a row: number of the next draw, and the first word of the buffer (`rng.ROW`)."""
_DRAWS = U64(2 * BUFFER_WORDS - 1)
_LOW, _HALF = U64(0xFFFFFFFF), U64(32)


def streams_dtype(rows: int) -> np.dtype[np.void]:
    """Dtype of a record of streams."""
    return np.dtype([("rows", "u8", (rows, ROW))], align=True)


@kernel
def _draw_fully(streams: Any, row: Any, n: Any) -> Any:
    stay_call()
    return below(streams["rows"], row, n)


@helper
def draw(streams: Any, row: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1: exactly `rng.below`, with its common case at hand.

    That case is: the buffer holds the next word, and the word is none that could be rejected.

    Parameters
    ----------
    streams : record of `streams_dtype`
        The row's next draw advances; with n = 1 nothing is drawn.
    row : int64
    n : uint64
        1 .. 2^32 - 1.

    Returns
    -------
    uint64
    """
    rows = streams["rows"]
    here = U64(row)  # an index that may be negative costs a comparison
    at = rows[here, NEXT]
    place = at & _DRAWS
    word = (rows[here, BUFFER + (place >> ONE)] >> ((place & ONE) << U64(5))) & _LOW
    product = word * n
    if n <= ONE or place == ZERO or product & _LOW < n:
        return _draw_fully(streams, row, n)
    rows[here, NEXT] = at + ONE
    return product >> _HALF

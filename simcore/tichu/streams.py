"""The random streams of a round as one record.

Kernels pass records as one pointer; an array would travel as nine words and be counted in and
out of every call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import ONE, ZERO
from simcore.jit import JIT_ON, U64, helper, kernel
from simcore.rng import BUFFER_WORDS, CHANCE, POLICY, ROW, below, open_stream, place_of

if JIT_ON:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def keep_apart(typing_context: Any) -> Any:
        """Keep the kernel that says this a call: LLVM does not merge it into its callers.

        For long code that is rarely run, or run from many places.  Merged, it would be
        translated again for each of them, and push the short code around it out of registers.
        """

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), generate

else:

    def keep_apart() -> None:
        """Do nothing: there is no compiler to tell."""


CHANCE_ROW = np.int64(4)
"""Row of what the rules leave to chance; rows 0..3 are the seats'."""
STREAMS = np.dtype([("rows", "u8", (5, ROW))], align=True)


_NEXT, _BUFFER = 3, 4  # places in a row, see rng.ROW
_SLOTS = U64(2 * BUFFER_WORDS - 1)
_LOW32, _W32 = U64(0xFFFFFFFF), U64(32)


@kernel
def _draw_slowly(streams: Any, row: Any, n: Any) -> Any:
    keep_apart()
    return below(streams["rows"], row, n)


@helper
def draw(streams: Any, row: Any, n: Any) -> Any:
    """Uniform integer in 0..n-1 from a row; uint64, nothing drawn for n = 1 or 0.

    The same draw as `rng.below`, which does all but the common case: the buffer holds the next
    word, and the word cannot be one that must be rejected.
    """
    rows = streams["rows"]
    at = U64(row)  # an index that may be negative costs a comparison
    i = rows[at, _NEXT]
    slot = i & _SLOTS
    word = (rows[at, _BUFFER + (slot >> ONE)] >> ((slot & ONE) << U64(5))) & _LOW32
    product = word * n
    if n == ONE or slot == ZERO or product & _LOW32 < n:
        return _draw_slowly(streams, row, n)
    rows[at, _NEXT] = i + (ONE if n else ZERO)
    return product >> _W32


@kernel
def open_streams(streams: Any, seed: Any, match: Any, round_: Any) -> None:
    """Open the streams of a round: one a seat, one for chance (all uint64)."""
    place = place_of(match, round_)
    rows = streams["rows"]
    for seat in range(CHANCE_ROW):
        open_stream(rows, seat, seed, POLICY + U64(seat), place)
    open_stream(rows, CHANCE_ROW, seed, CHANCE, place)

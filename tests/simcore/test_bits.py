"""Bit operations against Python's big integers."""

from __future__ import annotations

import numpy as np
import pytest

from simcore import bits
from simcore.jit import U64

EDGES = [0, 1, 2, 3, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x5555555555555555, 0xF0F0, 1 << 32]


def some_masks() -> list[int]:
    rng = np.random.default_rng(11)
    dense = rng.integers(0, 1 << 64, size=(40, 3), dtype=np.uint64)
    sparse = np.bitwise_and.reduce(dense, axis=1)
    return EDGES + [int(m) for m in dense[:, 0]] + [int(m) for m in sparse]


MASKS = some_masks()


@pytest.fixture(scope="module")
def compiled():
    """Intrinsics can only be called from compiled code."""
    from simcore.jit import JIT_ON

    if not JIT_ON:
        return bits
    import types

    import numba

    names = ("popcount", "index", "top_index", "high_product", "shift_left", "shift_right")
    space = types.SimpleNamespace()
    for name in names:
        operation = getattr(bits, name)
        if name in ("popcount", "index", "top_index"):
            setattr(space, name, numba.njit(lambda a, operation=operation: operation(a)))
        else:
            setattr(space, name, numba.njit(lambda a, b, operation=operation: operation(a, b)))
    return space


def test_counts_and_positions(compiled):
    for mask in MASKS:
        assert int(compiled.popcount(U64(mask))) == mask.bit_count()
        assert int(bits.lowest(U64(mask))) == mask & -mask
        if mask:
            assert int(compiled.top_index(U64(mask))) == mask.bit_length() - 1
            assert int(compiled.index(U64(mask))) == (mask & -mask).bit_length() - 1


def test_high_product(compiled):
    for a in MASKS:
        for b in MASKS[:20]:
            assert int(compiled.high_product(U64(a), U64(b))) == (a * b) >> 64


def test_shifts_leave_nothing_from_64_places_on(compiled):
    for mask in MASKS:
        for places in (0, 1, 31, 62, 63, 64, 65, 127, 128, 216, (1 << 64) - 1):
            left = (mask << min(places, 64)) & ((1 << 64) - 1)
            right = mask >> min(places, 64)
            assert int(compiled.shift_left(U64(mask), U64(places))) == left
            assert int(compiled.shift_right(U64(mask), U64(places))) == right


@pytest.mark.parametrize("name", ["select", "select_portable"])
def test_select_finds_each_bit(name):
    """With pdep and without it: the same bit, which is the k-th by definition."""
    select = getattr(bits, name)
    for mask in MASKS:
        for k, position in enumerate(bits.positions(mask)):
            assert int(select(U64(mask), U64(k))) == 1 << position


def test_positions_and_masks_are_inverse():
    for mask in MASKS:
        assert int(bits.mask_of(bits.positions(mask))) == mask

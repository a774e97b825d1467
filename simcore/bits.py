"""Bit operations on uint64 masks: count, lowest, index, select k-th, shifts, high product.

Each operation is one instruction through an LLVM intrinsic, and has a plain-Python twin that
gives the same result with the JIT off.  All arguments and results are uint64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.jit import JIT_ON, PDEP, U64, kernel

ZERO = U64(0)
ONE = U64(1)
FULL = U64(0xFFFFFFFFFFFFFFFF)

if JIT_ON:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _I1, _I64, _I128 = ir.IntType(1), ir.IntType(64), ir.IntType(128)

    def _intrinsic(function: Callable[..., Any]) -> Any:
        """The decorator, typed: the typing context is no argument of a caller."""
        return intrinsic(function)

    _UNARY = types.uint64(types.uint64)
    _BINARY = types.uint64(types.uint64, types.uint64)

    @_intrinsic
    def popcount(typing_context: Any, mask: Any) -> Any:
        """Number of set bits."""
        return _UNARY, lambda context, builder, signature, args: builder.ctpop(args[0])

    @_intrinsic
    def index(typing_context: Any, mask: Any) -> Any:
        """Position 0..63 of the lowest set bit; the mask is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(_I1, 1))

        return _UNARY, generate

    @_intrinsic
    def top_index(typing_context: Any, mask: Any) -> Any:
        """Position 0..63 of the highest set bit; the mask is not zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            leading = builder.ctlz(args[0], ir.Constant(_I1, 1))
            return builder.sub(ir.Constant(_I64, 63), leading)

        return _UNARY, generate

    @_intrinsic
    def high_product(typing_context: Any, a: Any, b: Any) -> Any:
        """Upper 64 bits of the 128-bit product."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
            return builder.trunc(builder.lshr(wide, ir.Constant(_I128, 64)), _I64)

        return _BINARY, generate

    def _guarded(shift: str) -> Any:
        """Code of a shift that leaves zero from 64 places on, as SIMD shifts do by themselves."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            mask, places = args
            fits = builder.icmp_unsigned("<", places, ir.Constant(_I64, 64))
            return builder.select(fits, getattr(builder, shift)(mask, places), _I64(0))

        return generate

    @_intrinsic
    def shift_left(typing_context: Any, mask: Any, places: Any) -> Any:
        """Shift towards bit 63 by any number of places; zero from 64 on."""
        return _BINARY, _guarded("shl")

    @_intrinsic
    def shift_right(typing_context: Any, mask: Any, places: Any) -> Any:
        """Shift towards bit 0 by any number of places; zero from 64 on."""
        return _BINARY, _guarded("lshr")

    @_intrinsic
    def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
        """BMI2 pdep; compiled only where `PDEP` says that the CPU has it."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            name = "llvm.x86.bmi.pdep.64"
            function = builder.module.globals.get(name)
            if function is None:
                function = ir.Function(builder.module, ir.FunctionType(_I64, [_I64, _I64]), name)
            return builder.call(function, args)

        return _BINARY, generate

else:

    def popcount(mask: Any) -> Any:
        """Number of set bits."""
        return U64(int(mask).bit_count())

    def index(mask: Any) -> Any:
        """Position 0..63 of the lowest set bit; the mask is not zero."""
        value = int(mask)
        return U64((value & -value).bit_length() - 1)

    def top_index(mask: Any) -> Any:
        """Position 0..63 of the highest set bit; the mask is not zero."""
        return U64(int(mask).bit_length() - 1)

    def high_product(a: Any, b: Any) -> Any:
        """Upper 64 bits of the 128-bit product."""
        return U64((int(a) * int(b)) >> 64)

    def shift_left(mask: Any, places: Any) -> Any:
        """Shift towards bit 63 by any number of places; zero from 64 on."""
        return U64((int(mask) << int(places)) & int(FULL))

    def shift_right(mask: Any, places: Any) -> Any:
        """Shift towards bit 0 by any number of places; zero from 64 on."""
        return U64(int(mask) >> int(places))


@kernel
def lowest(mask: Any) -> Any:
    """Lowest set bit as a mask; zero of zero."""
    return mask & (ZERO - mask)


@kernel
def select_portable(mask: Any, k: Any) -> Any:
    """Bit number k (from 0, lowest first) of a mask that has more than k bits, by halving."""
    position = ZERO
    for width in (U64(32), U64(16), U64(8), U64(4), U64(2), U64(1)):
        below = popcount(mask & ((ONE << width) - ONE))
        if k >= below:
            k -= below
            mask >>= width
            position += width
    return ONE << position


if PDEP:

    @kernel
    def select(mask: Any, k: Any) -> Any:
        """Bit number k (from 0, lowest first) of a mask that has more than k bits."""
        return _deposit(ONE << k, mask)

else:
    select = select_portable


def positions(mask: int) -> list[int]:
    """Positions of the set bits of a mask, lowest first (for the Python side)."""
    mask = int(mask)
    return [i for i in range(64) if mask >> i & 1]


def mask_of(bits: Any) -> np.uint64:
    """Mask of the given bit positions (for the Python side)."""
    return U64(sum(1 << int(bit) for bit in bits))

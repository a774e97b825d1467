"""Kernels called by kernels: lowered only, one signature, and still to be called from Python."""

from __future__ import annotations

import numpy as np
import pytest

from simcore import jit
from simcore.jit import U64, kernel

pytestmark = pytest.mark.skipif(not jit.JIT_ON, reason="the JIT is off")


@pytest.fixture
def pair(tmp_path, monkeypatch):
    """A kernel and one that calls it twice, with constants and with a variable."""
    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(tmp_path))
    jit.cache_folder.cache_clear()

    @kernel
    def inner(word, k):
        return (word >> U64(k)) & U64(255)

    @kernel
    def outer(words):
        total = U64(0)
        for i in range(words.shape[0]):
            total += inner(words[i], i) + inner(words[i], 3) + inner(words[i], 7)
        return total

    yield inner, outer
    jit.cache_folder.cache_clear()


WORDS = np.arange(5, dtype=np.uint64) * U64(0x1234567)
EXPECTED = sum((int(w) >> k) & 255 for i, w in enumerate(WORDS) for k in (i, 3, 7))


def test_a_callee_is_lowered_and_its_caller_holds_all_code(pair):
    inner, outer = pair
    assert int(outer(WORDS)) == EXPECTED
    assert not inner.overloads
    (lowered,) = inner.callee().overloads.values()
    (whole,) = outer.overloads.values()
    assert isinstance(lowered.library, jit._LoweredLibrary)
    assert isinstance(whole.library, jit._WholeLibrary)


def test_constants_do_not_compile_a_callee_anew(pair):
    inner, outer = pair
    outer(WORDS)
    assert len(inner.callee().overloads) == 1


def test_a_callee_can_still_be_called_from_python(pair):
    inner, outer = pair
    outer(WORDS)
    assert int(inner(U64(0xABCD), 8)) == 0xAB
    assert isinstance(next(iter(inner.overloads.values())).library, jit._WholeLibrary)
    assert int(outer(WORDS)) == EXPECTED


def test_a_kernel_called_from_python_first_serves_kernels_too(pair):
    inner, outer = pair
    assert int(inner(U64(0xABCD), 8)) == 0xAB
    assert int(outer(WORDS)) == EXPECTED


def test_numba_is_left_as_it_was(pair):
    from numba import njit
    from numba.core.registry import cpu_target

    codegen = cpu_target.target_context.codegen()
    before = codegen._library_class
    pair[1](WORDS)
    assert codegen._library_class is before
    plain = njit(lambda a: a + 1)
    assert plain(1) == 2
    assert type(next(iter(plain.overloads.values())).library) is before


def test_errors_of_a_callee_leave_numba_as_it_was(tmp_path, monkeypatch):
    from numba.core.registry import cpu_target

    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(tmp_path))
    jit.cache_folder.cache_clear()

    @kernel
    def broken(word):
        return word.no_such_field

    @kernel
    def outer(word):
        return broken(word)

    before = cpu_target.target_context.codegen()._library_class
    with pytest.raises(Exception, match="no_such_field"):
        outer(U64(1))
    assert cpu_target.target_context.codegen()._library_class is before
    jit.cache_folder.cache_clear()

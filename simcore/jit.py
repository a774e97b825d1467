"""The one place where numba is configured: the kernel decorator, its cache, type aliases.

Why a decorator of our own: numba's disk cache looks at the file that defines a kernel and at no
file that the kernel calls, so an edited callee would be answered from a stale cache.  Here the
cache folder is named by a digest of every source that can reach the kernel (the game's own and
the shared ones), of the versions of Python, numba, llvmlite and NumPy, of the CPU and of the
switches that change code.  Editing one game therefore never rebuilds the others.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite.binding import Linkage
from numba import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from simcore.status import KaipaiError

F = TypeVar("F", bound=Callable[..., Any])

U64 = np.uint64
"""Every operand of mask code; uint64 mixed with a signed integer silently becomes float64."""

JIT_ON = not config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: kernels run as plain Python with the same results."""

SOURCES = Path(__file__).parent
KEPT_FOLDERS = 4
BROKEN_INSTALLATION = 3


def _host_has_bmi2() -> bool:
    """Whether code compiled here may contain pdep; a wrong yes would abort the process."""
    if not JIT_ON or platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    if os.environ.get("KAIPAI_PDEP", "1") == "0":
        return False
    if config.CPU_NAME and config.CPU_NAME != "host":
        return "+bmi2" in (config.CPU_FEATURES or "").split(",")
    if config.CPU_FEATURES is not None:
        return "+bmi2" in config.CPU_FEATURES.split(",")
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


PDEP = _host_has_bmi2()
"""Whether select uses the pdep instruction (``KAIPAI_PDEP=0`` switches it off)."""


def cache_root() -> Path:
    """Folder of all compiled kernels: ``KAIPAI_CACHE_DIR``, else the user's cache folder.

    Raises
    ------
    RuntimeError
        No folder is named and the user has no home.
    """
    chosen = os.environ.get("KAIPAI_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache").absolute() / "kaipai"


def _build_facts() -> str:
    """Everything besides the sources that decides what machine code comes out."""
    facts = (
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        config.CPU_NAME or llvm.get_host_cpu_name(),
        config.CPU_FEATURES or llvm.get_host_cpu_features().flatten(),
        str(config.OPT),
        str(config.BOUNDSCHECK),
        str(PDEP),
    )
    return "\0".join(facts)


@cache
def sources_digest(game: str) -> str:
    """Return 16 hex digits naming a game's kernels as they would be compiled now.

    Parameters
    ----------
    game : str
        Package name of a game, or ``"shared"`` for the modules all games use.
    """
    paths = sorted(SOURCES.glob("*.py"))
    if game != "shared":
        paths += sorted((SOURCES / game).rglob("*.py"))
    digest = hashlib.sha256(_build_facts().encode())
    for path in paths:
        digest.update(path.relative_to(SOURCES).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _age(path: Path) -> float:
    """Time of the last change; 0 where another process has just removed the folder."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _prune(root: Path, game: str, keep: Path) -> None:
    """Remove a game's oldest cache folders; the newest few stay for other checkouts."""
    folders = [path for path in root.glob(f"{game}-*") if path != keep and path.is_dir()]
    folders.sort(key=_age, reverse=True)
    for path in folders[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def _usable(root: Path, game: str) -> Path:
    """Create a game's folder below `root`, or touch it: the oldest are removed first.

    Raises
    ------
    OSError
        It cannot be written to.
    """
    folder = root / f"{game}-{sources_digest(game)}"
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _prune(root, game, folder)
    probe = folder / f".probe-{os.getpid()}"
    probe.touch()
    probe.unlink()
    return folder


@cache
def _temporary_root() -> Path:
    """Folder below the system's temporary one that nobody else can write to.

    What lies in a cache is run, and in a common folder anybody may have put it there first.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    root = Path(tempfile.gettempdir()) / f"kaipai-{user}"
    root.mkdir(mode=0o700, exist_ok=True)
    facts = root.lstat()
    is_ours = stat.S_ISDIR(facts.st_mode) and facts.st_uid == user
    if os.name == "posix" and (not is_ours or facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return Path(tempfile.mkdtemp(prefix="kaipai-"))
    return root


@cache
def cache_folder(game: str) -> Path:
    """Create and return the cache folder of a game; a temporary one where none can be written.

    Parameters
    ----------
    game : str
        As for `sources_digest`.

    Raises
    ------
    KaipaiError
        Not even a temporary folder can be written to.
    """
    try:
        return _usable(cache_root(), game)
    except (OSError, RuntimeError):
        pass
    try:
        return _usable(_temporary_root(), game)
    except OSError as error:
        raise KaipaiError(
            f"no folder can be written to for compiled kernels ({error.strerror or error}); name "
            "one in KAIPAI_CACHE_DIR",
            exit_code=BROKEN_INSTALLATION,
        ) from None


def _game_of(module: str) -> str:
    """Package of the game that a module belongs to, or ``"shared"``."""
    parts = module.split(".")
    return parts[1] if parts[0] == "simcore" and len(parts) > 2 else "shared"


def is_compiled(game: str, kernel: str = "*") -> bool:
    """Whether a kernel of the game, by default any, lies in the cache, ready to be called."""
    return not JIT_ON or any(cache_folder(game).glob(f"*/*.{kernel}-*.nbc"))


def _compiled(function: F, **options: Any) -> F:
    if not JIT_ON:
        # Compiled integers wrap without a word; NumPy scalars would warn, in each thread anew.
        return np.errstate(over="ignore")(function)
    folder = cache_folder(_game_of(function.__module__))
    options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        # The locator of the cache is fixed here, at decoration time.
        dispatcher = numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before

    @cache
    def callee() -> Any:
        return numba.njit(no_cpython_wrapper=True, **options)(function)

    _serve_kernels(dispatcher, callee)
    return cast(F, dispatcher)


class _LoweredLibrary(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code of a kernel that kernels call, as it was written: its callers optimize it.

    Numba would optimize every callee, and make machine code of it, with all that it calls itself;
    then once more with each caller up to the one that Python calls, which holds everything.  Only
    that last time counts, and the others took half of the time that a game compiles.

    What is overridden here and below is numba's inside, as it has been for years; should it change,
    the tests of this module say so, and plain dispatchers do the same work in twice the time.
    """

    def _optimize_final_module(self) -> None:
        """Leave it to the caller."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address: nothing but kernels calls this, by its name."""
        return 0


class _WholeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code of a kernel that Python calls, with everything that the kernel calls.

    Nobody else calls those copies.  Told so, LLVM merges what is called from one place into its
    caller, which makes whole rounds a third faster.  Neighbouring fields of a record are moved and
    added several at a time (SLP), which numba leaves out: 2 to 10 % of a round.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            super()._optimize_final_module()
        finally:
            config.SLP_VECTORIZE = before


@contextmanager
def _compiling_to(library: type[JITCodeLibrary]) -> Iterator[None]:
    """Have kernels that are compiled meanwhile, under numba's lock, end up in such libraries."""
    codegen = cpu_target.target_context.codegen()
    before = codegen._library_class, codegen.set_env
    codegen._library_class = library
    # What is only lowered has no machine code that would look for its environment.
    codegen.set_env = (
        _no_env if library is _LoweredLibrary else type(codegen).set_env.__get__(codegen)
    )
    try:
        yield
    finally:
        codegen._library_class, codegen.set_env = before


def _no_env(name: str, env: Any) -> None:
    """Take the place of numba's `set_env`."""


def _serve_kernels(dispatcher: Any, callee: Callable[[], Any]) -> None:
    """Answer calls by other kernels from `callee`, which Python cannot call.

    A warm start needs no callees: they are made on first use.

    Constants are typed like any integer: numba types a 3 as ``Literal[int](3)`` and would compile
    the callee anew for each constant that a kernel passes; LLVM folds constants into inlined code
    without that.
    """

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        with _compiling_to(_LoweredLibrary):
            return callee().get_call_template(
                plain, {k: types.unliteral(v) for k, v in kws.items()}
            )

    def compile_whole(args: Any, return_type: Any) -> Any:
        with _compiling_to(_WholeLibrary):
            return compile_alone(args, return_type)

    compile_alone = dispatcher._compiler.compile
    dispatcher._compiler.compile = compile_whole
    dispatcher.get_call_template = get_call_template
    dispatcher.get_overload = lambda signature: callee().get_overload(signature)
    dispatcher.callee = callee


def kernel(function: F) -> F:
    """Compile a function on its first call, without the GIL, and keep the machine code on disk.

    Kernels neither raise, print nor allocate in their loops: they fill arrays and return a
    status (`simcore.status`).  Masks and every operand that meets them are uint64.

    Parameters
    ----------
    function : callable
        Of a module inside ``simcore``; one signature only.

    Returns
    -------
    callable
        The dispatcher, or with the JIT off a Python function of the same results.
    """
    return _compiled(function, forceinline=False)  # said outright: callees inherit a helper's


def helper(function: F) -> F:
    """Compile like `kernel`, and have LLVM merge the function into each of its callers.

    For branch-free code of many operations inside loops over lanes: left to itself LLVM keeps it
    a call, and a loop with a call in it is not turned into SIMD code.
    """
    return _compiled(function, forceinline=True)

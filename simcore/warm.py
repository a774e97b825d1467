"""Cold starts on two cores: a second process compiles a part of a game's kernels.

Compiling a game takes one core for a minute.  Each game's engine names a part of its kernels that
is about half of the work; a process of its own compiles that part into the common cache while
this one begins with the rest and then finds the part done.  Nothing but time depends on it.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys

from simcore.catalog import load_game
from simcore.jit import is_compiled
from simcore.runner import default_threads

ROOM = "compiled_apart"
"""Room of a game that returns (kernel, argument types) pairs."""
ENTRY = "play_batch"
"""Kernel that plays matches: once it is in the cache, so is everything that it calls."""


def compile_part(game: str) -> None:
    """Compile, or load, what a second process compiles of a game's kernels."""
    for kernel, arguments in load_game(game).room(ROOM)():
        kernel.callee().compile(arguments)


def share_compiling(game: str) -> subprocess.Popen[bytes] | None:
    """Start the second process where the game must be compiled and a core is left for it.

    Returns
    -------
    Popen or None
        The process; it ends with this one at the latest.
    """
    if is_compiled(game, ENTRY) or default_threads() < 2 or ROOM not in load_game(game).rooms:
        return None
    quiet = subprocess.DEVNULL
    try:
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "simcore.warm", game],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=quiet, stdout=quiet, stderr=quiet,
        )  # fmt: skip
    except OSError:
        return None  # no process to be had: this one compiles everything
    atexit.register(_end, child)
    return child


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.wait()


if __name__ == "__main__":
    compile_part(sys.argv[1])

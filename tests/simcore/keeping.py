"""A small run with made-up records, kept, read again and copied."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from simcore.columns import layout
from simcore.manifest import About
from simcore.runner import Run, execute
from simcore.store import PREVIOUS, Kept, Store

ROOT = Path(__file__).parents[2]
RECORD = np.dtype([("match", "u8"), ("bet", "u1", (4,)), ("times", "i2", (2, 3))], align=True)
ABOUT = About(
    game="tichu", game_version="1", version="0", sources="0", source="matches",
    rules={"wish": "optional", "max_rounds": None, "map": {"10": 5}}, policies=["random"] * 4,
    seed=2**64 - 1, rounds=None, first=0, n=100, chunk=9, records=layout(RECORD),
)  # fmt: skip
N_CHUNKS = 12


def play(start, stop):
    """Two records a match, a function of the match number alone."""
    records = np.zeros(2 * (stop - start), dtype=RECORD)
    records["match"] = np.repeat(np.arange(start, stop), 2)
    mixed = records["match"] * np.uint64(0x9E3779B97F4A7C15)
    for seat in range(4):
        records["bet"][:, seat] = (mixed >> np.uint64(8 * seat)) & np.uint64(255)
    records["times"] = (mixed >> np.uint64(40)).astype("i2")[:, None, None]
    return records


WHOLE = play(0, ABOUT.n)
SHORT = replace(ABOUT, n=27)
"""The same in three chunks, for tests that break a run hundreds of times."""


def keep(folder, about=ABOUT, make=play, threads=2):
    """Run to the end in a folder; return the records and the store."""
    parts = []
    kept = Store(folder, about)
    with kept:
        execute(
            Run(lambda a, b: kept.fetch(a, b, make), parts.append, about.n, threads=threads,
                chunk=about.chunk)
        )  # fmt: skip
    return np.concatenate(parts), kept


def reread(folder):
    """Records of the unbroken beginning that is kept."""
    kept = Kept(folder)
    size = kept.about.chunk
    return np.concatenate(
        [kept.load(a, min(a + size, kept.done)) for a in range(0, kept.done, size)]
    )


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != PREVIOUS}


def copy_of(folder, to):
    to.mkdir()
    for path in folder.iterdir():
        (to / path.name).write_bytes(path.read_bytes())
    return to

"""``bench``: speeds as ratios to yardsticks timed in the same run."""

from __future__ import annotations

import hashlib
import time

from analysis.bench import table
from analysis.commands import PLAY, Answer, base_document, warn_of_compiling
from simcore.catalog import TITLES, load_game
from simcore.options import as_json
from simcore.status import KaipaiError


def bench(names: list[str], only: str, rounds: int, quiet: bool) -> Answer:
    """Measure every workload of the games.

    Parameters
    ----------
    names : list of str
        Games; empty for all.
    only : str
        Keep the metrics that begin so.
    rounds : int
        Bursts of each side.
    quiet : bool
    """
    chosen = [load_game(name) for name in names or TITLES]
    for game in chosen:
        warn_of_compiling(game, quiet, PLAY)
    began = time.perf_counter()
    rows = table([game.name for game in chosen], rounds, only)
    if not rows:
        raise KaipaiError(f"no metric begins with '{only}'", exit_code=5)
    # Times are no integer results: the digest names what was measured.
    digest = hashlib.sha256("\n".join(row["metric"] for row in rows).encode()).hexdigest()
    document = base_document(
        "bench", chosen[0], chosen[0].make_rules(), policies=[], seed=1, digest=digest,
        seconds=time.perf_counter() - began, rows=rows,
    )  # fmt: skip
    if len(chosen) > 1:
        document |= {"game": "all", "rules": {g.name: as_json(g.make_rules()) for g in chosen}}
    notes = ["least time over bursts that alternate with the yardstick's; trust the ratio"]
    return Answer(document, "Speed", notes)

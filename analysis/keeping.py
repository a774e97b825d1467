"""Requests that are kept on disk, and kept ones that are read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from analysis.reports import Report
from analysis.seating import n_seats, policy_names, policy_number
from analysis.simulation import Fetch, Request
from simcore import __version__
from simcore.catalog import Game
from simcore.columns import layout
from simcore.manifest import About
from simcore.options import amount, as_json
from simcore.status import KaipaiError
from simcore.store import Kept, Store, find_run, sources_digest

CHUNK = {"deals": 1 << 16, "matches": 1 << 11}
"""Deals or matches a file, where --chunk does not say: some megabytes at most."""


def dtype_of_records(game: Game, source: str) -> np.dtype[np.void]:
    """Struct of a game's records of deals or matches."""
    room = import_module(f"simcore.{game.name}.records")
    dtype = room.DEAL if source == "deals" else room.RECORD
    assert isinstance(dtype, np.dtype)
    return dtype


def adopted(
    folder: Path, seed: int | None, chunk: int | None, source: str, fresh: int | None = None
) -> dict[str, Any]:
    """Return settings that were not given, as the run in a folder was begun with them.

    So the same command continues a run whose seed was drawn.

    Parameters
    ----------
    folder : Path
        May be empty or missing.
    seed, chunk : int or None
        None: not given.
    source : str
    fresh : int or None
        Chunk of a run that is only begun; None for the usual one.

    Returns
    -------
    dict
        ``seed`` and ``chunk`` for a `Request`, where they follow from the folder.

    Raises
    ------
    KaipaiError
        The folder holds something else.
    """
    found = find_run(folder)
    settings = {"chunk": fresh or CHUNK[source]} if chunk is None else {}
    if found is not None and chunk is None:
        settings["chunk"] = found[0].chunk
    if found is not None and seed is None:
        settings["seed"] = found[0].seed
    return settings


@contextmanager
def kept_in(
    folder: Path | None, request: Request, source: str, tell: Callable[[str], None]
) -> Iterator[Fetch | None]:
    """Keep the records of a request in a folder, or continue to: a context around `simulate`.

    Parameters
    ----------
    folder : Path or None
        None keeps nothing.
    request : Request
    source : str
    tell : callable
        Is told what was found and kept, on leaving.

    Yields
    ------
    callable or None
        What `simulate` fetches records with.
    """
    if folder is None:
        yield None
        return
    store = Store(folder, about(request, source))
    try:
        with store:
            yield store.fetch
    finally:
        for line in store.broken:
            tell(f"{folder}: played again, {line}")
        if store.chunks:
            done = f"{amount(len(store.chunks), 'files')}, {store.reused:,} of them from before"
            tell(f"records kept in {folder}: {done}")


def about(request: Request, source: str) -> About:
    """Describe a request as a manifest does."""
    game = request.game
    return About(
        game=game.name,
        game_version=game.version,
        version=__version__,
        sources=sources_digest(game.name),
        source=source,
        rules=as_json(request.rules),
        policies=policy_names(game, request.policies),
        seed=request.seed,
        rounds=request.rounds or None,
        first=0,
        n=request.n,
        chunk=request.chunk,
        records=layout(dtype_of_records(game, source)),
    )


def request_of(kept: Kept, game: Game, report: Report, **options: Any) -> Request:
    """Return the request whose records are kept, as far as they are.

    Parameters
    ----------
    kept : Kept
    game : Game
    report : Report
        That is to be computed from them.
    **options
        Threads, level, grouping and progress.

    Raises
    ------
    KaipaiError
        The records are those of another game or source, or of a version that this one cannot
        read.
    """
    run, folder = kept.about, kept.folder
    if (run.game, run.source) != (report.game, report.source):
        raise KaipaiError(
            f"{folder} holds {run.source} of {run.game}; the report asked for is about "
            f"{report.source} of {report.game}"
        )
    if run.game_version != game.version:
        raise KaipaiError(
            f"{folder} holds results of version {run.game_version} of {game.title}, this is "
            f"version {game.version}; use kaipai {run.version}, or play them again"
        )
    if run.records != layout(dtype_of_records(game, run.source)):
        raise KaipaiError(f"{folder} holds records of another layout; play them again")
    if report.variants is not None and run.sources != sources_digest(game.name):
        raise KaipaiError(
            f"{folder} was played by other code, and this report plays variants beside the records "
            f"kept; use kaipai {run.version} as it was then, or play them again"
        )
    rules = game.make_rules("seed", run.rules)
    policies = tuple(policy_number(game, name) for name in run.policies)
    is_whole = as_json(rules) == run.rules
    if not is_whole or len(policies) != (n_seats(game, rules) if run.source == "matches" else 0):
        raise KaipaiError(f"{folder} names other rules or seats than {game.title} has")
    return Request(
        game, rules, seed=run.seed, n=kept.done, policies=policies, rounds=run.rounds or 0,
        chunk=run.chunk, **options,
    )  # fmt: skip

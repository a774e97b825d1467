"""``report`` and ``run``: simulate, count, estimate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analysis.commands import (
    INTERRUPTED,
    OK,
    Answer,
    Sampling,
    base_document,
    warn_of_compiling,
)
from analysis.reports import load_report, summaries
from analysis.rulebook import rules_from
from simcore.catalog import load_game

DEALS = 100_000
MATCHES = 1_000


def default_n(name: str) -> int:
    """Deals or matches of a report where -n is not given."""
    return DEALS if load_report(name).source == "deals" else MATCHES


def report(
    name: str,
    sampling: Sampling,
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
    by: str | None = None,
) -> Answer:
    """Run one report.

    Parameters
    ----------
    name : str
        Of the report, for example ``gouji-deal``.
    sampling : Sampling
    preset, path, pairs
        Rules, as for `analysis.rulebook.rules_from`.
    by : str or None
        Column to group by.

    Returns
    -------
    Answer
        Exit code 130 after Ctrl-C, with what was done until then.
    """
    from analysis.simulation import Request, simulate

    found = load_report(name)
    found.check_by(by)
    game = load_game(found.game)
    rules = rules_from(game, preset, path, pairs)
    warn_of_compiling(game, sampling.quiet)
    with sampling.watch(found.source) as progress:
        request = Request(game, rules, by=by, on_progress=progress.update, **sampling.settings())
        tally, n_records, outcome = simulate(request, found)
    amounts: dict[str, Any] = {"deals": outcome.done}
    if found.source == "matches":
        amounts = {"matches": outcome.done, "rounds": n_records}
    rows = found.rows(tally, request.level, rules)
    document = base_document(
        "report", game, rules, policies=[], seed=request.seed, seconds=outcome.seconds,
        digest=tally.digest(), rows=rows, report=name, interrupted=outcome.interrupted, **amounts,
    )  # fmt: skip
    columns = None
    if any("exact_value" in row for row in rows):
        columns = ["metric", "group", "exact_value", "estimate", "interval", "n", "unit"]
    notes = list(found.notes)
    if outcome.interrupted:
        notes.append(f"interrupted after {outcome.done:,} of {request.n:,}; intervals are honest")
    code = INTERRUPTED if outcome.interrupted else OK
    return Answer(document, summaries()[name].rstrip("."), notes, columns, code)

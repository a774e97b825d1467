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
from analysis.reports import RUN, load_report, summaries
from analysis.rulebook import rules_from
from analysis.seating import policies_from, policy_names
from simcore.catalog import TITLES, load_game
from simcore.status import KaipaiError

DEALS = 100_000
MATCHES = 1_000


def default_n(name: str) -> int:
    """Deals or matches of a report where -n is not given."""
    return DEALS if load_report(name).source == "deals" else MATCHES


def run_report(game: str) -> str:
    """Name of the report that ``run GAME`` prints.

    Raises
    ------
    KaipaiError
        The game cannot be played yet.
    """
    name = f"{game}-{RUN}"
    if name not in summaries() or not load_game(game).policies:
        raise KaipaiError(f"{TITLES[game]} can only be dealt so far, not played")
    return name


def report(
    name: str,
    sampling: Sampling,
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
    by: str | None = None,
    words: tuple[str, ...] = (),
    rounds: int | None = None,
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
    words : tuple of str
        Policies, as for `analysis.seating.policies_from`.
    rounds : int or None
        Rounds a match; None plays matches to their end.

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
    policies: tuple[int, ...] = ()
    if found.source == "matches":
        policies = policies_from(game, rules, words)
    elif words or rounds:
        raise KaipaiError(f"{name} is about dealt cards: --policy and --rounds have no meaning")
    warn_of_compiling(game, sampling.quiet)
    with sampling.watch(found.source) as progress:
        request = Request(
            game, rules, by=by, policies=policies, rounds=rounds or 0,
            on_progress=progress.update, **sampling.settings(),
        )  # fmt: skip
        tally, n_records, outcome = simulate(request, found)
    amounts: dict[str, Any] = {"deals": outcome.done}
    if found.source == "matches":
        amounts = {"matches": outcome.done, "rounds": n_records}
    rows = found.rows(tally, request.level, rules)
    if rounds:
        # With a fixed number of rounds this is no finding.
        rows = [row for row in rows if row["metric"] != "rounds_per_match"]
    is_run = name == f"{game.name}-{RUN}"
    document = base_document(
        RUN if is_run else "report", game, rules, policies=policy_names(game, policies),
        seed=request.seed, seconds=outcome.seconds, digest=tally.digest(), rows=rows, report=name,
        interrupted=outcome.interrupted, **amounts,
    )  # fmt: skip
    columns = None
    if any("exact_value" in row for row in rows):
        columns = ["metric", "group", "exact_value", "estimate", "interval", "n", "unit"]
    if any("human" in row for row in rows):
        columns = ["metric", "group", "estimate", "interval", "human", "n", "unit"]
    notes = list(found.notes)
    if outcome.interrupted:
        notes.append(f"interrupted after {outcome.done:,} of {request.n:,}; intervals are honest")
    code = INTERRUPTED if outcome.interrupted else OK
    return Answer(document, summaries()[name].rstrip("."), notes, columns, code)

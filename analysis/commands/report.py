"""``report`` and ``run``: simulate, count, estimate."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.commands import (
    DEAL,
    KEPT_LOOKING_CHUNK,
    PLAY_ON,
    Answer,
    Sampling,
    base_document,
    ending,
    entry_of,
    say,
    warn_of_compiling,
)
from analysis.figures import refuse_teams
from analysis.reports import RUN, load_report, summaries
from analysis.rulebook import rules_from
from analysis.seating import n_seats, policies_from, policy_names
from simcore.catalog import TITLES, load_game
from simcore.status import KaipaiError

if TYPE_CHECKING:
    from analysis.simulation import Request
    from analysis.tally import Tally
    from analysis.until import Watch
    from simcore.runner import Outcome

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
    out: Path | None = None,
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
    out : Path or None
        Folder that keeps the records; a run that it holds a part of is continued.

    Returns
    -------
    Answer
        Exit code 130 after Ctrl-C, with what was done until then.
    """
    from analysis.keeping import adopted, kept_in
    from analysis.simulation import Request, simulate

    found = load_report(name)
    found.check_by(by)
    game = load_game(found.game)
    rules = rules_from(game, preset, path, pairs)
    if by == "team" and n_seats(game, rules) % 2:
        refuse_teams()
    policies: tuple[int, ...] = ()
    if found.source == "matches":
        policies = policies_from(game, rules, words)
    elif words or rounds:
        raise KaipaiError(f"{name} is about dealt cards: --policy and --rounds have no meaning")
    paced = sampling.paced(policies, rounds or 0) if found.source == "matches" else sampling
    settings = paced.settings()
    look_step = None
    if out is not None:
        fresh = KEPT_LOOKING_CHUNK if entry_of(policies) == PLAY_ON else None
        settings |= adopted(out, sampling.seed, sampling.chunk, found.source, fresh)
        look_step = settings["chunk"]
    entry = entry_of(policies) if found.source == "matches" else DEAL
    warn_of_compiling(game, sampling.quiet, entry)
    with sampling.watch(found.source) as progress:
        request = Request(
            game, rules, by=by, policies=policies, rounds=rounds or 0,
            on_progress=progress.update, until=sampling.until, max_time=sampling.max_time,
            look_step=look_step, tell=progress.note, **settings,
        )  # fmt: skip
        with kept_in(out, request, found.source, partial(say, quiet=sampling.quiet)) as fetch:
            counted = simulate(request, found, fetch)
    return _answer(name, request, counted)


def reread(name: str, folder: Path, sampling: Sampling, by: str | None = None) -> Answer:
    """Compute one report from records that were kept.

    Parameters
    ----------
    name : str
        Of the report.
    folder : Path
    sampling : Sampling
        Only threads, level and progress are looked at.
    by : str or None
        Column to group by.

    Returns
    -------
    Answer
        As of the run that was kept; of an unfinished one, of its first matches.
    """
    from analysis.keeping import request_of
    from analysis.simulation import simulate
    from simcore.store import Kept

    found = load_report(name)
    found.check_by(by)
    kept = Kept(folder)
    settings = replace(sampling, n=kept.done, seed=kept.about.seed).settings()
    options = {key: settings[key] for key in ("threads", "level") if key in settings}
    with replace(sampling, n=kept.done).watch(found.source) as progress:
        request = request_of(
            kept, load_game(found.game), found, by=by, on_progress=progress.update, **options
        )
        counted = simulate(request, found, lambda start, stop, _: kept.load(start, stop))
    answer = _answer(name, request, counted)
    answer.document["version"] = kept.about.version
    if kept.done < kept.about.n:
        answer.document["interrupted"] = True
        answer.notes.append(
            f"the run is unfinished: {kept.done:,} of {kept.about.n:,} are kept; intervals are "
            "honest"
        )
    return answer


def refuse_beside_from(given: dict[str, Any]) -> None:
    """Refuse options that say what to play, where kept records are read.

    Parameters
    ----------
    given : dict
        Options as they are written, with their values; None and () were not given.

    Raises
    ------
    KaipaiError
        Naming them.
    """
    names = [name for name, value in given.items() if value is not None and value != ()]
    if names:
        raise KaipaiError(
            f"{', '.join(names)} cannot stand beside --from: the records kept say what was played"
        )


def _answer(name: str, request: Request, counted: tuple[Tally, int, Outcome, Watch]) -> Answer:
    """Put what was counted into a document."""
    found, game, rules, rounds = load_report(name), request.game, request.rules, request.rounds
    tally, n_records, outcome, watch = counted
    policies = request.policies
    amounts: dict[str, Any] = {"deals": outcome.done}
    if found.source == "matches":
        amounts = {"matches": outcome.done, "rounds": n_records}
    rows = watch.apply(found.rows(tally, request.level, rules))
    if rounds:
        # With a fixed number of rounds this is no finding.
        rows = [row for row in rows if row["metric"] != "rounds_per_match"]
    is_run = name == f"{game.name}-{RUN}"
    document = base_document(
        RUN if is_run else "report", game, rules, policies=policy_names(game, policies),
        seed=request.seed, seconds=outcome.seconds, digest=tally.digest(), rows=rows, report=name,
        interrupted=outcome.interrupted, **watch.facts(), **amounts,
    )  # fmt: skip
    columns = None
    if any("exact_value" in row for row in rows):
        columns = ["metric", "group", "exact_value", "estimate", "interval", "n", "unit"]
    if any("human" in row for row in rows):
        columns = ["metric", "group", "estimate", "interval", "human", "n", "unit"]
    if any("random" in row for row in rows):
        columns = ["metric", "group", "estimate", "interval", "random", "n", "unit"]
    if any("difference" in row for row in rows):
        columns = [
            "metric", "group", "exact_value", "base", "vs", "base_estimate", "estimate",
            "interval", "difference", "difference_interval", "n", "unit",
        ]  # fmt: skip
    notes = [*found.notes, *watch.notes(outcome.done, found.source)]
    return Answer(document, summaries()[name].rstrip("."), notes, columns, ending(outcome, watch))

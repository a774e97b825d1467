"""``match``: policy against policy, teams rotated over the seats of the same deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from analysis.clusters import ratio_clustered
from analysis.commands import (
    Answer,
    Sampling,
    base_document,
    ending,
    entry_of,
    warn_of_compiling,
)
from analysis.paired import by_match
from analysis.reports import DRAWN, RUN, load_report
from analysis.rows import row
from analysis.rulebook import rules_from
from analysis.seating import n_seats, policy_name, policy_number
from analysis.tally import Tally
from simcore.catalog import load_game
from simcore.runner import execute
from simcore.status import KaipaiError

DEALS = 1_000
TEAMS = 2
WIN, POINTS = "match_win", "points_per_round"


def half_wins(winner: Any, team: int) -> Any:
    """Two for a match that the team won, one for a draw, at its last round; else nothing."""
    return 2 * (winner == team) + (winner == DRAWN)


def match(
    name: str,
    a: str,
    b: str,
    sampling: Sampling,
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
    rounds: int | None = None,
) -> Answer:
    """Play each deal of a whole match twice: A in the even seats, then in the odd ones.

    Parameters
    ----------
    name : str
        Game.
    a, b : str
        Policies.
    sampling : Sampling
        `n` counts deals of a match; each is played twice.
    preset, path, pairs
        Rules.
    rounds : int or None
        Rounds a match.

    Raises
    ------
    KaipaiError
        An unknown policy, or a table without two teams.
    """
    game = load_game(name)
    rules = rules_from(game, preset, path, pairs)
    seats = n_seats(game, rules)
    if seats % TEAMS:
        raise KaipaiError(f"match needs two teams; {game.title} with {seats} players has none")
    found = load_report(f"{game.name}-{RUN}")
    lead, winner = found.lead, found.winner
    assert lead is not None
    assert winner is not None
    codes = policy_number(game, a), policy_number(game, b)
    a, b = (policy_name(game, code) for code in codes)
    seatings = [
        tuple(codes[(seat + turn) % TEAMS] for seat in range(seats)) for turn in range(TEAMS)
    ]
    warn_of_compiling(game, sampling.quiet, entry_of(codes))
    sampling = sampling.paced(codes, rounds or 0)
    play = game.room("play")
    seed = sampling.settings()["seed"]
    tally, n_rounds = Tally(), 0

    def work(start: int, stop: int) -> tuple[Tally, int]:
        n = stop - start
        sums = np.zeros((3, n), dtype=np.int64)
        for team, seating in enumerate(seatings):
            records = play(seed, start, stop, rules, seating, rounds or 0)
            sign = 1 if team == 0 else -1
            for i, values in enumerate(
                (half_wins(winner(records), team), sign * lead(records), np.ones(len(records)))
            ):
                sums[i] += by_match(values, records["match"], start, n)
        part = Tally()
        part.cover(start, stop)
        part.add_pairs(WIN, sums[0], 2 * TEAMS)
        part.add_pairs(POINTS, sums[1], sums[2])
        return part, int(sums[2].sum())

    def consume(result: tuple[Tally, int]) -> None:
        nonlocal n_rounds
        tally.merge(result[0])
        n_rounds += result[1]

    def rows_at(level: float) -> list[dict[str, Any]]:
        rows = []
        plays = TEAMS * tally.matches
        for metric, unit in ((WIN, "probability"), (POINTS, "points")):
            sums = tally.sums(metric)
            assert sums is not None
            kind: Any = "proportion" if metric == WIN else "real"
            estimate = ratio_clustered(*sums.pair(), level=level, kind=kind)
            if metric == WIN:
                estimate = replace(estimate, n=plays)
            rows.append(row(metric, unit, estimate, "a", deals=tally.matches, plays=plays))
        return rows

    with sampling.watch("deals") as progress:
        watch = sampling.watch_over(rows_at, [WIN, POINTS], WIN, progress)
        outcome = execute(sampling.run(work, consume, progress, watch))
    watch.close(outcome, sampling.n)
    plays = TEAMS * outcome.done
    rows = watch.apply(rows_at(sampling.level))
    document = base_document(
        "match", game, rules, policies=[a, b], seed=seed, seconds=outcome.seconds,
        digest=tally.digest(), rows=rows, deals=outcome.done, matches=plays, rounds=n_rounds,
        a=a, b=b, interrupted=outcome.interrupted, **watch.facts(),
    )  # fmt: skip
    notes = ["each deal is played twice, A in the even seats and in the odd; a draw counts half"]
    notes += watch.notes(outcome.done, "deals")
    title = f"{game.title}: {a} (A) against {b} (B)"
    return Answer(document, title, notes, None, ending(outcome, watch))

"""``ask``: one decision, every option on the same deals, and a verdict."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.choice import FEWEST, TOO_CLOSE, Sums, Verdict, decide, rows_of, values_of
from analysis.commands import (
    PLAY_ON,
    Answer,
    Sampling,
    base_document,
    ending,
    entry_of,
    warn_of_compiling,
)
from analysis.questions import POINTS, Measure, Question, load_question
from analysis.rulebook import rules_from
from analysis.screening import Chosen, chosen
from analysis.seating import policies_from, policy_names
from analysis.until import Watch, look_of, typed
from analysis.until import looks as looks_until
from simcore.catalog import Game, load_game
from simcore.decisions import Decision
from simcore.options import are
from simcore.runner import Outcome, Run, default_threads, execute

SECONDS = 2.5
"""Time for playing where neither ``-n`` nor ``--max-time`` is given: the answer in under 5 s."""
PIECE, LOOKING_PIECE = 250, 1
"""Deals of a piece of work; and of one where a policy looks ahead."""
FIRST_LOOK = 500
"""Deals at the first look; each later look doubles them."""


def ask(
    name: str,
    question: str,
    given: dict[str, str],
    sampling: Sampling,
    preset: str | None = None,
    path: Path | None = None,
    pairs: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    is_n_given: bool = False,
) -> Answer:
    """Answer a question.

    Parameters
    ----------
    name : str
        Game.
    question : str
    given : dict of str to str
        What the asker knows, by name of the option.
    sampling : Sampling
        Its `n` counts deals, each played once for every option.
    preset, path, pairs
        Rules.
    words : tuple of str
        Policies that play everything else.
    is_n_given : bool
        Whether to play exactly n deals, rather than until the verdict is clear.

    Raises
    ------
    KaipaiError
        An unknown question, a malformed given (exit code 2), or an impossible one (5).
    """
    # One line, whatever was pasted, so that the command that repeats it can be pasted too.
    given = {key: " ".join(text.split()) for key, text in given.items()}
    game = load_game(name)
    asked = load_question(game, question)
    rules = rules_from(game, preset, path, pairs)
    policies = policies_from(game, rules, words)
    decision = game.room("question")(
        question.strip().lower(), rules, given, policies,
        lambda: warn_of_compiling(game, sampling.quiet, PLAY_ON),
    )  # fmt: skip
    seed = sampling.settings()["seed"]
    threads = sampling.threads or default_threads()
    decision.play(seed, 0, decision.deal(seed, 0, 1), 0)  # compiled, if need be, before time counts
    looks_ahead = entry_of(policies) == PLAY_ON
    sampling = replace(sampling, chunk=sampling.chunk or (LOOKING_PIECE if looks_ahead else PIECE))
    limit = sampling.max_time
    if limit is None and not is_n_given and sampling.until is None:
        limit = SECONDS
    choice = chosen(
        decision, asked.measure(asked.decides), seed, threads, sampling.chunk or PIECE, limit
    )
    actions = [decision.actions[k] for k in choice.options]
    sums, verdict, watch, outcome = _play(
        decision, asked, choice, seed, threads, sampling, is_n_given, limit
    )
    rows = watch.apply(
        rows_of(sums, asked.measures, actions, verdict.best, sampling.level, asked.decides)
    )
    document = base_document(
        "ask", game, rules, policies=policy_names(game, policies), seed=seed,
        seconds=outcome.seconds, digest=sums.digest(), rows=rows, deals=sums.n,
        question=question, given=given, options=actions,
        verdict=actions[verdict.best] if verdict.is_clear else TOO_CLOSE,
        best=actions[verdict.best], rival=actions[verdict.rival], needed=verdict.needed,
        interrupted=outcome.interrupted, **watch.facts(),
    )  # fmt: skip
    notes = [_said(verdict, actions, sums, asked.measure(asked.decides), sampling.level)]
    notes += _choice_note(choice, len(decision.actions))
    if sampling.until is not None or outcome.interrupted:
        notes += watch.notes(sums.n, "deals")
    notes += [*asked.notes, *decision.notes]
    if choice.is_late:
        given = given | {"options": " | ".join(actions)}
    again = _command(game, question, given, seed, sums.n, preset, path, pairs, words, sampling)
    notes.append(f"again: {again}")
    if not is_n_given and sampling.until is None:
        fixed = decide(sums, sampling.level, None, asked.decides)
        if fixed.is_clear and not verdict.is_clear:
            notes.append(
                f"again says {actions[fixed.best]}: for an n fixed beforehand less evidence will do"
            )
    title = f"{game.title}: {asked.title}"
    return Answer(document, title, notes, None, ending(outcome, watch))


def _play(
    decision: Decision, asked: Question, choice: Chosen, seed: int, threads: int,
    sampling: Sampling, is_n_given: bool, limit: float | None,
) -> tuple[Sums, Verdict, Watch, Outcome]:  # fmt: skip
    """Play deals until the verdict is clear, the time is up, or all n are played.

    With ``--until`` the verdict waits: deals are played until every difference to the best option
    is so precise.
    """
    measures = {measure.metric: measure for measure in asked.measures}
    options = choice.options
    actions = [decision.actions[k] for k in options]
    sums = Sums(tuple(measures), len(options))
    waits = is_n_given or sampling.until is not None
    n_looks = 0
    clear: list[Verdict] = []
    pauses = looks()
    pause = next(pauses)

    def rows_at(level: float) -> list[dict[str, Any]]:
        wanted, best = [measures[watch.metric]], sums.best(asked.decides)
        return rows_of(sums, wanted, actions, best, level, asked.decides)

    def work(start: int, stop: int) -> Sums:
        positions = decision.deal(seed, start, stop - start)
        records = [decision.play(seed, start, positions, k) for k in options]
        part = Sums(tuple(measures), len(options))
        part.add(values_of(asked.measures, records))
        return part

    def should_stop(done: int, seconds: float) -> bool:
        nonlocal n_looks, pause
        if not waits and done >= pause:
            pause = next(pauses)
            n_looks += 1
            verdict = decide(sums, sampling.level, n_looks, asked.decides)
            if verdict.is_clear:
                clear.append(verdict)
        seconds += choice.seconds
        is_stopped = watch.should_stop(done, seconds)
        return is_stopped or bool(clear) or (limit is not None and seconds >= limit)

    with sampling.watch("deals") as progress:
        watch = sampling.watch_over(
            rows_at, list(measures), asked.decides, progress,
            lambda row: bool(row["action"] == row["base"]),
        )  # fmt: skip
        run = Run(
            work, sums.merge, sampling.n, threads=threads, chunk=sampling.chunk or PIECE,
            on_progress=progress.update, should_stop=should_stop,
            pauses=watch.pauses() if waits else looks(),
        )  # fmt: skip
        outcome = execute(run)
    watch.close(outcome, sampling.n)
    if clear:
        return sums, clear[0], watch, outcome
    look = None
    if sampling.until is not None:
        look = look_of(sums.n, looks_until())
    elif not is_n_given:
        look = look_of(sums.n, looks())
    return sums, decide(sums, sampling.level, look, asked.decides), watch, outcome


def looks() -> Iterator[int]:
    """Yield after how many deals to look at the verdict, without end."""
    at = FIRST_LOOK
    while True:
        yield at
        at *= 2


def _choice_note(choice: Chosen, n_options: int) -> list[str]:
    """Line about options that are not compared."""
    kept = len(choice.options)
    if choice.is_late:
        return [
            f"the time ended while options were chosen: the best {kept} so far, of {n_options} "
            f"options {choice.n_tried} were looked at"
        ]
    return [f"the most promising {kept} of {n_options} options"] if kept < n_options else []


def _said(
    verdict: Verdict, actions: Sequence[str], sums: Sums, measure: Measure, level: float
) -> str:
    """Verdict in a sentence."""
    best, rival = actions[verdict.best], actions[verdict.rival]
    gap = sums.difference(measure.metric, verdict.rival, verdict.best, level)
    if verdict.is_clear:
        second = sums.second(measure.metric)
        ahead = sums.difference(measure.metric, second, verdict.best, level).estimate
        shown = _signed(ahead, 1 if measure.metric == POINTS else 2)
        return f"verdict: {best} ({shown} {measure.unit} against {actions[second]})"
    if sums.n < FEWEST:
        return f"verdict: too close; {are(sums.n, 'deals')} too few to say anything"
    if verdict.needed is None:
        return f"verdict: too close; {best} and {rival} brought the same"
    return (
        f"verdict: too close; {best} is ahead of {rival} by {gap.estimate:.2g} {measure.unit}, and "
        f"about {_rounded(verdict.needed):,} deals would settle it (-n {_rounded(verdict.needed)})"
    )


def _signed(value: float, digits: int) -> str:
    """Write a difference with so many decimals, or with two digits where these are all 0."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else f"{value:+.2g}"


def _rounded(n: int) -> int:
    """Two leading digits of a number, rounded up."""
    unit = int(10 ** max(len(str(n)) - 2, 0))
    return -(-n // unit) * unit


def _command(
    game: Game, question: str, given: dict[str, str], seed: int, n: int, preset: str | None,
    path: Path | None, pairs: tuple[str, ...], policies: tuple[str, ...], sampling: Sampling,
) -> str:  # fmt: skip
    """Write the command that gives the same figures, and after ``--until`` the same verdict."""
    words = ["kaipai", "ask", game.name, question]
    for key, value in given.items():
        words += [f"--{key}", value]
    if preset is not None:
        words += ["--preset", preset]
    if path is not None:
        words += ["--rules", str(path)]
    for pair in pairs:
        words += ["--rule", pair]
    for policy in policies:
        words += ["--policy", policy]
    if sampling.level != Sampling.level:
        words += ["--level", f"{sampling.level!r}"]
    if sampling.until is not None:
        words += ["--until", typed(sampling.until)]
    return shlex.join([*words, "--seed", str(seed), "-n", str(n)])

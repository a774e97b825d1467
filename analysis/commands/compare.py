"""``compare``: rule sets or policies on the same deals; paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.commands import (
    Answer,
    Sampling,
    base_document,
    changed_rules,
    ending,
    entry_of,
    warn_of_compiling,
)
from analysis.figures import Figure
from analysis.paired import BASE, add_pairs, difference_rows
from analysis.reports import RUN, Report, load_report
from analysis.rows import seated
from analysis.rulebook import rules_from, variants_in
from analysis.seating import policies_from, policy_names
from analysis.tally import Tally
from simcore.catalog import Game, load_game
from simcore.options import as_json, as_text
from simcore.runner import execute
from simcore.status import KaipaiError

MATCHES = 1_000
DIFFERENCE = ("difference", "difference_low", "difference_high")
VARIANCE_WON = (
    "variance won: how many times more matches runs on different deals would need to be as precise"
)
NO_ADAPTING = (
    "policies are fixed: they did not adapt to the rules compared, as people would; with rules "
    "that policies cannot see the difference is the rule's alone"
)


@dataclass(frozen=True)
class Variant:
    """One side of a comparison: name, coded rules, policies by seat."""

    name: str
    rules: Any
    policies: tuple[int, ...]


def parse_variant(
    game: Game, name: str, text: str, preset: str | None, path: Path | None, words: tuple[str, ...]
) -> Variant:
    """Read a variant as one argument: ``k=v`` pairs between blanks, ``policy=NAME`` among them."""
    pairs = text.split()
    own = [pair.partition("=")[2] for pair in pairs if pair.startswith("policy=")]
    changes = [pair for pair in pairs if not pair.startswith("policy=")]
    rules = rules_from(game, preset, path, changes)
    return Variant(name, rules, policies_from(game, rules, words, own))


def compare(
    name: str,
    sampling: Sampling,
    base: str = "",
    others: tuple[str, ...] = (),
    preset: str | None = None,
    path: Path | None = None,
    words: tuple[str, ...] = (),
    rounds: int | None = None,
    report: str | None = None,
) -> Answer:
    """Play variants on the same deals.

    Parameters
    ----------
    name : str
        Game.
    sampling : Sampling
    base : str
        ``k=v`` pairs of the base; empty for the defaults.
    others : tuple of str
        The same of each variant; with those of the file there must be one at least.
    preset, path
        Rules that all variants start from; the file may hold variants.
    words : tuple of str
        Policies of all variants.
    rounds : int or None
        Rounds a match.
    report : str or None
        Whose metrics are compared; None for those of ``run``.

    Raises
    ------
    KaipaiError
        No variant, two of one name, or a report about dealt cards.
    """
    game = load_game(name)
    found = load_report(report or f"{game.name}-{RUN}")
    if found.game != game.name or found.source != "matches":
        raise KaipaiError(f"{report} is no report about matches of {game.title}")
    root = parse_variant(game, BASE, base, preset, path, words)
    variants = [parse_variant(game, text, text, preset, path, words) for text in others]
    if path is not None:
        for label, pairs, policy in variants_in(path, game):
            rules = rules_from(game, pairs[0] or preset, path, (), pairs[1])
            own = (policy,) if policy else ()
            variants.append(Variant(label, rules, policies_from(game, rules, words, own)))
    names = [variant.name for variant in variants]
    if not variants:
        raise KaipaiError("nothing to compare: add --vs 'KEY=VALUE ...', or variants in the file")
    if len(set(names)) < len(names):
        raise KaipaiError("two variants have the same name; they must differ")
    entries = {entry_of(variant.policies) for variant in (root, *variants)}
    warn_of_compiling(game, sampling.quiet, *entries)
    all_policies = [policy for variant in (root, *variants) for policy in variant.policies]
    sampling = sampling.paced(all_policies, rounds or 0)
    figures = comparable(found, root.rules, rounds)
    play = game.room("play")
    seed = sampling.settings()["seed"]
    tally, n_rounds = Tally(), 0

    def work(start: int, stop: int) -> tuple[Tally, int]:
        def records(variant: Variant) -> Any:
            return play(seed, start, stop, variant.rules, variant.policies, rounds or 0)

        part = Tally()
        part.cover(start, stop)
        of_base = records(root)
        add_pairs(part, figures, of_base, {v.name: records(v) for v in variants}, start, stop)
        return part, len(of_base)

    def consume(result: tuple[Tally, int]) -> None:
        nonlocal n_rounds
        tally.merge(result[0])
        n_rounds += result[1]

    same = {v.name for v in variants if (v.rules, v.policies) == (root.rules, root.policies)}

    def is_same(row: Mapping[str, Any]) -> bool:
        return row["vs"] in same

    def differences(wanted: list[Figure], level: float) -> list[dict[str, Any]]:
        # the same variant again differs by nothing, also where there is nothing to divide by
        return [
            row | {key: 0.0 for key in DIFFERENCE} if is_same(row) else row
            for row in difference_rows(wanted, names, tally, level)
        ]

    def rows_at(level: float) -> list[dict[str, Any]]:
        return differences([figure for figure in figures if figure.metric == watch.metric], level)

    with sampling.watch("matches") as progress:
        metrics = list(dict.fromkeys(figure.metric for figure in figures))
        watch = sampling.watch_over(rows_at, metrics, found.main, progress, is_same)
        outcome = execute(sampling.run(work, consume, progress, watch))
    watch.close(outcome, sampling.n)
    rows = watch.apply(differences(figures, sampling.level))
    document = base_document(
        "compare", game, root.rules, policies=policy_names(game, root.policies), seed=seed,
        seconds=outcome.seconds, digest=tally.digest(), rows=rows, matches=outcome.done,
        rounds=n_rounds, interrupted=outcome.interrupted, **watch.facts(),
        variants={
            v.name: {"rules": as_json(v.rules), "policies": policy_names(game, v.policies)}
            for v in variants
        },
    )  # fmt: skip
    notes = [VARIANCE_WON, NO_ADAPTING]
    for variant in variants[len(others) :]:
        differing = [*seated(policy_names(game, variant.policies))]
        differing += [f"{k}={as_text(v)}" for k, v in changed_rules(game, variant.rules).items()]
        notes.append(f"{variant.name}: {', '.join(differing)}")
    notes += watch.notes(outcome.done, "matches")
    title = f"{game.title}: differences on the same deals"
    return Answer(document, title, notes, None, ending(outcome, watch))


def comparable(report: Report, rules: Any, rounds: int | None) -> list[Figure]:
    """Figures that can be compared: all but those that fixed rounds make trivial."""
    figures = report.figures(rules)
    return [f for f in figures if not (rounds and f.metric == "rounds_per_match")]

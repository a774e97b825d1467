"""``odds`` and ``validate``: exact figures of dealt cards beside simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analysis.commands import (
    FAILED,
    INTERRUPTED,
    OK,
    Answer,
    Sampling,
    base_document,
    warn_of_compiling,
)
from analysis.exact import Quantity, quantities
from analysis.marginals import cards_seen
from analysis.marginals import row as marginal_row
from analysis.rows import plain
from analysis.tally import Tally
from analysis.validation import FAMILYWISE, count, deal_numbers, rows, sampled
from simcore.catalog import TITLES, Game, load_game
from simcore.options import as_json, suggestion
from simcore.runner import Outcome, execute
from simcore.status import KaipaiError

DEALS = 100_000
OWN_SEAT = 0
MOST_TABLES = 5
"""Decks that `validate` deals: one each of Gou Ji and Tichu, three of Sheng Ji."""


def rules_for(game: Game, decks: int | None) -> Any:
    """Rules under which a figure holds."""
    return game.make_rules() if decks is None else game.make_rules("seed", {"decks": decks})


@dataclass
class Counted:
    """What was dealt under one set of rules: tallies of the figures, and cards by part."""

    tally: Tally
    cards: Any
    outcome: Outcome
    rules: Any


def deal_and_count(
    game: Game, wanted: list[Quantity], sampling: Sampling, seed: int, with_cards: bool = False
) -> Counted:
    """Deal under one set of rules and count the figures wanted.

    Parameters
    ----------
    game : Game
    wanted : list of Quantity
        All of them for the same number of packs.
    sampling : Sampling
    seed : int
    with_cards : bool
        Count which card lay where too.
    """
    draw = game.room("deals")
    rules = rules_for(game, wanted[0].decks)
    found = Counted(Tally(), 0, Outcome(0, 0.0), rules)

    def work(start: int, stop: int) -> tuple[Tally, Any]:
        tally = Tally()
        records = draw(rules, seed, start, stop - start)
        count(wanted, records, deal_numbers(start, stop), tally)
        tally.cover(start, stop)
        if not with_cards:
            return tally, 0
        words = game.room("new_words")(stop - start, rules)
        game.room("deal_words")(seed, start, words, rules)
        return tally, cards_seen(words)

    def consume(part: tuple[Tally, Any]) -> None:
        found.tally.merge(part[0])
        found.cards = found.cards + part[1]

    with sampling.watch("deals") as progress:
        found.outcome = execute(sampling.run(work, consume, progress))
    return found


def card_row(game: Game, counted: Counted, level: float) -> dict[str, Any]:
    """Row of the chi-square of cards by seat."""
    seen = counted.cards
    copies = counted.rules.decks if game.name == "shengji" else 1
    if copies > 1:
        seen = seen.reshape(copies, -1, seen.shape[1]).sum(axis=0)
    return marginal_row(seen[seen.sum(axis=1) > 0], copies, counted.outcome.done, level)


def validate(names: list[str], sampling: Sampling) -> Answer:
    """Check every exact figure of the games against simulated deals.

    Parameters
    ----------
    names : list of str
        Games; empty for all.
    sampling : Sampling
        `level` is the familywise level here.

    Returns
    -------
    Answer
        Exit code 1 when a figure disagrees.
    """
    chosen = [load_game(name) for name in names or TITLES]
    seed = sampling.settings()["seed"]
    digests, found, seconds, done, cut = [], [], 0.0, 0, False
    total = sum(len(sampled(quantities(game.name))) for game in chosen) + MOST_TABLES
    for game in chosen:
        wanted = sampled(quantities(game.name))
        warn_of_compiling(game, sampling.quiet)
        for decks in dict.fromkeys(quantity.decks for quantity in wanted):
            part = [quantity for quantity in wanted if quantity.decks == decks]
            counted = deal_and_count(game, part, sampling, seed, with_cards=True)
            outcome = counted.outcome
            done, seconds, cut = outcome.done, seconds + outcome.seconds, cut or outcome.interrupted
            digests.append(counted.tally.digest())
            # The figures share the permitted error; the cards by seat get as much as one of them.
            share = 1 - (1 - sampling.level) * len(part) / total
            extra: dict[str, Any] = {"game": game.name} if len(chosen) > 1 else {}
            found += rows(part, counted.tally, share, **extra)
            found.append(card_row(game, counted, 1 - (1 - sampling.level) / total) | extra)
            if cut:
                break
        if cut:
            break
    disagreeing = [row["metric"] for row in found if not row["agree"]]
    verdict = (
        f"{len(disagreeing)} disagree: {', '.join(disagreeing)}" if disagreeing else "all agree"
    )
    document = base_document(
        "validate", chosen[0], chosen[0].make_rules(), policies=[], seed=seed, seconds=seconds,
        digest=combined(digests), rows=found, deals=done, verdict=verdict,
    )  # fmt: skip
    if len(chosen) > 1:
        document |= {"game": "all", "rules": {g.name: as_json(g.make_rules()) for g in chosen}}
    odds_of_failing = f"{1 / (1 - sampling.level):,.0f}"
    note = (
        f"{len(found)} figures, {verdict}; a right shuffle fails once in {odds_of_failing} tables"
    )
    code = INTERRUPTED if cut else FAILED if disagreeing else OK
    return Answer(document, "Exact figures beside simulated ones", [note], _columns(chosen), code)


def _columns(chosen: list[Game]) -> list[str]:
    head = ["game"] if len(chosen) > 1 else []
    return [*head, "metric", "exact_value", "estimate", "interval", "n", "z", "agree", "text"]


def combined(digests: list[str]) -> str:
    """One digest of several."""
    import hashlib

    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def find(game: Game, what: str) -> list[Quantity]:
    """Figures that an id, or the head of one (``Q8`` for ``Q8.twos``), names.

    Raises
    ------
    KaipaiError
        None does.
    """
    known = quantities(game.name)
    folded = what.strip().lower()
    exactly = [q for q in known if q.metric.lower() == folded]
    wider = [q for q in known if q.metric.lower().startswith((folded + ".", folded + "-"))]
    if not folded or not (exactly or wider):
        raise KaipaiError(
            f"unknown figure '{what}'{suggestion(what, [q.metric for q in known])}; "
            f"'kaipai odds {game.name}' lists the figures of {game.title}"
        )
    return exactly or wider


def listing(name: str) -> Answer:
    """Every exact figure of a game, nothing simulated."""
    game = load_game(name)
    found = [
        {
            "metric": q.metric,
            "text": q.text,
            "unit": q.unit,
            "exact_value": float(q.exact()),
            "estimate": float(q.exact()),
            "low": float(q.exact()),
            "high": float(q.exact()),
            "fraction": str(q.exact()),
            "exact": True,
        }
        for q in quantities(game.name)
    ]
    document = base_document(
        "odds", game, game.make_rules(), policies=[], seed=0, seconds=0.0, digest="", rows=found
    )
    return Answer(document, f"Exact figures of {game.title}", [], ["metric", "exact_value", "text"])


def odds(name: str, what: str, sampling: Sampling) -> Answer:
    """Exact odds of one figure (or of those that share its head) beside simulated ones."""
    game = load_game(name)
    wanted = find(game, what)
    settings = sampling.settings()
    seed = settings["seed"]
    digests, found, seconds, done = [], [], 0.0, 0
    for decks in dict.fromkeys(quantity.decks for quantity in wanted):
        part = [quantity for quantity in wanted if quantity.decks == decks]
        dealt = sampled(part)
        tally, by_metric = Tally(), {}
        if dealt:
            warn_of_compiling(game, sampling.quiet)
            counted = deal_and_count(game, dealt, sampling, seed)
            tally, done = counted.tally, counted.outcome.done
            seconds += counted.outcome.seconds
            shown = rows(dealt, tally, FAMILYWISE, level=sampling.level)
            by_metric = {row["metric"]: row for row in shown}
        digests.append(tally.digest())
        found += [by_metric.get(q.metric) or _computed(q) for q in part]
    document = base_document(
        "odds", game, rules_for(game, wanted[0].decks), policies=[], seed=seed, seconds=seconds,
        digest=combined(digests), rows=found, deals=done,
    )  # fmt: skip
    columns = ["metric", "exact_value", "estimate", "interval", "n", "z", "agree", "text"]
    return Answer(document, f"Odds in {game.title}", [], columns)


def _computed(quantity: Quantity) -> dict[str, Any]:
    """Row of a figure that no deal shows."""
    value = float(quantity.exact())
    fields = {
        "metric": quantity.metric, "text": quantity.text, "unit": quantity.unit,
        "exact_value": value, "fraction": str(quantity.exact()), "estimate": value, "low": value,
        "high": value, "n": 0, "exact": True, "method": "computed", "z": None, "agree": True,
    }  # fmt: skip
    return {key: plain(item) for key, item in fields.items()}


def given(name: str, what: str, cards: str, seat: int, sampling: Sampling) -> Answer:
    """Odds of a figure when some cards of one's own hand are known: simulated, and says so."""
    game = load_game(name)
    wanted = sampled(find(game, what))
    if not wanted:
        raise KaipaiError(f"{what} is no property of dealt cards, so known cards do not change it")
    if any(quantity.per is not None for quantity in wanted):
        raise KaipaiError(f"{what} is a ratio over all deals; it has no odds given cards")
    rules = rules_for(game, wanted[0].decks)
    draw = game.room("deals_given")
    seed = sampling.settings()["seed"]
    warn_of_compiling(game, sampling.quiet)
    total = Tally()

    def work(start: int, stop: int) -> Tally:
        tally = Tally()
        index = deal_numbers(start, stop) * 0 + seat
        count(wanted, draw(rules, seed, start, stop - start, cards), index, tally)
        tally.cover(start, stop)
        return tally

    with sampling.watch("deals") as progress:
        outcome = execute(sampling.run(work, total.merge, progress))
    found = rows(wanted, total, sampling.level, level=sampling.level)
    for row in found:
        row |= {"exact_value": None, "fraction": None, "z": None, "agree": None}
    document = base_document(
        "odds", game, rules, policies=[], seed=seed, seconds=outcome.seconds,
        digest=total.digest(), rows=found, deals=outcome.done, cards=cards, seat=seat,
    )  # fmt: skip
    whose = "your hand" if seat == OWN_SEAT else f"the hand of seat {seat}"
    notes = [f"simulated with seat 0 holding {cards}; 'a hand' is {whose}"]
    code = INTERRUPTED if outcome.interrupted else OK
    return Answer(
        document,
        f"Odds in {game.title}",
        notes,
        ["metric", "estimate", "interval", "n", "method", "text"],
        code,
    )

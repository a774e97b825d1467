"""``odds`` and ``validate``: exact figures of dealt cards beside simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from analysis.commands import (
    DEAL,
    FAILED,
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
from analysis.validation import FAMILYWISE, FEWEST_DEALS, count, deal_numbers, rows, sampled
from simcore.cards import tokens
from simcore.catalog import TITLES, Game, load_game
from simcore.options import as_json, suggestion
from simcore.runner import Outcome, execute
from simcore.status import INTERRUPTED, KaipaiError

DEALS = 100_000
OWN_SEAT = 0
FIXED_TRUMP = "the trump suit is spades and the rank two"


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


def by_decks(wanted: list[Quantity]) -> list[list[Quantity]]:
    """Group figures by the number of packs that they are about."""
    kinds = dict.fromkeys(quantity.decks for quantity in wanted)
    return [[quantity for quantity in wanted if quantity.decks == decks] for decks in kinds]


def interruption_note(outcome: Outcome, n: int) -> list[str]:
    """Line under a table that Ctrl-C cut short."""
    if not outcome.interrupted:
        return []
    return [f"interrupted after {outcome.done:,} of {n:,}; intervals are honest"]


def deal_and_count(
    game: Game,
    wanted: list[Quantity],
    sampling: Sampling,
    seed: int,
    *,
    with_cards: bool = False,
    held: str | None = None,
    seat: int | None = None,
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
    held : str or None
        Cards that seat 0 holds.
    seat : int or None
        Whose hand "a given hand" is; None takes the seats in turn.
    """
    draw = game.room("deals" if held is None else "deals_given")
    given = () if held is None else (held,)
    rules = rules_for(game, wanted[0].decks)
    found = Counted(Tally(), 0, Outcome(0, 0.0), rules)

    def work(start: int, stop: int) -> tuple[Tally, Any]:
        tally = Tally()
        records = draw(rules, seed, start, stop - start, *given)
        index = deal_numbers(start, stop)
        count(wanted, records, index if seat is None else 0 * index + seat, tally)
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
    row = marginal_row(seen[seen.sum(axis=1) > 0], copies, counted.outcome.done, level)
    return row if counted.outcome.done >= FEWEST_DEALS else row | {"agree": None}


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

    Raises
    ------
    KaipaiError
        Fewer deals are asked for than a verdict takes.
    """
    if sampling.n < FEWEST_DEALS:
        raise KaipaiError(f"a verdict takes {FEWEST_DEALS:,} deals or more: raise -n")
    chosen = [load_game(name) for name in names or TITLES]
    seed = sampling.settings()["seed"]
    digests, found, seconds = [], [], 0.0
    outcome = Outcome(0, 0.0)
    parts = [(game, part) for game in chosen for part in by_decks(sampled(quantities(game.name)))]
    # Every figure and every table of cards by seat gets the same share of the permitted error.
    share = (1 - sampling.level) / sum(len(part) + 1 for _, part in parts)
    for game, part in parts:
        warn_of_compiling(game, sampling.quiet, DEAL)
        counted = deal_and_count(game, part, sampling, seed, with_cards=True)
        outcome = counted.outcome
        seconds += outcome.seconds
        digests.append(counted.tally.digest())
        extra: dict[str, Any] = {"game": game.name} if len(chosen) > 1 else {}
        found += rows(part, counted.tally, 1 - share * len(part), **extra)
        found.append(card_row(game, counted, 1 - share) | extra)
        if outcome.interrupted:
            break
    disagreeing = [row["metric"] for row in found if row["agree"] is False]
    unjudged = sum(row["agree"] is None for row in found)
    verdict = "all agree" if not unjudged else f"{unjudged} not judged: too few deals"
    if disagreeing:
        verdict = f"{len(disagreeing)} disagree: {', '.join(disagreeing)}"
    document = base_document(
        "validate", chosen[0], chosen[0].make_rules(), policies=[], seed=seed, seconds=seconds,
        digest=combined(digests), rows=found, deals=outcome.done, verdict=verdict,
        interrupted=outcome.interrupted,
    )  # fmt: skip
    if len(chosen) > 1:
        document |= {"game": "all", "rules": {g.name: as_json(g.make_rules()) for g in chosen}}
    odds_of_failing = f"{1 / (1 - sampling.level):,.0f}"
    notes = [
        f"{len(found)} figures, {verdict}; a right shuffle fails once in {odds_of_failing} tables",
        *interruption_note(outcome, sampling.n),
    ]
    code = INTERRUPTED if outcome.interrupted else FAILED if disagreeing else OK
    return Answer(document, "Exact figures beside simulated ones", notes, _columns(chosen), code)


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
    document = base_document(
        "odds", game, game.make_rules(), policies=[], seed=0, seconds=0.0, digest="",
        rows=[_computed(q) for q in quantities(game.name)], deals=0,
    )  # fmt: skip
    return Answer(document, f"Exact figures of {game.title}", [], ["metric", "exact_value", "text"])


def _computed(quantity: Quantity) -> dict[str, Any]:
    """Row of a figure that was not simulated."""
    exact = quantity.exact()
    value = float(exact)
    fields = {
        "metric": quantity.metric, "text": quantity.text, "unit": quantity.unit,
        "exact_value": value, "fraction": f"{exact.numerator}/{exact.denominator}",
        "estimate": value, "low": value, "high": value, "n": 0, "exact": True,
        "method": "computed", "z": None, "agree": True,
    }  # fmt: skip
    return {key: plain(item) for key, item in fields.items()}


def odds(name: str, what: str, sampling: Sampling) -> Answer:
    """Exact odds of one figure (or of those that share its head) beside simulated ones.

    Parameters
    ----------
    name : str
        Game.
    what : str
        As for `find`.
    sampling : Sampling

    Returns
    -------
    Answer
        Exit code 130 after Ctrl-C, with what was dealt until then.
    """
    game = load_game(name)
    wanted = find(game, what)
    seed = sampling.settings()["seed"]
    digests, found, seconds = [], [], 0.0
    outcome = Outcome(0, 0.0)
    for part in by_decks(wanted):
        dealt = sampled(part)
        tally, by_metric = Tally(), {}
        if dealt and not outcome.interrupted:
            warn_of_compiling(game, sampling.quiet, DEAL)
            counted = deal_and_count(game, dealt, sampling, seed)
            tally, outcome = counted.tally, counted.outcome
            seconds += outcome.seconds
            shown = rows(dealt, tally, FAMILYWISE, level=sampling.level)
            by_metric = {row["metric"]: row for row in shown}
        digests.append(tally.digest())
        found += [by_metric.get(q.metric) or _computed(q) for q in part]
    document = base_document(
        "odds", game, rules_for(game, wanted[0].decks), policies=[], seed=seed, seconds=seconds,
        digest=combined(digests), rows=found, deals=outcome.done, interrupted=outcome.interrupted,
    )  # fmt: skip
    return Answer(
        document,
        f"Odds in {game.title}",
        interruption_note(outcome, sampling.n),
        ["metric", "exact_value", "estimate", "interval", "n", "z", "agree", "text"],
        INTERRUPTED if outcome.interrupted else OK,
    )


def check_cards(game: Game, rules: Any, cards: str) -> None:
    """Read the cards once before anything is compiled, so that a wrong one is told at once.

    Raises
    ------
    KaipaiError
        A card that does not exist, or too many.
    """
    read_hand = import_module(f"simcore.{game.name}.cards").read_hand
    if game.name == "shengji":
        read_hand(cards, rules.decks, import_module("simcore.shengji.rules").hand_size(rules))
        return
    read_hand(cards)
    if game.name == "gouji" and "3" in {token for _, token in tokens(cards)}:
        raise KaipaiError("a 3 needs its suit here, as in 3S: two of a suit count (GJ-14)")


def given(name: str, what: str, cards: str, seat: int, sampling: Sampling) -> Answer:
    """Odds of a figure when some cards of one's own hand are known: simulated, and says so.

    Parameters
    ----------
    name : str
        Game.
    what : str
        As for `find`.
    cards : str
        What seat 0 holds.
    seat : int
        Whose hand "a given hand" is.
    sampling : Sampling

    Returns
    -------
    Answer
        As of `odds`.

    Raises
    ------
    KaipaiError
        Cards or seats that do not exist, or a figure that known cards say nothing about.
    """
    game = load_game(name)
    found_by_name = find(game, what)
    wanted = sampled(found_by_name)
    if not wanted:
        raise KaipaiError(f"{what} is no property of dealt cards, so known cards do not change it")
    if any(quantity.per is not None for quantity in wanted):
        raise KaipaiError(f"{what} is a ratio over all deals; it has no odds given cards")
    if not tokens(cards):
        raise KaipaiError("--cards names no card")
    rules = rules_for(game, wanted[0].decks)
    seats = getattr(rules, "players", game.seats)
    if seat >= seats:
        raise KaipaiError(f"there is no seat {seat}: seats are 0 to {seats - 1}")
    check_cards(game, rules, cards)
    seed = sampling.settings()["seed"]
    warn_of_compiling(game, sampling.quiet, DEAL)
    digests, found, seconds = [], [], 0.0
    outcome = Outcome(0, 0.0)
    for part in by_decks(wanted):
        counted = deal_and_count(game, part, sampling, seed, held=cards, seat=seat)
        outcome = counted.outcome
        seconds += outcome.seconds
        digests.append(counted.tally.digest())
        found += rows(part, counted.tally, sampling.level, level=sampling.level)
        if outcome.interrupted:
            break
    for row in found:
        row |= {"exact_value": None, "fraction": None, "z": None, "agree": None}
    document = base_document(
        "odds", game, rules, policies=[], seed=seed, seconds=seconds, digest=combined(digests),
        rows=found, deals=outcome.done, interrupted=outcome.interrupted, cards=cards, seat=seat,
    )  # fmt: skip
    whose = "your hand" if seat == OWN_SEAT else f"the hand of seat {seat}"
    held = " ".join(token for _, token in tokens(cards))
    notes = [f"simulated with seat 0 holding {held}; 'a hand' is {whose}"]
    if game.name == "shengji":
        notes.append(FIXED_TRUMP)
    if left_out := len(found_by_name) - len(wanted):
        notes.append(f"{left_out} of these figures are no property of dealt cards and left out")
    return Answer(
        document,
        f"Odds in {game.title}",
        notes + interruption_note(outcome, sampling.n),
        ["metric", "estimate", "interval", "n", "method", "text"],
        INTERRUPTED if outcome.interrupted else OK,
    )

"""The referee: follows a match transcript and checks each line against the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cursor import Cursor, Event, ReadingError
from .follow import Duty
from .referee_opening import Opening, check_first_drawer, referee_opening
from .rules import RANKS, Rules, last_rank, rule_faults
from .score import leaders, match_winner, next_standing, rank_of, standing_of
from .shapes import legal_lead
from .table import Round
from .throws import check_lead


@dataclass
class _Match:
    rules: Rules
    given: bool
    standings: list[int]
    dealer: int | None = None
    shuffler: int | None = None
    rounds: int = 0
    passed: list[int] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)  # levels in the last score


def _lead(cur: Cursor, table: Round) -> None:
    seat = table.leader
    attempt: list[str] | None = None
    if cur.name == "throw_failed":
        event = cur.take("throw_failed")
        cur.same(event, "seat", seat)
        attempt = cur.cards(event, "attempt")
        led = cur.cards(event, "led")
    play = cur.take("play")
    cur.same(play, "seat", seat)
    cards = cur.cards(play)
    tried = cards if attempt is None else attempt
    missing = _not_held(table, seat, tried)
    if missing:
        raise cur.stop(f"lead: {missing}")
    if not tried or not legal_lead(tried, table.frame):
        raise cur.stop(f"lead: {tried} may not be led (SJ-31)")
    verdict = check_lead(tried, [table.hands[s] for s in table.challengers()], table.frame)
    if attempt is None:
        if not verdict.stands:
            cur.fault(f"lead: {tried} does not stand (SJ-35)")
    else:
        table.failed.append(seat)
        if sorted(cards) != sorted(led):
            cur.fault(f"lead: {cards} instead of the forced {led} (SJ-37)")
        if verdict.stands:
            cur.fault(f"throw_failed: {tried} stands (SJ-35)")
        elif sorted(led) not in [sorted(c) for c in verdict.may_lead]:
            cur.fault(f"throw_failed: {led} forced, should be of {verdict.may_lead} (SJ-37)")
        if _not_held(table, seat, cards) or not cards or not legal_lead(cards, table.frame):
            raise cur.stop(f"lead: {cards} may not be led")
    _put(cur, table, cards)


def _not_held(table: Round, seat: int, cards: Sequence[str]) -> str | None:
    left = list(table.hands[seat])
    for card in cards:
        if card not in left:
            return f"seat {seat} does not hold {list(cards)}"
        left.remove(card)
    return None


def _put(cur: Cursor, table: Round, cards: Sequence[str]) -> None:
    friend = table.play(cards)
    if friend is not None:
        cur.same(cur.take("friend"), "seat", friend)


def _trick(cur: Cursor, table: Round) -> None:
    _lead(cur, table)
    while len(table.plays) < table.players:
        event = cur.take("play")
        cur.same(event, "seat", table.to_play)
        cards = cur.cards(event)
        seat = table.to_play
        held = _not_held(table, seat, cards)
        if held or len(cards) != len(table.plays[0]):
            raise cur.stop(f"play: {held or 'not as many cards as were led (SJ-30)'}")
        fault = Duty(table.plays[0], table.hands[seat], table.frame).fault(cards)
        if fault:
            cur.fault(f"play: seat {seat} {fault}")
        _put(cur, table, cards)
    winner, points = table.close_trick()
    event = cur.take("trick")
    cur.same(event, "winner", winner)
    cur.same(event, "points", points)


def _score(cur: Cursor, table: Round, match: _Match) -> None:
    right = table.result()
    event = cur.take("score")
    for name in (
        "trick_points",
        "kitty_points",
        "multiplier",
        "opponent_points",
        "swap",
        "gain",
        "next_dealer",
    ):
        cur.same(event, name, getattr(right, name))
    limit = last_rank(match.rules)
    shown: list[set[str]] = []
    for unit, change in enumerate(right.changes):
        old = match.standings[unit]
        new, passed = next_standing(old, change, match.rules)
        match.standings[unit] = new
        if passed:  # shown with its last rank: the one it stood on, or the one it passed
            match.passed.append(unit)
            shown.append({rank_of(old), str(limit)})
        else:
            shown.append({rank_of(new)})
    levels = cur.field(event, "levels", lambda v: isinstance(v, list))
    if len(levels) != len(shown) or any(a not in b for a, b in zip(levels, shown, strict=True)):
        cur.fault(f"score: levels {levels}, should be {[sorted(s) for s in shown]} (SJ-65)")
    match.shown = list(levels)
    match.dealer = right.next_dealer


def _round(cur: Cursor, match: _Match) -> None:
    rules = match.rules
    units = 5 if rules["players"] == 5 else 2
    event = cur.take("round")
    first = match.rounds == 0
    match.rounds += 1
    if first and match.given:
        levels = cur.field(event, "levels", lambda v: isinstance(v, list) and len(v) == units)
        match.standings = [standing_of(r) for r in levels]
        match.dealer = cur.field(
            event, "dealer", lambda v: v is None or v in range(rules["players"])
        )
    else:
        cur.same(event, "round", match.rounds)
    cur.same(event, "levels", [rank_of(s) for s in match.standings])
    cur.same(event, "dealer", match.dealer)
    unit = 0 if match.dealer is None else match.dealer % units
    rank = rank_of(match.standings[unit])
    if match.dealer is None and match.given:
        rank = cur.field(event, "rank", lambda v: v in list(RANKS))
    cur.same(event, "rank", rank)
    first_drawer, match.shuffler = check_first_drawer(
        cur, event, rules, match.dealer, match.shuffler
    )
    opening = Opening(rules, rank, match.dealer, first_drawer, match.given)
    table = referee_opening(cur, opening)
    while table.hands[table.leader]:
        _trick(cur, table)
    _score(cur, table, match)


def _end(cur: Cursor, match: _Match) -> None:
    event = cur.take("end")
    single = match.rules["players"] == 5
    ahead = match.passed or leaders(match.standings)
    cur.same(event, "winner", match_winner(ahead, len(match.standings), single))
    cur.same(event, "rounds", match.rounds)
    cur.same(event, "levels", match.shown)
    if cur.name:
        cur.at += 1
        cur.fault("lines after the end")


def referee(
    lines: Sequence[Event], *, given: bool = False, rounds_limit: int | None = None
) -> list[str]:
    """Faults of one match transcript; an empty list means there is none.

    `given` accepts cards laid out by hand (short hands, any stock, any levels at the start) and a
    transcript without an `end`. `rounds_limit` stops the match after that many rounds, as
    `max_rounds` would.
    """
    cur = Cursor(lines)
    try:
        event = cur.take("match")
        cur.same(event, "game", "shengji")
        cur.same(event, "format", 1)
        rules = dict(cur.field(event, "rules", lambda v: isinstance(v, dict)))
        faults = rule_faults(rules)
        if faults:
            raise cur.stop("match: " + "; ".join(faults))
        start = standing_of(rules["start_rank"])
        match = _Match(rules, given, [start] * (5 if rules["players"] == 5 else 2))
        limits = [n for n in (rules["max_rounds"], rounds_limit) if n is not None]
        while not match.passed and match.rounds < min(limits, default=match.rounds + 1):
            if given and match.rounds and not cur.name:
                return cur.faults
            _round(cur, match)
        if not (given and not cur.name):
            _end(cur, match)
    except ReadingError:
        pass
    return cur.faults

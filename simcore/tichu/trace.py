"""One match as events: for referees as dictionaries, for people as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from simcore.cards import rank_token
from simcore.options import as_json
from simcore.tichu import records as rec
from simcore.tichu.cards import SEATS, unpack
from simcore.tichu.combos.shape import KINDS
from simcore.tichu.engine import ROUND_LIMIT, Scratch, given_hands, play_round, policy_array
from simcore.tichu.policies import policy_name
from simcore.tichu.rules import Rules

Event = dict[str, Any]

NAMES = {
    int(rec.EVENT_TICHU): "tichu",
    int(rec.EVENT_PLAY): "play",
    int(rec.EVENT_BOMB): "bomb",
    int(rec.EVENT_PASS): "pass",
    int(rec.EVENT_WISH): "wish",
    int(rec.EVENT_OUT): "out",
    int(rec.EVENT_TRICK): "trick",
}


def _rank(value: int) -> int | float:
    """Rank as the transcript writes it: whole, or half for a lone Phoenix."""
    return value // 2 if value % 2 == 0 else value / 2


def _action(code: int, a: int, b: int, c: int) -> Event:
    """Event of one row that stands for itself."""
    event: Event = {"event": NAMES[code]}
    if code == rec.EVENT_TRICK:
        return {**event, "winner": a, "to": b, "points": c}
    event["seat"] = a
    if code in (rec.EVENT_PLAY, rec.EVENT_BOMB):
        event.update(cards=unpack(b), kind=KINDS[c & 15], rank=_rank(c >> 8 & 255))
        if code == rec.EVENT_PLAY:
            event["phoenix"] = rank_token(c >> 16) if c >> 16 else None
    elif code == rec.EVENT_WISH:
        event["rank"] = rank_token(b) if b else None
    elif code == rec.EVENT_OUT:
        event["place"] = b
    return event


def events_of(log: np.void) -> Iterator[Event]:
    """Read the events of a round, from its deal to its last trick.

    Parameters
    ----------
    log : records.LOG

    Yields
    ------
    dict
    """
    rows = log["rows"][: log["n"]].tolist()
    seats: list[tuple[list[str], ...]] = []
    for code, a, b, c, d in rows:
        if code == rec.EVENT_DEAL:
            seats.append((unpack(b), unpack(c)))
            if len(seats) == SEATS:
                first, rest = ([part[i] for part in seats] for i in (0, 1))
                yield {"event": "deal", "first": first, "rest": rest}
                seats = []
        elif code == rec.EVENT_GRAND:
            yield {"event": "grand", "calls": [s for s in range(SEATS) if a >> s & 1]}
        elif code == rec.EVENT_EXCHANGE:
            seats.append(([card for mask in (b, c, d) for card in unpack(mask)],))
            if len(seats) == SEATS:
                yield {"event": "exchange", "give": [part[0] for part in seats]}
                seats = []
        else:
            yield _action(code, a, b, c)


def score_event(record: np.void) -> Event:
    """Read the ``score`` event out of a record."""
    double = bool(record["double_victory"])
    return {
        "event": "score",
        "finish": [int(seat) for seat in record["finish"] if seat >= 0],
        "double_victory": double,
        "last_hand": None if double else int(record["last_hand"]),
        "cards": record["cards"].tolist(),
        "bets": record["bets"].tolist(),
        "score": record["score"].tolist(),
        "total": (record["total"] + record["score"]).tolist(),
    }


def transcript(
    seed: int, match: int, rules: Rules, policies: Sequence[int], rounds: int = 0,
    round_limit: int = ROUND_LIMIT, hands: Sequence[Iterable[int]] | None = None,
) -> list[Event]:  # fmt: skip
    """Play one match and return its events.

    Parameters
    ----------
    seed, match : int
    rules : Rules
    policies : sequence of int
        `Policy` of each seat.
    rounds, round_limit : int
        As for `engine.play`; the events are those of the match that `play` plays.
    hands : sequence of iterables of int, optional
        Card numbers of four hands; every round then starts from them, at the first lead.

    Returns
    -------
    list of dict
        From ``match`` to ``end``.

    Raises
    ------
    RoundError
        A round broke an invariant.
    """
    scratch = Scratch(rules)
    if hands is not None:
        scratch.given = given_hands(hands)
    events: list[Event] = [
        {
            "event": "match",
            "game": "tichu",
            "format": 1,
            "seed": int(seed),
            "match": int(match),
            "rules": as_json(rules),
            "policies": [policy_name(policy) for policy in policies],
        }
    ]
    seats = policy_array(policies)
    total, played = [0, 0], 0
    while True:
        record = play_round(scratch, seed, match, seats, played, total, rounds, round_limit)
        played += 1
        events.append({"event": "round", "round": played, "total": total})
        events += events_of(scratch.log[0])
        events.append(score_event(record))
        total = events[-1]["total"]
        if record["last"]:
            break
    winner = int(record["winner"])
    events.append(
        {
            "event": "end",
            "winner": winner if winner >= 0 else None,
            "rounds": played,
            "total": total,
        }
    )
    return events


def _cards(cards: Iterable[str]) -> str:
    return " ".join(cards)


def _play_line(event: Event) -> str:
    line = f"seat {event['seat']}: {_cards(event['cards'])}"
    if len(event["cards"]) > 1:
        line += f"  ({event['kind'].replace('_', ' ')})"
    if event.get("phoenix"):
        line += f"  Phoenix = {event['phoenix']}"
    return line


_LINES: dict[str, Callable[[Event], str]] = {
    "match": lambda e: f"Tichu, seed {e['seed']}, match {e['match']}: {', '.join(e['policies'])}",
    "round": lambda e: f"\nround {e['round']} at {e['total'][0]} : {e['total'][1]}",
    "deal": lambda e: "\n".join(
        f"  seat {seat} holds {_cards(first)} | {_cards(rest)}"
        for seat, (first, rest) in enumerate(zip(e["first"], e["rest"], strict=True))
    ),
    "grand": lambda e: "Grand Tichu: " + (", ".join(f"seat {s}" for s in e["calls"]) or "nobody"),
    "tichu": lambda e: f"seat {e['seat']} calls Tichu",
    "exchange": lambda e: "\n".join(
        f"  seat {seat} gives {cards[0]} to the next, {cards[1]} to the partner, "
        f"{cards[2]} to the previous seat"
        for seat, cards in enumerate(e["give"])
    ),
    "play": _play_line,
    "bomb": lambda e: _play_line(e) + "  out of turn",
    "pass": lambda e: f"seat {e['seat']} passes",
    "wish": lambda e: f"seat {e['seat']} wishes {e['rank'] or 'nothing'}",
    "out": lambda e: f"seat {e['seat']} is out, place {e['place']}",
    "trick": lambda e: (
        f"  trick of {e['points']} points to seat {e['winner']}"
        + (f", given to seat {e['to']}" if e["to"] != e["winner"] else "")
    ),
    "score": lambda e: (
        f"  score {e['score'][0]} : {e['score'][1]} (cards {e['cards'][0]} : {e['cards'][1]}, "
        f"bets {e['bets'][0]} : {e['bets'][1]}"
        + (", double victory)" if e["double_victory"] else ")")
    ),
    "end": lambda e: (
        f"\n{'drawn' if e['winner'] is None else 'team ' + str(e['winner']) + ' wins'} after "
        f"{e['rounds']} rounds at {e['total'][0]} : {e['total'][1]}"
    ),
}


def text(events: Iterable[Event]) -> str:
    """Write the events of a match for people, a line an action.

    Parameters
    ----------
    events : iterable of dict
        From `transcript`.
    """
    return "\n".join(_LINES[event["event"]](event) for event in events)

"""The referee: reads one transcript and names what the rules do not allow in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .match import Match
from .options import rule_faults
from .table import Event, Fault, Play

SEAT, CARDS = "seat", "cards"
# event -> its fields, each a type, SEAT or CARDS; more fields may be present
FIELDS: dict[str, dict[str, Any]] = {
    "match": {
        "game": str,
        "format": int,
        "seed": int,
        "match": int,
        "rules": dict,
        "policies": list,
    },
    "partnership": {"draws": list},
    "round": {"round": int, "game": int, "total": list},
    "kai_pai": {"turns": list, "first_drawer": SEAT},
    "drawer": {"by": SEAT, "first_drawer": SEAT},
    "deal": {"hands": list},
    "threes": {"seat": SEAT},
    "revolution": {"seat": SEAT},
    "liberation": {"seat": SEAT, "receiver": SEAT},
    "waive": {"giver": SEAT, "receiver": SEAT},
    "tribute": {"giver": SEAT, "receiver": SEAT, "cards": CARDS, "back": CARDS},
    "play": {"seat": SEAT, "cards": CARDS, "gouji": bool},
    "pass": {"seat": SEAT},
    "shao": {"seat": SEAT, "attacker": SEAT, "form": str, "chain": list},
    "interrupt": {"seat": SEAT, "cards": CARDS, "gouji": bool},
    "rang": {"asker": SEAT, "asked": SEAT, "granted": bool},
    "clear": {"seat": SEAT},
    "wind": {"seat": SEAT},
    "out": {"seat": SEAT, "place": int},
    "score": {"finish": list, "doubled": bool, "points": list, "total": list},
    "end": {"winner": (int, type(None)), "rounds": int, "total": list},
}


def _is_card_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) for card in value)


def _fits(value: object, kind: Any) -> bool:
    if kind == SEAT:
        return type(value) is int and 0 <= value <= 5
    if kind == CARDS:
        return _is_card_list(value)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return type(value) in kinds


def _is_turn(value: object) -> bool:
    return isinstance(value, dict) and _fits(value.get("seat"), SEAT) and "card" in value


def _is_draw(value: object) -> bool:
    return isinstance(value, dict) and all(str(seat) in set("012345") for seat in value)


def shape_faults(event: Event) -> list[str]:
    """Name the fields of an event that are missing or of a wrong type."""
    name = event.get("event")
    fields = FIELDS.get(str(name))
    if fields is None:
        return [f"unknown event {name!r}"]
    faults = [
        f"{name}: {field} is {event.get(field, 'absent')!r}"
        for field, kind in fields.items()
        if field not in event or not _fits(event[field], kind)
    ]
    if faults:
        return faults
    deep = {
        "deal": lambda: all(map(_is_card_list, event["hands"])),
        "shao": lambda: all(map(_is_card_list, event["chain"])),
        "kai_pai": lambda: all(map(_is_turn, event["turns"])),
        "partnership": lambda: all(map(_is_draw, event["draws"])),
    }
    return [] if deep.get(str(name), lambda: True)() else [f"{name}: malformed list"]


class ScriptEnd(Exception):  # noqa: N818
    """A transcript stops without a fault where something more would have to come."""


class Reader:
    """The source that reads acts from a transcript and compares consequences with it."""

    def __init__(self, lines: list[Event], first_line: int = 1) -> None:
        self.lines = lines
        self.place = 0
        self.first_line = first_line
        self.branches: set[str] = set()

    @property
    def line(self) -> int:
        """Number of the line read last."""
        return self.first_line + self.place - 1

    def _peek(self) -> Event:
        if self.place >= len(self.lines):
            raise ScriptEnd
        return self.lines[self.place]

    def act(self, ask: str, names: tuple[str, ...], state: Any, **known: Any) -> Event:
        """Return the next line, which must be one of the named events."""
        event = self._peek()
        self.place += 1
        if event["event"] not in names:
            raise Fault(f"{event['event']} where {' or '.join(names)} is due ({ask})")
        return event

    def may(self, ask: str, name: str, state: Any, **known: Any) -> Event | None:
        """Return the next line if it is the named event, else leave it."""
        if self.place >= len(self.lines) or self._peek()["event"] != name:
            return None
        return self.act(ask, (name,), state, **known)

    def emit(self, event: Event) -> None:
        """Compare a consequence with the next line."""
        found = self._peek()
        self.place += 1
        wrong = {name: found.get(name) for name in event if found.get(name) != event[name]}
        if wrong:
            told = {name: event[name] for name in wrong}
            raise Fault(f"{found['event']} {wrong} where {event['event']} {told} follows")


def referee(lines: Iterable[Event], *, full_deal: bool = True) -> list[str]:
    """Check the transcript of one match against the rules its first line states.

    Parameters
    ----------
    lines : iterable of dict
        The events, first to last.
    full_deal : bool
        True where every deal must be the 216 cards in hands of 36; False accepts given hands, which
        may be short and of unequal length but hold no card more than four times.

    Returns
    -------
    list of str
        What is wrong, with line numbers from 1.  Play cannot be followed past its first fault.
        Empty if there is none.
    """
    events = list(lines)
    faults = [
        f"line {number}: {fault}"
        for number, event in enumerate(events, 1)
        for fault in shape_faults(event)
    ]
    if faults or not events:
        return faults or ["the transcript is empty"]
    head = events[0]
    if head["event"] != "match":
        return ["line 1: a transcript starts with the match event"]
    if head["game"] != "gouji" or head["format"] != 1:
        return [f"line 1: game {head['game']} in format {head['format']} is not known"]
    faults = [f"line 1: {fault}" for fault in rule_faults(head["rules"])]
    if faults:
        return faults
    reader = Reader(events[1:], first_line=2)
    rules = {"max_rounds": None} | head["rules"]
    try:
        Match(reader, rules, full_deal).run()
    except Fault as fault:
        return [f"line {reader.line}: {fault}"]
    except ScriptEnd:
        return [f"line {len(events)}: the transcript stops before the match does"]
    if reader.place < len(reader.lines):
        return [f"line {reader.line + 1}: something follows the end of the match"]
    return []


def follow(play: Play, leader: int, events: list[Event]) -> str | None:
    """Follow a piece of a round from a lead on; return its fault, None if there is none.

    `play` has a `Reader` of the same events as its source, and is left where the events stop.
    """
    reader = play.source
    assert isinstance(reader, Reader)
    try:
        play.run(leader)
    except ScriptEnd:
        return None
    except Fault as fault:
        return f"event {reader.place}: {fault}"
    return None if reader.place == len(events) else "the round is over before the events are"

"""Reading a transcript event by event, and noting what is wrong with it."""

from collections.abc import Callable, Sequence
from typing import Any

from .cards import KINDS

Event = dict[str, Any]


class ReadingError(Exception):
    """The transcript cannot be followed any further."""


class Cursor:
    """A place in a list of events; faults carry the number of the line they were found at."""

    def __init__(self, lines: Sequence[Event]) -> None:
        self.lines = lines
        self.at = 0
        self.faults: list[str] = []

    @property
    def name(self) -> str:
        """Name of the next event, empty at the end."""
        if self.at >= len(self.lines):
            return ""
        line = self.lines[self.at]
        return str(line.get("event", "")) if isinstance(line, dict) else ""

    def fault(self, text: str) -> None:
        self.faults.append(f"line {self.at}: {text}")

    def stop(self, text: str) -> ReadingError:
        self.fault(text)
        return ReadingError(text)

    def take(self, name: str) -> Event:
        """The next event, which must be a `name`."""
        if self.name != name:
            found = self.name or "the end"
            self.at += 1
            raise self.stop(f"expected {name}, found {found}")
        self.at += 1
        return self.lines[self.at - 1]

    def field(self, event: Event, name: str, fits: Callable[[Any], bool]) -> Any:
        if name not in event or not fits(event[name]):
            raise self.stop(f"{event.get('event')}: {name} is {event.get(name, 'absent')!r}")
        return event[name]

    def number(self, event: Event, name: str) -> int:
        return int(self.field(event, name, lambda v: type(v) is int))

    def seat(self, event: Event, name: str, players: int) -> int:
        return int(self.field(event, name, lambda v: type(v) is int and 0 <= v < players))

    def cards(self, event: Event, name: str = "cards") -> list[str]:
        return list(self.field(event, name, are_cards))

    def same(self, event: Event, name: str, right: Any) -> None:
        """Note a fault where a field is not what the rules make it."""
        if name not in event:
            raise self.stop(f"{event.get('event')}: {name} is absent")
        if event[name] != right or type(event[name]) is not type(right):
            self.fault(f"{event['event']}: {name} is {event[name]!r}, should be {right!r}")


def are_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(c, str) and c in KINDS for c in value)

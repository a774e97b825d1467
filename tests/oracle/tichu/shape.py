"""What the fields of an event must look like before any rule can be asked."""

from typing import Any

from .cards import DECK, RANK_NUMBER

Event = dict[str, Any]


class FaultError(Exception):
    """An event the rules do not allow; nothing after it can be judged."""


def need(ok: bool, text: str) -> None:
    """Raise a fault unless `ok`."""
    if not ok:
        raise FaultError(text)


def seat_in(event: Event, key: str = "seat") -> int:
    """The seat an event names."""
    seat = event.get(key)
    if type(seat) is not int or not 0 <= seat <= 3:
        raise FaultError(f"{key} {seat!r} is no seat")
    return seat


def seats_in(event: Event, key: str) -> list[int]:
    """A list of different seats."""
    seats = event.get(key)
    if not isinstance(seats, list) or any(type(s) is not int or not 0 <= s <= 3 for s in seats):
        raise FaultError(f"{key} {seats!r} is no list of seats")
    need(len(set(seats)) == len(seats), f"a seat occurs twice in {seats} (TI-9)")
    return seats


def cards_from(value: Any) -> list[str]:
    """A list of different cards of the deck."""
    if not isinstance(value, list) or any(not isinstance(c, str) or c not in DECK for c in value):
        raise FaultError(f"{value!r} is no list of cards")
    need(len(set(value)) == len(value), f"a card occurs twice in {value} (TI-2)")
    return value


def four_lists(event: Event, key: str) -> list[list[str]]:
    """One list of different cards a seat."""
    value = event.get(key)
    if not isinstance(value, list) or len(value) != 4:
        raise FaultError(f"{key} should hold a list for each of four seats")
    return [cards_from(cards) for cards in value]


def rank_in(event: Event, key: str) -> str | None:
    """A rank token 2..A, or ``None``."""
    rank = event.get(key)
    if rank is not None and (not isinstance(rank, str) or rank not in RANK_NUMBER):
        raise FaultError(f"{key} {rank!r} is no rank")
    return rank

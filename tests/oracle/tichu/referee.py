"""The referee over whole transcripts: a match, or a single round."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from .rules import DEFAULTS, Rules, rule_faults
from .scoring import match_over
from .shape import Event, FaultError
from .state import Round

Hands = Sequence[Sequence[str]]


def _events(lines: Iterable[Event | str]) -> list[Event]:
    return [json.loads(line) if isinstance(line, str) else line for line in lines]


def _start_faults(event: Any) -> list[str]:
    """What is wrong with the first line, rules included."""
    if not isinstance(event, dict):
        return ["event 1: is no event"]
    faults = []
    for key, value in (("event", "match"), ("game", "tichu"), ("format", 1)):
        if event.get(key) != value:
            faults.append(f"event 1: {key} is {event.get(key)!r}, should be {value!r}")
    for key in ("seed", "match"):
        if type(event.get(key)) is not int:
            faults.append(f"event 1: {key} is no integer")
    if not isinstance(event.get("policies"), list) or len(event["policies"]) != 4:
        faults.append("event 1: policies should name four")
    rules = event.get("rules")
    if not isinstance(rules, dict):
        return [*faults, "event 1: rules are missing"]
    return faults + [f"event 1: {text}" for text in rule_faults(rules)]


def referee(
    lines: Iterable[Event | str],
    *,
    hands: Hands | None = None,
    leader: int | None = None,
    stop_after: int | None = None,
) -> list[str]:
    """Check the transcript of one match against every clause a bystander can check.

    Parameters
    ----------
    lines : iterable of dict or str
        The events in order, ``match`` to ``end``, as dicts or as JSON lines.
    hands : four lists of str, optional
        Every round starts from these hands, which may be short; ``deal``, ``grand`` and
        ``exchange`` may then be missing.
    leader : int, optional
        Who leads given hands without the Mah Jong (seat 0 unless given).
    stop_after : int, optional
        The match is of exactly that many rounds.

    Returns
    -------
    list of str
        Faults, each with its place and clause; empty for a clean match. After a fault that
        leaves the position unknown the rest is not judged.
    """
    events = _events(lines)
    if not events:
        return ["the transcript is empty"]
    faults = _start_faults(events[0])
    if faults:
        return faults
    rules: Rules = {k: v for k, v in events[0]["rules"].items() if k in DEFAULTS}
    total, played = [0, 0], 0
    now: Round | None = None
    over: tuple[bool, int | None] = (False, None)
    ended = False
    for number, event in enumerate(events[1:], start=2):
        name = event.get("event") if isinstance(event, dict) else None
        where = f"round {played + (now is not None)}, event {number} ({name})"
        try:
            if ended:
                raise FaultError("nothing follows the end")
            if not isinstance(event, dict):
                raise FaultError("is no event")
            if name == "round":
                if now is not None:
                    raise FaultError("the round before has no score yet")
                if over[0]:
                    raise FaultError("the match has ended (TI-54 to TI-56)")
                found: tuple[Any, Any] = (event.get("round"), event.get("total"))
                if found != (played + 1, total):
                    faults.append(f"{where}: should be round {played + 1} at {total} (TI-53)")
                now = Round(rules, total, hands, leader)
            elif name == "end":
                if now is not None or not over[0]:
                    raise FaultError("the match has not ended (TI-54 to TI-56)")
                expected = {"winner": over[1], "rounds": played, "total": total}
                faults += [
                    f"{where}: {key} is {event.get(key)!r}, should be {value} (TI-54 to TI-56)"
                    for key, value in expected.items()
                    if key not in event or event[key] != value
                ]
                ended = True
            elif now is None:
                raise FaultError("belongs into a round")
            else:
                now.feed(event)
                faults += [f"{where}: {text}" for text in now.notes]
                now.notes.clear()
                if now.stage == "done":
                    total, played, now = now.total, played + 1, None
                    over = match_over(total, played, rules, stop_after)
        except FaultError as fault:
            return [*faults, f"{where}: {fault}"]
    if not ended:
        faults.append("the transcript has no end event")
    return faults


def referee_round(
    lines: Iterable[Event | str],
    rules: Rules,
    *,
    hands: Hands | None = None,
    leader: int | None = None,
    total: Sequence[int] = (0, 0),
) -> list[str]:
    """Check the events of one round, without the frame of a match.

    Parameters
    ----------
    lines : iterable of dict or str
        Events up to ``score``; a leading ``round`` event is skipped.
    rules : dict
        All options; inert labels may be among them.
    hands, leader
        See `referee`.
    total : sequence of int
        Totals before the round.

    Returns
    -------
    list of str
        Faults; empty for a clean round.
    """
    now = Round({k: v for k, v in rules.items() if k in DEFAULTS}, total, hands, leader)
    faults: list[str] = []
    for number, event in enumerate(_events(lines), start=1):
        name = event.get("event") if isinstance(event, dict) else None
        if number == 1 and name == "round":
            continue
        try:
            if name is None:
                raise FaultError("is no event")
            now.feed(event)
        except FaultError as fault:
            return [*faults, f"event {number} ({name}): {fault}"]
        faults += [f"event {number} ({name}): {text}" for text in now.notes]
        now.notes.clear()
    if now.stage != "done":
        faults.append("the round has no score event")
    return faults

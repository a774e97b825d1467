"""Short notation for pieces of a Gou Ji round, for the scenario tests.

``0: K K`` a play, ``0! K K`` a play that starts a Gou Ji, ``0 pass``, ``clear 0``, ``wind 0``,
``out 0 1``, ``shao 1 0 A / A A / 5 5``, ``cut 0! 2 2`` an interruption, ``rang 0 4 yes``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .gouji import Play, Reader, follow, full_rules
from .gouji.options import Rules
from .gouji.table import Event

PLENTY = "3 3 3 4 4 4"  # what a seat holds that a scenario does not speak of


def parse(text: str) -> Event:
    """Turn a line of the notation into an event."""
    name, _, rest = text.partition(" ")
    if name in ("clear", "wind"):
        return {"event": name, "seat": int(rest)}
    if name == "out":
        numbers = [int(number) for number in rest.split()]
        return {"event": "out", "seat": numbers[0], "place": numbers[1]}
    if name == "shao":
        head, *chain = rest.split(" / ")
        seat, attacker, form = head.split()
        cut = [part.split() for part in chain]
        start = {"event": "shao", "seat": int(seat), "attacker": int(attacker)}
        return {**start, "form": form, "chain": cut}
    if name == "rang":
        asker, asked, answer = rest.split()
        pair = {"asker": int(asker), "asked": int(asked)}
        return {"event": "rang", **pair, "granted": answer == "yes"}
    if name == "cut":
        return parse(rest) | {"event": "interrupt"}
    if rest == "pass":
        return {"event": "pass", "seat": int(name)}
    play = {"event": "play", "seat": int(name[0]), "cards": rest.split()}
    return play | {"gouji": name[1] == "!"}


@dataclass
class Script:
    """A piece of a round: hands by seat, who is out already, the acts so far."""

    hands: dict[int, str]
    acts: list[str]
    rules: Rules = field(default_factory=dict)
    out: tuple[int, ...] = ()
    leader: int | None = None

    def play(self, *more: str) -> tuple[str | None, Play]:
        """Follow the acts and some more; return the fault and the state reached."""
        events = [parse(text) for text in [*self.acts, *more]]
        hands = [
            Counter(self.hands.get(seat, "" if seat in self.out else PLENTY).split())
            for seat in range(6)
        ]
        play = Play(Reader(events), full_rules(self.rules), hands)
        play.finish = list(self.out)
        leader = events[0]["seat"] if self.leader is None else self.leader
        return follow(play, leader, events), play

    def allows(self, *more: str) -> bool:
        """Tell whether the acts, and these after them, are all in order."""
        return self.play(*more)[0] is None


def turned(lines: list[Event], step: int) -> list[Event]:
    """Turn the table: seat s becomes s + step; an even step keeps the teams."""
    names = ("seat", "first_drawer", "by", "giver", "receiver", "attacker", "asker", "asked")
    out = []
    for line in lines:
        new = {key: (value + step) % 6 if key in names else value for key, value in line.items()}
        if "hands" in new:
            new["hands"] = [line["hands"][(seat - step) % 6] for seat in range(6)]
        if "finish" in new:
            new["finish"] = [(seat + step) % 6 for seat in line["finish"]]
        if "turns" in new:
            new["turns"] = [t | {"seat": (t["seat"] + step) % 6} for t in line["turns"]]
        if "draws" in new:
            new["draws"] = [
                {str((int(seat) + step) % 6): card for seat, card in draw.items()}
                for draw in line["draws"]
            ]
        out.append(new)
    return out

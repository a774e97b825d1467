"""The play of one round, from the first lead to the Big Loser (GJ-19, GJ-20, GJ-38 to GJ-60).

The flow is written once.  A *source* gives the acts: the referee's source reads a transcript, the
simulator's invents one; every act is checked here, whoever gives it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from .cards import NATURALS, SEATS, WILDS, around, duimen, same_team
from .combos import Combo, beats, classify, triggers
from .options import Rules
from .order import Order, View
from .shao import announcers, division_fault, interrupters, without

Event = dict[str, Any]


class Fault(Exception):  # noqa: N818
    """An act, or a recorded consequence, that the rules do not allow."""


class RoundEnd(Exception):  # noqa: N818
    """The last play ended the round."""


class Source(Protocol):
    """Where acts come from and consequences go to."""

    def act(self, ask: str, names: tuple[str, ...], state: Any, **known: Any) -> Event:
        """Return the next act, an event of one of the names."""

    def may(self, ask: str, name: str, state: Any, **known: Any) -> Event | None:
        """Return the next act if it is an event of that name; None where all decline."""

    def emit(self, event: Event) -> None:
        """State a consequence."""


def need(condition: object, text: str) -> None:
    """Raise a fault unless the condition holds."""
    if not condition:
        raise Fault(text)


def combo_in(event: Event, hand: Counter[str]) -> Combo:
    """Return the combination an event lays, which the hand must hold (GJ-21)."""
    cards = event["cards"]
    need(all(card in NATURALS or card in WILDS for card in cards), f"{cards} are not all ranks")
    combo = classify(cards)
    if combo is None:
        raise Fault(f"{cards} is no combination")
    need(Counter(cards) <= hand, f"seat {event['seat']} does not hold {cards}")
    return combo


class Play:
    """State of the play of one round; `run` plays it and returns the finishing order."""

    def __init__(self, source: Source, rules: Rules, hands: list[Counter[str]]) -> None:
        self.source = source
        self.rules = rules
        self.hands = [+hand for hand in hands]
        self.finish: list[int] = []
        self.marks: set[int] = set()
        self.table: Combo | None = None
        self.owner = self.last = -1
        self.bound: int | None = None  # granted a Rang Pai, so he has to pass (GJ-55)
        self.order = Order()

    # -- state ---------------------------------------------------------------------------------

    @property
    def active(self) -> set[int]:
        """Seats that hold cards."""
        return {seat for seat in SEATS if self.hands[seat]}

    def view(self) -> View:
        """Return what decides whose turn it is."""
        free = self.rules["endgame_order"] == "team_choice"
        return View(frozenset(self.active), frozenset(self.marks), self.owner, self.last, free)

    def is_over(self) -> bool:
        """Tell whether the round ends now (GJ-60)."""
        left = self.active
        if self.rules["stop_when_team_out"] and len({seat % 2 for seat in left}) < 2:
            return True
        return len(left) <= 1

    def ranking(self) -> list[int]:
        """Return the finishing order, players with cards last, the fewer the better (GJ-60)."""
        left = sorted(self.active, key=lambda seat: (self.hands[seat].total(), seat))
        return self.finish + left

    def opens_gouji(self, seat: int, combo: Combo) -> bool:
        """Tell whether a lead or a normal reply, not yet laid, starts a Gou Ji (GJ-36, GJ-38)."""
        goes_out = combo.size == self.hands[seat].total()
        left = len(self.active) - goes_out
        return (
            triggers(combo, self.rules)
            and duimen(seat) in self.active
            and left >= self.rules["gouji_min_active"]
            and not (goes_out and self.rules["gouji_on_last_play"] == "normal_play")
        )

    def lay(self, seat: int, combo: Combo) -> None:
        """Take a combination from a hand and lay it on the table."""
        self.hands[seat] = without(self.hands[seat], combo)
        self.table, self.owner, self.last = combo, seat, seat
        self.marks.discard(seat)
        if not self.hands[seat]:
            self.finish.append(seat)
            self.source.emit({"event": "out", "seat": seat, "place": len(self.finish)})
            if self.is_over():
                raise RoundEnd

    def laid(self, event: Event) -> Combo:
        """Return the combination of a reply, which must beat the table."""
        combo = combo_in(event, self.hands[event["seat"]])
        assert self.table is not None
        need(beats(self.table, combo, self.rules), f"{event['cards']} does not beat the table")
        return combo

    # -- flow ----------------------------------------------------------------------------------

    def run(self, leader: int) -> list[int]:
        """Play until the round is over and return the six seats in finishing order."""
        try:
            while True:
                leader = self.lead(leader)
        except RoundEnd:
            return self.ranking()

    def wipe(self) -> None:
        """Clear the table and all pass marks."""
        self.marks, self.table, self.bound = set(), None, None

    def clear(self, seat: int) -> int:
        """Let a seat clear the table and lead (GJ-45)."""
        self.source.emit({"event": "clear", "seat": seat})
        return seat

    def close(self) -> int:
        """Nobody beats the table: the owner leads, or the wind is caught (GJ-45, GJ-56)."""
        if self.owner in self.active:
            return self.clear(self.owner)
        heirs = [seat for seat in around(self.owner + 1) if seat in self.active]
        if self.rules["wind_catcher"] == "next_teammate":
            heirs = [seat for seat in heirs if same_team(seat, self.owner)] or heirs
        self.source.emit({"event": "wind", "seat": heirs[0]})
        return heirs[0]

    def lead(self, seat: int) -> int:
        """Play from a lead to the clear; return the next leader (GJ-19)."""
        self.wipe()
        event = self.source.act("lead", ("play",), self, seats=[seat])
        need(event["seat"] == seat, f"seat {seat} has the lead")
        combo = combo_in(event, self.hands[seat])
        ended = self.settle(event, combo)
        return self.normal() if ended is None else ended

    def settle(self, event: Event, combo: Combo) -> int | None:
        """Lay a lead or a normal reply; return the next leader if a Gou Ji decides it."""
        seat = event["seat"]
        starts = self.opens_gouji(seat, combo)
        need(event["gouji"] is starts, f"gouji should be {starts}")
        asked = self.rang_seat(seat)
        self.lay(seat, combo)
        if starts and seat not in self.active:
            return self.last_word(duimen(seat))
        if starts:
            return self.duel(seat)
        if asked is not None:
            asker = duimen(seat)
            request = self.source.may("rang", "rang", self, asker=asker, asked=asked)
            if request is not None:
                need(request["asker"] == asker, f"only seat {asker} may ask for a Rang Pai")
                need(request["asked"] == asked, f"only seat {asked} may be asked")
                self.bound = asked if request["granted"] else None
        return None

    def rang_seat(self, seat: int) -> int | None:
        """Return who could be asked to pass once `seat` has replied, or None (GJ-55)."""
        asker, active = duimen(seat), self.active
        between = {(asker + 1) % 6, (asker + 2) % 6}
        asked = (asker + 4) % 6
        fits = (
            self.rules["rang_pai"] == "signal"
            and self.table is not None
            and self.owner == asker
            and {asker, asked} <= active
            and between <= active & self.marks
            and asked not in self.marks
        )
        return asked if fits else None

    def normal(self) -> int:
        """Ask for replies until none is left; return the next leader (GJ-20, GJ-44, GJ-45)."""
        self.order = Order()
        while True:
            options = self.order.options(self.view())
            if not options:
                return self.close()
            event = self.source.act("reply", ("play", "pass"), self, seats=list(options))
            seat = event["seat"]
            need(seat in options, f"seat {seat} acts, but the turn is at {sorted(options)}")
            options[seat]()
            self.last = seat
            if event["event"] == "pass":
                self.marks.add(seat)
                self.bound = None if self.bound == seat else self.bound
                continue
            need(seat != self.bound, f"seat {seat} granted a Rang Pai and has to pass")
            ended = self.settle(event, self.laid(event))
            if ended is not None:
                return ended

    def duel(self, starter: int) -> int:
        """Play a Gou Ji; return the next leader (GJ-40 to GJ-43)."""
        self.bound = None
        turn = duimen(starter)
        window = True
        while True:
            assert self.table is not None
            if self.table.reds:
                return self.clear(self.owner)
            run = self.window() if window else None
            if run is not None:
                return self.shao(run)
            event = self.source.act("duel", ("play", "pass"), self, seats=[turn])
            need(event["seat"] == turn, f"seat {turn} has to answer in the duel")
            if event["event"] == "pass":
                self.marks.add(turn)
                second = self.rules["shao_window"] == "after_duimen_pass"
                run = self.window() if second and turn == duimen(starter) else None
                return self.clear(self.owner) if run is None else self.shao(run)
            self.answer(event)
            if turn not in self.active:
                return self.leave_duel(duimen(turn))
            turn = duimen(turn)
            window = self.rules["shao_window"] == "every_duel_play"

    def answer(self, event: Event) -> None:
        """Lay an answer inside a duel, which starts no Gou Ji of its own."""
        combo = self.laid(event)
        need(event["gouji"] is False, "an answer inside a duel starts no Gou Ji")
        self.lay(event["seat"], combo)

    def leave_duel(self, other: int) -> int:
        """Go on after a duellist went out by a play in the duel (GJ-43)."""
        if self.rules["gouji_exit"] == "opponent_only":
            return self.last_word(other)
        self.marks.discard(other)
        return self.normal()

    def last_word(self, seat: int) -> int:
        """Let one seat alone answer a last play; if he beats it he leads (GJ-38, GJ-43)."""
        assert self.table is not None
        if self.table.reds:
            return self.close()
        event = self.source.act("last_word", ("play", "pass"), self, seats=[seat])
        need(event["seat"] == seat, f"only seat {seat} may answer this last play")
        if event["event"] == "play":
            self.answer(event)
        return self.close()

    # -- Shao Pai ------------------------------------------------------------------------------

    def window(self) -> Event | None:
        """Ask the opponents of the table's owner for a Shao Pai (GJ-46 to GJ-48)."""
        table, attacker = self.table, self.owner
        assert table is not None
        seats = announcers(attacker, self.active, self.marks, self.rules)
        event = self.source.may("shao", "shao", self, seats=seats)
        if event is None:
            return None
        seat = event["seat"]
        need(event["attacker"] == attacker, f"the attacker is seat {attacker}")
        need(seat in seats, f"seat {seat} may not announce Shao Pai")
        chain = [classify(cards) for cards in event["chain"]]
        combos = [combo for combo in chain if combo is not None]
        need(len(combos) == len(chain), "the division holds something that is no combination")
        fault = division_fault(self.hands[seat], table, combos, event["form"], self.rules)
        need(fault is None, str(fault))
        return event

    def shao(self, event: Event) -> int:
        """Play an announced run; return the next leader (GJ-49 to GJ-53)."""
        seat, attacker, chain = event["seat"], event["attacker"], event["chain"]
        for place, cards in enumerate(chain):
            if place:
                self.clear(seat)
                self.wipe()
            played = self.source.act("run", ("play",), self, seats=[seat], cards=cards)
            combo = combo_in(played, self.hands[seat]) if played["seat"] == seat else None
            need(combo == classify(cards), f"seat {seat} has to play {cards} of his Shao Pai")
            need(played["gouji"] is False, "the plays of a Shao Pai start no Gou Ji")
            assert combo is not None
            self.lay(seat, combo)
            if place == len(chain) - 1:
                break
            seats = interrupters(seat, attacker, self.active, self.marks, self.rules)
            broken = self.source.may("interrupt", "interrupt", self, seats=seats, run=event)
            if broken is not None:
                need(broken["seat"] in seats, f"seat {broken['seat']} may not interrupt")
                return self.interrupt(broken, event)
        return self.normal()

    def interrupt(self, event: Event, run: Event) -> int:
        """Break a run; return the next leader (GJ-50, GJ-52)."""
        seat = event["seat"]
        combo = self.laid(event)
        starts = self.interrupt_opens_gouji(seat, combo, run["form"])
        need(event["gouji"] is starts, f"gouji should be {starts}")
        self.lay(seat, combo)
        self.marks.discard(run["seat"])
        return self.duel(seat) if starts else self.normal()

    def interrupt_opens_gouji(self, seat: int, combo: Combo, form: str) -> bool:
        """Tell whether breaking a run with a combination starts a Gou Ji (GJ-50, GJ-52)."""
        if form == "B" and self.rules["shao_chain_break"] == "normal_rotation":
            return False
        return combo.size < self.hands[seat].total() and duimen(seat) in self.active

"""Tribute before the second and later rounds of a game (GJ-64 to GJ-70)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .cards import duimen, highest, same_team
from .options import Rules
from .table import Event, Source, need


class Exchange(NamedTuple):
    """A duty: `giver` hands `n_cards` cards to `receiver`, who returns as many."""

    giver: int
    receiver: int
    n_cards: int


def is_sweep(finish: list[int]) -> bool:
    """Tell whether one team took the first three places."""
    return len({seat % 2 for seat in finish[:3]}) == 1


def duties(finish: list[int], rules: Rules) -> list[list[list[Exchange]]]:
    """Return the stages of tribute; a stage lists the alternatives, each a list of exchanges."""
    first, second, fifth, sixth = finish[0], finish[1], finish[4], finish[5]
    usual = [Exchange(sixth, first, 2), Exchange(fifth, second, 1)]
    swapped = [Exchange(fifth, first, 2), Exchange(sixth, second, 1)]
    opposite = [Exchange(seat, duimen(seat), 1) for seat in finish[3:]]
    if is_sweep(finish) and rules["sweep_tribute"] == "opposite_one":
        return [[opposite]]
    if is_sweep(finish) and rules["sweep_tribute"] == "additional":
        return [[usual], [opposite]]
    if not same_team(fifth, sixth) or rules["loser_swap"] == "never":
        return [[usual]]
    return [[swapped]] if rules["loser_swap"] == "always" else [[usual, swapped]]


class Tribute:
    """The exchanges of one deal; `run` carries them out on the hands."""

    def __init__(
        self, source: Source, rules: Rules, hands: list[Counter[str]], finish: list[int]
    ) -> None:
        self.source = source
        self.rules = rules
        self.hands = hands
        self.dealt = [hand.copy() for hand in hands]
        self.kept = [hand.copy() for hand in hands]  # dealt and not given away
        self.stages = duties(finish, rules)

    def is_liberated(self, seat: int) -> bool:
        """Tell whether a seat was dealt all four red jokers and so refuses (GJ-69)."""
        return self.rules["liberation"] == "on" and self.dealt[seat]["RJ"] == 4

    def outcomes(self, exchange: Exchange) -> set[str]:
        """Return what may become of a duty: ``waive``, ``liberation`` or ``tribute``."""
        rest = "liberation" if self.is_liberated(exchange.giver) else "tribute"
        choice = self.rules["same_team_tribute"]
        if not same_team(exchange.giver, exchange.receiver) or choice == "exchange":
            return {rest}
        return {"waive"} if choice == "waive" else {"waive", rest}

    def run(self) -> None:
        """Ask for the exchanges, stage by stage, in any order within a stage."""
        for alternatives in self.stages:
            left = [list(exchanges) for exchanges in alternatives]
            while all(left):
                event = self.source.act(
                    "tribute", ("tribute", "waive", "liberation"), self, left=left
                )
                exchange = self._named(event, left)
                left = [
                    [other for other in exchanges if other != exchange]
                    for exchanges in left
                    if exchange in exchanges
                ]
                self._carry_out(event, exchange)

    @staticmethod
    def _named(event: Event, left: list[list[Exchange]]) -> Exchange:
        giver = event["seat" if event["event"] == "liberation" else "giver"]
        pair = (giver, event["receiver"])
        found = [exchange for exchanges in left for exchange in exchanges if exchange[:2] == pair]
        need(found, f"seat {pair[0]} owes seat {pair[1]} no tribute")
        return found[0]

    def _carry_out(self, event: Event, exchange: Exchange) -> None:
        giver, receiver, count = exchange
        allowed = self.outcomes(exchange)
        need(event["event"] in allowed, f"from {giver} to {receiver} it has to be {allowed}")
        if event["event"] != "tribute":
            return
        given: Counter[str] = Counter(event["cards"])
        back: Counter[str] = Counter(event["back"])
        # In the added round of a sweep the next highest dealt or the highest now held will do.
        fair = [Counter(highest(held[giver], count)) for held in (self.hands, self.kept)]
        need(given in fair, f"seat {giver} has to give {sorted(fair[0].elements())}")
        self.hands[giver] = self.hands[giver] - given
        self.kept[giver] = self.kept[giver] - given
        held = self.hands[receiver] + given
        need(back.total() == given.total(), "the receiver returns another number of cards")
        need(back <= held, f"seat {receiver} returns cards he does not hold")
        self.hands[receiver] = held - back
        self.hands[giver] = self.hands[giver] + back

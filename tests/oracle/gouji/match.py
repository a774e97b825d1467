"""A match from the first line to the last: rounds, games, points (GJ-6, GJ-61 to GJ-63, GJ-71)."""

from __future__ import annotations

from collections import Counter

from .cards import SEATS, ranks_of
from .opening import (
    check_deal,
    check_kai_pai,
    check_partnership,
    revolution_choice,
    revolutionaries,
    three_leaders,
)
from .options import Rules
from .table import Event, Play, Source, need
from .tribute import Tribute, is_sweep


def round_points(finish: list[int], rules: Rules) -> list[int]:
    """Return the points of a round, even team and odd team (GJ-61, GJ-62)."""
    factor = rules["sweep_multiplier"] if is_sweep(finish) else 1
    points = [0, 0]
    for seat, value in zip(finish, rules["finish_points"], strict=True):
        points[seat % 2] += factor * value
    return points


def ahead(totals: list[int]) -> int | None:
    """Return the team that is ahead, None where they are level."""
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


class Match:
    """One match under given rules; `run` asks a source for all acts and states the rest."""

    def __init__(self, source: Source, rules: Rules, is_full: bool) -> None:
        self.source = source
        self.rules = rules
        self.is_full = is_full
        self.rounds = 0
        self.kai_pai_starts = set(SEATS)
        self.first_drawer = -1

    # -- a match -------------------------------------------------------------------------------

    def run(self) -> None:
        """Play the match (GJ-6, GJ-71)."""
        rules = self.rules
        if rules["partnership"] == "draw":
            event = self.source.act("partnership", ("partnership",), self)
            highest = check_partnership(event, rules)
            if rules["kai_pai_first"] == "highest_partnership_card":
                self.kai_pai_starts = highest
        wins = [0, 0]
        total = [0, 0]
        game = 0
        while game < rules["games_per_session"] and not self.is_at_limit():
            game += 1
            total = self.game(game)
            winner = ahead(total)
            if winner is not None:
                wins[winner] += 1
        end: Event = {"event": "end", "winner": ahead(wins), "rounds": self.rounds, "total": total}
        self.source.emit(end)

    def is_at_limit(self) -> bool:
        """Tell whether a round limit stops the match."""
        return bool(self.rounds == self.rules["max_rounds"])

    def game(self, game: int) -> list[int]:
        """Play one game and return its totals."""
        total = [0, 0]
        finish: list[int] | None = None
        hands_played = 0
        while not self.is_at_limit():
            is_done = hands_played >= self.rules["hands_per_game"]
            if is_done and (ahead(total) is not None or self.rules["game_tie"] == "draw"):
                break
            self.rounds += 1
            hands_played += 1
            start = {"event": "round", "round": self.rounds, "game": game, "total": list(total)}
            self.source.emit(start)
            hands, leader = self.open_round(finish)
            finish = Play(self.source, self.rules, hands).run(leader)
            points = round_points(finish, self.rules)
            total = [total[team] + points[team] for team in (0, 1)]
            score = {"finish": finish, "doubled": is_sweep(finish), "points": points}
            self.source.emit({"event": "score", **score, "total": list(total)})
        return total

    # -- a round up to the first lead ----------------------------------------------------------

    def open_round(self, finish: list[int] | None) -> tuple[list[Counter[str]], int]:
        """Choose the drawer, deal, settle Revolution and tribute; return hands and leader."""
        rules = self.rules
        if finish is None:
            self.count_off()
        else:
            self.name_drawer(finish[5])
        while True:
            event = self.source.act("deal", ("deal",), self)
            check_deal(event["hands"], self.is_full)
            hands = [ranks_of(hand) for hand in event["hands"]]
            leader = self.first_drawer
            if finish is None:
                leader = self.announced(event["hands"])
            elif rules["later_hand_lead"] == "big_loser":
                leader = finish[5]
            early = rules["revolution_timing"] == "before_tribute"
            if early and self.is_thrown_in(hands):
                continue
            if finish is not None and rules["tribute"] == "on":
                Tribute(self.source, rules, hands, finish).run()
            if not early and self.is_thrown_in(hands):
                continue
            return hands, leader

    def count_off(self) -> None:
        """Let the Kai Pai count to the first drawer (GJ-7 to GJ-10)."""
        event = self.source.act("kai_pai", ("kai_pai",), self, starts=self.kai_pai_starts)
        self.kai_pai_starts = {self.next_kai_pai(event, self.kai_pai_starts)}

    def next_kai_pai(self, event: Event, starts: set[int]) -> int:
        """Check a count and return who would open the next game (GJ-10)."""
        initial, final = check_kai_pai(event, starts, self.rules)
        self.first_drawer = event["first_drawer"]
        kept = final if self.rules["kai_pai_succession"] == "final_holder" else initial
        return (kept + 1) % 6

    def name_drawer(self, big_loser: int) -> None:
        """Let the Big Loser name the first drawer (GJ-12)."""
        event = self.source.act("drawer", ("drawer",), self, by=big_loser)
        need(event["by"] == big_loser, f"the Big Loser is seat {big_loser}")
        if self.rules["big_loser_drawer"] == "self":
            need(event["first_drawer"] == big_loser, "the Big Loser draws first himself")
        self.first_drawer = event["first_drawer"]

    def announced(self, dealt: list[list[str]]) -> int:
        """Return who leads the first round of a game (GJ-14, GJ-15)."""
        rules = self.rules
        leaders = three_leaders(dealt, self.first_drawer, rules)
        event = self.source.may("threes", "threes", self, leaders=leaders)
        if event is None:
            must = leaders and rules["three_pair_announce"] == "earliest"
            need(not must, f"seat {sorted(leaders)} has to announce two 3s")
            return self.first_drawer
        need(event["seat"] in leaders, f"seat {event['seat']} cannot lead by two 3s")
        return int(event["seat"])

    def is_thrown_in(self, hands: list[Counter[str]]) -> bool:
        """Ask for a Revolution; tell whether there is a new deal (GJ-16, GJ-17)."""
        rules = self.rules
        eligible = revolutionaries(hands, self.first_drawer)
        may, must = revolution_choice(eligible, rules)
        event = self.source.may("revolution", "revolution", self, eligible=eligible, may=may)
        if event is None:
            need(not must, f"seats {eligible} have to declare a Revolution")
            return False
        need(may and event["seat"] in eligible, f"seat {event['seat']} may not declare")
        if must:
            need(event["seat"] in eligible[: rules["revolution_quorum"]], "another is asked before")
        if rules["revolution_quorum"] == 2:
            # A transcript may name the second declarer alone, or both.
            others = [seat for seat in eligible if seat != event["seat"]]
            other = self.source.may("second", "revolution", self, eligible=others, may=True)
            need(other is None or other["seat"] in others, "the second declarer may not declare")
        if rules["revolution_redeal_drawer"] == "repeat_procedure":
            self.recount()
        return True

    def recount(self) -> None:
        """Count off anew for a redeal; who turns the card is left open, so anyone may (GJ-17).

        Open as well is whether this count or the first one decides who opens the next game.
        """
        event = self.source.act("kai_pai", ("kai_pai",), self, starts=set(SEATS))
        self.kai_pai_starts = self.kai_pai_starts | {self.next_kai_pai(event, set(SEATS))}

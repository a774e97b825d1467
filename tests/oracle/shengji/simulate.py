"""Plays matches by the oracle's own rules and writes them down as transcripts."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from .cards import Frame, full_deck, is_joker, without
from .choosers import BoldChooser, RandomChooser
from .declare import Race, claimant, counted_off, turned_up, undeclared_redeal
from .rules import Rules, hand_size, last_rank
from .score import leaders, match_winner, next_standing, rank_of, standing_of
from .table import Round
from .throws import check_lead

Event = dict[str, Any]
Chooser = RandomChooser


def random_chooser(rng: random.Random) -> Chooser:
    return RandomChooser(rng)


def bold_chooser(rng: random.Random) -> Chooser:
    return BoldChooser(rng)


class _Match:
    def __init__(
        self,
        rng: random.Random,
        rules: Rules,
        chooser: Chooser,
        cards_each: int | None,
        stock: Sequence[str] | None,
    ) -> None:
        self.rng, self.rules, self.chooser = rng, rules, chooser
        self.cards_each = cards_each or hand_size(rules)
        self.stock = list(stock or full_deck(rules["decks"]))
        self.players: int = rules["players"]
        self.events: list[Event] = []
        self.shuffler: int | None = None

    def log(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    # The opening

    def first_drawer(self, dealer: int | None) -> tuple[int, Event]:
        """First drawer of a round and what the round event says beyond it (SJ-16)."""
        rule = self.rules["shuffler_seat"]
        if rule == "dealer" and dealer is not None:
            shuffler = dealer
        elif rule == "rotate" and self.shuffler is not None:
            shuffler = (self.shuffler + 1) % self.players
        else:
            shuffler = self.rng.randrange(self.players)
        self.shuffler = shuffler
        if self.rules["first_drawer"] == "shuffler":
            return shuffler, {}
        if self.rules["first_drawer"] == "random":
            return self.rng.randrange(self.players), {}
        deck = full_deck(self.rules["decks"])
        self.rng.shuffle(deck)
        turned = [deck.pop()]
        while is_joker(turned[-1]):
            turned.append(deck.pop())
        first = counted_off(shuffler, turned[-1], self.players)
        return first, {"shuffler": shuffler, "turned": turned}

    def deal(self, first: int) -> tuple[list[list[str]], list[str]]:
        stock, each = list(self.stock), self.cards_each
        self.rng.shuffle(stock)
        hands: list[list[str]] = [[] for _ in range(self.players)]
        for i in range(each * self.players):
            hands[(first + i) % self.players].append(stock[i])
        at = each * self.players
        return hands, stock[at : at + self.rules["kitty_size"]]

    def options(self, race: Race, seat: int, held: Counter[str], over: bool) -> list[list[str]]:
        return [
            [card] * count
            for card, have in sorted(held.items())
            for count in range(1, have + 1)
            if race.fault(seat, [card] * count, overcall=over) is None
        ]

    def declarations(self, race: Race, hands: list[list[str]], first: int) -> None:
        """The race: after each card everybody is polled until nobody acts (SJ-17)."""
        held: list[Counter[str]] = [Counter() for _ in range(self.players)]
        for i in range(sum(map(len, hands))):
            drawer = (first + i) % self.players
            card = hands[drawer][i // self.players]
            if is_joker(card) or card[0] == race.rank:
                held[drawer][card] += 1
            acted = True
            while acted:
                acted = False
                for step in range(self.players):
                    seat = (drawer + step) % self.players
                    found = self.options(race, seat, held[seat], False)
                    cards = self.chooser.declare(found) if found else None
                    if cards:
                        race.accept(seat, cards)
                        self.log("declare", seat=seat, cards=cards, after=i + 1)
                        acted = True

    def opening(self, rank: str, dealer: int | None, first: int) -> Round:
        for _ in range(1000):
            hands, kitty = self.deal(first)
            self.log("deal", hands=[list(h) for h in hands], kitty=list(kitty))
            race = Race(rank, dealer is None, self.rules)
            self.declarations(race, hands, first)
            trump = race.trump
            if trump is None:
                reason = undeclared_redeal(kitty, dealer is None, self.rules)
                if reason:
                    self.log("redeal", seat=None, reason=reason)
                    continue
                turned, trump = turned_up(kitty, rank, self.rules)
                if turned:
                    self.log("turn_up", cards=turned)
            by_race = race.dealer if race.dealer is not None else first
            seat = by_race if dealer is None else dealer
            self.log("trump", suit=trump, dealer=seat)
            frame = Frame(rank, trump, self.rules)
            claim = claimant(hands, first, frame)
            if claim is None:
                return self.exchange(race, seat, hands, kitty, frame)
            self.log("redeal", seat=claim[0], reason=self.rng.choice(sorted(claim[1])))
        raise ValueError("these cards are dealt again for ever")

    def exchange(
        self, race: Race, dealer: int, hands: list[list[str]], kitty: list[str], frame: Frame
    ) -> Round:
        hands[dealer] += kitty
        buried = self.bury(dealer, hands, len(kitty), frame)
        passes, seat = 0, dealer
        while self.rules["chao_dipi"] == "on" and passes < self.players - 1:
            seat = (seat + 1) % self.players
            found = self.options(race, seat, Counter(hands[seat]), True)
            cards = self.chooser.declare(found) if found else None
            if not cards:
                passes += 1
                continue
            race.accept(seat, cards)
            trump = race.trump or frame.trump
            self.log("overcall", seat=seat, cards=cards)
            self.log("trump", suit=trump, dealer=dealer)
            frame = Frame(frame.rank, trump, self.rules)
            hands[seat] += buried
            buried = self.bury(seat, hands, len(kitty), frame)
            passes = 0
        card, ordinal = (None, None)
        if self.players == 5:
            card, ordinal = self.chooser.friend(frame)
            self.log("call_friend", card=card, ordinal=ordinal)
        return Round(self.rules, frame.rank, dealer, frame, hands, buried, card, ordinal)

    def bury(self, seat: int, hands: list[list[str]], size: int, frame: Frame) -> list[str]:
        buried = self.chooser.bury(hands[seat], size, frame)
        hands[seat] = without(hands[seat], buried)
        self.log("bury", seat=seat, cards=buried)
        return buried

    # The tricks

    def put(self, table: Round, cards: list[str]) -> None:
        seat = table.to_play
        friend = table.play(cards)
        self.log("play", seat=seat, cards=cards)
        if friend is not None:
            self.log("friend", seat=friend)

    def trick(self, table: Round) -> None:
        seat = table.leader
        tried = self.chooser.lead(table.hands[seat], table.frame)
        others = [table.hands[s] for s in table.challengers()]
        verdict = check_lead(tried, others, table.frame)
        cards = tried
        if not verdict.stands:
            cards = self.chooser.pick(verdict.may_lead)
            table.failed.append(seat)
            self.log("throw_failed", seat=seat, attempt=tried, led=cards)
        self.put(table, cards)
        while len(table.plays) < self.players:
            hand = table.hands[table.to_play]
            self.put(table, self.chooser.follow(table.plays[0], hand, table.frame))
        winner, points = table.close_trick()
        self.log("trick", winner=winner, points=points)

    # The match

    def run(self) -> list[Event]:
        rules = self.rules
        units = 5 if self.players == 5 else 2
        standings = [standing_of(rules["start_rank"])] * units
        dealer: int | None = None
        passed: list[int] = []
        shown: list[str] = []
        rounds = 0
        self.log(
            "match",
            game="shengji",
            format=1,
            seed=0,
            match=0,
            rules=rules,
            policies=["random"] * self.players,
        )
        while not passed and rounds != rules["max_rounds"]:
            rounds += 1
            rank = rank_of(standings[0 if dealer is None else dealer % units])
            first, extra = self.first_drawer(dealer)
            levels = [rank_of(s) for s in standings]
            self.log(
                "round",
                round=rounds,
                levels=levels,
                rank=rank,
                dealer=dealer,
                first_drawer=first,
                **extra,
            )
            table = self.opening(rank, dealer, first)
            while table.hands[table.leader]:
                self.trick(table)
            result = table.result()
            shown = []
            for unit, change in enumerate(result.changes):
                standings[unit], won = next_standing(standings[unit], change, rules)
                if won:
                    passed.append(unit)
                shown.append(str(last_rank(rules)) if won else rank_of(standings[unit]))
            self.log(
                "score",
                trick_points=result.trick_points,
                kitty_points=result.kitty_points,
                multiplier=result.multiplier,
                opponent_points=result.opponent_points,
                swap=result.swap,
                gain=result.gain,
                levels=shown,
                next_dealer=result.next_dealer,
            )
            dealer = result.next_dealer
        ahead = passed or leaders(standings)
        winner = match_winner(ahead, units, units == 5)
        self.log("end", winner=winner, rounds=rounds, levels=shown)
        return self.events


def play_match(
    rng: random.Random,
    rules: Rules,
    chooser: Callable[[random.Random], Chooser] = random_chooser,
    *,
    cards_each: int | None = None,
    stock: Sequence[str] | None = None,
) -> list[Event]:
    """Transcript of one match.

    `cards_each` deals short hands and `stock` shuffles other cards than the full packs, to reach
    rare positions often; the referee then has to be told that the cards are given.
    """
    return _Match(rng, rules, chooser(rng), cards_each, stock).run()

"""A small driver that plays matches by itself, so that the referee has transcripts to read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from .cards import SEATS, SUITED, full_deck, highest, shuffled_hands
from .combos import Combo, leads, replies
from .match import Match
from .opening import check_partnership, count_value, draw_height
from .options import Rules, full_rules
from .shao import Division, divisions, forms
from .table import Event, Fault, Play
from .tribute import Tribute

Chooser = Callable[[random.Random, str, list[Any]], Any]
Hands = list[list[str]]


def random_chooser(rng: random.Random, ask: str, options: list[Any]) -> Any:
    """Choose uniformly."""
    return options[rng.randrange(len(options))]


def mean_chooser(rng: random.Random, ask: str, options: list[Any]) -> Any:
    """Prefer what is rare: Shao Pai, interruptions, duels that go on, wilds, free order."""
    if ask in ("shao", "interrupt", "rang", "revolution"):
        return rng.random() < 0.85
    if ask == "seat":
        return options[-1] if rng.random() < 0.6 else options[0]
    if ask in ("lead", "reply", "duel", "last_word", "interruption"):
        combos = [option for option in options if option is not None]
        if combos and rng.random() < (0.9 if ask == "duel" else 0.6):
            # Wilds only where nothing else will do keeps them for the end, where Shao Pai is.
            key = (lambda c: (c.jokers, c.size)) if rng.random() < 0.7 else (lambda c: -c.jokers)
            best = min(map(key, combos))
            return rng.choice([combo for combo in combos if key(combo) == best])
    return options[rng.randrange(len(options))]


def short_hands(rng: random.Random, size: int, ranks: int = 3) -> Hands:
    """Deal hands of `size` cards rich in wilds, of `ranks` natural ranks or a few more."""
    deck = full_deck()
    wilds = [card for card in deck if card in ("BJ", "RJ") or card[0] == "2"]
    wilds = rng.sample(wilds, min(16, 3 * size))
    needed = 6 * size - len(wilds)
    kinds = rng.sample("3456789TJQKA", max(ranks, -(-needed // 16)))
    pool = [card for card in deck if card[0] in kinds and card not in ("BJ", "RJ")]
    return shuffled_hands(rng, wilds + rng.sample(pool, needed))


class Driver:
    """The source that invents acts with a chooser and writes the transcript."""

    def __init__(self, rng: random.Random, chooser: Chooser, deal: Callable[[], Hands]) -> None:
        self.rng = rng
        self.chooser = chooser
        self.deal = deal
        self.lines: list[Event] = []

    def emit(self, event: Event) -> None:
        """Write a consequence down."""
        self.lines.append(event)

    def act(self, ask: str, names: tuple[str, ...], state: Any, **known: Any) -> Event:
        """Invent an act that has to come."""
        event = getattr(self, f"_{ask}")(state, **known)
        self.lines.append(event)
        return event  # type: ignore[no-any-return]

    def may(self, ask: str, name: str, state: Any, **known: Any) -> Event | None:
        """Invent an act that may come, or decline it."""
        event = getattr(self, f"_{ask}")(state, **known)
        if event is not None:
            self.lines.append(event)
        return event  # type: ignore[no-any-return]

    def _says(self, ask: str) -> bool:
        return bool(self.chooser(self.rng, ask, [False, True]))

    # -- before the play -----------------------------------------------------------------------

    def _partnership(self, match: Match) -> Event:
        """Draw until the teams are settled; then seat the three highest together."""
        rules = match.rules
        draws: list[dict[int, str]] = []
        drawing, places, sure = list(SEATS), 3, list[int]()
        while True:
            cards = self.rng.sample(full_deck(), len(drawing))
            draws.append(dict(zip(drawing, cards, strict=True)))
            ranking = sorted(drawing, key=lambda s: -draw_height(draws[-1][s], rules))
            heights = [draw_height(draws[-1][seat], rules) for seat in ranking]
            edge = heights[places - 1]
            if heights[places] < edge or rules["partnership_tie"] == "random":
                sure += ranking[:places]
                break
            if rules["partnership_tie"] == "redraw_tied":
                above = [seat for seat, h in zip(ranking, heights, strict=True) if h > edge]
                sure += above
                drawing = [seat for seat, h in zip(ranking, heights, strict=True) if h == edge]
                places -= len(above)
        rest = [seat for seat in SEATS if seat not in sure]
        self.rng.shuffle(sure)
        self.rng.shuffle(rest)
        side = self.rng.randrange(2)
        sits = {old: 2 * i + side for i, old in enumerate(sure)}
        sits |= {old: 2 * i + 1 - side for i, old in enumerate(rest)}
        seated = [{str(sits[old]): card for old, card in draw.items()} for draw in draws]
        event = {"event": "partnership", "draws": seated}
        check_partnership(event, rules)
        return event

    def _kai_pai(self, match: Match, starts: set[int]) -> Event:
        seat = self.rng.choice(sorted(starts))
        deck = full_deck()
        self.rng.shuffle(deck)
        turns = []
        while True:
            card = deck.pop()
            turns.append({"seat": seat, "card": card})
            if card in SUITED:
                drawer = (seat + count_value(card) - 1) % 6
                return {"event": "kai_pai", "turns": turns, "first_drawer": drawer}
            seat = (seat + 1) % 6

    def _drawer(self, match: Match, by: int) -> Event:
        own = match.rules["big_loser_drawer"] == "self"
        named = by if own else self.chooser(self.rng, "drawer", list(SEATS))
        return {"event": "drawer", "by": by, "first_drawer": named}

    def _deal(self, match: Match) -> Event:
        return {"event": "deal", "hands": self.deal()}

    def _threes(self, match: Match, leaders: set[int]) -> Event | None:
        must = match.rules["three_pair_announce"] == "earliest"
        if not leaders or not (must or self._says("threes")):
            return None
        return {"event": "threes", "seat": self.chooser(self.rng, "leader", sorted(leaders))}

    def _revolution(self, match: Match, eligible: list[int], may: bool) -> Event | None:
        always = match.rules["revolution_policy"] == "always"
        for seat in eligible if may else []:
            if always or self._says("revolution"):
                return {"event": "revolution", "seat": seat}
        return None

    def _second(self, match: Match, eligible: list[int], may: bool) -> Event | None:
        return {"event": "revolution", "seat": eligible[0]}

    def _tribute(self, tribute: Tribute, left: list[list[Any]]) -> Event:
        exchange = self.chooser(self.rng, "duty", left)[0]
        names = sorted(tribute.outcomes(exchange))
        name = self.chooser(self.rng, "outcome", names)
        if name == "liberation":
            return {"event": name, "seat": exchange.giver, "receiver": exchange.receiver}
        pair = {"giver": exchange.giver, "receiver": exchange.receiver}
        if name == "waive":
            return {"event": name, **pair}
        given = highest(tribute.hands[exchange.giver], exchange.n_cards)
        held = list((tribute.hands[exchange.receiver] + Counter(given)).elements())
        back = self.rng.sample(held, len(given))
        return {"event": name, **pair, "cards": given, "back": back}

    # -- the play ------------------------------------------------------------------------------

    def _turn(self, play: Play, ask: str, seats: list[int], must: bool) -> Event:
        seat = self.chooser(self.rng, "seat", seats) if len(seats) > 1 else seats[0]
        hand = play.hands[seat]
        assert must or play.table is not None
        found = leads(hand) if must else replies(hand, play.table, play.rules)  # type: ignore
        options: list[Combo | None] = sorted(found)  # type: ignore[assignment]
        if not must:
            options.append(None)
        combo = None if seat == play.bound else self.chooser(self.rng, ask, options)
        if combo is None:
            return {"event": "pass", "seat": seat}
        starts = ask in ("lead", "reply") and play.opens_gouji(seat, combo)
        return {"event": "play", "seat": seat, "cards": self._shown(combo), "gouji": starts}

    def _shown(self, combo: Combo) -> list[str]:
        cards = combo.cards()
        self.rng.shuffle(cards)
        return cards

    def _lead(self, play: Play, seats: list[int]) -> Event:
        return self._turn(play, "lead", seats, must=True)

    def _reply(self, play: Play, seats: list[int]) -> Event:
        return self._turn(play, "reply", seats, must=False)

    def _duel(self, play: Play, seats: list[int]) -> Event:
        return self._turn(play, "duel", seats, must=False)

    def _last_word(self, play: Play, seats: list[int]) -> Event:
        return self._turn(play, "last_word", seats, must=False)

    def _rang(self, play: Play, asker: int, asked: int) -> Event | None:
        if not self._says("rang"):
            return None
        granted = bool(self.rng.randrange(2))
        return {"event": "rang", "asker": asker, "asked": asked, "granted": granted}

    def _shao(self, play: Play, seats: list[int]) -> Event | None:
        if play.rules["shao_priority"] == "random":
            self.rng.shuffle(seats)
        table = play.table
        assert table is not None
        for seat in seats:
            hand = play.hands[seat]
            if not forms(hand, table, play.rules) or not self._says("shao"):
                continue
            division = self._division(hand, table, play.rules)
            chain = [self._shown(combo) for combo in division.chain()]
            start = {"event": "shao", "seat": seat, "attacker": play.owner}
            return {**start, "form": division.form, "chain": chain}
        return None

    def _division(self, hand: Counter[str], table: Combo, rules: Rules) -> Division:
        """Choose a division; those of long hands are too many to list and are built by chance."""
        if hand.total() <= 8:
            found = sorted(divisions(hand, table, rules), key=str)
            return self.chooser(self.rng, "division", found)  # type: ignore[no-any-return]
        while True:
            first = self.rng.choice(sorted(replies(hand, table, rules)))
            rest = hand - Counter(first.cards())
            middle: list[Combo] = []
            while rest["BJ"] + rest["RJ"] and self.rng.random() < 0.8:
                combo = self.rng.choice([c for c in sorted(leads(rest)) if c.jokers])
                middle.append(combo)
                rest = rest - Counter(combo.cards())
            last = [combo for combo in leads(rest) if Counter(combo.cards()) == rest]
            if not rest and middle:
                last = [middle.pop()]
            if last and forms(hand, table, rules) & {"A", "B"}:
                return Division(first, tuple(middle), last[0])

    def _run(self, play: Play, seats: list[int], cards: list[str]) -> Event:
        return {"event": "play", "seat": seats[0], "cards": list(cards), "gouji": False}

    def _interrupt(self, play: Play, seats: list[int], run: Event) -> Event | None:
        assert play.table is not None
        for seat in seats:
            options = sorted(replies(play.hands[seat], play.table, play.rules))
            if options and self._says("interrupt"):
                combo = self.chooser(self.rng, "interruption", options)
                starts = play.interrupt_opens_gouji(seat, combo, run["form"])
                start = {"event": "interrupt", "seat": seat, "cards": self._shown(combo)}
                return {**start, "gouji": starts}
        return None


def play_match(
    rng: random.Random,
    rules: Rules | None = None,
    chooser: Chooser = random_chooser,
    hands: Hands | Callable[[], Hands] | None = None,
) -> list[Event]:
    """Play a match and return its transcript.

    Parameters
    ----------
    rng : random.Random
        Source of all chance.
    rules : dict, optional
        Options that differ from the default.
    chooser : callable
        ``chooser(rng, ask, options)`` returns one of the options.
    hands : list of six card lists, or a callable that returns one, optional
        The hands of every deal; without it the full deck is shuffled.

    Raises
    ------
    Fault
        If the driver and the rules disagree, which is an error of this package.
    ValueError
        If given hands would be thrown in for ever.
    """
    known = full_rules(rules)
    if isinstance(hands, list):
        is_wild = [any(card[0] == "2" or card in ("BJ", "RJ") for card in hand) for hand in hands]
        if known["revolution_policy"] == "always" and not all(is_wild):
            raise ValueError("the given hands would be thrown in again and again")
    given = (lambda: hands) if isinstance(hands, list) else hands
    deal = given or (lambda: shuffled_hands(rng))
    driver = Driver(rng, chooser, deal)
    head = {"event": "match", "game": "gouji", "format": 1, "seed": 0, "match": 0, "rules": known}
    driver.lines.append({**head, "policies": ["oracle"] * 6})
    Match(driver, known, is_full=hands is None).run()
    return driver.lines


__all__ = ["Driver", "Fault", "mean_chooser", "play_match", "random_chooser", "short_hands"]

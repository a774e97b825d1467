"""A slow simulator that follows TI-57 step by step and writes transcripts.

It shares card and scoring functions with the referee, but walks through the round as a procedure
where the referee reacts to events: each is a check of the other.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from .cards import DECK, RANK_TOKEN, points_of, rank_of, suit_of
from .combos import BOMBS, Combo
from .moves import Pattern, ends_wish, legal_patterns, window_patterns
from .rules import DEFAULTS, Rules
from .scoring import is_double_victory, match_over, settle, trick_receivers

Event = dict[str, Any]
# chooser(rng, decision, seat, options) -> one of the options
Chooser = Callable[[Random, str, int, list[Any]], Any]


def random_chooser(rng: Random, decision: str, seat: int, options: list[Any]) -> Any:
    """Uniform, except that calls are rare, a third of turns passes and a quarter of bombs flies."""
    if decision in ("grand", "tichu"):
        return rng.random() < (0.05 if decision == "grand" else 0.02)
    if decision == "exchange":
        return rng.sample(options, 3)
    if decision == "play" and options[-1] is None and rng.random() < 1 / 3:
        return None
    if decision == "play":
        return rng.choice(options if options[-1] is not None else options[:-1] or [None])
    if decision == "bomb":
        return rng.choice(options[:-1]) if rng.random() < 0.25 else None
    return rng.choice(options)


def bold_chooser(rng: Random, decision: str, seat: int, options: list[Any]) -> Any:
    """Prefers what is rare: bombs, Dog, Phoenix, Mah Jong, wishes, many calls."""
    if decision in ("grand", "tichu"):
        return rng.random() < 0.25
    if decision == "bomb" and rng.random() < 0.9:
        return rng.choice(options[:-1])
    if decision == "play":
        rare = [
            p
            for p in options
            if p is not None
            and (p.combo.kind in BOMBS or p.combo.phoenix is not None or p.combo.rank in (0, 1, 15))
        ]
        if rare and rng.random() < 0.6:
            return rng.choice(rare)
    return random_chooser(rng, decision, seat, options)


class _Play:
    """One round under way."""

    def __init__(
        self, rng: Random, rules: Rules, chooser: Chooser, events: list[Event], leader: int | None
    ) -> None:
        self.rng, self.rules, self.chooser, self.events = rng, rules, chooser, events
        self.leader = leader
        self.hands: list[list[str]] = []
        self.bets: dict[int, str] = {}
        self.fresh = {0, 1, 2, 3}  # seats that have laid nothing yet
        self.finish: list[int] = []
        self.tricks = [0] * 4
        self.wish: int | None = None
        self.pile: list[str] = []
        self.top: Combo | None = None
        self.owner = -1

    def say(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    def choose(self, decision: str, seat: int, options: list[Any]) -> Any:
        return self.chooser(self.rng, decision, seat, options)

    def following(self, seat: int) -> list[int]:
        """Active seats from the one after `seat`, ending with `seat` itself where it is active."""
        order = [(seat + k) % 4 for k in (1, 2, 3, 4)]
        return [s for s in order if s not in self.finish]

    # -- bets and exchange -----------------------------------------------------------------------

    def may_bet(self, seat: int) -> bool:
        one = self.rules["partner_double_call"] == "one_per_team"
        return seat not in self.bets and not (one and (seat + 2) % 4 in self.bets)

    def ask_grand(self) -> None:
        if self.rules["stake_grand"] > 0:
            if self.rules["grand_tichu_order"] == "simultaneous":
                answers = [s for s in range(4) if self.choose("grand", s, [False, True])]
                for seat in answers:
                    if self.may_bet(seat):
                        self.bets[seat] = "grand"
            else:
                for seat in range(4):
                    if self.may_bet(seat) and self.choose("grand", seat, [False, True]):
                        self.bets[seat] = "grand"
        self.say("grand", calls=sorted(self.bets))

    def ask_tichu(self, seats: Sequence[int]) -> bool:
        called = False
        for seat in seats:
            closed = self.rules["tichu_after_first_out"] == "forbidden" and self.finish
            if closed or self.rules["stake_small"] == 0 or seat not in self.fresh:
                continue
            if self.may_bet(seat) and self.choose("tichu", seat, [False, True]):
                self.bets[seat] = "tichu"
                self.say("tichu", seat=seat)
                called = True
        return called

    def prepare(self, hands: Sequence[Sequence[str]] | None) -> None:
        if hands is None:
            cards = list(DECK)
            self.rng.shuffle(cards)
            hands = [cards[14 * s : 14 * s + 14] for s in range(4)]
        self.hands = [list(h) for h in hands]
        first, rest = [h[:8] for h in self.hands], [h[8:] for h in self.hands]
        self.say("deal", first=first, rest=rest)
        self.ask_grand()
        timing = self.rules["small_tichu_timing"]
        while timing != "own_turn_only" and self.ask_tichu(range(4)):
            pass
        if self.rules["exchange"] == "standard":
            give = [list(self.choose("exchange", s, sorted(self.hands[s]))) for s in range(4)]
            self.say("exchange", give=give)
            for seat, cards in enumerate(give):
                for step, card in enumerate(cards, start=1):
                    self.hands[seat].remove(card)
                    self.hands[(seat + step) % 4].append(card)
        if timing != "own_turn_only":
            self.ask_tichu(range(4))

    # -- play ------------------------------------------------------------------------------------

    def suits_of(self, pattern: Pattern, hand: list[str]) -> list[str]:
        """One random card set of the pattern."""
        while True:
            cards = []
            for rank, n in pattern.naturals:
                held = [c for c in hand if c != "Phx" and rank_of(c) == rank]
                if pattern.suit is not None:
                    held = [c for c in held if suit_of(c) == pattern.suit]
                cards += self.rng.sample(held, n)
            if pattern.combo.phoenix is not None or not pattern.naturals:
                cards.append("Phx")
            suits = {suit_of(c) for c in cards}
            if pattern.combo.kind != "straight" or len(suits) > 1 or None in suits:
                return cards

    def lay(self, seat: int, pattern: Pattern, event: str, last: bool = False) -> None:
        """Put cards down, name a wish, note who is out."""
        combo = pattern.combo
        cards = self.suits_of(pattern, self.hands[seat])
        fields: Event = {"seat": seat, "cards": cards, "kind": combo.kind, "rank": combo.rank}
        if event == "play":
            phoenix = combo.phoenix
            fields["phoenix"] = None if phoenix is None else RANK_TOKEN[phoenix]
        self.say(event, **fields)
        self.fresh.discard(seat)
        self.hands[seat] = [c for c in self.hands[seat] if c not in cards]
        if combo.rank != 0:
            self.top, self.owner = combo, seat
            self.pile += cards
        if self.wish is not None and ends_wish(cards, combo.phoenix, self.wish, self.rules):
            self.wish = None
        if "Mah" in cards and self.rules["wish"] != "off":
            options: list[int | None] = list(range(2, 15))
            if self.rules["wish"] == "optional":
                options.append(None)
            self.wish = self.choose("wish", seat, options)
            self.say("wish", seat=seat, rank=self.wish and RANK_TOKEN[self.wish])
        if not self.hands[seat] and not last:
            self.finish.append(seat)
            self.say("out", seat=seat, place=len(self.finish))

    def turn(self, seat: int, extra: bool = False, last: bool = False) -> bool:
        """One regular turn; whether the seat played."""
        self.ask_tichu([seat])
        found, may_pass = legal_patterns(self.hands[seat], self.top, self.wish, self.rules, extra)
        options: list[Pattern | None] = list(found)
        if may_pass:
            options.append(None)
        pattern = options[0] if len(options) == 1 else self.choose("play", seat, options)
        if pattern is None:
            self.say("pass", seat=seat)
            return False
        self.lay(seat, pattern, "play", last)
        return True

    def calls_after(self, seat: int) -> None:
        if self.rules["small_tichu_timing"] == "any_time":
            self.ask_tichu([(seat + k) % 4 for k in (1, 2, 3, 4)])

    def thrown(self, actor: int) -> int | None:
        """Offer the window after `actor`; the seat that threw a bomb, if one did."""
        order = self.following(actor)
        if self.rules["bomb_priority"] == "random":
            self.rng.shuffle(order)
        for seat in order:
            own = seat == self.owner
            found = window_patterns(self.hands[seat], self.top, self.wish, self.rules, own)
            pattern = self.choose("bomb", seat, [*found, None]) if found else None
            if pattern is not None:
                if self.rules["small_tichu_timing"] != "own_turn_only":
                    self.ask_tichu([seat])
                self.lay(seat, pattern, "bomb")
                return seat
        return None

    def round_over(self) -> bool:
        return is_double_victory(self.finish) or len(self.finish) == 3

    def trick(self, leader: int) -> int | None:
        """Play one trick; the next leader, ``None`` once the round is over."""
        self.top, self.pile = None, []
        self.turn(leader)
        if self.top is None:
            return self.dog(leader)
        windows = self.rules["bomb_windows"]
        actor, played, quiet = leader, True, 0  # quiet: passes in succession
        while True:
            if played:
                quiet = 0
            if self.round_over():
                return self.close(over=True)
            self.calls_after(actor)
            still_in = [s for s in self.following(self.owner) if s != self.owner]
            wants_more = self.rules["self_beat"] and self.owner not in self.finish
            closing = quiet == len(still_in) + wants_more
            open_now = windows == "each_action" or (
                windows == "each_play_and_close" and (played or closing)
            )
            if open_now or (windows == "close_only" and closing):
                bomber = self.thrown(actor)
                if bomber is not None:
                    actor, played = bomber, True
                    continue
            if closing:
                return self.close(over=False)
            actor = self.following(actor)[0]
            played = self.turn(actor, extra=actor == self.owner)
            quiet += 1

    def dog(self, leader: int) -> int | None:
        if self.round_over():
            return None
        self.calls_after(leader)
        partner = (leader + 2) % 4
        if partner not in self.finish:
            return partner
        after_partner = self.rules["dog_partner_out"] == "next_after_partner"
        return self.following(partner if after_partner else leader)[0]

    def close(self, over: bool) -> int | None:
        """End the trick; with `over`, the round too."""
        if over and not is_double_victory(self.finish) and self.rules["final_trick"] == "complete":
            third = self.finish[-1]
            self.calls_after(third)
            self.turn(self.following(third)[0], last=True)
        assert self.top is not None
        dragon = self.top.rank == 15
        receivers = trick_receivers(self.owner, dragon, self.finish, over, self.rules)
        to = receivers[0]
        if len(receivers) > 1:
            to = self.choose("gift", self.owner, receivers)
        points = points_of(self.pile)
        self.tricks[to] += points
        self.say("trick", winner=self.owner, to=to, points=points)
        if over:
            return None
        if to != self.owner:
            self.calls_after(self.owner)
        return self.owner if self.owner not in self.finish else self.following(self.owner)[0]

    def play(self, total: list[int]) -> list[int]:
        """Tricks until the end of the round, then the score; the new totals."""
        holder = [s for s in range(4) if "Mah" in self.hands[s]]
        leader: int | None = holder[0] if holder else (self.leader or 0)
        while leader is not None:
            leader = self.trick(leader)
        double = is_double_victory(self.finish)
        last = next(s for s in range(4) if s not in self.finish)
        left = None if double else points_of(self.hands[last])
        cards, bets, score = settle(self.finish, self.tricks, left, self.bets, self.rules)
        total = [total[0] + score[0], total[1] + score[1]]
        self.say(
            "score",
            finish=list(self.finish),
            double_victory=double,
            last_hand=left,
            cards=cards,
            bets=bets,
            score=score,
            total=total,
        )
        return total


def play_match(
    rng: Random,
    rules: Rules = DEFAULTS,
    chooser: Chooser = random_chooser,
    *,
    hands: Sequence[Sequence[str]] | None = None,
    leader: int | None = None,
    stop_after: int | None = None,
) -> list[Event]:
    """Play one match and write its transcript.

    Parameters
    ----------
    rng : random.Random
        Source of the deals and of the chooser's draws.
    rules : dict
        All options.
    chooser : callable
        ``chooser(rng, decision, seat, options)`` returns one of `options`; `decision` is
        ``grand, tichu, exchange, play, bomb, wish`` or ``gift``. For ``exchange`` the options
        are the hand and three of them are returned; ``None`` stands for a pass or no bomb
        (always the last option) and for a declined wish.
    hands : four lists of str, optional
        Start every round from these instead of dealing.
    leader : int, optional
        Who leads given hands without the Mah Jong.
    stop_after : int, optional
        Play exactly that many rounds.

    Returns
    -------
    list of dict
        Events from ``match`` to ``end``.
    """
    shown = {"direction": "ccw", "phoenix_led_value": 1.5, **rules}
    events: list[Event] = [
        {
            "event": "match",
            "game": "tichu",
            "format": 1,
            "seed": 0,
            "match": 0,
            "rules": shown,
            "policies": [chooser.__name__] * 4,
        }
    ]
    total, rounds, over, winner = [0, 0], 0, False, None
    while not over:
        rounds += 1
        events.append({"event": "round", "round": rounds, "total": total})
        now = _Play(rng, rules, chooser, events, leader)
        now.prepare(hands)
        total = now.play(total)
        over, winner = match_over(total, rounds, rules, stop_after)
    events.append({"event": "end", "winner": winner, "rounds": rounds, "total": total})
    return events

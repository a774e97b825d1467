"""One round seen by a referee: events go in one by one, each is held against the clauses.

A window in which all decline, and a call point nobody uses, leave no event. So after each action
the state keeps what may still come (`queue` of callers, `window`) beside what must come (`stage`).
"""

from collections.abc import Sequence

from .cards import DECK, RANK_NUMBER, RANK_TOKEN, points_of
from .combos import BOMBS, Combo, beats, classify
from .moves import ends_wish, fulfils, legal_bombs, patterns
from .rules import Rules
from .scoring import is_double_victory, settle, trick_receivers
from .shape import Event, FaultError, cards_from, four_lists, need, rank_in, seat_in, seats_in


class Round:
    """Referee of one round.

    Parameters
    ----------
    rules : dict
        All options.
    total : sequence of int
        Totals of the teams before the round.
    hands : sequence of four lists of str, optional
        A given deal, of any size; then the events before the first lead may be missing.
    leader : int, optional
        Who leads where nobody holds the Mah Jong; seat 0 unless given.
    """

    def __init__(
        self,
        rules: Rules,
        total: Sequence[int] = (0, 0),
        hands: Sequence[Sequence[str]] | None = None,
        leader: int | None = None,
    ) -> None:
        self.rules = rules
        self.total = list(total)
        self.given = hands
        self.leader = leader
        self.hands: list[set[str]] = [set(h) for h in hands] if hands else [set() for _ in range(4)]
        self.stage = "deal"  # deal grand exchange play wish out trick score done
        self.bets: dict[int, str] = {}
        self.laid = [False] * 4
        self.finish: list[int] = []
        self.tricks = [0] * 4
        self.wish: int | None = None
        self.turn = 0
        self.actor = 0
        self.pile: list[str] = []
        self.top: Combo | None = None
        self.owner = 0
        self.passed: set[int] = set()
        self.over = False
        self.final_act = False
        self.free_calls = False  # a call point that orders nothing
        self.queue: list[int] = []  # seats that may still call, in the order they are asked
        self.window = False
        self.only: int | None = None  # a caller who committed himself to act next
        self.notes: list[str] = []

    # -- seats and cards ---------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Record a fault that does not keep the rest from being judged."""
        self.notes.append(text)

    def active(self) -> list[int]:
        return [s for s in range(4) if s not in self.finish]

    def after(self, seat: int) -> int:
        """Next active seat after `seat` (TI-25)."""
        return next(s % 4 for s in range(seat + 1, seat + 5) if s % 4 not in self.finish)

    def _has_duty(self, seat: int) -> bool:
        """Whether the wish binds this seat on its regular turn (TI-34)."""
        if self.wish is None:
            return False
        found = patterns(self.hands[seat], self.rules, self.top)
        return any(fulfils(p, self.wish, self.rules) for p in found)

    def cards_of(self, event: Event, seat: int) -> list[str]:
        cards = cards_from(event.get("cards"))
        need(bool(cards), "no cards (TI-12)")
        need(set(cards) <= self.hands[seat], f"seat {seat} does not hold {cards} (TI-12)")
        return cards

    # -- before the first lead -------------------------------------------------------------------

    def feed(self, event: Event) -> None:
        """Check one event and take it over.

        Raises
        ------
        Fault
            When the event is not possible here.
        """
        name = event.get("event")
        handler = getattr(self, f"on_{name}", None)
        if handler is None:
            raise FaultError(f"event {name!r} does not belong into a round")
        handler(event)

    def on_deal(self, event: Event) -> None:
        need(self.stage == "deal", "the deal comes first and once (TI-5)")
        first, rest = four_lists(event, "first"), four_lists(event, "rest")
        hands = [[*a, *b] for a, b in zip(first, rest, strict=True)]
        if self.given is None:
            need(all(len(h) == 8 for h in first), "eight cards each come first (TI-5)")
            need(all(len(h) == 6 for h in rest), "six more cards each follow (TI-6, TI-7)")
            dealt = sorted(c for h in hands for c in h)
            need(dealt == sorted(DECK), "the deal is not the deck of 56 cards (TI-2, TI-5)")
        else:
            same = all(sorted(a) == sorted(b) for a, b in zip(hands, self.given, strict=True))
            need(same, "the deal is not the given one")
        self.hands = [set(h) for h in hands]
        self.stage = "grand"

    def on_grand(self, event: Event) -> None:
        early = self.given is not None and self.stage == "deal"
        need(self.stage == "grand" or early, "Grand Tichu is answered after the deal (TI-6)")
        calls = seats_in(event, "calls")
        need(not calls or self.rules["stake_grand"] > 0, "Grand Tichu is not offered (TI-9)")
        if self.rules["partner_double_call"] == "one_per_team":
            need(len({s % 2 for s in calls}) == len(calls), "one bet a team (TI-9, TI-59)")
        self.bets = {s: "grand" for s in calls}
        self._bets_answered()

    def _bets_answered(self) -> None:
        self.free_calls = self.rules["small_tichu_timing"] != "own_turn_only"
        if self.rules["exchange"] == "none":
            self._first_lead()
        else:
            self.stage = "exchange"

    def _first_lead(self) -> None:
        holder = [s for s in range(4) if "Mah" in self.hands[s]]
        self.turn = holder[0] if holder else (self.leader or 0)
        self.stage = "play"

    def on_exchange(self, event: Event) -> None:
        if self.given is not None and self.stage in ("deal", "grand"):
            self._bets_answered()
        need(self.stage == "exchange", "no exchange here (TI-10)")
        give = four_lists(event, "give")
        for seat, cards in enumerate(give):
            need(len(cards) == 3, f"seat {seat} must give three cards (TI-10)")
            need(set(cards) <= self.hands[seat], f"seat {seat} does not hold {cards} (TI-10)")
        for seat, cards in enumerate(give):
            self.hands[seat] -= set(cards)
        for seat, cards in enumerate(give):
            for step, card in enumerate(cards, start=1):
                self.hands[(seat + step) % 4].add(card)
        self.free_calls = False
        self.queue = [0, 1, 2, 3] if self.rules["small_tichu_timing"] != "own_turn_only" else []
        self._first_lead()

    # -- calls -----------------------------------------------------------------------------------

    def on_tichu(self, event: Event) -> None:
        seat = seat_in(event)
        timing = self.rules["small_tichu_timing"]
        if self.given is not None and self.stage in ("deal", "grand"):
            if timing == "own_turn_only":
                self._first_lead()  # nobody is asked earlier, so the exchange is missing
            else:
                self._bets_answered()
        need(self.stage in ("exchange", "play", "trick"), "no call point here (TI-8, TI-57)")
        need(not self.over, "no call after the action that ends the round (TI-8)")
        need(self.rules["stake_small"] > 0, "Tichu is not offered (TI-9)")
        need(seat not in self.bets, f"seat {seat} has a bet already (TI-9)")
        need(not self.laid[seat], f"seat {seat} has laid a card already (TI-8)")
        if self.rules["partner_double_call"] == "one_per_team":
            need((seat + 2) % 4 not in self.bets, "the partner has a bet (TI-9)")
        if self.rules["tichu_after_first_out"] == "forbidden":
            need(not self.finish, "no call once somebody is out (TI-8)")
        need(self.only is None, f"seat {self.only} called in order to act and must act (TI-8)")
        if self.free_calls:
            pass
        elif seat in self.queue:
            self.queue = self.queue[self.queue.index(seat) + 1 :]
        elif self.stage == "play" and seat == self.turn:
            self.only, self.queue = seat, []
            if timing == "own_turn_only":
                self.window = False
        else:
            need(timing != "own_turn_only" and self.window, f"seat {seat} is not asked now (TI-8)")
            self.only, self.queue = seat, []
        self.bets[seat] = "tichu"

    # -- playing ---------------------------------------------------------------------------------

    def _may_act(self, seat: int) -> None:
        if self.given is not None and self.stage in ("deal", "grand", "exchange"):
            self._first_lead()
        need(self.stage in ("play", "trick"), f"expected {self.stage}")
        need(self.only in (None, seat), f"seat {self.only} called in order to act (TI-8)")

    def _acted(self, seat: int) -> None:
        self.actor, self.only, self.free_calls, self.window = seat, None, False, False
        order = [(seat + k) % 4 for k in range(1, 5)]
        self.queue = order if self.rules["small_tichu_timing"] == "any_time" else []

    def on_play(self, event: Event) -> None:
        seat = seat_in(event)
        self._may_act(seat)
        need(self.stage == "play", "the trick has ended (TI-27)")
        need(seat == self.turn, f"seat {self.turn} is on turn, not {seat} (TI-25)")
        cards = self.cards_of(event, seat)
        combo = self._checked(event, cards, rank_in(event, "phoenix"))
        extra = self.top is not None and seat == self.owner
        if self.top is not None:
            need(beats(combo, self.top), f"{cards} does not beat the top (TI-22 to TI-24)")
        if not extra and self._has_duty(seat):
            escape = self.rules["wish_bomb_escape"] and combo.kind in BOMBS
            met = ends_wish(cards, combo.phoenix, self.wish or 0, self.rules)
            need(met or escape, f"{cards} does not meet the wish (TI-34)")
        self._lay(seat, cards, combo)

    def on_bomb(self, event: Event) -> None:
        seat = seat_in(event)
        self._may_act(seat)
        need(self.window, "no bomb window is open (TI-29, TI-31)")
        need(seat not in self.finish, f"seat {seat} is out (TI-29)")
        cards = self.cards_of(event, seat)
        combo = self._checked(event, cards, None)
        need(combo.kind in BOMBS, f"{cards} is no bomb (TI-19, TI-20)")
        own = seat == self.owner
        allowed = legal_bombs(self.hands[seat], self.top, self.wish, self.rules, own)
        why = "may not be thrown here (TI-24, TI-31, TI-34)"
        need(frozenset(cards) in allowed, f"{cards} {why}")
        self._lay(seat, cards, combo)

    def _checked(self, event: Event, cards: list[str], phoenix: str | None) -> Combo:
        """Classify; compare the kind, rank and declaration the event states."""
        combo = classify(cards, phoenix, self.rules, self.top)
        if combo is None:
            raise FaultError(f"{cards} with Phoenix {phoenix!r} is no play (TI-12, TI-21)")
        stands_for = None if combo.phoenix is None else RANK_TOKEN[combo.phoenix]
        if stands_for != phoenix:
            self.note(f"phoenix is {phoenix!r}, should be {stands_for!r} (TI-21)")
        if event.get("kind") != combo.kind:
            self.note(f"kind is {event.get('kind')!r}, should be {combo.kind!r} (TI-12)")
        if event.get("rank") != combo.rank:
            self.note(f"rank is {event.get('rank')!r}, should be {combo.rank} (TI-13 to TI-20)")
        return combo

    def _lay(self, seat: int, cards: list[str], combo: Combo) -> None:
        self.hands[seat] -= set(cards)
        self.laid[seat] = True
        self._acted(seat)
        if self.wish is not None and ends_wish(cards, combo.phoenix, self.wish, self.rules):
            self.wish = None
        if combo.rank == 0:
            self.top, self.pile = None, []
        else:
            self.top, self.owner, self.passed = combo, seat, set()
            self.pile += cards
        if "Mah" in cards and self.rules["wish"] != "off":
            self.stage = "wish"
        else:
            self._after_play()

    def on_wish(self, event: Event) -> None:
        seat, rank = seat_in(event), rank_in(event, "rank")
        need(self.stage == "wish" and seat == self.actor, "nobody may wish here (TI-33)")
        need(rank is not None or self.rules["wish"] == "optional", "a rank is due (TI-33)")
        self.wish = None if rank is None else RANK_NUMBER[rank]
        self._after_play()

    def _after_play(self) -> None:
        seat = self.actor
        if not self.hands[seat] and not self.final_act:
            self.stage = "out"
        else:
            self._settled()

    def on_out(self, event: Event) -> None:
        seat = seat_in(event)
        need(self.stage == "out" and seat == self.actor, f"seat {seat} is not out now (TI-47)")
        self.finish.append(seat)
        if event.get("place") != len(self.finish):
            self.note(f"place is {event.get('place')!r}, should be {len(self.finish)} (TI-47)")
        self._settled()

    def _settled(self) -> None:
        """After a play with its wish and `out`: is the round over, and who is next."""
        seat = self.actor
        dog = self.top is None
        if self.final_act or is_double_victory(self.finish):
            self.over = True
        elif len(self.finish) == 3:
            if self.rules["final_trick"] == "complete" and not dog:
                self.final_act = True
                self.turn, self.stage = self.active()[0], "play"
                return
            self.over = True
        if self.over:
            self.queue = []
            self.stage = "score" if dog else "trick"
            return
        self.stage = "play"
        if dog:
            partner = (seat + 2) % 4
            start = partner if self.rules["dog_partner_out"] == "next_after_partner" else seat
            self.turn = partner if partner not in self.finish else self.after(start)
        else:
            self.turn = self.after(seat)
            windows = self.rules["bomb_windows"]
            self.window = windows in ("each_action", "each_play_and_close")

    def on_pass(self, event: Event) -> None:
        seat = seat_in(event)
        self._may_act(seat)
        need(self.stage == "play", "the trick has ended (TI-27)")
        need(seat == self.turn, f"seat {self.turn} is on turn, not {seat} (TI-25)")
        need(self.top is not None, "a leader may not pass (TI-25)")
        extra = seat == self.owner
        need(extra or not self._has_duty(seat), "the wish forbids to pass (TI-34)")
        self._acted(seat)
        if self.final_act:
            self.over, self.queue, self.stage = True, [], "trick"
            return
        self.passed.add(seat)
        others = [s for s in self.active() if s != self.owner]
        closing = all(s in self.passed for s in others)
        if closing and self.rules["self_beat"] and self.owner not in self.finish and not extra:
            closing, self.turn = False, self.owner
        elif not closing:
            self.turn = self.after(seat)
        self.stage = "trick" if closing else "play"
        windows = self.rules["bomb_windows"]
        self.window = windows == "each_action" or (closing and windows != "in_turn_only")

    def on_trick(self, event: Event) -> None:
        need(self.stage == "trick", f"the trick has not ended, expected {self.stage} (TI-27)")
        need(self.only is None, f"seat {self.only} called in order to bomb (TI-8)")
        assert self.top is not None
        winner, to = seat_in(event, "winner"), seat_in(event, "to")
        need(winner == self.owner, f"winner is {winner}, should be {self.owner} (TI-28)")
        dragon = self.top.rank == 15
        receivers = trick_receivers(winner, dragon, self.finish, self.over, self.rules)
        need(to in receivers, f"trick to {to}, allowed {receivers} (TI-28, TI-45, TI-46)")
        points = points_of(self.pile)
        if event.get("points") != points:
            self.note(f"points is {event.get('points')!r}, should be {points} (TI-4)")
        self.tricks[to] += points
        self.pile, self.top, self.passed = [], None, set()
        self._acted(winner)
        if to == winner or self.over:
            self.queue = []  # only the Dragon gift is an action of its own (TI-8 e)
        if self.over:
            self.stage = "score"
        else:
            self.turn = winner if winner not in self.finish else self.after(winner)
            self.stage = "play"

    def on_score(self, event: Event) -> None:
        need(self.stage == "score", f"the round has not ended, expected {self.stage} (TI-48)")
        double = is_double_victory(self.finish)
        left = None if double else points_of(self.hands[self.active()[0]])
        cards, bets, score = settle(self.finish, self.tricks, left, self.bets, self.rules)
        self.total = [self.total[0] + score[0], self.total[1] + score[1]]
        expected = {
            "finish": self.finish,
            "double_victory": double,
            "last_hand": left,
            "cards": cards,
            "bets": bets,
            "score": score,
            "total": self.total,
        }
        for key, value in expected.items():
            if event.get(key) != value:
                self.note(f"{key} is {event.get(key)!r}, should be {value} (TI-47 to TI-53)")
        self.stage = "done"

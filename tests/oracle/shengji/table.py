"""What referee and simulator both keep about a round in play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import Frame, points_of, without
from .rules import Rules
from .score import Change, hooked, lead_sizes, multiplier, next_dealer, round_gain, teams_of
from .tricks import trick_winner


@dataclass
class Result:
    """A finished round, before it is applied to the standings."""

    trick_points: int
    kitty_points: int
    multiplier: int
    opponent_points: int
    swap: bool
    gain: list[int]
    next_dealer: int
    changes: list[Change]


@dataclass
class Round:
    """One round from the first lead on; the opening fills it in."""

    rules: Rules
    rank: str
    dealer: int
    frame: Frame
    hands: list[list[str]]
    buried: list[str]
    called: str | None = None
    ordinal: int | None = None
    friend: int | None = None
    revealed: bool = False  # everybody knows the sides
    leader: int = -1
    plays: list[list[str]] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    taken: list[tuple[int, list[list[str]], int]] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)  # leaders of failed throws

    def __post_init__(self) -> None:
        self.leader = self.dealer
        self.revealed = self.rules["players"] != 5 or self.called is None

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def to_play(self) -> int:
        return (self.leader + len(self.plays)) % self.players

    @property
    def declarers(self) -> set[int]:
        return teams_of(self.players, self.dealer, self.friend)

    def challengers(self) -> list[int]:
        """Seats whose hands may break the leader's throw, in order of play (SJ-35).

        While a friend is unknown nobody is known to be on the leader's side.
        """
        seats = [(self.leader + i) % self.players for i in range(1, self.players)]
        if self.rules["throw_check"] == "opponents_only" and self.revealed:
            mine = self.leader in self.declarers
            seats = [s for s in seats if (s in self.declarers) != mine]
        return seats

    def play(self, cards: Sequence[str]) -> int | None:
        """Put down the next play; the seat of a friend it reveals, if any (SJ-71)."""
        seat = self.to_play
        self.hands[seat] = without(self.hands[seat], cards)
        self.plays.append(list(cards))
        self.seen.update(cards)
        reveals = (
            self.called is not None
            and not self.revealed
            and self.ordinal is not None
            and self.seen[self.called] >= self.ordinal
        )
        if not reveals:
            return None
        self.revealed = True
        if seat == self.dealer:
            return None
        self.friend = seat
        return seat

    def close_trick(self) -> tuple[int, int]:
        """Winner and points of a complete trick; the winner leads next (SJ-30, SJ-52)."""
        best = trick_winner(self.plays, self.frame)
        winner = (self.leader + best) % self.players
        points = sum(points_of(p) for p in self.plays)
        self.taken.append((self.leader, self.plays, winner))
        self.leader, self.plays = winner, []
        return winner, points

    def result(self) -> Result:
        """Score the round (SJ-54 to SJ-64, SJ-67, SJ-68, SJ-71)."""
        rules, side = self.rules, self.declarers
        trick_points = sum(
            points_of(p) for _, plays, w in self.taken if w not in side for p in plays
        )
        lead_seat, last, last_winner = self.taken[-1]
        opponents_last = last_winner not in side
        mult = 0
        if opponents_last:
            mult = multiplier(rules["kitty_mult"], *lead_sizes(last[0], self.frame))
        kitty_points = points_of(self.buried)
        fine = sum(1 if s in side else -1 for s in self.failed) * rules["throw_fail_points"]
        total = max(0, trick_points + mult * kitty_points + fine)
        swap, gain = round_gain(total, rules)
        if self.players == 5 and self.friend is None and not swap:
            gain += rules["solo_bonus"]
        winning = last[(last_winner - lead_seat) % self.players]
        hit = hooked(self.rank, opponents_last, winning, last[0], swap, self.frame)
        lost = {True: 0, False: 0}  # red fives lost, by whether the declarers lost them
        for leader, plays, winner in self.taken:
            for i, cards in enumerate(plays):
                declared = (leader + i) % self.players in side
                if declared != (winner in side):
                    lost[declared] += sum(c in self.frame.fives for c in cards)
        changes = []
        for unit in range(5 if self.players == 5 else 2):
            declared = unit in side if self.players == 5 else unit == self.dealer % 2
            changes.append(
                Change(
                    self.rank,
                    gain if declared != swap else 0,
                    declared,
                    hit and declared,
                    lost[declared],
                )
            )
        following = next_dealer(self.dealer, swap, side, last_winner, rules)
        gains = [c.gain for c in changes]
        return Result(trick_points, kitty_points, mult, total, swap, gains, following, changes)

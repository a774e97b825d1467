"""Fixing dealer and trump: declarations, turned cards, redeals, the bury (SJ-14 to SJ-29)."""

from collections.abc import Sequence

from .cards import Frame, is_joker, points_of
from .rules import RANKS, Rules

Strength = tuple[int, ...]


def strength_of(cards: Sequence[str], rank: str, rules: Rules) -> Strength | None:
    """Weight of a declaration, None where the cards declare nothing (SJ-21, SJ-24)."""
    if not cards or len(set(cards)) != 1 or len(cards) > rules["decks"]:
        return None
    card, count = cards[0], len(cards)
    mode = rules["nt_declare"]
    if is_joker(card):
        colour = 2 if card == "RJ" else 1
        if mode == "joker_pair" and count >= 2:
            return count, colour
        if mode == "joker_single":
            return 1, count, colour
        return None
    if card[0] != rank:
        return None
    return (0, count, 0) if mode == "joker_single" else (count, 0)


def suit_named(card: str) -> str:
    """The trump that a declaration with this card sets."""
    return "NT" if is_joker(card) else card[1]


class Race:
    """The declarations of one draw, in the order in which they were made."""

    def __init__(self, rank: str, first_round: bool, rules: Rules) -> None:
        self.rank, self.first_round, self.rules = rank, first_round, rules
        self.seat: int | None = None
        self.cards: list[str] = []
        self.rank_seats: list[int] = []  # who declared with rank cards, in order

    @property
    def trump(self) -> str | None:
        return suit_named(self.cards[0]) if self.cards else None

    @property
    def dealer(self) -> int | None:
        """Dealer by declaration in the first round (SJ-18)."""
        if not self.rank_seats:
            return None
        return self.rank_seats[0 if self.rules["first_dealer"] == "first_declarer" else -1]

    def _same_side(self, seat: int) -> bool:
        players = self.rules["players"]
        return players != 5 and self.seat is not None and (seat - self.seat) % 2 == 0

    def fault(self, seat: int, cards: Sequence[str], overcall: bool = False) -> str | None:
        """Why a declaration is refused, None where it is accepted.

        An overcall after the bury looks at strength alone (SJ-29 names SJ-21 and SJ-24 only).
        """
        new = strength_of(cards, self.rank, self.rules)
        if new is None:
            return f"{list(cards)} declares nothing at rank {self.rank} (SJ-20, SJ-24)"
        if is_joker(cards[0]) and self.first_round and not self.rank_seats:
            return "in the first round jokers only override a rank card (SJ-18)"
        if self.seat is None:
            return None
        old = strength_of(self.cards, self.rank, self.rules)
        if old is not None and new <= old:
            return f"{list(cards)} is not stronger than {self.cards} (SJ-21)"
        if overcall:
            return None
        if seat == self.seat:
            if cards[0] != self.cards[0] and not self.rules["self_override"]:
                return "the declarer may not change his own declaration (SJ-23)"
        elif self._same_side(seat) and not self.rules["partner_override"]:
            return "a partner may not override (SJ-23)"
        return None

    def accept(self, seat: int, cards: Sequence[str]) -> None:
        self.seat, self.cards = seat, list(cards)
        if not is_joker(cards[0]):
            self.rank_seats.append(seat)


def turned_up(kitty: Sequence[str], rank: str, rules: Rules) -> tuple[list[str], str]:
    """Kitty cards turned because nobody declared, and the trump they set (SJ-25)."""
    rule = rules["no_declare_rule"]
    if rule == "no_trump":
        return [], "NT"
    turned: list[str] = []
    for card in kitty:
        turned.append(card)
        if not is_joker(card) and (rule == "kitty_first" or card[0] == rank):
            return turned, card[1]
    plain = [c for c in turned if not is_joker(c)]
    if not plain:
        return turned, "NT"
    highest = max(plain, key=lambda c: RANKS.index(c[0]))  # max keeps the first of equals
    return turned, highest[1]


def undeclared_redeal(kitty: Sequence[str], first_round: bool, rules: Rules) -> str | None:
    """Reason to deal again when nobody declared, None where play goes on (SJ-25, SJ-26)."""
    if rules["no_declare_rule"] == "redeal":
        return "nobody"
    if first_round and rules["first_round_nobody"] == "redeal":
        return "nobody"
    turns = rules["no_declare_rule"] in ("kitty_first", "kitty_until_rank")
    if turns and rules["kitty_joker"] == "redeal" and kitty and is_joker(kitty[0]):
        return "joker_turned"
    return None


def redeal_claims(hand: Sequence[str], frame: Frame) -> set[str]:
    """Reasons for which a drawn hand may be claimed, rules apart (SJ-27)."""
    reasons = set()
    if not any(frame.suit(c) == "T" for c in hand):
        reasons.add("no_trump")
    if points_of(hand) == 0:
        reasons.add("no_points")
    return reasons


def claimant(
    hands: Sequence[Sequence[str]], first_drawer: int, frame: Frame
) -> tuple[int, set[str]] | None:
    """The first player in drawing order who claims a redeal, with his reasons (SJ-27)."""
    allowed = {r for r in ("no_trump", "no_points") if frame.rules[f"redeal_{r}"] == "on"}
    players = len(hands)
    for step in range(players):
        seat = (first_drawer + step) % players
        reasons = redeal_claims(hands[seat], frame) & allowed
        if reasons:
            return seat, reasons
    return None


def restricted(card: str, frame: Frame) -> bool:
    """Whether `bury_restriction` speaks against burying this card (SJ-28)."""
    rule = frame.rules["bury_restriction"]
    if rule == "no_points":
        return points_of([card]) > 0
    return bool(rule == "no_trump" and frame.suit(card) == "T")


def bury_fault(hand: Sequence[str], cards: Sequence[str], frame: Frame) -> str | None:
    """Why these cards may not be buried; restricted cards go only when nothing else is left."""
    spare = sum(not restricted(c, frame) for c in hand)
    needed = max(0, len(cards) - spare)
    buried = sum(restricted(c, frame) for c in cards)
    if buried > needed:
        return f"buries {buried} restricted cards where {needed} would do (SJ-28)"
    return None


def counted_off(shuffler: int, card: str, players: int) -> int:
    """Seat reached by counting from the shuffler to the turned card (SJ-16)."""
    number = 1 if card[0] == "A" else RANKS.index(card[0]) + 2
    return (shuffler + number - 1) % players

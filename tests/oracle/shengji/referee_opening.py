"""Refereeing a round up to the first lead: deal, trump, bury, friend (SJ-14 to SJ-29)."""

from collections import Counter
from dataclasses import dataclass

from .cards import KINDS, Frame, contains, full_deck, is_joker, without
from .cursor import Cursor, Event, are_cards
from .declare import (
    Race,
    bury_fault,
    claimant,
    counted_off,
    suit_named,
    turned_up,
    undeclared_redeal,
)
from .rules import Rules, hand_size
from .table import Round


@dataclass
class Opening:
    """What is known before the cards are dealt."""

    rules: Rules
    rank: str
    dealer: int | None  # None in the first round
    first_drawer: int
    given: bool  # cards laid out by hand: short hands and any stock are fine


def check_first_drawer(
    cur: Cursor, event: Event, rules: Rules, dealer: int | None, last_shuffler: int | None
) -> tuple[int, int | None]:
    """First drawer and shuffler of a round (SJ-16); the shuffler is None where nobody can tell."""
    players = rules["players"]
    first = cur.seat(event, "first_drawer", players)
    shuffler: int | None = None
    if rules["first_drawer"] == "shuffler":
        shuffler = first
    elif rules["first_drawer"] == "count_off":
        shuffler = cur.seat(event, "shuffler", players)
        turned = cur.cards(event, "turned")
        if not turned or any(not is_joker(c) for c in turned[:-1]) or is_joker(turned[-1]):
            raise cur.stop(f"round: cards turned to count off {turned} (SJ-16)")
        if max(Counter(turned).values()) > rules["decks"]:
            cur.fault("round: more jokers turned than there are (SJ-16)")
        if first != counted_off(shuffler, turned[-1], players):
            cur.fault(f"round: first drawer {first} is not the one counted off (SJ-16)")
    if shuffler is not None:
        rule = rules["shuffler_seat"]
        if rule == "dealer" and dealer is not None and shuffler != dealer:
            cur.fault(f"round: seat {shuffler} shuffles instead of the dealer (SJ-16)")
        if rule == "rotate" and last_shuffler is not None:
            right = (last_shuffler + 1) % players
            if shuffler != right:
                cur.fault(f"round: seat {shuffler} shuffles instead of {right} (SJ-16)")
    return first, shuffler


def _deal(cur: Cursor, opening: Opening) -> tuple[list[list[str]], list[str]]:
    rules = opening.rules
    event = cur.take("deal")
    hands = cur.field(event, "hands", lambda v: isinstance(v, list) and all(map(are_cards, v)))
    kitty = cur.cards(event, "kitty")
    if len(hands) != rules["players"]:
        raise cur.stop(f"deal: {len(hands)} hands for {rules['players']} players")
    if len({len(h) for h in hands}) != 1 or not hands[0]:
        raise cur.stop("deal: hands of unequal size (SJ-15)")
    counts = Counter(kitty)
    for hand in hands:
        counts.update(hand)
    if opening.given:
        if max(counts.values()) > rules["decks"]:
            cur.fault("deal: more copies of a card than there are packs (SJ-1)")
    else:
        if counts != Counter(full_deck(rules["decks"])):
            cur.fault("deal: not the cards of the packs (SJ-1)")
        if len(hands[0]) != hand_size(rules) or len(kitty) != rules["kitty_size"]:
            cur.fault(f"deal: hands of {len(hands[0])}, kitty of {len(kitty)} (SJ-2)")
    return [list(h) for h in hands], kitty


def drawn(hand: list[str], seat: int, first_drawer: int, players: int, after: int) -> list[str]:
    """Cards a seat holds when `after` cards have been drawn by all (SJ-15)."""
    offset = (seat - first_drawer) % players
    return hand[: max(0, (after - offset + players - 1) // players)]


def _declarations(cur: Cursor, opening: Opening, hands: list[list[str]]) -> Race:
    players = opening.rules["players"]
    race = Race(opening.rank, opening.dealer is None, opening.rules)
    total = sum(len(h) for h in hands)
    last = 1
    while cur.name == "declare":
        event = cur.take("declare")
        seat, cards = cur.seat(event, "seat", players), cur.cards(event)
        after = cur.number(event, "after")
        if not last <= after <= total:
            cur.fault(f"declare: after {after} cards, between {last} and {total} (SJ-17)")
        last = max(last, after)
        if not contains(drawn(hands[seat], seat, opening.first_drawer, players, after), cards):
            cur.fault(f"declare: seat {seat} has not drawn {cards} yet (SJ-20)")
        fault = race.fault(seat, cards)
        if fault:
            cur.fault(f"declare: {fault}")
        if cards:
            race.accept(seat, cards)
    return race


def _undeclared(cur: Cursor, opening: Opening, kitty: list[str]) -> str | None:
    """Follow what happens without a declaration: the trump, or None after a redeal."""
    reason = undeclared_redeal(kitty, opening.dealer is None, opening.rules)
    if reason is not None:
        if reason == "joker_turned" and cur.name == "turn_up":
            cur.same(cur.take("turn_up"), "cards", kitty[:1])
        event = cur.take("redeal")
        cur.same(event, "seat", None)
        cur.same(event, "reason", reason)
        return None
    turned, trump = turned_up(kitty, opening.rank, opening.rules)
    if turned:
        cur.same(cur.take("turn_up"), "cards", turned)
    return trump


def _trump(cur: Cursor, trump: str, dealer: int) -> None:
    event = cur.take("trump")
    cur.same(event, "suit", trump)
    cur.same(event, "dealer", dealer)


def _bury(cur: Cursor, seat: int, hand: list[str], size: int, frame: Frame) -> list[str]:
    event = cur.take("bury")
    cur.same(event, "seat", seat)
    cards = cur.cards(event)
    if len(cards) != size:
        raise cur.stop(f"bury: {len(cards)} cards, should be {size} (SJ-28)")
    if not contains(hand, cards):
        raise cur.stop("bury: cards that are not in the hand (SJ-28)")
    fault = bury_fault(hand, cards, frame)
    if fault:
        cur.fault(f"bury: {fault}")
    return cards


def _call_friend(cur: Cursor, frame: Frame) -> tuple[str | None, int | None]:
    event = cur.take("call_friend")
    card = cur.field(event, "card", lambda v: v is None or v in KINDS)
    if card is None:
        cur.same(event, "ordinal", None)
        return None, None
    ordinal = cur.number(event, "ordinal")
    if not 1 <= ordinal <= frame.rules["decks"]:
        cur.fault(f"call_friend: copy {ordinal} does not exist (SJ-71)")
    if frame.rules["friend_card"] == "non_trump" and frame.suit(card) == "T":
        cur.fault(f"call_friend: {card} is trump (SJ-71)")
    return card, ordinal


def referee_opening(cur: Cursor, opening: Opening) -> Round:
    """Follow a round to the point where the dealer leads."""
    rules, players = opening.rules, opening.rules["players"]
    while True:
        hands, kitty = _deal(cur, opening)
        race = _declarations(cur, opening, hands)
        trump = race.trump
        if trump is None:
            trump = _undeclared(cur, opening, kitty)
            if trump is None:
                continue
        dealer = opening.dealer
        if dealer is None:
            dealer = race.dealer if race.dealer is not None else opening.first_drawer
        _trump(cur, trump, dealer)
        frame = Frame(opening.rank, trump, rules)
        claim = claimant(hands, opening.first_drawer, frame)
        if claim is None:
            break
        event = cur.take("redeal")
        cur.same(event, "seat", claim[0])
        if event.get("reason") not in claim[1]:
            cur.fault(f"redeal: reason {event.get('reason')!r}, should be of {sorted(claim[1])}")

    hands[dealer] += kitty
    buried = _bury(cur, dealer, hands[dealer], len(kitty), frame)
    hands[dealer] = without(hands[dealer], buried)
    last = dealer
    while cur.name == "overcall":
        event = cur.take("overcall")
        seat, cards = cur.seat(event, "seat", players), cur.cards(event)
        if rules["chao_dipi"] == "off":
            cur.fault("overcall: not played here (SJ-29)")
        if seat == last:
            cur.fault(f"overcall: seat {seat} has just buried (SJ-29)")
        if not contains(hands[seat], cards):
            cur.fault(f"overcall: seat {seat} does not hold {cards} (SJ-29)")
        fault = race.fault(seat, cards, overcall=True)
        if fault:
            cur.fault(f"overcall: {fault}")
        if not cards:
            raise cur.stop("overcall: without cards (SJ-29)")
        race.accept(seat, cards)
        trump = suit_named(cards[0])
        _trump(cur, trump, dealer)
        frame = Frame(opening.rank, trump, rules)
        hands[seat] += buried
        buried = _bury(cur, seat, hands[seat], len(kitty), frame)
        hands[seat] = without(hands[seat], buried)
        last = seat
    called, ordinal = _call_friend(cur, frame) if players == 5 else (None, None)
    return Round(rules, opening.rank, dealer, frame, hands, buried, called, ordinal)

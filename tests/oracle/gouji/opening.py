"""Before the play: partnership draw, Kai Pai, deal, threes, Revolution (GJ-5 to GJ-18)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from .cards import (
    COLOR,
    COPIES,
    FACES,
    HEIGHT,
    JOKERS,
    SEATS,
    SUITED,
    WILDS,
    full_deck,
    rank_of,
)
from .options import Rules
from .table import Event, Fault, need

KAI_PAI_ORDER = {
    rank: height for height, rank in enumerate((*"A23456789TJQK", "BJ", "RJ"), start=1)
}
Draw = dict[int, str]


# -- partnership (GJ-5) --------------------------------------------------------------------------


def draw_height(card: str, rules: Rules) -> int:
    """Return the height of a card in the partnership draw."""
    order = HEIGHT if rules["partnership_draw_order"] == "play_order" else KAI_PAI_ORDER
    return order[rank_of(card)]


def drawn_teams(draws: list[Draw], rules: Rules) -> tuple[set[int], set[int]]:
    """Return who is surely among the three highest, and who shares that by lot only.

    The second set is empty unless ties are broken at random.
    """
    contenders, places, sure = set(SEATS), 3, set[int]()
    for number, draw in enumerate(draws):
        need(set(draw) == contenders, f"draw {number + 1} is by {sorted(draw)}")
        need(all(card in FACES for card in draw.values()), "the draw shows no such card")
        need(max(Counter(draw.values()).values()) <= COPIES, "a card is drawn five times")
        heights = {seat: draw_height(card, rules) for seat, card in draw.items()}
        ranking = sorted(contenders, key=heights.__getitem__, reverse=True)
        edge = heights[ranking[places - 1]]
        above = {seat for seat in contenders if heights[seat] > edge}
        tied = {seat for seat in contenders if heights[seat] == edge}
        is_last = number == len(draws) - 1
        if len(above) + len(tied) == places:
            need(is_last, "there is a draw after the teams were settled")
            return sure | above | tied, set()
        if rules["partnership_tie"] == "random":
            need(is_last, "a tie is broken at random, not by another draw")
            return above, tied
        if rules["partnership_tie"] == "redraw_tied":
            sure |= above
            contenders, places = tied, places - len(above)
    raise Fault("a tie in the partnership draw is left open")


def check_partnership(event: Event, rules: Rules) -> set[int]:
    """Check a partnership draw; return the seats that may be Kai Pai by the highest card."""
    draws = [{int(seat): card for seat, card in draw.items()} for draw in event["draws"]]
    high, tied = drawn_teams(draws, rules)
    teams = [{0, 2, 4}, {1, 3, 5}]
    fits = [team for team in teams if high <= team <= high | tied]
    need(fits, f"the three highest do not sit as a team: {sorted(high)}")
    deciding = draws[-1] if rules["partnership_tie"] == "redraw_all" else draws[0]
    best = max(draw_height(card, rules) for card in deciding.values())
    return {seat for seat, card in deciding.items() if draw_height(card, rules) == best}


# -- Kai Pai (GJ-7 to GJ-11) ---------------------------------------------------------------------


def count_value(card: str) -> int:
    """Return what a turned card counts: ace 1, two 2, king 13 (GJ-8)."""
    return KAI_PAI_ORDER[rank_of(card)]


def check_kai_pai(event: Event, starts: set[int], rules: Rules) -> tuple[int, int]:
    """Check a count; return the first and the last holder of the role."""
    turns = event["turns"]
    need(turns, "the Kai Pai turned no card")
    seats = [turn["seat"] for turn in turns]
    cards = [turn["card"] for turn in turns]
    need(seats[0] in starts, f"the Kai Pai is one of {sorted(starts)}, not {seats[0]}")
    for earlier, later in pairwise(seats):
        need(later == (earlier + 1) % 6, "after a joker the role moves to the right")
    need(all(card in JOKERS for card in cards[:-1]), "the count goes on after a card that counts")
    need(cards[-1] in SUITED, "the count ends on a joker or on no card")
    if rules["kai_pai_joker"] == "no_replacement":
        need(max(Counter(cards).values()) <= COPIES, "a joker is turned five times")
    drawer = (seats[-1] + count_value(cards[-1]) - 1) % 6
    need(event["first_drawer"] == drawer, f"the count ends at seat {drawer}")
    return seats[0], seats[-1]


# -- deal and threes (GJ-13, GJ-14) --------------------------------------------------------------


def check_deal(hands: list[list[str]], is_full: bool) -> None:
    """Check that six hands are a deal of the deck, or a part of the deck where it is short."""
    need(len(hands) == 6, "a deal has six hands")
    counts = Counter(card for hand in hands for card in hand)
    need(set(counts) <= set(FACES), "the deal holds a card that does not exist")
    need(all(hands), "a hand is empty")
    if is_full:
        need(all(len(hand) == 36 for hand in hands), "a hand is not of 36 cards")
        need(counts == Counter(full_deck()), "the deal is not the 216 cards")
    need(max(counts.values()) <= COPIES, "a card is dealt five times")


def draw_sequence(hands: list[list[str]], first_drawer: int) -> list[tuple[int, str]]:
    """Return (seat, card) in the order in which the cards were drawn (GJ-13)."""
    seats = [(first_drawer + step) % 6 for step in SEATS]
    longest = max(map(len, hands))
    return [
        (seat, hands[seat][turn])
        for turn in range(longest)
        for seat in seats
        if turn < len(hands[seat])
    ]


def three_counts(hands: list[list[str]], first_drawer: int, rules: Rules) -> list[tuple[int, int]]:
    """Return (seat, how many matching 3s it now holds) at each 3 that makes two or more."""
    held: Counter[tuple[int, str]] = Counter()
    found = []
    for seat, card in draw_sequence(hands, first_drawer):
        if rank_of(card) == "3" and len(card) == 2:
            suit = card[1] if rules["three_pair_match"] == "suit" else COLOR[card[1]]
            held[seat, suit] += 1
            if held[seat, suit] >= 2:
                found.append((seat, held[seat, suit]))
    return found


def three_leaders(hands: list[list[str]], first_drawer: int, rules: Rules) -> set[int]:
    """Return who may be announced: anyone with a pair, or who leads if all announce at once."""
    shown = three_counts(hands, first_drawer, rules)
    if rules["three_pair_announce"] == "never" or not shown:
        return set()
    if rules["three_pair_announce"] == "policy":
        return {seat for seat, _ in shown}
    if not rules["three_pair_overcall"]:
        return {shown[0][0]}
    leaders = set()
    # Open in the rules: whether a leader who draws another 3 raises what others must show.
    for raises in (False, True):
        leader, best = shown[0]
        for seat, count in shown:
            if count > best and (raises or seat != leader):
                leader, best = seat, count
        leaders.add(leader)
    return leaders


# -- Revolution (GJ-16, GJ-17) -------------------------------------------------------------------


def revolutionaries(hands: list[Counter[str]], first_drawer: int) -> list[int]:
    """Return the seats without joker and two, in drawing order."""
    seats = [(first_drawer + step) % 6 for step in SEATS]
    return [seat for seat in seats if not any(hands[seat][wild] for wild in WILDS)]


def revolution_choice(eligible: list[int], rules: Rules) -> tuple[bool, bool]:
    """Return whether a Revolution may be, and whether it must be declared."""
    may = (
        rules["revolution"] == "on"
        and rules["revolution_policy"] != "never"
        and len(eligible) >= rules["revolution_quorum"]
    )
    return may, may and rules["revolution_policy"] == "always"

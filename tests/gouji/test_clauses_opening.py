"""Teams, first drawer, draw and threes, as the kernels run them (GJ-1 to GJ-15)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from simcore.gouji.cards import FIRST_COPY, NAMES
from simcore.gouji.engine import hands_of, play
from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy
from simcore.gouji.trace import transcript
from tests.gouji.kernels import Opening
from tests.oracle.gouji import full_rules
from tests.oracle.gouji.opening import check_partnership

PLAIN = ["4S 5S", "4H 5H", "4D 5D", "4C 5C", "6S 2S", "6H 2H"]
RANDOM = [Policy.RANDOM] * 6
VALUE = dict(zip("A23456789TJQK", range(1, 14), strict=True))


def card(name: str, copy: int = 0) -> tuple[int, int]:
    """A draw out of the deck that turns a card up."""
    return 216, FIRST_COPY[name] + copy


def count(*cards: str, start: int = 2, **rules: object) -> Opening:
    """Open a first round with given cards turned up, from a given seat on."""
    return Opening([PLAIN], draws=[(6, start), *map(card, cards)], **rules)


@pytest.mark.clause("GJ-1")
def test_the_deck_is_four_packs_and_each_seat_receives_36():
    counts = Counter(NAMES)
    assert len(NAMES) == 216
    assert all(counts[rank + suit] == 4 for rank in "23456789TJQKA" for suit in "SHDC")
    assert counts["BJ"] == counts["RJ"] == 4
    for match in range(20):
        hands = hands_of(3, match, 1)
        assert hands.shape == (6, 36)
        assert sorted(hands.ravel().tolist()) == list(range(216))


@pytest.mark.clause("GJ-2")
def test_the_order_of_single_cards_settles_the_highest():
    order = [*"3456789TJQKA2", "BJ", "RJ"]
    for low, high in pairwise(order):
        hands = ["3 3 3", "3 3 3", "4 4 4", "4 4 4", f"{low} {high} {low}", "5 5 5"]
        opening = Opening([hands], finish=[0, 1, 2, 3, 4, 5])
        assert f"tribute 4 1: {high} for {high}" in opening.told


def teams(opening: Opening, rules: dict[str, object]) -> tuple[int, set[int]]:
    """Check the draw by the oracle; return how many draws it took and who had the highest card."""
    event = opening.events[0]
    assert event["event"] == "partnership"
    highest = check_partnership(event, full_rules(dict(rules)))
    return len(event["draws"]), highest


@pytest.mark.clause("GJ-5")
@pytest.mark.parametrize("order", ["play_order", "kai_pai_order"])
@pytest.mark.parametrize("tie", ["redraw_tied", "redraw_all", "random"])
def test_the_three_highest_cards_make_a_team(order, tie):
    rules = {"partnership": "draw", "partnership_draw_order": order, "partnership_tie": tie}
    draws: Counter[int] = Counter()
    seats: Counter[tuple[str, ...]] = Counter()
    for seed in range(250):
        opening = Opening([PLAIN], seed=seed, **rules)
        n, _ = teams(opening, rules)
        draws[n] += 1
        first, *more = opening.events[0]["draws"]
        for draw in more:
            assert (len(draw) == 6) == (tie == "redraw_all")
        seats[tuple(sorted(first, key=lambda seat: FIRST_COPY[first[seat]]))] += 1
    # A tie between third and fourth comes up in about 19 of 100 draws.
    if tie == "random":
        assert set(draws) == {1}
    else:
        assert 20 < draws.total() - draws[1] < 80
    assert len(seats) >= 60  # who sits where, of 72 ways, is left to chance


@pytest.mark.clause("GJ-5")
def test_the_orders_of_the_draw_differ_in_aces_and_twos():
    high = [("2S", 0), ("2H", 0), ("AS", 0), ("KS", 0), ("QS", 0), ("JS", 0)]
    draws = [card(*drawn) for drawn in high] + [(2, 0)]
    for order, even in (("play_order", {"2S", "2H", "AS"}), ("kai_pai_order", {"KS", "QS", "JS"})):
        rules = {"partnership": "draw", "partnership_draw_order": order}
        shown = Opening([PLAIN], draws=draws, **rules).events[0]["draws"][0]
        assert {name for seat, name in shown.items() if int(seat) % 2 == 0} == even
    joker = [card(*drawn) for drawn in [("BJ", 0), ("RJ", 0), *high[:4]]]
    lot = {"play_order": [(2, 0), (2, 1)], "kai_pai_order": [(2, 1)]}  # the tie, then the side
    for order, third in (("play_order", {"2S", "2H"}), ("kai_pai_order", {"KS"})):
        rules = {
            "partnership": "draw",
            "partnership_draw_order": order,
            "partnership_tie": "random",
        }
        shown = Opening([PLAIN], draws=joker + lot[order], **rules).events[0]["draws"][0]
        odd = {name for seat, name in shown.items() if int(seat) % 2}
        assert {"BJ", "RJ"} < odd
        assert odd & third


@pytest.mark.clause("GJ-5")
def test_fixed_teams_hold_no_draw():
    assert Opening([PLAIN]).events[0]["event"] == "round"
    assert Opening([PLAIN], partnership="draw").events[0]["event"] == "partnership"


@pytest.mark.clause("GJ-6")
def test_a_match_is_games_of_rounds_and_totals_start_at_zero():
    rules = GAME.make_rules("seed", {"hands_per_game": 2, "games_per_session": 3})
    records = play(5, 0, 40, rules, RANDOM)
    assert len(records) == 40 * 6
    winners = set()
    for rounds in np.split(records, 40):
        assert rounds["game"].tolist() == [0, 0, 1, 1, 2, 2]
        assert rounds["hand"].tolist() == [0, 1, 0, 1, 0, 1]
        assert rounds["match_over"].tolist() == [0, 0, 0, 0, 0, 1]
        wins = [0, 0]
        for one, two in zip(rounds[::2], rounds[1::2], strict=True):
            assert one["total"].tolist() == one["points"].tolist()
            assert two["total"].tolist() == (one["points"] + two["points"]).tolist()
            even, odd = two["total"].tolist()
            wins = [wins[0] + (even > odd), wins[1] + (odd > even)]
            assert two["wins"].tolist() == wins
        ahead = wins[0] - wins[1]
        winner = -1 if ahead == 0 else int(ahead < 0)
        assert rounds[-1]["winner"] == winner
        winners.add(winner)
    assert winners == {-1, 0, 1}


@pytest.mark.clause("GJ-7")
def test_the_first_kai_pai_is_a_random_seat_or_holds_the_highest_card():
    seats = Counter(
        Opening([PLAIN], seed=seed).events[1]["turns"][0]["seat"] for seed in range(300)
    )
    assert set(seats) == set(range(6))
    assert max(seats.values()) < 85
    rules = {"partnership": "draw", "kai_pai_first": "highest_partnership_card"}
    for seed in range(60):
        opening = Opening([PLAIN], seed=seed, **rules)
        _, highest = teams(opening, rules)
        assert opening.events[2]["turns"][0]["seat"] in highest
    # Without a draw there is no such card.
    alone = {
        Opening([PLAIN], seed=s, kai_pai_first=rules["kai_pai_first"]).told[1][8] for s in range(60)
    }
    assert len(alone) == 6


@pytest.mark.clause("GJ-8")
@pytest.mark.parametrize("rank", VALUE)
def test_the_kai_pai_counts_seats_up_to_the_value_of_the_card(rank):
    for start in range(6):
        opening = count(rank + "H", start=start)
        assert opening.first_drawer == (start + VALUE[rank] - 1) % 6
        assert opening.told[1] == f"kai_pai {start}:{rank}H -> {opening.first_drawer}"


@pytest.mark.clause("GJ-9")
def test_a_joker_passes_the_role_to_the_right():
    opening = count("BJ", "RJ", "3C", start=5)
    assert opening.told[1] == "kai_pai 5:BJ 0:RJ 1:3C -> 3"
    assert opening.record["kai_pai"] == 1
    assert opening.record["kai_turns"] == 3
    # The same black joker twice: out of the deck by default, where only the next card counts.
    assert count("BJ", "BJ", "3C", start=5).told[1] == "kai_pai 5:BJ 0:3C -> 2"
    back = count("BJ", "BJ", "3C", start=5, kai_pai_joker="replacement")
    assert back.told[1] == "kai_pai 5:BJ 0:BJ 1:3C -> 3"


@pytest.mark.clause("GJ-10")
def test_a_later_game_is_opened_by_the_right_neighbour_of_the_last_kai_pai():
    final = count("BJ", "RJ", "3C", start=2)
    assert final.state["match"]["starts"] == 5
    initial = count("BJ", "RJ", "3C", start=2, kai_pai_succession="initial_holder")
    assert initial.state["match"]["starts"] == 3
    assert Opening([PLAIN], starts=4).told[1].startswith("kai_pai 4:")
    rules = GAME.make_rules("seed", {"hands_per_game": 1, "games_per_session": 3})
    for match in range(3):
        events = transcript(9, match, rules, [Policy.LOWEST] * 6)
        counts = [event for event in events if event["event"] == "kai_pai"]
        for one, two in pairwise(counts):
            assert two["turns"][0]["seat"] == (one["turns"][-1]["seat"] + 1) % 6


@pytest.mark.clause("GJ-11")
def test_turned_cards_tell_nothing_about_the_deal():
    changes = ({}, {"kai_pai_joker": "replacement"}, {"partnership": "draw"})
    for match in range(3):
        deals = [
            next(
                event["hands"]
                for event in transcript(4, match, GAME.make_rules("seed", change), RANDOM, 1)
                if event["event"] == "deal"
            )
            for change in changes
        ]
        assert deals[0] == deals[1] == deals[2]
        assert deals[0] == [[NAMES[n] for n in hand] for hand in hands_of(4, match, 1)]
    # Where a given card goes: each seat alike.
    seats = Counter(int(np.argwhere(hands_of(4, match, 1) == 17)[0, 0]) for match in range(600))
    assert all(65 < seats[seat] < 140 for seat in range(6))


LATER = [1, 2, 3, 0, 5, 4]  # finish of the round before: seat 4 is the Big Loser


@pytest.mark.clause("GJ-12")
def test_the_big_loser_names_the_first_drawer():
    opening = Opening([PLAIN], ["4 names 1"], LATER)
    assert opening.asked[0] == "DRAWER 4"
    assert opening.told[:2] == ["round", "drawer 4 1"]
    assert opening.first_drawer == 1
    assert Opening([PLAIN], ["4 names 4"], LATER).first_drawer == 4
    assert Opening([PLAIN], ["4 names 6"], LATER).is_illegal
    own = Opening([PLAIN], finish=LATER, big_loser_drawer="self")
    assert own.told[1] == "drawer 4 4"
    assert not any(asked.startswith("DRAWER") for asked in own.asked)
    drawn = {
        Opening([PLAIN], finish=LATER, seed=seed, big_loser_drawer="random").told[1]
        for seed in range(60)
    }
    assert drawn == {f"drawer 4 {seat}" for seat in range(6)}
    assert not any(told.startswith("kai_pai") for told in opening.told)


# Seats 1 and 4 hold two 3s of a suit, both complete with their second card.
THREES = ["4S 5S", "3S 3S", "4D 5D", "4C 5C", "3H 3H", "2S 6H"]
FIRST = {seat: [(6, seat), card("AS")] for seat in range(6)}  # an ace counts to the Kai Pai himself


@pytest.mark.clause("GJ-13")
def test_cards_are_drawn_in_turn_from_the_first_drawer():
    for first, order in {0: [1, 4], 1: [1, 4], 2: [4, 1], 4: [4, 1], 5: [1, 4]}.items():
        opening = Opening([THREES], draws=FIRST[first])
        assert opening.first_drawer == first
        assert opening.asked[:2] == [f"THREES {seat}" for seat in order]
    # The one who needs fewer cards is earlier wherever the draw begins.
    early = ["4S 5S 9S", "3S 6D 3S", "4D 5D 9D", "4C 5C 9C", "3H 3H 9H", "2S 6H 9H"]
    for first in range(6):
        assert Opening([early], draws=FIRST[first]).asked[0] == "THREES 4"


@pytest.mark.clause("GJ-14", "GJ-15")
def test_two_threes_of_a_suit_win_the_first_lead():
    said = Opening([THREES], ["1 yes"], draws=FIRST[0])
    assert said.leader == 1
    assert said.told[-1] == "threes 1"
    assert said.asked[0] == "THREES 1"
    assert said.seen[0] == "3 3"
    later = Opening([THREES], ["1 no", "4 yes"], draws=FIRST[0])
    assert later.leader == 4
    nobody = Opening([THREES], draws=FIRST[2])
    assert nobody.leader == nobody.first_drawer == 2
    assert not any(told.startswith("threes") for told in nobody.told)
    never = Opening([THREES], draws=FIRST[2], three_pair_announce="never")
    assert never.leader == 2
    assert not any(asked.startswith("THREES") for asked in never.asked)
    earliest = Opening([THREES], draws=FIRST[2], three_pair_announce="earliest")
    assert earliest.leader == 4
    assert not any(asked.startswith("THREES") for asked in earliest.asked)
    assert not any(asked.startswith("THREES") for asked in Opening([THREES], finish=LATER).asked)


@pytest.mark.clause("GJ-14")
def test_a_seat_is_asked_from_its_second_three_on_with_the_cards_it_has_drawn():
    hands = [
        "4S 5S 6S 7S",
        "3S 3H 3S 9S",
        "4D 5D 6D 7D",
        "4C 5C 6C 7C",
        "5H 5H 6H 7H",
        "2S 6H 6H 6H",
    ]
    opening = Opening([hands], draws=FIRST[0])
    assert opening.asked[0] == "THREES 1"
    assert opening.seen[0] == "3 3 3"
    four = [
        "4S 5S 6S 7S",
        "3S 3S 3S 9S",
        "4D 5D 6D 7D",
        "4C 5C 6C 7C",
        "5H 5H 6H 7H",
        "2S 6H 6H 6H",
    ]
    assert Opening([four], ["1 no", "1 yes"], draws=FIRST[0]).leader == 1


@pytest.mark.clause("GJ-14")
def test_color_pairs_and_overcalls():
    mixed = ["4S 5S", "3S 3C", "4D 5D", "3H 3D", "3S 3H", "2S 6H"]
    suit = Opening([mixed], draws=FIRST[0])
    assert not any(asked.startswith("THREES") for asked in suit.asked)
    color = Opening([mixed], draws=FIRST[0], three_pair_match="color")
    assert [asked for asked in color.asked if "THREES" in asked] == ["THREES 1", "THREES 3"]
    more = ["4S 5S 6S", "3S 3S 6S", "4D 5D 6D", "4C 5C 6C", "3H 3H 3H", "2S 6H 6H"]
    plain = Opening([more], ["1 yes"], draws=FIRST[0])
    assert plain.leader == 1
    over = Opening([more], ["1 yes", "4 yes"], draws=FIRST[0], three_pair_overcall=True)
    assert over.leader == 4
    assert over.told[-1] == "threes 4"
    assert over.seen[1] == "3 3 3"  # two of them would not do
    kept = Opening([more], ["1 yes", "4 no"], draws=FIRST[0], three_pair_overcall=True)
    assert kept.leader == 1


@pytest.mark.clause("GJ-15")
def test_later_rounds_are_led_by_the_big_loser_or_the_first_drawer():
    assert Opening([PLAIN], ["4 names 1"], LATER).leader == 4
    named = Opening([PLAIN], ["4 names 1"], LATER, later_hand_lead="first_drawer")
    assert named.leader == 1
    assert Opening([PLAIN], draws=FIRST[3]).leader == 3

"""Seats, deck, deal, exchange and first lead (TI-1 to TI-7, TI-10, TI-11)."""

import numpy as np
import pytest
from scipy import stats

from simcore.status import Status
from simcore.tichu.cards import DECK, NAMES, NUMBER
from simcore.tichu.deals import deal_words, new_words, points_of
from simcore.tichu.engine import play, play_given
from simcore.tichu.rules import Rules
from tests.tichu.table import Table, beats, combo_of, filled, kind, mask

U64 = np.uint64
RANKS = "23456789TJQKA"


@pytest.mark.clause("TI-1")
def test_turns_go_from_seat_to_seat_and_partners_sit_opposite():
    table = Table("5j 9j 2j", "3s 2s", "4p 7j", "As 3j")
    table.go("0 5j", "1 -", "2 7j", "3 -", "0 9j", "1 -", "2 -")
    turns = [question for question in table.asked if question.startswith("turn")]
    assert turns == ["turn 0", "turn 1", "turn 2", "turn 3", "turn 0", "turn 1", "turn 2"]
    # a double victory and the Dog show who is whose partner
    for first in range(4):
        hands = ["3j 3s 4j"] * 4
        hands[first], hands[(first + 2) % 4] = "Dog", "As"
        hands[(first + 1) % 4], hands[(first + 3) % 4] = "5j 6j", "5s 6s"
        record = play_given(
            [[NUMBER[c] for c in hand.split()] for hand in hands], Rules(), [1] * 4, leader=first
        )[0]
        assert record["dog_to"] == (first + 2) % 4
        assert record["finish"].tolist() == [first, (first + 2) % 4, -1, -1]
        assert record["cards"][first % 2] == 200


@pytest.mark.clause("TI-1")
def test_the_direction_of_play_is_no_option_since_it_changes_nothing():
    assert "direction" not in Rules._fields


@pytest.mark.clause("TI-2")
def test_the_deck_has_thirteen_ranks_in_four_suits_and_four_specials():
    naturals = {rank + suit for rank in RANKS for suit in "jspt"}
    assert len(NAMES) == 56
    assert set(NAMES) == naturals | {"Mah", "Dog", "Phx", "Drg"}
    assert int(DECK) == sum(1 << NUMBER[name] for name in NAMES)


@pytest.mark.clause("TI-2")
def test_no_suit_outranks_another():
    for rank in RANKS:
        singles = [combo_of(rank + suit) for suit in "jspt"]
        assert len(set(singles)) == 1
        assert not beats(f"{rank}j", f"{rank}t")
        assert not beats(f"{rank}t", f"{rank}j")
    assert not beats("4t 5t 6t 7t 8t", "4j 5j 6j 7j 8j")


@pytest.mark.clause("TI-3")
def test_ranks_rise_from_the_mah_jong_to_the_ace():
    order = ["Mah", *(rank + "p" for rank in RANKS)]
    for i, higher in enumerate(order):
        assert kind(higher) == ("single", i + 1)
        for j, lower in enumerate(order):
            assert beats(higher, lower) == (i > j)


@pytest.mark.clause("TI-3")
@pytest.mark.parametrize(
    "cards",
    ["Aj 2s 3p 4t 5j", "Jj Qs Kp At 2j", "Aj As 2j 2s", "Aj 2j 3j 4j 5j", "Mah Aj Ks Qp Jt"],
)
def test_no_run_passes_from_the_ace_to_the_two(cards):
    assert kind(cards) is None


@pytest.mark.clause("TI-4")
def test_fives_tens_kings_dragon_and_phoenix_are_worth_points():
    worth = {"5": 5, "T": 10, "K": 10}
    special = {"Drg": 25, "Phx": -25, "Mah": 0, "Dog": 0}
    for name in NAMES:
        assert points_of(mask(name)) == special.get(name, worth.get(name[0], 0)), name
    assert points_of(DECK) == 100


@pytest.mark.clause("TI-4")
def test_a_trick_is_worth_the_points_of_its_cards():
    table = Table("5j 9j", "Tj 2s", "Kp 7j", "Phx 3j")
    table.go("0 5j", "1 Tj", "2 Kp", "3 Phx").pass_on(0, 1, 2)
    table.until("turn 3")
    assert table.tricks == [(3, 3, 0)]
    assert table.view["points"].tolist() == [0, 0, 0, 0]
    table = Table("5j 9j", "Tj 2s", "Kp 7j", "4s 3j")
    table.go("0 5j", "1 Tj", "2 Kp").pass_on(3, 0, 1)
    table.until("turn 2")
    assert table.tricks == [(2, 2, 25)]
    assert table.view["points"].tolist() == [0, 0, 25, 0]


@pytest.mark.clause("TI-5")
@pytest.mark.clause("TI-7")
def test_each_seat_gets_eight_cards_and_then_six_of_one_deck():
    words = new_words(500, Rules())
    deal_words(11, 0, words, Rules())
    sizes = [8, 8, 8, 8, 6, 6, 6, 6]
    for deal in words[:, :, 0].tolist():
        assert [part.bit_count() for part in deal] == sizes
        assert sum(deal) == int(DECK)
        assert [(deal[s] | deal[s + 4]).bit_count() for s in range(4)] == [14] * 4


@pytest.mark.clause("TI-5")
def test_every_card_may_lie_anywhere_and_pairs_of_cards_anyhow():
    n = 12_000
    words = new_words(n, Rules())
    deal_words(3, 0, words, Rules())
    where = np.zeros((56, n), dtype=np.int64)
    for part in range(8):
        for card in range(56):
            where[card][(words[:, part, 0] >> U64(card)) & U64(1) == U64(1)] = part
    expected = n * np.array([8] * 4 + [6] * 4) / 56
    tests = [stats.chisquare(np.bincount(where[card], minlength=8), expected) for card in range(56)]
    assert min(test.pvalue for test in tests) > 1e-6
    # two cards share a hand with 13/55
    same = [np.sum(where[a] % 4 == where[a + 1] % 4) for a in range(55)]
    worst = max(abs(count - n * 13 / 55) for count in same)
    assert worst < 5 * (n * 13 / 55 * 42 / 55) ** 0.5


@pytest.mark.clause("TI-6")
@pytest.mark.clause("TI-7")
def test_grand_tichu_is_answered_on_eight_cards_and_then_the_other_six_come():
    table = Table.dealt()
    for seat in range(4):
        assert table.question == f"grand {seat}"
        assert table.view["left"].tolist() == [8] * 4
        assert len(table.hand(seat)) == 8
        table.until(f"grand {seat}")
        if seat == 3:
            break
        table.go(f"grand {seat}")
    table.until("tichu 3")
    assert table.view["left"].tolist() == [14] * 4
    assert [len(table.hand(seat)) for seat in range(4)] == [14] * 4
    table.until("exchange 0")
    assert not any(question.startswith("grand") for question in table.asked[4:])


@pytest.mark.clause("TI-6")
def test_simultaneous_answers_are_hidden_and_sequential_ones_heard():
    hidden = Table.dealt().go("grand 0", "grand 1")
    assert hidden.question == "grand 2"
    assert hidden.view["bets"].tolist() == [0, 0, 0, 0]
    assert hidden.go("grand 3").view["bets"].tolist() == [2, 2, 0, 2]
    heard = Table.dealt(grand_tichu_order="sequential").go("grand 0")
    assert heard.view["bets"].tolist() == [2, 0, 0, 0]
    assert heard.go("grand 1").view["bets"].tolist() == [2, 2, 0, 0]


@pytest.mark.clause("TI-10")
@pytest.mark.clause("TI-7")
def test_each_player_gives_one_card_to_every_other_unseen():
    table = Table.dealt("2j 3j 4j", "2s 3s 4s", "2p 3p 4p", "2t 3t 4t")
    table.go("exchange 0 2j 3j 4j", "exchange 1 2s 3s 4s", "exchange 2 2p 3p 4p")
    assert [len(table.hand(seat)) for seat in range(4)] == [14] * 4
    assert not set(["2s", "3s", "4s", "2p", "3p", "4p"]) & set(table.hand(3))
    table.go("exchange 3 2t 3t 4t")
    assert [len(table.hand(seat)) for seat in range(4)] == [14] * 4
    # to the next, the partner, the previous seat
    assert {"4s", "3p", "2t"} <= set(table.hand(0))
    assert {"2j", "4p", "3t"} <= set(table.hand(1))
    assert {"3j", "2s", "4t"} <= set(table.hand(2))
    assert {"4j", "3s", "2p"} <= set(table.hand(3))
    own = table.state["own"][0]
    assert own["gave"].tolist() == [int(mask(card)) for card in ("2j", "3j", "4j")]
    assert own["got"].tolist() == [int(mask(card)) for card in ("4s", "3p", "2t")]
    assert table.record["gave"][0].tolist() == [NUMBER[card] for card in ("2j", "3j", "4j")]


@pytest.mark.clause("TI-10")
def test_special_cards_may_be_given_but_only_three_different_ones_of_ones_own():
    table = Table.dealt("Mah Phx Drg").go("exchange 0 Mah Phx Drg")
    assert int(table.record["status"]) == Status.OK
    for cards in ("2j 2j 3j", "2j 3j Drg"):
        table = Table.dealt("2j 3j 4j", "Drg")
        assert table.force(f"exchange 0 {cards}") == Status.ILLEGAL_MOVE


@pytest.mark.clause("TI-10")
def test_without_the_exchange_nobody_is_asked_for_cards():
    table = Table.dealt("Mah 2j", exchange="none").until("turn 0")
    assert not any(question.startswith("exchange") for question in table.asked)
    assert not any(event["event"] == "exchange" for event in table.events)
    assert set(table.hand(0)) == set(filled("Mah 2j")[0].split())
    table = Table.dealt("Mah 2j", exchange="standard")
    with pytest.raises(AssertionError, match="exchange 0"):
        table.until("turn 0")


@pytest.mark.clause("TI-11")
def test_who_holds_the_mah_jong_after_the_exchange_leads():
    for holder in range(4):
        hands = [""] * 4
        hands[holder] = "Mah"
        table = Table.dealt(*hands, exchange="none")
        table.until(f"turn {holder}")
        assert table.view["leader"] == table.record["leader"] == holder
    table = Table.dealt("Mah 2j 3j", "2s 3s 4s", "2p 3p 4p", "2t 3t 4t")
    table.go(
        "exchange 0 2j Mah 3j", "exchange 1 2s 3s 4s", "exchange 2 2p 3p 4p", "exchange 3 2t 3t 4t"
    )
    table.until("turn 2")
    assert "Mah" in table.hand(2)


@pytest.mark.clause("TI-11")
def test_the_first_leader_may_keep_the_mah_jong():
    table = Table("Mah 5j 5s 9j", "Kj 2s", "Ap 7j", "As 3j", leader=2)
    assert table.question == "tichu 0"
    table.until("turn 0")
    for cards in ("Mah", "5j", "5j 5s", "9j"):
        assert table.may(cards)
    table.go("0 5j 5s")
    assert "Mah" in table.hand(0)


@pytest.mark.clause("TI-11")
def test_deals_that_the_engine_plays_start_with_the_mah_jong_too():
    records = play(5, 0, 12, Rules(), [0, 0, 1, 1], rounds=1)
    bit = 1 << 5  # honours: Mah Jong
    for record in records:
        holders = [s for s in range(4) if record["honours"][s] & bit]
        assert holders == [record["leader"]]

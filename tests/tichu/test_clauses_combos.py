"""What a set of cards is (TI-12 to TI-21, TI-32, TI-41 to TI-44)."""

from itertools import combinations

import pytest

from tests.tichu.table import Table, combo_of, kind

RANKS = "23456789TJQKA"


def ranks_of(*numbers: int) -> str:
    """Cards of these ranks (2..14), suits going round, so that no run is a flush."""
    return " ".join(RANKS[n - 2] + "jspt"[i % 4] for i, n in enumerate(numbers))


@pytest.mark.clause("TI-12")
@pytest.mark.clause("TI-44")
def test_dog_and_dragon_are_played_only_by_themselves():
    for lone in ("Dog", "Drg"):
        assert kind(lone) == ("single", {"Dog": 0, "Drg": 15}[lone])
        for others in ("Phx", "Mah", "Aj", "Dog Drg", "Kj Ks", "2j 3s 4p 5t", "Tj Js Qp Kt"):
            with_it = " ".join(dict.fromkeys([lone, *others.split()]))
            assert kind(with_it) is None, with_it


@pytest.mark.clause("TI-12")
def test_four_of_a_rank_and_flush_runs_are_bombs_and_nothing_weaker():
    table = Table("Mah 8j 8s 8p 8t", "2j", "2s", "2p", leader=0)
    assert kind("8j 8s 8p 8t") == ("bomb4", 8)
    assert table.may("8j 8s 8p 8t")
    assert kind("5j 6j 7j 8j 9j") == ("bomb_sf", 9)
    # so a flush does not lie as a straight on a lower straight
    table = Table("3s 4j 5j 6j 7j 2j", "4s 5s 6s 7s 8s 9j", "2s", "2p", bomb_windows="in_turn_only")
    table.go("0 3s 4j 5j 6j 7j")
    before = int(table.view["top"])
    table.go("1 4s 5s 6s 7s 8s")
    assert before & 15 == 6
    assert int(table.view["top"]) & 15 == 8
    # four of a rank are no two pairs in stairs and no triple with a card
    assert kind("8j 8s 8p 8t 9j") is None
    assert kind("8j 8s 8p 8t 9j 9s") is None


@pytest.mark.clause("TI-12")
def test_a_set_that_fits_no_kind_is_no_play():
    for cards in ("7j 8s", "7j 7s 8p", "7j 8s 9p", "2j 2s 3p 3t 5j", "7j 7s 7p 8t", "Mah 2j"):
        assert kind(cards) is None, cards
    assert combo_of("") == 0


@pytest.mark.clause("TI-13")
def test_a_single_counts_as_its_rank():
    for number, token in enumerate(RANKS, start=2):
        assert kind(token + "p") == ("single", number)
    assert kind("Drg") == ("single", 15)
    assert kind("Mah") == ("single", 1)
    assert kind("Dog") == ("single", 0)


@pytest.mark.clause("TI-14")
def test_a_pair_is_two_of_a_rank_or_one_with_the_phoenix():
    for number, token in enumerate(RANKS, start=2):
        assert kind(f"{token}j {token}t") == ("pair", number)
        assert kind(f"{token}s Phx") == ("pair", number)
    assert kind("Mah Phx") is None
    assert kind("7j 8j") is None


@pytest.mark.clause("TI-15")
def test_a_triple_is_three_of_a_rank_or_two_with_the_phoenix():
    for number, token in enumerate(RANKS, start=2):
        assert kind(f"{token}j {token}s {token}t") == ("triple", number)
        assert kind(f"{token}j {token}p Phx") == ("triple", number)
    assert kind("7j 7s 8p") is None
    assert kind("7j 8s Phx") is None
    assert kind("7j 7s 7p Phx") is None  # neither four of a rank nor anything else


@pytest.mark.clause("TI-16")
def test_stairs_are_pairs_of_neighbouring_ranks():
    for low in range(2, 14):
        for high in range(low + 1, min(low + 6, 14) + 1):
            pairs = " ".join(f"{RANKS[r - 2]}j {RANKS[r - 2]}s" for r in range(low, high + 1))
            assert kind(pairs) == ("stairs", high)
    assert kind("5j 5s 7j 7s") is None
    assert kind("5j 5s 6j 6s 8p 8t") is None
    assert kind("5j 5s 6j") is None
    assert kind("5j 5s 5p 6j 6s 6p") is None
    assert kind("Mah Phx 2j 2s") is None


@pytest.mark.clause("TI-16")
@pytest.mark.clause("TI-41")
def test_the_phoenix_stands_in_for_one_card_of_the_stairs():
    assert kind("5j 5s 6j 6s 7p Phx") == ("stairs", 7)
    assert kind("5j 6j 6s 7p 7s Phx") == ("stairs", 7)
    assert kind("5j 5s 6j Phx") == ("stairs", 6)
    assert kind("5j 6s 7j 7s Phx") is None
    assert combo_of("5j 5s 6j 7p 7s Phx") >> 16 == 6
    assert combo_of("5j 6s 7j 8p 9t Phx") != 0  # a straight, not stairs
    assert kind("5j 5s 6j 6s 7p 7s Phx") is None


@pytest.mark.clause("TI-17")
@pytest.mark.parametrize(("option", "counts"), [("invalid", False), ("valid", True)])
def test_a_full_house_is_a_triple_and_a_pair_of_another_rank(option, counts):
    options = {"fullhouse_same_rank": option}
    assert kind("2j 2s 2p Aj As", **options) == ("full_house", 2)
    assert kind("9j 9s 9p 8j Phx", **options) == ("full_house", 9)
    assert kind("9j 9s 8p 8j Phx", **options) == ("full_house", 9)
    assert kind("5j 5s 5p 5t Phx", **options) == (("full_house", 5) if counts else None)
    assert kind("5j 5s 5p 5t 6j", **options) is None
    assert kind("Mah Phx 5p 5t 5j", **options) is None
    table = Table("Mah 5j 5s 5p 5t Phx 2j", "2s", "3j", "4j", **options)
    table.until("turn 0")
    assert table.may("5j 5s 5p 5t Phx") == counts


@pytest.mark.clause("TI-18")
def test_a_straight_is_five_or_more_ranks_in_a_row():
    for low in range(2, 11):
        for high in range(low + 4, 15):
            assert kind(ranks_of(*range(low, high + 1))) == ("straight", high)
    assert kind("Mah 2j 3s 4p 5t") == ("straight", 5)
    assert kind(f"Mah {ranks_of(*range(2, 15))}") == ("straight", 14)
    assert combo_of(f"Mah {ranks_of(*range(2, 15))}") >> 4 & 15 == 14
    assert kind(ranks_of(5, 6, 7, 8)) is None
    assert kind(ranks_of(5, 6, 7, 9, 10)) is None
    assert kind("5j 6s 7p 8t 8j 9j") is None


@pytest.mark.clause("TI-18")
@pytest.mark.clause("TI-42")
def test_the_phoenix_is_one_rank_of_a_straight_from_2_on():
    assert kind("5j 6s Phx 8t 9j") == ("straight", 9)
    assert combo_of("5j 6s 8t 9j Phx") >> 16 == 7
    assert kind("Mah Phx 3s 4p 5t") == ("straight", 5)
    assert combo_of("Mah Phx 3s 4p 5t") >> 16 == 2
    # J Q K A: only the ten; 2 3 4 5: only the six, never the 1
    assert kind("Jj Qs Kp At Phx") == ("straight", 14)
    assert combo_of("Jj Qs Kp At Phx") >> 16 == 10
    assert kind("Jj Qs Kp At Phx=9") is None
    assert combo_of("2j 3s 4p 5t Phx") >> 16 == 6
    assert [combo_of(f"2j 3s 4p 5t Phx={r}") != 0 for r in "23456"] == [False] * 4 + [True]
    assert kind("Mah 2j 3s 4p Phx") == ("straight", 5)
    assert kind("5j 6s 9t Tj Phx") is None
    table = Table("Mah 2j 3s 4p 5t Phx", "2s", "3j", "4j", leader=0)
    table.until("turn 0")
    assert table.may("Mah 2j 3s 4p 5t Phx")
    assert not table.may("2j 3s 4p 5t Phx=2")


@pytest.mark.clause("TI-19")
def test_four_natural_cards_of_a_rank_are_a_bomb():
    for number, token in enumerate(RANKS, start=2):
        assert kind(" ".join(token + suit for suit in "jspt")) == ("bomb4", number)
    assert kind("8j 8s 8p Phx") is None


@pytest.mark.clause("TI-20")
def test_a_flush_bomb_is_natural_of_one_suit_and_five_or_more_in_a_row():
    for low in range(2, 11):
        for high in range(low + 4, 15):
            run = " ".join(f"{RANKS[r - 2]}p" for r in range(low, high + 1))
            assert kind(run) == ("bomb_sf", high)
            assert combo_of(run) >> 4 & 15 == high - low + 1
    assert kind("5j 6j 7j 8j") is None
    assert kind("5j 6j 7j 8j 9s") == ("straight", 9)
    assert kind("5j 6j 7j 9j Tj") is None
    # neither the Phoenix nor the Mah Jong has a place in it
    assert kind("5j 6j 7j 8j Phx") == ("straight", 9)
    assert kind("Mah 2j 3j 4j 5j") == ("straight", 5)


@pytest.mark.clause("TI-21")
@pytest.mark.clause("TI-42")
@pytest.mark.clause("TI-43")
def test_an_open_phoenix_is_what_its_player_says_and_else_the_highest():
    low, high, silent = "6j 7s 8p 9t Phx=5", "6j 7s 8p 9t Phx=T", "6j 7s 8p 9t Phx"
    assert kind(low) == ("straight", 9)
    assert kind(high) == kind(silent) == ("straight", 10)
    assert kind("6j 6s 4p 4t Phx=4") == ("full_house", 4)
    assert kind("6j 6s 4p 4t Phx=6") == kind("6j 6s 4p 4t Phx") == ("full_house", 6)
    for closed in ("6j 7s 8p 9t Phx=7", "6j 7s 9p Tt Phx=5", "9j 9s 9p 8t Phx=9", "6j Phx=7"):
        assert kind(closed) is None, closed


@pytest.mark.clause("TI-21")
def test_declaring_can_be_taken_away():
    taken = {"phoenix_declaration": "highest"}
    assert kind("6j 7s 8p 9t Phx=5", **taken) is None
    assert kind("6j 6s 4p 4t Phx=4", **taken) is None
    assert kind("6j 7s 8p 9t Phx", **taken) == ("straight", 10)
    assert kind("6j 6s 4p 4t Phx", **taken) == ("full_house", 6)
    # where the ace stops it, the lower end is the highest reading
    assert kind("Jj Qs Kp At Phx", **taken) == ("straight", 14)
    hand = "6j 7s 8p 9t Phx 6s 7j 2j"
    for option, may in (("declare", True), ("highest", False)):
        table = Table(hand, "2s", "3j", "4j", phoenix_declaration=option).until("turn 0")
        assert table.may("6j 7s 8p 9t Phx=5") == may
        assert table.may("6j 6s 7j 7s Phx=6") == may
        assert table.may("6j 7s 8p 9t Phx=T")
        assert table.may("6j 6s 7j 7s Phx=7")


@pytest.mark.clause("TI-21")
def test_a_declaration_is_final_once_laid():
    table = Table("6j 7s 8p 9t Phx 2j", "5s 6s 7p 8t 9j 3s", "3j 4j", "4p 3p", leader=0)
    table.go("0 6j 7s 8p 9t Phx=5")
    assert int(table.view["top"]) >> 16 == 5
    table.until("turn 1")
    assert not table.may("5s 6s 7p 8t 9j")  # equal to the nine said
    low = Table("6j 7s 8p 9t Phx 2j", "6s 7p 8t 9j Tj 3s", "3j 4j", "4p 3p", leader=0)
    assert low.go("0 6j 7s 8p 9t Phx=5").until("turn 1").may("6s 7p 8t 9j Tj")
    high = Table("6j 7s 8p 9t Phx 2j", "6s 7p 8t 9j Tj 3s", "3j 4j", "4p 3p", leader=0)
    assert not high.go("0 6j 7s 8p 9t Phx=T").until("turn 1").may("6s 7p 8t 9j Tj")
    play = next(event for event in low.events if event["event"] == "play")
    assert (play["phoenix"], play["rank"]) == ("5", 9)


@pytest.mark.clause("TI-21")
def test_only_two_pairs_and_open_straights_leave_a_choice():
    """All sets of up to six cards out of ten, with every declaration."""
    pool = ["Mah", "Phx", "2j", "2s", "3j", "3s", "3p", "4j", "5s", "6p"]
    open_sets = 0
    for n in range(2, 7):
        for cards in combinations(pool, n):
            if "Phx" not in cards:
                continue
            naturals = " ".join(card for card in cards if card != "Phx")
            readings = {combo_of(f"{naturals} Phx={r}") for r in RANKS} - {0}
            if len(readings) > 1:
                open_sets += 1
                assert {c & 15 for c in readings} in ({5}, {6})
                assert len(readings) == 2
            if readings:
                best = max(readings, key=lambda c: c >> 8 & 255)
                assert combo_of(f"{naturals} Phx") == best
    assert open_sets > 3


@pytest.mark.clause("TI-32")
def test_the_mah_jong_is_a_single_or_the_lowest_of_a_straight():
    assert kind("Mah") == ("single", 1)
    assert kind("Mah 2j 3s 4p 5t") == ("straight", 5)
    for cards in ("Mah Phx", "Mah 2j", "Mah 2j 2s", "Mah Phx 2j 2s", "Mah 3j 4s 5p 6t"):
        assert kind(cards) is None, cards
    for cards in ("Mah Tj Js Qp Kt", "Mah 2j 2s 2p 2t", "Mah Jj Qs Kp At"):
        assert kind(cards) is None, cards


@pytest.mark.clause("TI-41")
def test_inside_a_combination_the_phoenix_is_the_missing_card():
    for cards, stands_for in (
        ("7j Phx", 7), ("7j 7s Phx", 7), ("7j 7s 7p 9t Phx", 9), ("7j 8j 8s Phx", 7),
    ):  # fmt: skip
        combo = combo_of(cards)
        assert combo >> 16 == stands_for
        assert combo >> 8 & 1 == 0  # no half ranks
    assert kind("7j 8s Phx") is None


@pytest.mark.clause("TI-43")
def test_two_pairs_leave_the_triple_open_and_a_triple_with_a_single_does_not():
    table = Table("6j 6s 4p 4t Phx 2j", "2s", "3j", "4j", leader=0).until("turn 0")
    assert table.may("6j 6s 4p 4t Phx=4")
    assert table.may("6j 6s 4p 4t Phx=6")
    assert combo_of("Tj Ts Tp 4j Phx") >> 16 == 4
    assert kind("Tj Ts Tp 4j Phx") == ("full_house", 10)
    assert kind("4j 4s 4p Tj Phx") == ("full_house", 4)
    assert kind("4j 4s 4p Tj Phx=4") is None

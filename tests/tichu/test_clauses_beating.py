"""What beats what (TI-22 to TI-24, TI-38 to TI-40, TI-44)."""

from itertools import product

import pytest

from simcore.status import Status
from tests.tichu.table import Table, beats, combo_of

RANKS = "23456789TJQKA"
LADDER = [
    "Tj", "Kp", "Drg", "8j 8s 8p 8t", "Aj As Ap At", "9j Tj Jj Qj Kj", "2s 3s 4s 5s 6s 7s",
]  # fmt: skip
"""Each beats all before it."""


@pytest.mark.clause("TI-22")
@pytest.mark.parametrize(
    ("low", "same", "high"),
    [
        ("7j", "7s", "8p"),
        ("7j 7s", "7p 7t", "8j 8s"),
        ("7j 7s 7p", "7j 7t Phx", "8j 8s 8p"),
        ("6j 6s 7j 7s", "6p 6t 7p 7t", "7j 7s 8j 8s"),
        ("7j 7s 7p Aj As", "7j 7s 7t 2j 2s", "8j 8s 8p 2p 2t"),
        ("3j 4s 5p 6t 7j", "3s 4p 5t 6j 7s", "4j 5s 6p 7t 8j"),
    ],
)
def test_the_same_kind_and_number_of_a_higher_rank_beats(low, same, high):
    assert beats(high, low)
    assert not beats(low, high)
    assert not beats(same, low)
    assert not beats(low, same)


@pytest.mark.clause("TI-22")
def test_another_kind_or_number_does_not_beat():
    plays = [
        "2j", "3j 3s", "4j 4s 4p", "5j 5s 6j 6s", "7j 7s 8j 8s 9j 9s", "9p 9t 9s Tj Ts",
        "Tj Js Qp Kt Aj", "9j Ts Jp Qt Kj As",
    ]  # fmt: skip
    for reply, table in product(plays, plays):
        assert not beats(reply, table), (reply, table)
    assert not beats("4j 4s 5j 5s 6j 6s", "2j 2s 3j 3s")
    assert not beats("3j 4s 5p 6t 7j 8s", "2j 3s 4p 5t 6j")


@pytest.mark.clause("TI-23")
def test_a_bomb_beats_anything_that_is_no_bomb():
    others = [
        "2j", "Drg", "As Phx", "Aj As", "Aj As Ap", "Kj Ks Aj As", "Aj As Ap Kj Ks",
        "Tj Js Qp Kt Aj", "Mah 2s 3p 4t 5j 6j 7s 8p 9t Tj Js Qp Kt Aj",
    ]  # fmt: skip
    for bomb in ("2j 2s 2p 2t", "2p 3p 4p 5p 6p"):
        for play in others:
            assert beats(bomb, play), (bomb, play)
            assert not beats(play, bomb), (bomb, play)


@pytest.mark.clause("TI-24")
def test_more_cards_win_among_bombs_and_then_the_higher_rank():
    for i, higher in enumerate(LADDER):
        for j, lower in enumerate(LADDER):
            assert beats(higher, lower) == (i > j), (higher, lower)
    assert beats("2j 3j 4j 5j 6j", "Aj As Ap At")  # every flush bomb over every four
    assert beats("5j 6j 7j 8j 9j", "4s 5s 6s 7s 8s")
    assert beats("2j 3j 4j 5j 6j 7j", "Ts Js Qs Ks As")
    assert not beats("5j 6j 7j 8j 9j", "5s 6s 7s 8s 9s")
    assert not beats("Ts Js Qs Ks As", "2j 3j 4j 5j 6j 7j")


@pytest.mark.clause("TI-24")
def test_the_moves_listed_over_a_bomb_are_the_greater_bombs():
    hand = "8j 8s 8p 8t Kj Ks Kp Kt 3s 4s 5s 6s 7s"
    for top, allowed in (
        ("7j 7s 7p 7t", ["8j 8s 8p 8t", "Kj Ks Kp Kt", "3s 4s 5s 6s 7s"]),
        ("9j 9s 9p 9t", ["Kj Ks Kp Kt", "3s 4s 5s 6s 7s", "4s 5s 6s 7s 8s"]),
        ("3j 4j 5j 6j 7j", ["4s 5s 6s 7s 8s", "3s 4s 5s 6s 7s 8s"]),
        ("4p 5p 6p 7p 8p", ["3s 4s 5s 6s 7s 8s"]),
    ):
        table = Table("Mah 2j", hand, "2p", "2t").until("turn 0")
        table.view["top"] = combo_of(top)
        table.view["seat"] = 1
        for bomb in (
            "8j 8s 8p 8t", "Kj Ks Kp Kt", "3s 4s 5s 6s 7s", "4s 5s 6s 7s 8s", "3s 4s 5s 6s 7s 8s",
        ):  # fmt: skip
            assert table.may(bomb) == beats(bomb, top), (bomb, top)
        assert all(table.may(bomb) for bomb in allowed)


@pytest.mark.clause("TI-22")
def test_a_play_that_does_not_beat_is_refused():
    for cards in ("7s", "6s", "9s 9p"):
        table = Table("Mah 7j 2j", "7s 6s 9s 9p", "2p", "2t").go("0 7j").until("turn 1")
        assert not table.may(cards)
        assert table.force(f"1 {cards}") == Status.ILLEGAL_MOVE


@pytest.mark.clause("TI-38")
def test_the_phoenix_led_alone_counts_one_and_a_half():
    assert combo_of("Phx") >> 8 & 255 == 3
    assert beats("2j", "Phx")
    assert not beats("Mah", "Phx")
    table = Table("Phx 9j", "2j 3j", "5p 3s", "4j 4s", leader=0).go("0 Phx")
    assert table.events[-1]["rank"] == 1.5
    assert table.until("turn 1").may("2j")


@pytest.mark.clause("TI-39")
def test_on_a_single_the_phoenix_is_half_a_rank_more():
    for i, rank in enumerate(RANKS):
        single = f"{rank}j"
        assert beats("Phx", single)
        assert combo_of("Phx", combo_of(single)) >> 8 & 255 == 2 * (i + 2) + 1
        for j, other in enumerate(RANKS):
            assert beats(f"{other}s", single, "Phx") == (j > i), (single, other)
    assert beats("Phx", "Mah")
    assert combo_of("Phx", combo_of("Mah")) >> 8 & 255 == 3
    assert beats("Drg", "Aj", "Phx")
    table = Table("Kj 2j", "Phx 3j", "Ks As", "4j 4s", leader=0).go("0 Kj", "1 Phx")
    assert table.events[-1]["rank"] == 13.5
    assert table.until("turn 2").may("As")
    assert not table.may("Ks")


@pytest.mark.clause("TI-40")
def test_the_phoenix_cannot_be_laid_on_the_dragon():
    assert not beats("Phx", "Drg")
    table = Table("Drg 2j", "Phx 3j", "Ks As", "4j 4s", leader=0).go("0 Drg").until("turn 1")
    assert not table.may("Phx")
    assert table.may("-")
    assert Table("As 2j", "Phx 3j", "Ks", "4j", leader=0).go("0 As").until("turn 1").may("Phx")


@pytest.mark.clause("TI-44")
def test_the_dragon_beats_every_single_and_only_bombs_beat_it():
    singles = ["Mah", *(f"{rank}j" for rank in RANKS)]
    for single in singles:
        assert beats("Drg", single)
        assert not beats(single, "Drg")
    assert beats("Drg", "Phx")
    assert beats("Drg", "Aj", "Phx")
    assert beats("2j 2s 2p 2t", "Drg")
    assert not beats("Drg", "2j 2s")
    assert not beats("Aj As", "Drg")
    assert Table("Drg 2j", "Phx 3j", "Ks", "4j", leader=0).until("turn 0").may("Drg")

"""Card tokens: notation forgiven and refused, errors that point at the token."""

from __future__ import annotations

import pytest

import simcore.gouji.cards as gouji
import simcore.shengji.cards as shengji
import simcore.tichu.cards as tichu
from simcore.cards import RANKS, SUITS, CardError, rank_token, read, tokens, write
from simcore.status import KaipaiError

NAMES = [rank + suit for rank in RANKS for suit in SUITS] + ["BJ", "RJ"]
KNOWN = {name: number for number, name in enumerate(NAMES)}


def lines(error):
    """Reason, list and pointer of a card error."""
    return str(error.value).split("\n")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7S TH AC", "7S TH AC"),
        ("7s,th , ac", "7S TH AC"),
        ("  10h\t10H,\n", "TH TH"),
        ("bj Rj", "BJ RJ"),
        ("", ""),
        (" ,, ", ""),
    ],
)
def test_case_separators_and_ten_are_forgiven(text, cards):
    assert write(read(text, KNOWN, 2), NAMES) == cards


def test_tokens_tell_where_they_stand():
    assert tokens(" 7S,,8H") == [(1, "7S"), (5, "8H")]


def test_the_order_written_is_kept():
    assert read("AC 2S AC", KNOWN, 2) == [KNOWN["AC"], KNOWN["2S"], KNOWN["AC"]]


def test_rank_tokens():
    assert [rank_token(rank) for rank in (2, 10, 14)] == ["2", "T", "A"]


@pytest.mark.parametrize("token", ["7", "S7", "1S", "77", "0S", "100H", "11S", "7x", "XX", "7SS"])
def test_what_is_no_card_is_refused(token):
    with pytest.raises(CardError, match="is no card of this game") as caught:
        read(token, KNOWN)
    assert caught.value.token == token
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "start", "length"),
    [("7S xx 8S", 3, 2), ("x", 0, 1), ("7S,8S,  9q", 8, 2), ("7S\txx", 3, 2), ("7S\nlong", 3, 4)],
)
def test_the_wrong_token_is_underlined_in_its_place(text, start, length):
    with pytest.raises(CardError) as caught:
        read(text, KNOWN)
    _, shown, pointer = lines(caught)
    assert shown == "  " + text.replace("\t", " ").replace("\n", " ")
    assert pointer == "  " + " " * start + "^" * length


def test_wide_characters_are_underlined_in_the_columns_they_take():
    with pytest.raises(CardError) as caught:
        read("\u7ea2\u6843 7S", KNOWN)
    assert lines(caught)[2] == "  ^^^^"


def test_nothing_that_drives_a_terminal_is_repeated():
    with pytest.raises(CardError) as caught:
        read("7S \x1b[31mxx\x07 8S", KNOWN)
    assert all(line.isprintable() for line in lines(caught))
    assert lines(caught)[2] == "     ^^^^^^^^"


def test_a_long_list_is_shown_around_the_token():
    with pytest.raises(CardError) as caught:
        read("7S " * 400 + "xx" + " 8S" * 400, KNOWN, 1000)
    reason, shown, pointer = lines(caught)
    assert "'xx'" in reason
    assert len(shown) < 120
    at = pointer.index("^")
    assert shown[at : at + 2] == "xx"
    assert shown.startswith("  ...")
    assert shown.endswith("...")


def test_a_long_token_is_cut():
    with pytest.raises(CardError) as caught:
        read("x" * 5000, KNOWN)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("copies", "text", "expected"),
    [
        (1, "7S 7s", "only once"), (2, "7S 7S 7S", "only twice"), (3, "7S " * 4, "only 3 times"),
        ({name: 1 if name == "RJ" else 2 for name in NAMES}, "7S 7S RJ RJ", "RJ only once"),
    ],
)  # fmt: skip
def test_more_copies_than_the_deck_has(copies, text, expected):
    with pytest.raises(CardError, match=expected) as caught:
        read(text, KNOWN, copies)
    pointer = lines(caught)[2]
    assert pointer.index("^") == 2 + tokens(text)[-1][0]


def test_a_tichu_hand():
    mask = tichu.read_hand("mah DOG phx Drg 10P aT")
    assert tichu.unpack(mask) == ["Mah", "Dog", "Phx", "Drg", "Tp", "At"]
    with pytest.raises(KaipaiError, match="14 cards, 15 cards are given"):
        tichu.read_hand(" ".join(tichu.NAMES[4:19]))
    with pytest.raises(CardError, match="only once"):
        tichu.read_hand("Tj 10j")
    with pytest.raises(CardError, match="no card"):
        tichu.read_hand("7S 7H")


def test_a_shengji_hand():
    types = shengji.read_hand("5h 5H bj", 2, 25)
    assert shengji.unpack(shengji.pack(types, 2)) == ["5H", "5H", "BJ"]
    with pytest.raises(CardError, match="only twice"):
        shengji.read_hand("5H 5H 5H", 2, 25)
    with pytest.raises(KaipaiError, match="25 cards, 26 cards are given"):
        shengji.read_hand(" ".join(shengji.NAMES[:26]), 2, 25)


@pytest.mark.parametrize("game", [tichu, shengji])
def test_every_token_reads_back(game):
    assert read(" ".join(game.NAMES), game.NUMBER) == list(range(len(game.NAMES)))


def test_a_gouji_hand_with_ranks_alone():
    words = gouji.read_hand("8 8 8S 10 2 bj RJ 2h")
    held = gouji.unpack(words)
    assert [card[0] for card in held if card not in ("BJ", "RJ")] == ["8", "8", "8", "T", "2", "2"]
    assert {"8S", "2H", "BJ", "RJ"} <= set(held)


def test_ranks_alone_leave_the_copies_that_are_named():
    held = gouji.unpack(gouji.read_hand("A " * 12 + "AS AS AS AS"))
    assert sorted(held) == sorted(4 * ["AS", "AH", "AD", "AC"])


@pytest.mark.parametrize(
    ("text", "at"),
    [("A " * 13 + "AS AS AS AS", 35), ("10 " * 15 + "TH th", 48), ("2 " * 17, 32)],
)
def test_more_of_a_rank_than_four_packs_hold(text, at):
    with pytest.raises(CardError, match="only 16 times") as caught:
        gouji.read_hand(text)
    assert lines(caught)[2].index("^") == 2 + at


def test_a_gouji_hand_has_36_cards():
    whole = " ".join(gouji.NATURALS) + " "
    assert len(gouji.unpack(gouji.read_hand(whole * 3))) == 36
    with pytest.raises(KaipaiError, match="36 cards, 37 cards are given"):
        gouji.read_hand(whole * 3 + "2")

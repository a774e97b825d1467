"""Cards, ranks of strength, and what makes a pair or a tractor (SJ-1 to SJ-13)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from simcore.shengji.cards import NAMES, deck_words
from simcore.shengji.combos.planes import points_of
from simcore.shengji.engine import play
from simcore.shengji.judge import judge
from simcore.shengji.trace import transcript
from simcore.status import KaipaiError
from tests.oracle.shengji import Frame, decompose
from tests.shengji.scene import groups, level, make, parts, suit, table, types, winner


def kind(text: str, rank: str = "7", trump: str = "C", **changes: Any) -> str:
    """What cards are as a lead."""
    tokens = [NAMES[number] for number in types(text)]
    packs = {name: changes.pop(name) for name in ("decks", "players") if name in changes}
    case = {"type": "kind", "rank": rank, "trump": trump, "cards": tokens, "rules": changes}
    return str(judge({**case, **packs})["kind"])


def is_tractor(text: str, rank: str = "7", trump: str = "C", **changes: Any) -> bool:
    return kind(text, rank, trump, **changes) == "tractor"


TABLES = [(4, 1, 12, 6), (4, 2, 25, 8), (4, 3, 39, 6), (4, 4, 52, 8), (5, 2, 20, 8), (6, 3, 26, 6)]


@pytest.mark.clause("SJ-1")
@pytest.mark.clause("SJ-2")
@pytest.mark.parametrize(("players", "decks", "hand", "kitty"), TABLES)
def test_the_stock_is_so_many_packs_and_leaves_equal_hands(players, decks, hand, kitty):
    assert [int(word).bit_count() for word in deck_words(decks)] == [54] * decks
    assert judge({"type": "deal", "players": players, "decks": decks}) == {
        "hand": hand, "kitty": kitty,
    }  # fmt: skip
    rules = make(players=players, decks=decks)
    deal = next(e for e in transcript(5, 0, rules, [0] * players, 1) if e["event"] == "deal")
    assert [len(cards) for cards in deal["hands"]] == [hand] * players
    assert len(deal["kitty"]) == kitty
    held = Counter(deal["kitty"])
    for cards in deal["hands"]:
        held.update(cards)
    assert held == dict.fromkeys(NAMES, decks)


@pytest.mark.clause("SJ-2")
def test_other_tables_and_kitties_that_leave_unequal_hands_are_refused():
    for changes in (
        {"players": 5, "decks": 3}, {"players": 6, "decks": 2}, {"players": 5, "decks": 1},
        {"kitty_size": 9}, {"kitty_size": 0}, {"kitty_size": 108}, {"players": 3}, {"decks": 5},
    ):  # fmt: skip
        with pytest.raises(KaipaiError):
            make(**changes)
    deal = transcript(1, 0, make(kitty_size=12), [1] * 4, 1)[2]
    assert [len(cards) for cards in (*deal["hands"], deal["kitty"])] == [24] * 4 + [12]
    assert len(transcript(1, 0, make(kitty_size=4), [1] * 4, 1)[2]["hands"][0]) == 26


@pytest.mark.clause("SJ-3")
def test_the_ace_is_above_the_king_and_never_next_to_the_two():
    for low, high in zip("2345689TJQK", "345689TJQKA", strict=True):
        assert winner(f"{low}S/{high}S") == 1
        assert winner(f"{high}S/{low}S") == 0
        assert is_tractor(f"S:{low}{low}{high}{high}")
    assert not is_tractor("S:AA22")


@pytest.mark.clause("SJ-4")
def test_kings_and_tens_carry_ten_points_and_fives_five():
    desk = table("7", "C")
    worth = {name: int(points_of(desk.cards(types([name])), desk.frame)) for name in NAMES}
    found = {name: value for name, value in worth.items() if value}
    right = {"5": 5, "T": 10, "K": 10}
    assert found == {r + s: points for r, points in right.items() for s in "SHDC"}
    assert sum(found.values()) == 100
    assert winner("TS/JS") == 1
    assert winner("5S/6S") == 1


@pytest.mark.clause("SJ-5")
def test_jokers_rank_cards_and_the_trump_suit_are_trumps():
    trumps = {name for name in NAMES if suit(name) == "T"}
    assert trumps == {"BJ", "RJ", "7S", "7H", "7D", *(r + "C" for r in "23456789TJQKA")}
    assert all(suit(name) == name[1] for name in set(NAMES) - trumps)
    none = {name for name in NAMES if suit(name, "7", "NT") == "T"}
    assert none == {"BJ", "RJ", "7S", "7H", "7D", "7C"}


@pytest.mark.clause("SJ-6")
@pytest.mark.clause("SJ-7")
def test_levels_of_trumps_and_side_suits():
    assert [level(r + "C") for r in "2345689TJQKA"] == list(range(12))
    assert [level(r + "S") for r in "2345689TJQKA"] == list(range(12))
    assert [level(c) for c in ("7S", "7H", "7D", "7C", "BJ", "RJ")] == [12, 12, 12, 13, 14, 15]
    none = [level(c, "7", "NT") for c in ("7S", "7H", "7D", "7C", "BJ", "RJ")]
    assert none == [0, 0, 0, 0, 1, 2]
    assert [level(r + "D", "2", "H") for r in "3456789TJQKA"] == list(range(12))
    assert [level(r + "D", "A", "NT") for r in "23456789TJQK"] == list(range(12))


@pytest.mark.clause("SJ-6")
@pytest.mark.clause("SJ-7")
def test_trumps_beat_in_their_order_and_any_trump_beats_side_cards():
    ladder = ["AS", "2C", "6C", "8C", "AC", "7D", "7C", "BJ", "RJ"]
    for low, high in itertools.pairwise(ladder):
        assert winner(f"{low}/{high}") == 1
        assert winner(f"{high}/{low}") == 0
    for low, high in (("AS", "7D"), ("7D", "BJ"), ("BJ", "RJ")):
        assert winner(f"{low}/{high}", "7", "NT") == 1


@pytest.mark.clause("SJ-8")
def test_of_equals_the_one_put_down_first_is_higher():
    assert winner("9S/AS/KS/AS") == 1
    assert winner("7H/7S/7D") == 0
    assert winner("9S/2S/7D/7S") == 2
    assert winner("7S/7H/7D/7C", "7", "NT") == 0


@pytest.mark.clause("SJ-9")
def test_a_pair_is_two_copies_of_one_kind():
    assert kind("9S 9S") == "pair"
    assert kind("7H 7H") == "pair"
    assert kind("BJ BJ") == "pair"
    assert kind("BJ RJ") == "throw"
    assert kind("7S 7H") == "throw"
    assert kind("9S 9H") == "illegal_lead"
    assert kind("S:999", decks=3) == "triple"
    assert kind("RJ RJ RJ RJ", decks=4) == "quad"
    assert kind("7S 7S 7H", decks=3) == "throw"


@pytest.mark.clause("SJ-10")
def test_a_tractor_is_pairs_on_successive_levels_of_one_suit():
    for text in ("S:8866", "7D 7D C:AA", "BJ BJ 7C 7C", "S:445566", "RJ RJ BJ BJ", "7C 7C 7H 7H"):
        assert is_tractor(text), text
    for text in ("S:TT88", "C:7766", "7S 7S 7H 7H", "8S 8S 6H 6H", "S:88"):
        assert not is_tractor(text), text
    assert is_tractor("S:99TT", "7", "NT")
    assert kind("S:886") == "throw"


@pytest.mark.clause("SJ-11")
def test_a_removed_rank_joins_its_neighbours_unless_the_gap_breaks_runs():
    gaps = {"tractor_rank_gap": "break"}
    for text in ("S:8866", "7D 7D C:AA", "C:8866"):
        assert is_tractor(text)
        assert is_tractor(text, **gaps) == (text == "7D 7D C:AA")
    assert not is_tractor("2S 2S C:KK", "A", "C")
    assert is_tractor("AS AS C:KK", "A", "C")
    assert not is_tractor("AS AS C:KK", "A", "C", **gaps)  # the gap under the off-suit aces
    assert is_tractor("AC AC AS AS", "A", "C", **gaps)
    assert is_tractor("S:9988", **gaps)


@pytest.mark.clause("SJ-11")
def test_how_high_tractors_of_trumps_go():
    runs = ("C:AAKK", "C:AA 7D 7D", "7D 7D 7C 7C", "7C 7C BJ BJ", "BJ BJ RJ RJ")
    none = ("7D 7D BJ BJ", "BJ BJ RJ RJ")
    right = {
        "full": ([True, True, True, True, True], [True, True]),
        "no_offsuit": ([True, False, False, True, True], [True, True]),
        "none": ([True, False, False, False, False], [False, False]),
    }
    for top, (suited, no_trump) in right.items():
        assert [is_tractor(text, tractor_trump_top=top) for text in runs] == suited
        assert [is_tractor(text, "7", "NT", tractor_trump_top=top) for text in none] == no_trump
    assert not is_tractor("S:AA 7D 7D", "7", "NT")
    for trump in ("C", "NT"):
        assert not is_tractor("BJ BJ RJ RJ", "7", trump, joker_tractor=False)
        assert is_tractor("7D 7D BJ BJ", "7", "NT", joker_tractor=False)


@pytest.mark.clause("SJ-12")
def test_one_pack_is_led_in_singles_and_throws_of_singles():
    lines = [e for m in range(12) for e in transcript(3, m, make(decks=1), [0] * 4, 1)]
    rank, frame, leading, sizes = "2", None, False, Counter()
    for e in lines:
        if e["event"] == "round":
            rank = e["rank"]
        elif e["event"] == "trump":
            frame = Frame(rank, e["suit"], {**lines[0]["rules"]})
            leading = True
        elif e["event"] == "trick":
            leading = True
        elif e["event"] == "play" and leading:
            assert frame is not None
            assert {part.size for part in decompose(e["cards"], frame)} == {1}
            sizes[len(e["cards"])] += 1
            leading = False
    assert sizes[1] > 100
    out = play(3, 0, 200, make(decks=1), [0] * 4, 1)
    assert not out["tractors"].any()
    assert not out["trump_pairs"].any()
    assert out["throws_tried"].any()
    assert kind("S:9J", decks=1) == "throw"
    assert parts("S:9J", decks=1) == groups("JS", "9S")
    with pytest.raises(KaipaiError, match="9S only 1"):
        kind("9S 9S", decks=1)


@pytest.mark.clause("SJ-13")
def test_tractors_have_a_width_and_a_length_with_more_packs():
    three, four = {"decks": 3}, {"decks": 4}
    assert is_tractor("S:555666", **three)
    assert is_tractor("S:5566", **three)
    assert is_tractor("S:55556666", **four)
    assert parts("S:55566", **three) == groups("S:5566", "5S")
    assert not is_tractor("S:5566", tractor_min_width=3, **three)
    assert is_tractor("S:555666", tractor_min_width=3, **three)
    assert is_tractor("S:445566", tractor_min_length=3)
    assert not is_tractor("S:5566", tractor_min_length=3)
    assert parts("S:5566", tractor_min_length=3) == groups("S:66", "S:55")

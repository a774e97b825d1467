"""Combinations, what beats what, what starts a Gou Ji, as the kernels see it (GJ-19 to GJ-37)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simcore.gouji import combos
from simcore.gouji.cards import NATURALS
from simcore.gouji.judge import ask, judge
from simcore.gouji.rules import Rules
from simcore.options import coded
from tests.gouji.kernels import Table, combo, hand, row
from tests.oracle.gouji.combos import positional_beats, types_of_size


def beats(table: str, reply: str, **rules: object) -> bool:
    case = {"type": "beats", "table": table.split(), "reply": reply.split(), "rules": rules}
    return bool(judge(case)["legal"])


def triggers(play: str, **rules: object) -> bool:
    case = {"type": "trigger", "play": play.split(), "rules": rules}
    return bool(judge(case)["triggers"])


def replies(cards: str, table: str, **rules: object) -> list[str]:
    """Return the replies a hand holds, in the order of the list."""
    held, laid, rules_row = hand(cards), combo(table), row(**rules)
    n = combos.reply_count(*held, laid, rules_row)
    found = [combos.pick_reply(*held, laid, rules_row, i) for i in range(n)]
    assert bool(combos.can_beat(*held, laid, rules_row)) == bool(found)
    return [" ".join(combos.show_combo(code)) for code in found]


def leads(cards: str) -> list[str]:
    naturals, wilds = hand(cards)
    size = combos.hand_size(naturals, 0)
    n = combos.lead_count(size, wilds)
    return [" ".join(combos.show_combo(combos.lead_at(size, naturals, wilds, i))) for i in range(n)]


@pytest.mark.clause("GJ-19")
def test_the_leader_may_lead_every_combination_he_holds_and_has_to_play():
    assert leads("8 8 2 BJ") == [
        *("8", "8 BJ", "8 2", "8 2 BJ", "8 8", "8 8 BJ", "8 8 2", "8 8 2 BJ"),
        *("BJ", "2", "2 BJ"),
    ]
    for lead in ("8", "8 8 2", "BJ"):
        assert not Table({0: "8 8 2 BJ 5"}, [f"0 {lead}"]).is_illegal
    assert Table({0: "8 8 2 BJ 5"}, ["0 pass"]).is_illegal
    assert Table({0: "8 8 2 BJ 5"}, ["0 9"]).is_illegal


@pytest.mark.clause("GJ-20")
def test_after_the_lead_each_seat_in_turn_beats_the_table_or_passes():
    hands = {2: "5 5 9", 3: "7 7 9", 4: "8 8 9"}
    table = Table(hands, ["2 5", "3 pass", "4 8"])
    assert table.told[:3] == ["2 5", "3 pass", "4 8"]
    assert table.asked[:3] == ["LEAD 2", "FOLLOW 3", "FOLLOW 4"]
    assert Table(hands, ["2 9", "-"]).told == [
        *("2 9", "3 pass", "4 pass", "5 pass", "0 pass", "1 pass", "clear 2")
    ]
    assert Table(hands, ["2 9", "-"]).asked == ["LEAD 2", "LEAD 2"]


@pytest.mark.clause("GJ-21")
def test_natural_cards_of_a_combination_share_a_rank_and_wilds_join_freely():
    for text in ("9", "9 9 9", "9 2 2 BJ RJ", "2", "2 2 BJ", "BJ RJ RJ", "A 2 2 2 2 2"):
        assert combo(text), text
        assert combos.show_combo(combo(text)) == text.split()
    for text in ("9 T", "3 4 5", "K K K 4 4", "9 T 2", ""):
        assert combo(text) == combos.NO_COMBO, text
    assert not beats("8 8", "9 T")
    assert beats("8 8", "9 9")
    assert not Table({0: "9 T 5"}, ["0 9"]).is_illegal
    assert Table({0: "9 T 5"}, ["0 9 T"]).is_illegal


@pytest.mark.clause("GJ-22")
def test_a_two_beside_naturals_is_one_more_of_their_rank():
    assert beats("7 7 7", "8 2 2")
    assert beats("8 2 2", "9 9 9")
    assert not beats("8 8 8", "8 2 2")
    assert not beats("9 2", "8 2")
    assert "8 2" in replies("8 2", "7 7")


@pytest.mark.clause("GJ-23")
def test_a_joker_keeps_its_color_and_wilds_alone_stand_as_themselves():
    assert beats("7 7", "8 BJ")
    assert not beats("7 BJ", "8 BJ")
    assert beats("7 BJ", "8 RJ")
    assert not beats("2 2", "A A")  # two twos are no pair of threes
    assert combos.combo_n(combo("2 2")) == 0
    assert combos.combo_rank(combo("2 2")) == combos.ALL_WILD
    assert replies("2 2", "A A") == ["2 2"]


@pytest.mark.clause("GJ-24")
def test_a_reply_has_as_many_cards_as_the_table():
    assert beats("8 8", "9 9")
    assert not beats("8 8", "9 9 9")
    assert not beats("8 8", "9")
    assert not beats("2", "BJ BJ")
    assert replies("9 9 9", "8 8") == ["9 9"]


@pytest.mark.clause("GJ-25")
@pytest.mark.parametrize(
    ("table", "higher"), [("8", "9"), ("8 2", "9 2"), ("8 BJ", "9 RJ"), ("2", "BJ"), ("BJ", "RJ")]
)
def test_equal_does_not_beat(table, higher):
    assert not beats(table, table)
    assert beats(table, higher)


@pytest.mark.clause("GJ-26")
def test_nothing_beats_a_red_joker():
    for table, reply in [("3 RJ", "A RJ"), ("RJ", "RJ"), ("3 RJ", "RJ RJ"), ("2 RJ", "RJ RJ")]:
        assert not beats(table, reply)
        assert not replies(f"{reply} A A 2 2 BJ BJ RJ RJ", table)
    assert beats("3 BJ", "A RJ")


@pytest.mark.clause("GJ-27")
def test_natural_sets_go_by_rank():
    for low, high in itertools.combinations(NATURALS, 2):
        assert beats(low, high)
        assert not beats(high, low)
        assert beats(f"{low} {low}", f"{high} 2")
    assert replies("3 4 5 6 7 8 9 T J Q K A", "8") == ["9", "T", "J", "Q", "K", "A"]


@pytest.mark.clause("GJ-28")
def test_wild_cards_alone_beat_naturals_without_jokers():
    pure = {"mixed_wild_over_natural": "all_twos_or_all_jokers_only"}
    for reply in ("2 2", "BJ RJ", "BJ BJ"):
        assert beats("A A", reply)
        assert beats("3 2", reply, **pure)
    assert beats("A A", "2 BJ")
    assert not beats("A A", "2 BJ", **pure)
    assert replies("2 2 BJ RJ", "A A") == ["BJ RJ", "2 RJ", "2 BJ", "2 2"]
    assert replies("2 2 BJ RJ", "A A", **pure) == ["BJ RJ", "2 2"]
    assert not replies("2 BJ", "A A", **pure)


@pytest.mark.clause("GJ-29")
def test_twos_alone_fall_to_jokers_alone():
    for reply in ("BJ BJ", "BJ RJ", "RJ RJ"):
        assert beats("2 2", reply)
    for reply in ("2 RJ", "A RJ", "A A", "2 2", "3 RJ"):
        assert not beats("2 2", reply)
    assert replies("A A 2 2 BJ RJ", "2 2") == ["BJ RJ"]


@pytest.mark.clause("GJ-30")
def test_jokers_in_a_natural_reply_do_not_replace_the_higher_rank():
    assert beats("8 8", "9 BJ")
    assert beats("8 2", "9 RJ")
    assert not beats("8 8", "8 RJ")
    assert not beats("9 9", "8 RJ")
    assert replies("8 9 RJ", "8 8") == ["9 RJ"]


@pytest.mark.clause("GJ-31")
def test_blacks_beside_naturals_need_as_many_reds():
    assert beats("8 BJ BJ", "9 RJ RJ")
    assert not beats("8 BJ BJ", "9 BJ RJ")
    assert not beats("8 BJ BJ", "9 9 RJ")
    assert not beats("8 BJ BJ", "8 RJ RJ")
    assert beats("8 8 BJ BJ", "9 BJ RJ RJ")
    assert beats("8 8 BJ", "9 2 RJ")
    assert beats("8 8 BJ", "9 RJ RJ")
    assert not beats("8 8 BJ", "9 RJ RJ", red_for_black="exact")
    assert beats("8 8 BJ", "9 9 RJ", red_for_black="exact")
    assert not beats("8 8 BJ", "9 9 9", red_for_black="exact")
    assert replies("9 9 RJ RJ", "8 8 BJ") == ["9 9 RJ", "9 RJ RJ"]
    assert replies("9 9 RJ RJ", "8 8 BJ", red_for_black="exact") == ["9 9 RJ"]
    # Reds are no matter where nothing black is on the table.
    assert beats("8 8 8", "9 RJ RJ", red_for_black="exact")


@pytest.mark.clause("GJ-32")
def test_wild_cards_alone_against_naturals_with_a_black():
    answers = {
        "RJ RJ": (False, True, True),
        "BJ RJ": (False, True, True),
        "2 RJ": (False, False, True),
        "BJ BJ": (False, False, False),
        "2 BJ": (False, False, False),
        "2 2": (False, False, False),
    }
    for reply, expected in answers.items():
        for value, legal in zip(("never", "all_jokers", "reds_cover"), expected, strict=True):
            assert beats("8 BJ", reply, allwild_vs_black_mixed=value) == legal, (reply, value)
            held = replies(reply, "8 BJ", allwild_vs_black_mixed=value)
            assert held == ([reply] if legal else [])
    assert not replies("A A 2 2 BJ BJ RJ RJ", "A BJ")  # unbeatable
    assert replies("A A 2 2 BJ BJ RJ RJ", "A BJ", allwild_vs_black_mixed="reds_cover")


@pytest.mark.clause("GJ-33")
def test_wild_cards_with_a_black_fall_to_jokers_with_as_many_reds():
    assert beats("2 BJ", "BJ RJ")
    assert beats("BJ BJ", "RJ RJ")
    assert beats("BJ", "RJ")
    assert not beats("BJ BJ", "BJ RJ")
    assert not beats("2 BJ", "2 RJ")
    assert not beats("2 BJ", "BJ BJ")
    assert not beats("2 BJ", "A RJ")
    assert beats("2 BJ BJ", "BJ RJ RJ", red_for_black="exact")
    assert beats("2 2 BJ", "RJ RJ RJ", red_for_black="exact")  # that option is for naturals


@pytest.mark.clause("GJ-34")
def test_there_are_no_bombs():
    for size in (1, 2, 3, 5):
        for other in (1, 4, 8, 16):
            if other != size:
                assert not beats(" ".join("3" * size), " ".join("A" * other))
                assert not beats(" ".join("3" * size), " ".join("2" * other))
    assert ask(coded(Rules()), table="3 3", reply="A A A A A A A A") == ("illegal", "GJ-24")


@pytest.mark.clause("GJ-35")
def test_under_reds_cover_the_relation_is_card_by_card():
    rules = row(allwild_vs_black_mixed="reds_cover")
    default = row()
    apart = 0
    for size in (1, 2, 3, 4):
        kinds = [(kind, combos.read_combo(kind.cards())) for kind in types_of_size(size)]
        rng = np.random.default_rng(size)
        pairs = list(itertools.product(kinds, kinds))
        if len(pairs) > 12_000:
            pairs = [pairs[k] for k in rng.integers(0, len(pairs), 12_000)]
        for (one, x), (other, y) in pairs:
            expected = positional_beats(one, other)
            assert bool(combos.beats(x, y, rules)) == expected, (one, other)
            differs = bool(combos.beats(x, y, default)) != expected
            # GJ-32 alone tells the default from it.
            assert differs == (expected and bool(one.n and one.blacks and not other.n))
            apart += differs
    assert apart > 0


@pytest.mark.clause("GJ-36")
def test_what_triggers_a_gouji():
    thresholds = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}
    for rank in NATURALS:
        least = thresholds.get(rank, 99)
        for n in range(1, 9):
            assert triggers(" ".join([rank] * n)) == (n >= least), (rank, n)
        assert triggers(f"{rank} BJ")
        assert triggers(f"{rank} RJ")
    for play in ("2", "2 2", "BJ", "RJ", "2 BJ"):
        assert triggers(play)
        assert triggers(play, gouji_thresholds={})
    own = {"gouji_thresholds": {"T": 2, "A": 3}}
    assert triggers("T T", **own)
    assert not triggers("A A", **own)
    assert triggers("A A A", **own)
    assert not triggers("K K K K", **own)
    assert triggers("K RJ", **own)


@pytest.mark.clause("GJ-37")
def test_twos_count_towards_the_threshold():
    for play in ("A 2", "K 2", "Q 2 2", "T T T 2 2"):
        assert triggers(play)
        assert not triggers(play, gouji_twos_count=False)
    assert not triggers("T T T 2")
    assert not triggers("9 2 2 2 2 2 2")
    assert triggers("A A 2", gouji_twos_count=False)
    assert triggers("9 2 BJ", gouji_twos_count=False)


@pytest.mark.clause("GJ-2")
def test_suits_have_no_part_in_play():
    # Words of hands that differ in suits alone are the same hand in play.
    lanes = [np.uint64(0x0003), np.uint64(0x0030), np.uint64(0x1100), np.uint64(0x8001)]
    hands = [combos.counts_of_words(lane, lane, lane, lane) for lane in lanes]
    assert set(hands) == {hand("3 3 7 7 J J 2 2")}

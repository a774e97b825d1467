"""The Sheng Ji oracle: worked cases, others' known failures, properties."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.oracle.shengji import (
    KINDS,
    Change,
    Race,
    check_lead,
    decompose,
    full_deck,
    judge,
    legal_follow,
    legal_follows,
    make_rules,
    next_standing,
    points_of,
    rank_of,
    round_gain,
    standing_of,
    trick_winner,
)
from tests.oracle.shengji.cards import without
from tests.oracle.shengji.follow import submultisets
from tests.oracle.shengji.positions import cards, frame, small_hand
from tests.oracle.shengji.rules import OPTIONS, PRESETS, derived_kitty, rule_faults, value_fits
from tests.oracle.shengji.score import multiplier
from tests.oracle.shengji.tricks import is_higher, sorted_shape, strength

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data/cases/shengji.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"], marks=[pytest.mark.clause(w) for w in c["why"]]) for c in CASES],
)
def test_worked_cases(case):
    got = judge(case)
    asked = [name for name in got if name in case]
    assert asked
    for name in asked:
        if name == "led":
            assert sorted(got[name]) == sorted(case[name])
        else:
            assert got[name] == case[name]


def test_cases_cover_every_type_and_both_answers():
    answers = {}
    for case in CASES:
        answers.setdefault(case["type"], set()).add(
            str(case.get("legal", case.get("stands", case.get("winner"))))
        )
    assert answers["follow"] == answers["throw"] == {"True", "False"}
    assert len({c["id"] for c in CASES}) == len(CASES)
    assert len(answers) == 16


def test_malformed_cases_are_refused():
    with pytest.raises(ValueError, match="unknown case type"):
        judge({"type": "bid"})
    with pytest.raises(ValueError, match="does not offer"):
        judge({"type": "score", "opponent_points": 0, "rules": {"dead_zone": "two"}})


# Failures known from other programs


@pytest.mark.clause("SJ-36")
def test_r01_a_lower_tractor_does_not_break_a_throw():
    fr = frame("4", "H")
    throw = cards("S:AKKQQ")
    assert check_lead(throw, [cards("S:AJJTT")], fr).stands
    assert not check_lead(cards("S:AJJTT"), [cards("S:KKQQ")], fr).stands


@pytest.mark.clause("SJ-42")
def test_r02_the_best_the_hand_can_do():
    fr = frame("2", "H")
    lead = cards("S:AAKK")
    plays = legal_follows(lead, cards("S:TT753"), fr)
    assert len(plays) == 3
    assert all(p.count("TS") == 2 for p in plays)
    assert legal_follows(lead, cards("S:JJ997"), fr) == {tuple(sorted(cards("S:JJ99")))}
    assert legal_follows(lead, cards("S:JJ74"), fr) == {tuple(sorted(cards("S:JJ74")))}


@pytest.mark.clause("SJ-8")
@pytest.mark.clause("SJ-36")
def test_r03_equal_rank_cards_do_not_break_a_throw():
    fr = frame("4", "C")
    assert check_lead(cards("4H 4S"), [cards("4D")], fr).stands
    assert trick_winner([["4S"], ["4D"], ["4H"]], fr) == 0


@pytest.mark.clause("SJ-49")
@pytest.mark.parametrize(
    "compare", ["largest_component", "all_components", "highest_card", "unit_length"]
)
def test_r04_r05_over_ruffs(compare):
    plays = [cards(p) for p in ("C:AK", "5S AD", "BJ 5C", "S:34")]
    assert trick_winner(plays, frame("5", "D", throw_compare=compare)) == 2
    plays = [cards(p) for p in ("C:AK", "H:98", "H:Q3", "S:34")]
    winner = trick_winner(plays, frame("2", "H", throw_compare=compare))
    assert winner == (1 if compare == "all_components" else 2)


@pytest.mark.clause("SJ-37")
def test_r06_a_failed_throw_leads_the_beaten_pair():
    fr = frame("2", "H")
    verdict = check_lead(cards("S:A55"), [cards("S:66")], fr)
    assert verdict == (False, [cards("S:55")])
    by_choice = frame("2", "H", throw_fail_pick="leader")
    assert check_lead(cards("S:A955"), [cards("S:66T")], by_choice).may_lead == [
        cards("S:55"),
        cards("9S"),
    ]


@pytest.mark.clause("SJ-24")
def test_r07_level_pairs_do_not_outbid_joker_pairs():
    race = Race("2", False, make_rules(nt_declare="joker_pair"))
    for seat, shown in [(0, ["2D"]), (1, ["BJ", "BJ"])]:
        assert race.fault(seat, shown) is None
        race.accept(seat, shown)
    assert race.fault(2, ["2H", "2H"])
    assert race.fault(2, ["RJ", "RJ"]) is None


@pytest.mark.clause("SJ-53")
@pytest.mark.clause("SJ-55")
def test_r08_the_kitty_decides_after_the_last_trick():
    assert 60 + multiplier("double", 1, 1, 0) * points_of(["KD"]) == 80
    assert round_gain(80, make_rules()) == (True, 0)


@pytest.mark.clause("SJ-60")
def test_r09_windows_of_forty_points():
    gains = {p: round_gain(p, make_rules()) for p in range(0, 245, 5)}
    assert gains[0] == (False, 3)
    assert {gains[p] for p in (5, 35)} == {(False, 2)}
    assert {gains[p] for p in (40, 75)} == {(False, 1)}
    assert {gains[p] for p in (80, 115)} == {(True, 0)}
    assert {gains[p] for p in (120, 155)} == {(True, 1)}
    assert {gains[p] for p in (160, 195)} == {(True, 2)}
    assert {gains[p] for p in (200, 240)} == {(True, 3)}
    worth = [(g if s else -g) + (10 if s else 0) for s, g in gains.values()]
    assert worth == sorted(worth)
    assert round_gain(240, make_rules(opp_gain_cap=None)) == (True, 4)


@pytest.mark.clause("SJ-64")
def test_r11_next_dealer():
    assert judge({"type": "next_dealer", "dealer": 0, "swap": False})["next"] == 2
    assert judge({"type": "next_dealer", "dealer": 0, "swap": True})["next"] == 1


@pytest.mark.clause("SJ-66")
def test_r12_mandatory_ranks():
    for ranks, after in ((["5", "T", "K"], "5"), ([], "6")):
        rules = make_rules(mandatory_ranks=ranks)
        assert rank_of(next_standing(standing_of("4"), Change("4", 2), rules)[0]) == after


@pytest.mark.clause("SJ-10")
@pytest.mark.clause("SJ-11")
def test_r13_neighbours_across_the_trump_rank():
    assert len(decompose(cards("S:2244"), frame("3", "H"))) == 1
    assert len(decompose(cards("S:2244"), frame("3", "H", tractor_rank_gap="break"))) == 2
    assert len(decompose(cards("S:33 D:33"), frame("3", "H"))) == 2


@pytest.mark.clause("SJ-58")
def test_r14_linear_and_power_multipliers():
    linear = [10 * multiplier("component", n, n, n // 2) for n in (1, 2, 4, 6)]
    power = [10 * multiplier("pow_component", n, n, n // 2) for n in (1, 2, 4, 6)]
    assert linear == [20, 40, 80, 120]
    assert power == [20, 40, 160, 640]


@pytest.mark.clause("SJ-50")
def test_r15_winner_so_far_equals_winner_from_scratch():
    rng = random.Random(5)
    for _ in range(400):
        fr = frame(throw_compare=rng.choice(OPTIONS["throw_compare"][0]))
        lead = small_hand(rng, fr, rng.choice("ST"), rng.randint(1, 4), 2)
        plays = [lead] + [small_hand(rng, fr, rng.choice("ST"), len(lead), 2) for _ in range(3)]
        best, at = strength(lead, lead, fr), 0
        for i in range(1, 4):
            new = strength(plays[i], lead, fr)
            compare = fr.rules["throw_compare"]
            if new and is_higher(new, best, sorted_shape(lead, fr), compare):
                best, at = new, i
            assert trick_winner(plays[: i + 1], fr) == at


# Properties of the rules


@pytest.mark.clause("SJ-5")
@pytest.mark.clause("SJ-6")
@pytest.mark.clause("SJ-7")
@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "NT"])
@pytest.mark.parametrize("rank", list("25KA"))
def test_levels(rank, trump):
    fr = frame(rank, trump)
    trumps = [k for k in KINDS if fr.suit(k) == "T"]
    assert len(trumps) == (6 if trump == "NT" else 18)
    suited = trump != "NT"
    assert fr.level("RJ") == (15 if suited else 2)
    assert fr.level("BJ") == fr.level("RJ") - 1
    by_level = Counter(fr.level(k) for k in trumps)
    assert by_level[12 if suited else 0] == (3 if suited else 4)
    for suit in set("SHDC") - {trump}:
        side = [fr.level(k) for k in KINDS if fr.suit(k) == suit]
        assert side == list(range(12))


@pytest.mark.clause("SJ-68")
def test_red_fives_lead_the_trumps_and_keep_their_points():
    hearts, red = frame(hong_wu="hearts"), frame(hong_wu="red")
    assert hearts.level("5H") == 16
    assert hearts.suit("5D") == "D"
    assert (red.level("5D"), red.level("5H")) == (16, 17)
    assert frame("7", "NT", hong_wu="red").level("5H") == 4
    assert points_of(["5H"]) == 5
    change = Change("K", 1, True, fives_lost=1)
    for rank, after in (("K", "K"), ("A", "A"), ("2", "2")):
        assert rank_of(next_standing(standing_of(rank), change, make_rules())[0]) == after
    assert next_standing(0, Change("2", 0, fives_lost=3), make_rules()) == (0, False)


@pytest.mark.clause("SJ-65")
def test_wrapping_counts_laps():
    rules = make_rules(match_end="wrap", max_rounds=5)
    assert next_standing(12, Change("A", 1), rules) == (13, False)
    assert next_standing(13, Change("2", fives_lost=2), rules) == (13, False)
    assert next_standing(24, Change("K", 3), rules) == (27, False)
    with pytest.raises(ValueError, match="max_rounds"):
        make_rules(match_end="wrap")


@pytest.mark.clause("SJ-67")
def test_a_hook_comes_before_the_gain_and_never_raises():
    assert next_standing(9, Change("J", 2, True, True), make_rules()) == (2, False)
    assert next_standing(12, Change("A", 1, True, True), make_rules()) == (10, False)
    kept = make_rules(hook_keep_gain=False)
    assert next_standing(9, Change("J", 2, True, True), kept) == (0, False)
    assert next_standing(3, Change("A", 0, True, True), make_rules()) == (3, False)


@pytest.mark.clause("SJ-13")
def test_narrow_and_short_tractors_can_be_ruled_out():
    assert len(decompose(cards("S:5544"), frame(tractor_min_length=3))) == 2
    assert len(decompose(cards("S:554433"), frame(tractor_min_length=3))) == 1
    assert len(decompose(cards("S:5544"), frame(decks=3, tractor_min_width=3))) == 2


@pytest.mark.clause("SJ-1")
@pytest.mark.clause("SJ-2")
@pytest.mark.clause("SJ-3")
@pytest.mark.clause("SJ-4")
def test_packs():
    for decks in (1, 2, 3, 4):
        deck = full_deck(decks)
        assert len(deck) == 54 * decks
        assert points_of(deck) == 100 * decks
        assert set(Counter(deck).values()) == {decks}
    assert [derived_kitty(4, d) for d in (1, 2, 3, 4)] == [6, 8, 6, 8]
    for changes in ({"players": 5, "decks": 3}, {"players": 6}, {"kitty_size": 9}):
        with pytest.raises(ValueError, match="SJ-2"):
            make_rules(**changes)
    assert frame("2").above["S"].get(11) is None  # nothing follows the ace


@pytest.mark.clause("SJ-69")
def test_options_that_are_not_offered_are_refused():
    for name, value in (
        ("permanent_two", True),
        ("lead_grouping", "leader_choice"),
        ("tractor_draw", "any"),
    ):
        with pytest.raises(ValueError, match="unknown options"):
            make_rules(**{name: value})


def test_presets_and_values():
    for name in PRESETS:
        assert rule_faults(make_rules(name)) == []
    assert make_rules("forty_points")["kitty_size"] == 6
    for name, value in (
        ("kitty_mult", "component+capped:0"),
        ("kitty_mult", "triple"),
        ("match_end", "pass:1"),
        ("decks", True),
        ("opp_gain_cap", 4),
        ("step_adjust", 3),
        ("mandatory_ranks", ["1"]),
    ):
        assert not value_fits(name, value)


@pytest.mark.clause("SJ-35")
def test_adding_one_higher_pair_breaks_exactly_that_component():
    rng = random.Random(6)
    fr = frame()
    for _ in range(100):
        low, high = sorted(rng.sample("2345689TJQ", 2), key="2345689TJQ".index)
        throw = [low + "S", low + "S", "AS"]
        others = [cards("S:K"), cards("H:AAKK RJ RJ")]
        assert check_lead(throw, others, fr).stands
        others[0] = [high + "S", high + "S"]
        assert check_lead(throw, others, fr) == (False, [[low + "S", low + "S"]])


@pytest.mark.clause("SJ-41")
def test_order_and_suits_do_not_matter():
    rng = random.Random(7)
    swap = str.maketrans("SHD", "HDS")
    for _ in range(150):
        fr = frame()
        deck = full_deck(2)
        rng.shuffle(deck)
        hand, pool = deck[:9], [c for c in deck[9:] if fr.suit(c) == "S"]
        lead = pool[: rng.randint(1, 4)]
        play = rng.sample(hand, len(lead))
        right = legal_follow(lead, hand, play, fr)

        def turn(group):
            return [c if c in ("BJ", "RJ") else c.translate(swap) for c in reversed(group)]

        assert legal_follow(turn(lead), turn(hand), turn(play), fr) == right


def test_submultisets_and_without_keep_copies():
    assert len(list(submultisets({"7S": 2, "8S": 1}, 2))) == 2
    assert without(["7S", "7S"], ["7S"]) == ["7S"]

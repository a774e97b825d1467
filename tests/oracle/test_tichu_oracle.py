"""The Tichu oracle held against worked cases, brute force, and its own simulator."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.tichu import (
    DECK,
    OPTIONS,
    PRESETS,
    beats,
    bold_chooser,
    classify,
    example_fits,
    interpretations,
    judge,
    legal_bombs,
    legal_classes,
    legal_plays,
    make_rules,
    pair_rank,
    play_match,
    points_of,
    random_chooser,
    rank_of,
    referee,
    referee_round,
    rule_faults,
    suit_of,
    to_classes,
)

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "cases" / "tichu.jsonl")
    .read_text(encoding="ascii")
    .splitlines()
]
CHOOSERS = (random_chooser, bold_chooser)


def clause_marks(text):
    """One mark a clause named in `text`."""
    return [pytest.mark.clause(clause) for clause in re.findall(r"TI-\d+", text)]


def dense_hands(rng, size=6):
    """Short hands from a few neighbouring ranks and the specials: bombs and wishes abound."""
    low = rng.randrange(0, 14 - size)
    cards = [*DECK[4 * low : 4 * (low + size - 1)], *DECK[52:]]
    rng.shuffle(cards)
    return [cards[size * s : size * (s + 1)] for s in range(4)]


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"], marks=[pytest.mark.clause(w) for w in c["why"]]) for c in CASES],
)
def test_worked_case(case):
    got = judge(case)
    for field in got.keys() & case.keys():
        if field == "legal_replies":
            assert sorted(map(sorted, got[field])) == sorted(map(sorted, case[field]))
        elif field != "example":
            assert got[field] == case[field], field
    if case["type"] == "wish":
        assert example_fits(case, case["example"])
        assert example_fits(case, got["example"])


def test_judge_refuses_what_it_does_not_know():
    with pytest.raises(ValueError, match="unknown case type"):
        judge({"type": "colour"})
    with pytest.raises(ValueError, match="option wish"):
        judge({"type": "classify", "cards": ["7j"], "rules": {"wish": "maybe"}})


@pytest.mark.clause("TI-2")
@pytest.mark.clause("TI-4")
def test_the_deck_has_56_cards_worth_100_points():
    assert len(set(DECK)) == 56
    assert points_of(DECK) == 100
    assert sum(suit_of(c) is None for c in DECK) == 4


def every_play(hand, table, rules):
    """Plays straight from the words of TI-25: try every subset; (cards, Phoenix, kind)."""
    return {
        (frozenset(cards), combo.phoenix, combo.kind)
        for n in range(1, len(hand) + 1)
        for cards in combinations(hand, n)
        for combo in interpretations(cards, rules, table)
        if table is None or beats(combo, table)
    }


def bound_by(wish, plays, rules):
    """What the wish leaves of them, straight from the words of TI-34."""
    duty = {
        p
        for p in plays
        if any(c != "Phx" and rank_of(c) == wish for c in p[0])
        or (rules["phoenix_fulfils_wish"] and p[1] is not None and p[1] == wish)
    }
    bombs = {p for p in plays if p[2].startswith("bomb")}
    if not duty:
        return plays, False
    return (duty | bombs if rules["wish_bomb_escape"] else duty), True


@st.composite
def position(draw):
    """A short dense hand, a table out of other cards or none, a wish or none, some options."""
    rng = Random(draw(st.integers(0, 2**32)))
    low = rng.randrange(0, 9)
    cards = [*DECK[4 * low : 4 * low + 20], *DECK[52:]]
    rng.shuffle(cards)
    size = rng.randrange(1, 10)
    hand, rest = cards[:size], cards[size:]
    rules = make_rules(
        fullhouse_same_rank=rng.choice(["invalid", "valid"]),
        phoenix_declaration=rng.choice(["declare", "highest"]),
        phoenix_fulfils_wish=rng.choice([False, True]),
        wish_bomb_escape=rng.choice([False, True]),
    )
    table = None
    if rng.random() < 0.75:
        table = rng.choice(sorted(legal_classes(rest, None, None, rules)[0], key=str))
        if table.rank == 0:
            table = None
    wish = rng.choice([None, *range(low + 2, low + 7)])
    return hand, table, wish, rules


@pytest.mark.clause("TI-12")
@pytest.mark.clause("TI-25")
@pytest.mark.clause("TI-34")
@pytest.mark.clause("TI-58")
@settings(max_examples=600, deadline=None, derandomize=True)
@given(position())
def test_move_lists_equal_brute_force(where):
    hand, table, wish, rules = where
    free = every_play(hand, table, rules)
    bound, must = bound_by(wish, free, rules)
    expected = {p[:2] for p in bound}
    may_pass = table is not None and not must
    assert legal_plays(hand, table, wish, rules) == (expected, may_pass)
    assert legal_classes(hand, table, wish, rules) == (to_classes(expected, rules, table), may_pass)
    bombs = {cards for cards, _, kind in free if kind.startswith("bomb")}
    assert legal_bombs(hand, table, wish, rules) == (bombs if table else set())
    everywhere = rules | {"wish_scope": "any_play"}
    allowed = {cards for cards, _ in expected}
    assert legal_bombs(hand, table, wish, everywhere) == (bombs & allowed if table else set())


@pytest.mark.clause("TI-58")
def test_classes_of_full_hands_equal_reduced_card_sets():
    rng = Random(5)
    rules = make_rules()
    for _ in range(40):
        hand = rng.sample(DECK, 14)
        plays, may_pass = legal_plays(hand, None, None, rules)
        assert not may_pass
        assert to_classes(plays, rules) == legal_classes(hand, None, None, rules)[0]


@pytest.mark.clause("TI-17")
def test_pair_rank_tells_full_houses_of_one_class_apart():
    rules = make_rules()
    hand = ["9j", "9s", "9p", "4j", "4s", "6j", "6s"]
    houses = {c for c, _ in legal_plays(hand, None, None, rules)[0] if len(c) == 5}
    combos = {(classify(c), pair_rank(c, classify(c))) for c in houses}
    assert {rank for _, rank in combos} == {4, 6}
    assert len({combo for combo, _ in combos}) == 1
    assert pair_rank(["4j", "4s"], classify(["4j", "4s"])) is None


@pytest.mark.clause("TI-22")
@pytest.mark.clause("TI-24")
def test_beats_is_a_strict_order_within_a_kind():
    rng = Random(3)
    hand = [*DECK[:20], "Phx"]
    plays = sorted(legal_classes(hand, None, None, make_rules())[0], key=str)
    for a, b, c in (rng.choices(plays, k=3) for _ in range(3000)):
        assert not (beats(a, b) and beats(b, a))
        if a.kind == b.kind == c.kind and beats(a, b) and beats(b, c):
            assert beats(a, c)


@pytest.mark.clause("TI-41")
def test_a_phoenix_in_a_combination_equals_the_card_it_stands_for():
    rng = Random(8)
    for _ in range(60):
        hand = [*rng.sample(DECK[:52], 9), "Phx"]
        for cards, phoenix in legal_plays(hand, None, None, make_rules())[0]:
            if phoenix is None:
                continue
            spare = [c for c in DECK[:52] if rank_of(c) == phoenix and c not in cards]
            combo = classify(cards, phoenix)
            twins = [classify((cards - {"Phx"}) | {c}) for c in spare]
            same = [(t.length, t.rank) == (combo.length, combo.rank) for t in twins]
            assert all(same)
            if combo.kind != "straight":  # a straight may turn into a flush bomb
                assert {t.kind for t in twins} == {combo.kind}


def some_matches(rules, n, seed=0, stop_after=1):
    """Dense short rounds and a full one, by both choosers."""
    for i in range(n):
        chooser = CHOOSERS[i % 2]
        rng = Random(f"{seed}/{i}")
        hands = dense_hands(rng) if i % 4 else None
        yield hands, play_match(rng, rules, chooser, hands=hands, stop_after=stop_after)


SINGLE_CHANGES = [
    (name, value)
    for name, (values, default) in OPTIONS.items()
    for value in (
        values
        if isinstance(values, tuple)
        else {"target_score": (300,), "max_rounds": (1, 2), "stake_grand": (0, 150)}.get(
            name, (0, 70)
        )
    )
    if value != default
]


@pytest.mark.parametrize(("name", "value"), SINGLE_CHANGES)
def test_referee_accepts_simulated_play_under_every_value(name, value):
    rules = make_rules(**{name: value})
    for hands, events in some_matches(rules, 12, seed=name):
        assert referee(events, hands=hands, stop_after=1) == []


@pytest.mark.clause("TI-1")
@pytest.mark.clause("TI-7")
@pytest.mark.clause("TI-57")
def test_referee_accepts_simulated_play_under_mixed_options():
    rng = Random(11)
    for i in range(40):
        changes = {name: value for name, value in rng.sample(SINGLE_CHANGES, 6)}
        rules = make_rules(rng.choice(sorted(PRESETS)), **changes)
        for hands, events in some_matches(rules, 3, seed=i):
            assert referee(events, hands=hands, stop_after=1) == []


@pytest.mark.clause("TI-53")
@pytest.mark.clause("TI-54")
@pytest.mark.clause("TI-56")
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_referee_accepts_whole_matches(preset):
    # bold calls cost more than cards bring in, so the target alone might never be reached
    rules = make_rules(preset, target_score=150) | {"max_rounds": 5}
    events = play_match(Random(preset), rules, bold_chooser)
    assert referee(events) == []
    assert referee([json.dumps(e) for e in events]) == []


@pytest.mark.clause("TI-51")
def test_card_points_of_full_rounds_add_up_to_100():
    for _, events in some_matches(make_rules(), 16, seed="points"):
        if len([c for h in events[2]["first"] + events[2]["rest"] for c in h]) < 56:
            continue
        for event in events:
            if event["event"] == "score":
                assert sum(event["cards"]) == (200 if event["double_victory"] else 100)
                assert all(-25 <= c <= 200 and c % 5 == 0 for c in event["cards"])


@pytest.mark.clause("TI-2")
def test_relabelling_suits_changes_no_verdict():
    rename = str.maketrans("jspt", "tpjs")

    def card(token):
        return token if token in DECK[52:] else token.translate(rename)

    def walk(value, key=None):
        if isinstance(value, list):
            return [walk(v, key) for v in value]
        named = key in ("cards", "first", "rest", "give")
        return card(value) if named and isinstance(value, str) else value

    for hands, events in some_matches(make_rules(), 8, seed="suits"):
        turned = [{k: walk(v, k) for k, v in e.items()} for e in events]
        assert referee(turned, hands=hands and walk(hands, "cards"), stop_after=1) == []


def test_single_rounds_and_given_hands_without_a_deal():
    rng = Random(21)
    rules = make_rules(exchange="none")
    for _ in range(10):
        hands = dense_hands(rng)
        events = play_match(rng, rules, bold_chooser, hands=hands, stop_after=1)
        body = events[1:-1]
        assert referee_round(body, rules, hands=hands) == []
        bare = [e for e in body if e["event"] not in ("deal", "grand")]
        if not body[2]["calls"]:
            assert referee_round(bare, rules, hands=hands) == []
        assert referee_round(body[:-1], rules, hands=hands) == ["the round has no score event"]


@pytest.mark.clause("TI-11")
def test_given_hands_without_mah_jong_are_led_by_the_named_seat():
    hands = [["5j"], ["6j", "7j"], ["8j"], ["9j", "2s"]]
    events = play_match(Random(1), make_rules(exchange="none"), hands=hands, leader=2, stop_after=1)
    first = next(e for e in events if e["event"] == "play")
    assert first["seat"] == 2
    assert referee(events, hands=hands, leader=2, stop_after=1) == []
    assert referee(events, hands=hands, stop_after=1) != []


def test_option_table_refuses_wrong_values():
    assert rule_faults(make_rules()) == []
    for name in OPTIONS:
        left_out = {k: v for k, v in make_rules().items() if k != name}
        assert rule_faults(left_out) == [f"option {name} is missing"]
        assert rule_faults(make_rules() | {name: "nonsense"})
    with pytest.raises(ValueError, match="unknown option"):
        make_rules(colour="red")

"""Transcripts of kernel matches before the oracle's referee, and records against transcripts."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from simcore.gouji.cards import FIRST_COPY
from simcore.gouji.engine import play, play_given
from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy
from simcore.gouji.rules import Rules
from simcore.gouji.trace import text, transcript, transcript_given
from simcore.options import options_of
from tests.oracle.gouji import CHOICES, referee, short_hands

VALUES: dict[str, list[Any]] = {name: list(values) for name, values in CHOICES.items()} | {
    "gouji_thresholds": [{"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}, {"T": 2, "A": 3}, {}],
    "finish_points": [[4, 2, 0, 0, -2, -4], [3, 2, 1, -1, -2, -3]],
    "sweep_multiplier": [2, 1, 3],
    "hands_per_game": [2, 1, 4],
    "games_per_session": [1, 2],
}
POLICIES = {
    "random": [Policy.RANDOM] * 6,
    "lowest": [Policy.LOWEST] * 6,
    "heuristic": [Policy.HEURISTIC] * 6,
    "heuristic_random_shao": [Policy.HEURISTIC_RANDOM_SHAO] * 6,
    "heuristic_v2": [Policy.HEURISTIC_V2] * 6,
    "mixed": [Policy.HEURISTIC, Policy.RANDOM, Policy.LOWEST] * 2,
}
# Options that matter before the play, where short hands tell little.
OPENING = [name for name in VALUES if name.startswith(("partnership", "kai_pai", "revolution"))]
Events = list[dict[str, Any]]


def short_deal(rng: random.Random) -> list[list[int]]:
    """Deal short hands rich in wild cards, as card numbers."""
    used: Counter[str] = Counter()
    deal = []
    for hand in short_hands(rng, rng.choice((3, 4, 5, 6, 8)), rng.choice((2, 3, 4, 6))):
        numbers = []
        for card in hand:
            numbers.append(FIRST_COPY[card] + used[card])
            used[card] += 1
        deal.append(numbers)
    return deal


def some_changes(rng: random.Random) -> dict[str, Any]:
    """Draw values for a third of the options; given hands are never thrown in."""
    changes = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.3}
    return changes | {"hands_per_game": 3, "games_per_session": 1}


def short_match(seed: int, changes: dict[str, Any], policies: list[Policy]) -> Events:
    rng = random.Random(seed)
    rules = GAME.make_rules("seed", changes | {"revolution": "off"})
    deals = [short_deal(rng) for _ in range(3)]
    events: Events = json.loads(json.dumps(transcript_given(deals, seed, 0, rules, policies, 3)))
    return events


def test_the_grid_takes_every_option():
    assert set(VALUES) == set(options_of(Rules))
    assert set(POLICIES) >= set(GAME.policies) - {"search"}  # `test_search` has a grid of its own


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", VALUES)
def test_the_referee_finds_no_fault_under_any_value(name, policy):
    for k, value in enumerate(VALUES[name]):
        for seed in range(2):
            rng = random.Random(f"{name} {value} {policy} {seed}")
            changes = (some_changes(rng) if seed else {"hands_per_game": 3}) | {name: value}
            events = short_match(rng.randrange(10**6), changes, POLICIES[policy])
            assert referee(events, full_deal=False) == [], (changes, k)


@pytest.mark.parametrize("name", OPENING)
def test_whole_deals_under_the_options_of_the_opening(name):
    for value in VALUES[name]:
        changes = {"partnership": "draw"} if name.startswith(("partnership_", "kai")) else {}
        changes |= {"hands_per_game": 2, name: value}
        rules = GAME.make_rules("seed", changes)
        policies = POLICIES["lowest" if name.startswith("revolution") else "mixed"]
        for match in range(2):
            events = transcript(21, match, rules, policies)
            assert referee(events) == [], changes


def test_whole_deals_of_each_policy_and_over_games():
    for policy, policies in POLICIES.items():
        rules = GAME.make_rules("seed", {"hands_per_game": 2, "games_per_session": 2})
        assert referee(transcript(5, 1, rules, policies)) == [], policy
        limited = transcript(5, 1, rules, policies, 3)
        assert referee(limited) == [], policy
        assert limited[0]["rules"]["max_rounds"] == 3


SHAPE = {
    "match": "event game format seed match rules policies",
    "partnership": "event draws",
    "round": "event round game total",
    "kai_pai": "event turns first_drawer",
    "drawer": "event by first_drawer",
    "deal": "event hands",
    "threes": "event seat",
    "revolution": "event seat",
    "liberation": "event seat receiver",
    "waive": "event giver receiver",
    "tribute": "event giver receiver cards back",
    "play": "event seat cards gouji",
    "pass": "event seat",
    "shao": "event seat attacker form chain",
    "interrupt": "event seat cards gouji",
    "rang": "event asker asked granted",
    "clear": "event seat",
    "wind": "event seat",
    "out": "event seat place",
    "score": "event finish doubled points total",
    "end": "event winner rounds total",
}


def many() -> list[Events]:
    found = []
    for seed in range(60):
        rng = random.Random(seed)
        found.append(short_match(seed, some_changes(rng), POLICIES["random"]))
    rules = GAME.make_rules("seed", {"partnership": "draw", "hands_per_game": 2})
    thrown = play(1, 0, 60, rules, POLICIES["lowest"], 1)["revolutions"] > 0
    for match in thrown.nonzero()[0][:2].tolist():
        found.append(transcript(1, match, rules, POLICIES["lowest"]))
    return found


def test_events_have_the_fields_of_the_format():
    seen: Counter[str] = Counter()
    for events in many():
        assert [event["event"] for event in (events[0], events[-1])] == ["match", "end"]
        for event, before in zip(events[1:], events, strict=False):
            name = event["event"]
            seen[name] += 1
            assert " ".join(event) == SHAPE[name]
            if name == "out":
                assert before["event"] in ("play", "interrupt")
                assert before["seat"] == event["seat"]
        rounds = [event for event in events if event["event"] == "round"]
        assert [event["round"] for event in rounds] == list(range(1, len(rounds) + 1))
        assert events[-1]["rounds"] == len(rounds)
        assert len(text(events).splitlines()) >= len(events)
    rare = {"liberation"}
    assert set(SHAPE) - {"match"} - rare <= set(seen), set(SHAPE) - set(seen)
    head = many()[-1][0]
    assert set(head["rules"]) == {*options_of(Rules), "max_rounds"}
    assert head["rules"]["max_rounds"] is None


def rounds_of(events: Events) -> list[Events]:
    starts = [i for i, event in enumerate(events) if event["event"] == "round"]
    return [events[a:b] for a, b in zip(starts, [*starts[1:], len(events)], strict=True)]


def check_record(record: Any, events: Events) -> None:
    """Compare a record with a count of the events of its round."""
    names = Counter(event["event"] for event in events)
    plays = [event for event in events if event["event"] in ("play", "interrupt")]
    by_seat = [sum(event["seat"] == seat for event in plays) for seat in range(6)]
    starts = [sum(e["seat"] == seat and e["gouji"] for e in plays) for seat in range(6)]
    wind = [sum(e["event"] == "wind" and e["seat"] == s for e in events) for s in range(6)]
    score = next(event for event in events if event["event"] == "score")
    drawer = [e["first_drawer"] for e in events if e["event"] in ("kai_pai", "drawer")][-1]
    deals = [k for k, event in enumerate(events) if event["event"] == "deal"]
    shown = [e["seat"] for e in events[deals[-1] :] if e["event"] == "threes"]
    granted = sum(e.get("granted", False) for e in events)
    chains = Counter(event["form"] for event in events if event["event"] == "shao")
    assert record["plays"] == len(plays)
    assert record["passes"] == names["pass"]
    assert record["seat_plays"].tolist() == by_seat
    assert record["gouji"] == sum(starts)
    assert record["gouji_by"].tolist() == starts
    assert record["gouji_ends"].sum() == record["gouji"]
    assert record["shao_announced"] == names["shao"]
    assert record["shao_made"] == names["shao"] - names["interrupt"]
    assert record["shao_ends"].sum(axis=(1, 2)).tolist() == [chains["A"], chains["B"]]
    assert record["shao_ends"].sum(axis=(0, 1)).tolist() == [
        names["interrupt"],
        names["shao"] - names["interrupt"],
    ]
    assert record["wind"] == names["wind"]
    assert record["wind_by"].tolist() == wind
    assert record["leads"] == 1 + names["wind"] + names["clear"]
    assert (record["rang_asked"], record["rang_granted"]) == (names["rang"], granted)
    assert record["liberation"] == names["liberation"]
    assert record["revolutions"] == max(0, len(deals) - 1)
    assert record["first_drawer"] == drawer
    assert record["leader"] == plays[0]["seat"]
    assert record["threes"] == (shown[0] if shown else -1)
    assert [int(record["place"][seat]) for seat in score["finish"]] == [1, 2, 3, 4, 5, 6]
    assert record["points"].tolist() == score["points"]
    assert record["total"].tolist() == score["total"]
    assert bool(record["sweep"]) == score["doubled"]
    assert record["round"] == events[0]["round"] - 1
    assert record["game"] == events[0]["game"] - 1
    hands = events[deals[-1]]["hands"]
    assert record["reds"].tolist() == [hand.count("RJ") for hand in hands]
    assert record["blacks"].tolist() == [hand.count("BJ") for hand in hands]
    assert record["twos"].tolist() == [sum(card[0] == "2" for card in hand) for hand in hands]


def test_records_of_whole_deals_agree_with_their_transcripts():
    for policy, policies in POLICIES.items():
        rules = GAME.make_rules("seed", {"hands_per_game": 3, "games_per_session": 2})
        for match in range(3):
            events = transcript(8, match, rules, policies)
            records = play(8, match, match + 1, rules, policies)
            rounds = rounds_of(events)
            assert len(rounds) == len(records) == 6, policy
            for record, part in zip(records, rounds, strict=True):
                check_record(record, part)
            winner = events[-1]["winner"]
            assert records[-1]["winner"] == (-1 if winner is None else winner)


def test_records_of_short_hands_agree_with_their_transcripts():
    made = 0
    for seed in range(80):
        rng = random.Random(seed)
        changes = some_changes(rng) | {"revolution": "off"}
        rules = GAME.make_rules("seed", changes)
        deals = [short_deal(rng) for _ in range(3)]
        policies = [Policy(rng.choice((0, 0, 1, 2))) for _ in range(6)]
        events = transcript_given(deals, seed, 0, rules, policies, 3)
        played = play_given(deals, seed, 0, rules, policies, 3)
        for (record, _), part in zip(played, rounds_of(events), strict=True):
            check_record(record[0], part)
            made += int(record[0]["shao_announced"])
    assert made > 20

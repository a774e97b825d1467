"""The Gou Ji referee accepts what the simulator plays and finds planted faults."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.oracle.gouji import (
    CHOICES,
    mean_chooser,
    play_match,
    random_chooser,
    referee,
    short_hands,
)
from tests.oracle.gouji.cards import HEIGHT, rank_of
from tests.oracle.gouji_script import turned

Lines = list[dict]
MORE = {
    "gouji_thresholds": [{"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}, {"3": 2, "9": 1, "A": 3}, {}],
    "finish_points": [[4, 2, 0, 0, -2, -4], [2, 1, 0, 0, -1, -2]],
    "sweep_multiplier": [2, 1, 3],
    "hands_per_game": [2, 1, 4],
    "games_per_session": [1, 2],
    "max_rounds": [None, 1],
}
VALUES = {name: list(values) for name, values in CHOICES.items()} | MORE


def some_rules(rng: random.Random) -> dict:
    """Draw rules; a hand without wilds is common in short deals, so nobody has to declare."""
    rules = {
        name: rng.choice(values) if rng.random() < 0.4 else values[0]
        for name, values in VALUES.items()
    }
    return rules | {"revolution_policy": rng.choice(["policy", "never"])}


def played(seed: int, rules: dict, size: int | None) -> Lines:
    """Play a match and bring it through JSON as a file would."""
    rng = random.Random(seed)
    chooser = mean_chooser if seed % 3 else random_chooser
    hands = None if size is None else lambda: short_hands(rng, size, rng.choice([2, 4, 12]))
    return json.loads(json.dumps(play_match(rng, rules, chooser, hands)))


# -- what is in order ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", VALUES)
def test_referee_accepts_matches_under_every_value(name):
    rng = random.Random(name)
    for value in VALUES[name]:
        rules = some_rules(rng) | {name: value}
        size = 20 if rules["revolution_policy"] == "always" else rng.choice([4, 6])
        lines = played(rng.randrange(1000), rules, size)
        assert referee(lines, full_deal=False) == [], rules


def test_referee_accepts_full_matches():
    for seed, rules in enumerate([{}, {"partnership": "draw", "endgame_order": "seat_order"}]):
        lines = played(seed, rules | {"hands_per_game": 2}, None)
        assert referee(lines) == []


def test_every_kind_of_event_and_rare_branch_is_met():
    seen: Counter[str] = Counter()
    for base in bases():
        for line in base:
            seen[line["event"]] += 1
            if line["event"] == "shao":
                seen["shao " + line["form"]] += 1
            if line["event"] == "interrupt":
                seen[f"interrupt {line['gouji']}"] += 1
    wanted = "partnership kai_pai drawer deal threes revolution liberation waive tribute play pass"
    wanted += " shao interrupt rang clear wind out score end"
    few = {name: seen[name] for name in wanted.split() if not seen[name]}
    assert few == {}
    assert min(seen["shao A"], seen["shao B"]) >= 3
    assert min(seen["interrupt True"], seen["interrupt False"]) >= 3


def test_seat_order_is_one_of_the_free_orders():
    for base in bases()[1:]:
        rules = base[0]["rules"] | {"endgame_order": "team_choice"}
        assert referee([base[0] | {"rules": rules}, *base[1:]], full_deal=False) == []


def test_even_turns_of_the_table_turn_the_results():
    rng = random.Random(5)
    for seed in range(10):
        # Players who never got rid of their cards are ranked by seat under this option.
        lines = played(seed, some_rules(rng) | {"stop_when_team_out": False}, 5)
        assert referee(turned(lines, 2), full_deal=False) == []


# -- planted faults ------------------------------------------------------------------------------


@cache
def bases() -> tuple[Lines, ...]:
    """Transcripts to plant faults in: seat order, so that exactly one seat may act."""
    fixed = {"endgame_order": "seat_order", "three_pair_announce": "earliest"}
    plain = fixed | {"revolution": "off"}
    full = played(1, plain | {"hands_per_game": 2, "partnership": "draw"}, None)
    rng = random.Random(22)  # a seed with all rare events in few rounds
    chained = fixed | {"shao_chain_break": "gouji", "loser_swap": "never"}
    short = [
        played(rng.randrange(10**6), rules | {"hands_per_game": 5}, size)
        for rules in (fixed, plain, chained)
        for size in (5, 9)
    ]
    return (full, *short, all_reds_in_one_hand(plain))


def all_reds_in_one_hand(rules: dict) -> Lines:
    """Play with hands of which one holds the four red jokers, so that donors may refuse."""
    rng = random.Random(7)

    def deal() -> list[list[str]]:
        cards = rng.sample([rank + suit for rank in "456789T2" for suit in "SHDC"], 32)
        hands = [cards[5 * seat : 5 * seat + 5] for seat in range(6)]
        lucky = rng.randrange(6)
        hands[lucky] = ["RJ"] * 4 + hands[lucky][:1]
        return hands

    changes = {"hands_per_game": 12, "same_team_tribute": "exchange"}
    return json.loads(json.dumps(play_match(rng, rules | changes, random_chooser, deal)))


Plant = Callable[[Lines], Iterator[Lines]]
PLANTS: dict[str, Plant] = {}


def plant(function: Plant) -> Plant:
    PLANTS[function.__name__] = function
    return function


def places(lines: Lines, *names: str) -> list[int]:
    return [place for place, line in enumerate(lines) if line["event"] in names]


def put(lines: Lines, place: int, *new: dict, instead: int = 0) -> Lines:
    return [*lines[:place], *new, *lines[place + instead :]]


def edited(lines: Lines, place: int, /, **changes: object) -> Lines:
    return put(lines, place, lines[place] | changes, instead=1)


def other(seat: int, step: int = 1) -> int:
    return (seat + step) % 6


def simple(plant_name: str, kind: str, /, **changes: Callable[[dict], object]) -> None:
    """Register a plant that changes fields of one kind of event."""

    def function(lines: Lines) -> Iterator[Lines]:
        for place in places(lines, kind):
            found = {key: change(lines[place]) for key, change in changes.items()}
            yield edited(lines, place, **found)

    PLANTS[plant_name] = function


for _name in ("pass", "out", "clear", "wind", "score", "deal", "drawer", "kai_pai", "end", "round",
              "threes", "tribute", "interrupt", "partnership"):  # fmt: skip

    def _drop(lines: Lines, name: str = _name) -> Iterator[Lines]:
        yield from (put(lines, place, instead=1) for place in places(lines, name))

    def _twice(lines: Lines, name: str = _name) -> Iterator[Lines]:
        yield from (put(lines, place, lines[place]) for place in places(lines, name))

    PLANTS[f"{_name}_left_out"] = _drop
    PLANTS[f"{_name}_twice"] = _twice

simple("pass_by_another", "pass", seat=lambda e: other(e["seat"]))
simple("play_by_another", "play", seat=lambda e: other(e["seat"]))
simple("play_of_cards_nobody_has", "play", cards=lambda e: ["RJ"] * 5)
simple("play_of_two_ranks", "play", cards=lambda e: [*e["cards"], "3", "4"])
simple("play_with_a_suit", "play", cards=lambda e: [card + "S" for card in e["cards"]])
simple("play_of_nothing", "play", cards=lambda e: [])
simple("play_with_wrong_gouji", "play", gouji=lambda e: not e["gouji"])
simple("out_in_a_wrong_place", "out", place=lambda e: e["place"] + 1)
simple("out_of_another", "out", seat=lambda e: other(e["seat"], 2))
simple("clear_by_another", "clear", seat=lambda e: other(e["seat"], 2))
simple("wind_to_another", "wind", seat=lambda e: other(e["seat"], 2))
simple("clear_called_wind", "clear", event=lambda e: "wind")
simple("wind_called_clear", "wind", event=lambda e: "clear")
simple("count_ends_elsewhere", "kai_pai", first_drawer=lambda e: other(e["first_drawer"]))
simple("count_ends_on_a_joker", "kai_pai", turns=lambda e: [{"seat": 0, "card": "BJ"}])
simple("count_of_no_card", "kai_pai", turns=lambda e: [])
simple("drawer_named_by_another", "drawer", by=lambda e: other(e["by"]))
simple("threes_of_another", "threes", seat=lambda e: other(e["seat"]))
simple("revolution_of_another", "revolution", seat=lambda e: other(e["seat"], 9))
simple("tribute_to_another", "tribute", receiver=lambda e: other(e["receiver"], 2))
simple("tribute_of_a_three", "tribute", cards=lambda e: ["4"] * len(e["cards"]))
simple("tribute_returns_too_much", "tribute", back=lambda e: [*e["back"], e["back"][0]])
simple("tribute_returns_what_is_not_held", "tribute", back=lambda e: ["X"] * len(e["cards"]))
simple("waive_to_another", "waive", receiver=lambda e: other(e["receiver"]))
simple("points_are_wrong", "score", points=lambda e: [e["points"][0] + 2, e["points"][1] - 2])
simple("points_swapped", "score", points=lambda e: [2 + e["points"][1], e["points"][0]])
simple("doubled_is_wrong", "score", doubled=lambda e: not e["doubled"])
simple("total_is_wrong", "score", total=lambda e: [e["total"][0], e["total"][1] + 1])
simple("finish_is_wrong", "score", finish=lambda e: e["finish"][::-1])
simple("round_total_is_wrong", "round", total=lambda e: [e["total"][0] + 1, e["total"][1]])
simple("round_number_is_wrong", "round", round=lambda e: e["round"] + 1)
simple("game_number_is_wrong", "round", game=lambda e: e["game"] + 1)
simple("winner_is_wrong", "end", winner=lambda e: 1 if e["winner"] in (0, None) else 0)
simple("rounds_are_wrong", "end", rounds=lambda e: e["rounds"] - 1)
simple("end_total_is_wrong", "end", total=lambda e: [99, -99])
simple("shao_by_the_attackers_side", "shao", seat=lambda e: other(e["seat"]))
simple("shao_against_another", "shao", attacker=lambda e: other(e["attacker"], 2))
simple("shao_of_the_other_form", "shao", form=lambda e: "AB"[e["form"] == "A"])
simple("shao_of_a_part_of_the_hand", "shao", chain=lambda e: e["chain"][:-1])
simple("shao_in_another_order", "shao", chain=lambda e: [*e["chain"][::-1], ["3"]])
simple("interrupt_by_another", "interrupt", seat=lambda e: other(e["seat"], 3))
simple("interrupt_with_wrong_gouji", "interrupt", gouji=lambda e: not e["gouji"])
simple("rang_by_another", "rang", asker=lambda e: other(e["asker"], 2))
simple("rang_of_another", "rang", asked=lambda e: other(e["asked"], 2))
simple("unknown_event", "pass", event=lambda e: "knock")
simple("seat_that_is_none", "pass", seat=lambda e: 6)
simple("another_game", "match", game=lambda e: "tichu")
simple("unknown_rule", "match", rules=lambda e: e["rules"] | {"bombs": "on"})
simple("unknown_value", "match", rules=lambda e: e["rules"] | {"shao_pai": True})
simple("rule_left_out", "match", rules=lambda e: {"shao_pai": "on"})


@plant
def reply_equal_to_the_table(lines):
    for place in places(lines, "play"):
        if lines[place - 1]["event"] == "play":
            yield edited(lines, place, cards=lines[place - 1]["cards"])


@plant
def reply_of_another_size(lines):
    for place in places(lines, "play"):
        if lines[place - 1]["event"] == "pass" and len(lines[place]["cards"]) > 1:
            yield edited(lines, place, cards=lines[place]["cards"][1:])


@plant
def leader_passes(lines):
    for place in places(lines, "clear", "wind"):
        if lines[place + 1]["event"] == "play":
            turn = {"event": "pass", "seat": lines[place]["seat"]}
            yield put(lines, place + 1, turn, instead=1)


@plant
def clear_too_early(lines):
    for place in places(lines, "play"):
        if "RJ" not in lines[place]["cards"] and lines[place + 1]["event"] in ("play", "pass"):
            yield put(lines, place + 1, {"event": "clear", "seat": lines[place]["seat"]})


@plant
def out_with_cards_left(lines):
    for place in places(lines, "play"):
        if lines[place + 1]["event"] != "out":
            yield put(lines, place + 1, {"event": "out", "seat": lines[place]["seat"], "place": 1})


@plant
def third_seat_in_a_duel(lines):
    for place in places(lines, "play"):
        if lines[place]["gouji"]:
            yield put(lines, place + 1, {"event": "pass", "seat": other(lines[place]["seat"])})


@plant
def shao_without_a_division(lines):
    for place in places(lines, "play"):
        if lines[place]["gouji"]:
            seat = lines[place]["seat"]
            start = {"event": "shao", "seat": other(seat), "attacker": seat, "form": "A"}
            yield put(lines, place + 1, start | {"chain": [["RJ"] * 5, ["3"]]})


@plant
def shao_played_unannounced(lines):
    for place in places(lines, "shao"):
        if lines[place]["seat"] != other(lines[place]["attacker"], 3):
            yield put(lines, place, instead=1)


@plant
def rang_granted_and_not_kept(lines):
    for place in places(lines, "rang"):
        after = lines[place + 1]
        if after["event"] == "play" and after["seat"] == lines[place]["asked"]:
            yield edited(lines, place, granted=True)


@plant
def card_dealt_twice(lines):
    for place in places(lines, "deal"):
        hands = lines[place]["hands"]
        if len(hands[0]) == 36:
            card = "AS" if hands[0][0] != "AS" else "KD"
            yield edited(lines, place, hands=[[card, *hands[0][1:]], *hands[1:]])


@plant
def card_in_a_wrong_hand(lines):
    for place in places(lines, "deal"):
        first, second, *rest = lines[place]["hands"]
        if len(first) == 36:
            yield edited(lines, place, hands=[first[1:], [*second, first[0]], *rest])


@plant
def revolution_with_wilds(lines):
    for place in places(lines, "deal"):
        for seat, hand in enumerate(lines[place]["hands"]):
            if any(card[0] == "2" or card in ("BJ", "RJ") for card in hand):
                new = {"event": "revolution", "seat": seat}
                yield put(lines, place + 1, new, lines[place])


@plant
def tribute_in_the_first_round(lines):
    place = places(lines, "deal")[0]
    cards = {"cards": ["3"], "back": ["3"]}
    yield put(lines, place + 1, {"event": "tribute", "giver": 0, "receiver": 1, **cards})


@plant
def waiver_between_opponents(lines):
    for place in places(lines, "tribute"):
        giver, receiver = lines[place]["giver"], lines[place]["receiver"]
        if (giver - receiver) % 2:
            new = {"event": "waive", "giver": giver, "receiver": receiver}
            yield put(lines, place, new, instead=1)


@plant
def liberation_without_the_reds(lines):
    for place in places(lines, "tribute"):
        pair = {"seat": lines[place]["giver"], "receiver": lines[place]["receiver"]}
        yield put(lines, place, {"event": "liberation", **pair}, instead=1)


@plant
def teams_not_as_drawn(lines):
    for place in places(lines, "partnership"):
        draw = dict(lines[place]["draws"][0])
        seats = sorted(draw, key=lambda seat: HEIGHT[rank_of(draw[seat])])
        draw[seats[0]], draw[seats[-1]] = draw[seats[-1]], draw[seats[0]]
        yield edited(lines, place, draws=[draw])


@plant
def stops_too_early(lines):
    yield lines[:-1]
    yield lines[: len(lines) // 2]
    yield []


@plant
def something_after_the_end(lines):
    yield [*lines, {"event": "pass", "seat": 0}]


def test_there_are_many_planted_faults():
    assert len(PLANTS) >= 25


@pytest.mark.parametrize("name", PLANTS)
def test_planted_fault_is_found(name):
    tried = 0
    for number, base in enumerate(bases()):
        found = list(PLANTS[name](base))
        if found:
            tried += 1
            lines = random.Random(number).choice(found)
            assert referee(lines, full_deal=number == 0) != []
    assert tried > 0


def test_bases_are_in_order():
    for number, base in enumerate(bases()):
        assert referee(base, full_deal=number == 0) == []

"""Transcripts of kernel matches before the oracle's referee; records before transcripts."""

import json
from collections import Counter
from random import Random

import numpy as np
import pytest

from simcore.options import options_of
from simcore.tichu import records as rec
from simcore.tichu.cards import NAMES, NUMBER, unpack
from simcore.tichu.engine import play, play_given
from simcore.tichu.policies import Policy
from simcore.tichu.rules import PRESETS, Rules
from simcore.tichu.trace import text, transcript
from tests.oracle import tichu as oracle
from tests.tichu.table import make_rules

POLICIES = [Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC]
MIXES = [[p] * 4 for p in POLICIES] + [
    [Policy.RANDOM, other, other, Policy.RANDOM] for other in POLICIES[1:]
]
NUMBERS = {
    "target_score": (1000, 60),
    "max_rounds": (None, 1, 3),
    "double_victory_points": (200, 0, 100),
    "stake_small": (100, 0, 35),
    "stake_grand": (200, 0, 350),
}
VALUES = {
    name: values if isinstance(values, tuple) else NUMBERS[name]
    for name, (values, _) in oracle.OPTIONS.items()
}
GRID = [(name, value) for name, values in VALUES.items() for value in values]


def short_hands(rng):
    """Four hands of one to six cards out of few ranks, specials likely."""
    low = rng.randint(0, 8)
    pool = [*NAMES[4 * low + 4 : 4 * low + 24], *(c for c in NAMES[:4] if rng.random() < 0.8)]
    rng.shuffle(pool)
    if rng.random() < 0.3:  # most of a suit for one seat
        first = rng.randint(4, 24)
        run = NAMES[first : first + 24 : 4]
        pool = [*run, *(c for c in pool if c not in run)]
    cuts = [rng.randint(4, 6), *(rng.randint(1, 6) for _ in range(3))]
    if rng.random() < 0.5:  # four of a rank for one seat or two
        four = NAMES[4 * low + 12 : 4 * low + 16]
        if rng.random() < 0.4:
            four += NAMES[4 * low + 16 : 4 * low + 20]
            cuts[:2] = 4, rng.randint(4, 6)
        pool = [*four, *(c for c in pool if c not in four)]
    hands = [[pool.pop(0) for _ in range(min(n, len(pool) - 3 + i))] for i, n in enumerate(cuts)]
    rng.shuffle(hands)
    return hands


def told(seed, match, rules, seats, rounds=0, hands=None):
    numbers = None if hands is None else [[NUMBER[c] for c in hand] for hand in hands]
    return transcript(seed, match, rules, seats, rounds, hands=numbers)


def test_the_grid_takes_every_value_of_every_option():
    assert set(VALUES) == set(options_of(Rules))
    for name, (option, _) in options_of(Rules).items():
        assert option.clause.startswith("TI-")
        if name not in NUMBERS:
            for value in VALUES[name]:
                make_rules(**{name: value})


@pytest.mark.parametrize(("option", "value"), GRID)
def test_the_referee_finds_no_fault(option, value):
    rules = make_rules(**{option: value})
    rng = Random(f"{option} {value}")
    for match, seats in enumerate(MIXES):
        events = told(17, match, rules, seats, 1)
        assert oracle.referee(events, stop_after=1) == [], (match, seats)
        for i in range(4):
            hands = short_hands(rng)
            events = told(18, i, rules, seats, 2, hands)
            assert oracle.referee(events, hands=hands, stop_after=2) == [], (hands, i, seats)


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_under_the_presets(preset):
    rules = make_rules(**(PRESETS[preset] | {"target_score": 250}))
    for match, seats in enumerate(MIXES[:2]):
        events = told(19, match, rules, seats)
        assert oracle.referee(events) == []
        assert events[-1]["event"] == "end"


def test_many_options_at_once():
    rng = Random("at once")
    for i in range(25):
        chosen = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
        chosen["target_score"] = 300
        rules = make_rules(**chosen)
        hands = short_hands(rng) if i % 2 else None
        seats = rng.choice(MIXES)
        events = told(20, i, rules, seats, 2, hands)
        assert oracle.referee(events, hands=hands, stop_after=2) == [], (chosen, hands, seats)


# what must hold besides, for an option to be seen at all
BESIDES = {
    "grand_tichu_order": {"partner_double_call": "one_per_team", "stake_grand": 200},
    "wish_scope": {"wish": "mandatory"},
    "wish_bomb_escape": {"wish": "mandatory"},
    "phoenix_fulfils_wish": {"wish": "mandatory"},
}
DUTY = ["Mah 2j", "4s 6s 7p 8s 9s Tj Qp Kj Ks Kp Kt", "3s 4t 5t", "3t 4p 5p"]
OPEN = ["Mah 2j 3s 4p 5t", "3j 4s 5p 6s Phx 8j 9p", "2s 9s", "2p 9t"]
HANDS = {
    "fullhouse_same_rank": ["5j 5s 5p 5t Phx", "2j 3j 4j", "2s 3s 4s", "2p 3p 4p"],
    "wish_scope": DUTY,
    "wish_bomb_escape": DUTY,
    "phoenix_fulfils_wish": OPEN,
}
"""Hands that show options which random ones rarely do."""
FULL_DEALS = {
    "grand_tichu_order", "repass_after_tichu", "exchange", "stake_grand", "target_score",
    "game_tie", "max_rounds",
}  # fmt: skip


@pytest.mark.parametrize("option", [name for name in VALUES if name != "game_tie"])
def test_every_option_changes_what_is_played(option):
    """A value that no kernel reads would leave all transcripts alike."""
    rng = Random(f"changes {option}")
    besides = BESIDES.get(option, {})
    played = {}
    for i in range(400):
        hands = None if option in FULL_DEALS else short_hands(rng)
        if option in HANDS:
            hands = [hand.split() for hand in HANDS[option]]
        rounds = 0 if option in ("target_score", "max_rounds") else 1
        for value in VALUES[option]:
            rules = make_rules(**(besides | {"target_score": 200} | {option: value}))
            events = told(23, i, rules, [0] * 4, rounds, hands)
            played.setdefault(value, []).append(json.dumps(events[1:]))
        if len({tuple(found) for found in played.values()}) == len(VALUES[option]):
            return
    pytest.fail(f"{option}: two values play alike")


# --- shape ----------------------------------------------------------------------------------------

FIELDS = {
    "match": {"game", "format", "seed", "match", "rules", "policies"},
    "round": {"round", "total"},
    "deal": {"first", "rest"},
    "grand": {"calls"},
    "tichu": {"seat"},
    "exchange": {"give"},
    "play": {"seat", "cards", "kind", "rank", "phoenix"},
    "bomb": {"seat", "cards", "kind", "rank"},
    "pass": {"seat"},
    "wish": {"seat", "rank"},
    "out": {"seat", "place"},
    "trick": {"winner", "to", "points"},
    "score": {
        "finish", "double_victory", "last_hand", "cards", "bets", "score", "total",
    },
    "end": {"winner", "rounds", "total"},
}  # fmt: skip


def test_every_event_has_the_fields_of_its_kind_and_is_plain_json():
    seen = Counter()
    for match in range(25):
        events = told(31, match, make_rules(), [0] * 4, 2)
        assert json.loads(json.dumps(events)) == events
        for event in events:
            assert set(event) == FIELDS[event["event"]] | {"event"}, event
            seen[event["event"]] += 1
        names = [event["event"] for event in events]
        assert names[:4] == ["match", "round", "deal", "grand"]
        assert names[-2:] == ["score", "end"]
        assert names.count("round") == names.count("score") == 2
        for i, name in enumerate(names):
            if name == "play" and "Mah" in events[i]["cards"]:
                assert names[i + 1] == "wish"
            if name == "out":
                assert names[i - 1] in ("play", "bomb", "wish")
                assert events[i]["seat"] == events[i - 1]["seat"]
    assert set(seen) == set(FIELDS)


def test_the_first_line_names_everything_that_made_the_match():
    rules = make_rules(max_rounds=2, wish="off")
    first = told(77, 5, rules, [0, 1, 1, 0])[0]
    assert (first["game"], first["format"], first["seed"], first["match"]) == ("tichu", 1, 77, 5)
    assert first["policies"] == ["random", "lowest", "lowest", "random"]
    assert first["rules"]["max_rounds"] == 2
    assert first["rules"]["wish"] == "off"
    assert first["rules"]["self_beat"] is False
    assert told(77, 5, make_rules(), [0] * 4, 1)[0]["rules"]["max_rounds"] is None
    assert set(first["rules"]) >= set(Rules._fields)


def test_the_text_for_people_has_a_line_for_every_act():
    events = told(31, 3, make_rules(), [0] * 4, 1)
    lines = text(events).splitlines()
    acts = [e for e in events if e["event"] in ("play", "bomb", "pass", "wish", "out", "trick")]
    assert len(lines) >= len(acts) + 4
    for event in acts:
        if event["event"] in ("play", "bomb"):
            shown = f"seat {event['seat']}: {' '.join(event['cards'])}"
            assert any(line.startswith(shown) for line in lines)
    assert lines[0].startswith("Tichu, seed 31, match 3: random")


# --- records --------------------------------------------------------------------------------------

HONOURS = {"Phx": 3, "Drg": 4, "Mah": 5, "Dog": 6}


def honours(cards):
    return sum(c[0] == "A" for c in cards) + sum(1 << HONOURS[c] for c in cards if c in HONOURS)


def bombs_in(cards):
    quads = sum(n == 4 for n in Counter(c[0] for c in cards if c not in HONOURS).values())
    flush = any(set(NAMES[s : s + 20 : 4]) <= set(cards) for s in range(4, 4 + 4 * 9))
    return quads, int(flush)


def counted(events):
    """What the record of one round should hold, from its events alone."""
    want = {
        "plays": 0, "passes": 0, "tricks": 0, "bombs_4": [0, 0], "bombs_sf": [0, 0],
        "bombs_by": [0] * 4, "bet": [0] * 4, "called_out": [0] * 4, "leader": -1,
        "mah_length": 0, "wish": 0, "wisher": -1, "wish_met_by": -1, "wish_met_after": 0,
        "dragon_from": -1, "dragon_to": -1, "dragon_points": 0, "dragon_bombed": 0,
        "dog_from": -1, "dog_to": -1, "phoenix": 0, "phoenix_by": -1, "points": [0] * 4,
        "gave": [[-1] * 3] * 4,
    }  # fmt: skip
    top, wish, since, out, dogs = None, None, 0, 0, False
    hands = []
    for event in events:
        name, seat = event["event"], event.get("seat")
        if name == "deal":
            hands = [set(a) | set(b) for a, b in zip(event["first"], event["rest"], strict=True)]
            want["honours_8"] = [honours(cards) for cards in event["first"]]
            want["honours_14"] = [honours(cards) for cards in hands]
            want["quads_dealt"] = [bombs_in(cards)[0] for cards in hands]
            want["flush_dealt"] = [bombs_in(cards)[1] for cards in hands]
        elif name == "grand":
            for caller in event["calls"]:
                want["bet"][caller] = 2
        elif name == "tichu":
            want["bet"][seat], want["called_out"][seat] = 1, out
        elif name == "exchange":
            want["gave"] = [[NUMBER[card] for card in given] for given in event["give"]]
            for giver, given in enumerate(event["give"]):
                hands[giver] -= set(given)
            for giver, given in enumerate(event["give"]):
                for k, card in enumerate(given):
                    hands[(giver + 1 + k) % 4].add(card)
        elif name in ("play", "bomb"):
            if want["leader"] < 0:
                want["leader"] = seat
                want["honours"] = [honours(cards) for cards in hands]
                want["quads"] = [bombs_in(cards)[0] for cards in hands]
                want["flush"] = [bombs_in(cards)[1] for cards in hands]
            if dogs:
                want["dog_to"], dogs = seat, False
            hands[seat] -= set(event["cards"])
            want["plays"] += 1
            since += 1
            if event["kind"].startswith("bomb"):
                kind = "bombs_4" if event["kind"] == "bomb4" else "bombs_sf"
                want[kind][name == "bomb"] += 1
                want["bombs_by"][seat] += 1
                want["dragon_bombed"] |= top == ["Drg"]
            if "Phx" in event["cards"]:
                joined = len(event["cards"]) > 1
                want["phoenix"] = 3 if joined else 2 if top else 1
                want["phoenix_by"] = seat
            if event["cards"] == ["Dog"]:
                want["dog_from"], dogs = seat, True
            else:
                top = event["cards"]
            met = any(card[0] == wish for card in event["cards"] if card not in HONOURS)
            if met:
                want["wish_met_by"], want["wish_met_after"], wish = seat, since, None
            if "Mah" in event["cards"]:
                want["mah_length"], want["wisher"] = len(event["cards"]), seat
        elif name == "wish":
            want["wish"] = 0 if event["rank"] is None else "23456789TJQKA".index(event["rank"]) + 2
            wish, since = event["rank"], 0
        elif name == "pass":
            want["passes"] += 1
        elif name == "out":
            out += 1
        elif name == "trick":
            want["tricks"] += 1
            want["points"][event["to"]] += event["points"]
            if event["to"] != event["winner"]:
                want["dragon_from"], want["dragon_to"] = event["winner"], event["to"]
                want["dragon_points"] = event["points"]
            top = None
        elif name == "score":
            finish = event["finish"]
            want["finish"] = finish + [-1] * (4 - len(finish))
            want["place"] = [finish.index(s) + 1 if s in finish else 4 for s in range(4)]
            want["left"] = [len(hand) for hand in hands]
            want["made"] = [int(want["bet"][s] != 0 and s == finish[0]) for s in range(4)]
            want["double_victory"] = int(event["double_victory"])
            want["last_hand"] = event["last_hand"] or 0
            for key in ("cards", "bets", "score"):
                want[key] = event[key]
    return want


def rounds_in(events):
    found = []
    for event in events:
        if event["event"] == "round":
            found.append((event["round"], event["total"], []))
        elif event["event"] not in ("match", "end"):
            found[-1][2].append(event)
    return found


RULE_SETS = [{}, {"self_beat": True, "final_trick": "complete"}, {"exchange": "none"}]


@pytest.mark.parametrize("chosen", RULE_SETS)
def test_records_say_what_the_transcript_tells(chosen):
    rules = make_rules(**chosen)
    checked = {"match", "round", "status", "last", "winner", "total", "point"}
    seen = Counter()
    for seats in MIXES[:3]:
        records = play(41, 0, 12, rules, seats, rounds=2)
        assert len(records) == 24
        for match in range(12):
            events = told(41, match, rules, seats, 2)
            mine = records[records["match"] == match]
            for record, (number, total, acts) in zip(mine, rounds_in(events), strict=True):
                want = counted(acts)
                for name, value in want.items():
                    assert record[name].tolist() == value, (seats, match, number, name)
                    seen[name] += value not in (0, -1)
                assert record["round"] == number
                assert record["total"].tolist() == total
                assert record["status"] == 0
                assert [bool(point) for point in record["point"]] == [b > 0 for b in want["bet"]]
                assert [p == rec.POINT_GRAND for p in record["point"]] == [
                    b == 2 for b in want["bet"]
                ]
                assert set(want) | checked == set(rec.RECORD.names)
            assert mine["last"].tolist() == [0, 1]
            end = events[-1]
            assert mine[-1]["winner"] == (-1 if end["winner"] is None else end["winner"])
            assert mine[0]["winner"] == -1
    for name in ("wish_met_by", "dog_to", "phoenix_by", "bombs_by", "wisher"):
        assert seen[name] > 5, name


def test_records_of_given_hands_are_those_of_their_transcripts():
    rng = Random("given")
    seen = Counter()
    for i in range(120):
        hands = short_hands(rng)
        numbers = [[NUMBER[c] for c in hand] for hand in hands]
        record = play_given(numbers, make_rules(), [0] * 4, seed=i)[0]
        ((_, _, acts),) = rounds_in(told(i, 0, make_rules(), [0] * 4, 1, hands))
        acts = [event for event in acts if event["event"] not in ("deal", "grand")]
        want = counted([{"event": "deal", "first": hands, "rest": [[]] * 4}, *acts])
        for name, value in want.items():
            if name not in ("honours_8", "honours_14", "quads_dealt", "flush_dealt", "gave"):
                assert record[name].tolist() == value, (hands, name)
        for name in ("dragon_points", "dragon_bombed", "bombs_4", "bombs_sf", "dog_to"):
            seen[name] += int(np.max(record[name]) > 0)
    assert min(seen.values()) >= 2, seen


def test_a_whole_match_and_its_records_agree_on_the_winner():
    rules = make_rules(target_score=300)
    records = play(43, 0, 10, rules, [0, 1, 0, 1])
    for match in range(10):
        end = told(43, match, rules, [0, 1, 0, 1])[-1]
        last = records[records["match"] == match][-1]
        assert end["rounds"] == last["round"]
        assert end["total"] == (last["total"] + last["score"]).tolist()
        assert end["winner"] == (None if last["winner"] < 0 else last["winner"])


def test_cards_of_the_deal_are_the_deck():
    for match in range(20):
        deal = told(44, match, make_rules(), [1] * 4, 1)[2]
        cards = [card for part in (*deal["first"], *deal["rest"]) for card in part]
        assert sorted(cards) == sorted(NAMES)
        assert [len(part) for part in deal["first"]] == [8] * 4
    assert unpack((1 << 56) - 1) == list(NAMES)

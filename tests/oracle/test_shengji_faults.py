"""Faults planted in transcripts of Sheng Ji: the referee must find every one."""

import copy
import json
import random

import pytest

from tests.oracle.shengji import (
    Frame,
    bold_chooser,
    legal_follows,
    make_rules,
    play_match,
    random_chooser,
    referee,
)
from tests.oracle.shengji.cards import points_of, without
from tests.oracle.shengji.positions import LateBold, Shy


def find(lines, event, test=lambda e: True, nth=0):
    found = [i for i, e in enumerate(lines) if e["event"] == event and test(e)]
    return found[nth] if len(found) > nth else None


def positions(lines):
    """Index of each follow, with the lead, the follower's hand and the frame."""
    hands, kitty, lead, rank, frame = [], [], None, "2", None
    rules = lines[0]["rules"]
    for i, e in enumerate(lines):
        if e["event"] == "round":
            rank = e["rank"]
        elif e["event"] == "deal":
            hands, kitty = [list(h) for h in e["hands"]], e["kitty"]
        elif e["event"] == "trump":
            frame = Frame(rank, e["suit"], rules)
        elif e["event"] == "bury":
            hands[e["seat"]] = without(hands[e["seat"]] + kitty, e["cards"])
            kitty = e["cards"]
        elif e["event"] == "trick":
            lead = None
        elif e["event"] == "play":
            if lead is None:
                lead = e["cards"]
            else:
                yield i, lead, list(hands[e["seat"]]), frame
            hands[e["seat"]] = without(hands[e["seat"]], e["cards"])


def edit(event, field, change, test=lambda e: True, nth=0):
    def mutate(lines):
        i = find(lines, event, test, nth)
        if i is None:
            return False
        lines[i][field] = change(lines[i][field])
        return True

    return mutate


def drop(event, test=lambda e: True):
    def mutate(lines):
        i = find(lines, event, test)
        if i is None:
            return False
        del lines[i]
        return True

    return mutate


def insert_after(event, new):
    def mutate(lines):
        i = find(lines, event)
        if i is None:
            return False
        lines.insert(i + 1, new)
        return True

    return mutate


def rule(name, value):
    def mutate(lines):
        lines[0]["rules"][name] = value
        return True

    return mutate


def break_a_form(lines):
    """A follow of the led suit that keeps a pair back."""
    for i, lead, hand, frame in positions(lines):
        suit = frame.suit(lead[0])
        held = [c for c in hand if frame.suit(c) == suit]
        if len(lead) > 1 and len(held) > len(lead) and len(set(held)) >= len(lead):
            play = sorted(set(held))[: len(lead)]
            if tuple(play) not in legal_follows(lead, hand, frame):
                lines[i]["cards"] = play
                return True
    return False


def revoke(lines):
    for i, lead, hand, frame in positions(lines):
        suit = frame.suit(lead[0])
        held = [c for c in hand if frame.suit(c) == suit]
        rest = [c for c in hand if frame.suit(c) != suit]
        if held and len(rest) >= len(lead):
            lines[i]["cards"] = rest[: len(lead)]
            return True
    return False


def wrong_card(lines):
    for i, _, hand, _ in positions(lines):
        lines[i]["cards"] = [next(c for c in ("3S", "4S", "3H", "4D", "9C") if c not in hand)]
        return True
    return False


def hide_failed_throw(lines):
    i = find(lines, "throw_failed")
    if i is None:
        return False
    lines[i + 1]["cards"] = lines[i]["attempt"]
    del lines[i]
    return True


def force_another_part(lines):
    i = find(lines, "throw_failed", lambda e: len(set(e["attempt"])) > 2)
    if i is None:
        return False
    top = next(c for c in lines[i]["attempt"] if c not in lines[i]["led"])
    lines[i]["led"] = lines[i + 1]["cards"] = [top]
    return True


def claim_that_a_single_failed(lines):
    i = find(lines, "play", lambda e: len(e["cards"]) == 1)
    if lines[i - 1]["event"] not in ("bury", "trick", "call_friend"):
        return False
    cards = lines[i]["cards"]
    lines.insert(
        i, {"event": "throw_failed", "seat": lines[i]["seat"], "attempt": cards, "led": cards}
    )
    return True


def swap_cards_in_the_deal(lines):
    deal = lines[find(lines, "deal")]
    deal["hands"][0][0] = next(c for c in ("3S", "4S", "5S") if c != deal["hands"][0][0])
    return True


def kitty_out_of_order(lines):
    i = find(lines, "turn_up")
    if i is None:
        return False
    j = max(k for k in range(i) if lines[k]["event"] == "deal")
    lines[j]["kitty"].reverse()
    return lines[j]["kitty"][0] != lines[i]["cards"][0]


def weaker_second_declaration(lines):
    i = find(lines, "declare", lambda e: len(e["cards"]) == 1)
    if i is None:
        return False
    lines.insert(i + 1, {**lines[i], "after": lines[i]["after"]})
    return True


def overcall_twice(lines):
    i = find(lines, "overcall")
    if i is None:
        return False
    lines[i + 3 : i + 3] = copy.deepcopy(lines[i : i + 3])
    return True


def bury_a_card_not_held(lines):
    i = find(lines, "bury")
    deal = lines[max(k for k in range(i) if lines[k]["event"] == "deal")]
    hand = deal["hands"][lines[i]["seat"]] + deal["kitty"]
    lines[i]["cards"][0] = next(c for c in ("2S", "3S", "4S", "9H", "TD") if c not in hand)
    return True


def not_first(value):
    return lambda old: next(v for v in value if v != old)


def up(old):
    return old + 5


SUITS = ("S", "H")
FAULTS = {
    "card twice in the deal": swap_cards_in_the_deal,
    "unequal hands": edit("deal", "hands", lambda h: [h[0][1:], *h[1:]]),
    "kitty short": edit("deal", "kitty", lambda k: k[1:]),
    "wrong rank": edit("round", "rank", not_first("23")),
    "wrong levels": edit("round", "levels", lambda v: ["Q", *v[1:]]),
    "dealer too early": edit("round", "dealer", lambda _: 0),
    "round number": edit("round", "round", up),
    "shuffler": edit("round", "first_drawer", lambda s: (s + 1) % 4, nth=1),
    "declared before drawn": edit("declare", "after", lambda _: 1, lambda e: e["after"] > 4),
    "declared after the draw": edit("declare", "after", lambda _: 1000),
    "declared with another rank": edit("declare", "cards", lambda _: ["8S"]),
    "declared with two faces": edit("declare", "cards", lambda c: [c[0], "RJ"]),
    "declaration too weak": weaker_second_declaration,
    "trump suit": edit("trump", "suit", not_first(SUITS)),
    "trump dealer": edit("trump", "dealer", lambda s: (s + 1) % 4),
    "turned cards": edit("turn_up", "cards", lambda c: [*c, "8S"]),
    "kitty order": kitty_out_of_order,
    "redeal seat": edit("redeal", "seat", lambda s: 0 if s is None else (s + 1) % 4),
    "redeal reason": edit("redeal", "reason", lambda _: "bad_luck"),
    "redeal not allowed": insert_after("trump", {"event": "redeal", "seat": 0, "reason": "x"}),
    "counted off wrongly": edit(
        "round", "first_drawer", lambda s: (s + 1) % 4, lambda e: "turned" in e
    ),
    "turned joker last": edit("round", "turned", lambda c: [*c, "RJ"], lambda e: "turned" in e),
    "bury by another": edit("bury", "seat", lambda s: (s + 1) % 4),
    "bury too few": edit("bury", "cards", lambda c: c[1:]),
    "bury not held": bury_a_card_not_held,
    "overcall too weak": overcall_twice,
    "overcall barred": rule("chao_dipi", "off"),
    "friend card is trump": edit("call_friend", "card", lambda _: "RJ", lambda e: e["card"]),
    "friend copy": edit("call_friend", "ordinal", lambda _: 3, lambda e: e["card"]),
    "friend call left out": drop("call_friend"),
    "friend not shown": drop("friend"),
    "friend is another": edit("friend", "seat", lambda s: (s + 1) % 5),
    "play out of turn": edit("play", "seat", lambda s: (s + 1) % 4, nth=2),
    "play not held": wrong_card,
    "revoke": revoke,
    "pair kept back": break_a_form,
    "too many cards": edit("play", "cards", lambda c: [*c, *c], nth=2),
    "play left out": drop("play"),
    "throw hidden": hide_failed_throw,
    "another part forced": force_another_part,
    "single taken back": claim_that_a_single_failed,
    "forced part not played": edit("throw_failed", "led", lambda c: [*c, "8S"]),
    "throw by another": edit("throw_failed", "seat", lambda s: (s + 1) % 4),
    "trick winner": edit("trick", "winner", lambda s: (s + 1) % 4),
    "trick points": edit("trick", "points", up),
    "trick left out": drop("trick"),
    "trick points of opponents": edit("score", "trick_points", up),
    "kitty points": edit("score", "kitty_points", up),
    "multiplier": edit("score", "multiplier", lambda m: m + 1),
    "opponents' points": edit("score", "opponent_points", up),
    "swap": edit("score", "swap", lambda s: not s),
    "swap as a number": edit("score", "swap", int),
    "gain": edit("score", "gain", lambda g: [g[0] + 1, *g[1:]]),
    "levels after": edit("score", "levels", lambda v: ["9", *v[1:]]),
    "next dealer": edit("score", "next_dealer", lambda s: (s + 1) % 4),
    "score left out": drop("score"),
    "winner": edit("end", "winner", not_first((0, None))),
    "rounds": edit("end", "rounds", up),
    "levels at the end": edit("end", "levels", lambda v: ["9", *v[1:]]),
    "no end": drop("end"),
    "line after the end": insert_after("end", {"event": "trick", "winner": 0, "points": 0}),
    "unknown event": insert_after("bury", {"event": "cheer", "seat": 0}),
    "unknown card": edit("bury", "cards", lambda c: ["1S", *c[1:]]),
    "missing field": edit("trick", "winner", lambda _: None),
    "option left out": lambda lines: bool(lines[0]["rules"].pop("throws")),
    "option value": rule("hook", "Q"),
    "another game": edit("match", "game", lambda _: "tichu"),
}


@pytest.fixture(scope="module")
def transcripts():
    """Transcripts in which every kind of event comes up."""
    made = [
        play_match(random.Random(1), make_rules(max_rounds=2), bold_chooser),
        play_match(random.Random(2), make_rules(max_rounds=2), Shy),
        play_match(random.Random(3), make_rules(players=5, max_rounds=1), random_chooser),
        play_match(
            random.Random(4),
            make_rules(decks=1, max_rounds=3, first_drawer="count_off", redeal_no_points="on"),
            random_chooser,
        ),
        play_match(random.Random(5), make_rules(decks=3, max_rounds=1, chao_dipi="on"), LateBold),
    ]
    seed = 0
    while True:  # one with an overcall, one with turned cards
        seed += 1
        rules = make_rules(decks=1 + seed % 2, chao_dipi="on", max_rounds=1)
        more = play_match(random.Random(seed), rules, Shy)
        missing = {"overcall", "turn_up", "friend", "redeal"} - {
            e["event"] for lines in made for e in lines
        }
        if not missing:
            return made
        if missing & {e["event"] for e in more}:
            made.append(more)
        elif "friend" in missing:
            made.append(play_match(random.Random(seed), make_rules(players=5, max_rounds=1)))


def test_transcripts_are_clean(transcripts):
    for lines in transcripts:
        assert referee(lines) == []


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_planted_fault_is_found(transcripts, name):
    planted = 0
    for lines in transcripts:
        changed = copy.deepcopy(lines)
        if FAULTS[name](changed) and json.dumps(changed) != json.dumps(lines):
            if name == "overcall barred" and find(lines, "overcall") is None:
                continue
            planted += 1
            assert referee(changed), name
            if planted == 2:
                return
    assert planted, f"no transcript has a place for: {name}"


def test_cut_transcripts_are_refused(transcripts):
    lines = transcripts[0]
    for size in range(1, len(lines), 7):
        assert referee(lines[:size])


def test_given_rounds_need_no_end_and_may_start_anywhere(transcripts):
    lines = copy.deepcopy(transcripts[0])
    second = find(lines, "round", nth=1)
    later = [lines[0], *lines[second:]]
    later[0]["rules"]["max_rounds"] = None
    assert referee(later, given=True)  # max_rounds is off, so the end comes too early
    assert referee(later[:-1], given=True) == []
    assert referee(later[:-1])
    assert referee(later, given=True, rounds_limit=1) != []
    later[-1]["rounds"] = 1
    assert referee(later, given=True, rounds_limit=1) == []


@pytest.mark.clause("SJ-74")
def test_points_and_cards_are_conserved(transcripts):
    for lines in transcripts:
        decks = lines[0]["rules"]["decks"]
        for start in [i for i, e in enumerate(lines) if e["event"] == "round"]:
            end = next(i for i in range(start, len(lines)) if lines[i]["event"] == "score")
            part = lines[start:end]
            played = [c for e in part if e["event"] == "play" for c in e["cards"]]
            buried = [e["cards"] for e in part if e["event"] == "bury"][-1]
            assert len(played) + len(buried) == 54 * decks
            assert points_of(played) + points_of(buried) == 100 * decks
            assert sum(e["points"] for e in part if e["event"] == "trick") == points_of(played)

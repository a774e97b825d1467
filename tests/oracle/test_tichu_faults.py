"""Faults planted into clean Tichu transcripts: the referee must see each of them."""

import copy
import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tests.oracle.test_tichu_oracle import clause_marks, dense_hands
from tests.oracle.tichu import (
    bold_chooser,
    make_rules,
    play_match,
    random_chooser,
    referee,
)

ACTS = ("play", "bomb", "pass")


@cache
def pool():
    """Clean transcripts under default rules: (given hands or None, rounds, events)."""
    found = []
    for i in range(60):
        rng = Random(f"pool {i}")
        hands = None if i % 10 == 0 else dense_hands(rng)
        rounds = 2 if i % 10 == 0 else 1
        chooser = (random_chooser, bold_chooser)[i % 2]
        events = play_match(rng, make_rules(), chooser, hands=hands, stop_after=rounds)
        found.append((hands, rounds, events))
    return found


def spots(events, *names):
    return [i for i, e in enumerate(events) if e["event"] in names]


def first(events, name, wanted=lambda e: True):
    return next((i for i, e in enumerate(events) if e["event"] == name and wanted(e)), None)


def changed(name, wanted=lambda e: True, **fields):
    """A mutation: change fields of the first fitting event; callables map the whole event."""

    def mutate(events):
        i = first(events, name, wanted)
        if i is None:
            return None
        event = copy.deepcopy(events[i])
        for key, value in fields.items():
            event[key] = value(event) if callable(value) else value
        return [*events[:i], event, *events[i + 1 :]] if event != events[i] else None

    return mutate


def removed(name, wanted=lambda e: True):
    def mutate(events):
        i = first(events, name, wanted)
        return None if i is None else events[:i] + events[i + 1 :]

    return mutate


def doubled(name):
    def mutate(events):
        i = first(events, name)
        return None if i is None else [*events[: i + 1], *events[i:]]

    return mutate


def before(name, new, wanted=lambda e: True):
    """Insert `new(events, i)` right before the first fitting event."""

    def mutate(events):
        i = first(events, name, wanted)
        event = None if i is None else new(events, i)
        return None if event is None else [*events[:i], event, *events[i:]]

    return mutate


def swap_first_cards(event):
    hands = event["first"]
    return [hands[1], hands[0], *hands[2:]]


def repeated_card(event):
    return [[event["first"][1][0], *event["first"][0][1:]], *event["first"][1:]]


def moved_card(event):
    return [[*event["first"][0], event["rest"][0][0]], *event["first"][1:]]


def give_of(change):
    return lambda event: [change(event["give"][0]), *event["give"][1:]]


def played_twice(events):
    """Somebody plays again a card that is gone."""
    for a, b in pairwise(spots(events, "play")):
        if events[b]["kind"] == "single" and events[a]["kind"] == "single":
            event = events[b] | {"cards": events[a]["cards"], "rank": events[a]["rank"]}
            return [*events[:b], event, *events[b + 1 :]]
    return None


def leader_of_trick(events, i):
    """Whether event `i` is the first act after a trick, the Dog or the exchange."""
    before_it = [e for e in events[:i] if e["event"] in (*ACTS, "trick", "exchange")]
    last = before_it[-1]
    return last["event"] in ("trick", "exchange") or last.get("rank") == 0


def leader_passes(events):
    for i in spots(events, "play"):
        if leader_of_trick(events, i):
            return [*events[:i], {"event": "pass", "seat": events[i]["seat"]}, *events[i:]]
    return None


def wrong_leader(events):
    i = first(events, "play")
    others = {e["seat"]: e for e in events[i:] if e["event"] == "play" and e["kind"] == "single"}
    for seat, event in others.items():
        if seat != events[i]["seat"]:
            return [*events[:i], event, *events[i:]]
    return None


def not_beating(events):
    """A single is followed by a lower one that the same seat in truth plays later."""
    for a, b in pairwise(spots(events, *ACTS)):
        lead, follow = events[a], events[b]
        if b != a + 1 or lead["event"] != "play" or follow["event"] != "play":
            continue
        if lead["kind"] != "single" or lead["rank"] == 0 or "Mah" in lead["cards"]:
            continue
        for later in events[b + 1 :]:
            if later["event"] == "score":
                break  # other cards from here on
            same = later["event"] == "play" and later["seat"] == follow["seat"]
            lower = later.get("kind") == "single" and 1 <= later["rank"] <= lead["rank"]
            if same and lower and "Phx" not in later["cards"]:
                return [*events[:b], later, *events[b + 1 :]]
    return None


def late_call(events):
    """A seat calls right before its second play."""
    seen, bets = set(), set(events[first(events, "grand")]["calls"])
    for i, e in enumerate(events):
        if e["event"] == "tichu":
            bets.add(e["seat"])
        if e["event"] == "play":
            if e["seat"] in seen and e["seat"] not in bets:
                return [*events[:i], {"event": "tichu", "seat": e["seat"]}, *events[i:]]
            seen.add(e["seat"])
    return None


def call_by_better(events):
    calls = events[first(events, "grand")]["calls"]
    i = first(events, "exchange")
    return [*events[:i], {"event": "tichu", "seat": calls[0]}, *events[i:]] if calls else None


def call_between_passes(events):
    """A call by a seat already asked after that action, which then neither acts nor bombs."""
    calls = set(events[first(events, "grand")]["calls"])
    calls |= {e["seat"] for e in events if e["event"] == "tichu"}
    laid = set()
    for i, e in enumerate(events):
        if e["event"] in ACTS:
            seats = {s for s in range(4) if s not in calls and s not in laid}
            laid.add(e["seat"]) if e["event"] != "pass" else None
            seats -= laid
            actor, after = e["seat"], events[i + 1]
            late = [s for s in seats if s not in (actor, (actor + 1) % 4)]
            if e["event"] == "pass" and actor in seats and late and after["event"] in ("pass",):
                two = [{"event": "tichu", "seat": actor}, {"event": "tichu", "seat": late[0]}]
                if after["seat"] != late[0]:
                    return [*events[: i + 1], *two, *events[i + 1 :]]
    return None


def to_bomb(events):
    """An ordinary follow is written as a bomb thrown out of turn."""
    for i in spots(events, "play"):
        if not leader_of_trick(events, i) and not events[i]["kind"].startswith("bomb"):
            return [*events[:i], events[i] | {"event": "bomb"}, *events[i + 1 :]]
    return None


def bomb_the_lead(events):
    """A bomb is thrown before the trick it hits has been led."""
    for i in spots(events, "bomb"):
        lead = max(j for j in spots(events[:i], "play") if leader_of_trick(events, j))
        return [*events[:lead], events[i], *events[lead:]]
    return None


def bomb_as_turn(events):
    """A bomb thrown out of turn is written as a regular play."""
    for i in spots(events, "bomb"):
        last = next(e for e in reversed(events[:i]) if e["event"] in ACTS)
        if (last["seat"] + 1) % 4 != events[i]["seat"] and first(events[:i], "out") is None:
            return [*events[:i], events[i] | {"event": "play", "phoenix": None}, *events[i + 1 :]]
    return None


def pass_of_the_out(events):
    for i in spots(events, "pass"):
        out = {e["seat"] for e in events[:i] if e["event"] == "out"}
        skipped = (events[i]["seat"] - 1) % 4
        if skipped in out and events[i - 1]["event"] in ACTS:
            return [*events[:i], {"event": "pass", "seat": skipped}, *events[i:]]
    return None


def wish_broken(events):
    """While a wish binds, a player on turn passes instead of meeting it."""
    wish = None
    for i, e in enumerate(events):
        if e["event"] == "wish":
            wish = e["rank"]
        elif e["event"] in ("play", "bomb") and wish in [c[0] for c in e["cards"]]:
            if e["event"] == "play" and not leader_of_trick(events, i):
                skipped = {"event": "pass", "seat": e["seat"]}
                return [*events[:i], skipped, *events[i + 1 :]]
            wish = None
        elif e["event"] == "round":
            wish = None
    return None


def dog_to_wrong_seat(events):
    i = first(events, "play", lambda e: e["cards"] == ["Dog"])
    if i is None or events[i + 1]["event"] != "play":
        return None
    event = events[i + 1]
    return [*events[: i + 1], event | {"seat": (event["seat"] + 1) % 4}, *events[i + 2 :]]


def trick_for_the_dog(events):
    i = first(events, "play", lambda e: e["cards"] == ["Dog"])
    if i is None or events[i + 1]["event"] == "out":
        return None
    seat = events[i]["seat"]
    trick = {"event": "trick", "winner": seat, "to": seat, "points": 0}
    return [*events[: i + 1], trick, *events[i + 1 :]]


def closing_pass(events, i):
    return i is not None and events[i + 1]["event"] == "trick"


def last_pass_missing(events):
    for i in spots(events, "pass"):
        if closing_pass(events, i):
            return events[:i] + events[i + 1 :]
    return None


def one_pass_more(events):
    for i in spots(events, "pass"):
        if closing_pass(events, i) and first(events[:i], "out") is None:
            seat = (events[i]["seat"] + 1) % 4
            return [*events[: i + 1], {"event": "pass", "seat": seat}, *events[i + 1 :]]
    return None


def is_gift(e):
    return e["winner"] != e["to"]


def is_lone_phoenix(e):
    return e["cards"] == ["Phx"]


def more_left(e):
    return (e["last_hand"] or 0) + 5


def has_no_phoenix(e):
    return "Phx" not in e["cards"]


def not_double(e):
    return not e["double_victory"]


def rules_without(name):
    return changed("match", rules=lambda e: {k: v for k, v in e["rules"].items() if k != name})


def opponent(e):
    return (e["winner"] + 1) % 4


def nudged(key, by=5):
    return lambda e: [e[key][0] + by, e[key][1] - by]


FAULTS = [
    # name, mutation, clause the verdict must name
    ("card dealt twice", changed("deal", first=repeated_card), "TI-2"),
    ("nine cards first", changed("deal", first=moved_card), "TI-[0-9]"),
    ("no deal", removed("deal"), "TI-6"),
    ("deal twice", doubled("deal"), "TI-5"),
    ("no Grand answers", removed("grand"), "TI-10"),
    ("Grand twice by one seat", changed("grand", calls=[1, 1]), "TI-9"),
    ("Grand by seat 4", changed("grand", calls=[4]), ""),
    ("gives a card he has not", changed("exchange", give=lambda e: e["give"][::-1]), "TI-10"),
    ("gives one card twice", changed("exchange", give=give_of(lambda g: [g[0]] * 3)), "TI-2"),
    ("gives two cards", changed("exchange", give=give_of(lambda g: g[:2])), "TI-10"),
    ("no exchange", removed("exchange"), "exchange"),
    ("Tichu on top of Grand", call_by_better, "TI-9"),
    ("Tichu twice", doubled("tichu"), "TI-9"),
    ("Tichu after a card", late_call, "TI-8"),
    ("Tichu out of order", call_between_passes, "TI-8"),
    ("wrong first leader", wrong_leader, "TI-25"),
    ("card played twice", played_twice, "TI-12"),
    ("unknown token", changed("play", cards=["Phx=8"]), ""),
    ("declared lone Phoenix", changed("play", is_lone_phoenix, phoenix="9"), "TI-12"),
    ("no play at all", changed("play", cards=[]), "TI-12"),
    ("wrong kind", changed("play", kind="stairs"), "TI-12"),
    ("wrong rank", changed("play", rank=lambda e: e["rank"] + 1), "TI-13"),
    ("lone Phoenix rounded", changed("play", lambda e: e["rank"] % 1, rank=9), "TI-13"),
    ("Phoenix undeclared", changed("play", lambda e: e["phoenix"], phoenix=None), "TI-21"),
    ("Phoenix declared off", changed("play", lambda e: e["phoenix"], phoenix="A"), "TI-21"),
    ("Phoenix from nowhere", changed("play", has_no_phoenix, phoenix="7"), "TI-12"),
    ("play does not beat", not_beating, "TI-22"),
    ("leader passes", leader_passes, "TI-25"),
    ("pass out of turn", changed("pass", seat=lambda e: (e["seat"] + 1) % 4), "TI-25"),
    ("out seat passes", pass_of_the_out, "TI-25"),
    ("two passes close", last_pass_missing, "TI-27"),
    ("a pass too many", one_pass_more, "TI-27"),
    ("plain play as bomb", to_bomb, "TI-[0-9]"),
    ("lead bombed", bomb_the_lead, "TI-31"),
    ("bomb as regular play", bomb_as_turn, "TI-25"),
    ("bomb of the wrong kind", changed("bomb", kind="full_house"), "TI-12"),
    ("no wish after Mah Jong", removed("wish"), "wish"),
    ("wish of a one", changed("wish", rank="1"), "rank"),
    ("wish by another", changed("wish", seat=lambda e: (e["seat"] + 1) % 4), "TI-33"),
    ("wish for nothing", before("pass", lambda ev, i: {**ev[i], "event": "wish"}), "TI-33"),
    ("wish not met", wish_broken, "TI-34"),
    ("Dog to the wrong seat", dog_to_wrong_seat, "TI-25"),
    ("trick for the Dog", trick_for_the_dog, "TI-27"),
    ("no out", removed("out"), "out"),
    ("out too early", before("pass", lambda ev, i: {**ev[i], "event": "out", "place": 1}), "TI-47"),
    ("wrong place", changed("out", place=lambda e: e["place"] + 1), "TI-47"),
    ("wrong winner", changed("trick", winner=lambda e: (e["winner"] + 1) % 4), "TI-28"),
    ("trick given away", changed("trick", lambda e: not is_gift(e), to=opponent), "TI-28"),
    ("Dragon trick kept", changed("trick", is_gift, to=lambda e: e["winner"]), "TI-45"),
    ("Dragon to partner", changed("trick", is_gift, to=lambda e: (e["winner"] + 2) % 4), "TI-45"),
    ("wrong trick points", changed("trick", points=lambda e: e["points"] + 5), "TI-4"),
    ("no trick", removed("trick"), "TI-27"),
    ("trick too early", before("pass", lambda ev, i: ev[first(ev, "trick")]), "TI-27"),
    ("finish turned", changed("score", finish=lambda e: e["finish"][::-1]), "TI-47"),
    ("double victory flipped", changed("score", double_victory=not_double), "TI-53"),
    ("wrong last hand", changed("score", last_hand=more_left), "TI-47 to TI-53"),
    ("wrong cards", changed("score", cards=nudged("cards")), "TI-47 to TI-53"),
    ("bets forgotten", changed("score", lambda e: any(e["bets"]), bets=[0, 0]), "TI-47 to TI-53"),
    ("wrong score", changed("score", score=nudged("score", 100)), "TI-53"),
    ("wrong total", changed("score", total=lambda e: e["total"][::-1]), "TI-53"),
    ("no score", removed("score"), "no score yet|TI-54"),
    ("round misnumbered", changed("round", round=7), "TI-53"),
    ("round total off", changed("round", lambda e: any(e["total"]), total=[0, 0]), "TI-53"),
    ("round in a round", doubled("round"), "score"),
    ("wrong winner of the match", changed("end", winner=lambda e: 1 - (e["winner"] or 0)), "TI-54"),
    ("wrong count of rounds", changed("end", rounds=9), "TI-54"),
    ("no end", removed("end"), "end event"),
    ("something after the end", lambda ev: [*ev, ev[-1]], "follows the end"),
    ("option missing", rules_without("wish_scope"), "wish_scope is missing"),
    ("option invented", changed("match", rules=lambda e: e["rules"] | {"colour": 1}), "unknown"),
    ("other game", changed("match", game="gouji"), "game"),
    ("unknown event", before("pass", lambda ev, i: {"event": "shout", "seat": 0}), "shout"),
    ("seat is text", changed("pass", seat="0"), "no seat"),
]  # fmt: skip


# rounds from given hands may lack these events
FULL_DEAL_ONLY = {
    "card dealt twice",
    "nine cards first",
    "no deal",
    "no Grand answers",
    "no exchange",
}


@pytest.mark.parametrize(
    ("name", "mutate", "clause"),
    [pytest.param(*row, id=row[0], marks=clause_marks(row[-1])) for row in FAULTS],
)
def test_planted_fault_is_seen(name, mutate, clause):
    tried = 0
    for hands, rounds, events in pool():
        if hands and name in FULL_DEAL_ONLY:
            continue
        mutant = mutate(copy.deepcopy(events))
        if mutant is None:
            continue
        tried += 1
        faults = referee(mutant, hands=hands, stop_after=rounds)
        assert faults, name
        assert re.search(clause, faults[0]), faults[0]
        if tried == 5:
            return
    assert tried, "no transcript offers the occasion"


def test_planted_faults_are_many_and_the_pool_is_clean():
    assert len({name for name, _, _ in FAULTS}) == len(FAULTS) >= 25
    for hands, rounds, events in pool():
        assert referee(events, hands=hands, stop_after=rounds) == []


def test_garbage_is_refused_and_never_raises():
    rng = Random(17)
    _, rounds, clean = pool()[0]
    junk = [None, -1, 7, 1.5, "", "Phx", [], [[]], {}, [None], ["Mah", "Mah"], True, [{}] * 4]
    for _ in range(400):
        events = list(clean)
        i = rng.randrange(len(events))
        event = dict(events[i])
        key = rng.choice(sorted(event))
        event[key] = rng.choice([j for j in junk if j != event[key]])
        events[i] = event
        faults = referee(events, stop_after=rounds)
        free = event["event"] == "match" and key in ("seed", "match", "policies")
        assert faults or free, (event, key)
    assert referee([None, *clean]) != []
    assert referee([clean[0], 5]) != []
    assert referee([]) != []

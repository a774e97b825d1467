"""The policy that looks ahead: what it imagines, what it lists, and that its rounds are rounds."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.gouji.combos import read_combo
from simcore.gouji.combos.packed import hand_size
from simcore.gouji.engine import play, play_given, policy_array
from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy, name_of
from simcore.gouji.positions import question
from simcore.gouji.records import MOVE, STATE, Ask, Event, Phase, rules_row
from simcore.gouji.search import Looker
from simcore.gouji.search.imagine import ROOM, imagine
from simcore.gouji.search.listing import MOST_OPTIONS, list_options
from simcore.gouji.search.looking import chance_to_win, spread_of
from simcore.gouji.search.playout import OPTION
from simcore.gouji.streams import STREAMS
from simcore.gouji.trace import transcript, transcript_given
from simcore.jit import U64
from simcore.lookahead import number
from simcore.status import KaipaiError
from tests.gouji.table import Table
from tests.gouji.test_determinism import digest
from tests.gouji.test_referee import VALUES, short_deal, some_changes
from tests.oracle.gouji import referee

H = int(Policy.HEURISTIC)
S2 = number(Policy.SEARCH, 2)
RULES = GAME.make_rules("seed", {"hands_per_game": 2})
MIXED = [S2, H, S2, Policy.RANDOM, S2, S2]
FIELDS = [name for name in STATE.names or () if name not in ("naturals", "wilds", "record")]


class Watcher(Looker):
    """Answers as the heuristic does, and keeps the states in which it was asked."""

    seen: list[Any]

    def decide(self, states, seed, match, round_, budget):
        self.seen.append(states.copy())
        list_options(states, self.desk.rules, self.move, self.options)
        return self.options[:1].copy()


@pytest.fixture
def watched(monkeypatch):
    """Return the states in which a `search` is asked, which answers as the heuristic does."""
    seen: list[Any] = []
    monkeypatch.setattr(Watcher, "seen", seen, raising=False)
    monkeypatch.setattr("simcore.gouji.engine.Looker", Watcher)
    return seen


def states_of(seen: list[Any], asks: set[Ask] | None = None) -> list[Any]:
    """Keep those of some questions."""
    return [s for s in seen if asks is None or Ask(int(s["view"]["ask"][0])) in asks]


def imagined(state: Any, rules: Any, seed: int = 1, first: int = 0, n: int = 3) -> Any:
    """Imagine positions from a state."""
    out = np.zeros(n, dtype=STATE)
    imagine(
        U64(seed), U64(first), state, rules_row(rules), np.zeros(1, dtype=ROOM),
        np.zeros(1, dtype=STREAMS), out,
    )  # fmt: skip
    return out


def options_in(state: Any, rules: Any) -> Any:
    """Options of a state."""
    options = np.zeros(MOST_OPTIONS, dtype=OPTION)
    n = list_options(state, rules_row(rules), np.zeros(1, dtype=MOVE), options)
    return options[:n]


def cards_in(naturals: int, wilds: int) -> list[int]:
    """Classes of the cards of a hand, lowest first."""
    kinds = [kind for kind in range(12) for _ in range(naturals >> 5 * kind & 31)]
    return kinds + [12 + i for i in range(3) for _ in range(wilds >> 8 * i & 255)]


def packed(kinds: list[int]) -> tuple[int, int]:
    """Turn classes into a hand."""
    naturals = sum(1 << 5 * kind for kind in kinds if kind < 12)
    return naturals, sum(1 << 8 * (kind - 12) for kind in kinds if kind >= 12)


# --- the driver -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"hands_per_game": 3},
        {"partnership": "draw", "games_per_session": 2, "hands_per_game": 1},
        {"hands_per_game": 1, "game_tie": "extra_hand", "finish_points": [1, 1, 1, 1, 1, 1]},
        {"hands_per_game": 3, "revolution_timing": "after_tribute", "shao_priority": "random",
         "sweep_tribute": "additional"},
    ],
)  # fmt: skip
def test_a_search_that_answers_as_the_heuristic_plays_its_rounds(watched, changes):
    rules = GAME.make_rules("seed", changes)
    for others in (H, Policy.RANDOM):
        seats = [S2, others, S2, others, others, S2]
        plain = [H if policy == S2 else policy for policy in seats]
        for rounds, limit in ((0, 4), (2, 2)):
            looked = play(5, 2, 8, rules, seats, rounds, limit)
            assert digest(looked) == digest(play(5, 2, 8, rules, plain, rounds, limit))
    assert watched


def test_a_revolution_deals_the_hands_that_any_policy_gets(watched):
    rules = GAME.make_rules("seed", {"hands_per_game": 1})
    thrown = play(1, 0, 400, rules, [H] * 6)
    match = int(thrown["match"][thrown["revolutions"] > 0][0])
    assert digest(play(1, match, match + 1, rules, [S2] * 6)) == digest(thrown[match : match + 1])


def test_threads_and_chunks_do_not_matter():
    whole = digest(play(7, 0, 8, RULES, MIXED, 1))
    for size in (1, 7):
        spans = [(start, min(start + size, 8)) for start in range(0, 8, size)]
        for threads in (1, 2):
            with ThreadPoolExecutor(threads) as pool:
                parts = list(pool.map(lambda span: play(7, *span, RULES, MIXED, 1), spans))
            assert digest(np.concatenate(parts)) == whole


def test_the_seed_and_the_budget_matter():
    team = [[number(Policy.SEARCH, budget), H] * 3 for budget in (2, 4)]
    found = [digest(play(seed, 0, 2, RULES, seats)) for seed in (3, 4) for seats in team]
    assert len(set(found)) == 4


PROGRAM = """
from tests.gouji.test_search import log_of_short_hands
from simcore.jit import JIT_ON
print(JIT_ON, log_of_short_hands())
"""


def log_of_short_hands() -> str:
    """Digest the events of rounds from short hands in which some seats look ahead."""
    rules = GAME.make_rules("seed", {"revolution": "off"})
    found = hashlib.sha256()
    for seed in range(3):
        deals = [short_deal(random.Random(f"{seed} {k}")) for k in range(2)]
        for _, log in play_given(deals, seed, 0, rules, MIXED, 2):
            found.update(log.tobytes())
    return found.hexdigest()


@pytest.mark.slow
def test_without_the_jit_the_decisions_are_the_same():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.split() == ["False", log_of_short_hands()]


def test_a_transcript_is_what_was_played():
    records = play(9, 1, 2, RULES, MIXED)
    events = transcript(9, 1, RULES, MIXED)
    scores = [event["points"] for event in events if event["event"] == "score"]
    assert scores == records["points"].tolist()
    laid = ("play", "interrupt")
    assert sum(event["event"] in laid for event in events) == records["plays"].sum()
    assert events[0]["policies"] == [
        "search:2", "heuristic", "search:2", "random", "search:2", "search:2",
    ]  # fmt: skip
    assert referee(events) == []


def test_policies_are_checked():
    assert name_of(number(Policy.SEARCH, 40)) == "search:40"
    assert name_of(H) == "heuristic"
    assert (policy_array([Policy.SEARCH] * 6) == number(Policy.SEARCH, 32)).all()
    for bad in (number(Policy.SEARCH, 1), number(H, 4), number(9, 4), 9, -1):
        with pytest.raises(KaipaiError):
            policy_array([bad] + [H] * 5)
    with pytest.raises(KaipaiError):
        policy_array([H] * 5)


@pytest.mark.parametrize("name", VALUES)
def test_the_referee_finds_no_fault(name):
    for value in VALUES[name]:
        rng = random.Random(f"search {name} {value}")
        changes = some_changes(rng) | {name: value, "revolution": "off"}
        deals = [short_deal(rng) for _ in range(3)]
        rules = GAME.make_rules("seed", changes)
        events = transcript_given(deals, rng.randrange(10**6), 0, rules, [S2] * 6, 3)
        assert referee(events, full_deal=False) == [], changes


# --- what is imagined -----------------------------------------------------------------------------


def test_hidden_cards_are_drawn_anew_and_none_is_lost(watched):
    play(11, 0, 3, RULES, [S2] * 6)
    changed = 0
    for state in watched[::5]:
        me, true = int(state["view"]["seat"][0]), state[0]
        for found in imagined(state, RULES):
            assert found["naturals"].sum() == true["naturals"].sum()
            assert found["wilds"].sum() == true["wilds"].sum()
            for seat in range(6):
                sizes = [
                    int(hand_size(s["naturals"][seat], s["wilds"][seat])) for s in (found, true)
                ]
                assert sizes[0] == sizes[1]
            assert found["naturals"][me] == true["naturals"][me]
            assert found["wilds"][me] == true["wilds"][me]
            changed += (found["naturals"] != true["naturals"]).sum()
            for field in FIELDS:
                if field not in ("queue", "queued", "next"):
                    assert (found[field] == true[field]).all(), field
    assert changed > 500


def test_a_position_does_not_depend_on_the_others(watched):
    play(12, 0, 2, RULES, [S2] * 6)
    for state in watched[::40]:
        many, later = imagined(state, RULES, n=5), imagined(state, RULES, first=3, n=2)
        assert many[3:].tobytes() == later.tobytes()
        if int(state["left"][0].sum()) > 40:
            assert imagined(state, RULES, seed=2).tobytes() != many[:3].tobytes()


def exchange_rounds() -> tuple[Any, list[Any]]:
    rules = GAME.make_rules("seed", {"hands_per_game": 4, "same_team_tribute": "exchange",
                                     "liberation": "off"})  # fmt: skip
    play(13, 0, 4, rules, [S2] * 6)
    return rules, Watcher.seen


@pytest.mark.clause("GJ-65")
def test_cards_of_an_exchange_stay_where_its_seats_know_them(watched):
    rules, seen = exchange_rounds()
    checked = 0
    for state in states_of(seen, {Ask.LEAD, Ask.FOLLOW, Ask.DUEL})[::3]:
        true, record = state[0], state[0]["record"]
        me = int(true["view"]["seat"])
        for giver in range(6):
            receiver = int(record["receiver"][giver, 0])
            if me not in (giver, receiver) or record["gave"][giver, 0] < 0:
                continue
            other = receiver if me == giver else giver
            if true["left"][other] == 0:
                continue
            slots = [k for k in range(2) if record["gave"][giver, k] >= 0]
            gave = [int(record["gave"][giver, k]) for k in slots]
            got = [int(record["got"][giver, k]) for k in slots]
            gone = cards_in(
                int(true["view"]["played"][other]), int(true["view"]["played_wilds"][other])
            )
            for found in imagined(state, rules):
                hand = cards_in(int(found["naturals"][other]), int(found["wilds"][other]))
                for kind in range(15):
                    held = got.count(kind) if me == receiver else gave.count(kind) - got.count(kind)
                    assert hand.count(kind) >= held - gone.count(kind)
                    checked += held > gone.count(kind)
                    if me == receiver and kind > min(gave):  # a donor gave his highest (GJ-64)
                        assert hand.count(kind) == max(0, got.count(kind) - gone.count(kind))
    assert checked > 300


@pytest.mark.clause("GJ-64")
def test_who_receives_tribute_knows_what_the_giver_cannot_hold(watched):
    rules, seen = exchange_rounds()
    states = states_of(seen, {Ask.RETURN})
    assert len(states) > 10
    for state in states:
        view = state["view"][0]
        least = min(cards_in(int(view["got"]), int(view["got_wilds"])))
        for found in imagined(state, rules):
            giver = int(view["giver"])
            assert max(cards_in(int(found["naturals"][giver]), int(found["wilds"][giver]))) <= least


@pytest.mark.clause("GJ-69")
def test_who_was_freed_of_tribute_holds_his_reds(watched):
    rules = GAME.make_rules()
    play(14, 0, 1, rules, [S2] * 6)
    state = states_of(watched, {Ask.FOLLOW})[0]
    me = int(state["view"]["seat"][0])
    freed = (me + 2) % 6
    state["wilds"][0] &= 0xFFFF
    state["wilds"][0, freed] += 3 << 16
    state["view"]["played_wilds"][0, freed] = 1 << 16
    state["record"]["tribute"][0, freed, 0] = 3
    assert all(int(found["wilds"][freed]) >> 16 == 3 for found in imagined(state, rules, n=20))
    state["record"]["tribute"][0, freed, 0] = 0
    assert any(int(found["wilds"][freed]) >> 16 != 3 for found in imagined(state, rules, n=20))


@pytest.mark.clause("GJ-14")
def test_who_showed_threes_holds_them_until_they_are_played(watched):
    play(15, 0, 1, GAME.make_rules("seed", {"hands_per_game": 1}), [S2] * 6)
    threes, fewer = {True: 0, False: 0}, 0
    for state in states_of(watched, {Ask.FOLLOW})[:20]:
        for who in range(6):
            played = int(state["view"]["played"][0, who]) & 31
            held = int(state["naturals"][0, who]) & 31
            if who == state["view"]["seat"][0] or played or held < 2:
                continue
            for is_shown in threes:
                state["record"]["threes"] = who if is_shown else -1
                found = imagined(state, RULES, n=20)["naturals"][:, who] & 31
                threes[is_shown] += int((found < 2).sum())
            state["record"]["threes"], state["view"]["played"][0, who] = who, 1
            found = imagined(state, RULES, n=20)["naturals"][:, who] & 31
            assert (found >= 1).all()
            fewer += int((found < 2).sum())
            state["view"]["played"][0, who] = 0
    assert threes[True] == 0
    assert fewer > 20
    assert threes[False] > 20


@pytest.mark.clause("GJ-47")
def test_a_hand_that_was_shown_is_known(watched):
    rules = GAME.make_rules("seed", {"hands_per_game": 1})
    play(16, 0, 60, rules, [S2] * 6)
    shown = 0
    for state in watched:
        for seat in range(6):
            if int(state["shown"][0]) >> seat & 1 and state["left"][0, seat]:
                shown += 1
                for found in imagined(state, rules):
                    assert found["naturals"][seat] == state["naturals"][0, seat]
                    assert found["wilds"][seat] == state["wilds"][0, seat]
    assert shown > 20


def test_who_is_asked_next_follows_from_the_hands_imagined(watched):
    rules = GAME.make_rules("seed", {"hands_per_game": 1})
    play(16, 0, 60, rules, [S2] * 6)
    states = states_of(watched, {Ask.SHAO, Ask.INTERRUPT})
    for state in states:
        me = int(state["view"]["seat"][0])
        for found in imagined(state, rules):
            assert found["queue"][found["next"]] == me
            assert 0 < found["queued"] <= 5
    assert {Phase.WINDOW, Phase.INTERRUPT} == {Phase(int(s["phase"][0])) for s in states}
    longer = [s for s in states if s["queued"][0] > s["next"][0] + 1]
    assert any(
        (found["queue"][: found["queued"]] != s["queue"][0, : s["queued"][0]]).any()
        if found["queued"] == s["queued"][0] else True
        for s in longer for found in imagined(s, rules, n=10)
    )  # fmt: skip


@pytest.mark.clause("GJ-72")
def test_cards_that_a_seat_cannot_see_leave_its_decision_unchanged(watched):
    rules = GAME.make_rules("seed", {"hands_per_game": 1})
    play(17, 0, 4, rules, [S2] * 6)
    states, rng, looker = list(watched), random.Random(1), Looker(rules)
    kinds = set()
    for state in rng.sample(states, 120) + states_of(states, {Ask.SHAO, Ask.INTERRUPT, Ask.RANG}):
        before = looker.decide(state, 1, 2, 3, 4).copy()
        me, other = int(state["view"]["seat"][0]), state.copy()
        threes = int(state["record"]["threes"][0])
        free = [
            seat for seat in range(6)
            if seat not in (me, threes) and not int(state["shown"][0]) >> seat & 1
        ]  # fmt: skip
        hands = [
            cards_in(int(state["naturals"][0, seat]), int(state["wilds"][0, seat])) for seat in free
        ]
        pool = [kind for hand in hands for kind in hand]
        rng.shuffle(pool)
        for seat, hand in zip(free, hands, strict=True):
            part, pool = pool[: len(hand)], pool[len(hand) :]
            other["naturals"][0, seat], other["wilds"][0, seat] = packed(part)
            other["record"]["tempo"][0, seat] += 1
            other["record"]["reds"][0, seat] = rng.randrange(5)
        assert looker.decide(other, 1, 2, 3, 4).tobytes() == before.tobytes()
        kinds.add(Ask(int(state["view"]["ask"][0])))
    assert {Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.SHAO} <= kinds


# --- what is listed -------------------------------------------------------------------------------


def test_options_are_legal_different_and_begin_with_the_heuristic_s(watched):
    rules = GAME.make_rules("seed", {"hands_per_game": 3})
    play(18, 0, 12, rules, [S2] * 6)
    seen = set()
    for state in watched[::3] + states_of(watched, {Ask.RETURN, Ask.SHAO, Ask.INTERRUPT}):
        options, ask = options_in(state, rules), Ask(int(state["view"]["ask"][0]))
        assert len({option.tobytes() for option in options}) == len(options)
        if len(options) > 1:
            seen.add(ask)
        looker = Looker(rules)
        looker.decide(state, 1, 0, 1, 2)  # plays each of them: an illegal one raises
    assert {Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.SHAO, Ask.INTERRUPT, Ask.RETURN} <= seen


def test_chances_to_win():
    assert spread_of(GAME.make_rules()) == pytest.approx(np.sqrt(sum(
        (2 * x) ** 2 for x in (12, 6, 4, 4, 2, 4, 2, 0, 2, 0, 0, -2, 0, -2, -4, -2, -4, -4, -6, -12)
    ) / 20), rel=0.2)  # fmt: skip
    assert chance_to_win(0, 5.0) == chance_to_win(0, 0.0) == 0.5
    assert chance_to_win(1, 0.0) == 1
    assert chance_to_win(-1, 0.0) == 0
    assert chance_to_win(5, 5.0) == pytest.approx(0.8413, abs=1e-4)


# --- what is decided ------------------------------------------------------------------------------


def decision(table: Table, budget: int = 16) -> Any:
    """Let a `search` answer the question on a table."""
    rules = GAME.make_rules()
    state = np.zeros(1, dtype=STATE)
    state[0] = table.state
    state["match"]["hand"] = state["match"]["round"] = state["match"]["last_round"] = 1
    state["record"]["threes"] = -1
    for field in ("gave", "got", "receiver"):
        state["record"][field] = -1
    return Looker(rules).decide(state, 1, 0, 1, budget)[0]


def test_a_search_leads_the_way_out_that_the_heuristic_misses():
    # The queens keep the lead and the 3 goes out. Who leads the 3 first, as the heuristic does,
    # loses the lead to the king, and has no answer to five cards and to six.
    table = Table(["3 Q Q Q Q", "", "", "4 4 4 4 4 5 5 5 5 5 5 K", "", ""])
    state = np.zeros(1, dtype=STATE)
    state[0] = table.state
    first = options_in(state, GAME.make_rules())[0]["value"]
    assert first == read_combo(["3"])
    assert decision(table)["value"] == read_combo(["Q"] * 4)


def test_questions_are_played_on_by_a_search():
    played = " ".join(" ".join([rank] * 16) for rank in "34679T") + " 5 5 5 5 5 5 5 5 5 5"
    given = {"cards": "5 5 8 RJ", "played": played, "options": "8 | 5 5"}
    for seats in ([S2] * 6, [H, S2] * 3):
        found = question("lead", GAME.make_rules(), given, seats)
        positions = found.deal(3, 0, 4)
        records = [found.play(3, 0, positions, k) for k in range(2)]
        assert all((record["status"] == 0).all() for record in records)
        assert found.play(3, 2, positions[2:], 1).tobytes() == records[1][2:].tobytes()


def test_given_hands_and_their_log():
    rng = random.Random(3)
    rules = GAME.make_rules("seed", {"revolution": "off"})
    (record, log), *_ = play_given([short_deal(rng)], 1, 0, rules, [S2] * 6)
    n = sum((log[:, 0] == kind).sum() for kind in (Event.PLAY, Event.INTERRUPT))
    assert n == record["plays"][0]

"""The policy that looks ahead: a fair driver, fair imagination, and answers that are better."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from simcore.lookahead import DEFAULT_BUDGET, budget_of, number
from simcore.runner import Run, execute
from simcore.tichu import records as rec
from simcore.tichu import search
from simcore.tichu.cards import DECK, NAMES, NUMBER, SEATS
from simcore.tichu.combos import bomb_masks
from simcore.tichu.engine import play, play_given
from simcore.tichu.policies import Policy, is_policy, policy_name
from simcore.tichu.positions import question
from simcore.tichu.rules import Rules
from simcore.tichu.search import OPTION, Lookahead, OpenRound, play_out
from simcore.tichu.search.imagine import imagine
from simcore.tichu.step import STAY
from simcore.tichu.trace import transcript
from tests.oracle import tichu as oracle
from tests.tichu.table import Table, make_rules, mask

U64 = np.uint64
RANDOM, LOWEST, HEURISTIC, _, SEARCH = map(int, Policy)
TINY = number(SEARCH, 2)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {
        "bomb_priority": "random", "self_beat": True, "wish_scope": "any_play",
        "final_trick": "complete", "phoenix_fulfils_wish": True, "fullhouse_same_rank": "valid",
        "partner_double_call": "one_per_team", "grand_tichu_order": "sequential",
        "repass_after_tichu": False, "wish": "mandatory",
    },
    {
        "exchange": "none", "stake_grand": 0, "bomb_windows": "close_only", "wish": "off",
        "small_tichu_timing": "own_turn_only", "dragon_recipient": "active_only",
    },
    {
        "bomb_windows": "each_play_and_close", "bomb_own_trick": True, "wish_bomb_escape": True,
        "small_tichu_timing": "decision_points", "tichu_after_first_out": "forbidden",
        "phoenix_declaration": "highest", "max_rounds": 2,
    },
)  # fmt: skip


def same(a: Any, b: Any) -> bool:
    """Whether records are equal, field by field."""
    return all((a[name] == b[name]).all() for name in a.dtype.names)


def leave(*_: Any) -> None:
    """Answer what `heuristic` would."""


# --- numbers and names ----------------------------------------------------------------------------


def test_a_budget_is_part_of_the_policy() -> None:
    assert policy_name(number(SEARCH, 40)) == "search:40"
    names = ["random", "lowest", "heuristic", "heuristic_v2", "search"]
    assert [policy_name(code) for code in range(5)] == names
    assert is_policy(SEARCH)
    assert is_policy(number(SEARCH, 2))
    assert not is_policy(number(SEARCH, 1))
    assert not is_policy(number(HEURISTIC, 40))
    assert not is_policy(5)


def test_without_a_budget_the_default_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    monkeypatch.setattr(search, "decide", lambda *args: found.append(args[4]))
    play(1, 0, 1, Rules(), [SEARCH, HEURISTIC, number(SEARCH, 7), HEURISTIC], 1)
    assert set(found) == {DEFAULT_BUDGET, 7}


# --- the driver -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_the_driver_plays_the_rounds_that_the_kernel_plays(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "decide", leave)
    rules = make_rules(**({"target_score": 300} | options))
    expected = play(4, 10, 22, rules, [HEURISTIC] * 4)
    assert len(expected) > 12
    for seats in ([TINY] * 4, [HEURISTIC, TINY, HEURISTIC, TINY]):
        assert same(play(4, 10, 22, rules, seats), expected)
    assert same(play(4, 3, 9, rules, [TINY] * 4, 2), play(4, 3, 9, rules, [HEURISTIC] * 4, 2))


def test_the_driver_starts_from_given_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "decide", leave)
    rng = Random(2)
    for i in range(20):
        cards = rng.sample(range(56), 36)
        hands = [cards[9 * s : 9 * s + 9] for s in range(SEATS)]
        expected = play_given(hands, Rules(), [HEURISTIC] * 4, i, 2, leader=2)
        assert same(play_given(hands, Rules(), [TINY] * 4, i, 2, leader=2), expected)


def digest_of(chunk: int, threads: int) -> Any:
    parts: list[Any] = []
    rules = make_rules(target_score=200)
    seats = [TINY, HEURISTIC, TINY, RANDOM]
    execute(
        Run(
            work=lambda start, stop: play(21, start, stop, rules, seats),
            consume=parts.append, n=14, chunk=chunk, threads=threads,
        )
    )  # fmt: skip
    return np.concatenate(parts)


def test_chunks_and_threads_change_nothing() -> None:
    whole = digest_of(20, 1)
    for chunk in (1, 7):
        for threads in (1, 2):
            assert same(digest_of(chunk, threads), whole), (chunk, threads)


def test_the_seed_and_the_budget_matter_and_nothing_else() -> None:
    seats = [TINY, HEURISTIC, TINY, HEURISTIC]
    first = play(8, 0, 10, Rules(), seats, 1)
    assert same(play(8, 0, 10, Rules(), seats, 1), first)
    assert same(play(8, 5, 10, Rules(), seats, 1), first[5:])
    more = [number(SEARCH, 3), HEURISTIC, number(SEARCH, 3), HEURISTIC]
    assert not same(play(8, 0, 10, Rules(), more, 1), first)


def few_rounds() -> str:
    """Digest of a few rounds under two sets of rules."""
    seats = [TINY, HEURISTIC, TINY, HEURISTIC]
    found = hashlib.sha256()
    for options in OPTIONS[:2]:
        records = play(9, 0, 1, make_rules(**options), seats, 1)
        for name in records.dtype.names or ():
            found.update(records[name].tobytes())
    return found.hexdigest()


def test_with_the_jit_off_the_records_are_the_same() -> None:
    code = "from tests.tichu.test_search import few_rounds; print(few_rounds())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == few_rounds()


@pytest.mark.parametrize("options", OPTIONS)
def test_the_referee_finds_no_fault(options: dict[str, Any]) -> None:
    rules = make_rules(**options)
    for match, seats in enumerate(([TINY] * 4, [TINY, RANDOM, TINY, LOWEST])):
        events = transcript(23, match, rules, seats, 2)
        assert oracle.referee(events, stop_after=2) == []
        assert events[0]["policies"][0] == "search:2"
        records = play(23, match, match + 1, rules, seats, 2)
        told = [event["score"] for event in events if event["event"] == "score"]
        assert told == records["score"].tolist()
    rng = Random(5)
    for i in range(6):
        cards = rng.sample(range(56), 24)
        hands = [cards[6 * s : 6 * s + 6] for s in range(SEATS)]
        names = [[NAMES[card] for card in hand] for hand in hands]
        events = transcript(24, i, rules, [TINY] * 4, 1, hands=hands)
        assert oracle.referee(events, hands=names, stop_after=1) == []


# --- what it imagines -----------------------------------------------------------------------------


class Asked:
    """Decisions of real rounds: kept, and answered by the policy that looks ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, every: int = 1) -> None:
        self.kept: list[tuple[Any, Any, Any, int]] = []
        real = search.decide
        count = 0

        def keep(desk: Any, states: Any, option: Any, events: Any, budget: int, seed: int) -> None:
            nonlocal count
            count += 1
            if count % every == 0:
                self.kept.append((states.copy(), option.copy(), events.copy(), seed))
            real(desk, states, option, events, budget, seed)

        monkeypatch.setattr(search, "decide", keep)
        self.real = real


def imagined(rules: Rules, states: Any, events: Any, seed: int, n: int) -> Any:
    desk = Lookahead(rec.rules_record(rules))
    out = np.zeros(n, dtype=rec.STATE)
    imagine(U64(seed), U64(0), states, desk.rules, desk.streams, events, desk.room, desk.needs, out)
    return out


def lacking(log: Any) -> dict[int, int]:
    """Rank that each seat has shown not to hold, told from the events alone, singles only."""
    found: dict[int, int] = {}
    wish, top, owner = 0, 0, -1
    for code, seat, a, b, _ in log["rows"][: log["n"]].tolist():
        if code == rec.EVENT_WISH:
            wish = a
        elif code == rec.EVENT_PASS and wish and seat != owner:
            if top & 15 == 1 and (top >> 8 & 255) < 2 * wish:
                found[seat] = wish
        elif code in (rec.EVENT_PLAY, rec.EVENT_BOMB):
            has = a >> 4 * (wish - 1) & 15 if wish else 0
            top, owner = b, seat
            wish = 0 if has else wish
        elif code == rec.EVENT_TRICK:
            top = 0
    return found


@pytest.mark.clause("TI-60")
@pytest.mark.parametrize("options", OPTIONS[:2])
def test_imagined_rounds_agree_with_what_the_seat_has_seen(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = make_rules(**options)
    asked = Asked(monkeypatch, 3)
    play(31, 0, 12, rules, [TINY] * 4, 1)
    assert len(asked.kept) > 150
    kinds, known = set(), 0
    for states, _, events, seed in asked.kept:
        state, log = states[0], events[0]
        view = state["view"]
        seat = int(view["seat"])
        mine = state["own"][seat]
        kinds.add(int(view["ask"]))
        shown = lacking(log)
        swapped = bool(mine["got"][0])
        others = [s for s in range(SEATS) if s != seat]
        rounds = imagined(rules, states, events, seed, 6)
        hidden = [[int(r["full"][s]) for s in others] for r in rounds]
        if sum(int(view["left"][s]) > 3 for s in others) > 1:
            assert len({tuple(hands) for hands in hidden}) > 1
        for now in rounds:
            assert now["view"].tobytes() == view.tobytes()
            assert now["own"][seat].tobytes() == mine.tobytes()
            for name in ("actor", "turn", "needed", "is_final", "is_over", "then"):
                assert now[name] == state[name]
            hands = [int(own["hand"]) for own in now["own"]]
            assert [hand.bit_count() for hand in hands] == view["left"].tolist()
            together = int(view["played"])
            for hand in [int(full) for full in now["full"]]:
                assert together & hand == 0
                together |= hand
            assert together == DECK
            assert all(hand & ~int(now["full"][s]) == 0 for s, hand in enumerate(hands))
            for k in range(3 if swapped else 0):
                card = int(mine["gave"][k])
                if not card & int(view["played"]):
                    assert hands[(seat + 1 + k) & 3] & card
                    known += 1
            for s, rank in shown.items():
                if s != seat and not options:
                    assert not hands[s] >> 4 * (rank - 1) & 15
            if view["leader"] >= 0:
                for s in others:
                    quads, flush = bomb_masks(now["own"][s]["hand"])
                    assert (now["own"][s]["quads"], now["own"][s]["flush"]) == (quads, flush)
                    assert bool(now["bombers"] >> s & 1) == bool(quads | flush)
    assert known > 100
    assert len(kinds) >= 5


@pytest.mark.clause("TI-34")
def test_who_passed_under_a_wish_he_could_have_met_with_a_single_does_not_hold_it() -> None:
    table = Table("Mah As 9j 9s", "2j Kj 5s 4t", "3j 4j 7s 6t", "9p 9t 3s 8s")
    table.go("0 Mah", "wish 0 9").pass_on(1).until("turn 2")
    states, events = np.zeros(1, dtype=rec.STATE), np.zeros(1, dtype=rec.LOG)
    states[0], events[0] = table.state, table.log
    assert lacking(events[0]) == {1: 9}
    held = [0, 0, 0, 0]
    for now in imagined(Rules(), states, events, 3, 40):
        for seat in range(SEATS):
            held[seat] += (int(now["own"][seat]["hand"]) >> 32 & 15).bit_count()
    assert held[1] == held[2] == 0
    assert held[0] > 0
    assert held[3] > 0
    events["n"] = -1
    silent = imagined(Rules(), states, events, 3, 40)
    assert any(int(now["own"][1]["hand"]) >> 32 & 15 for now in silent)


def shuffled(states: Any, rng: Random) -> Any:
    """The same round as the seat that is asked sees it, with everything that is hidden mixed."""
    found = states.copy()
    state = found[0]
    view = state["view"]
    seat = int(view["seat"])
    others = [s for s in range(SEATS) if s != seat]
    mine = state["own"][seat]
    swapped = bool(mine["got"][0])
    is_grand = view["ask"] == rec.ASK_GRAND
    seen = int(mine["hand"]) | int(view["played"])
    unseen = int(state["deck"] or DECK) & ~seen
    for s in others:
        card = int(mine["gave"][(s - seat - 1) & 3]) if swapped else 0
        state["own"][s]["hand"] = card & unseen
        unseen &= ~card
    pool = [card for card in range(56) if unseen >> card & 1]
    rng.shuffle(pool)
    for s in others:
        own = state["own"][s]
        while int(own["hand"]).bit_count() < view["left"][s]:
            own["hand"] |= U64(1 << pool.pop())
        own["memo"] = rng.getrandbits(60), rng.getrandbits(40)
        own["quads"], own["flush"] = rng.getrandbits(50), rng.getrandbits(50)
        answered = bool(own["gave"][0])
        own["gave"] = [rng.getrandbits(50) | 1 for _ in range(3)] if answered else [0, 0, 0]
        own["got"] = [rng.getrandbits(50) for _ in range(3)]
        state["full"][s] = rng.getrandbits(56)
        for name in ("bombers", "ready", "callers", "patient"):
            state[name] = (int(state[name]) & ~(1 << s)) | rng.getrandbits(1) << s
        if is_grand:
            state["called"] = rng.getrandbits(4)
    if is_grand:
        state["full"][seat] = int(mine["hand"]) | rng.getrandbits(56)
    for name in ("honours_8", "honours_14", "honours", "quads", "flush"):
        state["record"][name][others] = rng.getrandbits(5)
    return found


@pytest.mark.clause("TI-60")
@pytest.mark.parametrize("options", OPTIONS[:3])
def test_hidden_cards_do_not_change_a_decision(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = make_rules(**options)
    asked = Asked(monkeypatch, 4)
    play(32, 0, 8, rules, [TINY] * 4, 1)
    rng = Random(6)
    changed = 0
    kinds = set()
    for states, option, events, seed in asked.kept:
        desk = Lookahead(rec.rules_record(rules))
        kinds.add(int(states[0]["view"]["ask"]))
        answers = []
        for table in (states, shuffled(states, rng), shuffled(states, rng)):
            answer = option.copy()
            asked.real(desk, table.copy(), answer, events, 4, seed)
            answers.append(answer.tobytes())
        assert len(set(answers)) == 1, int(states[0]["view"]["ask"])
        changed += answers[0] != option.tobytes()
    assert changed > 10
    assert len(kinds) >= (3 if options.get("exchange") else 4)


# --- what it decides ------------------------------------------------------------------------------


def decision(table: Table, heuristic: tuple[int, str], budget: int = 8) -> tuple[int, int]:
    """Answer of the policy that looks ahead where `heuristic` would give another."""
    option = np.zeros(1, dtype=OPTION)
    option[0]["value"], option[0]["cards"][0] = heuristic[0], mask(heuristic[1])
    events = np.zeros(1, dtype=rec.LOG)
    events[0] = table.log
    states = np.zeros(1, dtype=rec.STATE)
    states[0] = table.state
    desk = Lookahead(rec.rules_record(Rules()))
    search.decide(desk, states, option, events, budget, 77)
    return int(option[0]["value"]), int(option[0]["cards"][0])


@pytest.mark.clause("TI-25")
def test_it_goes_out_where_it_can() -> None:
    """Passing would leave the trick, and the round, to an opponent with one card."""
    table = Table("Mah As", "2j Kj 5s", "3j 4j 7s", "2s 3s 8s")
    table.go("0 Mah", "wish 0 -", "1 Kj")
    table.pass_on(2, 3).until("turn 0")
    assert decision(table, (0, ""))[1] == mask("As")


@pytest.mark.clause("TI-45")
def test_it_gives_the_dragon_to_an_opponent_who_comes_last() -> None:
    """Whoever is last hands his tricks over; one opponent has a card, the other a hopeless five."""
    table = Table("Drg As", "2j 5s", "3j 4j 7s 9s Tj", "2s 3s 8s 6s 5j", leader=1)
    table.go("1 5s").pass_on(2, 3).go("0 Drg").pass_on(1, 2, 3).until("gift 0")
    assert decision(table, (1, ""), 40)[0] == 3


def test_more_imagined_deals_win_more() -> None:
    seats = [number(SEARCH, 16), HEURISTIC, number(SEARCH, 16), HEURISTIC]
    records = play(33, 0, 300, Rules(), seats, 1)
    gain = records["score"][:, 0] - records["score"][:, 1]
    assert gain.mean() > 2 * gain.std(ddof=1) / np.sqrt(len(gain))


# --- questions ------------------------------------------------------------------------------------


def test_a_question_can_be_played_out_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"cards": "Drg Phx Aj As Ap Kj Ks Kt Qj Qs 8j 8s 8t 3t"}
    decision = question("tichu", Rules(), given, [TINY] * 4)
    positions = decision.deal(3, 0, 4)
    played = decision.play(3, 0, positions, 0)
    assert (played["bet"][:, 0] == rec.SMALL).all()
    assert same(decision.play(3, 2, positions[2:], 0), played[2:])
    monkeypatch.setattr(search, "decide", leave)
    plain = question("tichu", Rules(), given, [HEURISTIC] * 4)
    assert plain.actions == decision.actions
    assert plain.deal(3, 0, 4).tobytes() == positions.tobytes()
    for k in range(2):
        assert same(decision.play(3, 0, positions, k), plain.play(3, 0, positions, k))


def test_a_position_may_be_played_on_from_the_table() -> None:
    """`play_out` without a position goes on with the round that stands there."""
    table = Table("Mah As 4t", "2j Kj 5s", "3j 4j 7s", "2s 3s 8s")
    states = np.zeros(1, dtype=rec.STATE)
    states[0] = table.state
    streams, logs, out = (np.zeros(1, dtype=d) for d in (table.streams.dtype, rec.LOG, rec.RECORD))
    streams[0] = table.streams
    option = np.zeros(1, dtype=OPTION)
    option["value"] = search.OWN
    desk = Lookahead(rec.rules_record(Rules()))
    rounds = OpenRound(states, streams, logs)
    seats = np.full(SEATS, TINY)
    assert budget_of(int(seats[0])) == 2
    status = play_out(desk, rounds, seats, 1, 0, search.NO_POSITIONS, option, STAY, out)
    assert status == 0
    assert sorted(out[0]["place"].tolist())[:2] == [1, 2]
    assert NUMBER["As"] < 56

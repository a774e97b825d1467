"""Looking ahead: the rounds stay what they are, what is imagined agrees with what was seen."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import lookahead
from simcore.jit import U64
from simcore.shengji import search
from simcore.shengji.combos.frame import line_of
from simcore.shengji.combos.planes import longest_run
from simcore.shengji.engine import play, play_given, policy_array, searching
from simcore.shengji.policies import Policy
from simcore.shengji.positions import question
from simcore.shengji.records import RECORD, Ask
from simcore.shengji.search import MEMORY, OPTION, OWN, Desk, Situation, decide
from simcore.shengji.trace import transcript
from simcore.status import KaipaiError
from tests.oracle.shengji import referee
from tests.shengji.scene import Scene, make, types

ROOT = Path(__file__).parents[2]
SEARCH = lookahead.number(int(Policy.SEARCH), 2)
HEURISTIC, RANDOM = int(Policy.HEURISTIC), int(Policy.RANDOM)
TABLES: list[dict[str, Any]] = [
    {},
    {"decks": 1, "redeal_no_points": "on", "redeal_no_trump": "on"},
    {"decks": 3, "follow_tractor": "same_length", "chao_dipi": "on", "nt_declare": "joker_pair"},
    {"decks": 4, "tuple_protect": "both", "bury_restriction": "no_points"},
    {"players": 5, "solo_bonus": 1, "throw_check": "opponents_only"},
    {"players": 6, "decks": 3, "throw_fail_pick": "challenger", "lone_tuple": "cut_to_single"},
    {"throws": "off", "bury_restriction": "no_trump", "first_drawer": "count_off"},
]


def own_answer(desk: Desk, where: Situation, key: int, budget: int) -> Any:
    """What the seat would do without looking."""
    option = np.zeros(1, dtype=OPTION)
    option["how"] = OWN
    return option


def same_records(one: Any, other: Any) -> None:
    for name in RECORD.names or ():
        assert one[name].tolist() == other[name].tolist(), name


@pytest.mark.parametrize("changes", TABLES)
def test_a_seat_that_does_not_look_plays_the_heuristic_s_rounds(changes, monkeypatch):
    monkeypatch.setattr(searching, "decide", own_answer)
    rules = make(**changes)
    for other in (HEURISTIC, RANDOM):
        mixed = [SEARCH if seat % 2 else other for seat in range(rules.players)]
        plain = [HEURISTIC if seat % 2 else other for seat in range(rules.players)]
        same_records(play(41, 3, 6, rules, mixed, 3), play(41, 3, 6, rules, plain, 3))
        told = transcript(41, 3, rules, mixed, 2)
        assert told[1:] == transcript(41, 3, rules, plain, 2)[1:]
        assert "search:2" in told[0]["policies"]


def test_a_whole_match_ends_as_the_heuristic_s_does(monkeypatch):
    monkeypatch.setattr(searching, "decide", own_answer)
    same_records(play(42, 0, 2, make(), [SEARCH] * 4), play(42, 0, 2, make(), [HEURISTIC] * 4))


def test_given_cards_are_played_on_too(monkeypatch):
    hands = [types(hand) for hand in ("S:2K4 2H", "S:35A 3H", "S:467 5H", "S:89Q 6H")]
    given = hands, types("2C 9D"), make()
    played = play_given(*given, [SEARCH] * 4, dealer=0)
    assert played["status"].tolist() == [0]
    monkeypatch.setattr(searching, "decide", own_answer)
    same_records(
        play_given(*given, [SEARCH] * 4, dealer=0), play_given(*given, [HEURISTIC] * 4, dealer=0)
    )


# --- what is imagined -----------------------------------------------------------------------------


def planes(cards: Any) -> list[int]:
    return [int(word) for word in cards.item()]


def counts(cards: Any) -> np.ndarray[Any, Any]:
    """Copies of each card of a frame."""
    return np.array([sum(word >> bit & 1 for word in planes(cards)) for bit in range(54)])


def packed(found: Any) -> tuple[int, ...]:
    return tuple(sum(1 << bit for bit in range(54) if found[bit] > k) for k in range(4))


class Watch:
    """Stands in for `decide`: looks at every n-th decision, and answers as `heuristic`."""

    def __init__(self, rules: Any, look: Any, every: int = 1) -> None:
        self.rules, self.look, self.every = rules, look, every
        self.seen = self.looked = 0

    def __call__(self, desk: Desk, where: Situation, key: int, budget: int) -> Any:
        self.seen += 1
        if self.seen % self.every == 0:
            self.looked += 1
            self.look(desk, where, key)
        return own_answer(desk, where, key, budget)


def play_watched(monkeypatch, rules, look, every=1, matches=2, policies=None):
    watch = Watch(rules, look, every)
    monkeypatch.setattr(searching, "decide", watch)
    seats = policies or [SEARCH if seat % 2 else RANDOM for seat in range(rules.players)]
    play(43, 0, matches, rules, seats, 2)
    assert watch.looked > 10


def breaks(hand: Any, lacks: Any) -> bool:
    return any(held & lacked for held, lacked in zip(planes(hand), planes(lacks), strict=True))


def frame_of(desk: Desk, view: Any) -> Any:
    return desk.frames[0]["frames"][int(view["rank"]), int(view["trump"])]


@pytest.mark.parametrize("changes", TABLES)
def test_what_play_has_shown_is_true(changes, monkeypatch):
    rules = make(**changes)
    shown = [0]

    def look(desk: Desk, where: Situation, key: int) -> None:
        state, memory = where.state[0], where.memory[0]
        view = state["view"]
        if view["ask"] == Ask.BURY:
            return
        frame = frame_of(desk, view)
        for seat in range(rules.players):
            hand = state["own"][seat]["hand"]
            assert not breaks(hand, memory["lacks"][seat])
            shown[0] += sum(map(int.bit_count, planes(memory["lacks"][seat])))
            for suit in range(5):
                most = int(memory["runs"][seat, suit])
                line = line_of(U64(hand["p1"] & frame["suit"][suit]), frame)
                assert most == 0 or longest_run(line, 54, frame) <= most
        together = sum(counts(memory["played"][seat]) for seat in range(rules.players))
        assert together.tolist() == counts(view["played"]).tolist()

    play_watched(monkeypatch, rules, look, 1, 4)
    assert shown[0] > 0


@pytest.mark.parametrize("changes", TABLES)
def test_imagined_deals_agree_with_what_was_seen(changes, monkeypatch):
    rules = make(**changes)
    differ, kept, all_ = set(), 0, 0

    def look(desk: Desk, where: Situation, key: int) -> None:
        nonlocal kept, all_
        state, memory = where.state[0], where.memory[0]
        view = state["view"]
        seat, buries = int(view["seat"]), view["ask"] == Ask.BURY
        own = state["own"][seat]
        desk.imagine(where, key, 0, 6)
        for i in range(6):
            found = desk.states[i]
            assert planes(found["own"][seat]["hand"]) == planes(own["hand"])
            total = counts(own["hand"])
            for other in range(rules.players):
                if other == seat:
                    continue
                hand = found["own"][other]["hand"]
                left = int(view["hand_size"] if buries else view["left"][other])
                assert counts(hand).sum() == left
                total = total + counts(hand)
                exposed = counts(view["exposed"][other])
                if other != int(state["buried_by"]) and not memory["buriers"] >> other & 1:
                    assert (counts(hand) >= exposed).all()
                if not buries:
                    all_ += 1
                    kept += not breaks(hand, memory["lacks"][other])
                    for suit in range(5):
                        if view["void"][other] >> suit & 1:
                            assert not hand["p0"] & frame_of(desk, view)["suit"][suit]
            if not buries:
                total = total + counts(view["played"]) + counts(found["kitty"])
                points = desk.records[i]["kitty_points"]
                assert (points == where.record[0]["kitty_points"]) or not own["has_buried"]
                if own["has_buried"]:
                    assert planes(found["kitty"]) == planes(own["buried"])
                differ.add(found["own"]["hand"].tobytes())
            assert total.max() <= rules.decks
            assert buries or total.tolist() == [rules.decks] * 54

    play_watched(monkeypatch, rules, look, 3)
    assert len(differ) > 20
    assert kept >= 0.995 * all_


def scramble(where: Situation, rng: random.Random) -> Situation:
    """The same situation with other hidden cards."""
    state = where.state.copy()
    view, owns = state[0]["view"], state[0]["own"]
    seat = int(view["seat"])
    others = [owns[other]["hand"] for other in range(len(owns)) if other != seat]
    buries, has_buried = view["ask"] == Ask.BURY, owns[seat]["has_buried"]
    parts = others if buries or has_buried else [*others, state[0]["kitty"]]
    stock = [bit for part in parts for bit in range(54) for _ in range(counts(part)[bit])]
    rng.shuffle(stock)
    for part in parts:
        n = int(counts(part).sum())
        mine, stock = stock[:n], stock[n:]
        words = packed(np.bincount(np.array(mine, dtype=int), minlength=54))
        for k, word in enumerate(words):
            part[f"p{k}"] = word
    state[0]["dealt"] = np.zeros_like(state[0]["dealt"])
    state[0]["order"] = 7
    for other in range(len(owns)):
        if other != seat:
            owns[other]["buried"] = state[0]["kitty"].copy()
    record = where.record.copy()
    if not has_buried:
        record["kitty_points"] = 35
    return Situation(state, record, where.begin, where.limit, where.memory, where.move)


@pytest.mark.parametrize("changes", [TABLES[0], TABLES[2], TABLES[4]])
def test_a_decision_does_not_change_with_hidden_cards(changes, monkeypatch):
    rng = random.Random(44)
    kinds: set[int] = set()

    def look(desk: Desk, where: Situation, key: int) -> None:
        chosen = decide(desk, where, key, 4).copy()
        again = decide(desk, scramble(where, rng), key, 4)
        assert chosen.tobytes() == again.tobytes()
        kinds.add(int(where.state[0]["view"]["ask"]))

    rules = make(**changes)
    play_watched(monkeypatch, rules, look, 2, 3)
    assert {int(Ask.LEAD), int(Ask.FOLLOW)} <= kinds


def test_all_deals_are_met_where_one_seat_lacks_a_suit():
    # seat 0 leads a spade and seat 1 has none; seat 2 looks
    scene = Scene("S:4 D:6/D:58/S:6 D:9/S:T D:3", "2C", decks=1).decline().say("2C", "4S", "5D")
    where = situation(scene)
    desk = Desk(scene.rules)
    desk.make_place(2000)
    desk.imagine(where, 5, 0, 2000)
    spade = int(scene.frame["bit"][types("KS")[0]])
    places = [
        int((desk.states["own"]["hand"]["p0"][:, seat] >> U64(spade) & U64(1)).sum())
        for seat in range(4)
    ]
    # 50 cards are hidden, one of them with seat 1, which holds no spade, and two with seat 3
    assert places[1] == 0
    assert abs(places[3] - 2000 * 2 / 49) < 4 * np.sqrt(2000 * 2 / 49)


# --- whole rounds ---------------------------------------------------------------------------------


def digest(chunk: int) -> list[bytes]:
    rules = make()
    parts = [play(45, m, min(m + chunk, 4), rules, [SEARCH, HEURISTIC] * 2, 1)
             for m in range(0, 4, chunk)]  # fmt: skip
    out = np.concatenate(parts)
    return [np.ascontiguousarray(out[name]).tobytes() for name in RECORD.names or ()]


def test_records_depend_on_no_chunk_and_no_thread():
    whole = digest(7)
    assert digest(1) == whole
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(digest, (7, 1))) == [whole, whole]


def test_the_budget_matters():
    one, other = (
        play(45, 0, 2, make(), [lookahead.number(int(Policy.SEARCH), n)] * 4, 1) for n in (2, 3)
    )
    assert one["points"].tolist() != other["points"].tolist()


@pytest.mark.parametrize("changes", TABLES)
def test_rounds_are_played_without_a_fault(changes):
    rules = make(**changes)
    for match, other in enumerate((HEURISTIC, RANDOM)):
        seats = [SEARCH if (seat + match) % 2 else other for seat in range(rules.players)]
        lines = transcript(46, match, rules, seats, 1)
        assert referee(lines, rounds_limit=1) == []
        out = play(46, match, match + 1, rules, seats, 1)
        (score,) = (line for line in lines if line["event"] == "score")
        for name in ("trick_points", "kitty_points", "opponent_points", "next_dealer"):
            assert int(out[0][name]) == score[name]


def digest_of_short_hands() -> str:
    """Digest of a round with few cards."""
    hands = [types(hand) for hand in ("S:2K45 2H", "S:35A9 3H", "S:467T 5H", "S:89QJ 6H")]
    out = play_given(hands, types("2C 9D"), make(), [SEARCH] * 4, dealer=0)
    found = sha256()
    for name in RECORD.names or ():
        found.update(np.ascontiguousarray(out[name]).tobytes())
    return found.hexdigest()


def test_decisions_are_the_same_without_the_compiler():
    code = "from tests.shengji.test_search import *; print(digest_of_short_hands())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest_of_short_hands()


def test_deals_that_find_no_place_are_imagined_again(monkeypatch):
    rules, seats = make(), [lookahead.number(int(Policy.SEARCH), 6), HEURISTIC] * 2
    whole = play(45, 0, 1, rules, seats, 1)
    monkeypatch.setattr(search, "PLACES", 5)
    same_records(play(45, 0, 1, rules, seats, 1), whole)


def test_a_budget_is_needed():
    with pytest.raises(KaipaiError, match="policies"):
        policy_array([int(Policy.SEARCH)] * 4, 4)
    with pytest.raises(KaipaiError, match="policies"):
        policy_array([lookahead.number(HEURISTIC, 4)] * 4, 4)


# --- decisions ------------------------------------------------------------------------------------


def situation(scene: Scene) -> Situation:
    record = np.zeros(1, dtype=RECORD)
    record[0] = scene.record
    return Situation(
        scene.scratch.state, record, scene.scratch.match.copy(), 1000, np.zeros(1, dtype=MEMORY),
        scene.scratch.move,
    )  # fmt: skip


def test_the_highest_trump_waits_for_the_last_trick():
    hands = "4S 6D/5S 8D/6S 9D/RJ 3D"
    scene = Scene(hands, "2C S:TTKK D:TKK").decline().say("2C S:TTKK D:TKK", "4S", "5S", "6S")
    assert (scene.seat, scene.ask) == (3, Ask.FOLLOW)
    where = situation(scene)
    scene._lay("RJ")  # the heuristic ruffs for five points
    desk = Desk(scene.rules)
    assert desk.list_options(where) == 2
    chosen = decide(desk, where, 1, 16)
    assert int(chosen[0]["cards"]["p0"]) == 1 << types("3D")[0]


def test_options_come_once_and_the_own_one_first(monkeypatch):
    def look(desk: Desk, where: Situation, key: int) -> None:
        n = desk.list_options(where)
        found = [bytes(desk.options[k]["cards"].tobytes()) for k in range(n)]
        assert len(set(found)) == n
        assert planes(where.move[0]["cards"]) == planes(desk.list[0]["found"][0])

    play_watched(monkeypatch, make(decks=3), look, 1, 1)


def test_positions_are_played_on_with_searching_seats(monkeypatch):
    hand = (
        "RJ BJ 2S 2S 2H AS KS QS JS TS 9S 7S 6S AH AH KH 9H 8H 4H AD KD 5D 4D 3D QC TC 9C 8C 7C 5C"
        " 4C 4C 3C"
    )
    given = {
        "cards": hand, "rank": "2", "trump": "S",
        "options": "4H 8H 9H 3D 4D 3C 7C 8C | KH KD 5D 5C TC KS TS 3C",
    }  # fmt: skip
    plain = question("bury", make(), given, [HEURISTIC] * 4)
    looking = question("bury", make(), given, [SEARCH, HEURISTIC] * 2)
    positions = plain.deal(3, 0, 3)
    records = looking.play(3, 0, positions, 1)
    assert records["status"].tolist() == [0] * 3
    monkeypatch.setattr(searching, "decide", own_answer)
    same_records(looking.play(3, 0, positions, 1), plain.play(3, 0, positions, 1))

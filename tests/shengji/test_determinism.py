"""The same cards and moves whatever the chunks, threads and compiler; golden transcripts."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.shengji.combos.planes import clear, copy
from simcore.shengji.engine import play
from simcore.shengji.policies import Policy, choose
from simcore.shengji.records import MOVE, RECORD, Ask
from simcore.shengji.trace import transcript
from tests.shengji.scene import Scene, make

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1] / "data/golden/shengji"

TABLES: list[tuple[dict[str, Any], list[int]]] = [
    ({}, [0, 1, 0, 1]),
    ({"decks": 3, "chao_dipi": "on", "nt_declare": "joker_pair"}, [0, 0, 1, 0]),
    ({"players": 5, "first_drawer": "count_off"}, [0, 1, 1, 0, 0]),
]


def digest(seed: int = 7, matches: int = 64, rounds: int = 2, chunk: int = 64) -> str:
    """Digest of the records of three tables."""
    found = hashlib.sha256()
    for changes, seats in TABLES:
        rules, stops = make(**changes), range(chunk, matches + chunk, chunk)
        parts = [play(seed, s - chunk, min(s, matches), rules, seats, rounds) for s in stops]
        out = np.concatenate(parts)
        for name in RECORD.names or ():  # field by field: gaps between fields hold anything
            found.update(np.ascontiguousarray(out[name]).tobytes())
    return found.hexdigest()


def test_records_do_not_depend_on_chunks_and_do_on_the_seed():
    whole = digest()
    assert digest(chunk=1) == digest(chunk=7) == whole
    assert digest(seed=8) != whole


def test_records_do_not_depend_on_threads():
    changes, seats = TABLES[1]
    rules = make(**changes)
    whole = play(7, 0, 60, rules, seats, 2)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda m: play(7, m, m + 6, rules, seats, 2), range(0, 60, 6)))
    assert np.array_equal(np.concatenate(parts), whole)


def test_two_halves_make_the_whole():
    changes, seats = TABLES[0]
    halves = [play(7, a, b, make(**changes), seats) for a, b in ((0, 3), (3, 6))]
    whole = play(7, 0, 6, make(**changes), seats)
    assert np.array_equal(np.concatenate(halves), whole)
    first = play(7, 0, 6, make(**changes), seats, 1)
    assert np.array_equal(first["opponent_points"], whole[whole["round"] == 0]["opponent_points"])


def test_records_are_the_same_without_the_compiler():
    code = "from tests.shengji.test_determinism import digest; print(digest(matches=2, rounds=1))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest(matches=2, rounds=1)


# --- what a policy cannot see


def decision(scene: Scene, policy: int) -> bytes:
    """Answer of a policy to the question that is open, as bytes."""
    move = np.zeros(1, dtype=MOVE)
    own = scene.state["own"][scene.seat]
    streams = scene.streams.copy()
    work = scene.scratch.work.copy()
    choose(policy, scene.view, own, scene.frame, scene.law, streams, scene.seat, work[0], move[0])
    return move.tobytes()


SWAPPED = [
    ("S:2K4 2H/S:35A 3H/S:467 5H/S:89Q 6H", "S:2K4 2H/S:89Q 6H/S:35A 3H/S:467 5H"),
    ("S:2K4 2H/S:35A 3H/S:467 5H/S:89Q 6H", "S:2K4 2H/S:467 5H/D:2345/S:89Q 6H"),
]


@pytest.mark.parametrize("policy", list(Policy), ids=lambda policy: policy.name.lower())
@pytest.mark.parametrize(("one", "other"), SWAPPED)
def test_a_decision_does_not_change_with_the_cards_of_others(policy, one, other):
    scenes = [Scene(hands, "2C 9D") for hands in (one, other)]
    asked = []
    for scene in scenes:
        found = []
        scene.decline()
        for answer in ("2C 9D", None):
            assert scene.seat == 0
            found.append((scene.ask, decision(scene, int(policy))))
            if answer:
                scene.say(answer)
        asked.append(found)
    assert asked[0] == asked[1]
    assert [ask for ask, _ in asked[0]] == [Ask.BURY, Ask.LEAD]


@pytest.mark.parametrize("policy", list(Policy), ids=lambda policy: policy.name.lower())
def test_a_follow_does_not_change_with_the_cards_of_others(policy):
    hands = "S:99A 2H/S:3355/S:4466/S:88Q 6H"
    scene = Scene(hands, "2C").decline().say("2C", "S:99")
    assert (scene.ask, scene.seat) == (Ask.FOLLOW, 1)
    before = decision(scene, int(policy))
    own, room = scene.state["own"], scene.state["kitty"].copy()
    copy(own[2]["hand"], room)
    copy(own[3]["hand"], own[2]["hand"])
    copy(room, own[3]["hand"])
    scene.state["dealt"][:] = scene.state["dealt"][::-1].copy()
    clear(scene.state["kitty"])
    assert decision(scene, int(policy)) == before
    copy(own[0]["hand"], own[1]["hand"])  # its own cards do matter
    assert decision(scene, int(policy)) != before


def test_play_keeps_nothing_from_other_rules_or_policies():
    seed, other = make(), make(players=6, decks=3, chao_dipi="on", hong_wu="red")
    first = play(3, 0, 2, seed, [2] * 4, 2)
    play(4, 0, 2, other, [0] * 6, 2)
    play(5, 0, 2, seed, [1] * 4, 2)
    again = play(3, 0, 2, seed, [2] * 4, 2)
    for name in first.dtype.names:
        assert again[name].tolist() == first[name].tolist(), name


# --- golden transcripts; renew them on purpose only:
#     python -m tests.shengji.test_determinism

MATCHES: dict[str, tuple[int, dict[str, Any], list[int], int]] = {
    "four": (11, {"max_rounds": 3, "throw_fail_points": 10}, [0, 1, 0, 1], 0),
    "five": (12, {"players": 5, "first_drawer": "count_off"}, [0, 0, 1, 0, 1], 2),
    "six": (13, {"players": 6, "decks": 3, "chao_dipi": "on"}, [0, 1, 1, 0, 0, 0], 1),
    "sense": (14, {"kitty_mult": "cards"}, [2, 3, 2, 3], 2),
    "before": (14, {"kitty_mult": "cards"}, [4, 4, 4, 4], 2),
}


def golden_lines(name: str) -> list[str]:
    seed, changes, seats, rounds = MATCHES[name]
    return [json.dumps(line) for line in transcript(seed, 0, make(**changes), seats, rounds)]


@pytest.mark.parametrize("name", MATCHES)
def test_golden_transcripts_stay_as_they_are(name):
    kept = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert golden_lines(name) == kept


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        (GOLDEN / f"{match}.jsonl").write_text(
            "".join(line + "\n" for line in golden_lines(match)), encoding="utf-8"
        )

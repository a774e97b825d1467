"""The same seed gives the same play, however it is cut, and nothing hidden bears on a decision."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from simcore.gouji.engine import play, play_given
from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy
from simcore.gouji.records import RECORD, Event
from tests.gouji import golden

PLAIN = [policy for policy in Policy if policy != Policy.SEARCH]
"""Policies that do not imagine cards; `test_search` permutes what `search` cannot see."""
MIXED = [Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC] * 2
RULES = GAME.make_rules("seed", {"hands_per_game": 2, "partnership": "draw"})
N = 64


def digest(records: np.ndarray) -> str:
    """Digest all fields of records; what pads a record between them is not theirs."""
    fields = b"".join(np.ascontiguousarray(records[name]).tobytes() for name in RECORD.names)
    return hashlib.sha256(fields).hexdigest()


WHOLE: dict[int, str] = {}


def whole(seed: int) -> str:
    """Digest of N matches played in one go."""
    if seed not in WHOLE:
        WHOLE[seed] = digest(play(seed, 0, N, RULES, MIXED))
    return WHOLE[seed]


@pytest.mark.parametrize("size", [1, 7, 64])
@pytest.mark.parametrize("threads", [1, 3])
def test_chunks_and_threads_do_not_matter(size, threads):
    spans = [(start, min(start + size, N)) for start in range(0, N, size)]
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda span: play(7, *span, RULES, MIXED), spans))
    assert digest(np.concatenate(parts)) == whole(7)


def test_two_halves_make_the_whole():
    halves = [play(7, 0, 29, RULES, MIXED), play(7, 29, N, RULES, MIXED)]
    assert digest(np.concatenate(halves)) == whole(7)
    records = np.concatenate(halves)
    assert records["match"].tolist() == [match for match in range(N) for _ in range(2)]


def test_a_limit_on_rounds_does_not_change_the_rounds_before_it():
    long = GAME.make_rules("seed", {"hands_per_game": 3})
    three, one = play(3, 0, 9, long, MIXED), play(3, 0, 9, long, MIXED, 1)
    played = [name for name in one.dtype.names if name not in ("match_over", "winner", "game_over")]
    for name in played:
        if name != "wins":
            assert (three[::3][name] == one[name]).all(), name


def test_seed_match_round_and_policy_matter():
    assert whole(7) == digest(play(7, 0, N, RULES, MIXED))
    assert whole(8) != whole(7)
    first, second = play(7, 0, 1, RULES, MIXED), play(7, 1, 2, RULES, MIXED)
    assert first["plays"].tolist() != second["plays"].tolist() or first["place"].tolist() != (
        second["place"].tolist()
    )
    assert digest(play(7, 0, N, RULES, [Policy.RANDOM] * 6)) != whole(7)


PROGRAM = """
from tests.gouji.test_determinism import digest
from simcore.gouji.engine import play
from simcore.gouji.game import GAME
from simcore.jit import JIT_ON
rules = GAME.make_rules("seed", {"hands_per_game": 2, "partnership": "draw"})
policies = [[0, 1, 2] * 2, [0] * 6]
print(JIT_ON, *(digest(play(7, 0, 1, rules, p)) for p in policies))
"""


@pytest.mark.slow
def test_without_the_jit_the_rounds_are_the_same():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    here = [digest(play(7, 0, 1, RULES, policies)) for policies in (MIXED, [Policy.RANDOM] * 6)]
    assert done.stdout.split() == ["False", *here]


def first_plays(deal: list[list[int]], seed: int, policy: Policy) -> tuple[int, int]:
    """Return who leads a round from given hands, and what."""
    rules = GAME.make_rules("seed", {"three_pair_announce": "never", "revolution": "off"})
    (_, log), *_ = play_given([deal], seed, 0, rules, [policy] * 6)
    return next((int(row[1]), int(row[2])) for row in log if row[0] == Event.PLAY)


@pytest.mark.parametrize("policy", PLAIN)
def test_cards_that_a_seat_cannot_see_leave_its_lead_unchanged(policy):
    for seed in range(25):
        rng = random.Random(seed)
        deck = list(range(216))
        rng.shuffle(deck)
        deal = [deck[12 * seat : 12 * seat + 12] for seat in range(6)]
        seat, lead = first_plays(deal, seed, policy)
        for _ in range(3):
            rest = [card for other in range(6) if other != seat for card in deal[other]]
            rest += deck[72:]
            rng.shuffle(rest)
            permuted = [
                deal[other] if other == seat else [rest.pop() for _ in range(12)]
                for other in range(6)
            ]
            assert first_plays(permuted, seed, policy) == (seat, lead)


@pytest.mark.parametrize("policy", PLAIN)
def test_the_second_seat_replies_by_what_it_sees(policy):
    rules = GAME.make_rules("seed", {"three_pair_announce": "never", "revolution": "off"})
    for seed in range(25):
        rng = random.Random(seed)
        ranks = list(range(112))  # nothing that starts a Gou Ji: 3 to 9
        rng.shuffle(ranks)
        deal = [ranks[12 * seat : 12 * seat + 12] for seat in range(6)]
        leader, _ = first_plays(deal, seed, policy)
        follower = (leader + 1) % 6
        answers = []
        for _ in range(3):
            hidden = [s for s in range(6) if s not in (leader, follower)]
            rest = [card for s in hidden for card in deal[s]]
            rng.shuffle(rest)
            for s in hidden:
                deal[s] = [rest.pop() for _ in range(12)]
            (_, log), *_ = play_given([deal], seed, 0, rules, [policy] * 6)
            acts = [row[:3].tolist() for row in log if row[0] in (Event.PLAY, Event.PASS)]
            answers.append(acts[1])
        assert answers[0][1] == follower
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("name", golden.MATCHES)
def test_golden_transcripts_are_played_word_for_word(name):
    kept = (golden.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    lines = golden.lines_of(name)
    for number, (line, played) in enumerate(zip(kept, lines, strict=False), 1):
        assert json.loads(line) == json.loads(played), f"line {number} of {name}"
    assert kept == lines

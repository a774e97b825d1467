"""The same numbers from any cut, thread or build; decisions that hidden cards cannot move."""

import hashlib
import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from simcore.runner import Run, execute
from simcore.tichu import records as rec
from simcore.tichu.engine import play
from simcore.tichu.policies import Policy, choose
from tests.tichu.golden import FOLDER, MATCHES, replayed
from tests.tichu.table import Table, make_rules

ROOT = Path(__file__).parents[2]
MIXED = [0, 1, 1, 0]
RANDOM = [0, 0, 0, 0]


def digest(*parts):
    found = hashlib.sha256()
    records = np.concatenate(parts)
    for name in records.dtype.names:  # field by field: bytes between fields mean nothing
        found.update(records[name].tobytes())
    return found.hexdigest()


def run(n, chunk, threads, seats=MIXED, seed=21, rounds=0):
    parts = []
    rules = make_rules(target_score=300)
    execute(
        Run(
            work=lambda start, stop: play(seed, start, stop, rules, seats, rounds),
            consume=parts.append,
            n=n,
            chunk=chunk,
            threads=threads,
        )
    )
    return np.concatenate(parts)


def test_chunks_and_threads_change_nothing():
    whole = run(150, 200, 1)
    assert np.unique(whole["match"]).tolist() == list(range(150))
    for chunk in (1, 7, 64):
        for threads in (1, 2):
            assert digest(run(150, chunk, threads)) == digest(whole), (chunk, threads)


def test_two_halves_are_the_whole():
    rules = make_rules(target_score=200)
    whole = play(5, 30, 70, rules, RANDOM)
    first, second = play(5, 30, 50, rules, RANDOM), play(5, 50, 70, rules, RANDOM)
    assert digest(whole) == digest(first, second)


def test_long_matches_do_not_hang_together_with_their_neighbours():
    rules = make_rules(target_score=3000)
    whole = play(6, 0, 4, rules, RANDOM)
    assert np.bincount(whole["match"].astype(int)).max() > 16  # past the deals made in one go
    for match in range(4):
        alone = play(6, match, match + 1, rules, RANDOM)
        assert digest(alone) == digest(whole[whole["match"] == match])


def test_the_first_rounds_of_a_match_are_those_of_the_whole_match():
    whole = play(7, 0, 10, make_rules(), RANDOM)
    short = play(7, 0, 10, make_rules(), RANDOM, rounds=2)
    for name in ("finish", "score", "plays", "passes", "bet", "honours_14", "gave"):
        for match in range(10):
            long, cut = (r[r["match"] == match][name][:2] for r in (whole, short))
            assert (long == cut).all(), name


def test_seed_and_match_matter():
    rules = make_rules()
    base = play(1, 0, 20, rules, RANDOM, rounds=1)
    other = play(2, 0, 20, rules, RANDOM, rounds=1)
    later = play(1, 20, 40, rules, RANDOM, rounds=1)
    for records in (other, later):
        assert (records["honours_14"] != base["honours_14"]).any(axis=1).mean() > 0.7
        assert (records["score"] != base["score"]).any(axis=1).mean() > 0.7
    again = play(2**64 - 1, 0, 2, rules, RANDOM, rounds=1)
    assert digest(again) == digest(play(2**64 - 1, 0, 2, rules, RANDOM, rounds=1))


def test_the_policy_of_one_seat_moves_no_card():
    rules = make_rules()
    deals = {
        tuple(seats): play(3, 0, 10, rules, list(seats), rounds=1)["honours_14"].tolist()
        for seats in ((0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1))
    }
    assert len({json.dumps(deal) for deal in deals.values()}) == 1


OPTIONS = {
    "plain": {},
    "odd": {
        "bomb_priority": "random", "self_beat": True, "wish_scope": "any_play",
        "final_trick": "complete", "phoenix_fulfils_wish": True, "fullhouse_same_rank": "valid",
        "partner_double_call": "one_per_team", "grand_tichu_order": "sequential",
    },
}  # fmt: skip


def few_rounds():
    """Digest of a few rounds under two sets of rules."""
    return digest(*(play(9, 0, 4, make_rules(**o), MIXED, rounds=2) for o in OPTIONS.values()))


def test_with_the_jit_off_the_records_are_the_same():
    code = "from tests.tichu.test_determinism import few_rounds; print(few_rounds())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == few_rounds()


# --- hidden cards ---------------------------------------------------------------------------------

OTHERS = ("3s 4s 5s 6s 8s 9j", "3p 4p 5p 6p 8p 9s", "3t 4t 5t 6t 8t 9p")
MINE = "Mah 7j 7s 7p Tj Js Qp Kt Aj 2j"


def answers(table, policy):
    """What seat 0 answers to every question that it might be asked here."""
    view, own = table.view.copy(), table.state["own"][0].copy()
    found = []
    for question in (
        rec.ASK_TURN, rec.ASK_WISH, rec.ASK_GIFT, rec.ASK_TICHU, rec.ASK_GRAND, rec.ASK_EXCHANGE,
    ):  # fmt: skip
        view["ask"] = question
        streams = table.streams.copy()
        found.append(choose(np.int64(policy), view, own, table.rules, streams, np.int64(0)))
    return repr(found)


def stories():
    """Tables that look alike to seat 0, whoever holds which of the cards not yet seen."""
    for hands in permutations(OTHERS):
        yield Table(MINE, *hands, stake_small=0)
    for hidden in permutations(("Ks Kp 9j", "Qs Qt 9s", "3t 4t 9p")):
        hands = [f"{seen} {hand}" for seen, hand in zip(("8s", "As", "Tp"), hidden, strict=True)]
        table = Table(MINE, *hands, stake_small=0)
        yield table.go("0 Mah", "wish 0 -", "1 8s", "2 As").pass_on(3)


@pytest.mark.clause("TI-60")
@pytest.mark.parametrize("policy", [Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC])
def test_cards_that_a_seat_cannot_see_leave_its_decisions_alone(policy):
    tables = list(stories())
    for alike in (tables[:6], tables[6:]):
        assert len({int(t.state["own"][1]["hand"]) for t in alike}) > 2
        assert len({t.view.tobytes() for t in alike}) == 1
        assert len({t.state["own"][0].tobytes() for t in alike}) == 1
        assert len({answers(t, policy) for t in alike}) == 1


@pytest.mark.clause("TI-60")
def test_on_eight_cards_and_before_the_exchange_nothing_of_the_others_shows():
    mine = "Mah 7j 7s 7p Tj Js Qp Kt Aj 2j 2s 2p 3j 4j"
    swaps = ("exchange 0 7j 7s 7p",)
    views, owns = {}, {}
    for hands in permutations(OTHERS):
        table = Table.dealt(mine, *hands)
        for stage, lines in (("eight", ()), ("fourteen", ()), ("given", swaps)):
            if stage == "fourteen":
                table.until("exchange 0")
            table.go(*lines)
            views.setdefault(stage, set()).add(table.view.tobytes())
            owns.setdefault(stage, set()).add(table.state["own"][0].tobytes())
    assert {stage: len(found) for stage, found in views.items()} == dict.fromkeys(views, 1)
    assert {stage: len(found) for stage, found in owns.items()} == dict.fromkeys(owns, 1)
    assert rec.OWN.names


# --- golden transcripts ---------------------------------------------------------------------------


def test_golden_matches_are_all_there():
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(MATCHES)


@pytest.mark.parametrize("name", MATCHES)
def test_a_golden_match_is_still_played_so(name):
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="ascii").splitlines()
    events = [json.loads(line) for line in lines]
    assert json.loads(json.dumps(replayed(name))) == events

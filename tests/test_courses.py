"""Courses of whole matches, by digest: no rule of a heuristic changes unseen.

A golden transcript shows what changed, in one match; here many matches say that something did.  The
digests are renewed with the version of a game, on purpose only::

    python -m tests.test_courses
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from simcore.catalog import load_game

SEED, MATCHES = 17, 200
RULES = {"heuristic_kitty": {"kitty_mult": "cards"}}
"""Other rules than the default, where a policy plays like another under that."""
SEATS = {"gouji": 6, "shengji": 4, "tichu": 4}
COURSES = {
    ("gouji", "heuristic"): "9c04ce885b08a634",
    ("gouji", "heuristic_random_shao"): "cbf7b484b051a595",
    ("gouji", "heuristic_v2"): "00f838431af47213",
    ("shengji", "heuristic"): "bb3ef8228a7b702a",
    ("shengji", "heuristic_kitty"): "1605b647fc79080d",
    ("shengji", "heuristic_v2"): "4b866ac6cc2b5ac9",
    ("tichu", "heuristic"): "ac314a0ce1eb2110",
    ("tichu", "heuristic_v2"): "39df16e2a98a8ff1",
}


def course(game: str, policy: str) -> str:
    """Digest of all fields of all records of matches that one policy plays in every seat."""
    found = load_game(game)
    number = found.policies.index(policy)
    rules = found.make_rules("seed", RULES.get(policy, {}))
    records = found.room("play")(SEED, 0, MATCHES, rules, (number,) * SEATS[game], 0)
    digest = hashlib.sha256()
    for name in records.dtype.names:  # field by field: gaps between fields hold anything
        column = np.ascontiguousarray(records[name])
        digest.update(column.astype(column.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()[:16]


def test_every_heuristic_has_a_course():
    wanted = {
        (game, policy)
        for game in SEATS
        for policy in load_game(game).policies
        if policy.startswith("heuristic")
    }
    assert set(COURSES) == wanted


@pytest.mark.parametrize(("game", "policy"), COURSES)
def test_a_course_stays_as_it_is(game, policy):
    assert course(game, policy) == COURSES[game, policy]


if __name__ == "__main__":
    for key in COURSES:
        print(f"    {key}: {course(*key)!r},".replace("'", '"'))

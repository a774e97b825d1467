"""Pieces of work: as many rounds whatever a match is, so that memory stays flat."""

import pytest

from analysis.commands import LOOKING_CHUNK, TIMED_CHUNK, WHOLE_MATCH, Sampling
from analysis.seating import policy_number
from simcore.catalog import load_game
from simcore.runner import DEFAULT_CHUNK

SEARCH = policy_number(load_game("tichu"), "search:8")


@pytest.mark.parametrize(
    ("given", "rounds", "chunk"),
    [
        ({}, 1, DEFAULT_CHUNK),
        ({}, 10, DEFAULT_CHUNK // 10),
        ({}, 0, DEFAULT_CHUNK // WHOLE_MATCH),
        ({}, 10 * DEFAULT_CHUNK, 1),
        ({"max_time": 1.0}, 1, TIMED_CHUNK),
        ({"max_time": 1.0}, 100, DEFAULT_CHUNK // 100),
        ({"chunk": 77}, 1, 77),
    ],
)
def test_pieces_hold_as_many_rounds_however_long_matches_are(given, rounds, chunk):
    assert Sampling(10, **given).paced([2, 2, 2, 2], rounds).chunk == chunk


def test_pieces_of_a_policy_that_looks_ahead_are_smallest_unless_told():
    assert Sampling(10).paced([2, SEARCH, 2, 2], 0).chunk == LOOKING_CHUNK
    assert Sampling(10, chunk=5).paced([2, SEARCH, 2, 2], 0).chunk == 5

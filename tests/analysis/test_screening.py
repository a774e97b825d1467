"""Choosing the options worth comparing: all the deals, or as many as the time allows."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pytest

from analysis.questions import POINTS, Measure
from analysis.screening import FIRST_SCREEN, LEAST, MOST_OPTIONS, chosen
from simcore.decisions import Decision
from simcore.status import KaipaiError

MEASURE = Measure(POINTS, "points", lambda records: records)


def decision(n, seconds=0.0, then=None):
    """Options of which each is worth its number, and takes so long a piece."""

    def play(seed, first, positions, k):
        time.sleep(seconds)
        if then is not None:
            then()
        return np.full(len(positions), k)

    names = tuple(map(str, range(n)))
    return Decision(names, lambda seed, first, n: np.arange(first, first + n), play)


def test_few_options_are_all_taken_and_nothing_is_played():
    found = chosen(decision(MOST_OPTIONS, then=pytest.fail), MEASURE, 1, 2, 250)
    assert (found.options, found.is_late) == (list(range(MOST_OPTIONS)), False)


@pytest.mark.parametrize("piece", [1, 7, 250])
@pytest.mark.parametrize("threads", [1, 3])
def test_of_many_the_best_are_taken_whatever_the_pieces(piece, threads):
    found = chosen(decision(90), MEASURE, 1, threads, piece)
    assert found.options == list(range(70, 90))
    assert (found.n_tried, found.is_late) == (90, False)


def test_the_time_is_kept_and_the_best_so_far_are_taken():
    began = time.perf_counter()
    found = chosen(decision(200, 0.005), MEASURE, 1, 1, 1, limit=0.4)
    assert time.perf_counter() - began < 0.4
    assert found.is_late
    assert LEAST <= found.n_tried < 200
    assert len(found.options) <= MOST_OPTIONS


def test_the_last_options_left_are_what_the_rest_of_the_time_allows():
    found = chosen(decision(200, 0.02), MEASURE, 1, 1, 1, limit=0.4)
    assert LEAST <= len(found.options) <= 10


def test_two_options_are_looked_at_however_short_the_time():
    found = chosen(decision(200, 0.01), MEASURE, 1, 1, FIRST_SCREEN, limit=1e-6)
    assert (len(found.options), found.n_tried) == (LEAST, LEAST)


@pytest.mark.skipif(os.name == "nt", reason="os.kill would end the process")
def test_ctrl_c_ends_the_choice_with_a_word():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    presses = iter([signal.SIGINT])

    def press():
        if (number := next(presses, None)) is not None:
            os.kill(os.getpid(), number)

    try:
        with pytest.raises(KaipaiError, match="interrupted while the options") as told:
            chosen(decision(200, 0.001, press), MEASURE, 1, 1, 1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert told.value.exit_code == 130

"""Tests of the tests: a shuffle that is wrong must fail `validate`."""

from __future__ import annotations

import json

import numpy as np
import pytest

import simcore.tichu.deals as deals

CARDS, SEATS, FIRST = 56, 4, 8


def riffled(generator, n):
    """Two riffles of an ordered deck: far from a uniform order."""
    decks = np.tile(np.arange(CARDS), (n, 1))
    for _ in range(2):
        left = generator.random((n, CARDS)) < 0.5
        order = np.argsort(~left, axis=1, kind="stable")
        moved = np.empty_like(decks)
        np.put_along_axis(moved, order, decks, axis=1)
        decks = moved
    return decks


def swapped_with_any(generator, n):
    """The classic mistake: each card is swapped with any position."""
    decks = np.tile(np.arange(CARDS), (n, 1))
    rows = np.arange(n)
    for card in range(CARDS):
        other = generator.integers(0, CARDS, n)
        decks[rows, card], decks[rows, other] = decks[rows, other], decks[rows, card].copy()
    return decks


def one_off(generator, n):
    """Fisher-Yates with a bound one too low: no card may stay in its place."""
    decks = np.tile(np.arange(CARDS), (n, 1))
    rows = np.arange(n)
    for last in range(CARDS - 1, 0, -1):
        other = generator.integers(0, last, n)
        decks[rows, last], decks[rows, other] = decks[rows, other], decks[rows, last].copy()
    return decks


def right(generator, n):
    """Permute uniformly."""
    return generator.permuted(np.tile(np.arange(CARDS), (n, 1)), axis=1)


def dealer(shuffle):
    """Deal shuffled decks hand by hand, in the place of the real dealer."""

    def deal_words(seed, first, words, rules):
        decks = shuffle(np.random.default_rng([seed, first]), len(words))
        bits = np.uint64(1) << decks.astype(np.uint64)
        hands = bits.reshape(len(words), SEATS, CARDS // SEATS)
        words[:, :SEATS, 0] = np.bitwise_or.reduce(hands[:, :, :FIRST], axis=2)
        words[:, SEATS:, 0] = np.bitwise_or.reduce(hands[:, :, FIRST:], axis=2)

    return deal_words


@pytest.mark.parametrize("shuffle", [riffled, swapped_with_any, one_off])
def test_a_biased_shuffle_fails(say, monkeypatch, shuffle):
    monkeypatch.setattr(deals, "deal_words", dealer(shuffle))
    said = say("validate", "tichu", "-n", "30k", "--seed", "1", "--format", "json", "-q")
    assert said.code == 1
    assert not all(row["agree"] for row in json.loads(said.out)["table"])


def test_a_right_shuffle_in_the_same_place_passes(say, monkeypatch):
    monkeypatch.setattr(deals, "deal_words", dealer(right))
    assert say("validate", "tichu", "-n", "30k", "--seed", "1", "-q").code == 0

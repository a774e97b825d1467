"""Choosing by imagined deals: the better option is found, noise is not followed."""

import numpy as np
import pytest

from simcore import lookahead


def player(means, spread=0.0, seed=1):
    """Values with given means; their noise is shared where `spread` says so."""
    noise = np.random.default_rng(seed).normal(size=(len(means), 10_000))

    def play(first, n, k):
        return means[k] + spread * noise[k, first : first + n]

    return play


@pytest.mark.parametrize("n", [2, 3, 5, 12, 33])
def test_the_best_option_is_found_wherever_it_stands(n):
    for place in range(n):
        means = [1.0 if k == place else 0.0 for k in range(n)]
        assert lookahead.best(n, 16, player(means)) == place


def test_equal_options_leave_the_first():
    assert lookahead.best(7, 8, player([3.0] * 7)) == 0


def test_one_option_is_not_played():
    def never(first, n, k):
        raise AssertionError("nothing to find out")

    assert lookahead.best(1, 8, never) == 0


def test_a_lead_within_the_noise_is_not_followed():
    chosen = [lookahead.best(2, 16, player([0, 0], 1.0, s), caution=3.0) for s in range(200)]
    assert sum(chosen) <= 4
    bold = [lookahead.best(2, 16, player([0, 0], 1.0, s), caution=0.0) for s in range(200)]
    assert 60 <= sum(bold) <= 140


def test_every_option_meets_the_same_deals_and_each_deal_once():
    met = {}

    def play(first, n, k):
        met.setdefault(k, []).extend(range(first, first + n))
        return np.full(n, float(k == 2))

    lookahead.best(5, 32, play)
    assert met[0] == met[2] == list(range(32))
    assert all(deals == list(range(len(deals))) and len(deals) < 32
               for k, deals in met.items() if k not in (0, 2))  # fmt: skip


def test_seeds_differ_in_every_place():
    base = (1, 2, 3, 4)
    seeds = {lookahead.decision_seed(*base)}
    for place in range(4):
        moved = [value + (i == place) for i, value in enumerate(base)]
        seeds.add(lookahead.decision_seed(*moved))
    assert len(seeds) == 5
    assert all(0 <= seed < 1 << 64 for seed in seeds)
    assert lookahead.decision_seed(*base) == lookahead.decision_seed(*base)
    assert lookahead.decision_seed((1 << 64) - 1, 0, 0, 0) != lookahead.decision_seed(0, 0, 0, 0)


def test_numbers_carry_their_budget():
    policy = lookahead.number(4, 40)
    assert (lookahead.code_of(policy), lookahead.budget_of(policy)) == (4, 40)
    assert lookahead.budget_of(3) == 0
    assert lookahead.code_of(0x72) == 0x72

"""Policies from what a person typed, and back."""

from dataclasses import replace

import pytest

from analysis.seating import policies_from, policy_names, policy_number
from simcore import lookahead
from simcore.catalog import load_game
from simcore.status import KaipaiError

TICHU = load_game("tichu")
NAMES = tuple(dict.fromkeys([*TICHU.policies, "search"]))
GAME = replace(TICHU, policies=NAMES)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("search:40", "search:40"), (" Search:7 ", "search:7"), ("lowest", "lowest"),
     ("search", f"search:{lookahead.DEFAULT_BUDGET}")],
)  # fmt: skip
def test_a_policy_is_named_as_it_is_read(typed, name):
    policy = policy_number(GAME, typed)
    assert policy_names(GAME, [policy]) == [name]
    assert policy_number(GAME, name) == policy


def test_a_seat_may_look_ahead_by_itself():
    policies = policies_from(GAME, GAME.make_rules(), ["random", "2=search:9"])
    assert policy_names(GAME, policies) == ["random", "random", "search:9", "random"]


@pytest.mark.parametrize("budget", ["", "0", "1", "-3", "1.5", "1e2", "100001", "9" * 40, "x", "²"])
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(KaipaiError, match="whole number of deals"):
        policy_number(GAME, f"search:{budget}")


def test_only_a_look_ahead_takes_a_budget():
    with pytest.raises(KaipaiError, match="only search takes a budget"):
        policy_number(GAME, "lowest:3")


@pytest.mark.parametrize(
    ("words", "whose"),
    [(["0=random", "0=lowest"], "seat 0"), (["random", "1=lowest", "lowest"], "every seat")],
)
def test_two_policies_for_one_are_refused(words, whose):
    with pytest.raises(KaipaiError, match=f"{whose} has been given a policy already"):
        policies_from(GAME, GAME.make_rules(), words)


def test_a_variant_s_policy_takes_the_place_of_the_common_one():
    policies = policies_from(GAME, GAME.make_rules(), ["random", "1=lowest"], ["1=random"])
    assert policy_names(GAME, policies) == ["random"] * 4

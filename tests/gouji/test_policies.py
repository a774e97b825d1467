"""Policies: what they may see, what they answer, whom they draw from."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from simcore.gouji import engine
from simcore.gouji.combos import (
    counts_of_ranks,
    lead_at,
    lead_count,
    pick_reply,
    read_combo,
    reply_count,
    show_combo,
)
from simcore.gouji.game import GAME
from simcore.gouji.policies import Policy, choose, heuristic, lowest
from simcore.gouji.policies import random as random_policy
from simcore.gouji.records import MOVE, VIEW, Ask, rules_row
from simcore.gouji.streams import STREAMS, open_streams
from simcore.jit import U64
from tests.gouji.table import Table

RULES = rules_row(GAME.make_rules())[0]
CARDS = (Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.WORD, Ask.INTERRUPT)


class Asked:
    """One policy with a view, a hand and a stream of its own."""

    def __init__(self, policy: Policy, ask: Ask, hand: str, table: str = "", **view: Any) -> None:
        self.policy, self.ask = policy, ask
        self.view = np.zeros(1, dtype=VIEW)[0]
        self.view["ask"], self.view["active"], self.view["left"] = ask, 63, 20
        self.view["table"] = read_combo(table.split())
        for name, value in view.items():
            self.view[name] = value
        self.naturals, self.wilds = counts_of_ranks(hand.split())
        self.streams, self.move = np.zeros(1, dtype=STREAMS)[0], np.zeros(1, dtype=MOVE)[0]
        open_streams(self.streams, U64(5), U64(1), U64(1))

    def code(self) -> int:
        """Ask once more and return the integer."""
        hand = (self.naturals, self.wilds)
        return int(choose(int(self.policy), self.view, *hand, self.streams, 0, RULES, self.move))

    def answer(self) -> list[str] | int:
        """Ask once more; combinations come as tokens."""
        return show_combo(self.code()) if self.ask in CARDS else self.code()


def test_a_policy_kernel_receives_view_own_hand_stream_and_rules_only():
    allowed = {"policy", "mended", "view", "naturals", "wilds", "streams", "row", "rules", "move"}
    kernels = [choose, random_policy.random_move, lowest.lowest_move, heuristic.heuristic_move]
    for kernel in kernels:
        function = getattr(kernel, "py_func", kernel)
        assert set(inspect.signature(function).parameters) <= allowed
    assert not {"naturals", "wilds", "own"} & set(VIEW.names or ())


@pytest.mark.parametrize("policy", list(Policy))
def test_hidden_cards_change_no_decision(policy):
    answers = set()
    for others in ("5 5 9 9 K 2 RJ", "3 3 Q Q A A 2"):  # as many cards, other ones
        table = Table(["4 4 8 8 A 2 BJ", *[others] * 5], shao_pai="on")
        state = table.state
        streams, move = np.zeros(1, dtype=STREAMS)[0], np.zeros(1, dtype=MOVE)[0]
        open_streams(streams, U64(3), U64(1), U64(1))
        hand = (state["own"], state["own_wilds"])
        answers.add(int(choose(int(policy), state["view"], *hand, streams, 0, table.rules, move)))
    assert len(answers) == 1


def test_the_policies_move_no_card():
    rules = GAME.make_rules("seed", {"hands_per_game": 1, "revolution": "off"})
    same = engine.play(1, 0, 40, rules, [1] * 6)
    for seat in range(6):
        policies = [1] * 6
        policies[seat] = 0
        records = engine.play(1, 0, 40, rules, policies)
        for name in ("reds", "blacks", "twos", "tempo", "first_drawer", "threes"):
            assert np.array_equal(records[name], same[name])


@pytest.mark.parametrize(("ask", "table"), [(Ask.LEAD, ""), (Ask.FOLLOW, "4 4")])
def test_random_is_uniform_and_passes_with_a_third(ask, table):
    asked = Asked(Policy.RANDOM, ask, "5 5 9 9 9 K 2 2 BJ RJ", table)
    n = 20_000
    found, counts = np.unique([asked.code() for _ in range(n)], return_counts=True)
    if ask == Ask.LEAD:
        every = lead_count(6, asked.wilds)
        known = [lead_at(6, asked.naturals, asked.wilds, k) for k in range(every)]
    else:
        hand = (asked.naturals, asked.wilds, asked.view["table"], RULES)
        known = [pick_reply(*hand, k) for k in range(reply_count(*hand))]
        assert found[0] == 0
        assert abs(counts[0] / n - 1 / 3) < 0.015
        found, counts = found[1:], counts[1:]
    assert found.tolist() == sorted(known)
    assert chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize(
    ("ask", "hand", "table", "expected"),
    [
        (Ask.LEAD, "9 9 5 5 5 2 RJ", "", "5 5 5"),
        (Ask.LEAD, "2 2 BJ", "", "2 2 BJ"),
        (Ask.FOLLOW, "9 9 9 5 5 K 2", "7 7", "9 9"),
        (Ask.FOLLOW, "9 5 5 K 2 2", "7 7", "9 2"),
        (Ask.FOLLOW, "5 2 2 RJ", "7 7", "2 2"),
        (Ask.FOLLOW, "5 2 RJ", "7 7", ""),
        (Ask.DUEL, "2 RJ", "7 7", "2 RJ"),
        (Ask.WORD, "9 BJ", "7 7", "9 BJ"),
        (Ask.INTERRUPT, "9 9", "7 7", ""),
    ],
)
def test_lowest_plays_its_lowest_cards_and_keeps_jokers(ask, hand, table, expected):
    assert Asked(Policy.LOWEST, ask, hand, table).answer() == expected.split()


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (Ask.RANG, 1),
        (Ask.VOLUNTEER, 0),
        (Ask.THREES, 1),
        (Ask.REVOLUTION, 1),
        (Ask.SWAP, 0),
        (Ask.WAIVE, 1),
        (Ask.DRAWER, 4),
    ],
)
def test_lowest_answers_other_questions(ask, expected):
    assert Asked(Policy.LOWEST, ask, "5 6", seat=4).answer() == expected


@pytest.mark.parametrize(
    ("policy", "cards", "got", "giver", "expected"),
    [
        (Policy.LOWEST, 2, "2 BJ", 1, "3 3"),
        (Policy.LOWEST, 1, "3", 1, "3"),
        (Policy.HEURISTIC, 2, "2 BJ", 1, "5 8"),  # what stands alone, before a pair is broken
        (Policy.HEURISTIC, 1, "BJ", 1, "5"),
        (Policy.HEURISTIC, 2, "2 BJ", 2, "2 BJ"),  # a team mate has his cards back
    ],
)
def test_what_is_returned_in_tribute(policy, cards, got, giver, expected):
    naturals, wilds = counts_of_ranks(got.split())
    hand = f"3 3 5 8 J J A A {got}"
    asked = Asked(policy, Ask.RETURN, hand, cards=cards, got=naturals, got_wilds=wilds, giver=giver)
    asked.answer()
    back = counts_of_ranks(expected.split())
    assert (int(asked.move["naturals"]), int(asked.move["wilds"])) == back


def test_lowest_announces_in_as_few_plays_as_it_can():
    hand = "A A 5 5 7 BJ RJ"
    asked = Asked(Policy.LOWEST, Ask.SHAO, hand, "K K")
    assert asked.answer() == 1
    chain = asked.move["chain"][: asked.move["length"]].tolist()
    assert [" ".join(show_combo(combo)) for combo in chain] == ["A A", "7 RJ", "5 5 BJ"]


def left(**cards: int) -> list[int]:
    """Cards that the seats hold: twenty but for those named, as in ``s1=3``."""
    return [cards.get(f"s{seat}", 20) for seat in range(6)]


@pytest.mark.parametrize(
    ("ask", "hand", "table", "view", "expected"),
    [
        (Ask.LEAD, "5 5 9 RJ", "", {}, "5 5 RJ"),  # a joker for each rank but one: a way out
        (Ask.LEAD, "5 5 9 J BJ RJ", "", {}, "5 5 BJ"),  # blacks first
        (Ask.LEAD, "5 5 9 J BJ", "", {}, "5 5"),
        (Ask.LEAD, "3 3 3 5 5 5 5 9", "", {"left": left(s1=3)}, "5 5 5 5"),  # he cannot match it
        (Ask.LEAD, "3 3 3 5 5 5 5 9", "", {"left": left(s2=3)}, "3 3 3"),  # a team mate may
        (Ask.LEAD, "3 3 3 4 9 9", "", {"left": left(s3=3)}, "4"),
        (Ask.FOLLOW, "9 9 9 J J 5 6", "7 7", {"owner": 1}, "J J"),  # whole sets first
        (Ask.FOLLOW, "9 9 9 Q 5 6", "7 7", {"owner": 1}, "9 9"),
        (Ask.FOLLOW, "9 9 Q Q 5 6", "7 7", {"owner": 2}, "9 9"),
        (Ask.FOLLOW, "A A 5 6", "7 7", {"owner": 2}, ""),  # not over a team mate with aces
        (Ask.FOLLOW, "9 9 9 5 6", "7 7", {"owner": 2}, ""),  # nor with a broken set
        (Ask.FOLLOW, "4 5 6 8 Q BJ", "9 9", {"owner": 1}, ""),  # jokers wait
        (Ask.FOLLOW, "4 5 6 8 Q BJ", "9 9", {"owner": 1, "left": left(s1=4)}, "Q BJ"),
        (Ask.FOLLOW, "4 Q BJ RJ", "9 9", {"owner": 1}, "Q BJ"),  # on the way out
        (Ask.DUEL, "4 5 6 Q BJ", "K", {"owner": 3, "starter": 3}, "BJ"),
        (Ask.DUEL, "4 5 6 7 Q BJ", "K", {"owner": 3, "starter": 3}, ""),
        (Ask.INTERRUPT, "A A 5", "K K", {"announcer": 2}, ""),
        (Ask.INTERRUPT, "A A 5", "K K", {"announcer": 3, "chain_left": 2}, "A A"),
        (Ask.INTERRUPT, "A 5 RJ", "K K", {"announcer": 3, "chain_left": 2}, ""),
        (Ask.INTERRUPT, "A 5 RJ", "K K", {"announcer": 3, "chain_left": 1}, "A RJ"),
    ],
)
def test_heuristic_decisions(ask, hand, table, view, expected):
    assert Asked(Policy.HEURISTIC, ask, hand, table, **view).answer() == expected.split()


NEAR = {"left": left(s1=1)}
WINDFALL = {"owner": 2, "active": 0b111011, "left": left(s2=0)}
LOST = {"owner": 1, "active": 0b111101, "left": left(s1=0)}
WIDE = "3 4 5 6 8 8 8 T T T J J"


@pytest.mark.parametrize(
    ("ask", "hand", "table", "view", "old", "new"),
    [
        # lead: where he can match any size, the highest; 3s beat nothing, so a joker takes them out
        (Ask.LEAD, "4 9 K", "", NEAR, "4", "K"),
        (Ask.LEAD, "3 3 5 6 7 9 BJ BJ RJ", "", {}, "3 3", "3 3 BJ"),
        (Ask.LEAD, "3 3 5 6 7 9 BJ RJ", "", {}, "3 3", "3 3"),
        # over an opponent: a two makes a rank whole before a set is broken, the longest goes first
        (Ask.FOLLOW, "8 8 8 9 5 2", "7 7", {"owner": 1}, "8 8", "9 2"),
        (Ask.FOLLOW, "8 8 8 9 9 9 9 9 5", "7 7", {"owner": 1}, "8 8", "9 9"),
        (Ask.FOLLOW, "4 5 6 7 8 A A 2", "K", {"owner": 1}, "A", "2"),
        (Ask.FOLLOW, "5 6 7 8 A A 2", "K", {"owner": 1}, "A", "A"),
        # a big hand keeps its second two, but not from one who is nearly out
        (Ask.FOLLOW, f"{WIDE} J 2 2", "Q Q", {"owner": 1}, "2 2", ""),
        (Ask.FOLLOW, f"{WIDE} J 2 2", "Q Q", {"owner": 1, "left": left(s1=8)}, "2 2", "2 2"),
        (Ask.FOLLOW, f"{WIDE} 2 2", "Q Q", {"owner": 1}, "2 2", "2 2"),
        (Ask.DUEL, f"{WIDE} J 2 2 2", "A A A", {"owner": 3, "starter": 3}, "2 2 2", ""),
        # jokers stop who holds the table, one at a time
        (Ask.FOLLOW, "4 5 6 8 Q BJ", "9 9", {"owner": 1, "left": left(s1=4)}, "Q BJ", "Q BJ"),
        (Ask.FOLLOW, "4 5 6 8 Q BJ", "9 9", {"owner": 1, "left": left(s3=4)}, "Q BJ", ""),
        (Ask.FOLLOW, "4 5 BJ RJ", "Q Q", {"owner": 1, "left": left(s1=3)}, "BJ RJ", ""),
        (Ask.FOLLOW, "4 5 BJ RJ", "Q Q", {"owner": 1, "left": left(s1=2)}, "BJ RJ", "BJ RJ"),
        # over a team mate: who is nearer to out plays on
        (Ask.FOLLOW, "9 9 9 K K", "J J", {"owner": 2}, "", "K K"),
        (Ask.FOLLOW, "9 9 9 K K", "J J", {"owner": 2, "left": left(s2=5)}, "", ""),
        (Ask.FOLLOW, "4 9 9 9 K K", "J J", {"owner": 2}, "", ""),
        # the owner is out: the wind falls to his right, so his opponents gain if nobody beats him
        (Ask.FOLLOW, "4 5 6 K K", "J J", WINDFALL, "", "K K"),
        (Ask.FOLLOW, "4 5 6 A A", "J J", LOST, "A A", ""),
        (Ask.FOLLOW, "4 5 6 9 9", "7 7", LOST, "9 9", "9 9"),
    ],
)
def test_what_was_mended_in_version_3(ask, hand, table, view, old, new):
    assert Asked(Policy.HEURISTIC_V2, ask, hand, table, **view).answer() == old.split()
    for policy in (Policy.HEURISTIC, Policy.HEURISTIC_RANDOM_SHAO):
        assert Asked(policy, ask, hand, table, **view).answer() == new.split()


@pytest.mark.clause("GJ-56")
def test_the_catcher_of_the_wind_is_that_of_the_rules():
    asked = Asked(Policy.HEURISTIC, Ask.FOLLOW, "4 5 6 K K", "J J", **WINDFALL)
    rules = rules_row(GAME.make_rules("seed", {"wind_catcher": "next_teammate"}))[0]
    hand = (asked.naturals, asked.wilds)
    code = choose(int(asked.policy), asked.view, *hand, asked.streams, 0, rules, asked.move)
    assert code == 0  # a team mate leads anyway


LONG, SHORT = "4 5 6 8 9 J", "4 5 6 8"


@pytest.mark.parametrize(
    ("ask", "hand", "view", "expected"),
    [
        (Ask.RANG, LONG, {"asker": 2, "owner": 5, "left": left(s2=4, s5=9)}, 1),
        (Ask.RANG, LONG, {"asker": 2, "owner": 5, "left": left(s2=9, s5=4)}, 0),
        (Ask.RANG, SHORT, {"asker": 2, "owner": 5, "left": left(s2=4, s5=9)}, 0),
        (Ask.SWAP, "4 BJ RJ", {"giver": 0}, 1),  # who owes two keeps his jokers
        (Ask.SWAP, "4 RJ 2", {"giver": 0}, 0),
        (Ask.SWAP, "4 BJ RJ", {"giver": 2}, 0),
        (Ask.SWAP, "4 RJ 2", {"giver": 2}, 1),
        (Ask.VOLUNTEER, "9 5", {"owner": 1, "table": "7"}, 1),
        (Ask.VOLUNTEER, "5 4", {"owner": 1, "table": "7"}, 0),
        (Ask.DRAWER, "5 4", {"seat": 2}, 2),
        (Ask.REVOLUTION, "5 4", {}, 1),
    ],
)
def test_heuristic_answers_other_questions(ask, hand, view, expected):
    assert Asked(Policy.HEURISTIC, ask, hand, **view).answer() == expected


def chain_of(asked: Asked) -> str:
    combos = asked.move["chain"][: asked.move["length"]].tolist()
    return " / ".join(" ".join(show_combo(combo)) for combo in combos)


def test_heuristic_announces_with_what_nothing_beats():
    careful = Asked(Policy.HEURISTIC, Ask.SHAO, "A A RJ", "K")
    assert careful.answer() == 1
    assert chain_of(careful) == "RJ / A A"
    plain = Asked(Policy.LOWEST, Ask.SHAO, "A A RJ", "K")
    assert plain.answer() == 1
    assert chain_of(plain) == "A / A RJ"
    run = ("A A 5 6 7 BJ BJ", "K K")  # three plays of it may be beaten, by those with reds
    assert Asked(Policy.HEURISTIC, Ask.SHAO, *run).answer() == 0
    reds_played = [0, 3 << 16, 1 << 16, 0, 0, 0]
    assert Asked(Policy.HEURISTIC, Ask.SHAO, *run, played_wilds=reds_played).answer() == 1


def test_the_twin_announces_by_chance_and_is_the_heuristic_otherwise():
    asked = Asked(Policy.HEURISTIC_RANDOM_SHAO, Ask.SHAO, "A A RJ", "K")
    answers = [asked.code() for _ in range(400)]
    assert 150 < sum(answers) < 250
    rules = GAME.make_rules("seed", {"shao_pai": "off", "hands_per_game": 2})
    twins = [
        engine.play(4, 0, 20, rules, [int(policy)] * 6)
        for policy in (Policy.HEURISTIC, Policy.HEURISTIC_RANDOM_SHAO)
    ]
    assert np.array_equal(*(records["place"] for records in twins))


@pytest.mark.slow
def test_each_policy_beats_the_one_before():
    rules = GAME.make_rules()
    for better, worse in ((Policy.LOWEST, Policy.RANDOM), (Policy.HEURISTIC, Policy.LOWEST)):
        ahead = engine.play(3, 0, 60, rules, [int(better), int(worse)] * 3)["points"][:, 0]
        behind = engine.play(3, 0, 60, rules, [int(worse), int(better)] * 3)["points"][:, 1]
        assert (ahead.mean() + behind.mean()) / 2 > 4

"""Order within a round, what an act is, what a policy may know (TI-57, TI-58, TI-60)."""

import inspect
from itertools import combinations

import numpy as np
import pytest

from simcore.tichu import combos, policies
from simcore.tichu import records as rec
from simcore.tichu.cards import NUMBER, pack
from simcore.tichu.combos.pick import LOWEST
from simcore.tichu.judge.sets import expand
from simcore.tichu.streams import STREAMS
from tests.tichu.table import Table, mask, rules_of

QUAD = "Kj Ks Kp Kt"


@pytest.mark.clause("TI-57")
def test_a_round_goes_in_the_order_of_the_page():
    lows = ("2j 3j 4j 5j", "2s 3s 4s Mah", f"2p 3p 4p {QUAD}", "2t 3t 4t")
    table = Table.dealt(*lows).go("grand 2", "tichu 0")
    table.go(*(f"exchange {s} 2{x} 3{x} 4{x}" for s, x in enumerate("jspt")))
    table.go("1 Mah", "wish 1 A")
    names = [event["event"] for event in table.events]
    assert names == ["deal", "grand", "tichu", "exchange", "play", "wish"]
    kinds = [question.split()[0] for question in table.asked]
    assert kinds[:4] == ["grand"] * 4
    # point a (again after the call), the exchange, point b, point c, the play, its wish, point e
    assert kinds[4:14] == ["tichu"] * 5 + ["exchange"] * 4 + ["tichu"]
    assert table.points[:5] == ["a"] * 5
    assert kinds[kinds.index("wish") - 2 :][:2] == ["tichu", "turn"]
    assert table.question == "tichu 3"
    assert table.points[-1] == "e"


@pytest.mark.clause("TI-57")
def test_after_a_play_come_wish_out_window_trick_and_gift():
    table = Table("Mah", "8s 9s", "3s 7s Drg", f"4s {QUAD}").go("0 Mah", "wish 0 -")
    assert [event["event"] for event in table.events[1:]] == ["play", "wish", "out"]
    table.until("bomb 3").until("turn 1")
    table.go("1 8s", "2 Drg").pass_on(3, 1)
    assert table.tricks == []
    table.until("gift 2")
    last = [q.split()[0] for q in table.asked[table.asked.index("turn 2") :]]
    assert last[-2:] == ["bomb", "gift"]
    asked = len(table.go("gift 2 1").asked)
    table.until("turn 2")
    assert [q.split()[0] for q in table.asked[asked - 1 :]] == ["tichu", "turn"]


@pytest.mark.clause("TI-57")
def test_call_point_c_comes_before_the_play_and_the_gift_after_the_last_window():
    table = Table("2j 3j", "8s 9s", "3s 7s", f"4s {QUAD}", leader=0)
    assert table.asked == ["tichu 0"]
    assert table.points == ["c"]
    table.until("turn 0")


@pytest.mark.clause("TI-58")
def test_an_act_is_a_set_of_cards_and_where_open_a_rank():
    rules = rules_of()
    # suits change neither what a play is nor what it beats, as long as no flush is touched
    for hand in ("7j 7s 7p 9j 9t Phx", "3j 3s 4p 5t 6j 7s 7p", "5j 5s 6p 6t 6j Phx"):
        cards = hand.split()
        by_ranks: dict[tuple[object, ...], set[int]] = {}
        for n in range(1, 6):
            for chosen in combinations(cards, n):
                for declared in range(2, 15) if "Phx" in chosen else (0,):
                    shape = (*sorted(card[0] for card in chosen), declared)
                    combo = combos.classify(
                        pack(NUMBER[c] for c in chosen), np.int64(declared), np.int64(0), rules
                    )
                    by_ranks.setdefault(shape, set()).add(int(combo))
        assert all(len(found) == 1 for found in by_ranks.values())


@pytest.mark.clause("TI-58")
def test_every_set_of_a_listed_combo_is_that_combo_and_flush_sets_are_told_apart():
    rules, streams = rules_of(), np.zeros(1, dtype=STREAMS)[0]
    hand = mask("4j 5j 6j 7j 8j 6s 8t 4t Phx")
    out = np.zeros(512, dtype=rec.MOVE)
    n, _ = combos.list_moves(hand, 0, 0, False, rules, streams, out)
    seen = 0
    for cards, combo in out[:n].tolist():
        sets = expand(int(hand), combo, rules)
        assert cards in sets
        for chosen in sets:
            seen += 1
            assert combos.classify(np.uint64(chosen), combo >> 16, np.int64(0), rules) == combo
    assert seen > n
    # the straight 4..8 must not be laid in Jade alone: that would be the bomb
    straight = 6 | 5 << 4 | 16 << 8
    cards = combos.cards_of(hand, straight, 0, rules, streams, np.int64(0), LOWEST)
    assert combos.classify(np.uint64(cards), np.int64(0), np.int64(0), rules) == straight
    assert int(mask("4j 5j 6j 7j 8j")) not in expand(int(hand), straight, rules)
    assert len(expand(int(hand), straight, rules)) == 7


@pytest.mark.clause("TI-60")
def test_a_policy_is_handed_the_view_its_own_cards_and_its_own_stream():
    assert [name for name in dir(policies) if name.startswith("choose")] == ["choose"]
    choose = policies.choose
    names = list(inspect.signature(getattr(choose, "py_func", choose)).parameters)
    assert names == ["policy", "view", "own", "rules", "streams", "row"]


@pytest.mark.clause("TI-60")
def test_the_view_holds_nothing_hidden_and_ones_own_only_ones_own():
    assert set(rec.VIEW.names or ()) == {
        "seat", "ask", "point", "round", "total", "bets", "left", "active", "finish", "n_out",
        "leader", "top", "top_cards", "owner", "passed", "pile", "wish", "wisher", "points", "laid",
        "played", "dragon_from", "dragon_to",
    }  # fmt: skip
    assert set(rec.OWN.names or ()) == {"seat", "hand", "gave", "got", "quads", "flush", "memo"}
    assert rec.OWN["hand"].shape == ()
    assert rec.VIEW["laid"].shape == (4,)


@pytest.mark.clause("TI-60")
def test_what_everybody_saw_stands_in_the_view():
    table = Table("Mah 2j", "Drg 5j", "Ks 6j", "4s 3j Kj Kp Kt").go("0 Mah", "wish 0 9")
    view = table.view
    assert (view["wish"], view["wisher"], view["owner"]) == (9, 0, 0)
    assert view["left"].tolist() == [1, 2, 2, 5]
    assert view["laid"].tolist() == [int(mask("Mah")), 0, 0, 0]
    table.go("tichu 2", "1 Drg", "2 -", "3 -", "0 -").go("gift 1 0")
    assert view["bets"].tolist() == [0, 0, 1, 0]
    assert (view["dragon_from"], view["dragon_to"]) == (1, 0)
    assert view["points"].tolist() == [25, 0, 0, 0]
    assert int(view["played"]) == int(mask("Mah Drg"))

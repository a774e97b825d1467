"""Going out, the end of a round, scores, the end of a match (TI-47 to TI-56)."""

from itertools import permutations

import numpy as np
import pytest

from simcore.tichu import records as rec
from simcore.tichu.cards import NUMBER
from simcore.tichu.engine import play, play_given
from simcore.tichu.scoring import match_over, settle
from tests.tichu.table import Table, make_rules, rules_of

QUIET = {"stake_small": 0}
LIMIT = 1000


def settled(finish, points, last_hand=0, bets=(0, 0, 0, 0), **options):
    """Score of a round told by who was out, the points of each seat's tricks, the bets."""
    view = np.zeros(1, dtype=rec.VIEW)[0]
    view["finish"] = -1
    view["finish"][: len(finish)] = finish
    view["n_out"] = len(finish)
    view["points"] = points
    view["bets"] = bets
    record = np.zeros(1, dtype=rec.RECORD)[0]
    settle(view, last_hand, rules_of(**options), record)
    return record


@pytest.mark.clause("TI-47")
def test_who_lays_his_last_card_is_out_and_takes_the_next_place():
    table = Table("5j", "6j 2j", "7j", "8j 2t", leader=0, **QUIET).go("0 5j")
    assert table.events[-1] == {"event": "out", "seat": 0, "place": 1}
    # what he laid stays and can be beaten
    assert table.view["owner"] == 0
    assert table.may("6j")
    table = Table("5j", "6j", "7j 2s", "8j 2t", leader=0, **QUIET).go("0 5j", "1 6j", "2 -")
    assert table.view["finish"].tolist() == [0, 1, -1]
    assert table.view["active"] == 0b1100
    assert [e["place"] for e in table.events if e["event"] == "out"] == [1, 2]


@pytest.mark.clause("TI-48")
def test_the_round_is_over_when_three_are_out():
    table = Table("5j", "6j", "Kj 2s", "As", leader=0, **QUIET).go("0 5j", "1 6j", "2 Kj", "3 As")
    assert table.question == "over"
    assert table.record["finish"].tolist() == [0, 1, 3, -1]
    assert table.record["place"].tolist() == [1, 2, 4, 3]
    assert table.record["left"].tolist() == [0, 0, 1, 0]
    # the trick on the table goes to the owner of its top
    assert table.tricks == [(3, 3, 15)]


@pytest.mark.clause("TI-48")
def test_no_bomb_is_thrown_once_the_round_is_over():
    table = Table("5j", "6j", "Kj", "9j 9s 9p 9t 2s", leader=0, **QUIET)
    table.go("0 5j", "1 6j")
    asked = len(table.until("turn 2").asked)
    table.go("2 Kj")
    assert table.asked[asked:] == ["over"]


@pytest.mark.clause("TI-48")
def test_by_option_the_last_player_gets_one_regular_turn():
    hands = ("5j", "6j", "Kp 2s", "As")
    table = Table(*hands, leader=0, final_trick="complete", **QUIET)
    table.go("0 5j", "1 6j", "2 -", "3 As")
    assert table.question == "turn 2"
    table.pass_on(2)
    assert table.question == "over"
    assert table.tricks == [(3, 3, 5)]
    # he may beat, or bomb; even with his last card he gets no place
    table = Table("5j", "6j", "Drg", "As", leader=0, final_trick="complete", **QUIET)
    table.go("0 5j", "1 6j", "2 -", "3 As", "2 Drg")
    assert table.question == "gift 2"
    table.go("gift 2 1")
    assert table.question == "over"
    assert table.record["finish"].tolist() == [0, 1, 3, -1]
    assert [e["seat"] for e in table.events if e["event"] == "out"] == [0, 1, 3]
    bomb = Table("5j", "6j", "9j 9s 9p 9t 2s", "As", leader=0, final_trick="complete", **QUIET)
    bomb.go("0 5j", "1 6j", "2 -", "3 As", "2 9j 9s 9p 9t")
    assert bomb.question == "over"
    assert bomb.tricks == [(2, 2, 5)]
    # no window opens before or after it
    asked = bomb.asked[bomb.asked.index("turn 3") :]
    assert asked == ["turn 3", "turn 2", "over"]


@pytest.mark.clause("TI-48")
def test_the_wish_binds_the_last_act():
    hands = ("5j", "6j", "Ks 2s Qs", "Jp")
    table = Table(*hands, leader=0, final_trick="complete", **QUIET)
    table.go("0 5j", "1 6j", "2 -")
    table.view["wish"] = 13
    table.go("3 Jp")
    assert table.question == "turn 2"
    assert table.may("Ks")
    assert not table.may("-")
    assert not table.may("Qs")


@pytest.mark.clause("TI-48")
@pytest.mark.clause("TI-49")
def test_a_double_victory_leaves_no_last_act():
    table = Table("5j", "6j 3j", "Kp", "As 2s", leader=0, final_trick="complete", **QUIET)
    table.go("0 5j", "1 -", "2 Kp")
    assert table.question == "over"


@pytest.mark.clause("TI-49")
@pytest.mark.parametrize("points", [200, 100])
def test_if_the_first_two_out_are_partners_no_cards_are_counted(points):
    for first, second in ((0, 2), (2, 0), (1, 3), (3, 1)):
        record = settled([first, second], [10, 20, 30, 40], double_victory_points=points)
        expected = [0, 0]
        expected[first % 2] = points
        assert record["double_victory"] == 1
        assert record["score"].tolist() == record["cards"].tolist() == expected
    for finish in ([0, 1, 2], [0, 3, 2], [1, 2, 3]):
        assert settled(finish, [10, 20, 30, 40])["double_victory"] == 0


@pytest.mark.clause("TI-49")
def test_the_round_ends_there_and_bets_are_counted():
    table = Table("5j", "6j 3j", "Kp", "As 2s", leader=0).go("tichu 0", "0 5j", "tichu 3")
    table.go("1 -", "2 Kp")
    assert table.question == "over"
    assert table.record["finish"].tolist() == [0, 2, -1, -1]
    assert table.record["cards"].tolist() == [200, 0]
    assert table.record["bets"].tolist() == [100, -100]
    assert table.record["score"].tolist() == [300, -100]
    # partners first and third are no double victory
    table = Table("5j", "6j", "Kp", "As 2s", leader=0, **QUIET).go("0 5j", "1 6j", "2 Kp")
    assert table.record["double_victory"] == 0


@pytest.mark.clause("TI-50")
@pytest.mark.parametrize("heir", ["first_out", "opponents"])
def test_the_last_players_hand_and_tricks_go_elsewhere(heir):
    for finish in permutations(range(4), 3):
        first, second, _ = finish
        if first % 2 == second % 2:
            continue
        (last,) = set(range(4)) - set(finish)
        points = [5, 10, 20, 40]
        record = settled(finish, points, last_hand=25, last_player_tricks=heir)
        expected = [0, 0]
        for seat, won in enumerate(points):
            heir_of_last = first if heir == "first_out" else last + 1
            to = heir_of_last if seat == last else seat
            expected[to % 2] += won
        expected[1 - last % 2] += 25
        assert record["cards"].tolist() == expected, finish
        assert record["last_hand"] == 25


@pytest.mark.clause("TI-50")
def test_a_dragon_gift_to_the_last_player_counts_for_the_first_out():
    table = Table("5j", "Kj", "Tp 2s", "Drg 4s", leader=0, **QUIET)
    table.go("0 5j", "1 Kj", "2 -", "3 Drg").pass_on(2).go("gift 3 2", "3 4s")
    assert table.record["finish"].tolist() == [0, 1, 3, -1]
    assert table.record["points"].tolist() == [0, 0, 40, 0]
    # 40 to seat 0, who was first out; the ten in the last hand to the team of seat 3
    assert table.record["cards"].tolist() == [40, 10]


@pytest.mark.clause("TI-51")
def test_the_teams_share_a_hundred_points_between_minus_25_and_125():
    records = play(8, 0, 40, make_rules(), [0, 1, 0, 1], rounds=2)
    counted = records[records["double_victory"] == 0]
    assert len(counted) > 10
    assert (counted["cards"].sum(axis=1) == 100).all()
    assert counted["cards"].min() >= -25
    assert counted["cards"].max() <= 125
    assert settled([0, 1, 2], [125, 0, 0, -25])["cards"].tolist() == [100, 0]
    assert settled([0, 1, 2], [100, -25, 25, 0])["cards"].tolist() == [125, -25]


@pytest.mark.clause("TI-52")
def test_every_bet_is_settled_for_itself():
    for bets, won in (
        ((2, 0, 0, 0), [200, 0]),
        ((0, 2, 0, 0), [0, -200]),
        ((1, 0, 2, 0), [-100, 0]),
        ((1, 1, 0, 2), [100, -300]),
        ((0, 0, 1, 0), [-100, 0]),
        ((0, 0, 0, 0), [0, 0]),
    ):
        record = settled([0, 1, 2], [25, 25, 25, 25], bets=bets)
        assert record["bets"].tolist() == won
        # seat 3 came last: its 25 count for seat 0
        assert record["score"].tolist() == [75 + won[0], 25 + won[1]]
        assert record["made"].tolist() == [int(bets[0] != 0), 0, 0, 0]
    record = settled([1, 0, 3], [25] * 4, bets=(2, 1, 0, 0), stake_small=30, stake_grand=70)
    assert record["bets"].tolist() == [-70, 30]
    assert settled([1, 3], [0] * 4, bets=(0, 0, 1, 2))["score"].tolist() == [-100, 0]


@pytest.mark.clause("TI-53")
def test_the_score_is_cards_and_bets_and_totals_run_on_below_zero_too():
    record = settled([0, 1, 2], [60, 10, 20, 10], bets=(0, 1, 0, 0))
    assert record["score"].tolist() == [90, -90]  # the last player's 10 went to seat 0
    records = play(2, 0, 6, make_rules(stake_grand=900), [0] * 4, rounds=6)
    assert (records["score"] == records["cards"] + records["bets"]).all()
    for match in range(6):
        rows = records[records["match"] == match]
        total = np.zeros(2, dtype=np.int64)
        for row in rows:
            assert row["total"].tolist() == total.tolist()
            total += row["score"]
    assert records["total"].min() < 0


def over(even, odd, played=3, rounds=0, **options):
    done, winner = match_over(even, odd, played, rounds, LIMIT, rules_of(**options))
    return bool(done), int(winner)


@pytest.mark.clause("TI-54")
def test_the_match_ends_when_a_team_is_at_the_target_and_the_higher_total_wins():
    assert not over(999, 998)[0]
    assert over(1000, 400) == (True, 0)
    assert over(400, 1000) == (True, 1)
    assert over(1010, 1200) == (True, 1)
    assert over(1200, 1010) == (True, 0)
    assert over(300, 200, target_score=300) == (True, 0)
    assert not over(299, 200, target_score=300)[0]


@pytest.mark.clause("TI-55")
def test_equal_totals_at_the_target_bring_another_round_or_a_draw():
    assert not over(1100, 1100)[0]
    assert not over(1100, 1100, game_tie="extra_round")[0]
    assert over(1100, 1100, game_tie="draw") == (True, -1)
    assert not over(900, 900, game_tie="draw")[0]
    assert over(1100, 1000, game_tie="extra_round") == (True, 0)


@pytest.mark.clause("TI-56")
def test_a_match_of_at_most_so_many_rounds():
    assert over(300, 200, played=6, max_rounds=6) == (True, 0)
    assert over(200, 300, played=6, max_rounds=6) == (True, 1)
    assert over(250, 250, played=6, max_rounds=6) == (True, -1)
    assert over(250, 250, played=6, max_rounds=6, game_tie="extra_round") == (True, -1)
    assert not over(300, 200, played=5, max_rounds=6)[0]
    assert over(1000, 200, played=2, max_rounds=6) == (True, 0)
    assert not over(300, 200, played=600)[0]


@pytest.mark.clause("TI-54")
@pytest.mark.clause("TI-56")
def test_matches_that_are_played_end_so():
    records = play(4, 0, 8, make_rules(target_score=300), [0, 1, 0, 1])
    for match in range(8):
        rows = records[records["match"] == match]
        after = rows["total"] + rows["score"]
        assert (after[:-1] < 300).all()
        assert after[-1].max() >= 300
        assert rows["last"].tolist() == [0] * (len(rows) - 1) + [1]
        assert rows[-1]["winner"] == int(after[-1][1] > after[-1][0])
    records = play(4, 0, 8, make_rules(max_rounds=2, target_score=100_000), [0, 1, 0, 1])
    assert np.bincount(records["match"].astype(int)).tolist() == [2] * 8


@pytest.mark.clause("TI-47")
def test_records_of_given_hands_hold_places_and_left_cards():
    hands = [[NUMBER[c] for c in hand.split()] for hand in ("5j", "6j", "Kj 2s", "As")]
    record = play_given(hands, make_rules(stake_small=0), [1] * 4)[0]
    out = [seat for seat in record["finish"].tolist() if seat >= 0]
    assert [record["place"][seat] for seat in out] == list(range(1, len(out) + 1))
    assert sum(record["left"] > 0) == 4 - len(out)

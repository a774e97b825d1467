"""The order late in a round and its end, in rounds that the kernels play (GJ-58 to GJ-60)."""

from __future__ import annotations

import pytest

from simcore.gouji.records import Order
from simcore.gouji.step.order import candidates
from tests.gouji.kernels import Table


def offers(table: Table) -> list[str]:
    """Return the questions after the first lead that concern an order or a reply."""
    return [asked for asked in table.asked[1:] if asked.startswith(("VOLUNTEER", "FOLLOW"))]


# Seats 1 and 5 are out: 2 and 4 of one team come after 0; behind 3 comes 4, then 0 and 2.
RUNS = {0: "9 3 3", 2: "9 T 3", 4: "J 9 3", 3: "4 Q 3"}


@pytest.mark.clause("GJ-58")
def test_team_mates_due_in_a_row_choose_who_acts_first():
    # Seat 3 leads, the run is 4, 0, 2: all of one team.
    table = Table(RUNS, ["3 4", "4 no", "0 no", "2 yes", "2 9"], out=(1, 5))
    assert offers(table)[:4] == ["VOLUNTEER 4", "VOLUNTEER 0", "VOLUNTEER 2", "FOLLOW 2"]
    assert table.record["volunteers"] == 1
    first = Table(RUNS, ["3 4", "4 no", "0 no", "2 no", "4 9"], out=(1, 5))
    assert first.told[:2] == ["3 4", "4 9"]  # all decline, so it falls to the first of them
    assert first.record["volunteers"] == 0
    straight = Table(RUNS, ["3 4", "4 yes", "4 9"], out=(1, 5))
    assert offers(straight)[:2] == ["VOLUNTEER 4", "FOLLOW 4"]
    seat_order = Table(RUNS, ["3 4", "4 9"], out=(1, 5), endgame_order="seat_order")
    assert offers(seat_order)[0] == "FOLLOW 4"
    assert not any(asked.startswith("VOLUNTEER") for asked in seat_order.asked)
    early = Table(RUNS | {5: "3 4"}, ["3 4", "4 9"], out=(1,))
    assert not any(asked.startswith("VOLUNTEER") for asked in early.asked)


@pytest.mark.clause("GJ-58")
def test_each_of_a_run_gets_one_opportunity_before_the_turn_leaves_it():
    hands = {0: "9 3 3", 2: "9 T 3", 4: "J 9 3", 3: "4 4 Q 3"}
    table = Table(hands, ["3 4", "2 yes", "2 pass", "0 yes", "0 9", "4 J"], out=(1, 5))
    # All three had theirs; the next run starts from the right of seat 4 and 0 cannot beat it.
    assert table.told == ["3 4", "2 pass", "0 9", "4 J", "0 pass"]
    assert table.question == "FOLLOW 3"
    asked = [a for a in table.asked if a.startswith("VOLUNTEER")]
    assert asked == ["VOLUNTEER 4", "VOLUNTEER 0", "VOLUNTEER 2", "VOLUNTEER 4", "VOLUNTEER 0"]


@pytest.mark.clause("GJ-58")
def test_the_right_concerns_replies_only():
    hands = {0: "K K 5 3", 2: "A A 3", 4: "2 2 3", 3: "A A 7"}
    duel = Table(hands, ["0 K K", "3 A A"], out=(1, 5), shao_pai="off")
    assert duel.asked == ["LEAD 0", "DUEL 3", "LEAD 3"]
    last = Table({0: "9", 2: "3 4", 4: "3 4", 3: "3 4"}, ["0 9", "-"], out=(1, 5))
    assert last.told[-1] == "wind 2"
    assert last.question == "LEAD 2"


# Four left, teams alternating: 0, 1, 2, 3 (seats 4 and 5 out).
CYCLE = {0: "4 4 8 J 3", 1: "5 9 Q 3", 2: "6 7 T 3", 3: "5 8 J 3"}


@pytest.mark.clause("GJ-59")
def test_slots_alternate_between_the_teams_when_four_sit_alternately():
    table = Table(CYCLE, ["0 4", "1 no", "3 yes", "3 5", "2 yes", "2 7", "1 9"], out=(4, 5))
    assert table.told[:4] == ["0 4", "3 5", "2 7", "1 9"]
    assert offers(table)[:3] == ["VOLUNTEER 1", "VOLUNTEER 3", "FOLLOW 3"]
    # The second slot of a team goes to the other member: seat 1 without being offered a choice.
    assert offers(table)[-1] != "VOLUNTEER 3" or table.told[3] == "1 9"
    assert table.asked.count("FOLLOW 3") == 1
    plain = Table(CYCLE, ["0 4", "1 5", "2 6", "3 8"], out=(4, 5), endgame_order="seat_order")
    assert not any(asked.startswith("VOLUNTEER") for asked in plain.asked)
    assert plain.told[:4] == ["0 4", "1 5", "2 6", "3 8"]


@pytest.mark.clause("GJ-59")
def test_nobody_acts_twice_in_a_cycle_and_four_slots_begin_another():
    hands = {0: "4 8 J Q 3", 1: "5 9 Q 3 3", 2: "6 7 T K 3", 3: "5 8 J 3 3"}
    acts = ["0 4", "3 yes", "3 5", "2 yes", "2 7", "1 9", "0 J"]
    table = Table(hands, acts, out=(4, 5))
    assert table.told[:5] == ["0 4", "3 5", "2 7", "1 9", "0 J"]
    # Slots went 3, 2, 1, 0. A new cycle begins with the team whose seat is due first: 1 or 3.
    assert table.question == "VOLUNTEER 1"
    again = Table(hands, [*acts, "3 yes"], out=(4, 5))
    assert "3 pass" in again.told or again.question == "FOLLOW 3"


@pytest.mark.clause("GJ-59")
def test_a_slot_lapses_where_its_only_member_has_passed():
    hands = {0: "4 9 Q 3", 1: "5 T A 3", 2: "6 3 3", 3: "5 8 K 3"}
    # Seat 2 passes in the second slot; the fourth would be for 0, then for 2, who is marked.
    acts = ["0 4", "1 yes", "1 5", "2 yes", "2 pass", "3 8", "0 9", "1 yes", "1 T"]
    table = Table(hands, acts, out=(4, 5))
    assert table.told[:6] == ["0 4", "1 5", "2 pass", "3 8", "0 9", "1 T"]
    # Of the team of 0 and 2 only seat 0 may have the next slot, and nobody is offered a choice.
    assert table.question == "FOLLOW 0"


EVENS, ODDS, ALL = {0, 2}, {1, 3}, {0, 1, 2, 3}


def bits(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)


@pytest.mark.clause("GJ-59")
@pytest.mark.parametrize(
    ("cycle", "team", "passed", "owner", "able", "left", "next_team"),
    [
        (ALL, 0, set(), 1, EVENS, ALL, 0),
        ({1, 2, 3}, 1, set(), 3, {1}, {1, 2, 3}, 1),  # the owner has no reply
        ({1, 2}, 0, {2}, 3, {1}, {1}, 1),  # lapses: the other team has the next slot
        (ALL, 0, {2}, 0, ODDS, {0, 1, 3}, 1),  # who has passed uses it up, not the owner
        (ALL, 1, {1}, 3, EVENS, {0, 2, 3}, 0),
        ({0, 1}, 0, {2}, 0, {1}, {1}, 1),  # the owner, where nobody else is left for it
        (ALL, 0, EVENS, 1, {3}, {1, 2, 3}, 1),  # one player a slot, though both have passed
        ({2}, 0, {2}, 3, {1}, ALL, 1),  # the last slot lapses: another cycle
        (set(), 1, {1}, 0, {3}, ALL, 1),
        ({1, 3}, 0, set(), 2, ODDS, {1, 3}, 1),  # no slot left for the team
    ],
)
def test_a_lapsed_slot_is_used_up(cycle, team, passed, owner, able, left, next_team):
    state = Table(CYCLE, [f"{owner} {CYCLE[owner][0]}"], out=(4, 5)).state
    state["view"]["passed"] = bits(passed)
    state["order"], state["cycle"], state["slot_team"] = Order.CYCLE, bits(cycle), team
    due = bits(ALL - passed - {owner})
    assert candidates(state, due, int(Order.CYCLE)) == bits(able)
    assert (state["cycle"], state["slot_team"]) == (bits(left), next_team)


@pytest.mark.clause("GJ-59")
def test_four_who_do_not_alternate_go_by_runs():
    # Seats 1 and 2 are out: 3, 4, 5, 0 alternate too; with 0 and 3 out 1, 2, 4, 5 do not.
    hands = {1: "4 9 3", 2: "8 T 3", 4: "8 J 3", 5: "8 Q 3"}
    table = Table(hands, ["1 4", "4 yes", "4 8"], out=(0, 3))
    assert offers(table)[:3] == ["VOLUNTEER 2", "VOLUNTEER 4", "FOLLOW 4"]


@pytest.mark.clause("GJ-60")
def test_the_round_ends_when_one_seat_still_holds_cards():
    table = Table({0: "9 9", 3: "5"}, ["0 9 9"], out=(1, 2, 4, 5))
    assert table.told == ["0 9 9", "out 0 5"]
    assert table.question == ""
    assert table.view["active"] == 1 << 3
    assert table.view["finish"][:5].tolist() == [1, 2, 4, 5, 0]
    goes_on = Table({0: "9 9", 3: "5", 1: "7"}, ["0 9 9", "-"], out=(2, 4, 5))
    assert goes_on.question == "LEAD 1"


@pytest.mark.clause("GJ-60")
def test_a_round_may_stop_when_a_team_is_out():
    hands = {0: "9 9", 1: "3 3 3", 3: "3 3", 5: "3 3 3"}
    on = Table(hands, ["0 9 9"], out=(2, 4), stop_when_team_out=True)
    assert on.question == ""
    assert on.told == ["0 9 9", "out 0 3"]
    off = Table(hands, ["0 9 9", "-"], out=(2, 4))
    assert off.question == "LEAD 1"
    two = Table(hands | {4: "3"}, ["0 9 9", "-"], out=(2,), stop_when_team_out=True)
    assert two.question == "LEAD 1"

"""The Gou Ji reports count what they say: figures of a few rounds worked out by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from analysis.reports import DRAWN, UNDECIDED, load_report
from simcore.catalog import load_game
from tests.analysis.gouji_rounds import (
    POINTS,
    SEATS,
    new_rounds,
    set_places,
    told,
    told_of,
)


@pytest.fixture
def four():
    """Two matches of two rounds."""
    records = new_rounds(4)
    records["match"] = 0, 0, 1, 1
    records["round"] = records["hand"] = 0, 1, 0, 1
    records["match_over"] = 0, 1, 0, 1
    records["winner"] = -1, 0, -1, -1
    set_places(
        records, [[1, 2, 3, 4, 5, 6], [1, 4, 2, 5, 3, 6], [6, 1, 5, 2, 4, 3], [2, 1, 4, 3, 6, 5]]
    )
    assert records["points"][:, 0].tolist() == [2, 12, -12, -2]
    records["leader"] = 0, 5, 0, 0
    records["first_drawer"] = 0, 0, 0, 3
    return records


def check(found, expected, complete=True):
    """Compare estimates, and see to it that no metric is left out."""
    for key, value in expected.items():
        got = found[key]["estimate"]
        assert got == (None if value is None else pytest.approx(value)), key
    if complete:
        assert {metric for metric, _ in found} == {
            key[0] if isinstance(key, tuple) else key for key in expected
        }


def test_main_figures(four):
    four["deals"] = 1, 2, 1, 1
    four["revolutions"] = 0, 1, 0, 0
    four["may_declare"][1, 2] = four["may_declare"][3, 5] = 1
    four["gouji"] = 2, 0, 3, 1
    four["shao_announced"] = 1, 0, 2, 0
    four["shao_made"] = 1, 0, 1, 0
    four["wind"] = 0, 1, 1, 2
    four["liberation"] = 0, 1, 0, 0
    four["plays"] = 100, 110, 120, 90
    found = told("gouji-run", four)
    check(
        found,
        {
            ("revolution_hand", None): 2 / 30,
            ("revolution", None): 1 / 5,
            ("gouji", None): 1.5,
            ("shao_announced", None): 0.75,
            ("shao_made", None): 2 / 3,
            ("wind", None): 1,
            ("sweep", None): 0.5,
            ("liberation", None): 0.25,
            ("points_even", None): 0,
            ("plays", None): 105,
        },
    )
    assert found["revolution_hand", None]["exact_value"] == pytest.approx(0.00952635894488)
    assert "exact_value" not in found["revolution", None]
    seats = told("gouji-run", four, by="seat")
    assert [seats["revolution_hand", s]["estimate"] for s in range(SEATS)] == [
        0, 0, 1 / 5, 0, 0, 1 / 5,
    ]  # fmt: skip
    assert found["sweep", None]["n"] == 4


def test_exact_figures_stand_only_beside_what_they_describe():
    report = load_report("gouji-revolution")

    def exact(**changes):
        rules = load_game("gouji").make_rules("seed", changes)
        return {f.metric for f in report.figures(rules) if f.exact and f.exact(rules)}

    hands = {"revolution_hand", "revolution_somewhere"}
    assert exact() == hands
    assert exact(revolution_policy="always") == {*hands, "revolution", "redeals"}
    assert exact(revolution_policy="always", revolution_quorum=2) == hands
    assert exact(revolution_timing="after_tribute") == set()
    assert exact(revolution="off") == set()


def test_a_match_is_won_drawn_or_not_over(four):
    report = load_report("gouji-run")
    assert report.winner(four).tolist() == [UNDECIDED, 0, UNDECIDED, DRAWN]
    assert report.lead(four).tolist() == [2, 12, -12, -2]


def test_revolution_figures(four):
    four["deals"] = 1, 3, 1, 1
    four["revolutions"] = 0, 2, 0, 0
    four["may_declare"][1, 2] = 2
    four["declared"][1, 2] = 2
    four["may_declare"][3, 5] = 1
    check(
        told("gouji-revolution", four),
        {
            ("revolution_hand", None): 3 / 36,
            ("revolution_somewhere", None): 2 / 4,
            ("declared", None): 2 / 3,
            ("revolution", None): 2 / 6,
            ("redeals", None): 2 / 4,
        },
    )


def test_revolution_is_weighed_in_the_first_round_that_offers_it():
    """Match 0: seats 1 and 4 may declare in round 1, seat 4 is asked first.  Match 1: seat 0."""
    never, always = new_rounds(6), new_rounds(6)
    for records in (never, always):
        records["match"] = 0, 0, 0, 1, 1, 1
        records["round"] = records["hand"] = 0, 1, 2, 0, 1, 2
        records["first_drawer"] = 2
        records["leader"] = 4
        set_places(records, [[1, 2, 3, 4, 5, 6]] * 6)
    never["may_declare"][1, [1, 4]] = 1
    never["may_declare"][3, 0] = never["may_declare"][4, 3] = 1
    always["may_declare"][1, [0, 1, 4]] = 1, 1, 1
    always["may_declare"][3, 0] = 1
    never["tempo"][1, 4], never["tempo"][3, 0] = 7, 10
    always["tempo"][:] = 20
    places = {"never": ([6, 1, 5, 2, 4, 3], [6, 1, 2, 3, 4, 5]),
              "always": ([1, 4, 2, 5, 3, 6], [1, 2, 3, 4, 5, 6])}  # fmt: skip
    for name, records in (("never", never), ("always", always)):
        part = records[[1, 3]]
        set_places(part, places[name])
        records[[1, 3]] = part
    found = told_of("gouji-revolution", {"never": never, "always": always}, 2)
    # never: seat 4's team -12 and place 4, seat 0's team 2 + 0 (places 6, 2, 4) and place 6
    even = POINTS[5] + POINTS[1] + POINTS[3]
    assert found["points_of_team", None]["base_estimate"] == (-12 + even) / 2
    check(
        found,
        {
            ("points_of_team", None): (12 + 2) / 2,
            ("points_of_team", "leads"): 12,
            ("points_of_team", "does not lead"): 2,
            ("points_of_team", "tempo up to 7"): 12,
            ("points_of_team", "tempo 8 or 9"): None,
            ("points_of_team", "tempo from 10"): 2,
            ("place", None): (3 + 1) / 2,
            ("first_place", None): 0.5,
            ("big_loser", None): 0,
        },
    )
    assert found["place", None]["difference"] == 2 - 5
    assert found["big_loser", None]["difference"] == -0.5


def test_duels(four):
    aces, twos = 8, 3
    starter, duimen, exit_, shao = range(4)
    four["gouji_ends"][0, aces, starter] = 2
    four["gouji_ends"][0, aces, duimen] = 1
    four["gouji_ends"][1, twos, exit_] = 1
    four["gouji_ends"][3, twos, shao] = 4
    four["gouji"] = 3, 1, 0, 4
    four["gouji_by"][0, 0] = 3
    four["gouji_by"][1, 3] = 1
    four["gouji_by"][3, [0, 1]] = 1, 3
    four["reentries"] = 1, 0, 0, 1
    check(
        told("gouji-duels", four),
        {
            ("gouji", None): 2,
            ("gouji_started", None): 8 / 24,
            ("reentries", None): 2 / 8,
            ("points_of_starters", None): (3 * 2 - 12 - 2 + 3 * 2) / 8,
            ("trigger", "aces"): 3 / 8,
            ("trigger", "twos"): 5 / 8,
            ("trigger", "red"): 0,
            ("starter_wins", None): 2 / 8,
            ("starter_wins", "aces"): 2 / 3,
            ("starter_wins", "red"): None,
            ("duimen_wins", None): 1 / 8,
            ("duimen_wins", "aces"): 1 / 3,
            ("ended_by_exit", "twos"): 1 / 5,
            ("ended_by_shao", "twos"): 4 / 5,
            ("ended_by_shao", "aces"): 0,
        },
    )
    groups = [group for metric, group in told("gouji-duels", four) if metric == "trigger"]
    assert groups[:4] == ["interruption", "red", "black", "twos"]


def test_shao_pai(four):
    broken, made = 0, 1
    four["shao_chances"][0, [1, 3]] = 2, 1
    four["shao_chances"][2, 5] = 3
    four["shao_announced"] = 2, 0, 3, 0
    four["shao_made"] = 1, 0, 1, 0
    four["shao_ends"][0, 0, 1, made] = 1
    four["shao_ends"][0, 1, 2, broken] = 1
    four["shao_ends"][2, 1, 2, made] = 1
    four["shao_ends"][2, 1, 0, broken] = 2
    check(
        told("gouji-shao", four),
        {
            ("shao_chances", None): 6 / 24,
            ("shao_announced", None): 5 / 4,
            ("announced_per_chance", None): 5 / 6,
            ("shao_made", None): 2 / 5,
            ("shao_made", "form A"): 1,
            ("shao_made", "form B"): 1 / 4,
            ("shao_made", "reds 2"): 1 / 2,
            ("shao_made", "reds 0"): 0,
            ("shao_made", "form B, reds 2"): 1 / 2,
            ("shao_made", "form A, reds 4"): None,
            ("announced_as", "form A"): 1 / 5,
            ("announced_as", "reds 2"): 2 / 5,
            ("announced_as", "form B, reds 0"): 2 / 5,
            ("interrupted", "form B"): 3 / 4,
            ("interrupted", "reds 1"): 0,
        },
    )


def test_shao_pai_is_weighed_where_it_was_announced_first():
    """Match 0 announces in its first opening; match 1 declines there and announces later."""
    off, on = new_rounds(4), new_rounds(4)
    for records in (off, on):
        records["match"] = 0, 0, 1, 1
        records["round"] = records["hand"] = 0, 1, 0, 1
        set_places(records, [[1, 2, 3, 4, 5, 6]] * 4)
    on["shao_chances"][1, 3] = on["shao_chances"][2, 0] = on["shao_chances"][3, 0] = 1
    on["shao_first"] = -1, 3, -1, 0
    on["shao_announced"], on["shao_made"] = (0, 2, 0, 5), (0, 1, 0, 5)
    part = off[1:2]
    set_places(part, [[1, 4, 2, 5, 3, 6]])
    found = told_of("gouji-shao", {"off": off, "on": on}, 2)
    check(
        found,
        {
            ("shao_success", None): 1 / 2,
            ("points_of_team", None): -2,
            ("place", None): 4,
            ("first_place", None): 0,
            ("big_loser", None): 0,
        },
    )
    assert found["shao_success", None]["base_estimate"] == 0
    assert found["points_of_team", None]["difference"] == -2 - (-12)
    assert found["place", None]["difference"] == 4 - 5
    assert found["place", None]["n"] == 1


def test_shao_pai_announced_by_chance_and_by_choice():
    chance, choice = new_rounds(2), new_rounds(2)
    chance["match"] = choice["match"] = 0, 1
    chance["shao_first"], chance["shao_announced"], chance["shao_made"] = (5, 1), (2, 1), (1, 0)
    choice["shao_first"], choice["shao_announced"], choice["shao_made"] = (0, -1), (2, 0), (2, 0)
    found = told_of("gouji-shao", {"heuristic_random_shao": chance, "heuristic": choice}, 2)
    success = found["shao_success", None]
    assert (success["estimate"], success["vs"]) == (1, "heuristic")
    assert success["difference"] == pytest.approx(2 / 3)


def test_tribute(four):
    given, waived, liberated = 1, 2, 3
    # round 1 of match 0: seat 5 (sixth) gives two to seat 0, seat 4 (fifth) one to seat 1
    four["tribute"][1, [5, 4], 0] = given, liberated
    four["receiver"][1, [5, 4], 0] = 0, 1
    four["gave"][1, 5] = 14, 13, -1
    four["got"][1, 5] = 0, 13, -1
    # round 1 of match 1, after a sweep of the odd team: seats 0, 2, 4 to their Dui Men
    four["tribute"][3, [0, 2, 4], 0] = given, given, waived
    four["receiver"][3, [0, 2, 4], 0] = 3, 5, 2
    four["gave"][3, [0, 2], 0] = 14, 12
    four["got"][3, [0, 2], 0] = 14, 1
    four["swapped"][1] = 1
    check(
        told("gouji-tribute", four),
        {
            ("cards_given", None): 4 / 2,
            ("losers_swap", None): 1 / 2,
            ("given", None): 3 / 5,
            ("given", "opponent"): 3 / 4,
            ("given", "team mate"): 0,
            ("waived", None): 1 / 5,
            ("waived", "team mate"): 1,
            ("liberation", None): 1 / 4,
            ("points_after_liberation", None): 12,
            ("kept", None): 2 / 4,
            ("card_given", "RJ"): 2 / 4,
            ("card_given", "BJ"): 1 / 4,
            ("card_given", "2"): 1 / 4,
            ("card_given", "K or lower"): 0,
            ("card_returned", "3"): 1 / 4,
            ("card_returned", "4"): 1 / 4,
            ("card_returned", "wild"): 2 / 4,
        },
    )


def test_persistence_and_places(four):
    """On: the four rounds; off: the same with the later places turned round, in other order."""
    off = four.copy()
    part = off[[1, 3]]
    set_places(part, [[6, 3, 5, 2, 4, 1], [5, 6, 3, 4, 1, 2]])
    off[[1, 3]] = part
    four["gave"][1, 5] = 13, 14, -1
    four["gave"][1, 4, 0] = 12
    four["gave"][3, 2, 0] = 14
    found = told_of("gouji-tribute", {"off": off[::-1], "on": four}, 2)
    on = {
        # match 0: even scored and does again; match 1: odd scored and does again
        ("winners_win_again", None): 1,
        ("winners_lose", None): 0,
        ("first_again", None): 1,
        ("big_loser_again", None): 1 / 2,
        # first were seats 0 and 1
        ("points_of_team", "place 1"): (12 + 2) / 2,
        ("points_of_team", "place 6"): (-12 - 2) / 2,
        ("points_of_team", "gives 2"): -12,
        ("points_of_team", "gets 2"): 12,
        # match 0: seat 4 fifth; match 1, after a sweep: seats 0, 2, 4
        ("points_of_team", "gives 1"): (12 - 2 * 3) / 4,
        ("points_of_team", "gets 1"): (-12 + 2 * 3) / 4,
        ("points_of_team", "neither"): (12 - 12) / 2,
        ("next_place", "place 1"): 1,
        ("next_place", "place 6"): (6 + 2) / 2,
        ("next_place", "gives 1"): (3 + 2 + 4 + 6) / 4,
        ("next_place", "gets 2"): 1,
        ("next_place", "neither"): (2 + 5) / 2,
        ("points_of_giver", None): (-12 + 12 - 2) / 3,
        ("points_of_giver", "highest RJ"): (-12 - 2) / 2,
        ("points_of_giver", "highest 2"): 12,
        ("points_of_giver", "highest A"): None,
        ("place_of_giver", None): (6 + 3 + 4) / 3,
        ("place_of_giver", "highest RJ"): (6 + 4) / 2,
        ("place_of_giver", "highest BJ"): None,
    }
    check(found, on)
    assert found["place_of_giver", "highest RJ"]["difference"] == 5 - (1 + 3) / 2
    assert found["place_of_giver", "highest 2"]["difference"] == 3 - 4
    base = {key: row["base_estimate"] for key, row in found.items()}
    assert base["winners_win_again", None] == 0
    assert base["winners_lose", None] == 1
    assert base["big_loser_again", None] == 0
    assert base["next_place", "gets 2"] == 6
    assert found["winners_win_again", None]["difference"] == 1


def test_a_new_game_has_no_round_before(four):
    four["game"] = 0, 1, 0, 1
    found = told_of("gouji-tribute", {"off": four, "on": four}, 2)
    assert {row["n"] for row in found.values()} == {0}


def test_finish(four):
    four["reds"][:, 0] = 4
    four["blacks"][:, 1] = 4
    four["twos"][:, [2, 3]] = 12, 4
    four["tempo"] = [[-5, 3, 12, 4, 4, 4]] * 4
    four["wind"] = 1, 0, 0, 1
    four["wind_by"][0, 3] = four["wind_by"][3, 0] = 1
    four["rang_asked"], four["rang_granted"] = (2, 0, 1, 1), (1, 0, 1, 0)
    four["volunteers"] = 3, 0, 0, 1
    four["cards_left"][:, 5] = 1, 2, 3, 4
    place, even = four["place"].astype(int), four["points"][:, 0].astype(int)
    steps = [[(s - leader) % SEATS for s in range(SEATS)] for leader in (0, 5, 0, 0)]
    at = {k: [int(place[i][steps[i].index(k)]) for i in range(4)] for k in range(SEATS)}
    found = told("gouji-finish", four)
    # a slope of y on x over hands (4, 0, 0, 0, 0, 0): the holder's y less the mean of the others
    others = [(sum(place[i]) - place[i][0]) / 5 for i in range(4)]
    check(
        found,
        {
            ("place", "seat 0"): (1 + 1 + 6 + 2) / 4,
            ("place", "seat 5"): (6 + 6 + 3 + 5) / 4,
            ("place", "leader"): (1 + 6 + 6 + 2) / 4,
            ("place", "leader + 1"): sum(at[1]) / 4,
            ("place", "leader + 5"): sum(at[5]) / 4,
            ("place", "wilds 4"): (sum(place[:, [0, 1, 3]].sum(axis=1))) / 12,
            ("place", "wilds 9 or more"): sum(place[:, 2]) / 4,
            ("place", "wilds 0"): sum(place[:, [4, 5]].sum(axis=1)) / 8,
            ("place", "jokers 4 or more"): sum(place[:, [0, 1]].sum(axis=1)) / 8,
            ("place", "tempo -2 or fewer"): sum(place[:, 0]) / 4,
            ("place", "tempo 11 or more"): sum(place[:, 2]) / 4,
            ("place", "tempo 3"): sum(place[:, 1]) / 4,
            ("points_of_team", "leader"): (2 - 12 - 12 - 2) / 4,
            ("points_of_team", "jokers 0"): sum(even + even - 2 * even) / 16,
            ("points_of_team", "tempo 3"): -sum(even) / 4,
            ("first_place", "leader"): 1 / 4,
            ("place_per_card", "red joker"): sum(place[:, 0] - others) / 4 / 4,
            ("points_of_team_per_card", "red joker"): sum(e - (-e / 5) for e in even) / 4 / 4,
            ("sweep", None): 2 / 4,
            ("first_and_sixth_team_mates", None): 0,
            ("second_and_fifth_team_mates", None): 0,
            ("fifth_and_sixth_team_mates", None): 2 / 4,
            # seats 0 and 3, 1 and 4, 2 and 5, round by round
            ("duimen_gap", None): (3 + 3 + 3 + 4 + 1 + 4 + 4 + 3 + 2 + 1 + 5 + 1) / 12,
            ("wind", None): 0.5,
            ("points_of_wind_catcher", None): (-2 - 2) / 2,
            ("rang_asked", None): 1,
            ("rang_granted", None): 2 / 4,
            ("volunteers", None): 1,
            ("cards_left", None): 10 / 4,
            ("points_even_sd", None): np.std(even, ddof=1),
        },
    )  # fmt: skip
    assert found["points_even_sd", None]["random"] == pytest.approx(sqrt(22.8))
    assert found["duimen_gap", None]["random"] == pytest.approx(7 / 3)

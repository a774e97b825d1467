"""Reports: how they are found, what they split by, the three about dealt cards."""

from __future__ import annotations

import pytest

from analysis.reports import Report, load_report, report_names, summaries
from analysis.tally import Tally
from simcore.catalog import load_game
from simcore.status import KaipaiError

DEALS = ("gouji-deal", "shengji-deal", "tichu-deal")


@pytest.mark.parametrize("name", summaries())
def test_every_report_is_whole(name):
    report = load_report(name)
    assert name.startswith(f"{report.game}-")
    assert summaries()[name].endswith(".")
    figures = report.figures(load_game(report.game).make_rules())
    metrics = [figure.metric for figure in figures]
    assert report.main in metrics
    keys = [(figure.metric, figure.group) for figure in figures]
    assert len(set(keys)) == len(keys)
    for metric in set(metrics):
        assert len({figure.unit for figure in figures if figure.metric == metric}) == 1


def test_reports_are_listed_by_game_and_runs_are_not_among_them():
    assert set(DEALS) <= set(report_names())
    for name in report_names("tichu"):
        assert name.startswith("tichu-")
    assert not [name for name in report_names() if name.endswith("-run")]


def test_a_misspelt_report_gets_a_suggestion():
    with pytest.raises(KaipaiError, match="did you mean 'tichu-deal'"):
        load_report("tichu-dael")


def test_columns_are_checked_by_name():
    report = Report("tichu", "deals", lambda rules: [], "x", columns={"calls": lambda r: r})
    assert report.groups() == ["seat", "team", "calls"]
    for name in (None, "seat", "team", "calls"):
        report.check_by(name)
    with pytest.raises(KaipaiError, match=r"cannot group by 'cals' \(did you mean 'calls'"):
        report.check_by("cals")
    whole = Report("tichu", "deals", lambda rules: [], "x", by_seat=False)
    with pytest.raises(KaipaiError, match="groups by: none"):
        whole.check_by("seat")


def test_more_can_be_added_than_figures():
    report = Report(
        "tichu", "deals", lambda rules: [], "x",
        add=lambda tally, records, rules: tally.add_count("more", len(records)),
        more_rows=lambda tally, level, rules: [{"metric": "more", "n": tally.count("more")}],
    )  # fmt: skip
    tally = report.tally([1, 2, 3], None)
    assert report.rows(tally, 0.95, None) == [{"metric": "more", "n": 3}]
    assert report.rows(Tally(), 0.95, None) == [{"metric": "more", "n": 0}]


def rows(name, n=600, by=None, **changes):
    report = load_report(name)
    game = load_game(report.game)
    rules = game.make_rules("seed", changes)
    records = game.room("deals")(rules, 11, 0, n)
    return report.rows(report.tally(records, rules, by), 0.95, rules)


@pytest.mark.parametrize("name", DEALS)
@pytest.mark.parametrize("by", ["seat", "team"])
def test_parts_add_up_to_the_whole(name, by):
    whole = {(row["metric"], row["group"]): row for row in rows(name)}
    parts = rows(name, by=by)
    seen = 0
    for (metric, group), row in whole.items():
        heads = [str(group)] if group is not None else []
        of_it = [
            part for part in parts
            if part["metric"] == metric and part["group"] != group
            and str(part["group"]).split("/")[:-1] == heads
        ]  # fmt: skip
        if of_it:
            seen += 1
            assert sum(part["n"] for part in of_it) == row["n"]
            total = sum(part["estimate"] * part["n"] for part in of_it)
            assert total == pytest.approx(row["estimate"] * row["n"])
    assert seen >= 8


@pytest.mark.parametrize("name", DEALS)
def test_distributions_add_up_to_one(name):
    metric = {"gouji-deal": "reds", "shengji-deal": "kitty_points_share", "tichu-deal": "aces"}
    shares = [row["estimate"] for row in rows(name) if row["metric"] == metric[name]]
    assert len(shares) > 4
    assert sum(shares) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("changes", "cards"),
    [({}, 108 - 8), ({"decks": 1}, 54 - 6), ({"players": 6, "decks": 3}, 162 - 6),
     ({"players": 5}, 108 - 8)],
)  # fmt: skip
def test_shengji_tables_of_every_size(changes, cards):
    found = {row["metric"]: row for row in rows("shengji-deal", **changes)}
    players, decks = changes.get("players", 4), changes.get("decks", 2)
    assert found["trumps"]["n"] == 600 * players
    hand = cards / players
    # Trumps: thirteen spades, three other twos, two jokers a pack.
    assert found["trumps"]["estimate"] == pytest.approx(hand * 18 / 54, rel=0.03)
    points = found["points"]["estimate"] * players + found["kitty_points"]["estimate"]
    assert points == pytest.approx(100 * decks)


def test_exact_figures_are_left_out_where_none_is_known():
    usual = {row["metric"]: row.get("exact_value") for row in rows("shengji-deal")}
    assert usual["trumps"] == pytest.approx(25 / 3)
    for changes in ({"kitty_size": 12}, {"players": 5}, {"decks": 4}):
        other = {row["metric"]: row.get("exact_value") for row in rows("shengji-deal", **changes)}
        assert set(other.values()) == {None}

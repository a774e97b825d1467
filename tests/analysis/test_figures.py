"""Figures: readers, splits by seat, team and column, rows beside exact figures."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analysis.exact import Quantity
from analysis.figures import Figure, add_figures, column, equals, round_before, rows_of, share
from analysis.tally import Tally
from simcore.status import KaipaiError

RECORD = np.dtype([("match", "u4"), ("round", "u2"), ("bombs", "u1", (4,)), ("total", "i2")])


def records(*rows):
    return np.array([tuple(row) for row in rows], dtype=RECORD)


BATCH = records(
    (0, 1, (1, 0, 0, 2), 10),
    (0, 2, (0, 0, 0, 0), -5),
    (1, 1, (3, 1, 0, 0), 0),
)
BOMBS = Figure("bombs", "bombs", column("bombs"))
ANY = share("any", lambda r: r["bombs"] > 0)
TOTAL = Figure("total", "points", column("total"))


def counted(figures, batch=BATCH, cluster=None, **options):
    tally = Tally()
    add_figures(tally, figures, batch, cluster, **options)
    return {
        (row["metric"], row["group"]): row for row in rows_of(figures, tally, 0.95)
    }  # fmt: skip


def test_a_per_seat_figure_is_one_unit_a_record_and_seat():
    rows = counted([BOMBS, ANY])
    assert rows["bombs", None]["estimate"] == pytest.approx(7 / 12)
    assert rows["bombs", None]["n"] == 12
    assert rows["any", None]["estimate"] == pytest.approx(4 / 12)
    assert rows["any", None]["unit"] == "probability"


def test_a_figure_of_the_whole_record_is_one_unit_a_record():
    rows = counted([TOTAL])
    assert (rows["total", None]["estimate"], rows["total", None]["n"]) == (pytest.approx(5 / 3), 3)


def test_small_unsigned_fields_do_not_wrap():
    many = records(*[(k, 1, (200, 200, 0, 0), 0) for k in range(3)])
    assert counted([BOMBS], many)["bombs", None]["estimate"] == 100


def test_seats_are_told_apart():
    rows = counted([BOMBS, TOTAL], by="seat")
    found = [rows["bombs", seat]["estimate"] for seat in range(4)]
    assert found == pytest.approx([4 / 3, 1 / 3, 0, 2 / 3])
    assert [rows["bombs", seat]["n"] for seat in range(4)] == [3, 3, 3, 3]
    # What belongs to the whole record is not split.
    assert rows["total", None]["n"] == 3


def test_teams_are_every_other_seat():
    rows = counted([BOMBS], by="team")
    found = {group: (row["estimate"], row["n"]) for (_, group), row in rows.items()}
    assert found == {0: (pytest.approx(4 / 6), 6), 1: (pytest.approx(3 / 6), 6)}


def test_an_odd_number_of_seats_has_no_teams():
    five = np.zeros(2, dtype=[("bombs", "u1", (5,))])
    with pytest.raises(KaipaiError, match="odd number of seats"):
        counted([BOMBS], five, by="team")
    assert len(counted([BOMBS], five, by="seat")) == 5


def test_a_column_splits_by_its_labels():
    rows = counted([BOMBS], by="parity", labels=lambda r: r["match"] % 2)
    assert rows["bombs", 0]["estimate"] == pytest.approx(3 / 8)
    assert rows["bombs", 1]["estimate"] == pytest.approx(4 / 4)


def test_parts_of_a_distribution_share_a_metric():
    parts = [share("bombs", equals(column("bombs"), k), group=k) for k in range(4)]
    rows = counted(parts)
    assert [rows["bombs", k]["estimate"] for k in range(4)] == pytest.approx(
        [8 / 12, 2 / 12, 1 / 12, 1 / 12]
    )
    split = counted(parts, by="seat")
    assert split["bombs", "3/0"]["estimate"] == pytest.approx(1 / 3)
    assert len(split) == 16


def test_a_bottom_may_be_read_too():
    made = share("made", lambda r: r["bombs"] > 1, lambda r: r["bombs"] > 0)
    row = counted([made])["made", None]
    assert (row["estimate"], row["n"]) == (0.5, 4)


def test_nothing_to_divide_by_is_no_figure():
    never = share("never", lambda r: r["bombs"] > 9, lambda r: r["bombs"] > 9)
    row = counted([never])["never", None]
    assert (row["estimate"], row["low"], row["high"], row["n"]) == (None, 0, 1, 0)


def test_no_record_at_all_leaves_a_row_a_metric():
    rows = rows_of([BOMBS, ANY], Tally(), 0.9)
    assert [(row["metric"], row["estimate"], row["level"]) for row in rows] == [
        ("bombs", None, 0.9), ("any", None, 0.9),
    ]  # fmt: skip


def test_rounds_of_a_match_are_one_cluster():
    alike = records(*[(k // 4, k % 4 + 1, (0, 0, 0, 0), 10 * (k // 4)) for k in range(40)])
    alone = counted([TOTAL], alike)["total", None]
    clustered = counted([TOTAL], alike, cluster=alike["match"])["total", None]
    assert clustered["estimate"] == alone["estimate"] == 45
    # Four equal rounds tell no more than one.
    assert clustered["se"] == pytest.approx(alone["se"] * 2, rel=0.1)


def test_exact_figures_stand_beside():
    def exact(rules):
        return Quantity("X1", "tichu", "", "probability", lambda: Fraction(1, 3)) if rules else None

    beside = share("any", lambda r: r["bombs"] > 0, exact=exact)
    tally = Tally()
    add_figures(tally, [beside], BATCH, None)
    assert rows_of([beside], tally, 0.95, rules="some")[0]["exact_value"] == pytest.approx(1 / 3)
    assert "exact_value" not in rows_of([beside], tally, 0.95, rules=())[0]
    assert "exact_value" not in rows_of([beside], tally, 0.95)[0]


def test_batches_add_up():
    figures = [BOMBS, ANY, TOTAL]
    whole, parts = Tally(), Tally()
    add_figures(whole, figures, BATCH, None, "seat")
    for k in range(3):
        add_figures(parts, figures, BATCH[k : k + 1], None, "seat")
    assert whole.digest() == parts.digest()


def test_the_round_before_is_found_in_any_order():
    shuffled = BATCH[[2, 1, 0]]
    index, known = round_before(shuffled)
    assert known.tolist() == [False, True, False]
    assert shuffled[index[1]]["round"] == 1
    assert shuffled[index[1]]["match"] == 0

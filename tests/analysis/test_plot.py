"""Charts hold what the rows hold, and equal charts are equal files."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from analysis.intervals import exact_value, mean_t, proportion, undefined
from analysis.plot import (
    SUFFIXES,
    checked_path,
    draw,
    histogram_chart,
    intervals_chart,
    lines_chart,
    save,
)
from analysis.table import document, row

pytest.importorskip("matplotlib")

FOOTER = "kaipai 0.1.0, tichu, seed 7, 1,000 matches, heuristic"


def made(rows, command="report"):
    return document(
        command=command, game="tichu", version="0.1.0", rules={}, policies=["heuristic"], seed=7,
        seconds=1, digest="", rows=rows, matches=1000,
    )  # fmt: skip


def shares(groups):
    return [row("takeover", "probability", proportion(30 + 3 * g, 100), group=g) for g in groups]


def texts_of(figure):
    figure.draw_without_rendering()
    found = [figure.get_suptitle(), figure.get_supxlabel()]
    for axis in figure.axes:
        found += [axis.get_xlabel(), axis.get_ylabel(), *(text.get_text() for text in axis.texts)]
        found += [label.get_text() for label in (*axis.get_xticklabels(), *axis.get_yticklabels())]
        if axis.get_legend():
            found += [text.get_text() for text in axis.get_legend().get_texts()]
    return found


def test_intervals_have_a_line_each_and_a_panel_a_unit():
    rows = [
        row("call", "probability", proportion(30, 1000)),
        row("made", "proportion", proportion(600, 1000)),
        row("tricks", "tricks", mean_t(100, 1400, 20_000)),
        row("tricks", "tricks", exact_value(14.5)),
        row("nothing", "probability", undefined(kind="proportion")),
        row("one", "rounds", mean_t(1, 7, 49)),
    ]
    figure = intervals_chart(rows, title="Main $ figures", footer=FOOTER)
    assert len(figure.axes) == 3
    first, second, third = figure.axes
    assert [label.get_text() for label in first.get_yticklabels()] == ["call", "made"]
    assert [label.get_text() for label in second.get_yticklabels()] == ["tricks"]
    assert [axis.get_xlabel() for axis in figure.axes] == ["probability", "tricks", "rounds"]
    (low, high) = first.containers[0].lines[2][0].get_segments()[0][:, 0]
    assert (low, high) == pytest.approx((rows[0]["low"], rows[0]["high"]))
    assert second.collections[-1].get_offsets()[0].tolist() == [14.5, 0]
    assert not third.containers[0].has_xerr
    found = texts_of(figure)
    assert r"Main \$ figures" in found
    assert FOOTER in found
    assert "60.0%" in found
    assert "14.00" in found
    assert "14.5" not in [text.get_text() for text in second.texts]


def test_exact_values_stand_beside_the_simulated_ones():
    rows = [
        {"metric": "T5", "unit": "probability", "exact_value": 0.2, "estimate": 0.21,
         "low": 0.18, "high": 0.24, "n": 1000},
    ]  # fmt: skip
    figure = draw(made(rows, "validate"))
    (axis,) = figure.axes
    assert axis.collections[-1].get_offsets()[0].tolist() == [0.2, 0]
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["simulated", "exact"]


def test_differences_have_a_colour_a_variant_and_a_line_at_zero():
    rows = [
        row("takeover", "probability", proportion(40, 100), group=g, base="a", vs=v,
            difference=0.01, difference_low=-0.02, difference_high=0.05)
        for g in ("2", "3") for v in ("power", "linear")
    ]  # fmt: skip
    figure = draw(made(rows, "compare"))
    (axis,) = figure.axes
    assert len(axis.containers) == 4
    assert {text.get_text() for text in axis.get_legend().get_texts()} == {"power", "linear"}
    assert any(line.get_xdata() == [0, 0] for line in axis.lines if len(line.get_xdata()) == 2)
    assert axis.get_xlabel() == "difference, percentage points"
    heights = sorted(container.lines[0].get_ydata()[0] for container in axis.containers)
    assert len(set(heights)) == 4
    with pytest.raises(ValueError, match="estimate or difference"):
        intervals_chart(rows, value="se")


def test_many_numbered_groups_make_a_line_with_a_band():
    rows = [*shares(range(2, 12)), row("takeover", "probability", exact_value(0.4), group=4)]
    figure = draw(made(rows), title="By level")
    (axis,) = figure.axes
    assert list(axis.lines[0].get_xdata()) == list(range(2, 12))
    assert len(axis.collections) == 2
    assert axis.collections[1].get_offsets()[0].tolist() == [4, 0.4]
    assert all(float(tick).is_integer() for tick in axis.get_xticks())
    assert "By level" in texts_of(figure)
    assert len(draw(made(shares(range(3)))).axes[0].containers) == 3
    other = lines_chart(rows, series="unit", xlabel="level")
    assert other.axes[0].get_xlabel() == "level"


def test_histograms_are_shares():
    series = {"a": {0: 10, 1: 30, 2: 60}, "b": {1: 5, 2: 5}, "none": {}}
    figure = histogram_chart(series, exact={0: 0.125, 1: 0.375}, xlabel="bombs", title="Bombs")
    (axis,) = figure.axes
    first, second = axis.containers
    assert [bar.get_height() for bar in first] == pytest.approx([0.1, 0.3, 0.6])
    assert [bar.get_height() for bar in second] == pytest.approx([0, 0.5, 0.5])
    assert axis.get_xlabel() == "bombs"
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["a", "b", "exact"]
    spread = histogram_chart({"points": {value: 1 for value in range(-500, 501, 5)}})
    assert not spread.axes[0].containers
    assert len(spread.axes[0].lines[0].get_xdata()) == 201


def test_labels_do_not_overlap():
    rows = [
        row(f"a_metric_with_a_long_name_{index}", "probability", proportion(index + 20, 100),
            group="a group with several words in it")
        for index in range(12)
    ]  # fmt: skip
    figure = intervals_chart(rows, title="A heading of many words " * 6, footer=FOOTER * 3)
    figure.draw_without_rendering()
    (axis,) = figure.axes
    boxes = [label.get_window_extent() for label in axis.get_yticklabels()]
    for above, below in pairwise(boxes):
        assert above.y0 >= below.y1 - 1
    for text in (*axis.get_yticklabels(), *axis.texts):
        box = text.get_window_extent()
        assert box.x0 >= 0
        assert box.x1 <= figure.bbox.x1 + 1
    title = next(text for text in figure.texts if text.get_text().startswith("A heading"))
    assert title.get_window_extent().x1 <= figure.bbox.x1
    assert title.get_window_extent().y0 >= boxes[0].y1


def test_png_and_svg_files(tmp_path):
    figure = draw(made(shares(range(3))))
    png, svg = save(figure, tmp_path / "a.png"), save(figure, str(tmp_path / "a.SVG"))
    head = png.read_bytes()
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(head[16:20], "big") == 1200
    assert ElementTree.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "<dc:date>" not in svg.read_text()
    for suffix in SUFFIXES:
        again = save(draw(made(shares(range(3)))), tmp_path / f"b{suffix}")
        first = png if suffix == ".png" else svg
        assert again.read_bytes() == first.read_bytes()
    other = save(draw(made(shares(range(4)))), tmp_path / "c.svg")
    assert other.read_bytes() != svg.read_bytes()


@pytest.mark.parametrize("name", ["a.pdf", "a", "a.png.txt", ".png", "a.jpg"])
def test_other_kinds_of_file_are_refused(tmp_path, name):
    figure = intervals_chart([])
    with pytest.raises(ValueError, match=r"written as \.png or \.svg"):
        save(figure, tmp_path / name)
    with pytest.raises(ValueError, match="not"):
        checked_path(name)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        save(intervals_chart([]), tmp_path / "nowhere" / "a.png")


def test_no_rows_make_an_empty_chart(tmp_path):
    for figure in (intervals_chart([]), lines_chart([]), histogram_chart({"a": {}})):
        assert "no figures" in texts_of(figure)
        save(figure, tmp_path / "empty.svg")


def test_rooms_are_cheap_to_import_and_leave_global_state_alone():
    code = (
        "import sys, analysis.table, analysis.plot, analysis.intervals, analysis.tally\n"
        "heavy = {'scipy', 'matplotlib', 'pandas', 'rich', 'numba'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "analysis.plot.intervals_chart([])\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=".", timeout=60)


def test_differences_beside_other_figures_get_a_panel_of_their_own():
    rows = [
        row("redeals", "deals", mean_t(100, 6, 8)),
        row(
            "points", "points", mean_t(100, 40, 900), group="leads", base="never", vs="always",
            difference=1.5, difference_low=1.0, difference_high=2.0,
        ),
    ]  # fmt: skip
    figure = draw(made(rows))
    assert [axis.get_xlabel() for axis in figure.axes] == ["deals", "difference, points"]
    texts = " ".join(texts_of(figure)).replace("\n", " ")
    assert "points, always less never: leads" in texts

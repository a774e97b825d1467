"""The kinds of chart: points with intervals, lines, histograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from analysis.numerals import SHARES, clean, estimate_cell, is_number
from analysis.plot.frame import (
    COLOURS,
    GREY,
    axis_label,
    blank_figure,
    empty,
    legend,
    plain_text,
    scale,
    whole_numbers,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Agg draws at most 65,535 pixels a side.
TALLEST = 400.0
LABEL_WIDTH = 36
# More bars than this, all series together, are drawn as steps.
MOST_BARS = 60

LIMITS = {"estimate": ("low", "high"), "difference": ("difference_low", "difference_high")}


def intervals_chart(
    rows: Sequence[Mapping[str, Any]],
    *,
    value: str = "estimate",
    series: str | None = None,
    title: str = "",
    footer: str = "",
) -> Figure:
    """Draw points with their intervals, one line a metric and group, exact figures beside them.

    Parameters
    ----------
    rows : sequence of mapping
        Tidy rows.  A row's ``exact_value``, and rows with ``exact`` set, become diamonds on the
        line of the same metric and group.  Rows without a figure are left out.
    value : {"estimate", "difference"}
        Which figure; differences get a line at zero.
    series : str, optional
        Column whose values get a colour each, side by side on a line.
    title, footer : str
        Heading, and small print at the foot.

    Returns
    -------
    Figure
        One panel a unit, shares in percent.

    Raises
    ------
    ValueError
        If `value` is neither of the two.
    ModuleNotFoundError
        If Matplotlib is not installed.
    """
    if value not in LIMITS:
        raise ValueError(f"value must be estimate or difference, not {value!r}")
    rows = [row for row in rows if is_number(row.get(value)) or is_number(row.get("exact_value"))]
    panels: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        unit = str(row.get("unit") or "")
        panels.setdefault("probability" if unit in SHARES else unit, []).append(row)
    names = list(dict.fromkeys(str(row.get(series)) for row in rows)) if series else [""]
    lines = {unit: list(dict.fromkeys(map(_label, part))) for unit, part in panels.items()}
    folds = max((label.count("\n") for part in lines.values() for label in part), default=0)
    per_line = max(0.36 + 0.2 * folds, 0.16 + 0.2 * len(names))
    heights = [max(len(labels) * per_line, 0.5) for labels in lines.values()]
    height = 1.5 + sum(heights) + 0.65 * max(len(heights) - 1, 0)
    figure = blank_figure(min(height, TALLEST), title, footer)
    if not panels:
        return empty(figure)
    axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axis, (unit, part) in zip(axes, panels.items(), strict=True):
        _draw_points(axis, part, lines[unit], names, value, series)
        scale(axis.xaxis, unit)
        axis.set_xlabel(axis_label(unit, value))
        axis.grid(axis="x", color="#DDDDDD", linewidth=0.7)
    legend(axes[0])
    return figure


def lines_chart(
    rows: Sequence[Mapping[str, Any]],
    *,
    x: str = "group",
    series: str = "metric",
    title: str = "",
    footer: str = "",
    xlabel: str = "",
) -> Figure:
    """Draw figures over a number, as lines with bands for their intervals.

    Parameters
    ----------
    rows : sequence of mapping
        Tidy rows of one unit; those whose `x` is not a number are left out.  Rows with ``exact``
        set, and a row's ``exact_value``, become diamonds.
    x, series : str
        Columns for the horizontal axis and for the lines.
    title, footer, xlabel : str
        Heading, small print, and name of the horizontal axis (default: `x`).

    Returns
    -------
    Figure
        The chart.

    Raises
    ------
    ModuleNotFoundError
        If Matplotlib is not installed.
    """
    figure = blank_figure(4.8, title, footer)
    rows = [row for row in rows if is_number(row.get(x))]
    if not rows:
        return empty(figure)
    axis = figure.subplots()
    for index, name in enumerate(dict.fromkeys(str(row.get(series)) for row in rows)):
        colour = COLOURS[index % len(COLOURS)]
        mine = sorted(
            (row for row in rows if str(row.get(series)) == name), key=lambda row: float(row[x])
        )
        sampled = [r for r in mine if is_number(r.get("estimate")) and not r.get("exact")]
        where = [row[x] for row in sampled]
        if sampled:
            axis.plot(
                where,
                [row["estimate"] for row in sampled],
                color=colour, marker="o", markersize=4, linewidth=1.6, label=clean(name),
            )  # fmt: skip
            banded = [r for r in sampled if is_number(r.get("low")) and is_number(r.get("high"))]
            axis.fill_between(
                [row[x] for row in banded],
                [row["low"] for row in banded],
                [row["high"] for row in banded],
                color=colour, alpha=0.2, linewidth=0,
            )  # fmt: skip
        exact = [(row[x], found) for row in mine if (found := _exact_of(row)) is not None]
        if exact:
            known = axis.get_legend_handles_labels()[1]
            label = None if "exact" in known else "exact"
            axis.scatter(*zip(*exact, strict=True), label=label, **_diamond())
    unit = str(rows[0].get("unit") or "")
    scale(axis.yaxis, unit)
    if all(type(row[x]) is int for row in rows):
        axis.xaxis.set_major_locator(whole_numbers())
    axis.set_xlabel(clean(xlabel or x))
    axis.set_ylabel(axis_label(unit, "estimate"))
    axis.grid(color="#DDDDDD", linewidth=0.7)
    legend(axis)
    return figure


def histogram_chart(
    series: Mapping[str, Mapping[int, int]],
    *,
    exact: Mapping[int, float] | None = None,
    title: str = "",
    footer: str = "",
    xlabel: str = "",
) -> Figure:
    """Draw how often each value was seen, as shares of all; side by side for several series.

    Parameters
    ----------
    series : mapping of str to mapping of int to int
        Name -> histogram (value -> count), as `Tally.histogram` returns it.
    exact : mapping of int to float, optional
        Value -> exact probability, drawn as diamonds.
    title, footer, xlabel : str
        Heading, small print, and what the values are.

    Returns
    -------
    Figure
        Bars, or steps where there are too many values for bars.

    Raises
    ------
    ModuleNotFoundError
        If Matplotlib is not installed.
    """
    figure = blank_figure(4.6, title, footer)
    shown = {name: counts for name, counts in series.items() if sum(counts.values())}
    if not shown:
        return empty(figure)
    axis = figure.subplots()
    values = sorted({value for counts in shown.values() for value in counts} | set(exact or {}))
    step = min((b - a for a, b in pairwise(values)), default=1)
    is_bars = len(values) * len(shown) <= MOST_BARS
    thickness = 0.8 * step / len(shown)
    for index, (name, counts) in enumerate(shown.items()):
        total = sum(counts.values())
        colour = COLOURS[index % len(COLOURS)]
        shares = [counts.get(value, 0) / total for value in values]
        if is_bars:
            shift = (index - (len(shown) - 1) / 2) * thickness
            places = [value + shift for value in values]
            axis.bar(places, shares, width=thickness, color=colour, label=clean(name))
        else:
            axis.step(values, shares, where="mid", color=colour, label=clean(name), linewidth=1.2)
    if exact:
        pairs = sorted(exact.items())
        axis.scatter(*zip(*pairs, strict=True), label="exact", **_diamond())
    scale(axis.yaxis, "probability")
    axis.set_ylim(bottom=0)
    axis.xaxis.set_major_locator(whole_numbers())
    if len(values) <= 16 and step == 1:
        axis.set_xticks(values)
    axis.set_xlabel(clean(xlabel))
    axis.set_ylabel("share")
    axis.grid(axis="y", color="#DDDDDD", linewidth=0.7)
    axis.set_axisbelow(True)
    if len(shown) > 1 or exact:
        legend(axis)
    return figure


def _draw_points(
    axis: Axes,
    rows: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    names: Sequence[str],
    value: str,
    series: str | None,
) -> None:
    """Draw one panel of `intervals_chart`."""
    low_key, high_key = LIMITS[value]
    seen: set[str] = set()
    figures: dict[float, str] = {}
    for row in rows:
        name = str(row.get(series)) if series else ""
        index = names.index(name)
        place = labels.index(_label(row)) + (index - (len(names) - 1) / 2) * 0.6 / len(names)
        found = row.get(value)
        if found is not None and is_number(found) and not row.get("exact"):
            low, high = row.get(low_key), row.get(high_key)
            ends = (
                [[max(found - low, 0)], [max(high - found, 0)]]
                if low is not None and high is not None
                else None
            )
            label = clean(name) if name else "simulated"
            axis.errorbar(
                [found], [place], xerr=ends, fmt="o", color=COLOURS[index % len(COLOURS)],
                markersize=5.5, capsize=3.5, linewidth=1.6,
                label=None if label in seen else label,
            )  # fmt: skip
            seen.add(label)
        exact = _exact_of(row) if value == "estimate" else None
        if exact is not None:
            axis.scatter([exact], [place], label=None if "exact" in seen else "exact", **_diamond())
            seen.add("exact")
        is_spelled = len(names) == 1 and value == "estimate" and is_number(found)
        # Where a line holds a sampled and an exact figure, the sampled one is spelled out.
        if is_spelled and (place not in figures or not row.get("exact")):
            figures[place] = estimate_cell(row)
    for place, text in figures.items():
        axis.annotate(
            text, (1.01, place), xycoords=("axes fraction", "data"),
            va="center_baseline", fontsize=9, color=GREY,
        )  # fmt: skip
    if value == "difference":
        axis.axvline(0, color=GREY, linewidth=1, linestyle="--", zorder=0)
    axis.set_yticks(range(len(labels)), labels)
    axis.set_ylim(len(labels) - 0.45, -0.55)
    axis.margins(x=0.06)
    axis.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)


def _exact_of(row: Mapping[str, Any]) -> float | None:
    """Return the exact figure that a row carries, or is."""
    if is_number(row.get("exact_value")):
        return float(row["exact_value"])
    return float(row["estimate"]) if row.get("exact") and is_number(row.get("estimate")) else None


def _diamond() -> dict[str, Any]:
    """Style of exact figures: a hollow diamond over whatever lies there."""
    return {"marker": "D", "s": 34, "facecolors": "none", "edgecolors": "#000000", "zorder": 5}


def _label(row: Mapping[str, Any]) -> str:
    """Name the line of a row."""
    parts = (row.get(key) for key in ("metric", "action", "group"))
    text = ": ".join(str(part) for part in parts if part is not None and part != "")
    return plain_text(text, LABEL_WIDTH)

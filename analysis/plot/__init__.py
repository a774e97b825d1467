"""Charts of rows: one function a kind of chart, and `save`, for PNG and SVG.

Figures are made with Matplotlib's object interface and the Agg canvas: no window, no global
state.  Every chart carries its footer (seed, version, amount) inside the picture, since pictures
travel without the page they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis.plot.charts import histogram_chart, intervals_chart, lines_chart
from analysis.plot.frame import SUFFIXES, checked_path, save
from analysis.rows import footer as footer_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "SUFFIXES", "checked_path", "draw", "histogram_chart", "intervals_chart", "lines_chart", "save",
]  # fmt: skip

LINE_POINTS = 6
"""A report over at least this many numbered groups is drawn as a line."""


def draw(fields: Mapping[str, Any], *, title: str = "") -> Figure:
    """Draw a command's document with the chart that fits its rows.

    Parameters
    ----------
    fields : mapping
        What `analysis.table.document` returned.
    title : str
        Heading; by default command and game.

    Returns
    -------
    Figure
        Lines where the groups are numbers, six or more; differences for `compare`; else points
        with intervals.

    Raises
    ------
    ModuleNotFoundError
        If Matplotlib is not installed.
    """
    rows = fields["table"]
    heading = title or f"{fields['command']} {fields['game']}"
    line = footer_of(fields)
    numbered = {row.get("group") for row in rows if type(row.get("group")) is int}
    units = {row.get("unit") for row in rows}
    if any("difference" in row for row in rows):
        if not all("difference" in row for row in rows):
            return intervals_chart(list(map(_as_estimate, rows)), title=heading, footer=line)
        series = "vs" if any(row.get("vs") for row in rows) else None
        return intervals_chart(rows, value="difference", series=series, title=heading, footer=line)
    if len(numbered) >= LINE_POINTS and len(units) == 1:
        return lines_chart(rows, title=heading, footer=line)
    return intervals_chart(rows, title=heading, footer=line)


def _as_estimate(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Turn a difference into an estimate with a panel of its own; leave other rows."""
    if "difference" not in row:
        return row
    return {
        "metric": f"{row['metric']}, {row['vs']} less {row['base']}",
        "group": row.get("group"),
        "unit": f"difference, {row['unit']}",
        "estimate": row["difference"],
        "low": row["difference_low"],
        "high": row["difference_high"],
    }

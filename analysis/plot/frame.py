"""What every chart has: a figure with heading and footer, axes, a legend, and its file."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.numerals import SHARES, clean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
# Okabe and Ito's colours, told apart by people of all kinds of colour vision; yellow left out.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
GREY = "#666666"
WIDTH = 8.0
DPI = 150


def blank_figure(height: float, title: str, footer: str) -> Figure:
    """Make an empty figure with heading and small print."""
    heading, small = plain_text(title, 66), plain_text(footer, 110)
    height += 0.22 * heading.count("\n") + 0.14 * small.count("\n")
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "plots need Matplotlib: pip install 'kaipai[plot]', or '.[plot]' in its folder",
            name=error.name,
        ) from None
    figure = Figure(
        figsize=(WIDTH, height), dpi=DPI, layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1)
    )
    FigureCanvasAgg(figure)
    if title:
        figure.suptitle(heading, x=0.015, ha="left", fontsize=13, weight="bold")
    if footer:
        figure.supxlabel(small, x=0.015, ha="left", fontsize=8, color=GREY)
    return figure


def save(figure: Figure, path: str | Path) -> Path:
    """Write a chart; equal charts give equal files.

    Parameters
    ----------
    figure : Figure
        The chart.
    path : str or Path
        Where, ending in ``.png`` or ``.svg``.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    ValueError
        If the name ends otherwise.
    OSError
        If the file cannot be written.
    """
    target = checked_path(path)
    import matplotlib

    if figure.get_layout_engine() is not None:
        # Laid out once and then left alone, so that saving twice cannot move anything.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    is_svg = target.suffix.lower() == ".svg"
    metadata = {"Date": None} if is_svg else {"Software": None}
    with matplotlib.rc_context({"svg.hashsalt": "kaipai", "svg.fonttype": "path"}):
        figure.savefig(target, dpi=DPI, metadata=metadata, facecolor="white")
    return target


def checked_path(path: str | Path) -> Path:
    """Return a chart's path, so that a wrong one is refused before a long run, not after it.

    Parameters
    ----------
    path : str or Path
        Where a chart is to go.

    Returns
    -------
    Path
        The same.

    Raises
    ------
    ValueError
        If the name ends neither in ``.png`` nor in ``.svg``.
    """
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise ValueError(f"a plot is written as {' or '.join(SUFFIXES)}, not {target.name!r}")
    return target


def plain_text(text: str, width: int) -> str:
    """Break text into lines; a dollar sign would start a formula."""
    return "\n".join(textwrap.wrap(clean(text), width)).replace("$", r"\$")


def axis_label(unit: str, value: str) -> str:
    """Name an axis of figures."""
    if unit in SHARES:
        return "difference, percentage points" if value == "difference" else "probability"
    return clean(f"difference, {unit}" if value == "difference" else unit)


def scale(axis: Any, unit: str) -> None:
    """Write shares in percent; let no axis use an offset."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter, ScalarFormatter

    axis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    if unit in SHARES:
        axis.set_major_formatter(PercentFormatter(xmax=1.0))
    else:
        axis.set_major_formatter(ScalarFormatter(useOffset=False))


def whole_numbers() -> Any:
    """Tick an axis at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=12, integer=True, steps=[1, 2, 5, 10])


def legend(axis: Axes) -> None:
    """Put the legend above the axes, where it hides nothing; none for a single entry."""
    entries = zip(*axis.get_legend_handles_labels(), strict=True)
    ordered = sorted(entries, key=lambda entry: entry[1] == "exact")
    handles, labels = [entry[0] for entry in ordered], [entry[1] for entry in ordered]
    if len(labels) > 1 or labels == ["exact"]:
        axis.legend(
            handles, labels, loc="lower right", bbox_to_anchor=(1.0, 1.0),
            ncols=min(len(labels), 3), frameon=False, fontsize=9, borderaxespad=0.2,
        )  # fmt: skip


def empty(figure: Figure) -> Figure:
    """Say that there is nothing to draw."""
    axis = figure.subplots()
    axis.set_axis_off()
    axis.text(0.5, 0.5, "no figures", ha="center", va="center", color=GREY)
    return figure

"""Rows -> text: a table for the terminal, Markdown, CSV, or the one JSON document.

A row is a plain dict.  Rows with an estimate are tidy: metric, group, unit, n, estimate, se, low,
high, level, method, exact, and whatever else the command adds.  Shares (unit ``"probability"`` or
``"proportion"``) stay in 0..1 in CSV and JSON and are shown in percent elsewhere.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analysis.numerals import (
    LOOSE_DIGITS,
    SHARES,
    clean,
    difference_cell,
    difference_interval_cell,
    estimate_cell,
    figure,
    interval_cell,
    is_number,
    significant,
)
from analysis.rows import TIDY, document, footer, plain, row

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["COLUMNS", "FORMATS", "document", "footer", "plain", "render", "render_document", "row"]

FORMATS = ("table", "csv", "json", "md")

# What a reader sees of the rows of each command; `interval` stands for low and high.
_REPORT = ("metric", "group", "estimate", "interval", "n", "unit", "method")
_CHECK = ("metric", "exact_value", "estimate", "interval", "n", "z", "agree")
_DIFFERENCE = ("difference", "difference_interval", "n", "unit")
COLUMNS: dict[str, tuple[str, ...]] = {
    "run": _REPORT,
    "report": _REPORT,
    "validate": _CHECK,
    "odds": _CHECK,
    "bench": ("metric", "estimate", "unit", "yardstick", "yardstick_estimate", "ratio"),
    "compare": (
        "metric",
        "group",
        "base",
        "vs",
        "estimate",
        "interval",
        "difference",
        "difference_interval",
        "variance_ratio",
        "n",
        "unit",
    ),
    "match": ("metric", "group", "estimate", "interval", "deals", "plays", "unit"),
    "ask": ("metric", "action", "estimate", "interval", *_DIFFERENCE),
}
# Text columns may be folded down to this width on a narrow terminal.
NARROW = 12
# Box of plain text: a line of dashes under the headings, nothing else.
_RULED = "    \n    \n -- \n    \n    \n    \n    \n    \n"
_INTERVALS = {
    "interval": ("low", "high"),
    "difference_interval": ("difference_low", "difference_high"),
}
_TITLES = {
    "exact_value": "exact",
    "yardstick_estimate": "its figure",
    "difference_interval": "its interval",
    "variance_ratio": "variance won",
}


def render_document(
    fields: Mapping[str, Any],
    format: str = "table",
    *,
    title: str = "",
    notes: Sequence[str] = (),
    columns: Sequence[str] | None = None,
    console: Console | None = None,
) -> str:
    """Write a command's document.

    Parameters
    ----------
    fields : mapping
        What `document` returned.
    format : {"table", "csv", "json", "md"}
        CSV carries game, version and seed in columns of their own; table and Markdown have the
        footer as last line.
    title, notes, columns, console
        As for `render`; the columns default to those of the document's command.

    Returns
    -------
    str
        Text without a newline at its end.

    Raises
    ------
    ValueError
        If the format or a column is unknown.
    """
    _check_format(format)
    if format == "json":
        return _json_object(fields)
    rows = fields["table"]
    if format == "csv":
        source = {key: fields[key] for key in ("game", "version", "seed")}
        return render([{**each, **source} for each in rows], "csv", columns=columns)
    return render(
        rows,
        format,
        title=title,
        notes=[*notes, footer(fields)],
        columns=columns or COLUMNS.get(fields["command"]),
        console=console,
    )


def render(
    rows: Sequence[Mapping[str, Any]],
    format: str = "table",
    *,
    title: str = "",
    notes: Sequence[str] = (),
    columns: Sequence[str] | None = None,
    console: Console | None = None,
) -> str:
    """Write rows as text.

    Parameters
    ----------
    rows : sequence of mapping
        Tidy rows, or any dicts of plain values.
    format : {"table", "csv", "json", "md"}
        JSON here is the bare list of rows; see `render_document` for the whole object.
    title : str
        Heading of a table; CSV and JSON have none.
    notes : sequence of str
        Lines below a table; CSV and JSON have none.
    columns : sequence of str, optional
        Which columns, in order; ``"interval"`` stands for low and high.  Default: those of a
        report for rows with an estimate, else all.  Table and Markdown leave out columns that
        are empty in every row.
    console : rich Console, optional
        Where the table will be printed: its width and colours are used if it is a terminal and
        ``NO_COLOR`` is unset.  Without it the text is plain and as wide as it needs to be.

    Returns
    -------
    str
        Text without a newline at its end.

    Raises
    ------
    ValueError
        If the format is unknown, or a column is in no row.
    """
    _check_format(format)
    known = _fields(rows)
    if columns is not None and rows:
        allowed = {*known, *_INTERVALS, *(name for names in COLUMNS.values() for name in names)}
        for name in columns:
            if name not in allowed:
                raise ValueError(f"no column {name!r}; there are {', '.join(known)}")
    if format == "json":
        return json.dumps([plain(each) for each in rows], allow_nan=False)
    if format == "csv":
        wanted = known if columns is None else _expanded(columns)
        return _csv(rows, wanted)
    shown = tuple(columns or (COLUMNS["report"] if "estimate" in known else known))
    cells = {name: [cell(each, name) for each in rows] for name in shown}
    cells = {name: column for name, column in cells.items() if any(column)}
    titles = [_heading(name, rows) for name in cells]
    right = [_is_numeric(name, rows) for name in cells]
    lines = list(zip(*cells.values(), strict=True))
    if format == "md":
        return _markdown(titles, right, lines, title, notes)
    return _terminal(titles, right, lines, title, notes, console)


def cell(fields: Mapping[str, Any], name: str) -> str:
    """Write one cell as people read it.

    Parameters
    ----------
    fields : mapping
        A row.
    name : str
        A column.

    Returns
    -------
    str
        Empty where the row has nothing there.
    """
    if name == "interval":
        return interval_cell(fields)
    if name == "difference_interval":
        return difference_interval_cell(fields)
    value = fields.get(name)
    if name == "unit":
        return "" if value in SHARES else clean(str(value or ""))
    if name == "estimate" and name in fields:
        return estimate_cell(fields)
    if value is None or (name == "n" and fields.get("exact") and not value):
        return ""
    if name in ("exact_value", "low", "high", "human", "random"):
        return estimate_cell(fields, name)
    if name == "difference":
        return difference_cell(fields)
    if name == "z":
        return f"{value:+.2f}"
    if name == "level":
        return f"{100 * value:.10g}%"
    if name == "se":
        return figure(value, 1.0, value or 0.0, "", False)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return clean(", ".join(str(part) for part in value))
    if is_number(value):
        return significant(value, LOOSE_DIGITS)
    return clean(str(value))


def _check_format(format: str) -> None:
    """Refuse an unknown format."""
    if format not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {format!r}")


def _fields(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """All fields of the rows: tidy ones first, in their order."""
    seen = dict.fromkeys(key for each in rows for key in each)
    return tuple(key for key in TIDY if key in seen) + tuple(k for k in seen if k not in TIDY)


def _expanded(columns: Sequence[str]) -> tuple[str, ...]:
    """Replace each interval by its two limits."""
    return tuple(part for name in columns for part in _INTERVALS.get(name, (name,)))


def _heading(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Head a column; an interval says its level where all rows share one."""
    if name == "interval":
        levels = {each.get("level") for each in rows if not each.get("exact")} - {None}
        if len(levels) == 1:
            return f"{cell({'level': levels.pop()}, 'level')} interval"
    return _TITLES.get(name, name)


def _is_numeric(name: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a column is set flush right."""
    if name in _INTERVALS or name in ("estimate", "difference"):
        return True
    values = [each.get(name) for each in rows if each.get(name) is not None]
    return all(is_number(value) for value in values)


def _json_object(fields: Mapping[str, Any]) -> str:
    """One object, a line a field and a line a row."""
    lines = []
    for key, value in fields.items():
        if key == "table":
            rows = ",\n".join(f"    {json.dumps(plain(each), allow_nan=False)}" for each in value)
            text = f"[\n{rows}\n  ]" if rows else "[]"
        else:
            text = json.dumps(plain(value), allow_nan=False)
        lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Comma-separated values with a header line."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_csv_cell(plain(each.get(name))) for name in columns] for each in rows)
    return stream.getvalue().rstrip("\n")


def _csv_cell(value: Any) -> str:
    """One CSV cell; text that a spreadsheet would run as a formula gets a quote before it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    text = clean(value) if isinstance(value, str) else json.dumps(value)
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") and text.strip() else text


def _markdown(
    titles: Sequence[str],
    right: Sequence[bool],
    lines: Sequence[Sequence[str]],
    title: str,
    notes: Sequence[str],
) -> str:
    """Pipe table with numbers flush right."""

    def escaped(text: str) -> str:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")

    blocks = [f"### {escaped(clean(title))}"] if title else []
    if titles:
        ruler = ["---:" if flush else "---" for flush in right]
        cells = [map(escaped, titles), ruler, *(map(escaped, line) for line in lines)]
        blocks.append("\n".join(f"| {' | '.join(line)} |" for line in cells))
    blocks.extend(f"*{escaped(clean(note))}*" for note in notes)
    return "\n\n".join(blocks)


def _terminal(
    titles: Sequence[str],
    right: Sequence[bool],
    lines: Sequence[Sequence[str]],
    title: str,
    notes: Sequence[str],
    console: Console | None,
) -> str:
    """Rich table, coloured only on a terminal that wants colour."""
    from rich.box import SIMPLE_HEAD, Box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    is_terminal = console is not None and console.is_terminal
    # Bold and dim are all that is used; a terminal that knows no colour system gets neither.
    is_styled = (
        console is not None
        and is_terminal
        and console.color_system is not None
        and not os.environ.get("NO_COLOR")
    )
    table = Table(
        box=SIMPLE_HEAD if is_styled else Box(_RULED, ascii=True),
        show_edge=False,
        pad_edge=False,
        header_style="bold",
    )
    least = 0
    for index, (heading, flush) in enumerate(zip(titles, right, strict=True)):
        natural = max(len(heading), *(len(line[index]) for line in lines))
        # Figures are never folded: a table too wide for the terminal sticks out instead.
        narrowest = natural if flush else min(natural, NARROW)
        table.add_column(
            Text(heading),
            justify="right" if flush else "left",
            no_wrap=flush,
            min_width=narrowest,
            overflow="fold",
        )
        least += narrowest + 3
    for line in lines:
        table.add_row(*(Text(part) for part in line))
    # A console of our own, since Rich never prints wider than the console it is given.
    target = Console(
        file=io.StringIO(),
        width=max(console.width, least) if console is not None and is_terminal else 10_000,
        color_system="standard" if is_styled else None,
        force_terminal=is_styled,
        emoji=False,
    )
    with target.capture() as captured:
        if title:
            target.print(Text(clean(title), style="bold"))
        if titles:
            target.print(table)
        for note in notes:
            target.print(Text(clean(note), style="dim"))
    return "\n".join(part.rstrip() for part in captured.get().splitlines())

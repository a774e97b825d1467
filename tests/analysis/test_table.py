"""Rows as terminal table, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import enum
import io
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from rich.console import Console

from analysis.intervals import exact_value, mean_t, proportion, undefined
from analysis.numerals import figure, significant
from analysis.rows import TIDY
from analysis.table import COLUMNS, cell, document, footer, plain, render, render_document, row

SHARE = row("tichu_call", "probability", proportion(1234, 40_000))
RARE = row("bomb", "probability", proportion(1, 10**6), group="A|B")
MEAN = row("tricks", "tricks", mean_t(1000, 14_231, 211_522), group=(3, "yes"))
ONE = row("points", "points", mean_t(1, 5, 25))
EXACT = row("pair", "probability", exact_value(0.03526491985445497))
NONE = row("made", "probability", undefined(kind="proportion"))
ROWS = [SHARE, RARE, MEAN, ONE, EXACT, NONE]


def made(rows=ROWS, command="run", **extra):
    return document(
        command=command, game="tichu", version="0.1.0", rules={"wish": "on", "target": np.int64(9)},
        policies=["heuristic"] * 4, seed=7, seconds=1.5, digest="ab" * 32, rows=rows,
        matches=1000, rounds=9800, **extra,
    )  # fmt: skip


def lines_of(rows, **options):
    return render(rows, **options).splitlines()


def test_a_row_is_tidy_and_plain():
    assert list(SHARE) == [name for name in TIDY if name != "action"]
    assert SHARE["group"] is None
    assert MEAN["group"] == "3/yes"
    assert (ONE["se"], ONE["low"], ONE["high"]) == (None, None, None)
    assert (EXACT["exact"], EXACT["low"], EXACT["high"]) == (True, *[EXACT["estimate"]] * 2)
    assert (NONE["estimate"], NONE["n"]) == (None, 0)
    extra = row("m", "x", mean_t(2, 3, 5), base="a", weight=np.float64(0.5))
    assert list(extra)[-2:] == ["base", "weight"]
    assert type(extra["weight"]) is float


def test_the_json_document_is_one_object_in_the_agreed_order():
    text = render_document(made(verdict="too_close"), "json")
    found = json.loads(text)
    assert list(found) == [
        "format", "command", "game", "version", "rules", "policies", "seed", "matches", "rounds",
        "seconds", "digest", "verdict", "table",
    ]  # fmt: skip
    assert found["format"] == 1
    assert found["rules"] == {"wish": "on", "target": 9}
    assert found["table"] == ROWS
    assert len(text.splitlines()) == 12 + len(ROWS) + 4
    assert json.loads(render_document(made([]), "json"))["table"] == []
    deals = document(
        command="odds", game="gouji", version="1", rules={}, policies=[], seed=1, seconds=0,
        digest="", rows=[], deals=5,
    )  # fmt: skip
    assert [key for key in deals if key in ("deals", "matches", "rounds")] == ["deals"]


def test_json_holds_no_nan_and_no_numpy():
    class Color(enum.IntEnum):
        RED = 1

    value = {
        "a": math.nan, "b": -math.inf, "c": np.float32(0.5), "d": np.int8(3), "e": np.bool_(True),
        "f": np.array([1.5, np.nan]), "g": (1, None), "h": Fraction(1, 4), "i": Color.RED,
        "j": {3, 1, 2}, 4: "key", "k": True, "l": np.float64("inf"),
    }  # fmt: skip
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == {
        "a": None, "b": None, "c": 0.5, "d": 3, "e": True, "f": [1.5, None], "g": [1, None],
        "h": 0.25, "i": "red", "j": [1, 2, 3], "4": "key", "k": True, "l": None,
    }  # fmt: skip
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())


def test_csv_keeps_every_digit_and_says_where_it_came_from():
    text = render_document(made(), "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(ROWS)
    assert list(rows[0]) == [*SHARE, "game", "version", "seed"]
    for read, written in zip(rows, ROWS, strict=True):
        for name in ("estimate", "se", "low", "high"):
            assert (float(read[name]) if read[name] else None) == written[name]
        assert int(read["n"]) == written["n"]
    assert (rows[0]["exact"], rows[4]["exact"]) == ("false", "true")
    assert {read["seed"] for read in rows} == {"7"}
    assert rows[0]["group"] == ""


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "-"])
def test_csv_text_is_never_a_formula(text):
    (read,) = csv.DictReader(io.StringIO(render([{"metric": text, "estimate": -1.5}], "csv")))
    assert read["metric"].startswith("'") or read["metric"].startswith("\\x09")
    assert read["estimate"] == "-1.5"


def test_csv_quotes_what_needs_it():
    rows = [{"name": 'a,"b"', "list": [1, "x"], "flag": True, "none": None}]
    (read,) = csv.DictReader(io.StringIO(render(rows, "csv")))
    assert read == {"name": 'a,"b"', "list": '[1, "x"]', "flag": "true", "none": ""}
    assert render(rows, "csv", columns=["flag", "name"]).splitlines()[0] == "flag,name"
    interval = render([SHARE], "csv", columns=["metric", "interval"])
    assert interval.splitlines()[0] == "metric,low,high"


def test_the_plain_table():
    head, rule, share, rare, mean, one, exact, none = lines_of(ROWS)
    assert head.split() == ["metric", "group", "estimate", "95%", "interval", "n", "unit", "method"]
    assert set(rule) == {"-"}
    assert share.split() == ["tichu_call", "3.08%", "2.92%", "..", "3.26%", "40,000", "wilson"]
    assert rare.split()[2:6] == ["1.0e-06", "2.5e-08", "..", "5.6e-06"]
    assert mean.split() == [
        "tricks",
        "3/yes",
        "14.23",
        "14.04",
        "..",
        "14.42",
        "1,000",
        "tricks",
        "t",
    ]
    assert one.split() == ["points", "5", "1", "points", "t"]
    assert exact.split() == ["pair", "3.526492%", "exact", "computed"]
    assert none.split()[1] == "-"
    text = render(ROWS)
    assert text.isascii()
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_table_and_markdown_end_with_what_made_them():
    expected = "kaipai 0.1.0, tichu, seed 7, 1,000 matches, 9,800 rounds, heuristic"
    assert footer(made()) == expected
    lines = render_document(made(), title="Calls", notes=["A note."]).splitlines()
    assert lines[0] == "Calls"
    assert lines[-2:] == ["A note.", expected]
    marked = render_document(made(), "md", title="Calls", notes=["A note."]).splitlines()
    assert marked[0] == "### Calls"
    assert marked[-3:] == ["*A note.*", "", f"*{expected}*"]
    single = made() | {"matches": 1, "rounds": 1, "policies": ["a", "b", "a"]}
    assert footer(single) == "kaipai 0.1.0, tichu, seed 7, 1 match, 1 round, a, 1=b"
    changed = made() | {"changed": {"wish": "off", "first_declarer": None, "tens": [1, 2]}}
    assert footer(changed) == f"{expected}, wish=off, first_declarer=none, tens=1,2"


def test_markdown_is_a_pipe_table():
    lines = render(ROWS, "md").splitlines()
    assert lines[0] == "| metric | group | estimate | 95% interval | n | unit | method |"
    assert lines[1] == "| --- | --- | ---: | ---: | ---: | --- | --- |"
    assert lines[2] == "| tichu_call |  | 3.08% | 2.92% .. 3.26% | 40,000 |  | wilson |"
    assert lines[3].startswith("| bomb | A\\|B | 1.0e-06 |")
    assert len(lines) == 2 + len(ROWS)
    assert render([{"a": "<b>"}], "md").splitlines()[2] == "| &lt;b> |"


def test_validate_and_odds_rows():
    rows = [
        {
            "metric": "Q2", "unit": "probability", "exact_value": 0.0352649198, "estimate": 0.0351,
            "low": 0.0348, "high": 0.0354, "n": 100_000, "z": -1.234, "agree": True,
        },
        {
            "metric": "Q7", "unit": "probability", "exact_value": 2.5e-7, "estimate": 0.0,
            "low": 0.0, "high": 3.7e-5, "n": 100_000, "z": 5, "agree": False,
        },
    ]  # fmt: skip
    head, _, first, second = lines_of(rows, columns=COLUMNS["validate"])
    assert head.split() == ["metric", "exact", "estimate", "interval", "n", "z", "agree"]
    expected = "Q2 3.526492% 3.510% 3.480% .. 3.540% 100,000 -1.23 yes"
    assert first.split() == expected.split()
    expected = "Q7 2.500000e-07 0 0 .. 3.7e-05 100,000 +5.00 no"
    assert second.split() == expected.split()
    assert COLUMNS["odds"] == COLUMNS["validate"]


def test_bench_rows():
    rows = [
        {
            "metric": "tichu.deal", "unit": "ns", "estimate": 123.456, "ratio": 0.5263,
            "yardstick": "fisher_yates_56", "yardstick_estimate": 234.5,
        },
        {
            "metric": "tichu.threads2", "unit": "x", "estimate": 1.89234, "ratio": None,
            "yardstick": None, "yardstick_estimate": None,
        },
    ]  # fmt: skip
    _, _, deal, threads = lines_of(rows, columns=COLUMNS["bench"])
    assert deal.split() == ["tichu.deal", "123.5", "ns", "fisher_yates_56", "234.5", "0.5263"]
    assert threads.split() == ["tichu.threads2", "1.892", "x"]


def compared(unit, value, low, high):
    return row(
        "takeover", unit, proportion(400, 1000), base="power", vs="linear",
        difference=value, difference_low=low, difference_high=high,
    )  # fmt: skip


def test_compare_rows():
    rows = [
        compared("probability", 0.0123, -0.001, 0.0256),
        compared("levels", -0.12, -0.2, -0.04),
        compared("probability", 0.0, 0.0, 0.0),
        compared("probability", None, None, None),
    ]
    head, _, *lines = lines_of(rows, columns=COLUMNS["compare"])
    assert "difference" in head
    assert lines[0].split("%")[-1].split() == ["+1.2", "pp", "-0.1", "..", "+2.6", "pp", "1,000"]
    assert lines[1].split("43")[-1].split()[-6:] == [
        "-0.120", "-0.200", "..", "-0.040", "1,000", "levels",
    ]  # fmt: skip
    assert lines[2].split("%")[-1].split() == ["0", "pp", "0", "..", "0", "pp", "1,000"]
    assert cell(rows[3], "difference") == ""


@pytest.mark.parametrize(
    ("half_width", "text"),
    [
        (12.0, "135"),
        (1.2, "134.6"),
        (0.12, "134.57"),
        (0.0999, "134.568"),
        (1e-20, "134.567890000000"),
    ],
)
def test_digits_follow_the_interval(half_width, text):
    assert figure(134.56789, 1.0, half_width, "", False) == text


def test_single_figures():
    assert figure(-0.001, 1.0, 0.5, "", False) == "0.00"
    assert figure(math.inf, 1.0, None, "%", False) == "inf"
    assert figure(None, 1.0, None, "%", False) == "-"
    assert figure(1234567.0, 1.0, 100.0, "", False) == "1,234,567"
    assert significant(1 / 3, 4) == "0.3333"
    assert significant(0.25, 7) == "0.25"
    assert significant(12345.678, 4) == "12,346"
    assert significant(2.5e-9, 4) == "2.500e-09"
    assert significant(3, 4) == "3"


def test_text_from_outside_drives_no_terminal():
    rows = [{"name": "[red]a[/red]\x1b[31m", "more": "b\nc\u202e"}]
    text = render(rows, title="[bold]t\x07", notes=["n\x1b"])
    assert text.splitlines()[0] == "[bold]t\\x07"
    assert "[red]a[/red]\\x1b[31m" in text
    assert "b\\x0ac\\x202e" in text
    assert "\x1b" not in text


def test_a_terminal_gets_styles_unless_no_color(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    console = Console(file=io.StringIO(), force_terminal=True, width=200, color_system="standard")
    assert "\x1b[1m" in render(ROWS, title="T", console=console)
    monkeypatch.setenv("NO_COLOR", "1")
    quiet = render(ROWS, title="T", console=console)
    assert "\x1b" not in quiet
    assert quiet == render(ROWS, title="T")
    monkeypatch.delenv("NO_COLOR")
    piped = Console(file=io.StringIO(), force_terminal=False, width=20)
    assert render(ROWS, title="T", console=piped) == quiet


def test_a_narrow_terminal_folds_words_and_no_figure(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=io.StringIO(), force_terminal=True, width=40)
    text = render([compared("probability", 0.0123, -0.001, 0.0256)], console=console,
                  columns=COLUMNS["compare"])  # fmt: skip
    assert "37.0% .. 43.1%" in text
    assert "-0.1 .. +2.6 pp" in text
    assert "power" in text


def test_any_rows_can_be_shown():
    rows = [{"option": "wish", "values": ["on", "off"]}, {"option": "decks", "values": [2, 3]}]
    assert [line.split() for line in lines_of(rows)] == [
        ["option", "values"], ["----------------"], ["wish", "on,", "off"], ["decks", "2,", "3"],
    ]  # fmt: skip
    assert json.loads(render(rows, "json")) == rows
    assert render(rows, columns=["option"]).split() == ["option", "------", "wish", "decks"]
    for format, text in (("table", "T\nn"), ("csv", ""), ("json", "[]"), ("md", "### T\n\n*n*")):
        assert render([], format, title="T", notes=["n"]) == text


def test_unknown_formats_and_columns_are_refused():
    for writer in (lambda f: render(ROWS, f), lambda f: render_document(made(), f)):
        with pytest.raises(ValueError, match="table, csv, json, md, not 'xml'"):
            writer("xml")
    with pytest.raises(ValueError, match="no column 'estimat'; there are metric, group"):
        render(ROWS, columns=["metric", "estimat"])

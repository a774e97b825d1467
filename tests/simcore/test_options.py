"""Rule options: what each kind reads, writes and refuses."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

import pytest

from simcore.catalog import TITLES, load_game
from simcore.options import (
    NONE_INT,
    Codec,
    Option,
    OptionalInt,
    Switch,
    as_json,
    as_text,
    change,
    coded,
    describe,
    options_of,
    suggestion,
    whole_number,
)
from simcore.status import KaipaiError


class Colour(IntEnum):
    RED = 0
    NONE = 1
    DARK_BLUE = 2


def parse_letters(value):
    if not isinstance(value, str) or not value.isalpha():
        raise ValueError("letters")
    return tuple(map(ord, value))


LETTERS = Codec("letters", parse_letters, lambda value: "".join(map(chr, value)))


class Rules(NamedTuple):
    colour: Annotated[Colour, Option("X-1", "an enum with a member called none")] = Colour.RED
    switch: Annotated[Switch, Option("X-2", "written on and off")] = Switch.ON
    flag: Annotated[bool, Option("X-3", "written true and false")] = False
    size: Annotated[int, Option("X-4", "limits and a step", low=-4, high=20, step=2)] = 4
    free: Annotated[int, Option("X-5", "no limits")] = 0
    most: Annotated[OptionalInt, Option("X-6", "may be none", low=1)] = OptionalInt(NONE_INT)
    word: Annotated[tuple[int, ...], Option("X-7", "a codec of its own", codec=LETTERS)] = (97, 98)


ACCEPTED = [
    ("colour", "dark_blue", 2, "dark_blue"),
    ("colour", " NONE ", 1, "none"),
    ("colour", Colour.DARK_BLUE, 2, "dark_blue"),
    ("switch", "off", 0, "off"),
    ("switch", False, 0, "off"),
    ("switch", True, 1, "on"),
    ("flag", "True", 1, True),
    ("flag", True, 1, True),
    ("flag", "false", 0, False),
    ("size", "-4", -4, -4),
    ("size", "+20", 20, 20),
    ("size", 6, 6, 6),
    ("free", "-" + "9" * 17, -(10**17 - 1), -(10**17 - 1)),
    ("most", "none", NONE_INT, None),
    ("most", "None ", NONE_INT, None),
    ("most", None, NONE_INT, None),
    ("most", "7", 7, 7),
    ("word", "xyz", (120, 121, 122), "xyz"),
]


@pytest.mark.parametrize(("name", "value", "code", "shown"), ACCEPTED)
def test_values_are_read_as_command_line_and_toml_write_them(name, value, code, shown):
    rules = change(Rules(), {name: value})
    assert getattr(rules, name) == code
    assert type(getattr(rules, name)) in (int, tuple)
    assert as_json(rules)[name] == shown
    assert type(as_json(rules)[name]) is type(shown)


REFUSED = [
    ("colour", "green", "one of red, none, dark_blue"),
    ("colour", "redd", "did you mean 'red'"),
    ("colour", True, "one of red"),
    ("colour", 1, "one of red"),
    ("switch", "true", "one of off, on"),
    ("switch", 1, "one of off, on"),
    ("flag", "yes", "true or false"),
    ("flag", 1, "true or false"),
    ("size", "5", "an integer from -4 to 20 in steps of 2"),
    ("size", "22", "an integer from -4 to 20"),
    ("size", "-+4", "an integer from -4 to 20"),
    ("size", "4.0", "an integer from"),
    ("size", "", "an integer from"),
    ("size", "\u0664", "an integer from"),
    ("size", 4.0, "an integer from"),
    ("size", True, "an integer from"),
    ("size", None, "an integer from"),
    ("size", [4], "an integer from"),
    ("free", "1" * 19, "an integer"),
    ("free", 10**19, "an integer"),
    ("free", "none", "an integer"),
    ("most", "0", "an integer from 1 or none"),
    ("most", "-1", "an integer from 1 or none"),
    ("most", NONE_INT, "an integer from 1 or none"),
    ("word", "7", "letters"),
]


@pytest.mark.parametrize(("name", "value", "expected"), REFUSED)
def test_anything_else_is_refused_by_name_value_and_what_is_allowed(name, value, expected):
    with pytest.raises(KaipaiError) as caught:
        change(Rules(), {name: value})
    message = str(caught.value)
    assert caught.value.exit_code == 2
    assert message.startswith(f"rule {name}=")
    assert f"{name} takes" in message
    assert expected in message


def test_an_error_stays_on_one_line_whatever_the_value():
    for value in ("a\nb", "x" * 5000, "\x1b[31m", [1] * 5000):
        with pytest.raises(KaipaiError) as caught:
            change(Rules(), {"size": value})
        message = str(caught.value)
        assert message.isprintable()
        assert len(message) < 250


def test_an_unknown_option_is_named_with_the_nearest():
    with pytest.raises(KaipaiError, match=r"unknown rule option 'colur' \(did you mean 'colour'"):
        change(Rules(), {"colur": "red"})
    with pytest.raises(KaipaiError) as caught:
        change(Rules(), {"\x1b[31m": 1})
    assert str(caught.value).isprintable()


def test_one_wrong_value_changes_nothing():
    rules = coded(Rules())
    with pytest.raises(KaipaiError):
        change(rules, {"size": 6, "flag": "maybe"})
    assert rules == coded(Rules())


def test_coded_rules_hold_plain_integers():
    rules = coded(Rules(colour=Colour.NONE, flag=True))
    assert rules == Rules(1, 1, 1, 4, 0, -1, (97, 98))
    for value in rules:
        assert type(value) in (int, tuple)


def test_describe_gives_a_row_an_option():
    rows = {row["option"]: row for row in describe(change(Rules(), {"most": "3"}))}
    assert list(rows) == list(Rules._fields)
    assert rows["most"] == {
        "option": "most", "values": "integer from 1 or none", "default": None, "value": 3,
        "clause": "X-6", "help": "may be none",
    }  # fmt: skip
    assert rows["size"]["values"] == "integer from -4 to 20 in steps of 2"
    assert rows["colour"]["values"] == "red, none, dark_blue"
    assert (rows["switch"]["default"], rows["flag"]["default"]) == ("on", False)


def test_a_field_without_an_option_is_an_error_of_the_programmer():
    class Bare(NamedTuple):
        size: int = 1

    with pytest.raises(TypeError, match=r"Bare\.size has no Option"):
        options_of(Bare)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"), (True, "true"), (False, "false"), (7, "7"), ("wrap", "wrap"),
        ([4, -2], "4,-2"), ([], "none"), ({"T": 5, "A": 2}, "T:5,A:2"), ({}, "none"),
    ],
)  # fmt: skip
def test_json_values_as_the_command_line_writes_them(value, text):
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("12", 12), (" -3 ", -3), ("+3", 3), (5, 5), ("", None), ("--3", None), ("1_0", None),
        ("3.0", None), (3.0, None), (True, None), (None, None), ("9" * 19, None),
    ],
)  # fmt: skip
def test_whole_numbers(value, number):
    assert whole_number(value) == number


def test_suggestions():
    assert suggestion("wihs", ["wish", "target"]) == " (did you mean 'wish'?)"
    assert suggestion("zzz", ["wish", "target"]) == ""
    assert suggestion("wish", []) == ""


def every_value(game):
    """Rules of a game: its presets, and each value of each enumerated option."""
    for preset in game.presets:
        yield preset, game.make_rules(preset)
    rules = game.make_rules()
    for name, (_, codec) in options_of(game.rules).items():
        for word in codec.values.split(", "):
            try:
                yield f"{name}={word}", change(rules, {name: word})
            except KaipaiError:
                continue


@pytest.mark.parametrize("name", TITLES)
def test_every_option_of_a_game_reads_back_what_it_writes(name):
    game = load_game(name)
    seen = 0
    for label, rules in every_value(game):
        written = as_json(rules)
        assert change(coded(game.rules()), written) == rules, label
        texts = {option: as_text(value) for option, value in written.items()}
        assert change(coded(game.rules()), texts) == rules, label
        seen += 1
    assert seen > len(game.rules._fields)


@pytest.mark.parametrize("name", TITLES)
def test_every_option_of_a_game_has_clause_and_help(name):
    prefix = {"gouji": "GJ-", "shengji": "SJ-", "tichu": "TI-"}[name]
    rows = describe(load_game(name).make_rules())
    assert len(rows) > 20
    for row in rows:
        assert row["clause"].startswith(prefix), row
        assert row["help"], row
        assert "\n" not in row["help"]
        assert row["value"] == row["default"]

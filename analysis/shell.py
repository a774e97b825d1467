"""Words of the command line that several commands share: kinds of values, groups of options."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pathlib import Path

F = TypeVar("F", bound=Callable[..., Any])

SUFFIXES = {"k": 3, "m": 6, "g": 9, "b": 9}
LARGEST_N = 10**12
LARGEST_SEED = 2**64 - 1
LARGEST_CHUNK = 1 << 18
LEVELS = (0.001, 0.999_999_999)


class Count(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A positive whole number, also written 200k, 2e6 or 2_000_000."""

    name = "count"

    def __init__(self, most: int = LARGEST_N) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number; anything but a whole number from 1 to the most is refused."""
        text = str(value).strip().lower()
        digits, exponent = text, 0
        if text[-1:] in SUFFIXES:
            digits, exponent = text[:-1], SUFFIXES[text[-1]]
        elif "e" in text:
            digits, _, power = text.partition("e")
            power = power.removeprefix("+")
            exponent = int(power) if power.isascii() and power.isdigit() and len(power) < 3 else -1
        whole, _, part = digits.partition(".")
        # Underscores stand between digits, as in Python.
        figures = "".join(whole.split("_")) if all(whole.split("_")) else whole
        figures, part = figures + part.rstrip("0"), part.rstrip("0")
        exponent -= len(part)
        good = figures.isascii() and figures.isdigit() and len(figures) <= 30 and exponent >= 0
        number = int(figures) * 10**exponent if good else 0
        if not 1 <= number <= self.most:
            shown = value if len(text) <= 40 else f"{text[:40]}..."
            self.fail(
                f"'{shown}' is not a whole number from 1 to {self.most:,} (such as 1000, 200k, "
                "2e6)", param, ctx,
            )  # fmt: skip
        return number


class Level(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A nominal coverage, such as 0.95."""

    name = "level"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the level; what lies outside the range that intervals can be computed for fails."""
        try:
            level = float(value)
        except ValueError:
            level = math.nan
        least, most = LEVELS
        if not least <= level <= most:
            self.fail(f"'{value}' is not a level from {least} to {most}, such as 0.95", param, ctx)
        return level


class Until(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A half-width to reach: 0.001, 5%, METRIC=0.001 or METRIC=5%."""

    name = "half-width"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read it; the figures behind it are loaded only now."""
        from analysis.until import parse_target

        try:
            return parse_target(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Where(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A file or folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Turn text into a path; only now is `pathlib` loaded, which the help does not need."""
        from pathlib import Path

        if not str(value):
            self.fail("the name of a file or folder is empty", param, ctx)
        return Path(value)


class Listed(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A name out of a list, with "did you mean" for a misspelt one."""

    def __init__(self, name: str, known: Callable[[], list[str]]) -> None:
        self.name = name
        self.known = known

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name in its written form."""
        known = self.known()
        folded = str(value).strip().lower()
        if folded in known:
            return folded
        from simcore.options import suggestion

        self.fail(
            f"unknown {self.name} '{value}'{suggestion(folded, known)}; "
            f"there are {', '.join(known)}",
            param,
            ctx,
        )

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """List the names, where none is given."""
        return f"There are {', '.join(self.known())}."


class QuestionName(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """Name of a question of the game that stands before it; the command reads it."""

    name = "question"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """List the questions of the game, where none is given."""
        from simcore.catalog import load_game

        game = load_game(ctx.params["game"]) if ctx is not None and "game" in ctx.params else None
        return "" if game is None else f"{game.title} has {', '.join(game.questions)}."


class Ask(click.Command):
    """A command whose help ends with the givens of each question."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write which question of which game takes which options."""
        from simcore.catalog import load_game

        for name in _games():
            game = load_game(name)
            with formatter.section(f"Questions of {game.title}"):
                formatter.write_dl([
                    (f"{name} {question}", " ".join(f"--{given}" for given in givens))
                    for question, givens in game.questions.items()
                ])  # fmt: skip


def _games() -> list[str]:
    from simcore.catalog import TITLES

    return list(TITLES)


def _reports() -> list[str]:
    from analysis.reports import report_names

    return report_names()


GAME = Listed("game", _games)
QUESTION = QuestionName()
REPORT = Listed("report", _reports)
WHERE = Where()
FORMAT = click.Choice(["table", "csv", "json", "md"])


def rule_options(command: F) -> F:
    """Add the options that set the rules of a game."""
    for option in (
        click.option(
            "--rule", "pairs", metavar="KEY=VALUE", multiple=True, help="Change one rule."
        ),
        click.option("--rules", "path", metavar="FILE", type=WHERE, help="A TOML file."),
        click.option("--preset", metavar="NAME", help="Start from a preset of the rules."),
    ):
        command = option(command)
    return command


def sampling_options(command: F) -> F:
    """Add the options of every command that simulates."""
    for option in (
        click.option("-q", "--quiet", is_flag=True, help="Nothing but results and errors."),
        click.option("--progress/--no-progress", default=None, help="Default: on a terminal."),
        click.option("--chunk", type=Count(LARGEST_CHUNK), help="Work in pieces of this size."),
        click.option("--threads", type=click.IntRange(1, 1024), help="Default: every core."),
        click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="Default: a fresh one."),
        click.option("-n", type=Count(), help="How many; 200k and 2e6 are understood."),
    ):
        command = option(command)
    return command


def stopping_options(command: F, late: str = "Stop when the time is up.") -> F:
    """Add the options that end a run early; `late` is the help of the one that is a time."""
    for option in (
        click.option(
            "--max-time", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help=late
        ),
        click.option(
            "--until", type=Until(), metavar="[METRIC=]HALFWIDTH",
            help="Stop when the interval is so narrow: 0.001, or 5% of the estimate.  Without "
            "METRIC: the main one.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def output_options(command: F) -> F:
    """Add the options that say how the answer is written."""
    option = click.option(
        "--format", "style", type=FORMAT, default="table", show_default=True, help="How to print."
    )
    return option(command)


def playing_options(command: F) -> F:
    """Add the options of commands that play matches."""
    for option in (
        click.option("--rounds", type=Count(), help="Rounds a match; default: to its end."),
        click.option(
            "--policy", "words", metavar="NAME", multiple=True,
            help="NAME for every seat, or SEAT=NAME.  Default: heuristic.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def keeping_option(command: F) -> F:
    """Add the option that keeps records."""
    option = click.option(
        "--out",
        type=WHERE,
        metavar="DIR",
        help="Keep the records there as Parquet; repeated, the command continues.",
    )
    return option(command)


GIVENS = {
    "cards": "Your cards; who asks is seat 0.",
    "score": "Totals before the round, yours first: A:B.",
    "total": "Totals of the match, yours first: A:B.",
    "bets": "Calls that stand: SEAT=tichu,SEAT=grand.",
    "table": "The play to be beaten; Tichu singles laid one on another are parted by '/'.",
    "owner": "The seat that laid it.",
    "played": "All cards laid before.",
    "left": "Cards that each seat holds now: n,n,n,n.",
    "finished": "Seats without cards, in order of going out.",
    "wish": "Rank wished and not yet met.",
    "points": "Card points won so far: by seat; in Sheng Ji those of the opponents.",
    "passed": "Seats that have passed on it.",
    "duel": "The two seats of the Gou Ji under way.",
    "received": "Cards that the tribute brought.",
    "to": "The seat that gets cards back.",
    "rank": "Level of the round, such as 2.",
    "trump": "Trump suit S, H, D, C or NT.",
    "levels": "Levels of both sides (of each of five players), yours first.",
    "declared": "What is declared: a seat and its cards, '1 2H 2H'.",
    "dealer": "The seat that deals and buries the kitty.",
    "trick": "Plays of the trick so far, parted by '/'.",
    "buried": "Cards you have buried.",
    "options": "What to compare: 'A | B'; without it the tool lists the options.",
}
"""What a question may be told, with the help of the option."""


def given_options(command: F) -> F:
    """Add the options of `GIVENS`; each question takes some of them."""
    for name, meaning in reversed(GIVENS.items()):
        command = click.option(f"--{name}", metavar="...", help=meaning)(command)
    return command


def level_option(default: float) -> Callable[[F], F]:
    """Add the option of the interval's level."""
    return click.option(
        "--level",
        type=Level(),
        default=default,
        show_default=True,
        help="Nominal coverage of the intervals.",
    )

"""The shell of kaipai: options in, tables out.

Everything heavy is imported inside the commands, so that ``kaipai --help`` stays instant.
"""

from __future__ import annotations

import math
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from simcore import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from analysis.commands import Answer, Sampling

F = TypeVar("F", bound=Callable[..., Any])

SUFFIXES = {"k": 3, "m": 6, "g": 9, "b": 9}
LARGEST_N = 10**12
LARGEST_SEED = 2**64 - 1
LARGEST_CHUNK = 1 << 18
LEVELS = (0.001, 0.999_999_999)
INTERRUPTED = 130
DEFAULTS = "the defaults"
"""What ``--diff`` without a file compares with."""


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


def _games() -> list[str]:
    from simcore.catalog import TITLES

    return list(TITLES)


def _reports() -> list[str]:
    from analysis.reports import report_names

    return report_names()


GAME = Listed("game", _games)
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


def level_option(default: float) -> Callable[[F], F]:
    """Add the option of the interval's level."""
    return click.option(
        "--level",
        type=Level(),
        default=default,
        show_default=True,
        help="Nominal coverage of the intervals.",
    )


def _sampling(n: int | None, default: int, options: dict[str, Any]) -> Sampling:
    from analysis.commands import Sampling

    return Sampling(n=default if n is None else n, **options)


def _show(answer: Answer, style: str, plot: Path | None = None) -> NoReturn:
    """Print an answer, draw it if asked, and leave with its exit code."""
    from analysis.commands.show import show

    show(answer, style, plot)
    sys.exit(answer.exit_code)


def _check_plot(path: Path | None) -> None:
    """Refuse a plot that cannot be written before anything is simulated."""
    if path is not None:
        from analysis.commands.show import check_plot

        check_plot(path)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="kaipai")
@click.pass_context
def kaipai(context: click.Context) -> None:
    """Answer questions about Gou Ji, Sheng Ji and Tichu by exact odds and simulation."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@kaipai.command()
@output_options
def games(style: str) -> None:
    """List the games: version, policies, reports, questions."""
    from analysis.commands import listing

    _list(listing.games(), style)


@kaipai.command()
@click.argument("game", type=GAME)
@rule_options
@click.option(
    "--diff",
    is_flag=False,
    flag_value=DEFAULTS,
    metavar="[FILE]",
    help="Only what differs from the defaults, or from the rules in a TOML file.",
)
@output_options
def rules(
    game: str, preset: str | None, path: Path | None, pairs: tuple[str, ...], diff: str | None,
    style: str,
) -> None:  # fmt: skip
    """List every rule option of GAME: values, default, value in force, clause, meaning."""
    from analysis.commands import listing

    against = None if diff in (None, DEFAULTS) else diff
    _list(listing.rules(game, preset, path, pairs, diff is not None, against), style)


def _list(answer: Answer, style: str) -> None:
    """Print a listing; it has no seed and so no footer."""
    from analysis.commands.listing import as_people_read
    from analysis.commands.show import show_list

    if style != "json":
        answer.document["table"] = as_people_read(answer.document["table"])
    show_list(answer, style)


@kaipai.command()
@click.argument("game", type=GAME)
@rule_options
@playing_options
@sampling_options
@level_option(0.95)
@keeping_option
@click.option("--by", metavar="COLUMN", help="Split the figures, for example by seat.")
@click.option("--plot", type=WHERE, metavar="FILE", help="Draw to .png or .svg.")
@output_options
def run(
    game: str, preset: str | None, path: Path | None, pairs: tuple[str, ...],
    words: tuple[str, ...], rounds: int | None, n: int | None, by: str | None,
    plot: Path | None, style: str, out: Path | None, **sampling: Any,
) -> None:  # fmt: skip
    """Play matches of GAME and print the main figures."""
    from analysis.commands import report as body

    _check_plot(plot)
    options = _sampling(n, body.MATCHES, sampling)
    name = body.run_report(game)
    _show(body.report(name, options, preset, path, pairs, by, words, rounds, out), style, plot)


@kaipai.command()
@click.argument("name", type=REPORT)
@rule_options
@playing_options
@sampling_options
@level_option(0.95)
@keeping_option
@click.option(
    "--from",
    "kept",
    type=WHERE,
    metavar="DIR",
    help="Compute it from records that --out kept, instead of playing.",
)
@click.option("--by", metavar="COLUMN", help="Split the figures, for example by seat.")
@click.option("--plot", type=WHERE, metavar="FILE", help="Draw to .png or .svg.")
@output_options
def report(
    name: str, preset: str | None, path: Path | None, pairs: tuple[str, ...],
    words: tuple[str, ...], rounds: int | None, n: int | None, by: str | None,
    plot: Path | None, style: str, out: Path | None, kept: Path | None, **sampling: Any,
) -> None:  # fmt: skip
    """Run the report NAME; 'kaipai games' lists the reports."""
    from analysis.commands import report as body

    _check_plot(plot)
    if kept is not None:
        body.refuse_beside_from({
            "-n": n, "--seed": sampling["seed"], "--chunk": sampling["chunk"], "--rule": pairs,
            "--rules": path, "--preset": preset, "--policy": words, "--rounds": rounds,
            "--out": out,
        })  # fmt: skip
        _show(body.reread(name, kept, _sampling(None, 1, sampling), by), style, plot)
        return
    options = _sampling(n, body.default_n(name), sampling)
    _show(body.report(name, options, preset, path, pairs, by, words, rounds, out), style, plot)


@kaipai.command()
@click.argument("game", type=GAME)
@click.argument("what", required=False)
@click.option("--cards", metavar="CARDS", help="Cards that you (seat 0) hold.")
@click.option(
    "--seat", type=click.IntRange(0, 5), help="Whose hand WHAT is about, with --cards; default: 0."
)
@sampling_options
@level_option(0.95)
@output_options
def odds(
    game: str, what: str | None, cards: str | None, seat: int | None, n: int | None, style: str,
    **sampling: Any,
) -> None:  # fmt: skip
    """Exact odds of WHAT in dealt hands of GAME, beside simulated ones; without WHAT, a list."""
    from analysis.commands import odds as body

    if what is None:
        if unused := _given_beside("game", "style", "quiet"):
            raise click.UsageError(f"{', '.join(unused)}: of which figure? Name WHAT")
        _list(body.listing(game), style)
        return
    options = _sampling(n, body.DEALS, sampling)
    if cards is not None:
        _show(body.given(game, what, cards, seat or 0, options), style)
    if seat is not None:
        raise click.UsageError("--seat goes with --cards: without known cards all seats are alike")
    _show(body.odds(game, what, options), style)


@kaipai.command()
@click.argument("game", type=GAME, required=False)
@sampling_options
@level_option(0.999)
@output_options
def validate(game: str | None, n: int | None, style: str, **sampling: Any) -> None:
    """Check every exact figure of dealt cards against simulated deals; exit 1 if one disagrees.

    The level is that of the whole table: the probability that a right shuffle passes.
    """
    from analysis.commands import odds as body

    options = _sampling(n, body.DEALS, sampling)
    _show(body.validate([] if game is None else [game], options), style)


@kaipai.command()
@click.argument("game", type=GAME, required=False)
@click.option("--only", default="", metavar="PREFIX", help="Metrics that begin so.")
@click.option("-n", type=Count(), default=100, show_default=True, help="Bursts of each side.")
@click.option("-q", "--quiet", is_flag=True, help="Nothing but results and errors.")
@output_options
def bench(game: str | None, only: str, n: int, quiet: bool, style: str) -> None:
    """Measure speed as a ratio to yardsticks timed in the same run."""
    from analysis.commands import bench as body

    _show(body.bench([] if game is None else [game], only, n, quiet), style)


def _given_beside(*names: str) -> list[str]:
    """Options on the command line besides some, as they are written."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name is not None and option.name not in names
        and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    ]  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Run the command line: errors are one line on standard error, without a traceback."""
    try:
        kaipai.main(arguments, prog_name="kaipai", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        _leave_at_once()
    except click.ClickException as error:
        from analysis.commands.show import refuse

        refuse(error.format_message())
        sys.exit(error.exit_code)
    except Exception as error:
        from analysis.commands.show import leave

        sys.exit(leave(error))


def _leave_at_once() -> NoReturn:
    """Leave after Ctrl-C without waiting for the chunks that other threads are playing."""
    if threading.active_count() > 1:
        os._exit(INTERRUPTED)
    sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()

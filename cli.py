"""The shell of kaipai: options in, tables out.

Everything heavy is imported inside the commands, so that ``kaipai --help`` stays instant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from analysis.commands import Answer, Sampling

F = TypeVar("F", bound=Callable[..., Any])

SUFFIXES = {"k": 3, "m": 6, "g": 9, "b": 9}
LARGEST_N = 10**12
LARGEST_SEED = 2**64 - 1
INTERNAL_ERROR = 1
INTERRUPTED = 130


class Count(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A positive whole number, also written 200k, 2e6 or 2_000_000."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number; anything but 1..10^12 is refused."""
        if isinstance(value, int):
            return value
        text = value.strip().lower()
        digits, exponent = text, 0
        if text[-1:] in SUFFIXES:
            digits, exponent = text[:-1], SUFFIXES[text[-1]]
        elif "e" in text:
            digits, _, power = text.partition("e")
            exponent = int(power) if power.isascii() and power.isdigit() and len(power) < 3 else -1
        whole, _, part = digits.partition(".")
        figures = whole.replace("_", "") + part
        exponent -= len(part)
        good = figures.isascii() and figures.isdigit() and len(figures) <= 30 and exponent >= 0
        number = int(figures) * 10**exponent if good else 0
        if not 1 <= number <= LARGEST_N:
            self.fail(
                f"'{value}' is not a whole number from 1 to 10^12 (such as 1000, 200k, 2e6)",
                param,
                ctx,
            )
        return number


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
FORMAT = click.Choice(["table", "csv", "json", "md"])


def rule_options(command: F) -> F:
    """Add the options that set the rules of a game."""
    for option in (
        click.option(
            "--rule", "pairs", metavar="KEY=VALUE", multiple=True, help="Change one rule."
        ),
        click.option(
            "--rules", "path", metavar="FILE", type=click.Path(path_type=Path), help="A TOML file."
        ),
        click.option("--preset", metavar="NAME", help="Start from a preset of the rules."),
    ):
        command = option(command)
    return command


def sampling_options(command: F) -> F:
    """Add the options of every command that simulates."""
    for option in (
        click.option("-q", "--quiet", is_flag=True, help="Nothing but results and errors."),
        click.option("--progress/--no-progress", default=None, help="Default: on a terminal."),
        click.option("--chunk", type=Count(), help="Work in pieces of this size."),
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
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Keep the records there as Parquet; repeated, the command continues.",
    )
    return option(command)


def level_option(default: float) -> Callable[[F], F]:
    """Add the option of the interval's level."""
    return click.option(
        "--level",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=default,
        show_default=True,
        help="Nominal coverage of the intervals.",
    )


def _sampling(n: int | None, default: int, options: dict[str, Any]) -> Sampling:
    from analysis.commands import Sampling

    return Sampling(n=default if n is None else n, **options)


def _show(answer: Answer, style: str, plot: Path | None = None) -> None:
    """Print an answer, draw it if asked, and leave with its exit code."""
    from analysis.table import render_document

    console = None
    if style == "table" and sys.stdout.isatty():
        from rich.console import Console

        console = Console()
    click.echo(
        render_document(
            answer.document,
            style,
            title=answer.title,
            notes=answer.notes,
            columns=answer.columns,
            console=console,
        )
    )
    if plot is not None:
        from analysis.plot import draw, save

        save(draw(answer.document, title=answer.title), plot)
        click.echo(f"plot written to {plot}", err=True)
    sys.exit(answer.exit_code)


def _check_plot(path: Path | None) -> None:
    """Refuse a plot that cannot be written before anything is simulated."""
    if path is None:
        return
    from analysis.plot import checked_path
    from simcore.status import KaipaiError

    try:
        checked_path(path)
    except ValueError as error:
        raise KaipaiError(str(error)) from None
    if not path.absolute().parent.is_dir():
        raise KaipaiError(f"there is no folder {path.absolute().parent} to write the plot to")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="kaipai", prog_name="kaipai")
def kaipai() -> None:
    """Answer questions about Gou Ji, Sheng Ji and Tichu by exact odds and simulation."""


@kaipai.command()
@output_options
def games(style: str) -> None:
    """List the games: version, policies, reports, questions."""
    from analysis.commands import listing

    answer = listing.games()
    if style != "json":
        answer.document["table"] = listing.as_people_read(answer.document["table"])
    _list(answer, style)


@kaipai.command()
@click.argument("game", type=GAME)
@rule_options
@click.option("--diff", is_flag=True, help="Only what differs from the defaults.")
@output_options
def rules(
    game: str, preset: str | None, path: Path | None, pairs: tuple[str, ...], diff: bool, style: str
) -> None:
    """List every rule option of GAME: values, default, value in force, clause, meaning."""
    from analysis.commands import listing

    answer = listing.rules(game, preset, path, pairs, diff)
    if style != "json":
        answer.document["table"] = listing.as_people_read(answer.document["table"])
    _list(answer, style)


def _list(answer: Answer, style: str) -> None:
    """Print a listing; it has no seed and so no footer."""
    import json

    from analysis.table import render

    if style == "json":
        click.echo(json.dumps(answer.document, allow_nan=False))
        return
    click.echo(
        render(
            answer.document["table"],
            style,
            title=answer.title,
            notes=answer.notes,
            columns=answer.columns,
        )
    )


@kaipai.command()
@click.argument("game", type=GAME)
@rule_options
@playing_options
@sampling_options
@level_option(0.95)
@keeping_option
@click.option("--by", metavar="COLUMN", help="Split the figures, for example by seat.")
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw to .png or .svg."
)
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
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Compute it from records that --out kept, instead of playing.",
)
@click.option("--by", metavar="COLUMN", help="Split the figures, for example by seat.")
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw to .png or .svg."
)
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
@click.option("--seat", type=click.IntRange(0, 5), default=0, help="Whose hand is asked about.")
@sampling_options
@level_option(0.95)
@output_options
def odds(
    game: str, what: str | None, cards: str | None, seat: int, n: int | None, style: str,
    **sampling: Any,
) -> None:  # fmt: skip
    """Exact odds of WHAT in dealt hands of GAME, beside simulated ones; without WHAT, a list."""
    from analysis.commands import odds as body

    if what is None:
        _show(body.listing(game), style)
        return
    options = _sampling(n, body.DEALS, sampling)
    if cards is None:
        _show(body.odds(game, what, options), style)
    else:
        _show(body.given(game, what, cards, seat, options), style)


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


def main(arguments: list[str] | None = None) -> None:
    """Run the command line: errors are one line on standard error, without a traceback."""
    try:
        kaipai.main(arguments, prog_name="kaipai", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        click.echo(f"error: {error.format_message()}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of a pipe has seen enough.
        sys.stderr.close()
        sys.exit(INTERNAL_ERROR)
    except Exception as error:
        _leave(error)


def _leave(error: Exception) -> None:
    """Turn an error of ours into its line and exit code; anything else stays a traceback."""
    from simcore.status import KaipaiError

    if not isinstance(error, KaipaiError | ModuleNotFoundError):
        raise error
    if isinstance(error, KaipaiError):
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    extra = {"matplotlib": "plot", "pyarrow": "parquet"}.get(str(error.name))
    hint = f"pip install 'kaipai[{extra}]'" if extra else "reinstall kaipai"
    click.echo(f"error: {error.name} is not installed; {hint}", err=True)
    sys.exit(3)


if __name__ == "__main__":
    main()

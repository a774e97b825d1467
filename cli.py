"""The shell of kaipai: options in, tables out.

Everything heavy is imported inside the commands, so that ``kaipai --help`` stays instant.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.core import ParameterSource

from analysis.shell import (
    GAME,
    GIVENS,
    LARGEST_SEED,
    QUESTION,
    REPORT,
    WHERE,
    Ask,
    Count,
    given_options,
    keeping_option,
    level_option,
    output_options,
    playing_options,
    rule_options,
    sampling_options,
    stopping_options,
)
from simcore import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from analysis.commands import Answer, Sampling

FAILED, INTERRUPTED = 1, 130
LARGEST_MATCH = 2**43 - 1
DEFAULTS = "the defaults"
"""What ``--diff`` without a file compares with."""


def _sampling(n: int | None, default: int, options: dict[str, Any]) -> Sampling:
    from analysis.commands import Sampling

    if n is None and (options.get("until") or options.get("max_time")):
        from analysis.until import UNLIMITED

        n = UNLIMITED
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
@stopping_options
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
@stopping_options
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
            "-n": n, "--until": sampling["until"], "--max-time": sampling["max_time"],
            "--seed": sampling["seed"], "--chunk": sampling["chunk"], "--rule": pairs,
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
@click.argument("game", type=GAME)
@click.option("--a", "first", required=True, metavar="POLICY", help="Policy A.")
@click.option("--b", "second", required=True, metavar="POLICY", help="Policy B.")
@rule_options
@click.option("--rounds", type=Count(), help="Rounds a match; default: to its end.")
@sampling_options
@stopping_options
@level_option(0.95)
@click.option("--plot", type=WHERE, metavar="FILE", help="Draw to .png or .svg.")
@output_options
def match(
    game: str, first: str, second: str, preset: str | None, path: Path | None,
    pairs: tuple[str, ...], rounds: int | None, n: int | None, plot: Path | None, style: str,
    **sampling: Any,
) -> None:  # fmt: skip
    """Play policy A against policy B; each deal twice, the teams changing seats."""
    from analysis.commands import match as body

    _check_plot(plot)
    options = _sampling(n, body.DEALS, sampling)
    _show(body.match(game, first, second, options, preset, path, pairs, rounds), style, plot)


@kaipai.command()
@click.argument("game", type=GAME)
@click.option("--base", default="", metavar="'K=V ...'", help="Rules or policy of the base.")
@click.option("--vs", "others", multiple=True, metavar="'K=V ...'", help="The same of a variant.")
@click.option("--report", "of_report", type=REPORT, help="Compare its metrics, not those of run.")
@click.option("--rules", "path", metavar="FILE", type=WHERE, help="A TOML file, with variants.")
@click.option("--preset", metavar="NAME", help="Rules that all variants start from.")
@playing_options
@sampling_options
@stopping_options
@level_option(0.95)
@click.option("--plot", type=WHERE, metavar="FILE", help="Draw to .png or .svg.")
@output_options
def compare(
    game: str, base: str, others: tuple[str, ...], of_report: str | None, path: Path | None,
    preset: str | None, words: tuple[str, ...], rounds: int | None, n: int | None,
    plot: Path | None, style: str, **sampling: Any,
) -> None:  # fmt: skip
    """Play rule sets or policies on the same deals: paired differences to the base."""
    from analysis.commands import compare as body

    _check_plot(plot)
    options = _sampling(n, body.MATCHES, sampling)
    answer = body.compare(game, options, base, others, preset, path, words, rounds, of_report)
    _show(answer, style, plot)


@kaipai.command(cls=Ask)
@click.argument("game", type=GAME)
@click.argument("question", type=QUESTION)
@given_options
@rule_options
@click.option("--policy", "words", metavar="NAME", multiple=True, help="Who plays the rest.")
@sampling_options
@partial(stopping_options, late="Time for playing.  Default: 2.5, or none with -n or --until.")
@level_option(0.95)
@output_options
def ask(
    game: str, question: str, preset: str | None, path: Path | None, pairs: tuple[str, ...],
    words: tuple[str, ...], n: int | None, style: str, **options: Any,
) -> None:  # fmt: skip
    """Value each option of one decision on common deals, and name the best.

    Each question takes some of the options: see the end of this help.  Without -n deals are played
    until the verdict is clear or the time is up, with --until until each difference to the best is
    so precise.
    """
    from analysis.commands import ask as body
    from analysis.until import UNLIMITED

    given = {name: options[name] for name in GIVENS if options[name] is not None}
    sampling = _sampling(
        n, UNLIMITED, {key: value for key, value in options.items() if key not in GIVENS}
    )
    answer = body.ask(game, question, given, sampling, preset, path, pairs, words, n is not None)
    _show(answer, style)


@kaipai.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    epilog="A question is asked by options such as --table and --reply; they depend on the game.",
)
@click.argument("game", type=GAME)
@click.option("--cases", type=WHERE, metavar="FILE", help="Judge a file of cases, one a line.")
@rule_options
@click.pass_context
def judge(
    context: click.Context, game: str, cases: Path | None, preset: str | None, path: Path | None,
    pairs: tuple[str, ...],
) -> None:  # fmt: skip
    """Answer a rules question of GAME with the clause that decides it, or a file of them."""
    from analysis.commands import judge as body

    if cases is None:
        click.echo(body.ask(game, context.args, preset, path, pairs))
        return
    if context.args or pairs or path or preset:
        raise click.UsageError("--cases stands alone: every case carries its own rules")
    lines, agree = body.judge_file(game, cases)
    click.echo("\n".join(lines))
    sys.exit(0 if agree else 1)


@kaipai.command()
@click.argument("game", type=GAME)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), required=True, help="Of the run.")
@click.option(
    "--match", "number", type=click.IntRange(0, LARGEST_MATCH), required=True, help="From 0."
)
@rule_options
@playing_options
@click.option(
    "--format", "style", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
    help="For people, or one JSON object a line.",
)  # fmt: skip
def replay(
    game: str, seed: int, number: int, preset: str | None, path: Path | None,
    pairs: tuple[str, ...], words: tuple[str, ...], rounds: int | None, style: str,
) -> None:  # fmt: skip
    """Write one match again from its seed and number, with the rules and policies of the run."""
    from analysis.commands import replay as body

    click.echo(body.replay(game, seed, number, style, preset, path, pairs, words, rounds))


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
        if sys.stderr is not None:
            print("interrupted", file=sys.stderr, flush=True)
        _leave_at_once()
    except click.ClickException as error:
        from analysis.commands.show import refuse

        reason = error.format_message()
        if isinstance(error, click.NoSuchOption) and error.ctx is not None:
            is_early = error.ctx.parent is None
            reason += " Options follow the command: kaipai run tichu -n 100." if is_early else ""
        refuse(reason)
        sys.exit(error.exit_code)
    except Exception as error:
        from analysis.commands.show import leave

        sys.exit(leave(error))


def _leave_at_once() -> NoReturn:
    """Leave after Ctrl-C without waiting for the chunks that other threads are playing."""
    if threading.active_count() > 1:
        os._exit(INTERRUPTED)
    sys.exit(INTERRUPTED)


RARE_COLLECTIONS = 50_000, 20, 20
"""Imports and the compiler make many objects and little garbage: looking for it less often saves
a tenth of the time to the first answer."""


def door() -> NoReturn:
    """Run the command line as a process of its own, and leave at once.

    Taking numba and LLVM down in good order takes half a second that nobody has a use for.
    """
    code: Any = 0
    gc.set_threshold(*RARE_COLLECTIONS)
    try:
        main()
    except SystemExit as end:
        code = end.code
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            code = code or FAILED
    os._exit(code or 0)


if __name__ == "__main__":
    door()

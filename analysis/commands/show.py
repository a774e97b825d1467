"""An answer on its way out: standard output, the plot, and errors as one line each."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from analysis.commands import FAILED, Answer
from analysis.numerals import clean
from simcore.status import KaipaiError

BROKEN_INSTALLATION = 3
EXTRAS = {"matplotlib": "plot", "pyarrow": "parquet", "dask": "cluster", "distributed": "cluster"}
"""Which extra of the package brings a module."""


class OutputError(KaipaiError):
    """Standard output or a picture cannot be written."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"cannot write to {what}: {why}", FAILED)


def show(answer: Answer, style: str, plot: Path | None = None) -> None:
    """Print an answer and draw it if asked.

    Parameters
    ----------
    answer : Answer
    style : {"table", "csv", "json", "md"}
    plot : Path or None
        Picture to write, .png or .svg.

    Raises
    ------
    OutputError
        Standard output or the picture cannot be written.
    BrokenPipeError
        Nobody reads the output any more.
    """
    from analysis.table import render_document

    write(
        render_document(
            answer.document, style, title=answer.title, notes=answer.notes,
            columns=answer.columns, console=_console(style),
        )
    )  # fmt: skip
    if plot is None:
        return
    from analysis.plot import draw, save

    try:
        save(draw(answer.document, title=answer.title), plot)
    except OSError as error:
        raise OutputError(f"the plot {plot}", error.strerror or str(error)) from None
    complain(f"plot written to {plot}")


def show_list(answer: Answer, style: str) -> None:
    """Print a listing: it was not simulated, so it has no footer.

    Parameters
    ----------
    answer : Answer
    style : {"table", "csv", "json", "md"}

    Raises
    ------
    OutputError, BrokenPipeError
        As for `show`.
    """
    from analysis.table import render

    if style == "json":
        write(json.dumps(answer.document, allow_nan=False))
        return
    write(
        render(
            answer.document["table"], style, title=answer.title, notes=answer.notes,
            columns=answer.columns, console=_console(style),
        )
    )  # fmt: skip


def _console(style: str) -> Any:
    """Rich's console, where a table goes to a terminal."""
    if style != "table" or sys.stdout is None or not sys.stdout.isatty():
        return None
    from rich.console import Console

    return Console()


def write(text: str) -> None:
    """Write a result to standard output, to its last byte.

    Raises
    ------
    OutputError
        It is closed, or its device is full: a result must not get lost without a word.
    BrokenPipeError
        Nobody reads it any more.
    """
    if sys.stdout is None:
        raise OutputError("standard output", "it is closed")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("standard output", error.strerror or str(error)) from None


def check_plot(path: Path | None) -> None:
    """Refuse a plot that cannot be written before anything is simulated.

    Raises
    ------
    KaipaiError
        Another kind of picture, no such folder, or no leave to write there.
    ModuleNotFoundError
        Matplotlib is not installed.
    """
    if path is None:
        return
    from analysis.plot import checked_path

    if find_spec("matplotlib") is None:
        # Say so now, not after a long run.
        raise ModuleNotFoundError("no module", name="matplotlib")
    try:
        checked_path(path)
    except ValueError as error:
        raise KaipaiError(str(error)) from None
    folder = path.absolute().parent
    if not folder.is_dir():
        raise KaipaiError(f"there is no folder {folder} to write the plot to")
    if path.is_dir():
        raise KaipaiError(f"{path} is a folder, not a plot that can be written over")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise KaipaiError(f"there is no leave to write the plot to {path}")


def complain(text: str) -> None:
    """Write a line to standard error; where that is closed or full nothing can be said."""
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def leave(error: BaseException) -> int:
    """Say in one line what went wrong, if a person can mend it.

    Parameters
    ----------
    error : BaseException

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    BaseException
        The error itself where it is none of those known here: a fault of the program.
    """
    if isinstance(error, BrokenPipeError):
        # The reader of a pipe has seen enough.
        _discard(sys.stdout)
        return FAILED
    if isinstance(error, KaipaiError):
        if isinstance(error, OutputError):
            _discard(sys.stdout)
        refuse(str(error))
        return error.exit_code
    if isinstance(error, ModuleNotFoundError):
        extra = EXTRAS.get(str(error.name).partition(".")[0])
        hint = "reinstall kaipai"
        if extra:
            hint = f"pip install 'kaipai[{extra}]', or '.[{extra}]' in the folder of kaipai"
        complain(f"error: {error.name} is not installed; {hint}")
        return BROKEN_INSTALLATION
    if isinstance(error, MemoryError):
        complain("error: not enough memory; take fewer --threads or a smaller --chunk")
        return FAILED
    if isinstance(error, OSError):
        _discard(sys.stdout)
        where = f" {error.filename}" if error.filename else ""
        complain(f"error: the system refuses{where}: {error.strerror or error}")
        return FAILED
    raise error


def refuse(reason: str) -> None:
    """Say why not, with everything escaped that could drive a terminal."""
    complain("error: " + "\n".join(clean(line) for line in reason.split("\n")))


def _discard(stream: Any) -> None:
    """Send what a stream still holds nowhere, so that Python's last flush does not fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        # A stream without a file behind it has nothing to flush.
        return

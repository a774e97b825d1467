"""Where the output goes: closed, full, cut off; Ctrl-C in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from analysis import commands
from analysis.commands import odds, show
from analysis.progress import Progress
from simcore.runner import execute
from simcore.status import KaipaiError

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, str(ROOT / "cli.py")]
POSIX = pytest.mark.skipif(os.name != "posix", reason="a shell of another kind")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")


def shell(text):
    """Run a shell line in which KP stands for the command."""
    line = text.replace("KP", " ".join(COMMAND))
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False
    )


@POSIX
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("KP games >&-", 1),
        pytest.param("KP games >/dev/full", 1, marks=FULL),
        pytest.param("KP --help >/dev/full", 1, marks=FULL),
    ],
)
def test_a_result_never_gets_lost_without_a_word(line, code):
    done = shell(line)
    assert done.returncode == code
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@POSIX
def test_a_closed_error_stream_changes_neither_result_nor_code():
    done = shell("KP games --format json 2>&-")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["table"]) == 3
    assert shell("KP games whist 2>&-").returncode == 2


def test_what_is_no_result_never_goes_to_standard_output(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    commands.say("compiling")
    show.complain("written")
    with Progress(10, "deals", wanted=True) as bar:
        bar.began -= 5
        bar.update(5)
    assert Progress(10, "deals").wanted is False
    assert capsys.readouterr().out == ""


@POSIX
@FULL
def test_a_full_error_stream_keeps_the_exit_code():
    assert shell("KP games whist 2>/dev/full").returncode == 2


@POSIX
def test_a_reader_that_has_seen_enough_is_no_error():
    done = shell("KP rules gouji --format json | true")
    assert done.stderr == ""
    done = shell("KP rules gouji --format json | head -c 20")
    assert (done.stdout, done.stderr) == ('{"format": 1, "comma', "")


def test_pipes_get_plain_text():
    done = subprocess.run(
        [*COMMAND, "games"], cwd=ROOT, capture_output=True, text=True, check=True,
        env=os.environ | {"FORCE_COLOR": "1"},
    )  # fmt: skip
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout


def interrupted(*arguments, again=False):
    """Press Ctrl-C once the run is under way: past the first progress on standard error."""
    # A shell has its background jobs ignore Ctrl-C, and what is ignored stays so in children.
    kept = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [*COMMAND, *arguments, "--progress"], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
            env=os.environ | {"FORCE_COLOR": "1", "COLUMNS": "80"},
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, kept)
    assert process.stderr is not None
    seen = ""
    while "deals/s" not in seen:
        part = process.stderr.read(1)
        assert part, seen
        seen += part
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    if again:
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    return process.returncode, out, time.perf_counter() - began


@POSIX
@pytest.mark.slow
def test_ctrl_c_prints_what_there_is():
    command = ("report", "tichu-deal", "--seed", "1", "--format", "json")
    code, out, _ = interrupted(*command, "-n", "1e9")
    found = json.loads(out)
    assert code == 130
    assert found["interrupted"] is True
    assert 0 < found["deals"] < 10**9
    assert found["deals"] % 8192 == 0
    # The digest is that of a run of just so many deals.
    whole = subprocess.run(
        [*COMMAND, *command, "-n", str(found["deals"]), "-q"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(whole.stdout)["digest"] == found["digest"]


@pytest.mark.parametrize(
    "command",
    [("odds", "tichu", "T5"), ("odds", "tichu", "T5", "--cards", "Drg"), ("validate",)],
    ids=" ".join,
)
def test_every_command_that_was_cut_says_so(say, monkeypatch, command):
    monkeypatch.setattr(odds, "execute", lambda run: replace(execute(run), interrupted=True))
    said = say(*command, "-n", "1k", "--seed", "1", "--format", "json", "-q")
    found = json.loads(said.out)
    assert said.code == 130
    assert found["interrupted"] is True
    # The tables that come after are not begun.
    assert {row.get("game", "gouji") for row in found["table"]} == {"gouji"}
    said = say(*command, "-n", "1k", "--seed", "1", "-q")
    assert "interrupted after 1,000 of 1,000; intervals are honest" in said.out


@POSIX
@pytest.mark.slow
def test_a_second_ctrl_c_does_not_wait():
    options = ("-n", "1e9", "--chunk", "131072", "--threads", "4")
    code, out, seconds = interrupted("report", "gouji-deal", *options, again=True)
    assert (code, out) == (130, "")
    assert seconds < 10


def test_a_picture_that_cannot_be_written_is_known_beforehand(tmp_path, monkeypatch):
    folder = tmp_path / "figure.png"
    folder.mkdir()
    with pytest.raises(KaipaiError, match="is a folder"):
        show.check_plot(folder)
    with pytest.raises(KaipaiError, match="there is no folder"):
        show.check_plot(tmp_path / "no" / "figure.png")
    monkeypatch.setattr(show.os, "access", lambda path, mode: False)
    with pytest.raises(KaipaiError, match="no leave to write"):
        show.check_plot(tmp_path / "other.png")
    monkeypatch.setattr(show, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError) as caught:
        show.check_plot(tmp_path / "other.png")
    assert caught.value.name == "matplotlib"
    show.check_plot(None)


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (KaipaiError("what\x1b[31m\n  ^", 5), 5, "error: what\\x1b[31m\n  ^\n"),
        (ModuleNotFoundError("no", name="matplotlib"), 3, "pip install 'kaipai[plot]'"),
        (ModuleNotFoundError("no", name="pyarrow.parquet"), 3, "pip install 'kaipai[parquet]'"),
        (ModuleNotFoundError("no", name="numba"), 3, "reinstall kaipai"),
        (MemoryError(), 1, "not enough memory"),
        (OSError(28, "No space left on device", "/x/y"), 1, "/x/y: No space left on device"),
        (BrokenPipeError(), 1, ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_become_one_line_and_a_code(capsys, error, code, expected):
    assert show.leave(error) == code
    said = capsys.readouterr().err
    assert expected in said
    assert said.startswith("error: ") == bool(expected)


def test_a_fault_of_the_program_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        show.leave(ZeroDivisionError())


def test_progress_keeps_quiet_off_a_terminal_and_in_the_first_second(capsys):
    with Progress(10, "deals") as bar:
        bar.began -= 5
        bar.update(5)
    with Progress(10, "deals", wanted=True) as bar:
        bar.update(5)
    with Progress(10, "deals", wanted=False) as bar:
        bar.began -= 5
        bar.update(5)
    assert capsys.readouterr().err == ""
    with Progress(10, "deals", wanted=True) as bar:
        bar.began -= 5
        bar.update(5)
        assert bar.bar.finished is False
        assert bar.bar.tasks[0].completed == 5
    assert threading.active_count() < 20

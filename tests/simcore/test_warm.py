"""Cold starts: a second process compiles what the first one will call, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simcore import warm
from simcore.catalog import TITLES, load_game
from simcore.jit import JIT_ON

ROOT = Path(__file__).parents[2]
SHARED = [game for game in TITLES if warm.ROOM in load_game(game).rooms]
compiled = pytest.mark.skipif(not JIT_ON, reason="the JIT is off")


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", SHARED)
def test_what_is_compiled_apart_is_what_playing_calls(name):
    game = load_game(name)
    warm.compile_part(name)
    rules = game.make_rules()
    game.room("play")(1, 0, 1, rules, (0,) * getattr(rules, "players", game.seats), 1)
    for kernel, arguments in game.room(warm.ROOM)():
        assert list(kernel.callee().overloads) == [tuple(arguments)]


@pytest.fixture
def started(monkeypatch):
    """Commands of the processes that would be started, on a machine of two cores."""
    commands = []

    def start(command, **options):
        commands.append((command, options))
        return object()

    monkeypatch.setattr(warm.subprocess, "Popen", start)
    monkeypatch.setattr(warm.atexit, "register", lambda *arguments: None)
    monkeypatch.setattr(warm, "default_threads", lambda: 2)
    monkeypatch.setattr(warm, "is_compiled", lambda game, kernel: False)
    return commands


def test_a_cold_start_on_two_cores_is_shared(started):
    warm.share_compiling("gouji")
    ((command, options),) = started
    assert command[-3:] == ["-m", "simcore.warm", "gouji"]
    assert options["stdout"] == options["stderr"] == subprocess.DEVNULL
    assert options["env"]["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("default_threads", lambda: 1), ("is_compiled", lambda game, kernel: True)],
)
def test_one_core_or_a_warm_cache_starts_nothing(started, monkeypatch, name, value):
    monkeypatch.setattr(warm, name, value)
    assert warm.share_compiling("gouji") is None
    assert not started


def test_a_process_that_cannot_be_started_is_done_without(started, monkeypatch):
    def fail(*arguments, **options):
        raise BlockingIOError

    monkeypatch.setattr(warm.subprocess, "Popen", fail)
    assert warm.share_compiling("gouji") is None


@pytest.mark.parametrize("name", SHARED)
def test_the_second_process_finds_its_kernels(name):
    """From another folder, with the JIT off, so that nothing is compiled."""
    code = f"from simcore import warm; print(len(warm.load_game({name!r}).room(warm.ROOM)()))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd="/", capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert int(done.stdout) >= 1

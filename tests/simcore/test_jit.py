"""The kernels' cache: what its folders are named by, pruning, folders that cannot be written."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simcore import jit
from simcore.status import KaipaiError

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="folders are owned otherwise")


@pytest.fixture(autouse=True)
def _fresh():
    """Forget the folders of this process around each test."""
    for found in (jit.cache_folder, jit.sources_digest, jit._temporary_root):
        found.cache_clear()
    yield
    for found in (jit.cache_folder, jit.sources_digest, jit._temporary_root):
        found.cache_clear()


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Copy of the sources that may be edited."""
    copy = tmp_path / "simcore"
    shutil.copytree(jit.SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "SOURCES", copy)
    return copy


def digests():
    jit.sources_digest.cache_clear()
    return {game: jit.sources_digest(game) for game in ("shared", "gouji", "shengji", "tichu")}


def changed(before, after):
    return {game for game in before if before[game] != after[game]}


def test_a_folder_is_named_by_sixteen_hex_digits(sources):
    for digest in digests().values():
        assert len(digest) == 16
        int(digest, 16)


def test_editing_a_game_renames_its_folder_alone(sources):
    before = digests()
    path = sources / "tichu" / "deals.py"
    path.write_text(path.read_text() + "\n# edited\n")
    assert changed(before, digests()) == {"tichu"}


def test_editing_a_file_deep_inside_a_game_counts(sources):
    before = digests()
    (sources / "gouji" / "step" / "more.py").write_text("X = 1\n")
    assert changed(before, digests()) == {"gouji"}


def test_editing_a_shared_file_renames_every_folder(sources):
    before = digests()
    path = sources / "bits.py"
    path.write_text(path.read_text() + "\n# edited\n")
    assert changed(before, digests()) == set(before)


def test_moving_a_line_between_files_counts(sources):
    before = digests()
    (sources / "tichu" / "a.py").write_text("X = 1\n")
    first = digests()
    (sources / "tichu" / "a.py").rename(sources / "tichu" / "b.py")
    assert changed(first, digests()) == changed(before, first) == {"tichu"}


@pytest.mark.parametrize("name", ["PDEP", "_build_facts"])
def test_another_build_gets_folders_of_its_own(sources, monkeypatch, name):
    before = digests()
    monkeypatch.setattr(jit, name, not jit.PDEP if name == "PDEP" else lambda: "another CPU")
    assert changed(before, digests()) == set(before)


def test_the_folder_lies_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(tmp_path / "own"))
    assert jit.cache_folder("tichu").parent == tmp_path / "own"
    assert list(jit.cache_folder("tichu").iterdir()) == []
    monkeypatch.delenv("KAIPAI_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert jit.cache_root() == tmp_path / "xdg" / "kaipai"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if os.name == "posix":
        assert jit.cache_root() == tmp_path / "home" / ".cache" / "kaipai"


def test_a_relative_folder_does_not_move_with_the_process(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KAIPAI_CACHE_DIR", "own")
    assert jit.cache_root() == tmp_path / "own"


def test_the_newest_folders_of_a_game_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(tmp_path))
    now = time.time()
    for age in range(6):
        for game in ("tichu", "gouji"):
            folder = tmp_path / f"{game}-{age}"
            folder.mkdir()
            os.utime(folder, (now - 100 * age, now - 100 * age))
    own = jit.cache_folder("tichu")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {own.name, "tichu-0", "tichu-1", "tichu-2", *(f"gouji-{k}" for k in range(6))}


def test_a_folder_that_vanishes_while_pruning_is_no_failure(tmp_path):
    assert jit._age(tmp_path / "gone") == 0


def blocked(tmp_path, monkeypatch):
    """Make the cache folder one that nobody can create, not even root: it is a file."""
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(file))
    common = tmp_path / "common"
    common.mkdir()
    monkeypatch.setattr(jit.tempfile, "tempdir", str(common))
    return common


def test_a_temporary_folder_stands_in_for_one_that_cannot_be_written(tmp_path, monkeypatch):
    common = blocked(tmp_path, monkeypatch)
    folder = jit.cache_folder("tichu")
    assert folder.is_dir()
    assert common in folder.parents
    assert jit.cache_folder("gouji").parent == folder.parent


@POSIX
def test_the_temporary_folder_is_private_and_found_again(tmp_path, monkeypatch):
    blocked(tmp_path, monkeypatch)
    root = jit.cache_folder("tichu").parent
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    jit._temporary_root.cache_clear()
    assert jit._temporary_root() == root


@POSIX
@pytest.mark.parametrize("planted", ["open to all", "link", "file"])
def test_a_temporary_folder_that_others_can_write_to_is_not_used(tmp_path, monkeypatch, planted):
    common = blocked(tmp_path, monkeypatch)
    trap = common / f"kaipai-{os.getuid()}"
    if planted == "open to all":
        trap.mkdir()
        trap.chmod(0o777)
    elif planted == "link":
        (tmp_path / "elsewhere").mkdir()
        trap.symlink_to(tmp_path / "elsewhere")
    else:
        trap.touch()
    if planted == "file":
        with pytest.raises(KaipaiError, match="KAIPAI_CACHE_DIR"):
            jit.cache_folder("tichu")
        return
    folder = jit.cache_folder("tichu")
    assert trap not in folder.parents
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_no_folder_at_all_is_an_error_that_says_what_to_do(tmp_path, monkeypatch):
    blocked(tmp_path, monkeypatch)
    monkeypatch.setattr(jit.tempfile, "tempdir", str(tmp_path / "file"))
    with pytest.raises(KaipaiError, match="KAIPAI_CACHE_DIR") as caught:
        jit.cache_folder("tichu")
    assert caught.value.exit_code == 3


def test_a_user_without_a_home_gets_a_temporary_folder(tmp_path, monkeypatch):
    blocked(tmp_path, monkeypatch)
    for name in ("KAIPAI_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(jit.Path, "home", homeless)
    assert jit.cache_folder("tichu").is_dir()


@pytest.mark.parametrize(
    ("module", "game"),
    [
        ("simcore.tichu.deals", "tichu"), ("simcore.gouji.step.moves", "gouji"),
        ("simcore.bits", "shared"), ("tests.kernels", "shared"),
    ],
)  # fmt: skip
def test_a_kernel_belongs_to_the_game_of_its_module(module, game):
    assert jit._game_of(module) == game


def test_is_compiled_looks_for_machine_code(tmp_path, monkeypatch):
    monkeypatch.setenv("KAIPAI_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "JIT_ON", True)
    assert not jit.is_compiled("tichu")
    folder = jit.cache_folder("tichu") / "simcore"
    folder.mkdir()
    (folder / "deals.fill_deals-103.py311.1.nbc").touch()
    assert jit.is_compiled("tichu")
    assert not jit.is_compiled("tichu", "play_batch")
    inner = jit.cache_folder("tichu") / "inner" / "simcore"
    inner.mkdir(parents=True)
    (inner / "engine.play_batch-1.py311.1.nbc").touch()
    assert not jit.is_compiled("tichu", "play_batch")
    (folder / "engine.play_batch-1.py311.1.nbc").touch()
    assert jit.is_compiled("tichu", "play_batch")
    monkeypatch.setattr(jit, "JIT_ON", False)
    assert jit.is_compiled("gouji")


def run_python(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_switches_are_read_from_the_environment():
    code = "from simcore import jit; print(jit.JIT_ON, jit.PDEP)"
    assert run_python(code, KAIPAI_PDEP="0", NUMBA_DISABLE_JIT="0").stdout == "True False\n"
    assert run_python(code, NUMBA_DISABLE_JIT="1").stdout == "False False\n"
    old = run_python(code, NUMBA_CPU_NAME="core2", NUMBA_CPU_FEATURES="+sse2")
    assert old.stdout == "True False\n"


DIGEST = """
import hashlib
from concurrent.futures import ThreadPoolExecutor
from simcore.catalog import TITLES, load_game

def digest(name):
    game = load_game(name)
    records = game.room("deals")(game.make_rules(), 2**64 - 1, 10**9, 5)
    return hashlib.sha256(records.tobytes()).hexdigest()

with ThreadPoolExecutor(1) as pool:
    found = list(pool.map(digest, TITLES))
"""

SELECT = """
from simcore.bits import select
from simcore.jit import U64
masks = [U64(2**64 - 1), U64(1), U64(1 << 63), U64(0x8000_4002_0001_1001)]
found = [[int(select(m, U64(k))) for k in range(int(m).bit_count())] for m in masks]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "switch"), [(DIGEST, "NUMBA_DISABLE_JIT"), (SELECT, "KAIPAI_PDEP")]
)
def test_no_switch_changes_a_digit_or_warns(code, switch):
    here: dict[str, object] = {}
    exec(code, here)
    value = "1" if switch == "NUMBA_DISABLE_JIT" else "0"
    done = run_python(code + "print(found)", **{switch: value})
    assert done.stderr == ""
    assert done.stdout == f"{here['found']}\n"

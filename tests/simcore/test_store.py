"""Kept records: a run cut anywhere ends as an unbroken one, and failing disks are told."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest

from simcore import files, store
from simcore.columns import decode, layout
from simcore.manifest import parse_manifest
from simcore.status import KaipaiError
from simcore.store import MANIFEST, SHOWN, Kept, Store
from tests.simcore.keeping import (
    ABOUT,
    N_CHUNKS,
    RECORD,
    ROOT,
    SHORT,
    WHOLE,
    contents,
    copy_of,
    keep,
    play,
    reread,
)

pytestmark = pytest.mark.usefixtures("quick")


def test_a_kept_run_reads_back(unbroken):
    assert np.array_equal(reread(unbroken), WHOLE)
    kept = Kept(unbroken)
    assert (kept.about, kept.done) == (ABOUT, ABOUT.n)
    assert len(list(unbroken.glob("*.parquet"))) == N_CHUNKS


def test_a_finished_run_is_not_played_again(unbroken, tmp_path):
    def never(start, stop):
        raise AssertionError((start, stop))

    folder = copy_of(unbroken, tmp_path / "run")
    before = contents(folder)
    records, kept = keep(folder, make=never)
    assert np.array_equal(records, WHOLE)
    assert (kept.reused, kept.broken) == (N_CHUNKS, [])
    assert contents(folder) == before


class StopError(Exception):
    """The run is cut here."""


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("k", range(N_CHUNKS))
def test_a_run_cut_at_any_chunk_ends_as_an_unbroken_one(tmp_path, unbroken, eager, k, threads):
    played = []

    def until(start, stop):
        if start == k * ABOUT.chunk:
            raise StopError
        played.append(start)
        return play(start, stop)

    folder = tmp_path / "run"
    with pytest.raises(StopError):
        keep(folder, make=until, threads=threads)
    finished = set(played)
    again = []
    records, kept = keep(folder, make=lambda a, b: again.append(a) or play(a, b))
    assert np.array_equal(records, WHOLE)
    assert not finished & set(again)
    assert kept.reused == len(finished)
    assert contents(folder) == contents(unbroken)


def test_an_unfinished_run_is_read_up_to_its_first_gap(tmp_path, eager):
    def all_but_one(start, stop):
        if start == 27:
            raise StopError
        return play(start, stop)

    def in_this_order(*starts):
        with Store(tmp_path / "run", ABOUT) as kept:
            for start in starts:
                kept.fetch(start, start + 9, all_but_one)

    with pytest.raises(StopError):
        in_this_order(0, 9, 18, 36, 27)
    assert Kept(tmp_path / "run").done == 27
    assert np.array_equal(reread(tmp_path / "run"), play(0, 27))


def test_a_run_without_a_finished_chunk_cannot_be_read(tmp_path):
    with Store(tmp_path, ABOUT):
        pass
    with pytest.raises(KaipaiError, match="no finished chunk") as caught:
        Kept(tmp_path)
    assert caught.value.exit_code == 5


DIFFERENT = {
    "game": "gouji", "game_version": "2", "version": "9", "source": "deals", "seed": 8,
    "policies": ["heuristic"] * 4, "rounds": 1, "n": 101, "chunk": 10, "first": 1,
    "rules": {**ABOUT.rules, "wish": "off"},
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_folder_of_another_run_is_refused_by_what_differs(unbroken, name):
    before = contents(unbroken)
    with pytest.raises(KaipaiError) as caught:
        keep(unbroken, replace(ABOUT, **{name: DIFFERENT[name]}))
    said = str(caught.value)
    if name == "rules":
        assert "rule wish optional there, off here" in said
    else:
        assert f"{name} " in said
        assert str(DIFFERENT[name])[:5].strip("[]'") in said
    assert said.count(" there, ") == 1
    assert contents(unbroken) == before


def test_changed_code_and_other_fields_are_refused(unbroken):
    with pytest.raises(KaipaiError, match="code that plays has changed"):
        keep(unbroken, replace(ABOUT, sources="1"))
    with pytest.raises(KaipaiError, match="other fields"):
        keep(unbroken, replace(ABOUT, records=layout(np.dtype([("match", "u8")]))))


def test_the_digest_of_sources_sees_an_edit(monkeypatch, tmp_path):
    (tmp_path / "tichu" / "combos").mkdir(parents=True)
    (tmp_path / "bits.py").write_text("a = 1\n")
    (tmp_path / "tichu" / "combos" / "shape.py").write_text("b = 1\n")
    monkeypatch.setattr(store, "__file__", str(tmp_path / "store.py"))
    seen = {store.sources_digest("tichu"), store.sources_digest("gouji")}
    (tmp_path / "tichu" / "combos" / "shape.py").write_text("b = 2\n")
    assert store.sources_digest("gouji") in seen
    seen.add(store.sources_digest("tichu"))
    assert len(seen) == 3


def test_only_one_process_writes_to_a_folder(tmp_path):
    with (
        Store(tmp_path, ABOUT),
        pytest.raises(KaipaiError, match="another process"),
        Store(tmp_path, ABOUT),
    ):
        pass
    keep(tmp_path)


def test_chunks_may_come_from_many_threads_in_any_order(tmp_path, eager, unbroken):
    starts = list(range(0, ABOUT.n, ABOUT.chunk))
    random.Random(3).shuffle(starts)
    with Store(tmp_path / "run", ABOUT) as kept:
        workers = [
            threading.Thread(target=kept.fetch, args=(a, min(a + ABOUT.chunk, ABOUT.n), play))
            for a in starts
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert contents(tmp_path / "run") == contents(unbroken)


# --- failing disks --------------------------------------------------------------------------


class FailingDisk:
    """`os` as `simcore.files` sees it; call number k of those that touch the disk fails.

    Writes are short ones, so that a failure can leave a part; nothing is really flushed.
    """

    def __init__(self, k):
        self.left = k
        self.failed = ""

    def __getattr__(self, name):
        return getattr(os, name)

    def _count(self, name):
        self.left -= 1
        if self.left == 0:
            self.failed = name
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def open(self, path, flags, mode=0o777):
        if flags & os.O_CREAT:
            self._count("open")
        return os.open(path, flags, mode)

    def write(self, handle, data):
        self._count("write")
        return os.write(handle, data[: max(1, len(data) // 2 + 1)])

    def fsync(self, handle):
        self._count("fsync")

    def replace(self, old, new):
        self._count("replace")
        os.replace(old, new)


@pytest.mark.slow
def test_every_single_failure_of_the_disk_is_told_and_survived(tmp_path, monkeypatch, eager):
    kinds = []
    for k in range(1, 200):
        folder = tmp_path / str(k)
        disk = FailingDisk(k)
        told = None
        with monkeypatch.context() as patch:
            patch.setattr(files, "os", disk)
            try:
                keep(folder, SHORT, threads=1)
            except KaipaiError as error:
                told = error
        if not disk.failed:
            assert told is None
            break
        assert told is not None
        assert told.exit_code == 1
        assert "No space left" in str(told)
        assert str(folder) in str(told)
        kinds.append(disk.failed)
        for path in folder.glob("*.parquet"):
            start = int(path.stem)
            assert np.array_equal(decode(path.read_bytes(), RECORD), play(start, start + 9)), path
        for path in folder.glob("*.json"):
            parse_manifest(path.read_bytes())
        assert not list(folder.glob(".*"))
        assert np.array_equal(keep(folder, SHORT)[0], play(0, 27))
        assert np.array_equal(reread(folder), play(0, 27))
    assert 60 < len(kinds) < 199
    assert set(kinds) == {"open", "write", "fsync", "replace"}


def test_a_disk_that_takes_no_more_leaves_no_part_of_a_file(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    about = replace(ABOUT, n=40_000, chunk=20_000)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
        with pytest.raises(KaipaiError) as caught:
            keep(tmp_path / "run", about)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.exit_code == 1
    assert ".parquet: " in str(caught.value)
    assert sorted(contents(tmp_path / "run")) == [MANIFEST]
    assert np.array_equal(keep(tmp_path / "run", about)[0], play(0, 40_000))


def test_an_error_under_way_is_not_hidden_by_a_second_one(tmp_path, monkeypatch):
    def cut():
        with Store(tmp_path / "run", ABOUT) as kept:
            kept.fetch(0, 9, play)
            monkeypatch.setattr(files, "os", FailingDisk(1))
            raise StopError

    with pytest.raises(StopError):
        cut()


KILLER = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, "tests/simcore")
from simcore import files, store
import test_store
call, k, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
store.INTERVAL = store.SHARE = 0
real, left = getattr(os, call), [k]
def until(*arguments):
    left[0] -= 1
    if left[0] == 0:
        if call == "write":
            real(arguments[0], arguments[1][: len(arguments[1]) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*arguments)
setattr(os, call, until)
test_store.keep(folder)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "k"), [("write", 2), ("write", 9), ("fsync", 12), ("replace", 1), ("replace", 15)]
)
def test_a_killed_run_ends_as_an_unbroken_one(tmp_path, unbroken, call, k):
    folder = tmp_path / "run"
    done = subprocess.run(
        [sys.executable, "-c", KILLER, call, str(k), str(folder)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    records, kept = keep(folder)
    assert np.array_equal(records, WHOLE)
    assert kept.broken == []
    assert contents(folder) == contents(unbroken)


def test_of_many_differences_the_first_are_named_and_the_game_first(unbroken):
    rules = {f"option_{k}": k for k in range(80)}
    with pytest.raises(KaipaiError) as caught:
        keep(unbroken, replace(ABOUT, game="gouji", rules=rules, seed=8))
    said = str(caught.value)
    assert "holds another run: game tichu there, gouji here; " in said
    assert said.count(" there, ") == SHOWN
    assert said.endswith(" more; give another folder")
    assert len(said) < 400

"""Kept records: exact, resumable after any crash, and never believed when broken."""

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
from pathlib import Path

import numpy as np
import pytest

from simcore import files, store
from simcore.catalog import TITLES
from simcore.columns import BrokenRecordsError, columns, decode, dtype_of, encode, layout
from simcore.manifest import About, parse_manifest
from simcore.runner import Run, execute
from simcore.status import KaipaiError
from simcore.store import MANIFEST, PREVIOUS, Kept, Store, chunk_path, find_run

ROOT = Path(__file__).parents[2]
RECORD = np.dtype([("match", "u8"), ("bet", "u1", (4,)), ("times", "i2", (2, 3))], align=True)
ABOUT = About(
    game="tichu", game_version="1", version="0", sources="0", source="matches",
    rules={"wish": "optional", "max_rounds": None, "map": {"10": 5}}, policies=["random"] * 4,
    seed=2**64 - 1, rounds=None, first=0, n=100, chunk=9, records=layout(RECORD),
)  # fmt: skip
N_CHUNKS = 12


def play(start, stop):
    """Two records a match, a function of the match number alone."""
    records = np.zeros(2 * (stop - start), dtype=RECORD)
    records["match"] = np.repeat(np.arange(start, stop), 2)
    mixed = records["match"] * np.uint64(0x9E3779B97F4A7C15)
    for seat in range(4):
        records["bet"][:, seat] = (mixed >> np.uint64(8 * seat)) & np.uint64(255)
    records["times"] = (mixed >> np.uint64(40)).astype("i2")[:, None, None]
    return records


WHOLE = play(0, ABOUT.n)
SHORT = replace(ABOUT, n=27)
"""The same in three chunks, for tests that break a run hundreds of times."""


def keep(folder, about=ABOUT, make=play, threads=2):
    """Run to the end in a folder; return the records and the store."""
    parts = []
    kept = Store(folder, about)
    with kept:
        execute(
            Run(lambda a, b: kept.fetch(a, b, make), parts.append, about.n, threads=threads,
                chunk=about.chunk)
        )  # fmt: skip
    return np.concatenate(parts), kept


def reread(folder):
    """Records of the unbroken beginning that is kept."""
    kept = Kept(folder)
    size = kept.about.chunk
    return np.concatenate(
        [kept.load(a, min(a + size, kept.done)) for a in range(0, kept.done, size)]
    )


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != PREVIOUS}


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Flushing is most of the time of these tests; `FailingDisk` sees that it is asked for."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unbroken") / "run"
    keep(folder)
    return folder


@pytest.fixture
def eager(monkeypatch):
    """A manifest after every chunk."""
    monkeypatch.setattr(store, "INTERVAL", 0)
    monkeypatch.setattr(store, "SHARE", 0)


def copy_of(folder, to):
    to.mkdir()
    for path in folder.iterdir():
        (to / path.name).write_bytes(path.read_bytes())
    return to


# --- columns --------------------------------------------------------------------------------

KINDS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">i4", ">u8", ">f8"]


def noise(dtype, n, seed=1):
    """Random bytes as records, with proper truth values and empty padding."""
    rng = np.random.default_rng(seed)
    records = np.zeros(n, dtype=dtype)
    for name in dtype.names:
        field = records[name]
        raw = np.frombuffer(rng.bytes(field.nbytes), dtype=dtype[name].base).reshape(field.shape)
        records[name] = (raw.view("u1") & 1) if raw.dtype.kind == "b" else raw
    return records


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(), (1,), (4,), (2, 3), (2, 1, 2)], ids=str)
def test_every_kind_of_field_comes_back_bit_by_bit(kind, shape):
    dtype = np.dtype([("first", "u1"), ("x", kind, shape), ("last", "i8")], align=True)
    for n in (0, 1, 50):
        records = noise(dtype, n)
        found = decode(encode(records), dtype)
        assert found.dtype == dtype
        assert found.tobytes() == records.tobytes()


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("source", ["deals", "matches"])
def test_records_of_every_game_come_back(game, source):
    from analysis.keeping import dtype_of_records
    from simcore.catalog import load_game

    dtype = dtype_of_records(load_game(game), source)
    records = noise(dtype, 40)
    found = decode(encode(records), dtype)
    assert all(np.array_equal(found[name], records[name]) for name in dtype.names)
    assert dtype_of(layout(dtype)) == dtype


def test_columns_are_named_by_field_and_item():
    assert [name for name, _, _ in columns(RECORD)] == [
        "match", "bet_0", "bet_1", "bet_2", "bet_3", "times_0_0", "times_0_1", "times_0_2",
        "times_1_0", "times_1_1", "times_1_2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "fields", [[("x", "O")], [("x", "S4")], [("x", "M8[s]")], [("a", "u1", (2,)), ("a_1", "u1")]]
)
def test_what_has_no_column_is_refused(fields):
    with pytest.raises(TypeError):
        encode(np.zeros(1, dtype=np.dtype(fields)))


def test_other_columns_are_no_records_of_ours():
    data = encode(WHOLE)
    for other in (
        np.dtype([("match", "u8")]),
        np.dtype([("match", "i8"), ("bet", "u1", (4,)), ("times", "i2", (2, 3))]),
        np.dtype([("game", "u8"), ("bet", "u1", (4,)), ("times", "i2", (2, 3))]),
    ):
        with pytest.raises(BrokenRecordsError):
            decode(data, other)
    for garbage in (b"", b"PAR1", bytes(500), data[:-1], data[1:]):
        with pytest.raises(BrokenRecordsError):
            decode(garbage, RECORD)


def test_people_read_the_folder_with_pandas(unbroken):
    import pandas as pd

    frame = pd.read_parquet(unbroken)
    assert len(frame) == len(WHOLE)
    assert frame["match"].tolist() == WHOLE["match"].tolist()
    assert frame["times_1_2"].tolist() == WHOLE["times"][:, 1, 2].tolist()
    assert str(frame["bet_3"].dtype) == "uint8"


# --- a run and its rest ---------------------------------------------------------------------


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


# --- broken and foreign files ---------------------------------------------------------------


def mutated(data, rng, others):
    """Damage as disks, people and other programs do it."""
    kind = rng.choice(["flip", "cut", "zero", "tail", "double", "swap", "insert", "empty", "digit"])
    at = rng.randrange(len(data))
    wide = rng.randrange(1, 40)
    if kind == "flip":
        return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
    if kind == "cut":
        return data[:at]
    if kind == "zero":
        return bytes(len(data))
    if kind == "tail":
        return data[:at] + bytes(len(data) - at)
    if kind == "double":
        return data[: at + wide] + data[at:]
    if kind == "swap":
        return rng.choice(others)
    if kind == "insert":
        return data[:at] + rng.randbytes(wide) + data[at:]
    if kind == "digit":
        digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
        at = rng.choice(digits or [0])
        return data[:at] + (b"1" if data[at : at + 1] != b"1" else b"2") + data[at + 1 :]
    return b""


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    folder = tmp_path_factory.mktemp("short") / "run"
    keep(folder, SHORT)
    return folder


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Another run of the same shape."""
    folder = tmp_path_factory.mktemp("other") / "run"
    keep(folder, replace(SHORT, seed=1), make=lambda a, b: play(a + 1, b + 1))
    return folder


def test_no_damage_to_a_file_of_records_goes_unseen(tmp_path, short, other):
    rng = random.Random(20)
    folder = copy_of(short, tmp_path / "run")
    for _ in range(120):
        path = chunk_path(folder, rng.choice([0, 9, 18]))
        data = path.read_bytes()
        damage = mutated(data, rng, [(other / name).read_bytes() for name in contents(other)])
        if damage == data:
            continue
        path.write_bytes(damage)
        with pytest.raises(KaipaiError, match=f"{path.name} is broken") as caught:
            reread(folder)
        assert caught.value.exit_code == 1
        records, kept = keep(folder, SHORT)
        assert np.array_equal(records, play(0, 27))
        assert [line.split(":")[0] for line in kept.broken] == [path.name]
        assert path.read_bytes() == data


def test_no_damage_to_a_manifest_goes_unseen(tmp_path, short, other):
    rng = random.Random(21)
    text = (short / MANIFEST).read_bytes()
    previous = (short / PREVIOUS).read_bytes()
    of_another = (other / MANIFEST).read_bytes()
    folder = copy_of(short, tmp_path / "run")
    for _ in range(120):
        damage = mutated(text, rng, [of_another])
        if damage == text:
            continue
        (folder / MANIFEST).write_bytes(damage)
        (folder / PREVIOUS).write_bytes(previous)
        if damage == of_another:
            # A whole manifest of another run: its files are not these.
            with pytest.raises(KaipaiError, match="is broken"):
                reread(folder)
            with pytest.raises(KaipaiError, match="another run"):
                keep(folder, SHORT)
            continue
        with pytest.raises(KaipaiError, match=f"{MANIFEST} is broken"):
            Kept(folder)
        # The generation before it is still there.
        assert np.array_equal(keep(folder, SHORT)[0], play(0, 27))
        assert contents(folder) == contents(short)


def forged(text, old, new):
    """A manifest whose checksum is right and whose entries are not."""
    import hashlib

    body = text.rpartition(b',\n"sha256": ')[0].replace(old, new, 1)
    checksum = hashlib.sha256(body).hexdigest().encode()
    return body + b',\n"sha256": "' + checksum + b'"\n}\n'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b'"format": 1', b'"format": 2', "its format is 2"),
        (b'"seed": 18446744073709551615', b'"seed": -1', "entries"),
        (b'"seed": 18446744073709551615', b'"seed": true', "entries"),
        (b'"chunk": 9', b'"chunk": 0', "entries"),
        (b'"n": 100', b'"n": 1e2', "entries"),
        (b'"n": 100', b'"n": 10', "entries"),
        (b'"rounds": null', b'"rounds": 0', "entries"),
        (b'"source": "matches"', b'"source": "../x"', "entries"),
        (b'"game": "tichu"', b'"game": ["tichu"]', "entries"),
        (b'"start": 9,', b'"start": 8,', "entries"),
        (b'"start": 9,', b'"start": 18,', "entries"),
        (b'"start": 9,', b'"start": "../../x",', "entries"),
        (b'"start": 9,', b'"stort": 9,', "entries"),
        (b'"<u8"', b'"|O"', "entries"),
        (b'"chunks": [', b'"chunks": [1,', "entries"),
        (b'"policies": [', b'"policies": [7,', "entries"),
        (b'"records": {', b'"records": {"a": 1, ', "entries"),
        (b'"first": 0', b'"first": 0,\n"more": 0', "entries"),
    ],
)
def test_entries_that_kaipai_does_not_write_are_refused(unbroken, old, new, expected):
    text = (unbroken / MANIFEST).read_bytes()
    parse_manifest(forged(text, b"", b""))
    assert old in text
    with pytest.raises(ValueError, match=expected):
        parse_manifest(forged(text, old, new))


@pytest.mark.parametrize("data", [b"[]", b"7", b"{}", b'{"sha256": 1}', b"[" * 10**5, b"\xff{}"])
def test_what_is_no_manifest_is_refused(data):
    with pytest.raises(ValueError, match=r"no JSON|no manifest|checksum"):
        parse_manifest(data)


def test_a_folder_without_a_whole_manifest_is_left_alone(tmp_path, unbroken):
    folder = copy_of(unbroken, tmp_path / "run")
    for name in (MANIFEST, PREVIOUS):
        (folder / name).write_bytes(b"{}")
    before = contents(folder)
    with pytest.raises(KaipaiError, match="cannot be continued") as caught:
        keep(folder)
    assert caught.value.exit_code == 1
    for name in (MANIFEST, PREVIOUS):
        (folder / name).unlink()
    with pytest.raises(KaipaiError, match="holds no run of kaipai"):
        keep(folder)
    with pytest.raises(KaipaiError, match="holds no run of kaipai"):
        Kept(folder)
    before.pop(MANIFEST)
    assert contents(folder) == before


# --- names and odd things in their places ---------------------------------------------------


def test_a_folder_with_something_else_is_refused_untouched(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(KaipaiError, match="not empty and holds no run"):
        keep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(KaipaiError, match="is no folder"):
        keep(tmp_path / "thesis.txt")
    with pytest.raises(KaipaiError, match=r"thesis\.txt"):
        keep(tmp_path / "thesis.txt" / "run")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "/proc/nothing/run", "/dev/null", "/dev/full"])
def test_impossible_folders_are_refused_in_one_line(tmp_path, name):
    with pytest.raises(KaipaiError) as caught:
        keep(tmp_path / name)
    assert len(str(caught.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["a/b/c", "..hidden", "blank in it", "-n", "\u5f00\u724c", "con", "a;b", "$(x)", "%s{}"]
)
def test_any_other_name_is_a_folder(tmp_path, name):
    keep(tmp_path / name)
    assert np.array_equal(reread(tmp_path / name), WHOLE)


def test_first_crash_before_any_manifest_leaves_a_usable_folder(tmp_path):
    files.temporary(tmp_path / MANIFEST).write_bytes(b'{"for')
    assert find_run(tmp_path) is None
    assert np.array_equal(keep(tmp_path)[0], WHOLE)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("place", [chunk_path(Path(), 9).name, MANIFEST])
def test_links_are_replaced_not_followed(tmp_path, place, eager):
    outside = tmp_path / "outside"
    outside.write_text("mine")
    folder = tmp_path / "run"
    with Store(folder, ABOUT) as kept:
        kept.fetch(0, 9, play)
        (folder / place).unlink(missing_ok=True)
        (folder / place).symlink_to(outside)
        passing = files.temporary(folder / place)
        passing.symlink_to(outside)
        kept.fetch(9, 18, play)
    assert outside.read_text() == "mine"
    assert not (folder / place).is_symlink()
    assert not passing.is_symlink()


def test_a_pipe_or_a_folder_in_a_file_s_place_does_not_hang(tmp_path, unbroken):
    folder = copy_of(unbroken, tmp_path / "run")
    path = chunk_path(folder, 9)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(KaipaiError, match="no plain file"):
        reread(folder)
    assert np.array_equal(keep(folder)[0], WHOLE)
    path.unlink()
    path.mkdir()
    with pytest.raises(KaipaiError, match="is broken"):
        reread(folder)
    with pytest.raises(KaipaiError, match=f"cannot write {path}"):
        keep(folder)


def test_a_larger_file_than_was_written_is_not_read(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(bytes(11))
    with pytest.raises(OSError, match="larger"):
        files.read_whole(path, 10)
    assert files.read_whole(path, 11) == bytes(11)

"""Kept records that are broken, foreign or stand in an odd place are never believed."""

from __future__ import annotations

import hashlib
import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simcore import files
from simcore.manifest import parse_manifest
from simcore.status import KaipaiError
from simcore.store import MANIFEST, PREVIOUS, Kept, Store, chunk_path, find_run
from tests.simcore.keeping import ABOUT, SHORT, WHOLE, contents, copy_of, keep, play, reread

pytestmark = pytest.mark.usefixtures("quick")


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

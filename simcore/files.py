"""Files that are there whole or not at all.

A file is written under a temporary name beside its own, flushed to the disk and then renamed, so
that a crash or a full disk leaves the old file or the new one and never a part of it.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from simcore.status import KaipaiError

WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
# A pipe put in a file's place must not keep us waiting for somebody to write to it.
READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def temporary(path: Path) -> Path:
    """Name under which `path` is written."""
    return path.with_name(f".{path.name}.tmp")


def failure(action: str, path: Path, error: OSError | ValueError) -> KaipaiError:
    """Error of a failed disk operation: it names the file, and leaves with exit code 1."""
    reason = getattr(error, "strerror", None) or error
    return KaipaiError(f"cannot {action} {path}: {reason}", exit_code=1)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is never seen in part, and is on the disk on return.

    One writer a path at a time; a temporary file that a crash left behind is replaced.

    Parameters
    ----------
    path : Path
        In a folder that exists; a file there is replaced, a link is not followed.
    data : bytes

    Raises
    ------
    KaipaiError
        The disk is full or failed, naming the file; then `path` is as it was.
    """
    passing = temporary(path)
    try:
        passing.unlink(missing_ok=True)
        handle = os.open(passing, WRITE, 0o666)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(passing, path)
        sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            passing.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise failure("write", path, error) from None
        raise


def sync_folder(folder: Path) -> None:
    """Flush the names of a folder to the disk, where the system can (Windows cannot)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_whole(path: Path, most: int) -> bytes:
    """Read a file of at most `most` bytes.

    Raises
    ------
    OSError
        There is none, it cannot be read, it is no plain file, or it is larger.
    """
    handle = os.open(path, READ)
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            raise OSError("it is no plain file")
        if facts.st_size > most:
            raise OSError("it is larger than it can be")
        return file.read(most)

"""Records kept on disk: a folder with one Parquet file a chunk, and a manifest.

    _manifest.json             what the run is, and length and SHA-256 of each finished chunk
    _manifest.previous.json    the generation before it
    0000000000000.parquet      records of the chunk that begins with match (or deal) 0
    0000000002048.parquet      and so on

The manifest alone says which chunks are finished; a file that it does not list is played again.
Every file is written whole or not at all (`simcore.files`), and nothing read from a file is
believed before its checksum is right.  Names come from numbers, never out of a file.  Names that
begin with ``_`` or ``.`` are passed over by readers of Parquet folders.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import numpy as np

from simcore.columns import BrokenRecordsError, Records, decode, dtype_of, encode
from simcore.files import failure, read_whole, temporary, write_whole
from simcore.manifest import About, Chunk, manifest_text, read_manifest
from simcore.status import KaipaiError

MANIFEST, PREVIOUS = "_manifest.json", "_manifest.previous.json"
INTERVAL = 1.0
"""Seconds between manifests at least: what a crash can cost besides the chunks under way."""
SHOWN = 4
"""Differences that an error names."""
SHARE = 20
"""A manifest waits this many times the time that the last one took to write."""


def sources_digest(game: str) -> str:
    """Return 16 hex digits that change with every edit of the code that plays a game."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in [*sorted(root.glob("*.py")), *sorted((root / game).rglob("*.py"))]:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def chunk_path(folder: Path, start: int) -> Path:
    """File of the chunk that begins with match `start`."""
    return folder / f"{start:013d}.parquet"


def find_run(folder: Path) -> tuple[About, list[Chunk]] | None:
    """Return the run that a folder holds, None for an empty or missing folder; touch nothing.

    Where the manifest is missing or broken, the generation before it counts: it lists fewer
    chunks, and the others are played again.

    Raises
    ------
    KaipaiError
        The folder holds something else, or a run whose manifests are both broken.
    """
    try:
        names = {path.name for path in folder.iterdir()}
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise KaipaiError(f"{folder} is no folder; --out takes one") from None
    except (OSError, ValueError) as error:
        raise failure("read", folder, error) from None
    ours = {temporary(folder / MANIFEST).name, temporary(folder / PREVIOUS).name}
    if not names - ours:
        return None
    reasons = []
    for name in (MANIFEST, PREVIOUS):
        if name in names:
            try:
                return read_manifest(folder / name)
            except (OSError, ValueError) as error:
                reasons.append(f"{name} is broken: {getattr(error, 'strerror', None) or error}")
    if not reasons:
        raise KaipaiError(f"{folder} is not empty and holds no run of kaipai; give another folder")
    raise KaipaiError(
        f"{folder} cannot be continued, {', '.join(reasons)}; remove it or give another folder",
        exit_code=1,
    )


def load_chunk(folder: Path, about: About, chunk: Chunk) -> Records:
    """Read the records of a finished chunk.

    Raises
    ------
    BrokenRecordsError
        The file is missing or not the one that was written.
    """
    try:
        data = read_whole(chunk_path(folder, chunk.start), chunk.bytes)
    except OSError as error:
        raise BrokenRecordsError(str(error.strerror or error)) from None
    if hashlib.sha256(data).hexdigest() != chunk.sha256:
        raise BrokenRecordsError("its checksum is wrong")
    records = decode(data, dtype_of(about.records))
    if len(records) != chunk.records:
        raise BrokenRecordsError("it holds another number of records")
    return records


class Kept:
    """A run that is read back.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    KaipaiError
        There is no run, its manifest is broken, or no chunk is finished.

    Attributes
    ----------
    about : About
    done : int
        Matches (or deals) from the first one on that are kept without a gap.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / MANIFEST
        try:
            self.about, chunks = read_manifest(path)
        except FileNotFoundError:
            raise KaipaiError(f"{folder} holds no run of kaipai: there is no {path}") from None
        except OSError as error:
            raise failure("read", path, error) from None
        except ValueError as error:
            raise KaipaiError(
                f"{path} is broken: {error}; repeat the command that wrote it to mend it",
                exit_code=1,
            ) from None
        self.chunks = {chunk.start: chunk for chunk in chunks}
        about = self.about
        stop = about.first
        while stop in self.chunks:
            stop += about.chunk
        self.done = min(stop - about.first, about.n)
        if not self.done:
            raise KaipaiError(f"{folder} holds no finished chunk yet", exit_code=5)

    def load(self, start: int, stop: int) -> Records:
        """Return the records of matches start..stop-1, a chunk.

        Raises
        ------
        KaipaiError
            The file is broken, by name.
        """
        try:
            return load_chunk(self.folder, self.about, self.chunks[start])
        except BrokenRecordsError as error:
            raise KaipaiError(
                f"{chunk_path(self.folder, start)} is broken: {error}; repeat the command "
                "that wrote it to mend it",
                exit_code=1,
            ) from None


class Store:
    """A run that is being kept, as a context: entering claims the folder, leaving closes it.

    Parameters
    ----------
    folder : Path
        Made where there is none.
    about : About

    Raises
    ------
    KaipaiError
        On entering: the folder holds another run or something else, another process is writing
        to it, or the disk fails.

    Attributes
    ----------
    reused : int
        Finished chunks that were found whole and not played again.
    broken : list of str
        Names of files that were not, with the reason; they were played again.
    """

    def __init__(self, folder: Path, about: About) -> None:
        self.folder = folder
        self.about = about
        self.dtype = dtype_of(about.records)
        self.chunks: dict[int, Chunk] = {}
        self.reused = 0
        self.broken: list[str] = []
        self._guard = threading.Lock()
        self._is_dirty = self._is_closed = False
        self._last = b""
        self._written, self._took = 0.0, 0.0
        self._locks = contextlib.ExitStack()

    def __enter__(self) -> Store:
        # PyArrow is asked for before anything is played or written.
        encode(np.zeros(0, dtype=self.dtype))
        find_run(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise failure("make the folder", self.folder, error) from None
        self._locks.enter_context(_locked(self.folder))
        try:
            self._claim()
        except BaseException:
            self._locks.close()
            raise
        return self

    def _claim(self) -> None:
        found = find_run(self.folder)
        if found is not None:
            differences = found[0].differences(self.about)
            if differences:
                shown, more = differences[:SHOWN], len(differences) - SHOWN
                shown += [f"and {more} more"] if more > 0 else []
                raise KaipaiError(
                    f"{self.folder} holds another run: {'; '.join(shown)}; give another folder"
                )
            self.chunks = {chunk.start: chunk for chunk in found[1]}
            self._last = self._text()
        if not self._last or not self._is_on_disk():
            self._save()

    def _is_on_disk(self) -> bool:
        """Whether the manifest is as it was last; not so where the generation before was read."""
        try:
            return read_whole(self.folder / MANIFEST, len(self._last)) == self._last
        except OSError:
            return False

    def fetch(self, start: int, stop: int, play: Callable[[int, int], Records]) -> Records:
        """Return a chunk's records: kept ones, or played now and kept.

        May be called from several threads at once, once a chunk.

        Parameters
        ----------
        start, stop : int
            Bounds of a chunk.
        play : callable
            ``play(start, stop)`` makes the records.

        Raises
        ------
        KaipaiError
            The disk is full or failed, naming the file.
        """
        path = chunk_path(self.folder, start)
        known = self.chunks.get(start)
        if known is not None:
            try:
                records = load_chunk(self.folder, self.about, known)
            except BrokenRecordsError as error:
                with self._guard:
                    self.broken.append(f"{path.name}: {error}")
            else:
                with self._guard:
                    self.reused += 1
                return records
        records = play(start, stop)
        assert records.dtype == self.dtype
        data = encode(records)
        write_whole(path, data)
        chunk = Chunk(start, len(records), len(data), hashlib.sha256(data).hexdigest())
        with self._guard:
            self.chunks[start] = chunk
            self._is_dirty = True
            is_due = time.monotonic() - self._written >= max(INTERVAL, SHARE * self._took)
            # A thread that outlives the context no longer has the right to the folder.
            if is_due and not self._is_closed:
                self._save()
        return records

    def _text(self) -> bytes:
        return manifest_text(self.about, [self.chunks[start] for start in sorted(self.chunks)])

    def _save(self) -> None:
        """Write the manifest; the one before it stays as the previous generation."""
        began = time.monotonic()
        text = self._text()
        if self._last:
            write_whole(self.folder / PREVIOUS, self._last)
        write_whole(self.folder / MANIFEST, text)
        self._last = text
        self._is_dirty = False
        self._written = time.monotonic()
        self._took = self._written - began

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._guard, self._locks:
            self._is_closed = True
            if self._is_dirty:
                # An error under way is the one to be told, not a second one from here.
                with contextlib.suppress(KaipaiError) if error else contextlib.nullcontext():
                    self._save()


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the only right to write to a folder; the system ends it when the process dies.

    Where a system or a file system has no such locks, this does nothing.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise failure("open", folder, error) from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise KaipaiError(f"another process is writing to {folder}", exit_code=1) from None
        except OSError:
            pass
        yield
    finally:
        os.close(handle)

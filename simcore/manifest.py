"""The manifest of a kept run: what was played, and which chunks are finished.

It is JSON, one line a field and a chunk, and ends with a checksum of itself.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from simcore.columns import columns, dtype_of, layout
from simcore.files import read_whole

FORMAT = 1
LARGEST_MANIFEST = 1 << 30
LARGEST_N = 10**12


@dataclass(frozen=True)
class About:
    """What a run is; two runs with equal fields have equal records.

    Attributes
    ----------
    game, game_version, version : str
        Version of the game's results, and of kaipai.
    sources : str
        Digest of the code that played.
    source : str
        ``deals`` or ``matches``.
    rules : dict
        Every option as JSON writes it.
    policies : list of str
        By seat; empty for deals.
    seed : int
        0..2^64 - 1.
    rounds : int or None
        Rounds a match; None plays matches to their end.
    first, n, chunk : int
        Matches ``first .. first + n - 1``, `chunk` of them a file.
    records : dict
        Layout of the records, see `layout`.
    """

    game: str
    game_version: str
    version: str
    sources: str
    source: str
    rules: dict[str, Any]
    policies: list[str]
    seed: int
    rounds: int | None
    first: int
    n: int
    chunk: int
    records: dict[str, Any]

    def differences(self, other: About) -> list[str]:
        """Each field in which another run differs, as ``seed 7 there, 8 here``."""
        found = []
        for field in fields(self):
            there, here = getattr(self, field.name), getattr(other, field.name)
            if there == here:
                continue
            if field.name == "rules":
                for name in dict.fromkeys([*there, *here]):
                    old, new = there.get(name), here.get(name)
                    if old != new:
                        found.append(f"rule {name} {_text(old)} there, {_text(new)} here")
            elif field.name == "sources":
                found.append("the code that plays has changed since")
            elif field.name == "records":
                found.append("the records have other fields")
            else:
                found.append(f"{field.name} {_text(there)} there, {_text(here)} here")
        return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True)
class Chunk:
    """A finished chunk: number of its first match, records in it, bytes and SHA-256 of its file."""

    start: int
    records: int
    bytes: int
    sha256: str


def manifest_text(about: About, chunks: list[Chunk]) -> bytes:
    """Write a manifest: one line a field and a chunk, its own checksum last."""
    lines = [f'"format": {FORMAT}']
    lines += [f'"{f.name}": {json.dumps(getattr(about, f.name))}' for f in fields(about)]
    listed = ",\n".join(json.dumps(vars(chunk)) for chunk in chunks)
    lines.append(f'"chunks": [\n{listed}\n]')
    body = "{\n" + ",\n".join(lines)
    checksum = hashlib.sha256(body.encode()).hexdigest()
    return f'{body},\n"sha256": "{checksum}"\n}}\n'.encode()


def parse_manifest(data: bytes) -> tuple[About, list[Chunk]]:
    """Read a manifest; anything but what `manifest_text` writes is refused.

    Raises
    ------
    ValueError
        Saying what is wrong.
    """
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("it is no JSON text") from None
    if not isinstance(found, dict) or "sha256" not in found:
        raise ValueError("it is no manifest of kaipai")
    body = data.rpartition(b',\n"sha256": ')[0]
    if hashlib.sha256(body).hexdigest() != found["sha256"]:
        raise ValueError("its checksum is wrong")
    if found.get("format") != FORMAT:
        raise ValueError(f"its format is {found.get('format')!r}, this version reads {FORMAT}")
    try:
        about = About(**{field.name: found[field.name] for field in fields(About)})
        chunks = [Chunk(**chunk) for chunk in found["chunks"]]
        _check(about, chunks)
        same = manifest_text(about, chunks) == data
    except (AttributeError, KeyError, TypeError, ValueError):
        same = False
    if not same:
        raise ValueError("its entries are not what kaipai writes")
    return about, chunks


def _check(about: About, chunks: list[Chunk]) -> None:
    """Demand right types and ranges of a manifest whose checksum is right."""
    for value, low, high in (
        (about.seed, 0, 2**64 - 1),
        (about.first, 0, LARGEST_N),
        (about.n, 1, LARGEST_N),
        (about.chunk, 1, LARGEST_N),
        (1 if about.rounds is None else about.rounds, 1, LARGEST_N),
    ):
        _demand(type(value) is int and low <= value <= high)
    _demand(about.source in ("deals", "matches") and isinstance(about.rules, dict))
    _demand(all(isinstance(name, str) for name in (about.game, about.version, *about.policies)))
    dtype = dtype_of(about.records)
    _demand(layout(dtype) == about.records and any(columns(dtype)))
    starts = [chunk.start for chunk in chunks]
    _demand(starts == sorted(set(starts)))
    for chunk in chunks:
        _demand(all(type(v) is int for v in (chunk.start, chunk.records, chunk.bytes)))
        _demand(about.first <= chunk.start < about.first + about.n)
        _demand((chunk.start - about.first) % about.chunk == 0)


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError


def read_manifest(path: Path) -> tuple[About, list[Chunk]]:
    """Read a manifest file.

    Raises
    ------
    OSError, ValueError
        It cannot be read, or does not hold what it should.
    """
    return parse_manifest(read_whole(path, LARGEST_MANIFEST))

"""Records as columns: every kind of field comes back bit by bit."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.catalog import TITLES
from simcore.columns import BrokenRecordsError, columns, decode, dtype_of, encode, layout
from tests.simcore.keeping import RECORD, WHOLE

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

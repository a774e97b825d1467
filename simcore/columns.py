"""Records as Parquet and back: a struct becomes columns of plain numbers.

A field with a shape becomes a column an item: ``bet`` of shape (4,) becomes ``bet_0`` to
``bet_3``, ``times`` of shape (4, 5) becomes ``times_0_0`` to ``times_3_4``.  Parquet is written
and read by PyArrow (extra ``parquet``), which is imported on use.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Records = NDArray[np.void]

KINDS = "biuf"
"""Kinds of NumPy scalars that fields are made of: truth values, integers, floats."""


class BrokenRecordsError(ValueError):
    """Bytes that do not hold the records they should."""


def columns(dtype: np.dtype[np.void]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield column name, field and index in the field of each column of a struct.

    Parameters
    ----------
    dtype : structured dtype
        Fields of truth values, integers or floats, with or without a shape.

    Raises
    ------
    TypeError
        A field of another kind, or two columns of one name.
    """
    seen: set[str] = set()
    for field in dtype.names or ():
        kind = dtype[field]
        if kind.base.kind not in KINDS:
            raise TypeError(f"field '{field}' is of type {kind.base}, which is not kept")
        for index in np.ndindex(*kind.shape):
            name = "_".join([field, *map(str, index)])
            if name in seen:
                raise TypeError(f"two columns would be called '{name}'")
            seen.add(name)
            yield name, field, index


def encode(records: Records) -> bytes:
    """Return records as the bytes of a Parquet file.

    Parameters
    ----------
    records : structured array, one dimension

    Raises
    ------
    TypeError
        As for `columns`.
    """
    import pyarrow as pa
    from pyarrow import parquet

    arrays, fields = [], []
    for name, field, index in columns(records.dtype):
        place: Any = (..., *index)
        column = records[field][place]
        native = np.ascontiguousarray(column, dtype=column.dtype.newbyteorder("="))
        array = pa.array(native)
        arrays.append(array)
        fields.append(pa.field(name, array.type, nullable=False))
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd", row_group_size=max(1, len(records)))
    return bytes(sink.getvalue().to_pybytes())


def decode(data: bytes, dtype: np.dtype[np.void]) -> Records:
    """Return the records that `encode` made into bytes; padding between fields is zero.

    Parameters
    ----------
    data : bytes
    dtype : structured dtype
        That of the records.

    Raises
    ------
    BrokenRecordsError
        The bytes are no Parquet file, or one of other columns.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        table = parquet.read_table(pa.BufferReader(data), use_threads=False)
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise BrokenRecordsError(f"it is no whole Parquet file ({error})") from None
    wanted = list(columns(dtype))
    if table.column_names != [name for name, _, _ in wanted]:
        raise BrokenRecordsError("it has other columns")
    records = np.zeros(table.num_rows, dtype=dtype)
    for number, (name, field, index) in enumerate(wanted):
        column: Any = table.column(number)
        base = dtype[field].base.newbyteorder("=")
        if column.null_count or column.type != pa.from_numpy_dtype(base):
            raise BrokenRecordsError(f"column {name} is of another type")
        place: Any = (..., *index)
        records[field][place] = column.to_numpy()
    return records


def layout(dtype: np.dtype[np.void]) -> dict[str, Any]:
    """Describe a struct as JSON data; `dtype_of` is the way back."""
    described = [
        [name, kind.base.str, list(kind.shape), offset]
        for name, (kind, offset, *_) in (dtype.fields or {}).items()
    ]
    return {"itemsize": dtype.itemsize, "fields": described}


def dtype_of(described: dict[str, Any]) -> np.dtype[np.void]:
    """Return the struct that `layout` described."""
    items = described["fields"]
    spec = {
        "names": [name for name, _, _, _ in items],
        "formats": [(base, tuple(shape)) for _, base, shape, _ in items],
        "offsets": [offset for _, _, _, offset in items],
        "itemsize": described["itemsize"],
    }
    return np.dtype(spec)  # type: ignore[call-overload, no-any-return]

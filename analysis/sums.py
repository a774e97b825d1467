"""Exact sums of integer arrays, and the sums over clusters that estimates are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_LIMIT = 1 << 63


@dataclass(frozen=True)
class ClusterSums:
    """Sums over clusters of some columns and of all products of two of them.

    Parameters
    ----------
    n : int
        Clusters.
    sums : tuple of int
        One sum a column.
    products : tuple of int
        Upper triangle of the sums of products, row by row: for two columns y, x the sums of
        ``yy, yx, xx``.
    """

    n: int
    sums: tuple[int, ...]
    products: tuple[int, ...]

    def __add__(self, other: ClusterSums) -> ClusterSums:
        if len(self.sums) != len(other.sums):
            raise ValueError(
                f"cannot add cluster sums of {len(self.sums)} and of {len(other.sums)} columns"
            )
        return ClusterSums(
            self.n + other.n,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.products, other.products, strict=True)),
        )

    def pair(self) -> tuple[int, int, int, int, int, int]:
        """Return ``n, y, x, yy, xy, xx`` of two columns, as `ratio_clustered` takes them.

        Returns
        -------
        tuple of int
            Clusters, the two sums, and the three sums of products.

        Raises
        ------
        ValueError
            If there are not exactly two columns.
        """
        if len(self.sums) != 2:
            raise ValueError(f"a pair has two columns, these sums have {len(self.sums)}")
        y, x = self.sums
        yy, xy, xx = self.products
        return self.n, y, x, yy, xy, xx


def integers(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return an int64 array, or refuse what would lose digits."""
    array = np.asarray(values)
    if array.dtype.kind == "b" or (array.size == 0 and array.dtype.kind == "f"):
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: integers are tallied, not {array.dtype}")
    if array.dtype.kind == "u" and array.size and int(array.max()) >= _LIMIT:
        raise ValueError(f"{name}: {array.max()} does not fit 64 bits with a sign")
    return array.astype(np.int64, copy=False)


def _bound(array: NDArray[Any]) -> int:
    """Largest absolute value, as a Python int, since abs of the lowest int64 overflows."""
    return max(abs(int(array.min())), abs(int(array.max()))) if array.size else 0


def check_sum(name: str, column: NDArray[Any]) -> None:
    """Refuse sums within clusters that might pass 64 bits."""
    if _bound(column) * column.size >= _LIMIT:
        raise ValueError(f"{name}: the values are too large to be summed within a match")


def _sum(array: NDArray[Any]) -> int:
    """Exact sum of int64 values: compiled where it cannot overflow, else in Python."""
    if _bound(array) * array.size < _LIMIT:
        return int(array.sum(dtype=np.int64))
    return sum(array.tolist())


def sums_of(columns: list[NDArray[Any]]) -> ClusterSums:
    """Add up columns of equal length and all products of two of them."""
    products = []
    for i, left in enumerate(columns):
        for right in columns[i:]:
            if _bound(left) * _bound(right) * left.size < _LIMIT:
                products.append(int(np.dot(left, right)))
            else:
                products.append(
                    sum(a * b for a, b in zip(left.tolist(), right.tolist(), strict=True))
                )
    return ClusterSums(columns[0].size, tuple(map(_sum, columns)), tuple(products))

"""Integer tallies that add: the middle of tally -> estimate -> table.

A `Tally` keeps three sorts of entries, each under a name and a group (None where not grouped):

- counts: one non-negative integer, such as rounds played;
- histograms: how often each small integer value was seen;
- cluster sums: over independent clusters (matches), the sums of one to four columns and of all
  their products, which is all that a ratio or a paired difference needs.

Adding two tallies adds their entries.  Everything is a Python int, so nothing overflows and the
result does not depend on order, threads or machine; `digest` proves it.  Memory grows with the
number of names, groups and distinct values, not with the number of matches.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from analysis.groups import Group, canonical, group_order, split
from analysis.sums import ClusterSums, check_sum, integers, sums_of

__all__ = ["ClusterSums", "Group", "Tally"]

Key = tuple[str, Group]

# A histogram with more distinct values than this is not one of small integers.
MOST_VALUES = 1 << 16
MOST_COLUMNS = 4


@dataclass
class Tally:
    """Additive integer results of some matches.

    Parameters
    ----------
    spans : list of (int, int)
        Half-open ranges of match numbers counted so far, disjoint, ascending, joined where they
        touch; empty where nobody keeps track.  Adding a match twice is refused.
    counts, histograms, clusters : dict
        The three sorts of entries, by name and group; filled by the methods below.
    """

    spans: list[tuple[int, int]] = field(default_factory=list)
    counts: dict[Key, int] = field(default_factory=dict)
    histograms: dict[Key, dict[int, int]] = field(default_factory=dict)
    clusters: dict[Key, ClusterSums] = field(default_factory=dict)

    # -- adding ------------------------------------------------------------------------------

    def cover(self, start: int, stop: int) -> None:
        """Note that the matches ``start .. stop - 1`` are in this tally.

        Parameters
        ----------
        start, stop : int
            Half-open range of match numbers, ``0 <= start <= stop``.

        Raises
        ------
        ValueError
            If the range is malformed or holds a match that was counted before.
        """
        if not 0 <= start <= stop:
            raise ValueError(f"matches {start} to {stop} are no range")
        self.spans = _joined(self.spans, [(int(start), int(stop))])

    def add_count(self, name: str, count: int, group: Group = None) -> None:
        """Add to a plain counter.

        Parameters
        ----------
        name : str
            What is counted.
        count : int
            How many, not negative.
        group : str, int, None or a tuple of them
            Which group.

        Raises
        ------
        ValueError
            If `count` is negative.
        """
        if count < 0:
            raise ValueError(f"cannot add {count} to the counter {name}: counts never fall")
        if count:
            key = key_of(name, group)
            self.counts[key] = self.counts.get(key, 0) + int(count)

    def add_histogram(self, name: str, values: ArrayLike, by: Any = None) -> None:
        """Count how often each value occurs.

        Parameters
        ----------
        name : str
            What the values are.
        values : array of int or bool, any shape
            Small integers; negative ones are welcome.
        by : array, or tuple of arrays, shaped like `values`, or a single group
            Group of each value.  Booleans become ``"yes"`` and ``"no"``.

        Raises
        ------
        TypeError
            If the values are not integers.
        ValueError
            If the shapes differ or there are too many distinct values.
        """
        flat = integers(name, values).ravel()
        for group, rows in split(by, flat.size):
            distinct, counts = np.unique(flat[rows], return_counts=True)
            self.add_counts(name, distinct, counts, group)

    def add_counts(
        self, name: str, values: ArrayLike, counts: ArrayLike, group: Group = None
    ) -> None:
        """Add a histogram that was counted elsewhere, for example in a kernel.

        Parameters
        ----------
        name : str
            What the values are.
        values, counts : array of int, one dimension
            Each value and how often it was seen.
        group : str, int, None or a tuple of them
            Which group.

        Raises
        ------
        TypeError
            If an array does not hold integers.
        ValueError
            If the lengths differ, a count is negative, or there are too many distinct values.
        """
        seen = integers(name, values).ravel().tolist()
        often = integers(name, counts).ravel().tolist()
        if len(seen) != len(often):
            raise ValueError(f"{name}: {len(seen)} values but {len(often)} counts")
        if any(count < 0 for count in often):
            raise ValueError(f"{name}: a histogram cannot hold a negative count")
        new = {value: 0 for value, count in zip(seen, often, strict=True) if count}
        if not new:
            return
        histogram = self.histograms.setdefault(key_of(name, group), {})
        for value, count in zip(seen, often, strict=True):
            if count:
                histogram[value] = histogram.get(value, 0) + count
        if len(histogram) > MOST_VALUES:
            raise ValueError(f"{name} has more than {MOST_VALUES} distinct values")

    def add_clusters(self, name: str, *columns: ArrayLike, by: Any = None) -> None:
        """Add clusters, one row each, with one to four integer columns.

        Parameters
        ----------
        name : str
            What the columns measure; always the same columns under the same name.
        *columns : array of int or bool, one dimension, equal lengths
            One value a cluster.  A single number stands for the same value in every cluster.
        by : array, or tuple of arrays, one value a cluster, or a single group
            Group of each cluster.

        Raises
        ------
        TypeError
            If a column does not hold integers.
        ValueError
            If the lengths differ or the name was used with another number of columns.
        """
        if not 1 <= len(columns) <= MOST_COLUMNS:
            raise ValueError(f"{name}: {len(columns)} columns, 1 to {MOST_COLUMNS} are possible")
        arrays = [integers(name, column) for column in columns]
        size = max((array.size for array in arrays if array.ndim), default=1)
        for array in arrays:
            if array.ndim > 1 or (array.ndim == 1 and array.size != size):
                raise ValueError(f"{name}: the columns must be lists of equal length")
        full = [np.broadcast_to(array, (size,)) for array in arrays]
        for group, rows in split(by, size):
            self.put(key_of(name, group), sums_of([column[rows] for column in full]))

    def add_pairs(self, name: str, y: ArrayLike, x: ArrayLike = 1, by: Any = None) -> None:
        """Add the numerator and denominator of a ratio, one pair a cluster.

        Parameters
        ----------
        name : str
            The ratio.
        y, x : array of int, one dimension
            Per cluster: what is counted, and of how many (by default 1, so that the ratio is the
            mean of `y`).
        by : array, or tuple of arrays, one value a cluster, or a single group
            Group of each cluster.

        Raises
        ------
        TypeError, ValueError
            As for `add_clusters`.
        """
        self.add_clusters(name, y, x, by=by)

    def add_paired(
        self,
        name: str,
        y_base: ArrayLike,
        x_base: ArrayLike,
        y_vs: ArrayLike,
        x_vs: ArrayLike,
        by: Any = None,
    ) -> None:
        """Add both variants of a paired comparison, one row a cluster.

        Parameters
        ----------
        name : str
            The ratio compared.
        y_base, x_base, y_vs, x_vs : array of int, one dimension
            Numerator and denominator under each variant, in the order of `difference_paired`.
        by : array, or tuple of arrays, one value a cluster, or a single group
            Group of each cluster.

        Raises
        ------
        TypeError, ValueError
            As for `add_clusters`.
        """
        self.add_clusters(name, y_base, x_base, y_vs, x_vs, by=by)

    def add_rows(self, name: str, cluster: ArrayLike, *columns: ArrayLike, by: Any = None) -> None:
        """Add rows finer than clusters (rounds, hands): first sum them within each cluster.

        Parameters
        ----------
        name : str
            What the columns measure.
        cluster : array of int, one dimension
            Match of each row.  All rows of a match must come in one call.
        *columns : array of int or bool
            One value a row, or a single number for all.
        by : array, or tuple of arrays, one value a row, or a single group
            Group of each row.  A match counts in each group in which it has rows.

        Raises
        ------
        TypeError, ValueError
            As for `add_clusters`.
        """
        matches = integers(name, cluster).ravel()
        arrays = [integers(name, column) for column in columns]
        for array in arrays:
            if array.ndim and array.shape != matches.shape:
                raise ValueError(f"{name}: the columns and the matches must have equal lengths")
        for group, rows in split(by, matches.size):
            order = np.argsort(matches[rows], kind="stable")
            sorted_matches = matches[rows][order]
            if not sorted_matches.size:
                continue
            starts = np.flatnonzero(np.r_[True, sorted_matches[1:] != sorted_matches[:-1]])
            sums = []
            for array in arrays:
                column = np.broadcast_to(array, matches.shape)[rows][order]
                check_sum(name, column)
                sums.append(np.add.reduceat(column, starts))
            self.add_clusters(name, *sums, by=group)

    def merge(self, other: Tally) -> None:
        """Add another tally to this one.

        Parameters
        ----------
        other : Tally
            Results of other matches of the same run; left as it is.

        Raises
        ------
        ValueError
            If both count the same match, or use one name for different things; then this tally
            is left as it was.
        """
        spans = _joined(self.spans, other.spans)
        clusters = {
            key: self.clusters[key] + sums if key in self.clusters else sums
            for key, sums in other.clusters.items()
        }
        self.spans = spans
        self.clusters.update(clusters)
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count
        for key, histogram in other.histograms.items():
            mine = self.histograms.setdefault(key, {})
            for value, count in histogram.items():
                mine[value] = mine.get(value, 0) + count

    def __add__(self, other: Tally) -> Tally:
        return Tally.merged([self, other])

    @classmethod
    def merged(cls, tallies: Iterable[Tally]) -> Tally:
        """Add tallies, in any order, into a new one.

        Parameters
        ----------
        tallies : iterable of Tally
            Left as they are.

        Returns
        -------
        Tally
            Their sum; empty for none.

        Raises
        ------
        ValueError
            As for `merge`.
        """
        result = cls()
        for tally in tallies:
            result.merge(tally)
        return result

    # -- reading -----------------------------------------------------------------------------

    @property
    def matches(self) -> int:
        """How many matches were covered."""
        return sum(stop - start for start, stop in self.spans)

    def count(self, name: str, group: Group = None) -> int:
        """Return a counter; 0 where nothing was counted."""
        return self.counts.get(key_of(name, group), 0)

    def histogram(self, name: str, group: Group = None) -> dict[int, int]:
        """Return value -> count, ascending by value; empty where nothing was counted."""
        return dict(sorted(self.histograms.get(key_of(name, group), {}).items()))

    def sums(self, name: str, group: Group = None) -> ClusterSums | None:
        """Return the cluster sums of a name and group; None where there was no cluster."""
        return self.clusters.get(key_of(name, group))

    def powers(self, name: str, group: Group = None) -> tuple[int, int, int, int, int]:
        """Return ``n`` and the sums of the first four powers of a histogram's values."""
        histogram = self.histograms.get(key_of(name, group), {})
        n, s1, s2, s3, s4 = (
            sum(count * value**power for value, count in histogram.items()) for power in range(5)
        )
        return n, s1, s2, s3, s4

    def groups(self, name: str) -> list[Group]:
        """Return the groups a name was counted in, in a fixed order: None, numbers, text, tuples.

        Parameters
        ----------
        name : str
            Name of a counter, histogram or cluster sum.

        Returns
        -------
        list
            Empty where the name was never used.
        """
        found = {
            group
            for entries in (self.counts, self.histograms, self.clusters)
            for known, group in entries
            if known == name
        }
        return sorted(found, key=group_order)

    def names(self) -> list[str]:
        """Return all names in use, in order."""
        entries = (self.counts, self.histograms, self.clusters)
        return sorted({name for each in entries for name, _ in each})

    def digest(self) -> str:
        """Return the SHA-256, in hex, of all integers, names and groups in canonical order.

        Returns
        -------
        str
            64 hex digits, equal for equal content however it was added up.
        """
        from analysis.stored import to_dict

        text = json.dumps(to_dict(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def put(self, key: Key, sums: ClusterSums) -> None:
        """Add cluster sums under a key."""
        if sums.n:
            known = self.clusters.get(key)
            self.clusters[key] = sums if known is None else known + sums


def key_of(name: str, group: Any) -> Key:
    """Return the key of an entry."""
    if not isinstance(name, str) or not name:
        raise ValueError(f"a tally's entries are named by text, not {name!r}")
    return name, canonical(group)


def _joined(mine: list[tuple[int, int]], others: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Unite disjoint ranges; refuse overlaps."""
    result: list[tuple[int, int]] = []
    for start, stop in sorted(span for span in (*mine, *others) if span[0] < span[1]):
        if result and start < result[-1][1]:
            raise ValueError(
                f"matches {start} to {min(stop, result[-1][1]) - 1} would be counted twice"
            )
        if result and start == result[-1][1]:
            result[-1] = (result[-1][0], stop)
        else:
            result.append((start, stop))
    return result

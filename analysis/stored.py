"""Tallies as plain data for JSON and back, the same bytes for the same content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.groups import Group, canonical, group_order
from analysis.sums import ClusterSums
from analysis.tally import Key, Tally, key_of


def to_dict(tally: Tally) -> dict[str, Any]:
    """Return plain data for JSON, in an order that depends on the content alone.

    Returns
    -------
    dict
        Lists of entries rather than maps, so that integer keys stay integers.
    """
    return {
        "spans": [list(span) for span in tally.spans],
        "counts": [
            {"name": key[0], "group": _plain_group(key[1]), "count": count}
            for key, count in sorted(tally.counts.items(), key=_entry_order)
        ],
        "histograms": [
            {
                "name": key[0],
                "group": _plain_group(key[1]),
                "values": sorted(histogram),
                "counts": [histogram[value] for value in sorted(histogram)],
            }
            for key, histogram in sorted(tally.histograms.items(), key=_entry_order)
        ],
        "clusters": [
            {
                "name": key[0],
                "group": _plain_group(key[1]),
                "n": sums.n,
                "sums": list(sums.sums),
                "products": list(sums.products),
            }
            for key, sums in sorted(tally.clusters.items(), key=_entry_order)
        ],
    }


def from_dict(data: Mapping[str, Any]) -> Tally:
    """Build a tally from what `to_dict` returned, also after a trip through JSON.

    Parameters
    ----------
    data : mapping
        Plain data.

    Returns
    -------
    Tally
        Equal to the one stored.

    Raises
    ------
    ValueError
        If the data is not a stored tally.
    """
    result = Tally()
    try:
        for start, stop in data["spans"]:
            result.cover(_stored(start), _stored(stop))
        for entry in data["counts"]:
            result.add_count(entry["name"], _stored(entry["count"]), _group_of(entry))
        for entry in data["histograms"]:
            pairs = zip(entry["values"], entry["counts"], strict=True)
            histogram = {_stored(value): _stored(count) for value, count in pairs}
            if not histogram or min(histogram.values()) < 1:
                raise ValueError("a histogram is empty or holds a count below 1")
            result.histograms[key_of(entry["name"], _group_of(entry))] = histogram
        for entry in data["clusters"]:
            sums = tuple(_stored(value) for value in entry["sums"])
            products = tuple(_stored(value) for value in entry["products"])
            if len(products) != len(sums) * (len(sums) + 1) // 2:
                raise ValueError("the products do not fit the sums")
            if _stored(entry["n"]) < 1:
                raise ValueError("cluster sums need at least one cluster")
            found = ClusterSums(entry["n"], sums, products)
            result.put(key_of(entry["name"], _group_of(entry)), found)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"this is not a stored tally: {error}") from None
    return result


def _entry_order(entry: tuple[Key, Any]) -> tuple[str, Any]:
    """Order entries by name, then group."""
    (name, group), _ = entry
    return name, group_order(group)


def _plain_group(group: Group) -> Any:
    """Return a group for JSON, which has no tuples."""
    return list(group) if isinstance(group, tuple) else group


def _group_of(entry: Mapping[str, Any]) -> Group:
    """Return the group of a stored entry."""
    group = entry["group"]
    return canonical(tuple(group) if isinstance(group, list) else group)


def _stored(value: Any) -> int:
    """Return a stored integer; JSON's floats and truth values are refused."""
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value

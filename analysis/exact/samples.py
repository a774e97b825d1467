"""Values read off deal records, from which the exact figures' samples are made.

A *value* is a function of the deal records. It gives either one integer for each seat of each
deal, shape (n, seats), or one for each deal, shape (n,); those that take values apart or put them
together work on both. `read` turns a value into a `Sample`.
"""

from collections.abc import Callable

import numpy as np

from analysis.exact.common import Deals, Integers, Sample

Value = Callable[[Deals], Integers]


def read(value: Value) -> Sample:
    """Turn a value into a sample: one integer a deal, that of seat ``index % seats`` if any."""

    def sample(deals: Deals, index: Integers) -> Integers:
        values = value(deals)
        if values.ndim == 1:
            return values
        seat = index % values.shape[1]
        return np.take_along_axis(values, seat[:, np.newaxis], axis=1)[:, 0]

    return sample


# --- from records to values


def hands(field: str, seats: int) -> Value:
    """Return a field that has a number for each of the first `seats` seats."""
    return lambda deals: deals[field][:, :seats].astype(np.int64)


def hands_item(field: str, item: int, seats: int) -> Value:
    """Return one item of a field that has a list for each of the first `seats` seats."""
    return lambda deals: deals[field][:, :seats, item].astype(np.int64)


def whole(field: str) -> Value:
    """Return a field that belongs to the deal as a whole."""
    return lambda deals: deals[field].astype(np.int64)


# --- item by item


def total(*values: Value) -> Value:
    """Return the sum of several values."""

    def summed(deals: Deals) -> Integers:
        result = values[0](deals)
        for value in values[1:]:
            result = result + value(deals)
        return result

    return summed


def either(first: Value, second: Value) -> Value:
    """Return 1 where at least one of two 0/1 values is 1."""
    return lambda deals: first(deals) | second(deals)


def both(first: Value, second: Value) -> Value:
    """Return 1 where two 0/1 values are 1."""
    return lambda deals: first(deals) & second(deals)


def equal(value: Value, k: int) -> Value:
    """Return 1 where `value` is k."""
    return lambda deals: np.equal(value(deals), k).astype(np.int64)


def reach(value: Value, k: int) -> Value:
    """Return 1 where `value` is k or more."""
    return lambda deals: np.greater_equal(value(deals), k).astype(np.int64)


def below(value: Value, k: int) -> Value:
    """Return 1 where `value` is less than k."""
    return lambda deals: np.less(value(deals), k).astype(np.int64)


def bits(value: Value, mask: int) -> Value:
    """Return how many of the bits of `mask` are set in `value`, which is not negative."""
    return lambda deals: np.bitwise_count(value(deals) & mask).astype(np.int64)


def squared(value: Value) -> Value:
    """Return the square of `value`."""
    return lambda deals: np.square(value(deals))


# --- across the seats of a deal


def shifted(value: Value, seats: int) -> Value:
    """Return for each seat what `value` is `seats` places further on."""
    return lambda deals: np.roll(value(deals), -seats, axis=1)


def team(value: Value) -> Value:
    """Return for each seat the sum of `value` over its team: every other seat."""

    def summed(deals: Deals) -> Integers:
        values = value(deals)
        teams = np.stack([values[:, 0::2].sum(axis=1), values[:, 1::2].sum(axis=1)], axis=1)
        return np.tile(teams, values.shape[1] // 2)

    return summed


def with_whole(value: Value, whole_value: Value) -> Value:
    """Return for each seat `value` plus something that belongs to the deal as a whole."""
    return lambda deals: value(deals) + whole_value(deals)[:, np.newaxis]


def table(value: Value) -> Value:
    """Return the sum of `value` over all seats of a deal."""
    return lambda deals: value(deals).sum(axis=1)


def most(value: Value) -> Value:
    """Return the largest of the seats' values; with 0/1 values, 1 where some seat has 1."""
    return lambda deals: value(deals).max(axis=1)

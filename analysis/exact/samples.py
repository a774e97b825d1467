"""Small functions from deal records to one integer a deal; the exact figures are built from them.

Each returns a `Sample`: ``f(deals, index) -> int64 array``, see `analysis.exact.common.Quantity`.
"""

import numpy as np

from analysis.exact.common import Deals, Integers, Sample


def own(field: str, seats: int) -> Sample:
    """Return the field of the hand at seat ``index % seats``."""

    def sample(deals: Deals, index: Integers) -> Integers:
        values = deals[field][np.arange(len(deals)), index % seats]
        return np.asarray(values, dtype=np.int64)

    return sample


def own_item(field: str, item: int, seats: int) -> Sample:
    """Return one item of a field that holds a list per seat, at seat ``index % seats``."""

    def sample(deals: Deals, index: Integers) -> Integers:
        values = deals[field][np.arange(len(deals)), index % seats, item]
        return np.asarray(values, dtype=np.int64)

    return sample


def whole(field: str) -> Sample:
    """Return a field that belongs to the deal as a whole."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.asarray(deals[field], dtype=np.int64)

    return sample


def at_seat(value: Sample, shift: int) -> Sample:
    """Return `value` read `shift` seats further on (for partners and for all seats in turn)."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return value(deals, index + shift)

    return sample


def total(*values: Sample) -> Sample:
    """Return the sum of several samples."""

    def sample(deals: Deals, index: Integers) -> Integers:
        result = values[0](deals, index)
        for value in values[1:]:
            result = result + value(deals, index)
        return result

    return sample


def largest(*values: Sample) -> Sample:
    """Return the largest of several samples."""

    def sample(deals: Deals, index: Integers) -> Integers:
        result = values[0](deals, index)
        for value in values[1:]:
            result = np.maximum(result, value(deals, index))
        return result

    return sample


def seats_of(value: Sample, seats: int, step: int = 1) -> tuple[Sample, ...]:
    """Return `value` at every seat, or at every `step`-th one (a team)."""
    return tuple(at_seat(value, shift) for shift in range(0, seats, step))


def equal(value: Sample, k: int) -> Sample:
    """Return 1 where `value` is k."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.asarray(value(deals, index) == k, dtype=np.int64)

    return sample


def reach(value: Sample, k: int) -> Sample:
    """Return 1 where `value` is k or more."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.asarray(value(deals, index) >= k, dtype=np.int64)

    return sample


def below(value: Sample, k: int) -> Sample:
    """Return 1 where `value` is less than k."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.asarray(value(deals, index) < k, dtype=np.int64)

    return sample


def bits(value: Sample, mask: int) -> Sample:
    """Return how many of the bits of `mask` are set in `value`."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.asarray(np.bitwise_count(value(deals, index) & mask), dtype=np.int64)

    return sample


def both(first: Sample, second: Sample) -> Sample:
    """Return 1 where two 0/1 samples are both 1."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return first(deals, index) & second(deals, index)

    return sample


def squared(value: Sample) -> Sample:
    """Return the square of a sample."""

    def sample(deals: Deals, index: Integers) -> Integers:
        return np.square(value(deals, index))

    return sample

"""Random words: published vectors, a second implementation, bounded draws, streams."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from simcore import rng
from simcore.jit import U64

FULL = (1 << 64) - 1
# counter, key -> words (Random123's published vectors of threefry2x64 with 20 rounds)
KNOWN = [
    ((0, 0), (0, 0), (0xC2B6E3A8C2C69865, 0x6F81ED42F350084D)),
    ((FULL, FULL), (FULL, FULL), (0xE02CB7C4D95D277A, 0xD06633D0893B8B68)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        (0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x263C7D30BB0F0AF1, 0x56BE8361D3311526),
    ),
]
ROTATIONS = (16, 42, 12, 31, 16, 32, 24, 21)


def threefry_by_the_paper(counter, key):
    """Threefry2x64-20 in big integers, as the paper defines it: rounds, keys injected each four."""
    keys = [*key, key[0] ^ key[1] ^ 0x1BD11BDAA9FC1A22]
    x = [(counter[i] + keys[i]) & FULL for i in range(2)]
    for i in range(20):
        x[0] = (x[0] + x[1]) & FULL
        left = ROTATIONS[i % 8]
        x[1] = (((x[1] << left) | (x[1] >> (64 - left))) & FULL) ^ x[0]
        if i % 4 == 3:
            j = i // 4 + 1
            x[0] = (x[0] + keys[j % 3]) & FULL
            x[1] = (x[1] + keys[(j + 1) % 3] + j) & FULL
    return tuple(x)


def words(counter, key):
    return tuple(int(w) for w in rng.threefry(*(U64(v) for v in (*counter, *key))))


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_published_vectors(counter, key, expected):
    assert threefry_by_the_paper(counter, key) == expected
    assert words(counter, key) == expected


def test_second_implementation_agrees():
    values = np.random.default_rng(3).integers(0, 1 << 64, size=(50, 4), dtype=np.uint64).tolist()
    for p0, p1, k0, k1 in values:
        assert words((p0, p1), (k0, k1)) == threefry_by_the_paper((p0, p1), (k0, k1))


def test_a_pair_is_two_singles():
    values = np.random.default_rng(4).integers(0, 1 << 64, size=(20, 6), dtype=np.uint64)
    for p0, p1, q0, q1, k0, k1 in values:
        pair = tuple(int(w) for w in rng.threefry_pair(p0, p1, q0, q1, k0, k1))
        key = (int(k0), int(k1))
        assert pair == words((int(p0), int(p1)), key) + words((int(q0), int(q1)), key)


def test_places_do_not_collide():
    assert int(rng.place_of(U64(0), U64(1))) == 1
    corners = [
        int(rng.place_of(U64(match), U64(round_)))
        for match in (0, 1, rng.MAX_MATCHES - 1)
        for round_ in (0, 1, rng.MAX_ROUNDS - 1)
    ]
    assert len(set(corners)) == len(corners)
    assert max(corners) < 1 << 63


def opened(seed=5, stream=7, place=9, rows=1):
    streams = rng.new_streams(rows)
    for row in range(rows):
        rng.open_stream(streams, row, U64(seed), U64(stream), U64(place + row))
    return streams


def draws32(seed, stream, place, n):
    """The 32-bit draws of a stream, straight from the definition."""
    found = []
    for block in range(n // 4 + 1):
        for word in threefry_by_the_paper((place, block), (seed, stream)):
            found += [word & 0xFFFFFFFF, word >> 32]
    return found[:n]


def test_draw_i_of_a_stream_is_always_the_same_bits():
    """A power of two rejects nothing, so that the draws show through."""
    expected = [d >> 1 for d in draws32(5, 7, 9, 100)]
    streams = opened()
    assert [int(rng.below(streams, 0, U64(1 << 31))) for _ in range(100)] == expected


def test_streams_do_not_disturb_each_other():
    streams = opened(rows=3)
    seen = [[], [], []]
    order = np.random.default_rng(1).integers(0, 3, size=300)
    for row in order:
        seen[row].append(int(rng.below(streams, int(row), U64(1 << 31))))
    for row in range(3):
        assert seen[row] == [d >> 1 for d in draws32(5, 7, 9 + row, len(seen[row]))]


def test_opening_again_starts_again():
    streams = opened()
    first = [int(rng.below(streams, 0, U64(1000))) for _ in range(45)]
    rng.open_stream(streams, 0, U64(5), U64(7), U64(9))
    assert [int(rng.below(streams, 0, U64(1000))) for _ in range(45)] == first


@pytest.mark.parametrize("other", [{"seed": 5 + (1 << 32)}, {"stream": 8}, {"place": 10}])
def test_each_part_of_the_address_matters(other):
    """Seeds that differ in the upper half only are different seeds."""
    mine, theirs = opened(), opened(**other)
    a = [int(rng.below(mine, 0, U64(1 << 31))) for _ in range(20)]
    b = [int(rng.below(theirs, 0, U64(1 << 31))) for _ in range(20)]
    assert not set(a) & set(b)


def test_one_outcome_draws_nothing():
    streams = opened()
    before = streams.copy()
    assert int(rng.below(streams, 0, U64(1))) == 0
    assert (streams == before).all()


def prepared(*draws):
    """A stream whose next 32-bit draws are the given ones."""
    streams = opened()
    rng.below(streams, 0, U64(1 << 31))
    rng.below(streams, 0, U64(1 << 31))
    padded = list(draws) + [0] * (len(draws) % 2)
    for i in range(0, len(padded), 2):
        streams[0, 4 + 1 + i // 2] = U64(padded[i] | padded[i + 1] << 32)
    return streams


BOUNDS = [2, 3, 5, 6, 7, 36, 54, 56, 108, 216, 1000, (1 << 31) + 1, (1 << 32) - 1, 1 << 31]


@pytest.mark.parametrize("n", BOUNDS)
def test_each_outcome_has_as_many_words_as_any_other(n):
    """The draws that give k are an interval, of which only the first may be rejected.

    Its ends are computed here; so the number of accepted draws is known for each k without
    trying all 2^32.
    """
    fair = (1 << 32) // n
    for k in sorted({*range(min(n, 300)), n // 2, n - 2, n - 1}):
        first = -(-k * (1 << 32) // n)
        last = -(-(k + 1) * (1 << 32) // n) - 1
        rejected = int(rng.bounded(U64(first), U64(n))) == n
        assert last - first + 1 - rejected == fair
        for draw in {min(first + 1, last), (first + last) // 2, last} - {first}:
            assert int(rng.bounded(U64(draw), U64(n))) == k
        if rejected:
            # the rejected draw is passed over, the next one counts
            assert int(rng.below(prepared(first, last), 0, U64(n))) == k
        else:
            assert int(rng.below(prepared(first), 0, U64(n))) == k
        assert int(rng.below(prepared(last), 0, U64(n))) == k


def test_chance_is_a_share_of_the_draws():
    streams = opened()
    assert not any(rng.chance(streams, 0, U64(0), U64(7)) for _ in range(50))
    assert all(rng.chance(streams, 0, U64(7), U64(7)) for _ in range(50))
    n = 20_000
    hits = sum(bool(rng.chance(streams, 0, U64(2), U64(7))) for _ in range(n))
    expected = n * 2 / 7
    statistic = (hits - expected) ** 2 / (expected * 5 / 7)
    assert chi2.sf(statistic, 1) > 1e-4


def test_neighbouring_matches_share_no_pattern():
    """Bits of the XOR of neighbours' words are fair coins."""
    n = 4000
    first = np.array([words((match << 20, 0), (1, 0)) for match in range(n + 1)], dtype=np.uint64)
    differ = first[1:] ^ first[:-1]
    ones = np.unpackbits(differ.view(np.uint8), axis=1).sum(axis=0).astype(float)
    statistic = ((ones - n / 2) ** 2 / (n / 4)).sum()
    assert 1e-4 < chi2.sf(statistic, ones.size) < 1 - 1e-4

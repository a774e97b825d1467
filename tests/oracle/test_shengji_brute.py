"""The Sheng Ji oracle against exhaustive search, written a second time without cleverness."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.oracle.shengji import (
    Duty,
    Frame,
    decompose,
    full_deck,
    legal_follow,
    legal_follows,
    make_rules,
)
from tests.oracle.shengji.follow import _owed_parts
from tests.oracle.shengji.positions import small_hand
from tests.oracle.shengji.shapes import runs
from tests.oracle.shengji.tricks import sorted_shape, strength


def brute_vector(counts, suit, parts, fr):
    """Greatest duty vector by trying every way to hand out tuples, one component after another."""
    best = ()

    def tuple_sets(left, n, width, last):
        yield [], left
        for kind in sorted(left):
            for size in range(2, width + 1):
                if left[kind] >= size and size <= n and (size, kind) <= last:
                    rest = {**left, kind: left[kind] - size}
                    for more, end in tuple_sets(rest, n - size, width, (size, kind)):
                        yield [(size, kind), *more], end

    def run_vectors(kinds):
        """Every way to cut full-width tuples into runs."""
        if not kinds:
            yield []
            return
        counted = Counter(kinds)
        for length in range(1, len(kinds) + 1):
            for run in runs(dict(counted), suit, 1, length, fr):
                for rest in run_vectors(sorted((counted - Counter(run)).elements())):
                    yield [length, *rest]

    def walk(index, left, so_far):
        nonlocal best
        if index == len(parts):
            best = max(best, so_far)
            return
        width, length = parts[index]
        for chosen, rest in tuple_sets(left, width * length, width, (99, "")):
            sizes = tuple(sorted((s for s, _ in chosen), reverse=True))
            lengths = ()
            if length > 1:
                full = [k for s, k in chosen if s == width]
                lengths = max(tuple(sorted(v, reverse=True)) for v in run_vectors(full))
            walk(index + 1, rest, (*so_far, (sizes, lengths)))

    walk(0, dict(counts), ())
    return best


@pytest.mark.clause("SJ-42")
@pytest.mark.clause("SJ-44")
@pytest.mark.clause("SJ-45")
def test_duty_vector_against_brute_force():
    rng = random.Random(1)
    seen = Counter()
    for _ in range(500):
        decks = rng.choice([2, 2, 3, 4])
        fr = Frame(rng.choice("27KA"), rng.choice(["C", "NT"]), make_rules(decks=decks))
        suit = rng.choice("ST")
        hand = small_hand(rng, fr, suit, rng.randint(4, 11), decks)
        lead = small_hand(rng, fr, suit, rng.randint(2, 8), decks)
        duty = Duty(lead, hand, fr)
        parts, _ = _owed_parts(lead, fr)
        if len(hand) > len(lead) and parts:
            assert duty.owed == brute_vector(Counter(hand), suit, parts, fr), (lead, hand)
            seen[tuple(parts)] += 1
    assert len(seen) > 12


@pytest.mark.clause("SJ-32")
def test_decomposition_against_all_partitions():
    rng = random.Random(2)

    def partitions(counts):
        if not counts:
            yield []
            return
        first = min(counts)
        for size in range(1, counts[first] + 1):
            for rest in partitions(+(counts - Counter({first: size}))):
                yield [(size, (first,)), *rest]

    def tractors(counts, suit, fr):
        """Every set of disjoint tractors, then every split of what is left."""
        for tuples in partitions(counts):
            yield [s for s, _ in tuples], 0
        for width in range(2, max(counts.values(), default=0) + 1):
            for length in range(2, len(counts) + 1):
                for run in runs(counts, suit, width, length, fr):
                    used = Counter({k: width for k in run})
                    for sizes, n in tractors(+(counts - used), suit, fr):
                        yield [width * length, *sizes], n + 1

    for _ in range(120):
        decks = rng.choice([2, 3, 4])
        fr = Frame(rng.choice("27A"), rng.choice(["C", "NT"]), make_rules(decks=decks))
        suit = rng.choice("ST")
        hand = small_hand(rng, fr, suit, rng.randint(2, 7), decks)
        best = max(
            (sorted(sizes, reverse=True), n, -len(sizes))
            for sizes, n in tractors(Counter(hand), suit, fr)
        )
        parts = decompose(hand, fr)
        assert Counter(c for p in parts for c in p.cards) == Counter(hand)
        sizes = sorted((p.size for p in parts), reverse=True)
        assert (sizes, sum(p.length > 1 for p in parts), -len(parts)) == best, hand


@pytest.mark.clause("SJ-47")
@pytest.mark.clause("SJ-48")
def test_shape_matching_against_all_assignments():
    rng = random.Random(3)

    def all_tops(counts, shape, suit, fr):
        if not shape:
            yield ()
            return
        (width, length), *rest = shape
        for run in runs(counts, suit, width, length, fr):
            used = Counter({k: width for k in run})
            for tops in all_tops(+(counts - used), rest, suit, fr):
                yield (fr.level(run[-1]), *tops)

    matched = 0
    for _ in range(300):
        decks = rng.choice([2, 3, 4])
        fr = Frame("7", rng.choice(["C", "NT"]), make_rules(decks=decks))
        lead = small_hand(rng, fr, "S", rng.randint(2, 6), decks)
        play = small_hand(rng, fr, rng.choice("ST"), len(lead), decks)
        if len(play) != len(lead):
            continue
        shape = sorted_shape(lead, fr)
        found = strength(play, lead, fr)
        tops = list(all_tops(Counter(play), shape, fr.suit(play[0]), fr))
        assert (found is None) == (not tops)
        if found is not None:
            matched += 1
            assert found.tops == max(tops)
    assert matched > 60


@pytest.mark.clause("SJ-39")
@pytest.mark.clause("SJ-40")
@pytest.mark.clause("SJ-46")
def test_legal_follows_is_the_filter_of_everything():
    rng = random.Random(4)
    for _ in range(60):
        fr = Frame("7", "C", make_rules())
        deck = full_deck(2)
        rng.shuffle(deck)
        hand = deck[:8]
        led = [c for c in deck[8:] if fr.suit(c) == "S"][: rng.randint(1, 3)]
        plays = legal_follows(led, hand, fr)
        every = {tuple(sorted(p)) for p in combinations(hand, len(led))}
        assert plays == {p for p in every if legal_follow(led, hand, p, fr)}
        assert plays
        held = sum(fr.suit(c) == "S" for c in hand)
        for play in plays:
            assert sum(fr.suit(c) == "S" for c in play) == min(len(led), held)
        if not held:
            assert plays == every

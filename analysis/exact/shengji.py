"""The exact figures of Sheng Ji for four players: what each says, its value, its simulated twin."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from analysis.exact import samples as take
from analysis.exact import shengji_hands as hand_of
from analysis.exact.common import Quantity, Unit, hypergeometric, someone_without
from analysis.exact.samples import Value
from analysis.exact.shengji_hands import (
    HAND,
    KITTY,
    POINT_CARDS,
    RANK_CARDS,
    SEATS,
    SIDE_SUIT,
    TRUMPS,
    TRUMPS_NT,
    deck,
)

_trumps = take.hands("trumps", SEATS)
_trumps_nt = take.hands("trumps_nt", SEATS)
_points = take.hands("points", SEATS)
_rank_cards = take.hands("rank_cards", SEATS)
_rank_pairs = take.hands("rank_pairs", SEATS)
_reds = take.hands("reds", SEATS)
_blacks = take.hands("blacks", SEATS)
_pairs = take.hands("pairs", SEATS)
_triples = take.hands("triples", SEATS)
_kitty_points = take.whole("kitty_points")
_no_trump = take.equal(_trumps, 0)
_no_points = take.equal(_points, 0)


def _row(
    metric: str,
    decks: int,
    text: str,
    compute: Callable[[], Fraction],
    value: Value | None,
    unit: Unit = "probability",
) -> Quantity:
    sample = take.read(value) if value is not None else None
    return Quantity(metric, "shengji", text, unit, compute, sample, decks=decks)


def _hand_rows(decks: int) -> Iterator[Quantity]:
    hand, cards = HAND[decks], deck(decks)
    for metric, name, marked, sample in (
        ("NOTRUMP", "no trump, suited round", TRUMPS, _no_trump),
        ("NOTRUMP-NT", "no trump, no-trump round", TRUMPS_NT, take.equal(_trumps_nt, 0)),
        ("NOPOINTS", "no point card", POINT_CARDS, _no_points),
    ):
        yield _row(
            f"Q-{metric}-{decks}",
            decks,
            f"a hand holds {name}",
            partial(hypergeometric, 0, marked * decks, cards, hand),
            sample,
        )
    for metric, name, marked, sample in (
        ("NOTRUMP", "no trump, suited round", TRUMPS, _no_trump),
        ("NOPOINTS", "no point card", POINT_CARDS, _no_points),
    ):
        yield _row(
            f"Q-ANY-{metric}-{decks}",
            decks,
            f"some hand of the four holds {name}",
            partial(someone_without, marked * decks, cards, hand, SEATS),
            take.most(sample),
        )
    yield _row(
        f"Q-EMEANTRUMP-{decks}",
        decks,
        "mean number of trumps in a hand, suited round",
        partial(Fraction, hand * TRUMPS * decks, cards),
        _trumps,
        "mean",
    )
    for k in range(RANK_CARDS * decks + 1):
        yield _row(
            f"Q-RANKCARDS-{decks}-{k}",
            decks,
            f"a hand holds exactly {k} cards of the trump rank",
            partial(hypergeometric, k, RANK_CARDS * decks, cards, hand),
            take.equal(_rank_cards, k),
        )
    yield _row(
        f"Q-JOKERONLY-{decks}",
        decks,
        "a hand holds every red joker",
        partial(hand_of.same_hand, decks, decks),
        take.equal(_reds, decks),
    )


def _kitty_rows(decks: int) -> Iterator[Quantity]:
    yield _row(
        f"Q-EKITTY-{decks}",
        decks,
        "mean points in the kitty as dealt",
        partial(hand_of.kitty_points_mean, decks),
        _kitty_points,
        "mean",
    )
    every_rank_card = RANK_CARDS * decks
    yield _row(
        f"Q-NORANK-OUT-{decks}",
        decks,
        "every card of the trump rank lies in the kitty",
        partial(hypergeometric, every_rank_card, every_rank_card, deck(decks), KITTY[decks]),
        take.equal(take.whole("kitty_rank_cards"), every_rank_card),
    )
    for points in range(0, 10 * KITTY[decks] + 1, 5):
        yield _row(
            f"Q-KITTY-{decks}-{points}",
            decks,
            f"the kitty as dealt holds exactly {points} points",
            partial(hand_of.kitty_points, points, decks),
            take.equal(_kitty_points, points),
        )
    yield _row(
        f"Q-KITTYVAR-{decks}",
        decks,
        "variance of the points in the kitty as dealt",
        partial(hand_of.kitty_points_variance, decks),
        _kitty_points,
        "variance",
    )


def _one_pack_rows() -> Iterator[Quantity]:
    yield _row(
        "Q-2JOKERS-1",
        1,
        "a hand holds both jokers",
        partial(hand_of.same_hand, 2, 1),
        take.equal(take.total(_reds, _blacks), 2),
    )


def _pair_rows() -> Iterator[Quantity]:
    yield _row(
        "Q-NOPAIR-2",
        2,
        "a hand holds no pair of identical cards",
        partial(hand_of.without_multiple, 2, 2),
        take.equal(_pairs, 0),
    )
    yield _row(
        "Q-EPAIRS-2",
        2,
        "mean number of pairs of identical cards in a hand",
        partial(hand_of.whole_sets, 2),
        _pairs,
        "mean",
    )
    for k in range(HAND[2] // 2 + 1):
        yield _row(
            f"Q-PAIRS-2-{k}",
            2,
            f"a hand holds exactly {k} pairs of identical cards",
            partial(hand_of.pairs, k),
            take.equal(_pairs, k),
        )


def _joker_rows() -> Iterator[Quantity]:
    red_pair, black_pair = take.equal(_reds, 2), take.equal(_blacks, 2)
    joker_pair = take.either(red_pair, black_pair)
    yield _row(
        "Q-REDPAIR-2", 2, "a hand holds both red jokers", partial(hand_of.same_hand, 2, 2), red_pair
    )
    yield _row(
        "Q-JOKERPAIR-2",
        2,
        "a hand holds a pair of jokers of one colour",
        partial(hand_of.some_pair_whole, 2, 1),
        joker_pair,
    )
    yield _row(
        "Q-JOKERTRACTOR-2",
        2,
        "a hand holds both pairs of jokers",
        partial(hand_of.same_hand, 4, 2),
        take.both(red_pair, black_pair),
    )
    yield _row(
        "Q-REDPAIR-ANY-2",
        2,
        "some hand holds both red jokers",
        partial(hand_of.some_pair_whole, 1, SEATS),
        take.most(red_pair),
    )
    yield _row(
        "Q-JOKERPAIR-ANY-2",
        2,
        "some hand holds a pair of jokers of one colour",
        partial(hand_of.some_pair_whole, 2, SEATS),
        take.most(joker_pair),
    )


def _shape_rows() -> Iterator[Quantity]:
    rank_pair = take.reach(_rank_pairs, 1)
    yield _row(
        "Q-RANKPAIR-2",
        2,
        "a hand holds a pair of identical cards of the trump rank",
        partial(hand_of.some_pair_whole, RANK_CARDS, 1),
        rank_pair,
    )
    yield _row(
        "Q-RANKPAIR-ANY-2",
        2,
        "some hand holds a pair of identical cards of the trump rank",
        partial(hand_of.some_pair_whole, RANK_CARDS, SEATS),
        take.most(rank_pair),
    )
    yield _row(
        "Q-TRACTOR-SPEC-2",
        2,
        "a hand holds one named tractor of two pairs (the lowest of the trump suit)",
        partial(hand_of.same_hand, 4, 2),
        take.hands("low_tractor", SEATS),
    )
    for metric, name, turn in (
        ("Q-VOID-2", "a given side suit", 1),
        ("Q-VOID-NT-2", "a given suit in a no-trump round", 0),
    ):
        yield _row(
            metric,
            2,
            f"a hand holds nothing of {name}",
            partial(hypergeometric, 0, SIDE_SUIT * 2, deck(2), HAND[2]),
            take.equal(take.hands_item("suits", turn, SEATS), 0),
        )
    for metric, name, field, no_trump in (
        ("Q-TRACTOR-2", "suited round", "tractor", False),
        ("Q-TRACTOR-NT-2", "no-trump round", "tractor_nt", True),
    ):
        yield _row(
            metric,
            2,
            f"a hand holds a tractor, {name}",
            partial(hand_of.some_tractor, no_trump),
            take.reach(take.hands(field, SEATS), 2),
        )


def _dealer_rows() -> Iterator[Quantity]:
    yield _row(
        "Q-DEALER-ETRUMP-2",
        2,
        "mean number of trumps among the 33 cards the dealer sees",
        partial(Fraction, (HAND[2] + KITTY[2]) * TRUMPS * 2, deck(2)),
        take.with_whole(_trumps, take.whole("kitty_trumps")),
        "mean",
    )
    yield _row(
        "Q-DEALER-NOPOINTS-2",
        2,
        "the 33 cards the dealer sees hold no point card",
        partial(hypergeometric, 0, POINT_CARDS * 2, deck(2), HAND[2] + KITTY[2]),
        take.equal(take.with_whole(_points, _kitty_points), 0),
    )
    turned = take.whole("turned")
    for offset in range(SEATS):
        numbers = [take.equal(turned, n) for n in range(1, 14) if (n - 1) % SEATS == offset]
        yield _row(
            f"Q-COUNTOFF-{offset}",
            2,
            f"the count starts the draw {offset} seats after the shuffler",
            partial(hand_of.count_off, offset),
            take.total(*numbers),
        )
    yield _row(
        "Q-FLIPJOKER-2",
        2,
        "the first card of the kitty is a joker",
        partial(hypergeometric, 1, 4, deck(2), 1),
        take.whole("kitty_opens_joker"),
    )


def _three_pack_rows() -> Iterator[Quantity]:
    yield _row(
        "Q-NOTRIPLE-3",
        3,
        "a hand holds no three identical cards",
        partial(hand_of.without_multiple, 3, 3),
        take.equal(_triples, 0),
    )
    yield _row(
        "Q-ETRIPLES-3",
        3,
        "mean number of triples of identical cards in a hand",
        partial(hand_of.whole_sets, 3),
        _triples,
        "mean",
    )
    yield _row(
        "Q-NOPAIR-3",
        3,
        "a hand holds no two identical cards",
        partial(hand_of.without_multiple, 2, 3),
        take.equal(_pairs, 0),
    )


def build() -> list[Quantity]:
    """List every Sheng Ji figure: by number of packs, then the rows that only one of them has."""
    rows: list[Quantity] = []
    for decks in HAND:
        rows += _hand_rows(decks)
        rows += _kitty_rows(decks)
    rows += _one_pack_rows()
    for group in (_pair_rows, _joker_rows, _shape_rows, _dealer_rows):
        rows += group()
    rows += _three_pack_rows()
    return rows

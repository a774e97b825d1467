"""The exact figures of Tichu, rows 1 to 36: what each says, its value, its simulated twin."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from analysis.exact import samples as take
from analysis.exact import tichu_hands as hand_of
from analysis.exact.common import Quantity, Unit, hypergeometric, total_variance
from analysis.exact.samples import Value
from analysis.exact.tichu_hands import DECK, FIRST, HAND, POINTS, SEATS, SPECIALS, SUITS

MAH, DOG, PHOENIX, DRAGON = 1, 2, 4, 8  # bits of the fields `specials`
JOKERS = PHOENIX | DRAGON
TEAM = 2 * HAND

_fours = take.hands("fours", SEATS)
_flushes = take.hands("flushes", SEATS)
_bombs = take.total(_fours, _flushes)
_fours_8 = take.hands("fours_8", SEATS)
_flushes_8 = take.hands("flushes_8", SEATS)
_aces = take.hands("aces", SEATS)
_aces_8 = take.hands("aces_8", SEATS)
_specials = take.hands("specials", SEATS)
_specials_8 = take.hands("specials_8", SEATS)
_points = take.hands("points", SEATS)
_jokers_8 = take.bits(_specials_8, JOKERS)
_honours_8 = take.total(_jokers_8, _aces_8)
_run = take.hands("run", SEATS)
_run_phoenix = take.hands("run_phoenix", SEATS)
_run_8 = take.hands("run_8", SEATS)
_run_8_phoenix = take.hands("run_8_phoenix", SEATS)


def _row(
    metric: str,
    text: str,
    compute: Callable[[], Fraction],
    value: Value | None = None,
    unit: Unit = "probability",
) -> Quantity:
    sample = take.read(value) if value is not None else None
    return Quantity(metric, "tichu", text, unit, compute, sample)


def _hand_bomb_rows() -> Iterator[Quantity]:
    for metric, text, compute, value in (
        ("T1", "a hand holds a four of a kind", partial(hand_of.four_of_a_kind, HAND), _fours),
        (
            "T2",
            "the first 8 hold a four of a kind",
            partial(hand_of.four_of_a_kind, FIRST),
            _fours_8,
        ),
        (
            "T3",
            "a hand holds a straight flush bomb",
            partial(hand_of.straight_flush, HAND),
            _flushes,
        ),
        (
            "T4",
            "the first 8 hold a straight flush bomb",
            partial(hand_of.straight_flush, FIRST),
            _flushes_8,
        ),
        ("T5", "a hand holds a bomb", partial(hand_of.any_bomb, HAND), _bombs),
        (
            "T6",
            "the first 8 hold a bomb",
            partial(hand_of.any_bomb, FIRST),
            take.total(_fours_8, _flushes_8),
        ),
    ):
        yield _row(metric, text, compute, take.reach(value, 1))


def _deal_bomb_rows() -> Iterator[Quantity]:
    for metric, name, compute, value in (
        ("T7", "a four of a kind", partial(hand_of.some_four_of_a_kind, SEATS), _fours),
        ("T8", "a straight flush bomb", hand_of.some_straight_flush, _flushes),
        ("T9", "a bomb", hand_of.some_bomb, _bombs),
    ):
        yield _row(
            metric,
            f"some hand of the four holds {name}",
            compute,
            take.reach(take.table(value), 1),
        )
    yield _row(
        "T10",
        "one of two named hands holds a four of a kind",
        partial(hand_of.some_four_of_a_kind, 2),
        take.reach(take.total(_fours, take.shifted(_fours, 1)), 1),
    )
    yield _row(
        "T11",
        "mean number of fours of a kind dealt",
        hand_of.fours_per_deal,
        take.table(_fours),
        "mean",
    )
    yield _row(
        "T12",
        "mean number of five-card straight flushes dealt (a run of six counts twice)",
        hand_of.flush_windows_per_deal,
        take.table(_flushes),
        "mean",
    )


def _special_rows() -> Iterator[Quantity]:
    jokers = take.bits(_specials, JOKERS)
    both_low = take.equal(take.bits(_specials, MAH | DOG), 2)
    both_high = take.equal(jokers, 2)
    team_high = take.equal(take.team(jokers), 2)
    yield _row(
        "T13.same_player",
        "Dragon and Phoenix in one hand",
        partial(_times, SEATS, hand_of.same_hand, 2, HAND),
        take.table(both_high),
    )
    yield _row(
        "T13.same_team",
        "Dragon and Phoenix in one team",
        partial(_times, 2, hand_of.same_hand, 2, TEAM),
        take.most(team_high),
    )
    yield _row(
        "T14.hand",
        "a given hand holds Dragon and Phoenix",
        partial(hand_of.same_hand, 2, HAND),
        both_high,
    )
    yield _row(
        "T14.first8",
        "a given player's first 8 hold Dragon and Phoenix",
        partial(hand_of.same_hand, 2, FIRST),
        take.equal(_jokers_8, 2),
    )
    yield _row(
        "T15.holder",
        "the holder of the Mah Jong has the Dog too",
        partial(_times, SEATS, hand_of.same_hand, 2, HAND),
        take.table(both_low),
    )
    yield _row(
        "T15.partner",
        "the partner of the holder of the Mah Jong has the Dog",
        partial(_times, SEATS, hand_of.apart, HAND, HAND),
        take.table(
            take.both(
                take.reach(take.bits(_specials, MAH), 1),
                take.shifted(take.reach(take.bits(_specials, DOG), 1), 2),
            )
        ),
    )


def _times(seats: int, probability: Callable[[int, int], Fraction], a: int, b: int) -> Fraction:
    """Return the chance that one of `seats` events happens that exclude each other."""
    return seats * probability(a, b)


def _honour_rows() -> Iterator[Quantity]:
    for row, text, marked, cards, value in (
        ("T16", "the first 8 hold exactly {} aces", SUITS, FIRST, _aces_8),
        ("T17", "a hand holds exactly {} aces", SUITS, HAND, _aces),
        (
            "T18",
            "the first 8 hold exactly {} of the specials and aces",
            SPECIALS + SUITS,
            FIRST,
            take.total(take.bits(_specials_8, 15), _aces_8),
        ),
        (
            "T19",
            "the first 8 hold exactly {} of Dragon, Phoenix and aces",
            2 + SUITS,
            FIRST,
            _honours_8,
        ),
    ):
        for k in range(marked + 1):
            yield _row(
                f"{row}.{k}",
                text.format(k),
                partial(hypergeometric, k, marked, DECK, cards),
                take.equal(value, k),
            )
    yield _row(
        "T20",
        "the first 8 hold Dragon and Phoenix, or one of them and an ace",
        hand_of.joker_rule,
        take.both(take.reach(_jokers_8, 1), take.reach(_honours_8, 2)),
    )
    for size in (2, 3):
        yield _row(
            f"T21.{size}",
            f"the first 8 hold {size} or more of Dragon, Phoenix and aces",
            partial(hand_of.honours, size),
            take.reach(_honours_8, size),
        )
    # the sum of squares tells the five patterns apart
    squares = take.table(take.squared(_aces))
    for pattern in ((4, 0, 0, 0), (3, 1, 0, 0), (2, 2, 0, 0), (2, 1, 1, 0), (1, 1, 1, 1)):
        name = "-".join(map(str, pattern))
        yield _row(
            f"T22.{name}",
            f"the aces lie {name} over the four hands",
            partial(hand_of.ace_split, pattern),
            take.equal(squares, sum(k * k for k in pattern)),
        )


def _point_rows() -> Iterator[Quantity]:
    groups = ((FIRST, take.hands("points_8", SEATS)), (HAND, _points), (TEAM, take.team(_points)))
    total = sum(value * n for value, n in POINTS.items())
    for cards, value in groups:
        yield _row(
            f"T23.{cards}",
            f"mean card points in {cards} cards",
            partial(Fraction, total * cards, DECK),
            value,
            "mean",
        )
    for cards, value in groups:
        yield _row(
            f"T24.{cards}",
            f"variance of the card points in {cards} cards",
            partial(total_variance, POINTS, DECK, cards),
            value,
            "variance",
        )
    yield _row(
        "T25.negative",
        "the cards of a hand are worth less than 0 points",
        hand_of.negative_points,
        take.below(_points, 0),
    )
    yield _row(
        "T25.zero",
        "the cards of a hand are worth exactly 0 points",
        hand_of.no_points,
        take.equal(_points, 0),
    )
    yield _row(
        "T25.min",
        "fewest points that the cards of a hand can be worth",
        partial(hand_of.extreme_points, largest=False),
        unit="count",
    )
    yield _row(
        "T25.max",
        "most points that the cards of a hand can be worth",
        partial(hand_of.extreme_points, largest=True),
        unit="count",
    )


def _run_rows() -> Iterator[Quantity]:
    bare, helped = "without the Phoenix's help", "with the Phoenix if it is there"
    yield _straight("T26", f"a hand holds a straight {bare}", HAND, False, _run)
    yield _straight("T27", f"a hand holds a straight, {helped}", HAND, True, _run_phoenix)
    for cards, value in ((HAND, _run_phoenix), (FIRST, _run_8_phoenix)):
        yield _row(
            f"T28.{cards}",
            f"mean length of the longest run of ranks in {cards} cards, {helped}",
            partial(hand_of.mean_run, cards),
            value,
            "mean",
        )
    yield _straight("T29.natural", f"the first 8 hold a straight {bare}", FIRST, False, _run_8)
    yield _straight(
        "T29.phoenix", f"the first 8 hold a straight, {helped}", FIRST, True, _run_8_phoenix
    )


def _straight(metric: str, text: str, cards: int, phoenix: bool, run: Value) -> Quantity:
    """One figure on straights, which have five ranks at least (TI-18)."""
    return _row(metric, text, partial(hand_of.straight, cards, phoenix), take.reach(run, 5))


def _rank_rows() -> Iterator[Quantity]:
    times = [take.hands_item("times", k, SEATS) for k in range(SUITS + 1)]
    for k in range(SUITS + 1):
        yield _row(
            f"T30.{k}",
            f"mean number of ranks 2..A that a hand holds {k} times",
            partial(hand_of.mean_ranks, k),
            times[k],
            "mean",
        )
    yield _row(
        "T31",
        "a hand holds three or four of some rank",
        hand_of.some_three,
        take.reach(take.total(times[3], times[4]), 1),
    )
    yield _row(
        "T32.14",
        "a hand holds no two cards of one rank",
        partial(hand_of.no_multiple, 2, HAND),
        take.equal(take.total(*times[2:]), 0),
    )
    yield _row(
        "T32.8",
        "the first 8 hold no two cards of one rank",
        partial(hand_of.no_multiple, 2, FIRST),
        take.equal(take.hands("pairs_8", SEATS), 0),
    )


def _count_rows() -> Iterator[Quantity]:
    for row, cards in (("T33", FIRST), ("T34", HAND)):
        for name, text, count in (
            ("sets", "different sets of {} cards", hand_of.holdings),
            ("suits", "the same up to renaming suits", hand_of.holdings_by_suit),
            ("ranks", "the same when suits do not count", hand_of.holdings_by_rank),
        ):
            text = (
                text.format(cards) if name == "sets" else f"different sets of {cards} cards, {text}"
            )
            yield _row(f"{row}.{name}", text, partial(count, cards), unit="count")
    for metric, text, deals in (
        ("T35.deals", "different deals of four hands", hand_of.all_deals),
        ("T35.stages", "different deals, first 8 told from last 6", hand_of.staged_deals),
        ("T36.bomb", "deals in which no hand holds a bomb", _deals_without_bomb),
        ("T36.flush", "deals in which no hand holds a straight flush", hand_of.deals_without_flush),
    ):
        yield _row(metric, text, partial(_whole_number, deals), unit="count")


def _deals_without_bomb() -> int:
    return hand_of.DEALS_WITHOUT_BOMB


def _whole_number(count: Callable[[], int]) -> Fraction:
    return Fraction(count())


def build() -> list[Quantity]:
    """List every Tichu figure in the order of the rows."""
    return [
        *_hand_bomb_rows(),
        *_deal_bomb_rows(),
        *_special_rows(),
        *_honour_rows(),
        *_point_rows(),
        *_run_rows(),
        *_rank_rows(),
        *_count_rows(),
    ]

"""The exact figures of Gou Ji, rows Q1 to Q39: what each says, its value, its simulated twin."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from analysis.exact import gouji_draw as draw
from analysis.exact import gouji_hands as hand_of
from analysis.exact import samples as take
from analysis.exact.common import (
    Quantity,
    Unit,
    at_least,
    exactly_without,
    hypergeometric,
    hypergeometric_variance,
    someone_without,
)
from analysis.exact.gouji_hands import DECK, EACH, HAND, SEATS, THRESHOLDS, WILDS
from analysis.exact.samples import Value

TEAM = 3 * HAND

_reds = take.hands("reds", SEATS)
_blacks = take.hands("blacks", SEATS)
_twos = take.hands("twos", SEATS)
_jokers = take.total(_reds, _blacks)
_wilds = take.total(_jokers, _twos)
_kings = take.hands_item("ranks", 10, SEATS)
_aces = take.hands_item("ranks", 11, SEATS)
_threes = take.hands("threes", SEATS)
_sets = take.hands("sets", SEATS)
_may_declare = take.equal(_wilds, 0)
_declarers = take.table(_may_declare)
_pairs_of_threes = take.table(take.reach(_threes, 2))
_announcer = take.whole("announcer")
_announced = take.whole("announced")
_turned = take.whole("turned")

# groups of cards by name: how many in the deck, and how many a hand holds
_GROUPS: dict[str, tuple[int, Value]] = {
    "twos": (16, _twos),
    "jokers": (8, _jokers),
    "reds": (4, _reds),
    "wilds": (WILDS, _wilds),
}


def _row(
    metric: str,
    text: str,
    compute: Callable[[], Fraction],
    value: Value | None = None,
    unit: Unit = "probability",
    per: Value | None = None,
) -> Quantity:
    sample = take.read(value) if value is not None else None
    other = take.read(per) if per is not None else None
    return Quantity(metric, "gouji", text, unit, compute, sample, other)


def _revolution_rows() -> Iterator[Quantity]:
    yield _row(
        "Q1",
        "a given seat may declare Revolution (no 2, no joker)",
        partial(hypergeometric, 0, WILDS, DECK, HAND),
        _may_declare,
    )
    yield _row(
        "Q2",
        "somebody may declare Revolution",
        partial(someone_without, WILDS, DECK, HAND, SEATS),
        take.reach(_declarers, 1),
    )
    for k, name in enumerate(("one seat", "two seats", "three seats"), start=1):
        yield _row(
            f"Q3.{k}",
            f"exactly {name} may declare Revolution",
            partial(exactly_without, k, WILDS, DECK, HAND, SEATS),
            take.equal(_declarers, k),
        )
    yield _row(
        "Q4",
        "deals thrown in per round when whoever may declare Revolution does",
        hand_of.expected_redeals,
        take.reach(_declarers, 1),
        "mean",
        take.equal(_declarers, 0),
    )


def _liberation_rows() -> Iterator[Quantity]:
    all_four = take.equal(_reds, 4)
    yield _row(
        "Q5",
        "a given seat holds all four red jokers (Liberation)",
        partial(hypergeometric, 4, 4, DECK, HAND),
        all_four,
    )
    yield _row(
        "Q6",
        "some seat holds all four red jokers",
        partial(hand_of.largest_holding, 4, 4),
        take.table(all_four),
    )
    yield _row(
        "Q7",
        "one team holds all four red jokers",
        partial(hand_of.largest_holding, 4, 4, 2),
        take.equal(take.most(take.team(_reds)), 4),
    )


def _wild_rows() -> Iterator[Quantity]:
    for name, (marked, value) in _GROUPS.items():
        yield _row(
            f"Q8.{name}",
            f"mean number of {name} in a hand",
            partial(Fraction, marked * HAND, DECK),
            value,
            "mean",
        )
        yield _row(
            f"Q8.{name}_var",
            f"variance of the number of {name} in a hand",
            partial(hypergeometric_variance, marked, DECK, HAND),
            value,
            "variance",
        )
    yield from _law("Q9", "jokers", 8)
    for k in range(1, 7):
        yield _row(
            f"Q10.{k}",
            f"a hand holds {k} or more jokers",
            partial(at_least, k, 8, DECK, HAND),
            take.reach(_jokers, k),
        )
    yield from _law("Q11", "reds", 4)
    yield from _law("Q12", "twos", 9)
    yield from _law("Q13", "wilds", 12)


def _law(row: str, name: str, last: int) -> Iterator[Quantity]:
    """One figure for each number 0..last of the named cards in a hand."""
    marked, value = _GROUPS[name]
    for k in range(last + 1):
        yield _row(
            f"{row}.{k}",
            f"a hand holds exactly {k} {name}",
            partial(hypergeometric, k, marked, DECK, HAND),
            take.equal(value, k),
        )


def _three_rows() -> Iterator[Quantity]:
    yield _row(
        "Q14",
        "no seat holds two 3s of one suit",
        partial(draw.no_pair_among, DECK),
        take.equal(_pairs_of_threes, 0),
    )
    yield _row(
        "Q15",
        "some seat holds two 3s of one suit",
        draw.somebody_announces,
        take.reach(_pairs_of_threes, 1),
    )
    yield _row(
        "Q16",
        "a given seat holds two 3s of one suit",
        partial(hand_of.same_suit_threes, 2),
        take.reach(_threes, 2),
    )
    for offset in range(SEATS):
        yield _row(
            f"Q17.{offset}",
            f"the first to announce two 3s sits {offset} seats after the first drawer",
            partial(draw.announcer_offset, offset),
            take.equal(_announcer, offset),
        )
    yield _row(
        "Q18",
        "the first drawer leads the first round (he announces first, or nobody can)",
        draw.first_drawer_leads,
        take.below(_announcer, 1),
    )
    yield _row(
        "Q19.mean",
        "mean number (from 1) of the card that lets the announcer speak, given one",
        draw.announcement_mean,
        _announced,
        "mean",
        take.reach(_announced, 1),
    )
    yield _row(
        "Q19.median",
        "first card number by which half of all deals have had an announcement",
        draw.announcement_median,
        unit="count",
    )


def _kai_pai_rows() -> Iterator[Quantity]:
    for offset in range(SEATS):
        values = [take.equal(_turned, v) for v in range(1, 14) if (v - 1) % SEATS == offset]
        yield _row(
            f"Q20.{offset}",
            f"first drawer {offset} seats after the Kai Pai, given that no joker is turned",
            partial(draw.count_off, offset),
            take.total(*values),
            per=take.reach(_turned, 1),
        )
    for row, name, field, replacement in (
        ("Q21", "turned jokers stay out", "kai_pai", False),
        ("Q22", "turned jokers go back into the deck", "kai_pai_back", True),
    ):
        for offset in range(SEATS):
            yield _row(
                f"{row}.{offset}",
                f"first drawer {offset} seats after the first Kai Pai; {name}",
                partial(draw.first_drawer_offset, offset, replacement),
                take.equal(take.whole(field), offset),
            )
    yield _row(
        "Q23",
        "third and fourth highest card of the partnership draw are equal",
        draw.partnership_tie,
        take.whole("partnership_tie"),
    )


def _largest_rows() -> Iterator[Quantity]:
    for row, name, sizes in (
        ("Q24", "jokers", range(2, 9)),
        ("Q25", "twos", range(4, 9)),
        ("Q26", "wilds", range(6, 11)),
    ):
        marked, value = _GROUPS[name]
        most = take.most(value)
        for size in sizes:
            yield _row(
                f"{row}.{size}",
                f"some seat holds {size} or more {name}",
                partial(hand_of.largest_holding, marked, size),
                take.reach(most, size),
            )


def _rank_rows() -> Iterator[Quantity]:
    yield _row(
        "Q27",
        "a hand holds a Gou Ji set of natural cards (2 A, 2 K, 3 Q, 4 J or 5 T)",
        hand_of.some_set,
        take.reach(_sets, 1),
    )
    yield _row(
        "Q28",
        "a hand can start no Gou Ji at all: no wild and none of those sets",
        partial(hand_of.without_sets, wilds=False),
        take.equal(take.total(_wilds, _sets), 0),
    )
    for bit, (rank, size) in enumerate(THRESHOLDS.items()):
        yield _row(
            f"Q29.{rank}",
            f"a hand holds {size} or more natural {rank}",
            partial(at_least, size, EACH, DECK, HAND),
            take.bits(_sets, 1 << bit),
        )
    yield _row(
        "Q29.mean",
        "mean number of those five sets in a hand",
        hand_of.expected_sets,
        take.bits(_sets, (1 << len(THRESHOLDS)) - 1),
        "mean",
    )
    distinct = take.hands("distinct", SEATS)
    yield _row(
        "Q30", "mean number of ranks 3..A in a hand", hand_of.expected_ranks, distinct, "mean"
    )
    for k in range(8, 13):
        yield _row(
            f"Q31.{k}",
            f"a hand holds exactly {k} of the ranks 3..A",
            partial(hand_of.distinct_ranks, k),
            take.equal(distinct, k),
        )
    for size in range(4, 10):
        yield _row(
            f"Q32.{size}",
            f"some natural rank of a hand has {size} or more cards",
            partial(hand_of.longest_rank, size),
            take.reach(take.hands("longest", SEATS), size),
        )
    groups = {"RJ": _reds, "BJ": _blacks, "2": _twos, "A": _aces, "K": _kings}
    for index, (name, value) in enumerate(groups.items()):
        held = take.reach(value, 1)
        higher = tuple(groups.values())[:index]
        top = take.both(held, take.equal(take.total(*higher), 0)) if higher else held
        yield _row(
            f"Q33.{name}",
            f"the highest card of a hand is {name}",
            partial(hand_of.highest_card, index),
            top,
        )
    for name, marked, value in (("reds", 4, _reds), ("jokers", 8, _jokers)):
        yield _row(
            f"Q34.{name}",
            f"the two highest cards of a hand are {name}",
            partial(at_least, 2, marked, DECK, HAND),
            take.reach(value, 2),
        )


def _score_rows() -> Iterator[Quantity]:
    equally = "all finishing orders equally likely"
    for points in (-12, -6, -4, -2, 0, 2, 4, 6, 12):
        yield _row(
            f"Q35.{points}",
            f"a team scores {points}, {equally}",
            partial(hand_of.team_points, points),
        )
    yield _row("Q35.mean", f"mean points of a team, {equally}", hand_of.points_mean, unit="mean")
    yield _row(
        "Q35.var",
        f"variance of a team's points, {equally}",
        hand_of.points_variance,
        unit="variance",
    )
    yield _row(
        "Q35.abs",
        f"mean absolute points of a team, {equally}",
        partial(hand_of.points_moment, 1),
        unit="mean",
    )
    yield _row("Q35.sweep", f"one team takes places 1, 2, 3, {equally}", hand_of.sweep)
    for name, pairs in {
        "1-6": ((1, 6),),
        "2-5": ((2, 5),),
        "both": ((1, 6), (2, 5)),
        "5-6": ((5, 6),),
    }.items():
        places = " and ".join(f"places {a} and {b}" for a, b in pairs)
        yield _row(
            f"Q36.{name}", f"team mates take {places}, {equally}", partial(hand_of.together, *pairs)
        )


def _last_rows() -> Iterator[Quantity]:
    yield _row("Q37", "different hands when suits do not count", hand_of.holdings, unit="count")
    yield _row(
        "Q38.3",
        "a hand holds three or more 3s of one suit",
        partial(hand_of.same_suit_threes, 3),
        take.reach(_threes, 3),
    )
    yield _row(
        "Q38.4",
        "a hand holds all four 3s of some suit",
        partial(hand_of.same_suit_threes, 4),
        take.reach(_threes, 4),
    )
    yield _row(
        "Q39",
        "a given team holds six or more of the eight jokers",
        partial(at_least, 6, 8, DECK, TEAM),
        take.reach(take.team(_jokers), 6),
    )


def build() -> list[Quantity]:
    """List every Gou Ji figure in the order of the rows."""
    return [
        *_revolution_rows(),
        *_liberation_rows(),
        *_wild_rows(),
        *_three_rows(),
        *_kai_pai_rows(),
        *_largest_rows(),
        *_rank_rows(),
        *_score_rows(),
        *_last_rows(),
    ]

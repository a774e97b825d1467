"""Paired comparison: two or more variants played on the same deals, match by match.

What the variants have in common (the cards, above all) cancels in the difference, so it is
known far more precisely than from separate runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.clusters import difference_paired, ratio_clustered
from analysis.figures import Figure, Records
from analysis.rows import row
from analysis.seating import n_seats, policy_number
from analysis.tally import Group, Tally
from simcore.catalog import Game
from simcore.options import change

BASE = "base"
_BASE_TERMS = (0, 1, 4)
_VS_TERMS = (7, 8, 9)
"""Where the products of one variant's own y and x stand among the ten of a pair."""


@dataclass(frozen=True)
class Variant:
    """One way of playing the deals of a run.

    Attributes
    ----------
    rules : mapping
        Options changed, values as in JSON; the others are those of the run.
    policy : str or None
        Policy of every seat; None leaves the run's.
    base : str or None
        Name of the variant it is compared with; None for one that is only a base.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    policy: str | None = None
    base: str | None = None


Ways = Mapping[str, Variant]
Play = Callable[[Any, tuple[int, ...]], Records]
Align = Callable[[Mapping[str, Records]], Mapping[str, Records]]


def play_variants(
    game: Game,
    rules: Any,
    policies: tuple[int, ...],
    ways: Ways,
    play: Play,
    records: Records | None = None,
) -> dict[str, Records]:
    """Play each variant; those that come to the same are played once.

    Parameters
    ----------
    game : Game
    rules : Rules
        Of the run.
    policies : tuple of int
        Of the run, one a seat.
    ways : mapping of str to Variant
    play : callable
        From rules and policies to the records of some matches.
    records : structured ndarray or None
        Records of the run itself, for a variant that changes nothing.

    Raises
    ------
    KaipaiError
        A variant's options exclude each other under these rules, or its policy is unknown.
    """
    known: dict[Any, Records] = {} if records is None else {(rules, policies): records}
    found = {}
    for name, way in ways.items():
        changed = change(rules, way.rules)
        game.check_rules(changed)
        seats = policies
        if way.policy is not None:
            seats = (policy_number(game, way.policy),) * n_seats(game, changed)
        key = changed, seats
        if key not in known:
            known[key] = play(changed, seats)
        found[name] = known[key]
    return found


def bases(ways: Ways) -> dict[str, list[str]]:
    """Name of each base with the variants compared with it, in their order."""
    found: dict[str, list[str]] = {}
    for name, way in ways.items():
        if way.base is not None:
            found.setdefault(way.base, []).append(name)
    return found


def first_of_match(records: Records, condition: Any) -> Records:
    """Keep the first round of each match in which a condition holds, by match.

    Parameters
    ----------
    records : structured ndarray, shape (n,)
    condition : ndarray of bool, shape (n,)
    """
    rows = records[np.asarray(condition, dtype=bool)]
    rows = rows[np.lexsort((rows["round"], rows["match"]))]
    first: Records = rows[np.unique(rows["match"], return_index=True)[1]]
    return first


def carry(cut: Mapping[str, Records], base: str, names: Sequence[str]) -> dict[str, Records]:
    """Give every variant the base's facts from before the variants part.

    Parameters
    ----------
    cut : mapping of str to structured ndarray
        One round a match, in the order of the matches.
    base : str
    names : sequence of str
        Fields copied from the base.

    Returns
    -------
    dict of str to structured ndarray
        New arrays of the rounds that all variants have.
    """
    keys = {variant: records[["match", "round"]].tolist() for variant, records in cut.items()}
    common = set.intersection(*map(set, keys.values()))
    found = {
        variant: records[np.array([key in common for key in keys[variant]], dtype=bool)].copy()
        for variant, records in cut.items()
    }
    for rows in found.values():
        for name in names:
            rows[name] = found[base][name]
    return found


def by_match(values: NDArray[Any], match: NDArray[Any], first: int, n: int) -> NDArray[np.int64]:
    """Sum integer values over the records of each match.

    Parameters
    ----------
    values : ndarray, shape (records,) or (records, seats)
    match : ndarray of int, shape (records,)
    first, n : int
        Matches ``first .. first + n - 1``; one without records sums to 0.
    """
    flat = np.asarray(values, dtype=np.int64)
    if flat.ndim == 2:
        flat = flat.sum(axis=1)
    sums = np.zeros(n, dtype=np.int64)
    np.add.at(sums, match.astype(np.int64) - first, flat)
    return sums


def add_pairs(
    tally: Tally,
    figures: Sequence[Figure],
    base: Records,
    variants: Mapping[str, Records],
    start: int,
    stop: int,
) -> None:
    """Add the same matches under every variant.

    Parameters
    ----------
    tally : Tally
        Receives four columns a figure and variant: numerator and denominator of both.
    figures : sequence of Figure
    base : structured ndarray
        Records of matches start..stop-1 under the base.
    variants : mapping of str to structured ndarray
        Records of the same matches.
    start, stop : int
    """
    n = stop - start

    def columns(figure: Figure, records: Records) -> tuple[Any, Any]:
        top = np.asarray(figure.top(records), dtype=np.int64)
        if callable(figure.bottom):
            bottom = np.asarray(figure.bottom(records), dtype=np.int64)
        else:
            bottom = np.full(top.shape, figure.bottom, dtype=np.int64)
        match = records["match"]
        return by_match(top, match, start, n), by_match(bottom, match, start, n)

    for figure in figures:
        y_base, x_base = columns(figure, base)
        for name, records in variants.items():
            y, x = columns(figure, records)
            tally.add_paired(figure.metric, y_base, x_base, y, x, by=_key(name, figure.group))


def _key(name: str, group: Group) -> Group:
    """Group of a variant's sums of a figure."""
    return (name, *group) if isinstance(group, tuple) else (name, group)


def difference_rows(
    figures: Sequence[Figure], names: Sequence[str], tally: Tally, level: float, base: str = BASE
) -> list[dict[str, Any]]:
    """Turn paired sums into rows.

    Returns
    -------
    list of dict
        A row a figure and variant: the variant's own figure with its interval, ``base``,
        ``vs``, ``difference`` with ``difference_low`` and ``difference_high``, and
        ``variance_ratio``: how many times the variance of unpaired runs is that of the pairs.
    """
    found = []
    for figure in figures:
        for name in names:
            sums = tally.sums(figure.metric, _key(name, figure.group))
            if sums is None:
                continue
            halves = []
            for terms, at in ((_BASE_TERMS, 0), (_VS_TERMS, 2)):
                yy, yx, xx = (sums.products[term] for term in terms)
                y, x = sums.sums[at : at + 2]
                halves.append(
                    ratio_clustered(sums.n, y, x, yy, yx, xx, level=level, kind=figure.kind)
                )
            difference = difference_paired(sums.n, sums.sums, sums.products, level, figure.kind)
            apart = halves[0].se ** 2 + halves[1].se ** 2
            ratio = apart / difference.se**2 if difference.se > 0 else None
            found.append(
                row(
                    figure.metric,
                    figure.unit,
                    halves[1],
                    figure.group,
                    base=base,
                    vs=name,
                    base_estimate=halves[0].estimate,
                    difference=difference.estimate,
                    difference_low=difference.low,
                    difference_high=difference.high,
                    variance_ratio=ratio,
                )
            )
    return found

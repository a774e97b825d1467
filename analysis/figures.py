"""Figures: what a report counts, as ratios of integer sums over independent matches or deals.

A report is a list of figures.  Each says how to read a numerator and a denominator off the
records; this module adds them up (tally) and turns the sums into rows with intervals (estimate).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from analysis.clusters import ratio_clustered
from analysis.estimate import Kind, undefined
from analysis.exact.common import Quantity
from analysis.rows import row
from analysis.tally import Group, Tally
from simcore.status import KaipaiError

Records = NDArray[Any]
Reader = Callable[[Records], Any]
Labels = Callable[[Records], NDArray[Any]]

SEAT_COLUMNS: dict[str, Callable[[int], int]] = {"seat": lambda s: s, "team": lambda s: s % 2}
"""Groups that split a per-seat figure: label of each seat."""


@dataclass(frozen=True)
class Figure:
    """One metric of a report: the ratio of two sums.

    Attributes
    ----------
    metric : str
    unit : str
        ``probability`` for shares, else what is counted (``points``, ``cards``, ...).
    top, bottom : callable, or int for the bottom
        From records to one integer a record, shape (n,), or one a record and seat, shape
        (n, seats).  A bottom of 1 stands for one unit a record (and seat).
    group : str, int or None
        Fixed label, for the parts of a distribution that share a metric.
    kind : {"real", "count", "proportion"}
        Which intervals are possible; a probability is a proportion.
    exact : callable or None
        From the rules to the exact figure beside it, or None.  Seats are alike, so it holds for
        each seat and team of a per-seat figure too.
    beside : mapping
        Further fields of the row, for example a published figure to compare with.
    """

    metric: str
    unit: str
    top: Reader
    bottom: Reader | int = 1
    group: Group = None
    kind: Kind = "real"
    exact: Callable[[Any], Quantity | None] | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)


def share(
    metric: str,
    top: Reader,
    bottom: Reader | int = 1,
    group: Group = None,
    exact: Callable[[Any], Quantity | None] | None = None,
    **beside: Any,
) -> Figure:
    """Make a figure that is a probability: every numerator lies in 0..denominator."""
    return Figure(metric, "probability", top, bottom, group, "proportion", exact, beside)


def column(name: str) -> Reader:
    """Read a field of the records as it is."""
    return lambda records: np.asarray(records[name], dtype=np.int64)


def equals(read: Reader, k: int) -> Reader:
    """Tell where a reader gives k."""
    return lambda records: read(records) == k


def round_before(records: Records, *same: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Find the round before each one.

    Parameters
    ----------
    records : structured ndarray, shape (n,)
        Whole matches, in any order.
    *same : str
        Fields that both rounds share besides the match, such as the game.

    Returns
    -------
    index : ndarray of int, shape (n,)
        Place of that round among the records; 0 where there is none.
    known : ndarray of bool, shape (n,)
        Whether there is one.
    """
    order = np.lexsort((records["round"], records["match"]))
    index = np.zeros(len(records), dtype=np.int64)
    index[order[1:]] = order[:-1]
    known = np.ones(len(records), dtype=bool)
    known[order[:1]] = False
    for name in ("match", *same):
        known &= records[name][index] == records[name]
    return index, known


def refuse_teams() -> NoReturn:
    """Refuse to split by team where the seats do not fall into two.

    Raises
    ------
    KaipaiError
    """
    raise KaipaiError("an odd number of seats has no two teams: group by seat")


def add_figures(
    tally: Tally,
    figures: Sequence[Figure],
    records: Records,
    cluster: NDArray[Any] | None,
    by: str | None = None,
    labels: Labels | None = None,
) -> None:
    """Add some records to a tally.

    Parameters
    ----------
    tally : Tally
    figures : sequence of Figure
    records : structured ndarray, shape (n,)
        Whole matches, or deals.
    cluster : ndarray of int, shape (n,), or None
        Match of each record; None where each record is a cluster of its own.
    by : str or None
        ``seat`` or ``team`` splits per-seat figures; another name goes with `labels`.
    labels : callable or None
        From records to the label of each.

    Raises
    ------
    KaipaiError
        ``team`` is asked for at a table whose seats do not fall into two teams.
    """
    split = None if labels is None else labels(records)
    if by == "team" and any(_seats(figure, records) % 2 for figure in figures):
        refuse_teams()
    for figure in figures:
        top = np.asarray(figure.top(records), dtype=np.int64)
        if callable(figure.bottom):
            bottom = np.asarray(figure.bottom(records), dtype=np.int64)
        else:
            bottom = np.full(top.shape, figure.bottom, dtype=np.int64)
        if top.ndim == 2 and by in SEAT_COLUMNS:
            label_of = SEAT_COLUMNS[by]
            labels_of_seats = [label_of(seat) for seat in range(top.shape[1])]
            for label in sorted(set(labels_of_seats)):
                seats = [s for s, found in enumerate(labels_of_seats) if found == label]
                _add(tally, figure, top[:, seats].sum(1), bottom[:, seats].sum(1), cluster, label)
            continue
        if top.ndim == 2:
            top, bottom = top.sum(axis=1), bottom.sum(axis=1)
        _add(tally, figure, top, bottom, cluster, split)


def _seats(figure: Figure, records: Records) -> int:
    """Seats that a figure tells apart; 0 where it belongs to the whole record."""
    shape = np.shape(figure.top(records[:1]))
    return int(shape[1]) if len(shape) == 2 else 0


def _add(
    tally: Tally,
    figure: Figure,
    top: NDArray[Any],
    bottom: NDArray[Any],
    cluster: NDArray[Any] | None,
    label: Any,
) -> None:
    by = label
    if figure.group is not None:
        by = figure.group if label is None else (figure.group, label)
    if cluster is None:
        tally.add_pairs(figure.metric, top, bottom, by=by)
    else:
        tally.add_rows(figure.metric, cluster, top, bottom, by=by)


def rows_of(
    figures: Sequence[Figure], tally: Tally, level: float, rules: Any = None
) -> list[dict[str, Any]]:
    """Turn sums into rows, in the order of the figures.

    Parameters
    ----------
    figures : sequence of Figure
    tally : Tally
    level : float
        Nominal coverage of the intervals.
    rules : Rules or None
        For the exact figures beside.

    Returns
    -------
    list of dict
        Tidy rows; those with an exact counterpart carry ``exact_value``.
    """
    found: list[dict[str, Any]] = []
    for metric in dict.fromkeys(figure.metric for figure in figures):
        own = [figure for figure in figures if figure.metric == metric]
        order = {figure.group: place for place, figure in enumerate(own)}
        groups = sorted(tally.groups(metric) or [None], key=lambda group: _place(group, order))
        for group in groups:
            head = group[0] if isinstance(group, tuple) else group
            figure = next((f for f in own if f.group == head), own[0])
            sums = tally.sums(metric, group)
            if sums is None:
                estimate = undefined(level, figure.kind)
            else:
                estimate = ratio_clustered(*sums.pair(), level=level, kind=figure.kind)
            exact = None if figure.exact is None or rules is None else figure.exact(rules)
            known = {} if exact is None else {"exact_value": float(exact.exact())}
            found.append(row(metric, figure.unit, estimate, group, **known, **figure.beside))
    return found


def _place(group: Group, order: Mapping[Group, int]) -> int:
    """Place of a group's figure; groups of one figure keep the order that they have."""
    return order.get(group[0] if isinstance(group, tuple) else group, 0)

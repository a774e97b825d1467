"""Exact figures of dealt cards, and how to read their simulated counterparts off deal records.

`quantities` lists the figures of a game, `quantity` finds one by its id. Every value is a
`fractions.Fraction` that is worked out when asked for.
"""

from collections.abc import Callable
from functools import cache

from analysis.exact import gouji, shengji, tichu
from analysis.exact.common import Quantity, Sample

__all__ = ["Quantity", "Sample", "quantities", "quantity"]

_BUILDERS: dict[str, Callable[[], list[Quantity]]] = {
    "gouji": gouji.build,
    "shengji": shengji.build,
    "tichu": tichu.build,
}


@cache
def _all(game: str) -> tuple[Quantity, ...]:
    return tuple(_BUILDERS[game]())


@cache
def _by_metric(game: str) -> dict[str, Quantity]:
    return {quantity.metric: quantity for quantity in _all(game)}


def quantities(game: str, decks: int | None = None) -> tuple[Quantity, ...]:
    """List the exact figures of a game.

    Parameters
    ----------
    game : str
        ``gouji``, ``shengji`` or ``tichu``.
    decks : int, optional
        Sheng Ji: keep only the figures about four players with this many packs (1, 2 or 3).
        The other games have no such choice and list all of theirs.

    Returns
    -------
    tuple of Quantity
        In the order of the rule page; no value is computed yet.

    Raises
    ------
    KeyError
        If there is no such game.
    """
    return tuple(q for q in _all(game) if decks is None or q.decks in (None, decks))


def quantity(game: str, metric: str) -> Quantity:
    """Return the figure with this id.

    Parameters
    ----------
    game : str
        ``gouji``, ``shengji`` or ``tichu``.
    metric : str
        An id such as ``Q2``, ``Q-EKITTY-2`` or ``T16.0``.

    Returns
    -------
    Quantity

    Raises
    ------
    KeyError
        If there is no such game, or it has no such figure.
    """
    return _by_metric(game)[metric]

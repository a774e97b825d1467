"""Card tokens of the 56-card deck (TI-2, TI-3, TI-4)."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "jspt"
SPECIALS = ("Mah", "Dog", "Phx", "Drg")
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS) + SPECIALS
RANK_NUMBER = {token: number for number, token in enumerate(RANKS, start=2)}
RANK_TOKEN = {number: token for token, number in RANK_NUMBER.items()}
_SPECIAL_RANK = {"Dog": 0, "Mah": 1, "Drg": 15}
_POINTS = {"5": 5, "T": 10, "K": 10}
_RANK_OF = {card: RANK_NUMBER[card[0]] for card in DECK[:52]} | _SPECIAL_RANK


def rank_of(card: str) -> int:
    """Rank of a card other than the Phoenix: Dog 0, Mah Jong 1, 2..14, Dragon 15 (TI-3, TI-13).

    Parameters
    ----------
    card : str
        A token of `DECK`.

    Returns
    -------
    int
        The rank.

    Raises
    ------
    KeyError
        For the Phoenix, whose rank depends on where it lies, and for anything not in the deck.
    """
    return _RANK_OF[card]


def suit_of(card: str) -> str | None:
    """Suit letter of a card, ``None`` for the four specials (TI-2)."""
    return None if card in SPECIALS else card[1]


def points_of(cards: Iterable[str]) -> int:
    """Card points: 5 for a five, 10 for a ten or king, Dragon 25, Phoenix -25 (TI-4)."""
    special = {"Drg": 25, "Phx": -25, "Mah": 0, "Dog": 0}
    return sum(special[c] if c in special else _POINTS.get(c[0], 0) for c in cards)


def split_declared(tokens: Iterable[str]) -> tuple[list[str], int | None]:
    """Separate a declaration such as ``Phx=8`` from the cards.

    Returns
    -------
    tuple of list of str, int or None
        The bare tokens in the given order and the declared rank (2..14), if any.
    """
    cards: list[str] = []
    declared = None
    for token in tokens:
        if token.startswith("Phx="):
            declared = RANK_NUMBER[token[4:]]
            token = "Phx"
        cards.append(token)
    return cards, declared

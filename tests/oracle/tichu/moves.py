"""Legal plays: on a regular turn, in a bomb window, and under the wish (TI-25 to TI-34)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from .cards import SUITS, rank_of, suit_of
from .combos import BOMBS, LED_PHOENIX, Combo, beats, classify
from .rules import Rules

Play = tuple[frozenset[str], int | None]


class Pattern(NamedTuple):
    """Plays that differ only in suits: a class plus the natural cards taken of each rank."""

    combo: Combo
    naturals: tuple[tuple[int, int], ...]  # (rank, how many), Dog 0, Mah Jong 1, Dragon 15
    suit: str | None = None  # of a flush bomb


def _by_rank(hand: Iterable[str]) -> dict[int, list[str]]:
    held: dict[int, list[str]] = {}
    for card in hand:
        if card != "Phx":
            held.setdefault(rank_of(card), []).append(card)
    return held


def _singles(held: dict[int, list[str]], phx: bool, table: Combo | None) -> list[Pattern]:
    found = [Pattern(Combo("single", 1, r, None), ((r, 1),)) for r in held]
    if phx:
        on_single = table is not None and table.kind == "single" and table.rank < 15
        value = table.rank + 0.5 if on_single and table is not None else LED_PHOENIX
        found.append(Pattern(Combo("single", 1, value, None), ()))
    return found


def _alike(held: dict[int, list[str]], phx: bool, n: int, kind: str) -> list[Pattern]:
    """Pairs (n = 2) and triples (n = 3)."""
    found = []
    for r in range(2, 15):
        have = len(held.get(r, ()))
        if have >= n:
            found.append(Pattern(Combo(kind, n, r, None), ((r, n),)))
        if phx and have >= n - 1:
            found.append(Pattern(Combo(kind, n, r, r), ((r, n - 1),)))
    return found


def _full_houses(held: dict[int, list[str]], phx: bool, rules: Rules) -> list[Pattern]:
    found = []
    have = {r: len(held.get(r, ())) for r in range(2, 15)}
    for three in have:
        for two in have:
            if two == three:
                if phx and have[three] == 4 and rules["fullhouse_same_rank"] == "valid":
                    found.append(Pattern(Combo("full_house", 5, three, three), ((three, 4),)))
                continue
            if have[three] >= 3 and have[two] >= 2:
                naturals = ((three, 3), (two, 2))
                found.append(Pattern(Combo("full_house", 5, three, None), naturals))
            if phx and have[three] >= 3 and have[two] >= 1:
                naturals = ((three, 3), (two, 1))
                found.append(Pattern(Combo("full_house", 5, three, two), naturals))
            lower = rules["phoenix_declaration"] == "highest" and three < two
            if phx and have[three] >= 2 and have[two] >= 2 and not lower:
                naturals = ((three, 2), (two, 2))
                found.append(Pattern(Combo("full_house", 5, three, three), naturals))
    return found


def _stairs(held: dict[int, list[str]], phx: bool) -> list[Pattern]:
    found = []
    for low in range(2, 14):
        lacking: list[int] = []  # ranks of which exactly one card is at hand
        for high in range(low, 15):
            have = len(held.get(high, ()))
            if have == 0 or (have == 1 and (lacking or not phx)):
                break
            if have == 1:
                lacking.append(high)
            if high == low:
                continue
            span = range(low, high + 1)
            length = 2 * len(span)
            if not lacking:
                naturals = tuple((r, 2) for r in span)
                found.append(Pattern(Combo("stairs", length, high, None), naturals))
            if phx:
                for wild in lacking or span:
                    naturals = tuple((r, 1 if r == wild else 2) for r in span)
                    found.append(Pattern(Combo("stairs", length, high, wild), naturals))
    return found


def _straights(held: dict[int, list[str]], phx: bool, rules: Rules) -> list[Pattern]:
    found = []
    for low in range(1, 11):
        gaps: list[int] = []
        for high in range(low, 15):
            if high not in held:
                if gaps or not phx or high == 1:
                    break  # the Phoenix never is a 1 (TI-18)
                gaps.append(high)
            span = range(low, high + 1)
            if len(span) < 5:
                continue
            if not gaps:
                suits = [{suit_of(c) for c in held[r]} for r in span]
                only_flush = all(s == suits[0] and len(s) == 1 and None not in s for s in suits)
                if not only_flush:
                    naturals = tuple((r, 1) for r in span)
                    found.append(Pattern(Combo("straight", len(span), high, None), naturals))
            if phx:
                for wild in gaps or [r for r in span if r >= 2]:
                    if rules["phoenix_declaration"] == "highest" and wild == low and high < 14:
                        continue  # the same cards also reach one rank higher
                    naturals = tuple((r, 1) for r in span if r != wild)
                    found.append(Pattern(Combo("straight", len(span), high, wild), naturals))
    return found


def _bombs(hand: Iterable[str], held: dict[int, list[str]]) -> list[Pattern]:
    found = [
        Pattern(Combo("bomb4", 4, r, None), ((r, 4),))
        for r, cards in held.items()
        if len(cards) == 4
    ]
    for suit in SUITS:
        ranks = {rank_of(c) for c in hand if suit_of(c) == suit}
        if len(ranks) < 5:
            continue
        for low in ranks:
            high = low
            while high in ranks:
                if high - low >= 4:
                    naturals = tuple((r, 1) for r in range(low, high + 1))
                    combo = Combo("bomb_sf", high - low + 1, high, None)
                    found.append(Pattern(combo, naturals, suit))
                high += 1
    return found


def patterns(hand: Iterable[str], rules: Rules, table: Combo | None = None) -> list[Pattern]:
    """Every play the hand holds, suits left open; on a table, those that beat it.

    The wish plays no part here.
    """
    hand = list(hand)
    held = _by_rank(hand)
    phx = "Phx" in hand
    makers: dict[str, Callable[[], list[Pattern]]] = {
        "single": lambda: _singles(held, phx, table),
        "pair": lambda: _alike(held, phx, 2, "pair"),
        "triple": lambda: _alike(held, phx, 3, "triple"),
        "full_house": lambda: _full_houses(held, phx, rules),
        "stairs": lambda: _stairs(held, phx),
        "straight": lambda: _straights(held, phx, rules),
    }
    found = _bombs(hand, held)
    for kind, make in makers.items():
        if table is None or table.kind == kind:
            found += make()
    return found if table is None else [p for p in found if beats(p.combo, table)]


def expand(pattern: Pattern, hand: Iterable[str]) -> Iterator[frozenset[str]]:
    """The card sets of a pattern."""
    held = _by_rank(hand)
    if pattern.suit is not None:
        held = {r: [c for c in cards if suit_of(c) == pattern.suit] for r, cards in held.items()}
    wild = ["Phx"] if pattern.combo.phoenix is not None or not pattern.naturals else []
    for parts in product(*(combinations(held[r], n) for r, n in pattern.naturals)):
        cards = [*wild, *(card for part in parts for card in part)]
        if pattern.combo.kind == "straight":
            suits = {suit_of(c) for c in cards}
            if len(suits) == 1 and None not in suits:
                continue  # that set is a bomb (TI-12)
        yield frozenset(cards)


def fulfils(pattern: Pattern, wish: int | None, rules: Rules) -> bool:
    """Whether a play would meet the wish: a natural card of that rank, or by option a Phoenix."""
    if wish is None:
        return False
    if any(r == wish for r, _ in pattern.naturals):
        return True
    return rules["phoenix_fulfils_wish"] is True and pattern.combo.phoenix == wish


def ends_wish(cards: Iterable[str], phoenix: int | None, wish: int, rules: Rules) -> bool:
    """Whether laying these cards ends the wish for `wish` (TI-33)."""
    cards = list(cards)
    if "Mah" in cards:
        return False  # laid together with the Mah Jong
    if rules["phoenix_fulfils_wish"] is True and phoenix == wish:
        return True
    return any(c != "Phx" and rank_of(c) == wish for c in cards)


def legal_patterns(
    hand: Iterable[str],
    table: Combo | None,
    wish: int | None,
    rules: Rules,
    extra_turn: bool = False,
) -> tuple[list[Pattern], bool]:
    """As `legal_plays`, suits left open."""
    hand = list(hand)
    found = patterns(hand, rules, table)
    if wish is not None and not extra_turn:
        duty = [p for p in found if fulfils(p, wish, rules)]
        if duty:
            if rules["wish_bomb_escape"]:
                duty += [p for p in found if p.combo.kind in BOMBS and p not in duty]
            return duty, False
    return found, table is not None


def legal_plays(
    hand: Iterable[str],
    table: Combo | None,
    wish: int | None,
    rules: Rules,
    extra_turn: bool = False,
) -> tuple[set[Play], bool]:
    """Everything a player may do on his regular turn (TI-25, TI-31, TI-34).

    Parameters
    ----------
    hand : iterable of str
        Cards held.
    table : Combo or None
        The play on top, ``None`` when leading.
    wish : int or None
        Rank wished and not yet met, 2..14.
    rules : dict
        All options.
    extra_turn : bool
        The owner's extra turn of ``self_beat``, which no wish binds (TI-27).

    Returns
    -------
    set of (frozenset of str, int or None), bool
        The plays, each with the rank its Phoenix stands for, and whether he may pass.
    """
    found, may_pass = legal_patterns(hand, table, wish, rules, extra_turn)
    plays = {(cards, p.combo.phoenix) for p in found for cards in expand(p, hand)}
    return plays, may_pass


def legal_classes(
    hand: Iterable[str],
    table: Combo | None,
    wish: int | None,
    rules: Rules,
    extra_turn: bool = False,
) -> tuple[set[Combo], bool]:
    """As `legal_plays`, reduced to (kind, length, rank, declared Phoenix rank)."""
    found, may_pass = legal_patterns(hand, table, wish, rules, extra_turn)
    return {p.combo for p in found}, may_pass


def to_classes(plays: Iterable[Play], rules: Rules, table: Combo | None = None) -> set[Combo]:
    """Reduce plays to their classes by looking at each card set afresh.

    Raises
    ------
    ValueError
        For a set that is no play.
    """
    classes = set()
    for cards, phoenix in plays:
        combo = classify(cards, phoenix, rules, table)
        if combo is None:
            raise ValueError(f"{sorted(cards)} with Phoenix {phoenix} is no play")
        classes.add(combo)
    return classes


def pair_rank(cards: Iterable[str], combo: Combo) -> int | None:
    """Rank of the pair in a full house, which its class leaves open; ``None`` for other kinds."""
    if combo.kind != "full_house":
        return None
    ranks = {rank_of(c) for c in cards if c != "Phx"}
    return int(next(iter(ranks - {combo.rank}), combo.rank))


def window_patterns(
    hand: Iterable[str], table: Combo | None, wish: int | None, rules: Rules, own: bool = False
) -> list[Pattern]:
    """As `legal_bombs`, suits left open."""
    if table is None or table.rank == 0 or rules["bomb_windows"] == "in_turn_only":
        return []
    if own and not rules["bomb_own_trick"]:
        return []
    hand = list(hand)
    found = [p for p in _bombs(hand, _by_rank(hand)) if beats(p.combo, table)]
    if found and wish is not None and rules["wish_scope"] == "any_play":
        allowed, _ = legal_patterns(hand, table, wish, rules)
        return [p for p in found if p in allowed]
    return found


def legal_bombs(
    hand: Iterable[str], table: Combo | None, wish: int | None, rules: Rules, own: bool = False
) -> set[frozenset[str]]:
    """Bombs a player may throw in an open window (TI-29, TI-31, TI-34f).

    Parameters
    ----------
    hand, table, wish, rules
        See `legal_plays`.
    own : bool
        Whether the play on top is his own.

    Returns
    -------
    set of frozenset of str
        Empty where no bomb may be thrown. Under ``wish_scope=any_play`` a player who could meet
        the wish on this table may throw only what a regular turn would allow him.
    """
    found = window_patterns(hand, table, wish, rules, own)
    return {cards for p in found for cards in expand(p, hand)}

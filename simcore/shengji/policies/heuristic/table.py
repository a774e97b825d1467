"""What `heuristic` knows of the table: cards not seen, who may ruff, whether a trick is safe."""

from __future__ import annotations

from typing import Any

from simcore.bits import ONE, ZERO, top_index
from simcore.jit import U64, kernel
from simcore.shengji.combos.frame import line_of, off_line
from simcore.shengji.combos.planes import fill, take
from simcore.shengji.policies.common import is_against
from simcore.shengji.records import TRUMPS
from simcore.shengji.rules import CAP_STEP, KittyMode
from simcore.streams import stay_call

DOUBLE, PLAIN = int(KittyMode.DOUBLE), int(KittyMode.PLAIN)
PACK = U64((1 << 54) - 1)


@kernel
def kitty_factor(rules: Any) -> Any:
    """Least factor that a last trick of the opponents puts on the kitty, as far as 3 (SJ-58)."""
    mode, cap = rules["kitty_mult"] % CAP_STEP, rules["kitty_mult"] // CAP_STEP
    if mode == PLAIN or cap == 1:
        return 1
    return 2 if mode == DOUBLE or cap == 2 else 3


@kernel
def unseen(view: Any, own: Any, rules: Any, room: Any) -> None:
    """Cards that a seat has seen neither played nor in its hand."""
    stay_call()
    decks = rules["decks"]
    fill(
        room, PACK, PACK if decks > 1 else ZERO, PACK if decks > 2 else ZERO,
        PACK if decks > 3 else ZERO,
    )  # fmt: skip
    take(room, view["played"])
    take(room, own["hand"])
    if own["has_buried"]:
        take(room, own["buried"])


@kernel
def not_below(cards: Any, others: Any, frame: Any) -> Any:
    """Cards of one suit that no card of `others` is higher than."""
    line = line_of(others, frame)
    if line == ZERO:
        return cards
    least = ~((ONE << top_index(line)) - ONE)
    return cards & off_line(line_of(cards, frame) & least, frame)


@kernel
def known_ruffs(view: Any, own: Any, players: Any) -> Any:
    """Suits that others are known to lack while they may hold trumps.

    Returns
    -------
    (int64, int64)
        Those of opponents and those of partners, as bits.
    """
    theirs, ours = 0, 0
    for seat in range(players):
        void = view["void"][seat]
        if void != 0 and seat != own["seat"] and not (void >> TRUMPS) & 1:
            if is_against(view, own["seat"], seat):
                theirs |= void
            else:
                ours |= void
    return theirs, ours


@kernel
def may_overruff(view: Any, own: Any, players: Any) -> Any:
    """Whether an opponent still to play is known to lack the suit led and may hold trumps."""
    for k in range(view["n_plays"] + 1, players):
        seat = (view["leader"] + k) % players
        void = view["void"][seat]
        if (void >> view["suit"]) & 1 and not (void >> TRUMPS) & 1:
            if is_against(view, own["seat"], seat):
                return True
    return False


@kernel
def is_beatable(view: Any, own: Any, frame: Any, rules: Any, room: Any) -> Any:
    """Whether a card not seen, of the suit that is winning a trick of singles, would win it.

    `room` is left with the cards not seen.
    """
    trumps, key = frame["suit"][TRUMPS], view["key"]
    is_trump = key & line_of(trumps, frame) != ZERO
    mask = trumps if is_trump else frame["suit"][view["suit"]]
    unseen(view, own, rules, room)
    return line_of(room["p0"] & mask, frame) > (key << ONE) - ONE


@kernel
def is_safe(view: Any, own: Any, frame: Any, rules: Any, room: Any) -> Any:
    """Whether the trick will most likely stay with whoever is winning it."""
    if view["n_plays"] == rules["players"] - 1:
        return True
    trumps = frame["suit"][TRUMPS]
    key = view["key"]
    is_trump = key & line_of(trumps, frame) != ZERO
    mask = trumps if is_trump else frame["suit"][view["suit"]]
    unseen(view, own, rules, room)
    others = room["p0"] if view["n_cards"] == 1 else room["p1"]
    if line_of(others & mask, frame) > (key << ONE) - ONE:
        return False
    if is_trump:
        return True
    for k in range(view["n_plays"] + 1, rules["players"]):
        seat = (view["leader"] + k) % rules["players"]
        if is_against(view, own["seat"], seat) and (view["void"][seat] >> view["suit"]) & 1:
            return False
    return True

"""Which declarations a player may make (SJ-18 to SJ-24, SJ-29).

A declaration is a kind (0..3 trump-rank cards of S H D C, 4 black, 5 red jokers) and how many
identical cards of it are shown.  One that may be made with some number of cards may be made with
more, so whether there is any shows at the greatest numbers held.
"""

from __future__ import annotations

from typing import Any

from simcore.jit import kernel
from simcore.shengji.records import KINDS
from simcore.shengji.rules import NtDeclare

BLACK, RED = 4, 5
OFF, PAIR, SINGLE = int(NtDeclare.OFF), int(NtDeclare.JOKER_PAIR), int(NtDeclare.JOKER_SINGLE)
ABOVE_ALL = 64


@kernel
def strength(kind: Any, count: Any, rules: Any) -> Any:
    """Weight of a declaration, 0 where the cards declare nothing (SJ-21, SJ-24)."""
    if kind < BLACK:
        return 4 * count
    mode = rules["nt_declare"]
    if mode == OFF or (mode == PAIR and count < 2):
        return 0
    weight = 4 * count + kind - BLACK + 1
    return weight + ABOVE_ALL if mode == SINGLE else weight


@kernel
def may_declare(view: Any, seat: Any, kind: Any, count: Any, overcall: Any, rules: Any) -> Any:
    """Whether a seat that holds the cards may declare with them now.

    Parameters
    ----------
    view : records.VIEW
    seat, kind, count : int64
    overcall : bool
        After the bury, where strength alone counts (SJ-29).
    rules : records.RULES
    """
    weight = strength(kind, count, rules)
    if weight == 0 or (kind >= BLACK and view["is_first"] and view["rank_first"] < 0):
        return False
    declarer = view["declarer"]
    if declarer < 0:
        return True
    if weight <= strength(view["declared"], view["declared_count"], rules):
        return False
    if overcall:
        return True
    if seat == declarer:
        return kind == view["declared"] or rules["self_override"] != 0
    if rules["players"] != 5 and (seat - declarer) % 2 == 0:
        return rules["partner_override"] != 0
    return True


@kernel
def has_declaration(view: Any, own: Any, overcall: Any, rules: Any) -> Any:
    """Whether a seat may declare anything with what it holds."""
    most = 1 if view["declarer"] < 0 or rules["nt_declare"] == SINGLE else view["declared_count"]
    for kind in range(KINDS):
        held = own["held"][kind]
        if held >= most and held > 0:
            if may_declare(view, own["seat"], kind, held, overcall, rules):
                return True
    return False


@kernel
def n_declarations(view: Any, own: Any, overcall: Any, rules: Any) -> Any:
    """Number of declarations a seat may make."""
    n = 0
    for kind in range(KINDS):
        for count in range(1, own["held"][kind] + 1):
            n += 1 if may_declare(view, own["seat"], kind, count, overcall, rules) else 0
    return n


@kernel
def kth_declaration(view: Any, own: Any, overcall: Any, k: Any, rules: Any) -> Any:
    """Kind and count of declaration number k: kinds as numbered, fewer cards first."""
    for kind in range(KINDS):
        for count in range(1, own["held"][kind] + 1):
            if may_declare(view, own["seat"], kind, count, overcall, rules):
                if k == 0:
                    return kind, count
                k -= 1
    return -1, 0

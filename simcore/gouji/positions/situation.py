"""Whether the table that a question describes can come up under the rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simcore.decisions import refused
from simcore.gouji.cards import SEATS
from simcore.gouji.combos import beats
from simcore.gouji.combos.beats import triggers
from simcore.gouji.combos.packed import ALL_WILD, combo_reds, combo_size, make_combo
from simcore.gouji.positions.givens import COPIES, Table
from simcore.gouji.rules import GameTie, Rules, SameTeamTribute
from simcore.options import Switch


def check_table(table: Table, rules: Rules, coded: np.void) -> None:
    """Refuse a table that no round comes to; settle who began the duel.

    Parameters
    ----------
    table : Table
        Its starter becomes the other duellist where only he can have begun.
    rules : Rules
    coded : record of `records.RULES`

    Raises
    ------
    KaipaiError
        With exit code 5.
    """
    out = set(table.finish)
    if table.owner in table.passed:
        raise refused(f"--passed names seat {table.owner}, who laid the play on the table (GJ-44)")
    if gone := sorted(out & set(table.passed)):
        raise refused(f"--passed names seat {gone[0]}, who is out and takes no turns (GJ-57)")
    if table.starter >= 0:
        _check_duel(table, rules, coded)
    if table.owner >= 0 and table.left[table.owner] == 0:
        out.add(table.owner)
    teams = [set(range(team, SEATS, 2)) for team in range(2)]
    if len(out) >= SEATS - 1 or (rules.stop_when_team_out and any(team <= out for team in teams)):
        raise refused("the round is over (GJ-60)")


def _check_duel(table: Table, rules: Rules, coded: np.void) -> None:
    """See that the duellists hold cards and that one of them can have begun."""
    if table.left[table.owner] == 0:
        raise refused(
            f"--duel: seat {table.owner} is out, and that ends a duel (GJ-43): leave --duel out"
        )
    left = SEATS - len(table.finish)
    if left < rules.gouji_min_active:
        raise refused(
            f"--duel: {left} players hold cards, and with gouji_min_active="
            f"{rules.gouji_min_active} that starts no Gou Ji (GJ-38)"
        )
    if combo_reds(table.combo):
        raise refused("--duel: a red joker on the table has ended the duel (GJ-42)")
    is_answer = any(
        triggers(combo, coded) and beats(combo, table.combo, coded)
        for combo in _combos(int(combo_size(table.combo)))
    )
    if not (is_answer or triggers(table.combo, coded)):
        raise refused("--duel: the play on the table neither starts a Gou Ji nor answers one "
                         "(GJ-36 to GJ-39)")  # fmt: skip
    if not is_answer:
        table.starter = table.owner


def _combos(size: int) -> Iterator[int]:
    """Combinations of so many cards that something may beat: without a red joker (GJ-26)."""
    for twos in range(min(size, COPIES["2"]) + 1):
        for blacks in range(min(size - twos, COPIES["BJ"]) + 1):
            n = size - twos - blacks
            if n == 0:
                yield int(make_combo(0, ALL_WILD, twos, blacks, 0))
            elif n <= COPIES["3"]:
                yield from (int(make_combo(n, rank, twos, blacks, 0)) for rank in range(ALL_WILD))


def check_return(giver: int, rules: Rules) -> None:
    """Refuse cards to give back where the rules know no such tribute.

    Raises
    ------
    KaipaiError
        With exit code 5.
    """
    if rules.tribute != Switch.ON:
        raise refused("there is no tribute under these rules (GJ-64)")
    if giver % 2 == 0 and rules.same_team_tribute == SameTeamTribute.WAIVE:
        raise refused(
            f"--to: seat {giver} is a team mate, and same_team_tribute=waive skips that (GJ-66)"
        )
    if rules.hands_per_game == 1 and rules.game_tie == GameTie.DRAW:
        raise refused("a game of one round has no tribute (GJ-70)")

"""Where the Tichu heuristic loses points, told by looking ahead from each of its decisions.

Four heuristic seats play; at each decision the policy `search` picks an option over as many
imagined deals as it is given, and what that option gains over the heuristic's own is measured in
as many fresh ones, so that picking the luckiest gains nothing.  From there on everybody plays
`heuristic`: the gains of two decisions of a round do not add up to those of making both::

    python benchmarks/tichu_mistakes.py [rounds] [seed] [budget]

Points are differences of the round's score, seen from the deciding seat's team.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]

from simcore.lookahead import best, number  # noqa: E402
from simcore.tichu import records as rec  # noqa: E402
from simcore.tichu import search  # noqa: E402
from simcore.tichu.engine import play  # noqa: E402
from simcore.tichu.policies import Policy  # noqa: E402
from simcore.tichu.rules import Rules  # noqa: E402

SIMPLE = {
    int(rec.ASK_EXCHANGE): "exchange",
    int(rec.ASK_WISH): "wish",
    int(rec.ASK_GIFT): "Dragon gift",
}


def kind_of(view: np.void, answer: int) -> str:
    """Name of a question with what the heuristic answers."""
    ask = int(view["ask"])
    if ask in SIMPLE:
        return SIMPLE[ask]
    if ask == rec.ASK_GRAND:
        return "Grand Tichu, called" if answer else "Grand Tichu, not called"
    if ask == rec.ASK_TICHU:
        when = "before the lead" if view["leader"] < 0 else "on a turn"
        return f"Tichu {when}, {'called' if answer == rec.CALL else 'not called'}"
    if ask == rec.ASK_BOMB:
        return "bomb out of turn, thrown" if answer > 0 else "bomb out of turn, kept"
    if view["top"] == 0:
        return "lead"
    whose = "partner" if (view["owner"] ^ view["seat"]) & 1 == 0 else "opponent"
    return f"over the {whose}, {'laid' if answer else 'passed'}"


class Ledger:
    """What better options gained, by kind and round."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.gains: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.asked: dict[str, int] = defaultdict(int)
        self.changed: dict[str, int] = defaultdict(int)

    def weigh(
        self, desk: Any, states: Any, option: Any, events: Any, budget: int, seed: int
    ) -> None:
        """Take the place of `search.decide`: measure, and leave the heuristic's answer."""
        view = states[0]["view"]
        n_options, play_out = search.outlook(desk, states, option, events, 2 * budget, seed)
        if n_options < 2:
            return
        kind = kind_of(view, int(option[0]["value"]))
        self.asked[kind] += 1
        k = best(n_options, budget, play_out, search.CAUTION)
        if k:
            gain = play_out(budget, budget, k).mean() - play_out(budget, budget, 0).mean()
            self.changed[kind] += 1
            self.gains[kind][int(states[0]["record"]["match"])] += float(gain)


def main() -> None:
    """Print a line for each kind of decision, the most costly first."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    budget = int(sys.argv[3]) if len(sys.argv) > 3 else 64
    ledger = Ledger(budget)
    search.decide = ledger.weigh
    play(seed, 0, rounds, Rules(), [number(int(Policy.SEARCH), budget)] * 4, 1)
    rows = []
    for kind, asked in ledger.asked.items():
        gains = np.zeros(rounds)
        for match, gain in ledger.gains[kind].items():
            gains[match] = gain
        rows.append((gains.mean(), 1.96 * gains.std(ddof=1) / np.sqrt(rounds), kind, asked))
    print(f"{rounds} rounds, seed {seed}, {budget} deals to pick and {budget} to measure")
    print(f"{'decision':32} a round  changed   points each   points a round, four seats (95 %)")
    for mean, error, kind, asked in sorted(rows, reverse=True):
        changed = ledger.changed[kind]
        each = mean * rounds / changed if changed else 0.0
        print(
            f"{kind:32} {asked / rounds:7.2f}  {changed / asked:6.1%}  {each:+12.1f}"
            f"   {mean:+7.1f} ({mean - error:+.1f} to {mean + error:+.1f})"
        )


if __name__ == "__main__":
    main()

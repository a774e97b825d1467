"""Where `heuristic` loses most, by kind of decision, in the eyes of a long look ahead.

Six heuristic seats play. Some of their decisions, drawn by chance, are looked at: the option that
does best in half of the imagined deals is held against the heuristic's own answer in the other
half, so that the choice does not flatter the chosen. A line tells of a kind of decision how many
there are in a round, how often another option was taken (better by two standard errors in the first
half), what it gains then, and what that makes a round, in points of the team less those of the
other, with 95 % intervals over rounds.

    python benchmarks/gouji_mistakes.py --rounds 300 --deals 128 --share 0.1 --seed 31
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # a file here may hide a package

from simcore.gouji import engine  # noqa: E402
from simcore.gouji.combos.packed import combo_blacks, combo_reds, combo_twos  # noqa: E402
from simcore.gouji.policies import Policy  # noqa: E402
from simcore.gouji.records import Ask  # noqa: E402
from simcore.gouji.rules import Rules  # noqa: E402
from simcore.gouji.search import Looker  # noqa: E402
from simcore.lookahead import number  # noqa: E402
from simcore.options import coded  # noqa: E402

CAUTION = 2.0
"""Standard errors in the first half by which an option has to be better."""
CARDS = (Ask.LEAD, Ask.FOLLOW, Ask.DUEL, Ask.WORD, Ask.INTERRUPT)
SHARE, DEALS = 0.1, 128


class Critic(Looker):
    """Answers as the heuristic does, and looks at some of its answers."""

    found: list[tuple[int, str, str, float]] = []
    """Round, kind, change and gain; a change of '' where the heuristic's answer stood."""

    def decide(self, states: Any, seed: int, match: int, round_: int, budget: int) -> Any:
        """Answer as the heuristic; note what another answer would have gained."""
        n = self.open(states, seed, match, round_, DEALS)
        chance = random.Random(f"{self.seed}")
        if n > 1 and chance.random() < SHARE:
            half = DEALS // 2
            ours = self.gains(0, half, 0)
            best, gain = 0, 0.0
            for k in range(1, n):
                ahead = self.gains(0, half, k) - ours
                error = ahead.std(ddof=1) / np.sqrt(half)
                if ahead.mean() > CAUTION * error and ahead.mean() > gain:
                    best, gain = k, float(ahead.mean())
            change, gain = "", 0.0
            if best:
                gain = float((self.gains(half, half, best) - self.gains(half, half, 0)).mean())
                change = change_of(states["view"][0], self.options[0], self.options[best])
            self.found.append((match, kind_of(states["view"][0]), change, gain))
        return self.options[:1]


def kind_of(view: Any) -> str:
    """Name a kind of decision."""
    ask = Ask(int(view["ask"]))
    name = ask.name.lower()
    if ask == Ask.FOLLOW:
        is_mate = (int(view["owner"]) - int(view["seat"])) % 2 == 0
        name += " a team mate" if is_mate else " an opponent"
    if ask in (Ask.LEAD, Ask.FOLLOW, Ask.DUEL):
        held = 36 - sum(int(view["played"][view["seat"]]) >> 5 * q & 31 for q in range(12))
        wilds = int(view["played_wilds"][view["seat"]])
        held -= sum(wilds >> 8 * i & 255 for i in range(3))
        name += ", over 18 cards" if held > 18 else ", at most 18"
    return name


def change_of(view: Any, ours: Any, other: Any) -> str:
    """Say what the other answer does that the heuristic's does not."""
    if Ask(int(view["ask"])) not in CARDS:
        return "no" if not int(other["value"]) else "yes" if not int(ours["value"]) else "other"
    if not int(other["value"]):
        return "passes"
    words = "plays" if not int(ours["value"]) else "plays otherwise"
    for word, count in (("reds", combo_reds), ("blacks", combo_blacks), ("twos", combo_twos)):
        if count(int(other["value"])) > (count(int(ours["value"])) if int(ours["value"]) else 0):
            return f"{words}, with {word}"
    return words


def interval(values: np.ndarray[Any, Any]) -> str:
    """Mean with its 95 % interval."""
    error = 1.96 * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.inf
    return f"{values.mean():+.3f} ({values.mean() - error:+.3f} to {values.mean() + error:+.3f})"


def main() -> None:
    """Play, and print a line for each kind of decision and for each change."""
    global SHARE, DEALS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--share", type=float, default=SHARE)
    parser.add_argument("--seed", type=int, default=31)
    given = parser.parse_args()
    SHARE, DEALS = given.share, given.deals
    engine.Looker = Critic  # type: ignore[attr-defined]
    rules = coded(Rules())
    per_match = rules.hands_per_game
    matches = -(-given.rounds // per_match)
    records = engine.play(given.seed, 0, matches, rules, [number(Policy.SEARCH, 2)] * 6)
    by: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    asked: dict[str, int] = defaultdict(int)
    for match, kind, change, gain in Critic.found:
        asked[kind] += 1
        if change:
            by[kind, ""].append((match, gain))
            by[kind, change].append((match, gain))
    n = len(records)
    print(f"{n} rounds, seed {given.seed}, {len(Critic.found)} decisions looked at, {DEALS} deals")
    print(f"{'kind':34} {'change':28} {'a round':>8} {'taken':>6}  gain when taken; a round")

    def total(rows: list[tuple[int, float]]) -> np.ndarray[Any, Any]:
        sums = np.zeros(matches)
        for match, gain in rows:
            sums[match] += gain / SHARE / per_match
        return sums

    def lost(key: tuple[str, str]) -> float:
        return sum(gain for _, gain in by[key])

    for kind in sorted(asked, key=lambda kind: -lost((kind, ""))):
        changes = [change for name, change in by if name == kind and change]
        for change in ["", *sorted(changes, key=lambda change: -lost((kind, change)))]:
            rows = by[kind, change]
            shown = f"{asked[kind] / SHARE / n:8.2f}" if not change else " " * 8
            line = f"{kind if not change else '':34} {change:28} {shown} "
            line += f"{len(rows) / asked[kind]:6.1%}"
            if len(rows) > 1:
                line += f"  {interval(np.array([g for _, g in rows]))}; {interval(total(rows))}"
            print(line)


if __name__ == "__main__":
    main()

"""Where the heuristic of Sheng Ji loses most: what looking ahead would gain, by kind of decision.

Rounds are played by `heuristic` in every seat.  At some of its decisions every option is played out
in imagined deals, as `search` does; the option that does best in them is then compared with what
`heuristic` does in as many fresh deals, so that the choice does not flatter the chosen.  Gains are
in levels (points and the next deal counted in as `search` counts them).

    python benchmarks/shengji_mistakes.py --matches 40
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # a file here may hide a package

from simcore import lookahead  # noqa: E402
from simcore.catalog import load_game  # noqa: E402
from simcore.shengji.engine import play, searching  # noqa: E402
from simcore.shengji.policies import Policy  # noqa: E402
from simcore.shengji.records import Ask  # noqa: E402
from simcore.shengji.search import OPTION, OWN, Desk, Situation  # noqa: E402

LEAST = 30
"""Changes of one kind that are worth a row."""


def cards_in(cards: Any, mask: int = (1 << 64) - 1) -> int:
    """Number of cards of a mask."""
    return sum((int(word) & mask).bit_count() for word in cards.item())


class Study:
    """Takes the place of `decide`: measures, and answers as `heuristic`.

    Parameters
    ----------
    deals : int
        Imagined deals to choose in, and as many to measure in.
    share : float
        Decisions that are looked at.
    seed : int
    """

    def __init__(self, deals: int, share: float, seed: int) -> None:
        self.deals, self.share = deals, share
        self.chance = np.random.default_rng(seed)
        self.match = 0
        self.seen: dict[str, Any] = defaultdict(lambda: defaultdict(list))
        self.changes: dict[tuple[str, str, str], list[float]] = defaultdict(list)

    def __call__(self, desk: Desk, where: Situation, key: int, budget: int) -> Any:
        """Measure one decision."""
        n = desk.list_options(where)
        kind = self.kind_of(desk, where)
        if self.chance.random() < self.share:
            gain = 0.0
            if n > 1:
                gain = self.measure(desk, where, key, n, kind)
            self.seen[kind][self.match].append(gain)
        option = np.zeros(1, dtype=OPTION)
        option["how"] = OWN
        return option

    def measure(self, desk: Desk, where: Situation, key: int, n: int, kind: str) -> float:
        """Gain of the best option on fresh deals."""
        deals = self.deals
        if deals > len(desk.states):
            desk.make_place(deals)
        desk.imagine(where, key, 0, deals)
        means = [float(desk.play(where, 0, deals, k).mean()) for k in range(n)]
        best = int(np.argmax(means))
        if best == 0:
            return 0.0
        better = self.lead_of(desk, where, best)
        if better.mean() <= better.std(ddof=1) / np.sqrt(deals):
            return 0.0
        desk.imagine(where, key, deals, deals)
        gain = float(self.lead_of(desk, where, best).mean())
        found = desk.list[0]["found"]
        change = kind, self.name_of(desk, where, found[0]), self.name_of(desk, where, found[best])
        self.changes[change].append(gain)
        return gain

    def lead_of(self, desk: Desk, where: Situation, k: int) -> Any:
        """What option k is better by than what `heuristic` does, deal by deal."""
        return desk.play(where, 0, self.deals, k) - desk.play(where, 0, self.deals, 0)

    def kind_of(self, desk: Desk, where: Situation) -> str:
        """Kind of a decision."""
        view = where.state[0]["view"]
        if view["ask"] != Ask.FOLLOW:
            return "bury" if view["ask"] == Ask.BURY else "lead"
        if view["n_cards"] > 1:
            return "follow, several cards"
        frame = desk.frames[0]["frames"][int(view["rank"]), int(view["trump"])]
        hand = where.state[0]["own"][int(view["seat"])]["hand"]
        has_suit = cards_in(hand, int(frame["suit"][int(view["suit"])])) > 0
        sides = int(view["declarers"])
        ours = (sides >> int(view["seat"]) & 1) == (sides >> int(view["best"]) & 1)
        return (
            f"follow, {'suit' if has_suit else 'void'}, {'partner' if ours else 'opponent'} ahead"
        )

    def name_of(self, desk: Desk, where: Situation, cards: Any) -> str:
        """Kind of an option."""
        view = where.state[0]["view"]
        frame = desk.frames[0]["frames"][int(view["rank"]), int(view["trump"])]
        masks = [int(mask) for mask in frame["suit"]]
        n, faces = cards_in(cards), int(cards["p0"]).bit_count()
        points = 5 * cards_in(cards, int(frame["fives"])) + 10 * cards_in(cards, int(frame["tens"]))
        trumps = cards_in(cards, masks[4])
        if view["ask"] == Ask.BURY:
            hand = where.state[0]["own"][int(view["seat"])]["hand"]
            kept = [cards_in(hand, mask) - cards_in(cards, mask) for mask in masks[:4]]
            held = [cards_in(hand, mask) for mask in masks[:4]]
            voids = sum(k == 0 < h for k, h in zip(kept, held, strict=True))
            return f"{points} points, {trumps} trumps, {voids} suits whole"
        what = "trump" if trumps == n else "side" if trumps == 0 else "both"
        form = "single" if n == 1 else "tuple" if faces == 1 else "more"
        if view["ask"] == Ask.LEAD:
            if n == 1:
                hand = int(where.state[0]["own"][int(view["seat"])]["hand"]["p0"])
                suit = next(mask for mask in masks if mask & int(cards["p0"]))
                high = (hand & suit).bit_length() == int(cards["p0"]).bit_length()
                form = "high single" if high else "low single"
            return f"{what} {form}{', points' if points else ''}"
        suited = what if cards_in(cards, masks[int(view["suit"])]) == 0 else "suit"
        beats = int(cards["p0"]).bit_length() > 0 and self.takes(desk, view, cards, frame)
        return f"{suited}, {'takes' if beats else 'loses'}{', points' if points else ''}"

    def takes(self, desk: Desk, view: Any, cards: Any, frame: Any) -> bool:
        """Whether a play of one card is ahead in the trick."""
        if view["n_cards"] > 1:
            return False
        card = int(cards["p0"])
        of = int(frame["suit"][int(view["suit"])]) | int(frame["suit"][4])
        off, high = int(frame["off"]), int(frame["high"])
        line = int(frame["off_bit"]) if card & off else card
        line = card >> int(frame["shift"]) if card & high else line
        return bool(card & of) and line > int(view["key"])


def interval(sums: Any, counts: Any, level: float = 0.95) -> tuple[float, float]:
    """Ratio of sums by match, and the half-width of its interval."""
    sums, counts = np.asarray(sums, dtype=float), np.asarray(counts, dtype=float)
    ratio = sums.sum() / counts.sum()
    n = len(sums)
    spread = np.sqrt(((sums - ratio * counts) ** 2).sum() * n / (n - 1)) / counts.sum()
    return float(ratio), float(stats.t.ppf((1 + level) / 2, n - 1) * spread)


def main() -> None:
    """Play, measure and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--length", type=int, default=8, help="rounds of a match")
    parser.add_argument("--deals", type=int, default=48, help="imagined deals of a decision")
    parser.add_argument("--share", type=float, default=0.25, help="decisions that are looked at")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = load_game("shengji")
    rules = game.make_rules()
    study = Study(chosen.deals, chosen.share, chosen.seed)
    searching.decide = study
    seats = [lookahead.number(int(Policy.SEARCH), lookahead.LEAST_BUDGET)] * rules.players
    rounds = np.zeros(chosen.matches)
    for match in range(chosen.matches):
        study.match = match
        rounds[match] = len(play(chosen.seed, match, match + 1, rules, seats, chosen.length))
    played = int(rounds.sum())
    print(f"{played} rounds, seed {chosen.seed}: gains in levels, 95 % intervals by match\n")
    print(f"{'kind':32}{'looked at':>10}{'changed':>9}{'gain each':>18}{'gain a round':>18}")
    for kind, found in sorted(study.seen.items(), key=lambda item: -total(item[1])):
        gains = [found.get(match, []) for match in range(chosen.matches)]
        every = [gain for part in gains for gain in part]
        sums = np.array([sum(part) for part in gains])
        each, wide = interval(sums, [len(part) for part in gains])
        a_round, wide_round = interval(sums / chosen.share, rounds)
        print(
            f"{kind:32}{len(every):>10}{np.mean([gain != 0 for gain in every]):>9.1%}"
            f"{each:>10.3f} +-{wide:.3f}{a_round:>10.3f} +-{wide_round:.3f}"
        )
    print(f"\nchanges of one kind, at least {LEAST}: how often, gain each, gain a round")
    rows = sorted(study.changes.items(), key=lambda item: -sum(item[1]))
    for (kind, own, best), gains in rows:
        if len(gains) >= LEAST:
            error = stats.t.ppf(0.975, len(gains) - 1) * np.std(gains, ddof=1) / len(gains) ** 0.5
            print(
                f"{kind:32}{own + '  ->  ' + best:54}{len(gains):>6}"
                f"{np.mean(gains):>8.3f} +-{error:.3f}{sum(gains) / chosen.share / played:>8.3f}"
            )


def total(found: dict[int, list[float]]) -> float:
    """Sum of all gains."""
    return sum(map(sum, found.values()))


if __name__ == "__main__":
    main()

"""Sheng Ji kernels against the plain-Python oracle, at length.

Positions: how a lead divides, which follows are legal (on small hands the complete sets), who wins
the trick, whether a throw stands and what it is cut to, under random values of all options that
decide about forms, with one to three packs and half the leads rich in pairs, tractors and throws.
Rounds: whole transcripts under random values of every option, read by the oracle's referee.

    python benchmarks/shengji_differential.py --positions 1000000 --rounds 5000
    python benchmarks/shengji_differential.py --positions 0 --rounds 10000 --hold chao_dipi=on
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # a file here may hide a package

from simcore.shengji.policies import Policy  # noqa: E402
from tests.shengji.grid import random_rules, referee_match  # noqa: E402
from tests.shengji.positions import Position, compare, world  # noqa: E402

AT_ONCE = [policy for policy in Policy if policy is not Policy.SEARCH]
"""Policies that do not look ahead."""
PER_WORLD = 40
"""Positions looked at under one set of rules, which takes a while to set up."""
ROUNDS_A_MATCH = 6
MOST_SHOWN = 5
JUDGED = ("divide", "legal", "illegal", "listed", "winner lead", "winner later", "stands", "falls")


def run_positions(rng: random.Random, n: int) -> tuple[Counter[str], list[str]]:
    """Compare until n verdicts have been compared."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    while sum(seen[name] for name in JUDGED) < n and len(wrong) < MOST_SHOWN:
        where = world(rng)
        for _ in range(PER_WORLD):
            counts, differences = compare(Position(rng, where))
            seen.update(counts)
            seen[f"packs {where.changes['decks']}"] += 1
            wrong += differences
    return seen, wrong


def run_rounds(rng: random.Random, n: int, held: dict[str, str]) -> tuple[Counter[str], list[str]]:
    """Referee matches under random rules, but for those held, until n rounds have been read."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    match = 0
    while seen["round"] < n and len(wrong) < MOST_SHOWN:
        changes, rules = random_rules(rng, held)
        policies = [rng.choice(AT_ONCE) for _ in range(rules.players)]
        counts, faults = referee_match(
            rules, [int(p) for p in policies], rng.randrange(1 << 40), match, ROUNDS_A_MATCH
        )
        seen.update(counts)
        wrong += [f"match {match}, {changes}, {policies}: {fault}" for fault in faults]
        match += 1
    return seen, wrong


def main() -> None:
    """Run both comparisons and print what was compared; exit 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=10_000, help="verdicts to compare")
    parser.add_argument("--rounds", type=int, default=100, help="rounds to referee")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hold", metavar="OPTION=VALUE", action="append", default=[])
    chosen = parser.parse_args()
    held = dict(pair.split("=", 1) for pair in chosen.hold)
    failed = False
    for what, run, n in (
        ("verdicts", run_positions, chosen.positions),
        ("rounds", partial(run_rounds, held=held), chosen.rounds),
    ):
        began = time.perf_counter()
        seen, wrong = run(random.Random(chosen.seed), n)
        print(f"{what}: {time.perf_counter() - began:.0f} s, {len(wrong)} differences")
        for name, count in sorted(seen.items()):
            print(f"  {name:16}{count:>10}")
        for text in wrong[:MOST_SHOWN]:
            print(text)
        failed |= bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

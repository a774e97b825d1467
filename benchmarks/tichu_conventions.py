"""What the exchange conventions of the Tichu heuristic do to bombs, bets and points (TI-10).

Each variant leaves conventions of `policies/heuristic/exchange.py` out, first at all four seats
and then, for the points, at one team that plays the same deals from both sides against the whole
heuristic::

    python benchmarks/tichu_conventions.py [matches] [seed]

`docs/method.md` tells what came of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]

from simcore.tichu.engine import play  # noqa: E402
from simcore.tichu.policies import Policy, doing_without  # noqa: E402
from simcore.tichu.policies.heuristic.exchange import BEST, GROUPS, PARITY  # noqa: E402
from simcore.tichu.rules import Rules  # noqa: E402

VARIANTS = {
    "all of them": 0,
    "no parity": PARITY,
    "no best card to the partner": BEST,
    "groups may be broken": GROUPS,
    "parity alone": BEST | GROUPS,
    "best card alone": PARITY | GROUPS,
    "groups alone": PARITY | BEST,
    "none of them": PARITY | BEST | GROUPS,
}


def figures(without: int, matches: int, seed: int) -> str:
    """Play with some conventions left out at all seats and return a line of shares.

    Parameters
    ----------
    without : int
        Mask of conventions.
    matches, seed : int
    """
    records = play(seed, 0, matches, Rules(), [doing_without(without)] * 4)
    dealt = (records["quads_dealt"] > 0) | (records["flush_dealt"] > 0)
    held = (records["quads"] > 0) | (records["flush"] > 0)
    small, grand = records["bet"] == 1, records["bet"] == 2
    made = records["made"]
    return (
        f"bomb dealt {dealt.mean():.2%}  held {held.mean():.2%}  "
        f"Tichu {small.mean():.2%} made {made[small].mean():.1%}  "
        f"Grand {grand.mean():.2%} made {made[grand].mean():.1%}  "
        f"rounds a match {len(records) / matches:.2f}"
    )


def points(without: int, matches: int, seed: int) -> str:
    """Points a round that leaving the conventions out wins, with a 95 % interval over matches.

    Parameters
    ----------
    without : int
        Mask of conventions.
    matches, seed : int
    """
    whole, less = int(Policy.HEURISTIC), doing_without(without)
    gains = np.zeros(matches)
    rounds = 0
    for side in (0, 1):
        policies = [less if seat & 1 == side else whole for seat in range(4)]
        records = play(seed, 0, matches, Rules(), policies)
        gain = records["score"][:, side] - records["score"][:, 1 - side]
        gains += np.bincount(records["match"].astype(np.int64), gain, matches)
        rounds += len(records)
    per_round = gains.sum() / rounds
    error = 1.96 * gains.std(ddof=1) * np.sqrt(matches) / rounds
    return f"points a round {per_round:+.1f} ({per_round - error:+.1f} to {per_round + error:+.1f})"


def main() -> None:
    """Print a line for each variant."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for name, without in VARIANTS.items():
        line = figures(without, matches, seed)
        if without:
            line += "  " + points(without, matches, seed)
        print(f"{name:28} {line}", flush=True)


if __name__ == "__main__":
    main()

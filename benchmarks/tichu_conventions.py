"""What the exchange conventions of the Tichu heuristic do to the number of bombs (TI-10).

Each variant switches one convention of `policies/heuristic/exchange.py` off in an interpreter of
its own, compiles the game into a folder of its own, and plays the same deals::

    python benchmarks/tichu_conventions.py [matches] [seed]

`docs/method.md` tells what came of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

VARIANTS = {
    "as it plays": (),
    "no parity": ("PARITY",),
    "no best card to the partner": ("BEST",),
    "groups may be broken": ("GROUPS",),
    "none of them": ("PARITY", "BEST", "GROUPS"),
}


def figures(off: list[str], matches: int, seed: int) -> str:
    """Play with some conventions off and return a line of figures.

    Parameters
    ----------
    off : list of str
        Names of switches in `exchange`.
    matches, seed : int

    Returns
    -------
    str
        Shares in percent, and rounds a match.
    """
    from simcore.tichu.engine import play
    from simcore.tichu.policies import Policy
    from simcore.tichu.policies.heuristic import exchange
    from simcore.tichu.rules import Rules

    for name in off:
        setattr(exchange, name, False)
    records = play(seed, 0, matches, Rules(), [int(Policy.HEURISTIC)] * 4)
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


def main() -> None:
    """Run every variant, or the one that a parent asked for."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    if len(sys.argv) > 3:
        print(figures(sys.argv[3].split(",") if sys.argv[3] else [], matches, seed))
        return
    for name, off in VARIANTS.items():
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, __file__, str(matches), str(seed), ",".join(off)],
                env=os.environ | {"KAIPAI_CACHE_DIR": folder},
                check=True,
                capture_output=True,
                text=True,
            )
        print(f"{name:28} {done.stdout.strip()}", flush=True)


if __name__ == "__main__":
    main()

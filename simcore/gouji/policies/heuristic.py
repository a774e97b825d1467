"""The policy `heuristic`."""

from __future__ import annotations

from typing import Any

from simcore.gouji.policies.lowest import lowest_move
from simcore.jit import kernel


@kernel
def heuristic_move(
    view: Any, naturals: Any, wilds: Any, streams: Any, row: Any, rules: Any, move: Any
) -> Any:
    """Answer the question in the view; see `policies.choose`."""
    return lowest_move(view, naturals, wilds, rules, move)

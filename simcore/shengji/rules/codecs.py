"""Option values of Sheng Ji that are written otherwise than numbers and names."""

from __future__ import annotations

from typing import Any

from simcore.cards import RANKS
from simcore.options import NONE_INT, Codec, suggestion
from simcore.shengji.rules.choices import KittyMode

LAST_RANK = len(RANKS) - 1
"""Rank index of the ace; that of the two is 0."""
WRAP = -1
"""Coded `match_end` without a last rank (SJ-65)."""
CAP_STEP = 8
"""A coded `kitty_mult` is its mode plus this many times the cap (0: no cap)."""


def _rank_index(value: Any) -> int | None:
    """Index 0..12 of a rank token, None where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return None
    text = value.strip().upper()
    text = "T" if text == "10" else text
    return RANKS.index(text) if len(text) == 1 and text in RANKS else None


def _parse_rank(value: Any) -> int:
    rank = _rank_index(value)
    if rank is None:
        raise ValueError("a rank 2..9, T, J, Q, K, A")
    return rank


RANK = Codec("2..9, T, J, Q, K, A", _parse_rank, lambda value: RANKS[value])


def _parse_ranks(value: Any) -> int:
    wrong = "ranks like 5,T,A, or none"
    if isinstance(value, str):
        value = [] if value.strip().lower() == "none" else value.split(",")
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError(wrong)
    mask = 0
    for item in value:
        rank = _rank_index(item)
        if rank is None:
            raise ValueError(wrong)
        mask |= 1 << rank
    return mask


RANK_SET = Codec(
    "set of ranks, or none",
    _parse_ranks,
    lambda value: [rank for i, rank in enumerate(RANKS) if value >> i & 1],
)


def _parse_end(value: Any) -> int:
    if isinstance(value, str):
        text = value.strip()
        if text.lower() == "wrap":
            return WRAP
        if text.lower() == "pass_ace":
            return LAST_RANK
        if text.lower().startswith("pass:"):
            rank = _rank_index(text[5:])
            if rank is not None:
                return rank
    raise ValueError("pass_ace, pass:RANK or wrap")


def show_end(value: int) -> str:
    """Write a coded `match_end` as people do."""
    if value == WRAP:
        return "wrap"
    return "pass_ace" if value == LAST_RANK else f"pass:{RANKS[value]}"


MATCH_END = Codec("pass_ace, pass:RANK, wrap", _parse_end, show_end)

_MODES = [mode.name.lower() for mode in KittyMode]


def _parse_mult(value: Any) -> int:
    wrong = f"one of {', '.join(_MODES)}, perhaps with +capped:K"
    if not isinstance(value, str):
        raise ValueError(wrong)
    name, plus, rest = value.strip().lower().partition("+")
    if name not in _MODES:
        raise ValueError(wrong + suggestion(name, _MODES))
    cap = 0
    if plus:
        word, _, digits = rest.partition(":")
        if word != "capped" or not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise ValueError(wrong)
        cap = int(digits)
        if cap < 1:
            raise ValueError(wrong)
    return _MODES.index(name) + CAP_STEP * cap


def _show_mult(value: int) -> str:
    cap, mode = divmod(value, CAP_STEP)
    return _MODES[mode] + (f"+capped:{cap}" if cap else "")


KITTY_MULT = Codec(f"{', '.join(_MODES)}; each with +capped:K", _parse_mult, _show_mult)


def _parse_cap(value: Any) -> int:
    if value is None or (isinstance(value, str) and value.strip().lower() == "none"):
        return NONE_INT
    if not isinstance(value, bool) and str(value).strip() == "3":
        return 3
    raise ValueError("3 or none")


GAIN_CAP = Codec("3, none", _parse_cap, lambda value: None if value == NONE_INT else int(value))


def _parse_hook(value: Any) -> int:
    names = {"off": 0, "j": 1, "a": 2, "both": 3}
    if value is False:
        return 0
    if isinstance(value, str) and value.strip().lower() in names:
        return names[value.strip().lower()]
    raise ValueError("one of off, J, A, both")


HOOK = Codec("off, J, A, both", _parse_hook, lambda value: ("off", "J", "A", "both")[value])

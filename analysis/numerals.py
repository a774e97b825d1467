"""Figures as people read them: as many digits as the interval supports, chances in percent."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from typing import Any

# Units whose figures are shares in 0..1 and are shown in percent.
SHARES = frozenset({"probability", "proportion"})
# Below this share (0.01 %) percent would begin with zeros: the plain chance is shown, as 1.8e-07.
RARE = 1e-4
EXACT_DIGITS = 7
LOOSE_DIGITS = 4
MOST_DECIMALS = 12


def is_number(value: object) -> bool:
    """Tell whether a value is a finite number (truth values are not)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_share(row: Mapping[str, Any]) -> bool:
    """Tell whether a row's figures are shares."""
    return row.get("unit") in SHARES


def figure(value: Any, scale: float, half_width: float | None, suffix: str, rare: bool) -> str:
    """Write one number.

    Parameters
    ----------
    value : Any
        The number; anything else becomes ``"-"``.
    scale : float
        Factor to apply first, 100 for percent.
    half_width : float or None
        Half the width of its interval, before scaling: two of its digits are kept.  None for a
        figure without an interval, which gets a fixed number of significant digits.
    suffix : str
        Appended, for example ``"%"``.
    rare : bool
        Whether to write a power of ten instead, without scale and suffix.

    Returns
    -------
    str
        ASCII text.
    """
    if isinstance(value, (int, float)) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if not is_number(value):
        return "-"
    if rare:
        if not value:
            return "0"
        return f"{value:.{_exponent_digits(value, half_width)}e}"
    scaled = value * scale
    if half_width:
        return f"{_negative_zero(scaled, _decimals(half_width * scale))}{suffix}"
    return significant(scaled, EXACT_DIGITS if half_width == 0 else LOOSE_DIGITS) + suffix


def significant(value: float, digits: int) -> str:
    """Write a number with `digits` significant digits, integers in full with separators."""
    if isinstance(value, int) or (value == int(value) and abs(value) < 1e15):
        return f"{int(value):,}"
    if abs(value) < 1e-5 or abs(value) >= 1e15:
        return f"{value:.{digits - 1}e}"
    places = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def estimate_cell(row: Mapping[str, Any], key: str = "estimate") -> str:
    """Write a row's figure: its estimate, its exact value, or another on the same scale."""
    share = is_share(row)
    rare = share and _is_rare(row)
    half_width = 0.0 if key == "exact_value" or row.get("exact") else _half_width(row)
    return figure(row.get(key), 100.0 if share else 1.0, half_width, "%" if share else "", rare)


def interval_cell(row: Mapping[str, Any]) -> str:
    """Write a row's interval; empty where there is none or the figure is exact."""
    low, high = row.get("low"), row.get("high")
    if row.get("exact"):
        return "exact"
    if low is None and high is None:
        return ""
    share = is_share(row)
    rare = share and _is_rare(row)
    suffix = "%" if share else ""
    ends = (
        figure(end, 100.0 if share else 1.0, _half_width(row), suffix, rare) for end in (low, high)
    )
    return " .. ".join(ends)


def difference_cell(row: Mapping[str, Any], key: str = "difference") -> str:
    """Write a difference with its sign; that of two shares in percentage points."""
    value = row.get(key)
    if not is_number(value):
        return "-"
    low, high = row.get("difference_low"), row.get("difference_high")
    half_width = _half_width({"low": low, "high": high})
    share = is_share(row)
    text = figure(value, 100.0 if share else 1.0, half_width, " pp" if share else "", False)
    is_zero = not any(digit in text.split("e")[0] for digit in "123456789")
    return text if text.startswith("-") or is_zero else f"+{text}"


def difference_interval_cell(row: Mapping[str, Any]) -> str:
    """Write the interval of a difference."""
    if row.get("difference_low") is None and row.get("difference_high") is None:
        return ""
    ends = (difference_cell(row, key) for key in ("difference_low", "difference_high"))
    low, high = ends
    return f"{low.removesuffix(' pp')} .. {high}"


def clean(text: str) -> str:
    """Escape control characters, so that text from outside cannot drive a terminal."""
    return "".join(
        f"\\x{ord(sign):02x}" if unicodedata.category(sign) in ("Cc", "Cf") else sign
        for sign in text
    )


def _half_width(row: Mapping[str, Any]) -> float | None:
    """Half the width of a row's interval, None where it has none that is finite."""
    low, high = row.get("low"), row.get("high")
    if low is None or high is None or not (is_number(low) and is_number(high)):
        return None
    return float(high - low) / 2


def _is_rare(row: Mapping[str, Any]) -> bool:
    """Tell whether all figures of a row are too small for percent."""
    found = [row.get(key) for key in ("estimate", "low", "high", "exact_value")]
    known = [abs(value) for value in found if value is not None and is_number(value)]
    return 0 < max(known, default=0.0) < RARE


def _decimals(half_width: float) -> int:
    """Decimals that keep two digits of a half-width."""
    return min(max(1 - math.floor(math.log10(half_width)), 0), MOST_DECIMALS)


def _exponent_digits(value: float, half_width: float | None) -> int:
    """Decimals of a power of ten that keep two digits of the half-width."""
    if not half_width:
        return EXACT_DIGITS - 1 if half_width == 0 else LOOSE_DIGITS - 1
    gap = math.floor(math.log10(abs(value))) - math.floor(math.log10(half_width))
    return min(max(gap + 1, 1), MOST_DECIMALS)


def _negative_zero(value: float, places: int) -> str:
    """Write a number with fixed decimals; what rounds to zero has no sign."""
    text = f"{value:,.{places}f}"
    return text[1:] if text.startswith("-") and float(text[1:].replace(",", "")) == 0 else text

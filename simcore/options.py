"""Metadata of a rule option: parse, validate, describe.

A game's ``Rules`` is a NamedTuple with one annotated field an option::

    class Rules(NamedTuple):
        wish: Annotated[Wish, Option("TI-33", "may the Mah Jong wish a rank")] = Wish.OPTIONAL

The field's type says how values are written (see `options_of`), the annotation gives clause and
help, and the default is the seed's rule.  Kernels receive the same tuple with plain integers.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from simcore.status import KaipaiError


class Codec:
    """How the values of one kind of option are read, written and named.

    `parse` takes a command-line string or a TOML value and returns the integer (or tuple of
    integers) that kernels see; `show` goes back to the JSON value.
    """

    def __init__(
        self, values: str, parse: Callable[[Any], Any], show: Callable[[Any], Any]
    ) -> None:
        self.values = values
        self.parse = parse
        self.show = show


class Switch(IntEnum):
    """An option written on / off."""

    OFF = 0
    ON = 1


@dataclass(frozen=True)
class Option:
    """Clause, one line of meaning and limits of a rule option.

    Attributes
    ----------
    clause : str
        Id of the clause that the option varies.
    help : str
        One line.
    low, high : int or None
        Limits of an integer.
    step : int
        An integer must be a multiple of it.
    codec : Codec or None
        For values that are neither enum, bool nor integer.
    """

    clause: str
    help: str
    low: int | None = None
    high: int | None = None
    step: int = 1
    codec: Codec | None = None


NONE_INT = -1
"""What a kernel sees for an integer option set to none."""
LARGEST_INT = 10**18
"""Bound of an integer option that states none; well inside 64 bits."""
LONGEST_SHOWN = 60
"""Characters of a refused value that an error repeats."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


class OptionalInt(int):
    """Marks an integer option that may also be ``none``."""


def amount(n: int, many: str) -> str:
    """Write a number with what it counts, given in the plural: ``1 match``, ``2,000 matches``."""
    one = many.removesuffix("es") if many.endswith("ches") else many.removesuffix("s")
    return f"{n:,} {one if n == 1 else many}"


def are(n: int, many: str) -> str:
    """Write a number with what it counts and the verb: ``1 card is``, ``5 cards are``."""
    return f"{amount(n, many)} {'is' if n == 1 else 'are'}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the nearest known word, or an empty string."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" (did you mean '{near[0]}'?)" if near else ""


def whole_number(value: Any) -> int | None:
    """Read an integer, or text that spells one; None for anything else (truth values too)."""
    if isinstance(value, str):
        text = value.strip()
        return int(text) if _INTEGER.fullmatch(text) else None
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _shown(value: Any) -> str:
    """Repeat a refused value on one line, cut where it is long."""
    text = value if isinstance(value, str) and value.isprintable() else repr(value)
    if isinstance(value, bool):
        text = text.lower()  # as TOML and JSON write it
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _enum_codec(kind: type[IntEnum]) -> Codec:
    names = [member.name.lower() for member in kind]
    on_off = names in (["off", "on"], ["on", "off"])

    def parse(value: Any) -> int:
        if on_off and isinstance(value, bool):
            value = "on" if value else "off"
        if isinstance(value, Enum):
            value = value.name
        if isinstance(value, str) and value.strip().lower() in names:
            return int(kind[value.strip().upper()])
        raise ValueError(f"one of {', '.join(names)}{suggestion(str(value), names)}")

    return Codec(", ".join(names), parse, lambda value: kind(value).name.lower())


def _bool_codec() -> Codec:
    def parse(value: Any) -> int:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, str) and value.strip().lower() in ("true", "false"):
            return int(value.strip().lower() == "true")
        raise ValueError("true or false")

    return Codec("true, false", parse, bool)


def _int_codec(option: Option, optional: bool) -> Codec:
    limits = f"integer{'' if option.low is None else f' from {option.low}'}"
    limits += "" if option.high is None else f" to {option.high}"
    limits += "" if option.step == 1 else f" in steps of {option.step}"
    limits += " or none" if optional else ""

    low = -LARGEST_INT if option.low is None else option.low
    high = LARGEST_INT if option.high is None else option.high

    def parse(value: Any) -> int:
        if optional and (
            value is None or (isinstance(value, str) and value.strip().lower() == "none")
        ):
            return NONE_INT
        number = whole_number(value)
        if number is None or not low <= number <= high or number % option.step:
            raise ValueError(f"an {limits}")
        return number

    def show(value: int) -> int | None:
        return None if optional and value == NONE_INT else int(value)

    return Codec(limits, parse, show)


@cache
def options_of(rules: Any) -> dict[str, tuple[Option, Codec]]:
    """Return option and codec of each field of a Rules class, in its order."""
    found: dict[str, tuple[Option, Codec]] = {}
    for name, hint in get_type_hints(rules, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{rules.__name__}.{name} has no Option")
        kind, option = get_args(hint)[:2]
        if option.codec is not None:
            codec = option.codec
        elif isinstance(kind, type) and issubclass(kind, IntEnum):
            codec = _enum_codec(kind)
        elif kind is bool:
            codec = _bool_codec()
        else:
            codec = _int_codec(option, optional=kind is OptionalInt)
        found[name] = (option, codec)
    return found


def change(rules: Any, changes: Mapping[str, Any]) -> Any:
    """Return rules with some options changed.

    Parameters
    ----------
    rules : Rules
    changes : mapping of str to object
        Values as written on the command line (strings) or in TOML.

    Raises
    ------
    KaipaiError
        Naming the option, the value given and what is allowed.
    """
    known = options_of(rules.__class__)
    parsed: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in known:
            raise KaipaiError(
                f"unknown rule option '{_shown(name)}'{suggestion(name, known)}; "
                "'kaipai rules GAME' lists the options"
            )
        try:
            parsed[name] = known[name][1].parse(value)
        except ValueError as error:
            raise KaipaiError(
                f"rule {name}={_shown(value)} is not allowed: {name} takes {error}"
            ) from None
    return coded(rules._replace(**parsed))


def coded(rules: Any) -> Any:
    """Return the rules with plain integers in place of enum members, as kernels take them."""
    return type(rules)(*(tuple(map(int, v)) if isinstance(v, tuple) else int(v) for v in rules))


def as_json(rules: Any) -> dict[str, Any]:
    """Return every option with its value as JSON writes it."""
    return {
        name: codec.show(getattr(rules, name))
        for name, (_, codec) in options_of(rules.__class__).items()
    }


def as_text(value: Any) -> str:
    """Write a JSON value of an option as the command line takes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ",".join(f"{key}:{item}" for key, item in value.items()) or "none"
    return str(value)


def describe(rules: Any) -> list[dict[str, Any]]:
    """Return a row an option: option, values, default, value, clause, help."""
    defaults = coded(type(rules)())
    return [
        {
            "option": name,
            "values": codec.values,
            "default": codec.show(getattr(defaults, name)),
            "value": codec.show(getattr(rules, name)),
            "clause": option.clause,
            "help": option.help,
        }
        for name, (option, codec) in options_of(rules.__class__).items()
    ]

"""What every test shares: the command line as a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import cli


class Said:
    """What a command printed, and how it left."""

    def __init__(self, out: str, err: str, code: int) -> None:
        self.out = out
        self.err = err
        self.code = code


@pytest.fixture
def say() -> Callable[..., Said]:
    """Run the command line in this process."""

    def run(*arguments: str) -> Said:
        command: Any = _Main()
        result = CliRunner().invoke(command, list(arguments))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Said(result.stdout, result.stderr, result.exit_code)

    return run


class _Main:
    """Give `cli.main` the face that click's test runner expects of a command."""

    name = "kaipai"

    def main(self, args: list[str], prog_name: str, **extra: Any) -> None:
        cli.main(args)

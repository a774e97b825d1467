"""The house itself: arrows point one way, clauses have tests, options stand in the rule pages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from simcore.catalog import TITLES, load_game
from simcore.options import options_of

ROOT = Path(__file__).parents[1]
PREFIX = {"gouji": "GJ", "shengji": "SJ", "tichu": "TI"}
ROOMS = (
    "rules", "questions", "cards", "records", "streams", "deals", "combos", "policies", "scoring",
    "step", "search", "engine", "positions", "trace", "judge", "game",
)  # fmt: skip
PLAYED = [name for name in TITLES if load_game(name).policies]
LONGEST_FILE = 500


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_arrows_point_one_way():
    for path in sources("simcore"):
        heads = {name.partition(".")[0] for name in imports(path)}
        assert not heads & {"analysis", "cli", "pandas", "click", "rich", "scipy"}, path
    for path in sources("analysis"):
        heads = {name.partition(".")[0] for name in imports(path)}
        allowed = {"click"} if path.name == "shell.py" else set()
        assert not heads & {"cli", "click", "numba"} - allowed, path


@pytest.mark.parametrize("game", TITLES)
def test_a_room_imports_only_from_rooms_to_its_left(game):
    for path in sources(f"simcore/{game}"):
        inside = path.relative_to(ROOT / "simcore" / game)
        room = inside.parts[0].removesuffix(".py")
        if room == "__init__":
            continue
        assert room in ROOMS, f"{inside} is no room of the house"
        for name in imports(path):
            parts = name.split(".")
            if parts[:1] != ["simcore"] or len(parts) < 3 or parts[1] not in TITLES:
                continue
            assert parts[1] == game, f"{inside} imports from another game: {name}"
            if parts[2] in ROOMS:
                assert ROOMS.index(parts[2]) <= ROOMS.index(room), f"{inside} imports {name}"


def test_shared_modules_know_no_game():
    for path in sorted((ROOT / "simcore").glob("*.py")):
        for name in imports(path):
            assert name.split(".")[1:2] not in [[game] for game in TITLES], (path, name)


def test_no_file_holds_more_than_one_subject():
    long = {
        str(path.relative_to(ROOT)): n
        for path in [ROOT / "cli.py", *sources("simcore", "analysis", "tests", "benchmarks")]
        if (n := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert not long, long


def clauses_in_page(game: str) -> set[str]:
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*({PREFIX[game]}-\d+)\*\*", text, re.MULTILINE))


def clauses_in_tests() -> dict[str, set[str]]:
    """Clause ids in ``clause(...)`` marks, with the files that hold them."""
    found: dict[str, set[str]] = {}
    for path in sources("tests"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.setdefault(argument.value, set()).add(path.name)
    return found


@pytest.mark.parametrize("game", TITLES)
def test_every_clause_is_numbered_without_gaps(game):
    numbers = sorted(int(clause.partition("-")[2]) for clause in clauses_in_page(game))
    assert numbers == list(range(1, {"gouji": 73, "shengji": 74, "tichu": 60}[game] + 1))


@pytest.mark.parametrize("game", PLAYED)
def test_every_clause_has_a_test(game):
    not_offered = {"SJ-69"}
    missing = clauses_in_page(game) - set(clauses_in_tests()) - not_offered
    assert not missing, sorted(missing)


def test_every_mark_names_a_clause():
    known = set().union(*map(clauses_in_page, TITLES))
    unknown = {mark: files for mark, files in clauses_in_tests().items() if mark not in known}
    assert not unknown, unknown


@pytest.mark.parametrize("game", TITLES)
def test_every_option_stands_in_the_rule_page_with_its_clause(game):
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    for name, (option, _) in options_of(load_game(game).rules).items():
        assert f"`{name}`" in text, name
        for clause in re.findall(r"[A-Z]+-\d+", option.clause):
            assert clause in clauses_in_page(game), (name, clause)
        assert option.help, name


@pytest.mark.parametrize("game", TITLES)
def test_every_preset_makes_rules(game):
    found = load_game(game)
    for preset in found.presets:
        found.make_rules(preset)


def test_the_readme_names_commands_that_exist():
    import cli

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"kaipai ([a-z]+)", text)):
        assert name in cli.kaipai.commands or name == "answers", name

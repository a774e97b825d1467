"""The catalogue: descriptors of the games, and that listing them loads no kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simcore.catalog import TITLES, load_game
from simcore.options import as_json, change
from simcore.status import KaipaiError

ROOT = Path(__file__).parents[2]
DEALING = ("deals", "deals_given", "deal_words", "new_words")


@pytest.mark.parametrize("name", TITLES)
def test_a_descriptor_is_whole(name):
    game = load_game(name)
    assert (game.name, game.title) == (name, TITLES[name])
    assert game.version
    assert game.seats == {"gouji": 6, "shengji": 6, "tichu": 4}[name]
    assert next(iter(game.presets)) == "seed"
    assert set(DEALING) <= set(game.rooms)
    for room in game.rooms:
        assert callable(game.room(room)), room


@pytest.mark.parametrize("name", TITLES)
def test_the_seed_preset_is_the_default_of_every_option(name):
    game = load_game(name)
    assert game.presets["seed"] == {}
    assert game.make_rules() == game.make_rules("seed") == change(game.rules(), {})


@pytest.mark.parametrize("name", TITLES)
def test_presets_change_what_they_say(name):
    game = load_game(name)
    default = as_json(game.make_rules())
    for preset, changes in game.presets.items():
        rules = as_json(game.make_rules(preset))
        assert {option for option in rules if rules[option] != default[option]} == set(changes)


def test_later_changes_win():
    rules = load_game("tichu").make_rules("goettingen", {"stake_grand": "50"}, {"stake_grand": 60})
    assert rules.stake_grand == 60
    assert rules.double_victory_points == 100


def test_combinations_are_checked_after_all_changes():
    game = load_game("shengji")
    assert game.make_rules("seed", {"players": 6}, {"decks": 3}).players == 6
    with pytest.raises(KaipaiError, match="is not offered"):
        game.make_rules("seed", {"players": 6})


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: load_game("tichi"), "did you mean 'tichu'"),
        (lambda: load_game(""), "games are gouji, shengji, tichu"),
        (lambda: load_game("tichu").make_rules("bws"), "did you mean 'bsw'"),
        (lambda: load_game("tichu").make_rules(""), "unknown preset ''"),
        (lambda: load_game("tichu").room("teleport"), "does not offer 'teleport'"),
    ],
)
def test_unknown_names_are_refused(call, expected):
    with pytest.raises(KaipaiError, match=expected):
        call()


def test_rules_are_listed_without_loading_numba():
    code = (
        "import sys\n"
        "from simcore.catalog import TITLES, load_game\n"
        "from simcore.options import describe\n"
        "for name in TITLES:\n"
        "    describe(load_game(name).make_rules())\n"
        "heavy = {'numba', 'pandas', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

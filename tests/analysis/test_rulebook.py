"""Rule files: order of preset, file and options; what is refused, by name."""

from __future__ import annotations

import pytest

from analysis.rulebook import (
    LARGEST_FILE,
    parse_changes,
    read_file,
    rules_from,
    rules_in,
    variants_in,
)
from simcore.catalog import load_game
from simcore.status import KaipaiError

TICHU = load_game("tichu")


@pytest.fixture
def file(tmp_path):
    def make(text):
        path = tmp_path / "house.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make


def test_without_anything_the_seed_holds():
    assert rules_from(TICHU) == TICHU.make_rules()


def test_file_then_options_then_more(file):
    path = file(
        'game = "tichu"\npreset = "goettingen"\n[rules]\nstake_small = 50\ntarget_score = 500\n'
    )
    rules = rules_from(TICHU, None, path, ["target_score=700"])
    assert (rules.stake_grand, rules.stake_small, rules.target_score) == (0, 50, 700)
    rules = rules_from(TICHU, "seed", path, ["target_score=700"], {"target_score": 800})
    assert (rules.stake_grand, rules.stake_small, rules.target_score) == (200, 50, 800)


def test_values_are_read_as_toml_or_as_the_command_line_writes_them(file):
    path = file(
        'game = "tichu"\n[rules]\nself_beat = true\nwish = "off"\nmax_rounds = "none"\n'
        'target_score = "600"\n'
    )
    rules = rules_from(TICHU, path=path)
    assert (rules.self_beat, rules.wish, rules.max_rounds, rules.target_score) == (1, 2, -1, 600)


@pytest.mark.parametrize(
    ("pairs", "changes"),
    [
        ([], {}),
        (["a=1", " b = x=y "], {"a": "1", "b": " x=y "}),
        (["a=1", "b=1"], {"a": "1", "b": "1"}),
        (["a="], {"a": ""}),
    ],
)
def test_pairs(pairs, changes):
    assert parse_changes(pairs) == changes


@pytest.mark.parametrize("pair", ["a", "", "=1", " =1"])
def test_a_pair_without_name_or_sign_is_refused(pair):
    with pytest.raises(KaipaiError, match="takes KEY=VALUE"):
        parse_changes([pair])


def test_a_key_that_stands_twice_is_refused():
    with pytest.raises(KaipaiError, match="rule a is given twice"):
        parse_changes(["a=1", "b=1", " a =2"])


HEAD = 'game = "tichu"\n'
REFUSED = [
    ('game = "gouji"\n', "game is 'gouji', but rules of 'tichu'"),
    ("game = 7\n", "game is 7"),
    ("[rules]\n", "no game is named"),
    (HEAD + "rule = 1\n", "did you mean 'rules'"),
    (HEAD + "preset = 7\n", "preset takes a name"),
    (HEAD + "rules = 7\n", "rules is a table"),
    (HEAD + "[rules]\nwihs = 1\n", "unknown rule option 'wihs'"),
    (HEAD + '[rules]\nwish = "of"\n', "rule wish=of is not allowed"),
    (HEAD + "[rules]\nwish = false\n", "rule wish=false is not allowed"),
    (HEAD + 'preset = "nix"\n', "unknown preset 'nix'"),
    (HEAD + "[rules]\ntarget_score = 1.5\n", "an integer from 1"),
    (HEAD + "[rules]\nx\ny = 1", "line 3"),
    (HEAD + "[rules]\ntarget_score = " + "9" * 5000, "not valid TOML"),
    (HEAD + "a = " + "[" * 20_000, "nested too deeply"),
    (b"\xff\xfe", "not UTF-8"),
    (b"#" * (LARGEST_FILE + 1), "larger than a rule file"),
]


@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=[why for _, why in REFUSED])
def test_a_broken_file_is_refused_with_its_name_and_the_fault(file, text, expected):
    with pytest.raises(KaipaiError) as caught:
        rules_in(file(text), TICHU)
    assert expected in str(caught.value)
    assert "house.toml" in str(caught.value)


def test_a_file_of_the_largest_size_is_read(file):
    path = file(HEAD.encode() + b"#" * (LARGEST_FILE - len(HEAD)))
    assert read_file(path) == {"game": "tichu"}


def test_a_byte_order_mark_is_forgiven(file):
    assert read_file(file(b"\xef\xbb\xbf" + HEAD.encode())) == {"game": "tichu"}


@pytest.mark.parametrize("name", ["gone.toml", "."])
def test_what_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(KaipaiError, match="cannot read"):
        read_file(tmp_path / name)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("rules = {wish = false}", "rule wish=false is not allowed"),
        ("rules = {wihs = 1}", "unknown rule option 'wihs'"),
        ('preset = "nix"', "unknown preset 'nix'"),
    ],
)
def test_a_wrong_variant_is_refused_with_its_file_and_name(file, variant, expected):
    with pytest.raises(KaipaiError) as caught:
        variants_in(file(f'{HEAD}[[variant]]\nname = "odd"\n{variant}\n'), TICHU)
    assert expected in str(caught.value)
    assert "house.toml, variant 'odd': " in str(caught.value)


def test_an_unknown_preset_of_a_file_is_not_passed_over(file):
    with pytest.raises(KaipaiError, match="unknown preset ''"):
        rules_from(TICHU, path=file(HEAD + 'preset = ""\n'))


VARIANTS = (
    HEAD
    + """
[[variant]]
name = "strict"
preset = "bsw"
policy = "random"
[variant.rules]
wish = "mandatory"
[[variant]]
name = "plain"
"""
)


def test_variants(file):
    assert variants_in(file(VARIANTS), TICHU) == [
        ("strict", ("bsw", {"wish": "mandatory"}), "random"),
        ("plain", (None, {}), None),
    ]
    assert variants_in(file(HEAD), TICHU) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[variant]\nname = 'x'\n", r"\[\[variant\]\]"),
        ("variant = [1]\n", r"\[\[variant\]\]"),
        ("[[variant]]\nnaem = 'x'\n", "did you mean 'name'"),
        ("[[variant]]\npolicy = 'random'\n", "needs a name"),
        ("[[variant]]\nname = ''\n", "needs a name"),
        ("[[variant]]\nname = 'x'\npolicy = 7\n", "preset and policy of variant 'x'"),
        ("[[variant]]\nname = 'x'\nrules = 7\n", "rules of variant 'x'"),
    ],
)
def test_a_broken_variant_is_refused(file, text, expected):
    with pytest.raises(KaipaiError, match=expected):
        variants_in(file(HEAD + text), TICHU)

"""Bad input: one clear line, the right exit code, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BAD = [
    (["report", "gouji-dael"], "did you mean 'gouji-deal'"),
    (["validate", "goujy"], "did you mean 'gouji'"),
    (["rules", "whist"], "unknown game 'whist'"),
    (["report", "tichu-deal", "-n", "0"], "'0' is not a whole number"),
    (["report", "tichu-deal", "-n", "-1"], "'-1' is not a whole number"),
    (["report", "tichu-deal", "-n", "1.5"], "'1.5' is not a whole number"),
    (["report", "tichu-deal", "-n", "1e30"], "'1e30' is not a whole number"),
    (["report", "tichu-deal", "-n", "9" * 10_000], "is not a whole number"),
    (["report", "tichu-deal", "-n", "nan"], "is not a whole number"),
    (["report", "tichu-deal", "--seed", "x"], "is not a valid integer"),
    (["report", "tichu-deal", "--seed", str(2**64)], "not in the range"),
    (["report", "tichu-deal", "--level", "1"], "is not a level"),
    (["report", "tichu-deal", "--by", "saet"], "did you mean 'seat'"),
    (["report", "tichu-deal", "--rule", "wihs=off"], "unknown rule option 'wihs'"),
    (["report", "shengji-deal", "--rule", "decks"], "--rule takes KEY=VALUE"),
    (["report", "shengji-deal", "--rule", "decks=5"], "integer from 1 to 4"),
    (["report", "shengji-deal", "--rule", "decks=two"], "integer from 1 to 4"),
    (["report", "shengji-deal", "--rule", "players=5", "--rule", "decks=3"], "is not offered"),
    (["report", "shengji-deal", "--rule", "kitty_size=7"], "does not leave equal hands"),
    (["report", "shengji-deal", "--preset", "sead"], "did you mean 'seed'"),
    (["report", "tichu-deal", "--rules", "no/such.toml"], "cannot read"),
    (["report", "tichu-deal", "--plot", "figure.gif"], ".png"),
    (["report", "tichu-deal", "--format", "yaml"], "'yaml' is not one of"),
    (["run", "tichu", "--rule", "wish=off", "--rule", "wish=mandatory"], "wish is given twice"),
    (["run", "tichu", "--policy", "0=random", "--policy", "0=lowest"], "seat 0 has been given"),
    (["compare", "tichu", "--vs", "wish=off wish=mandatory"], "wish is given twice"),
    (["compare", "tichu", "--vs", "policy=lowest policy=random"], "every seat has been given"),
    (["odds", "tichu", "T999"], "unknown figure"),
    (["odds", "tichu", "T5", "--cards", "7j 7j"], "only once"),
    (["odds", "tichu", "T5", "--cards", "7x"], "'7x' is no card"),
    (["odds", "tichu", "T35", "--cards", "7j"], "no property of dealt cards"),
    (["odds", "tichu", "T5", "--cards", ", "], "--cards names no card"),
    (["odds", "tichu", "T5", "--cards", "Drg", "--seat", "4"], "seats are 0 to 3"),
    (["odds", "shengji", "Q-NOTRUMP-2", "--cards", "AS", "--seat", "4"], "seats are 0 to 3"),
    (["odds", "gouji", "Q16", "--cards", "3S 3"], "a 3 needs its suit"),
    (["odds", "gouji", "Q4", "--cards", "8"], "is a ratio over all deals"),
    (["odds", "tichu", "T5", "--seat", "1"], "--seat goes with --cards"),
    (["odds", "tichu", "--cards", "Drg"], "--cards: of which figure?"),
    (["odds", "tichu", "--seed", "1", "-n", "10"], "of which figure?"),
    (["odds", "tichu", ""], "unknown figure ''"),
    (["validate", "tichu", "-n", "999"], "1,000 deals or more"),
    (["validate", "tichu", "--level", "nan"], "is not a level"),
    (["report", "tichu-deal", "--level", "1e-300"], "is not a level"),
    (["report", "tichu-deal", "--level", "0.9999999999999999"], "is not a level"),
    (["report", "tichu-deal", "--level", "95%"], "is not a level"),
    (["report", "tichu-deal", "--preset", ""], "unknown preset ''"),
    (["report", "tichu-deal", "--chunk", "1e6"], "from 1 to 262,144"),
    (["report", "tichu-deal", "--threads", "0"], "not in the range"),
    (["report", "tichu-deal", "--plot", ""], "is empty"),
    (["report", "tichu-deal", "--plot", "no/figure.png"], "there is no folder"),
    (["report", "tichu-deal", "--rules", ""], "is empty"),
    (["report", "tichu-deal", "--rule", "target_score=-+5"], "an integer from 1"),
    (["report", "shengji-deal", "--rule", "players=5", "--by", "team", "-n", "10"], "odd number"),
    (["rules", "gouji", "--rule", "finish_points=-+5,1,1,1,1,1"], "six integers"),
    (["nonsense"], "No such command"),
]


@pytest.mark.parametrize(("arguments", "expected"), BAD, ids=lambda v: str(v)[:40])
def test_bad_input_gets_one_clear_line_and_exit_code_2(say, arguments, expected):
    said = say(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert expected in said.err
    assert said.err.startswith("error: ")
    assert "Traceback" not in said.err


def test_a_wrong_card_is_underlined_in_its_place(say):
    said = say("odds", "tichu", "T5", "--cards", "Aj 10s xx Drg")
    lines = said.err.splitlines()
    assert lines[1].strip() == "Aj 10s xx Drg"
    assert lines[2].index("^") == lines[1].index("xx")
    assert lines[2].count("^") == 2


FILES = [
    ("game = 'tichu'\nwish = ", "not valid TOML"),
    ("game = 'gouji'\n", "but rules of 'shengji'"),
    ("[rules]\ndecks = 2\n", "no game is named"),
    ("game = 'shengji'\nrulez = 1\n", "did you mean 'rules'"),
    ("game = 'shengji'\nrules = 1\n", "rules is a table"),
    ("game = 'shengji'\npreset = 3\n", "preset takes a name"),
    ("game = 'shengji'\n[rules]\ndecks = 2.5\n", "decks=2.5 is not allowed"),
    ("game = 'shengji'\n[rules]\ndecks = true\n", "is not allowed"),
    ("game = 'shengji'\n[rules]\ndecs = 2\n", "did you mean 'decks'"),
    ("game = 'shengji'\n[rules]\ndecks = 2\ndecks = 3\n", "not valid TOML"),
    ("game = 'shengji'\n[rules]\ndecks = " + "9" * 5000, "not valid TOML"),
    ("game = 'shengji'\n[rules]\ndecks = 1979-05-27", "is not allowed"),
    ("game = 'shengji'\n[rules]\ndecks.x = 1", "is not allowed"),
    ("game = 'shengji'\npreset = ''", "unknown preset ''"),
    ("a = " + "[" * 20_000, "nested too deeply"),
    ("#" * (1 << 21), "larger than a rule file"),
]


@pytest.mark.parametrize(("text", "expected"), FILES, ids=lambda v: v[:30])
def test_a_broken_rule_file_is_refused_by_name(say, tmp_path, text, expected):
    path = tmp_path / "house.toml"
    path.write_text(text)
    said = say("rules", "shengji", "--rules", str(path))
    assert said.code == 2
    assert expected in said.err
    assert "house.toml" in said.err or "preset" in said.err


ESCAPES = "game = 'shengji'\n[rules]\n\"\\u001b[31mdecks\" = 3\n"


def test_a_rule_file_cannot_drive_the_terminal(say, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(ESCAPES)
    said = say("rules", "shengji", "--rules", str(path))
    assert said.code == 2
    assert "\x1b" not in said.err
    assert "house.toml: unknown rule option" in said.err


def test_a_byte_order_mark_is_forgiven(say, tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbfgame = 'shengji'\r\n[rules]\r\ndecks = 3\r\n")
    said = say("rules", "shengji", "--rules", str(path), "--diff", "--format", "json")
    assert [row["value"] for row in json.loads(said.out)["table"]] == [3]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_a_device_without_an_end_is_refused(say):
    assert "larger than a rule file" in say("rules", "shengji", "--rules", "/dev/zero").err


def test_a_rule_file_that_is_no_text_is_refused(say, tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(b"game = '\xff\xfe'\n")
    assert "not UTF-8" in say("rules", "shengji", "--rules", str(path)).err


def test_file_preset_and_options_are_taken_in_that_order(say, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text("game = 'shengji'\n[rules]\ndecks = 3\nkitty_size = 10\n")
    said = say(
        "rules", "shengji", "--rules", str(path), "--rule", "kitty_size=6", "--format", "json"
    )
    values = {row["option"]: row["value"] for row in json.loads(said.out)["table"]}
    assert (values["decks"], values["kitty_size"]) == (3, 6)


@pytest.mark.slow
def test_errors_take_less_than_a_second_in_a_process_of_their_own():
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "cli.py", "report", "tichu-deal", "-n", "1e30"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    # Generous: this guards against a compile or a run before the error, not against noise.
    assert time.perf_counter() - began < 10


def test_help_imports_neither_numba_nor_pandas():
    code = (
        "import sys, cli\n"
        "try:\n    cli.main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numba', 'pandas', 'numpy', 'scipy', 'rich', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


def test_every_command_has_help(say):
    import cli

    for name, command in cli.kaipai.commands.items():
        assert command.help, name
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert parameter.help, (name, parameter.name)
        assert say(name, "--help").code == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("run",), "There are gouji, shengji, tichu."),
        (("report",), "tichu-rounds"),
        (("ask",), "There are gouji, shengji, tichu."),
        (("ask", "gouji"), "Gou Ji has revolution, lead, follow, shao, return."),
        (("-n", "100", "run", "tichu"), "Options follow the command: kaipai run tichu -n 100."),
    ],
)
def test_what_is_missing_is_listed(say, arguments, why):
    said = say(*arguments)
    assert said.code == 2
    assert why in said.err


def test_options_of_a_command_are_not_said_to_follow_it(say):
    assert "follow the command" not in say("run", "tichu", "--foo", "1").err


def test_the_help_of_ask_ends_with_what_each_question_takes(say):
    from simcore.catalog import TITLES, load_game

    said = say("ask", "tichu", "grand", "--help")
    assert said.code == 0
    told = " ".join(said.out.split())
    for name in TITLES:
        for question, givens in load_game(name).questions.items():
            assert f"{name} {question} " + " ".join(f"--{given}" for given in givens) in told


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("shengji", "--lead", "AH", "--others", "3H 4H/5H"), "stands"),
        (("shengji", "--others", "3H 4H"), None),
        (("shengji", "--cards", "3H 3H", "--others", "3H 4H"), None),
        (("shengji", "--plays", "3H/4H", "--lead", "3H"), None),
        (("shengji", "--lead", "3H", "--hand", "4H 5H", "--play", "4H"), "legal"),
        (("shengji", "--lead", "3H", "--play", "4H"), None),
        (("gouji", "--table", "8 8", "--reply", "9 9"), "legal"),
        (("gouji", "--table", "8 8", "--reply", "9 9", "--cards", "K K"), None),
        (("gouji", "--reply", "9 9"), None),
        (("tichu", "--table", "3j", "--reply", "4j"), "legal"),
        (("tichu", "--cards", "3j", "--reply", "4j"), None),
        (("tichu", "--table", "3j", "--hand", "4j"), None),
        (("tichu", "--cards", "5j"), "single, rank 5, 1 card "),
    ],
)
def test_judge_takes_what_makes_a_question_and_nothing_beside_it(say, arguments, answer):
    said = say("judge", *arguments)
    if answer is not None:
        assert (said.code, said.out.startswith(answer)) == (0, True), said.err
        return
    assert said.code == 2
    assert "nothing else" in said.err


ONE_CARD = ("ask", "tichu", "grand", "--cards", "Drg")


def test_one_is_not_written_as_many(say, tmp_path):
    assert "1 card is given" in say(*ONE_CARD).err
    out = ("--out", str(tmp_path / "kept"), "--rounds", "1", "--seed", "1", "-n", "5")
    assert ": 1 file, 0 of them from before" in say("run", "tichu", *out).err
    late = say("report", "tichu-deal", "--until", "1e-9", "-n", "1", "--seed", "1", "-q")
    assert "all 1 deal was played" in late.out
    assert "looked at 1 time\n" in late.out

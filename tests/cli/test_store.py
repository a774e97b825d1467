"""``--out`` and ``--from``: the same digits, whatever happened in between."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from simcore import store
from simcore.catalog import load_game

ROOT = Path(__file__).parents[2]
RUN = ("report", "tichu-deal", "-n", "600", "--seed", "3", "--chunk", "100", "-q")
MANIFEST = "_manifest.json"


def result(said):
    assert said.code == 0, said.err
    return json.loads(said.out)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def direct():
    from analysis.commands import Sampling
    from analysis.commands.report import report

    return report("tichu-deal", Sampling(600, seed=3, quiet=True)).document


@pytest.fixture
def kept(say, tmp_path):
    folder = tmp_path / "run"
    result(say(*RUN, "--out", str(folder), "--format", "json"))
    return folder


def without_time(document):
    return {key: value for key, value in document.items() if key != "seconds"}


def test_keeping_changes_no_digit_and_reading_gives_them_again(say, kept, direct):
    again = result(say(*RUN, "--out", str(kept), "--format", "json"))
    read = result(say("report", "tichu-deal", "--from", str(kept), "--format", "json", "-q"))
    assert without_time(again) == without_time(direct)
    assert without_time(read) == without_time(direct)
    assert len(pd.read_parquet(kept)) == 600


@pytest.mark.parametrize("game", ["gouji", "shengji"])
def test_rules_read_are_those_that_were_played(say, tmp_path, game):
    rule = {"gouji": "liberation=off", "shengji": "decks=3"}[game]
    base = [f"report {game}-deal -n 50 --seed 5 --format json -q --rule", rule]
    played = result(say(*" ".join(base).split(), "--out", str(tmp_path / "run")))
    read = result(
        say("report", f"{game}-deal", "--from", str(tmp_path / "run"), "--format", "json", "-q")
    )
    assert without_time(read) == without_time(played)
    name, _, value = rule.partition("=")
    assert str(read["rules"][name]) == value


@pytest.mark.parametrize("game", ["gouji", "shengji", "tichu"])
def test_every_preset_survives_the_manifest(tmp_path, game):
    from analysis.keeping import about, request_of
    from analysis.reports import load_report
    from analysis.simulation import Request

    found, report = load_game(game), load_report(f"{game}-deal")
    for preset in found.presets:
        rules = found.make_rules(preset)
        request = Request(found, rules, seed=1, n=2, chunk=2)
        folder = tmp_path / preset
        with store.Store(folder, about(request, "deals")) as kept:
            kept.fetch(0, 2, lambda a, b, rules=rules: found.room("deals")(rules, 1, a, b - a))
        assert request_of(store.Kept(folder), found, report).rules == rules


def test_another_split_and_level_are_free_on_kept_records(say, kept):
    of_kept = ("report", "tichu-deal", "--from", str(kept), "--format", "json", "-q")
    split = result(say(*of_kept, "--by", "seat", "--level", "0.5", "--threads", "1"))
    played = result(say(*RUN, "--by", "seat", "--level", "0.5", "--format", "json"))
    assert without_time(split) == without_time(played)


def test_a_drawn_seed_is_taken_up_again(say, tmp_path):
    command = ("report", "tichu-deal", "-n", "50", "-q", "--format", "json", "--out", str(tmp_path))
    first, again = result(say(*command)), result(say(*command))
    assert without_time(first) == without_time(again)
    assert json.loads((tmp_path / MANIFEST).read_text())["seed"] == first["seed"]


def test_what_was_kept_and_mended_is_said(say, kept):
    (kept / "0000000000200.parquet").write_bytes(b"")
    said = say(*RUN[:-1], "--out", str(kept))
    assert said.code == 0
    assert "played again, 0000000000200.parquet: its checksum is wrong" in said.err
    assert f"records kept in {kept}: 6 files, 5 of them from before" in said.err
    assert say(*RUN, "--out", str(kept)).err == ""


OPTIONS = [
    ("-n", "5"), ("--seed", "0"), ("--rule", "wish=off"), ("--rules", "x.toml"),
    ("--preset", "seed"), ("--policy", "random"), ("--rounds", "1"), ("--chunk", "4"),
    ("--out", "there"),
]  # fmt: skip


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option[0])
def test_options_of_playing_are_refused_beside_from(say, kept, option):
    said = say("report", "tichu-deal", "--from", str(kept), *option)
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"error: {option[0]} cannot stand beside --from: the records kept say what was played\n"
    )


OTHER = [
    (("-n", "601"), "n 600 there, 601 here"),
    (("--seed", "4"), "seed 3 there, 4 here"),
    (("--chunk", "50"), "chunk 100 there, 50 here"),
    (("--rule", "wish=off"), "rule wish optional there, off here"),
]


@pytest.mark.parametrize(("options", "expected"), OTHER, ids=lambda v: v[0])
def test_a_folder_of_another_run_is_refused(say, kept, options, expected):
    said = say(*RUN, *options, "--out", str(kept))
    assert (said.code, said.out) == (2, "")
    assert f"{kept} holds another run: {expected}; give another folder" in said.err


def test_a_report_of_another_game_or_source_is_refused(say, kept):
    said = say("report", "gouji-deal", "--from", str(kept))
    assert said.code == 2
    assert "holds deals of tichu; the report asked for is about deals of gouji" in said.err
    said = say("report", "tichu-calls", "--from", str(kept))
    assert "holds deals of tichu; the report asked for is about matches of tichu" in said.err


def rewritten(folder, **changes):
    """The same manifest by another kaipai: fields changed, checksum right."""
    from dataclasses import replace

    from simcore.manifest import manifest_text, parse_manifest

    about, chunks = parse_manifest((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(manifest_text(replace(about, **changes), chunks))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game_version": "0"}, "results of version 0 of Tichu"),
        ({"records": {"itemsize": 8, "fields": [["match", "<u8", [], 0]]}}, "another layout"),
        ({"rules": {"wish": "off"}}, "other rules or seats"),
        ({"rules": {"wihs": "off"}}, "unknown rule option"),
        ({"policies": ["random"]}, "unknown policy|other rules or seats"),
    ],
)
def test_records_that_this_version_cannot_read_are_refused(say, kept, changes, expected):
    import re

    rewritten(kept, **changes)
    said = say("report", "tichu-deal", "--from", str(kept))
    assert (said.code, said.out) == (2, "")
    assert re.search(expected, said.err)


def test_the_version_shown_is_the_one_that_played(say, kept, direct):
    rewritten(kept, version="0.0.7")
    read = result(say("report", "tichu-deal", "--from", str(kept), "--format", "json", "-q"))
    assert (read["version"], read["digest"]) == ("0.0.7", direct["digest"])


def test_an_unfinished_run_says_so(say, kept):
    from simcore.manifest import manifest_text, parse_manifest

    about, chunks = parse_manifest((kept / MANIFEST).read_bytes())
    (kept / MANIFEST).write_bytes(manifest_text(about, chunks[:4]))
    of_kept = ("report", "tichu-deal", "--from", str(kept), "-q")
    read = result(say(*of_kept, "--format", "json"))
    assert (read["deals"], read["interrupted"]) == (400, True)
    assert "the run is unfinished: 400 of 600 are kept" in say(*of_kept).out
    shorter = result(say(*RUN, "-n", "400", "--format", "json"))
    assert (read["digest"], read["table"]) == (shorter["digest"], shorter["table"])


def test_nothing_there_is_one_clear_line(say, tmp_path):
    for folder in (tmp_path, tmp_path / "no", tmp_path / ("x" * 300)):
        said = say("report", "tichu-deal", "--from", str(folder))
        assert said.code in (1, 2)
        assert said.err.startswith("error: ")
        assert said.err.count("\n") == 1
    (tmp_path / "mine").write_text("x")
    said = say(*RUN, "--out", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert "not empty and holds no run of kaipai" in said.err


def test_no_damage_gives_a_traceback_or_another_digit(say, kept, direct):
    rng = random.Random(5)
    names = sorted(path.name for path in kept.iterdir() if "previous" not in path.name)
    for _ in range(12):
        path = kept / rng.choice(names)
        whole = path.read_bytes()
        damage = bytearray(whole)
        damage[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(rng.choice([damage, whole[: rng.randrange(len(whole))], bytes(99)]))
        said = say("report", "tichu-deal", "--from", str(kept), "-q")
        assert (said.code, said.out) == (1, "")
        assert str(path) in said.err
        mended = result(say(*RUN, "--out", str(kept), "--format", "json"))
        assert (mended["digest"], mended["table"]) == (direct["digest"], direct["table"])


def test_without_pyarrow_the_extra_is_named_before_anything_is_written(say, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = say(*RUN, "--out", str(tmp_path / "run"))
    assert said.code == 3
    assert "pip install 'kaipai[parquet]'" in said.err
    assert not (tmp_path / "run").exists()


def test_a_full_disk_is_exit_code_1_with_the_name_of_the_file(say, tmp_path):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, hard))
        said = say(*RUN, "--out", str(tmp_path / "run"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (said.code, said.out) == (1, "")
    assert f"error: cannot write {tmp_path / 'run' / '0000000000000.parquet'}: " in said.err
    assert [path.name for path in (tmp_path / "run").iterdir()] == [MANIFEST]


@pytest.mark.slow
def test_a_command_killed_at_random_times_ends_with_the_same_digest(say, tmp_path):
    folder = tmp_path / "run"
    command = ("report", "tichu-deal", "-n", "60k", "--chunk", "500", "--seed", "8", "-q")
    rng = random.Random(2)
    killed = 0
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "cli.py", *command, "--out", str(folder)], cwd=ROOT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        give_up = time.monotonic() + 60
        before = len(list(folder.glob("*.parquet")))
        # Kill once new files appear, so that the kill falls into the run and not into imports.
        while process.poll() is None and time.monotonic() < give_up:
            if len(list(folder.glob("*.parquet"))) >= before + 10:
                break
            time.sleep(0.01)
        time.sleep(rng.random() / 10)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed
    found = result(say(*command, "--out", str(folder), "--format", "json"))
    unbroken = result(say(*command, "--format", "json"))
    assert without_time(found) == without_time(unbroken)


@pytest.mark.skipif(not load_game("tichu").policies, reason="Tichu cannot be played yet")
def test_matches_are_kept_and_any_report_reads_them(say, tmp_path):
    folder = str(tmp_path / "run")
    options = ("-n", "40", "--rounds", "2", "--seed", "6", "--policy", "random", "-q")
    as_json = ("--format", "json")
    played = result(say("run", "tichu", *options, "--chunk", "9", "--out", folder, *as_json))
    assert without_time(played) == without_time(result(say("run", "tichu", *options, *as_json)))
    for name in ("tichu-calls", "tichu-bombs", "tichu-rounds"):
        read = result(say("report", name, "--from", folder, "-q", *as_json))
        direct = result(say("report", name, *options, *as_json))
        assert without_time(read) == without_time(direct)
        assert read["policies"] == ["random"] * 4
    frame = pd.read_parquet(folder)
    assert len(frame) == 80
    assert set(frame["match"]) == set(range(40))
    said = say("run", "tichu", *options, "--policy", "1=heuristic", "--out", folder)
    assert "policies " in said.err
    assert "chunk" not in said.err


def rounds_in_place_of_play(seed, start, stop, rules, policies, rounds):
    """Records of matches as no engine plays them: a function of all that a run is made of."""
    import numpy as np

    from simcore.tichu.records import RECORD

    records = np.zeros((stop - start) * rounds, dtype=RECORD)
    records["match"] = np.repeat(np.arange(start, stop), rounds)
    records["round"] = np.tile(np.arange(1, rounds + 1), stop - start)
    records["last"] = records["round"] == rounds
    records["tricks"] = 5 + (records["match"] * 7 + seed + sum(policies)) % 9
    records["place"] = records["finish"] + 1 + np.arange(4)
    records["bet"][:, 1] = records["match"] % 3
    records["made"][:, 1] = records["match"] % 6 > 3
    return records


@pytest.fixture
def playable(monkeypatch):
    """Tichu with these records for its matches."""
    import types
    from dataclasses import replace

    from analysis.commands import report as body

    module = types.ModuleType("stand_in")
    module.play = rounds_in_place_of_play
    monkeypatch.setitem(sys.modules, "simcore.tichu.stand_in", module)
    tichu = load_game("tichu")
    rooms = {**tichu.rooms, "play": "stand_in:play"}
    game = replace(tichu, policies=("random", "heuristic"), rooms=rooms)
    monkeypatch.setattr(body, "load_game", lambda name: game)


@pytest.mark.usefixtures("playable")
def test_policies_and_rounds_of_kept_matches_are_those_of_the_manifest(say, tmp_path):
    folder = str(tmp_path / "run")
    options = ("-n", "40", "--rounds", "3", "--seed", "6", "--policy", "random", "--policy",
               "2=heuristic", "-q")  # fmt: skip
    as_json = ("--format", "json")
    played = result(say("run", "tichu", *options, "--chunk", "9", "--out", folder, *as_json))
    assert played["policies"] == ["random", "random", "heuristic", "random"]
    assert (played["matches"], played["rounds"]) == (40, 120)
    for name in ("tichu-calls", "tichu-rounds"):
        read = result(say("report", name, "--from", folder, "-q", *as_json))
        direct = result(say("report", name, *options, *as_json))
        assert without_time(read) == without_time(direct)
        assert read["policies"] == played["policies"]
        assert not [row for row in read["table"] if row["metric"] == "rounds_per_match"]
    said = say("run", "tichu", *options, "--rounds", "2", "--policy", "random", "--out", folder)
    assert said.code == 2
    assert 'policies ["random", "random", "heuristic", "random"] there' in said.err
    assert "; rounds 3 there, 2 here; give another folder" in said.err
    said = say("report", "tichu-deal", "--from", folder)
    assert "holds matches of tichu; the report asked for is about deals of tichu" in said.err

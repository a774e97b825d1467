"""Gou Ji kernels against the plain-Python oracle, at length.

Positions: the combinations with which a hand can lead, those that beat a table, the forms of Shao
Pai and (short hands) every division, under all values of the options that touch them.  Rounds:
whole transcripts, most from short hands rich in jokers, under random values of every option, read
by the oracle's referee; the branches of Shao Pai (GJ-46 to GJ-54) are counted.

    python benchmarks/gouji_differential.py --positions 1000000 --rounds 5000
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # a file here may hide a package

from simcore.gouji import combos, trace  # noqa: E402
from simcore.gouji.cards import FIRST_COPY, NATURALS  # noqa: E402
from simcore.gouji.game import GAME  # noqa: E402
from simcore.gouji.records import MOVE, rules_row  # noqa: E402
from simcore.jit import kernel  # noqa: E402
from tests.oracle import gouji as oracle  # noqa: E402

CHANGES = [
    dict(
        red_for_black=red,
        allwild_vs_black_mixed=black,
        mixed_wild_over_natural=mixed,
        shao_two_test=two,
        shao_single_allowed=single,
    )
    for red, black, mixed, two, single in itertools.product(
        ("at_least", "exact"),
        ("never", "all_jokers", "reds_cover"),
        ("yes", "all_twos_or_all_jokers_only"),
        ("exists", "minimal"),
        (False, True),
    )
]
ROOM = 4096
LONGEST_DIVIDED = 6
"""Cards of a hand up to which the oracle lists all divisions."""


@kernel
def list_plays(naturals: Any, wilds: Any, table: Any, rules: Any, is_lead: Any, out: Any) -> Any:
    """Write all leads, or all replies to a table, into `out`; return how many."""
    cards = combos.hand_size(naturals, 0)
    if is_lead:
        n = combos.lead_count(cards, wilds)
    else:
        n = combos.reply_count(naturals, wilds, table, rules[0])
    for i in range(n):
        if is_lead:
            out[i] = combos.lead_at(cards, naturals, wilds, i)
        else:
            out[i] = combos.pick_reply(naturals, wilds, table, rules[0], i)
    return n


def positions(rng: random.Random) -> Iterator[tuple[Counter[str], oracle.Combo]]:
    """Draw hands and tables without end: short, of few ranks, rich in wild cards."""
    while True:
        ranks = rng.sample(NATURALS, rng.choice((1, 2, 3, 4, 6)))
        pool = [rank for rank in ranks for _ in range(rng.choice((1, 2, 3, 5)))]
        pool += ["2"] * rng.choice((0, 0, 1, 2, 4)) + ["BJ"] * rng.choice((0, 1, 2, 4))
        pool += ["RJ"] * rng.choice((0, 1, 2, 4))
        hand = Counter(rng.sample(pool, min(len(pool), rng.choice((1, 2, 3, 4, 5, 6, 9, 14)))))
        n = rng.choice((0, 0, 1, 1, 1, 2, 2, 3, 4))
        rank = rng.choice(NATURALS[:7] if rng.random() < 0.7 else NATURALS) if n else ""
        twos = rng.choice((0, 0, 0, 1, 2))
        blacks = rng.choice((0, 0, 0, 1, 1, 2, 3))
        reds = int(rng.random() < 0.04)
        table = oracle.Combo(n, rank, twos, blacks, reds)
        if table.size:
            yield hand, table


def check_positions(n: int, seed: int) -> Counter[str]:
    """Compare n positions; raise at the first difference; return what was compared."""
    rng = random.Random(seed)
    rules = [
        (rules_row(GAME.make_rules("seed", change)), oracle.full_rules(change))
        for change in CHANGES
    ]
    out, move = np.zeros(ROOM, dtype=np.int64), np.zeros(1, dtype=MOVE)[0]
    codes: dict[oracle.Combo, int] = {}

    def code(combo: oracle.Combo) -> int:
        if combo not in codes:
            codes[combo] = combos.read_combo(combo.cards())
        return codes[combo]

    done: Counter[str] = Counter()
    for hand, table in itertools.islice(positions(rng), n):
        row, words = rng.choice(rules)
        naturals, wilds = combos.counts_of_ranks(hand.elements())
        laid = code(table)
        expected = {code(combo) for combo in oracle.replies(hand, table, words)}
        count = list_plays(naturals, wilds, laid, row, False, out)
        told = f"hand {sorted(hand.elements())}, table {table.cards()}, {words}"
        assert sorted(out[:count].tolist()) == sorted(expected), told
        assert bool(combos.can_beat(naturals, wilds, laid, row[0])) == bool(expected), told
        done["positions"] += 1
        done["replies"] += int(count)
        forms = combos.shao_forms(naturals, wilds, laid, row[0], 0)
        names = {"A": combos.FORM_A, "B": combos.FORM_B, "1": combos.SINGLE}
        assert {name for name, bit in names.items() if forms & bit} == oracle.forms(
            hand, table, words
        ), told
        if rng.random() < 0.1:
            expected = {code(combo) for combo in oracle.leads(hand)}
            count = list_plays(naturals, wilds, 0, row, True, out)
            assert sorted(out[:count].tolist()) == sorted(expected), told
            done["leads"] += int(count)
        if forms and hand.total() <= LONGEST_DIVIDED and rng.random() < 0.2:
            every = {
                (code(d.first), tuple(sorted(map(code, d.middle))), d.last and code(d.last))
                for d in oracle.divisions(hand, table, words)
            }
            count = combos.pick_division(naturals, wilds, laid, row[0], move, -1)
            assert count == min(combos.MOST_DIVISIONS, len(every)), told
            found = set()
            for k in range(count):
                combos.pick_division(naturals, wilds, laid, row[0], move, k)
                chain = move["chain"][: move["length"]].tolist()
                last = chain[-1] if len(chain) > 1 else None
                found.add((chain[0], tuple(sorted(chain[1:-1])), last))
            assert len(found) == count, told
            assert found <= every, told
            done["divisions"] += int(count)
    return done


MEAN_HANDS = (
    "K K 3", "K K 2 2 3", "Q Q Q 3", "A A 3 4", "K 2 3", "A A 5 5 5", "A A 5 5", "2 2 6 6",
    "2 2 3 4", "2 2 A A 3", "BJ BJ 7 7", "BJ BJ 3 4", "RJ RJ 4 4", "A A 8 8 BJ 4",
    "2 2 7 7 RJ 6", "A A 9 BJ T BJ 5", "9 9 RJ 3", "T T RJ RJ 3", "2 2 2 3 3", "A 2 5 5",
)  # fmt: skip
"""Hands that start a Gou Ji, announce Shao Pai or can interrupt one."""


STARTERS = ("K K A", "K K 2 2 A", "2 2", "2 2 A A 6", "9 9 RJ A", "9 9 RJ")
RUNNERS = ("A A 5 5 5", "A A 7 7 BJ 4", "A A 8 8 BJ 4", "BJ BJ 7 7", "A A")
"""Hands of one team that start a Gou Ji and break runs, and of the other that announce."""
BREAKERS = ("K K 2 2 A",)
SECONDS = ("A A 5 5 5", "A A 6", "BJ BJ 7 7", "BJ BJ 8 8 8")
"""Likewise, where the other team has an answer to the twos that break its run (GJ-54)."""
PAIRS = [(MEAN_HANDS, MEAN_HANDS), (STARTERS, RUNNERS), (RUNNERS, STARTERS)]
PAIRS += [(BREAKERS, SECONDS), (SECONDS, BREAKERS)]


def mean_deal(rng: random.Random) -> list[list[str]]:
    """Deal hands of a pair of lists in turn, as far as the jokers go."""
    teams = rng.choice(PAIRS)
    while True:
        hands = [rng.choice(teams[seat % 2]).split() for seat in range(6)]
        cards = [card for hand in hands for card in hand]
        if max(cards.count("BJ"), cards.count("RJ")) <= 4:
            break
    used: Counter[str] = Counter()

    def suited(rank: str) -> str:
        used[rank] += 1
        return rank if rank in ("BJ", "RJ") else rank + "SHDC"[used[rank] % 4]

    return [[suited(rank) for rank in hand] for hand in hands]


def short_deal(rng: random.Random) -> list[list[int]]:
    """Deal short hands as card numbers: few ranks and many wild cards, or the mean hands above."""
    hands = oracle.short_hands(rng, rng.choice((2, 3, 4, 5, 6, 7, 8)), rng.choice((2, 3, 4)))
    if rng.random() < 0.7:
        hands = mean_deal(rng)
    used: Counter[str] = Counter()
    deal = []
    for hand in hands:
        numbers = []
        for card in hand:
            numbers.append(FIRST_COPY[card] + used[card])
            used[card] += 1
        deal.append(numbers)
    return deal


def random_changes(rng: random.Random) -> dict[str, Any]:
    """Draw values for about a third of all options, for more of those of Shao Pai."""
    changes = {
        name: rng.choice(values)
        for name, values in oracle.CHOICES.items()
        if rng.random() < (0.5 if name.startswith("shao_") else 0.3)
    }
    changes["shao_pai"] = rng.choice(("on", "on", "on", "off"))
    if rng.random() < 0.1:
        changes["gouji_thresholds"] = {"T": 3, "A": 1}
    return changes | {"hands_per_game": rng.choice((1, 1, 2, 3)), "games_per_session": 1}


class Branches:
    """Counts the branches of Shao Pai in a transcript."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def read(self, events: list[dict[str, Any]]) -> None:
        """Add a transcript."""
        run: dict[str, Any] | None = None
        passed: set[int] = set()
        at = 0
        is_broken_duel = False
        for event, later in itertools.pairwise([*events, {"event": "none"}]):
            name = event["event"]
            if name == "pass":
                passed.add(event["seat"])
            elif name in ("clear", "wind", "round"):
                passed = set()
                is_broken_duel &= run is not None
            if name == "shao":
                run, at = event, 0
                self._announced(event, passed, is_broken_duel)
                is_broken_duel = False
            elif name == "play" and run is not None and event["seat"] == run["seat"]:
                at += 1
                if at == len(run["chain"]):
                    self.counts[
                        f"GJ-{49 if run['form'] == 'A' else 51} form {run['form']} made"
                    ] += 1
                    run = None
            elif name == "interrupt" and run is not None:
                self._broken(event, run, at)
                is_broken_duel = event["gouji"]
                run = None
            if name == "out" and later["event"] == "wind":
                self.counts["GJ-53 or 56 wind at once"] += 1

    def _announced(self, event: dict[str, Any], passed: set[int], inside: bool) -> None:
        place = (event["seat"] - event["attacker"]) % 6
        self.counts[f"GJ-46 announced by seat +{place}"] += 1
        if event["seat"] in passed:
            self.counts["GJ-46 announced after a pass"] += 1
        if len(event["chain"]) == 1:
            self.counts["GJ-47 whole hand at once"] += 1
        else:
            self.counts[f"GJ-47 form {event['form']}"] += 1
        if len(event["chain"]) > 3:
            self.counts["GJ-51 two or more joker combinations"] += 1
        if inside:
            self.counts["GJ-54 in a Gou Ji from an interruption"] += 1

    def _broken(self, event: dict[str, Any], run: dict[str, Any], at: int) -> None:
        seat, announcer = event["seat"], run["seat"]
        if run["form"] == "B":
            self.counts[f"GJ-52 form B broken at {'C1' if at == 1 else 'a later play'}"] += 1
            kind = "starts a Gou Ji" if event["gouji"] else "goes on in rotation"
            self.counts[f"GJ-52 {kind}"] += 1
            return
        self.counts["GJ-50 form A broken"] += 1
        kind = "starts a Gou Ji" if event["gouji"] else "goes on in rotation"
        self.counts[f"GJ-50 {kind}"] += 1
        if seat == run["attacker"]:
            self.counts["GJ-50 by the attacker"] += 1
        elif (seat - announcer) % 2 == 0:
            self.counts["GJ-50 by a team mate"] += 1
        elif (seat - announcer) % 6 == 3:
            self.counts["GJ-50 by the announcer's Dui Men"] += 1
        else:
            self.counts["GJ-50 by another opponent"] += 1


def check_rounds(n: int, full: int, seed: int) -> tuple[int, Counter[str]]:
    """Referee at least n rounds from short hands and `full` from whole deals."""
    rng = random.Random(seed)
    branches = Branches()
    done = match = 0
    for wanted, is_full in ((n, False), (full, True)):
        end = done + wanted
        while done < end:
            changes = random_changes(rng)
            policies = [rng.choice((0, 0, 1, 2)) for _ in range(6)]
            if is_full:
                rules = GAME.make_rules("seed", changes)
                events = trace.transcript(seed, match, rules, policies)
            else:
                rules = GAME.make_rules("seed", changes | {"revolution": "off"})
                events = trace.transcript_given([short_deal(rng)], seed, match, rules, policies, 3)
            faults = oracle.referee(events, full_deal=is_full)
            told = f"match {match} of seed {seed}, policies {policies}, under {changes}"
            assert not faults, f"{told}: {faults[:2]}; it begins {events[1:6]}"
            branches.read(events)
            done += sum(event["event"] == "score" for event in events)
            match += 1
    return done, branches.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5_000, help="from short hands")
    parser.add_argument("--full", type=int, default=500, help="rounds from whole deals")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    rounds, branches = check_rounds(options.rounds, options.full, options.seed)
    print(f"{rounds} rounds refereed without a fault, {time.perf_counter() - began:.0f} s")
    for name, count in sorted(branches.items()):
        print(f"  {name}: {count}")
    began = time.perf_counter()
    done = check_positions(options.positions, options.seed)
    print(f"{dict(done)} alike, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()

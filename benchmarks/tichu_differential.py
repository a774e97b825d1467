"""Tichu kernels against the plain-Python oracle: moves of a turn, windows, card sets, rounds.

Positions are drawn with Python's own generator, half of them plainly and half to be mean: short
hands out of few ranks, one suit, the Phoenix, bombs on the table, open wishes, changed options.

    python benchmarks/tichu_differential.py --random 1000000 --hard 1000000 --rounds 10000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # not this folder: a file here may hide a package

from oracle import tichu as oracle  # noqa: E402
from oracle.tichu.moves import legal_patterns, window_patterns  # noqa: E402

from simcore.options import as_json, change, coded  # noqa: E402
from simcore.tichu import combos  # noqa: E402
from simcore.tichu.cards import DECK, NAMES, NUMBER, pack, unpack  # noqa: E402
from simcore.tichu.combos.listing import MAX_COMBOS  # noqa: E402
from simcore.tichu.policies import Policy  # noqa: E402
from simcore.tichu.records import MOVE, rules_record  # noqa: E402
from simcore.tichu.rules import Rules  # noqa: E402
from simcore.tichu.streams import STREAMS  # noqa: E402
from simcore.tichu.trace import transcript  # noqa: E402

MOVE_OPTIONS: dict[str, tuple[object, ...]] = {
    "fullhouse_same_rank": ("invalid", "valid"),
    "phoenix_declaration": ("declare", "highest"),
    "phoenix_fulfils_wish": (False, True),
    "wish_bomb_escape": (False, True),
    "wish_scope": ("turn_only", "any_play"),
}
"""Options that change which plays there are."""

KIND_NUMBER = {name: number for number, name in enumerate(combos.KINDS)}
BY_RANK = [NAMES[n] for n in range(4, 56)]


def coded_combo(combo: Any) -> int:
    """Write the oracle's combo as the kernels' integer."""
    kind = KIND_NUMBER[combo.kind]
    return kind | combo.length << 4 | int(2 * combo.rank) << 8 | (combo.phoenix or 0) << 16


def oracle_combo(combo: int) -> Any:
    """Write the kernels' integer as the oracle's combo."""
    rank = (combo >> 8 & 255) / 2
    return oracle.Combo(
        combos.KINDS[combo & 15], combo >> 4 & 15, int(rank) if rank == int(rank) else rank,
        combo >> 16 or None,
    )  # fmt: skip


class Kernels:
    """The kernels under test, with rules and scratch at hand."""

    def __init__(self) -> None:
        self.out = np.zeros(MAX_COMBOS, dtype=MOVE)
        self.streams = np.zeros(1, dtype=STREAMS)
        self.rules: list[tuple[dict[str, Any], Any]] = []
        for i in range(1 << len(MOVE_OPTIONS)):
            chosen = {
                name: values[i >> bit & 1]
                for bit, (name, values) in enumerate(MOVE_OPTIONS.items())
            }
            rules = change(coded(Rules()), chosen)
            self.rules.append((oracle.make_rules(**as_json(rules)), rules_record(rules)))

    def moves(self, hand: list[str], top: int, wish: int, extra: bool, rules: Any) -> Any:
        """List the moves: (combo, cards) in the kernels' order, and whether a pass is allowed."""
        n, may_pass = combos.list_moves(
            pack(NUMBER[c] for c in hand), top, wish, extra, rules[0], self.streams[0], self.out
        )
        return self.out[:n].tolist(), bool(may_pass)

    def bombs(self, hand: list[str], top: int, wish: int, rules: Any) -> set[int]:
        """Combos that a window offers."""
        word = pack(NUMBER[c] for c in hand)
        quads, flush = map(np.uint64, combos.bomb_masks(word))
        n, w = combos.window_menu(word, quads, flush, top, wish, rules[0])
        return {combos.scan_bombs(word, quads, flush, top, w, np.int64(k)) for k in range(n)}


def plain_hand(rng: Random) -> tuple[list[str], list[str]]:
    """Two disjoint hands of a full deck."""
    cards = rng.sample(NAMES, 28)
    return cards[: rng.randint(1, 14)], cards[14:]


def mean_hand(rng: Random) -> tuple[list[str], list[str]]:
    """Two disjoint hands in which rare combinations are common."""
    style = rng.randrange(4)
    low = rng.randint(0, 9)
    ranks = rng.sample(range(13), rng.randint(2, 5)) if style == 0 else range(low, low + 4)
    few = [card for r in ranks for card in BY_RANK[4 * r : 4 * r + 4]]
    if style == 2:
        suit = rng.randrange(4)
        few = BY_RANK[suit::4] + rng.sample(BY_RANK, 8)
    if style == 3:
        start = rng.randint(0, 5)
        few = BY_RANK[4 * start : 4 * start + 32]
    pool = list(dict.fromkeys(few))
    rng.shuffle(pool)
    mine = pool[: rng.randint(1, 13)]
    theirs = [c for c in BY_RANK if c not in mine]
    theirs = (
        [c for c in pool if c not in mine] + rng.sample(theirs, 14)
        if rng.random() < 0.5
        else rng.sample(theirs, 14)
    )
    if rng.random() < 0.6:
        mine.append("Phx")
    elif rng.random() < 0.5:
        theirs.append("Phx")
    if rng.random() < 0.3:
        mine.append("Mah")
    if rng.random() < 0.1:
        mine.append("Dog")
    if rng.random() < 0.1:
        mine.append("Drg")
    return mine[:14], list(dict.fromkeys(theirs))[:14]


def table_of(rng: Random, kernels: Kernels, theirs: list[str], rules: Any) -> int:
    """Something the other hand could have laid; a third of the time a single half a step up."""
    listed, _ = kernels.moves(theirs, 0, 0, False, rules)
    kinds = {combo & 15 for _, combo in listed if combo != combos.SINGLE | 1 << 4}
    if not kinds:
        return 0
    kind = rng.choice(sorted(kinds))
    return int(rng.choice([combo for _, combo in listed if combo & 15 == kind and combo >> 8]))


def order_key(combo: int) -> tuple[int, int, int, int]:
    """Position of a combo in the fixed order of listing."""
    return combo & 15, combo >> 4 & 15, combo >> 8 & 255, combo >> 16


def compare_position(rng: Random, kernels: Kernels, is_hard: bool) -> str | None:
    """Draw a position; say what differs, if anything."""
    known, record = rng.choice(kernels.rules) if is_hard else kernels.rules[0]
    mine, theirs = mean_hand(rng) if is_hard else plain_hand(rng)
    top = table_of(rng, kernels, theirs, record) if rng.random() < 0.65 else 0
    wish = 0
    if rng.random() < 0.5:
        held = [oracle.rank_of(c) for c in mine if c != "Phx"]
        wish = rng.choice([*(r for r in held if 2 <= r <= 14), rng.randint(2, 14)])
    extra = top != 0 and rng.random() < 0.05
    table = oracle_combo(top) if top else None
    patterns, may_pass = legal_patterns(mine, table, wish or None, known, extra)
    expected = {coded_combo(p.combo) for p in patterns}
    listed, got_pass = kernels.moves(mine, top, wish, extra, record)
    got = [combo for _, combo in listed]
    where = f"hand {mine} top {table} wish {wish} extra {extra} rules {known}"
    if set(got) != expected or got_pass != may_pass:
        return f"{where}: too many {set(got) - expected}, missing {expected - set(got)}"
    if got != sorted(got, key=order_key) or len(set(got)) != len(got):
        return f"{where}: not in order: {got}"
    for cards, combo in rng.sample(listed, min(3, len(listed))):
        word = np.uint64(cards)
        again = combos.classify(word, combo >> 16, top, record[0])
        if again != combo or not set(unpack(cards)) <= set(mine):
            return f"{where}: {unpack(cards)} is no {oracle_combo(combo)}"
        if top and not combos.beats(combo, top):
            return f"{where}: {oracle_combo(combo)} does not beat the table"
    if top:
        own = rng.random() < 0.2
        bombs = {
            coded_combo(p.combo) for p in window_patterns(mine, table, wish or None, known, own)
        }
        if kernels.bombs(mine, top, wish, record) != bombs:
            return f"{where}: window should offer {bombs}"
    return None


def compare_set(rng: Random, kernels: Kernels) -> str | None:
    """Draw a set of cards; compare what it is, undeclared and with each declaration."""
    known, record = rng.choice(kernels.rules)
    pool, _ = mean_hand(rng)
    cards = rng.sample(pool, rng.randint(1, len(pool)))
    word = pack(NUMBER[c] for c in cards)
    top = rng.choice([0, *(combos.SINGLE | 1 << 4 | v << 8 for v in (2, 3, 10, 28, 29, 30))])
    table = oracle_combo(top) if top else None
    for declared in (0, rng.randint(2, 14), rng.randint(2, 14)):
        combo = oracle.classify(cards, declared or None, known, table)
        expected = coded_combo(combo) if combo else 0
        got = combos.classify(word, np.int64(declared), np.int64(top), record[0])
        if got != expected:
            return f"{cards} declared {declared} on {table}: {got} should be {expected}, {known}"
        if combo and table and bool(combos.beats(got, top)) != oracle.beats(combo, table):
            return f"{cards} on {table}: beats is wrong"
    return None


def positions(n: int, seed: int, what: str) -> Iterator[str]:
    """Compare n positions (``random`` or ``hard``) or card sets; yield the differences."""
    kernels = Kernels()
    rng = Random(f"{what} {seed}")
    for _ in range(n):
        if what == "sets":
            fault = compare_set(rng, kernels)
        else:
            fault = compare_position(rng, kernels, what == "hard")
        if fault:
            yield fault


def drawn_rules(rng: Random) -> dict[str, Any]:
    """Rules with one option changed, or with several."""
    chances = {name: values for name, (values, _) in oracle.OPTIONS.items() if values != "int"}
    names = list(chances)
    picked = [rng.choice(names)] if rng.random() < 0.3 else [n for n in names if rng.random() < 0.4]
    chosen = {
        name: rng.choice(chances[name]) for name in picked if isinstance(chances[name], tuple)
    }
    if rng.random() < 0.2:
        chosen |= {"stake_small": rng.choice((0, 50)), "stake_grand": rng.choice((0, 300))}
    if rng.random() < 0.2:
        chosen |= {"max_rounds": rng.choice((1, 2, 6)), "target_score": rng.choice((100, 300))}
    return chosen


def short_hands(rng: Random) -> list[list[str]]:
    """Four hands of one to six cards out of few ranks, specials likely."""
    low = rng.randint(0, 8)
    pool = BY_RANK[4 * low : 4 * low + 20] + [c for c in NAMES[:4] if rng.random() < 0.7]
    rng.shuffle(pool)
    if rng.random() < 0.3:
        start, suit = rng.randint(0, 7), rng.randrange(4)
        run = BY_RANK[4 * start + suit : 4 * start + suit + 24 : 4]
        pool = run + [c for c in pool if c not in run]
    hands: list[list[str]] = []
    for _ in range(4):
        n = rng.randint(1, 6)
        hands.append(pool[:n])
        pool = pool[n:]
    return [hand or ["Kj"] for hand in hands] if all(hands) else short_hands(rng)


def referee_matches(n_rounds: int, seed: int) -> tuple[int, list[str]]:
    """Play and referee matches of up to three rounds under drawn rules, half from short hands."""
    rng = Random(f"rounds {seed}")
    done, faults, match = 0, [], 0
    while done < n_rounds:
        match += 1
        chosen = drawn_rules(rng)
        rules = change(coded(Rules()), chosen)
        policies = [rng.choice([Policy.RANDOM, Policy.LOWEST, Policy.HEURISTIC]) for _ in range(4)]
        hands = short_hands(rng) if rng.random() < 0.5 else None
        rounds = 0 if "max_rounds" in chosen and rng.random() < 0.5 else rng.randint(1, 3)
        numbers = None if hands is None else [[NUMBER[c] for c in hand] for hand in hands]
        events = transcript(seed, match, rules, policies, rounds, hands=numbers)
        done += sum(event["event"] == "score" for event in events)
        found = oracle.referee(events, hands=hands, stop_after=rounds or None)
        faults += [f"match {match}, {policies}, {chosen}, {hands}: {fault}" for fault in found]
    return done, faults


def main() -> int:
    """Run the comparisons asked for and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--random", type=int, default=20_000, help="plain positions")
    parser.add_argument("--hard", type=int, default=20_000, help="mean positions")
    parser.add_argument("--sets", type=int, default=20_000, help="sets of cards to classify")
    parser.add_argument("--rounds", type=int, default=200, help="rounds to referee")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    assert len(NAMES) == int(DECK).bit_count()
    n_faults = 0
    for what in ("random", "hard", "sets"):
        began = time.perf_counter()
        faults = list(positions(getattr(given, what), given.seed, what))
        seconds = time.perf_counter() - began
        print(f"{what}: {getattr(given, what):,} compared, {len(faults)} differ, {seconds:.0f} s")
        for fault in faults[:5]:
            print("  ", fault)
        n_faults += len(faults)
        sys.stdout.flush()
    began = time.perf_counter()
    done, faults = referee_matches(given.rounds, given.seed) if given.rounds else (0, [])
    print(f"rounds: {done:,} refereed, {len(faults)} faults, {time.perf_counter() - began:.0f} s")
    for fault in faults[:5]:
        print("  ", fault)
    return 1 if n_faults or faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

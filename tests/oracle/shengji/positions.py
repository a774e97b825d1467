"""Positions to test on: hands and stocks in which rare forms are common, options at random."""

import random
from typing import Any

from .cards import KINDS, Frame
from .choosers import BoldChooser, RandomChooser
from .rules import KITTY_MODES, OPTIONS, RANKS, Rules, make_rules
from .simulate import bold_chooser, random_chooser


def cards(text: str) -> list[str]:
    """``S:AAK RJ`` is AS AS KS RJ."""
    found: list[str] = []
    for token in text.split():
        suit, colon, ranks = token.partition(":")
        found += [r + suit for r in ranks] if colon else [token]
    return found


def frame(rank: str = "7", trump: str = "C", **changes: object) -> Frame:
    return Frame(rank, trump, make_rules(**changes))


def small_hand(rng: random.Random, fr: Frame, suit: str, n: int, decks: int) -> list[str]:
    """Cards of one suit from a window of neighbouring levels: pairs and tractors abound."""
    pool = sorted((k for k in KINDS if fr.suit(k) == suit), key=fr.level)
    size = n // decks + rng.randint(1, 3)
    start = rng.randrange(max(1, len(pool) - size))
    pool = [k for k in pool[start : start + size] for _ in range(decks)]
    return rng.sample(pool, min(n, len(pool)))


class Shy(RandomChooser):
    declare_chance = 0.02


class LateBold(BoldChooser):
    declare_chance = 0.1


CHOOSERS = (random_chooser, bold_chooser, Shy, LateBold)


def dense_stock(rng: random.Random, rules: Rules, rank_cards: bool = True) -> dict[str, Any]:
    """A stock of few neighbouring ranks: pairs, jokers and rank cards come up all the time."""
    width = rng.choice([4, 5, 6])
    start = rng.randrange(14 - width)
    ranks = [r for r in RANKS[start : start + width] if r != rules["start_rank"]]
    kinds = [r + s for r in ranks for s in rng.sample("SHDC", 2)] + ["BJ", "RJ"]
    if rank_cards:
        kinds += [rules["start_rank"] + s for s in rng.sample("SHDC", 2)]
    stock = [k for k in kinds for _ in range(rules["decks"])]
    return {"stock": stock, "cards_each": (len(stock) - 2) // rules["players"]}


def random_rules(rng: random.Random) -> Rules:
    """Options drawn at random, combinations that are refused thrown away."""
    while True:
        changes: Rules = {"max_rounds": rng.randint(1, 3)}
        for name, (values, _) in OPTIONS.items():
            if isinstance(values, tuple) and rng.random() < 0.5:
                changes[name] = rng.choice(values)
        changes["kitty_mult"] = rng.choice(KITTY_MODES) + rng.choice(["", "+capped:5"])
        changes["match_end"] = rng.choice(["pass_ace", "wrap", "pass:T"])
        changes["mandatory_ranks"] = rng.sample(RANKS, rng.randint(0, 4))
        changes["throw_fail_points"] = rng.choice([0, 10])
        changes["step_adjust"] = rng.choice([0, -5, 10])
        changes["tractor_min_length"] = rng.choice([2, 2, 3])
        changes["players"], changes["decks"] = rng.choice(
            [(4, 1), (4, 2), (4, 2), (4, 3), (4, 4), (5, 2), (6, 3)]
        )
        try:
            return make_rules(**changes)
        except ValueError:
            continue

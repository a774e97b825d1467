"""From combos to every set of cards that makes them, and to tokens (for the Python side)."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from simcore.cards import RANKS, rank_token
from simcore.tichu import combos
from simcore.tichu.cards import MAH, NUMBER, PHX, SUITS, unpack


def tokens_of(cards: int, combo: int, rules: np.void) -> list[str]:
    """Tokens in rank order; the Phoenix with its rank where the cards can be read in two ways."""
    found = [token for token in unpack(int(cards)) if token != "Phx"]
    if int(cards) & int(PHX):
        wild = combo >> 16
        readings = [
            rank
            for rank in range(2, 15)
            if combos.classify(np.uint64(cards), np.int64(rank), np.int64(0), rules)
        ]
        below = sum(NUMBER[token] < 4 * wild - 4 or token == "Mah" for token in found)
        found.insert(below, f"Phx={rank_token(wild)}" if len(readings) > 1 else "Phx")
    return found


def expand(hand: int, combo: int, rules: np.void) -> list[int]:
    """Every set of cards of the hand that makes this combo."""
    kind, length, high, wild = combo & 15, combo >> 4 & 15, combo >> 9 & 127, combo >> 16
    if kind == combos.SINGLE:
        if combo >> 8 & 1:
            return [int(PHX)]
        special = {0: 1 << NUMBER["Dog"], 1: int(MAH), 15: 1 << NUMBER["Drg"]}.get(high)
        return [special] if special else _of_rank(hand, high, 1)
    phoenix = int(PHX) if wild else 0
    if kind == combos.BOMB_SF:
        runs = [
            sum(1 << NUMBER[RANKS[r - 2] + suit] for r in range(high - length + 1, high + 1))
            for suit in SUITS
        ]
        return [run for run in runs if hand & run == run]
    if kind == combos.FULL_HOUSE:
        # the options settle whether four of a rank count, and which of two pairs is the triple
        return [
            cards
            for cards in _expand_house(hand, high, wild)
            if combos.classify(np.uint64(cards), np.int64(wild), np.int64(0), rules) == combo
        ]
    if kind == combos.STRAIGHT:
        wanted = {r: 1 for r in range(high - length + 1, high + 1) if r != wild}
    elif kind == combos.STAIRS:
        wanted = {r: 2 - (r == wild) for r in range(high - length // 2 + 1, high + 1)}
    else:
        wanted = {high: length - (wild != 0)}
    parts = [_of_rank(hand, rank, n) for rank, n in wanted.items()]
    sets = [phoenix | sum(part) for part in product(*parts)]
    if kind == combos.STRAIGHT and not wild:
        # a set of one suit is a bomb (TI-12)
        suits = [sum(1 << NUMBER[rank + suit] for rank in RANKS) for suit in SUITS]
        sets = [cards for cards in sets if all(cards & ~suit for suit in suits)]
    return sets


def _of_rank(hand: int, rank: int, n: int) -> list[int]:
    """All ways to take n cards of a rank."""
    if rank == 1:
        return [int(MAH)]
    held = [bit for bit in range(4 * rank - 4, 4 * rank) if hand >> bit & 1]
    return [sum(1 << bit for bit in bits) for bits in combinations(held, n)]


def _expand_house(hand: int, triple: int, wild: int) -> list[int]:
    phoenix = int(PHX) if wild else 0
    sets = []
    for pair in range(2, 15):
        if wild not in (0, triple, pair):
            continue
        if pair == triple:
            sets += [phoenix | part for part in _of_rank(hand, pair, 4)] if wild == pair else []
            continue
        threes = _of_rank(hand, triple, 3 - (wild == triple))
        twos = _of_rank(hand, pair, 2 - (wild == pair))
        sets += [phoenix | a | b for a, b in product(threes, twos)]
    return sets

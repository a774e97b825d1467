"""Verdicts that a player would expect: clear ones and close ones, the same over ten seeds."""

from __future__ import annotations

import pytest

from analysis.choice import Sums, decide, values_of
from analysis.questions import load_question
from simcore.catalog import load_game

SEEDS = range(10)
CLEAR_DEALS, CLOSE_DEALS = 400, 100
FOURTEEN = "Drg Phx Aj As Ap Kj Ks Kt Qj Qs 8j 8s 8t 3t"
DULL = "2j 3s 4p 6t 6j 7s 8t 9j Ts Jp Qt Kj As Ap"
DOG = "Dog 2j 3s 6t 6j 7s 8t 9j Ts Jp Qt Kj As Ap"
BOMB = "5j 5s 5p 5t 2j 3s 7t 9j Ts Jp Qt Kj As Drg"
DEALER = (
    "RJ BJ 2S 2S 2H AS KS QS JS TS 9S 7S 6S AH AH KH 9H 8H 4H AD KD 5D 4D 3D QC TC 9C 8C 7C 5C 4C "
    "4C 3C"
)
MIRRORED = (
    "RJ BJ 2S 2S 2H AS KS QS JS TS 9S 7S 6S AH AH KH 9H 8H 4H AD KD 9D 7D 5D 4D 3D AC KC 9C 7C 5C "
    "4C 3C"
)
"""Diamonds and clubs are alike in it."""
SHORT = "4H 8H 9H 3D 4D 5D KD"


def many(text):
    """Write a hand of ranks such as ``A*4 K*2`` out."""
    words = [word.partition("*") for word in text.split()]
    return " ".join(rank for rank, _, n in words for _ in range(int(n or 1)))


def cards(text):
    return {"cards": text}


def passing(hand, *options):
    return {"cards": hand, "options": " | ".join(options)}


def burying(*options, hand=DEALER):
    return {"cards": hand, "rank": "2", "trump": "S", "options": " | ".join(options)}


CLEAR = [
    ("tichu", "grand", cards("Drg Phx Aj As Ap Kj Ks 3t"), "grand"),
    ("tichu", "grand", cards("Drg Aj As Ap At Kj Ks Qj"), "grand"),
    ("tichu", "grand", cards("Drg Phx Aj As Kj Ks Kt Kp"), "grand"),
    ("tichu", "grand", cards("2j 3s 4p 5t 6j 7s 9t Jj"), "no_call"),
    ("tichu", "grand", cards("Dog 2j 3s 5p 6t 8j 9s Tt"), "no_call"),
    ("tichu", "grand", cards("2j 2s 4p 5t 7j 8s Tt Qp"), "no_call"),
    ("tichu", "exchange", passing(FOURTEEN, "3t / Qj / 8j", "Drg / Phx / Aj"), "3t / Qj / 8j"),
    ("tichu", "exchange", passing(DULL, "2j / As / 3s", "As / 2j / Ap"), "2j / As / 3s"),
    ("tichu", "exchange", passing(BOMB, "2j / As / 3s", "5j / As / 5s"), "2j / As / 3s"),
    ("gouji", "revolution", cards(many("3*6 4*5 5*5 6*5 7*5 8*5 9*5")), "declare"),
    ("gouji", "revolution", cards(many("3*5 4*5 5*5 6*4 7*4 8*4 9*3 T*2 J*2 Q K")), "declare"),
    (
        "gouji", "revolution",
        cards(many("3*3 4*3 5*3 6*3 7*3 8*3 9*3 T*3 J*3 Q*3 K*3 A*3")), "declare",
    ),
    ("gouji", "revolution", cards(many("A*12 K*10 Q*8 J*6")), "play_on"),
    ("gouji", "revolution", cards(many("A*16 K*10 Q*10")), "play_on"),
    ("gouji", "revolution", cards(many("A*10 K*8 Q*6 J*4 T*4 9*4")), "play_on"),
    ("shengji", "bury", burying(f"{SHORT} 3C", "2S 2S 2H AS KS QS RJ BJ"), f"{SHORT} 3C"),
    ("shengji", "bury", burying(f"{SHORT} 3C", "AH AH KH 3D 4D AD KD 3C"), f"{SHORT} 3C"),
    ("shengji", "bury", burying(f"{SHORT} 3C", "JS TS 9S 7S 6S 3D 4D 3C"), f"{SHORT} 3C"),
]  # fmt: skip
CLOSE = [
    ("tichu", "grand", cards("Phx Aj 3p 5t 8j Ts Kt Ks")),
    ("tichu", "grand", cards("Drg Aj 4p 6t 9j Ts Kt Ks")),
    ("tichu", "grand", cards("Drg Kj Ks Kp Qt Qj 7s 4t")),
    ("tichu", "exchange", passing(DULL, "4p / Kj / 3s", "3s / Kj / 4p")),
    ("tichu", "exchange", passing(DOG, "Dog / As / 2j", "2j / As / 3s")),
    ("tichu", "exchange", passing(FOURTEEN, "3t / 8j / 8s", "3t / 8s / 8j")),
    ("gouji", "revolution", cards(many("A*5 K*4 Q*4 J*4 T*3 9*3 8*4 7*4 6*3 5*2"))),
    ("gouji", "revolution", cards(many("A*4 K*4 Q*4 J*4 T*3 9*3 8*4 7*4 6*3 5*3"))),
    ("gouji", "revolution", cards(many("A*4 K*4 Q*4 J*4 T*3 9*4 8*3 7*4 6*3 5*3"))),
    (
        "shengji",
        "bury",
        burying("4H 8H 9H 3D 4D 5D 7D 9D", "4H 8H 9H 3C 4C 5C 7C 9C", hand=MIRRORED),
    ),
    ("shengji", "bury", burying(f"{SHORT} 3C", f"{SHORT} 8C")),
    ("shengji", "bury", burying(f"{SHORT} 7C", f"{SHORT} 8C")),
]


def verdicts(game_name, name, given, deals):
    """Verdict of each seed, with the actions."""
    game = load_game(game_name)
    rules = game.make_rules()
    heuristic = game.policies.index("heuristic")
    seats = (heuristic,) * getattr(rules, "players", game.seats)
    decision = game.room("question")(name, rules, given, seats)
    measures = load_question(game, name).measures
    for seed in SEEDS:
        positions = decision.deal(seed, 0, deals)
        records = [decision.play(seed, 0, positions, k) for k in range(len(decision.actions))]
        sums = Sums([measure.metric for measure in measures], len(decision.actions))
        sums.add(values_of(measures, records))
        yield decision.actions, decide(sums, 0.95)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "given", "expected"), CLEAR)
def test_clear_questions_are_answered_alike_by_every_seed(game, name, given, expected):
    for actions, verdict in verdicts(game, name, given, CLEAR_DEALS):
        assert verdict.is_clear
        assert actions[verdict.best] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "given"), CLOSE)
def test_close_questions_are_called_close(game, name, given):
    found = [verdict.is_clear for _, verdict in verdicts(game, name, given, CLOSE_DEALS)]
    # each of ten honest verdicts at 95 % may be wrong with 5 %
    assert sum(found) <= 2

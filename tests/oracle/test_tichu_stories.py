"""Short Tichu stories from given hands: right under one option, wrong under another."""

import re

import pytest

from tests.oracle.test_tichu_oracle import clause_marks
from tests.oracle.tichu import classify, make_rules, points_of, referee_round


def told(hands, story):
    """Events from a few words a line; ``kind``, ``rank`` and ``points`` are worked out.

    ``0 Mah`` plays, ``0 -`` passes, ``bomb 1 5j 5s 5p 5t``, ``tichu 2``, ``wish 0 9``,
    ``trick 1 3`` = won by 1, given to 3. ``out`` events are added where a hand runs empty,
    but not after a line that ends in ``!``.
    """
    events, top, pile, places = [], None, [], 0
    held = [set(h) for h in hands]
    for line in story.strip().splitlines():
        quiet = line.endswith("!")
        words = line.rstrip("!").split()
        if words[0] in ("tichu", "wish", "trick"):
            name, seat = words[0], int(words[1])
            if name == "tichu":
                events.append({"event": name, "seat": seat})
            elif name == "wish":
                events.append({"event": name, "seat": seat, "rank": words[2]})
            else:
                to, points = int(words[2]), points_of(pile)
                events.append({"event": name, "winner": seat, "to": to, "points": points})
                top, pile = None, []
            if name != "wish":
                continue
        elif words[1] == "-":
            events.append({"event": "pass", "seat": int(words[0])})
            continue
        else:
            name = "bomb" if words[0] == "bomb" else "play"
            seat, *tokens = words[1:] if name == "bomb" else words
            seat = int(seat)
            combo = classify(tokens, None, make_rules(fullhouse_same_rank="valid"), top)
            cards = [t[:3] if t.startswith("Phx") else t for t in tokens]
            event = {"event": name, "seat": seat, "cards": cards}
            event |= {"kind": combo.kind, "rank": combo.rank}
            if name == "play":
                phoenix = combo.phoenix and "23456789TJQKA"[combo.phoenix - 2]
                event["phoenix"] = phoenix
            events.append(event)
            held[seat] -= set(cards)
            pile += cards
            top = None if combo.rank == 0 else combo
            if "Mah" in cards:
                continue
        if not held[seat] and not quiet:
            places += 1
            events.append({"event": "out", "seat": seat, "place": places})
    return events


# name, given hands, story, options under which it is right, change that makes it wrong, clause
STORIES = [
    (
        "the Phoenix at the lower end",
        ["Mah 6j 7s 8p 9t Phx", "2j 2s", "3j 3s", "4j 4s"],
        "0 6j 7s 8p 9t Phx=5",
        {},
        {"phoenix_declaration": "highest"},
        "TI-21",
    ),
    (
        "a bomb between two passes",
        ["Mah 2j 3j", "8s 9s", "3s 7s", "4s Kj Ks Kp Kt"],
        """0 2j
        1 -
        bomb 3 Kj Ks Kp Kt
        0 -""",
        {},
        {"bomb_windows": "each_play_and_close"},
        "TI-29",
    ),
    (
        "a bomb after a play",
        ["Mah 2j 3j", "8s 9s", "3s 7s", "4s Kj Ks Kp Kt"],
        """0 2j
        bomb 3 Kj Ks Kp Kt
        0 -""",
        {"bomb_windows": "each_play_and_close"},
        {"bomb_windows": "close_only"},
        "TI-29",
    ),
    (
        "a bomb when all have passed",
        ["Mah 2j 3j", "8s Kj Ks Kp Kt", "3s 7s", "4s 6s"],
        """0 2j
        1 -
        2 -
        3 -
        bomb 1 Kj Ks Kp Kt
        2 -
        3 -
        0 -
        trick 1 1""",
        {"bomb_windows": "close_only"},
        {"bomb_windows": "in_turn_only"},
        "TI-29",
    ),
    (
        "four of a rank and the Phoenix",
        ["Mah 5j 5s 5p 5t Phx", "2j 2s", "3j 3s", "4j 4s"],
        "0 5j 5s 5p 5t Phx",
        {"fullhouse_same_rank": "valid"},
        {"fullhouse_same_rank": "invalid"},
        "TI-12",
    ),
    (
        "a Phoenix may end the wish",
        ["Mah 9j 3j", "7j 8s Phx Tp Jt As 2j", "2s 5j 6j", "2p 4s 4p"],
        """0 Mah
        wish 0 9
        1 As
        2 -
        3 -
        0 -
        trick 1 1
        1 7j 8s Phx Tp Jt
        2 -
        3 -
        0 -
        trick 1 1
        1 2j
        2 5j
        3 -
        0 -""",
        {"phoenix_fulfils_wish": True},
        {"phoenix_fulfils_wish": False},
        "TI-34",
    ),
    (
        "a Phoenix need not meet the wish",
        ["Mah 9j 3j", "7j 8s Phx Tp Jt As 2j", "2s 5j 6j", "2p 4s 4p"],
        """0 Mah
        wish 0 9
        1 As
        2 -
        3 -
        0 -
        trick 1 1
        1 2j""",
        {"phoenix_fulfils_wish": False},
        {"phoenix_fulfils_wish": True},
        "TI-34",
    ),
    (
        "the Dragon's owner bombs it",
        ["Mah 2j", "Drg 5j 5s 5p 5t 3j", "2s 6j", "2p 4s"],
        """0 2j
        1 Drg
        bomb 1 5j 5s 5p 5t
        2 -""",
        {},
        {"bomb_own_trick": False},
        "TI-31",
    ),
    (
        "a bomb out of turn is free of the wish",
        ["Mah 2j 3j", "8s Kj Ks Kp Kt", "2s 6j", "2p 4s"],
        """0 Mah
        wish 0 8
        bomb 1 Kj Ks Kp Kt
        2 -
        3 -
        0 -
        trick 1 1
        1 8s""",
        {},
        {"wish_scope": "any_play"},
        "TI-34",
    ),
    (
        "the bomber may have nothing else that meets the wish",
        ["Mah 2j 3j", "8j 8s 8p 8t Kj", "9s 6j", "2p 4s"],
        """0 Mah
        wish 0 9
        bomb 1 8j 8s 8p 8t
        2 -""",
        {"wish_scope": "any_play"},
        {"bomb_windows": "in_turn_only"},
        "TI-29",
    ),
    (
        "any bomb answers the wish",
        ["Mah 2j 3j", "8s Kj Ks Kp Kt", "2s 6j", "2p 4s"],
        """0 Mah
        wish 0 8
        1 Kj Ks Kp Kt""",
        {"wish_bomb_escape": True},
        {"wish_bomb_escape": False},
        "TI-34",
    ),
    (
        "the last Dragon is given away",
        ["Mah", "Kj", "Ap 7j", "Drg"],
        """0 Mah
        wish 0 2
        1 Kj
        2 -
        3 Drg
        trick 3 0""",
        {},
        {"dragon_last_trick": "keep"},
        "TI-46",
    ),
    (
        "the last Dragon is kept",
        ["Mah", "Kj", "Ap 7j", "Drg"],
        """0 Mah
        wish 0 2
        1 Kj
        2 -
        3 Drg
        trick 3 3""",
        {"dragon_last_trick": "keep"},
        {"dragon_last_trick": "give"},
        "TI-46",
    ),
    (
        "a Dragon trick for somebody out",
        ["Mah", "Kj 6j 7j", "Ap 7j 8s", "Drg 3j"],
        """0 Mah
        wish 0 2
        1 Kj
        2 -
        3 Drg
        1 -
        2 -
        trick 3 0""",
        {},
        {"dragon_recipient": "active_only"},
        "TI-45",
    ),
    (
        "a call when somebody is out",
        ["Mah", "Kj 6j 7j", "Ap 7j 8s", "Drg 3j"],
        """0 Mah
        wish 0 2
        tichu 2
        1 Kj""",
        {},
        {"tichu_after_first_out": "forbidden"},
        "TI-8",
    ),
    (
        "a call right before a bomb",
        ["Mah 2j 3j", "8s 9s", "Kj Ks Kp Kt 3s", "2p 4s"],
        """0 Mah
        wish 0 A
        tichu 2
        bomb 2 Kj Ks Kp Kt""",
        {"small_tichu_timing": "decision_points"},
        {"small_tichu_timing": "own_turn_only"},
        "TI-8",
    ),
    (
        "a call after the Dragon gift",
        ["Mah 2j 3j", "8s 9s", "Kj 3s", "Drg 4s"],
        """0 Mah
        wish 0 A
        1 -
        2 -
        3 Drg
        0 -
        1 -
        2 -
        trick 3 0
        tichu 1
        3 4s""",
        {},
        {"small_tichu_timing": "decision_points"},
        "TI-8",
    ),
    (
        "the last player acts once more",
        ["Mah", "Kj", "Ap 7j", "As"],
        """0 Mah
        wish 0 2
        1 Kj
        2 -
        3 As
        2 -
        trick 3 3""",
        {"final_trick": "complete"},
        {"final_trick": "immediate"},
        "trick",
    ),
    (
        "the owner beats his own play when all have passed",
        ["Mah 5j 9j", "Kj 2s", "Ap 7j", "As 3j"],
        """0 5j
        1 -
        2 -
        3 -
        0 9j
        1 -""",
        {"self_beat": True},
        {"self_beat": False},
        "TI-27",
    ),
]


@pytest.mark.parametrize(
    "story", [pytest.param(s, id=s[0], marks=clause_marks(s[-1])) for s in STORIES]
)
def test_story_is_right_under_one_rule_and_wrong_under_the_other(story):
    _, words, text, right, change, clause = story
    hands = [h.split() for h in words]
    events = told(hands, text)
    unfinished = ["the round has no score event"]
    rules = make_rules(exchange="none", **right)
    assert referee_round(events, rules, hands=hands) == unfinished
    wrong = make_rules(exchange="none", **(right | change))
    (fault,) = referee_round(events, wrong, hands=hands)
    assert re.search(clause, fault), fault


@pytest.mark.clause("TI-48")
def test_the_last_act_may_empty_a_hand_but_gives_no_place():
    hands = [["Mah"], ["Kj"], ["Ap"], ["Qs"]]
    story = """0 Mah
    wish 0 2
    1 Kj
    2 Ap"""
    # seats 0, 1 and 2 are out; seat 3 cannot beat the ace with a queen and passes
    events = told(hands, story)
    rules = make_rules(exchange="none", final_trick="complete")
    score = {
        "event": "score",
        "finish": [0, 1, 2],
        "double_victory": False,
        "last_hand": 0,
        "cards": [10, 0],
        "bets": [0, 0],
        "score": [10, 0],
        "total": [10, 0],
    }
    trick = {"event": "trick", "winner": 2, "to": 2, "points": 10}
    end = [{"event": "pass", "seat": 3}, trick, score]
    assert referee_round([*events, *end], rules, hands=hands) == []
    hands[3] = ["Drg"]
    dragon = {"seat": 3, "cards": ["Drg"], "kind": "single", "rank": 15, "phoenix": None}
    trick = {"event": "trick", "winner": 3, "to": 2, "points": 35}
    score |= {"cards": [35, 0], "score": [35, 0], "total": [35, 0]}
    end = [{"event": "play"} | dragon, trick, score]
    assert referee_round([*events, *end], rules, hands=hands) == []
    out = {"event": "out", "seat": 3, "place": 4}
    (fault,) = referee_round([*events, end[0], out, *end[1:]], rules, hands=hands)
    assert "TI-47" in fault

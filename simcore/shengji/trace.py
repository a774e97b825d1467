"""Transcripts: the events of a match as JSON objects a line, and the same as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.cards import rank_token
from simcore.options import OptionalInt, as_json
from simcore.shengji.cards import NAMES
from simcore.shengji.engine import (
    ROUND_LIMIT,
    Records,
    Scratch,
    lay_out,
    next_round,
    policy_array,
    set_match,
)
from simcore.shengji.policies import policy_name
from simcore.shengji.records import MAX_EVENTS, Event, Redeal
from simcore.shengji.rules import WRAP, Rules, kitty_size, n_units
from simcore.shengji.step.draw import kind_type
from simcore.shengji.step.log import FIRST, PACKED
from simcore.status import KaipaiError

FORMAT = 1
SUIT_NAMES = ("S", "H", "D", "C", "NT")
REASONS = tuple(reason.name.lower() for reason in Redeal)
Line = dict[str, Any]
Row = npt.NDArray[np.int64]


def _packed(row: Row) -> list[str]:
    """Cards of a row in a given order, see `step.log`."""
    return [
        NAMES[int(row[FIRST + i // PACKED]) >> 6 * (i % PACKED) & 63] for i in range(int(row[2]))
    ]


def _planes(row: Row) -> list[str]:
    """Cards of a row of planes, by type."""
    planes = [int(word) for word in row[FIRST : FIRST + 4]]
    return [name for i, name in enumerate(NAMES) for plane in planes if plane >> i & 1]


def _level(standing: int) -> str:
    """Token of a standing that has not passed its last rank."""
    return rank_token(standing % 13 + 2)


class _Round:
    """One round's rows, turned into lines."""

    def __init__(self, rows: Row, record: np.void, rules: Rules) -> None:
        self.rows, self.record, self.rules = rows, record, rules
        self.units = n_units(rules)

    def head(self, at: int, was_dealer: int) -> tuple[Line, int]:
        """Line `round`, and the first row after those it tells."""
        record = self.record
        line: Line = {
            "event": "round",
            "round": int(record["round"]) + 1,
            "levels": [_level(int(level)) for level in record["levels"][: self.units]],
            "rank": rank_token(int(record["rank"]) + 2),
            "dealer": None if was_dealer < 0 else was_dealer,
            "first_drawer": int(record["first_drawer"]),
        }
        if len(self.rows) and self.rows[0][0] == Event.COUNT_OFF:
            line["shuffler"] = int(self.rows[0][1])
            line["turned"] = _packed(self.rows[1])
            at = 2
        return line, at

    def deal(self, at: int) -> tuple[Line, int]:
        """Line `deal`, from the rows of the hands and the kitty."""
        hands: list[list[str]] = [[] for _ in range(self.rules.players)]
        kitty: list[str] = []
        while at < len(self.rows) and self.rows[at][0] in (Event.HAND, Event.KITTY):
            row = self.rows[at]
            (kitty if row[0] == Event.KITTY else hands[int(row[1])]).extend(_packed(row))
            at += 1
        return {"event": "deal", "hands": hands, "kitty": kitty}, at

    def shown(self, row: Row) -> Line:
        """Seat and cards of a declaration."""
        card = NAMES[kind_type(int(row[2]), int(self.record["rank"]))]
        return {"seat": int(row[1]), "cards": [card] * int(row[3])}

    def line(self, row: Row, after: Sequence[Row]) -> Line:
        """Line of any other row; `after` are the rows that follow it."""
        kind, seat = Event(int(row[0])), int(row[1])
        if kind is Event.DECLARE:
            return {"event": "declare", **self.shown(row), "after": int(row[4])}
        if kind is Event.OVERCALL:
            return {"event": "overcall", **self.shown(row)}
        if kind is Event.TURN_UP:
            cards = _packed(row)
            for more in after:
                if more[0] != Event.TURN_UP:
                    break
                cards += _packed(more)
            return {"event": "turn_up", "cards": cards}
        if kind is Event.REDEAL:
            who = None if seat < 0 else seat
            return {"event": "redeal", "seat": who, "reason": REASONS[int(row[2])]}
        if kind is Event.TRUMP:
            return {"event": "trump", "suit": SUIT_NAMES[seat], "dealer": int(row[2])}
        if kind is Event.CALL:
            card, ordinal = (None, None) if seat < 0 else (NAMES[seat], int(row[2]))
            return {"event": "call_friend", "card": card, "ordinal": ordinal}
        if kind is Event.THROW_FAILED:
            led = _planes(after[0])
            return {"event": "throw_failed", "seat": seat, "attempt": _planes(row), "led": led}
        if kind is Event.FRIEND:
            return {"event": "friend", "seat": seat}
        if kind is Event.TRICK:
            return {"event": "trick", "winner": seat, "points": int(row[2])}
        name = "bury" if kind is Event.BURY else "play"
        return {"event": name, "seat": seat, "cards": _planes(row)}

    def score(self, levels: list[str]) -> Line:
        """Line `score`."""
        record, swap = self.record, bool(self.record["swap"])
        declared = int(record["declarers"])
        return {
            "event": "score",
            "trick_points": int(record["trick_points"]),
            "kitty_points": int(record["kitty_points"]),
            "multiplier": int(record["multiplier"]),
            "opponent_points": int(record["opponent_points"]),
            "swap": swap,
            "gain": [
                int(record["gain"]) if bool(declared >> unit & 1) != swap else 0
                for unit in range(self.units)
            ],
            "levels": levels,
            "next_dealer": int(record["next_dealer"]),
        }

    def lines(self, was_dealer: int, levels: list[str]) -> Iterator[Line]:
        """Every line of the round in order."""
        head, at = self.head(0, was_dealer)
        yield head
        while at < len(self.rows):
            row = self.rows[at]
            if row[0] == Event.HAND:
                deal, at = self.deal(at)
                yield deal
                continue
            follows = at > 0 and row[0] == Event.TURN_UP == self.rows[at - 1][0]
            if not follows:  # a long list goes on in the next row
                yield self.line(row, list(self.rows[at + 1 : at + 6]))
            at += 1
        yield self.score(levels)


def _levels_shown(record: np.void, rules: Rules) -> list[str]:
    """Levels after a round; a unit that passed shows its last rank."""
    shown = []
    for unit in range(n_units(rules)):
        standing = int(record["levels_after"][unit])
        passed = rules.match_end != WRAP and standing > rules.match_end
        shown.append(_level(rules.match_end if passed else standing))
    return shown


def _winner(record: np.void, rules: Rules) -> int | list[int] | None:
    """The `winner` of a match: a team or seat, several seats, or nobody."""
    units = [unit for unit in range(n_units(rules)) if int(record["winners"]) >> unit & 1]
    if len(units) > 1:
        return units
    return units[0] if units else None


def _play(
    scratch: Scratch, seed: int, match: int, rules: Rules, policies: Sequence[int], limit: int,
    kitty: int,
) -> Iterator[tuple[Line, Records | None]]:  # fmt: skip
    """Lines of a match that begins as `scratch.match` says, each score with its record."""
    seats = policy_array(policies, rules.players)
    shown_rules = as_json(rules._replace(kitty_size=OptionalInt(kitty)))
    names = [policy_name(policy) for policy in policies]
    yield {
        "event": "match", "game": "shengji", "format": FORMAT, "seed": seed, "match": match,
        "rules": shown_rules, "policies": names,
    }, None  # fmt: skip
    while True:
        was_dealer = int(scratch.match[0]["dealer"])
        out = next_round(scratch, seed, match, seats, limit)
        record, log = out[0], scratch.log[0]
        if log["n"] > MAX_EVENTS:
            raise KaipaiError(f"round {record['round']} has more than {MAX_EVENTS} events")
        shown = _levels_shown(record, rules)
        for line in _Round(log["rows"][: log["n"]], record, rules).lines(was_dealer, shown):
            yield line, out if line["event"] == "score" else None
        if record["match_over"]:
            yield {
                "event": "end", "winner": _winner(record, rules),
                "rounds": int(record["round"]) + 1, "levels": shown,
            }, None  # fmt: skip
            return


def transcript(
    seed: int, match: int, rules: Rules, policies: Sequence[int], rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> list[Line]:  # fmt: skip
    """Play a match again and tell what happens.

    Parameters
    ----------
    seed, match : int
    rules : Rules
    policies : sequence of int
        `Policy` of each seat.
    rounds : int
        Rounds of the match, 0 to play to its end.
    round_limit : int
        Rounds after which a match that nobody has won is given up.

    Returns
    -------
    list of dict
        One a line, as the formats page lists them.
    """
    limit = rounds if rounds > 0 else round_limit
    scratch = Scratch(rules, limit, is_logged=True)
    set_match(scratch, rules, (), -1)
    lines = _play(scratch, seed, match, rules, policies, limit, kitty_size(rules))
    return [line for line, _ in lines]


def transcript_given(
    hands: Sequence[Sequence[int]], kitty: Sequence[int], rules: Rules, policies: Sequence[int],
    seed: int = 0, match: int = 0, levels: Sequence[int] = (), dealer: int = -1,
) -> list[Line]:  # fmt: skip
    """Tell what happens in one round from given cards; see `engine.play_given`."""
    scratch = Scratch(rules, 1, is_logged=True)
    lay_out(scratch, hands, kitty, rules)
    set_match(scratch, rules, levels, dealer)
    return [line for line, _ in _play(scratch, seed, match, rules, policies, 1, len(kitty))]


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards)


def _sentence(line: Line) -> str:
    """One event for people."""
    event, seat = line["event"], line.get("seat")
    if event == "match":
        changed = f"seed {line['seed']}, match {line['match']}"
        return f"Sheng Ji, {changed}, policies {' '.join(line['policies'])}"
    if event == "round":
        dealer = "not yet known" if line["dealer"] is None else f"seat {line['dealer']}"
        return (
            f"\nRound {line['round']}: levels {' '.join(line['levels'])}, rank {line['rank']}, "
            f"dealer {dealer}, seat {line['first_drawer']} draws first"
        )
    if event == "deal":
        hands = [f"  seat {s}: {_cards(hand)}" for s, hand in enumerate(line["hands"])]
        return "\n".join([*hands, f"  kitty:  {_cards(line['kitty'])}"])
    if event in ("declare", "overcall"):
        verb = "declares" if event == "declare" else "overcalls with"
        when = f" after {line['after']} cards" if event == "declare" else ""
        return f"  seat {seat} {verb} {_cards(line['cards'])}{when}"
    if event == "turn_up":
        return f"  nobody declared; turned up: {_cards(line['cards'])}"
    if event == "redeal":
        who = "" if seat is None else f" by seat {seat}"
        return f"  dealt again{who}: {line['reason'].replace('_', ' ')}"
    if event == "trump":
        return f"  trump {line['suit']}, dealer seat {line['dealer']}"
    if event == "bury":
        return f"  seat {seat} buries {_cards(line['cards'])}"
    if event == "call_friend":
        if line["card"] is None:
            return "  the dealer plays alone"
        return f"  the dealer calls copy {line['ordinal']} of {line['card']}"
    if event == "throw_failed":
        return f"  seat {seat} throws {_cards(line['attempt'])}, cut to {_cards(line['led'])}"
    if event == "play":
        return f"  seat {seat}: {_cards(line['cards'])}"
    if event == "friend":
        return f"  seat {seat} is the friend"
    if event == "trick":
        return f"  -> seat {line['winner']} takes {line['points']} points"
    if event == "score":
        change = "the opponents take over" if line["swap"] else "the declarers hold"
        return (
            f"Score: {line['trick_points']} points in tricks, kitty {line['kitty_points']} x "
            f"{line['multiplier']}, opponents {line['opponent_points']}: {change}; gain "
            f"{line['gain']}, levels {' '.join(line['levels'])}, next dealer "
            f"seat {line['next_dealer']}"
        )
    winner = line["winner"]
    return f"\nAfter {line['rounds']} rounds: " + (
        "a draw" if winner is None else f"winner {winner}"
    )


def text(events: Sequence[Line]) -> str:
    """Write a transcript for people."""
    return "\n".join(_sentence(line) for line in events)

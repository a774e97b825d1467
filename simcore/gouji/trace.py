"""The event log of a match as a transcript: one JSON object an event, or text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.gouji.cards import NAMES, RANK_NAMES
from simcore.gouji.combos import FORM_B, show_combo
from simcore.gouji.engine import ROUND_LIMIT, hands_of, play_given, play_logged, policy_array
from simcore.gouji.policies import name_of
from simcore.gouji.records import Event
from simcore.gouji.rules import Rules
from simcore.options import as_json

Log = npt.NDArray[np.int64]
Told = dict[str, Any]
Deal = Callable[[int, int], Sequence[Sequence[int]]]
"""``deal(round, attempt)`` gives the card numbers of six hands in the order drawn."""


class _Reader:
    """Turns rows into events; rows that belong together are gathered first."""

    def __init__(self, log: Log, deal: Deal) -> None:
        self.rows = [[int(value) for value in row] for row in log]
        self.deal = deal
        self.at = 0
        self.round = 0
        self.total: list[int] = [0, 0]

    def more(self, kind: Event) -> list[list[int]]:
        """Take the following rows of a kind."""
        found = []
        while self.at < len(self.rows) and self.rows[self.at][0] == kind:
            found.append(self.rows[self.at][1:])
            self.at += 1
        return found

    def events(self) -> list[Told]:
        """All events of the log."""
        told = []
        while self.at < len(self.rows):
            kind, *values = self.rows[self.at]
            self.at += 1
            told.append(getattr(self, f"_{Event(kind).name.lower()}")(*values))
        return told

    def _partnership(self, *first: int) -> Told:
        rows = [list(first), *self.more(Event.PARTNERSHIP)]
        sits = {player: seat for number, player, seat, *_ in rows if number == 0}
        draws: list[dict[str, str]] = [{} for _ in range(max(row[0] for row in rows))]
        for number, player, card, *_ in rows:
            if number:
                draws[number - 1][str(sits[player])] = NAMES[card]
        return {"event": "partnership", "draws": [dict(sorted(draw.items())) for draw in draws]}

    def _round(self, round_: int, game: int, even: int, odd: int, _: int) -> Told:
        self.round = round_
        self.total = [even, odd]
        return {"event": "round", "round": round_, "game": game, "total": [even, odd]}

    def _kai_pai(self, *first: int) -> Told:
        rows = [list(first), *self.more(Event.KAI_PAI)]
        turns = [{"seat": seat, "card": NAMES[card]} for seat, card, *_ in rows]
        drawer = self.more(Event.FIRST_DRAWER)[0][0]
        return {"event": "kai_pai", "turns": turns, "first_drawer": drawer}

    def _drawer(self, by: int, named: int, *_: int) -> Told:
        return {"event": "drawer", "by": by, "first_drawer": named}

    def _deal(self, attempt: int, *_: int) -> Told:
        hands = self.deal(self.round, attempt)
        return {"event": "deal", "hands": [[NAMES[card] for card in hand] for hand in hands]}

    def _threes(self, seat: int, *_: int) -> Told:
        return {"event": "threes", "seat": seat}

    def _revolution(self, seat: int, *_: int) -> Told:
        return {"event": "revolution", "seat": seat}

    def _liberation(self, seat: int, receiver: int, *_: int) -> Told:
        return {"event": "liberation", "seat": seat, "receiver": receiver}

    def _waive(self, giver: int, receiver: int, *_: int) -> Told:
        return {"event": "waive", "giver": giver, "receiver": receiver}

    def _tribute(self, giver: int, receiver: int, cards: int, *_: int) -> Told:
        rows = self.rows[self.at : self.at + cards]
        self.at += cards
        gave = [RANK_NAMES[row[2]] for row in rows]
        back = [RANK_NAMES[row[3]] for row in rows]
        return {
            "event": "tribute", "giver": giver, "receiver": receiver, "cards": gave, "back": back,
        }  # fmt: skip

    def _play(self, seat: int, combo: int, starts: int, *_: int) -> Told:
        cards = show_combo(combo)
        return {"event": "play", "seat": seat, "cards": cards, "gouji": bool(starts)}

    def _pass(self, seat: int, *_: int) -> Told:
        return {"event": "pass", "seat": seat}

    def _shao(self, seat: int, attacker: int, form: int, length: int, *_: int) -> Told:
        chain = [show_combo(row[1]) for row in self.rows[self.at : self.at + length]]
        self.at += length
        told = {"event": "shao", "seat": seat, "attacker": attacker}
        return {**told, "form": "B" if form == FORM_B else "A", "chain": chain}

    def _interrupt(self, seat: int, combo: int, starts: int, *_: int) -> Told:
        cards = show_combo(combo)
        return {"event": "interrupt", "seat": seat, "cards": cards, "gouji": bool(starts)}

    def _rang(self, asker: int, asked: int, granted: int, *_: int) -> Told:
        return {"event": "rang", "asker": asker, "asked": asked, "granted": bool(granted)}

    def _clear(self, seat: int, *_: int) -> Told:
        return {"event": "clear", "seat": seat}

    def _wind(self, seat: int, *_: int) -> Told:
        return {"event": "wind", "seat": seat}

    def _out(self, seat: int, place: int, *_: int) -> Told:
        return {"event": "out", "seat": seat, "place": place}

    def _score(self, sweep: int, even: int, odd: int, *_: int) -> Told:
        finish = [row[1] for row in self.rows[self.at : self.at + 6]]
        self.at += 6
        self.total = [self.total[0] + even, self.total[1] + odd]
        told = {"event": "score", "finish": finish, "doubled": bool(sweep)}
        return {**told, "points": [even, odd], "total": self.total}

    def _end(self, winner: int, rounds: int, even: int, odd: int, _: int) -> Told:
        told = {"event": "end", "winner": None if winner < 0 else winner}
        return {**told, "rounds": rounds, "total": [even, odd]}


def told(rows: Log, deal: Deal) -> list[Told]:
    """Turn rows of a `records.LOG` into events.

    Parameters
    ----------
    rows : ndarray of int64, shape (n, 6)
    deal : callable
        ``deal(round, attempt)`` gives the card numbers of six hands in the order drawn.
    """
    return _Reader(rows, deal).events()


def _head(seed: int, match: int, rules: Rules, policies: Sequence[int], rounds: int) -> Told:
    return {
        "event": "match", "game": "gouji", "format": 1, "seed": seed, "match": match,
        "rules": as_json(rules) | {"max_rounds": rounds or None},
        "policies": [name_of(policy) for policy in policy_array(policies).tolist()],
    }  # fmt: skip


def transcript(
    seed: int,
    match: int,
    rules: Rules,
    policies: Sequence[int],
    rounds: int = 0,
    round_limit: int = ROUND_LIMIT,
) -> list[Told]:
    """Return the events of a match, the same that `engine.play` plays.

    Parameters
    ----------
    seed, match : int
    rules : Rules
        Coded.
    policies : sequence of int
        A `Policy` for each seat.
    rounds, round_limit : int
        As for `engine.play`.
    """
    played = play_logged(seed, match, rules, policies, rounds, round_limit)
    log = np.concatenate([rows for _, rows in played])

    def deal(round_: int, attempt: int) -> Sequence[Sequence[int]]:
        return hands_of(seed, match, round_, attempt).tolist()  # type: ignore[no-any-return]

    return [_head(seed, match, rules, policies, rounds), *told(log, deal)]


def transcript_given(
    hands: Sequence[Sequence[Sequence[int]]],
    seed: int,
    match: int,
    rules: Rules,
    policies: Sequence[int],
    rounds: int = 1,
) -> list[Told]:
    """Return the events of a match from given hands; see `engine.play_given`."""
    played = play_given(hands, seed, match, rules, policies, rounds)
    log = np.concatenate([rows for _, rows in played])

    def deal(round_: int, attempt: int) -> Sequence[Sequence[int]]:
        return hands[min(round_, len(hands)) - 1]

    return [_head(seed, match, rules, policies, rounds), *told(log, deal)]


def _cards(cards: Iterable[str]) -> str:
    return " ".join(cards)


def _line(event: Told) -> str:
    """One event as a line of text."""
    name = event["event"]
    seat = event.get("seat")
    if name == "match":
        players = ", ".join(event["policies"])
        return f"Gou Ji, match {event['match']} of seed {event['seed']}: {players}"
    if name == "round":
        even, odd = event["total"]
        return f"\nRound {event['round']} (game {event['game']}), even {even}, odd {odd}"
    if name == "partnership":
        draws = [", ".join(f"{s} {card}" for s, card in draw.items()) for draw in event["draws"]]
        return f"  draw for the teams: {'; again '.join(draws)}"
    if name == "kai_pai":
        turns = ", ".join(f"{turn['seat']} turns {turn['card']}" for turn in event["turns"])
        return f"  {turns}: {event['first_drawer']} draws first"
    if name == "drawer":
        return f"  {event['by']} names {event['first_drawer']} to draw first"
    if name == "deal":
        return "\n".join(f"  {s}: {_cards(hand)}" for s, hand in enumerate(event["hands"]))
    if name == "tribute":
        gives = f"  {event['giver']} gives {_cards(event['cards'])} to {event['receiver']}"
        return f"{gives} and gets {_cards(event['back'])}"
    if name == "waive":
        return f"  {event['giver']} and {event['receiver']} skip tribute"
    if name in ("play", "interrupt"):
        verb = "breaks the Shao Pai with" if name == "interrupt" else "plays"
        return f"  {seat} {verb} {_cards(event['cards'])}{' (Gou Ji)' if event['gouji'] else ''}"
    if name == "shao":
        chain = " / ".join(map(_cards, event["chain"]))
        return f"  {seat} announces Shao Pai, form {event['form']}, on {event['attacker']}: {chain}"
    if name == "rang":
        answer = "grants it" if event["granted"] else "refuses"
        return f"  {event['asker']} asks {event['asked']} to pass; {event['asked']} {answer}"
    if name == "score":
        finish = " ".join(map(str, event["finish"]))
        points, total = event["points"], event["total"]
        swept = ", doubled" if event["doubled"] else ""
        return f"  finish {finish}; points {points[0]}, {points[1]}{swept}; total {total}"
    if name == "end":
        winner = {0: "even wins", 1: "odd wins", None: "a draw"}[event["winner"]]
        return f"\nAfter {event['rounds']} rounds: {winner}"
    told = {
        "threes": "shows two 3s and leads",
        "revolution": "declares a Revolution",
        "liberation": "holds all red jokers and gives nothing",
        "pass": "passes",
        "clear": "clears and leads",
        "wind": "catches the wind and leads",
        "out": f"is out, place {event.get('place')}",
    }
    return f"  {seat} {told[name]}"


def text(events: Iterable[Told]) -> str:
    """Write a transcript for people."""
    return "\n".join(_line(event) for event in events)

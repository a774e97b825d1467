"""What a player of Tichu knows, read from the options of a question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from simcore.bits import positions
from simcore.cards import RANKS
from simcore.decisions import (
    Given,
    impossible,
    read_given,
    read_numbers,
    read_seat,
    read_seats,
    refused,
    silent,
)
from simcore.options import amount, are
from simcore.status import KaipaiError
from simcore.tichu import combos
from simcore.tichu import records as rec
from simcore.tichu.cards import DECK, DOG, DRG, HAND, MAH, NAMES, NUMBER, PHX, SEATS, pack
from simcore.tichu.deals import points_of
from simcore.tichu.rules import GameTie, PartnerCall, Rules, TichuTiming, Wish

BETS = {"tichu": int(rec.SMALL), "grand": int(rec.GRAND), "none": int(rec.NO_BET)}
OPPONENT = SEATS - 1


@dataclass
class Table:
    """A round under way as seat 0 sees it; masks are plain integers."""

    hand: int
    total: tuple[int, int] = (0, 0)
    bets: list[int] = field(default_factory=lambda: [0] * SEATS)
    played: int = 0
    pile: int = 0
    left: list[int] = field(default_factory=lambda: [HAND] * SEATS)
    finish: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    owner: int = -1
    combo: int = 0
    cards: int = 0
    wish: int = 0


def mask_of_text(name: str, text: str) -> int:
    """Mask of a list of different cards."""
    return int(pack(read_given(name, text, NUMBER)))


def cards_of_play(name: str, text: str) -> tuple[int, int]:
    """Cards of a play, and the rank declared for the Phoenix by ``Phx=8``; 0 for none.

    Raises
    ------
    KaipaiError
        A card is wrong.
    """
    words, declared = [], 0
    for word in text.replace(",", " ").split():
        card, equals, rank = word.partition("=")
        if equals:
            token = rank.upper().replace("10", "T")
            if card.upper() != "PHX" or token not in RANKS:
                raise KaipaiError(f"--{name}: '{word}' is no card; the Phoenix is declared Phx=8")
            declared = RANKS.index(token) + 2
        words.append(card)
    return mask_of_text(name, " ".join(words)), declared


def play_of_text(name: str, text: str, top: int, rules: np.void) -> tuple[int, int]:
    """Combo and cards of a play.

    Raises
    ------
    KaipaiError
        A card is wrong, or the cards are no play (TI-12).
    """
    cards, declared = cards_of_play(name, text)
    combo = int(combos.classify(np.uint64(cards), np.int64(declared), np.int64(top), rules))
    if combo == 0:
        raise KaipaiError(f"--{name}: '{text}' is no play (TI-12)")
    return combo, cards


def name_of_play(cards: int, combo: int) -> str:
    """Write a play as it is read: ascending, the Phoenix with the rank it stands for."""
    numbers = sorted(positions(cards), key=lambda number: (number == NUMBER["Drg"], number))
    words = [NAMES[number] for number in numbers if number != NUMBER["Phx"]]
    if cards & int(PHX):
        wild = combo >> 16
        words.append(f"Phx={RANKS[wild - 2]}" if wild else "Phx")
    return " ".join(words) if combo else "pass"


def read_score(given: Given, rules: Rules) -> tuple[int, int]:
    """Totals of the asker's team and of the other.

    Raises
    ------
    KaipaiError
        Malformed, or the match is over with them (exit code 5).
    """
    if "score" not in given:
        return 0, 0
    ours, theirs = read_numbers("score", given["score"], 2)
    is_tied = ours == theirs and rules.game_tie == GameTie.EXTRA_ROUND
    if max(ours, theirs) >= rules.target_score and not is_tied:
        raise refused(
            f"at {ours} : {theirs} the match is over: it ends at {rules.target_score} (TI-54)"
        )
    return ours, theirs


def score_note(given: Given) -> tuple[str, ...]:
    """Line about what the score is good for, where it is given."""
    if "score" not in given:
        return ()
    return (
        "the verdict counts the points of this round alone: --score bears only on the Grand "
        "Tichu calls of the policies",
    )


def read_bets(given: Given, rules: Rules) -> list[int]:
    """Bet of each seat, from ``SEAT=tichu,SEAT=grand``.

    Raises
    ------
    KaipaiError
        A seat or a bet is wrong, or the rules do not allow these bets.
    """
    bets = [0] * SEATS
    seen: set[int] = set()
    for word in given.get("bets", "").replace(",", " ").split():
        seat, _, bet = word.partition("=")
        if bet.lower() not in BETS:
            raise KaipaiError(f"--bets '{word}': write SEAT=tichu, SEAT=grand or SEAT=none")
        at = read_seat("bets", seat, SEATS)
        if at in seen:
            raise KaipaiError(f"--bets names seat {at} twice; a seat makes one bet (TI-9)")
        seen.add(at)
        bets[at] = BETS[bet.lower()]
    for stake, name in ((rules.stake_small, "tichu"), (rules.stake_grand, "grand")):
        if not stake and BETS[name] in bets:
            raise refused(f"there is no {name} under these rules (TI-52)")
    if rules.partner_double_call == PartnerCall.ONE_PER_TEAM:
        for lower in range(2):
            if bets[lower] and bets[lower + 2]:
                raise refused("only one partner of a team may bet (TI-9)")
    return bets


def check_calls(bets: Sequence[int], turns: Collection[int], rules: Rules) -> None:
    """Refuse a Tichu of a seat that has had no turn, where it is called on one's turn alone.

    Parameters
    ----------
    bets : sequence of int
        Of each seat.
    turns : collection of int
        Seats that have had a turn.
    rules : Rules

    Raises
    ------
    KaipaiError
    """
    if rules.small_tichu_timing != TichuTiming.OWN_TURN_ONLY:
        return
    for seat, bet in enumerate(bets):
        if bet == BETS["tichu"] and seat not in turns:
            raise refused(
                f"--bets: seat {seat} has had no turn, and small_tichu_timing=own_turn_only lets "
                "nobody call before (TI-8)"
            )


def _turns(table: Table) -> set[int]:
    """Seats that may have had a turn: all, unless the first play of the round lies there."""
    if table.played & ~table.cards:
        return set(range(SEATS))
    first = max(table.owner, 0)
    return {seat for seat in range(SEATS) if (seat - first) % SEATS <= -first % SEATS}


def read_hand(given: Given, n: int | None = None) -> int:
    """Cards of the asker, exactly n where that is known."""
    hand = mask_of_text("cards", given["cards"])
    held = hand.bit_count()
    if held > HAND or (n is not None and held != n):
        raise impossible(f"{are(held, 'cards')} given, and {HAND if n is None else n} are held")
    return hand


def read_table(
    given: Given, rules: Rules, question: str, before: Callable[[], object] = silent
) -> Table:
    """Read the state of a trick from the options of a question.

    Parameters
    ----------
    given : mapping of str to str
    rules : Rules
    question : {"lead", "follow", "wish", "dragon"}
    before : callable
        Is told when kernels are about to be called.

    Raises
    ------
    KaipaiError
        Malformed, or impossible (exit code 5).
    """
    table = Table(read_hand(given), read_score(given, rules), read_bets(given, rules))
    table.played = mask_of_text("played", given.get("played", ""))
    plays = given["table"].split("/") if given.get("table", "").strip() else []
    for part in plays:
        table.played |= table.cards
        table.pile |= table.cards
        table.cards = cards_of_play("table", part)[0]
    table.played &= ~table.cards
    _check_table(table, given, question)
    if table.hand & (table.played | table.cards):
        shared = positions(table.hand & (table.played | table.cards))
        raise impossible(f"{NAMES[shared[0]]} is held and was played")
    _read_left(table, given)
    check_calls(table.bets, _turns(table), rules)
    _read_wish(table, given, rules)
    before()
    record = rec.rules_record(rules)[0]
    for part in plays:
        table.combo, _ = play_of_text("table", part, table.combo, record)
    _read_points(table, given)
    return table


def _check_table(table: Table, given: Given, question: str) -> None:
    """See whether the question can come up on that table, and who laid the play."""
    if question == "lead":
        if table.cards:
            raise refused("who leads has an empty table: leave --table out, or ask 'follow'")
        if not table.played and not table.hand & int(MAH):
            raise refused("the Mah Jong leads first (TI-11): hold it, or name the cards --played")
        return
    if not table.cards:
        raise KaipaiError(f"'{question}' needs --table, the play that lies there")
    if table.cards == int(DOG):
        raise refused("nothing is laid on the Dog (TI-36)")
    default = OPPONENT if question == "follow" else 0
    table.owner = read_seat("owner", given.get("owner", str(default)), SEATS)
    if (table.owner == 0) != (question != "follow"):
        raise refused(
            "seat 0 asks, so the play on the table is another seat's"
            if question == "follow"
            else f"only who laid the play is asked for the {question}: --owner 0"
        )
    if question == "wish" and not table.cards & int(MAH):
        raise refused("only who lays the Mah Jong may wish (TI-33): it is not in --table")
    if question == "dragon" and table.cards != int(DRG):
        raise refused("only a trick won with the Dragon is given away (TI-45)")


def _read_left(table: Table, given: Given) -> None:
    """Cards of each seat now, and who is out."""
    unseen = int(DECK) & ~table.hand & ~table.played & ~table.cards
    others, own = unseen.bit_count(), table.hand.bit_count()
    laid = table.cards.bit_count()
    if "left" in given:
        table.left = read_numbers("left", given["left"], SEATS)
        if min(table.left) < 0 or max(table.left) > HAND:
            raise impossible(f"--left: a hand has 0 to {HAND} cards")
        if table.left[0] != own:
            raise impossible(f"--left says {table.left[0]} for seat 0, --cards holds {own}")
        if sum(table.left[1:]) != others:
            raise impossible(
                f"{are(others, 'cards')} unseen, and --left gives "
                f"{sum(table.left[1:])} to the others"
            )
    else:
        of_others = laid if table.owner > 0 else 0
        share, more = divmod(others + of_others, SEATS - 1)
        table.left = [own] + [share + (seat <= more) for seat in range(1, SEATS)]
        if max(table.left[1:]) > HAND:
            raise impossible(
                f"{are(others, 'cards')} unseen, more than three hands hold: name "
                "the cards --played"
            )
        if of_others:
            table.left[table.owner] = max(table.left[table.owner] - laid, 0)
            table.left[table.owner] += others - sum(table.left[1:])
    if table.owner >= 0 and table.left[table.owner] + laid > HAND:
        raise impossible(
            f"seat {table.owner} has laid {amount(laid, 'cards')} and holds too many others"
        )
    out = [
        seat for seat in range(SEATS)
        if table.left[seat] == 0 and not (seat == table.owner and laid)
    ]  # fmt: skip
    table.finish = read_seats("finished", given.get("finished", " ".join(map(str, out))), SEATS)
    if sorted(table.finish) != out:
        raise impossible(f"--finished names {table.finish}, without cards are {out}")
    if 0 in table.finish or len(out) > 2 or (len(out) == 2 and out[0] % 2 == out[1] % 2):
        raise refused("the round is over")
    if len(out) == 2 and "finished" not in given:
        raise KaipaiError("two seats are out: --finished says in which order")
    last = table.owner >= 0 and table.left[table.owner] == 0
    if last and (len(out) == 2 or any(seat % 2 == table.owner % 2 for seat in out[:1])):
        raise refused("the round is over with the play on the table")


def _read_points(table: Table, given: Given) -> None:
    """Card points won so far, and the cards that lie in the trick."""
    before = int(points_of(np.uint64(table.played)))
    lying = int(points_of(np.uint64(table.pile)))
    if "points" not in given:
        # unknown: nobody is ahead by the tricks that are gone
        table.points = [(before - lying) // 2, before - lying - (before - lying) // 2, 0, 0]
        return
    table.points = read_numbers("points", given["points"], SEATS)
    if any(points % 5 for points in table.points):
        raise impossible(f"--points '{given['points']}': points of cards come in fives (TI-4)")
    wanted = before - sum(table.points)
    if wanted != lying and table.combo:
        table.pile |= _cards_worth(wanted - lying, table.played & ~table.pile)
    elif wanted != lying:
        raise impossible(f"the tricks hold {before} points, --points gives {sum(table.points)}")


def _cards_worth(points: int, among: int) -> int:
    """Some of the played cards that make up the points missing: they lie in the trick."""
    worth = [
        (number, int(points_of(np.uint64(1 << number))))
        for number in positions(among)
    ]  # fmt: skip
    scoring = [(number, value) for number, value in worth if value]
    for size in range(1, len(scoring) + 1):
        for chosen in combinations(scoring, size):
            if sum(value for _, value in chosen) == points:
                return sum(1 << number for number, _ in chosen)
    raise impossible(f"no cards played make up the {points} points that nobody has won")


def _read_wish(table: Table, given: Given, rules: Rules) -> None:
    """Rank wished and not yet met."""
    word = given.get("wish", "none").strip().upper().replace("10", "T")
    if word in ("NONE", ""):
        return
    if word not in RANKS:
        raise KaipaiError(f"--wish '{given['wish']}' is no rank: 2 to 9, T, J, Q, K, A, or none")
    if rules.wish == Wish.OFF:
        raise refused("there is no wish under these rules (TI-33)")
    if not (table.played | table.cards) & int(MAH):
        raise refused("there is no wish before the Mah Jong is laid: it is in no --played")
    table.wish = RANKS.index(word) + 2

"""Record dtypes of Tichu."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.tichu.rules import Rules

DEAL = np.dtype(
    [
        # --- the 14 cards as dealt, before the exchange; item s belongs to seat s
        ("points", "i2", (4,)),  # card points, -25..125 (TI-4)
        ("fours", "u1", (4,)),  # ranks held four times, 0..3
        ("flushes", "u1", (4,)),  # five of a suit in a row; a run of six counts 2, 0..9 (TI-20)
        ("aces", "u1", (4,)),  # 0..4
        ("specials", "u1", (4,)),  # bit 0 Mah Jong, 1 Dog, 2 Phoenix, 3 Dragon
        ("run", "u1", (4,)),  # longest run of ranks Mah Jong..A, Phoenix unused, 0..14
        ("run_phoenix", "u1", (4,)),  # the same; the Phoenix, if held, fills a missing rank 2..A
        ("times", "u1", (4, 5)),  # item k: ranks 2..A held exactly k times; sums to 13
        # --- the first 8 of them
        ("points_8", "i2", (4,)),
        ("fours_8", "u1", (4,)),
        ("flushes_8", "u1", (4,)),
        ("aces_8", "u1", (4,)),
        ("specials_8", "u1", (4,)),
        ("run_8", "u1", (4,)),
        ("run_8_phoenix", "u1", (4,)),
        ("pairs_8", "u1", (4,)),  # ranks held twice or more, 0..4
    ]
)
"""What a deal holds (unsigned where not said; nothing is ever missing)."""

RULES = np.dtype([(name, "i8") for name in Rules._fields], align=True)
"""Coded rules as kernels see them: one integer an option (`simcore.tichu.rules`)."""

MOVE = np.dtype(
    [
        ("cards", "u8"),  # cards laid
        ("combo", "i8"),  # what they are (see combos.shape); 0 is a pass
    ],
    align=True,
)
"""One way to act on a turn."""

VIEW = np.dtype(
    [
        ("seat", "i8"),  # who is asked now
        ("ask", "i8"),  # what he is asked: one of the ASK codes
        ("point", "i8"),  # call point of a Tichu question: a POINT code (TI-8)
        ("round", "i8"),  # number of the round in its match, from 1
        ("total", "i8", (2,)),  # points of teams 0 (seats 0, 2) and 1 before the round
        ("bets", "i8", (4,)),  # by seat: NO_BET, SMALL, GRAND
        ("left", "i8", (4,)),  # cards in each hand
        ("active", "i8"),  # bit s: seat s still holds cards
        ("finish", "i8", (3,)),  # seats in the order of going out; -1 not yet
        ("n_out", "i8"),  # seats out
        ("leader", "i8"),  # who led the first trick; -1 before that
        ("top", "i8"),  # combo to be beaten; 0: the seat leads
        ("top_cards", "u8"),  # its cards
        ("owner", "i8"),  # who laid it; -1 when there is none
        ("passed", "i8"),  # bit s: seat s has passed since that play
        ("pile", "u8"),  # cards of the trick under way
        ("wish", "i8"),  # rank wished and not yet met; 0 none
        ("wisher", "i8"),  # who laid the Mah Jong; -1 nobody so far
        ("points", "i8", (4,)),  # card points of the tricks each seat has been given
        ("laid", "u8", (4,)),  # cards each seat has laid
        ("played", "u8"),  # all of them
        ("dragon_from", "i8"),  # who gave a Dragon trick away; -1 nobody
        ("dragon_to", "i8"),  # who got it; -1 nobody
    ],
    align=True,
)
"""What everybody at the table sees (TI-60)."""

OWN = np.dtype(
    [
        ("seat", "i8"),  # whose this is
        ("hand", "u8"),  # cards held now; only the first eight before the Grand answer
        ("gave", "u8", (3,)),  # card given to the next seat, the partner, the previous one; 0 none
        ("got", "u8", (3,)),  # card received from the next seat, the partner, the previous one
        ("quads", "u8"),  # combos.bomb_masks of the hand
        ("flush", "u8"),
        ("memo", "i8", (2,)),  # what a policy has settled for the round; 0 at its start
    ],
    align=True,
)
"""What only its owner sees (TI-60)."""


def _codes(n: int) -> tuple[np.int64, ...]:
    """Numbers 0..n-1, typed: kernels would be compiled once more for every bare literal."""
    return tuple(np.int64(i) for i in range(n))


NO_BET, SMALL, GRAND = _codes(3)

ASK_GRAND, ASK_TICHU, ASK_EXCHANGE, ASK_TURN, ASK_BOMB, ASK_WISH, ASK_GIFT, ASK_NOTHING = _codes(8)
"""Questions a policy answers; nothing: the round is over."""

NOT_NOW, CALL, NEVER, ON_TURN = _codes(4)
"""Answers to the Tichu question.  After NEVER the seat is not asked again this round, after
ON_TURN only on its own turns and before a bomb of its own."""
HOLD = np.int64(-1)
"""Answer to the bomb question: not on this play, whatever passes follow it."""

POINT_NONE, POINT_A, POINT_B, POINT_C, POINT_D, POINT_E, POINT_GRAND = _codes(7)
"""Call points of TI-8, and the Grand answer."""

PHOENIX_HELD, PHOENIX_LED, PHOENIX_LAID, PHOENIX_JOINED = _codes(4)
"""Use of the Phoenix: never laid, led alone, laid alone on a single, inside a combination."""

RECORD = np.dtype(
    [
        ("match", "u8"),  # number of the match
        ("round", "i4"),  # its number in the match, from 1
        ("status", "u1"),  # simcore.status.Status
        ("last", "u1"),  # 1 in the last round of the match
        ("winner", "i1"),  # team that won the match; -1 drawn or not over
        ("double_victory", "u1"),  # 1: the first two out are partners (TI-49)
        # --- result
        ("total", "i4", (2,)),  # points of the teams before the round
        ("score", "i4", (2,)),  # round score: cards and bets
        ("cards", "i4", (2,)),  # card points, or the prize of a double victory
        ("bets", "i4", (2,)),  # won and lost with bets
        ("finish", "i1", (4,)),  # seats in order of going out; -1: not out
        ("place", "u1", (4,)),  # by seat, from 1; 4: never went out
        ("points", "i2", (4,)),  # card points of the tricks given to each seat (TI-45)
        ("last_hand", "i2"),  # card points in the last hand; 0 after a double victory
        ("passes", "u2"),
        ("left", "u1", (4,)),  # cards each seat held at the end
        # --- calls
        ("bet", "u1", (4,)),  # by seat: 0 none, 1 small, 2 grand
        ("made", "u1", (4,)),  # 1: the bet was won
        ("point", "u1", (4,)),  # when it was called: a POINT code; 0 never
        ("called_out", "u1", (4,)),  # seats out when it was called
        # --- hands; honours are bits 0..2 aces, 3 Phoenix, 4 Dragon, 5 Mah Jong, 6 Dog
        ("honours_8", "u1", (4,)),  # first eight cards
        ("honours_14", "u1", (4,)),  # all cards dealt
        ("honours", "u1", (4,)),  # after the exchange
        ("quads_dealt", "u1", (4,)),  # ranks held four times, as dealt
        ("flush_dealt", "u1", (4,)),  # 1: five of a suit in a row, as dealt
        ("quads", "u1", (4,)),  # ranks held four times, after the exchange
        ("flush", "u1", (4,)),  # 1: five of a suit in a row, after the exchange
        ("gave", "i1", (4, 3)),  # card numbers to the next seat, partner, previous; -1 no exchange
        # --- course of play
        ("plays", "u1"),  # plays, bombs out of turn included
        ("tricks", "u1"),  # Dogs not counted (TI-37)
        ("bombs_4", "u1", (2,)),  # bomb4 laid on a turn, and out of turn
        ("bombs_sf", "u1", (2,)),  # bomb_sf, the same
        ("bombs_by", "u1", (4,)),  # bombs laid by each seat
        ("leader", "i1"),  # who led the first trick
        ("mah_length", "u1"),  # cards of the play that held the Mah Jong; 0 never laid
        ("wish", "i1"),  # rank wished, 0 declined or never asked
        ("wisher", "i1"),  # who laid the Mah Jong; -1 nobody
        ("wish_met_by", "i1"),  # who met the wish; -1 nobody
        ("wish_met_after", "u1"),  # plays laid after the wish up to that one; 0 not met
        ("dragon_from", "i1"),  # who won a trick with the Dragon and gave it away; -1 nobody
        ("dragon_to", "i1"),  # who got it
        ("dragon_points", "i1"),  # card points of that trick
        ("dragon_bombed", "u1"),  # 1: the Dragon was bombed
        ("dog_from", "i1"),  # who led the Dog; -1 nobody
        ("dog_to", "i1"),  # who led next; -1 the Dog ended the round
        ("phoenix", "u1"),  # a PHOENIX code
        ("phoenix_by", "i1"),  # who laid it; -1 nobody
    ],
    align=True,
)
"""One round, as reports and `run` count it.  The order leaves no gaps, so bytes can be compared."""

MAX_ACTIONS = 56 * 5
"""Plays and passes of a round: each of at most 56 plays is followed by at most four passes,
three of the others and, with ``self_beat``, one of the owner (TI-27)."""
MAX_EVENTS = 512
"""Rows of a LOG: MAX_ACTIONS, and for each of 56 tricks its end and a Dragon gift, 4 calls,
8 rows of the deal and the exchange, a wish and three seats going out."""

(
    EVENT_DEAL, EVENT_GRAND, EVENT_TICHU, EVENT_EXCHANGE, EVENT_PLAY, EVENT_BOMB, EVENT_PASS,
    EVENT_WISH, EVENT_OUT, EVENT_TRICK,
) = _codes(10)  # fmt: skip
"""Event codes.  Fields of a row after the code, as 64-bit integers:

deal: seat, first eight cards, other six; grand: bit mask of callers; tichu: seat;
exchange: seat, cards to the next seat, partner, previous one;
play, bomb: seat, cards, combo; pass: seat; wish: seat, rank (0 declined); out: seat, place;
trick: winner, receiver, points.
"""

LOG = np.dtype([("n", "i8"), ("rows", "i8", (MAX_EVENTS, 5))], align=True)
"""Events of a round: rows used (-1: nothing is written down), then the rows."""

STATE = np.dtype(
    [
        ("view", VIEW),
        ("own", OWN, (4,)),
        ("record", RECORD),  # of the round under way
        ("full", "u8", (4,)),  # all cards dealt to each seat
        ("deck", "u8"),  # all cards of the round
        ("then", "i8"),  # stage of `step` after the last of them
        ("queue", "i8"),  # seats still to be asked; bit k: the seat k + 1 places after the actor
        ("called", "i8"),  # Grand callers as a seat mask; later 1: a Tichu was called in this pass
        ("callers", "i8"),  # bit s: seat s may still call Tichu
        ("patient", "i8"),  # bit s: seat s has answered ON_TURN
        ("bombers", "i8"),  # bit s: seat s holds a bomb
        ("ready", "i8"),  # bit s: seat s holds a bomb for the play on top and no HOLD
        ("turn", "i8"),  # who is on turn next
        ("actor", "i8"),  # who acted last
        ("needed", "i8"),  # passes that still close the trick
        ("is_final", "i8"),  # 1: the last player's answer (TI-48) is under way
        ("is_over", "i8"),  # 1: the round ends with the trick on the table
        ("thrown", MOVE),  # bomb chosen while its Tichu question is open
        ("receivers", "i8"),  # bit s: seat s may be given the Dragon trick
        ("wish_plays", "i8"),  # plays before the wish was made
    ],
    align=True,
)
"""A round under way; a copy of it can be played on."""


def rules_record(rules: Rules) -> np.ndarray[Any, np.dtype[np.void]]:
    """Return coded rules as an array of one RULES record."""
    out = np.zeros(1, dtype=RULES)
    out[0] = tuple(int(value) for value in rules)
    return out

"""Record dtypes of Gou Ji."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from simcore.gouji.rules import Rules

EVEN, ODD = 0b010101, 0b101010
"""Seats of the two teams as bits (GJ-3)."""


class Ask(IntEnum):
    """What `step` asks for: an answer of a policy, or a deal."""

    NOTHING = 0
    LEAD = 1
    FOLLOW = 2
    DUEL = 3
    WORD = 4
    """The only answer to a last play (GJ-38, GJ-43)."""
    SHAO = 5
    INTERRUPT = 6
    RANG = 7
    VOLUNTEER = 8
    THREES = 9
    DRAWER = 10
    REVOLUTION = 11
    SWAP = 12
    WAIVE = 13
    RETURN = 14
    DEAL = 15
    """Not for a policy: the next deal of the round."""


class Phase(IntEnum):
    """Where a round stands: first the opening, from LEAD on the play."""

    DRAWER = 0
    DEALING = 1
    THREES = 2
    REVOLT = 3
    SWAP = 4
    DUTY = 5
    WAIVE = 6
    RETURN = 7
    LEAD = 8
    REPLY = 9
    VOLUNTEER = 10
    DUEL = 11
    WORD = 12
    WINDOW = 13
    CHAIN = 14
    INTERRUPT = 15
    RANG = 16
    TURN = 17
    """A seat acts that was given its turn in a free order."""
    OVER = 18


class Order(IntEnum):
    """How the next to reply is found (GJ-58, GJ-59)."""

    SEATS = 0
    RUNS = 1
    CYCLE = 2


class Trigger(IntEnum):
    """What started a Gou Ji: the first that fits."""

    INTERRUPTION = 0
    RED = 1
    BLACK = 2
    TWOS = 3
    """Twos alone."""
    TENS = 4
    JACKS = 5
    QUEENS = 6
    KINGS = 7
    ACES = 8


class End(IntEnum):
    """How a Gou Ji ended."""

    STARTER = 0
    """He cleared the table, or went out with the trigger and was not beaten."""
    DUIMEN = 1
    EXIT = 2
    """A duellist went out by a play in it."""
    SHAO = 3


class Tribute(IntEnum):
    """What became of a duty."""

    NONE = 0
    GIVEN = 1
    WAIVED = 2
    LIBERATED = 3


class Event(IntEnum):
    """Rows of the event log; the columns of each are named in `trace`."""

    PARTNERSHIP = 0
    ROUND = 1
    KAI_PAI = 2
    FIRST_DRAWER = 3
    DRAWER = 4
    DEAL = 5
    THREES = 6
    REVOLUTION = 7
    LIBERATION = 8
    WAIVE = 9
    TRIBUTE = 10
    PLAY = 11
    PASS = 12
    SHAO = 13
    CHAIN = 14
    INTERRUPT = 15
    RANG = 16
    CLEAR = 17
    WIND = 18
    OUT = 19
    SCORE = 20
    END = 21


DEAL = np.dtype(
    [
        # --- each hand of 36 as dealt; item s belongs to seat s
        ("reds", "u1", (6,)),  # red jokers, 0..4
        ("blacks", "u1", (6,)),  # black jokers, 0..4
        ("twos", "u1", (6,)),  # 0..16
        ("ranks", "u1", (6, 12)),  # cards of each rank 3..A, 0..16
        ("distinct", "u1", (6,)),  # ranks 3..A held
        ("longest", "u1", (6,)),  # cards of the longest rank 3..A
        ("sets", "u1", (6,)),  # bits 0..4: 2 A, 2 K, 3 Q, 4 J, 5 T without wilds (GJ-36)
        ("threes", "u1", (6,)),  # most 3s of one suit, 0..4 (GJ-14)
        # --- figures of order with seat 0 as first drawer, filled by `deals.fill_draws`
        ("announcer", "i1"),  # seat that first holds two 3s of a suit; -1 nobody (GJ-14)
        ("announced", "u1"),  # number of the card that does it, 1..216; 0 nobody
        ("turned", "u1"),  # count of the top card, ace 1 .. king 13; 0 a joker (GJ-8)
        ("kai_pai", "u1"),  # seats from the first Kai Pai to the first drawer (GJ-9)
        ("kai_pai_back", "u1"),  # the same where turned jokers go back into the deck
        ("partnership_tie", "u1"),  # 1: third and fourth of the first six cards are equal (GJ-5)
    ]
)
"""What a deal holds (unsigned where not said)."""

# The structs below are read and written in kernels at every act. Their integers are 64 bits wide,
# so that plain Python (with the JIT off) computes with them exactly as compiled code does; small
# integers would wrap there. Only RECORD, written for keeps, is made of small ones.


def _rules_dtype() -> np.dtype[np.void]:
    fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]] = []
    for name, value in zip(Rules._fields, Rules(), strict=True):
        if isinstance(value, tuple):
            fields.append((name, "i8", (len(value),)))
        else:
            fields.append((name, "i8"))
    return np.dtype(fields, align=True)


RULES = _rules_dtype()
"""The options as kernels read them: one field an option, the integers of `Rules`."""

MOVE = np.dtype(
    [
        ("length", "i8"),  # plays of an announced Shao Pai, 1..10; 0 nothing is announced
        ("chain", "i8", (10,)),  # its packed combinations: C1, joker combinations, F
        ("naturals", "i8"),  # cards returned in tribute, as a hand
        ("wilds", "i8"),
        ("trail", "i8", (10, 4)),  # room for the search for divisions
    ],
    align=True,
)
"""What of a decision does not fit into one integer; a policy fills it where asked to.

The decision itself is the integer that `policies.choose` returns: a packed combination (0 passes)
for LEAD, FOLLOW, DUEL, WORD and INTERRUPT; 1 or 0 for yes or no; a seat for DRAWER.
"""

VIEW = np.dtype(
    [
        ("ask", "i8"),  # what is asked, an `Ask`
        ("seat", "i8"),  # who is asked
        # --- the match
        ("hand", "i8"),  # round of the game, from 1
        ("total", "i8", (2,)),  # points of the even and the odd team in this game, before
        # --- the play
        ("left", "i8", (6,)),  # cards each seat holds; -1 not known (GJ-72)
        ("active", "i8"),  # seats that hold cards, as bits
        ("passed", "i8"),  # seats that have passed on this table, as bits
        ("n_out", "i8"),  # seats that are out
        ("finish", "i8", (6,)),  # these seats in order; -1 beyond
        ("table", "i8"),  # packed combination to beat; 0 none
        ("owner", "i8"),  # who played it; -1 nobody
        ("last", "i8"),  # who acted last; -1 nobody
        ("starter", "i8"),  # who started the duel under way; -1 no duel (GJ-40)
        ("announcer", "i8"),  # whose Shao Pai is under way; -1 nobody's
        ("form", "i8"),  # its form: FORM_A, FORM_B
        ("chain_left", "i8"),  # its plays still to come
        ("asker", "i8"),  # who asks for Rang Pai, in that question; else -1
        ("played", "i8", (6,)),  # natural cards each seat has played in this round
        ("played_wilds", "i8", (6,)),  # wild cards likewise
        # --- tribute: known to giver and receiver alone (GJ-65)
        ("giver", "i8"),  # -1 where no exchange is under way; asked of a swap, who owes two cards
        ("receiver", "i8"),
        ("cards", "i8"),  # cards of the exchange
        ("got", "i8"),  # natural cards just received, for the receiver only; else 0
        ("got_wilds", "i8"),
    ],
    align=True,
)
"""What the seat that is asked may know besides its own hand."""

RECORD = np.dtype(
    [
        ("match", "i8"),
        ("round", "i4"),  # from 0
        ("game", "i4"),  # from 0
        ("hand", "i4"),  # round of the game, from 0
        ("points", "i4", (2,)),  # of this round, even and odd team
        ("total", "i4", (2,)),  # of this game, after it
        ("wins", "i4", (2,)),  # games won by each team, this one included once it is over
        ("status", "u1"),  # simcore.status
        ("game_over", "u1"),
        ("match_over", "u1"),
        ("winner", "i1"),  # of the match: 0 even, 1 odd, -1 a draw or not over
        # --- before the play
        ("first_drawer", "i1"),
        ("kai_pai", "i1"),  # last holder of the role; -1 in later rounds
        ("kai_turns", "u1"),  # cards turned; 0 in later rounds
        ("named_by", "i1"),  # Big Loser who named the drawer; -1 in a first round
        ("threes", "i1"),  # announcer of 3s who leads; -1 nobody (GJ-14)
        ("leader", "i1"),
        ("deals", "u1"),  # deals of this round, thrown-in ones counted; 255 stands for more
        ("revolutions", "u1"),  # deals thrown in
        ("may_declare", "u1", (6,)),  # deals in which the seat might declare
        ("declared", "u1", (6,)),  # deals that the seat helped to throw in
        # --- the hand played, as dealt before tribute
        ("reds", "u1", (6,)),
        ("blacks", "u1", (6,)),
        ("twos", "u1", (6,)),
        ("tempo", "i1", (6,)),  # distinct ranks less controls (reds, blacks, twos, trigger ranks)
        # --- tribute; item s belongs to the giver s, second item: first or added exchange
        ("tribute", "u1", (6, 2)),  # a `Tribute`
        ("receiver", "i1", (6, 2)),  # -1 none
        ("gave", "i1", (6, 3)),  # classes of the cards given, 0..14; -1 none
        ("got", "i1", (6, 3)),  # classes of the cards returned; -1 none
        ("swapped", "u1"),  # fifth and sixth changed duties
        ("liberation", "u1"),  # refusals
        # --- the play
        ("plays", "u2"),
        ("passes", "u2"),
        ("leads", "u1"),
        ("seat_plays", "u1", (6,)),
        ("gouji", "u1"),
        ("gouji_ends", "u1", (9, 4)),  # by `Trigger` and `End`
        ("gouji_by", "u1", (6,)),
        ("reentries", "u1"),  # Dui Men who answered though they had passed (GJ-41)
        ("shao_chances", "u1", (6,)),  # windows in which the seat might announce
        ("shao_announced", "u1"),
        ("shao_first", "i1"),  # who announced first; -1 nobody
        ("shao_made", "u1"),  # the announcer went out
        ("shao_ends", "u1", (2, 5, 2)),  # form A, B; reds held; broken, made
        ("wind", "u1"),
        ("wind_by", "u1", (6,)),
        ("rang_asked", "u1"),
        ("rang_granted", "u1"),
        ("volunteers", "u1"),  # acts before one's turn in the free order
        ("sweep", "u1"),
        ("place", "u1", (6,)),  # finishing place of each seat, 1..6
        ("cards_left", "u1", (6,)),
    ],
    align=True,
)
"""One round (unsigned where -1 is not said to occur)."""

MATCH = np.dtype(
    [
        ("match", "i8"),
        ("round", "i8"),  # rounds begun, so from 1 while one is played
        ("game", "i8"),  # from 0
        ("hand", "i8"),  # rounds of this game begun, so from 1
        ("total", "i8", (2,)),  # points of the two teams in this game
        ("wins", "i8", (2,)),  # games won
        ("finish", "i8", (6,)),  # order of the round before
        ("starts", "i8"),  # who turns the next card of a Kai Pai count; -1 drawn by chance
        ("over", "i8"),  # 1 after the last round
        ("last_round", "i8"),  # number of the round after which the match ends in any case
        ("fixed", "i8"),  # 1: hands are given, so nothing is thrown in
    ],
    align=True,
)
"""What goes from round to round of a match."""

DRAW = np.dtype(
    [
        ("order", "i8", (6, 36)),  # card numbers as drawn; -1 beyond the hand (GJ-13)
        ("threes", "i8", (6,)),  # 3s drawn so far by each seat: a nibble a suit or color
        ("cursor", "i8"),  # cards looked at
        ("best", "i8"),  # 3s of one suit that the announcer has shown
        # --- partnership draw, by player before the teams are seated (GJ-5)
        ("drawn", "i8", (6,)),  # card number
        ("height", "i8", (6,)),  # of the card in the deciding draw
        ("sits", "i8", (6,)),  # seat
    ],
    align=True,
)
"""Cards in the order drawn, as far as an opening looks at them."""

STATE = np.dtype(
    [
        ("view", VIEW),
        ("record", RECORD),  # of the round under way
        ("match", MATCH),
        ("own", "i8"),  # natural cards of the seat that is asked, as far as it has them
        ("own_wilds", "i8"),
        ("naturals", "i8", (6,)),  # hands, as `combos` packs them
        ("wilds", "i8", (6,)),
        ("left", "i8", (6,)),  # cards held, whether public or not
        ("phase", "i8"),  # a `Phase`
        ("turn", "i8"),  # who leads, answers in a duel or a last play, or has a slot
        ("bound", "i8"),  # granted a Rang Pai and must pass; -1 nobody (GJ-55)
        ("status", "i8"),  # simcore.status
        # --- free order (GJ-58, GJ-59)
        ("order", "i8"),  # an `Order`
        ("run", "i8"),  # seats of the run that still have their opportunity, as bits
        ("cycle", "i8"),  # seats that had no slot in this cycle, as bits
        ("slot_team", "i8"),  # team of the next slot; -1 a cycle begins
        # --- those asked one after the other: a window, an interruption, a free order, tribute
        ("queue", "i8", (6,)),  # seats
        ("queued", "i8"),  # how many
        ("next", "i8"),  # place in the queue
        ("agreed", "i8"),  # how many said yes
        ("said", "i8"),  # who did, as bits
        ("attacker", "i8"),  # whose play opened the window
        ("passed_window", "i8"),  # 1: the window after the Dui Men passed (GJ-46)
        # --- Shao Pai under way
        ("chain", "i8", (10,)),
        ("chain_length", "i8"),
        ("chain_at", "i8"),  # the play of it that lies on the table
        ("held_reds", "i8"),  # reds the announcer held
        ("shown", "i8"),  # seats that have shown their hand by announcing, as bits
        # --- the duel under way, for the record
        ("kind", "i8"),  # a `Trigger`; -1 none
        # --- the opening
        ("attempt", "i8"),  # number of the deal within the round, from 0
        ("first_drawer", "i8"),
        ("leader", "i8"),
        ("after", "i8"),  # 1: tribute is done
        ("giver", "i8", (5,)),  # duties of tribute in the order in which they are settled
        ("receiver", "i8", (5,)),
        ("cards", "i8", (5,)),
        ("stage", "i8", (5,)),  # 1 for those that a sweep adds
        ("duties", "i8"),  # how many
        ("duty", "i8"),  # the one under way
        # --- invariants
        ("deck", "i8"),  # natural cards dealt to all
        ("deck_wilds", "i8"),
    ],
    align=True,
)
"""A round under way; -1 stands for nobody."""

MAX_EVENTS = 8192
"""Rows of a LOG: 215 plays, each with a clear and up to five passes, and room for openings."""

LOG = np.dtype([("n", "i8"), ("rows", "i8", (MAX_EVENTS, 6))], align=True)
"""Events of a round: rows used (-1: nothing is written down), then the rows.

A row is an `Event` and its values, as `trace` names them.
"""

MOST_COMBOS = 10
"""Combinations of a Shao Pai at most: C1, one for each of eight jokers, F."""


def rules_row(rules: Rules) -> npt.NDArray[np.void]:
    """Return coded rules as an array of one `RULES` record, as kernels take them."""
    return np.array([tuple(rules)], dtype=RULES)

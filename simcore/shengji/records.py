"""Record dtypes of Sheng Ji."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from simcore.shengji.cards import MAX_DECKS, MAX_SEATS
from simcore.shengji.rules import Rules
from simcore.streams import streams_dtype

MAX_HAND = 54
"""More cards than any hand is dealt (SJ-2)."""
MAX_PARTS = MAX_HAND
"""Most components of a lead: a whole hand of singles."""
MAX_KITTY = 216
TRUMPS = 4
"""Number of the trump suit among the effective suits; also trump = none."""
N_SUITS = 5
KINDS = 6
"""What may declare: trump-rank cards of S, H, D, C, then black and red jokers."""


class Ask(IntEnum):
    """What a policy is asked."""

    DECLARE = 0
    OVERCALL = 1
    BURY = 2
    FRIEND = 3
    LEAD = 4
    PICK = 5
    """Which beatable component a failed throw is cut to (SJ-37)."""
    FOLLOW = 6
    DEAL = 7
    """No policy: the cards are to be dealt, or dealt again (SJ-25, SJ-27)."""
    NOTHING = 8
    """No policy: the round is over."""


class Stage(IntEnum):
    """Where `step.advance` goes on."""

    DEAL = 0
    DRAW = 1
    OVERCALL = 2
    ASKED = 3
    """A question is open and `apply` goes on from it."""
    OVER = 4


class Led(IntEnum):
    """What was led."""

    SINGLE = 0
    TUPLE = 1
    TRACTOR = 2
    THROW = 3


class Event(IntEnum):
    """Rows of the event log; the columns of each are named in `step.log`."""

    COUNT_OFF = 0
    HAND = 1
    KITTY = 2
    DECLARE = 3
    TURN_UP = 4
    REDEAL = 5
    TRUMP = 6
    BURY = 7
    OVERCALL = 8
    CALL = 9
    THROW_FAILED = 10
    PLAY = 11
    FRIEND = 12
    TRICK = 13


class Redeal(IntEnum):
    """Why the cards are dealt again."""

    NOBODY = 0
    JOKER_TURNED = 1
    NO_TRUMP = 2
    NO_POINTS = 3


DEAL = np.dtype(
    [
        # --- each hand before the kitty is taken up; item s belongs to seat s, 0 at absent seats
        ("points", "u2", (MAX_SEATS,)),  # card points (SJ-4)
        ("trumps", "u1", (MAX_SEATS,)),  # cards of the trump suit, of the rank, and jokers (SJ-5)
        ("trumps_nt", "u1", (MAX_SEATS,)),  # cards of the rank and jokers
        ("suits", "u1", (MAX_SEATS, 4)),  # cards without the rank: trump suit, then on in S H D C
        ("rank_cards", "u1", (MAX_SEATS,)),  # cards of the trump rank
        ("reds", "u1", (MAX_SEATS,)),  # red jokers
        ("blacks", "u1", (MAX_SEATS,)),  # black jokers
        ("pairs", "u1", (MAX_SEATS,)),  # card types held twice or more (SJ-9)
        ("triples", "u1", (MAX_SEATS,)),  # card types held three times or more
        ("rank_pairs", "u1", (MAX_SEATS,)),  # the pairs among cards of the trump rank, 0..4
        ("tractor", "u1", (MAX_SEATS,)),  # pairs in the longest tractor, suited; 0 none (SJ-10)
        ("tractor_nt", "u1", (MAX_SEATS,)),  # the same in a no-trump round
        ("low_tractor", "u1", (MAX_SEATS,)),  # 1: pairs on the two lowest levels of the trump suit
        # --- the cards left for the kitty
        ("kitty_points", "u2"),
        ("kitty_trumps", "u1"),
        ("kitty_rank_cards", "u1"),
        # --- figures of order, filled by `deals.fill_draws`
        ("kitty_opens_joker", "u1"),  # 1: the first card of the kitty is a joker (SJ-25)
        ("turned", "u1"),  # number of the count-off, ace 1 .. king 13 (SJ-16)
    ]
)
"""What a deal holds for one trump suit and rank (unsigned; nothing is ever missing)."""

# The structs below are read and written in kernels at every play. Their integers are 64 bits
# wide, so that plain Python (with the JIT off) computes with them exactly as compiled code does;
# small ones would wrap there. Only RECORD, written for keeps, is made of small integers.

CARDS = np.dtype([(f"p{k}", "u8") for k in range(MAX_DECKS)])
"""Copy planes of a set of cards: bit i of `pk` is set where it holds k + 1 copies or more.

Four fields, and not an array of four: numba reaches a field without the detour of an array.
"""

RULES = np.dtype([(name, "i8") for name in Rules._fields], align=True)
"""Coded rules as kernels see them: one integer an option (`simcore.shengji.rules`)."""

MAX_MOVES = 24

RUN_NONE, RUN_MAXIMAL, RUN_SAME = range(3)
"""How neighbouring tuples oblige a follower (SJ-43): not, as long as can be, only whole."""

FRAME = np.dtype(
    [
        ("suit", "u8", (N_SUITS,)),  # cards of each effective suit, S H D C and trumps
        ("off", "u8"),  # trumps that share one level: rank cards off the trump suit
        ("off_bit", "u8"),  # the lowest of them: where they stand on the line
        ("low", "u8"),  # cards below them
        ("high", "u8"),  # cards above them, where they stand as cards
        ("shift", "u8"),  # places by which those move down on the line
        ("step", "u8"),  # places on the line from which a tractor may climb to the next
        ("fives", "u8"),  # cards of 5 points
        ("tens", "u8"),  # cards of 10 points
        ("of_rank", "u8"),  # trump-rank cards
        ("red", "u8"),  # fives that are the highest trumps (SJ-68)
        ("jokers", "u8"),
        ("moves", "u8", (MAX_MOVES, 2)),  # cards by type, and places they rotate up by
        ("n_moves", "i8"),
        ("kind", "i8", (64,)),  # type of each card; -1 none
        ("bit", "i8", (54,)),  # card of each type
        ("suit_of", "i8", (64,)),  # effective suit of each card; -1 none
    ],
    align=True,
)
"""Cards renumbered for one trump rank and suit.

In a *frame* a card is a bit number: the side suits in the order S H D C, then the trumps, each
suit from its lowest level up (SJ-6).  Cards of an equal level lie side by side in the order
S H D C.  The *line* is the same with those cards folded into one place, so that neighbours on the
line are neighbouring levels (SJ-7) and a tractor is a row of bits.
"""

PARTS = np.dtype(
    [
        ("n", "i8"),
        ("widths", "i8", (MAX_PARTS,)),  # copies of each card
        ("lengths", "i8", (MAX_PARTS,)),  # levels: 1, or more in a tractor
        ("tops", "i8", (MAX_PARTS,)),  # place of the highest level on the line
        ("kinds", "u8", (MAX_PARTS,)),  # its cards, each `width` times
    ],
    align=True,
)
"""Components of cards of one suit: the largest first, then the longer, wider, higher (SJ-32)."""

SHAPE = np.dtype(
    [
        ("n", "i8"),
        ("widths", "i8", (MAX_PARTS,)),
        ("lengths", "i8", (MAX_PARTS,)),
    ],
    align=True,
)
"""Components without their cards."""

WORK = np.dtype(
    [
        ("depth", "i8"),  # choices fixed in `picks`; later ones are 0
        ("picks", "i8", (2 * MAX_PARTS,)),  # number of the option taken at each choice
        ("counts", "i8", (2 * MAX_PARTS,)),  # options there were
        ("n_vec", "i8"),
        ("vec", "i8", (4 * MAX_PARTS,)),  # what is served, see `combos.duty`
        ("n_best", "i8"),
        ("best", "i8", (4 * MAX_PARTS,)),  # the most that can be served
        ("n_served", "i8"),
        ("served", "i8", (4 * MAX_PARTS,)),  # what a play serves
        ("room", CARDS),  # cards not used yet
        ("taken", CARDS),  # cards used
        ("most", CARDS),  # cards of the best way to serve
        ("held", CARDS),  # cards of the led suit
        ("spare", CARDS),
        ("pool", CARDS),
        ("attempt", CARDS),
        ("play", CARDS),
        ("tops", "i8", (MAX_PARTS,)),  # tops found by `combos.fit`
        ("faces", "u8", (MAX_HAND,)),  # cards to choose from, see `combos.listing`
        ("copies", "i8", (MAX_HAND,)),  # how often each is there
        ("used", "i8", (MAX_HAND,)),  # how often each is chosen
        ("parts", PARTS),  # a division under way
        ("tested", PARTS),  # components as a throw is tested (SJ-34)
    ],
    align=True,
)
"""Room for the searches; whatever is in it is overwritten."""

MOVE = np.dtype(
    [
        ("cards", CARDS),  # cards laid or buried, in the frame
        ("kind", "i8"),  # declaration: 0..5 as in KINDS, -1 declines; friend: a type, -1 nobody
        ("count", "i8"),  # declaration: cards shown in all; friend: the ordinal
        ("part", "i8"),  # PICK: number of the component
    ],
    align=True,
)
"""An answer to any question; a policy fills the fields that the question is about."""

VIEW = np.dtype(
    [
        ("seat", "i8"),  # who is asked
        ("ask", "i8"),  # what he is asked, an `Ask`
        # --- the match
        ("round", "i8"),  # from 0
        ("levels", "i8", (MAX_SEATS,)),  # ranks 0..12 of teams, or of five players (+ 13 a lap)
        # --- the round
        ("rank", "i8"),  # trump rank 0..12
        ("trump", "i8"),  # trump suit 0..3, 4 none; -1 not fixed yet
        ("dealer", "i8"),  # -1 in the first round until somebody declares
        ("first_drawer", "i8"),
        ("is_first", "i8"),  # 1: the first round of the match, whose dealer is being found
        ("hand_size", "i8"),  # cards each draws
        ("kitty_size", "i8"),
        ("friend_kind", "i8"),  # type of the card called; -1 none
        ("friend_ordinal", "i8"),  # which copy; 0 none
        ("friend_seen", "i8"),  # copies of it played so far
        ("friend", "i8"),  # -1 none or not known
        ("sides_known", "i8"),  # 1: everybody knows who declares
        ("declarers", "i8"),  # seats known to be of the declarers, as bits
        # --- declarations
        ("after", "i8"),  # cards drawn by all so far
        ("declarer", "i8"),  # -1 nobody so far
        ("declared", "i8"),  # what was shown, 0..5; -1 nothing
        ("declared_count", "i8"),
        ("rank_first", "i8"),  # first and last seat to declare with rank cards; -1 nobody
        ("rank_last", "i8"),
        ("shown", "i8", (MAX_SEATS, KINDS)),  # most copies that each seat has shown
        ("turned", CARDS),  # kitty cards turned up, by type (SJ-25)
        # --- the play, in the frame
        ("exposed", CARDS, (MAX_SEATS,)),  # cards known to be in a hand: shown, or thrown in vain
        ("left", "i8", (MAX_SEATS,)),  # cards in each hand
        ("void", "i8", (MAX_SEATS,)),  # effective suits that each seat is known to lack, as bits
        ("points", "i8", (MAX_SEATS,)),  # card points of the tricks each seat has won
        ("failed", "i8", (MAX_SEATS,)),  # failed throws of each seat
        ("played", CARDS),  # every card played so far
        ("tricks", "i8"),  # tricks completed
        # --- the trick under way
        ("leader", "i8"),
        ("n_plays", "i8"),  # plays laid
        ("n_cards", "i8"),  # cards of each play; 0 before the lead
        ("suit", "i8"),  # effective suit led; -1 before the lead
        ("shape", "i8"),  # a `Led`
        ("parts", PARTS),  # components of the lead; while a throw is cut, of the attempt
        ("form", SHAPE),  # the same in the order of SJ-49: what a play must match to win
        ("duty", SHAPE),  # those that oblige the followers, in the order of SJ-44
        ("run_duty", "i8"),  # how tractors oblige, a RUN code
        ("n_beaten", "i8"),  # PICK: components that may be forced
        ("beaten", "i8", (MAX_PARTS,)),  # PICK: their numbers in `parts`
        ("laid", CARDS, (MAX_SEATS,)),  # cards of each seat's play
        ("best", "i8"),  # who is winning the trick
        ("key", "u8"),  # place of his primary component's top, as a bit of the line
        ("best_tops", "i8", (MAX_PARTS,)),  # tops of his components; only after a throw
        ("best_highest", "i8"),  # place of his highest card; only after a throw
        ("pot", "i8"),  # card points in the trick
    ],
    align=True,
)
"""What everybody at the table sees (SJ-73)."""

OWN = np.dtype(
    [
        ("seat", "i8"),  # whose this is
        ("hand", CARDS),  # while drawing the cards drawn so far, by type; then in the frame
        ("held", "i8", (KINDS,)),  # rank cards and jokers drawn so far
        ("n_drawn", "i8"),  # cards counted in `hand` while drawing
        ("buried", CARDS),  # what he buried last, in the frame
        ("has_buried", "i8"),  # 1: he was the last to bury
        ("memo", "i8", (4,)),  # what a policy has settled for the deal; 0 at its start
    ],
    align=True,
)
"""What only its owner sees (SJ-73)."""

MAX_DRAWS = KINDS * MAX_DECKS
"""Most draws that bring a card of KINDS."""

STATE = np.dtype(
    [
        ("view", VIEW),
        ("own", OWN, (MAX_SEATS,)),
        ("stage", "i8"),  # a `Stage`
        ("seed", "u8"),  # of the streams
        ("place", "u8"),  # rng.place_of match and round
        ("status", "i8"),  # simcore.status
        ("attempt", "i8"),  # deals of this round before this one
        ("dealt", CARDS, (MAX_SEATS + 1,)),  # hands as dealt by type; the kitty follows the hands
        ("kitty", CARDS),  # cards lying as kitty: by type until it is taken up, then in the frame
        # --- drawing
        ("n_draws", "i8"),  # draws that bring a card of KINDS
        ("draw_at", "i8", (MAX_DRAWS,)),  # their numbers, ascending, from 0
        ("draw_kind", "i8", (MAX_DRAWS,)),  # what is drawn, 0..5
        ("next_draw", "i8"),  # first of them not yet made
        ("is_final", "i8"),  # 1: the poll after the last card (SJ-17)
        ("polled", "i8"),  # seats already polled in this pass
        ("drawer", "i8"),  # who is polled first in it
        ("acted", "i8"),  # 1: somebody acted in this pass
        ("able", "i8"),  # seats that may declare something, as bits
        ("is_ordered", "i8", (MAX_SEATS,)),  # 1: `order` of the seat is filled
        ("order", "u1", (MAX_SEATS, MAX_HAND)),  # types of a hand as they are drawn
        ("kitty_order", "u1", (1, MAX_KITTY)),  # types of the kitty in stock order
        ("is_given", "i8"),  # 1: cards and their order were laid out by hand
        # --- exchange
        ("buried_by", "i8"),  # who buried last
        ("passes", "i8"),  # overcalls declined in a row
        # --- play
        ("attempt_cards", CARDS),  # PICK: the throw that failed
        ("total_points", "i8"),  # card points dealt
        ("fives_lost", "i8", (MAX_SEATS, MAX_SEATS)),  # red fives: played by, won by
        ("last_leader", "i8"),  # of the last trick completed
        ("last_winner", "i8"),
    ],
    align=True,
)
"""A round under way; a copy of it can be played on."""

TABLE = np.dtype([("frames", FRAME, (13, N_SUITS))], align=True)
"""The frames of every trump rank and suit."""

STREAMS = streams_dtype(MAX_SEATS + 3)
"""A row for each seat's policy, then those of `step.draw`."""

MATCH = np.dtype(
    [
        ("levels", "i8", (MAX_SEATS,)),  # ranks of teams or players; + 13 a lap (SJ-14, SJ-65)
        ("round", "i8"),  # rounds played
        ("dealer", "i8"),  # of the next round; -1 not yet known
        ("shuffler", "i8"),  # of the last round; -1 none
        ("is_over", "i8"),
        ("winners", "i8"),  # units that won, as bits; 0 a draw or not over
    ],
    align=True,
)
"""What carries over from round to round."""

MAX_EVENTS = 1 << 14
COLUMNS = 10

LOG = np.dtype([("n", "i8"), ("rows", "i8", (MAX_EVENTS, COLUMNS))], align=True)
"""Events of a round: rows used (-1: nothing is written down), then the rows."""

SIZES = 8
"""Sizes counted apart; the last one stands for more."""

RECORD = np.dtype(
    [
        ("match", "i8"),
        ("multiplier", "i8"),  # of the kitty; 0: the declarers won the last trick (SJ-55)
        ("opponent_points", "i8"),  # what the round is scored by (SJ-55)
        ("gain", "i8"),  # levels of the winning side, before mandatory stops
        ("round", "i4"),  # from 0
        ("fine", "i4"),  # points moved to the opponents for failed throws, may be negative (SJ-38)
        ("levels", "i4", (MAX_SEATS,)),  # before the round, as in VIEW
        ("levels_after", "i4", (MAX_SEATS,)),
        ("points", "i2", (MAX_SEATS,)),  # card points of the tricks each seat won
        ("trick_points", "i2"),  # card points of the opponents' tricks (SJ-54)
        ("kitty_before", "i2"),  # card points in the kitty as dealt
        ("kitty_points", "i2"),  # card points buried
        ("plays", "i2"),  # in tricks
        ("declared_after", "i2"),  # cards drawn by all at the last declaration; -1 nobody
        ("first_after", "i2"),  # the same at the first
        ("redeals", "u2", (4,)),  # deals thrown in, by `Redeal`
        ("status", "u1"),  # simcore.status
        ("match_over", "u1"),  # 1: the last round of the match
        ("winners", "u1"),  # units that won the match, as bits; 0 drawn or not over
        ("swap", "u1"),  # 1: the opponents took over
        ("rank", "u1"),  # trump rank 0..12
        ("trump", "u1"),  # 0..3, 4 no trump
        ("dealer", "i1"),
        ("next_dealer", "i1"),
        ("first_drawer", "i1"),
        ("declarers", "u1"),  # seats, as bits
        ("friend", "i1"),  # -1 nobody
        ("friend_trick", "i1"),  # number of the trick that showed him, from 0; -1 never
        # --- declarations of the deal that was played
        ("declarer", "i1"),  # who fixed trump in the draw; -1 nobody
        ("declared_count", "u1"),  # cards shown by him
        ("declarations", "u1"),  # accepted in all
        ("overrides", "u1"),  # that took the trump from another
        ("secured", "u1"),  # 1: the last one added to his own
        ("nobody", "u1"),  # 1: trump came from the kitty or the rules (SJ-25)
        ("turned", "u1"),  # kitty cards turned up
        ("overcalls", "u1"),  # chao dipi (SJ-29)
        # --- hands at the first lead
        ("trumps", "u1", (MAX_SEATS,)),
        ("jokers", "u1", (MAX_SEATS,)),
        ("trump_pairs", "u1", (MAX_SEATS,)),
        ("voids", "u1", (MAX_SEATS,)),  # side suits lacking
        ("bury_trumps", "u1"),  # trumps among hand and kitty of the last to bury
        ("bury_jokers", "u1"),
        # --- the play
        ("tricks", "u1"),
        ("last_winner", "i1"),
        ("last_opponents", "u1"),  # 1: the opponents won the last trick
        ("last_cards", "u1"),  # cards of each play in it (SJ-56)
        ("last_component", "u1"),  # cards in the largest component of its lead
        ("last_pairs", "u1"),  # tuples of two cards or more in its lead
        ("hooked", "u1"),  # 1: the declarers were set back (SJ-67)
        ("fives_lost", "u1", (2,)),  # red fives lost by declarers and by opponents (SJ-68)
        ("throws_tried", "u1", (SIZES,)),  # by cards: item i is i + 1 cards
        ("throws_stood", "u1", (SIZES,)),
        ("throws_ruffed", "u1", (SIZES,)),  # stood and lost to trumps
        ("throws_failed", "u1", (2,)),  # by declarers and by opponents
        ("tractors", "u1", (SIZES,)),  # led alone, by tuples: item i is i + 1
    ],
    align=True,
)
"""One round, as reports and `run` count it (unsigned where -1 is not said to occur)."""


def rules_record(rules: Rules) -> npt.NDArray[np.void]:
    """Return coded rules as an array of one RULES record, as kernels take them."""
    return np.array([tuple(int(value) for value in rules)], dtype=RULES)

"""What the heuristic thinks things are worth, in tenths of a lost lead.

The cost of a group is how far it stands between the hand and going out: a low single must be led
and loses, 10; a winner brings a lead in for another, so its cost is negative.
"""

from __future__ import annotations

# --- cost of groups (plan) ---
SINGLE_LOW = 10
SINGLE_MID = 6
SINGLE_KING = 3
SINGLE_ACE = -3
PAIR_LOW = 6
PAIR_MID = 4
PAIR_KING = -1
PAIR_ACE = -8
TRIPLE_LOW = 5
TRIPLE_MID = 3
TRIPLE_HIGH = -4
HOUSE = 5
STRAIGHT = 4
STRAIGHT_CARD = 1
STRAIGHT_HIGH = 3
STAIRS = 5
STAIRS_RANK = 1
STAIRS_HIGH = 2
MAH_ALONE = 3
MAH_RUN = 0
DOG_COST = 7
PHOENIX = -7
DRAGON = -7
QUAD = -12
FLUSH = -12
# --- worth of the lead when following ---
LEAD = 3
POINT = 2
OWN_BET = 5
THEIR_BET = 3
BETTOR_TOP = 4
DANGER = 15
NEAR_DANGER = 5
NEAR_OUT = 6
PARTNER_BET = 5
PARTNER_TOP = 10
PARTNER_GAIN = 5
HIGHER = 3
PHOENIX_LOW = 1
PHOENIX_PAIR = 6
# --- leading ---
LEAD_WORTH = 6
LEAD_CARD = 0
LEAD_RANK = 4
LEAD_RUN = 4
LEAD_DANGER = 40
DOG_LEAD = 9
LEAD_PARTNER = 4
# --- bombs ---
BOMB_WORTH = 18
BOMB_REST = 12
# --- calls ---
TICHU_CALL = 8
COUNTER = 8
GRAND_CALL = 34
GRAND_DRAGON = 16
GRAND_PHOENIX = 14
GRAND_ACE = 11
GRAND_KING = 3
GRAND_DOG = -6
GRAND_MAH = 1
GRAND_LOW = -2
GRAND_QUAD = 14
GRAND_GROUP = 2
GRAND_BEHIND = 2
# --- exchange ---
KEEP = 15
WEAK = 32
PARITY = 1
BEST = 1
GIVE_PAIR = 15
GIVE_TRIPLE = 20
GIVE_RUN = 25
GIVE_QUAD = 60

"""What the heuristic thinks things are worth, in tenths of a low single.

The cost of a group is how far it stands between the hand and going out: a low single must be led
and loses, 10; a winner brings a lead in for another, so its cost is negative.

Tuned by changing one number at a time, both ways, on the same deals from both sides: first to the
score against `lowest`, then to the score against the policy itself before the change.
"""

from __future__ import annotations

# Cost of groups. LOW: 2..9, MID: 10..Q, HIGH: K, A.
SINGLE_LOW = 10
SINGLE_MID = 6
SINGLE_KING = 3
SINGLE_ACE = -5
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
DOG_COST = 7
PHOENIX = -7
DRAGON = -7
QUAD = -12
FLUSH = -12
# Worth of winning a trick when following.  OWN_BET: of a bettor; DANGER: an opponent holds one or
# two cards; NEAR_DANGER: three or four; LAST: the opponents but the owner of the trick have passed.
LEAD = 2
POINT = 1
OWN_BET = 6
DANGER = 10
NEAR_DANGER = 3
LAST = 5
NEAR_OUT = 6
PARTNER_TOP = 10
PARTNER_GAIN = 5
HIGHER = 1
PHOENIX_LOW = 1
PHOENIX_PAIR = 6
# A rank more, where an opponent goes out with the next single, pair or triple; in sixteenths.
RUSH = 20
# What a run is worth that loses its highest rank, 10 or more.
RUN_TOP = 3
# Leading.
LEAD_WORTH = 4
LEAD_CARD = 1
LEAD_RANK = 6
LEAD_RUN = 6
LEAD_DANGER = 16
DOG_LEAD = 20
LEAD_PARTNER = 4
MAH_LEAD = 12
# Bombs: worth of a trick that is bombed, groups left after which any trick is.
BOMB_WORTH = 12
BOMB_GROUPS = 1
BETTOR_BOMB = 10
BETTOR_CARDS = 4
# Calls.  CALL numbers: a logistic regression of bets made on what the caller held and when he
# called (44,000 bets of a policy that called too often), in units of a quarter of a tenth; COUNTER
# is what an opposing bet, or more than CALL_CARDS cards laid, takes away.  GRAND numbers: the same
# on the first eight cards (38,000 bets).  The two limits are set on how often people call.
TICHU_CALL = 1
COUNTER = 20
CALL_LATEST = 2
CALL_CARDS = 16
CALL_PLAN = 4
CALL_LOW = -12
CALL_MID = -11
CALL_MAH = 7
CALL_DOG = 33
CALL_PHOENIX = -12
CALL_DRAGON = -30
CALL_ACE = -13
CALL_TWO_ACES = -27
CALL_THREE_ACES = -37
CALL_FLUSH = 30
GRAND_CALL = 24
GRAND_DRAGON = 13
GRAND_PHOENIX = 15
GRAND_ACE = 7
GRAND_KING = 1
GRAND_DOG = 13
GRAND_QUAD = 10
GRAND_GROUP = -1
GRAND_BEHIND = 2
# Exchange: cost of the hand below which the best card is kept, and above which even the Dragon
# goes to the partner; how much a card of a group is missed more than a lone one, in ranks; by how
# much more a card of the right parity may be missed.
KEEP = 0
WEAK = 25
GIVE_PAIR = 20
GIVE_TRIPLE = 20
GIVE_RUN = 25
GIVE_QUAD = 60
PARITY_RANKS = 2
# What `heuristic_v2` has instead: these were tuned anew when the play was mended.
LEAD_V2 = 3
DANGER_V2 = 8
NEAR_DANGER_V2 = 1
LEAD_WORTH_V2 = 6
LEAD_RANK_V2 = 5
LEAD_DANGER_V2 = 40
KEEP_V2 = 15
TICHU_CALL_V2 = 13
COUNTER_V2 = 40

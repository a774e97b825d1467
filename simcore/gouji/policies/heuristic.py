"""The policy `heuristic`: plain good sense, decision by decision; and twins for comparison.

It follows whenever natural cards allow, whole ranks first, then what a two makes whole; spends
twos one by one while it holds many cards; keeps jokers until they carry it out; leads low, but in
a size that an opponent who is nearly out cannot match; and leaves the table to team mates once only
high cards would beat them. `heuristic_random_shao` is the same but for Shao Pai, which it announces
as `random` does: it shows what choosing is worth. `heuristic_v2` is the policy as version 2 of the
game had it: `mended` is then false.
"""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.packed import (
    ALL_WILD,
    COPIES,
    LANE_BITS,
    above,
    at_least,
    bits_in,
    combo_blacks,
    combo_n,
    combo_rank,
    combo_reds,
    combo_size,
    combo_twos,
    count_of,
    distinct,
    hand_size,
    make_combo,
    whole_hand,
)
from simcore.gouji.combos.shao import fewest_plays
from simcore.gouji.policies.common import (
    DRAWER,
    DUEL,
    FOLLOW,
    INTERRUPT,
    LEAD,
    RANG,
    RETURN,
    SHAO,
    SWAP,
    VOLUNTEER,
    WORD,
    give_back,
)
from simcore.gouji.policies.lowest import lowest_lead, lowest_return, plain_reply
from simcore.gouji.records import EVEN, ODD
from simcore.gouji.rules import WindCatcher
from simcore.jit import kernel

THREE, QUEEN, ACE = 0, 9, 11
"""Rank indices; below a queen a set is cheap enough to lay it over a team mate's."""
NEAR_OUT = 10
"""An opponent with so few cards is led a size that he cannot match."""
LAST_CARDS = 5
"""With so few he is stopped, if need be by a joker."""
TWOS_CARDS = 8
"""With so few he is stopped by as many twos as it takes."""
LAST_TWO = 2
"""With so few he is stopped at any cost."""
FEW_RANKS = 4
"""With so few left a duellist spends his jokers, and a hand waits for nobody."""
BIG_HAND = 14
"""With more cards no reply takes a second two."""
SHORT_RANKS = 2
"""With so few left a seat ahead of its team mate plays over him, and jokers may go together."""
SOME_RANKS = 5
"""With more left an ace out of several is not broken for a single card while a two is at hand."""
RIDERS = 3
"""With so many jokers one of them goes with the 3s, which beat nothing by themselves."""
MANY = 20
"""Cards that a seat is taken to hold where its number is not known."""
ALL_WILDS = 16 | 4 << 8 | 4 << 16
"""The wild cards of the deck, as a hand has them."""


NEXT_TEAMMATE = int(WindCatcher.NEXT_TEAMMATE)


@kernel
def _lowest_set(naturals: Any, lanes: Any) -> Any:
    """All cards of the lowest rank of those marked."""
    rank = bits_in((lanes & -lanes) - 1) // LANE_BITS
    return make_combo(count_of(naturals, rank), rank, 0, 0, 0)


@kernel
def held_by(view: Any, seat: Any) -> Any:
    """Cards that a seat holds, `MANY` where that is not known."""
    left = view["left"][seat]
    return left if left >= 0 else MANY


@kernel
def danger(view: Any) -> Any:
    """Fewest cards that an opponent of the asked seat holds."""
    others = view["active"] & (EVEN if view["seat"] & 1 else ODD)
    fewest = MANY
    for other in range(6):
        left = view["left"][other]
        if (others >> other) & 1 and 0 <= left < fewest:
            fewest = left
    return fewest


@kernel
def choose_lead(view: Any, naturals: Any, wilds: Any, mended: Any) -> Any:
    """Lead: the whole hand; a step of a way out by jokers; else low, in a size that holds.

    With a joker for each rank but one a hand goes out rank by rank: nothing beats a red (GJ-26),
    and a black falls to nobody but a Dui Men with a red and a higher rank (GJ-31, GJ-40). Blacks
    go first, since a red takes the lead back where one of them fails. Where the opponent nearest to
    out can match every rank, the highest is the hardest to beat.
    """
    combo = whole_hand(naturals, wilds)
    if combo:
        return combo
    combo = lowest_lead(naturals, wilds)
    blacks, reds = (wilds >> 8) & 255, wilds >> 16
    if blacks + reds and blacks + reds + 1 >= distinct(naturals):
        return combo | (1 << (16 if blacks else 24))
    threat = danger(view)
    if threat <= NEAR_OUT:
        safe = at_least(naturals, threat + 1)
        if safe == 0:
            safe = at_least(naturals, 1) & ~at_least(naturals, threat)
        if safe == 0 and mended:
            safe = at_least(naturals, 1)
            while safe & (safe - 1):
                safe &= safe - 1
        if safe:
            return _lowest_set(naturals, safe)
    elif mended and blacks + reds >= RIDERS and count_of(naturals, THREE):
        if distinct(naturals) > FEW_RANKS:
            return combo | (1 << (16 if blacks else 24))
    return combo


@kernel
def whole_reply(naturals: Any, table: Any) -> Any:
    """Cheapest reply that lays all cards of a rank without wild cards, 0 for none (GJ-27)."""
    size = combo_size(table)
    if size > COPIES or combo_blacks(table) or combo_n(table) == 0:
        return 0
    exact = at_least(naturals, size) & above(combo_rank(table))
    if size < COPIES:
        exact &= ~at_least(naturals, size + 1)
    return _lowest_set(naturals, exact) if exact else 0


@kernel
def joker_reply(naturals: Any, wilds: Any, table: Any, rules: Any) -> Any:
    """Return a reply with as few wild cards as will do, jokers allowed; 0 for none."""
    size, need = combo_size(table), combo_blacks(table)
    twos, blacks, reds = wilds & 255, (wilds >> 8) & 255, wilds >> 16
    if combo_reds(table) or reds < need:
        return 0
    if combo_n(table):
        for missing in range(need, min(size - 1, twos + blacks + reds) + 1):
            if size - missing > COPIES:
                continue
            ranks = at_least(naturals, size - missing) & above(combo_rank(table))
            if ranks:
                rank = bits_in((ranks & -ranks) - 1) // LANE_BITS
                two = min(twos, missing - need)
                black = min(blacks, missing - need - two)
                red = missing - two - black
                combo = make_combo(size - missing, rank, two, black, red)
                if red <= reds and beats(table, combo, rules):
                    return combo
        if twos >= size and need == 0:
            return make_combo(0, ALL_WILD, size, 0, 0)
    black = min(blacks, size - need)
    if black < size - reds:
        return 0
    combo = make_combo(0, ALL_WILD, 0, black, size - black)
    return combo if beats(table, combo, rules) else 0


@kernel
def broken_set(naturals: Any, lanes: Any, size: Any) -> Any:
    """`size` cards of the rank that is best broken: long, since most is left of it, and high."""
    best = most = 0
    while lanes:
        rank = bits_in((lanes & -lanes) - 1) // LANE_BITS
        lanes &= lanes - 1
        worth = 2 * count_of(naturals, rank) + rank
        if worth > most:
            best, most = rank, worth
    return make_combo(size, best, 0, 0, 0)


@kernel
def thrifty_reply(naturals: Any, wilds: Any, table: Any) -> Any:
    """`plain_reply`, but no set is broken where a two makes a rank whole or spares an ace."""
    combo = plain_reply(naturals, wilds, table)
    if combo == 0 or combo_twos(combo):
        return combo
    size, higher = combo_size(table), above(combo_rank(table))
    if wilds & 255 and size > 1:
        whole = at_least(naturals, size - 1) & ~at_least(naturals, size) & higher
        if whole:
            return _lowest_set(naturals, whole) | (1 << 8)
    combo = broken_set(naturals, at_least(naturals, size) & higher, size)
    is_ace = size == 1 and combo_rank(combo) == ACE
    if is_ace and wilds & 255 and distinct(naturals) > SOME_RANKS:
        return make_combo(0, ALL_WILD, 1, 0, 0)
    return combo


@kernel
def is_theirs(view: Any, naturals: Any, wilds: Any, rules: Any, mended: Any) -> Any:
    """Whether a seat plays against the table: not where its own team would lead anyway.

    If the owner is out that depends on who catches the wind (GJ-56). Over a team mate who is not
    out plays who is nearer to out himself.
    """
    owner, active = view["owner"], view["active"]
    is_mate = (owner - view["seat"]) & 1 == 0
    if not mended:
        return not is_mate
    if (active >> owner) & 1:
        is_ahead = distinct(naturals) <= SHORT_RANKS
        return not is_mate or (is_ahead and hand_size(naturals, wilds) < held_by(view, owner))
    if rules["wind_catcher"] == NEXT_TEAMMATE and active & (ODD if owner & 1 else EVEN):
        return not is_mate
    after = (active | (active << 6)) >> (owner + 1)
    falls_across = after & -after & (EVEN | EVEN << 6) != 0
    return falls_across == is_mate


@kernel
def choose_reply(view: Any, naturals: Any, wilds: Any, rules: Any, mended: Any) -> Any:
    """Follow, duel and last word: go out, shed a whole rank, break one, spend twos, then jokers.

    Jokers go where they carry the hand out or stop who holds the table, and towards the end of a
    duel; one at a time, unless both are all but out.
    """
    table = view["table"]
    combo = whole_hand(naturals, wilds)
    if combo and beats(table, combo, rules):
        return combo
    combo = whole_reply(naturals, table)
    if not is_theirs(view, naturals, wilds, rules, mended):
        return combo if combo_rank(combo) < QUEEN else 0
    left = held_by(view, view["owner"])
    if combo == 0 and mended:
        combo = thrifty_reply(naturals, wilds, table)
        if combo_twos(combo) > 1 and left > TWOS_CARDS and hand_size(naturals, wilds) > BIG_HAND:
            return 0
    elif combo == 0:
        combo = plain_reply(naturals, wilds, table)
    if combo == 0:
        few = ((wilds >> 8) & 255) + (wilds >> 16) + 1
        if view["ask"] in (DUEL, WORD):
            few = max(few, FEW_RANKS)
        if not mended:
            left = danger(view)
        if distinct(naturals) <= few or left <= LAST_CARDS:
            combo = joker_reply(naturals, wilds, table, rules)
            is_waste = left > LAST_TWO or distinct(naturals) > SHORT_RANKS
            if mended and is_waste and combo_blacks(combo) + combo_reds(combo) > 1:
                return 0
    return combo


@kernel
def choose_shao(view: Any, naturals: Any, wilds: Any, rules: Any, move: Any) -> Any:
    """Shao Pai: in two plays always; in more if at most one of them can be beaten at all.

    Nothing beats a red, nor a black on aces; nor any black once all reds are in one's own hand or
    played (GJ-26, GJ-31, GJ-32).
    """
    plays = fewest_plays(naturals, wilds, view["table"], rules, move, True)
    unseen = ALL_WILDS - wilds
    for seat in range(6):
        unseen -= view["played_wilds"][seat]
    weak = 0
    for i in range(plays - 1):
        combo = move["chain"][i]
        is_sure = combo_rank(combo) == ACE or unseen >> 16 == 0
        if combo_reds(combo) == 0 and not (is_sure and combo_blacks(combo)):
            weak += 1
    return 1 if plays <= 2 or weak <= 1 else 0


@kernel
def choose_interruption(view: Any, naturals: Any, wilds: Any, rules: Any) -> Any:
    """Break an opponent's Shao Pai, with jokers too once only its last combination is to come."""
    if (view["announcer"] - view["seat"]) & 1 == 0:
        return 0
    combo = plain_reply(naturals, wilds, view["table"])
    if combo == 0 and view["chain_left"] <= 1:
        combo = joker_reply(naturals, wilds, view["table"], rules)
    return combo


@kernel
def choose_return(view: Any, naturals: Any, wilds: Any, move: Any) -> Any:
    """Tribute: the lowest cards that stand alone, else the lowest; to a team mate what he gave."""
    own = naturals - view["got"]
    alone = at_least(own, 1) & ~at_least(own, 2)
    if (view["giver"] - view["seat"]) & 1 == 0:
        move["naturals"], move["wilds"] = view["got"], view["got_wilds"]
        return 1
    if bits_in(alone) < view["cards"]:
        return lowest_return(view, naturals, wilds, move)
    move["naturals"] = move["wilds"] = 0
    for _ in range(view["cards"]):
        give_back(move, bits_in((alone & -alone) - 1) // LANE_BITS)
        alone &= alone - 1
    return 1


@kernel
def agrees(view: Any, naturals: Any, wilds: Any, rules: Any, mended: Any) -> Any:
    """Answer the questions to be agreed to with yes (1) or no.

    Duties are swapped so that two jokers stay in the team. Rang Pai is granted where the asker is
    nearer to out than the opponent and the own hand is not. Before its turn acts who would play.
    """
    asked = view["ask"]
    if asked == SWAP:
        rich = (wilds >> 16) + ((wilds >> 8) & 255) >= 2
        return 1 if rich == (view["giver"] == view["seat"]) else 0
    if asked == RANG:
        is_ahead = view["left"][view["asker"]] < view["left"][view["owner"]]
        return 1 if is_ahead and distinct(naturals) > FEW_RANKS else 0
    if asked == VOLUNTEER:
        return 1 if choose_reply(view, naturals, wilds, rules, mended) else 0
    return 1


@kernel
def heuristic_move(view: Any, naturals: Any, wilds: Any, rules: Any, move: Any, mended: Any) -> Any:
    """Answer the question in the view; see `policies.choose`. Nothing is drawn.

    `mended` is false for `heuristic_v2`.
    """
    asked = view["ask"]
    if asked in (FOLLOW, DUEL, WORD):
        return choose_reply(view, naturals, wilds, rules, mended)
    if asked == LEAD:
        return choose_lead(view, naturals, wilds, mended)
    if asked == SHAO:
        return choose_shao(view, naturals, wilds, rules, move)
    if asked == INTERRUPT:
        return choose_interruption(view, naturals, wilds, rules)
    if asked == RETURN:
        return choose_return(view, naturals, wilds, move)
    if asked == DRAWER:
        return view["seat"]
    return agrees(view, naturals, wilds, rules, mended)

"""The policy `heuristic`: plain good sense, decision by decision; and twins for comparison.

It follows with natural cards or one two, whole ranks first, and early on neither breaks aces nor
spends two wild cards at once; keeps jokers until they carry it out; leads low, but in a size that
an opponent who is nearly out cannot match; and leaves the table to team mates once only high cards
would beat them, until it is nearly out itself. `heuristic_random_shao` is the same but for Shao
Pai, which it announces as `random` does: it shows what choosing is worth. `heuristic_v2` is the
policy before its worst decisions were mended: it spends twos and jokers as they come.
"""

from __future__ import annotations

from typing import Any

from simcore.gouji.combos.beats import beats
from simcore.gouji.combos.packed import (
    ALL_WILD,
    COPIES,
    LANE_BITS,
    RANKS,
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
from simcore.jit import kernel

THREE, QUEEN, ACE = 0, 9, 11
"""Rank indices; below a queen a set is cheap enough to lay it over a team mate's."""
NEAR_OUT = 10
"""An opponent with so few cards is led a size that he cannot match."""
LAST_CARDS = 5
"""With so few he is stopped at any cost."""
LAST_RANKS = 2
"""With more left, two jokers are not spent on one play."""
FEW_RANKS = 4
"""With so few left a hand waits for nobody, and 3s need no joker to be rid of."""
SOME_RANKS = 5
"""With so few left a duellist spends his jokers, and aces and twos are no longer spared."""
MATE_CARDS = 12
"""With so few a seat lays over a team mate whatever it has whole: it may be out before him."""
RIDERS = 3
"""With so many jokers one of them goes with the 3s, which beat nothing by themselves."""
MANY = 20
"""Cards that a seat is taken to hold where its number is not known."""
ALL_WILDS = 16 | 4 << 8 | 4 << 16
"""The wild cards of the deck, as a hand has them."""


@kernel
def _lowest_set(naturals: Any, lanes: Any) -> Any:
    """All cards of the lowest rank of those marked."""
    rank = bits_in((lanes & -lanes) - 1) // LANE_BITS
    return make_combo(count_of(naturals, rank), rank, 0, 0, 0)


@kernel
def _highest_set(naturals: Any) -> Any:
    """All cards of the highest rank."""
    rank = RANKS - 1
    while count_of(naturals, rank) == 0:
        rank -= 1
    return make_combo(count_of(naturals, rank), rank, 0, 0, 0)


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
    go first, since a red takes the lead back where one of them fails. Where an opponent is nearly
    out and can match every size, the highest rank is hardest to beat.
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
        if safe:
            return _lowest_set(naturals, safe)
        if mended:
            return _highest_set(naturals)
    elif mended and blacks + reds >= RIDERS and distinct(naturals) > FEW_RANKS:
        if count_of(naturals, THREE):
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
def _is_dear(naturals: Any, combo: Any) -> Any:
    """Whether a plain reply spends two twos, or an ace out of several on a single card."""
    is_lone_ace = combo_size(combo) == 1 and combo_rank(combo) == ACE
    return combo_twos(combo) > 1 or (is_lone_ace and count_of(naturals, ACE) > 1)


@kernel
def choose_reply(view: Any, naturals: Any, wilds: Any, rules: Any, mended: Any) -> Any:
    """Follow, duel and last word: go out, shed a whole rank, break one, spend twos, then jokers.

    What is dear waits until few ranks are left. Jokers go where they carry the hand out or stop an
    opponent, and towards the end of a duel; two at once only where at most two ranks are left.
    """
    table = view["table"]
    combo = whole_hand(naturals, wilds)
    if combo and beats(table, combo, rules):
        return combo
    combo = whole_reply(naturals, table)
    ranks = distinct(naturals)
    if (view["owner"] - view["seat"]) & 1 == 0:
        if mended and hand_size(naturals, wilds) <= MATE_CARDS:
            if combo == 0 and ranks <= LAST_RANKS:
                combo = joker_reply(naturals, wilds, table, rules)
            return combo
        return combo if combo_rank(combo) < QUEEN else 0
    if combo == 0:
        combo = plain_reply(naturals, wilds, table)
        if mended and ranks > SOME_RANKS and _is_dear(naturals, combo):
            return 0
    if combo == 0:
        few = ((wilds >> 8) & 255) + (wilds >> 16) + 1
        if view["ask"] in (DUEL, WORD):
            few = max(few, SOME_RANKS if mended else FEW_RANKS)
        if ranks <= few or danger(view) <= LAST_CARDS:
            combo = joker_reply(naturals, wilds, table, rules)
            if mended and ranks > LAST_RANKS and combo_blacks(combo) + combo_reds(combo) > 1:
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

    `mended` is False for `heuristic_v2`.
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

"""Drawing, declaring, redeals, the first dealer (SJ-14 to SJ-27)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from simcore.shengji.engine import play
from simcore.shengji.judge import judge
from simcore.shengji.records import Ask, Redeal
from simcore.shengji.trace import transcript
from simcore.status import KaipaiError
from tests.shengji.scene import RANKS, Scene, make


def declare(*sequence, rank="9", **rules):
    """Which declarations in a row are accepted, as a string of + and -, and the trump."""
    case = {"type": "declare", "rank": rank, "rules": rules}
    case["sequence"] = [[seat, text.split()] for seat, text in sequence]
    got = judge(case)
    return "".join("-+"[good] for good in got["accepted"]), got["trump"]


def first_dealer(*sequence, rank="9", **rules):
    case = {"type": "first_dealer", "rank": rank, "rules": rules}
    case["sequence"] = [[seat, text.split()] for seat, text in sequence]
    got = judge(case)
    return "".join("-+"[good] for good in got["accepted"]), got["dealer"], got["trump"]


@pytest.mark.clause("SJ-14")
def test_the_trump_rank_is_that_of_the_declarers():
    out = play(2, 0, 20, make(start_rank="5"), [0] * 4, 6)
    first = out[out["round"] == 0]
    assert (first["rank"] == RANKS.index("5")).all()
    assert (first["levels"][:, :2] == RANKS.index("5")).all()
    ranks = set()
    for before, after in itertools.pairwise(out):
        if after["round"]:
            side = int(before["next_dealer"]) % 2
            assert int(after["rank"]) == int(before["levels_after"][side]) % 13
            ranks.add(int(after["rank"]))
            ranks.add(int(before["levels_after"][1 - side]))
    assert len(ranks) > 2
    assert (play(2, 0, 2, make(), [0] * 4, 1)["rank"] == 0).all()


@pytest.mark.clause("SJ-15")
def test_cards_are_drawn_in_turn_and_the_rest_is_the_kitty_the_next_card_first():
    scene = Scene("S:234/H:234/S:5 7H S:6/D:234", "C:2345", first=1)
    assert scene.ask is Ask.DECLARE
    # seat 1 draws first: the second card of seat 2 is the sixth drawn
    assert (scene.seat, int(scene.view["after"])) == (2, 6)
    scene.say("7H").decline()
    assert scene.trump == "H"
    assert scene.hand(0) == sorted(["2S", "3S", "4S", "2C", "3C", "4C", "5C"])
    scene = Scene("S:234/H:234/S:456/D:234", "8D 8C BJ", first=1).decline()
    assert scene.trump == "D"


def first_drawers(rounds=6, matches=20, **changes):
    out = play(4, 0, matches, make(**changes), [0] * 4, rounds)
    return [
        (int(a["first_drawer"]), int(a["next_dealer"]), int(b["first_drawer"]))
        for a, b in itertools.pairwise(out)
        if b["round"]
    ], out


@pytest.mark.clause("SJ-16")
def test_the_shuffler_draws_first_and_is_dealer_or_anybody_or_the_next():
    pairs, out = first_drawers()
    assert all(drawer == dealer for _, dealer, drawer in pairs)
    assert set(out[out["round"] == 0]["first_drawer"].tolist()) == {0, 1, 2, 3}
    pairs, _ = first_drawers(shuffler_seat="rotate")
    assert all(drawer == (before + 1) % 4 for before, _, drawer in pairs)
    pairs, _ = first_drawers(shuffler_seat="random")
    assert len({(drawer - before) % 4 for before, _, drawer in pairs}) == 4
    assert len({(drawer - dealer) % 4 for _, dealer, drawer in pairs}) == 4
    pairs, _ = first_drawers(first_drawer="random")
    assert len({(drawer - dealer) % 4 for _, dealer, drawer in pairs}) == 4


@pytest.mark.clause("SJ-16")
def test_a_turned_card_is_counted_off_from_the_shuffler_as_one():
    for card, seat in (("AS", 2), ("2S", 3), ("TD", 3), ("JD", 0), ("QH", 1), ("KC", 2)):
        case = {"type": "count_off", "shuffler": 2, "card": card}
        assert judge(case)["first_drawer"] == seat, card
    with pytest.raises(KaipaiError, match="joker"):
        judge({"type": "count_off", "shuffler": 2, "card": "BJ"})
    rules, jokers = make(first_drawer="count_off", decks=4), 0
    for match in range(40):
        line = transcript(6, match, rules, [1] * 4, 1)[1]
        *aside, card = line["turned"]
        assert set(aside) <= {"BJ", "RJ"}
        jokers += len(aside)
        number = 1 if card[0] == "A" else RANKS.index(card[0]) + 2
        assert line["first_drawer"] == (line["shuffler"] + number - 1) % 4
    assert jokers


@pytest.mark.clause("SJ-16")
@pytest.mark.clause("SJ-73")
def test_turning_and_drawing_do_not_influence_the_deal():
    def dealt(**changes):
        lines = transcript(6, 3, make(**changes), [1] * 4, 1)
        deal = next(e for e in lines if e["event"] == "deal")
        return [sorted(cards) for cards in (*deal["hands"], deal["kitty"])]

    assert dealt() == dealt(first_drawer="count_off") == dealt(first_drawer="random")
    assert dealt() != dealt(kitty_size=12)


POLLED = "7S 2S/7H 3S/4S 7D/5S 6S"


@pytest.mark.clause("SJ-17")
def test_after_each_card_the_drawer_is_asked_first_and_again_until_nobody_declares():
    scene = Scene(POLLED, "2C", final_window=False)
    asked = []
    while scene.ask is Ask.DECLARE:
        asked.append((int(scene.view["after"]), scene.seat))
        scene.say(None)
    first = [(1, 0), (2, 1), (2, 0), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0), (5, 1)]
    assert asked == [*first, (6, 1), (6, 0), (7, 2), (7, 0), (7, 1), (8, 0), (8, 1), (8, 2)]
    scene = Scene("7S 7H 2S/7D 7D 3S/4S 5S 6S/2H 3H 4H", "2C", final_window=False)
    while int(scene.view["after"]) < 6:
        scene.say(None)
    assert scene.seat == 1
    scene.say(None)
    assert scene.seat == 0
    scene.say("7H")
    # a declaration has everybody asked once more: seat 1 holds two
    assert (int(scene.view["after"]), scene.seat, scene.ask) == (6, 1, Ask.DECLARE)
    scene.say("7D 7D")
    assert scene.ask is Ask.BURY
    assert scene.trump == "D"


@pytest.mark.clause("SJ-17")
def test_the_final_window_asks_once_more_after_the_last_card():
    for window, times in ((True, 2), (False, 1)):
        scene = Scene("2S/3S/4S/7D", "2C", final_window=window)
        asked = 0
        while scene.ask is Ask.DECLARE:
            asked += 1
            scene.say(None)
        assert asked == times


@pytest.mark.clause("SJ-18")
def test_the_first_to_show_a_rank_card_becomes_the_first_dealer():
    race = ((1, "9H"), (2, "9C 9C"))
    assert first_dealer(*race) == ("++", 1, "C")
    assert first_dealer(*race, first_dealer="final_declarer") == ("++", 2, "C")
    pair = {"nt_declare": "joker_pair"}
    assert first_dealer((0, "BJ BJ"), (1, "9H"), (2, "RJ RJ"), **pair) == ("-++", 1, "NT")
    final = {**pair, "first_dealer": "final_declarer"}
    assert first_dealer((1, "9H"), (2, "RJ RJ"), **final) == ("++", 1, "NT")
    assert first_dealer((0, "RJ"), nt_declare="joker_single") == ("-", None, None)
    for how, dealer in (("first_declarer", 1), ("final_declarer", 3)):
        scene = Scene("2S 3S/7H 4S/5S 6S/7D 7D", "2C", dealer=None, first_dealer=how)
        assert scene.seat == 1
        scene.say("7H")
        while scene.seat != 3:
            scene.say(None)
        scene.say("7D 7D").decline()
        assert (scene.dealer, scene.seat, scene.trump) == (dealer, dealer, "D")
        scene = Scene(
            "2S 3S/7H 4S/5S 6S/BJ BJ", "2C", dealer=None, first_dealer=how, nt_declare="joker_pair"
        )
        scene.say("7H", "BJ BJ").decline()
        assert (scene.dealer, scene.trump) == (1, "NT")  # jokers make no dealer


@pytest.mark.clause("SJ-19")
def test_later_a_declaration_fixes_the_suit_only():
    scene = Scene("2S 3S/7H 4S/5S 6S/2D 3D", "2C", dealer=3)
    assert scene.dealer == 3
    scene.say("7H").decline()
    assert (scene.dealer, scene.seat, scene.trump) == (3, 3, "H")
    assert declare((0, "BJ BJ"), nt_declare="joker_pair") == ("+", "NT")


@pytest.mark.clause("SJ-20")
def test_only_rank_cards_that_are_drawn_may_be_shown():
    assert declare((1, "9H")) == ("+", "H")
    assert declare((1, "8H")) == ("-", None)
    assert declare((1, "BJ")) == ("-", None)
    assert declare((1, "9H 9D")) == ("-", None)
    scene = Scene("7H 7H/2S 3S/4S 5S/6S 8S", "2C")
    assert int(scene.view["after"]) == 1
    assert scene.refuses("7H 7H")
    assert scene.refuses("7D")
    scene.say("7H")
    assert (scene.seat, int(scene.view["after"])) == (0, 5)
    scene.say("7H 7H").decline()
    assert scene.trump == "H"


@pytest.mark.clause("SJ-21")
def test_more_identical_rank_cards_replace_fewer():
    assert declare((0, "9H"), (1, "9C"), (1, "9C 9C"), (0, "9D 9D")) == ("+-+-", "C")


@pytest.mark.clause("SJ-22")
def test_the_declarer_may_add_copies():
    assert declare((0, "9H"), (0, "9H 9H"), (1, "9C 9C")) == ("++-", "H")
    assert declare((0, "9H"), (0, "9H")) == ("+-", "H")


@pytest.mark.clause("SJ-23")
def test_who_may_override_whom():
    own = ((0, "9H"), (0, "9C 9C"))
    assert declare(*own) == ("+-", "H")
    assert declare(*own, self_override=True) == ("++", "C")
    partner = ((0, "9H"), (2, "9C 9C"))
    assert declare(*partner) == ("++", "C")
    assert declare(*partner, partner_override=False) == ("+-", "H")
    assert declare((0, "9H"), (1, "9C 9C"), partner_override=False) == ("++", "C")


@pytest.mark.clause("SJ-23")
@pytest.mark.clause("SJ-73")
def test_shown_cards_stay_in_the_hand_and_everybody_knows_them():
    scene = Scene("2S 3S/7H 4S/5S 6S/2D 3D", "2C").say("7H").decline()
    assert scene.hand(1) == ["4S", "7H"]
    assert scene.tokens(scene.view["exposed"][1]) == ["7H"]
    assert scene.tokens(scene.view["exposed"][2]) == []


@pytest.mark.clause("SJ-24")
def test_jokers_declare_no_trump():
    assert declare((0, "RJ RJ")) == ("-", None)
    pair = {"nt_declare": "joker_pair"}
    race = ((0, "9H 9H"), (1, "BJ BJ"), (2, "RJ RJ"), (3, "BJ BJ"), (3, "9C 9C"))
    assert declare(*race, **pair) == ("+++--", "NT")
    assert declare((0, "RJ"), **pair) == ("-", None)
    assert declare((0, "BJ RJ"), **pair) == ("-", None)
    three = {"decks": 3, **pair}
    assert declare((0, "RJ RJ"), (1, "9H 9H 9H"), (2, "BJ BJ BJ"), **three) == ("+++", "NT")
    single = {"nt_declare": "joker_single"}
    race = ((0, "9H 9H"), (1, "BJ"), (2, "RJ"), (3, "BJ BJ"), (0, "9H 9H"), (1, "RJ RJ"))
    assert declare(*race, **single) == ("++++-+", "NT")
    assert declare((0, "9H 9H 9H"), (1, "BJ"), decks=3, **single) == ("++", "NT")
    scene = Scene("BJ 3S/7H 4S/5S 6S/2D BJ", "2C", **single)
    assert scene.ask is Ask.DECLARE
    scene.say("BJ").decline()
    assert scene.trump == "NT"


def turned(kitty, rank="9", **rules):
    case = {"type": "no_declare", "rank": rank, "kitty": kitty.split(), "rules": rules}
    got = judge(case)
    return len(got["turned"]), got["trump"]


@pytest.mark.clause("SJ-25")
def test_a_turned_kitty_card_sets_the_trump_when_nobody_declares():
    assert turned("5D 9S AH") == (1, "D")
    assert turned("RJ BJ 9S 5D") == (3, "S")
    assert turned("RJ BJ") == (2, "NT")
    until = {"no_declare_rule": "kitty_until_rank"}
    assert turned("5D AH 9S KC", **until) == (3, "S")
    assert turned("5D RJ KH KC 3S", **until) == (5, "H")
    assert turned("5D KC KH 3S", **until) == (4, "C")
    assert turned("RJ BJ", **until) == (2, "NT")
    assert turned("5D AH", no_declare_rule="no_trump") == (0, "NT")


NOBODY = "2S 3S/4S 5S/6S 8S/9S TS"


@pytest.mark.clause("SJ-25")
def test_nobody_declared_may_mean_another_deal_or_no_trump():
    scene = Scene(NOBODY, "2C", no_declare_rule="redeal")
    assert scene.ask is Ask.DEAL
    assert scene.record["redeals"][Redeal.NOBODY] == 1
    scene = Scene(NOBODY, "2C", no_declare_rule="no_trump")
    assert (scene.ask, scene.trump) == (Ask.BURY, "NT")
    for rule in ("kitty_first", "kitty_until_rank"):
        scene = Scene(NOBODY, "BJ 2C", kitty_joker="redeal", no_declare_rule=rule)
        assert scene.ask is Ask.DEAL
        assert scene.record["redeals"][Redeal.JOKER_TURNED] == 1
        scene = Scene(NOBODY, "BJ 2C", no_declare_rule=rule)
        assert (scene.ask, scene.trump) == (Ask.BURY, "C")
        scene = Scene(NOBODY, "2C BJ", kitty_joker="redeal", no_declare_rule=rule)
        assert (scene.ask, scene.trump) == (Ask.BURY, "C")


@pytest.mark.clause("SJ-26")
def test_nobody_declared_in_the_first_round():
    scene = Scene(NOBODY, "2D", dealer=None, first=2)
    assert (scene.ask, scene.seat, scene.dealer, scene.trump) == (Ask.BURY, 2, 2, "D")
    again = {"first_round_nobody": "redeal"}
    scene = Scene(NOBODY, "2D", dealer=None, first=2, **again)
    assert scene.ask is Ask.DEAL
    assert scene.dealer == -1
    assert Scene(NOBODY, "2D", dealer=1, **again).ask is Ask.BURY


POOR = "KS 3S/7H 4S/2S 3S/TD 3C"


@pytest.mark.clause("SJ-27")
def test_a_hand_without_trumps_or_points_has_the_cards_dealt_again():
    for option, first, reason in (
        ("redeal_no_trump", 0, Redeal.NO_TRUMP), ("redeal_no_points", 1, Redeal.NO_POINTS),
    ):  # fmt: skip
        scene = Scene(POOR, "2C", dealer=3, **{option: "on"}).decline()
        assert scene.ask is Ask.DEAL
        assert scene.record["redeals"][reason] == 1
        log, n = scene.log["rows"], int(scene.log["n"])
        assert log[n - 1][1] == first  # asked from the first drawer on
        scene.deal()
        assert scene.dealer == 3
        scene = Scene(POOR, "2C", dealer=3, first=2, **{option: "on"}).decline()
        assert scene.log["rows"][int(scene.log["n"]) - 1][1] == 2
    assert Scene(POOR, "2C").decline().ask is Ask.BURY
    rich = "7S KS/7H TS/2C 5S/TD 3C"
    both = {"redeal_no_trump": "on", "redeal_no_points": "on"}
    assert Scene(rich, "2C", **both).decline().ask is Ask.BURY
    scene = Scene(POOR, "2C", dealer=None, **both).say("7H").decline()
    assert (scene.ask, scene.dealer) == (Ask.DEAL, 1)
    scene.deal()
    assert scene.dealer == -1


@pytest.mark.clause("SJ-27")
def test_redeals_in_played_rounds_carry_the_reason():
    rules = make(decks=1, redeal_no_points="on", redeal_no_trump="on", no_declare_rule="redeal")
    out = play(1, 0, 3000, rules, [0] * 4, 1)
    reasons = Counter({r.name: int(out["redeals"][:, r].sum()) for r in Redeal})
    assert reasons["NO_POINTS"]
    assert not reasons["JOKER_TURNED"]
    lone = play(1, 0, 3000, make(decks=1), [0] * 4, 1)
    assert not lone["redeals"].any()

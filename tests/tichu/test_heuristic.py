"""The heuristic of Tichu: it sees no hidden card, plays sensibly, wins, and calls like people."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np
import pytest

from simcore.tichu import records as rec
from simcore.tichu.cards import N_CARDS, SEATS, pack, read_hand, unpack
from simcore.tichu.combos import bomb_masks, classify
from simcore.tichu.engine import Scratch, given_hands, play, play_round, policy_array
from simcore.tichu.policies import Policy, choose, heuristic
from simcore.tichu.policies.heuristic.exchange import BEST, GROUPS, PARITY
from simcore.tichu.rules import BombWindows, Rules
from simcore.tichu.streams import STREAMS

RULES = rec.rules_record(Rules())[0]
STREAM = np.zeros(1, dtype=STREAMS)[0]
ROW = np.int64(0)
NOTHING = np.int64(0)


class Table:
    """One seat's view of a table, without any other hand."""

    def __init__(self, hand: str, seat: int = 0, left: tuple[int, ...] = (14, 14, 14, 14)) -> None:
        self.views = np.zeros(1, dtype=rec.VIEW)
        self.owns = np.zeros(1, dtype=rec.OWN)
        view, own = self.views[0], self.owns[0]
        for name in ("finish", "owner", "wisher", "dragon_from", "dragon_to"):
            view[name] = -1
        view["active"] = 15
        view["seat"] = own["seat"] = seat
        view["left"] = left
        own["hand"] = read_hand(hand)
        view["left"][seat] = len(hand.split())
        own["quads"], own["flush"] = bomb_masks(own["hand"])

    def top(self, cards: str, owner: int, pile: str = "") -> Table:
        """Lay a play on the table, on a pile of other cards."""
        view = self.views[0]
        view["top_cards"] = read_hand(cards)
        view["top"] = classify(read_hand(cards), NOTHING, NOTHING, RULES)
        view["owner"] = owner
        view["pile"] = view["top_cards"] | (read_hand(pile) if pile else pack([]))
        view["played"] = view["pile"]
        return self

    def bet(self, seat: int, bet: int = rec.SMALL) -> Table:
        self.views[0]["bets"][seat] = bet
        return self

    def passed(self, *seats: int) -> Table:
        self.views[0]["passed"] = sum(1 << seat for seat in seats)
        return self

    def turn(self, mended: bool = True) -> list[str]:
        """Cards laid; none is a pass."""
        _, cards = heuristic.heuristic_turn(self.views[0], self.owns[0], RULES, STREAM, ROW, mended)
        return unpack(int(cards))

    def tichu(self) -> int:
        """Answer to the Tichu question at the start of a turn."""
        view = self.views[0]
        view["ask"], view["point"] = rec.ASK_TICHU, rec.POINT_C
        return int(choose(np.int64(Policy.HEURISTIC), view, self.owns[0], RULES, STREAM, ROW)[0])

    def bomb(self, mended: bool = True) -> list[str] | None:
        """Bomb thrown, none for not now; None: not over this play."""
        combo, cards = heuristic.heuristic_bomb(
            self.views[0], self.owns[0], RULES, STREAM, ROW, mended
        )
        return None if combo == rec.HOLD else unpack(int(cards))

    def give(self, without: int = 0, mended: bool = True) -> list[list[str]]:
        """Cards for the next seat, the partner, the previous seat."""
        given = heuristic.heuristic_exchange(self.views[0], self.owns[0], np.int64(without), mended)
        return [unpack(int(card)) for card in given]

    def grand(self) -> bool:
        return bool(heuristic.heuristic_grand(self.views[0], self.owns[0]))

    def gift(self) -> int:
        return int(heuristic.heuristic_gift(self.views[0], self.owns[0]))

    def wish(self) -> int:
        return int(heuristic.heuristic_wish(self.views[0], self.owns[0]))


# --- what it may see ------------------------------------------------------------------------------


def first_actions(hands: list[list[int]], seat: int, policies: list[int]) -> list[Any]:
    """Log of a round from given hands up to and including the first play or pass of a seat."""
    scratch = Scratch(Rules())
    scratch.given = given_hands(hands)
    play_round(scratch, 5, 3, policy_array(policies), 0, (0, 0), rounds=1)
    log = scratch.log[0]
    found = []
    for row in log["rows"][: log["n"]].tolist():
        if row[0] == rec.EVENT_DEAL or (row[0] == rec.EVENT_TICHU and row[1] not in (0, seat)):
            continue
        found.append(row)
        if row[0] in (rec.EVENT_PLAY, rec.EVENT_PASS) and row[1] == seat:
            break
    return found


@pytest.mark.clause("TI-60")
@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_cards_do_not_change_a_decision(seat: int) -> None:
    """The leader decides alone; the seat after him decides from the lead and its own cards."""
    rng = random.Random(seat)
    acted = 0
    for _ in range(40):
        rest = list(range(2, N_CARDS))  # a Dog led by the seat before would pass the turn over
        rng.shuffle(rest)
        known = [[0, *rest[:13]], rest[13:27]][: seat + 1]
        hidden = [1, *rest[13 + 14 * seat :]]
        policies = [int(Policy.LOWEST)] * SEATS
        policies[seat] = int(Policy.HEURISTIC)
        seen = None
        for _ in range(5):
            rng.shuffle(hidden)
            others = [hidden[14 * i : 14 * i + 14] for i in range(3 - seat)]
            actions = first_actions([*known, *others], seat, policies)
            assert seen is None or actions == seen
            seen = actions
        acted += len(seen or [])
    assert acted > 40


# --- bets -----------------------------------------------------------------------------------------


@pytest.mark.clause("TI-6")
@pytest.mark.parametrize(
    ("hand", "is_call"),
    [
        ("Drg Phx Aj As Kp Kt 7j 7s", True),
        ("Drg Aj As Ap Qj Qs 9t 8j", True),
        ("Phx Aj As Kj Ks Kp 4j 4s", True),
        ("Dog 2j 4s 5p 7t 9j Js Qp", False),
        ("Aj 3s 4t 6p 8j 9s Tp Kt", False),
        ("Mah Drg 2j 4s 5p 7t 9j Js", False),
        ("Dog Drg Aj 4s 5p 7t 9j Js", True),
    ],
)
def test_grand_needs_honours(hand: str, is_call: bool) -> None:
    assert Table(hand).grand() is is_call


@pytest.mark.clause("TI-9")
def test_nobody_calls_beside_a_betting_partner() -> None:
    strong = "Drg Phx Aj As Kp Kt Kj 7j 7s 8j 8s 9p 9t Tj"
    for bet, answer in ((rec.NO_BET, rec.CALL), (rec.SMALL, rec.NEVER), (rec.GRAND, rec.NEVER)):
        table = Table(strong).bet(2, bet)
        assert table.tichu() == answer


@pytest.mark.clause("TI-8")
def test_a_call_comes_with_the_first_card_and_not_too_late() -> None:
    strong = "Drg Phx Aj As Kp Kt Kj 7j 7s 8j 8s 9p 9t Tj"
    before = Table(strong)
    before.views[0]["leader"] = -1
    assert before.tichu() == rec.ON_TURN
    assert Table(strong).top("6j", 3).tichu() == rec.CALL
    assert Table(strong).top("6j", 3).bet(3).tichu() == rec.CALL
    assert Table(strong).top("5j 5s 5p 5t", 2).tichu() == rec.ON_TURN  # nothing to lay on that
    assert Table(strong, left=(14, 14, 14, 1)).top("6j", 3).tichu() == rec.NEVER
    weak = "2j 3s 4t 5p 7j 8s 8t 9p Tj Jt Qj Kt Ks As"
    assert Table(weak).top("6j", 3).tichu() == rec.NEVER


# --- exchange -------------------------------------------------------------------------------------


@pytest.mark.clause("TI-10")
def test_low_cards_go_out_by_parity() -> None:
    hand = "2j 3s 5t 5p 6j 7s 8t 9p Tj Jj Qj Qt Kj As"
    to_next, _, to_previous = Table(hand).give()
    assert to_next == ["2j"]
    assert to_previous == ["3s"]


@pytest.mark.clause("TI-10")
def test_groups_are_kept_together() -> None:
    to_next, _, to_previous = Table("2j 2s 3t 3p 3j 4s 7s 9t 9p Jj Js Ks Kt Ap").give()
    assert to_next == ["4s"]
    assert to_previous == ["7s"]


@pytest.mark.clause("TI-10")
def test_conventions_of_the_exchange_can_be_left_out() -> None:
    """What the benchmark of the conventions measures."""
    hand = "2j 2s 3t 3p 3j 4s 7s 9t 9p Jj Js Ks Kt Ap"
    assert [card for (card,) in Table(hand).give()[::2]] == ["4s", "7s"]
    assert [card for (card,) in Table(hand).give(GROUPS | PARITY)[::2]] == ["2j", "2s"]
    weak = "2j 3s 4t 6p 7j 8s 8t 9p Tj Jt Qj Kt Ks As"
    assert Table(weak).give()[1] == ["As"]
    assert Table(weak).give(BEST)[1] not in (["As"], ["Ks"], ["Kt"])


@pytest.mark.clause("TI-10")
def test_a_betting_partner_gets_the_best_card() -> None:
    weak = "2j 3s 4t 5p 7j 8s 8t 9p Tj Jt Qj Kt Ks As"
    assert Table(weak).bet(2).give()[1] == ["As"]
    assert Table(weak.replace("2j", "Drg")).bet(2).give()[1] == ["Drg"]


@pytest.mark.clause("TI-10")
def test_the_dog_leaves_a_grand_caller_and_reaches_an_opposing_one() -> None:
    hand = "Dog Drg 2j 3s 4t 7j 8s 8t 9p Jt Qj Kt Ks As"
    assert Table(hand).bet(0, rec.GRAND).give()[1] == ["Dog"]
    assert Table(hand).bet(3, rec.GRAND).give()[2] == ["Dog"]
    assert ["Dog"] not in Table(hand).give()


# --- play -----------------------------------------------------------------------------------------


@pytest.mark.clause("TI-25")
@pytest.mark.parametrize("top", ["5t", "Kt", "5t 5s", "7j 7s 7t", "3j 3s 3t 4j 4s"])
def test_a_betting_partner_is_never_beaten(top: str) -> None:
    hand = "Drg 8j 8s 8t 9p 9t Jt Qj Qt Kj Ks As Aj"
    assert Table(hand).bet(2).top(top, 2).turn() == []


@pytest.mark.clause("TI-25")
def test_a_free_single_is_laid_and_a_pair_is_kept() -> None:
    assert Table("4j 4s 9t Jj Js Ap Kt").top("3j", 3).turn() == ["9t"]


@pytest.mark.clause("TI-25")
def test_the_last_cards_are_laid_at_once() -> None:
    assert Table("Aj As").top("7j 7s", 2).turn() == ["Aj", "As"]
    assert Table("3j 4s 5t 6p 7j").turn() == ["3j", "4s", "5t", "6p", "7j"]


@pytest.mark.clause("TI-25")
def test_no_low_single_is_led_to_an_opponent_with_one_card() -> None:
    laid = Table("3j 5s 5t Kj", left=(4, 1, 6, 6)).turn()
    assert laid == ["5s", "5t"]


@pytest.mark.clause("TI-36")
def test_the_dog_goes_to_a_betting_partner() -> None:
    assert Table("Dog 4j 6s 6t 9p Jj Kt").bet(2).turn() == ["Dog"]


@pytest.mark.clause("TI-34")
def test_a_wish_is_met() -> None:
    table = Table("4j 4s 9t Jj Js Ap Kt").top("3j", 3)
    table.views[0]["wish"] = 14
    assert table.turn() == ["Ap"]


@pytest.mark.clause("TI-29")
def test_a_bomb_stops_a_bettor_about_to_go_out_and_spares_a_worthless_trick() -> None:
    hand = "3j 5s 6t 8j 8s 8p 8t Tj Qs Kt"
    close = Table(hand, left=(10, 2, 8, 8)).bet(1).top("Aj", 1, "Kj Ks").passed(0, 2, 3)
    assert close.bomb() == ["8j", "8s", "8p", "8t"]
    assert Table(hand).top("4t", 1).bomb() is None
    assert Table(hand, left=(10, 2, 8, 8)).top("Aj", 2, "Kj Ks").bomb() is None


@pytest.mark.clause("TI-45")
def test_the_dragon_trick_goes_to_the_longer_hand() -> None:
    assert Table("3j", left=(1, 5, 4, 9)).gift() == 3
    assert Table("3j", left=(1, 9, 4, 5)).gift() == 1
    assert Table("3j", left=(1, 5, 4, 5)).gift() == 1


@pytest.mark.clause("TI-33")
def test_the_wish_is_the_card_passed_on_or_a_bettors_ace() -> None:
    table = Table("3j 5s 6t 8j")
    table.owns[0]["gave"][0] = read_hand("4t")
    assert table.wish() == 4
    assert table.bet(1).wish() == 14


# --- what version 3 mended ------------------------------------------------------------------------


@pytest.mark.clause("TI-33")
def test_the_mah_jong_is_led_before_dog_and_runs() -> None:
    """It loses its trick whenever it goes, and early the wish hits most often."""
    for hand, old in (
        ("Mah Dog 2t 5j 5s 8s 9j Tp Jp Qj Kj Kp", ["Dog"]),
        ("Mah 2p 7t 8p 9j Ts Jj As Qs", ["7t", "8p", "9j", "Ts", "Jj", "Qs"]),
    ):
        assert Table(hand).turn(mended=False) == old
        assert Table(hand).turn() == ["Mah"]


@pytest.mark.clause("TI-25")
def test_aces_are_not_led_only_to_keep_an_opponent_with_one_card_in() -> None:
    """They are dearer than the chance that his card tops a jack."""
    table = Table("2s Jt Aj As", left=(4, 1, 11, 13))
    assert table.turn(mended=False) == ["Aj", "As"]
    assert table.turn() == ["Jt"]


@pytest.mark.clause("TI-25")
def test_the_last_to_act_takes_the_trick() -> None:
    """Nobody but its owner stands between the card and the lead."""
    hand = "2s 3p 4j 4s 5j 7j 7s 8s Jj Jp Kj Kp At"
    assert Table(hand).top("Ks", 3, "4p").turn(mended=False) == []
    assert Table(hand).top("Ks", 3, "4p").turn() == []
    assert Table(hand).top("Ks", 3, "4p").passed(1, 2).turn(mended=False) == []
    assert Table(hand).top("Ks", 3, "4p").passed(1, 2).turn() == ["At"]


@pytest.mark.clause("TI-25")
def test_a_run_gives_up_its_highest_rank() -> None:
    """A king in a straight takes tricks too."""
    single = Table("2p 3j 4s 6j 9s Tj Js Qp Kj").top("Qj", 3, "6s").passed(1, 2)
    assert single.turn(mended=False) == []
    assert single.turn() == ["Kj"]
    pair = Table("2p 3j 4s Tj Tp Js Jp Qj Qp", left=(9, 8, 8, 1))
    pair.top("9j 9p", 3, "6s 6p").passed(1, 2)
    assert pair.turn(mended=False) == []
    assert pair.turn() == ["Qj", "Qp"]


@pytest.mark.clause("TI-52")
def test_a_bettor_stops_his_partner_who_would_be_out_before_him() -> None:
    hand = "Phx 2t 4j 8p 9p Jj Qp Kj Aj As Ap At"
    table = Table(hand, left=(12, 8, 1, 11)).bet(0, rec.GRAND).top("Qt", 2, "4s").passed(3)
    assert table.turn(mended=False) == []
    assert table.turn() == ["Kj"]


@pytest.mark.clause("TI-29")
def test_a_bomb_waits_for_the_pass_that_ends_the_trick() -> None:
    """Till then somebody may beat the opponent more cheaply."""
    hand = "3j 5s 6t 8j 8s 8p 8t Tj Qs Kt"
    table = Table(hand, left=(10, 2, 8, 8)).bet(1).top("Aj", 1, "Kj Ks").passed(2)
    assert table.bomb(mended=False) == ["8j", "8s", "8p", "8t"]
    assert table.bomb() == []
    assert table.passed(0, 2, 3).bomb() == ["8j", "8s", "8p", "8t"]
    in_turn = rec.rules_record(Rules(bomb_windows=BombWindows.IN_TURN_ONLY))[0]
    table.passed(2)
    combo, _ = heuristic.heuristic_bomb(table.views[0], table.owns[0], in_turn, STREAM, ROW, True)
    assert combo > 0  # no window will come


@pytest.mark.clause("TI-10")
def test_parity_is_given_up_where_it_costs_an_ace() -> None:
    hand = "Mah Drg 3t 4j 5p 5t 6p 7t Tj Tt Qt Kj Kt At"
    assert Table(hand).give(mended=False)[::2] == [["At"], ["5t"]]
    assert Table(hand).give()[::2] == [["5t"], ["Qt"]]


@pytest.mark.parametrize(
    ("windows", "digest"),
    [(BombWindows.EACH_ACTION, "06d04371e7ba2663"), (BombWindows.IN_TURN_ONLY, "b16512dd0e07a78e")],
)
def test_heuristic_v2_plays_as_version_2_did(windows: BombWindows, digest: str) -> None:
    """Courses of 100 matches, hashed with the code of version 2."""
    rules = Rules(bomb_windows=windows)
    r = play(14, 0, 100, rules, [int(Policy.HEURISTIC_V2)] * SEATS)
    columns = (r["score"], r["bet"], r["place"], r["gave"].reshape(len(r), -1))
    course = np.column_stack([*columns, r["plays"], r["passes"], r["bombs_by"]]).astype("<i8")
    assert hashlib.sha256(course.tobytes()).hexdigest()[:16] == digest


def test_it_beats_what_it_was() -> None:
    """About 7 in 10 matches are won against version 2, on the same deals from both sides."""
    won = 0
    me, you = int(Policy.HEURISTIC), int(Policy.HEURISTIC_V2)
    for team in (0, 1):
        policies = [me, you, me, you] if team == 0 else [you, me, you, me]
        records = play(15, 0, 100, Rules(), policies)
        won += int((records["winner"][records["last"] == 1] == team).sum())
    assert won >= 120


# --- strength and realism -------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "at_least"), [(Policy.RANDOM, 0.97), (Policy.LOWEST, 0.9)])
def test_it_beats_the_reference_policies(other: Policy, at_least: float) -> None:
    """Same deals from both sides; about 1 in 100 matches is lost to `lowest`."""
    won = 0
    me, you = int(Policy.HEURISTIC), int(other)
    for team in (0, 1):
        policies = [me, you, me, you] if team == 0 else [you, me, you, me]
        records = play(11, 0, 100, Rules(), policies)
        won += int((records["winner"][records["last"] == 1] == team).sum())
    assert won >= 200 * at_least


def test_it_calls_and_keeps_bombs_about_as_often_as_people() -> None:
    """Margins of four standard errors and more beside the figures of human play."""
    records = play(12, 0, 400, Rules(), [int(Policy.HEURISTIC)] * SEATS)
    small, grand = records["bet"] == rec.SMALL, records["bet"] == rec.GRAND
    bombs = (records["quads"] > 0) | (records["flush"] > 0)
    assert abs(small.mean() - 0.139) < 0.025
    assert abs(records["made"][small].mean() - 0.734) < 0.07
    assert abs(grand.mean() - 0.078) < 0.025
    assert abs(records["made"][grand].mean() - 0.618) < 0.07
    assert abs(bombs.mean() - 0.117) < 0.025
    assert 8.5 < len(records) / 400 < 11

"""One question put by options, answered in a word, with the clause that decides."""

from __future__ import annotations

from simcore.cards import RANKS, read
from simcore.decisions import check_form
from simcore.shengji.cards import NUMBER
from simcore.shengji.judge.cases import kind_name
from simcore.shengji.judge.reading import SUITS, Table
from simcore.shengji.rules import Rules
from simcore.status import KaipaiError

KIND_CLAUSES = {
    "single": "SJ-31", "pair": "SJ-9", "triple": "SJ-9", "quad": "SJ-9", "tractor": "SJ-10",
    "throw": "SJ-31", "illegal_lead": "SJ-31",
}  # fmt: skip
FORMS = (("cards",), ("plays",), ("lead", "others"), ("lead", "hand", "play"))
ASK = (
    "ask with --cards, with --plays, with --lead and --others, or with --lead --hand --play, and "
    "nothing else but --rank and --trump"
)
FOLLOW_CLAUSES = ("SJ-40", "SJ-41", "SJ-42", "SJ-44")


def _why(table: Table, hand: list[int], play: list[int], led: int) -> str:
    """Clause that decides whether a follow is legal."""
    suit = int(table.frame["suit"][int(table.view["suit"])])
    bits = [1 << int(table.frame["bit"][kind]) for kind in hand]
    held = sum(bool(bit & suit) for bit in bits)
    followed = sum(bool(1 << int(table.frame["bit"][kind]) & suit) for kind in play)
    if held <= len(play) or followed < len(play):
        return "SJ-39"
    tuples = table.view["parts"]["widths"][0] > 2
    return "SJ-45" if tuples else FOLLOW_CLAUSES[led]


def ask(
    rules: Rules,
    *,
    cards: str = "",
    lead: str = "",
    hand: str = "",
    play: str = "",
    plays: str = "",
    others: str = "",
    rank: str = "2",
    trump: str = "NT",
) -> tuple[str, str]:
    """Answer one question.

    Parameters
    ----------
    rules : Rules
    cards : str
        What are these cards as a lead?
    lead, hand, play : str
        May a player with this hand follow the lead with this play?
    plays : str
        Who wins the trick with these plays, parted by ``/``, the lead first?
    others : str
        With a lead: does it stand against these hands, parted by ``/``, and what is led?
    rank, trump : str
        Trump rank 2..A and trump suit S, H, D, C or NT.

    Returns
    -------
    tuple of str
        The answer, such as ``legal``, and the id of the clause.

    Raises
    ------
    KaipaiError
        A card is wrong, or the options make no question.
    """
    given = dict(cards=cards, lead=lead, hand=hand, play=play, plays=plays, others=others)
    check_form(given, FORMS, ASK)
    token = rank.strip().upper().replace("10", "T")
    if len(token) != 1 or token not in RANKS:
        raise KaipaiError(f"'{rank}' is no rank; ranks are 2 to 9, T, J, Q, K, A")
    suit = trump.strip().upper()
    if suit not in SUITS:
        raise KaipaiError(f"'{trump}' is no trump; take S, H, D, C or NT")
    table = Table(RANKS.index(token), SUITS.index(suit), rules)

    def types(text: str) -> list[int]:
        return read(text, NUMBER, rules.decks)

    if cards:
        kind = kind_name(table, types(cards))
        return kind.replace("_", " "), KIND_CLAUSES[kind]
    if plays:
        laid = [types(part) for part in plays.split("/")]
        if table.lead(laid[0]) is None:
            raise KaipaiError("the first of the plays cannot be led (SJ-31)")
        if any(len(part) != len(laid[0]) for part in laid):
            raise KaipaiError("every play has as many cards as the lead (SJ-30)")
        winner = max([0, *[i for i, part in enumerate(laid) if i and table.takes(part)]])
        return f"play {winner + 1} wins", "SJ-50"
    tried = types(lead)
    led = table.lead(tried)
    if led is None or kind_name(table, tried) == "illegal_lead":
        raise KaipaiError("these cards cannot be led (SJ-31)")
    if others:
        hands = [types(part) for part in others.split("/")]
        if len(hands) > 5:
            raise KaipaiError("there are at most five other players")
        stands, forced = table.check(hands, len(hands) + 1)
        if stands:
            return "stands", "SJ-33" if led < 3 else "SJ-35"
        return "cut to " + " or ".join(" ".join(part) for part in forced), "SJ-37"
    holding, chosen = types(hand), types(play)
    if len(chosen) != len(tried):
        return "illegal", "SJ-30"
    if any(chosen.count(kind) > holding.count(kind) for kind in chosen):
        raise KaipaiError("the play is not in the hand")
    verdict = "legal" if table.is_legal(holding, chosen) else "illegal"
    return verdict, _why(table, holding, chosen, led)

"""One question put by options, answered in a word, with the clause that decides."""

from __future__ import annotations

from simcore.cards import RANKS
from simcore.decisions import check_form
from simcore.options import amount
from simcore.status import KaipaiError
from simcore.tichu import combos
from simcore.tichu import records as rec
from simcore.tichu.cards import NUMBER
from simcore.tichu.judge.cases import is_reply, meets_wish
from simcore.tichu.judge.reading import laid, masks_of, read_cards
from simcore.tichu.rules import Rules

_KIND_CLAUSES = {
    combos.SINGLE: "TI-13",
    combos.PAIR: "TI-14",
    combos.TRIPLE: "TI-15",
    combos.STAIRS: "TI-16",
    combos.FULL_HOUSE: "TI-17",
    combos.STRAIGHT: "TI-18",
    combos.BOMB4: "TI-19",
    combos.BOMB_SF: "TI-20",
}

FORMS = (
    ("cards",), ("reply",), ("table", "reply"), ("hand", "wish"), ("table", "hand", "wish"),
    ("table", "reply", "hand", "wish"), ("reply", "hand", "wish"),
)  # fmt: skip
ASK = (
    "ask with --cards, with --table and --reply, or with --hand and --wish, a --table and a "
    "--reply at will, and nothing else"
)


def _why(combo: int, top: int, cards: int) -> str:
    """Clause that decides whether a combo beats another."""
    if combo == 0:
        return "TI-12"
    if top >> 8 & 255 == 0 or combo >> 8 & 255 == 0:
        return "TI-36" if top >> 8 & 255 == 0 else "TI-35"
    if combo & 15 >= combos.BOMB4:
        return "TI-24" if top & 15 >= combos.BOMB4 else "TI-23"
    if top >> 8 & 255 == 30:
        return "TI-40" if cards == 1 << NUMBER["Phx"] else "TI-44"
    if cards == 1 << NUMBER["Phx"]:
        return "TI-39"
    if top & 0xFF == combo & 0xFF and top >> 8 & 1:
        return "TI-38" if top >> 8 & 255 == 3 else "TI-39"
    return "TI-22"


def _shown(combo: int) -> str:
    value = combo >> 8 & 255
    rank = f"{value // 2}" if value % 2 == 0 else f"{value / 2}"
    return f"{combos.KINDS[combo & 15]}, rank {rank}, {amount(combo >> 4 & 15, 'cards')}"


def ask(
    rules: Rules,
    *,
    cards: str = "",
    table: str = "",
    reply: str = "",
    hand: str = "",
    wish: str = "",
) -> tuple[str, str]:
    """Answer one question.

    Parameters
    ----------
    rules : Rules
    cards : str
        What are these cards?
    table, reply : str
        May the reply be laid on the table?  Singles laid one after another are parted by ``/``.
    hand, wish : str
        Must a player with this hand meet the wish, on the table or leading?  With a reply: may
        he lay it?

    Returns
    -------
    tuple of str
        The answer, such as ``legal``, and the id of the clause.

    Raises
    ------
    KaipaiError
        A card or rank is wrong, or the options make no question.
    """
    given = dict(cards=cards, table=table, reply=reply, hand=hand, wish=wish)
    check_form(given, FORMS, ASK)
    record = rec.rules_record(rules)[0]
    if cards:
        mask, declared = read_cards("cards", cards.replace(",", " ").split())
        combo = int(combos.classify(mask, declared, 0, record))
        if combo == 0:
            return "no play", "TI-12"
        return _shown(combo), _KIND_CLAUSES[combo & 15]
    top = 0
    for part in table.split("/") if table else []:
        top, _ = laid("table", part.replace(",", " ").split(), top, record)
    combo, laid_cards = 0, 0
    if reply:
        mask, declared = read_cards("reply", reply.replace(",", " ").split())
        combo, laid_cards = int(combos.classify(mask, declared, top, record)), int(mask)
    if hand and wish:
        token = wish.strip().upper().replace("10", "T")
        if token not in RANKS:
            raise KaipaiError(f"'{wish}' is no rank; ranks are 2 to 9, T, J, Q, K, A")
        holding, _ = read_cards("hand", hand.replace(",", " ").split())
        quads, flush = masks_of(holding)
        rank = RANKS.index(token) + 2
        _, w, w_bombs = combos.turn_menu(holding, quads, flush, top, rank, False, record)
        if not reply:
            return ("must meet the wish" if w else "is free", "TI-34")
        if laid_cards & ~int(holding):
            raise KaipaiError("the reply is not in the hand")
        bound = w_bombs if combo & 15 >= combos.BOMB4 else w
        if combo and w and not meets_wish(laid_cards, combo, bound, record):
            return "illegal", "TI-34"
    if top == 0:
        return ("legal", _KIND_CLAUSES[combo & 15]) if combo else ("illegal", "TI-12")
    verdict = "legal" if is_reply(combo, top) else "illegal"
    return verdict, _why(combo, top, laid_cards)

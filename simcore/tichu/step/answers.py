"""Any answer but that of a turn, handed to the function of its kind."""

from __future__ import annotations

from typing import Any

from simcore.jit import kernel
from simcore.streams import stay_call
from simcore.tichu import records as rec
from simcore.tichu.step.ending import answer_gift
from simcore.tichu.step.laying import answer_bomb, answer_wish
from simcore.tichu.step.opening import answer_exchange, answer_grand, answer_tichu


@kernel
def take_answer(state: Any, number: Any, a: Any, b: Any, c: Any, rules: Any, log: Any) -> Any:
    """Take the answer to the question in the view, a turn's excepted.

    Parameters
    ----------
    state : records.STATE
    number, a, b, c
        What `policies.choose` returned.
    rules : records.RULES
    log : records.LOG

    Returns
    -------
    int64
        Stage for `step.advance`.
    """
    stay_call()
    question = state["view"]["ask"]
    if question == rec.ASK_TICHU:
        return answer_tichu(state, number, rules, log)
    if question == rec.ASK_BOMB:
        return answer_bomb(state, number, a, rules, log)
    if question == rec.ASK_WISH:
        return answer_wish(state, number, rules, log)
    if question == rec.ASK_GIFT:
        return answer_gift(state, number, rules, log)
    if question == rec.ASK_EXCHANGE:
        return answer_exchange(state, a, b, c)
    return answer_grand(state, number, rules, log)

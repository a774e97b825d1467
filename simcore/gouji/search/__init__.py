"""The policy `search`: deals that agree with what a seat knows, each option played out in each.

`playout` plays rounds up to a question of a seat that looks ahead; a `Looker` answers it, with
deals from `imagine` and options from `listing`; `next_round` and `finish_round` lead through a
round.
"""

from __future__ import annotations

from simcore.gouji.search.desk import Desk, deal_plan
from simcore.gouji.search.looking import Looker, finish_round, next_round
from simcore.gouji.search.playout import FORCE, OPTION

__all__ = ["FORCE", "OPTION", "Desk", "Looker", "deal_plan", "finish_round", "next_round"]

"""Reports: one question about a population of rounds or deals a module.

A module here is a report: ``tichu_deal.py`` is ``tichu-deal``.  It defines ``REPORT``, and the
first line of its docstring is the report's help.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from analysis.figures import Figure, Labels, Reader, Records, add_figures, rows_of
from analysis.paired import Align, Ways, add_pairs, bases, difference_rows
from analysis.tally import Tally
from simcore.options import suggestion
from simcore.status import KaipaiError

Source = Literal["deals", "matches"]
RUN = "run"
"""The report of this name is what ``kaipai run GAME`` prints."""
UNDECIDED, DRAWN = -2, -1
"""What `Report.winner` says besides a team."""


@dataclass(frozen=True)
class Report:
    """One report: figures over deals or over the rounds of matches.

    Attributes
    ----------
    game : str
    source : {"deals", "matches"}
    figures : callable
        From the rules to the figures, in the order of the table.
    main : str
        The metric that ``--until`` means without a name.
    columns : dict
        What ``--by`` takes besides ``seat`` and ``team``: name to labels of the records.
    by_seat : bool
        Whether ``--by seat`` and ``--by team`` split anything.
    add : callable or None
        Anything else that is added to the tally from (tally, records, rules).
    more_rows : callable or None
        Rows for it, from (tally, level, rules); they follow those of the figures.
    notes : tuple of str
        Lines below the table.
    lead : callable or None
        Of a ``run`` report: by how much seat 0's team won each round, for `match`.
    winner : callable or None
        Of a ``run`` report: the team that won the match with this round (0 or 1), `DRAWN`, or
        `UNDECIDED` where the match is not over.
    variants : callable or None
        From the rules to variants that are played on the same deals beside the run.
    paired : callable or None
        From the rules to the figures compared between them; no metric is one of `figures`.
    align : callable or None
        What of the variants' records is compared; None for all.
    """

    game: str
    source: Source
    figures: Callable[[Any], list[Figure]]
    main: str
    columns: dict[str, Labels] = field(default_factory=dict)
    by_seat: bool = True
    add: Callable[[Tally, Records, Any], None] | None = None
    more_rows: Callable[[Tally, float, Any], list[dict[str, Any]]] | None = None
    notes: tuple[str, ...] = ()
    lead: Reader | None = None
    winner: Reader | None = None
    variants: Callable[[Any], Ways] | None = None
    paired: Callable[[Any], list[Figure]] | None = None
    align: Align | None = None

    def groups(self) -> list[str]:
        """Names that ``--by`` takes."""
        return [*(("seat", "team") if self.by_seat else ()), *self.columns]

    def check_by(self, by: str | None) -> None:
        """Refuse a column that the report cannot split by.

        Raises
        ------
        KaipaiError
            Naming the columns there are.
        """
        if by is not None and by not in self.groups():
            known = ", ".join(self.groups()) or "none"
            hint = suggestion(by, self.groups())
            raise KaipaiError(f"cannot group by '{by}'{hint}; this report groups by: {known}")

    def tally(self, records: Records, rules: Any, by: str | None = None) -> Tally:
        """Count a batch of records: whole matches, or deals."""
        tally = Tally()
        cluster = records["match"] if self.source == "matches" else None
        add_figures(tally, self.figures(rules), records, cluster, by, self.columns.get(by or ""))
        if self.add is not None:
            self.add(tally, records, rules)
        return tally

    def add_variants(
        self,
        tally: Tally,
        rules: Any,
        play: Callable[[Ways], Mapping[str, Records]],
        start: int,
        stop: int,
    ) -> None:
        """Add matches start..stop-1 under every variant; `play` plays some of the variants.

        One base and what is compared with it are played at a time, so that few records are held.
        """
        if self.variants is None or self.paired is None:
            return
        ways = self.variants(rules)
        for base, names in bases(ways).items():
            played = play({name: ways[name] for name in (base, *names)})
            if self.align is not None:
                played = self.align(played)
            against = {name: played[name] for name in names}
            add_pairs(tally, self.paired(rules), played[base], against, start, stop)

    def metrics(self, rules: Any) -> list[str]:
        """Names of the metrics, those of `more_rows` excepted."""
        paired = [] if self.paired is None else self.paired(rules)
        return list(dict.fromkeys(figure.metric for figure in (*self.figures(rules), *paired)))

    def rows(
        self, tally: Tally, level: float, rules: Any, only: str | None = None
    ) -> list[dict[str, Any]]:
        """Estimate every figure from the counts, or those of one metric if there are such."""
        figures = self.figures(rules)
        paired = [] if self.paired is None else self.paired(rules)
        mine = [figure for figure in figures if figure.metric == only]
        of_pairs = [figure for figure in paired if figure.metric == only]
        if mine:
            return rows_of(mine, tally, level, rules)
        rows = [] if of_pairs else rows_of(figures, tally, level, rules)
        if self.more_rows is not None and not of_pairs:
            rows += self.more_rows(tally, level, rules)
        if self.variants is not None:
            for base, names in bases(self.variants(rules)).items():
                rows += difference_rows(of_pairs or paired, names, tally, level, base)
        return rows


@cache
def summaries() -> dict[str, str]:
    """Name of every report with the first line of its docstring, without importing it."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith("_"):
            docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            found[path.stem.replace("_", "-")] = docstring.partition("\n")[0]
    return found


def report_names(game: str | None = None) -> list[str]:
    """Names of the reports (of one game); ``run`` tables are not among them."""
    return [
        name
        for name in summaries()
        if not name.endswith(f"-{RUN}") and (game is None or name.startswith(f"{game}-"))
    ]


def load_report(name: str) -> Report:
    """Return a report by its name.

    Raises
    ------
    KaipaiError
        No such report.
    """
    if name not in summaries():
        known = report_names()
        raise KaipaiError(
            f"unknown report '{name}'{suggestion(name, known)}; 'kaipai games' lists the reports"
        )
    report = import_module(f"{__name__}.{name.replace('-', '_')}").REPORT
    assert isinstance(report, Report)
    return report

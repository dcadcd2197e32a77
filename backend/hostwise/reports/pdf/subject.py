"""What a report is about: the plan, its result and the run behind it, and the sources as they are cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hostwise.decision.charts_document import Chart, ChartKey
from hostwise.decision.decision import Decision
from hostwise.plan.answers.result import Cell, ConfigurationResult, ExplanationSource, Row
from hostwise.reports.content import Report
from hostwise.reports.pdf.blocks import Line, Span, cite, mark

COLUMNS_AT_ONCE = 5
"""Configurations side by side in a table; more are divided over several tables."""


class Sources:
    """Numbers the sources in the order in which they are first cited."""

    def __init__(self, known: Mapping[str, ExplanationSource]) -> None:
        """Begin an empty list; `known` are the full citations by key."""
        self._known = dict(known)
        self._numbers: dict[str, int] = {}

    def cite(self, keys: str | None) -> Line:
        """References to sources, given as one text as inputs and formulas have them."""
        found = [key for key in (keys or "").split("; ") if key]
        return [self._cite(key) for key in found]

    def cite_in_full(self, source: ExplanationSource) -> Line:
        """A reference to a source that comes with its citation."""
        self._known.setdefault(source.key, source)
        return [self._cite(source.key)]

    def _cite(self, key: str) -> Span:
        return cite(self._numbers.setdefault(key, len(self._numbers) + 1))

    def __iter__(self) -> Iterator[tuple[int, ExplanationSource]]:
        """All that was cited so far, in full; free text stands for itself."""
        for key, number in self._numbers.items():
            yield number, self._known.get(key) or ExplanationSource(key=key, citation=key, locator=None)


class Subject:
    """All that the sections of a report draw from."""

    def __init__(self, report: Report) -> None:
        """Begin with an empty list of sources."""
        self.report = report
        self.plan, self.result = report.plan, report.result
        self.evaluation, self.graph = report.evaluation, report.graph
        self.sources = Sources(report.sources)

    @property
    def configurations(self) -> Sequence[ConfigurationResult]:
        """Results of the configurations, in the plan's order."""
        return self.result.configurations

    @property
    def decision(self) -> Decision:
        """The decision."""
        return self.report.decision

    @property
    def currency(self) -> str:
        """The plan's currency."""
        return self.result.currency

    @property
    def reference(self) -> int:
        """Place of the configuration that differences refer to."""
        return [each.key for each in self.configurations].index(self.result.reference)

    def place(self, key: str) -> int:
        """Place of a configuration."""
        return [each.key for each in self.configurations].index(key)

    def row(self, key: str) -> Row | None:
        """A row of the comparison, if it is there."""
        return next((each for each in self.result.rows if each.key == key), None)

    def chart(self, key: ChartKey) -> Chart | None:
        """A chart of the decision; none where there is nothing to draw."""
        drawn = self.report.charts.drawn if self.report.charts else []
        return next((each for each in drawn if each.words.key == key), None)

    def parts(self) -> list[list[int]]:
        """The configurations as tables show them side by side: where there are many, each with the reference."""
        places = list(range(len(self.configurations)))
        if len(places) <= COLUMNS_AT_ONCE:
            return [places]
        others = [each for each in places if each != self.reference]
        tables = -(-len(others) // (COLUMNS_AT_ONCE - 1))
        # As even as it can be, so that the last table is no single column.
        size = -(-len(others) // tables)
        return [[self.reference, *others[start : start + size]] for start in range(0, len(others), size)]

    def marks(self, places: Iterable[int]) -> Line:
        """Markers of some configurations; the word for all of them."""
        found = sorted(set(places))
        if len(found) == len(self.configurations) > 1:
            return ["all"]
        return [mark(each) for each in found]


def cell_of(row: Row, place: int) -> Cell:
    """A configuration's cell of a row."""
    return row.cells[place]


def remark(*parts: str | None) -> str:
    """Several remarks as one.

    >>> remark("Table 6", None, "two drives")
    'Table 6; two drives'
    """
    return "; ".join(part for part in parts if part)

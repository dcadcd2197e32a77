"""A chart of the decision as a block of the report: its words, its drawing, and all that it shows in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hostwise.decision.charts_document import PLAIN, Chart, ChartKey, ChartKind, ChartPoint, ChartSeries
from hostwise.number_format.writing import NARROW
from hostwise.reports.pdf.blocks import Block
from hostwise.reports.pdf.blocks import chart as block
from hostwise.reports.pdf.drawings.intervals import intervals
from hostwise.reports.pdf.drawings.lines import lines
from hostwise.reports.pdf.drawings.points import points
from hostwise.reports.pdf.drawings.stacked_bars import stacked_bars
from hostwise.reports.pdf.subject import Subject

_DRAWINGS: Mapping[ChartKind, Callable[[Chart], dict[str, Any]]] = {
    "stacked_bars": stacked_bars,
    "intervals": intervals,
    "lines": lines,
    "points": points,
}


def on_paper(subject: Subject, key: ChartKey) -> Iterator[Block]:
    """The chart; none where the result has none, or a single point that there is nothing to compare with."""
    chart = subject.chart(key)
    if chart is None or (chart.kind == "points" and sum(not each.unknown for each in chart.drawn.series) < 2):
        return
    words = chart.words
    # A finding does not say what is drawn.
    name = "" if words.title.code == PLAIN else f"{chart.name}. "
    alike = "" if words.alike is None else f" {words.alike}"
    note = f"{name}{chart.drawn.about}.{_of_paper(chart)}{alike}"
    yield block(str(words.title), note, in_words(chart), _DRAWINGS[chart.kind](chart))


def _of_paper(chart: Chart) -> str:
    """What has to be said of signs that only paper has."""
    if chart.kind != "stacked_bars":
        return ""
    assert chart.drawn.across is not None
    below = " What comes back lies left of 0; the number is the total." if chart.drawn.across.lowest < 0 else ""
    return f" Letters name the categories.{below}"


def in_words(chart: Chart) -> str:
    """All that a chart shows, for who cannot see it."""
    marks = ", ".join(each.text for each in chart.drawn.marks if each.text)
    against = f", against {marks}" if marks else ""
    told = [f"{each.name}: {_series(chart, each)}" for each in chart.drawn.series]
    return f"{chart.name}{against}. {'. '.join(each.rstrip('.') for each in told)}."


def _series(chart: Chart, series: ChartSeries) -> str:
    if series.unknown:
        return series.unknown
    labels = {each.key: each.label for each in chart.parts}
    told = [_point(chart, point, labels) for point in series.points]
    end = f", total {series.end.text}" if series.end is not None else ""
    return f"{', '.join(told)}{end}"


def _point(chart: Chart, point: ChartPoint, labels: Mapping[str, str]) -> str:
    across, upright = (each.text if each else "" for each in (point.across, point.upright))
    if point.part is not None:
        return f"{labels[point.part]} {across}"
    if chart.kind == "lines":
        return f"year {across} {upright}"
    if chart.kind == "points":
        return f"{across}, {upright} years"
    low, high = (each.text if each else "unknown" for each in (point.low, point.high))
    return f"{across} years, {low} to {high} in 90{NARROW}% of the cases"

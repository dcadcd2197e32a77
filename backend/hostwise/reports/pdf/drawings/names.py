"""Names of configurations in drawings."""

from __future__ import annotations

from hostwise.decision.charts_document import ChartSeries
from hostwise.reports.pdf.canvas import TEXT_SIZE, Canvas
from hostwise.reports.pdf.glyphs import shortened

LABEL = 44.0
"""Room for a name left of a plot, mm."""
ROW = 9.0
"""Height of the row of a configuration, mm."""

_EM_MM = TEXT_SIZE * 25.4 / 72
_WRAPPED = 0.88
"""Share of its room that a wrapped name fills."""


def fitting(name: str, room: float, rows: int = 2) -> str:
    """A name cut to the rows that it has beside its marker; wrapping takes some of them."""
    return shortened(name, rows * (room - 8) / _EM_MM * _WRAPPED)


def beside(canvas: Canvas, series: ChartSeries, middle: float) -> None:
    """Marker and name of a configuration in the row that is drawn of it."""
    canvas.label(series.place, fitting(series.name, LABEL - 3), middle, LABEL - 3, ROW)

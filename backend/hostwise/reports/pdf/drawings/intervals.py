"""Intervals on paper: a sign with its range for each configuration, against lines such as that of the horizon."""

from __future__ import annotations

from typing import Any

from hostwise.decision.charts_document import Chart, ChartSeries, value_of
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, Side, across
from hostwise.reports.pdf.drawings.names import LABEL, ROW, beside
from hostwise.reports.pdf.marks import LIMIT_DASH, SOFT, colour_of, shape_of

_HEAD = 8.0


def intervals(chart: Chart) -> dict[str, Any]:
    """The drawing: of the configurations that have a value."""
    axis, marks = chart.drawn.across, chart.drawn.marks
    assert axis is not None
    series = [each for each in chart.drawn.series if not each.unknown]
    bottom = _HEAD + len(series) * ROW
    canvas = Canvas(FULL_WIDTH, bottom + 9)
    scale = Scale(axis.lowest, axis.highest, LABEL, FULL_WIDTH - 4, logarithmic=axis.logarithmic)
    across(canvas, scale, axis.ticks, _HEAD, bottom, axis.label)
    for turn, mark in enumerate(marks):
        x = scale.at(mark.at)
        dash = () if mark.kind == "horizon" else LIMIT_DASH
        canvas.line([(x, _HEAD - 1.5), (x, bottom)], SOFT, 0.9, dash)
        # Two names beside each other, one on each side, do not touch.
        side: Side = "end" if turn < len(marks) / 2 and len(marks) > 1 else "start"
        canvas.words(mark.text, x, _HEAD - 4.2, side if len(marks) > 1 else "middle", colour=SOFT)
    for turn, own in enumerate(series):
        _interval(canvas, own, scale, _HEAD + turn * ROW + ROW / 2 + 1)
    return canvas.drawing()


def _interval(canvas: Canvas, series: ChartSeries, scale: Scale, middle: float) -> None:
    beside(canvas, series, middle - 0.6)
    colour = colour_of(series.place)
    for point in series.points:
        life, low, high = value_of(point.across), value_of(point.low), value_of(point.high)
        assert point.across is not None
        assert life is not None
        if low and high:
            ends = [scale.at(low), scale.at(high)]
            canvas.line([(ends[0], middle), (ends[1], middle)], colour, 1.4)
            for end in ends:
                canvas.line([(end, middle - 1.2), (end, middle + 1.2)], colour, 1.4)
        x = scale.at(life)
        canvas.sign(shape_of(series.place), x, middle, 1.5, colour)
        canvas.words(f"{point.across.text} y", x, middle - 3.4, "middle", halo=True)

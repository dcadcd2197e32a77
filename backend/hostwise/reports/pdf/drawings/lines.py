"""Lines on paper: one for each configuration, named at its end."""

from __future__ import annotations

from typing import Any

from hostwise.decision.charts_document import Chart, ChartSeries, value_of
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, spread, text_width, upright
from hostwise.reports.pdf.drawings.names import fitting
from hostwise.reports.pdf.marks import LINE_STRONG, colour_of, shape_of

_LEFT, _RIGHT, _TOP, _BOTTOM = 15.0, 118.0, 7.0, 68.0
_ONE_LINE, _TWO_LINES = 4.4, 7.4
"""Heights of names, mm."""


def lines(chart: Chart) -> dict[str, Any]:
    """The drawing."""
    across_axis, upright_axis = chart.drawn.across, chart.drawn.upright
    assert across_axis is not None
    assert upright_axis is not None
    canvas = Canvas(FULL_WIDTH, _BOTTOM + 9)
    x = Scale(across_axis.lowest, across_axis.highest, _LEFT, _RIGHT)
    y = Scale(upright_axis.lowest, upright_axis.highest, _BOTTOM, _TOP)
    upright(canvas, y, upright_axis.ticks, _LEFT, _RIGHT, upright_axis.label)
    across(canvas, x, across_axis.ticks, _BOTTOM, _BOTTOM, across_axis.label)
    if upright_axis.lowest < 0:
        canvas.line([(_LEFT, y.at(0)), (_RIGHT, y.at(0))], LINE_STRONG, 0.7)
    series = [each for each in chart.drawn.series if not each.unknown]
    # One below the other, so that two that are near can both be read.
    for turn, mark in enumerate(chart.drawn.marks):
        at = x.at(mark.at)
        canvas.line([(at, _TOP), (at, _BOTTOM)], colour_of(mark.place or 0), 0.5)
        # To the side that has room.
        side = -1 if at > (_LEFT + _RIGHT) / 2 else 1
        height = _TOP + 2 + 3.4 * turn
        canvas.sign(shape_of(mark.place or 0), at + side * 2, height, 1.0, colour_of(mark.place or 0))
        canvas.words(mark.text, at + side * 4, height, "start" if side > 0 else "end")
    corners = {each.place: _corners(each, x, y) for each in series}
    for own in series:
        canvas.line(corners[own.place], colour_of(own.place), 1.3)
    for own in series:
        for at, height in corners[own.place]:
            canvas.sign(shape_of(own.place), at, height, 1.2, colour_of(own.place))
    _names(canvas, series, [corners[each.place][-1][1] for each in series])
    return canvas.drawing()


def _corners(series: ChartSeries, x: Scale, y: Scale) -> list[tuple[float, float]]:
    read = [(value_of(point.across), value_of(point.upright)) for point in series.points]
    return [(x.at(year), y.at(amount)) for year, amount in read if year is not None and amount is not None]


def _names(canvas: Canvas, series: list[ChartSeries], ends: list[float]) -> None:
    """Beside the end of each line its name and what it comes to; names take two lines where there is room for them."""
    rows = 2 if len(series) * _TWO_LINES <= _BOTTOM - _TOP else 1
    places = spread(ends, _TWO_LINES if rows == 2 else _ONE_LINE, _TOP, _BOTTOM)
    for own, end, name_at in zip(series, ends, places, strict=True):
        canvas.line([(_RIGHT + 1.5, end), (_RIGHT + 5, name_at)], colour_of(own.place), 0.5)
        amount = own.end.text if own.end is not None else ""
        room = FULL_WIDTH - _RIGHT - 8 - text_width(amount, strong=True)
        canvas.label(own.place, fitting(own.name, room, rows), name_at, room, _TWO_LINES, _RIGHT + 6)
        if amount:
            canvas.words(amount, FULL_WIDTH, name_at, "end", strong=True)

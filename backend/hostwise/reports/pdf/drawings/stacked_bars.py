"""Stacked bars on paper: a legend of letters, and a bar of lettered segments for each configuration."""

from __future__ import annotations

from typing import Any

from hostwise.decision.charts_document import Chart, ChartSeries, value_of
from hostwise.number_format.writing import short_money
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, text_width
from hostwise.reports.pdf.drawings.names import LABEL, ROW, beside
from hostwise.reports.pdf.marks import LINE_STRONG, LOOKS, PAPER, SOFT

_BAR = 6.0
_LEGEND_LINE = 4.6
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def stacked_bars(chart: Chart) -> dict[str, Any]:
    """The drawing."""
    axis, series = chart.drawn.across, chart.drawn.series
    assert axis is not None
    parts = [each for each in chart.parts if each.drawn]
    letters = {each.key: letter for each, letter in zip(parts, _LETTERS, strict=False)}
    legend = _legend_places([f"{letters[each.key]} {each.label}" for each in parts])
    head = _LEGEND_LINE * (legend[-1][1] + 1) + 2
    bottom = head + len(series) * ROW
    canvas = Canvas(FULL_WIDTH, bottom + 10)
    for each, (x, line) in zip(parts, legend, strict=True):
        y = 2.2 + line * _LEGEND_LINE
        look = LOOKS.cost_part(each.key)
        canvas.box(x, y - 1.7, 3.4, 3.4, look.fill, stroke=LINE_STRONG)
        canvas.words(letters[each.key], x + 1.7, y, "middle", colour=look.ink, size=7)
        canvas.words(each.label, x + 4.6, y)
    scale = Scale(axis.lowest, axis.highest, LABEL, FULL_WIDTH - 18)
    across(canvas, scale, axis.ticks, head, bottom, axis.label)
    if axis.lowest < 0:
        canvas.line([(scale.at(0), head), (scale.at(0), bottom)], LINE_STRONG, 0.7)
    for turn, own in enumerate(series):
        _bar(canvas, own, scale, head + turn * ROW, letters)
    return canvas.drawing()


def _bar(canvas: Canvas, series: ChartSeries, scale: Scale, row: float, letters: dict[str, str]) -> None:
    """The segments of a configuration, and its total behind them."""
    top = row + (ROW - _BAR) / 2
    middle = top + _BAR / 2
    beside(canvas, series, middle)
    # Returns lie below 0.
    paid = returned = 0.0
    for point in series.points:
        amount = value_of(point.across)
        if not amount or point.part is None:
            continue
        start = paid if amount > 0 else returned
        left, right = sorted((scale.at(start), scale.at(start + amount)))
        look = LOOKS.cost_part(point.part)
        canvas.box(left, top, right - left, _BAR, look.fill, stroke=PAPER)
        _segment_words(canvas, letters[point.part], amount, (left, right), middle, look.ink)
        paid, returned = paid + max(amount, 0), returned + min(amount, 0)
    x, end = scale.at(paid) + 1.5, series.end
    if end is None:
        return
    if not series.is_lower_bound:
        canvas.words(end.text, x, middle, strong=True, halo=True)
    elif end.value is not None:
        # In two lines, for which there is room.
        canvas.words("at least", x, middle - 1.6, colour=SOFT, size=7)
        canvas.words(end.text.removeprefix("at least "), x, middle + 1.6, strong=True, halo=True)


def _segment_words(
    canvas: Canvas, letter: str, amount: float, ends: tuple[float, float], middle: float, ink: str
) -> None:
    left, right = ends
    both = f"{letter} {short_money(amount)}"
    for text, size in ((both, 7.0), (letter, 7.0)):
        if text_width(text, size) + 1.4 <= right - left:
            canvas.words(text, (left + right) / 2, middle, "middle", colour=ink, size=size)
            return


def _legend_places(texts: list[str]) -> list[tuple[float, int]]:
    """Where the entries of a legend begin: left edge and line."""
    places, x, line = [], 0.0, 0
    for text in texts:
        width = text_width(text) + 9
        if x > 0 and x + width > FULL_WIDTH:
            x, line = 0.0, line + 1
        places.append((x, line))
        x += width
    return places

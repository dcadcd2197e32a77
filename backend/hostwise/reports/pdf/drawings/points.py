"""Points on paper: a sign with its range for each configuration, and its name where it covers nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hostwise.decision.charts_document import Chart, ChartSeries, value_of
from hostwise.reports.design_tokens.tokens import Point
from hostwise.reports.pdf.blocks import BETWEEN
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, text_width, upright
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.marks import INK, SOFT, colour_of, shape_of

_LEFT, _RIGHT, _TOP, _BOTTOM = 13.0, FULL_WIDTH - 4, 7.0, 50.0
_RADIUS = 1.8
_LINE = 3.6
_NEAR = 1.6
"""Distance, mm, below which signs cover each other."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Placed:
    """A point where it is drawn, with the ends of its range."""

    series: ChartSeries
    x: float
    y: float
    ends: tuple[float, float]


@dataclass(frozen=True)
class _Sign:
    """Where a sign stands, half its width, and the ends of its bar."""

    x: float
    y: float
    half: float
    top: float
    bottom: float


def points(chart: Chart) -> dict[str, Any]:
    """The drawing."""
    across_axis, upright_axis = chart.drawn.across, chart.drawn.upright
    assert across_axis is not None
    assert upright_axis is not None
    canvas = Canvas(FULL_WIDTH, _BOTTOM + 9)
    x = Scale(across_axis.lowest, across_axis.highest, _LEFT + 4, _RIGHT - 4)
    y = Scale(upright_axis.lowest, upright_axis.highest, _BOTTOM, _TOP, logarithmic=upright_axis.logarithmic)
    upright(canvas, y, upright_axis.ticks, _LEFT, _RIGHT, upright_axis.label)
    across(canvas, x, across_axis.ticks, _TOP, _BOTTOM, across_axis.label)
    taken: list[Box] = []
    for mark in chart.drawn.marks:
        at = y.at(mark.at)
        canvas.line([(_LEFT, at), (_RIGHT, at)], SOFT, 0.9)
        canvas.words(mark.text, _RIGHT, at + 2.4, "end", colour=SOFT, halo=True)
        taken += [(_LEFT, at - 0.5, _RIGHT, at + 0.5), (_RIGHT - text_width(mark.text), at, _RIGHT, at + 4.2)]
    placed = [*_placed(chart, x, y)]
    groups = [[placed[each] for each in group] for group in _together([(each.x, each.y) for each in placed])]
    signs = [_signs(canvas, group, taken) for group in groups]
    for group, sign in zip(groups, signs, strict=True):
        for pieces in _labels([each.series for each in group]):
            found = _free(text_width("".join(pieces)), sign, taken, (_LEFT, _TOP, _RIGHT, _BOTTOM))
            if found is not None:
                canvas.words(pieces, found[0], found[1], colour=INK, halo=True)
                taken.append(found[2])
                break
    return canvas.drawing()


def _placed(chart: Chart, x: Scale, y: Scale) -> Iterator[_Placed]:
    for series in chart.drawn.series:
        for point in () if series.unknown else series.points:
            cost, life = value_of(point.across), value_of(point.upright)
            assert cost is not None
            assert life is not None
            low, high = value_of(point.low) or life, value_of(point.high) or life
            yield _Placed(series, x.at(cost), y.at(life), (y.at(low), y.at(high)))


def _signs(canvas: Canvas, group: Sequence[_Placed], taken: list[Box]) -> _Sign:
    """Draws signs that stand together, side by side where they would cover each other; what they take is `taken`."""
    middle = sum(each.x for each in group) / len(group)
    down = sum(each.y for each in group) / len(group)
    half = _RADIUS * len(group)
    top_end, low_end = down - _RADIUS, down + _RADIUS
    for turn, each in enumerate(group):
        at, colour = middle - half + (2 * turn + 1) * _RADIUS, colour_of(each.series.place)
        canvas.line([(at, each.ends[0]), (at, each.ends[1])], colour, 1.0)
        for end in each.ends:
            canvas.line([(at - 1, end), (at + 1, end)], colour, 1.0)
        canvas.sign(shape_of(each.series.place), at, down, _RADIUS, colour)
        taken.append((at - 1, min(each.ends), at + 1, max(each.ends)))
        top_end, low_end = min(top_end, *each.ends), max(low_end, *each.ends)
    taken.append((middle - half, down - _RADIUS, middle + half, down + _RADIUS))
    return _Sign(middle, down, half, top_end, low_end)


def _together(places: Sequence[Point]) -> list[list[int]]:
    """Groups of places too close to each other to be told apart."""
    groups: list[list[int]] = []
    for turn, (across_, down) in enumerate(places):
        for group in groups:
            if any(abs(places[each][0] - across_) + abs(places[each][1] - down) < _NEAR for each in group):
                group.append(turn)
                break
        else:
            groups.append([turn])
    return groups


def _labels(series: Sequence[ChartSeries]) -> Iterator[list[str]]:
    """Possible labels beside some signs, the most informative first."""
    if len(series) == 1:
        (own,) = series
        yield [f"{own.place + 1}{BETWEEN}", shortened(own.name, 24)]
    yield [", ".join(str(each.place + 1) for each in series)]


def _free(width: float, sign: _Sign, taken: Sequence[Box], area: Box) -> tuple[float, float, Box] | None:
    """Where a label fits beside its sign without touching anything: its left end, its height, and the room it takes."""
    x, y, half = sign.x, sign.y, sign.half
    near = half + 1.2
    above, below = sign.top - y - 2.8, sign.bottom - y + 2.8
    for across_, down in (
        (near, 0.0),
        (-near - width, 0.0),
        *((shift, line) for line in (above, below) for shift in (-width / 2, -half, half - width)),
        *((shift, line) for line in (above - _LINE, below + _LINE) for shift in (-half, half - width)),
    ):
        at, height = x + across_, y + down
        box = (at - 0.5, height - _LINE / 2, at + width + 0.5, height + _LINE / 2)
        inside = box[0] >= area[0] and box[1] >= area[1] and box[2] <= area[2] and box[3] <= area[3]
        if inside and not any(_overlap(box, each) for each in taken):
            return at, height, box
    return None


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]

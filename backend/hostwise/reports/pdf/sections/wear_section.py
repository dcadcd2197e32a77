"""How long the flash lasts, how sure that is, and how it relates to cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hostwise.answers.wording.number_texts import value_text
from hostwise.engine.roles import Role
from hostwise.numerals.writing import NARROW, fixed, short
from hostwise.reports.looks.tokens import Point
from hostwise.reports.pdf.blocks import BETWEEN, Block, chart, heading, paragraph
from hostwise.reports.pdf.canvas import (
    FULL_WIDTH,
    Canvas,
    Scale,
    Side,
    across,
    log_ticks,
    money_ticks,
    numbered,
    span_ticks,
    text_width,
    upright,
)
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.marks import INK, LIMIT_DASH, SOFT, colour_of, shape_of
from hostwise.reports.pdf.subject import Subject

_LABEL = 44.0
_ROW = 9.0
_EM_MM = 8 * 25.4 / 72
_RADIUS = 1.8
_LINE = 3.6
_NEAR = 1.6
"""Distance, mm, below which signs cover each other."""


def wear(subject: Subject) -> Iterator[Block]:
    """The section; none where no configuration has drives that wear."""
    if not subject.decision.has_flash:
        return
    yield heading("Wear-out")
    places = [place for place, each in enumerate(subject.configurations) if each.life_years.mid]
    absent = [
        f"{each.name}: {value_text(each.quantities['years_to_wear_out'], 'years')}"
        for place, each in enumerate(subject.configurations)
        if place not in places
    ]
    if places:
        note = "Years until the rated writes of the drives are used up, on a logarithmic scale; the sign is the plan "
        note += f"as entered. The bar holds 90{NARROW}% of the cases if only the writes, and what they wear inside the "
        note += "drives, differ from their estimates"
        note += "."
        title, about = subject.chart_words("wear", "Years to wear-out", note)
        yield chart(title, about, _life_alt(subject), _life_drawing(subject, places))
    if absent:
        yield paragraph(f"Without a life: {'; '.join(absent)}.", look="note")


def cost_and_life(subject: Subject) -> Iterator[Block]:
    """What each configuration costs against how long its drives last, where there is something to compare."""
    points = [*_points(subject)]
    if len(points) > 1:
        what = "Total cost" if _cost_key(subject) == "cluster_tco" else "Cost of the known parts"
        note = f"{what} in {subject.currency} against the years until the drives wear out, of the plan as entered; "
        note += "bars as above. Top left is cheap and lasts."
        title, about = subject.chart_words("cost_life", "Cost and life", note)
        yield chart(title, about, _points_alt(points), _scatter(subject, points))


def _lines(subject: Subject) -> list[tuple[float, str]]:
    """Horizon and warranties, each named once."""
    found: dict[float, list[str]] = {float(subject.result.horizon_years): ["horizon"]}
    for each in subject.result.inputs:
        if (each.quantity, each.role) == ("drive_warranty_years", Role.CACHE.key) and each.value:
            names = found.setdefault(each.value, [])
            if "warranty" not in names:
                names.append("warranty")
    return [(years, f"{' = '.join(names)} {short(years)} y") for years, names in sorted(found.items())]


def _life_alt(subject: Subject) -> str:
    texts = []
    for each in subject.configurations:
        band = each.life_years
        if band.mid is None:
            texts.append(f"{each.name}: {value_text(each.quantities['years_to_wear_out'], 'years')}")
            continue
        ends = [short(end) if end is not None else "unknown" for end in (band.low, band.high)]
        texts.append(f"{each.name}: {short(band.mid)} years, {ends[0]} to {ends[1]} in 90 % of the cases")
    lines = ", ".join(name for _, name in _lines(subject))
    return f"Years to wear-out against {lines}. {'. '.join(texts)}."


def _life_drawing(subject: Subject, places: Sequence[int]) -> dict[str, Any]:
    head = 8.0
    bottom = head + len(places) * _ROW
    canvas = Canvas(FULL_WIDTH, bottom + 9)
    lines = _lines(subject)
    bands = {place: subject.configurations[place].life_years for place in places}
    years = [each for each, _ in lines]
    for band in bands.values():
        years += [each for each in (band.low, band.mid, band.high) if each]
    ticks = log_ticks(years)
    scale = Scale(ticks[0], ticks[-1], _LABEL, FULL_WIDTH - 4, logarithmic=True)
    across(canvas, scale, numbered(ticks), head, bottom, "years")
    for turn, (value, name) in enumerate(lines):
        x = scale.at(value)
        canvas.line([(x, head - 1.5), (x, bottom)], SOFT, 0.9, () if "horizon" in name else LIMIT_DASH)
        # Two names beside each other, one on each side, do not touch.
        side: Side = "end" if turn < len(lines) / 2 and len(lines) > 1 else "start"
        canvas.words(name, x, head - 4.2, side if len(lines) > 1 else "middle", colour=SOFT)
    for turn, (place, band) in enumerate(bands.items()):
        middle = head + turn * _ROW + _ROW / 2 + 1
        colour = colour_of(place)
        name = subject.configurations[place].name
        canvas.label(place, shortened(name, 2 * (_LABEL - 11) / _EM_MM * 0.88), middle - 0.6, _LABEL - 3, _ROW)
        assert band.mid is not None
        if band.low and band.high:
            ends = [scale.at(band.low), scale.at(band.high)]
            canvas.line([(ends[0], middle), (ends[1], middle)], colour, 1.4)
            for end in ends:
                canvas.line([(end, middle - 1.2), (end, middle + 1.2)], colour, 1.4)
        x = scale.at(band.mid)
        canvas.sign(shape_of(place), x, middle, 1.5, colour)
        canvas.words(f"{short(band.mid)} y", x, middle - 3.4, "middle", halo=True)
    return canvas.drawing()


@dataclass(frozen=True)
class _Point:
    place: int
    name: str
    cost: float
    life: float
    ends: tuple[float, float]
    """Where the bar ends."""


def _cost_key(subject: Subject) -> str:
    known = all(each.quantities["cluster_tco"].value is not None for each in subject.configurations)
    return "cluster_tco" if known else "known_parts_cost"


def _points(subject: Subject) -> Iterator[_Point]:
    key = _cost_key(subject)
    for place, each in enumerate(subject.configurations):
        amount, band = each.quantities[key].value, each.life_years
        if amount and band.mid:
            yield _Point(place, each.name, amount, band.mid, (band.low or band.mid, band.high or band.mid))


def _points_alt(points: Sequence[_Point]) -> str:
    texts = [f"{each.name}: {fixed(each.cost)}, {short(each.life)} years" for each in points]
    return f"Cost against the years until the drives wear out. {'. '.join(texts)}."


def _scatter(subject: Subject, points: Sequence[_Point]) -> dict[str, Any]:
    left, right, top, bottom = 13.0, FULL_WIDTH - 4, 7.0, 50.0
    canvas = Canvas(FULL_WIDTH, bottom + 9)
    ticks = span_ticks(min(each.cost for each in points), max(each.cost for each in points))
    horizon = float(subject.result.horizon_years)
    years = log_ticks([horizon, *(end for each in points for end in each.ends)])
    x = Scale(ticks[0], ticks[-1], left + 4, right - 4)
    y = Scale(years[0], years[-1], bottom, top, logarithmic=True)
    upright(canvas, y, numbered(years), left, right, "years")
    across(canvas, x, money_ticks(ticks), top, bottom, f"cost, {subject.currency}")
    name = f"horizon {short(horizon)} y"
    canvas.line([(left, y.at(horizon)), (right, y.at(horizon))], SOFT, 0.9)
    canvas.words(name, right, y.at(horizon) + 2.4, "end", colour=SOFT, halo=True)
    taken: list[Box] = [
        (left, y.at(horizon) - 0.5, right, y.at(horizon) + 0.5),
        (right - text_width(name), y.at(horizon), right, y.at(horizon) + 4.2),
    ]
    labels = []
    for group in _together([(x.at(each.cost), y.at(each.life)) for each in points]):
        # Signs that would cover each other stand side by side.
        across_ = sum(x.at(points[each].cost) for each in group) / len(group)
        down = sum(y.at(points[each].life) for each in group) / len(group)
        half = _RADIUS * len(group)
        top_end, low_end = down - _RADIUS, down + _RADIUS
        for turn, each in enumerate(group):
            point, at = points[each], across_ - half + (2 * turn + 1) * _RADIUS
            ends = [y.at(end) for end in point.ends]
            colour = colour_of(point.place)
            canvas.line([(at, ends[0]), (at, ends[1])], colour, 1.0)
            for end in ends:
                canvas.line([(at - 1, end), (at + 1, end)], colour, 1.0)
            canvas.sign(shape_of(point.place), at, down, _RADIUS, colour)
            taken.append((at - 1, min(ends), at + 1, max(ends)))
            top_end, low_end = min(top_end, *ends), max(low_end, *ends)
        taken.append((across_ - half, down - _RADIUS, across_ + half, down + _RADIUS))
        labels.append(([points[each] for each in group], _Sign(across_, down, half, top_end, low_end)))
    for group_points, sign in labels:
        for pieces in _labels(group_points):
            found = _free(text_width("".join(pieces)), sign, taken, (left, top, right, bottom))
            if found is not None:
                canvas.words(pieces, found[0], found[1], colour=INK, halo=True)
                taken.append(found[2])
                break
    return canvas.drawing()


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


def _labels(points: Sequence[_Point]) -> Iterator[list[str]]:
    """Possible labels beside some signs, the most informative first."""
    if len(points) == 1:
        (point,) = points
        yield [f"{point.place + 1}{BETWEEN}", shortened(point.name, 24)]
    yield [", ".join(str(each.place + 1) for each in points)]


Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Sign:
    """Where a sign stands, half its width, and the ends of its bar."""

    x: float
    y: float
    half: float
    top: float
    bottom: float


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

"""A drawing as a list of strokes, shapes and words in millimetres, for the template to set down as they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any, Literal

from hostwise.decision.charts_document import Tick
from hostwise.reports.design_tokens.tokens import Point
from hostwise.reports.pdf.blocks import BETWEEN
from hostwise.reports.pdf.glyphs import width_em
from hostwise.reports.pdf.marks import INK, LINE, LINE_STRONG, PAPER, SOFT, Dash

FULL_WIDTH = 174.0
"""Width of the text on a page, mm."""
TEXT_SIZE = 8.0
"""Size of words in a chart, points."""

_MM_PER_POINT = 25.4 / 72

Side = Literal["start", "middle", "end"]


def text_width(text: str, size: float = TEXT_SIZE, *, strong: bool = False) -> float:
    """Width of a line of text, mm."""
    return width_em(text, strong=strong) * size * _MM_PER_POINT


class Canvas:
    """Collects what is drawn, in the order of drawing."""

    def __init__(self, width: float, height: float) -> None:
        """Begin an empty drawing."""
        self.width, self.height = width, height
        self._items: list[dict[str, Any]] = []

    def drawing(self) -> dict[str, Any]:
        """The drawing as data."""
        return {"width": self.width, "height": self.height, "items": self._items}

    def line(self, points: Sequence[Point], colour: str, width: float = 0.5, dash: Dash = ()) -> None:
        """Straight lines from point to point; `width` and `dash` in points."""
        self._items.append(
            {"draw": "line", "points": _rounded(points), "stroke": colour, "width": width, "dash": list(dash)}
        )

    def area(
        self, points: Sequence[Point], fill: str, *, stroke: str | None = None, opacity: float = 1.0, width: float = 0.6
    ) -> None:
        """A filled outline."""
        self._items.append(
            {
                "draw": "area",
                "points": _rounded(points),
                "fill": fill,
                "stroke": stroke,
                "opacity": opacity,
                "width": width,
            }
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        stroke: str | None = None,
        opacity: float = 1.0,
    ) -> None:
        """A filled rectangle from its upper left corner."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self.area(corners, fill, stroke=stroke, opacity=opacity)

    def sign(
        self, shape: Sequence[Point], x: float, y: float, radius: float, colour: str, *, hollow: bool = False
    ) -> None:
        """A shape around a point."""
        points = [(x + radius * across, y + radius * down) for across, down in shape]
        self.area(points, PAPER if hollow else colour, stroke=colour if hollow else PAPER, width=1.0 if hollow else 0.4)

    def words(
        self,
        text: str | Sequence[str],
        x: float,
        y: float,
        side: Side = "start",
        *,
        colour: str = INK,
        size: float = TEXT_SIZE,
        strong: bool = False,
        halo: bool = False,
    ) -> None:
        """A line of text whose middle is at the height y; `side` says what of it is at x.

        Pieces are set one after the other whatever their direction: a name that runs from right to left would
        otherwise take the number beside it along.
        """
        pieces = [text] if isinstance(text, str) else list(text)
        if halo:
            width, height = text_width("".join(pieces), size, strong=strong), size * _MM_PER_POINT
            left = x - {"start": 0.0, "middle": width / 2, "end": width}[side]
            self.box(left - 0.4, y - height * 0.5, width + 0.8, height, PAPER, opacity=0.85)
        self._items.append(
            {
                "draw": "words",
                "pieces": pieces,
                "x": round(x, 2),
                "y": round(y, 2),
                "side": side,
                "colour": colour,
                "size": size,
                "strong": strong,
            }
        )

    def label(self, index: int, name: str, y: float, width: float, height: float, x: float = 0.0) -> None:
        """Marker, number and name of a configuration, wrapped in a box; its middle is at the height y."""
        self._items.append(
            {
                "draw": "label",
                "index": index,
                "text": f"{BETWEEN}{name}",
                "x": round(x, 2),
                "y": round(y, 2),
                "wide": width,
                "high": height,
            }
        )

    def note(self, text: str, x: float, y: float, width: float, height: float) -> None:
        """Words that may be wrapped, set flush right in a box whose middle is at the height y."""
        self._items.append(
            {"draw": "note", "text": text, "x": round(x, 2), "y": round(y, 2), "wide": width, "high": height}
        )


def _rounded(points: Sequence[Point]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in points]


class Scale:
    """From values to places on a drawing."""

    def __init__(self, low: float, high: float, start: float, end: float, *, logarithmic: bool = False) -> None:
        """Values from low to high lie between start and end, mm."""
        self.low, self.high, self.start, self.end, self.logarithmic = low, high, start, end, logarithmic

    def at(self, value: float) -> float:
        """Place of a value; those outside lie at the nearest end."""
        inside = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = log10(inside / self.low) / log10(self.high / self.low)
        else:
            share = (inside - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def across(canvas: Canvas, scale: Scale, ticks: Sequence[Tick], top: float, bottom: float, label: str) -> None:
    """A horizontal axis below a plot, with its grid lines."""
    for tick in ticks:
        x = scale.at(tick.value)
        canvas.line([(x, top), (x, bottom)], LINE)
        canvas.words(tick.text, x, bottom + 2.6, "middle", colour=SOFT)
    canvas.line([(scale.start, bottom), (scale.end, bottom)], LINE_STRONG, 0.7)
    canvas.words(label, (scale.start + scale.end) / 2, bottom + 6.4, "middle", colour=SOFT)


def upright(canvas: Canvas, scale: Scale, ticks: Sequence[Tick], left: float, right: float, label: str) -> None:
    """A vertical axis left of a plot, with its grid lines; its label stands above it."""
    for tick in ticks:
        y = scale.at(tick.value)
        canvas.line([(left, y), (right, y)], LINE)
        canvas.words(tick.text, left - 1.5, y, "end", colour=SOFT)
    canvas.words(label, left - text_width(ticks[-1].text) - 1.5, scale.end - 4.5, colour=SOFT)


def spread(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order, at least so far from each other.

    >>> spread([5.0, 5.0, 1.0], 2.0, 0.0, 10.0)
    [4.0, 6.0, 1.0]
    """
    order = sorted(range(len(wanted)), key=lambda each: (wanted[each], each))
    groups: list[list[int]] = []

    def begin(group: list[int]) -> float:
        middle = sum(wanted[each] for each in group) / len(group)
        length = distance * (len(group) - 1)
        return min(max(middle - length / 2, low), max(low, high - length))

    for each in order:
        groups.append([each])
        while len(groups) > 1 and begin(groups[-2]) + distance * len(groups[-2]) > begin(groups[-1]) + 1e-9:
            last = groups.pop()
            groups[-1] += last
    places = [0.0] * len(wanted)
    for group in groups:
        start = begin(group)
        for turn, each in enumerate(group):
            places[each] = start + turn * distance
    return places

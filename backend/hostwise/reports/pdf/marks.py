"""Colours, marks and lines of the document: those of the screen's light theme, in the units of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hostwise.reports.design_tokens.tokens import Point, looks

LOOKS = looks("light")
INK = LOOKS.surfaces["ink"]
SOFT = LOOKS.surfaces["ink-soft"]
LINE = LOOKS.surfaces["line"]
LINE_STRONG = LOOKS.surfaces["line-strong"]
PAPER = LOOKS.surfaces["surface"]

Dash = tuple[float, ...]
"""Lengths of strokes and gaps, points; empty for an unbroken line."""

LIMIT_DASH: Dash = (3.0, 2.0)
"""A limit or a threshold across a chart."""
POINTER_DASH: Dash = (0.7, 1.6)
"""From a mark to the place that it names."""

_POINTS_PER_PIXEL = 0.5
"""Patterns of lines are given for the screen, where all is drawn larger."""


def colour_of(index: int) -> str:
    """Colour of the configuration at a place of the plan."""
    return LOOKS.configuration(index).colour


def shape_of(index: int) -> Sequence[Point]:
    """Outline of its marker."""
    return LOOKS.shapes[LOOKS.configuration(index).shape]


def medium_mark(medium: str) -> tuple[str, Sequence[Point]]:
    """Colour and outline of a swap medium."""
    mark = LOOKS.media[medium]
    return mark.colour, LOOKS.shapes[mark.shape]


def dash_of(basis: str) -> Dash:
    """Pattern of a line by what it rests on."""
    return tuple(each * _POINTS_PER_PIXEL for each in LOOKS.bases[basis].dash)


def is_hollow(basis: str) -> bool:
    """Whether a point that rests on this is an outline only."""
    return LOOKS.bases[basis].point == "hollow"


def markers(count: int) -> list[dict[str, Any]]:
    """Markers of the first configurations."""
    return [{"colour": colour_of(index), "shape": shape_of(index)} for index in range(count)]


def template_looks() -> dict[str, Any]:
    """What the templates need of it."""
    missing = {"colour": LOOKS.missing.colour, "opacity": LOOKS.missing.opacity}
    return {"surfaces": dict(LOOKS.surfaces), "missing": missing}

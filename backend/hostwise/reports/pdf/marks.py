"""One colour, one shape and one number for each configuration, the same everywhere; and the other colours.

Colours and shapes are those of the screen, so that nobody learns them twice.
"""

from __future__ import annotations

from itertools import cycle, islice
from math import cos, radians, sin

INK = "#1b1e24"
SOFT = "#5a616c"
LINE = "#e1e4e9"
LINE_STRONG = "#c9ced6"
PAPER = "#ffffff"

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b5659a", "#c98500", "#3a9bd0", "#5c636e")
"""After Okabe and Ito: told apart by colour-blind readers, too."""

Point = tuple[float, float]


def _polygon(radius: float, points: int, turn: float = 0.0, inner: float = 1.0) -> list[Point]:
    steps = points if inner == 1.0 else 2 * points
    found = []
    for step in range(steps):
        angle = radians(step * 360 / steps + turn)
        reach = radius * (inner if inner != 1.0 and step % 2 else 1.0)
        found.append((round(reach * sin(angle), 3), round(-reach * cos(angle), 3)))
    return found


def _cross() -> list[Point]:
    a, b = 0.42, 1.1
    return [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)]


_SHAPES: tuple[tuple[str, list[Point]], ...] = (
    ("circle", _polygon(1.0, 24)),
    ("square", _polygon(1.25, 4, 45)),
    ("triangle", _polygon(1.3, 3)),
    ("diamond", _polygon(1.3, 4)),
    ("wedge", _polygon(1.3, 3, 180)),
    ("cross", _cross()),
    ("star", _polygon(1.4, 5, 0, 0.45)),
    ("hexagon", _polygon(1.1, 6)),
)
"""Outlines around the origin that look equally large."""


def colour_of(index: int) -> str:
    """Colour of the configuration at a place of the plan."""
    return _COLOURS[index % len(_COLOURS)]


def shape_of(index: int) -> list[Point]:
    """Outline of its marker."""
    return _SHAPES[index % len(_SHAPES)][1]


def shape_named(name: str) -> list[Point]:
    """An outline by name, for what is no configuration."""
    return dict(_SHAPES)[name]


def markers(count: int) -> list[dict[str, object]]:
    """Markers of the first configurations."""
    return [{"colour": colour_of(index), "shape": shape_of(index)} for index in range(count)]


COST_COLOURS: dict[str, tuple[str, str]] = {
    "servers": ("#2f3e5c", PAPER),
    "memory": ("#55678a", PAPER),
    "cache": ("#8c9dbb", INK),
    "capacity": ("#b9c5d8", INK),
    "further_drives": ("#dfe5ee", INK),
    "array": ("#1c2438", PAPER),
    "support": ("#7a4a10", PAPER),
    "licences": ("#a0661a", PAPER),
    "energy": ("#d3a053", INK),
    "rack": ("#e8c992", INK),
    "replacement": ("#a5483a", PAPER),
}
"""Purchase in one hue, running cost in another, each from dark to light; and the ink that can be read on them."""

_FURTHER_COSTS = ("#6d7f8f", "#4f7a6b", "#8b6f9c", "#9c8b4a")


def cost_colours(keys: list[str]) -> dict[str, tuple[str, str]]:
    """Colours of cost categories, also of ones that this page has not heard of."""
    others = [each for each in keys if each not in COST_COLOURS]
    further = dict(zip(others, islice(cycle(_FURTHER_COSTS), len(others)), strict=True))
    return {key: COST_COLOURS.get(key) or (further[key], PAPER) for key in keys}


STATE_COLOURS: dict[str, str] = {
    "high": PAPER,
    "clear": "#eef0f2",
    "soft": "#f8efdc",
    "hard": "#f6ddd2",
    "low": "#e3aca8",
}
"""Memory states, the darker the worse."""

REGIME_COLOURS: dict[str, tuple[str, str]] = {
    "buffering": ("#e8ebf0", INK),
    "destaging": ("#b9c5d8", INK),
    "throttled": ("#8f2f26", PAPER),
}

MEDIUM_MARKS: dict[str, tuple[str, str]] = {
    "ssd_local": ("#31688e", "circle"),
    "hdd_local": ("#8c510a", "square"),
    "fc_array": ("#5f6b1f", "triangle"),
    "sata_local": ("#9b3d6c", "diamond"),
    "nvme_tier": ("#4640a3", "hexagon"),
}
"""Colour and shape of what a hypervisor swaps to."""

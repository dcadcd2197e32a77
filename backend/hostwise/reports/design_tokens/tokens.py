"""Reads `tokens.json`: every colour for a light and a dark surface, the marks, and the patterns of lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import cos, radians, sin
from typing import Any, Literal, TypeAlias

Theme: TypeAlias = Literal["light", "dark"]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Fill:
    """Colour of an area, and the ink that can be read on it."""

    fill: str
    ink: str


@dataclass(frozen=True)
class Wash:
    """A colour laid thinly over the surface."""

    colour: str
    opacity: float


@dataclass(frozen=True)
class Mark:
    """Colour and shape of a point."""

    colour: str
    shape: str


@dataclass(frozen=True)
class BasisLook:
    """How lines and points show what they rest on; `dash` is empty for an unbroken line."""

    dash: tuple[float, ...]
    point: Literal["full", "hollow", "pale"]


@dataclass(frozen=True)
class Looks:
    """All colours of one theme, and the marks and patterns that all themes share."""

    surfaces: Mapping[str, str]
    missing: Wash
    configuration_colours: Sequence[str]
    configuration_shapes: Sequence[str]
    shapes: Mapping[str, Sequence[Point]]
    binding_opacity: float
    other_opacity: float
    cost_parts: Mapping[str, Fill]
    neutral: Fill
    reclaimed: Mapping[str, Fill]
    regimes: Mapping[str, Fill]
    memory_states: Mapping[str, Wash]
    media: Mapping[str, Mark]
    bases: Mapping[str, BasisLook]
    workbook: Mapping[str, str]

    def cost_part(self, key: str) -> Fill:
        """Fill of a part of the cost; one that has no colour of its own yet is neutral."""
        return self.cost_parts.get(key, self.neutral)

    def configuration(self, index: int) -> Mark:
        """Mark of the configuration at a place of the plan; colours and shapes repeat after different counts."""
        colours, shapes = self.configuration_colours, self.configuration_shapes
        return Mark(colours[index % len(colours)], shapes[index % len(shapes)])


@cache
def looks(theme: Theme = "light") -> Looks:
    """The looks of a theme; paper and workbooks are light."""
    tokens = read_tokens()
    configurations = tokens["configurations"]
    return Looks(
        surfaces={key: each[theme] for key, each in tokens["surfaces"].items()},
        missing=Wash(**tokens["missing"][theme]),
        configuration_colours=tuple(each[theme] for each in configurations["colours"]),
        configuration_shapes=tuple(configurations["shapes"]),
        shapes={key: _outline(each) for key, each in tokens["shapes"].items()},
        binding_opacity=tokens["constraints"]["binding"]["opacity"],
        other_opacity=tokens["constraints"]["other"]["opacity"],
        cost_parts=_fills(tokens["cost_parts"], theme),
        neutral=Fill(**tokens["neutral"][theme]),
        reclaimed=_fills(tokens["reclaimed"], theme),
        regimes=_fills(tokens["regimes"], theme),
        memory_states={key: Wash(**each[theme]) for key, each in tokens["memory_states"].items()},
        media={key: Mark(each[theme], each["shape"]) for key, each in tokens["media"].items()},
        bases={key: BasisLook(tuple(each["dash"]), each["point"]) for key, each in tokens["bases"].items()},
        workbook=tokens["workbook"],
    )


@cache
def read_tokens() -> dict[str, Any]:
    """The file as it is."""
    tokens: dict[str, Any] = json.loads(
        files("hostwise.reports.design_tokens").joinpath("tokens.json").read_text(encoding="utf-8")
    )
    return tokens


def _fills(tokens: Mapping[str, Any], theme: Theme) -> dict[str, Fill]:
    return {key: Fill(**each[theme]) for key, each in tokens.items()}


def _outline(shape: Mapping[str, Any]) -> tuple[Point, ...]:
    """A shape around the origin: its points as given, or those of a regular polygon; with `inner`, of a star."""
    if "outline" in shape:
        return tuple((x, y) for x, y in shape["outline"])
    steps = shape["corners"] * (1 if shape["inner"] == 1 else 2)
    points = []
    for step in range(steps):
        angle = radians(step * 360 / steps + shape["turn"])
        reach = shape["reach"] * (shape["inner"] if step % 2 and shape["inner"] != 1 else 1)
        points.append((round(reach * sin(angle), 3), round(-reach * cos(angle), 3)))
    return tuple(points)

"""One file has all colours and marks: complete, used, readable on both surfaces, and the only one."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from hostwise.answers.burst.burst_document import Regime
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.opm import Basis
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.new_plan import new_plan
from hostwise.reports.design_tokens.tokens import Looks, Theme, looks, read_tokens

ROOT = Path(__file__).parents[3]
THEMES: tuple[Theme, ...] = get_args(Theme)
GRAPHIC, TEXT = 3.0, 4.5
"""Least contrasts of WCAG 2.2: of graphics to the surface (1.4.11), of text (1.4.3)."""
ALIKE = 0.05
"""Distance in OKLab below which two colours are hard to tell apart; 0.02 is just noticeable side by side."""
NEIGHBOURS = 0.1
"""The same for what is drawn side by side, for every kind of colour vision."""

Colour = NDArray[np.float64]

# What red- and green-blind eyes see of linear RGB, after Machado et al. (2009).
VISION = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
# OKLab, Ottosson (2020).
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour: str) -> Colour:
    share = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(linear(each) @ [0.2126, 0.7152, 0.0722]) for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def distance(one: str, other: str, vision: str = "usual") -> float:
    seen = [np.clip(VISION[vision] @ linear(each), 0, 1) for each in (one, other)]
    first, second = (TO_LAB @ np.cbrt(TO_CONES @ each) for each in seen)
    return float(np.linalg.norm(first - second))


def fills(of: Looks) -> dict[str, dict[str, str]]:
    """Colours of areas in groups whose members stand side by side, in the order of the file."""
    groups = {
        "cost part": {**of.cost_parts, "without its own": of.neutral},
        "reclaimed memory": of.reclaimed,
        "regime": of.regimes,
    }
    return {group: {key: each.fill for key, each in them.items()} for group, them in groups.items()}


def graphics(of: Looks) -> dict[str, str]:
    """Everything that a chart draws, by name."""
    found = {f"{group} {key}": fill for group, them in fills(of).items() for key, fill in them.items()}
    found |= {f"medium {key}": each.colour for key, each in of.media.items()}
    return found | {f"configuration {place}": each for place, each in enumerate(of.configuration_colours)}


def test_the_measures_are_right() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert distance("#ffffff", "#000000") == pytest.approx(1, abs=1e-6)
    # Red and green of one lightness.
    assert distance("#c00000", "#3d7f3d") > 2 * distance("#c00000", "#3d7f3d", "deuteranopia")


def test_every_declared_key_has_its_token_and_no_token_is_unused() -> None:
    result = evaluate_plan(new_plan(), load_catalogue())
    tokens = read_tokens()
    parts = [each.key for each in result.configurations[0].cost_parts]
    # The order is declared with the formulas; here it is checked only because neighbours must differ.
    assert list(tokens["cost_parts"]) == [each for each in parts if each in tokens["cost_parts"]]
    # A new part is neutral until it has a colour of its own; two neutral ones could not be told apart.
    assert len(set(parts) - set(tokens["cost_parts"])) <= 1
    assert set(tokens["media"]) == {each.value for each in SwapMedium}
    assert set(tokens["regimes"]) == {each.value for each in Regime}
    assert set(tokens["bases"]) >= {each.value for each in Basis} - {Basis.OUTSIDE}
    assert {each["shape"] for each in tokens["media"].values()} | set(tokens["configurations"]["shapes"]) == set(
        tokens["shapes"]
    )
    used = "".join(each.read_text(encoding="utf-8") for each in sources())
    for key in (*tokens["surfaces"], *tokens["workbook"]):
        assert re.search(rf"--{key}\b|\"{key}\"", used), key


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_drawn_stands_out_from_the_surface(theme: Theme) -> None:
    of = looks(theme)
    surface = of.surfaces["surface"]
    assert {
        name: contrast(each, surface) for name, each in graphics(of).items() if contrast(each, surface) < GRAPHIC
    } == {}


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read(theme: Theme) -> None:
    of = looks(theme)
    surfaces = of.surfaces
    pairs = {
        f"{group} {key}": (each.ink, each.fill)
        for group, them in (
            ("cost", {**of.cost_parts, "": of.neutral}),
            ("reclaimed", of.reclaimed),
            ("regime", of.regimes),
        )
        for key, each in them.items()
    }
    for ink in ("ink", "ink-soft", "ink-placeholder", "accent", "good", "warn", "bad"):
        pairs[ink] = (surfaces[ink], surfaces["surface"])
    for kind in ("warn", "bad", "accent"):
        pairs[f"{kind} on its wash"] = (surfaces[kind], surfaces[f"{kind}-wash"])
    assert {name: each for name, each in pairs.items() if contrast(*each) < TEXT} == {}


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_neighbours_can_be_told_apart(theme: Theme, vision: str) -> None:
    of = looks(theme)
    alike = {
        (one, other): distance(them[one], them[other], vision)
        for them in fills(of).values()
        for one, other in pairwise(them)
        if distance(them[one], them[other], vision) < NEIGHBOURS
    }
    # Parts that are 0 are not drawn, so any two may become neighbours.
    alike |= {
        (one, other): distance(them[one], them[other], vision)
        for them in fills(of).values()
        for one, other in combinations(them, 2)
        if distance(them[one], them[other], vision) < ALIKE
    }
    assert alike == {}


@pytest.mark.parametrize("theme", THEMES)
def test_configurations_differ_in_colour_or_shape(theme: Theme) -> None:
    of = looks(theme)
    first = [of.configuration(place) for place in range(len(of.configuration_colours))]
    for one, other in combinations(first, 2):
        assert one.shape != other.shape
        assert distance(one.colour, other.colour) > ALIKE
    count = 40
    assert len({of.configuration(place) for place in range(count)}) == count


def sources() -> list[Path]:
    """Everything of ours that may draw; what tests say about colours is never drawn."""
    folders = {"frontend/src": ("ts", "tsx", "css"), "backend/hostwise/reports": ("py", "typ")}
    found = [
        each
        for folder, endings in folders.items()
        for ending in endings
        for each in (ROOT / folder).rglob(f"*.{ending}")
        if "generated" not in each.parts and ".test." not in each.name
    ]
    assert len(found) > 200
    return found


def test_no_colour_stands_anywhere_else() -> None:
    colour = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=['\";])|\brgba?\(\s*\d|\bhsla?\(")
    found = {
        str(each.relative_to(ROOT)): colour.findall(each.read_text(encoding="utf-8"))
        for each in sources()
        if colour.search(each.read_text(encoding="utf-8"))
    }
    assert found == {}

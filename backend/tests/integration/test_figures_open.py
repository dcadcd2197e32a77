"""Every figure that the decision says opens: a quantity, a note, a field of the plan, or a page.

A note explains itself: its own sentences and cells need no address. Whoever reads `told_in` sees all other sentences of
a decision, of its verdict and outcomes, and of hosts over time, as sized and simulated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decision, Uncertainty
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from tests.drawing_examples import some_now

CATALOGUE = load_catalogue()
SAMPLES = [each.key for each in sample_summaries()]
FEW = ("nvme-2026", "edge-platforms", "light-io", "friedman13")
NUMBER = 256

_ADDRESSES = ("why", "note", "pointer", "page")


class Told(NamedTuple):
    """A sentence, where it stands, and whether all of it opens."""

    place: str
    parts: list[Any]
    opens: bool

    @property
    def text(self) -> str:
        """The sentence as it is read."""
        return "".join(part if isinstance(part, str) else part["text"] for part in self.parts)


def told_in(document: Any, place: str = "", *, opens: bool = False) -> Iterator[Told]:
    """The sentences of an answer, but for those of notes."""
    if isinstance(document, BaseModel):
        document = document.model_dump(mode="json")
    if isinstance(document, dict):
        if {"code", "parts"} <= document.keys():
            yield Told(place, document["parts"], opens)
            return
        whole = {"text", "why", "note"} <= document.keys() and bool(document["why"] or document["note"])
        # A notice whose line opens a note has all its sentences there.
        whole |= "said" in document and bool(document["line"]["note"])
        for name, value in document.items():
            if name != "notes":
                yield from told_in(value, f"{place}/{name}", opens=opens or whole)
    elif isinstance(document, list):
        for index, value in enumerate(document):
            yield from told_in(value, f"{place}/{index}", opens=opens)


def figures_in(document: Any) -> Iterator[dict[str, Any]]:
    """All figures of an answer, but for those of notes."""
    if isinstance(document, dict):
        if {"name", "text", "value", *_ADDRESSES} <= document.keys():
            yield document
        for name, value in document.items():
            if name != "notes":
                yield from figures_in(value)
    elif isinstance(document, list):
        for value in document:
            yield from figures_in(value)


@cache
def phases(key: str) -> tuple[Decision, Uncertainty]:
    plan = sample_plan(key)
    sized = decide(plan, CATALOGUE, include=Parts(False, False, (), decision=True, charts=True)).decision
    assert sized is not None
    return sized, uncertainty_of(plan, CATALOGUE, number=NUMBER)


def faults(document: BaseModel, notes: set[str]) -> Iterator[str]:
    for told in told_in(document):
        for part in told.parts:
            if isinstance(part, dict) and "value" in part and not (told.opens or any(map(part.get, _ADDRESSES))):
                yield f"{told.place}: {part['name']} {part['text']!r} of {told.text!r} opens nothing"
            elif isinstance(part, str) and not told.opens and re.search(r"(?<![\w-])\d", part):
                yield f"{told.place}: a number stands in the words of {told.text!r}"
    for figure in figures_in(document.model_dump(mode="json")):
        if figure["why"]:
            MODEL.quantity(figure["why"]["quantity"])
        if figure["note"] and figure["note"] not in notes:
            yield f"{figure['text']!r} opens a note that is not there: {figure['note']}"


@pytest.mark.parametrize("key", some_now(SAMPLES, FEW))
def test_every_figure_of_a_decision_opens(key: str) -> None:
    sized, uncertainty = phases(key)
    assert not list(faults(sized, {note.key for note in sized.notes}))
    assert not list(faults(uncertainty, {note.key for note in uncertainty.decision.notes}))


@pytest.mark.parametrize("key", some_now(SAMPLES, FEW))
def test_every_figure_of_hosts_over_time_opens(key: str) -> None:
    assert not list(faults(growth_of(sample_plan(key), CATALOGUE), set()))


@pytest.mark.parametrize("key", some_now(SAMPLES, FEW))
def test_what_is_open_ends_with_what_to_do(key: str) -> None:
    sized, uncertainty = phases(key)
    for decision in (sized, uncertainty.decision):
        if decision.label == "Open":
            last = decision.detail or decision.sentence
            assert re.search(r"\b(Enter|Confirm)\b", str(last.text)), str(last.text)

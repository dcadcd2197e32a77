"""What is not so, or is to be known: one family with one shape.

A finding, a reason against a configuration, an unmet requirement, a missing field, what holds a verdict down, and why a
search leaves combinations out: each has a code, a sentence with figures, what it is about, the field, and the remedy.
What it keeps from being stands in it, and which of several counts is decided in one place, `strongest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import part
from hostwise.plan.answers.text import MessagePart, Remedy


class Severity(StrEnum):
    """How much it matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


Blocks = Literal["building", "feasibility", "admission", "comparison", "clear", "nothing"]
"""What something keeps from being, the strongest first: that parts belong together, that a number of hosts is enough,
that requirements are met, that candidates are compared, that a verdict is clear."""

_STRENGTH: tuple[Blocks, ...] = ("building", "feasibility", "admission", "comparison", "clear", "nothing")


@part
class Told:
    """Something that is not so, or is to be known."""

    code: Annotated[str, Field(description="What is told; the same code is the same sentence with other figures.")]
    severity: Severity
    blocks: Annotated[
        Blocks,
        Field(
            description="What it keeps from being: building: parts that do not belong together; feasibility: no such "
            "number of hosts is enough; admission: a requirement is missed; comparison: candidates are not compared; "
            "clear: the verdict is held down."
        ),
    ] = "nothing"
    message: Annotated[str, Field(description="The sentence.")]
    parts: Annotated[list[MessagePart], Field(description="The same in parts, whose numbers open.")]
    configuration: Annotated[str | None, Field(description="Key of the configuration that it is about.")] = None
    quantity: Annotated[str | None, Field(description="The quantity that it is about.")] = None
    pointer: Annotated[str | None, Field(description="JSON pointer of the field to change.")] = None
    remedy: Annotated[Remedy | None, Field(description="The change of one click that helps, where there is one.")] = (
        None
    )


@part
class Reason(Told):
    """Why a configuration is not feasible, and the nearest change that helps."""

    numbers: Annotated[Mapping[str, float | None], Field(description="The numbers of the sentence by their names.")] = (
        field(default_factory=dict)
    )


def strongest(told: Iterable[Told]) -> Blocks:
    """The most that any of them keeps from being.

    >>> strongest([])
    'nothing'
    """
    return min((each.blocks for each in told), key=_STRENGTH.index, default="nothing")

"""What a person reads, in a form that a program can open: figures, sentences, and remedies of one click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import part


@part
class Why:
    """The address of an explanation: the quantity of a configuration, in a failure case."""

    configuration: str
    quantity: str
    failed_hosts: int = 0


@part
class Figure:
    """A number in a sentence."""

    name: Annotated[str, Field(description="Name in its sentence: with the code of the sentence it says what it is.")]
    text: Annotated[str, Field(description="As it is read, with its unit.", examples=["5 years"])]
    value: Annotated[float | None, Field(description="The number itself; null where it is infinite or unknown.")]
    why: Annotated[Why | None, Field(description="Where it is explained; null for an input or a part of one.")] = None
    note: Annotated[
        str | None, Field(description="Key of the note of the decision that explains it, where no quantity does.")
    ] = None
    pointer: Annotated[str | None, Field(description="JSON pointer of the field of the plan that it is.")] = None
    page: Annotated[
        str | None,
        Field(
            description="Page of the documentation or of the catalogue that explains it, where nothing else does.",
            examples=["/docs/model/endurance"],
        ),
    ] = None


@part
class ConfigurationName:
    """The name of a configuration in a sentence."""

    configuration: Annotated[str, Field(description="Key of the configuration.")]
    text: Annotated[str, Field(description="Its name.")]


MessagePart = str | Figure | ConfigurationName


def joined(parts: Sequence[MessagePart]) -> str:
    """A sentence as it is read.

    >>> joined([ConfigurationName(configuration="a", text="EPYC"), ": ", Figure(name="vms", text="3 VMs", value=3.0)])
    'EPYC: 3 VMs'
    """
    return "".join(each if isinstance(each, str) else each.text for each in parts)


@part
class MessageText:
    """A sentence in parts, so that its numbers open and a translator needs only its code and its figures."""

    code: Annotated[str, Field(description="What is said; the same code is the same sentence with other figures.")]
    parts: Annotated[list[MessagePart], Field(description="Joined they are the sentence.")]

    def __str__(self) -> str:
        """The sentence as it is read."""
        return joined(self.parts)


Tone = Literal["plain", "good", "bad", "missing"]
"""How a figure is marked: bad is worse than what is accepted, missing is not evaluated."""


@part
class MessageLine:
    """A sentence. Its numbers open by themselves or, where it has an address, the whole of it opens."""

    text: MessageText
    why: Annotated[Why | None, Field(description="The number that explains all of it.")] = None
    note: Annotated[str | None, Field(description="Key of the note that explains all of it.")] = None
    tone: Tone = "plain"


@part
class Edit:
    """A change of one field of the plan."""

    pointer: Annotated[str, Field(description="JSON pointer of the field.")]
    value: Annotated[Any, Field(description="Its new value; null removes it.")]


@part
class Remedy:
    """A remedy of one click."""

    label: Annotated[str, Field(description="What it does, in words.", examples=["Add 2 hosts"])]
    edits: Annotated[list[Edit], Field(description="The changes of the plan, in their order.")]

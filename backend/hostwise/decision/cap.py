"""What keeps a verdict from being stronger, although the simulations say so."""

from __future__ import annotations

from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.answers.wording.sentences import Phrase
from hostwise.plan.answers.answer_base import part
from hostwise.plan.answers.text import Remedy, joined
from hostwise.plan.answers.told import Severity, Told


@part
class Cap(Told):
    """The most that a verdict may be, and why."""

    most: Strength
    sentence: Phrase
    configurations: tuple[int, ...]
    """Those that it is about: it counts where one of them is advised, or near."""
    clause: Phrase | None = None
    """The same as it follows the name of the cheapest, where a reader must hear it first."""


def cap(
    code: str,
    most: Strength,
    sentence: Phrase,
    configurations: tuple[int, ...],
    clause: Phrase | None = None,
    *,
    pointer: str | None = None,
    remedy: Remedy | None = None,
) -> Cap:
    """What holds a verdict down, with the field and the change that lift it."""
    parts = sentence.parts(None)
    return Cap(
        code=code,
        severity=Severity.WARNING,
        blocks="clear",
        message=joined(parts),
        parts=parts,
        pointer=pointer,
        remedy=remedy,
        most=most,
        sentence=sentence,
        configurations=configurations,
        clause=clause,
    )

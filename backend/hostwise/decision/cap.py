"""What keeps a verdict from being stronger, although the simulations say so."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.decision.decision_messages import Sentence, told
from hostwise.plan.answers.answer_base import part
from hostwise.plan.answers.text import Remedy, joined
from hostwise.plan.answers.told import Severity, Told


@part
class Cap(Told):
    """The most that a verdict may be, and why."""

    most: Strength
    first: Sentence | None
    """What a reader must hear at once: it stands behind what the cheapest saves."""
    rest: Sequence[Sentence]
    configurations: tuple[int, ...]
    """Those that it is about: it counts where one of them is advised, or near."""

    @property
    def said(self) -> list[Sentence]:
        """All its sentences."""
        return [*([] if self.first is None else [self.first]), *self.rest]


def cap(
    code: str,
    most: Strength,
    rest: Sequence[Sentence],
    configurations: tuple[int, ...],
    *,
    first: Sentence | None = None,
    pointer: str | None = None,
    remedy: Remedy | None = None,
    key: str | None = None,
) -> Cap:
    """What holds a verdict down, with the field and the change that lift it; `key` explains its figures."""
    parts = told([*([] if first is None else [first]), *rest], key).parts
    return Cap(
        code=code,
        severity=Severity.WARNING,
        blocks="clear",
        message=joined(parts),
        parts=parts,
        pointer=pointer,
        remedy=remedy,
        most=most,
        first=first,
        rest=rest,
        configurations=configurations,
    )

"""A field that is missing, with the numbers that need it and what it keeps from being."""

from __future__ import annotations

from hostwise.answers.wording.number_texts import capital
from hostwise.numerals.writing import some
from hostwise.plan.answers.result import Missing
from hostwise.plan.answers.told import Severity


def missing_field(pointer: str, label: str, leaves_out: list[str], *, compares: bool) -> Missing:
    """A missing field.

    Args:
        pointer: JSON pointer of the field.
        label: what it is.
        leaves_out: labels of the numbers that need it.
        compares: whether candidates are compared all the same.
    """
    are = "is" if len(leaves_out) == 1 else "are"
    said = f"{capital(label)} is missing: {some(leaves_out)} {are} not evaluated."
    return Missing(
        code="missing",
        severity=Severity.WARNING,
        blocks="nothing" if compares else "comparison",
        message=said,
        parts=[said],
        pointer=pointer,
        label=label,
        leaves_out=leaves_out,
    )

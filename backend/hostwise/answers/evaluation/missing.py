"""The fields that are missing, each with the numbers that need it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.number_texts import capital
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import some
from hostwise.plan.answers.result import Missing, QuantityState, Value
from hostwise.plan.answers.told import Severity


def missing_fields(
    run: Run, values: Sequence[Mapping[str, Value]], labels: Sequence[tuple[str, str]], lacking: Container[str]
) -> list[Missing]:
    """The missing fields, each with the numbers that need it.

    Args:
        run: the run.
        values: the quantities of each configuration.
        labels: quantities of the comparison that are not evaluated somewhere, with their labels.
        lacking: pointers of the fields that keep candidates from being compared.
    """
    found: dict[str, tuple[str, dict[str, None]]] = {}
    shown = [
        *labels,
        *((name, f"hosts for {each.label}") for name, each in MODEL.purposes.constraints.items()),
    ]
    for name, label in shown:
        for place, own in enumerate(values):
            if own[name].state is not QuantityState.NOT_EVALUATED:
                continue
            for each in run.remedies(name, place):
                if each.pointer:
                    named = message("field_of_group", field=each.label, group=each.group) if each.group else each.label
                    field = str(named)
                    found.setdefault(each.pointer, (field, {}))[1][label] = None
    return [
        _missing(pointer, label, list(leaves_out), compares=pointer not in lacking)
        for pointer, (label, leaves_out) in found.items()
    ]


def _missing(pointer: str, label: str, leaves_out: list[str], *, compares: bool) -> Missing:
    code: AnswerCode = "missing.one" if len(leaves_out) == 1 else "missing.several"
    said = message(code, field=capital(label), numbers=some(leaves_out))
    return Missing(
        code="missing",
        severity=Severity.WARNING,
        blocks="nothing" if compares else "comparison",
        message=str(said),
        parts=said.parts(None),
        pointer=pointer,
        label=label,
        leaves_out=leaves_out,
    )

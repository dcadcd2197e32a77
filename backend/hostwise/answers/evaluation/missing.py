"""The fields that are missing, each with the numbers that need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hostwise.answers.running.run import Run
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import Missing, Row, State, Value


def missing_fields(run: Run, values: Sequence[Mapping[str, Value]], rows: Sequence[Row]) -> list[Missing]:
    """The missing fields, each with the numbers that need it."""
    found: dict[str, tuple[str, dict[str, None]]] = {}
    shown = [
        *((each.quantity, each.label) for each in rows if each.failed_hosts == 0),
        *((name, f"hosts for {each.label}") for name, each in MODEL.purposes.constraints.items()),
    ]
    for name, label in shown:
        for place, own in enumerate(values):
            if own[name].state is not State.NOT_EVALUATED:
                continue
            for each in run.cures(name, place):
                if each.pointer:
                    field = f"{each.label} of {each.group!r}" if each.group else each.label
                    found.setdefault(each.pointer, (field, {}))[1][label] = None
    return [
        Missing(pointer=pointer, label=label, leaves_out=list(leaves_out))
        for pointer, (label, leaves_out) in found.items()
    ]

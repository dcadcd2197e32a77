"""Plain fields that feed an input unchanged, bound by a walk over the declarations of the plan's documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, default, settled
from hostwise.binding.recorder import Recorder
from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import (
    Absence,
    Assumption,
    Follows,
    Instead,
    NotApplicable,
    PlanField,
    PlanPart,
    declarations,
    part_class,
)
from hostwise.plan.fields import Document
from hostwise.plan.workload import VmGroup


def bind_fields(to: Recorder, at: str, document: Document, path: Sequence[str] = ()) -> None:
    """Record the plain fields of a document and of its parts; `at` is the document's pointer.

    With a path of names from the document it is that field only, or those of that part.
    """
    for name, info, declared in declarations(type(document)):
        if path and name != path[0]:
            continue
        pointer = f"{at}/{name}"
        if isinstance(declared, PlanField):
            if declared.plain:
                _bind(to, declared, pointer, document, name)
            continue
        value = getattr(document, name)
        if value is not None:
            bind_fields(to, pointer, value, path[1:])
        elif isinstance(document, Configuration) and document.layout in declared.layouts:
            bind_fields(to, pointer, part_class(info)(), path[1:])
        else:
            # The layout decides whether this part exists; otherwise the plan may add it.
            where = f"{at}/layout" if declared.layouts else pointer
            _without(to, where, declared, part_class(info), path[1:])


def plain_fields(document: type[Document]) -> Iterator[tuple[str, ...]]:
    """The paths of all plain fields of a document and of its parts."""
    for name, info, declared in declarations(document):
        if isinstance(declared, PlanPart):
            yield from ((name, *rest) for rest in plain_fields(part_class(info)))
        elif declared.plain:
            yield (name,)


def bind_group_fields(to: Recorder) -> None:
    """Record the plain fields of the VM groups."""
    for name, _, declared in declarations(VmGroup):
        if isinstance(declared, PlanField) and declared.plain and declared.quantity is not None:
            to.put_groups(declared.quantity.name, name, _origin(to, declared.absent))


def _bind(to: Recorder, declared: PlanField, pointer: str, document: Document, attribute: str) -> None:
    """Record one field: the plan's value, else what its declaration says about its absence."""
    assert declared.quantity is not None
    value = _number(getattr(document, attribute))
    otherwise = _origin(to, declared.absent)
    if value is not None and attribute not in document.model_fields_set:
        otherwise = otherwise if declared.absent else default(value, "default of the plan document")
        value = None
    to.put(declared.quantity.name, pointer, value, otherwise)


def _without(to: Recorder, pointer: str, part: PlanPart, document: type[Document], path: Sequence[str]) -> None:
    """Record the plain fields of a part that is absent."""
    for name, info, declared in declarations(document):
        if path and name != path[0]:
            continue
        if isinstance(declared, PlanPart):
            _without(to, pointer, part, part_class(info), path[1:])
        elif declared.plain and declared.quantity is not None:
            to.put(declared.quantity.name, pointer, None, _origin(to, part.without))


def _origin(to: Recorder, absent: Absence | None) -> Origin:
    match absent:
        case Assumption(key):
            return to.assumption(key)
        case Instead(value, note):
            return default(value, note)
        case Follows(value, note):
            return settled(value, note)
        case NotApplicable():
            return NOT_APPLICABLE
        case _:
            return MISSING


def _number(value: float | str | Enum | None) -> float | None:
    """A field's value as a number: for a choice its position in the list."""
    if isinstance(value, Enum):
        return float([*type(value)].index(value))
    return None if value is None else float(value)

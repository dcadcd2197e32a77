"""The quantities that a decision names: whoever reads a figure finds its number in the same answer."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

from hostwise.answers.evaluation.parts import READ_FIRST
from hostwise.decision.decision import Decision
from hostwise.engine.model import MODEL
from hostwise.plan.answers.text import Why

_PLAIN = frozenset({str, float, int, bool, type(None)})
"""Types that hold no address: most of a document."""


def named_quantities(decision: Decision) -> tuple[str, ...]:
    """Those that are read first, then those that its figures and lines open, each once; without those with members."""
    names = dict.fromkeys(READ_FIRST)
    _note(decision, names)
    return tuple(name for name in names if not MODEL.quantity(name).axes)


def _note(part: Any, names: dict[str, None]) -> None:
    """Note the quantities of all addresses in a part of a document."""
    kind: Any = type(part)
    if kind is Why:
        names[part.quantity] = None
        return
    values = part if kind is list else [getattr(part, name) for name in _fields(kind)]
    for value in values:
        if type(value) not in _PLAIN:
            _note(value, names)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a part; none where it is none."""
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind))
    return tuple(kind.model_fields) if issubclass(kind, BaseModel) else ()

"""Documents with current names in place of former ones, and the other way round.

Both ways follow the type of the document, so that a key that somebody chose, such as that of a configuration, is never
taken for a field. What was renamed stands in `plan/former_names.py`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel

from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.fields import Pointer
from hostwise.plan.former_names import CODES, FIELDS, QUANTITIES, VALUES

_TEXTS: Mapping[str, frozenset[str]] = {
    "quantity": frozenset({"quantity", "slack_quantity", "quantities", "tolerances"}),
    "code": frozenset({"code", "codes"}),
    "pointer": frozenset({"pointer", "pointers", "remarks"}),
}
"""Fields whose texts, items or keys are names of quantities, codes, or pointers into a plan."""

_KEYS_OF_ROWS = frozenset({"Constraint", "RemainingConstraint", "Row", "FailureCase", "CostPart", "CarbonPart"})
"""Models whose field `key` is the name of a quantity or the code of a constraint; elsewhere somebody chose it."""


def with_current_names(document: Any, model: Any) -> Any:
    """A document of plain JSON values with current names in place of former ones.

    An object that has a field by both names is left as it is, so that its reader refuses the former one.

    Args:
        document: plain JSON values; not changed.
        model: the type of the document: a model, a dataclass, or an annotation of them.
    """
    return _translated(document, _shape(model, False))


def with_former_names(document: Any, model: Any) -> Any:
    """A document of plain JSON values with the names that it had in 0.2, as `with_current_names` undoes it."""
    return _translated(document, _shape(model, True))


def current_pointer(pointer: str) -> str:
    """A JSON pointer into a plan, or into a part of one, with current names."""
    return _pointer(pointer, _segments(False))


def former_pointer(pointer: str) -> str:
    """A JSON pointer into a plan, or into a part of one, with the names that it had in 0.2."""
    return _pointer(pointer, _segments(True))


def _pointer(pointer: str, names: Mapping[str, str]) -> str:
    return "/".join(names.get(segment, segment) for segment in pointer.split("/"))


@cache
def _segments(backward: bool) -> Mapping[str, str]:
    pairs = [(current, renamed.former) for current, every in FIELDS.items() for renamed in every if renamed.plan]
    return dict(pairs) if backward else {former: current for current, former in pairs}


Replace = Callable[[str], str]


class _Field(NamedTuple):
    """A field of an object: its name in the other names, and the shape of its value."""

    name: str
    shape: _Shape


class _Shape:
    """What is to be replaced in the values of a type."""

    __slots__ = ("are_edits", "backward", "items", "keys", "models", "text", "values")

    def __init__(self, backward: bool) -> None:
        self.backward = backward
        self.models: tuple[type, ...] = ()
        self.items: _Shape | None = None
        self.values: _Shape | None = None
        self.keys: Replace | None = None
        self.are_edits = False
        """Whether its keys are pointers into a plan, and its values are those of the fields there."""
        self.text: Replace | None = None

    @property
    def fields(self) -> Mapping[str, _Field]:
        """The fields of its objects that are to be looked at, by their names before."""
        return _fields(self.models, self.backward)

    def add(self, annotation: Any, replace: Replace | None) -> None:
        """Take what a type says; the parts of a union are all taken."""
        origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
        if annotation == Pointer:
            self.text = _replace("pointer", "", self.backward)
        elif origin is typing.Annotated:
            self.add(parts[0], replace)
        elif origin in (typing.Union, types.UnionType):
            for part in parts:
                self.add(part, replace)
        elif origin in (tuple, list, set, frozenset) or _is_sequence(origin):
            self.items = self.items or _Shape(self.backward)
            for part in parts:
                if part is not ...:
                    self.items.add(part, replace)
        elif _is_mapping(origin):
            self.values = self.values or _Shape(self.backward)
            self.values.add(parts[1], None)
            self.are_edits = self.are_edits or parts[0] == Pointer
            self.keys = self.keys or (_replace("pointer", "", self.backward) if self.are_edits else replace)
        elif isinstance(annotation, type) and (
            issubclass(annotation, BaseModel) or dataclasses.is_dataclass(annotation)
        ):
            self.models = (*self.models, annotation)
        else:
            self.text = self.text or replace


def _is_sequence(origin: Any) -> bool:
    return origin in (typing.get_origin(typing.Sequence[int]), typing.get_origin(typing.Iterable[int]))


def _is_mapping(origin: Any) -> bool:
    return origin in (dict, typing.get_origin(typing.Mapping[str, int]))


@cache
def _shape(annotation: Any, backward: bool, name: str = "", model: str = "") -> _Shape:
    found = _Shape(backward)
    found.add(annotation, _replace(name, model, backward))
    return found


@cache
def _replace(name: str, model: str, backward: bool) -> Replace | None:
    """What replaces the texts of a field, by the current name of the field and the name of its model."""
    if name in _TEXTS["pointer"]:
        return former_pointer if backward else current_pointer
    is_key = name == "key" and model in _KEYS_OF_ROWS
    names: dict[str, str] = dict(VALUES.get(name, {}))
    names |= QUANTITIES if is_key or name in _TEXTS["quantity"] else {}
    names |= CODES if is_key or name in _TEXTS["code"] else {}
    if not backward:
        names = {former: current for current, former in names.items()}
    return (lambda text: names.get(text, text)) if names else None


@cache
def _fields(models: tuple[type, ...], backward: bool) -> Mapping[str, _Field]:
    found: dict[str, _Field] = {}
    for model in models:
        for current, annotation in _annotations(model).items():
            former = _former(current, model)
            shape = _shape(annotation, backward, current, model.__name__)
            if former is None and not _is_touched(shape):
                continue
            for name in (current,) if former is None else (current, former):
                found.setdefault(name, _Field((former or current) if backward else current, shape))
    return found


def _former(field: str, model: type) -> str | None:
    """The former name of a field of a model, if it has one."""
    return next((row.former for row in FIELDS.get(field, ()) if not row.of or model.__name__ in row.of), None)


@cache
def _annotations(model: type) -> Mapping[str, Any]:
    if issubclass(model, BaseModel):
        return {name: field.annotation for name, field in model.model_fields.items()}
    return typing.get_type_hints(model, include_extras=True)


def _is_touched(shape: _Shape) -> bool:
    """Whether something may have to be replaced in the values of a shape."""
    return any(
        part.text is not None
        or part.keys is not None
        or any(_former(field, model) is not None for model in part.models for field in _annotations(model))
        for part in _parts(shape)
    )


def _parts(shape: _Shape) -> Iterator[_Shape]:
    """A shape and all within it, each once."""
    seen: set[int] = set()
    rest = [shape]
    while rest:
        part = rest.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        rest += [inner for inner in (part.items, part.values) if inner is not None]
        rest += [
            _shape(annotation, part.backward, field, model.__name__)
            for model in part.models
            for field, annotation in _annotations(model).items()
        ]


def _translated(value: Any, shape: _Shape) -> Any:
    if isinstance(value, dict):
        if shape.models:
            return _translated_object(value, shape)
        if shape.values is None:
            return value
        return {
            key if shape.keys is None else shape.keys(key): _translated(
                inner, _shape_at(key, shape) if shape.are_edits else shape.values
            )
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return value if shape.items is None else [_translated(inner, shape.items) for inner in value]
    if isinstance(value, str) and shape.text is not None:
        return shape.text(value)
    return value


def _translated_object(value: dict[str, Any], shape: _Shape) -> dict[str, Any]:
    fields = shape.fields
    if not fields:
        return value
    found: dict[str, Any] = {}
    pointer = value.get("pointer", value.get("field"))
    for key, inner in value.items():
        field = fields.get(key)
        if key == "value" and isinstance(pointer, str):
            found[key] = _translated(inner, _shape_at(pointer, shape))
        elif key == "values" and isinstance(pointer, str):
            of_field = _shape_at(pointer, shape)
            found[key] = [_translated(item, of_field) for item in inner] if isinstance(inner, list) else inner
        elif field is None or (field.name != key and field.name in value):
            found[key] = inner
        else:
            found[field.name] = _translated(inner, field.shape)
    return found


def _shape_at(pointer: str, shape: _Shape) -> _Shape:
    """The shape of the field of a plan, or of a configuration, that a pointer leads to; `shape` has the direction."""
    segments = pointer.strip("/").split("/")
    backward = shape.backward
    in_plan = segments[0] in Plan.model_fields or current_pointer(segments[0]) in Plan.model_fields
    at: _Shape | None = _shape(Plan if in_plan else Configuration, backward)
    for segment in segments:
        if at is None:
            break
        if at.models:
            field = at.fields.get(segment)
            at = None if field is None else field.shape
        else:
            at = at.items or at.values
    return at or _Shape(backward)

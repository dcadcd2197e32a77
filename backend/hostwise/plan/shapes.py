"""What a document may hold, read from its models, to refuse too many mistakes before each of them is examined.

Validation names every mistake, and each costs time and room: a text of 1.6 MB has room for 200,000 unknown keys. So
unknown keys, and lists and objects beyond their limits, are counted first, which is quick; only a document with few of
them is validated. All other mistakes are at most as many as the limits of the lists allow.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from annotated_types import Len, MaxLen
from pydantic import BaseModel

MAX_ITEMS = 10_000
"""Most items of a list or keys of an object for which no limit is declared."""

MAX_PARTS = 1_000_000
"""Most lists and objects in a document. JSON cannot hold more in 2 MiB; aliases of YAML can."""

Location = tuple[int | str, ...]


class Shape(NamedTuple):
    """What may stand in one place.

    Attributes:
        models: the models of an object there.
        items: what the items of a list there may be.
        values: what the values of an object with any keys may be.
        most: the limit of items or keys.
    """

    models: tuple[type[BaseModel], ...] = ()
    items: Shape | None = None
    values: Shape | None = None
    most: int = MAX_ITEMS


class Crowd(NamedTuple):
    """What is too much in a document.

    Attributes:
        unknown: locations of the first unknown keys.
        total: number of all unknown keys.
        too_long: locations of lists and objects beyond their limit, with the limit.
    """

    unknown: list[Location]
    total: int
    too_long: list[tuple[Location, int]]


def crowd(document: object, model: type[BaseModel], most: int) -> Crowd:
    """The unknown keys of a document and what is too long in it; at most `most` locations of each."""
    unknown: list[Location] = []
    too_long: list[tuple[Location, int]] = []
    count = visited = 0
    rest: list[tuple[Location, object, Shape]] = [((), document, Shape(models=(model,)))]
    while rest:
        at, value, shape = rest.pop()
        visited += 1
        if visited > MAX_PARTS:
            return Crowd(unknown, count, [((), MAX_PARTS)])
        if isinstance(value, Mapping) and shape.models:
            for key, part in value.items():
                known = [fields[key] for each in shape.models if key in (fields := _fields(each))]
                rest += (((*at, key), part, each) for each in known[:1] if isinstance(part, Mapping | list))
                if not known:
                    count += 1
                    if len(unknown) < most:
                        unknown.append((*at, key))
            continue
        inner = shape.values if isinstance(value, Mapping) else shape.items
        if inner is None or not isinstance(value, Mapping | list):
            continue
        if len(value) > shape.most:
            if len(too_long) < most:
                too_long.append((at, shape.most))
            continue
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        rest += (((*at, key), part, inner) for key, part in pairs if isinstance(part, Mapping | list))
    return Crowd(unknown, count, too_long)


@cache
def _fields(model: type[BaseModel]) -> dict[str, Shape]:
    """The shapes of a model's fields, by the names that a document may use."""
    found: dict[str, Shape] = {}
    for name, field in model.model_fields.items():
        shape = _shape(field.annotation, field.metadata)
        found |= dict.fromkeys({field.alias or name, name}, shape)
    return found


def _shape(annotation: Any, metadata: Sequence[Any] = ()) -> Shape:
    most = next(_limits(metadata), MAX_ITEMS)
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return Shape(models=(annotation,))
    if origin is typing.Annotated:
        return _shape(parts[0], (*metadata, *parts[1:]))
    if origin in (tuple, list, set, frozenset):
        return Shape(items=_shape(parts[0]) if parts else Shape(), most=most)
    if origin in (dict, Mapping):
        return Shape(values=_shape(parts[1]) if parts else Shape(), most=most)
    if origin in (typing.Union, types.UnionType):
        every = [_shape(part, metadata) for part in parts]
        return Shape(
            models=tuple(model for each in every for model in each.models),
            items=next((each.items for each in every if each.items), None),
            values=next((each.values for each in every if each.values), None),
            most=min(each.most for each in every),
        )
    return Shape()


def _limits(metadata: Sequence[Any]) -> Iterator[int]:
    """The limits of a length that a declaration names, the field's own first."""
    for each in metadata:
        limit = each.max_length if isinstance(each, MaxLen | Len) else None
        if limit is not None:
            yield limit
        elif (inner := getattr(each, "metadata", None)) is not None:
            yield from _limits(inner)

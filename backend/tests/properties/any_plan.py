"""Plans at the edges of what is valid: a sample with any of its fields, or fields it lacks, at any accepted value."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from tests.typical import TYPICAL

Place = tuple[str, ...]
Schema = dict[str, Any]


@cache
def _schema() -> Schema:
    return Plan.model_json_schema()


def _resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = _schema()["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _options(schema: Schema) -> list[Schema]:
    """The schemas of which a value fulfils one, without null."""
    schema = _resolved(schema)
    alternatives: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or [schema]
    found = [_resolved(each) for each in alternatives]
    return [each for each in found if each.get("type") != "null"]


def _leaves(schema: Schema, at: Place = ()) -> list[tuple[Place, Schema]]:
    """The numbers, choices and flags of a document, with the way to each; `*` is any item of a list."""
    found: list[tuple[Place, Schema]] = []
    for option in _options(schema):
        if "properties" in option:
            for name, each in option["properties"].items():
                found += _leaves(each, (*at, name))
        elif option.get("type") == "array":
            found += _leaves(option.get("items", {}), (*at, "*"))
        elif "const" in option:
            continue
        elif option.get("type") in ("number", "integer", "boolean") or "enum" in option:
            found.append((at, option))
    return found


@cache
def leaves() -> list[tuple[Place, Schema]]:
    """All of them in a plan."""
    return _leaves(_schema())


def bounds(schema: Schema) -> tuple[Any, Any]:
    """The least and the largest value of a number."""
    return schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum", schema.get("exclusiveMaximum"))


def _values(schema: Schema) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "boolean":
        return st.booleans()
    low, high = bounds(schema)
    if schema["type"] == "integer":
        return st.sampled_from([low, high]) | st.integers(int(low), int(min(high, low + 20)))
    near = [low, high, max(low, min(high, 1e-9)), max(low, min(high, 1.0))]
    return st.sampled_from(near) | st.floats(low, high).filter(lambda value: value == 0 or abs(value) >= 1e-9)


def _put(document: Any, at: Place, value: Any) -> None:
    """Put a value in its place, in every item of a list on the way; parts that are absent stay so."""
    first, *rest = at
    if first == "*":
        for each in document:
            _put(each, tuple(rest), value)
    elif not rest:
        document[first] = value
    elif first in document:
        _put(document[first], tuple(rest), value)


@st.composite
def plans(draw: st.DrawFn, most: int = 6) -> Plan:
    """A valid plan."""
    document = plan_json(sample_plan(draw(st.sampled_from(TYPICAL))))
    places = st.lists(st.sampled_from(leaves()), min_size=1, max_size=most, unique_by=lambda each: each[0])
    chosen: list[tuple[Place, Schema]] = draw(places)
    for at, schema in chosen:
        before = plan_json(Plan.model_validate(document))
        _put(document, at, draw(_values(schema)))
        try:
            Plan.model_validate(document)
        except ValidationError:
            # It does not go with another field: that is what the validation is for.
            document = before
    return Plan.model_validate(document)

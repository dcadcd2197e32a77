"""Reading plans from JSON or YAML, with every mistake named at its field."""

from __future__ import annotations

import difflib
import json
import types
import typing
from collections.abc import Sequence
from typing import Any, NamedTuple

import yaml
from pydantic import BaseModel, ValidationError

from hostwise.plan.document import Plan
from hostwise.plan.fields import PATTERNS

MAX_PLAN_BYTES = 2 * 1024 * 1024
"""Largest text of a plan: a plan at all its limits is about a fifth of this."""


class FieldMistake(NamedTuple):
    """One mistake in a document.

    Attributes:
        pointer: JSON pointer to the field.
        code: stable code of the kind of mistake.
        message: the mistake, in the user's terms.
        hint: the probable intention.
        limit: the bound that the value breaks, if any.
    """

    pointer: str
    code: str
    message: str
    hint: str | None = None
    limit: float | None = None


class UnreadablePlan(ValueError):
    """The text or document is not a valid plan; `mistakes` holds all mistakes."""

    def __init__(self, mistakes: Sequence[FieldMistake]) -> None:
        """Collect the mistakes."""
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{each.pointer or 'plan'}: {each.message}" for each in self.mistakes))


def plan_of(document: object) -> Plan:
    """The plan of a document of plain JSON values; raises `UnreadablePlan`."""
    try:
        return Plan.model_validate(document)
    except ValidationError as error:
        raise UnreadablePlan(field_mistakes(error.errors(include_url=False), Plan)) from error


def plan_of_json(text: bytes) -> Plan:
    """The plan in a JSON text; raises `UnreadablePlan`."""
    if len(text) > MAX_PLAN_BYTES:
        raise _unreadable("too_large", f"A plan has at most {MAX_PLAN_BYTES // 1024} KiB.")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable("json_invalid", f"This is not JSON: {_reason(error)}.") from error
    return plan_of(document)


def plan_of_yaml(text: bytes) -> Plan:
    """The plan in a YAML text; JSON is valid YAML; raises `UnreadablePlan`."""
    if len(text) > MAX_PLAN_BYTES:
        raise _unreadable("too_large", f"A plan has at most {MAX_PLAN_BYTES // 1024} KiB.")
    try:
        document = yaml.load(text, _PlanLoader)  # a SafeLoader, made stricter
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable("yaml_invalid", f"This is not YAML: {' '.join(str(error).split())}.") from error
    return plan_of(document)


def _unreadable(code: str, message: str) -> UnreadablePlan:
    return UnreadablePlan([FieldMistake("", code, message)])


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} in line {error.lineno}, column {error.colno}"
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "it cannot be read"


class _PlanLoader(yaml.SafeLoader):
    """YAML for plans: dates are plain text, and a repeated key is a mistake."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice!r} is repeated", node.start_mark)
        return super().construct_mapping(node, deep)


_PlanLoader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def pointer_of(location: Sequence[int | str]) -> str:
    """A JSON pointer (RFC 6901) from the parts of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """The pydantic models in an annotation, looking into unions, tuples, lists and Annotated."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if typing.get_origin(annotation) in (typing.Annotated, tuple, list, dict, typing.Union, types.UnionType):
        return [model for part in typing.get_args(annotation) for model in models_in(part)]
    return []


def _known_keys(model: type[BaseModel], location: Sequence[int | str]) -> list[str]:
    """The keys allowed in the object at a location of a document."""
    models = [model]
    for part in location:
        if isinstance(part, str):
            fields = [each.model_fields[part].annotation for each in models if part in each.model_fields]
            models = [found for annotation in fields for found in models_in(annotation)] or models
    return sorted({key for each in models for key in each.model_fields})


_BOUNDS = frozenset({"gt", "ge", "lt", "le", "min_length", "max_length"})
_MESSAGES = {
    "missing": "This field is required.",
    "greater_than": "Must be more than {limit}.",
    "greater_than_equal": "Must be at least {limit}.",
    "less_than": "Must be less than {limit}.",
    "less_than_equal": "Must be at most {limit}.",
    "too_short": "At least {limit} is needed.",
    "too_long": "At most {limit} are allowed.",
    "string_too_short": "Must not be empty.",
    "string_too_long": "Must have at most {limit} characters.",
    "int_parsing": "Must be a whole number.",
    "int_type": "Must be a whole number.",
    "int_from_float": "Must be a whole number.",
    "float_parsing": "Must be a number.",
    "float_type": "Must be a number.",
    "bool_parsing": "Must be true or false.",
    "bool_type": "Must be true or false.",
    "finite_number": "Must be a finite number.",
    "int_parsing_size": "This number is too large.",
    "string_type": "Must be text.",
    "list_type": "Must be a list.",
    "tuple_type": "Must be a list.",
    "dict_type": "Must be an object, with keys and values.",
    "model_type": "Must be an object, with keys and values.",
    "model_attributes_type": "Must be a JSON object, sent with Content-Type: application/json.",
    "uuid_parsing": "Must be an id from the API.",
}
"""Messages in the user's terms; other kinds keep the validator's message."""


def field_mistakes(errors: Sequence[Any], document: type[BaseModel] | None) -> list[FieldMistake]:
    """The mistakes of a validation, with the nearest known key for an unknown one."""
    found = []
    for error in errors:
        location = list(error["loc"])
        message, hint = error["msg"].removeprefix("Value error, "), None
        limit = next((value for key, value in error.get("ctx", {}).items() if key in _BOUNDS), None)
        if error["type"] in _MESSAGES:
            message = _MESSAGES[error["type"]].format(limit="" if limit is None else f"{limit:,.15g}")
        if error["type"] == "string_pattern_mismatch":
            message = PATTERNS.get(error["ctx"]["pattern"], message)
        if error["type"] == "extra_forbidden":
            message = f"Unknown key {location[-1]!r}."
            known = _known_keys(document, location[:-1]) if document else []
            near = difflib.get_close_matches(str(location[-1]), known, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else None
        if error["type"] == "json_invalid":
            location, message = [], f"This is not JSON: {error.get('ctx', {}).get('error', 'it cannot be read')}."
        found.append(FieldMistake(pointer_of(location), error["type"], message, hint, limit))
    # A list whose items are wrong is also reported as too short: only the items are reported.
    return [
        each
        for each in found
        if each.code != "too_short" or not any(other.pointer.startswith(each.pointer + "/") for other in found)
    ]

"""Reading plans from JSON or YAML, with every mistake named at its field."""

from __future__ import annotations

import difflib
import json
import re
import sys
import types
import typing
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError

from hostwise.number_format.characters import escaped
from hostwise.plan.document import Plan
from hostwise.plan.fields import PATTERNS, Name
from hostwise.plan.renaming import with_current_names
from hostwise.plan.shapes import crowd

ModelT = TypeVar("ModelT", bound=BaseModel)

MAX_PLAN_BYTES = 2 * 1024 * 1024
"""Largest text of a plan: a plan at all its limits is about a fifth of this."""


MOST_MISTAKES = 100
"""Mistakes that are named; further ones are counted."""

_MOST_KEY, _MOST_TEXT = 200, 500
"""Characters of a key, and of a message, that an answer repeats."""


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
    """The text or document is not what it should be, such as a valid plan.

    Attributes:
        mistakes: the mistakes, at most `MOST_MISTAKES`.
        left_out: number of further mistakes.
    """

    def __init__(self, mistakes: Sequence[FieldMistake], left_out: int = 0) -> None:
        """Collect the mistakes; those beyond the limit are counted only."""
        self.mistakes = tuple(mistakes[:MOST_MISTAKES])
        self.left_out = left_out + len(mistakes) - len(self.mistakes)
        super().__init__("; ".join(f"{each.pointer or 'plan'}: {each.message}" for each in self.mistakes))


def plan_of(document: object) -> Plan:
    """The plan of a document of plain JSON values; raises `UnreadablePlan`."""
    return validated(document, Plan)


def validated(document: object, model: type[ModelT], *, from_request: bool = False) -> ModelT:
    """A document of plain JSON values, with current or former names, as an object of a model.

    Raises `UnreadablePlan` with every mistake.

    Args:
        document: plain JSON values.
        model: its expected type.
        from_request: whether it came over HTTP, where what is no object may have been sent with the wrong type.
    """
    document = with_current_names(document, model)
    found = crowd(document, model, MOST_MISTAKES)
    if found.total > MOST_MISTAKES or found.too_long:
        errors: list[Any] = [{"loc": at, "type": "extra_forbidden", "msg": ""} for at in found.unknown]
        errors += [
            {"loc": at, "type": "too_long", "msg": "", "ctx": {"max_length": most}} for at, most in found.too_long
        ]
        raise UnreadablePlan(field_mistakes(errors, model), found.total - len(found.unknown))
    try:
        return model.model_validate(document, from_attributes=True if from_request else None)
    except ValidationError as error:
        raise unreadable(error, model) from error


def unreadable(error: ValidationError, model: type[BaseModel]) -> UnreadablePlan:
    """The mistakes that a validator found in a document of a model."""
    listed = error.errors(include_url=False, include_input=False)
    mistakes = field_mistakes(listed[:MOST_MISTAKES], model)
    return UnreadablePlan(mistakes, max(len(listed) - MOST_MISTAKES, 0))


def json_values(text: bytes | str, *, checked: bool = True) -> Any:
    """The values of a JSON text.

    Args:
        text: the text.
        checked: whether its values are checked as by `check_values`.

    Raises:
        UnreadablePlan: a key is repeated, or a value cannot be kept.
        ValueError: as `json.loads` does, and `RecursionError`.
    """
    # As `json.loads` reads bytes: half of a character may stand there as it is, and not as an escape.
    read = text if isinstance(text, str) else text.decode(json.detect_encoding(text), "surrogatepass")
    values = json.loads(read, object_pairs_hook=_unrepeated)
    if checked and _UNUSUAL.search(read):
        check_values(values)
    return values


_UNUSUAL = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]|NaN|Infinity|[eE]\+?\d{3}|\d{200}")
"""What stands in a text whose values may not pass `check_values`: to look at each value takes much longer."""


def check_values(values: Any, at: str = "") -> None:
    """Raise `UnreadablePlan` where a text has half of a character, or a number is beyond all that can be computed.

    JSON allows the first and Python the second; neither can be stored, shown or computed.

    Args:
        values: plain JSON values.
        at: JSON pointer to them.
    """
    found: list[FieldMistake] = []
    left: list[tuple[str, Any]] = [(at, values)]
    while left:
        where, value = left.pop()
        if isinstance(value, dict):
            found += [_half(where) for key in value if not _is_whole(key)]
            left += [(where + pointer_of([shortened(key)]), each) for key, each in value.items()]
        elif isinstance(value, list):
            left += [(f"{where}/{place}", each) for place, each in enumerate(value)]
        elif isinstance(value, str) and not _is_whole(value):
            found.append(_half(where))
        elif isinstance(value, int | float) and not abs(value) <= sys.float_info.max:
            found.append(FieldMistake(where, "finite_number", _MESSAGES["finite_number"]))
    if found:
        raise UnreadablePlan(sorted(found))


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


def _half(where: str) -> FieldMistake:
    return FieldMistake(where, "string_unicode", _MESSAGES["string_unicode"])


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a repeated key is refused, since its first value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise _unreadable("json_invalid", f"The key {shortened(repeated)!r} is repeated in an object.")
    return found


@dataclass(frozen=True, slots=True)
class PlanFile:
    """The content of a file.

    Attributes:
        plan: the plan.
        scenarios: its scenarios, each with its name, where they stand beside it.
    """

    plan: Plan
    scenarios: tuple[tuple[str, Plan], ...] = ()


def plan_of_file(text: bytes) -> Plan:
    """The plan in a file of JSON or YAML, also within what Hostwise answered; raises `UnreadablePlan`."""
    is_json = text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    return plan_of(_inner(_of_json(text) if is_json else _of_yaml(text)))


def plan_file(text: bytes, *, is_json: bool) -> PlanFile:
    """The plan in a file, with its scenarios if the file has them; raises `UnreadablePlan`."""
    document = _of_json(text) if is_json else _of_yaml(text)
    plan = _inner(document)
    if plan is document:
        return PlanFile(plan_of(document))
    try:
        listed = _LISTED.validate_python(document.get("scenarios", ()))
    except ValidationError as error:
        raise _unreadable("scenarios", "Each of the scenarios must be an object with a name and a plan.") from error
    return PlanFile(plan_of(plan), tuple((each.name, _scenario(each)) for each in listed))


class _Listed(BaseModel):
    name: Name
    plan: dict[str, Any]


_LISTED = TypeAdapter(tuple[_Listed, ...])


def _scenario(listed: _Listed) -> Plan:
    try:
        return plan_of(listed.plan)
    except UnreadablePlan as error:
        named = [each._replace(message=f"Scenario {listed.name!r}: {each.message}") for each in error.mistakes]
        raise UnreadablePlan(named, error.left_out) from error


def _inner(document: Any) -> Any:
    """The plan in a document, which may be what Hostwise answered or saved around it."""
    inner = document.get("plan") if isinstance(document, dict) else None
    return inner if isinstance(inner, dict) and "workload" not in document else document


def plan_of_json(text: bytes) -> Plan:
    """The plan in a JSON text; raises `UnreadablePlan`."""
    return plan_of(_of_json(text))


def plan_of_yaml(text: bytes) -> Plan:
    """The plan in a YAML text; JSON is valid YAML; raises `UnreadablePlan`."""
    return plan_of(_of_yaml(text))


def _of_json(text: bytes) -> Any:
    if len(text) > MAX_PLAN_BYTES:
        raise _unreadable("too_large", f"A plan has at most {MAX_PLAN_BYTES // 1024} KiB.")
    try:
        return json_values(text)
    except UnreadablePlan:
        raise
    except (ValueError, RecursionError) as error:
        raise _unreadable("json_invalid", f"This is not JSON: {_reason(error)}.") from error


def _of_yaml(text: bytes) -> Any:
    if len(text) > MAX_PLAN_BYTES:
        raise _unreadable("too_large", f"A plan has at most {MAX_PLAN_BYTES // 1024} KiB.")
    try:
        return yaml.load(text, _PlanLoader)  # a SafeLoader, made stricter
    except yaml.YAMLError as error:
        raise _unreadable("yaml_invalid", f"This is not YAML: {' '.join(str(error).split())}.") from error
    except _OF_A_VALUE as error:
        # A tag with a value that is none of its kind, a number of thousands of digits, bytes that are not UTF-8.
        raise _unreadable("yaml_invalid", f"This is not YAML: {_reason(error)}.") from error


_OF_A_VALUE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What the library raises where it makes a value of a text: it lets errors of Python through."""


def _unreadable(code: str, message: str) -> UnreadablePlan:
    return UnreadablePlan([FieldMistake("", code, message)])


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} in line {error.lineno}, column {error.colno}"
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "a value in it cannot be read"


class _PlanLoader(yaml.SafeLoader):
    """YAML for plans: dates are plain text, and a repeated key is a mistake."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            if name is not None and name in seen:
                text = f"the key {shortened(name)!r} is repeated"
                raise yaml.constructor.ConstructorError(None, None, text, node.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


_PlanLoader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def pointer_of(location: Sequence[int | str]) -> str:
    """A JSON pointer (RFC 6901) from the parts of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def shortened(text: str, most: int = _MOST_KEY) -> str:
    r"""A text of the sender to be shown: not longer than `most`, and of characters that can be shown in a line.

    >>> shortened("a" * 300, 5), shortened("\ud800\x1b")
    ('aaaaa...', '\\ud800\\x1b')
    """
    cut = text if len(text) <= most else text[:most] + "..."
    return escaped(cut)


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
    "string_unicode": "This text has half of a character (a surrogate without its pair).",
    "list_type": "Must be a list.",
    "tuple_type": "Must be a list.",
    "dict_type": "Must be an object, with keys and values.",
    "model_type": "Must be an object, with keys and values.",
    "model_attributes_type": "Must be an object, with keys and values.",
    "uuid_parsing": "Must be an id from the API.",
}
"""Messages in the user's terms; other kinds keep the validator's message."""


def field_mistakes(errors: Sequence[Any], document: type[BaseModel] | None) -> list[FieldMistake]:
    """The mistakes of a validation, with the nearest known key for an unknown one."""
    found = []
    for error in errors:
        location = [part if isinstance(part, int) else shortened(str(part)) for part in error["loc"]]
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
        found.append(FieldMistake(pointer_of(location), error["type"], shortened(message, _MOST_TEXT), hint, limit))
    # A list whose items are wrong is also reported as too short: only the items are reported.
    return [
        each
        for each in found
        if each.code != "too_short" or not any(other.pointer.startswith(each.pointer + "/") for other in found)
    ]

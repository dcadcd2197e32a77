"""The JSON or YAML of a file: one document, or several one after the other, as a loop over a command writes them."""

from __future__ import annotations

import json
import math
import re
import sys
from typing import Any

import yaml

from hostwise.number_format.writing import counted, some

_BLANKS = re.compile(r"\s*")


def json_of(data: bytes) -> Any:
    r"""The document in a file; a list of them where several follow each other.

    Raises `ValueError` or `RecursionError`, as `json.loads` does.

    >>> json_of(b'{"a": 1}'), json_of(b'{"a": 1}\n{"a": 2}')
    ({'a': 1}, [{'a': 1}, {'a': 2}])
    """
    text = data.decode(json.detect_encoding(data), "surrogatepass")
    found: list[Any] = []
    at = 0
    while (at := _end(text, at)) < len(text) or not found:
        document, at = _DECODER.raw_decode(text, at)
        found.append(document)
    documents = found[0] if len(found) == 1 else found
    return _without_halves(documents) if _HALF.search(text) else documents


def _whole(text: str) -> int | str:
    return int(text) if len(text) <= sys.float_info.max_10_exp else text


def _decimal(text: str) -> float | str:
    value = float(text)
    return text if math.isinf(value) else value


_DECODER = json.JSONDecoder(parse_float=_decimal, parse_int=_whole)
"""A number that is larger than a computer counts stays a text, which is said to be none."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""What may be half of a surrogate pair, which no text can be written with."""


def _without_halves(document: Any) -> Any:
    """The document with a mark in place of each half of a surrogate pair."""
    if isinstance(document, str):
        return document.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(document, list):
        return [_without_halves(each) for each in document]
    if isinstance(document, dict):
        return {_without_halves(key): _without_halves(each) for key, each in document.items()}
    return document


def _end(text: str, at: int) -> int:
    """Where the blanks from a place on end."""
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()


_MOST_KEYS = 8


def looks_like(document: Any) -> str:
    """What a document looks like, for those who gave one that is not known.

    >>> looks_like({"stats": {}, "pools": []}), looks_like([{"a": 1}, {"a": 2, "b": 3}])
    ("an object with the keys 'stats', 'pools'", "2 records with the keys 'a', 'b'")
    >>> looks_like([1, 2, 3]), looks_like([])
    ('a list of 3 values', 'an empty list')
    """
    if isinstance(document, dict):
        return f"an object with the keys {_keys(document)}" if document else "an empty object"
    if not isinstance(document, list):
        return "a single value"
    records = [each for each in document if isinstance(each, dict)]
    if not document:
        return "an empty list"
    if len(records) < len(document):
        return f"a list of {counted(len(document), 'values')}"
    keys = dict.fromkeys(key for each in records for key in each)
    return f"{counted(len(records), 'records')} with the keys {_keys(keys)}"


def _keys(document: dict[str, Any]) -> str:
    return some([repr(str(each)[:40]) for each in document], _MOST_KEYS)


def yaml_of(data: bytes) -> Any:
    """The document in a text of YAML; a list of them where several follow each other. Raises `ValueError`.

    References within a document are refused, since a few of them are as large as anything, and no tool writes them.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(data, Loader=loader)):
            raise ValueError("it refers to parts of itself")
        found = [each for each in yaml.load_all(data, Loader=loader) if each is not None]
    except (yaml.YAMLError, ArithmeticError, AttributeError, LookupError, TypeError) as error:
        # Errors of Python are those of a tag with a value that is none of its kind.
        raise ValueError(" ".join(str(error).split())) from error
    return found[0] if len(found) == 1 else found

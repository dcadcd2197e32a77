"""A mapping of columns as a file: which column of a table is what, to be used again for tables like it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from hostwise.estate.importers.generic import MAPPABLE

FORMAT, FORMAT_VERSION = "hostwise-mapping", 1
SHORT = {"cpu": "vcpu", "memory": "memory_gib", "disk": "disk_gb", "used": "used_gb"}
"""Short names of columns."""

_KEYS = ("format", "format_version", "columns")
_MOST_BYTES = 1 << 20


class BadMapping(ValueError):
    """A mapping that cannot be used; the message says what is wrong with it."""


def field_named(name: str) -> str:
    """The column of the inventory by its name or its short one; raises `BadMapping` with the nearest that is known."""
    field = SHORT.get(name, name)
    if field in MAPPABLE:
        return field
    known = [*MAPPABLE, *SHORT]
    raise BadMapping(f"{name!r} is no column of the inventory. {_nearest(name, known)}Known are {', '.join(known)}.")


def read_mapping(path: Path) -> dict[str, str]:
    """Header by column of the inventory, as a file says; raises `BadMapping`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadMapping(f"Cannot read {path}: {error.strerror}.") from error
    if len(data) > _MOST_BYTES:
        raise BadMapping(f"{path} is too large for a mapping.")
    try:
        document = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_no_twins)
    except BadMapping as error:
        raise BadMapping(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadMapping(f"{path} is no JSON{where}.") from error
    try:
        return _columns(document)
    except BadMapping as error:
        raise BadMapping(f"{path}: {error}") from error


def _no_twins(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise BadMapping(f"{twice!r} stands twice.")
    return found


def _columns(document: Any) -> dict[str, str]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadMapping(f'it is no mapping: it has no "format": "{FORMAT}".')
    if document.get("format_version") != FORMAT_VERSION:
        raise BadMapping(f'"format_version" must be {FORMAT_VERSION}; this may be from a later Hostwise.')
    strange = [each for each in document if each not in _KEYS]
    if strange:
        raise BadMapping(f"{strange[0]!r} is no part of a mapping. {_nearest(strange[0], _KEYS)}")
    columns = document.get("columns")
    if not isinstance(columns, dict) or not columns:
        raise BadMapping('"columns" must be an object of columns and headers.')
    found: dict[str, str] = {}
    for name, header in columns.items():
        field = field_named(name)
        if not isinstance(header, str) or not header.strip():
            raise BadMapping(f'"columns": the header of {name!r} must be a text.')
        if field in found:
            raise BadMapping(f'"columns": {field!r} stands twice, with its short name, too.')
        found[field] = header
    return found


def mapping_text(columns: Mapping[str, str]) -> str:
    """The file of a mapping."""
    document = {"format": FORMAT, "format_version": FORMAT_VERSION, "columns": dict(columns)}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _nearest(name: str, known: Sequence[str]) -> str:
    nearest = get_close_matches(name.lower(), known, n=1, cutoff=0.5)
    return f"Did you mean {nearest[0]!r}? " if nearest else ""

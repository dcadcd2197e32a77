"""Variants of a plan: the same document with some fields changed."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any


def vary(plan: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a plan document with the fields at some JSON pointers set; a field set to None is left out.

    >>> vary({"policy": {"spare_hosts": 1}, "name": "A"}, {"/policy/spare_hosts": 2, "/name": "B"})
    {'policy': {'spare_hosts': 2}, 'name': 'B'}

    Raises:
        KeyError: there is no object or list at a pointer to set a field of.
    """
    document = copy.deepcopy(dict(plan))
    for pointer, value in changes.items():
        first, *parts = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/"))
        if first or not parts:
            raise KeyError(f"{pointer!r} is no JSON pointer to a field.")
        at: Any = document
        try:
            for part in parts[:-1]:
                at = at[int(part)] if isinstance(at, list) else at[part]
            last: Any = int(parts[-1]) if isinstance(at, list) else parts[-1]
            if value is None and not isinstance(at, list):
                at.pop(last, None)
            else:
                at[last] = value
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise KeyError(f"The plan has nothing at {pointer!r} to set.") from error
    return document

"""Changes of a plan document by pointer, as answers propose them."""

from __future__ import annotations

from typing import Any


def set_at(document: Any, pointer: str, value: Any) -> None:
    """Set a field of a document, whose absent parts are made; None removes it.

    >>> document = {"policy": {"spare_hosts": 2}, "configurations": [{"key": "a"}]}
    >>> set_at(document, "/policy/spare_hosts", None)
    >>> set_at(document, "/configurations/0/memory/dram_gib", 512)
    >>> document
    {'policy': {}, 'configurations': [{'key': 'a', 'memory': {'dram_gib': 512}}]}
    """
    *path, field = pointer.strip("/").split("/")
    at = document
    for each in path:
        at = at[int(each)] if isinstance(at, list) else at.setdefault(each, {})
    if value is None:
        at.pop(field, None)
    else:
        at[field] = value

"""Changes of a plan document by pointer, as answers propose them."""

from __future__ import annotations

from typing import Any

from hostwise.plan.renaming import current_pointer


class NoSuchPlace(LookupError):
    """A document has no such place, or one that cannot be changed by itself."""


def set_at(document: Any, pointer: str, value: Any) -> None:
    """Set a field of a document, whose absent parts are made; None removes it. Former names of fields are read, too.

    >>> document = {"policy": {"spare_hosts": 2}, "configurations": [{"key": "a"}]}
    >>> set_at(document, "/policy/spare_hosts", None)
    >>> set_at(document, "/configurations/0/memory/dram_gib", 512)
    >>> document
    {'policy': {}, 'configurations': [{'key': 'a', 'memory': {'dram_gib': 512}}]}
    >>> set_at(document, "/remarks/~1policy", {"note": "usual"})
    >>> document["remarks"]
    {'/policy': {'note': 'usual'}}

    Raises:
        NoSuchPlace: the document has another shape, such as a number where the pointer goes on.
    """
    *path, field = (
        each.replace("~1", "/").replace("~0", "~") for each in current_pointer(pointer).strip("/").split("/")
    )
    at = document
    try:
        for each in path:
            at = at[int(each)] if isinstance(at, list) else at.setdefault(each, {})
        if value is None:
            at.pop(field, None)
        else:
            at[field] = value
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise NoSuchPlace(f"There is no place {pointer!r} that could be changed by itself.") from error

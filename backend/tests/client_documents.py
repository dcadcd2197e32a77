"""What the documents of the Python client did not understand."""

from typing import Any

from pydantic import BaseModel


def unknown_fields(part: Any) -> list[str]:
    """The fields of a document and its parts that its models do not have."""
    if isinstance(part, BaseModel):
        inner = [name for value in dict(part).values() for name in unknown_fields(value)]
        return [*(part.model_extra or {}), *inner]
    values = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [name for value in values for name in unknown_fields(value)]

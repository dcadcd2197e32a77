"""The JSON of a file: one document, or several one after the other, as a loop over a command writes them."""

from __future__ import annotations

import json
import re
from typing import Any

_BLANKS = re.compile(r"\s*")


def json_of(data: bytes) -> Any:
    r"""The document in a file; a list of them where several follow each other.

    Raises `ValueError` or `RecursionError`, as `json.loads` does.

    >>> json_of(b'{"a": 1}'), json_of(b'{"a": 1}\n{"a": 2}')
    ({'a': 1}, [{'a': 1}, {'a': 2}])
    """
    text = data.decode(json.detect_encoding(data), "surrogatepass")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise
    decoder, found, at = json.JSONDecoder(), [], 0
    while (at := _end(text, at)) < len(text):
        document, at = decoder.raw_decode(text, at)
        found.append(document)
    return found


def _end(text: str, at: int) -> int:
    """Where the blanks from a place on end."""
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()

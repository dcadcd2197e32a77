"""Fields of comma-separated values (RFC 4180) that a spreadsheet opens as what they are."""

from __future__ import annotations

_FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""The last four are full-width, as East Asian keyboards write them: spreadsheets may take them for the first four."""

Field = str | float | bool | None
"""What a record may hold."""


def written(field: Field) -> str:
    """A field as the file holds it: numbers as they are, and no text that a spreadsheet takes for a formula."""
    if field is None:
        return ""
    if isinstance(field, str):
        return f"'{field}" if field.startswith(_FORMULA_STARTS) else field
    if isinstance(field, bool):
        return "yes" if field else ""
    return repr(field).removesuffix(".0")

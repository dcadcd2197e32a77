"""Numbers as people write them: decimal point or comma, thousands set apart, and what can be meant either way."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hostwise.number_format.writing import exact

_BLANKS = re.compile(r"(?<=\d)[ '\u2019\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_PLAIN = re.compile(r"[+-]?\d+([eE][+-]?\d{1,3})?")
_LIKE_THOUSANDS = r"[+-]?[1-9]\d{0,2}%s\d{3}"
"""One mark before exactly three digits: 4,500 is four thousand five hundred or four and a half."""

_MOST_SHOWN = 80
"""Characters that are shown of a text that is no number."""


class DecimalMark(StrEnum):
    """What stands before the decimals of a text's numbers."""

    POINT = "point"
    COMMA = "comma"
    UNKNOWN = "unknown"


class NotANumber(ValueError):
    """The text is no number."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number that was read.

    Attributes:
        value: The number.
        uncertainty: How it was read, where it could have been meant otherwise.
    """

    value: float
    uncertainty: str | None = None


def decimal_mark(texts: Iterable[str]) -> DecimalMark:
    """The decimal mark that a text's numbers agree on, unknown where they disagree or none of them tells.

    >>> decimal_mark(["4,500", "2,5"]), decimal_mark(["4,500", "2.5"]), decimal_mark(["4,500"])
    (<DecimalMark.COMMA: 'comma'>, <DecimalMark.POINT: 'point'>, <DecimalMark.UNKNOWN: 'unknown'>)
    """
    told = {mark for text in texts if (mark := _certain_mark(_bare(text))) is not None}
    return told.pop() if len(told) == 1 else DecimalMark.UNKNOWN


def read_number(text: str, mark: DecimalMark) -> Numeral:
    """Read a number in a text with a decimal mark.

    >>> read_number("1.234,5", DecimalMark.UNKNOWN).value, read_number("4,500", DecimalMark.POINT).value
    (1234.5, 4500.0)

    Raises:
        NotANumber: it is none, or larger than a computer counts.
    """
    found = _read(text, mark)
    if math.isinf(found.value):
        raise NotANumber(f"{text[:_MOST_SHOWN]!r} is beyond any number")
    return found


def _read(text: str, mark: DecimalMark) -> Numeral:
    bare = _bare(text)
    certain = _certain_mark(bare)
    if _PLAIN.fullmatch(bare) or certain is not None:
        return Numeral(_value(bare, certain or DecimalMark.POINT))
    for sign, written in ((",", DecimalMark.COMMA), (".", DecimalMark.POINT)):
        if re.fullmatch(_LIKE_THOUSANDS % re.escape(sign), bare):
            if mark is DecimalMark.UNKNOWN:
                value = _value(bare, written)
                return Numeral(
                    value, f"{text} is read as {exact(value)}; without the {written} it would be a thousand times that"
                )
            return Numeral(_value(bare, mark))
        if re.fullmatch(rf"[+-]?[1-9]\d{{0,2}}({re.escape(sign)}\d{{3}}){{2,}}", bare):
            return Numeral(float(bare.replace(sign, "")))
    raise NotANumber(f"{text[:_MOST_SHOWN]!r} is not a number")


def _bare(text: str) -> str:
    """The number without blanks, also those that set thousands apart, and with a plain minus sign."""
    return _BLANKS.sub("", text.strip().replace("\u2212", "-"))


def _certain_mark(bare: str) -> DecimalMark | None:
    """The decimal mark of a number that can be meant in one way only; None where it has none or may be both."""
    for sign, other, mark in ((",", ".", DecimalMark.COMMA), (".", ",", DecimalMark.POINT)):
        whole = rf"(\d+|[1-9]\d{{0,2}}({re.escape(other)}\d{{3}})+)?"
        written = re.fullmatch(rf"[+-]?{whole}{re.escape(sign)}\d*([eE][+-]?\d{{1,3}})?", bare)
        digits = any(each.isdigit() for each in bare)
        if written and digits and not re.fullmatch(_LIKE_THOUSANDS % re.escape(sign), bare):
            return mark
    return None


def _value(bare: str, mark: DecimalMark) -> float:
    decimal, other = (",", ".") if mark is DecimalMark.COMMA else (".", ",")
    return float(bare.replace(other, "").replace(decimal, "."))

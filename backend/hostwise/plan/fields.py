"""The types that the plan document's fields share, and the base of its parts."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from hostwise.number_format.characters import NOT_IN_A_NAME, NOT_IN_A_TEXT, plain

_NAME = rf"^[^{NOT_IN_A_NAME}]*$"
_TEXT = rf"^[^{NOT_IN_A_TEXT}]*$"
_POINTER = rf"^(/[^{NOT_IN_A_NAME}]*)+$"
_KEY = r"^[a-z0-9]+([._-][a-z0-9]+)*$"
DATE = r"^(19|20)\d\d(-((0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|Q[1-4]|H[12]))?$"
CURRENCY, COUNTRY = r"^[A-Z]{3}$", r"^[A-Z]{2}$"

PATTERNS = {
    _NAME: "Must be one line, without control characters and those that turn the direction of writing.",
    _TEXT: "Must not contain control characters or those that turn the direction of writing.",
    _POINTER: "Must be a JSON pointer, such as /workload/groups/0/count, without control characters.",
    _KEY: "Must be small letters and digits, with '.', '_' or '-' between them.",
    DATE: "Must be a date such as 2026-08-31, 2026-08, 2026-Q3 or 2026.",
    CURRENCY: "Must be three capital letters, such as USD.",
    COUNTRY: "Must be two capital letters, such as DE.",
}
"""What a text must look like, in words."""

CPU_RATIO_SYNONYMS = "CPU ratio overcommit oversubscription pCPU"
"""Names by which people search for the vCPUs of a core."""

PROTECTION_SYNONYMS = "RAID FTT mirror replica erasure coding parity copies"
"""Names by which people search for the protection of data."""

MOST_NAME, MOST_TEXT = 200, 2_000
"""Letters of a name, and of a text."""

STORED = {"stored": True}
"""Validation context of stored documents: names and texts of 0.2 may have characters that are refused now."""


def _older(value: Any, info: ValidationInfo, pattern: re.Pattern[str], most: int) -> Any:
    """A stored text without the characters that are refused now, so that its document can still be opened."""
    if info.context != STORED or not isinstance(value, str) or pattern.fullmatch(value.strip()):
        return value
    lines = [fitted(line, most) for line in re.split("\r\n|[\r\n]", value)]
    return "\n".join(lines) if pattern.pattern == _TEXT else " ".join(filter(None, lines)) or "unnamed"


def _accepted(pattern: str, most: int) -> BeforeValidator:
    return BeforeValidator(partial(_older, pattern=re.compile(pattern), most=most))


Text = Annotated[str, StringConstraints(max_length=MOST_TEXT, pattern=_TEXT), _accepted(_TEXT, MOST_TEXT)]
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MOST_NAME, strip_whitespace=True, pattern=_NAME),
    _accepted(_NAME, MOST_NAME),
]
Pointer = Annotated[str, StringConstraints(max_length=MOST_NAME, pattern=_POINTER), _accepted(_POINTER, MOST_NAME)]
"""A JSON pointer (RFC 6901) into a document."""
Key = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_KEY)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Positive = Annotated[float, Field(ge=0.001, le=1e9, allow_inf_nan=False)]
"""Greater than 0. A field whose unit has a realistic least value says that instead."""
Rate = Annotated[float, Field(ge=0.1, le=1e9, allow_inf_nan=False)]
"""MB/s of a drive, disk group or network: the slowest disk of 1980 wrote more than 0.1."""
BlockSize = Annotated[float, Field(ge=0.5, le=65_536, allow_inf_nan=False)]
"""KiB of one I/O: a sector has half of one."""
PartialShare = Annotated[float, Field(ge=0.001, le=1, allow_inf_nan=False)]
"""A limit as a share, which leaves something."""
VcpuPerCore = Annotated[float, Field(ge=0.01, le=10_000)]
NonNegative = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Money = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
SignedMoney = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
"""Money that is paid or, below 0, received."""
Date = Annotated[str, StringConstraints(pattern=DATE)]
"""A day, month, quarter, half-year or year: what is known of a date."""
Growth = Annotated[float, Field(ge=-0.9, le=5, allow_inf_nan=False)]


LEAST = 1e-9
"""The smallest number that is not 0 in any field. What is smaller is a slip, and makes infinities where it divides."""


def fitted(text: str, most: int = MOST_NAME) -> str:
    """Any text as a `Name` or, with more letters, a `Text` takes it: on one line, without controls, cut where too long.

    >>> fitted(" web  tier" + chr(0)), fitted("abc", 2)
    ('web tier', 'ab')
    """
    return " ".join(plain(text).split())[:most].rstrip()


class Document(BaseModel):
    """Base of all parts of a plan: immutable, and unknown keys and negligible numbers are refused."""

    # Entered values must not reach a log, should one of these errors ever do.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, hide_input_in_errors=True)

    @field_validator("*", mode="after")
    @classmethod
    def _not_negligible(cls, value: object) -> object:
        if isinstance(value, float) and 0 < abs(value) < LEAST:
            raise PydanticCustomError("negligible", "Must be 0, or at least 0.000000001 in size.", {"ge": LEAST})
        return value

"""Quantities as Kubernetes writes them: a number and a suffix, decimal or binary."""

from __future__ import annotations

import re
from typing import Any

_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:([eE][+-]?[0-9]{1,3})|([KMGTPE]i|[numkMGTPE]))?")
_DECIMAL = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
_BINARY = {f"{letter}i": 1024.0**power for power, letter in enumerate("KMGTPE", start=1)}


def quantity(value: Any) -> float | None:
    """A quantity in its base unit, such as bytes; None where it is none.

    >>> quantity("4Gi"), quantity("4G"), quantity("500m"), quantity("1e3"), quantity(2), quantity("4 GB")
    (4294967296.0, 4000000000.0, 0.5, 1000.0, 2.0, None)
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    match = _QUANTITY.fullmatch(str(value).strip())
    if match is None:
        return None
    number, exponent, suffix = match.groups()
    return float(number + (exponent or "")) * (_DECIMAL | _BINARY).get(suffix or "", 1.0)

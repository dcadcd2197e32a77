"""How numbers are written."""

from __future__ import annotations


def percent(share: float | None) -> str:
    """A share in percent.

    >>> percent(0.1234)
    '12.3 %'
    """
    return f"{(share or 0) * 100:.3g} %"

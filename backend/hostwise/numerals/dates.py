"""Dates of which only a year, half-year, quarter or month may be known."""

from __future__ import annotations

from calendar import monthrange

_MONTHS_OF_PART = {"Q": 3, "H": 6}


def first_day(date: str) -> tuple[int, int, int]:
    """Year, month and day on which a day, month, quarter, half-year or year begins.

    >>> [first_day(each) for each in ("2026-08-14", "2026-08", "2026-Q2", "2026-H2", "2026")]
    [(2026, 8, 14), (2026, 8, 1), (2026, 4, 1), (2026, 7, 1), (2026, 1, 1)]
    """
    year, _, rest = date.partition("-")
    if not rest:
        return int(year), 1, 1
    if rest[0] in _MONTHS_OF_PART:
        return int(year), (int(rest[1:]) - 1) * _MONTHS_OF_PART[rest[0]] + 1, 1
    month, _, day = rest.partition("-")
    return int(year), int(month), int(day or 1)


def last_day(date: str) -> tuple[int, int, int]:
    """Year, month and day on which a day, month, quarter, half-year or year ends.

    >>> [last_day(each) for each in ("2026-08-14", "2024-02", "2026-Q2", "2026-H2", "2026")]
    [(2026, 8, 14), (2024, 2, 29), (2026, 6, 30), (2026, 12, 31), (2026, 12, 31)]
    """
    year, month, day = first_day(date)
    _, _, rest = date.partition("-")
    if "-" in rest:
        return year, month, day
    months = 12 if not rest else _MONTHS_OF_PART.get(rest[0], 1)
    month += months - 1
    return year, month, monthrange(year, month)[1]

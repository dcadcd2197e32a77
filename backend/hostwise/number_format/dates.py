"""Dates of which only a year, half-year, quarter or month may be known."""

from __future__ import annotations

from calendar import month_abbr, monthrange

_MONTHS_PER_YEAR = 12
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
    months = _MONTHS_PER_YEAR if not rest else _MONTHS_OF_PART.get(rest[0], 1)
    month += months - 1
    return year, month, monthrange(year, month)[1]


def first_month(date: str) -> int:
    """The month in which a day, month, quarter, half-year or year begins, counted from year 0."""
    year, month, _ = first_day(date)
    return year * _MONTHS_PER_YEAR + month - 1


def last_month(date: str) -> int:
    """The month in which it ends.

    >>> [(first_month(each) % 12, last_month(each) % 12) for each in ("2026-08-14", "2026-Q2", "2026-H2", "2026")]
    [(7, 7), (3, 5), (6, 11), (0, 11)]
    """
    year, month, _ = last_day(date)
    return year * _MONTHS_PER_YEAR + month - 1


def month_words(date: str) -> str:
    """A date as precisely as the month, in words.

    >>> [month_words(each) for each in ("2026-08-14", "2026-08", "2026-Q2", "2025-H1", "2026")]
    ['Aug 2026', 'Aug 2026', 'Q2 2026', 'H1 2025', '2026']
    """
    year, _, rest = date.partition("-")
    part = rest if rest[:1] in _MONTHS_OF_PART else month_abbr[first_day(date)[1]] if rest else ""
    return f"{part} {year}".strip()


def age_months(date: str | None, reference: str | None) -> int | None:
    """Age of a price at a date, a lower bound where either is inexact; None if either is unknown."""
    if date is None or reference is None:
        return None
    return max(first_month(reference) - last_month(date), 0)

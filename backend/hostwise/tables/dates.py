"""Dates in the cells of a table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np
import polars as pl

from hostwise.tables.table import Floats
from hostwise.tables.times import time_format

_SECONDS_PER_DAY, _MS_PER_DAY = 86_400, 86_400_000
_SERIAL_OF_1970, _EARLIEST_SERIAL, _LATEST_SERIAL = 25_569.0, 36_526.0, 73_051.0
"""Excel counts days from the end of 1899; dates are from 2000 to 2100."""


def days(texts: Sequence[str]) -> Floats:
    """Dates as days since the beginning of 1970, NaN for what is none.

    >>> days(["2025/04/03 06:00:00", "45750.25", "", "04/03/2025 06:00:00"]).tolist()
    [20181.25, 20181.25, nan, 20181.25]
    """
    known = {each: _quickly(each.strip()) for each in set(texts)}
    # Most are written with the year first, which is read at once; to find any other format takes its time.
    if unknown := [each for each, day in known.items() if day is None]:
        known |= dict(zip(unknown, _written(unknown), strict=True))
    return np.array(list(map(known.__getitem__, texts)), dtype=np.float64)


def _quickly(text: str) -> float | None:
    """A date with the year first, or a serial of Excel; NaN for nothing, and None for any other."""
    if not text:
        return np.nan
    try:
        if text.replace(".", "", 1).isdigit():
            serial = float(text)
            return serial - _SERIAL_OF_1970 if _EARLIEST_SERIAL <= serial < _LATEST_SERIAL else None
        moment = dt.datetime.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None
    zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=dt.UTC)
    return zoned.timestamp() / _SECONDS_PER_DAY


def _written(texts: Sequence[str]) -> Floats:
    column = pl.Series("time", list(texts), dtype=pl.String).str.strip_chars()
    known = time_format(texts)
    if known is None:
        return np.full(len(texts), np.nan)
    found: Floats = pl.select(known.expression(pl.lit(column), None)).to_series().cast(pl.Float64).to_numpy()
    return found / _MS_PER_DAY
